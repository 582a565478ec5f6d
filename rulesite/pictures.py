"""The pictures of verdicts and of matches, by which links to them are shown where they are shared."""

from __future__ import annotations

import hashlib
import time
from typing import Any

import resvg_py
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.asks import Ask
from games.catalogue import GAMES
from games.judge import MAX_QUESTION
from games.views import asked
from matches.board import told
from matches.pages import behind_link
from matches.store import Opened
from rulesite import poster, standings
from rulesite.rulebook import book, rule_title
from rulesite.stored import Kept, lent

KEPT_BYTES = 8_000_000
"""How much of pictures a process keeps: about a hundred."""
kept: Kept[tuple[str, str], bytes] = Kept(KEPT_BYTES, len)


@require_safe
@lent
def picture(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """A question's answer as a PNG: 404 where nothing is asked, 422 for what the page sends back."""
    query = request.META["QUERY_STRING"]
    if game not in GAMES or name not in GAMES[game].asks:
        raise Http404(name)
    if len(query) > MAX_QUESTION:
        return HttpResponse(status=422)
    here = (request.path, query)
    png = kept.get(here)
    if png is None:
        ask = asked(request, GAMES[game].asks[name])
        if not ask.is_bound:
            raise Http404(name)
        if ask.is_crowded or not ask.is_valid():
            return HttpResponse(status=422)
        png = drawn(ask)
        kept.put(here, png)
    etag = f'"{hashlib.sha256(png).hexdigest()[:24]}"'
    response: HttpResponse
    if etag in request.headers.get("If-None-Match", ""):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(png, content_type="image/png")
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def drawn(ask: Ask[Any]) -> bytes:
    """An answered question as a PNG."""
    headline, reason = ask.headline(), next(iter(ask.sentences()), ("", ""))
    shown = poster.Poster(
        book(ask.game).name,
        str(ask.title),
        headline.tone,
        headline.text,
        ask.picture(),
        reason[0],
        rule_title(reason[1]) if reason[1] else "",
        settings.SITE_NAME,
    )
    return as_png(poster.drawn(shown))


@behind_link()
@require_safe
def standing(request: HttpRequest, opened: Opened) -> HttpResponse:
    """How a match stands as a PNG, the same by each of its links: 404 for one that is being deleted."""
    if opened.match.removal:
        raise Http404("picture")
    language = get_language() or ""
    etag = f'"{opened.match.mark}.{language}"'
    if etag in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers={"ETag": etag})
    here = (str(opened.match.mark), language)
    png = kept.get(here)
    if png is None:
        png = drawn_standing(opened)
        kept.put(here, png)
    return HttpResponse(png, content_type="image/png", headers={"ETag": etag})


def drawn_standing(opened: Opened) -> bytes:
    """A match as it stands, as a PNG."""
    headline, places, podium = told(opened)
    shown = [standings.Place(*place) for place in places]
    if not shown:
        shown = [standings.Place(0, opened.table.present, "")]
    game = book(opened.match.game).name
    return as_png(
        standings.drawn(
            standings.Standing(
                game, _("Score sheet"), headline.tone, headline.text, shown, len(podium), settings.SITE_NAME
            )
        )
    )


def as_png(svg: str) -> bytes:
    """A picture as PNG.

    The library holds the interpreter while it draws; as long again is left to the other threads.
    """
    began = time.perf_counter()
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=poster.FILES, skip_system_fonts=True))
    time.sleep(time.perf_counter() - began)
    return png
