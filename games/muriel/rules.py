"""Who takes what in a trick of Muriel, and how a hand goes on from trick to trick.

Every public function is a pure function of cards, seats and house rules. Seats count from 0, and the left of seat s is
s + 1. Verdicts name the rulings they rest on (``muriel.claims``, …) as :class:`~games.rulings.Reason` objects; sentences
are made in :mod:`games.muriel.wording`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.cards import BARE, BLACK_JOKER, JOKER, RED_JOKER, Card, Pack, Rank, find
from games.rulings import Reason, Refused

PACK = Pack(jokers={BLACK_JOKER: 1, RED_JOKER: 1}, bare=(*BARE, JOKER))
"""54 cards (``muriel.players``); suits and the colours of jokers never matter, so a rank may be named alone."""
SEATS = 9
DEALT = 6
"""Cards to each seat: all of them are dealt (``muriel.players``)."""
HIGH_VALUES: dict[Rank, int] = {Rank.JACK: 11, Rank.QUEEN: 14, Rank.KING: 15, Rank.JOKER: 20}
"""Points of the cards that do not count their number (``muriel.values``)."""
CLAIMS = 2
"""How many cards of a trick are claims, and in a muriel how many are bonus claims."""

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a Muriel table; the defaults are the rulings."""

    next_lead: Literal["left", "taker"] = "left"
    """Who leads the next trick: the player on the leader's left, or the player who took the claims (``muriel.next-lead``)."""


STANDARD = House()


def value(card: Card) -> int:
    """A card's points, by which it ranks in a trick as well (``muriel.values``).

    >>> [value(Card.of(text)) for text in ("Xr", "Ks", "Qs", "Js", "Ts", "2s", "As")]
    [20, 15, 14, 11, 10, 2, 1]
    """
    return HIGH_VALUES.get(card.rank, int(card.rank))


def points(cards: Iterable[Card]) -> int:
    """The points of some cards together (``muriel.values``)."""
    return sum(map(value, cards))


def by_value(cards: Iterable[Card]) -> list[Card]:
    """Cards as one holds them where only ranks matter: the highest first."""
    return sorted(cards, key=lambda card: (-value(card), card))


PACK_POINTS = points(PACK)
"""What all piles of a hand come to."""


@dataclass(frozen=True, slots=True)
class Trick:
    """What becomes of the cards of a trick."""

    cards: Cards
    """In order of play, the led card first."""
    taker: int
    """Who takes the claims: the place in that order, from 0."""
    claims: Cards
    """The highest first, equal ones in order of play."""
    bonus: Cards
    """Bonus claims, in the same order; only a muriel has them."""
    strays: Cards
    """In order of play."""
    highest: Cards
    """All cards that tie for highest, in order of play."""
    is_muriel: bool
    claimed: tuple[int, ...]
    """The places of the claims and of the bonus claims in order of play, as those are ordered."""
    reasons: tuple[Reason, ...] = ()

    @property
    def taken(self) -> Cards:
        """What goes into the taker's scoring pile."""
        return self.claims + self.bonus

    @property
    def points(self) -> int:
        """What the taker scores."""
        return points(self.taken)


def resolve(cards: Sequence[Card], house: House = STANDARD) -> Trick:
    """Who takes which cards of a trick (``muriel.claims``, ``claims-tied``, ``claims-many``, ``muriel``, ``short-trick``).

    >>> from games.cards import cards_of
    >>> trick = resolve(cards_of("4s Kd 9h Kc 2s Kh 7d 7c Js"))
    >>> trick.taker, trick.claims, trick.points
    (3, (Card('Kc'), Card('Kh')), 30)

    :param cards: in order of play, the led card first.
    :raises Refused: of field ``cards`` for none, or more than there are players.
    """
    if not 1 <= len(cards) <= SEATS:
        raise Refused("cards", "how-many-cards", count=len(cards), most=SEATS)
    # Places tell cards apart that only their ranks are known of; a stable sort leaves equal ones in order of play.
    ranked = sorted(range(len(cards)), key=lambda place: value(cards[place]), reverse=True)
    highest = [place for place in ranked if value(cards[place]) == value(cards[ranked[0]])]
    is_muriel = len(highest) == CLAIMS and cards[highest[0]].is_joker
    claims = highest[1:3] if len(highest) > CLAIMS else ranked[:CLAIMS]
    bonus = ranked[CLAIMS : 2 * CLAIMS] if is_muriel else []
    strays = [place for place in range(len(cards)) if place not in claims + bonus]

    def at(places: Iterable[int]) -> Cards:
        return tuple(cards[place] for place in places)

    taker, claimed = highest[min(1, len(highest) - 1)], (*claims, *bonus)
    trick = Trick(tuple(cards), taker, at(claims), at(bonus), at(strays), at(highest), is_muriel, claimed)
    return replace(trick, reasons=tuple(_trick_reasons(trick, house)))


def _trick_reasons(trick: Trick, house: House) -> Iterator[Reason]:
    taker, highest = trick.taker, trick.highest
    best = value(highest[0])
    rest = sorted((card for card in trick.strays if value(card) != best), key=value, reverse=True)
    if trick.is_muriel:
        yield Reason("muriel.muriel", "muriel", taker=taker, cards=highest)
        if trick.bonus:
            code = "bonus" if len(trick.bonus) == CLAIMS else "bonus-alone"
            yield Reason("muriel.muriel", code, cards=trick.bonus)
    elif len(trick.cards) == 1:
        yield Reason("muriel.short-trick", "one-card", taker=taker, card=trick.cards[0])
    elif len(highest) == 1:
        yield Reason("muriel.claims", "highest-takes", taker=taker, card=highest[0], cards=trick.claims)
    elif len(highest) == CLAIMS:
        yield Reason("muriel.claims-tied", "second-takes", taker=taker, cards=highest)
    else:
        yield Reason("muriel.claims-many", "second-takes-of-many", taker=taker, cards=highest, claims=trick.claims)
    if len(highest) > 1 and value(trick.cards[0]) == best:
        yield Reason("muriel.claims-tied", "led-counts-first", card=trick.cards[0])
    if rest and value(rest[0]) == value(trick.taken[-1]):
        yield Reason("muriel.muriel", "bonus-shared") if trick.is_muriel else Reason("muriel.claims", "second-shared")
    if len(trick.cards) == CLAIMS:
        yield Reason("muriel.short-trick", "two-cards")
    code = "worth" if len(trick.taken) > 1 else "worth-one"
    yield Reason("muriel.values", code, taker=taker, cards=trick.taken, points=trick.points)
    if trick.strays:
        yield Reason("muriel.strays", "strays", cards=trick.strays)
    if house.next_lead == "taker":
        yield Reason("muriel.next-lead", "taker-next", taker=taker)
    else:
        yield Reason("muriel.next-lead", "left-next")


@dataclass(frozen=True, slots=True)
class Table:
    """Where the cards are between two tricks."""

    hands: tuple[Cards, ...]
    """By seat, as they were dealt, what was picked up behind that."""
    piles: tuple[Cards, ...]
    """The scoring piles by seat."""
    picked: tuple[int, ...]
    """How many cards at the end of each hand were once strays."""
    leader: int | None
    """Who leads the next trick; None when the hand is over."""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that play to the next trick, the leader first (``muriel.lead``, ``muriel.pass``)."""
        return () if self.leader is None else tuple(seat for seat in _leftwards(self.leader) if self.hands[seat])

    @property
    def passing(self) -> tuple[int, ...]:
        """The seats without cards, in the same order (``muriel.pass``)."""
        return () if self.leader is None else tuple(seat for seat in _leftwards(self.leader) if not self.hands[seat])

    @property
    def known(self) -> tuple[int, ...]:
        """The seats whose hand is a strategic known: strays alone (``muriel.strays``)."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand and self.picked[seat] == len(hand))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each pile."""
        return tuple(map(points, self.piles))

    def holder(self, card: Card) -> int | None:
        """The seat that is known to have the card in hand."""
        if card.is_bare:
            return None
        return next((seat for seat, hand in enumerate(self.hands) if card in hand), None)

    def is_retired(self, card: Card) -> bool:
        """Whether the card is known to lie in a pile."""
        return not card.is_bare and any(card in pile for pile in self.piles)

    def found(self, seat: int, card: Card, elsewhere: Container[Card] = ()) -> Card | None:
        """Which card of the seat's hand this is (:func:`games.cards.find`); None where the seat does not hold it."""
        lies = {other for place, hand in enumerate(self.hands) if place != seat for other in hand}
        lies |= {other for pile in self.piles for other in pile}
        found = find(card, self.hands[seat], elsewhere if card.is_bare else lies)
        return found and found[1]


@dataclass(frozen=True, slots=True)
class Played:
    """One trick of a hand, and the table after it."""

    seats: tuple[int, ...]
    """Who played, the leader first, as the cards of the trick."""
    passed: tuple[int, ...]
    trick: Trick
    heir: int
    """Whose lead it would have been next, before any passing on: who gets the strays, if there are some."""
    after: Table

    @property
    def leader(self) -> int:
        return self.seats[0]

    @property
    def taker(self) -> int:
        """The seat that took the claims."""
        return self.seats[self.trick.taker]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as far as it has been played."""

    start: Table
    tricks: tuple[Played, ...]
    now: Cards
    """What has been played to a trick that is not finished."""
    reasons: tuple[Reason, ...]

    @property
    def table(self) -> Table:
        """Where the cards are after the last finished trick."""
        return self.tricks[-1].after if self.tricks else self.start

    @property
    def cards(self) -> tuple[Cards, ...]:
        """The cards of the finished tricks, each in order of play."""
        return tuple(played.trick.cards for played in self.tricks)

    @property
    def held(self) -> tuple[Cards, ...]:
        """By seat the cards in hand, without those that lie in the trick being played."""
        hands = list(self.table.hands)
        for seat, card in zip(self.table.order, self.now, strict=False):
            hands[seat] = _without(hands[seat], card)[0]
        return tuple(hands)

    @property
    def over(self) -> bool:
        return self.table.leader is None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is to play a card; None when the hand is over."""
        return None if self.over else self.table.order[len(self.now)]


def replay(
    deal: Sequence[Cards],
    dealer: int,
    tricks: Iterable[Cards] = (),
    now: Cards = (),
    house: House = STANDARD,
) -> Hand:
    """A hand from its deal, trick by trick.

    In their turn: ``muriel.players``, ``dealer``, ``lead``, ``pass``, the rulings of :func:`resolve`, ``next-lead``,
    ``strays``, ``no-strays``, ``hand-end``. Cards of which only the rank is named are found in the hands by rank.

    >>> from games.cards import cards_of
    >>> deck = list(PACK)
    >>> hand = replay([tuple(deck[seat::9]) for seat in range(9)], 0, [cards_of("As 2s 3s 4s 5s 6s 7s 8s 9s")])
    >>> hand.table.leader, hand.table.points[8], len(hand.table.hands[1])
    (1, 17, 12)

    :param deal: by seat.
    :param dealer: a seat.
    :param tricks: the cards of each trick in order of play.
    :param now: the cards played to the trick that follows them; all of its cards make it another finished trick.
    :raises Refused: of field ``deal`` or ``deal.<seat>`` unless nine hands of six cards are dealt, ``dealer`` for no
        seat, ``tricks.<number>`` and ``now`` for what cannot be played.
    """
    if len(deal) != SEATS:
        raise Refused("deal", "nine-hands", count=len(deal))
    for seat, dealt in enumerate(deal):
        if len(dealt) != DEALT:
            raise Refused(f"deal.{seat}", "six-cards", seat=seat, count=len(dealt), dealt=DEALT)
    if not 0 <= dealer < SEATS:
        raise Refused("dealer", "no-seat", at=str(dealer), last=SEATS - 1)
    start = table = Table(tuple(map(tuple, deal)), ((),) * SEATS, (0,) * SEATS, dealer)
    played: list[Played] = []
    every = [*tricks, now]
    for number, cards in enumerate(every[:-1]):
        field = f"tricks.{number}"
        if table.leader is None:
            raise Refused(field, "after-the-hand", number=number + 1)
        if not cards:
            raise Refused(field, "empty-trick", number=number + 1, seat=table.leader)
        found = _in_turn(table, cards, field, number, every[number + 1 :])
        if missing := table.order[len(cards) :]:
            raise Refused(field, "unfinished", number=number + 1, seat=missing[0])
        played.append(play(table, found, house))
        table = played[-1].after
    if now:
        if table.leader is None:
            raise Refused("now", "after-the-hand", number=len(played) + 1)
        now = _in_turn(table, now, "now", len(played))
        if len(now) == len(table.order):
            played.append(play(table, now, house))
            now = ()
    return Hand(start, tuple(played), now, tuple(standing(start, played, now, house)))


def play(table: Table, cards: Cards, house: House = STANDARD) -> Played:
    """The next trick, of one card from each player who has any, and what follows from it.

    In their turn: the rulings of :func:`resolve`, then ``muriel.next-lead``, ``strays``, ``no-strays``.

    :param cards: in the order of :attr:`Table.order`, each held by the player whose turn it is.
    """
    seats, trick = table.order, resolve(cards, house)
    taker = seats[trick.taker]
    hands, piles, picked = list(table.hands), list(table.piles), list(table.picked)
    for seat, card in zip(seats, cards, strict=True):
        hands[seat], place = _without(hands[seat], card)
        picked[seat] -= place >= len(table.hands[seat]) - picked[seat]
    piles[taker] += trick.taken
    heir = taker if house.next_lead == "taker" else (seats[0] + 1) % SEATS
    hands[heir] += trick.strays
    picked[heir] += len(trick.strays)
    leader = next((seat for seat in _leftwards(heir) if hands[seat]), None)
    after = Table(tuple(hands), tuple(piles), tuple(picked), leader)
    return Played(seats, table.passing, trick, heir, after)


def _without(hand: Cards, card: Card) -> tuple[Cards, int]:
    """A hand without a card that it holds, and the place where it stood."""
    found = find(card, hand)
    assert found is not None, "a card is played by the player who holds it"
    place = found[0]
    return hand[:place] + hand[place + 1 :], place


def _leftwards(seat: int) -> Iterator[int]:
    """All seats in turn to the left, this one first."""
    return ((seat + step) % SEATS for step in range(SEATS))


def _in_turn(table: Table, cards: Cards, field: str, number: int, later: Iterable[Cards] = ()) -> Cards:
    """The cards of the trick with this number (from 0) as they are found in the hands of those whose turn it is.

    A bare card is one that the tricks after it do not name, where there is a choice.

    :raises Refused: for a card that its player does not hold.
    """
    order, found = table.order, list[Card]()
    after = {card for trick in later for card in trick}
    for place, card in enumerate(cards):
        culprit = {"number": number + 1, "card": card}
        if not card.is_bare and card in cards[:place]:
            raise Refused(field, "twice-in-trick", **culprit)
        if place == len(order):
            raise Refused(field, "one-too-many", **culprit, count=place)
        seat = order[place]
        known = table.found(seat, card, after)
        if known is None:
            where = {"holder": table.holder(card), "retired": table.is_retired(card)}
            raise Refused(field, "not-held", **culprit, seat=seat, **where)
        found.append(known)
    return tuple(found)


def standing(start: Table, played: Sequence[Played], now: Cards = (), house: House = STANDARD) -> Iterator[Reason]:
    """Which rulings say how a hand goes on after these tricks, and these cards of the one that follows."""
    if now:
        table = played[-1].after if played else start
        yield Reason("muriel.lead", "following", seat=table.order[len(now)], left=len(table.order) - len(now))
        if table.passing:
            yield Reason("muriel.pass", "passing", seats=table.passing)
        return
    if not played:
        yield Reason("muriel.dealer", "dealer-leads", leader=start.leader)
        yield Reason("muriel.players", "all-dealt")
        yield Reason("muriel.lead", "face-down", leader=start.leader)
        return
    last = played[-1]
    table, strays = last.after, last.trick.strays
    if table.leader is None:
        yield Reason("muriel.hand-end", "hand-over")
        best = max(table.points)
        best_seats = tuple(seat for seat, own in enumerate(table.points) if own == best)
        yield Reason("muriel.score", "hand-scores", seats=best_seats, points=best)
        yield Reason("muriel.values", "all-points", points=sum(table.points))
        return
    if house.next_lead == "taker":
        yield Reason("muriel.next-lead", "taker-led-next", taker=last.taker)
    else:
        yield Reason("muriel.next-lead", "left-led-next", leader=last.leader, heir=last.heir)
    if strays:
        yield Reason("muriel.strays", "picked-up", heir=last.heir, cards=strays)
    elif last.heir != table.leader:
        yield Reason("muriel.no-strays", "lead-passed-on", heir=last.heir, leader=table.leader)
    if table.leader in table.known:
        yield Reason("muriel.strays", "strategic-known", leader=table.leader)
    if table.passing:
        yield Reason("muriel.pass", "passing", seats=table.passing)
    yield Reason("muriel.lead", "face-down", leader=table.leader)
