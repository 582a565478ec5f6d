"""Ramino's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.arranging.deadwood import Help
from games.arranging.melds import Reading, rungs
from games.cards import Card
from games.notation import Notation
from games.rulings import Refused
from games.words import COMMON, Book, Either, Sentence
from games.words.melds import MELDS, named

SENTENCES: dict[str, Sentence] = MELDS | {
    # what cards are
    "is-set": _("Three or four cards of one rank are a set."),
    "is-set-of-suits": _("Three or four cards of one rank, all of different suits, are a set."),
    "is-run": _("Three or more cards of one suit in sequence are a run."),
    "ace-above": _("At your table the ace can also be high."),
    "ace-below": _("Here the ace is low."),
    "too-few": ngettext_lazy(
        "A meld needs at least three cards, not just {count}.",
        "A meld needs at least three cards, not just {count}.",
        "count",
    ),
    "too-long": _("A run has thirteen cards at most, with an ace at one end only."),
    "no-real-card": _("A meld needs at least two cards that are not jokers."),
    "few-real": _("A meld needs at least two cards that are not jokers."),
    "ace-high": _("The ace is low only: A-2-3 is a run, Q-K-A is not."),
    "around-the-ace": _("A run cannot go round the corner: K-A-2 is not a run."),
    # what a hand comes to
    "arranged": ngettext_lazy(
        "The best arrangement lays down {count} meld.", "The best arrangement lays down {count} melds.", "count"
    ),
    "none-arranged": _("No cards of this hand make a meld."),
    "left-over": ngettext_lazy(
        "The card left over counts {points}: no arrangement leaves less.",
        "The {count} cards left over count {points} together: no arrangement leaves less.",
        "count",
    ),
    "all-melded": _("Every card stands in a meld: whoever lays them all down goes out and wins the deal."),
    "out-by-discard": _("Discard {cards:or} and everything else is in melds: you go out and win the deal."),
    "out-by-last-card": _("It is the last card in hand: discarded, it wins the deal."),
    "no-cards": _("There are no cards left in this hand: the player is out."),
    # what may be laid off
    "onto-own": _("Onto the player’s own melds of earlier turns these cards may go: {cards}."),
    "onto-any": _("Your table lets cards go onto any meld, whoever laid it: {cards}."),
    "nothing-fits": _("No card of this hand fits a meld on the table."),
    "nothing-fits-own": _("No card of this hand fits a meld that the player laid in an earlier turn."),
    "none-own": _("Cards go only onto melds that the player laid in an earlier turn, and none of these is one."),
    "barred": _("These cards would fit other melds, but those are not the player’s own of earlier turns: {cards}."),
    "no-melds-on-table": _("There is no meld on the table yet."),
    "read-anew": _("A joker on the table may take another place in its meld when a card comes to it."),
    "how-melds-grow": _("A run grows at its two ends, a set by the fourth suit."),
    "last-card": _("It is the last card in hand: laid off, it wins the deal."),
    "last-but-one": _("One card laid off, the other discarded: that goes out and wins the deal."),
    # dealing
    "dealt": _("{players} players are dealt {cards} cards each."),
    "stock": _("{stock} cards are left as the stock, besides the one turned up for the discard pile."),
    # score
    "open-points": ngettext_lazy(
        "Nobody has reached {number} yet: the leader needs {lacking} more point.",
        "Nobody has reached {number} yet: the leader needs {lacking} more points.",
        "lacking",
    ),
    "open-deals": ngettext_lazy(
        "The match goes to the first to win {number} deal; the most won so far: {best}.",
        "The match goes to the first to win {number} deals; the most won so far: {best}.",
        "number",
    ),
    "won-points": ngettext_lazy(
        "{winner} is the first to reach {number} point and wins the match.",
        "{winner} is the first to reach {number} points and wins the match.",
        "number",
    ),
    "won-deals": ngettext_lazy(
        "{winner} is the first to win {number} deal and wins the match.",
        "{winner} is the first to win {number} deals and wins the match.",
        "number",
    ),
    "deal-score": _("Deal {number} brings {winner} the value of all cards left in the other hands: {points}."),
    "deal-score-doubled": _(
        "Deal {number}: {winner} went out in a single turn, so the points left in the other hands ({single}) "
        "count double: {points}."
    ),
    "ace-counts": _("Here an ace left in hand counts {points}, jack, queen and king 10, every other card its number."),
    "joker-counts": _("A joker left in hand counts {points}."),
    "card-values": _("An ace counts 1, jack, queen and king 10, every other card its number."),
}

REFUSALS: dict[str, Sentence] = {
    "hand-too-large": _("Only hands of up to {most} cards can be read here; this one has {count}."),
    "table-no-meld": _("Meld {number} on the table is not a valid meld. {reasons:first}"),
    "no-such-meld": _("There is no meld number {at}: they are counted from 0, and the table has {count}."),
    "how-many-players": _("Ramino is played by {least} to {most} players, not {count}."),
    "after-the-end": _("{winner} had already won the match before deal {number}."),
    "other-player": _("Deal {number} names “{name}”, who did not play the first deal."),
    "winner-holds": _("Deal {number}: {name} won it and so has no cards left."),
    "holds-nothing": _("Deal {number}: enter {name}’s cards or points. Only the winner has none left."),
    "below-zero": _("Deal {number}: the points that {name} still held cannot be below zero."),
    "more-than-pack": _(
        "Deal {number}, {name}: {count} points is too many; all the cards together are worth only {most}."
    ),
}

IN_DEAL = _("Deal {number}, {name}: {problem}")
WON = ngettext_lazy("{count} deal won", "{count} deals won", "count")
DISCARD = _("Discard {cards:or} to go out")
NEAR_MISS = Either(
    "count",
    with_=ngettext_lazy(
        "With {card:the} you would have {meld:row}, and {count} point left over.",
        "With {card:the} you would have {meld:row}, and {count} points left over.",
        "count",
    ),
    without=_("With {card:the} you would have {meld:row}, and nothing left over."),
)


class RaminoBook(Book):
    def refusal(self, refused: Refused, notation: Notation, **more: Any) -> str:
        """A refusal in words; of cards that stand on a score sheet, whose they are as well."""
        text = super().refusal(refused, notation, **more)
        match refused.field.split(".", 3):
            case ["deals", number, "hands", name] if refused.code in COMMON:
                return in_deal(int(number) + 1, name, text)
        return text


BOOK = RaminoBook(SENTENCES, REFUSALS, {})


def meld_name(meld: Reading) -> str:
    """A meld as a verdict: “A set: three queens”."""
    assert meld.kind is not None
    return named(meld.kind, meld.cards, rungs(meld.start, len(meld.cards)))


def near_miss(help: Help) -> str:
    """What a card would do for a hand: “With the five of hearts you would have 4♥ 5♥ 6♥, and 3 points left over.”"""
    return BOOK.write(NEAR_MISS, card=help.card, meld=help.meld, count=help.points)


def discard_headline(outs: Iterable[Card]) -> str:
    """That one discard goes out."""
    return BOOK.write(DISCARD, cards=tuple(outs))


def in_deal(number: int, name: str, problem: str) -> str:
    """What is wrong with a hand of a score sheet, with its deal (from 1) and its player."""
    return BOOK.write(IN_DEAL, number=number, name=name, problem=problem)


def won(count: int) -> str:
    """How many deals somebody has won."""
    return BOOK.write(WON, count=count)
