"""What leaves a match: its links, as addresses and QR codes, and its files; and what its manager does with them."""

from __future__ import annotations

from itertools import chain
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import resolve, reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games import days
from matches import links as tokens
from matches import managing, store, transfer, wording
from matches.codes import qr, svg
from matches.links import Role
from matches.pages import SeeOther, behind_link, page, removal
from matches.store import NotWritten, Opened

WITH_LINK = {"renew": store.renew, "revoke": store.revoke}
WITH_MATCH = {"delete": store.delete, "keep": store.keep}
"""What a manager can do with another link, and with the match."""


@behind_link(manage=True)
@csrf_protect
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The links of a match as addresses and QR codes; the manager renews and revokes the others, deletes the match."""
    if request.method == "POST":
        return _managed(request, opened)
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
        "links": shown,
        "removal": removal(opened),
        "delay": store.DELETED_AFTER.days,
        "done": _done(request, opened),
    }
    return page(request, "links", opened, context)


def _managed(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Do what the manager asked for, and say so."""
    role, does = request.POST.get("role"), request.POST.get("do", "")
    try:
        if does in WITH_LINK and role in (Role.WATCH, Role.SCORE):
            WITH_LINK[does](opened, Role(role))
        elif does in WITH_MATCH:
            WITH_MATCH[does](opened)
        elif does == "forget":
            return _forgotten(request, opened)
        else:
            raise Http404(does)
    except NotWritten:  # the link was renewed meanwhile, as the page then says
        return SeeOther(request.path)
    return SeeOther(f"{request.path}?{urlencode({'done': does, 'role': role} if role else {'done': does})}")


def _forgotten(request: HttpRequest, opened: Opened) -> HttpResponse:
    """To the match as anybody sees it who has the link for watching, in a browser that manages it no more."""
    response = SeeOther(reverse("match", args=[opened.address]))
    managing.forget(response, opened.address, resolve(request.path).kwargs["token"])
    return response


def _done(request: HttpRequest, opened: Opened) -> str:
    """What was done to the links or to the match a moment ago, where the address says so and it is so still."""
    match, done = opened.match, request.GET.get("done")
    if done == "delete" and match.removal:
        return _(
            "This match will be deleted on %(day)s. Until then anyone with a link can look at it and export it, but nobody can add to it."
        ) % {"day": days.day(match.removal)}
    if done == "keep" and not match.removal:
        return _("Kept until %(day)s, and longer after every new entry.") % {"day": days.day(match.kept_until)}
    told = ""
    if done == "renew":
        told = _("The link was renewed; the old one no longer works.")
    elif done == "revoke":
        told = _("Revoked: this link no longer works.")
    role = request.GET.get("role", "")
    return f"{wording.ROLES[Role(role)]}: {told}" if told and role in wording.ROLES else ""


@behind_link(manage=True)
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def renew(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Another link for the manager: shown first, to be kept, and then put in the place of the one there is."""
    status, token = 200, tokens.new_token()
    if request.method == "POST":
        sent = request.POST.get("token", "")
        is_tapped_twice = opened.is_remembered and sent == opened.token
        try:
            if not tokens.is_token(sent) or (sent == opened.token and not is_tapped_twice):
                raise NotWritten
            if not is_tapped_twice:
                store.renew_manager(opened, sent)
        except NotWritten:
            status = 422
        else:
            # Known by the new link, the browser is sent on from here to where the match stands now.
            response = SeeOther(f"{reverse('match_links', args=[opened.address])}?done=renew&role={Role.MANAGE}")
            managing.remember(response, opened.address, sent)
            return response
    address = request.build_absolute_uri(reverse("match", args=[token]))
    return page(request, "renew", opened, {"token": token, "address": address}, status=status)


@behind_link()
@gzip_page
@require_safe
def code(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The link for watching as a QR code, a picture."""
    watching = store.watching(opened)
    if watching is None:
        raise Http404(opened.role)
    address = request.build_absolute_uri(reverse("match", args=[watching]))
    return HttpResponse(svg(address), content_type="image/svg+xml")


@behind_link()
@require_safe
def export(request: HttpRequest, opened: Opened, kind: str) -> HttpResponseBase:
    """The match as a file."""
    if kind not in ("json", "csv"):
        raise Http404(kind)
    ledger = opened.ledger
    if kind == "json":
        response = StreamingHttpResponse(transfer.as_json(opened.match, ledger), content_type="application/json")
    else:
        counted = opened.counted(ledger)
        table = transfer.as_csv(opened.sheet, opened.table.players, counted, opened.tally(counted))
        response = StreamingHttpResponse(chain(["\ufeff"], table), content_type="text/csv; charset=utf-8")
    name = slugify(f"{opened.match.game}-{opened.match.opened:%Y-%m-%d}")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response
