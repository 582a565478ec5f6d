"""What whoever runs the site relies on: copies, removal, connections, and a log that gives nothing away."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from io import StringIO
from logging import StreamHandler, getLogger
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bench.site import SERVER, Site, hidden, open_match, serving
from games.catalogue import SHEETS
from games.notation import NOTATIONS
from games.sheets import Table
from matches import store
from matches.ledger import Kind
from matches.links import Role
from matches.models import Entry, Link, Match
from tests import postgres
from tests.matches.evenings import example, plain_table
from tests.test_pages import Reader

pytestmark = pytest.mark.processes

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


OPENING = """
from django.core.management import CommandError, call_command
from games.sheets import Table
from matches import store
def token(): return store.open_match("murlan", Table(("A", "B", "C", "D"), {}, {}))[1]
"""


def test_a_copy_put_in_place_is_the_database(tmp_path: Path) -> None:
    """As the README says: the files beside it go, which belong to what lay there."""
    address = {"DATABASE_URL": f"sqlite:///{tmp_path}/matches.sqlite3"}
    copied = OPENING + "call_command('migrate', verbosity=0); before = token()\n"
    copied += f"call_command('backup_matches', {str(tmp_path / 'copy')!r}); print(before, token())"
    before, after = manage(address, "shell", "-c", copied).split()
    for ending in ("wal", "shm"):
        (tmp_path / f"matches.sqlite3-{ending}").unlink(missing_ok=True)
    shutil.copy(tmp_path / "copy", tmp_path / "matches.sqlite3")
    asked = OPENING + "call_command('migrate', verbosity=0)\n"
    asked += f"print(store.find({before!r}).match, store.find({after!r}))"
    assert manage(address, "shell", "-c", asked) == "murlan 1 None"


def test_a_copy_overwrites_nothing_and_leaves_no_half_of_one(tmp_path: Path) -> None:
    address = {"DATABASE_URL": f"sqlite:///{tmp_path}/matches.sqlite3"}
    (tmp_path / "there").write_text("precious")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        manage(address, "backup_matches", str(tmp_path / "there"))
    assert "there already" in failed.value.stderr
    refused = OPENING + "said = []\n"
    for name in ("nowhere/copy", "new"):
        refused += f"try: call_command('backup_matches', {str(tmp_path / name)!r})\n"
        refused += "except CommandError as fault: said.append(str(fault))\n"
    nowhere, new = manage(address, "shell", "-c", f"{refused}print(*said, sep='|')").split("|")
    assert "No such file" in nowhere
    assert "Nothing was copied: no such table" in new
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
def test_a_connection_that_the_server_closed_is_replaced() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server that could close a connection")
    assert not Match.objects.exists()
    connection.close()  # back into the pool, as after each request
    pool = connection.pool
    for held in [pool.getconn() for _connection in range(6)]:  # an evening left as many behind
        pool.putconn(held)
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
    shown += "print(json.dumps({**connection.settings_dict['OPTIONS'], 'name': connection.settings_dict['NAME']}, default=str))"
    far = json.loads(manage({"DATABASE_URL": "postgres://u@h/d?sslmode=require"}, "shell", "-c", shown))
    assert (far["sslmode"], far["pool"]["max_size"]) == ("require", 10)
    here = json.loads(manage({"DATABASE_URL": f"sqlite:///{tmp_path}/a b%23c?timeout=3"}, "shell", "-c", shown))
    assert (here["name"], here["timeout"], here["transaction_mode"]) == (f"{tmp_path}/a b#c", 3, "IMMEDIATE")


def test_sqlite_lets_readers_be_and_outlives_a_power_cut(tmp_path: Path) -> None:
    shown = "from django.db import connection; ask = connection.cursor().execute;"
    shown += "print(*(ask(f'PRAGMA {name}').fetchone()[0] for name in ('journal_mode', 'synchronous')))"
    assert manage({"DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite3"}, "shell", "-c", shown) == "wal 2"


# --- A database that is away, full, gone or damaged ---


@contextmanager
def served(address: str) -> Iterator[tuple[Site, httpx.Client, str]]:
    """The site on a database, somebody who keeps the score there, and the page of a match."""
    with (
        serving([*SERVER, "--log-level", "critical"], DATABASE_URL=address) as site,
        httpx.Client(base_url=site.address, trust_env=False, timeout=60) as phone,
    ):
        yield site, phone, open_match(phone, "machiavelli", ("Ada", "Bruno"))


def sent(phone: httpx.Client, place: str, shown: str, left: int, key: str) -> httpx.Response:
    """An entry, as the form on this page sends it."""
    typed = SHEETS["machiavelli"].typed(Table(("Ada", "Bruno"), {}, {}), {"Ada": 0, "Bruno": left}, NOTATIONS["en"])
    form = dict(typed.lists()) | {name: hidden(shown, name) for name in ("csrfmiddlewaretoken", "seen")} | {"key": key}
    return phone.post(place, data=form)


def is_told(answer: httpx.Response, language: str = "en") -> bool:
    """Whether it is the site's own page that says that nothing was stored, and when to try again."""
    page = Reader(answer.text)
    return (
        answer.status_code == 503
        and int(answer.headers["Retry-After"]) > 0
        and page.all("html")[0]["lang"] == language
        and len(page.all("h1")) == 1
    )


def delete(file: Path) -> None:
    for name in file.parent.glob(f"{file.name}*"):
        name.unlink()


def delete_the_second(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def replace(file: Path) -> None:
    shutil.copy(file, f"{file}.other")
    delete_the_second(file)
    os.replace(f"{file}.other", file)


def overwrite(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(b"no database " * 10_000)


def empty(file: Path) -> None:
    os.truncate(file, 0)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("harm", [delete, delete_the_second, replace, overwrite, empty])
def test_nothing_is_acknowledged_that_is_gone_after_a_restart(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    file = tmp_path / "matches.sqlite3"
    with served(f"sqlite:///{file}") as (site, phone, place):
        shown = phone.get(place).text
        assert sent(phone, place, shown, 3, str(uuid4())).status_code == 303
        shown = phone.get(place).text
        harm(file)
        acknowledged = []
        for left in (11, 12, 13, 14):  # either worker, whatever it had open
            answer = sent(phone, place, shown, left, str(uuid4()))
            assert answer.status_code in (303, 404, 409) or is_told(answer), answer.text
            if answer.status_code == 303:
                acknowledged.append(left)
        rules = phone.get("/it/murlan/")
        assert (rules.status_code, "Retry-After" in rules.headers) == (200, False)
        if harm is delete:
            assert not file.exists(), "no empty database took its place"
            assert is_told(phone.get(place))
        site.kill()
        if harm in (delete, overwrite, empty):
            assert acknowledged == []
            return
        site.start()
        page = phone.get(f"{place}board/").text
        assert all(f">{left}<" in page for left in acknowledged)


def test_a_copy_put_in_place_while_the_site_runs_is_what_it_goes_on_with(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite3"
    address = f"sqlite:///{file}"
    with served(address) as (_site, phone, place):
        manage({"DATABASE_URL": address}, "backup_matches", str(tmp_path / "copy"))
        delete(file)
        assert is_told(phone.get(place))
        shutil.copy(tmp_path / "copy", file)
        answers = [phone.get(place) for _worker in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 8
        assert sent(phone, place, answers[0].text, 11, str(uuid4())).status_code == 303
        assert ">11<" in phone.get(f"{place}board/").text


def test_sqlite_s_files_are_their_owner_s_alone(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite3"
    with served(f"sqlite:///{file}"):
        assert {name.name: name.stat().st_mode & 0o777 for name in tmp_path.iterdir()} == dict.fromkeys(
            ("matches.sqlite3", "matches.sqlite3-wal", "matches.sqlite3-shm"), 0o600
        )


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite3"
    manage({"DATABASE_URL": f"sqlite:///{file}"}, "migrate")
    file.chmod(0o644)
    with served(f"sqlite:///{file}"):
        assert {name.stat().st_mode & 0o077 for name in tmp_path.iterdir()} == {0}


def test_pages_say_that_postgresql_is_away_and_rules_do_not_notice() -> None:
    with ExitStack() as running:
        database = ExitStack()
        running.enter_context(database)
        address = database.enter_context(postgres.server())
        _site, phone, place = running.enter_context(served(address))
        shown = phone.get(place).text
        database.close()
        words = {"it": "partita", "en": "match", "cs": "partie"}
        headings = set()
        for language, word in words.items():
            answer = phone.get(f"/{language}/{word}/{place.split('/')[3]}/")
            assert is_told(answer, language)
            headings.add(answer.text.split("<h1>")[1].split("</h1>")[0])
            assert phone.get(f"/{language}/murlan/").status_code == 200
            assert phone.get(f"/{language}/murlan/play/", params={"cards": "4♠", "hand": "4♠"}).status_code == 200
        assert len(headings) == len(words)
        assert is_told(sent(phone, place, shown, 11, str(uuid4())))


def test_whoever_waits_for_postgresql_is_told_soon() -> None:
    shown = "import json; from django.db import connection;"
    shown += "print(json.dumps(connection.settings_dict['OPTIONS'], default=str))"
    options = json.loads(manage({"DATABASE_URL": "postgres://u@h/d"}, "shell", "-c", shown))
    assert options["pool"]["timeout"] <= 2
    assert options["connect_timeout"] <= 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", ["full", "read only"])
def test_a_database_that_takes_nothing_is_told_and_nothing_is_acknowledged(
    monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    table = plain_table("machiavelli")  # which no score ends
    _match, token = store.open_match("machiavelli", table)
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    address = reverse("match", args=[token])
    typed = dict(SHEETS["machiavelli"].typed(table, example("machiavelli", table), NOTATIONS["en"]).lists())
    with ExitStack() as after:
        if connection.vendor == "sqlite":
            _make_sqlite(fault, after)
        else:
            after.enter_context(monkeypatch.context()).setattr(store, "_row", _postgresql(fault))
        stored, status = 0, 303
        while status == 303:
            answer = client.post(address, typed | {"key": str(uuid4()), "seen": str(stored)})
            status, stored = answer.status_code, stored + (answer.status_code == 303)
            assert stored < 400
        assert (status, answer["Retry-After"].isdecimal()) == (503, True)
        assert client.get("/en/murlan/").status_code == 200
    assert Entry.objects.count() == stored
    assert client.post(address, typed | {"key": str(uuid4()), "seen": str(stored)}).status_code == 303


def _make_sqlite(fault: str, after: ExitStack) -> None:
    with connection.cursor() as cursor:
        if fault == "read only":
            cursor.execute("PRAGMA query_only = 1")
            after.callback(lambda: connection.cursor().execute("PRAGMA query_only = 0"))
        else:
            cursor.execute("VACUUM")  # or what tests before have deleted leaves room
            (pages,) = cursor.execute("PRAGMA page_count").fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages}")
            after.callback(lambda: connection.cursor().execute("PRAGMA max_page_count = 1000000"))


def _postgresql(fault: str) -> Callable[..., Any]:
    """As it answers where no room is left, which a test cannot bring about."""

    def row(*_arguments: Any) -> Any:
        with connection.cursor() as cursor:
            code = "53100" if fault == "full" else "25006"
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '{code}'; END $$")

    return row


@pytest.mark.django_db
def test_a_fault_of_our_own_is_not_laid_on_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_arguments: Any) -> None:
        Match.objects.create(game=None)  # type: ignore[misc]

    monkeypatch.setattr("matches.pages.store.find", wrong)
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    with transaction.atomic():
        assert client.get(f"/en/match/{'x' * 32}/").status_code == 500
        transaction.set_rollback(True)


# --- The log ---


@pytest.mark.django_db
@pytest.mark.parametrize("fault", ["no cookie", "ours"])
def test_the_log_names_no_link(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    found, log = opened(), StringIO()
    (handler,) = getLogger("django").handlers
    assert isinstance(handler, StreamHandler)
    client = Client(enforce_csrf_checks=True, raise_request_exception=False, headers={"host": "localhost"})
    client.cookies["manager_en"] = found.token
    address = reverse("match", args=[found.token])
    before = handler.setStream(log)
    try:
        if fault == "ours":
            monkeypatch.setattr("matches.pages.board", None)
            assert client.get(address).status_code == 500
        else:
            assert client.post(address).status_code == 403
    finally:
        handler.setStream(before)
    assert "/en/match/…/" in log.getvalue()
    assert found.token not in log.getvalue()
