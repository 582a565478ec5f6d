"""What holds for every test."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def site_language() -> Iterator[None]:
    """Each test begins in the site's own language: a page asked for in another one would leave that behind."""
    translation.deactivate()
    yield
    translation.deactivate()
