"""A real browser on the real server."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

INSTALL = "apt-get install chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    names = (os.environ.get("CHROMIUM", "chromium"), "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail(f"The browser tests need Chromium. Install it with: {INSTALL} (or set CHROMIUM to its path).")
    return {"executable_path": found, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """The site as ``make run`` serves it, on a port of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "wsgi",
            "--port",
            str(port),
            "--log-level",
            "error",
            "rulesite.wsgi:application",
        ],
        cwd=settings.BASE_DIR,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _attempt in range(100):
            try:
                urllib.request.urlopen(f"{address}/robots.txt", timeout=5).close()
                break
            except OSError:
                assert server.poll() is None, "the server stopped"
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(autouse=True)
def no_console_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing that a page does may end in an error on the browser's console; a 422 is told there too and is none."""
    errors: list[str] = []
    if "page" in request.fixturenames:
        page: Page = request.getfixturevalue("page")
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield
    if not request.node.get_closest_marker("network_fails"):
        assert [error for error in errors if "422" not in error] == []
