"""How matches are spoken of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import translation

from games.days import day
from matches.wording import moment


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "8\u00a0dicembre\u00a02026"),
        ("en", "8 December 2026"),
        ("cs", "8.\u00a0prosince\u00a02026"),
        ("de", "8. Dezember 2026"),  # any other, as Django has it
    ],
)
def test_a_day_is_written_as_its_language_writes_it(language: str, said: str) -> None:
    with translation.override(language):
        assert day(datetime(2026, 12, 8, tzinfo=UTC)) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "8\u00a0dicembre\u00a02026, 20:55"),
        ("en", "8 December 2026, 20:55"),
        ("cs", "8.\u00a0prosince\u00a02026\u00a020:55"),
    ],
)
def test_a_moment_is_a_day_and_the_time_of_day(language: str, said: str) -> None:
    with translation.override(language):
        assert moment(datetime(2026, 12, 8, 20, 55, tzinfo=UTC)) == said
