"""Murlan's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.asks import refusal as common_refusal
from games.murlan.rules import ORDER, Combination, House, Kind
from games.names import listed, rank_letter, symbols
from games.notation import Notation
from games.rulings import Reason, Refused

Figures = Mapping[str, Any]


def kinds_name(kind: Kind) -> str:
    """A kind of combination as the heading of a list."""
    return {
        Kind.SINGLE: pgettext("combinations", "Singles"),
        Kind.PAIR: pgettext("combinations", "Pairs"),
        Kind.TRIPLE: pgettext("combinations", "Triples"),
        Kind.QUAD: pgettext("combinations", "Quads"),
        Kind.STRAIGHT: pgettext("combinations", "Straights"),
    }[kind]


def combination_name(combination: Combination) -> str:
    """A combination with what counts of it: “pair (8)”, “straight of 6 cards (top 9)”."""
    figures = {"value": rank_letter(combination.value), "count": combination.length}
    match combination.kind:
        case Kind.STRAIGHT:
            return (
                ngettext(
                    "straight of %(count)d card with %(value)s on top",
                    "straight of %(count)d cards with %(value)s on top",
                    combination.length,
                )
                % figures
            )
        case Kind.SINGLE:
            return symbols(combination.cards)
        case Kind.PAIR:
            if combination.cards[0].is_joker:
                return _("the pair of jokers")
            return _("pair of %(value)s") % figures
        case Kind.TRIPLE:
            return _("triple of %(value)s") % figures
        case Kind.QUAD:
            return _("quad of %(value)s") % figures


def plays_count(count: int) -> str:
    """How many plays a hand has."""
    return ngettext("%(count)d play to choose from", "%(count)d plays to choose from", count) % {"count": count}


def _two(figures: Figures, **more: object) -> dict[str, object]:
    played, table = figures["played"], figures["table"]
    return {
        "played": combination_name(played),
        "table": combination_name(table),
        "played_value": rank_letter(played.value),
        "table_value": rank_letter(table.value),
        "count": table.length,
        **more,
    }


def _straight_next(f: Figures) -> str:
    return _(
        "Same length, and the top card is exactly one step higher: %(played_value)s above %(table_value)s."
    ) % _two(f)


def _straight_too_high(f: Figures) -> str:
    next_value = "A" if f["table"].height == 13 else rank_letter(_step(f["table"].height + 1))
    return _(
        "A straight with %(table_value)s on top is beaten only by the next one up, with %(next)s on top; "
        "this one has %(played_value)s on top."
    ) % _two(f, next=next_value)


def _step(height: int) -> str:
    return "A23456789TJQKA"[height - 1]


def _order(f: Figures) -> str:
    high = max(f["played"].height, f["table"].height)
    ranks = [rank_letter(value) for value in ORDER[7 if high < 13 else 9 : max(high, 11) + 1]]
    return _("The ranks rise in this order: %(ranks)s.") % {"ranks": " < ".join(ranks)}


def _gap(f: Figures) -> str:
    return ngettext(
        "A straight has no gaps: between %(low)s and %(high)s the rank %(missing)s is missing.",
        "A straight has no gaps: between %(low)s and %(high)s the ranks %(missing)s are missing.",
        len(f["missing"]),
    ) % {
        "low": rank_letter(f["low"]),
        "high": rank_letter(f["high"]),
        "missing": listed([rank_letter(rank) for rank in f["missing"]]),
    }


def _exchange(f: Figures) -> str:
    return _(
        "The last player gives the first their highest card (%(given)s); "
        "the first gives back any one card from 3 to 10 (%(back)s)."
    ) % {"given": _any_of(f["given"]), "back": _any_of(f["back"])}


def _exchange_no_low(f: Figures) -> str:
    return _(
        "The last player gives the first their highest card (%(given)s); "
        "the first holds nothing from 3 to 10 and gives back their lowest card (%(back)s)."
    ) % {"given": _any_of(f["given"]), "back": _any_of(f["back"])}


def _any_of(cards: Any) -> str:
    return pgettext("a choice", " or ").join(dict.fromkeys(symbols([card]) for card in cards))


def _beaten_by_step(f: Figures) -> str:
    house: House = f["house"]
    if house.straight_step == "any":
        return _("Any higher straight of the same length beats it, as your table plays.")
    return _("A straight is beaten only by one of the same length whose top card is exactly one step higher.")


def _points_short(f: Figures) -> str:
    return ngettext(
        "Nobody has reached %(target)d yet: the highest score is %(count)d point short.",
        "Nobody has reached %(target)d yet: the highest score is %(count)d points short.",
        f["lacking"],
    ) % {"target": f["target"], "count": f["lacking"]}


SENTENCES: dict[str, Callable[[Figures], str]] = {
    # what cards are
    "is-of-a-kind": lambda f: (
        _("Together these cards are a combination: %(combination)s.")
        % {"combination": combination_name(f["combination"])}
    ),
    "is-straight": lambda f: (
        _("The ranks follow one another without a gap: %(combination)s.")
        % {"combination": combination_name(f["combination"])}
    ),
    "is-joker-single": lambda f: _("A joker is played on its own."),
    "is-joker-pair": lambda f: _("Your table plays the two jokers together as the highest pair."),
    "jokers-no-pair": lambda f: _("The two jokers differ in rank, so together they are no pair."),
    "joker-with-others": lambda f: _("A joker is played on its own: it goes with no other card and replaces none."),
    "straight-short": lambda f: (
        ngettext(
            "A straight needs at least five cards; here is %(count)d.",
            "A straight needs at least five cards; here are %(count)d.",
            f["length"],
        )
        % {"count": f["length"]}
    ),
    "not-one-rank": lambda f: _("Two, three or four cards make a combination only if all are of one rank."),
    "straight-repeat": lambda f: (
        _("In a straight no rank comes twice; here it happens with %(ranks)s.")
        % {"ranks": listed([rank_letter(rank) for rank in f["ranks"]])}
    ),
    "only-five-kinds": lambda f: _(
        "There are only singles, pairs, triples, quads and straights: no full house, no row of pairs."
    ),
    "straight-around": lambda f: _("A straight does not go round: the 2 is only ever low and never follows the ace."),
    "straight-gap": _gap,
    # leading
    "lead": lambda f: _("Nothing lies on the table, and whoever leads plays any combination."),
    "lead-plays": lambda f: _("Nothing lies on the table: lead whatever combination you like."),
    "no-cards": lambda f: _("There are no cards left in this hand: the player is out."),
    "opening-holds-three": lambda f: _("The first play of the match includes the 3♠, as it must."),
    "opening-needs-three": lambda f: _("The first play of the match must include the 3♠."),
    "opening-not-yours": lambda f: _("The match is opened by whoever holds the 3♠, and it is not in this hand."),
    "opening-plays": lambda f: _("The first play of the match must include the 3♠: these do."),
    # beating
    "other-kind": lambda f: (
        _("Whoever follows plays the same kind. On the table: %(table)s; played: %(played)s.") % _two(f)
    ),
    "other-length": lambda f: (
        _("A straight is beaten only by one of the same length. On the table: %(table)s; played: %(played)s.") % _two(f)
    ),
    "same-number": lambda f: _("Whoever follows plays as many cards as lie on the table."),
    "higher": lambda f: _("Same kind, and higher. On the table: %(table)s; played: %(played)s.") % _two(f),
    "not-higher": lambda f: _("It has to be higher. On the table: %(table)s; played: %(played)s.") % _two(f),
    "joker-pair-top": lambda f: _("At your table the two jokers are the highest pair."),
    "order": _order,
    "straight-next": _straight_next,
    "ace-high": lambda f: _("With the ace on top it is the highest straight of its length."),
    "ace-low": lambda f: _("The ace is low here: %(value)s is on top.") % {"value": rank_letter(f["straight"].value)},
    "straight-any": lambda f: _("Your table lets any higher straight of the same length beat the one that lies there."),
    "straight-too-high": _straight_too_high,
    "straight-not-higher": lambda f: (
        _("It has to be higher: the straight on the table has %(table_value)s on top, this one %(played_value)s.")
        % _two(f)
    ),
    "equal-never-beats": lambda f: _("Equal never beats."),
    "bomb-beats-all": lambda f: _("A quad beats any other combination. On the table: %(table)s.") % _two(f),
    "bomb-on-table": lambda f: _("A quad lies on the table, and only a higher quad beats it."),
    "bomb-higher": lambda f: (
        _("The higher quad beats the lower. On the table: %(table)s; played: %(played)s.") % _two(f)
    ),
    "bomb-not-higher": lambda f: (
        _("A quad is beaten only by a higher quad. On the table: %(table)s; played: %(played)s.") % _two(f)
    ),
    "flush-is-plain": lambda f: _("A straight in one suit is a straight like any other."),
    "flush-beats-all": lambda f: _("At your table a straight in one suit beats everything."),
    "flush-on-table": lambda f: _(
        "A straight in one suit lies there; at your table only a higher one of its kind beats it."
    ),
    "flush-length": lambda f: (
        _("A straight in one suit is beaten only by another of the same length: %(count)d cards.") % _two(f)
    ),
    "flush-not-higher": lambda f: (
        _("Both straights are in one suit, but %(played_value)s is not above %(table_value)s.") % _two(f)
    ),
    "flush-higher": lambda f: _("Both straights are in one suit and equally long: the higher one wins."),
    # what a hand can do
    "must-pass": lambda f: _("Nothing in this hand beats the table: you pass."),
    "beaten-by-follow": lambda f: _("Same kind and number of cards, higher in rank."),
    "beaten-by-straight-step": _beaten_by_step,
    "beaten-by-bombs": lambda f: _("A quad beats every other combination and any lower quad."),
    "beaten-by-straight-flush": lambda f: _("At your table a straight in one suit beats everything."),
    # between hands
    "both-jokers": lambda f: _("The last player was dealt both jokers, so nothing is exchanged."),
    "exchange": _exchange,
    "exchange-no-low-card": _exchange_no_low,
    "first-starts": lambda f: _("With no exchange, whoever came first starts the hand."),
    "last-starts": lambda f: _("Whoever came last starts the hand."),
    # score
    "open": _points_short,
    "won": lambda f: (
        _("%(name)s is the only one at %(target)d or more and wins the match.")
        % {"name": f["there"][0], "target": f["target"]}
    ),
    "raised": lambda f: (
        _("More than one player stands at %(target)d or above (%(names)s), so the target rises to %(raised)d.")
        % {"names": listed(f["there"]), "target": f["target"], "raised": f["raised"]}
    ),
    "won-at-last": lambda f: (
        _("At 51 the target rises no more: %(name)s has the highest score, %(best)d, and wins.")
        % {"name": f["leaders"][0], "best": f["best"]}
    ),
    "points": lambda f: (
        _("The last hand: %(first)s 3 points, %(second)s 2, %(third)s 1, %(last)s none.")
        % dict(zip(("first", "second", "third", "last"), f["names"], strict=True))
    ),
    "shared": lambda f: (
        _("At 51 the highest score wins, but %(names)s share it: one more hand is played.")
        % {"names": listed(f["leaders"])}
    ),
}

REFUSALS: dict[str, Callable[[Figures], str]] = {
    "suit-opens": lambda f: _("Give the suit of the 3 as well: the first play of the match must include the 3♠."),
    "suit-counts": lambda f: (
        _(
            "Write the suits, too: at your table a straight in one suit beats everything, and the %(card)s could be "
            "part of one."
        )
        % {"card": symbols([f["card"]])}
    ),
    "opening-with-table": lambda f: _("The first play of the match meets an empty table, but cards lie on it."),
    "table-no-combination": lambda f: (
        _("The cards on the table are no combination. %(why)s") % {"why": say(f["reasons"][0])}
    ),
    "after-the-end": lambda f: (
        _("%(winner)s had already won the match before hand %(hand)d.") % {"winner": f["winner"], "hand": f["hand"] + 1}
    ),
    "four-names": lambda f: _("Hand %(hand)d has to name the four players, each once.") % f,
    "other-name": lambda f: _("Hand %(hand)d names “%(name)s”, who is not one of the four players.") % f,
}


def say(reason: Reason) -> str:
    """A reason as a sentence in the active language."""
    return SENTENCES[reason.code](reason.figures)


def refusal(refused: Refused, notation: Notation) -> str:
    """A refusal as a sentence in the active language, cards in the letters of the notation."""
    return common_refusal(refused, notation) or REFUSALS[refused.code](refused.figures)
