"""Days and months as they are written out."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language

from games.words.forms import NO_BREAK


def day(when: date) -> str:
    """A day as it is written out in the active language: ``8 December 2026``."""
    # Django's own English is American, and its Italian has a capital at the month.
    match get_language():
        case "en":
            return date_format(when, "j F Y")
        case "it":
            return date_format(when, "j F Y").lower().replace(" ", NO_BREAK)
        case "cs":
            return date_format(when, "j. E Y").replace(" ", NO_BREAK)
    return date_format(when)


def month(when: date) -> str:
    """A month as a heading: ``December 2026``."""
    said = date_format(when, "F Y")
    return said[:1].upper() + said[1:]
