"""The rules card: a game's reference on a sheet of paper, out of the same content as its page.

It has what every rule says, with what the document leaves open. ``game.toml`` names under ``[card]`` the examples that
there is room for, and chapters of the lesson that stand at the end where there is more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from typing import Any

from django.utils import translation
from django.utils.safestring import SafeString

from games.asks import Headline
from rulesite.rulebook import Book, Stretch, book, html, stretches

SHOWN = re.compile(r'^!!! (?:example|steps) "(.+?)"\n((?: {4}.*(?:\n|\Z)|\n)*)', re.MULTILINE)


@dataclass(frozen=True)
class Shown:
    """An example on the card."""

    rows: list[tuple[Any, Any]]
    headline: Headline
    caption: SafeString


@dataclass(frozen=True)
class Part:
    """A chapter's heading, or what a rule says."""

    anchor: str
    level: int
    title: str
    body: SafeString
    doubt: SafeString
    shown: list[Shown]


@cache
def card(game: str, language: str) -> list[Part]:
    """The card of a game in a language: its rules in the order of its page, then what it has of the lesson."""
    the = book(game)
    rest = stretches(game, language)[1:]
    lesson = the.card.get("lesson", ())
    with translation.override(language):
        rules = [_part(the, stretch) for stretch in rest if not stretch.is_lesson]
        return rules + [_part(the, stretch) for stretch in rest if stretch.is_lesson and stretch.anchor in lesson]


def _part(the: Book, stretch: Stretch) -> Part:
    captions = {found[1]: dedent(found[2]) for found in SHOWN.finditer(stretch.body)}
    shown = []
    for name, caption in captions.items():
        if name in the.card.get("examples", ()):
            ask = the.examples[name].asked(the.game)
            rows = [(label, cards) for label, cards in ask.picture() if cards]
            shown.append(Shown(rows, ask.headline(), html(the, caption)))
    prose = html(the, SHOWN.sub("", stretch.body))
    return Part(stretch.anchor, stretch.level, stretch.title, prose, html(the, stretch.doubt), shown)
