"""A site with a port and a database of its own, for as long as something is measured on it."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import httpx

from bench.measure import processor_time

ROOT = Path(__file__).parent.parent
SERVER = [sys.executable, "-m", "rulesite.server"]
"""The site's own server, with its options."""
PATIENCE = 30
"""Seconds in which a server has to answer."""


class Site:
    """A server that can be killed and started again, on the same port and database.

    :param command: what serves the site; the port is added to it.
    :param output: where what it prints goes, if not beside what is printed here.
    """

    def __init__(self, command: Sequence[str], environment: dict[str, str], output: IO[bytes] | None = None) -> None:
        self.output = output
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.environment = os.environ | environment
        self.command = [*command, "--host", "127.0.0.1", "--port", str(self.port)]
        self.gone = 0.0
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=self.environment, check=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve, and come back once the site answers."""
        self.server = subprocess.Popen(
            self.command, cwd=ROOT, env=self.environment, start_new_session=True, stdout=self.output
        )
        until = time.monotonic() + PATIENCE
        while True:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                line.request("GET", "/robots.txt")
                line.getresponse().read()
                return
            except OSError:
                if self.server.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.05)
            finally:
                line.close()

    def kill(self) -> None:
        """End every process of the server on the spot, without leave."""
        self.gone += processor_time(self.server.pid)
        with suppress(ProcessLookupError):  # where it did not even start
            os.killpg(self.server.pid, signal.SIGKILL)
        self.server.wait()

    def processor_time(self) -> float:
        """Seconds of processor time that the server has taken, those it was killed after included."""
        return self.gone + processor_time(self.server.pid)


def open_match(phone: httpx.Client, game: str, names: Sequence[str]) -> str:
    """Open a match in the site's own form, in a browser that manages it from now on: the path of its page."""
    place = f"/en/match/new/{game}/"
    answer = phone.post(
        place, data={"csrfmiddlewaretoken": hidden(phone.get(place).text, "csrfmiddlewaretoken"), "player": list(names)}
    )
    return answer.headers["Location"].partition("?")[0]


def hidden(page: str, name: str) -> str:
    """What a hidden field of the first form of a page says.

    :raises LookupError: where there is none.
    """
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    if found is None:
        raise LookupError(f"no {name} in {page[:200]}")
    return found[1]


@contextmanager
def serving(command: Sequence[str], *, output: IO[bytes] | None = None, **environment: str) -> Iterator[Site]:
    """The site, served until the one who asked for it is done."""
    site = Site(command, environment, output)
    try:
        site.start()
        yield site
    finally:
        site.kill()
