"""How an evening of a game is kept: one hand after another, each read and counted by the game's own calculator.

A :class:`Sheet` adds no rule of its own. A hand is entered in the form of the game's calculator, with the names and
house rules of the table in it. What the calculator says it comes to, its *outcome*, is kept beside it, and the standing
follows from the outcomes alone: an evening of a thousand hands is not read again, card by card, each time one looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, ClassVar, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict

from games.asks import Ask
from games.house import HouseRule, Text
from games.notation import NOTATIONS, Notation
from games.questions import HOUSE
from games.rulings import Reason, Refused
from games.sheets.field import ABSENT, Amount, Filled, SheetAsk, SheetField
from games.words import Number, signed


@dataclass(frozen=True)
class Table:
    """Who sits together, and what they agreed."""

    players: tuple[str, ...]
    """In the order of the columns: who plays, in the order of the seats, then who plays no more."""
    house: Mapping[str, Any]
    """The house rules in which they differ from the rulings."""
    terms: Mapping[str, Any]
    """What else the calculator asks once for all hands: what the match is played to, what a point is worth."""
    present: tuple[str, ...] = ()
    """Who plays, in the order of the seats; everybody unless said."""
    people: tuple[str, ...] = ()
    """Everybody in the order in which they came, which is their number in forms; as the columns unless said."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "present", self.present or self.players)
        object.__setattr__(self, "people", self.people or self.players)

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of those who play, in the order of the seats."""
        return tuple(map(self.people.index, self.present))


class Unread(ValueError):
    """A hand that the calculator does not read: a stored one may be of a time when it did."""


H = TypeVar("H")
M = TypeVar("M")
Outcome = Mapping[str, Any]
"""What a hand comes to by itself, ready for JSON: ``gains`` by name, and what else its game needs to count a match."""
Paid = tuple[str, str, int]
"""A payment: who paid, whom, and how many points."""


@dataclass(frozen=True)
class Row:
    """One hand in the sheet."""

    gains: Mapping[str, int]
    totals: Mapping[str, int]
    """After the hand."""
    target: int | None = None
    """After the hand, in games that have one."""


@dataclass(frozen=True)
class Made:
    """What a hand is made of."""

    gains: Mapping[str, int]
    shown: Any
    """What the game's scoring returned for the hand, for its template to itemise."""
    sentences: tuple[tuple[str, str], ...]
    """Why it comes to that, in words, each with the id of its ruling."""


class Debt(NamedTuple):
    """What one player is to pay another."""

    payer: str
    payee: str
    points: int
    money: Decimal | None
    """None where a point is worth nothing."""


@dataclass(frozen=True)
class Debts:
    """Who owes whom over an evening."""

    fewest: Sequence[Debt]
    """The fewest payments that settle it, without what was paid already."""
    value: Decimal | None
    """What a point is worth, where it is worth anything."""
    matrix: Sequence[tuple[str, Sequence[int | None], int]]
    """By the hands alone: for each player what they owe each other one (None to themselves), and what in all."""


@dataclass(frozen=True)
class Standing:
    """What the hands come to."""

    rows: tuple[Row, ...]
    """Those that count; hands entered after a match was won come after them and do not."""
    totals: Mapping[str, int]
    leaders: tuple[str, ...]
    """Whoever is first so far, several where they are equal; nobody before the first hand."""
    winner: str | None = None
    """Whoever has won, in games that end by the score."""
    target: int | None = None
    sentences: tuple[tuple[str, str], ...] = ()
    """How the match stands, in words, each with the id of its ruling."""
    match: Any = None
    """What the game's scoring returned for all hands, in games that count a whole match."""

    @property
    def rises(self) -> bool:
        """Whether the target has changed in the match, so that the sheet has a column for it."""
        return len({self.target, *(row.target for row in self.rows)} - {None}) > 1


class Sheet:
    """The evening of one game. Subclasses say which calculator counts it and which of its fields are a hand's."""

    ask: ClassVar[type[SheetAsk[Any]]]
    terms: ClassVar[tuple[str, ...]] = ()
    """Fields of the calculator that are said once for the evening."""
    each_hand: ClassVar[tuple[str, ...]] = ()
    """House rules that are said anew with each hand."""
    extra: ClassVar[tuple[str, ...]] = ()
    """Further fields of the calculator that a hand may say, shown after its own."""
    may_sit_out: ClassVar[bool] = False
    """Whether a hand can be played by some of those who sit there, and the evening by more or fewer than before."""
    ends: ClassVar[bool] = True
    """Whether the score ends the match; where it does not, the players do."""
    fewest_lead: ClassVar[bool] = False
    whole: ClassVar[int | None] = None
    """What the gains of a hand come to together, in games where that is always the same."""
    is_signed: ClassVar[bool] = False
    """Whether totals go below zero, and are shown with their sign."""
    entry_label: ClassVar[Text] = ""
    """What is filled in for a hand, as the heading of its form says it, where nothing filled in could be a hand."""
    note: ClassVar[Text] = ""
    """How we keep an evening where the game's document says nothing of one."""
    below: ClassVar[str] = ""
    """A template for what the game shows under the sheet of who owes whom."""
    of_the_match: ClassVar[frozenset[str]] = frozenset()
    """The rulings that speak of the match and not of a hand."""
    counting: ClassVar[int] = 1
    """To be raised whenever the calculator comes to count a hand otherwise: kept outcomes are then counted anew."""

    # What a game's sheet fills in

    def in_order(self, content: Any, players: Sequence[str]) -> Any:
        """A stored hand with its players in the order of the columns, and after them whom nobody knows.

        Stored objects have no order: PostgreSQL keeps none, nor need a file.
        """
        return {name: content[name] for name in ordered(content, players)}

    def says(self, content: Any, written: Any) -> bool:
        """Whether a stored hand says just what the calculator, having read it, would write."""
        return bool(content == written)

    def who(self, content: Any) -> Sequence[str]:
        """Who played a stored hand."""
        return list(content)

    def players_of(self, content: Any, players: Sequence[str]) -> Sequence[str]:
        """Return who of these players played a stored hand, in their order; all where it cannot be read any more."""
        try:
            played = set(self.who(content))
        except (TypeError, KeyError, AttributeError):
            return players
        return [name for name in players if name in played]

    def renamed(self, content: Any, names: Mapping[str, str]) -> Any:
        """A stored hand under other names, of those who are called otherwise."""
        return {names.get(name, name): said for name, said in content.items()}

    def gains(self, shown: Any) -> Mapping[str, int]:
        """What each player gets from a hand, from what the game's scoring returned for it."""
        raise NotImplementedError

    def tally(self, table: Table, outcomes: Sequence[Outcome]) -> Standing:
        """What hands of these outcomes come to together."""
        raise NotImplementedError

    def shown(self, asked: SheetAsk[Any]) -> Any:
        """What the template of a hand itemises."""
        return asked.verdict

    def further(self, shown: Any) -> dict[str, Any]:
        """What else an outcome holds, besides the gains."""
        return {}

    def debts(self, table: Table, outcomes: Sequence[Outcome], paid: Sequence[Paid] = ()) -> Debts | None:
        """Who owes whom after hands of these outcomes and these payments; None where nobody pays."""
        return None

    def term(self, value: Any) -> Any:
        """One of the terms, as it was read, in JSON: what the calculator's field reads again."""
        return value

    # What follows

    @property
    def game(self) -> str:
        return self.ask.game

    @property
    def field(self) -> SheetField[Any]:
        """The calculator's field that holds the hands."""
        return self.ask().sheet_field

    @property
    def seats(self) -> range:
        """The numbers of players that some choice of house rules allows."""
        return self.field.seats

    def seats_by(self, house: Mapping[str, Any]) -> range:
        """Return the numbers of players that these house rules allow; a rule that is not named has its default."""
        return self.seats

    @property
    def larger_tables(self) -> list[tuple[str, Text, int]]:
        """House rules that allow more players than the default ones: query string, label and most players, in rising order."""
        most, found = self.seats_by({})[-1], list[tuple[str, Text, int]]()
        for rule in self.house_rules:
            for value, label in (rule.choices or {}).items():
                if (more := self.seats_by({rule.name: value})[-1]) > most:
                    most = more
                    found.append((urlencode({HOUSE + rule.name: value}), label, most))
        return found

    def content(self, asked: Mapping[str, Any]) -> Any:
        """The hand that the calculator read, as the judge writes it; None where none was filled in."""
        hands = asked[self.ask.sheet_name].hands
        return self.field.written(hands[0]) if hands else None

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        """The calculator's question about this hand alone, its players in the order of the columns."""
        hand = self.in_order(content, players)
        return {self.ask.sheet_name: [hand] if self.field.is_list else hand}

    def is_own(self, name: str) -> bool:
        """Whether this parameter of the calculator's address is the hand's own."""
        return name in self.extra or self.field.is_own(name) or (self.may_sit_out and name.startswith(ABSENT))

    def is_untouched(self, said: QueryDict) -> bool:
        """Whether nothing of a hand is filled in."""
        return not any(text.strip() for name, values in said.lists() if self.field.is_own(name) for text in values)

    @property
    def house_rules(self) -> list[HouseRule]:
        """The house rules that a table agrees on once."""
        return [rule for rule in self.ask.house_rules if rule.name not in self.each_hand]

    def extra_fields(self, form: Ask[Any]) -> list[tuple[BoundField, str]]:
        """The further fields of a hand, each with the id of its ruling where it is a house rule."""
        rules = {HOUSE + rule.name: f"{self.game}.{rule.rule}" for rule in self.ask.house_rules}
        return [(form[name], rules.get(name, "")) for name in self.extra]

    @property
    def entry_template(self) -> str:
        return f"{self.game}/entry.html"

    @property
    def row_template(self) -> str:
        return f"{self.game}/row.html"

    def agreed(self, table: Table) -> dict[str, Any]:
        """What the table agreed, as the calculator's question says it."""
        return dict(table.terms) | {HOUSE + name: value for name, value in table.house.items()}

    def absent(self, table: Table, said: QueryDict) -> list[int]:
        """The numbers of those who sit there, and of whom it was filled in that they sit this hand out."""
        return [seat for seat in table.seats if self.may_sit_out and said.get(f"{ABSENT}{seat}")]

    def out_of_place(self, table: Table, said: QueryDict) -> list[int]:
        """The numbers of those who do not play this hand, though something is filled in for them."""
        sheet, field, absent = self._sheet(table, said), self.field, self.absent(table, said)
        gone = [seat for seat in range(len(table.people)) if seat in absent or seat not in table.seats]
        return [seat for seat in gone if field.is_filled_in(sheet, seat)]

    def filled_in(self, table: Table, said: QueryDict) -> dict[str, Any]:
        """The calculator's question from what was filled in for one hand."""
        asked = self.ask.from_address(self._query(table, said)) or {}
        if sheet := self._sheet(table, said):
            # Of a seat with something in it the name stays, so that it stays in sight.
            shown = set(table.seats) - set(self.absent(table, said)) | set(self.out_of_place(table, said))
            names = tuple(name if seat in shown else "" for seat, name in enumerate(sheet.names))
            asked[self.ask.sheet_name] = replace(sheet, names=names)
        return asked | self.agreed(table)

    def _sheet(self, table: Table, said: QueryDict) -> Filled[Any] | None:
        """What was filled in, for everybody who ever sat there."""
        field = self.field
        field.farthest = len(table.people)
        sheet: Filled[Any] | None = field.from_address(self._query(table, said), self.ask.sheet_name)
        return sheet

    def _query(self, table: Table, said: QueryDict) -> QueryDict:
        """What was filled in, with everybody's name."""
        query = QueryDict(mutable=True)
        for name, values in said.lists():
            if self.is_own(name):
                query.setlist(name, values)
        for name, value in self.field.seated(table.people):
            query.appendlist(name, value)
        return query

    def entry(self, table: Table, said: QueryDict, notation: Notation, number: int) -> SheetAsk[Any]:
        """The calculator with one hand as it was filled in, the ``number``-th of the evening."""
        return self._laid(self.ask(self.filled_in(table, said), notation=notation, first=number), table, said)

    def to_fill_in(self, table: Table, said: QueryDict, notation: Notation) -> SheetAsk[Any]:
        """The calculator with one hand still to be filled in: nothing is wrong with it yet."""
        form = self.ask(notation=notation)
        form.initial = self.filled_in(table, said)
        return self._laid(form, table, said)

    def _laid(self, form: SheetAsk[Any], table: Table, said: QueryDict) -> SheetAsk[Any]:
        """The calculator as the form of a hand at this table."""
        form.sheet_field.farthest = len(table.people)
        others = tuple(seat for seat in self.out_of_place(table, said) if seat not in table.seats)
        form.order, form.people = (*table.seats, *others), table.people
        form.may_play, form.absent, form.extra = table.seats, tuple(self.absent(table, said)), self.extra
        return form

    def typed(self, table: Table, content: Any, notation: Notation) -> QueryDict:
        """A stored hand as it is filled in, in these letters: what :meth:`to_fill_in` takes."""
        form = self.asked(table, content)
        form.full_clean()
        absent: list[int] = []
        if isinstance(read := form.cleaned_data.get(self.ask.sheet_name), Filled) and read.hands:
            # The seats are those of the table, in whatever order the hand names its players.
            row = form.sheet_field.row(read.hands[0], table.people, form.notation)
            names = tuple(name if name in read.names else "" for name in table.people)
            form.cleaned_data[self.ask.sheet_name] = Filled(names, (row,), read.hands)
            absent = [seat for seat in table.seats if not names[seat]]
        own = self._own(form, notation)
        own.update({f"{ABSENT}{seat}": "on" for seat in absent})
        return own

    def rewritten(self, table: Table, said: QueryDict, typed_in: Notation, notation: Notation) -> QueryDict:
        """What was filled in by other letters, in these; what cannot be read stays as it is."""
        form = self.entry(table, said, typed_in, 1)
        form.full_clean()
        own = self._own(form, notation)
        own.update({f"{ABSENT}{seat}": "on" for seat in self.absent(table, said)})
        return own

    def _own(self, form: SheetAsk[Any], notation: Notation) -> QueryDict:
        every, own = QueryDict(form.address(notation)), QueryDict(mutable=True)
        for name, values in every.lists():
            if self.is_own(name):
                own.setlist(name, values)
        return own

    def asked(self, table: Table, content: Any) -> SheetAsk[Any]:
        """The calculator's question about one hand of a match."""
        form = self.ask(self.agreed(table) | self.question(table.players, content))
        form.sheet_field.is_kept = True
        return form

    def read(self, table: Table, content: Any) -> SheetAsk[Any] | ValidationError:
        """A hand that comes from elsewhere than the form, as the calculator counted it, or what is wrong with it.

        Where some may sit a hand out, anybody who was ever at the table may have played it, also who does no more.
        """
        try:
            form = self.asked(table, content)
        except (TypeError, KeyError, AttributeError, ValueError):
            return ValidationError("", "no-hand")
        if not form.is_valid():
            return next(iter(form.errors.as_data().values()))[0]
        named = set(self.named(form))
        is_known = named <= set(table.players) if self.may_sit_out else named == set(table.players)
        if not is_known or len(named) not in self.seats:
            return ValidationError("", "other-player")
        if not self.says(content, self.content(form.cleaned_data)):  # it says more than a hand, or in another way
            return ValidationError("", "no-hand")
        return form

    def outcome(self, counted: Ask[Any]) -> Outcome:
        """What a hand comes to that the calculator has counted, to be kept beside it."""
        shown = counted.verdict
        return {"counting": self.counting, "gains": dict(self.gains(shown))} | self.further(shown)

    def renamed_outcome(self, outcome: Outcome, names: Mapping[str, str]) -> Outcome:
        """What a hand comes to under other names, of those who are called otherwise."""
        return dict(outcome) | {"gains": {names.get(name, name): gain for name, gain in outcome["gains"].items()}}

    def is_current(self, outcome: Outcome | None) -> bool:
        """Whether a kept outcome was counted as hands are counted now."""
        return outcome is not None and outcome.get("counting") == self.counting

    def counted(self, table: Table, content: Any) -> SheetAsk[Any]:
        """The calculator's answer to a stored hand.

        :raises Unread: where it gives none.
        """
        try:
            form = self.asked(table, content)
        except (TypeError, KeyError, AttributeError, ValueError):
            raise Unread from None
        if not form.is_valid():
            raise Unread(form.errors)
        return form

    def made(self, table: Table, content: Any, place: int = 1) -> Made:
        """What a stored hand is made of.

        :param place: how people call it, for the texts.
        :raises Unread: where the calculator does not read it.
        """
        form = self.counted(table, content)
        reasons = [reason for reason in form.verdict.reasons if reason.rule not in self.of_the_match]
        sentences = tuple((form.say(self.renumbered(reason, place)), reason.rule) for reason in reasons)
        return Made(self.gains(form.verdict), self.shown(form), sentences)

    def renumbered(self, reason: Reason, place: int) -> Reason:
        """A reason given for a hand alone, as one of the hand that people call so."""
        return reason

    def standing(self, table: Table, contents: Sequence[Any]) -> Standing:
        """What these hands come to, each read and counted anew."""
        return self.tally(table, [self.outcome(self.counted(table, content)) for content in contents])

    def named(self, asked: SheetAsk[Any]) -> list[str]:
        """Whom a hand names."""
        return list(asked.sheet.players.values())

    def first(self, counted: Mapping[str, int]) -> tuple[str, ...]:
        """Whoever is first by these figures."""
        best = (min if self.fewest_lead else max)(counted.values())
        return tuple(name for name, count in counted.items() if count == best)

    def lead(self, standing: Standing) -> str:
        """What whoever is first leads with, in words."""
        return self.written(standing.totals[standing.leaders[0]])

    def ranks(self, standing: Standing) -> Sequence[Mapping[str, int]]:
        """What the players are ranked by after each hand."""
        return [row.totals for row in standing.rows]

    def ranked_by(self, standing: Standing, figure: int) -> str:
        """Such a figure, in words where it is not a total."""
        return self.written(figure)

    def wrong_with(self, table: Table) -> str:
        """Why this table cannot play, if it cannot: a sentence for people."""
        return ""

    def written(self, total: int) -> str:
        """A total as the sheet shows it."""
        return signed(total) if self.is_signed else f"{Number(total)}"


class MatchSheet(Sheet):
    """A game whose calculator counts a whole match: its hands are one list."""

    def match(self, table: Table, outcomes: Sequence[Outcome]) -> Any:
        """The match that the game's scoring makes of these outcomes, up to the hand that ends it."""
        raise NotImplementedError

    def target(self, match: Any) -> int | None:
        """The total that is played to now, if one is."""
        return None

    def targets(self, match: Any) -> Sequence[int | None]:
        """The total that is played to after each hand."""
        return [None] * len(match.rows)

    def leaders(self, match: Any, totals: Mapping[str, int]) -> tuple[str, ...]:
        """Whoever is first so far."""
        return self.first(totals)

    def renumbered(self, reason: Reason, place: int) -> Reason:
        if "number" not in reason.figures:
            return reason
        return Reason(reason.rule, reason.code, **(dict(reason.figures) | {"number": place}))

    def tally(self, table: Table, outcomes: Sequence[Outcome]) -> Standing:
        match, blank = self.match(table, outcomes), self.ask()
        totals = {name: match.totals.get(name, 0) for name in table.players}
        return Standing(
            tuple(
                Row(outcome["gains"], {name: row.totals[name] for name in table.players}, target)
                for outcome, row, target in zip(outcomes, match.rows, self.targets(match), strict=False)
            ),
            totals,
            self.leaders(match, totals) if match.rows else (),
            match.winner,
            self.target(match),
            tuple((blank.say(reason), reason.rule) for reason in match.reasons if reason.rule in self.of_the_match),
            match,
        )


def ordered(named: Iterable[str], players: Sequence[str]) -> Sequence[str]:
    """Whom a hand names in the order of the columns, and after them whom nobody knows."""
    named = list(named)
    return [name for name in players if name in named] + [name for name in named if name not in players]


def up_to_the_end(score: Callable[[Sequence[H]], M], hands: Sequence[H]) -> M:
    """A match by a game's scoring, which refuses hands after the one that won it: those are left out."""
    try:
        return score(hands)
    except Refused as refused:
        if refused.code != "after-the-end":
            raise
        return score(hands[: int(refused.field.split(".")[1])])


class HandSheet(Sheet):
    """A game whose calculator counts a single hand: an evening adds them up."""

    def tally(self, table: Table, outcomes: Sequence[Outcome]) -> Standing:
        totals, rows = dict.fromkeys(table.players, 0), list[Row]()
        for outcome in outcomes:
            gains = outcome["gains"]
            totals = {name: total + gains.get(name, 0) for name, total in totals.items()}
            rows.append(Row(gains, totals))
        ranks = self._ranks(rows)
        return Standing(tuple(rows), totals, self.first(ranks[-1]) if rows else ())

    def ranks(self, standing: Standing) -> Sequence[Mapping[str, int]]:
        return self._ranks(standing.rows)

    def _ranks(self, rows: Sequence[Row]) -> list[Mapping[str, int]]:
        """The totals after each hand of those who have played one: who has just come is neither first nor last."""
        played, ranks = set[str](), list[Mapping[str, int]]()
        for row in rows:
            played |= row.gains.keys()
            ranks.append({name: total for name, total in row.totals.items() if name in played})
        return ranks


def as_stored(amount: Amount) -> int | str:
    """What a player has of a hand as a sheet stores it: a number, or cards, canonical, spaces between."""
    return amount if isinstance(amount, int) else NOTATIONS["en"].write(amount)
