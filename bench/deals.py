"""Random hands and tables, the same for the same seed."""

from __future__ import annotations

import random

from games.arranging.melds import MACHIAVELLI, Ace, Laws, read
from games.cards import DECK, JOKER, Card

LENGTHS = (3, 3, 3, 4, 4, 5, 6) * 2
"""How long runs on the table are, mostly; one in fifteen has 7 to 14 cards, from ace to ace."""


def machiavelli(
    rng: random.Random, groups: int, hand: int, decks: int = 2, laws: Laws = MACHIAVELLI
) -> tuple[list[tuple[Card, ...]], list[Card]]:
    """So many random valid groups on the table (fewer where the pack runs out) and so many random cards in hand."""
    pack = [card for card in DECK for _ in range(decks)] + [JOKER] * (2 if laws.jokers else 0)
    table = laid(rng, pack, groups, laws)
    rng.shuffle(pack)
    return table, pack[:hand]


def laid(rng: random.Random, pack: list[Card], groups: int, laws: Laws) -> list[tuple[Card, ...]]:
    """So many random valid groups out of these cards, which are taken away; fewer where the cards run out."""
    table: list[tuple[Card, ...]] = []
    tries = 0
    while len(table) < groups and tries < 2000:
        tries += 1
        group = _group(rng, pack, laws)
        if group:
            table.append(group)
            for card in group:
                pack.remove(card)
    return table


def _group(rng: random.Random, pack: list[Card], laws: Laws) -> tuple[Card, ...] | None:
    left = list(pack)
    if rng.random() < 0.5:
        rank = rng.randrange(13)
        suits = [rng.randrange(4) for _ in range(4)] if laws.any_suit else rng.sample(range(4), 4)
        cards = [DECK[13 * suit + rank] for suit in suits[: rng.choice((3, 3, 4))]]
    else:
        length = min(rng.choice((*LENGTHS, rng.randint(7, 14))), len(laws.ladder))
        start = rng.randrange(13 if laws.ace is Ace.WRAP else len(laws.ladder) - length + 1)
        suit = rng.randrange(4)
        cards = [DECK[13 * suit + (start + at) % 13] for at in range(length)]
    if laws.jokers and rng.random() < 0.2:
        cards[rng.randrange(len(cards))] = JOKER
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(cards) if read(cards, laws) else None
