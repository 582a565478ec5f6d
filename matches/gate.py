"""How often one client may do what makes work: counted in the database, for all processes together."""

from __future__ import annotations

import hashlib
import hmac
import math
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from matches.models import Use

PERIODS = {"second": 1, "minute": 60, "hour": 3600, "day": 24 * 3600}
SKEW = timedelta(minutes=1)
"""How far the clocks of two machines that serve the site may be apart."""
CLEANED = 100
"""Uses whose time is over that go with each new one."""


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

    A client with one IPv6 address has 2⁶⁴ of them, so its network is the client.
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


def counted(what: str, who: str, rate: Rate) -> int:
    """Count one use more for this client: 0 if it may be, else the seconds until the next may.

    All processes count together, in the database. A client's time runs from its first use; a use that lies ahead, for
    the clock was wrong, is forgotten.
    """
    now, period = timezone.now(), timedelta(seconds=rate.period)
    over = Q(began__lte=now - period) | Q(began__gt=now + SKEW)
    # Those who read the database learn no addresses.
    key = hmac.new(settings.SECRET_KEY.encode(), f"{what} {who}".encode(), hashlib.sha256).hexdigest()
    own = Use(what=what, client=key, began=now, count=0)
    with transaction.atomic():
        # Holds the row, whether it was there or not, and no other: were it only looked for, it could be cleaned away.
        Use.objects.bulk_create(
            [own], update_conflicts=True, unique_fields=["what", "client"], update_fields=["client"]
        )
        use = Use.objects.get(what=what, client=key)
        if use.began <= now - period or use.began > now + SKEW:
            use.began, use.count = now, 0
        if use.count >= rate.amount:
            return _seconds(use.began + period - now)
        use.count += 1
        use.save()
    with transaction.atomic():
        gone = Use.objects.select_for_update(skip_locked=True).filter(over, what=what)
        Use.objects.filter(pk__in=list(gone.values_list("pk", flat=True)[:CLEANED])).delete()
    return 0


def _seconds(left: timedelta) -> int:
    return max(1, math.ceil(left.total_seconds()))


def seconds_to_wait(request: HttpRequest) -> int:
    """Count one match more for this client: 0 if it may be opened, else the seconds until one may be."""
    return counted("matches", client(request), Rate.of(settings.MATCHES_OPENED))
