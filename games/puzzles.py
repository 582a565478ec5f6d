"""Puzzles: questions worth a minute's thought, made ahead and kept as cards, with what a solver proved of each.

A puzzle is a drill's question that no seed makes: it is found by search (``manage.py make_puzzles``), which takes too
long while somebody waits. What was proved of it, the number of its solutions and how much is to be done, is all that
is said of how hard it is; the tests prove it anew by another way.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings

from games.chance import Made


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as it is kept."""

    game: str
    number: int
    """Its place, from 1: it never changes, for puzzles are only ever added."""
    made: Made


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none where it has no file of them."""
    path = settings.CONTENT_DIR / game / "puzzles.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return tuple(Puzzle(game, number, Made(**json.loads(line))) for number, line in enumerate(lines, 1))


def maker(game: str) -> Any:
    """What finds the puzzles of a game: ``make(chance)``, which returns a :class:`Made` or raises ``NothingDrawn``."""
    return import_module(f"games.{game}.puzzles").make
