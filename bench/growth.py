"""Processor time of requests while an input doubles up to its limit: ``python -m bench.growth [part of a name …]``.

Every request goes through the ASGI application, as a stranger may send it. A row is the most expensive filling of an
input. It is marked where a doubling costs more than :data:`WORST` times as much, or the whole more than :data:`MOST`; what
a solver answers is bound by its own second, and marked beyond :data:`MOST_SOLVED`. The exit code is 1 if a row is marked.
"""

from __future__ import annotations

import gc
import logging
import sys
import time
from itertools import chain, pairwise
from typing import NamedTuple

from bench.inputs import Input, Request, heads, judged, matches, pages, questions, send  # isort: skip  # sets Django up

from django.core.management import call_command

from rulesite import pictures

WORST, FLOOR = 2.5, 10.0
"""The most that a doubling may cost, and the milliseconds below which times are noise."""
MOST, MOST_SOLVED = 500.0, 2000.0
DOUBLINGS = 3


def cost(asked: Request) -> float:
    """Milliseconds of processor time that the answer takes."""
    pictures.kept.values.clear()
    began = time.process_time()
    status, _headers, _content = send(asked)
    assert status not in (500, 503), asked.path
    return (time.process_time() - began) * 1000


class Row(NamedTuple):
    """An input as it was measured, in milliseconds, the last at its limit and each before at half of the next."""

    measured: Input
    times: list[float]

    @property
    def ratios(self) -> list[float]:
        return [after / before for before, after in pairwise(self.times)]

    @property
    def is_marked(self) -> bool:
        worst = max(
            (ratio for ratio, time in zip(self.ratios, self.times[1:], strict=True) if time > FLOOR), default=0.0
        )
        return self.times[-1] > MOST_SOLVED if self.measured.is_solved else worst > WORST or self.times[-1] > MOST

    def __str__(self) -> str:
        times, ratios = (
            "".join(f"{time:8.1f}" for time in self.times),
            "".join(f"{ratio:6.2f}" for ratio in self.ratios),
        )
        name, filling, limit = self.measured[:3]
        return f"{name[:50]:51}{filling[:20]!r:23}{limit:8}{times} {ratios}{'  !' if self.is_marked else ''}"


def measured(one: Input) -> Row:
    """Each size once, and up to twice more where that would be marked; of each the best."""
    sizes = [one.limit >> step for step in range(DOUBLINGS, -1, -1)]
    row = Row(one, [cost(one.made(size)) for size in sizes])
    for _again in range(2):
        if row.is_marked:
            row = Row(one, [min(time, cost(one.made(size))) for time, size in zip(row.times, sizes, strict=True)])
    return row


def main(words: list[str]) -> int:
    logging.disable(logging.CRITICAL)
    call_command("migrate", verbosity=0)
    send(Request("/en/murlan/play/"))
    gc.freeze()  # else a collection of all that was loaded falls into one measurement or another
    rows, dearest, count = dict[Input, Row](), dict[str, tuple[float, Input]](), 0
    for one in chain(questions(), pages(), judged(), heads(), matches()):
        if words and not any(word in one.name for word in words):
            continue
        count += 1
        if one.name not in dearest:
            cost(one.made(one.limit // 8))  # what is loaded or kept with the first request is not measured
        spent = cost(one.made(one.limit))
        if spent > MOST or (spent > 5 * FLOOR and spent > 2 * WORST * cost(one.made(one.limit // 4))):
            rows[one] = measured(one)
        dearest[one.name] = max(dearest.get(one.name, (0.0, one)), (spent, one), key=lambda found: found[0])
    rows |= {one: measured(one) for _spent, one in dearest.values() if one not in rows}
    print(
        f"{count} fillings of {len(dearest)} inputs: milliseconds at an eighth of the limit, a quarter, a half, and all of it"
    )
    for row in sorted(rows.values(), key=lambda row: -row.times[-1]):
        print(row)
    marked = sum(row.is_marked for row in rows.values())
    print(f"marked: {marked}")
    return 1 if marked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
