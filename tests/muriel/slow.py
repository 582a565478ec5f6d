"""Muriel once more, slowly and from the rulings alone: cards as texts, seats as people who pass a token round.

It shares no line with :mod:`games.muriel.rules`; the tests hold them against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WORTH = dict(zip("A23456789TJQKX", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 20], strict=True))


class Outcome(NamedTuple):
    taker: int
    taken: list[int]
    """Places of the cards that go to the pile: claims, then bonus claims."""
    claims: int
    """How many of them are claims."""


def worth(card: str) -> int:
    return WORTH[card[0]]


def pick(cards: Sequence[str], left: list[int]) -> int:
    """Take away the best card that is left: no other one higher, and of equals the one played first."""
    best = max(left, key=lambda place: (worth(cards[place]), -place))
    left.remove(best)
    return best


def trick(cards: Sequence[str]) -> Outcome:
    left = list(range(len(cards)))
    if len(cards) == 1:
        return Outcome(0, [0], 1)
    if {"Xb", "Xr"} <= set(cards):
        taken = [pick(cards, left) for _time in range(min(4, len(cards)))]
        return Outcome(taken[1], taken, 2)
    in_order = [pick(cards, left) for _card in cards]
    first, second = in_order[:2]
    third = in_order[2] if len(in_order) > 2 else None
    if worth(cards[first]) > worth(cards[second]):
        return Outcome(first, [first, second], 2)
    if third is not None and worth(cards[third]) == worth(cards[second]):
        return Outcome(second, [second, third], 2)
    return Outcome(second, [first, second], 2)


class Seat:
    def __init__(self, hand: list[str]) -> None:
        self.hand = hand
        self.pile: list[str] = []
        self.strays: set[str] = set()
        self.left: Seat


class Game:
    """A hand at a table where each seat knows who sits on the left."""

    def __init__(self, deal: Sequence[Sequence[str]], dealer: int, taker_leads: bool) -> None:
        self.seats = [Seat(list(hand)) for hand in deal]
        for seat, left in zip(self.seats, [*self.seats[1:], self.seats[0]], strict=True):
            seat.left = left
        self.leader: Seat | None = self.seats[dealer]
        self.taker_leads = taker_leads

    def players(self) -> list[Seat]:
        """Who plays to the next trick."""
        found: list[Seat] = []
        at = self.leader
        for _seat in self.seats:
            assert at
            if at.hand:
                found.append(at)
            at = at.left
        return found

    def play(self, cards: Sequence[str]) -> None:
        players = self.players()
        assert len(players) == len(cards)
        for player, card in zip(players, cards, strict=True):
            player.hand.remove(card)
            player.strays.discard(card)
        outcome = trick(cards)
        taker = players[outcome.taker]
        taker.pile += [cards[place] for place in outcome.taken]
        astray = [card for place, card in enumerate(cards) if place not in outcome.taken]
        assert self.leader
        heir = taker if self.taker_leads else self.leader.left
        if astray:
            heir.hand += astray
            heir.strays |= set(astray)
            self.leader = heir
            return
        for _seat in self.seats:
            if heir.hand:
                self.leader = heir
                return
            heir = heir.left
        self.leader = None
