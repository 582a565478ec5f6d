"""Marriage's reasons and refusals in words. Marriage's own words — tiplu, maal, trial, … — stay in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.asks import refusal as common_refusal
from games.marriage.rules import Kind, Role
from games.marriage.scoring import Entry, Item, Maal, Result
from games.names import MINUS, card_name, listed, symbols
from games.notation import Notation
from games.rulings import Reason, Refused

Figures = Mapping[str, Any]


def kind_name(kind: Kind) -> str:
    """A kind of set within a sentence."""
    return {
        Kind.TUNNEL: pgettext("marriage set", "tunnel"),
        Kind.PURE_SEQUENCE: pgettext("marriage set", "pure sequence"),
        Kind.SEQUENCE: pgettext("marriage set", "sequence"),
        Kind.TRIAL: pgettext("marriage set", "trial"),
        Kind.DIRTY_TRIAL: pgettext("marriage set", "dirty trial"),
        Kind.DUBLEE: pgettext("marriage set", "dublee"),
    }[kind]


def kind_title(kind: Kind) -> str:
    """A kind of set as a heading."""
    name = kind_name(kind)
    return name[0].upper() + name[1:]


def role_name(role: Role) -> str:
    """What the tiplu makes of a card."""
    return {
        Role.TIPLU: pgettext("marriage card", "Tiplu"),
        Role.POPLU: pgettext("marriage card", "Poplu"),
        Role.JHIPLU: pgettext("marriage card", "Jhiplu"),
        Role.ALTER: pgettext("marriage card", "Alter"),
        Role.ORDINARY_JOKER: pgettext("marriage card", "Ordinary jokers"),
        Role.PUTALI: pgettext("marriage card", "Putali"),
    }[role]


def main_card() -> str:
    """What the one card more is called."""
    return _("The main card")


def item_name(item: Item) -> str:
    """An entry of a count, with how many of the kind there are."""
    n = item.number
    text = {
        "tiplu": ngettext("%(n)d tiplu", "%(n)d tiplus", n),
        "poplu": ngettext("%(n)d poplu", "%(n)d poplus", n),
        "jhiplu": ngettext("%(n)d jhiplu", "%(n)d jhiplus", n),
        "alter": ngettext("%(n)d alter", "%(n)d alters", n),
        "putali": ngettext("%(n)d putali", "%(n)d putalis", n),
        "main-card": main_card(),
        "marriage": ngettext("%(n)d marriage in hand", "%(n)d marriages in hand", n),
        "floor-marriage": ngettext("%(n)d marriage on the floor", "%(n)d marriages on the floor", n),
        "tunnel-ordinary": ngettext("%(n)d tunnel of ordinary cards", "%(n)d tunnels of ordinary cards", n),
        "tunnel-ordinary-joker": ngettext("%(n)d tunnel of ordinary jokers", "%(n)d tunnels of ordinary jokers", n),
        "tunnel-poplu-jhiplu": ngettext("%(n)d tunnel of poplu or jhiplu", "%(n)d tunnels of poplu and jhiplu", n),
        "tunnel-putali": ngettext("%(n)d tunnel of putalis", "%(n)d tunnels of putalis", n),
        "tunnel-alter": ngettext("%(n)d tunnel of alters", "%(n)d tunnels of alters", n),
    }[item.item]
    return text % {"n": n}


def item_lines(items: Iterable[Item]) -> list[tuple[str, Item]]:
    """The lines of a count, each with its name."""
    return [(item_name(item), item) for item in items]


def entry_name(entry: Entry) -> str:
    """A line of a result."""
    return {
        Entry.MAAL: _("Exchange of maal"),
        Entry.GAME: _("Game points"),
        Entry.DUBLEE: _("Dublee bonus"),
        Entry.DOUBLING: _("Doubling"),
        Entry.DHOOS: pgettext("marriage entry", "Dhoos"),
    }[entry]


def entry_lines(result: Result, players: int, total: int) -> list[tuple[str, str, int]]:
    """The lines of a result: what each is called, how it is reckoned where that is short to say, its points."""
    how = {Entry.MAAL: f"{players}\u202f×\u202f{result.maal} {MINUS} {total}", Entry.DOUBLING: "×\u202f2"}
    return [(entry_name(entry), how.get(entry, ""), points) for entry, points in result.entries.items()]


def points_text(points: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


def maal_points(points: int) -> str:
    """A maal as a headline."""
    return ngettext("A maal of %(count)d point", "A maal of %(count)d points", points) % {"count": points}


def cards_away(away: int) -> str:
    """How far a hand is from complete, as a headline."""
    return ngettext("%(count)d card away from complete", "%(count)d cards away from complete", away) % {"count": away}


def wild_count(count: int) -> str:
    """How many wild cards are in play, as a headline."""
    return ngettext("%(count)d wild card in play", "%(count)d wild cards in play", count) % {"count": count}


# --- What is this set? ---


def _stands_for(f: Figures) -> str:
    figures = {"card": symbols([f["card"]]), "for": symbols([f["stands_for"]])}
    text = {
        Role.TIPLU: _("%(card)s, the tiplu, stands for %(for)s."),
        Role.POPLU: _("%(card)s, the poplu, stands for %(for)s."),
        Role.JHIPLU: _("%(card)s, the jhiplu, stands for %(for)s."),
        Role.ALTER: _("%(card)s, the alter, stands for %(for)s."),
        Role.ORDINARY_JOKER: _("%(card)s, an ordinary joker, stands for %(for)s."),
        Role.PUTALI: _("The printed joker stands for %(for)s."),
    }[f["role"]]
    return text % figures


def _never_primary(f: Figures) -> str:
    if f["kind"] is Kind.TRIAL:
        return _("A trial is never a primary set, pure or not.")
    return _("It cannot be a primary set: those are pure sequences and tunnels, without a wild card standing in.")


def _pair_and_third(f: Figures) -> str:
    return _(
        "%(pair)s comes twice, and with %(others)s of another suit that is no set: "
        "a trial has all suits different, a tunnel three identical cards."
    ) % {"pair": symbols([f["pair"]]), "others": symbols(f["others"])}


def _sequence_gap(f: Figures) -> str:
    figures = {"missing": symbols(f["missing"]), "cards": symbols(f["cards"])}
    if not f["wild"]:
        return _("Not consecutive: between %(cards)s there is %(missing)s missing.") % figures
    return ngettext(
        "Not consecutive: %(missing)s is missing between %(cards)s, and %(count)d wild card more would be needed.",
        "Not consecutive: %(missing)s is missing between %(cards)s, and %(count)d wild cards more would be needed.",
        f["lacking"],
    ) % (figures | {"count": f["lacking"]})


def _trial_too_long(f: Figures) -> str:
    return ngettext(
        "A trial has three or four cards, one of each suit, wild cards counted too; here is %(count)d.",
        "A trial has three or four cards, one of each suit, wild cards counted too; here are %(count)d.",
        f["count"],
    ) % {"count": f["count"]}


def _too_few(f: Figures) -> str:
    return ngettext(
        "A set has three cards at least; here is %(count)d.",
        "A set has three cards at least; here are %(count)d.",
        f["count"],
    ) % {"count": f["count"]}


# --- My hand ---


def _complete_sets(f: Figures) -> str:
    text = ngettext(
        "All 21 cards lie in %(count)d set, three of them pure.",
        "All 21 cards lie in %(count)d sets, three of them pure.",
        f["sets"],
    )
    return text % {"count": f["sets"]} + _discarding(f)


def _complete_dublees(f: Figures) -> str:
    text = ngettext(
        "%(count)d dublee ends the game, whatever the other cards are.",
        "%(count)d dublees end the game, whatever the other cards are.",
        f["dublees"],
    )
    return text % {"count": f["dublees"]} + _discarding(f)


def _discarding(f: Figures) -> str:
    if not f["discards"]:
        return ""
    return " " + _("Discard %(cards)s.") % {"cards": _any_of(f["discards"])}


def _any_of(cards: Iterable[Any]) -> str:
    return pgettext("a choice", " or ").join(symbols([card]) for card in cards)


def _away(f: Figures) -> str:
    if f["away"] == 1:
        return ngettext(
            "One card has to be exchanged for another; %(count)d kind of card would do.",
            "One card has to be exchanged for another; %(count)d different cards would do.",
            len(f["completing"]),
        ) % {"count": len(f["completing"])}
    return ngettext(
        "%(count)d card at least has to be exchanged until all 21 lie in sets or eight dublees are there.",
        "%(count)d cards at least have to be exchanged until all 21 lie in sets or eight dublees are there.",
        f["away"],
    ) % {"count": f["away"]}


def _pure_lacking(f: Figures) -> str:
    if not f["pure"]:
        return _("The hand holds no pure set yet: three are needed before anything else.")
    return ngettext(
        "The hand holds %(count)d pure set at once; three are needed before anything else.",
        "The hand holds %(count)d pure sets at once; three are needed before anything else.",
        f["pure"],
    ) % {"count": f["pure"]}


def _dublees(f: Figures) -> str:
    return ngettext(
        "%(count)d dublee; only seven of them are worth the primary sets, fewer are worth nothing.",
        "%(count)d dublees; only seven of them are worth the primary sets, fewer are worth nothing.",
        f["dublees"],
    ) % {"count": f["dublees"]}


def _dublees_need_players(f: Figures) -> str:
    return ngettext(
        "Dublees count with four players or more; at this table there is %(count)d.",
        "Dublees count with four players or more; at this table there are %(count)d.",
        f["players"],
    ) % {"count": f["players"]}


# --- Maal ---


def sum_of(count: Maal) -> str:
    """All items of a count in one sentence."""
    return pgettext("a sum of maal", "%(items)s: %(points)s in all.") % {
        "items": ", ".join(f"{item_name(item)} {item.points}" for item in count.items),
        "points": points_text(count.points),
    }


def counted_as(marriages: int) -> str:
    """A way to count a hand."""
    if not marriages:
        return _("without a marriage")
    return ngettext("as %(count)d marriage", "as %(count)d marriages", marriages) % {"count": marriages}


def _best_count(f: Figures) -> str:
    return _("The best count is taken: %(best)s %(points)d, %(others)s.") % {
        "best": counted_as(f["best"].marriages),
        "points": f["best"].points,
        "others": listed([f"{counted_as(other.marriages)} {other.points}" for other in f["others"]]),
    }


# --- The round ---


def _game_points(f: Figures) -> str:
    figures = {
        "winner": f["winner"],
        "unseen": listed(f["unseen"]),
        "seen": listed(f["seen"]),
        "points": points_text(f["points"]),
    }
    if f["unseen"] and f["seen"]:
        return (
            _(
                "%(winner)s gets 10 from each who has not seen (%(unseen)s) and 3 from each who has (%(seen)s): %(points)s."
            )
            % figures
        )
    if f["unseen"]:
        return _("%(winner)s gets 10 from each who has not seen (%(unseen)s): %(points)s.") % figures
    if f["seen"]:
        return _("%(winner)s gets 3 from each who has seen (%(seen)s): %(points)s.") % figures
    return _("%(winner)s gets no game points: nobody has to pay them.") % figures


def _dublee_bonus(f: Figures) -> str:
    if not f["bonus"]:
        return _("%(winner)s wins with dublees; at your table that brings nothing more.") % f
    return _("%(winner)s wins with dublees and gets %(bonus)d more from each other player.") % f


SENTENCES: dict[str, Callable[[Figures], str]] = {
    # what cards are
    "is-tunnel": lambda f: _("%(cards)s: three identical cards.") % {"cards": symbols(f["cards"])},
    "is-pure-sequence": lambda f: (
        _("%(cards)s: consecutive cards of one suit, each of them itself.") % {"cards": symbols(f["cards"])}
    ),
    "is-sequence": lambda f: (
        _("%(cards)s: consecutive cards of one suit, with wild cards standing in.") % {"cards": symbols(f["cards"])}
    ),
    "is-trial": lambda f: _("%(cards)s: one rank in different suits.") % {"cards": symbols(f["cards"])},
    "is-dirty-trial": lambda f: (
        _("%(cards)s: one rank in different suits, with wild cards standing in.") % {"cards": symbols(f["cards"])}
    ),
    "is-dublee": lambda f: _("%(cards)s: two identical cards.") % {"cards": symbols(f["cards"])},
    "all-wild": lambda f: _("Wild cards alone are a set, whichever they are."),
    "two-wild": lambda f: (
        _("Two wild cards make a set with any third card, here %(third)s.") % {"third": symbols([f["third"]])}
    ),
    "stands-for": _stands_for,
    "dublee-not-alone": lambda f: _("One dublee is no primary set: seven of them together stand for all three."),
    "may-be-primary": lambda f: _("It may be one of the three primary sets."),
    "wild-as-itself": lambda f: (
        _("%(card)s is wild, but here it is only itself, so the sequence stays pure.") % {"card": symbols([f["card"]])}
    ),
    "never-primary": _never_primary,
    "too-few": _too_few,
    "dublee-with-wild": lambda f: (
        _("A dublee is two identical cards, and a wild card cannot be the second: %(cards)s is none.")
        % {"cards": symbols(f["cards"])}
    ),
    "two-not-identical": lambda f: (
        _("Two cards are a dublee only if they are identical: %(cards)s are not.") % {"cards": symbols(f["cards"])}
    ),
    "sequence-too-long": lambda f: _("A sequence has thirteen cards at most: the ace is high or low, not both."),
    "pair-and-third": _pair_and_third,
    "pair-and-wild": lambda f: (
        _("%(pair)s comes twice: with a wild card a dublee becomes neither a trial nor a tunnel.")
        % {"pair": symbols([f["pair"]])}
    ),
    "trial-too-long": _trial_too_long,
    "twice-in-sequence": lambda f: (
        _("%(card)s comes twice, and in a sequence every card stands once.") % {"card": symbols([f["card"]])}
    ),
    "round-the-ace": lambda f: _("The ace ends a sequence: Q-K-A and A-2-3 are sequences, K-A-2 is none."),
    "sequence-gap": _sequence_gap,
    "no-one-rank-or-suit": lambda f: (
        _("%(cards)s are neither of one suit nor of one rank.") % {"cards": symbols(f["cards"])}
    ),
    # my hand
    "complete-sets": _complete_sets,
    "complete-dublees": _complete_dublees,
    "away": _away,
    "three-pure": lambda f: _("Three pure sets are there at once: they can be shown as the primary sets."),
    "pure-lacking": _pure_lacking,
    "dublees-need-players": _dublees_need_players,
    "dublees-primary": lambda f: _("Seven dublees are there: they can be shown instead of three pure sets."),
    "dublees": _dublees,
    "tiplu-unknown": lambda f: _("The tiplu is not known yet, so no card is wild but a printed joker."),
    # tiplu
    "neighbours": lambda f: (
        _("Next above the tiplu in its suit is the poplu, %(poplu)s; next below the jhiplu, %(jhiplu)s.")
        % {"poplu": symbols([f["poplu"]]), "jhiplu": symbols([f["jhiplu"]])}
    ),
    "round-the-circle": lambda f: (
        _("The circle closes at the ace: the poplu is %(poplu)s, the jhiplu %(jhiplu)s.")
        % {"poplu": symbols([f["poplu"]]), "jhiplu": symbols([f["jhiplu"]])}
    ),
    "ordinary-jokers": lambda f: (
        _("The tiplu’s rank in other suits is wild without points: %(cards)s, %(copies)d cards in all.")
        % {"cards": symbols(f["cards"]), "copies": f["copies"]}
    ),
    "alter-scores": lambda f: (
        _("%(card)s has the tiplu’s rank and colour: the alter, which scores at your table.")
        % {"card": symbols(f["cards"])}
    ),
    "alter-idle": lambda f: (
        _("%(card)s, of the tiplu’s rank and colour, would be the alter; it scores only where the table plays so.")
        % {"card": symbols([f["card"]])}
    ),
    "main-card-wild": lambda f: (
        _("The main card, a printed joker added to the pack, is wild and scores %(points)s.")
        % {"points": points_text(f["points"])}
    ),
    "putali-wild": lambda f: _("The printed jokers are wild and score as putali."),
    # maal
    "best-count": _best_count,
    "no-maal": lambda f: _("With %(tiplu)s as tiplu none of these cards scores.") % {"tiplu": symbols([f["tiplu"]])},
    # the round
    "maal-exchange": lambda f: (
        _(
            "Every two players exchange the difference of their maal: each one’s counts %(players)d times, "
            "less the total of all, %(total)d."
        )
        % f
    ),
    "murder": lambda f: (
        _("Murder: what unseen players hold is void (%(names)s: %(points)s).")
        % {"names": listed(f["names"]), "points": points_text(f["points"])}
    ),
    "tunnel-pachaunu": lambda f: (
        _("Tunnel Pachaunu: the tunnels of unseen players are void (%(names)s: %(points)s).")
        % {"names": listed(f["names"]), "points": points_text(f["points"])}
    ),
    "maal-pachaunu": lambda f: (
        _("Maal Pachaunu: the maal cards of unseen players are void (%(names)s: %(points)s).")
        % {"names": listed(f["names"]), "points": points_text(f["points"])}
    ),
    "kidnap": lambda f: (
        _("Kidnap: %(winner)s takes the maal of unseen players (%(names)s: %(points)s).")
        % {"winner": f["winner"], "names": listed(f["names"]), "points": points_text(f["points"])}
    ),
    "unseen-cards-count": lambda f: (
        _("The maal cards of unseen players still count (%(names)s).") % {"names": listed(f["names"])}
    ),
    "unseen-tunnels-count": lambda f: (
        _("The tunnels of unseen players still count (%(names)s).") % {"names": listed(f["names"])}
    ),
    "unseen-counts": lambda f: (
        _("The maal of unseen players still counts (%(names)s); Murder and Kidnap would change that.")
        % {"names": listed(f["names"])}
    ),
    "game-points": _game_points,
    "dublee-spared": lambda f: (
        _("Who has shown seven dublees pays the winner no 3 (%(names)s).") % {"names": listed(f["names"])}
    ),
    "dublee-bonus": _dublee_bonus,
    "better": lambda f: _("Better: every result is doubled."),
    "dublee-better": lambda f: _("A dublee game (%(names)s): every result is doubled.") % {"names": listed(f["names"])},
    "dhoos-won": lambda f: _("%(name)s owed dhoos but wins, and so owes nothing.") % f,
    "dhoos": lambda f: _("%(name)s owes %(winner)s %(points)d for dhoos in the game before; it is never doubled.") % f,
}


def _in_field(f: Figures) -> dict[str, str]:
    return {"card": symbols([f["card"]]), "name": card_name(f["card"])}


def murder_with_kidnap() -> str:
    """Why the two cannot be asked for together."""
    return _(
        "Murder and Kidnap exclude each other: the maal of unseen players is either void or the winner’s. "
        "Choose one of the two."
    )


REFUSALS: dict[str, Callable[[Figures], str]] = {
    "no-cards": lambda f: _("There are no cards here yet."),
    "joker-tiplu": lambda f: _("A printed joker is never the tiplu: choose a card with rank and suit."),
    "third-tiplu": lambda f: (
        _("%(card)s (%(name)s) is the tiplu and one of the three lies under the stock: only two can be held.")
        % _in_field(f)
    ),
    "hand-size": lambda f: (
        ngettext(
            "A hand has 21 cards, or 22 before the discard; here is %(count)d.",
            "A hand has 21 cards, or 22 before the discard; here are %(count)d.",
            f["count"],
        )
        % {"count": f["count"]}
    ),
    "players-number": lambda f: (
        ngettext(
            "Marriage is played by %(least)d to %(most)d; here is %(count)d player.",
            "Marriage is played by %(least)d to %(most)d; here are %(count)d players.",
            f["players"],
        )
        % {"least": f["least"], "most": f["most"], "count": f["players"]}
    ),
    "no-tunnel-no-marriage": lambda f: (
        _("%(cards)s is neither a tunnel nor a marriage: nothing else scores on the floor.")
        % {"cards": symbols(f["cards"])}
    ),
    "ace-marriage": lambda f: (
        _(
            "With %(tiplu)s as tiplu the marriage would be K-A-2, which is no sequence, so it cannot lie on the floor; "
            "in hand it counts."
        )
        % {"tiplu": symbols([f["tiplu"]])}
    ),
    "unknown-choice": lambda f: (
        _("“%(at)s” is not one of the choices: %(choices)s.")
        % {"at": f["value"], "choices": ", ".join(map(str, f["choices"]))}
    ),
    "murder-with-kidnap": lambda f: murder_with_kidnap(),
    "no-name": lambda f: _("A player has no name yet."),
    "name-twice": lambda f: _("Two players are called %(name)s: give one of them another name.") % f,
    "no-winner": lambda f: _("Nobody is marked as the winner: say who ended the game."),
    "two-winners": lambda f: _("A round has one winner, but %(names)s are marked.") % {"names": listed(f["names"])},
    "unseen-winner": lambda f: (
        _("%(name)s is marked as winner and as unseen: nobody ends the game without the primary sets.") % f
    ),
    "unseen-dublee": lambda f: (
        _("%(name)s plays with dublees but is marked as unseen: whoever has shown seven dublees has seen.") % f
    ),
    "dublees-need-players": lambda f: (
        ngettext(
            "%(name)s plays with dublees, which count with four players or more; here is %(count)d.",
            "%(name)s plays with dublees, which count with four players or more; here are %(count)d.",
            f["players"],
        )
        % {"name": f["name"], "count": f["players"]}
    ),
    "below-zero": lambda f: _("%(name)s cannot have fewer than 0 points of maal.") % f,
    "tiplu-needed": lambda f: _("A maal is given as cards: say which card is the tiplu, so that they can be counted."),
    "unknown-name": lambda f: (
        _("“%(name)s” owes dhoos but is not at the table: %(names)s.")
        % {"name": f["name"], "names": listed(f["names"])}
    ),
}


def say(reason: Reason) -> str:
    """A reason as a sentence in the active language."""
    return SENTENCES[reason.code](reason.figures)


def refusal(refused: Refused, notation: Notation) -> str:
    """A refusal as a sentence in the active language, cards in the letters of the notation."""
    if refused.code == "not-in-pack":
        return _(
            "There are printed jokers in the pack only if your table plays so: choose it among the house rules, "
            "or leave the joker out."
        )
    return common_refusal(refused, notation) or REFUSALS[refused.code](refused.figures)
