"""The forms of match pages, and what a browser sends by them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import SHEETS
from games.notation import NOTATIONS
from games.sheets import Table
from matches import store, transfer
from matches.links import Role
from matches.models import Match
from matches.store import Opened
from tests.matches.evenings import event, example, plain_table, reread


class Forms(HTMLParser):
    """The forms of a page with the fields that a browser would send, by the class or the address of each."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.found: dict[str, list[tuple[str, str]]] = {}
        self.every: list[list[tuple[str, str]]] = []
        self._fields: list[tuple[str, str]] = []
        self._select = ""
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = []
            self.every.append(self._fields)
            for name in (said["action"], *said.get("class", "").split()):
                self.found[name] = self._fields
        elif tag == "input" and said.get("name") and said.get("type") != "file":
            if said.get("type") not in ("radio", "checkbox") or "checked" in said:
                self._fields.append((said["name"], said.get("value", "on")))
        elif tag == "select":
            self._select = said["name"]
            self._fields.append((self._select, ""))
        elif tag == "option" and "selected" in said:
            self._fields[-1] = (self._select, said.get("value", ""))

    def with_action(self, does: str) -> list[dict[str, str]]:
        """Return the fields of each form whose field ``do`` has this value."""
        return [fields for fields in map(dict, self.every) if fields.get("do") == does]

    def sent(self, name: str, **changed: Any) -> dict[str, list[str]]:
        """Return the fields of a form as they are sent, with some of them changed."""
        fields: dict[str, list[str]] = {}
        for field, value in self.found[name]:
            if field != "csrfmiddlewaretoken":
                fields.setdefault(field, []).append(value)
        return fields | {field: value if isinstance(value, list) else [str(value)] for field, value in changed.items()}


def opened_match(game: str = "ramino", *events: Any) -> Opened:
    _match, token = store.open_match(game, plain_table(game), events)
    opened = store.find(token)
    assert opened
    return opened


def sent_to(client: Client, answer: HttpResponse, language: str = "en") -> Opened:
    """Return the match that an answer redirects to, opened by the cookie of its manager."""
    found = store.find(answer["Location"].split("/")[3], client.cookies[f"manager_{language}"].value)
    assert found
    assert found.role is Role.MANAGE
    return found


def path(opened: Opened, role: Role = Role.MANAGE, name: str = "match", *args: Any, language: str = "en") -> str:
    with translation.override(language):
        return reverse(name, args=[store.link_tokens(opened)[role], *args])


def typed(opened: Opened, content: Any, language: str = "en") -> dict[str, list[str]]:
    """Return a hand as the fields of its form."""
    return dict(opened.sheet.typed(opened.table, content, NOTATIONS[language]).lists())


def entry(opened: Opened, content: Any = None, seen: int | None = None, key: Any = None) -> dict[str, list[str]]:
    """Return all fields of the form that enters a hand."""
    content = example(opened.match.game, opened.table) if content is None else content
    found = reread(opened).ledger.revision if seen is None else seen
    return typed(opened, content) | {"key": [str(key or uuid4())], "seen": [str(found)]}


def hand_key(opened: Opened, place: int = 1) -> str:
    """Return the key by which forms name a hand."""
    found = reread(opened).ledger.at_place(place)
    assert found
    return found.key


def correction(opened: Opened, place: int, content: Any, does: str = "correct") -> dict[str, list[str]]:
    """Return all fields of the form that corrects a hand."""
    return entry(opened, content) | {"do": [does], "hand": [hand_key(opened, place)]}


def doing(address: str) -> str:
    """Return the value of ``do`` in the form of this address."""
    return next((does for part, does in (("/hand/", "correct"), ("/links/", "renew")) if part in address), "close")


def revision(opened: Opened) -> int:
    return Match.objects.get(pk=opened.match.pk).revision


def text_of(response: HttpResponse) -> str:
    return response.getvalue().decode()


HAND = example("ramino", plain_table("ramino"))

SMALL = {"winner": "Cyd", "hands": {"Ana": "As", "Ben": "2s"}}


def everywhere(opened: Opened, token: str) -> Iterator[tuple[str, str, dict[Role, int]]]:
    """Yield each page and form of a match: method, address, and the status that each role gets."""
    everybody = dict.fromkeys(Role, 200)
    keepers = {Role.WATCH: 403, Role.SCORE: 200, Role.MANAGE: 200}
    writers = {Role.WATCH: 403, Role.SCORE: 303, Role.MANAGE: 303}
    for name, args in (
        ("match", []),
        ("match_history", []),
        ("match_hands", []),
        ("match_board", []),
        ("match_file", ["json"]),
        ("match_file", ["csv"]),
    ):
        yield "get", reverse(name, args=[token, *args]), everybody
    yield "get", reverse("match_hand", args=[token, 1]), keepers
    yield "get", reverse("renew_manager", args=[token]), {Role.WATCH: 403, Role.SCORE: 403, Role.MANAGE: 200}
    yield "get", reverse("match_links", args=[token]), {Role.WATCH: 403, Role.SCORE: 403, Role.MANAGE: 200}
    yield "post", reverse("match", args=[token]), writers
    yield "post", reverse("match_hand", args=[token, 1]), writers
    yield "post", reverse("match_links", args=[token]), {Role.WATCH: 403, Role.SCORE: 403, Role.MANAGE: 303}


A_PAGE = {"accept": "text/html,*/*;q=0.8"}
"""Headers of a browser that navigates to a page."""


def guest() -> Client:
    """Return a browser without cookies."""
    return Client(headers={"host": "localhost"} | A_PAGE)


def known(opened: Opened, language: str = "en", manager: str = "") -> Client:
    """Return a browser with the cookie of a match's manager."""
    client = guest()
    client.cookies[f"manager_{language}"] = manager or opened.token
    return client


def reversed_example(game: str, table: Table) -> Any:
    """Return the example with its players in reverse, as the form stores it."""
    sheet = SHEETS[game]
    backwards = example(game, Table(table.players[::-1], table.house, table.terms))
    if game == "marriage":
        backwards["players"] = backwards["players"][::-1]
    form = sheet.asked(table, backwards)
    assert form.is_valid()
    return sheet.content(form.cleaned_data)


def settling(value: str = "0.05") -> Opened:
    """Return a match in which Ana owes Cyd 6 points and Ben owes Cyd 15."""
    maal = {"Ana": 3, "Ben": 0, "Cyd": 9}
    seats: list[dict[str, Any]] = [{"name": name, "maal": maal[name], "seen": True} for name in maal]
    hand = {"players": [*seats[:2], seats[2] | {"winner": True}]}
    table = Table(tuple(maal), {}, {"value": value} if value else {})
    opened = store.find(store.open_match("marriage", table, [event(1, content=hand)])[1])
    assert opened
    return opened


def words(html: str) -> str:
    """Return the text of a part of a page, on one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def exported(opened: Opened) -> bytes:
    return "".join(transfer.as_json(opened.match, reread(opened).ledger)).encode()
