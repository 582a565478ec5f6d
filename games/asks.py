"""A question on its one way: read, checked, decided, worded.

An :class:`Ask` is a Django form. It takes a question as the judge is given it (a page's address is turned into one
first), reads cards and house rules, hands them to the game's plain rules, and keeps their verdict. All four doors —
page, fragment, ``manage.py judge``, ``/api/judge`` — open on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property, classproperty
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cards import Card, Pack
from games.fields import AskField, CardsField, Pairs, letters_read, short_forms
from games.house import HouseRule, NoHouse, Text
from games.notation import NOTATIONS, Notation
from games.rulings import Reason, Refused, rules_of
from games.words import Book, within_two

HOUSE = "house."
WITH_HOUSE = gettext_lazy("With the house rule “%(rule)s”: %(answer)s.")
WITHOUT_HOUSE = gettext_lazy("Without the house rule “%(rule)s”: %(answer)s.")
NUMBERS = {"hand", "number"}
"""Figures of a refusal that count hands."""
Rows = Sequence[tuple[Text, Sequence[Any]]]
"""Rows of cards, or of groups of cards, each with its label."""


class Verdict(Protocol):
    """What a game's rules say of a question: whatever they found, and why."""

    @property
    def reasons(self) -> Sequence[Reason]:
        """The rulings that decided, the most telling first."""


V = TypeVar("V", bound=Verdict)
"""What the rules say of one kind of question."""
SETTLED = object()
"""Of a verdict of which no house rule is tried otherwise."""


class Turned(NamedTuple):
    """A house rule that alone would turn the answer."""

    text: str
    """What the answer would be, and with which house rule."""
    address: str
    """The question by that house rule."""


@dataclass(frozen=True)
class Headline:
    """An answer in a few words, and whether it is a yes, a no, or neither."""

    tone: str
    text: Text


class Ask(forms.Form, Generic[V]):
    """One kind of question that a game answers. Subclasses name it, declare its fields, and decide it.

    What the game's package holds need not be named again: the game is called as its package, its sentences are the
    ``BOOK`` of its ``wording``, its house rules the ``House`` of its ``rules`` and its pack their ``PACK``, if there are
    any.
    """

    game: ClassVar[str]
    name: ClassVar[str]
    """As in the judge's ``ask`` and in the page's address."""
    title: ClassVar[Text]
    """The tool's name, in the words of somebody who asks."""
    intro: ClassVar[Text]
    action: ClassVar[Text]
    """What the button says."""
    house_class: ClassVar[type] = NoHouse
    house_rules: ClassVar[tuple[HouseRule, ...]] = ()
    """All house rules of the game: a question may name any of them."""
    book: ClassVar[Book]
    """The game's sentences."""
    whole_pack: ClassVar[Pack]
    """The pack of the game."""
    counted_together: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Fields whose cards are different cards, so that together they cannot hold more copies than the pack."""
    judged: ClassVar[bool] = True
    """Whether the judge's public contract has this question; a tool that only teaches is a page alone."""
    redraws: ClassVar[bool] = False
    """Whether an answer changes the fields themselves, as on a score sheet that gains a row."""
    pack_rules: ClassVar[tuple[str, ...]] = ()
    """House rules on which the pack depends, and with it what the picker offers."""
    letters_first: ClassVar[bool] = True
    """Whether the letters by which cards are typed stand above all fields, or where a field's own template has them."""
    style: ClassVar[str] = ""
    """A stylesheet that its pages need beside the common ones."""
    house_open: ClassVar[bool] = False
    """Whether the house rules stand in sight from the start."""
    scripts: ClassVar[tuple[str, ...]] = ()
    """Scripts that its page needs besides those of every tool; ``live.js`` lets a corrected field bring a new answer."""
    heavy: ClassVar[bool] = False
    """Whether a question of this kind may take long to answer: the site then answers it apart from all others."""
    acts: ClassVar[tuple[str, ...]] = ("remove",)
    """Buttons of its form that change the question: the answer is given at the address of the changed one."""
    ranks: ClassVar[str] = "A23456789TJQK"
    """The ranks in the order in which the picker shows them."""

    verdict: V
    """What the rules say, once the question was decided."""
    house: Any
    """The house rules of the question, once it was read."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        package, _dot, _room = cls.__module__.rpartition(".")
        if package and find_spec(f"{package}.rules"):
            cls.game = package.rpartition(".")[2]
            cls.book = import_module(f"{package}.wording").BOOK
            rules = import_module(f"{package}.rules")
            cls.house_class, cls.whole_pack = getattr(rules, "House", NoHouse), getattr(rules, "PACK", Pack())

    def __init__(
        self, question: Mapping[str, Any] | None = None, *, notation: Notation = NOTATIONS["en"], first: int = 1
    ) -> None:
        super().__init__(question, auto_id="%s")
        self.notation = notation
        self.first = first
        """The number of the first hand, for the texts of a question about part of a match."""
        for rule in self.house_rules:
            self.fields[HOUSE + rule.name] = rule.field()
        bare = bool(self.pack(self.house_class()).bare)
        for name, field in self.fields.items():
            assert isinstance(field, AskField)
            field.name, field.notation, field.first = name, notation, first
            if isinstance(field, CardsField):
                field.bare = bare

    # What a game's asks fill in

    def different(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
        """The fields of the question whose cards are different cards; they need not be the same for each question."""
        return self.counted_together

    def pack(self, house: Any) -> Pack:
        """The pack the game is played with under these house rules, where it depends on them."""
        return self.whole_pack

    def decide(self, asked: Mapping[str, Any], house: Any) -> V:
        """What the rules say of the fields as they were read.

        :raises Refused: for what can be read but not answered.
        """
        raise NotImplementedError

    def outcome(self, verdict: V) -> object:
        """The part of a verdict that other house rules might turn: a yes or no, or a kind."""
        return SETTLED

    def result(self) -> dict[str, object]:
        """The result fields of the judge's contract, ready for JSON."""
        raise NotImplementedError

    def headline(self) -> Headline:
        """The answer in a few words."""
        raise NotImplementedError

    def picture(self) -> Rows:
        """What an example of this question is drawn by."""
        return []

    def story(self) -> list[tuple[Text, Rows]]:
        """How it comes to the answer, step by step: what happens, and the cards as they lie then."""
        return []

    # The way

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        try:
            if all(HOUSE + rule.name in asked for rule in self.house_rules):
                self.house = self.house_class(**{rule.name: asked[HOUSE + rule.name] for rule in self.house_rules})
            if not self.errors:
                asked |= self._counted(asked, self.pack(self.house))
                self.verdict = self.decide(asked, self.house)
        except Refused as refused:
            self.refuse(refused)
        return asked

    def refuse(self, refused: Refused) -> None:
        """Keep a refusal as the error of its field, its path and culprit beside it, and those that it brings ``also``."""
        top = refused.field if refused.field in self.fields else refused.field.split(".")[0]
        at = refused.figures.get("card") or refused.figures.get("at") or ""
        numbers = {name: refused.figures[name] + self.first - 1 for name in NUMBERS & refused.figures.keys()}
        counted = Refused(refused.field, refused.code, **(refused.figures | numbers))
        text = self.refusal(counted)
        # A name in the text may hold a %, and the error puts its figures into the text once more.
        error = ValidationError(text.replace("%", "%%"), refused.code, {"at": str(at), "path": refused.field})
        self.add_error(top, error)
        for other in refused.figures.get("also", ()):
            self.refuse(other)

    def _counted(self, asked: Mapping[str, Any], pack: Pack) -> dict[str, Any]:
        """The cards of the question with their jokers as the pack knows them.

        :raises Refused: for cards that the pack does not hold, or not so often.
        """
        known = dict[str, Any]()
        for names in self.different(asked):
            lists: list[tuple[str, Sequence[Card]]] = []
            for name in names:
                field = self.fields[name]
                assert isinstance(field, CardsField)
                known[name] = field.faced(asked[name], pack)
                lists += field.lists(name, known[name])
            hold_to_pack(lists, pack)
        return known

    @cached_property
    def unless(self) -> list[dict[str, Any]]:
        """The house rules, each alone, with which the answer would be another; those that refuse the question give none."""
        outcome = self.outcome(self.verdict)
        return [
            {rule.name: value}
            for rule in (self.house_rules if outcome is not SETTLED else ())
            for value in (rule.values if rule.name in self.house_shown else ())
            if value != getattr(self.house, rule.name)
            and self._outcome_by(replace(self.house, **{rule.name: value}), outcome) != outcome
        ]

    def _outcome_by(self, house: Any, refused: object) -> object:
        """The outcome by other house rules, or ``refused`` where they refuse the question."""
        try:
            # Of the cards as this pack knows them the other one refuses what it lacks.
            asked = {**self.cleaned_data, **self._counted(self.cleaned_data, self.pack(house))}
            return self.outcome(self.decide(asked, house))
        except Refused:
            return refused

    def turned(self) -> list[Turned]:
        """The same in words, each with the address of the question asked so."""
        found = []
        for ((name, value),) in map(dict.items, self.unless):
            rule = next(rule for rule in self.house_rules if rule.name == name)
            other = type(self)({**self.data, HOUSE + name: value}, notation=self.notation)
            if other.is_valid():
                is_left = value == rule.default
                sentence = WITHOUT_HOUSE if is_left else WITH_HOUSE
                said = rule.said(getattr(self.house, name) if is_left else value)
                answer = str(other.headline().text)
                figures = {"rule": said, "answer": answer[:1].lower() + answer[1:]}
                found.append(Turned(sentence % figures, self.link(**{HOUSE + name: value})))
        return found

    def sentences(self) -> list[tuple[str, str]]:
        """Each reason in words, with the id of the ruling it rests on."""
        return [(self.say(reason), reason.rule) for reason in self.verdict.reasons]

    def say(self, reason: Reason) -> str:
        """One reason in words."""
        return self.book.say(reason)

    def refusal(self, refused: Refused) -> str:
        """A refusal in words."""
        return self.book.refusal(refused, self.notation)

    def as_json(self) -> dict[str, object]:
        """The answer as the judge gives it."""
        return {
            "game": self.game,
            "ask": self.name,
            **self.result(),
            **({} if self.outcome(self.verdict) is SETTLED else {"unless": self.unless}),
            "rules": rules_of(self.verdict.reasons),
            "because": within_two([text for text, rule in self.sentences()]),
        }

    # Addresses

    @classmethod
    def from_address(cls, data: QueryDict) -> dict[str, Any] | None:
        """The question that an address asks, or None when it asks none."""
        question = {}
        for name, field in _blank(cls).fields.items():
            assert isinstance(field, AskField)
            value = field.from_address(data, name)
            if value is not None:
                question[name] = value
        return question or None

    def address(self, notation: Notation, **changed: Any) -> str:
        """The question as the query of an address in these letters; what could not be read stays as it was typed.

        ``changed`` are fields that hold something else in the address, as they would have been read.
        """
        return urlencode([pair for name in self.fields for pair in self._pairs(self, name, notation, changed)])

    def link(self, ask: type[Ask[Any]] | None = None, **changed: Any) -> str:
        """The address of this question, or of another ``ask`` with those fields that both have, some of them changed."""
        to = _blank(ask) if ask else self
        pairs = [pair for name in to.fields for pair in self._pairs(to, name, self.notation, changed)]
        return f"{reverse('tool', args=[to.game, to.name])}?{urlencode(pairs)}"

    def _pairs(self, to: Ask[Any], name: str, notation: Notation, changed: Mapping[str, Any]) -> Pairs:
        """What a field of a question ``to`` is asked holds in its address: what it is changed to, or what it holds here."""
        field = to.fields[name]
        assert isinstance(field, AskField)
        if name in changed or name in self.cleaned_data:
            return field.to_address(name, changed.get(name, self.cleaned_data.get(name)), notation)
        if (raw := self.data.get(name)) not in field.empty_values:
            own = self.fields[name]
            assert isinstance(own, AskField)
            return own.typed(name, raw, notation)
        return []

    @property
    def judged_fields(self) -> dict[str, AskField]:
        """The fields that the judge's public contract has, house rules included."""
        return {name: field for name, field in self.fields.items() if isinstance(field, AskField) and field.judged}

    # What the page asks of it

    @property
    def question_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if not name.startswith(HOUSE)]

    @classproperty
    def house_shown(cls) -> tuple[str, ...]:
        """The names of the house rules that bear on this question, which its page offers."""
        return tuple(rule.name for rule in cls.house_rules if cls.name in rule.asks)

    @property
    def house_fields(self) -> list[tuple[forms.BoundField, str]]:
        """The house rules that bear on this question, each with the id of its ruling."""
        return [
            (self[HOUSE + rule.name], f"{self.game}.{rule.rule}")
            for rule in self.house_rules
            if rule.name in self.house_shown
        ]

    @property
    def pack_names(self) -> str:
        """The names of the fields on which the pack depends."""
        return " ".join(HOUSE + name for name in self.pack_rules)

    @property
    def house_chosen(self) -> bool:
        """Whether any house rule differs from the rulings, or was not understood."""
        return any(bound.value() not in (None, bound.field.initial) for bound, rule in self.house_fields)

    @property
    def letters(self) -> str:
        """How cards are typed here."""
        jokers = " ".join(sorted(card.text for card in self.picker_pack.jokers or ()))
        joker_hint = (
            _("Jokers: %(jokers)s (black, red).") if " " in jokers else _("Joker: %(jokers)s.") if jokers else ""
        )
        said = [letters_read(self.notation), joker_hint % {"jokers": jokers}]
        if any(isinstance(field, CardsField) and not field.single for field in self.fields.values()):
            said.append(short_forms(self.notation, self.picker_pack.bare))
        return " ".join(filter(None, said))

    @property
    def takes_cards(self) -> bool:
        return any(isinstance(field, CardsField) for field in self.fields.values())

    @property
    def picker_pack(self) -> Pack:
        house = getattr(self, "house", None)
        if house is None:
            # A question still to be filled in may begin with the house rules of its table.
            known = {rule.name: self.initial.get(HOUSE + rule.name, rule.default) for rule in self.house_rules}
            house = self.house_class(**known)
        return self.pack(house)

    @property
    def result_template(self) -> str:
        return f"{self.game}/{self.name}.html"

    def house_said(self) -> list[str]:
        """The house rules in which the question differs from the rulings, in words."""
        return [text for text, rule in house_in_words(self, self.house)]

    def faults(self) -> list[tuple[str, str]]:
        """The id of each element where something is to be put right, and what is wrong there, in the order of the fields."""
        errors, found = self.errors.as_data(), dict[str, list[str]]()
        for name in self.fields:
            for error in errors.get(name, ()):
                path = str((error.params or {}).get("path", name))
                found.setdefault(self.element(name, path), []).extend(error.messages)
        return [(element, " ".join(texts)) for element, texts in found.items()]

    def at_large(self, name: str) -> str:
        """What is wrong with a field as a whole, not with one of its parts."""
        return dict(self.faults()).get(name, "") if self.is_bound else ""

    def element(self, name: str, path: str) -> str:
        """The id of the page's element in which this path of a field is filled in: the field itself, unless it has parts."""
        return name


def house_in_words(ask: Ask[Any] | type[Ask[Any]], house: Any) -> list[tuple[str, str]]:
    """The house rules in which these differ from the rulings, in words, each with the id of its ruling."""
    said = []
    for rule in ask.house_rules:
        value = getattr(house, rule.name)
        if value != rule.default:
            said.append((rule.said(value), f"{ask.game}.{rule.rule}"))
    return said


def hold_to_pack(lists: Iterable[tuple[str, Sequence[Card]]], pack: Pack) -> None:
    """Refuse cards that the pack does not hold, or not so often as these lists of different cards do together.

    A card of which only the rank is named is counted with the others of its rank.

    :param lists: the lists, each with its path in the question.
    :raises Refused: naming the card, or the rank, and the list in which it is too many.
    """
    every = [(path, card) for path, cards in lists for card in cards]
    for path, card in every:
        if not pack.copies(card):
            raise Refused(path, "joker-colour" if card.is_joker and pack.jokers else "not-in-pack", card=card)
    if found := pack.excess(card for path, card in every):
        place, card = found
        raise Refused(every[place][0], "too-many", card=card, copies=pack.copies(card))


@cache
def _blank(ask: type[Ask[Any]]) -> Ask[Any]:
    """A question of this kind with nothing filled in; its fields are only looked at, never changed."""
    return ask()
