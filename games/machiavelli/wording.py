"""Machiavelli's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.arranging.melds import Kind
from games.asks import refusal as common_refusal
from games.cards import Card
from games.machiavelli.rules import Recognition
from games.names import listed, rank_letter, symbols
from games.notation import Notation
from games.rulings import Reason, Refused

Figures = Mapping[str, Any]


def group_name(group: Recognition) -> str:
    """A group with what it is made of: “Set of three (Q)”, “Run 4♣–8♣”."""
    real = [card for card in group.cards if not card.is_joker]
    if group.kind is Kind.SET:
        rank = rank_letter(real[0].rank)
        if len(group.cards) == 3:
            return _("Set of three (%(rank)s)") % {"rank": rank}
        return _("Set of four (%(rank)s)") % {"rank": rank}
    run = next(reason.figures for reason in group.reasons if reason.code == "is-run")
    ends = {"low": rank_letter(run["low"]) + run["suit"].symbol, "high": rank_letter(run["high"]) + run["suit"].symbol}
    return _("Run %(low)s–%(high)s") % ends


def best_headline(count: int, held: int, proved: bool) -> str:
    """How many cards the best turn plays or, where it is not ``proved`` to be the most, the best turn found."""
    if count == held:
        return ngettext("The whole hand, %(count)d card", "The whole hand, %(count)d cards", count) % {"count": count}
    figures = {"count": count, "held": held}
    if not proved:
        return (
            ngettext(
                "You can play at least %(count)d of your %(held)d cards",
                "You can play at least %(count)d of your %(held)d cards",
                count,
            )
            % figures
        )
    return (
        ngettext("%(count)d card of the %(held)d in hand", "%(count)d cards of the %(held)d in hand", count) % figures
    )


def legal_headline(count: int, held: int) -> str:
    """That a turn is legal, and how many cards it plays."""
    if count == held:
        return _("Yes, and the hand is empty")
    return ngettext("Yes, %(count)d card played", "Yes, %(count)d cards played", count) % {"count": count}


def leave_step(count: int) -> str:
    """What to do with groups that stay."""
    return ngettext("Leave this group as it is", "Leave these %(count)d groups as they are", count) % {"count": count}


def lessen_step(count: int) -> str:
    """What to do with groups that lose cards and go on."""
    return ngettext(
        "Take the marked cards from this group", "Take the marked cards from these %(count)d groups", count
    ) % {"count": count}


def break_step(count: int) -> str:
    """What to do with groups that do not stay."""
    return ngettext("Take this group apart", "Take these %(count)d groups apart", count) % {"count": count}


def add_step(count: int) -> str:
    """What to do with groups that grow."""
    return ngettext("Add to this group", "Add to these %(count)d groups", count) % {"count": count}


def build_step(count: int) -> str:
    """What to do with what is left over."""
    return ngettext("Build this group", "Build these %(count)d groups", count) % {"count": count}


def winner_headline(winners: Sequence[str]) -> str:
    """Who has won."""
    return ngettext("%(names)s wins", "%(names)s share the win", len(winners)) % {"names": listed(winners)}


def _ranks(f: Figures) -> str:
    return listed([rank_letter(rank) for rank in f.get("ranks", f.get("missing"))])


def _cards(cards: Sequence[Card]) -> str:
    return listed([symbols([card]) for card in cards])


def _gap(f: Figures) -> str:
    figures = {"missing": _ranks(f), "jokers": f["jokers"]}
    if f["jokers"]:
        return (
            ngettext(
                "A run has no gaps: %(missing)s are missing, and %(jokers)d joker cannot stand for all of them.",
                "A run has no gaps: %(missing)s are missing, and %(jokers)d jokers cannot stand for all of them.",
                f["jokers"],
            )
            % figures
        )
    return (
        ngettext(
            "A run has no gaps: here %(missing)s is missing.",
            "A run has no gaps: here %(missing)s are missing.",
            len(f["missing"]),
        )
        % figures
    )


def _is_set(f: Figures) -> str:
    return ngettext(
        "%(count)d card of one rank (%(rank)s), each of another suit.",
        "%(count)d cards of one rank (%(rank)s), each of another suit.",
        f["count"],
    ) % {"count": f["count"], "rank": rank_letter(f["rank"])}


def _is_run(f: Figures) -> str:
    return ngettext(
        "%(count)d card of one suit, one after another from %(low)s to %(high)s.",
        "%(count)d cards of one suit, one after another from %(low)s to %(high)s.",
        f["count"],
    ) % {"count": f["count"], "low": rank_letter(f["low"]), "high": rank_letter(f["high"])}


def _regrouped(f: Figures) -> str:
    return ngettext(
        "Every card of the table lies on it again, and %(count)d card of the hand with them.",
        "Every card of the table lies on it again, and %(count)d cards of the hand with them.",
        f["count"],
    ) % {"count": f["count"]}


def _extended(f: Figures) -> str:
    return ngettext(
        "%(cards)s comes from the hand: cards may be added to groups on the table.",
        "%(cards)s come from the hand: cards may be added to groups on the table.",
        f["count"],
    ) % {"cards": _cards(f["cards"])}


def _laid_down(f: Figures) -> str:
    return ngettext(
        "%(count)d card of the hand forms new groups; what lay on the table stays as it was.",
        "%(count)d cards of the hand form new groups; what lay on the table stays as it was.",
        f["count"],
    ) % {"count": f["count"]}


def _undisturbed(f: Figures) -> str:
    figures = {"kept": f["kept"], "groups": f["groups"]}
    if f["kept"] == f["groups"]:
        return _("No group of the table has to be touched.")
    stays = (
        ngettext(
            "Of %(groups)d group on the table, untouched: %(kept)d.",
            "Of %(groups)d groups on the table, untouched: %(kept)d.",
            f["groups"],
        )
        % figures
    )
    return stays + " " + _("No other turn with as many cards leaves more of them.") if f["proved"] else stays


def _cut_off(f: Figures) -> str:
    if f["count_proved"]:
        return _(
            "No turn plays more cards, but there was no time to try everything: another may leave more groups untouched."
        )
    if f["kept_proved"]:
        return _("There was no time to try everything: another turn might play more cards.")
    return _("There was no time to try everything: another turn might play more cards, or leave more groups untouched.")


SENTENCES: dict[str, Callable[[Figures], str]] = {
    # what a group is
    "is-set": _is_set,
    "is-set-any-suit": lambda f: (
        _("Cards of one rank (%(rank)s); at your table suits may be equal.") % {"rank": rank_letter(f["rank"])}
    ),
    "joker-in-set": lambda f: (
        ngettext(
            "The joker stands for one more card of this rank.",
            "The jokers stand for %(count)d more cards of this rank.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "is-run": _is_run,
    "ace-high": lambda f: _("Here the ace stands above the king."),
    "ace-both": lambda f: _("With an ace at each end it is the longest run there is."),
    "goes-round": lambda f: _("At your table a run goes on past the ace to the 2."),
    "joker-in-run": lambda f: (
        ngettext("The joker stands for %(cards)s.", "The jokers stand for %(cards)s.", f["count"])
        % {"cards": _cards(f["stands"])}
    ),
    "too-few": lambda f: (
        ngettext(
            "A group has at least three cards; here is %(count)d.",
            "A group has at least three cards; here are %(count)d.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "too-many": lambda f: (
        ngettext(
            "A set has four cards at most; here is %(count)d.",
            "A set has four cards at most; here are %(count)d.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "suit-twice": lambda f: (
        _("In a set all suits differ; here comes twice: %(cards)s.") % {"cards": _cards(f["cards"])}
    ),
    "joker": lambda f: _("Jokers are played only where the table has agreed on it."),
    "no-real-card": lambda f: _("A group holds at least one card that is no joker."),
    "mixed-suits": lambda f: (
        _("A run is all of one suit; here are %(suits)s.") % {"suits": listed([suit.symbol for suit in f["suits"]])}
    ),
    "mixed-ranks": lambda f: _("A set is all of one rank; here are %(ranks)s.") % {"ranks": _ranks(f)},
    "repeated-card": lambda f: (
        _("In a run no card comes twice; here it happens with %(cards)s.") % {"cards": _cards(f["cards"])}
    ),
    "around-the-ace": lambda f: _("The ace ends a run, below the 2 or above the king: it does not go on past it."),
    "gap": _gap,
    "too-long": lambda f: _("A run has fourteen cards at most, from ace to ace."),
    # whether a turn is legal
    "missing": lambda f: (
        ngettext(
            "%(cards)s lay on the table and is not there any more.",
            "%(cards)s lay on the table and are not there any more.",
            len(f["cards"]),
        )
        % {"cards": _cards(f["cards"])}
    ),
    "from-nowhere": lambda f: (
        ngettext(
            "%(cards)s was neither on the table nor in the hand.",
            "%(cards)s were neither on the table nor in the hand.",
            len(f["cards"]),
        )
        % {"cards": _cards(f["cards"])}
    ),
    "no-group-after": lambda f: (
        _("%(cards)s is no group. %(why)s") % {"cards": symbols(f["cards"]), "why": say(f["why"])}
    ),
    "all-must-be-groups": lambda f: _("When a turn ends, all that lies on the table is sets and runs."),
    "too-many-played": lambda f: (
        ngettext(
            "At most %(most)d cards of the hand are played in a turn; here is %(count)d.",
            "At most %(most)d cards of the hand are played in a turn; here are %(count)d.",
            f["count"],
        )
        % {"most": f["most"], "count": f["count"]}
    ),
    "nothing-played": lambda f: _("No card came from the hand, and a turn plays at least one."),
    "draw-instead": lambda f: _("Whoever plays nothing draws a card, and the turn ends."),
    "restore-instead": lambda f: (
        ngettext(
            "Whoever cannot play goes back to the table as it was, draws %(penalty)d card, and the turn ends.",
            "Whoever cannot play goes back to the table as it was, draws %(penalty)d cards, and the turn ends.",
            f["penalty"],
        )
        % {"penalty": f["penalty"]}
    ),
    "regrouped": _regrouped,
    "extended": _extended,
    "laid-down": _laid_down,
    "few-enough": lambda f: (
        ngettext(
            "%(count)d card of the hand is within the limit of %(most)d.",
            "%(count)d cards of the hand are within the limit of %(most)d.",
            f["count"],
        )
        % {"count": f["count"], "most": f["most"]}
    ),
    "all-groups": lambda f: _("Every group on the table is a set or a run."),
    "hand-empty": lambda f: _("No card is left in hand: that wins the game."),
    # the best turn
    "no-cards": lambda f: _("There is no card in hand: the game is over."),
    "nothing-fits": lambda f: _(
        "However the table is regrouped, no card of this hand finds a place: draw one, and the turn ends."
    ),
    "at-the-most": lambda f: _("More than %(most)d cards of the hand may not be played in one turn.") % f,
    "no-more": lambda f: (
        ngettext(
            "No way to arrange the groups plays more than %(count)d card.",
            "No way to arrange the groups plays more than %(count)d cards.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "nothing-found": lambda f: _("Nothing was found that you can play, but there was no time to try everything."),
    "cut-off": _cut_off,
    "least-disturbed": _undisturbed,
    # the end
    "went-out": lambda f: _("%(name)s has no cards left and wins.") % {"name": f["names"][0]},
    "fewest": lambda f: (
        ngettext(
            "Nobody has played the last card, so the stock has run out and the fewest cards win: %(name)s has %(left)d.",
            "Nobody has played the last card, so the stock has run out and the fewest cards win: %(name)s has %(left)d.",
            f["left"],
        )
        % {"name": f["names"][0], "left": f["left"]}
    ),
    "shared": lambda f: (
        ngettext(
            "The stock has run out and %(names)s have equally few cards, %(left)d: they share the win.",
            "The stock has run out and %(names)s have equally few cards, %(left)d: they share the win.",
            f["left"],
        )
        % {"names": listed(f["names"]), "left": f["left"]}
    ),
}

REFUSALS: dict[str, Callable[[Figures], str]] = {
    "hand-too-large": lambda f: _("Only hands of up to %(most)d cards can be read here; this one has %(count)d.") % f,
    "no-group": lambda f: (
        _("Group %(group)d on the table (%(cards)s) is not valid. %(why)s")
        % {"group": f["group"], "cards": symbols(f["cards"]), "why": say(f["reasons"][0])}
    ),
    "two-players": lambda f: _("At least two players sit at the table: write each with the cards left."),
    "too-many-players": lambda f: (
        _("With 13 cards each and a stock, this pack is enough for %(most)d players; here are %(count)d.") % f
    ),
    "below-zero": lambda f: _("%(name)s cannot have fewer than no cards.") % f,
    "two-out": lambda f: (
        _("%(names)s cannot both be without cards: the first to get there ends the game.")
        % {"names": listed(f["names"])}
    ),
    "more-than-pack": lambda f: _("Together that is %(count)d cards, and the pack has %(most)d.") % f,
}


def say(reason: Reason) -> str:
    """A reason as a sentence in the active language."""
    return SENTENCES[reason.code](reason.figures)


def refusal(refused: Refused, notation: Notation) -> str:
    """A refusal as a sentence in the active language, cards in the letters of the notation."""
    card = refused.figures.get("card")
    if refused.code == "not-in-pack" and card and card.is_joker:
        return _("Your table plays without jokers; a house rule adds them.")
    return common_refusal(refused, notation) or REFUSALS[refused.code](refused.figures)


def cards_left(count: int) -> str:
    """How many cards somebody has left."""
    return ngettext("%(count)d card left", "%(count)d cards left", count) % {"count": count}
