"""Lessons: a game learnt step by step, from ``content/<game>/lesson.toml`` and ``lesson.<language>.md`` to pages.

A lesson is Markdown as the rules pages are, a ``##`` a step. A step tells something, with worked examples where cards
say it better, and then lets the reader do it: ``!!! try "name"``, with what there is to know before. What is tried is a
question of one of the game's drills with its cards fixed, so that the game's own ask decides and explains it; or which
rule decides a question whose answer is shown. ``lesson.toml``, which all languages share, has the questions by name,
examples of the lesson's own (as ``examples.toml`` has them), and the rulings of its ``core``, each of which some step
has to show.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from textwrap import dedent
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Ask, Rows
from games.catalogue import GAMES
from games.fields import Pairs
from games.notation import Notation
from games.practice import Drill, Given, Option, Reply
from games.practising import HINTS, Exercise, Way, whole
from games.table import groups_of
from games.words.forms import forms
from rulesite.rulebook import HEADING, Book, Example, book, html, rule_title

TRY = re.compile(r'^!!! try "(.+?)"\n((?: {4}.*(?:\n|\Z)|\n)*)', re.MULTILINE)
UNSAID = re.compile(r"^!!! .*|\]\([^)]*\)", re.MULTILINE)
WHICH_RULE = "rule"
"""The kind of question that every game has: which rule decides?"""


class WhichRule(Drill[Ask[Any]]):
    """Which rule decides a question of another drill, whose answer is shown."""

    name = WHICH_RULE
    title = gettext_lazy("Which rule decides?")
    prompt = gettext_lazy("You can see the answer already. Which rule decides it?")
    look = gettext_lazy("Say to yourself why the answer is so, then look for the rule that says it.")
    question_template = "components/which_rule.html"
    rules = ()
    names_rule = False

    def __init__(self, of: Drill[Any], rule: str, others: Sequence[str]) -> None:
        self.of, self.rule, self.others = of, rule, others
        self.ask = of.ask

    def shown(self, ask: Ask[Any]) -> Rows:
        return self.of.shown(ask)

    def reply(self, ask: Ask[Any]) -> Reply:
        """The rules to choose from, in the order in which they stand on the game's page."""
        named = [rule for rule in book(ask.game).rules if rule in (self.rule, *self.others)]
        return Reply([Option(rule, rule_title(f"{ask.game}.{rule}")) for rule in named])

    def right(self, ask: Ask[Any]) -> Given:
        return (self.rule,)

    def why(self, ask: Ask[Any]) -> list[tuple[str, str]]:
        return self.of.why(ask)


@dataclass(frozen=True)
class Try:
    """Something to do: a question with its answer withheld."""

    name: str
    kind: str
    """One of the game's drills, or ``rule``: which rule decides?"""
    rule: str
    """The ruling that it turns on, without the game."""
    question: Mapping[str, Any]
    """As the judge takes it, in canonical letters; house rules under ``house``."""
    answer: Sequence[str] = ()
    """What is claimed to be right: options by their values or by their cards, or a number. Of ``rule`` it is the ruling."""
    of: str = ""
    """Of ``rule``: the drill whose question it is."""
    others: Sequence[str] = ()
    """Of ``rule``: three rulings that do not decide it, to choose from besides."""

    def drill(self, game: str) -> Drill[Any]:
        """What asks and explains it.

        :raises KeyError: where the game has no such drill.
        """
        drills = GAMES[game].drills
        return WhichRule(drills[self.of], self.rule, self.others) if self.kind == WHICH_RULE else drills[self.kind]

    def claimed(self, reply: Reply) -> Given:
        """The answer that is claimed to be right, as it would be given."""
        if self.kind == WHICH_RULE:
            return (self.rule,)
        values = {
            " ".join(card.text for group in groups_of(option.row) for card in group.cards if card): option.value
            for option in reply.options
            if option.row
        }
        return tuple(values.get(answer, answer) for answer in self.answer)


@dataclass(frozen=True)
class Step:
    """A step of a lesson in one language."""

    anchor: str
    title: str
    source: str
    """All of it as it is written."""
    text: str
    """What it says, as it is written; what is tried left out."""
    tries: tuple[tuple[str, str], ...]
    """What there is to do, by name, each with what is said before it, as it is written."""

    @property
    def to_do(self) -> tuple[str, ...]:
        """What has to be done so that it is done: its tries by name, or to have read it, by its anchor."""
        return tuple(name for name, _words in self.tries) or (f"#{self.anchor}",)

    @property
    def words(self) -> str:
        """All that it says, without what is no word of it: which example stands where, where a link leads."""
        return UNSAID.sub("", self.source)


@dataclass(frozen=True)
class Lesson:
    """What all languages of a lesson share."""

    game: str
    core: tuple[str, ...]
    """The rulings that one needs to play a first game."""
    tries: Mapping[str, Try]
    examples: Mapping[str, Example]
    """Examples of its own."""

    @cached_property
    def book(self) -> Book:
        """The game's book with the lesson's own examples."""
        the = book(self.game)
        return replace(the, examples={**the.examples, **self.examples})


@dataclass(frozen=True)
class Told:
    """A lesson in one language."""

    title: str
    lead: SafeString
    summary: str
    """The lead as plain text."""
    steps: tuple[Step, ...]


@cache
def lesson(game: str) -> Lesson | None:
    """The lesson of a game, if it has one."""
    file = settings.CONTENT_DIR / game / "lesson.toml"
    if not file.exists():
        return None
    entries = tomllib.loads(file.read_text())
    core = tuple(entries.pop("core"))
    tries = {name: Try(name, **entry) for name, entry in entries.items() if "kind" in entry}
    examples = {name: Example(name, **entry) for name, entry in entries.items() if name not in tries}
    return Lesson(game, core, tries, examples)


def lesson_text(game: str, language: str) -> str:
    """The Markdown of a lesson."""
    return (settings.CONTENT_DIR / game / f"lesson.{language}.md").read_text()


def steps(text: str) -> Iterator[Step]:
    """The steps of a lesson as it is written."""
    headings = [heading for heading in HEADING.finditer(text) if len(heading[1]) > 1]
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        body = text[heading.end() : following.start() if following else len(text)]
        tries = tuple((found[1], dedent(found[2]).strip()) for found in TRY.finditer(body))
        yield Step(heading[3] or "", heading[2], body, TRY.sub("", body).strip(), tries)


@cache
def told(game: str, language: str) -> Told:
    """The lesson of a game in a language.

    :raises FileNotFoundError: where there is none.
    """
    text = forms(language).typeset(lesson_text(game, language))
    title, following = list(HEADING.finditer(text))[:2]
    with translation.override(language):
        lead = html(book(game), text[title.end() : following.start()].strip())
    return Told(title[2], lead, " ".join(strip_tags(lead).split()), tuple(steps(text)))


@cache
def drawn(game: str, language: str, text: str) -> SafeString:
    """Something of a lesson as HTML, in the given language, the active one."""
    the = lesson(game)
    assert the
    return html(the.book, text, roomy=True)


def step_address(game: str, number: int) -> str:
    """Where a step is, from 1: the lesson begins with the first."""
    return reverse("lesson", args=[game]) if number == 1 else reverse("step", args=[game, number])


def addresses() -> list[str]:
    """Where every step of every lesson is, in the active language."""
    language = translation.get_language() or "en"
    return [
        step_address(game, number)
        for game in GAMES
        if lesson(game)
        for number in range(1, len(told(game, language).steps) + 1)
    ]


def examples(game: str) -> Mapping[str, Example]:
    """Every worked example of a game by name, those of its lesson and of the hand that its page tells too."""
    the = lesson(game)
    told = {move.name: move for move in book(game).told}
    return {**(the.book.examples if the else book(game).examples), **told}


class Attempt(Exercise):
    """What a step of a lesson lets one try: the question that its address names, else the first of the step."""

    remembered = "lesson"

    def __init__(self, request: HttpRequest, game: str, number: int, at: int, step: Step) -> None:
        the = lesson(game)
        assert the
        self.number, self.at, self.step = number, at, step
        """Which step it is, and which try of it, from 0."""
        self.tried = the.tries[step.tries[at][0]]
        drill = self.tried.drill(game)
        hint = whole(request, "hint", range(HINTS + 1)) or 0
        said = request.GET.getlist("answer") if "given" in request.GET else None
        super().__init__(drill, drill.asked(self.tried.question), self.tried.rule, request.path, hint, said)

    @property
    def mark(self) -> str:
        return f"{self.game}/{self.tried.name}"

    def asked(self, notation: Notation) -> Pairs:
        return [("try", self.tried.name)]

    @property
    def ways(self) -> list[Way]:
        if self.at + 1 < len(self.step.tries):
            address, text = f"{self.path}?try={self.step.tries[self.at + 1][0]}#try", _("Next question")
        else:
            address, text = step_address(self.game, self.number + 1), _("Next step")
        if self.given is None or self.is_right:
            return [Way(address, text)]
        return [Way(f"{self.path}?try={self.tried.name}#try", _("Try again")), Way(address, text, plain=True)]
