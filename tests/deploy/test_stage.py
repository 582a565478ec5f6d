"""The whole of it on this machine: a database server, two servers on one socket, and a proxy before them."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from bench.crowd import crowd
from bench.load import NAMES, Part, play
from bench.site import hidden, open_match
from bench.staged import upload_meanwhile
from deploy.proxy import Places, configuration, main
from deploy.stage import NAME, SERVERS, Proxy, Stage, has_ipv6, unproved
from games.catalogue import GAMES
from games.notation import NOTATIONS
from games.sheets import Table
from tests.deploy.conftest import OPENED

T = TypeVar("T")
PATIENCE = 60
"""Seconds: nothing here depends on how long it takes, but it has to end."""
CLIENTS = (f"127.2.0.{number}" for number in count(1))
"""Addresses that nobody has asked from before."""


def finished(coming: Coroutine[Any, Any, T]) -> T:
    """What a coroutine comes to, in a thread of its own: the browser's tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coming).result()


def phone(staged: Stage, address: str = "", **headers: str) -> httpx.Client:
    """A client with an address of its own."""
    wire = httpx.HTTPTransport(verify=False, local_address=address or next(CLIENTS))
    headers |= {"Referer": f"{staged.address}/"}
    return httpx.Client(base_url=staged.address, transport=wire, headers=headers, timeout=PATIENCE)


def beside(staged: Stage) -> httpx.Client:
    """A client that asks the servers themselves, as the proxy would."""
    headers = {"Host": staged.proxy.host, "X-Forwarded-Proto": "https", "X-Forwarded-For": next(CLIENTS)}
    return httpx.Client(base_url=f"http://{staged.site}", headers=headers, timeout=PATIENCE, trust_env=False)


def asked(staged: Stage, path: str) -> int:
    """How often the servers were asked for a path."""
    return sum(line["path"] == path for line in staged.requests())


# --- Whatever happens to a part, the whole goes on ---


def test_bodies_that_stall_and_lines_that_are_silent_stop_nobody(staged: Stage) -> None:
    async def with_a_crowd() -> None:
        async with crowd(staged.proxy.https, staged.proxy.host, stalled=1000, silent=950) as there:
            with phone(staged) as other:
                answers = [await asyncio.to_thread(other.get, "/it/ramino/") for _time in range(5)]
                answers += [await asyncio.to_thread(other.get, "/en/match/new/murlan/")]
                assert [answer.status_code for answer in answers] == [200] * 6
            # They are waited for only so long.
            while not there.closed:
                await asyncio.sleep(0.2)

    before = len([line for line in staged.requests() if line["path"] == "/api/judge"])
    finished(asyncio.wait_for(with_a_crowd(), 2 * PATIENCE))
    # And the servers heard of none of them.
    assert len([line for line in staged.requests() if line["path"] == "/api/judge"]) == before


def evening(staged: Stage, meanwhile: Callable[[], Awaitable[float]], lost: float = 0.1) -> Counter[str]:
    """What keepers and watchers met with, while something happened to the site; nothing acknowledged is lost or twice."""
    part = Part("", slice(None), meanwhile, seconds=8.0, keepers=4, lost=lost)
    (figures,), broken = finished(play(staged, [part], watchers=12, matches=2))
    assert not broken
    assert not figures.counted["given up"]
    return figures.counted


def test_no_entry_is_lost_or_twice_where_workers_are_killed(staged: Stage) -> None:
    async def killing() -> float:
        for at in range(3):
            await asyncio.sleep(2)
            staged.kill_worker(at % SERVERS)
        return 0.0

    evening(staged, killing)


def test_oversized_uploads_hold_up_no_hands(staged: Stage) -> None:
    met = evening(staged, lambda: upload_meanwhile(staged, 6.0), lost=0.0)
    assert not met["entries lost"]
    assert not met["entries refused"]


def test_a_socket_that_was_handed_over_is_served_however_often_workers_are_killed(staged: Stage) -> None:
    with staged.only(0), beside(staged) as asking:
        for _time in range(4):
            killed = staged.worker(0)
            staged.kill_worker(0)
            # The line is not refused meanwhile: what comes waits until somebody is there again.
            assert asking.get("/healthz", headers={"Connection": "close"}).status_code == 200
            assert staged.worker(0) != killed


def test_no_request_fails_where_all_servers_start_anew_in_turn(staged: Stage) -> None:
    async def rolling() -> float:
        for number in range(SERVERS):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(staged.restart_server, number)
        return 0.0

    counted = evening(staged, rolling, lost=0.0)
    assert not {what for what in counted if "lost" in what or "503" in what or "refused" in what}, counted


def test_entries_are_refused_while_the_database_is_away_and_go_on_after(staged: Stage) -> None:
    async def away() -> float:
        await asyncio.sleep(2)
        await asyncio.to_thread(staged.database.stop)
        try:
            with phone(staged) as other:
                match = await asyncio.to_thread(other.get, "/en/match/new/murlan/")
                assert match.status_code == 200
                told = await asyncio.to_thread(
                    other.post, "/en/match/new/murlan/", data=form(match.text, player=NAMES[:4])
                )
                rules = await asyncio.to_thread(other.get, "/en/murlan/")
                verdict = await asyncio.to_thread(other.get, "/en/murlan/play/?cards=9+9&table=8+8")
        finally:
            await asyncio.to_thread(staged.database.start)
        assert (told.status_code, rules.status_code, verdict.status_code) == (503, 200, 200)
        assert told.headers["Retry-After"]
        return 0.0

    counted = evening(staged, away)
    assert counted["poll 503"] or counted["entries refused"] or counted["pages lost"]


# --- Any request may go to any server ---


def form(page: str, **values: Any) -> dict[str, Any]:
    """What the first form of a page sends."""
    return {"csrfmiddlewaretoken": hidden(page, "csrfmiddlewaretoken"), **values}


def opens(client: httpx.Client) -> int:
    """The status by which another match is opened."""
    place = "/en/match/new/ramino/"
    return client.post(place, data=form(client.get(place).text, player=["Ada", "Bruno"])).status_code


WEARY = 20
"""Seconds for which a client has to wait that is too eager: the rest of a test takes less."""
QUESTION = {"game": "machiavelli", "ask": "best", "hand": "A-Kh", "table": "A-7s / 3-9d / 5s 5d 5c / 8-Kc"}


def too_eager(staged: Stage) -> httpx.Client:
    """A client that has had so much of the judge's time that it has to wait longer than the rest of a test takes."""
    for many in range(1000, 500, -50):
        client = phone(staged)
        while (answer := client.post("/api/judge", json=[QUESTION] * many)).status_code == 200:
            pass
        assert answer.status_code == 429
        if int(answer.headers["Retry-After"]) >= WEARY:
            return client
        client.close()  # it had hardly more than it may
    raise AssertionError("no client has to wait for long")


def test_servers_count_together_what_a_client_may(staged: Stage) -> None:
    with phone(staged) as another:
        with staged.only(0):
            client = too_eager(staged)
            assert [opens(client) for _time in range(OPENED - 2)] == [303] * (OPENED - 2)
        with closing(client), staged.only(1):
            assert [opens(client) for _time in range(3)] == [303, 303, 429]
            # Whatever it says of itself.
            for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
                client.headers[header] = "192.0.2.7"
            assert opens(client) == 429
            assert client.post("/api/judge", json=QUESTION).status_code == 429
            assert another.post("/api/judge", json=QUESTION).status_code == 200


def test_an_entry_that_comes_again_to_another_server_is_the_same_one(staged: Stage) -> None:
    with phone(staged) as client:
        place = open_match(client, "machiavelli", NAMES)
        sheet = GAMES["machiavelli"].sheet
        assert sheet
        typed = sheet.typed(Table(NAMES, {}, {}), dict.fromkeys(NAMES, 7) | {"Ada": 0}, NOTATIONS["en"])
        page = client.get(place).text
        sent = dict(typed.lists()) | {name: hidden(page, name) for name in ("csrfmiddlewaretoken", "key", "seen")}
        told = []
        for number in (0, 1):
            with staged.only(number):
                told.append(client.post(place, data=sent))
        assert [answer.status_code for answer in told] == [303, 303]
        assert told[0].headers["Location"] == told[1].headers["Location"]
        assert len(client.get(f"{place}match.json").json()["events"]) == 1


def test_a_link_that_is_revoked_at_one_server_opens_nothing_at_the_other(staged: Stage) -> None:
    with phone(staged) as client, phone(staged) as guest:
        place = open_match(client, "ramino", ("Ada", "Bruno"))
        shared = client.get(f"{place}links/").text
        links = sorted(set(re.findall(r"/en/match/[\w-]{32}/", shared)))

        def open_now() -> set[str]:
            return {link for link in links if guest.get(link).status_code == 200}

        with staged.only(1):
            before = open_now()
        with staged.only(0):
            assert client.post(f"{place}links/", data=form(shared, do="revoke", role="score")).status_code == 303
        with staged.only(1):
            after = open_now()
        assert place in after
        assert len(before - after) == 1
        # And with both of them there it stays so.
        assert [open_now() for _time in range(5)] == [after] * 5


def test_both_servers_know_a_page_by_the_same_tag(staged: Stage) -> None:
    paths = ["/it/murlan/", "/cs/marriage/settle/", "/en/murlan/play/?cards=9+9&table=8+8", "/worker.js"]
    with phone(staged) as client:
        paths.append(f"{open_match(client, 'murlan', NAMES[:4])}board/")
    told: list[list[tuple[str, str]]] = []
    for number in (0, 1):
        with staged.only(number), beside(staged) as asking:
            answers = [asking.get(path) for path in paths]
            assert {answer.status_code for answer in answers} == {200}
            told.append([(answer.headers["ETag"], answer.text) for answer in answers])
    assert told[0] == told[1]


# --- What the proxy answers itself ---


@pytest.mark.parametrize(
    "path",
    [
        "/cs/ramino/",
        "/it/murlan/play/?cards=9+9&table=8+8",
        "/en/murlan/play/picture.png?cards=9h+9d&table=8h+8d",
        "/en/machiavelli/lesson/",
    ],
)
def test_what_follows_from_its_address_is_kept(staged: Stage, path: str) -> None:
    before = asked(staged, path.partition("?")[0])
    with phone(staged, **{"Accept-Encoding": "gzip, br"}) as client, phone(staged) as another:
        first, again = client.get(path), another.get(path, headers={"Accept-Encoding": "br;q=1.0, zstd, gzip;q=0.8"})
        assert first.status_code == again.status_code == 200
        assert first.content == again.content
        assert first.headers.get("Content-Encoding") == again.headers.get("Content-Encoding")
        known = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert known.status_code == 304
        assert asked(staged, path.partition("?")[0]) == before + 1
        # Another coding is another answer, and so is a part of the page.
        plain = another.get(path, headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.content == first.content
        assert asked(staged, path.partition("?")[0]) == before + (1 if path.endswith("png") else 2)
        assert "X-Accel-Expires" not in first.headers


def test_a_part_of_a_page_is_never_taken_for_the_page(staged: Stage) -> None:
    path = "/en/murlan/play/?cards=J+J&table=8+8"
    with phone(staged) as client:
        for _time in range(2):
            part, whole = client.get(path, headers={"HX-Request": "true"}).text, client.get(path).text
            back = client.get(path, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"}).text
            assert "<!doctype html>" not in part
            assert whole == back
            assert "<!doctype html>" in whole


def test_nothing_of_a_match_is_kept(staged: Stage) -> None:
    with phone(staged) as client:
        place = open_match(client, "murlan", NAMES[:4])
        for path in (place, f"{place}board/", f"{place}match.json", f"{place}picture.png", "/en/match/new/murlan/"):
            token = place.split("/")[3]
            before = asked(staged, path.replace(token, "…"))
            assert [client.get(path).status_code for _time in range(3)] == [200] * 3
            assert asked(staged, path.replace(token, "…")) == before + 3
    kept = [file.read_bytes() for file in (staged.folder / "cache").rglob("*") if file.is_file()]
    assert kept
    assert not [file for file in kept if token.encode() in file or b"csrfmiddlewaretoken" in file]


def test_the_addresses_of_matches_are_known_in_every_language() -> None:
    (pattern,) = re.findall(r"location ~ (\S+) {\n\s+proxy_pass http://site;\n\s+}", configuration(Places("a.example")))
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            assert re.search(pattern, reverse("matches")), code
            assert re.search(pattern, reverse("match", args=["x" * 32])), code


CODINGS = ("identity", "gzip", "br", "gzip, deflate, br, zstd")
SAID = ("Content-Type", "Content-Encoding", "Cache-Control", "Vary", "X-Content-Type-Options")


def files() -> list[str]:
    """A file of each kind, and of those one that never changes."""
    if not (settings.POCKET_ROOT / "pocket.json").exists():
        pytest.fail("The pocket is not built: run `make pocket` first (`make test` does).")
    roots = ((settings.STATIC_ROOT, "/static/"), (settings.POCKET_ROOT, "/pocket/"))
    found: dict[tuple[str, str, bool], str] = {}
    for root, prefix in roots:
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix not in (".gz", ".br"):
                address = prefix + str(file.relative_to(root))
                packed = file.with_name(f"{file.name}.gz").exists()
                found[prefix, file.suffix, packed] = address
                if re.search(r"[./][0-9a-f]{12}[./]", address):
                    found[prefix, f"{file.suffix} for ever", packed] = address
    return sorted(set(found.values()))


def test_files_are_what_the_site_itself_would_send(staged: Stage) -> None:
    with phone(staged) as through, beside(staged) as itself:
        for path in files():
            for coding in CODINGS:
                asked_as = {"Accept-Encoding": coding}
                with (
                    through.stream("GET", path, headers=asked_as) as one,
                    itself.stream("GET", path, headers=asked_as) as other,
                ):
                    assert one.status_code == other.status_code, path
                    told = [
                        {name: answer.headers.get(name, "").replace('"', "") for name in SAID}
                        for answer in (one, other)
                    ]
                    assert told[0] == told[1], (path, coding)
                    assert b"".join(one.iter_raw()) == b"".join(other.iter_raw()), (path, coding)
        for path in ("/static/", "/static/../settings.py", "/static/%2e%2e/secret_key", "/told/away.html"):
            assert through.get(path).status_code in (403, 404), path


def through_raw(staged: Stage, path: str) -> tuple[int, bytes]:
    """Status and content of a path as it is, which most clients would tidy first."""
    line = http.client.HTTPSConnection(NAME, staged.proxy.https, timeout=PATIENCE, context=unproved())
    try:
        line.request("GET", path, headers={"Authorization": "Bearer stage"})
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def test_file_has_one_address(staged: Stage) -> None:
    path = next(path for path in files() if path.startswith("/static/"))
    assert through_raw(staged, path)[0] == 200
    for spelling in (path.replace("/static/", "/static//"), path.replace("/static/", "/static/.//")):
        assert through_raw(staged, spelling)[0] == 404


def test_nobody_outside_sees_figures_or_what_is_ready(staged: Stage) -> None:
    for path in ("/metrics", "/readyz", "//metrics", "/%6detrics", "/en/../metrics", "/en/%2e%2e/readyz", "/metrics?a"):
        assert through_raw(staged, path)[0] == 404, path
    for path in ("/metrics/", "/metrics;", "/metrics%00", "/readyz/", "/METRICS", "/metrics%2f"):
        status, told = through_raw(staged, path)
        assert status != 200, path
        assert b"carta_" not in told, path
    with beside(staged) as itself:
        assert "carta_requests_total" in itself.get("/metrics", headers={"Authorization": "Bearer stage"}).text
        assert itself.get("/readyz").status_code == 200
    with phone(staged) as through:
        assert through.get("/healthz").status_code == 200


def test_whoever_asks_for_another_name_is_answered_nothing(staged: Stage) -> None:
    plain = http.client.HTTPConnection(NAME, staged.proxy.http, timeout=PATIENCE)
    plain.request("GET", "/it/", headers={"Host": "other.example"})
    with pytest.raises(ConnectionError):
        plain.getresponse()
    plain.request("GET", "/it/murlan/?x=1", headers={"Host": NAME})
    sent_on = plain.getresponse()
    assert (sent_on.status, sent_on.headers["Location"]) == (301, f"{staged.address}/it/murlan/?x=1")
    plain.close()
    with (
        socket.create_connection((NAME, staged.proxy.https)) as line,
        pytest.raises(OSError, match=r"(?i)unrecognized.name"),
    ):
        unproved().wrap_socket(line, server_hostname="other.example")


def test_a_client_has_so_many_lines_and_requests(staged: Stage) -> None:
    with phone(staged) as client:
        statuses = Counter(client.get("/healthz").status_code for _time in range(600))
    assert set(statuses) == {200, 429}
    with phone(staged) as another:
        assert another.get("/healthz").status_code == 200


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_it_answers_by_ipv6(staged: Stage) -> None:
    asking = f"GET /it/ HTTP/1.1\r\nHost: {staged.proxy.host}\r\nConnection: close\r\n\r\n".encode()
    line = socket.create_connection(("::1", staged.proxy.https))
    with unproved().wrap_socket(line, server_hostname=NAME) as encrypted:
        encrypted.sendall(asking)
        assert encrypted.recv(12) == b"HTTP/1.1 200"


def test_what_cannot_be_answered_is_said_in_three_languages_or_as_json(staged: Stage) -> None:
    with phone(staged) as client:
        large = b"x" * (3 * 1024 * 1024 + 1)
        for path, kind in (("/it/murlan/", "text/html"), ("/api/judge", "application/json")):
            told = client.post(path, content=large)
            assert told.status_code == 413
            assert told.headers["Content-Type"].startswith(kind)


def test_a_site_that_is_away_is_said_to_be(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        proxy = Proxy(tmp_path, f"127.0.0.1:{nobody.getsockname()[1]}")
        proxy.start()
        try:
            with httpx.Client(base_url=f"https://{proxy.host}", verify=False) as client:
                for path, kind in (
                    ("/it/murlan/", "text/html"),
                    ("/api/", "application/json"),
                    ("/cs/partie/", "text/html"),
                ):
                    told = client.get(path)
                    assert (told.status_code, told.headers["Retry-After"]) == (503, "5")
                    assert told.headers["Content-Type"] == kind
                    assert told.headers["Cache-Control"] == "no-store"
        finally:
            proxy.stop()


def test_the_log_names_neither_client_nor_link(staged: Stage) -> None:
    with phone(staged) as client:
        place = open_match(client, "murlan", NAMES[:4])
        client.get(place)
    for _time in range(100):
        told = (staged.folder / "log" / "access.log").read_text()
        if told.count("\n") > 2:
            break
        time.sleep(0.2)
    assert '"status": 200' in told
    everything = told + (staged.folder / "log" / "error.log").read_text()
    assert place.split("/")[3] not in everything
    assert "127.2.0." not in everything
    # By the same name in both logs.
    names = {line.get("request") for line in staged.requests()}
    assert names & set(re.findall(r'"request": "([0-9a-f]{16})"', told))


# --- The configuration ---


@pytest.mark.parametrize("name", ["", "a b", "a;b", "a{b}", 'a"b', "a\nb", "$host"])
def test_a_place_that_no_configuration_can_hold_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name])
    assert "name: " in capsys.readouterr().err


def test_every_place_is_filled_in(capsys: pytest.CaptureFixture[str]) -> None:
    main(["carta.example", "--site", "[::1]:8000"])
    written = capsys.readouterr().out
    assert not re.search(r"^[^#]*\$CARTA_", written, re.MULTILINE)
    assert "server_name carta.example;" in written
    assert "server [::1]:8000 max_fails=0;" in written
    assert "[::]:" not in configuration(Places("carta.example", ipv6="off"))
