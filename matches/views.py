"""The pages of a match, and of opening one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.asks import Ask
from games.catalogue import GAMES
from games.fields import number_in
from games.notation import NOTATIONS, Notation
from matches import gate, store, transfer, wording
from matches.board import board, is_over
from matches.ledger import Event, Hand, Kind, Ledger
from matches.links import Role
from matches.setup import Setup
from matches.store import Clash, Full, NotWritten, Opened, Over, SentBefore

View = Callable[..., HttpResponse]
MOST_TYPED = 20_000
"""Bytes of a hand as it is sent: as many as a question of the judge may have."""


class SeeOther(HttpResponseRedirect):
    """After a form was sent: the page to look at."""

    status_code = 303


def behind_link(*, score: bool = False, manage: bool = False) -> Callable[[View], View]:
    """Open the match of the link in the address; pages behind a link are nobody else's, so nothing keeps or lists them.

    :param score: whether the link has to allow keeping the score.
    :param manage: whether it has to allow managing.
    """

    def opening(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
            opened = store.find(token)
            if opened is None:
                response = render(request, "matches/gone.html", status=404)
            elif (score and not opened.role.may_score) or (manage and not opened.role.may_manage):
                response = render(request, "matches/refused.html", {"opened": opened}, status=403)
            elif _length(request) > MOST_TYPED:
                response = render(request, "error.html", {"status": 422}, status=422)
            else:
                response = view(request, opened, *args, **kwargs)
            response.headers.setdefault("Cache-Control", "private, no-cache")
            response.headers["X-Robots-Tag"] = "noindex"
            return response

        return answer

    return opening


def _length(request: HttpRequest) -> int:
    said = request.headers.get("Content-Length", "")
    return int(said) if said.isdecimal() else 0


# --- Opening a match ---


@csrf_protect
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Which game is played tonight; and a match out of a file."""
    return _index(request)


def _index(request: HttpRequest, fault: str = "", status: int = 200) -> HttpResponse:
    return render(request, "matches/index.html", {"fault": fault, "largest": transfer.LARGEST}, status=status)


@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Lay the table: names, house rules, what is played to. The address may fill it in, for a rematch."""
    if game not in GAMES:
        raise Http404(game)
    sheet = GAMES[game].sheet
    if request.method != "POST":
        return _new(request, Setup.suggested(sheet, request.GET), [])
    setup = Setup.filled_in(sheet, request.POST)
    if setup.faults:
        return _new(request, setup, setup.faults, status=422)
    if wait := gate.seconds_to_wait(request):
        return _too_many(_new(request, setup, [("players", _many(wait))], status=429), wait)
    _match, token = store.open_match(game, setup.table)
    return SeeOther(reverse("match", args=[token]))


def _new(request: HttpRequest, setup: Setup, faults: list[tuple[str, str]], status: int = 200) -> HttpResponse:
    context = {"setup": setup, "ask": setup.ask, "here": setup.sheet.game, "faults": faults}
    return render(request, "matches/new.html", context, status=status)


@csrf_protect
@require_POST
def restore(request: HttpRequest) -> HttpResponse:
    """A match out of an exported file."""
    file = request.FILES.get("file")
    if file is None:
        return _index(request, _("Choose the file first."), 422)
    # Reading a long file is work too, so a client's share is counted before.
    if wait := gate.seconds_to_wait(request):
        return _too_many(_index(request, _many(wait), 429), wait)
    try:
        game, table, events, opened = transfer.from_json(file.read(transfer.LARGEST + 1))
    except transfer.Unreadable as unreadable:
        return _index(request, str(unreadable), 422)
    _match, token = store.open_match(game, table, events, opened)
    return SeeOther(reverse("match", args=[token]))


def _many(wait: int) -> str:
    minutes = -(-wait // 60)
    return _("Too many matches were opened from here. Try again in %(minutes)d min.") % {"minutes": minutes}


def _too_many(response: HttpResponse, wait: int) -> HttpResponse:
    response.headers["Retry-After"] = str(wait)
    return response


# --- The match ---


@behind_link()
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The match; with a link that keeps the score, the form for the next hand, and what is sent by it."""
    if request.method == "POST":
        return _enter(request, opened)
    own = _own_notation()
    typed_in = NOTATIONS.get(request.GET.get("notation", ""), own)
    sheet, table = opened.sheet, opened.table
    said = sheet.rewritten(table, request.GET, typed_in, own) if typed_in is not own else request.GET
    if typed_in is not own:
        return HttpResponseRedirect(f"{request.path}?{said.urlencode()}" if said else request.path)
    form = sheet.to_fill_in(table, said, own) if opened.role.may_score else None
    return _page(request, opened, form)


def _page(
    request: HttpRequest,
    opened: Opened,
    form: Ask | None,
    *,
    key: str = "",
    seen: int | None = None,
    status: int = 200,
    faults: list[tuple[str, str]] | None = None,
    **more: Any,
) -> HttpResponse:
    shown = board(opened)
    context = {
        "opened": opened,
        "match": opened.match,
        "role": opened.role,
        "sheet": opened.sheet,
        "table": opened.table,
        "here": opened.match.game,
        "board": shown,
        "top": mark_safe(shown.top),
        "rest": mark_safe(shown.rest),
        "ask": form,
        "extra": opened.sheet.extra_fields(form) if form is not None else [],
        "form_shown": form is not None and (not shown.over or form.is_bound),
        "key": key or str(uuid4()),
        "close_key": str(uuid4()),
        "seen": shown.revision if seen is None else seen,
        "faults": faults or [],
        "stored": _stored(request, opened),
        "rematch": rematch(opened),
        "last_day": wording.day(opened.match.kept_until),
        "warned": opened.match.kept_until - timezone.now() < settings.MATCHES_WARNED,
    } | more
    return render(request, "matches/match.html", context, status=status)


def _stored(request: HttpRequest, opened: Opened) -> str:
    """What was stored a moment ago, in a line, where the address says so."""
    number = number_in(request.GET.get("stored", ""))
    if request.method == "POST" or not number:
        return ""
    ledger = opened.ledger()
    return _said_of(opened, ledger, ledger.events[number - 1]) if number <= ledger.revision else ""


def _own_notation() -> Notation:
    return NOTATIONS[get_language() or "en"]


def _sent(request: HttpRequest) -> tuple[UUID | None, int]:
    """The key of what was sent, and the last event that its sender had seen."""
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        key = None
    return key, number_in(request.POST.get("seen", "")) or 0


def _read(opened: Opened, said: QueryDict, number: int) -> tuple[Ask, Any, list[tuple[str, str]]]:
    """The form that was sent, the hand it says, and what is wrong with it."""
    sheet = opened.sheet
    form = sheet.entry(opened.table, said, _own_notation(), number)
    if not form.is_valid():
        return form, None, form.faults()
    content = sheet.content(form.cleaned_data)
    if content is None:
        return form, None, [("hand", _("Fill in the hand first."))]
    return form, content, []


def _enter(request: HttpRequest, opened: Opened) -> HttpResponse:
    if not opened.role.may_score:
        return render(request, "matches/refused.html", {"opened": opened}, status=403)
    key, seen = _sent(request)
    form, content, faults = _read(opened, request.POST, board(opened).next_number)
    if faults or key is None:
        return _page(request, opened, form, key=str(key or ""), seen=seen, status=422, faults=faults)
    try:
        event = store.write(
            opened.match,
            opened.role,
            key,
            Kind.ENTERED,
            seen=seen,
            content=content,
            is_over=lambda ledger: is_over(opened, ledger),
        )
    except SentBefore as before:
        return _sent_before(request, opened, form, before.event)
    except NotWritten as refused:
        opened = store.find(opened.token) or opened
        return _page(request, opened, form, key=str(key), status=409, **_why(opened, refused, content))
    return SeeOther(f"{reverse('match', args=[opened.token])}?stored={event.number}")


def _why(opened: Opened, refused: NotWritten, content: Any = None) -> dict[str, Any]:
    """Why a change was not stored, for the page that shows it."""
    match refused:
        case Clash(events=events):
            ledger = opened.ledger()
            return {
                "clash": [_said_of(opened, ledger, event) for event in events],
                "same": any(event.content == content for event in events if content is not None),
            }
        case Over():
            return {"notice": _("The match is over: it takes no further hand. What you typed is still here.")}
        case Full():
            return {"notice": _("This match holds as many entries as one may: %(most)d.") % {"most": store.MOST_EVENTS}}
    raise refused


def _said_of(opened: Opened, ledger: Ledger, event: Event) -> str:
    """What an event says, in a line."""
    number = _numbers(ledger).get(event.hand or 0)
    text = wording.what_happened(event, number)
    return text if event.content is None else f"{text}: {wording.gains(opened.sheet, opened.table, event.content)}"


def _numbers(ledger: Ledger) -> dict[int, int]:
    """For each hand that was ever entered its number in the history."""
    return {hand: number for number, hand in enumerate(ledger.every_hand, 1)}


def _sent_before(request: HttpRequest, opened: Opened, form: Ask, before: Event) -> HttpResponse:
    """The entry had arrived, and was changed before it was sent again: offer to correct what arrived."""
    if before.hand is None:
        return SeeOther(reverse("match", args=[opened.token]))
    opened = store.find(opened.token) or opened
    text = _("This entry had arrived already. What you changed since is in the form: send it to correct the hand.")
    return _hand_page(request, opened, before.hand, form, status=409, notice=text)


@behind_link(score=True)
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, opened: Opened, number: int) -> HttpResponse:
    """Correct a hand, take it back, or put it back."""
    if request.method != "POST":
        return _hand_page(request, opened, number)
    key, seen = _sent(request)
    does = request.POST.get("do")
    form, content = None, None
    if does == "correct" or does == "restore":
        found = opened.ledger().every_hand.get(number)
        if found is None:
            raise Http404(number)
        if does == "restore":
            content = found.content
        else:
            form, content, faults = _read(opened, request.POST, _numbers(opened.ledger())[number])
            if faults or key is None:
                return _hand_page(
                    request, opened, number, form, key=str(key or ""), seen=seen, status=422, faults=faults
                )
            if found.stands and found.content == content:
                return SeeOther(reverse("match", args=[opened.token]))
    if key is None:
        return _hand_page(request, opened, number, status=422)
    kind = Kind.REMOVED if does == "remove" else Kind.CORRECTED
    try:
        event = store.write(opened.match, opened.role, key, kind, seen=seen, hand=number, content=content)
    except ValueError:  # it was taken back already, or never was
        return SeeOther(reverse("match", args=[opened.token]))
    except NotWritten as refused:
        opened = store.find(opened.token) or opened
        if isinstance(refused, SentBefore):
            text = _("This had arrived already. What you changed since is in the form.")
            return _hand_page(request, opened, number, form, status=409, notice=text)
        return _hand_page(request, opened, number, form, key=str(key), status=409, **_why(opened, refused, content))
    return SeeOther(f"{reverse('match', args=[opened.token])}?stored={event.number}")


def _hand_page(
    request: HttpRequest,
    opened: Opened,
    number: int,
    form: Ask | None = None,
    *,
    key: str = "",
    seen: int | None = None,
    status: int = 200,
    faults: list[tuple[str, str]] | None = None,
    **more: Any,
) -> HttpResponse:
    ledger = opened.ledger()
    found = ledger.every_hand.get(number)
    if found is None:
        raise Http404(number)
    sheet, table = opened.sheet, opened.table
    if form is None:
        form = sheet.to_fill_in(table, sheet.typed(table, found.content, _own_notation()), _own_notation())
    context = {
        "opened": opened,
        "match": opened.match,
        "role": opened.role,
        "sheet": sheet,
        "table": table,
        "here": opened.match.game,
        "hand": found,
        "number": _numbers(ledger)[number],
        "ask": form,
        "extra": sheet.extra_fields(form),
        "key": key or str(uuid4()),
        "seen": ledger.revision if seen is None else seen,
        "faults": faults or [],
        "history": _history(opened, [found]),
    } | more
    return render(request, "matches/hand.html", context, status=status)


def _history(opened: Opened, hands: list[Hand] | None = None) -> list[dict[str, Any]]:
    """What was written, the latest first, each hand with what it comes to by itself."""
    ledger, sheet, table = opened.ledger(), opened.sheet, opened.table
    numbers = _numbers(ledger)
    shown = {hand.number for hand in hands} if hands is not None else None
    told = []
    for event in reversed(ledger.events):
        if shown is not None and event.hand not in shown:
            continue
        row = None
        if event.content is not None:
            (row,) = sheet.standing(table, [event.content]).rows
        before = ledger.every_hand[event.hand].changes if event.hand else ()
        told.append(
            {
                "event": event,
                "text": wording.what_happened(event, numbers.get(event.hand or 0)),
                "writer": wording.WRITERS[Role(event.role)],
                "gains": wording.gains(sheet, table, event.content) if row else "",
                "row": row,
                "may_return": event.kind is Kind.REMOVED and bool(before) and before[-1] is event,
            }
        )
    return told


@behind_link()
@gzip_page
@require_safe
def history(request: HttpRequest, opened: Opened) -> HttpResponse:
    """What was entered, corrected and taken back, and when."""
    context = {
        "opened": opened,
        "role": opened.role,
        "sheet": opened.sheet,
        "table": opened.table,
        "here": opened.match.game,
        "history": _history(opened),
        "keys": True,
    }
    return render(request, "matches/history.html", context)


@behind_link(score=True)
@csrf_protect
@require_POST
def close(request: HttpRequest, opened: Opened) -> HttpResponse:
    """End the evening, or go on with it."""
    key, seen = _sent(request)
    kind = Kind.REOPENED if request.POST.get("do") == "reopen" else Kind.CLOSED
    form = opened.sheet.to_fill_in(opened.table, QueryDict(), _own_notation())
    if key is None:
        return _page(request, opened, form, status=422)
    try:
        store.write(opened.match, opened.role, key, kind, seen=seen)
    except ValueError:
        pass  # it was closed, or open, already
    except NotWritten as refused:
        opened = store.find(opened.token) or opened
        if not isinstance(refused, SentBefore):
            return _page(request, opened, form, status=409, **_why(opened, refused))
    return SeeOther(reverse("match", args=[opened.token]))


@behind_link()
@gzip_page
@require_safe
def poll(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The board alone, for a page that asks every few seconds: 304 until something was written."""
    etag = f'W/"{opened.match.revision}.{get_language()}.{opened.role}"'
    if etag in request.headers.get("If-None-Match", ""):
        unchanged = HttpResponseNotModified()
        unchanged.headers["ETag"] = etag
        return unchanged
    response = render(request, "matches/poll.html", {"board": board(opened)})
    response.headers["ETag"] = etag
    return response


# --- Links and files ---


@behind_link(manage=True)
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The links of a match as addresses and QR codes; the manager renews and revokes the others."""
    if request.method == "POST":
        role = request.POST.get("role")
        if role not in (Role.WATCH, Role.SCORE):
            raise Http404(role)
        {"renew": store.renew, "revoke": store.revoke}.get(request.POST.get("do", ""), store.renew)(opened, Role(role))
        return SeeOther(request.path)
    shown = []
    for role, token in store.link_tokens(opened).items():
        address = request.build_absolute_uri(reverse("match", args=[token])) if token else ""
        shown.append(
            {
                "role": role,
                "name": wording.ROLES[role],
                "meaning": wording.MEANINGS[role],
                "address": address,
                "code": qr(address) if address else "",
                "own": role is Role.MANAGE,
            }
        )
    context = {
        "opened": opened,
        "table": opened.table,
        "sheet": opened.sheet,
        "here": opened.match.game,
        "links": shown,
    }
    return render(request, "matches/links.html", context)


def qr(address: str) -> str:
    """An address as a QR code, dark on light in every colour scheme."""
    code = segno.make_qr(address, error="m")
    return mark_safe(code.svg_inline(scale=4, border=3, dark="#000", light="#fff", svgclass="qr", omitsize=True))


@behind_link()
@require_safe
def export(request: HttpRequest, opened: Opened, kind: str) -> HttpResponse:
    """The match as a file."""
    if kind not in ("json", "csv"):
        raise Http404(kind)
    ledger = opened.ledger()
    if kind == "json":
        response = HttpResponse(transfer.as_json(opened.match, ledger), content_type="application/json")
    else:
        standing = opened.sheet.standing(opened.table, ledger.contents)
        text = transfer.as_csv(opened.table.players, ledger.hands, standing)
        response = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    name = slugify(f"{opened.match.game}-{opened.match.opened:%Y-%m-%d}")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def rematch(opened: Opened) -> str:
    """The address of a new match at the same table."""
    table, sheet = opened.table, opened.sheet
    setup = Setup.of(sheet, table.players, table.house, table.terms)
    setup.ask.full_clean()
    query = QueryDict(mutable=True)
    query.setlist("player", list(table.players))
    query.update(QueryDict(setup.ask.address(_own_notation())))
    return f"{reverse('new_match', args=[sheet.game])}?{query.urlencode()}"


def no_cookie(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that came without its cookie: nothing was stored, and nothing typed is lost."""
    return render(request, "matches/no_cookie.html", status=403)
