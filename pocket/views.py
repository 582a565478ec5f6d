"""The one page that the pocket has of its own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def elsewhere(request: HttpRequest, **_named: object) -> HttpResponse:
    """503: what only the server has, because it keeps it for several people or draws it."""
    response = render(request, "elsewhere.html", status=503)
    response.headers["Cache-Control"] = "no-store"
    return response
