"""All plays of fourteen cards against the legal actions of RLCard's Dou Dizhu, a climbing game of the same kind."""

from __future__ import annotations

import random

from bench.measure import table, timings
from games.cards import Card
from games.murlan.rules import PACK, plays

OURS = "games.murlan.rules.plays, 14 cards, leading"


def main() -> None:
    dice = random.Random(14)
    hands: list[list[Card]] = [dice.sample(list(PACK), 14) for _ in range(2000)]
    ways = {OURS: plays}
    try:
        from rlcard.games.doudizhu.judger import DoudizhuJudger
        from rlcard.games.doudizhu.utils import CARD_RANK_STR
    except ImportError:
        print("rlcard is not installed and left out: make bench installs it")
        table("Murlan, every play of a hand", timings(ways, hands), OURS)
        return
    letters = {"Xb": "B", "Xr": "R"}
    order = {letter: place for place, letter in enumerate(CARD_RANK_STR)}

    def theirs(hand: list[Card]) -> object:
        text = "".join(sorted((letters.get(card.text) or card.text[0] for card in hand), key=order.__getitem__))
        return DoudizhuJudger.playable_cards_from_hand(text)

    ways["RLCard, Dou Dizhu, the same 14 cards, leading"] = theirs
    table("Murlan, every play of a hand", timings(ways, hands), OURS)


if __name__ == "__main__":
    main()
