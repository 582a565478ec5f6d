"""Payments between players, ticked off and taken back."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.sheets import Table
from matches import store
from matches.ledger import Kind
from matches.links import Role
from tests.matches.evenings import event, reread
from tests.matches.forms import Forms, entry, exported, opened_match, path, revision, sent_to, settling, text_of, words

pytestmark = pytest.mark.django_db


def due(response: HttpResponse) -> list[tuple[str, str, str]]:
    """The payments that can be ticked off on a page."""
    return [(form["from"], form["to"], form["points"]) for form in Forms(response).with_action("pay")]


@pytest.mark.parametrize("value", ["0.05", ""])
def test_a_payment_is_ticked_off_and_taken_back(client: Client, value: str) -> None:
    opened = settling(value)
    place = path(opened, Role.SCORE)
    totals = opened.standing(reread(opened).ledger).totals
    page = client.get(place)
    assert due(page) == [("Ana", "Cyd", "6"), ("Ben", "Cyd", "15")]
    first = Forms(page).with_action("pay")[0]
    answers = [client.post(place, first) for _tap in range(2)]
    assert [it.status_code for it in answers] == [303, 303]
    assert answers[0]["Location"] == answers[1]["Location"], "a double tap"
    page = client.get(answers[0]["Location"])
    assert "Saved. Ana paid Cyd 6 points" in text_of(page)
    assert due(page) == [("Ben", "Cyd", "15")]
    paid = words(text_of(page).split('<ul class="paid">')[1].split("</ul>")[0])
    assert paid.startswith("Ana → Cyd: 6 (0.30)" if value else "Ana → Cyd: 6 ")
    assert opened.standing(reread(opened).ledger).totals == totals, "the score is as it was played"
    (other,) = Forms(page).with_action("pay")
    page = client.get(client.post(place, other)["Location"])
    assert due(page) == []
    assert "Everything has been paid." in text_of(page)
    assert "Pair by pair" in text_of(page)
    assert "before any payment" in text_of(page)
    back = next(it for it in Forms(page).with_action("undo") if it["event"] == reread(opened).ledger.events[1].key)
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
        assert client.post(path(opened), Forms(page).with_action("pay")[0]).status_code == 303
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
    first, second = Forms(client.get(place)).with_action("pay")
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
    assert Forms(answer).with_action("pay") == []


def test_what_was_paid_for_a_hand_that_was_deleted_is_owed_back(client: Client) -> None:
    opened = settling()
    place = path(opened, Role.SCORE)
    client.post(place, Forms(client.get(place)).with_action("pay")[0])
    store.write(opened.match, Role.MANAGE, uuid4(), Kind.REMOVED, seen=2, hand=1)
    assert due(client.get(place)) == [("Cyd", "Ana", "6")]


def test_who_only_watches_sees_what_was_paid_and_ticks_nothing_off(client: Client) -> None:
    opened = settling()
    client.post(path(opened), Forms(client.get(path(opened))).with_action("pay")[0])
    page = client.get(path(opened, Role.WATCH))
    assert "Already paid" in text_of(page)
    assert not Forms(page).every
    said = {"do": "pay", "from": "Ben", "to": "Cyd", "points": "15", "seen": "2"}
    assert client.post(path(opened, Role.WATCH), said).status_code == 403
    assert revision(opened) == 2


def test_payments_go_out_as_a_file_and_come_in_again(client: Client) -> None:
    opened = settling()
    client.post(path(opened), Forms(client.get(path(opened))).with_action("pay")[0])
    answer = client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", exported(opened))})
    again = sent_to(client, answer)
    assert exported(again) == exported(opened)
    assert due(client.get(path(again))) == [("Ben", "Cyd", "15")]


def test_a_payment_without_a_hand_is_shown_and_can_be_undone(client: Client) -> None:
    paid = event(1, Kind.PAID, content={"from": "Ana", "to": "Ben", "points": 5})
    page = client.get(path(opened_match("marriage", paid)))
    assert "Already paid" in text_of(page)
    assert len(Forms(page).with_action("undo")) == 1


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
