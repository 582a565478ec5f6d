"""The hand that Marriage's lesson tells is one hand: dealt from three packs, each card where the telling has it."""

from __future__ import annotations

import tomllib
from collections import Counter

from django.conf import settings

from games.cards import cards_of
from games.marriage import rules

TOLD = tomllib.loads((settings.CONTENT_DIR / "marriage" / "told.toml").read_text())
DEALT = {name: Counter(cards_of(cards)) for name, cards in TOLD["deal"].items()}
HELD = {name: dealt + Counter(cards_of(TOLD["taken"].get(name, ""))) for name, dealt in DEALT.items()}
"""All that a player has held."""
DISCARDED = {name: cards_of(cards) for name, cards in TOLD["discarded"].items()}


def test_each_is_dealt_a_hand_and_no_card_is_there_more_often_than_in_three_packs() -> None:
    assert [sum(dealt.values()) for dealt in DEALT.values()] == [rules.HAND] * 4
    taken_up = DISCARDED["Asha"][1]  # by Bina
    in_play = sum(HELD.values(), Counter(cards_of(TOLD["tiplu"]))) - Counter([taken_up])
    assert all(copies <= rules.pack().copies(card) for card, copies in in_play.items())


def test_each_move_is_of_cards_that_one_player_holds() -> None:
    for move in TOLD["move"]:
        asked = move["question"]
        texts = [asked.get("cards", ""), asked.get("hand", ""), *asked.get("floor", ())]
        cards = Counter(card for text in texts for card in cards_of(text))
        if cards:
            assert any(cards <= held for held in HELD.values()), move


def test_a_tunnel_that_scores_was_dealt_and_the_one_that_was_collected_does_not() -> None:
    dealt = [name for name, cards in DEALT.items() if 3 in cards.values()]
    assert dealt == ["Bina"]
    assert [move["question"]["floor"] for move in TOLD["move"] if "floor" in move["question"]] == [["4d 4d 4d"]]


def test_the_last_hand_is_what_was_dealt_and_taken_less_what_went_for_it() -> None:
    (hand,) = (move["question"]["hand"] for move in TOLD["move"] if move["ask"] == "arrange")
    *_gone, last = DISCARDED["Asha"]
    assert Counter(cards_of(hand)) == HELD["Asha"] - Counter(DISCARDED["Asha"]) + Counter([last])


def test_nobody_could_show_before_it_is_told() -> None:
    for name, taken in (("Asha", "5c"), ("Bina", "6h"), ("Chir", ""), ("Devi", "")):
        cards = [*DEALT[name].elements(), *cards_of(taken)]
        assert rules.arrange(cards).primary is None
