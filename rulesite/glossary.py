"""The glossary: every term once, with its word and meaning in each language."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings

from games.words.forms import forms

EVERYWHERE = "all"


@dataclass(frozen=True)
class Term:
    """A thing that has a name at the card table."""

    anchor: str
    game: str
    """The game whose word it is, or ``all``."""
    words: dict[str, str]
    meanings: dict[str, str]


@cache
def entries() -> dict[str, dict[str, Any]]:
    """All terms by anchor, as ``content/glossary.toml`` has them."""
    return tomllib.loads((settings.CONTENT_DIR / "glossary.toml").read_text())


@cache
def terms() -> tuple[Term, ...]:
    """All terms."""
    return tuple(
        Term(
            anchor,
            entry.get("game", EVERYWHERE),
            {code: forms(code).typeset(entry[code][0]) for code, name in settings.LANGUAGES},
            {code: forms(code).typeset(entry[code][1]) for code, name in settings.LANGUAGES},
        )
        for anchor, entry in entries().items()
    )
