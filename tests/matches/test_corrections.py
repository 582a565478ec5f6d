"""The page of a hand, on which it is corrected, deleted and put back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.catalogue import SHEETS
from games.sheets import Table
from matches import store
from matches.ledger import Kind
from matches.links import Role
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import contents, event, example, plain_table, reread
from tests.matches.forms import (
    HAND,
    SMALL,
    Forms,
    correction,
    entry,
    opened_match,
    path,
    reversed_example,
    revision,
    text_of,
    typed,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", SHEETS)
def test_the_form_of_a_hand_shows_the_hand_and_stores_it_unchanged(client: Client, game: str) -> None:
    """A hand that is opened and sent unchanged adds no event."""
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


def test_a_hand_put_back_as_it_was_is_not_called_corrected(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.REMOVED, 1))
    address, mark = path(opened, Role.MANAGE, "match_hand", 1), '<span class="gain">corrected</span>'
    assert client.post(address, correction(opened, 1, HAND)).status_code == 303
    assert contents(reread(opened).ledger) == [HAND]
    assert mark not in text_of(client.get(path(opened)))
    assert client.post(address, correction(opened, 1, SMALL)).status_code == 303
    assert mark in text_of(client.get(path(opened)))
