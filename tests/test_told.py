"""The hands that the lessons tell: each is one hand, and not moves that were found somewhere.

That every move is answered as it is told is held by ``manage.py check``.
"""

from __future__ import annotations

import tomllib
from typing import Any

from django.conf import settings

from games.cards import Card, cards_of
from games.muriel import rules as muriel
from games.murlan import rules as murlan


def told(game: str) -> dict[str, Any]:
    """The hand as its file has it."""
    return tomllib.loads((settings.CONTENT_DIR / game / "told.toml").read_text())


# Murlan


def test_murlan_tells_one_deal_in_which_each_play_is_held_and_lies_on_the_one_before() -> None:
    hand = told("murlan")
    held = {name: set(cards_of(cards)) for name, cards in hand["deal"].items()}
    assert sorted(map(len, held.values())) == [13, 13, 14, 14]
    assert set[Card]().union(*held.values()) == set(murlan.PACK)
    lies, last = (), ""
    for move in hand["move"]:
        asked = move["question"]
        if move["ask"] == "score":
            assert all(set(order) == set(held) for order in asked["hands"])
            continue
        table = cards_of(asked.get("table", ""))
        if table != lies and table:  # a few rounds later
            last = holder(held, table)
            held[last] -= set(table)
        if move["ask"] == "plays":
            assert set(cards_of(asked["hand"])) in held.values()
            continue
        cards = cards_of(asked["cards"])
        player = holder(held, cards)
        if not table:
            assert player == (last or player), "whoever played last leads"
        elif player == last:
            raise AssertionError("nobody beats their own play")
        if move["answer"]["legal"]:
            lies, last = cards, player
            held[player] -= set(cards)


def holder(held: dict[str, set[Card]], cards: tuple[Card, ...]) -> str:
    """The one who holds all these cards and has not played them."""
    (name,) = (name for name, own in held.items() if own >= set(cards))
    return name


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
