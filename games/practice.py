"""Practice: a question of a game with its answer withheld.

A :class:`Drill` is one kind of such questions. Chance makes the question, the game's own ask decides it, and what the
learner says is held to that verdict: nothing is judged a second time, and the sentences that explain the answer are
those of the tool.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeVar

from django.utils.translation import gettext_lazy

from games.asks import Ask, Rows
from games.chance import Chance, Drawn, drawn
from games.house import Text
from games.notation import NOTATIONS, Notation
from games.questions import HOUSE

MOST_SEED = 10**6
PERIOD = MOST_SEED // 20
"""Seeds so far apart stand at the same place of a mix."""
VERSION = 2
"""Of all that makes questions: a seed means the same question as long as this stays the same."""
LEVELS: Mapping[int, Text] = {
    1: gettext_lazy("one rule at a time"),
    2: gettext_lazy("near misses"),
    3: gettext_lazy("the hardest, with more house rules"),
}
A = TypeVar("A", bound=Ask[Any])
Given = Sequence[str]
"""What a learner answered: the values of the options chosen, or a number as text."""


@dataclass(frozen=True)
class Option:
    """One of the answers to choose from."""

    value: str
    text: Text = ""
    row: Any = ()
    """The cards that it is drawn by, where it is not said."""


@dataclass(frozen=True)
class Reply:
    """How a question is answered: by one of some options, by several, or by a number where there are none."""

    options: Sequence[Option] = ()
    several: bool = False
    least: int = 0
    most: int = 999
    """Between what a number lies."""

    @property
    def is_number(self) -> bool:
        return not self.options

    def read(self, said: Sequence[str]) -> Given | None:
        """What was answered; None where it is no answer to this question."""
        if self.is_number:
            text = said[0].strip() if len(said) == 1 else ""
            return (str(int(text)),) if text.isascii() and text.isdecimal() and len(text) < 5 else None
        known = {option.value for option in self.options}
        given = tuple(dict.fromkeys(value for value in said if value in known))
        return given if len(given) == 1 or self.several else None

    def chosen(self, given: Given) -> list[Option]:
        """The options of an answer, in the order in which they stand."""
        return [option for option in self.options if option.value in given]


@dataclass(frozen=True)
class Refuted:
    """What speaks against a wrong answer, without telling a right one."""

    said: Text
    steps: Sequence[tuple[Text, Sequence[Any]]] = ()
    """How it comes to grief: who does what, with which cards."""


YES_NO = (Option("yes", gettext_lazy("Yes")), Option("no", gettext_lazy("No")))


class Drill(Generic[A]):
    """One kind of question to practise. A game's ``practice`` names it, makes it and says what its answer is."""

    name: ClassVar[str]
    """In the address."""
    title: ClassVar[Text]
    prompt: ClassVar[Text]
    """What is asked, as a whole sentence."""
    look: ClassVar[Text]
    """Where to look: the second hint."""
    ask: type[Ask[Any]]
    """What decides it."""
    rules: ClassVar[tuple[str, ...]]
    """The rulings that its questions turn on, without the game."""
    question_template: ClassVar[str] = ""
    """What draws a question that is not cards alone, below the cards that are ``shown``."""
    answer_template: ClassVar[str] = ""
    """What draws the answer, below what is said of it, where that is not enough."""
    in_steps: ClassVar[bool] = False
    """Whether the answer is explained by the steps of its ask as well: where it is reckoned, or comes about in turn."""
    weight: ClassVar[int] = 1
    """How often it comes in a mix, beside the other kinds of its game."""
    tries: ClassVar[int] = 20
    """Seeds that are tried in a mix for the ruling whose turn it is: fewer where a question takes long to make."""
    make: ClassVar[Callable[[Chance, int], Drawn]]

    def drawn(self, seed: int, level: int) -> Drawn:
        """The question of a seed.

        What chooses the kind in a mix is drawn from the seed alone: the question has a chance of its own.
        """
        return drawn(type(self).make, f"{self.name} {level} {seed}", level)

    def asked(self, question: Mapping[str, Any], notation: Notation = NOTATIONS["en"]) -> A:
        """A question put to the game, with house rules under ``house``."""
        house = {f"{HOUSE}{name}": value for name, value in question.get("house", {}).items()}
        fields = {name: value for name, value in question.items() if name != "house"} | house
        found: Any = self.ask(fields, notation=notation)
        return found  # type: ignore[no-any-return]

    # What a kind fills in

    def shown(self, ask: A) -> Rows:
        """What the learner sees of the question."""
        return ask.picture()

    def beside(self, ask: A) -> Rows:
        """What the learner sees beside the options, which may themselves be some of the cards."""
        return self.shown(ask)

    def asks(self, ask: A) -> Text:
        """What is asked of this question."""
        return self.prompt

    def reply(self, ask: A) -> Reply:
        """How it is answered."""
        raise NotImplementedError

    def right(self, ask: A) -> Given:
        """A right answer."""
        raise NotImplementedError

    def is_right(self, ask: A, given: Given) -> bool:
        """Whether an answer is right; more than one may be."""
        return set(given) == set(self.right(ask))

    untold: ClassVar[frozenset[str]] = frozenset()
    """Codes of the reasons that explain nothing of what is asked."""

    def rights(self, ask: A) -> Sequence[Given]:
        """All right answers, each for itself."""
        reply = self.reply(ask)
        if reply.is_number or reply.several:
            return [self.right(ask)]
        return [given for option in reply.options if self.is_right(ask, given := (option.value,))]

    def why(self, ask: A) -> list[tuple[str, str]]:
        """Why it is so: sentences, each with the id of the ruling it rests on."""
        if not self.untold:
            return list(ask.sentences())
        return [(ask.say(reason), reason.rule) for reason in ask.verdict.reasons if reason.code not in self.untold]

    hints_at: ClassVar[str] = ""
    """The ruling that the first hint says to begin with, where the one that decides would be the answer."""
    names_rule: ClassVar[bool] = True
    """Whether there is such a hint at all; else the first one says where to look."""

    def hinted(self, ask: A) -> str:
        """The ruling that the first hint says to begin with, without the game; none where it names the one that decides."""
        return self.hints_at

    def decides(self, ask: A) -> str:
        """The ruling that decides, with its game, where the question does not say for which it was made."""
        return self.why(ask)[0][1]


class PuzzleDrill(Drill[A]):
    """The puzzles of a game: no seed makes them, but a search that proved something of each (:mod:`games.puzzles`)."""

    def goal(self, proved: Mapping[str, int]) -> Text:
        """What is to be done, by what was proved of it."""
        raise NotImplementedError

    def grade(self, proved: Mapping[str, int]) -> tuple[int, ...]:
        """How much is to be done: figures by which puzzles stand together, those with the least first."""
        raise NotImplementedError

    def graded(self, proved: Mapping[str, int]) -> Text:
        """What all puzzles of one grade have in common."""
        return self.goal(proved)

    def refuted(self, ask: A, given: Given) -> Refuted:
        """What speaks against a wrong answer."""
        raise NotImplementedError


def kind_of(drills: Mapping[str, Drill[Any]], seed: int) -> Drill[Any]:
    """Of which kind a seed's question is in a mix."""
    return _turn(drills, seed)[0]


def mixed(drills: Mapping[str, Drill[Any]], seed: int, level: int) -> tuple[Drill[Any], int]:
    """The kind of a seed's question in a mix, and the seed that makes it.

    Kinds take turns, and within a kind its rulings, so that the next few hundred questions leave out none. A seed that
    makes no question of the ruling whose turn it is gives way to one at the same place of the mix that does, if one is
    found soon; the next question follows on either.
    """
    drill, rule = _turn(drills, seed)
    seeds = [(seed + step * PERIOD) % MOST_SEED for step in range(drill.tries)]
    return drill, next((at for at in seeds if drill.drawn(at, level).rule == rule), seed)


def _turn(drills: Mapping[str, Drill[Any]], seed: int) -> tuple[Drill[Any], str]:
    """Whose turn it is in a mix: a kind, and one of its rulings."""
    kinds = [drill for drill in drills.values() for _ in range(drill.weight)]
    number, place = divmod(seed % PERIOD, len(kinds))
    order = _round(kinds, number)
    drill = order[place]
    lap, at = divmod(number * drill.weight + order[:place].count(drill), len(drill.rules))
    return drill, Chance(f"{drill.name} {lap}").shuffled(drill.rules)[at]


def _round(kinds: Sequence[Drill[Any]], number: int) -> Sequence[Drill[Any]]:
    """The kinds in the order of one round, where it can be so that none follows on itself, in the round before either."""
    before, last = (Chance(f"last of {each}").one_of(kinds) for each in (number - 1, number))
    others = list(kinds)
    others.remove(last)
    chance = Chance(f"round {number}")
    order = [*chance.shuffled(others), last]
    for _ in range(60 if len(set(kinds)) > 1 else 0):
        if all(one is not other for one, other in pairwise([before, *order])):
            break
        order = [*chance.shuffled(others), last]
    return order
