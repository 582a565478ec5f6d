"""An evening of Murlan: finishing orders, to a target that rises."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from games.asks import Ask
from games.fields import Pairs
from games.murlan.asks import HandsField, ScoreAsk
from games.murlan.scoring import Match, Row, score
from games.notation import Notation
from games.sheets import MatchSheet, Outcome, Table, up_to_the_end


class MurlanSheet(MatchSheet):
    game = "murlan"
    ask = ScoreAsk
    field = "hands"
    seats = range(HandsField.seats, HandsField.seats + 1)
    said = re.compile("out")
    of_the_match = frozenset({"murlan.target", "murlan.target-last"})

    def seated(self, players: Sequence[str]) -> Pairs:
        return [("player", name) for name in players]

    def content(self, asked: Mapping[str, Any]) -> Any:
        orders = asked["hands"].orders
        return orders[0] if orders else None

    def typed(self, table: Table, content: Any, notation: Notation) -> QueryDict:
        said = QueryDict(mutable=True)
        said.setlist("out", [str(table.players.index(name)) for name in content])
        return said

    def named(self, asked: Ask) -> Sequence[str]:
        return list(asked.cleaned_data["hands"].names)

    def gains(self, shown: Match) -> Mapping[str, int]:
        return shown.rows[0].points

    def shown(self, asked: Ask) -> Row:
        row: Row
        (row,) = asked.answer.shown.rows
        return row

    def match(self, table: Table, outcomes: Sequence[Outcome]) -> Match:
        # The points say who went out before whom.
        orders = [sorted(outcome["gains"], key=lambda name: -outcome["gains"][name]) for outcome in outcomes]
        return up_to_the_end(lambda hands: score(hands, table.players), orders)

    def target(self, match: Match) -> int:
        return match.target

    def targets(self, match: Match) -> Sequence[int]:
        return [row.target for row in match.rows]


SHEET = MurlanSheet()
