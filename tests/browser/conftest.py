"""A real browser on the real server."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from bench.site import SERVER, serving
from tests.browser.evening import OFTEN, Phones
from tests.browser.looks import PHONE

# How long a page takes says nothing about whether it comes, and this machine may be busy: milliseconds.
expect.set_options(timeout=60_000)

INSTALL = "apt-get install chromium-headless-shell"
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
"""The first of these that is installed is driven: one without windows needs a third less of the processor."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-smooth-scrolling",  # a key that scrolls has scrolled when the next one is pressed
    "--disable-sync",
    "--no-first-run",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else BROWSERS
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail(f"The browser tests need Chromium. Install it with: {INSTALL} (or set CHROMIUM to its path).")
    return {"executable_path": found, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def browser(browser: Browser, pytestconfig: pytest.Config) -> Browser:
    """Open contexts without the site's service worker, which would answer requests; its own tests allow it."""
    slowdown = pytestconfig.getoption("--cpu-slowdown")
    new_context = browser.new_context

    def slow(page: Page) -> None:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})

    def open_context(**options: Any) -> BrowserContext:
        context = new_context(**{"service_workers": "block"} | options)
        if slowdown != 1:
            context.on("page", slow)
        return context

    browser.new_context = open_context  # type: ignore[method-assign]
    browser.new_page = lambda **options: open_context(**options).new_page()  # type: ignore[method-assign]
    return browser


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty database of the server's own, of the kind that the settings name."""
    given = os.environ.get("DATABASE_URL", "")
    if not given.startswith("postgres"):
        yield f"sqlite:///{tmp_path_factory.mktemp('matches')}/matches.sqlite3"
        return
    name = f"browser_{os.getpid()}"
    with psycopg.connect(given, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlsplit(given)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def base_url(database: str) -> Iterator[str]:
    """The site as ``make run`` serves it, on a port and a database of its own, where many matches may be opened."""
    # The network that tests take away (network.py) is a proxy, whose port is in Host.
    allowed = {"MATCHES_OPENED": "10000/hour", "PROXIES": "1"}
    with serving([*SERVER, "--log-level", "error"], DATABASE_URL=database, **allowed) as site:
        yield site.address


TOLD = re.compile("status of (409|422)")
"""What the console calls an error and the page tells as its answer."""


@pytest.fixture(autouse=True)
def console(request: pytest.FixtureRequest) -> Iterator[Callable[[Page], None]]:
    """Nothing that a page does may end in an error on the browser's console; other pages than ``page`` are named to it."""
    errors: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if said.text.startswith("htmx:sendAbort"):  # a newer question took the place of one that was on its way
            errors[-1:] = []
        elif said.type == "error":
            errors.append(said.text)

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", hear)

    if "page" in request.fixturenames:
        listen(request.getfixturevalue("page"))
    yield listen
    if not request.node.get_closest_marker("network_fails"):
        assert [error for error in errors if not TOLD.search(error)] == []


@pytest.fixture(autouse=True)
def closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test that failed left open would go on asking, and slow down all that come after it."""
    yield
    if "browser" in request.fixturenames:
        for context in request.getfixturevalue("browser").contexts:
            context.close()


@pytest.fixture
def phones(browser: Browser, base_url: str, console: Callable[[Page], None]) -> Iterator[Phones]:
    """Phones at one table: each knows only what it was shown."""
    contexts = []

    def phone(address: str = "", **options: Any) -> Page:
        context = browser.new_context(**PHONE, base_url=base_url, **options)
        contexts.append(context)
        context.add_init_script(OFTEN)
        page = context.new_page()
        console(page)
        if address:
            page.goto(address)
        return page

    yield phone
    for context in contexts:
        context.close()
