"""Where matches are written and read: each change is one transaction that first looks at what others wrote.

Readers take no lock. Whoever writes holds the match's row, so that two who write at once come one after the other: on
PostgreSQL by ``SELECT … FOR UPDATE``, on SQLite because every transaction here begins as a writing one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.catalogue import SHEETS
from games.sheets import Outcome, Sheet, Standing, Table, Unread
from matches import links
from matches.ledger import ON_A_HAND, Event, Hand, Kind, Ledger, clash, replay, undoing
from matches.links import Role
from matches.models import Clock, Entry, Link, Match, table_of
from matches.seating import Seating, names_now, seated_at, seatings, with_names

MOST_EVENTS = 1_000
"""Events of one match: nobody plays so long, and a replay stays quick."""
LONGEST_EVENT = 2_390
"""Bytes of an event in an exported file, so that a whole match is one that can be brought back."""
REMOVED_AT_ONCE = 50
"""Matches whose time is over that go together, such as when another one is opened."""
AT_ONCE = 100
"""Outcomes that one statement keeps."""
DELETED_AFTER = timedelta(days=7)
"""How long a match that its manager deletes can still be looked at, and kept after all."""
LEAP, STEADY = timedelta(days=7), timedelta(days=1)
"""A clock that went on by more than the one since it was looked at last, or back by more than an hour, may be wrong:
nothing is removed until it has run on from there for the other."""


@dataclass(frozen=True)
class Opened:
    """A match as one of its links shows it."""

    match: Match
    role: Role
    token: str
    address: str
    """The token that stands in the addresses of its pages: for a manager that of the link for watching, where the
    browser is known as the manager's."""

    @property
    def is_remembered(self) -> bool:
        """Whether a browser is known as the manager's, and came by the link for watching."""
        return self.address != self.token

    @property
    def known_as(self) -> str:
        """What a browser knows the match by, through whichever link it came; it opens nothing."""
        written = f"{self.match.pk} {self.match.opened.isoformat()}"
        return hashlib.sha256(written.encode()).hexdigest()[:16]

    @property
    def sheet(self) -> Sheet:
        return self.match.sheet

    @property
    def table(self) -> Table:
        return self.match.table

    @cached_property
    def ledger(self) -> Ledger:
        """The events up to the revision at which the match was read, hands under the names of that state.

        Stored events never change, so the match and these events are one state, whatever is written meanwhile.

        :raises MatchGone: if the match has been removed since.
        """
        return _with_names(self.match, ledger_of(self.match))

    def seatings(self, ledger: Ledger) -> tuple[Seating, ...]:
        """Who sat there at first, and after each change."""
        return seatings(self.match.players, ledger.events)

    def table_at(self, ledger: Ledger, number: int) -> Table:
        """The table when the event of this number was written, under the names of that time."""
        return table_of(self.table, seated_at(self.seatings(ledger), number))

    def counted(self, ledger: Ledger) -> list[Hand]:
        """The hands that stand, each with what it comes to; those that come to nothing that is known are left out."""
        people = self.seatings(ledger)[-1].people
        return [hand for hand in _counted(self.match, ledger).hands if brings(hand.outcome, people)]

    def debts(self, ledger: Ledger, counted: Sequence[Hand]) -> Any:
        """Who owes whom after these hands and what was paid; None where nobody pays."""
        if not (counted or ledger.paid):
            return None
        paid = [(payment.payer, payment.payee, payment.points) for payment in ledger.paid]
        table = self.table_at(ledger, ledger.revision)
        return self.sheet.debts(table, [hand.outcome for hand in counted], paid)

    def tally(self, counted: Sequence[Hand]) -> Standing:
        """What hands of which each has its outcome come to together."""
        return self.sheet.tally(self.table, [hand.outcome for hand in counted])

    def standing(self, ledger: Ledger) -> Standing:
        """What the hands that stand come to."""
        return self.tally(self.counted(ledger))


class MatchGone(Exception):
    """The match, or the link by which it was opened, does not exist any more."""


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


class NotDue(NotWritten):
    """A payment that is not, or no more, in the list of what is left to settle."""


class TooLong(NotWritten):
    """The hand is longer than one that can be exported and brought back."""


class Going(NotWritten):
    """The match is being deleted."""


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
            seating=seatings(table.players, events)[-1].as_stored(),
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


def find(token: str, manager: str = "") -> Opened | None:
    """The match behind a link, or None where the link opens none (any more).

    :param manager: the token of a manager who comes by the link for watching: it opens the manager's match there, also
        where it is revoked for everybody else.
    """
    if len(token) != links.LENGTH:
        return None
    link = Link.objects.select_related("match").filter(prefix=token[: links.PREFIX]).first()
    if link is None or not links.is_of(token, link.digest):
        return None
    if link.match.removal and link.match.removal <= timezone.now():
        return None
    if link.role == Role.WATCH and links.follows(token, manager, Role.WATCH, link.generation):
        return Opened(link.match, Role.MANAGE, manager, token)
    return None if link.revoked else Opened(link.match, Role(link.role), token, token)


def find_managed(manager: str) -> Opened | None:
    """The match of a manager's link, at the address of the link for watching; None where the link is no manager's."""
    opened = find(manager)
    if opened is None or not opened.role.may_manage:
        return None
    generations = Link.objects.values_list("generation", flat=True)
    generation = generations.filter(match=opened.match, role=Role.WATCH).first()
    if generation is None:
        return None
    return replace(opened, address=links.derived(manager, Role.WATCH, generation))


def ledger_of(match: Match) -> Ledger:
    """Return the events of a match up to the revision at which it was read.

    :raises MatchGone: if the match has been removed since.
    """
    rows = Entry.objects.filter(match=match, number__lte=match.revision).values_list(
        "number", "key", "kind", "hand", "content", "at", "role", "outcome"
    )
    if len(rows) < match.revision and not Match.objects.filter(pk=match.pk).exists():
        raise MatchGone
    return replay(
        Event(number, str(key), Kind(kind), hand, content, at, role, outcome)
        for number, key, kind, hand, content, at, role, outcome in rows
    )


def _with_names(match: Match, ledger: Ledger) -> Ledger:
    """The ledger with its hands under the names that the players bear now."""
    return with_names(ledger, seatings(match.players, ledger.events), partial(_renamed, match.sheet))


def _renamed(sheet: Sheet, hand: Hand, names: dict[str, str], at_first: dict[str, str]) -> Hand:
    """A hand under other names, what it contains and what was entered first."""
    content, entered = _content_renamed(sheet, hand.content, names), _content_renamed(sheet, hand.entered, at_first)
    return replace(hand, content=content, entered=entered, outcome=_outcome_renamed(sheet, hand.outcome, names))


def _content_renamed(sheet: Sheet, content: Any, names: dict[str, str]) -> Any:
    """A hand as it is stored under other names; one that its game does not read any more keeps those of its time."""
    try:
        return sheet.renamed(content, names)
    except (TypeError, KeyError, AttributeError, ValueError):
        return content


def _outcome_renamed(sheet: Sheet, outcome: Outcome | None, names: dict[str, str]) -> Outcome | None:
    return None if outcome is None else sheet.renamed_outcome(outcome, names)


def brings(outcome: Outcome | None, people: Collection[str]) -> bool:
    """Whether a hand comes to something, and to nothing for anybody who never was one of these people."""
    return outcome is not None and outcome["gains"].keys() <= set(people)


def came_to(match: Match, written: Hand | Event | Entry) -> Outcome | None:
    """What a hand comes to by itself: as it is kept, or counted where it was not yet, or otherwise than now.

    A hand that the calculator reads no more comes to what is kept of it, if anything is.
    """
    sheet = match.sheet
    kept: Outcome | None = written.outcome
    if sheet.is_current(kept):
        return kept
    try:
        return sheet.outcome(sheet.counted(match.table, written.content))
    except Unread:
        return kept


def _counted(match: Match, ledger: Ledger) -> Ledger:
    """The ledger with what each hand that stands comes to."""
    fresh = {
        hand.number: replace(hand, outcome=came_to(match, hand))
        for hand in ledger.hands
        if not match.sheet.is_current(hand.outcome)
    }
    return replace(ledger, every_hand=ledger.every_hand | fresh) if fresh else ledger


def write(
    match: Match,
    role: Role,
    key: UUID,
    kind: Kind,
    *,
    seen: int | str,
    hand: int | None = None,
    content: Any = None,
    outcome: Outcome | None = None,
    names_at: int | None = None,
    is_over: Callable[[Ledger], bool] = lambda ledger: False,
    is_due: Callable[[Ledger], bool] = lambda ledger: True,
) -> Event:
    """Store one event, once.

    :param key: what the sender calls it; the same event sent again is stored already, and returned as it was.
    :param seen: the last event that the sender knew, by its number or as :attr:`~matches.ledger.Ledger.mark` has it.
    :param hand: which hand is corrected or taken back; of a new hand, the one that was taken back and whose place it
        takes: it is written as another content for that one.
    :param outcome: what the content comes to by itself, where whoever sends it has counted it.
    :param names_at: the event whose people the content of a correction names, where it was read under other names than
        those that the sender knew.
    :param is_over: whether a match as written takes no further hand.
    :param is_due: whether a payment is left to settle in a match as written.
    :raises Clash: when others wrote since what the sender has to know first.
    :raises SentBefore: when the key came before with another content.
    :raises Over: for a new hand of a match that is over.
    :raises NotDue: for a payment that is not left to settle.
    :raises Going: when the match is being deleted.
    :raises Full: when the match holds as many events as one may.
    :raises TooLong: when the event is longer than one may be.
    :raises ValueError: for an event that does not follow, such as taking back what is not there, or seating somebody
        who never was at the table.
    :raises MatchGone: when the match has been removed.
    """
    is_new = kind is Kind.ENTERED
    if is_new and hand is not None:
        kind = Kind.CORRECTED
    with transaction.atomic():
        match = _locked(match)
        ledger = ledger_of(match)
        if before := ledger.with_key(str(key)):
            is_same = ledger.brings_a_hand(before) if is_new else (before.kind, before.hand) == (kind, hand)
            if not is_same or before.content != content:
                raise SentBefore(before)
            if kind is Kind.PAID and (undone := ledger.taken_back(before)):
                raise Clash((undone,))
            return before
        if match.removal:
            raise Going
        known = seen if isinstance(seen, int) else ledger.seen(seen)
        found = clash(ledger, known, kind, hand)
        if is_new and kind is Kind.CORRECTED:
            found = (*found, *clash(ledger, known, Kind.ENTERED, None))
        elif kind is Kind.CORRECTED:
            found = (*found, *clash(ledger, known if names_at is None else names_at, Kind.SEATED, None))
        if found:
            raise Clash(tuple(sorted(found, key=lambda event: event.number)))
        if ledger.revision >= MOST_EVENTS:
            raise Full
        kept, ledger = ledger, _counted(match, ledger)
        if is_new and (ledger.closed or is_over(_with_names(match, ledger))):
            raise Over
        if kind is Kind.PAID and not is_due(_with_names(match, ledger)):
            raise NotDue
        number = ledger.revision + 1
        place = number if kind is Kind.ENTERED else hand
        event = Event(number, str(key), kind, place, content, timezone.now(), role.value, outcome)
        after = ledger.add(event)
        now = seatings(match.players, after.events)[-1]
        if len(event.line.encode()) > LONGEST_EVENT:
            raise TooLong
        if event.says_a_hand and outcome is None:
            event = replace(event, outcome=came_to(match, event))
        _row(match, event).save(force_insert=True)
        _keep_outcomes(match, kept, ledger)
        # A clock that was wrong and went back makes no match old.
        touched = max(event.at, match.touched)
        changed = {"seating": now.as_stored()} if kind is Kind.SEATED else {}
        Match.objects.filter(pk=match.pk).update(revision=number, touched=touched, mark=uuid4(), **changed)
    return event


def _locked(match: Match) -> Match:
    """Read a match again and lock its row until the transaction ends.

    :raises MatchGone: if it has been removed.
    """
    found = Match.objects.select_for_update().filter(pk=match.pk).first()
    if found is None:
        raise MatchGone
    return found


def undo(match: Match, role: Role, key: str) -> Event:
    """Undo the event of this key, once, as long as nothing was written since of what it is about.

    :returns: the event that undid it.
    :raises Clash: when others wrote since of the same hand, or at all where the evening was ended or reopened.
    :raises ValueError: when there is no such event, or nothing undoes it.
    :raises MatchGone: when the match has been removed.
    """
    with transaction.atomic():
        match = _locked(match)
        ledger = ledger_of(match)
        event = ledger.with_key(key)
        found = undoing(ledger, event) if event else None
        if event is None or found is None:
            raise ValueError(f"nothing undoes {key}")
        content, outcome = found.content, None
        if found.said is not None:
            # The entry of another time: those who played bear the names of now in the one that restores it.
            names = names_now(seatings(match.players, ledger.events), found.said.number)
            content = _content_renamed(match.sheet, content, names)
            outcome = _outcome_renamed(match.sheet, found.said.outcome, names)
        undone = write(
            match,
            role,
            UUID(event.undone_as),
            found.kind,
            seen=event.number,
            hand=event.hand,
            content=content,
            outcome=outcome,
            names_at=ledger.revision,
        )
    if later := clash(ledger, undone.number, found.kind, event.hand):  # it was undone before, and others wrote since
        raise Clash(later)
    return undone


def _keep_outcomes(match: Match, kept: Ledger, counted: Ledger) -> None:
    """Keep what was counted only while it was read: hands of a time before outcomes were kept, or counted otherwise."""
    fresh = {
        hand.said.number: hand.outcome
        for hand in counted.hands
        if hand.outcome is not kept.every_hand[hand.number].outcome
    }
    if fresh:
        rows = list(Entry.objects.filter(match=match, number__in=fresh))
        for row in rows:
            row.outcome = fresh[row.number]
        Entry.objects.bulk_update(rows, ["outcome"], batch_size=AT_ONCE)


def count_stored() -> None:
    """Count the hands of which it is not kept what they come to as hands are counted now, and keep it.

    Everything that shows or writes such a hand counts it too, but then each time anew; this takes some at once, so that
    whoever writes meanwhile waits for no more.
    """
    for game, sheet in SHEETS.items():
        said = Entry.objects.filter(match__game=game, kind__in=ON_A_HAND, content__isnull=False)
        stale = said.exclude(outcome__counting=sheet.counting)
        keys = list(stale.values_list("pk", flat=True))
        for begin in range(0, len(keys), AT_ONCE):
            fresh = []
            for row in Entry.objects.select_related("match").filter(pk__in=keys[begin : begin + AT_ONCE]):
                outcome = came_to(row.match, row)
                if outcome is not row.outcome:
                    row.outcome = outcome
                    fresh.append(row)
            Entry.objects.bulk_update(fresh, ["outcome"])


def watching(opened: Opened) -> str | None:
    """The token of the link for watching, where who opened the match can tell it, and it is not revoked."""
    if opened.role is Role.WATCH:
        return opened.token
    return link_tokens(opened)[Role.WATCH] if opened.role.may_manage else None


def link_tokens(opened: Opened) -> dict[Role, str | None]:
    """Return the token of each link, None for a revoked one; only a manager's link can derive them.

    :raises MatchGone: if the match has been removed.
    """
    generations = {Role(link.role): link for link in Link.objects.filter(match=opened.match)}
    if not generations:
        raise MatchGone
    tokens: dict[Role, str | None] = {}
    for role in Role:
        link = generations[role]
        token = opened.token if role is Role.MANAGE else links.derived(opened.token, role, link.generation)
        tokens[role] = None if link.revoked else token
    return tokens


def _managed(opened: Opened) -> dict[Role, Link]:
    """The links of a match, which nobody else changes until the transaction ends.

    :raises NotWritten: where the manager's link was renewed meanwhile, so that this one manages nothing any more.
    :raises MatchGone: if the match has been removed.
    """
    _locked(opened.match)
    rows = {Role(row.role): row for row in Link.objects.filter(match=opened.match)}
    if not links.is_of(opened.token, rows[Role.MANAGE].digest):
        raise NotWritten
    return rows


def renew(opened: Opened, role: Role) -> None:
    """Give a role another link; the one before opens nothing any more.

    :raises NotWritten: as all that a manager does, where the manager's link was renewed meanwhile.
    """
    with transaction.atomic():
        link = _managed(opened)[role]
        link.generation += 1
        link.prefix, link.digest = links.kept(links.derived(opened.token, role, link.generation))
        link.revoked = False
        link.save()


def revoke(opened: Opened, role: Role) -> None:
    """Let a role's link open nothing any more, until it is renewed."""
    with transaction.atomic():
        link = _managed(opened)[role]
        link.revoked = True
        link.save()


def renew_manager(opened: Opened, token: str) -> None:
    """Give the manager this link. The other links follow from it, so they are others as well; one revoked stays so.

    :param token: a new one, known to the manager already: were it made here, a lost answer would lose the match.
    :raises NotWritten: where the link was renewed meanwhile, or somebody else has such a token.
    """
    try:
        with transaction.atomic():
            for role, link in _managed(opened).items():
                named = token if role is Role.MANAGE else links.derived(token, role, link.generation)
                link.prefix, link.digest = links.kept(named)
                link.save()
    except IntegrityError:
        raise NotWritten from None


def delete(opened: Opened) -> None:
    """Let a match go after :data:`DELETED_AFTER`; meanwhile nothing can be written."""
    with transaction.atomic():
        _managed(opened)
        going = Match.objects.filter(pk=opened.match.pk, removal=None)
        going.update(removal=timezone.now() + DELETED_AFTER, mark=uuid4())


def keep(opened: Opened) -> None:
    """Keep a match after all that was being deleted."""
    with transaction.atomic():
        _managed(opened)
        Match.objects.filter(pk=opened.match.pk).exclude(removal=None).update(removal=None, mark=uuid4())


def remove_old(most: int = REMOVED_AT_ONCE) -> int:
    """Remove matches in which nothing was written for the time that the settings name, and those that were deleted.

    None as long as the clock may be wrong: what is gone stays gone when the clock is put right.

    :param most: so many at most, the oldest first, for nobody can write meanwhile.
    :returns: how many.
    """
    with transaction.atomic():
        if not _clock_is_steady():
            return 0
        now = timezone.now()
        old = Match.objects.select_for_update().filter(Q(touched__lt=now - settings.MATCHES_KEPT) | Q(removal__lte=now))
        gone = list(old.order_by("touched").values_list("pk", flat=True)[:most])
        Match.objects.filter(pk__in=gone).delete()
    return len(gone)


def _clock_is_steady() -> bool:
    """Whether the clock has run for :data:`STEADY` without a leap, as far as it was looked at; looks at it now."""
    now = timezone.now()
    clock, _is_new = Clock.objects.select_for_update().get_or_create(pk=1, defaults={"seen": now, "steady_since": now})
    if not clock.seen - timedelta(hours=1) <= now <= clock.seen + LEAP:
        clock.steady_since = now
    clock.seen = now
    clock.save()
    return now - clock.steady_since >= STEADY


def _row(match: Match, event: Event) -> Entry:
    return Entry(
        match=match,
        number=event.number,
        key=UUID(event.key),
        kind=event.kind,
        hand=event.hand,
        content=event.content,
        outcome=event.outcome,
        at=event.at,
        role=event.role,
    )
