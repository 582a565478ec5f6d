"""The pages of practice: a question, its hints, its answer, the way on."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import GAMES
from games.practice import LEVELS, MOST_SEED
from games.practising import HINTS
from rulesite.rulebook import LANGUAGES

DRILLS = [(game, name) for game in GAMES for name in GAMES[game].drills]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def at(game: str, name: str, language: str = "en", **said: object) -> str:
    with translation.override(language):
        return f"{reverse('drill', args=[game, name])}?{urlencode(said, doseq=True)}"


def wrong(it: Any) -> list[str]:
    """Some answer that is not right."""
    if it.reply.is_number:
        return [str(int(it.right[0]) + 1)]
    several = [[option.value for option in it.reply.options], []] if it.reply.several else []
    answers = [[option.value] for option in it.reply.options] + several
    return next(answer for answer in answers if not it.drill.is_right(it.ask, answer))


@pytest.mark.exhaustive(sample=36)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_a_question_is_asked_answered_and_explained(client: Client, game: str, name: str, language: str) -> None:
    for level in LEVELS:
        page = client.get(at(game, name, language, seed=11, level=level))
        assert page.status_code == 200
        it = page.context["it"]
        assert it.given is None
        assert 'id="verdict"' not in page.content.decode()
        for answer, is_right in ((list(it.right), True), (wrong(it), False)):
            query = urlencode([*it.pairs, ("given", "on"), *(("answer", value) for value in answer)])
            told = client.get(f"{page.request['PATH_INFO']}?{query}")
            assert told.status_code == 200
            assert told.context["it"].is_right is is_right
            assert told.context["it"].ask.as_json() == it.ask.as_json()
            assert told.context["reasons"]
            html = told.content.decode()
            assert 'class="rule"' in html
            assert ('class="verdict yes"' in html) is is_right
            at_first = html.partition('class="reasons"')[2].partition("</ul>")[0].count("<li>")
            assert at_first == (1 if is_right else len(told.context["reasons"])), "why, in one line"
            asked_for = f"{game}.{told.context['it'].rule}"
            if asked_for in [rule for _text, rule in told.context["reasons"]]:
                assert told.context["decisive"][0][1] == asked_for


@pytest.mark.exhaustive(sample=12)
@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_hints_come_one_by_one_and_the_last_is_the_answer(client: Client, game: str, name: str) -> None:
    page = client.get(at(game, name, seed=5, level=2))
    for hint in range(1, HINTS + 1):
        page = client.get(page.context["it"].more_hint)
        html = page.content.decode()
        assert page.context["it"].hint == hint
        assert 'class="rule"' in html
        assert (str(page.context["drill"].look) in html.replace("&#x27;", "'")) is (hint > 1)
        assert (page.context["it"].next.replace("&", "&amp;") in html) is (hint == HINTS)


def test_the_first_hint_names_a_ruling_that_is_not_the_answer(client: Client) -> None:
    page = client.get(at("murlan", "begin", seed=5, level=2, hint=1))
    assert page.context["hinted"] in ("murlan.opening", "murlan.combinations")
    assert f"#{page.context['hinted'].partition('.')[2]}" in page.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_hint_calls_a_ruling_the_one_that_decides_only_where_it_does(client: Client, language: str) -> None:
    labels = {
        "it": ("La regola che decide:", "Comincia da questa regola:"),
        "en": ("The rule that decides it:", "Begin with this rule:"),
        "cs": ("Rozhoduje pravidlo:", "Začněte tímto pravidlem:"),
    }
    strong, weak = labels[language]
    for path in (
        at("machiavelli", "turn", language, level=1, seed=3, hint=1),
        at("murlan", "begin", language, level=2, seed=5, hint=1),
        at("murlan", "beats", language, level=2, seed=5, hint=1),
        *(f"/{language}/{game}/puzzle/1/?hints=1" for game in GAMES),
    ):
        page = client.get(path)
        html, it = page.content.decode(), page.context["it"]
        assert (strong in html) is (not it.drill.hinted(it.ask)), path
        assert (weak in html) is (strong not in html), path


def test_no_card_is_seen_twice_as_long_as_it_is_to_be_chosen(client: Client) -> None:
    assert len(client.get(at("murlan", "given", seed=5, level=1)).context["shown"]) == 1
    assert len(client.get(at("murlan", "given", seed=5, level=1, hint=HINTS)).context["shown"]) == 2
    assert "felt trick" not in client.get(at("muriel", "claims", seed=5, level=1)).content.decode()
    assert "felt trick" in client.get(at("muriel", "claims", seed=5, level=1, hint=HINTS)).content.decode()


def test_an_answer_keeps_its_question_whatever_its_seed_means_by_then(client: Client) -> None:
    page = client.get("/en/murlan/drill/beats/?table=5s&cards=6s&level=1&seed=3&given=on&answer=no")
    assert page.context["it"].given == ("no",)
    assert page.context["it"].is_right is False
    assert {"/it/murlan/drill/beats/", "/cs/murlan/drill/beats/"} <= {
        urlsplit(part.split('"')[0]).path for part in page.content.decode().split('href="')
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_chosen_is_said_and_asked_again(client: Client, language: str) -> None:
    page = client.get(at("murlan", "name", language, cards="5", given="on"))
    assert page.status_code == 422
    assert page.context["lacking"]
    numbers = client.get(at("murlan", "points", language, seed=1, level=1)).context["it"]
    for typed in ("", "x", "-1", "1 2", "٣"):
        query = urlencode([*numbers.pairs, ("given", "on"), ("answer", typed)])
        assert client.get(f"{numbers.path}?{query}").status_code == 422


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", GAMES)
def test_a_mix_goes_on_from_seed_to_seed(client: Client, game: str) -> None:
    page = client.get(f"/en/{game}/drill/?level=2", follow=True)
    kinds = set()
    for _question in range(25):
        assert page.status_code == 200
        kinds.add(page.context["drill"].name)
        page = client.get(page.context["it"].next, follow=True)
    assert len(kinds) >= 4


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", GAMES)
def test_each_ruling_can_be_practised_by_itself(client: Client, game: str) -> None:
    for rule in sorted(GAMES[game].practised):
        page = client.get(f"/it/{game}/drill/?only={rule}&seed=7", follow=True)
        assert page.status_code == 200, rule
        assert page.context["it"].rule == rule
        assert parse_qs(urlsplit(page.context["it"].next).query)["only"] == [rule]


@pytest.mark.parametrize(
    "path",
    [
        "/en/chess/drill/",
        "/en/murlan/drill/nothing/",
        "/en/murlan/drill/?only=goal&level=1",
        "/en/murlan/drill/?only=nothing&level=1",
    ],
)
def test_what_is_not_practised_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("said", ["level=9", "level=x", f"seed={MOST_SEED}", "seed=-1", "hint=99", "level=1&seed=²"])
def test_odd_addresses_ask_all_the_same(client: Client, said: str) -> None:
    assert client.get(f"/en/murlan/drill/beats/?{said}").status_code == 200


def test_a_question_that_is_none_is_refused(client: Client) -> None:
    assert client.get("/en/murlan/drill/beats/?table=zz&cards=5").status_code == 422
    assert client.get(f"/en/murlan/drill/beats/?cards={'5+' * 20_000}").status_code == 422


def test_what_is_practised_is_linked_from_its_rule_and_from_a_no(client: Client) -> None:
    assert "/en/murlan/drill/?only=bombs" in client.get("/en/murlan/").content.decode()
    refused = client.get("/en/murlan/play/?table=Xr&cards=5").content.decode()
    assert "/en/murlan/drill/?only=follow" in refused
    assert "only=" not in client.get("/en/murlan/play/?table=5&cards=6").content.decode()
