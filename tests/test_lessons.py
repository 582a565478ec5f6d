"""Lessons: every step in every language, every try answered rightly and wrongly, the ways to and through them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from games.catalogue import GAMES
from games.practice import Reply
from games.practising import HINTS
from rulesite import lessons
from rulesite.lessons import lesson, step_address, told
from rulesite.rulebook import LANGUAGES, book, rule_address
from tests import proved

pytestmark = pytest.mark.exhaustive(sample=12, content=proved.lesson)

LEARNT = [game for game in GAMES if lesson(game)]
STEPS = [(game, at) for game in LEARNT for at in range(1, len(told(game, "en").steps) + 1)]
TRIES = [(game, at, name) for game, at in STEPS for name, _words in told(game, "en").steps[at - 1].tries]
HEAVIEST = 12_000
"""Bytes of a page before styles and scripts, as it is sent."""
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_step = pytest.mark.parametrize(("game", "at"), STEPS)
each_try = pytest.mark.parametrize(("game", "at", "name"), TRIES)


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def address(game: str, at: int, language: str, **said: object) -> str:
    with translation.override(language):
        query = urlencode(said, doseq=True)
        return step_address(game, at) + (f"?{query}" if query else "")


def sent(page: Any) -> bytes:
    """What of a page travels."""
    content: bytes = page.content
    return content if page.headers.get("Content-Encoding") == "gzip" else gzip.compress(content)


def html(page: Any) -> str:
    return gzip.decompress(sent(page)).decode()


def wrong_answers(reply: Reply, right: Sequence[str]) -> Iterator[list[str]]:
    """Every option that is not right by itself; of several, also too few, too many and none."""
    if reply.is_number:
        yield [str(int(right[0]) + 1)]
        return
    answers = [[option.value] for option in reply.options]
    if reply.several:
        answers += [[], [option.value for option in reply.options], list(right[:-1])]
    yield from (answer for answer in answers if set(answer) != set(right))


@each_language
@each_try
def test_the_right_answer_is_taken_and_explained_by_its_rule(
    client: Client, game: str, at: int, name: str, language: str
) -> None:
    asked = client.get(address(game, at, language, **{"try": name}))
    assert asked.status_code == 200
    it = asked.context["it"]
    assert 'id="verdict"' not in html(asked)
    answered = client.get(address(game, at, language, **{"try": name, "given": "on", "answer": list(it.right)}))
    assert answered.context["it"].is_right
    page = html(answered)
    assert 'class="verdict yes"' in page
    with translation.override(language):
        assert f'class="rule" href="{rule_address(f"{game}.{it.tried.rule}")}"' in page
    assert escape(answered.context["it"].ways[0].address) in page


@each_language
@each_try
def test_a_wrong_answer_names_a_rule_and_shows_the_right_one_and_bars_no_way(
    client: Client, game: str, at: int, name: str, language: str
) -> None:
    it = client.get(address(game, at, language, **{"try": name})).context["it"]
    for answer in wrong_answers(it.reply, it.right):
        answered = client.get(address(game, at, language, **{"try": name, "given": "on", "answer": answer}))
        told_it = answered.context["it"]
        assert answered.status_code == 200
        if told_it.drill.is_right(told_it.ask, answer):
            continue  # more than one is right
        page = html(answered)
        assert 'class="verdict no"' in page
        assert 'class="rule"' in page
        rights = [[option.value for option in options] for options in answered.context["rights"]]
        assert [option.value for option in it.reply.options if option.value in it.right] in rights
        again, onward = told_it.ways
        assert escape(again.address) in page
        assert escape(onward.address) in page
        assert client.get(again.address).context["it"].given is None


@each_try
def test_hints_lead_to_the_answer(client: Client, game: str, at: int, name: str) -> None:
    page = client.get(address(game, at, "en", **{"try": name}))
    while (hint := page.context["hint"]) < HINTS:
        page = client.get(page.context["it"].more_hint)
        assert page.context["hint"] > hint
    assert page.context["it"].ways[0].text in html(page)


@pytest.mark.exhaustive(sample=3, content=proved.lesson)
@pytest.mark.parametrize("game", LEARNT)
@each_language
def test_one_goes_from_the_first_step_through_every_try_to_the_last(
    client: Client, monkeypatch: pytest.MonkeyPatch, game: str, language: str
) -> None:
    monkeypatch.setattr("rulesite.stored.Kept.get", lambda *_asked: None)  # a page that is kept has no context
    page, seen = client.get(address(game, 1, language)), list[str]()
    number = 1
    while it := page.context.get("it"):
        seen.append(it.tried.name)
        answer = urlencode([*it.pairs, ("given", "on"), *(("answer", value) for value in it.right)])
        page = client.get(client.get(f"{it.path}?{answer}").context["it"].ways[0].address)
        number = page.context["number"]
        if not page.context.get("it") and page.context["after"]:  # a step that only tells
            page = client.get(page.context["after"])
    assert number == len(told(game, language).steps)
    assert seen == [name for learnt, _at, name in TRIES if learnt == game]
    with translation.override(language):
        assert reverse("practice", args=[game]) in html(page)


@each_step
@each_language
def test_a_step_is_light_and_the_same_for_everybody(client: Client, game: str, at: int, language: str) -> None:
    page = client.get(address(game, at, language))
    assert page.status_code == 200
    assert len(sent(page)) < HEAVIEST
    assert not page.cookies
    assert client.get(address(game, at, language)).content == page.content
    steps = told(game, language).steps
    text = html(page)
    assert f"<h1>{escape(steps[at - 1].title)}</h1>" in text
    for number in range(1, len(steps) + 1):
        current = ' aria-current="step"' if number == at else ""
        assert f'<a href="{address(game, number, language)}"{current}>' in text
    assert (' rel="prev"' in text) is (at > 1)
    assert (' rel="next"' in text) is (at < len(steps))


@pytest.mark.parametrize("game", LEARNT)
def test_the_languages_have_the_same_steps_with_the_same_to_do(game: str) -> None:
    shapes = {
        tuple((step.anchor, tuple(name for name, _words in step.tries)) for step in told(game, language).steps)
        for language in LANGUAGES
    }
    assert len(shapes) == 1
    texts = [step.text for language in LANGUAGES for step in told(game, language).steps]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("game", LEARNT)
def test_an_answer_stays_in_the_address_of_the_other_languages(client: Client, game: str) -> None:
    at, name = next((at, name) for learnt, at, name in TRIES if learnt == game)
    it = client.get(address(game, at, "en", **{"try": name})).context["it"]
    said = {"try": name, "given": "on", "answer": list(it.right)}
    page = html(client.get(address(game, at, "en", **said)))
    for language in LANGUAGES:
        assert f'href="{escape(address(game, at, language, **said))}" hreflang="{language}"' in page


@pytest.mark.parametrize(
    "path",
    ["/en/chess/lesson/", "/en/murlan/lesson/0/", "/en/murlan/lesson/99/", "/en/murlan/lesson/2/?try=nothing"],
)
def test_what_is_no_step_and_no_try_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_step_without_a_try_cannot_be_answered(client: Client) -> None:
    last = len(told("murlan", "en").steps)
    assert client.get(address("murlan", last, "en", given="on", answer="yes")).status_code == 200
    assert client.get(address("murlan", last, "en", **{"try": "joker-on-two"})).status_code == 404


def test_the_first_step_has_one_address(client: Client) -> None:
    page = client.get("/it/murlan/lesson/1/")
    assert (page.status_code, page["Location"]) == (301, "/it/murlan/lesson/")


@each_language
@each_try
def test_what_is_no_answer_is_said_and_asked_again(
    client: Client, game: str, at: int, name: str, language: str
) -> None:
    several = client.get(address(game, at, language, **{"try": name})).context["reply"].several
    for said in ({"given": "on"}, {"given": "on", "answer": "nonsense"}):
        page = client.get(address(game, at, language, **{"try": name, **said}))
        assert page.status_code == (200 if several else 422)  # none of several is an answer
        assert ('class="error"' in html(page)) is not several


def test_an_address_that_is_too_long_is_refused(client: Client) -> None:
    assert client.get(f"/en/murlan/lesson/?try=joker-on-two&answer={'5' * 70_000}").status_code == 422


def test_an_example_of_a_lesson_leads_to_its_question(client: Client) -> None:
    for game in LEARNT:
        the = lesson(game)
        assert the
        for name in {*the.examples, *book(game).examples}:
            page = client.get(f"/en/{game}/example/{name}/")
            assert page.status_code == 302
            assert urlsplit(page["Location"]).path.startswith(f"/en/{game}/")


@pytest.mark.parametrize("game", LEARNT)
def test_the_rules_to_choose_from_stand_in_no_order_that_tells(game: str) -> None:
    the = lesson(game)
    assert the
    asked = [one for one in the.tries.values() if one.kind == lessons.WHICH_RULE]
    assert asked
    for one in asked:
        drill = one.drill(game)
        reply = drill.reply(drill.asked(one.question))
        rules = list(book(game).rules)
        assert [option.value for option in reply.options] == sorted({one.rule, *one.others}, key=rules.index)


@each_language
@pytest.mark.parametrize("game", LEARNT)
def test_a_lesson_is_found_where_one_looks_for_it(client: Client, game: str, language: str) -> None:
    with translation.override(language):
        places = [reverse("home"), reverse("rules", args=[game]), reverse("practice", args=[game])]
        places.append(reverse("tool", args=[game, book(game).tile.ask]))
    for place in places:
        assert f'href="{address(game, 1, language)}"' in html(client.get(place)), place


def test_of_a_game_without_a_lesson_none_is_offered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesite.stored.Kept.get", lambda *_asked: None)
    monkeypatch.setattr("rulesite.stored.Kept.put", lambda *_kept: None)
    monkeypatch.setattr("rulesite.stored.Kept.put", lambda *_kept: None)
    monkeypatch.setattr("rulesite.lessons.lesson", lambda _game: None)
    for place in (reverse("home"), reverse("rules", args=["murlan"]), reverse("practice", args=["murlan"])):
        page = client.get(place)
        assert page.status_code == 200
        assert "/lesson/" not in html(page)
    assert client.get("/en/murlan/lesson/").status_code == 404
    assert "/lesson/" not in client.get("/sitemap.xml").content.decode()
