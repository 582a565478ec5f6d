"""Pages that say the same to everybody: rendered once, kept compressed, answered with 304 where known."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

View = Callable[..., HttpResponse]
MOST = 500
"""How many pages are kept at once."""


def stored(view: View) -> View:
    """Keep what a view renders, by host, path and language; the view must look at nothing else.

    The first answer is rendered, every later one is a look-up. A program that cannot read gzip is sent plain text.
    """
    kept: dict[tuple[str | None, ...], tuple[bytes, str, str]] = {}

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # The host was checked on the way here (CommonMiddleware).
        key = (request.scheme, request.META.get("HTTP_HOST"), request.path, get_language())
        page = kept.get(key)
        if page is None:
            response = view(request, *args, **kwargs)
            if response.status_code != 200:
                return response
            if len(kept) >= MOST:
                kept.clear()
            body = gzip.compress(response.content, 9, mtime=0)
            page = kept[key] = (body, f'W/"{hashlib.sha256(body).hexdigest()[:24]}"', response["Content-Type"])
        body, etag, content_type = page
        given: HttpResponse
        if etag in request.headers.get("If-None-Match", ""):
            given = HttpResponseNotModified()
        elif "gzip" in request.headers.get("Accept-Encoding", ""):
            given = HttpResponse(body, content_type=content_type, headers={"Content-Encoding": "gzip"})
        else:
            given = HttpResponse(gzip.decompress(body), content_type=content_type)
        given.headers["ETag"] = etag
        given.headers["Cache-Control"] = "no-cache"
        patch_vary_headers(given, ("Accept-Encoding",))
        return given

    return answer
