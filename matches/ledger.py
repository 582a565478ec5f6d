"""What was written on a sheet, in the order in which it was written: nothing is ever overwritten.

A match is its events. Which hands stand, what they were before and when they changed follows from replaying them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID, uuid5


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
    PAID = "paid"
    """One player has paid another what was left to settle: ``{"from": name, "to": name, "points": 12}``."""
    UNPAID = "unpaid"
    """A payment is taken back: ``{"paid": 7}``, the number of the event that told of it."""
    SEATED = "seated"
    """Others sit at the table from now on, or otherwise, or under other names."""


ON_A_HAND = frozenset({Kind.ENTERED, Kind.CORRECTED, Kind.REMOVED})
ON_A_PAYMENT = frozenset({Kind.PAID, Kind.UNPAID})
MOST_PAID = 10**12
"""Points of a payment: no evening comes to as many."""


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
    """The hand as the judge reads it, or what is said of a payment; None where neither is said."""
    at: datetime
    role: str
    """Which link it came through."""
    outcome: Any = field(default=None, compare=False)
    """What the content comes to by itself, kept so that it is counted once; it follows from the content."""

    @property
    def line(self) -> str:
        """As JSON: a line of an exported match."""
        said = {
            "number": self.number,
            "key": self.key,
            "kind": self.kind.value,
            "hand": self.hand,
            "content": self.content,
            "at": self.at.isoformat(),
            "role": self.role,
        }
        return json.dumps(said, ensure_ascii=False)

    @property
    def changes_nothing(self) -> bool:
        """Whether it is a correction without content: none is taken any more, but some may be stored."""
        return self.kind is Kind.CORRECTED and self.content is None

    @property
    def says_a_hand(self) -> bool:
        """Whether its content is a hand."""
        return self.kind in ON_A_HAND and self.content is not None

    @property
    def undone_as(self) -> str:
        """The key of the event that undoes it: whoever undoes it, and however often it is sent, undoes it once."""
        return str(uuid5(UUID(self.key), "undo"))


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player paid another, as it was ticked off."""

    event: Event
    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a match, with what became of it."""

    number: int
    """The event that entered it: how the ledger finds it."""
    place: int
    """The first hand ever entered is 1, the next 2: how people call it, for ever, whatever is taken back."""
    content: Any
    stands: bool
    """Whether it counts, or was taken back."""
    changes: tuple[Event, ...]
    """The events on it, the first of which entered it."""
    entered: Any
    """What was entered first, under the same names as the content."""
    said: Event
    """The event that says what it contains, or what it contained when it was taken back."""
    followed: int | None = None
    """The event that entered the next hand; None for the last one."""
    gone_as: Event | None = None
    """The event that said what it contained until it came back, where it did so last."""
    outcome: Any = field(default=None, compare=False)
    """What the content comes to by itself."""

    @property
    def key(self) -> str:
        """Its name in forms, which no other hand has, in no other match and after no restored backup."""
        return self.changes[0].key

    @property
    def last(self) -> Event:
        """The event that changed it last."""
        return [event for event in self.changes if not event.changes_nothing][-1]

    @property
    def is_corrected(self) -> bool:
        """Whether it contains anything else than what was entered first."""
        return bool(self.content != self.entered)

    def before(self, event: Event) -> tuple[Event, ...]:
        """The events that changed it before this one."""
        return tuple(it for it in self.changes if it.number < event.number and not it.changes_nothing)

    def was_gone_before(self, event: Event) -> bool:
        """Whether it was taken back when this event came."""
        return any(it.kind is Kind.REMOVED for it in self.before(event)[-1:])

    def after(self, number: int) -> Hand:
        """The hand as it was after the event of this number, under the names of its time."""
        hand = replace(_entered(self.place, self.changes[0]), followed=self.followed)
        for event in self.changes[1:]:
            hand = _changed(hand, event) if event.number <= number else hand
        return hand


@dataclass(frozen=True)
class Ledger:
    """A match as far as it has been written."""

    events: tuple[Event, ...] = ()
    every_hand: dict[int, Hand] = field(default_factory=dict)
    """By number, in the order in which they were entered, those taken back included."""
    closed: bool = False
    ticked: dict[int, Event] = field(default_factory=dict)
    """The payments that are not taken back, by number."""

    @property
    def revision(self) -> int:
        """The number of the last event, 0 before any."""
        return len(self.events)

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The hands that stand, in the order in which they were entered."""
        return tuple(hand for hand in self.every_hand.values() if hand.stands)

    def vacant(self, seen: int | None = None) -> Hand | None:
        """The hand whose place the next one takes, so that no number is left out.

        That is the last one ever entered, where it was taken back, or the first of several such. Only hands count after
        which nobody has said who deals: for the deal, a hand counts where it was entered first.

        :param seen: the last event that whoever enters the next hand knows; the very last where it is not said.
        """
        known, vacant = self.events[:seen], None
        for event in reversed(known):
            if event.kind is Kind.SEATED and "deals" in event.content:
                break
            if event.kind is not Kind.ENTERED:
                continue
            hand = self.every_hand[event.number]
            changes = [it for it in hand.changes if it.number <= len(known) and not it.changes_nothing]
            if changes[-1].kind is not Kind.REMOVED:
                break
            vacant = hand
        return vacant

    @property
    def next_place(self) -> int:
        """How people will call the next hand."""
        vacant = self.vacant()
        return vacant.place if vacant else len(self.every_hand) + 1

    def brings_a_hand(self, event: Event) -> bool:
        """Whether it is a new hand, or one in the place of another that was taken back."""
        return event.kind is Kind.ENTERED or (
            event.kind is Kind.CORRECTED and self.every_hand[event.hand or 0].was_gone_before(event)
        )

    def at_place(self, place: int) -> Hand | None:
        """The hand that people call so."""
        return next((hand for hand in self.every_hand.values() if hand.place == place), None)

    @property
    def paid(self) -> tuple[Payment, ...]:
        """The payments that count, in the order in which they were ticked off."""
        return tuple(map(self.payment, self.ticked.values()))

    def payment(self, event: Event, names: Mapping[str, str] = MappingProxyType({})) -> Payment:
        """The payment that an event tells of, or takes back.

        :param names: what those are called whom it names otherwise.
        """
        told = self.told_by(event).content
        payer, payee = (names.get(name, name) for name in (told["from"], told["to"]))
        return Payment(event, payer, payee, told["points"])

    def told_by(self, event: Event) -> Event:
        """The event that told of the payment which this one takes back; itself, where it takes none back."""
        return self.events[event.content["paid"] - 1] if event.kind is Kind.UNPAID else event

    def taken_back(self, paid: Event) -> Event | None:
        """The event that took this payment back; None where it counts."""
        if paid.number in self.ticked:
            return None
        return next(it for it in self.events if it.kind is Kind.UNPAID and it.content["paid"] == paid.number)

    def undoes(self, event: Event) -> Event | None:
        """The event that this one undid; None where it was written for itself."""
        found = next((it for it in self.events[: event.number - 1] if it.undone_as == event.key), None)
        undone = undoing(self, found) if found else None
        if not (found and undone) or (undone.kind, found.hand) != (event.kind, event.hand):
            return None  # a key is what its sender makes it: what does something else undoes nothing
        return found if event.says_a_hand or undone.content == event.content else None

    def since(self, revision: int) -> tuple[Event, ...]:
        """The events after this revision."""
        return self.events[max(revision, 0) :]

    @cached_property
    def _by_key(self) -> dict[str, Event]:
        return {event.key: event for event in self.events}

    def with_key(self, key: str) -> Event | None:
        """The event of this key, if it has been written."""
        return self._by_key.get(key)

    @property
    def mark(self) -> str:
        """What a page shows, to be sent back with what is entered on it: ``12.<key of event 12>``, ``0`` before any."""
        return f"{self.revision}.{self.events[-1].key}" if self.events else "0"

    def seen(self, mark: str) -> int:
        """The number of the last event that whoever sends this mark knows.

        0 where it names an event that is not there, or another one: after a backup was restored the numbers come again
        with other events. A number alone, as pages of an older version send it, is believed as far as there are events.
        """
        number, _dot, key = mark.partition(".")
        if not (number.isdecimal() and len(number) <= 6 and int(number) <= self.revision):
            return 0
        return int(number) if not key or (int(number) and self.events[int(number) - 1].key == key) else 0

    def add(self, event: Event) -> Ledger:
        """The ledger with one event more.

        :raises ValueError: for an event that does not follow: a number with a gap, a key that is there, a hand that is
            not there or does not stand, a hand entered or corrected without content, a sheet closed twice, a payment
            taken back that does not count.
        """
        if event.changes_nothing:
            raise ValueError(f"event {event.number}: a correction without content")
        return _written(self, [event])


def replay(events: Iterable[Event]) -> Ledger:
    """The match that these events make, in their order. A stored correction without content changes nothing.

    :raises ValueError: for an event that does not follow from those before it.
    """
    return _written(Ledger(), events)


def _written(ledger: Ledger, more: Iterable[Event]) -> Ledger:
    """The ledger with these events more, in one pass."""
    events, hands, closed, ticked = list(ledger.events), dict(ledger.every_hand), ledger.closed, dict(ledger.ticked)
    keys = set(ledger._by_key)
    for event in more:
        if event.number != len(events) + 1:
            raise ValueError(f"event {event.number} does not follow {len(events)}")
        if event.key in keys:
            raise ValueError(f"event {event.number}: its key is there already")
        if (event.kind in ON_A_HAND) != (event.hand is not None):
            raise ValueError(f"event {event.number}: {event.kind} and hand {event.hand} do not go together")
        match event.kind:
            case Kind.ENTERED:
                if event.hand != event.number:
                    raise ValueError(f"event {event.number}: a new hand has the number of its event")
                if event.content is None:
                    raise ValueError(f"event {event.number}: a hand without content")
                if hands:
                    last = next(reversed(hands))
                    hands[last] = replace(hands[last], followed=event.number)
                hands[event.number] = _entered(len(hands) + 1, event)
            case Kind.CORRECTED | Kind.REMOVED:
                hands[event.hand or 0] = _changed(hands.get(event.hand or 0), event)
            case Kind.CLOSED | Kind.REOPENED:
                if closed == (event.kind is Kind.CLOSED):
                    raise ValueError(f"event {event.number}: the sheet is {event.kind} already")
                closed = event.kind is Kind.CLOSED
            case Kind.PAID:
                if not is_payment(event.content):
                    raise ValueError(f"event {event.number}: it tells of no payment")
                ticked[event.number] = event
            case Kind.UNPAID:
                match event.content:
                    case {"paid": int(number), **others} if not others and number in ticked and number is not True:
                        del ticked[number]
                    case _:
                        raise ValueError(f"event {event.number}: there is no such payment to take back")
            case Kind.SEATED:
                if event.content is None:
                    raise ValueError(f"event {event.number}: nobody is said to sit there")
        events.append(event)
        keys.add(event.key)
    return Ledger(tuple(events), hands, closed, ticked)


def is_payment(content: Any) -> bool:
    """Whether this is what an event says that tells of a payment."""
    match content:
        case {"from": str(payer), "to": str(payee), "points": int(points), **more}:
            return not more and payer != payee and points is not True and 0 < points <= MOST_PAID
    return False


def _entered(place: int, event: Event) -> Hand:
    """A new hand."""
    return Hand(event.number, place, event.content, True, (event,), event.content, event, outcome=event.outcome)


def _changed(hand: Hand | None, event: Event) -> Hand:
    """A hand after a correction or after it was taken back."""
    # Where an empty correction was stored, the hand seemed to stand again, and could be taken back once more.
    if hand is None or not (hand.stands or event.kind is Kind.CORRECTED or hand.changes[-1].changes_nothing):
        raise ValueError(f"event {event.number}: hand {event.hand} is not there")
    changes = (*hand.changes, event)
    if event.changes_nothing:
        return replace(hand, changes=changes)
    if event.kind is Kind.REMOVED:
        # Where it had come back with another content and that is undone, it is gone as it was before; but what was last
        # entered in the place of the last hand is to be put right, or put back.
        is_followed = hand.followed is not None and hand.followed < event.number
        is_back = hand.gone_as and is_followed and event.key == hand.said.undone_as
        said = (is_back and hand.gone_as) or hand.said
        hand = replace(hand, content=said.content, outcome=said.outcome)
        return replace(hand, stands=False, changes=changes, said=said, gone_as=None)
    gone_as = None if hand.stands else hand.said
    hand = replace(hand, content=event.content, outcome=event.outcome)
    return replace(hand, stands=True, changes=changes, said=event, gone_as=gone_as)


def clash(ledger: Ledger, seen: int, kind: Kind, hand: int | None) -> tuple[Event, ...]:
    """What was written since ``seen`` that whoever writes this now has to know first.

    A new hand clashes with other new hands and with other people at the table, a change of a hand with other changes
    of it, a change of the people with other changes of them, closing with anything. A payment clashes with other people
    alone, whose names it says: for the rest it is in the list of what is left to settle, or it is not.
    """
    fresh = ledger.since(seen)
    if kind is Kind.ENTERED:
        return tuple(event for event in fresh if event.kind in {Kind.ENTERED, Kind.CLOSED, Kind.SEATED})
    if kind in {Kind.SEATED, Kind.PAID}:
        return tuple(event for event in fresh if event.kind is Kind.SEATED)
    if kind in ON_A_HAND:
        return tuple(event for event in fresh if event.hand == hand and not event.changes_nothing)
    return () if kind is Kind.UNPAID else fresh


class Undoing(NamedTuple):
    """What undoes an event."""

    kind: Kind
    content: Any = None
    said: Event | None = None
    """Whose content it is, where it is a hand: the names in it are those of that time."""


def undoing(ledger: Ledger, event: Event) -> Undoing | None:
    """What undoes an event.

    None for what nothing undoes: an empty correction, and a payment taken back, which can be ticked off once more.
    """
    match event.kind:
        case Kind.ENTERED:
            return Undoing(Kind.REMOVED)
        case Kind.CORRECTED | Kind.REMOVED if not event.changes_nothing:
            hand = ledger.every_hand[event.hand or 0]
            if event.kind is Kind.CORRECTED and hand.was_gone_before(event):
                return Undoing(Kind.REMOVED)
            # What is taken back comes back as it is shown since, and not as what was undone by taking it back.
            said = hand.after(event.number - (event.kind is Kind.CORRECTED)).said
            return Undoing(Kind.CORRECTED, said.content, said)
        case Kind.CLOSED:
            return Undoing(Kind.REOPENED)
        case Kind.REOPENED:
            return Undoing(Kind.CLOSED)
        case Kind.PAID:
            return Undoing(Kind.UNPAID, {"paid": event.number})
    return None


def is_last_word(ledger: Ledger, event: Event) -> bool:
    """Whether nothing was written since of what this event is about, so that it can be undone."""
    undone = undoing(ledger, event)
    if undone is None:
        return False
    if event.kind is Kind.PAID:
        return event.number in ledger.ticked
    return not clash(ledger, event.number, undone.kind, event.hand)
