"""A hand that is counted and entered."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client

from games.catalogue import SHEETS
from games.notation import NOTATIONS
from matches import store
from matches.ledger import Kind
from matches.links import Role
from matches.store import Opened
from tests.matches.evenings import contents, event, example, plain_table, reread
from tests.matches.forms import HAND, SMALL, Forms, correction, entry, opened_match, path, revision, text_of, typed
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


def counted(client: Client, opened: Opened, said: dict[str, list[str]], role: Role = Role.SCORE) -> HttpResponse:
    """Return the preview of a hand that is being filled in."""
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
    for game, field, cells in (
        ("marriage", "shown.0", ["winner", "shown.1", "shown.2"]),
        ("machiavelli", "left.0", ["left-1", "left-2"]),
    ):
        page, faults = faults_of(client, game, **{field: "seen" if game == "marriage" else "0"})
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


def test_an_entry_says_in_its_address_what_was_stored(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    assert "Saved." in text_of(client.get(path(opened), {"stored": "1"}))
    for odd in ("2", "0", "-1", "x", "9" * 5000, ""):
        response = client.get(path(opened), {"stored": odd})
        assert response.status_code == 200
        assert "Saved." not in text_of(response)


def test_a_query_dict_of_the_form_is_the_form() -> None:
    """The helpers of these tests send the fields of a browser: those of the hand and none of the table."""
    for game, sheet in SHEETS.items():
        table = plain_table(game)
        said = sheet.typed(table, example(game, table), NOTATIONS["en"])
        assert isinstance(said, QueryDict)
        assert all(sheet.is_own(name) for name in said)
