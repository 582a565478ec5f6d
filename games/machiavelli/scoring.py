"""Who has won a game of Machiavelli."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.machiavelli.rules import DEALT, STANDARD, House
from games.rulings import Reason, Refusals, Refused


@dataclass(frozen=True, slots=True)
class Standing:
    """One player at the end: cards left, and the place that gives."""

    name: str
    left: int
    place: int
    """1 for the player with the fewest cards; equal hands share a place."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game."""

    winners: tuple[str, ...]
    """More than one where the fewest cards are shared."""
    standings: tuple[Standing, ...]
    """From the fewest cards to the most; equal ones as they were named."""
    reasons: tuple[Reason, ...]


def seats(house: House) -> range:
    """Return how many may play: those to whom the pack can be dealt with a card over (``machiavelli.deal``).

    >>> seats(STANDARD)[-1], seats(House(decks=4))[-1]
    (7, 15)
    """
    return range(2, (len(house.pack) - 1) // DEALT + 1)


def ending(hands: Mapping[str, int], house: House = STANDARD) -> Ending:
    """Who has won, from the number of cards each player has left (``machiavelli.end``).

    >>> ending({"Ana": 4, "Ugo": 2, "Iva": 7}).winners
    ('Ugo',)

    :raises Refused: of field ``hands`` for fewer than two players, more than the pack can be dealt to with a card over, two players
        without cards, or more cards than the pack holds; of ``hands.<name>`` for a number below zero.
    """
    pack, may_play = len(house.pack), seats(house)
    if len(hands) < may_play[0]:
        raise Refused("hands", "two-players")
    if len(hands) not in may_play:
        raise Refused("hands", "too-many-players", count=len(hands), most=may_play[-1])
    wrong = Refusals()
    for name, left in hands.items():
        if left < 0:
            wrong.add(Refused(f"hands.{name}", "below-zero", name=name, at=str(left)))
    out = tuple(name for name, left in hands.items() if left == 0)
    if len(out) > 1:
        wrong.add(Refused("hands", "two-out", names=out, cell=f"hands.{out[-1]}"))
    if (total := sum(hands.values())) > pack:
        wrong.add(Refused("hands", "more-than-pack", count=total, most=pack))
    wrong.refuse()
    fewest = min(hands.values())
    winners = tuple(name for name, left in hands.items() if left == fewest)
    standings = tuple(
        Standing(name, left, 1 + sum(other < left for other in hands.values()))
        for name, left in sorted(hands.items(), key=lambda hand: hand[1])
    )
    code = "went-out" if out else "fewest" if len(winners) == 1 else "shared"
    return Ending(winners, standings, (Reason("machiavelli.end", code, names=winners, left=fewest),))
