"""What decided: the reasons that every verdict carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
