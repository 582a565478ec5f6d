"""What whoever runs the site relies on: copies, removal, connections, and a log that gives nothing away."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from io import StringIO
from logging import StreamHandler, getLogger
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.notation import NOTATIONS
from matches import store
from matches.ledger import Kind
from matches.links import Role
from matches.models import Entry, Link, Match
from tests.matches.evenings import example, plain_table

TABLE = plain_table("murlan")
HAND = example("murlan", TABLE)


def opened() -> store.Opened:
    _match, token = store.open_match("murlan", TABLE)
    found = store.find(token)
    assert found
    return found


def enter(match: Match) -> None:
    seen = Match.objects.get(pk=match.pk).revision
    store.write(match, Role.SCORE, uuid4(), Kind.ENTERED, seen=seen, content=HAND)


@contextmanager
def unfinished(match: Match) -> Iterator[None]:
    """Meanwhile another connection has written a hand, and not yet committed it."""
    written, finish = threading.Event(), threading.Event()

    def write() -> None:
        try:
            with transaction.atomic():
                enter(match)
                written.set()
                finish.wait(60)
        finally:
            connections.close_all()

    writer = threading.Thread(target=write)
    writer.start()
    assert written.wait(60)
    try:
        yield
    finally:
        finish.set()
        writer.join(60)
    assert not writer.is_alive()


def rows(file: Path) -> dict[str, list[Any]]:
    """Everything that stands in a copy."""
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        names = [model._meta.db_table for model in (Match, Link, Entry)]
        return {name: copy.execute(f"SELECT * FROM {name} ORDER BY id").fetchall() for name in names}


# --- Copies ---


@pytest.mark.django_db(transaction=True)
def test_a_copy_is_whole_while_others_write(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        with pytest.raises(CommandError, match="pg_dump"):
            call_command("backup_matches", tmp_path / "copy")
        assert not (tmp_path / "copy").exists()
        return
    match, said = opened().match, StringIO()
    enter(match)
    with unfinished(match):
        call_command("backup_matches", tmp_path / "first", stdout=said)
    call_command("backup_matches", tmp_path / "second", stdout=said)
    first, second = rows(tmp_path / "first"), rows(tmp_path / "second")
    assert said.getvalue().startswith("1 matches copied")
    assert [len(found) for found in first.values()] == [1, 3, 1]
    assert [len(found) for found in second.values()] == [1, 3, 2]
    assert first[Link._meta.db_table] == second[Link._meta.db_table]
    assert (tmp_path / "first").stat().st_mode & 0o077 == 0


def manage(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


def test_a_copy_put_in_place_is_the_database(tmp_path: Path) -> None:
    """As the README says: the files beside it go, which belong to what lay there."""
    address = {"DATABASE_URL": f"sqlite:///{tmp_path}/matches.sqlite3"}
    opening = "from matches import store; from games.sheets import Table;"
    opening += "_, token = store.open_match('murlan', Table(('A', 'B', 'C', 'D'), {}, {}));"
    manage(address, "migrate")
    token = manage(address, "shell", "-c", f"{opening} print(token)")
    manage(address, "backup_matches", str(tmp_path / "copy"))
    later = manage(address, "shell", "-c", f"{opening} print(token)")
    for ending in ("wal", "shm"):
        (tmp_path / f"matches.sqlite3-{ending}").unlink(missing_ok=True)
    shutil.copy(tmp_path / "copy", tmp_path / "matches.sqlite3")
    manage(address, "migrate")
    asked = f"from matches.store import find; print(find('{token}').match, find('{later}'))"
    assert manage(address, "shell", "-c", asked) == "murlan 1 None"


def test_a_copy_overwrites_nothing_and_leaves_no_half_of_one(tmp_path: Path) -> None:
    address = {"DATABASE_URL": f"sqlite:///{tmp_path}/matches.sqlite3"}
    (tmp_path / "there").write_text("precious")
    faults = {"there": "there already", "nowhere/copy": "No such file", "new": "Nothing was copied: no such table"}
    for name, fault in faults.items():
        with pytest.raises(subprocess.CalledProcessError) as failed:
            manage(address, "backup_matches", str(tmp_path / name))
        assert fault in failed.value.stderr
    assert (tmp_path / "there").read_text() == "precious"
    assert not (tmp_path / "new").exists()


# --- Removal ---


@pytest.mark.usefixtures("steady_clock")
@pytest.mark.django_db
def test_all_old_matches_are_removed_and_counted() -> None:
    count, said = store.REMOVED_AT_ONCE + 1, StringIO()
    for _match in range(count):
        opened()
    Match.objects.update(touched=timezone.now() - settings.MATCHES_KEPT - timedelta(days=1))
    Match.objects.filter(pk=Match.objects.latest("pk").pk).update(touched=timezone.now())
    call_command("remove_old_matches", stdout=said)
    assert said.getvalue() == f"{count - 1} matches removed\n"
    assert (Match.objects.count(), Link.objects.count()) == (1, len(Role))


@pytest.mark.usefixtures("steady_clock")
@pytest.mark.django_db(transaction=True)
def test_an_old_match_that_is_written_to_just_now_stays() -> None:
    match = opened().match
    Match.objects.update(touched=timezone.now() - settings.MATCHES_KEPT - timedelta(days=1))
    removed: list[int] = []

    def remove() -> None:
        try:
            removed.append(store.remove_old())
        finally:
            connections.close_all()

    remover = threading.Thread(target=remove)
    with unfinished(match):
        remover.start()
        remover.join(0.5)  # it reaches the match before the hand is committed, and waits there
    remover.join(60)
    assert removed == [0]
    assert Entry.objects.filter(match=match).count() == 1


# --- Connections ---


@pytest.mark.django_db(transaction=True)
def test_a_request_that_fails_leaves_no_transaction_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    found = opened()
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    typed = dict(found.sheet.typed(TABLE, HAND, NOTATIONS["en"]).lists())
    form = typed | {"key": str(uuid4()), "seen": "0"}

    def fails(*_arguments: object) -> None:
        raise RuntimeError

    address = reverse("match", args=[found.token])
    with monkeypatch.context() as patched:
        patched.setattr(store, "_row", fails)
        assert client.post(address, form).status_code == 500
    assert not Entry.objects.exists()
    with unfinished(found.match):  # so the lock is free, and another connection has it
        pass
    assert client.post(address, form | {"seen": "1"}).status_code == 303
    assert Entry.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_connection_is_closed_after_its_thread_has_ended() -> None:
    used: list[BaseDatabaseWrapper] = []

    def look() -> None:
        assert not Match.objects.exists()
        used.append(connections["default"])
        assert [it.connection is None for it in used] == [True] * (len(used) - 1) + [False]

    for _thread in range(3):
        with ThreadPoolExecutor(1) as threads:
            threads.submit(look).result()
    used[-1].inc_thread_sharing()
    used[-1].close()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_closed_is_replaced() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server that could close a connection")
    assert not Match.objects.exists()
    connection.close()  # back into the pool, as after each request
    known = connection.get_connection_params()
    with psycopg.connect(
        **{name: known[name] for name in ("dbname", "user", "host", "port") if name in known}
    ) as other:
        (closed,) = other.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone() or (0,)
    assert closed
    assert not Match.objects.exists()


def test_what_the_address_of_the_database_says_is_kept(tmp_path: Path) -> None:
    shown = "import json; from django.db import connection;"
    shown += "print(json.dumps({**connection.settings_dict['OPTIONS'], 'name': connection.settings_dict['NAME']}))"
    far = json.loads(manage({"DATABASE_URL": "postgres://u@h/d?sslmode=require"}, "shell", "-c", shown))
    assert (far["sslmode"], far["pool"]["max_size"]) == ("require", 8)
    here = json.loads(manage({"DATABASE_URL": f"sqlite:///{tmp_path}/a b%23c?timeout=3"}, "shell", "-c", shown))
    assert (here["name"], here["timeout"], here["transaction_mode"]) == (f"{tmp_path}/a b#c", 3, "IMMEDIATE")


def test_sqlite_lets_readers_be_and_outlives_a_power_cut(tmp_path: Path) -> None:
    shown = "from django.db import connection; ask = connection.cursor().execute;"
    shown += "print(*(ask(f'PRAGMA {name}').fetchone()[0] for name in ('journal_mode', 'synchronous')))"
    assert manage({"DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite3"}, "shell", "-c", shown) == "wal 2"


# --- The log ---


@pytest.mark.django_db
@pytest.mark.parametrize("fault", ["no cookie", "ours"])
def test_the_log_names_no_link(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    found, log = opened(), StringIO()
    (handler,) = getLogger("django").handlers
    assert isinstance(handler, StreamHandler)
    client = Client(enforce_csrf_checks=True, raise_request_exception=False, headers={"host": "localhost"})
    address = reverse("match", args=[found.token])
    before = handler.setStream(log)
    try:
        if fault == "ours":
            monkeypatch.setattr("matches.views.board", None)
            assert client.get(address).status_code == 500
        else:
            assert client.post(address).status_code == 403
    finally:
        handler.setStream(before)
    assert "/en/match/…/" in log.getvalue()
    assert found.token not in log.getvalue()
