"""Machiavelli's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.cards import Card
from games.machiavelli.rules import Recognition
from games.words import Book, Either, Sentence
from games.words.melds import MELDS, NO_JOKERS, named

SENTENCES: dict[str, Sentence] = MELDS | {
    # what a group is
    "is-set": _("{count:word} {rank:many} of different suits are a set."),
    "is-set-any-suit": _("{count:word} {rank:many} are a set: at your table suits may repeat."),
    "is-run": ngettext_lazy(
        "{count:word} card of the same suit in sequence, from {low:the} to {high:the}, is a run.",
        "{count:word} cards of the same suit in sequence, from {low:the} to {high:the}, are a run.",
        "count",
    ),
    "repeated-card": ngettext_lazy(
        "Apart from an ace at each end, no card may appear twice in a run, but {cards:the} does.",
        "Apart from an ace at each end, no card may appear twice in a run, but {cards} do.",
        "cards",
    ),
    "ace-high": _("Here the ace ranks above the king."),
    "ace-both": _("With an ace at each end it is the longest run there is."),
    "goes-round": _("At your table a run can go on past the ace to the 2."),
    "too-few": ngettext_lazy(
        "A group needs at least three cards, not just {count:word}.",
        "A group needs at least three cards, not just {count:word}.",
        "count",
    ),
    "no-real-card": _("A group needs at least one card that is not a joker."),
    "around-the-ace": _("The ace ends a run, below the 2 or above the king: a run cannot go past it."),
    "too-long": _("A run has at most fourteen cards, from ace to ace."),
    "repeated-too-soon": ngettext_lazy(
        "No card may come again until the run has gone all the way round, but {cards:the} does.",
        "No card may come again until the run has gone all the way round, but {cards} do.",
        "cards",
    ),
    # whether a turn is legal
    "missing": ngettext_lazy(
        "{cards:the} is missing: the table had one more of it before your turn.",
        "{cards} are missing: the table had one more of each before your turn.",
        "cards",
    ),
    "from-nowhere": ngettext_lazy(
        "{cards:the} is one too many: it came neither from the table nor from your hand.",
        "{cards} are too many: they came neither from the table nor from your hand.",
        "cards",
    ),
    "no-group-after": _("{cards:row} is not a group. {why}"),
    "all-must-be-groups": _("At the end of a turn every card on the table must be in a set or a run."),
    "too-many-played": _("You may play at most {most} cards from your hand in one turn, not {count}."),
    "nothing-played": _("You must play at least one card from your hand, but you played none."),
    "draw-instead": _("If you do not play, draw a card, and your turn is over."),
    "restore-instead": ngettext_lazy(
        "If you cannot play, put the table back as it was and draw {penalty:word} card, and your turn is over.",
        "If you cannot play, put the table back as it was and draw {penalty:word} cards, and your turn is over.",
        "penalty",
    ),
    "regrouped": ngettext_lazy(
        "Every card is back on the table, with {count:word} from your hand.",
        "Every card is back on the table, with {count:word} from your hand.",
        "count",
    ),
    "extended": ngettext_lazy(
        "{cards:the} comes from your hand: you may add cards to groups on the table.",
        "{cards} come from your hand: you may add cards to groups on the table.",
        "count",
    ),
    "extended-and-laid": _("You add {added} to what is already on the table and lay down {laid} on their own."),
    "laid-down": ngettext_lazy(
        "{count:word} card from your hand goes down on its own; what was on the table stays as it was.",
        "{count:word} cards from your hand go down on their own; what was on the table stays as it was.",
        "count",
    ),
    "few-enough": ngettext_lazy(
        "You played {count:word} card from your hand; up to {most} are allowed.",
        "You played {count:word} cards from your hand; up to {most} are allowed.",
        "count",
    ),
    "all-groups": _("Every group on the table is a set or a run."),
    "hand-empty": _("That leaves no cards in your hand: you win the game."),
    # the best turn
    "no-cards": _("You have no cards left: the game is over."),
    "nothing-fits": _("However you regroup the table, none of your cards fits: draw a card, and your turn is over."),
    "at-the-most": _("You may not play more than {most} cards from your hand in one turn."),
    "no-more": ngettext_lazy(
        "However you arrange the groups, you cannot play more than {count:word} card.",
        "However you arrange the groups, you cannot play more than {count:word} cards.",
        "count",
    ),
    "nothing-found": _("Nothing was found that you can play, but there was no time to try everything."),
    "cut-off": _(
        "There was no time to try everything: another turn might play more cards, or leave more groups untouched."
    ),
    "cut-off-count": _("There was no time to try everything: another turn might play more cards."),
    "cut-off-kept": _(
        "No turn plays more cards, but there was no time to try everything: another may leave more groups untouched."
    ),
    "undisturbed": _("No group on the table has to be touched."),
    "least-disturbed": Either(
        "kept",
        with_=ngettext_lazy(
            "{kept:word} of the {groups:word} groups on the table stays untouched; no other turn that plays "
            "as many cards leaves more groups untouched.",
            "{kept:word} of the {groups:word} groups on the table stay untouched; no other turn that plays "
            "as many cards leaves more groups untouched.",
            "kept",
        ),
        without=ngettext_lazy(
            "Without touching the group on the table, you would play fewer cards.",
            "You cannot play as many cards without touching every group on the table.",
            "groups",
        ),
    ),
    "disturbed": Either(
        "kept",
        with_=ngettext_lazy(
            "{kept:word} of the {groups:word} groups on the table stays untouched.",
            "{kept:word} of the {groups:word} groups on the table stay untouched.",
            "kept",
        ),
        without=_("No group on the table stays untouched."),
    ),
    # the end
    "went-out": _("{names} has no cards left and wins."),
    "fewest": _(
        "Everyone still has cards, so if the stock has run out, the player with the fewest wins: {names}, "
        "with {left:word}."
    ),
    "shared": _(
        "Everyone still has cards, so if the stock has run out, the players with the fewest share the "
        "win: {names}, with {left:word} each."
    ),
}

REFUSALS: dict[str, Sentence] = {
    "not-in-pack": NO_JOKERS,
    "hand-too-large": _("This tool takes hands of up to {most} cards; yours has {count}."),
    "no-group": _("Group {group} on the table ({cards:row}) is not valid. {reasons:first}"),
    "two-players": _("Enter at least two players, each with the cards they have left."),
    "too-many-players": _(
        "With 13 cards each and a stock, there are enough cards for {most:word} players, not for {count:word}."
    ),
    "below-zero": _("{name} cannot have fewer than 0 cards."),
    "two-out": _("Only one player can run out of cards, not {names}: the first to do so ends the game."),
    "more-than-pack": _("That makes {count} cards in all, but there are only {most}."),
}

STEPS: dict[str, Sentence] = {
    "all-there": _("Every card that was on the table is still there, and the others come from your hand."),
    "leave": ngettext_lazy("Leave this group as it is.", "Leave these {count:word} groups as they are.", "count"),
    "lessen": ngettext_lazy(
        "Take the marked cards from this group.", "Take the marked cards from these {count:word} groups.", "count"
    ),
    "break": ngettext_lazy("Take this group apart.", "Take these {count:word} groups apart.", "count"),
    "add": ngettext_lazy("Add to this group.", "Add to these {count:word} groups.", "count"),
    "build": ngettext_lazy("Build this group.", "Build these {count:word} groups.", "count"),
}
HEADLINES: dict[str, Sentence] = {
    "whole-hand": ngettext_lazy(
        "You can play your last card", "You can play your whole hand, {count:word} cards", "count"
    ),
    "best": ngettext_lazy(
        "You can play {count:word} of your {held:word} cards",
        "You can play {count:word} of your {held:word} cards",
        "count",
    ),
    "at-least": ngettext_lazy(
        "You can play at least {count:word} of your {held:word} cards",
        "You can play at least {count:word} of your {held:word} cards",
        "count",
    ),
    "legal": ngettext_lazy(
        "Yes, you can play this {count:word} card", "Yes, you can play these {count:word} cards", "count"
    ),
    "legal-empty": _("Yes, and you have no cards left"),
    "as-it-was": _("The table is as it was"),
    "unfinished": _("The turn is not finished yet"),
    "no-groups-yet": ngettext_lazy(
        "{count:word} group is not valid yet", "{count:word} groups are not valid yet", "count"
    ),
    "winner": ngettext_lazy("{names} wins", "{names} share the win", "names"),
    "left": ngettext_lazy("{count} card left", "{count} cards left", "count"),
}

BOOK = Book(SENTENCES, REFUSALS, {})
ADDED = ngettext_lazy(
    "You could add {cards:the} to a group as it lies.", "You could add {cards:or} to a group as it lies.", "cards"
)
REGROUPED = ngettext_lazy(
    "You could play {cards:the} by regrouping the table, with no card left over.",
    "You could play {cards:or} by regrouping the table, with no card left over.",
    "cards",
)
STUCK = ngettext_lazy(
    "You could not play {cards:the}: however you regroup the table, some card is left over.",
    "You could not play {cards:or}: however you regroup the table, some card is left over.",
    "cards",
)
ALL_STUCK = _("You could not play any of these cards: all you could do is draw.")


def group_name(group: Recognition) -> str:
    """A group with what it is made of: “A set: three queens”, “A run of clubs, 4–8”."""
    assert group.kind is not None
    runs = [reason.figures for reason in group.reasons if reason.code == "is-run"]
    return named(group.kind, group.cards, [run[end] for run in runs for end in ("low", "high")])


def best_headline(count: int, held: int, proved: bool) -> str:
    """How many cards the best turn plays or, where it is not ``proved`` to be the most, the best turn found."""
    code = "whole-hand" if count == held else "best" if proved else "at-least"
    return BOOK.write(HEADLINES[code], count=count, held=held)


def legal_headline(count: int, held: int) -> str:
    """That a turn is legal, and how many cards it plays."""
    return BOOK.write(HEADLINES["legal-empty" if count == held else "legal"], count=count)


def unfinished_headline(as_it_was: bool, wrong: int) -> str:
    """How far a turn is that is being laid: whether the table is ``as_it_was``, how many groups are ``wrong``."""
    code = "as-it-was" if as_it_was else "no-groups-yet" if wrong else "unfinished"
    return BOOK.write(HEADLINES[code], count=wrong)


def added_alone(cards: Sequence[Card]) -> str:
    """That each of these cards goes to a group as it lies."""
    return BOOK.write(ADDED, cards=tuple(cards))


def regrouped_alone(cards: Sequence[Card]) -> str:
    """That each of these cards finds a place by regrouping."""
    return BOOK.write(REGROUPED, cards=tuple(cards))


def stuck(cards: Sequence[Card]) -> str:
    """That none of these cards finds a place without the others."""
    return BOOK.write(STUCK, cards=tuple(cards))


def all_stuck() -> str:
    """That no card finds a place."""
    return str(ALL_STUCK)


def all_there_step() -> str:
    """That a turn loses no card, and that none comes from nowhere."""
    return BOOK.write(STEPS["all-there"])


def leave_step(count: int) -> str:
    """What to do with groups that stay."""
    return BOOK.write(STEPS["leave"], count=count)


def lessen_step(count: int) -> str:
    """What to do with groups that lose cards and go on."""
    return BOOK.write(STEPS["lessen"], count=count)


def break_step(count: int) -> str:
    """What to do with groups that do not stay."""
    return BOOK.write(STEPS["break"], count=count)


def add_step(count: int) -> str:
    """What to do with groups that grow."""
    return BOOK.write(STEPS["add"], count=count)


def build_step(count: int) -> str:
    """What to do with what is left over."""
    return BOOK.write(STEPS["build"], count=count)


def winner_headline(winners: Sequence[str]) -> str:
    """Who has won."""
    return BOOK.write(HEADLINES["winner"], names=tuple(winners))


def cards_left(count: int) -> str:
    """How many cards somebody has left."""
    return BOOK.write(HEADLINES["left"], count=count)
