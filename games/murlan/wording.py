"""Murlan's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.cards import Card
from games.murlan.rules import LADDER, Combination, Kind
from games.notation import Notation
from games.rulings import Reason, Refused
from games.words import Book, Either, Phrase, Sentence, Text

Who = Callable[[int], str]
"""What a player is called in a sentence, by the seat."""
PEOPLE = ("who", "leader", "seat", "skipped")
"""The figures that name players by seat, one or several."""

KINDS: dict[Kind, Text] = {
    Kind.SINGLE: pgettext_lazy("combinations", "Singles"),
    Kind.PAIR: pgettext_lazy("combinations", "Pairs"),
    Kind.TRIPLE: pgettext_lazy("combinations", "Triples"),
    Kind.QUAD: pgettext_lazy("combinations", "Quads"),
    Kind.STRAIGHT: pgettext_lazy("combinations", "Straights"),
}

KIND: dict[Kind, Text] = {
    Kind.SINGLE: pgettext_lazy("combination", "A single"),
    Kind.PAIR: pgettext_lazy("combination", "A pair"),
    Kind.TRIPLE: pgettext_lazy("combination", "A triple"),
    Kind.QUAD: pgettext_lazy("combination", "A quad"),
    Kind.STRAIGHT: pgettext_lazy("combination", "A straight"),
}

SENTENCES: dict[str, Sentence] = {
    # what cards are
    "is-single": _("Any card can be played as a single, here {combination}."),
    "is-of-a-kind": _("Cards of the same rank can be played together, here {combination}."),
    "is-straight": _("The ranks follow one another without a gap: {combination}."),
    "is-joker-single": _("A joker is played on its own."),
    "is-joker-pair": _("Your table plays the two jokers together as the highest pair."),
    "jokers-no-pair": _("The two jokers differ in rank, so together they are not a pair."),
    "joker-with-others": _("A joker is always played on its own: it cannot go with other cards or replace one."),
    "straight-short": ngettext_lazy(
        "A straight needs at least five cards, not just {length:word}.",
        "A straight needs at least five cards, not just {length:word}.",
        "length",
    ),
    "not-one-rank": _("Two, three or four cards make a combination only if they are all of the same rank."),
    "straight-repeat": ngettext_lazy(
        "No rank may appear twice in a straight, but {ranks:the} does.",
        "No rank may appear twice in a straight, but {ranks:the} do.",
        "ranks",
    ),
    "only-five-kinds": _(
        "There are only singles, pairs, triples, quads and straights: no full houses, no consecutive pairs."
    ),
    "straight-around": _("A straight cannot go past the ace: J-Q-K-A-2 is not a straight."),
    "straight-gap": ngettext_lazy(
        "A straight has no gaps: {missing:the} is missing between {low:the} and {high:the}.",
        "A straight has no gaps: the {missing:name} are missing between {low:the} and {high:the}.",
        "missing",
    ),
    # leading
    "lead": _("Nothing is on the table, so you may lead any combination."),
    "lead-plays": _("Nothing is on the table: lead any combination you like."),
    "no-cards": _("You have no cards left: you are out."),
    "opening-holds-three": _("The first play of the match includes the 3♠, as it must."),
    "opening-needs-three": _("The first play of the match must include the 3♠."),
    "opening-not-yours": _("The player with the 3♠ makes the first play of the match, but you do not have it."),
    "opening-plays": _("The first play of the match must include the 3♠: all of these do."),
    # beating
    "other-kind": _("You must play the same kind of combination: {played} cannot go on {table}."),
    "other-length": _(
        "A straight is beaten only by one of the same length: the one on the table has "
        "{table.length:word} cards, yours has {played.length:word}."
    ),
    "same-number": _("You must play as many cards as there are on the table."),
    "higher": _("It is the same kind, and higher: {played} on {table}."),
    "not-higher": _("It has to be higher: {played} cannot beat {table}."),
    "joker-pair-top": _("At your table the two jokers are the highest pair."),
    "order": _("Above the ten the ranks rise in this order: jack, queen, king, ace, two, black joker, red joker."),
    "straight-next": _(
        "It is the same length, and its top card is exactly one step higher: {played.rank:the} above {table.rank:the}."
    ),
    "ace-high": _("A straight with the ace on top is the highest of its length."),
    "ace-low": _("The ace is low here: {straight.rank:the} is on top."),
    "straight-any": _("It is higher and of the same length: at your table that is enough to beat a straight."),
    "straight-too-high": _(
        "A straight with {table.rank:the} on top is beaten only by the next one up, with "
        "{table.above:the} on top; yours has {played.rank:the} on top."
    ),
    "straight-not-higher": _(
        "It has to be higher: a straight with {played.rank:the} on top cannot beat one with {table.rank:the} on top."
    ),
    "equal-never-beats": _("Equal rank is not enough."),
    "bomb-beats-all": _("A quad beats any other combination, so it beats {table} as well."),
    "bomb-on-table": _("There is a quad on the table, and only a higher quad beats it."),
    "bomb-higher": _("The higher quad beats the lower: {played} on {table}."),
    "bomb-not-higher": _("A quad is beaten only by a higher quad: {played} cannot beat {table}."),
    "flush-is-plain": _("A straight in one suit is a straight like any other."),
    "flush-beats-all": _("At your table a straight in one suit beats everything."),
    "flush-on-table": _("A straight in one suit has been played: at your table only a higher one beats it."),
    "flush-length": _(
        "A straight in one suit is beaten only by another of the same length: {table.length:word} cards."
    ),
    "flush-not-higher": _(
        "Both straights are in one suit, but yours, with {played.rank:the} on top, is not higher than "
        "one with {table.rank:the} on top."
    ),
    "flush-higher": _("Both straights are in one suit and of the same length: the higher one wins."),
    # what a hand can do
    "must-pass": _("Nothing in your hand beats the cards on the table: you pass."),
    "beaten-by-follow": _(
        "The combination on the table is beaten by a higher one of the same kind, with the same number of cards."
    ),
    "beaten-by-straight-step": _(
        "A straight is beaten by one of the same length whose top card is exactly one step higher."
    ),
    "beaten-by-straight-any": _("At your table a straight is beaten by any higher one of the same length."),
    "beaten-by-bombs": _("A quad beats every other combination and any lower quad."),
    "beaten-by-straight-flush": _("At your table a straight in one suit beats everything."),
    # turn by turn
    "holder-starts": _("{who} holds the 3♠ and starts."),
    "starter-starts": _("{who} starts the hand."),
    "leads": _("{who} leads."),
    "passes": _("{who} passes."),
    "must-lead": _("{who} leads this round and cannot pass."),
    "goes-out": _("{who} has no cards left and is out."),
    "round-over": _("All the others have passed: the round is over, and {who} leads the next one."),
    "lead-goes-on": _(
        "Nobody has beaten the last play of {who}, who is out: {leader} leads, the next player in turn with cards."
    ),
    "hand-over": _("{who} is the only player with cards left: the hand is over."),
    "turn-passes": _("The turn passes to the left, to {who}."),
    "turn-skips": ngettext_lazy(
        "{skipped} is out, so the turn passes on to {who}.",
        "{skipped} are out, so the turn passes on to {who}.",
        "skipped",
    ),
    "plays-again": _("{who} has passed in this round, but may play again now."),
    # between hands
    "both-jokers": _("The player who came last was dealt both jokers, so nothing is exchanged."),
    "exchange": _(
        "The player who came last gives their highest card ({given:or}) to the player who "
        "came first, who gives back a card from 3 to 10 ({back:or})."
    ),
    "exchange-no-low-card": _(
        "The player who came last gives their highest card ({given:or}) to the player who "
        "came first, who holds nothing from 3 to 10 and gives back their lowest card "
        "({back:or})."
    ),
    "first-starts": _("With no exchange, the player who came first starts the hand."),
    "last-starts": _("The player who came last starts the hand."),
    # score
    "open": Either(
        "best",
        with_=ngettext_lazy(
            "Nobody has reached {target} yet: the highest score is {lacking} point short.",
            "Nobody has reached {target} yet: the highest score is {lacking} points short.",
            "lacking",
        ),
        without=_("Nobody has any points yet: the first to reach {target} wins the match."),
    ),
    "won": _("{there} is the only player with {target} points or more, and wins the match."),
    "raised": _("{there} have each reached {target} points, so the target rises to {raised}."),
    "won-at-last": _("The target goes no higher than 51: {leaders} has the highest score, {best}, and wins."),
    "points": _("In the last hand {names[0]} scored 3 points, {names[1]} 2, {names[2]} 1 and {names[3]} none."),
    "shared": _("At 51 the highest score wins, but {leaders} are tied: one more hand is played."),
}

REFUSALS: dict[str, Sentence] = {
    "suit-opens": _("Enter the suit of the 3 too: the first play of the match must include the 3♠."),
    "suit-counts": _(
        "Enter the suits too: at your table a straight in one suit beats everything, and {card:the} "
        "could be part of one."
    ),
    "opening-with-table": _(
        "The table is empty at the first play of the match: remove the cards from it, or untick this."
    ),
    "table-no-combination": _("The cards on the table are not a combination. {reasons:first}"),
    "four-hands": _("Murlan is for four players: enter four hands, not {count:word}."),
    "uneven": _("All 54 cards are dealt: two players get 14 cards and two get 13, not {counts}."),
    "no-seat": _("There is no seat {at}: seats are numbered from 0 to {last}."),
    "no-move": _("Move {number}: {reasons:first}"),
    "not-held": _("Move {number}: {card:the} is not in the hand of {seat}."),
    "after-the-end": _("{winner} had already won the match before hand {hand}."),
    "four-names": _("Hand {hand}: choose each of the four players once."),
    "other-name": _("Hand {hand} names “{name}”, who is not one of the four players."),
}

STEPS: dict[str, Sentence] = {
    "gives": _("The player who came last gives their highest card to the player who came first: {given:or}."),
    "gives-back": _("The player who came first gives back a card from 3 to 10: {back:or}."),
    "gives-back-lowest": _(
        "The player who came first holds nothing from 3 to 10 and gives back their lowest card: {back:or}."
    ),
    "lead": _("{who} leads {combination}."),
    "play": _("{who} plays {combination}."),
    "pass": ngettext_lazy("{names} passes.", "{names} pass.", "names"),
    "hand": _("Hand {number}: {names[0]} scores 3 points, {names[1]} 2, {names[2]} 1 and {names[3]} none."),
}
HEADLINES: dict[str, Sentence] = {
    "leads": _("{who} leads"),
    "plays-next": _("{who} plays next"),
    "over": _("The hand is over"),
}
PRACTICE: dict[str, Sentence] = {
    "last-starts": _("As cards are exchanged, the player who came last starts the hand."),
    "in-front": ngettext_lazy(
        "{who} is in front: {scored:sum} = {points} point.",
        "{who} is in front: {scored:sum} = {points} points.",
        "points",
    ),
}
PLAYS = ngettext_lazy("You have {count:word} play", "You have {count:word} plays to choose from", "count")


def phrase(play: Combination) -> Phrase:
    """A combination as it stands in a sentence, with the rank that counts and the one above that."""
    kind = "joker-pair" if play.kind is Kind.PAIR and play.cards[0].is_joker else play.kind.value
    above = LADDER[min(play.height, len(LADDER) - 1)]
    return Phrase(kind, card=play.cards[0], rank=Card.of(play.value).rank, length=play.length, above=above)


BOOK = Book(SENTENCES, REFUSALS, {Combination: phrase})


def _people(figures: Mapping[str, Any], who: Who) -> dict[str, Any]:
    """The players among the figures by what they are called, in the reasons among them as well."""
    named: dict[str, Any] = {
        name: tuple(map(who, seats)) if isinstance(seats := figures[name], tuple) else who(seats)
        for name in PEOPLE
        if name in figures
    }
    if "reasons" in figures:
        named["reasons"] = tuple(
            Reason(each.rule, each.code, **{**each.figures, **_people(each.figures, who)})
            for each in figures["reasons"]
        )
    return named


def tell(reason: Reason, who: Who) -> str:
    """A reason of a hand that is told turn by turn, as a sentence with the names of its players."""
    return BOOK.say(reason, **_people(reason.figures, who))


def refusal(refused: Refused, notation: Notation, who: Who) -> str:
    """A refusal of such a hand as a sentence, cards in the letters of the notation."""
    return BOOK.refusal(refused, notation, **_people(refused.figures, who))


def gives(given: Sequence[Card]) -> str:
    """What the last player gives the first."""
    return BOOK.write(STEPS["gives"], given=tuple(given))


def gives_back(back: Sequence[Card], is_low: bool) -> str:
    """What the first player gives back: a low card, or the lowest where there is none."""
    return BOOK.write(STEPS["gives-back" if is_low else "gives-back-lowest"], back=tuple(back))


def played(who: str, combination: Combination, *, leads: bool) -> str:
    """What a player puts down in turn, as the first of a round or after others."""
    return BOOK.write(STEPS["lead" if leads else "play"], who=who, combination=combination)


def passing(names: Sequence[str]) -> str:
    """Who passes, one after another."""
    return BOOK.write(STEPS["pass"], names=tuple(names))


def turn_headline(code: str, who: str = "") -> str:
    """Whose turn it is, as a verdict."""
    return BOOK.write(HEADLINES[code], who=who)


def hand_scores(number: int, order: Sequence[str]) -> str:
    """What the hand with this number brings the players, in the order in which they went out."""
    return BOOK.write(STEPS["hand"], number=number, names=tuple(order))


def kinds_name(kind: Kind) -> str:
    """A kind of combination as the heading of a list."""
    return str(KINDS[kind])


def combination_name(combination: Combination) -> str:
    """A combination by name: “a pair of eights”, “the queen of hearts”."""
    return f"{phrase(combination)}"


def last_starts() -> str:
    """Who starts a hand where cards are exchanged."""
    return BOOK.write(PRACTICE["last-starts"])


def in_front(who: str, scored: Sequence[int]) -> str:
    """Who has the most points, and how they come to that hand by hand."""
    return BOOK.write(PRACTICE["in-front"], who=who, scored=tuple(scored), points=sum(scored))


def plays_count(count: int) -> str:
    """How many plays a hand has."""
    return BOOK.write(PLAYS, count=count)
