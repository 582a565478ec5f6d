"""Practice: every kind of drill, at every level, by many seeds."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from django.utils import translation

from games.catalogue import GAMES
from games.practice import LEVELS, PERIOD, Drill, mixed
from rulesite.rulebook import LANGUAGES, book
from tests import proved

SEEDS = 200 if proved.IS_EVERY_CASE else 25
"""The same ones in each run: what is held of all answers together must not hang on the draw."""
TWICE = SEEDS // 5
"""Seeds that are drawn a second time."""
FIRST = max(SEEDS, 50)
"""Seeds by which each ruling of the first level is asked about."""
MIX = 300
"""Questions within which a mix comes round to everything."""
DRILLS = [(game, name) for game in GAMES for name in GAMES[game].drills]
PRACTISED = sorted({game for game, _name in DRILLS})


def drill_of(game: str, name: str) -> Drill[Any]:
    return GAMES[game].drills[name]


@cache
def questions(game: str, name: str, level: int) -> list[tuple[str, Any]]:
    """Of each seed the ruling that it is made for, and the question as the game decided it."""
    the, found = drill_of(game, name), []
    for seed in range(SEEDS):
        made = the.drawn(seed, level)
        if seed < TWICE:
            assert the.drawn(seed, level) == made, "a seed means one question"
        ask = the.asked(made.question)
        assert ask.is_valid(), (seed, made, ask.errors.as_json())
        found.append((made.rule, ask))
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_the_judge_accepts_every_question_and_decides_it_by_the_ruling_it_is_made_for(
    game: str, name: str, level: int
) -> None:
    the = drill_of(game, name)
    for rule, ask in questions(game, name, level):
        assert f"{game}.{rule}" in [reason.rule for reason in ask.verdict.reasons], ask.data
        assert rule in the.rules
        assert rule in book(game).rules
        if not the.hinted(ask):  # what the first hint calls the ruling that decides
            assert f"{game}.{rule}" in [why for _text, why in the.why(ask)], ask.data


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_the_stored_answer_is_right_and_hardly_another_one_is(game: str, name: str, level: int) -> None:
    the = drill_of(game, name)
    for _rule, ask in questions(game, name, level):
        reply, right = the.reply(ask), the.right(ask)
        assert reply.read(right) is not None, (right, ask.data)
        assert the.is_right(ask, right)
        if reply.is_number:
            assert reply.least <= int(right[0]) <= reply.most
            assert not the.is_right(ask, (str(int(right[0]) + 1),))
        else:
            assert len(reply.options) > 1
            assert len({option.value for option in reply.options}) == len(reply.options)
            assert all(option.text or option.row for option in reply.options)
            others = [option.value for option in reply.options if option.value not in right]
            if not reply.several:
                assert any(not the.is_right(ask, (value,)) for value in others)
            else:
                assert not the.is_right(ask, (*right, *others)) or not others


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_the_same_answer_is_not_always_right(game: str, name: str, level: int) -> None:
    the = drill_of(game, name)
    answers = Counter(tuple(the.right(ask)) for _rule, ask in questions(game, name, level))
    assert answers.most_common(1)[0][1] <= SEEDS * 0.7, answers.most_common(3)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_questions_differ(game: str, name: str, level: int) -> None:
    asked = {str(sorted(ask.as_json().items(), key=str)) + str(ask.data) for _rule, ask in questions(game, name, level)}
    assert len(asked) > SEEDS * 0.8


@cache
def first_rulings(game: str) -> set[str]:
    """The rulings that the first level asks about."""
    return {drill.drawn(seed, 1).rule for drill in GAMES[game].drills.values() for seed in range(FIRST)}


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_a_question_can_decide_is_practised_or_says_why_not(game: str) -> None:
    rules = book(game).rules
    decided = {name for name, rule in rules.items() if rule.example}
    undrilled = {name for name, rule in rules.items() if rule.undrilled}
    assert decided - undrilled <= GAMES[game].practised
    assert not undrilled & GAMES[game].practised
    assert all(rule.example for rule in rules.values() if rule.undrilled)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("start", [0, 4_500, 31_313])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", PRACTISED)
def test_a_mix_tires_nobody_and_leaves_nothing_out(game: str, level: int, start: int) -> None:
    drills = GAMES[game].drills
    assert len(drills) >= 4
    rules, kinds = Counter[str](), list[str]()
    for seed in range(start, start + MIX):
        drill, at = mixed(drills, seed, level)
        assert at % PERIOD == seed % PERIOD, "the mix goes on from where it was"
        kinds.append(drill.name)
        rules[drill.drawn(at, level).rule] += 1
    assert max(rules.values()) <= MIX * 0.3, rules.most_common(3)
    assert set(rules) == (first_rulings(game) if level == 1 else GAMES[game].practised)
    assert all(one != other for one, other in pairwise(kinds))


@pytest.mark.exhaustive(sample=36)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_what_is_asked_and_offered_is_said_in_every_language(game: str, name: str, language: str) -> None:
    the = drill_of(game, name)
    with translation.override(language):
        for _rule, ask in questions(game, name, 3)[:30]:
            assert str(the.title)
            assert str(the.look)
            assert str(the.asks(ask))
            assert all(str(option.text) or option.row for option in the.reply(ask).options)
            assert the.ask.headline(ask).text
            assert list(ask.sentences())
