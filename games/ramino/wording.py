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
from games.words.melds import MELDS, NO_JOKERS, named

SENTENCES: dict[str, Sentence] = MELDS | {
    # what cards are
    "is-set": _("Three or four cards of the same rank are a set."),
    "is-set-of-suits": _("Three or four cards of the same rank, all of different suits, are a set."),
    "is-run": _("Three or more cards of the same suit in sequence are a run."),
    "ace-above": _("At your table the ace can also be high."),
    "ace-below": _("Here the ace is low."),
    "too-few": ngettext_lazy(
        "A meld needs at least three cards, not just {count:word}.",
        "A meld needs at least three cards, not just {count:word}.",
        "count",
    ),
    "too-long": _("A run has at most thirteen cards, with an ace at one end only."),
    "no-real-card": _("A meld needs at least two cards that are not jokers."),
    "few-real": _("A meld needs at least two cards that are not jokers."),
    "ace-high": _("The ace is always low: A-2-3 is a run, Q-K-A is not."),
    "around-the-ace": _("A run cannot go round the corner: K-A-2 is not a run."),
    # what a hand comes to
    "arranged": ngettext_lazy(
        "Your best arrangement has {count:word} meld.", "Your best arrangement has {count:word} melds.", "count"
    ),
    "none-arranged": _("There are no melds in your hand."),
    "left-over": ngettext_lazy(
        "The card left in hand counts {points}: no arrangement leaves less.",
        "The {count:word} cards left in hand count {points} together: no arrangement leaves less.",
        "count",
    ),
    "all-melded": _("Every card is in a meld: lay them all down, and you go out and win the hand."),
    "out-by-discard": _("Discard {cards:or} and everything else is in melds: you go out and win the hand."),
    "out-by-last-card": _("It is your last card: discard it and you win the hand."),
    "no-cards": _("You have no cards left: you have gone out."),
    # what may be laid off
    "onto-own": _("You can lay off {cards} on melds you laid down in earlier turns."),
    "onto-any": _("At your table you may lay off on anyone’s melds, so you can lay off {cards}."),
    "nothing-fits": _("No card in your hand fits a meld on the table."),
    "nothing-fits-own": _("No card in your hand fits a meld that you laid down in an earlier turn."),
    "none-own": _("You may lay off only on melds you laid down in earlier turns, and you have none on the table."),
    "barred": _("{cards:the} would fit other melds, but you may lay off only on those you laid down in earlier turns."),
    "no-melds-on-table": _("There are no melds on the table yet."),
    "read-anew": _("When a card is laid off, a joker in the meld may come to stand for another card."),
    "how-melds-grow": _("A run can be extended at either end, a set by the card of the missing suit."),
    "last-card": _("It is your last card: lay it off and you win the hand."),
    "last-but-one": _("Lay off one card and discard the other: you go out and win the hand."),
    # dealing
    "dealt": _("{players:word} players are dealt {cards:word} cards each."),
    "stock": _("That leaves {stock} cards for the stock, besides the one turned up to start the discard pile."),
    # score
    "open-points": Either(
        "best",
        with_=ngettext_lazy(
            "Nobody has reached {number} yet: the highest score is {lacking} point short.",
            "Nobody has reached {number} yet: the highest score is {lacking} points short.",
            "lacking",
        ),
        without=_("Nobody has any points yet: the first to reach {number} wins the match."),
    ),
    "open-deals": Either(
        "best",
        with_=ngettext_lazy(
            "The first to win {number:word} hand wins the match; the most anyone has won so far is {best:word}.",
            "The first to win {number:word} hands wins the match; the most anyone has won so far is {best:word}.",
            "number",
        ),
        without=ngettext_lazy(
            "Nobody has won a hand yet: the first to win {number:word} wins the match.",
            "Nobody has won a hand yet: the first to win {number:word} wins the match.",
            "number",
        ),
    ),
    "won-points": ngettext_lazy(
        "{winner} is the first to reach {number} point and wins the match.",
        "{winner} is the first to reach {number} points and wins the match.",
        "number",
    ),
    "won-deals": ngettext_lazy(
        "{winner} is the first to win {number:word} hand and wins the match.",
        "{winner} is the first to win {number:word} hands and wins the match.",
        "number",
    ),
    "deal-score": _("Hand {number}: {winner} scores {points}, the value of the cards the others still held."),
    "deal-score-doubled": _(
        "Hand {number}: {winner} went out in a single turn, so the {single} points the others still held "
        "count double: {points}."
    ),
    "ace-counts": _(
        "At your table an ace left in hand counts {points}; a jack, queen or king counts 10, every other "
        "card its face value."
    ),
    "joker-counts": _("A joker left in hand counts {points}."),
    "card-values": _("An ace counts 1, a jack, queen or king 10, every other card its face value."),
}

REFUSALS: dict[str, Sentence] = {
    "not-in-pack": NO_JOKERS,
    "hand-too-large": _("This tool takes hands of up to {most} cards; yours has {count}."),
    "table-no-meld": _("Meld {number} on the table is not a valid meld. {reasons:first}"),
    "no-such-meld": _("The table has no meld {at}: it has {count:word}, counted from 0."),
    "how-many-players": _("Ramino is for {least:word} to {most:word} players, not {count:word}."),
    "after-the-end": _("{winner} had already won the match before hand {number}."),
    "other-player": _("Hand {number} names “{name}”, who did not play the first hand."),
    "winner-holds": _("Hand {number}: {name} won it, so there is nothing to count for {name}."),
    "holds-nothing": _("Hand {number}: enter {name}’s cards or points. Only the winner has none left."),
    "below-zero": _("Hand {number}: {name}’s points cannot be below zero."),
    "more-than-pack": Either(
        "name",
        with_=_("Hand {number}, {name}: {count} points is too many; all the cards together are worth only {most}."),
        without=_("Hand {number}: {count} points in all is too many; all the cards together are worth only {most}."),
    ),
}

STEPS: dict[str, Sentence] = {
    "own": ngettext_lazy(
        "You laid down this meld in an earlier turn, so you may lay off on it.",
        "You laid down these melds in earlier turns, so you may lay off on them.",
        "count",
    ),
    "any": ngettext_lazy(
        "At your table you may lay off on anyone’s melds, so on this one.",
        "At your table you may lay off on anyone’s melds, so on all of these.",
        "count",
    ),
    "fits": ngettext_lazy("{cards:the} fits this meld.", "{cards} fit this meld, each on its own.", "cards"),
}
IN_DEAL = _("Hand {number}, {name}: {problem}")
WON = ngettext_lazy("{count} hand won", "{count} hands won", "count")
DISCARD = _("Discard {cards:or} to go out")
LAY_OFF = _("You can lay off {cards}")
SCORES = _("{winner} has gone out, and these are the cards the others still hold. How many points does {winner} score?")
SCORES_AT_ONCE = _(
    "{winner} has gone out in a single turn, without having laid down or laid off anything before, and "
    "these are the cards the others still hold. How many points does {winner} score?"
)
TO_POINTS = ngettext_lazy(
    "The first to reach {number} point wins the match. Has anybody won it?",
    "The first to reach {number} points wins the match. Has anybody won it?",
    "number",
)
TO_HANDS = ngettext_lazy(
    "The first to win {number:word} hand wins the match. Has anybody won it?",
    "The first to win {number:word} hands wins the match. Has anybody won it?",
    "number",
)
CONTESTED = ngettext_lazy(
    "{count:word} card fits a run as well as a set.", "{count:word} cards fit a run as well as a set.", "count"
)
BEST_LEAVES = Either(
    "count",
    with_=ngettext_lazy(
        "The best discard leaves {count} point in your hand.",
        "The best discard leaves {count} points in your hand.",
        "count",
    ),
    without=_("With the best discard you go out."),
)
AFTER_DISCARD = ngettext_lazy(
    "Discard {cards:or}, and {count} point is left in your hand: every other discard leaves more.",
    "Discard {cards:or}, and {count} points are left in your hand: every other discard leaves more.",
    "count",
)
SCORED = Either(
    "single",
    with_=_("{winner} went out in a single turn, so the {single} points the others still held count double: {points}."),
    without=_("{winner} scores {points}, the value of the cards the others still held."),
)
ONCE = _("Going out in a single turn earns nothing extra at your table.")
MELDS_COUNT = _("Every card still in hand counts, even one that would make a meld: it was not laid down in time.")
AFTER_WRONG_DISCARD = ngettext_lazy(
    "If you discard {card:the}, at least {count} point is left in your hand: another discard leaves fewer.",
    "If you discard {card:the}, at least {count} points are left in your hand: another discard leaves fewer.",
    "count",
)
NEAR_MISS = Either(
    "count",
    with_=ngettext_lazy(
        "With {card:the} you would have {meld:row}, and {count} point left in hand.",
        "With {card:the} you would have {meld:row}, and {count} points left in hand.",
        "count",
    ),
    without=_("With {card:the} you would have {meld:row}, and nothing left in hand."),
)


class RaminoBook(Book):
    def refusal(self, refused: Refused, notation: Notation, *, first: int = 1, **more: Any) -> str:
        """A refusal in words; of cards that stand on a score sheet, whose they are as well.

        :param first: the number of the first deal, where the sheet has only part of a match.
        """
        text = super().refusal(refused, notation, **more)
        match refused.field.split(".", 3):
            case ["deals", number, "hands", name] if refused.code in COMMON:
                return in_deal(int(number) + first, name, text)
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


def discard_goal(contested: int, points: int) -> str:
    """How many cards fit two melds, and how few points can be left in hand."""
    return f"{BOOK.write(CONTESTED, count=contested)} {BOOK.write(BEST_LEAVES, count=points)}"


def contested(count: int) -> str:
    """How many cards fit two melds."""
    return BOOK.write(CONTESTED, count=count)


def after_wrong_discard(card: Card, points: int) -> str:
    """What a discard leaves in hand at least, where another one leaves less."""
    return BOOK.write(AFTER_WRONG_DISCARD, card=card, count=points)


def after_discard(cards: Iterable[Card], points: int) -> str:
    """What the best discard, or each of them, leaves in hand."""
    return BOOK.write(AFTER_DISCARD, cards=tuple(cards), count=points)


def scored(winner: str, points: int, single: int) -> str:
    """What the winner of a hand scores; ``single`` is what it would be if it did not count double, 0 if it does not."""
    return BOOK.write(SCORED, winner=winner, points=points, single=single)


def lay_off_headline(fitting: Iterable[Card]) -> str:
    """Which cards can be laid off."""
    return BOOK.write(LAY_OFF, cards=tuple(fitting))


def open_to(count: int, is_any: bool) -> str:
    """On which melds may be laid off: on one's own, or on any."""
    return BOOK.write(STEPS["any" if is_any else "own"], count=count)


def fit(cards: Iterable[Card]) -> str:
    """Which cards a meld can grow by."""
    return BOOK.write(STEPS["fits"], cards=tuple(dict.fromkeys(cards)))


def in_deal(number: int, name: str, problem: str) -> str:
    """What is wrong with a hand of a score sheet, with its deal (from 1) and its player."""
    return BOOK.write(IN_DEAL, number=number, name=name, problem=problem)


def won(count: int) -> str:
    """How many deals somebody has won."""
    return BOOK.write(WON, count=count)


def scores(winner: str, at_once: bool) -> str:
    """The question what the winner of a hand scores."""
    return BOOK.write(SCORES_AT_ONCE if at_once else SCORES, winner=winner)


def to_points(number: int) -> str:
    """The question whether a match is won that is played to a number of points."""
    return BOOK.write(TO_POINTS, number=number)


def to_hands(number: int) -> str:
    """The question whether a match is won that is played to a number of hands won."""
    return BOOK.write(TO_HANDS, number=number)
