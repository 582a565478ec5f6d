"""Drills of Murlan: the stored answers held against the slow rules, and that each level asks what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.cards import Card, cards_of
from games.catalogue import GAMES
from games.chance import Drawn
from games.murlan import drills, rules
from games.murlan.rules import House
from games.practice import Drill
from tests.murlan import slow

DRILLS = GAMES["murlan"].drills
SEEDS = range(100)
LEVELS = (1, 2, 3)
PLACES = [*"3456789TJQKA2", "Xb", "Xr"]
POINTS = (3, 2, 1, 0)

levels = pytest.mark.parametrize("level", LEVELS)


def asked(name: str, level: int) -> list[tuple[Drill[Any], Drawn, Any]]:
    found = []
    for seed in SEEDS:
        drawn = DRILLS[name].drawn(seed, level)
        ask = DRILLS[name].asked(drawn.question)
        assert ask.is_valid()
        found.append((DRILLS[name], drawn, ask))
    return found


def house_of(question: Mapping[str, Any]) -> House:
    return House(**question.get("house", {}))


def place(card: Card) -> int:
    return PLACES.index(slow.rank(card))


@levels
def test_a_play_beats_the_table_where_the_slow_rules_say_so(level: int) -> None:
    for the, drawn, ask in asked("beats", level):
        house = house_of(drawn.question)
        cards, table = cards_of(drawn.question["cards"]), cards_of(drawn.question["table"])
        assert not set(cards) & set(table)
        beats = slow.read(cards, house) is not None and slow.beats(cards, table, house)
        assert the.right(ask) == ("yes" if beats else "no",)


@levels
def test_every_play_that_beats_is_offered_and_what_tempts_does_not_beat(level: int) -> None:
    for the, drawn, ask in asked("plays", level)[:40]:
        house = house_of(drawn.question)
        hand, table = cards_of(drawn.question["hand"]), cards_of(drawn.question["table"])
        assert not set(hand) & set(table)
        assert len(hand) <= 13
        beating = {found for found, _cards in slow.plays(hand, table, False, house)}
        offered = {option.value: tuple(option.row) for option in the.reply(ask).options}
        right = [offered[value] for value in the.right(ask)]
        assert {slow.read(cards, house) for cards in right} == beating
        assert (drawn.rule == "pass") is not bool(right)
        wrong = [cards for value, cards in offered.items() if value not in the.right(ask)]
        assert len(wrong) >= 2
        for cards in wrong:
            assert set(cards) <= set(hand)
            assert slow.read(cards, house) is not None
            assert not slow.beats(cards, table, house)


@levels
def test_cards_are_named_as_the_slow_rules_read_them(level: int) -> None:
    for the, drawn, ask in asked("name", level):
        found = slow.read(cards_of(drawn.question["cards"]), house_of(drawn.question))
        assert the.right(ask) == (found[0] if found else "none",)


@levels
def test_a_play_begins_a_round_if_it_is_a_combination_and_a_match_with_the_three_of_spades(level: int) -> None:
    for the, drawn, ask in asked("begin", level):
        cards = cards_of(drawn.question["cards"])
        may = slow.read(cards, house_of(drawn.question)) is not None
        if drawn.question.get("opening"):
            assert set(cards) <= set(cards_of(drawn.question["hand"]))
            may = may and Card.of("3s") in cards
        assert the.right(ask) == ("yes" if may else "no",)
        assert (the.asks(ask) == the.prompt) is not drawn.question.get("opening", False)


def test_another_three_tempts_at_the_first_play_from_level_2_on() -> None:
    def tempted(level: int) -> int:
        questions = [drawn.question for _the, drawn, _ask in asked("begin", level)]
        return sum("opening" in q and "3" in q["cards"].replace("3s", "") and "3s" not in q["cards"] for q in questions)

    assert [bool(tempted(level)) for level in LEVELS] == [False, True, True]


@levels
def test_who_gives_what_and_starts_in_the_exchange(level: int) -> None:
    for name in ("given", "exchange", "starts"):
        for the, drawn, ask in asked(name, level):
            first, last = (cards_of(drawn.question[f"{who}_hand"]) for who in ("first", "last"))
            assert not set(first) & set(last)
            exempt = {"Xb", "Xr"} <= {card.text for card in last}
            given = [card for card in last if place(card) == max(map(place, last))]
            back = [card for card in (*first, *given) if place(card) <= PLACES.index("T")]
            back = back or [card for card in first if place(card) == min(map(place, first))]
            match name:
                case "given":
                    right = () if exempt else tuple(card.text for card in given)
                case "exchange":
                    assert exempt or len(given) == 1, "which card is received must be plain"
                    right = () if exempt else tuple(card.text for card in back)
                case _:
                    right = ("first",) if exempt else ("last",)
            assert set(the.right(ask)) == set(right)


def test_the_exchange_is_plain_at_level_1_and_has_ties_jokers_and_a_card_that_goes_back_and_forth_later() -> None:
    def seen(level: int) -> set[str]:
        found = set()
        for the, drawn, ask in (*asked("given", level), *asked("exchange", level)):
            right = the.right(ask)
            if the.name == "given" and len(right) > 1:
                found.add("tie")
            if drawn.rule == "exchange-exempt":
                found.add("both jokers")
            if the.name == "exchange" and set(right) & set(drawn.question["last_hand"].split()):
                found.add("back and forth")
            if the.name == "exchange" and right and place(Card.of(right[0])) > PLACES.index("T"):
                found.add("none from 3 to 10")
        return found

    every = {"tie", "both jokers", "back and forth", "none from 3 to 10"}
    assert [seen(level) for level in LEVELS] == [set(), every, every]


def totals_of(hands: list[list[str]]) -> dict[str, int]:
    return {name: sum(POINTS[hand.index(name)] for hand in hands) for name in hands[0]}


@levels
def test_one_player_is_in_front_with_the_points_of_all_hands_and_another_is_close(level: int) -> None:
    for the, drawn, ask in asked("points", level):
        second, best = sorted(totals_of(drawn.question["hands"]).values())[-2:]
        assert the.right(ask) == (str(best),)
        assert best > second
        assert level == 1 or best == second + 1


@levels
def test_a_match_is_won_or_goes_on_as_the_totals_after_each_hand_say(level: int) -> None:
    rules_seen = set()
    for the, drawn, ask in asked("target", level):
        hands, target, winner = drawn.question["hands"], 21, ""
        for count in range(1, len(hands) + 1):
            assert not winner, "nothing is played after the end"
            totals = totals_of(hands[:count])
            there = [name for name, total in totals.items() if total >= target]
            best = [name for name, total in totals.items() if total == max(totals.values())]
            if len(there) == 1 or (there and target == 51 and len(best) == 1):
                winner = best[0]
            elif there:
                target = min(51, target + 10)
        assert the.right(ask) == (winner or str(target),)
        assert the.right(ask)[0] in [option.value for option in the.reply(ask).options]
        rules_seen.add(drawn.rule)
    assert rules_seen == ({"target"} if level == 1 else {"target", "target-last"})


@levels
def test_every_ending_comes_that_a_level_has(level: int) -> None:
    seen = set()
    for _the, _drawn, ask in asked("target", level):
        rows = ask.verdict.rows
        seen.add((rows[-2].target, ask.verdict.reasons[0].code))
    assert seen == set(drills.ENDINGS[level])


@pytest.mark.exhaustive(sample=4)
@pytest.mark.parametrize("name", DRILLS)
def test_house_rules_come_at_level_3_alone_and_only_where_they_change_something(name: str) -> None:
    assert not any("house" in drawn.question for level in (1, 2) for _the, drawn, _ask in asked(name, level))
    with_house = [(the, drawn, ask) for the, drawn, ask in asked(name, 3) if "house" in drawn.question]
    assert bool(with_house) is (name in ("beats", "begin", "plays", "name"))
    for the, drawn, ask in with_house:
        bare = the.asked({field: value for field, value in drawn.question.items() if field != "house"})
        # A table that is a combination by the house rule alone is refused without it.
        assert not bare.is_valid() or bare.verdict != ask.verdict


@pytest.mark.exhaustive(sample=1)
@levels
def test_no_question_holds_a_card_twice_or_offers_too_much(level: int) -> None:
    for name in DRILLS:
        for the, drawn, ask in asked(name, level):
            held = [
                drawn.question[field] for field in the.ask.base_fields if isinstance(drawn.question.get(field), str)
            ]
            cards = " ".join(held[1:] if name == "begin" else held).split()
            assert len(set(cards)) == len(cards)
            assert len(the.reply(ask).options) <= 14


def test_a_straight_with_the_ace_low_is_taken_for_one_with_the_ace_high_and_the_other_way_round() -> None:
    pairs = set()
    for _the, drawn, _ask in asked("beats", 2):
        if drawn.rule == "straight-top":
            laid = [rules.read(cards_of(drawn.question[field])).combination for field in ("table", "cards")]
            pairs.add(tuple(each.height == 14 for each in laid if each))
    assert {(True, False), (False, True)} <= pairs


@levels
def test_the_first_hint_of_a_play_that_begins_says_nothing_of_whether_it_may(level: int) -> None:
    for the, drawn, ask in asked("begin", level):
        assert the.hinted(ask) == ("opening" if drawn.question.get("opening") else "combinations")


@levels
def test_an_answer_is_explained_by_what_was_asked_alone(level: int) -> None:
    for the, _drawn, ask in asked("starts", level):
        told = [rule for _text, rule in the.why(ask)]
        assert told == (["murlan.exchange-exempt"] if the.right(ask) == ("first",) else []) + ["murlan.starter"]
    for name in ("given", "exchange"):
        for the, drawn, ask in asked(name, level):
            assert [rule for _text, rule in the.why(ask)] == [f"murlan.{drawn.rule}"]
    for the, drawn, ask in asked("points", level):
        ((said, rule),) = the.why(ask)
        totals = totals_of(drawn.question["hands"])
        ahead = max(totals, key=lambda name: totals[name])
        assert rule == "murlan.points"
        assert said.startswith(f"{ahead} is in front: ")
        assert said.endswith(f" = {totals[ahead]} points.")
    for the, drawn, ask in asked("target", level):
        assert [rule for _text, rule in the.why(ask)] == [f"murlan.{drawn.rule}"]


def test_the_hand_to_choose_from_is_not_shown_besides() -> None:
    for name, beside in (("given", "first_hand"), ("exchange", "last_hand")):
        for the, drawn, ask in asked(name, 2):
            ((_label, cards),) = the.beside(ask)
            assert [card.text for card in cards] == drawn.question[beside].split()
            assert len(the.shown(ask)) == 2
