"""Puzzles of Murlan: what was proved of each is proved once more, by the slow rules and a search that shares no line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from django.utils import translation

from games.cards import BLACK_JOKER, DECK, RED_JOKER, Card, cards_of
from games.chance import Chance, NothingDrawn
from games.murlan import puzzles
from games.murlan.practice import PUZZLE, PuzzleAsk
from games.murlan.rules import House
from games.puzzles import puzzles as kept
from tests import proved
from tests.murlan import slow

pytestmark = pytest.mark.exhaustive(sample=8, content=proved.puzzle)

KEPT = kept("murlan")
HOUSE = House()
FIELDS = ("hand", "left", "opposite", "right")
NO_WAY = 99

Held = tuple[int, ...]
"""How many of each rank, from the three to the red joker."""
Laid = tuple[str, int, int]
"""Kind, length, height."""
SUITS: dict[str, list[Card]] = {}
for each in (*DECK, BLACK_JOKER, RED_JOKER):
    SUITS.setdefault(slow.rank(each), []).append(each)


def held(cards: str) -> Held:
    ranks = Counter(map(slow.rank, cards_of(cards)))
    return tuple(ranks[rank] for rank in slow.SINGLES)


def laid(cards: str) -> Laid | None:
    return slow.read(cards_of(cards), HOUSE) if cards else None


@cache
def combinations(hand: Held) -> dict[Laid, tuple[Held, tuple[Card, ...]]]:
    """Every combination of a hand, what is left after it, and cards that it may be made of."""
    cards = [card for rank, count in zip(slow.SINGLES, hand, strict=True) for card in SUITS[rank][:count]]
    found = {}
    for what, played in slow.plays(cards, (), False, HOUSE):
        gone = Counter(map(slow.rank, played))
        found[what] = tuple(count - gone[rank] for rank, count in zip(slow.SINGLES, hand, strict=True)), played
    return found


@cache
def goes_on(played: tuple[Card, ...], table: tuple[Card, ...]) -> bool:
    return slow.beats(played, table, HOUSE)


def followed(hand: Held, table: tuple[Card, ...] | None) -> list[tuple[Laid | None, Held, tuple[Card, ...]]]:
    """What a hand may play on a table, None to pass."""
    found: list[tuple[Laid | None, Held, tuple[Card, ...]]] = [
        (what, left, cards)
        for what, (left, cards) in combinations(hand).items()
        if table is None or goes_on(cards, table)
    ]
    return found if table is None else [*found, (None, hand, ())]


class Told:
    """A whole game told from a seat: passes in a row are counted, and nobody is anybody's neighbour by name.

    The value is the least for the first seat, and the most that the others can make of it, of its own plays and of the
    rounds that others lead; a hand in which another is out first has none.
    """

    def __init__(self) -> None:
        self.values: dict[Any, tuple[int, int]] = {}

    def after(
        self, hands: tuple[Held, ...], turn: int, table: tuple[Card, ...] | None, passes: int, move: Any
    ) -> tuple[int, int]:
        what, left, cards = move
        if what is None:
            if passes < 2:
                return self.value(hands, (turn + 1) % 4, table, passes + 1)
            leads = (turn + 1) % 4
            plays, rounds = self.value(hands, leads, None, 0)
            return plays, rounds + (leads != 0)
        own = turn == 0
        if not any(left):
            return (1, 0) if own else (NO_WAY, NO_WAY)
        plays, rounds = self.value((*hands[:turn], left, *hands[turn + 1 :]), (turn + 1) % 4, cards, 0)
        return plays + own, rounds

    def value(self, hands: tuple[Held, ...], turn: int, table: tuple[Card, ...] | None, passes: int) -> tuple[int, int]:
        laid_there = slow.read(table, HOUSE) if table else None
        key = hands, turn, laid_there, passes
        if key not in self.values:
            best = min if turn == 0 else max
            plays, rounds = (NO_WAY, NO_WAY) if turn == 0 else (0, 0)
            for move in followed(hands[turn], table):
                found = self.after(hands, turn, table, passes, move)
                plays, rounds = best(plays, found[0]), best(rounds, found[1])
                if turn and plays >= NO_WAY:
                    plays = rounds = NO_WAY
                    break
            self.values[key] = plays, rounds
        return self.values[key]


@cache
def solved(text: str) -> tuple[dict[Laid | None, tuple[int, int]], int]:
    """Of each first play what it comes to."""
    question = json.loads(text)
    hands = tuple(held(question[name]) for name in FIELDS)
    table = tuple(cards_of(question["table"])) if "table" in question else None
    told = Told()
    return {move[0]: told.after(hands, 0, table, 0, move) for move in followed(hands[0], table)}, len(told.values)


def values(question: Mapping[str, str]) -> dict[Laid | None, tuple[int, int]]:
    return solved(json.dumps(question))[0]


def asked(question: Mapping[str, Any]) -> PuzzleAsk:
    ask = PUZZLE.asked(question)
    assert ask.is_valid(), ask.errors
    return ask


numbered = pytest.mark.parametrize(
    "made", [puzzle.made for puzzle in KEPT], ids=[str(puzzle.number) for puzzle in KEPT]
)


@numbered
def test_what_was_proved_is_proved_once_more(made: Any) -> None:
    found = values(made.question)
    won = [value for value in found.values() if value[0] < NO_WAY]
    assert made.proved == {
        "solutions": len(won),
        "plays": min(plays for plays, _rounds in won),
        "rounds": min(rounds for _plays, rounds in won),
        "tempting": len(found) - len(won),
    }


@numbered
def test_every_answer_is_offered_and_is_right_where_it_wins(made: Any) -> None:
    ask = asked(made.question)
    assert f"murlan.{made.rule}" in ask.as_json()["rules"]  # type: ignore[operator]
    wins = {what: value[0] < NO_WAY for what, value in values(made.question).items()}
    offered = {
        option.value: slow.read(option.row, HOUSE) if option.row else None for option in PUZZLE.reply(ask).options
    }
    assert set(offered.values()) == set(wins)
    assert len(offered) == len(wins) <= puzzles.MOST_OPTIONS
    for value, what in offered.items():
        assert PUZZLE.is_right(ask, (value,)) is wins[what]
    assert PUZZLE.is_right(ask, PUZZLE.right(ask))
    assert not PUZZLE.is_right(ask, ())


@numbered
def test_one_way_on_from_the_right_answer_is_told_to_its_end(made: Any) -> None:
    """By the slow rules, with all the plays that were promised and yours the first hand without cards."""
    ask = asked(made.question)
    hands = [list(cards_of(made.question[name])) for name in FIELDS]
    table, owner, yours = list(cards_of(made.question.get("table", ""))), 3, 0
    for seat, cards in ask.search.line(ask.position):
        assert all(hands)
        assert slow.read(cards, HOUSE)
        if table and seat != owner:
            assert slow.beats(cards, table, HOUSE)
        for card in cards:
            hands[seat].remove(card)
        table, owner, yours = list(cards), seat, yours + (seat == 0)
    assert [bool(hand) for hand in hands] == [False, True, True, True]
    assert yours == made.proved["plays"]
    assert all(who and row for who, row in ask.line())


def test_there_are_at_least_120_and_no_two_are_alike_but_for_their_suits() -> None:
    alike = {tuple((name, held(puzzle.made.question.get(name, ""))) for name in (*FIELDS, "table")) for puzzle in KEPT}
    assert len(alike) == len(KEPT) >= 120


def test_they_are_not_all_of_one_kind() -> None:
    def seen(name: str) -> set[int]:
        return {puzzle.made.proved[name] for puzzle in KEPT}

    assert seen("solutions") == {1, 2}
    assert len(seen("plays")) > 2
    assert {0, 1, 2} <= seen("rounds")
    assert {"lead", "follow"} <= {puzzle.made.rule for puzzle in KEPT}
    won = [what for puzzle in KEPT for what, value in values(puzzle.made.question).items() if value[0] < NO_WAY]
    assert {what[0] for what in won if what} >= {"single", "pair", "triple"}


def test_every_goal_is_said_and_each_prompt_fits_its_question() -> None:
    for puzzle in KEPT:
        ask = asked(puzzle.made.question)
        assert str(PUZZLE.goal(puzzle.made.proved)).endswith(".")
        assert (PUZZLE.asks(ask) == PUZZLE.following) is ("table" in puzzle.made.question)
    said = str(PUZZLE.goal({"solutions": 1, "plays": 4, "rounds": 0, "tempting": 3}))
    assert said == "Whatever the others do, four plays are enough. With the right play, the others never lead a round."
    said = str(PUZZLE.goal({"solutions": 1, "plays": 4, "rounds": 1, "tempting": 3}))
    assert said.endswith("With the right play, the others lead at most one round.")


def test_a_hand_that_is_too_large_is_not_searched() -> None:
    question = dict(KEPT[0].made.question)
    for name, most in (("hand", puzzles.MOST_YOURS), ("left", puzzles.MOST_THEIRS)):
        cards = [card.text for card in DECK if card.text not in " ".join(question.values())][: most + 1]
        assert not PUZZLE.asked(question | {name: " ".join(cards)}).is_valid()


def test_a_puzzle_is_found_from_a_seed_and_the_same_one_again() -> None:
    def first(seed: int) -> Any:
        chance = Chance(seed)
        while True:
            try:
                return puzzles.make(chance)
            except NothingDrawn:
                continue

    made = first(3)
    assert made == first(3)
    assert 1 <= made.proved["solutions"] <= 2
    assert asked(made.question)


def test_how_often_is_said_in_words_where_czech_has_them() -> None:
    with translation.override("cs"):
        for rounds, said in ((1, "jednou"), (2, "dvakrát"), (3, "třikrát"), (4, "čtyřikrát"), (5, "5krát")):
            goal = str(PUZZLE.goal({"plays": 4, "rounds": rounds}))
            assert goal.endswith(f"nanejvýš {said}."), goal
