"""The best turn, and the least deadwood, by an integer program: one whole number for each group there could be; no code
of the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from games.arranging.melds import Ace, Laws
from games.cards import DECK, JOKER, Card

Group = tuple[Card, ...]


def groups_there_are(laws: Laws) -> Iterator[Group]:
    """Every set, and every run of 3 to 5 cards: longer runs fall into these."""
    for rank in range(13):
        four = [DECK[13 * suit + rank] for suit in range(4)] + ([JOKER] if laws.jokers else [])
        for size in (3, 4):
            picks = combinations_with_replacement(four, size) if laws.any_suit else combinations(four, size)
            yield from (pick for pick in picks if pick.count(JOKER) < 2)
        if laws.jokers:
            for size in (1, 2):
                picks = combinations_with_replacement(four[:4], size) if laws.any_suit else combinations(four[:4], size)
                yield from ((*pick, JOKER, JOKER) for pick in picks)
    ends = {Ace.LOW: 13, Ace.BOTH: 14, Ace.WRAP: 17}[laws.ace]
    for suit, size in product(range(4), (3, 4, 5)):
        for start in range(13 if laws.ace is Ace.WRAP else ends - size + 1):
            row = [DECK[13 * suit + (start + at) % 13] for at in range(size)]
            yield tuple(row)
            if laws.jokers:
                for wild in (1, 2):
                    for out in combinations(range(size), wild):
                        yield tuple(JOKER if at in out else card for at, card in enumerate(row))


def melds_of(hand: Sequence[Card], laws: Laws) -> Iterator[Group]:
    """Every meld of two real cards or more that this hand can make; runs of nine cards and more fall into shorter ones."""
    have = Counter(hand)
    jokers = have[JOKER]
    for rank in range(13):
        four = [card for suit in range(4) if have[card := DECK[13 * suit + rank]]]
        for size in (2, 3, 4):
            for pick in combinations(four, size):
                yield from ((*pick, *[JOKER] * n) for n in range(max(0, 3 - size), min(jokers, 4 - size) + 1))
    ends = 13 if laws.ace is Ace.LOW else 14
    for suit, size in product(range(4), range(3, 9)):
        for start in range(ends - size + 1):
            row = [card for at in range(size) if have[card := DECK[13 * suit + (start + at) % 13]]]
            for wild in range(size - len(row), min(jokers, size - 2) + 1):
                for out in combinations(range(len(row)), wild - size + len(row)):
                    yield (*(card for at, card in enumerate(row) if at not in out), *[JOKER] * wild)


def deadwood(hand: Sequence[Card], value: Callable[[Card], int], laws: Laws) -> tuple[int, int]:
    """The fewest points that melds of a hand leave over, and the fewest cards with them."""
    have = Counter(hand)
    faces = sorted(have)
    melds = sorted({tuple(sorted(meld)) for meld in melds_of(hand, laws)}, key=lambda m: [card.index for card in m])
    everything = sum(64 * value(card) + 1 for card in hand)
    if not melds:
        return divmod(everything, 64)
    row_of = {card: at for at, card in enumerate(faces)}
    entries = [(row_of[card], col, times) for col, meld in enumerate(melds) for card, times in Counter(meld).items()]
    rows, cols, values = zip(*entries, strict=True)
    matrix = csr_array((values, (rows, cols)), shape=(len(faces), len(melds)))
    worth = np.array([sum(64 * value(card) + 1 for card in meld) for meld in melds], float)
    result = milp(-worth, constraints=LinearConstraint(matrix, 0, [have[card] for card in faces]), bounds=Bounds(0, 4),
                  integrality=np.ones(len(melds)), options={"mip_rel_gap": 0})  # fmt: skip
    assert result.status == 0, result.message
    return divmod(everything + round(result.fun), 64)


def best(table: Sequence[Sequence[Card]], hand: Sequence[Card], laws: Laws, most: int = 13, kept: bool = True):
    """The most cards that can be played and, with ``kept``, the most groups that can then be left as they are."""
    before = Counter(tuple(sorted(group)) for group in table)
    must = Counter(card for group in table for card in group)
    holding = Counter(hand)
    have = must + holding
    if not have:
        return (0, 0) if kept else 0
    possible = {tuple(sorted(group)) for group in groups_there_are(laws)} | set(before)
    groups = sorted((g for g in possible if Counter(g) <= have), key=lambda g: [card.index for card in g])
    faces = sorted(have)
    row_of = {card: at for at, card in enumerate(faces)}
    old = sorted(before, key=lambda g: [card.index for card in g])
    n, m, k = len(groups), len(faces), len(old)
    # Columns: how often each group lies, how many of each card are played, how many of each old group are kept.
    entries = [(row_of[card], col, times) for col, g in enumerate(groups) for card, times in Counter(g).items()]
    entries += [(at, n + at, -1) for at in range(m)]
    lower = [must[card] for card in faces]
    upper = list(lower)
    for at, group in enumerate(old):
        entries += [(m + at, groups.index(group), 1), (m + at, n + m + at, -1)]
        lower.append(0)
        upper.append(np.inf)
    entries += [(m + k, n + at, 1) for at in range(m)]
    lower.append(0)
    upper.append(most)
    rows, cols, values = zip(*entries, strict=True)
    matrix = csr_array((values, (rows, cols)), shape=(m + k + 1, n + m + k))
    ceiling = [len(hand) + sum(must.values())] * n + [holding[card] for card in faces] + [before[g] for g in old]
    bounds = Bounds(0, np.array(ceiling, float))

    def solve(weights):
        result = milp(-weights, constraints=LinearConstraint(matrix, lower, upper), bounds=bounds,
                      integrality=np.ones(n + m + k), options={"mip_rel_gap": 0})  # fmt: skip
        assert result.status == 0, result.message
        return round(-result.fun)

    count = solve(np.array([0.0] * n + [1.0] * m + [0.0] * k))
    if not kept:
        return count
    lower[-1] = count
    upper[-1] = count
    return count, solve(np.array([0.0] * (n + m) + [1.0] * k))
