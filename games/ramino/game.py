"""What all questions of Ramino share: the pack and the house rules."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.asks import Ask, V
from games.cards import Pack
from games.house import HouseRule
from games.ramino import rules


class RaminoAsk(Ask[V]):
    house_rules = (
        HouseRule(
            "lay_off",
            "lay-off",
            gettext_lazy("Cards may be laid off onto"),
            {
                "own": gettext_lazy("one’s own melds of earlier turns only"),
                "any": gettext_lazy("any meld on the table"),
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
            gettext_lazy("Packs"),
            {
                "one": gettext_lazy("one, without jokers"),
                "two": gettext_lazy("two, without jokers"),
                "two-jokers": gettext_lazy("two with four jokers"),
            },
            asks=("arrange", "meld", "lay_off", "score", "deal"),
        ),
        HouseRule(
            "ace",
            "ace",
            gettext_lazy("Aces"),
            {
                "low": gettext_lazy("low only"),
                "both": gettext_lazy("low or high"),
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
