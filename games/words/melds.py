"""What is said of melds in every game that has them: the sentences for the codes of :mod:`games.arranging.melds`."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.cards import Rank, Suit
from games.words import Book, Either, Sentence

MELDS: dict[str, Sentence] = {
    "joker-in-set": ngettext_lazy(
        "The joker stands for one more {rank:name}.", "The jokers stand for {count} more {rank:many}.", "count"
    ),
    "joker-in-run": ngettext_lazy("The joker stands for {stands:the}.", "The jokers stand for {stands}.", "count"),
    "too-many": _("A set has at most four cards, not {count}."),
    "suit-twice": ngettext_lazy(
        "The suits in a set must all be different, and {cards:the} appears twice.",
        "The suits in a set must all be different, and {cards} appear twice.",
        "cards",
    ),
    "repeated-card": ngettext_lazy(
        "No card may appear twice in a run, and {cards:the} does.",
        "No card may appear twice in a run, and {cards} do.",
        "cards",
    ),
    "joker": _("Jokers are played only where the table has agreed on it."),
    "mixed-suits": _("A run is all of the same suit, not {suits:name}."),
    "mixed-ranks": _("A set is all of the same rank, not {ranks:many}."),
    "gap": Either(
        "jokers",
        with_=ngettext_lazy(
            "A run has no gaps: {missing:name} are missing, and {jokers} joker cannot stand for all of them.",
            "A run has no gaps: {missing:name} are missing, and {jokers} jokers cannot stand for all of them.",
            "jokers",
        ),
        without=ngettext_lazy(
            "A run has no gaps: {missing:the} is missing.", "A run has no gaps: {missing:name} are missing.", "missing"
        ),
    ),
}

THREE = _("A set: three {rank:many}")
FOUR = _("A set: four {rank:many}")
RUN = _("A run of {suit:name}, {low}–{high}")
BOOK = Book(MELDS, {}, {})


def set_name(rank: Rank, count: int) -> str:
    """A set of so many cards as a headline: “A set: three queens”."""
    return BOOK.write(THREE if count == 3 else FOUR, rank=rank)


def run_name(suit: Suit | None, low: Rank, high: Rank) -> str:
    """A run as a headline: “A run of clubs, 4–8”."""
    return BOOK.write(RUN, suit=suit, low=low, high=high)
