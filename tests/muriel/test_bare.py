"""Cards of which only the rank is named, and jokers without a colour: in Muriel suits and colours never matter."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.cards import JOKER, Card, cards_of
from games.judge import reply
from games.muriel.rules import PACK, House, replay, resolve, value
from tests import proved
from tests.house_rules import houses
from tests.muriel.test_asks import ALL, DEAL, FIRST, error
from tests.muriel.test_asks import ask as ask_muriel

HOUSES = houses("muriel")


def blurred(card: Card) -> Card:
    """The card, but for its suit or colour."""
    return Card(card.rank)


@given(st.lists(st.sampled_from(list(PACK)), min_size=1, max_size=9, unique=True), st.data())
def test_a_trick_of_ranks_is_decided_as_the_trick_with_suits(cards: list[Card], data: st.DataObject) -> None:
    bare = data.draw(st.lists(st.booleans(), min_size=len(cards), max_size=len(cards)))
    said = [blurred(card) if is_bare else card for card, is_bare in zip(cards, bare, strict=True)]
    found, expected = resolve(said), resolve(cards)
    assert (found.taker, found.points, found.is_muriel) == (expected.taker, expected.points, expected.is_muriel)
    assert [reason.code for reason in found.reasons] == [reason.code for reason in expected.reasons]
    for mine, theirs in (
        (found.claims, expected.claims), (found.bonus, expected.bonus), (found.strays, expected.strays),
    ):  # fmt: skip
        assert [value(card) for card in mine] == [value(card) for card in theirs]
    assert Counter(found.claims + found.bonus + found.strays) == Counter(said), "answers write it as it was written"
    assert Counter(said[place] for place in found.claimed) == Counter(found.taken)


@settings(max_examples=proved.examples(60), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(HOUSES), st.sampled_from(["deal", "tricks", "both", "some"]))
@example(545757, HOUSES[0], "some")  # both jokers in one hand, one of them dealt without its colour
def test_a_hand_of_ranks_goes_as_the_hand_with_suits(seed: int, house: House, what: str) -> None:
    rng, deck = random.Random(seed), list(PACK)
    rng.shuffle(deck)
    deal = [tuple(deck[seat::9]) for seat in range(9)]
    hand, tricks = replay(deal, seed % 9, house=house), list[tuple[Card, ...]]()
    while not hand.over and len(tricks) < 25:
        tricks.append(tuple(rng.choice(hand.table.hands[seat]) for seat in hand.table.order))
        hand = replay(deal, seed % 9, tricks, house=house)

    def said(cards: tuple[Card, ...], where: str) -> tuple[Card, ...]:
        if what == "some":
            return tuple(blurred(card) if card.is_joker and rng.random() < 0.5 else card for card in cards)
        return tuple(map(blurred, cards)) if what in (where, "both") else cards

    again = replay(
        [said(cards, "deal") for cards in deal], seed % 9, [said(cards, "tricks") for cards in tricks], (), house
    )
    assert (again.table.leader, again.table.points) == (hand.table.leader, hand.table.points)
    for mine, theirs in zip(again.table.hands, hand.table.hands, strict=True):
        assert Counter(map(value, mine)) == Counter(map(value, theirs))
    told, expected = ([reason.code for reason in each.reasons] for each in (again, hand))
    if what != "some":  # of two cards of a rank nobody knows whether the one that was dealt was played, or the stray
        told, expected = ([code for code in codes if code != "strategic-known"] for codes in (told, expected))
    assert told == expected


def test_x_without_a_colour_is_read_and_written_as_it_was() -> None:
    answer = ask_muriel("trick", cards="X 9h Xr 9s 2c")
    assert (answer["taker"], answer["claims"], answer["bonus"], answer["points"]) == (2, ["X", "Xr"], ["9h", "9s"], 58)
    assert ask_muriel("trick", cards="x X")["claims"] == ["X", "X"]
    assert error("trick", cards="X X Xb") == ("cards", "too-many")
    assert ask_muriel("score", hands=[{"Ada": "X Ks", "Bea": "X"}])["totals"] == {"Ada": 35, "Bea": 20}


def jokers_dealt(written: str) -> list[str]:
    """The usual deal, in which player 1 holds the red joker, written so, in the place of the A♠."""
    return [
        hand.replace("Xr", "As") if "Xr" in hand else hand.replace("As", written) if "As" in hand else hand
        for hand in DEAL
    ]


@pytest.mark.parametrize("dealt", ["Xr", "X"])
@pytest.mark.parametrize("played", ["X", "Xr", "Xb"])
def test_a_joker_is_played_with_and_without_its_colour(dealt: str, played: str) -> None:
    question = {"deal": jokers_dealt(dealt), "dealer": 0, "tricks": [played + FIRST[2:]]}
    answer = ask_muriel("hand", **question)
    if (dealt, played) == ("Xr", "Xb"):
        assert answer["error"]["field"] == "tricks.0", "the black one is player 9's"
    else:
        assert answer["piles"][0] == 29


def test_ranks_alone_are_counted_with_the_others() -> None:
    assert ask_muriel("trick", cards="4 K 9 K 2 K 7 7 J")["taker"] == 3
    assert ask_muriel("trick", cards="4 K 9 K 2 K 7 7 J")["strays"] == ["4", "K", "9", "2", "7", "7", "J"]
    assert error("trick", cards="7 7 7 7 7") == ("cards", "too-many")
    assert error("trick", cards="7s 7h 7 7d 7") == ("cards", "too-many")


def test_cards_played_are_found_in_the_hands_by_rank() -> None:
    ranks = [" ".join(card[0] for card in hand.split()) for hand in DEAL]
    for deal, trick in ((DEAL, "A 2 3 4 5 6 7 8 9"), (ranks, FIRST), (ranks, "A 2 3 4 5 6 7 8 9")):
        answer = ask_muriel("hand", deal=deal, dealer=0, tricks=[trick])
        assert (answer["leader"], answer["piles"][8], len(answer["hands"][1])) == (1, 17, 12)
    by_rank = ask_muriel("hand", deal=DEAL, dealer=0, tricks=["A 2 3 4 5 6 7 8 9"])
    assert by_rank == ask_muriel("hand", deal=DEAL, dealer=0, tricks=[FIRST]), "the 7 that is dealt as 7♠ is the 7♠"
    assert error("hand", deal=DEAL, dealer=0, tricks=["K 2 3 4 5 6 7 8 9"]) == ("tricks.0", "not-held")
    assert error("hand", deal=[*ranks[:8], DEAL[8]], dealer=0, tricks=["A 9s 3 4 5 6 7 8 9"]) == (
        "tricks.0",
        "not-held",
    )


def test_of_two_cards_the_rank_is_the_one_that_is_not_named_later() -> None:
    deck = [card for card in PACK if card.rank != 7 and not card.is_joker]
    rest = iter(deck)
    deal = [cards_of("7s 7h"), *[()] * 7, cards_of("7d 7c Xb Xr")]
    dealt = [(*hand, *(next(rest) for _card in range(6 - len(hand)))) for hand in deal]
    first = (Card.of("7"), *(hand[0] for hand in dealt[1:]))
    hand = replay(dealt, 0, [first])
    second = tuple(hand.table.hands[seat][-1] for seat in hand.table.order)
    second = tuple(Card.of("7s") if seat == 0 else card for seat, card in zip(hand.table.order, second, strict=True))
    assert replay(dealt, 0, [first, second]).tricks[0].trick.cards[0] is Card.of("7h")


@pytest.mark.parametrize("tricks", [[[]], [""], ["  "], [FIRST, []], [FIRST, ""]])
def test_an_empty_trick_is_an_impossible_trick(tricks: list[Any]) -> None:
    found = ask_muriel("hand", deal=DEAL, dealer=0, tricks=tricks)["error"]
    assert (found["field"], found["code"]) == (f"tricks.{len(tricks) - 1}", "empty-trick")
    assert f"Trick {len(tricks)} is empty, but Player" in found["message"]


@pytest.mark.parametrize("between", [" / ", "\n", ";", "\r\n\r\n", " /\n"])
def test_tricks_are_parted_by_a_new_line_too(between: str) -> None:
    hand = replay([cards_of(cards) for cards in DEAL], 0, [cards_of(FIRST)])
    second = " ".join(hand.table.hands[seat][0].text for seat in hand.table.order)
    listed = ask_muriel("hand", deal=DEAL, dealer=0, tricks=[FIRST, second])
    assert ask_muriel("hand", deal=DEAL, dealer=0, tricks=FIRST + between + second + between) == listed


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


NINE = "&".join(f"player.{seat}=P{seat}" for seat in range(9))


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        (f"score/?{NINE}&player.9=Tenth&points.0.0=5", ("player.9", "Tenth")),
        (f"score/?{NINE}&points.0.0=5&points.0.9=57", ("points.0.9", "57")),
        (f"trick/?cards=4s+5s&{NINE}&player.9=Tenth", ("player.9", "Tenth")),
        (f"hand/?{NINE}&player.9=Tenth&dealer=0&shuffle=1", ("player.9", "Tenth")),
        ("hand/?deal.0=As&deal.9=4s&dealer=0", ("deal.9", "4s")),
        ("hand/?deal.12=4s&dealer=0", ("deal.9", "4s")),
    ],
)  # fmt: skip
def test_a_tenth_player_is_refused_and_stays_as_typed(client: Client, query: str, kept: tuple[str, str]) -> None:
    response = client.get(f"/en/muriel/{query.replace(' ', '+')}", follow=True)
    html = response.content.decode()
    assert response.status_code == 422
    assert ("Muriel is for nine players" if query.startswith("hand/?deal") else "is one too many") in html
    assert f'name="{kept[0]}" value="{kept[1]}"' in html


def test_points_and_piles_change_letters_but_figures_alone_stay_points(client: Client) -> None:
    query = "player.0=Ada&points.0.0=10&points.0.1=10+F&player.1=Bea&points.0.2=DQ+hm&player.2=Cyd&notation=it"
    found = client.get(f"/en/muriel/score/?{query}")["Location"]
    assert "points.0.0=10&points.0.1=T+J&points.0.2=Qd+hm" in found
    assert reply({"game": "muriel", "ask": "score", "hands": [{"Ada": "10"}]}, "en")["totals"] == {"Ada": 10}


def test_cards_that_are_not_dealt_yet_are_dealt_around_ranks(client: Client) -> None:
    response = client.get("/en/muriel/hand/?deal.0=7+7+7+7+X+Ks&shuffle=1&dealer=0", follow=True)
    assert response.status_code == 200
    dealt = response.context["verdict"].start.hands
    assert Counter(card.rank for hand in dealt for card in hand) == Counter(card.rank for card in PACK)
    assert JOKER in dealt[0]
    assert len({card for hand in dealt for card in hand if not card.is_bare}) == 49


def test_a_hand_of_ranks_is_played_by_taps(client: Client) -> None:
    deal = "&".join(f"deal.{seat}={'+'.join(card[0] for card in hand.split())}" for seat, hand in enumerate(DEAL))
    response = client.get(f"/cs/muriel/hand/?{deal}&dealer=0&now=A&play=2")
    html = response.content.decode()
    assert response.status_code == 200
    assert html.count('name="play" value="3"') == 1
    assert len(ALL) == 54
    done = client.get(f"/cs/muriel/hand/?{deal}&dealer=0&now=A&rest=hand", follow=True)
    assert done.context["verdict"].over
    assert sum(done.context["verdict"].table.points) == 420
