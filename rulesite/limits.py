"""How much of the judge's time one client may have over HTTP: counted by each process for itself, without a database."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from games.judge import error
from games.views import json_response
from matches.gate import Rate, client

LEAST = 0.005
"""Seconds that a request to the judge counts for at least."""
CLIENTS = 10_000
"""Clients whose spending a process remembers, those that asked last."""


class Spending:
    """What clients had of something lately, in the memory of this process; it is forgiven evenly as time goes by.

    :param clock: seconds that only ever go forward.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most: int = CLIENTS) -> None:
        self.rate, self.clock, self.most = rate, clock, most
        self.until, self.lock = OrderedDict[str, float](), Lock()
        """For each client the time at which all is forgiven."""

    def seconds_to_wait(self, who: str) -> int:
        """0 where a client may have more, else the seconds until it may."""
        with self.lock:
            left = self.until.get(who, 0.0) - self.clock() - self.rate.period
        return max(0, math.ceil(left))

    def spend(self, who: str, amount: float) -> None:
        """Count what a client had."""
        with self.lock:
            now = self.clock()
            owed = max(now, self.until.pop(who, now))
            self.until[who] = owed + amount * self.rate.period / self.rate.amount
            while len(self.until) > self.most:
                self.until.popitem(last=False)


spent = Spending(Rate.of(settings.JUDGE_SECONDS))


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
