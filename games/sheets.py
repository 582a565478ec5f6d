"""How an evening of a game is kept: one hand after another, each read and counted by the game's own calculator.

A :class:`Sheet` adds no rule and no arithmetic of its own. A hand is entered in the form of the game's calculator, with
the names and house rules of the table in it; the standing is the calculator's answer to all hands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict

from games.asks import HOUSE, Ask
from games.fields import Pairs
from games.house import HouseRule, Text
from games.names import signed
from games.notation import NOTATIONS, Notation


@dataclass(frozen=True)
class Table:
    """Who sits together, and what they agreed."""

    players: tuple[str, ...]
    """In the order of the columns."""
    house: Mapping[str, Any]
    """The house rules in which they differ from the rulings."""
    terms: Mapping[str, Any]
    """What else the calculator asks once for all hands: what the match is played to, what a point is worth."""


@dataclass(frozen=True)
class Row:
    """One hand in the sheet."""

    gains: Mapping[str, int]
    totals: Mapping[str, int]
    """After the hand."""
    shown: Any
    """What the game's scoring returned for the hand, for its template to itemise."""
    target: int | None = None
    """After the hand, in games that have one."""


@dataclass(frozen=True)
class Standing:
    """What the hands come to."""

    rows: tuple[Row, ...]
    """Those that count; hands entered after a match was won come after them and do not."""
    totals: Mapping[str, int]
    leaders: tuple[str, ...]
    """Whoever is first so far, several where they are equal; nobody before the first hand."""
    winner: str | None
    """Whoever has won, in games that end by the score."""
    target: int | None
    sentences: tuple[tuple[str, str], ...]
    """Why, in words, each with the id of its ruling."""
    answers: tuple[Any, ...] = ()
    """What the game's scoring returned: for all hands, or for each."""


class Sheet:
    """The evening of one game. Subclasses say which calculator counts it and which of its fields are a hand's."""

    game: ClassVar[str]
    ask: ClassVar[type[Ask]]
    seats: ClassVar[range]
    """How many may play."""
    terms: ClassVar[tuple[str, ...]] = ()
    """Fields of the calculator that are said once for the evening."""
    each_hand: ClassVar[tuple[str, ...]] = ()
    """House rules that are said anew with each hand."""
    said: ClassVar[re.Pattern[str]]
    """Which parameters of the calculator's address are the hand's own."""
    extra: ClassVar[tuple[str, ...]] = ()
    """Further fields of the calculator that a hand may say, shown after its own."""
    ends: ClassVar[bool] = True
    """Whether the score ends the match; where it does not, the players do."""
    fewest_lead: ClassVar[bool] = False
    is_signed: ClassVar[bool] = False
    """Whether totals go below zero, and are shown with their sign."""
    note: ClassVar[Text] = ""
    """How we keep an evening where the game's document says nothing of one."""
    below: ClassVar[str] = ""
    """A template for what the game shows under the sheet."""

    # What a game's sheet fills in

    def seated(self, players: Sequence[str]) -> Pairs:
        """The names as the calculator's address has them."""
        raise NotImplementedError

    def content(self, asked: Mapping[str, Any]) -> Any:
        """The hand that the calculator read, as the judge writes it; None where none was filled in."""
        raise NotImplementedError

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        """The calculator's question about this hand alone, its players in the order of the columns.

        Stored objects have no order: PostgreSQL keeps none, nor need a file.
        """
        raise NotImplementedError

    def standing(self, table: Table, contents: Sequence[Any]) -> Standing:
        """What these hands come to."""
        raise NotImplementedError

    def term(self, value: Any) -> Any:
        """One of the terms, as it was read, in JSON: what the calculator's field reads again."""
        return value

    # What follows

    @property
    def house_rules(self) -> list[HouseRule]:
        """The house rules that a table agrees on once."""
        return [rule for rule in self.ask.house_rules if rule.name not in self.each_hand]

    def extra_fields(self, form: Ask) -> list[tuple[BoundField, str]]:
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

    def filled_in(self, table: Table, said: QueryDict) -> dict[str, Any]:
        """The calculator's question from what was filled in for one hand."""
        query = QueryDict(mutable=True)
        for name, values in said.lists():
            if self.said.fullmatch(name):
                query.setlist(name, values)
        for name, value in self.seated(table.players):
            query.appendlist(name, value)
        return (self.ask.from_address(query) or {}) | self.agreed(table)

    def entry(self, table: Table, said: QueryDict, notation: Notation, number: int) -> Ask:
        """The calculator with one hand as it was filled in, the ``number``-th of the evening."""
        return self.ask(self.filled_in(table, said), notation=notation, first=number)

    def to_fill_in(self, table: Table, said: QueryDict, notation: Notation) -> Ask:
        """The calculator with one hand still to be filled in: nothing is wrong with it yet."""
        form = self.ask(notation=notation)
        form.initial = self.filled_in(table, said)
        return form

    def typed(self, table: Table, content: Any, notation: Notation) -> QueryDict:
        """A stored hand as it is filled in, in these letters: what :meth:`to_fill_in` takes."""
        return self._in_letters(self.asked(table, content), notation)

    def rewritten(self, table: Table, said: QueryDict, typed_in: Notation, notation: Notation) -> QueryDict:
        """What was filled in by other letters, in these; what cannot be read stays as it is."""
        return self._in_letters(self.entry(table, said, typed_in, 1), notation)

    def _in_letters(self, form: Ask, notation: Notation) -> QueryDict:
        form.full_clean()
        every, own = QueryDict(form.address(notation)), QueryDict(mutable=True)
        for name, values in every.lists():
            if self.said.fullmatch(name):
                own.setlist(name, values)
        return own

    def asked(self, table: Table, content: Any) -> Ask:
        """The calculator's question about one hand."""
        return self.ask(self.agreed(table) | self.question(table.players, content))

    def unfit(self, table: Table, content: Any) -> ValidationError | None:
        """What is wrong with a hand that comes from elsewhere than the form, if anything is."""
        try:
            form = self.asked(table, content)
        except (TypeError, KeyError, AttributeError, ValueError):
            return ValidationError("", "no-hand")
        if not form.is_valid():
            return next(iter(form.errors.as_data().values()))[0]
        if set(self.named(form)) != set(table.players):
            return ValidationError("", "other-player")
        if self.content(form.cleaned_data) != content:  # it says more than a hand, or says it in another way
            return ValidationError("", "no-hand")
        return None

    def named(self, asked: Ask) -> Sequence[str]:
        """Whom a hand names."""
        raise NotImplementedError

    def first(self, counted: Mapping[str, int]) -> tuple[str, ...]:
        """Whoever is first by these figures."""
        best = (min if self.fewest_lead else max)(counted.values())
        return tuple(name for name, count in counted.items() if count == best)

    def lead(self, standing: Standing) -> str:
        """What whoever is first leads with, in words."""
        return self.written(standing.totals[standing.leaders[0]])

    def wrong_with(self, table: Table) -> str:
        """Why this table cannot play, if it cannot: a sentence for people."""
        return ""

    def written(self, total: int) -> str:
        """A total as the sheet shows it."""
        return signed(total) if self.is_signed else str(total)


class MatchSheet(Sheet):
    """A game whose calculator counts a whole match: its hands are one list."""

    field: ClassVar[str]

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        return {self.field: [content]}

    def _asked_all(self, table: Table, contents: Sequence[Any]) -> Ask:
        hands = [hand for content in contents for hand in self.question(table.players, content)[self.field]]
        return self.ask(self.agreed(table) | {self.field: hands})

    def rows(self, players: Sequence[str], match: Any) -> list[Row]:
        """The rows of the match that the game's scoring returned."""
        raise NotImplementedError

    def target(self, match: Any) -> int | None:
        """The total that is played to now, if one is."""
        raise NotImplementedError

    def leaders(self, match: Any, totals: Mapping[str, int]) -> tuple[str, ...]:
        """Whoever is first so far."""
        return self.first(totals)

    def standing(self, table: Table, contents: Sequence[Any]) -> Standing:
        form = self._asked_all(table, contents)
        if not form.is_valid():
            counted = _up_to_the_end(form)
            form = self._asked_all(table, contents[:counted])
            assert form.is_valid(), form.errors
        match = form.answer.shown
        totals = {name: match.totals.get(name, 0) for name in table.players}
        return Standing(
            tuple(self.rows(table.players, match)),
            totals,
            self.leaders(match, totals) if contents else (),
            match.winner,
            self.target(match),
            tuple(form.sentences()),
            (match,),
        )


def _up_to_the_end(form: Ask) -> int:
    """How many hands of a match count that was won before its last hand.

    :raises ValueError: where something else is wrong with it: what is stored was read and counted before.
    """
    for errors in form.errors.as_data().values():
        for error in errors:
            if error.code == "after-the-end":
                return int(str((error.params or {})["path"]).split(".")[1])
    raise ValueError(form.errors.as_json())


class HandSheet(Sheet):
    """A game whose calculator counts a single hand: an evening adds them up."""

    def gains(self, shown: Any) -> Mapping[str, int]:
        """What each player gets from a hand, from what the game's scoring returned for it."""
        raise NotImplementedError

    def shown(self, asked: Ask) -> Any:
        """What the template of a hand itemises."""
        return asked.answer.shown

    def standing(self, table: Table, contents: Sequence[Any]) -> Standing:
        totals, rows, forms = dict.fromkeys(table.players, 0), list[Row](), list[Ask]()
        for content in contents:
            form = self.asked(table, content)
            assert form.is_valid(), form.errors
            gains = self.gains(form.answer.shown)
            totals = {name: total + gains.get(name, 0) for name, total in totals.items()}
            rows.append(Row(gains, totals, self.shown(form)))
            forms.append(form)
        return Standing(
            tuple(rows),
            totals,
            self.first(totals) if rows else (),
            None,
            None,
            tuple(forms[-1].sentences()) if forms else (),
            tuple(form.answer.shown for form in forms),
        )


def cards_text(cards: Sequence[Any]) -> str:
    """Cards as a sheet stores them: canonical, spaces between."""
    return NOTATIONS["en"].write(cards)
