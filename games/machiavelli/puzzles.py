"""Puzzles of Machiavelli: a dense table and three cards that can only be played together, and only by regrouping.

The cards that cannot be played alone are tried by three. Every table that the turn can lead to is found, and what is
proved is read from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from games.cards import Card, Rank, Suit
from games.chance import Chance, Made, NothingDrawn
from games.machiavelli import rules
from games.machiavelli.rules import STANDARD, Group

RULE = "take"
RANKS = 6
"""So many neighbouring ranks hold all the cards: so close together that most cards have more than one place."""
ON_TABLE = (6, 7, 8)
"""How many groups may lie on the table."""
IN_HAND = 3
MOST_HANDS = 60
"""How many hands are tried with a table."""
MOST_FINAL = 6
"""Where the turn can lead to more tables than this, the puzzle asks for too little."""
FEWEST_APART = 2
ACE_HIGH = 14


def make(chance: Chance) -> Made:
    """A table and three cards, all of which can be played: which groups have to be touched for that?

    No card can be played without the others, however the table is regrouped.

    :raises NothingDrawn: where no three cards are found with which at least two groups have to be taken apart.
    """
    table = _dense(chance)
    lying = Counter(card for group in table for card in group)
    spare = [card for card in sorted(lying) if lying[card] < STANDARD.decks]
    stuck = [card for card in spare if next(tables((*lying.elements(), card)), None) is None]
    for hand in chance.shuffled(combinations(stuck, IN_HAND))[:MOST_HANDS]:
        final = [found for found, _ in zip(tables((*lying.elements(), *hand)), range(MOST_FINAL + 1), strict=False)]
        if not 0 < len(final) <= MOST_FINAL:
            continue
        apart = min(taken_apart(table, after) for after in final)
        if apart < FEWEST_APART or rules.best(table, hand).reasons[0].rule != f"machiavelli.{RULE}":
            continue
        touched = [frozenset(table).difference(after) for after in final]
        fewest = min(map(len, touched))
        proved = {
            "solutions": len({groups for groups in touched if len(groups) == fewest}),
            "groups_to_touch": fewest,
            "groups_to_take_apart": apart,
            "final_tables": len(final),
        }
        return Made({"table": [_text(group) for group in table], "hand": _text(hand)}, RULE, proved)
    raise NothingDrawn


def _text(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


def _dense(chance: Chance) -> list[Group]:
    """Groups of a few neighbouring ranks, no two alike, with no more of any card than there are in the pack."""
    low = 1 + chance.below(ACE_HIGH - RANKS + 1)
    near = [group for group in groups_of(low, low + RANKS - 1) if len(group) < RANKS]
    left = Counter({card: STANDARD.decks for group in near for card in group})
    found: list[Group] = []
    for _ in range(chance.one_of(ON_TABLE)):
        fitting = [group for group in near if group not in found and all(left[card] for card in group)]
        if not fitting:
            raise NothingDrawn
        found.append(chance.one_of(fitting))
        left.subtract(found[-1])
    return found


@cache
def groups_of(low: int, high: int) -> tuple[Group, ...]:
    """Every group of cards from one rung to another, where 1 is the ace and 14 the ace again, above the king."""
    runs = [
        tuple(_card(rung, suit) for rung in range(first, last + 1))
        for suit in Suit
        for first in range(low, high + 1)
        for last in range(first + 2, high + 1)
    ]
    ranks = sorted({Rank((rung - 1) % 13 + 1) for rung in range(low, high + 1)})
    sets = [
        tuple(Card(rank, suit) for suit in suits)
        for rank in ranks
        for count in (3, 4)
        for suits in combinations(Suit, count)
    ]
    return (*runs, *sets)


def _card(rung: int, suit: Suit) -> Card:
    return Card(Rank((rung - 1) % 13 + 1), suit)


def tables(cards: Iterable[Card]) -> Iterator[tuple[Group, ...]]:
    """Every way to lay all these cards in groups, each once.

    The cards are of too few ranks for a run from ace to ace, the only group that holds a card twice.
    """
    left = Counter(cards)
    fitting = [group for group in groups_of(1, ACE_HIGH) if all(card in left for card in group)]
    places: dict[Card, list[tuple[int, Group]]] = {card: [] for card in sorted(left)}
    for at, group in enumerate(fitting):
        for card in group:
            places[card].append((at, group))

    def laid(least: int, last: Card | None) -> Iterator[tuple[Group, ...]]:
        """The ways to lay what is left; a second copy of the ``last`` card goes to no group before the ``least``."""
        card = next((card for card in places if left[card]), None)
        if card is None:
            yield ()
            return
        for at, group in places[card]:
            if (card is last and at < least) or not all(left[other] for other in group):
                continue
            for other in group:
                left[other] -= 1
            for more in laid(at, card):
                yield (group, *more)
            for other in group:
                left[other] += 1

    return laid(0, None)


def taken_apart(before: Sequence[Group], after: Sequence[Group]) -> int:
    """How many groups of one table, at least, do not lie whole within a group of another."""
    rooms = [Counter(group) for group in after]

    def whole(at: int) -> int:
        """How many of the groups from here on can lie whole in what room is left."""
        if at == len(before):
            return 0
        most, group = whole(at + 1), Counter(before[at])
        for room in rooms:
            if group <= room:
                room.subtract(group)
                most = max(most, 1 + whole(at + 1))
                room.update(group)
        return most

    return len(before) - whole(0)
