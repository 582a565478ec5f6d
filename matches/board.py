"""A match as everybody sees it: totals, sheet, chart, reasons. Made once for each change and kept for all who look."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.asks import house_in_words
from games.sheets import Row, Standing
from matches import chart, wording
from matches.ledger import Hand, Ledger
from matches.store import Opened

KEPT_FOR = 3600
"""Seconds."""


@dataclass(frozen=True)
class Board:
    """What is shown of a match, and what its pages need to know of it."""

    revision: int
    top: str
    """The headline and the totals, as HTML."""
    rest: str
    """The sheet, the chart, the reasons, as HTML."""
    title: str
    """The headline alone."""
    tone: str
    over: bool
    """Whether the match takes no further hand."""
    closed: bool
    """Whether the players ended it."""
    next_number: int
    """Which hand would come next."""


@dataclass(frozen=True)
class Line:
    """A hand that stands, with its place in the sheet and what it comes to; a hand after the end comes to nothing."""

    number: int
    hand: Hand
    row: Row | None

    @property
    def is_corrected(self) -> bool:
        return len(self.hand.changes) > 1


def board(opened: Opened) -> Board:
    """The board of a match in the active language."""
    place = f"{opened.match.pk}.{opened.match.revision}.{get_language()}.{opened.role.may_score}"
    found: Board | None = cache.get(place)
    if found is None:
        found = _drawn(opened, opened.ledger())
        cache.set(place, found, KEPT_FOR)
    return found


def lines(hands: tuple[Hand, ...], standing: Standing) -> list[Line]:
    """The hands that stand, each with its row."""
    rows = [*standing.rows, *[None] * (len(hands) - len(standing.rows))]
    return [Line(number, hand, row) for number, (hand, row) in enumerate(zip(hands, rows, strict=True), 1)]


def _drawn(opened: Opened, ledger: Ledger) -> Board:
    sheet, table = opened.sheet, opened.table
    standing = sheet.standing(table, ledger.contents)
    headline = wording.headline(sheet, standing, ledger.closed)
    written = {name: sheet.written(total) for name, total in standing.totals.items()}
    context = {
        "match": opened.match,
        "role": opened.role,
        "sheet": sheet,
        "table": table,
        "standing": standing,
        "headline": headline,
        "written": written,
        "lines": lines(ledger.hands, standing),
        "house_said": house_said(opened),
        "chart": chart.chart(table.players, [row.totals for row in standing.rows], written, standing.target)
        if len(standing.rows) > 1
        else None,
        "debts": sheet.debts(table, standing) if hasattr(sheet, "debts") and standing.rows else None,
    }
    return Board(
        ledger.revision,
        render_to_string("matches/board_top.html", context),
        render_to_string("matches/board_rest.html", context),
        str(headline.text),
        headline.tone,
        ledger.closed or standing.winner is not None,
        ledger.closed,
        len(ledger.hands) + 1,
    )


def house_said(opened: Opened) -> list[tuple[str, str]]:
    """The house rules of the match in words, each with the id of its ruling."""
    ask = opened.sheet.ask
    chosen = {rule.name: opened.match.house.get(rule.name, rule.default) for rule in ask.house_rules}
    return house_in_words(ask, ask.house_class(**chosen))


def is_over(opened: Opened, ledger: Ledger) -> bool:
    """Whether the score has ended a match as written."""
    sheet = opened.sheet
    return sheet.ends and sheet.standing(opened.table, ledger.contents).winner is not None
