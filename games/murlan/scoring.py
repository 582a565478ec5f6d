"""What a hand of Murlan is worth, and when the match is won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rulings import Reason, Refusals, Refused

POINTS = (3, 2, 1, 0)
"""For the first, second, third and last to go out (``murlan.points``)."""
TARGETS = (21, 31, 41, 51)
"""(``murlan.target``)"""


@dataclass(frozen=True, slots=True)
class Row:
    """One hand on the score sheet."""

    points: dict[str, int]
    totals: dict[str, int]
    target: int
    """The target after the hand."""
    raised: bool
    """Whether this hand raised it."""
    standing: tuple[Reason, ...]
    """How the match stood after the hand."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as far as it has been played."""

    rows: tuple[Row, ...]
    totals: dict[str, int]
    target: int
    winner: str | None
    reasons: tuple[Reason, ...]


def score(hands: Sequence[Sequence[str]], players: Sequence[str] = ()) -> Match:
    """The match after these hands, each the four names from first out to last (``murlan.points``).

    >>> match = score([["Ana", "Ben", "Eda", "Gent"], ["Eda", "Ana", "Ben", "Gent"]])
    >>> match.totals
    {'Ana': 5, 'Ben': 3, 'Eda': 4, 'Gent': 0}

    :param players: the four names in the order of the sheet's columns; that of the first hand unless given.
    :raises Refused: of field ``hands.N`` (from 0) when a hand does not name the four players once each,
        or was played after the match was won.
    """
    players = players or (hands[0] if hands else ())
    totals = dict.fromkeys(players, 0)
    rows: list[Row] = []
    target, winner = TARGETS[0], None
    reasons: tuple[Reason, ...] = (Reason("murlan.target", "open", target=target, best=0, leaders=(), lacking=target),)
    wrong = Refusals()
    for number, names in enumerate(hands):
        field = f"hands.{number}"
        if winner is not None:
            wrong.add(Refused(field, "after-the-end", winner=winner, hand=number + 1))
            break
        if len(names) != 4 or len(set(names)) != 4 or not all(map(str.strip, names)):
            wrong.add(Refused(field, "four-names", hand=number + 1))
            if names is players:
                break  # nobody knows, then, who plays
            continue
        if others := [name for name in names if name not in totals]:
            wrong.add(Refused(field, "other-name", name=others[0], hand=number + 1))
            continue
        points = dict(zip(names, POINTS, strict=True))
        totals = {name: total + points[name] for name, total in totals.items()}
        before = target
        target, winner, standing = _standing(totals, target)
        reasons = (*standing, Reason("murlan.points", "points", names=tuple(names)))
        rows.append(Row({name: points[name] for name in players}, totals, target, target > before, standing))
    wrong.refuse()
    return Match(tuple(rows), totals, target, winner, reasons)


def _standing(totals: dict[str, int], target: int) -> tuple[int, str | None, tuple[Reason, ...]]:
    """Target, winner and reasons after a hand (``murlan.target``, ``murlan.target-last``)."""
    best = max(totals.values())
    leaders = tuple(name for name, total in totals.items() if total == best)
    there = tuple(name for name, total in totals.items() if total >= target)
    figures = {"target": target, "best": best, "leaders": leaders, "there": there, "lacking": target - best}
    if not there:
        return target, None, (Reason("murlan.target", "open", **figures),)
    if len(there) == 1:
        return target, there[0], (Reason("murlan.target", "won", **figures),)
    if target < TARGETS[-1]:
        raised = TARGETS[TARGETS.index(target) + 1]
        return raised, None, (Reason("murlan.target", "raised", raised=raised, **figures),)
    if len(leaders) == 1:
        return target, leaders[0], (Reason("murlan.target-last", "won-at-last", **figures),)
    return target, None, (Reason("murlan.target-last", "shared", **figures),)
