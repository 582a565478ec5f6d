"""The score sheet, once for all games: how it is filled in (``field``), and an evening of it (``evening``)."""

from games.sheets.evening import (
    Debt,
    Debts,
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
from games.sheets.field import ABSENT, CHECKED, SheetAsk

__all__ = [
    "ABSENT",
    "CHECKED",
    "Debt",
    "Debts",
    "HandSheet",
    "Made",
    "MatchSheet",
    "Outcome",
    "Row",
    "Sheet",
    "SheetAsk",
    "Standing",
    "Table",
    "Unread",
    "ordered",
    "up_to_the_end",
]
