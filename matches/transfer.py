"""A match as a file: JSON that restores it exactly, and CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue import GAMES
from games.fields import as_written
from games.sheets import Standing, Table
from matches.ledger import Event, Hand, Kind, Ledger, replay
from matches.links import Role
from matches.models import Match
from matches.store import MOST_EVENTS

FORMAT, VERSION = "carta-canta-match", 1
LARGEST = 1_000_000
"""Bytes of a file that is read."""
DAY = timedelta(days=1)


class Unreadable(ValueError):
    """A file that is no match: what is wrong, and where, as a sentence for people."""


def as_json(match: Match, ledger: Ledger) -> str:
    """The match with everything that was ever written in it."""
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": match.game,
            "players": match.players,
            "house": match.house,
            "terms": match.terms,
            "opened": match.opened.isoformat(),
            "events": [
                {
                    "number": event.number,
                    "key": event.key,
                    "kind": event.kind.value,
                    "hand": event.hand,
                    "content": event.content,
                    "at": event.at.isoformat(),
                    "role": event.role,
                }
                for event in ledger.events
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def from_json(text: bytes) -> tuple[str, Table, tuple[Event, ...], datetime]:
    """Game, table, events and date of opening of an exported match.

    :raises Unreadable: for anything that is not one, naming what is wrong.
    """
    if len(text) > LARGEST:
        raise Unreadable(_("The file is larger than %(most)d kB.") % {"most": LARGEST // 1000})
    try:
        said = json.loads(text.decode("utf-8-sig"), parse_constant=_no_constant)
        json.dumps(said, ensure_ascii=False).encode()  # no half letters, which JSON can write and nobody can show
    except (ValueError, RecursionError):
        raise Unreadable(_("The file is no JSON.")) from None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Unreadable(_("The file is no match exported from this site."))
    if said.get("version") != VERSION:
        raise Unreadable(_("The file is of version %(version)s, which is not known here.") % _of(said, "version"))
    game = said.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise Unreadable(_("The game “%(game)s” is not known here.") % _of(said, "game"))
    table = _table(game, said)
    return game, table, _events(game, table, said.get("events")), _time(said.get("opened"), _("the opening"))


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _of(said: Mapping[str, Any], name: str) -> dict[str, str]:
    return {name: as_written(said.get(name))[:40]}


def _table(game: str, said: Mapping[str, Any]) -> Table:
    from matches.setup import Setup  # which reads tables from forms, and knows what a table may be

    players, house, terms = said.get("players"), said.get("house"), said.get("terms")
    if not isinstance(players, list) or not isinstance(house, dict) or not isinstance(terms, dict):
        raise Unreadable(_("Players, house rules and terms of the match are missing."))
    setup = Setup.of(GAMES[game].sheet, players, house, terms)
    if setup.faults:
        raise Unreadable(setup.faults[0][1])
    return setup.table


def _events(game: str, table: Table, said: Any) -> tuple[Event, ...]:
    if not isinstance(said, list) or len(said) > MOST_EVENTS:
        raise Unreadable(_("The entries of the match are a list of %(most)d at most.") % {"most": MOST_EVENTS})
    sheet, events = GAMES[game].sheet, []
    for number, entry in enumerate(said, 1):
        where = {"number": number}
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
        if event.kind in {Kind.ENTERED, Kind.CORRECTED}:
            if wrong_with := sheet.unfit(table, event.content):
                why = " ".join(filter(None, wrong_with.messages))
                raise Unreadable(" ".join(filter(None, (_("Entry %(number)d is no hand of this game.") % where, why))))
        elif event.content is not None:
            raise Unreadable(_("Entry %(number)d cannot be read.") % where)
        events.append(event)
    try:
        replay(events)
    except ValueError:
        raise Unreadable(_("The entries do not follow one another.")) from None
    return tuple(events)


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


def as_csv(players: Sequence[str], hands: Sequence[Hand], standing: Standing) -> str:
    """The sheet as a table: a line for each hand that counts, with what it brought and the totals after it."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(
        [
            pgettext("column", "hand"),
            pgettext("column", "entered"),
            *(_cell(name) for name in players),
            *(_cell(f"{name} Σ") for name in players),
        ]
    )
    for number, (hand, row) in enumerate(zip(hands, standing.rows, strict=False), 1):
        entered = hand.changes[0].at.isoformat(timespec="seconds")
        gains, totals = ([counted.get(name, 0) for name in players] for counted in (row.gains, row.totals))
        lines.writerow([number, entered, *gains, *totals])
    return written.getvalue()


def _cell(text: str) -> str:
    """A name as a spreadsheet takes it: never as a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
