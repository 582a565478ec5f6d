"""A table as it is laid: who plays, by which house rules, to what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import regex
from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.asks import Ask
from games.house import Text
from games.notation import Notation
from games.questions import HOUSE
from games.sheets import Sheet, Table
from games.sheets.field import as_heard
from matches.seating import MOST_PEOPLE

LONGEST_NAME = 40
NOT_OF_A_LINE = regex.compile(r"[\p{Cc}\p{Zl}\p{Zp}[\p{Zs}--[ ]]]", regex.V1)
CLUSTER = regex.compile(r"\X")
INVISIBLE = regex.compile(
    r" ?([\p{C}\p{Default_Ignorable_Code_Point}\N{BRAILLE PATTERN BLANK}\N{MUSICAL SYMBOL NULL NOTEHEAD}])"
)


def tidy(name: str) -> str:
    """Return a typed name with plain single spaces, and none at its ends."""
    return " ".join(name.split())


def find_invisible(name: str) -> str:
    """Return the first invisible character of a name that no visible one precedes in its grapheme cluster, or "".

    Joiners and variation selectors within a cluster belong to what is seen.

    >>> find_invisible("Ana \N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"), find_invisible("A\N{HANGUL FILLER}") == "\u3164"
    ('', True)
    """
    return next((found[1] for found in map(INVISIBLE.match, CLUSTER.findall(name)) if found), "")


def wrong_name(name: Any, names: Sequence[Any], *, is_kept: bool = False) -> str:
    """Why this cannot be a name among these, of which it is one; nothing where it can.

    :param is_kept: whether it is borne already: such names, of older matches too, may differ by capitals alone.
    """
    if not isinstance(name, str) or name != name.strip() or NOT_OF_A_LINE.search(name):
        return _("A name is a line of text.")
    if not is_kept and (found := find_invisible(name)):
        return _("This name contains an invisible character (%(code)s): delete it.") % {"code": f"U+{ord(found):04X}"}
    if len(name) > LONGEST_NAME:
        return _("“%(name)s…” is too long: a name has at most %(most)d letters.") % {
            "name": name[:20],
            "most": LONGEST_NAME,
        }
    if sum(other == name or (not is_kept and as_heard(other) == as_heard(name)) for other in names) > 1:
        return _("“%(name)s” appears twice: each player needs a different name.") % {"name": name}
    return ""


def wrong_with_people(sheet: Sheet, before: Table, after: Table) -> str:
    """Why these people cannot go on at this table, each under a name that one can have; nothing where they can.

    Of new names alone it is asked elsewhere that they differ by more than capitals.
    """
    if not sheet.may_sit_out and len(after.people) != len(after.present):
        return _("The players of this game stay the same to the end.")
    if len(after.present) not in sheet.seats:
        text = _("This game is for %(least)d to %(most)d players.")
        return text % {"least": sheet.seats[0], "most": sheet.seats[-1]}
    wrong = (wrong_name(name, after.people, is_kept=True) for name in after.people)
    return next(filter(None, wrong), "") or sheet.wrong_with(after)


class Setup:
    """What was filled in for a new match: the names, and the fields of the game's calculator that hold all evening."""

    def __init__(self, sheet: Sheet, names: Sequence[Any], ask: Ask[Any]) -> None:
        self.sheet = sheet
        self.names = list(names)
        self.ask = ask

    @classmethod
    def suggested(cls, sheet: Sheet, said: QueryDict) -> Setup:
        """A table as an address proposes it: nothing is wrong with it yet."""
        proposed = cls.filled_in(sheet, said)
        ask = sheet.ask()
        ask.initial = dict(proposed.ask.data)
        return cls(sheet, proposed.names, ask)

    @classmethod
    def filled_in(cls, sheet: Sheet, said: QueryDict) -> Setup:
        """A table as it was sent."""
        names = [tidy(name) for name in said.getlist("player")[: sheet.seats[-1] + 1]]
        query = QueryDict(mutable=True)
        for name, values in said.lists():
            if name != "player":
                query.setlist(name, values)
        asked = sheet.ask.from_address(query) or {}
        agreed = {name: value for name, value in asked.items() if name in cls._agreed(sheet)}
        return cls(sheet, names, sheet.ask(agreed))

    @classmethod
    def of(cls, sheet: Sheet, names: Sequence[Any], house: Mapping[str, Any], terms: Mapping[str, Any]) -> Setup:
        """A table as it was stored."""
        setup = cls(sheet, names, sheet.ask(dict(terms) | {HOUSE + name: value for name, value in house.items()}))
        known = cls._agreed(sheet)
        setup.is_kept = True
        setup.unknown = [name for name in house if HOUSE + name not in known]
        setup.unknown += [name for name in terms if name not in sheet.terms]
        return setup

    is_kept: bool = False
    """Whether its players bear their names already."""
    unknown: list[str] = []

    def address(self, notation: Notation) -> str:
        """What the address of a new match says of this table, as :meth:`suggested` reads it."""
        self.ask.full_clean()
        query = QueryDict(mutable=True)
        query.setlist("player", self.names)
        query.update(QueryDict(self.ask.address(notation)))
        return query.urlencode()

    @staticmethod
    def _agreed(sheet: Sheet) -> list[str]:
        return [*sheet.terms, *(HOUSE + rule.name for rule in sheet.house_rules)]

    @cached_property
    def seats(self) -> range:
        """The numbers of players that the chosen house rules allow."""
        chosen = {}
        for rule in self.sheet.house_rules:
            bound = self.ask[HOUSE + rule.name]
            with suppress(forms.ValidationError):
                chosen[rule.name] = bound.field.clean(bound.value())
        return self.sheet.seats_by(chosen)

    @property
    def larger_tables(self) -> list[tuple[str, Text, int]]:
        """House rules that allow more players than the chosen ones: query string, label and most players."""
        return [table for table in self.sheet.larger_tables if table[2] > self.seats[-1]]

    @property
    def places(self) -> list[str]:
        """The names to fill in, empty ones up to as many as may play."""
        return [*self.names, *[""] * (self.seats[-1] - len(self.names))]

    @property
    def boxes(self) -> list[tuple[str, bool]]:
        """The names to fill in, each with whether something is wrong there: with all of them, if with none alone.

        Wrong is a name that cannot be one, one too many, or a box left empty where one is lacking.
        """
        if not self.names_error:
            return [(name, False) for name in self.places]
        names = [name for name in self.names if name]
        wrong = {name for name in names if wrong_name(name, names, is_kept=self.is_kept)}
        lacking, boxes = self.needed - len(names), list[tuple[str, bool]]()
        for at, name in enumerate(self.places):
            is_lacking = not name and lacking > 0
            lacking -= is_lacking
            boxes.append((name, is_lacking or name in wrong or bool(name and at >= self.seats[-1])))
        return boxes if any(is_wrong for _name, is_wrong in boxes) else [(name, True) for name in self.places]

    @property
    def needed(self) -> int:
        """How many there have to be."""
        return self.seats[0]

    @property
    def terms(self) -> list[forms.BoundField]:
        return [self.ask[name] for name in self.sheet.terms]

    @property
    def house(self) -> list[tuple[forms.BoundField, str]]:
        """The house rules to choose, each with the id of its ruling."""
        return [(self.ask[HOUSE + rule.name], f"{self.sheet.game}.{rule.rule}") for rule in self.sheet.house_rules]

    @property
    def house_chosen(self) -> bool:
        """Whether any house rule differs from the rulings, or was not understood: then they stand in sight."""
        return any(bound.errors or bound.value() not in (None, bound.field.initial) for bound, _rule in self.house)

    @cached_property
    def faults(self) -> list[tuple[str, str]]:
        """The id of each element where something is to be put right, and what is wrong there."""
        found = [("players", text) for text in self._wrong_names()]
        found += [("players", _("“%(name)s” is not known.") % {"name": name[:40]}) for name in self.unknown]
        errors = self.ask.errors
        found += [(name, " ".join(map(str, errors[name]))) for name in self._agreed(self.sheet) if name in errors]
        return found or [("players", text) for text in [self.sheet.wrong_with(self.table)] if text]

    @property
    def names_error(self) -> str:
        told = [text for element, text in self.faults if element == "players"] if self.ask.is_bound else []
        return " ".join(told)

    def _wrong_names(self) -> list[str]:
        names = [name for name in self.names if name != ""]
        found, seats = list[str](), self.sheet.seats
        if len(names) <= MOST_PEOPLE:  # each name is compared with every other one
            wrong = (wrong_name(name, names, is_kept=self.is_kept) for name in names)
            found = list(filter(None, wrong))[:1]
        if len(names) not in seats:
            text = (
                _("Enter %(least)d names.")
                if len(seats) == 1
                else _("Enter %(least)d to %(most)d names, no more than one per box.")
            )
            found.append(text % {"least": seats[0], "most": seats[-1]})
        return found

    @property
    def table(self) -> Table:
        """The table, once nothing is wrong with it."""
        read = self.ask.cleaned_data
        house = {
            rule.name: read[HOUSE + rule.name]
            for rule in self.sheet.house_rules
            if read[HOUSE + rule.name] != rule.default
        }
        terms = {name: self.sheet.term(read[name]) for name in self.sheet.terms if read[name] is not None}
        return Table(tuple(name for name in self.names if name), house, terms)
