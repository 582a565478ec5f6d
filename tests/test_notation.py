"""How cards are read and written."""

import itertools
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import BARE, BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Rank, Suit, cards_of
from games.notation import NOTATIONS, Notation, Problem, UnreadableCards
from tests import proved

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


WORDS = st.one_of(st.text(max_size=40), st.text("A23456710TJQKFDRXBPCSshdc♠♥♦♣-–* ,/", max_size=16))


@given(WORDS, notations, st.booleans())
def test_any_text_is_read_or_named(text: str, notation: Notation, bare: bool) -> None:
    problems = []
    try:
        cards = notation.read(text, bare=bare)
        assert notation.read(notation.write(cards), bare=bare) == cards
    except UnreadableCards as unreadable:
        problems = list(unreadable.problems)
        assert problems != []
    for problem in problems:
        assert problem.at
        assert problem.at in text.replace("\ufe0e", "").replace("\ufe0f", "")
        assert problem.position >= 1


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("9s three of hearts 14s Kd", [("three of hearts", 2), ("14s", 3)]),
        ("three As hearts", [("three", 1), ("hearts", 3)]),
        ("zzzz yy ww vv uu", [("zzzz yy ww", 1), ("vv", 2), ("uu", 3)]),
        ("sK hQ", [("sK", 1), ("hQ", 2)]),
        ("27h 20h", [("2", 1), ("20h", 3)]),
        ("pts AsKhz", [("pts", 1), ("z", 4)]),
    ],
)
def test_what_is_no_card_is_named_as_it_was_meant(text: str, named: list[tuple[str, int]]) -> None:
    with pytest.raises(UnreadableCards) as unreadable:
        NOTATIONS["en"].read(text)
    assert [(problem.at, problem.position) for problem in unreadable.value.problems] == named


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


def as_declared(notation: Notation) -> tuple[dict[str, str], dict[str, str]]:
    """The letters of a notation, as it names them itself."""
    ranks = {letter: rank.letter for letter, rank in notation.faces.items()}
    return {"T": "T"} | ranks, {letter: suit.letter for letter, suit in notation.suits.items()}


class Slow:
    """How a notation is read, said once more without it: letters to canonical texts, one word at a time, by trying."""

    letters = {
        "en": ({"T": "T", "J": "J", "Q": "Q", "K": "K"}, {"S": "s", "H": "h", "D": "d", "C": "c"}),
        "it": (
            {"T": "T", "F": "J", "J": "J", "D": "Q", "Q": "Q", "R": "K", "K": "K"},
            {"P": "s", "C": "h", "Q": "d", "F": "c"},
        ),
        "cs": ({"T": "T", "J": "J", "D": "Q", "Q": "Q", "K": "K"}, {"P": "s", "S": "h", "K": "d", "T": "c"}),
    }
    ladder = "A23456789TJQKA"

    def __init__(self, code: str) -> None:
        ranks, suits = self.letters.get(code) or as_declared(NOTATIONS[code])
        self.ranks = {figure: figure for figure in "A23456789"} | {"10": "T"} | ranks
        self.suits = suits | dict(zip("♠♥♦♣♤♡♢♧", "shdc" * 2, strict=True))

    def one(self, word: str) -> list[str]:
        return [
            rank + suit
            for first, rank in self.ranks.items()
            for last, suit in self.suits.items()
            if first + last == word
        ] + {"X": ["X"], "XB": ["Xb"], "XR": ["Xr"]}.get(word, [])

    def whole(self, word: str) -> list[str] | None:
        """The word as cards one after the other, tried from every cut."""
        if not word:
            return []
        for cut in range(1, min(4, len(word) + 1)):
            rest = self.whole(word[cut:]) if self.one(word[:cut]) else None
            if rest is not None:
                return self.one(word[:cut]) + rest
        return None

    def read(self, word: str, bare: bool) -> list[str] | None:
        word = word.upper()
        cards = self.whole(word)
        if cards is not None:
            return cards
        if bare and word in self.ranks:
            return [self.ranks[word]]
        for letters, rank in self.ranks.items():
            if not word.startswith(letters):
                continue
            rest = word[len(letters) :]
            if rest == "*":
                return [rank + suit for suit in "shdc"]
            if rest and all(letter in self.suits for letter in rest) and len({*map(self.suits.get, rest)}) == len(rest):
                return [rank + self.suits[letter] for letter in rest]
            if rest[:1] in ("-", "–") and rest[-1:] in self.suits:
                return self.range(rank, self.ranks.get(rest[1:-1], ""), self.suits[rest[-1]])
        return None

    def range(self, low: str, high: str, suit: str) -> list[str] | None:
        """Every stretch of the ladder of two to thirteen cards, until one has these ends."""
        for length in range(2, 14):
            for start in range(15 - length):
                ranks = self.ladder[start : start + length]
                if (ranks[0], ranks[-1]) == (low, high):
                    return [rank + suit for rank in ranks]
        return None


def as_read(notation: Notation, word: str, bare: bool) -> list[str] | None:
    try:
        return [card.text for card in notation.read(word, bare=bare)]
    except UnreadableCards:
        return None


@pytest.mark.parametrize("code", NOTATIONS)
def test_every_range_is_read_as_a_slow_reader_reads_it(code: str) -> None:
    slow, found = Slow(code), 0
    for low, high, suit in itertools.product(slow.ranks, slow.ranks, slow.suits):
        for word in (f"{low}-{high}{suit}", f"{low}–{high}{suit}".lower()):
            cards = slow.read(word, False)
            assert as_read(NOTATIONS[code], word, False) == cards, word
            found += cards is not None
    assert found > 1000


@pytest.mark.parametrize("code", NOTATIONS)
def test_every_word_of_a_rank_and_suits_is_read_as_a_slow_reader_reads_it(code: str) -> None:
    slow, found = Slow(code), 0
    suits = [combined for length in range(5) for combined in itertools.product("".join(slow.suits)[:6], repeat=length)]
    words = [rank + "".join(combined) for rank, combined in itertools.product(slow.ranks, suits)]
    for word in proved.sample(f"words {code}", words, 3000):
        cards = slow.read(word, True)
        assert as_read(NOTATIONS[code], word, True) == cards, word
        assert as_read(NOTATIONS[code], word.lower(), True) == cards, word
        found += cards is not None
    assert found > 100


@given(st.text("A2310TJQKFDRXBPCSshdc♠♦-*", max_size=7), notations, st.booleans())
def test_any_word_is_read_as_a_slow_reader_reads_it(word: str, notation: Notation, bare: bool) -> None:
    assert as_read(notation, word, bare) == Slow(notation.code).read(word, bare)


@given(st.lists(st.sampled_from((*FACES, JOKER, *BARE)), max_size=20), notations, notations)
def test_bare_ranks_are_written_read_back_and_kept_by_the_language_switch(
    cards: list[Card], one: Notation, other: Notation
) -> None:
    text = one.write(cards)
    assert one.read(text, bare=True) == one.read(text.lower().split(), bare=True) == cards
    assert other.read(one.rewritten(text, other, bare=True), bare=True) == cards


@pytest.mark.parametrize(
    ("language", "text", "cards"),
    [
        ("en", "3-6c", "3c 4c 5c 6c"),
        ("en", "3–6♣", "3c 4c 5c 6c"),
        ("en", "10-Kh, t-kh", "Th Jh Qh Kh Th Jh Qh Kh"),
        ("en", "A-3c Q-Ac", "Ac 2c 3c Qc Kc Ac"),
        ("en", "A-Ks 2-As", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"),
        ("en", "Qshd 7* Q♠\ufe0f♥\ufe0f", "Qs Qh Qd 7s 7h 7d 7c Qs Qh"),
        ("en", "QsKd", "Qs Kd"),
        ("it", "3-6F 10-RC Dpcq", "3c 4c 5c 6c Th Jh Qh Kh Qs Qh Qd"),
        ("it", "QC", "Qh"),
        ("it", "FQFP", "Jd Js"),
        ("it", "Dpqf", "Qs Qc"),
        ("it", "FQF", "Jd Jc"),
        ("it", "XRC", "X Kh"),
        ("cs", "3-6T D* KKT 10KT", "3c 4c 5c 6c Qs Qh Qd Qc Kd Kc Td Tc"),
    ],
)
def test_short_forms_are_words_of_their_own(language: str, text: str, cards: str) -> None:
    assert NOTATIONS[language].read(text) == list(cards_of(cards))
    words = text.replace(",", "").split()
    if text not in ("QsKd", "FQFP", "Dpqf", "XRC"):
        assert NOTATIONS[language].read(words) == list(cards_of(cards)), "as an element of a list, too"
    else:
        with pytest.raises(UnreadableCards):
            NOTATIONS[language].read(words)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("A-Ah", "no-range"), ("9-6c", "no-range"), ("3-3c", "no-range"), ("K-2c", "no-range"), ("10-Tc", "no-range"),
        ("Qss", "suit-twice"), ("Qs♠", "suit-twice"), ("7shdcs", "suit-twice"),
        ("As3-6c", "unknown-card"), ("3-6", "no-suit"), ("7", "no-suit"), ("QQQ", "no-suit"), ("3-6cd", "unknown-card"), ("3c-6c", "unknown-card"),
        ("X*", "unknown-card"), ("7**", "unknown-card"), ("*", "unknown-card"), ("-", "unknown-card"),
    ],
)  # fmt: skip
def test_a_short_form_that_is_none_is_named(word: str, code: str) -> None:
    for text, place in ((f"As {word} 7c", 2), (["As", word, "7c"], 2)):
        with pytest.raises(UnreadableCards) as caught:
            NOTATIONS["en"].read(text)
        assert [(problem.at, problem.position, problem.code) for problem in caught.value.problems] == [
            (word, place, code)
        ]


def test_a_rank_alone_is_a_card_only_where_suits_hardly_matter() -> None:
    assert NOTATIONS["en"].read("7 10 t J x", bare=True) == list(cards_of("7 T T J X"))
    assert NOTATIONS["it"].read("F D Q R", bare=True) == list(cards_of("J Q Q K"))
    assert NOTATIONS["cs"].read("K T", bare=True) == list(cards_of("K T"))
    for text in ("7", ["7"]):
        with pytest.raises(UnreadableCards):
            NOTATIONS["en"].read(text)
    for text in ("78", "7J", "45678"):
        with pytest.raises(UnreadableCards) as caught:
            NOTATIONS["en"].read(text, bare=True)
        assert [problem.at for problem in caught.value.problems] == [text], "never run together"


def test_what_cannot_be_read_stays_as_it_was_typed() -> None:
    assert NOTATIONS["it"].rewritten("7C 1Z, 3-4F\n/ hm Dqc;F", NOTATIONS["en"]) == "7h 1Z, 3c 4c\n/ hm Qd Qh;F"
    assert NOTATIONS["it"].rewritten("7c  F", NOTATIONS["it"], bare=True) == "7c  F"


def test_the_same_letter_is_another_suit_in_another_language() -> None:
    assert [NOTATIONS[code].read(card)[0].suit for code, card in (("en", "7C"), ("it", "7C"), ("cs", "7T"))] == [
        Suit.CLUBS,
        Suit.HEARTS,
        Suit.CLUBS,
    ]
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
    assert caught.value.notation is NOTATIONS["en"]


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


@pytest.mark.parametrize(
    ("code", "bare", "text", "problem"),
    [
        ("cs", False, "1kk", Problem("1", 1, 0)),
        ("en", False, "7sk", Problem("k", 2, 2, "no-suit")),
        ("en", True, "7sk", Problem("7sk", 1, 0, "no-space")),
        ("en", True, "5h 77s", Problem("77s", 2, 3, "no-space")),
    ],
)
def test_an_unreadable_word_is_named_with_its_place(code: str, bare: bool, text: str, problem: Problem) -> None:
    with pytest.raises(UnreadableCards) as unreadable:
        NOTATIONS[code].read(text, bare=bare)
    assert unreadable.value.problems == (problem,)


@pytest.mark.parametrize(("text", "joker"), [("QQx", JOKER), ("zz Xr", Card.of("Xr")), ("7x", None), ("zz", None)])
def test_unreadable_cards_name_the_first_joker_among_them(text: str, joker: Card | None) -> None:
    with pytest.raises(UnreadableCards) as unreadable:
        NOTATIONS["en"].read(text)
    assert unreadable.value.joker == joker
