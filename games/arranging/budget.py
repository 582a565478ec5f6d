"""How long a search may go on."""

from __future__ import annotations

import time
from collections.abc import Callable


class Spent(Exception):
    """A budget has been used up."""


class Budget:
    """So many seconds of processor time of this thread, from now on; searches look at it again and again.

    >>> ticks = iter(range(100))
    >>> budget = Budget(2, clock=lambda: next(ticks))
    >>> budget.look()
    >>> budget.look()
    Traceback (most recent call last):
    games.arranging.budget.Spent
    """

    def __init__(self, seconds: float = float("inf"), clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self.end = clock() + seconds

    def over(self) -> bool:
        """Whether the time is over."""
        return self.clock() >= self.end

    def look(self) -> None:
        """See what time it is.

        :raises Spent: where the time is over.
        """
        if self.over():
            raise Spent

    def part(self, share: float) -> Budget:
        """So much of what is left, as a budget of its own that ends within this one."""
        part = Budget(0, self.clock)
        part.end = self.end if self.end == float("inf") else part.end + max(0.0, self.end - part.end) * share
        return part
