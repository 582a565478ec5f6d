"""Where matches are written and read: each change is one transaction that first looks at what others wrote.

Readers take no lock. Whoever writes holds the match's row, so that two who write at once come one after the other: on
PostgreSQL by ``SELECT … FOR UPDATE``, on SQLite because every transaction here begins as a writing one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.catalogue import GAMES
from games.sheets import Sheet, Table
from matches import links
from matches.ledger import Event, Kind, Ledger, clash, replay
from matches.links import Role
from matches.models import Entry, Link, Match

MOST_EVENTS = 1_000
"""Events of one match: nobody plays so long, and a replay stays quick."""
REMOVED_AT_ONCE = 50
"""Matches whose time is over that go together, such as when another one is opened."""


@dataclass(frozen=True)
class Opened:
    """A match as one of its links shows it."""

    match: Match
    role: Role
    token: str

    @property
    def sheet(self) -> Sheet:
        return GAMES[self.match.game].sheet

    @property
    def table(self) -> Table:
        return Table(tuple(self.match.players), self.match.house, self.match.terms)

    def ledger(self) -> Ledger:
        """What has been written."""
        return ledger_of(self.match)


class NotWritten(Exception):
    """A change that was not stored, and why; nothing of it is lost, for whoever sent it still has it."""


class Clash(NotWritten):
    """Somebody else wrote first."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        super().__init__(f"{len(events)} events came first")
        self.events = events


class SentBefore(NotWritten):
    """The same key came before, with another content."""

    def __init__(self, event: Event) -> None:
        super().__init__(f"event {event.number} has this key")
        self.event = event


class Full(NotWritten):
    """The match holds as many events as one may."""


class Over(NotWritten):
    """The match is won or closed, and takes no new hand."""


def open_match(
    game: str, table: Table, events: Sequence[Event] = (), opened: datetime | None = None
) -> tuple[Match, str]:
    """A new match, and its manager's token.

    :param events: what was written before, for a match that comes from an export.
    """
    manager = links.new_token()
    now = timezone.now()
    with transaction.atomic():
        match = Match.objects.create(
            game=game,
            players=list(table.players),
            house=dict(table.house),
            terms=dict(table.terms),
            revision=len(events),
            opened=opened or now,
            touched=now,
        )
        Entry.objects.bulk_create(_row(match, event) for event in events)
        for role in Role:
            token = manager if role is Role.MANAGE else links.derived(manager, role, 0)
            prefix, digest = links.kept(token)
            Link.objects.create(match=match, role=role, prefix=prefix, digest=digest)
    remove_old()
    return match, manager


def find(token: str) -> Opened | None:
    """The match behind a link, or None where the link opens none (any more)."""
    if len(token) != links.LENGTH:
        return None
    link = Link.objects.select_related("match").filter(prefix=token[: links.PREFIX], revoked=False).first()
    if link is None or not links.is_of(token, link.digest):
        return None
    return Opened(link.match, Role(link.role), token)


def ledger_of(match: Match) -> Ledger:
    """What has been written of a match."""
    return replay(map(_event, Entry.objects.filter(match=match)))


def write(
    match: Match,
    role: Role,
    key: UUID,
    kind: Kind,
    *,
    seen: int,
    hand: int | None = None,
    content: Any = None,
    is_over: Callable[[Ledger], bool] = lambda ledger: False,
) -> Event:
    """Store one event, once.

    :param key: what the sender calls it; the same event sent again is stored already, and returned as it was.
    :param seen: the number of the last event that the sender knew.
    :param hand: which hand is corrected or taken back.
    :param is_over: whether a match as written takes no further hand.
    :raises Clash: when others wrote since what the sender has to know first.
    :raises SentBefore: when the key came before with another content.
    :raises Over: for a new hand of a match that is over.
    :raises Full: when the match holds as many events as one may.
    :raises ValueError: for an event that does not follow, such as taking back what is not there.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        ledger = ledger_of(match)
        if before := ledger.with_key(str(key)):
            if (before.kind, before.content) == (kind, content) and (kind is Kind.ENTERED or before.hand == hand):
                return before
            raise SentBefore(before)
        if found := clash(ledger, seen, kind, hand):
            raise Clash(found)
        if ledger.revision >= MOST_EVENTS:
            raise Full
        if kind is Kind.ENTERED and (ledger.closed or is_over(ledger)):
            raise Over
        number = ledger.revision + 1
        event = Event(
            number, str(key), kind, number if kind is Kind.ENTERED else hand, content, timezone.now(), role.value
        )
        ledger.add(event)
        _row(match, event).save(force_insert=True)
        Match.objects.filter(pk=match.pk).update(revision=number, touched=event.at)
    return event


def link_tokens(opened: Opened) -> dict[Role, str | None]:
    """The token of each link, None for one that is revoked; only a manager's link can tell them."""
    generations = {Role(link.role): link for link in Link.objects.filter(match=opened.match)}
    tokens: dict[Role, str | None] = {}
    for role in Role:
        link = generations[role]
        token = opened.token if role is Role.MANAGE else links.derived(opened.token, role, link.generation)
        tokens[role] = None if link.revoked else token
    return tokens


def renew(opened: Opened, role: Role) -> None:
    """Give a role another link; the one before opens nothing any more."""
    with transaction.atomic():
        link = Link.objects.select_for_update().get(match=opened.match, role=role)
        link.generation += 1
        link.prefix, link.digest = links.kept(links.derived(opened.token, role, link.generation))
        link.revoked = False
        link.save()


def revoke(opened: Opened, role: Role) -> None:
    """Let a role's link open nothing any more, until it is renewed."""
    Link.objects.filter(match=opened.match, role=role).update(revoked=True)


def remove_old(most: int = REMOVED_AT_ONCE) -> int:
    """Remove matches in which nothing was written for the time that the settings name; returns how many.

    :param most: so many at most, the oldest first, for nobody can write meanwhile.
    """
    with transaction.atomic():
        old = Match.objects.select_for_update().filter(touched__lt=timezone.now() - settings.MATCHES_KEPT)
        gone = list(old.order_by("touched").values_list("pk", flat=True)[:most])
        Match.objects.filter(pk__in=gone).delete()
    return len(gone)


def _event(row: Entry) -> Event:
    return Event(row.number, str(row.key), Kind(row.kind), row.hand, row.content, row.at, row.role)


def _row(match: Match, event: Event) -> Entry:
    return Entry(
        match=match,
        number=event.number,
        key=UUID(event.key),
        kind=event.kind,
        hand=event.hand,
        content=event.content,
        at=event.at,
        role=event.role,
    )
