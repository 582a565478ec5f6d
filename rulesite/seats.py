"""The picture of a table: who sits where, who deals, who starts, which way play goes, what lies in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin
from typing import NamedTuple

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.cards import cards_of
from games.house import Text
from games.table import Laid

MIDDLE = 160.0, 100.0
TABLE = 122.0, 68.0
"""Half the width and half the height of the oval on which all sit."""
ROLES: dict[str, Text] = {
    "you first": pgettext_lazy("picture", "you start"),
    "dealer": pgettext_lazy("picture", "deals"),
    "first": pgettext_lazy("picture", "starts"),
    "you": pgettext_lazy("picture", "you"),
}
PLACES: dict[str, Text] = {
    "stock": gettext_lazy("Stock"),
    "discard": gettext_lazy("Discard pile"),
    "offered": gettext_lazy("Offered card"),
    "table": gettext_lazy("On the table"),
    "led": gettext_lazy("Led card, face down"),
}


class Seat(NamedTuple):
    """Somebody at the table: where, in whole units, which read alike in every language, and what there is to say."""

    x: int
    y: int
    said: Sequence[tuple[int, Text]]
    """Each word with the height at which it stands."""
    is_you: bool


class Place(NamedTuple):
    """What lies in the middle: its name, and its cards or groups."""

    label: Text
    row: Laid | list[Laid]


@dataclass(frozen=True)
class Seats:
    """The table of a game, as ``game.toml`` describes it.

    Seats are counted clockwise from 0, the reader's own, at the foot of the picture.
    """

    count: int
    dealer: int
    way: str
    """``left`` or ``right``: to whom the turn passes."""
    first: int | None = None
    """Who plays first; None where the cards decide that."""
    middle: dict[str, str] = field(default_factory=dict)
    """What lies there, by its place: cards as canonical texts, ``/`` between groups, nothing for a card face down."""

    @property
    def placed(self) -> Iterator[Seat]:
        """Everybody, with the words beside them."""
        for seat in range(self.count):
            x, y = map(round, self._on(seat, 0, 1))
            you = "you first" if self.first == 0 else "you"
            roles = [
                role for role, at in ((you, 0), ("dealer", self.dealer), ("first", self.first or -1)) if at == seat
            ]
            is_above = y < MIDDLE[1] - 1
            step = -14 if is_above else 14
            start = y - 17 if is_above else y + 24
            yield Seat(x, y, [(start + step * at, ROLES[role]) for at, role in enumerate(roles)], seat == 0)

    @property
    def arrow(self) -> str:
        """The way that play goes, as the path of a line that begins beside the first player, and of its head."""
        sweep = 1 if self.way == "left" else 0
        turn = (1 if sweep else -1) * min(0.7, 4.4 / self.count) / 2
        seat = self.first or 0
        start, before, end = (self._on(seat, turn * part, 0.84) for part in (0.35, 2.0, 2.2))
        along = end[0] - before[0], end[1] - before[1]
        length = hypot(*along)
        x, y = along[0] / length * 8, along[1] / length * 8
        head = [(end[0] - x + side * y * 0.7, end[1] - y - side * x * 0.7) for side in (1, -1)]
        rx, ry = TABLE[0] * 0.84, TABLE[1] * 0.84
        return (
            f"M{_point(start)}A{rx:.0f} {ry:.0f} 0 0 {sweep} {_point(end)}"
            f"M{_point(head[0])}L{_point(end)}L{_point(head[1])}"
        )

    @property
    def laid(self) -> Iterator[Place]:
        """What lies in the middle."""
        for name, text in self.middle.items():
            groups = [Laid(cards_of(group)) for group in text.split("/")]
            yield Place(PLACES[name], groups if len(groups) > 1 else groups[0] if text else Laid((None,)))

    def _on(self, seat: int, turn: float, scale: float) -> tuple[float, float]:
        """A point beside a seat: so far round the table, in radians, and at so much of its size."""
        angle = pi / 2 + 2 * pi * seat / self.count + turn
        return MIDDLE[0] + TABLE[0] * scale * cos(angle), MIDDLE[1] + TABLE[1] * scale * sin(angle)


def _point(at: tuple[float, float]) -> str:
    return f"{at[0]:.0f} {at[1]:.0f}"
