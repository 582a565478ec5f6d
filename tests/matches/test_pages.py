"""The pages of the matches: who may do what, what is told, what is kept, what it costs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urldefrag, urlencode, urljoin, urlsplit
from uuid import UUID, uuid4

import pytest
from django.conf import settings as site_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from games.catalogue import GAMES, SHEETS
from games.notation import NOTATIONS
from games.sheets import Table
from matches import links, pages, seating, store, transfer
from matches.board import NO_TOKEN, SHOWN, boards
from matches.codes import qr
from matches.ledger import Kind, replay
from matches.links import Role
from matches.models import Entry, Link, Match
from matches.store import Opened
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import PLAIN, contents, count_asks, event, example, plain_table, reread
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


class Forms(HTMLParser):
    """The forms of a page, each with what it would send as it stands: by its class, or by its address."""

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

    def that(self, does: str) -> list[dict[str, str]]:
        """What each form sends that does this."""
        return [fields for fields in map(dict, self.every) if fields.get("do") == does]

    def sent(self, name: str, **changed: Any) -> dict[str, list[str]]:
        """What the form sends, some fields changed."""
        fields: dict[str, list[str]] = {}
        for field, value in self.found[name]:
            if field != "csrfmiddlewaretoken":
                fields.setdefault(field, []).append(value)
        return fields | {field: value if isinstance(value, list) else [str(value)] for field, value in changed.items()}


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def opened_match(game: str = "ramino", *events: Any) -> Opened:
    _match, token = store.open_match(game, plain_table(game), events)
    opened = store.find(token)
    assert opened
    return opened


def sent_to(client: Client, answer: HttpResponse, language: str = "en") -> Opened:
    """The match that a browser is sent to which manages it from now on: by the link for watching, and its cookie."""
    found = store.find(answer["Location"].split("/")[3], client.cookies[f"manager_{language}"].value)
    assert found
    assert found.role is Role.MANAGE
    return found


def path(opened: Opened, role: Role = Role.MANAGE, name: str = "match", *args: Any, language: str = "en") -> str:
    with translation.override(language):
        return reverse(name, args=[store.link_tokens(opened)[role], *args])


def typed(opened: Opened, content: Any, language: str = "en") -> dict[str, list[str]]:
    """A hand as the form sends it."""
    return dict(opened.sheet.typed(opened.table, content, NOTATIONS[language]).lists())


def entry(opened: Opened, content: Any = None, seen: int | None = None, key: Any = None) -> dict[str, list[str]]:
    """A whole entry as the form sends it."""
    content = example(opened.match.game, opened.table) if content is None else content
    found = reread(opened).ledger.revision if seen is None else seen
    return typed(opened, content) | {"key": [str(key or uuid4())], "seen": [str(found)]}


def hand_key(opened: Opened, place: int = 1) -> str:
    """What the form of a hand calls it."""
    found = reread(opened).ledger.at_place(place)
    assert found
    return found.key


def correction(opened: Opened, place: int, content: Any, does: str = "correct") -> dict[str, list[str]]:
    """A correction as the form of the hand sends it."""
    return entry(opened, content) | {"do": [does], "hand": [hand_key(opened, place)]}


def doing(address: str) -> str:
    """What a form of this address does."""
    return next((does for part, does in (("/hand/", "correct"), ("/links/", "renew")) if part in address), "close")


def revision(opened: Opened) -> int:
    return Match.objects.get(pk=opened.match.pk).revision


def text_of(response: HttpResponse) -> str:
    return response.getvalue().decode()


HAND = example("ramino", plain_table("ramino"))
SMALL = {"winner": "Cyd", "hands": {"Ana": "As", "Ben": "2s"}}


# --- Opening ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHEETS)
def test_every_game_is_opened_and_played_to_its_end_through_its_forms(client: Client, game: str, language: str) -> None:
    sheet = SHEETS[game]
    with translation.override(language):
        address = reverse("new_match", args=[game])
    page = client.get(address)
    assert page.status_code == 200
    players = list(plain_table(game).players)
    laid = client.post(address, Forms(page).sent("laying", player=players))
    assert laid.status_code == 303
    place, opened = laid["Location"], sent_to(client, laid, language)
    assert opened.table.players == tuple(players)
    content = example(game, opened.table)
    entered = 0
    page = client.get(place)
    while entered < (30 if sheet.ends else 3) and "entering" in Forms(page).found:
        sent = Forms(page).sent("entering") | typed(opened, content, language)
        answer = client.post(place, sent)
        assert answer.status_code == 303, text_of(answer)
        entered += 1
        page = client.get(answer["Location"])
        assert f">{sheet.written(sheet.standing(opened.table, [content] * entered).totals[players[0]])}<" in text_of(
            page
        )
    assert (sheet.standing(opened.table, [content] * entered).winner is not None) == sheet.ends
    if not sheet.ends:
        page = client.post(place, *Forms(page).that("close"))
        page = client.get(place)
    assert "entering" not in Forms(page).found
    assert 'class="verdict yes"' in text_of(page)
    assert [found.content for found in reread(opened).ledger.events if found.content] == [content] * entered


@pytest.mark.parametrize("game", SHEETS)
def test_a_table_that_cannot_be_is_told_and_what_was_typed_is_kept(client: Client, game: str) -> None:
    address = reverse("new_match", args=[game])
    form = Forms(client.get(address))
    for players in (["Ana"], ["Ana", "Ana", *PLAIN[:8]], ["x" * 41, *PLAIN[:8]], ["A\0", *PLAIN[:8]], []):
        response = client.post(address, form.sent("laying", player=players))
        assert response.status_code == 422
        page = Reader(text_of(response))
        assert page.all("h2", id="faults")
        kept = [field["value"] for field in page.all("input", name="player")]
        assert kept[: len(players)] == players[: len(kept)]
    assert not Match.objects.exists()


@pytest.mark.parametrize("names", [("Bob", "bob"), ("Ren\u00e9", "RENE\u0301")])
def test_names_that_differ_by_capitals_or_by_how_accents_are_written_are_the_same_twice(
    client: Client, names: tuple[str, str]
) -> None:
    address = reverse("new_match", args=["ramino"])
    form = Forms(client.get(address))
    response = client.post(address, form.sent("laying", player=[names[0], "Cyd", names[1]]))
    assert response.status_code == 422
    assert f"“{names[0]}” appears twice: each player needs a different name." in text_of(response)
    wrong = [
        field["value"] for field in Reader(text_of(response)).all("input", name="player") if "aria-invalid" in field
    ]
    assert wrong == list(names), "the others are not marked"


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        (["Ann", "ann", "Bo"], ["Ann", "ann", ""]),
        (["Ann", "", "Bo", ""], ["", ""]),
        (["Ann"], ["", "", ""]),
    ],
)
def test_of_the_names_of_a_new_match_those_are_marked_that_are_wrong_or_lacking(
    client: Client, names: list[str], wrong: list[str]
) -> None:
    page = Reader(text_of(client.post("/en/match/new/murlan/", {"player": names})))
    assert [box.get("value", "") for box in page.all("input", name="player") if "aria-invalid" in box] == wrong


def test_house_rules_are_folded_until_one_is_chosen(client: Client) -> None:
    folded, chosen = re.compile(r'<details class="house" *>'), re.compile(r'<details class="house" open>')
    address = "/en/match/new/murlan/"
    assert folded.search(text_of(client.get(address)))
    assert folded.search(text_of(client.get(f"{address}?house.straight_step=one")))
    assert chosen.search(text_of(client.get(f"{address}?house.straight_step=any")))
    assert chosen.search(text_of(client.get(f"{address}?house.straight_step=any&player=Ana")))
    assert chosen.search(text_of(client.post(address, {"player": ["Ana"], "house.joker_pair": "on"})))


def test_house_rules_and_terms_are_kept_with_the_match_and_shown_on_it(client: Client) -> None:
    address = reverse("new_match", args=["marriage"])
    sent = Forms(client.get(address)).sent(
        "laying", player=["Ana", "Ben", ""], value="0,05", **{"house.unseen_maal": "murder", "house.jokers": "on"}
    )
    opened = sent_to(client, client.post(address, sent))
    assert opened.table == Table(("Ana", "Ben"), {"jokers": True, "unseen_maal": "murder"}, {"value": "0.05"})
    for role in Role:
        page = text_of(client.get(path(opened, role)))
        assert "Murder" in page
        assert "three printed jokers" in page


def test_every_minus_of_a_sheet_is_one_and_the_same_sign(client: Client) -> None:
    """Only in Marriage is anything below zero."""
    hand = example("marriage", plain_table("marriage"))
    opened = opened_match("marriage", event(1, content=hand), event(2, content=hand))
    for name in ("match", "match_hands", "match_history"):
        page = re.sub(r"<[^>]+>", " ", text_of(client.get(path(opened, Role.WATCH, name))))
        assert "−" in page
        assert not re.findall(r"(?<![\w-])\+?-\d+", page), name
    assert {sheet.written(-3) for sheet in SHEETS.values()} == {"−3"}


@pytest.mark.parametrize("game", SHEETS)
def test_each_figure_of_the_sheet_leads_to_what_its_hand_is_made_of(client: Client, game: str) -> None:
    table = plain_table(game)
    opened = opened_match(game, *[event(number, content=example(game, table)) for number in (1, 2)])
    for name in ("match", "match_hands"):
        page = text_of(client.get(path(opened, Role.WATCH, name)))
        links = re.findall(
            r'<a class="why" href="#why-(\d)" aria-label="([^"]*)"( tabindex="-1")?\s*>([^<]*)</a>', page
        )
        assert len(links) == 2 * len(table.players)
        assert re.findall(r'<div id="why-(\d)">', page) == ["1", "2"]
        for at, (number, said, skipped, gain) in enumerate(links):
            why = "why no points?" if gain == "–" else f"why {gain}?"
            assert said == f"Hand {number}, {table.players[at % len(table.players)]}: {why}"
            assert bool(skipped) == bool(at % len(table.players)), "the keyboard stops once in a row"


def test_who_took_no_part_in_a_hand_has_a_dash(client: Client) -> None:
    """In Ramino only the winner gets anything."""
    opened = opened_match("ramino", event(1, content=example("ramino", plain_table("ramino"))))
    page = text_of(client.get(path(opened, Role.WATCH)))
    assert re.findall(r'why [^"?]*\?"[^>]*>([^<]*)</a>\s*<span>([^<]*)</span>', page) == [
        ("+26", "26"),
        ("–", "0"),
        ("–", "0"),
    ]


def test_a_hand_that_brings_nothing_has_no_sign(client: Client) -> None:
    hand = example("murlan", plain_table("murlan"))
    page = text_of(client.get(path(opened_match("murlan", event(1, content=hand)), Role.WATCH)))
    assert "<strong>+3</strong>" in page
    assert "<strong>0</strong>" in page
    assert "+0" not in page


def test_no_more_matches_are_opened_than_the_rate_allows_and_the_names_are_kept(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MATCHES_OPENED = "2/hour"
    address = reverse("new_match", args=["murlan"])
    form = Forms(client.get(address))
    names = list(PLAIN[:4])
    wrong = client.post(address, form.sent("laying", player=names[:2]))
    assert wrong.status_code == 422, "a mistake is not counted"
    for _number in range(2):
        assert client.post(address, form.sent("laying", player=names)).status_code == 303
    response = client.post(address, form.sent("laying", player=names))
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 3600
    assert [field["value"] for field in Reader(text_of(response)).all("input", name="player")] == names
    file = SimpleUploadedFile("match.json", exported(opened_match()))
    assert client.post(reverse("restore_match"), {"file": file}).status_code == 429
    assert Match.objects.filter(game="murlan").count() == 2
    other = Client(headers={"host": "localhost"}, REMOTE_ADDR="192.0.2.7")
    assert other.post(address, form.sent("laying", player=names)).status_code == 303
    feigned = client.post(address, form.sent("laying", player=names), headers={"x-forwarded-for": "192.0.2.8"})
    assert feigned.status_code == 429, "without a proxy of ours nobody's word is taken"
    settings.PROXIES = 1
    for hops, status in (("192.0.2.9", 303), ("192.0.2.99, 192.0.2.9", 303), ("192.0.2.98, 192.0.2.9", 429)):
        answer = client.post(address, form.sent("laying", player=names), headers={"x-forwarded-for": hops})
        assert answer.status_code == status, "the last hop is the one that our proxy saw"


def test_a_link_that_was_cut_off_says_so(client: Client) -> None:
    whole = path(opened_match())
    cut = client.get(whole[:-3] + "/")
    assert cut.status_code == 404
    assert "not the exact link to a match" in text_of(cut)
    assert 'href="/cs/partie/' in text_of(cut)
    assert "not the exact link" not in text_of(client.get(whole[:-3] + "xy/")), "of the right length it is another's"
    assert client.get("/en/match/new/")["Location"] == "/en/match/"
    assert (
        client.get(whole.replace("/en/", "/it/") + "?a=1")["Location"]
        == f"{whole.replace('/en/match', '/it/partita')}?a=1"
    )


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/en/match/new/chess/").status_code == 404


# --- Links ---


def everywhere(opened: Opened, token: str) -> Iterator[tuple[str, str, dict[Role, int]]]:
    """Every page and form of a match: its method, its address, and what each role is answered."""
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


@pytest.mark.parametrize("role", Role)
def test_each_link_allows_what_it_says_and_no_more(client: Client, role: Role) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    token = store.link_tokens(opened)[role]
    assert token
    before = exported(opened)
    for method, address, answers in everywhere(opened, token):
        forms = entry(opened, SMALL) | {"do": [doing(address)], "role": ["watch"], "hand": [hand_key(opened)]}
        response = getattr(client, method)(address, forms if method == "post" else {})
        assert response.status_code == answers[role], (method, address)
        assert response["X-Robots-Tag"] == "noindex"
        assert response["Cache-Control"] == "private, no-cache"
        assert not {"manager_en", "manager_it", "manager_cs"} & set(response.cookies)
        if role is Role.WATCH:
            assert 'method="post"' not in text_of(response)
    assert (exported(opened) == before) == (role is Role.WATCH)


@pytest.mark.parametrize("game", SHEETS)
def test_each_sign_on_a_card_is_defined_on_its_page(client: Client, game: str) -> None:
    opened = opened_match(game, event(1, content=example(game, plain_table(game))))
    token = store.link_tokens(opened)[Role.MANAGE]
    assert token
    for method, address, _answers in everywhere(opened, token):
        page = text_of(client.get(address, follow=True)) if method == "get" else ""
        if "<body" in page:  # and no part of a page, or a file
            assert set(re.findall(r'<use href="#(\w+)"', page)) <= set(re.findall(r'id="(\w+)"', page)), address


def test_an_unknown_link_opens_nothing(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    for token in ("A" * 32, opened.token.swapcase(), opened.token[::-1]):
        for method, address, _answers in everywhere(opened, token):
            response = getattr(client, method)(address)
            assert response.status_code == 404, address
            assert response["X-Robots-Tag"] == "noindex"
            assert not set(opened.table.players) & set(re.findall(r"[\w-]+", text_of(response)))
    for token in (opened.token[:-1], opened.token + "A", "x", opened.token[:-1] + "."):
        assert client.get(f"/en/match/{token}/").status_code == 404
    assert revision(opened) == 1


def test_the_manager_renews_and_revokes_and_old_links_close_at_once(client: Client) -> None:
    opened = opened_match()
    address = path(opened, Role.MANAGE, "match_links")
    for role in (Role.WATCH, Role.SCORE):
        old = path(opened, role)
        page = Reader(text_of(client.get(address)))
        assert f"http://localhost{old}" in [link.get("href") for link in page.all("a")]
        assert client.post(address, {"role": role, "do": "renew"}).status_code == 303
        assert client.get(old).status_code == 404
        new = path(opened, role)
        assert new != old
        assert client.get(new).status_code == 200
        assert client.post(address, {"role": role, "do": "revoke"}).status_code == 303
        assert client.get(new).status_code == 404
        page = Reader(text_of(client.get(address)))
        assert not [link for link in page.all("a") if new in link.get("href", "")]
    for said in ({"role": "manage", "do": "revoke"}, {"role": "king", "do": "renew"}, {"role": "watch"}, {}):
        assert client.post(address, said).status_code == 404
    assert client.get(path(opened)).status_code == 200


def test_a_link_s_code_is_that_of_its_address(client: Client) -> None:
    opened = opened_match()
    html = text_of(client.get(path(opened, Role.MANAGE, "match_links")))
    for role in Role:
        assert str(qr(f"http://localhost{path(opened, role)}")) in html
    assert not [attrs for _tag, attrs in Reader(html).tags if "style" in attrs], "the policy would not let it through"


def test_no_link_is_shown_to_those_who_do_not_hold_it(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    tokens = store.link_tokens(opened)
    for role, others in ((Role.WATCH, (Role.SCORE, Role.MANAGE)), (Role.SCORE, (Role.WATCH, Role.MANAGE))):
        for name in ("match", "match_history", "match_board"):
            html = text_of(client.get(path(opened, role, name)))
            assert not [other for other in others if str(tokens[other]) in html]
    for kind in ("json", "csv"):
        text = text_of(client.get(path(opened, Role.MANAGE, "match_file", kind)))
        assert not [token for token in tokens.values() if str(token) in text]
    assert not [token for token in tokens.values() if str(token) in text_of(client.get("/sitemap.xml"))]


def test_nothing_is_written_without_the_form_s_own_token() -> None:
    """Cross-site: a form that comes without the cookie, or without its twin."""
    strict = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)
    opened = opened_match("ramino", event(1, content=HAND))
    before = exported(opened)
    tokens = store.link_tokens(opened)
    posts = [address for method, address, _answers in everywhere(opened, opened.token) if method == "post"]
    new, restore = reverse("new_match", args=["murlan"]), reverse("restore_match")
    for address in (*posts, new, restore):
        said: dict[str, Any] = entry(opened, SMALL) | {"player": list(PLAIN[:4]), "do": ["correct"], "role": ["watch"]}
        if address == restore:
            said = {"file": SimpleUploadedFile("match.json", before)}
        response = strict.post(address, said)
        assert response.status_code == 403, address
        assert "Not saved" in text_of(response)
    assert exported(opened) == before
    assert store.link_tokens(opened) == tokens
    assert Match.objects.count() == 1
    for start, form, said in (
        (reverse("matches"), restore, {"file": SimpleUploadedFile("match.json", before)}),
        (new, new, {"player": list(PLAIN[:4])}),
        (path(opened), path(opened), entry(opened, SMALL)),
    ):
        guest = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)
        page = guest.get(start)
        (twin,) = {value for name, value in Forms(page).found[form] if name == "csrfmiddlewaretoken"}
        assert guest.post(form, said | {"csrfmiddlewaretoken": twin}).status_code == 303, "as a first visitor sends it"
    assert page.cookies["csrftoken"]["httponly"]
    assert page.cookies["csrftoken"]["samesite"] == "Lax"
    assert revision(opened) == 2
    assert Match.objects.count() == 3


# --- Sharing without giving away control ---

A_PAGE = {"accept": "text/html,*/*;q=0.8"}
"""What a browser on its way to a page says that it takes."""


def guest() -> Client:
    """A browser that knows nothing yet."""
    return Client(headers={"host": "localhost"} | A_PAGE)


def known(opened: Opened, language: str = "en", manager: str = "") -> Client:
    """A browser that holds the cookie of a match's manager."""
    client = guest()
    client.cookies[f"manager_{language}"] = manager or opened.token
    return client


@pytest.mark.parametrize("is_secure", [False, True])
def test_a_new_match_is_managed_at_the_address_for_watching_by_a_cookie_of_its_own(
    client: Client, settings: Any, is_secure: bool
) -> None:
    settings.CSRF_COOKIE_SECURE = is_secure
    address = reverse("new_match", args=["ramino"])
    answer = client.post(address, Forms(client.get(address)).sent("laying", player=["Ana", "Ben", "Cyd", ""]))
    opened = sent_to(client, answer)
    assert answer["Location"].startswith(f"{path(opened, Role.WATCH)}?manager=1&sent=")
    assert opened.token not in answer["Location"]
    for language in LANGUAGES:
        cookie = answer.cookies[f"manager_{language}"]
        assert cookie.value == opened.token
        assert cookie["path"] == path(opened, Role.WATCH, language=language), "sent to the pages of this match alone"
        assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", is_secure)
        assert cookie["max-age"] == settings.MATCHES_KEPT.total_seconds()
    first, again = text_of(client.get(answer["Location"])), text_of(client.get(path(opened, Role.WATCH)))
    assert "entering" in again
    assert "This browser now manages the match" in first
    assert "This browser now manages the match" not in again, "it is told once"
    for page in (first, again):
        assert opened.token not in page
        assert path(opened, Role.WATCH, "match_links") in page
    watcher = text_of(guest().get(answer["Location"]))
    assert "This browser now manages" not in watcher
    assert "entering" not in watcher


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manager_s_link_leaves_the_address_of_every_page(language: str) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    for name, args in (
        ("match_history", []),
        ("match_hand", [1]),
        ("match_links", []),
        ("match_hands", []),
        ("match", []),
    ):
        browser = guest()
        browser.cookies["csrftoken"] = "x"
        answer = browser.get(path(opened, Role.MANAGE, name, *args, language=language), {"page": "1"})
        told = "&manager=1" if name == "match" else ""
        assert answer.status_code == 302
        assert answer["Location"] == f"{path(opened, Role.WATCH, name, *args, language=language)}?page=1{told}"
        assert answer["Cache-Control"] == "private, no-cache"
        page = browser.get(answer["Location"])
        assert page.status_code == 200
        assert (opened.token in text_of(page)) == (name == "match_links")
        assert page.wsgi_request.COOKIES[f"manager_{language}"] == opened.token


def test_a_browser_is_asked_once_whether_it_keeps_cookies_and_served_all_the_same() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    browser = guest()
    asked = browser.get(path(opened), {"page": "1"})
    assert asked["Location"] == f"{path(opened)}?page=1&cookies=1"
    assert (asked.cookies["cookies"]["path"], asked.cookies["cookies"]["httponly"]) == (path(opened), True)
    assert browser.get(asked["Location"])["Location"] == f"{path(opened, Role.WATCH)}?page=1&manager=1"
    for name, args in (("match", []), ("match_hand", [1]), ("match_links", [])):
        page = guest().get(path(opened, Role.MANAGE, name, *args), {"cookies": "1"})
        assert page.status_code == 200
        assert path(opened, Role.MANAGE) in text_of(page)
        assert not {"manager_en", "manager_it", "manager_cs"} & set(page.cookies)
    assert "entering" in Forms(guest().get(path(opened), {"cookies": "1"})).found
    for name, args in (("match_board", []), ("match_file", ["json"])):
        program = Client(headers={"host": "localhost"}).get(path(opened, Role.MANAGE, name, *args))
        assert program.status_code == 200, "a program is not asked"
    for role in (Role.WATCH, Role.SCORE):
        assert guest().get(path(opened, role)).status_code == 200, "nor is anybody else"


def test_a_browser_that_is_known_as_the_manager_s_may_what_the_manager_s_link_may() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    watching = str(store.link_tokens(opened)[Role.WATCH])
    for method, address, answers in everywhere(opened, watching):
        forms = entry(opened, SMALL) | {"do": [doing(address)], "role": ["score"], "hand": [hand_key(opened)]}
        response = getattr(known(opened), method)(address, forms if method == "post" else {})
        assert response.status_code == answers[Role.MANAGE], (method, address)
        assert "Cookie" in response["Vary"]
        if method == "post":
            assert response["Location"].startswith(path(opened, Role.WATCH))
            assert response.cookies["manager_it"].value == opened.token, "known for as long again"
        elif "/links/" not in address:
            assert opened.token not in text_of(response)
    assert revision(opened) > 1


def test_a_cookie_that_does_not_fit_allows_nothing() -> None:
    opened, other = opened_match("ramino", event(1, content=HAND)), opened_match("ramino")
    stale, before = opened.token, store.link_tokens(opened)
    store.renew_manager(opened, links.new_token())
    assert known(opened).get(reverse("match", args=[before[Role.WATCH]])).status_code == 404
    again = opened_match("ramino", event(1, content=HAND))
    tokens = store.link_tokens(again)
    odd = [stale, other.token, str(tokens[Role.SCORE]), str(tokens[Role.WATCH]), "A" * 32, "x", again.token[:-1]]
    for held in odd:
        for method, address, answers in everywhere(again, str(tokens[Role.WATCH])):
            response = getattr(known(again, manager=held), method)(address, entry(again, SMALL))
            assert response.status_code == answers[Role.WATCH], (held, address)
    assert revision(again) == 1
    assert known(again).get(path(again, Role.SCORE, "match_links")).status_code == 403, "nor at another link"


def test_the_manager_s_browser_stays_where_it_is_when_the_link_for_watching_is_revoked() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place, shared = path(opened, Role.WATCH), 'class="share watching"'
    assert shared in text_of(known(opened).get(place))
    answer = known(opened).post(f"{place}links/", {"do": "revoke", "role": "watch"})
    assert answer["Location"] == f"{place}links/?done=revoke&role=watch"
    assert "Revoked: this link no longer works." in text_of(known(opened).get(answer["Location"]))
    assert guest().get(place).status_code == 404
    page = known(opened).get(place)
    assert "entering" in Forms(page).found
    assert shared not in text_of(page)
    assert known(opened).get(f"{place}code.svg").status_code == 404
    key = uuid4()
    answer = known(opened).post(place, entry(opened, SMALL, key=key))
    assert answer["Location"] == f"{place}?stored=2&sent={key}"
    browser = guest()
    browser.cookies["csrftoken"] = "x"
    opened_anew = reverse("match", args=[opened.token])
    assert browser.get(opened_anew)["Location"] == f"{place}?manager=1", "the secret stands in no address here either"


def test_the_manager_s_browser_follows_a_link_for_watching_that_was_renewed() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    old = path(opened, Role.WATCH)
    key = uuid4()
    sent = entry(opened, SMALL, key=key)
    store.renew(opened, Role.WATCH)
    new = path(opened, Role.WATCH)
    assert guest().get(old).status_code == 404
    answer = known(opened).get(f"{old}links/", {"done": "renew", "role": "watch"})
    assert answer["Location"] == f"{new}links/?done=renew&role=watch"
    assert {cookie["path"] for cookie in answer.cookies.values()} == {
        path(opened, Role.WATCH, language=language) for language in LANGUAGES
    }
    stored = known(opened).post(old, sent)
    assert (stored.status_code, stored["Location"]) == (303, f"{new}?stored=2&sent={key}"), (
        "what was typed meanwhile is not lost"
    )
    assert stored.cookies["manager_en"]["path"] == new


@pytest.mark.parametrize("done", ["renew", "revoke", "keep", "delete"])
def test_of_a_link_that_there_is_not_nothing_is_told(done: str) -> None:
    opened = opened_match("ramino")
    if done == "delete":
        store.delete(opened)
    answer = known(opened).get(path(opened, Role.WATCH, "match_links"), {"done": done, "role": "no role"})
    assert answer.status_code == 200
    assert "no role" not in text_of(answer)
    told = {"keep": "Kept until", "delete": "This match will be deleted on"}.get(done)
    assert told is None or told in text_of(answer)
    assert "The link was renewed" not in text_of(answer)
    assert "no longer works" not in text_of(answer)


def test_a_browser_that_manages_no_more_is_anybody_s() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place, browser = path(opened, Role.WATCH), known(opened)
    assert "do no longer" not in text_of(browser.get(f"{place}links/"))
    answer = browser.post(f"{place}links/", {"do": "forget"})
    assert (answer.status_code, answer["Location"]) == (303, place)
    for language in LANGUAGES:
        cookie = answer.cookies[f"manager_{language}"]
        assert (cookie.value, cookie["max-age"], cookie["path"]) == ("", 0, path(opened, Role.WATCH, language=language))
    assert "entering" not in text_of(browser.get(place))
    assert browser.get(f"{place}links/").status_code == 403
    assert guest().post(f"{place}links/", {"do": "forget"}).status_code == 403
    assert "Stop managing in this browser" not in text_of(
        guest().get(path(opened, Role.MANAGE, "match_links"), {"cookies": "1"})
    )


def test_no_board_of_one_role_is_taken_for_another_s_at_the_same_address() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    board = path(opened, Role.WATCH, "match_board")
    watched, managed = guest().get(board), known(opened).get(board)
    assert (text_of(watched).count("✎"), text_of(managed).count("✎")) == (0, 1)
    for client, own, other in ((guest(), watched, managed), (known(opened), managed, watched)):
        assert client.get(board, headers={"if-none-match": other["ETag"]}).status_code == 200
        assert client.get(board, headers={"if-none-match": own["ETag"]}).status_code == 304
    assert "Cookie" in watched["Vary"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_s_preview_says_the_game_the_names_and_the_standing(language: str) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    leads = {"en": "Ana leads with 26", "it": "In testa Ana con 26", "cs": "Vede Ana: 26"}[language]
    for role in Role:
        # As the programs see it that draw previews: they keep no cookies.
        html = text_of(guest().get(path(opened, role, language=language), {"cookies": "1"}))
        page = Reader(html)
        said = {it.get("property", it.get("name")): it["content"] for it in page.all("meta") if "content" in it}
        assert said["og:title"] == "Ramino: Ana, Ben, Cyd"
        assert leads in said["og:description"].replace("\u00a0", " ")
        assert said["description"] == f"Ramino: Ana, Ben, Cyd – {said['og:description']}"
        places = {said.get("og:url"), *(link["href"] for link in page.all("link") if link["rel"] == "canonical")}
        watched = f"http://localhost{path(opened, Role.WATCH, language=language)}"
        assert places == ({None} if role is Role.SCORE else {watched})
        (title,) = re.findall("<title>(.*?)</title>", html, re.DOTALL)
        assert not [token for token in store.link_tokens(opened).values() if str(token) in title]


def test_the_link_for_watching_is_shared_by_those_who_know_it() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    watched = path(opened, Role.WATCH)
    for browser, place in (
        (guest(), watched),
        (known(opened), watched),
        (guest(), f"{path(opened)}?cookies=1"),
    ):
        page = Reader(text_of(browser.get(place)))
        (link,) = [link for link in page.all("a") if "data-said" in link]
        assert link["href"] == f"http://localhost{watched}"
        assert link["data-said"].startswith("Ramino: Ana, Ben, Cyd – Ana leads with 26")
        (code,) = [image for image in page.all("img") if "qr" in image.get("class", "")]
        assert code["loading"] == "lazy", "which nobody waits for"
        drawn = browser.get(code["src"], headers={"accept": "image/*"})
        assert drawn["Content-Type"] == "image/svg+xml"
        assert drawn.content.decode() == qr(f"http://localhost{watched}")
    keeper = text_of(guest().get(path(opened, Role.SCORE)))
    assert "data-said" not in keeper, "whose link does not tell it"
    assert guest().get(path(opened, Role.SCORE, "match_code")).status_code == 404


# --- What a hand comes to before it is stored ---


def counted(client: Client, opened: Opened, said: dict[str, list[str]], role: Role = Role.SCORE) -> HttpResponse:
    """What the site answers to a form that is being filled in."""
    return client.get(path(opened, role, "match_count"), said)


@pytest.mark.parametrize("game", SHEETS)
def test_a_hand_is_counted_before_it_is_stored_and_nothing_is_written(client: Client, game: str) -> None:
    content = example(game, plain_table(game))
    opened = opened_match(game, event(1, content=content))
    sheet = opened.sheet
    twice = sheet.standing(opened.table, [content, content])
    answer = counted(client, opened, typed(opened, content))
    assert answer.status_code == 200
    assert "private" in answer["Cache-Control"]
    shown = re.findall(r"<strong>(.*?)</strong>", text_of(answer))
    assert shown == [sheet.written(twice.totals[name]) for name in opened.table.players]
    assert revision(opened) == 1


def test_a_correction_is_counted_in_the_place_of_its_hand(client: Client) -> None:
    small = {"winner": "Cyd", "hands": {"Ana": "As", "Ben": "2s"}}
    opened = opened_match("ramino", event(1, content=example("ramino", plain_table("ramino"))), event(2, content=small))
    hand = reread(opened).ledger.at_place(1)
    assert hand
    answer = counted(client, opened, typed(opened, small) | {"hand": [hand.key]})
    totals = opened.sheet.standing(opened.table, [small, small]).totals
    shown = re.findall(r"<strong>(.*?)</strong>", text_of(answer))
    assert shown == [opened.sheet.written(totals[name]) for name in opened.table.players]


@pytest.mark.parametrize("game", SHEETS)
def test_a_form_that_is_still_empty_is_told_no_faults(client: Client, game: str) -> None:
    opened = opened_match(game)
    answer = counted(client, opened, {})
    assert answer.status_code == 200
    assert 'class="error"' not in text_of(answer)


def faults_of(client: Client, game: str, **typed: str) -> tuple[str, str]:
    """The page of a hand that was refused, and what it lists as wrong."""
    page = text_of(client.post(path(opened_match(game)), {"key": str(uuid4()), "seen": "0"} | typed))
    return page, page[page.index('class="faults"') : page.index('class="ask entering"')]


@pytest.mark.parametrize(
    ("game", "cells"),
    [
        ("murlan", ["hands"]),
        ("ramino", ["winner.0"]),
        ("muriel", ["hands"]),
        ("marriage", ["winner", "shown.0", "shown.1", "shown.2"]),
        ("machiavelli", ["left-0", "left-1", "left-2"]),
    ],
)
def test_that_nothing_is_filled_in_is_told_where_something_should_be(
    client: Client, game: str, cells: list[str]
) -> None:
    page, faults = faults_of(client, game)
    assert re.findall(r'href="#([^"]*)"', faults) == cells
    assert ("Fill in the hand first." in faults) == (game == "muriel")
    for cell in cells:
        assert re.search(rf'id="{cell}-error">\s*[^<\s]', page), cell


def test_what_was_meant_in_a_hand_is_offered_and_not_saved_by_it(client: Client) -> None:
    _page, faults = faults_of(
        client, "ramino", **{"winner.0": "0", "left.0.1": "27 pts", "left.0.2": "12", "absent.2": ""}
    )
    address = unescape(re.findall(r'class="button plain cure"\s+href="([^"]*)"', faults)[0])
    assert address == "?winner.0=0&left.0.1=27&left.0.2=12&checked=on#faults"
    opened = opened_match("ramino")
    filled = text_of(client.get(path(opened) + address.partition("#")[0]))
    assert re.search(r'name="left.0.1"\s+value="27"', filled)
    assert 'class="faults"' not in filled
    assert 'href="#left.0.2"' in text_of(client.get(path(opened) + address.replace("=12", "=zz").partition("#")[0]))
    assert not opened.match.revision


def test_how_a_deal_was_won_is_no_hand_yet(client: Client) -> None:
    _page, faults = faults_of(client, "ramino", **{"at_once.0": "on"})
    assert "choose who won" in faults


def test_that_too_few_are_left_is_told_before_anything_is_filled_in(client: Client) -> None:
    answer = counted(client, opened_match("marriage"), {f"absent.{seat}": "on" for seat in range(2)})
    assert answer.status_code == 422
    assert "A hand needs at least" in text_of(answer)


def test_what_a_form_lacks_is_told_at_each_cell(client: Client) -> None:
    for game, typed, cells in (
        ("marriage", "shown.0", ["winner", "shown.1", "shown.2"]),
        ("machiavelli", "left.0", ["left-1", "left-2"]),
    ):
        page, faults = faults_of(client, game, **{typed: "seen" if game == "marriage" else "0"})
        assert re.findall(r'href="#([^"]*)"', faults) == cells
        for cell in cells:
            assert re.search(rf'id="{cell}-error">[^<]', page), cell


def test_only_what_stands_in_the_form_is_told_to_be_wrong(client: Client) -> None:
    opened = opened_match("ramino")
    answer = counted(client, opened, {"left.0.1": ["9z"], "left.0.2": [""]})
    assert answer.status_code == 422
    assert re.findall(r'id="([^"]*)-error"', text_of(answer)) == ["left.0.1"]
    assert 'class="gain"' not in text_of(answer)


def test_only_who_keeps_the_score_has_a_hand_counted(client: Client) -> None:
    opened = opened_match()
    assert counted(client, opened, {}, Role.WATCH).status_code == 403
    assert client.post(path(opened, Role.SCORE, "match_count"), {}).status_code == 405


@pytest.mark.parametrize(
    ("left", "said"),
    [(["400", "", ""], "Short of 420 by 20"), (["400", "20", ""], "Sum 420 ✓"), (["400", "20", "7"], "Over 420 by 7")],
)
def test_what_a_hand_of_muriel_lacks_is_told(client: Client, left: list[str], said: str) -> None:
    opened = opened_match("muriel")
    answer = counted(client, opened, {f"points.0.{seat}": [points] for seat, points in enumerate(left)})
    assert said in text_of(answer)


# --- Entering ---


def test_a_double_tap_is_stored_once_and_both_are_answered_alike(client: Client) -> None:
    opened = opened_match()
    sent = entry(opened)
    first, second = (client.post(path(opened, Role.SCORE), sent) for _tap in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"]
    assert revision(opened) == 1
    assert "Saved." in text_of(client.get(first["Location"]))


@pytest.mark.parametrize(
    ("game", "change", "said"),
    [
        ("murlan", {"out": ["0", "0", "1", "2"]}, "0"),
        ("murlan", {"out": ["0", "1", "2", ""]}, "2"),
        ("ramino", {"left.0.1": ["1Z"]}, "1Z"),
        ("ramino", {"winner.0": [""]}, "Kh 7d"),
        ("marriage", {"maal.1": ["1Z"]}, "1Z"),
        ("marriage", {"winner": []}, "seen"),
        ("machiavelli", {"left": ["0", "", "7"]}, "7"),
        ("machiavelli", {"left": ["0", "0", "13"]}, "13"),
        ("muriel", {"points.0.1": ["1Z"]}, "1Z"),
        ("muriel", {"points.0.1": ["-5"]}, "-5"),
    ],
)
def test_what_cannot_be_read_is_named_and_everything_typed_is_kept(
    client: Client, game: str, change: dict[str, list[str]], said: str
) -> None:
    opened = opened_match(game)
    sent = entry(opened) | change
    response = client.post(path(opened, Role.SCORE), sent)
    assert response.status_code == 422
    page = Reader(text_of(response))
    assert page.all("h2", id="faults")
    for link in page.all("a"):
        if link["href"].startswith("#"):
            assert link["href"][1:] in page.ids
    again = Forms(response).sent("entering")
    for name, values in sent.items():
        assert [value for value in again.get(name, []) if value] == [value for value in values if value], name
    assert said in [value for values in again.values() for value in values]
    assert revision(opened) == 0


@pytest.mark.parametrize("game", SHEETS)
def test_a_form_sent_empty_or_with_anything_else_in_it_is_answered(client: Client, game: str) -> None:
    opened = opened_match(game)
    for sent in (
        {},
        entry(opened) | {"key": ["abc"]},
        {"key": [str(uuid4())], "seen": ["9" * 5000]},
        entry(opened) | {"seen": ["-1"], **{name: ["\0"] for name in typed(opened, example(game, opened.table))}},
        {name: ["9" * 1000] for name in entry(opened)},
    ):
        response = client.post(path(opened, Role.SCORE), sent)
        assert response.status_code == 422, sent
    too_long = client.post(path(opened, Role.SCORE), entry(opened) | {"more": ["x" * 20_000]})
    assert too_long.status_code == 422
    assert revision(opened) == 0


def test_names_and_terms_cannot_be_changed_by_an_entry(client: Client) -> None:
    opened = opened_match("ramino")
    sent = entry(opened) | {
        "player.0": ["Zoe Zed"],
        "match": ["deals"],
        "to": ["1"],
        "house.lay_off": ["any"],
        "first": ["9"],
    }
    assert client.post(path(opened), sent).status_code == 303
    assert contents(reread(opened).ledger) == [HAND]
    assert "Zoe Zed" not in text_of(client.get(path(opened)))
    assert "wins the match" not in text_of(client.get(path(opened)))


def test_the_second_of_two_is_told_what_the_first_entered_and_keeps_its_own(client: Client) -> None:
    opened = opened_match()
    first, second = entry(opened, HAND), entry(opened, SMALL)
    client.post(path(opened, Role.SCORE), first)
    response = client.post(path(opened), second)
    assert response.status_code == 409
    html = text_of(response)
    assert 'id="clash"' in html
    assert "Hand 1 entered: Ana 26 · Ben 0 · Cyd 0" in html.replace("\u00a0", " ")
    assert revision(opened) == 1
    again = Forms(response).sent("entering")
    assert again["key"] == second["key"], "sent again it is still the same entry"
    assert again["seen"] == [reread(opened).ledger.mark]
    assert {name: again[name] for name in typed(opened, SMALL)} == typed(opened, SMALL)
    assert client.post(path(opened), again).status_code == 303
    assert contents(reread(opened).ledger) == [HAND, SMALL]


def test_the_second_is_told_when_it_is_the_same(client: Client) -> None:
    opened = opened_match()
    first, second = entry(opened), entry(opened)
    client.post(path(opened, Role.SCORE), first)
    response = client.post(path(opened), second)
    assert response.status_code == 409
    assert "It is the same as yours" in text_of(response)


def test_an_entry_changed_after_it_had_arrived_corrects_it(client: Client) -> None:
    opened = opened_match()
    key = uuid4()
    client.post(path(opened, Role.SCORE), entry(opened, HAND, key=key))
    response = client.post(path(opened, Role.SCORE), entry(opened, SMALL, seen=0, key=key))
    assert response.status_code == 409
    assert "We already have this hand" in text_of(response)
    again = Forms(response).sent("correcting", do="correct")
    assert client.post(path(opened, Role.SCORE, "match_hand", 1), again).status_code == 303
    assert contents(reread(opened).ledger) == [SMALL]
    assert [found.kind for found in reread(opened).ledger.events] == [Kind.ENTERED, Kind.CORRECTED]


def test_a_match_that_is_over_or_full_takes_no_hand_and_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opened_match("ramino", *[event(number, content=HAND) for number in range(1, 5)])
    assert "Ana wins the match" in text_of(client.get(path(opened)))
    assert "entering" not in Forms(client.get(path(opened))).found
    response = client.post(path(opened), entry(opened, SMALL))
    assert response.status_code == 409
    assert "The match is over" in text_of(response)
    assert Forms(response).sent("entering")["left.0.0"] == ["As"]
    monkeypatch.setattr(store, "MOST_EVENTS", 4)
    full = client.post(path(opened, Role.MANAGE, "match_hand", 1), correction(opened, 1, SMALL))
    assert full.status_code == 409
    assert "This match is full" in text_of(full)
    assert revision(opened) == 4


def test_an_entry_of_a_link_that_was_revoked_meanwhile_is_not_stored(client: Client) -> None:
    opened = opened_match()
    place = path(opened, Role.SCORE)
    sent = entry(opened)
    store.revoke(opened, Role.SCORE)
    assert client.post(place, sent).status_code == 404
    assert revision(opened) == 0


# --- Correcting ---


@pytest.mark.parametrize("game", SHEETS)
def test_the_form_of_a_hand_shows_the_hand_and_stores_it_unchanged(client: Client, game: str) -> None:
    """Whoever opens a hand and sends it as it stands has changed nothing."""
    table = plain_table(game)
    both = [example(game, table), reversed_example(game, table)]
    opened = opened_match(game, *[event(number, content=content) for number, content in enumerate(both, 1)])
    for number, content in enumerate(both, 1):
        for language in LANGUAGES:
            place = path(opened, Role.SCORE, "match_hand", number, language=language)
            shown = Forms(client.get(place)).sent("correcting", do="correct")
            for name, values in typed(opened, content, language).items():
                assert [value for value in shown[name] if value] == [value for value in values if value]
            assert client.post(place, shown).status_code == 303
        assert contents(reread(opened).ledger)[number - 1] == content
    assert revision(opened) == 2
    place = path(opened, Role.SCORE, "match_hand", 1)
    sent = Forms(client.get(place)).sent("correcting", do="correct")
    changed = {name: values for name, values in sent.items() if not opened.sheet.is_own(name)}
    changed |= typed(opened, both[1])
    assert client.post(place, changed).status_code == 303
    assert contents(reread(opened).ledger) == [both[1], both[1]]


def reversed_example(game: str, table: Table) -> Any:
    """The example with the players the other way round, as the form stores it."""
    sheet = SHEETS[game]
    backwards = example(game, Table(table.players[::-1], table.house, table.terms))
    if game == "marriage":
        backwards["players"] = backwards["players"][::-1]
    form = sheet.asked(table, backwards)
    assert form.is_valid()
    return sheet.content(form.cleaned_data)


def test_a_hand_is_corrected_taken_back_and_put_back_and_all_of_it_can_be_read(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=SMALL))
    place = path(opened, Role.SCORE, "match_hand", 1)

    def send(does: str, **changed: Any) -> HttpResponse:
        return client.post(place, Forms(client.get(place)).sent("correcting", do=does, **changed))

    answer = send("correct", **{"left.0.1": "2h"})
    assert answer.status_code == 303
    assert "Hand 1 corrected" in text_of(client.get(answer["Location"]))
    assert contents(reread(opened).ledger)[0]["hands"]["Ben"] == "2h"
    assert send("remove").status_code == 303
    assert contents(reread(opened).ledger) == [SMALL]
    page = text_of(client.get(place))
    assert "has been deleted" in page
    answer = send("correct")
    assert answer.status_code == 303
    assert "Saved. Hand 1 restored" in text_of(client.get(answer["Location"]))
    assert [found["hands"].get("Ben") for found in contents(reread(opened).ledger)] == ["2h", "2s"]
    for name, role in (("match_history", Role.WATCH), ("match_history", Role.MANAGE)):
        history = text_of(client.get(path(opened, role, name)))
        told = ["Hand 1 entered", "Hand 2 entered", "Hand 1 corrected", "Hand 1 deleted", "Hand 1 restored"]
        assert re.findall(r"Hand \d (?:entered|corrected|deleted|restored)(?=</strong>)", history) == told[::-1]
        assert len(re.findall("<time datetime=", history)) == 5
    assert [found.kind for found in reread(opened).ledger.events[2:]] == [Kind.CORRECTED, Kind.REMOVED, Kind.CORRECTED]


def test_two_that_change_the_same_hand_are_told_of_each_other(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=SMALL))
    place = path(opened, Role.SCORE, "match_hand", 1)
    mine = Forms(client.get(place)).sent("correcting", do="correct", **{"left.0.1": "3h"})
    client.post(place, Forms(client.get(place)).sent("correcting", do="correct", **{"left.0.1": "2h"}))
    response = client.post(place, mine)
    assert response.status_code == 409
    assert 'id="clash"' in text_of(response)
    again = Forms(response).sent("correcting", do="correct")
    assert (again["left.0.1"], again["key"]) == (["3h"], mine["key"])
    assert client.post(place, again).status_code == 303
    assert contents(reread(opened).ledger)[0]["hands"]["Ben"] == "3h"
    other = client.post(path(opened, Role.SCORE, "match_hand", 2), correction(opened, 2, HAND) | {"seen": ["2"]})
    assert other.status_code == 303, "another hand is nobody's concern"


def test_taking_back_what_was_taken_back_meanwhile_changes_nothing(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place = path(opened, Role.SCORE, "match_hand", 1)
    mine, other = (Forms(client.get(place)).sent("correcting", do="remove") for _phone in range(2))
    assert client.post(place, other).status_code == 303
    assert client.post(place, other).status_code == 303, "a double tap"
    assert client.post(place, mine).status_code in (303, 409)
    assert revision(opened) == 2
    assert contents(reread(opened).ledger) == []


@pytest.mark.parametrize("number", [2, 9, 10**9, 10**30])
def test_a_hand_that_is_not_there_is_not_found(client: Client, number: int) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.CORRECTED, 1, SMALL))
    place = path(opened, Role.SCORE, "match_hand", number)
    assert client.get(place).status_code == 404
    for does in ("correct", "remove", "restore", ""):
        assert client.post(place, entry(opened) | {"do": [does]}).status_code in (303, 404)
    assert revision(opened) == 2


def test_hands_after_the_end_are_shown_as_not_counted(client: Client) -> None:
    table = Table(("Ana", "Ben"), {}, {"match": {"points": 20}})
    small, large = ({"winner": "Ana", "hands": {"Ben": cards}} for cards in ("As", "Kh Qh"))
    events = [event(1, content=small), event(2, content=large), event(3, Kind.CORRECTED, 1, large)]
    _match, token = store.open_match("ramino", table, events)
    html = text_of(client.get(reverse("match", args=[token])))
    assert html.count("after the end, not counted") == 1
    assert "Ana wins the match" in html
    assert re.findall(r"<tfoot>.*?<strong>(\d+)</strong>", html) == ["20"]
    lines = text_of(client.get(reverse("match_file", args=[token, "csv"]))).splitlines()
    assert len(lines) == 2
    place = reverse("match_hand", args=[token, 2])
    assert client.post(place, Forms(client.get(place)).sent("correcting", do="remove")).status_code == 303
    assert "not counted" not in text_of(client.get(reverse("match", args=[token])))


def test_redirect_after_accepted_form_repeats_its_key(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place, hand, players = (
        path(opened, Role.SCORE, name, *args)
        for name, args in (("match", ()), ("match_hand", (1,)), ("match_players", ()))
    )
    key = str(uuid4())
    forms = [
        (place, entry(opened, SMALL, key=key)),
        (place, {"do": ["undo"], "event": [key]}),
        (hand, correction(opened, 1, HAND)),
        (hand, correction(opened, 1, SMALL)),
        (players, Forms(client.get(players)).sent("taking")),
        (place, entry(opened, SMALL, seen=4) | {"do": ["close"]}),
        (place, {"do": ["undo"], "event": [str(uuid4())]}),
    ]
    for address, sent in forms:
        answer = client.post(address, sent)
        (key,) = sent.get("key") or sent["event"]
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (303, place), sent
        assert parse_qs(urlsplit(answer["Location"]).query)["sent"] == [key]


@pytest.mark.parametrize("key", ["", "x", "x" * 5000, "\r\nX: y"])
def test_key_that_is_none_is_not_repeated(client: Client, key: str) -> None:
    place = path(opened_match(), Role.SCORE)
    assert client.post(place, {"do": "undo", "event": key})["Location"] == place


# --- Undoing ---


def test_what_was_just_stored_is_undone_by_one_tap_of_whoever_keeps_the_score(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place = path(opened, Role.SCORE)
    answer = client.post(place, entry(opened, SMALL))
    page = client.get(answer["Location"])
    assert "Saved. Hand 2 entered" in text_of(page)
    (undo,) = Forms(page).that("undo")
    assert undo["event"] == reread(opened).ledger.events[1].key
    told = [client.post(place, undo) for _tap in range(2)]
    assert [it.status_code for it in told] == [303, 303]
    assert told[0]["Location"] == told[1]["Location"], "a double tap"
    assert contents(reread(opened).ledger) == [HAND]
    page = client.get(told[0]["Location"])
    assert "Undone: hand 2 has been deleted." in text_of(page)
    assert "Saved." not in text_of(page)
    assert "Undo</button>" not in text_of(page), "it is put back from its row"
    assert revision(opened) == 3


@pytest.mark.parametrize("game", SHEETS)
def test_an_entry_that_is_undone_is_back_in_the_form_to_be_put_right_as_a_new_one(client: Client, game: str) -> None:
    opened = opened_match(game)
    hand = example(game, opened.table)
    sent = entry(opened, hand)
    page = client.get(client.post(path(opened, Role.SCORE), sent)["Location"])
    blank = Forms(client.get(path(opened, Role.SCORE))).sent("entering", key="", seen="")
    (undo,) = Forms(page).that("undo")
    again = client.post(path(opened, Role.SCORE), undo)["Location"]
    for language in LANGUAGES:
        page = client.get(path(opened, Role.SCORE, language=language), {"stored": "2"})
        shown = Forms(page).sent("entering")
        for name, values in typed(opened, hand, language).items():
            assert [value for value in shown[name] if value] == [value for value in values if value]
    assert "are back in the form" in text_of(client.get(again))
    shown = Forms(client.get(again)).sent("entering")
    assert shown["key"] != sent["key"]
    assert client.post(path(opened, Role.SCORE), shown).status_code == 303
    assert contents(reread(opened).ledger) == [hand]
    late = text_of(client.get(again))
    assert "has been deleted." in late
    assert "are back in the form" not in late, "it has been entered anew"
    assert Forms(client.get(again)).sent("entering", key="", seen="") == blank


def test_only_an_entry_that_is_undone_and_has_not_come_back_is_put_into_the_form(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND))
    place = path(opened, Role.SCORE)

    def filled_in(number: int, role: Role = Role.SCORE, **typed: str) -> list[str]:
        page = client.get(path(opened, role), {"stored": str(number)} | typed)
        assert ("are back in the form" in text_of(page)) == (number == 3 and revision(opened) == 3 and role.may_score)
        return Forms(page).sent("entering")["left.0.1"] if role.may_score else []

    (undo,) = Forms(client.get(place, {"stored": "2"})).that("undo")
    client.post(place, undo)
    assert filled_in(3) == ["Kh 7d"]
    assert filled_in(3, Role.WATCH) == []
    assert filled_in(2) == [""]
    (back,) = Forms(client.get(place)).that("undo")
    client.post(place, back)
    assert filled_in(3) == [""], "it counts again"
    assert filled_in(4) == [""]
    client.post(path(opened, Role.SCORE, "match_hand", 2), correction(opened, 2, SMALL))
    (undo,) = Forms(client.get(place, {"stored": "5"})).that("undo")
    client.post(place, undo)
    assert filled_in(6) == [""], "a correction that is undone leaves the hand as it was"


def test_a_hand_that_is_undone_after_people_changed_bears_their_names_of_now(client: Client) -> None:
    now = seating.content([(0, "Ada"), (1, "Ben"), (2, "Cyd")])
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.SEATED, content=now))
    undo = {"do": "undo", "event": reread(opened).ledger.events[0].key}
    page = client.get(client.post(path(opened, Role.SCORE), undo)["Location"])
    said = Forms(page).sent("entering")
    assert client.post(path(opened, Role.SCORE), said).status_code == 303
    assert contents(reread(opened).ledger) == [opened.sheet.renamed(HAND, {"Ana": "Ada"})]


def test_the_hand_after_one_that_was_undone_takes_its_number_and_that_one_cannot_count_as_well(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND), event(3, Kind.REMOVED, 2))
    place, said = path(opened), entry(opened, SMALL)
    assert 'id="next">Hand 2<' in text_of(client.get(place))
    for _again in range(2):  # its answer may be lost
        answer = client.post(place, said)
        assert "Saved. Hand 2 entered again" in text_of(client.get(answer["Location"]))
    ledger = reread(opened).ledger
    assert [(hand.place, hand.content) for hand in ledger.hands] == [(1, HAND), (2, SMALL)]
    assert [it.kind for it in ledger.events[3:]] == [Kind.CORRECTED]
    page = client.get(place)
    assert 'id="next">Hand 3<' in text_of(page)
    assert not [it for it in Forms(page).that("undo") if it["event"] == ledger.events[2].key]
    client.post(place, {"do": "undo", "event": ledger.events[3].key})
    page = client.get(place, {"stored": "5"})
    assert "its figures are back in the form" in text_of(page).lower()
    assert Forms(page).sent("entering")["left.0.0"] == typed(opened, SMALL)["left.0.0"]
    later = entry(opened, HAND, key=UUID(said["key"][0]))
    assert client.post(place, later).status_code == 409, "the same key, and another hand"


def test_a_hand_is_a_further_one_for_whoever_did_not_see_that_the_last_was_undone(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place, said = path(opened), entry(opened, SMALL)
    client.post(place, {"do": "undo", "event": reread(opened).ledger.events[0].key})
    assert client.post(place, said).status_code == 303
    assert [(hand.place, hand.content) for hand in reread(opened).ledger.hands] == [(2, SMALL)]


def test_of_several_hands_that_were_undone_the_first_is_entered_anew_first(client: Client) -> None:
    entered = [event(number, content=HAND) for number in (1, 2, 3)]
    opened = opened_match("ramino", *entered, event(4, Kind.REMOVED, 3), event(5, Kind.REMOVED, 2))
    for number in (2, 3, 4):
        assert f'id="next">Hand {number}<' in text_of(client.get(path(opened)))
        client.post(path(opened), entry(opened, SMALL))
    assert [hand.place for hand in reread(opened).ledger.hands] == [1, 2, 3, 4]


@pytest.mark.parametrize("first", ["restored", "entered", "closed"])
def test_a_hand_in_the_place_of_another_is_not_stored_over_what_came_first(client: Client, first: str) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.REMOVED, 1))
    place, said = path(opened), entry(opened, SMALL)
    match first:
        case "restored":
            client.post(place, {"do": "undo", "event": reread(opened).ledger.events[1].key})
        case "entered":
            client.post(place, entry(opened, HAND))
        case "closed":
            client.post(place, *Forms(client.get(place)).that("close"))
    number = reread(opened).ledger.revision
    answer = client.post(place, said)
    assert answer.status_code == 409
    assert "Not saved yet: something else was entered first" in text_of(answer)
    assert reread(opened).ledger.revision == number
    if first != "closed":
        assert 'id="next">Hand 2<' in text_of(answer)
        assert client.post(place, Forms(answer).sent("entering")).status_code == 303
        assert contents(reread(opened).ledger) == [HAND, SMALL]


def test_a_hand_after_which_somebody_is_said_to_deal_keeps_its_place(client: Client) -> None:
    """For the deal a hand counts where it was entered first, and the next one comes after who was said to deal."""
    table = {"seats": [[0, "Ana"], [1, "Ben"], [2, "Cyd"]]}
    for said, expected in ((table, 1), (table | {"deals": 1}, 2)):
        opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.SEATED, content=said))
        client.post(path(opened), {"do": "undo", "event": reread(opened).ledger.events[0].key})
        assert f'id="next">Hand {expected}<' in text_of(client.get(path(opened)))


def test_the_line_of_what_was_undone_says_how_it_stands_since(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place = path(opened)
    of_hand = path(opened, Role.MANAGE, "match_hand", 1)

    def undone(answer: HttpResponse, stored: str) -> str:
        page = client.get(answer["Location"])
        assert f"Saved. {stored}" in text_of(page)
        (undo,) = [it for it in Forms(page).that("undo") if it["event"] == reread(opened).ledger.events[-1].key]
        page = client.get(client.post(place, undo)["Location"])
        return re.findall(r'class="stored" role="status">([^<]*)<', text_of(page))[0]

    def close(does: str) -> HttpResponse:
        return client.post(place, *Forms(client.get(place)).that(does))

    corrected = client.post(of_hand, correction(opened, 1, SMALL))
    assert undone(corrected, "Hand 1 corrected") == "Undone: hand 1 is as it was before."
    assert contents(reread(opened).ledger) == [HAND]
    assert undone(close("close"), "Evening ended") == "Undone: the evening goes on."
    assert undone(close("close"), "Evening ended") == "Undone: the evening goes on."
    close("close")
    assert undone(close("reopen"), "Evening reopened") == "Undone: the evening is over again."
    assert reread(opened).ledger.closed


def test_whoever_may_not_write_is_offered_nothing_to_undo(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND), event(3, Kind.REMOVED, 2))
    for name in ("match", "match_hands", "match_history", "match_board"):
        page = client.get(path(opened, Role.WATCH, name), {"stored": "1"})
        assert not Forms(page).every
        assert not page.cookies, "who only looks needs no cookie"
    said = {"do": "undo", "event": reread(opened).ledger.events[0].key}
    assert client.post(path(opened, Role.WATCH), said).status_code == 403
    store.delete(opened)
    for name in ("match", "match_hands"):
        assert not Forms(client.get(path(opened, Role.MANAGE, name), {"stored": "1"})).that("undo")
    going = client.post(path(opened, Role.SCORE), said)
    assert going.status_code == 409
    assert "about to be deleted" in text_of(going)
    assert revision(opened) == 3


def test_nothing_is_offered_to_be_undone_once_others_wrote_since_and_who_tries_is_told(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND))
    place = path(opened, Role.SCORE)
    (undo,) = Forms(client.get(place, {"stored": "2"})).that("undo")
    client.post(path(opened, Role.MANAGE, "match_hand", 2), correction(opened, 2, SMALL))
    assert not Forms(client.get(place, {"stored": "2"})).that("undo")
    answer = client.post(place, undo)
    assert answer.status_code == 409
    page = text_of(answer)
    assert "Not undone: something else was entered first" in page
    assert "Hand 2 corrected: " in page
    assert "Yours is still in the form" not in page
    assert contents(reread(opened).ledger) == [HAND, SMALL]
    assert client.post(place, undo | {"event": "x"}).status_code == 303
    assert client.post(place, undo | {"event": str(uuid4())}).status_code == 303
    assert revision(opened) == 3


@pytest.mark.parametrize("name", ["match", "match_hands"])
def test_a_deleted_hand_stays_in_its_row_and_is_put_back_from_there(client: Client, name: str) -> None:
    """It does not count, whatever it would bring."""
    events = [event(1, content=HAND), event(2, content=SMALL), event(3, content=HAND), event(4, Kind.REMOVED, 2)]
    opened = opened_match("ramino", *events)
    place = path(opened, Role.SCORE, name)
    for role in (Role.WATCH, Role.SCORE):
        page = text_of(client.get(path(opened, role, name)))
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page[page.index("<tbody>") : page.index("</tbody>")], re.DOTALL)
        told = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip().split(" ")[0] for row in rows]
        assert told == ["1", "2", "3"]
        assert re.findall(r"<s>([^<]*)</s>", rows[1]) == ["–", "–", "+3"]
        assert "deleted" in rows[1]
        assert 'class="why"' not in rows[1]
        assert [row.count('class="why"') for row in (rows[0], rows[2])] == [3, 3]
        assert (">Restore</button>" in rows[1]) == role.may_score
    totals = opened.standing(reread(opened).ledger).totals
    assert totals["Cyd"] == 0
    page = client.get(place)
    (back,) = Forms(page).that("undo")
    answer = client.post(path(opened, Role.SCORE), back)
    assert "Hand 2 counts again." in text_of(client.get(answer["Location"]))
    assert contents(reread(opened).ledger) == [HAND, SMALL, HAND]
    assert "<s>" not in text_of(client.get(place))
    assert client.post(path(opened, Role.SCORE), back)["Location"] == answer["Location"], "a double tap"
    assert revision(opened) == 5


@pytest.mark.parametrize("game", SHEETS)
def test_a_deleted_hand_is_struck_through_in_every_game(client: Client, game: str) -> None:
    hand = example(game, plain_table(game))
    opened = opened_match(game, event(1, content=hand), event(2, Kind.REMOVED, 1))
    page = text_of(client.get(path(opened)))
    assert page.count("<s>") == len(opened.table.players)
    assert page.count('id="why-') == 0
    Entry.objects.filter(number=1).update(content={"nobody": "knows this"}, outcome=None)
    boards.clear()
    page = text_of(client.get(path(opened)))
    assert ("<s>" in page, "Entry 1 cannot be read." in page) == (False, True)


def test_only_hands_that_count_are_in_the_table_for_spreadsheets(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND), event(3, Kind.REMOVED, 1))
    lines = text_of(client.get(path(opened, Role.WATCH, "match_file", "csv"))).splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == ["2"]


@pytest.mark.parametrize("name", ["match", "match_board", "match_hands"])
def test_a_form_of_the_board_is_one_browser_s_own(name: str) -> None:
    """A board is made once for all who look; the token of its forms is not."""
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.REMOVED, 1))
    browsers = [Client(headers={"host": "localhost"}, enforce_csrf_checks=True) for _browser in range(2)]
    pages = [browser.get(path(opened, Role.SCORE, name)) for browser in browsers]
    (one,), (other,) = (Forms(page).that("undo") for page in pages)
    assert one["event"] == other["event"]
    assert one["csrfmiddlewaretoken"] != other["csrfmiddlewaretoken"]
    assert not [page for page in pages if NO_TOKEN in text_of(page)]
    assert browsers[0].post(path(opened, Role.SCORE), other).status_code == 403
    for browser, own in ((browsers[0], one), (browsers[1], other)):
        assert browser.post(path(opened, Role.SCORE), own).status_code == 303
    assert revision(opened) == 3


# --- Payments ---


def settling(value: str = "0.05") -> Opened:
    """A match after which Ana owes Cyd 6 points and Ben owes Cyd 15."""
    maal = {"Ana": 3, "Ben": 0, "Cyd": 9}
    seats: list[dict[str, Any]] = [{"name": name, "maal": maal[name], "seen": True} for name in maal]
    hand = {"players": [*seats[:2], seats[2] | {"winner": True}]}
    table = Table(tuple(maal), {}, {"value": value} if value else {})
    opened = store.find(store.open_match("marriage", table, [event(1, content=hand)])[1])
    assert opened
    return opened


def due(response: HttpResponse) -> list[tuple[str, str, str]]:
    """The payments that can be ticked off on a page."""
    return [(form["from"], form["to"], form["points"]) for form in Forms(response).that("pay")]


def words(html: str) -> str:
    """What is read of a part of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


@pytest.mark.parametrize("value", ["0.05", ""])
def test_a_payment_is_ticked_off_and_taken_back(client: Client, value: str) -> None:
    opened = settling(value)
    place = path(opened, Role.SCORE)
    totals = opened.standing(reread(opened).ledger).totals
    page = client.get(place)
    assert due(page) == [("Ana", "Cyd", "6"), ("Ben", "Cyd", "15")]
    first = Forms(page).that("pay")[0]
    answers = [client.post(place, first) for _tap in range(2)]
    assert [it.status_code for it in answers] == [303, 303]
    assert answers[0]["Location"] == answers[1]["Location"], "a double tap"
    page = client.get(answers[0]["Location"])
    assert "Saved. Ana paid Cyd 6 points" in text_of(page)
    assert due(page) == [("Ben", "Cyd", "15")]
    paid = words(text_of(page).split('<ul class="paid">')[1].split("</ul>")[0])
    assert paid.startswith("Ana → Cyd: 6 (0.30)" if value else "Ana → Cyd: 6 ")
    assert opened.standing(reread(opened).ledger).totals == totals, "the score is as it was played"
    (other,) = Forms(page).that("pay")
    page = client.get(client.post(place, other)["Location"])
    assert due(page) == []
    assert "Everything has been paid." in text_of(page)
    assert "Pair by pair" in text_of(page)
    assert "before any payment" in text_of(page)
    back = next(it for it in Forms(page).that("undo") if it["event"] == reread(opened).ledger.events[1].key)
    page = client.get(client.post(place, back)["Location"])
    assert "Undone: the payment from Ana to Cyd no longer counts." in text_of(page)
    assert due(page) == [("Ana", "Cyd", "6")]
    history = text_of(client.get(path(opened, Role.WATCH, "match_history")))
    assert re.findall(r"<strong>([^<]*)</strong>", history)[:3] == [
        "Payment undone: Ana to Cyd, 6 points",
        "Ben paid Cyd 15 points",
        "Ana paid Cyd 6 points",
    ]
    assert [found.kind for found in reread(opened).ledger.events[1:]] == [Kind.PAID, Kind.PAID, Kind.UNPAID]
    assert client.post(place, first | {"seen": reread(opened).ledger.mark}).status_code == 303, "it can be paid again"


def test_two_phones_that_tick_the_same_payment_off_tick_it_off_once(client: Client) -> None:
    opened = settling()
    pages = [client.get(path(opened, role)) for role in (Role.SCORE, Role.MANAGE)]
    for page in pages:
        assert client.post(path(opened), Forms(page).that("pay")[0]).status_code == 303
    assert revision(opened) == 2


def test_the_points_of_a_hand_that_is_entered_are_no_more_than_its_pack_has(client: Client) -> None:
    most, too_many = ({"winner": "Ana", "hands": {"Ben": 170, "Cyd": points}} for points in (170, 171))
    opened = opened_match()
    answer = client.post(path(opened), entry(opened, too_many))
    assert answer.status_code == 422
    assert "Hand 1: 341 points in all is too many; all the cards together are worth only 340." in text_of(answer)
    assert client.post(path(opened), entry(opened, most)).status_code == 303
    stored = opened_match("ramino", event(1, content=too_many))
    assert "Ana wins the match" in text_of(client.get(path(stored))), "what is stored counts as it was entered"


def test_a_payment_that_is_no_longer_in_the_list_is_refused_in_words(client: Client) -> None:
    opened = settling()
    place = path(opened, Role.SCORE)
    first, second = Forms(client.get(place)).that("pay")
    for odd in ({"points": "7"}, {"points": "x"}, {"points": "9" * 50}, {"from": "Zoe"}, {"to": ""}, {"from": "Cyd"}):
        answer = client.post(place, first | odd)
        assert answer.status_code == 409
        assert "This payment is no longer in the list of who owes whom" in text_of(answer)
    again = client.post(place, {"do": "pay"})
    assert again.status_code == 409
    store.write(opened.match, Role.MANAGE, uuid4(), Kind.REMOVED, seen=1, hand=1)
    answer = client.post(place, second)
    assert answer.status_code == 409
    assert revision(opened) == 2
    assert Forms(answer).that("pay") == []


def test_what_was_paid_for_a_hand_that_was_deleted_is_owed_back(client: Client) -> None:
    opened = settling()
    place = path(opened, Role.SCORE)
    client.post(place, Forms(client.get(place)).that("pay")[0])
    store.write(opened.match, Role.MANAGE, uuid4(), Kind.REMOVED, seen=2, hand=1)
    assert due(client.get(place)) == [("Cyd", "Ana", "6")]


def test_who_only_watches_sees_what_was_paid_and_ticks_nothing_off(client: Client) -> None:
    opened = settling()
    client.post(path(opened), Forms(client.get(path(opened))).that("pay")[0])
    page = client.get(path(opened, Role.WATCH))
    assert "Already paid" in text_of(page)
    assert not Forms(page).every
    said = {"do": "pay", "from": "Ben", "to": "Cyd", "points": "15", "seen": "2"}
    assert client.post(path(opened, Role.WATCH), said).status_code == 403
    assert revision(opened) == 2


def test_payments_go_out_as_a_file_and_come_in_again(client: Client) -> None:
    opened = settling()
    client.post(path(opened), Forms(client.get(path(opened))).that("pay")[0])
    answer = client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", exported(opened))})
    again = sent_to(client, answer)
    assert exported(again) == exported(opened)
    assert due(client.get(path(again))) == [("Ben", "Cyd", "15")]


def test_a_payment_without_a_hand_is_shown_and_can_be_undone(client: Client) -> None:
    paid = event(1, Kind.PAID, content={"from": "Ana", "to": "Ben", "points": 5})
    page = client.get(path(opened_match("marriage", paid)))
    assert "Already paid" in text_of(page)
    assert len(Forms(page).that("undo")) == 1


# --- The evening ---


def test_where_some_played_more_games_the_lead_is_told_with_care(client: Client) -> None:
    both = {"Ana": 0, "Ben": 3, "Cyd": 5}
    without = {"Ben": 2, "Cyd": 0}
    for hands, is_uneven in (((both, both), False), ((both, without), True)):
        events = [event(number, content=hand) for number, hand in enumerate(hands, 1)]
        opened = opened_match("machiavelli", *events)
        for page in (client.get(path(opened)), client.get(path(opened, Role.WATCH))):
            verdict, _board, rest = text_of(page).partition('id="board-rest"')
            assert ("be compared fairly" in verdict) == is_uneven
            assert ("be compared fairly" in rest) != is_uneven


def test_an_evening_is_closed_and_gone_on_with(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place = path(opened, Role.SCORE)
    (sent,) = Forms(client.get(place)).that("close")
    assert client.post(place, sent).status_code == 303
    assert client.post(place, sent).status_code == 303, "a double tap"
    page = client.get(place)
    assert "wins the evening" in text_of(page)
    assert "entering" not in Forms(page).found
    assert client.post(place, *Forms(page).that("reopen")).status_code == 303
    assert "entering" in Forms(client.get(place)).found
    stale = client.post(place, sent | {"key": str(uuid4())})
    assert stale.status_code == 409
    assert 'href="players/"' in text_of(stale), "and its links are those of the match, at whose address it stands"
    assert [found.kind for found in reread(opened).ledger.events] == [Kind.ENTERED, Kind.CLOSED, Kind.REOPENED]
    assert client.post(place, {"do": "close"}).status_code == 422
    watching = path(opened, Role.WATCH)
    assert client.post(watching, sent | {"key": str(uuid4())}).status_code == 403


def test_a_rematch_is_laid_with_the_same_names_and_rules(client: Client) -> None:
    table = Table(("Ana <b>", "Ben & Co", "Čeněk"), {"lay_off": "any"}, {"match": {"deals": 7}})
    _match, token = store.open_match("ramino", table)
    for language in LANGUAGES:
        with translation.override(language):
            page = Reader(text_of(client.get(reverse("match", args=[token]))))
            start = reverse("new_match", args=["ramino"])
        (rematch,) = {link["href"] for link in page.all("a") if link["href"].startswith(f"{start}?")}
        laid = client.get(rematch)
        assert laid.status_code == 200
        assert "faults" not in Reader(text_of(laid)).ids
        again = sent_to(client, client.post(start, Forms(laid).sent("laying")), language)
        assert again.table == table


def test_the_warning_before_removal(client: Client, settings: Any) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    warning = "This match will be removed on"
    assert warning not in text_of(client.get(path(opened)))
    near = timezone.now() - settings.MATCHES_KEPT + settings.MATCHES_WARNED - timezone.timedelta(hours=1)
    Match.objects.update(touched=near)
    assert warning in text_of(client.get(path(opened)))
    client.post(path(opened), entry(opened, SMALL))
    assert warning not in text_of(client.get(path(opened)))


# --- What it costs ---


def test_a_poll_is_one_query_until_something_is_written(client: Client, django_assert_num_queries: Any) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    for role in Role:
        board = path(opened, role, "match_board")
        first = client.get(board)
        assert first.status_code == 200
        with django_assert_num_queries(1):
            again = client.get(board, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        with django_assert_num_queries(1):
            kept = client.get(board)
        assert kept.content == first.content, "whoever looks for the first time gets what was drawn for the others"
        store.write(opened.match, Role.SCORE, uuid4(), Kind.ENTERED, seen=revision(opened), content=SMALL)
        fresh = client.get(board, headers={"if-none-match": first["ETag"]})
        assert fresh.status_code == 200
        assert fresh["ETag"] != first["ETag"]
        assert f'data-revision="{revision(opened)}"' in text_of(fresh)
    tags = {
        client.get(path(opened, role, "match_board", language=language))["ETag"]
        for role in Role
        for language in LANGUAGES
    }
    assert len(tags) == len(Role) * len(LANGUAGES), "no language's and no role's board is taken for another's"


def test_a_board_is_the_board_of_the_page(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=SMALL))
    for role in Role:
        board, page = text_of(client.get(path(opened, role, "match_board"))), text_of(client.get(path(opened, role)))
        for part in ("board-top", "board-rest"):
            (drawn,) = re.findall(rf'<div id="{part}"[^>]*>(.*?)</div>(?=<div id="board-rest"|\s*$)', board, re.DOTALL)
            assert drawn in page


def test_the_rules_and_the_tools_know_nothing_of_the_database(client: Client, django_assert_num_queries: Any) -> None:
    opened = opened_match()
    strict = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)
    strict.get(path(opened))
    with django_assert_num_queries(0):
        for game, found in GAMES.items():
            for address in (reverse("rules", args=[game]), *(reverse("tool", args=[game, ask]) for ask in found.asks)):
                response = strict.get(address)
                assert response.status_code == 200
                assert not response.cookies
                assert "Cookie" not in response.get("Vary", "")
        for address in (reverse("home"), reverse("glossary"), reverse("matches"), "/api/", "/sitemap.xml"):
            assert strict.get(address).status_code == 200
        for game in SHEETS:
            assert strict.get(reverse("new_match", args=[game])).status_code == 200
    assert "sessions" not in " ".join([*site_settings.INSTALLED_APPS, *site_settings.MIDDLEWARE])


def test_looking_writes_nothing(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    with CaptureQueriesContext(connection) as asked:
        for role, token in store.link_tokens(opened).items():
            for method, address, answers in everywhere(opened, str(token)):
                if method == "get" and answers[role] == 200:
                    assert client.get(address).status_code == 200
    assert len(asked) > 10
    assert [query["sql"] for query in asked if not query["sql"].startswith("SELECT")] == []


# --- In every language ---


@pytest.mark.parametrize("game", SHEETS)
def test_every_page_of_a_match_in_every_language(client: Client, game: str) -> None:
    events = [event(number, content=example(game, plain_table(game))) for number in (1, 2)]
    opened = opened_match(game, *events, event(3, Kind.REMOVED, 2))
    followed: set[str] = set()
    for language in LANGUAGES:
        with translation.override(language):
            pages = [reverse("matches"), reverse("new_match", args=[game])]
        for role in Role:
            names: list[tuple[str, list[Any]]] = [("match", []), ("match_history", [])]
            names += [("match_hand", [1]), ("match_hand", [2])] if role.may_score else []
            names += [("match_links", [])] if role.may_manage else []
            pages += [path(opened, role, name, *args, language=language) for name, args in names]
        for address in pages:
            response = client.get(address)
            assert response.status_code == 200
            html = text_of(response)
            page = Reader(html)
            assert page.all("html")[0]["lang"] == language
            assert len(page.ids) == len(set(page.ids)), [it for it in page.ids if page.ids.count(it) > 1]
            assert len(page.all("h1")) == 1
            assert not page.all("style")
            assert not [attrs for _tag, attrs in page.tags if "style" in attrs or any(it[:2] == "on" for it in attrs)]
            assert page.all("script") == [attrs for attrs in page.all("script") if attrs["src"].startswith("/static/")]
            assert "%(" not in html
            assert ">None<" not in html
            policy = response["Content-Security-Policy"]
            assert "unsafe" not in policy
            switch = {link["hreflang"]: link["href"] for link in page.all("a") if "hreflang" in link}
            assert all(urlsplit(twin).path.startswith(f"/{code}/") for code, twin in switch.items())
            targets = {urljoin(address, urldefrag(link["href"]).url) for link in page.all("a")}
            for target in sorted(it for it in targets - followed if it.startswith("/")):
                assert client.get(target, follow=True).status_code == 200, target
            followed |= targets


def test_what_was_typed_is_turned_into_the_letters_of_another_language(client: Client) -> None:
    opened = opened_match()
    query = {"winner.0": "0", "left.0.1": "RC 7Q", "left.0.2": "1Z", "notation": "it"}
    response = client.get(path(opened, Role.SCORE, language="cs"), query)
    assert response.status_code == 302
    assert parse_qs(urlsplit(response["Location"]).query) == {
        "winner.0": ["0"],
        "left.0.1": ["KS 7K"],
        "left.0.2": ["1Z"],
    }
    form = Forms(client.get(response["Location"])).sent("entering")
    assert (form["winner.0"], form["left.0.1"], form["left.0.2"]) == (["0"], ["KS 7K"], ["1Z"])
    nothing = client.get(path(opened, Role.SCORE, language="cs"), {"notation": "it"})
    assert nothing["Location"] == path(opened, Role.SCORE, language="cs")


def test_a_correction_is_turned_into_the_letters_of_another_language_too(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    address = path(opened, Role.SCORE, "match_hand", 1)
    query = typed(opened, HAND, "it") | {"left.0.1": ["Dc"]}
    answer = client.get(address, query | {"notation": ["it"]})
    assert answer.status_code == 302
    assert answer["Location"].startswith(address)
    said = Forms(client.get(answer["Location"])).sent("correcting")
    assert said["left.0.1"] == ["Qh"]
    assert Forms(client.get(address)).sent("correcting")["left.0.1"] == ["Kh 7d"]


def test_what_was_done_to_links_and_match_is_acknowledged_at_the_top_of_the_page(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    address = path(opened, Role.MANAGE, "match_links")
    for sent, told in (
        ({"do": "renew", "role": "score"}, "Keep score: The link was renewed; the old one no longer works."),
        ({"do": "revoke", "role": "watch"}, "Watch: Revoked: this link no longer works."),
        ({"do": "delete"}, "This match will be deleted on"),
        ({"do": "keep"}, "Kept until"),
    ):
        page = text_of(client.post(address, sent, follow=True))
        assert f'<p class="stored" role="status">{told}' in page
    token = links.new_token()
    page = text_of(client.post(path(opened, Role.MANAGE, "renew_manager"), {"token": token}, follow=True))
    assert '<p class="stored" role="status">Manage: The link was renewed' in page
    for query in ("?done=delete", "?done=renew&role=x", "?done=x&role=score", ""):
        with translation.override("en"):
            page = text_of(client.get(reverse("match_links", args=[token]) + query))
        assert 'class="stored"' not in page


def test_a_file_that_is_refused_is_told_at_the_top_with_a_way_to_the_field(client: Client) -> None:
    page = text_of(client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", b"no")}))
    told = page.index('<a href="#match-file">The file is not JSON.</a>')
    assert page.index("<h1>") < told < page.index("<h2>")
    assert 'id="match-file-error">The file is not JSON.' in page


def test_a_closed_evening_says_who_won_and_no_more_what_is_lacking(client: Client) -> None:
    for game in ("ramino", "murlan"):
        opened = opened_match(game, event(1, content=example(game, plain_table(game))))
        assert "Nobody has reached" in text_of(client.get(path(opened)))
        store.write(opened.match, Role.SCORE, uuid4(), Kind.CLOSED, seen=1)
        page = text_of(client.get(path(opened)))
        assert "wins the evening" in page
        assert "Nobody has reached" not in page


@pytest.mark.parametrize("value", ["0.05", ""])
def test_who_owes_whom_is_told_by_the_fewest_payments_and_pair_by_pair(client: Client, value: str) -> None:
    """Ben owes both others, and Ana owes Cyd: two payments settle the three debts."""
    maal = {"Ana": 3, "Ben": 0, "Cyd": 9}
    seats: list[dict[str, Any]] = [{"name": name, "maal": maal[name], "seen": True} for name in maal]
    hand = {"players": [*seats[:2], seats[2] | {"winner": True}]}
    match, manager = store.open_match("marriage", Table(tuple(maal), {}, {"value": value} if value else {}))
    opened = store.find(manager)
    assert opened
    store.write(match, Role.SCORE, uuid4(), Kind.ENTERED, seen=0, content=hand)
    page = text_of(client.get(path(opened, Role.WATCH)))
    told = page[page.index('<section class="debts"') :]
    told = told[: told.index("</section>")]
    first, pairs = told.split('<details class="pairs">')
    cells = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in first.split("<tr>")[2:]]
    assert cells == (
        ["Ana pays Cyd 6 0.30", "Ben pays Cyd 15 0.75"] if value else ["Ana pays Cyd 6", "Ben pays Cyd 15"]
    )
    rows = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in pairs.split("<tr>")[2:]]
    assert rows == (
        ["Ana · – 9 0.45", "Ben 3 0.15 · 12 0.60", "Cyd – – ·"] if value else ["Ana · – 9", "Ben 3 · 12", "Cyd – – ·"]
    )


def test_names_are_texts_and_never_markup(client: Client) -> None:
    names = ("<b>&amp;", "\"'`{{ 7|add:7 }}", "50% %(name)s", "Ø̲😀 Ž")
    events = [event(1, content=list(names)), event(2, content=list(names)), event(3, Kind.REMOVED, 1)]
    _match, token = store.open_match("murlan", Table(names, {}, {}), events)
    for name, args in (("match", []), ("match_history", []), ("match_hand", [2]), ("match_links", [])):
        for language in LANGUAGES:
            with translation.override(language):
                html = text_of(client.get(reverse(name, args=[token, *args])))
            assert "<b>&amp;" not in html
            assert "&lt;b&gt;&amp;amp;" in html
            assert "50% %(name)s" in html
            assert "{{ 7|add:7 }}" in html
    text = text_of(client.get(reverse("match_file", args=[token, "json"])))
    assert json.loads(text)["players"] == list(names)
    assert transfer.from_json(text.encode())[1].players == names


# --- Files ---


def exported(opened: Opened) -> bytes:
    return "".join(transfer.as_json(opened.match, reread(opened).ledger)).encode()


def test_a_match_goes_out_as_a_file_and_comes_in_again(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.REMOVED, 1), event(3, content=SMALL))
    out = client.get(path(opened, Role.WATCH, "match_file", "json"))
    assert out["Content-Type"] == "application/json"
    assert re.fullmatch(r'attachment; filename="ramino-\d{4}-\d\d-\d\d\.json"', out["Content-Disposition"])
    assert text_of(out).encode() == exported(opened)
    answer = client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", exported(opened))})
    assert answer.status_code == 303
    again = sent_to(client, answer)
    assert again.match != opened.match
    assert exported(again) == exported(opened)
    sheet = client.get(path(opened, Role.WATCH, "match_file", "csv"))
    assert sheet["Content-Type"] == "text/csv; charset=utf-8"
    assert text_of(sheet).startswith('\ufeff"hand","entered","Ana","Ben","Cyd",')
    assert client.get(path(opened, Role.WATCH, "match_file", "xml")).status_code == 404


def test_a_file_as_large_as_an_export_may_be_comes_in(client: Client) -> None:
    """Past everything that bounds a request before the page reads it."""
    text = exported(opened_match("ramino", event(1, content=HAND)))
    file = SimpleUploadedFile("match.json", text + b" " * (transfer.LARGEST - len(text)))
    assert client.post(reverse("restore_match"), {"file": file}).status_code == 303
    longer = SimpleUploadedFile("match.json", text + b" " * (transfer.LARGEST + 1 - len(text)))
    assert client.post(reverse("restore_match"), {"file": longer}).status_code == 422


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"format": "<b>"}', b'{"version": "\\ud800"}', b" " * 1_050_000])
def test_a_file_that_is_no_match_is_refused_on_the_page_and_nothing_is_stored(
    client: Client, language: str, text: bytes
) -> None:
    with translation.override(language):
        address = reverse("restore_match")
    for said in ({"file": SimpleUploadedFile("match.json", text)}, {}, {"file": "text"}):
        response = client.post(address, said)
        assert response.status_code == 422
        assert 'role="alert"' in text_of(response)
    with translation.override(language):
        assert client.get(address).headers["Location"] == reverse("matches")
    assert not Match.objects.exists()
    assert not Entry.objects.exists()


def test_a_file_far_too_large_is_refused_before_it_is_read(client: Client) -> None:
    file = SimpleUploadedFile("match.json", b" " * 3_000_000)
    response = client.post(reverse("restore_match"), {"file": file})
    assert response.status_code in (400, 413, 422)
    assert not Match.objects.exists()


def test_pages_of_other_methods(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    for name in ("match_history", "match_board"):
        assert client.post(path(opened, Role.MANAGE, name)).status_code == 405
    for name in ("match", "match_history", "match_links", "match_board"):
        head = client.head(path(opened, Role.MANAGE, name))
        assert (head.status_code, head.content) == (200, b"")
    assert client.delete(path(opened)).status_code == 405


def test_an_entry_says_in_its_address_what_was_stored(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    assert "Saved." in text_of(client.get(path(opened), {"stored": "1"}))
    for odd in ("2", "0", "-1", "x", "9" * 5000, ""):
        response = client.get(path(opened), {"stored": odd})
        assert response.status_code == 200
        assert "Saved." not in text_of(response)


def test_odd_addresses_of_a_match_are_answered(client: Client) -> None:
    for game in SHEETS:
        opened = opened_match(game)
        for query in (
            {"notation": "xx"},
            {"notation": ["it", "cs"], "out": "9" * 5000},
            dict.fromkeys(typed(opened, example(game, opened.table)), "\x00"),
            dict.fromkeys(typed(opened, example(game, opened.table)), "9" * 5000),
            {"player": "Zoe Zed", "player.0": "Zoe Zed", "remove": "0"},
        ):
            response = client.get(path(opened), query, follow=True)
            too_long = len(urlencode(query, doseq=True)) > pages.MOST_TYPED
            assert response.status_code == (422 if too_long else 200)
            assert "Zoe Zed" not in text_of(response)
        odd = client.get(reverse("new_match", args=[game]), {"player": ["A\0", "B" * 500] * 9, "to": "x", "match": "y"})
        assert odd.status_code == 200


def test_a_query_dict_of_the_form_is_the_form() -> None:
    """What these tests send is what a browser sends: the hand's own fields, none of the table's."""
    for game, sheet in SHEETS.items():
        table = plain_table(game)
        said = sheet.typed(table, example(game, table), NOTATIONS["en"])
        assert isinstance(said, QueryDict)
        assert all(sheet.is_own(name) for name in said)


# --- A form that does not say what it does, or to which hand it belongs ---


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("does", [None, "", "corect", "restore"])
def test_a_hand_s_form_that_does_not_say_what_to_do_is_refused_and_keeps_what_was_typed(
    client: Client, game: str, does: str | None
) -> None:
    table = plain_table(game)
    opened = opened_match(game, event(1, content=example(game, table)))
    place, other = path(opened, Role.SCORE, "match_hand", 1), reversed_example(game, table)
    sent = correction(opened, 1, other)
    del sent["do"]
    response = client.post(place, sent | ({} if does is None else {"do": [does]}))
    assert response.status_code == 422
    assert "did not say what to do" in text_of(response)
    again = Forms(response).sent("correcting")
    assert (again["key"], again["seen"], again["do"]) == (sent["key"], sent["seen"], ["correct"])
    kept = {name: [value for value in again.get(name, []) if value] for name in typed(opened, other)}
    assert kept == {name: [value for value in values if value] for name, values in typed(opened, other).items()}
    assert revision(opened) == 1
    assert client.get(path(opened)).status_code == 200
    assert client.post(place, again).status_code == 303
    assert contents(reread(opened).ledger) == [other]


def test_no_form_of_a_match_leaves_it_to_a_button_to_say_what_it_does(client: Client) -> None:
    """Not every browser and not every script sends the button that was tapped."""
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND), event(3, Kind.REMOVED, 2))
    places = [("match", []), ("match_hand", [1]), ("match_hand", [2]), ("match_links", []), ("renew_manager", [])]
    for name, args in places:
        page = Reader(text_of(client.get(path(opened, Role.MANAGE, name, *args))))
        assert not [button for button in page.all("button") if "name" in button], name
        assert page.all("form")


@pytest.mark.parametrize("name", ["match", "match_links"])
@pytest.mark.parametrize("does", [None, "", "open"])
def test_other_forms_that_do_not_say_what_to_do_change_nothing(client: Client, name: str, does: str | None) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    links = store.link_tokens(opened)
    sent = {"key": str(uuid4()), "seen": "1", "role": "watch"} | ({} if does is None else {"do": does})
    assert client.post(path(opened, Role.MANAGE, name), sent).status_code in (404, 422)
    assert (revision(opened), store.link_tokens(opened)) == (1, links)


@pytest.mark.parametrize("game", SHEETS)
def test_a_match_with_a_stored_correction_without_content_is_shown_as_it_was(client: Client, game: str) -> None:
    hand = example(game, plain_table(game))
    opened = opened_match(game, event(1, content=hand), event(2, content=hand))
    Entry.objects.create(
        match=opened.match, number=3, key=uuid4(), kind=Kind.CORRECTED, hand=1, content=None, role=Role.SCORE
    )
    Match.objects.update(revision=3)
    for method, address, answers in everywhere(opened, opened.token):
        if method == "get":
            assert client.get(address).status_code == answers[Role.MANAGE], address
    assert contents(reread(opened).ledger) == [hand, hand]
    history = text_of(client.get(path(opened, Role.WATCH, "match_history")))
    assert "Hand 1: empty correction, nothing changed" in history
    assert "Hand 1 corrected" not in history
    assert '<span class="gain">corrected</span>' not in text_of(client.get(path(opened)))
    answer = client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", exported(opened))})
    assert exported(sent_to(client, answer)) == exported(opened)
    assert client.post(path(opened), entry(opened)).status_code == 303


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("content", [{"nobody": "knows this"}, ["Ana"], 7, "text"])
def test_a_stored_hand_that_the_calculator_reads_no_more_is_told_and_the_match_goes_on(
    client: Client, game: str, is_kept: bool, content: Any
) -> None:
    """It comes to what was kept of it, or to nothing where nothing was."""
    hand = example(game, plain_table(game))
    opened = opened_match(game, event(1, content=hand), event(2, content=hand))
    outcome = opened.sheet.outcome(opened.sheet.counted(opened.table, hand))
    Entry.objects.filter(number=1).update(content=content, outcome=outcome if is_kept else None)
    totals = opened.sheet.standing(opened.table, [hand] * (2 if is_kept else 1)).totals
    assert opened.standing(reread(opened).ledger).totals == totals
    for method, address, answers in everywhere(opened, opened.token):
        if method == "get":
            assert client.get(address).status_code == answers[Role.MANAGE], address
    for name in ("match", "match_hands", "match_history"):
        assert "Entry 1 cannot be read." in text_of(client.get(path(opened, Role.SCORE, name)))
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert client.get(path(opened)).status_code == 200
    call_command("migrate", verbosity=0)
    assert client.post(path(opened), correction(opened, 1, hand)).status_code == 303
    assert client.post(path(opened, Role.MANAGE, "match_hand", 1), correction(opened, 1, hand)).status_code == 303
    assert contents(reread(opened).ledger)[0] == hand


def test_a_hand_put_back_as_it_was_is_not_called_corrected(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.REMOVED, 1))
    address, mark = path(opened, Role.MANAGE, "match_hand", 1), '<span class="gain">corrected</span>'
    assert client.post(address, correction(opened, 1, HAND)).status_code == 303
    assert contents(reread(opened).ledger) == [HAND]
    assert mark not in text_of(client.get(path(opened)))
    assert client.post(address, correction(opened, 1, SMALL)).status_code == 303
    assert mark in text_of(client.get(path(opened)))


def test_a_form_of_another_hand_changes_none(client: Client) -> None:
    """One from before hands were numbered as people call them, or before a backup was restored."""
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=SMALL))
    third = {"winner": "Ben", "hands": {"Ana": "3s", "Cyd": "4s"}}
    place = path(opened, Role.SCORE, "match_hand", 2)
    for known in (None, "", str(uuid4()), hand_key(opened, 1)):
        for does in ("correct", "remove"):
            sent = correction(opened, 2, third, does)
            sent.pop("hand") if known is None else sent.update(hand=[known])
            response = client.post(place, sent)
            assert response.status_code == 409
            assert "did not belong to this hand" in text_of(response)
            again = Forms(response).sent("correcting")
            assert (again["left.0.0"], again["left.0.2"]) == (["3s"], ["4s"])
    assert revision(opened) == 2
    assert client.post(place, again).status_code == 303, "whoever has looked can send it"
    assert contents(reread(opened).ledger) == [HAND, third]


# --- One number for a hand ---


@pytest.mark.parametrize("game", ["ramino", "muriel", "murlan", "machiavelli", "marriage"])
def test_a_hand_is_called_by_the_same_number_everywhere_and_for_ever(client: Client, game: str) -> None:
    hand = example(game, plain_table(game))
    events = [event(1, content=hand), event(2, Kind.CORRECTED, 1, hand), event(3, content=hand), event(4, content=hand)]
    opened = opened_match(game, *events, event(5, Kind.REMOVED, 3))
    page = text_of(client.get(path(opened)))
    assert re.findall(r'<a href="hand/(\d+)/" aria-label="Hand (\d+): correct or delete">\s*(\d+) <', page) == [
        ("1", "1", "1"),
        ("3", "3", "3"),
    ]
    assert re.findall(r"<summary>Hand (\d+)</summary>", page) == ["1", "3"]
    assert '<h2 id="next">Hand 4</h2>' in page
    assert [
        line.split(",")[0] for line in text_of(client.get(path(opened, Role.WATCH, "match_file", "csv"))).splitlines()
    ][1:] == ["1", "3"]
    file = json.loads(text_of(client.get(path(opened, Role.WATCH, "match_file", "json"))))
    assert [it["place"] for it in file["events"]] == [1, 1, 2, 3, 2]
    history = text_of(client.get(path(opened, Role.WATCH, "match_history")))
    assert re.findall(r"Hand (\d+) (entered|corrected|deleted)(?=</strong>)", history) == [
        ("2", "deleted"), ("3", "entered"), ("2", "entered"), ("1", "corrected"), ("1", "entered"),
    ]  # fmt: skip
    back = Reader(text_of(client.get(path(opened, Role.MANAGE, "match_history")))).all("a", **{"class": "button plain"})
    assert [link["href"] for link in back] == [path(opened, Role.MANAGE, "match_hand", 2)]
    assert "<h1>Hand 3</h1>" in text_of(client.get(path(opened, Role.MANAGE, "match_hand", 3)))
    assert client.get(path(opened, Role.MANAGE, "match_hand", 4)).status_code == 404
    first, second = entry(opened), entry(opened)
    stored = text_of(client.get(client.post(path(opened), first)["Location"]))
    assert "Saved. Hand 4 entered" in stored
    assert '<h2 id="next">Hand 5</h2>' in stored or "entering" not in stored
    if "entering" in stored:
        assert "Hand 4 entered" in text_of(client.post(path(opened), second)), "in a clash as well"


def test_the_calculator_s_sentences_call_a_hand_by_its_number_too(client: Client) -> None:
    deals = opened_match("ramino", *[event(number, content=SMALL) for number in (1, 2, 3)], event(4, Kind.REMOVED, 2))
    assert "Hand 3: Cyd scores" in text_of(client.get(path(deals)))
    wrong = client.post(path(deals), entry(deals) | {"left.0.1": ["1Z"]})
    assert "Hand 4, Ben:" in text_of(wrong)
    corrected = client.post(path(deals, Role.SCORE, "match_hand", 3), correction(deals, 3, HAND) | {"left.0.1": ["1Z"]})
    assert "Hand 3, Ben:" in text_of(corrected)
    hand = example("muriel", plain_table("muriel"))
    hands = opened_match("muriel", *[event(number, content=hand) for number in (1, 2, 3)], event(4, Kind.REMOVED, 1))
    page = text_of(client.get(path(hands)))
    for number in (2, 3):
        assert f"Hand {number} adds up to" in page
    assert "Hand 1 adds up to" not in page


# --- A backup that was restored ---


@contextmanager
def restored(opened: Opened) -> Iterator[None]:
    """What is done within is undone: the rows of the match are those of a backup that was made before."""
    (row,) = Match.objects.filter(pk=opened.match.pk).values()
    entries = list(Entry.objects.filter(match=opened.match))
    yield
    Entry.objects.filter(match=opened.match).delete()
    Entry.objects.bulk_create(entries)
    Match.objects.filter(pk=opened.match.pk).update(**row)


def test_after_a_backup_was_restored_no_phone_takes_the_old_board_for_the_new_one(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    address = path(opened, Role.WATCH, "match_board")
    with restored(opened):
        assert client.post(path(opened), entry(opened, HAND)).status_code == 303
        before = client.get(address)
    assert client.post(path(opened), entry(opened, SMALL)).status_code == 303
    after = client.get(address, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]
    assert "Ana 52" not in text_of(after)
    assert text_of(after) != text_of(before)
    again = client.get(address, headers={"if-none-match": after["ETag"]})
    assert again.status_code == 304


def test_another_match_with_the_same_number_in_the_database_is_not_shown_as_the_old_one(client: Client) -> None:
    """Where a database is put back, its numbers are given again."""
    first = opened_match("ramino", event(1, content=HAND))
    seen = client.get(path(first, Role.WATCH, "match_board"))
    key = first.match.pk
    first.match.delete()
    other = opened_match("ramino", event(1, content=SMALL))
    twin = Match(pk=key, game="ramino", players=other.match.players, terms=other.match.terms, revision=1)
    twin.save(force_insert=True)
    for model in (Entry, Link):
        model.objects.filter(match=other.match).update(match=twin)
    found = store.find(other.token)
    assert found
    again = client.get(path(found, Role.WATCH, "match_board"), headers={"if-none-match": seen["ETag"]})
    assert (again.status_code, found.match.pk) == (200, key)
    assert "Cyd" in text_of(again)


def test_what_was_typed_before_a_backup_was_restored_is_not_stored_unseen(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    with restored(opened):
        assert client.post(path(opened), entry(opened, HAND)).status_code == 303
        typed_before = Forms(client.get(path(opened))).sent("entering") | typed(opened, SMALL)
    assert client.post(path(opened), entry(opened, SMALL)).status_code == 303
    typed_after = Forms(client.get(path(opened))).sent("entering") | typed(opened, SMALL)
    response = client.post(path(opened), typed_before)
    assert response.status_code == 409
    assert 'id="clash"' in text_of(response)
    assert revision(opened) == 2
    assert client.post(path(opened), Forms(response).sent("entering")).status_code == 303
    assert client.post(path(opened), typed_after).status_code == 409


# --- What a long match costs ---


def long_match(game: str, monkeypatch: pytest.MonkeyPatch, count: int = 200) -> Opened:
    """A match of many hands, as it comes from a file."""
    table = Table(plain_table(game).players, {}, {"match": {"points": 99_999}} if game == "ramino" else {})
    hand = dict.fromkeys(table.players, 0) if game == "muriel" else example(game, table)
    events = [event(number, content=hand) for number in range(1, count + 1)]
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    text = "".join(transfer.as_json(match, replay(events))).encode()
    read = transfer.from_json(text)
    opened = store.find(store.open_match(*read)[1])
    assert opened
    return opened


@pytest.mark.parametrize("game", SHEETS)
def test_no_page_of_a_long_match_counts_or_shows_more_than_a_page_s_hands(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = long_match(game, monkeypatch)
    most = max(SHOWN, pages.HANDS, pages.EVENTS) + 3
    client.get(path(opened))  # which reads the rules, and counts their examples
    asked = count_asks(monkeypatch, game)
    for role in (Role.WATCH, Role.MANAGE):
        for _method, address, answers in everywhere(opened, str(store.link_tokens(opened)[role])):
            if _method == "get" and answers[role] == 200:
                for query in ("", "?page=2", "?page=9"):
                    asked.clear()
                    boards.clear()
                    response = client.get(address + query)
                    assert len(asked) <= most, (address, len(asked))
                    assert response.getvalue().count(b"<tr") + response.getvalue().count(b"<details") <= 20 * most
    boards.clear()
    asked.clear()
    client.post(path(opened), entry(opened))
    client.post(path(opened, Role.MANAGE, "match_hand", 3), correction(opened, 3, contents(reread(opened).ledger)[0]))
    client.get(path(opened))
    assert len(asked) <= 2 * most


@pytest.mark.parametrize("game", ["marriage", "ramino"])
def test_a_page_of_a_long_match_asks_the_database_no_more_often_than_one_of_a_short_one(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for count in (3, 200):
        opened = long_match(game, monkeypatch, count)
        found = []
        for _method, address, answers in everywhere(opened, opened.token):
            if _method == "get" and answers[Role.MANAGE] == 200:
                boards.clear()
                with CaptureQueriesContext(connection) as queries:
                    client.get(address).getvalue()
                found.append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            client.post(path(opened), entry(opened))
        counts.append([*found, len(queries)])
    assert counts[0] == counts[1]


def test_all_hands_and_all_events_of_a_long_match_are_on_its_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = long_match("machiavelli", monkeypatch, 60)
    page = text_of(client.get(path(opened, Role.SCORE)))
    assert re.findall(r'href="hand/(\d+)/"', page) == [str(number) for number in range(41, 61)]
    assert 'href="hands/"' in page
    found: list[str] = []
    told: list[str] = []
    for number in (1, 2, 3):
        found += re.findall(
            r'href="../hand/(\d+)/"', text_of(client.get(path(opened, Role.SCORE, "match_hands"), {"page": number}))
        )
    for number in (1, 2, 3, 4):
        told += re.findall(
            r"<strong>Hand (\d+) entered",
            text_of(client.get(path(opened, Role.WATCH, "match_history"), {"page": number})),
        )
    assert found == told[::-1] == [str(number) for number in range(1, 61)]
    for odd in ("0", "-1", "x", "9" * 5000, "4.5", ""):
        for name in ("match_hands", "match_history"):
            assert client.get(path(opened, Role.WATCH, name), {"page": odd}).status_code == 200
    short = opened_match("ramino", event(1, content=HAND))
    assert 'href="hands/"' not in text_of(client.get(path(short)))
    assert "Page 1" not in text_of(client.get(path(short, Role.WATCH, "match_history")))


def test_a_clash_with_many_names_the_last_and_counts_the_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = long_match("machiavelli", monkeypatch, 30)
    response = text_of(client.post(path(opened), entry(opened, seen=0)))
    assert re.findall(r"<li>Hand (\d+) entered", response) == [str(number) for number in range(21, 31)]
    assert "20 earlier entries are not listed." in response


def test_boards_that_are_kept_are_bounded_by_their_bytes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = [opened_match("ramino", event(1, content=HAND)) for _match in range(4)]
    client.get(path(opened[0], Role.WATCH, "match_board"))
    one = boards.size
    assert one > 1000
    monkeypatch.setattr(boards, "_most", 3 * one)
    for found in opened:
        client.get(path(found, Role.WATCH, "match_board"))
    assert 2 * one < boards.size <= 3 * one


# --- Deleting, renewing ---


def test_a_match_is_deleted_with_notice_and_kept_after_all(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    address = path(opened, Role.MANAGE, "match_links")
    assert "If you delete it, the match will be gone for good 7 days from now" in text_of(client.get(address))
    assert client.post(address, {"do": "delete"}).status_code == 303
    for language in LANGUAGES:
        for role in Role:
            for name in ("match", "match_board"):
                response = client.get(path(opened, role, name, language=language))
                assert response.status_code == 200
                assert 'class="faults"' in text_of(response)
    for role in (Role.SCORE, Role.MANAGE):
        page = client.get(path(opened, role, "match_hand", 1))
        assert "This match will be deleted on" in text_of(page)
        assert "taking" not in Forms(page).found
        assert not Reader(text_of(page)).all("button", type="submit"), "nothing that would be refused"
    page = client.get(path(opened))
    assert "entering" not in Forms(page).found
    assert not Forms(page).that("close")
    for role in (Role.SCORE, Role.MANAGE):
        answer = client.post(path(opened, role), entry(opened, SMALL))
        assert answer.status_code == 409
        assert "is about to be deleted" in text_of(answer)
        assert Forms(answer).sent("entering")["left.0.0"] == ["As"], "nothing typed is lost"
    assert client.post(path(opened, Role.MANAGE, "match_hand", 1), correction(opened, 1, SMALL)).status_code == 409
    assert client.get(path(opened, Role.WATCH, "match_file", "json")).status_code == 200
    assert client.post(path(opened, Role.SCORE, "match_links"), {"do": "keep"}).status_code == 403
    assert client.post(address, {"do": "keep"}).status_code == 303
    assert client.post(path(opened), entry(opened, SMALL)).status_code == 303
    Match.objects.update(removal=timezone.now())
    for role in Role:
        response = client.get(path(opened, role))
        assert response.status_code == 404
        assert "the match deleted or expired" in text_of(response)


def test_the_manager_s_new_link_is_shown_before_the_old_one_stops_working(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    address = path(opened, Role.MANAGE, "renew_manager")
    assert address in text_of(client.get(path(opened, Role.MANAGE, "match_links")))
    page = client.get(address)
    (sent,) = {value for name, value in Forms(page).found[address] if name == "token"}
    assert f"/{sent}/" in text_of(page)
    assert client.get(path(opened)).status_code == 200, "looking changes nothing"
    assert client.get(address).content != page.content, "each time another"
    for odd in ("", "x", sent + "A", sent[:-1], opened.token, "é" * 32):
        assert client.post(address, {"token": odd}).status_code == 422
    old = [path(opened, role) for role in Role]
    answer = client.post(address, {"token": sent})
    assert answer.status_code == 303
    shown = client.get(answer["Location"], follow=True)
    assert shown.status_code == 200
    for place in old:
        assert Client(headers={"host": "localhost"}).get(place).status_code == 404
        assert place not in text_of(shown)
    again = store.find(sent)
    assert again
    assert client.get(path(again, Role.WATCH)).status_code == 200
    assert (
        client.post(address, {"token": sent})["Location"]
        == path(again, Role.WATCH, "match_links") + "?done=renew&role=manage"
    ), "a double tap"
    assert Client(headers={"host": "localhost"}).post(address, {"token": sent}).status_code == 404
