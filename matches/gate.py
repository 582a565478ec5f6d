"""How often one client may do what makes work: counted in the database, for all processes together."""

from __future__ import annotations

import hashlib
import hmac
import math
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from matches.models import Debt, Use
from matches.rates import Rate

SKEW = timedelta(minutes=1)
"""How far the clocks of two machines that serve the site may be apart."""
CLEANED = 100
"""Uses and debts whose time is over that go with each new one."""
LONGEST = 60
"""Periods of the longest debt that is believed: what lies further ahead was counted while a clock was wrong."""


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
    key = _known_as(what, who)
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


def _known_as(what: str, who: str) -> str:
    """A client as the database knows it: those who read that learn no addresses."""
    return hmac.new(settings.SECRET_KEY.encode(), f"{what} {who}".encode(), hashlib.sha256).hexdigest()


def seconds_owed(what: str, who: str, rate: Rate) -> int:
    """0 where a client may have more of something that is counted by amounts, else the seconds until it may.

    One that had nothing, or is forgiven, may have the whole amount of a period at once; what goes beyond is waited for.
    """
    now = timezone.now()
    owed = Debt.objects.filter(what=what, client=_known_as(what, who)).values_list("until", flat=True).first()
    if owed is None or owed > now + _longest(rate):
        return 0
    return max(0, math.ceil((owed - now).total_seconds() - rate.period))


def spend(what: str, who: str, rate: Rate, amount: float) -> int:
    """Count what a client had of something, which is forgiven evenly: the amount of a period in that period.

    :returns: 0.
    """
    now = timezone.now()
    had = timedelta(seconds=amount * rate.period / rate.amount)
    with transaction.atomic():
        own = Debt(what=what, client=_known_as(what, who), until=now)
        # Holds the row, whether it was there or not.
        Debt.objects.bulk_create(
            [own], update_conflicts=True, unique_fields=["what", "client"], update_fields=["client"]
        )
        debt = Debt.objects.get(what=what, client=own.client)
        begins = debt.until if now < debt.until <= now + _longest(rate) else now
        debt.until = begins + had
        debt.save()
    with transaction.atomic():
        gone = Debt.objects.select_for_update(skip_locked=True).filter(what=what, until__lte=now)
        Debt.objects.filter(pk__in=list(gone.exclude(pk=debt.pk).values_list("pk", flat=True)[:CLEANED])).delete()
    return 0


def _longest(rate: Rate) -> timedelta:
    return timedelta(seconds=LONGEST * rate.period)


def _seconds(left: timedelta) -> int:
    return max(1, math.ceil(left.total_seconds()))


def seconds_to_wait(request: HttpRequest) -> int:
    """Count one match more for this client: 0 if it may be opened, else the seconds until one may be."""
    return counted("matches", client(request), Rate.of(settings.MATCHES_OPENED))
