"""Marriage's reasons and refusals in words. Marriage's own words — tiplu, maal, trial, … — stay in every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.cards import Card
from games.marriage.rules import Kind, Role
from games.marriage.scoring import Count, Entry, Item, Maal, Player, Result
from games.words import MINUS, Book, Described, Either, Name, Sentence, Text, signed
from games.words.scores import Score, ScoreFigure

KINDS: dict[Kind, Text] = {
    Kind.TUNNEL: pgettext_lazy("marriage set", "tunnel"),
    Kind.PURE_SEQUENCE: pgettext_lazy("marriage set", "pure sequence"),
    Kind.SEQUENCE: pgettext_lazy("marriage set", "sequence"),
    Kind.TRIAL: pgettext_lazy("marriage set", "trial"),
    Kind.DIRTY_TRIAL: pgettext_lazy("marriage set", "dirty trial"),
    Kind.DUBLEE: pgettext_lazy("marriage set", "dublee"),
}
ROLES: dict[Role, Text] = {
    Role.TIPLU: pgettext_lazy("marriage card", "Tiplu"),
    Role.POPLU: pgettext_lazy("marriage card", "Poplu"),
    Role.JHIPLU: pgettext_lazy("marriage card", "Jhiplu"),
    Role.ALTER: pgettext_lazy("marriage card", "Alter"),
    Role.ORDINARY_JOKER: pgettext_lazy("marriage card", "Ordinary jokers"),
    Role.PUTALI: pgettext_lazy("marriage card", "Putali"),
}
ENTRIES: dict[Entry, Text] = {
    Entry.MAAL: _("Exchange of maal"),
    Entry.GAME: _("Game points"),
    Entry.DUBLEE: _("Dublee bonus"),
    Entry.DOUBLING: _("Doubling"),
    Entry.DHOOS: pgettext_lazy("marriage entry", "Dhoos"),
}
ITEMS: dict[str, Sentence] = {
    "tiplu": ngettext_lazy("{number:word} tiplu", "{number:word} tiplus", "number"),
    "poplu": ngettext_lazy("{number:word} poplu", "{number:word} poplus", "number"),
    "jhiplu": ngettext_lazy("{number:word} jhiplu", "{number:word} jhiplus", "number"),
    "alter": ngettext_lazy("{number:word} alter", "{number:word} alters", "number"),
    "putali": ngettext_lazy("{number:word} putali", "{number:word} putalis", "number"),
    "main-card": _("the main card"),
    "marriage": ngettext_lazy("{number:word} marriage in hand", "{number:word} marriages in hand", "number"),
    "floor-marriage": ngettext_lazy(
        "{number:word} marriage on the table", "{number:word} marriages on the table", "number"
    ),
    "tunnel-ordinary": ngettext_lazy(
        "{number:word} tunnel of ordinary cards", "{number:word} tunnels of ordinary cards", "number"
    ),
    "tunnel-ordinary-joker": ngettext_lazy(
        "{number:word} tunnel of ordinary jokers", "{number:word} tunnels of ordinary jokers", "number"
    ),
    "tunnel-poplu-jhiplu": ngettext_lazy(
        "{number:word} tunnel of poplus or jhiplus", "{number:word} tunnels of poplus and jhiplus", "number"
    ),
    "tunnel-putali": ngettext_lazy("{number:word} tunnel of putalis", "{number:word} tunnels of putalis", "number"),
    "tunnel-alter": ngettext_lazy("{number:word} tunnel of alters", "{number:word} tunnels of alters", "number"),
}
"""What a count is made of."""

SENTENCES: dict[str, Sentence] = {
    # what cards are
    "is-tunnel": _("{cards:row}: three identical cards."),
    "is-pure-sequence": _("{cards:row}: consecutive cards of the same suit, with no wild card standing in."),
    "is-sequence": _("{cards:row}: a sequence with at least one wild card standing in."),
    "is-trial": _("{cards:row}: the same rank in different suits."),
    "is-dirty-trial": _("{cards:row}: a trial with at least one wild card standing in."),
    "is-dublee": _("{cards:row}: two identical cards."),
    "all-wild": _("Wild cards on their own are a set, whichever they are."),
    "two-wild": _("Two wild cards make a set with any third card, here {third:the}."),
    "stands-for-tiplu": _("{card:the}, the tiplu, stands for {stands_for:the}."),
    "stands-for-poplu": _("{card:the}, the poplu, stands for {stands_for:the}."),
    "stands-for-jhiplu": _("{card:the}, the jhiplu, stands for {stands_for:the}."),
    "stands-for-alter": _("{card:the}, the alter, stands for {stands_for:the}."),
    "stands-for-ordinary-joker": _("{card:the}, an ordinary joker, stands for {stands_for:the}."),
    "stands-for-putali": _("The printed joker stands for {stands_for:the}."),
    "dublee-not-alone": _("A single dublee is not a primary set: it takes seven to replace the three primary sets."),
    "may-be-primary": _("It can be one of the three primary sets."),
    "wild-as-itself": _("A wild card may stand for itself, as {card:the} does here: the sequence stays pure."),
    "never-primary": _(
        "It cannot be a primary set: only pure sequences and tunnels can be, with no wild card standing in."
    ),
    "never-primary-trial": _("A trial is never a primary set, with or without wild cards."),
    "too-few": ngettext_lazy(
        "A set needs at least three cards, not just {count:word}.",
        "A set needs at least three cards, not just {count:word}.",
        "count",
    ),
    "dublee-with-wild": _(
        "A dublee is two identical cards, and a wild card cannot stand in for either: {cards} are not a dublee."
    ),
    "two-not-identical": _("Two cards are a dublee only if they are identical: {cards} are not."),
    "sequence-too-long": _("A sequence has at most thirteen cards: the ace is high or low, not both."),
    "pair-and-third": _(
        "{pair:the} appears twice, and with {others:the} that is not a set: a trial needs a "
        "different suit for each card, a tunnel three identical cards."
    ),
    "pair-and-wild": _("{pair:the} appears twice: a wild card cannot turn a dublee into a trial or a tunnel."),
    "trial-too-long": _(
        "A trial has three or four cards, wild cards included, because there are only four suits: it "
        "cannot have {count:word}."
    ),
    "twice-in-sequence": _("No card may appear twice in a sequence, but {card:the} does."),
    "round-the-ace": _("A sequence cannot go past the ace: Q-K-A and A-2-3 are sequences, but K-A-2 is not."),
    "sequence-gap": ngettext_lazy(
        "The cards are not consecutive: {missing:the} is missing.",
        "The cards are not consecutive: {missing} are missing.",
        "missing",
    ),
    "sequence-gap-wild": ngettext_lazy(
        "The cards are not consecutive: {missing} are missing, and you would need {lacking:word} more wild card.",
        "The cards are not consecutive: {missing} are missing, and you would need {lacking:word} more wild cards.",
        "lacking",
    ),
    "no-one-rank-or-suit": _("{cards} are neither of the same suit nor of the same rank."),
    # my hand
    "complete-sets": Either(
        "discards",
        with_=ngettext_lazy(
            "All 21 cards are in {sets:word} set, three of them pure. Discard {discards:or}.",
            "All 21 cards are in {sets:word} sets, three of them pure. Discard {discards:or}.",
            "sets",
        ),
        without=ngettext_lazy(
            "All 21 cards are in {sets:word} set, three of them pure.",
            "All 21 cards are in {sets:word} sets, three of them pure.",
            "sets",
        ),
    ),
    "complete-dublees": Either(
        "discards",
        with_=ngettext_lazy(
            "With {dublees:word} dublee you can go out, whatever your other cards are. Discard {discards:or}.",
            "With {dublees:word} dublees you can go out, whatever your other cards are. Discard {discards:or}.",
            "dublees",
        ),
        without=ngettext_lazy(
            "With {dublees:word} dublee you can go out, whatever your other cards are.",
            "With {dublees:word} dublees you can go out, whatever your other cards are.",
            "dublees",
        ),
    ),
    "one-away": ngettext_lazy(
        "You need one more card, and only one would do.",
        "You need one more card; any one of {completing:count word} would do.",
        "completing",
    ),
    "away": ngettext_lazy(
        "You have to replace at least {away:word} card before you can go out.",
        "You have to replace at least {away:word} cards before you can go out.",
        "away",
    ),
    "three-pure": _("You have three pure sets: you can show them as your primary sets."),
    "pure-lacking": Either(
        "pure",
        with_=ngettext_lazy(
            "You have {pure:word} pure set; you need three before you can show them.",
            "You have {pure:word} pure sets; you need three before you can show them.",
            "pure",
        ),
        without=_("You do not have a pure set yet; you need three before you can show them."),
    ),
    "dublees-need-players": ngettext_lazy(
        "Dublees count only with four or more players; at your table there is {players:word}.",
        "Dublees count only with four or more players; at your table there are {players:word}.",
        "players",
    ),
    "dublees-primary": _("You have seven dublees: you can show them instead of three pure sets."),
    "dublees": ngettext_lazy(
        "You have {dublees:word} dublee; you would need seven to show them instead of three pure sets.",
        "You have {dublees:word} dublees; you would need seven to show them instead of three pure sets.",
        "dublees",
    ),
    "tiplu-unknown": _("You do not know the tiplu yet, so only printed jokers are wild."),
    # tiplu
    "neighbours": _(
        "The poplu is the next card above the tiplu in its suit, {poplu:the}; the jhiplu is "
        "the next below, {jhiplu:the}."
    ),
    "round-the-circle": _(
        "Here the ranks go round in a circle, with the ace between king and two: the poplu is"
        " {poplu:the}, the jhiplu {jhiplu:the}."
    ),
    "ordinary-jokers": _("{cards} have the tiplu’s rank and are wild, but score nothing: {copies:word} cards in all."),
    "alter-scores": _("{cards:the} has the tiplu’s rank and colour: it is the alter, which scores at your table."),
    "alter-idle": _("{card:the} has the tiplu’s rank and colour: it is the alter, which scores nothing at your table."),
    "main-card-wild": ngettext_lazy(
        "The main card, a printed joker added to the pack, is wild and scores {points} point.",
        "The main card, a printed joker added to the pack, is wild and scores {points} points.",
        "points",
    ),
    "putali-wild": _("The printed jokers are wild and score as putalis."),
    # maal
    "best-count": _("You take the highest count: {best}, not {others:or}."),
    "no-maal": _("With {tiplu:the} as tiplu, none of these cards scores."),
    # the round
    "maal-exchange": _(
        "Each pair of players settles the difference in maal, so each player gets their own maal times "
        "{players:word}, less the total, {total}."
    ),
    "murder": ngettext_lazy(
        "Murder: unseen players (here {names}) score nothing for maal and tunnels, so {points} point in all is lost.",
        "Murder: unseen players (here {names}) score nothing for maal and tunnels, so {points} points in all are lost.",
        "points",
    ),
    "tunnel-pachaunu": ngettext_lazy(
        "Tunnel Pachaunu: unseen players (here {names}) score nothing for tunnels, so {points} point in all is lost.",
        "Tunnel Pachaunu: unseen players (here {names}) score nothing for tunnels, so {points} points in all are lost.",
        "points",
    ),
    "maal-pachaunu": ngettext_lazy(
        "Maal Pachaunu: unseen players (here {names}) score nothing for maal cards, so {points} point in all is lost.",
        "Maal Pachaunu: unseen players (here {names}) score nothing for maal cards, so {points} points in all are lost.",
        "points",
    ),
    "kidnap": ngettext_lazy(
        "Kidnap: {winner} takes the maal of unseen players (here {names}), {points} point in all.",
        "Kidnap: {winner} takes the maal of unseen players (here {names}), {points} points in all.",
        "points",
    ),
    "unseen-cards-count": _("{names} stayed unseen, but their maal cards still score."),
    "unseen-tunnels-count": _("{names} stayed unseen, but their tunnels still score."),
    "unseen-counts": _(
        "{names} stayed unseen, but their maal still scores: your table plays neither Murder nor Kidnap."
    ),
    "game-points": ngettext_lazy(
        "{winner} gets {points} point for winning: 10 from each unseen player ({unseen}) and 3 from each seen player ({seen}).",
        "{winner} gets {points} points for winning: 10 from each unseen player ({unseen}) and 3 from each seen player ({seen}).",
        "points",
    ),
    "game-points-unseen": ngettext_lazy(
        "{winner} gets {points} point for winning: 10 from each unseen player ({unseen}).",
        "{winner} gets {points} points for winning: 10 from each unseen player ({unseen}).",
        "points",
    ),
    "game-points-seen": ngettext_lazy(
        "{winner} gets {points} point for winning: 3 from each seen player ({seen}).",
        "{winner} gets {points} points for winning: 3 from each seen player ({seen}).",
        "points",
    ),
    "no-game-points": _("{winner} gets no game points, because nobody has to pay any."),
    "dublee-spared": _("{names} showed seven dublees and need not pay the winner the 3 points."),
    "dublee-bonus": _("{winner} wins with dublees, and gets {bonus} more from each of the others."),
    "no-dublee-bonus": _("{winner} wins with dublees; at your table that earns nothing more."),
    "better": _("Better: every result is doubled."),
    "dublee-better": _("{names} made this a dublee game: every result is doubled."),
    "dhoos-won": _("{name} owed dhoos but won, and so pays nothing."),
    "dhoos": _("{name} owes {winner} {points} for dhoos in the previous hand; this is never doubled."),
}

REFUSALS: dict[str, Sentence] = {
    "not-in-pack": _("Your table plays without printed jokers: leave the joker out, or add jokers in the house rules."),
    "no-cards": _("Enter some cards first."),
    "joker-tiplu": _("A printed joker is never the tiplu: choose a card with a rank and a suit."),
    "third-tiplu": _(
        "{card} is the tiplu, and one of the three is under the stock: the players can have only the other two."
    ),
    "hand-size": _("A hand has 21 cards, or 22 before the discard, not {count}."),
    "players-number": _("Marriage is for {least:word} to {most:word} players, not {players:word}."),
    "no-tunnel-no-marriage": _("{cards:row} are neither a tunnel nor a marriage, and only those score on the table."),
    "ace-marriage": _(
        "With {tiplu:the} as tiplu, the marriage would be K-A-2, which is not a sequence: it cannot be "
        "laid on the table, but in hand it counts."
    ),
    "unknown-choice": _("“{value}” is not one of the choices: {choices:or}."),
    "murder-with-kidnap": _(
        "Choose Murder or Kidnap, not both: the maal of unseen players either scores nothing or goes to the winner."
    ),
    "no-name": _("Enter a name for each player."),
    "name-twice": _("Two players are called {name}: give one of them another name."),
    "no-winner": _("Nobody is marked as the winner: choose the player who went out."),
    "two-winners": _("Only one player can win a hand, but {names} are marked as winners."),
    "unseen-winner": _("{name} is marked as winner and as unseen: nobody can go out without showing the primary sets."),
    "unseen-dublee": _(
        "{name} plays with dublees but is marked as unseen: a player who has shown seven dublees is seen."
    ),
    "dublees-need-players": _(
        "{name} plays with dublees, which count only with four or more players, not with {players:word}."
    ),
    "below-zero": _("{name}’s maal cannot be below zero."),
    "tunnels-below-zero": _("{name}’s points for tunnels cannot be below zero."),
    "tiplu-needed": _("You entered a player’s maal as cards: enter the tiplu too, so that they can be counted."),
    "unknown-name": _("“{name}” owes dhoos but is not one of the players: {names}."),
}

HEADLINES: dict[str, Sentence] = {
    "maal": ngettext_lazy("Your maal: {count} point", "Your maal: {count} points", "count"),
    "away": ngettext_lazy("{count:word} card short of going out", "{count:word} cards short of going out", "count"),
    "wild": ngettext_lazy("{count} wild card in play", "{count} wild cards in play", "count"),
}
STEPS: dict[str, Sentence] = {
    "more-sets": ngettext_lazy(
        "The other cards give you {count:word} more set.", "The other cards give you {count:word} more sets.", "count"
    ),
    "more-sets-wild": ngettext_lazy(
        "The other cards give you {count:word} more set; what stands in for another card is marked.",
        "The other cards give you {count:word} more sets; what stands in for another card is marked.",
        "count",
    ),
    "in-no-set": ngettext_lazy(
        "{count:word} card is not in a set.",
        "{count:word} cards are not in a set.",
        "count",
    ),
    "item": ngettext_lazy("{item}: {points} point.", "{item}: {points} points.", "points"),
    "idle": ngettext_lazy("The other card scores nothing.", "The other {count:word} cards score nothing.", "count"),
    "held": _("Each player’s maal, with what they have on the table: {scores}."),
    "counts": _("So the maal that counts is: {scores}."),
}
DRILLS: dict[str, Sentence] = {
    "pays": _("Between {one} and {other}: who pays whom, and how much?"),
    "result": _("How much does {name} win or lose in all, once everyone has settled up?"),
    "paid": _("{payer} pays {payee} {points}"),
    "nothing": _("Neither pays anything"),
}
"""What is asked and answered in practice."""
EITHER = _("They can just as well be read as a dirty trial, which is right too.")
TIPLU_WILD = _("The tiplu itself, {card:the}, is wild too.")
TIPLU_SCORES = _("The tiplu itself, {card:the}, scores too.")
NOT_WILD = ngettext_lazy(
    "{cards:the} is neither of the tiplu’s rank nor next to it in its suit.",
    "{cards} are neither of the tiplu’s rank nor next to it in its suit.",
    "cards",
)
IDLE = ngettext_lazy(
    "{cards:the} has the tiplu’s rank and is wild, but scores nothing.",
    "{cards} have the tiplu’s rank and are wild, but score nothing.",
    "cards",
)
COMPLETING = _(
    "Draw {cards:or}: then all your cards but one are in sets, at least three of them pure, and you can go out."
)
EIGHTH = _("Draw {cards:or}, and you have your eighth dublee: you can go out, whatever your other cards are.")
DIFFERENCE = _("{payee}’s maal is {high}, {payer}’s is {low}: {payer} pays the difference, {points}.")
NO_DIFFERENCE = _("{one} and {other} have the same maal, so there is no difference to pay.")
FOR_GAME = {
    "unseen": _("{winner} won and gets 10 from {loser}, who is unseen."),
    "seen": _("{winner} won and gets 3 from {loser}, who is seen."),
    "dublee": _("{winner} won, but {loser} showed seven dublees and need not pay the 3 points."),
}
NOT_WON = _("Neither {one} nor {other} won, so neither owes the other anything for the game.")
PAIR_SUM = Either(
    "points",
    with_=_("{sum}: {payer} pays {payee} {points}."),
    without=_("{sum}: neither pays the other anything."),
)
RESULT_SUM = _("For {name} that makes {sum}.")
GOAL = Either(
    "lacking",
    with_=ngettext_lazy(
        "Your hand holds {astray:word} ready-made set that has to be taken apart, and the card must complete your third "
        "pure set.",
        "Your hand holds {astray:word} ready-made sets, every one of which has to be taken apart, and the card must complete "
        "your third pure set.",
        "astray",
    ),
    without=ngettext_lazy(
        "Your hand holds {astray:word} ready-made set that has to be taken apart.",
        "Your hand holds {astray:word} ready-made sets, every one of which has to be taken apart.",
        "astray",
    ),
)
"""What is to be done in a puzzle."""
NOT_COMPLETING = _("You cannot go out with {cards:or}.")
SUM = ngettext_lazy("{items}: {points} point in all.", "{items}: {points} points in all.", "points")
SUMMAND = pgettext_lazy("in a sum of maal", "{points} for {item}")
WAY = Either(
    "marriages",
    with_=ngettext_lazy(
        "{points} with {marriages:word} marriage", "{points} with {marriages:word} marriages", "marriages"
    ),
    without=_("{points} without a marriage"),
)
COUNTED_AS = Either(
    "marriages",
    with_=ngettext_lazy("with {marriages:word} marriage", "with {marriages:word} marriages", "marriages"),
    without=_("without a marriage"),
)


def _item(item: Item) -> str:
    return BOOK.phrase(ITEMS[item.item], number=item.number)


def _summand(item: Item) -> str:
    return BOOK.phrase(SUMMAND, item=_item(item), points=item.points)


def _way(count: Count) -> str:
    return BOOK.phrase(WAY, marriages=count.marriages, points=count.points)


BOOK = Book(SENTENCES, REFUSALS, {Item: _summand, Count: _way, Score: ScoreFigure})


def more_sets(count: int, are_wild: bool) -> str:
    """How many sets there are besides the primary ones; whether wild cards stand in."""
    return BOOK.write(STEPS["more-sets-wild" if are_wild else "more-sets"], count=count)


def in_no_set(count: int) -> str:
    """How many cards are left over."""
    return BOOK.write(STEPS["in-no-set"], count=count)


def item_scores(item: Item) -> str:
    """An entry of a count as a sentence."""
    return BOOK.write(STEPS["item"], item=Described(_item(item)), points=item.points)


def without_points(count: int) -> str:
    """How many cards of a count score nothing."""
    return BOOK.write(STEPS["idle"], count=count)


def maals(scores: Mapping[str, int], are_held: bool) -> str:
    """Everybody's maal: as it is held, or as it counts."""
    return BOOK.write(STEPS["held" if are_held else "counts"], scores=tuple(Score(*each) for each in scores.items()))


def kind_title(kind: Kind) -> str:
    """A kind of set as a heading."""
    return capfirst(str(KINDS[kind]))


def role_name(role: Role) -> str:
    """What the tiplu makes of a card."""
    return str(ROLES[role])


def main_card() -> str:
    """What the one card more is called."""
    return capfirst(str(ITEMS["main-card"]))


def item_name(item: Item) -> str:
    """An entry of a count, with how many of the kind there are."""
    return capfirst(_item(item))


def item_lines(items: Iterable[Item]) -> list[tuple[str, Item]]:
    """The lines of a count, each with its name."""
    return [(item_name(item), item) for item in items]


def entry_lines(result: Result, players: int, total: int) -> list[tuple[str, str, int]]:
    """The lines of a result: what each is called, how it is reckoned where that is short to say, its points."""
    how = {Entry.MAAL: f"{players}\u202f×\u202f{result.maal} {MINUS} {total}", Entry.DOUBLING: "×\u202f2"}
    return [(str(ENTRIES[entry]), how.get(entry, ""), points) for entry, points in result.entries.items()]


def maal_points(points: int) -> str:
    """A maal as a headline."""
    return BOOK.write(HEADLINES["maal"], count=points)


def cards_away(away: int) -> str:
    """How far a hand is from complete, as a headline."""
    return BOOK.write(HEADLINES["away"], count=away)


def wild_count(count: int) -> str:
    """How many wild cards are in play, as a headline."""
    return BOOK.write(HEADLINES["wild"], count=count)


def sum_of(count: Maal) -> str:
    """All items of a count in one sentence."""
    return BOOK.write(SUM, items=count.items, points=count.points)


def counted_as(marriages: int) -> str:
    """A way to count a hand."""
    return BOOK.phrase(COUNTED_AS, marriages=marriages)


def murder_with_kidnap() -> str:
    """Why the two cannot be asked for together."""
    return str(REFUSALS["murder-with-kidnap"])


def asked_who_pays(one: str, other: str) -> str:
    """The question who of two players pays."""
    return BOOK.write(DRILLS["pays"], one=Name(one), other=Name(other))


def asked_result(name: str) -> str:
    """The question what a hand brings a player."""
    return BOOK.write(DRILLS["result"], name=Name(name))


def paid(one: str, other: str, points: int) -> str:
    """Who pays whom: the second the first, or, where the points are fewer than none, the other way round."""
    payer, payee = (other, one) if points > 0 else (one, other)
    sentence = DRILLS["paid" if points else "nothing"]
    return BOOK.write(sentence, payer=Name(payer), payee=Name(payee), points=abs(points))


def not_wild(cards: Iterable[Card]) -> str:
    """That a tiplu makes nothing of these cards."""
    return BOOK.write(NOT_WILD, cards=tuple(cards))


def tiplu_wild(card: Card) -> str:
    """That the tiplu is wild."""
    return BOOK.write(TIPLU_WILD, card=card)


def tiplu_scores(card: Card) -> str:
    """That the tiplu scores."""
    return BOOK.write(TIPLU_SCORES, card=card)


def idle(cards: Iterable[Card]) -> str:
    """That these cards are wild and score nothing."""
    return BOOK.write(IDLE, cards=tuple(cards))


def completing(cards: Iterable[Card]) -> str:
    """That each of these cards completes the hand."""
    return BOOK.write(COMPLETING, cards=tuple(cards))


def eighth_dublee(cards: Iterable[Card]) -> str:
    """That each of these cards makes the eighth dublee."""
    return BOOK.write(EIGHTH, cards=tuple(cards))


def difference(one: Result, other: Result) -> str:
    """What two players pay for the difference in maal."""
    if one.maal == other.maal:
        return BOOK.write(NO_DIFFERENCE, one=one.name, other=other.name)
    payer, payee = sorted((one, other), key=lambda result: result.maal)
    points = payee.maal - payer.maal
    return BOOK.write(DIFFERENCE, payer=payer.name, payee=payee.name, high=payee.maal, low=payer.maal, points=points)


def paid_for_game(one: Player, other: Player) -> str:
    """What passes between two players because one of them has won, or neither."""
    if not (one.winner or other.winner):
        return BOOK.write(NOT_WON, one=one.name, other=other.name)
    winner, loser = (one, other) if one.winner else (other, one)
    shown = "dublee" if loser.dublee else "seen" if loser.seen else "unseen"
    return BOOK.write(FOR_GAME[shown], winner=winner.name, loser=loser.name)


def _reckoned(entries: Mapping[Entry, int], maal: str = "") -> str:
    """A sum as it is reckoned; ``maal`` is how its first entry comes about, where that is a sum itself."""
    terms = [entries.get(entry, 0) for entry in (Entry.MAAL, Entry.GAME, Entry.DUBLEE)]
    text = maal or _added("", *sorted(terms, key=lambda points: points < 0))
    if maal:
        text = _added(text, *terms[1:])
    if entries.get(Entry.DOUBLING):
        text = f"2\u202f×\u202f({text})" if not text.isdecimal() else f"2\u202f×\u202f{text}"
    return f"{_added(text, entries.get(Entry.DHOOS, 0))} = {signed(sum(entries.values())).lstrip('+')}"


def _added(text: str, *terms: int) -> str:
    """A sum with these terms at its end, those of 0 left out."""
    for points in filter(None, terms):
        text += f" {'+' if points > 0 else MINUS} {abs(points)}" if text else signed(points).lstrip("+")
    return text


def pair_sum(one: str, other: str, terms: Mapping[Entry, int]) -> str:
    """What two players pay each other in all, as it is reckoned; nothing where there is nothing to reckon."""
    if sum(points != 0 for points in terms.values()) < 2:
        return ""
    total = sum(terms.values())
    payer, payee = (other, one) if total >= 0 else (one, other)
    reckoned = _reckoned(terms if total >= 0 else {entry: -points for entry, points in terms.items()})
    return BOOK.write(PAIR_SUM, sum=reckoned, payer=payer, payee=payee, points=abs(total))


def result_sum(result: Result, players: int, total: int) -> str:
    """How the result of a player is reckoned, of so many players with this maal in all."""
    maal = f"{players}\u202f×\u202f{result.maal} {MINUS} {total}"
    return BOOK.write(RESULT_SUM, name=result.name, sum=_reckoned(result.entries, maal))


def not_completing(cards: Sequence[Card]) -> str:
    """Which of the cards chosen in a puzzle do not complete the hand."""
    return BOOK.write(NOT_COMPLETING, cards=tuple(cards))


def goal(astray: int, lacking: int) -> str:
    """What is to be done where so many sets that lie ready lead astray, and so many pure sets are lacking."""
    return BOOK.write(GOAL, astray=astray, lacking=lacking)
