"""The end of an evening: closed, played again, removed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.sheets import Table
from matches import store
from matches.ledger import Kind
from matches.links import Role
from matches.models import Match
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import event, example, plain_table, reread
from tests.matches.forms import HAND, SMALL, Forms, correction, entry, opened_match, path, sent_to, text_of
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


def test_an_evening_is_closed_and_gone_on_with(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place = path(opened, Role.SCORE)
    (sent,) = Forms(client.get(place)).with_action("close")
    assert client.post(place, sent).status_code == 303
    assert client.post(place, sent).status_code == 303, "a double tap"
    page = client.get(place)
    assert "wins the evening" in text_of(page)
    assert "entering" not in Forms(page).found
    assert client.post(place, *Forms(page).with_action("reopen")).status_code == 303
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


def test_a_closed_evening_says_who_won_and_no_more_what_is_lacking(client: Client) -> None:
    for game in ("ramino", "murlan"):
        opened = opened_match(game, event(1, content=example(game, plain_table(game))))
        assert "Nobody has reached" in text_of(client.get(path(opened)))
        store.write(opened.match, Role.SCORE, uuid4(), Kind.CLOSED, seen=1)
        page = text_of(client.get(path(opened)))
        assert "wins the evening" in page
        assert "Nobody has reached" not in page


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
    assert not Forms(page).with_action("close")
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
