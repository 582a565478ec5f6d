"""The words of every game: its sentences, and the forms that cards and numbers take in them.

A sentence is one whole text for the translators, with figures by name: ``"{card:the} is your last card."``. After the
colon it asks for a form by name. Which forms there are is each language's own affair (:mod:`games.words.forms`): where
English has ``{card:the}``, a Czech translation of the same sentence may have ``{card:acc}``.

==================  =====================================================================================================
figure              as it stands in a sentence
==================  =====================================================================================================
card, rank, suit    without a form by its sign, ``Q♥``, ``10``, ``♠``, a joker by name; else in the form; a card of a
                    refusal has ``typed`` as well: in the letters of the language it was asked in
several             “a, b and c”, each in the form; ``or`` before it makes “a, b or c”, each once; ``row`` sets signs side
                    by side; ``sum`` adds; ``first`` is the first one; ``count`` is how many. ``{names[0]}`` is one of them.
                    It is the number of them, too, so that it can choose a plural
number              its figures; ``signed`` with its sign; in the form, where the language has one for numbers
phrase              a combination, in the form
reason              its sentence
anything else       as it is: a name, a text
==================  =====================================================================================================
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from string import Formatter
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.cards import BARE, BLACK_JOKER, DECK, RED_JOKER, Card, Rank, Suit
from games.notation import Notation
from games.rulings import Reason, Refused
from games.words.forms import Forms, forms

Text = str | Promise
LETTERS: dict[Rank, str] = {rank: "10" if rank is Rank.TEN else rank.letter for rank in Rank}
"""Ranks as they stand on the cards themselves."""
MINUS = "−"
AS_IT_IS = "\ufdd0"
"""Before a name while its sentence is written: a sign that stands in no text."""
SENTENCE_END = re.compile(r"(?<!\b[^\W\d_])[.!?](?!\s+[a-zà-ž])(?=\s|$)")
"""Where a sentence ends: not after an initial, and not before a small letter, as in the ordinals of Czech."""


def spoken() -> Forms:
    """The forms of the active language."""
    return forms(get_language() or "en")


# What stands outside sentences, and within


def card_name(card: Card) -> str:
    """The card's name in the active language."""
    return spoken().card(card, "name")


def in_letters(text: str, notation: Notation, *, bare: bool = False) -> str:
    """A text with the letters of each card that stands there by its name, as people say it in the active language.

    :param bare: whether a rank alone is a card.

    >>> from games.notation import NOTATIONS
    >>> in_letters("Three of hearts, 10 clubs 9S", NOTATIONS["en"])
    '3h, 10c 9S'
    """
    names = _cards_by_name(spoken()) | (_ranks_by_name(spoken()) if bare else {})
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    written, at = "", 0
    for name in re.finditer(rf"\b(?:{longest_first})\b", _folded(text)):
        written, at = written + text[at : name.start()] + notation.spelt([names[name[0]]]), name.end()
    return written + text[at:]


@cache
def _cards_by_name(spoken: Forms) -> dict[str, Card]:
    """The cards of a pack by their names, of which the rank may be a figure, and a word between may be left out."""
    found = {_folded(spoken.card(joker, "name")): joker for joker in (BLACK_JOKER, RED_JOKER)}
    for card in (card for card in DECK if not card.is_joker):
        first, *between, last = _folded(spoken.card(card, "name")).split()
        figure = _folded(LETTERS[card.rank])
        ways = [(first, *between, last), (figure, *between, last), (first, last), (figure, last), (last, first)]
        found |= {" ".join(way): card for way in ways}
    return found


@cache
def _ranks_by_name(spoken: Forms) -> dict[str, Card]:
    return {_folded(spoken.rank(card.rank, "name")): card for card in BARE}


def _folded(text: str) -> str:
    """A text as it is typed in a hurry: small letters without accents, as many as there are letters."""
    return "".join(unicodedata.normalize("NFD", letter.lower())[0] for letter in text)


def suit_names() -> list[str]:
    """The suits by name in the active language, in the order of :class:`games.cards.Suit`."""
    return [spoken().suit(suit, "name") for suit in Suit]


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: “a, b and c”."""
    return spoken().listed(list(words), "and")


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(45), signed(-1), signed(0)
    ('+45', '−1', '0')
    """
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "0"


# Figures


class CardFigure:
    """A card in a sentence; what is known of the card may choose the sentence (:class:`Either`)."""

    def __init__(self, card: Card, notation: Notation | None = None) -> None:
        self.card, self.notation = card, notation

    def __getattr__(self, name: str) -> Any:
        return getattr(self.card, name)

    def __format__(self, form: str) -> str:
        if form == "typed" and self.notation:
            return self.notation.write_card(self.card)
        if form or self.card.is_joker:
            return spoken().card(self.card, form or "sign")
        return LETTERS[self.card.rank] + (self.card.suit.symbol if self.card.suit is not None else "")


class RankFigure:
    """A rank in a sentence."""

    def __init__(self, rank: Rank) -> None:
        self.rank = rank

    def __format__(self, form: str) -> str:
        return spoken().rank(self.rank, form) if form else LETTERS[self.rank]


class SuitFigure:
    """A suit in a sentence."""

    def __init__(self, suit: Suit) -> None:
        self.suit = suit

    def __format__(self, form: str) -> str:
        return spoken().suit(self.suit, form) if form else self.suit.symbol


class Number(int):
    """A number in a sentence."""

    def __format__(self, form: str) -> str:
        if form == "signed":
            return signed(self)
        return spoken().number(self, form) if form else f"{MINUS * (self < 0)}{abs(self)}"


class Phrase:
    """A combination in a sentence, by its name in the tables of the languages and with its own figures."""

    def __init__(self, name: str, **figures: Any) -> None:
        self.name, self.given = name, figures

    @cached_property
    def figures(self) -> dict[str, Any]:
        return {name: FIGURES[type(value)](value) for name, value in self.given.items()}

    def __getattr__(self, name: str) -> Any:
        try:
            return self.figures[name]
        except KeyError:
            raise AttributeError(name) from None

    def __format__(self, form: str) -> str:
        return spoken().phrase(self.name, form, self.figures)


class Described(str):
    """Somebody without a name in a sentence, “player 2”: words like any others, so a capital at its head."""


class Name(str):
    """A name in a sentence: as its bearer writes it, at the head as well."""

    def __format__(self, form: str) -> str:
        return AS_IT_IS + super().__format__(form)


class Several(int):
    """Several figures as a list in a sentence; as a number, how many they are: so a list can choose a plural."""

    given: Sequence[Any]
    made: Callable[[Any], Any]

    def __new__(cls, given: Sequence[Any], made: Callable[[Any], Any]) -> Several:
        self = super().__new__(cls, len(given))
        self.given, self.made = given, made
        return self

    @cached_property
    def items(self) -> tuple[Any, ...]:
        """Each as it stands in a sentence; many a reason has cards that its sentence does not name."""
        return tuple(map(self.made, self.given))

    def __getitem__(self, at: int) -> Any:
        return self.items[at]

    def __format__(self, spec: str) -> str:
        how, _space, form = spec.partition(" ")
        match how:
            case "count":
                return format(Number(self), form)
            case "row":
                return " ".join(
                    format(item, "name" if getattr(item, "is_joker", False) else form) for item in self.items
                )
            case "sum":
                return " + ".join(format(item, form) for item in self.items)
            case "first":
                return format(self.items[0], form)
            case "or":
                return spoken().listed(list(dict.fromkeys(format(item, form) for item in self.items)), "or")
        return spoken().listed([format(item, spec) for item in self.items], "and")


FIGURES: dict[type, Callable[[Any], Any]] = {
    Card: CardFigure,
    Rank: RankFigure,
    Suit: SuitFigure,
    int: Number,
    str: Name,
}
"""How a value of this type stands in a sentence; one of any other stands as it is."""


# Sentences


@dataclass(frozen=True)
class Either:
    """Two sentences of which a figure chooses one, by whether there is any of it."""

    figure: str
    """Its name, or something known of it: ``"card.is_joker"``."""
    with_: Sentence
    without: Sentence

    def chosen(self, figures: Mapping[str, Any]) -> Sentence:
        """The one that these figures choose."""
        return self.with_ if Formatter().get_field(self.figure, (), figures)[0] else self.without


Sentence = Text | Either
"""A whole sentence, lazily translated; with ``ngettext_lazy(one, many, "count")`` a figure chooses the plural."""

COMMON: dict[str, Sentence] = {
    "not-in-pack": _("{card:the} is not in the pack of this game."),
    "joker-colour": _("A joker needs its colour here: Xb for the black one, Xr for the red one."),
    "too-many": _("{card:the} appears too many times: only {copies:word} can be in play."),
    "too-many-apart": _(
        "{card:the} appears too many times, in “{one}” and “{other}”: only {copies:word} can be in play."
    ),
    "not-in-hand": Either(
        "card.is_bare",
        _("You do not have that many {card:many}."),
        _("{card:the} is not in your hand."),
    ),
}
"""What any game may refuse."""


@dataclass(frozen=True)
class Book:
    """All sentences of a game, and how its own figures stand in them."""

    sentences: Mapping[str, Sentence]
    """Of reasons, by code."""
    refusals: Mapping[str, Sentence]
    """Of refusals, by code; of a code that is not here the common one."""
    figures: Mapping[type, Callable[[Any], Any]]
    """How values of the game's own types stand in a sentence."""

    def say(self, reason: Reason, **more: Any) -> str:
        """A reason as a sentence in the active language; ``more`` are figures in the place of its own."""
        return self.write(self.sentences[reason.code], **{**reason.figures, **more})

    def refusal(self, refused: Refused, notation: Notation, **more: Any) -> str:
        """A refusal as a sentence in the active language, cards as typed in the letters of the notation."""
        figures = {**refused.figures, **more}
        if isinstance(card := figures.get("card"), Card):
            figures["card"] = CardFigure(card, notation)
        return self.write(self.refusals.get(refused.code) or COMMON[refused.code], **figures)

    def write(self, sentence: Sentence, **figures: Any) -> str:
        """A sentence with its figures, in the active language; a figure at its head begins with a capital, but for a name."""
        text = self._filled(sentence, **figures)
        return _typeset(text if text.startswith(AS_IT_IS) else text[:1].upper() + text[1:])

    def phrase(self, sentence: Sentence, **figures: Any) -> str:
        """The same within another: as it stands."""
        return _typeset(self._filled(sentence, **figures))

    def _filled(self, sentence: Sentence, **figures: Any) -> str:
        wrapped = {name: self.figure(value) for name, value in figures.items()}
        while isinstance(sentence, Either):
            sentence = sentence.chosen(wrapped)
        text: Any = sentence  # a lazy one with plurals chooses by the figures it is given
        return str(text.format(**wrapped))

    def figure(self, value: Any) -> Any:
        """A value as it stands in a sentence."""
        kind = type(value)
        if kind is tuple or kind is list:
            return Several(value, self.figure)
        if kind is Reason:
            return self.say(value)
        made = self.figures.get(kind) or FIGURES.get(kind)
        return made(value) if made else value


def _typeset(text: str) -> str:
    forms = spoken()
    return forms.typeset(forms.euphonic(text, AS_IT_IS).replace(AS_IT_IS, ""))


def within_two(texts: Sequence[str]) -> str:
    """The first of these texts, and the second as well if that makes two sentences at most.

    >>> within_two(["A pair.", "Equal never beats.", "Ranks rise."]), within_two(["A pair. It is low.", "Ranks rise."])
    ('A pair. Equal never beats.', 'A pair. It is low.')
    >>> within_two(["Hráč 2. karty bere kořist.", "To dělá 29 bodů."])
    'Hráč 2. karty bere kořist. To dělá 29 bodů.'
    """
    both = " ".join(texts[:2])
    return both if len(SENTENCE_END.findall(both)) <= 2 else texts[0]
