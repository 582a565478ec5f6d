"""The site as an ASGI application: where bodies come in, and where each kind of request has threads of its own.

A body is read here, within a time and a size, before any thread is at work on it: whoever stalls in the middle of one
holds a connection and nothing else. Then the request waits for a thread of its room, and nobody waits for another
room's: pages are answered while dear questions are pondered, while programs ask the judge, and while the database is
away.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from typing import Any
from urllib.parse import unquote_to_bytes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")

import django

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.utils import translation  # noqa: E402
from django.utils.translation import gettext  # noqa: E402

from games.catalogue import GAMES  # noqa: E402
from rulesite.entrance import LARGEST_BODY, REFUSED, is_readable  # noqa: E402

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]

BODY_TIME = 10.0
"""Seconds that a body may take to arrive."""
LONG = 5_000
"""Bytes of a question in an address from which on it is answered apart: so many cards take long to draw."""
BODIES_HELD = 64_000_000
"""Bytes of bodies that are on their way in at once, in one worker."""

# A thread that ponders gives way to the others this often, in seconds: a page needs the interpreter a few times.
sys.setswitchinterval(0.001)


class Busy(Exception):
    """A room is full, or nobody came out of it in time."""


class Room:
    """Threads for one kind of request, and a queue before them.

    :param threads: how many are at work at once.
    :param waiting: how many may wait, in one worker.
    :param patience: seconds that one waits.
    """

    def __init__(self, name: str, threads: int, waiting: int, patience: float) -> None:
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.free = asyncio.Semaphore(threads)
        self.queue, self.waiting, self.patience = 0, waiting, patience

    async def answer(self, work: Callable[[Environ], Answer], environ: Environ) -> Answer:
        """What the work comes to, done by one of the threads.

        :raises Busy: where too many wait already, or none was free in time.
        """
        if self.free.locked():
            await self._wait()
        else:
            await self.free.acquire()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work, environ)
        finally:
            self.free.release()

    async def _wait(self) -> None:
        if self.queue >= self.waiting:
            raise Busy
        self.queue += 1
        try:
            await asyncio.wait_for(self.free.acquire(), self.patience)
        except TimeoutError:
            raise Busy from None
        finally:
            self.queue -= 1


def match_words() -> frozenset[str]:
    """What stands in the addresses of matches after the language."""
    words = set()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            words.add(gettext("match/").rstrip("/"))
    return frozenset(words)


class Site:
    """The site with its rooms."""

    def __init__(self, site: Callable[[Environ, Any], Any]) -> None:
        self.site = site
        self.pages = Room("pages", threads=8, waiting=2_000, patience=30)
        # As many as there are connections to the database: whoever waits for one waits here, where that holds nothing.
        self.matches = Room("matches", threads=settings.DATABASE_POOL, waiting=1_000, patience=5)
        self.questions = Room("questions", threads=1, waiting=16, patience=10)
        self.judge = Room("judge", threads=1, waiting=16, patience=10)
        self.match_words = match_words()
        self.held = 0

    def room(self, path: str, query: bytes) -> Room:
        """Where a request is answered, by its address."""
        parts = path.split("/", 4)
        if path == "/api/judge":
            return self.judge
        if len(parts) > 2 and parts[2] in self.match_words:
            return self.matches
        if query and len(parts) > 3 and parts[2] in GAMES:
            ask = GAMES[parts[2]].asks.get(parts[3])
            if ask is not None and (ask.heavy or len(query) > LONG):
                return self.questions
        return self.pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        environ = environ_of(scope)
        try:
            environ["wsgi.input"] = io.BytesIO(await self.body(environ, receive))
        except TimeoutError:
            environ[REFUSED] = 408
        except Busy:
            environ[REFUSED] = 503
        room = self.pages
        if REFUSED not in environ:
            room = self.room(scope["path"], scope["query_string"])
        try:
            try:
                status, headers, content = await room.answer(self.answer, environ)
            except Busy:
                environ[REFUSED] = 503
                status, headers, content = await self.pages.answer(self.answer, environ)
        except Busy:
            status, headers, content = 503, [(b"retry-after", b"5"), (b"content-type", b"text/plain")], b"Busy."
        if environ.get(REFUSED) == 408:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def body(self, environ: Environ, receive: Receive) -> bytes:
        """The body of a request, as far as it came before its sender was gone; nothing where it is refused unread.

        :raises TimeoutError: where it took too long.
        :raises Busy: where too many are on their way in.
        """
        if not is_readable(environ):
            return b""
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(BODY_TIME):
                while size <= LARGEST_BODY:
                    message = await receive()
                    if message["type"] != "http.request":
                        break
                    pieces.append(message["body"])
                    size += len(message["body"])
                    self.held += len(message["body"])
                    if self.held > BODIES_HELD:
                        raise Busy
                    if not message["more_body"]:
                        break
        finally:
            self.held -= size
        return b"".join(pieces)

    def answer(self, environ: Environ) -> Answer:
        """The whole answer: a thread never waits for a reader who is slow."""
        told: list[tuple[str, list[tuple[str, str]]]] = []
        chunks = self.site(environ, lambda status, headers, exc_info=None: told.append((status, headers)))
        with closing(chunks) if hasattr(chunks, "close") else nullcontext():
            content = b"".join(chunks)
        status, headers = told[-1]
        return int(status[:3]), [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers], content


def environ_of(scope: Scope) -> Environ:
    """A request as WSGI has it, its body still to come."""
    host, port = scope["server"]
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # it would pass for the header of the same name with hyphens
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ


application = Site(WSGIHandler())
