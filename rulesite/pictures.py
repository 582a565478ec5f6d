"""The picture of a verdict, by which a link to it is shown where it is shared."""

from __future__ import annotations

import hashlib
import time
from typing import Any

import resvg_py
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from games.asks import Ask
from games.catalogue import GAMES
from games.judge import MAX_QUESTION
from games.views import asked
from rulesite import poster
from rulesite.rulebook import book, rule_title
from rulesite.stored import Kept

KEPT_BYTES = 8_000_000
"""How much of pictures a process keeps: about a hundred."""
kept: Kept[tuple[str, str], bytes] = Kept(KEPT_BYTES, len)


@require_safe
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
        if not ask.is_valid():
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
    """An answered question as a PNG.

    The library holds the interpreter while it draws; as long again is left to the other threads.
    """
    headline, reason = ask.headline(), next(iter(ask.sentences()), ("", ""))
    shown = poster.Poster(
        book(ask.game).name,
        str(ask.title),
        headline.tone,
        str(headline.text),
        ask.picture(),
        reason[0],
        rule_title(reason[1]) if reason[1] else "",
        settings.SITE_NAME,
    )
    began = time.perf_counter()
    png = bytes(resvg_py.svg_to_bytes(svg_string=poster.drawn(shown), font_files=poster.FILES, skip_system_fonts=True))
    time.sleep(time.perf_counter() - began)
    return png
