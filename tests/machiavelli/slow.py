"""Machiavelli's groups and best turn once more, slowly and from the rulings alone: everything written out.

It shares no line with :mod:`games.machiavelli.rules` or :mod:`games.arranging`; the tests hold them against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from games.cards import Card
from games.machiavelli.rules import House

RANKS, SUITS = "A23456789TJQK", "shdc"


def stands(card: Card, rank: str, suit: str) -> bool:
    return card.is_joker or card.text == rank + suit


def is_run(cards: Sequence[Card], house: House) -> bool:
    """Whether some window of the ladder can be dealt out over these cards."""
    count, real = len(cards), [card.text for card in cards if not card.is_joker]
    ladder = RANKS * 9 if house.wrap else RANKS + "A"
    windows = [ladder[low : low + count] for low in range(13 if house.wrap else 15 - count)]
    return any(
        len(window) == count and not Counter(real) - Counter(rank + suit for rank in window)
        for window in windows
        for suit in SUITS
    )


def is_set(cards: Sequence[Card], house: House) -> bool:
    real = [card.text for card in cards if not card.is_joker]
    one_rank = len({text[0] for text in real}) == 1
    suits_differ = len({text[1] for text in real}) == len(real)
    return one_rank and 3 <= len(cards) <= 4 and (suits_differ or house.sets == "any_suit")


def kind(cards: Sequence[Card], house: House) -> str | None:
    """``set``, ``run`` or None; one real card with two jokers is a set."""
    if len(cards) < 3 or all(card.is_joker for card in cards) or (not house.jokers and any(c.is_joker for c in cards)):
        return None
    return "set" if is_set(cards, house) else "run" if is_run(cards, house) else None


def splits(cards: tuple[Card, ...], house: House) -> Iterator[list[tuple[Card, ...]]]:
    """Every way to lay all these cards in groups."""
    if not cards:
        yield []
        return
    first, rest = cards[0], cards[1:]
    seen = set()
    for size in range(2, len(rest) + 1):
        for others in combinations(rest, size):
            group = (first, *others)
            if group in seen or kind(group, house) is None:
                continue
            seen.add(group)
            left = tuple((Counter(rest) - Counter(others)).elements())
            for more in splits(tuple(sorted(left)), house):
                yield [group, *more]


def best(table: Sequence[Sequence[Card]], hand: Sequence[Card], house: House) -> tuple[int, int]:
    """The most cards that can be played, and the most groups that can then be left as they are."""
    before = [tuple(sorted(group)) for group in table]
    all_of_table = [card for group in before for card in group]

    @cache
    def untouched(cards: tuple[Card, ...]) -> int:
        """The most groups of the table among the groups of any split; -1 where there is no split."""
        return max(
            (
                (Counter(before) & Counter(tuple(sorted(group)) for group in split)).total()
                for split in splits(cards, house)
            ),
            default=-1,
        )

    for count in range(min(13, len(hand)), -1, -1):
        kept = max(untouched(tuple(sorted([*all_of_table, *some]))) for some in set(combinations(sorted(hand), count)))
        if kept >= 0:
            return count, kept
    raise AssertionError("playing nothing is always possible")
