"""Puzzles of Muriel: the end of a hand whose cards have all been seen, and the card that gives the least away.

All that is left of a hand are strays, which everybody has seen (``muriel.strays``), except that the led card of the trick
being played lies face down: it may be any that its player holds. All of these points end in somebody's pile, so that
whoever gives the others the least is sure of the most. What a card is sure of is found by following every way in which
the others may play and, among one's own, the best, to the end of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from games.cards import Card, Rank
from games.chance import Chance, Made, NothingDrawn
from games.muriel import rules
from games.muriel.drills import NAMES
from games.muriel.rules import PACK, SEATS, Cards

Held = tuple[tuple[int, ...], ...]
"""By seat what is in hand, by value alone: suits never matter."""
HIDDEN = 0
"""In place of the value of a led card that somebody else has led."""
CARD_OF: Mapping[int, Card] = {rules.value(card): Card(card.rank) for card in PACK}
MOST_OTHERS, MOST_OWN = 5, 7
"""How many cards the others hold together, and the player who decides: it is to be followed in one's head."""
MOST_AHEAD = 2
"""How many more tricks of several players may follow."""
KNOWN = 1 << 16
"""How many positions are remembered."""


@dataclass(frozen=True)
class End:
    """A trick near the end of a hand, seen by a player who is to play to it."""

    seats: tuple[int, ...]
    """Who plays to the trick, the leader first."""
    place: int
    """Whose decision it is, as a place among those."""
    cards: Cards
    """The cards of the trick, as far as they can be seen: those between the led card and this place."""
    hands: tuple[Cards, ...]
    """By seat what was in hand before the trick; all nine seats."""

    @property
    def me(self) -> int:
        return self.seats[self.place]

    @property
    def own(self) -> list[Card]:
        """The cards to choose from, the highest first."""
        return rules.by_value(self.hands[self.me])

    @property
    def leads(self) -> list[Card]:
        """The cards one of which is the led one, the highest first."""
        return rules.by_value(self.hands[self.seats[0]])

    @property
    def points(self) -> int:
        """What is still to be won in this hand, this trick included."""
        return sum(map(rules.points, self.hands))

    @cached_property
    def held(self) -> Held:
        return tuple(tuple(sorted(map(rules.value, hand))) for hand in self.hands)

    @property
    def seen(self) -> tuple[int, ...]:
        return (HIDDEN, *map(rules.value, self.cards))

    @cached_property
    def given(self) -> dict[Card, int]:
        """Of each card to choose from how many points it may give away until the end of the hand, at worst."""
        sure = {card: _least(self.held, self.seats, self.me, (*self.seen, rules.value(card))) for card in self.own}
        return {card: self.points - points for card, points in sure.items()}

    @cached_property
    def best(self) -> tuple[Card, ...]:
        """The cards that give the least away."""
        least = min(self.given.values())
        return tuple(card for card, given in self.given.items() if given == least)

    def trick(self, card: Card) -> Cards:
        """The trick as it goes at worst when this card is played to it."""
        return min(self._tricks(card), key=self._sure)

    def given_now(self, card: Card) -> int:
        """What a card may give away in this trick alone, at worst."""
        tricks = map(rules.resolve, self._tricks(card))
        return max(0 if trick.taker == self.place else trick.points for trick in tricks)

    @property
    def tricks_ahead(self) -> int:
        """How many more tricks of several players may follow this one, whoever plays what."""
        ways = (cards for card in self.own for cards in self._tricks(card))
        return max(_longest(*_after(self.held, self.seats, tuple(map(rules.value, cards)))[1:]) for cards in ways)

    def _tricks(self, card: Card) -> Iterator[Cards]:
        """All tricks that this card may come to belong to."""
        later: list[Cards] = [()]
        for seat in self.seats[self.place + 1 :]:
            later = [(*cards, other) for cards in later for other in rules.by_value(self.hands[seat])]
        return ((led, *self.cards, card, *cards) for led in self.leads for cards in later)

    def _sure(self, cards: Cards) -> int:
        return _end_of_trick(self.held, self.seats, self.me, tuple(map(rules.value, cards)))


def end_of(cards: Cards, players: Sequence[str], place: int, rest: Sequence[Cards]) -> End | None:
    """The end of a hand from the cards of a trick, who played them, and what everybody holds besides.

    :returns: None where it is none, or more cards are left than can be thought through.
    """
    players = players[: len(cards)]
    if len(players) < len(cards) or not place < len(cards) or len(rest) != SEATS or not set(players) <= set(NAMES):
        return None
    seats = tuple(map(NAMES.index, players))
    hands = list(map(tuple, rest))
    for seat, card in zip(seats, cards, strict=True):
        hands[seat] = (*hands[seat], card)
    others = sum(map(len, hands)) - len(hands[seats[place]])
    if seats != _order(hands, seats[0]) or others > MOST_OTHERS or len(hands[seats[place]]) > MOST_OWN:
        return None
    return End(seats, place, cards[1:place], tuple(hands))


# --- What a player is sure of ---


@cache
def _resolved(values: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Of a trick who takes its claims, by place, how many points, and which cards are strays."""
    trick = rules.resolve([CARD_OF[value] for value in values])
    return trick.taker, trick.points, tuple(map(rules.value, trick.strays))


def _after(held: Held, seats: Sequence[int], values: tuple[int, ...]) -> tuple[dict[int, int], Held, int]:
    """What a trick brings whom, and the hands and the leader after it."""
    taker, points, strays = _resolved(values)
    hands = [list(hand) for hand in held]
    for seat, value in zip(seats, values, strict=True):
        hands[seat].remove(value)
    heir = (seats[0] + 1) % SEATS
    hands[heir] += strays
    leader = next((seat for seat in _round(heir) if hands[seat]), heir)
    return {seats[taker]: points}, tuple(tuple(sorted(hand)) for hand in hands), leader


def _round(leader: int) -> Iterator[int]:
    return ((leader + step) % SEATS for step in range(SEATS))


def _order(held: Sequence[Sequence[object]], leader: int) -> tuple[int, ...]:
    return tuple(seat for seat in _round(leader) if held[seat])


@lru_cache(maxsize=KNOWN)
def _sure(held: Held, leader: int, me: int) -> int:
    """How many points a player is sure of from here to the end of the hand, however the others play."""
    seats = _order(held, leader)
    if set(seats) <= {me}:
        return sum(held[me])
    return _least(held, seats, me, ()) if len(seats) > 1 else 0


def _least(held: Held, seats: tuple[int, ...], me: int, values: tuple[int, ...]) -> int:
    """The same in the middle of a trick, whose led card is hidden from those who have not led it."""
    if len(values) == len(seats):
        leads = sorted(set(held[seats[0]])) if values[0] == HIDDEN else values[:1]
        return min(_end_of_trick(held, seats, me, (led, *values[1:])) for led in leads)
    seat = seats[len(values)]
    if seat != me and not values:
        return _least(held, seats, me, (HIDDEN,))
    follow = (_least(held, seats, me, (*values, value)) for value in sorted(set(held[seat])))
    return max(follow) if seat == me else min(follow)


def _end_of_trick(held: Held, seats: tuple[int, ...], me: int, values: tuple[int, ...]) -> int:
    won, hands, leader = _after(held, seats, values)
    return won.get(me, 0) + _sure(hands, leader, me)


@lru_cache(maxsize=KNOWN)
def _longest(held: Held, leader: int) -> int:
    """How many tricks of several players there may be until the end of the hand."""
    seats = _order(held, leader)
    if len(seats) < 2:
        return 0
    ways: list[tuple[int, ...]] = [()]
    for seat in seats:
        ways = [(*values, value) for values in ways for value in sorted(set(held[seat]))]
    return 1 + max(_longest(*_after(held, seats, values)[1:]) for values in ways)


# --- Puzzles ---

CLOSE = 7
"""Of how many ranks all cards mostly are, so that there are equal ones."""
MARGIN = 3
"""By how many points the best card is better than the next."""


def make(chance: Chance) -> Made:
    """The end of a hand in which neither the highest card nor the lowest, but one between gives the least away.

    :raises NothingDrawn: where it is another, where more than two are equally good, and where it hardly matters.
    """
    end = _dealt(chance)
    best = end.best
    others = sorted(given for card, given in end.given.items() if card not in best)
    if len(best) > 2 or {end.own[0], end.own[-1]} & set(best) or others[0] < end.given[best[0]] + MARGIN:
        raise NothingDrawn
    ahead = end.tricks_ahead
    if not 1 <= ahead <= MOST_AHEAD:
        raise NothingDrawn
    cards = end.trick(best[0])
    question = {
        "cards": _text(cards),
        "players": [NAMES[seat] for seat in end.seats],
        "place": end.place,
        "hands": [_text(_left(hand, cards)) for hand in end.hands],
    }
    proved = {"solutions": len(best), "tricks_ahead": ahead, "leads": len(end.leads)}
    return Made(question, turns_on(end), proved)


def turns_on(end: End) -> str:
    """The ruling that a puzzle turns on: of this trick, or of what follows where this trick alone is lost by another."""
    best = end.best[0]
    trick = rules.resolve(end.trick(best))
    if end.given_now(best) > min(map(end.given_now, end.own)):
        return "strays" if trick.strays else "next-lead"
    return trick.reasons[0].rule.removeprefix("muriel.")


def _left(hand: Cards, cards: Cards) -> list[Card]:
    return [card for card in rules.by_value(hand) if card not in cards]


def _text(cards: Sequence[Card]) -> str:
    return " ".join(card.text for card in cards)


def _dealt(chance: Chance) -> End:
    """Strays in the hands of three or four players, the last but one or the last of whom is to play."""
    count = chance.one_of((3, 3, 4))
    place = count - 1 - chance.is_so(0.4)
    apart = 1 if chance.is_so(0.6) else 2
    leader = chance.below(SEATS)
    seats = [leader]
    while len(seats) < count:
        seats.append((seats[-1] + 1 + chance.below(apart)) % SEATS)
    sizes = [1 + chance.below(3) for _seat in seats]
    sizes[place] = 5 + chance.below(MOST_OWN - 4)
    if sum(sizes) - sizes[place] > MOST_OTHERS or (sizes[0] == 1 and chance.is_so(0.7)):
        raise NothingDrawn
    ranks = chance.some_of(Rank, CLOSE if chance.is_so(0.6) else len(Rank))
    pack = chance.shuffled(card for card in PACK if card.rank in ranks)
    hands: list[Cards] = [()] * SEATS
    for seat, size in zip(seats, sizes, strict=True):
        hands[seat] = tuple(pack[:size])
        del pack[:size]
    own = hands[seats[place]]
    if len({rules.value(card) for card in own}) < len(own):
        raise NothingDrawn
    cards = tuple(chance.one_of(hands[seat]) for seat in seats[1:place])
    return End(tuple(seats), place, cards, tuple(hands))
