"""The board of a match: its figures, and the queries that it takes."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as site_settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.catalogue import GAMES, SHEETS
from matches import store
from matches.board import boards
from matches.ledger import Kind
from matches.links import Role
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import event, example, plain_table
from tests.matches.forms import HAND, SMALL, everywhere, guest, known, opened_match, path, revision, text_of

pytestmark = pytest.mark.django_db


def test_every_minus_of_a_sheet_is_one_and_the_same_sign(client: Client) -> None:
    """Only in Marriage is anything below zero."""
    hand = example("marriage", plain_table("marriage"))
    opened = opened_match("marriage", event(1, content=hand), event(2, content=hand))
    for name in ("match", "match_hands", "match_history"):
        page = re.sub(r"<[^>]+>", " ", text_of(client.get(path(opened, Role.WATCH, name))))
        assert "−" in page
        assert not re.findall(r"(?<![\w-])\+?-\d+", page), name
    assert {sheet.written(-3) for sheet in SHEETS.values()} == {"−3"}


@pytest.mark.parametrize("game", SHEETS)
def test_each_figure_of_the_sheet_leads_to_what_its_hand_is_made_of(client: Client, game: str) -> None:
    table = plain_table(game)
    opened = opened_match(game, *[event(number, content=example(game, table)) for number in (1, 2)])
    for name in ("match", "match_hands"):
        page = text_of(client.get(path(opened, Role.WATCH, name)))
        links = re.findall(
            r'<a class="why" href="#why-(\d)" aria-label="([^"]*)"( tabindex="-1")?\s*>([^<]*)</a>', page
        )
        assert len(links) == 2 * len(table.players)
        assert re.findall(r'<div id="why-(\d)">', page) == ["1", "2"]
        for at, (number, said, skipped, gain) in enumerate(links):
            why = "why no points?" if gain == "–" else f"why {gain}?"
            assert said == f"Hand {number}, {table.players[at % len(table.players)]}: {why}"
            assert bool(skipped) == bool(at % len(table.players)), "the keyboard stops once in a row"


def test_who_took_no_part_in_a_hand_has_a_dash(client: Client) -> None:
    """In Ramino only the winner gets anything."""
    opened = opened_match("ramino", event(1, content=example("ramino", plain_table("ramino"))))
    page = text_of(client.get(path(opened, Role.WATCH)))
    assert re.findall(r'why [^"?]*\?"[^>]*>([^<]*)</a>\s*<span>([^<]*)</span>', page) == [
        ("+26", "26"),
        ("–", "0"),
        ("–", "0"),
    ]


def test_a_hand_that_brings_nothing_has_no_sign(client: Client) -> None:
    hand = example("murlan", plain_table("murlan"))
    page = text_of(client.get(path(opened_match("murlan", event(1, content=hand)), Role.WATCH)))
    assert "<strong>+3</strong>" in page
    assert "<strong>0</strong>" in page
    assert "+0" not in page


def test_no_board_of_one_role_is_taken_for_another_s_at_the_same_address() -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    board = path(opened, Role.WATCH, "match_board")
    watched, managed = guest().get(board), known(opened).get(board)
    assert (text_of(watched).count("✎"), text_of(managed).count("✎")) == (0, 1)
    for client, own, other in ((guest(), watched, managed), (known(opened), managed, watched)):
        assert client.get(board, headers={"if-none-match": other["ETag"]}).status_code == 200
        assert client.get(board, headers={"if-none-match": own["ETag"]}).status_code == 304
    assert "Cookie" in watched["Vary"]


def test_where_some_played_more_games_the_lead_is_told_with_care(client: Client) -> None:
    both = {"Ana": 0, "Ben": 3, "Cyd": 5}
    without = {"Ben": 2, "Cyd": 0}
    for hands, is_uneven in (((both, both), False), ((both, without), True)):
        events = [event(number, content=hand) for number, hand in enumerate(hands, 1)]
        opened = opened_match("machiavelli", *events)
        for page in (client.get(path(opened)), client.get(path(opened, Role.WATCH))):
            verdict, _board, rest = text_of(page).partition('id="board-rest"')
            assert ("be compared fairly" in verdict) == is_uneven
            assert ("be compared fairly" in rest) != is_uneven


def test_a_poll_is_one_query_until_something_is_written(client: Client, django_assert_num_queries: Any) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    for role in Role:
        board = path(opened, role, "match_board")
        first = client.get(board)
        assert first.status_code == 200
        with django_assert_num_queries(1):
            again = client.get(board, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        with django_assert_num_queries(1):
            kept = client.get(board)
        assert kept.content == first.content, "whoever looks for the first time gets what was drawn for the others"
        store.write(opened.match, Role.SCORE, uuid4(), Kind.ENTERED, seen=revision(opened), content=SMALL)
        fresh = client.get(board, headers={"if-none-match": first["ETag"]})
        assert fresh.status_code == 200
        assert fresh["ETag"] != first["ETag"]
        assert f'data-revision="{revision(opened)}"' in text_of(fresh)
    tags = {
        client.get(path(opened, role, "match_board", language=language))["ETag"]
        for role in Role
        for language in LANGUAGES
    }
    assert len(tags) == len(Role) * len(LANGUAGES), "no language's and no role's board is taken for another's"


def test_a_board_is_the_board_of_the_page(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND), event(2, content=SMALL))
    for role in Role:
        board, page = text_of(client.get(path(opened, role, "match_board"))), text_of(client.get(path(opened, role)))
        for part in ("board-top", "board-rest"):
            (drawn,) = re.findall(rf'<div id="{part}"[^>]*>(.*?)</div>(?=<div id="board-rest"|\s*$)', board, re.DOTALL)
            assert drawn in page


def test_the_rules_and_the_tools_know_nothing_of_the_database(client: Client, django_assert_num_queries: Any) -> None:
    opened = opened_match()
    strict = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)
    strict.get(path(opened))
    with django_assert_num_queries(0):
        for game, found in GAMES.items():
            for address in (reverse("rules", args=[game]), *(reverse("tool", args=[game, ask]) for ask in found.asks)):
                response = strict.get(address)
                assert response.status_code == 200
                assert not response.cookies
                assert "Cookie" not in response.get("Vary", "")
        for address in (reverse("home"), reverse("glossary"), reverse("matches"), "/api/", "/sitemap.xml"):
            assert strict.get(address).status_code == 200
        for game in SHEETS:
            assert strict.get(reverse("new_match", args=[game])).status_code == 200
    assert "sessions" not in " ".join([*site_settings.INSTALLED_APPS, *site_settings.MIDDLEWARE])


def test_looking_writes_nothing(client: Client) -> None:
    opened = opened_match("ramino", event(1, content=HAND))
    with CaptureQueriesContext(connection) as asked:
        for role, token in store.link_tokens(opened).items():
            for method, address, answers in everywhere(opened, str(token)):
                if method == "get" and answers[role] == 200:
                    assert client.get(address).status_code == 200
    assert len(asked) > 10
    assert [query["sql"] for query in asked if not query["sql"].startswith("SELECT")] == []


def test_boards_that_are_kept_are_bounded_by_their_bytes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = [opened_match("ramino", event(1, content=HAND)) for _match in range(4)]
    client.get(path(opened[0], Role.WATCH, "match_board"))
    one = boards.size
    assert one > 1000
    monkeypatch.setattr(boards, "_most", 3 * one)
    for found in opened:
        client.get(path(found, Role.WATCH, "match_board"))
    assert 2 * one < boards.size <= 3 * one
