"""The hands that the lessons tell: each is one hand, and not moves that were found somewhere.

That every move is answered as it is told is held by ``manage.py check``.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from django.conf import settings

from games.cards import Card, cards_of
from games.muriel import rules as muriel
from games.murlan import turns
from games.rulings import Refused, rules_of


def told(game: str) -> dict[str, Any]:
    """The hand as its file has it."""
    return tomllib.loads((settings.CONTENT_DIR / game / "told.toml").read_text())


# Murlan


def test_murlan_tells_moments_of_one_hand_from_its_deal_to_its_end() -> None:
    hand = told("murlan")
    names = list(hand["deal"])
    played = turns.replay([cards_of(cards) for cards in hand["deal"].values()], map(cards_of, hand["hand"]["moves"]))
    assert played.over
    at = 0
    for move in hand["move"]:
        asked = move["question"]
        if move["ask"] == "score":
            assert asked["hands"] == [[names[seat] for seat in played.placings]]
            continue
        tables = [played.start, *(turn.after for turn in played.turns)]
        lies = cards_of(asked.get("table", ""))
        cards = cards_of(asked.get("cards", ""))
        at = next(
            n for n in range(at, len(tables)) if set(tables[n].lies) == set(lies) and held(tables[n]) >= set(cards)
        )
        if move["ask"] == "plays":
            assert set(cards_of(asked["hand"])) in map(set, tables[at].hands)
            continue
        assert tables[at].opening is asked.get("opening", False)
        if move["answer"]["legal"]:
            assert sorted(played.turns[at].cards) == sorted(cards)
            at += 1
        else:
            with pytest.raises(Refused) as refused:
                turns.play(tables[at], cards)
            assert rules_of(refused.value.figures["reasons"])[0] == f"murlan.{move['rule']}"


def held(table: turns.Table) -> set[Card]:
    """The cards of the player whose turn it is."""
    assert table.turn is not None
    return set(table.hands[table.turn])


def test_what_murlan_leaves_out_is_a_few_rounds() -> None:
    """The rounds that are told are the first three, and of the last that Arta plays the turn that she goes out by."""
    hand = told("murlan")
    played = turns.replay([cards_of(cards) for cards in hand["deal"].values()], map(cards_of, hand["hand"]["moves"]))
    ends = next(at for at, turn in enumerate(played.turns) if turn.after.out)
    assert played.turns[ends].cards == cards_of("Xr")
    assert [name for name, dealt in hand["deal"].items() if "Xr" in dealt] == [
        list(hand["deal"])[played.turns[ends].seat]
    ]
    number = next(at for at, turns_of in enumerate(played.rounds) if played.turns[ends] in turns_of)
    assert 3 < number < 9


# Muriel


def test_muriel_tells_moments_of_one_hand() -> None:
    whole, *moves = (told("muriel")["hand"], *told("muriel")["move"])
    names, tricks = whole["players"], [trick.split() for trick in whole["tricks"]]
    end = muriel.replay([cards_of(hand) for hand in whole["deal"]], whole["dealer"], map(cards_of, whole["tricks"]))
    assert end.over
    shown = 0
    for move in moves:
        asked = move["question"]
        if move["ask"] == "hand":
            assert {name: asked[name] for name in ("deal", "dealer", "players")} == {
                name: whole[name] for name in ("deal", "dealer", "players")
            }
            played = [trick.split() for trick in asked["tricks"].split("/") if trick]
            assert played == tricks[: len(played)]
            assert asked.get("now", "").split() == tricks[len(played)][: len(asked.get("now", "").split())]
            assert len(played) >= shown
            shown = len(played)
        elif move["ask"] == "trick":
            number = tricks.index(asked["cards"].split())
            assert asked["players"] == [names[seat] for seat in end.tricks[number].seats]
            assert number >= shown
        else:
            assert asked["hands"] == [dict(zip(names, end.table.points, strict=True))]


def test_muriel_tells_how_strays_come_back() -> None:
    hand = told("muriel")
    first, second, *_later = (cards_of(move["question"]["cards"]) for move in hand["move"] if move["ask"] == "trick")
    one, two = muriel.replay(
        [cards_of(own) for own in hand["hand"]["deal"]], hand["hand"]["dealer"], (first, second)
    ).tricks
    assert two.leader == one.leader + 1
    assert set(one.trick.strays) <= set(one.after.hands[two.leader])
    assert second[0] in one.trick.strays
    assert second[0] in two.trick.claims
