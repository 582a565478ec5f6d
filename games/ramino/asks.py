"""The questions Ramino answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.arranging.deadwood import Help
from games.arranging.melds import LayOff
from games.asks import HOUSE, Answer, Ask, Headline, hold_to_pack
from games.cards import Card, Pack
from games.fields import AskField, CardsField, ChoiceField, GroupsField, Pairs, as_written, number_in
from games.house import HouseRule, Text
from games.notation import Notation, canonical
from games.ramino import rules, scoring, wording
from games.ramino.scoring import Aim, Deal, Goal
from games.rulings import Refused

HAND = gettext_lazy("Cards in hand")
TABLE = gettext_lazy("Melds on the table")
MOST_NEAR = 6
"""The most cards that would help which a page draws."""


class RaminoAsk(Ask):
    game = "ramino"
    wording: ClassVar[ModuleType] = wording
    house_class = rules.House
    house_rules = (
        HouseRule(
            "lay_off",
            "lay-off",
            gettext_lazy("Cards may be laid off onto"),
            {
                "own": gettext_lazy("one’s own melds of earlier turns only"),
                "any": gettext_lazy("any meld on the table"),
            },
        ),
        HouseRule(
            "no_return",
            "no-return",
            gettext_lazy("A card taken from the discard pile may not be discarded in the same turn"),
        ),
        HouseRule(
            "pack",
            "players",
            gettext_lazy("Packs"),
            {
                "one": gettext_lazy("one, without jokers"),
                "two": gettext_lazy("two, without jokers"),
                "two-jokers": gettext_lazy("two with four jokers"),
            },
        ),
        HouseRule(
            "ace",
            "ace",
            gettext_lazy("Aces"),
            {
                "low": gettext_lazy("low only"),
                "both": gettext_lazy("low or high"),
            },
        ),
        HouseRule(
            "at_once",
            "deal-score",
            gettext_lazy("Going out in a single turn scores double"),
            hint=gettext_lazy("In a single turn: without having laid down or laid off anything before."),
        ),
    )
    pack_rules = ("pack",)

    def pack(self, house: rules.House) -> Pack:
        return house.cards

    def href(self, ask: type[Ask] | None = None, **changed: Any) -> str:
        """This question with some fields changed, or another question of the same fields, one tap away."""
        return f"{reverse('tool', args=[self.game, (ask or self).name])}?{self.address(self.notation, **changed)}"


class Step(NamedTuple):
    """A card that would change the answer, and the address of the question with that change."""

    card: Card
    cards: tuple[Card, ...]
    """What the card would stand in, or what it would leave."""
    href: str


class MeldAsk(RaminoAsk):
    name = "meld"
    title = gettext_lazy("Is this a meld?")
    intro = gettext_lazy("Some cards: a set, a run, or neither, and what is wrong with them.")
    action = gettext_lazy("Is it a meld?")
    house_shown = ("pack", "ace")
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        reading = rules.judge_meld(asked["cards"], house)
        kind = reading.meld.kind
        return Answer({"kind": kind and kind.value}, reading.reasons, reading)

    def headline(self) -> Headline:
        meld = self.answer.shown.meld
        if not meld:
            return Headline("no", pgettext("verdict", "No meld"))
        return Headline("yes", wording.meld_name(meld))

    def completing(self) -> list[Step]:
        """The cards each of which would make the cards a meld."""
        cards: tuple[Card, ...] = self.cleaned_data["cards"]
        return [Step(card, (*cards, card), self.href(cards=(*cards, card))) for card in self.answer.shown.completed_by]

    def leaving(self) -> list[Step]:
        """The cards without each of which the rest is a meld."""
        cards: tuple[Card, ...] = self.cleaned_data["cards"]
        found = []
        for card in self.answer.shown.without:
            rest = rules.without(cards, card)
            found.append(Step(card, rest, self.href(cards=rest)))
        return found

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        return [("", asked["cards"])]


class NearMiss(NamedTuple):
    """A card that would help a hand, in words and one tap away."""

    help: Help
    text: str
    href: str
    """The hand with the card in it."""


class ArrangeAsk(RaminoAsk):
    name = "arrange"
    title = gettext_lazy("The best arrangement")
    intro = gettext_lazy("Enter your hand to see which melds leave the fewest points over, and which cards would help.")
    action = gettext_lazy("Arrange my hand")
    house_shown = ("pack", "ace")
    counted_together = (("hand",),)
    heavy = True

    hand = CardsField(label=HAND, required=False, needed=True)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        best = rules.arrange(asked["hand"], house)
        result = {
            "melds": [canonical(meld) for meld in best.melds],
            "deadwood": canonical(best.deadwood),
            "points": best.points,
        }
        return Answer(result, best.reasons, best)

    def headline(self) -> Headline:
        best: rules.Arranged = self.answer.shown
        if not best.items:
            return Headline("yes", pgettext("verdict", "Nothing is left over"))
        if best.outs:
            return Headline("yes", wording.discard_headline(best.outs))
        text = ngettext("%(count)d point is left over", "%(count)d points are left over", best.points)
        return Headline("open", text % {"count": best.points})

    def near(self) -> list[NearMiss]:
        """Some cards that would leave fewer points, the most helpful first, each with the hand it would make."""
        hand: tuple[Card, ...] = self.cleaned_data["hand"]
        return [
            NearMiss(help, wording.near_miss(help), self.href(hand=(*hand, help.card)))
            for help in rules.near_misses(hand, self.house)[:MOST_NEAR]
        ]

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        return [(HAND, asked["hand"])]


@dataclass(frozen=True)
class Whose:
    """Which melds of a table are the player's own from earlier turns, said as those that are or as those that are not.

    The page ticks those that are not, so that a meld added to the table is the player's own like the others.
    """

    own: tuple[int, ...] | None = None
    others: tuple[int, ...] = ()

    def among(self, count: int) -> tuple[int, ...]:
        """The player's own of so many melds; with indices that are not there, where a program named some."""
        if self.own is not None:
            return self.own
        return tuple(at for at in range(count) if at not in self.others)


class OwnField(AskField):
    """Which melds are the player's own: indices from 0. In an address, ``other`` names those that are not."""

    template = "ramino/field_own.html"
    schema = {"type": "array", "items": {"type": "integer", "minimum": 0}, "uniqueItems": True}

    def from_address(self, data: QueryDict, name: str) -> Any:
        others = tuple(int(text) for text in data.getlist("other") if text.isdecimal() and len(text) < 4)
        if others:
            return Whose(others=others)
        if name not in data:
            return None
        return [at for text in data.getlist(name) if (at := number_in(text)) is not None]

    def to_python(self, value: Any) -> Whose:
        if isinstance(value, Whose):
            return value
        if value is None:
            return Whose()
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise ValidationError(_("Melds of one’s own are a list of their numbers, counted from 0."), "no-indices")
        return Whose(own=tuple(dict.fromkeys(value)))

    def validate(self, value: Any) -> None:
        pass

    def to_address(self, name: str, value: Whose, notation: Notation) -> Pairs:
        if value.own is not None:
            return [(name, str(at)) for at in value.own] or [(name, "none")]
        return [("other", str(at)) for at in value.others]


class TableMeld(NamedTuple):
    """A meld on the table as its owner is asked for."""

    at: int
    cards: tuple[Card, ...]
    is_other: bool


class LayOffAsk(RaminoAsk):
    name = "lay_off"
    title = gettext_lazy("What can I lay off?")
    intro = gettext_lazy("Your hand and the melds on the table: which cards may be added, and where.")
    action = gettext_lazy("Show what fits")
    house_shown = ("lay_off", "pack", "ace")
    counted_together = (("hand", "table"),)
    redraws = True

    hand = CardsField(label=HAND, required=False, needed=True)
    table = GroupsField(
        label=TABLE, required=False, needed=True, hint=gettext_lazy("Put a / or a new line between the melds.")
    )
    own = OwnField(label=gettext_lazy("Whose melds they are"), required=False)

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        if {"own", "table"} <= asked.keys():
            count = len(asked["table"])
            own = asked["own"].among(count)
            if all(0 <= at < count for at in own):
                asked["own"] = Whose(others=tuple(at for at in range(count) if at not in own))
        return super().clean()

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        table = asked["table"]
        found = rules.may_lay_off(asked["hand"], table, asked["own"].among(len(table)), house)
        result = {"lay_offs": [{"card": pair.card.text, "meld": pair.meld} for pair in found.allowed]}
        return Answer(result, found.reasons, found)

    def headline(self) -> Headline:
        count = len(self.answer.shown.allowed)
        if not count:
            return Headline("no", pgettext("verdict", "Nothing to lay off"))
        return Headline(
            "yes", ngettext("%(count)d way to lay off", "%(count)d ways to lay off", count) % {"count": count}
        )

    def melds(self) -> list[TableMeld]:
        """The melds of the table, once they could be read."""
        asked = getattr(self, "cleaned_data", {})
        others = asked["own"].others if "own" in asked else ()
        return [TableMeld(at, cards, at in others) for at, cards in enumerate(asked.get("table", ()))]

    def ticked(self) -> tuple[int, ...]:
        """What was ticked while the melds could not be read, so that it is not lost."""
        whose = getattr(self, "cleaned_data", {}).get("own")
        return whose.others if whose else ()

    def steps(self) -> list[tuple[int, tuple[Card, ...], list[Step]]]:
        """For each meld that can grow: its number, its cards, and each card with the question after it is laid off."""
        hand, table = self.cleaned_data["hand"], self.cleaned_data["table"]
        pairs: Sequence[LayOff] = self.answer.shown.allowed
        found = []
        for at, meld in enumerate(table):
            steps = []
            for pair in pairs:
                if pair.meld == at:
                    grown = (*table[:at], pair.becomes.cards, *table[at + 1 :])
                    rest = rules.without(hand, pair.card)
                    steps.append(Step(pair.card, pair.becomes.cards, self.href(hand=rest, table=grown)))
            if steps:
                found.append((at + 1, meld, steps))
        return found

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        rows: list[tuple[Text, Sequence[Card]]] = [(TABLE if not at else "", m) for at, m in enumerate(asked["table"])]
        return [*rows, (HAND, asked["hand"])]


class DealAsk(RaminoAsk):
    name = "deal"
    title = gettext_lazy("How many cards are dealt?")
    intro = gettext_lazy("The number of players decides how many cards each of them gets.")
    action = gettext_lazy("Show me")
    house_shown = ("pack",)

    players = ChoiceField(
        label=gettext_lazy("Players"), required=True, choices=[(count, str(count)) for count in rules.DEALT]
    )

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        dealing = rules.deal(asked["players"], house)
        return Answer({"cards": dealing.cards}, dealing.reasons, dealing)

    def headline(self) -> Headline:
        cards = self.answer.shown.cards
        return Headline("yes", ngettext("%(count)d card each", "%(count)d cards each", cards) % {"count": cards})


@dataclass(frozen=True)
class TypedRow:
    """One deal as it was filled in: the winner's seat, the text of each seat's cards or points, how the winner went out."""

    winner: str
    left: tuple[str, ...]
    at_once: bool = False

    def __bool__(self) -> bool:
        return bool(self.winner or any(self.left))


@dataclass(frozen=True)
class Sheet:
    """A score sheet: as it was filled in, and the deals once they were read."""

    names: tuple[str, ...]
    """By seat; an empty seat has none."""
    rows: tuple[TypedRow, ...]
    deals: tuple[Deal, ...] = field(default=())

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The number and name of each player."""
        return [(str(seat), name) for seat, name in enumerate(self.names) if name]


FIGURES = re.compile(r"\s*[-−+]?[0-9]{1,6}\s*")
"""Points, as they are typed where cards could stand as well."""


class DealsField(CardsField):
    """Deals: a list of ``{winner, hands: {name: cards or points}, at_once}``. In an address, names and hands by seat.

    An address keeps the names apart (``player.0=Ada&player.1=Bea&winner.0=1&left.0.0=…``), so that correcting a name
    corrects it in every deal. Numbers and not order tell what belongs where, so empty fields need not be sent. What is
    written in figures alone is points.
    """

    template = "ramino/field_deals.html"
    schema = {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["winner", "hands"],
            "properties": {
                "winner": {"type": "string"},
                "hands": {
                    "type": "object",
                    "additionalProperties": {"oneOf": [{"type": "integer", "minimum": 0}, *CardsField.schema["oneOf"]]},
                },
                "at_once": {"type": "boolean", "default": False},
            },
            "additionalProperties": False,
        },
    }
    seats = scoring.MOST_PLAYERS

    def from_address(self, data: QueryDict, name: str) -> Any:
        texts = {
            (kind, tuple(map(int, numbers))): str(text).strip()
            for key, text in data.items()
            for kind, *numbers in [key.split(".")]
            if kind in ("player", "winner", "left", "at_once") and all(n.isdecimal() and len(n) < 4 for n in numbers)
        }
        if not texts:
            return None
        seats = range(self.seats)
        names = tuple(texts.get(("player", (seat,)), "")[:40] for seat in seats)
        numbers = sorted({place[0] for kind, place in texts if kind != "player" and place})
        rows = [
            TypedRow(
                texts.get(("winner", (number,)), ""),
                tuple(texts.get(("left", (number, seat)), "") for seat in seats),
                bool(texts.get(("at_once", (number,)))),
            )
            for number in numbers
        ]
        if (gone := number_in(data.get("remove", ""))) is not None:
            del rows[gone : gone + 1]
        return Sheet(names, tuple(filter(None, rows)))

    def to_python(self, value: Any) -> Sheet:
        if value is None:
            raise ValidationError(self.error_messages["required"], "required")
        if isinstance(value, Sheet):
            return self._filled_in(value)
        return self._listed(value)

    def validate(self, value: Any) -> None:
        pass

    def _filled_in(self, sheet: Sheet) -> Sheet:
        names = dict(sheet.seats)
        if len(names) < scoring.FEWEST_PLAYERS:
            raise ValidationError(_("Write the names of two players at least."), "how-many-players")
        for name in names.values():
            if sheet.names.count(name) > 1:
                raise ValidationError(
                    _("“%(name)s” is there twice: each player needs a name of their own."), "same-name", {"name": name}
                )
        deals, errors = [], []
        for number, row in enumerate(sheet.rows):
            where = {"number": number + self.first, "path": f"deals.{number}.winner"}
            if row.winner not in names:
                errors.append(ValidationError(_("Deal %(number)d: choose who won it."), "no-winner", where))
            hands: dict[str, scoring.Held] = {}
            for seat, text in enumerate(row.left):
                player = names.get(str(seat))
                if player is None and text:
                    errors.append(
                        ValidationError(
                            _("Deal %(number)d: cards are left for player %(seat)d, who has no name."),
                            "no-name",
                            where | {"seat": seat + 1, "path": f"deals.{number}"},
                        )
                    )
                elif player is not None:
                    hands[player] = self._hand(text, number, player, errors)
            deals.append(Deal(names.get(row.winner, ""), hands, row.at_once))
        if errors:
            raise ValidationError(errors)
        return Sheet(sheet.names, sheet.rows, tuple(deals))

    def _listed(self, value: Any) -> Sheet:
        message = _(
            "The deals are a list; each names its winner and, for every other player, the cards left or their points."
        )
        if not isinstance(value, list):
            raise ValidationError(message, "no-deals")
        deals: list[Deal] = []
        errors: list[ValidationError] = []
        for number, entry in enumerate(value):
            path = {"path": f"deals.{number}"}
            if not isinstance(entry, dict) or entry.keys() - {"at_once"} != {"winner", "hands"}:
                raise ValidationError(message, "no-deal", path)
            winner, hands = entry["winner"], entry["hands"]
            if not isinstance(winner, str) or not winner.strip():
                raise ValidationError(message, "no-winner", {"path": f"deals.{number}.winner"})
            if not isinstance(hands, dict) or not all(name.strip() for name in hands):
                raise ValidationError(message, "no-hands", {"path": f"deals.{number}.hands"})
            at_once = entry.get("at_once", False)
            if not isinstance(at_once, bool):
                where = {"at": as_written(at_once), "path": f"deals.{number}.at_once"}
                raise ValidationError(_("Only true or false can stand here."), "no-switch", where)
            held = {name: self._hand(hands[name], number, name, errors) for name in hands}
            deals.append(Deal(winner, held, at_once))
        if errors:
            raise ValidationError(errors)
        names = tuple(dict.fromkeys(name for deal in deals for name in (*deal.hands, deal.winner)))
        rows = tuple(
            TypedRow(
                str(names.index(deal.winner)),
                tuple(self._written(deal.hands.get(name, ())) for name in names),
                deal.at_once,
            )
            for deal in deals
        )
        return Sheet(names, rows, tuple(deals))

    def _written(self, held: scoring.Held) -> str:
        return str(held) if isinstance(held, int) else self.notation.write(held)

    def _hand(self, value: Any, number: int, name: str, errors: list[ValidationError]) -> scoring.Held:
        """The points or cards of one hand; what cannot be read is added to the errors, with deal and player."""
        if isinstance(value, str) and FIGURES.fullmatch(value):
            return int(value.replace("−", "-"))
        if type(value) is int:
            return value
        try:
            return self.read(value, f"deals.{number}.hands.{name}")
        except ValidationError as unreadable:
            problems = " ".join([*unreadable.messages, _("A whole number of points will do, too.")])
            text = wording.in_deal(number + self.first, name, problems).replace("%", "%%")
            first = unreadable.error_list[0]
            errors.append(ValidationError(text, first.code, first.params))
            return ()

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return self.typed(name, value, notation)

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        """The sheet as it was filled in, every hand that can be read in these letters."""
        if not isinstance(raw, Sheet):
            return super().typed(name, raw, notation)
        pairs = [(f"player.{seat}", player) for seat, player in enumerate(raw.names) if player]
        for number, row in enumerate(raw.rows):
            pairs.append((f"winner.{number}", row.winner))
            pairs += [
                (f"left.{number}.{seat}", self._rewritten(text, notation)) for seat, text in enumerate(row.left) if text
            ]
            pairs += [(f"at_once.{number}", "on")] if row.at_once else []
        return pairs

    def _rewritten(self, text: str, notation: Notation) -> str:
        if FIGURES.fullmatch(text):
            return text
        try:
            return notation.write(self.read(text))
        except ValidationError:
            return text


@dataclass(frozen=True)
class TypedAim:
    """What a match is played to, as it was filled in."""

    goal: str
    number: str


class AimField(AskField):
    """What a match is played to: ``{"points": 100}`` or ``{"deals": 5}``. In an address ``match=points&to=100``."""

    template = "ramino/field_match.html"
    schema = {
        "oneOf": [
            {
                "type": "object",
                "required": [goal.value],
                "properties": {goal.value: {"type": "integer", "minimum": 1}},
                "additionalProperties": False,
            }
            for goal in Goal
        ]
    }

    def from_address(self, data: QueryDict, name: str) -> Any:
        if not data:
            return None
        standard = scoring.STANDARD_AIM
        if name not in data and "to" not in data:
            return TypedAim(standard.goal.value, str(standard.number))
        return TypedAim(data.get(name, standard.goal.value), data.get("to", "").strip())

    def to_python(self, value: Any) -> Aim:
        if isinstance(value, TypedAim):
            number = int(value.number) if value.number.isdecimal() and len(value.number) < 7 else value.number
            value = {value.goal: number}
        if value is None:
            raise ValidationError(self.error_messages["required"], "required")
        if not isinstance(value, dict) or len(value) != 1 or not value.keys() <= set(Goal):
            raise ValidationError(_("A match is played to points or to deals won: one of them, not both."), "no-match")
        ((goal, number),) = value.items()
        if type(number) is not int or number < 1:
            text = _("A match is played to a whole number from 1 up; “%(at)s” is none.")
            raise ValidationError(text, "no-number", {"at": as_written(number), "path": f"{self.name}.{goal}"})
        return Aim(Goal(goal), number)

    def validate(self, value: Any) -> None:
        pass

    def to_address(self, name: str, value: Aim, notation: Notation) -> Pairs:
        return [(name, value.goal.value), ("to", str(value.number))]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        if not isinstance(raw, TypedAim):
            return super().typed(name, raw, notation)
        return [(name, raw.goal), ("to", raw.number)]


class Cell(NamedTuple):
    """One player's cards in a row to fill in."""

    seat: int
    name: str
    text: str
    error: str


class RowToFill(NamedTuple):
    """One deal of the sheet as the page shows it to be filled in."""

    number: int
    winner: str
    error: str
    """What is wrong with the winner."""
    cells: list[Cell]
    is_new: bool
    at_once: bool


class ScoreAsk(RaminoAsk):
    name = "score"
    title = gettext_lazy("The score")
    intro = gettext_lazy(
        "Who went out in each deal and what the others still held: the points card by card, the match."
    )
    action = gettext_lazy("Count")
    house_shown = ("pack", "ace", "at_once")
    redraws = True
    scripts = ("sheet.js",)

    match = AimField(label=gettext_lazy("The match goes to"))
    deals = DealsField(label=gettext_lazy("Deals played"))

    @property
    def sheet(self) -> Sheet:
        """The sheet to go on with: the one filled in, or a blank one."""
        filled = self["deals"].value()
        if isinstance(filled, Sheet):
            return filled
        names = [_("Player %(number)d") % {"number": seat + 1} for seat in range(scoring.FEWEST_PLAYERS)]
        return Sheet((*names, *[""] * (DealsField.seats - len(names))), ())

    @property
    def aim(self) -> TypedAim:
        filled = self["match"].value()
        if isinstance(filled, TypedAim):
            return filled
        return TypedAim(scoring.STANDARD_AIM.goal.value, str(scoring.STANDARD_AIM.number))

    @property
    def goals(self) -> list[tuple[str, str]]:
        return [(Goal.POINTS.value, pgettext("goal", "points")), (Goal.DEALS.value, pgettext("goal", "deals won"))]

    def rows(self) -> Iterator[RowToFill]:
        """The rows to fill in: each deal so far and, while the match is open, an empty one."""
        sheet = self.sheet
        rows = list(sheet.rows)
        is_over = self.is_bound and not self.errors and self.answer.shown.winner is not None
        if not is_over:
            rows.append(TypedRow("", ("",) * len(sheet.names)))
        wrong = dict(self.faults()) if self.is_bound else {}
        for number, row in enumerate(rows):
            cells = [
                Cell(seat, sheet.names[seat], text, wrong.get(f"left.{number}.{seat}", ""))
                for seat, text in enumerate(row.left)
            ]
            is_new = number == len(sheet.rows)
            yield RowToFill(number, row.winner, wrong.get(f"winner.{number}", ""), cells, is_new, row.at_once)

    @property
    def at_once_counts(self) -> bool:
        """Whether it matters at this table how a deal was won."""
        return self[HOUSE + "at_once"].value() is True

    def element(self, name: str, path: str) -> str:
        match path.split(".", 3):
            case ["deals", number, "hands", player] if player in self.sheet.names:
                return f"left.{number}.{self.sheet.names.index(player)}"
            case ["deals", number, "winner"]:
                return f"winner.{number}"
        return name

    def at_large(self) -> str:
        """What is wrong with the sheet that has no place in one of its rows."""
        return dict(self.faults()).get("deals", "") if self.is_bound else ""

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        pack = self.pack(house)
        deals = [
            replace(deal, hands={name: _faced(held, pack) for name, held in deal.hands.items()})
            for deal in asked["deals"].deals
        ]
        worth = sum(map(house.value, pack))
        for number, deal in enumerate(deals):
            held = {f"deals.{number}.hands.{name}": held for name, held in deal.hands.items()}
            hold_to_pack([(path, cards) for path, cards in held.items() if not isinstance(cards, int)], pack)
            for path, points in held.items():
                if isinstance(points, int) and points > worth:
                    figures = {"number": number + 1, "name": path.split(".", 3)[3], "count": points, "most": worth}
                    raise Refused(path, "more-than-pack", **figures, at=str(points))
        match = scoring.score(deals, asked["match"], house.value, house.at_once)
        return Answer({"totals": match.totals, "winner": match.winner}, match.reasons, match)

    def headline(self) -> Headline:
        match: scoring.Match = self.answer.shown
        if match.winner is not None:
            return Headline("yes", _("%(name)s wins the match") % {"name": match.winner})
        return Headline("open", pgettext_lazy("verdict", "The match is open"))

    def rematch(self) -> str:
        """A new sheet for the same players and the same goal."""
        return self.href(deals=Sheet(self.cleaned_data["deals"].names, ()))

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        hands = [hand for deal in asked["deals"].deals for hand in deal.hands.items()]
        return [(name, held) for name, held in hands if held and not isinstance(held, int)]


def _faced(held: scoring.Held, pack: Pack) -> scoring.Held:
    """What was held, its jokers as the pack knows them."""
    return held if isinstance(held, int) else tuple(map(pack.face, held))


ASKS: tuple[type[Ask], ...] = (ArrangeAsk, MeldAsk, LayOffAsk, ScoreAsk, DealAsk)
