"""Who sits at the table: names that change, people who come, leave and come back, the order of the seats, who deals.

Everybody has a number, the place in which they came, and keeps it: it stands in forms and in the entries by which the
people change, so that no other name and no other seat makes anybody somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matches.ledger import Event, Hand, Kind, Ledger

MOST_PEOPLE = 16
"""Who can come to one table in all, those who have left included."""


@dataclass(frozen=True)
class Seating:
    """The people of a match at one moment."""

    people: tuple[str, ...]
    """By number, under the names that they bear then."""
    present: tuple[int, ...]
    """Who plays, in the order of play."""
    number: int = 0
    """The event that seated them; 0 where they sit as at first."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in the order of play."""
        return tuple(self.people[one] for one in self.present)

    @property
    def left(self) -> tuple[int, ...]:
        """Who plays no more."""
        return tuple(one for one in range(len(self.people)) if one not in self.present)

    def after(self, seat: int, gone_to: Seating) -> int:
        """Whoever of ``gone_to`` comes next after this seat of the table."""
        at = self.present.index(seat)
        round_the_table = (*self.present[at + 1 :], *self.present[: at + 1])
        return next((one for one in round_the_table if one in gone_to.present), gone_to.present[0])

    def as_stored(self) -> list[Any] | None:
        """As the match keeps it, for :meth:`of` to read."""
        return [list(self.people), list(self.present)] if self.number else None

    @classmethod
    def of(cls, players: Sequence[str], stored: Sequence[Any] | None = None) -> Seating:
        """The table as it was laid for these players, or as it is kept since others sit there."""
        people, present = stored or (players, range(len(players)))
        return cls(tuple(people), tuple(present))


def content(seats: Sequence[tuple[int | None, str]], deals: int | None = None) -> dict[str, Any]:
    """What an entry says of those who sit there from now on, in the order of play: the number of each, and the name.

    :param seats: without a number is who has just come.
    :param deals: which of them deals the next hand, by the place in this order from 0; None where that is not said.
    """
    said: dict[str, Any] = {"seats": [list(seat) for seat in seats]}
    return said if deals is None else said | {"deals": deals}


def seated(before: Seating, content: Any, number: int = 0) -> Seating:
    """The people after an entry of this content.

    :raises ValueError: for a content that is none, or does not follow: a number that nobody has, or two of one name.
    """
    if not isinstance(content, Mapping) or content.keys() - {"deals"} != {"seats"}:
        raise ValueError("who sits there is not said")
    seats, people, present = content["seats"], list(before.people), list[int]()
    if not isinstance(seats, list) or not seats:
        raise ValueError("nobody sits there")
    for seat in seats:
        if not isinstance(seat, list) or len(seat) != 2 or not isinstance(seat[1], str) or not seat[1]:
            raise ValueError("a seat is a number and a name")
        one, name = seat
        if one is None:
            one = len(people)
            people.append(name)
        elif type(one) is not int or not 0 <= one < len(before.people) or one in present:
            raise ValueError("nobody has this number, or somebody sits there twice")
        people[one] = name
        present.append(one)
    if len(set(people)) < len(people) or len(people) > MOST_PEOPLE:
        raise ValueError("two have one name, or they are too many")
    deals = content.get("deals", 0)
    if type(deals) is not int or not 0 <= deals < len(present):
        raise ValueError("nobody of this place deals")
    return Seating(tuple(people), tuple(present), number)


def seatings(players: Sequence[str], events: Iterable[Event]) -> tuple[Seating, ...]:
    """The table as it was laid, and after each change of the people.

    :raises ValueError: for a change that does not follow.
    """
    found = [Seating.of(players)]
    for event in events:
        if event.kind is Kind.SEATED:
            found.append(seated(found[-1], event.content, event.number))
    return tuple(found)


def seated_at(known: Sequence[Seating], number: int) -> Seating:
    """The people when the event of this number was written, or after it where it seated them."""
    return [seating for seating in known if seating.number <= number][-1]


def names_now(known: Sequence[Seating], number: int) -> dict[str, str]:
    """What those are called now who bore another name when the event of this number was written."""
    return names_at(known, known[-1].number, number)


def names_at(known: Sequence[Seating], later: int, number: int) -> dict[str, str]:
    """What those were called when a later event was written who bore another name when this one was."""
    then, now = (seated_at(known, at).people for at in (number, later))
    return {was: name for was, name in zip(then, now, strict=False) if was != name}


def deals_next(known: Sequence[Seating], ledger: Ledger) -> int | None:
    """Who deals the next hand, by number; None where nobody has said who deals.

    The deal passes to the next seat with every hand that stands, also where whoever sits there misses a hand.
    """
    deals: int | None = None
    table, later = known[0], iter(known[1:])
    for event in ledger.events:
        if event.kind is Kind.SEATED:
            before, table = table, next(later)
            if "deals" in event.content:
                deals = table.present[event.content["deals"]]
            elif deals is not None and deals not in table.present:
                deals = before.after(deals, table)
        elif deals is not None and event.kind is Kind.ENTERED and ledger.every_hand[event.number].stands:
            deals = table.after(deals, table)
    return deals


def with_names(
    ledger: Ledger, known: Sequence[Seating], renamed: Callable[[Hand, dict[str, str], dict[str, str]], Hand]
) -> Ledger:
    """The ledger with hands and payments under the names that the players bear now; events keep those of their time.

    :param renamed: a hand under other names, of those who are called otherwise: by what it contains, and by what was
        entered first.
    """
    hands = {
        hand.number: renamed(hand, said, entered)
        for hand in (ledger.every_hand.values() if len(known) > 1 else ())
        if (said := names_now(known, hand.said.number)) | (entered := names_now(known, hand.number))
    }
    ticked = {
        number: _renamed_payment(event, names)
        for number, event in (ledger.ticked.items() if len(known) > 1 else ())
        if (names := names_now(known, number))
    }
    if not (hands or ticked):
        return ledger
    return replace(ledger, every_hand=ledger.every_hand | hands, ticked=ledger.ticked | ticked)


def _renamed_payment(event: Event, names: Mapping[str, str]) -> Event:
    payer, payee = event.content["from"], event.content["to"]
    said = {"from": names.get(payer, payer), "to": names.get(payee, payee)}
    return replace(event, content=event.content | said)
