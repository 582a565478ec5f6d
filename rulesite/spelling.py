"""The one spelling of each address, so that no cache holds a page twice."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import translation
from django.utils.encoding import iri_to_uri

from games.catalogue import GAMES

RAW_PATH = "rulesite.raw_path"
"""The key of a request's environment for its path as it was sent, with its percent signs."""
SCHEME_PORTS = {"http": "80", "https": "443"}
CASED = {"token", "rest"}
"""Arguments of the pages of a match that hold its token, whole or cut off."""


def respell(request: HttpRequest) -> str:
    """Return the address that a request should have named, with its query; empty if it did, or if no page is meant."""
    try:
        host = request.get_host().lower()
    except DisallowedHost:
        return ""
    sent = request.META.get(RAW_PATH) or quote(request.path_info)
    path, right = _respell_path(request.path_info, sent) or sent, _respell_host(request, host)
    if path == sent and host == right:
        return ""
    query = request.META.get("QUERY_STRING", "")
    origin = "" if host == right else f"{request.scheme}://{right}"
    return iri_to_uri(f"{origin}{path}{f'?{query}' if query else ''}")


def _respell_path(path: str, sent: str) -> str:
    """Return the canonical path of a page, empty if the path leads to none; it never begins with two slashes."""
    parts = [part.lower() for part in path.split("/") if part]
    code = parts[0] if parts and parts[0] in dict(settings.LANGUAGES) else ""
    parts = [part.lstrip("0") or "0" if at > 2 and part.isdecimal() else part for at, part in enumerate(parts)]
    words = _match_words()
    if code and len(parts) > 1 and parts[1] in words.values():
        parts[1] = words[code]
    bare = "/" + "/".join(parts)
    if sent.endswith("/") and sent == bare.rstrip("/") + "/":
        return sent
    ends = ["/"] if path.endswith("/") else ["", "/"]
    for end in ends:
        spelled = bare.rstrip("/") + end
        found = _find(spelled, code)
        if found is None:
            continue
        if CASED & found.kwargs.keys():
            at = 2 if code else 1
            parts[at] = [part for part in path.split("/") if part][at]
            spelled = "/" + "/".join(parts) + end
        return quote(spelled)
    return ""


def _find(path: str, code: str) -> ResolverMatch | None:
    """Return the match of a path, which may lack its language; None if no page answers it."""
    with translation.override(code or settings.LANGUAGE_CODE):
        for prefix in ("",) if code else ("", f"/{settings.LANGUAGE_CODE}"):
            try:
                found = resolve(prefix + path)
            except Resolver404:
                continue
            game, name = found.kwargs.get("game"), found.kwargs.get("name")
            if game is None or (
                game in GAMES and (name is None or found.url_name == "example" or name in GAMES[game].asks)
            ):
                return found
    return None


@cache
def _match_words() -> dict[str, str]:
    """Return the word for a match in addresses, by language."""
    words = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            words[code] = reverse("matches").split("/")[2]
    return words


def _respell_host(request: HttpRequest, host: str) -> str:
    """Return a host with the site's port in place of any other."""
    if settings.PROXIES:
        return host  # The proxy sets it.
    domain, port = split_domain_port(host)
    listening, scheme = request.META["SERVER_PORT"], SCHEME_PORTS[request.scheme or "http"]
    if port not in ("", listening, settings.PUBLIC_PORT):
        port = settings.PUBLIC_PORT or listening
    return domain if port in ("", scheme) else f"{domain}:{port}"
