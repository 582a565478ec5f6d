"""A hand of one deck on its own: which melds leave the least deadwood.

In one suit a run never has a rival: ranks that follow one another without a gap are best melded as
one run when there are three or more of them. So the only choice in a hand is which sets to take out of the
suits, and a hand has room for few. Each way to take them leaves four suits, and what a suit is worth
once its sets are gone is looked up by which of its 13 cards are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from games.cards import DECK, Card

Value = Callable[[Card], int]
"""What a card counts when it is left over."""
SUIT = (1 << 13) - 1
UNIT = 1 << 6
"""Deadwood is compared as points * UNIT + cards: fewest points, then fewest cards, in one number."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand in melds, and what is left over."""

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Help:
    """A card that is not in the hand and would leave less deadwood if it came."""

    card: Card
    points: int
    """The least deadwood of the hand with the card in it."""
    meld: tuple[Card, ...]
    """The meld it would stand in."""


def least_deadwood(hand: Iterable[Card], value: Value) -> Arrangement:
    """The arrangement of a hand with the fewest points left over; among equals, with the fewest cards.

    Whatever is still equal is decided by the cards alone, never by the order in which they come.

    >>> from games.cards import cards_of
    >>> best = least_deadwood(cards_of("5h 6h 7h 7s 7d 7c Kh"), lambda card: min(card.rank, 10))
    >>> [[card.text for card in meld] for meld in best.melds], best.deadwood, best.points
    ([['7s', '7d', '7c'], ['5h', '6h', '7h']], (Card('Kh'),), 10)

    :raises ValueError: for a joker or a card that is there twice: the hand is one of a single deck.
    """
    mask = _mask(hand)
    least, sets = _best(mask, _suits_of(value))
    melds = [_cards(meld) for meld in sets]
    left = mask
    for meld in sets:
        left ^= meld
    for shift in 0, 13, 26, 39:
        for run in _runs(left >> shift & SUIT):
            melds.append(_cards(run << shift))
            left ^= run << shift
    return Arrangement(tuple(melds), _cards(left), least // UNIT)


def helpers(hand: Iterable[Card], value: Value) -> list[Help]:
    """The cards of the deck that are not in the hand and would lessen its deadwood, the most helpful first.

    >>> from games.cards import cards_of
    >>> [(help.card.text, help.points) for help in helpers(cards_of("6h 7h Ks 2c"), lambda card: min(card.rank, 10))]
    [('5h', 12), ('8h', 12)]
    """
    mask, suits = _mask(hand), _suits_of(value)
    now = _best(mask, suits)[0] // UNIT
    found = []
    for card in DECK:
        bit = 1 << card.index
        if mask & bit or not _near(mask, card):
            continue
        points = _best(mask | bit, suits)[0] // UNIT
        if points < now:
            best = least_deadwood(_cards(mask | bit), value)
            found.append(Help(card, points, next(meld for meld in best.melds if card in meld)))
    return sorted(found, key=lambda help: (help.points, help.card))


class _Left(dict[int, int]):
    """What is left over in one suit, by which of its cards may stand in runs: worked out when first asked for."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.costs = [points * UNIT + 1 for points in values]

    def __missing__(self, ranks: int) -> int:
        runs = 0
        for run in _runs(ranks):
            runs |= run
        cost = self[ranks] = sum(cost for at, cost in enumerate(self.costs) if (ranks & ~runs) >> at & 1)
        return cost


class _Suits:
    """What is left over in each suit once its sets are gone, for one way of counting cards."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.left = tuple(_Left(values[at : at + 13]) for at in (0, 13, 26, 39))


_suits = lru_cache(maxsize=16)(_Suits)


@lru_cache(maxsize=16)
def _suits_of(value: Value) -> _Suits:
    return _suits(tuple(map(value, DECK)))


def _best(mask: int, suits: _Suits) -> tuple[int, tuple[int, ...]]:
    """The least deadwood of a hand (see ``UNIT``) and the sets that leave it."""
    s, h, d, c = suits.left
    least = -1
    chosen: tuple[int, ...] = ()
    for used, sets in _ways(mask):
        rest = mask ^ used
        total = s[rest & SUIT] + h[rest >> 13 & SUIT] + d[rest >> 26 & SUIT] + c[rest >> 39]
        if least < 0 or total < least:
            least, chosen = total, sets
    return least, chosen


def _ways(mask: int) -> list[tuple[int, tuple[int, ...]]]:
    """Every way to take sets out of a hand: the cards they use, and the sets."""
    s, h, d, c = mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39
    pairs, others = s & h, d & c
    ways: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    ranks = pairs & (d | c) | others & (s | h)
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        have = mask & low * 0x8004002001
        options = _sets(have)
        ways += [(used | option, (*sets, option)) for used, sets in ways for option in options]
    return ways


@lru_cache(maxsize=128)
def _sets(have: int) -> tuple[int, ...]:
    """The sets that the cards of one rank allow: all of them first, then with one left out."""
    cards = [bit for at in range(52) if have & (bit := 1 << at)]
    return (have,) if len(cards) == 3 else (have, *(have ^ bit for bit in reversed(cards)))


@lru_cache(maxsize=1 << 13)
def _runs(ranks: int) -> tuple[int, ...]:
    """The runs of one suit: whatever follows on without a gap, three cards or more."""
    found = []
    while ranks:
        low = ranks & -ranks
        run = ranks & ~(ranks + low)
        ranks &= ~run
        if run >= 7 * low:
            found.append(run)
    return tuple(found)


def _near(mask: int, card: Card) -> bool:
    """Whether a card could stand in a meld with cards of this hand at all."""
    index, rank = card.index, card.rank - 1
    if sum(mask >> rank + 13 * suit & 1 for suit in range(4)) >= 2:
        return True
    suit = (mask >> index - rank & SUIT | 1 << rank) << 2
    return any(suit >> rank + shift & 7 == 7 for shift in (0, 1, 2))


def _mask(hand: Iterable[Card]) -> int:
    mask = count = 0
    for card in hand:
        mask |= 1 << card.index
        count += 1
    if mask.bit_count() != count or mask >> 52:
        raise ValueError("no hand of one deck without jokers")
    return mask


@lru_cache(maxsize=1 << 12)
def _cards(mask: int) -> tuple[Card, ...]:
    cards = []
    while mask:
        low = mask & -mask
        cards.append(DECK[low.bit_length() - 1])
        mask ^= low
    return tuple(cards)
