"""Browsers of other engines, each started at most once in a process of the run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.engines.firefox import Firefox
from tests.browser.engines.webdriver import Browser
from tests.browser.engines.webkit import WebKit


@pytest.fixture(scope="session", params=[Firefox, WebKit], ids=lambda engine: engine.__name__.lower())
def started(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser: Browser = request.param(tmp_path_factory.mktemp("profile"))
    try:
        browser.start()
        yield browser
    finally:
        browser.close()


@pytest.fixture
def engine(started: Browser) -> Iterator[Browser]:
    """A browser of another engine; no script of a page may end in an error."""
    started.log.clear()
    yield started
    started.open("about:blank")
    assert started.errors() == []
