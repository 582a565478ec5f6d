"""An evening of Machiavelli: the cards left in each game, added up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.asks import Ask
from games.fields import Pairs
from games.machiavelli import wording
from games.machiavelli.asks import ScoreAsk
from games.machiavelli.scoring import Ending
from games.sheets import HandSheet, Standing, Table


class MachiavelliSheet(HandSheet):
    game = "machiavelli"
    ask = ScoreAsk
    seats = range(2, 12)
    said = re.compile("left")
    ends = False
    fewest_lead = True
    note = gettext_lazy(
        "The rules end with the single game. Over an evening we add up the cards left in hand: the fewest lead."
    )

    def seated(self, players: Sequence[str]) -> Pairs:
        return [("player", name) for name in players]

    def content(self, asked: Mapping[str, Any]) -> Any:
        hands = asked["hands"].hands
        return {name: left if isinstance(left, int) else len(left) for name, left in hands.items()}

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        return {"hands": {name: content[name] for name in players}}

    def named(self, asked: Ask) -> Sequence[str]:
        return list(asked.cleaned_data["hands"].hands)

    def gains(self, shown: Ending) -> Mapping[str, int]:
        return {standing.name: standing.left for standing in shown.standings}

    def lead(self, standing: Standing) -> str:
        return wording.cards_left(standing.totals[standing.leaders[0]])

    def wrong_with(self, table: Table) -> str:
        # How many a pack can be dealt to depends on the decks, and the calculator knows.
        first, *others = table.players
        form = self.asked(table, {first: 0} | dict.fromkeys(others, 1))
        return "" if form.is_valid() else " ".join(text for element, text in form.faults())


SHEET = MachiavelliSheet()
