"""What every test can count on."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from hypothesis import settings
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

collect_ignore = ["mutants.py", "mutate.py"]
"""What only ``make mutate`` runs needs what only ``make mutate`` installs."""

# How long an example takes says nothing about whether it holds, and this machine may be busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end: not looked through for garbage after every few hundred objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def static_files_are_looked_up_once() -> Iterator[None]:
    """Each test's client loads the middleware anew; thousands of them would look up every static file again."""
    look_up = WhiteNoiseMiddleware.update_files_dictionary
    found: dict[tuple[str, str], dict[str, Any]] = {}

    def once(self: Any, root: str, prefix: str) -> None:
        if (root, prefix) not in found:
            look_up(self, root, prefix)
            found[root, prefix] = self.files
        self.files = self.files | found[root, prefix]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(WhiteNoiseMiddleware, "update_files_dictionary", once)
        yield


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Each test begins in English: a request leaves its language behind, as on a server's thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def nothing_asked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has asked the judge over HTTP before; what is asked is counted in memory, for most tests have no database."""
    from rulesite import limits

    monkeypatch.setattr(limits, "spent", limits.OfProcess(limits.RATE))
