"""What every test of the matches can count on."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from matches import gate


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """No board of a match that another test rolled back, and nobody has opened a match yet."""
    cache.clear()
    gate._limiter.cache_clear()
