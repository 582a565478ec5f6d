"""How matches are spoken of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import translation

from matches.wording import day


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "8 dicembre 2026"),
        ("en", "8 December 2026"),
        ("cs", "8. prosince 2026"),
        ("de", "8. Dezember 2026"),  # any other, as Django has it
    ],
)
def test_a_day_is_written_as_its_language_writes_it(language: str, said: str) -> None:
    with translation.override(language):
        assert day(datetime(2026, 12, 8, tzinfo=UTC)) == said
