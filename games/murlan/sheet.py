"""An evening of Murlan: finishing orders, to a target that rises."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from games.asks import Ask
from games.fields import Pairs
from games.murlan.asks import HandsField, ScoreAsk
from games.murlan.scoring import Match
from games.notation import Notation
from games.sheets import MatchSheet, Row, Table


class MurlanSheet(MatchSheet):
    game = "murlan"
    ask = ScoreAsk
    field = "hands"
    seats = range(HandsField.seats, HandsField.seats + 1)
    said = re.compile("out")

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

    def rows(self, players: Sequence[str], match: Match) -> list[Row]:
        return [Row(row.points, {name: row.totals[name] for name in players}, row, row.target) for row in match.rows]

    def target(self, match: Match) -> int:
        return match.target


SHEET = MurlanSheet()
