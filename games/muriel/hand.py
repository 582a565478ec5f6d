"""A hand of Muriel, dealt and played trick by trick."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Headline, Rows, Step
from games.cards import Card, take
from games.fields import CardsField, ChoiceField, GroupsField, Pairs
from games.muriel import rules, wording
from games.muriel.game import Item, MurielAsk, Shown, itemised, laid, shown
from games.muriel.sheet import ScoreAsk
from games.notation import Notation, canonical
from games.sheets.field import numbered
from games.sheets.names import NamesField, seats_of
from games.table import Laid

TRICKS = range(1, len(rules.PACK) + 1)
"""By number all that a hand may have."""


@dataclass(frozen=True)
class TypedDeal:
    """The hands as they were filled in, by seat."""

    texts: tuple[str, ...]
    shuffle: bool = False
    """Whether the cards that are not there yet are to be dealt at random."""


class DealField(GroupsField):
    """Nine hands, seat by seat. In an address ``deal.0=…&deal.1=…``; ``shuffle`` deals what is missing at random."""

    template_name = "muriel/field_deal.html"
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
        return TypedDeal(tuple(texts.get(seat, "") for seat in seats_of(rules.SEATS, texts)), "shuffle" in data)

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

    template_name = "muriel/field_tricks.html"
    lists_are_exact = True


class NowField(CardsField):
    """The cards of a trick that is being played. In an address ``play`` is one more, just tapped."""

    judged = False
    template_name = "muriel/field_now.html"

    def from_address(self, data: QueryDict, name: str) -> Any:
        return " ".join(data.get(part, "") for part in (name, "play")).strip() or None


class ActField(ChoiceField):
    """What is to be done with the hand: once done, it stands in the tricks."""

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


class HandAsk(MurielAsk[rules.Hand]):
    name = "hand"
    title = gettext_lazy("The hand, trick by trick")
    intro = gettext_lazy("Play a whole hand card by card: whose turn it is, the piles, the strays.")
    action = gettext_lazy("Show the hand")
    counted_together = (("deal",),)
    redraws = True
    letters_below = False
    styles = (*MurielAsk.styles, "muriel/hand.css")
    acts = ("shuffle", "rest", "back")
    is_drawn = False  # nine hands stand on the page already

    deal = DealField(label=gettext_lazy("The hands as they were dealt"))
    tricks = TricksField(
        label=gettext_lazy("Tricks played"),
        required=False,
        needed=True,
        help_text=gettext_lazy(
            "You can also type whole tricks here, the led card first, with a / or a new line between them."
        ),
    )
    dealer = ChoiceField(
        label=gettext_lazy("Dealer"), required=True, choices=[(seat, str(seat)) for seat in range(rules.SEATS)]
    )
    now = NowField(label=gettext_lazy("The trick being played"), required=False)
    rest = ActField(choices=[("", ""), ("trick", "trick"), ("hand", "hand")])
    """How much is to be played at random."""
    back = ActField(choices=[("", ""), ("card", "card"), *((number, str(number)) for number in TRICKS)])
    """What is to be taken back: the last card, or the trick of this number with all that followed it."""
    players = NamesField(seats=rules.SEATS, label=gettext_lazy("Players"), required=False)
    players.judged = False

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Hand:
        hand = rules.replay(asked["deal"], asked["dealer"], asked["tricks"], asked["now"], house)
        if asked["back"]:
            tricks, now = taken_back(hand, asked["back"])
            hand = rules.replay(hand.start.hands, asked["dealer"], tricks, now, house)
        if asked["rest"]:
            hand = played_at_random(hand, asked["dealer"], asked["rest"] == "hand", house)
        return hand

    def result(self) -> dict[str, object]:
        table = self.verdict.table
        return {
            "piles": list(table.points),
            "leader": table.leader,
            "hands": [canonical(cards) for cards in table.hands],
            "over": self.verdict.over,
        }

    def clean(self) -> dict[str, Any]:
        asked = super().clean()
        if hasattr(self, "verdict"):
            # A card tapped may have finished a trick: the address is to say so.
            hand = self.verdict
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
        hand = self.verdict
        if hand.turn is None:
            best = max(hand.table.points)
            first = [self.who(seat) for seat, own in enumerate(hand.table.points) if own == best]
            return Headline("yes", wording.hand_over(first, best))
        return Headline("open", wording.to_play(self.who(hand.turn), len(hand.tricks) + 1, len(hand.now)))

    def picture(self) -> Rows:
        """The trick being played, and the cards of the player whose turn it is; of players without names nothing."""
        if not any(self.names):
            return []
        hand = self.verdict
        led, *others = hand.now or (None,)
        lies = [(gettext_lazy("The trick being played"), Laid((None, *others)))] if led else []
        holds = [] if hand.turn is None else [(self.who(hand.turn), Laid(tuple(rules.by_value(hand.held[hand.turn]))))]
        return [*lies, *holds]

    def story(self) -> list[Step]:
        hand = self.verdict
        steps = [self.step(rules.standing(hand.start, (), (), self.house))]
        for number, played in enumerate(hand.tricks, 1):
            follows = rules.standing(hand.start, hand.tricks[:number], (), self.house)
            went = wording.went(self.who(played.leader), self.who(played.taker), played.trick.points)
            step = self.step(follows, [("", laid(played.trick))], went)
            steps.append(step._replace(rules=[played.trick.reasons[0].rule, *step.rules]))
        if hand.now:
            steps.append(self.step(hand.reasons, [("", Laid((None, *hand.now[1:])))]))
        return steps

    # What the page shows of it

    @property
    def hand(self) -> rules.Hand | None:
        """The hand, once it could be followed."""
        return self.verdict if hasattr(self, "verdict") and not self.errors else None

    def short(self, seat: int) -> str:
        """A player where there is little room: by name, or by number."""
        return self.names[seat] or str(seat + 1)

    def placed(self) -> list[Shown]:
        """The trick being played, the led card face down."""
        hand = self.verdict
        return [
            Shown(Laid((card if place else None,)), self.short(seat))
            for place, (card, seat) in enumerate(zip(hand.now, hand.table.order, strict=False))
        ]

    def turn(self) -> str:
        """Whose turn it is; nobody’s when the hand is over."""
        seat = self.verdict.turn
        return "" if seat is None else self.who(seat)

    def to_choose(self) -> list[Card]:
        """The cards of which that player plays one, the highest first; each that cannot be told from another once."""
        hand = self.verdict
        return [] if hand.turn is None else list(dict.fromkeys(rules.by_value(hand.table.hands[hand.turn])))

    def seats(self) -> list[SeatShown]:
        """All nine seats as they are now."""
        hand = self.verdict
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
        hand = self.verdict
        said = (
            (seat == hand.start.leader, _("dealer")),
            (seat == hand.table.leader, _("leads")),
            (bool(hand.now) and seat == hand.turn, _("to play")),
            (seat in hand.table.passing, _("passes")),
            (seat in hand.table.known, _("strategic known")),
        )
        return [text for holds, text in said if holds]

    def history(self) -> list[TrickShown]:
        """The tricks so far, the last one first."""
        hand = self.verdict
        return [
            TrickShown(
                number,
                shown(played.trick, [self.short(seat) for seat in played.seats]),
                wording.went(self.who(played.leader), self.who(played.taker), played.trick.points),
            )
            for number, played in reversed(list(enumerate(hand.tricks, 1)))
        ]

    @property
    def has_begun(self) -> bool:
        """Whether a card has been played that can be taken back."""
        return bool(self.verdict.now or self.verdict.tricks)

    def again(self) -> str:
        """Another random deal for the same players."""
        return self.link(deal=(), tricks=(), now=()) + "&shuffle=1"

    def to_score(self) -> str:
        """The points of this hand on a score sheet."""
        named = [(f"player.{seat}", self.who(seat)) for seat in range(rules.SEATS)]
        piles = [(f"points.0.{seat}", str(points)) for seat, points in enumerate(self.verdict.table.points)]
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


def taken_back(hand: rules.Hand, what: str | int) -> tuple[tuple[rules.Cards, ...], rules.Cards]:
    """The tricks and the cards of the one that follows, without the last card or from the trick of this number on."""
    cards = hand.cards
    if isinstance(what, int):
        return (cards[: what - 1], ()) if what <= len(cards) else (cards, hand.now)
    if hand.now or not cards:
        return cards, hand.now[:-1]
    return cards[:-1], cards[-1][:-1]


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
