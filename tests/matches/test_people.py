"""The page of the people, and hands that some sit out: what is sent is stored once, and nothing typed is lost."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.catalogue import SHEETS
from games.sheets import Table
from matches import store
from matches.ledger import Event, Kind
from matches.links import Role
from matches.seating import content
from matches.store import Opened
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import EVENINGS, event, example, plain_table, reread
from tests.matches.forms import Forms, correction, entry, opened_match, path, sent_to, text_of
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


def page_of(client: Client, opened: Opened) -> HttpResponse:
    return client.get(path(opened, Role.SCORE, "match_players"))


def sent(client: Client, opened: Opened, **changed: Any) -> dict[str, list[str]]:
    """What the form of the people sends as it stands, some fields changed."""
    return Forms(page_of(client, opened)).sent("taking") | {
        name.replace("__", "."): [value] for name, value in changed.items()
    }


def send(client: Client, opened: Opened, **changed: Any) -> HttpResponse:
    fields = {name: values for name, values in sent(client, opened, **changed).items() if values != [None]}
    return client.post(path(opened, Role.SCORE, "match_players"), fields)


def last(opened: Opened) -> Event:
    return reread(opened).ledger.events[-1]


def told(client: Client, response: HttpResponse) -> str:
    """What the page says that one is sent to."""
    assert response.status_code == 303, text_of(response)
    return unescape(" ".join(text_of(client.get(response["Location"])).split()))


HAND = example("ramino", plain_table("ramino"))


def test_a_rename_is_told_and_every_hand_is_under_the_new_name(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    assert "Saved. Ana is called Bea from now on" in told(client, send(client, opened, name__0="Bea"))
    assert last(opened).content == content([(0, "Bea"), (1, "Ben"), (2, "Cyd")])
    for name, args in (("match", []), ("match_hands", []), ("match_hand", [1])):
        page = text_of(client.get(path(opened, Role.SCORE, name, *args)))
        assert "Bea" in page
    assert "Ana" not in text_of(client.get(path(opened, Role.WATCH)))
    history = text_of(client.get(path(opened, Role.WATCH, "match_history")))
    assert "Ana is called Bea from now on" in history
    assert "Ana\u00a026" in history, "under the names of its time"
    sheet = text_of(client.get(path(opened, Role.WATCH, "match_file", "csv")))
    assert '"Bea","Ben","Cyd"' in sheet
    assert json.loads(text_of(client.get(path(opened, Role.WATCH, "match_file", "json"))))["players"][0] == "Ana"


@pytest.mark.parametrize("game", SHEETS)
def test_in_every_game_a_rename_keeps_the_score_and_the_hand_can_be_corrected(client: Client, game: str) -> None:
    table = plain_table(game)
    opened = opened_match(game, event(1, content=example(game, table)))
    before = opened.standing(reread(opened).ledger).totals
    assert send(client, opened, name__0="Zoe").status_code == 303
    opened = reread(opened)
    assert opened.standing(reread(opened).ledger).totals == {
        ("Zoe" if name == "Ana" else name): total for name, total in before.items()
    }
    address = path(opened, Role.SCORE, "match_hand", 1)
    assert client.post(address, Forms(client.get(address)).sent("ask")).status_code == 303
    assert reread(opened).ledger.revision == 2, "nothing was corrected"
    assert client.post(path(opened), entry(opened)).status_code == 303


def test_the_form_as_it_stands_changes_nothing(client: Client) -> None:
    for game in SHEETS:
        opened = opened_match(game)
        assert send(client, opened).status_code == 303
        assert reread(opened).ledger.revision == 0


def test_one_comes_one_leaves_and_the_order_changes(client: Client) -> None:
    opened = opened_match("marriage")
    text = told(client, send(client, opened, name__new0="Eda", seat__new0="1", leaves__1="on", deals="new0"))
    assert "Eda joins · Ben leaves · Eda deals next" in text
    assert "<strong>Eda</strong> deals next." in text
    assert reread(opened).table.present == ("Eda", "Ana", "Cyd")
    assert reread(opened).table.players == ("Eda", "Ana", "Cyd", "Ben")
    assert "Ben comes back" in told(client, send(client, opened, back__1="on"))
    assert reread(opened).table.present == ("Eda", "Ana", "Cyd", "Ben")
    assert "The order of the seats changes" in told(client, send(client, opened, seat__1="1"))
    assert reread(opened).table.present == ("Ben", "Eda", "Ana", "Cyd")
    assert "The order of the seats changes" in told(client, send(client, opened, seat__1="4"))
    assert reread(opened).table.present == ("Eda", "Ana", "Cyd", "Ben")


def test_the_deal_moves_on_with_each_hand(client: Client) -> None:
    opened = opened_match("ramino")
    assert "deals next" not in text_of(client.get(path(opened)))
    assert "Ana deals next" in told(client, send(client, opened, deals="0"))
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert "<strong>Ben</strong> deals next." in text_of(client.get(path(opened, Role.WATCH)))
    checked = Reader(text_of(page_of(client, opened))).all("input", name="deals", checked="")
    assert [field["value"] for field in checked] == ["1"]
    assert send(client, opened, name__0="Bea").status_code == 303
    assert "deals" not in last(opened).content, "nobody said so anew"


def test_an_old_form_changes_the_next_dealer_only_where_another_was_chosen(client: Client) -> None:
    opened = opened_match("ramino")
    assert send(client, opened, deals="0").status_code == 303
    address, old = path(opened, Role.SCORE, "match_players"), sent(client, opened)
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert client.post(address, old | {"name.2": ["Cid"]}).status_code == 303
    assert last(opened).content == content([(0, "Ana"), (1, "Ben"), (2, "Cid")])
    assert "<strong>Ben</strong> deals next." in text_of(client.get(path(opened)))
    old = sent(client, opened)
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert client.post(address, old | {"deals": ["0"]}).status_code == 303
    assert last(opened).content["deals"] == 0


def test_who_dealt_as_the_form_was_made_may_leave(client: Client) -> None:
    opened = opened_match("ramino")
    assert send(client, opened, deals="0").status_code == 303
    old = sent(client, opened, leaves__0="on")
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert client.post(path(opened, Role.SCORE, "match_players"), old).status_code == 303
    assert last(opened).content == content([(1, "Ben"), (2, "Cyd")])
    assert "<strong>Ben</strong> deals next." in text_of(client.get(path(opened)))


@pytest.mark.parametrize("chosen", [["1"], ["2"]])
def test_a_form_that_meets_other_people_keeps_the_dealer_that_was_chosen_in_it(
    client: Client, chosen: list[str]
) -> None:
    opened = opened_match("ramino")
    assert send(client, opened, deals="0").status_code == 303
    old = sent(client, opened, name__2="Cid")
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert send(client, opened, name__new0="Dan").status_code == 303
    address = path(opened, Role.SCORE, "match_players")
    for said, deals in ((old, ["1"]), (old | {"deals": chosen}, chosen)):
        response = client.post(address, said)
        assert response.status_code == 409
        assert Forms(response).sent("taking")["deals"] == deals


def test_the_same_form_sent_twice_is_stored_once(client: Client) -> None:
    opened = opened_match("ramino")
    address, said = path(opened, Role.SCORE, "match_players"), sent(client, opened, name__0="Zoe", deals="1")
    assert [client.post(address, said).status_code for _time in range(2)] == [303, 303]
    assert reread(opened).ledger.revision == 1


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("game", "changed", "at"),
    [
        ("ramino", {"name__0": "Ben"}, ["name.0", "name.1"]),
        ("ramino", {"name__0": "ben"}, ["name.0"]),
        ("ramino", {"name__new0": "ANA"}, ["name.new0"]),
        ("ramino", {"name__0": "Ren\u00e9", "name__1": "rene\u0301"}, ["name.0", "name.1"]),
        ("ramino", {"name__0": " "}, ["name.0"]),
        ("ramino", {"name__0": "A" * 41}, ["name.0"]),
        ("ramino", {"name__0": "A\u0007"}, ["name.0"]),
        ("ramino", {"name__new0": "Ana"}, ["name.0", "name.new0"]),
        ("ramino", {"seat__0": "4"}, ["seat.0"]),
        ("ramino", {"seat__0": "0"}, ["seat.0"]),
        ("ramino", {"seat__0": "x"}, ["seat.0"]),
        ("ramino", {"seat__0": "9" * 5000}, ["seat.0"]),
        ("ramino", {"leaves__0": "on", "leaves__1": "on"}, ["people"]),
        ("ramino", {"leaves__0": "on", "name__0": "Zoe"}, ["name.0"]),
        ("ramino", {"leaves__0": "on", "deals": "0"}, ["name.0"]),
        ("ramino", {"leaves__0": "on", "name__new0": "Ana"}, ["name.new0"]),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_everything_typed_is_kept(
    client: Client, game: str, changed: dict[str, str], at: list[str]
) -> None:
    opened = opened_match(game)
    response = send(client, opened, **changed)
    assert response.status_code == 422
    page = Reader(text_of(response))
    assert page.all("h2", id="faults")
    assert [
        link["href"][1:] for link in page.all("a") if link["href"].startswith("#") and link["href"] != "#main"
    ] == at
    assert set(at) <= set(page.ids)
    again = Forms(response).sent("taking")
    for name, value in changed.items():
        assert again[name.replace("__", ".")] == [value.strip()]
    assert reread(opened).ledger.revision == 0


def test_who_differ_by_capitals_alone_since_an_older_match_keep_their_names_and_take_no_other_such(
    client: Client,
) -> None:
    table = Table(("Bob", "bob", "Cyd"), {}, plain_table("ramino").terms)
    first = store.find(store.open_match("ramino", table)[1])
    assert first
    file = SimpleUploadedFile("match.json", text_of(client.get(path(first, Role.WATCH, "match_file", "json"))).encode())
    sent_on = client.post(reverse("restore_match"), {"file": file})
    assert sent_on.status_code == 303
    opened = sent_to(client, sent_on)
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert send(client, opened, name__2="Cid", seat__2="1").status_code == 303
    assert reread(opened).table.present == ("Cid", "Bob", "bob")
    assert send(client, opened, name__1="BOB").status_code == 422
    assert send(client, opened, leaves__1="on").status_code == 303
    assert send(client, opened, back__1="on", name__new0="boB").status_code == 422
    assert send(client, opened, back__1="on").status_code == 303
    assert set(reread(opened).table.present) == {"Cid", "Bob", "bob"}
    assert send(client, opened, name__0="Rob").status_code == 303


def test_too_many_are_refused_and_in_a_game_of_the_same_players_nobody_comes(client: Client) -> None:
    opened = opened_match("marriage")
    assert send(client, opened, name__new0="Dan", name__new1="Eda").status_code == 303
    response = send(client, opened, name__new0="Fil")
    assert response.status_code == 422
    assert "This game is for 2 to 5 players." in text_of(response)
    murlan = opened_match("murlan")
    page = text_of(page_of(client, murlan))
    assert "new0" not in page
    assert "leaves" not in page
    assert send(client, murlan, leaves__0="on", name__new0="Eda").status_code == 303
    assert reread(murlan).ledger.revision == 0


def test_sent_twice_it_is_stored_once_and_whoever_is_second_is_told(client: Client) -> None:
    opened = opened_match("ramino")
    address = path(opened, Role.SCORE, "match_players")
    mine, other = (sent(client, opened, name__new0=name) for name in ("Dan", "Eda"))
    assert client.post(address, mine).status_code == client.post(address, mine).status_code == 303
    assert reread(opened).ledger.revision == 1
    response = client.post(address, other)
    assert response.status_code == 409
    assert "Dan joins" in text_of(response)
    again = Forms(response).sent("taking")
    assert again["name.new0"] == ["Eda"]
    assert client.post(address, again).status_code == 303
    assert reread(opened).table.present == ("Ana", "Ben", "Cyd", "Dan", "Eda")
    assert client.post(address, mine | {"name.0": ["Zoe"]}).status_code == 409, "the same key with something else"


def test_a_hand_that_was_typed_for_others_is_shown_again_for_those_who_sit_there(client: Client) -> None:
    opened = opened_match("ramino")
    typed = Forms(client.get(path(opened, Role.SCORE))).sent("entering") | entry(opened, seen=0)
    assert send(client, opened, leaves__2="on", name__0="Bea").status_code == 303
    response = client.post(path(opened, Role.SCORE), typed)
    assert response.status_code == 409
    text = unescape(text_of(response))
    assert "Ana is called Bea from now on · Cyd leaves" in text
    assert Forms(response).sent("entering")["left.0.1"] == typed["left.0.1"]
    assert reread(opened).ledger.revision == 1


@pytest.mark.parametrize("game", [game for game, sheet in SHEETS.items() if sheet.may_sit_out])
def test_what_was_typed_for_somebody_who_left_meanwhile_stays_in_sight_until_it_is_emptied(
    client: Client, game: str
) -> None:
    opened = opened_match(game)
    own, said, emptied = {
        "marriage": ("maal.2", ["7"], [""]),
        "ramino": ("left.0.2", ["9s"], [""]),
        "machiavelli": ("left", ["0", "1", "7"], ["0", "1", ""]),
    }[game]
    typed = Forms(client.get(path(opened, Role.SCORE))).sent("entering") | entry(opened, seen=0)
    typed |= {own: said}
    assert send(client, opened, leaves__2="on").status_code == 303
    response = client.post(path(opened, Role.SCORE), typed)
    assert response.status_code == 409
    again = Forms(response).sent("entering")
    assert again[own] == said
    response = client.post(path(opened, Role.SCORE), again)
    assert response.status_code == 422
    assert "Cyd is no longer at the table, but something is filled in" in text_of(response)
    assert Forms(response).sent("entering")[own] == said
    assert client.post(path(opened, Role.SCORE), again | {own: emptied}).status_code == 303
    assert set(opened.sheet.who(last(opened).content)) == {"Ana", "Ben"}


# --- Who sits a hand out ---

SITTING_OUT = [game for game, sheet in SHEETS.items() if sheet.may_sit_out]


@pytest.mark.parametrize("game", SITTING_OUT)
def test_who_sits_a_hand_out_is_not_in_it_and_may_be_put_in_later(client: Client, game: str) -> None:
    opened = opened_match(game)
    two = EVENINGS[game].example(["Ana", "Ben"])
    assert client.post(path(opened), entry(opened, two)).status_code == 303
    assert last(opened).content == two
    for page_name in ("match", "match_hands"):
        cells = re.findall(r"<td>(.*?)</td>", text_of(client.get(path(opened, Role.WATCH, page_name))), re.DOTALL)[:3]
        assert [bool(cell.strip()) for cell in cells] == [True, True, False]
    line = text_of(client.get(path(opened, Role.WATCH, "match_file", "csv"))).splitlines()[1].split(",")
    assert [cell for at, cell in enumerate(line[2:]) if at % 3 == 2] == ['""', '""']
    page = Reader(text_of(client.get(path(opened, Role.SCORE, "match_hand", 1))))
    assert [box["data-absent"] for box in page.all("input", type="checkbox", checked="") if "data-absent" in box] == [
        "2"
    ]
    three = example(game, opened.table)
    assert client.post(path(opened, Role.SCORE, "match_hand", 1), correction(opened, 1, three)).status_code == 303
    assert last(opened).content == three


@pytest.mark.parametrize("game", SITTING_OUT)
def test_nobody_who_sits_out_loses_what_was_typed_for_them(client: Client, game: str) -> None:
    opened = opened_match(game)
    said = entry(opened) | {"absent.2": ["on"]}
    said |= {"marriage": {"maal.2": ["7"]}, "ramino": {"left.0.2": ["9s"]}}.get(game, {})
    response = client.post(path(opened), said)
    assert response.status_code == 422
    assert "Cyd is sitting out, but something is filled in for them" in text_of(response)
    assert "#absent.2" in [link["href"] for link in Reader(text_of(response)).all("a")]
    typed = [value for values in Forms(response).sent("entering").values() for value in values]
    assert {"marriage": "7", "ramino": "9s", "machiavelli": "2"}[game] in typed
    assert reread(opened).ledger.revision == 0


@pytest.mark.parametrize("game", SITTING_OUT)
def test_too_few_cannot_play_a_hand(client: Client, game: str) -> None:
    opened = opened_match(game)
    said = {"key": [str(uuid4())], "seen": ["0"], "absent.1": ["on"], "absent.2": ["on"]}
    response = client.post(path(opened), said)
    assert response.status_code == 422
    assert "A hand needs at least 2 players." in text_of(response)
    assert "who-plays" in Reader(text_of(response)).ids


def test_whoever_plays_after_all_gets_something_to_fill_in(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=EVENINGS["ramino"].example(["Ana", "Ben"])))
    address = path(opened, Role.SCORE, "match_hand", 1)
    said = Forms(client.get(address)).sent("ask")
    assert said["without"] == ["2"]
    del said["absent.2"]
    response = client.post(address, said)
    assert response.status_code == 422
    again = Forms(response).sent("ask")
    assert "left.0.2" in again
    assert "without" not in again
    assert client.post(address, again | {"left.0.2": ["9s"]}).status_code == 303
    assert last(opened).content["hands"]["Cyd"] == "9s"


def test_a_hand_of_somebody_who_left_is_corrected_with_them_in_it(client: Client) -> None:
    seats = [(0, "Ana"), (1, "Ben"), (None, "Dan")]
    opened = opened_match("machiavelli", event(1, content={"Ana": 0, "Ben": 1, "Cyd": 2}))
    store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=1, content=content(seats))
    address = path(opened, Role.SCORE, "match_hand", 1)
    said = Forms(client.get(address)).sent("ask")
    assert (said["left.2"], said["without"]) == (["2"], ["3"])
    assert client.post(address, said | {"left.2": ["5"]}).status_code == 303
    assert last(opened).content == {"Ana": 0, "Ben": 1, "Cyd": 5}


@pytest.mark.any_database
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHEETS)
def test_the_page_is_in_every_language(client: Client, game: str, language: str) -> None:
    opened = opened_match(
        game, event(1, Kind.SEATED, content=content(list(enumerate(plain_table(game).players))[::-1]))
    )
    for name in ("match_players", "match", "match_history"):
        assert client.get(path(opened, Role.SCORE, name, language=language)).status_code == 200


def test_only_who_keeps_the_score_changes_the_people(client: Client) -> None:
    opened = opened_match("ramino")
    assert client.get(path(opened, Role.WATCH, "match_players")).status_code == 403
    said = sent(client, opened, name__0="Zoe")
    assert client.post(path(opened, Role.WATCH, "match_players"), said).status_code == 403
    assert "players/" not in text_of(client.get(path(opened, Role.WATCH)))
    assert reread(opened).ledger.revision == 0
