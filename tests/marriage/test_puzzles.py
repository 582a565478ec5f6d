"""The puzzles of Marriage: what was proved of each is proved again, by an integer program that knows sets alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]
from scipy.sparse import csr_array  # type: ignore[import-untyped]

from games.cards import DECK, Card, Suit, cards_of
from games.chance import Chance, NothingDrawn
from games.marriage import rules
from games.marriage.practice import PUZZLE
from games.marriage.puzzles import LEAST_ASTRAY, MOST_COMPLETING, make
from games.puzzles import Puzzle, puzzles
from tests import proved
from tests.marriage.test_drills import natural

pytestmark = pytest.mark.exhaustive(sample=8, content=proved.puzzle)

PUZZLES = puzzles("marriage")
PLACE = {card: row for row, card in enumerate(DECK)}
LONGEST = 7
"""Cards of a set around three of its own: two more to either side at most, for three are a set of their own."""


class Column(NamedTuple):
    """A set in the making: the cards that are themselves in it, how many wild ones stand in, whether it is pure."""

    itself: tuple[Card, ...]
    wild: int
    is_pure: bool


@cache
def sets_of(count: int) -> list[tuple[str, tuple[Card, ...]]]:
    return list(dict.fromkeys((kind, tuple(sorted(found.elements()))) for kind, found in natural(count)))


class Hand:
    """A hand with one card more to be drawn, as an integer program; every question about it is one more of its kind."""

    def __init__(self, hand: Iterable[Card], tiplu: Card | None) -> None:
        self.held = Counter(hand)
        self.wild = [card for card in DECK if tiplu and is_wild(card, tiplu)]
        self.lying = [card for card in self.wild for _copy in range(self.held[card])]
        self.can_come = [self.held[card] < 3 - (card == tiplu) for card in DECK]
        self.columns = list(dict.fromkeys(each for count in (3, 4, 5) for each in self._columns(count)))
        longer = (each for count in range(3, LONGEST + 1) for each in self._columns(count))
        self.longer = list(dict.fromkeys(each for each in longer if len(each.itself) >= 3))

    def _has(self, cards: tuple[Card, ...]) -> bool:
        """Whether the hand has these but one at most."""
        return sum(max(0, cards.count(card) - self.held[card]) for card in set(cards)) <= 1

    def _columns(self, count: int) -> Iterator[Column]:
        most = len(self.lying) + 1 if self.wild else 0
        for kind, cards in sets_of(count):
            if kind != "trial" and self._has(cards):
                yield Column(cards, 0, True)
            if kind != "tunnel":
                for wild in range(min(most, count) + 1):
                    for itself in combinations(cards, count - wild):
                        if self._has(itself):
                            yield Column(itself, wild, False)

    def around(self, cards: tuple[Card, ...]) -> list[Column]:
        """The sets in which these cards lie as themselves."""
        is_tunnel = len(set(cards)) == 1
        return [
            each
            for each in self.longer
            if (each.itself == cards if is_tunnel else set(cards) <= set(each.itself) and len(set(each.itself)) > 1)
        ]

    def completed(self, drawn: Iterable[Card], one_of: Iterable[Column] = ()) -> list[Column] | None:
        """The sets in which one of these cards completes the hand, one of those named among them; None if none does."""
        named = set(one_of)
        columns = [*self.columns, *(each for each in named if each not in self.columns)]
        sets, wild = len(columns), len(self.wild)
        width = sets + wild + len(DECK)
        # By face: cards in sets, wild ones that stand in, less the one drawn. Then: as many stand in as are called for,
        # cards in sets, pure sets, the sets named, one card drawn.
        rows = np.zeros((len(DECK) + 5, width))
        for at, column in enumerate(columns):
            for card in column.itself:
                rows[PLACE[card], at] += 1
            rows[-5, at] = column.wild
            rows[-4, at] = len(column.itself) + column.wild
            rows[-3, at] = column.is_pure
            rows[-2, at] = column in named
        for at, card in enumerate(self.wild, sets):
            rows[PLACE[card], at] = 1
            rows[-5, at] = -1
        may_come = set(drawn)
        for at in range(len(DECK)):
            rows[at, sets + wild + at] = -1
            rows[-1, sets + wild + at] = 1
        upper = np.full(width, 7.0)
        upper[sets + wild :] = [card in may_come and self.can_come[at] for at, card in enumerate(DECK)]
        low = [*[-np.inf] * len(DECK), 0, 21, 3, 1 if named else 0, 1]
        high = [*[self.held[card] for card in DECK], 0, 21, np.inf, np.inf, 1]
        constraints = LinearConstraint(csr_array(rows), low, high)
        found = milp(np.zeros(width), constraints=constraints, bounds=Bounds(0, upper), integrality=np.ones(width))
        assert found.status in (0, 2)
        if found.x is None:
            return None
        return [column for column, copies in zip(columns, found.x[:sets], strict=True) if round(copies)]

    def apart(self, drawn: Iterable[Card]) -> list[tuple[Card, ...]]:
        """The sets that lie ready and do not stay, whichever of these cards completes the hand."""
        left = {found: self.around(found) for _kind, found in sets_of(3) if not Counter(found) - self.held}
        while left and (sets := self.completed(drawn, [column for each in left.values() for column in each])):
            left = {found: columns for found, columns in left.items() if not set(columns) & set(sets)}
        return list(left)

    def pure_sets(self) -> int:
        """How many pure sets, three at most, the hand holds at once."""
        pure = [each for each in self.columns if each.is_pure and not Counter(each.itself) - self.held]
        return min(3, side_by_side([each.itself for each in pure], self.held))


def is_wild(card: Card, tiplu: Card) -> bool:
    return card.rank is tiplu.rank or (card.suit is tiplu.suit and (card.rank - tiplu.rank) % 13 in (1, 12))


def side_by_side(sets: list[tuple[Card, ...]], held: Counter[Card]) -> int:
    """The most of these sets that can be made of the cards at once."""
    if not sets:
        return 0
    rows = np.array([[cards.count(card) for cards in sets] for card in DECK])
    within = LinearConstraint(rows, -np.inf, [held[card] for card in DECK])
    found = milp(-np.ones(len(sets)), constraints=within, integrality=np.ones(len(sets)))
    return int(-round(found.fun))


@cache
def asked_as(number: int) -> Any:
    return PUZZLE.asked(PUZZLES[number - 1].made.question)


def asked(puzzle: Puzzle) -> Any:
    ask = asked_as(puzzle.number)
    assert ask.is_valid(), puzzle
    return ask


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: str(puzzle.number))
def test_what_was_proved_is_so(puzzle: Puzzle) -> None:
    question, proved = puzzle.made.question, puzzle.made.proved
    cards, tiplu = cards_of(question["hand"]), Card.of(question["tiplu"]) if "tiplu" in question else None
    hand = Hand(cards, tiplu)
    right = cards_of(" ".join(PUZZLE.right(asked(puzzle))))
    assert all(hand.completed([card]) for card in right)
    assert hand.completed(set(DECK) - set(right)) is None
    assert len(right) == proved["solutions"] <= MOST_COMPLETING
    assert sum(copies // 2 for copies in hand.held.values()) < 7  # so that no dublee ends it
    apart = hand.apart(right)
    assert side_by_side(apart, hand.held) == proved["astray"] >= LEAST_ASTRAY
    assert hand.pure_sets() == proved["pure"]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: str(puzzle.number))
def test_it_is_a_question_of_the_game_which_its_ruling_decides(puzzle: Puzzle) -> None:
    ask = asked(puzzle)
    assert (ask.verdict.complete, ask.verdict.away) == (False, 1)
    assert f"marriage.{puzzle.made.rule}" in [reason.rule for reason in ask.verdict.reasons]
    assert PUZZLE.decides(ask) == f"marriage.{puzzle.made.rule}"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: str(puzzle.number))
def test_all_right_cards_are_the_answer_and_wrong_ones_tempt(puzzle: Puzzle) -> None:
    ask = asked(puzzle)
    right, offered = PUZZLE.right(ask), [option.value for option in PUZZLE.reply(ask).options]
    assert len(right) == len(ask.verdict.completing) == puzzle.made.proved["solutions"]
    assert set(right) < set(offered)
    assert len(offered) == 10
    assert PUZZLE.is_right(ask, right)
    assert PUZZLE.is_right(ask, right[::-1])
    wrong = [value for value in offered if value not in right]
    assert not any(PUZZLE.is_right(ask, (*right, value)) for value in wrong)
    assert not PUZZLE.is_right(ask, right[1:])

    held = Counter(ask.cleaned_data["hand"])

    def likely(value: str) -> int:
        """How many sets it makes with what lies in the hand."""
        new = held + Counter([Card.of(value)])
        return sum(bool(Counter(found) - held) and not Counter(found) - new for _kind, found in sets_of(3))

    assert max(map(likely, wrong)) >= max(map(likely, right))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: str(puzzle.number))
def test_the_hand_is_drawn_as_it_lies_with_the_first_right_card(puzzle: Puzzle) -> None:
    ask = asked(puzzle)
    *sets, left = ask.ended()
    lying = [card for group in sets for card in group.cards]
    assert sorted([*lying, *left]) == sorted([*ask.cleaned_data["hand"], Card.of(PUZZLE.right(ask)[0])])
    assert all(len(group.cards) >= 3 for group in sets)
    assert len(left) == 1


def test_there_are_enough_and_no_two_are_alike_but_for_their_suits() -> None:
    def renamed(cards: Iterable[Card], suits: dict[Any, Suit]) -> tuple[Card, ...]:
        return tuple(sorted(Card(card.rank, suits[card.suit]) for card in cards))

    seen = set()
    for puzzle in PUZZLES:
        cards, tiplu = asked(puzzle).cleaned_data["hand"], asked(puzzle).cleaned_data["tiplu"]
        ways = [dict(zip(Suit, suits, strict=True)) for suits in permutations(Suit)]
        seen.add(min((renamed(cards, suits), renamed([tiplu] if tiplu else [], suits)) for suits in ways))
    assert len(seen) == len(PUZZLES) >= 120


def test_they_are_of_several_kinds() -> None:
    made = [puzzle.made for puzzle in PUZZLES]
    assert {each.rule for each in made} == {"ending", "primary"}
    assert {"tiplu" in each.question for each in made} == {True, False}
    assert {each.proved["solutions"] for each in made} >= {1, 2, 3, 4}
    assert {each.proved["astray"] for each in made} >= {2, 3, 4}


@pytest.mark.parametrize("puzzle", PUZZLES[:20], ids=lambda puzzle: str(puzzle.number))
def test_the_goal_says_how_much_there_is_to_be_done(puzzle: Puzzle) -> None:
    words = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
    said = str(PUZZLE.goal(puzzle.made.proved))
    assert words[puzzle.made.proved["astray"]] in said
    assert said.endswith(".")
    assert ("third pure set" in said) == (puzzle.made.proved["pure"] < rules.PRIMARY_SETS)


def test_a_seed_finds_one() -> None:
    chance, made = Chance(1), None
    while made is None:
        with suppress(NothingDrawn):
            made = make(chance)
    ask = PUZZLE.asked(made.question)
    assert ask.is_valid()
    assert len(PUZZLE.right(ask)) == made.proved["solutions"]
