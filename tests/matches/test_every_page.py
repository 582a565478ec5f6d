"""Every page of a match, in every language and at odd addresses."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import SHEETS
from games.sheets import Table
from matches import pages, store, transfer
from matches.ledger import Kind
from matches.links import Role
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import event, example, plain_table
from tests.matches.forms import HAND, opened_match, path, text_of, typed
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


@pytest.mark.any_database
@pytest.mark.exhaustive(sample=2)
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


def test_pages_of_other_methods(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    for name in ("match_history", "match_board"):
        assert client.post(path(opened, Role.MANAGE, name)).status_code == 405
    for name in ("match", "match_history", "match_links", "match_board"):
        head = client.head(path(opened, Role.MANAGE, name))
        assert (head.status_code, head.content) == (200, b"")
    assert client.delete(path(opened)).status_code == 405


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
