"""A match shared by its link for watching, managed by a cookie."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from matches import links, store
from matches.codes import qr
from matches.links import Role
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import event
from tests.matches.forms import (
    HAND,
    SMALL,
    Forms,
    doing,
    entry,
    everywhere,
    guest,
    hand_key,
    known,
    opened_match,
    path,
    revision,
    sent_to,
    text_of,
)
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


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
