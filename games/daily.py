"""The puzzle of the day: the same one for everybody, by the date alone.

Each day has the next game of the ``ROTA``, whatever weekday it is: in five weeks every game has had each weekday once.
Of its game it is the puzzle whose turn has come. As many as there were at the ``FIRST`` day come in strides through the
file, so that neighbours, which are found by one search, do not follow each other; those added since come after them, in
their order; and only then the first one comes again. What was on a day stays so when puzzles are added, as long as that
happens before all have been used, which takes a year and nine months.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from games.puzzles import Puzzle, puzzles

ZONE = ZoneInfo("Europe/Rome")
"""Where midnight brings the next one."""
FIRST = date(2026, 11, 23)
ROTA: Mapping[str, int] = {"murlan": 129, "marriage": 126, "ramino": 144, "machiavelli": 128, "muriel": 140}
"""The games by turns, and how many puzzles each had at first. What changes here changes days that have been."""
STRIDE = 89
"""It has no factor in common with any of these numbers, so that each puzzle comes once before any comes again."""


class Day(NamedTuple):
    """A day with its puzzle."""

    date: date
    number: int
    """Of the day, from 1."""
    puzzle: Puzzle


def today(now: datetime | None = None) -> date:
    """The day that it is where the puzzle changes, or that the settings say it is; the first one before there was any."""
    if settings.TODAY:
        return max(FIRST, date.fromisoformat(settings.TODAY))
    return max(FIRST, (now or timezone.now()).astimezone(ZONE).date())


def of(when: date) -> Day:
    """The puzzle of a day.

    :raises ValueError: where the day is before the first one.
    """
    if when < FIRST:
        raise ValueError(when)
    number = (when - FIRST).days
    turn, game = number // len(ROTA), list(ROTA)[number % len(ROTA)]
    return Day(when, number + 1, puzzles(game)[_place(turn, ROTA[game], len(puzzles(game)))])


def _place(turn: int, at_first: int, now: int) -> int:
    """Which puzzle of a file, from 0, has this turn, from 0."""
    at = turn % now
    return at * STRIDE % at_first if at < at_first else at


def days(month: date, last: date) -> list[Day]:
    """The days of a month that have had their puzzle, the ``last`` one first."""
    start = month.replace(day=1)
    each = (start + timedelta(days=at) for at in range(31))
    return [of(when) for when in each if when.month == start.month and FIRST <= when <= last][::-1]
