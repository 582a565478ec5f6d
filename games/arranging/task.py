"""A table and a hand in plain figures, and what was found for them: between :mod:`games.arranging.rebuild` and the two
ways it has of searching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.arranging.melds import MOST_IN_SET, Ace

Vector = tuple[int, int, int, int]
"""A number for each suit."""
SUITS = (0, 1, 2, 3)
JOKER = 52
"""A joker among faces, which are 0 to 51 otherwise: suit * 13 + rank from 0."""
Row = tuple[int, ...]
"""Faces as they are laid out."""


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run of the table that may be left as it is."""

    suit: int
    start: int
    """The rung of its first real card."""
    takes: tuple[int, ...]
    """How many real cards it takes at each rung from the first to the last; 0 where a joker stands."""
    jokers: int

    @property
    def row(self) -> Row:
        real = [13 * self.suit + (self.start + at) % 13 for at, n in enumerate(self.takes) if n]
        return (*real, *[JOKER] * self.jokers)


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A set of the table that may be left as it is."""

    rank: int
    takes: Vector
    jokers: int

    @property
    def row(self) -> Row:
        real = [13 * suit + self.rank for suit in SUITS for _ in range(self.takes[suit])]
        return (*real, *[JOKER] * self.jokers)


Kept = KeptRun | KeptSet


@dataclass(frozen=True, slots=True)
class Task:
    """What must lie on the table, what may, and which groups would be left as they are."""

    must: tuple[tuple[int, ...], ...]
    """By suit, then rank: cards of the table."""
    may: tuple[tuple[int, ...], ...]
    """By suit, then rank: cards of the hand."""
    ace: Ace
    any_suit: bool
    jokers_must: int
    jokers_may: int
    runs: tuple[KeptRun, ...]
    sets: tuple[KeptSet, ...]

    @property
    def jokers(self) -> int:
        return self.jokers_must + self.jokers_may

    @property
    def hand(self) -> int:
        """How many cards there are to play."""
        return sum(map(sum, self.may)) + self.jokers_may


@dataclass(frozen=True, slots=True)
class Plan:
    """A table after: which groups are left as they were, and what is built."""

    count: int
    """Cards of the hand played."""
    kept: tuple[Kept, ...]
    built: tuple[Row, ...]


def sets_of(rank: int, takes: Sequence[int], jokers: int, any_suit: bool) -> list[Row]:
    """The sets of a rank that take so many cards of each suit, and so many jokers, if there is a way.

    >>> sets_of(6, (2, 2, 1, 1), 0, False)
    [(6, 19, 32), (6, 19, 45)]
    """
    total = sum(takes) + jokers
    if not total:
        return []
    number = max(-(-total // MOST_IN_SET), 1 if any_suit else max(takes))
    found: list[list[int]] = [[] for _ in range(number)]
    # Dealt out in turn, suit after suit, no set gets a suit twice and all are equally large but for one card.
    dealt = [13 * suit + rank for suit, n in enumerate(takes) for _ in range(n)] + [JOKER] * jokers
    for at, face in enumerate(dealt):
        found[at % number].append(face)
    return [tuple(row) for row in found]
