"""What all questions of Ramino share: the pack and the house rules."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from games.arranging.melds import read
from games.asks import Ask, V
from games.cards import Card, Pack
from games.house import HouseRule
from games.ramino import rules


class RaminoAsk(Ask[V]):
    house_rules = (
        HouseRule(
            "lay_off",
            "lay-off",
            gettext_lazy("Laying off"),
            {
                "own": gettext_lazy("You may lay off only on melds you laid down in earlier turns"),
                "any": gettext_lazy("You may lay off on any meld on the table"),
            },
            asks=("lay_off",),
        ),
        HouseRule(
            "no_return",
            "no-return",
            gettext_lazy("A card taken from the discard pile may not be discarded in the same turn"),
            asks=(),
        ),
        HouseRule(
            "pack",
            "players",
            gettext_lazy("The pack"),
            {
                "one": gettext_lazy("One pack without jokers"),
                "two": gettext_lazy("Two packs without jokers"),
                "two-jokers": gettext_lazy("Two packs with four jokers"),
            },
            asks=("arrange", "meld", "lay_off", "score", "deal"),
        ),
        HouseRule(
            "ace",
            "ace",
            gettext_lazy("The ace"),
            {
                "low": gettext_lazy("The ace is always low"),
                "both": gettext_lazy("The ace is low or high"),
            },
            asks=("arrange", "meld", "lay_off", "score"),
        ),
        HouseRule(
            "at_once",
            "deal-score",
            gettext_lazy("Going out in a single turn scores double"),
            help_text=gettext_lazy("In a single turn: without having laid down or laid off anything before."),
            asks=("score",),
        ),
    )
    pack_rules = ("pack",)

    def pack(self, house: rules.House) -> Pack:
        return house.cards

    def is_group(self, cards: Sequence[Card]) -> bool:
        return bool(read(cards, self.house.laws))
