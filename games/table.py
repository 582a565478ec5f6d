"""Cards as they lie on a table, ready to be drawn: in groups, each card with what became of it."""

from __future__ import annotations

from typing import NamedTuple

from games.cards import Card


class Mark(NamedTuple):
    """What is particular about a card: how it looks, and what is said of it to whoever cannot see that."""

    look: str
    """``hand``, ``moved``, ``claim``, …: a class of the style sheet."""
    badge: str
    """A sign or two on the card."""
    said: str


class Laid(NamedTuple):
    """A group on the table, or a row of cards as they were played."""

    cards: tuple[Card | None, ...]
    """None is a card that lies face down."""
    marks: tuple[Mark | None, ...] = ()
    """For each card its mark; empty where none has one."""
    number: str = ""
    """By which sentences call it."""
    wrong: bool = False
    """Whether it may not lie there like this."""
