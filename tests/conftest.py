"""What every test can count on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Each test begins in English: a request leaves its language behind, as on a server's thread."""
    with translation.override("en"):
        yield
