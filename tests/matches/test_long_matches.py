"""Matches of many hands, a page of them at a time."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.catalogue import SHEETS
from games.sheets import Table
from matches import pages, store, transfer
from matches.board import SHOWN, boards
from matches.ledger import replay
from matches.links import Role
from matches.models import Match
from matches.store import Opened
from tests.matches.evenings import contents, count_asks, event, example, plain_table, reread
from tests.matches.forms import HAND, correction, entry, everywhere, opened_match, path, text_of

pytestmark = pytest.mark.django_db


def long_match(game: str, monkeypatch: pytest.MonkeyPatch, count: int = 200) -> Opened:
    """A match of many hands, as it comes from a file."""
    table = Table(plain_table(game).players, {}, {"match": {"points": 99_999}} if game == "ramino" else {})
    hand = dict.fromkeys(table.players, 0) if game == "muriel" else example(game, table)
    events = [event(number, content=hand) for number in range(1, count + 1)]
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    text = "".join(transfer.as_json(match, replay(events))).encode()
    read = transfer.from_json(text)
    opened = store.find(store.open_match(*read)[1])
    assert opened
    return opened


@pytest.mark.any_database
@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", SHEETS)
def test_no_page_of_a_long_match_counts_or_shows_more_than_a_page_s_hands(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = long_match(game, monkeypatch)
    most = max(SHOWN, pages.HANDS, pages.EVENTS) + 3
    client.get(path(opened))  # which reads the rules, and counts their examples
    asked = count_asks(monkeypatch, game)
    for role in (Role.WATCH, Role.MANAGE):
        for _method, address, answers in everywhere(opened, str(store.link_tokens(opened)[role])):
            if _method == "get" and answers[role] == 200:
                for query in ("", "?page=2", "?page=9"):
                    asked.clear()
                    boards.clear()
                    response = client.get(address + query)
                    assert len(asked) <= most, (address, len(asked))
                    assert response.getvalue().count(b"<tr") + response.getvalue().count(b"<details") <= 20 * most
    boards.clear()
    asked.clear()
    client.post(path(opened), entry(opened))
    client.post(path(opened, Role.MANAGE, "match_hand", 3), correction(opened, 3, contents(reread(opened).ledger)[0]))
    client.get(path(opened))
    assert len(asked) <= 2 * most


@pytest.mark.parametrize("game", ["marriage", "ramino"])
def test_a_page_of_a_long_match_asks_the_database_no_more_often_than_one_of_a_short_one(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for count in (3, 200):
        opened = long_match(game, monkeypatch, count)
        found = []
        for _method, address, answers in everywhere(opened, opened.token):
            if _method == "get" and answers[Role.MANAGE] == 200:
                boards.clear()
                with CaptureQueriesContext(connection) as queries:
                    client.get(address).getvalue()
                found.append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            client.post(path(opened), entry(opened))
        counts.append([*found, len(queries)])
    assert counts[0] == counts[1]


def test_all_hands_and_all_events_of_a_long_match_are_on_its_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = long_match("machiavelli", monkeypatch, 60)
    page = text_of(client.get(path(opened, Role.SCORE)))
    assert re.findall(r'href="hand/(\d+)/"', page) == [str(number) for number in range(41, 61)]
    assert 'href="hands/"' in page
    found: list[str] = []
    told: list[str] = []
    for number in (1, 2, 3):
        found += re.findall(
            r'href="../hand/(\d+)/"', text_of(client.get(path(opened, Role.SCORE, "match_hands"), {"page": number}))
        )
    for number in (1, 2, 3, 4):
        told += re.findall(
            r"<strong>Hand (\d+) entered",
            text_of(client.get(path(opened, Role.WATCH, "match_history"), {"page": number})),
        )
    assert found == told[::-1] == [str(number) for number in range(1, 61)]
    for odd in ("0", "-1", "x", "9" * 5000, "4.5", ""):
        for name in ("match_hands", "match_history"):
            assert client.get(path(opened, Role.WATCH, name), {"page": odd}).status_code == 200
    short = opened_match("ramino", event(1, content=HAND))
    assert 'href="hands/"' not in text_of(client.get(path(short)))
    assert "Page 1" not in text_of(client.get(path(short, Role.WATCH, "match_history")))


def test_a_clash_with_many_names_the_last_and_counts_the_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = long_match("machiavelli", monkeypatch, 30)
    response = text_of(client.post(path(opened), entry(opened, seen=0)))
    assert re.findall(r"<li>Hand (\d+) entered", response) == [str(number) for number in range(21, 31)]
    assert "20 earlier entries are not listed." in response
