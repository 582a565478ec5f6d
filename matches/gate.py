"""How many matches one client may open."""

from __future__ import annotations

import time
from functools import cache

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter


@cache
def _limiter() -> tuple[MovingWindowRateLimiter, RateLimitItem]:
    return MovingWindowRateLimiter(MemoryStorage()), parse(settings.MATCHES_OPENED)


def client(request: HttpRequest) -> str:
    """The address a request comes from, seen past the proxies that the settings know of."""
    passed = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    if settings.PROXIES and len(passed) >= settings.PROXIES:
        return passed[-settings.PROXIES]
    return str(request.META.get("REMOTE_ADDR", ""))


def seconds_to_wait(request: HttpRequest) -> int:
    """Count one match more for this client: 0 if it may be opened, else the seconds until one may be."""
    limiter, rate = _limiter()
    if limiter.hit(rate, client(request)):
        return 0
    return max(1, round(limiter.get_window_stats(rate, client(request)).reset_time - time.time()))
