"""What every page knows: the site, its games, and this page's twins in the other languages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse, translate_url
from django.utils import translation
from django.utils.safestring import mark_safe

from games.catalogue import GAMES, SHEETS
from rulesite.entrance import LONGEST_PATH
from rulesite.rulebook import book
from rulesite.stored import origin

_CARD = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
    "<path d='M5,0h22v32H5' fill='#7c2128'/><path d='m16,8,6,8-6,8-6-8' fill='#fff'/></svg>"
)
ICON = mark_safe("data:image/svg+xml," + quote(_CARD, safe="/:=',"))
"""A red card with a diamond. As a file of its own its headers alone would weigh more."""
LOCALES = {"it": "it_IT", "en": "en_GB", "cs": "cs_CZ"}


def twins(path: str) -> tuple[tuple[str, str, str], ...]:
    """Code, own name and path of this page in each language; of the home page where the path is not a page.

    The active language has to be the one of the path.
    """
    return _twins(path if len(path) <= LONGEST_PATH else reverse("home"), translation.get_language())


@lru_cache(maxsize=512)
def _twins(path: str, language: str | None) -> tuple[tuple[str, str, str], ...]:
    try:
        resolve(path)
    except Resolver404:
        path = reverse("home")
    return tuple((code, name, translate_url(path, code)) for code, name in settings.LANGUAGES)


def site(request: HttpRequest) -> dict[str, Any]:
    """Context of every template."""
    language = translation.get_language()
    try:
        here = origin(request)
    except DisallowedHost:  # the page that says so is rendered too
        here = ""
    return {
        "site_name": settings.SITE_NAME,
        "motto": settings.SITE_MOTTO,
        "language": language,
        "locale": LOCALES[language or "en"],
        "origin": here,
        "icon": ICON,
        "games": [book(game) for game in GAMES],
        "evenings": SHEETS,
        "twins": twins(request.path),
    }
