"""The pages of puzzles: those of a game, one by its number, the one of the day, and those of the days that have been."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.urls.converters import IntConverter
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import daily, days
from games.asks import Ask
from games.catalogue import GAMES
from games.fields import Pairs
from games.judge import MAX_QUESTION
from games.notation import Notation
from games.practice import PuzzleDrill
from games.practising import HINTS, Exercise, Way, whole
from games.puzzles import Puzzle, puzzles

MOST_TRIES = 99
"""What is counted: who tries more often is told of so many."""


class Attempt(Exercise):
    """A puzzle, tried as often as one likes; how often, and with how many hints, stands in its address.

    A wrong answer is no reason to tell the right one.
    """

    drill: PuzzleDrill[Any]
    remembered = "puzzle"

    def __init__(self, request: HttpRequest, puzzle: Puzzle, *, of_a_day: bool = False) -> None:
        self.puzzle, self.of_a_day = puzzle, of_a_day
        said = request.GET.getlist("answer") if "given" in request.GET else None
        hints = whole(request, "hints", range(HINTS + 1)) or 0
        super().__init__(
            _drill(puzzle.game),
            asked(puzzle.game, puzzle.number, get_language()),
            puzzle.made.rule,
            request.path,
            hints,
            said,
        )
        self.before = whole(request, "tries", range(MOST_TRIES + 1)) or 0
        """How many answers were given before this one."""

    @property
    def mark(self) -> str:
        return f"{self.game}.{self.puzzle.number}"

    @property
    def tries(self) -> int:
        """How many answers were given, this one included."""
        return min(self.before + (self.given is not None), MOST_TRIES)

    @property
    def is_told(self) -> bool:
        return self.is_right or self.hint >= HINTS

    @property
    def pairs(self) -> Pairs:
        return _state(self.tries, self.hint)

    def asked(self, notation: Notation) -> Pairs:
        return _state(self.before, self.hint)

    @property
    def more_hint(self) -> str:
        return f"{self.path}?{urlencode(_state(self.tries, self.hint + 1))}"

    @property
    def ways(self) -> list[Way]:
        if self.of_a_day:
            return [Way(reverse("puzzles", args=[self.game]), _("More puzzles of this game"))]
        following = self.puzzle.number % len(puzzles(self.game)) + 1
        return [Way(reverse("puzzle", args=[self.game, following]), _("Next puzzle"))]

    @property
    def goal(self) -> Any:
        return self.drill.goal(self.puzzle.made.proved)

    @property
    def refuted(self) -> dict[str, Any] | None:
        """What speaks against the answer, where it is wrong: in words with the ruling, and how it comes to grief."""
        if self.given is None or self.is_right:
            return None
        found = self.drill.refuted(self.ask, self.given)
        return {"said": [(found.said, f"{self.game}.{self.rule}")], "steps": found.steps}

    def context(self) -> dict[str, Any]:
        # What a wrong answer finds its page to be is a question, still to be answered.
        return super().context() | {
            "answered": self.is_right,
            "goal": self.goal,
            "refuted": self.refuted,
            "number": self.puzzle.number,
        }


def _state(tries: int, hints: int) -> Pairs:
    return [(name, str(count)) for name, count in (("tries", tries), ("hints", hints)) if count]


@lru_cache(maxsize=96)
def asked(game: str, number: int, language: str | None) -> Ask[Any]:
    """Return a puzzle as its game decided it, which takes up to 0.2 s, and which keeps sentences in the active language.

    :param language: the active one.
    """
    ask: Ask[Any] = _drill(game).asked(puzzles(game)[number - 1].made.question)
    ask.full_clean()
    return ask


def _drill(game: str) -> PuzzleDrill[Any]:
    """What the puzzles of a game ask.

    :raises Http404: where it has none.
    """
    if game not in GAMES or not (found := GAMES[game].puzzle):
        raise Http404(game)
    return found


def of_a_game(request: HttpRequest, game: str) -> HttpResponse:
    """The puzzles of a game by their numbers, those with the same to be done together."""
    drill = _drill(game)
    by_grade = sorted(puzzles(game), key=lambda puzzle: drill.grade(puzzle.made.proved))
    groups = [list(group) for _grade, group in groupby(by_grade, lambda puzzle: drill.grade(puzzle.made.proved))]
    context = {
        "drill": drill,
        "groups": [(drill.graded(group[0].made.proved), [puzzle.number for puzzle in group]) for group in groups],
        "count": len(by_grade),
        "here": game,
    }
    return render(request, "puzzles.html", context)


def by_number(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """One puzzle: asked, with hints, refuted, or solved."""
    _drill(game)
    if not 1 <= number <= len(puzzles(game)):
        raise Http404(number)
    return _attempted(request, puzzles(game)[number - 1])


def of_today(request: HttpRequest) -> HttpResponse:
    """On to the puzzle of today, whose address is that of its date."""
    response = HttpResponseRedirect(reverse("day", args=[daily.today()]))
    response.headers["Cache-Control"] = "no-cache"
    return response


def of_a_day(request: HttpRequest, day: date) -> HttpResponse:
    """The puzzle of a day; of days to come nobody is told."""
    if not daily.FIRST <= day <= daily.today():
        raise Http404(day)
    found = daily.of(day)
    return _attempted(request, found.puzzle, day=found, date=days.day(day))


def _attempted(request: HttpRequest, puzzle: Puzzle, **context: Any) -> HttpResponse:
    """The page of a puzzle."""
    if len(request.META["QUERY_STRING"]) > MAX_QUESTION:
        return render(request, "error.html", {"status": 422}, status=422)
    it = Attempt(request, puzzle, of_a_day="day" in context)
    return render(request, "puzzle.html", it.context() | context, status=422 if it.is_lacking else 200)


def archive(request: HttpRequest, month: date | None = None) -> HttpResponse:
    """The days of a month with their puzzles, those of this month where none is named."""
    last = daily.today()
    first = daily.FIRST.replace(day=1)
    shown = month or last.replace(day=1)
    if not first <= shown <= last:
        raise Http404(month)
    before, after = _month(shown, -1), _month(shown, 1)
    context = {
        "days": [(days.day(one.date), one) for one in daily.days(shown, last)],
        "month": days.month(shown),
        "before": (before, days.month(before)) if before >= first else None,
        "after": (after, days.month(after)) if after <= last else None,
    }
    return render(request, "archive.html", context)


def _month(first: date, step: int) -> date:
    """The first day of the month before or after."""
    years, month = divmod(first.year * 12 + first.month - 1 + step, 12)
    return date(years, month + 1, 1)


class NumberConverter(IntConverter):
    """A number in an address, without leading zeros: it has one spelling."""

    regex = "0|[1-9][0-9]*"


class DayConverter:
    """A day in an address: ``2026-11-23``."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
    to_python = staticmethod(date.fromisoformat)

    def to_url(self, day: date) -> str:
        return day.isoformat()


class MonthConverter:
    """A month in an address: ``2026-11``."""

    regex = "[0-9]{4}-[0-9]{2}"

    def to_python(self, said: str) -> date:
        return date.fromisoformat(f"{said}-01")

    def to_url(self, month: date) -> str:
        return f"{month:%Y-%m}"
