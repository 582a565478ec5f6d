"""Marriage hands: the solver beside an integer program, on the same hands in one run, with equal answers.

    python -m bench.marriage [hands of each kind]

Milliseconds, median / 95th percentile. "Complete" answers whether 21 cards lie in sets, and ours how; "away" is the
least number of cards to exchange. The tiplu is at random, three printed jokers in every other pack, 22 cards in
every other hand.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

from bench import marriage_model as model
from bench.measure import table, timings
from games.arranging import wild
from games.cards import DECK, Card
from games.marriage.rules import House, terms_of

Question = tuple[list[Card], wild.Terms]


def hands(kind: str, number: int, seed: int = 1, known: bool = True) -> list[Question]:
    """Hands of one kind: random, complete, or a complete hand with one or two cards exchanged."""
    rng = random.Random(f"{kind} {seed}")
    found = []
    for i in range(number):
        terms = terms_of(rng.choice(DECK) if known else None, House(jokers=i % 2 == 1))
        hand = model.random_hand(rng, terms) if kind == "random" else model.complete_hand(rng, terms)
        if kind.endswith("off"):
            hand = model.exchanged(rng, terms, hand, {"one off": 1, "two off": 2}[kind])
        if i % 4 > 1:
            hand.append(rng.choice(model.deck(terms, hand)))
        found.append((hand, terms))
    return found


def main(number: int) -> None:
    questions: dict[str, dict[str, Callable[[Question], object]]] = {
        "complete or not": {
            "integer program": lambda question: model.complete(*question),
            "ours, with the arrangement": lambda question: wild.arrange(*question) is not None,
        },
        "away": {
            "integer program": lambda question: model.away(*question),
            "ours": lambda question: wild.away(*question),
        },
    }
    for known in (True, False):
        for kind in ("random", "complete", "one off", "two off"):
            instances = hands(kind, number, known=known)
            for asked, ways in questions.items():
                answers = {name: [] for name in ways}

                def kept(name: str, way: Callable, answers: dict = answers) -> Callable:
                    return lambda instance: answers[name].append(way(instance))

                spent = timings({name: kept(name, way) for name, way in ways.items()}, instances)
                theirs, ours = answers.values()
                assert theirs == ours, next(q for q, a, b in zip(instances, theirs, ours, strict=True) if a != b)
                tiplu = "tiplu known" if known else "no tiplu yet"
                table(f"{kind} hands, {tiplu}: {asked} ({number} hands, all answers equal)", spent, "integer program")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
