"""What making a drill costs, and judging it: ``python -m bench.drills [seeds]``.

Milliseconds of processor time, median / 99th percentile / worst over so many seeds of each kind and level. "Making" draws
the question, which may ask the judge many times; "judging" puts it to the judge and works out the right answer. The ratio
is that of the 99th percentile of both to the same of all kinds together.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
django.setup()

from bench.measure import percentile  # noqa: E402
from games.catalogue import GAMES  # noqa: E402
from games.practice import LEVELS, Drill  # noqa: E402


def main(seeds: int) -> None:
    spent: dict[str, list[tuple[float, float]]] = {}
    for game, found in GAMES.items():
        for name, drill in found.drills.items():
            for level in range(1, len(LEVELS) + 1):
                spent[f"{game} {name} {level}"] = [costs(drill, seed, level) for seed in range(seeds)]
    every = percentile([made + judged for costs in spent.values() for made, judged in costs], 0.99)
    for what, costs_of in spent.items():
        made, judged = ([pair[at] for pair in costs_of] for at in (0, 1))
        both = percentile([sum(pair) for pair in costs_of], 0.99)
        print(f"  {what:28} making {told(made)}   judging {told(judged)}   ×{both / every:.2f}", flush=True)
    print(f"all of them: 99 of 100 are made and judged in {every:.1f} ms")


def costs(drill: Drill[Any], seed: int, level: int) -> tuple[float, float]:
    """Milliseconds of processor time that making a question takes, and judging it."""
    start = time.process_time()
    question = drill.drawn(seed, level).question
    made = time.process_time()
    ask = drill.asked(question)
    assert ask.is_valid(), ask.errors
    drill.right(ask)
    return (made - start) * 1000, (time.process_time() - made) * 1000


def told(values: Sequence[float]) -> str:
    return f"{statistics.median(values):6.2f} / {percentile(values, 0.99):6.2f} / {max(values):6.2f} ms"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
