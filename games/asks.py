"""A question on its one way: read, checked, decided, worded.

An :class:`Ask` is a Django form. It takes a question as the judge is given it (a page's address is turned into one
first), reads cards and house rules, hands them to the game's plain rules, and keeps their verdict. All four doors —
page, fragment, ``manage.py judge``, ``/api/judge`` — open on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext_lazy

from games.cards import Card, Pack, Rank
from games.fields import CardsField
from games.house import HouseRule, Text
from games.questions import HOUSE, Question, game_of
from games.rulings import Reason, Refusals, Refused, rules_of
from games.signals import given_up
from games.table import groups_of
from games.words import Book, CardFigure, within_two

WITH_HOUSE = gettext_lazy("With the house rule “%(rule)s”: %(answer)s.")
WITHOUT_HOUSE = gettext_lazy("Without the house rule “%(rule)s”: %(answer)s.")
NUMBERS = {"hand", "number"}
"""Figures of a refusal that count hands."""
MOST_TOO_MANY = 5
"""Where more cards than these are there too often, it is not asked what else is wrong."""
SURE = {"not-in-hand", "table-no-combination", "table-no-meld", "no-group"}
"""Refusals of cards that rest on the field they stand in alone, or on the hand that they come from."""
MOST_PACKS = 2
"""Where more cards than so many packs hold are named, it is not asked either: the rules are made for what a pack holds."""
MOST_SAID = 14
"""Cards that are read in one line."""
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
    is_left: bool
    """Whether it is a house rule of this question that is left out there."""


class Step(NamedTuple):
    """One step on the way to an answer."""

    text: Text
    """What happens, in a whole sentence or more."""
    rows: Rows
    """The cards as they lie then; none where a step is reckoned and not laid."""
    rules: Sequence[str]
    """The rulings at work."""


@dataclass(frozen=True)
class Headline:
    """An answer in a few words, and whether it is a yes, a no, or neither."""

    tone: str
    text: str


class Ask(Question, Generic[V]):
    """One kind of question that a game answers. Subclasses name it, declare its fields, and decide it.

    Its sentences are the ``BOOK`` of its game's ``wording``.
    """

    book: ClassVar[Book]
    """The game's sentences."""
    counted_together: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Fields whose cards are different cards, so that together they cannot hold more copies than the pack."""

    verdict: V
    """What the rules say, once the question was decided."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if package := game_of(cls):
            cls.book = import_module(f"{package}.wording").BOOK

    # What a game's asks fill in

    def different(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
        """The fields of the question whose cards are different cards; they need not be the same for each question."""
        return self.counted_together

    def decide(self, asked: Mapping[str, Any], house: Any) -> V:
        """What the rules say of the fields as they were read.

        :raises Refused: for what can be read but not answered.
        """
        raise NotImplementedError

    def outcome(self, verdict: V) -> object:
        """The part of a verdict that other house rules might turn: a yes or no, or a kind."""
        return SETTLED

    def bearing(self, house: Any) -> object:
        """All that the outcome can depend on in the house rules: where it is the same, so is the outcome."""
        return house

    def result(self) -> dict[str, object]:
        """The result fields of the judge's contract, ready for JSON."""
        raise NotImplementedError

    def headline(self) -> Headline:
        """The answer in a few words."""
        raise NotImplementedError

    @property
    def is_given_up(self) -> bool:
        """Whether the search was stopped by the limit on its work, so that there may be a better answer."""
        return False

    def picture(self) -> Rows:
        """What an example of this question is drawn by."""
        return []

    @property
    def is_drawn(self) -> bool:
        """Whether the page draws the cards that decide it as large as there is room."""
        return type(self).picture is not Ask.picture

    def story(self) -> list[Step]:
        """How it comes to the answer, step by step; none where it is seen at once. The last step says the answer."""
        return []

    # The way

    def clean(self) -> dict[str, Any]:
        asked, wrong = self.cleaned_data, Refusals()
        try:
            if all(HOUSE + rule.name in asked for rule in self.house_rules):
                self.house = self.house_class(**{rule.name: asked[HOUSE + rule.name] for rule in self.house_rules})
                pack = self.pack(self.house)
                self._name_jokers(pack)
                if not self.is_draft:
                    asked |= self._counted(asked, pack, wrong)  # where something could not be read, what could be read
            if not self.heavy and not self.is_draft:
                if self.errors:
                    self.refuse_besides_unread(asked, wrong)
                elif wrong.found:
                    self._refuse_besides_cards(asked, wrong)
            wrong.refuse()
            if not self.errors and not self.is_draft:
                self.verdict = self.decide(asked, self.house)
                if self.is_given_up:
                    given_up.send(type(self), ask=f"{self.game}.{self.name}")
        except Refused as refused:
            self.refuse(refused)
        return asked

    def _name_jokers(self, pack: Pack) -> None:
        """Say of fields that could not be read, and hold a joker of which the pack has none, that it has none.

        Who writes ``7x`` may mean any seven: of the joker nothing else is said.
        """
        for name, errors in self.errors.as_data().items() if not pack.jokers else ():
            figures = [error.params for error in errors if error.params and "joker" in error.params]
            for said in figures[:1]:
                self.refuse(Refused(said.get("path", name), "not-in-pack", card=said["joker"]))

    def refuse(self, refused: Refused) -> None:
        """Keep a refusal as the error of its field, its path and culprit beside it, and those that it brings ``also``.

        Where it is told at a ``cell`` of its own, the page shows it there.
        """
        top = refused.field if refused.field in self.fields else refused.field.split(".")[0]
        at = refused.figures.get("card") or refused.figures.get("at", "")
        numbers = {name: refused.figures[name] + self.first - 1 for name in NUMBERS & refused.figures.keys()}
        counted = Refused(refused.field, refused.code, **(refused.figures | numbers))
        text = self.refusal(self._naming_both(counted))
        # A name in the text may hold a %, and the error puts its figures into the text once more.
        figures = {
            "at": str(at),
            "path": refused.field,
            "cell": refused.figures.get("cell", refused.field),
            "over": refused.figures.get("over", 0),
        }
        error = ValidationError(text.replace("%", "%%"), refused.code, figures)
        self.add_error(top, error)
        for other in refused.figures.get("also", ()):
            self.refuse(other)

    def _naming_both(self, refused: Refused) -> Refused:
        """The refusal as it is worded: of a card that is too many because of another field, both fields are named."""
        places = (refused.figures.get("beside", refused.field), refused.field)
        one, other = (self.fields.get(place.split(".")[0]) for place in places)
        if refused.code != "too-many" or one is other or not (one and other and one.label and other.label):
            return refused
        return Refused(refused.field, "too-many-apart", **refused.figures, one=one.label, other=other.label)

    def refused(self, asked: Mapping[str, Any]) -> list[Refused]:
        """All that the rules refuse of fields that something else is wrong with, so that all is told at once."""
        wrong = Refusals()
        with wrong.gathered():
            self.decide(asked, self.house)
        return wrong.found

    def refuse_besides_unread(self, asked: Mapping[str, Any], wrong: Refusals) -> None:
        """Add what the rules refuse in fields that could be read, whatever stands in those that could not."""
        if any(refused.code != "too-many" for refused in wrong.found):
            return  # of cards that the pack does not know the rules say nothing
        unread = dict[str, Any]()
        for name in self.errors:
            field = self.fields[name]
            if not isinstance(field, CardsField) or (field.required and field.single):
                return
            unread[name] = field.partly()

        def is_sure(refused: Refused) -> bool:
            own = refused.field.split(".")[0]
            rests_on = getattr(self.fields[own], "pick_from", own) if refused.code == "not-in-hand" else own
            return refused.code in SURE and rests_on not in unread

        known = {**asked, **unread}
        if not self._is_beyond_packs(known):
            _add_untold(filter(is_sure, self.refused(known)), wrong)

    def _refuse_besides_cards(self, asked: Mapping[str, Any], wrong: Refusals) -> None:
        """Add what the rules refuse besides cards that are there too often."""
        if len(wrong.found) > MOST_TOO_MANY or any(refused.code != "too-many" for refused in wrong.found):
            return  # of cards that the pack does not know the rules say nothing
        if not self._is_beyond_packs(asked):
            _add_untold(self.refused(asked), wrong)

    def _is_beyond_packs(self, asked: Mapping[str, Any]) -> bool:
        """Say if fields of different cards hold more of them together than :data:`MOST_PACKS`."""
        most = MOST_PACKS * len(self.pack(self.house))

        def count(name: str) -> int:
            field = self.fields[name]
            assert isinstance(field, CardsField)
            return sum(len(cards) for _path, cards in field.lists(name, asked[name])) if name in asked else 0

        return any(sum(map(count, names)) > most for names in self.different(asked))

    def _counted(self, asked: Mapping[str, Any], pack: Pack, wrong: Refusals) -> dict[str, Any]:
        """The cards of the question, as far as they could be read, with their jokers as the pack knows them.

        Cards that the pack does not hold, or not so often, are added to what is wrong.
        """
        known = dict[str, Any]()
        for names in self.different(asked):
            lists: list[tuple[str, Sequence[Card]]] = []
            for name in names:
                field = self.fields[name]
                assert isinstance(field, CardsField)
                if name in asked:
                    known[name] = field.faced(asked[name], pack)
                    lists += field.lists(name, known[name])
                else:  # the jokers in there have been named
                    real = [
                        (path, [card for card in cards if not card.is_joker]) for path, cards in field.readable.items()
                    ]
                    lists += real
            with wrong.gathered():
                hold_to_pack(lists, pack)
        return known

    @cached_property
    def turns(self) -> list[tuple[HouseRule, Any, Self]]:
        """Each house rule and value that alone would turn the answer, and this question as it is answered by it."""
        outcome = self.outcome(self.verdict)
        if outcome is SETTLED:
            return []
        found = []
        own, bearing = self.pack(self.house), self.bearing(self.house)
        for rule in self.house_rules:
            for value in rule.values if self.name in rule.asks else ():
                if value == getattr(self.house, rule.name):
                    continue
                house = replace(self.house, **{rule.name: value})
                if self.bearing(house) == bearing:
                    continue
                try:
                    asked, pack = self.cleaned_data, self.pack(house)
                    if pack != own:
                        wrong = Refusals()
                        asked = asked | self._counted(asked, pack, wrong)
                        wrong.refuse()
                    verdict = self.decide(asked, house)
                except Refused:  # a refusal is not another answer
                    continue
                if self.outcome(verdict) != outcome:
                    other = copy(self)
                    other.house, other.verdict, other.cleaned_data = house, verdict, asked
                    found.append((rule, value, other))
        return found

    @property
    def unless(self) -> list[dict[str, Any]]:
        """The house rules, each alone, with which the answer would be another; those that refuse the question give none."""
        return [{rule.name: value} for rule, value, other in self.turns]

    def turned(self) -> list[Turned]:
        """The same in words, each with the address of the question asked so."""
        found = []
        for rule, value, other in self.turns:
            is_left = value == rule.default
            sentence = WITHOUT_HOUSE if is_left else WITH_HOUSE
            answer = other.headline().text
            said = rule.said(getattr(self.house, rule.name) if is_left else value)
            text = sentence % {"rule": said, "answer": answer[:1].lower() + answer[1:]}
            found.append(Turned(text, self.link(**{HOUSE + rule.name: value}), is_left))
        return found

    def sentences(self) -> Iterable[tuple[str, str]]:
        """Each reason in words, with the id of the ruling it rests on."""
        return ((self.say(reason), reason.rule) for reason in self.verdict.reasons)

    def cards_said(self) -> str:
        """The cards of its picture in a line, groups and rows apart; nothing where they are too many to be read so."""
        left, said, language = MOST_SAID, list[str](), get_language()
        for _label, row in self.picture():
            for laid in groups_of(row) if row else ():
                left -= len(laid.cards)
                if left < 0:
                    return ""
                between = ", " if any(card and card.is_joker for card in laid.cards) else " "
                said.append(between.join([_sign(card, language) for card in laid.cards if card]))
        return " / ".join(said)

    def previewed(self) -> str:
        """The answer as the title of a link to it."""
        cards = self.cards_said()
        return f"{self.headline().text} – {cards}" if cards else self.headline().text

    def shared(self, headline: Headline, reasons: Sequence[tuple[str, str]]) -> str:
        """The answer as a text that is sent with its address: the cards, what they come to, and why."""
        cards = self.cards_said()
        why = f" {reasons[0][0]}" if reasons else ""
        return f"{cards} – {headline.text}.{why}" if cards else f"{headline.text}.{why}"

    def step(self, reasons: Iterable[Reason], rows: Rows = (), *before: Text) -> Step:
        """A step that these reasons tell, after the sentences ``before`` them."""
        reasons = tuple(reasons)
        return Step(" ".join([*map(str, before), *map(self.say, reasons)]), rows, rules_of(reasons))

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
            "because": within_two([text for text, rule in islice(self.sentences(), 2)]),
        }


def _add_untold(found: Iterable[Refused], wrong: Refusals) -> None:
    """Add what is refused to what is wrong, but for cards of which something is told in the same place already."""
    told = {(refused.field, refused.figures.get("card")) for refused in wrong.found}
    for refused in found:
        if (refused.field, refused.figures.get("card")) not in told:
            wrong.add(refused)


@cache
def _sign(card: Card, language: str | None) -> str:
    """A card as texts have it, in the given language, the active one."""
    return f"{CardFigure(card)}"


def hold_to_pack(lists: Iterable[tuple[str, Sequence[Card]]], pack: Pack) -> None:
    """Refuse cards that the pack does not hold, or not so often as these lists of different cards do together.

    A card of which only the rank is named is counted with the others of its rank.

    :param lists: the lists, each with its path in the question.
    :raises Refused: naming the card, or the rank, and the list in which it is too many, and all others that are so.
    """
    every = [(path, card) for path, cards in lists for card in cards]
    if pack.holds(card for _path, card in every):
        return
    wrong = Refusals()
    for path, card in dict.fromkeys(every):
        if not pack.copies(card):
            wrong.add(Refused(path, "joker-colour" if card.is_joker and pack.jokers else "not-in-pack", card=card))
    held = [(path, card) for path, card in every if pack.copies(card)]
    times = Counter(card for _path, card in held) + Counter(Card(card.rank) for _path, card in held if not card.is_bare)
    alike = dict[Rank, list[tuple[str, Card]]]()
    for path, card in dict.fromkeys(held):
        alike.setdefault(card.rank, []).append((path, card))
    for place, many in pack.excesses(card for _path, card in held):
        path, same, either = held[place][0], alike[many.rank], Card(many.rank)
        beside = next((other for other, card in same if other != path and many in (card, either)), path)
        # In one list it is plain that some of them are not meant; of two, nobody knows which is right.
        over = times[many] - pack.copies(many) if beside == path else 0
        wrong.add(Refused(path, "too-many", card=many, copies=pack.copies(many), beside=beside, over=over))
        alike[many.rank] = [(other, card) for other, card in same if many not in (card, either)]
    wrong.refuse()
