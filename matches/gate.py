"""How many matches one client may open."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from rulesite.limits import Rate, client
from rulesite.limits import seconds_to_wait as counted


def seconds_to_wait(request: HttpRequest) -> int:
    """Count one match more for this client: 0 if it may be opened, else the seconds until one may be."""
    return counted("matches", client(request), Rate.of(settings.MATCHES_OPENED))
