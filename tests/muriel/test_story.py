"""A trick told step by step, as the rules page tells it."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.cards import cards_of
from games.muriel.asks import TrickAsk, laid
from games.table import Laid
from rulesite.rulebook import LANGUAGES, book


def told(**question: object) -> TrickAsk:
    ask = TrickAsk(question)
    assert ask.is_valid()
    return ask


def test_the_led_card_lies_face_down_until_all_have_followed() -> None:
    cards = cards_of("Kc 9h 4d Qs Th 2c 8d Ah 6s")
    ask = told(cards="Kc 9h 4d Qs Th 2c 8d Ah 6s")
    rows = [[row for _label, row in rows] for _text, rows in ask.story()]
    assert rows[:2] == [[Laid((None,))], [Laid((None, *cards[1:]))]]
    assert rows[2] == [laid(ask.verdict)]
    assert rows[3] == [cards_of("Kc Qs"), cards_of("9h 4d Th 2c 8d Ah 6s")]


def test_claims_bonus_and_strays_go_where_the_engine_says() -> None:
    ask = told(cards="5c Xb 9h Kd 2s Xr Jc 7h 4d")
    (_reveal, [(_label, row)]), (_ends, [(_pile, taken), (_hand, strays)]) = ask.story()[2:]
    looks = {card: mark.look for card, mark in zip(row.cards, row.marks, strict=True)}
    assert {card for card in looks if looks[card] == "claim"} == set(cards_of("Xb Xr"))
    assert {card for card in looks if looks[card] == "bonus"} == set(cards_of("Kd Jc"))
    assert (taken, strays) == (ask.verdict.taken, ask.verdict.strays)


@pytest.mark.parametrize(("cards", "steps", "pile"), [("7h", 3, "7h"), ("3c Jd", 4, "Jd 3c")])
def test_a_short_trick_has_no_step_for_what_does_not_happen(cards: str, steps: int, pile: str) -> None:
    story = told(cards=cards).story()
    assert len(story) == steps
    assert [row for _label, row in story[-1][1]] == [cards_of(pile)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_told_once(language: str) -> None:
    with translation.override(language):
        for name in ("trick-in-steps", "muriel-in-steps"):
            ask = book("muriel").examples[name].asked("muriel")
            text = " ".join(str(text) for text, _rows in ask.story())
            assert [text.count(sentence) for sentence, _rule in ask.sentences()] == [1] * len(ask.verdict.reasons)
