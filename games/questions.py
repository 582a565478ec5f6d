"""A question as it is filled in: its fields, its address, and what its page shows before there is an answer.

An :class:`Ask` (:mod:`games.asks`) is such a question that its game decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, NamedTuple, Self
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property, classproperty
from django.utils.translation import gettext as _

from games.cards import Card, Pack
from games.fields import AskField, CardsField, Pairs, letters_read, short_forms, without_letters
from games.house import HouseRule, NoHouse, Text
from games.notation import NOTATIONS, Notation

HOUSE = "house."
DRAFT = "draft"
"""In the address of a question that is still being filled in; where it says ``on``, scripts ask it once it is whole."""
OF_A_FIELD = {
    *("unknown-card", "no-range", "suit-twice", "one-card", "not-in-pack", "joker-colour", "too-many", "not-in-hand"),
    *("suit-opens", "suit-counts", "opening-with-table", "unknown-choice", "no-number"),
}
"""What is wrong with a culprit whose sentence does not say where it stands."""


MOST_MENDED = 5
"""Faults of a field that are put right together: of more, nobody knows what was meant."""
MOST_CURES = 20
"""Elements for which a page offers what was meant: each offer spells the whole question out."""


class Cure(NamedTuple):
    """What was meant where something could not be read, or not as it was meant."""

    field: str
    """The id of the element in which it is written."""
    text: str
    """What that is to hold."""
    address: str
    """The question asked so."""
    added: str = ""
    """The cards that come to those of the field, where it is another field than the one that is wrong."""


class Fault(NamedTuple):
    """A thing that is to be put right, as the list of all of them has it."""

    element: str
    """The id of the element where it is wrong."""
    text: str
    label: Text = ""
    """The label of the field, where a culprit is named and not the field that it stands in."""
    cure: Cure | None = None


class Question(forms.Form):
    """One kind of question. It takes a question as the judge is given it; a page's address is turned into one first.

    What the game's package holds need not be named again: the game is called as its package, its house rules are the
    ``House`` of its ``rules`` and its pack their ``PACK``, if there are any.
    """

    do_not_call_in_templates = True
    """A template that names a kind of question means the kind and not a blank one."""
    game: ClassVar[str]
    name: ClassVar[str]
    """As in the judge's ``ask`` and in the page's address."""
    title: ClassVar[Text]
    """The tool's name, in the words of somebody who asks."""
    intro: ClassVar[Text]
    action: ClassVar[Text]
    """What the button says."""
    house_class: ClassVar[type] = NoHouse
    whole_pack: ClassVar[Pack]
    """The pack of the game."""
    house_rules: ClassVar[tuple[HouseRule, ...]] = ()
    """All house rules of the game: a question may name any of them."""
    judged: ClassVar[bool] = True
    """Whether the judge's public contract has this question; a tool that only teaches is a page alone."""
    redraws: ClassVar[bool] = False
    """Whether an answer changes the fields themselves, as on a score sheet that gains a row."""
    pack_rules: ClassVar[tuple[str, ...]] = ()
    """House rules on which the pack depends, and with it what the keyboard offers."""
    letters_below: ClassVar[bool] = True
    """Whether the letters by which cards are typed stand below all fields, or where a field's own template has them."""
    styles: ClassVar[tuple[str, ...]] = ()
    """Stylesheets that its pages need beside the common ones."""
    scripts: ClassVar[tuple[str, ...]] = ()
    """Scripts that its page needs besides those of every tool."""
    live: ClassVar[bool] = False
    """Whether a field that is corrected to something faulty brings its faults at once, where an answer stands.

    Elsewhere what is unfinished is waited for; what is whole is asked anew wherever a field changes.
    """
    heavy: ClassVar[bool] = False
    """Whether a question of this kind may take long to answer: the site then answers it apart from all others."""
    acts: ClassVar[tuple[str, ...]] = ("remove",)
    """Buttons of its form that change the question: the answer is given at the address of the changed one."""
    ranks: ClassVar[str] = "A23456789TJQK"
    """The ranks in the order in which the keyboard shows them."""
    suits_if: ClassVar[tuple[str, ...]] = ()
    """Switches that ask for suits, where cards are named by their ranks otherwise."""

    house: Any
    """The house rules of the question, once it was read."""
    is_draft = False
    """Whether it is still being filled in: it is read as far as it can be, and neither judged nor faulted."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if package := game_of(cls):
            cls.game = package.rpartition(".")[2]
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

    def pack(self, house: Any) -> Pack:
        """The pack the game is played with under these house rules."""
        return self.whole_pack

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

    def blank(self) -> Self:
        """The same still to be filled in, but for its house rules."""
        other = type(self)(notation=self.notation, first=self.first)
        other.initial = {name: value for name, value in self.data.items() if name.startswith(HOUSE)}
        return other

    def address(self, notation: Notation, **changed: Any) -> str:
        """The question as the query of an address in these letters; what could not be read stays as it was typed.

        ``changed`` are fields that hold something else in the address, as they would have been read.
        """
        return urlencode(self.pairs(notation, **changed))

    def pairs(self, notation: Notation, **changed: Any) -> Pairs:
        """The same, name by name, as the fields of a form have it."""
        return [pair for name in self.fields for pair in self._pairs(self, name, notation, changed)]

    def link(self, ask: type[Question] | None = None, **changed: Any) -> str:
        """The address of this question, or of another ``ask`` with those fields that both have, some of them changed."""
        to = ask or type(self)
        return f"{reverse('tool', args=[to.game, to.name])}?{urlencode(self.passed(to, self.notation, **changed))}"

    def passed(self, ask: type[Question], notation: Notation, **changed: Any) -> Pairs:
        """What another ``ask`` is told of this question: the fields that both have, in these letters."""
        to = self if ask is type(self) else _blank(ask)
        return [pair for name in to.fields for pair in self._pairs(to, name, notation, changed)]

    def _pairs(self, to: Question, name: str, notation: Notation, changed: Mapping[str, Any]) -> Pairs:
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
    def is_crowded(self) -> bool:
        """Whether it says more than a page has room for, however short it is."""
        return False

    @property
    def judged_fields(self) -> dict[str, AskField]:
        """The fields that the judge's public contract has, house rules included."""
        return {name: field for name, field in self.fields.items() if isinstance(field, AskField) and field.judged}

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_draft:
            self._errors = ErrorDict()
        elif self._errors:
            self._explain_letters_once()

    def _explain_letters_once(self) -> None:
        """Say which letters are read after the last culprit of the first field that has one, and nowhere else."""

        def unexplained(error: ValidationError) -> str:
            return without_letters(error.messages[0], self.notation)

        fields = [
            [error for error in errors if unexplained(error) != error.messages[0].strip()]
            for errors in self.errors.as_data().values()
        ]
        kept = next((errors[-1] for errors in fields if errors), None)
        for error in (error for errors in fields for error in errors if error is not kept):
            error.message = unexplained(error).replace("%", "%%")

    # What the page asks of it

    def __getitem__(self, name: str) -> forms.BoundField:
        """A field as its page has it; a template asks for one first, whatever it means by a name.

        :raises KeyError: where it is none, without a sentence that lists those there are.
        """
        if name not in self.fields:
            raise KeyError(name)
        return super().__getitem__(name)

    @property
    def question_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if not name.startswith(HOUSE)]

    @classproperty
    def house_shown(cls) -> tuple[str, ...]:
        """The names of the house rules that bear on this question, which its page offers."""
        return tuple(rule.name for rule in cls.house_rules if cls.name in rule.asks)

    @property
    def all_house_fields(self) -> list[tuple[forms.BoundField, str]]:
        """The house rules of the game, each with the id of its ruling."""
        return [(self[HOUSE + rule.name], f"{self.game}.{rule.rule}") for rule in self.house_rules]

    @property
    def house_fields(self) -> list[tuple[forms.BoundField, str]]:
        """Those that bear on this question."""
        shown = {HOUSE + name for name in self.house_shown}
        return [(bound, rule) for bound, rule in self.all_house_fields if bound.name in shown]

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
        said = [letters_read(self.notation)]
        match sorted(card.text for card in self.picker_pack.jokers or ()):
            case [black, red]:
                said.append(_("Jokers: %(black)s (black), %(red)s (red).") % {"black": black, "red": red})
            case [joker]:
                said.append(_("Joker: %(jokers)s.") % {"jokers": joker})
        if any(isinstance(field, CardsField) and not field.single for field in self.fields.values()):
            said.append(short_forms(self.notation, self.picker_pack.bare))
        return " ".join(said)

    @property
    def takes_cards(self) -> bool:
        return any(isinstance(field, CardsField) for field in self.fields.values())

    @property
    def takes_groups(self) -> bool:
        return any(isinstance(field, CardsField) and field.groups for field in self.fields.values())

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
        found = dict[str, list[str]]()
        for _name, element, error in self._wrong():
            found.setdefault(element, []).extend(error.messages)
        return [(element, " ".join(texts)) for element, texts in found.items()]

    def _wrong(self) -> Iterator[tuple[str, str, ValidationError]]:
        """What is wrong, in the order of the fields: the field, the id of the element, and the error."""
        errors = self.errors.as_data()
        for name in self.fields:
            for error in errors.get(name, ()):
                said = error.params or {}
                yield name, self.element(name, str(said.get("cell", said.get("path", name)))), error

    def summary(self) -> list[Fault]:
        """All that is wrong, thing by thing, in the order of the fields.

        Which letters are read stands on the page already, and is not said here as well.
        """
        things = dict[tuple[str, str], list[ValidationError]]()
        for _name, element, error in self._wrong():
            things.setdefault((element, self.kind_of_fault(element, error)), []).append(error)
        found = list[Fault]()
        for (element, kind), errors in things.items():
            text = without_letters(" ".join(message for error in errors for message in error.messages), self.notation)
            is_of_a_field = element in self.fields and any(error.code in OF_A_FIELD for error in errors)
            label = str(self.fields[element].label or "") if is_of_a_field else ""
            cure_of, cure = self._cures.get(element, ("", None))
            found.append(Fault(element, text, "" if label in text else label, cure if cure_of == kind else None))
        return found

    def kind_of_fault(self, element: str, error: ValidationError) -> str:
        """In which way something is wrong, the same for what is one thing to put right."""
        return "unreadable" if error.params and "letters" in error.params else error.code or ""

    def is_group(self, cards: Sequence[Card]) -> bool:
        """Whether cards are a group on the table, by the house rules of this question, where the game has such."""
        return False

    def cures(self) -> dict[str, Cure]:
        """By the id of each element where something is to be put right: what was meant there, where that is clear."""
        return {element: cure for element, (_kind, cure) in self._cures.items()}

    @cached_property
    def _cures(self) -> dict[str, tuple[str, Cure]]:
        """The same, each with the kind of fault that it puts right: the first that can be."""
        typed, found = self.pairs(self.notation), dict[str, tuple[str, Cure]]()
        texts, lacking = dict(typed) if hasattr(self, "house") else {}, dict[str, list[Card]]()
        hopeless, mended = set[str](), dict[str, str]()
        for name, element, error in self._wrong():
            if len(found) == MOST_CURES and element not in found:
                break
            field, text, said = self.fields[name], texts.get(element), error.params or {}
            kind = self.kind_of_fault(element, error)
            if text is None or not isinstance(field, CardsField) or found.get(element, (kind,))[0] != kind:
                continue
            at, added, meant = element, "", ""
            match error.code:
                case "not-in-hand" if field.pick_from in texts:
                    lacking.setdefault(element, []).append(Card.of(said["at"]))
                    at, added = field.pick_from, self.notation.spelt(lacking[element])
                    meant = f"{texts[at].strip()} {added}"
                case "too-many" if said.get("over"):
                    if len(self.errors[name]) <= MOST_MENDED:
                        text = found[element][1].text if element in found else text
                        meant = field.without_doubles(text, Card.of(said["at"]), said["over"])
                    if not meant:
                        hopeless.add(element)
                case _:
                    if element not in mended:
                        mended[element] = field.mended(text, self.is_group)
                    meant = mended[element]
            if meant in ("", texts[at]):
                continue
            changed = [(place, meant if place == at else there) for place, there in typed]
            found[element] = (kind, Cure(at, meant, self.asked_with(changed), added))
        return {element: known for element, known in found.items() if element not in hopeless}

    def asked_with(self, pairs: Pairs) -> str:
        """Where the question is asked with its fields filled in like this."""
        return f"{reverse('tool', args=[self.game, self.name])}?{urlencode(pairs)}#verdict"

    @property
    def marked(self) -> list[str]:
        """The names of those inputs that something is wrong with and that have no line of their own to say it."""
        return []

    def at_large(self, name: str) -> str:
        """What is wrong with a field as a whole, not with one of its parts."""
        return dict(self.faults()).get(name, "") if self.is_bound else ""

    def element(self, name: str, path: str) -> str:
        """The id of the page's element in which this path of a field is filled in: the field itself, unless it has parts."""
        return name


def game_of(ask: type[Question]) -> str:
    """The package of the game whose question it is; nothing for one that several games share."""
    package, _dot, _room = ask.__module__.rpartition(".")
    return package if package and find_spec(f"{package}.rules") else ""


def house_in_words(ask: Question | type[Question], house: Any) -> list[tuple[str, str]]:
    """The house rules in which these differ from the rulings, in words, each with the id of its ruling."""
    said = []
    for rule in ask.house_rules:
        value = getattr(house, rule.name)
        if value != rule.default:
            said.append((rule.said(value), f"{ask.game}.{rule.rule}"))
    return said


@cache
def _blank(ask: type[Question]) -> Question:
    """A question of this kind with nothing filled in; its fields are only looked at, never changed."""
    return ask()
