"""Names of players: what can be one."""

from __future__ import annotations

import pytest
from django.test import Client

from games.sheets.field import as_heard
from matches.setup import LONGEST_NAME, tidy, wrong_name

FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
NAMES = ["Ana", "Jiří z Poděbrad", FAMILY, SCOTLAND, "Ana \N{HEAVY BLACK HEART}\ufe0f", "علی‌رضا", "क्‍ष", "王", "7", "—"]
INVISIBLE = ["\u3164", "\u2800", "\u115f", "\u200b", "\u200d", "\u00ad", "\u202e", "\u2066", "\ue000", "\U000e0041"]


@pytest.mark.parametrize("name", NAMES)
def test_name_whose_clusters_can_all_be_seen_is_taken(name: str) -> None:
    assert wrong_name(name, [name, "Ben"]) == ""


@pytest.mark.parametrize("character", INVISIBLE)
def test_invisible_character_is_refused_by_its_code(character: str) -> None:
    code = f"U+{ord(character):04X}"
    for name in (character, f"{character}Ana", f"Ana {character} B"):
        assert code in wrong_name(name, [name])
        assert wrong_name(name, [name], is_kept=True) == "", "a match of before stays readable"


@pytest.mark.parametrize("character", ["\n", "\0", "\u2028", "\u00a0"])
def test_name_of_several_lines_is_refused(character: str) -> None:
    for is_kept in (False, True):
        assert wrong_name(f"Ana{character}B", ["Ana"], is_kept=is_kept) == "A name is a line of text."


def test_typed_name_has_plain_single_spaces() -> None:
    assert tidy(" Ana\N{NO-BREAK SPACE} \N{EM SPACE}B\t") == "Ana B"


@pytest.mark.parametrize("other", ["ana", "An\u200da", "Ana\ufe0e"])
def test_names_that_are_read_alike_are_the_same(other: str) -> None:
    assert as_heard(other) == as_heard("Ana")
    assert "appears twice" in wrong_name("Ana", ["Ana", other])


def test_longest_name_is_counted_in_code_points() -> None:
    assert wrong_name("Ž" * LONGEST_NAME, []) == ""
    assert "too long" in wrong_name("Ž" * (LONGEST_NAME + 1), [])


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en", "cs"])
def test_new_match_names_the_invisible_character(client: Client, language: str) -> None:
    address = {"it": "/it/partita/new/ramino/", "en": "/en/match/new/ramino/", "cs": "/cs/partie/new/ramino/"}[language]
    response = client.post(address, {"player": ["Ana", "\u3164"]}, headers={"host": "localhost"})
    assert response.status_code == 422
    assert "U+3164" in response.content.decode()


@pytest.mark.parametrize(("query", "boxes"), [("", 7), ("?house.decks=3", 11), ("?house.decks=two", 7)])
def test_new_machiavelli_match_offers_as_many_seats_as_cards_allow(client: Client, query: str, boxes: int) -> None:
    html = client.get(f"/en/match/new/machiavelli/{query}", headers={"host": "localhost"}).content.decode()
    assert html.count('name="player"') == boxes
    assert f"2 to {boxes} players" in html
    assert ("Three packs together: up to 11 players" in html) == (boxes < 11)
