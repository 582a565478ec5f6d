"""The puzzles of Ramino: what is kept of each is proved again, by melds written out and an integer program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from django.utils import translation
from scipy.optimize import Bounds, LinearConstraint, milp

from games.arranging.melds import read
from games.cards import Card
from games.chance import Chance, Made, NothingDrawn
from games.puzzles import puzzles
from games.ramino.practice import PUZZLE
from games.ramino.puzzles import by_shape, first_looks, make
from games.ramino.rules import STANDARD
from tests import proved

pytestmark = pytest.mark.exhaustive(sample=8, content=proved.puzzle)

LADDER = "A23456789TJQK"
NUMBERED = [pytest.param(puzzle.made, id=str(puzzle.number)) for puzzle in puzzles("ramino")]

Hand = tuple[str, ...]
Meld = frozenset[str]


@pytest.fixture(params=NUMBERED)
def made(request: pytest.FixtureRequest) -> Made:
    found: Made = request.param
    return found


def hand_of(made: Made) -> Hand:
    return tuple(made.question["hand"].split())


def asked(made: Made) -> Any:
    ask = PUZZLE.asked(made.question)
    assert ask.is_valid(), ask.errors
    return ask


# The independent way


def value(card: str) -> int:
    return min(10, LADDER.index(card[0]) + 1)


RUNS = [
    frozenset(rank + suit for rank in LADDER[start:end])
    for suit in "shdc"
    for start in range(13)
    for end in range(start + 3, 14)
]
SETS = [
    frozenset(rank + suit for suit in suits)
    for rank in LADDER
    for size in (3, 4)
    for suits in combinations("shdc", size)
]


def melds_of(hand: Sequence[str], melds: Sequence[Meld]) -> list[Meld]:
    return [meld for meld in melds if meld <= set(hand)]


@cache
def least(hand: Hand) -> int:
    """The points that must be left over: each card stands in one meld at most, and what stands in melds is the most."""
    melds = melds_of(hand, RUNS + SETS)
    if not melds:
        return sum(map(value, hand))
    worth = np.array([sum(map(value, meld)) for meld in melds])
    uses = np.array([[card in meld for meld in melds] for card in hand], dtype=float)
    found = milp(
        -worth,
        constraints=LinearConstraint(uses, ub=1),
        bounds=Bounds(0, 1),
        integrality=np.ones(len(melds)),
    )
    assert found.success
    gained: float = found.fun
    return sum(map(value, hand)) + round(gained)


def after_each(hand: Hand) -> dict[str, int]:
    return {card: least(tuple(other for other in hand if other != card)) for card in hand}


SOME = [puzzle.made for puzzle in puzzles("ramino") if puzzle.made.question["hand"].startswith(("6", "7"))]


@pytest.mark.parametrize("made", SOME, ids=lambda made: made.question["hand"])
def test_the_melds_written_out_are_those_of_the_game(made: Made) -> None:
    """Of some puzzles, by all the choices of their cards."""
    hand = hand_of(made)
    written = set(melds_of(hand, RUNS + SETS))
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            assert bool(read(map(Card.of, cards), STANDARD.laws)) == (frozenset(cards) in written)


# What is kept


def test_what_was_proved_is_so(made: Made) -> None:
    hand = hand_of(made)
    after = after_each(hand)
    points = min(after.values())
    runs, sets = (set().union(*melds_of(hand, melds)) for melds in (RUNS, SETS))
    assert made.proved == {
        "solutions": sum(left == points for left in after.values()),
        "contested": len(runs & sets),
        "points": points,
    }


def test_each_best_discard_is_right_and_no_other(made: Made) -> None:
    ask, hand, after = asked(made), hand_of(made), after_each(hand_of(made))
    options = PUZZLE.reply(ask).options
    assert [option.row[0].text for option in options] == list(hand)
    right = [card for at, card in enumerate(hand) if PUZZLE.is_right(ask, (str(at),))]
    assert right == [card for card in hand if after[card] == min(after.values())]
    assert PUZZLE.is_right(ask, PUZZLE.right(ask))
    assert len(right) in (1, 2)
    assert len(set(map(value, right))) == 1


def test_what_tempts_is_wrong(made: Made) -> None:
    """The dearest card, and the dearest that fits no meld; and the discard fits one."""
    ask, hand = asked(made), hand_of(made)
    fitting = set().union(*melds_of(hand, RUNS + SETS))
    alone = [card for card in hand if card not in fitting]
    for cards in (hand, alone):
        for at, card in enumerate(hand):
            if card in cards and value(card) == max(map(value, cards)):
                assert not PUZZLE.is_right(ask, (str(at),))
    assert hand[int(PUZZLE.right(ask)[0])] in fitting
    assert {hand[at] for at in range(len(hand)) if PUZZLE.is_right(ask, (str(at),))}.isdisjoint(
        card.text for card in first_looks(list(map(Card.of, hand)))
    )


def test_its_rule_is_among_those_of_the_answer(made: Made) -> None:
    ask = asked(made)
    assert f"ramino.{made.rule}" in [reason.rule for reason in ask.verdict.reasons]
    assert PUZZLE.decides(ask) == f"ramino.{made.rule}"
    assert made.rule in PUZZLE.rules


def test_the_answer_is_explained_by_the_rest_of_the_hand(made: Made) -> None:
    ask = asked(made)
    assert ask.after.points == made.proved["points"]
    assert sum(map(len, ask.after.melds)) + len(ask.after.items) == len(hand_of(made)) - 1
    assert bool(ask.verdict.outs) == (not ask.after.points)
    assert not ask.verdict.outs or set(ask.verdict.outs) == set(ask.discards)
    ((said, _rule),) = PUZZLE.why(ask)
    assert made.proved["points"] == 0 or str(made.proved["points"]) in said


def test_a_hand_is_what_a_player_of_two_holds_after_the_draw(made: Made) -> None:
    assert len(hand_of(made)) == len(set(hand_of(made))) == 11


def test_there_are_enough_and_no_two_are_alike() -> None:
    hands = [tuple(map(Card.of, hand_of(puzzle.made))) for puzzle in puzzles("ramino")]
    assert len(hands) >= 120
    assert len({by_shape(hand) for hand in hands}) == len(hands)


def test_what_is_to_be_done_is_said() -> None:
    with translation.override("en"):
        assert PUZZLE.goal({"contested": 3, "points": 7}) == (
            "Three cards fit a run as well as a set. The best discard leaves 7 points in your hand."
        )
        assert PUZZLE.goal({"contested": 2, "points": 0}) == (
            "Two cards fit a run as well as a set. With the best discard you go out."
        )


def test_a_seed_finds_one() -> None:
    found: list[list[Made]] = []
    for _ in range(2):
        chance, made = Chance(3), list[Made]()
        while not made:
            try:
                made.append(make(chance))
            except NothingDrawn:
                continue
        found.append(made)
    assert found[0] == found[1]
    ((one,), _same) = found
    assert one.proved["points"] == min(after_each(hand_of(one)).values())
