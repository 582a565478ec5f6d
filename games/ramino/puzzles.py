"""Puzzles of Ramino, found by search: a hand of eleven cards of which the best discard is not to be seen at first.

What tempts is tried as well: a hand that a first look discards well from is no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import groupby

from games.arranging.deadwood import goes_out
from games.arranging.melds import FEWEST, LADDER
from games.cards import DECK, Card, Suit
from games.chance import Chance, Made, NothingDrawn
from games.ramino.drills import left_after, tempting
from games.ramino.rules import DEALT, STANDARD, card_value

IN_HAND = max(DEALT.values()) + 1
"""Of two players, after the draw."""
FEWEST_CONTESTED = 2
"""Cards that fit two melds."""
MOST_SOLUTIONS = 2
MOST_POINTS = 12
"""The most that may be left: where more is, the hand is poor rather than worth a thought."""

Cards = tuple[Card, ...]


def longest_runs(hand: Collection[Card]) -> Iterator[Cards]:
    """Every run of a hand that cannot be longer.

    >>> from games.cards import cards_of
    >>> [[card.text for card in run] for run in longest_runs(cards_of("As 2s 3s 4s 6s 7s 8s Th Jh"))]
    [['As', '2s', '3s', '4s'], ['6s', '7s', '8s']]
    """
    for suit in Suit:
        of_suit = sorted(card for card in hand if card.suit is suit)
        # In a row without a gap ranks grow as their places do.
        for _from, places in groupby(enumerate(of_suit), lambda place: place[1].rank - place[0]):
            run = tuple(card for _at, card in places)
            if len(run) >= FEWEST:
                yield run


def whole_sets(hand: Collection[Card]) -> Iterator[Cards]:
    """Every set of a hand with all its cards of that rank."""
    for rank in LADDER:
        same = tuple(card for card in sorted(hand) if card.rank is rank)
        if len(same) >= FEWEST:
            yield same


def contested(hand: Collection[Card]) -> set[Card]:
    """The cards that fit a run as well as a set.

    >>> from games.cards import cards_of
    >>> contested(cards_of("5h 6h 7h 7s 7d 2c"))
    {Card('7h')}
    """
    in_runs = {card for run in longest_runs(hand) for card in run}
    return in_runs & {card for same in whole_sets(hand) for card in same}


def _fitting(hand: Collection[Card]) -> set[Card]:
    """The cards that stand in some meld of the hand."""
    return {card for meld in (*longest_runs(hand), *whole_sets(hand)) for card in meld}


def _points(cards: Collection[Card]) -> int:
    return sum(map(card_value, cards))


def _is_run(meld: Cards) -> bool:
    return meld[0].rank is not meld[1].rank


HABITS: tuple[Callable[[Cards], tuple[int, ...]], ...] = (
    lambda meld: (_points(meld),),
    lambda meld: (len(meld), _points(meld)),
    lambda meld: (_is_run(meld), _points(meld)),
    lambda meld: (not _is_run(meld), _points(meld)),
)
"""Which meld is laid down first, then next, by those who do not think ahead: the dearest, the longest, runs, sets."""


def _left_by(habit: Callable[[Cards], tuple[int, ...]], hand: Collection[Card]) -> list[Card]:
    """What is left over by a habit."""
    left = list(hand)
    while melds := [*longest_runs(left), *whole_sets(left)]:
        laid = max(melds, key=habit)
        left = [card for card in left if card not in laid]
    return left


def first_looks(hand: Collection[Card]) -> set[Card]:
    """The cards that are discarded without much thought: the dearest of all, of those that fit no meld, and of those
    that each habit leaves over.
    """
    lefts = [hand, set(hand) - _fitting(hand), *(_left_by(habit, hand) for habit in HABITS)]
    return {card for left in lefts for card in tempting(left)}


def _dense(chance: Chance) -> list[Card]:
    """Cards of a few neighbouring ranks, so that runs and sets get in each other's way, and up to three others."""
    width, loose = 5 + chance.below(4), chance.below(4)
    low = chance.below(len(LADDER) - width + 1)
    near = [card for card in DECK if card.rank in LADDER[low : low + width]]
    hand = chance.some_of(near, IN_HAND - loose)
    return hand + chance.some_of([card for card in DECK if card not in hand], loose)


def by_shape(hand: Collection[Card]) -> Cards:
    """A hand of the same shape, in suits and as high as the shape alone says: hands that are alike become the same.

    >>> from games.cards import cards_of
    >>> by_shape(cards_of("5h 6h 7h 7s")) == by_shape(cards_of("8d 9d Td Th"))
    True
    """
    low, high = (most(card.rank for card in hand) for most in (min, max))
    suits = sorted([card.rank - low for card in sorted(hand) if card.suit is suit] for suit in Suit)
    chance = Chance(str(suits))
    start = chance.below(len(LADDER) - (high - low))
    new = chance.shuffled(Suit)
    return tuple(
        sorted(Card(LADDER[start + step], suit) for steps, suit in zip(suits, new, strict=True) for step in steps)
    )


def make(chance: Chance) -> Made:
    """A hand after the draw: which discard leaves the fewest points?

    One card is right, or two that count the same. It fits a meld, and no first look finds it.
    """
    hand = by_shape(_dense(chance))
    rivals = contested(hand)
    if len(rivals) < FEWEST_CONTESTED:
        raise NothingDrawn
    if goes_out(hand):  # without a discard
        raise NothingDrawn
    after = left_after(hand, STANDARD)
    points = min(after.values())
    right = {card for card in hand if after[card] == points}
    if len(right) > MOST_SOLUTIONS or points > MOST_POINTS or right & first_looks(hand) or not right <= _fitting(hand):
        raise NothingDrawn
    question = {"hand": " ".join(card.text for card in hand)}
    proved = {"solutions": len(right), "contested": len(rivals), "points": points}
    return Made(question, "card-values" if points else "going-out", proved)
