"""Practice: every kind of drill, at every level, by many seeds."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from django.utils import translation

from games.catalogue import GAMES
from games.practice import LEVELS, Drill, kind_of
from rulesite.rulebook import LANGUAGES, book

SEEDS = 200
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


@pytest.mark.parametrize("game", PRACTISED)
def test_a_mix_tires_nobody_and_leaves_nothing_out(game: str) -> None:
    drills = GAMES[game].drills
    assert len(drills) >= 4
    for level in (2, 3):
        rules = Counter[str]()
        for seed in range(300):
            rules[kind_of(drills, seed).drawn(seed, level).rule] += 1
        assert max(rules.values()) <= 90, rules.most_common(3)
        assert set(rules) == {rule for drill in drills.values() for rule in drill.rules}


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
