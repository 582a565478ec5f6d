"""Before the first deal: the rules of a table, in the address and on everything that goes by them."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from games.agreement import agreement
from games.catalogue import GAMES
from games.notation import NOTATIONS
from games.questions import HOUSE
from rulesite.rulebook import LANGUAGES
from tests.test_pages import Reader

WITH_HOUSE = [name for name in GAMES if agreement(name).house_rules]


def chosen_otherwise(game: str) -> dict[str, object]:
    """Every house rule of a game as it is not by default."""
    return {
        HOUSE + rule.name: next(v for v in rule.values if v != rule.default) for rule in agreement(game).house_rules
    }


def address(game: str, language: str) -> str:
    form = agreement(game)(chosen_otherwise(game))
    form.full_clean()
    with translation.override(language):
        return f"{reverse('house', args=[game])}?{form.address(NOTATIONS[language])}"


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


@pytest.mark.exhaustive(sample=5)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_HOUSE)
def test_what_a_table_chose_is_said_and_goes_into_every_tool_and_the_score_sheet(
    client: Client, game: str, language: str
) -> None:
    here = address(game, language)
    response = client.get(here)
    assert response.status_code == 200
    html, page = response.content.decode(), Reader(response.content.decode())
    with translation.override(language):
        for rule in agreement(game).house_rules:
            assert str(escape(str(rule.label))) in html
            if rule.choices:
                assert str(escape(str(rule.choices[chosen_otherwise(game)[HOUSE + rule.name]]))) in html
        wanted = parse_qs(urlsplit(here).query)
        ways = [reverse("tool", args=[game, ask]) for ask in GAMES[game].asks]
        ways += [reverse("new_match", args=[game])] if GAMES[game].sheet else []
    links = {
        urlsplit(link["href"]).path: parse_qs(urlsplit(link["href"]).query) for link in page.all("a") if "href" in link
    }
    for way in ways:
        assert links[way] == wanted, way
    assert {urlsplit(twin["href"]).query for twin in page.all("a") if "hreflang" in twin} == {urlsplit(here).query}


@pytest.mark.parametrize(("game", "ask"), [(game, ask) for game in WITH_HOUSE for ask in GAMES[game].asks])
def test_a_tool_of_a_table_is_still_to_be_filled_in_but_for_its_house_rules(
    client: Client, game: str, ask: str
) -> None:
    said = urlsplit(address(game, "it")).query
    response = client.get(f"/it/{game}/{ask}/?{said}")
    assert response.status_code == 200
    page = Reader(response.content.decode())
    assert not page.all("section", **{"aria-labelledby": "verdict"})
    assert not [tag for tag in page.all("p") if tag.get("class") == "error" and tag.get("role")]
    shown = GAMES[game].asks[ask].house_shown
    for name, value in chosen_otherwise(game).items():
        if name.removeprefix(HOUSE) in shown:
            ticked = [i for i in page.all("input", name=name) if "checked" in i]
            assert [i.get("value", "on") for i in ticked] == [("on" if value is True else str(value))], name
    assert {urlsplit(twin["href"]).query for twin in page.all("a") if "hreflang" in twin} == {said}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_rule_that_cannot_be_is_named_and_kept(client: Client, language: str) -> None:
    response = client.get(f"/{language}/murlan/house/?house.straight_step=seven&house.joker_pair=on")
    assert response.status_code == 422
    page = Reader(response.content.decode())
    assert page.all("a", href="#house.straight_step")
    assert "seven" in response.content.decode()
    assert "checked" in page.all("input", name="house.joker_pair")[0]


def test_there_is_no_table_of_a_game_that_nobody_plays(client: Client) -> None:
    assert client.get("/it/chess/house/").status_code == 404
