"""The house rules of a game as tests combine them."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from typing import Any

from games.catalogue import GAMES
from games.house import HouseRule


def house_rules(game: str) -> dict[str, HouseRule]:
    """Return the house rules that the game's questions offer, by name."""
    return {rule.name: rule for ask in GAMES[game].asks.values() for rule in ask.house_rules}


def houses(game: str, **fixed: Any) -> list[Any]:
    """Return the game's `House` by every combination of its house rules, the default first, but for those ``fixed``.

    A rule without listed values, as the name of a player, keeps its default.

    >>> [house.next_lead for house in houses("muriel")]
    ['left', 'taker']
    """
    values = {name: rule.values for name, rule in house_rules(game).items() if rule.values}
    values |= {name: [value] for name, value in fixed.items()}
    house = import_module(f"games.{game}.rules").House
    return [house(**dict(zip(values, chosen, strict=True))) for chosen in product(*values.values())]
