"""A hand on its own: which melds leave the least deadwood.

*Where no card comes twice and nothing is wild*, a run of a suit never has a rival: ranks that follow one another without
a gap are best melded as one run when there are three or more of them. So the only choice in a hand is which sets to
take out of the suits, and a hand has room for few. Each way to take them leaves four suits, and what a suit is worth
once its sets are gone is looked up by which of its 13 cards are left.

*Any other hand*, and one with very many ways to take sets, is arranged by :mod:`games.arranging.doubles`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from games.arranging.budget import Budget
from games.arranging.doubles import MOST_COPIES, MOST_JOKERS, Prices, Task, most_melded, prices_of
from games.arranging.melds import RAMINO, Ace, Laws, read
from games.cards import DECK, JOKER, Card

Value = Callable[[Card], int]
"""What a card counts when it is left over."""
SUIT = (1 << 13) - 1
UNIT = 1 << 6
"""Deadwood is compared as points * UNIT + cards: fewest points, then fewest cards, in one number."""
MOST_WAYS = 512
"""The most ways to take sets that are tried one by one."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand in melds, and what is left over."""

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Help:
    """A card that would leave less deadwood if it came."""

    card: Card
    points: int
    """The least deadwood of the hand with the card in it."""
    meld: tuple[Card, ...]
    """The meld it would stand in."""


def least_deadwood(hand: Iterable[Card], value: Value, laws: Laws = RAMINO) -> Arrangement:
    """The arrangement of a hand with the fewest points left over; among equals, with the fewest cards.

    Whatever is still equal is decided by the cards alone, never by the order in which they come.

    >>> from games.cards import cards_of
    >>> best = least_deadwood(cards_of("5h 6h 7h 7s 7d 7c Kh"), lambda card: min(card.rank, 10))
    >>> [[card.text for card in meld] for meld in best.melds], best.deadwood, best.points
    ([['7s', '7d', '7c'], ['5h', '6h', '7h']], (Card('Kh'),), 10)

    :raises ValueError: for a card that is there more than twice, more than four jokers, a joker where none are played,
        and for laws of another family: sets with equal suits, a run through the ace or with an ace at each end.
    """
    cards = sorted(hand)
    if (mask := _mask(cards, laws)) is not None:
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
    found = most_melded(_task(cards, value, laws))
    assert found is not None
    return _arrangement(cards, found, value, laws)


def helpers(
    hand: Iterable[Card],
    value: Value,
    laws: Laws = RAMINO,
    faces: Iterable[Card] = DECK,
    budget: Budget | None = None,
) -> list[Help]:
    """The cards that would lessen the deadwood of a hand, the most helpful first.

    >>> from games.cards import cards_of
    >>> [(help.card.text, help.points) for help in helpers(cards_of("6h 7h Ks 2c"), lambda card: min(card.rank, 10))]
    [('5h', 12), ('8h', 12)]

    :param faces: which cards may come; by default those of one deck that are not in the hand.
    :param budget: where it ends, the cards not looked at yet are left out; those next to real cards come first.
    """
    cards = sorted(hand)
    if faces is DECK:
        faces = [card for card in DECK if card not in cards]
    now = least_deadwood(cards, value, laws).points
    found: list[Help] = []
    if not now:
        return found
    real = [card for card in cards if not card.is_joker]
    start = prices_of(_task(cards, value, laws)) if _mask(cards, laws) is None else None
    for card in sorted(faces, key=lambda card: not _near(real, card, laws)):
        if not _near(cards, card, laws):
            continue
        if budget and budget.over():
            break
        better = _within([*cards, card], value, laws, now - 1, start)
        if better is not None:
            found.append(Help(card, better.points, next(meld for meld in better.melds if card in meld)))
    return sorted(found, key=lambda help: (help.points, help.card))


def goes_out(hand: Iterable[Card], laws: Laws = RAMINO) -> bool:
    """Whether every card can stand in a meld.

    >>> from games.cards import cards_of
    >>> goes_out(cards_of("6h 7h 8h")), goes_out(cards_of("6h 7h 8h 2c"))
    (True, False)
    """
    return _within(sorted(hand), _one, laws, 0) is not None


def _one(card: Card) -> int:
    return 1


def _within(
    hand: Iterable[Card], value: Value, laws: Laws, points: int, start: Prices | None = None
) -> Arrangement | None:
    """The best arrangement of a hand if it leaves no more points than these."""
    cards = sorted(hand)
    if (mask := _mask(cards, laws)) is not None:
        return least_deadwood(cards, value, laws) if _best(mask, _suits_of(value))[0] // UNIT <= points else None
    task = _task(cards, value, laws)
    real = sum(task.worth[card.suit][card.rank - 1] for card in cards if card.suit is not None)
    found = most_melded(task, real - (points + 1) * UNIT + 1, start)
    return None if found is None else _arrangement(cards, found, value, laws)


def _task(cards: Iterable[Card], value: Value, laws: Laws) -> Task:
    counts = [[0] * 13 for _ in range(4)]
    jokers = 0
    for card in cards:
        if card.suit is None:
            jokers += 1
        else:
            counts[card.suit][card.rank - 1] += 1
    strange = laws.any_suit or (laws.fewest_real != 2 and jokers) or laws.ace is Ace.WRAP
    if strange or (laws.ace is Ace.BOTH and laws.both_ends):
        raise ValueError("melds of another family")
    if max(map(max, counts)) > MOST_COPIES or jokers > (MOST_JOKERS if laws.jokers else 0):
        raise ValueError("more copies of a card, or more jokers, than are played with")
    worth = tuple(tuple(value(card) * UNIT + 1 for card in DECK[at : at + 13]) for at in (0, 13, 26, 39))
    wild = value(JOKER) * UNIT + 1 if jokers else 0
    return Task(tuple(map(tuple, counts)), worth, jokers, wild, laws.ace is Ace.BOTH)


def _arrangement(cards: list[Card], melds: list[tuple[Card, ...]], value: Value, laws: Laws) -> Arrangement:
    count = Counter(cards)
    for meld in melds:
        # A wrong arrangement must never leave this room, whatever the search believes.
        assert read(meld, laws), meld
        count.subtract(meld)
    assert min(count.values(), default=0) >= 0, melds
    left = tuple(sorted(count.elements()))
    return Arrangement(tuple(read(meld, laws).cards for meld in melds), left, sum(map(value, left)))


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
    found = []
    for used, sets in _ways(mask):
        rest = mask ^ used
        found.append((s[rest & SUIT] + h[rest >> 13 & SUIT] + d[rest >> 26 & SUIT] + c[rest >> 39], sets))
    return min(found, key=lambda way: way[0])


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


def _near(cards: list[Card], card: Card, laws: Laws) -> bool:
    """Whether a card could stand in a meld with cards of this hand at all."""
    if card.is_joker or any(other.is_joker for other in cards):
        return True
    if len({other.suit for other in cards if other.rank is card.rank and other is not card}) >= 2:
        return True
    row = {other.rank - 1 for other in cards if other.suit is card.suit} | {card.rank - 1}
    row |= {13} if 0 in row and laws.ace is not Ace.LOW else set()
    mask = sum(1 << at for at in row)
    return any(
        mask >> at & 7 == 7
        for place in row
        if place % 13 == card.rank - 1
        for at in range(place - 2, place + 1)
        if at >= 0
    )


def _mask(cards: list[Card], laws: Laws) -> int | None:
    """The cards as bits, where no card comes twice, nothing is wild and there are few ways to take sets."""
    if laws.ace is not Ace.LOW or laws.any_suit or (cards and cards[-1].is_joker):
        return None
    mask, ways = 0, 1
    for card in cards:
        mask |= 1 << card.index
    if mask.bit_count() != len(cards):
        return None
    if len(cards) > 13:
        for rank in range(13):
            suits = (mask >> rank & 0x8004002001).bit_count()
            ways *= 6 if suits == 4 else 2 if suits == 3 else 1
    return mask if ways <= MOST_WAYS else None


@lru_cache(maxsize=1 << 12)
def _cards(mask: int) -> tuple[Card, ...]:
    cards = []
    while mask:
        low = mask & -mask
        cards.append(DECK[low.bit_length() - 1])
        mask ^= low
    return tuple(cards)
