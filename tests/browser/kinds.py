"""Kinds of elements on pages, and few pages that have an element of every kind."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html.parser import HTMLParser
from random import Random

from django.test import Client

from rulesite.rulebook import LANGUAGES
from tests import proved

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
"""Elements without an end tag."""
OWN = {"class", "role", "type", "aria-current", "aria-pressed", "aria-checked", "aria-live", "aria-disabled"}
"""Attributes whose values make a kind: of all others, that they are there."""


class _Kinds(HTMLParser):
    """Collects the kind of each element: its tag and attributes below those of all that it is in."""

    def __init__(self) -> None:
        super().__init__()
        self.path: list[tuple[str, str]] = []
        self.found = set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = sorted(
            f"{name}={' '.join(sorted((value or '').split()))}" if name in OWN else name for name, value in attrs
        )
        self.path.append((tag, f"{tag}[{','.join(said)}]"))
        if not any(tag == "svg" for tag, _kind in self.path):
            self.found.add("/".join(kind for _tag, kind in self.path))
        if tag in EMPTY:
            self.path.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.path.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.path and self.path.pop()[0] != tag:
            pass  # an element whose end tag is left out ends with the one around it


def kinds(html: str) -> set[str]:
    """Return the kinds of elements of a page.

    Pages of the same kinds differ in their words and numbers alone: what axe finds wrong with the structure or the
    colours of one, it finds wrong with the other.
    """
    parser = _Kinds()
    parser.feed(html)
    return parser.found


def few_of(states: Callable[[str, str], Sequence[str]], parts: Iterable[str]) -> list[str]:
    """Return few addresses that between them have every kind of element, every language and every part of the site.

    Each state is drawn in one language: the kinds of its elements are the same in all. The seed of the sample draws. Of
    pages that bring as many kinds, the one whose language and part came least comes first.

    :param states: the addresses of all states of a part in a language, in the same order in each.
    """
    chance, drawn = Random(os.environ[proved.SEED]), dict[str, tuple[str, str]]()
    for part in parts:
        for same in zip(*(states(part, language) for language in LANGUAGES), strict=True):
            at = chance.randrange(len(LANGUAGES))
            drawn[same[at]] = (LANGUAGES[at], part)
    client = Client(headers={"host": "localhost"})
    left = {
        address: kinds(client.get(address.partition("#")[0]).content.decode()) | {*named}
        for address, named in drawn.items()
    }
    order = [*left]
    chance.shuffle(order)
    came, found = Counter[str](), list[str]()
    while any(left.values()):
        best = max(order, key=lambda each: (len(left[each]), -sum(came[name] for name in drawn[each])))
        found.append(best)
        came.update(drawn[best])
        brought = left[best].copy()
        for each in left.values():
            each -= brought
    return found
