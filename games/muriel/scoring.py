"""A match of Muriel: hand after hand until somebody has 300 points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.cards import Card
from games.muriel.rules import PACK_POINTS, SEATS, points
from games.rulings import Reason, Refusals, Refused

TARGET = 300
"""The points that win a match (``muriel.score``)."""

Pile = int | tuple[Card, ...]
"""What a player scored in a hand: points, or the cards of the scoring pile."""


def pile_points(pile: Pile) -> int:
    """The points of a pile, however it was given (``muriel.values``)."""
    return pile if isinstance(pile, int) else points(pile)


@dataclass(frozen=True, slots=True)
class Row:
    """One hand on the score sheet."""

    piles: Mapping[str, Pile]
    """What each player scored, as it was given; players who are not named scored nothing."""
    totals: dict[str, int]
    """Points of the match after the hand."""

    @property
    def points(self) -> dict[str, int]:
        """The points of the hand by name."""
        return {name: pile_points(self.piles.get(name, 0)) for name in self.totals}

    @property
    def sum(self) -> int:
        """The points of all piles together: those of the pack, unless something was forgotten or counted twice."""
        return sum(self.points.values())


@dataclass(frozen=True, slots=True)
class Match:
    """A match as far as it has been played."""

    rows: tuple[Row, ...]
    totals: dict[str, int]
    winner: str | None
    reasons: tuple[Reason, ...]


def score(hands: Sequence[Mapping[str, Pile]]) -> Match:
    """The match after these hands (``muriel.score``).

    >>> match = score([{"Ada": 250, "Bea": 170}, {"Ada": 60, "Bea": 160, "Cyd": 200}])
    >>> match.totals, match.winner
    ({'Ada': 310, 'Bea': 330, 'Cyd': 200}, 'Bea')

    :raises Refused: of field ``hands.N`` (from 0) for a hand after the match was won, of ``hands`` for more than nine
        players, of ``hands.N.<name>`` for points below zero.
    """
    names = list(dict.fromkeys(name for hand in hands for name in hand))
    if len(names) > SEATS:
        raise Refused("hands", "too-many-players", count=len(names), most=SEATS, at=names[SEATS])
    totals = dict.fromkeys(names, 0)
    rows: list[Row] = []
    winner: str | None = None
    wrong = Refusals()
    for number, hand in enumerate(hands):
        if winner is not None:
            wrong.add(Refused(f"hands.{number}", "after-the-end", winner=winner, number=number + 1))
            break
        for name, pile in hand.items():
            if pile_points(pile) < 0:
                wrong.add(Refused(f"hands.{number}.{name}", "below-zero", name=name, number=number + 1, at=pile))
        totals = {name: total + pile_points(hand.get(name, 0)) for name, total in totals.items()}
        rows.append(Row(hand, totals))
        first = _first(totals)
        winner = first[0] if len(first) == 1 and totals[first[0]] >= TARGET else None
    wrong.refuse()
    return Match(tuple(rows), totals, winner, tuple(_reasons(rows, totals, winner)))


def _first(totals: Mapping[str, int]) -> list[str]:
    """The players with the highest total."""
    best = max(totals.values(), default=0)
    return [name for name, total in totals.items() if total == best]


def _reasons(rows: Sequence[Row], totals: Mapping[str, int], winner: str | None) -> Iterator[Reason]:
    first = _first(totals)
    best = max(totals.values(), default=0)
    reached = [name for name, total in totals.items() if total >= TARGET]
    if winner is not None:
        code = "won" if len(reached) == 1 else "won-highest"
        yield Reason("muriel.score", code, winner=winner, points=best, target=TARGET, names=reached)
    elif reached:
        yield Reason("muriel.score", "tied", names=first, points=best, target=TARGET)
    else:
        yield Reason("muriel.score", "open", best=best, lacking=TARGET - best, target=TARGET)
    if any(isinstance(pile, tuple) for row in rows for pile in row.piles.values()):
        yield Reason("muriel.values", "values")
    for number, row in enumerate(rows, 1):
        if row.sum != PACK_POINTS:
            yield Reason("muriel.values", "not-all-points", number=number, points=row.sum, pack=PACK_POINTS)
