"""The stage that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deploy.stage import Stage, stage

OPENED = 5
"""Matches that one client may open."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test of the stage, which has servers of its own."""
    for item in items:
        if "staged" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.processes)


@pytest.fixture(scope="package")
def staged() -> Iterator[Stage]:
    # Neither the proxy nor the database server may be missing: then these tests fail.
    with stage(MATCHES_OPENED=f"{OPENED}/hour", JUDGE_SECONDS="1/minute") as built:
        yield built
