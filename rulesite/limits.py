"""How much of the judge's time one client may have over HTTP.

It is counted in PostgreSQL, where there is one, for all processes and machines together; else by each process for itself.
The judge needs no database: while that is away, each process counts for itself as well.
"""

from __future__ import annotations

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Protocol

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from games.judge import error
from games.views import json_response
from matches import gate
from matches.gate import client
from matches.rates import Rate

LEAST = 0.005
"""Seconds that a request to the judge counts for at least."""
CLIENTS = 10_000
"""Clients whose spending a process remembers, those that asked last."""


RATE = Rate.of(settings.JUDGE_SECONDS)
AWAY = 10.0
"""Seconds for which a database that did not answer is not asked again."""
log = logging.getLogger(__name__)


class Spending(Protocol):
    """What clients had of something lately; it is forgiven evenly as time goes by."""

    def seconds_to_wait(self, who: str) -> int:
        """0 where a client may have more, else the seconds until it may."""

    def spend(self, who: str, amount: float) -> None:
        """Count what a client had."""


class OfProcess:
    """What clients had of something, in the memory of this process.

    :param clock: seconds that only ever go forward.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most: int = CLIENTS) -> None:
        self.rate, self.clock, self.most = rate, clock, most
        self.until, self.lock = OrderedDict[str, float](), Lock()
        """For each client the time at which all is forgiven."""

    def seconds_to_wait(self, who: str) -> int:
        with self.lock:
            left = self.until.get(who, 0.0) - self.clock() - self.rate.period
        return max(0, math.ceil(left))

    def spend(self, who: str, amount: float) -> None:
        with self.lock:
            now = self.clock()
            owed = max(now, self.until.pop(who, now))
            self.until[who] = owed + amount * self.rate.period / self.rate.amount
            while len(self.until) > self.most:
                self.until.popitem(last=False)


class Together:
    """What clients had of something, in the database, for all who use that; in this process while it is away.

    :param what: the name under which it is counted.
    """

    def __init__(self, what: str, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.what, self.rate, self.clock = what, rate, clock
        self.meanwhile, self.away_until = OfProcess(rate, clock), -math.inf

    def seconds_to_wait(self, who: str) -> int:
        asked = self._asked(lambda: gate.seconds_owed(self.what, who, self.rate))
        return self.meanwhile.seconds_to_wait(who) if asked is None else asked

    def spend(self, who: str, amount: float) -> None:
        if self._asked(lambda: gate.spend(self.what, who, self.rate, amount)) is None:
            self.meanwhile.spend(who, amount)

    def _asked(self, question: Callable[[], int]) -> int | None:
        if self.clock() < self.away_until:
            return None
        try:
            return question()
        except (DatabaseError, InterfaceError) as fault:
            self.away_until = self.clock() + AWAY
            log.error("The judge's time is counted by each process: %s", " ".join(str(fault).split()))
            return None


def spending() -> Spending:
    """What the judge's time is counted by."""
    return Together("judge", RATE) if connection.vendor == "postgresql" else OfProcess(RATE)


spent = spending()


def judged(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give each client so much of the processor's time as the settings say, for questions over HTTP."""

    @wraps(view)  # and with it that it needs no cookie
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return view(request)
        who = client(request)
        if wait := spent.seconds_to_wait(who):
            message = ngettext(
                "Too many requests. Try again in %(seconds)d second.",
                "Too many requests. Try again in %(seconds)d seconds.",
                wait,
            )
            response = json_response(error("", "too-often", message % {"seconds": wait}), 429)
            response.headers["Retry-After"] = str(wait)
            return response
        began = time.thread_time()
        try:
            return view(request)
        finally:
            spent.spend(who, max(LEAST, time.thread_time() - began))

    return answer
