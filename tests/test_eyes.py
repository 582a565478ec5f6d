"""What is told of requests: to the log, and to Prometheus; never who asked, nor by which link."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client

from bench.site import SERVER, Site, open_match, serving
from games.machiavelli.asks import BestAsk
from games.signals import given_up
from matches.links import LENGTH, blotted
from rulesite.eyes import Visit
from rulesite.server import FOLDER

pytestmark = pytest.mark.processes

TOKEN = "only-for-the-watcher"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


def client_of(site: Site) -> httpx.Client:
    return httpx.Client(base_url=site.address, trust_env=False, timeout=60)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Path]]:
    """A site with two workers that is watched, and the file of its lines."""
    folder = tmp_path_factory.mktemp("watched")
    lines = folder / "lines"
    told = {"LOG_REQUESTS": "1", "METRICS_TOKEN": TOKEN, "WORKERS": "2"}
    with (
        lines.open("wb") as file,
        serving(SERVER, output=file, DATABASE_URL=f"sqlite:///{folder}/matches.sqlite3", **told) as site,
    ):
        yield site, lines


def told_of(lines: Path, path: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, lines.read_text().splitlines()) if line["path"] == path]


# --- The log ---


def test_each_request_is_a_line(watched: tuple[Site, Path]) -> None:
    site, lines = watched
    with client_of(site) as client:
        client.get("/en/murlan/play/?cards=7s&table=6s", headers={"X-Request-ID": "abc-1", "User-Agent": "a phone"})
        client.get("/it/murlan/nothing/", headers={"X-Request-ID": 'a"b'})
        client.post("/api/judge", json={"game": "murlan", "ask": "combination", "cards": "4s"})
        client.get("/en/marriage/arrange/")
    [played] = told_of(lines, "/en/murlan/play/")
    assert set(played) == {"time", "method", "path", "status", "ms", "bytes", "kind", "ask", "request"}
    assert [played[name] for name in ("method", "status", "kind", "ask", "request")] == [
        "GET",
        200,
        "pages",
        "murlan.play",
        "abc-1",
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", played["time"])
    assert played["bytes"] > 1000
    assert 0 < played["ms"] < 60_000
    [missed] = told_of(lines, "/it/murlan/nothing/")
    assert missed["status"] == 404
    assert not {"ask", "request"} & set(missed)
    assert told_of(lines, "/api/judge")[0]["kind"] == "judge"
    text = lines.read_text()
    assert not any(said in text for said in ("7s", "a phone", "127.0.0.1"))


def test_no_link_of_a_match_stands_in_a_line(watched: tuple[Site, Path]) -> None:
    site, lines = watched
    with client_of(site) as client:
        place = open_match(client, "ramino", ("Ana", "Ben"))
        token = place.split("/")[3]
        assert len(token) == LENGTH
        for path in ("", "links/", "history/", "match.json", "match.csv", "board/", "nothing/", "hand/1/"):
            client.get(place + path)
        client.get(place[:-1] + "x/")
        client.get(place.replace("/en/match/", "/it/partita/"), headers={"X-Request-ID": token})
        client.post(place, data={"do": token})
    text = lines.read_text()
    assert token not in text
    assert "Ana" not in text
    assert {line["kind"] for line in told_of(lines, "/en/match/…/")} == {"matches", "entries"}


def test_whatever_is_sent_is_one_line() -> None:
    visit = Visit("M" * 90, "/\n{}\u2028" + "é" * 900, {b"x-request-id": b"\xff\n"})
    line = visit.line(400, 0, 0.5)
    assert line.isascii()
    assert "\n" not in line
    assert len(line) < 2000
    assert json.loads(line)["ms"] == 500


@pytest.mark.parametrize("rest", ["", "x", "%2D", "-" * 40])
def test_a_token_is_blotted_out_with_what_was_typed_after_it(rest: str) -> None:
    assert blotted(f"/cs/partie/{'a-_Z' * 8}{rest}/ruka/2/") == "/cs/partie/…/ruka/2/"


def test_by_itself_a_site_says_nothing(tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    with lines.open("wb") as file, serving(SERVER, output=file) as site, client_of(site) as client:
        assert client.get("/en/").status_code == 200
        assert is_no_page(client, BEARER)
        assert is_no_page(client, {"Authorization": "Bearer"})
    assert lines.read_text() == ""


# --- Figures ---


def is_no_page(client: httpx.Client, headers: Any) -> bool:
    """Whether the address of the figures is answered as any other that leads nowhere."""
    asked = [client.get(path, headers=headers, follow_redirects=True) for path in ("/metrics", "/nothing")]
    return [answer.status_code for answer in asked] == [404, 404] and "carta_" not in asked[0].text


def figures(client: httpx.Client) -> dict[str, float]:
    answer = client.get("/metrics", headers=BEARER)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert answer.headers["Cache-Control"] == "no-store"
    rows = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _space, value in rows}


def test_figures_are_for_the_bearer_of_the_token(watched: tuple[Site, Path]) -> None:
    with client_of(watched[0]) as client:
        for said in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer é".encode()}):
            assert is_no_page(client, said)
        assert figures(client)


def test_all_workers_count_together_and_one_that_is_killed_leaves_what_it_counted(watched: tuple[Site, Path]) -> None:
    site, _lines = watched
    name = 'carta_requests_total{kind="pages",method="GET",status="200"}'
    with client_of(site) as client:
        before = figures(client).get(name, 0.0)
        for _request in range(60):  # a line of its own each, so that both workers answer some
            with client_of(site) as other:
                assert other.get("/en/glossary/").status_code == 200
        counted = [figures(client)[name] for _again in range(5)]
        assert counted[0] >= before + 60
        children = Path(f"/proc/{site.server.pid}/task/{site.server.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                with client_of(site) as other:
                    after = figures(other)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        assert after[name] >= counted[-1]


WAITS = """
import os, sys
from rulesite.asgi import application
from rulesite.eyes import waiting
place = waiting("questions")
place.__enter__()
sys.stdout.write(str(os.getpid()))
sys.stdout.flush()
sys.stdin.read()
os._exit(9)
"""
ASKS = """
import sys
from rulesite.asgi import application
from rulesite.eyes import figures
sys.stdout.write(figures.as_text()[0].decode())
"""


def test_nobody_waits_in_a_worker_that_was_killed(tmp_path: Path) -> None:
    environment = os.environ | {FOLDER: str(tmp_path), "METRICS_TOKEN": TOKEN}

    def run(code: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", code], env=environment, stdin=pipe, stdout=pipe, text=True)

    def waiting() -> list[str]:
        told, _errors = run(ASKS).communicate(timeout=60)
        return [line for line in told.splitlines() if line.startswith("carta_waiting{") and not line.endswith(" 0.0")]

    with run(WAITS) as worker:
        assert worker.stdout
        assert worker.stdout.read(1)
        assert waiting() == ['carta_waiting{kind="questions"} 1.0']
        worker.kill()
    assert waiting() == []


def test_what_cannot_be_told_keeps_nobody_from_an_answer(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LOG_REQUESTS = True
    faults: list[str] = []
    monkeypatch.setattr("rulesite.eyes.log.exception", faults.append)
    visit = Visit("GET", "/en/", {})
    visit.kind = object()  # type: ignore[assignment]  # which JSON has no word for
    visit.over(200, 1)
    assert faults == ["A request was not told of"]


def test_questions_are_counted_by_what_they_ask_and_never_by_what_was_sent(watched: tuple[Site, Path]) -> None:
    with client_of(watched[0]) as client:
        client.get("/en/machiavelli/best/?table=5h+6h+7h&hand=8h")
        client.get("/en/machiavelli/nobody-asks-this/")
        client.request("BREW", "/en/")
        found = figures(client)
    assert found['carta_request_seconds_count{ask="machiavelli.best",kind="questions"}'] >= 1
    assert not [name for name in found if "nobody" in name or "BREW" in name]
    assert [name for name in found if 'method="other"' in name]


def test_a_question_that_is_given_up_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def listen(sender: Any, ask: str, **_more: Any) -> None:
        told.append(ask)

    given_up.connect(listen)
    try:
        address = "/en/machiavelli/best/?table=5h+6h+7h&hand=8h"
        assert client.get(address).status_code == 200
        assert told == []
        monkeypatch.setattr(BestAsk, "is_given_up", True)
        assert client.get(address).status_code == 200
        assert told == ["machiavelli.best"]
    finally:
        given_up.disconnect(listen)
