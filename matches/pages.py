"""The pages behind a link: the match, each hand, all hands, the history; and what every page behind a link shares."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import NAMESPACE_OID, UUID, uuid4, uuid5

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
)
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games import days
from games.fields import number_in
from games.notation import NOTATIONS, Notation
from games.questions import Fault
from games.sheets import ABSENT, CHECKED, Made, Sheet, SheetAsk, Table, Unread
from matches import managing, store, wording
from matches.board import Board, board, for_browser, is_due, is_over, lines, rows
from matches.ledger import Event, Hand, Kind, Ledger, clash, is_last_word
from matches.links import Role
from matches.people import People
from matches.seating import names_at, seated_at
from matches.setup import Setup
from matches.store import Clash, Full, Going, MatchGone, NotDue, NotWritten, Opened, Over, SentBefore, TooLong, came_to

View = Callable[..., HttpResponseBase]
MOST_TYPED = 20_000
"""Bytes of a hand as it is sent: as many as a question of the judge may have."""
HANDS, EVENTS, CLASHES = 20, 15, 10
"""How many hands stand on a page of them, how many events on a page of the history, and how many are told in a clash."""


# --- What pages behind a link share ---


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
            opened = managing.opened_by(request, token)
            response: HttpResponseBase
            if opened is None:
                response = render(request, "matches/gone.html", status=404)
            elif (way_on := managing.way_on(request, opened, token)) is not None:
                response = way_on
            elif (score and not opened.role.may_score) or (manage and not opened.role.may_manage):
                response = _refused(request, opened)
            elif length(request) > MOST_TYPED:
                response = render(request, "error.html", {"status": 422}, status=422)
            else:
                try:
                    response = view(request, opened, *args, **kwargs)
                except MatchGone:
                    opened, response = None, render(request, "matches/gone.html", status=404)
            if opened is not None and request.method == "POST":
                managing.remember_longer(response, opened)
            # What stands at one address is another page for the manager's browser.
            patch_vary_headers(response, ["Cookie"])
            response.headers.setdefault("Cache-Control", "private, no-cache")
            response.headers["X-Robots-Tag"] = "noindex"
            return response

        return answer

    return opening


def length(request: HttpRequest) -> int:
    """Return the size in bytes of what is sent: the body of a POST, the query of any other request."""
    if request.method == "POST":
        return int(request.META.get("CONTENT_LENGTH") or 0)  # A number by now; see rulesite.entrance.refusal.
    return len(request.META.get("QUERY_STRING", ""))


def page(request: HttpRequest, name: str, opened: Opened, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A page behind a link: what each of them knows of its match, and what this one says."""
    match = opened.match
    known = {"opened": opened, "role": opened.role, "sheet": match.sheet, "table": match.table, "here": match.game}
    return render(request, f"matches/{name}.html", known | context, status=status)


def removal(opened: Opened) -> str:
    """The day on which a match that is being deleted goes; nothing for any other."""
    return days.day(opened.match.removal) if opened.match.removal else ""


def no_cookie(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that came without its cookie: nothing was stored, and nothing typed is lost."""
    return render(request, "matches/no_cookie.html", status=403)


def _refused(request: HttpRequest, opened: Opened) -> HttpResponse:
    return render(request, "matches/refused.html", {"opened": opened}, status=403)


# --- What is sent with a hand ---


class Player(NamedTuple):
    """Somebody who may sit a hand out, in its form."""

    seat: int
    at: str
    """The name of the field that says so."""
    name: str
    sits_out: bool
    is_hidden: bool
    """Whether the form has nothing to fill in for them."""
    error: str


def _sent(request: HttpRequest) -> tuple[UUID | None, str]:
    """The key of what was sent, and the mark of what its sender had seen."""
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        key = None
    return key, request.POST.get("seen", "")


def _own_notation() -> Notation:
    return NOTATIONS[get_language() or "en"]


def _to_fill_in(opened: Opened, said: QueryDict, table: Table | None = None) -> SheetAsk[Any]:
    return opened.sheet.to_fill_in(table or opened.table, said, _own_notation())


def _everybody(opened: Opened, ledger: Ledger, seen: str | None = None) -> Table:
    """The table for a hand that is corrected: anybody may have played it who was there when its form was made."""
    table = opened.table_at(ledger, ledger.revision)
    known = seated_at(opened.seatings(ledger), ledger.revision if seen is None else ledger.seen(seen))
    there = table.people[: len(known.people)]
    return replace(table, present=tuple(name for name in table.players if name in there))


def _switched(request: HttpRequest, opened: Opened, table: Table) -> HttpResponse | None:
    """To the same page with what was typed in another language in the letters of this one, where the address says so."""
    own = _own_notation()
    typed_in = NOTATIONS.get(request.GET.get("notation", ""), own)
    if typed_in is own:
        return None
    said = opened.sheet.rewritten(table, request.GET, typed_in, own)
    return HttpResponseRedirect(f"{request.path}?{said.urlencode()}" if said else request.path)


def _read(opened: Opened, said: QueryDict, number: int, table: Table) -> tuple[SheetAsk[Any], Any, list[Fault]]:
    """The form that was sent, the hand it says, and what is wrong with it."""
    sheet = opened.sheet
    form = sheet.entry(table, said, _own_notation(), number)
    if faults := _wrong_players(sheet, table, said):
        return sheet.to_fill_in(table, said, _own_notation()), None, faults
    if not form.is_valid():
        return form, None, form.summary()
    content = sheet.content(form.cleaned_data)
    if content is None or sheet.is_untouched(said):
        form = sheet.to_fill_in(table, said, _own_notation())
        form.untouched = _("Fill in the hand first.")
        return form, None, [Fault(sheet.ask.sheet_name, form.untouched, sheet.entry_label)]
    return form, content, []


def _wrong_players(sheet: Sheet, table: Table, said: QueryDict) -> list[Fault]:
    """What is wrong with who plays a hand and who sits it out."""
    absent = sheet.absent(table, said)
    text = _("%(name)s is sitting out, but something is filled in for them: clear it, or untick the box.")
    out = sheet.out_of_place(table, said)
    faults = [Fault(f"{ABSENT}{seat}", text % {"name": table.people[seat]}) for seat in out if seat in absent]
    text = _("%(name)s is no longer at the table, but something is filled in for them: clear it.")
    faults += [Fault("hand", text % {"name": table.people[seat]}) for seat in out if seat not in absent]
    text = _("%(name)s is playing after all: fill in the hand for them as well.")
    back = [number_in(seat) for seat in said.getlist("without")]
    faults += [
        Fault(f"{ABSENT}{seat}", text % {"name": table.people[seat]})
        for seat in table.seats
        if seat in back and seat not in absent
    ]
    if absent and len(table.seats) - len(absent) < sheet.seats[0]:
        text = _("A hand needs at least %(least)d players.")
        faults.append(Fault("who-plays", text % {"least": sheet.seats[0]}))
    return faults


def _who_plays(sheet: Sheet, form: SheetAsk[Any] | None, wrong: Mapping[str, str]) -> list[Player]:
    """The people of the form of a hand; none where nobody can sit out."""
    if form is None or not sheet.may_sit_out or len(form.may_play) <= sheet.seats[0]:
        return []
    seats = [(seat, f"{ABSENT}{seat}") for seat in form.may_play]
    return [
        Player(seat, at, form.people[seat], seat in form.absent, seat not in form.sheet.players, wrong.get(at, ""))
        for seat, at in seats
    ]


def _form_of_a_hand(
    opened: Opened, form: SheetAsk[Any] | None, mark: str, key: UUID | None = None, seen: str | None = None, **told: Any
) -> dict[str, Any]:
    """The form of a hand on its page: an entry of a new name by whoever sees the page, or what was sent once more.

    :param mark: what the page shows.
    :param told: what else is said above the form.
    """
    faults = told.get("faults", ())
    who_plays = _who_plays(opened.sheet, form, {fault.element: fault.text for fault in faults})
    return told | {
        "ask": form,
        "extra": opened.sheet.extra_fields(form) if form is not None else [],
        "who_plays": who_plays,
        "who_open": any(player.sits_out or player.error for player in who_plays)
        or any(fault.element == "who-plays" for fault in faults),
        "cures": form.cures() if faults and form is not None and form.is_bound else {},
        "key": key or uuid4(),
        "seen": mark if seen is None else seen,
    }


def _now(opened: Opened) -> Opened:
    """Read the match again, to show what others wrote first.

    :raises MatchGone: if the match has been removed or its link revoked.
    """
    found = store.find(opened.address, opened.token)
    if found is None:
        raise MatchGone
    return found


def accepted(request: HttpRequest, opened: Opened, **known: object) -> SeeOther:
    """Redirect to the match after an accepted POST.

    The address repeats the form's key, or else the key of the event to undo, as ``sent``: a redirect by a proxy, to an
    address that it remembers, does not.

    :param known: what else stands in the address.
    """
    with suppress(ValueError):  # a form without a key, of an older page or of another program
        known["sent"] = UUID(request.POST.get("key") or request.POST.get("event", ""))
    address = reverse("match", args=[opened.address])
    return SeeOther(f"{address}?{urlencode(known)}" if known else address)


def _to_match(request: HttpRequest, opened: Opened, event: Event | None = None) -> SeeOther:
    """Redirect to the match, which tells of the event that was stored."""
    return accepted(request, opened, **({"stored": event.number} if event else {}))


def _why(opened: Opened, refused: NotWritten, content: Any = None) -> dict[str, Any]:
    """Why a change was not stored, for the page that shows it."""
    match refused:
        case Clash(events=events):
            ledger = opened.ledger
            return {
                "clash": [_in_a_line(opened, ledger, event) for event in events[-CLASHES:]],
                "more": len(events[:-CLASHES]),
                "same": any(event.content == content for event in events if content is not None),
            }
        case Over() if opened.ledger.closed:
            text = _(
                "The evening has been ended, so no more hands can be added. What you typed is still here: reopen the evening, at the foot of this page, then save it."
            )
        case Over():
            text = _("The match is over, so no more hands can be added. What you typed is still here.")
        case Full():
            text = _("This match is full: it has %(most)d entries, the most there can be.") % {
                "most": store.MOST_EVENTS
            }
        case NotDue():
            text = _(
                "This payment is no longer in the list of who owes whom: something has been entered since. The list below is up to date."
            )
        case TooLong():
            text = _("This hand is too long to be saved.")
        case Going():
            text = _("This match is about to be deleted, so nothing can be added. Its manager can still keep it.")
        case _other:
            raise refused
    return {"notice": text}


# --- The match ---


@behind_link()
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The match; with a link that keeps the score, the form for the next hand, and what is sent from here.

    Sent are the next hand, the event that is to be undone, a payment that is ticked off, or that the evening ends.
    """
    if request.method != "POST":
        if switched := _switched(request, opened, opened.table):
            return switched
        shown = board(opened)
        table, stored = opened.table, _just_stored(request, opened)
        form, faults = None, list[Fault]()
        if opened.role.may_score and CHECKED in request.GET:
            form, _content, faults = _read(opened, request.GET, opened.ledger.next_place, table)
        elif opened.role.may_score:
            form = _form_shown(opened, request.GET, table, stored)
        return _match_page(request, opened, shown, form, stored=stored, faults=faults)
    if not opened.role.may_score:
        return _refused(request, opened)
    match request.POST.get("do"):
        case "undo":
            return _undo(request, opened)
        case "pay":
            return _pay(request, opened)
        case "close":
            return _end(request, opened, Kind.CLOSED)
        case "reopen":
            return _end(request, opened, Kind.REOPENED)
    key, seen = _sent(request)
    ledger = opened.ledger
    # What stands in the form stands there for the people whom its sender saw, in the place that its sender saw.
    known = ledger.seen(seen)
    vacant = ledger.vacant(known)
    number = vacant.place if vacant else ledger.next_place
    form, content, faults = _read(opened, request.POST, number, opened.table_at(ledger, known))
    if faults or key is None:
        return _match_page(request, opened, board(opened), form, key=key, seen=seen, status=422, faults=faults)
    try:
        event = store.write(
            opened.match,
            opened.role,
            key,
            Kind.ENTERED,
            seen=seen,
            hand=vacant.number if vacant else None,
            content=content,
            outcome=opened.sheet.outcome(form),
            is_over=lambda ledger: is_over(opened, ledger),
        )
    except SentBefore as before:
        return _sent_before(request, _now(opened), before.event, seen)
    except NotWritten as refused:
        opened = _now(opened)
        shown = board(opened)
        form, _content, _faults = _read(opened, request.POST, ledger.next_place, opened.table)
        return _match_page(request, opened, shown, form, key=key, status=409, **_why(opened, refused, content))
    return _to_match(request, opened, event)


def _sent_before(request: HttpRequest, opened: Opened, before: Event, seen: str) -> HttpResponse:
    """The entry had arrived, and was changed before it was sent again: offer to correct what arrived."""
    ledger = opened.ledger
    place = _place(ledger, before)
    if place is None:
        return _to_match(request, opened)
    form = _read_again(opened, ledger, opened.table_at(ledger, ledger.seen(seen)), request.POST, place)
    text = _("We already have this hand. Your later changes are in the form: send it to correct the hand.")
    return _hand_page(request, opened, ledger, place, form, status=409, notice=text)


def _undo(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Undo one event: take a hand back that was entered, put one back that was taken back, take back a payment."""
    try:
        event = store.undo(opened.match, opened.role, request.POST.get("event", ""))
    except (ValueError, SentBefore):  # there is no such event, in this database
        return _to_match(request, opened)
    except NotWritten as refused:
        return _not_written(request, opened, refused, undoing=True)
    return _to_match(request, opened, event)


def _pay(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Tick a payment off. Whoever ticks it off in the same state of the match means the same, and does so once."""
    said, seen = request.POST, request.POST.get("seen", "")
    content = {"from": said.get("from"), "to": said.get("to"), "points": number_in(said.get("points", ""))}
    try:
        event = store.write(
            opened.match,
            opened.role,
            uuid5(NAMESPACE_OID, f"{seen} {json.dumps(content)}"),
            Kind.PAID,
            seen=seen,
            content=content,
            is_due=lambda ledger: is_due(opened, ledger, content),
        )
    except NotWritten as refused:
        return _not_written(request, opened, refused)
    return _to_match(request, opened, event)


def _not_written(request: HttpRequest, opened: Opened, refused: NotWritten, **told: Any) -> HttpResponse:
    """The match as it is by now, and why what was sent by a form of one button was not stored."""
    opened = _now(opened)
    shown = board(opened)
    form = _to_fill_in(opened, QueryDict())
    return _match_page(request, opened, shown, form, status=409, **told, **_why(opened, refused))


def _end(request: HttpRequest, opened: Opened, kind: Kind) -> HttpResponse:
    """End the evening, or go on with it."""
    key, seen = _sent(request)
    if key is None:
        shown = board(opened)
        return _match_page(request, opened, shown, _to_fill_in(opened, QueryDict()), status=422)
    try:
        event = store.write(opened.match, opened.role, key, kind, seen=seen)
    except (ValueError, SentBefore):  # it was closed, or open, already
        return _to_match(request, opened)
    except NotWritten as refused:
        return _not_written(request, opened, refused)
    return _to_match(request, opened, event)


def _match_page(
    request: HttpRequest, opened: Opened, shown: Board, form: SheetAsk[Any] | None, status: int = 200, **told: Any
) -> HttpResponse:
    """The match with the form of the next hand.

    :param shown: the board, drawn before the form was made: so the form is for the people whom it shows.
    """
    match, watching = opened.match, store.watching(opened)
    context = _form_of_a_hand(opened, form, shown.seen, **told) | {
        "board": shown,
        "totals": shown.totals,
        "top": mark_safe(shown.top),
        "rest": for_browser(shown.rest, request),
        "form_shown": form is not None and (not shown.over or form.is_bound),
        "removal": match.removal,
        "close_key": uuid4(),
        "may_write": opened.role.may_score and match.removal is None,
        "newly": managing.NEWLY in request.GET and opened.role.may_manage,
        "watching": request.build_absolute_uri(reverse("match", args=[watching])) if watching else "",
        "rematch": rematch(opened),
        "last_day": days.day(match.kept_until),
        "warned": match.kept_until - timezone.now() < settings.MATCHES_WARNED,
    }
    return page(request, "match", opened, context, status)


class Stored(NamedTuple):
    """What was stored a moment ago."""

    text: str
    back: Hand | None
    """The hand that counts again, whose figures are then no draft any more."""
    undo: Event | None
    """The event, where it can still be undone."""
    again: Hand | None = None
    """The hand whose entry was undone, to be put right and entered anew: as long as no other was entered since."""


def _just_stored(request: HttpRequest, opened: Opened) -> Stored | None:
    """What was stored a moment ago, in a line, where the address says so."""
    number = number_in(request.GET.get("stored", ""))
    if not number or number > opened.match.revision:
        return None
    ledger = opened.ledger
    event = ledger.events[number - 1]
    is_back = event.kind is Kind.CORRECTED and ledger.brings_a_hand(event)
    back = ledger.every_hand[event.hand or 0] if is_back else None
    if undone := ledger.undoes(event):
        names = names_at(opened.seatings(ledger), event.number, undone.number)
        return Stored(wording.undone(ledger, undone, names), back, None, _again(ledger, undone, event))
    text = _("Saved. %(stored)s") % {"stored": _in_a_line(opened, ledger, event)}
    return Stored(text, back, event if is_last_word(ledger, event) else None)


def _again(ledger: Ledger, undone: Event, event: Event) -> Hand | None:
    """The hand whose entry this event undid; None where another was entered since, or it stands again."""
    hand = ledger.every_hand.get(undone.hand or 0)
    vacant = ledger.vacant()
    if hand is None or hand.stands or hand.followed or (vacant and vacant.number != hand.number):
        return None
    return hand if ledger.brings_a_hand(undone) and not clash(ledger, event.number, Kind.ENTERED, None) else None


def _form_shown(opened: Opened, said: QueryDict, table: Table, stored: Stored | None) -> SheetAsk[Any]:
    """The form of the next hand: with what the address says, or with the hand whose entry was undone, or blank."""
    if stored and stored.again and not any(map(opened.sheet.is_own, said)):
        return _as_stored(opened, table, stored.again)
    return _to_fill_in(opened, said, table)


def rematch(opened: Opened) -> str:
    """The address of a new match at the same table."""
    table = opened.table
    setup = Setup.of(opened.sheet, table.present, table.house, table.terms)
    return f"{reverse('new_match', args=[opened.match.game])}?{setup.address(_own_notation())}"


@behind_link()
@csrf_protect
@gzip_page
@require_safe
def poll(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The board alone, for a page that asks every few seconds: 304 until something was written.

    The tag holds the mark, which no other state of this match has and no state of another: not its number, which comes
    again with other contents after a backup was restored.
    """
    etag = f'W/"{opened.match.mark}.{get_language()}.{opened.role}"'
    if etag in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers={"ETag": etag})
    shown = board(opened)
    context = {"board": shown, "rest": for_browser(shown.rest, request)}
    response = render(request, "matches/poll.html", context)
    response.headers["ETag"] = etag
    return response


# --- One hand ---


@behind_link(score=True)
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, opened: Opened, number: int) -> HttpResponse:
    """Correct a hand, take it back, or put it back.

    The form says which hand it belongs to by the hand's key: no address of another time or of another database means
    another hand unnoticed.
    """
    ledger = opened.ledger
    if request.method != "POST":
        people = _everybody(opened, ledger)
        if switched := _switched(request, opened, people):
            return switched
        if CHECKED in request.GET:
            filled_in, _content, faults = _read(opened, request.GET, number, people)
            return _hand_page(request, opened, ledger, number, filled_in, faults=faults)
        return _hand_page(request, opened, ledger, number, _typed(opened, ledger, request.GET))
    found = ledger.at_place(number)
    if found is None:
        raise Http404(number)
    if request.POST.get("hand") != found.key:
        text = _(
            "The form did not belong to this hand, so nothing was changed. What you typed is below; check that it belongs to this hand."
        )
        form = _typed(opened, ledger, request.POST)
        return _hand_page(request, opened, ledger, number, form, status=409, notice=text)
    key, seen = _sent(request)
    match request.POST.get("do"):
        case "correct":
            return _correct(request, opened, ledger, found, key, seen)
        case "remove" if key is not None:
            return _change(request, opened, ledger, found, key, seen, Kind.REMOVED)
        case "remove":
            return _hand_page(request, opened, ledger, number, status=422)
    form = _typed(opened, ledger, request.POST)
    text = _("The form did not say what to do with the hand, so nothing was changed. What you typed is still here.")
    return _hand_page(request, opened, ledger, number, form, key=key, seen=seen, status=422, notice=text)


def _correct(
    request: HttpRequest, opened: Opened, ledger: Ledger, found: Hand, key: UUID | None, seen: str
) -> HttpResponse:
    form, content, faults = _read(opened, request.POST, found.place, _everybody(opened, ledger, seen))
    if faults or key is None:
        return _hand_page(request, opened, ledger, found.place, form, key=key, seen=seen, status=422, faults=faults)
    if found.stands and found.content == content:
        return _to_match(request, opened)
    return _change(request, opened, ledger, found, key, seen, Kind.CORRECTED, form, content)


def _change(
    request: HttpRequest,
    opened: Opened,
    ledger: Ledger,
    found: Hand,
    key: UUID,
    seen: str,
    kind: Kind,
    form: SheetAsk[Any] | None = None,
    content: Any = None,
) -> HttpResponse:
    outcome = opened.sheet.outcome(form) if form is not None else None
    told: dict[str, Any]
    try:
        event = store.write(
            opened.match,
            opened.role,
            key,
            kind,
            seen=seen,
            hand=found.number,
            content=content,
            outcome=outcome,
            names_at=ledger.revision,
        )
    except ValueError:  # it was taken back already
        return _to_match(request, opened)
    except SentBefore:
        opened = _now(opened)
        told = {"notice": _("We already have this hand. Your later changes are still in the form.")}
    except NotWritten as refused:
        opened = _now(opened)
        told = {"key": key} | _why(opened, refused, content)
    else:
        return _to_match(request, opened, event)
    after = opened.ledger
    if form is not None:
        form = _read_again(opened, after, _everybody(opened, ledger, seen), request.POST, found.place)
    return _hand_page(request, opened, after, found.place, form, status=409, **told)


def _read_again(opened: Opened, ledger: Ledger, was: Table, said: QueryDict, number: int) -> SheetAsk[Any]:
    """What was sent for this table as a correction by now, under the names of now: others sit the hand out."""
    now, said = _everybody(opened, ledger), said.copy()
    if opened.sheet.may_sit_out:
        said.update({f"{ABSENT}{seat}": "on" for seat in now.seats if seat not in was.seats})
    form, _content, _faults = _read(opened, said, number, now)
    return form


def _typed(opened: Opened, ledger: Ledger, said: QueryDict) -> SheetAsk[Any] | None:
    """The form with what was typed in it, where anything was."""
    return _to_fill_in(opened, said, _everybody(opened, ledger)) if any(map(opened.sheet.is_own, said)) else None


def _as_stored(opened: Opened, table: Table, found: Hand) -> SheetAsk[Any]:
    """The form with a stored hand in it; with nothing where the calculator does not read it any more."""
    try:
        said = opened.sheet.typed(table, found.content, _own_notation())
    except (TypeError, KeyError, AttributeError, ValueError):
        said = QueryDict()
    return _to_fill_in(opened, said, table)


def _hand_page(
    request: HttpRequest,
    opened: Opened,
    ledger: Ledger,
    number: int,
    form: SheetAsk[Any] | None = None,
    status: int = 200,
    **told: Any,
) -> HttpResponse:
    found = ledger.at_place(number)
    if found is None:
        raise Http404(number)
    context = _form_of_a_hand(
        opened, form or _as_stored(opened, _everybody(opened, ledger), found), ledger.mark, **told
    ) | {
        "hand": found,
        "number": number,
        "removal_key": uuid4(),
        "removal": removal(opened),
    }
    return page(request, "hand", opened, context | _history(request, opened, ledger, found.changes), status)


@behind_link(score=True)
@require_safe
def count(request: HttpRequest, opened: Opened) -> HttpResponse:
    """What the hand that is being filled in brings, and what the match comes to with it; nothing is written.

    Of what is wrong only that is told which stands in the form: the rest may still be filled in.
    """
    ledger = opened.ledger
    found = ledger.with_key(request.GET.get("hand", ""))
    corrected = ledger.every_hand.get(found.hand or 0) if found else None
    number = corrected.place if corrected else ledger.next_place
    table = _everybody(opened, ledger) if corrected else opened.table
    form, content, _faults = _read(opened, request.GET, number, table)
    if content is None:
        out_of_place = [(fault.element, fault.text) for fault in _wrong_players(opened.sheet, table, request.GET)]
        told = out_of_place or form.faults_filled_in()
        totals = None if corrected else opened.standing(ledger).totals
        cures = form.cures() if told and form.is_bound else {}
        context = {"faults": told, "totals": totals, "cures": cures}
        return page(request, "count", opened, context, 422 if told else 200)
    outcome = opened.sheet.outcome(form)
    before = [hand for hand in opened.counted(ledger) if hand.place != number]
    at = sum(hand.place < number for hand in before)
    outcomes = [hand.outcome for hand in before]
    standing = opened.sheet.tally(opened.table, [*outcomes[:at], outcome, *outcomes[at:]])
    over = sum(outcome["gains"].values()) - (opened.sheet.whole or 0)
    coming = {"gains": outcome["gains"], "totals": standing.totals, "rest": -over, "over": over}
    return page(request, "count", opened, {"coming": coming})


# --- The people ---


@behind_link(score=True)
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Who sits at the table from now on: shown to be changed, and changed."""
    ledger = opened.ledger
    if request.method != "POST":
        return _players_page(request, opened, ledger, People(opened, ledger, ledger.revision))
    key, seen = _sent(request)
    people = People(opened, ledger, ledger.seen(seen), request.POST)
    if people.faults or key is None:
        return _players_page(request, opened, ledger, people, 422, key=key, seen=seen, faults=people.faults)
    if people.changes_nothing:
        return _to_match(request, opened)
    told: dict[str, Any]
    try:
        event = store.write(opened.match, opened.role, key, Kind.SEATED, seen=seen, content=people.content)
    except SentBefore:
        told = {"notice": _("We already have these changes. What you changed since is still in the form.")}
    except NotWritten as refused:
        told = _why(_now(opened), refused)
    else:
        return _to_match(request, opened, event)
    opened = _now(opened)
    ledger = opened.ledger
    return _players_page(request, opened, ledger, people.again(opened, ledger), 409, **told)


def _players_page(
    request: HttpRequest,
    opened: Opened,
    ledger: Ledger,
    people: People,
    status: int = 200,
    key: UUID | None = None,
    **told: Any,
) -> HttpResponse:
    context = {"people": people, "key": key or uuid4(), "seen": ledger.mark, "removal": removal(opened)}
    return page(request, "players", opened, context | told, status)


# --- What was written ---


@behind_link()
@csrf_protect
@gzip_page
@require_safe
def hands(request: HttpRequest, opened: Opened) -> HttpResponse:
    """All hands, page by page, from the first: the board shows the last ones only."""
    ledger = opened.ledger
    counted = opened.counted(ledger)
    standing = opened.tally(counted)
    some = Paginator([*ledger.every_hand.values()], HANDS).get_page(request.GET.get("page"))
    shown = lines(opened, list(some.object_list), rows(counted, standing))
    may_write = opened.role.may_score and opened.match.removal is None
    context = {"standing": standing, "lines": shown, "up": "../", "page": some, "may_write": may_write}
    return page(request, "hands", opened, context)


@behind_link()
@gzip_page
@require_safe
def history(request: HttpRequest, opened: Opened) -> HttpResponse:
    """What was entered, corrected and taken back, and when."""
    ledger = opened.ledger
    return page(request, "history", opened, {"keys": True} | _history(request, opened, ledger, ledger.events))


def _history(request: HttpRequest, opened: Opened, ledger: Ledger, events: Sequence[Event]) -> dict[str, Any]:
    """A page of what was written, the latest first, each hand with what it comes to by itself."""
    some = Paginator(events[::-1], EVENTS).get_page(request.GET.get("page"))
    return {"history": [_told(opened, ledger, event) for event in some.object_list], "page": some}


def _told(opened: Opened, ledger: Ledger, event: Event) -> dict[str, Any]:
    hand = ledger.every_hand[event.hand] if event.hand else None
    place = hand.place if hand else None
    said = event.says_a_hand
    row = _made(opened, ledger, event, place or 1) if said else None
    return {
        "event": event,
        "place": place,
        "text": _what_happened(opened, ledger, event),
        "writer": wording.WRITERS[Role(event.role)],
        "gains": _gains(opened, ledger, event) if said else "",
        "row": row,
        "unread": wording.unread(event) if said and row is None else "",
        "when": wording.moment(event.at),
        "may_return": hand is not None and not hand.stands and hand.last is event,
    }


def _in_a_line(opened: Opened, ledger: Ledger, event: Event) -> str:
    """What an event says, in a line."""
    text = _what_happened(opened, ledger, event)
    if not event.says_a_hand:
        return text
    return f"{text}: {_gains(opened, ledger, event) or wording.unread(event)}"


def _what_happened(opened: Opened, ledger: Ledger, event: Event) -> str:
    known = opened.seatings(ledger)
    if event.kind is Kind.SEATED:
        before, after = (seated_at(known, number) for number in (event.number - 1, event.number))
        deals = event.content.get("deals")
        return wording.people_changed(before, after, "" if deals is None else after.names[deals])
    names = names_at(known, event.number, ledger.told_by(event).number)
    return wording.what_happened(ledger, event, names)


def _gains(opened: Opened, ledger: Ledger, event: Event) -> str:
    """What a hand as an event says it brings each who played it, in a line, under the names of that time."""
    outcome = came_to(opened.match, event)
    if outcome is None:
        return ""
    players = opened.sheet.players_of(event.content, opened.table_at(ledger, event.number).players)
    return wording.gains(opened.sheet, players, outcome)


def _made(opened: Opened, ledger: Ledger, event: Event, place: int) -> Made | None:
    """What a hand as an event says it is made of, where that can be read."""
    try:
        return opened.sheet.made(opened.table_at(ledger, event.number), event.content, place)
    except Unread:
        return None


def _place(ledger: Ledger, event: Event) -> int | None:
    """How people call the hand of an event."""
    return ledger.every_hand[event.hand].place if event.hand else None
