"""A match whose rows are those of an earlier backup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.test import Client

from matches import store
from matches.links import Role
from matches.models import Entry, Link, Match
from matches.store import Opened
from tests.matches.evenings import event
from tests.matches.forms import HAND, SMALL, Forms, entry, opened_match, path, revision, text_of, typed

pytestmark = pytest.mark.django_db


@contextmanager
def restored(opened: Opened) -> Iterator[None]:
    """Restore the rows of the match on leaving, as a backup made on entering would."""
    (row,) = Match.objects.filter(pk=opened.match.pk).values()
    entries = list(Entry.objects.filter(match=opened.match))
    yield
    Entry.objects.filter(match=opened.match).delete()
    Entry.objects.bulk_create(entries)
    Match.objects.filter(pk=opened.match.pk).update(**row)


def test_after_a_backup_was_restored_no_phone_takes_the_old_board_for_the_new_one(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    address = path(opened, Role.WATCH, "match_board")
    with restored(opened):
        assert client.post(path(opened), entry(opened, HAND)).status_code == 303
        before = client.get(address)
    assert client.post(path(opened), entry(opened, SMALL)).status_code == 303
    after = client.get(address, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]
    assert "Ana 52" not in text_of(after)
    assert text_of(after) != text_of(before)
    again = client.get(address, headers={"if-none-match": after["ETag"]})
    assert again.status_code == 304


def test_another_match_with_the_same_number_in_the_database_is_not_shown_as_the_old_one(client: Client) -> None:
    """A restored database assigns the numbers of its matches a second time."""
    first = opened_match("ramino", event(1, content=HAND))
    seen = client.get(path(first, Role.WATCH, "match_board"))
    key = first.match.pk
    first.match.delete()
    other = opened_match("ramino", event(1, content=SMALL))
    twin = Match(pk=key, game="ramino", players=other.match.players, terms=other.match.terms, revision=1)
    twin.save(force_insert=True)
    for model in (Entry, Link):
        model.objects.filter(match=other.match).update(match=twin)
    found = store.find(other.token)
    assert found
    again = client.get(path(found, Role.WATCH, "match_board"), headers={"if-none-match": seen["ETag"]})
    assert (again.status_code, found.match.pk) == (200, key)
    assert "Cyd" in text_of(again)


def test_what_was_typed_before_a_backup_was_restored_is_not_stored_unseen(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    with restored(opened):
        assert client.post(path(opened), entry(opened, HAND)).status_code == 303
        typed_before = Forms(client.get(path(opened))).sent("entering") | typed(opened, SMALL)
    assert client.post(path(opened), entry(opened, SMALL)).status_code == 303
    typed_after = Forms(client.get(path(opened))).sent("entering") | typed(opened, SMALL)
    response = client.post(path(opened), typed_before)
    assert response.status_code == 409
    assert 'id="clash"' in text_of(response)
    assert revision(opened) == 2
    assert client.post(path(opened), Forms(response).sent("entering")).status_code == 303
    assert client.post(path(opened), typed_after).status_code == 409
