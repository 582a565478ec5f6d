"""One whole number for each group there could be: the other of the two ways of :mod:`games.arranging.rebuild`.

*Columns* are all sets, all runs of three to five cards (longer ones fall into these), each of them with its jokers in
every place, and the groups of the table, which are worth one where they are left as they are. *Rows* are the cards, at
most 53, and how many are on the table in the end. House rules only add columns, decks only change what the rows come
to. Columns with jokers or with equal suits, by far the most, wait until the prices ask for them.

*The search* asks for so many cards of the hand and a target of groups left as they are. The linear bound, rounded down,
is the first target; whatever column would cost more than the bound has to spare above the target is taken out, and
depth first the rest is branched on. What reaches the target is the best; where nothing does, the next lower target is
asked for, and with none left one card less.

*Equal suits* make sets so plentiful that single ones do not matter: what is branched on is how many cards of a rank lie
in new sets, which is never one, two or five. With that and the runs settled the sets can always be dealt out.

Where that takes long, some plan is looked for in between: what is nearly settled is settled, much at a time, straight
ahead. With a plan that plays so many cards their number is beyond doubt. Where the budget ends, the best plan stands,
and what was not refuted is left open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import floor
from typing import NamedTuple

from games.arranging.budget import Budget, Spent
from games.arranging.melds import FEWEST, MOST_IN_SET, Ace
from games.arranging.simplex import SCALE, Column, Frame, Lost, Simplex
from games.arranging.task import JOKER, SUITS, Kept, Plan, Row, Task, sets_of

NEAR = 1e-6
"""What is so near to a whole number is one, and is checked as one."""
CUT = 0.02
"""A bound so far below a target need not be brought any lower: more than all small differences of costs make up."""
DIVE_AFTER, IMPROVE_AFTER = 0.25, 0.7
"""The shares of the time after which some plan is looked for, and after which proving gives way to a better plan."""
DIVES = (0.5, 0.2)
"""The share of what is not settled that is settled at once on the way straight ahead to some plan."""
MOST_FREE = 5
"""Runs of more cards fall into shorter ones."""


class Found(NamedTuple):
    """The best plan that was found, and what is proved of it."""

    plan: Plan
    count_proved: bool
    """That no more cards can be played."""
    kept_proved: bool
    """That no plan that plays as many leaves more groups as they are."""


class Shape(NamedTuple):
    """What a column stands for."""

    row: Row
    """Its cards; a run in its order."""
    kept: Kept | None = None
    """A group of the table that is left as it is."""
    rank: int | None = None
    """Of a set, its rank from 0."""


class Loose(NamedTuple):
    """A variable that is not yet what it must be."""

    variable: int
    parts: tuple[tuple[int, int], tuple[int, int]]
    """The bounds between which it may be, those that play or keep more first."""
    nearest: int
    """Which of these it is nearest to."""
    off: float
    """How far it is from there."""
    order: int
    """The greater, the more depends on it."""


@lru_cache(maxsize=18)
def shapes(ace: Ace, any_suit: bool, jokers: int) -> tuple[Shape, ...]:
    """Every different set, and every run of three to five cards that is none.

    >>> len(shapes(Ace.BOTH, False, 0)), len(shapes(Ace.WRAP, True, 2))
    (197, 2379)
    """
    found: dict[Row, Shape] = {}
    for rank in range(13):
        faces = [13 * suit + rank for suit in SUITS]
        for size in range(FEWEST, MOST_IN_SET + 1):
            for wild in range(min(jokers, size - 1) + 1):
                picks = combinations_with_replacement if any_suit else combinations
                for pick in picks(faces, size - wild):
                    row = (*pick, *[JOKER] * wild)
                    found[row] = Shape(row, rank=rank)
    for suit in SUITS:
        for size in range(FEWEST, MOST_FREE + 1):
            for start in range({Ace.LOW: 14 - size, Ace.BOTH: 15 - size, Ace.WRAP: 13}[ace]):
                cards = [13 * suit + (start + at) % 13 for at in range(size)]
                for wild in range(jokers + 1):
                    for places in combinations(range(size), wild):
                        row = tuple(JOKER if at in places else face for at, face in enumerate(cards))
                        found.setdefault(tuple(sorted(row)), Shape(row))
    return tuple(found.values())


class Programme:
    """All groups there could be for a task, and the search for the best of them together."""

    def __init__(self, task: Task, budget: Budget) -> None:
        self.task = task
        self.budget = budget
        must = [*(n for row in task.must for n in row), task.jokers_must]
        may = [*(n for row in task.may for n in row), task.jokers_may]
        have = [m + n for m, n in zip(must, may, strict=True)]
        faces = [face for face in range(JOKER + 1) if have[face]]
        self.faces = faces
        self.count_row = len(faces)
        self.on_table = sum(must)
        kinds: list[tuple[int, ...]] = [(row, self.count_row) for row in range(len(faces))]
        kind = {face: row for row, face in enumerate(faces)}
        sums, slacks = [*(have[face] for face in faces), 0], [*(may[face] for face in faces), 0]
        self.rank_of: dict[int, int] = {}
        """The rows that count the cards in new sets of a rank, where suits may be equal."""
        in_sets: dict[tuple[int, int], int] = {}
        for rank in range(13) if task.any_suit else ():
            of_rank = [face for face in (*range(rank, JOKER, 13), JOKER) if have[face]]
            # Five cards make no sets, so that one of them is left over.
            if total := around(sum(have[face] for face in of_rank))[0]:
                for face in of_rank:
                    in_sets[rank, face] = len(kinds)
                    kinds.append((kind[face], self.count_row, len(sums)))
                self.rank_of[len(sums)] = rank
                sums.append(total)
                slacks.append(total)
        self.shapes: list[Shape] = []
        columns: list[Column] = []
        self.active: list[int] = []
        self.waiting: list[int] = []
        lying: Counter[Kept] = Counter(task.runs)
        lying.update(task.sets)
        for kept, n in lying.items():
            self.active.append(len(columns))
            columns.append(Column(tuple(kind[face] for face in kept.row), n, 1))
            self.shapes.append(Shape(kept.row, kept))
        for shape in shapes(task.ace, task.any_suit, task.jokers):
            most = have[shape.row[0]]
            for face in shape.row:
                most = min(most, have[face] // shape.row.count(face))
            if not most:
                continue
            counted = task.any_suit and shape.rank is not None
            parts = [in_sets[shape.rank or 0, face] if counted else kind[face] for face in shape.row]
            plain = JOKER not in shape.row and len(set(shape.row)) == len(shape.row)
            (self.active if plain else self.waiting).append(len(columns))
            columns.append(Column(tuple(parts), most, 0))
            self.shapes.append(shape)
        self.frame = Frame(kinds, sums, slacks, columns)

    # ---- how many cards, and how many groups ---------------------------------------------------------------------

    def best(self, most: int, kept: bool = True) -> Found:
        """The plan that plays the most cards, ``most`` of them at most, and among those keeps the most groups, or where
        not ``kept`` any; where the budget ends before that, the best one found."""
        count = min(most, self.task.hand)
        proved = True
        while count:
            try:
                root = self._root(count)
                if root is None:
                    # A step that is as large as the fractions allow; they allow whatever is fewer than that.
                    count = min(count - 1, self._most_linear(count))
                    continue
                if found := self._least_disturbed(root, count, kept, proved):
                    plan, kept_proved = found
                    return Found(plan, proved, kept_proved)
            except Spent:
                # Whether so many can be played is left open.
                proved = False
                if self.budget.over():
                    break
            count -= 1
        return Found(Plan(0, (*self.task.runs, *self.task.sets), ()), proved, True)

    def _begin(self, total: int, slack: int) -> Simplex:
        self.frame.sums[self.count_row] = self.on_table + total
        self.frame.slacks[self.count_row] = slack
        return Simplex(self.frame, self.active, self.waiting, self.budget.look)

    def _root(self, count: int) -> Simplex | None:
        """So many cards played and the most groups kept, in fractions; None where even fractions cannot do it."""
        state = self._begin(count, 0)
        return state if self._relax(state) else None

    def _most_linear(self, most: int) -> int:
        """The most cards that can be played in fractions, rounded down."""
        state = self._begin(most, most)
        state.price((self.count_row, -1))
        self._relax(state)
        return most + state.bound()[0] // SCALE

    def _least_disturbed(self, root: Simplex, count: int, kept: bool, prove: bool) -> tuple[Plan, bool] | None:
        """The plan that keeps the most groups with so many cards played, and whether that is proved of it; None where
        there is none.

        Where that takes long, any plan is looked for in between, for with it the count is settled; at once if not to
        ``prove`` anything before.

        :raises Spent: where it is left open whether there is one.
        """
        plan: Plan | None = None
        dived = False
        early, late = self.budget.part(DIVE_AFTER if prove else 0), self.budget.part(IMPROVE_AFTER)

        def look() -> None:
            nonlocal plan, dived
            late.look()
            if not dived and early.over():
                dived = True
                plan = self._dive(root, count)
                if plan is None and not prove:
                    raise Spent

        highest = root.bound()[0] // SCALE if kept else 0
        try:
            while highest >= 0:
                if better := self._reach(root, highest, count, look):
                    return better, kept
                highest -= 1
            return None
        except Spent:
            if plan is None:
                raise
        # All that is left of the time goes on leaving more groups as they are.
        while len(plan.kept) < highest:
            try:
                better = self._reach(root, len(plan.kept) + 1, count, self.budget.look)
            except Spent:
                return plan, False
            if better is None:
                break
            plan = better
        return plan, True

    # ---- one target ----------------------------------------------------------------------------------------------

    def _reach(self, root: Simplex, target: int, count: int, look: Callable[[], None]) -> Plan | None:
        """A plan that keeps so many groups; None where it is proved that there is none.

        :raises Spent: where that is left open.
        """
        state = root.copy()
        state.look = look
        return self._explore(state, target, count)

    def _explore(self, state: Simplex, target: int, count: int) -> Plan | None:
        state.look()
        total, gains, waiting = state.bound()
        spare = total - target * SCALE
        if spare < 0:
            return None
        state.settle(spare, gains, waiting)
        choice = self._branch(state)
        if choice is None:
            return self._plan(state, count)
        first, second = choice.parts
        for child, (low, high) in ((state.copy(), first), (state, second)):
            child.narrow(choice.variable, low, high)
            if self._relax(child, target - CUT) and (plan := self._explore(child, target, count)):
                return plan
        return None

    def _relax(self, state: Simplex, enough: float = float("-inf")) -> bool:
        """Bring a state to its best in fractions, or to below ``enough``; False where it is proved that nothing fits.

        :raises Spent: where the budget ends, and where rounding leaves it open.
        """
        try:
            while True:
                if state.run(enough):
                    if not state.wanted():
                        return True
                elif not state.helpful():
                    if not state.impossible():
                        raise Spent
                    return False
        except Lost:
            raise Spent from None

    def _dive(self, root: Simplex, count: int) -> Plan | None:
        """Any plan, straight ahead, or None where that leads nowhere."""
        for share in DIVES:
            try:
                if plan := self._plunge(root.copy(), count, share):
                    return plan
            except Spent:
                self.budget.look()
        return None

    def _plunge(self, state: Simplex, count: int, share: float) -> Plan | None:
        """Settle what most depends on, so great a share of it at once as fits, with what is nearest to it first."""
        state.look = self.budget.look
        at_once = share
        while loose := self._loose(state):
            state.look()
            loose = sorted(loose, key=lambda one: (-one.order, one.off))
            first = [one for one in loose if one.order == loose[0].order]
            some = first[: max(1, round(len(first) * at_once))]
            child = state.copy()
            for one in some:
                child.narrow(one.variable, *one.parts[one.nearest])
            at_once = share
            if self._relax(child):
                state = child
            elif len(some) > 1:
                at_once = 0
            else:
                state.narrow(some[0].variable, *some[0].parts[1 - some[0].nearest])
                if not self._relax(state):
                    return None
        return self._plan(state, count)

    def _branch(self, state: Simplex) -> Loose | None:
        """What to branch on: how many of a rank lie in sets before all, then groups of the table, then new ones."""
        return max(self._loose(state), key=lambda one: (one.order, one.off), default=None)

    def _loose(self, state: Simplex) -> list[Loose]:
        """The variables that are not what they must be."""
        rows = self.frame.rows
        found: list[Loose] = []
        for variable, x in zip(state.basis, state.values, strict=True):
            low, high = state.low[variable], state.high[variable]
            if variable in self.rank_of:
                most = self.frame.sums[variable]
                down, up = around(most - x)
                if down == up:
                    continue
                order, off = 3, min(most - x - down, up - most + x) / (up - down)
                parts = (low, most - up), (most - down, high)
                nearest = 0 if up - most + x < most - x - down else 1
            elif (off := abs(x - round(x))) < NEAR:
                continue
            else:
                shape = self.shapes[state.ids[variable - rows]] if variable >= rows else None
                if shape and self.task.any_suit and shape.rank is not None:
                    continue
                order = 0 if not shape else 2 if shape.kept else 1
                parts = (floor(x) + 1, high), (low, floor(x))
                nearest = 0 if x > floor(x) + 0.5 else 1
            found.append(Loose(variable, parts, nearest, off, order))
        return found

    def _plan(self, state: Simplex, count: int) -> Plan:
        """The plan that a state says, where all that is branched on is whole.

        :raises Spent: where rounding made it seem so.
        """
        rows = self.frame.rows
        times = dict(state.settled)
        for variable, x in state.all():
            if variable >= rows and (n := round(x)):
                at = state.ids[variable - rows]
                times[at] = n
        unplayed = [round(x) for variable, x in sorted(state.all()) if variable < rows]
        left = Counter({face: self.frame.sums[row] - unplayed[row] for row, face in enumerate(self.faces)})
        kept: list[Kept] = []
        runs: list[Row] = []
        built: list[Row] = []
        for at, n in sorted(times.items()):
            shape = self.shapes[at]
            if shape.kept:
                kept += [shape.kept] * n
            elif shape.rank is None:
                runs += [shape.row] * n
            elif not self.task.any_suit:
                built += [shape.row] * n
            else:
                continue
            for face in shape.row:
                left[face] -= n
        for row, rank in self.rank_of.items():
            takes = [left[13 * suit + rank] for suit in SUITS]
            wild = self.frame.sums[row] - unplayed[row] - sum(takes)
            if min(*takes, wild) < 0 or sum(takes) + wild in (1, 2, 5):
                raise Spent
            sets = sets_of(rank, takes, wild, any_suit=True)
            built += sets
            left.subtract(chain.from_iterable(sets))
        if any(left.values()) or sum(unplayed[: self.count_row]) != self.task.hand - count:
            raise Spent
        return Plan(count, tuple(kept), (*built, *joined(runs, self.task.ace is Ace.WRAP)))


def around(in_sets: float) -> tuple[int, int]:
    """The nearest numbers of cards of a rank, below and above, that can lie in sets where suits may be equal.

    >>> around(1.5), around(3), around(4.5), around(6.5)
    ((0, 3), (3, 3), (4, 6), (6, 7))
    """
    near = round(in_sets)
    if abs(in_sets - near) < NEAR and near not in (1, 2, 5):
        return near, near
    for low, high in ((0, 3), (3, 4), (4, 6)):
        if in_sets < high:
            return low, high
    return floor(in_sets), floor(in_sets) + 1


def joined(runs: Sequence[Row], ring: bool) -> list[Row]:
    """Runs, those that go on where another ends put together.

    >>> joined([(2, 3, 4), (5, JOKER, 7), (5, 6, 7)], False)
    [(2, 3, 4, 5, 6, 7), (5, 52, 7)]
    """
    found: list[Row] = []
    left = sorted(runs)
    while left:
        row = left.pop(0)
        while after := next((other for other in left if _ends(row, ring)[1] == _ends(other, ring)[0]), None):
            left.remove(after)
            row += after
        while before := next((other for other in left if _ends(other, ring)[1] == _ends(row, ring)[0]), None):
            left.remove(before)
            row = before + row
        found.append(row)
    return found


def _ends(row: Row, ring: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Suit and rung at which a run begins, and at which another would go on."""
    at = next(at for at, face in enumerate(row) if face != JOKER)
    suit, rank = divmod(row[at], 13)
    start, end = rank - at, rank - at + len(row)
    return (suit, start % 13 if ring else start), (suit, end % 13 if ring else end)
