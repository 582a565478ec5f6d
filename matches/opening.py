"""The pages that open a match: which game, who sits at the table, or a match out of a file."""

from __future__ import annotations

from threading import Event
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from games.catalogue import SHEETS
from matches import gate, managing, store, transfer
from matches.pages import accepted, length
from matches.setup import Setup

ABANDONED = "carta.abandoned"
"""The key of a request's environment for a :class:`threading.Event` that is set when its sender has gone."""


@csrf_protect
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Which game is played tonight; and a match out of a file."""
    return _index(request)


def _index(request: HttpRequest, fault: str = "", status: int = 200) -> HttpResponse:
    context = {"faults": [("match-file", fault)] if fault else [], "largest": transfer.LARGEST}
    return render(request, "matches/index.html", context, status=status)


@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Lay the table: names, house rules, what is played to. The address may fill it in, for a rematch."""
    if game not in SHEETS:
        raise Http404(game)
    sheet = SHEETS[game]
    if request.method != "POST":
        return _new(request, Setup.suggested(sheet, request.GET), [])
    setup = Setup.filled_in(sheet, request.POST)
    if setup.faults:
        return _new(request, setup, setup.faults, status=422)
    if wait := gate.seconds_to_wait(request):
        return _too_many(_new(request, setup, [("players", _many(wait))], status=429), wait)
    return _to_manager(request, store.open_match(game, setup.table)[1])


def cut_off(request: HttpRequest, rest: str) -> HttpResponse:
    """What stands where the token of a link should, and is none: 404."""
    return render(request, "matches/gone.html", {"is_cut": True}, status=404)


def _new(request: HttpRequest, setup: Setup, faults: list[tuple[str, str]], status: int = 200) -> HttpResponse:
    context = {"setup": setup, "ask": setup.ask, "here": setup.sheet.game, "faults": faults, "key": uuid4()}
    return render(request, "matches/new.html", context, status=status)


@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest) -> HttpResponse:
    """Open a match from an exported file; redirect a GET, as of a link to another language, to the form.

    Reading stops when the event at :data:`ABANDONED` in the request's environment is set; nobody sees that answer.
    """
    if request.method != "POST":
        return redirect("matches")
    file = request.FILES.get("file")
    if file is None:
        fault = str(transfer.too_large()) if length(request) > transfer.LARGEST else _("Choose the file first.")
        return _index(request, fault, 422)
    # Reading a long file is work too, so a client's share is counted before.
    if wait := gate.seconds_to_wait(request):
        return _too_many(_index(request, _many(wait), 429), wait)
    is_abandoned = request.META.get(ABANDONED, Event()).is_set
    try:
        game, table, events, opened = transfer.from_json(file.read(transfer.LARGEST + 1), is_abandoned)
    except transfer.Abandoned:
        return HttpResponse(status=400)
    except transfer.Unreadable as unreadable:
        return _index(request, str(unreadable), 422)
    return _to_manager(request, store.open_match(game, table, events, opened)[1])


def _to_manager(request: HttpRequest, token: str) -> HttpResponse:
    """To a new match, in a browser that manages it: what it sent came with a cookie, so it keeps them."""
    opened = store.find_managed(token)
    assert opened
    response = accepted(request, opened, **{managing.NEWLY: 1})
    managing.remember(response, opened.address, token)
    return response


def _many(wait: int) -> str:
    minutes = -(-wait // 60)
    return _("Too many matches have been started from here. Try again in %(minutes)d min.") % {"minutes": minutes}


def _too_many(response: HttpResponse, wait: int) -> HttpResponse:
    response.headers["Retry-After"] = str(wait)
    return response
