"""Names that change while somebody fills in, sends, or undoes: nothing is ever told or stored of anybody else."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from games.catalogue import SHEETS
from matches import store, transfer
from matches.board import board
from matches.ledger import Event, Kind
from matches.links import Role
from matches.seating import content
from matches.store import Opened
from tests.matches.evenings import EVENINGS, event, plain_table, reread
from tests.matches.forms import Forms, correction, entry, opened_match, path, settling, text_of, typed, words

pytestmark = pytest.mark.django_db


def rename(opened: Opened, *people: str) -> Event:
    """Those who came first are called so from now on."""
    said = content([*enumerate([*people, *opened.table.people[len(people) :]])])
    return store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=reread(opened).ledger.mark, content=said)


def renamed_before(monkeypatch: pytest.MonkeyPatch, opened: Opened, kind: Kind, *people: str) -> None:
    """Somebody is faster with other names than whoever writes an event of this kind next."""
    write = store.write

    def writing(match: Any, role: Role, key: Any, what: Kind, **said: Any) -> Event:
        if what is kind:
            monkeypatch.setattr(store, "write", write)
            rename(opened, *people)
        return write(match, role, key, what, **said)

    monkeypatch.setattr(store, "write", writing)


def totals(opened: Opened) -> dict[str, int]:
    opened = reread(opened)
    return dict(opened.standing(reread(opened).ledger).totals)


def seats(response: HttpResponse) -> list[str]:
    """Whom a form of Ramino names, in the order of the seats."""
    return re.findall(r'<label for="left[^"]*">\s*<span data-name>(\w+)', text_of(response))


# --- A hand ---

NEW_NAMES = [("Zoe",), ("Ben", "Ana")]


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("people", NEW_NAMES)
def test_a_correction_is_of_those_who_were_in_its_form_whoever_is_renamed_meanwhile(
    client: Client, monkeypatch: pytest.MonkeyPatch, game: str, people: tuple[str, ...]
) -> None:
    table = plain_table(game)
    first, second = (EVENINGS[game].example(table.players[::way]) for way in (1, -1))
    opened = opened_match(game, event(1, content=first))
    expected = opened.sheet.standing(table, [second]).totals
    said, address = correction(opened, 1, second), path(opened, Role.SCORE, "match_hand", 1)
    renamed_before(monkeypatch, opened, Kind.CORRECTED, *people)
    response = client.post(address, said)
    assert response.status_code == 409
    assert f"Ana is called {people[0]} from now on" in unescape(text_of(response))
    assert reread(opened).ledger.revision == 2
    again = Forms(response).sent("ask")
    assert {name: again[name] for name in typed(reread(opened), again_of(reread(opened), second))} == typed(
        reread(opened), again_of(reread(opened), second)
    ), "what was typed stands there, for the same people"
    assert client.post(address, again).status_code == 303
    called = dict(zip(table.players, reread(opened).table.people, strict=True))
    assert totals(opened) == {called[name]: total for name, total in expected.items()}
    for page in ("match", "match_hands", "match_history"):
        assert client.get(path(opened, Role.SCORE, page)).status_code == 200
    transfer.from_json("".join(transfer.as_json(opened.match, reread(opened).ledger)).encode())


def again_of(opened: Opened, hand: Any) -> Any:
    """A hand of the people as they were at first, under their names of now."""
    called = dict(zip(opened.match.players, opened.table.people, strict=False))
    return opened.sheet.renamed(hand, called)


@pytest.mark.parametrize("game", [game for game, sheet in SHEETS.items() if sheet.may_sit_out])
def test_who_came_since_the_form_of_a_correction_was_made_sits_the_hand_out(
    client: Client, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    table = plain_table(game)
    first, second = (EVENINGS[game].example(table.players[::way]) for way in (1, -1))
    opened = opened_match(game, event(1, content=first))
    said, address = correction(opened, 1, second), path(opened, Role.SCORE, "match_hand", 1)
    came = content([*enumerate(table.players), (None, "Dan")])
    store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=1, content=came)
    renamed_before(monkeypatch, reread(opened), Kind.CORRECTED, "Zoe")
    response = client.post(address, said)
    assert response.status_code == 409
    assert client.post(address, Forms(response).sent("ask")).status_code == 303
    expected = opened.sheet.standing(reread(opened).table, [again_of(reread(opened), second)])
    assert totals(opened) == expected.totals
    assert "Dan" not in opened.sheet.who(reread(opened).ledger.hands[0].content)


def test_an_entry_that_had_arrived_is_corrected_under_the_names_of_now(client: Client) -> None:
    opened = opened_match("ramino")
    said = entry(opened, {"winner": "Ana", "hands": {"Ben": 1, "Cyd": 2}})
    assert client.post(path(opened), said).status_code == 303
    rename(opened, "Ben", "Ana")
    response = client.post(path(opened), said | {"left.0.2": ["7"]})
    assert response.status_code == 409
    assert seats(response) == ["Ben", "Ana", "Cyd"]
    assert client.post(path(opened, Role.SCORE, "match_hand", 1), Forms(response).sent("ask")).status_code == 303
    assert totals(opened) == {"Ben": 8, "Ana": 0, "Cyd": 0}


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("stranger", [0, 1])
def test_a_stored_hand_of_somebody_who_never_was_there_breaks_no_page(client: Client, game: str, stranger: int) -> None:
    """As older versions may have stored one: it is told like one that cannot be read any more."""
    table = plain_table(game)
    counts = (game, stranger) == ("ramino", 1)  # a stranger who wins nothing: the winner's points count
    known = EVENINGS[game].example(table.players)
    strange = SHEETS[game].renamed(known, {table.players[stranger]: "Zoe"})
    opened = opened_match(game, event(1, content=known), event(2, content=strange), event(3, content=strange))
    store.write(opened.match, Role.SCORE, uuid4(), Kind.REMOVED, seen=3, hand=3)
    for address in ("match", "match_hands", "match_history", "match_players", "match_board"):
        response = client.get(path(opened, Role.SCORE, address))
        assert response.status_code == 200
        if address in ("match", "match_hands") and not counts:
            for number in (2, 3):
                assert f"Entry {number} cannot be read." in text_of(response)
    for number in (1, 2, 3):
        assert client.get(path(opened, Role.SCORE, "match_hand", number)).status_code == 200
    for kind in ("json", "csv"):
        assert client.get(path(opened, Role.SCORE, "match_file", kind)).status_code == 200
    alone = opened.sheet.standing(table, [known]).totals
    told = {"Ana": 2 * alone["Ana"], "Ben": 0, "Cyd": 0} if counts else alone
    assert totals(opened) == told
    assert client.post(path(opened, Role.SCORE, "match_hand", 2), correction(opened, 2, known)).status_code == 303
    assert totals(opened) == opened.sheet.standing(table, [known, known]).totals


# --- One state for one page; tests/matches/test_interleavings.py writes between any two queries ---


def test_board_and_table_show_the_state_that_was_read() -> None:
    opened = opened_match("machiavelli")
    before = reread(opened)
    rename(opened, "Ben", "Ana")
    for read, revision, people in ((before, 0, ("Ana", "Ben", "Cyd")), (reread(opened), 1, ("Ben", "Ana", "Cyd"))):
        assert board(read).revision == revision
        assert read.table.people == people


# --- Payments ---


def test_a_payment_of_a_page_from_before_a_rename_is_refused(client: Client) -> None:
    opened = settling()
    place = path(opened, Role.SCORE)
    stale = Forms(client.get(place)).with_action("pay")[0]
    rename(opened, "Ben", "Ana")
    response = client.post(place, stale)
    assert response.status_code == 409
    assert "Ana is called Ben from now on" in unescape(text_of(response))
    assert reread(opened).ledger.paid == ()
    assert client.post(place, Forms(response).with_action("pay")[0]).status_code == 303


def test_a_payment_that_was_undone_is_not_said_to_be_saved_by_the_page_from_before(client: Client) -> None:
    opened = settling()
    place = path(opened, Role.SCORE)
    stale = Forms(client.get(place)).with_action("pay")[0]
    assert client.post(place, stale).status_code == client.post(place, stale).status_code == 303
    store.undo(opened.match, Role.SCORE, reread(opened).ledger.events[-1].key)
    response = client.post(place, stale)
    assert response.status_code == 409
    assert "Payment undone: Ana to Cyd, 6 points" in text_of(response)
    assert reread(opened).ledger.revision == 3
    assert client.post(place, Forms(response).with_action("pay")[0]).status_code == 303
    assert [(payment.payer, payment.points) for payment in reread(opened).ledger.paid] == [("Ana", 6)]


def test_a_payment_that_is_undone_is_told_under_the_names_of_that_moment(client: Client) -> None:
    opened = settling()
    place = path(opened, Role.SCORE)
    assert client.post(place, Forms(client.get(place)).with_action("pay")[0]).status_code == 303
    rename(opened, "Ben", "Ana")
    page = client.get(place)
    assert "Ben → Cyd: 6" in words(text_of(page))
    back = next(
        form for form in Forms(page).with_action("undo") if form["event"] == reread(opened).ledger.events[1].key
    )
    response = client.post(place, back)
    rename(opened, "Zoe", "Ana")
    page = client.get(response["Location"])
    assert "Undone: the payment from Ben to Cyd no longer counts." in text_of(page)
    history = text_of(client.get(path(opened, Role.WATCH, "match_history")))
    assert "Payment undone: Ben to Cyd, 6 points" in history
    assert "Ana paid Cyd 6 points" in history, "under the names of its time"


# --- What was undone ---


def test_a_hand_that_came_back_otherwise_is_shown_and_restored_as_before_once_that_is_undone(client: Client) -> None:
    hand = {"Ana": 0, "Ben": 5, "Cyd": 2}
    opened = opened_match("machiavelli", event(1, content=hand), event(2, content=hand), event(3, Kind.REMOVED, 1))
    place = path(opened, Role.SCORE)
    rename(opened, "Zoe")
    said = correction(reread(opened), 1, {"Zoe": 0, "Ben": 9, "Cyd": 2})
    assert client.post(path(opened, Role.SCORE, "match_hand", 1), said).status_code == 303
    assert totals(opened)["Ben"] == 14
    response = client.post(place, {"do": "undo", "event": reread(opened).ledger.events[-1].key})
    page = client.get(response["Location"])
    assert "Undone: hand 1 has been deleted." in text_of(page)
    assert re.findall(r"<s>(.*?)</s>", text_of(page)) == ["0", "+5", "+2"]
    (restore,) = Forms(page).with_action("undo")
    assert client.post(place, restore).status_code == 303
    assert totals(opened) == {"Zoe": 0, "Ben": 10, "Cyd": 4}
    assert not reread(opened).ledger.hands[0].is_corrected


def test_a_hand_of_the_key_that_would_undo_a_change_of_the_people_is_told_as_a_hand(client: Client) -> None:
    opened = opened_match("machiavelli")
    renamed = rename(opened, "Zoe")
    hand = entry(reread(opened), {"Zoe": 0, "Ben": 1, "Cyd": 2}, key=renamed.undone_as)
    response = client.post(path(opened, Role.SCORE), hand)
    assert "Saved. Hand 1 entered" in text_of(client.get(response["Location"]))


@pytest.mark.parametrize("game", SHEETS)
def test_a_hand_that_was_only_renamed_deleted_and_restored_is_not_corrected(client: Client, game: str) -> None:
    table = plain_table(game)
    opened = opened_match(game, event(1, content=EVENINGS[game].example(table.players)))
    rename(opened, "Ben", "Ana")
    store.write(opened.match, Role.SCORE, uuid4(), Kind.REMOVED, seen=2, hand=1)
    store.undo(opened.match, Role.SCORE, reread(opened).ledger.events[-1].key)
    assert not reread(opened).ledger.hands[0].is_corrected
    assert ">corrected<" not in text_of(client.get(path(opened)))
    other = EVENINGS[game].example(reread(opened).table.players[::-1])
    assert (
        client.post(path(opened, Role.SCORE, "match_hand", 1), correction(reread(opened), 1, other)).status_code == 303
    )
    rename(opened, "Zoe")
    assert reread(opened).ledger.hands[0].is_corrected
