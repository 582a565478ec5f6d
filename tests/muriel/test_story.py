"""A trick told step by step, as the rules page tells it."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.asks import Rows
from games.cards import cards_of
from games.muriel.asks import TrickAsk, laid
from games.muriel.hand import HandAsk
from games.muriel.rules import PACK, SEATS
from games.notation import canonical
from games.table import Laid
from rulesite.rulebook import LANGUAGES

NAMES = ("Anna", "Bruno", "Carla", "David", "Elena", "Filip", "Gina", "Hugo", "Ida")
HANDS = [canonical(tuple(PACK)[seat::SEATS]) for seat in range(SEATS)]


def told(**question: object) -> TrickAsk:
    ask = TrickAsk(question)
    assert ask.is_valid()
    return ask


def test_the_led_card_lies_face_down_until_all_have_followed() -> None:
    cards = cards_of("Kc 9h 4d Qs Th 2c 8d Ah 6s")
    ask = told(cards="Kc 9h 4d Qs Th 2c 8d Ah 6s")
    rows = [[row for _label, row in step.rows] for step in ask.story()]
    assert rows[:2] == [[Laid((None,))], [Laid((None, *cards[1:]))]]
    assert rows[2] == [laid(ask.verdict)]
    assert rows[3] == [cards_of("Kc Qs"), cards_of("9h 4d Th 2c 8d Ah 6s")]


def test_claims_bonus_and_strays_go_where_the_engine_says() -> None:
    ask = told(cards="5c Xb 9h Kd 2s Xr Jc 7h 4d")
    [(_label, row)], [(_pile, taken), (_hand, strays)] = (step.rows for step in ask.story()[2:])
    looks = {card: mark.look for card, mark in zip(row.cards, row.marks, strict=True)}
    assert {card for card in looks if looks[card] == "claim"} == set(cards_of("Xb Xr"))
    assert {card for card in looks if looks[card] == "bonus"} == set(cards_of("Kd Jc"))
    assert (taken, strays) == (ask.verdict.taken, ask.verdict.strays)


@pytest.mark.parametrize(("cards", "steps", "pile"), [("7h", 3, "7h"), ("3c Jd", 4, "Jd 3c")])
def test_a_short_trick_has_no_step_for_what_does_not_happen(cards: str, steps: int, pile: str) -> None:
    story = told(cards=cards).story()
    assert len(story) == steps
    assert [row for _label, row in story[-1].rows] == [cards_of(pile)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_told_once(language: str) -> None:
    with translation.override(language):
        for cards in ("Kc 9h 4d Qs Th 2c 8d Ah 6s", "5c Xb 9h Kd 2s Xr Jc 7h 4d"):
            ask = told(cards=cards, players=list(NAMES))
            text = " ".join(str(step.text) for step in ask.story())
            assert [text.count(sentence) for sentence, _rule in ask.sentences()] == [1] * len(ask.verdict.reasons)


def test_the_cards_of_a_trick_are_drawn_under_the_names_of_their_players_where_they_have_some() -> None:
    cards = "Kc 9h 4d Qs"
    assert told(cards=cards).picture() == [("", cards_of(cards))]
    named = told(cards=cards, players=list(NAMES[:4])).picture()
    assert [name for name, _row in named] == list(NAMES[:4])
    assert [row.marks[0].look for _name, row in named] == ["claim", "stray", "stray", "claim"]


def test_of_a_hand_the_trick_being_played_is_drawn_and_what_the_next_player_holds() -> None:
    deal = [cards_of(" ".join(hand)) for hand in HANDS]
    now, named = {"now": [HANDS[0][0], HANDS[1][0]]}, {"players": list(NAMES)}
    assert drawn(now) == []
    (trick, lies), (carla, holds) = drawn(now | named)
    assert (trick, carla) == ("The trick being played", "Carla")
    assert lies == Laid((None, deal[1][0]))
    assert isinstance(holds, Laid)
    assert set(holds.cards) == set(deal[2])
    assert [label for label, _row in drawn(named)] == ["Anna"]


def drawn(more: dict[str, object]) -> Rows:
    ask = HandAsk({"deal": HANDS, "dealer": 0, **more})
    assert ask.is_valid()
    return ask.picture()
