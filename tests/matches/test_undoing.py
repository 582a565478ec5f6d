"""The last entry or correction, undone by one tap."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from games.catalogue import SHEETS
from matches import seating, store
from matches.board import NO_TOKEN, boards
from matches.ledger import Kind
from matches.links import Role
from matches.models import Entry
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import contents, event, example, plain_table, reread
from tests.matches.forms import HAND, SMALL, Forms, correction, entry, opened_match, path, revision, text_of, typed

pytestmark = pytest.mark.django_db


def test_what_was_just_stored_is_undone_by_one_tap_of_whoever_keeps_the_score(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    place = path(opened, Role.SCORE)
    answer = client.post(place, entry(opened, SMALL))
    page = client.get(answer["Location"])
    assert "Saved. Hand 2 entered" in text_of(page)
    (undo,) = Forms(page).with_action("undo")
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
    (undo,) = Forms(page).with_action("undo")
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

    (undo,) = Forms(client.get(place, {"stored": "2"})).with_action("undo")
    client.post(place, undo)
    assert filled_in(3) == ["Kh 7d"]
    assert filled_in(3, Role.WATCH) == []
    assert filled_in(2) == [""]
    (back,) = Forms(client.get(place)).with_action("undo")
    client.post(place, back)
    assert filled_in(3) == [""], "it counts again"
    assert filled_in(4) == [""]
    client.post(path(opened, Role.SCORE, "match_hand", 2), correction(opened, 2, SMALL))
    (undo,) = Forms(client.get(place, {"stored": "5"})).with_action("undo")
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
    assert not [it for it in Forms(page).with_action("undo") if it["event"] == ledger.events[2].key]
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
            client.post(place, *Forms(client.get(place)).with_action("close"))
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
        (undo,) = [it for it in Forms(page).with_action("undo") if it["event"] == reread(opened).ledger.events[-1].key]
        page = client.get(client.post(place, undo)["Location"])
        return re.findall(r'class="stored" role="status">([^<]*)<', text_of(page))[0]

    def close(does: str) -> HttpResponse:
        return client.post(place, *Forms(client.get(place)).with_action(does))

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
        assert not Forms(client.get(path(opened, Role.MANAGE, name), {"stored": "1"})).with_action("undo")
    going = client.post(path(opened, Role.SCORE), said)
    assert going.status_code == 409
    assert "about to be deleted" in text_of(going)
    assert revision(opened) == 3


def test_nothing_is_offered_to_be_undone_once_others_wrote_since_and_who_tries_is_told(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND))
    place = path(opened, Role.SCORE)
    (undo,) = Forms(client.get(place, {"stored": "2"})).with_action("undo")
    client.post(path(opened, Role.MANAGE, "match_hand", 2), correction(opened, 2, SMALL))
    assert not Forms(client.get(place, {"stored": "2"})).with_action("undo")
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
    (back,) = Forms(page).with_action("undo")
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
    (one,), (other,) = (Forms(page).with_action("undo") for page in pages)
    assert one["event"] == other["event"]
    assert one["csrfmiddlewaretoken"] != other["csrfmiddlewaretoken"]
    assert not [page for page in pages if NO_TOKEN in text_of(page)]
    assert browsers[0].post(path(opened, Role.SCORE), other).status_code == 403
    for browser, own in ((browsers[0], one), (browsers[1], other)):
        assert browser.post(path(opened, Role.SCORE), own).status_code == 303
    assert revision(opened) == 3
