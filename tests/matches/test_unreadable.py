"""Stored hands and corrections that cannot be read."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.catalogue import SHEETS
from matches.ledger import Kind
from matches.links import Role
from matches.models import Entry, Match
from tests.matches.evenings import contents, event, example, plain_table, reread
from tests.matches.forms import correction, entry, everywhere, exported, opened_match, path, sent_to, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", SHEETS)
def test_a_match_with_a_stored_correction_without_content_is_shown_as_it_was(client: Client, game: str) -> None:
    hand = example(game, plain_table(game))
    opened = opened_match(game, event(1, content=hand), event(2, content=hand))
    Entry.objects.create(
        match=opened.match, number=3, key=uuid4(), kind=Kind.CORRECTED, hand=1, content=None, role=Role.SCORE
    )
    Match.objects.update(revision=3)
    for method, address, answers in everywhere(opened, opened.token):
        if method == "get":
            assert client.get(address).status_code == answers[Role.MANAGE], address
    assert contents(reread(opened).ledger) == [hand, hand]
    history = text_of(client.get(path(opened, Role.WATCH, "match_history")))
    assert "Hand 1: empty correction, nothing changed" in history
    assert "Hand 1 corrected" not in history
    assert '<span class="gain">corrected</span>' not in text_of(client.get(path(opened)))
    answer = client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", exported(opened))})
    assert exported(sent_to(client, answer)) == exported(opened)
    assert client.post(path(opened), entry(opened)).status_code == 303


@pytest.mark.exhaustive(sample=6)
@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("content", [{"nobody": "knows this"}, ["Ana"], 7, "text"])
def test_a_stored_hand_that_the_calculator_reads_no_more_is_told_and_the_match_goes_on(
    client: Client, game: str, is_kept: bool, content: Any
) -> None:
    """It comes to what was kept of it, or to nothing where nothing was."""
    hand = example(game, plain_table(game))
    opened = opened_match(game, event(1, content=hand), event(2, content=hand))
    outcome = opened.sheet.outcome(opened.sheet.counted(opened.table, hand))
    Entry.objects.filter(number=1).update(content=content, outcome=outcome if is_kept else None)
    totals = opened.sheet.standing(opened.table, [hand] * (2 if is_kept else 1)).totals
    assert opened.standing(reread(opened).ledger).totals == totals
    for method, address, answers in everywhere(opened, opened.token):
        if method == "get":
            assert client.get(address).status_code == answers[Role.MANAGE], address
    for name in ("match", "match_hands", "match_history"):
        assert "Entry 1 cannot be read." in text_of(client.get(path(opened, Role.SCORE, name)))
    assert client.post(path(opened), entry(opened)).status_code == 303
    assert client.get(path(opened)).status_code == 200
    call_command("migrate", verbosity=0)
    assert client.post(path(opened), correction(opened, 1, hand)).status_code == 303
    assert client.post(path(opened, Role.MANAGE, "match_hand", 1), correction(opened, 1, hand)).status_code == 303
    assert contents(reread(opened).ledger)[0] == hand
