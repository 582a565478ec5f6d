"""Names by seat, for questions that are not score sheets; any of them may be left empty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.asks import Ask, V
from games.fields import AskField, Pairs
from games.notation import Notation
from games.sheets.field import MOST_LETTERS, as_heard, doubled, hold_names, numbered


def seats_of(seats: int, filled: Iterable[int]) -> list[int]:
    """The seats of an address that numbers them: all of them, and the first beyond that it fills in, to be refused.

    >>> seats_of(3, [1, 9, 7])
    [0, 1, 2, 7]
    """
    beyond = [seat for seat in filled if seat >= seats]
    return [*range(seats), *([min(beyond)] if beyond else [])]


class NamesField(AskField):
    """Names in order: a list; in an address ``player.0=Ada&player.1=Bea``, where some may be empty."""

    def __init__(self, *, seats: int, **options: Any) -> None:
        super().__init__(**options)
        self.seats = seats

    @property
    def schema(self) -> dict[str, Any]:  # type: ignore[override]
        return {"type": "array", "items": {"type": "string"}, "maxItems": self.seats}

    def from_address(self, data: QueryDict, name: str) -> Any:
        names = numbered(data, "player")
        filled = {place[0]: text[:MOST_LETTERS] for place, text in names.items() if text and len(place) == 1}
        return tuple(filled.get(seat, "") for seat in seats_of(self.seats, filled)) if filled else None

    def to_python(self, value: Any) -> tuple[str, ...]:
        if value is None:
            return ()
        # What stands in an address is a tuple, and may be empty in places.
        is_typed = isinstance(value, tuple)
        if not is_typed and not (isinstance(value, list) and all(isinstance(name, str) for name in value)):
            raise ValidationError(_("The names of the players are a list of texts."), "no-names")
        if not is_typed and not all(map(str.strip, value)):
            raise ValidationError(_("Enter a name for each player."), "no-names")
        hold_names(value, self.seats, known_as=as_heard if is_typed else str)
        return tuple(value)

    def validate(self, value: Any) -> None:
        pass

    def to_address(self, name: str, value: Sequence[str], notation: Notation) -> Pairs:
        return [(f"player.{seat}", player) for seat, player in enumerate(value) if player]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        return self.to_address(name, raw, notation) if isinstance(raw, tuple) else super().typed(name, raw, notation)


def unnamed(at: int) -> str:
    """What a player without a name is called, by the seat."""
    return _("Player %(number)s") % {"number": at + 1}


class NamedAsk(Ask[V]):
    """A question whose players may be named in its field ``players``."""

    player_count: ClassVar[int]
    """How many play, at most."""
    unnamed = staticmethod(unnamed)

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they were filled in by seat or place, empty where there is none, for all seats."""
        filled = getattr(self, "cleaned_data", {}).get("players") or self.data.get("players")
        names = tuple(filled) if isinstance(filled, tuple) else ()
        return (*names, *[""] * (self.player_count - len(names)))

    @property
    def wrong_names(self) -> dict[int, bool]:
        """The places of names that are borne twice."""
        wrong = doubled(self.names)
        return {at: True for at, name in enumerate(self.names) if name in wrong}

    @property
    def marked(self) -> list[str]:
        return [f"player.{at}" for at in self.wrong_names]

    def who(self, at: int) -> str:
        """What a player is called."""
        return self.names[at] or self.unnamed(at)
