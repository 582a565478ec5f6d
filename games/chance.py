"""Chance that can be told again: what a seed draws today it draws on every machine, and with every Python.

Python promises a steady sequence for ``random.random()`` alone, so that everything here is made of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class NothingDrawn(Exception):
    """A draw that came to nothing worth asking: draw again with what chance gives next."""


class Chance:
    """Draws from a seed: from a text, whatever it says, as from a number.

    >>> Chance(7).some_of("abcdef", 3) == Chance(7).some_of("abcdef", 3)
    True
    """

    def __init__(self, seed: int | str) -> None:
        self._next = Random(seed).random

    def below(self, end: int) -> int:
        """A whole number from 0 to one less than ``end``."""
        return int(self._next() * end)

    def is_so(self, share: float) -> bool:
        """Yes so often: 1 is always, 0 never."""
        return self._next() < share

    def one_of(self, things: Sequence[T]) -> T:
        """One of them, each as likely as the next.

        :raises NothingDrawn: where there is none.
        """
        if not things:
            raise NothingDrawn
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """All of them, in any order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]

    def some_of(self, things: Iterable[T], count: int) -> list[T]:
        """So many of them, in any order, each thing once.

        :raises NothingDrawn: where there are fewer.
        """
        left = list(things)
        if count > len(left):
            raise NothingDrawn
        return [left.pop(self.below(len(left))) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question that chance made."""

    question: Mapping[str, Any]
    """As the judge takes it, in canonical letters; house rules under ``house``."""
    rule: str
    """The ruling that it was made for, and that decides it: ``follow``, without the game."""


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle as it is found: a question that took a search."""

    question: Mapping[str, Any]
    """As the judge takes it, in canonical letters."""
    rule: str
    """The ruling that it turns on, without the game."""
    proved: Mapping[str, int]
    """What the solver found: ``solutions``, how many answers are right, and what is to be done, by the game's names."""


def drawn(make: Callable[[Chance, int], Drawn], seed: int | str, level: int, tries: int = 200) -> Drawn:
    """What a maker of questions draws from a seed, at its first try that comes to something.

    :raises NothingDrawn: where no try did, which is a fault of the maker.
    """
    chance = Chance(seed)
    for _ in range(tries):
        try:
            return make(chance, level)
        except NothingDrawn:
            continue
    raise NothingDrawn(f"{make}, seed {seed}, level {level}")
