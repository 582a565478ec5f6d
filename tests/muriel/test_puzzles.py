"""Puzzles of Muriel: what was proved of each is proved again, by a search that shares no line with the solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from django.http import QueryDict

from games.chance import Chance, NothingDrawn
from games.muriel import drills
from games.muriel.asks import TrickAsk
from games.muriel.practice import PUZZLE, EndAsk
from games.muriel.puzzles import make
from games.puzzles import puzzles
from games.rulings import rules_of
from tests import proved
from tests.muriel import slow

pytestmark = pytest.mark.exhaustive(sample=8, content=proved.puzzle)

KEPT = puzzles("muriel")
Hands = tuple[frozenset[str], ...]


# --- The other way: is somebody sure of so many points? ---


def in_turn(hands: Hands, leader: int) -> list[int]:
    return [seat for seat in [*range(leader, 9), *range(leader)] if hands[seat]]


def go_on(hands: Hands, players: Sequence[int], cards: Sequence[str]) -> tuple[int, int, Hands, int | None]:
    """Who took how many points in a trick, and what is left for whom to lead."""
    outcome = slow.trick(cards)
    left = [set(hand) for hand in hands]
    for seat, card in zip(players, cards, strict=True):
        left[seat].remove(card)
    heir = (players[0] + 1) % 9
    left[heir] |= {card for at, card in enumerate(cards) if at not in outcome.taken}
    after = tuple(map(frozenset, left))
    points = sum(slow.worth(cards[at]) for at in outcome.taken)
    return players[outcome.taker], points, after, next(iter(in_turn(after, heir)), None)


@cache
def is_sure(hands: Hands, leader: int | None, me: int, points: int) -> bool:
    """Whether a player can have so many points from here on, whatever the others do and whatever they know."""
    if points <= 0:
        return True
    if leader is None or sum(slow.worth(card) for hand in hands for card in hand) < points:
        return False
    players = in_turn(hands, leader)
    if leader == me:
        return any(is_sure_with(hands, players, [card], [], me, points) for card in hands[me])
    return is_sure_with(hands, players, list(hands[leader]), [], me, points)


def is_sure_with(
    hands: Hands, players: Sequence[int], leads: Sequence[str], cards: list[str], me: int, points: int
) -> bool:
    """The same in a trick, of which one of these cards was led; what follows it lies open."""
    if len(cards) + 1 == len(players):
        return all(is_sure_after(hands, players, [led, *cards], me, points) for led in leads)
    seat = players[len(cards) + 1]
    ways = (is_sure_with(hands, players, leads, [*cards, card], me, points) for card in hands[seat])
    return any(ways) if seat == me else all(ways)


def is_sure_after(hands: Hands, players: Sequence[int], cards: Sequence[str], me: int, points: int) -> bool:
    taker, won, left, leader = go_on(hands, players, cards)
    return is_sure(left, leader, me, points - won * (taker == me))


def ways_on(hands: Hands, players: Sequence[int], fixed: dict[int, str]) -> Iterator[list[str]]:
    """Every trick in which these seats play these cards."""
    tricks: list[list[str]] = [[]]
    for seat in players:
        tricks = [[*cards, card] for cards in tricks for card in ([fixed[seat]] if seat in fixed else hands[seat])]
    yield from tricks


@cache
def longest(hands: Hands, leader: int | None) -> int:
    """How many tricks of several players there may be from here on."""
    players = [] if leader is None else in_turn(hands, leader)
    if len(players) < 2:
        return 0
    # Which of equal cards is played leaves as many tricks.
    tricks = {tuple(map(slow.worth, cards)): cards for cards in ways_on(hands, players, {})}
    return 1 + max(longest(*go_on(hands, players, cards)[2:]) for cards in tricks.values())


class Position:
    """A puzzle as the other search sees it."""

    def __init__(self, question: dict[str, Any]) -> None:
        self.cards = question["cards"].split()
        self.players = [drills.NAMES.index(name) for name in question["players"]]
        self.place = question["place"]
        self.me = self.players[self.place]
        hands = [set(hand.split()) for hand in question["hands"]]
        for seat, card in zip(self.players, self.cards, strict=True):
            hands[seat].add(card)
        self.hands: Hands = tuple(map(frozenset, hands))
        self.total = sum(slow.worth(card) for hand in hands for card in hand)
        self.seen = self.cards[1 : self.place]

    def is_sure(self, card: str, points: int) -> bool:
        leads = list(self.hands[self.players[0]])
        return is_sure_with(self.hands, self.players, leads, [*self.seen, card], self.me, points)

    def ahead(self) -> int:
        seen = dict(zip(self.players[1 : self.place], self.seen, strict=True))
        return max(
            longest(*go_on(self.hands, self.players, cards)[2:]) for cards in ways_on(self.hands, self.players, seen)
        )


def asked(question: dict[str, Any]) -> EndAsk:
    ask = PUZZLE.asked(question)
    assert ask.is_valid(), ask.errors
    return ask


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    is_sure.cache_clear()
    longest.cache_clear()


# --- What is kept ---


def test_there_are_enough_and_no_two_are_the_same() -> None:
    assert len(KEPT) >= 120
    alike = Counter[str]()
    for puzzle in KEPT:
        position = Position(dict(puzzle.made.question))
        values = [sorted(map(slow.worth, hand)) for hand in position.hands]
        at = position.players[0]
        alike[str((values[at:] + values[:at], [slow.worth(card) for card in position.seen], position.place))] += 1
    assert max(alike.values()) == 1


@pytest.mark.parametrize("puzzle", KEPT, ids=lambda puzzle: str(puzzle.number))
def test_what_was_proved_of_it_is_so(puzzle: Any) -> None:
    question, proved = dict(puzzle.made.question), puzzle.made.proved
    ask, position = asked(question), Position(question)
    given = {card.text: points for card, points in ask.end.given.items()}
    assert given.keys() == position.hands[position.me]
    for card, points in given.items():
        assert position.is_sure(card, position.total - points)
        assert not position.is_sure(card, position.total - points + 1)
    best = [card for card in given if given[card] == min(given.values())]
    assert proved == {
        "solutions": len(best),
        "tricks_ahead": position.ahead(),
        "leads": len(position.hands[position.players[0]]),
    }
    # What lies in the question is one of the answers, and a trick that comes of it at worst.
    assert question["cards"].split()[position.place] in best
    taker, won, left, leader = go_on(position.hands, position.players, position.cards)
    sure = position.total - min(given.values()) - won * (taker == position.me)
    assert is_sure(left, leader, position.me, sure)
    assert not is_sure(left, leader, position.me, sure + 1)


@pytest.mark.parametrize("puzzle", KEPT, ids=lambda puzzle: str(puzzle.number))
def test_each_best_card_is_right_and_the_first_look_is_wrong(puzzle: Any) -> None:
    ask = asked(dict(puzzle.made.question))
    options = [option.value for option in PUZZLE.reply(ask).options]
    right = [option for option in options if PUZZLE.is_right(ask, (option,))]
    assert len(right) == puzzle.made.proved["solutions"]
    assert PUZZLE.is_right(ask, PUZZLE.right(ask))
    assert 5 <= len(options) <= 7
    assert not PUZZLE.is_right(ask, (options[0],))
    assert not PUZZLE.is_right(ask, (options[-1],))


def test_its_ruling_is_one_of_its_answer_and_of_the_trick_in_the_tool() -> None:
    for puzzle in KEPT:
        ask, rule = asked(dict(puzzle.made.question)), f"muriel.{puzzle.made.rule}"
        assert rule in rules_of(ask.verdict.reasons)
        assert rule == PUZZLE.decides(ask) == PUZZLE.why(ask)[0][1]
        assert puzzle.made.rule in PUZZLE.rules
        tool = TrickAsk({name: puzzle.made.question[name] for name in ("cards", "players")}, notation=ask.notation)
        assert tool.is_valid()
        assert tool.verdict == ask.verdict


def test_what_is_to_be_done_is_said_in_a_sentence() -> None:
    for puzzle in KEPT:
        assert str(PUZZLE.goal(puzzle.made.proved)).endswith("follow.")
    assert "one of three" in str(PUZZLE.goal({"tricks_ahead": 2, "leads": 3}))
    assert "one more trick with" in str(PUZZLE.goal({"tricks_ahead": 1, "leads": 1}))


def test_the_led_card_lies_face_down_and_the_others_cards_are_known() -> None:
    for puzzle in KEPT:
        ask, position = asked(dict(puzzle.made.question)), Position(dict(puzzle.made.question))
        assert [shown.laid.cards[0] and shown.laid.cards[0].text for shown in ask.lying()] == [None, *position.seen]
        known = [card.text for _who, cards in ask.known() for card in cards]
        everything = {card for hand in position.hands for card in hand}
        assert sorted(known) == sorted(everything - position.hands[position.me] - set(position.seen))


def test_an_address_has_all_of_a_puzzle() -> None:
    for puzzle in KEPT[:20]:
        ask = asked(dict(puzzle.made.question))
        again = EndAsk(EndAsk.from_address(QueryDict(ask.address(ask.notation))), notation=ask.notation)
        assert again.is_valid()
        assert again.end == ask.end


@pytest.mark.parametrize(
    "changed",
    [
        {"place": 4},
        {"players": ["Anna", "Bruno"]},
        {"players": ["Anna", "Bruno", "Zeno"]},
        {"players": ["Bruno", "Anna", "Carla"]},
        {"hands": ["2s"] * 2},
        {"hands": ["2s 3s 4s 5s 6s 7s", "2h", "Kd Kh 4c 3c", "", "", "", "", "", ""]},
        {"hands": ["2s", "2h", "Kd Kh 4c 3c", "5d", "", "", "", "", ""]},
        {"house": {"next_lead": "taker"}},
    ],
    ids=str,
)
def test_what_is_no_end_of_a_hand_is_refused(changed: dict[str, Any]) -> None:
    question = {
        "cards": "9s Td Jc",
        "players": ["Anna", "Bruno", "Carla"],
        "place": 2,
        "hands": ["2s", "2h", "Kd Kh 4c 3c", "", "", "", "", "", ""],
    }
    assert PUZZLE.asked(question).is_valid()
    assert not PUZZLE.asked(question | changed).is_valid()


def test_one_is_found_from_a_seed() -> None:
    chance = Chance(5)
    for _try in range(1000):
        try:
            made = make(chance)
        except NothingDrawn:
            continue
        assert PUZZLE.decides(asked(dict(made.question))) == f"muriel.{made.rule}"
        return
    pytest.fail("a puzzle was to be found")
