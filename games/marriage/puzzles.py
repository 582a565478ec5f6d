"""Puzzles of Marriage: which cards would let you go out, where what lies ready in the hand leads astray.

A set *lies ready* where three cards of the hand are a tunnel, a sequence or a trial with every card itself. It *stays*
where some card completes the hand so that these three lie in one set, each as itself; else it has to be taken apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from games.arranging import wild as solver
from games.arranging.wild import Terms
from games.cards import DECK, Card, Rank, Suit
from games.chance import Chance, Made, NothingDrawn
from games.marriage import rules

MOST_COMPLETING = 5
"""Cards that complete the hand: where more do, the first one that comes to mind may well be one of them."""
LEAST_ASTRAY = 2
"""Sets that lie ready side by side and have all to be taken apart: with fewer, the first look would solve it."""
OFFERED = 10
"""Cards to choose from, however many of them are right."""
HIGHEST = 14
"""The ace above the king, among ranks counted from the low ace up."""
SIZE = 3
TOWARDS = 2
"""Cards by which a set may go on to either side: more of them would be a set of their own."""
Cards = tuple[Card, ...]


def make(chance: Chance) -> Made:
    """A hand that lacks one card, which few cards are, and in which sets lie ready that have to be taken apart."""
    tiplu = chance.one_of(DECK) if chance.is_so(0.95) else None
    hand = _dense(chance, tiplu)
    if tiplu and not rules.wild_cards(tiplu) & set(hand):
        raise NothingDrawn
    if not _can_be_held(hand, tiplu) or sum(copies // 2 for copies in Counter(hand).values()) >= rules.PRIMARY_DUBLEES:
        raise NothingDrawn
    terms = rules.terms_of(tiplu)
    if solver.arrange(hand, terms) is not None:
        raise NothingDrawn
    completing = _completing(hand, terms)
    offered = candidates(hand, tiplu, completing)
    likely = max(likelihood(card, hand) for card in completing)
    if all(likelihood(card, hand) < likely for card in offered if card not in completing):
        raise NothingDrawn  # none of the wrong ones tempts
    apart = [cards for cards in ready(hand) if not _stays(cards, hand, completing, terms)]
    astray = side_by_side(apart, hand)
    if astray < LEAST_ASTRAY:
        raise NothingDrawn
    pure = next(n for n in (3, 2, 1, 0) if solver.pure_sets(hand, replace(terms, pure=n)) is not None)
    question = {"hand": " ".join(card.text for card in hand)} | ({"tiplu": tiplu.text} if tiplu else {})
    proved = {"solutions": len(completing), "astray": astray, "pure": pure}
    return Made(question, "ending" if pure == rules.PRIMARY_SETS else "primary", proved)


# --- A hand in which much lies close together ---


def _can_be_held(hand: Sequence[Card], tiplu: Card | None) -> bool:
    supply = rules.terms_of(tiplu).supply
    return all(copies <= supply[card.index] for card, copies in Counter(hand).items())


def _dense(chance: Chance, tiplu: Card | None) -> list[Card]:
    """Seven sets of neighbouring ranks, of which one card is exchanged for another; with a tiplu, wild cards in some.

    Where wild cards serve, it is a pure set that is broken: any other could be mended with whatever is wild.
    """
    suits = chance.some_of(Suit, 4 if tiplu else 2 + chance.below(3))
    span = (8, 6, 5)[len(suits) - 2] + chance.below(2)
    low = 1 + chance.below(HIGHEST - span + 1)
    rows = [_order(suit)[low - 1 : low - 1 + span] for suit in suits]
    pure = [_pure(chance, rows) for _ in range(rules.PRIMARY_SETS)]
    others = []
    for _ in range(rules.HAND // SIZE - rules.PRIMARY_SETS):
        is_trial = len(suits) >= SIZE and chance.is_so(0.75 if tiplu else 0.5)
        others.append(_trial(chance, rows) if is_trial else _pure(chance, rows))
    if tiplu:
        wild = sorted(rules.wild_cards(tiplu))
        for cards in chance.some_of(others, 1 + chance.below(3)):
            cards[chance.below(SIZE)] = chance.one_of(wild)
    broken = chance.one_of(pure if tiplu else [*pure, *others])
    lost = broken.pop(chance.below(SIZE))
    stray = chance.one_of([card for row in rows for card in row if card is not lost])
    return sorted([stray, *(card for cards in (*pure, *others) for card in cards)])


def _pure(chance: Chance, rows: Sequence[Sequence[Card]]) -> list[Card]:
    row = chance.one_of(rows)
    if chance.is_so(0.15):
        return [chance.one_of(row)] * SIZE
    start = chance.below(len(row) - SIZE + 1)
    return list(row[start : start + SIZE])


def _trial(chance: Chance, rows: Sequence[Sequence[Card]]) -> list[Card]:
    at = chance.below(len(rows[0]))
    return [row[at] for row in chance.some_of(rows, SIZE)]


# --- What completes it ---


def _completing(hand: Sequence[Card], terms: Terms) -> list[Card]:
    """The cards with which the hand is complete.

    :raises NothingDrawn: where none is, or too many are.
    """
    held, found = Counter(hand), list[Card]()
    for card in sorted(DECK, key=lambda card: (card not in terms.wild, card)):  # a wild card that does is not alone
        if terms.supply[card.index] > held[card] and solver.arrange((*hand, card), terms) is not None:
            found.append(card)
            if len(found) > MOST_COMPLETING:
                raise NothingDrawn
    if not found:
        raise NothingDrawn
    return found


# --- What lies ready ---


def _order(suit: Suit | None) -> list[Card]:
    """The cards of a suit, the ace at either end."""
    return [Card(Rank((rank - 1) % 13 + 1), suit) for rank in range(1, HIGHEST + 1)]


@cache
def _of_different_cards() -> list[Cards]:
    """Every set of three but the tunnels: sequences from the lowest card up, and trials."""
    found: list[Cards] = []
    for suit in Suit:
        order = _order(suit)
        found += [tuple(order[at : at + SIZE]) for at in range(HIGHEST - SIZE + 1)]
    for rank in list(Rank)[:13]:
        found += list(combinations([Card(rank, suit) for suit in Suit], SIZE))
    return found


def ready(hand: Sequence[Card]) -> list[Cards]:
    """The sets of three that the hand holds, every card being itself."""
    held = Counter(hand)
    tunnels: list[Cards] = [(card,) * SIZE for card, copies in sorted(held.items()) if copies == SIZE]
    return tunnels + [cards for cards in _of_different_cards() if held.keys() >= set(cards)]


def side_by_side(sets: Sequence[Cards], hand: Sequence[Card]) -> int:
    """The most of these sets that can be made of the hand at once."""

    def most(first: int, left: Counter[Card]) -> int:
        best = 0
        for at in range(first, len(sets)):
            needed = Counter(sets[at])
            if needed <= left:
                best = max(best, 1 + most(at, left - needed))
        return best

    return most(0, Counter(hand))


def _stays(cards: Cards, hand: Sequence[Card], completing: Sequence[Card], terms: Terms) -> bool:
    """Whether some card completes the hand so that these lie in one set of it, each as itself."""
    return any(_completes_around(cards, Counter([*hand, card]) - Counter(cards), terms) for card in completing)


def _completes_around(cards: Cards, others: Counter[Card], terms: Terms) -> bool:
    """Whether the others complete the hand beside a set that these cards are in."""
    is_trial = len({card.suit for card in cards}) == SIZE
    wild = [card for card in others.elements() if card in terms.wild]
    for places in _more(cards):
        for of_wild in product((False, True), repeat=len(places)):
            itself = Counter(card for card, is_wild in zip(places, of_wild, strict=True) if not is_wild)
            if not itself <= others:
                continue
            is_pure = not is_trial and not any(of_wild)
            size = terms.size - SIZE - len(places)
            left = replace(terms, size=size, pure=terms.pure - is_pure if terms.pure else 0)
            for stood in set(combinations(sorted(wild), sum(of_wild))):
                taken = itself + Counter(stood)
                if taken <= others and solver.arrange((others - taken).elements(), left) is not None:
                    return True
    return False


def _more(cards: Cards) -> Iterator[list[Card]]:
    """The cards by which a set may be longer than these: none, or some to either side."""
    yield []
    if len(set(cards)) == 1:
        return
    if cards[0].rank is cards[1].rank:
        yield from ([Card(cards[0].rank, suit)] for suit in Suit if suit not in {card.suit for card in cards})
        return
    order = _order(cards[0].suit)
    at = next(at for at in range(HIGHEST) if tuple(order[at : at + SIZE]) == cards)
    for below, above in product(range(TOWARDS + 1), repeat=2):
        if (below or above) and at - below >= 0 and at + SIZE + above <= HIGHEST:
            yield [*order[at - below : at], *order[at + SIZE : at + SIZE + above]]


# --- What seems to complete it ---


def likelihood(card: Card, hand: Sequence[Card]) -> int:
    """How many sets a card makes with what lies in the hand: what the first look counts."""
    return len(ready([*hand, card])) - len(ready(hand))


def candidates(hand: Sequence[Card], tiplu: Card | None, completing: Sequence[Card]) -> list[Card]:
    """The cards that complete a hand, and those besides that seem to."""
    supply, held = rules.terms_of(tiplu).supply, Counter(hand)
    free = [card for card in DECK if card not in completing and supply[card.index] > held[card]]
    tempting = sorted(free, key=lambda card: likelihood(card, hand), reverse=True)
    wild = [card for card in tempting if card in rules.wild_cards(tiplu)][:1]
    tempting = [*wild, *(card for card in tempting if card not in wild)]
    return sorted([*completing, *tempting[: OFFERED - len(completing)]])
