"""The pages of puzzles: tried, refuted, solved, shared; and which one has which day."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from html import unescape
from math import gcd
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from games import daily
from games.catalogue import GAMES
from games.practising import HINTS
from games.puzzles import puzzles
from games.puzzling import MOST_TRIES
from rulesite.rulebook import LANGUAGES

LAST = date(2027, 3, 1)
"""What today is in these tests."""
SOME = [(game, number) for game in GAMES for number in (1, 2, 60, len(puzzles(game)))]
CARD = r"[♠♥♦♣]"


@pytest.fixture
def client(settings: Any) -> Client:
    settings.TODAY = LAST.isoformat()
    return Client(headers={"host": "localhost"})


def answered(path: str, answer: Any, **state: object) -> str:
    return f"{path}?{urlencode([*state.items(), ('given', 'on'), *(('answer', value) for value in answer)])}"


def wrongs(it: Any) -> list[list[str]]:
    """Answers that are not right: each option alone, all of them, none."""
    each = [[option.value] for option in it.reply.options]
    several = [[option.value for option in it.reply.options], []] if it.reply.several else []
    return [answer for answer in each + several if not it.drill.is_right(it.ask, answer)]


def told(html: str) -> str:
    """What a page says below the cards of the question, without its hidden fields and addresses."""
    return unescape(re.sub(r"<[^>]*>", "", html[html.index("<h1>") :]))


def drawn_result(html: str) -> str:
    """What is drawn below the reasons of a solution."""
    return html[html.rindex('class="reasons"') : html.index("See it in the tool")]


@pytest.mark.parametrize(("game", "number"), SOME)
def test_a_puzzle_is_asked_with_its_goal_and_solved(client: Client, game: str, number: int) -> None:
    path = f"/en/{game}/puzzle/{number}/"
    page = client.get(path)
    assert page.status_code == 200
    assert page.context["rights"] == page.context["reasons"] == []
    it, html = page.context["it"], page.content.decode()
    assert unescape(str(it.goal)) in unescape(html)
    assert 'id="verdict"' not in html
    assert it.drill.hinted(it.ask) or f"{game}.{it.rule}" in [rule for _text, rule in it.drill.why(it.ask)]
    rights = it.drill.rights(it.ask)
    for right in rights:
        solved = client.get(answered(path, right, tries=1))
        html = solved.content.decode()
        assert solved.status_code == 200
        assert 'class="verdict yes"' in html
        assert 'class="rule"' in html
        assert "tries: 2, hints: 0" in html
        assert 'class="card' in drawn_result(html)
        assert f'href="/en/{game}/puzzle/{number % len(puzzles(game)) + 1}/"' in html
        assert ("Each of these is right" in html) is (len(solved.context["rights"]) > 1)


@pytest.mark.exhaustive(sample=8)
@pytest.mark.parametrize(("game", "number"), SOME)
def test_a_wrong_answer_is_refuted_by_a_rule_and_tells_no_right_one(client: Client, game: str, number: int) -> None:
    path = f"/en/{game}/puzzle/{number}/"
    asked = client.get(path)
    it = asked.context["it"]
    why = {str(text) for text, _rule in it.drill.why(it.ask)}
    for tries, answer in enumerate(wrongs(it)):
        page = client.get(answered(path, answer, tries=tries))
        html = page.content.decode()
        assert page.status_code == 200
        assert 'class="verdict no"' in html
        assert "Not this one" in html
        assert 'class="rule"' in html
        assert page.context["rights"] == page.context["reasons"] == []
        assert not any(text in told(html) for text in why)
        assert "right answer" not in html
        assert "Each of these is right" not in html
        assert "See it in the tool" not in html
        assert f'name="tries" value="{tries + 1}"' in html
        # The question stands there as it stood before, each option once more.
        for option in it.reply.options:
            assert html.count(f'value="{option.value}"') >= asked.content.decode().count(f'value="{option.value}"')


def test_what_refutes_an_answer_of_murlan_ends_with_another_going_out() -> None:
    for puzzle in puzzles("murlan")[:40]:
        drill = GAMES["murlan"].puzzle
        assert drill
        ask = drill.asked(puzzle.made.question)
        assert ask.is_valid()
        for option in drill.reply(ask).options:
            if drill.is_right(ask, (option.value,)):
                continue
            left = {str(ask.seat(at)): Counter(hand) for at, hand in enumerate(ask.position.hands)}
            left["You"] -= Counter(option.row)
            assert all(sum(cards.values()) for cards in left.values())
            for who, cards in drill.refuted(ask, (option.value,)).steps:
                assert all(sum(held.values()) for held in left.values())
                assert Counter(cards) <= left[str(who)]
                left[str(who)] -= Counter(cards)
            assert [who for who, held in left.items() if not sum(held.values())] not in ([], ["You"])


@pytest.mark.parametrize("game", GAMES)
def test_hints_come_one_by_one_keep_the_tries_and_end_with_the_solution(client: Client, game: str) -> None:
    path = f"/en/{game}/puzzle/3/"
    page = client.get(answered(path, wrongs(client.get(path).context["it"])[0], tries=4))
    for hint in range(1, HINTS + 1):
        page = client.get(page.context["it"].more_hint)
        html = page.content.decode()
        assert (page.context["it"].tries, page.context["it"].hint) == (5, hint)
        assert (str(page.context["drill"].look) in unescape(html)) is (hint >= 2)
        assert ("See it in the tool" in html) is bool(page.context["rights"]) is (hint == HINTS)
    assert 'class="card' in drawn_result(html)
    assert "Give me a hint" not in html
    solved = client.get(answered(path, page.context["it"].right, tries=5, hints=3))
    assert "tries: 6, hints: 3" in solved.content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_the_tool_is_told_what_it_asks_and_nothing_else(client: Client, game: str) -> None:
    for language in LANGUAGES:
        path = f"/{language}/{game}/puzzle/5/"
        it = client.get(path).context["it"]
        solved = client.get(answered(path, it.right))
        tool = solved.context["it"].tool
        assert tool.replace("&", "&amp;") in solved.content.decode()
        known = GAMES[game].asks[it.ask.name].base_fields
        named = {name.partition(".")[0] for name in parse_qs(urlsplit(tool).query)}
        assert named <= {*known, "player"}
        shown = client.get(tool)
        assert shown.status_code == 200
        assert not shown.context["ask"].errors


@pytest.mark.parametrize(
    ("state", "tries", "hints"),
    [
        ("tries=x&hints=-1", 0, 0),
        ("tries=99999999&hints=4", 0, 0),
        (f"tries={MOST_TRIES + 1}", 0, 0),
        ("tries=²", 0, 0),
        ("tries=7&hints=2", 7, 2),
    ],
)
def test_a_state_that_is_none_begins_anew(client: Client, state: str, tries: int, hints: int) -> None:
    it = client.get(f"/en/ramino/puzzle/1/?{state}").context["it"]
    assert (it.tries, it.hint) == (tries, hints)


def test_more_tries_than_are_counted_are_taken_all_the_same(client: Client) -> None:
    path = "/en/ramino/puzzle/1/"
    it = client.get(path).context["it"]
    for _again in range(2):
        it = client.get(answered(path, wrongs(it)[0], tries=MOST_TRIES)).context["it"]
        assert it.tries == MOST_TRIES


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_chosen_is_no_try(client: Client, language: str) -> None:
    for path in (f"/{language}/murlan/puzzle/1/", f"/{language}/puzzle/2026-11-23/"):
        for said in ("given=on", "given=on&answer=nothing", "given=on&answer=0&answer=1"):
            page = client.get(f"{path}?tries=2&{said}")
            assert page.status_code == 422
            assert page.context["it"].tries == 2
            assert page.context["refuted"] is None
    assert client.get(f"/{language}/murlan/puzzle/1/?{'a' * 70_000}").status_code in (414, 422)


@pytest.mark.parametrize(
    "path",
    [
        *("/en/chess/puzzle/", "/en/chess/puzzle/1/", "/en/murlan/puzzle/0/", "/en/murlan/puzzle/130/"),
        *("/en/murlan/puzzle/-1/", "/en/murlan/puzzle/x/", f"/en/murlan/puzzle/{'9' * 90}/"),
        *("/en/puzzle/2026-11-22/", "/en/puzzle/2027-03-02/", "/en/puzzle/9999-12-31/", "/en/puzzle/0000-01-01/"),
        *("/en/puzzle/2027-02-29/", "/en/puzzle/2026-13-01/", "/en/puzzle/20261123/", "/en/puzzle/2026-W48-1/"),
        *("/en/puzzle/2026-11-23T00/", "/en/puzzle/tomorrow/"),
        *("/en/puzzle/archive/2026-10/", "/en/puzzle/archive/2027-04/", "/en/puzzle/archive/2026-13/"),
        *("/en/puzzle/archive/0000-00/", "/en/puzzle/archive/9999-12/", "/en/puzzle/archive/x/"),
    ],
)
def test_what_is_no_puzzle_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_of_a_game_are_listed_by_what_is_to_be_done(client: Client, game: str, language: str) -> None:
    page = client.get(f"/{language}/{game}/puzzle/")
    html = page.content.decode()
    listed = [int(number) for number in re.findall(rf'href="/{language}/{game}/puzzle/(\d+)/"', html)]
    assert sorted(listed) == list(range(1, len(puzzles(game)) + 1))
    drill = GAMES[game].puzzle
    assert drill
    grades = [drill.grade(puzzles(game)[number - 1].made.proved) for number in listed]
    assert grades == sorted(grades)
    titles = [str(said) for said, _numbers in page.context["groups"]]
    assert len(set(titles)) == len(titles) == len(set(grades)) > 1
    assert f"/{language}/{game}/puzzle/" in client.get(f"/{language}/{game}/drill/").content.decode()


# The puzzle of the day


def test_each_game_comes_equally_often_and_on_every_weekday_once_in_five_weeks() -> None:
    found = [daily.of(daily.FIRST + timedelta(days=at)) for at in range(35)]
    assert Counter(day.puzzle.game for day in found) == dict.fromkeys(GAMES, 7)
    assert len({(day.puzzle.game, day.date.weekday()) for day in found}) == 35
    assert [day.number for day in found] == list(range(1, 36))


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_comes_again_before_all_of_its_game_have_come(game: str) -> None:
    first = daily.FIRST + timedelta(days=list(daily.ROTA).index(game))
    count = len(puzzles(game))
    turns = [daily.of(first + timedelta(days=5 * turn)).puzzle for turn in range(count + 1)]
    assert {puzzle.game for puzzle in turns} == {game}
    assert len({puzzle.number for puzzle in turns[:count]}) == count
    assert turns[count] == turns[0]
    assert gcd(daily.STRIDE, daily.ROTA[game]) == 1
    assert daily.ROTA[game] <= count


def test_what_was_on_a_day_stays_so_when_puzzles_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [daily.FIRST + timedelta(days=at) for at in range(5 * 120)]
    before = [daily.of(day) for day in days]
    kept = daily.puzzles
    monkeypatch.setattr(daily, "puzzles", lambda game: (*kept(game), *kept(game)[:7]))
    assert [daily.of(day) for day in days] == before
    added = daily.FIRST + timedelta(days=5 * daily.ROTA["murlan"])
    assert daily.of(added).puzzle == daily.puzzles("murlan")[daily.ROTA["murlan"]]


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 12, 31, 22, 59, 59, tzinfo=UTC), date(2026, 12, 31)),
        (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), date(2027, 1, 1)),
        (datetime(2027, 7, 1, 21, 59, 59, tzinfo=UTC), date(2027, 7, 1)),
        (datetime(2027, 7, 1, 22, 0, tzinfo=UTC), date(2027, 7, 2)),
        (datetime(2020, 1, 1, tzinfo=UTC), daily.FIRST),
    ],
)
def test_a_day_begins_at_midnight_in_rome(settings: Any, now: datetime, day: date) -> None:
    settings.TODAY = ""
    assert daily.today(now) == day


def test_a_day_before_the_first_has_none() -> None:
    with pytest.raises(ValueError):
        daily.of(daily.FIRST - timedelta(days=1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_today_leads_to_its_date_and_stays_what_it_is(client: Client, language: str) -> None:
    answer = client.get(f"/{language}/puzzle/")
    assert (answer.status_code, answer["Location"]) == (302, f"/{language}/puzzle/{LAST}/")
    assert answer["Cache-Control"] == "no-cache"
    page = client.get(answer["Location"])
    html = page.content.decode()
    assert f'<link rel="canonical" href="http://localhost/{language}/puzzle/{LAST}/">' in html
    assert page.context["it"].puzzle == daily.of(LAST).puzzle
    assert not page.cookies
    with translation.override(language):
        said = translation.gettext(
            "Everyone gets the same puzzle, and a new one comes each day at midnight, Rome time."
        )
    assert said in unescape(html)


def test_the_three_languages_have_the_same_puzzle(client: Client) -> None:
    for at in range(5):
        day = daily.FIRST + timedelta(days=at)
        found = [client.get(f"/{language}/puzzle/{day}/").context["it"].puzzle for language in LANGUAGES]
        assert len({(puzzle.game, puzzle.number) for puzzle in found}) == 1


def test_another_language_finds_the_state_as_it_is(client: Client) -> None:
    path = f"/en/puzzle/{daily.FIRST}/"
    it = client.get(path).context["it"]
    html = client.get(answered(path, wrongs(it)[0], tries=3, hints=1)).content.decode()
    (twin,) = re.findall(r'href="(/it/puzzle/[^"]*)"', html)
    other = client.get(unescape(twin)).context["it"]
    assert (other.tries, other.hint, other.given) == (4, 1, tuple(wrongs(it)[0]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", range(5))
def test_what_is_sent_to_others_gives_no_card_away(client: Client, language: str, at: int) -> None:
    day = daily.of(daily.FIRST + timedelta(days=at))
    for path in (f"/{language}/puzzle/{day.date}/", f"/{language}/{day.puzzle.game}/puzzle/{day.puzzle.number}/"):
        right = client.get(path).context["it"].right
        html = client.get(answered(path, right, tries=2, hints=1)).content.decode()
        (said,) = re.findall(r'data-said="([^"]*)"', html)
        (shown,) = re.findall(r'(?s)<p class="told-others">(.*?)</p>', html)
        assert unescape(said).strip() in unescape(shown)
        assert f"http://localhost{path}" in shown
        for text in (said, shown):
            assert not re.search(CARD, text)
            assert {"3", "1"} <= set(re.findall(r"\d+", text))
            assert "answer" not in text
        assert re.search(rf'href="{path}"\s+data-copy="whole"', html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_days_that_have_been_stand_by_month(client: Client, language: str) -> None:
    def dates(html: str) -> list[str]:
        return re.findall(rf'href="/{language}/puzzle/(\d{{4}}-\d\d-\d\d)/"', html)

    now = client.get(f"/{language}/puzzle/archive/").content.decode()
    assert dates(now) == ["2027-03-01"]
    path, seen = f"/{language}/puzzle/archive/", list[str]()
    for _month in range(5):
        html = client.get(path).content.decode()
        seen += dates(html)
        before = re.findall(rf'href="(/{language}/puzzle/archive/\d{{4}}-\d\d/)" rel="prev"', html)
        path = before[0] if before else ""
    assert not path
    assert seen == [str(LAST - timedelta(days=at)) for at in range((LAST - daily.FIRST).days + 1)]
    november = client.get(f"/{language}/puzzle/archive/2026-11/").content.decode()
    assert f'href="/{language}/puzzle/archive/2026-12/" rel="next"' in november
    assert 'rel="prev"' not in november


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_puzzle_of_the_day_is_linked_from_the_home_page(client: Client, language: str) -> None:
    assert client.get(f"/{language}/").content.decode().count(f'href="/{language}/puzzle/"') == 2
