"""A match as a file, exported and restored."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from matches import transfer
from matches.ledger import Kind
from matches.links import Role
from matches.models import Entry, Match
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import event
from tests.matches.forms import HAND, SMALL, exported, opened_match, path, sent_to, text_of

pytestmark = pytest.mark.django_db


def test_a_file_that_is_refused_is_told_at_the_top_with_a_way_to_the_field(client: Client) -> None:
    page = text_of(client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", b"no")}))
    told = page.index('<a href="#match-file">The file is not JSON.</a>')
    assert page.index("<h1>") < told < page.index("<h2>")
    assert 'id="match-file-error">The file is not JSON.' in page


def test_a_match_goes_out_as_a_file_and_comes_in_again(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, Kind.REMOVED, 1), event(3, content=SMALL))
    out = client.get(path(opened, Role.WATCH, "match_file", "json"))
    assert out["Content-Type"] == "application/json"
    assert re.fullmatch(r'attachment; filename="ramino-\d{4}-\d\d-\d\d\.json"', out["Content-Disposition"])
    assert text_of(out).encode() == exported(opened)
    answer = client.post(reverse("restore_match"), {"file": SimpleUploadedFile("match.json", exported(opened))})
    assert answer.status_code == 303
    again = sent_to(client, answer)
    assert again.match != opened.match
    assert exported(again) == exported(opened)
    sheet = client.get(path(opened, Role.WATCH, "match_file", "csv"))
    assert sheet["Content-Type"] == "text/csv; charset=utf-8"
    assert text_of(sheet).startswith('\ufeff"hand","entered","Ana","Ben","Cyd",')
    assert client.get(path(opened, Role.WATCH, "match_file", "xml")).status_code == 404


def test_a_file_as_large_as_an_export_may_be_comes_in(client: Client) -> None:
    """Past everything that bounds a request before the page reads it."""
    text = exported(opened_match("ramino", event(1, content=HAND)))
    file = SimpleUploadedFile("match.json", text + b" " * (transfer.LARGEST - len(text)))
    assert client.post(reverse("restore_match"), {"file": file}).status_code == 303
    longer = SimpleUploadedFile("match.json", text + b" " * (transfer.LARGEST + 1 - len(text)))
    assert client.post(reverse("restore_match"), {"file": longer}).status_code == 422


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"format": "<b>"}', b'{"version": "\\ud800"}', b" " * 1_050_000])
def test_a_file_that_is_no_match_is_refused_on_the_page_and_nothing_is_stored(
    client: Client, language: str, text: bytes
) -> None:
    with translation.override(language):
        address = reverse("restore_match")
    for said in ({"file": SimpleUploadedFile("match.json", text)}, {}, {"file": "text"}):
        response = client.post(address, said)
        assert response.status_code == 422
        assert 'role="alert"' in text_of(response)
    with translation.override(language):
        assert client.get(address).headers["Location"] == reverse("matches")
    assert not Match.objects.exists()
    assert not Entry.objects.exists()


def test_a_file_far_too_large_is_refused_before_it_is_read(client: Client) -> None:
    file = SimpleUploadedFile("match.json", b" " * 3_000_000)
    response = client.post(reverse("restore_match"), {"file": file})
    assert response.status_code in (400, 413, 422)
    assert not Match.objects.exists()
