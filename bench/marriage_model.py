"""Marriage hands as an integer program: the independent judge of the solver, in tests and in the bench.

It looks for the 21 cards that lie in sets and share most cards with the hand. Nothing is taken from the solver:
sets are written down whole (runs of three to five, since longer ones are two; trials; tunnels), each place of a
set that need not be pure is filled by its own face or by a wild card, and the solver of scipy does the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, lil_array

from games.cards import JOKER, Card

FACES = JOKER.index + 1
RUNS = [
    tuple(13 * suit + p % 13 for p in range(start, start + size))
    for suit in range(4)
    for size in (3, 4, 5)
    for start in range(15 - size)
]
TUNNELS = [(face,) * 3 for face in (*range(52), JOKER.index)]
TRIALS = [
    tuple(13 * suit + rank for suit in suits) for rank in range(13) for n in (3, 4) for suits in combinations(range(4), n)
]
PURE = RUNS + TUNNELS
OPEN = RUNS + TRIALS
"""Sets that wild cards may stand in; tunnels that are not among the pure ones have no such place."""
SHARES = len(PURE)
N = 2 * len(PURE[:0]) + len(PURE) + len(OPEN) + len(TUNNELS) + 4 * FACES


def _model() -> tuple[csr_array, dict[str, slice]]:
    """The rows that do not depend on the hand, and where each kind of variable stands."""
    parts: dict[str, slice] = {}
    at = 0
    for name, n in (
        ("pure", len(PURE)),
        ("open", len(OPEN)),
        ("tunnel", len(TUNNELS)),
        ("own", FACES),  # places of open sets filled by their own face
        ("stood", FACES),  # places of open sets filled by a wild card
        ("stands", FACES),  # wild cards that stand for another
        ("kept", FACES),  # cards of the hand that stay
    ):
        parts[name] = slice(at, at + n)
        at += n
    rows = lil_array((3 * FACES + 3, at))
    for face in range(FACES):
        for name, sets in (("pure", PURE), ("tunnel", TUNNELS)):
            for i, cards in enumerate(sets):
                if face in cards:
                    rows[face, parts[name].start + i] = cards.count(face)
                    rows[2 * FACES + face, parts[name].start + i] = cards.count(face)
        for i, cards in enumerate(OPEN):
            if face in cards:
                rows[FACES + face, parts["open"].start + i] = 1
        for name in ("own", "stands"):
            rows[face, parts[name].start + face] = 1
            rows[2 * FACES + face, parts[name].start + face] = 1
        rows[FACES + face, parts["own"].start + face] = -1
        rows[FACES + face, parts["stood"].start + face] = -1
        rows[2 * FACES + face, parts["kept"].start + face] = -1
        rows[3 * FACES, parts["stood"].start + face] = 1
        rows[3 * FACES, parts["stands"].start + face] = -1
    for i in range(len(PURE)):
        rows[3 * FACES + 1, parts["pure"].start + i] = 1
    for name, sets in (("pure", PURE), ("open", OPEN), ("tunnel", TUNNELS)):
        for i, cards in enumerate(sets):
            rows[3 * FACES + 2, parts[name].start + i] = len(cards)
    return rows.tocsr(), parts


ROWS, PARTS = _model()


def away(
    hand: Iterable[Card], wild: Iterable[Card], supply: tuple[int, ...], pure: int = 3, size: int = 21, exact: bool = False
) -> int | None:
    """The least number of new cards with which ``size`` cards lie in sets; with ``exact`` 0, or None if not 0."""
    held = Counter(card.index for card in hand)
    wilds = {card.index for card in wild}
    counts = np.array([held[face] for face in range(FACES)], dtype=float)
    most = np.minimum(supply, counts) if exact else np.array(supply, dtype=float)
    low = np.concatenate([np.full(FACES, 0.0), np.zeros(FACES), np.zeros(FACES), [0, pure, size]])
    high = np.concatenate([most, np.zeros(FACES), np.full(FACES, np.inf), [0, pure if not exact else np.inf, size]])
    low[3 * FACES + 1], high[3 * FACES + 1] = pure, np.inf
    upper = np.full(ROWS.shape[1], 7.0)
    upper[PARTS["own"]] = supply
    upper[PARTS["stood"]] = size
    upper[PARTS["stands"]] = [n if face in wilds else 0 for face, n in enumerate(most)]
    upper[PARTS["kept"]] = counts
    cost = np.zeros(ROWS.shape[1])
    if not exact:
        cost[PARTS["kept"]] = -1
    else:
        upper[PARTS["kept"]] = 0
    found = milp(
        cost,
        constraints=LinearConstraint(ROWS, low, high),
        bounds=Bounds(np.zeros(ROWS.shape[1]), upper),
        integrality=np.ones(ROWS.shape[1]),
    )
    if found.x is None:
        return None
    return 0 if exact else size + round(found.fun)
