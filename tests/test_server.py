"""The server as it is run: what stalls, is silent or is killed stops nobody."""

from __future__ import annotations

import asyncio
import gc
import http.client
import logging
import os
import resource
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

import httpx
import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from bench.site import SERVER, Site, hidden, open_match, serving
from games.catalogue import GAMES
from games.notation import NOTATIONS
from games.sheets import Table
from matches.opening import ABANDONED
from rulesite import asgi
from rulesite.entrance import upload_paths

pytestmark = pytest.mark.processes

T = TypeVar("T")
PATIENCE = 60
"""Seconds: nothing here depends on how long it takes, but it has to end."""


def finished(coming: Coroutine[Any, Any, T]) -> T:
    """What a coroutine comes to, in a thread of its own: the browser's tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coming).result()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    address = f"sqlite:///{tmp_path_factory.mktemp('server')}/matches.sqlite3"
    with serving(SERVER, DATABASE_URL=address, BODY_SECONDS="2") as served:
        yield served


def line(site: Site, *, says: bytes = b"") -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)
    opened.sendall(says)
    return opened


def told(opened: socket.socket) -> bytes:
    """Everything that is answered until the line is closed."""
    return b"".join(iter(lambda: opened.recv(65536), b""))


def page(site: Site, path: str = "/it/murlan/") -> int:
    asked = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    try:
        asked.request("GET", path)
        answer = asked.getresponse()
        answer.read()
        return answer.status
    finally:
        asked.close()


def workers(site: Site) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{site.server.pid}/task/{site.server.pid}/children").read_text().split()]


STALLED = b'POST /api/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"game"'


def test_bodies_that_stall_and_lines_that_are_silent_stop_nobody(site: Site) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    with ExitStack() as lines:
        stalled = [lines.enter_context(line(site, says=STALLED)) for _line in range(150)]
        for _line in range(950):
            lines.enter_context(line(site))
        assert page(site) == 200
        # A body is waited for only so long.
        assert told(stalled[0]).startswith(b"HTTP/1.1 408 ")


def test_a_worker_that_is_killed_is_replaced_however_often(site: Site) -> None:
    assert page(site) == 200
    for _time in range(3):
        killed = workers(site)
        assert killed
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while True:
            assert site.server.poll() is None, "the server has ended"
            assert time.monotonic() < until
            try:
                if page(site) == 200 and not set(killed) & set(workers(site)):
                    break
            except OSError:
                time.sleep(0.05)


def test_an_entry_that_breaks_off_on_its_way_is_not_stored_and_can_be_sent_again(site: Site) -> None:
    with httpx.Client(base_url=site.address, trust_env=False, timeout=PATIENCE) as phone:
        place = open_match(phone, "machiavelli", ("Ada", "Bruno"))
        shown = phone.get(place).text
        sheet = GAMES["machiavelli"].sheet
        typed = sheet.typed(Table(("Ada", "Bruno"), {}, {}), {"Ada": 0, "Bruno": 12}, NOTATIONS["en"])
        form = [(name, hidden(shown, name)) for name in ("csrfmiddlewaretoken", "key", "seen")]
        form += [(name, value) for name, values in typed.lists() for value in values]
        form.sort(key=lambda pair: pair[1] == "12")
        whole = urlencode(form).encode()
        assert whole.endswith(b"=12")
        cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        head = (
            f"POST {place} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nCookie: {cookies}\r\nConnection: close\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(whole)}\r\n\r\n"
        ).encode()
        with line(site, says=head + whole[:-1]) as opened:
            opened.shutdown(socket.SHUT_WR)
            assert told(opened).startswith(b"HTTP/1.1 400 ")
        with line(site, says=head + whole) as opened:
            assert told(opened).startswith(b"HTTP/1.1 303 ")
        assert ">12<" in phone.get(f"{place}board/").text


def test_every_way_to_serve_the_site_goes_by_the_same_options() -> None:
    root = settings.BASE_DIR
    assert SERVER[1:] == ["-m", "rulesite.server"]
    assert "SERVER := $(BIN)/python -m rulesite.server\n" in (root / "Makefile").read_text()
    assert ".venv/bin/python -m rulesite.server " in (root / "README.md").read_text()
    for name in ("Makefile", "README.md", "tests/browser/conftest.py", "bench/pages.py", "bench/load.py"):
        assert "granian" not in (root / name).read_text(), name


def test_a_second_server_does_not_start_on_a_port_in_use(site: Site) -> None:
    second = subprocess.run(
        site.command, cwd=settings.BASE_DIR, env=site.environment, timeout=PATIENCE, capture_output=True
    )
    assert second.returncode == 1
    assert str(site.port) in second.stderr.decode()
    assert page(site) == 200


def test_workers_end_with_their_server(tmp_path: Path) -> None:
    with serving(SERVER, DATABASE_URL=f"sqlite:///{tmp_path}/matches.sqlite3") as served:
        started = workers(served)
        assert started
        os.kill(served.server.pid, signal.SIGKILL)
        served.server.wait()
        until = time.monotonic() + PATIENCE
        while any(is_running(pid) for pid in started):
            assert time.monotonic() < until, "they answer still"
            time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text().replace(")", "")
    except OSError:
        return False


# --- Rooms ---


class Visit:
    """A request to the site in this process, without a server."""

    def __init__(
        self,
        path: str,
        query: str = "",
        *,
        method: str = "GET",
        body: bytes = b"",
        by: str = "127.0.0.1",
        **headers: str,
    ) -> None:
        self.sent: list[dict[str, Any]] = []
        self.gone = False
        self.bodies = [{"type": "http.request", "body": body, "more_body": False}]
        named = {"host": "localhost"} | ({"content-length": str(len(body))} if body else {}) | headers
        self.scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "server": ("127.0.0.1", 8000),
            "client": (by, 5000),
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        }

    async def receive(self) -> Any:
        if self.bodies:
            return self.bodies.pop(0)
        while not self.gone:
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def to(self, site: asgi.Site) -> int:
        await site(self.scope, self.receive, self.send)
        return int(self.sent[0]["status"]) if self.sent else 0


def pondering(ponder: threading.Event) -> Callable[[dict[str, Any], Any], list[bytes]]:
    """A site that answers every address at once save those with a question, until it may."""

    def answer(environ: dict[str, Any], start: Any) -> list[bytes]:
        refused = environ.get(asgi.REFUSED)
        if not refused and (environ["QUERY_STRING"] or environ["PATH_INFO"] == "/api/judge"):
            assert ponder.wait(PATIENCE)
        start(f"{refused or 200} .", [])
        return [b""]

    return answer


HEAVY = [(game.name, ask.name) for game in GAMES.values() for ask in game.asks.values() if ask.heavy]


def test_dear_questions_have_rooms_of_their_own() -> None:
    assert {("machiavelli", "best"), ("ramino", "arrange")} <= set(HEAVY)
    site = asgi.Site(lambda environ, start: [])
    for code, match in (("it", "partita"), ("en", "match")):
        assert site.room(f"/{code}/{match}/{'x' * 32}/", b"") is site.matches
        assert site.room(f"/{code}/{match}/{'x' * 32}/", b"", "POST") is site.entries
        for game, ask in HEAVY:
            assert site.room(f"/{code}/{game}/{ask}/", b"hand=4s") is site.questions
            assert site.room(f"/{code}/{game}/{ask}/", b"") is site.pages
        assert site.room(f"/{code}/murlan/play/", b"hand=4s") is site.pages
        assert site.room(f"/{code}/ramino/score/", b"left.0.1=" + b"Kh+" * 2000) is site.questions
    assert site.room("/api/judge", b"") is site.judge
    for path in ("/", "//", "/it", "/api/", "/it/murlan/nothing/x/y", "/static/site.css"):
        assert site.room(path, b"hand=4s") is site.pages


@pytest.mark.parametrize("kind", ["questions", "pictures", "judge"])
def test_pages_are_answered_while_dear_questions_are_pondered(kind: str) -> None:
    ponder = threading.Event()
    site = asgi.Site(pondering(ponder))
    room: asgi.Room = getattr(site, kind)
    admitted = room.threads._max_workers + room.queue.waiting

    numbers = count(1)

    def ask() -> Visit:
        by = f"192.0.2.{next(numbers)}"
        if kind == "judge":
            return Visit("/api/judge", method="POST", body=b"{}", by=by)
        return Visit(f"/en/machiavelli/best/{'picture.png' if kind == 'pictures' else ''}", "hand=4s", by=by)

    async def evening() -> None:
        asked = [asyncio.create_task(ask().to(site)) for _ask in range(admitted)]
        await asyncio.sleep(0)
        while room.queue.length < room.queue.waiting:
            await asyncio.sleep(0.01)
        assert await ask().to(site) == 503
        for path in ("/it/", "/en/murlan/play/", "/it/partita/"):
            assert await Visit(path).to(site) == 200
        room.patience = 0.0
        ponder.set()
        assert await asyncio.gather(*asked) == [200] * admitted

    try:
        finished(evening())
    finally:
        ponder.set()


def test_who_waits_too_long_is_told() -> None:
    ponder = threading.Event()
    site = asgi.Site(pondering(ponder))
    site.questions.patience = 0.01

    async def evening() -> None:
        threads = site.questions.threads._max_workers
        asked = [asyncio.create_task(Visit("/en/machiavelli/best/", "hand=4s").to(site)) for _thread in range(threads)]
        await asyncio.sleep(0.05)
        assert await Visit("/en/machiavelli/best/", "hand=4s").to(site) == 503
        ponder.set()
        assert await asyncio.gather(*asked) == [200] * threads

    try:
        finished(evening())
    finally:
        ponder.set()


def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BODY_SECONDS", 0.01)
    visit = Visit("/api/judge", method="POST", body=b"{}")
    visit.bodies.clear()
    assert finished(visit.to(asgi.application)) == 408
    assert (b"connection", b"close") in visit.sent[0]["headers"]


def test_bodies_on_their_way_take_so_much_memory_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "BODIES_HELD", 1)
    visit = Visit("/api/judge", method="POST", body=b"{}")
    assert finished(visit.to(asgi.application)) == 503
    assert b"busy" in visit.sent[1]["body"]
    assert asgi.application.held == 0


def dear(kind: str, by: str) -> Visit:
    if kind == "judge":
        return Visit("/api/judge", method="POST", body=b"{}", by=by)
    return Visit("/en/machiavelli/best/", "hand=4s", by=by)


async def until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():
            await asyncio.sleep(0.01)


class Stopped:
    """A site that answers nothing until it may, and says who was answered, in their order."""

    def __init__(self, stopped: Callable[[dict[str, Any]], bool] = lambda environ: True) -> None:
        self.may, self.stopped = threading.Event(), stopped
        self.begun: list[str] = []

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.begun.append(environ["REMOTE_ADDR"])
        if not environ.get(asgi.REFUSED) and self.stopped(environ):
            assert self.may.wait(PATIENCE)
        start(f"{environ.get(asgi.REFUSED) or 200} .", [])
        return [b""]


@pytest.mark.parametrize("kind", ["questions", "judge"])
def test_one_client_keeps_nobody_out_of_the_rooms_of_dear_questions(kind: str) -> None:
    """Whoever asks much waits behind himself: another's question comes next."""
    stopped = Stopped()
    site = asgi.Site(stopped)
    room: asgi.Room = getattr(site, kind)

    async def evening() -> None:
        crowd = [asyncio.create_task(dear(kind, "2001:db8::1").to(site)) for _ask in range(1 + room.queue.waiting)]
        await until(lambda: bool(stopped.begun))
        others = [asyncio.create_task(dear(kind, f"192.0.2.{number}").to(site)) for number in range(5)]
        await until(lambda: room.queue.length == len(others))
        assert await dear(kind, "2001:db8::2").to(site) == 503, "a network is one client"
        stopped.may.set()
        assert await asyncio.gather(*crowd, *others) == [200] * (len(crowd) + len(others))

    try:
        finished(evening())
    finally:
        stopped.may.set()
    answered = [who for who in stopped.begun if who != "2001:db8::2"]
    assert answered[:6] == ["2001:db8::1", *(f"192.0.2.{number}" for number in range(5))]
    gc.collect()
    assert not room.clients, "nobody is remembered"


@pytest.mark.parametrize("kind", ["questions", "judge"])
def test_a_question_whose_asker_is_gone_is_not_pondered(kind: str) -> None:
    stopped = Stopped()
    site = asgi.Site(stopped)
    room: asgi.Room = getattr(site, kind)

    async def evening() -> None:
        first = asyncio.create_task(dear(kind, "192.0.2.1").to(site))
        await until(lambda: bool(stopped.begun))
        waiting = [dear(kind, f"192.0.2.{1 + number % 3}") for number in range(9)]
        asked = [asyncio.create_task(visit.to(site)) for visit in waiting]
        await until(lambda: room.queue.length == 2)
        for visit in waiting[:-1]:
            visit.gone = True
        assert await asyncio.wait_for(asyncio.gather(*asked[:-1]), PATIENCE) == [0] * 8
        stopped.may.set()
        assert await asyncio.gather(first, asked[-1]) == [200, 200]

    try:
        finished(evening())
    finally:
        stopped.may.set()
    assert stopped.begun == ["192.0.2.1", "192.0.2.3"]
    assert site.held == 0


UPLOAD = "/it/partita/file/"


def test_uploads_have_a_thread_pool_of_their_own() -> None:
    stopped = Stopped(lambda environ: environ["PATH_INFO"] == UPLOAD)
    site = asgi.Site(stopped)
    assert site.room(UPLOAD, b"") is site.matches
    assert {site.room(path, b"", "POST") for path in upload_paths()} == {site.uploads}
    used = sum(room.threads._max_workers for room in (site.matches, site.entries, site.uploads))
    assert used + 2 <= settings.DATABASE_POOL, "pictures and the judge take a connection each"

    async def evening() -> None:
        uploads = [Visit(UPLOAD, method="POST", body=b"a", by=f"192.0.2.{number}") for number in range(1, 13)]
        asked = [asyncio.create_task(upload.to(site)) for upload in uploads]
        await until(lambda: site.uploads.queue.length == len(uploads) - 1)
        assert await Visit(f"/it/partita/{'x' * 32}/", method="POST", body=b"a").to(site) == 200
        assert await Visit("/it/murlan/").to(site) == 200
        stopped.may.set()
        assert await asyncio.gather(*asked) == [200] * len(asked)

    try:
        finished(evening())
    finally:
        stopped.may.set()


def test_upload_learns_that_its_sender_has_gone() -> None:
    learnt = threading.Event()

    def read(environ: dict[str, Any], start: Any) -> list[bytes]:
        assert environ[ABANDONED].wait(PATIENCE)
        learnt.set()
        start("400 .", [])
        return [b""]

    site = asgi.Site(read)
    upload = Visit(UPLOAD, method="POST", body=b"a")

    async def evening() -> None:
        asked = asyncio.create_task(upload.to(site))
        await until(lambda: site.uploads.queue.free.locked())
        upload.gone = True
        assert await asked == 0
        assert not site.uploads.queue.free.locked(), "the thread is free again"

    finished(evening())
    assert learnt.is_set()
    assert site.held == 0


def test_an_entry_is_stored_though_its_sender_did_not_wait() -> None:
    stopped = Stopped()
    site = asgi.Site(stopped)

    async def evening() -> None:
        threads = site.entries.threads._max_workers
        visits = [Visit("/it/partita/", method="POST", body=b"a=1") for _visit in range(threads + 3)]
        asked = [asyncio.create_task(visit.to(site)) for visit in visits]
        await until(lambda: site.entries.queue.length == 3)
        for visit in visits:
            visit.gone = True
        await asyncio.sleep(0.05)
        stopped.may.set()
        assert await asyncio.gather(*asked) == [200] * len(asked)

    try:
        finished(evening())
    finally:
        stopped.may.set()


def test_who_looks_at_a_match_waits_for_nobody_who_writes() -> None:
    stopped = Stopped(lambda environ: environ["REQUEST_METHOD"] == "POST")
    site = asgi.Site(stopped)

    async def evening() -> None:
        writing = [
            asyncio.create_task(Visit("/it/partita/", method="POST", body=b"a=1").to(site))
            for _entry in range(2 * settings.DATABASE_POOL)
        ]
        await until(lambda: site.entries.queue.length > 0)
        async with asyncio.timeout(PATIENCE):
            assert await Visit("/it/partita/").to(site) == 200
        stopped.may.set()
        assert set(await asyncio.gather(*writing)) == {200}

    try:
        finished(evening())
    finally:
        stopped.may.set()


def test_bodies_are_counted_until_their_answers_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "BODIES_HELD", 2_000_000)
    stopped = Stopped(lambda environ: environ["REQUEST_METHOD"] == "POST")
    site = asgi.Site(stopped)

    def large() -> Visit:
        return Visit("/it/partita/file/", method="POST", body=b"x" * 900_000)

    async def evening() -> None:
        asked = [asyncio.create_task(large().to(site)) for _body in range(2)]
        await until(lambda: site.held == 1_800_000)
        assert await large().to(site) == 503
        assert site.held == 1_800_000
        entry = asyncio.create_task(Visit("/it/partita/", method="POST", body=b"x" * 200_00).to(site))
        await until(lambda: len(stopped.begun) == 3)
        stopped.may.set()
        assert await asyncio.gather(*asked, entry) == [200, 200, 200], "a form finds a place"

    try:
        finished(evening())
    finally:
        stopped.may.set()
    assert site.held == 0


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("a=1&" * 1001, "text/html; charset=utf-8"),
        ("x=%ff", "text/html; charset=idna"),
        ("x=%ff", "a; charset=undefined"),
        ("x=%ff", "a; charset=base64"),
    ],
)
def test_a_request_that_cannot_be_taken_in_is_refused_in_the_site_s_look(query: str, kind: str) -> None:
    for path, method in (("/it/partita/", "POST"), ("/cs/murlan/play/", "POST"), ("/api/judge", "POST")):
        visit = Visit(path, query, method=method, **{"content-type": kind})
        status = finished(visit.to(asgi.Site(WSGIHandler())))
        assert status in (400, 404, 405), path
        said = visit.sent[1]["body"].decode()
        assert '"error"' in said if path.startswith("/api/") else "</html>" in said


def test_a_fault_before_any_page_is_the_site_s_own_500_and_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    site = WSGIHandler()

    def broken(environ: dict[str, Any], start: Any) -> Any:
        if environ["QUERY_STRING"]:
            raise RuntimeError("broken")
        return site(environ, start)

    with attached(caplog.handler):
        visit = Visit("/it/", "x=1")
        assert finished(visit.to(asgi.Site(broken))) == 500
    assert '<html lang="it">' in visit.sent[1]["body"].decode()
    assert any("could not be taken in" in record.getMessage() for record in caplog.records)


@contextmanager
def attached(handler: logging.Handler) -> Iterator[None]:
    logger = logging.getLogger("rulesite")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def test_an_answer_is_whole_before_it_is_sent() -> None:
    """So a reader who takes his time holds no thread."""
    closed: list[bool] = []

    class Pieces(BytesIO):
        def close(self) -> None:
            closed.append(True)

    def site(environ: dict[str, Any], start: Any) -> Any:
        start("200 OK", [("Content-Type", "text/plain")])
        return Pieces(b"a\nb\n")

    visit = Visit("/")
    finished(visit.to(asgi.Site(site)))
    assert visit.sent[1] == {"type": "http.response.body", "body": b"a\nb\n"}
    assert closed


def test_threads_stay_so_that_none_leaves_a_connection_to_the_database_behind() -> None:
    names: list[str] = []

    def site(environ: dict[str, Any], start: Any) -> list[bytes]:
        names.append(f"{threading.current_thread().name} {threading.get_ident()}")
        start("200 OK", [])
        return [b""]

    async def evening(served: asgi.Site) -> None:
        for _visit in range(50):
            assert await Visit("/it/partita/").to(served) == 200

    served = asgi.Site(site)
    finished(evening(served))
    assert len(set(names)) <= settings.DATABASE_POOL
    assert set(names) <= {f"{thread.name} {thread.ident}" for thread in threading.enumerate()}


def test_a_header_cannot_pass_for_another() -> None:
    scope = Visit("/", **{"x_forwarded_for": "10.0.0.1", "X-Forwarded-For": "10.0.0.2", "cookie": "a=1"}).scope
    scope["headers"].append((b"cookie", b"b=2"))
    environ = asgi.environ_of(scope)
    assert environ["HTTP_X_FORWARDED_FOR"] == "10.0.0.2"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
