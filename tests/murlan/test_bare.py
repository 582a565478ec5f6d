"""Cards of which only the rank is named: they are some cards of that rank, and no answer hangs on which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest
from django.test import Client
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.cards import Card, Rank, Suit, cards_of
from games.judge import reply
from games.murlan.rules import PACK, House, exchange, judge, plays
from games.rulings import Refused
from rulesite.rulebook import LANGUAGES
from tests import proved
from tests.house_rules import houses as every_house

ALL = tuple(PACK)
LOW = [card for card in ALL if card.rank in (3, 4, 5, 6, 7)]
HOUSES = every_house("murlan")
houses = st.sampled_from(HOUSES)
suitless = st.sampled_from([house for house in HOUSES if not house.straight_flush])
hands = st.one_of(
    st.lists(st.sampled_from(ALL), unique=True, min_size=1, max_size=12),
    st.lists(st.sampled_from(LOW), unique=True, min_size=1, max_size=8),
)
TABLES = ["", "8s", "9s 9d", "4s 5s 6s 7s 8s", "4s 5d 6s 7s 8s 9s", "6s 6h 6d 6c", "Qs Qh Qd"]


def ask(name: str, lang: str = "en", **question: Any) -> dict[str, Any]:
    return reply({"game": "murlan", "ask": name, **question}, lang)


def error(name: str, **question: Any) -> tuple[str, str, str]:
    found = ask(name, **question)["error"]
    assert found["message"]
    assert "%" not in found["message"]
    return found["field"], found["code"], found.get("at", "")


def blurred(data: st.DataObject, cards: list[Card]) -> list[Card]:
    """The cards, of some of which only the rank is said."""
    bare = data.draw(st.lists(st.booleans(), min_size=len(cards), max_size=len(cards)))
    return [
        Card(card.rank) if is_bare and not card.is_joker else card for card, is_bare in zip(cards, bare, strict=True)
    ]


def completions(cards: list[Card], named: set[Card]) -> Iterator[list[Card]]:
    """Every way to say the suits of these cards, none of which is one of those named."""
    bare = {rank: sum(card is Card(rank) for card in cards) for rank in Rank if rank is not Rank.JOKER}
    free = {rank: [Card(rank, suit) for suit in Suit if Card(rank, suit) not in named] for rank in bare}
    for chosen in product(*(permutations(free[rank], count) for rank, count in bare.items())):
        rest = {rank: list(some) for rank, some in zip(bare, chosen, strict=True)}
        yield [rest[card.rank].pop() if card.is_bare else card for card in cards]


@settings(max_examples=proved.examples(200), deadline=None)
@given(hands, st.data(), suitless)
def test_where_suits_do_not_matter_a_verdict_is_that_of_the_cards_with_their_suits(
    hand: list[Card], data: st.DataObject, house: House
) -> None:
    cards = data.draw(st.lists(st.sampled_from(hand), unique=True, min_size=1))
    table = cards_of(data.draw(st.sampled_from(TABLES)))
    assume(not set(table) & set(hand))
    expected = judge(hand, cards, table, house=house)
    for held, played in ((hand, blurred(data, cards)), (blurred(data, hand), cards)):
        judged = judge(held, played, blurred(data, list(table)), house=house)
        assert (judged.legal, [reason.rule for reason in judged.reasons if reason.rule != "murlan.straight-flush"]) == (
            expected.legal,
            [reason.rule for reason in expected.reasons if reason.rule != "murlan.straight-flush"],
        )
    bare = [Card(card.rank) if not card.is_joker else card for card in cards]
    assert judge(None, bare, table, house=house).legal is judge(bare, bare, table, house=house).legal is expected.legal


@settings(max_examples=proved.examples(200), deadline=None)
@given(hands, st.data(), suitless)
def test_where_suits_do_not_matter_the_plays_are_those_of_the_cards_with_their_suits(
    hand: list[Card], data: st.DataObject, house: House
) -> None:
    table = cards_of(data.draw(st.sampled_from(TABLES)))
    assume(not set(table) & set(hand))
    said = blurred(data, hand)
    found, expected = plays(said, table, house=house).plays, plays(hand, table, house=house).plays
    assert [(play.kind, play.value, play.length) for play in found] == [
        (play.kind, play.value, play.length) for play in expected
    ]
    for play in found:
        assert judge(said, play.cards, table, house=house).legal


@settings(max_examples=proved.examples(300), deadline=None)
@given(st.lists(st.sampled_from(LOW), unique=True, min_size=1, max_size=6), st.data(), houses, st.booleans())
def test_no_answer_hangs_on_a_suit_that_is_not_said(
    hand: list[Card], data: st.DataObject, house: House, opening: bool
) -> None:
    table = cards_of("" if opening else data.draw(st.sampled_from(["", "3c", "4s 5s 6s 7s 8s"])))
    assume(not set(table) & set(hand))
    cards = data.draw(st.lists(st.sampled_from(hand), unique=True, min_size=1))
    held, played = blurred(data, hand), blurred(data, cards)
    try:
        said = judge(held, played, table, opening=opening, house=house)
    except Refused as refused:
        if refused.code not in ("suit-opens", "suit-counts"):
            raise
        return
    named = {card for card in held + played + list(table) if not card.is_bare}
    ways = 0
    for whole in completions(held, {card for card in (*held, *table) if not card.is_bare}):
        if not {card for card in played if not card.is_bare} <= set(whole):
            continue
        rest = {card for card in whole if card not in played}
        for some in completions(played, set(ALL) - rest):
            ways += 1
            assert judge(whole, some, table, opening=opening, house=house).legal is said.legal, (named, whole, some)
    assert ways


@pytest.mark.parametrize(
    ("hand", "cards", "legal"),
    [("7s 8d", "7", True), ("7 8d", "7c", True), ("7 7", "7 7h", True), ("7s 7h 7", "7 7 7", True), (None, "7", True)],
)
def test_cards_are_found_in_the_hand_by_rank(hand: str | None, cards: str, legal: bool) -> None:
    question = {"cards": cards, "table": "6" if len(cards) < 3 else ""} | ({"hand": hand} if hand else {})
    assert ask("play", **question)["legal"] is legal


@pytest.mark.parametrize("hand", ["7 8", "7s 8", "8"])
def test_a_rank_of_which_the_hand_has_not_enough_is_said_so(hand: str) -> None:
    """There may be one such card in the hand, so nothing claims that there is none."""
    found = ask("play", hand=hand, cards="7 7")["error"]
    assert (found["code"], found["message"]) == ("not-in-hand", "You do not have that many sevens.")


@pytest.mark.parametrize(
    ("question", "field", "code", "at"),
    [
        ({"hand": "7s 8d", "cards": "7 7"}, "cards", "not-in-hand", "7"),
        ({"hand": "7 8d", "cards": "9s"}, "cards", "not-in-hand", "9s"),
        ({"hand": "7 8d", "table": "7s", "cards": "7s"}, "cards", "not-in-hand", "7s"),
        ({"cards": "7 7 7 7 7"}, "cards", "too-many", "7"),
        ({"cards": "7 7", "table": "7 7 7"}, "table", "too-many", "7"),
        ({"hand": "7 7 7", "cards": "7", "table": "7s 7h"}, "table", "too-many", "7"),
        ({"cards": "7s", "table": "7s"}, "table", "too-many", "7s"),
        ({"cards": "X"}, "cards", "joker-colour", "X"),
        ({"cards": "78"}, "cards", "unknown-card", "78"),
    ],
)
def test_bare_cards_are_counted_like_any(question: dict[str, Any], field: str, code: str, at: str) -> None:
    assert error("play", **question) == (field, code, at)


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"cards": "3"}, "cards"),
        ({"cards": "3 3"}, "cards"),
        ({"hand": "3 4", "cards": "3"}, "cards"),
        ({"hand": "3s 3h", "cards": "3"}, "cards"),
        ({"hand": "3 4", "cards": "4"}, "hand"),
        ({"hand": "3 3", "cards": "3h"}, "hand"),
    ],
)
def test_opening_asks_for_the_suit_of_a_three_that_could_be_the_one(question: dict[str, Any], field: str) -> None:
    assert error("play", opening=True, **question) == (field, "suit-opens", "3")


@pytest.mark.parametrize(
    ("question", "legal"),
    [
        ({"cards": "3s 3"}, True),
        ({"cards": "4"}, False),
        ({"cards": "3h"}, False),
        ({"hand": "3 4", "cards": "3s"}, True),
        ({"hand": "3s 4", "cards": "3"}, True),
        ({"hand": "3s 3h", "cards": "3 3"}, True),
        ({"hand": "3h 4", "cards": "3"}, False),
        ({"hand": "3s 3 4", "cards": "4"}, False),
        ({"hand": "3 4", "cards": "3h"}, False),
    ],
)
def test_opening_needs_no_suit_where_it_is_known_which_three_it_is(question: dict[str, Any], legal: bool) -> None:
    answer = ask("play", opening=True, **question)
    assert (answer["legal"], answer["rules"][0]) == (legal, "murlan.opening")


def test_opening_plays_with_a_bare_three() -> None:
    assert error("plays", hand="3 4", opening=True) == ("hand", "suit-opens", "3")
    found = ask("plays", hand="3s 3 4 5 6 7", opening=True)["plays"]
    assert [play["cards"] for play in found] == [["3s"], ["3s", "3"], ["3s", "4", "5", "6", "7"]]
    assert ask("plays", hand="4 5", opening=True)["must_pass"] is True


FLUSH = {"house": {"straight_flush": True}}


@pytest.mark.parametrize(
    ("name", "question", "field"),
    [
        ("play", {"cards": "4 5 6 7 8"}, "cards"),
        ("play", {"cards": "4s 5s 6s 7s 8"}, "cards"),
        ("play", {"cards": "5-9c", "table": "4 5 6 7 8"}, "table"),
        ("play", {"cards": "K", "hand": "4 5 6 7 8 K"}, "hand"),
        ("plays", {"hand": "4 5 6 7 8 K"}, "hand"),
        ("plays", {"hand": "10 J Q K A 2"}, "hand"),
        ("plays", {"hand": "K", "table": "4 5 6 7 8"}, "table"),
    ],
)
def test_straight_flush_asks_for_suits_where_a_straight_may_lie(
    name: str, question: dict[str, Any], field: str
) -> None:
    assert error(name, **question, **FLUSH)[:2] == (field, "suit-counts")
    assert "error" not in ask(name, **question)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("play", {"cards": "7", "table": "6", "hand": "7 8 9 10 K"}),
        ("play", {"cards": "7 7", "table": "6 6"}),
        ("play", {"cards": "4-8c", "table": "K"}),
        ("plays", {"hand": "4 5 6 7 9 10 J Q A 2 2"}),
        ("plays", {"hand": "4s 5h 6d 7c 8s K 2", "table": "Q"}),
        ("combination", {"cards": "4 5 6 7 8"}),
    ],
)
def test_straight_flush_lets_other_bare_cards_be(name: str, question: dict[str, Any]) -> None:
    assert "error" not in ask(name, **question, **FLUSH)


def test_answers_write_bare_cards_by_their_rank_alone() -> None:
    found = ask("plays", hand="7 10 10 Th", table="6")["plays"]
    assert [play["cards"] for play in found] == [["7"], ["Th"]]
    pair = ask("plays", hand="10 10", table="6 6")["plays"]
    assert pair == [{"kind": "pair", "value": "T", "length": 2, "cards": ["T", "T"]}]
    due = ask("exchange", first_hand="4 10 J", last_hand="2h 2 5")
    assert (due["last_gives"], due["first_gives"]) == (["2h", "2"], ["4", "T"])
    assert "2♥ or 2)" in due["because"]
    assert exchange(cards_of("4"), cards_of("2 2 5")).last_gives == cards_of("2 2")
    assert ask("combination", cards="7 F", notation="it")["kind"] is None
    assert ask("combination", cards="F D", notation="it") == ask("combination", cards="J Q")


def test_a_hand_left_out_is_the_cards_played() -> None:
    for left_out in ({}, {"hand": ""}, {"hand": []}, {"hand": None}):
        assert ask("play", cards="9d", table="8c", **left_out)["legal"] is True
        assert ask("play", cards="7d", table="8c", **left_out)["rules"] == ["murlan.follow"]
    assert ask("play", cards="5 6 7 8 9", table="4 5 6 7 8")["legal"] is True
    assert ask("play", cards="9d", hand="8c")["error"]["field"] == "cards"


@pytest.mark.parametrize(
    ("language", "name"),
    [("it", "sette di qualsiasi seme"), ("en", "seven of any suit"), ("cs", "sedmička libovolné barvy")],
)
def test_a_bare_card_is_drawn_without_a_suit(client: Client, language: str, name: str) -> None:
    html = client.get(f"/{language}/murlan/play/", {"cards": "7", "table": "6"}, headers={"host": "localhost"}).content
    assert f'<span class="card bare" role="img" aria-label="{name}">7<svg><use href="' in html.decode()


def test_the_page_asks_for_no_hand_and_then_offers_none(client: Client) -> None:
    html = client.get("/en/murlan/play/?hand=&table=8s&cards=7", headers={"host": "localhost"}).content.decode()
    assert "No, you cannot play it" in html
    assert "This hand" not in html
    assert "Nothing in this hand" not in html


def test_a_no_whose_hand_does_not_say_what_its_cards_say_is_answered(client: Client) -> None:
    response = client.get("/en/murlan/play/?hand=3+4&cards=3s+4&opening=on", headers={"host": "localhost"})
    assert response.status_code == 200
    assert "No, you cannot play it" in response.content.decode()


def test_the_language_switch_keeps_bare_ranks_and_short_forms(client: Client) -> None:
    query = "hand=F+D+7+10+3-5F+8pc&cards=F&notation=it"
    response = client.get(f"/cs/murlan/play/?{query}", headers={"host": "localhost"})
    assert response.status_code == 302
    assert response["Location"] == "/cs/murlan/play/?cards=J&hand=J+D+7+10+3T+4T+5T+8P+8S"
    response = client.get(f"/en/murlan/play/?{query.replace('cards=F', 'cards=F+1Z')}", headers={"host": "localhost"})
    assert response["Location"] == "/en/murlan/play/?cards=J+1Z&hand=J+Q+7+T+3c+4c+5c+8s+8h"


@pytest.mark.parametrize("cards", ["9 9 9 9 3", "9 9 9 3 3", "9s 9h 9d 3c 3d", "9 9 9 3 3 3", "9 9 8 8 7 7"])
def test_combinations_refuse_first_what_is_about_no_straight(cards: str) -> None:
    answer = ask("combination", cards=cards)
    assert answer["rules"] == ["murlan.combinations"]
    assert "no full house" in answer["because"]


def test_straights_refuse_first_what_would_be_one_but_for_a_rank_that_comes_twice() -> None:
    assert ask("combination", cards="9 8 7 6 6")["rules"][0] == "murlan.straights"
    assert ask("combination", cards="9 8 7 6 5 5")["rules"][0] == "murlan.straights"


def test_exchange_the_very_card_received_may_go_back() -> None:
    due = ask("exchange", first_hand="Kd Ad 4s", last_hand="9c 9s 5h")
    assert (due["last_gives"], due["first_gives"]) == (["9s", "9c"], ["4s", "9s", "9c"])
    assert ask("exchange", first_hand="Kd Ad", last_hand="9c 5h")["first_gives"] == ["9c"]
    assert ask("exchange", first_hand="Kd Ad", last_hand="Jc 5h")["first_gives"] == ["Kd"]


def test_a_fifth_name_in_an_address_is_refused_and_kept(client: Client) -> None:
    query = "player=A&player=B&player=C&player=D&player=E&out=0&out=1&out=2&out=3"
    response = client.get(f"/en/murlan/score/?{query}", headers={"host": "localhost"})
    assert response.status_code == 422
    assert response.content.decode().count('name="player"') == 5
    assert "player=E" in response.context["queries"]["cs"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("text", "ranks"), [("4-8", "4 5 6 7 8"), ("45678", "4 5 6 7 8"), ("2 56789", "5 6 7 8 9")])
def test_ranks_run_together_are_told_how_to_be_written(language, text, ranks):
    asked = {"game": "murlan", "ask": "combination", "lang": language, "notation": language, "cards": text}
    wrong = reply(asked, "en")["error"]
    assert (wrong["field"], wrong["code"], wrong["at"]) == ("cards", "unknown-card", text.split()[-1])
    example = re.search(r"4-8\w", wrong["message"])[0]
    assert ranks in wrong["message"]
    for fixed in (example, ranks):
        assert reply(asked | {"cards": fixed}, "en")["kind"] == "straight"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["8-4", "K-3"])
def test_ranks_that_are_no_range_are_told_what_one_is(language, text):
    asked = {"game": "murlan", "ask": "combination", "lang": language, "notation": "en", "cards": text}
    assert "A-2-3" in reply(asked, "en")["error"]["message"]


def test_every_straight_without_suits_is_marked_at_once(client):
    query = "cards=5+6+7+8+9&table=4+5+6+7+8&house.straight_flush=on"
    faults = client.get(f"/en/murlan/play/?{query}").context["ask"].faults()
    assert {element for element, text in faults} == {"cards", "table"}
    assert error("play", cards="5 6 7 8 9", table="4 5 6 7 8", **FLUSH)[:2] == ("cards", "suit-counts")
