"""The number of a hand, the same on every page."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from matches.ledger import Kind
from matches.links import Role
from tests.matches.evenings import event, example, plain_table
from tests.matches.forms import HAND, SMALL, correction, entry, opened_match, path, text_of
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


@pytest.mark.any_database
@pytest.mark.parametrize("game", ["ramino", "muriel", "murlan", "machiavelli", "marriage"])
def test_a_hand_is_called_by_the_same_number_everywhere_and_for_ever(client: Client, game: str) -> None:
    hand = example(game, plain_table(game))
    events = [event(1, content=hand), event(2, Kind.CORRECTED, 1, hand), event(3, content=hand), event(4, content=hand)]
    opened = opened_match(game, *events, event(5, Kind.REMOVED, 3))
    page = text_of(client.get(path(opened)))
    assert re.findall(r'<a href="hand/(\d+)/" aria-label="Hand (\d+): correct or delete">\s*(\d+) <', page) == [
        ("1", "1", "1"),
        ("3", "3", "3"),
    ]
    assert re.findall(r"<summary>Hand (\d+)</summary>", page) == ["1", "3"]
    assert '<h2 id="next">Hand 4</h2>' in page
    assert [
        line.split(",")[0] for line in text_of(client.get(path(opened, Role.WATCH, "match_file", "csv"))).splitlines()
    ][1:] == ["1", "3"]
    file = json.loads(text_of(client.get(path(opened, Role.WATCH, "match_file", "json"))))
    assert [it["place"] for it in file["events"]] == [1, 1, 2, 3, 2]
    history = text_of(client.get(path(opened, Role.WATCH, "match_history")))
    assert re.findall(r"Hand (\d+) (entered|corrected|deleted)(?=</strong>)", history) == [
        ("2", "deleted"), ("3", "entered"), ("2", "entered"), ("1", "corrected"), ("1", "entered"),
    ]  # fmt: skip
    back = Reader(text_of(client.get(path(opened, Role.MANAGE, "match_history")))).all("a", **{"class": "button plain"})
    assert [link["href"] for link in back] == [path(opened, Role.MANAGE, "match_hand", 2)]
    assert "<h1>Hand 3</h1>" in text_of(client.get(path(opened, Role.MANAGE, "match_hand", 3)))
    assert client.get(path(opened, Role.MANAGE, "match_hand", 4)).status_code == 404
    first, second = entry(opened), entry(opened)
    stored = text_of(client.get(client.post(path(opened), first)["Location"]))
    assert "Saved. Hand 4 entered" in stored
    assert '<h2 id="next">Hand 5</h2>' in stored or "entering" not in stored
    if "entering" in stored:
        assert "Hand 4 entered" in text_of(client.post(path(opened), second)), "in a clash as well"


def test_the_calculator_s_sentences_call_a_hand_by_its_number_too(client: Client) -> None:
    deals = opened_match("ramino", *[event(number, content=SMALL) for number in (1, 2, 3)], event(4, Kind.REMOVED, 2))
    assert "Hand 3: Cyd scores" in text_of(client.get(path(deals)))
    wrong = client.post(path(deals), entry(deals) | {"left.0.1": ["1Z"]})
    assert "Hand 4, Ben:" in text_of(wrong)
    corrected = client.post(path(deals, Role.SCORE, "match_hand", 3), correction(deals, 3, HAND) | {"left.0.1": ["1Z"]})
    assert "Hand 3, Ben:" in text_of(corrected)
    hand = example("muriel", plain_table("muriel"))
    hands = opened_match("muriel", *[event(number, content=hand) for number in (1, 2, 3)], event(4, Kind.REMOVED, 1))
    page = text_of(client.get(path(hands)))
    for number in (2, 3):
        assert f"Hand {number} adds up to" in page
    assert "Hand 1 adds up to" not in page
