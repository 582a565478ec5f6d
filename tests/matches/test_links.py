"""The links of a match, one for each role."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import SHEETS
from matches import links, store
from matches.codes import qr
from matches.links import Role
from matches.models import Match
from tests.matches.evenings import PLAIN, event, example, plain_table
from tests.matches.forms import (
    HAND,
    SMALL,
    Forms,
    doing,
    entry,
    everywhere,
    exported,
    hand_key,
    opened_match,
    path,
    revision,
    text_of,
)
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


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
