"""Ramino at the judge's doors and on its pages: every field, every house rule, every refusal."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, quote_plus, urlsplit

import pytest
from django.test import Client

from games import cards
from games.catalogue import GAMES
from games.judge import reply
from games.notation import NOTATIONS
from games.questions import HOUSE
from rulesite.rulebook import LANGUAGES

DECK = " ".join(card.text for card in cards.DECK)
TABLE = "4h 5h 6h / 7s 7d 7c"
DEAL = {"winner": "Ada", "hands": {"Bea": "Kh 7d As", "Cyd": "9c 9s"}}


def ask(name: str, **question: Any) -> dict[str, Any]:
    return reply({"game": "ramino", "ask": name, **question}, "en")


def error(name: str, **question: Any) -> tuple[str, str]:
    found = ask(name, **question)["error"]
    assert found["message"]
    return found["field"], found["code"]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def test_the_five_asks() -> None:
    assert set(GAMES["ramino"].asks) == {"meld", "arrange", "lay_off", "deal", "score"}


def test_meld() -> None:
    answer = ask("meld", cards="4h 5h 6h")
    assert answer == {
        "game": "ramino",
        "ask": "meld",
        "kind": "run",
        "unless": [],
        "rules": ["ramino.melds"],
        "because": answer["because"],
    }
    assert ask("meld", cards=["9♠", "9h", "9C"])["kind"] == "set"
    assert ask("meld", cards="Qs Ks As")["kind"] is None
    assert ask("meld", cards="9P 9C 9Q", notation="it")["kind"] == "set"


def test_arrange() -> None:
    answer = ask("arrange", hand="5h 6h 7h 7s 7d Jc 2c")
    assert answer | {"because": ""} == {
        "game": "ramino",
        "ask": "arrange",
        "melds": [["7s", "7h", "7d"]],
        "deadwood": ["5h", "6h", "2c", "Jc"],
        "points": 23,
        "rules": ["ramino.melds", "ramino.card-values"],
        "because": "",
    }
    empty = ask("arrange", hand="")
    assert (empty["melds"], empty["deadwood"], empty["points"]) == ([], [], 0)


def test_lay_off() -> None:
    hand = "7h Ks 3h"
    assert ask("lay_off", hand=hand, table=TABLE)["lay_offs"] == [
        {"card": "3h", "meld": 0},
        {"card": "7h", "meld": 0},
        {"card": "7h", "meld": 1},
    ]
    own = ask("lay_off", hand=hand, table=["4h 5h 6h", ["7s", "7d", "7c"]], own=[1])
    assert own["lay_offs"] == [{"card": "7h", "meld": 1}]
    assert own["rules"] == ["ramino.lay-off"]
    assert ask("lay_off", hand=hand, table=TABLE, own=[])["lay_offs"] == []
    assert len(ask("lay_off", hand=hand, table=TABLE, own=[], house={"lay_off": "any"})["lay_offs"]) == 3
    assert ask("lay_off", hand="", table="")["lay_offs"] == []


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_deal(players: int, cards: int) -> None:
    assert ask("deal", players=players)["cards"] == cards


def test_score() -> None:
    answer = ask("score", deals=[DEAL], match={"points": 100})
    assert (answer["totals"], answer["winner"]) == ({"Ada": 36, "Bea": 0, "Cyd": 0}, None)
    assert answer["rules"] == ["ramino.match", "ramino.deal-score", "ramino.card-values"]
    assert ask("score", deals=[DEAL], match={"points": 36})["winner"] == "Ada"
    assert ask("score", deals=[DEAL], match={"deals": 1})["winner"] == "Ada"
    none = ask("score", deals=[], match={"points": 100})
    assert (none["totals"], none["winner"]) == ({}, None)


def test_house_rules() -> None:
    for name, question in (("meld", {"cards": "4h 5h 6h"}), ("deal", {"players": 2})):
        assert "error" not in ask(name, **question, house={"no_return": True, "lay_off": "any"})
        assert error(name, **question, house={"no_return": "on"}) == ("house.no_return", "no-switch")
        assert error(name, **question, house={"lay_off": "all"}) == ("house.lay_off", "unknown-choice")
        assert error(name, **question, house={"wrap": True}) == ("house.wrap", "unknown-field")


@pytest.mark.parametrize(
    ("name", "question", "field", "code"),
    [
        ("meld", {}, "cards", "required"),
        ("meld", {"cards": ""}, "cards", "required"),
        ("meld", {"cards": "4h 4h 4s"}, "cards", "too-many"),
        ("meld", {"cards": "4h Xb 6h"}, "cards", "not-in-pack"),
        ("meld", {"cards": "4h 1Z"}, "cards", "unknown-card"),
        ("meld", {"cards": "4h 5h 6h", "hand": "4h"}, "hand", "unknown-field"),
        ("arrange", {"hand": "4h 4h"}, "hand", "too-many"),
        ("arrange", {"hand": f"{DECK} 2s", "house": {"pack": "two"}}, "hand", "hand-too-large"),
        ("arrange", {"hand": "4h 5h X"}, "hand", "not-in-pack"),
        ("arrange", {"hand": "4h 5h X", "house": {"pack": "two"}}, "hand", "not-in-pack"),
        ("arrange", {"hand": "4h 5h X X X X X", "house": {"pack": "two-jokers"}}, "hand", "too-many"),
        ("arrange", {"hand": "4h 4h 4h", "house": {"pack": "two"}}, "hand", "too-many"),
        ("meld", {"cards": "4h 5h 6h", "house": {"pack": "three"}}, "house.pack", "unknown-choice"),
        ("meld", {"cards": "4h 5h 6h", "house": {"ace": "high"}}, "house.ace", "unknown-choice"),
        ("meld", {"cards": "4h 5h 6h", "house": {"at_once": "on"}}, "house.at_once", "no-switch"),
        ("lay_off", {"hand": "3h", "table": "4h X X", "house": {"pack": "two-jokers"}}, "table.0", "table-no-meld"),
        ("lay_off", {"hand": "4h", "table": TABLE}, "table.0", "too-many"),
        ("lay_off", {"hand": "3h", "table": "4h 5h 6h / 7s 7d 8c"}, "table.1", "table-no-meld"),
        ("lay_off", {"hand": "3h", "table": TABLE, "own": [2]}, "own.0", "no-such-meld"),
        ("lay_off", {"hand": "3h", "table": TABLE, "own": ["0"]}, "own", "no-indices"),
        ("lay_off", {"hand": "3h", "table": TABLE, "own": [True]}, "own", "no-indices"),
        ("lay_off", {"hand": "3h", "table": TABLE, "own": "0"}, "own", "no-indices"),
        ("deal", {}, "players", "required"),
        ("deal", {"players": 7}, "players", "unknown-choice"),
        ("deal", {"players": "2"}, "players", "unknown-choice"),
        ("deal", {"players": True}, "players", "unknown-choice"),
        ("score", {"deals": [DEAL]}, "match", "required"),
        ("score", {"match": {"points": 100}}, "deals", "required"),
        ("score", {"deals": [DEAL], "match": {}}, "match", "no-match"),
        ("score", {"deals": [DEAL], "match": {"points": 9, "deals": 9}}, "match", "no-match"),
        ("score", {"deals": [DEAL], "match": {"hands": 9}}, "match", "no-match"),
        ("score", {"deals": [DEAL], "match": {"points": 0}}, "match.points", "no-number"),
        ("score", {"deals": [DEAL], "match": {"points": 1_000_000}}, "match.points", "no-number"),
        ("score", {"deals": [DEAL], "match": {"deals": "5"}}, "match.deals", "no-number"),
        ("score", {"deals": [DEAL], "match": {"deals": True}}, "match.deals", "no-number"),
        ("score", {"deals": DEAL, "match": {"points": 9}}, "deals", "no-deals"),
        ("score", {"deals": [{"winner": "Ada"}], "match": {"points": 9}}, "deals.0", "no-deal"),
        ("score", {"deals": [DEAL | {"x": 1}], "match": {"points": 9}}, "deals.0", "no-deal"),
        ("score", {"deals": [DEAL | {"at_once": "on"}], "match": {"points": 9}}, "deals.0.at_once", "no-switch"),
        ("score", {"deals": [DEAL | {"winner": ""}], "match": {"points": 9}}, "deals.0.winner", "no-winner"),
        ("score", {"deals": [DEAL | {"winner": 3}], "match": {"points": 9}}, "deals.0.winner", "no-winner"),
        ("score", {"deals": [DEAL | {"hands": []}], "match": {"points": 9}}, "deals.0.hands", "no-hands"),
        ("score", {"deals": [DEAL, DEAL], "match": {"deals": 1}}, "deals.1", "after-the-end"),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": "1Z"}}], "match": {"points": 9}},
            "deals.0.hands.Bea",
            "unknown-card",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": 7.5}}], "match": {"points": 9}},
            "deals.0.hands.Bea",
            "no-cards",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": True}}], "match": {"points": 9}},
            "deals.0.hands.Bea",
            "no-cards",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": -7}}], "match": {"points": 9}},
            "deals.0.hands.Bea",
            "below-zero",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": 0}}], "match": {"points": 9}},
            "deals.0.hands.Bea",
            "holds-nothing",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Ada": 1, "Bea": 7}}], "match": {"points": 9}},
            "deals.0.hands.Ada",
            "winner-holds",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": 341}}], "match": {"points": 9}},
            "deals.0.hands.Bea",
            "more-than-pack",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": 200, "Cyd": "Kh Ts", "Dan": 121}}], "match": {"points": 9}},
            "deals.0.hands",
            "more-than-pack",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": "Kh", "Cyd": "Kh"}}], "match": {"points": 9}},
            "deals.0.hands.Cyd",
            "too-many",
        ),
        (
            "score",
            {"deals": [DEAL | {"hands": {"Bea": "Kh Xr"}}], "match": {"points": 9}},
            "deals.0.hands.Bea",
            "not-in-pack",
        ),
    ],
)
def test_errors_name_the_culprit(name: str, question: dict[str, Any], field: str, code: str) -> None:
    assert error(name, **question) == (field, code)


def test_the_same_card_may_be_left_in_two_different_deals() -> None:
    assert "error" not in ask("score", deals=[DEAL, DEAL], match={"points": 100})


def test_an_error_in_a_sheet_tells_deal_and_player_and_keeps_odd_characters() -> None:
    found = ask("score", deals=[DEAL | {"hands": {"100% Bea": "5% Kh"}}], match={"points": 9})["error"]
    assert found["at"] == "5%"
    assert found["message"].startswith("Hand 1, 100% Bea: “5%”")


def test_what_all_hands_of_a_deal_hold_is_not_more_than_the_pack() -> None:
    hands = {"Bea": 200, "Cyd": "Kh Ts", "Dan": 120}
    assert "error" not in ask("score", deals=[DEAL | {"hands": hands}], match={"points": 500})
    hands["Dan"] = 121
    found = ask("score", deals=[DEAL, DEAL | {"hands": hands}], match={"points": 500})["error"]
    assert (found["field"], found["code"]) == ("deals.1.hands", "more-than-pack")
    assert found["message"].startswith("Hand 2: 341 points ")
    two = {"pack": "two"}
    assert "error" not in ask("score", deals=[DEAL | {"hands": hands}], match={"points": 500}, house=two)


def test_pack_and_jokers() -> None:
    house = {"pack": "two-jokers"}
    assert ask("meld", cards="4h X 6h", house=house)["kind"] == "run"
    assert ask("meld", cards="9s Xr 9h Xb", house=house)["kind"] == "set"
    assert ask("meld", cards="9s X X", house=house)["kind"] is None
    assert ask("meld", cards="9s X X", house=house)["rules"] == ["ramino.jokers"]
    assert ask("meld", cards="9s 9s 9h", house=house)["rules"] == ["ramino.melds"]
    left = ask("arrange", hand="Kh 7d 2c X", house=house)
    assert (left["melds"], left["deadwood"], left["points"]) == ([], ["Kh", "7d", "2c", "X"], 44)
    assert left["rules"] == ["ramino.melds", "ramino.card-values", "ramino.jokers"]
    doubles = ask("arrange", hand="7s 7s 7h 7h 7d 7d 2c", house={"pack": "two"})
    assert (len(doubles["melds"]), doubles["deadwood"]) == (2, ["2c"])
    offs = ask("lay_off", hand="5h X 5h", table="4h X 6h", house=house)
    assert offs["lay_offs"] == [{"card": "5h", "meld": 0}, {"card": "X", "meld": 0}]
    assert "ramino.jokers" in offs["rules"]


def test_ace() -> None:
    both = {"ace": "both"}
    assert ask("meld", cards="Qs Ks As", house=both)["kind"] == "run"
    assert ask("meld", cards="Qs Ks As", house=both)["rules"] == ["ramino.melds", "ramino.ace"]
    assert ask("meld", cards="Ks As 2s", house=both)["rules"] == ["ramino.ace"]
    assert ask("meld", cards="As 2s 3s", house=both)["kind"] == "run"
    assert ask("arrange", hand="As Kd 2c")["points"] == 13
    assert ask("arrange", hand="As Kd 2c", house=both)["points"] == 23
    assert ask("lay_off", hand="As", table="Js Qs Ks", house=both)["lay_offs"] == [{"card": "As", "meld": 0}]
    whole = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
    again = ask("lay_off", hand="As", table=whole, house={"ace": "both", "pack": "two"})
    assert again["lay_offs"] == []
    deal = {"winner": "Ada", "hands": {"Bea": "As"}}
    assert ask("score", deals=[deal], match={"points": 100}, house=both)["totals"]["Ada"] == 11


def test_at_once_doubles_only_where_the_house_rule_is_on() -> None:
    deal = DEAL | {"at_once": True}
    assert ask("score", deals=[deal], match={"points": 100})["totals"]["Ada"] == 36
    assert ask("score", deals=[deal], match={"points": 100}, house={"at_once": True})["totals"]["Ada"] == 72
    assert ask("score", deals=[DEAL], match={"points": 100}, house={"at_once": True})["totals"]["Ada"] == 36
    plain = ask("score", deals=[DEAL | {"at_once": False}], match={"points": 100}, house={"at_once": True})
    assert plain["totals"]["Ada"] == 36
    because = ask("score", deals=[deal], match={"points": 100}, house={"at_once": True})["because"]
    assert "went out in a single turn, so the 36 points the others still held count double: 72" in because


def test_points_as_numbers() -> None:
    deal = {"winner": "Ada", "hands": {"Ada": 0, "Bea": 18, "Cyd": "18"}}
    assert ask("score", deals=[deal], match={"points": 100})["totals"] == {"Ada": 36, "Bea": 0, "Cyd": 0}
    mixed = {"winner": "Ada", "hands": {"Bea": 18, "Cyd": "9c 9s"}}
    assert ask("score", deals=[mixed], match={"points": 100})["totals"]["Ada"] == 36
    assert ask("score", deals=[mixed], match={"points": 100})["rules"][-1] == "ramino.card-values"
    assert "ramino.card-values" not in ask("score", deals=[deal], match={"points": 100})["rules"]


def test_a_hand_that_goes_out_by_discarding_is_headed_so(client: Client) -> None:
    form = client.get("/en/ramino/arrange/?hand=3c+4c+5c+8s+8h+8d+8c+Kd").context["ask"]
    assert (form.headline().tone, form.headline().text) == ("yes", "Discard K♦ to go out")
    several = client.get("/en/ramino/arrange/?hand=3c+4c+5c+6c").context["ask"]
    assert several.headline().text == "You can go out"
    either = client.get("/en/ramino/arrange/?hand=As+Ac+Ad+2s+2h+2d+2c+3s").context["ask"]
    assert either.headline().text == "Discard 3♠ to go out"
    last = client.get("/en/ramino/arrange/?hand=Kd").context["ask"]
    assert last.headline().text == "Discard K♦ to go out"
    assert "every other card" not in last.as_json()["because"]
    joker = client.get("/en/ramino/arrange/?hand=3c+4c+5c+X&house.pack=two-jokers").context["ask"]
    assert joker.headline().text == "You can go out"
    alone = client.get("/en/ramino/arrange/?hand=X&house.pack=two-jokers").context["ask"]
    assert alone.headline().text == "Discard a joker to go out"


@pytest.mark.parametrize("left", ["As 9d", "9d Kc"])
def test_what_an_ace_counts_is_said_once_and_as_at_the_table(left: str) -> None:
    deals = [{"winner": "Ada", "hands": {"Bea": left}}]
    told = {}
    for ace in ("low", "both"):
        form = GAMES["ramino"].asks["score"]({"deals": deals, "match": {"points": 100}, f"{HOUSE}ace": ace})
        assert form.is_valid()
        told[ace] = [(text, rule) for text, rule in form.sentences() if "ace" in text]
    assert told["low"] == [
        ("An ace counts 1, a jack, queen or king 10, every other card its face value.", "ramino.card-values")
    ]
    assert told["both"] == [
        (
            "At your table an ace left in hand counts 11; a jack, queen or king counts 10, every other card its face value.",
            "ramino.ace" if "A" in left else "ramino.card-values",
        )
    ]


@pytest.mark.parametrize(("pack", "stock", "cards"), [("one", 31, 52), ("two", 83, 104), ("two-jokers", 87, 108)])
def test_deal_from_each_pack(client: Client, pack: str, stock: int, cards: int) -> None:
    page = client.get(f"/en/ramino/deal/?players=2&house.pack={pack}")
    assert page.context["ask"].verdict.stock == stock
    assert f"Where the {cards} cards go" in page.content.decode()


def test_the_keyboard_offers_jokers_where_they_play(client: Client) -> None:
    assert 'data-card="X"' not in client.get("/en/ramino/arrange/").content.decode()
    html = client.get("/en/ramino/arrange/?hand=4h+5h&house.pack=two-jokers").content.decode()
    assert "Joker: X." in html
    assert re.findall(r'data-card="X"[^>]*data-copies="(\d)"', html) == ["4"]
    assert re.findall(r'<template id="keyboard"[^>]*data-copies="(\d)"', html) == ["2"]


SHEET = (
    "player.0=Ada&player.1=Bea&player.2=Cyd&winner.0=0&left.0.1=Kh+7d+As&left.0.2=9c+9s"
    "&winner.1=2&left.1.0=2h&left.1.1=3h&match=points&to=100"
)


def test_the_page_and_the_judge_count_alike(client: Client) -> None:
    answer = client.get(f"/en/ramino/score/?{SHEET}").context["ask"].as_json()
    deals = [DEAL, {"winner": "Cyd", "hands": {"Ada": "2h", "Bea": "3h"}}]
    assert answer == ask("score", deals=deals, match={"points": 100})


def test_the_sheet_takes_points_and_how_a_deal_was_won(client: Client) -> None:
    query = SHEET.replace("9c+9s", "18") + "&at_once.0=on&house.at_once=on&house.pack=two"
    page = client.get(f"/en/ramino/score/?{query}")
    form = page.context["ask"]
    assert form.result()["totals"] == {"Ada": 72, "Bea": 0, "Cyd": 5}
    assert dict(parse_qsl(form.address(NOTATIONS["en"]))) == dict(parse_qsl(query))
    html = page.content.decode()
    assert "2 × 36 = 72" in html
    assert re.findall(r'name="at_once.(\d)"( checked)?', html) == [("0", " checked"), ("1", ""), ("2", "")]
    deals = [
        {"winner": "Ada", "hands": {"Bea": "Kh 7d As", "Cyd": 18}, "at_once": True},
        {"winner": "Cyd", "hands": {"Ada": "2h", "Bea": "3h"}},
    ]
    house = {"at_once": True, "pack": "two"}
    assert form.as_json() == ask("score", deals=deals, match={"points": 100}, house=house)


@pytest.mark.parametrize(("held", "words"), [("12,5", ["12"]), ("12 7Z", ["12", "7Z"]), ("1e3", ["1e3"])])
def test_what_is_neither_cards_nor_points_is_told_of_both_once(client: Client, held: str, words: list[str]) -> None:
    page = client.get("/en/ramino/score/", {"player.0": "Ada", "player.1": "Bea", "winner.0": "0", "left.0.1": held})
    (fault,) = [text for element, text in page.context["ask"].faults() if element == "left.0.1"]
    assert fault.count("Hand 1, Bea:") == fault.count("Ranks:") == 1
    assert [word for word in words if f"“{word}” (no." in fault] == words
    assert fault.endswith("You can also enter a whole number of points.")


def test_part_of_a_match_is_told_of_by_the_numbers_of_its_hands() -> None:
    for held in ("Kh Kh Kh", 99999, "1Z"):
        deals = [DEAL | {"hands": {"Bea": held, "Cyd": 1}}]
        asked = GAMES["ramino"].asks["score"]({"deals": deals, "match": {"points": 100}}, first=7)
        assert not asked.is_valid()
        assert [text.partition(":")[0] for _element, text in asked.faults()] == ["Hand 7, Bea"], held


def test_too_many_points_name_their_player() -> None:
    wrong = ask("score", deals=[DEAL | {"hands": {"Bea": 99999, "Cyd": 1}}], match={"points": 100})["error"]
    assert wrong["field"] == "deals.0.hands.Bea"
    assert wrong["message"].startswith("Hand 1, Bea: 99999 points")


def test_a_fresh_sheet_asks_how_its_deal_was_won_without_javascript(client: Client) -> None:
    assert 'name="at_once.0"' in client.get("/en/ramino/score/").content.decode()


def test_the_address_keeps_the_whole_sheet(client: Client) -> None:
    form = client.get(f"/en/ramino/score/?{SHEET}").context["ask"]
    assert dict(parse_qsl(form.address(NOTATIONS["en"]))) == dict(parse_qsl(SHEET))
    italian = client.get("/it/ramino/score/?" + form.address(NOTATIONS["it"])).context["ask"]
    assert italian.result() == form.result()


def test_a_deal_can_be_removed_and_one_in_the_middle_too(client: Client) -> None:
    response = client.get(f"/en/ramino/score/?{SHEET}&remove=0")
    assert response.status_code == 302
    kept = client.get(response["Location"]).context["ask"]
    assert kept.result()["totals"] == {"Ada": 0, "Bea": 0, "Cyd": 5}
    assert len(kept.sheet.rows) == 1


def test_empty_fields_need_not_be_sent(client: Client) -> None:
    """The script leaves them out; without it they come empty."""
    blanks = "&player.3=&player.4=&winner.2=&left.2.0=&left.2.1=&left.0.0=&left.1.2="
    bare = client.get(f"/en/ramino/score/?{SHEET}").context["ask"].result()
    assert client.get(f"/en/ramino/score/?{SHEET}{blanks}").context["ask"].result() == bare


def test_a_name_corrected_is_corrected_in_every_deal(client: Client) -> None:
    form = client.get(f"/en/ramino/score/?{SHEET.replace('Ada', 'Ida')}").context["ask"]
    assert form.result()["totals"] == {"Ida": 36, "Bea": 0, "Cyd": 5}


@pytest.mark.parametrize(
    ("cards", "house", "points"),
    [
        ("K Q 5", "", 25),
        ("A", "", 1),
        ("A", "&house.ace=both", 11),
        ("10 Qh", "", 20),
        ("7 X", "&house.pack=two-jokers", 32),
    ],
)
def test_ranks_alone_are_the_points_that_they_count(client: Client, cards: str, house: str, points: int) -> None:
    """On the page; a program names cards whole, or the points (judge.md)."""
    asked = f"player.0=Ada&player.1=Bea&winner.0=0&left.0.1={quote_plus(cards)}{house}"
    form = client.get(f"/en/ramino/score/?{asked}").context["ask"]
    assert form.result()["totals"] == {"Ada": points, "Bea": 0}
    assert form.cleaned_data["deals"].hands[0].hands["Bea"] == points
    moved = client.get(f"/it/ramino/score/?{asked}&notation=en")
    assert client.get(moved["Location"]).context["ask"].result()["totals"]["Ada"] == points
    said: dict[str, Any] = {"deals": [{"winner": "Ada", "hands": {"Bea": cards}}], "match": {"points": 100}}
    answer = reply({"game": "ramino", "ask": "score"} | said, "en")
    assert answer["error"]["code"] == "unknown-card"


@pytest.mark.parametrize(
    ("cards", "code"),
    [("K K K K K", "too-many"), ("Kh K K K K", "too-many"), ("KQ", "unknown-card"), ("Z", "unknown-card")],
)
def test_ranks_alone_are_held_to_the_pack(client: Client, cards: str, code: str) -> None:
    response = client.get(f"/en/ramino/score/?player.0=Ada&player.1=Bea&winner.0=0&left.0.1={quote_plus(cards)}")
    assert response.status_code == 422
    (error,) = response.context["ask"].errors.as_data()["deals"]
    assert error.code == code


def test_what_is_wrong_is_told_at_its_cell_without_what_stands_there_already(client: Client) -> None:
    form = client.get("/en/ramino/score/?player.0=Ada&player.1=Bea&winner.0=0&left.0.1=KQ").context["ask"]
    whole = "Hand 1, Bea: “KQ”: ranks without suits are parted by spaces. Write K Q, or add a suit, as in 4-8c."
    assert form.faults() == [("left.0.1", whole)]
    assert form.faults_in_place() == [("left.0.1", whole.removeprefix("Hand 1, Bea: "))]


def test_two_faults_of_a_cell_say_once_whose_it_is(client: Client) -> None:
    form = client.get("/en/ramino/score/?player.0=Ada&player.1=Bea&winner.0=0&left.0.1=x+9z").context["ask"]
    own = "You can also enter a whole number of points. Your table plays without jokers:"
    (place, told, *_rest), *others = form.summary()
    assert (place, others) == ("left.0.1", [])
    assert told.startswith("Hand 1, Bea: “9z”")
    assert told.count("Bea") == 1
    assert own in told
    ((_at, at_cell),) = form.faults_in_place()
    assert at_cell.startswith("“9z”")
    assert own in at_cell


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        (("winner.1=2", "winner.1="), "no-winner", "winner.1"),
        (("9c+9s", "9c+9z"), "unknown-card", "left.0.2"),
        (("left.1.1=3h", "left.1.1="), "holds-nothing", "left.1.1"),
        (("left.1.1=3h", "left.1.1=2h"), "too-many", "left.1.1"),
        (("left.1.1=3h", "left.1.1=3h&left.1.2=4h"), "winner-holds", "left.1.2"),
        (("player.1=Bea", "player.1=Ada"), "same-name", "deals"),
        (("player.1=Bea", "player.1="), "no-name", "deals"),
        (("player.1=Bea&player.2=Cyd", "x=y"), "too-few-players", "deals"),
        (("to=100", "to=lots"), "no-number", "match"),
        (("to=100", "to="), "no-number", "match"),
        (("match=points", "match=luck"), "no-match", "match"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said_where_it_is_and_nothing_is_lost(
    client: Client, change: tuple[str, str], code: str, place: str
) -> None:
    query = SHEET.replace(*change)
    assert query != SHEET
    response = client.get(f"/en/ramino/score/?{query}")
    assert response.status_code == 422
    form = response.context["ask"]
    assert code in {error.code for errors in form.errors.as_data().values() for error in errors}
    assert place in {element for element, text in form.faults()}
    html = response.content.decode()
    assert f'id="{place}"' in html
    assert f'href="#{place}"' in html
    sent = {key: value for key, value in parse_qsl(query, keep_blank_values=True) if value and key != "x"}
    kept = {key: value for key, value in parse_qsl(form.address(NOTATIONS["en"])) if value}
    assert kept == sent


def test_a_half_read_sheet_changes_its_letters_where_it_can(client: Client) -> None:
    response = client.get(f"/en/ramino/score/?{SHEET.replace('9c+9s', '9c+9z')}")
    kept = dict(parse_qsl(response.context["queries"]["it"]))
    assert (kept["left.0.1"], kept["left.0.2"]) == ("RC 7Q AP", "9F 9z")


def test_a_won_match_has_no_row_for_another_deal(client: Client) -> None:
    open_form = client.get(f"/en/ramino/score/?{SHEET}").context["ask"]
    assert [row.is_new for row in open_form.rows()] == [False, False, True]
    over = client.get(f"/en/ramino/score/?{SHEET.replace('match=points&to=100', 'match=deals&to=1')}")
    assert over.status_code == 422
    over = client.get("/en/ramino/score/?player.0=Ada&player.1=Bea&winner.0=0&left.0.1=Kh&match=deals&to=1")
    assert [row.is_new for row in over.context["ask"].rows()] == [False]
    rematch = over.context["ask"].rematch()
    again = client.get(rematch).context["ask"]
    assert (again.sheet.names[:2], again.sheet.rows) == (("Ada", "Bea"), ())
    assert again.aim.goal == "deals"


def test_the_sheet_shows_every_card_with_its_points(client: Client) -> None:
    html = client.get(f"/en/ramino/score/?{SHEET}").content.decode()
    items = re.findall(r'aria-label="([^"]+)">[^<]*<svg>.*?</svg></span> <span>(\d+)</span>', html)
    assert ("king of hearts", "10") in items
    assert ("ace of spades", "1") in items
    assert sum(int(points) for _name, points in items) == 36 + 5
    assert "= 18" in html


def test_the_melds_of_the_others_are_ticked(client: Client) -> None:
    page = client.get("/en/ramino/lay_off/", {"hand": "7h Ks 3h", "table": TABLE, "other": "0"})
    assert page.context["ask"].result()["lay_offs"] == [{"card": "7h", "meld": 1}]
    assert re.findall(r'name="other" value="(\d)"( checked)?', page.content.decode()) == [("0", " checked"), ("1", "")]
    address = page.context["ask"].address(NOTATIONS["en"])
    assert dict(parse_qsl(address)) == {"hand": "7h Ks 3h", "table": TABLE, "other": "0"}
    unread = client.get("/en/ramino/lay_off/", {"hand": "7h", "table": TABLE + " / 1Z", "other": "0"})
    assert unread.status_code == 422
    assert '<input type="hidden" name="other" value="0">' in unread.content.decode()


@pytest.mark.parametrize(
    ("table", "drawn", "ticked", "others"),
    [
        ("8s 8d 8h", "3c 4c 5c / 8s 8d 8h", "0", []),
        ("8s 8d 8h", "3c 4c 5c / 8s 8d 8h", "1", ["0"]),
        ("8s 8d 8h / 3c 4c 5c 6c", "3c 4c 5c / 8s 8d 8h", "0", ["1"]),
        ("Ks Kd Kh / 3c 4c 5c", "3c 4c 5c", "0", ["1"]),
        ("3c 4c 5c 6c 7c 8c 9c", "3c 4c 5c 6c / 7c 8c 9c", "1", ["0"]),
        ("3c 4c 5c / 8s 8d 8h", "no cards", "1", ["1"]),
    ],
)
def test_a_tick_follows_the_cards_that_it_was_drawn_beside(
    client: Client, table: str, drawn: str, ticked: str, others: list[str]
) -> None:
    asked = {"hand": "Qs 2s", "table": table, "drawn": drawn, "other": ticked}
    page = client.get("/en/ramino/lay_off/", asked)
    html = page.content.decode()
    assert re.findall(r'name="other" value="(\d)" checked', html) == others
    assert f'name="drawn" value="{table}"' in html
    address = parse_qsl(page.context["ask"].address(NOTATIONS["en"]))
    assert address == [("hand", "Qs 2s"), ("table", table), *(("other", at) for at in others)]
    unread = client.get("/en/ramino/lay_off/", asked | {"table": table + " / 1Z"})
    if drawn != "no cards":
        assert f'name="drawn" value="{drawn}"' in unread.content.decode(), "its ticks are still those of these melds"
        assert {("other", ticked), ("drawn", drawn)} <= set(parse_qsl(unread.context["queries"]["it"]))


def test_every_step_onwards_is_a_question_that_can_be_answered(client: Client) -> None:
    addresses = [
        "/en/ramino/meld/?cards=4h+6h+7h",
        "/en/ramino/meld/?cards=Js+Qs+Ks+As",
        "/en/ramino/arrange/?hand=5h+6h+7h+7s+7d+Jc+2c",
        "/en/ramino/lay_off/?hand=7h+Ks+3h&table=4h+5h+6h+/+7s+7d+7c&other=1&house.lay_off=any",
    ]
    for address in addresses:
        html = client.get(address).content.decode()
        steps = [href.replace("&amp;", "&") for href in re.findall(r'<a class="felt" href="([^"]+)"', html)]
        assert steps
        for step in steps:
            response = client.get(step)
            assert response.status_code == 200
            assert 'id="verdict"' in response.content.decode()
            if "other=1" in address:
                assert ("other", "1") in parse_qsl(urlsplit(step).query)
                assert ("house.lay_off", "any") in parse_qsl(urlsplit(step).query)


def test_a_card_that_would_help_leads_to_the_hand_with_it(client: Client) -> None:
    form = client.get("/en/ramino/arrange/?hand=5h+6h+Ks").context["ask"]
    near = {miss.help.card.text: miss for miss in form.near()}
    assert set(near) == {"4h", "7h"}
    assert near["7h"].text == "With the seven of hearts you would have 5♥ 6♥ 7♥, and 10 points left in hand."
    assert client.get(near["7h"].href).context["ask"].result()["points"] == 10
    full = client.get("/en/ramino/arrange/?hand=2s+4s+6s+8s+Ts+Qs+As+3h+5h+7h+9h+Jh+Kh").context["ask"]
    assert [miss.help.card for miss in full.near()]
    assert all("verdict" in client.get(miss.href).content.decode() for miss in full.near()[:3])


def test_of_many_cards_that_would_help_the_page_draws_the_best_few(client: Client) -> None:
    page = client.get("/en/ramino/arrange/?hand=6h+7h+6s+7s+8c+9c+Jc&house.pack=two-jokers")
    near = page.context["ask"].near()
    assert (
        len(near)
        == 6
        == page.content.decode().split('<ul class="near" data-decides>')[1].split("</ul>")[0].count("<li>")
    )
    assert [miss.help.points for miss in near] == sorted(miss.help.points for miss in near)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_refusal_can_be_said(language: str) -> None:
    """Also those whose codes come from the arranging of cards."""
    questions: list[dict[str, Any]] = [
        {"ask": "meld", "cards": cards}
        for cards in (
            "Qs Ks As",
            "Ks As 2s",
            "4h 5h 7h",
            "4h 6h 9h",
            "4h 5h 6d",
            "9s 9h 8c",
            "9s",
            "9s 9h 9d",
            "4h 5h 6h",
        )
    ]
    questions += [{"ask": "arrange", "hand": hand} for hand in ("", "As", "As 9d", "9s 9h 9d", "9s 9h 9d 2c")]
    for own in ([], [0], [0, 1]):
        for hand in ("7h", "7h 2c", "2c 3c 9d", "8s Ah Kh 7h"):
            for house in ({}, {"lay_off": "any"}):
                questions.append({"ask": "lay_off", "hand": hand, "table": TABLE, "own": own, "house": house})
    questions += [{"ask": "deal", "players": players} for players in range(2, 7)]
    for number in (1, 2, 5, 100):
        for goal in ("points", "deals"):
            questions += [{"ask": "score", "deals": deals, "match": {goal: number}} for deals in ([], [DEAL])]
    jokers = {"pack": "two-jokers", "ace": "both", "at_once": True}
    questions += [
        {"ask": "meld", "cards": melded, "house": jokers}
        for melded in (
            "4h X 6h",
            "9s 9h X",
            "9s 9h X X",
            "9s X X",
            "X X X",
            "9s 9s X",
            "9s 9h 9d 9c X",
            "4h 4h 5h",
            "4h X 9h",
            "Qs Ks As",
            "As 2s 3s",
            "9s 9h 9d",
            "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
        )
    ]
    questions += [
        {"ask": "arrange", "hand": hand, "house": jokers} for hand in ("X", "As 9d X", "As 9d 4c", "4h X 6h 2c")
    ]
    questions.append({"ask": "lay_off", "hand": "5h X", "table": "4h X 6h", "house": jokers})
    for won in (
        DEAL,
        DEAL | {"at_once": True},
        {"winner": "Ada", "hands": {"Bea": "As X"}},
        {"winner": "Ada", "hands": {"Bea": 1}},
    ):
        questions.append({"ask": "score", "deals": [won], "match": {"points": 100}, "house": jokers})
    for question in questions:
        answer = reply({"game": "ramino", **question}, language)
        assert answer["because"], question
        assert "%(" not in answer["because"]
