"""Ramino's least deadwood side by side with RLCard and OpenSpiel: ``python -m bench.ramino [instances]``."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from bench.integer_program import deadwood
from bench.measure import table, timings
from games.arranging.deadwood import helpers, least_deadwood
from games.cards import DECK, JOKER, Card
from games.ramino.rules import House

Way = Callable[[tuple[Card, ...]], int]
JOKERS = House(pack="two-jokers", ace="both")
"""Two packs, four jokers, the ace above the king as well."""


def value(card: Card) -> int:
    return min(card.rank, 10)


def with_jokers(hand: tuple[Card, ...]) -> int:
    return least_deadwood(hand, JOKERS.value, JOKERS.laws).points


def by_programme(hand: tuple[Card, ...]) -> int:
    return deadwood(hand, JOKERS.value, JOKERS.laws)[0]


def ours(hand: tuple[Card, ...]) -> int:
    return least_deadwood(hand, value).points


def rlcard() -> Way | None:
    try:
        from rlcard.games.gin_rummy.utils import melding, utils
    except ImportError:
        return None
    cards = {card: utils.card_from_text(card.text[0] + card.text[1].upper()) for card in DECK}

    def way(hand: tuple[Card, ...]) -> int:
        theirs = [cards[card] for card in hand]
        clusters = melding.get_best_meld_clusters(theirs)
        return utils.get_deadwood_count(theirs, clusters[0] if clusters else [])

    return way


def open_spiel() -> Way | None:
    try:
        import pyspiel

        utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    except (ImportError, AttributeError, TypeError):
        return None
    return lambda hand: utils.min_deadwood([card.index for card in hand])


def dense(rng: random.Random, size: int) -> tuple[Card, ...]:
    """A hand full of melds that overlap: cards of three or four neighbouring ranks."""
    ranks = -(-size // 4)
    first = rng.randint(1, 14 - ranks)
    return tuple(rng.sample([card for card in DECK if first <= card.rank < first + ranks], size))


def scattered(rng: random.Random, size: int) -> tuple[Card, ...]:
    return tuple(rng.sample(DECK, size))


def of_two_packs(rng: random.Random, size: int, jokers: int) -> tuple[Card, ...]:
    return (*rng.sample(DECK * 2, size - jokers), *[JOKER] * jokers)


def gaps(rng: random.Random, size: int, jokers: int) -> tuple[Card, ...]:
    """Every second card of each suit, twice: each run and each pair wants a joker."""
    pool = [card for card in DECK if (card.rank + card.suit) % 2] * 2
    return (*rng.sample(pool, min(len(pool), size - jokers)), *[JOKER] * jokers)


def main(instances: int) -> None:
    ways: dict[str, Way] = {"ours": ours}
    for name, found in (("RLCard", rlcard()), ("OpenSpiel (C++)", open_spiel())):
        if found:
            ways[name] = found
        else:
            print(f"{name}: not installed, left out")
    for title, deal, size in (
        ("10 cards full of overlapping melds", dense, 10),
        ("10 random cards", scattered, 10),
        ("13 cards full of overlapping melds", dense, 13),
        ("13 random cards", scattered, 13),
    ):
        hands = [deal(random.Random(f"{title} {at}"), size) for at in range(instances)]
        # RLCard takes ten cards only.
        here = {name: way for name, way in ways.items() if name != "RLCard" or size == 10}
        answers: dict[str, list[int]] = {name: [] for name in here}

        def asked(name: str, way: Way, into: dict[str, list[int]]) -> Callable[[Any], None]:
            return lambda hand: into[name].append(way(hand))

        for way in here.values():
            way(hands[0])
        table(title, timings({name: asked(name, way, answers) for name, way in here.items()}, hands), "ours")
        assert all(found == answers["ours"] for found in answers.values())
        if len(here) > 1:
            print("  the same optima on every instance")
    hands = [dense(random.Random(at), 10) for at in range(instances)]
    table("cards that would help, 10 cards", timings({"ours": lambda hand: helpers(hand, value)}, hands), "ours")
    for title, make, size, jokers in (
        ("two packs: 10 cards, 2 of them jokers", of_two_packs, 10, 2),
        ("two packs: 13 cards, 4 of them jokers", of_two_packs, 13, 4),
        ("two packs: 52 cards", of_two_packs, 52, 0),
        ("two packs: 52 cards, 4 of them jokers", of_two_packs, 52, 4),
        ("two packs: every second card twice, and 4 jokers", gaps, 52, 4),
    ):
        hands = [make(random.Random(f"{title} {at}"), size, jokers) for at in range(min(instances, 20))]
        found: dict[str, list[int]] = {"ours": [], "HiGHS": []}
        wanted = {"ours": with_jokers, "HiGHS": by_programme}
        table(title, timings({name: asked(name, way, found) for name, way in wanted.items()}, hands), "ours")
        assert found["ours"] == found["HiGHS"]
        print("  the same optima on every instance")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
