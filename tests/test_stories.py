"""The stories of answers, step by step: of worked examples, of drills, of puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from games.asks import Ask, Step
from games.catalogue import GAMES
from games.practice import LEVELS
from games.puzzles import puzzles
from games.rulings import rules_of
from games.table import Laid, groups_of
from rulesite.rulebook import LANGUAGES, Example, book

BESIDES = {
    ("marriage", "maal"): {
        "marriage.poplu-jhiplu": "which cards score at all is the ruling of another question",
    },
    ("machiavelli", "turn"): {
        f"machiavelli.{rule}": "what a turn is checked for and has passed is no reason of a no"
        for rule in ("take", "groups")
    },
    ("murlan", "next"): {
        f"murlan.{rule}": "earlier turns were decided by rulings of their own"
        for rule in ("lead", "follow", "pass", "round-end")
    },
    ("murlan", "score"): {"murlan.target": "at the last target its rises before are told"},
    ("muriel", "trick"): {"muriel.lead": "how the cards came to lie there is no reason of who takes them"},
    ("muriel", "hand"): {
        f"muriel.{rule}": "earlier tricks were decided by rulings of their own"
        for rule in (
            "dealer", "players", "lead", "pass", "claims", "claims-tied", "claims-many", "muriel", "short-trick",
            "next-lead", "strays", "no-strays",
        )
    },
}  # fmt: skip
"""Rulings of steps that are no reasons of the answer, and why."""


TOLD = {game: {name for name, ask in GAMES[game].asks.items() if ask.story is not Ask.story} for game in GAMES}
"""The questions whose answers have steps; the others are seen at once."""
SEEDS = range(3)


def examples(game: str) -> list[Example]:
    """Return the worked examples of a game whose answers have steps."""
    the = book(game)
    return [example for example in (*the.examples.values(), *the.told) if example.ask in TOLD[game]]


def asked(game: str) -> Iterator[tuple[str, str, Ask[Any]]]:
    """Yield the name and the ask of each question with steps, and its form: worked examples, and questions of drills."""
    for example in examples(game):
        yield example.name, example.ask, example.asked(game)
    for drill in GAMES[game].drills.values():
        if drill.ask.name in TOLD[game]:
            for seed in SEEDS:
                form = drill.asked(drill.drawn(seed, max(LEVELS)).question)
                assert form.is_valid()
                yield f"{drill.name} {seed}", drill.ask.name, form


def faces(step: Step) -> list[Any]:
    return [card for _label, row in step.rows for laid in groups_of(row) for card in laid.cards]


def test_every_question_with_steps_is_shown_by_an_example() -> None:
    assert {game: {example.ask for example in examples(game)} for game in GAMES} == TOLD


SENTENCE = re.compile(r"[A-ZÀ-Ž0-9“„«♠♥♦♣].*\.", re.DOTALL)


def whole(steps: list[Step]) -> None:
    """Each step has something to say, in sentences, and no row without cards."""
    for step in steps:
        assert SENTENCE.fullmatch(str(step.text)), step.text
        assert not re.search(r"[{}<>]|  |\.\.", str(step.text)), step.text
        assert step.rules
        assert len(set(step.rules)) == len(step.rules)
        assert all(row for _label, row in step.rows)
        assert all(laid.cards for _label, row in step.rows for laid in groups_of(row))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_steps_are_told_in_whole_sentences(subtests: pytest.Subtests, game: str, language: str) -> None:
    with translation.override(language):
        for name, _ask, form in asked(game):
            with subtests.test(name):
                whole(form.story())


@pytest.mark.parametrize("game", GAMES)
def test_the_rulings_of_the_steps_are_reasons_of_the_answer(subtests: pytest.Subtests, game: str) -> None:
    for name, kind, form in asked(game):
        with subtests.test(name):
            reasons, steps = set(rules_of(form.verdict.reasons)), form.story()
            assert {rule for step in steps for rule in step.rules} <= reasons | BESIDES.get((game, kind), {}).keys()
            assert set(steps[-1].rules) & reasons, "the last step says the answer"


def test_each_exception_among_rulings_of_steps_is_needed() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for game in GAMES:
        for _name, kind, form in asked(game):
            rules = {rule for step in form.story() for rule in step.rules} - set(rules_of(form.verdict.reasons))
            if rules:
                found.setdefault((game, kind), set()).update(rules)
    assert {key: set(rules) for key, rules in BESIDES.items()} == found


@pytest.mark.parametrize("game", GAMES)
def test_no_reason_of_the_answer_is_left_out(subtests: pytest.Subtests, game: str) -> None:
    """But for what is said otherwise, step by step, and of the hands of a match what the last one's reasons say."""
    otherwise = {"murlan.exchange", "murlan.points"}
    for name, _ask, form in asked(game):
        with subtests.test(name):
            text = " ".join(str(step.text) for step in form.story())
            assert [said for said, rule in form.sentences() if said not in text and rule not in otherwise] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_last_step_comes_to_the_answer(subtests: pytest.Subtests, game: str) -> None:
    for name, kind, form in asked(game):
        with subtests.test(name):
            assert_last_step_says_the_answer(game, kind, form)


def assert_last_step_says_the_answer(game: str, kind: str, ask: Ask[Any]) -> None:
    verdict, last = ask.verdict, ask.story()[-1]
    text = str(last.text)
    match game, kind:
        case "machiavelli", "score":
            assert all(winner in text for winner in verdict.winners)
            assert all(str(each.left) in str(ask.story()[0].text) for each in verdict.standings)
        case "machiavelli", "turn":
            assert len(ask.story()) == 3 or not verdict.legal
            assert not verdict.legal or faces(last) == list(verdict.played)
        case "murlan", "next":
            assert all(ask.say(reason) in text for reason in verdict.reasons)
            assert [card for step in ask.story() for card in faces(step)] == [
                card for move in verdict.moves for card in move
            ]
        case _, "score":
            assert ask.say(verdict.reasons[0]) in text
            assert not verdict.winner or verdict.winner in text
        case "murlan", "exchange":
            assert f"came {verdict.starts} starts" in text
            given, back = (faces(step) for step in ask.story()[:2])
            assert not verdict.due or (set(verdict.last_gives) <= set(given) and set(verdict.first_gives) <= set(back))
        case "marriage", "settle":
            signs = {
                name: f"{points:+d}".replace("-", "−") if points else "0" for name, points in verdict.points.items()
            }
            assert all(f"{name}\u00a0{sign}" in text for name, sign in signs.items())
        case "marriage", "maal":
            assert f"{verdict.points} point" in text or not verdict.points
            counted = [card for step in ask.story()[1:-1] for card in faces(step)]
            asked = ask.cleaned_data
            assert sorted(counted) == sorted([*asked["cards"], *(card for group in asked["floor"] for card in group)])
        case "marriage", "arrange":
            assert faces(last) == list(verdict.discards or verdict.completing)
        case "marriage", "tiplu":
            assert len(ask.story()) == len(verdict.reasons)
        case "machiavelli", "best":
            assert faces(last) == [card for group in verdict.after for card in group.cards]
        case "ramino", "arrange":
            assert sorted(card for step in ask.story()[:2] for card in faces(step)) == sorted(ask.cleaned_data["hand"])
            assert not verdict.outs or faces(last) == list(verdict.outs)
        case "ramino", "lay_off":
            assert text.startswith(ask.say(verdict.reasons[0]))
            grown = [laid for step in ask.story()[1:-1] for _label, row in step.rows for laid in groups_of(row)]
            marked = [card for laid in grown for card, mark in laid.marked if mark]
            first = [pair.meld for pair in verdict.allowed]
            assert marked == [pair.card for pair in sorted(verdict.allowed, key=lambda pair: first.index(pair.meld))]
        case "muriel", "trick":
            assert faces(last) == [*verdict.taken, *verdict.strays]
            assert f"{verdict.points} point" in text
        case "muriel", "hand":
            assert all(ask.say(reason) in text for reason in verdict.reasons)
            drawn = [card for step in ask.story() for card in faces(step)]
            assert len(drawn) == sum(map(len, verdict.cards)) + len(verdict.now)
        case found:
            raise AssertionError(f"{found} has a story that no test reads to its end")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), [("machiavelli", "best"), ("marriage", "arrange"), ("ramino", "arrange")])
def test_stories_of_other_questions_are_whole_too(game: str, name: str, language: str) -> None:
    with translation.override(language):
        for question in OTHERS[game]:
            ask = GAMES[game].asks[name](question)
            assert ask.is_valid(), ask.errors
            whole(ask.story())


MARRIAGE = "3s 4s 5s 9h 9h 9h Qd Kd Ad 2c 3c 4c 5c 6h 6d 6s 8c 8c 7d Tc Jc"
OTHERS: dict[str, list[dict[str, Any]]] = {
    "machiavelli": [
        {"table": "2d 3d 4d / 7s 7h 7d 7c / 8s 9s Ts / 5h 5d 5c", "hand": "8h 9h Js 6h"},
        {"table": "4c 5c 6c / 4d 5d 6d / 4s 5s 6s", "hand": "4h 5h"},
        {"table": "4c 5c 6c", "hand": ""},
        {"table": "", "hand": "4c 5c 6c 9d"},
        {"table": "", "hand": "4c"},
    ],
    "marriage": [
        {"hand": MARRIAGE, "tiplu": "7d"},
        {"hand": MARRIAGE},
        {"hand": MARRIAGE, "tiplu": "7d", "players": 3},
        {"hand": "As As 3s 3s 5s 5s 7s 7s 9s 9s Js Js Ks Ks 2h 2h 4h 6h 8h Th Qh", "tiplu": "7d"},
        {"hand": "As As 3s 3s 5s 5s 7s 7s 9s 9s Js Js Ks Ks 3h 4h 6h 8d Th Qc Kd", "tiplu": "7d"},
        {"hand": "As 3h 5d 7c 9s Jh Kd 2c 4s 6h 8d Tc Qs Ah 3d 5c 7s 9h Jd Kc 2s"},
    ],
    "ramino": [
        {"hand": ""},
        {"hand": "5h"},
        {"hand": "5h 6h 7h"},
        {"hand": "5h 6h 7h As"},
        {"hand": "5h 5d 7h As Kd Kh"},
    ],
}


def test_a_rise_of_the_target_is_told_with_the_hand_that_brought_it() -> None:
    steps = book("murlan").examples["target-last"].asked("murlan").story()
    rises = [number for number, step in enumerate(steps, 1) if "rises" in str(step.text)]
    assert rises == [number for number, step in enumerate(steps[:-1], 1) if "murlan.target" in step.rules]
    assert [re.search(r"rises to (\d+)", str(steps[at - 1].text))[1] for at in rises] == ["31", "41", "51"]  # type: ignore[index]


def test_what_is_reckoned_in_a_settlement_adds_up_step_by_step() -> None:
    """Each step’s sum is that of the entries told so far, and all players’ is zero."""
    for name, example in book("marriage").examples.items():
        if example.ask != "settle":
            continue
        for step in example.asked("marriage").story():
            if found := re.search(r"(?:So far|In all): (.*)\.", str(step.text)):
                points = [int(text.replace("−", "-")) for text in re.findall(r"\u00a0([+−]?\d+)", found[1])]
                assert len(points) >= 2
                assert sum(points) == 0, name


def test_the_card_face_down_is_no_card_that_somebody_knows() -> None:
    first = book("muriel").examples["muriel-in-steps"].asked("muriel").story()[0]
    assert first.rows == [("", Laid((None,)))]


def test_the_puzzles_of_machiavelli_are_told_from_their_solution() -> None:
    for puzzle in puzzles("machiavelli")[:10]:
        ask = GAMES["machiavelli"].asks["best"]({name: puzzle.made.question[name] for name in ("table", "hand")})
        assert ask.is_valid()
        *steps, last = ask.story()
        assert steps
        played = [card for card, mark in marks(last) if mark == "hand"]
        assert sorted(played) == sorted(ask.verdict.turn.played)
        whole(ask.story())


def marks(step: Step) -> list[tuple[Any, str]]:
    rows = [laid for _label, row in step.rows for laid in groups_of(row)]
    return [(card, mark.look) for laid in rows for card, mark in laid.marked if mark]
