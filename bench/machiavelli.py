"""Machiavelli's best turn side by side with an integer program: ``python -m bench.machiavelli [instances]``."""

from __future__ import annotations

import random
import statistics
import sys
from typing import Any

from bench.deals import machiavelli
from bench.measure import table, timings
from games.arranging.melds import MACHIAVELLI, Ace, Laws
from games.arranging.rebuild import best_turn, most_cards

HAND = 13
TARGETS = {6: "0.8 / 1.2", 12: "1.2 / 5.6", 20: "1.7 / 32", 30: "3.4 / 4.0"}
"""Figures to reach: a best-first search over ranks as it was measured elsewhere, count alone."""


def main(instances: int) -> None:
    try:
        from bench.integer_program import best as program
    except ImportError:
        program = None
        print("SciPy: not installed, left out")
    for groups in (6, 12, 20, 30):
        compare(f"{groups} groups, {HAND} in hand, two decks; to beat, count alone: {TARGETS[groups]} ms",
                deals(groups, 2, MACHIAVELLI, instances), program)  # fmt: skip
    for decks in (2, 3, 4):
        tables = deals(15 * decks, decks, MACHIAVELLI, instances)
        compare(f"growth: {15 * decks} groups, {decks} decks", tables, program)
    variants = {
        "equal suits in a set": Laws(Ace.BOTH, any_suit=True),
        "round and round": Laws(Ace.WRAP),
        "two jokers": Laws(Ace.BOTH, jokers=True),
    }
    for name, laws in variants.items():
        # The integer program has a column for every place of a joker and takes seconds: here it stays out.
        compare(f"12 groups, {name}", deals(12, 2, laws, instances), None if laws.jokers else program, laws)


Instance = tuple[list[Any], list[Any]]


def deals(groups: int, decks: int, laws: Laws, instances: int) -> list[Instance]:
    return [machiavelli(random.Random(f"{groups} {at}"), groups, HAND, decks, laws) for at in range(instances)]


def compare(title: str, tables: list[Instance], program: Any, laws: Laws = MACHIAVELLI) -> None:
    counts: list[Any] = []
    turns: list[Any] = []
    ways = {
        "ours, the count": lambda deal: counts.append(most_cards(*deal, laws)),
        "ours, the turn, least disturbance": lambda deal: turns.append(best_turn(*deal, laws)),
    }
    program_counts: list[int] = []
    program_turns: list[tuple[int, int]] = []
    if program:
        ways["integer program (HiGHS), the count"] = lambda deal: program_counts.append(
            program(*deal, laws, kept=False)
        )  # fmt: skip
        ways["integer program (HiGHS), least disturbance"] = lambda deal: program_turns.append(program(*deal, laws))
    for way in ways.values():
        way(tables[0])
    for answers in (counts, turns, program_counts, program_turns):
        answers.clear()
    table(title, timings(ways, tables), "ours, the count")
    proved = sum(turn.proved for turn in turns)
    print(f"  groups kept, average: {statistics.mean(len(turn.kept) for turn in turns):.2f} "
          f"of {statistics.mean(len(deal[0]) for deal in tables):.1f}; proved: {proved} of {len(turns)}")  # fmt: skip
    assert counts == [turn.count for turn in turns]
    if program:
        assert counts == program_counts
        assert [(turn.count, len(turn.kept)) for turn in turns] == program_turns
        print("  the same optima on every instance")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
