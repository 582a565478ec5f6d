"""How cards are read and written."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Rank, Suit, cards_of
from games.notation import NOTATIONS, Notation, UnreadableCards

FACES = (*DECK, BLACK_JOKER, RED_JOKER)
hands = st.lists(st.sampled_from(FACES), max_size=30)
notations = st.sampled_from(list(NOTATIONS.values()))


@given(hands, notations)
def test_what_is_written_is_read_back(cards: list[Card], notation: Notation) -> None:
    text = notation.write(cards)
    assert notation.read(text) == cards
    assert notation.read(text.lower()) == cards
    assert notation.read(text.upper()) == cards
    assert notation.read(text.split()) == cards


@given(hands, notations)
def test_spaces_are_not_needed(cards: list[Card], notation: Notation) -> None:
    assert notation.read(notation.write(cards).replace(" ", "")) == cards


@given(hands, notations, notations)
def test_switching_the_language_keeps_the_hand(cards: list[Card], one: Notation, other: Notation) -> None:
    assert other.read(other.write(one.read(one.write(cards)))) == cards


@given(st.lists(st.sampled_from(DECK), max_size=13), notations)
def test_suit_signs_are_read_everywhere(cards: list[Card], notation: Notation) -> None:
    text = ", ".join(f"{card.rank.letter}{card.suit.symbol}" for card in cards if card.suit is not None)
    assert notation.read(text) == cards
    assert notation.read(text.replace("♥", "♥\ufe0f").replace("T", "10")) == cards


@given(st.text(max_size=40), notations)
def test_any_text_is_read_or_named(text: str, notation: Notation) -> None:
    problems = []
    try:
        assert notation.read(notation.write(notation.read(text))) == notation.read(text)
    except UnreadableCards as unreadable:
        problems = list(unreadable.problems)
        assert problems != []
    for problem in problems:
        assert problem.at
        assert problem.at in text.replace("\ufe0e", "").replace("\ufe0f", "")
        assert problem.position >= 1


@pytest.mark.parametrize(
    ("language", "text", "cards"),
    [
        ("it", "AP FP FF QQ DQ RC KF 10C TQ", "As Js Jc Qd Qd Kh Kc Th Td"),
        ("cs", "AP JS DK QK KK KT TT 10T", "As Jh Qd Qd Kd Kc Tc Tc"),
        ("en", "as TD 10d 7C x XB xr", "As Td Td 7c X Xb Xr"),
    ],
)
def test_letters_of_each_language(language: str, text: str, cards: str) -> None:
    assert NOTATIONS[language].read(text) == list(cards_of(cards))


def test_the_same_letter_is_another_suit_in_another_language() -> None:
    assert {code: notation.read("7C" if code != "cs" else "7T")[0].suit for code, notation in NOTATIONS.items()} == {
        "en": Suit.CLUBS,
        "it": Suit.HEARTS,
        "cs": Suit.CLUBS,
    }
    assert NOTATIONS["cs"].read("KK")[0] is Card(Rank.KING, Suit.DIAMONDS)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("As 1Z 7c", [("1Z", 2, 3)]),
        ("As1Z7c", [("1Z", 2, 2)]),
        ("1Z 4s 11h", [("1Z", 1, 0), ("11h", 3, 6)]),
        ("As A", [("A", 2, 3)]),
        ("4P", [("4P", 1, 0)]),
        ("♠A", [("♠A", 1, 0)]),
        ("As/7c", [("/", 2, 2)]),
    ],
)
def test_what_is_no_card_is_named_with_its_place(text: str, named: list[tuple[str, int, int]]) -> None:
    with pytest.raises(UnreadableCards) as caught:
        NOTATIONS["en"].read(text)
    assert [(problem.at, problem.position, problem.offset) for problem in caught.value.problems] == named


def test_a_list_holds_one_card_in_each_text() -> None:
    with pytest.raises(UnreadableCards) as caught:
        NOTATIONS["en"].read(["As", "Td 7c", ""])
    assert [(problem.at, problem.position) for problem in caught.value.problems] == [("Td 7c", 2), ("", 3)]


def test_a_joker_without_colour_is_its_own_card() -> None:
    assert NOTATIONS["it"].read("X Xb") == [JOKER, BLACK_JOKER]


def test_signs_that_only_look_like_letters_are_no_letters() -> None:
    for text in ("\u212as", "K\u017f"):
        for cards in (text, [text]):
            with pytest.raises(UnreadableCards) as caught:
                NOTATIONS["en"].read(cards)
            assert [problem.at for problem in caught.value.problems] == [text]


def test_a_long_text_is_read_in_time_that_grows_with_it() -> None:
    reads = []

    class Counting:
        def __init__(self, pattern: re.Pattern[str]) -> None:
            self.pattern = pattern

        def match(self, *arguments: Any) -> re.Match[str] | None:
            reads.append(1)
            return self.pattern.match(*arguments)

    notation = replace(NOTATIONS["en"])
    object.__setattr__(notation, "_pattern", Counting(NOTATIONS["en"]._pattern))
    text = "z" + "As" * 5000 + "z"
    with pytest.raises(UnreadableCards) as caught:
        notation.read(text)
    assert [problem.at for problem in caught.value.problems] == [text]
    assert len(reads) <= 2 * len(text)
