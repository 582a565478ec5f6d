"""Browsers of other engines, each started at most once in a process of the run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest

from tests.browser.engines.firefox import Firefox
from tests.browser.engines.webdriver import Browser
from tests.browser.engines.webkit import WebKit

collect_ignore = ["webkit_window.py"]
"""A script for the system's Python, which has GTK's library; pytest would import it without."""


@pytest.fixture(scope="session")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[type[Browser]], Browser]]:
    """Return a function that starts the browser of an engine on its first call."""
    with ExitStack() as stack:

        @cache
        def started(engine: type[Browser]) -> Browser:
            browser = engine(tmp_path_factory.mktemp("profile"))
            stack.callback(browser.close)
            browser.start()
            return browser

        yield started


@pytest.fixture(params=[Firefox, WebKit], ids=lambda engine: engine.__name__.lower())
def engine(request: pytest.FixtureRequest, engines: Callable[[type[Browser]], Browser]) -> Iterator[Browser]:
    """A browser of another engine; no script of a page may end in an error, but for that of a network that is gone."""
    browser = engines(request.param)
    browser.log.clear()
    yield browser
    browser.open("about:blank")
    if not request.node.get_closest_marker("network_fails"):
        assert browser.errors() == []
