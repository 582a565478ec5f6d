"""What every test can count on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation
from hypothesis import settings

collect_ignore = ["mutants.py", "mutate.py"]
"""What only ``make mutate`` runs needs what only ``make mutate`` installs."""

# How long an example takes says nothing about whether it holds, and this machine may be busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Each test begins in English: a request leaves its language behind, as on a server's thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def nothing_asked_yet() -> None:
    """Nobody has asked the judge over HTTP before."""
    from rulesite import limits

    limits.spent.until.clear()
