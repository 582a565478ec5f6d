"""An evening of Ramino: deals, to a number of points or of deals won."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.asks import Ask
from games.fields import Pairs
from games.ramino import scoring, wording
from games.ramino.asks import ScoreAsk
from games.sheets import MatchSheet, Outcome, Standing, Table, cards_text


class RaminoSheet(MatchSheet):
    game = "ramino"
    ask = ScoreAsk
    field = "deals"
    seats = range(scoring.FEWEST_PLAYERS, scoring.MOST_PLAYERS + 1)
    terms = ("match",)
    said = re.compile(r"winner\.0|at_once\.0|left\.0\.\d")
    of_the_match = frozenset({"ramino.match"})

    def seated(self, players: Sequence[str]) -> Pairs:
        return [(f"player.{seat}", name) for seat, name in enumerate(players)]

    def term(self, value: scoring.Aim) -> dict[str, int]:
        return {value.goal.value: value.number}

    def content(self, asked: Mapping[str, Any]) -> Any:
        deals = asked["deals"].deals
        if not deals:
            return None
        deal: scoring.Deal = deals[0]
        hands = {
            name: held if isinstance(held, int) else cards_text(held)
            for name, held in deal.hands.items()
            if name != deal.winner
        }
        return {"winner": deal.winner, "hands": hands} | ({"at_once": True} if deal.at_once else {})

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        # The winner's empty hand as well: so the players come in their order.
        return {self.field: [content | {"hands": {name: content["hands"].get(name, "") for name in players}}]}

    def named(self, asked: Ask) -> Sequence[str]:
        return list(asked.cleaned_data["deals"].names)

    def gains(self, shown: scoring.Match) -> Mapping[str, int]:
        (row,) = shown.rows
        return {row.winner: row.points}

    def shown(self, asked: Ask) -> scoring.Row:
        row: scoring.Row
        (row,) = asked.answer.shown.rows
        return row

    def match(self, table: Table, outcomes: Sequence[Outcome]) -> scoring.Tally:
        won = [next(iter(outcome["gains"].items())) for outcome in outcomes]
        return scoring.tally(won, table.players, self.aim(table))

    def aim(self, table: Table) -> scoring.Aim:
        """What the table plays to."""
        ((goal, number),) = table.terms["match"].items()
        return scoring.Aim(scoring.Goal(goal), number)

    def target(self, match: scoring.Tally) -> int | None:
        return match.aim.number if match.aim.goal is scoring.Goal.POINTS else None

    def leaders(self, match: scoring.Tally, totals: Mapping[str, int]) -> tuple[str, ...]:
        return self.first(totals if match.aim.goal is scoring.Goal.POINTS else match.won)

    def lead(self, standing: Standing) -> str:
        match: scoring.Tally = standing.match
        return super().lead(standing) if self.target(match) else wording.won(match.won[standing.leaders[0]])


SHEET = RaminoSheet()
