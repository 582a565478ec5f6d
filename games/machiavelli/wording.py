"""Machiavelli's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.machiavelli.rules import Recognition
from games.words import Book, Either, Sentence
from games.words.melds import MELDS, named

SENTENCES: dict[str, Sentence] = MELDS | {
    # what a group is
    "is-set": _("{count} {rank:many} of different suits are a set."),
    "is-set-any-suit": _("{count} {rank:many} are a set: at your table suits may repeat."),
    "is-run": ngettext_lazy(
        "{count} card of the same suit in sequence, from {low:the} to {high:the}, is a run.",
        "{count} cards of the same suit in sequence, from {low:the} to {high:the}, are a run.",
        "count",
    ),
    "ace-high": _("Here the ace stands above the king."),
    "ace-both": _("With an ace at each end it is the longest run there is."),
    "goes-round": _("At your table a run goes on past the ace to the 2."),
    "too-few": ngettext_lazy(
        "A group needs at least three cards, not just {count}.",
        "A group needs at least three cards, not just {count}.",
        "count",
    ),
    "no-real-card": _("A group needs at least one card that is not a joker."),
    "around-the-ace": _("The ace ends a run, below the 2 or above the king: it does not go on past it."),
    "too-long": _("A run has fourteen cards at most, from ace to ace."),
    # whether a turn is legal
    "missing": ngettext_lazy(
        "{cards:the} is missing: it was on the table before the turn.",
        "{cards} are missing: they were on the table before the turn.",
        "cards",
    ),
    "from-nowhere": ngettext_lazy(
        "{cards:the} was neither on the table nor in your hand.",
        "{cards} were neither on the table nor in your hand.",
        "cards",
    ),
    "no-group-after": _("{cards:row} is not a group. {why}"),
    "all-must-be-groups": _("When a turn ends, all that lies on the table is sets and runs."),
    "too-many-played": _("At most {most} cards from your hand may be played in one turn, not {count}."),
    "nothing-played": _("No card came from the hand, and a turn plays at least one."),
    "draw-instead": _("If you do not play, draw a card; your turn ends."),
    "restore-instead": ngettext_lazy(
        "If you cannot play, put the table back as it was and draw {penalty} card; your turn ends.",
        "If you cannot play, put the table back as it was and draw {penalty} cards; your turn ends.",
        "penalty",
    ),
    "regrouped": ngettext_lazy(
        "Every card of the table lies on it again, and {count} card of the hand with them.",
        "Every card of the table lies on it again, and {count} cards of the hand with them.",
        "count",
    ),
    "extended": ngettext_lazy(
        "{cards:the} comes from your hand: cards may be added to groups on the table.",
        "{cards} come from your hand: cards may be added to groups on the table.",
        "count",
    ),
    "laid-down": ngettext_lazy(
        "{count} card of the hand forms new groups; what lay on the table stays as it was.",
        "{count} cards of the hand form new groups; what lay on the table stays as it was.",
        "count",
    ),
    "few-enough": ngettext_lazy(
        "{count} card of the hand is within the limit of {most}.",
        "{count} cards of the hand are within the limit of {most}.",
        "count",
    ),
    "all-groups": _("Every group on the table is a set or a run."),
    "hand-empty": _("No card is left in hand: that wins the game."),
    # the best turn
    "no-cards": _("The hand is empty: the game is over."),
    "nothing-fits": _(
        "However the table is regrouped, no card of this hand finds a place: draw one, and the turn ends."
    ),
    "at-the-most": _("More than {most} cards of the hand may not be played in one turn."),
    "no-more": ngettext_lazy(
        "No way to arrange the groups plays more than {count} card.",
        "No way to arrange the groups plays more than {count} cards.",
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
    "undisturbed": _("No group of the table has to be touched."),
    "least-disturbed": Either(
        "kept",
        with_=ngettext_lazy(
            "{kept} of the {groups} groups on the table stays untouched; no other turn that plays"
            " as many cards leaves more.",
            "{kept} of the {groups} groups on the table stay untouched; no other turn that plays "
            "as many cards leaves more.",
            "kept",
        ),
        without=_("No turn that plays as many cards leaves any group on the table untouched."),
    ),
    "disturbed": Either(
        "kept",
        with_=ngettext_lazy(
            "{kept} of the {groups} groups on the table stays untouched.",
            "{kept} of the {groups} groups on the table stay untouched.",
            "kept",
        ),
        without=_("No group on the table stays untouched."),
    ),
    # the end
    "went-out": _("{names} has no cards left and wins."),
    "fewest": _(
        "Nobody has played the last card, so the stock has run out and the fewest cards win: {names} has {left}."
    ),
    "shared": _("The stock has run out and {names} have equally few cards, {left}: they share the win."),
}

REFUSALS: dict[str, Sentence] = {
    "hand-too-large": _("Only hands of up to {most} cards can be read here; this one has {count}."),
    "no-group": _("Group {group} on the table ({cards:row}) is not valid. {reasons:first}"),
    "two-players": _("At least two players sit at the table: write each with the cards left."),
    "too-many-players": _("With 13 cards each and a stock, this pack is enough for {most} players, not for {count}."),
    "below-zero": _("{name} cannot have fewer than no cards."),
    "two-out": _("{names} cannot both be without cards: the first to get there ends the game."),
    "more-than-pack": _("Together that is {count} cards, and the pack has {most}."),
}

STEPS: dict[str, Sentence] = {
    "leave": ngettext_lazy("Leave this group as it is", "Leave these {count} groups as they are", "count"),
    "lessen": ngettext_lazy(
        "Take the marked cards from this group", "Take the marked cards from these {count} groups", "count"
    ),
    "break": ngettext_lazy("Take this group apart", "Take these {count} groups apart", "count"),
    "add": ngettext_lazy("Add to this group", "Add to these {count} groups", "count"),
    "build": ngettext_lazy("Build this group", "Build these {count} groups", "count"),
}
HEADLINES: dict[str, Sentence] = {
    "whole-hand": ngettext_lazy("The whole hand, {count} card", "The whole hand, {count} cards", "count"),
    "best": ngettext_lazy(
        "You can play {count} of your {held} cards", "You can play {count} of your {held} cards", "count"
    ),
    "at-least": ngettext_lazy(
        "You can play at least {count} of your {held} cards",
        "You can play at least {count} of your {held} cards",
        "count",
    ),
    "legal": ngettext_lazy("Yes, {count} card played", "Yes, {count} cards played", "count"),
    "legal-empty": _("Yes, and the hand is empty"),
    "winner": ngettext_lazy("{names} wins", "{names} share the win", "names"),
    "left": ngettext_lazy("{count} card left", "{count} cards left", "count"),
}

BOOK = Book(SENTENCES, REFUSALS, {})


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
