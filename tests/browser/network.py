"""The network between a browser and the site, which can be taken away, held up, or bring another version of the site."""

from __future__ import annotations

import http.client
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

CHOOSY = ("accept-encoding", "if-none-match", "if-modified-since")
OWN = ("content-length", "date", "server", "connection", "transfer-encoding")
"""Headers that are between two ends of one line."""
PATIENCE = 60
"""Seconds after which what is held up comes all the same, so that no test that failed holds up the others."""


@dataclass(frozen=True)
class Foreign:
    """What a proxy answers instead of the site."""

    status: int
    body: str = ""
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})


class Network:
    """Passes on what is asked of it to the site, as long as it is there."""

    def __init__(self, site: str) -> None:
        self.site = urlsplit(site).netloc
        self.is_gone = False
        self.is_slow: Callable[[str], bool] = lambda path: False
        """Whether the answer to this path is held up until :attr:`goes_on`."""
        self.goes_on = threading.Event()
        self.is_lost: Callable[[str], bool] = lambda asked: False
        """Whether the answer to this, a method and a path, is lost on its way back."""
        self.changed: Callable[[str, bytes], bytes] = lambda path, body: body
        """What arrives in the place of this body."""
        self.renamed: Callable[[str], str] = lambda path: path
        """What the site is asked for in the place of this path."""
        self.foreign: Callable[[str], Foreign | None] = lambda asked: None
        """The proxy's own answer to this, a method and a path; None where the site is asked."""
        self.keeps_cookies = True
        """Whether a cookie of the site arrives at the browser."""
        self.asked: list[str] = []
        """Methods and paths that went through, in order."""
        network = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                network.pass_on(self)

            do_POST = do_GET

            def log_message(self, *_said: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def pass_on(self, asked: BaseHTTPRequestHandler) -> None:
        body = asked.rfile.read(int(asked.headers.get("Content-Length") or 0))
        if self.is_slow(asked.path):
            self.goes_on.wait(PATIENCE)
        if self.is_gone:
            asked.close_connection = True
            asked.connection.close()
            return
        if foreign := self.foreign(f"{asked.command} {asked.path}"):
            self.answer(asked, foreign.status, foreign.headers.items(), foreign.body.encode())
            return
        self.asked.append(f"{asked.command} {asked.path}")
        line = http.client.HTTPConnection(self.site, timeout=PATIENCE)
        # Plain text and all of it, so that it can be changed on its way.
        headers = {name: value for name, value in asked.headers.items() if name.lower() not in CHOOSY}
        line.request(asked.command, self.renamed(asked.path), body, headers)
        answer = line.getresponse()
        content = self.changed(asked.path, answer.read())
        line.close()
        if self.is_lost(f"{asked.command} {asked.path}"):
            asked.close_connection = True
            asked.connection.close()
            return
        kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in OWN]
        if not self.keeps_cookies:
            kept = [(name, value) for name, value in kept if name.lower() != "set-cookie"]
        self.answer(asked, answer.status, kept, content)

    @staticmethod
    def answer(asked: BaseHTTPRequestHandler, status: int, headers: Iterable[tuple[str, str]], content: bytes) -> None:
        asked.send_response(status)
        for name, value in headers:
            asked.send_header(name, value)
        asked.send_header("Content-Length", str(len(content)))
        with suppress(ConnectionError):  # the page that asked has been left meanwhile
            asked.end_headers()
            if asked.command != "HEAD":
                asked.wfile.write(content)

    def renew(self, old: str, new: str) -> None:
        """Have the site bring another version of itself, in which this text of a kept page has become that one."""

        def changed(path: str, body: bytes) -> bytes:
            if path == "/worker.js":
                return re.sub(rb"/kept/(\w+)/\w+\.json", rb"/kept/\1/next.json", body)
            return body.replace(old.encode(), new.encode()) if path.endswith("/next.json") else body

        versions = dict(re.findall(r"/kept/(\w+)/(\w+)\.json", self._plain("/worker.js")))
        self.changed = changed
        self.renamed = lambda path: re.sub(
            r"/kept/(\w+)/next\.json", lambda found: f"/kept/{found[1]}/{versions[found[1]]}.json", path
        )

    def _plain(self, path: str) -> str:
        line = http.client.HTTPConnection(self.site, timeout=PATIENCE)
        line.request("GET", path)
        said = line.getresponse().read().decode()
        line.close()
        return said


@contextmanager
def network(site: str) -> Iterator[Network]:
    """A network to this site."""
    made = Network(site)
    running = threading.Thread(target=made.server.serve_forever, args=[0.05], daemon=True)
    running.start()
    try:
        yield made
    finally:
        made.goes_on.set()
        made.server.shutdown()
        made.server.server_close()
        running.join()
