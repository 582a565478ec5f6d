"""What is told to whoever watches over the site."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client

from bench.site import SERVER, serving
from rulesite.rulebook import Book, book

pytestmark = pytest.mark.processes

WELL = "database: ok\nmigrations: ok\ncontent: ok\n"


def test_the_process_is_well_without_a_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content, answer["Cache-Control"]) == (200, b"ok\n", "no-store")


@pytest.mark.django_db
def test_the_site_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content.decode()) == (200, WELL)
    assert client.post("/readyz").status_code == 405


@pytest.mark.django_db
def test_a_text_that_cannot_be_read_is_told_by_its_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def but_muriel(game: str) -> Book:
        if game == "muriel":
            raise ValueError("no such example")
        return book(game)

    monkeypatch.setattr("rulesite.health.book", but_muriel)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.content.decode() == WELL.replace("content: ok", "content: cannot be read: muriel")


def test_nobody_is_sent_to_https_who_asks_from_beside_the_site() -> None:
    """A proxy or a supervisor asks in clear, by the address it knows."""
    with serving(SERVER, HTTPS="1") as site, httpx.Client(base_url=site.address, trust_env=False, timeout=60) as beside:
        assert beside.get("/en/").status_code == 301
        assert [beside.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]


def test_tables_that_are_not_there_yet_and_a_database_that_is_away_are_told(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite3"
    with (
        serving([*SERVER, "--log-level", "critical"], DATABASE_URL=f"sqlite:///{file}") as site,
        httpx.Client(base_url=site.address, trust_env=False, timeout=60) as beside,
    ):
        assert beside.get("/readyz").text == WELL
        base = sqlite3.connect(file)
        base.execute("DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)")
        base.commit()
        base.close()
        answer = beside.get("/readyz")
        assert (answer.status_code, answer.text) == (503, WELL.replace("migrations: ok", "migrations: 1 to be applied"))
        for name in tmp_path.glob("matches.sqlite3*"):
            name.unlink()
        answer = beside.get("/readyz")
        assert answer.status_code == 503
        assert answer.text == "database: does not answer\nmigrations: unknown\ncontent: ok\n"
        assert beside.get("/healthz").status_code == 200


def test_who_watches_is_answered_by_name(settings: Any) -> None:
    """Other names than the site's are refused here too: a probe says the one that it asks for."""
    settings.ALLOWED_HOSTS = ["cards.example"]
    assert Client().get("/healthz", headers={"Host": "other.example"}).status_code == 400
    assert Client().get("/healthz", headers={"Host": "cards.example"}).status_code == 200
