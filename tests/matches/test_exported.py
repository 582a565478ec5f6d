"""Matches that an earlier version wrote: what it exported comes in, and is shown as it was shown then.

``exported/<game>.json`` is such a file: an evening that was played through that version's own forms, with hands
corrected, taken back and put back, house rules, hands of cards and of points, typed in several languages' letters, and
players called ``1``, ``0``, ``O.2`` or ``Ana "Bé"``. ``exported/<game>.shown.json`` is what that version showed of it.
Neither is ever made anew: both are of their time.
"""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from matches.ledger import Kind
from matches.links import Role
from matches.store import Opened
from tests.matches.evenings import reread
from tests.matches.forms import Forms, path, sent_to, text_of

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parent / "exported"
GAMES = sorted(path.name.split(".")[0] for path in FOLDER.glob("*.shown.json"))
"""Those of which an evening was kept by the version that wrote these files."""
OF_THE_FORM = frozenset({"csrfmiddlewaretoken", "key", "seen", "do", "hand"})
"""What a form sends besides the hand."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def opened(client: Client, game: str) -> Opened:
    """The file, brought in through the site's own door."""
    file = SimpleUploadedFile("match.json", (FOLDER / f"{game}.json").read_bytes())
    response = client.post(reverse("restore_match"), {"file": file})
    assert response.status_code == 303, text_of(response)
    return sent_to(client, response)


@pytest.fixture
def shown(game: str) -> dict[str, Any]:
    """What the version that wrote the file showed of it."""
    found: dict[str, Any] = json.loads((FOLDER / f"{game}.shown.json").read_text())
    return found


def file_of(client: Client, opened: Opened, kind: str) -> str:
    response = client.get(path(opened, Role.WATCH, "match_file", kind))
    return b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]  # it is one that streams


def cells(response: HttpResponse) -> dict[str, list[str]]:
    """What the form of a hand holds, without what is empty."""
    sent = Forms(response).sent("ask")
    return {name: values for name, values in sent.items() if name not in OF_THE_FORM and any(values)}


def test_an_evening_of_each_kind_of_entry_was_exported(opened: Opened) -> None:
    ledger = reread(opened).ledger
    assert {event.kind for event in ledger.events} >= {Kind.ENTERED, Kind.CORRECTED, Kind.REMOVED}
    assert any(hand.stands and Kind.REMOVED in [event.kind for event in hand.changes] for hand in ledger.hands)
    assert opened.table.house


def test_the_totals_and_every_hand_s_points_are_as_they_were(opened: Opened, shown: dict[str, Any]) -> None:
    counted = opened.counted(reread(opened).ledger)
    standing = opened.tally(counted)
    assert {name: opened.sheet.written(total) for name, total in standing.totals.items()} == shown["totals"]
    assert (list(standing.leaders), standing.winner) == (shown["leaders"], shown["winner"])
    rows = {str(hand.place): dict(row.gains) for hand, row in zip(counted, standing.rows, strict=False)}
    assert rows == shown["hands"]
    events = [event for event in reread(opened).ledger.events if event.content is not None]
    assert {str(event.number): event.outcome["gains"] for event in events} == shown["events"]


@pytest.mark.exhaustive(sample=2)
def test_the_board_shows_these_totals(client: Client, opened: Opened, shown: dict[str, Any]) -> None:
    for language in ("en", "it", "cs"):
        board = text_of(client.get(path(opened, Role.WATCH, language=language)))
        tiles = board.split('<ul class="tiles')[1].split("</ul>")[0]
        assert [part.split("</strong>")[0] for part in tiles.split("<strong>")[1:]] == list(shown["totals"].values())


def test_its_table_for_spreadsheets_is_what_it_was(client: Client, opened: Opened, shown: dict[str, Any]) -> None:
    assert file_of(client, opened, "csv").removeprefix("\ufeff").splitlines() == shown["csv"]


@pytest.mark.exhaustive(sample=2)
def test_the_form_of_each_hand_is_filled_in_as_it_was(client: Client, opened: Opened, shown: dict[str, Any]) -> None:
    assert shown["forms"].keys() == {str(hand.place) for hand in reread(opened).ledger.every_hand.values()}
    for place, said in shown["forms"].items():
        for language, filled in said.items():
            with translation.override(language):
                page = client.get(reverse("match_hand", args=[opened.token, int(place)]))
            assert cells(page) == filled, (place, language)


def test_a_hand_sent_as_its_form_shows_it_is_the_hand_that_is_stored(client: Client, opened: Opened) -> None:
    before = reread(opened).ledger
    for hand in before.hands:
        address = path(opened, Role.MANAGE, "match_hand", hand.place, language="cs")
        assert client.post(address, Forms(client.get(address)).sent("ask")).status_code == 303
    assert reread(opened).ledger == before


def test_exported_again_it_is_the_same_file(client: Client, opened: Opened, game: str) -> None:
    written = json.loads((FOLDER / f"{game}.json").read_text())
    assert json.loads(file_of(client, opened, "json")) == written


def test_its_pages_name_who_played(client: Client, opened: Opened) -> None:
    for name in ("match", "match_history", "match_hands"):
        page = unescape(text_of(client.get(path(opened, Role.SCORE, name))))
        assert not [player for player in opened.table.players if player not in page]
