"""Machiavelli's best turn under every house rule, side by side with an integer program.

``python -m bench.machiavelli [instances]``: processor milliseconds, median, 95th percentile and worst, and the median as
a multiple of ours. The integer program goes along only a few times where its columns for jokers take it seconds.
"""

from __future__ import annotations

import random
import statistics
import sys
from time import process_time
from typing import Any

from bench.deals import machiavelli
from bench.measure import p95, timings
from games.arranging.melds import MACHIAVELLI, Ace, Laws
from games.arranging.rebuild import best_turn

HAND = 13
WRAP = Laws(Ace.WRAP)
JOKERS = Laws(Ace.BOTH, jokers=True)
JOKERS_WRAP = Laws(Ace.WRAP, jokers=True)
EQUAL = Laws(Ace.BOTH, any_suit=True)
EQUAL_WRAP = Laws(Ace.WRAP, any_suit=True)
ALL = Laws(Ace.WRAP, any_suit=True, jokers=True)
CASES = (
    ("standard", MACHIAVELLI, 2, 6, "today"),
    ("standard", MACHIAVELLI, 2, 12, "today"),
    ("standard", MACHIAVELLI, 2, 20, "today"),
    ("standard", MACHIAVELLI, 3, 30, "today"),
    ("standard", MACHIAVELLI, 4, 55, "today"),
    ("wrap", WRAP, 2, 20, "25 / 60"),
    ("wrap", WRAP, 3, 41, "65 / 130"),
    ("wrap", WRAP, 4, 55, "65 / 130"),
    ("jokers", JOKERS, 2, 20, "65 / 140"),
    ("jokers", JOKERS, 4, 55, "110 / 180"),
    ("jokers, wrap", JOKERS_WRAP, 2, 12, "65 / 140"),
    ("jokers, wrap", JOKERS_WRAP, 2, 20, "65 / 140"),
    ("jokers, wrap", JOKERS_WRAP, 3, 41, "110 / 180"),
    ("jokers, wrap", JOKERS_WRAP, 4, 55, "110 / 180"),
    ("equal suits", EQUAL, 2, 20, "20 / 70"),
    ("equal suits, wrap", EQUAL_WRAP, 2, 20, "20 / 70"),
    ("equal suits, jokers, wrap", ALL, 2, 12, "110 / 260"),
    ("equal suits, jokers, wrap", ALL, 2, 20, "350 / 1,000"),
)
"""House rules, decks, groups on the table, and the figures to reach (``today``: what the lattice alone took)."""
PROGRAMS = 4
"""Instances on which the integer program goes along where it takes seconds."""
Instance = tuple[list[Any], list[Any]]


def main(instances: int) -> None:
    try:
        from bench.integer_program import best as program
    except ImportError:
        program = None
        print("SciPy: not installed, left out")
    for name, laws, decks, groups, aim in CASES:
        compare(
            f"{name}: {groups} groups, {decks} decks; aim {aim}", deals(groups, decks, laws, instances), program, laws
        )


def deals(groups: int, decks: int, laws: Laws, instances: int) -> list[Instance]:
    return [machiavelli(random.Random(f"{groups} {at}"), groups, HAND, decks, laws) for at in range(instances)]


def compare(title: str, tables: list[Instance], program: Any, laws: Laws) -> None:
    turns: list[tuple[int, int]] = []
    optima: list[tuple[int, int]] = []

    def ours(deal: Instance) -> None:
        turn = best_turn(*deal, laws)
        turns.append((turn.count, len(turn.kept)))

    slow = laws.jokers or laws.any_suit
    rivals = tables[: PROGRAMS if slow else len(tables) // 4] if program else []
    ours(tables[0])
    turns.clear()
    spent = timings({"ours": ours}, tables, process_time)["ours"]
    print(f"\n{title}")
    print(f"  ours                          {line(spent)}")
    if rivals:
        theirs = timings({"": lambda deal: optima.append(program(*deal, laws))}, rivals, process_time)[""]
        times = statistics.median(theirs) / statistics.median(spent[: len(rivals)])
        print(f"  integer program (HiGHS)       {line(theirs)}   ×{times:.1f} on {len(rivals)} of them")
        assert optima == turns[: len(optima)]


def line(spent: list[float]) -> str:
    return f"{statistics.median(spent):8.1f} / {p95(spent):8.1f} / {max(spent):8.1f} ms"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
