"""What every test of the matches can count on."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """No board of a match that another test rolled back."""
    cache.clear()
