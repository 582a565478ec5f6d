"""What decided: the reasons that every verdict carries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, init=False)
class Reason:
    """One ruling at work: which rule, what it found, and the figures it found it with. No prose.

    >>> Reason("murlan.follow", "not-higher", played="5", table="8").figures["table"]
    '8'
    """

    rule: str
    """The ruling's id with its game: ``murlan.straight-step``, the anchor on the game's page."""
    code: str
    """Which sentence of the game's wording says it."""
    figures: Mapping[str, Any]
    """What the sentence needs: cards, combinations, numbers."""

    def __init__(self, rule: str, code: str, **figures: Any) -> None:
        object.__setattr__(self, "rule", rule)
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "figures", figures)


def rules_of(reasons: Iterable[Reason]) -> list[str]:
    """The ids of the rulings that decide, each once, in the order of the reasons."""
    return list(dict.fromkeys(reason.rule for reason in reasons))


class Refused(ValueError):
    """A question that cannot be answered: what is wrong, and in which of its fields. No prose."""

    def __init__(self, field: str, code: str, **figures: Any) -> None:
        super().__init__(f"{field}: {code}")
        self.field = field
        """The field of the question, with a path where that helps: ``hands.2``."""
        self.code = code
        """Which sentence of the game's wording says it."""
        self.figures = figures


class Refusals:
    """What is wrong with a question, gathered one by one, so that all of it is refused at once.

    >>> wrong = Refusals()
    >>> wrong.add(Refused("hands.0", "below-zero"))
    >>> with wrong.gathered():
    ...     raise Refused("hands.1", "too-many")
    >>> [found.field for found in wrong.found]
    ['hands.0', 'hands.1']
    """

    def __init__(self) -> None:
        self.found: list[Refused] = []

    def add(self, refused: Refused) -> None:
        """One more, with those that it brings ``also``."""
        figures = dict(refused.figures)
        others = figures.pop("also", ())
        self.found += [Refused(refused.field, refused.code, **figures), *others]

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Go on after what is refused in here."""
        try:
            yield
        except Refused as refused:
            self.add(refused)

    def refuse(self) -> None:
        """Nothing, unless something was wrong.

        :raises Refused: the first that was found, and with it the others.
        """
        if self.found:
            first, *others = self.found
            raise Refused(first.field, first.code, **first.figures, **({"also": tuple(others)} if others else {}))
