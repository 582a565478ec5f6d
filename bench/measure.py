"""Timing several ways of doing one thing over the same instances, in turn, so that a slow moment hits all alike."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")


def timings(
    ways: dict[str, Callable[[Any], Any]], instances: Iterable[Any], clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """Milliseconds that each way takes on each instance: every instance goes through all ways before the next."""
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for instance in instances:
        for name, way in ways.items():
            start = clock()
            way(instance)
            spent[name].append((clock() - start) * 1000)
    return spent


def processor_time(root: int) -> float:
    """Seconds of processor time of a process and its children so far."""
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(folder.name) == root or int(fields[1]) == root:
                total += int(fields[11]) + int(fields[12])
    return total / TICKS


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed: of 0.99 one in a hundred lies above it."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def p95(values: Sequence[float]) -> float:
    """The value that one in twenty exceeds."""
    return percentile(values, 0.95)


def table(title: str, spent: dict[str, list[float]], against: str) -> None:
    """Print median and 95th percentile of each way in milliseconds, and its median as a multiple of ``against``."""
    print(f"\n{title}")
    base = statistics.median(spent[against])
    for name, values in spent.items():
        middle = statistics.median(values)
        print(f"  {name:44} {middle:9.3f} / {p95(values):9.3f} ms   ×{middle / base:.2f}")
