"""House rules as a table can choose them: which there are, what each may be, which ruling it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any

from django.utils.functional import Promise

from games.fields import AskField, ChoiceField, SwitchField

Text = str | Promise


@dataclass(frozen=True)
class NoHouse:
    """The house rules of a game that has none."""


@dataclass(frozen=True)
class HouseRule:
    """One switch of a game: on or off, or one of several."""

    name: str
    """As in the judge's ``house`` and in the game's ``House`` class."""
    rule: str
    """The id of the ruling it varies, without the game: ``straight-step``."""
    label: Text
    choices: Mapping[Any, Text] | None = None
    """Values, the default first, each with the rule in a clause of its own; None for one that is on or off, by default off."""
    help_text: Text = ""
    """What the rule does, in a line, where its label does not say it all."""
    _: KW_ONLY
    asks: tuple[str, ...]
    """The questions it bears on, whose pages offer it; none for a rule of play alone, on which no answer turns."""
    make: Callable[..., AskField] | None = None
    """The kind of its field, where that is neither a plain switch nor a plain choice."""
    clause: Text = ""
    """The rule in a clause round its ``%(value)s``, where that is neither on or off nor one of the choices."""

    @property
    def default(self) -> Any:
        """What holds where nothing is said."""
        return self._blank.initial

    @property
    def values(self) -> list[Any]:
        """All that a table may choose; none for a rule that is told neither by a switch nor by a choice."""
        if self.choices is not None:
            return list(self.choices)
        return [] if self.make else [False, True]

    def said(self, value: Any) -> str:
        """The rule in words, chosen so."""
        if self.choices is not None:
            return str(self.choices[value])
        return str(self.clause) % {"value": value} if self.clause else str(self.label)

    def field(self) -> AskField:
        """A form field for the rule."""
        return copy(self._blank)

    @cached_property
    def _blank(self) -> AskField:
        if self.choices is None:
            return (self.make or SwitchField)(label=self.label, help_text=self.help_text)
        return (self.make or ChoiceField)(
            label=self.label, help_text=self.help_text, choices=list(self.choices.items())
        )
