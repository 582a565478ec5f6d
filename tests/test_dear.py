"""What may take long is asked apart: every other question is light, even the dearest that is known."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import Client

from games.cards import DECK, Card
from games.catalogue import GAMES
from games.judge import MAX_QUESTION, reply
from rulesite import asgi
from rulesite.rulebook import book
from tests.muriel.test_rules import finished

RANKS = "A23456789TJQK"
WHOLE = " ".join(card.text for card in DECK)
SETS = " / ".join(" ".join(rank + suit for suit in "shdc") for rank in RANKS)
RUNS = " / ".join(" ".join(rank + suit for rank in RANKS) for suit in "shdc")
HALF = [card.text for card in DECK][::2]
MURLAN = {"straight_step": "any", "straight_flush": True, "joker_pair": True}
RAMINO = {"pack": "two-jokers", "ace": "both", "lay_off": "any"}
MACHIAVELLI = {"decks": 4, "jokers": True, "wrap": True, "sets": "any_suit"}
TIPLU = {"tiplu": "7c"}
SITE = asgi.Site(lambda environ, start: [])
LIGHT = 1_000_000
"""Calls of functions, Python's and C's: what a busy machine does not change."""

DEAL, TRICKS = finished(7)


def texts(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


DEAREST: list[tuple[str, str, dict[str, Any]]] = [
    ("murlan", "combination", {"cards": WHOLE}),
    ("murlan", "combination", {"cards": "As " * 6000}),
    ("murlan", "play", {"hand": f"{WHOLE} Xb Xr", "cards": "3s 4s 5s 6s 7s 8s 9s Ts", "house": MURLAN}),
    ("murlan", "plays", {"hand": f"{WHOLE} Xb Xr", "house": MURLAN}),
    ("murlan", "exchange", {"first_hand": " ".join(HALF), "last_hand": " ".join(c.text for c in DECK[1::2])}),
    ("murlan", "score", {"hands": [list("ABCD"), list("BADC")] * 400}),
    ("muriel", "trick", {"cards": "4s 5s 6h 7d 8c 9s Th Jd Qc"}),
    ("muriel", "hand", {"deal": list(map(texts, DEAL)), "dealer": 0, "tricks": list(map(texts, TRICKS))}),
    ("muriel", "score", {"hands": [{"A": 1, "B": 2, "C": 0}] * 700}),
    ("ramino", "meld", {"cards": f"{WHOLE} {WHOLE} X X X X", "house": RAMINO}),
    ("ramino", "arrange", {"hand": "4h 4s As Ad 3d 9c Ah Qh 4h Qc X X X", "house": RAMINO}),
    ("ramino", "lay_off", {"hand": f"{WHOLE} X X X X", "table": SETS, "house": RAMINO}),
    ("ramino", "deal", {"players": 6}),
    ("ramino", "score", {"deals": [{"winner": "A", "hands": {"B": WHOLE}}] * 25, "match": {"deals": 999}}),
    ("machiavelli", "group", {"cards": " ".join([WHOLE] * 20), "house": {"decks": 4}}),
    ("machiavelli", "turn", {"before": " / ".join([SETS] * 4), "hand": "X X", "after": " / ".join([RUNS] * 4)}
     | {"house": MACHIAVELLI}),
    ("machiavelli", "best", {"table": " / ".join([SETS] * 4), "hand": "X X", "house": MACHIAVELLI}),
    ("machiavelli", "score", {"hands": {"A": WHOLE, "B": WHOLE}}),
    ("marriage", "set", {"cards": f"{WHOLE} {WHOLE}"}),
    ("marriage", "arrange", {"hand": " ".join(card.text for card in DECK[:22])} | TIPLU),
    ("marriage", "maal", {"cards": f"{WHOLE} {WHOLE}"} | TIPLU),
    ("marriage", "settle", {"players": [{"name": n, "maal": " ".join(HALF[:20]), "seen": True, "winner": n == "A"}
     for n in "ABC"]} | TIPLU),
]  # fmt: skip


LONGEST = [
    (game.name, name, max(shown, key=lambda example: len(str(example.question))).question)
    for game in GAMES.values()
    for name in game.asks
    if (shown := [example for example in book(game.name).examples.values() if example.ask == name])
]
"""The longest worked example of each ask, of new ones too."""


@pytest.mark.parametrize(("game", "name", "fields"), [*DEAREST, *LONGEST])
def test_a_question_in_the_threads_of_the_pages_is_light(game: str, name: str, fields: dict[str, Any]) -> None:
    """The page is asked for, or the judge where the question is too long for an address; both know the words by then."""
    ask = GAMES[game].asks[name]
    form = ask({key: value for key, value in fields.items() if key != "house"}
               | {f"house.{key}": value for key, value in fields.get("house", {}).items()})  # fmt: skip
    form.is_valid()
    path, query = f"/en/{game}/{name}/", form.address(form.notation)
    if SITE.room(path, query.encode()) is not SITE.pages and len(query) <= MAX_QUESTION:
        return
    client = Client(headers={"host": "localhost"})

    def asked() -> None:
        if len(query) <= MAX_QUESTION:
            assert client.get(f"{path}?{query}").status_code in (200, 422)
        else:
            reply({"game": game, "ask": name, **fields}, "en")

    asked()
    assert calls(asked) < LIGHT


def calls(work: Callable[[], None]) -> int:
    """How many functions it calls."""
    count = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_every_question_of_the_judge_has_its_dearest() -> None:
    asked = {(game, name) for game, name, fields in DEAREST}
    assert {(game.name, name) for game in GAMES.values() for name in game.judged} == asked
