"""The site as an ASGI application: where bodies come in, and where each kind of request has threads of its own.

A body is read here, within a time and a size, before any thread is at work on it: a sender who stalls in the middle of one
holds a connection and nothing else. Then the request waits for a thread of its room, and nobody waits for another
room's: pages are answered while dear questions are pondered, while programs ask the judge, and while the database is
away or locked. In the rooms of dear questions, of pictures, of the judge and of uploads each client has one place: what
else it asks waits behind that, and takes nobody else's.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, nullcontext
from threading import Event
from typing import Any
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")

import django

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.core.exceptions import SuspiciousOperation  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django.utils import translation  # noqa: E402
from django.utils.translation import gettext  # noqa: E402

from games.catalogue import GAMES  # noqa: E402
from matches.gate import client  # noqa: E402
from matches.opening import ABANDONED  # noqa: E402
from rulesite.entrance import (  # noqa: E402
    LARGEST_FORM,
    READ_ONLY,
    REFUSED,
    is_readable,
    largest_body,
    upload_paths,
)
from rulesite.eyes import FAILED, GONE, Visit, waiting  # noqa: E402
from rulesite.spelling import RAW_PATH  # noqa: E402

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]

LONG = 5_000
"""Bytes of a question in an address from which on it is answered apart: so many cards take long to draw."""
PICTURE = "picture.png"
"""What the address of the picture of a question or of a match ends in."""
BODIES_HELD = 16_000_000
"""Bytes of bodies in one worker, from their first byte until the answer is made, where another large one is refused."""
log = logging.getLogger(__name__)

# A thread that ponders gives way to the others this often, in seconds: a page needs the interpreter a few times.
sys.setswitchinterval(0.001)


class Busy(Exception):
    """A room is full, or nobody came out of it in time."""


class Gone(Exception):
    """The client that asked is not there any more."""


class Queue:
    """So many places, and a queue before them; a request that enters has one.

    :param places: how many there are.
    :param waiting: how many may wait for one.
    """

    def __init__(self, places: int, waiting: int) -> None:
        self.free = asyncio.Semaphore(places)
        self.length, self.waiting = 0, waiting

    async def __aenter__(self) -> None:
        """:raises Busy: where too many wait already."""
        if self.free.locked() and self.length >= self.waiting:
            raise Busy
        self.length += 1
        try:
            await self.free.acquire()
        finally:
            self.length -= 1

    async def __aexit__(self, *_why: object) -> None:
        self.free.release()


class Room:
    """Threads for one kind of request, and a queue before them.

    :param threads: how many are at work at once.
    :param waiting: how many may wait, in one worker.
    :param patience: seconds that one waits.
    :param shared: whether each client has one place only, and a queue of its own before that.
    :param binding: whether what was asked is done though its asker is gone.
    :param cancellable: whether the event :data:`ABANDONED` of the environment is set when the client disconnects.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        waiting: int,
        patience: float,
        *,
        shared: bool = False,
        binding: bool = False,
        cancellable: bool = False,
    ) -> None:
        self.name, self.threads = name, ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.queue, self.patience, self.shared, self.binding = Queue(threads, waiting), patience, shared, binding
        self.cancellable = cancellable
        self.clients = WeakValueDictionary[str, Queue]()

    async def answer(self, work: Callable[[Environ], Answer], environ: Environ, receive: Receive) -> Answer:
        """What the work comes to, done by one of the threads.

        :raises Busy: where too many wait already, or none was free in time.
        :raises Gone: where the asker did not wait so long.
        """
        queues = [self.queue]
        if self.shared:
            who = client(_request(environ))
            queues.insert(0, self.clients.setdefault(who, Queue(1, self.queue.waiting)))
        async with AsyncExitStack() as places:
            entering = _enter(places, queues)
            if any(queue.free.locked() for queue in queues):
                with waiting(self.name):
                    await self._wait(entering, receive)
            else:
                await entering
            if not self.cancellable:
                return await asyncio.get_running_loop().run_in_executor(self.threads, work, environ)
            return await self._run_cancellable(work, environ, receive)

    async def _run_cancellable(self, work: Callable[[Environ], Answer], environ: Environ, receive: Receive) -> Answer:
        """Run the work in a thread that learns by :data:`ABANDONED` of a client that disconnects.

        The place in the queue stays taken until the thread is free again.

        :raises Gone: if the client disconnected.
        """
        abandoned = environ[ABANDONED] = Event()
        running = asyncio.get_running_loop().run_in_executor(self.threads, work, environ)
        gone = asyncio.ensure_future(_gone(receive))
        watched: set[asyncio.Future[Any]] = {running, gone}
        await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            abandoned.set()
        gone.cancel()
        answer = await running
        if abandoned.is_set():
            raise Gone
        return answer

    async def _wait(self, entering: Coroutine[Any, Any, None], receive: Receive) -> None:
        inside, gone = asyncio.ensure_future(entering), asyncio.ensure_future(_gone(receive))
        try:
            watched = {inside} if self.binding else {inside, gone}
            await asyncio.wait(watched, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
        finally:
            is_gone = gone.done() and not self.binding
            inside.cancel()
            gone.cancel()
            await asyncio.wait({inside, gone})
        if is_gone:
            raise Gone
        if inside.cancelled():
            raise Busy
        inside.result()


async def _enter(places: AsyncExitStack, queues: list[Queue]) -> None:
    for queue in queues:
        await places.enter_async_context(queue)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _request(environ: Environ) -> HttpRequest:
    """Who asks, without what is asked: that may be unreadable."""
    request = HttpRequest()
    request.META = environ
    return request


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
        # As many as there are connections to the database: a request that waits for one waits here, where that holds nothing.
        # Where it is locked, those who write wait inside, and those who read are answered.
        writing = max(1, settings.DATABASE_POOL // 2)
        reading = max(1, settings.DATABASE_POOL - writing - 3)  # pictures, the judge and uploads take one each
        self.matches = Room("matches", threads=reading, waiting=1_000, patience=5)
        self.entries = Room("entries", threads=writing, waiting=1_000, patience=5, binding=True)
        self.questions = Room("questions", threads=1, waiting=16, patience=10, shared=True)
        self.pictures = Room("pictures", threads=1, waiting=16, patience=10, shared=True)
        self.judge = Room("judge", threads=1, waiting=16, patience=10, shared=True)
        # A file takes seconds to read: entries and pages have threads of their own.
        self.uploads = Room("uploads", threads=1, waiting=16, patience=10, shared=True, cancellable=True)
        self.match_words = match_words()
        self.held = 0

    def room(self, path: str, query: bytes, method: str = "GET") -> Room:
        """Where a request is answered, by its address and whether it may write."""
        parts = path.split("/", 4)
        if path == "/api/judge":
            return self.judge
        if path == "/readyz":
            return self.matches  # it asks the database
        if len(parts) > 2 and parts[2] in self.match_words:
            if parts[4:] == [PICTURE]:
                return self.pictures
            if method not in READ_ONLY and path in upload_paths():
                return self.uploads
            return self.matches if method in READ_ONLY else self.entries
        if query and len(parts) > 3 and parts[2] in GAMES:
            if parts[4:] == [PICTURE]:
                return self.pictures
            ask = GAMES[parts[2]].asks.get(parts[3])
            if ask is not None and (ask.heavy or len(query) > LONG):
                return self.questions
        return self.pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = Visit(scope["method"], scope["path"], dict(scope["headers"]))
        status, content = FAILED, b""
        try:
            status, headers, content = await self.visit(scope, receive, visit)
        except Gone:
            status = GONE
            return
        finally:
            visit.over(status, len(content))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def visit(self, scope: Scope, receive: Receive, visit: Visit) -> Answer:
        """The answer to a request; of the request nothing is left once it is made.

        :raises Gone: where nobody is there to read it.
        """
        environ = environ_of(scope)
        body = b""
        try:
            try:
                body = await self.body(environ, receive)
            except TimeoutError:
                environ[REFUSED] = 408
            except Busy:
                environ[REFUSED] = 503
            environ["wsgi.input"] = io.BytesIO(body)
            room = self.pages
            if REFUSED not in environ:
                room = self.room(scope["path"], scope["query_string"], scope["method"])
            if room is not self.pages:
                visit.kind = room.name
            try:
                answer = await room.answer(self.answer, environ, receive)
            except Busy:
                environ[REFUSED] = 503
                answer = await self.pages.answer(self.answer, environ, receive)
        except Busy:
            answer = 503, [(b"retry-after", b"5"), (b"content-type", b"text/plain")], b"Busy."
        finally:
            self.held -= len(body)
        if environ.get(REFUSED) == 408:
            answer[1].append((b"connection", b"close"))
        return answer

    async def body(self, environ: Environ, receive: Receive) -> bytes:
        """The body of a request, as far as it came before its sender was gone; nothing where it is refused unread.

        It is counted among those held. One as small as a form is not refused for them: connections bound those.

        :raises TimeoutError: where it took too long.
        :raises Busy: where too much is held already.
        """
        if not is_readable(environ):
            return b""
        largest = largest_body(environ["PATH_INFO"])
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(settings.BODY_SECONDS):
                while size <= largest:
                    message = await receive()
                    if message["type"] != "http.request":
                        break
                    pieces.append(message["body"])
                    size += len(message["body"])
                    self.held += len(message["body"])
                    if self.held > BODIES_HELD and largest > LARGEST_FORM:
                        raise Busy
                    if not message["more_body"]:
                        break
        except BaseException:
            self.held -= size
            raise
        return b"".join(pieces)

    def answer(self, environ: Environ) -> Answer:
        """The whole answer: a thread never waits for a reader who is slow.

        A request that Django cannot even take in is answered by its address alone.
        """
        try:
            return self._answer(environ)
        except (SuspiciousOperation, UnicodeError):
            status = 400
        except Exception as fault:
            status = 400 if type(fault) is LookupError else 500  # a charset that is none for text
            if status == 500:
                log.exception("A request could not be taken in")
        return self._answer(environ | {REFUSED: status, "QUERY_STRING": "", "CONTENT_TYPE": ""})

    def _answer(self, environ: Environ) -> Answer:
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
        RAW_PATH: scope["raw_path"].decode("latin-1"),
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # it would pass for the header of the same name with hyphens
        key = name.decode("latin-1").upper().replace("-", "_")
        if key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            if scope["method"] in READ_ONLY:
                continue  # Django decodes a query by the charset of the body, which is not read.
        else:
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ


application = Site(WSGIHandler())
