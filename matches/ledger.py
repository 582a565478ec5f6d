"""What was written on a sheet, in the order in which it was written: nothing is ever overwritten.

A match is its events. Which hands stand, what they were before and when they changed follows from replaying them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What an event does."""

    ENTERED = "entered"
    """A new hand."""
    CORRECTED = "corrected"
    """Another content for a hand; for one taken back, it stands again."""
    REMOVED = "removed"
    """A hand is taken back."""
    CLOSED = "closed"
    """The evening is over, whatever the score."""
    REOPENED = "reopened"


ON_A_HAND = frozenset({Kind.ENTERED, Kind.CORRECTED, Kind.REMOVED})


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the ledger."""

    number: int
    """From 1, without gaps."""
    key: str
    """What the phone called it, so that the same entry sent twice is known as the same."""
    kind: Kind
    hand: int | None
    """The number of the event that entered the hand; None where no hand is meant."""
    content: Any
    """The hand as the judge reads it; None where none is said."""
    at: datetime
    role: str
    """Which link it came through."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a match, with what became of it."""

    number: int
    """The event that entered it: its name for ever, wherever it stands in the order."""
    content: Any
    stands: bool
    """Whether it counts, or was taken back."""
    changes: tuple[Event, ...]
    """The events on it, the first of which entered it."""


@dataclass(frozen=True)
class Ledger:
    """A match as far as it has been written."""

    events: tuple[Event, ...] = ()
    every_hand: dict[int, Hand] = field(default_factory=dict)
    """By number, in the order in which they were entered, those taken back included."""
    closed: bool = False

    @property
    def revision(self) -> int:
        """The number of the last event, 0 before any."""
        return len(self.events)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands that stand, in the order in which they were entered."""
        return tuple(hand for hand in self.every_hand.values() if hand.stands)

    @property
    def contents(self) -> list[Any]:
        """What the hands that stand contain."""
        return [hand.content for hand in self.hands]

    def since(self, revision: int) -> tuple[Event, ...]:
        """The events after this revision."""
        return self.events[max(revision, 0) :]

    def with_key(self, key: str) -> Event | None:
        """The event of this key, if it has been written."""
        return next((event for event in self.events if event.key == key), None)

    def add(self, event: Event) -> Ledger:
        """The ledger with one event more.

        :raises ValueError: for an event that does not follow: a number with a gap, a key that is there, a hand that is
            not there or does not stand, a sheet closed twice.
        """
        hands, closed = dict(self.every_hand), self.closed
        if event.number != self.revision + 1:
            raise ValueError(f"event {event.number} does not follow {self.revision}")
        if self.with_key(event.key):
            raise ValueError(f"event {event.number}: its key is there already")
        if (event.kind in ON_A_HAND) != (event.hand is not None):
            raise ValueError(f"event {event.number}: {event.kind} and hand {event.hand} do not go together")
        match event.kind:
            case Kind.ENTERED:
                if event.hand != event.number:
                    raise ValueError(f"event {event.number}: a new hand has the number of its event")
                hands[event.number] = Hand(event.number, event.content, True, (event,))
            case Kind.CORRECTED | Kind.REMOVED:
                hand = hands.get(event.hand or 0)
                stands = event.kind is Kind.CORRECTED
                if hand is None or not (hand.stands or stands):
                    raise ValueError(f"event {event.number}: hand {event.hand} is not there")
                content = event.content if stands else hand.content
                hands[hand.number] = replace(hand, content=content, stands=stands, changes=(*hand.changes, event))
            case Kind.CLOSED | Kind.REOPENED:
                closed = event.kind is Kind.CLOSED
                if closed == self.closed:
                    raise ValueError(f"event {event.number}: the sheet is {event.kind} already")
        return Ledger((*self.events, event), hands, closed)


def replay(events: Iterable[Event]) -> Ledger:
    """The match that these events make, in their order.

    :raises ValueError: for an event that does not follow from those before it.
    """
    ledger = Ledger()
    for event in events:
        ledger = ledger.add(event)
    return ledger


def clash(ledger: Ledger, seen: int, kind: Kind, hand: int | None) -> tuple[Event, ...]:
    """What was written since ``seen`` that whoever writes this now has to know first.

    A new hand clashes with other new hands, a change of a hand with other changes of it, closing with anything.
    """
    fresh = ledger.since(seen)
    if kind is Kind.ENTERED:
        return tuple(event for event in fresh if event.kind in {Kind.ENTERED, Kind.CLOSED})
    if kind in ON_A_HAND:
        return tuple(event for event in fresh if event.hand == hand)
    return fresh
