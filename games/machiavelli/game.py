"""What all questions of Machiavelli share: the packs and the house rules."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from games.arranging.melds import read
from games.asks import Ask, V
from games.cards import Card, Pack
from games.house import HouseRule
from games.machiavelli import rules

TURNS = ("group", "turn", "table", "best")
"""The questions about groups on the table."""


class MachiavelliAsk(Ask[V]):
    house_rules = (
        HouseRule(
            "sets",
            "sets",
            gettext_lazy("Suits in a set"),
            {
                "distinct": gettext_lazy("The suits in a set must all be different"),
                "any_suit": gettext_lazy("Suits may repeat in a set"),
            },
            asks=TURNS,
        ),
        HouseRule(
            "decks",
            "deck",
            gettext_lazy("The pack"),
            {
                2: gettext_lazy("Two packs together"),
                3: gettext_lazy("Three packs together"),
                4: gettext_lazy("Four packs together"),
            },
            asks=(*TURNS, "score"),
        ),
        HouseRule(
            "jokers", "variant-jokers", gettext_lazy("There are two jokers, which stand for any card"), asks=TURNS
        ),
        HouseRule("wrap", "variant-wrap", gettext_lazy("A run can go on past the ace to the 2"), asks=TURNS),
    )
    pack_rules = ("decks", "jokers")
    styles = ("machiavelli/table.css",)

    def pack(self, house: rules.House) -> Pack:
        return house.pack

    def is_group(self, cards: Sequence[Card]) -> bool:
        return bool(read(cards, self.house.laws))
