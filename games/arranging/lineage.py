"""Which groups of cards became which, when some were changed, moved, joined, parted or taken away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from games.cards import Card

FEWEST_SHARED = 2
"""A single card in common is chance: it may lie in a set and, from another pack, in a run."""

Groups = Sequence[Sequence[Card]]


def lineage(before: Groups, after: Groups) -> list[list[int]]:
    """For each group after, the indices of those before that it came from, the one that it shares most with first.

    A card is counted once. A group before lives on in one group after, and in more only where those came from no other.

    >>> from games.cards import cards_of
    >>> run, eights = cards_of("3c 4c 5c"), cards_of("8s 8d 8h")
    >>> lineage([run, eights], [eights]), lineage([run, eights], [eights, cards_of("3c 4c 5c 6c")])
    ([[1]], [[1], [0]])
    """
    left, found = [Counter(group) for group in before], [Counter(group) for group in after]
    came: list[list[int]] = [[] for _group in after]
    placed: set[int] = set()

    def likeness(pair: tuple[int, int]) -> tuple[int, int, int]:
        old, new = pair
        shared = (left[old] & found[new]).total()
        return shared, -len(before[old]) - len(after[new]), -abs(old - new)

    for old, new in sorted(product(range(len(before)), range(len(after))), key=likeness, reverse=True):
        shared = left[old] & found[new]
        if shared.total() < FEWEST_SHARED or (old in placed and came[new]):
            continue
        left[old] -= shared
        found[new] -= shared
        came[new].append(old)
        placed.add(old)
    return came
