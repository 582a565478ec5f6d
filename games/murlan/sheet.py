"""The score of Murlan: the calculator of a match to a target that rises, and an evening of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Headline, Step
from games.fields import Pairs, number_in
from games.house import Text
from games.murlan import rules, scoring, wording
from games.murlan.game import MurlanAsk
from games.notation import Notation
from games.sheets.evening import MatchSheet, Outcome, Table, up_to_the_end
from games.sheets.field import MOST_LETTERS, Filled, MatchAsk, Row, SheetAsk, SheetField, one_too_many
from games.words.scores import scores

SEATS = 4
Order = list[str]
"""Who went out first, second, third and last."""


class OrdersField(SheetField[Order]):
    """Finishing orders: a list of lists of names. In an address four names, and the orders by the players' numbers.

    ``player=Ana&…&out=0&out=2…``: here it is the order of the parameters that counts.
    """

    template_name = "murlan/field_hands.html"
    schema = {
        "type": "array",
        "items": {"type": "array", "items": {"type": "string"}, "minItems": SEATS, "maxItems": SEATS},
    }
    seats = range(SEATS, SEATS + 1)
    of_hand = ("first", "second", "third", "last")
    shape = gettext_lazy("“hands” is a list of lists, each with the four names.")
    labels: ClassVar[Mapping[str, Text]] = {
        "first": gettext_lazy("First"),
        "second": gettext_lazy("Second"),
        "third": gettext_lazy("Third"),
        "last": gettext_lazy("Last"),
    }

    def from_address(self, data: QueryDict, name: str) -> Filled[Order] | None:
        if "player" not in data and "out" not in data:
            return None
        names = [text.strip()[:MOST_LETTERS] for text in data.getlist("player")]
        outs = data.getlist("out")
        rows = [outs[at : at + SEATS] for at in range(0, len(outs), SEATS)]
        if (gone := number_in(data.get("remove", ""))) is not None:
            del rows[gone : gone + 1]
        filled = [dict(zip(self.of_hand, row, strict=False)) for row in rows if any(row)]
        return Filled((*one_too_many(names, SEATS), *[""] * (SEATS - len(names))), tuple(filled))

    def seated(self, names: Sequence[str]) -> Pairs:
        return [("player", name) for name in names]

    def cells(self, number: int, row: Row, notation: Notation) -> Pairs:
        return [("out", row.get(place, "")) for place in self.of_hand]

    def is_own(self, name: str) -> bool:
        return name == "out"

    def hand(self, row: Row, players: Mapping[int, str], number: int, wrong: list[ValidationError]) -> Order:
        known = {str(seat): name for seat, name in players.items()}
        order = [known.get(row.get(place, ""), "") for place in self.of_hand]
        if "" in order:
            text = {
                ("second", "third", "last"): _("Hand %(hand)d: choose who went out second, third and last."),
                ("third", "last"): _("Hand %(hand)d: choose who went out third and last."),
                ("last",): _("Hand %(hand)d: choose who went out last."),
            }.get(
                tuple(place for place, name in zip(self.of_hand, order, strict=True) if not name),
                _("Hand %(hand)d: choose who went out first, second, third and last."),
            )
            where = {"hand": number + self.first, "path": f"hands.{number}"}
            wrong.append(ValidationError(text, "four-names", where))
        return order

    def entry(self, said: Any, number: int, wrong: list[ValidationError]) -> Order:
        if not isinstance(said, list) or not all(isinstance(name, str) for name in said):
            text = _("Hand %(hand)d has to be a list of the four names, from first out to last.")
            where = {"hand": number + self.first, "path": f"hands.{number}"}
            raise ValidationError(text, "no-hand", where)
        return said

    def written(self, hand: Order) -> Any:
        return hand

    def named(self, hand: Order) -> Iterable[str]:
        return hand

    def row(self, hand: Order, names: Sequence[str], notation: Notation) -> Row:
        return {place: str(names.index(name)) for place, name in zip(self.of_hand, hand, strict=False)}

    def path(self, number: int, cell: str, name: str = "", place: int = -1) -> str:
        return f"hands.{number}.{cell}"


class ScoreAsk(MatchAsk[scoring.Match], MurlanAsk[scoring.Match]):
    name = "score"
    title = gettext_lazy("Score calculator")
    intro = gettext_lazy("Enter each hand’s finishing order to get the totals and the winner.")
    action = gettext_lazy("Count the score")
    takes_cards = False
    styles = ("murlan/score.css",)
    scripts = ("sheet.js", "murlan/order.js")

    stands_by = frozenset({"murlan.target", "murlan.target-last"})

    hands = OrdersField(label=gettext_lazy("Hands played"), required=False, needed=True)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> scoring.Match:
        sheet: Filled[Order] = asked["hands"]
        return scoring.score(sheet.hands, sheet.names[:SEATS])

    def result(self) -> dict[str, object]:
        return {"totals": self.verdict.totals, "target": self.verdict.target, "winner": self.verdict.winner}

    def headline(self) -> Headline:
        if self.is_over:
            return super().headline()
        return Headline("open", _("Nobody has won yet: the target is %(target)d") % {"target": self.verdict.target})

    def told_of(self, number: int, row: scoring.Row) -> Step:
        order = sorted(row.points, key=lambda name: -row.points[name])
        raised = [self.say(reason) for reason in row.standing if row.raised and number < len(self.verdict.rows)]
        said = [wording.hand_scores(number, order), scores("now", row.totals), *raised]
        return Step(" ".join(said), (), ["murlan.points", *(["murlan.target"] if raised else [])])


class MurlanSheet(MatchSheet):
    ask = ScoreAsk
    of_the_match = ScoreAsk.stands_by

    def in_order(self, content: Any, players: Sequence[str]) -> Any:
        return content

    def renamed(self, content: Any, names: Mapping[str, str]) -> Any:
        return [names.get(name, name) for name in content]

    def gains(self, shown: scoring.Match) -> Mapping[str, int]:
        return shown.rows[0].points

    def shown(self, asked: SheetAsk[Any]) -> scoring.Row:
        row: scoring.Row
        (row,) = asked.verdict.rows
        return row

    def match(self, table: Table, outcomes: Sequence[Outcome]) -> scoring.Match:
        # The points say who went out before whom.
        orders = [sorted(outcome["gains"], key=lambda name: -outcome["gains"][name]) for outcome in outcomes]
        return up_to_the_end(lambda hands: scoring.score(hands, table.players), orders)

    def target(self, match: scoring.Match) -> int:
        return match.target

    def targets(self, match: scoring.Match) -> Sequence[int]:
        return [row.target for row in match.rows]


SHEET = MurlanSheet()
