"""Each error of the judge is true: what it names as wrong is what is wrong, and with that put right it is gone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest
from django.utils import translation

from games.cards import DECK, Card
from games.fields import BETWEEN_GROUPS, without_letters
from games.judge import reply, reply_to_text
from games.notation import NOTATIONS, Notation
from games.words import LETTERS, MINUS
from games.words.forms import NO_BREAK, forms
from rulesite.rulebook import LANGUAGES
from tests.codes import ASKS, FIELDS, find_sites
from tests.errors import CASES, GONE, Case

QUOTED = {"en": "“([^”]*)”", "it": "«([^»]*)»", "cs": "„([^“]*)“"}
NAME = re.compile(r"[A-Z][a-z]{2,}\b")
PLACED = [pytest.param(code, case, id=f"{code}-{at}") for code in CASES for at, case in enumerate(CASES[code])]


def test_each_code_has_two_different_inputs() -> None:
    known = {site.code for site in find_sites()}
    assert CASES.keys() - known == set(), "codes that the judge does not answer"
    assert {code for code in known if len(CASES.get(code, ())) < 2} == set(), "codes without two inputs"
    every = Counter(json.dumps(build_question(case), default=repr) for cases in CASES.values() for case in cases)
    assert {question for question, times in every.items() if times > 1} == set()


def test_each_code_of_a_game_has_an_input_of_that_game() -> None:
    own = {(site.game, site.code) for site in find_sites() if site.game}
    asked = {(case.ask.partition(".")[0], code) for code, cases in CASES.items() for case in cases}
    assert own - asked == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "case"), PLACED)
def test_error_names_what_is_wrong(code: str, case: Case, language: str) -> None:
    question = build_question(case)
    error = ask_judge(question, language)["error"]
    assert (error["field"], error["code"], error.get("at", "")) == (case.field, code, case.at), error
    if case.at:
        assert is_in(case.at, read_field(question, case.field), notation_of(question)), error
    message = error["message"]
    assert sorted(find_unsent(message, case, question, language)) == [], error
    assert message == message.strip(), error
    assert language != "en" or case.says in message, error


@pytest.mark.parametrize(("code", "case"), PLACED)
def test_error_is_gone_with_its_field_put_right(code: str, case: Case) -> None:
    error = ask_judge(put_right(build_question(case), case), "en").get("error")
    assert (f"{error['field']} {error['code']}" if error else "") == case.then, error


def build_question(case: Case) -> Any:
    """Return the whole question; bytes as they are."""
    game, _dot, ask = case.ask.partition(".")
    return {"game": game, "ask": ask, **case.asked} if case.ask else case.asked


def ask_judge(question: Any, language: str) -> dict[str, Any]:
    return reply_to_text(question, language) if isinstance(question, bytes) else reply(question, language)


def notation_of(question: Any) -> Notation:
    named = question.get("notation", "en") if isinstance(question, dict) else "en"
    return NOTATIONS.get(named if isinstance(named, str) else "en", NOTATIONS["en"])


def follow_path(question: Any, field: str) -> tuple[list[Any], Any]:
    """Return the keys that lead along a path as far as there are containers, and the container of the last one.

    Where a path leads into a text with several groups, it ends with that text.
    """
    found, inside, around = list[Any](), question, question
    for name in field.split("."):
        if not isinstance(inside, list | dict):
            break
        around = inside
        found.append(int(name) if isinstance(around, list) else name)
        inside = look_up(around, found[-1])
    return found, around


def look_up(around: Any, key: Any) -> Any:
    """Return the value under a key or in a place, or None."""
    if isinstance(around, dict):
        return around.get(key)
    return around[key] if key < len(around) else None


def read_field(question: Any, field: str) -> Any:
    """Return the value of a field, with its key where it has one."""
    (*_others, last), around = follow_path(question, field)
    return {last: look_up(around, last)} if isinstance(around, dict) else look_up(around, last)


def put_right(question: Any, case: Case) -> Any:
    """Return the question with a right value in the field that is named as wrong, and nothing else changed."""
    if not case.field:
        return case.right
    question = json.loads(json.dumps(question))
    (*_others, last), around = follow_path(question, case.field)
    if case.right is not GONE:
        around[last] = case.right
    else:
        del around[last]
    return question


def find_texts(value: Any) -> Iterator[str]:
    """Yield all texts in a part of a question, names of fields as well, and numbers as they are written."""
    match value:
        case dict():
            yield from chain.from_iterable((key, *find_texts(inside)) for key, inside in value.items())
        case list():
            yield from chain.from_iterable(map(find_texts, value))
        case bytes():
            yield value.decode()
        case _:
            yield value if isinstance(value, str) else json.dumps(value)


def find_cards(value: Any, letters: Notation) -> set[Card]:
    """Return all cards that a part of a question names, and each rank of them alone."""
    found = set[Card]()
    for text in find_texts(value):
        for piece in chain(*(re.split(r"[\s,]+", each) for each in BETWEEN_GROUPS.split(text))):
            found.update(letters.cards(piece, bare=True) or ())
    return found | {Card(card.rank) for card in found}


def is_in(at: str, value: Any, letters: Notation) -> bool:
    """Return whether a culprit stands in a part of a question, as it was written or as the same cards."""
    written = json.dumps(value, ensure_ascii=False, default=repr).casefold()
    read = letters.cards(at, bare=True) or NOTATIONS["en"].cards(at, bare=True)
    spelt = at.casefold() in written or json.dumps(at, ensure_ascii=False)[1:-1].casefold() in written
    return spelt or (bool(read) and set(read or ()) <= find_cards(value, letters))


def find_unsent(message: str, case: Case, question: Any, language: str) -> Iterator[str]:
    """Yield what a message names that was not sent: quoted texts, cards, names of players, numbers.

    Numbers of hands, tricks and seats follow from the path of the field. Of numbers in words only the English ones from
    three on are read: smaller ones are articles and pronouns, and the other languages write the same figures.
    """
    letters = notation_of(question)
    written = "\n".join(find_texts(question)) + json.dumps(question, default=repr, ensure_ascii=False) + case.may_name
    with translation.override(language):
        message = without_letters(message.replace(NO_BREAK, " ").replace(MINUS, "-"), letters)
        labels = [str(field.label) for field in FIELDS.get(case.ask, {}).values()]
        labels += [str(label) for _state, label in getattr(ASKS.get(case.ask), "states", ())]
    shown = "\n".join(labels).replace(NO_BREAK, " ").casefold()
    for text in re.findall(QUOTED[language], message):
        if not is_in(text, [question, case.may_name], letters) and text.casefold() not in shown:
            yield f"“{text}”"
    message = re.sub(QUOTED[language], " ", message)
    names, name_of_card = collect_card_names(language)
    known = find_cards(question, letters) | find_cards(case.may_name, NOTATIONS["en"])
    yield from (name for name in name_of_card.findall(message) if names[name.casefold()] not in known)
    message = name_of_card.sub(" ", message)
    yield from (name for name in NAME.findall(message) if name in PLAYERS and name not in written)
    words = forms("en").tables["number"]["word"]
    paths = {str(int(step) + 1) for step in case.field.split(".") if step.isdecimal()}
    for number in re.findall(rf"\d+|\b(?:{'|'.join(words[3:])})\b", message):
        figure = number if number.isdecimal() else str(words.index(number))
        if figure not in paths and not re.search(rf"(?<!\d){figure}(?!\d)", written):
            yield number


PLAYERS = {
    name for cases in CASES.values() for case in cases for text in find_texts(case.asked) for name in NAME.findall(text)
}
"""All names of players in the questions of the table."""


@cache
def collect_card_names(language: str) -> tuple[dict[str, Card], re.Pattern[str]]:
    """Return all forms in which a sentence of a language can name a card with its suit, and a pattern of them."""
    spoken = forms(language)
    found = {spoken.card(card, form): card for card in DECK for form in spoken.tables["card"]}
    found |= {f"{LETTERS[card.rank]}{card.suit.symbol}": card for card in DECK if card.suit is not None}
    pattern = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    return {name.casefold(): card for name, card in found.items()}, re.compile(rf"\b(?:{pattern})", re.IGNORECASE)
