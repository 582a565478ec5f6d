"""Cards as they lie on a table, ready to be drawn: in groups, each card with what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from games.cards import Card


class Mark(NamedTuple):
    """What is particular about a card: how it looks, and what is said of it to a reader who cannot see that."""

    look: str
    """``hand``, ``moved``, ``claim``, …: a class of the style sheet."""
    badge: str
    """A sign or two on the card."""
    said: str


MARKED = Mark("marked", "", "")
"""Of the cards that a sentence speaks of."""


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

    @property
    def marked(self) -> list[tuple[Card | None, Mark | None]]:
        """Each card with its mark."""
        return list(zip(self.cards, self.marks or (None,) * len(self.cards), strict=True))


def marked(cards: Sequence[Card], those: Sequence[Card]) -> Laid:
    """Cards in a row of which those stand out, each as often as it is there.

    >>> marked([Card.of("7s"), Card.of("8d")], [Card.of("8d")]).marks
    (None, Mark(look='marked', badge='', said=''))
    """
    rest, marks = list(those), list[Mark | None]()
    for card in cards:
        marks.append(MARKED if card in rest else None)
        if card in rest:
            rest.remove(card)
    return Laid(tuple(cards), tuple(marks))


Group: TypeAlias = Laid | Sequence[Card]
Row: TypeAlias = Group | Sequence[Group]
"""Cards, a row as it lies, or groups, whichever they are."""


def as_laid(group: Group) -> Laid:
    """A group as it lies: one of cards alone has no marks."""
    return group if isinstance(group, Laid) else Laid(tuple(group))


def is_grouped(row: Row) -> bool:
    """Whether a row has groups."""
    return bool(row) and not isinstance(row, Laid) and not isinstance(row[0], Card)


def groups_of(row: Row) -> list[Laid]:
    """The groups of a row; a row without groups is one itself."""
    return [as_laid(group) for group in row] if is_grouped(row) else [as_laid(row)]  # type: ignore[arg-type]
