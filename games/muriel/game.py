"""What all questions of Muriel share: the pack, the house rules, who is who, how a trick is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import V
from games.cards import Card
from games.house import HouseRule
from games.muriel import rules, wording
from games.rulings import Reason, Refused
from games.sheets.names import NamedAsk
from games.table import Laid, Mark


class MurielAsk(NamedAsk[V]):
    player_count = rules.SEATS
    unnamed = staticmethod(wording.player)
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
