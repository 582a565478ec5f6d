"""The puzzles that are kept: what is said of each is proved anew, by an integer program instead of a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from django.utils import translation
from scipy.optimize import Bounds, LinearConstraint, milp

from games.asks import Ask
from games.cards import cards_of
from games.chance import Chance, NothingDrawn
from games.machiavelli.practice import PUZZLE
from games.machiavelli.puzzles import make
from games.puzzles import Puzzle, puzzles
from tests import proved

pytestmark = pytest.mark.exhaustive(sample=8, content=proved.puzzle)

KEPT = puzzles("machiavelli")
LADDER, SUITS = "A23456789TJQKA", "shdc"
Cards = tuple[str, ...]
EVERY_GROUP: tuple[Cards, ...] = (
    *(tuple(rank + suit for suit in some) for rank in LADDER[:13] for n in (3, 4) for some in combinations(SUITS, n)),
    *(tuple(rank + suit for rank in LADDER[at:end]) for suit in SUITS for end in range(15) for at in range(end - 2)),
)
each = pytest.mark.parametrize("puzzle", KEPT, ids=[str(puzzle.number) for puzzle in KEPT])


class Programme:
    """The tables that some cards can be laid to, as whole numbers: how often each group is there, once and twice.

    For each group of the table before it is one more number whether it is there again; and for each place that such a
    group has within a larger one, whether it lies there.
    """

    def __init__(self, before: Sequence[Cards], hand: Iterable[str] = ()) -> None:
        have = Counter([*hand, *(card for group in before for card in group)])
        self.groups = [group for group in EVERY_GROUP if not Counter(group) - have]
        self.before = [self._known(group) for group in before]
        inner = list(enumerate(self.before))
        self.within = [(at, n) for at, old in inner for n, new in enumerate(self.groups) if set(old) <= set(new)]
        count = len(self.groups)
        self.there = range(2 * count)
        self.kept = range(2 * count, 2 * count + len(before))
        self.whole = range(self.kept.stop, self.kept.stop + len(self.within))
        self.rows: list[tuple[dict[int, int], float, float]] = []
        for card, copies in have.items():
            self._row({n: self.groups[n % count].count(card) for n in self.there}, copies, copies)
        for n, group in enumerate(self.groups):
            self._row({n: 1, n + count: -1}, 0)
            for card in group:
                inside = (at for at, (old, new) in enumerate(self.within) if new == n and card in self.before[old])
                self._row({n: 1, n + count: 1} | {self.whole[at]: -1 for at in inside}, 0)
        for at, old in inner:
            self._row({self.groups.index(old): 1, self.kept[at]: -1}, 0)
            self._row({place: 1 for place, (one, _) in zip(self.whole, self.within, strict=True) if one == at}, 0, 1)

    def _known(self, group: Cards) -> Cards:
        return next(known for known in self.groups if set(known) == set(group))

    def _row(self, row: dict[int, int], least: float, most: float = np.inf) -> None:
        self.rows.append((row, least, most))

    def _solved(self, sought: Iterable[int], rows: Sequence[tuple[dict[int, int], float, float]] = ()) -> Any:
        """The numbers with most of those ``sought``; None where there are none."""
        rows = [*self.rows, *rows]
        matrix = np.zeros((len(rows), self.whole.stop))
        for at, (row, _, _) in enumerate(rows):
            matrix[at, list(row)] = list(row.values())
        worth = np.zeros(self.whole.stop)
        worth[list(sought)] = -1
        bounds = ([least for _, least, _ in rows], [most for _, _, most in rows])
        found = milp(worth, constraints=LinearConstraint(matrix, *bounds), integrality=1, bounds=Bounds(0, 1))
        assert found.status in (0, 2), found.message
        return None if found.x is None else np.rint(found.x).astype(int)

    def most(self, sought: range) -> int | None:
        found = self._solved(sought)
        return None if found is None else int(found[sought].sum())

    def _all(self, places: range, rows: Sequence[tuple[dict[int, int], float, float]] = ()) -> Iterator[Any]:
        """Every way that these numbers can be, each ruled out as it is found."""
        out = list(rows)
        while (found := self._solved((), out)) is not None:
            yield found[places]
            sign = {place: 1 if found[place] else -1 for place in places}
            out.append((sign, -np.inf, int(found[places].sum()) - 1))

    def tables(self) -> int:
        """How many tables there are."""
        return sum(1 for _ in self._all(self.there))

    def choices(self) -> set[frozenset[int]]:
        """The groups that are touched, by their places, wherever they are as few as can be."""
        most = self.most(self.kept)
        all_kept = (dict.fromkeys(self.kept, 1), float(most or 0), np.inf)
        return {frozenset(np.flatnonzero(kept == 0).tolist()) for kept in self._all(self.kept, [all_kept])}


def asked(puzzle: Puzzle) -> Ask[Any]:
    ask = PUZZLE.asked(puzzle.made.question)
    assert ask.is_valid(), ask.errors
    return ask


def cards_in(puzzle: Puzzle) -> tuple[list[Cards], Cards]:
    """The table and the hand."""
    question = puzzle.made.question
    return [tuple(group.split()) for group in question["table"]], tuple(question["hand"].split())


@each
def test_what_is_said_of_a_puzzle_is_so(puzzle: Puzzle) -> None:
    table, hand = cards_in(puzzle)
    programme = Programme(table, hand)
    choices = programme.choices()
    assert puzzle.made.proved == {
        "solutions": len(choices),
        "groups_to_touch": len(next(iter(choices))),
        "groups_to_take_apart": len(table) - (programme.most(programme.whole) or 0),
        "final_tables": programme.tables(),
    }
    assert puzzle.made.proved["groups_to_take_apart"] > 1
    assert_all_are_right(puzzle, choices)


def assert_all_are_right(puzzle: Puzzle, choices: set[frozenset[int]]) -> None:
    """Each choice, and only as it is: not with one group more, one less, or another one."""
    ask = asked(puzzle)
    values = [option.value for option in PUZZLE.reply(ask).options]
    assert frozenset(map(int, PUZZLE.right(ask))) in choices
    for choice in choices:
        said = [values[at] for at in sorted(choice)]
        assert PUZZLE.is_right(ask, said)
        others = [at for at in range(len(values)) if at not in choice]
        swapped = next(some for at in others if (some := choice - {min(choice)} | {at}) not in choices)
        for wrong in (swapped, choice - {max(choice)}, choice | set(others[:1])):
            assert not PUZZLE.is_right(ask, [values[at] for at in sorted(wrong)])


@each
def test_no_card_of_a_hand_can_be_played_without_the_others(puzzle: Puzzle) -> None:
    table, hand = cards_in(puzzle)
    assert all(Programme(table, [card]).most(range(0)) is None for card in hand)


@each
def test_a_puzzle_turns_on_its_ruling_and_its_best_turn_is_proved(puzzle: Puzzle) -> None:
    ask = asked(puzzle)
    assert f"machiavelli.{puzzle.made.rule}" in [rule for _, rule in PUZZLE.why(ask)]
    assert puzzle.made.rule in PUZZLE.rules
    assert ask.verdict.turn.proved
    assert len(ask.verdict.turn.played) == len(cards_in(puzzle)[1])


def test_no_two_puzzles_are_the_same_whatever_the_suits_and_the_order() -> None:
    assert len(KEPT) >= 120
    assert len({likeness(puzzle) for puzzle in KEPT}) == len(KEPT)


def likeness(puzzle: Puzzle) -> Any:
    """What a puzzle has in common with those that differ from it by suits and order alone."""
    table, hand = cards_in(puzzle)
    ways = [str.maketrans(SUITS, "".join(suits)) for suits in permutations(SUITS)]
    return min(
        (
            sorted(sorted(card.translate(way) for card in group) for group in table),
            sorted(c.translate(way) for c in hand),
        )
        for way in ways
    ).__repr__()


def test_puzzles_are_said_by_what_is_to_be_done() -> None:
    said = {}
    for touched, apart in ((3, 3), (4, 2)):
        with translation.override("en"):
            said[touched] = PUZZLE.goal({"groups_to_touch": touched, "groups_to_take_apart": apart})
    assert said == {
        3: "Three groups have to be touched, and every one of them has to be taken apart.",
        4: "Four groups have to be touched, and at least two of them taken apart.",
    }


def test_a_puzzle_is_found_and_is_the_same_again() -> None:
    assert found() == found()


def found() -> Any:
    chance = Chance("found")
    for _ in range(100):
        try:
            made = make(chance)
        except NothingDrawn:
            continue
        assert len(cards_of(made.question["hand"])) == 3
        return made
    raise AssertionError
