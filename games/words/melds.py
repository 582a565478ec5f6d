"""What is said of melds in every game that has them: the sentences for the codes of :mod:`games.arranging.melds`."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.arranging.melds import Kind
from games.cards import Card, Rank
from games.words import Book, Either, Sentence

MELDS: dict[str, Sentence] = {
    "joker-in-set": ngettext_lazy(
        "The joker stands for another {rank:name}.", "The jokers stand for {count:word} more {rank:many}.", "count"
    ),
    "joker-in-run": ngettext_lazy("The joker stands for {stands:the}.", "The jokers stand for {stands}.", "count"),
    "too-many": _("A set has at most four cards, not {count:word}."),
    "suit-twice": ngettext_lazy(
        "The suits in a set must all be different, but {cards:the} appears twice.",
        "The suits in a set must all be different, but {cards} appear twice.",
        "cards",
    ),
    "repeated-card": ngettext_lazy(
        "No card may appear twice in a run, but {cards:the} does.",
        "No card may appear twice in a run, but {cards} do.",
        "cards",
    ),
    "joker": _("Jokers are used only if the table has agreed to them."),
    "mixed-suits": _("A run must be all of one suit: {suits:name} do not go together."),
    "mixed-ranks": _("A set must be all of one rank: {ranks:many} do not go together."),
    "gap": Either(
        "jokers",
        with_=ngettext_lazy(
            "A run has no gaps: the {missing:name} are missing, and {jokers:word} joker cannot stand for all of them.",
            "A run has no gaps: the {missing:name} are missing, and {jokers:word} jokers cannot stand for all of them.",
            "jokers",
        ),
        without=ngettext_lazy(
            "A run has no gaps: {missing:the} is missing.",
            "A run has no gaps: the {missing:name} are missing.",
            "missing",
        ),
    ),
}

NO_JOKERS = _("Your table plays without jokers: leave the joker out, or add jokers in the house rules.")
"""Of a pack into which a house rule brings jokers."""
THREE = _("A set of three {rank:many}")
FOUR = _("A set of four {rank:many}")
RUN = _("A run of {suit:name}, {low}–{high}")
BOOK = Book(MELDS, {}, {})


def named(kind: Kind, cards: Sequence[Card], ranks: Sequence[Rank] = ()) -> str:
    """A meld as a headline: “A set: three queens”, “A run of clubs, 4–8”.

    :param ranks: of a run, in their order.
    """
    real = next(card for card in cards if not card.is_joker)
    if kind is Kind.SET:
        return BOOK.write(THREE if len(cards) == 3 else FOUR, rank=real.rank)
    return BOOK.write(RUN, suit=real.suit, low=ranks[0], high=ranks[-1])
