"""What all questions of Murlan share: the pack, the order of the ranks, the house rules."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.asks import Ask, V
from games.house import HouseRule


class MurlanAsk(Ask[V]):
    ranks = "3456789TJQKA2"
    suits_if = ("opening", "house.straight_flush")
    house_rules = (
        HouseRule(
            "straight_step",
            "straight-step",
            gettext_lazy("Beating a straight"),
            {
                "one": gettext_lazy("A straight is beaten only by the next higher one"),
                "any": gettext_lazy("A straight is beaten by any higher one of the same length"),
            },
            asks=("play", "plays", "next"),
        ),
        HouseRule(
            "straight_flush",
            "straight-flush",
            gettext_lazy("A straight in one suit beats everything"),
            asks=("play", "plays", "next"),
        ),
        HouseRule(
            "joker_pair",
            "jokers",
            gettext_lazy("The two jokers are the highest pair"),
            asks=("combination", "play", "plays", "next"),
        ),
    )
