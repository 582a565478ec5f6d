"""What the pages tell a browser that remembers, and the page on which it shows what it does: by the server's side."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import GAMES
from games.practising import MIX
from rulesite.lessons import lesson, told
from rulesite.rulebook import LANGUAGES, book, rule_address


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def told_of(html: str) -> dict[str, str]:
    """What a page says of its question and its answer."""
    found = re.search(r'<div id="asked"[^>]*>', html)
    assert found
    return dict(re.findall(r'data-(\w+)="(.*?)"', found[0]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_has_every_ruling_and_a_way_to_each_that_is_practised(client: Client, language: str) -> None:
    with translation.override(language):
        html = client.get(reverse("know")).content.decode()
        for game in GAMES:
            for rule in book(game).rules:
                assert f'href="{rule_address(f"{game}.{rule}")}"' in html
                is_practised = rule in GAMES[game].practised
                assert (f'data-rule="{game}.{rule}"' in html) is is_practised
                assert (f"""{reverse("practice", args=[game])}?only={rule}\"""" in html) is is_practised


def test_what_somebody_knows_is_a_page_that_says_the_same_to_everybody(client: Client) -> None:
    other = Client(headers={"host": "localhost", "cookie": "a=b", "user-agent": "another", "referer": "/x"})
    right = "&given=on&answer=yes"
    question = "/en/murlan/drill/beats/?table=5s&cards=6s&level=1&seed=3"
    for address in ("/en/know/", "/en/murlan/drill/", "/en/murlan/puzzle/", question, question + right):
        one, two = client.get(address), other.get(address)
        assert one.content == two.content
        assert not one.cookies


@pytest.mark.exhaustive(sample=12)
@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in GAMES for kind in GAMES[game].drills])
def test_a_question_is_known_by_one_mark_in_all_languages_and_states(client: Client, game: str, kind: str) -> None:
    marks, rules = set(), set()
    for language in LANGUAGES:
        with translation.override(language):
            path = reverse("drill", args=[game, kind])
        page = client.get(f"{path}?seed=7&level=2")
        it = page.context["it"]
        for more in ([], [("hint", "2")], [("given", "on"), *(("answer", value) for value in it.right)]):
            told = told_of(client.get(f"{path}?{urlencode([*it.pairs, *more])}").content.decode())
            marks.add(told["question"])
            rules.add(told["rule"])
            assert ("outcome" in told) is (("given", "on") in more)
    assert len(marks) == len(rules) == 1
    other = client.get(f"{path}?seed=8&level=2").content.decode()
    assert told_of(other)["question"] not in marks


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", GAMES)
def test_some_rulings_are_practised_in_a_mix(client: Client, game: str) -> None:
    wanted = sorted(GAMES[game].practised)[:MIX]
    came = set()
    page = client.get(f"/en/{game}/drill/?level=2&seed=1&only={'+'.join(wanted)}", follow=True)
    for _question in range(25):
        told = told_of(page.content.decode())
        came.add(told["rule"].partition(".")[2])
        assert told["mix"] == "on"
        page = client.get(page.context["it"].next, follow=True)
    assert came == set(wanted)
    few = client.get(f"/en/{game}/drill/?level=2&seed=1&only={wanted[0]}+gone", follow=True)
    assert few.status_code == 200
    assert "mix" not in told_of(few.content.decode())
    assert client.get(f"/en/{game}/drill/?level=2&seed=1&only=gone", follow=True).status_code == 404


def test_each_step_of_a_lesson_says_what_there_is_to_do_in_it(client: Client) -> None:
    for game in filter(lesson, GAMES):
        steps = told(game, "en").steps
        html = client.get(f"/en/{game}/drill/").content.decode()
        assert f'data-steps="{",".join(" ".join(step.to_do) for step in steps)}"' in html
        assert all(
            {step.to_do for step in steps} == {step.to_do for step in told(game, code).steps} for code in LANGUAGES
        )
        assert len({name for step in steps for name in step.to_do}) == sum(len(step.to_do) for step in steps)
