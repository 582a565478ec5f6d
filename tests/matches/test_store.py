"""The store on a real database: once, in order, never lost, and never in each other's way."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import SHEETS
from games.sheets import Table
from matches import gate, links, store
from matches.board import board
from matches.ledger import Kind
from matches.links import Role
from matches.models import Clock, Entry, Link, Match, Use
from matches.rates import Rate
from matches.store import Clash, Full, Going, NotDue, NotWritten, Opened, Over, SentBefore, TooLong
from tests import proved
from tests.matches.evenings import contents, count_asks, event, example, matches, plain_table, reread

TABLE = plain_table("murlan")
HAND = example("murlan", TABLE)
OTHER = HAND[::-1]


def open_plain(*events: Any) -> Opened:
    _match, token = store.open_match("murlan", TABLE, events)
    opened = store.find(token)
    assert opened
    return opened


def enter(opened: Opened, seen: int, content: Any = HAND, key: UUID | None = None) -> int:
    return store.write(opened.match, Role.SCORE, key or uuid4(), Kind.ENTERED, seen=seen, content=content).number


def written(opened: Opened) -> list[tuple[int, Kind, Any]]:
    return [(it.number, it.kind, it.content) for it in reread(opened).ledger.events]


@contextmanager
def at_once(*works: Callable[[], object]) -> Iterator[None]:
    """Threads, each with a connection of its own, that begin together; a fault in one is raised here."""
    faults: list[BaseException] = []
    start = threading.Barrier(len(works), timeout=60)

    def run(work: Callable[[], object]) -> None:
        try:
            start.wait()
            work()
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    if faults:
        raise faults[0]


# --- One after another ---


@pytest.mark.django_db
def test_the_same_key_twice_is_stored_once_and_answered_alike() -> None:
    opened, key = open_plain(), uuid4()
    first = store.write(opened.match, Role.SCORE, key, Kind.ENTERED, seen=0, content=HAND)
    again = store.write(opened.match, Role.SCORE, key, Kind.ENTERED, seen=0, content=HAND)
    assert first == again
    assert written(opened) == [(1, Kind.ENTERED, HAND)]


@pytest.mark.django_db
def test_the_same_key_is_known_whatever_came_between() -> None:
    opened, key = open_plain(), uuid4()
    enter(opened, 0, key=key)
    enter(opened, 1)
    store.write(opened.match, Role.SCORE, uuid4(), Kind.REMOVED, seen=2, hand=1)
    store.write(opened.match, Role.SCORE, uuid4(), Kind.CLOSED, seen=3)
    assert enter(opened, 0, key=key) == 1
    assert reread(opened).ledger.revision == 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    "second",
    [
        {"kind": Kind.ENTERED, "content": OTHER},
        {"kind": Kind.CORRECTED, "content": HAND, "hand": 1},
        {"kind": Kind.REMOVED, "hand": 1},
        {"kind": Kind.CLOSED},
    ],
)
def test_a_key_that_came_before_with_something_else_is_refused(second: dict[str, Any]) -> None:
    opened, key = open_plain(), uuid4()
    enter(opened, 0, key=key)
    with pytest.raises(SentBefore) as refused:
        store.write(opened.match, Role.SCORE, key, seen=1, **second)
    assert refused.value.event.number == 1
    assert written(opened) == [(1, Kind.ENTERED, HAND)]


@pytest.mark.django_db
def test_a_correction_sent_twice_is_stored_once_and_the_same_of_another_hand_is_refused() -> None:
    opened, key = open_plain(event(1, content=HAND), event(2, content=HAND)), uuid4()
    first = store.write(opened.match, Role.SCORE, key, Kind.CORRECTED, seen=2, hand=1, content=OTHER)
    assert store.write(opened.match, Role.SCORE, key, Kind.CORRECTED, seen=2, hand=1, content=OTHER) == first
    with pytest.raises(SentBefore):
        store.write(opened.match, Role.SCORE, key, Kind.CORRECTED, seen=3, hand=2, content=OTHER)
    assert reread(opened).ledger.revision == 3


@pytest.mark.django_db
def test_a_key_is_a_match_s_own() -> None:
    one, other, key = open_plain(), open_plain(), uuid4()
    enter(one, 0, key=key)
    enter(other, 0, OTHER, key)
    assert (written(one)[0][2], written(other)[0][2]) == (HAND, OTHER)


@pytest.mark.django_db
def test_clashes_are_told_and_nothing_is_stored() -> None:
    opened = open_plain()
    enter(opened, 0)
    with pytest.raises(Clash) as clash:
        enter(opened, 0, OTHER)
    assert [(it.number, it.content) for it in clash.value.events] == [(1, HAND)]
    store.write(opened.match, Role.SCORE, uuid4(), Kind.CORRECTED, seen=1, hand=1, content=OTHER)
    with pytest.raises(Clash):
        store.write(opened.match, Role.SCORE, uuid4(), Kind.REMOVED, seen=1, hand=1)
    with pytest.raises(Clash):
        store.write(opened.match, Role.SCORE, uuid4(), Kind.CLOSED, seen=1)
    assert enter(opened, 1) == 3, "a correction does not stand in a new hand's way"
    assert reread(opened).ledger.revision == 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "hand"), [(Kind.REMOVED, 2), (Kind.CORRECTED, 7), (Kind.REMOVED, None), (Kind.REOPENED, None)]
)
def test_what_does_not_follow_is_refused_and_leaves_no_trace(kind: Kind, hand: int | None) -> None:
    opened = open_plain(event(1, content=HAND), event(2, content=HAND), event(3, Kind.REMOVED, 2))
    before = store.find(opened.token)
    with pytest.raises(ValueError):
        store.write(opened.match, Role.SCORE, uuid4(), kind, seen=3, hand=hand)
    after = store.find(opened.token)
    assert before
    assert after
    assert (after.match.revision, after.match.touched) == (before.match.revision, before.match.touched)
    assert reread(opened).ledger.revision == 3


@pytest.mark.django_db
def test_a_full_match_takes_no_more_and_an_over_one_no_new_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_plain(event(1, content=HAND), event(2, content=HAND))
    with pytest.raises(Over):
        store.write(opened.match, Role.SCORE, uuid4(), Kind.ENTERED, seen=2, content=HAND, is_over=lambda ledger: True)
    store.write(opened.match, Role.SCORE, uuid4(), Kind.CLOSED, seen=2)
    with pytest.raises(Over):
        enter(opened, 3)
    store.write(opened.match, Role.SCORE, uuid4(), Kind.CORRECTED, seen=3, hand=1, content=OTHER)
    monkeypatch.setattr(store, "MOST_EVENTS", 4)
    with pytest.raises(Full):
        store.write(opened.match, Role.SCORE, uuid4(), Kind.REOPENED, seen=4)
    assert reread(opened).ledger.revision == 4


@pytest.mark.django_db
def test_an_event_comes_back_as_it_was_written() -> None:
    opened = open_plain()
    event = store.write(opened.match, Role.MANAGE, uuid4(), Kind.ENTERED, seen=0, content=HAND)
    assert reread(opened).ledger.events == (event,)
    match = Match.objects.get()
    assert (match.revision, match.touched) == (1, event.at)


# --- Undone, and paid ---


@pytest.mark.django_db
def test_what_is_undone_is_undone_once_however_often_and_by_whomever_it_is_sent() -> None:
    opened = open_plain(event(1, content=HAND), event(2, content=OTHER))
    last = reread(opened).ledger.events[1].key
    undone = store.undo(opened.match, Role.SCORE, last)
    assert store.undo(opened.match, Role.MANAGE, last) == undone
    assert written(opened)[2:] == [(3, Kind.REMOVED, None)]
    assert (undone.hand, undone.role) == (2, "score")


@pytest.mark.django_db
def test_each_kind_of_event_is_undone_by_another() -> None:
    opened, paid = open_plain(event(1, content=HAND)), {"from": "Ana", "to": "Ben", "points": 3}
    said: list[tuple[Kind, dict[str, Any]]] = [
        (Kind.CORRECTED, {"hand": 1, "content": OTHER}),
        (Kind.REMOVED, {"hand": 1}),
        (Kind.CLOSED, {}),
        (Kind.PAID, {"content": paid}),
    ]
    for kind, more in said:
        sent = store.write(opened.match, Role.SCORE, uuid4(), kind, seen=reread(opened).ledger.revision, **more)
        store.undo(opened.match, Role.SCORE, sent.key)
    assert written(opened)[2::2] == [
        (3, Kind.CORRECTED, HAND),
        (5, Kind.CORRECTED, HAND),
        (7, Kind.REOPENED, None),
        (9, Kind.UNPAID, {"paid": 8}),
    ]
    for kind in (Kind.CLOSED, Kind.REOPENED):
        sent = store.write(opened.match, Role.SCORE, uuid4(), kind, seen=reread(opened).ledger.revision)
    assert store.undo(opened.match, Role.SCORE, sent.key).kind is Kind.CLOSED


@pytest.mark.django_db
def test_nothing_is_undone_over_what_others_wrote_since() -> None:
    opened = open_plain(event(1, content=HAND), event(2, content=HAND), event(3, Kind.CORRECTED, 2, OTHER))
    first, second = (reread(opened).ledger.events[number].key for number in (0, 1))
    with pytest.raises(Clash) as clash:
        store.undo(opened.match, Role.SCORE, second)
    assert [it.number for it in clash.value.events] == [3]
    assert store.undo(opened.match, Role.SCORE, first).number == 4, "another hand is nobody's concern"
    store.write(opened.match, Role.SCORE, uuid4(), Kind.CORRECTED, seen=4, hand=1, content=OTHER)
    with pytest.raises(Clash) as clash:
        store.undo(opened.match, Role.SCORE, first)
    assert [it.number for it in clash.value.events] == [5], "it was undone, and put back by others"
    closing = store.write(opened.match, Role.SCORE, uuid4(), Kind.CLOSED, seen=5)
    store.write(opened.match, Role.SCORE, uuid4(), Kind.REMOVED, seen=6, hand=2)
    with pytest.raises(Clash):
        store.undo(opened.match, Role.SCORE, closing.key)
    assert reread(opened).ledger.revision == 7


@pytest.mark.django_db
def test_what_is_not_there_is_not_undone() -> None:
    opened = open_plain(event(1, content=HAND))
    for key in ("", "x", str(uuid4())):
        with pytest.raises(ValueError, match="nothing undoes"):
            store.undo(opened.match, Role.SCORE, key)
    assert reread(opened).ledger.revision == 1


@pytest.mark.django_db
def test_a_hand_put_back_comes_to_what_was_kept_of_it_though_nobody_reads_it_any_more() -> None:
    opened = open_plain(event(1, content=HAND))
    kept = opened.sheet.outcome(opened.sheet.counted(TABLE, HAND))
    Entry.objects.update(content={"nobody": "knows this"}, outcome=kept)
    removed = store.write(opened.match, Role.SCORE, uuid4(), Kind.REMOVED, seen=1, hand=1)
    assert store.undo(opened.match, Role.SCORE, removed.key).outcome == kept
    assert opened.standing(reread(opened).ledger).totals[HAND[0]] == 3


@pytest.mark.django_db
def test_only_a_payment_that_is_due_is_ticked_off_and_closes_no_way_for_others() -> None:
    opened, paid = open_plain(event(1, content=HAND)), {"from": "Ana", "to": "Ben", "points": 3}
    asked = list[int]()

    def pay(key: UUID, is_due: bool) -> None:
        store.write(
            opened.match,
            Role.SCORE,
            key,
            Kind.PAID,
            seen=0,
            content=paid,
            is_due=lambda ledger: asked.append(ledger.revision) or is_due,  # type: ignore[func-returns-value]
        )

    with pytest.raises(NotDue):
        pay(uuid4(), is_due=False)
    assert reread(opened).ledger.revision == 1
    key = uuid4()
    pay(key, is_due=True)
    pay(key, is_due=False)
    assert asked == [1, 1], "the same sent twice is one, whether or not it is due still"
    assert written(opened)[1:] == [(2, Kind.PAID, paid)]
    assert enter(opened, 1) == 3, "a payment stands in no new hand's way"
    assert Entry.objects.get(number=2).outcome is None


@pytest.mark.django_db
def test_a_payment_is_not_counted_as_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_plain(event(1, content=HAND), event(2, Kind.PAID, content={"from": "Ana", "to": "Ben", "points": 3}))
    asked = count_asks(monkeypatch, "murlan")
    store.count_stored()
    store.count_stored()
    assert len(asked) == 1
    assert opened.standing(reread(opened).ledger).totals[HAND[0]] == 3


# --- Links ---


@pytest.mark.django_db
def test_each_link_opens_in_its_role_and_no_other_text_opens_anything() -> None:
    opened = open_plain()
    tokens = store.link_tokens(opened)
    assert set(tokens) == set(Role)
    assert len(set(tokens.values())) == 3
    for role, token in tokens.items():
        assert token
        assert len(token) == links.LENGTH
        found = store.find(token)
        assert found
        assert (found.role, found.match) == (role, opened.match)
        wrong = token[:-1] + ("A" if token[-1] != "A" else "B")
        for other in (wrong, token[:-1], token + "A", token[: links.PREFIX], token.swapcase(), "", links.new_token()):
            assert store.find(other) is None
    assert [role for role in Role if role.may_score] == [Role.SCORE, Role.MANAGE]
    assert [role for role in Role if role.may_manage] == [Role.MANAGE]


@pytest.mark.django_db
@pytest.mark.parametrize("role", [Role.WATCH, Role.SCORE])
def test_a_renewed_link_replaces_and_a_revoked_one_closes(role: Role) -> None:
    opened = open_plain()
    others = {other: token for other, token in store.link_tokens(opened).items() if other is not role}
    seen = {store.link_tokens(opened)[role]}
    for _turn in range(3):
        store.renew(opened, role)
        token = store.link_tokens(opened)[role]
        assert token not in seen
        assert token
        assert store.find(token)
        assert not any(store.find(old) for old in seen if old)
        seen.add(token)
    store.revoke(opened, role)
    assert store.link_tokens(opened)[role] is None
    assert not any(store.find(old) for old in seen if old)
    store.renew(opened, role)
    back = store.link_tokens(opened)[role]
    assert back
    assert back not in seen
    assert store.find(back)
    for other, token in others.items():
        assert token
        found = store.find(token)
        assert found
        assert found.role is other


def test_tokens_are_random_and_those_derived_follow_from_the_manager_s_alone() -> None:
    tokens = {links.new_token() for _number in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {links.LENGTH}
    manager = tokens.pop()
    derived = {links.derived(manager, role, generation) for role in Role for generation in range(5)}
    assert len(derived) == 15
    assert {links.derived(manager, role, generation) for role in Role for generation in range(5)} == derived
    assert not derived & {links.derived(tokens.pop(), role, generation) for role in Role for generation in range(5)}
    assert all(links.is_of(token, links.kept(token).digest) for token in derived)


def test_links_that_were_given_out_stay_found() -> None:
    """Rows of a database of before are found by these eight characters, and known by this digest."""
    token = "abcdefghijklmnopqrstuvwxyz-_0123"
    assert links.kept(token) == (
        "abcdefgh",
        "08e21afc58864d585ac11f5f50d63b7c6006739273a549926d14a753f3539776",
    )


def test_only_what_is_as_long_and_of_the_same_letters_could_be_a_token() -> None:
    token = links.new_token()
    assert links.is_token(token)
    assert not any(map(links.is_token, ("", token[1:], token + "a", f" {token[1:]}", f"{token[1:]}é")))


@pytest.mark.django_db
def test_the_database_holds_no_token() -> None:
    opened = open_plain(event(1, content=HAND))
    store.renew(opened, Role.WATCH)
    tokens = [token for token in store.link_tokens(opened).values() if token]
    cells = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            cells += [str(cell) for row in cursor.fetchall() for cell in row]
    assert links.kept(tokens[0]).digest in cells, "every column was looked at"
    for token in tokens:
        for part in (token, token[links.PREFIX :], token[links.PREFIX : links.PREFIX + 12]):
            assert not [cell for cell in cells if part in cell]


# --- Time ---


@pytest.mark.usefixtures("steady_clock")
@pytest.mark.django_db
def test_matches_without_an_entry_for_too_long_are_removed_with_all_that_is_theirs(settings: Any) -> None:
    settings.MATCHES_KEPT = timedelta(days=10)
    old, older, young = (open_plain(event(1, content=HAND)) for _number in range(3))
    now = timezone.now()
    Match.objects.filter(pk=old.match.pk).update(touched=now - timedelta(days=11))
    Match.objects.filter(pk=older.match.pk).update(touched=now - timedelta(days=12))
    Match.objects.filter(pk=young.match.pk).update(touched=now - timedelta(days=9), opened=now - timedelta(days=99))
    assert store.remove_old(1) == 1
    assert [store.find(it.token) is None for it in (old, older, young)] == [False, True, False]
    assert store.remove_old() == 1
    assert store.remove_old() == 0
    assert set(Match.objects.all()) == {young.match}
    assert (
        {link.match for link in Link.objects.all()} == {entry.match for entry in Entry.objects.all()} == {young.match}
    )


@pytest.mark.usefixtures("steady_clock")
@pytest.mark.django_db
def test_opening_a_match_clears_old_ones_away_and_an_entry_keeps_its_own() -> None:
    old, kept = open_plain(), open_plain()
    Match.objects.update(touched=timezone.now() - settings.MATCHES_KEPT - timedelta(seconds=1))
    enter(kept, 0)
    open_plain()
    assert store.find(old.token) is None
    assert store.find(kept.token)


# --- At once ---


@pytest.mark.django_db(transaction=True)
def test_of_two_that_write_at_once_one_is_stored_and_the_other_is_told() -> None:
    opened = open_plain()
    for seen in range(25):
        outcomes: list[object] = []

        def write(content: Any, seen: int = seen, outcomes: list[object] = outcomes) -> None:
            try:
                outcomes.append(enter(opened, seen, content))
            except Clash as clash:
                outcomes.append([it.number for it in clash.events])

        with at_once(lambda: write(HAND), lambda: write(OTHER)):
            pass
        assert sorted(map(str, outcomes)) == sorted([str(seen + 1), str([seen + 1])])
        assert reread(opened).ledger.revision == seen + 1


@pytest.mark.django_db(transaction=True)
def test_of_two_that_send_the_same_at_once_both_are_answered_alike() -> None:
    opened = open_plain()
    for seen in range(15):
        key, numbers = uuid4(), list[int]()

        def write(seen: int = seen, key: UUID = key, numbers: list[int] = numbers) -> None:
            numbers.append(enter(opened, seen, HAND, key))

        with at_once(write, write):
            pass
        assert numbers == [seen + 1, seen + 1]
    assert reread(opened).ledger.revision == 15


@pytest.mark.django_db(transaction=True)
def test_eight_writers_that_try_again_leave_no_gap_and_lose_nothing() -> None:
    opened, each = open_plain(), 6
    stored: dict[UUID, int] = {}

    def keep_score() -> None:
        seen = 0
        for _hand in range(each):
            key = uuid4()
            while key not in stored:
                try:
                    seen = stored[key] = enter(opened, seen, HAND, key)
                except Clash as clash:
                    seen = clash.events[-1].number

    with at_once(*[keep_score] * 8):
        pass
    events = reread(opened).ledger.events
    assert [it.number for it in events] == list(range(1, 8 * each + 1))
    assert {UUID(it.key): it.number for it in events} == stored
    assert Match.objects.get().revision == 8 * each


@pytest.mark.django_db(transaction=True)
def test_who_reads_does_not_wait_for_who_writes_and_sees_what_was_there_before() -> None:
    """While a transaction has written and not ended, others read; were they to wait, they would wait for ever here."""
    opened = open_plain(event(1, content=HAND))
    read = threading.Event()
    written_to = threading.Event()

    def writer() -> None:
        if connection.vendor == "sqlite":
            connection.cursor().execute("PRAGMA cache_size = 1")  # so that the file itself is written to
        with transaction.atomic():
            enter(opened, 1)
            assert Match.objects.get().revision == 2
            written_to.set()
            assert read.wait(30), "the reader waited for the writer"

    def reader() -> None:
        assert written_to.wait(30)
        found = store.find(opened.token)
        assert found
        assert (found.match.revision, reread(found).ledger.revision) == (1, 1)
        read.set()

    with at_once(writer, reader):
        pass
    assert reread(opened).ledger.revision == 2


@pytest.mark.django_db(transaction=True)
def test_who_writes_does_not_wait_for_who_reads() -> None:
    opened = open_plain(*[event(number, content=HAND) for number in range(1, 500)])
    reading, done = threading.Event(), threading.Event()

    def reader() -> None:
        with connection.cursor() as rows:
            rows.execute("SELECT number FROM matches_entry ORDER BY id")
            assert rows.fetchone() == (1,)
            reading.set()
            assert done.wait(30), "the writer waited for the reader"
            assert len(rows.fetchall()) == 498

    def writer() -> None:
        assert reading.wait(30)
        enter(opened, 499)
        done.set()

    with at_once(reader, writer):
        pass
    assert reread(opened).ledger.revision == 500


@pytest.mark.django_db
def test_reading_writes_nothing() -> None:
    opened = open_plain(event(1, content=HAND))
    with CaptureQueriesContext(connection) as asked:
        found = store.find(opened.token)
        assert found
        assert found.ledger
        store.link_tokens(found)
    assert asked.captured_queries
    assert all(query["sql"].startswith("SELECT") for query in asked.captured_queries)
    assert not any("FOR UPDATE" in query["sql"] for query in asked.captured_queries)


@pytest.mark.django_db
def test_the_database_is_the_one_that_was_asked_for_and_set_up_as_it_has_to_be() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                cursor.execute(f"PRAGMA {name}")
                assert cursor.fetchone() == (value,)
        else:
            cursor.execute("SHOW transaction_isolation")
            assert cursor.fetchone() == ("read committed",)
            assert connection.pool


@pytest.mark.django_db
def test_the_models_are_those_of_the_migrations() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


# --- Deleted by the manager ---


@pytest.mark.django_db
@pytest.mark.usefixtures("steady_clock")
def test_a_deleted_match_can_be_kept_until_its_time_is_over_and_is_gone_then(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, other, now = open_plain(event(1, content=HAND)), open_plain(), timezone.now()
    key = uuid4()
    enter(opened, 1, key=key)
    marks = [opened.match.mark]

    def again() -> Opened:
        found = store.find(opened.token)
        assert found
        assert found.match.mark not in marks, "whoever watches is told"
        marks.append(found.match.mark)
        return found

    store.delete(opened)
    assert again().match.removal
    with pytest.raises(Going):
        enter(opened, 2)
    assert enter(opened, 1, key=key) == 2, "what was stored before is acknowledged still"
    store.keep(opened)
    assert again().match.removal is None
    assert enter(opened, 2) == 3
    again()
    store.delete(opened)
    store.delete(opened)
    monkeypatch.setattr(timezone, "now", lambda: now + store.DELETED_AFTER - timedelta(minutes=1))
    again()
    assert store.remove_old() == 0
    monkeypatch.setattr(timezone, "now", lambda: now + store.DELETED_AFTER + timedelta(minutes=1))
    assert store.find(opened.token) is None, "to the minute, whether or not it was removed"
    store.keep(opened)
    store.delete(opened)
    Match.objects.filter(pk=opened.match.pk).update(removal=timezone.now())
    assert store.remove_old() == 1
    assert set(Match.objects.all()) == {other.match}


# --- The manager's link ---


@pytest.mark.django_db
def test_a_renewed_manager_s_link_closes_the_old_one_and_all_that_followed_from_it() -> None:
    opened = open_plain(event(1, content=HAND))
    store.renew(opened, Role.WATCH)
    store.revoke(opened, Role.SCORE)
    old, token = store.link_tokens(opened), links.new_token()
    store.renew_manager(opened, token)
    assert not [it for it in old.values() if it and store.find(it)]
    again = store.find(token)
    assert again
    assert (again.role, again.match, again.ledger) == (Role.MANAGE, opened.match, opened.ledger)
    fresh = store.link_tokens(again)
    assert fresh[Role.SCORE] is None, "what was revoked stays so"
    found = store.find(fresh[Role.WATCH] or "")
    assert found
    assert found.role is Role.WATCH
    with pytest.raises(NotWritten):  # by whoever still has the old one open
        store.renew_manager(opened, links.new_token())
    taken = store.link_tokens(open_plain())[Role.MANAGE]
    assert taken
    with pytest.raises(NotWritten):
        store.renew_manager(again, taken)
    assert store.find(token)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        lambda opened: store.renew(opened, Role.SCORE),
        lambda opened: store.revoke(opened, Role.SCORE),
        store.delete,
        store.keep,
        lambda opened: store.renew_manager(opened, links.new_token()),
    ],
)
def test_whoever_held_the_manager_s_link_before_it_was_renewed_manages_nothing(
    change: Callable[[Opened], None],
) -> None:
    """Their request had opened the match already when the link was renewed."""
    stale = open_plain(event(1, content=HAND))
    token = links.new_token()
    again = store.find(stale.token)
    assert again
    store.renew_manager(again, token)
    manager = store.find(token)
    assert manager
    if change is store.keep:
        store.delete(manager)
    before = list(Link.objects.order_by("pk").values()), Match.objects.values().get()
    with pytest.raises(NotWritten):
        change(stale)
    assert (list(Link.objects.order_by("pk").values()), Match.objects.values().get()) == before


# --- Many clients ---


@pytest.mark.django_db(transaction=True)
def test_clients_whose_time_is_over_together_are_all_counted() -> None:
    """Each clears the others' uses away, while they count themselves."""
    clients, rate = [f"192.0.2.{number}" for number in range(6)], Rate.of("3/hour")
    for _turn in range(20):
        for who in clients:
            assert gate.counted("tests", who, rate) == 0
        Use.objects.update(began=timezone.now() - timedelta(hours=2), count=3)
        with at_once(*[partial(gate.counted, "tests", who, rate) for who in clients]):
            pass
        assert list(Use.objects.values_list("count", flat=True)) == [1] * len(clients)
        Use.objects.all().delete()


@pytest.mark.django_db
def test_a_use_whose_time_is_over_goes_with_another_client_s_next_one() -> None:
    rate = Rate.of("1/hour")
    assert gate.counted("tests", "192.0.2.1", rate) == 0
    Use.objects.update(began=timezone.now() - timedelta(hours=2))
    assert gate.counted("tests", "192.0.2.2", rate) == 0
    assert 3590 < gate.counted("tests", "192.0.2.2", rate) <= 3600
    assert Use.objects.count() == 1


# --- A clock that is wrong ---


@pytest.mark.django_db
def test_a_clock_that_leapt_ahead_removes_nothing_until_it_has_run_on_for_a_day(
    monkeypatch: pytest.MonkeyPatch, steady_clock: None
) -> None:
    start, kept = timezone.now(), [open_plain() for _match in range(3)]
    store.delete(kept[0])

    def at(days: float) -> int:
        monkeypatch.setattr(timezone, "now", lambda: start + timedelta(days=days))
        return store.remove_old()

    far = 4000
    assert at(far) == at(far + 0.5) == at(far + 0.99) == 0
    assert at(0.5) == 0, "put right again, and all is there"
    assert Match.objects.count() == 3
    assert [at(days) for days in (0.6, 1.4, 1.6)] == [0, 0, 0]
    assert at(6.9) == 0
    assert at(7.5) == 1, "the deleted one: the clock has run evenly since it was put right"
    assert at(far) == at(far + 0.5) == 0
    assert at(far + 1.01) == 2, "whoever leaves it so for a day means it"


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "removed"), [(7, 1), (7.01, 0), (-1 / 24, 1), (-1.01 / 24, 0)])
def test_a_clock_may_go_on_by_a_week_and_back_by_an_hour(
    monkeypatch: pytest.MonkeyPatch, steady_clock: None, days: float, removed: int
) -> None:
    """Between two looks: a site that nobody used for a week still knows what time it is."""
    then = timezone.now() + timedelta(days=days)
    opened = open_plain()
    seen = Clock.objects.get().seen
    Match.objects.filter(pk=opened.match.pk).update(touched=then - settings.MATCHES_KEPT - timedelta(days=1))
    monkeypatch.setattr(timezone, "now", lambda: seen + timedelta(days=days))
    assert store.remove_old() == removed


@pytest.mark.django_db
def test_a_database_that_saw_no_clock_yet_removes_nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    open_plain()
    Clock.objects.all().delete()
    Match.objects.update(touched=timezone.now() - settings.MATCHES_KEPT - timedelta(days=1))
    assert store.remove_old() == 0
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=1, seconds=1))
    assert store.remove_old() == 1


@pytest.mark.django_db
def test_clocks_of_several_workers_need_not_agree_to_the_second(
    monkeypatch: pytest.MonkeyPatch, steady_clock: None
) -> None:
    now = timezone.now()
    Match.objects.filter(pk=open_plain().match.pk).update(touched=now - settings.MATCHES_KEPT - timedelta(days=1))
    monkeypatch.setattr(timezone, "now", lambda: now - timedelta(minutes=2))
    assert store.remove_old() == 1


@pytest.mark.django_db
def test_a_clock_that_went_back_makes_no_match_old(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_plain()
    touched = Match.objects.get().touched
    monkeypatch.setattr(timezone, "now", lambda: datetime(1970, 1, 2, tzinfo=UTC))
    enter(opened, 0)
    assert Match.objects.get().touched == touched


# --- What a hand came to ---


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
@hypothesis.settings(max_examples=proved.examples(15), suppress_health_check=list(hypothesis.HealthCheck))
@given(data=st.data())
def test_what_is_kept_of_the_hands_comes_to_what_counting_them_from_scratch_does(
    game: str, data: st.DataObject
) -> None:
    table, events = data.draw(matches(game))
    kept = [replace(it, outcome=counted(game, table, it.content)) if it.says_a_hand else it for it in events]
    opened = store.find(store.open_match(game, table, kept)[1])
    bare = store.find(store.open_match(game, table, events)[1])
    assert opened
    assert bare
    stored = dict(Entry.objects.filter(match=opened.match).values_list("number", "outcome"))
    assert {number: it and it["gains"] for number, it in stored.items()} == {
        it.number: it.outcome and it.outcome["gains"] for it in kept
    }
    ledger = reread(opened).ledger
    standing = opened.standing(ledger)
    assert standing == bare.standing(reread(bare).ledger) == SHEETS[game].standing(table, contents(ledger))
    with translation.override("en"):
        drawn = board(opened)
        assert (drawn.top, drawn.rest) == (board(bare).top, board(bare).rest)


def counted(game: str, table: Table, content: Any) -> Any:
    """What a hand comes to, as PostgreSQL gives it back: its objects in an order of their own."""
    if content is None:
        return None
    sheet = SHEETS[game]
    return json.loads(json.dumps(sheet.outcome(sheet.counted(table, content)), sort_keys=True))


@pytest.mark.django_db
def test_what_was_not_counted_or_counted_otherwise_is_counted_with_the_next_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a match of a time before outcomes were kept, or before the calculator was put right."""
    opened = open_plain(event(1, content=HAND), event(2, content=HAND), event(3, Kind.CORRECTED, 1, OTHER))
    assert not Entry.objects.exclude(outcome=None).exists()
    enter(opened, 3)
    outcomes = dict(Entry.objects.values_list("number", "outcome"))
    assert outcomes[1] is None, "what was corrected counts no more"
    assert outcomes[2]["gains"] == outcomes[4]["gains"] == dict(zip(HAND, (3, 2, 1, 0), strict=True))
    assert outcomes[3]["gains"] == dict(zip(OTHER, (3, 2, 1, 0), strict=True))
    wrong = {"counting": 1, "gains": dict.fromkeys(HAND, 9)}
    Entry.objects.filter(number=2).update(outcome=wrong)
    monkeypatch.setattr(type(opened.sheet), "counting", 2)
    assert (
        opened.standing(reread(opened).ledger).totals
        == opened.sheet.standing(TABLE, contents(reread(opened).ledger)).totals
    )
    enter(opened, 4)
    assert {it["counting"] for it in Entry.objects.exclude(number=1).values_list("outcome", flat=True)} == {2}


@pytest.mark.django_db
def test_an_update_counts_once_what_was_stored_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Afterwards no look counts a hand, nor does an entry count any but its own."""
    game = "ramino"
    table = plain_table(game)
    hand = example(game, table)
    corrected = {"winner": "Cyd", "hands": {"Ana": "As", "Ben": "2s"}}
    written = [*(event(number, content=hand) for number in range(1, 4)), event(4, Kind.CORRECTED, 1, corrected)]
    found = store.find(store.open_match(game, table, written)[1])
    assert found
    Entry.objects.filter(number=2).update(outcome={"counting": 0, "gains": {}})
    asked = count_asks(monkeypatch, game)
    before = found.standing(reread(found).ledger)
    assert len(asked) == 3
    call_command("migrate", verbosity=0)
    assert len(asked) == 3 + 4
    assert {it["counting"] for it in Entry.objects.values_list("outcome", flat=True)} == {found.sheet.counting}
    asked.clear()
    call_command("migrate", verbosity=0)
    assert found.standing(reread(found).ledger) == before
    assert asked == []


@pytest.mark.django_db
def test_an_entry_counts_each_hand_that_was_not_counted_once_and_keeps_them_in_few_statements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = open_plain(*[event(number, content=HAND) for number in range(1, 151)])
    asked = count_asks(monkeypatch, "murlan")
    outcome = opened.sheet.outcome(opened.sheet.counted(TABLE, HAND))
    asked.clear()
    with CaptureQueriesContext(connection) as queries:
        store.write(
            opened.match, Role.SCORE, uuid4(), Kind.ENTERED, seen=150, content=HAND, outcome=outcome,
            is_over=lambda ledger: not opened.standing(ledger).rows,
        )  # fmt: skip
    assert len(asked) == 150
    assert sum(query["sql"].startswith("UPDATE") for query in queries.captured_queries) == 3
    asked.clear()
    assert opened.standing(reread(opened).ledger).rows
    assert asked == []


@pytest.mark.django_db
def test_no_hand_is_stored_that_could_not_be_exported_and_brought_back() -> None:
    opened = open_plain()
    with pytest.raises(TooLong):
        enter(opened, 0, ["x" * 600] * 4)
    assert not Entry.objects.exists()


@pytest.mark.django_db
def test_a_hand_as_long_as_it_may_be_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    now, opened = timezone.now(), open_plain()
    monkeypatch.setattr(timezone, "now", lambda: now)
    enter(opened, 0)
    longest = len(reread(opened).ledger.events[0].line.encode())
    monkeypatch.setattr(store, "LONGEST_EVENT", longest)
    assert enter(opened, 1) == 2
    monkeypatch.setattr(store, "LONGEST_EVENT", longest - 1)
    with pytest.raises(TooLong):
        enter(opened, 2)


# --- The tables as they were ---


@pytest.mark.django_db(transaction=True)
def test_matches_of_an_older_version_are_there_after_the_update() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("matches", "0001_initial")])
    old = executor.loader.project_state([("matches", "0001_initial")]).apps
    tokens = [links.new_token() for _match in range(3)]
    try:
        for token in tokens:
            match = old.get_model("matches", "Match").objects.create(
                game="murlan", players=list(TABLE.players), revision=2
            )
            for role in Role:
                prefix, digest = links.kept(token if role is Role.MANAGE else links.derived(token, role, 0))
                old.get_model("matches", "Link").objects.create(
                    match=match, role=role.value, prefix=prefix, digest=digest
                )
            for number, content in enumerate((HAND, None), 1):
                old.get_model("matches", "Entry").objects.create(
                    match=match, number=number, key=uuid4(), kind="corrected" if number > 1 else "entered",
                    hand=1, content=content, role="score",
                )  # fmt: skip
    finally:
        executor.loader.build_graph()
        executor.migrate(executor.loader.graph.leaf_nodes("matches"))
    found = [store.find(token) for token in tokens]
    assert len({it.match.mark for it in found if it}) == 3
    for it in found:
        assert it
        assert contents(reread(it).ledger) == [HAND], "the correction without content changes nothing"
        assert it.standing(reread(it).ledger).totals == dict(zip(HAND, (3, 2, 1, 0), strict=True))
        assert "Ana" in board(it).rest
        assert enter(it, 2) == 3
