"""Marriage hands as an integer program: the independent judge of the solver, in tests and in the bench.

It looks for 21 cards that lie in sets and share as many as possible with the hand. Nothing is taken from the
solver: sets are written down whole (runs of three to five, since longer ones are two; trials; tunnels), each place
of a set that need not be pure is filled by its own face or by a wild card, and scipy's HiGHS does the rest.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array, lil_array

from games.arranging.wild import Terms
from games.cards import DECK, JOKER, Card

FACES = (*DECK, JOKER)
Set = tuple[Card, ...]
RUNS: list[Set] = [
    tuple(DECK[13 * suit + p % 13] for p in range(start, start + size))
    for suit in range(4)
    for size in (3, 4, 5)
    for start in range(15 - size)
]
TUNNELS: list[Set] = [(face,) * 3 for face in FACES]
TRIALS: list[Set] = [
    tuple(DECK[13 * suit + rank] for suit in suits)
    for rank in range(13)
    for n in (3, 4)
    for suits in combinations(range(4), n)
]
COLUMNS: dict[str, Sequence[Set]] = {
    "pure": RUNS + TUNNELS,
    "open": RUNS + TRIALS,  # sets whose places wild cards may fill
    "tunnel": TUNNELS,  # those that are not among the pure sets
    "own": [(face,) for face in FACES],  # places of open sets filled by their own face
    "stood": [(face,) for face in FACES],  # places of open sets filled by a wild card
    "stands": [(face,) for face in FACES],  # wild cards that fill them
    "kept": [(face,) for face in FACES],  # cards of the hand that stay
}
PLACE = {face: row for row, face in enumerate(FACES)}
N = len(FACES)


def _rows() -> tuple[csc_array, dict[str, slice]]:
    """The rows, and where each kind of variable stands.

    By face: cards used, at most the supply; places of open sets, each filled; cards used, at least those kept.
    Then: as many wild cards stand as places are stood in; pure sets; cards in sets.
    """
    parts: dict[str, slice] = {}
    rows = lil_array((3 * N + 3, sum(map(len, COLUMNS.values()))))
    at = 0
    for name, sets in COLUMNS.items():
        parts[name] = slice(at, at + len(sets))
        for column, cards in enumerate(sets, at):
            for face, n in Counter(cards).items():
                row = PLACE[face]
                if name in ("pure", "tunnel", "own", "stands"):
                    rows[row, column] = rows[2 * N + row, column] = n
                if name in ("open", "own", "stood"):
                    rows[N + row, column] = n if name == "open" else -n
                if name == "kept":
                    rows[2 * N + row, column] = -n
            if name in ("stood", "stands"):
                rows[3 * N, column] = 1 if name == "stood" else -1
            if name == "pure":
                rows[3 * N + 1, column] = 1
            if name in ("pure", "open", "tunnel"):
                rows[3 * N + 2, column] = len(cards)
        at += len(sets)
    return rows.tocsc(), parts


ROWS, PARTS = _rows()


def away(hand: Iterable[Card], terms: Terms) -> int:
    """The least number of new cards with which the hand is arranged."""
    held = Counter(hand)
    supply = np.array([terms.supply[face.index] for face in FACES], dtype=float)
    found = _solve(supply, np.array([held[face] for face in FACES], dtype=float), terms)
    assert found is not None, "with cards enough every hand can be arranged"
    return terms.size - found


def complete(hand: Iterable[Card], terms: Terms) -> bool:
    """Whether the hand is arranged without new cards."""
    held = Counter(hand)
    return _solve(np.array([held[face] for face in FACES], dtype=float), np.zeros(N), terms) is not None


def _solve(supply: np.ndarray, kept: np.ndarray, terms: Terms) -> int | None:
    """The most cards kept, or None when no such sets exist."""
    upper = np.full(ROWS.shape[1], float(terms.size))
    for name in ("pure", "tunnel"):
        upper[PARTS[name]] = [min(supply[PLACE[f]] // n for f, n in Counter(s).items()) for s in COLUMNS[name]]
    upper[PARTS["own"]] = supply
    upper[PARTS["stands"]] = [n if face in terms.wild else 0 for face, n in zip(FACES, supply, strict=True)]
    if not upper[PARTS["stands"]].any():
        upper[PARTS["stood"]] = 0
        upper[PARTS["open"]] = [min(supply[PLACE[face]] for face in s) for s in COLUMNS["open"]]
    upper[PARTS["kept"]] = kept
    cost = np.zeros(ROWS.shape[1])
    cost[PARTS["kept"]] = -1
    used = upper > 0
    low = np.concatenate([np.zeros(3 * N), [0, terms.pure, terms.size]])
    high = np.concatenate([supply, np.zeros(N), np.full(N, np.inf), [0, np.inf, terms.size]])
    found = milp(
        cost[used],
        constraints=LinearConstraint(ROWS[:, used], low, high),
        bounds=Bounds(0, upper[used]),
        integrality=np.ones(used.sum()),
    )
    return None if found.x is None else -round(found.fun)


# --- Hands of every kind, for the bench and the tests ---


def deck(terms: Terms, without: Iterable[Card] = ()) -> list[Card]:
    """All cards that can be held besides these."""
    held = Counter(without)
    return [face for face in FACES for _ in range(terms.supply[face.index] - held[face])]


def random_hand(rng: random.Random, terms: Terms, size: int = 21, wild: int | None = None) -> list[Card]:
    """Cards at random, so many of them wild if a number is named."""
    if wild is None:
        return rng.sample(deck(terms), size)
    cards = deck(terms)
    wilds = [card for card in cards if card in terms.wild]
    plain = [card for card in cards if card not in terms.wild]
    return rng.sample(wilds, wild) + rng.sample(plain, size - wild)


def complete_hand(rng: random.Random, terms: Terms, share: float = 0.15) -> list[Card]:
    """21 cards dealt from a partition in sets, three of them pure; in the others so many places are wild."""
    while True:
        hand: list[Card] = []
        for number, cards in enumerate(_partition(rng, terms.size)):
            pure = number < terms.pure or len(set(cards)) == 1
            wilds = [] if pure else [c for c in deck(terms, hand) if c in terms.wild]
            hand += [rng.choice(wilds) if wilds and rng.random() < share else card for card in cards]
        if all(n <= terms.supply[card.index] for card, n in Counter(hand).items()):
            return hand


def _partition(rng: random.Random, size: int) -> Iterator[Set]:
    number = 0
    while size:
        number += 1
        kinds = (RUNS, RUNS, TUNNELS[:52]) if number <= 3 else (RUNS, TRIALS, TUNNELS[:52])
        cards = rng.choice(rng.choice(kinds))
        if size - len(cards) not in (1, 2) and size >= len(cards):
            size -= len(cards)
            yield cards


def exchanged(rng: random.Random, terms: Terms, hand: Sequence[Card], number: int) -> list[Card]:
    """The hand with so many cards exchanged for others at random."""
    kept = rng.sample(list(hand), len(hand) - number)
    return kept + rng.sample(deck(terms, hand), number)
