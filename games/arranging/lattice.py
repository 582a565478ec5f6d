"""Four suits as automata, joined by the sets of each rank: one of the two ways of :mod:`games.arranging.rebuild`.

It is the quicker one where there are no jokers, few copies of a card, and no more cards in hand than may be played.

*A suit on its own* is a walk along the ladder. What a rank passes on to the next is how many runs are open with
one card, with two, and with three or more; short ones must go on, long ones may stop. Going on with a long run is
never worse than starting anew, so the number of cards of a rank that go into runs decides the next state. Two
things walk along: the aces that are promised to the top of the ladder, and the runs of the table that are
being left as they are, which take their own cards. Where the ladder is a ring, what is open across the cut is
guessed at the start and must be met again at the end.

*Suits meet* only where a rank's sets are formed: how many cards of each suit they take is one of few vectors.

*The bound.* Each suit is free to choose what its sets take at a price; the prices of a rank are moved, rank by
rank, forwards and backwards, until suits and sets agree as far as prices can make them (block-coordinate
ascent on the dual). Every price gives a true upper bound, so none has to be believed. What is left of a gap
is closed by a depth-first search rank by rank that enters only what the bound allows and remembers the states
that failed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from games.arranging.budget import Budget, Spent
from games.arranging.melds import Ace
from games.arranging.task import SUITS, Kept, KeptRun, KeptSet, Plan, Row, Task, Vector, sets_of

NOTHING = float("-inf")
SLACK = 1e-6
"""Totals are whole numbers and sums of prices exact to some 1e-10: in between lies what may be cut."""

CARD_PRICE = 3.0
"""What a card played is worth in groups kept while the bound is drawn tight. Any price is sound; at this one the bound
is about as low as at the best, while a price that puts cards above all groups blows up the smallest gap."""
LURE = 1 / 512
"""Added to the value of every step that has the sets of the table as it lies, where some arrangement is known to fit.
All of it together stays well below one, so it orders what is equal and changes no answer."""
MOST_STEPS = 250_000
"""A lattice of more steps, which take some 200 bytes each, is not built."""
LOOK = 64
"""States laid out between two looks at the clock."""
CUT_BITS = 12
"""Room for the number of a guess at the cut of a ring, below the bits of the runs that are kept."""
MOST_GUESSES = 1 << CUT_BITS


class Way(NamedTuple):
    """One way on from a rank of one suit."""

    in_sets: int
    """Cards of this rank in sets."""
    cards: int
    """Cards of this rank in runs that are not kept."""
    gain: int
    """Cards of the hand played."""
    new: int
    """Runs begun."""
    lasting: int
    """Runs that have three cards or more from here on."""


class Beginning(NamedTuple):
    """What a step does besides: groups of the table that are kept from here on, and the ace above the king."""

    kept: int
    """How many runs of the table begin to be kept."""
    bits: int
    """Which runs, a bit for each of the suit's, above ``CUT_BITS`` for the guess at the cut of a ring."""
    top: int = 0
    """At the last rank, the aces above the king."""


Step = tuple[int, int, float, int, Way, Beginning]
"""Source state, cards in sets, value, target state, and what it is; a plain tuple, because there are thousands."""


class Option(NamedTuple):
    """One way to form the sets of a rank."""

    takes: Vector
    keeps: tuple[KeptSet, ...]


@lru_cache(maxsize=4096)
def set_vectors(most: Vector, any_suit: bool) -> tuple[Vector, ...]:
    """How many cards of each suit the sets of a rank may take together.

    >>> len(set_vectors((2, 2, 2, 2), False))
    21
    >>> set_vectors((1, 1, 1, 0), False)
    ((0, 0, 0, 0), (1, 1, 1, 0))
    """
    found: list[Vector] = []
    s, h, d, c = (range(n + 1) for n in most)
    for takes in product(s, h, d, c):
        total = sum(takes)
        # So many sets: each of three or four, and none with a suit twice.
        sets = range(1 if any_suit else max(takes), total // 3 + 1)
        if total == 0 or any(total <= 4 * n for n in sets):
            found.append(takes)
    return tuple(found)


@lru_cache(maxsize=4096)
def set_options(most: Vector, table: tuple[KeptSet, ...], any_suit: bool) -> tuple[Option, ...]:
    """Every different way to form the sets of a rank, with as many sets of the table kept as it allows."""
    best: dict[Vector, Option] = {}
    kinds = sorted(set(table), key=lambda kept: kept.takes)
    for counts in product(*(range(table.count(kind) + 1) for kind in kinds)):
        keeps = tuple(kind for kind, n in zip(kinds, counts, strict=True) for _ in range(n))
        s, h, d, c = (sum(kept.takes[suit] for kept in keeps) for suit in SUITS)
        left = (most[0] - s, most[1] - h, most[2] - d, most[3] - c)
        if min(left) < 0:
            continue
        for takes in set_vectors(left, any_suit):
            key = (takes[0] + s, takes[1] + h, takes[2] + d, takes[3] + c)
            if key not in best or len(best[key].keeps) < len(keeps):
                best[key] = Option(key, keeps)
    return tuple(best.values())


@lru_cache(maxsize=1 << 14)
def _onward(
    one: int, two: int, long: int, need: int, free: int, allowed: tuple[int, ...], next1: int, next2: int
) -> tuple[Way, ...]:
    """The ways on from a rank of one suit, for so many runs open with one, two, and more cards.

    ``need`` cards must be placed and ``free`` may; ``next1`` and ``next2`` are what the next two ranks can take.
    """
    found = []
    short, anew = one + two, min(next1 - one, next2)
    if anew < 0:
        return ()
    for in_sets in allowed:
        fullest = min(free - in_sets, short + long + anew)
        for cards in range(max(0, need - in_sets, short), fullest + 1):
            extra = cards - short
            new = 0 if extra <= long else extra - long
            lasting = min(two + extra - new, next1 - new - one)
            found.append(Way(in_sets, cards, in_sets + cards - need, new, lasting))
    return tuple(found)


class Walk(NamedTuple):
    """A whole way through the lattice."""

    steps: tuple[tuple[Step, ...], ...]
    """By place, then suit."""
    options: tuple[Option, ...]
    """By place."""
    gain: int
    """Cards of the hand played."""
    order: tuple[int, ...]
    """The rank of each place, from 0 for the ace."""
    open: tuple[tuple[int, int, int], ...]
    """In a ring, by suit: the runs that come in across the cut, of one card, two, or more."""


Move = tuple[float, float, int, Step]
"""A step as the search sees it: the bound from there on, its value at the prices, the state it leads to, itself."""


class Lattice:
    """Every arrangement of a task, and the search for the best.

    Without ``kept`` no group of the table counts as kept, which makes a smaller lattice.

    :raises Spent: now or later, where the budget ends, or where the lattice would be too large.
    """

    def __init__(self, task: Task, kept: bool, budget: Budget) -> None:
        assert not task.jokers
        self.task = task
        self.kept = kept
        self.look = budget.look
        self.played = CARD_PRICE if kept else 1.0
        self.lift = 0.0
        self.room = MOST_STEPS
        """So many steps more, and it is too large."""
        most = [[m + n for m, n in zip(*rows, strict=True)] for rows in zip(task.must, task.may, strict=True)]
        self.most = most
        self.first = self._cut() if task.ace is Ace.WRAP else 0
        self.order = [(self.first + at) % 13 for at in range(13)]
        self.options: list[tuple[Option, ...]] = []
        for rank in self.order:
            table = tuple(group for group in task.sets if group.rank == rank) if kept else ()
            here: Vector = (most[0][rank], most[1][rank], most[2][rank], most[3][rank])
            self.options.append(set_options(here, table, task.any_suit))
        self.opens: list[list[tuple[tuple[int, int, int], int, int]]] = []
        self.steps: list[list[dict[int, list[Step]]]] = [[] for _ in range(13)]
        self.sizes: list[list[int]] = [[] for _ in range(14)]
        self.allowed = [[tuple(sorted({option.takes[suit] for option in options})) for suit in SUITS]
                        for options in self.options]  # fmt: skip
        self.lures = [[[0.0] * (most[suit][rank] + 1) for suit in SUITS] for rank in self.order]
        lying = [[0] * 13 for _ in SUITS]
        for group in task.sets:
            for suit in SUITS:
                lying[suit][group.rank] += group.takes[suit]
        for lures, rank in zip(self.lures, self.order, strict=True):
            for suit in SUITS:
                lures[suit][lying[suit][rank]] = LURE
        for suit in SUITS:
            self._suit(suit)
        self.rows = self._rows()

    def _cut(self) -> int:
        """Where to cut the ring: before the rank where fewest runs can be open."""

        def guesses(first: int) -> int:
            total = 0
            for row in self.most:
                n = min(row[first - 1], row[first])
                total += (n + 1) * (n + 2) * (n + 3)
            return total

        return min(range(13), key=guesses)

    # ---- the automaton of one suit -----------------------------------------------------------------------------

    def _suit(self, suit: int) -> None:
        """Lay out every step of one suit that leads from the start to the end."""
        both, ring = self.task.ace is Ace.BOTH, self.task.ace is Ace.WRAP
        must = [self.task.must[suit][rank] for rank in self.order]
        most = [self.most[suit][rank] for rank in self.order]
        room = most + (most[:2] if ring else [most[0], 0] if both else [0, 0])
        runs = [run for run in self.task.runs if run.suit == suit] if self.kept else []
        starts, takes, ends, cross = self._keepable(runs)
        opens = self._opens(room, runs, cross, takes) if ring else [((0, 0, 0), 0, 0)]
        self.opens.append(opens)
        # Runs open with 1, 2, 3 or more cards; aces promised to the top, or which guess at the cut; runs kept.
        states: dict[tuple[int, int, int, int, int], int] = {
            (*lengths, number, mask): 0 for number, (lengths, mask, _) in enumerate(opens)
        }
        layers: list[dict[int, list[Step]]] = []
        for at in range(13):
            following: dict[tuple[int, int, int, int, int], int] = {}
            layer: dict[int, list[Step]] = {}
            table, limit, next1, next2 = must[at], most[at], room[at + 1], room[at + 2]
            allowed = self.allowed[at][suit]
            first, last, going = at == 0, at == 12, ~ends[at]
            tops = range(min(most[0], room[12], room[11]) + 1) if both and first else (0,)
            takes_here, starts_here = takes[at], starts[at]
            lure, played = self.lures[at][suit], self.played
            size = 0
            for (one, two, long, other, mask), source in states.items():
                if size > self.room:
                    raise Spent
                if source % LOOK == 0:
                    self.look()
                steps = layer.setdefault(source, [])
                size -= len(steps)
                for add, count, reserve in starts_here:
                    # A run from ace to ace begins where the ace above the king is only being promised.
                    if reserve > other + tops[-1]:
                        continue
                    keeping = mask | add
                    used = sum(n for bit, n in enumerate(takes_here) if keeping >> bit & 1) if keeping else 0
                    carried, begun, on = other - reserve, add << CUT_BITS, keeping & going
                    if first and ring:
                        _, across, more = opens[other]
                        count, begun = count + more, begun | across << CUT_BITS | other
                    beginning = Beginning(count, begun)
                    for top in tops:
                        if carried + top < 0:
                            continue
                        ways = _onward(one, two, long, table - used - top, limit - used - top, allowed, next1, next2)
                        if last:
                            across_cut = opens[other][0] if ring else (0, 0, 0)
                            steps += self._last(ways, source, one, carried, beginning, across_cut, lure)
                            continue
                        promised = carried + top
                        for way in ways:
                            in_sets, _, gain, new, lasting = way
                            state = (new, one, lasting, promised, on)
                            target = following.get(state)
                            if target is None:
                                target = following[state] = len(following)
                            value = count + played * gain + lure[in_sets]
                            steps.append((source, in_sets, value, target, way, beginning))
                size += len(steps)
            self.room -= size
            layers.append(layer)
            states = following
            self.sizes[at + 1].append(1 if last else len(following))
        alive = {0}
        for at in range(12, -1, -1):
            kept = {}
            for source, steps in layers[at].items():
                if len(alive) < self.sizes[at + 1][suit]:
                    steps = [step for step in steps if step[3] in alive]
                if steps:
                    kept[source] = steps
            self.steps[at].append(kept)
            alive = set(kept)
        self.sizes[0].append(1)

    def _last(
        self,
        ways: Sequence[Way],
        source: int,
        one: int,
        carried: int,
        beginning: Beginning,
        lengths: tuple[int, int, int],
        lure: list[float],
    ) -> Iterator[Step]:
        """The steps of the last place: every run ends, on the ace above the king or, in a ring, where it came in."""
        ring = self.task.ace is Ace.WRAP
        played = self.played
        for way in ways:
            if ring:
                if (way.new, one) != lengths[:2] or way.lasting < lengths[2]:
                    continue
                ending = beginning
            elif way.new or not one <= carried <= one + way.lasting:
                continue
            else:
                ending = Beginning(beginning.kept, beginning.bits, carried)
            value = beginning.kept + played * way.gain + lure[way.in_sets]
            yield source, way.in_sets, value, 0, way, ending

    def _rows(self) -> list[list[list[Step]]]:
        return [[[step for steps in sources.values() for step in steps] for sources in layer] for layer in self.steps]

    def _keepable(
        self, runs: list[KeptRun]
    ) -> tuple[list[list[tuple[int, int, int]]], list[list[int]], list[int], list[int]]:
        """For each place: the choices of runs that begin to be kept (bits, how many, aces on top), how many
        cards each run takes, and the runs that end there; then the runs that lie across the cut of a ring."""
        ring = self.task.ace is Ace.WRAP
        takes = [[0] * len(runs) for _ in range(13)]
        ends = [0] * 13
        begin: list[list[int]] = [[] for _ in range(13)]
        cross: list[int] = []
        tops = [0] * len(runs)
        for bit, run in enumerate(runs):
            start = (run.start - self.first) % 13 if ring else run.start
            for offset, n in enumerate(run.takes):
                if start + offset == 13 and not ring:
                    tops[bit] = n
                else:
                    takes[(start + offset) % 13][bit] += n
            if ring and start + len(run.takes) > 13:
                cross.append(bit)
            else:
                begin[min(start, 12)].append(bit)
                ends[min(start + len(run.takes) - 1, 12)] |= 1 << bit
        nothing = [(0, 0, 0)]
        starts = [
            nothing if not here else [(mask, len(bits), sum(tops[b] for b in bits))
             for mask, bits in _choices(here, runs)]
            for here in begin
        ]  # fmt: skip
        return starts, takes, ends, cross

    def _opens(
        self, room: list[int], runs: list[KeptRun], cross: list[int], takes: list[list[int]]
    ) -> list[tuple[tuple[int, int, int], int, int]]:
        """What may be open across the cut of a ring: runs by length; runs of the table kept across it (bits,
        how many)."""
        found = []
        for mask, bits in _choices(cross, runs):
            free = [room[at] - sum(takes[at % 13][bit] for bit in bits) for at in (10, 11, 12, 13, 14)]
            if min(free) < 0:
                continue
            for one in range(min(free[2:]) + 1):
                for two in range(free[1] + 1):
                    for long in range(min(free[0], free[1] - two, free[2] - one - two, free[3] - one - two) + 1):
                        found.append(((one, two, long), mask, len(bits)))
                        if len(found) > MOST_GUESSES:
                            raise Spent
        return found

    # ---- the bound ---------------------------------------------------------------------------------------------

    def _start(self, exactly: int | None) -> None:
        """Prices of nothing, and what each state is worth from there to the end."""
        self.lift = -self.played * (exactly or 0)
        self.choices = [[(*option.takes, len(option.keeps)) for option in options] for options in self.options]
        self.prices = [[[0.0] * (self.most[suit][rank] + 1) for suit in SUITS] for rank in self.order]
        self.before = [[[NOTHING] * size for size in sizes] for sizes in self.sizes]
        self.after = [[[NOTHING] * size for size in sizes] for sizes in self.sizes]
        for suit in SUITS:
            self.before[0][suit][0] = self.after[13][suit][0] = 0.0
        for at in range(12, -1, -1):
            for suit in SUITS:
                self._value_after(at, suit)

    def _value_after(self, at: int, suit: int) -> None:
        price, onward = self.prices[at][suit], self.after[at + 1][suit]
        values = [NOTHING] * len(self.after[at][suit])
        for source, in_sets, value, target, _, _ in self.rows[at][suit]:
            total = value - price[in_sets] + onward[target]
            if total > values[source]:
                values[source] = total
        self.after[at][suit] = values

    def _value_before(self, at: int, suit: int) -> None:
        price, behind = self.prices[at][suit], self.before[at][suit]
        values = [NOTHING] * len(self.before[at + 1][suit])
        for source, in_sets, value, target, _, _ in self.rows[at][suit]:
            total = value - price[in_sets] + behind[source]
            if total > values[target]:
                values[target] = total
        self.before[at + 1][suit] = values

    def _agree(self, at: int) -> None:
        """Move the prices of one rank to where its sets and its suits agree best."""
        prices, before, after, rows = self.prices[at], self.before[at], self.after[at + 1], self.rows[at]
        shares = []
        for suit in SUITS:
            behind, onward, price = before[suit], after[suit], prices[suit]
            best = [NOTHING] * len(price)
            for source, in_sets, value, target, _, _ in rows[suit]:
                total = behind[source] + value + onward[target]
                if total > best[in_sets]:
                    best[in_sets] = total
            shares.append(best)
        s, h, d, c = shares
        best_s, best_h, best_d, best_c = ([NOTHING] * len(share) for share in shares)
        for in_s, in_h, in_d, in_c, value in self.choices[at]:
            total = value + s[in_s] + h[in_h] + d[in_d] + c[in_c]
            if total > best_s[in_s]:
                best_s[in_s] = total
            if total > best_h[in_h]:
                best_h[in_h] = total
            if total > best_d[in_d]:
                best_d[in_d] = total
            if total > best_c[in_c]:
                best_c[in_c] = total
        for suit, best in enumerate((best_s, best_h, best_d, best_c)):
            share = shares[suit]
            prices[suit] = [
                x - y / 4 if y > NOTHING else -NOTHING for x, y in zip(share, best, strict=True)
            ]  # fmt: skip

    def tighten(self) -> float:
        """Move all prices once forwards and once backwards; the bound on the value of any walk that follows."""
        for at in range(13):
            self.look()
            self._agree(at)
            for suit in SUITS:
                self._value_before(at, suit)
        for at in range(12, -1, -1):
            self.look()
            self._agree(at)
            for suit in SUITS:
                self._value_after(at, suit)
        return self.lift + sum(self.after[0][suit][0] for suit in SUITS)

    # ---- the search --------------------------------------------------------------------------------------------

    def best(self, most: int, exactly: int | None = None) -> Walk | None:
        """The walk of the greatest value: of most cards played or, where it must play ``exactly`` so many, of most
        groups kept; None where there is none.

        ``most`` is a value that is known not to be exceeded.
        """
        self._start(exactly)
        allowance, target = 64, most
        while True:
            bound = self.tighten()
            if bound == NOTHING:
                return None
            target = min(target, math.floor(bound + SLACK))
            while target >= 0:
                search = _Search(self, target, exactly, allowance)
                walk = search.run()
                if walk is not None:
                    return walk
                if not search.exhausted:
                    break
                target -= 1
            else:
                return None
            allowance *= 2


class _Search:
    """Depth first, rank by rank, for a walk that reaches a target."""

    def __init__(self, lattice: Lattice, target: float, exactly: int | None, allowance: int) -> None:
        self.lattice, self.target, self.exactly = lattice, target, exactly
        self.nodes, self.allowance = 0, allowance
        self.exhausted = True
        self.failed: dict[tuple[int, ...], float] = {}
        self.moves: list[list[dict[int, dict[int, list[Move]]]]] = [[{}, {}, {}, {}] for _ in range(13)]
        self.path: list[tuple[tuple[Step, ...], Option]] = []
        self.sets: list[list[tuple[float, Option]]] = []
        self.rest = [0.0] * 14
        for at in range(13):
            p = lattice.prices[at]
            row2 = []
            for option in lattice.options[at]:
                v = option.takes
                worth = len(option.keeps) + p[0][v[0]] + p[1][v[1]] + p[2][v[2]] + p[3][v[3]]
                if worth < float("inf"):
                    row2.append((worth, option))
            row2.sort(key=lambda item: -item[0])
            self.sets.append(row2)
        for at in range(12, -1, -1):
            self.rest[at] = self.rest[at + 1] + (self.sets[at][0][0] if self.sets[at] else 0.0)

    def run(self) -> Walk | None:
        if self._enter(0, (0, 0, 0, 0), 0.0, 0):
            steps = tuple(step for step, _ in self.path)
            options = tuple(option for _, option in self.path)
            every = [step for row in steps for step in row]
            gain = sum(step[4].gain for step in every)
            lattice = self.lattice
            mask = (1 << CUT_BITS) - 1
            across = tuple(lattice.opens[suit][steps[0][suit][5].bits & mask][0] for suit in SUITS)
            return Walk(steps, options, gain, tuple(lattice.order), across)
        return None

    def _moves(self, at: int, suit: int, state: int) -> dict[int, list[Move]]:
        lattice = self.lattice
        price, onward = lattice.prices[at][suit], lattice.after[at + 1][suit]
        found: dict[int, list[Move]] = {}
        for step in lattice.steps[at][suit].get(state, ()):
            reduced = step[2] - price[step[1]]
            score = reduced + onward[step[3]]
            if score > NOTHING:
                found.setdefault(step[1], []).append((score, reduced, step[3], step))
        for moves in found.values():
            if len(moves) > 1:
                moves.sort(key=lambda move: -move[0])
        self.moves[at][suit][state] = found
        return found

    def _enter(self, at: int, states: tuple[int, int, int, int], value: float, gain: int) -> bool:
        lattice = self.lattice
        if at == 13:
            return self.exactly is None or gain == self.exactly
        key = (at, *states, gain)
        if self.failed.get(key, NOTHING) >= value:
            return False
        if self.nodes >= self.allowance:
            self.exhausted = False
            return False
        self.nodes += 1
        lattice.look()
        here = self.moves[at]
        m0, m1, m2, m3 = (here[suit].get(states[suit]) or self._moves(at, suit, states[suit]) for suit in SUITS)
        need = self.target - SLACK - lattice.lift - value - self.rest[at + 1]
        children = []
        for worth, option in self.sets[at]:
            v = option.takes
            l0, l1, l2, l3 = m0.get(v[0]), m1.get(v[1]), m2.get(v[2]), m3.get(v[3])
            if not (l0 and l1 and l2 and l3):
                continue
            slack = worth + l0[0][0] + l1[0][0] + l2[0][0] + l3[0][0] - need
            if slack < 0:
                continue
            for a in l0:
                slack_a = slack + a[0] - l0[0][0]
                if slack_a < 0:
                    break
                for b in l1:
                    slack_b = slack_a + b[0] - l1[0][0]
                    if slack_b < 0:
                        break
                    for c in l2:
                        slack_c = slack_b + c[0] - l2[0][0]
                        if slack_c < 0:
                            break
                        for d in l3:
                            slack_d = slack_c + d[0] - l3[0][0]
                            if slack_d < 0:
                                break
                            children.append((slack_d, worth, option, a, b, c, d))
        if len(children) > 1:
            children.sort(key=lambda child: -child[0])
        for _, worth, option, a, b, c, d in children:
            played = gain
            if self.exactly is not None:
                played += a[3][4].gain + b[3][4].gain + c[3][4].gain + d[3][4].gain
            self.path.append(((a[3], b[3], c[3], d[3]), option))
            if self._enter(at + 1, (a[2], b[2], c[2], d[2]), value + worth + a[1] + b[1] + c[1] + d[1], played):
                return True
            self.path.pop()
            if self.nodes >= self.allowance:
                self.exhausted = False
                return False
        if self.failed.get(key, NOTHING) < value:
            self.failed[key] = value
        return False


def _choices(bits: Sequence[int], runs: Sequence[KeptRun]) -> list[tuple[int, tuple[int, ...]]]:
    """Which of these runs to keep, as bits; of equal runs the first ones, since copies are interchangeable."""
    if not bits:
        return [(0, ())]
    kinds: dict[KeptRun, list[int]] = {}
    for bit in bits:
        kinds.setdefault(runs[bit], []).append(bit)
    found = []
    for counts in product(*(range(len(same) + 1) for same in kinds.values())):
        chosen = tuple(bit for same, n in zip(kinds.values(), counts, strict=True) for bit in same[:n])
        found.append((sum(1 << bit for bit in chosen), chosen))
    return found


def plan_of(walk: Walk, task: Task) -> Plan:
    """The table that a walk through the lattice leaves."""
    kept: list[Kept] = [group for option in walk.options for group in option.keeps]
    built: list[Row] = []
    for suit in SUITS:
        runs = [run for run in task.runs if run.suit == suit]
        for steps in walk.steps:
            kept += [run for bit, run in enumerate(runs) if steps[suit][5].bits >> CUT_BITS >> bit & 1]
    for rank, option in zip(walk.order, walk.options, strict=True):
        takes = [n - sum(group.takes[suit] for group in option.keeps) for suit, n in enumerate(option.takes)]
        built += sets_of(rank, takes, 0, task.any_suit)
    for suit in SUITS:
        built += [tuple(13 * suit + rank for rank in row) for row in _runs(walk, suit, task.ace is Ace.WRAP)]
    return Plan(walk.gain, tuple(kept), tuple(built))


@dataclass(eq=False, slots=True)
class _Track:
    """A run on its way along the ladder: ranks from 0."""

    row: list[int]


def _runs(walk: Walk, suit: int, ring: bool) -> list[list[int]]:
    """The runs of a suit that are not kept."""
    across = [[_Track([]) for _ in range(n)] for n in walk.open[suit]]
    one, two, long = (list(tracks) for tracks in across)
    tracks = one + two + long

    def onward(cards: list[int]) -> None:
        nonlocal one, two, long
        short = one + two
        extra = len(cards) - len(short)
        going = sorted(long, key=lambda track: len(track.row))[:extra]
        new = [_Track([]) for _ in range(extra - len(going))]
        tracks.extend(new)
        for track, card in zip(short + going + new, cards, strict=True):
            track.row.append(card)
        one, two, long = new, one, two + going

    for rank, steps in zip(walk.order, walk.steps, strict=True):
        way = steps[suit][4]
        onward([rank] * way.cards)
    if not ring:
        if top := walk.steps[-1][suit][5].top:
            onward([0] * top)
        return [track.row for track in tracks]
    after = {
        id(track): following
        for ending, beginning in zip((one, two, long), across, strict=True)
        for track, following in zip(ending, beginning, strict=False)
    }
    comes_in = {id(track) for tracks_in in across for track in tracks_in}
    found, seen = [], set()
    for track in [t for t in tracks if id(t) not in comes_in] + [t for t in tracks if id(t) in comes_in]:
        row: list[int] = []
        at: _Track | None = track
        while at is not None and id(at) not in seen:
            seen.add(id(at))
            row += at.row
            at = after.get(id(at))
        if row:
            found.append(row)
    return found
