"""An evening of Muriel: points or scoring piles, to 300."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.asks import Ask
from games.fields import Pairs
from games.muriel import rules
from games.muriel.asks import PileShown, ScoreAsk, piles_shown
from games.muriel.scoring import TARGET, Match, score
from games.sheets import MatchSheet, Outcome, Table, cards_text, up_to_the_end


class MurielSheet(MatchSheet):
    game = "muriel"
    ask = ScoreAsk
    field = "hands"
    seats = range(rules.SEATS, rules.SEATS + 1)
    said = re.compile(r"points\.0\.\d")
    of_the_match = frozenset({"muriel.score"})

    def seated(self, players: Sequence[str]) -> Pairs:
        return [(f"player.{seat}", name) for seat, name in enumerate(players)]

    def content(self, asked: Mapping[str, Any]) -> Any:
        hands = asked["hands"].hands
        if not hands:
            return None
        return {name: pile if isinstance(pile, int) else cards_text(pile) for name, pile in hands[0].items()}

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        return {self.field: [{name: content[name] for name in players}]}

    def named(self, asked: Ask) -> Sequence[str]:
        return [name for name in asked.cleaned_data["hands"].names if name]

    def gains(self, shown: Match) -> Mapping[str, int]:
        return shown.rows[0].points

    def shown(self, asked: Ask) -> list[PileShown]:
        return piles_shown(asked.answer.shown.rows[0])

    def match(self, table: Table, outcomes: Sequence[Outcome]) -> Match:
        points = [{name: outcome["gains"][name] for name in table.players} for outcome in outcomes]
        return up_to_the_end(score, points)

    def target(self, match: Match) -> int:
        return TARGET


SHEET = MurielSheet()
