"""What the best turn is found with, part by part: each held against a slow way that shares none of its code."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from bench.deals import laid, machiavelli
from bench.integer_program import best
from games.arranging import programme, rebuild
from games.arranging.budget import Budget, Spent
from games.arranging.lattice import Lattice, set_vectors
from games.arranging.melds import MACHIAVELLI, Ace, Laws, read
from games.arranging.programme import Found, Programme, around, joined, shapes
from games.arranging.rebuild import best_turn
from games.arranging.simplex import SCALE, Column, Frame, Simplex
from games.arranging.task import JOKER, KeptRun, Plan, sets_of
from games.cards import DECK, cards_of
from games.cards import JOKER as JOKER_CARD

ANY_SUIT, WRAP = Laws(Ace.BOTH, any_suit=True), Laws(Ace.WRAP)
ALL = Laws(Ace.WRAP, any_suit=True, jokers=True)


def task_of(table, hand, laws):
    return rebuild._task(rebuild._readings([tuple(group) for group in table], laws), sorted(hand), laws)[0]


def groups(text):
    return [cards_of(group) for group in text.split("/")] if text else []


def card_of(face):
    return JOKER_CARD if face == JOKER else DECK[face]


# ---- the budget ------------------------------------------------------------------------------------------------------


class Hand:
    """A clock that is moved by hand."""

    def __init__(self, now=0.0):
        self.now = now

    def __call__(self):
        return self.now


class Ticks(Hand):
    """A clock that goes on by one whenever it is looked at."""

    def __call__(self):
        self.now += 1
        return self.now


@pytest.mark.parametrize(("share", "end"), [(0, 14), (0.25, 15.5), (0.5, 17), (1, 20)])
def test_a_part_of_a_budget_is_that_share_of_what_is_left(share, end):
    clock = Hand(10)
    budget = Budget(10, clock)
    clock.now = 14
    part = budget.part(share)
    clock.now = end - 0.01
    assert not part.over()
    clock.now = end
    assert part.over()
    assert budget.over() is (share == 1)


def test_of_a_spent_budget_nothing_is_left_to_share():
    clock = Hand(10)
    budget = Budget(10, clock)
    for now in (20, 20.5, 100):
        clock.now = now
        assert budget.part(1).over()
        assert budget.part(0.5).over()


def test_without_a_limit_every_part_is_without_one():
    clock = Hand()
    parts = [Budget(clock=clock).part(share) for share in (0, 0.4, 1)]
    parts += [part.part(0.5) for part in parts]
    clock.now = 1e12
    assert not any(part.over() for part in parts)


# ---- what is asked and what is found ---------------------------------------------------------------------------------


@cache
def parted(takes, jokers, any_suit):
    """Whether so many cards of each suit of a rank, and jokers, fall into sets; by trying each set that there could be."""
    if not any(takes) and not jokers:
        return True
    for one in product(*(range(n + 1 if any_suit else min(n, 1) + 1) for n in takes), range(jokers + 1)):
        if sum(one) in (3, 4) and any(one[:4]):
            left = tuple(n - m for n, m in zip(takes, one[:4], strict=True))
            if parted(left, jokers - one[4], any_suit):
                return True
    return False


@pytest.mark.parametrize("any_suit", [False, True])
def test_cards_of_a_rank_are_dealt_out_into_sets_wherever_there_is_a_way(any_suit):
    laws = Laws(any_suit=any_suit, jokers=True)
    copies = range(4 if any_suit else 5)
    for *takes, jokers in product(copies, copies, copies, copies, range(3)):
        if parted(tuple(takes), jokers, any_suit):
            rows = sets_of(5, takes, jokers, any_suit)
            assert all(read(map(card_of, row), laws) for row in rows), (takes, jokers)
            dealt = Counter(face for row in rows for face in row)
            assert dealt == Counter({JOKER: jokers, **{13 * suit + 5: n for suit, n in enumerate(takes)}})


@pytest.mark.parametrize("any_suit", [False, True])
def test_the_sets_of_a_rank_take_what_falls_into_sets_and_nothing_else(any_suit):
    for most in [(2, 2, 2, 2), (3, 3, 1, 0), (4, 1, 1, 1), (3, 3, 3, 3), (0, 0, 4, 4)]:
        slow = {takes for takes in product(*(range(n + 1) for n in most)) if parted(takes, 0, any_suit)}
        assert set(set_vectors(most, any_suit)) == slow


def test_how_many_cards_can_lie_in_sets_is_a_sum_of_threes_and_fours():
    numbers = sorted({3 * threes + 4 * fours for threes, fours in product(range(12), repeat=2)})
    for quarters in range(4 * 30 + 1):
        cards = quarters / 4
        below, above = max(n for n in numbers if n <= cards), min(n for n in numbers if n >= cards)
        assert around(cards) == (below, above)
        assert around(cards + 1e-9) == (below, above) or cards in numbers


def is_run(row, ring):
    """Whether these faces are a run in this order."""
    suits = {face // 13 for face in row if face != JOKER}
    return len(suits) == 1 and any(
        all(face == JOKER or face % 13 == (start + at) % 13 for at, face in enumerate(row))
        for start in range(13 if ring else 15 - len(row))
    )


@pytest.mark.parametrize("ace", [Ace.BOTH, Ace.WRAP])
def test_runs_that_go_on_one_another_are_put_together_and_no_others(ace):
    runs = [shape.row for shape in shapes(ace, False, 2) if shape.rank is None and shape.row[-1] // 13 in (0, 1, 4)]
    for time in range(1500):
        rng = random.Random(f"{ace} {time}")
        some = rng.choices(runs, k=rng.choice((2, 3, 4)))
        found = joined(some, ace is Ace.WRAP)
        assert Counter(face for row in found for face in row) == Counter(face for row in some for face in row)
        assert all(is_run(row, ace is Ace.WRAP) for row in found), some
        for at, row in enumerate(found):
            assert not any(is_run((*row, *other), ace is Ace.WRAP) for other in (*found[:at], *found[at + 1 :])), some


# ---- linear programmes -----------------------------------------------------------------------------------------------


class Small:
    """A small random programme: its frame, and all its solutions in whole numbers."""

    def __init__(self, seed, fits=None):
        rng = random.Random(f"small {seed}")
        cards, ranks = rng.randint(1, 4), rng.randint(0, 1)
        count, rows = cards, cards + 1 + ranks
        kinds = [(row, count) for row in range(cards)] + [(row, count, count + 1) for row in range(cards)] * ranks
        columns = []
        for _ in range(rng.randint(1, 6)):
            parts = tuple(rng.choices(range(len(kinds)), k=rng.choice((1, 2, 3, 3, 4, 5))))
            columns.append(Column(parts, rng.randint(1, 2), rng.choice((0, 0, 1))))
        self.long = rng.random() < 0.3
        if self.long:
            columns.append(Column(tuple(rng.choices(range(cards), k=rng.choice((6, 7)))), 1, 1))
        self.matrix = np.array(
            [[sum(row in kinds[part] for part in column.parts) for column in columns] for row in range(rows)]
        )
        self.most = [column.most for column in columns]
        self.slacks = [rng.choice((0, 0, 1, 3)) for _ in range(rows)]
        lies = np.array([rng.randint(0, most) for most in self.most])
        if rng.random() < 0.75 if fits is None else fits:
            self.sums = [
                int(n) + rng.randint(0, slack) for n, slack in zip(self.matrix @ lies, self.slacks, strict=True)
            ]
        else:
            self.sums = [rng.randint(0, 6) for _ in range(rows)]
        self.worths = [column.worth for column in columns]
        self.frame = Frame(kinds, self.sums, self.slacks, columns)
        active = [at for at in range(len(columns)) if rng.random() < 0.6 or len(columns[at].parts) > 5]
        self.state = Simplex(self.frame, active, [at for at in range(len(columns)) if at not in active], lambda: None)
        self.rng = rng

    @property
    def solutions(self):
        for times in product(*(range(most + 1) for most in self.most)):
            left = self.sums - self.matrix @ np.array(times)
            if all(0 <= x <= most for x, most in zip(left, self.slacks, strict=True)):
                yield times, left

    def best(self, low, high, slack=None):
        """The most it can be worth in fractions between these bounds, of slacks and columns; None where nothing fits."""
        rows = len(self.sums)
        worths = np.zeros(rows + len(self.most))
        if slack:
            worths[slack[0]] = slack[1]
        else:
            worths[rows:] = self.worths
        rows_and_slacks = np.hstack([np.eye(rows), self.matrix])
        done = linprog(-worths, A_eq=rows_and_slacks, b_eq=self.sums, bounds=list(zip(low, high, strict=True)))
        assert done.status in (0, 2)
        return None if done.status else -done.fun


def relaxed(state, enough=float("-inf")):
    while True:
        if state.run(enough):
            if not state.wanted():
                return True
        elif not state.helpful():
            assert state.impossible()
            return False


def bounds_of(small, state):
    """The bounds of all slacks and columns, in the order of the frame."""
    rows, columns = len(small.sums), len(small.most)
    low, high = [0] * (rows + columns), [*small.slacks, *[0] * columns]
    low[:rows], high[:rows] = state.low[:rows], state.high[:rows]
    for at in state.waiting:
        high[rows + at] = small.most[at]
    for place, at in enumerate(state.ids, start=rows):
        low[rows + at], high[rows + at] = state.low[place], state.high[place]
    for at, n in state.settled.items():
        low[rows + at] = high[rows + at] = n
    return low, high


def agrees(small, state):
    """That what a state says of itself is what its basis and its columns say."""
    rows = len(small.sums)
    entries = np.hstack([np.eye(rows), small.matrix[:, state.ids]])
    inverse = np.array(state.inverse)
    assert np.allclose(inverse @ entries[:, state.basis], np.eye(rows), atol=1e-6)
    assert all(norm is None or abs(norm - line @ line) < 1e-6 for norm, line in zip(state.norms, inverse, strict=True))
    assert np.allclose(state.reduced, np.array(state.costs) - np.array(state.costs)[state.basis] @ inverse @ entries)
    at = np.array(state.at, float)
    assert not at[state.basis].any()
    assert np.allclose(state.values, inverse @ (state.sums - entries @ at), atol=1e-6)
    for variable, (x, side, low, high) in enumerate(zip(state.at, state.side, state.low, state.high, strict=True)):
        if variable in state.basis:
            assert side == 0
        else:
            assert (x, side) in (((low, 0),) if low == high else ((low, 1), (high, -1)))
            assert side * state.reduced[variable] < 1e-6


@pytest.mark.exhaustive(sample=15)
@pytest.mark.parametrize("time", range(60))
def test_small_programmes_have_the_bound_that_another_solver_finds_wherever_they_are_cut(time):
    """As the search goes: to the best, take out what costs too much, narrow what is basic, and so on."""
    small = Small(time)
    state = small.state
    for _ in range(8):
        low, high = bounds_of(small, state)
        exact = small.best(low, high)
        assert relaxed(state) is (exact is not None)
        if exact is None:
            return
        agrees(small, state)
        total, gains, waiting = state.bound()
        assert -1e-6 < total / SCALE - exact < 2e-3
        if small.rng.random() < 0.5:
            state.settle(total - small.rng.randint(0, 2) * SCALE, gains, waiting)
        variable = small.rng.choice(state.basis)
        lowest, highest = state.low[variable], state.high[variable]
        cut = small.rng.randint(lowest, highest)
        twin = state.copy()
        state.narrow(variable, *small.rng.choice([(lowest, cut), (cut, highest)]))
        agrees(small, twin)
        assert (twin.low[variable], twin.high[variable]) == (lowest, highest)


@pytest.mark.parametrize("time", range(30))
def test_only_a_rows_slack_is_worth_something_where_that_is_asked(time):
    small = Small(time, fits=True)
    slack = small.rng.randrange(len(small.sums)), small.rng.choice((-1, 1))
    small.state.price(slack)
    assert relaxed(small.state)
    agrees(small, small.state)
    assert abs(small.state.bound()[0] / SCALE - small.best(*bounds_of(small, small.state), slack)) < 2e-3


@pytest.mark.parametrize("time", range(30))
def test_a_search_that_may_end_below_a_value_ends_there_or_at_the_best(time):
    small = Small(time, fits=True)
    exact = small.best(*bounds_of(small, small.state))
    for enough in (exact - 0.5, exact + 0.5, exact + 2):
        state = small.state.copy()
        assert relaxed(state, enough)
        assert exact - 1e-6 < state.bound()[0] / SCALE < max(exact, enough) + 2e-3


@pytest.mark.exhaustive(sample=15)
@pytest.mark.parametrize("time", range(60))
def test_any_prices_prove_a_true_bound_and_take_out_nothing_that_reaches_a_target(time):
    """Also where prices are whole, so that what a column costs is exactly what there is to spare."""
    small = Small(time, fits=True)
    rows = len(small.sums)
    relaxed(small.state)
    solutions = list(small.solutions)
    assert solutions
    for _ in range(6):
        state = small.state.copy()
        prices = [small.rng.choice((-1, 0, 0, 1)) * SCALE // small.rng.choice((1, 1, 2)) for _ in range(rows)]
        total, gains, waiting = state._reckon(prices, 1)
        worths = [sum(n * worth for n, worth in zip(times, small.worths, strict=True)) for times, _ in solutions]
        assert total >= max(worths) * SCALE
        target = small.rng.randint(0, max(worths))
        state.settle(total - target * SCALE, gains, waiting)
        low, high = bounds_of(small, state)
        settled = [state.settled.get(at, 0) for at in range(len(small.most))]
        assert list(state.sums) == list(small.sums - small.matrix @ settled)
        for (times, left), worth in zip(solutions, worths, strict=True):
            if worth >= target:
                assert all(a <= x <= b for a, x, b in zip(low, (*left, *times), high, strict=True))
        if solutions:
            assert state._reckon(prices, 1)[0] >= max(worths) * SCALE


@pytest.mark.parametrize("time", range(30))
def test_nothing_is_called_impossible_that_fits(time):
    small = Small(time, fits=True)
    for _ in range(3):
        for row, below in product(range(len(small.sums)), (True, False)):
            small.state.violated = row, below
            assert not small.state.impossible()
        relaxed(small.state)


def test_what_fits_only_just_is_not_impossible():
    frame = Frame([(0,)], [2], [0], [Column((0,), 2, 0)])
    for active, waiting in (([0], []), ([], [0])):
        state = Simplex(frame, active, waiting, lambda: None)
        for below in (True, False):
            state.violated = 0, below
            assert not state.impossible()
        assert relaxed(state)


# ---- the lattice of four suits ---------------------------------------------------------------------------------------


@pytest.fixture
def by_lattice(monkeypatch):
    monkeypatch.setattr(rebuild, "_for_lattice", lambda task, most: True)
    monkeypatch.setattr(Programme, "best", None)


def open_across(room):
    """The runs that go on across the cut, by their cards before it: one, two, or more; and at least three in all."""
    return {
        (one, two, long)
        for one, two, long in product(range(4), repeat=3)
        if all(
            n <= room[at]
            for at, n in {10: long, 11: long + two, 12: long + two + one, 13: long + two + one, 14: one}.items()
        )
    }


def test_what_may_be_open_across_the_cut_of_a_ring_is_what_has_the_cards_on_both_sides():
    for ends in product(range(3), repeat=5):
        room = [0] * 10 + list(ends)
        found = Lattice._opens(None, room, [], [], [[] for _ in range(13)])
        assert Counter(lengths for lengths, _, _ in found) == Counter(open_across(room))
        assert {said[1:] for said in found} == {(0, 0)}


def test_runs_of_the_table_kept_across_the_cut_take_their_cards_from_what_may_be_open():
    runs = [KeptRun(0, 12, (1, 1, 1), 0)] * 2 + [KeptRun(0, 10, (1, 1, 1, 1), 0)]
    takes = [[int((at - run.start) % 13 < len(run.takes)) for run in runs] for at in range(13)]
    room = [0] * 10 + [2, 3, 3, 3, 2]
    slow = Counter()
    for mask, kept in {0: (), 1: (0,), 3: (0, 1), 4: (2,), 5: (0, 2), 7: (0, 1, 2)}.items():
        left = [n - sum(takes[at % 13][bit] for bit in kept) for at, n in enumerate(room)]
        slow.update((lengths, mask, len(kept)) for lengths in open_across(left) if min(left[10:]) >= 0)
    assert Counter(Lattice._opens(None, room, runs, [0, 1, 2], takes)) == slow


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("ace", Ace)
@pytest.mark.parametrize("any_suit", [False, True])
def test_one_suit_and_a_few_others_in_every_place(by_lattice, ace, any_suit):
    """Where all ranks of a suit are held runs are open at every place, also across the cut of a ring and on the ace."""
    laws = Laws(ace, any_suit)
    for time in range(14):
        rng = random.Random(f"one suit {laws} {time}")
        pack = [*DECK[:13] * 2, *rng.choices(DECK[13:], k=5)]
        table = laid(rng, pack, rng.randint(1, 6), laws)
        rng.shuffle(pack)
        hand = pack[: rng.randint(1, 13)]
        turn = best_turn(table, hand, laws)
        assert turn.proved
        assert (turn.count, len(turn.kept)) == best(table, hand, laws), (table, hand)


# ---- the programme of all groups -------------------------------------------------------------------------------------


def programme_of(table, hand, laws, budget=None):
    return Programme(task_of(table, hand, laws), budget or Budget())


@pytest.fixture
def by_programme(monkeypatch):
    monkeypatch.setattr(rebuild, "_for_lattice", lambda task, most: False)


BRANCHING = [
    (ANY_SUIT, "3 6", 3, range(0, 120, 12)),
    (ANY_SUIT, "5 4", 5, range(1, 60, 5)),
    (ANY_SUIT, "5 11", 5, range(4, 90, 10)),
    (ANY_SUIT, "7 2", 7, (60, 90, 130, 150, 170)),
    (ANY_SUIT, "7 9", 7, range(4, 50, 5)),
    (ALL, "3 2", 3, range(4, 70, 5)),
    (ALL, "5 9", 5, (60, 80, 95, 105, 120)),
    (ALL, "7 5", 7, (80, 130, 170, 200)),
]
"""Small tables where the search branches, and after how many looks at the clock it is ended."""


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize(("laws", "name", "size", "looks"), BRANCHING, ids=[str(case[:2]) for case in BRANCHING])
def test_wherever_the_programme_is_ended_it_claims_no_more_than_is_so(by_programme, laws, name, size, looks):
    """Also of a turn that may not play most cards: that none that plays as many leaves more groups as they are."""
    table, hand = machiavelli(random.Random(name.replace(" ", "")), size, 10, 2, laws)
    exact = best(table, hand, laws)
    assert best_turn(table, hand, laws).proved
    most_kept = cache(lambda count: best(table, hand, laws, most=count)[1])
    claims = set()
    for last in looks:
        turn = best_turn(table, hand, laws, budget=Budget(last, Ticks()))
        assert turn.count == exact[0] if turn.count_proved else turn.count <= exact[0]
        kept, most = len(turn.kept), most_kept(turn.count)
        assert kept == most if turn.kept_proved else kept <= most
        claims.add((turn.count_proved, turn.kept_proved))
    assert len(claims) > 1


def test_of_time_that_does_not_suffice_the_rest_goes_on_a_better_plan(by_programme):
    """Some plan is found long before the end, and then one that leaves more groups as they are."""
    table, hand = machiavelli(random.Random("72"), 7, 10, 2, ANY_SUIT)
    turns = [best_turn(table, hand, ANY_SUIT, budget=Budget(looks, Ticks())) for looks in (60, 90, 130, 170)]
    first, some, better, best_of_all = [(turn.count, len(turn.kept)) for turn in turns]
    assert first < some < better == best_of_all == best(table, hand, ANY_SUIT)
    assert [turn.proved for turn in turns] == [False, False, False, True]


@pytest.mark.parametrize("laws", [ANY_SUIT, ALL, WRAP])
def test_from_any_plan_it_goes_up_to_the_best_and_says_so(monkeypatch, laws):
    """Where proving from above gives way to a better plan at once, as long as there is time for that."""
    monkeypatch.setattr(programme, "DIVE_AFTER", 0)
    monkeypatch.setattr(programme, "IMPROVE_AFTER", 1e-4)
    bettered = 0
    dive = Programme._dive
    monkeypatch.setattr(Programme, "_dive", lambda *said: found.append(dive(*said)) or found[-1])
    for time in range(60):  # which dives are bettered differs between versions of Python
        if time >= 8 and (bettered or laws is WRAP):
            break
        table, hand = machiavelli(random.Random(f"from any {time}"), 5, 9, 2, laws)
        count, kept = best(table, hand, laws)
        found = []
        searched = programme_of(table, hand, laws, Budget(20_000, Ticks()))
        try:
            plan, proved = searched._least_disturbed(searched._root(count), count, True, True)
        except Spent:
            assert found == [None], "only where no plan was found is it left open"
            continue
        assert (plan.count, len(plan.kept), proved) == (count, kept, True)
        bettered += bool(found) and len(found[0].kept) < kept
    assert bettered or laws is WRAP


@pytest.mark.parametrize("laws", [MACHIAVELLI, ANY_SUIT, ALL, Laws(Ace.BOTH, jokers=True)])
def test_figures_that_do_not_add_up_are_no_plan(monkeypatch, laws):
    """Rounding might make a state look whole that is not; what cannot be laid is noticed, not laid."""
    seen = []
    plan = Programme._plan
    monkeypatch.setattr(Programme, "_plan", lambda self, *said: seen.append(said) or plan(self, *said))
    for time in range(6):
        table, hand = machiavelli(random.Random(f"adds up {time}"), 4, 8, 2, laws)
        searched = programme_of(table, hand, laws)
        searched.best(8)
        rows = searched.frame.rows
        for state, count in seen[:3]:
            for wrong in (count - 1, count + 1):
                with pytest.raises(Spent):
                    plan(searched, state, wrong)
            for row, variable in enumerate(state.basis):
                # Of equal suits it only matters how many cards of a rank lie in sets.
                if variable < rows or not laws.any_suit or searched.shapes[state.ids[variable - rows]].rank is None:
                    for by in (-1, 1):
                        twin = state.copy()
                        twin.values[row] += by
                        with pytest.raises(Spent):
                            plan(searched, twin, count)
        seen.clear()


@pytest.mark.parametrize("laws", [MACHIAVELLI, Laws(Ace.BOTH, jokers=True)])
def test_past_counts_that_even_fractions_refuse_it_goes_in_one_step(monkeypatch, laws):
    refused = []
    root = Programme._root

    def noted(self, count):
        found = root(self, count)
        refused.append(found is None)
        return found

    monkeypatch.setattr(Programme, "_root", noted)
    times = 0
    for time in range(6):
        table, hand = machiavelli(random.Random(f"step {time}"), 4, 13, 2, laws)
        found = programme_of(table, hand, laws).best(13)
        assert found.count_proved
        assert found.kept_proved
        assert sum(refused) <= 1
        times += sum(refused)
        refused.clear()
    assert times > 1


def test_a_search_for_the_count_alone_claims_nothing_of_the_groups():
    for laws in (MACHIAVELLI, ALL):
        table, hand = machiavelli(random.Random("count"), 5, 6, 2, laws)
        found = rebuild._search(task_of(table, hand, laws), 13, Budget(), kept=False)
        assert found.plan.count == best(table, hand, laws, kept=False)
        assert (found.count_proved, found.kept_proved) == (True, False)


@pytest.mark.parametrize("left", [0, 10_000])
def test_a_count_that_the_lattice_has_settled_stands_where_the_time_ends_after_that(monkeypatch, left):
    """While it asks for the groups the time of the lattice is over; then the programme has none, or as much as it needs."""
    clock = Hand()
    budget = Budget(20_000, clock)

    def lattice(task, kept, part):
        if kept:
            clock.now = 20_000 - left
            raise Spent
        return Lattice(task, kept, part)

    monkeypatch.setattr(rebuild, "Lattice", lattice)
    for time in range(6):
        clock.now = 0
        table, hand = machiavelli(random.Random(f"settled {time}"), 6, 9)
        turn = best_turn(table, hand, budget=budget)
        count, kept = best(table, hand, MACHIAVELLI)
        assert (turn.count, turn.count_proved) == (count, True)
        assert turn.kept_proved is (left > 0 or not count)
        assert len(turn.kept) == kept if left else len(turn.kept) <= kept


@pytest.mark.parametrize("wrong", ["too many", "no group", "miscounted"])
def test_a_wrong_turn_never_leaves(monkeypatch, wrong):
    built = {"too many": ((2, 3, 4, 5),), "no group": ((2, 3, 5),), "miscounted": ((2, 3, 4),)}[wrong]
    plan = Plan(4 if wrong != "no group" else 3, (), built)
    monkeypatch.setattr(rebuild, "_search", lambda task, most, budget: Found(plan, True, True))
    with pytest.raises(AssertionError):
        best_turn([], DECK[:7], most=3 if wrong == "too many" else 13)
