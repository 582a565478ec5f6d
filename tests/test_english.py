"""English as no native writes it: patterns that a machine can find, on pages, in the catalogue, in rendered answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.html import strip_tags

from games.catalogue import GAMES
from rulesite.glossary import terms
from rulesite.lessons import drawn, lesson, told
from rulesite.rulebook import book

CATALOGUE = settings.BASE_DIR / "rulesite" / "locale" / "it" / "LC_MESSAGES" / "django.po"
PATTERNS = {
    "a noun negated by “no”": r"(?<!there )\b(?:is|are) no\b(?! (?:longer|more|less|need|matter|higher|lower)\b)",
    "“none” for “not one”": r"(?<!there )\b(?:is|are) none\b",
    "“here is” with a number": r"\b(?:here|these|this) (?:is|are) (?:only )?(?:\d|\{?\w*count)",
    "“who” without anybody": r"(?:^|(?<=[.!:] ))Who \w+s [^?.]*\b(?:gets|leads|loses|may|must|owes|pays|scores|takes|wins)\b",
    "“at least” after its noun": r"\b\w+s at (?:least|most)(?=[.,;:)]|$)",
    "a hyphen for a minus": r"(?:^|(?<=[\s(“:]))-\d",
    "an apostrophe of a typewriter": r"\w'\w",
}


def texts() -> Iterator[tuple[str, str]]:
    """Every English text, with where it stands."""
    for entry in polib.pofile(str(CATALOGUE)):
        yield from (("the catalogue", text) for text in (entry.msgid, entry.msgid_plural) if text)
    with translation.override("en"):
        for game in GAMES:
            page = book(game).page("en")
            yield from (
                (f"{game}: {section.anchor}", strip_tags(section.body + section.doubt)) for section in page.sections
            )
            yield f"{game}: lead", page.summary
            if lesson(game):
                for step in told(game, "en").steps:
                    words = [
                        step.title,
                        strip_tags(drawn(game, "en", step.text)),
                        *(said for _name, said in step.tries),
                    ]
                    yield from ((f"{game}, lesson: {step.anchor}", text) for text in words)
            for example in book(game).examples.values():
                asked = example.asked(game)
                yield f"{game}: {example.name}", str(asked.headline().text)
                yield from ((f"{game}: {example.name}", text) for text, _rule in asked.sentences())
        for term in terms():
            yield f"glossary: {term.anchor}", term.meanings["en"]


@pytest.fixture(scope="module")
def written() -> list[tuple[str, str]]:
    return list(texts())


@pytest.mark.parametrize("pattern", PATTERNS)
def test_nothing_is_written_as_no_native_would(written: list[tuple[str, str]], pattern: str) -> None:
    found = re.compile(PATTERNS[pattern], re.IGNORECASE if "who" not in pattern else 0)
    assert [(where, text) for where, text in written if found.search(text)] == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    list(
        zip(
            PATTERNS,
            (
                "J-Q-K-A-2 is no straight.",
                "K-A-2 is none.",
                "A set has three cards; here is 1.",
                "It ends. Who wins gets 5 more.",
                "A set has three cards at least.",
                "That makes -5 points.",
                "It is Anna's turn.",
            ),
            strict=True,
        )
    ),
)
def test_a_pattern_finds_what_it_is_for(pattern: str, text: str) -> None:
    assert re.search(PATTERNS[pattern], text, re.IGNORECASE if "who" not in pattern else 0)
