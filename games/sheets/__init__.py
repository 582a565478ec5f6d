"""The score sheet, once for all games: how it is filled in (``field``), and an evening of it (``evening``)."""

from games.sheets.evening import (
    HandSheet,
    Made,
    MatchSheet,
    Outcome,
    Row,
    Sheet,
    Standing,
    Table,
    Unread,
    ordered,
    up_to_the_end,
)

__all__ = [
    "HandSheet",
    "Made",
    "MatchSheet",
    "Outcome",
    "Row",
    "Sheet",
    "Standing",
    "Table",
    "Unread",
    "ordered",
    "up_to_the_end",
]
