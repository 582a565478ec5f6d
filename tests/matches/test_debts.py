"""What a client had of the judge's time, counted in the database for all processes together."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.test import Client
from django.utils import timezone

from matches import gate
from matches.models import Debt
from matches.rates import Rate
from rulesite import limits
from rulesite.limits import AWAY, OfProcess, Together
from tests.test_limits import QUESTION, Clock

RATE = Rate(30, 60)


class Day:
    """The time of the database's rows, which passes when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 12, 24, 20, tzinfo=timezone.get_default_timezone())
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def goes_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(monkeypatch)


@pytest.mark.django_db
def test_what_was_spent_is_forgiven_as_time_goes_by(day: Day) -> None:
    """The database counts as a process does: the same amounts, the same waits."""
    clock = Clock()
    alone = OfProcess(RATE, clock)
    for client, spent, passes in (("a", 29.0, 0), ("a", 11.0, 5.5), ("b", 3.0, 14), ("a", 40.0, 1), ("a", 0.1, 200)):
        alone.spend(client, spent)
        gate.spend("judge", client, RATE, spent)
        clock.now += passes
        day.goes_on(passes)
        waits = [(alone.seconds_to_wait(who), gate.seconds_owed("judge", who, RATE)) for who in ("a", "b", "c")]
        assert all(one == other for one, other in waits), waits
    assert gate.seconds_owed("judge", "a", RATE) == 0


@pytest.mark.django_db(transaction=True)
def test_all_processes_count_together() -> None:
    """Each thread has a connection of its own, as each process of the server."""
    together = threading.Barrier(8)

    def spend(_number: int) -> None:
        try:
            together.wait(60)
            for _time in range(5):
                gate.spend("judge", "192.0.2.7", RATE, 1.0)
        finally:
            connections.close_all()

    began = timezone.now()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(spend, range(8)))
    owed = Debt.objects.get().until - began
    assert timedelta(seconds=80) <= owed <= timezone.now() - began + timedelta(seconds=80)
    assert 0 < gate.seconds_owed("judge", "192.0.2.7", RATE) <= 20


@pytest.mark.django_db
def test_a_clock_that_was_wrong_locks_nobody_out(day: Day) -> None:
    day.goes_on(3600 * 24 * 365)
    gate.spend("judge", "a", RATE, 60.0)
    day.goes_on(-3600 * 24 * 365)
    assert gate.seconds_owed("judge", "a", RATE) == 0
    gate.spend("judge", "a", RATE, 60.0)
    assert gate.seconds_owed("judge", "a", RATE) == 60


@pytest.mark.django_db
def test_debts_that_are_over_are_forgotten_and_no_address_is_kept(day: Day) -> None:
    for number in range(20):
        gate.spend("judge", f"192.0.2.{number}", RATE, 1.0)
    assert Debt.objects.count() == 20
    day.goes_on(3)
    gate.spend("judge", "192.0.2.1", RATE, 1.0)
    assert ["192.0.2" in debt.client for debt in Debt.objects.all()] == [False]


@pytest.mark.django_db
def test_what_one_counts_for_the_judge_another_knows(client: Client, monkeypatch: pytest.MonkeyPatch, day: Day) -> None:
    monkeypatch.setattr(limits, "spent", Together("judge", RATE))
    another = Together("judge", RATE)
    assert client.post("/api/judge", QUESTION, content_type="application/json").status_code == 200
    another.spend("127.0.0.1", 60.0)
    refused = client.post("/api/judge", QUESTION, content_type="application/json")
    assert (refused.status_code, refused["Retry-After"]) == (429, "61")
    day.goes_on(61)
    assert client.post("/api/judge", QUESTION, content_type="application/json").status_code == 200


def test_while_the_database_is_away_a_process_counts_for_itself_and_asks_seldom(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, asked = Clock(), []

    def away(*_which: Any) -> int:
        asked.append(clock.now)
        raise OperationalError("connection refused")

    monkeypatch.setattr(gate, "seconds_owed", away)
    monkeypatch.setattr(gate, "spend", away)
    together = Together("judge", RATE, clock)
    assert together.seconds_to_wait("a") == 0
    together.spend("a", 60.0)
    assert together.seconds_to_wait("a") == 60
    assert len(asked) == len(caplog.records) == 1
    clock.now += AWAY
    together.seconds_to_wait("a")
    assert len(asked) == 2
    clock.now += AWAY
    monkeypatch.setattr(gate, "seconds_owed", lambda *_which: 7)
    assert together.seconds_to_wait("a") == 7


@pytest.mark.django_db
def test_all_count_together_where_the_database_is_one_for_several_machines() -> None:
    assert isinstance(limits.spending(), Together) is (connection.vendor == "postgresql")
