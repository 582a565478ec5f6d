"""What one client may have: counted for all processes, by networks, and by clocks that may be wrong."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connections
from django.test import Client, RequestFactory
from django.utils import timezone

from games import judge
from games.judge import BUDGET, replies
from matches.gate import counted, network
from matches.models import Use
from matches.rates import Rate
from rulesite import limits
from rulesite.limits import OfProcess

RATE = Rate(3, 3600)
QUESTION = {"game": "murlan", "ask": "combination", "cards": "4s"}


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def at(monkeypatch: pytest.MonkeyPatch, **later: float) -> None:
    """Set the clock, from the hour at which every test of it begins."""
    now = datetime(2030, 1, 1, 12, tzinfo=timezone.get_default_timezone()) + timedelta(**later)
    monkeypatch.setattr("matches.gate.timezone.now", lambda: now)


# --- Clients ---


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("[2001:db8::1]", "2001:db8::2", True),
        ("[2001:db8::1]:443", "2001:db8::2", True),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.7:5000", "192.0.2.7:5001", True),
        ("", "", True),
        ("unknown", "192.0.2.8", False),
    ],
)
def test_a_client_is_an_address_or_a_network_of_the_sixth_kind(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same
    assert len(network("x" * 1000)) <= 64


@pytest.mark.django_db
def test_one_who_changes_addresses_in_his_network_is_still_the_same_client(settings: Any) -> None:
    from matches import gate

    settings.MATCHES_OPENED = "3/hour"
    asked = [RequestFactory().get("/", REMOTE_ADDR=f"2001:db8::{number:x}") for number in range(1, 6)]
    assert [gate.seconds_to_wait(request) > 0 for request in asked] == [False, False, False, True, True]
    assert gate.seconds_to_wait(RequestFactory().get("/", REMOTE_ADDR="2001:db8:0:1::1")) == 0


# --- Counted in the database ---


@pytest.mark.django_db(transaction=True)
def test_all_who_count_at_once_count_together() -> None:
    """Each thread has a connection of its own, as each process of the server."""
    together = threading.Barrier(8)

    def ask(_number: int) -> int:
        try:
            together.wait(60)
            return counted("matches", "192.0.2.7", RATE)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        waits = list(threads.map(ask, range(8)))
    assert sorted(wait > 0 for wait in waits) == [False] * RATE.amount + [True] * (8 - RATE.amount)
    assert Use.objects.get().count == RATE.amount


@pytest.mark.django_db
def test_time_runs_from_the_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    for minutes in (0, 1, 2):
        at(monkeypatch, minutes=minutes)
        assert counted("matches", "a", RATE) == 0
    assert counted("matches", "a", RATE) == 58 * 60
    assert counted("matches", "b", RATE) == 0
    assert counted("others", "a", RATE) == 0
    at(monkeypatch, minutes=60, seconds=-0.5)
    assert counted("matches", "a", RATE) == 1
    at(monkeypatch, minutes=60)
    assert counted("matches", "a", RATE) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("ahead", [timedelta(hours=2), timedelta(days=3650)])
def test_a_clock_that_was_wrong_locks_nobody_out(monkeypatch: pytest.MonkeyPatch, ahead: timedelta) -> None:
    at(monkeypatch, seconds=ahead.total_seconds())
    assert [counted("matches", "a", RATE) > 0 for _use in range(4)] == [False, False, False, True]
    at(monkeypatch)
    assert counted("matches", "a", RATE) == 0
    at(monkeypatch, seconds=-ahead.total_seconds())
    assert counted("matches", "a", RATE) == 0
    at(monkeypatch)
    assert [counted("matches", "a", RATE) > 0 for _use in range(4)] == [False, False, False, True]


@pytest.mark.django_db
def test_uses_whose_time_is_over_are_forgotten_and_no_address_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch)
    for number in range(20):
        assert counted("matches", f"192.0.2.{number}", RATE) == 0
    assert Use.objects.count() == 20
    at(monkeypatch, hours=1)
    assert counted("matches", "192.0.2.1", RATE) == 0
    assert [("192.0.2" in use.client, use.count) for use in Use.objects.all()] == [(False, 1)]


# --- The judge's time ---


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self, *, each: float = 0.0) -> None:
        self.now, self.each = 1000.0, each

    def __call__(self) -> float:
        self.now += self.each
        return self.now


def test_what_was_spent_is_forgiven_as_time_goes_by() -> None:
    clock = Clock()
    spent = OfProcess(Rate(30, 60), clock)
    spent.spend("a", 29.0)
    assert (spent.seconds_to_wait("a"), spent.seconds_to_wait("b")) == (0, 0)
    spent.spend("a", 11.0)
    assert spent.seconds_to_wait("a") == 20
    clock.now += 19.5
    assert spent.seconds_to_wait("a") == 1
    clock.now += 0.5
    assert spent.seconds_to_wait("a") == 0
    clock.now += 1e6
    spent.spend("a", 31.0)
    assert spent.seconds_to_wait("a") == 2


def test_only_so_many_clients_are_remembered() -> None:
    spent = OfProcess(Rate(30, 60), Clock(), most=100)
    for number in range(1000):
        spent.spend(str(number), 60.0)
    assert len(spent.until) == 100
    assert spent.seconds_to_wait("999") > 0


def test_who_asks_the_judge_too_much_is_told_when_to_come_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(limits, "spent", OfProcess(Rate(30, 60), clock))
    limits.spent.spend("127.0.0.1", 60.0)
    messages = set()
    for language in ("it", "en", "cs"):
        response = client.post(
            "/api/judge", QUESTION, content_type="application/json", headers={"accept-language": language}
        )
        assert response.status_code == 429
        assert response["Retry-After"] == "60"
        assert response["Access-Control-Allow-Origin"] == "*"
        assert response.json()["error"]["code"] == "too-often"
        messages.add(response.json()["error"]["message"])
    assert len(messages) == 3
    assert client.options("/api/judge").status_code == 204, "asking whether one may ask is no question"
    assert client.get("/en/murlan/combination/", {"cards": "4s"}).status_code == 200
    clock.now += 60
    assert client.post("/api/judge", QUESTION, content_type="application/json").status_code == 200


def test_every_request_to_the_judge_is_counted(client: Client) -> None:
    assert client.post("/api/judge", QUESTION, content_type="application/json").status_code == 200
    assert list(limits.spent.until) == ["127.0.0.1"]


# --- The budget of a request ---


def test_the_questions_left_when_the_budget_is_spent_get_an_error() -> None:
    clock = Clock(each=1.0)
    asked = [QUESTION] * 8 + [5, QUESTION | {"lang": "it"}, QUESTION | {"lang": "xx"}, QUESTION | {"lang": "cs"}]
    answers = replies(asked, "en", 8.0, clock)
    assert len(answers) == len(asked)
    assert all(answer["kind"] == "single" for answer in answers[:7])
    errors = [answer["error"] for answer in answers[7:]]
    assert [(error["field"], error["code"]) for error in errors] == [("", "budget")] * 5
    assert len({error["message"] for error in errors}) == 3
    assert all("8" in error["message"] for error in errors)


def test_a_list_over_http_has_a_budget_and_the_lines_of_the_command_have_none(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    answer = judge.reply

    def slow(question: object, lang: str) -> judge.Reply:
        clock.now += BUDGET / 3
        return answer(question, lang)

    monkeypatch.setattr(judge, "reply", slow)
    monkeypatch.setattr(replies, "__defaults__", (BUDGET, clock))
    answers = client.post("/api/judge", json.dumps([QUESTION] * 5), content_type="application/json").json()
    assert ["error" in found for found in answers] == [False, False, False, True, True]
    assert answers[3]["error"]["code"] == "budget"
    for _line in range(5):
        assert judge.reply_to_text(json.dumps(QUESTION), "en")["kind"] == "single"


def test_what_a_client_may_have_is_told_to_programs(client: Client) -> None:
    document = client.get("/api/").json()
    assert "10 seconds of processor time" in document["info"]["description"]
    assert {"411", "429", "503"} <= set(document["paths"]["/api/judge"]["post"]["responses"])


# --- Pages of other sites ---


@pytest.mark.parametrize(("path", "method"), [("/api/judge", "POST"), ("/api/", "GET")])
def test_a_page_of_another_site_may_ask(client: Client, path: str, method: str) -> None:
    response = client.options(
        path,
        headers={
            "origin": "https://other.example",
            "access-control-request-method": method,
            "access-control-request-headers": "content-type",
        },
    )
    assert (response.status_code, response.content) == (204, b"")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert method in response["Access-Control-Allow-Methods"]
    assert "content-type" in response["Access-Control-Allow-Headers"].lower()
