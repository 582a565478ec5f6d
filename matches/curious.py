"""What is told of a match once it is over: who stands on the podium, and which of its figures are curious."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

STEPS = 3
"""Places on a podium."""
FEWEST_HANDS = 3
"""Of a match of which any figure is curious; and hands that a lead lasts before it is called long."""
MOST_TOLD = 3
"""Who share a figure at most: what more have in common is not curious."""


@dataclass(frozen=True)
class Hand:
    """A hand that counts."""

    place: int
    """How people call it."""
    gains: Mapping[str, int]
    """Of those who took part in it."""
    ahead: Mapping[str, int]
    """What all are ranked by after it."""
    pays: Sequence[Sequence[str | int]] = ()
    """Who pays whom how much: payer, payee, points."""


@dataclass(frozen=True)
class Owed:
    """What one player owes another by all hands together."""

    payer: str
    payee: str
    points: int


@dataclass(frozen=True)
class Curious:
    """The figures of a match that are worth telling; empty is what is not."""

    best: int = 0
    """What the best hand brought."""
    best_by: tuple[tuple[str, int], ...] = ()
    """Whom, and in which hand."""
    lead: int = 0
    """How many hands running the longest lead lasted."""
    led: tuple[str, ...] = ()
    """Who was first so long, alone."""
    comeback: tuple[str, int] | None = None
    """Who is first, alone, and was last, alone, at half of the match or later; and after which hand for the last time."""
    owed: tuple[Owed, ...] = ()
    """The player who owes another one the most."""


def places(ahead: Mapping[str, int], *, fewest: bool = False) -> list[tuple[int, list[str]]]:
    """The places, each with those who share it; the next one is as much lower.

    :param fewest: whether the fewest lead.

    >>> places({"Ana": 3, "Ben": 9, "Cyd": 9, "Dan": 1})
    [(1, ['Ben', 'Cyd']), (3, ['Ana']), (4, ['Dan'])]
    """
    sign = 1 if fewest else -1
    order = sorted(ahead, key=lambda name: sign * ahead[name])
    return [
        (1 + sum(sign * other < sign * count for other in ahead.values()), list(names))
        for count, names in groupby(order, key=lambda name: ahead[name])
    ]


def podium(ahead: Mapping[str, int], *, fewest: bool = False) -> list[tuple[int, list[str]]]:
    """The first places; none where all share the first.

    :param fewest: whether the fewest lead.

    >>> podium({"Ana": 3, "Ben": 9, "Cyd": 9, "Dan": 1})
    [(1, ['Ben', 'Cyd']), (3, ['Ana'])]
    """
    found = places(ahead, fewest=fewest)
    return [(place, names) for place, names in found if place <= STEPS] if len(found) > 1 else []


def curious(hands: Sequence[Hand], *, fewest: bool = False) -> Curious:
    """What is curious about a match of these hands.

    :param fewest: whether the fewest lead.
    """
    if len(hands) < FEWEST_HANDS:
        return Curious()
    sign = -1 if fewest else 1
    best, best_by = _best(hands, sign)
    lead, led = _longest_lead(hands, sign)
    return Curious(best, best_by, lead, led, _comeback(hands, sign), _most_owed(hands))


def _best(hands: Sequence[Hand], sign: int) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The best hand; none where half of the hands were as good, as where the best is the same in each."""
    # In the order of the players: what a database gives back has an order of its own.
    every = [(sign * hand.gains[name], name, hand.place) for hand in hands for name in hand.ahead if name in hand.gains]
    best = max((points for points, _name, _place in every), default=0)
    by = tuple((name, place) for points, name, place in every if points == best)
    return (sign * best, by) if len(by) <= MOST_TOLD and 2 * len(by) < len(hands) else (0, ())


def _alone(ahead: Mapping[str, int], sign: int) -> str | None:
    """The one player who is first by this sign, which is last by the other; None where two share the place."""
    best = max(sign * count for count in ahead.values())
    found = [name for name, count in ahead.items() if sign * count == best]
    return found[0] if len(found) == 1 else None


def _longest_lead(hands: Sequence[Hand], sign: int) -> tuple[int, tuple[str, ...]]:
    runs = [(name, len(list(run))) for name, run in groupby(_alone(hand.ahead, sign) for hand in hands)]
    longest = max((count for name, count in runs if name is not None), default=0)
    led = tuple(dict.fromkeys(name for name, count in runs if name is not None and count == longest))
    return (longest, led) if longest >= FEWEST_HANDS and len(led) <= MOST_TOLD else (0, ())


def _comeback(hands: Sequence[Hand], sign: int) -> tuple[str, int] | None:
    first = _alone(hands[-1].ahead, sign)
    later = hands[(len(hands) - 1) // 2 :]
    last = [hand.place for hand in later if _alone(hand.ahead, -sign) == first]
    return (first, last[-1]) if first is not None and last else None


def _most_owed(hands: Sequence[Hand]) -> tuple[Owed, ...]:
    """Who owes most, and to whom, once it is set off what both owe each other; with two players there is but one debt."""
    gross = Counter[tuple[str, str]]()
    for hand in hands:
        for payer, payee, points in hand.pays:
            gross[str(payer), str(payee)] += int(points)
    owed = {(payer, payee): points - gross[payee, payer] for (payer, payee), points in gross.items()}
    most = max(owed.values(), default=0)
    found = tuple(Owed(*pair, points) for pair, points in owed.items() if points == most)
    return found if most > 0 and len(hands[0].ahead) > 2 and len(found) <= MOST_TOLD else ()
