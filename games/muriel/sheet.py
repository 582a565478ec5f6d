"""The score of Muriel: the calculator of a match to 300, and an evening of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Step, hold_to_pack
from games.fields import CardsField, as_written
from games.muriel import rules, scoring
from games.muriel.game import Item, MurielAsk, itemised
from games.notation import Notation
from games.rulings import Refusals
from games.sheets.evening import MatchSheet, Outcome, Table, as_stored, up_to_the_end
from games.sheets.field import MatchAsk, Row, SheetAsk, SheetField
from games.words.scores import scores

Piles = dict[str, scoring.Pile]
"""What each player scored in a hand: the points, or the cards of the pile."""
MOST_POINTS = 999_999


class PilesField(SheetField[Piles]):
    """Hands of a match: a list of ``{name: points}``, the points a number or the cards of the pile."""

    template_name = "muriel/field_hands.html"
    most_points = MOST_POINTS
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
    seats = range(1, rules.SEATS + 1)
    of_seat = ("points",)
    shape = gettext_lazy(
        "“hands” is a list; each entry says by name what the players scored: points, or the cards of the pile."
    )

    def hand(self, row: Row, players: Mapping[int, str], number: int, wrong: list[ValidationError]) -> Piles:
        return {name: self._pile(row.get(f"points.{at}") or 0, number, name, wrong) for at, name in players.items()}

    def entry(self, said: Any, number: int, wrong: list[ValidationError]) -> Piles:
        if not isinstance(said, dict) or not all(name.strip() for name in said):
            text = _("Hand %(number)d has to be an object: each name with the points, or with the cards of the pile.")
            raise ValidationError(text, "no-hand", {"number": number + self.first, "path": f"{self.name}.{number}"})
        return {name: self._pile(pile, number, name, wrong) for name, pile in said.items()}

    def _pile(self, value: Any, number: int, name: str, wrong: list[ValidationError]) -> scoring.Pile:
        """Points, or cards; what is neither is added to what is wrong."""
        path = self.path(number, "points", name)
        try:
            if value is None:
                raise ValidationError(self.error_messages["required"], "required")
            return self.amount(value, path)
        except ValidationError as unreadable:
            first = unreadable.error_list[0]
            if first.code == "too-many-points":
                wrong.append(first)
                return 0
            text = _("Hand %(number)d, %(name)s: “%(at)s” is neither a whole number of points nor the cards of a pile.")
            figures = {"at": as_written(value)[:40], "number": number + self.first, "name": name, "path": path}
            wrong.append(ValidationError(text, "no-points", (first.params or {}) | figures))
            return 0

    def written(self, hand: Piles) -> Any:
        return {name: as_stored(pile) for name, pile in hand.items()}

    def named(self, hand: Piles) -> Iterable[str]:
        return hand

    def row(self, hand: Piles, names: Sequence[str], notation: Notation) -> Row:
        return {f"points.{seat}": self.as_typed(hand.get(name, 0), notation) for seat, name in enumerate(names)}

    def path(self, number: int, cell: str, name: str = "", place: int = -1) -> str:
        return f"{self.name}.{number}.{name}"


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


class ScoreAsk(MatchAsk[scoring.Match], MurielAsk[scoring.Match]):
    name = "score"
    title = gettext_lazy("Score calculator")
    intro = gettext_lazy("Enter each hand as points or as cards in a pile, until somebody has 300.")
    action = gettext_lazy("Count the score")
    styles = ("muriel/piles.css",)
    named_first = rules.SEATS

    stands_by = frozenset({"muriel.score"})

    hands = PilesField(label=gettext_lazy("Hands played"), required=False, needed=True)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> scoring.Match:
        hands: Sequence[Piles] = asked["hands"].hands
        wrong = Refusals()
        for number, piles in enumerate(hands):
            cards = [(f"hands.{number}.{name}", pile) for name, pile in piles.items() if isinstance(pile, tuple)]
            with wrong.gathered():
                hold_to_pack(cards, self.pack(house))
        with wrong.gathered():
            match = scoring.score(hands)
        wrong.refuse()
        return match

    def piles(self) -> list[tuple[int, list[PileShown]]]:
        """Of each hand in which piles were given as cards its number and those piles."""
        match = self.verdict
        return [(number, piles) for number, row in enumerate(match.rows, 1) if (piles := piles_shown(row))]

    def told_of(self, number: int, row: scoring.Row) -> Step:
        rows = [(name, pile) for name, pile in row.piles.items() if isinstance(pile, tuple) and pile]
        values = [reason for reason in self.verdict.reasons if reason.code == "values" and rows]
        step = self.step(values, rows, scores("hand", row.points, number))
        return step._replace(text=f"{step.text} {scores('now', row.totals)}", rules=["muriel.score", *step.rules])


class MurielSheet(MatchSheet):
    ask = ScoreAsk
    entry_label = gettext_lazy("What each player scored")
    seats = range(rules.SEATS, rules.SEATS + 1)
    of_the_match = ScoreAsk.stands_by
    # Whoever is left empty has no points, and is not given the rest here: that would hide a figure that somebody
    # mistyped. The page proposes the rest for the last one, where it can be seen before it is saved.
    whole = rules.PACK_POINTS

    def gains(self, shown: scoring.Match) -> Mapping[str, int]:
        return shown.rows[0].points

    def shown(self, asked: SheetAsk[Any]) -> list[PileShown]:
        return piles_shown(asked.verdict.rows[0])

    def match(self, table: Table, outcomes: Sequence[Outcome]) -> scoring.Match:
        points = [{name: outcome["gains"][name] for name in table.players} for outcome in outcomes]
        return up_to_the_end(scoring.score, points)

    def target(self, match: scoring.Match) -> int:
        return scoring.TARGET


SHEET = MurielSheet()
