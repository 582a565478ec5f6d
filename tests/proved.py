"""Content that ``make prove`` has proved, by the hash of its text.

A test marked ``exhaustive(sample=…, content=…)`` runs a sample of its cases in ``make test``, and every case whose content
is not among the stored hashes: a new puzzle, a changed lesson. ``content`` takes a case's parameters by name and returns
the text that the case depends on, or None for a case that is no part of the sample and always runs.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from games.catalogue import GAMES
from games.chance import Made
from games.puzzles import Puzzle, puzzles
from rulesite.lessons import lesson as lesson_of
from rulesite.rulebook import LANGUAGES

CONTENT = Path(__file__).parent.parent / "content"
STORED = Path(__file__).parent / "proved.txt"
IS_EVERY_CASE = False
"""Whether this run is ``make prove``: tests that draw by seeds then draw by all of them."""
IS_EVERY_EXAMPLE = False
"""Whether properties are held to all their random examples: in ``make prove`` and ``make mutate``."""
SEED = "CARTA_SAMPLE_SEED"
"""The environment variable by which all processes of a run draw the same sample."""
SHARE = 4
"""Of the examples that a property is held to, one in so many is drawn where not every case is run."""
Case = TypeVar("Case")


def sample(name: str, cases: Sequence[Case], size: int) -> list[Case]:
    """Return at most so many of the cases, drawn by the run's seed and a name; all of them in ``make prove``."""
    if IS_EVERY_CASE or size >= len(cases):
        return list(cases)
    return Random(f"{os.environ[SEED]} {name}").sample(cases, size)


def examples(number: int) -> int:
    """Return how many of so many random examples this run draws."""
    return number if IS_EVERY_EXAMPLE else -(-number // SHARE)


def puzzle(**params: Any) -> str | None:
    """Return the text of the puzzle in a case's parameters."""
    for value in params.values():
        if isinstance(value, Puzzle | Made):
            made = value.made if isinstance(value, Puzzle) else value
            return json.dumps(asdict(made), sort_keys=True)
    return None


def lesson(game: str = "", language: str = "en", **_params: Any) -> str | None:
    """Return the text of the lesson in a case's parameters, with the examples that it may place."""
    return _lesson(game, language) if game else None


@cache
def _lesson(game: str, language: str) -> str:
    files = ("lesson.toml", "examples.toml", f"lesson.{language}.md")
    return "".join((CONTENT / game / file).read_text() for file in files)


def is_proved(text: str) -> bool:
    """Return whether a text was there when ``make prove`` passed last."""
    return _hash(text) in _stored()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def _stored() -> frozenset[str]:
    return frozenset(STORED.read_text().split()) if STORED.exists() else frozenset()


def store() -> None:
    """Store the hashes of all content."""
    texts = [puzzle(puzzle=each) or "" for game in GAMES for each in puzzles(game)]
    texts += [_lesson(game, language) for game in GAMES if lesson_of(game) for language in LANGUAGES]
    STORED.write_text("\n".join(sorted(map(_hash, texts))) + "\n")
