"""The games of the house and what each can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.asks import Ask
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

    @property
    def judged(self) -> dict[str, type[Ask[Any]]]:
        """The questions that the judge's public contract has."""
        return {name: ask for name, ask in self.asks.items() if ask.judged}


GAMES: dict[str, Game] = {
    name: Game(
        name,
        {ask.name: ask for ask in import_module(f"games.{name}.asks").ASKS},
        import_module(f"games.{name}.sheet").SHEET if find_spec(f"games.{name}.sheet") else None,
    )
    for name in NAMES
}

SHEETS: dict[str, Sheet] = {name: game.sheet for name, game in GAMES.items() if game.sheet}
"""The games of which evenings are kept."""
