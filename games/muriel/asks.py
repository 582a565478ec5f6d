"""The questions Muriel answers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.asks import Answer, Ask, Headline, Rows, hold_to_pack
from games.cards import Card, Pack, take
from games.fields import REQUIRED, AskField, CardsField, ChoiceField, GroupsField, Pairs, as_written, number_in
from games.house import HouseRule, Text
from games.muriel import rules, scoring, wording
from games.notation import Notation, canonical
from games.rulings import Reason, Refused
from games.table import Laid, Mark

POINTS = re.compile(r"[\s,;]*([-−+]?[0-9]{1,6})[\s,;]*")
"""What is written in figures alone, though a rank might be written so as well."""
MOST_POINTS = 999_999
"""More points than any match can bring; beyond them somebody leans on a key."""


def seats_of(*numbered: Iterable[int]) -> list[int]:
    """The seats of an address that numbers them: all nine, and those beyond that it fills in, which will be refused."""
    return sorted({*range(rules.SEATS), *(seat for seats in numbered for seat in seats)})


def hold_to_seats(names: Sequence[str]) -> None:
    """Refuse more players than there are seats, whether they have names or not."""
    if len(names) > rules.SEATS:
        raise ValidationError(wording.too_many_players(len(names)), "too-many-players", {"at": names[rules.SEATS]})


def numbered(data: QueryDict, kind: str) -> dict[tuple[int, ...], str]:
    """The fields of an address that are numbered: those called ``kind.3`` or ``kind.0.3``, by their numbers."""
    return {
        tuple(map(int, numbers)): str(text).strip()
        for key, text in data.items()
        for name, *numbers in [key.split(".")]
        if name == kind and numbers and all(n.isdecimal() and len(n) < 4 for n in numbers)
    }


class NamesField(AskField):
    """Names in order: a list; in an address ``player.0=Ada&player.1=Bea``, where some may be empty."""

    schema = {"type": "array", "items": {"type": "string"}, "maxItems": rules.SEATS}

    def from_address(self, data: QueryDict, name: str) -> Any:
        names = numbered(data, "player")
        filled = {place[0]: text[:40] for place, text in names.items() if text and len(place) == 1}
        return tuple(filled.get(seat, "") for seat in seats_of(filled)) if filled else None

    def to_python(self, value: Any) -> tuple[str, ...]:
        if value is None:
            return ()
        # What stands in an address is a tuple, and may be empty in places.
        is_typed = isinstance(value, tuple)
        if not is_typed and not (isinstance(value, list) and all(isinstance(n, str) and n.strip() for n in value)):
            raise ValidationError(_("The names of the players are a list of texts."), "no-names")
        hold_to_seats(value)
        for name in value:
            if name and value.count(name) > 1:
                raise ValidationError(
                    _("“%(name)s” is there twice: each player needs a name of their own."),
                    "same-name",
                    {"name": name, "at": name},
                )
        return tuple(value)

    def validate(self, value: Any) -> None:
        pass

    def to_address(self, name: str, value: Sequence[str], notation: Notation) -> Pairs:
        return [(f"player.{seat}", player) for seat, player in enumerate(value) if player]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        return self.to_address(name, raw, notation) if isinstance(raw, tuple) else super().typed(name, raw, notation)


class MurielAsk(Ask):
    game = "muriel"
    style = "muriel/muriel.css"
    wording: ClassVar[ModuleType] = wording
    house_class = rules.House
    house_rules = (
        HouseRule(
            "next_lead",
            "next-lead",
            gettext_lazy("Who leads the next trick and takes the strays"),
            {
                "left": gettext_lazy("the player on the left of the one who led"),
                "taker": gettext_lazy("whoever took the claims"),
            },
        ),
    )

    def pack(self, house: rules.House) -> Pack:
        return rules.PACK

    def say(self, reason: Reason) -> str:
        return wording.say(reason, self.who)

    def refusal(self, refused: Refused) -> str:
        return wording.refusal(refused, self.notation, self.who)

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they were filled in by seat or place, empty where there is none, for all nine."""
        filled = getattr(self, "cleaned_data", {}).get("players") or self.data.get("players")
        names = filled if isinstance(filled, tuple) else ()
        return (*names, *[""] * (rules.SEATS - len(names)))

    unnamed = staticmethod(wording.player)

    def who(self, at: int) -> str:
        """What a player is called."""
        return self.names[at] or self.unnamed(at)

    def at_large(self, name: str) -> str:
        """What is wrong with a field as a whole, not with one of its parts."""
        return dict(self.faults()).get(name, "") if self.is_bound else ""

    def href(self, **changed: Any) -> str:
        """This question with some fields changed."""
        return f"{reverse('tool', args=[self.game, self.name])}?{self.address(self.notation, **changed)}"


def laid(trick: rules.Trick) -> Laid:
    """The cards of a trick in order of play, each with what becomes of it: a claim with its points, a stray."""
    marks: list[Mark | None] = []
    for place, card in enumerate(trick.cards):
        if place in trick.claimed[: len(trick.claims)]:
            marks.append(Mark("claim", f"+{rules.value(card)}", _("claim")))
        elif place in trick.claimed:
            marks.append(Mark("bonus", f"+{rules.value(card)}", _("bonus claim")))
        else:
            marks.append(Mark("stray", "→", _("stray")))
    return Laid(trick.cards, tuple(marks))


class Shown(NamedTuple):
    """A card of a trick as it is drawn: with its mark, and whose it is."""

    laid: Laid
    who: str


def shown(trick: rules.Trick, whose: Sequence[str]) -> list[Shown]:
    """The cards of a trick in order of play, each to be drawn with its mark and its player."""
    row = laid(trick)
    return [Shown(Laid((card,), (mark,)), who) for card, mark, who in zip(row.cards, row.marks, whose, strict=True)]


class Item(NamedTuple):
    """A card and its points."""

    card: Card
    points: int


def itemised(cards: Sequence[Card]) -> list[Item]:
    """Each card with its points (``muriel.values``)."""
    return [Item(card, rules.value(card)) for card in cards]


class TrickAsk(MurielAsk):
    name = "trick"
    title = gettext_lazy("Who takes what?")
    intro = gettext_lazy(
        "The cards of a trick in the order in which they were played: whose the claims are, which cards are strays, and why."
    )
    action = gettext_lazy("Who takes what?")
    house_shown = ("next_lead",)
    counted_together = (("cards",),)

    cards = CardsField(
        label=gettext_lazy("Cards in order of play"),
        hint=gettext_lazy("The led card first, though it is turned up last."),
    )
    players = NamesField(label=gettext_lazy("Names in the same order"), required=False)
    players.template = "muriel/field_players.html"

    unnamed = staticmethod(wording.player_of_card)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        cards, names = asked["cards"], asked["players"]
        trick = rules.resolve(cards, house)
        if names and (len(names) < len(cards) or any(names[len(cards) :])):
            count = max(place for place, name in enumerate(names, 1) if name)
            raise Refused("players", "names-for-cards", names=count, cards=len(cards))
        taker = names[trick.taker] if names else ""
        result = {
            "taker": taker or trick.taker,
            "claims": canonical(trick.claims),
            "bonus": canonical(trick.bonus),
            "strays": canonical(trick.strays),
            "points": trick.points,
        }
        return Answer(result, trick.reasons, trick)

    def headline(self) -> Headline:
        trick: rules.Trick = self.answer.shown
        return Headline("yes", wording.takes(self.who(trick.taker), trick.points))

    def places(self) -> list[tuple[str, str]]:
        """For each card a trick may hold, what it is called and the name of its player as it was filled in."""
        return [(wording.card_number(place), name) for place, name in enumerate(self.names)]

    def trick(self) -> list[Shown]:
        """The trick, each card with its player."""
        trick: rules.Trick = self.answer.shown
        return shown(trick, [self.names[place] or wording.short_number(place) for place in range(len(trick.cards))])

    def taken(self) -> list[Item]:
        """What goes into the taker's scoring pile, card by card."""
        return itemised(self.answer.shown.taken)

    def taken_by(self) -> str:
        """Who takes them, in words."""
        return wording.pile_of(self.who(self.answer.shown.taker))

    def strays_go(self) -> str:
        """Who takes the strays, in words: on the left of the leader sits nobody that the question knows."""
        if self.house.next_lead == "taker":
            return wording.strays_to(self.who(self.answer.shown.taker))
        return wording.strays_left_of(self.who(0))

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        return [("", asked["cards"])]

    def story(self) -> list[tuple[Text, Rows]]:
        trick: rules.Trick = self.answer.shown
        leader, others = self.who(0), trick.cards[1:]
        whose = [self.say(reason) for reason in trick.reasons if reason.rule not in wording.AFTERWARDS]
        afterwards = [self.say(reason) for reason in trick.reasons if reason.rule in wording.AFTERWARDS]
        ends = [(_("Into the scoring pile"), trick.taken), (_("Into the next leader’s hand"), trick.strays)]
        followed = [(_("The others follow in turn, face up."), [("", Laid((None, *others)))])] if others else []
        return [
            (wording.leads(leader), [("", Laid((None,)))]),
            *followed,
            (" ".join([wording.turns_up(leader), *whose]), [("", laid(trick))]),
            (" ".join(afterwards), [end for end in ends if end[1]]),
        ]


@dataclass(frozen=True)
class TypedDeal:
    """The hands as they were filled in, by seat."""

    texts: tuple[str, ...]
    shuffle: bool = False
    """Whether the cards that are not there yet are to be dealt at random."""


class DealField(GroupsField):
    """Nine hands, seat by seat. In an address ``deal.0=…&deal.1=…``; ``shuffle`` deals what is missing at random."""

    template = "muriel/field_deal.html"
    schema = {
        "oneOf": [
            {"type": "string"},
            {"type": "array", "items": CardsField.schema, "minItems": rules.SEATS, "maxItems": rules.SEATS},
        ]
    }

    def from_address(self, data: QueryDict, name: str) -> Any:
        texts = {place[0]: text for place, text in numbered(data, name).items() if text and len(place) == 1}
        if not texts and "shuffle" not in data:
            return None
        return TypedDeal(tuple(texts.get(seat, "") for seat in seats_of(texts)), "shuffle" in data)

    def to_python(self, value: Any) -> tuple[tuple[Card, ...], ...]:
        if not isinstance(value, TypedDeal | list):
            return super().to_python(value)
        hands, errors = [], []
        for seat, text in enumerate(value.texts if isinstance(value, TypedDeal) else value):
            try:
                hands.append(self.read(text, f"{self.name}.{seat}"))
            except ValidationError as unreadable:
                errors += [
                    ValidationError(
                        wording.in_hand_of(wording.player(seat), error.messages[0]).replace("%", "%%"),
                        error.code,
                        error.params,
                    )
                    for error in unreadable.error_list
                ]
        if errors:
            raise ValidationError(errors)
        if isinstance(value, TypedDeal) and value.shuffle:
            return dealt_at_random(hands)
        return tuple(hands)

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return [(f"{name}.{seat}", notation.write(hand)) for seat, hand in enumerate(value) if hand]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        """The hands as they were filled in, in these letters as far as they can be read."""
        if not isinstance(raw, TypedDeal):
            return super().typed(name, raw, notation)
        return [(f"{name}.{seat}", self.rewritten(text, notation)) for seat, text in enumerate(raw.texts) if text]


def dealt_at_random(hands: Sequence[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The hands filled up from the rest of the pack."""
    rest = list(rules.PACK)
    random.shuffle(rest)
    for card in sorted((card for hand in hands for card in hand), key=lambda card: card.is_bare):
        take(card, rest)
    filled = []
    for hand in hands:
        missing = max(0, rules.DEALT - len(hand))
        filled.append((*hand, *rest[:missing]))
        del rest[:missing]
    return tuple(filled)


class TricksField(GroupsField):
    """The tricks of a hand, each in order of play; one without cards cannot be played."""

    template = "muriel/field_tricks.html"
    lists_are_exact = True


class NowField(CardsField):
    """The cards of a trick that is being played. In an address ``play`` is one more, just tapped."""

    judged = False
    template = "muriel/field_now.html"

    def from_address(self, data: QueryDict, name: str) -> Any:
        return " ".join(data.get(part, "") for part in (name, "play")).strip() or None


class RestField(ChoiceField):
    """How much is to be played at random: a ``trick`` or the ``hand``. Once done it stands in the tricks."""

    judged = False

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return []

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        return []


class SeatToFill(NamedTuple):
    """One seat of the deal as the page shows it to be filled in."""

    seat: int
    name: str
    who: str
    """The name, or what the player is called without one."""
    text: str
    error: str


class SeatShown(NamedTuple):
    """One seat at the table."""

    who: str
    tags: list[str]
    cards: list[Card]
    pile: list[Item]
    points: int


class TrickShown(NamedTuple):
    """One trick of the hand so far."""

    number: int
    cards: list[Shown]
    went: str
    href: str
    """The hand as it was before this trick."""


class HandAsk(MurielAsk):
    name = "hand"
    title = gettext_lazy("The hand, trick by trick")
    intro = gettext_lazy(
        "Deal nine hands, or let them be dealt, and play card by card: whose turn it is, the piles, the strays, the next lead."
    )
    action = gettext_lazy("Show the hand")
    house_shown = ("next_lead",)
    counted_together = (("deal",),)
    redraws = True
    letters_first = False
    acts = ("shuffle", "rest")

    deal = DealField(label=gettext_lazy("The hands as they were dealt"))
    tricks = TricksField(
        label=gettext_lazy("Tricks played"),
        required=False,
        needed=True,
        hint=gettext_lazy(
            "Whole tricks can be typed here as well, the led card first; put a / or a new line between them."
        ),
    )
    dealer = ChoiceField(
        label=gettext_lazy("Dealer"), required=True, choices=[(seat, str(seat)) for seat in range(rules.SEATS)]
    )
    now = NowField(label=gettext_lazy("The trick being played"), required=False)
    rest = RestField(choices=[("", ""), ("trick", "trick"), ("hand", "hand")])
    players = NamesField(label=gettext_lazy("Players"), required=False)
    players.judged = False

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        hand = rules.replay(asked["deal"], asked["dealer"], asked["tricks"], asked["now"], house)
        if asked["rest"]:
            hand = played_at_random(hand, asked["dealer"], asked["rest"] == "hand", house)
        table = hand.table
        result = {
            "piles": list(table.points),
            "leader": table.leader,
            "hands": [canonical(cards) for cards in table.hands],
            "over": hand.over,
        }
        return Answer(result, hand.reasons, hand)

    def clean(self) -> dict[str, Any]:
        asked = super().clean()
        if hasattr(self, "answer"):
            # A card tapped may have finished a trick: the address is to say so.
            hand: rules.Hand = self.answer.shown
            asked |= {"tricks": hand.cards, "now": hand.now}
        return asked

    @property
    def question_fields(self) -> list[BoundField]:
        """On the page the game comes first, then how it came to that; names and dealer stand with the deal."""
        return [self[name] for name in (("now", "tricks", "deal") if self.hand else ("now", "deal", "tricks"))]

    def element(self, name: str, path: str) -> str:
        if re.fullmatch(r"deal\.\d", path):
            return path
        return "deal" if name == "players" else name

    @property
    def wrong_with_deal(self) -> str:
        """What is wrong with the deal or the names that has no place in one of the rows."""
        return self.at_large("deal")

    @property
    def dealer_field(self) -> BoundField:
        return self["dealer"]

    def headline(self) -> Headline:
        hand: rules.Hand = self.answer.shown
        if hand.turn is None:
            best = max(hand.table.points)
            first = [self.who(seat) for seat, own in enumerate(hand.table.points) if own == best]
            return Headline("yes", wording.hand_over(first, best))
        return Headline("open", wording.to_play(self.who(hand.turn), len(hand.tricks) + 1, len(hand.now)))

    # What the page shows of it

    @property
    def hand(self) -> rules.Hand | None:
        """The hand, once it could be followed."""
        return self.answer.shown if hasattr(self, "answer") and not self.errors else None

    def short(self, seat: int) -> str:
        """A player where there is little room: by name, or by number."""
        return self.names[seat] or str(seat + 1)

    def placed(self) -> list[Shown]:
        """The trick being played, the led card face down."""
        hand: rules.Hand = self.answer.shown
        return [
            Shown(Laid((card if place else None,)), self.short(seat))
            for place, (card, seat) in enumerate(zip(hand.now, hand.table.order, strict=False))
        ]

    def turn(self) -> str:
        """Whose turn it is; nobody’s when the hand is over."""
        seat = self.answer.shown.turn
        return "" if seat is None else self.who(seat)

    def to_choose(self) -> list[Card]:
        """The cards of which that player plays one, the highest first; each that cannot be told from another once."""
        hand: rules.Hand = self.answer.shown
        return [] if hand.turn is None else list(dict.fromkeys(rules.by_value(hand.table.hands[hand.turn])))

    def seats(self) -> list[SeatShown]:
        """All nine seats as they are now."""
        hand: rules.Hand = self.answer.shown
        table = hand.table
        return [
            SeatShown(
                self.who(seat),
                self._tags(seat),
                rules.by_value(hand.held[seat]),
                itemised(table.piles[seat]),
                table.points[seat],
            )
            for seat in range(rules.SEATS)
        ]

    def _tags(self, seat: int) -> list[str]:
        """What there is to say of a seat at this moment."""
        hand: rules.Hand = self.answer.shown
        said = (
            (seat == hand.start.leader, _("dealer")),
            (seat == hand.table.leader, _("leads")),
            (bool(hand.now) and seat == hand.turn, _("to play")),
            (seat in hand.table.passing, _("passes")),
            (seat in hand.table.known, _("strategic known")),
        )
        return [text for holds, text in said if holds]

    def history(self) -> list[TrickShown]:
        """The tricks so far, the last one first, each with the address of the hand as it was before it."""
        hand: rules.Hand = self.answer.shown
        return [
            TrickShown(
                number,
                shown(played.trick, [self.short(seat) for seat in played.seats]),
                wording.went(self.who(played.leader), self.who(played.taker), played.trick.points),
                self.href(tricks=hand.cards[: number - 1], now=()),
            )
            for number, played in reversed(list(enumerate(hand.tricks, 1)))
        ]

    def back(self) -> str:
        """The address of the hand one card earlier; nothing where nothing has been played."""
        hand: rules.Hand = self.answer.shown
        if hand.now:
            return self.href(now=hand.now[:-1])
        return self.href(tricks=hand.cards[:-1], now=hand.cards[-1][:-1]) if hand.cards else ""

    def again(self) -> str:
        """Another random deal for the same players."""
        return self.href(deal=(), tricks=(), now=()) + "&shuffle=1"

    def to_score(self) -> str:
        """The points of this hand on a score sheet."""
        named = [(f"player.{seat}", self.who(seat)) for seat in range(rules.SEATS)]
        piles = [(f"points.0.{seat}", str(points)) for seat, points in enumerate(self.answer.shown.table.points)]
        return f"{reverse('tool', args=[self.game, ScoreAsk.name])}?{urlencode(named + piles)}"

    def typed_tricks(self) -> str:
        """The tricks as they stand in the field."""
        if self.hand:
            return " / ".join(map(self.notation.write, self.hand.cards))
        return str(self.data.get("tricks") or "")

    def typed_hands(self) -> list[SeatToFill]:
        """The seats to fill in: name, cards, and what is wrong with them."""
        read, raw = getattr(self, "cleaned_data", {}).get("deal"), self["deal"].value()
        if read is not None:
            texts = [self.notation.write(hand) for hand in read]
        else:
            texts = list(raw.texts) if isinstance(raw, TypedDeal) else []
        wrong = dict(self.faults()) if self.is_bound else {}
        names = (*self.names, *[""] * (len(texts) - len(self.names)))
        texts += [""] * (len(names) - len(texts))
        return [
            SeatToFill(seat, name, name or wording.player(seat), text, wrong.get(f"deal.{seat}", ""))
            for seat, (name, text) in enumerate(zip(names, texts, strict=True))
        ]


def played_at_random(hand: rules.Hand, dealer: int, to_the_end: bool, house: rules.House) -> rules.Hand:
    """The hand with the trick that is due played at random, or all tricks to the end."""
    tricks, table, now = list(hand.cards), hand.table, hand.now
    while table.leader is not None:
        cards = (*now, *(random.choice(table.hands[seat]) for seat in table.order[len(now) :]))
        table, now = rules.play(table, cards, house).after, ()
        tricks.append(cards)
        if not to_the_end:
            break
    return rules.replay(hand.start.hands, dealer, tricks, (), house)


@dataclass(frozen=True)
class Sheet:
    """A score sheet: as it was filled in, and the hands once they were read."""

    names: tuple[str, ...]
    """By seat; an empty seat has none."""
    rows: tuple[tuple[str, ...], ...]
    """Of each hand what stands at each seat."""
    hands: tuple[dict[str, scoring.Pile], ...] = ()

    @property
    def seats(self) -> list[tuple[int, str]]:
        """The players, each with the seat."""
        return [(seat, name) for seat, name in enumerate(self.names) if name]


class HandsField(CardsField):
    """Hands of a match: a list of ``{name: points}``, the points a number or the cards of the pile.

    An address keeps the names apart (``player.0=Ada&player.1=Bea&points.0.1=57&…``), so that correcting a name corrects
    it in every hand. Numbers and not order tell what belongs where, so empty fields need not be sent.
    """

    template = "muriel/field_hands.html"
    schema = {
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": {
                "oneOf": [{"type": "integer", "minimum": 0, "maximum": MOST_POINTS}, CardsField.schema]
            },
        },
        "example": [{"Ada": 57, "Bea": 363}],
    }

    def from_address(self, data: QueryDict, name: str) -> Any:
        players, piles = numbered(data, "player"), numbered(data, "points")
        if not players and not piles:
            return None
        filled = {place[0]: text[:40] for place, text in players.items() if text and len(place) == 1}
        rows_said = sorted({place[0] for place in piles})
        seats = seats_of(filled, (place[1] for place, text in piles.items() if text and len(place) == 2))
        rows = [tuple(piles.get((number, seat), "") for seat in seats) for number in rows_said]
        if (gone := number_in(data.get("remove", ""))) is not None:
            del rows[gone : gone + 1]
        return Sheet(tuple(filled.get(seat, "") for seat in seats), tuple(filter(any, rows)))

    def to_python(self, value: Any) -> Sheet:
        if value is None:
            raise ValidationError(REQUIRED, "required")
        return self._filled_in(value) if isinstance(value, Sheet) else self._listed(value)

    def validate(self, value: Any) -> None:
        pass

    def _filled_in(self, sheet: Sheet) -> Sheet:
        hold_to_seats(sheet.names)
        if not sheet.seats:
            raise ValidationError(_("Write the names of the players."), "no-names")
        for _seat, name in sheet.seats:
            if sheet.names.count(name) > 1:
                raise ValidationError(
                    _("“%(name)s” is there twice: each player needs a name of their own."), "same-name", {"name": name}
                )
        hands, errors = [], list[ValidationError]()
        for number, row in enumerate(sheet.rows):
            for seat, text in enumerate(row):
                if text and not sheet.names[seat]:
                    errors.append(
                        ValidationError(
                            _("Hand %(number)d: points stand at player %(seat)d, who has no name."),
                            "no-name",
                            {"number": number + self.first, "seat": seat + 1, "path": f"{self.name}.{number}"},
                        )
                    )
            hands.append({name: self._pile(row[seat] or 0, number, name, errors) for seat, name in sheet.seats})
        if errors:
            raise ValidationError(errors)
        return Sheet(sheet.names, sheet.rows, tuple(hands))

    def _listed(self, value: Any) -> Sheet:
        message = _(
            "The hands are a list; each says by name what the players scored: points, or the cards of the pile."
        )
        if not isinstance(value, list):
            raise ValidationError(message, "no-hands")
        errors = list[ValidationError]()
        for number, hand in enumerate(value):
            if not isinstance(hand, dict) or not all(name.strip() for name in hand):
                raise ValidationError(message, "no-hand", {"path": f"{self.name}.{number}"})
        hands = tuple(
            {name: self._pile(pile, number, name, errors) for name, pile in hand.items()}
            for number, hand in enumerate(value)
        )
        if errors:
            raise ValidationError(errors)
        names = tuple(dict.fromkeys(name for hand in hands for name in hand))
        rows = tuple(tuple(self._written(hand.get(name, 0)) for name in names) for hand in hands)
        return Sheet(names, rows, hands)

    def _written(self, pile: scoring.Pile) -> str:
        return str(pile) if isinstance(pile, int) else self.notation.write(pile)

    def _pile(self, value: Any, number: int, name: str, errors: list[ValidationError]) -> scoring.Pile:
        """Points, or cards; what is written in figures alone is points. What is neither is added to the errors."""
        figures = {"number": number + self.first, "name": name, "path": f"{self.name}.{number}.{name}"}
        if isinstance(value, str) and (written := POINTS.fullmatch(value)):
            value = int(written[1].replace("−", "-"))
        if isinstance(value, int) and not isinstance(value, bool):
            if abs(value) <= MOST_POINTS:
                return value
            text = _("%(name)s cannot have so many points: %(most)d at most.")
            errors.append(ValidationError(text, "too-many-points", figures | {"most": MOST_POINTS}))
            return 0
        try:
            if value is None:
                raise ValidationError(REQUIRED, "required")
            return self.read(value)
        except ValidationError as unreadable:
            culprit = (unreadable.error_list[0].params or {}) | {"at": as_written(value)[:40]}
            text = _("Hand %(number)d, %(name)s: “%(at)s” is neither points, a whole number, nor cards of a pile.")
            errors.append(ValidationError(text, "no-points", culprit | figures))
            return 0

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return self.typed(name, value, notation)

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        """The sheet as it was filled in, in these letters as far as it can be read."""
        if not isinstance(raw, Sheet):
            return super().typed(name, raw, notation)
        pairs = [(f"player.{seat}", player) for seat, player in enumerate(raw.names) if player]
        for number, row in enumerate(raw.rows):
            pairs += [
                (f"points.{number}.{seat}", text if POINTS.fullmatch(text) else self.rewritten(text, notation))
                for seat, text in enumerate(row)
                if text
            ]
        return pairs


class Cell(NamedTuple):
    """One player's pile in a row to fill in."""

    seat: int
    name: str
    text: str
    error: str


class PileShown(NamedTuple):
    """A scoring pile card by card, with its sum."""

    name: str
    items: list[Item]
    points: int


def piles_shown(row: scoring.Row) -> list[PileShown]:
    """The piles of a hand that were given as cards."""
    return [
        PileShown(name, itemised(pile), rules.points(pile))
        for name, pile in row.piles.items()
        if isinstance(pile, tuple) and pile
    ]


class ScoreAsk(MurielAsk):
    name = "score"
    title = gettext_lazy("The score")
    intro = gettext_lazy(
        "What each player scored in every hand, as points or as the cards of the pile: the match to 300."
    )
    action = gettext_lazy("Count")
    redraws = True
    scripts = ("sheet.js",)

    hands = HandsField(label=gettext_lazy("Hands played"), required=False, needed=True)

    @property
    def sheet(self) -> Sheet:
        """The sheet to go on with: the one filled in, or a blank one."""
        filled = self["hands"].value()
        if isinstance(filled, Sheet):
            return filled
        return Sheet(tuple(wording.player(seat) for seat in range(rules.SEATS)), ())

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return self.is_bound and not self.errors and self.answer.shown.winner is not None

    @property
    def wrong_with_sheet(self) -> str:
        """What is wrong with the sheet that has no place in one of its rows."""
        return self.at_large("hands")

    def rows(self) -> Iterator[list[Cell]]:
        """The rows to fill in: each hand so far and, while the match is open, an empty one."""
        sheet = self.sheet
        rows = list(sheet.rows)
        if not self.is_over:
            rows.append(("",) * len(sheet.names))
        wrong = dict(self.faults()) if self.is_bound else {}
        for number, row in enumerate(rows):
            yield [
                Cell(seat, sheet.names[seat], text, wrong.get(f"points.{number}.{seat}", ""))
                for seat, text in enumerate(row)
            ]

    def element(self, name: str, path: str) -> str:
        match path.split(".", 2):
            case ["hands", number, player] if player in self.sheet.names:
                return f"points.{number}.{self.sheet.names.index(player)}"
        return name

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        hands = asked["hands"].hands
        for number, piles in enumerate(hands):
            cards = [(f"hands.{number}.{name}", pile) for name, pile in piles.items() if isinstance(pile, tuple)]
            hold_to_pack(cards, self.pack(house))
        match = scoring.score(hands)
        return Answer({"totals": match.totals, "winner": match.winner}, match.reasons, match)

    def headline(self) -> Headline:
        match: scoring.Match = self.answer.shown
        if match.winner is not None:
            return Headline("yes", _("%(name)s wins the match") % {"name": match.winner})
        return Headline("open", pgettext_lazy("verdict", "The match is open"))

    def piles(self) -> list[tuple[int, list[PileShown]]]:
        """Of each hand in which piles were given as cards its number and those piles."""
        match: scoring.Match = self.answer.shown
        return [(number, piles) for number, row in enumerate(match.rows, 1) if (piles := piles_shown(row))]

    def rematch(self) -> str:
        """A new sheet for the same players."""
        return self.href(hands=Sheet(self.cleaned_data["hands"].names, ()))


ASKS: tuple[type[Ask], ...] = (TrickAsk, HandAsk, ScoreAsk)
