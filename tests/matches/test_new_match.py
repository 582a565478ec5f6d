"""The form of a new match."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import SHEETS
from games.sheets import Table
from matches.links import Role
from matches.models import Match
from rulesite.rulebook import LANGUAGES
from tests.matches.evenings import PLAIN, example, plain_table, reread
from tests.matches.forms import Forms, exported, opened_match, path, sent_to, text_of, typed
from tests.test_pages import Reader

pytestmark = pytest.mark.django_db


@pytest.mark.exhaustive(sample=6)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHEETS)
def test_every_game_is_opened_and_played_to_its_end_through_its_forms(client: Client, game: str, language: str) -> None:
    sheet = SHEETS[game]
    with translation.override(language):
        address = reverse("new_match", args=[game])
    page = client.get(address)
    assert page.status_code == 200
    players = list(plain_table(game).players)
    laid = client.post(address, Forms(page).sent("laying", player=players))
    assert laid.status_code == 303
    place, opened = laid["Location"], sent_to(client, laid, language)
    assert opened.table.players == tuple(players)
    content = example(game, opened.table)
    entered = 0
    page = client.get(place)
    while entered < (30 if sheet.ends else 3) and "entering" in Forms(page).found:
        sent = Forms(page).sent("entering") | typed(opened, content, language)
        answer = client.post(place, sent)
        assert answer.status_code == 303, text_of(answer)
        entered += 1
        page = client.get(answer["Location"])
        assert f">{sheet.written(sheet.standing(opened.table, [content] * entered).totals[players[0]])}<" in text_of(
            page
        )
    assert (sheet.standing(opened.table, [content] * entered).winner is not None) == sheet.ends
    if not sheet.ends:
        page = client.post(place, *Forms(page).with_action("close"))
        page = client.get(place)
    assert "entering" not in Forms(page).found
    assert 'class="verdict yes"' in text_of(page)
    assert [found.content for found in reread(opened).ledger.events if found.content] == [content] * entered


@pytest.mark.parametrize("game", SHEETS)
def test_a_table_that_cannot_be_is_told_and_what_was_typed_is_kept(client: Client, game: str) -> None:
    address = reverse("new_match", args=[game])
    form = Forms(client.get(address))
    for players in (["Ana"], ["Ana", "Ana", *PLAIN[:8]], ["x" * 41, *PLAIN[:8]], ["A\0", *PLAIN[:8]], []):
        response = client.post(address, form.sent("laying", player=players))
        assert response.status_code == 422
        page = Reader(text_of(response))
        assert page.all("h2", id="faults")
        kept = [field["value"] for field in page.all("input", name="player")]
        assert kept[: len(players)] == players[: len(kept)]
    assert not Match.objects.exists()


@pytest.mark.parametrize("names", [("Bob", "bob"), ("Ren\u00e9", "RENE\u0301")])
def test_names_that_differ_by_capitals_or_by_how_accents_are_written_are_the_same_twice(
    client: Client, names: tuple[str, str]
) -> None:
    address = reverse("new_match", args=["ramino"])
    form = Forms(client.get(address))
    response = client.post(address, form.sent("laying", player=[names[0], "Cyd", names[1]]))
    assert response.status_code == 422
    assert f"“{names[0]}” appears twice: each player needs a different name." in text_of(response)
    wrong = [
        field["value"] for field in Reader(text_of(response)).all("input", name="player") if "aria-invalid" in field
    ]
    assert wrong == list(names), "the others are not marked"


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        (["Ann", "ann", "Bo"], ["Ann", "ann", ""]),
        (["Ann", "", "Bo", ""], ["", ""]),
        (["Ann"], ["", "", ""]),
    ],
)
def test_of_the_names_of_a_new_match_those_are_marked_that_are_wrong_or_lacking(
    client: Client, names: list[str], wrong: list[str]
) -> None:
    page = Reader(text_of(client.post("/en/match/new/murlan/", {"player": names})))
    assert [box.get("value", "") for box in page.all("input", name="player") if "aria-invalid" in box] == wrong


def test_house_rules_are_folded_until_one_is_chosen(client: Client) -> None:
    folded, chosen = re.compile(r'<details class="house" *>'), re.compile(r'<details class="house" open>')
    address = "/en/match/new/murlan/"
    assert folded.search(text_of(client.get(address)))
    assert folded.search(text_of(client.get(f"{address}?house.straight_step=one")))
    assert chosen.search(text_of(client.get(f"{address}?house.straight_step=any")))
    assert chosen.search(text_of(client.get(f"{address}?house.straight_step=any&player=Ana")))
    assert chosen.search(text_of(client.post(address, {"player": ["Ana"], "house.joker_pair": "on"})))


def test_house_rules_and_terms_are_kept_with_the_match_and_shown_on_it(client: Client) -> None:
    address = reverse("new_match", args=["marriage"])
    sent = Forms(client.get(address)).sent(
        "laying", player=["Ana", "Ben", ""], value="0,05", **{"house.unseen_maal": "murder", "house.jokers": "on"}
    )
    opened = sent_to(client, client.post(address, sent))
    assert opened.table == Table(("Ana", "Ben"), {"jokers": True, "unseen_maal": "murder"}, {"value": "0.05"})
    for role in Role:
        page = text_of(client.get(path(opened, role)))
        assert "Murder" in page
        assert "three printed jokers" in page


def test_no_more_matches_are_opened_than_the_rate_allows_and_the_names_are_kept(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MATCHES_OPENED = "2/hour"
    address = reverse("new_match", args=["murlan"])
    form = Forms(client.get(address))
    names = list(PLAIN[:4])
    wrong = client.post(address, form.sent("laying", player=names[:2]))
    assert wrong.status_code == 422, "a mistake is not counted"
    for _number in range(2):
        assert client.post(address, form.sent("laying", player=names)).status_code == 303
    response = client.post(address, form.sent("laying", player=names))
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 3600
    assert [field["value"] for field in Reader(text_of(response)).all("input", name="player")] == names
    file = SimpleUploadedFile("match.json", exported(opened_match()))
    assert client.post(reverse("restore_match"), {"file": file}).status_code == 429
    assert Match.objects.filter(game="murlan").count() == 2
    other = Client(headers={"host": "localhost"}, REMOTE_ADDR="192.0.2.7")
    assert other.post(address, form.sent("laying", player=names)).status_code == 303
    feigned = client.post(address, form.sent("laying", player=names), headers={"x-forwarded-for": "192.0.2.8"})
    assert feigned.status_code == 429, "without a proxy of ours nobody's word is taken"
    settings.PROXIES = 1
    for hops, status in (("192.0.2.9", 303), ("192.0.2.99, 192.0.2.9", 303), ("192.0.2.98, 192.0.2.9", 429)):
        answer = client.post(address, form.sent("laying", player=names), headers={"x-forwarded-for": hops})
        assert answer.status_code == status, "the last hop is the one that our proxy saw"


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/en/match/new/chess/").status_code == 404
