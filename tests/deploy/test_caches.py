"""The proxy's cache: no request header that is not in its key changes what is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from deploy.proxy import Places, configuration
from deploy.stage import Stage
from games.catalogue import GAMES
from tests import proved
from tests.deploy.test_stage import asked, phone, through_raw
from tests.request_headers import variations
from tests.visits import CODINGS, expected, visit

T = TypeVar("T")
BATCH = 90
"""Requests that one client may send at once."""
STORED = {
    "tool": "/en/murlan/play/?cards=9+9&table=8+8",
    "lesson": "/it/machiavelli/lesson/2/?try=",
    "rules": "/cs/murlan/?",
    "sitemap": "/sitemap.xml?",
    "picture": "/en/murlan/play/picture.png?cards=9h+9d&table=8h+8d",
}
"""An address of each kind that may be stored. Where "&n=1" follows, the answer is the same, and stored apart."""
DRAWN = {"Content-Type"}
"""Headers with which pictures are asked too, which take long."""


def batches(many: Sequence[T]) -> Iterator[Sequence[T]]:
    return (many[at : at + BATCH] for at in range(0, len(many), BATCH))


@pytest.mark.parametrize("kind", STORED)
def test_no_header_of_a_stranger_changes_a_stored_answer(staged: Stage, kind: str) -> None:
    sent = [headers for headers in variations() if kind != "picture" or headers[0][0] in DRAWN]
    sent = proved.sample(f"stored {kind}", sent, 30)
    right = expected(staged.address, STORED[kind])
    assert right[0] == 200
    wrong = []
    for batch in batches([(f"{STORED[kind]}&n={number}", headers) for number, headers in enumerate(sent)]):
        with phone(staged) as stranger:
            for address, headers in batch:
                # nginx closes a connection after a 412 that did not say so.
                stranger.get(address, headers=[("Accept-Encoding", CODINGS), ("Connection", "close"), *headers])
        with phone(staged) as visitor:
            wrong += [headers for address, headers in batch if visit(visitor, address) != right]
    assert wrong == []


def test_no_blank_tool_is_replaced_by_a_part_of_it(staged: Stage) -> None:
    tools = []
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            tools += [reverse("tool", args=[name, ask]) for name, game in GAMES.items() for ask in game.asks]
    fragment = {"HX-Request": "%74rue", "HX-Request-URI-AutoEncoded": "true"}
    for coding in (CODINGS, "gzip", "identity"):
        with phone(staged) as stranger:
            for tool in tools:
                assert stranger.get(tool, headers=fragment | {"Accept-Encoding": coding}).status_code == 200
        with phone(staged) as visitor:
            pages = {tool: visitor.get(tool, headers={"Accept-Encoding": coding}).text for tool in tools}
        assert [tool for tool, page in pages.items() if "<!doctype html>" not in page] == []


def test_a_part_is_kept_apart_however_true_is_written(staged: Stage) -> None:
    path = "/en/murlan/play/?cards=Q+Q&table=8+8"
    with phone(staged) as client:
        parts = [client.get(path, headers={"HX-Request": said}).text for said in ("TRUE", "true")]
        assert parts[0] == parts[1]
        assert "<!doctype html>" not in parts[0]
        whole = client.get(path).text
        back = {"HX-Request": "True", "HX-History-Restore-Request": "TRUE"}
        assert client.get(path, headers=back).text == whole
        assert "<!doctype html>" in whole


def test_location_that_stores_forwards_no_header_of_the_client() -> None:
    locations = re.findall(r"location [^{]+{(.*?)\n        }", configuration(Places("a.example")), re.DOTALL)
    storing = [text for text in locations if "proxy_cache kept;" in text]
    assert len(storing) == 1
    assert "proxy_pass_request_headers off;" in storing[0]
    assert "proxy_set_header" not in storing[0]  # one would drop all those above


def test_another_spelling_is_redirected_and_never_stored(staged: Stage) -> None:
    for spelled in (
        "/en//ramino/lesson/2/",
        "/en/ramino/lesson/0002/",
        "/EN/ramino/lesson/2/",
        "/en/r%61mino/lesson/2/",
    ):
        for times in (1, 2):
            with phone(staged) as client:
                answer = client.get(f"{spelled}?try=")
                assert (answer.status_code, answer.headers["Location"]) == (301, "/en/ramino/lesson/2/?try=")
                assert answer.headers["Cache-Control"] == "no-store"
            assert asked(staged, re.sub("%61", "a", spelled)) == times


def test_an_address_with_a_fragment_is_refused(staged: Stage) -> None:
    assert through_raw(staged, "/en/ramino/#1")[0] == 400


def test_an_empty_query_is_no_address_of_its_own(staged: Stage) -> None:
    before = asked(staged, "/cs/ramino/score/")
    with phone(staged) as client:
        assert client.get("/cs/ramino/score/").status_code == 200
    assert through_raw(staged, "/cs/ramino/score/?")[0] == 200
    assert through_raw(staged, "/cs/ramino/score/?")[0] == 200
    assert asked(staged, "/cs/ramino/score/") <= before + 2  # one for each coding


def test_languages_reach_the_site_where_nothing_is_stored(staged: Stage) -> None:
    with phone(staged, **{"Accept-Language": "cs"}) as client:
        assert client.get("/").headers["Location"] == "/cs/"
        assert 'lang="cs"' in client.get("/no/page/here/").text
        assert client.get("/api/").headers["Content-Language"] == "cs"
