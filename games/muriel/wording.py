"""Muriel's reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.asks import refusal as common_refusal
from games.cards import Card
from games.muriel import rules
from games.names import card_name, listed, symbols
from games.notation import Notation
from games.rulings import Reason, Refused

Figures = Mapping[str, Any]
Who = Callable[[int], str]
"""What a player is called in a sentence: of a hand by the seat, of a single trick by the place in order of play."""


def player(seat: int) -> str:
    """A player without a name."""
    return _("Player %(number)d") % {"number": seat + 1}


def player_of_card(place: int) -> str:
    """A player of whom nothing is known but which card of a trick was theirs."""
    if place == 0:
        return _("the leader")
    return _("the player of card %(number)d") % {"number": place + 1}


def card_number(place: int) -> str:
    """What a card of a trick is called where its player is asked for."""
    return _("Led card") if place == 0 else _("Card %(number)d") % {"number": place + 1}


def short_number(place: int) -> str:
    """The same under the drawn card, where there is little room."""
    return pgettext("card of a trick", "led") if place == 0 else str(place + 1)


def pile_of(who: str) -> str:
    """Above what goes into a scoring pile."""
    return capfirst(_("On the scoring pile: %(who)s") % {"who": who})


def strays_to(who: str) -> str:
    """Above the strays, where it is known who takes them."""
    return _("Strays, into the hand of the next leader: %(who)s") % {"who": who}


def strays_left_of(who: str) -> str:
    """Above the strays, where only the leader is known."""
    return _("Strays, into the hand of the player on the left of %(who)s") % {"who": who}


def too_many_players(count: int) -> str:
    """Why a tenth player is refused."""
    return _("Muriel is played by nine: write nine players, not %(count)d.") % {"count": count}


def went(leader: str, taker: str, points: int) -> str:
    """A trick of a hand in a line: who led it, and who took how much."""
    text = ngettext(
        "%(leader)s led; %(taker)s took %(count)d point.", "%(leader)s led; %(taker)s took %(count)d points.", points
    )
    return text % {"leader": leader, "taker": taker, "count": points}


def takes(who: str, points: int) -> str:
    """Who takes the claims of a trick, as a verdict."""
    text = ngettext("%(who)s takes %(count)d point", "%(who)s takes %(count)d points", points)
    return capfirst(text % {"who": who, "count": points})


def to_play(who: str, number: int, placed: int) -> str:
    """Whose turn it is in the trick with this number (from 1), as a verdict."""
    text = _("Trick %(number)d: %(who)s leads") if placed == 0 else _("Trick %(number)d: %(who)s plays")
    return text % {"number": number, "who": who}


def hand_over(names: Sequence[str], points: int) -> str:
    """The end of a hand as a verdict, with whoever scored most."""
    text = ngettext(
        "The hand is over: %(names)s has the most, %(points)d points",
        "The hand is over: %(names)s have the most, %(points)d points each",
        len(names),
    )
    return text % {"names": listed(names), "points": points}


AFTERWARDS = {"muriel.values", "muriel.strays", "muriel.next-lead"}
"""The rulings whose reasons tell of a trick what comes when it is clear whose the claims are."""


def leads(who: str) -> str:
    """The first step of a trick."""
    return capfirst(_("%(who)s leads a card face down.") % {"who": who})


def turns_up(who: str) -> str:
    """The last step of a trick before the claims are known."""
    return capfirst(_("%(who)s turns the led card up.") % {"who": who})


def in_hand_of(who: str, problem: str) -> str:
    """What is wrong with a hand as it was dealt, with its player."""
    return _("%(name)s: %(problem)s") % {"name": who, "problem": problem}


def _each(cards: Iterable[Card]) -> str:
    return listed([symbols([card]) for card in cards])


def _names(f: Figures) -> str:
    return listed([f["who"](seat) for seat in f["seats"]])


def _bonus(f: Figures) -> str:
    figures = {"cards": _each(f["cards"])}
    if f["few"]:
        return _("The only card left of this short trick is the bonus claim: %(cards)s.") % figures
    return _("The two next-highest cards are bonus claims: %(cards)s.") % figures


def _worth(f: Figures) -> str:
    if len(f["cards"]) == 1:
        text = ngettext("That scores %(count)d point.", "That scores %(count)d points.", f["points"])
        return text % {"count": f["points"]}
    added = " + ".join(str(rules.value(card)) for card in f["cards"])
    text = ngettext(
        "That scores %(added)s = %(count)d point.", "That scores %(added)s = %(count)d points.", f["points"]
    )
    return text % {"added": added, "count": f["points"]}


def _strays(f: Figures) -> str:
    return ngettext(
        "The other card is a stray: whoever leads next takes it into hand.",
        "The other %(count)d cards are strays: whoever leads next takes them into hand.",
        len(f["cards"]),
    ) % {"count": len(f["cards"])}


def _picked_up(f: Figures) -> str:
    text = ngettext(
        "%(who)s takes the stray into hand: %(cards)s.",
        "%(who)s takes the %(count)d strays into hand: %(cards)s.",
        len(f["cards"]),
    )
    return text % {"who": f["who"](f["heir"]), "count": len(f["cards"]), "cards": symbols(f["cards"])}


def _passing(f: Figures) -> str:
    text = ngettext(
        "Without cards, and so passing: %(names)s.", "Without cards, and so passing: %(names)s.", len(f["seats"])
    )
    return text % {"names": _names(f)}


def _following(f: Figures) -> str:
    text = ngettext(
        "%(who)s follows with any card, face up: the last card of the trick.",
        "%(who)s follows with any card, face up; %(count)d cards are still to come.",
        f["left"],
    )
    return text % {"who": f["who"](f["seat"]), "count": f["left"]}


def _hand_scores(f: Figures) -> str:
    text = ngettext(
        "Everybody scores the cards of their own pile; the most: %(names)s, %(count)d point.",
        "Everybody scores the cards of their own pile; the most: %(names)s, %(count)d points.",
        f["points"],
    )
    return text % {"names": _names(f), "count": f["points"]}


def _open(f: Figures) -> str:
    return ngettext(
        "Nobody has %(target)d points yet: whoever is ahead lacks %(count)d point.",
        "Nobody has %(target)d points yet: whoever is ahead lacks %(count)d points.",
        f["lacking"],
    ) % {"target": f["target"], "count": f["lacking"]}


def _not_all_points(f: Figures) -> str:
    return ngettext(
        "Hand %(number)d holds %(count)d point in all; the pack holds %(pack)d, so a pile may be missing or miscounted.",
        "Hand %(number)d holds %(count)d points in all; the pack holds %(pack)d, so a pile may be missing or miscounted.",
        f["points"],
    ) % {"number": f["number"], "count": f["points"], "pack": f["pack"]}


SENTENCES: dict[str, Callable[[Figures], str]] = {
    # a trick
    "muriel": lambda f: (
        _("Both jokers in one trick are a muriel: %(who)s, who played the second, takes both.")
        % {"who": f["who"](f["taker"])}
    ),
    "bonus": _bonus,
    "bonus-shared": lambda f: _("Of equal cards those played first are the bonus claims."),
    "one-card": lambda f: (
        _("A trick of one card: it is the claim of %(who)s, who played it.") % {"who": f["who"](f["taker"])}
    ),
    "two-cards": lambda f: _("A trick of two cards has no strays: both are claims."),
    "highest-takes": lambda f: (
        _("%(who)s played the highest card, %(card)s, and takes the claims: %(cards)s.")
        % {"who": f["who"](f["taker"]), "card": symbols([f["card"]]), "cards": _each(f["cards"])}
    ),
    "second-shared": lambda f: _("Of the cards that share second place the one played first is the claim."),
    "second-takes": lambda f: (
        _("The two highest are equal, %(cards)s: %(who)s, who played the second of them, takes both.")
        % {"who": f["who"](f["taker"]), "cards": _each(f["cards"])}
    ),
    "second-takes-of-many": lambda f: (
        _("%(cards)s tie for highest: %(who)s, who played the second of them, takes the second and the third.")
        % {"who": f["who"](f["taker"]), "cards": _each(f["cards"])}
    ),
    "led-counts-first": lambda f: (
        _("The led card, %(card)s, counts as played first, though it is turned up last.")
        % {"card": symbols([f["card"]])}
    ),
    "worth": _worth,
    "strays": _strays,
    "left-next": lambda f: _("The next lead is on the left of whoever led this trick."),
    "taker-next": lambda f: (
        _("At your table whoever takes the claims leads next: %(who)s.") % {"who": f["who"](f["taker"])}
    ),
    # a hand
    "dealer-leads": lambda f: _("The dealer leads the first trick: %(who)s.") % {"who": f["who"](f["leader"])},
    "all-dealt": lambda f: _("All 54 cards are dealt, six to each of the nine players."),
    "face-down": lambda f: (
        _("%(who)s leads any card, face down, and turns it up when the others have followed.")
        % {"who": f["who"](f["leader"])}
    ),
    "following": _following,
    "left-led-next": lambda f: (
        _("The lead goes to the left: after %(leader)s it is the turn of %(heir)s.")
        % {"leader": f["who"](f["leader"]), "heir": f["who"](f["heir"])}
    ),
    "taker-led-next": lambda f: (
        _("At your table whoever took the claims leads next: %(who)s.") % {"who": f["who"](f["taker"])}
    ),
    "picked-up": _picked_up,
    "lead-passed-on": lambda f: (
        _("There are no strays and %(heir)s has no cards: the lead goes on to the left, to %(leader)s.")
        % {"heir": f["who"](f["heir"]), "leader": f["who"](f["leader"])}
    ),
    "strategic-known": lambda f: (
        _("%(who)s now holds strays alone: a strategic known.") % {"who": f["who"](f["leader"])}
    ),
    "passing": _passing,
    "hand-over": lambda f: _("Nobody has cards any more: the hand is over."),
    "hand-scores": _hand_scores,
    "all-points": lambda f: _("All piles together hold %(points)d points.") % {"points": f["points"]},
    # a match
    "won": lambda f: (
        _("%(winner)s is the first to reach %(target)d points and wins with %(points)d.")
        % {"winner": f["winner"], "target": f["target"], "points": f["points"]}
    ),
    "won-highest": lambda f: (
        _("%(names)s have all reached %(target)d points: the highest wins, %(winner)s with %(points)d.")
        % {"names": listed(f["names"]), "winner": f["winner"], "target": f["target"], "points": f["points"]}
    ),
    "tied": lambda f: (
        _("%(names)s tie for highest with %(points)d points: another hand is played.")
        % {"names": listed(f["names"]), "points": f["points"]}
    ),
    "open": _open,
    "values": lambda f: _(
        "A joker counts 20, a king 15, a queen 14, a jack 11, an ace 1, every other card its number."
    ),
    "not-all-points": _not_all_points,
}


def _six_cards(f: Figures) -> str:
    return ngettext(
        "%(who)s is dealt %(dealt)d cards; here is %(count)d.",
        "%(who)s is dealt %(dealt)d cards; here are %(count)d.",
        f["count"],
    ) % {"who": f["who"](f["seat"]), "dealt": f["dealt"], "count": f["count"]}


def _not_held(f: Figures) -> str:
    figures = {"number": f["number"], "card": f["at"], "name": f["name"], "who": f["who"](f["seat"])}
    if f["holder"] is None and not f["retired"]:
        return (
            _("Trick %(number)d: it is the turn of %(who)s, who does not hold this card: %(card)s (%(name)s).")
            % figures
        )
    if f["holder"] is None:
        return (
            _(
                "Trick %(number)d: it is the turn of %(who)s, and %(card)s (%(name)s) cannot be played: it lies in a scoring pile."
            )
            % figures
        )
    figures["holder"] = f["who"](f["holder"])
    return (
        _("Trick %(number)d: it is the turn of %(who)s, who does not hold %(card)s (%(name)s): %(holder)s does.")
        % figures
    )


def _one_too_many(f: Figures) -> str:
    return ngettext(
        "Trick %(number)d is complete with %(count)d card; %(card)s (%(name)s) is too much.",
        "Trick %(number)d is complete with %(count)d cards; %(card)s (%(name)s) is too much.",
        f["count"],
    ) % {"number": f["number"], "count": f["count"], "card": f["at"], "name": f["name"]}


REFUSALS: dict[str, Callable[[Figures], str]] = {
    "how-many-cards": lambda f: (
        _("A trick holds %(most)d cards at most, one from each player; here are %(count)d.")
        % {"most": f["most"], "count": f["count"]}
    ),
    "names-for-cards": lambda f: (
        _("The names do not fit the cards, %(names)d to %(cards)d: name whoever played each card, or nobody.")
        % {"names": f["names"], "cards": f["cards"]}
    ),
    "nine-hands": lambda f: _("Muriel is played by nine: write nine hands, not %(count)d.") % {"count": f["count"]},
    "six-cards": _six_cards,
    "no-seat": lambda f: (
        _("There is no seat %(at)s: they count from 0 to %(last)d.") % {"at": f["at"], "last": f["last"]}
    ),
    "twice-in-trick": lambda f: (
        _("Trick %(number)d: %(card)s (%(name)s) is there twice.")
        % {"number": f["number"], "card": f["at"], "name": f["name"]}
    ),
    "one-too-many": _one_too_many,
    "not-held": _not_held,
    "unfinished": lambda f: (
        _("Trick %(number)d is not finished: it is the turn of %(who)s.")
        % {"number": f["number"], "who": f["who"](f["seat"])}
    ),
    "empty-trick": lambda f: (
        _("Trick %(number)d is empty, but %(who)s still has cards to lead.")
        % {"number": f["number"], "who": f["who"](f["seat"])}
    ),
    "after-the-hand": lambda f: (
        _("Trick %(number)d: the hand is over, nobody has cards any more.") % {"number": f["number"]}
    ),
    "too-many-players": lambda f: too_many_players(f["count"]),
    "after-the-end": lambda f: (
        _("%(name)s had already won the match before hand %(number)d.") % {"name": f["winner"], "number": f["number"]}
    ),
    "below-zero": lambda f: (
        _("Hand %(number)d: %(name)s cannot have scored less than nothing, %(at)s.")
        % {"number": f["number"], "name": f["name"], "at": f["at"]}
    ),
}


def say(reason: Reason, who: Who) -> str:
    """A reason as a sentence in the active language."""
    return capfirst(SENTENCES[reason.code]({**reason.figures, "who": who}))


def refusal(refused: Refused, notation: Notation, who: Who) -> str:
    """A refusal as a sentence in the active language, cards in the letters of the notation."""
    common = common_refusal(refused, notation)
    if common is not None:
        return common
    card = refused.figures.get("card")
    culprit = {"at": notation.write_card(card), "name": card_name(card)} if card else {}
    return REFUSALS[refused.code]({**refused.figures, **culprit, "who": who})
