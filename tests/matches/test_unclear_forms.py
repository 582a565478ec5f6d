"""Forms that do not say what they do, or to which hand they belong."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from games.catalogue import SHEETS
from matches import store
from matches.ledger import Kind
from matches.links import Role
from tests.matches.evenings import contents, event, example, plain_table, reread
from tests.matches.forms import (
    HAND,
    SMALL,
    Forms,
    correction,
    hand_key,
    opened_match,
    path,
    reversed_example,
    revision,
    text_of,
    typed,
)
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


@pytest.mark.any_database
@pytest.mark.exhaustive(sample=6)
@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("does", [None, "", "corect", "restore"])
def test_a_hand_s_form_that_does_not_say_what_to_do_is_refused_and_keeps_what_was_typed(
    client: Client, game: str, does: str | None
) -> None:
    table = plain_table(game)
    opened = opened_match(game, event(1, content=example(game, table)))
    place, other = path(opened, Role.SCORE, "match_hand", 1), reversed_example(game, table)
    sent = correction(opened, 1, other)
    del sent["do"]
    response = client.post(place, sent | ({} if does is None else {"do": [does]}))
    assert response.status_code == 422
    assert "did not say what to do" in text_of(response)
    again = Forms(response).sent("correcting")
    assert (again["key"], again["seen"], again["do"]) == (sent["key"], sent["seen"], ["correct"])
    kept = {name: [value for value in again.get(name, []) if value] for name in typed(opened, other)}
    assert kept == {name: [value for value in values if value] for name, values in typed(opened, other).items()}
    assert revision(opened) == 1
    assert client.get(path(opened)).status_code == 200
    assert client.post(place, again).status_code == 303
    assert contents(reread(opened).ledger) == [other]


def test_no_form_of_a_match_leaves_it_to_a_button_to_say_what_it_does(client: Client) -> None:
    """Not every browser and not every script sends the button that was tapped."""
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=HAND), event(3, Kind.REMOVED, 2))
    places = [("match", []), ("match_hand", [1]), ("match_hand", [2]), ("match_links", []), ("renew_manager", [])]
    for name, args in places:
        page = Reader(text_of(client.get(path(opened, Role.MANAGE, name, *args))))
        assert not [button for button in page.all("button") if "name" in button], name
        assert page.all("form")


@pytest.mark.parametrize("name", ["match", "match_links"])
@pytest.mark.parametrize("does", [None, "", "open"])
def test_other_forms_that_do_not_say_what_to_do_change_nothing(client: Client, name: str, does: str | None) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    links = store.link_tokens(opened)
    sent = {"key": str(uuid4()), "seen": "1", "role": "watch"} | ({} if does is None else {"do": does})
    assert client.post(path(opened, Role.MANAGE, name), sent).status_code in (404, 422)
    assert (revision(opened), store.link_tokens(opened)) == (1, links)


def test_a_form_of_another_hand_changes_none(client: Client) -> None:
    """One from before hands were numbered as people call them, or before a backup was restored."""
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=SMALL))
    third = {"winner": "Ben", "hands": {"Ana": "3s", "Cyd": "4s"}}
    place = path(opened, Role.SCORE, "match_hand", 2)
    for known in (None, "", str(uuid4()), hand_key(opened, 1)):
        for does in ("correct", "remove"):
            sent = correction(opened, 2, third, does)
            sent.pop("hand") if known is None else sent.update(hand=[known])
            response = client.post(place, sent)
            assert response.status_code == 409
            assert "did not belong to this hand" in text_of(response)
            again = Forms(response).sent("correcting")
            assert (again["left.0.0"], again["left.0.2"]) == (["3s"], ["4s"])
    assert revision(opened) == 2
    assert client.post(place, again).status_code == 303, "whoever has looked can send it"
    assert contents(reread(opened).ledger) == [HAND, third]
