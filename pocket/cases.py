"""What the pocket is asked to prove that it answers as the server does: every kind of page and question, and chance.

The same cases, answered in the pocket's Python, tell which of the standard modules it needs (:mod:`pocket.build`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import date
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.catalogue import GAMES
from games.daily import FIRST
from games.notation import NOTATIONS
from games.puzzles import puzzles
from rulesite import lessons
from rulesite.rulebook import tool_address

RANDOM = 500
"""Questions that chance draws."""
ODD = ("", "?", "7♠♥", "Qz 3", "Xr Xr Xr Xr Xr Xr", "-1", "1e9", "dieci", "  ", "4c " * 60)
"""What is typed into a field by mistake."""


@dataclass(frozen=True)
class Case:
    """A request."""

    address: str
    """Path and query."""
    method: str = "GET"
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""

    def as_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)


def cases() -> Iterator[Case]:
    """All of them, in an order that stays."""
    for address in (
        "/",
        "/robots.txt",
        "/sitemap.xml",
        "/api/",
        "/en/nothing/",
        "/en/murlan/nothing/",
        "/%C4%8D/",
        "/en",
    ):
        yield Case(address)
    yield Case("/api/judge", "POST", {"content-type": "application/json"}, "{")
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield from (Case(address) for address in _pages())
            for game in GAMES:
                yield from _asked(game, language)
                yield from _learnt(game, language)
    yield from _by_chance(random.Random("pocket"))


def _pages() -> Iterator[str]:
    yield from (reverse(name) for name in ("home", "glossary", "look", "know", "archive", "offline", "manifest"))
    yield from (reverse("day", args=[day]) for day in (FIRST, date(1999, 1, 1)))
    yield from lessons.addresses()
    for name, game in GAMES.items():
        yield from (reverse(page, args=[name]) for page in ("rules", "card", "house", "practice", "puzzles"))
        yield from (reverse("tool", args=[name, ask]) for ask in game.asks)
        yield reverse("puzzle", args=[name, len(puzzles(name)) + 1])


def _asked(game: str, language: str) -> Iterator[Case]:
    """The worked examples, as pages, as fragments, and put to the judge."""
    for name, example in lessons.examples(game).items():
        yield Case(reverse("example", args=[game, name]))
        address = tool_address(example.asked(game))
        yield Case(address)
        yield Case(address, headers={"hx-request": "true"})
        if GAMES[game].asks[example.ask].judged:
            question = {"game": game, "ask": example.ask, "lang": language, **example.question}
            yield Case("/api/judge", "POST", {"content-type": "application/json"}, json.dumps(question))


def _learnt(game: str, language: str) -> Iterator[Case]:
    """Lessons, drills and puzzles, as they are asked, with hints, and answered, rightly or not."""
    the = lessons.lesson(game)
    assert the
    for number, step in enumerate(lessons.told(game, language).steps, 1):
        for name, _words in step.tries:
            told = the.tries[name]
            ask = told.drill(game).asked(told.question)
            ask.full_clean()
            right = [("answer", one) for one in told.claimed(told.drill(game).reply(ask))]
            for query in ([("hint", "2")], [("given", ""), *right], [("given", ""), ("answer", "no")]):
                yield Case(f"{lessons.step_address(game, number)}?{urlencode([('try', name), *query])}")
    for kind in GAMES[game].drills:
        for level in (1, 2, 3):
            address = reverse("drill", args=[game, kind])
            yield Case(f"{address}?{urlencode({'level': level, 'seed': 10 * level})}")
            yield Case(f"{address}?{urlencode({'level': level, 'seed': 10 * level, 'given': '', 'answer': 'no'})}")
    for number in (1, 7):
        yield Case(reverse("puzzle", args=[game, number]))
        yield Case(f"{reverse('puzzle', args=[game, number])}?hint=3")


def _by_chance(dice: random.Random) -> Iterator[Case]:
    """Questions that nobody wrote: those of drills, put to the tools; some with a field that is spoilt."""
    for _number in range(RANDOM):
        name, language = dice.choice(list(GAMES)), dice.choice(list(NOTATIONS))
        drill = dice.choice(list(GAMES[name].drills.values()))
        with translation.override(language):
            asked = drill.asked(drill.drawn(dice.randrange(10**6), dice.choice((1, 2, 3))).question)
            asked.full_clean()
            path, query = urlsplit(tool_address(asked))[2:4]
            pairs = asked.pairs(NOTATIONS[language])
        if pairs and dice.random() < 0.2:
            at = dice.randrange(len(pairs))
            pairs[at] = (pairs[at][0], dice.choice(ODD))
            query = urlencode(pairs)
        yield Case(f"{path}?{query}", headers={"hx-request": "true"} if dice.random() < 0.5 else {})
