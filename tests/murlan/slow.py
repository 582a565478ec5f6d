"""Murlan once more, slowly and from the rulings alone: every subset of a hand, every rule written out.

It shares no line with :mod:`games.murlan.rules`; the tests hold the two against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cards import Card
from games.murlan.rules import House

SINGLES = [*"3456789TJQKA2", "Xb", "Xr"]
WINDOWS = {
    frozenset("A23456789TJQKA"[low : low + length]): low + length
    for length in range(5, 14)
    for low in range(15 - length)
}
"""The ranks of every straight, and how high it reaches (5 to 14). Later windows win: A to K is ace high."""


def rank(card: Card) -> str:
    return card.text if card.text.startswith("X") else card.text[0]


def read(cards: Sequence[Card], house: House) -> tuple[str, int, int] | None:
    """Kind, length, height; or None."""
    ranks = Counter(map(rank, cards))
    if len(cards) == 1:
        return "single", 1, SINGLES.index(rank(cards[0]))
    if house.joker_pair and ranks == {"Xb": 1, "Xr": 1}:
        return "pair", 2, SINGLES.index("Xr")
    if "Xb" in ranks or "Xr" in ranks:
        return None
    if len(ranks) == 1 and len(cards) in (2, 3, 4):
        return ("pair", "triple", "quad")[len(cards) - 2], len(cards), SINGLES.index(rank(cards[0]))
    if len(ranks) == len(cards) and frozenset(ranks) in WINDOWS:
        return "straight", len(cards), WINDOWS[frozenset(ranks)]
    return None


def is_flush(cards: Sequence[Card]) -> bool:
    return len({card.text[1] for card in cards}) == 1


def beats(cards: Sequence[Card], table: Sequence[Card], house: House) -> bool:
    mine, theirs = read(cards, house), read(table, house)
    assert mine is not None
    assert theirs is not None
    my_flush = house.straight_flush and mine[0] == "straight" and is_flush(cards)
    their_flush = house.straight_flush and theirs[0] == "straight" and is_flush(table)
    if their_flush:
        return my_flush and mine[1] == theirs[1] and mine[2] > theirs[2]
    if my_flush:
        return True
    if theirs[0] == "quad":
        return mine[0] == "quad" and mine[2] > theirs[2]
    if mine[0] == "quad":
        return True
    if mine[:2] != theirs[:2]:
        return False
    if mine[0] == "straight" and house.straight_step == "one":
        return mine[2] == theirs[2] + 1
    return mine[2] > theirs[2]


def plays(
    hand: Sequence[Card], table: Sequence[Card], opening: bool, house: House
) -> Iterator[tuple[tuple[str, int, int], tuple[Card, ...]]]:
    """Every legal play, each set of cards for itself."""
    for size in range(1, min(len(hand), 13) + 1):
        for cards in combinations(hand, size):
            found = read(cards, house)
            if found and (not opening or Card.of("3s") in cards) and (not table or beats(cards, table, house)):
                yield found, cards
