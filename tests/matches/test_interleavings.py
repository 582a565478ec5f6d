"""Requests for a match while another client writes between any two of their queries, on both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue import SHEETS
from matches import store
from matches.board import boards
from matches.ledger import Kind
from matches.links import Role
from matches.models import Match
from matches.seating import content
from matches.store import NotWritten, Opened
from tests import proved
from tests.matches.evenings import event, example, plain_table
from tests.matches.forms import Forms, entry, opened_match, path, text_of

OLD, NEW = "Ana", "Zoe"
GETS = ("match", "stored", "match_board", "match_hands", "match_players", "match_history", "match_hand", "match_count",
        "match_links", "match_picture", "csv", "json")  # fmt: skip
POSTS = ("enter", "correct", "rename", "undo", "close")
ONE_STATE = ("match", "match_board", "match_hands", "match_players", "match_count", "csv")
"""Pages that show one state and no history: a player has one name there."""


def write(opened: Opened, kind: Kind, **fields: Any) -> None:
    store.write(opened.match, Role.SCORE, uuid4(), kind, seen=opened.match.revision, **fields)


def rename(opened: Opened) -> None:
    write(opened, Kind.SEATED, content=content([*enumerate([NEW, *plain_table(opened.match.game).players[1:]])]))


def correct(opened: Opened) -> None:
    table = plain_table(opened.match.game)
    write(
        opened, Kind.CORRECTED, hand=1, content=example(opened.match.game, replace(table, players=table.players[::-1]))
    )


def undo(opened: Opened) -> None:
    store.undo(opened.match, Role.SCORE, event(1).key)


def delete(opened: Opened) -> None:
    store.delete(opened)


def remove(opened: Opened) -> None:
    Match.objects.filter(pk=opened.match.pk).delete()


WRITES: tuple[Callable[[Opened], None], ...] = (rename, correct, undo, delete, remove)


@contextmanager
def interrupted(at: int, write: Callable[[], None]) -> Iterator[None]:
    """Run a write in another connection before query number ``at`` that is outside a transaction."""
    passed = 0

    def work() -> None:
        try:
            write()
        except NotWritten:
            pass
        finally:
            connections.close_all()

    def wrapper(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        nonlocal passed
        if not connection.in_atomic_block:
            if passed == at:
                thread = threading.Thread(target=work)
                thread.start()
                thread.join()
            passed += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield


def address(opened: Opened, name: str) -> str:
    if name in ("csv", "json"):
        return path(opened, Role.MANAGE, "match_file", name)
    if name == "stored":
        return f"{path(opened)}?stored=1"
    return path(opened, Role.MANAGE, name, *([1] if name == "match_hand" else []))


def prepare_post(client: Client, opened: Opened, name: str) -> tuple[str, dict[str, Any]]:
    """Return the address and the fields of a form as a client holds it before another one writes."""
    place = path(opened)
    if name == "enter":
        return place, entry(opened)
    if name == "correct":
        return address(opened, "match_hand"), Forms(client.get(address(opened, "match_hand"))).sent("ask")
    if name == "rename":
        sent = Forms(client.get(address(opened, "match_players"))).sent("taking")
        return address(opened, "match_players"), sent | {"name.1": ["Bob"]}
    if name == "undo":
        return place, {"do": "undo", "event": event(1).key}
    (form,) = Forms(client.get(place)).with_action(name)
    return place, form


@pytest.mark.django_db(transaction=True)
@settings(max_examples=proved.examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    game=st.sampled_from(sorted(SHEETS)),
    request=st.sampled_from(GETS + POSTS),
    write=st.sampled_from(WRITES),
    at=st.integers(0, 6),
    is_cached=st.booleans(),
)
def test_interrupted_requests_answer_from_one_state(
    game: str, request: str, write: Callable[[Opened], None], at: int, is_cached: bool
) -> None:
    boards.clear()
    opened = opened_match(game, event(1, content=example(game, plain_table(game))))
    client = Client(headers={"host": "localhost"})
    is_post = request in POSTS
    place, sent = prepare_post(client, opened, request) if is_post else (address(opened, request), {})
    if is_cached:
        client.get(path(opened))
    with interrupted(at, lambda: write(opened)):
        response = client.post(place, sent) if is_post else client.get(place)
    assert response.status_code < 500
    if request in ONE_STATE and response.status_code == 200:
        page = text_of(response)
        assert not (OLD in page and NEW in page)
