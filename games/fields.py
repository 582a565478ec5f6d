"""The kinds of field that questions are made of.

Each reads a value as JSON gives it or as an address gives it, refuses what it cannot read by naming it, and can write
what it understood back into an address, in the letters of any language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cards import Card, Pack, Rank, Suit
from games.notation import NOTATIONS, Notation, UnreadableCards
from games.words import in_letters

REQUIRED = gettext_lazy("Fill in “%(field)s”.")
Pairs = list[tuple[str, str]]
NOTHING: tuple[Any, ...] = (None, "", [])
"""What a field of cards without cards may hold."""
BETWEEN_GROUPS = re.compile(r"[/;\r\n]")
LONGEST_GROUP = 14
"""Cards of a run from ace to ace."""
IsGroup = Callable[[Sequence[Card]], bool]
"""Whether cards are a group of the game that is asked."""
MOST_NAMED = 8
"""The most words of one field that are named as none."""
MOST_FIGURES = 6
"""Of a number in an address; Python itself refuses to read those of some thousands."""


def number_in(text: str) -> int | None:
    """A whole number from an address, or None for anything else.

    >>> number_in("12"), number_in("-1"), number_in("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_FIGURES else None


def missing(label: Any) -> Any:
    """That nothing stands in the field of this label, put into a language where it is shown."""
    return lazy(lambda: REQUIRED % {"field": label}, str)()


def as_written(value: object) -> str:
    """A value of a question as it stands there, for the error that names it.

    >>> as_written(True), as_written("on"), as_written([None])
    ('true', 'on', '[null]')
    """
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    except RecursionError:  # it could be read where there was a little more room
        return "[…]"


def quote_value(value: object, meant: Iterable[object]) -> str:
    """Return a value that is none of those meant, for the sentence that names it: in JSON where it looks like one of them.

    >>> quote_value("2", [2, 3]), quote_value("4", [2, 3])
    ('"2"', '4')
    """
    written = as_written(value)
    return json.dumps(value) if written in map(as_written, meant) else written


class Plain(forms.TextInput):
    """A widget that hands a value on as it came, so that the field can tell ``true`` from ``"true"``."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return data.get(name)


class Untold:
    """A text that is put into a language where it is shown, and not to see whether it is there.

    Django asks that of every field's help text whenever a form is read.
    """

    def __init__(self, text: Promise) -> None:
        self.text = text

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return str(self.text)


class AskField(forms.Field):
    """What every field of a question can do besides being checked."""

    template_name = "components/field_text.html"
    widget = Plain
    notation: Notation = NOTATIONS["en"]
    name = ""
    """The field's name in its question, set by the question."""
    first = 1
    """The number of the first hand in the field's texts, set by the question."""
    groups = False
    judged = True
    """Whether the judge's public contract has this field; others serve the page alone."""
    schema: dict[str, Any] = {"type": "string"}
    """The field in OpenAPI."""

    def __init__(self, *, needed: bool = False, awaited: bool = True, **options: Any) -> None:
        super().__init__(**{"template_name": self.template_name, **options})
        if isinstance(self.help_text, Promise):
            self.help_text = Untold(self.help_text)  # type: ignore[assignment]
        self.needed = needed or self.required
        """Whether a program has to name it, though it may be empty; a page's blank field need not be sent."""
        self.awaited = self.needed and awaited
        """Whether a page that asks by itself waits until something stands there."""
        self.error_messages["required"] = missing(self.label)

    def __copy__(self) -> Self:
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # A question sets what its fields are told of it; the widget and the texts behind them it only reads.
        return copy(self)

    def from_address(self, data: QueryDict, name: str) -> Any:
        """The value in an address, or None where there is none."""
        return data.get(name)

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        """The value as parts of an address; nothing for a value that need not be said."""
        return [(name, str(value))] if value not in self.empty_values and value != self.initial else []

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        """What was typed but not understood as parts of an address, so that nothing is lost."""
        return [(name, str(raw))]


class CardsField(AskField):
    """Cards, as a text or a list of texts, in the letters of the question's notation.

    Whether the pack holds them is the ask's affair, which knows the house rules.
    """

    template_name = "components/field_cards.html"
    single = False
    """Whether there is but one card, so that tapping another replaces it."""
    bare = False
    """Whether a card may be written by its rank alone, set by the question."""
    readable: Mapping[str, Sequence[Card]] = {}
    """By the path, the cards beside those that could not be read."""
    schema = {
        "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        "example": "As Td 7c",
        "description": "cards in the letters of the notation, as a text or as a list with one card in each text; short "
        "forms: 3-6c for 3c 4c 5c 6c (up the ladder A-2-…-K-A), Qshd for Qs Qh Qd, 7* for all four suits",
    }

    def __init__(self, *, pick_from: str = "", copy_from: str = "", in_order: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.in_order = in_order
        """Whether it matters which card comes first, so that none can be left out unasked."""
        self.pick_from = pick_from
        """The fields whose cards the keyboard offers, spaces between, where not the whole pack is to choose from."""
        self.copy_from = copy_from
        """The field whose text this one may begin with."""

    def to_python(self, value: Any) -> Any:
        return self.read(value)

    def read(self, value: Any, path: str = "") -> tuple[Card, ...]:
        """The cards of one list; ``path`` is where it stands in the question, if that is not the field itself."""
        if value in NOTHING:
            return ()
        where = {"path": path} if path else {}
        is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if not is_list and not isinstance(value, str):
            message = _("Cards are a text, or a list of texts with one card in each.")
            raise ValidationError(message, "no-cards", where)
        try:
            return tuple(self.notation.read(value, bare=self.bare))
        except UnreadableCards as unreadable:
            self.readable = {**self.readable, path or self.name: unreadable.cards}
            letters = letters_read(self.notation)
            errors, told = list[ValidationError](), set[str]()
            for problem in reversed(unreadable.problems[:MOST_NAMED]):
                ranks = self.notation.apart(problem.at) if problem.code == "no-suit" else ""
                kind = problem.code
                if is_list and self.notation.cards(problem.at, bare=self.bare):
                    kind = "several"
                if kind == "no-suit":
                    kind = "no-range" if not ranks else "ranks-together" if self.bare else "suit-missing"
                # How it is written is said once, after the last of the words that are wrong in this way.
                text = unread(kind, again=kind in told)
                told.add(kind)
                figures = {"at": problem.at, "position": problem.position, "letters": letters, "ranks": ranks}
                figures |= {"joker": unreadable.joker} if unreadable.joker else {}
                figures["range"] = f"4-8{self.notation.write_card(Card(Rank.SIX, Suit.CLUBS))[1:]}"
                figures["suited"] = suited(self.notation, problem.at, ranks)
                figures["spaced"] = self.notation.spaced(problem.at) if kind == "no-space" else ""
                # For a program these are unknown cards: ranks without spaces are a person's slip.
                code = "unknown-card" if problem.code in ("no-suit", "no-space") else problem.code
                errors.insert(0, Unread(text, code, figures | where, in_full=unread(kind)))
            raise ValidationError(errors) from None

    def to_address(self, name: str, value: Sequence[Card], notation: Notation) -> Pairs:
        return [(name, notation.write(value))] if value else []

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        return super().typed(name, self.rewritten(raw, notation) if isinstance(raw, str) else raw, notation)

    def rewritten(self, text: str, notation: Notation) -> str:
        """What was typed in the letters of another notation, as far as it can be read."""
        return self.notation.rewritten(text, notation, bare=self.bare)

    def mended(self, text: str, is_group: IsGroup) -> str:
        """What was meant by a text that was refused, in the letters of this field; nothing where that is not clear."""
        return (self.notation.mended(text) if self.bare else "") or self._said_otherwise(text)

    def _said_otherwise(self, text: str) -> str:
        """The cards that a text says in other letters or signs, in numbers, suit first or by name; nothing unless all."""
        return (
            self._of_other_letters(text)
            or self._if_read(self.notation.retyped(text), text)
            or self._if_read(self.notation.lettered(text), text)
            or self._if_read(self.notation.turned(text), text)
            or self._if_read(in_letters(text, self.notation, bare=self.bare), text)
        )

    def _if_read(self, meant: str, text: str) -> str:
        """What was meant by a text, where it is something else, and all of it can be read."""
        return meant if meant != text and self._is_read(meant, self.notation) else ""

    def _of_other_letters(self, text: str) -> str:
        """The text in the letters of this field, where only those of one other language say all of it."""
        if self._is_read(text, self.notation):
            return ""
        others = [it for it in NOTATIONS.values() if it is not self.notation and self._is_read(text, it)]
        return others[0].rewritten(text, self.notation, bare=self.bare) if len(others) == 1 else ""

    def _is_read(self, text: str, notation: Notation) -> bool:
        """Whether all of a text is cards in these letters."""
        return all(notation.cards(piece, bare=self.bare) is not None for piece in BETWEEN_GROUPS.split(text))

    def without_doubles(self, text: str, card: Card, over: int) -> str:
        """A text with a card that was doubled by a slip of the hand standing once; nothing where it was no slip.

        Where ranks alone are cards, its doubles keep their rank: of two nines of spades one is another nine.
        """
        if self.groups or self.in_order:
            return ""
        cards = (self.notation.cards(text, bare=self.bare) or [])[::-1]
        if self.bare and not card.is_joker and not card.is_bare:
            if sum(it.rank is card.rank for it in cards) > len(Suit):
                return ""
            for _copy in range(min(over, cards.count(card))):
                cards[cards.index(card)] = Card(card.rank)
            return self.notation.spelt(cards[::-1])
        if over > 1 or card.is_bare:  # a fifth ten may be meant for any card
            return ""
        for _copy in range(min(over, cards.count(card))):
            cards.remove(card)
        return self.notation.spelt(cards[::-1])

    def partly(self) -> Any:
        """What could be read of it, where not all of it could; without jokers, which the pack may not know."""
        return tuple(card for card in self.readable.get(self.name, ()) if not card.is_joker)

    def lists(self, name: str, value: Any) -> list[tuple[str, Sequence[Card]]]:
        """The lists of cards in what was read, each with its path."""
        return [(name, value)]

    def faced(self, value: Any, pack: Pack) -> Any:
        """What was read, with the jokers as the game's pack knows them."""
        return tuple(map(pack.face, value))


class Unread(ValidationError):
    """A piece of a text that is not cards.

    :ivar in_full: the message with how cards are written, which a list of errors says only once.
    """

    def __init__(self, message: str, code: str, params: dict[str, Any], *, in_full: str) -> None:
        super().__init__(message, code, params)
        self.in_full = in_full % params


def unread(kind: str, *, again: bool = False) -> str:
    """What is wrong with a piece of a text that is not a card, or not cards; in short where another is told so already."""
    if kind == "suit-missing":
        if again:
            return _("“%(at)s”: the suit is missing.")
        return _("“%(at)s”: the suit is missing. Add it, for example %(suited)s.")
    if kind == "no-space":
        return _("“%(at)s”: a space is missing. Write %(spaced)s.")
    if kind == "no-range":
        return _("“%(at)s” is not a range: ranges follow A-2-3-…-Q-K-A and cannot go past the ace.")
    if kind == "several":
        return _("“%(at)s”: in a list, each text is one card.")
    if kind == "suit-twice":
        return _("“%(at)s” names a suit twice.")
    if kind == "ranks-together":
        return _("“%(at)s”: ranks without suits are parted by spaces. Write %(ranks)s, or add a suit, as in %(range)s.")
    text = _("“%(at)s” (no. %(position)d) is not a card. %(letters)s")
    return text.replace("%(letters)s", "").rstrip() if again else text


def suited(notation: Notation, word: str, ranks: str) -> str:
    """An example of how a word of ranks alone is written with suits, in these letters; nothing without ranks.

    >>> suited(NOTATIONS["en"], "7", "7"), suited(NOTATIONS["en"], "QQQ", "Q Q Q"), suited(NOTATIONS["it"], "7-9", "7 8 9")
    ('7c', 'Qs Qh Qd', '7-9F')
    """
    cards = notation.read(ranks, bare=True)[: len(Suit)]
    clubs = notation.write_card(Card(Rank.SIX, Suit.CLUBS))[1:]
    if not word.isalnum():
        return f"{word}{clubs}"
    same = len(cards) > 1 and len(set(cards)) == 1
    suits = list(Suit) if same else [Suit.CLUBS] * len(cards)
    return notation.spelt(Card(card.rank, suit) for card, suit in zip(cards, suits, strict=False))


class CardField(CardsField):
    """One card, or none."""

    single = True
    schema = {"type": "string", "example": "7c"}

    def to_python(self, value: Any) -> Card | None:
        cards = self.read(value)
        if len(cards) > 1:
            raise ValidationError(
                _("Only one card goes here: leave out “%(at)s”."),
                "one-card",
                {"at": self.notation.write(cards[1:])},
            )
        return cards[0] if cards else None

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return [(name, notation.write_card(value))] if value else []

    def mended(self, text: str, is_group: IsGroup) -> str:
        return self._said_otherwise(text)  # several cards are no one card

    def partly(self) -> None:
        return None

    def lists(self, name: str, value: Any) -> list[tuple[str, Sequence[Card]]]:
        return [(name, (value,) if value else ())]

    def faced(self, value: Any, pack: Pack) -> Any:
        return value and pack.face(value)


class GroupsField(CardsField):
    """Groups of cards: a list of lists of cards, or a text with ``/``, ``;`` or a new line between the groups.

    Empty groups are ignored.
    """

    groups = True
    lists_are_exact = False
    """Whether an empty group in a list is one all the same, and not to be ignored."""
    schema = {
        "oneOf": [{"type": "string"}, {"type": "array", "items": CardsField.schema}],
        "example": "3c 4c 5c / Qh Qd Qs",
        "description": "groups of cards: a list of fields of cards, or a text with /, ; or a new line between the groups",
    }

    def __init__(self, *, group_ask: str = "", moved_by: str = "", typing_hint: Any = "", **options: Any) -> None:
        super().__init__(**{"help_text": typing_hint, **options})
        self.hint_is_typing = bool(typing_hint)
        """Whether its hint is only for those who type: to lay cards nobody needs it."""
        self.group_ask = group_ask
        """The question of the same game by which each group is judged while it is laid, if there is one."""
        self.moved_by = moved_by
        """The script by which its cards are moved, where they all come from other fields."""

    def to_python(self, value: Any) -> tuple[tuple[Card, ...], ...]:
        if value in NOTHING:
            return ()
        exact = self.lists_are_exact and not isinstance(value, str)
        if isinstance(value, str):
            value = BETWEEN_GROUPS.split(value)
        if not isinstance(value, list):
            message = _("Groups are a text with a / or a new line between them, or a list.")
            raise ValidationError(message, "no-groups")
        # Empty groups are ignored before anything is counted, so that a path means the same group to all who name one.
        written = [
            group for group in value if exact or not (group == [] or (isinstance(group, str) and not group.strip()))
        ]
        for number, group in enumerate(written):
            if group is None:
                message = _("Cards are a text, or a list of texts with one card in each.")
                raise ValidationError(message, "no-cards", {"path": f"{self.name}.{number}"})
        read, wrong = dict[str, tuple[Card, ...]](), list[ValidationError]()
        for number, group in enumerate(written):
            path = f"{self.name}.{number}"
            try:
                read[path] = self.read(group, path)
            except ValidationError as error:
                wrong += error.error_list
        if wrong:
            self.readable = {**read, **self.readable}
            raise ValidationError(wrong[:MOST_NAMED])
        return tuple(group for group in read.values() if group or exact)

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return [(name, " / ".join(map(notation.write, value)))] if value else []

    def mended(self, text: str, is_group: IsGroup) -> str:
        """The same, where several groups stand as one: it is parted at its commas, or where it can but be parted."""
        return self._parted(text, is_group) or self._said_otherwise(text)

    def _parted(self, text: str, is_group: IsGroup) -> str:
        found = list[str]()
        for at, piece in enumerate(re.split(f"({BETWEEN_GROUPS.pattern}+)", text)):
            is_group_text = at % 2 == 0 and piece.strip()
            meant = self._groups_meant(piece.strip(), is_group) if is_group_text else piece
            if is_group_text and not meant:
                return ""
            found.append(piece.replace(piece.strip(), meant) if is_group_text else piece)
        return "".join(found)

    def _groups_meant(self, text: str, is_group: IsGroup) -> str:
        if self.bare:
            return self.notation.mended(text)
        try:
            cards = self.notation.read(text)
            if is_group(cards):
                return text
            listed = [part.strip() for part in text.split(",") if part.strip()]
            if len(listed) > 1 and all(is_group(self.notation.read(part)) for part in listed):
                return " / ".join(listed)
        except UnreadableCards:
            return ""
        return " / ".join(map(self.notation.spelt, parted(cards, is_group)))

    def partly(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(tuple(card for card in group if not card.is_joker) for group in self.readable.values())

    def lists(self, name: str, value: Any) -> list[tuple[str, Sequence[Card]]]:
        return [(f"{name}.{number}", group) for number, group in enumerate(value)]

    def faced(self, value: Any, pack: Pack) -> Any:
        return tuple(tuple(map(pack.face, group)) for group in value)


def parted(cards: Sequence[Card], is_group: IsGroup) -> list[Sequence[Card]]:
    """Cards in a row as the fewest groups one after the other; none where they are not, or not in one way only."""
    ways: list[tuple[int, list[Sequence[Card]]] | None] = [(1, [])]
    for end in range(1, len(cards) + 1):
        found: tuple[int, list[Sequence[Card]]] | None = None
        for start in range(max(0, end - LONGEST_GROUP), end):
            before, group = ways[start], cards[start:end]
            if before is None or (found and len(found[1]) < len(before[1]) + 1) or not is_group(group):
                continue
            count, groups = before
            is_equal = found is not None and len(found[1]) == len(groups) + 1
            found = (count + (found[0] if found and is_equal else 0), [*groups, group])
        ways.append(found)
    last = ways[-1]
    return last[1] if last and last[0] == 1 else []


def letters_read(notation: Notation) -> str:
    """Which letters a notation reads, as a sentence for people."""
    return _("Ranks: %(ranks)s; suits: %(suits)s, or the signs themselves.") % {
        "ranks": "A 2–10 " + " ".join(_both(notation)),
        "suits": " ".join(f"{letter}\u202f{suit.symbol}" for letter, suit in notation.suits.items()),
    }


def without_letters(text: str, notation: Notation) -> str:
    """A text without the sentence that says which letters are read, whichever of its spaces are kept together."""
    sentence = r"\s+".join(map(re.escape, letters_read(notation).split()))
    *before, last = re.split(sentence, text)
    return ("".join(map(str.rstrip, before)) + last).strip()


def short_forms(notation: Notation, bare: Sequence[Card]) -> str:
    """How cards are written in short, as a sentence for people; ``bare`` are those of which the rank will do."""
    write = notation.write_card
    queen, clubs = write(Card(Rank.QUEEN)), write(Card(Rank.SIX, Suit.CLUBS))[1:]
    spades, hearts, diamonds, _clubs = notation.suits
    forms = {"range": f"3-6{clubs}", "suits": queen + spades + hearts + diamonds, "all": "7*"}
    said = _(
        "Short forms: %(range)s for 3♣ to 6♣, %(suits)s for three queens, %(all)s for all four sevens."
    ) % forms  # fmt: skip
    if bare:
        joker = next((write(card) for card in bare if card.is_joker), "")
        alone = {"rank": "7 8 9", "joker": joker}
        if joker:
            return f"{said} " + _("Suits can be left out: %(rank)s, %(joker)s.") % alone
        return f"{said} " + _("Suits can be left out: %(rank)s.") % alone
    return said


def _both(notation: Notation) -> list[str]:
    by_rank: dict[int, list[str]] = {}
    for letter, rank in notation.faces.items():
        by_rank.setdefault(rank, []).append(letter)
    return ["/".join(letters) for letters in by_rank.values()]


def build_switch_error(value: object, path: str = "") -> ValidationError:
    """Return the error of a value that is neither true nor false; ``path`` is where it stands, if not in a field itself."""
    figures = {"at": as_written(value), "value": quote_value(value, (True, False))} | ({"path": path} if path else {})
    return ValidationError(_("This has to be true or false, not “%(value)s”."), "no-switch", figures)


class SwitchField(AskField):
    """Yes or no: ``true`` or ``false`` and nothing else."""

    template_name = "components/field_switch.html"
    schema = {"type": "boolean", "default": False}

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, initial=False, **options)

    def to_python(self, value: Any) -> bool:
        if value is None:
            return False
        if value is True or value is False:
            return bool(value)
        raise build_switch_error(value)

    def from_address(self, data: QueryDict, name: str) -> Any:
        said = data.get(name)
        return {None: None, "on": True, "true": True, "1": True, "false": False, "": False}.get(said, said)

    def to_address(self, name: str, value: bool, notation: Notation) -> Pairs:
        return [(name, "on")] if value else []


class ChoiceField(AskField):
    """One of several values; the first unless another is said, or one that has to be said if ``required``."""

    template_name = "components/field_choice.html"

    def __init__(self, *, choices: list[tuple[Any, Any]], required: bool = False, **options: Any) -> None:
        super().__init__(required=required, **({} if required else {"initial": choices[0][0]}) | options)
        self.choices = choices

    @property
    def are_figures(self) -> bool:
        """Whether the choices are so short that they stand in a row."""
        return all(len(str(label)) < 3 for value, label in self.choices)

    @property
    def schema(self) -> dict[str, Any]:  # type: ignore[override]
        values = [value for value, label in self.choices]
        return {"enum": values} | ({} if self.required else {"default": self.initial})

    def to_python(self, value: Any) -> Any:
        if value is None:
            return self.initial
        for known, _label in self.choices:
            if type(value) is type(known) and value == known:
                return known
        raise ValidationError(
            _("“%(value)s” is not one of the choices: %(choices)s."),
            "unknown-choice",
            {
                "at": as_written(value),
                "value": quote_value(value, [known for known, _label in self.choices]),
                "choices": ", ".join(str(value) for value, label in self.choices),
            },
        )

    def from_address(self, data: QueryDict, name: str) -> Any:
        said = data.get(name) or None
        return next((value for value, label in self.choices if str(value) == said), said)
