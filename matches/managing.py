"""What makes a browser the manager's: a cookie of that match, so that the manager's link need stand in no address.

The manager's pages then stand at the address of the link for watching, which anybody may see and send on. The cookie is
sent to the pages of that match alone, to those in each language its own. A browser that keeps no cookies is served at
the manager's link itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language

from matches import store
from matches.links import is_token
from matches.store import Opened

KEEPS_COOKIES = "cookies"
"""The cookie by which a browser shows that it keeps them, and the word in an address by which it was asked to."""
NEWLY = "manager"
"""The word in the address of a match by which its page says that this browser manages it from now on."""


def opened_by(request: HttpRequest, token: str) -> Opened | None:
    """The match behind a link, for its manager where the browser is known as the manager's.

    Such a browser finds the match also where its link for watching was renewed or revoked.
    """
    held = request.COOKIES.get(_cookie(get_language()), "")
    if not is_token(held):
        return store.find(token)
    return store.find(token, held) or store.find_managed(held)


def way_on(request: HttpRequest, opened: Opened, token: str) -> HttpResponseBase | None:
    """For a manager who came by an address at which the pages do not stand: the way to it; None for everybody else.

    Only what asks for a page is sent on from the manager's link: programs keep no cookies.
    """
    if request.method not in ("GET", "HEAD") or not opened.role.may_manage:
        return None
    asked = request.GET.copy()
    target: Opened | None = opened
    if token == opened.token:
        was_asked = asked.pop(KEEPS_COOKIES, None)
        if "text/html" not in request.headers.get("Accept", "") or (was_asked and not request.COOKIES):
            return None
        if not request.COOKIES:
            asked[KEEPS_COOKIES] = "1"
            response = HttpResponseRedirect(f"{request.path}?{asked.urlencode()}")
            _set(response, KEEPS_COOKIES, "1", timedelta(minutes=1), request.path)
            return response
        target = store.find_managed(token)
        if request.resolver_match and request.resolver_match.url_name == "match":
            asked[NEWLY] = "1"
    if target is None or token == target.address:
        return None
    path = request.path.replace(token, target.address)
    response = HttpResponseRedirect(f"{path}?{asked.urlencode()}" if asked else path)
    remember(response, target.address, target.token)
    return response


def remember(response: HttpResponseBase, address: str, manager: str) -> None:
    """Let the browser be known as the manager's, for as long as a match is kept that nothing is entered in.

    :param address: the token at whose address the manager's pages stand.
    """
    for name, path in _cookies(address):
        _set(response, name, manager, settings.MATCHES_KEPT, path)


def remember_longer(response: HttpResponseBase, opened: Opened) -> None:
    """After something was sent: a browser that is known as the manager's is so for as long again."""
    if opened.is_remembered and _cookie(get_language()) not in response.cookies:
        remember(response, opened.address, opened.token)


def forget(response: HttpResponseBase, *addresses: str) -> None:
    """Let the browser be anybody's again."""
    for address in addresses:
        for name, path in _cookies(address):
            response.delete_cookie(name, path=path, samesite="Lax")


def _cookie(language: str | None) -> str:
    return f"manager_{language}"


def _cookies(address: str) -> Iterator[tuple[str, str]]:
    """The cookie of each language: its name, and the path of the pages that it is sent to."""
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            yield _cookie(code), reverse("match", args=[address])


def _set(response: HttpResponseBase, name: str, value: str, lasts: timedelta, path: str) -> None:
    secure = settings.CSRF_COOKIE_SECURE
    response.set_cookie(name, value, max_age=lasts, path=path, secure=secure, httponly=True, samesite="Lax")
