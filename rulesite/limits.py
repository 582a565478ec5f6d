"""What one client may have in a time: so many matches, so much of the judge's time."""

from __future__ import annotations

import hashlib
import hmac
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Lock

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import ngettext

from games.judge import error
from games.views import json_response
from rulesite.models import Use

PERIODS = {"second": 1, "minute": 60, "hour": 3600, "day": 24 * 3600}
SKEW = timedelta(minutes=1)
"""How far the clocks of two machines that serve the site may be apart."""
CLEANED = 100
"""Uses whose time is over that go with each new one."""
LEAST = 0.005
"""Seconds that a request to the judge counts for at least."""
CLIENTS = 10_000
"""Clients whose spending a process remembers, those that asked last."""


@dataclass(frozen=True)
class Rate:
    """So much in so many seconds."""

    amount: int
    period: int

    @classmethod
    def of(cls, text: str) -> Rate:
        """A rate as the settings say it.

        >>> Rate.of("20/hour")
        Rate(amount=20, period=3600)
        """
        amount, _slash, period = text.partition("/")
        return cls(int(amount), PERIODS[period.strip()])


def client(request: HttpRequest) -> str:
    """Whom a request comes from, seen past the proxies that the settings know of.

    Whoever has one IPv6 address has 2⁶⁴ of them, so their network is the client.
    """
    passed = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    if settings.PROXIES and len(passed) >= settings.PROXIES:
        return network(passed[-settings.PROXIES])
    return network(str(request.META.get("REMOTE_ADDR", "")))


def network(address: str) -> str:
    """The client behind an address.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6"), network("[2001:db8::1]:443")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64', '2001:db8::/64')
    """
    found = _read(address)
    if found is None:
        return address[:64]
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))
    return str(found)


def _read(address: str) -> IPv4Address | IPv6Address | None:
    bare = address.strip()
    for text in (bare, bare.partition("]")[0].lstrip("["), bare.rpartition(":")[0]):
        try:
            return ip_address(text.partition("%")[0])
        except ValueError:
            continue
    return None


def seconds_to_wait(what: str, who: str, rate: Rate) -> int:
    """Count one use more for this client: 0 if it may be, else the seconds until the next may.

    All processes count together, in the database. A client's time runs from its first use; a use that lies ahead, for
    the clock was wrong, is forgotten.
    """
    now, period = timezone.now(), timedelta(seconds=rate.period)
    over = Q(began__lte=now - period) | Q(began__gt=now + SKEW)
    # Those who read the database learn no addresses.
    key = hmac.new(settings.SECRET_KEY.encode(), f"{what} {who}".encode(), hashlib.sha256).hexdigest()
    with transaction.atomic():
        gone = Use.objects.select_for_update(skip_locked=True).filter(over, what=what).exclude(client=key)
        Use.objects.filter(pk__in=list(gone.values_list("pk", flat=True)[:CLEANED])).delete()
        Use.objects.bulk_create([Use(what=what, client=key, began=now, count=0)], ignore_conflicts=True)
        use = Use.objects.select_for_update().get(what=what, client=key)
        if use.began <= now - period or use.began > now + SKEW:
            use.began, use.count = now, 0
        if use.count >= rate.amount:
            return _seconds(use.began + period - now)
        use.count += 1
        use.save()
    return 0


def _seconds(left: timedelta) -> int:
    return max(1, math.ceil(left.total_seconds()))


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
