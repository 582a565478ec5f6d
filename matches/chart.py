"""Totals by hand as a drawing: lines, one for each player, each with its name at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 400, 260
LEFT, TOP, BOTTOM = 38, 12, 26
LETTER, MOST_LETTERS = 7.4, 10
"""The width of a letter at the end of a line, and how many of a name stand there."""
APART = 15
"""How far apart two names stand at least."""
MOST_POINTS = 200
"""Of a line: more could not be told apart on a phone."""
STEPS = (1, 2, 5)
LOOKS = 9
"""How many lines can be told apart: each look is a colour and a pattern of dashes in the stylesheet."""


@dataclass(frozen=True)
class Line:
    """One player's totals."""

    name: str
    look: int
    points: str
    """As SVG has them: ``x,y x,y``."""
    x: float
    y: float
    """Where the line ends."""
    label_y: float
    """Where its name stands: beside its end, unless another name stands there."""
    total: str


@dataclass(frozen=True)
class Chart:
    """A drawing of totals; lengths are in the units of its view box."""

    lines: tuple[Line, ...]
    levels: tuple[tuple[int, float], ...]
    """The horizontal lines: which total, and where."""
    hands: tuple[tuple[int, float], ...]
    """The marks below: which hand, and where."""
    right: float
    target: float | None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = HEIGHT - BOTTOM


def chart(
    players: Sequence[str],
    totals: Sequence[Mapping[str, int]],
    written: Mapping[str, str],
    target: int | None,
    places: Sequence[int] | None = None,
) -> Chart:
    """The drawing of these totals, which begin at 0 before the first hand.

    :param totals: after each hand.
    :param written: the last totals as they are shown.
    :param places: how people call the hands; from 1 on unless given.
    """
    after = [dict.fromkeys(players, 0), *totals]
    highest = max(max(counted.values()) for counted in after)
    lowest = min(min(counted.values()) for counted in after)
    if target is not None:
        highest = max(highest, target)
    step = _step(highest - lowest)
    low = lowest // step * step
    high = max(-(-highest // step) * step, low + step)
    names = {name: name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1] + "…" for name in players}
    right = WIDTH - 12 - LETTER * max(len(names[name]) + len(written[name]) + 1 for name in players)
    x = [LEFT + (right - LEFT) * number / (len(after) - 1 or 1) for number in range(len(after))]

    def y(total: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (total - low) / (high - low), 1)

    ends = {name: y(after[-1][name]) for name in players}
    label_places = _apart(ends)
    drawn = [*range(0, len(after) - 1, -(-len(after) // MOST_POINTS)), len(after) - 1]
    lines = tuple(
        Line(
            names[name],
            look % LOOKS,
            " ".join(f"{x[at]:.1f},{y(after[at][name])}" for at in drawn),
            round(x[-1], 1),
            ends[name],
            label_places[name],
            written[name],
        )
        for look, name in enumerate(players)
    )
    every = -(-len(totals) // 12) or 1
    return Chart(
        lines,
        tuple((total, y(total)) for total in range(low, high + 1, step)),
        tuple(
            (places[number - 1] if places else number, round(x[number], 1))
            for number in range(every, len(after), every)
        ),
        round(right, 1),
        None if target is None else y(target),
    )


def _step(span: int) -> int:
    """The distance of the levels, so that there are six at most: 1, 2, 5, 10, 20, 50, …"""
    size = 1
    while True:
        for step in STEPS:
            if span <= 5 * step * size:
                return step * size
        size *= 10


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Where the names stand: in the order of the lines' ends, none over another, all within the drawing."""
    order = sorted(ends, key=lambda name: ends[name])
    places = [ends[name] for name in order]
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + APART)
    floor = float(HEIGHT - 6)
    for at in reversed(range(len(places))):
        places[at] = floor = min(places[at], floor)
        floor -= APART
    return {name: round(place, 1) for name, place in zip(order, places, strict=True)}
