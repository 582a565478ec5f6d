"""The games of the house and what each can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.asks import Ask
from games.practice import Drill, PuzzleDrill
from games.sheets import Sheet

NAMES = ("murlan", "marriage", "ramino", "machiavelli", "muriel")
"""The games in the order in which the site shows them; each is a package of this one, with the same rooms."""


@dataclass(frozen=True)
class Game:
    """A game and its questions by name."""

    name: str
    asks: dict[str, type[Ask[Any]]]
    sheet: Sheet | None
    """How an evening of it is kept; None of a game that is not kept."""
    drills: dict[str, Drill[Any]]
    """What is practised of it, by name."""
    puzzle: PuzzleDrill[Any] | None
    """What its puzzles ask; None of a game that has none."""

    @cached_property
    def practised(self) -> frozenset[str]:
        """The rulings on which there are questions to practise, without the game."""
        return frozenset(rule for drill in self.drills.values() for rule in drill.rules)

    @property
    def judged(self) -> dict[str, type[Ask[Any]]]:
        """The questions that the judge's public contract has."""
        return {name: ask for name, ask in self.asks.items() if ask.judged}


def _practice(name: str) -> Any:
    """The room of a game that says what is practised; None of a game that has none."""
    return import_module(f"games.{name}.practice") if find_spec(f"games.{name}.practice") else None


GAMES: dict[str, Game] = {
    name: Game(
        name,
        {ask.name: ask for ask in import_module(f"games.{name}.asks").ASKS},
        import_module(f"games.{name}.sheet").SHEET if find_spec(f"games.{name}.sheet") else None,
        {one.name: one for one in getattr(_practice(name), "DRILLS", ())},
        getattr(_practice(name), "PUZZLE", None),
    )
    for name in NAMES
}

SHEETS: dict[str, Sheet] = {name: game.sheet for name, game in GAMES.items() if game.sheet}
"""The games of which evenings are kept."""
