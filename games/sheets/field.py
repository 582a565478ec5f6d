"""A score sheet as it is filled in: who plays, and what stands in the cells of each hand. Written once for all games.

A game says which cells a hand has, what they are called in an address and in the judge's JSON, and how they are read;
names, rows, adding and removing, the same name twice, errors at their cells, other letters and a rematch are here. The
calculator of a game (:class:`SheetAsk`) and its evening (:mod:`games.sheets.evening`) stand on the same field.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.asks import Ask, Headline, Step, V, Verdict
from games.cards import Card
from games.fields import CardsField, IsGroup, Pairs, number_in
from games.house import Text
from games.notation import JOKERS, PART, Notation
from games.questions import Fault
from games.rulings import Refusals

MOST_LETTERS = 40
"""Of a player's name in an address; what is longer is cut."""
UNHEARD = dict.fromkeys(
    map(ord, ["\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}", *map(chr, range(0xFE00, 0xFE10))])
)
"""Characters that change how others are drawn: joiners and variation selectors."""
MOST_ROWS = 200
"""Hands on a page: the longest matches have a quarter of them, and each takes a millisecond or two."""
MOST_FIGURES = 9
"""Of a number, its sign included; what is longer is none that anybody means."""
ABSENT = "absent."
"""What the cell of an entry begins with that says who sits the hand out; after it stands a number."""
CHECKED = "checked"
"""In the address of a form that is filled in: what is wrong with it is told at once."""
FIGURES = re.compile(r"[\s,;]*([-−+]?[0-9]+)[\s,;]*")
"""What is written in figures alone is a number, though a rank might be written so as well."""

NUMBER = re.compile(r"(\D*)([1-9][0-9]{1,3})(\D*)")
"""What has figures in one place, and at least two of them."""

SLIPPED = re.compile(r"(?=.*[0-9])(?=.*[OolI])[0-9OolI]+")
AS_FIGURES = str.maketrans("OolI", "0011")
"""A number in which letters stand for figures, and the figures that they look like."""

H = TypeVar("H")
Row = Mapping[str, str]
"""What stands in the cells of a hand, by the cell: ``winner``, or with the seat ``left.2``; empty cells may be missing."""
Amount = int | tuple[Card, ...]
"""What a player has of a hand: as a number, or as the cards to be counted."""


@dataclass(frozen=True)
class Filled(Generic[H]):
    """A score sheet as it was filled in, and its hands once they were read."""

    names: tuple[str, ...]
    """By seat; an empty seat has none."""
    rows: tuple[Row, ...] = ()
    hands: tuple[H, ...] = field(default=())

    @property
    def players(self) -> dict[int, str]:
        """The names by seat, without empty seats. Of two of one name, which will be refused, one bears its seat as well."""
        return {
            seat: name if self.names.index(name) == seat else f"{name} ({seat + 1})"
            for seat, name in enumerate(self.names)
            if name
        }


class SheetField(CardsField, Generic[H]):
    """The hands of a match, or the one hand of a game that counts each by itself.

    For the judge it is what the game's contract says. In an address the names stand apart from the hands
    (``player.0=Ada&player.1=Bea&winner.0=1&left.0.0=…``: deal 0, seat 0), so that correcting a name corrects it in every
    hand. Numbers and not order tell what belongs where, so empty cells need not be sent.
    """

    seats: ClassVar[range]
    """How many may play."""
    of_seat: ClassVar[tuple[str, ...]] = ()
    """The cells that each player has in a hand."""
    of_hand: ClassVar[tuple[str, ...]] = ()
    """The cells that a hand has once."""
    shape: ClassVar[Text] = ""
    """What hands are for a program, where there are many."""
    labels: ClassVar[Mapping[str, Text]] = {}
    """What cells are called on the page, where their template does not say it."""
    switches: ClassVar[frozenset[str]] = frozenset()
    """Those of them that are on or off: alone they make no further hand."""
    most_points: ClassVar[int | None] = None
    """More than any hand can bring, where the game sets no bound of its own: beyond it somebody leans on a key."""
    is_list: ClassVar[bool] = True
    """Whether there are many hands, or one."""
    ranks_alone: ClassVar[bool] = False
    """Whether cards may be filled in by their ranks alone, which are all that counts; a program says them whole."""
    half: Filled[H] | None = None
    """The sheet as far as it could be read, where something in it could not."""
    farthest: int | None = None
    """The last seat at the table of an evening, where people leave empty seats and others sit down beyond them."""
    is_kept: bool = False
    """Whether its hands are those of a match: they count as they were entered, whatever is asked of new ones since."""

    # What a game fills in

    def hand(self, row: Row, players: Mapping[int, str], number: int, wrong: list[ValidationError]) -> H:
        """A hand from its cells; what cannot be read is added to what is ``wrong``, and stands for nothing in the hand.

        :param number: which hand, from 0.
        """
        raise NotImplementedError

    def entry(self, said: Any, number: int, wrong: list[ValidationError]) -> H:
        """A hand as a program says it.

        :raises ValidationError: for what has another shape.
        """
        raise NotImplementedError

    def written(self, hand: H) -> Any:
        """A hand as the judge reads it: what :meth:`entry` takes."""
        raise NotImplementedError

    def named(self, hand: H) -> Iterable[str]:
        """Whom a hand names."""
        raise NotImplementedError

    def row(self, hand: H, names: Sequence[str], notation: Notation) -> Row:
        """The cells of a hand, filled in for these seats."""
        raise NotImplementedError

    def path(self, number: int, cell: str, name: str = "", place: int = -1) -> str:
        """Where a cell of a hand stands in the judge's JSON.

        :param name: whose it is, if it is anybody's, and at which ``place`` among the players, from 0.
        """
        raise NotImplementedError

    # Reading

    def entries(self, said: Any) -> Sequence[Any]:
        """The hands that a program says, each still to be read."""
        if self.is_list and not isinstance(said, list):
            raise ValidationError(str(self.shape), f"no-{self.name}")
        return said if self.is_list else [said]

    def to_python(self, value: Any) -> Filled[H]:
        if value is None:
            raise ValidationError(self.error_messages["required"], "required")
        wrong: list[ValidationError] = []
        if isinstance(value, Filled):
            self.bare = self.bare or self.ranks_alone
            filled = self._filled_in(value, wrong)
        else:
            hands = tuple(self.entry(said, number, wrong) for number, said in enumerate(self.entries(value)))
            names = tuple(dict.fromkeys(name for hand in hands for name in self.named(hand)))
            # Only a page shows rows, and it has room for those who may play; of more the rules say that they are too many.
            rows = tuple(self.row(hand, names, self.notation) for hand in hands) if len(names) <= self.seats[-1] else ()
            filled = Filled(names, rows, hands)
        if wrong:
            self.half = filled
            raise ValidationError(wrong)
        return filled

    def _filled_in(self, sheet: Filled[H], wrong: list[ValidationError]) -> Filled[H]:
        least, most = self.seats[0], self.seats[-1]
        if len(list(filter(None, sheet.names))) < least:
            text = _("Enter the names of at least %(least)d players first.")
            raise ValidationError(text, "too-few-players", {"least": least})
        try:
            if self.farthest is None:
                hold_names(sheet.names, most)
            else:  # who sits there bears a name already
                hold_names(list(filter(None, sheet.names)), most, known_as=str)
        except ValidationError as refused:
            if refused.code != "same-name":
                raise
            wrong.append(refused)
        players, hands = sheet.players, []
        is_one = not self.is_list or self.farthest is not None  # which an evening's form asks for
        for number, row in enumerate(sheet.rows or (({},) if is_one else ())):
            for seat, path in self._nameless(row, players, number).items():
                said = _("Player %(seat)d has no name: enter one, or leave these cells empty.")
                wrong.append(ValidationError(said, "no-name", {"seat": seat + 1, "path": path}))
            hands.append(self.hand(row, players, number, wrong))
        return Filled(sheet.names, sheet.rows, tuple(hands))

    def _nameless(self, row: Row, players: Mapping[int, str], number: int) -> dict[int, str]:
        """The seats without a name that a hand says something of, each with the path where it does."""
        found = dict[int, str]()
        for cell, text in row.items():
            kind, _dot, seat = cell.partition(".")
            if kind in self.of_seat and kind not in self.switches and text and int(seat) not in players:
                found.setdefault(int(seat), self.path(number, kind, self.unnamed(int(seat))))
        winners = row.get("winner", "").split() if not self.is_list and self.farthest is None else ()
        said = {number_in(seat) for seat in winners}
        named = {seat for seat in range(self.seats[-1]) if seat in said} - players.keys()
        return found | dict.fromkeys(named, self.name)  # of the round it cannot be said that nobody is the winner

    def mended(self, text: str, is_group: IsGroup) -> str:
        """The number alone, where what stands beside it can be part of no card; else what any field of cards makes of it.

        Letters that look like figures stand for those.
        """
        slip = SLIPPED.fullmatch(text.strip())
        return slip[0].translate(AS_FIGURES) if slip else self._number_in(text) or super().mended(text, is_group)

    def _number_in(self, text: str) -> str:
        """The number meant by a text like ``27x`` or ``27 pts``; nothing if the rest of the text could be cards."""
        found = NUMBER.fullmatch(text)
        if not found or found[2] == "10":
            return ""
        words = [{letter.upper() for letter in word if letter.isalpha()} for word in PART.findall(text)]
        touching = next(letters for letters, word in zip(words, PART.findall(text), strict=True) if found[2] in word)
        is_apart = touching.isdisjoint(self.notation.letters) and not any(map(self._may_be_cards, PART.findall(text)))
        return found[2] if any(words) and is_apart else ""

    def _may_be_cards(self, word: str) -> bool:
        """Whether a word beside a number may be cards, or a part of one; "pts" is neither, in whatever language."""
        is_part = word.upper() in self.notation.letters
        return word.isalpha() and (is_part or (word.upper() not in JOKERS and self._is_read(word, self.notation)))

    def amount(self, value: Any, path: str) -> Amount:
        """A number, or the cards to be counted; what is written in figures alone is a number.

        :raises ValidationError: for what is neither, with the culprit as ``at``, and for more than :attr:`most_points`.
        """
        if isinstance(value, str) and (figures := FIGURES.fullmatch(value)):
            if len(figures[1]) > MOST_FIGURES:
                raise self._no_number(value, path)
            value = int(figures[1].replace("−", "-"))
        if isinstance(value, str) and self._number_in(value):
            raise self._no_number(value, path)
        if type(value) is not int:
            return self.read(value, path)
        if self.most_points is not None and value > self.most_points:  # of one below zero the rules say so
            text = _("“%(at)s” is too many points: the most you can enter is %(most)d.")
            raise ValidationError(text, "too-many-points", {"at": str(value), "most": self.most_points, "path": path})
        return value

    @staticmethod
    def _no_number(value: str, path: str) -> ValidationError:
        return ValidationError(_("“%(at)s” is not a number of points."), "no-points", {"at": value[:40], "path": path})

    @staticmethod
    def as_typed(amount: Amount, notation: Notation) -> str:
        """What :meth:`amount` reads, as it is typed; nothing for no cards."""
        return str(amount) if isinstance(amount, int) else notation.write(amount)

    @staticmethod
    def unnamed(seat: int) -> str:
        """What a seat without a name is called in a path."""
        return str(seat)

    # Addresses

    def cell(self, number: int, cell: str) -> str:
        """What a cell of a hand is called in an address."""
        if not self.is_list:
            return cell
        kind, _dot, seat = cell.partition(".")
        return f"{kind}.{number}.{seat}" if seat else f"{kind}.{number}"

    def is_own(self, name: str) -> bool:
        """Whether this parameter of an address is a cell of the first hand."""
        kind, *numbers = name.split(".")
        own = ["0"] * self.is_list
        if kind in self.of_hand:
            return numbers == own
        return kind in self.of_seat and numbers[: len(own)] == own and len(numbers) == len(own) + 1

    def is_filled_in(self, sheet: Filled[H] | None, seat: int) -> bool:
        """Whether something was typed at this seat."""
        kinds = [kind for kind in self.of_seat if kind not in self.switches]
        return any(row.get(f"{kind}.{seat}") for row in (sheet.rows if sheet else ()) for kind in kinds)

    def seated(self, names: Sequence[str]) -> Pairs:
        """The names as parts of an address."""
        return [(f"player.{seat}", name) for seat, name in enumerate(names) if name]

    def from_address(self, data: QueryDict, name: str) -> Filled[H] | None:
        # Whoever sits further away than one too many is that one: no address makes a table of a thousand seats.
        last = self.farthest or self.seats[-1]
        names: dict[int, str] = {}
        for numbers, text in numbered(data, "player").items():
            if len(numbers) == 1:
                at = min(numbers[0], last)
                names[at] = names.get(at) or text[:MOST_LETTERS]
        rows: dict[int, dict[str, str]] = {}
        for kind in (*self.of_hand, *self.of_seat):
            for numbers, text in numbered(data, kind).items():
                if len(numbers) == self.is_list + (kind in self.of_seat):
                    number, seats = (numbers[0], numbers[1:]) if self.is_list else (0, numbers)
                    row, cell = rows.setdefault(number, {}), ".".join([kind, *(str(min(seat, last)) for seat in seats)])
                    row[cell] = row.get(cell) or text
        if self.is_list and (gone := number_in(data.get("remove", ""))) is not None:
            rows.pop(gone, None)  # by its number: emptied rows may not have been sent
        ordered = [row for number, row in sorted(rows.items())]
        taken = [self.seats[-1], *(seat + 1 for seat, text in names.items() if text)]
        taken += [
            int(cell.partition(".")[2]) + 1 for row in ordered for cell, text in row.items() if text and "." in cell
        ]
        filled = [
            row
            for row in ordered
            if any(text for cell, text in row.items() if not (self.is_list and cell.partition(".")[0] in self.switches))
        ]
        return (
            Filled(tuple(names.get(seat, "") for seat in range(max(taken))), tuple(filled)) if names or rows else None
        )

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return self.typed(name, value, notation)

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        """The sheet as it was filled in, every cell that can be read in these letters."""
        if not isinstance(raw, Filled):
            return super().typed(name, raw, notation)
        return self.seated(raw.names) + [
            pair for number, row in enumerate(raw.rows) for pair in self.cells(number, row, notation)
        ]

    def cells(self, number: int, row: Row, notation: Notation) -> Pairs:
        """The cells of a hand as parts of an address."""
        order = {kind: at for at, kind in enumerate((*self.of_hand, *self.of_seat))}
        found = sorted(row.items(), key=lambda item: (order[item[0].split(".")[0]], item[0]))
        return [(self.cell(number, cell), self.in_letters(text, notation)) for cell, text in found if text]

    def in_letters(self, text: str, notation: Notation) -> str:
        """What stands in a cell, in the letters of this notation as far as it can be read: cards as any field writes them."""
        if FIGURES.fullmatch(text):
            return text
        bare = self.bare or self.ranks_alone
        cards = self.notation.cards(text, bare=bare)
        return self.notation.rewritten(text, notation, bare=bare) if cards is None else notation.write(cards)


def numbered(data: QueryDict, kind: str) -> dict[tuple[int, ...], str]:
    """The fields of an address that are called ``kind``, ``kind.3`` or ``kind.0.3``, by their numbers."""
    found = {}
    for key, text in data.items():
        name, *numbers = key.split(".")
        if name == kind and all(number.isdecimal() and len(number) < 4 for number in numbers):
            found[tuple(map(int, numbers))] = str(text).strip()
    return found


def one_too_many(names: Sequence[str], most: int) -> list[str]:
    """The names of a table, and of those beyond it the first, to be refused.

    >>> one_too_many(["A", "B", "", "C", "D"], 2), one_too_many(["A"], 2)
    (['A', 'B', 'C'], ['A'])
    """
    beyond = names[most:]
    return [*names[:most], *([next(filter(None, beyond), "")] if beyond else [])]


def as_heard(name: str) -> str:
    """Return a name without what nobody hears: capitals, composed accents, joiners and variation selectors."""
    return unicodedata.normalize("NFC", name.casefold()).translate(UNHEARD)


def hold_names(names: Sequence[str], most: int, known_as: Callable[[str], str] = as_heard) -> None:
    """Refuse names that nobody could keep a score by; empty ones are empty seats.

    :param most: how many may play.
    :param known_as: what is the same of two names that are one.
    :raises ValidationError: for too many players, and for two of one name.
    """
    if len(names) > most:
        text = _("This game is for at most %(most)d players, so “%(at)s” is one too many.")
        raise ValidationError(
            text, "too-many-players", {"most": most, "at": next(filter(None, names[most:]), str(most + 1))}
        )
    for name in doubled(names, known_as):
        text = _("“%(at)s” appears twice: each player needs a different name.")
        raise ValidationError(text, "same-name", {"at": name})


def doubled(names: Sequence[str], known_as: Callable[[str], str] = as_heard) -> list[str]:
    """Those of the names that are borne more than once.

    >>> doubled(["Ann", "Bo", "", "ann", ""])
    ['Ann', 'ann']
    """
    same = Counter(known_as(name) for name in names if name)
    return [name for name in names if same[known_as(name)] > 1]


class Cell(NamedTuple):
    """A cell of a hand as the page shows it to be filled in."""

    name: str
    """In the address; the id of its element as well."""
    label: Text
    text: str
    error: str


class SeatToFill(NamedTuple):
    """A player's cells of a hand to fill in."""

    seat: int
    name: str
    """Empty where nobody sits."""
    cells: dict[str, Cell]


class HandToFill(NamedTuple):
    """A hand of the sheet to be filled in: its own cells, and those of each seat."""

    number: int
    """From 0."""
    is_new: bool
    cells: dict[str, Cell]
    seats: list[SeatToFill]


class SheetAsk(Ask[V]):
    """A calculator that counts what stands on a score sheet."""

    redraws = True
    is_drawn = False
    scripts: ClassVar[tuple[str, ...]] = ("sheet.js",)
    sheet_name: ClassVar[str] = "hands"
    """The field that is the sheet."""
    named_first: ClassVar[int] = 4
    """How many players a blank sheet has names for."""
    stand_ins: ClassVar[Mapping[str, Any]] = {}
    """What other fields that cannot be read stand for while it is told what else is wrong with the sheet."""
    order: tuple[int, ...] = ()
    """The seats of an evening's table in the order in which they are shown; those of a calculator need none."""
    people: tuple[str, ...] = ()
    """Everybody who ever sat there, by seat, also who does not play the hand, whose seat is empty on the sheet."""
    may_play: tuple[int, ...] = ()
    """The seats of those who play the hand or sit it out."""
    absent: tuple[int, ...] = ()
    """The seats of those who sit the hand out."""
    extra: tuple[str, ...] = ()
    """The further fields that a hand of an evening may say."""
    untouched: str = ""
    """What is told of a sheet that was sent with nothing filled in."""
    room: ClassVar[int | None] = None
    """How many seats are shown at least, one more than are taken; all there are unless said."""

    def refuse_besides_unread(self, asked: Mapping[str, Any], wrong: Refusals) -> None:
        """Add what the rules refuse in a sheet of which some cells cannot be read, so that all faults are told at once.

        What they say of those cells themselves is left out: each has its own fault already.
        """
        sheet = self.sheet_field.half or asked.get(self.sheet_name)
        stand_ins = {name: value for name, value in self.stand_ins.items() if name in self.errors}
        if not sheet or self.errors.keys() - {self.sheet_name} - stand_ins.keys():
            return
        errors = self.errors.as_data().get(self.sheet_name, ())
        unread = {error.params["path"] for error in errors if error.params and "path" in error.params}
        for refused in self.refused({**asked, **stand_ins, self.sheet_name: sheet}):
            if not unread & {refused.field, refused.figures.get("cell")}:
                wrong.add(refused)

    @property
    def is_crowded(self) -> bool:
        filled = self.data.get(self.sheet_name)
        return isinstance(filled, Filled) and len(filled.rows) > MOST_ROWS

    @property
    def is_numbered(self) -> bool:
        """Whether the seats shown are not those from the first on, so that cells need their numbers."""
        return bool(self.order) and (
            self.order != tuple(range(len(self.order))) or len(self.sheet.players) < len(self.order)
        )

    @property
    def sheet_field(self) -> SheetField[Any]:
        found = self.fields[self.sheet_name]
        assert isinstance(found, SheetField)
        return found

    @property
    def sheet(self) -> Filled[Any]:
        """The sheet to go on with: the one filled in, or a blank one."""
        filled = getattr(self, "cleaned_data", {}).get(self.sheet_name) or self[self.sheet_name].value()
        if isinstance(filled, Filled):
            return filled
        return Filled(tuple(_("Player %(number)d") % {"number": seat + 1} for seat in range(self.named_first)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names to fill in, by seat, with room for more where more may play."""
        sheet, most = self.sheet, self.sheet_field.seats[-1]
        names = sheet.names
        filled = [
            int(cell.partition(".")[2]) for row in sheet.rows for cell, text in row.items() if text and "." in cell
        ]
        taken = max((seat + 1 for seat in (*sheet.players, *filled)), default=0)
        wanted = most if self.room is None else min(most, max(self.room, taken + 1))
        return (*names[: max(taken, wanted)], *[""] * (wanted - len(names)))

    @property
    def is_over(self) -> bool:
        """Whether the hands have ended the match, so that none can follow."""
        return False

    def rows(self) -> list[HandToFill]:
        """The hands to fill in: those so far and, while the match is open, an empty one."""
        sheet, field, names = self.sheet, self.sheet_field, self.names
        seats = [seat for seat in self.order if seat in sheet.players] if self.order else range(len(names))
        rows = [*sheet.rows, *([] if self.is_over or (sheet.rows and not field.is_list) else [{}])]
        wrong = dict(self.faults_in_place()) if self.is_bound else {}

        def cell(number: int, kind: str, seat: str = "") -> Cell:
            own = f"{kind}.{seat}" if seat else kind
            name = field.cell(number, own)
            return Cell(name, field.labels.get(kind, ""), rows[number].get(own, ""), wrong.get(name, ""))

        return [
            HandToFill(
                number,
                number == len(sheet.rows),
                {kind: cell(number, kind) for kind in field.of_hand},
                [
                    SeatToFill(seat, names[seat], {kind: cell(number, kind, str(seat)) for kind in field.of_seat})
                    for seat in seats
                ],
            )
            for number in range(len(rows))
        ]

    def hand(self) -> HandToFill:
        """The first hand to fill in, the only one of an evening's entry."""
        return self.rows()[0]

    def element(self, name: str, path: str) -> str:
        return self._elements.get(path, name)

    @cached_property
    def _elements(self) -> dict[str, str]:
        """The cell of each path, once for all that is wrong with the sheet: a thousand hands may each be wrong."""
        sheet, field = self.sheet, self.sheet_field
        found: dict[str, str] = {}
        for number in range(max(1, len(sheet.rows))):  # a blank sheet shows an empty hand
            for kind in field.of_hand:
                found.setdefault(field.path(number, kind), field.cell(number, kind))
            for place, (seat, player) in enumerate(sheet.players.items()):
                for kind in field.of_seat:
                    found.setdefault(field.path(number, kind, player, place), field.cell(number, f"{kind}.{seat}"))
        return found

    def led_in(self, number: int, name: str) -> str:
        """What a fault begins with that is told away from its cell: the hand, counted as people do, and whose it is."""
        return ""

    @cached_property
    def _leads(self) -> dict[str, str]:
        """By the cell, what a fault there begins with where it is told elsewhere."""
        field, leads = self.sheet_field, dict[str, str]()
        for number in range(max(1, len(self.sheet.rows))):
            for seat, name in self.sheet.players.items():
                lead = self.led_in(number + self.first, name)
                leads |= {field.cell(number, f"{kind}.{seat}"): lead for kind in field.of_seat if lead}
        return leads

    def _without_lead(self, at: str, text: str) -> str:
        return " ".join(part.strip() for part in text.split(self._leads[at]) if part) if at in self._leads else text

    def faults_in_place(self) -> list[tuple[str, str]]:
        """The faults as they are told at their cells, where it is plain of which hand and of whom they are."""
        return [(at, self._without_lead(at, text)) for at, text in self.faults()]

    def kind_of_fault(self, element: str, error: ValidationError) -> str:
        # Whatever is wrong with a cell is said in one line.
        return super().kind_of_fault(element, error) if element == self.sheet_name else ""

    def summary(self) -> list[Fault]:
        """Of which hand and of whom several faults of a cell are is said once, in the order in which they sit there."""
        whose, found = self._whose, list[Fault]()
        for fault in super().summary():
            rest, name = self._without_lead(fault.element, fault.text), whose.get(fault.element, "")
            said = fault.text if rest == fault.text else f"{self._leads[fault.element].strip()} {rest}"
            found.append(fault._replace(text=said, label=fault.label if name in said else name))
        order = {at: place for place, at in enumerate(self._in_order())}
        return sorted(found, key=lambda fault: order.get(fault.element, len(order)))

    def _in_order(self) -> Iterator[str]:
        """The ids of the elements in the order in which they stand on the page, the names first of those of the sheet."""
        field = self.sheet_field
        for name in self.fields:
            yield name
            for number in range(max(1, len(self.sheet.rows))) if name == self.sheet_name else ():
                yield from (field.cell(number, kind) for kind in field.of_hand)
                for seat in self.sheet.players:
                    yield from (field.cell(number, f"{kind}.{seat}") for kind in field.of_seat)

    @cached_property
    def _whose(self) -> dict[str, str]:
        """By the cell, whose it is."""
        field = self.sheet_field
        return {
            field.cell(number, f"{kind}.{seat}"): name
            for number in range(max(1, len(self.sheet.rows)))
            for seat, name in self.sheet.players.items()
            for kind in field.of_seat
        }

    def faults_filled_in(self) -> list[tuple[str, str]]:
        """The faults of those cells and fields in which something stands: the others are still to be filled in."""
        cells = {
            self.sheet_field.cell(number, cell)
            for number, row in enumerate(self.sheet.rows)
            for cell, text in row.items()
            if text
        }
        return [
            (at, text)
            for at, text in self.faults_in_place()
            if at in cells or (at != self.sheet_name and self.data.get(at))
        ]

    @property
    def wrong_names(self) -> dict[int, bool]:
        """The seats whose names are wrong, or lacking."""
        errors = self.errors.as_data().get(self.sheet_name, ()) if self.is_bound else ()
        names, wrong = self.names, set[int]()
        for error in errors:
            if error.code == "same-name":
                wrong |= {seat for seat, name in enumerate(names) if name in doubled(names)}
            elif error.code == "no-name" and error.params and "seat" in error.params:
                wrong.add(error.params["seat"] - 1)
            elif error.code == "too-few-players":
                lacking = self.sheet_field.seats[0] - sum(map(bool, names))
                wrong |= set([seat for seat, name in enumerate(names) if not name][:lacking])
        return dict.fromkeys(wrong, True)

    @property
    def marked(self) -> list[str]:
        wrong = dict(self.faults()).keys() & set(self.sheet_field.of_hand)
        return [*(f"player.{seat}" for seat in self.wrong_names), *wrong]

    @property
    def sheet_error(self) -> str:
        """What is wrong with the sheet that has no place in one of its cells."""
        return self.untouched or self.at_large(self.sheet_name)

    def asked_with(self, pairs: Pairs) -> str:
        """Of an evening the form of the same page, to be sent once it has been looked at."""
        if not self.people:
            return super().asked_with(pairs)
        own = [pair for pair in pairs if pair[0] in self.extra or self.sheet_field.is_own(pair[0])]
        sitting_out = [(f"{ABSENT}{seat}", "on") for seat in self.absent]
        return f"?{urlencode([*own, *sitting_out, (CHECKED, 'on')])}#faults"

    def rematch(self) -> str:
        """A new sheet for the same players."""
        blank: dict[str, Any] = {self.sheet_name: Filled(self.sheet.names)}
        return self.link(**blank)


class Match(Verdict, Protocol):
    """A match as far as it was played: its totals, and who has won it."""

    @property
    def totals(self) -> Mapping[str, int]: ...

    @property
    def winner(self) -> str | None: ...

    @property
    def rows(self) -> Sequence[Any]: ...


M = TypeVar("M", bound=Match)


class MatchAsk(SheetAsk[M]):
    """A calculator of hand after hand, up to one that wins the match."""

    stands_by: ClassVar[frozenset[str]]
    """The rulings that say how the match stands."""

    def told_of(self, number: int, row: Any) -> Step:
        """What a hand brings, the hand with this number (from 1)."""
        raise NotImplementedError

    def story(self) -> list[Step]:
        """Hand after hand, and how the match stands after them."""
        verdict = self.verdict
        stands = [reason for reason in verdict.reasons if reason.rule in self.stands_by]
        return [*(self.told_of(number, row) for number, row in enumerate(verdict.rows, 1)), self.step(stands)]

    @property
    def is_over(self) -> bool:
        return self.is_bound and hasattr(self, "verdict") and not self.errors and self.verdict.winner is not None

    def result(self) -> dict[str, object]:
        return {"totals": self.verdict.totals, "winner": self.verdict.winner}

    def headline(self) -> Headline:
        if self.is_over:
            return Headline("yes", _("%(name)s wins the match") % {"name": self.verdict.winner})
        return Headline("open", pgettext("verdict", "The match goes on"))
