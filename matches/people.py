"""The people as they are filled in: other names, another order of the seats, who comes and leaves, who deals next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.fields import number_in
from matches import seating
from matches.ledger import Ledger, replay
from matches.models import table_of
from matches.setup import tidy, wrong_name, wrong_with_people
from matches.store import Opened

MOST_NEW = 2
"""Boxes for those who have just come."""


@dataclass(frozen=True)
class Row:
    """Somebody in the form."""

    at: str
    """What the fields end with: a number, or ``new0``."""
    number: int | None
    """Whoever has just come has none yet."""
    was: str
    """The name until now."""
    name: str
    place: str
    """Which seat, from 1, as it was filled in."""
    stays: bool
    """Whether a seat is taken from now on."""
    deals: bool
    old_place: int
    """Which seat it was, from 1; that of a newcomer is the last."""


class People:
    """The people as they were filled in, or as they are.

    :param number: the last event that was written when the form was made.
    """

    def __init__(self, opened: Opened, ledger: Ledger, number: int, said: QueryDict | None = None) -> None:
        known = opened.seatings(ledger)
        self.sheet, self.laid, self.said = opened.sheet, opened.table, said
        self.before = seating.seated_at(known, number)
        self.deals = seating.deals_next(known, replay(ledger.events[:number]))

    @cached_property
    def rows(self) -> list[Row]:
        """Who sits there, in the order of the seats."""
        return [self._row(str(one), one, place) for place, one in enumerate(self.before.present, 1)]

    @cached_property
    def gone(self) -> list[Row]:
        """Who has left, and may come back."""
        last = len(self.before.present) + 1
        return [self._row(str(one), one, last) for one in self.before.left]

    @cached_property
    def new(self) -> list[Row]:
        """Boxes for those who have just come, where the game allows it and there is room."""
        room = min(MOST_NEW, self.sheet.seats[-1] - 1, seating.MOST_PEOPLE - len(self.before.people))
        last = len(self.before.present) + 1
        return [self._row(f"new{at}", None, last) for at in range(room if self.may_change else 0)]

    @property
    def may_change(self) -> bool:
        """Whether some may come and others leave."""
        return self.sheet.may_sit_out

    def _row(self, at: str, number: int | None, old_place: int) -> Row:
        was = "" if number is None else self.before.people[number]
        is_present = number in self.before.present
        if self.said is None:
            place, deals = str(old_place) if is_present else "", number is not None and number == self.deals
            return Row(at, number, was, was, place, is_present, deals, old_place)
        typed = self.said.get(f"name.{at}", was).strip()
        name = typed if typed == was else tidy(typed)
        stays = bool(name) if number is None else is_present
        if self.may_change and is_present:
            stays = not self.said.get(f"leaves.{at}")
        elif self.may_change and number is not None:
            stays = bool(self.said.get(f"back.{at}"))
        place = self.said.get(f"seat.{at}", "").strip()
        return Row(at, number, was, name, place, stays, self.said.get("deals") == at, old_place)

    @cached_property
    def seated(self) -> list[Row]:
        """Who sits there from now on, in the order of play.

        Whoever moves to a seat that is taken moves the others along, towards the seat that is free now.
        """

        def order(row: Row) -> tuple[int, int, int]:
            place = number_in(row.place) or row.old_place
            return place, (place > row.old_place) - (place < row.old_place), row.old_place

        return sorted((row for row in [*self.rows, *self.gone, *self.new] if row.stays), key=order)

    @cached_property
    def content(self) -> dict[str, Any]:
        """What is to be written."""
        deals = next((at for at, row in enumerate(self.seated) if row.deals), None)
        if deals is not None and self.seated[deals].number == self.deals is not None:
            deals = None  # it is so already
        return seating.content([(row.number, row.name) for row in self.seated], deals)

    def again(self, opened: Opened, ledger: Ledger) -> People:
        """What was filled in, for those who sit there now; the next dealer is theirs, unless another was chosen."""
        now = People(opened, ledger, ledger.revision)
        said = (self.said or QueryDict()).copy()
        if said.get("deals") == str(self.deals):
            said["deals"] = str(now.deals)
        return People(opened, ledger, ledger.revision, said)

    @property
    def changes_nothing(self) -> bool:
        """Whether all is as it was."""
        return self.content == seating.content([(one, self.before.people[one]) for one in self.before.present])

    @cached_property
    def faults(self) -> list[tuple[str, str]]:
        """The id of each element where something is to be put right, and what is wrong there."""
        if self.said is None:
            return []
        staying = {row.at: row.name for row in self.seated}
        others = [row.was for row in [*self.rows, *self.gone] if not row.stays]
        found = []
        for row in [*self.rows, *self.gone, *self.new]:
            found += [(f"{field}.{row.at}", text) for field, text in self._wrong(row, [*staying.values(), *others])]
        if found:
            return found
        laid = self.laid
        try:
            after = seating.seated(self.before, self.content)
        except ValueError:  # all is well with each of them, so they are too few or too many
            after = replace(self.before, present=tuple(range(len(self.seated))))
        text = wrong_with_people(self.sheet, table_of(laid, self.before), table_of(laid, after))
        return [("people", text)] if text else []

    def _wrong(self, row: Row, names: list[str]) -> list[tuple[str, str]]:
        """What is wrong with somebody: in which field, and what."""
        if not row.stays:
            if row.number in self.before.present and row.name != row.was:
                text = _("A player who leaves keeps their old name: save the new name first, or put “%(name)s” back.")
                return [("name", text % {"name": row.was})]
            if row.deals and row.number != self.deals:
                return [("name", _("The next dealer has to play: choose somebody else, or let this player stay."))]
            return []
        found = []
        if not row.name:
            found.append(("name", _("Enter a name.")))
        elif text := wrong_name(row.name, names, is_kept=row.name == row.was):
            found.append(("name", text))
        last = max(len(self.before.present), len(self.seated))
        if row.place and (number_in(row.place) or 0) not in range(1, last + 1):
            found.append(("seat", _("Seats are numbered from 1 to %(last)d.") % {"last": last}))
        return found

    @property
    def wrong(self) -> dict[str, str]:
        """What is wrong, by the element."""
        return dict(self.faults)
