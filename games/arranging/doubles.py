"""A hand of two decks with jokers: the most that its melds can take, exactly.

*A suit on its own* is a walk along the ladder. What a rank passes on to the next is how many runs are open with one
card, with two, with three and more, and how many end in a joker that still wants a card after it. A run is thought of
from its first real card to its last: a joker within it fills a gap, one more makes two neighbours a run, and whatever
jokers are left find a place at the end of some run. An ace that goes above the king is promised at the foot of the
ladder and kept at its top.

*Suits meet* only where a rank's sets are formed: how many cards of each suit they take is one of few vectors; and in
the jokers, of which there are few.

*The bound.* Each suit is free to choose what its sets take at a price, and to take jokers at a toll. The prices of a
rank are moved, rank by rank, forwards and backwards, until suits and sets agree as far as prices can make them; every
price gives a true upper bound, so none has to be believed. Under the last prices the jokers are shared out exactly.
What is left of a gap is closed by a depth-first search rank by rank that enters only what the bound allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from games.cards import JOKER, Card, Rank, Suit

MOST_COPIES = 2
MOST_JOKERS = 4
"""With two copies of a card and four jokers, no three runs of a suit can all want a card after a joker at once."""
MOST_GAPS = 2
NOTHING = float("-inf")
SLACK = 1e-4
"""Totals are whole numbers and sums of prices exact to some 1e-8: in between lies what may be cut."""
SUITS = (0, 1, 2, 3)
SWEEPS, TOLLS = 2, 6
"""How often the prices are moved for each toll, and how many tolls are tried after the first two."""
GOLDEN = (5**0.5 - 1) / 2

Vector = tuple[int, int, int, int]
Open = tuple[int, int, int, int]
"""Runs open with one card, two, three and more, and in a gap."""
State = tuple[int, int, int, int, int]
"""The same, and aces promised to the top."""


class Task(NamedTuple):
    """Cards to meld, and what each is worth there."""

    counts: tuple[tuple[int, ...], ...]
    """By suit, then rank from the ace."""
    worth: tuple[tuple[int, ...], ...]
    jokers: int
    joker_worth: int
    high: bool
    """Whether the ace may stand above the king as well."""


class Option(NamedTuple):
    """One way to form the sets of a rank."""

    takes: Vector
    sets: int
    jokers: int
    """The fewest they can do with."""
    room: int
    """The jokers that could lie in them."""


class Step(NamedTuple):
    """One way on from a rank of one suit."""

    source: int
    in_sets: int
    value: int
    jokers: int
    target: int
    in_runs: int


class Walk(NamedTuple):
    """The best way through: for each rank its sets, and for each suit its steps from state to state."""

    value: int
    options: tuple[Option, ...]
    steps: tuple[tuple[tuple[State, State, Step], ...], ...]
    """By place on the ladder, then suit."""


@lru_cache(maxsize=1024)
def set_options(most: Vector, jokers: int) -> tuple[Option, ...]:
    """Every way to form the sets of a rank: three or four cards, all of different suits, two of them real at least.

    >>> set_options((1, 1, 0, 0), 2)
    (Option(takes=(0, 0, 0, 0), sets=0, jokers=0, room=0), Option(takes=(1, 1, 0, 0), sets=1, jokers=1, room=2))
    """
    found = []
    s, h, d, c = (range(n + 1) for n in most)
    for takes in product(s, h, d, c):
        total = sum(takes)
        for sets in range(max(takes), total // 2 + 1) if total else (0,):
            need = max(0, 3 * sets - total)
            if total <= 4 * sets and need <= jokers:
                found.append(Option(takes, sets, need, 4 * sets - total))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _onward(one: int, two: int, long: int, gap: int, cards: int, jokers: int) -> tuple[tuple[int, Open], ...]:
    """The ways on for so many open runs if just so many cards go into runs: jokers spent, and what is open then."""
    best: dict[Open, int] = {}
    for to_one in range(min(one, cards) + 1):
        for to_gap in range(min(gap, cards - to_one) + 1):
            waits = one - to_one + gap - to_gap
            if waits > min(jokers, MOST_GAPS):
                continue
            for to_two in range(min(two, cards - to_one - to_gap) + 1):
                for to_long in range(min(long, cards - to_one - to_gap - to_two) + 1):
                    new = cards - to_one - to_gap - to_two - to_long
                    for bridged_two in range(two - to_two + 1):
                        # Two neighbours that stop take a joker each.
                        stop = two - to_two - bridged_two
                        for bridged_long in range(long - to_long + 1):
                            spent = waits + bridged_two + bridged_long + stop
                            gaps = waits + bridged_two + bridged_long
                            if spent > jokers or gaps > MOST_GAPS:
                                break
                            if new and (stop or long - to_long - bridged_long):
                                continue  # going on is never worse than starting anew
                            state = (new, to_one, to_two + to_long + to_gap, gaps)
                            if spent < best.get(state, spent + 1):
                                best[state] = spent
    return tuple((spent, state) for state, spent in best.items())


class Prices(NamedTuple):
    """What suits and sets agree on: any prices give a true bound, those of nearly the same cards a tight one."""

    prices: list[list[list[float]]]
    """By suit, place on the ladder, and how many cards go into sets."""
    toll: float


class _Search:
    """Every arrangement of a task, and the search for the best."""

    def __init__(self, task: Task, start: Prices | None = None) -> None:
        self.task = task
        self.jokers = task.jokers
        self.places = 14 if task.high else 13
        none = set_options((0, 0, 0, 0), 0)
        self.options: list[tuple[Option, ...]] = []
        for rank in range(13):
            s, h, d, c = (task.counts[suit][rank] for suit in SUITS)
            self.options.append(set_options((s, h, d, c), task.jokers))
        self.options += [none] * (self.places - 13)
        self.states: list[list[list[State]]] = []
        self.steps: list[list[list[list[Step]]]] = []
        self.ahead: list[list[list[int]]] = []
        for suit in SUITS:
            states, steps = self._suit(suit)
            self.states.append(states)
            self.steps.append(steps)
            held = [n * worth for n, worth in zip(task.counts[suit], task.worth[suit], strict=True)]
            ace = task.worth[suit][0]
            self.ahead.append([[sum(held[at:]) + state[4] * ace for state in layer] for at, layer in enumerate(states)])
        self.tight = start is not None
        if start is None:
            self.prices = [[[0.0] * (MOST_COPIES + 1) for _ in range(self.places)] for _ in SUITS]
            self.toll = 1.5 * max(map(max, task.worth)) if task.jokers else 0.0
        else:
            self.prices = [[list(row) for row in rows] for rows in start.prices]
            self.toll = start.toll if task.jokers else 0.0
        self.best: tuple[int, tuple[Option, ...], tuple[tuple[Step, ...], ...]] | None = None
        self.nodes = 0

    # ---- the automaton of one suit -----------------------------------------------------------------------------

    def _suit(self, suit: int) -> tuple[list[list[State]], list[list[list[Step]]]]:
        """The states of each place, and the steps from each place by state, those alone that lead to the end."""
        counts, worth, jokers = self.task.counts[suit], self.task.worth[suit], self.jokers
        layers: list[list[State]] = [[(0, 0, 0, 0, 0)]]
        steps: list[list[list[Step]]] = []
        for place in range(self.places):
            last = place == self.places - 1
            rank = place % 13
            copies = counts[rank] if place < 13 else 0
            into_sets = sorted({option.takes[suit] for option in self.options[place]})
            known: dict[State, int] = {}
            here: list[list[Step]] = []
            for source, (one, two, long, gap, promised) in enumerate(layers[place]):
                row: dict[tuple[int, int, int], Step] = {}
                have = promised if place == 13 else copies
                promises = range(copies + 1) if self.task.high and place == 0 else (promised,)
                for in_sets in into_sets:
                    for top in promises:
                        free = have - in_sets - (top if place == 0 else 0)
                        for cards in range(free, free + 1) if place == 13 else range(free + 1):
                            value = (in_sets + cards) * worth[rank]
                            for spent, (a, b, c, d) in _onward(one, two, long, gap, cards, jokers):
                                state = (a, b, c, d, 0 if last else top)
                                if last:
                                    if a or d or spent + b > jokers:
                                        continue
                                    spent += b
                                target = known.setdefault(state, len(known))
                                key = in_sets, spent, target
                                if key not in row or row[key].value < value:
                                    row[key] = Step(source, in_sets, value, spent, target, cards)
                here.append(list(row.values()))
            layers.append(list(known))
            steps.append(here)
        alive = [True] * len(layers[-1])
        for place in range(self.places - 1, -1, -1):
            steps[place] = [[step for step in row if alive[step.target]] for row in steps[place]]
            alive = [bool(row) for row in steps[place]]
        return layers, steps

    # ---- the bound ---------------------------------------------------------------------------------------------

    def _tighten(self) -> None:
        """Move prices and toll towards the lowest bound.

        The prices alone are moved place by place. Prices and toll moved in turn get stuck, so the toll is searched for
        like the lowest point of a valley, and the prices follow it.
        """
        if not self.jokers:
            self._at_toll(0.0, 3 * SWEEPS)
            return
        low, high = 0.0, 4.0 * max(map(max, self.task.worth))
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        below, above = self._at_toll(left, SWEEPS), self._at_toll(right, SWEEPS)
        for _ in range(TOLLS):
            if below <= above:
                high, right, above = right, left, below
                left = high - GOLDEN * (high - low)
                below = self._at_toll(left, SWEEPS)
            else:
                low, left, below = left, right, above
                right = low + GOLDEN * (high - low)
                above = self._at_toll(right, SWEEPS)
        self._at_toll(left if below <= above else right, SWEEPS)

    def _at_toll(self, toll: float, sweeps: int) -> float:
        """Move the prices under this toll; returns the bound."""
        self.toll = toll
        back = [self._backwards(suit) for suit in SUITS]
        for _ in range(sweeps):
            ahead = self._sweep(range(self.places), back, forwards=True)
            back = self._sweep(range(self.places - 1, -1, -1), ahead, forwards=False)
        self._shares()
        return self.bound(0, (0, 0, 0, 0), self.jokers)

    def _backwards(self, suit: int) -> list[list[float]]:
        table = [[0.0] * len(self.states[suit][-1])]
        for place in range(self.places - 1, -1, -1):
            table.append(self._pull(suit, place, table[-1]))
        return table[::-1]

    def _pull(self, suit: int, place: int, after: Sequence[float]) -> list[float]:
        """What each state of a place is worth, from what those of the next are."""
        toll, price = self.toll, self.prices[suit][place]
        return [
            max(
                [value - toll * spent - price[in_sets] + after[target] for _, in_sets, value, spent, target, _ in row],
                default=NOTHING,
            )
            for row in self.steps[suit][place]
        ]

    def _sweep(self, places: Sequence[int], other: list[list[list[float]]], forwards: bool) -> list[list[list[float]]]:
        """Move the prices of each place in turn; returns the tables of the direction that was swept."""
        toll = self.toll
        tables = []
        for suit in SUITS:
            end = [0.0] * len(self.states[suit][-1])
            tables.append([[0.0]] if forwards else [end])
        for place in places:
            marginals = []
            for suit in SUITS:
                before, after = (
                    (tables[suit][-1], other[suit][place + 1]) if forwards else (other[suit][place], tables[suit][-1])
                )
                found = [NOTHING] * (MOST_COPIES + 1)
                for row in self.steps[suit][place]:
                    for source, in_sets, value, spent, target, _ in row:
                        total = before[source] + value - toll * spent + after[target]
                        if total > found[in_sets]:
                            found[in_sets] = total
                marginals.append(found)
            if len(self.options[place]) > 1:
                m0, m1, m2, m3 = marginals
                shared = [[NOTHING] * (MOST_COPIES + 1) for _ in SUITS]
                s0, s1, s2, s3 = shared
                for (a, b, c, d), _, need, _ in self.options[place]:
                    total = m0[a] + m1[b] + m2[c] + m3[d] - toll * need
                    if total > s0[a]:
                        s0[a] = total
                    if total > s1[b]:
                        s1[b] = total
                    if total > s2[c]:
                        s2[c] = total
                    if total > s3[d]:
                        s3[d] = total
                for suit in SUITS:
                    for n, (marginal, joint) in enumerate(zip(marginals[suit], shared[suit], strict=True)):
                        self.prices[suit][place][n] = marginal - joint / 4 if joint > NOTHING else 1e9
            for suit in SUITS:
                if forwards:
                    tables[suit].append(self._push(suit, place, tables[suit][-1]))
                else:
                    tables[suit].append(self._pull(suit, place, tables[suit][-1]))
        return tables if forwards else [table[::-1] for table in tables]

    def _push(self, suit: int, place: int, before: Sequence[float]) -> list[float]:
        toll, price = self.toll, self.prices[suit][place]
        after = [NOTHING] * len(self.states[suit][place + 1])
        for row in self.steps[suit][place]:
            for source, in_sets, value, spent, target, _ in row:
                total = before[source] + value - toll * spent - price[in_sets]
                if total > after[target]:
                    after[target] = total
        return after

    def _shares(self) -> None:
        """What suits are worth from each place on with so many jokers at most, and sets with just so many."""
        most = self.jokers + 1
        self.rest: list[list[list[list[float]]]] = []
        for suit in SUITS:
            table = [[[0.0] * most for _ in self.states[suit][-1]]]
            for place in range(self.places - 1, -1, -1):
                price, after = self.prices[suit][place], table[-1]
                here: list[list[float]] = []
                for steps in self.steps[suit][place]:
                    best = [NOTHING] * most
                    for _, in_sets, value, spent, target, _ in steps:
                        worth, onward = value - price[in_sets], after[target]
                        for jokers in range(spent, most):
                            total = worth + onward[jokers - spent]
                            if total > best[jokers]:
                                best[jokers] = total
                    here.append(best)
                table.append(here)
            self.rest.append(table[::-1])
        sets_rest = [[0.0] * most]
        for place in range(self.places - 1, -1, -1):
            row = [NOTHING] * most
            p0, p1, p2, p3 = (self.prices[suit][place] for suit in SUITS)
            for (a, b, c, d), _, need, _ in self.options[place]:
                row[need] = max(row[need], p0[a] + p1[b] + p2[c] + p3[d])
            sets_rest.append(_joined(row, sets_rest[-1]))
        self.sets_rest = sets_rest[::-1]

    def bound(self, place: int, states: Vector, jokers: int) -> float:
        """The most that can still be melded from here on."""
        a, b, c, d = states
        rest = self.rest
        w, x, y, z = (row[place] for row in self.ahead)
        all_of_it = w[a] + x[b] + y[c] + z[d]
        if not self.jokers:
            return min(
                all_of_it,
                rest[0][place][a][0]
                + rest[1][place][b][0]
                + rest[2][place][c][0]
                + rest[3][place][d][0]
                + self.sets_rest[place][0],
            )
        left = _joined(rest[0][place][a], rest[1][place][b])
        right = _joined(rest[2][place][c], rest[3][place][d])
        both = _joined(left, right)
        sets = self.sets_rest[place]
        return min(all_of_it, max([both[at] + sets[jokers - at] for at in range(jokers + 1)]))

    # ---- the search --------------------------------------------------------------------------------------------

    def solve(self, goal: int) -> Walk | None:
        """The best there is, or None where it is worth less than the goal."""
        self.least = goal - 1
        # Hands so full of melds that nothing is left over are done with before any bound is drawn tight.
        if self._at_toll(self.toll, SWEEPS) >= goal - SLACK:
            self._look_ahead()
            self._dive()
            if self._open():
                if not self.tight:
                    self._tighten()
                if self._open():
                    self._look_ahead()
                    self._dive()
                    self._enter(0, (0, 0, 0, 0), self.jokers, 0, 0)
        if self.best is None:
            return None
        value, options, steps = self.best
        states = self.states
        return Walk(
            value,
            options,
            tuple(
                tuple(
                    (states[suit][place][step.source], states[suit][place + 1][step.target], step)
                    for suit, step in enumerate(row)
                )
                for place, row in enumerate(steps)
            ),
        )

    def _open(self) -> bool:
        """Whether there may be better than the best so far."""
        return self.bound(0, (0, 0, 0, 0), self.jokers) >= self.least + 1 - SLACK

    def _look_ahead(self) -> None:
        """Lay out what the search goes by, under the prices as they are."""
        self.back = [self._backwards(suit) for suit in SUITS]
        self.tables: list[list[dict[int, dict[int, list[tuple[float, Step]]]]]] = [
            [{} for _ in range(self.places)] for _ in SUITS
        ]
        self.seen: dict[tuple[int, Vector, int, int], int] = {}
        self.path: list[tuple[Option, tuple[Step, ...]]] = []

    def _moves(self, suit: int, place: int, state: int) -> dict[int, list[tuple[float, Step]]]:
        """The steps from a state by how many cards they put into sets, the most promising first."""
        known = self.tables[suit][place].get(state)
        if known is None:
            known = {}
            after = self.back[suit][place + 1]
            for step in self.steps[suit][place][state]:
                known.setdefault(step.in_sets, []).append(
                    (step.value - self.toll * step.jokers + after[step.target], step)
                )
            for row in known.values():
                row.sort(key=lambda move: -move[0])
            self.tables[suit][place][state] = known
        return known

    def _children(
        self, place: int, states: Vector, jokers: int, value: int, narrow: bool
    ) -> Iterator[tuple[float, Option, tuple[Step, ...]]]:
        """The ways on that could still beat the best, each with its bound."""
        m0, m1, m2, m3 = (self._moves(suit, place, states[suit]) for suit in SUITS)
        # Prices that have just been moved leave the sets of no rank worth anything: the suits alone count.
        base = value + self.toll * jokers
        for option in self.options[place]:
            (a, b, c, d), _, need, _ = option
            if need > jokers:
                continue
            r0, r1, r2, r3 = m0.get(a), m1.get(b), m2.get(c), m3.get(d)
            if not (r0 and r1 and r2 and r3):
                continue
            fixed = base - self.toll * need
            e1, e2, e3 = r1[0][0], r2[0][0], r3[0][0]
            goal = self.least + 1 - SLACK
            if fixed + r0[0][0] + e1 + e2 + e3 < goal:
                continue
            if narrow:
                r0, r1, r2, r3 = r0[:2], r1[:2], r2[:2], r3[:2]
            for v0, s0 in r0:
                t0 = fixed + v0
                if t0 + e1 + e2 + e3 < goal:
                    break
                for v1, s1 in r1:
                    t1 = t0 + v1
                    if t1 + e2 + e3 < goal:
                        break
                    for v2, s2 in r2:
                        t2 = t1 + v2
                        if t2 + e3 < goal:
                            break
                        for v3, s3 in r3:
                            if t2 + v3 < goal:
                                break
                            left = jokers - need - s0.jokers - s1.jokers - s2.jokers - s3.jokers
                            if left < 0:
                                continue
                            now = value + s0.value + s1.value + s2.value + s3.value
                            target = (s0.target, s1.target, s2.target, s3.target)
                            bound = now + self.bound(place + 1, target, left)
                            if bound >= goal:
                                yield bound, option, (s0, s1, s2, s3)

    def _room(self, room: int, option: Option, steps: tuple[Step, ...]) -> int:
        """How many jokers have a place in what is melded so far; any run has room for all."""
        if any(step.in_runs for step in steps):
            return self.jokers
        return min(self.jokers, room + option.room)

    def _end(self, value: int, jokers: int, room: int) -> int:
        return value - self.task.joker_worth * max(0, self.jokers - max(room, self.jokers - jokers))

    def _dive(self, width: int = 12) -> None:
        """A good arrangement to begin with: the few most promising of each rank are followed."""
        row: list[tuple[float, Vector, int, int, int, tuple[tuple[Option, tuple[Step, ...]], ...]]]
        row = [(0.0, (0, 0, 0, 0), self.jokers, 0, 0, ())]
        for place in range(self.places):
            found: dict[
                tuple[Vector, int], tuple[float, Vector, int, int, int, tuple[tuple[Option, tuple[Step, ...]], ...]]
            ] = {}
            for _, states, jokers, value, room, path in row:
                for bound, option, steps in self._children(place, states, jokers, value, narrow=True):
                    s0, s1, s2, s3 = steps
                    target = (s0.target, s1.target, s2.target, s3.target)
                    left = jokers - option.jokers - s0.jokers - s1.jokers - s2.jokers - s3.jokers
                    now = value + s0.value + s1.value + s2.value + s3.value
                    known = found.get((target, left))
                    if known is None or known[3] < now:
                        found[target, left] = (
                            bound,
                            target,
                            left,
                            now,
                            self._room(room, option, steps),
                            (*path, (option, steps)),
                        )
            row = sorted(found.values(), key=lambda entry: (-entry[0], entry[1], entry[2]))[:width]
        for _, _, jokers, value, room, path in row:
            self._keep(self._end(value, jokers, room), path)

    def _keep(self, value: int, path: Sequence[tuple[Option, tuple[Step, ...]]]) -> None:
        if value > self.least:
            self.best = value, tuple(option for option, _ in path), tuple(steps for _, steps in path)
            self.least = value

    def _enter(self, place: int, states: Vector, jokers: int, value: int, room: int) -> None:
        if place == self.places:
            self._keep(self._end(value, jokers, room), self.path)
            return
        key = place, states, jokers, room
        known = self.seen.get(key)
        if known is not None and known >= value:
            return
        self.seen[key] = value
        self.nodes += 1
        children = sorted(self._children(place, states, jokers, value, narrow=False), key=lambda child: -child[0])
        for bound, option, steps in children:
            if bound < self.least + 1 - SLACK:
                break
            s0, s1, s2, s3 = steps
            self.path.append((option, steps))
            self._enter(
                place + 1,
                (s0.target, s1.target, s2.target, s3.target),
                jokers - option.jokers - s0.jokers - s1.jokers - s2.jokers - s3.jokers,
                value + s0.value + s1.value + s2.value + s3.value,
                self._room(room, option, steps),
            )
            self.path.pop()


def prices_of(task: Task) -> Prices:
    """The prices and the toll that draw the bound of a hand tight."""
    search = _Search(task)
    search._tighten()
    return Prices(search.prices, search.toll)


def most_melded(task: Task, goal: int | None = None, start: Prices | None = None) -> list[tuple[Card, ...]] | None:
    """The melds that take the most of a hand, or None where the most is worth less than the goal.

    What a joker left over is worth counts against them. Sets come first.

    :param start: the prices of nearly the same hand, with which the bound is tight at once.
    """
    walk = _Search(task, start).solve(-task.joker_worth * task.jokers if goal is None else goal)
    return None if walk is None else _laid(walk, task)


Row = list[int | None]
"""A run: its ranks, None for a joker; where jokers stand is settled by what reads it."""


def _laid(walk: Walk, task: Task) -> list[tuple[Card, ...]]:
    """The melds of a walk, every joker for which there is room in one of them."""
    sets: list[list[Card]] = []
    for rank, option in enumerate(walk.options):
        dealt = [Card(Rank(rank + 1), suit) for suit, n in zip(Suit, option.takes, strict=True) for _ in range(n)]
        # Dealt out in turn, suit after suit, no set gets a suit twice and all are equally large but for one card.
        for at in range(option.sets):
            cards = dealt[at :: option.sets]
            sets.append(cards + [JOKER] * (3 - len(cards)))
    runs = [(suit, run) for suit in Suit for run in _runs(walk, suit)]
    jokers = task.jokers - sum(cards.count(JOKER) for cards in sets) - sum(run.count(None) for _, run in runs)
    for cards in sets:
        more = min(jokers, 4 - len(cards))
        cards += [JOKER] * more
        jokers -= more
    if any(len(run) > 13 - jokers for _, run in runs):
        runs = [(suit, half) for suit, run in runs for half in _halves(run)]
    for _, run in runs:
        more = min(jokers, 13 - len(run))
        run += [None] * more
        jokers -= more
    return [
        *map(tuple, sets),
        *(tuple(JOKER if rank is None else Card(Rank(rank + 1), suit) for rank in run) for suit, run in runs),
    ]


def _halves(run: Row) -> list[Row]:
    """A run as two where it is long enough: so it never holds two aces, and any joker has room."""
    if len(run) < 10:
        return [run]
    real = [at for at, rank in enumerate(run) if rank is not None]
    cut = max(3, real[1] + 1)
    return [run[:cut], run[cut:]]


def _runs(walk: Walk, suit: int) -> list[Row]:
    """The runs of a suit, from their first real card to their last; two neighbours have their joker with them."""
    one: list[Row] = []
    two: list[Row] = []
    long: list[Row] = []
    gap: list[Row] = []
    every: list[Row] = []
    for place, steps in enumerate(walk.steps):
        _, (new, to_one, to_long, gaps, _), step = steps[suit]
        at_the_end = to_one if place == len(walk.steps) - 1 else 0
        stop = step.jokers - gaps - at_the_end
        ways = (
            (to_gap, to_two, bridged)
            for to_gap in range(len(gap) + 1)
            for to_two in range(min(len(two), to_long - to_gap) + 1)
            if to_long - to_gap - to_two <= len(long)
            if (bridged := gaps - (len(one) - to_one) - (len(gap) - to_gap) - (len(two) - to_two - stop)) >= 0
            if len(two) - to_two - stop >= 0 and bridged <= len(long) - (to_long - to_gap - to_two)
        )
        to_gap, to_two, bridged = next(ways)
        goes_on = to_long - to_gap - to_two
        begun: list[Row] = [[] for _ in range(new)]
        every += begun
        by_card = begun + one[:to_one] + gap[:to_gap] + two[:to_two] + long[:goes_on]
        stops = two[len(two) - stop :] if stop else []
        by_joker = one[to_one:] + gap[to_gap:] + two[to_two : len(two) - stop] + long[goes_on : goes_on + bridged]
        for row in by_card:
            row.append(place % 13)
        for row in (*by_joker, *stops):
            row.append(None)
        one, two, long, gap = begun, one[:to_one], gap[:to_gap] + two[:to_two] + long[:goes_on], by_joker
    for row in two:
        row.append(None)
    return every


def _joined(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """What two parts are worth together with so many jokers at most, shared as is best."""
    return [max([one[at] + other[n - at] for at in range(n + 1)]) for n in range(len(one))]
