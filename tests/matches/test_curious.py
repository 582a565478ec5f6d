"""What is told once a match is over: the podium and the curious figures, each held against a slow way to find it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from games.catalogue import SHEETS
from games.sheets import Table
from matches import wording
from matches.curious import FEWEST_HANDS, MOST_TOLD, Curious, Hand, Owed, curious, podium
from matches.ledger import Kind
from tests.matches.evenings import EVENINGS, event, example, matches, plain_table
from tests.matches.forms import opened_match, path, text_of

NAMES = ("Ana", "Ben", "Cyd", "Dan", "Eve")


@st.composite
def evenings(draw: DrawFn) -> list[Hand]:
    """Hands of two to five, few figures apart, so that many are equal; now and then somebody sits one out."""
    names = NAMES[: draw(st.integers(2, 5))]
    totals, hands = dict.fromkeys(names, 0), list[Hand]()
    place = 0
    for _number in range(draw(st.integers(0, 9))):
        place += draw(st.integers(1, 2))
        out = draw(st.none() | st.sampled_from(names))
        gains = {name: draw(st.integers(-2, 4)) for name in names if name != out}
        totals = {name: total + gains.get(name, 0) for name, total in totals.items()}
        pairs = draw(st.lists(st.sampled_from([(a, b) for a in names for b in names if a != b]), max_size=4))
        hands.append(Hand(place, gains, totals, [(*pair, draw(st.integers(0, 3))) for pair in pairs]))
    return hands


def better(one: int, other: int, fewest: bool) -> bool:
    return one < other if fewest else one > other


def alone_first(hand: Hand, name: str, fewest: bool) -> bool:
    others = [count for other, count in hand.ahead.items() if other != name]
    return all(better(hand.ahead[name], count, fewest) for count in others)


@given(evenings(), st.booleans())
def test_the_best_hand_is_one_that_none_is_better_than(hands: list[Hand], fewest: bool) -> None:
    found = curious(hands, fewest=fewest)
    every = [(name, hand.place, points) for hand in hands for name, points in hand.gains.items()]
    best = [
        (name, place, points)
        for name, place, points in every
        if not any(better(other, points, fewest) for _name, _place, other in every)
    ]
    if len(hands) >= FEWEST_HANDS and len(best) <= MOST_TOLD and len(best) < len(hands) / 2:
        assert [(name, place, found.best) for name, place in found.best_by] == best
    else:
        assert found.best_by == ()


@given(evenings(), st.booleans())
def test_nobody_was_alone_in_front_for_longer(hands: list[Hand], fewest: bool) -> None:
    found = curious(hands, fewest=fewest)
    length: dict[str, int] = {}
    for name in hands[0].ahead if hands else ():
        for first, last in combinations(range(len(hands) + 1), 2):
            if all(alone_first(hand, name, fewest) for hand in hands[first:last]):
                length[name] = max(length.get(name, 0), last - first)
    longest = max(length.values(), default=0)
    led = {name for name, count in length.items() if count == longest}
    if longest >= FEWEST_HANDS and len(led) <= MOST_TOLD:
        assert (found.lead, set(found.led)) == (longest, led)
    else:
        assert (found.lead, found.led) == (0, ())


@given(evenings(), st.booleans())
def test_a_comeback_is_told_of_who_was_last_late_and_is_first(hands: list[Hand], fewest: bool) -> None:
    found = curious(hands, fewest=fewest)
    told = None
    for at, hand in enumerate(hands):
        for name in hand.ahead:
            was_last = alone_first(hand, name, not fewest)
            if was_last and 2 * (at + 1) >= len(hands) and alone_first(hands[-1], name, fewest):
                told = (name, hand.place)
    assert found.comeback == (told if len(hands) >= FEWEST_HANDS else None)


@given(evenings())
def test_nobody_owes_anybody_more_once_it_is_set_off_what_both_owe_each_other(hands: list[Hand]) -> None:
    found = curious(hands)
    names = list(hands[0].ahead) if hands else []
    balance = {(payer, payee): 0 for payer in names for payee in names}
    for hand in hands:
        for payer, payee, points in hand.pays:
            balance[str(payer), str(payee)] += int(points)
            balance[str(payee), str(payer)] -= int(points)
    most = max(balance.values(), default=0)
    expected = {Owed(*pair, points) for pair, points in balance.items() if points == most}
    if len(hands) < FEWEST_HANDS or not most or len(names) < 3 or len(expected) > MOST_TOLD:
        assert found.owed == ()
    else:
        assert set(found.owed) == expected


@given(data=st.data())
def test_the_biggest_debt_is_the_biggest_of_those_that_are_told_pair_by_pair(data: st.DataObject) -> None:
    table, _events = data.draw(matches("marriage", 0))
    sheet = SHEETS["marriage"]
    contents = data.draw(st.lists(EVENINGS["marriage"].hands(table), min_size=FEWEST_HANDS, max_size=6))
    outcomes = [sheet.outcome(sheet.counted(table, content)) for content in contents]
    ahead = dict.fromkeys(table.players, 0)
    told = curious([Hand(place, {}, ahead, outcome["pays"]) for place, outcome in enumerate(outcomes, 1)]).owed
    debts = sheet.debts(table, outcomes)
    assert debts
    pairs = {
        (payer, payee): points or 0
        for payer, row, _sum in debts.matrix
        for payee, points in zip(table.players, row, strict=True)
    }
    for owed in told:
        assert pairs[owed.payer, owed.payee] == owed.points == max(pairs.values())


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 4), min_size=2), st.booleans())
def test_the_podium_has_the_first_three_places(ahead: dict[str, int], fewest: bool) -> None:
    found = podium(ahead, fewest=fewest)
    place = {name: 1 + sum(better(other, count, fewest) for other in ahead.values()) for name, count in ahead.items()}
    if set(place.values()) == {1}:
        assert found == [], "where all are first nobody stands above anybody"
        return
    assert [number for number, _names in found] == sorted({number for number in place.values() if number <= 3})
    for number, names in found:
        assert set(names) == {name for name in ahead if place[name] == number}


@given(evenings())
def test_of_two_hands_nothing_is_curious(hands: list[Hand]) -> None:
    assert curious(hands[:2]) == Curious()


@pytest.mark.parametrize("game", SHEETS)
@given(data=st.data())
def test_what_the_players_are_ranked_by_makes_the_leaders(game: str, data: st.DataObject) -> None:
    table, _events = data.draw(matches(game, 0))
    sheet = SHEETS[game]
    contents = data.draw(st.lists(EVENINGS[game].hands(table), max_size=6))
    standing = sheet.standing(table, contents)
    ranks = sheet.ranks(standing)
    assert len(ranks) == len(standing.rows)
    ahead = EVENINGS[game].ahead or EVENINGS[game].totals
    for number, after in enumerate(ranks, 1):
        assert after == ahead(table, contents[:number])
    if ranks:
        assert sheet.first(ranks[-1]) == standing.leaders
        assert sheet.ranked_by(standing, ranks[-1][standing.leaders[0]])


WORDS = {
    "en": [
        "Best result in one hand: +45, Ana (hand 3) and Ben (hand 5).",
        "Longest in the lead: Ana, 4 hands running.",
        "Comeback: Ben was still in last place after hand 6.",
        "Biggest debt between two players over all the hands: Cyd owes Ana 1 point.",
    ],
    "it": [
        "Miglior risultato in una smazzata: +45, Ana (smazzata 3) e Ben (smazzata 5).",
        "Più a lungo in testa: Ana, per 4 smazzate di fila.",
        "Rimonta: dopo la smazzata 6, Ben era ancora all’ultimo posto.",
        "Il credito più alto fra due giocatori, contando tutte le smazzate: Ana deve avere 1 punto da Cyd.",
    ],
    "cs": [
        "Nejlepší výsledek v jednom rozdání: +45, Ana (3. rozdání) a Ben (5. rozdání).",
        "Nejdéle ve vedení: Ana, 4 rozdání v řadě.",
        "Obrat: po 6. rozdání je Ben ještě na posledním místě.",
        "Největší dluh mezi dvěma hráči po všech rozdáních: 1 bod (dluží Cyd, má dostat Ana).",
    ],
}


@pytest.mark.parametrize("language", WORDS)
def test_each_figure_is_a_sentence_in_every_language(language: str) -> None:
    found = Curious(45, (("Ana", 3), ("Ben", 5)), 4, ("Ana",), ("Ben", 6), (Owed("Cyd", "Ana", 1),))
    with translation.override(language):
        told = wording.curious(SHEETS["marriage"], found)
        assert [text.replace("\u00a0", " ") for text in told] == WORDS[language]
        shared = wording.curious(SHEETS["marriage"], Curious(lead=3, led=("Ana", "Ben")))
        assert {"en": "3 hands running each", "it": "per 3 smazzate di fila", "cs": "shodně 3 rozdání v řadě"}[
            language
        ] in shared[0].replace("\u00a0", " ")


@pytest.mark.parametrize(("points", "said"), [(1, "1 bod"), (3, "3 body"), (5, "5 bodů"), (22, "22 bodů")])
def test_czech_counts_points_in_three_ways(points: int, said: str) -> None:
    with translation.override("cs"):
        (text,) = wording.curious(SHEETS["marriage"], Curious(owed=(Owed("Ana", "Ben", points),)))
    assert f": {said} (" in text.replace("\u00a0", " ")


def closed(game: str, contents: Sequence[Any]) -> Any:
    """An evening of these hands that the players ended."""
    written = [event(number, content=content) for number, content in enumerate(contents, 1)]
    return opened_match(game, *written, event(len(written) + 1, Kind.CLOSED))


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
def test_the_podium_stands_on_the_page_once_the_match_is_over(client: Client, game: str) -> None:
    content = example(game, plain_table(game))
    going = opened_match(game, event(1, content=content), event(2, content=content))
    assert 'class="podium"' not in text_of(client.get(path(going)))
    page = text_of(client.get(path(closed(game, [content] * 2))))
    assert 'class="podium"' in page
    assert '<li value="1" class="place-1">' in page
    assert 'class="curious"' not in page, "two hands are few"


@pytest.mark.django_db
def test_what_is_curious_stands_on_the_page_in_sentences(client: Client) -> None:
    table: Table = plain_table("marriage")
    hands = [example("marriage", table) for _hand in range(4)]
    hands[2] = hands[2] | {
        "players": [seat | {"maal": 30 * (seat["name"] == table.players[0])} for seat in hands[2]["players"]]
    }
    page = text_of(client.get(path(closed("marriage", hands))))
    assert "Best result in one hand: +" in page
    assert f"{table.players[0]} (hand 3)." in page
    assert f"Longest in the lead: {table.players[0]}, 4 hands running." in page


@pytest.mark.django_db
def test_a_match_for_hands_won_ranks_by_them(client: Client) -> None:
    """Ben wins one hand with more points than the three that Ana wins together."""
    hands = [{"winner": "Ana", "hands": {"Ben": "2s", "Cyd": "2h"}}] * 2
    hands = [{"winner": "Ben", "hands": {"Ana": "Ks Qs Js", "Cyd": "Kh Qh Jh"}}, *hands]
    table = plain_table("ramino")
    sheet = SHEETS["ramino"]
    standing = sheet.standing(Table(table.players, {}, {"match": {"deals": 3}}), hands)
    assert standing.totals["Ben"] > standing.totals["Ana"]
    assert podium(sheet.ranks(standing)[-1])[0] == (1, ["Ana"])
    assert "2" in sheet.ranked_by(standing, sheet.ranks(standing)[-1]["Ana"])


def test_what_a_database_gives_back_in_another_order_is_told_alike() -> None:
    gains = [
        {"Ana": 4, "Ben": 4},
        {"Ana": 1, "Ben": 0},
        {"Ana": 0, "Ben": 2},
        {"Ana": 2, "Ben": 1},
        {"Ana": 1, "Ben": 3},
    ]
    totals, as_played, turned = Counter({"Ana": 0, "Ben": 0}), list[Hand](), list[Hand]()
    for place, each in enumerate(gains, 1):
        totals.update(each)
        as_played.append(Hand(place, each, dict(totals)))
        turned.append(Hand(place, dict(reversed(each.items())), dict(totals)))
    assert curious(turned) == curious(as_played)
    assert curious(turned).best_by == (("Ana", 1), ("Ben", 1))
