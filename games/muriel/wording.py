"""Muriel's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.cards import Card
from games.muriel import rules
from games.notation import Notation
from games.rulings import Reason, Refused
from games.words import Book, CardFigure, Described, Either, Sentence

Who = Callable[[int], str]
"""What a player is called in a sentence: of a hand by the seat, of a single trick by the place in order of play."""
PEOPLE = ("taker", "leader", "heir", "seat", "seats", "holder")
"""The figures that name players by seat or place."""
LEAD = "muriel.lead"
"""The ruling by which cards come to a trick."""
AFTERWARDS = {"muriel.values", "muriel.strays", "muriel.next-lead"}
"""The rulings whose reasons tell of a trick what comes when it is clear whose the claims are."""

SENTENCES: dict[str, Sentence] = {
    # a trick
    "muriel": _("Both jokers in one trick make a muriel: {taker}, who played the second, takes both."),
    "bonus": _("The two next-highest cards are bonus claims: {cards}."),
    "bonus-alone": _("The only other card of this short trick is the bonus claim: {cards}."),
    "bonus-shared": _("Among equal cards, those played first are the bonus claims."),
    "one-card": _("The trick has only one card: {taker}, who played it, takes it as the claim."),
    "two-cards": _("A trick of two cards has no strays: both are claims."),
    "highest-takes": _("{taker} played the highest card, {card:the}, and takes the claims: {cards}."),
    "second-shared": _("Of the cards tied for second highest, the one played first is the second claim."),
    "second-takes": _("The two highest cards, {cards}, are equal: {taker}, who played the second of them, takes both."),
    "second-takes-of-many": _(
        "{cards} tie for highest: {taker}, who played the second of them, takes the second and the third."
    ),
    "led-counts-first": _("The led card, {card:the}, counts as played first, though it is turned up last."),
    "worth": ngettext_lazy(
        "That scores {cards:sum points} = {points} point.",
        "That scores {cards:sum points} = {points} points.",
        "points",
    ),
    "worth-one": ngettext_lazy("That scores {points} point.", "That scores {points} points.", "points"),
    "strays": ngettext_lazy(
        "The other card is a stray: the player who leads next picks it up.",
        "The other {cards:count word} cards are strays: the player who leads next picks them up.",
        "cards",
    ),
    "left-next": _("The player on the leader’s left leads next."),
    "taker-next": _("At your table the player who takes the claims leads next: {taker}."),
    # a hand
    "dealer-leads": _("The dealer leads the first trick: {leader}."),
    "all-dealt": _("All 54 cards are dealt, six to each of the nine players."),
    "face-down": _("{leader} leads any card, face down, and turns it up when the others have followed."),
    "following": ngettext_lazy(
        "{seat} plays the last card of the trick: any card, face up.",
        "{seat} follows with any card, face up; {left:word} cards are still to come.",
        "left",
    ),
    "left-led-next": _("The lead passes to the left, from {leader} to {heir}."),
    "taker-led-next": _("At your table the player who took the claims leads next: {taker}."),
    "picked-up": ngettext_lazy(
        "{heir} picks up the stray: {cards}.",
        "{heir} picks up the {cards:count word} strays: {cards}.",
        "cards",
    ),
    "lead-passed-on": _("There are no strays and {heir} has no cards, so the lead passes on to the left, to {leader}."),
    "strategic-known": _("{leader} now holds nothing but strays: a strategic known."),
    "passing": ngettext_lazy("{seats} has no cards and passes.", "{seats} have no cards and pass.", "seats"),
    "hand-over": _("Nobody has any cards left: the hand is over."),
    "hand-scores": ngettext_lazy(
        "Everyone scores the cards in their own pile: {seats} has the most, {points} points.",
        "Everyone scores the cards in their own pile: {seats} have the most, {points} points each.",
        "seats",
    ),
    "all-points": _("The piles hold {points} points in all."),
    # a match
    "won": _("{winner} is the first to reach {target} points and wins with {points}."),
    "won-highest": _("{names} have reached {target} points: the highest score wins, {winner} with {points}."),
    "tied": _("{names} tie for the highest score with {points} points: another hand is played."),
    "open": Either(
        "best",
        with_=ngettext_lazy(
            "Nobody has {target} points yet: the highest score is {lacking} point short.",
            "Nobody has {target} points yet: the highest score is {lacking} points short.",
            "lacking",
        ),
        without=_("Nobody has any points yet: the first to reach {target} wins the match."),
    ),
    "values": _("A joker counts 20, a king 15, a queen 14, a jack 11, an ace 1, every other card its face value."),
    "not-all-points": ngettext_lazy(
        "Hand {number} adds up to {points} point, but the pack holds {pack}: a pile may be missing or miscounted.",
        "Hand {number} adds up to {points} points, but the pack holds {pack}: a pile may be missing or miscounted.",
        "points",
    ),
}

REFUSALS: dict[str, Sentence] = {
    "how-many-cards": _("A trick has one to {most:word} cards, one from each player, not {count:word}."),
    "names-for-cards": _(
        "The number of names ({names}) does not match the number of cards ({cards}): name who played each card, "
        "or leave out the names."
    ),
    "nine-hands": _("Muriel is for nine players: enter nine hands, not {count:word}."),
    "six-cards": _("{seat} must be dealt {dealt:word} cards, not {count:word}."),
    "no-seat": _("There is no seat {at}: seats are numbered from 0 to {last}."),
    "twice-in-trick": _("Trick {number}: {card:the} appears twice."),
    "one-too-many": ngettext_lazy(
        "Trick {number} is complete with {count:word} card: {card:the} is one too many.",
        "Trick {number} is complete with {count:word} cards: {card:the} is one too many.",
        "count",
    ),
    "not-held": Either(
        "holder",
        with_=_("Trick {number}: it is {seat}’s turn, but {holder} holds {card:the}."),
        without=Either(
            "retired",
            with_=_(
                "Trick {number}: it is {seat}’s turn, but {card:the} cannot be played, because it is in a scoring pile."
            ),
            without=_("Trick {number}: it is {seat}’s turn, but {card:the} is not in their hand."),
        ),
    ),
    "unfinished": _("Trick {number} is not finished: it is {seat}’s turn."),
    "empty-trick": _("Trick {number} is empty, but {seat} still has cards to lead."),
    "after-the-hand": _("Trick {number}: the hand is over, and nobody has any cards left."),
    "too-many-players": _("Muriel is for nine players: enter nine, not {count:word}."),
    "after-the-end": _("{winner} had already won the match before hand {number}."),
    "below-zero": _("Hand {number}: {name}’s score cannot be negative ({at})."),
}

HEADLINES: dict[str, Sentence] = {
    "takes": ngettext_lazy("{who} takes {points} point", "{who} takes {points} points", "points"),
    "takes-so-far": ngettext_lazy("{who} takes {points} point so far", "{who} takes {points} points so far", "points"),
    "leads": _("Trick {number}: {who} leads"),
    "plays": _("Trick {number}: {who} plays"),
    "over": ngettext_lazy(
        "The hand is over: {names} has the most, {points} points",
        "The hand is over: {names} have the most, {points} points each",
        "names",
    ),
}
STEPS: dict[str, Sentence] = {
    "leads": _("{who} leads a card face down."),
    "turns-up": _("{who} turns the led card up."),
    "went": ngettext_lazy(
        "{leader} led; {taker} took {points} point.", "{leader} led; {taker} took {points} points.", "points"
    ),
    "went-alone": ngettext_lazy(
        "{leader} led and took {points} point.", "{leader} led and took {points} points.", "points"
    ),
}
LABELS: dict[str, Sentence] = {
    "player": _("Player {number}"),
    "led-card": _("Led card"),
    "card": _("Card {number}"),
    "pile": _("On the scoring pile: {who}"),
    "strays": _("Strays, picked up by the next leader: {who}"),
    "strays-left": _("Strays, picked up by the player on {who}’s left"),
    "in-hand": _("{name}: {problem}"),
    "who-begins": _("{who} has dealt. Who plays the first card?"),
}
PUZZLES: dict[str, Sentence] = {
    "who-gives-least": _(
        "It is {who}’s turn. Which card holds the others to the fewest points by the end of the hand, however they play?"
    ),
    "given-more": ngettext_lazy(
        "If {who} plays {card:the}, the others may get {points} point by the end of the hand; another card gives them fewer.",
        "If {who} plays {card:the}, the others may get {points} points by the end of the hand; another card gives them fewer.",
        "points",
    ),
    "given": ngettext_lazy(
        "If {who} plays {card:the}, the others get {points} point at most by the end of the hand; no other card gives them fewer.",
        "If {who} plays {card:the}, the others get {points} points at most by the end of the hand; no other card gives them fewer.",
        "points",
    ),
    "ahead": ngettext_lazy(
        "The led card is known; one more trick with more than one player may follow.",
        "The led card is known; up to {ahead:word} more tricks with more than one player may follow.",
        "ahead",
    ),
    "ahead-hidden": ngettext_lazy(
        "The led card is one of {leads:word}; one more trick with more than one player may follow.",
        "The led card is one of {leads:word}; up to {ahead:word} more tricks with more than one player may follow.",
        "ahead",
    ),
    "led": _("{who} has led one of these cards and still holds the rest"),
    "led-known": _("The led card, all that {who} had"),
    "holds": _("{who}’s hand"),
}
PRACTICE: dict[str, Sentence] = {
    "turn-next": _("After {last} it is {who}’s turn: the next player to the left."),
    "turn-first": _("After {last} it is {who}’s turn: the first player to the left who still has cards."),
    "holds-besides": ngettext_lazy(
        "With the {held:word} card already in hand, that makes {total}.",
        "With the {held:word} cards already in hand, that makes {total}.",
        "held",
    ),
    "holds-none-besides": _("{who} had no cards left, so the strays are the whole hand."),
    "holds": ngettext_lazy("{who} holds {held:word} card.", "{who} holds {held:word} cards.", "held"),
}
LEADER, PLAYER_OF_CARD = _("the leader"), _("player {number}")
LED = pgettext_lazy("card of a trick", "led")


class Scored(CardFigure):
    """A card that stands in a sentence by its points as well."""

    def __format__(self, form: str) -> str:
        return str(rules.value(self.card)) if form == "points" else super().__format__(form)


BOOK = Book(SENTENCES, REFUSALS, {Card: Scored})


def _people(figures: Mapping[str, Any], who: Who) -> dict[str, Any]:
    """The players among the figures by what they are called."""
    named = {name: figures[name] for name in PEOPLE if figures.get(name) is not None}
    return {name: who(at) if isinstance(at, int) else tuple(map(who, at)) for name, at in named.items()}


def say(reason: Reason, who: Who) -> str:
    """A reason as a sentence in the active language."""
    return BOOK.say(reason, **_people(reason.figures, who))


def refusal(refused: Refused, notation: Notation, who: Who) -> str:
    """A refusal as a sentence in the active language, cards in the letters of the notation."""
    return BOOK.refusal(refused, notation, **_people(refused.figures, who))


def player(at: int) -> str:
    """A player without a name."""
    return BOOK.write(LABELS["player"], number=at + 1)


def player_of_card(at: int) -> str:
    """A player of whom nothing is known but which card of a trick was theirs."""
    return Described(LEADER if at == 0 else PLAYER_OF_CARD.format(number=at + 1))


def card_number(place: int) -> str:
    """What a card of a trick is called where its player is asked for."""
    return BOOK.write(LABELS["card" if place else "led-card"], number=place + 1)


def short_number(place: int) -> str:
    """The same under the drawn card, where there is little room."""
    return str(place + 1 if place else LED)


def pile_of(who: str) -> str:
    """Above what goes into a scoring pile."""
    return BOOK.write(LABELS["pile"], who=who)


def strays_to(who: str) -> str:
    """Above the strays, where it is known who takes them."""
    return BOOK.write(LABELS["strays"], who=who)


def strays_left_of(who: str) -> str:
    """Above the strays, where only the leader is known."""
    return BOOK.write(LABELS["strays-left"], who=who)


def went(leader: str, taker: str, points: int) -> str:
    """A trick of a hand in a line: who led it, and who took how much."""
    code = "went-alone" if leader == taker else "went"
    return BOOK.write(STEPS[code], leader=leader, taker=taker, points=points)


def takes(who: str, points: int, *, is_whole: bool) -> str:
    """Who takes the claims of a trick, as a verdict; of one that not everybody has played to, who would as it stands."""
    return BOOK.write(HEADLINES["takes" if is_whole else "takes-so-far"], who=who, points=points)


def to_play(who: str, number: int, placed: int) -> str:
    """Whose turn it is in the trick with this number (from 1), as a verdict."""
    return BOOK.write(HEADLINES["plays" if placed else "leads"], who=who, number=number)


def hand_over(names: Sequence[str], points: int) -> str:
    """The end of a hand as a verdict, with those who scored most."""
    return BOOK.write(HEADLINES["over"], names=tuple(names), points=points)


def leads(who: str) -> str:
    """The first step of a trick."""
    return BOOK.write(STEPS["leads"], who=who)


def turns_up(who: str) -> str:
    """The last step of a trick before the claims are known."""
    return BOOK.write(STEPS["turns-up"], who=who)


def in_hand_of(who: str, problem: str) -> str:
    """What is wrong with a hand as it was dealt, with its player."""
    return BOOK.write(LABELS["in-hand"], name=who, problem=problem)


def who_begins(dealer: str) -> str:
    """Whose turn it is before the first trick, as a question."""
    return BOOK.write(LABELS["who-begins"], who=dealer)


def whose_turn(last: str, who: str, *, is_next: bool) -> str:
    """Whose turn it is after a card was played, by the next player or past some who have no cards."""
    return BOOK.write(PRACTICE["turn-next" if is_next else "turn-first"], last=last, who=who)


def holds_with_strays(who: str, held: int, strays: int) -> str:
    """How many cards a leader has who picks up strays."""
    return BOOK.write(
        PRACTICE["holds-besides" if held else "holds-none-besides"], who=who, held=held, total=held + strays
    )


def holds_alone(who: str, held: int) -> str:
    """How many cards a leader has who picks nothing up."""
    return BOOK.write(PRACTICE["holds"], who=who, held=held)


def who_gives_least(who: str) -> str:
    """What a puzzle asks of the player whose turn it is."""
    return BOOK.write(PUZZLES["who-gives-least"], who=who)


def gives(who: str, card: Card, points: int) -> str:
    """What the right card of a puzzle gives away."""
    return BOOK.write(PUZZLES["given"], who=who, card=card, points=points)


def gives_more(who: str, card: Card, points: int) -> str:
    """What a wrong card of a puzzle gives away."""
    return BOOK.write(PUZZLES["given-more"], who=who, card=card, points=points)


def to_think_through(ahead: int, leads: int) -> str:
    """What is to be done for a puzzle: how many tricks to look ahead, and how many led cards there may be."""
    return BOOK.write(PUZZLES["ahead" if leads == 1 else "ahead-hidden"], ahead=ahead, leads=leads)


def led_from(who: str, leads: int) -> str:
    """Above the cards one of which is the led one."""
    return BOOK.write(PUZZLES["led-known" if leads == 1 else "led"], who=who)


def holds(who: str) -> str:
    """Above the cards that a player has in hand."""
    return BOOK.write(PUZZLES["holds"], who=who)
