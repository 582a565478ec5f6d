"""Which house rules, each alone, would turn an answer: held to the same question asked anew by each of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from games.asks import Ask
from games.catalogue import GAMES
from games.judge import reply
from rulesite.rulebook import LANGUAGES, book

VALUES: dict[str, dict[str, list[Any]]] = {
    f"{game.name}.{ask.name}": {rule.name: rule.values for rule in ask.house_rules if ask.name in rule.asks}
    for game in GAMES.values()
    for ask in game.asks.values()
    if ask.outcome is not Ask.outcome
}
"""The questions with a yes or no, or a kind; the house rules that bear on each, their values, the ruling's first."""


def outcome(answer: dict[str, Any]) -> Any:
    """Yes or no, or the kind; an error is no other answer."""
    return "error" if "error" in answer else answer.get("legal", answer.get("kind"))


def asked_anew(question: dict[str, Any]) -> list[dict[str, Any]]:
    """The slow way: the whole question once more by every other value of every house rule."""
    house, found = question.get("house", {}), []
    now = outcome(reply(question, "en"))
    for name, values in VALUES[f"{question['game']}.{question['ask']}"].items():
        for value in values:
            if value != house.get(name, values[0]):
                other = outcome(reply(question | {"house": house | {name: value}}, "en"))
                found += [{name: value}] if other not in (now, "error") else []
    return found


RANKS, SUITS = "A23456789TJQK", "shdc"
CARDS = st.builds("".join, st.tuples(st.sampled_from("QKA2345"), st.sampled_from("sh")))
JOKERS = st.sampled_from(["Xb", "Xr", "X"])


@st.composite
def runs(draw: st.DrawFn) -> list[str]:
    """Cards in sequence, round the corner too, of one suit mostly."""
    start, length = draw(st.integers(0, 12)), draw(st.integers(3, 6))
    suits = draw(st.sampled_from(["s", "h", "sh"]))
    return [RANKS[(start + at) % 13] + suits[at % len(suits)] for at in range(length)]


@st.composite
def groups(draw: st.DrawFn) -> list[str]:
    cards = draw(st.one_of(runs(), st.lists(CARDS, min_size=2, max_size=5), st.permutations(["Qs", "Qs", "Qh", "Qd"])))
    if draw(st.booleans()):
        cards = [*cards[1:], draw(JOKERS)]
    return list(cards)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(sorted(VALUES)))
    game, ask = kind.split(".")
    house = {
        name: draw(st.sampled_from(values)) for name, values in VALUES[kind].items() if draw(st.integers(0, 3)) == 0
    }
    question: dict[str, Any] = {"game": game, "ask": ask, "house": house}
    if kind == "murlan.play":
        return question | {"cards": draw(groups()), "table": draw(st.one_of(st.just([]), groups()))}
    if kind == "machiavelli.turn":
        before, more = draw(groups()), draw(st.lists(CARDS, max_size=2))
        return question | {"before": [before], "hand": more, "after": [[*before, *more]]}
    if kind == "machiavelli.table":
        return question | {"table": draw(st.lists(groups(), min_size=1, max_size=2))}
    return question | {"cards": draw(groups())}


@given(questions())
def test_unless_is_what_the_question_asked_anew_comes_to(question: dict[str, Any]) -> None:
    answer = reply(question, "en")
    if "error" not in answer:
        assert answer["unless"] == asked_anew(question)


@pytest.mark.parametrize(
    ("question", "unless"),
    [
        ({"cards": "6-Tc", "table": "4-8d"}, [{"straight_step": "any"}, {"straight_flush": True}]),
        ({"cards": "6-Tc", "table": "4-8d", "house": {"straight_step": "any"}}, [{"straight_step": "one"}]),
        ({"cards": "5-9c", "table": "4-8d"}, []),
        ({"cards": "XbXr", "table": "2s2h"}, [{"joker_pair": True}]),
        # A bare rank that could be part of a straight is refused where suits matter: no other answer.
        ({"cards": "6 7 8 9 10", "table": "4 5 6 7 8"}, [{"straight_step": "any"}]),
        ({"game": "ramino", "ask": "meld", "cards": "Qs Ks As"}, [{"ace": "both"}]),
        ({"game": "ramino", "ask": "meld", "cards": "Qs Ks As", "house": {"ace": "both"}}, [{"ace": "low"}]),
        ({"game": "machiavelli", "ask": "group", "cards": "Qs Ks As 2s"}, [{"wrap": True}]),
        ({"game": "machiavelli", "ask": "group", "cards": "Qs Qs Qh"}, [{"sets": "any_suit"}]),
    ],
)
def test_each_house_rule_that_turns_the_answer_is_named(question: dict[str, Any], unless: list[dict[str, Any]]) -> None:
    answer = reply({"game": "murlan", "ask": "play"} | question, "en")
    assert answer["unless"] == unless == asked_anew({"game": "murlan", "ask": "play"} | question)


def test_every_example_names_them() -> None:
    turned = 0
    for game in GAMES:
        for example in book(game).examples.values():
            if f"{game}.{example.ask}" in VALUES:
                question = {"game": game, "ask": example.ask, **example.question}
                assert reply(question, "en")["unless"] == asked_anew(question), example.name
                turned += bool(asked_anew(question))
    assert turned


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "ask", "query", "count"),
    [
        ("murlan", "play", {"cards": "6-Tc", "table": "4-8d"}, 2),
        ("murlan", "play", {"cards": "9c", "table": "8d"}, 0),
        ("ramino", "meld", {"cards": "Qs Ks As", "house.ace": "both"}, 1),
        ("machiavelli", "group", {"cards": "Qs Ks As 2s"}, 1),
    ],
)
def test_the_page_says_it_and_a_tap_applies_it(
    client: Client, language: str, game: str, ask: str, query: dict[str, str], count: int
) -> None:
    with translation.override(language):
        page = client.get(reverse("tool", args=[game, ask]), query | {"notation": "en"}, follow=True)
    tone, turned, text = page.context["headline"].tone, page.context["turned"], page.content.decode()
    assert len(turned) == count == text.count('class="turned"')
    for turn in turned:
        assert escape(turn.text) in text
        assert f'href="{escape(turn.address)}#verdict"' in text
        assert client.get(turn.address).context["headline"].tone != tone
