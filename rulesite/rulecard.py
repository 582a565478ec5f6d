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
from games.words.forms import forms
from rulesite.rulebook import DOUBT, HEADING, LINE, Book, book, html, source_text

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
    """The card of a game in a language, in the order of its page."""
    the = book(game)
    text = forms(language).typeset(source_text(game, language))
    line = LINE.search(text)
    reference_begins = line.start() if line else 0
    headings = list(HEADING.finditer(text))
    rules, lesson = [], []
    with translation.override(language):
        for heading, following in zip(headings, [*headings[1:], None], strict=True):
            body = LINE.sub("", text[heading.end() : following.start() if following else len(text)])
            if heading.start() > reference_begins:
                rules.append(_part(the, heading, body))
            elif heading[3] in the.card.get("lesson", ()):
                lesson.append(_part(the, heading, body))
    return rules + lesson


def _part(the: Book, heading: re.Match[str], body: str) -> Part:
    captions = {found[1]: dedent(found[2]) for found in SHOWN.finditer(body)}
    doubts = [dedent(found[2]) for found in DOUBT.finditer(body)]
    shown = []
    for name, caption in captions.items():
        if name in the.card.get("examples", ()):
            ask = the.examples[name].asked(the.game)
            rows = [(label, cards) for label, cards in ask.picture() if cards]
            shown.append(Shown(rows, ask.headline(), html(the, caption)))
    prose = html(the, SHOWN.sub("", DOUBT.sub("", body)))
    return Part(heading[3] or "", len(heading[1]), heading[2], prose, html(the, "\n\n".join(doubts)), shown)
