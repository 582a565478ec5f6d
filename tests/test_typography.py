"""Pages as they are typeset: no line ends in Czech where none may, and a minus is a minus everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import translation

from games.catalogue import GAMES
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests import proved
from tests.test_pages import PATHS

VOID = {"br", "hr", "img", "input", "link", "meta", "path", "source", "use", "wbr"}
UNSET = {"script", "style", "textarea", "title"}
"""What is in no line, or is somebody else's to break."""
LOOSE = re.compile(
    r"""
      (?<![^\s(„]) (?: [aikosuvz] [ \n] (?=\w) | [AIKOSUVZ] [ \n] (?=[^\W\d]) )  # v ruce; but a row of ranks, A 2 3
    | \d \.? [ \n] (?=[a-zá-ž])  # 21 karet, 2. rozdání
    | \d \. [ \n] \d  # 21. 11.
    """,
    re.VERBOSE,
)
HYPHENED = re.compile(r"(?<![\w.,:/=&?-])-\d")
"""A hyphen before a number that stands by itself."""


class Lines(HTMLParser):
    """The texts of a page in one language."""

    def __init__(self, html: str, language: str) -> None:
        super().__init__()
        self.language, self.texts = language, list[str]()
        self.open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        other = dict(attrs).get("lang", self.language) != self.language
        if tag not in VOID:
            self.open.append((tag, other or tag in UNSET))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(unset for _tag, unset in self.open):
            self.texts.append(data)


def addresses(language: str) -> Iterator[str]:
    """All that can be asked for without a match, and worked examples as they are answered."""
    yield from (path for path in PATHS if path.startswith(f"/{language}/"))
    with translation.override(language):
        for game in GAMES:
            examples = [*book(game).examples.values()]
            for example in proved.sample(f"typeset {language} {game}", examples, 8):
                yield tool_address(example.asked(game))


@cache
def texts(language: str) -> dict[str, str]:
    """Every text that is shown, and where first."""
    client, found = Client(headers={"host": "localhost"}), dict[str, str]()
    for address in addresses(language):
        for text in Lines(client.get(address).content.decode(), language).texts:
            found.setdefault(text, address)
    return found


def test_no_line_ends_in_a_czech_page_where_none_may() -> None:
    shown = texts("cs")
    assert len(shown) > 1000
    assert [(address, text) for text, address in shown.items() if LOOSE.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_minus_is_no_hyphen(language: str) -> None:
    assert [(address, text) for text, address in texts(language).items() if HYPHENED.search(text)] == []
