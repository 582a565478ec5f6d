"""The caches inside the process, which no request header may change, and the headers that are read at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.http.request import HttpHeaders
from django.test import Client
from django.urls import reverse
from django.utils import translation

from bench.site import SERVER, Site, serving
from games import puzzling
from games.catalogue import GAMES
from rulesite import asgi, context_processors, lessons
from tests import proved
from tests.request_headers import VALUES, variations
from tests.test_server import Visit, finished
from tests.visits import CODINGS, expected, visit

TOKEN = "x" * 32


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with one process, whose caches are empty."""
    file = tmp_path_factory.mktemp("caches") / "matches.sqlite3"
    with serving([*SERVER, "--workers", "1"], DATABASE_URL=f"sqlite:///{file}") as site:
        yield site


def kept_pages() -> list[str]:
    """Return the addresses of small pages that a process keeps."""
    found = []
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            found += [reverse("tool", args=[name, ask]) for name, game in GAMES.items() for ask in game.asks]
            found += [reverse(name) for name in ("look", "offline", "manifest")] + lessons.addresses()
    return found


def test_no_header_changes_a_page_that_a_process_keeps(served: Site) -> None:
    pages = iter(kept_pages())
    wrong = []
    with httpx.Client(base_url=served.address, timeout=60) as client:
        for number, headers in enumerate(proved.sample("kept pages", [*variations()], 60)):
            names = {name for name, _value in headers}
            # Each page is rendered once, so it takes one variation; a question takes any number.
            is_plain = len(names) == len(headers) and not any("_" in name for name in names)
            page = next(pages) if is_plain else f"/en/murlan/play/?cards=9+9&table=8+8&n={number}"
            client.get(page, headers=[("Accept-Encoding", CODINGS), *headers])
            if visit(client, page) != expected(served.address, page):
                wrong.append((page, headers))
    assert wrong == []


def test_no_charset_changes_a_picture_that_a_process_keeps(served: Site) -> None:
    picture = "/en/murlan/play/picture.png?cards=9h&table=8h"
    right = expected(served.address, picture)
    # In UTF-7 this is another value of "cards".
    address = f"{picture}&+AGMAYQByAGQAcw-=Th"
    with httpx.Client(base_url=served.address, timeout=60) as client:
        client.get(address, headers={"Content-Type": "text/plain; charset=utf-7"})
        assert visit(client, address) == right


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_solution_of_a_puzzle_is_in_the_language_of_its_page(language: str) -> None:
    client = Client(headers={"host": "localhost"})

    def solutions() -> dict[str, str]:
        found = {}
        with translation.override(language):
            for game in GAMES:
                if GAMES[game].puzzle:
                    found[game] = client.get(f"{reverse('puzzle', args=[game, 1])}?hints=3").content.decode()
        return found

    puzzling.asked.cache_clear()
    right = solutions()
    puzzling.asked.cache_clear()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            for game in right:
                client.get(f"{reverse('puzzle', args=[game, 1])}?hints=3")
    # The languages before it may be asked first.
    assert solutions() == right


def test_twins_of_a_page_do_not_depend_on_the_active_language() -> None:
    context_processors._twins.cache_clear()
    with translation.override("cs"):
        context_processors.twins("/it/murlan/")
    with translation.override("it"):
        twins = context_processors.twins("/it/murlan/")
    assert [path for _code, _name, path in twins] == ["/it/murlan/", "/en/murlan/", "/cs/murlan/"]


# --- Headers that are read ---


class Watched(dict[str, Any]):
    """A request's environment that notes which headers are read from it."""

    seen: set[str] = set()

    def note(self, key: str) -> None:
        if key.startswith("HTTP_"):
            self.seen.add(key.removeprefix("HTTP_").replace("_", "-").lower())
        elif key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            self.seen.add(key.replace("_", "-").lower())

    def __getitem__(self, key: str) -> Any:
        self.note(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.note(str(key))
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.note(key)
        return super().get(key, default)


class WatchedHeaders(HttpHeaders):
    """A request's headers that note which are read."""

    def __getitem__(self, name: str) -> str:
        Watched.seen.add(name.replace("_", "-").lower())
        return super().__getitem__(name)


KINDS = (
    ("/", ""),
    ("/api/", ""),
    ("/cs/", ""),
    ("/en/murlan/", ""),
    ("/en/murlan/card/", ""),
    ("/en/murlan/house/", ""),
    ("/en/murlan/play/", ""),
    ("/en/murlan/play/", "cards=9&table=8"),
    ("/en/murlan/play/picture.png", "cards=9&table=8"),
    ("/en/murlan/drill/", "level=1"),
    ("/en/murlan/lesson/", "try="),
    ("/en/machiavelli/puzzle/1/", "hints=3"),
    ("/en/puzzle/", ""),
    ("/en/pocket/", ""),
    ("/en/nowhere/", ""),
    ("/en//murlan/", ""),
    ("/nowhere/x/", ""),
    ("/en/match/", ""),
    ("/en/match/new/murlan/", ""),
    ("/en/match/file/", ""),
    (f"/en/match/{TOKEN}/", ""),
    (f"/en/match/{TOKEN}/board/", ""),
    ("/robots.txt", ""),
    ("/sitemap.xml", ""),
    ("/worker.js", ""),
    ("/kept/en/none.json", ""),
    ("/healthz", ""),
    ("/readyz", ""),
    ("/metrics", ""),
    ("/static/site.css", ""),
)
"""An address of each kind with its query."""


@pytest.mark.django_db
def test_every_header_that_is_read_has_variations(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = WSGIHandler()
    site = asgi.Site(lambda environ, start: handler(Watched(environ), start))
    # What is asked of the database is asked here, where the test's own is.
    monkeypatch.setattr(site, "room", lambda *_request: site.pages)
    monkeypatch.setattr(HttpRequest, "headers", property(lambda request: WatchedHeaders(request.META)))
    monkeypatch.setattr(Watched, "seen", set())
    for path, query in KINDS:
        for method in ("GET", "POST"):
            for headers in ({}, {name.lower(): values[0] for name, values in VALUES.items() if name != "Host"}):
                finished(Visit(path, query, method=method, **headers).to(site))
    assert {"accept-encoding", "accept-language", "hx-request", "hx-request-uri-autoencoded"} <= Watched.seen
    assert Watched.seen <= {name.lower() for name in VALUES}


def test_headers_of_a_body_that_is_not_read_are_not_passed_on() -> None:
    said = {"content-type": "text/plain; charset=cp037", "content-length": "5"}
    for method, is_passed in (("GET", False), ("HEAD", False), ("POST", True)):
        environ = asgi.environ_of(Visit("/en/", method=method, **said).scope)
        assert ("CONTENT_TYPE" in environ) is ("CONTENT_LENGTH" in environ) is is_passed
