"""Totals by hand as a drawing: lines, one for each player, each with its name and total at its end.

Whose line is whose is said without colours, too: each has dashes of its own and a mark of its own shape, which stands
on the line and before the name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 260
TOP, BOTTOM = 12, 26
SIZE = 13
"""How large letters are."""
FOREIGN, WIDE, CAPITAL, OTHER, NARROW = 1.4, 1.11, 0.87, 0.73, 0.5
"""How wide a letter is at most, of its size, in the fonts that devices have: in the widest, DejaVu Sans Bold."""
NAME_ROOM = 84
"""How wide a name is at most; of a longer one the beginning stands there."""
TO_MARK, TO_NAME, TO_TOTAL, TO_SCALE, BETWEEN = 18, 9, 6, 6, 4
"""The spaces from the lines to the marks before the names, on to the names, to the totals; before the lines; between numbers below."""
APART = 15
"""How far apart two names stand at least."""
MOST_POINTS = 200
"""Of a line: more could not be told apart on a phone."""
MOST_HANDS, MOST_MARKS = 12, 6
"""How many hands are numbered, and how often a line has its mark besides the one at its end."""
STEPS = (1, 2, 5)
SHAPES = (
    "m-4,0a4,4 0 1 0 8,0a4,4 0 1 0-8,0z",  # a round
    "m-4-4h8v8h-8z",  # a square
    "m0-5 5,9h-10z",  # a triangle
    "m0-6 5,6-5,6-5-6z",  # a diamond
    "m0,5 5-9h-10z",  # a triangle upside down
    "m-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",  # a plus
    "m-4-4h8l-8,8h8z",  # an hourglass
    "m-5.5-1.5h11v3h-11z",  # a bar
    "m-4-4v8l8-8v8z",  # a bow tie
    "m-1.5-6h3v12h-3z",  # a bar upright
    "m-5,0 3-5h6l-3,5 3,5h-6z",  # an arrow
)
"""The marks of the lines, drawn from their middle."""
LOOKS = len(SHAPES)
"""How many lines can be told apart: each look is a shape, and in the stylesheet a colour and a pattern of dashes."""


@dataclass(frozen=True)
class Line:
    """One player's totals."""

    name: str
    look: int
    points: str
    """As SVG has them: ``x,y x,y``."""
    marks: str
    """The marks on the line, at its end and before its name, as SVG has a path."""
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
    """The numbers below: which hand, and where."""
    left: float
    right: float
    """Between these the lines are drawn."""
    target: float | None
    width: int = WIDTH
    height: int = HEIGHT
    bottom: int = HEIGHT - BOTTOM

    @property
    def scale_x(self) -> float:
        """Where the totals of the levels end."""
        return round(self.left - TO_SCALE, 1)

    @property
    def mark_x(self) -> float:
        """Where the marks before the names stand."""
        return round(self.right + TO_MARK, 1)

    @property
    def name_x(self) -> float:
        """Where the names begin; the totals end at the edge."""
        return round(self.mark_x + TO_NAME, 1)


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
    names = shortened(players)
    left = max(width(str(low)), width(str(high))) + TO_SCALE
    beside = max(width(names[name]) for name in players) + max(width(written[name]) for name in players)
    right = WIDTH - TO_MARK - TO_NAME - TO_TOTAL - beside
    x = [left + (right - left) * number / (len(after) - 1) for number in range(len(after))]

    def y(total: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (total - low) / (high - low), 1)

    ends = {name: y(after[-1][name]) for name in players}
    label_places = _apart(ends)
    drawn = [*range(0, len(after) - 1, -(-len(after) // MOST_POINTS)), len(after) - 1]
    called = list(places or range(1, len(after)))
    every = _every(len(totals), min(MOST_HANDS, int((right - left) // (width(str(called[-1])) + BETWEEN))))
    marked = [*range(len(totals), 0, -_every(len(totals), MOST_MARKS))]

    def marks(name: str, shape: str) -> str:
        at = [(x[number], y(after[number][name])) for number in marked]
        return "".join(f"M{x:.1f},{y:.1f}{shape}" for x, y in [*at, (right + TO_MARK, label_places[name])])

    lines = tuple(
        Line(
            names[name],
            look % LOOKS,
            " ".join(f"{x[at]:.1f},{y(after[at][name])}" for at in drawn),
            marks(name, SHAPES[look % LOOKS]),
            round(x[-1], 1),
            ends[name],
            label_places[name],
            written[name],
        )
        for look, name in enumerate(players)
    )
    return Chart(
        lines,
        tuple((total, y(total)) for total in range(low, high + 1, step)),
        tuple((called[number - 1], round(x[number], 1)) for number in range(every, len(after), every)),
        round(left, 1),
        round(right, 1),
        None if target is None else y(target),
    )


def width(text: str) -> float:
    """How wide a text is at most, in the widest of the fonts that it may be drawn in.

    >>> width("Ana") < width("Bruno") < width("WWWWW"), round(width("−20"), 1)
    (True, 30.3)
    """
    return SIZE * sum(map(_wide, text))


def _wide(letter: str) -> float:
    """How wide a letter is at most, of its size."""
    if letter in "mwMWÆŒæœ@%&…" or "\u0250" <= letter < "\u1100":
        return WIDE
    if letter in "ijlIftr.,:;'|!() ":
        return NARROW
    if letter.isupper() or letter in "+−=<>#":
        return CAPITAL
    return OTHER if letter < "\u2030" else FOREIGN


def shortened(names: Sequence[str]) -> dict[str, str]:
    """The names as there is room for them: the beginning of a long one, no two alike.

    Those that begin alike have their ends, too; those that end alike as well have the number of their column.

    >>> list(shortened(["Ana", "Alessandra B", "Alessandra C", "Giovanni Rossi", "Giovanni Bassi"]).values())
    ['Ana', 'Aless… B', 'Aless… C', 'Giovan…4', 'Giovan…5']
    """
    short = {name: _cut(name, "") for name in names}
    for tail in (lambda seat, name: name[-2:], lambda seat, name: str(seat)):
        often = Counter(short.values())
        short = {
            name: _cut(name, tail(seat, name)) if often[short[name]] > 1 else short[name]
            for seat, name in enumerate(names, 1)
        }
    return short


def _cut(name: str, tail: str) -> str:
    """A name if there is room for it and no tail is asked for, or its beginning and that tail."""
    if not tail and width(name) <= NAME_ROOM:
        return name
    head = name
    while head and width(f"{head}…{tail}") > NAME_ROOM:
        head = head[:-1]
    return f"{head.rstrip()}…{tail}"


def _every(count: int, most: int) -> int:
    """Every n-th of so many is kept: the least n that leaves no more than the most."""
    return -(-count // max(most, 1)) or 1


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
