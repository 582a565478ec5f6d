"""Linear programmes whose every variable is bounded, by the dual simplex: what :mod:`games.arranging.programme` asks.

*Bounded* means that every basis can be made dual feasible by moving what is not basic to its other bound. So the search
starts anywhere (all rows slack, or where another search ended) and mends one violated row after the other. Columns
that were left out come in the same way: at the bound that their price asks for.

*The row* to mend is the one that lies farthest outside in terms of its exact norm; *the step* goes past every
variable that can be moved to its other bound with the row still violated. Of all candidates that are as good, the one
with the greatest pivot enters.

*Floats find, whole numbers prove.* :meth:`Simplex.bound` and :meth:`Simplex.impossible` round the prices that were
found and reckon with integers from there on: any prices give a true bound, so no float has to be believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import mul
from typing import NamedTuple

OUTSIDE = 1e-7
"""How far a variable may lie outside its bounds."""
PIVOT = 1e-7
"""Below this a figure of a pivot row is nothing but rounding."""
TIE = 1e-9
"""Within this two steps are equally long."""
DRIFT = 1e-6
"""How far the inverse may be from what its columns say before all is begun anew."""
SCALE = 1 << 30
"""Prices are rounded to this part of one, exactly."""
MOST_PIVOTS = 20_000
"""A search that takes more goes in circles."""
AT_ONCE = 8
"""So many columns come in at once."""
LOOK = 16
"""Pivots between two looks at the clock."""


class Lost(ArithmeticError):
    """Rounding has got the better of the search."""


class Column(NamedTuple):
    """A variable: what one of it puts in the rows, how many of it there can be, and what each is worth."""

    parts: tuple[int, ...]
    """Which kinds of entry it has, one for each card of a group; see :attr:`Frame.kinds`."""
    most: int
    worth: int


class Frame:
    """What all searches through one programme share: rows and columns.

    Row i says: what the columns put there, and a slack from 0 to ``slacks[i]``, make ``sums[i]``.
    """

    def __init__(
        self, kinds: Sequence[tuple[int, ...]], sums: Sequence[int], slacks: Sequence[int], columns: Sequence[Column]
    ) -> None:
        self.kinds = list(kinds)
        """For each kind of entry the rows in which it counts one: the card, all cards, the sets of its rank."""
        self.sums = list(sums)
        self.slacks = list(slacks)
        self.columns = list(columns)
        self.rows = len(self.sums)
        count = self.rows
        # Every kind as three rows, the last of which, beyond all others, is nothing.
        self.threes = [(*rows, *[count] * (3 - len(rows))) for rows in self.kinds]
        blank = len(self.kinds)
        self.short = [len(column.parts) <= 5 for column in self.columns]
        self.padded = [(*column.parts, *[blank] * (5 - len(column.parts))) for column in self.columns]
        self.entries: list[tuple[tuple[int, int], ...]] = []
        for column in self.columns:
            entries: dict[int, int] = {}
            for part in column.parts:
                for row in self.kinds[part]:
                    entries[row] = entries.get(row, 0) + 1
            self.entries.append(tuple(entries.items()))

    def spread(self, prices: Sequence[float]) -> list[float]:
        """The price of each kind of entry, and of none, from the prices of the rows."""
        p = [*prices, 0]
        return [p[a] + p[b] + p[c] for a, b, c in self.threes] + [0]


class Simplex:
    """One basis and its way to the best one. Rows of the inverse are replaced, never changed, so copies are cheap."""

    def __init__(self, frame: Frame, active: Iterable[int], waiting: Iterable[int], look: Callable[[], object]) -> None:
        self.frame = frame
        self.look = look
        """Called now and then; whatever it raises ends the search."""
        self.pivots = 0
        active = list(active)
        self.long = [at for at in active if not frame.short[at]]
        self.ids = self.long + [at for at in active if frame.short[at]]
        """Which column of the frame each variable is, after the slacks."""
        self.waiting = list(waiting)
        """Columns left out until they are asked for."""
        self.sums = list(frame.sums)
        self.settled: dict[int, int] = {}
        """Columns taken out, that are more than none."""
        self.low = [0] * (frame.rows + len(self.ids))
        self.high = frame.slacks + [frame.columns[at].most for at in self.ids]
        self._columns()
        self.price()

    def copy(self) -> Simplex:
        """The same state, to go on from in another direction."""
        twin = object.__new__(Simplex)
        twin.__dict__.update(
            (name, value.copy() if isinstance(value, list | dict) else value) for name, value in self.__dict__.items()
        )
        return twin

    def _columns(self) -> None:
        frame = self.frame
        self.n_long = len(self.long)
        self.long_parts = [frame.columns[at].parts for at in self.long]
        self.parts = [frame.padded[at] for at in self.ids[self.n_long :]]

    def price(self, slack: tuple[int, int] | None = None) -> None:
        """What each variable is worth: as its column says or, with ``slack``, only that row's slack is worth something.

        With that the search begins anew.
        """
        self.worths = [0] * self.frame.rows
        if slack:
            self.worths[slack[0]] = slack[1]
        self.by_slack = slack is not None
        # Equal costs make a search stumble from tie to tie; so small a difference changes no whole number.
        self.costs = [*map(float, self.worths), *map(self._cost, self.ids)]
        self._begin()

    def _worth(self, at: int) -> int:
        return 0 if self.by_slack else self.frame.columns[at].worth

    def _cost(self, at: int) -> float:
        return self._worth(at) - 1e-5 * (1 + (at * 7919 % 1009) / 1009)

    def _begin(self) -> None:
        """All rows slack, and every other variable at the bound that its cost asks for."""
        rows = self.frame.rows
        self.inverse = [[1.0 if at == row else 0.0 for at in range(rows)] for row in range(rows)]
        self.norms: list[float | None] = [1.0] * rows
        self.basis = list(range(rows))
        spread = self.frame.spread(self.worths)
        self.reduced = [0.0] * rows
        self.side = [0] * rows
        self.at = [0] * rows
        self.values = [float(x) for x in self.sums]
        columns = zip(self.ids, self.long_parts + self.parts, self.low[rows:], self.high[rows:], strict=True)
        for at, parts, low, high in columns:
            reduced = self._cost(at) - sum([spread[part] for part in parts])
            side, x = (0, low) if low == high else (-1, high) if reduced > 0 else (1, low)
            self.reduced.append(reduced)
            self.side.append(side)
            self.at.append(x)
            for row, n in self.frame.entries[at]:
                self.values[row] -= n * x

    def _entries(self, variable: int, rows: int) -> tuple[tuple[int, int], ...]:
        return ((variable, 1),) if variable < rows else self.frame.entries[self.ids[variable - rows]]

    # ---- the search --------------------------------------------------------------------------------------------

    def run(self, enough: float = float("-inf")) -> bool:
        """Go to the best there is with these columns, or to where it is below ``enough``; False where nothing fits.

        Then ``violated`` is the row that cannot be mended, and in which direction.
        """
        begun = False
        while True:
            try:
                return self._run(enough)
            except Lost:
                if begun:
                    raise
                begun = True
                self._begin()

    def _run(self, enough: float) -> bool:
        rows = self.frame.rows
        low, high, costs = self.low, self.high, self.costs
        constant = sum(self._cost(at) * n for at, n in self.settled.items())
        budget = MOST_PIVOTS
        while True:
            worst, leaves = 0.0, -1
            for row, x in enumerate(self.values):
                variable = self.basis[row]
                gap = max(low[variable] - x, x - high[variable])
                if gap > OUTSIDE:
                    norm = self.norms[row]
                    if norm is None:
                        norm = self.norms[row] = sum(map(mul, self.inverse[row], self.inverse[row]))
                    if gap * gap > worst * norm:
                        worst, leaves = gap * gap / norm, row
            if leaves < 0:
                self._check()
                return True
            self.pivots += 1
            if self.pivots % LOOK == 0:
                self.look()
            budget -= 1
            if not budget:
                raise Lost
            out = self.basis[leaves]
            x = self.values[leaves]
            below = x < low[out]
            row_prices = self.inverse[leaves]
            spread = self.frame.spread(row_prices)
            pivots = (
                row_prices
                + [sum([spread[part] for part in parts]) for parts in self.long_parts]
                + [spread[a] + spread[b] + spread[c] + spread[d] + spread[e] for a, b, c, d, e in self.parts]
            )
            towards = -1 if below else 1
            steps = [
                (abs(r / p), v)
                for v, (p, side, r) in enumerate(zip(pivots, self.side, self.reduced, strict=True))
                if p * side * towards > PIVOT
            ]
            steps.sort()
            left = low[out] - x if below else x - high[out]
            enters = -1
            for place, (_, variable) in enumerate(steps):
                left -= abs(pivots[variable]) * (high[variable] - low[variable])
                if left <= OUTSIDE:
                    enters = place
                    break
            if enters < 0:
                self.violated = leaves, below
                return False
            flips = [variable for _, variable in steps[:enters]]
            step, into = steps[enters]
            for other, variable in steps[enters + 1 :]:
                if other > step + TIE:
                    break
                if abs(pivots[variable]) > abs(pivots[into]):
                    into = variable
            if flips:
                moved: dict[int, int] = {}
                for variable in flips:
                    by = high[variable] - low[variable] if self.side[variable] > 0 else low[variable] - high[variable]
                    self.at[variable] += by
                    self.side[variable] = -self.side[variable]
                    for row, n in self._entries(variable, rows):
                        moved[row] = moved.get(row, 0) + n * by
                self._move(moved)
            self._pivot(leaves, into, low[out] if below else high[out], pivots, -towards)
            if enough > float("-inf"):
                worth = constant + sum([costs[v] * y for v, y in zip(self.basis, self.values, strict=True)])
                worth += sum(map(mul, costs, self.at))
                if worth < enough:
                    return True

    def _move(self, moved: dict[int, int]) -> None:
        """Variables that are not basic have moved by so much in these rows."""
        for row, by in moved.items():
            if by:
                self.values = [x - by * line[row] for x, line in zip(self.values, self.inverse, strict=True)]

    def _pivot(self, leaves: int, into: int, bound: int, pivots: list[float], side: int) -> None:
        rows = self.frame.rows
        out = self.basis[leaves]
        column = [0.0] * rows
        for row, n in self._entries(into, rows):
            if n == 1:
                column = [x + line[row] for x, line in zip(column, self.inverse, strict=True)]
            else:
                column = [x + n * line[row] for x, line in zip(column, self.inverse, strict=True)]
        pivot = column[leaves]
        if abs(pivot - pivots[into]) > DRIFT or abs(pivot) < PIVOT:
            raise Lost
        by = (self.values[leaves] - bound) / pivot
        self.values = [x - by * y for x, y in zip(self.values, column, strict=True)]
        self.values[leaves] = self.at[into] + by
        inverse, norms = self.inverse, self.norms
        norm = norms[leaves]
        assert norm is not None, "by which the row was chosen"
        line = [x / pivot for x in inverse[leaves]]
        for row, y in enumerate(column):
            if abs(y) > 1e-11 and row != leaves:
                inverse[row] = [x - y * z for x, z in zip(inverse[row], line, strict=True)]
                norms[row] = None
        inverse[leaves] = line
        norms[leaves] = norm / (pivot * pivot)
        rate = self.reduced[into] / pivots[into]
        self.reduced = [x - rate * y for x, y in zip(self.reduced, pivots, strict=True)]
        self.reduced[into] = 0.0
        self.side[into] = 0
        self.at[into] = 0
        self.basis[leaves] = into
        self.at[out] = bound
        self.side[out] = side if self.high[out] > self.low[out] else 0

    def _check(self) -> None:
        """That values and columns agree.

        :raises Lost: where they do not.
        """
        rows = self.frame.rows
        left = [float(x) for x in self.sums]
        for variable, x in self.all():
            if x:
                for row, n in self._entries(variable, rows):
                    left[row] -= n * x
        if max(map(abs, left), default=0) > DRIFT:
            raise Lost

    def all(self) -> Iterable[tuple[int, float]]:
        """Every variable that is not settled, with its value; 0 may be left out."""
        basic = dict(zip(self.basis, self.values, strict=True))
        for variable, x in enumerate(self.at):
            yield variable, basic.get(variable, x)

    # ---- columns that come and go ------------------------------------------------------------------------------

    def prices(self) -> list[float]:
        """The price of each row."""
        return [cost - reduced for cost, reduced in zip(self.worths, self.reduced, strict=False)]

    def _surplus(self, spread: Sequence[float]) -> list[float]:
        padded = self.frame.padded
        return [
            spread[a] + spread[b] + spread[c] + spread[d] + spread[e]
            for a, b, c, d, e in [padded[at] for at in self.waiting]
        ]

    def wanted(self) -> bool:
        """Let in the columns that the prices ask for; whether there were any."""
        if not self.waiting:
            return False
        spread = self.frame.spread(self.prices())
        asked = [
            (self._worth(at) - price, at)
            for at, price in zip(self.waiting, self._surplus(spread), strict=True)
            if price < self._worth(at) - 1e-6
        ]
        asked.sort(reverse=True)
        return self._let_in([at for _, at in asked[:AT_ONCE]], spread)

    def helpful(self) -> bool:
        """Let in columns that help to mend the violated row; whether there were any."""
        row, below = self.violated
        spread = self.frame.spread(self.inverse[row])
        prices = self.frame.spread(self.prices())
        pivots, costs = self._surplus(spread), self._surplus(prices)
        sign = 1 if below else -1
        asked = [
            (max(0.0, (cost - self._worth(at)) / abs(pivot)), at)
            for at, pivot, cost in zip(self.waiting, pivots, costs, strict=True)
            if pivot * sign < -PIVOT
        ]
        asked.sort()
        return self._let_in([at for _, at in asked[:AT_ONCE]], prices)

    def _let_in(self, columns: list[int], spread: Sequence[float]) -> bool:
        if not columns:
            return False
        frame = self.frame
        gone = set(columns)
        self.waiting = [at for at in self.waiting if at not in gone]
        moved: dict[int, int] = {}
        for at in columns:
            most = frame.columns[at].most
            reduced = self._cost(at) - sum([spread[part] for part in frame.padded[at]])
            self.ids.append(at)
            self.parts.append(frame.padded[at])
            self.costs.append(self._cost(at))
            self.low.append(0)
            self.high.append(most)
            self.reduced.append(reduced)
            self.side.append(-1 if reduced > 0 else 1)
            self.at.append(most if reduced > 0 else 0)
            if reduced > 0:
                for row, n in frame.entries[at]:
                    moved[row] = moved.get(row, 0) + n * most
        self._move(moved)
        return True

    def narrow(self, variable: int, low: int, high: int) -> None:
        """Give a basic variable narrower bounds."""
        self.low[variable], self.high[variable] = low, high

    # ---- proofs ------------------------------------------------------------------------------------------------

    def _reckon(self, prices: list[int], worth: int) -> tuple[int, list[int], list[int]]:
        """At these prices, in parts of ``SCALE``: the most that all variables together can be worth, and what one
        more of each is worth beyond its price; worths count ``worth`` times, once or not at all."""
        frame = self.frame
        spread = frame.spread(prices)
        scale = SCALE * worth
        gains = [scale * own - price for own, price in zip(self.worths, prices, strict=True)]
        columns = frame.columns
        by_slack = self.by_slack
        for at, parts in zip(self.ids, self.long_parts + self.parts, strict=True):
            gain = -sum([spread[part] for part in parts])
            gains.append(gain if by_slack else gain + scale * columns[at].worth)  # type: ignore[arg-type]
        waiting = [-price for price in self._surplus(spread)]
        total = sum(map(mul, prices, self.sums))
        total += sum(
            [gain * (high if gain > 0 else low) for gain, low, high in zip(gains, self.low, self.high, strict=True)]
        )
        total += sum([gain * columns[at].most for gain, at in zip(waiting, self.waiting, strict=True) if gain > 0])
        total += scale * sum(self._worth(at) * n for at, n in self.settled.items())
        return total, gains, waiting  # type: ignore[return-value]

    def bound(self) -> tuple[int, list[int], list[int]]:
        """The most it can all be worth, as its prices prove it in whole parts of ``SCALE``; for each variable, and for
        each column left out, what one more of it would add to that, likewise."""
        return self._reckon([round(price * SCALE) for price in self.prices()], 1)

    def impossible(self) -> bool:
        """Whether the violated row proves that nothing fits."""
        row, below = self.violated
        scale = SCALE if below else -SCALE
        # The sum of all rows, so weighed, is one that the variables cannot make up.
        return self._reckon([round(x * scale) for x in self.inverse[row]], 0)[0] < 0

    def settle(self, spare: int, gains: list[int], waiting: list[int]) -> None:
        """Take out whatever would cost more than there is to spare; the columns that may still change remain."""
        rows = self.frame.rows
        basic = set(self.basis)
        stay: list[int] = []
        for variable, (gain, side) in enumerate(zip(gains, self.side, strict=True)):
            if variable < rows:
                if side * gain < -spare:
                    self.low[variable] = self.high[variable] = self.at[variable]
                    self.side[variable] = 0
                stay.append(variable)
            elif variable in basic or (side and side * gain >= -spare):
                stay.append(variable)
            elif self.at[variable]:
                at, n = self.ids[variable - rows], self.at[variable]
                self.settled[at] = n
                for row, k in self.frame.entries[at]:
                    self.sums[row] -= k * n
        self.waiting = [at for at, gain in zip(self.waiting, waiting, strict=True) if -gain <= spare]
        if len(stay) == len(gains):
            return
        new = {variable: place for place, variable in enumerate(stay)}
        self.basis = [new[variable] for variable in self.basis]
        for name in ("low", "high", "costs", "reduced", "side", "at"):
            values = getattr(self, name)
            setattr(self, name, [values[variable] for variable in stay])
        self.ids = [self.ids[variable - rows] for variable in stay[rows:]]
        self.long = [at for at in self.long if at in set(self.ids)]
        self._columns()
