"""The picture by which a match is shared: how it stands, drawn as SVG; once it is over, with a podium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulesite.poster import (
    ACCENT,
    FELT,
    FOOT,
    HIGH,
    INK,
    LINE,
    MARGIN,
    QUIET,
    SEMIBOLD,
    SERIF,
    WIDE,
    as_svg,
    foot,
    head,
    lettering,
    text_at,
)

COLUMN = 6
"""Names in a column at most, where there is room for two."""
LARGEST = 40
"""How large the letters of a list are at most."""
BETWEEN = 48
"""The space between columns."""
STEP, GAP = 180, 10
"""How wide a step of the podium is, and the space to the next one."""
RISE = (1.0, 0.76, 0.58)
"""How high the steps are, of the highest."""
NAME, FIGURE = 26, 28
"""How large the names and figures of the podium are."""
END, MIDDLE = 'text-anchor="end"', 'text-anchor="middle"'


class Place(NamedTuple):
    """Who shares a place, and with what."""

    place: int
    """0 where nothing was played."""
    names: Sequence[str]
    figure: str


class Standing(NamedTuple):
    """What the picture shows."""

    game: str
    title: str
    tone: str
    headline: str
    places: Sequence[Place]
    podium: int
    """How many of the places stand on a podium."""
    site: str


def drawn(standing: Standing) -> str:
    """The picture as SVG."""
    parts, top = head(standing.game, standing.title, standing.tone, standing.headline)
    top, bottom, left = top + 8, HIGH - FOOT - 12, float(MARGIN)
    steps, others = standing.places[: standing.podium], standing.places[standing.podium :]
    if steps:
        width = len(steps) * (STEP + GAP) - GAP
        if not others:
            left = (WIDE - width) / 2
        parts += _podium(steps, left, top, bottom)
        left += width + BETWEEN
    if others:
        parts += _list(others, left, top, WIDE - MARGIN - left, bottom - top)
    return as_svg([*parts, *foot("", standing.site)])


def _podium(steps: Sequence[Place], x: float, top: float, bottom: float) -> Iterator[str]:
    """The first in the middle, the second at their left, the third at their right."""
    semibold = lettering(SEMIBOLD)
    order = [*steps[1:2], steps[0], *steps[2:]]
    most = min(2, max(len(step.names) for step in steps))
    highest = bottom - top - most * NAME * 1.2 - 12
    for at, step in enumerate(order):
        left, middle = x + at * (STEP + GAP), x + at * (STEP + GAP) + STEP / 2
        height = highest * RISE[steps.index(step)]
        y = bottom - height
        yield f'<rect x="{left:.1f}" y="{y:.1f}" width="{STEP}" height="{height:.1f}" rx="10" fill="{FELT}"/>'
        yield f'<rect x="{left:.1f}" y="{bottom - 5:.1f}" width="{STEP}" height="5" fill="{ACCENT}"/>'
        yield text_at(f"{step.place}.", middle, y + 46, 40, ACCENT, bold=True, more=MIDDLE)
        for line, words in enumerate(semibold.lines(semibold.shown(step.figure), FIGURE, STEP - 16)[:2]):
            yield text_at(words, middle, y + 84 + line * FIGURE, FIGURE, INK, bold=True, more=MIDDLE)
        names = list(step.names) if len(step.names) <= most else [step.names[0], f"+{len(step.names) - 1}"]
        for line, name in enumerate(reversed(names)):
            said = semibold.cut(semibold.shown(name), NAME, STEP)
            yield text_at(said, middle, y - 10 - line * NAME * 1.2, NAME, INK, bold=True, more=MIDDLE)


def _list(places: Sequence[Place], x: float, y: float, width: float, height: float) -> Iterator[str]:
    """A line for each player: place, name, figure; two columns where one is too long and there is room."""
    rows = [(place, name) for place in places for name in place.names]
    columns = 2 if len(rows) > COLUMN and width > WIDE / 2 else 1
    deep = -(-len(rows) // columns)
    line = min(LARGEST * 1.6, height / deep)
    size = min(LARGEST, line * 0.68)
    wide = (width - BETWEEN * (columns - 1)) / columns
    for at, (place, name) in enumerate(rows):
        left = x + at // deep * (wide + BETWEEN)
        base = y + at % deep * line + line * 0.72
        fonts = lettering(SEMIBOLD if place.place == 1 else SERIF)
        figure = fonts.shown(place.figure)
        beside = left + (size * 1.7 if place.place else 0)
        said = fonts.cut(fonts.shown(name), size, left + wide - beside - fonts.width(figure, size) - 16)
        if place.place:
            yield text_at(f"{place.place}.", left, base, size, QUIET)
        yield text_at(said, beside, base, size, INK, bold=place.place == 1)
        yield text_at(figure, left + wide, base, size, INK, bold=place.place == 1, more=END)
        under = y + (at % deep + 1) * line - 2
        yield f'<path d="M{left:.1f} {under:.1f}h{wide:.1f}" stroke="{LINE}" stroke-width="1.5"/>'
