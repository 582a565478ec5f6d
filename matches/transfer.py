"""A match as a file: JSON that restores it exactly, and CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import re
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.asks import Ask
from games.catalogue import SHEETS
from games.fields import as_written
from games.sheets import Outcome, Sheet, Standing, Table
from matches.ledger import ON_A_PAYMENT, Event, Hand, Kind, Ledger, is_payment, replay
from matches.links import Role
from matches.models import Match, table_of
from matches.seating import MOST_PEOPLE, Seating, seated
from matches.setup import Setup, wrong_with_people
from matches.store import LONGEST_EVENT, MOST_EVENTS

FORMAT, VERSION = "carta-canta-match", 1
HEAD = 10_000
"""Bytes of an exported match besides its events: names and house rules need less."""
PLACE = 16
"""Bytes that an event in a file has besides its own, at most: how people call its hand."""
LARGEST = MOST_EVENTS * (LONGEST_EVENT + PLACE + 2) + HEAD
"""Bytes of a file that is read: a match may be so large, and not larger."""
DEEPEST = 8
"""Levels of nesting of an event's content: twice as many as any game's hand has."""
HEAD_FIELDS = ("version", "game", "players", "house", "terms", "opened")
EVENT_FIELDS = ("number", "key", "kind", "hand", "content", "at", "role")
READING_SECONDS = 20.0
"""Seconds of processor time that reading a file may take: several times what the longest match needs."""
DAY = timedelta(days=1)
FORMULAS = frozenset("=+-−@")
"""What a formula begins with."""


class Unreadable(ValueError):
    """A file that is no match: what is wrong, and where, as a sentence for people."""


class Abandoned(Exception):
    """The sender of a file has gone, so nobody reads the answer."""


def as_json(match: Match, ledger: Ledger) -> Iterator[str]:
    """The match with everything that was ever written in it, an event in each line.

    ``place`` is how people call the hand of an event; it follows from the events, and nothing reads it.
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game,
        "players": match.players,
        "house": match.house,
        "terms": match.terms,
        "opened": match.opened.isoformat(),
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "events": ['
    for number, event in enumerate(ledger.events):
        place = f', "place": {ledger.every_hand[event.hand].place}' if event.hand else ""
        yield (",\n" if number else "\n") + event.line[:-1] + place + "}"
    yield "\n]}\n"


def from_json(
    text: bytes, is_abandoned: Callable[[], bool] = lambda: False
) -> tuple[str, Table, tuple[Event, ...], datetime]:
    """Return game, table, events and date of opening of an exported match.

    Every part is checked against its bound before it is used, so the work grows with the bounds and not with the file.

    :param is_abandoned: asked before each event.
    :raises Unreadable: for anything that is not a match, naming what is wrong.
    :raises Abandoned: as soon as ``is_abandoned`` says so.
    """
    if len(text) > LARGEST:
        raise too_large()
    not_json = Unreadable(_("The file is not JSON."))
    try:
        said = json.loads(text.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise not_json from None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Unreadable(_("The file is not a match exported from this site."))
    head = {name: said.get(name) for name in HEAD_FIELDS}
    if isinstance(head["players"], list):
        head["players"] = head["players"][: MOST_PEOPLE + 1]  # one too many is enough to refuse them
    size = _size(head)
    if size is None:
        raise not_json
    if head["version"] != VERSION:
        raise Unreadable(_("The file is of version %(version)s, which this site does not know.") % _of(head, "version"))
    game = head["game"]
    if not isinstance(game, str) or game not in SHEETS:
        raise Unreadable(_("This site does not know the game “%(game)s”.") % _of(head, "game"))
    if not isinstance(head["players"], list) or not all(isinstance(head[name], dict) for name in ("house", "terms")):
        raise Unreadable(_("Players, house rules and terms of the match are missing."))
    if size > HEAD:
        raise Unreadable(_("Players, house rules and terms of the match are too long."))
    table = _table(game, head)
    entries = said.get("events")
    if not isinstance(entries, list) or len(entries) > MOST_EVENTS:
        raise Unreadable(_("The entries of the match are a list of at most %(most)d.") % {"most": MOST_EVENTS})
    return game, table, _events(game, table, entries, is_abandoned), _time(head["opened"], _("the opening"))


def _size(value: Any) -> int | None:
    """Return the bytes of a value as JSON; None for lone surrogates or deep nesting, which JSON can say and UTF-8 not."""
    try:
        return len(json.dumps(value, ensure_ascii=False).encode())
    except (UnicodeEncodeError, RecursionError):
        return None


def _is_nested(value: Any, levels: int = DEEPEST) -> bool:
    """Return whether a value is nested deeper than so many levels."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels == 0 or any(_is_nested(one, levels - 1) for one in inner)


def too_large() -> Unreadable:
    """What is wrong with a file that is too large."""
    return Unreadable(_("The file is larger than %(most)d kB.") % {"most": LARGEST // 1000})


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _of(said: Mapping[str, Any], name: str) -> dict[str, str]:
    return {name: as_written(said.get(name))[:40]}


def _table(game: str, head: Mapping[str, Any]) -> Table:
    setup = Setup.of(SHEETS[game], head["players"], head["house"], head["terms"])
    if setup.faults:
        raise Unreadable(setup.faults[0][1])
    return setup.table


def _events(game: str, table: Table, entries: Sequence[Any], is_abandoned: Callable[[], bool]) -> tuple[Event, ...]:
    sheet, events, people = SHEETS[game], list[Event](), Seating.of(table.players)
    until = time.thread_time() + READING_SECONDS
    for number, entry in enumerate(entries, 1):
        if is_abandoned():
            raise Abandoned
        if time.thread_time() > until:
            raise Unreadable(_("Reading this file would take too long."))
        where = {"number": number}
        _check_bounds(entry, number)
        try:
            event = Event(
                entry["number"],
                str(UUID(entry["key"])),
                Kind(entry["kind"]),
                entry["hand"],
                entry["content"],
                _time(entry["at"], _("entry %(number)d") % where),
                _writer(entry["role"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            if isinstance(wrong, Unreadable):
                raise
            raise Unreadable(_("Entry %(number)d cannot be read.") % where) from None
        if type(event.number) is not int or not isinstance(event.hand, int | None) or isinstance(event.hand, bool):
            raise Unreadable(_("Entry %(number)d cannot be read.") % where)
        if event.kind is Kind.ENTERED or (event.kind is Kind.CORRECTED and not event.changes_nothing):
            event = replace(event, outcome=_outcome(sheet, table_of(table, people), event.content, number))
        elif event.kind in ON_A_PAYMENT:
            _check_payment(sheet, table_of(table, people), event)
        elif event.kind is Kind.SEATED:
            people = _seated(sheet, table, people, event)
        elif event.content is not None:
            raise Unreadable(_("Entry %(number)d cannot be read.") % where)
        events.append(event)
    try:
        replay(events)
    except ValueError:
        raise Unreadable(_("The entries do not follow one another.")) from None
    for event in events:
        if len(event.line.encode()) > LONGEST_EVENT:
            raise Unreadable(_("Entry %(number)d is too long.") % {"number": event.number})
    return tuple(events)


def _seated(sheet: Sheet, table: Table, before: Seating, event: Event) -> Seating:
    """Who sits there after an entry that says so."""
    why = ""
    try:
        after = seated(before, event.content, event.number)
    except ValueError:
        pass
    else:
        why = wrong_with_people(sheet, table_of(table, before), table_of(table, after))
        if not why:
            return after
    text = _("Entry %(number)d cannot be read.") % {"number": event.number}
    raise Unreadable(" ".join(filter(None, (text, why))))


def _check_bounds(entry: Any, number: int) -> None:
    """Refuse an entry that is longer or nested deeper than any that this site writes."""
    if not isinstance(entry, dict):
        raise Unreadable(_("Entry %(number)d cannot be read.") % {"number": number})
    size = _size({name: entry.get(name) for name in EVENT_FIELDS})
    if size is None or _is_nested(entry.get("content")):
        raise Unreadable(_("Entry %(number)d cannot be read.") % {"number": number})
    if size > LONGEST_EVENT:
        raise Unreadable(_("Entry %(number)d is too long.") % {"number": number})


def _outcome(sheet: Sheet, table: Table, content: Any, number: int) -> Outcome:
    """What the hand of an entry comes to."""
    counted = sheet.read(table, content)
    if isinstance(counted, Ask):
        return sheet.outcome(counted)
    text = _("Entry %(number)d is not a hand of this game.") % {"number": number}
    raise Unreadable(" ".join(filter(None, (text, *counted.messages))))


def _check_payment(sheet: Sheet, table: Table, event: Event) -> None:
    """A payment is one between two who sit at the table, in a game in which anybody pays."""
    said = event.content
    seated = is_payment(said) and {said["from"], said["to"]} <= set(table.players)
    if sheet.debts(table, []) is None or (event.kind is Kind.PAID and not seated):
        text = _("Entry %(number)d is not a payment between two players of this match.")
        raise Unreadable(text % {"number": event.number})


def _writer(said: Any) -> str:
    if not Role(said).may_score:
        raise ValueError(said)
    return Role(said).value


def _time(said: Any, what: str) -> datetime:
    try:
        found = parse_datetime(said) if isinstance(said, str) else None
        # A day from the ends of the calendar there are clocks that cannot show it.
        if found is not None and found - DAY < found + DAY and timezone.is_aware(found):
            return found.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise Unreadable(_("The time of %(what)s cannot be read.") % {"what": what})


def as_csv(sheet: Sheet, players: Sequence[str], hands: Sequence[Hand], standing: Standing) -> Iterator[str]:
    """Yield the lines of the sheet as a table: each hand that counts, what it brought and the totals after it.

    The cell of a player who sat a hand out is empty, and so is the total of one who has played none yet.
    """
    yield _line(
        [
            pgettext("column", "hand"),
            pgettext("column", "entered"),
            *(_cell(name) for name in players),
            *(_cell(f"{name} Σ") for name in players),
        ]
    )
    known = set[str]()
    for hand, row in zip(hands, standing.rows, strict=False):
        entered = hand.changes[0].at.isoformat(timespec="seconds")
        played = sheet.players_of(hand.content, players)
        known.update(played)
        gains = [row.gains.get(name, 0) if name in played else "" for name in players]
        totals = [row.totals[name] if name in known else "" for name in players]
        yield _line([hand.place, entered, *gains, *totals])


def _line(cells: Sequence[str | int]) -> str:
    """A line of a table. Every text stands in quotes, for some programs part columns by other signs than a comma."""
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_NONNUMERIC).writerow(cells)
    return written.getvalue()


def _cell(text: str) -> str:
    """A name as spreadsheets take it: never as a formula, neither whole nor from a sign on by which they part columns.

    In Italian and Czech Excel parts columns by semicolons, and then sees quotes within a cell as letters of it. It takes
    the full-width signs of Chinese and Japanese for the plain ones.

    >>> _cell("=1"), _cell("A; ＝1"), _cell("A-B")
    ("'=1", "A;' ＝1", 'A-B')
    """
    return re.sub(r"""(^|[,;|:\t\r\n])(?=[\s"'“”„]*([^\s"'“”„]))""", _as_text, text)


def _as_text(found: re.Match[str]) -> str:
    begins = unicodedata.normalize("NFKC", found[2])[:1] in FORMULAS
    return f"{found[1]}'" if begins else found[1]
