"""The site where there is no network: what a browser's worker keeps of it.

The worker (``static/worker.js``) keeps one file for each language its reader uses: pages that say the same to everybody,
styles and scripts. That file is named by its content, and the worker's script says its name, so that a browser that
compares the script with the one it has sees each change of any page.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import brotli  # type: ignore[import-untyped]
from csp.constants import NONE, SELF
from csp.decorators import csp
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe

from games.catalogue import GAMES
from rulesite import lessons
from rulesite.lean import LEAN, is_ours
from rulesite.stored import ANY_ORIGIN, packed

HTMX = "django_htmx/htmx-2.min.js"
"""The one script of other people's that pages name."""
QUALITY = 9
"""Of Brotli: the best takes twenty times as long and saves a twentieth, and each process packs anew."""
NEVER = ("worker.js", "python.js", "snapshot.js")
"""Scripts that no page names."""
_making = Lock()


class Kept(NamedTuple):
    """What a worker keeps of one language."""

    version: str
    """The name of this content."""
    packed: bytes
    """JSON by Brotli: ``pages`` by path, ``files`` by path, and ``said``, the line below a page that was kept."""


def kept_pages() -> list[str]:
    """The paths of the pages that are kept, in the active language, with the page that stands for all others."""
    paths = [reverse(name) for name in ("home", "glossary", "look", "know", "offline")]
    paths += [reverse("rules", args=[game]) for game in GAMES]
    return paths + lessons.addresses()


def kept_files() -> dict[str, str]:
    """Every style and script by its path: pages that are kept fetch some of them only when they are used.

    :raises Http404: where files are not collected but served as they stand, and nothing of them is to be kept.
    """
    names: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    if not names:
        raise Http404("files that change under one's hands are not kept")
    found = {}
    for name, hashed in sorted(names.items()):
        if name not in NEVER and name.endswith(tuple(LEAN)) and (name == HTMX or is_ours(name)):
            found[staticfiles_storage.url(name)] = _file(hashed)
    return found


def _file(name: str) -> str:
    with staticfiles_storage.open(name) as file:
        text: str = file.read().decode()
    return text


def _page(path: str) -> str:
    """A page as everybody gets it, with a mark in the place of the origin, which the worker knows."""
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", path, path
    request.META = {"QUERY_STRING": ""}
    request._origin = ANY_ORIGIN  # type: ignore[attr-defined]
    with translation.override(path.split("/")[1]):
        view = resolve(path)
        page: str = view.func(request, *view.args, **view.kwargs).content.decode()
    return page


def kept(language: str) -> Kept:
    """What a worker keeps of a language; made by the first who asks."""
    with _making:
        return _kept(language)


@cache
def _kept(language: str) -> Kept:
    with translation.override(language):
        content = {
            "said": _("No network: this is the copy of the page kept in your browser."),
            "pages": {path: _page(path) for path in kept_pages()},
            "files": kept_files(),
        }
    text = json.dumps(content, ensure_ascii=False).encode()
    return Kept(hashlib.sha256(text).hexdigest()[:12], brotli.compress(text, quality=QUALITY))


@require_safe
def keep(request: HttpRequest, language: str, version: str) -> HttpResponse:
    """What a worker keeps of a language; its headers are those of every page, and are kept with it."""
    found = kept(language) if language in dict(settings.LANGUAGES) else None
    if found is None or version != found.version:
        raise Http404(version)
    response = HttpResponse(content_type="application/json")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.headers["Vary"] = "Accept-Encoding"
    if "br" in request.headers.get("Accept-Encoding", ""):
        response.content = found.packed
        response.headers["Content-Encoding"] = "br"
    else:
        response.content = brotli.decompress(found.packed)
    return response


@cache
def _script() -> str:
    """The worker's script behind one line, which says what there is to be kept."""
    site: dict[str, Any] = {"python": staticfiles_storage.url("python.js"), "kept": {}, "matches": [], "said": {}}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            site["kept"][code] = reverse("kept", args=[code, kept(code).version])
            site["matches"].append(reverse("matches"))
            site["said"][code] = _("No network: this page is from your pocket.")
    return f"const SITE = {json.dumps(site)};\n{_file(staticfiles_storage.hashed_files['worker.js'])}"  # type: ignore[attr-defined]


def _etag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(script().encode()).hexdigest()[:16]}"'


def script() -> str:
    """What ``/worker.js`` says.

    :raises Http404: where files are not collected.
    """
    kept_files()
    return _script()


@require_safe
@csp({"default-src": [NONE], "script-src": [SELF, "'wasm-unsafe-eval'"], "connect-src": [SELF]})
@packed
@condition(etag_func=_etag)
def worker(request: HttpRequest) -> HttpResponse:
    """``/worker.js``: at the root, so that it may answer for every page."""
    response = HttpResponse(script(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response
