"""Sentences drawn at random for a reader who did not write them: ``python -m tests.drawn cs 31``, a language and a seed.

Fifty of the rules pages, each with its address, and fifty of the answers of ``tests/answers``, each with its question.
Of answers that differ in their figures and suits alone one is drawn from.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from html import unescape
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
django.setup()

from django.utils import translation  # noqa: E402

from games.catalogue import GAMES, NAMES  # noqa: E402
from rulesite.rulebook import Example, book  # noqa: E402
from tests.test_answers import approved  # noqa: E402

EACH = 50
BLOCK = re.compile(r"<(?:h\d|li|p|td|th|div|dt|dd)[^>]*>")


def sentences(html: str) -> Iterator[str]:
    """The sentences of a section, none of fewer than four words."""
    for line in unescape(re.sub(r"<[^>]+>", "", BLOCK.sub("\n", html))).splitlines():
        for sentence in re.split(r"(?<=[.!?:])\s+(?=[A-ZÁ-Ž„«“])", " ".join(line.split())):
            if len(sentence.split()) >= 4:
                yield sentence


def of_pages(language: str) -> dict[str, str]:
    """Every sentence of the rules pages with where it stands first."""
    found: dict[str, str] = {}
    for game in NAMES:
        for section in book(game).page(language).sections:
            for sentence in sentences(f"{section.body}\n{section.doubt}"):
                found.setdefault(sentence, f"/{language}/{game}/#{section.anchor}")
    return found


def of_answers() -> dict[str, str]:
    """Every sentence that answers or refuses a question, in the active language, with the question."""
    found: dict[str, tuple[str, str]] = {}
    for game in NAMES:
        for line in approved(game):
            name = line["question"]["ask"]
            ask = GAMES[game].asks[name](Example("", "", name, line["question"], {}).fields)
            if ask.is_valid():
                said = [str(ask.headline().text), *(text for text, _rule in ask.sentences())]
            else:
                said = [text for _field, text in ask.faults()]
            for text in said:
                found.setdefault(re.sub(r"\d+|[♠♥♦♣]", "#", text), (text, f"{game}.{name}"))
    return dict(found.values())


if __name__ == "__main__":
    language, dice = sys.argv[1], Random(int(sys.argv[2]))
    with translation.override(language):
        for letter, found in (("P", of_pages(language)), ("A", of_answers())):
            for number, sentence in enumerate(dice.sample(sorted(found), EACH), 1):
                print(f"{letter}{number}. {sentence}   [{found[sentence]}]")
