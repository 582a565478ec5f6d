"""Ramino's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.arranging.deadwood import Help
from games.arranging.melds import Kind, Reading
from games.asks import refusal as common_refusal
from games.cards import Card
from games.names import SUITS, listed, rank_letter, symbols
from games.notation import Notation
from games.rulings import Reason, Refused

Figures = Mapping[str, Any]


def meld_name(meld: Reading) -> str:
    """A meld as a verdict: “A run of 4 cards”."""
    count = len(meld.cards)
    if meld.kind is Kind.SET:
        return _("A set of three") if count == 3 else _("A set of four")
    return ngettext("A run of %(count)d card", "A run of %(count)d cards", count) % {"count": count}


def near_miss(help: Help) -> str:
    """What a card would do for a hand: “5♥ would complete 4♥ 5♥ 6♥”."""
    figures = {"card": symbols([help.card]), "meld": symbols(help.meld), "count": help.points}
    if not help.points:
        return _("%(card)s would complete %(meld)s, and nothing would be left over.") % figures
    return (
        ngettext(
            "%(card)s would complete %(meld)s and leave %(count)d point.",
            "%(card)s would complete %(meld)s and leave %(count)d points.",
            help.points,
        )
        % figures
    )


def discard_headline(outs: Iterable[Card]) -> str:
    """That one discard goes out."""
    named = dict.fromkeys(_("a joker") if card.is_joker else symbols([card]) for card in outs)
    return _("Discard %(cards)s to go out") % {"cards": pgettext("a choice", " or ").join(named)}


def _each(cards: Iterable[Card]) -> str:
    return listed([symbols([card]) for card in cards])


def _any_of(cards: Iterable[Card]) -> str:
    return pgettext("a choice", " or ").join(symbols([card]) for card in cards)


def _ranks(ranks: Iterable[Any]) -> str:
    return listed([rank_letter(rank) for rank in ranks])


def _gap(f: Figures) -> str:
    figures = {"missing": _ranks(f["missing"]), "jokers": f["jokers"]}
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
            "A run has no gaps: the rank %(missing)s is missing.",
            "A run has no gaps: the ranks %(missing)s are missing.",
            len(f["missing"]),
        )
        % figures
    )


def _doubled(f: Figures) -> str:
    return _(
        "Deal %(number)d: %(name)s went out in a single turn, so the points left in the other hands (%(single)d) "
        "count double: %(points)d."
    ) % {"number": f["number"], "name": f["winner"], "single": f["single"], "points": f["points"]}


def _too_few(f: Figures) -> str:
    return ngettext(
        "A meld needs at least three cards; here is %(count)d.",
        "A meld needs at least three cards; here are %(count)d.",
        f["count"],
    ) % {"count": f["count"]}


def _left_over(f: Figures) -> str:
    return ngettext(
        "The card left over counts %(points)d: no arrangement leaves less.",
        "The %(count)d cards left over count %(points)d together: no arrangement leaves less.",
        f["count"],
    ) % {"count": f["count"], "points": f["points"]}


def _stock(f: Figures) -> str:
    return ngettext(
        "%(count)d card is left as the stock, besides the one turned up for the discard pile.",
        "%(count)d cards are left as the stock, besides the one turned up for the discard pile.",
        f["stock"],
    ) % {"count": f["stock"]}


def _open_points(f: Figures) -> str:
    return ngettext(
        "Nobody has reached %(target)d yet: the leader lacks %(count)d point.",
        "Nobody has reached %(target)d yet: the leader lacks %(count)d points.",
        f["lacking"],
    ) % {"target": f["number"], "count": f["lacking"]}


def _open_deals(f: Figures) -> str:
    return ngettext(
        "The match goes to the first to win %(count)d deal; the most won so far: %(best)d.",
        "The match goes to the first to win %(count)d deals; the most won so far: %(best)d.",
        f["number"],
    ) % {"count": f["number"], "best": f["best"]}


def _won_points(f: Figures) -> str:
    return ngettext(
        "%(name)s is the first to reach %(count)d point and wins the match.",
        "%(name)s is the first to reach %(count)d points and wins the match.",
        f["number"],
    ) % {"name": f["winner"], "count": f["number"]}


def _won_deals(f: Figures) -> str:
    return ngettext(
        "%(name)s is the first to win %(count)d deal and wins the match.",
        "%(name)s is the first to win %(count)d deals and wins the match.",
        f["number"],
    ) % {"name": f["winner"], "count": f["number"]}


SENTENCES: dict[str, Callable[[Figures], str]] = {
    # what cards are
    "is-set": lambda f: _("Three or four cards of one rank are a set."),
    "is-set-of-suits": lambda f: _("Three or four cards of one rank, all of different suits, are a set."),
    "joker-in-set": lambda f: (
        ngettext(
            "The joker stands for one more card of this rank.",
            "The jokers stand for %(count)d more cards of this rank.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "is-run": lambda f: _("Three or more cards of one suit in sequence are a run."),
    "ace-above": lambda f: _("At your table the ace can also be high."),
    "ace-below": lambda f: _("Here the ace is low."),
    "joker-in-run": lambda f: (
        ngettext("The joker stands for %(cards)s.", "The jokers stand for %(cards)s.", f["count"])
        % {"cards": _each(f["stands"])}
    ),
    "too-few": _too_few,
    "too-many": lambda f: (
        ngettext(
            "A set has four cards at most; here is %(count)d.",
            "A set has four cards at most; here are %(count)d.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "suit-twice": lambda f: _("In a set all suits differ; here comes twice: %(cards)s.") % {"cards": _each(f["cards"])},
    "repeated-card": lambda f: (
        _("In a run no card comes twice; here it happens with %(cards)s.") % {"cards": _each(f["cards"])}
    ),
    "too-long": lambda f: _("A run has thirteen cards at most, with an ace at one end only."),
    "joker": lambda f: _("Jokers are played only where the table has agreed on it."),
    "no-real-card": lambda f: _("A meld needs at least two cards that are not jokers."),
    "few-real": lambda f: _("A meld needs at least two cards that are not jokers."),
    "mixed-suits": lambda f: (
        _("A run is all of one suit; here are %(suits)s.") % {"suits": listed([_(SUITS[suit]) for suit in f["suits"]])}
    ),
    "mixed-ranks": lambda f: _("A set is all of one rank; here are %(ranks)s.") % {"ranks": _ranks(f["ranks"])},
    "ace-high": lambda f: _("The ace is low only: A-2-3 is a run, Q-K-A is not."),
    "around-the-ace": lambda f: _("A run does not go on round the corner: K-A-2 is none."),
    "gap": _gap,
    # what a hand comes to
    "arranged": lambda f: (
        ngettext(
            "The best arrangement lays down %(count)d meld.",
            "The best arrangement lays down %(count)d melds.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "none-arranged": lambda f: _("No cards of this hand make a meld."),
    "left-over": _left_over,
    "all-melded": lambda f: _("Every card stands in a meld: whoever lays them all down goes out and wins the deal."),
    "out-by-discard": lambda f: (
        _("With %(cards)s discarded every other card stands in a meld: that goes out and wins the deal.")
        % {"cards": _any_of(f["cards"])}
    ),
    "out-by-last-card": lambda f: _("It is the last card in hand: discarded, it wins the deal."),
    "no-cards": lambda f: _("There are no cards left in this hand: the player is out."),
    # what may be laid off
    "onto-own": lambda f: (
        _("Onto the player’s own melds of earlier turns these cards may go: %(cards)s.") % {"cards": _each(f["cards"])}
    ),
    "onto-any": lambda f: (
        _("Your table lets cards go onto any meld, whoever laid it: %(cards)s.") % {"cards": _each(f["cards"])}
    ),
    "nothing-fits": lambda f: _("No card of this hand fits a meld on the table."),
    "nothing-fits-own": lambda f: _("No card of this hand fits a meld that the player laid in an earlier turn."),
    "none-own": lambda f: _(
        "Cards go only onto melds that the player laid in an earlier turn, and none of these is one."
    ),
    "barred": lambda f: (
        _("These cards would fit other melds, but those are not the player’s own of earlier turns: %(cards)s.")
        % {"cards": _each(f["cards"])}
    ),
    "no-melds-on-table": lambda f: _("There is no meld on the table yet."),
    "read-anew": lambda f: _("A joker on the table may take another place in its meld when a card comes to it."),
    "how-melds-grow": lambda f: _("A run grows at its two ends, a set by the fourth suit."),
    "last-card": lambda f: _("It is the last card in hand: laid off, it wins the deal."),
    "last-but-one": lambda f: _("One card laid off, the other discarded: that goes out and wins the deal."),
    # dealing
    "dealt": lambda f: (
        _("%(players)d players are dealt %(cards)d cards each.") % {"players": f["players"], "cards": f["cards"]}
    ),
    "stock": _stock,
    # score
    "open-points": _open_points,
    "open-deals": _open_deals,
    "won-points": _won_points,
    "won-deals": _won_deals,
    "deal-score": lambda f: (
        _("Deal %(number)d brings %(name)s the value of all cards left in the other hands: %(points)d.")
        % {"number": f["number"], "name": f["winner"], "points": f["points"]}
    ),
    "deal-score-doubled": _doubled,
    "ace-counts": lambda f: (
        _("Here an ace left in hand counts %(points)d, jack, queen and king 10, every other card its number.") % f
    ),
    "joker-counts": lambda f: _("A joker left in hand counts %(points)d.") % f,
    "card-values": lambda f: _("An ace counts 1, jack, queen and king 10, every other card its number."),
}

REFUSALS: dict[str, Callable[[Figures], str]] = {
    "hand-too-large": lambda f: (
        _("Only hands of up to %(most)d cards can be read here; this one has %(count)d.")
        % {"most": f["most"], "count": f["count"]}
    ),
    "table-no-meld": lambda f: (
        _("Meld %(number)d on the table is none. %(why)s") % {"number": f["number"], "why": say(f["reasons"][0])}
    ),
    "no-such-meld": lambda f: (
        _("There is no meld number %(at)s: they are counted from 0, and the table has %(count)d.")
        % {"at": f["at"], "count": f["count"]}
    ),
    "how-many-players": lambda f: (
        _("Ramino is played by %(least)d to %(most)d; here are %(count)d.")
        % {"least": f["least"], "most": f["most"], "count": f["count"]}
    ),
    "after-the-end": lambda f: (
        _("%(name)s had already won the match before deal %(number)d.") % {"name": f["winner"], "number": f["number"]}
    ),
    "other-player": lambda f: (
        _("Deal %(number)d names “%(name)s”, who did not play the first deal.")
        % {"number": f["number"], "name": f["name"]}
    ),
    "winner-holds": lambda f: (
        _("Deal %(number)d: %(name)s won it and so has no cards left.") % {"number": f["number"], "name": f["name"]}
    ),
    "holds-nothing": lambda f: (
        _("Deal %(number)d: enter %(name)s’s cards or points. Only the winner has none left.")
        % {"number": f["number"], "name": f["name"]}
    ),
    "below-zero": lambda f: (
        _("Deal %(number)d: the points that %(name)s still held cannot be below zero.")
        % {"number": f["number"], "name": f["name"]}
    ),
    "more-than-pack": lambda f: in_deal(
        f["number"],
        f["name"],
        _("%(count)d points is too many; all the cards together are worth only %(most)d.")
        % {"most": f["most"], "count": f["count"]},
    ),
}


def say(reason: Reason) -> str:
    """A reason as a sentence in the active language."""
    return SENTENCES[reason.code](reason.figures)


def refusal(refused: Refused, notation: Notation) -> str:
    """A refusal as a sentence in the active language, cards in the letters of the notation."""
    card = refused.figures.get("card")
    if refused.code == "not-in-pack" and card and card.is_joker:
        common: str | None = _("Your table plays without jokers; a house rule adds them.")
    else:
        common = common_refusal(refused, notation)
    if common is None:
        return REFUSALS[refused.code](refused.figures)
    match refused.field.split(".", 3):
        case ["deals", number, "hands", name]:
            return in_deal(int(number) + 1, name, common)
    return common


def in_deal(number: int, name: str, problem: str) -> str:
    """What is wrong with a hand of a score sheet, with its deal (from 1) and its player."""
    return _("Deal %(number)d, %(name)s: %(problem)s") % {"number": number, "name": name, "problem": problem}


def won(count: int) -> str:
    """How many deals somebody has won."""
    return ngettext("%(count)d deal won", "%(count)d deals won", count) % {"count": count}
