"""The forms that ranks, suits, cards and combinations take in the sentences of each language.

They stand in one table a language, ``<code>.toml`` beside this module, which any reader of the language can read. Each
language has the forms that its grammar needs, under names of its own, besides two: ``name``, which stands on labels, and of
jokers ``sign``, as they stand among cards written by their signs.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from games.cards import Card, Colour, Rank, Suit

TABLES = Path(__file__).parent
NO_BREAK = "\u00a0"
COLOURS = (None, Colour.BLACK, Colour.RED)
"""Of jokers, in the order of the tables."""


class UnknownForm(LookupError):
    """A sentence asks for a form that its language does not have."""


@dataclass(frozen=True, eq=False)
class Forms:
    """The forms of one language.

    >>> italian = forms("it")
    >>> italian.card(Card.of("8h"), "the"), italian.rank(Rank.QUEEN, "many"), italian.suit(Suit.CLUBS, "name")
    ('l’otto di cuori', 'donne', 'fiori')
    """

    language: str
    tables: Mapping[str, Mapping[str, Any]]
    """By section and form: words in the order of the cards, or a pattern round other forms."""

    def rank(self, rank: Rank, form: str) -> str:
        """A rank in this form.

        :raises UnknownForm: where the language has none of that name.
        """
        words = self._found("rank", form)
        return words.format(name=self.rank(rank, "name")) if isinstance(words, str) else str(words[rank - 1])

    def suit(self, suit: Suit, form: str) -> str:
        """A suit in this form; one that agrees with a rank has a form for each gender: ``acc.f``."""
        return str(self._found("suit", form)[suit])

    def card(self, card: Card, form: str) -> str:
        """A card in this form, whatever is known of it."""
        return _card(self, card, form)

    def listed(self, words: list[str], conjunction: str) -> str:
        """Words as a list in a sentence: “a, b and c”."""
        if len(words) < 2:
            return "".join(words)
        return str(self._found("list", conjunction)).format(most=", ".join(words[:-1]), last=words[-1])

    def phrase(self, name: str, form: str, figures: Mapping[str, Any]) -> str:
        """The pattern of a combination in this form, the first one where none is asked for, with its figures."""
        first = next((key for key in self.tables["phrase"] if key.startswith(f"{name}.")), name)
        return self.typeset(str(self._found("phrase", f"{name}.{form}" if form else first)).format(**figures))

    def number(self, number: int, form: str) -> str:
        """A number in this form: the words of a table begin with zero, and beyond them stand figures.

        A table of patterns has beside each the numbers that it is for.
        """
        words: list[Any] = self._found("number", form)
        if isinstance(words[0], str):
            return words[number] if 0 <= number < len(words) else str(number)
        said: str = next(pattern for pattern, numbers in words if re.fullmatch(numbers, str(number)))
        return said.format(number=number)

    def euphonic(self, text: str, mark: str) -> str:
        """A text in which a short word before a name sounds well, as it does in Italian: “ad Anna”.

        :param mark: what stands before each name.
        """
        words = self.tables.get("euphony", {})
        if not words:
            return text
        before = rf"\b({'|'.join(words)})([ {NO_BREAK}]{mark})(?=\1)"

        def sounding(found: re.Match[str]) -> str:
            return f"{found[1]}{words[found[1].lower()][1:]}{found[2]}"

        return re.sub(before, sounding, text, flags=re.IGNORECASE)

    def typeset(self, text: str) -> str:
        """A text in which no line ends where the language wants none to: between two words that belong together.

        It may be a sentence, one whose figures are still to be filled in, or a page of Markdown.
        """
        return self._space.sub(NO_BREAK, text) if self._space else text

    @cached_property
    def _space(self) -> re.Pattern[str] | None:
        spaces = self.tables.get("typography", {}).get("held")
        return re.compile("|".join(spaces), re.MULTILINE) if spaces else None

    def _joker(self, colour: Colour | None, form: str) -> str:
        return str(self._found("joker", form)[COLOURS.index(colour)])

    def _made(self, card: Card, form: str) -> str:
        if card.is_joker:
            return self._joker(card.colour, form)
        if card.suit is None and form not in self.tables["bare"]:
            return self.rank(card.rank, form)
        pattern: str = self._found("bare" if card.suit is None else "card", form)
        return pattern.format(rank=_Of(self, card), suit=_Of(self, card, is_suit=True))

    def _found(self, section: str, form: str) -> Any:
        try:
            return self.tables[section][form]
        except KeyError:
            raise UnknownForm(f"{self.language}.toml has no form “{form}” under [{section}]") from None


@cache
def _card(forms: Forms, card: Card, form: str) -> str:
    return forms._made(card, form)


class _Of:
    """The rank or the suit of a card, within the pattern of its form."""

    def __init__(self, forms: Forms, card: Card, is_suit: bool = False) -> None:
        self.forms, self.card, self.is_suit = forms, card, is_suit

    def __format__(self, form: str) -> str:
        if not self.is_suit:
            return self.forms.rank(self.card.rank, form)
        assert self.card.suit is not None
        genders = self.forms.tables["rank"].get("gender")
        agreeing = f"{form}.{genders[self.card.rank - 1]}" if genders else form
        return self.forms.suit(self.card.suit, agreeing if agreeing in self.forms.tables["suit"] else form)


@cache
def forms(language: str) -> Forms:
    """The forms of a language."""
    tables = tomllib.loads((TABLES / f"{language}.toml").read_text())
    return Forms(language, {section: _flat(table) for section, table in tables.items()})


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """A table with those inside it under names with a dot: ``pl.gen``."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        flat |= _flat(value, f"{before}{name}.") if isinstance(value, dict) else {before + name: value}
    return flat
