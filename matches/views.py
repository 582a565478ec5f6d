"""The pages of a match, and of opening one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import chain
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

import segno
from django.conf import settings
from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    HttpResponseRedirect,
    QueryDict,
    StreamingHttpResponse,
)
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
from games.sheets import Made, Unread
from matches import gate, store, transfer, wording
from matches import links as tokens
from matches.board import board, is_over, lines, rows
from matches.ledger import Event, Hand, Kind, Ledger
from matches.links import Role
from matches.setup import Setup
from matches.store import Clash, Full, Going, NotWritten, Opened, Over, SentBefore, TooLong, came_to

View = Callable[..., HttpResponseBase]
MOST_TYPED = 20_000
"""Bytes of a hand as it is sent: as many as a question of the judge may have."""
HANDS, EVENTS, CLASHES = 20, 15, 10
"""How many hands stand on a page of them, how many events on a page of the history, and how many are told in a clash."""


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
        def answer(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            opened = store.find(token)
            response: HttpResponseBase
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
    context = {"faults": [("match-file", fault)] if fault else [], "largest": transfer.LARGEST}
    return render(request, "matches/index.html", context, status=status)


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
    if file is None and _length(request) > transfer.LARGEST:
        return _index(request, str(transfer.too_large()), 422)
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
    if switched := _switched(request, opened):
        return switched
    form = opened.sheet.to_fill_in(opened.table, request.GET, _own_notation()) if opened.role.may_score else None
    return _page(request, opened, form)


def _switched(request: HttpRequest, opened: Opened) -> HttpResponse | None:
    """To the same page with what was typed in another language in the letters of this one, where the address says so."""
    own = _own_notation()
    typed_in = NOTATIONS.get(request.GET.get("notation", ""), own)
    if typed_in is own:
        return None
    said = opened.sheet.rewritten(opened.table, request.GET, typed_in, own)
    return HttpResponseRedirect(f"{request.path}?{said.urlencode()}" if said else request.path)


def _page(
    request: HttpRequest,
    opened: Opened,
    form: Ask | None,
    *,
    key: str = "",
    seen: str | None = None,
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
        "removal": opened.match.removal,
        "key": key or str(uuid4()),
        "close_key": str(uuid4()),
        "seen": shown.seen if seen is None else seen,
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


def _sent(request: HttpRequest) -> tuple[UUID | None, str]:
    """The key of what was sent, and the mark of what its sender had seen."""
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        key = None
    return key, request.POST.get("seen", "")


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
    form, content, faults = _read(opened, request.POST, opened.ledger().next_place)
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
            outcome=opened.sheet.outcome(form),
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
                "clash": [_said_of(opened, ledger, event) for event in events[-CLASHES:]],
                "more": len(events[:-CLASHES]),
                "same": any(event.content == content for event in events if content is not None),
            }
        case Over():
            return {"notice": _("The match is over: it takes no further hand. What you typed is still here.")}
        case Full():
            return {"notice": _("This match holds as many entries as one may: %(most)d.") % {"most": store.MOST_EVENTS}}
        case TooLong():
            return {"notice": _("This hand is too long to be saved.")}
        case Going():
            return {
                "notice": _(
                    "This match is about to be deleted, so nothing can be added. Its manager can still keep it."
                )
            }
    raise refused


def _said_of(opened: Opened, ledger: Ledger, event: Event) -> str:
    """What an event says, in a line."""
    text = wording.what_happened(event, _place(ledger, event))
    if event.content is None:
        return text
    return f"{text}: {_gains(opened, event) or wording.unread(event)}"


def _gains(opened: Opened, event: Event) -> str:
    """What a hand as an event says it brings each player, in a line."""
    outcome = came_to(opened.match, event)
    return "" if outcome is None else wording.gains(opened.sheet, opened.table, outcome)


def _made(opened: Opened, event: Event, place: int) -> Made | None:
    """What a hand as an event says it is made of, where that can be read."""
    try:
        return opened.sheet.made(opened.table, event.content, place)
    except Unread:
        return None


def _place(ledger: Ledger, event: Event) -> int | None:
    """How people call the hand of an event."""
    return ledger.every_hand[event.hand].place if event.hand else None


def _sent_before(request: HttpRequest, opened: Opened, form: Ask, before: Event) -> HttpResponse:
    """The entry had arrived, and was changed before it was sent again: offer to correct what arrived."""
    if before.hand is None:
        return SeeOther(reverse("match", args=[opened.token]))
    opened = store.find(opened.token) or opened
    text = _("This entry had arrived already. What you changed since is in the form: send it to correct the hand.")
    place = opened.ledger().every_hand[before.hand].place
    return _hand_page(request, opened, place, form, status=409, notice=text)


@behind_link(score=True)
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, opened: Opened, number: int) -> HttpResponse:
    """Correct a hand, take it back, or put it back.

    The form says which hand it belongs to by the hand's key: no address of another time or of another database means
    another hand unnoticed.
    """
    if request.method != "POST":
        return _switched(request, opened) or _hand_page(request, opened, number, _typed(opened, request.GET))
    found = opened.ledger().at_place(number)
    if found is None:
        raise Http404(number)
    key, seen = _sent(request)
    does = request.POST.get("do")
    if request.POST.get("hand") != found.key:
        text = _(
            "The form did not belong to this hand, so nothing was changed. What you typed is below; check that it belongs to this hand."
        )
        return _hand_page(request, opened, number, _typed(opened, request.POST), status=409, notice=text)
    if does not in ("correct", "remove"):
        text = _("The form did not say what to do with the hand, so nothing was changed. What you typed is still here.")
        return _hand_page(
            request,
            opened,
            number,
            _typed(opened, request.POST),
            key=str(key or ""),
            seen=seen,
            status=422,
            notice=text,
        )
    form, content, outcome = None, None, None
    if does == "correct":
        form, content, faults = _read(opened, request.POST, number)
        if faults or key is None:
            return _hand_page(request, opened, number, form, key=str(key or ""), seen=seen, status=422, faults=faults)
        if found.stands and found.content == content:
            return SeeOther(reverse("match", args=[opened.token]))
        outcome = opened.sheet.outcome(form)
    if key is None:
        return _hand_page(request, opened, number, status=422)
    kind = Kind.REMOVED if does == "remove" else Kind.CORRECTED
    try:
        event = store.write(
            opened.match, opened.role, key, kind, seen=seen, hand=found.number, content=content, outcome=outcome
        )
    except ValueError:  # it was taken back already
        return SeeOther(reverse("match", args=[opened.token]))
    except NotWritten as refused:
        opened = store.find(opened.token) or opened
        if isinstance(refused, SentBefore):
            text = _("This had arrived already. What you changed since is in the form.")
            return _hand_page(request, opened, number, form, status=409, notice=text)
        return _hand_page(request, opened, number, form, key=str(key), status=409, **_why(opened, refused, content))
    return SeeOther(f"{reverse('match', args=[opened.token])}?stored={event.number}")


def _typed(opened: Opened, said: QueryDict) -> Ask | None:
    """The form with what was typed in it, where anything was."""
    if not any(opened.sheet.is_own(name) for name in said):
        return None
    return opened.sheet.to_fill_in(opened.table, said, _own_notation())


def _as_stored(opened: Opened, found: Hand) -> QueryDict:
    """A stored hand as it is filled in; nothing where the calculator does not read it any more."""
    try:
        return opened.sheet.typed(opened.table, found.content, _own_notation())
    except (TypeError, KeyError, AttributeError, ValueError):
        return QueryDict()


def _hand_page(
    request: HttpRequest,
    opened: Opened,
    number: int,
    form: Ask | None = None,
    *,
    key: str = "",
    seen: str | None = None,
    status: int = 200,
    faults: list[tuple[str, str]] | None = None,
    **more: Any,
) -> HttpResponse:
    ledger = opened.ledger()
    found = ledger.at_place(number)
    if found is None:
        raise Http404(number)
    sheet, table = opened.sheet, opened.table
    if form is None:
        form = sheet.to_fill_in(table, _as_stored(opened, found), _own_notation())
    context = {
        "opened": opened,
        "match": opened.match,
        "role": opened.role,
        "sheet": sheet,
        "table": table,
        "here": opened.match.game,
        "hand": found,
        "number": number,
        "ask": form,
        "extra": sheet.extra_fields(form),
        "key": key or str(uuid4()),
        "removal_key": str(uuid4()),
        "removal": _removal(opened),
        "seen": ledger.mark if seen is None else seen,
        "faults": faults or [],
        **_history(request, opened, ledger, found.changes),
    } | more
    return render(request, "matches/hand.html", context, status=status)


def _removal(opened: Opened) -> str:
    """The day on which a match that is being deleted goes; nothing for any other."""
    return wording.day(opened.match.removal) if opened.match.removal else ""


def _history(request: HttpRequest, opened: Opened, ledger: Ledger, events: Sequence[Event]) -> dict[str, Any]:
    """A page of what was written, the latest first, each hand with what it comes to by itself."""
    page = Paginator(events[::-1], EVENTS).get_page(request.GET.get("page"))
    told = []
    for event in page.object_list:
        place = _place(ledger, event)
        said = event.content is not None
        row = _made(opened, event, place or 1) if said else None
        changes = ledger.every_hand[event.hand].changes if event.hand else ()
        told.append(
            {
                "event": event,
                "place": place,
                "text": wording.what_happened(event, place),
                "writer": wording.WRITERS[Role(event.role)],
                "gains": _gains(opened, event) if said else "",
                "row": row,
                "unread": wording.unread(event) if said and row is None else "",
                "may_return": event.kind is Kind.REMOVED
                and [change for change in changes if not change.changes_nothing][-1] is event,
            }
        )
    return {"history": told, "page": page}


@behind_link()
@gzip_page
@require_safe
def history(request: HttpRequest, opened: Opened) -> HttpResponse:
    """What was entered, corrected and taken back, and when."""
    ledger = opened.ledger()
    context = {
        "opened": opened,
        "role": opened.role,
        "sheet": opened.sheet,
        "table": opened.table,
        "here": opened.match.game,
        "keys": True,
        **_history(request, opened, ledger, ledger.events),
    }
    return render(request, "matches/history.html", context)


@behind_link()
@gzip_page
@require_safe
def hands(request: HttpRequest, opened: Opened) -> HttpResponse:
    """All hands that stand, page by page, from the first: the board shows the last ones only."""
    ledger = opened.ledger()
    counted = opened.counted(ledger)
    standing = opened.tally(counted)
    page = Paginator(ledger.hands, HANDS).get_page(request.GET.get("page"))
    context = {
        "opened": opened,
        "role": opened.role,
        "sheet": opened.sheet,
        "table": opened.table,
        "here": opened.match.game,
        "standing": standing,
        "lines": lines(opened, list(page.object_list), rows(counted, standing)),
        "up": "../",
        "page": page,
    }
    return render(request, "matches/hands.html", context)


@behind_link(score=True)
@csrf_protect
@require_POST
def close(request: HttpRequest, opened: Opened) -> HttpResponse:
    """End the evening, or go on with it."""
    key, seen = _sent(request)
    kind = {"close": Kind.CLOSED, "reopen": Kind.REOPENED}.get(request.POST.get("do", ""))
    form = opened.sheet.to_fill_in(opened.table, QueryDict(), _own_notation())
    if key is None or kind is None:
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
    """The board alone, for a page that asks every few seconds: 304 until something was written.

    The tag holds the mark, which no other state of this match has and no state of another: not its number, which comes
    again with other contents after a backup was restored.
    """
    etag = f'W/"{opened.match.mark}.{get_language()}.{opened.role}"'
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
    """The links of a match as addresses and QR codes; the manager renews and revokes the others, deletes the match."""
    if request.method == "POST":
        role, does = request.POST.get("role"), request.POST.get("do", "")
        try:
            if does in WITH_LINK and role in (Role.WATCH, Role.SCORE):
                WITH_LINK[does](opened, Role(role))
            elif does in WITH_MATCH:
                WITH_MATCH[does](opened)
            else:
                raise Http404(does)
        except NotWritten:  # the link was renewed meanwhile, as the page then says
            return SeeOther(request.path)
        return SeeOther(f"{request.path}?{urlencode({'done': does, 'role': role} if role else {'done': does})}")
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
        "removal": _removal(opened),
        "delay": store.DELETED_AFTER.days,
        "done": _done(request, opened),
    }
    return render(request, "matches/links.html", context)


def _done(request: HttpRequest, opened: Opened) -> str:
    """What was done to the links or to the match a moment ago, where the address says so and it is so still."""
    match, role, done = opened.match, request.GET.get("role", ""), request.GET.get("done")
    told = ""
    if done == "delete" and match.removal:
        told = _(
            "This match will be deleted on %(day)s. Until then anyone with a link can look at it and export it, but nobody can add to it."
        ) % {"day": wording.day(match.removal)}
    elif done == "keep" and not match.removal:
        told = _("Kept until %(day)s, and longer with every entry.") % {"day": wording.day(match.kept_until)}
    elif done == "renew" and role in wording.ROLES:
        told = _("The link was renewed; the old one no longer works.")
    elif done == "revoke" and role in wording.ROLES:
        told = _("Revoked: no link opens this any more.")
    return f"{wording.ROLES[Role(role)]}: {told}" if told and role else told


WITH_LINK = {"renew": store.renew, "revoke": store.revoke}
WITH_MATCH = {"delete": store.delete, "keep": store.keep}
"""What a manager can do with another link, and with the match."""


@behind_link(manage=True)
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def renew(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Another link for the manager: shown first, to be kept, and then put in the place of the one there is."""
    status, token = 200, tokens.new_token()
    if request.method == "POST":
        sent = request.POST.get("token", "")
        try:
            if not tokens.is_token(sent) or sent == opened.token:
                raise NotWritten
            store.renew_manager(opened, sent)
        except NotWritten:
            status = 422
        else:
            return SeeOther(f"{reverse('match_links', args=[sent])}?done=renew&role={Role.MANAGE}")
    context = {
        "opened": opened,
        "table": opened.table,
        "sheet": opened.sheet,
        "here": opened.match.game,
        "token": token,
        "address": request.build_absolute_uri(reverse("match", args=[token])),
    }
    return render(request, "matches/renew.html", context, status=status)


def qr(address: str) -> str:
    """An address as a QR code, dark on light in every colour scheme."""
    code = segno.make_qr(address, error="m")
    return mark_safe(code.svg_inline(scale=4, border=3, dark="#000", light="#fff", svgclass="qr", omitsize=True))


@behind_link()
@require_safe
def export(request: HttpRequest, opened: Opened, kind: str) -> HttpResponseBase:
    """The match as a file."""
    if kind not in ("json", "csv"):
        raise Http404(kind)
    ledger = opened.ledger()
    if kind == "json":
        response = StreamingHttpResponse(transfer.as_json(opened.match, ledger), content_type="application/json")
    else:
        counted = opened.counted(ledger)
        table = transfer.as_csv(opened.table.players, counted, opened.tally(counted))
        response = StreamingHttpResponse(chain(["\ufeff"], table), content_type="text/csv; charset=utf-8")
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
