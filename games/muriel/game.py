"""What all questions of Muriel share: the pack, the house rules, who is who, how a trick is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Ask, V
from games.cards import Card
from games.fields import AskField, Pairs
from games.house import HouseRule
from games.muriel import rules, wording
from games.notation import Notation
from games.rulings import Reason, Refused
from games.sheets.field import MOST_LETTERS, hold_names, numbered
from games.table import Laid, Mark


def seats_of(*numbered: Iterable[int]) -> list[int]:
    """The seats of an address that numbers them: all nine, and those beyond that it fills in, which will be refused."""
    return sorted({*range(rules.SEATS), *(seat for seats in numbered for seat in seats)})


class NamesField(AskField):
    """Names in order: a list; in an address ``player.0=Ada&player.1=Bea``, where some may be empty."""

    schema = {"type": "array", "items": {"type": "string"}, "maxItems": rules.SEATS}

    def from_address(self, data: QueryDict, name: str) -> Any:
        names = numbered(data, "player")
        filled = {place[0]: text[:MOST_LETTERS] for place, text in names.items() if text and len(place) == 1}
        return tuple(filled.get(seat, "") for seat in seats_of(filled)) if filled else None

    def to_python(self, value: Any) -> tuple[str, ...]:
        if value is None:
            return ()
        # What stands in an address is a tuple, and may be empty in places.
        is_typed = isinstance(value, tuple)
        if not is_typed and not (isinstance(value, list) and all(isinstance(n, str) and n.strip() for n in value)):
            raise ValidationError(_("The names of the players are a list of texts."), "no-names")
        hold_names(value, range(rules.SEATS + 1))
        return tuple(value)

    def validate(self, value: Any) -> None:
        pass

    def to_address(self, name: str, value: Sequence[str], notation: Notation) -> Pairs:
        return [(f"player.{seat}", player) for seat, player in enumerate(value) if player]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        return self.to_address(name, raw, notation) if isinstance(raw, tuple) else super().typed(name, raw, notation)


class MurielAsk(Ask[V]):
    styles: ClassVar[tuple[str, ...]] = ("muriel/muriel.css",)
    house_rules = (
        HouseRule(
            "next_lead",
            "next-lead",
            gettext_lazy("The next lead"),
            {
                "left": gettext_lazy("The player on the leader’s left leads next and takes the strays"),
                "taker": gettext_lazy("The player who took the claims leads next and takes the strays"),
            },
            asks=("trick", "hand"),
        ),
    )

    def say(self, reason: Reason) -> str:
        return wording.say(reason, self.who)

    def refusal(self, refused: Refused) -> str:
        return wording.refusal(refused, self.notation, self.who)

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they were filled in by seat or place, empty where there is none, for all nine."""
        filled = getattr(self, "cleaned_data", {}).get("players") or self.data.get("players")
        names = filled if isinstance(filled, tuple) else ()
        return (*names, *[""] * (rules.SEATS - len(names)))

    unnamed = staticmethod(wording.player)

    def who(self, at: int) -> str:
        """What a player is called."""
        return self.names[at] or self.unnamed(at)


def laid(trick: rules.Trick) -> Laid:
    """The cards of a trick in order of play, each with what becomes of it: a claim with its points, a stray."""
    marks: list[Mark | None] = []
    for place, card in enumerate(trick.cards):
        if place in trick.claimed[: len(trick.claims)]:
            marks.append(Mark("claim", f"+{rules.value(card)}", _("claim")))
        elif place in trick.claimed:
            marks.append(Mark("bonus", f"+{rules.value(card)}", _("bonus claim")))
        else:
            marks.append(Mark("stray", "→", _("stray")))
    return Laid(trick.cards, tuple(marks))


class Shown(NamedTuple):
    """A card of a trick as it is drawn: with its mark, and whose it is."""

    laid: Laid
    who: str


def shown(trick: rules.Trick, whose: Sequence[str]) -> list[Shown]:
    """The cards of a trick in order of play, each to be drawn with its mark and its player."""
    row = laid(trick)
    return [Shown(Laid((card,), (mark,)), who) for card, mark, who in zip(row.cards, row.marks, whose, strict=True)]


class Item(NamedTuple):
    """A card and its points."""

    card: Card
    points: int


def itemised(cards: Sequence[Card]) -> list[Item]:
    """Each card with its points (``muriel.values``)."""
    return [Item(card, rules.value(card)) for card in cards]
