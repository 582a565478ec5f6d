"""Pages that say the same to everybody: rendered once, kept compressed, answered with 304 where known."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from rulesite import templates

View = Callable[..., HttpResponse]
MOST = 150
"""How many pages of a view are kept at once, and how many for hosts of their own: more than there are."""
PLAIN = "identity"
"""The coding of what is not packed."""
if settings.PACKS:
    import brotli  # type: ignore[import-untyped]

    PACKED: dict[str, Callable[[bytes], bytes]] = {
        "br": brotli.compress,
        "gzip": lambda page: gzip.compress(page, 9, mtime=0),
    }
    """How a page is kept, by what its reader can unpack, the lightest first."""
else:
    PACKED = {PLAIN: bytes}
OF_BOTH = ("ETag", "Cache-Control", "Vary", "Content-Language")
"""Headers that an answer has as well where its reader has it already."""
SMALL = 5000
"""Bytes of an answer for which Brotli takes longer than it saves on the way."""
TINY = 200
"""Bytes of an answer that are not worth packing."""
KEPT_BY_PROXY = 30
"""Seconds for which a proxy of ours may give an answer again without asking: so long after a new version comes an old page."""
ANY_ORIGIN = "https://origin.invalid"
"""What stands in a kept page for the origin that it is asked at."""
Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """What was used last, so much at most.

    :param most: how many values, or how much all of them weigh together.
    :param weight: what one value weighs.
    """

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda value: 1) -> None:
        self.most, self.weight, self.held = most, weight, 0
        self.values, self.lock = OrderedDict[Key, Value](), Lock()

    def get(self, key: Key) -> Value | None:
        with self.lock:
            if key in self.values:
                self.values.move_to_end(key)
            return self.values.get(key)

    def put(self, key: Key, value: Value) -> None:
        with self.lock:
            if key in self.values:
                self.held -= self.weight(self.values.pop(key))
            self.values[key] = value
            self.held += self.weight(value)
            while self.held > self.most:
                self.held -= self.weight(self.values.popitem(last=False)[1])


def origin(request: HttpRequest) -> str:
    """Scheme and host at which a page is asked, as absolute addresses in it begin.

    :raises DisallowedHost: where the host is none of the site's.
    """
    found = getattr(request, "_origin", None)
    return str(found) if found else f"{request.scheme}://{request.get_host().lower()}"


def stored(view: View, *, own_origin: bool = False) -> View:
    """Keep what a view renders, by path and language; beside these the view may look at :func:`origin` only.

    :param own_origin: whether it does more with the origin than to put it in, so that it is rendered for each.

    The first answer is rendered, every later one is a look-up: at another origin, or on another port, the same page
    with that origin put in. A program that cannot read gzip is sent plain text.
    """
    pages: Kept[tuple[str, str | None, str], tuple[bytes, str]] = Kept(MOST)
    ready: Kept[tuple[str, str | None, str, str], tuple[bytes, str, str]] = Kept(MOST * len(PACKED))

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        here = (request.path, get_language())
        at = origin(request)
        read = request.headers.get("Accept-Encoding", "")
        coding = next((coding for coding in PACKED if coding in read), list(PACKED)[-1])
        page = ready.get((*here, at, coding))
        if page is None:
            known_as = at if own_origin else ANY_ORIGIN
            rendered = pages.get((*here, known_as))
            if rendered is None:
                request._origin = known_as  # type: ignore[attr-defined]
                try:
                    response = view(request, *args, **kwargs)
                finally:  # The error page of what the view raises names the request's own origin.
                    del request._origin  # type: ignore[attr-defined]
                if response.status_code != 200:
                    return response
                # What a page takes from its text was never in a template.
                rendered = templates.folded(response.content.decode()).encode(), response["Content-Type"]
                pages.put((*here, known_as), rendered)
            plain = rendered[0].replace(ANY_ORIGIN.encode(), at.encode())
            page = (PACKED[coding](plain), tag(plain), rendered[1])
            ready.put((*here, at, coding), page)
        body, etag, content_type = page
        given: HttpResponse
        if etag in request.headers.get("If-None-Match", ""):
            given = HttpResponseNotModified()
        elif coding == PLAIN:
            given = HttpResponse(body, content_type=content_type)
        elif coding in read:
            given = HttpResponse(body, content_type=content_type, headers={"Content-Encoding": coding})
        else:
            given = HttpResponse(gzip.decompress(body), content_type=content_type)
        given.headers["ETag"] = etag
        given.headers["Cache-Control"] = "no-cache"
        patch_vary_headers(given, ("Accept-Encoding",))
        return given

    return lent(answer)


def tag(content: bytes) -> str:
    """What a page is known by, the same in every process and however it is packed."""
    return f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'


def lent(view: View) -> View:
    """Let a proxy of ours keep for a while what follows from the address, the coding and htmx's headers alone.

    It is told in words that go no further.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if settings.PROXIES and request.method in ("GET", "HEAD") and response.status_code in (200, 304):
            response.headers["X-Accel-Expires"] = str(KEPT_BY_PROXY)
        return response

    return answer


def packed(view: View) -> View:
    """Send what a view answers by Brotli where the reader knows it, a sixth smaller than by gzip; a small one by gzip.

    To a reader who has it already nothing is sent but that.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        # A part of a page is asked for because it has changed.
        if response.status_code == 200 and "HX-Request" not in request.headers:
            response.headers.setdefault("ETag", tag(response.content))
            if response.headers["ETag"] in request.headers.get("If-None-Match", ""):
                told = {name: response.headers[name] for name in OF_BOTH if name in response.headers}
                response = HttpResponseNotModified(headers=told)
                patch_vary_headers(response, ("Accept-Encoding",))
                return response
        if PLAIN in PACKED:
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        content, read = response.content, request.headers.get("Accept-Encoding", "")
        if len(content) >= SMALL and "br" in read:
            response.content, response.headers["Content-Encoding"] = brotli.compress(content, quality=5), "br"
        elif len(content) >= TINY and "gzip" in read:  # nothing in it is secret, which its length could tell
            response.content, response.headers["Content-Encoding"] = gzip.compress(content, 5, mtime=0), "gzip"
        return response

    return answer
