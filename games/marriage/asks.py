"""The questions Marriage answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from types import ModuleType
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.asks import Answer, Ask, Headline
from games.cards import JOKER, Card, Pack, Rank
from games.fields import REQUIRED, AskField, CardField, CardsField, ChoiceField, GroupsField, Pairs, as_written
from games.house import HouseRule, Text
from games.marriage import rules, scoring, wording
from games.notation import Notation, canonical
from games.rulings import Reason
from games.words import signed

TIPLU = gettext_lazy("The tiplu")
HAND = gettext_lazy("Cards in hand")
IF_KNOWN = gettext_lazy("The tiplu, if it is known")
SEATS = rules.PLAYERS[-1]
LONGEST_NAME = 40
"""Of a player in an address, in characters."""
MOST_POINTS = 99_999
"""More than any round can hold; what is above is a slip of the finger."""


class UnseenMaalField(ChoiceField):
    """What becomes of an unseen player's maal; two answers at once are refused by name."""

    def from_address(self, data: QueryDict, name: str) -> Any:
        said = list(dict.fromkeys(data.getlist(name)))
        return said if len(said) > 1 else super().from_address(data, name)

    def to_python(self, value: Any) -> Any:
        if "murder" in str(value) and "kidnap" in str(value):
            raise ValidationError(
                wording.murder_with_kidnap(),
                "murder-with-kidnap",
                {"at": ", ".join(value) if isinstance(value, list) else str(value)},
            )
        return super().to_python(value)

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        return [(name, each) for each in raw] if isinstance(raw, list) else super().typed(name, raw, notation)


class NameField(AskField):
    """One of the players of the round, or nobody: by name in a question, by seat in an address."""

    template = "marriage/field_name.html"

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, initial="", **options)

    def to_python(self, value: Any) -> str:
        if value is None:
            return ""
        if not isinstance(value, str):
            raise ValidationError(_("The name of a player stands here."), "no-name", {"at": as_written(value)})
        return value.strip()

    def from_address(self, data: QueryDict, name: str) -> Any:
        said = data.get(name, "")
        return data.get(f"player.{said}", said).strip()[:LONGEST_NAME] or None

    def to_address(self, name: str, value: str, notation: Notation) -> Pairs:
        return [(name, value)] if value else []


HOUSE_RULES = (
    HouseRule(
        "jokers",
        "putali",
        gettext_lazy("Three printed jokers are in the pack"),
        hint=gettext_lazy("Each is wild and scores as a putali."),
    ),
    HouseRule(
        "alter",
        "variant-alter",
        gettext_lazy("Alter cards score"),
        hint=gettext_lazy("The card of the tiplu’s rank and colour: 5, 15 or 25 points."),
    ),
    HouseRule(
        "main_card",
        "variant-main-card",
        gettext_lazy("A main card is in the pack"),
        hint=gettext_lazy("One more printed joker (X), wild and worth 5."),
    ),
    HouseRule(
        "unseen_maal",
        "unseen-maal",
        gettext_lazy("The maal of whoever has not shown primary sets"),
        {
            "counts": gettext_lazy("counts like anybody’s"),
            "murder": gettext_lazy("Murder: is void"),
            "kidnap": gettext_lazy("Kidnap: goes to the winner"),
        },
        hint=gettext_lazy("Murder and Kidnap exclude each other."),
        make=UnseenMaalField,
    ),
    HouseRule(
        "tunnel_pachaunu",
        "variant-tunnel-pachaunu",
        gettext_lazy("Tunnel Pachaunu"),
        hint=gettext_lazy("The tunnels of unseen players score nothing. Murder includes it."),
    ),
    HouseRule(
        "maal_pachaunu",
        "variant-maal-pachaunu",
        gettext_lazy("Maal Pachaunu"),
        hint=gettext_lazy("The maal cards of unseen players score nothing. Murder includes it."),
    ),
    HouseRule(
        "dublee_bonus",
        "dublee-bonus",
        gettext_lazy("Who wins with dublees gets from each other player"),
        {
            5: gettext_lazy("5 more"),
            7: gettext_lazy("7 more"),
            0: gettext_lazy("nothing more"),
        },
    ),
    HouseRule(
        "better",
        "variant-better",
        gettext_lazy("Better"),
        hint=gettext_lazy("Every result of the round is doubled."),
    ),
    HouseRule(
        "dublee_better",
        "variant-dublee",
        gettext_lazy("Dublee game"),
        hint=gettext_lazy("As soon as a player shows seven dublees, the round counts as Better; it doubles once only."),
    ),
    HouseRule(
        "dhoos",
        "variant-dhoos",
        gettext_lazy("Dhoos from the game before is owed by"),
        hint=gettext_lazy("15 to the winner of this round, and nothing if they win it themselves."),
        make=NameField,
    ),
)


PACK_RULES = ("jokers", "alter", "main_card")
"""The house rules that bear on what cards are and score."""


class Legend(NamedTuple):
    """What the tiplu makes of some cards."""

    name: str
    rule: str
    cards: tuple[Card, ...]
    values: str
    """What one, two, three of them score in hand."""


IN_ORDER = (
    rules.Role.JHIPLU,
    rules.Role.TIPLU,
    rules.Role.POPLU,
    rules.Role.ALTER,
    rules.Role.ORDINARY_JOKER,
    rules.Role.PUTALI,
)
"""As they are drawn: the tiplu between its neighbours."""


class MarriageAsk(Ask):
    game = "marriage"
    wording: ClassVar[ModuleType] = wording
    house_class = rules.House
    house_rules = HOUSE_RULES
    style = "marriage/marriage.css"

    def pack(self, house: rules.House) -> Pack:
        return rules.pack(house)

    @property
    def picker_pack(self) -> Pack:
        """With jokers always: who taps one where none is in the pack is told which switch brings it in."""
        house = getattr(self, "house", None) or rules.STANDARD
        return rules.pack(replace(house, jokers=True))

    @property
    def legend(self) -> list[Legend]:
        """The wild cards of the tiplu asked about, by what they are; nothing before it is known."""
        tiplu = self.cleaned_data.get("tiplu")
        if tiplu is None:
            return []
        found = rules.roles(tiplu, self.house)
        legend = [
            Legend(
                wording.role_name(role),
                role.rule,
                found[role],
                " · ".join(map(str, scoring.HAND_VALUES.get(role, (0, 0))[1:])),
            )
            for role in IN_ORDER
            if role in found and (role is not rules.Role.PUTALI or self.house.jokers)
        ]
        if self.house.main_card:
            legend.append(Legend(wording.main_card(), rules.MAIN_CARD_RULE, (JOKER,), str(scoring.MAIN_CARD)))
        return legend

    def house_pairs(self) -> Pairs:
        """Which cards are in the pack and which score, as parts of an address, for links to other tools."""
        return [(f"house.{name}", "on") for name in PACK_RULES if getattr(self.house, name)]

    def link(self, ask: str, **fields: Iterable[Card] | Card | str | None) -> str:
        """The address of another question on these cards and under these house rules."""
        pairs = [
            (
                name,
                value
                if isinstance(value, str)
                else self.notation.write([value] if isinstance(value, Card) else list(value)),
            )
            for name, value in fields.items()
            if value
        ]
        return f"{reverse('tool', args=[self.game, ask])}?{urlencode([*pairs, *self.house_pairs()])}"


class SetAsk(MarriageAsk):
    name = "set"
    title = gettext_lazy("What is this set?")
    intro = gettext_lazy("Tunnel, sequence, trial, dublee or nothing at all: what the cards are, and why.")
    action = gettext_lazy("Name it")
    house_shown = PACK_RULES
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))
    tiplu = CardField(label=IF_KNOWN, required=False)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        reading = rules.what_is(asked["cards"], asked["tiplu"], house)
        result: dict[str, object] = {
            "kind": reading.kind and str(reading.kind),
            "primary": reading.primary,
        }
        return Answer(result, reading.reasons, reading)

    def headline(self) -> Headline:
        reading: rules.Reading = self.answer.shown
        if reading.kind is None:
            return Headline("no", _("No set"))
        return Headline("yes", wording.kind_title(reading.kind))

    @property
    def standing_in(self) -> tuple[Card, ...]:
        """The wild cards that stand for others."""
        group: rules.Group | None = self.answer.shown.group
        return tuple(stand_in.card for stand_in in group.stand_ins) if group else ()

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        rows: list[tuple[Text, Sequence[Card]]] = [("", asked["cards"])]
        return rows + ([(TIPLU, [asked["tiplu"]])] if asked["tiplu"] else [])


class SetRow(NamedTuple):
    """A set of the arrangement as the page shows it."""

    name: str
    cards: tuple[Card, ...]
    standing_in: tuple[Card, ...]
    address: str


class Step(NamedTuple):
    """A card to discard or to hope for, and the question with that done."""

    cards: tuple[Card]
    address: str


class ArrangeAsk(MarriageAsk):
    name = "arrange"
    heavy = True
    title = gettext_lazy("How does my hand arrange?")
    intro = gettext_lazy(
        "21 or 22 cards: the primary sets, the arrangement, whether the hand is complete and how far it is from it."
    )
    action = gettext_lazy("Arrange")
    house_shown = PACK_RULES
    counted_together = (("hand",),)

    hand = CardsField(
        label=HAND,
        required=False,
        needed=True,
        hint=gettext_lazy("21 cards, or 22 before you discard; the sets already laid too."),
    )
    tiplu = CardField(
        label=IF_KNOWN,
        required=False,
        hint=gettext_lazy("Leave it empty before you have seen it: only pure sets count then."),
    )
    players = ChoiceField(
        label=gettext_lazy("Players at the table"),
        hint=gettext_lazy("Dublees count with four or five."),
        choices=[(number, str(number)) for number in rules.PLAYERS],
        initial=4,
    )

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        found = rules.arrange(asked["hand"], asked["tiplu"], asked["players"], house)
        result: dict[str, object] = {
            "primary": found.primary and [canonical(group.cards) for group in found.primary],
            "dublees": [canonical(group.cards) for group in found.dublees],
            "complete": found.complete,
            "sets": [canonical(group.cards) for group in found.sets],
            "discard": canonical(found.discards),
            "away": found.away,
        }
        return Answer(result, found.reasons, found)

    def headline(self) -> Headline:
        found: rules.Arrangement = self.answer.shown
        if found.complete:
            return Headline("yes", _("The hand is complete"))
        return Headline("open", wording.cards_away(found.away))

    def _rows(self, groups: Iterable[rules.Group]) -> list[SetRow]:
        tiplu = self.cleaned_data["tiplu"]
        return [
            SetRow(
                wording.kind_title(group.kind),
                group.cards,
                tuple(stand_in.card for stand_in in group.stand_ins),
                self.link(SetAsk.name, cards=group.cards, tiplu=tiplu),
            )
            for group in groups
        ]

    @property
    def by_dublees(self) -> bool:
        """Whether the arrangement shown is one of dublees."""
        found: rules.Arrangement = self.answer.shown
        return bool(found.sets) and all(group.kind is rules.Kind.DUBLEE for group in found.sets)

    def primary_rows(self) -> list[SetRow]:
        """The pure sets that the arrangement begins with, as many as there are."""
        found: rules.Arrangement = self.answer.shown
        return [] if self.by_dublees else self._rows(found.sets[: found.pure])

    def other_rows(self) -> list[SetRow]:
        found: rules.Arrangement = self.answer.shown
        return self._rows(found.sets if self.by_dublees else found.sets[found.pure :])

    def discards(self) -> list[Step]:
        """Each discard that leaves a complete hand, with the question what is left of it."""
        return [Step((card,), self._with(discard=card)) for card in self.answer.shown.discards]

    def completing(self) -> list[Step]:
        """When one away: each card that would do, with the question of the hand that has drawn it."""
        return [Step((card,), self._with(draw=card)) for card in self.answer.shown.completing]

    def _with(self, draw: Card | None = None, discard: Card | None = None) -> str:
        hand = [*self.cleaned_data["hand"], *([draw] if draw else [])]
        if discard:
            hand.remove(discard)
        if len(hand) > rules.HAND + 1:
            return ""
        players = self.cleaned_data["players"]
        return self.link(
            self.name,
            hand=hand,
            tiplu=self.cleaned_data["tiplu"],
            players=str(players) if players != self.fields["players"].initial else None,
        )

    def maal_link(self) -> str:
        """The question what these cards score; nothing before the tiplu is known."""
        tiplu = self.cleaned_data["tiplu"]
        return self.link(MaalAsk.name, tiplu=tiplu, cards=self.cleaned_data["hand"]) if tiplu else ""

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        rows: list[tuple[Text, Sequence[Card]]] = [(HAND, asked["hand"])]
        return rows + ([(TIPLU, [asked["tiplu"]])] if asked["tiplu"] else [])


class MaalAsk(MarriageAsk):
    name = "maal"
    title = gettext_lazy("What is my maal?")
    intro = gettext_lazy(
        "The tiplu, the cards in hand, the tunnels and marriages on the floor: the best count, line by line."
    )
    action = gettext_lazy("Count")
    house_shown = PACK_RULES
    counted_together = (("cards", "floor"),)

    tiplu = CardField(label=TIPLU)
    cards = CardsField(
        label=HAND,
        required=False,
        hint=gettext_lazy("All that you hold, in a set or not; what lies on the floor stands below."),
    )
    floor = GroupsField(
        label=gettext_lazy("On the floor"),
        required=False,
        hint=gettext_lazy("Tunnels shown before the first draw, and marriages laid among the primary sets; / between."),
    )

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        if "cards" in asked and "floor" in asked and not (asked["cards"] or asked["floor"]):
            self.add_error("cards", ValidationError(REQUIRED, "required"))
        return super().clean()

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        count = scoring.count_maal(asked["tiplu"], asked["cards"], asked["floor"], house)
        result: dict[str, object] = {
            "points": count.points,
            "items": [
                {"item": item.item, "cards": canonical(item.cards), "points": item.points} for item in count.items
            ],
        }
        return Answer(result, count.reasons, count)

    def headline(self) -> Headline:
        points = self.answer.shown.points
        return Headline("yes" if points else "open", wording.maal_points(points))

    def items(self) -> list[tuple[str, scoring.Item]]:
        """The lines of the count, each with its name."""
        return wording.item_lines(self.answer.shown.items)

    def sentences(self) -> list[tuple[str, str]]:
        """Why it is counted so, where there is a choice; then the items in one sentence, since the page lists them."""
        count: scoring.Maal = self.answer.shown
        first = count.reasons[:1] if count.others or not count.items else ()
        found = [(wording.say(reason), reason.rule) for reason in first]
        if count.items:
            found.append((wording.sum_of(count), count.items[0].rule))
        return found

    def ways(self) -> list[tuple[str, int]]:
        """The ways to count the hand, the best first."""
        count: scoring.Maal = self.answer.shown
        return [(wording.counted_as(way.marriages), way.points) for way in (count.best, *count.others)]

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        floor = [(gettext_lazy("On the floor"), group) for group in asked["floor"]]
        return [(TIPLU, [asked["tiplu"]]), *([(HAND, asked["cards"])] if asked["cards"] else []), *floor]


class TipluAsk(MarriageAsk):
    name = "tiplu"
    judged = False
    title = gettext_lazy("What does this tiplu make wild?")
    intro = gettext_lazy("Pick a tiplu and see its poplu, its jhiplu, the alter and the ordinary jokers.")
    action = gettext_lazy("Show")
    house_shown = ("jokers", "alter")
    scripts = ("live.js",)

    tiplu = CardField(label=TIPLU)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        tiplu = asked["tiplu"]
        found = rules.roles(tiplu, house)
        result: dict[str, object] = {"roles": {str(role): canonical(cards) for role, cards in found.items()}}
        poplu, jhiplu = found[rules.Role.POPLU][0], found[rules.Role.JHIPLU][0]
        at_ace = Rank.ACE in (tiplu.rank, poplu.rank, jhiplu.rank)
        neighbours = Reason(
            "marriage.poplu-jhiplu", "round-the-circle" if at_ace else "neighbours", poplu=poplu, jhiplu=jhiplu
        )
        ordinary = found[rules.Role.ORDINARY_JOKER]
        alter = found.get(rules.Role.ALTER, ())
        reasons = [
            neighbours,
            Reason("marriage.ordinary-jokers", "ordinary-jokers", cards=ordinary, copies=3 * len(ordinary)),
        ]
        if alter:
            reasons.append(Reason("marriage.alter", "alter-scores", cards=alter))
        else:
            twin = next(card for card in ordinary if card.colour is tiplu.colour)
            reasons.append(Reason("marriage.alter", "alter-idle", card=twin))
        if house.jokers:
            reasons.append(Reason("marriage.putali", "putali-wild"))
        if house.main_card:
            reasons.append(Reason(rules.MAIN_CARD_RULE, "main-card-wild", points=scoring.MAIN_CARD))
        return Answer(result, tuple(reasons), found)

    def headline(self) -> Headline:
        wild = rules.wild_cards(self.cleaned_data["tiplu"], self.house)
        pack = rules.pack(self.house)
        # The tiplu itself lies at the bottom of the stock.
        return Headline("open", wording.wild_count(sum(map(pack.copies, wild)) - 1))

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        found = rules.roles(asked["tiplu"], rules.House(alter=asked["house.alter"], jokers=asked["house.jokers"]))
        return [(wording.role_name(role), found[role]) for role in IN_ORDER if role in found]


# --- The round ---

STATES = ("unseen", "seen", "dublee")
"""What a seat of the form can be: what was shown by the end of the round."""


@dataclass(frozen=True)
class Seat:
    """One row of the form, as it was filled in."""

    number: int
    name: str = ""
    maal: str = ""
    state: str = ""
    tunnels: str = ""
    winner: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.name or self.maal or self.tunnels or self.winner)


class Round:
    """The seats as they were filled in, and the players read from them."""

    def __init__(self, seats: Sequence[Seat], players: Sequence[scoring.Player] = ()) -> None:
        self.seats = tuple(seats)
        self.players = tuple(players)


class PlayersField(AskField):
    """The players of a round: a list of objects; in an address, numbered fields for each seat and the winner’s seat.

    An address keeps ``player.0``, ``shown.0`` (unseen, seen, dublee), ``maal.0``, ``floor.0``, … and ``winner``; a row
    in which nothing is written is no player.
    """

    template = "marriage/field_players.html"
    schema = {
        "type": "array",
        "minItems": rules.PLAYERS[0],
        "maxItems": rules.PLAYERS[-1],
        "items": {
            "type": "object",
            "required": ["name", "maal", "seen"],
            "properties": {
                "name": {"type": "string"},
                "maal": {"oneOf": [{"type": "integer", "minimum": 0, "maximum": MOST_POINTS}, CardsField.schema]},
                "seen": {"type": "boolean"},
                "dublee": {"type": "boolean", "default": False},
                "winner": {"type": "boolean", "default": False},
                "tunnels": {"type": "integer", "minimum": 0, "maximum": MOST_POINTS, "default": 0},
            },
            "additionalProperties": False,
        },
    }

    def from_address(self, data: QueryDict, name: str) -> Any:
        numbers = {
            int(found[2])
            for key in data
            if (found := re.fullmatch(r"(player|maal|floor)\.(\d{1,2})", key)) and data.get(key, "").strip()
        }
        winners = {int(seat) for seat in data.getlist("winner") if re.fullmatch(r"\d{1,2}", seat)}
        if not numbers and not winners:
            return None
        seats = [
            Seat(
                number,
                data.get(f"player.{number}", "").strip()[:LONGEST_NAME],
                data.get(f"maal.{number}", "").strip(),
                data.get(f"shown.{number}", ""),
                data.get(f"floor.{number}", "").strip(),
                number in winners,
            )
            for number in sorted(numbers | winners)
        ]
        return Round(seats)

    def to_python(self, value: Any) -> Round:
        if isinstance(value, Round):
            return Round(value.seats, [self._seated(seat, place) for place, seat in enumerate(value.seats)])
        if value is None:
            raise ValidationError(self.error_messages["required"], "required")
        if not isinstance(value, list):
            raise ValidationError(
                _("The players are a list, each of them an object with name, maal and seen."), "no-list"
            )
        players = [self._player(entry, f"{self.name}.{place}") for place, entry in enumerate(value)]
        return Round([], players)

    def validate(self, value: Any) -> None:
        pass

    def _seated(self, seat: Seat, place: int) -> scoring.Player:
        """A player from a row of the form, where a blank maal is none."""
        path = f"{self.name}.{place}"
        state = seat.state or ("seen" if seat.winner else "")
        if state not in STATES:
            raise ValidationError(
                _("%(name)s: say whether the primary sets were shown."),
                "no-state",
                {"name": seat.name or _("Player %(number)d") % {"number": seat.number + 1}, "path": f"{path}.seen"},
            )
        return scoring.Player(
            seat.name,
            self._maal(seat.maal or "0", seat.name, f"{path}.maal"),
            state != "unseen",
            state == "dublee",
            seat.winner,
            self._points(seat.tunnels or "0", seat.name, f"{path}.tunnels"),
        )

    def _player(self, entry: Any, path: str) -> scoring.Player:
        """A player as JSON has it."""
        if not isinstance(entry, Mapping):
            raise ValidationError(_("A player is an object with name, maal and seen."), "no-object", {"path": path})
        known = self.schema["items"]["properties"]
        for key in entry:
            if key not in known:
                raise ValidationError(
                    _("“%(at)s” is not known of a player. Known: %(known)s."),
                    "unknown-field",
                    {"at": str(key), "known": ", ".join(known), "path": f"{path}.{key}"},
                )
        for key in self.schema["items"]["required"]:
            if key not in entry:
                raise ValidationError(_("A player needs %(key)s."), "required", {"key": key, "path": f"{path}.{key}"})
        name = entry["name"]
        if not isinstance(name, str):
            raise ValidationError(_("The name of a player stands here."), "no-name", {"path": f"{path}.name"})
        for key in ("seen", "dublee", "winner"):
            if not isinstance(entry.get(key, False), bool):
                raise ValidationError(
                    _("Only true or false can stand here."),
                    "no-switch",
                    {"at": as_written(entry[key]), "path": f"{path}.{key}"},
                )
        return scoring.Player(
            name.strip(),
            self._maal(entry["maal"], name, f"{path}.maal"),
            entry["seen"],
            entry.get("dublee", False),
            entry.get("winner", False),
            self._points(entry.get("tunnels", 0), name, f"{path}.tunnels"),
        )

    def _maal(self, value: Any, name: str, path: str) -> int | tuple[Card, ...]:
        """Points, or cards. What is written in figures alone is points."""
        if isinstance(value, list) or (isinstance(value, str) and not re.fullmatch(r"\s*[-−+]?\d+\s*", value)):
            cards = CardsField()
            cards.notation = self.notation
            try:
                found = cards.read(value, path)
            except ValidationError as unreadable:
                first = unreadable.error_list[0]
                raise ValidationError(
                    _("The maal of %(name)s is neither a number nor cards: “%(at)s”. %(letters)s"),
                    "unknown-card",
                    {"at": as_written(value)[:40], "letters": ""} | (first.params or {}) | {"name": name, "path": path},
                ) from None
            if not found:
                raise ValidationError(REQUIRED, "required", {"path": path})
            return found
        return self._points(value, name, path)

    def _points(self, value: Any, name: str, path: str) -> int:
        if isinstance(value, str) and re.fullmatch(r"\s*[-−+]?\d{1,9}\s*", value):
            value = int(value.replace("−", "-"))
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValidationError(
                _("The points of %(name)s are a whole number, not “%(at)s”."),
                "no-points",
                {"at": as_written(value)[:40], "name": name, "path": path},
            )
        if abs(value) > MOST_POINTS:
            raise ValidationError(
                _("%(name)s cannot have so many points: %(most)d at most."),
                "too-many-points",
                {"most": MOST_POINTS, "name": name, "path": path},
            )
        return value

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        pairs: Pairs = []
        for seat in raw.seats if isinstance(raw, Round) else ():
            maal = self.notation.rewritten(seat.maal, notation)
            filled = {"player": seat.name, "shown": seat.state, "maal": maal, "floor": seat.tunnels}
            pairs += [(f"{part}.{seat.number}", text) for part, text in filled.items() if text]
            pairs += [("winner", str(seat.number))] if seat.winner else []
        return pairs

    def to_address(self, name: str, value: Round, notation: Notation) -> Pairs:
        pairs: Pairs = []
        numbers = [seat.number for seat in value.seats] or range(len(value.players))
        for number, player in zip(numbers, value.players, strict=True):
            state = "dublee" if player.dublee else "seen" if player.seen else "unseen"
            pairs += [(f"player.{number}", player.name), (f"shown.{number}", state)]
            if player.maal:
                pairs.append(
                    (
                        f"maal.{number}",
                        str(player.maal) if isinstance(player.maal, int) else notation.write(player.maal),
                    )
                )
            if player.tunnels:
                pairs.append((f"floor.{number}", str(player.tunnels)))
            if player.winner:
                pairs.append(("winner", str(number)))
        return pairs


class ValueField(AskField):
    """What one point is worth: a number above zero, with a point or a comma."""

    judged = False
    least, below = Decimal("0.000001"), 1_000_000

    schema = {"oneOf": [{"type": "number"}, {"type": "string"}], "example": "0.05"}

    def to_python(self, value: Any) -> Decimal | None:
        if value is None or value == "":
            return None
        try:
            number = Decimal(str(value).strip().replace(",", "."))
        except InvalidOperation:
            number = Decimal(0)
        if isinstance(value, bool) or not number.is_finite() or not self.least <= number < self.below:
            raise ValidationError(
                _("“%(at)s” is not the worth of a point: write a number above zero."),
                "no-value",
                {"at": as_written(value)[:40]},
            )
        return number

    def to_address(self, name: str, value: Decimal | None, notation: Notation) -> Pairs:
        return [(name, f"{value:f}")] if value else []


class ResultRow(NamedTuple):
    """A player's result as the page shows it."""

    seat: int
    result: scoring.Result
    entries: list[tuple[str, str, int]]
    """What each entry is called, how it comes about, and its points."""
    lines: list[tuple[str, scoring.Item]]
    """The items of the maal, where it was given as cards."""
    money: Decimal | None
    """What the points are worth, without the sign."""


class SettleAsk(MarriageAsk):
    name = "settle"
    title = gettext_lazy("Who pays whom?")
    intro = gettext_lazy(
        "Who won, who has seen, what each one’s maal is: every result line by line, and what passes between the players."
    )
    action = gettext_lazy("Settle the round")
    house_shown = tuple(rule.name for rule in HOUSE_RULES)
    house_open = True
    scripts = ("live.js",)

    players = PlayersField(
        label=gettext_lazy("Players"),
        hint=gettext_lazy(
            "Two to five; a row in which nothing is written is no player. Seen: has shown three pure sets, or seven "
            "dublees; unseen: has shown nothing."
        ),
    )
    tiplu = CardField(
        label=TIPLU, required=False, hint=gettext_lazy("Needed where a maal is given as cards, not as a number.")
    )
    value = ValueField(
        label=gettext_lazy("Value of a point"),
        required=False,
        hint=gettext_lazy("If you play for money or chips: 0.05, or 10."),
    )

    @property
    def round(self) -> Round:
        """The round to go on with: what was filled in, or a blank one for four; always a free row up to five."""
        filled = self["players"].value()
        if isinstance(filled, Round):
            seats = {seat.number: seat for seat in filled.seats}
            rows = max([*seats, *range(rules.PLAYERS[0])]) + 2
            shown = [seats.get(number, Seat(number)) for number in range(min(SEATS, rows))]
            return Round([*shown, *(seat for number, seat in seats.items() if number >= SEATS)])
        names = [_("Player %(number)d") % {"number": number + 1} for number in range(4)]
        return Round([*(Seat(number, name) for number, name in enumerate(names)), Seat(4)])

    states: ClassVar[tuple[tuple[str, Text], ...]] = (
        ("unseen", pgettext_lazy("primary sets", "Unseen")),
        ("seen", pgettext_lazy("primary sets", "Seen")),
        ("dublee", pgettext_lazy("primary sets", "Dublees")),
    )

    @property
    def names(self) -> list[tuple[int, str]]:
        """The names to choose from, each with its seat."""
        return [(seat.number, seat.name) for seat in self.round.seats if seat.name]

    def points_of(self, number: int) -> int | None:
        """The result of a seat, once there is one."""
        if not hasattr(self, "answer"):
            return None
        return next((row.result.points for row in self.results if row.seat == number), None)

    def rows(self) -> list[tuple[Seat, int | None]]:
        """The seats to fill in, each with its result, once there is one."""
        return [(seat, self.points_of(seat.number)) for seat in self.round.seats]

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        pack = self.pack(house)
        players = [
            player
            if isinstance(player.maal, int)
            else replace(player, maal=tuple(pack.face(card) for card in player.maal))
            for player in asked["players"].players
        ]
        settled = scoring.settle(players, house, asked["tiplu"])
        result: dict[str, object] = {
            "results": settled.points,
            "pays": [_payment(payment) for payment in settled.pays],
        }
        return Answer(result, settled.reasons, settled)

    def headline(self) -> Headline:
        return Headline(
            "yes", " · ".join(f"{name} {signed(points)}" for name, points in self.answer.shown.points.items())
        )

    @cached_property
    def results(self) -> list[ResultRow]:
        settled: scoring.Settlement = self.answer.shown
        asked: Round = self.cleaned_data["players"]
        seats = [seat.number for seat in asked.seats] or range(len(asked.players))
        total = sum(result.maal for result in settled.results)
        value = self.cleaned_data["value"]
        return [
            ResultRow(
                number,
                result,
                wording.entry_lines(result, len(settled.results), total),
                wording.item_lines(result.count.items) if result.count else [],
                value and abs(result.points) * value,
            )
            for number, result in zip(seats, settled.results, strict=True)
        ]

    def matrix(self) -> list[tuple[str, list[int | None], int]]:
        """For each player what they pay each other one (None to themselves), and what in all."""
        settled: scoring.Settlement = self.answer.shown
        owed = {(pay.payer, pay.payee): pay.points for pay in settled.pays}
        names = list(settled.points)
        return [
            (payer, [None if payee == payer else owed.get((payer, payee), 0) for payee in names],
             sum(pay.points for pay in settled.pays if pay.payer == payer))
            for payer in names
        ]  # fmt: skip

    def fewest(self) -> list[tuple[scoring.Payment, Decimal | None]]:
        """The fewest payments that settle the round, each with its worth where a point has one."""
        value = self.cleaned_data["value"]
        return [(payment, value and payment.points * value) for payment in self.answer.shown.fewest_payments()]


def _payment(payment: scoring.Payment) -> dict[str, object]:
    return {"from": payment.payer, "to": payment.payee, "points": payment.points}


ASKS: tuple[type[Ask], ...] = (ArrangeAsk, SetAsk, MaalAsk, SettleAsk, TipluAsk)
