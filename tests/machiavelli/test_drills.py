"""What is asked to practise Machiavelli: moves that work or fail by one card, and answers held against the slow way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from games.cards import cards_of
from games.chance import Chance, Drawn, NothingDrawn
from games.machiavelli import drills, practice, rules
from games.machiavelli.rules import STANDARD, House
from tests import proved
from tests.machiavelli import slow

LEVELS = (1, 2, 3)
SEEDS = 60
KINDS = {drill.name: drill for drill in practice.DRILLS}
ON_THEIR_OWN = (drills.split, drills.from_set, drills.to_set, drills.two_sets, drills.dissolved, drills.added)
MAKERS = (*ON_THEIR_OWN, drills.with_two, drills.laid, drills.joker_lent)


@cache
def drawn(kind: str, level: int, seeds: int = SEEDS) -> list[Drawn]:
    return [KINDS[kind].drawn(seed, level) for seed in range(seeds)]


def right(kind: str, made: Drawn) -> tuple[str, ...]:
    ask = KINDS[kind].asked(made.question)
    assert ask.is_valid()
    return tuple(KINDS[kind].right(ask))


def house_of(made: Drawn) -> House:
    return House(**made.question.get("house", {}))


def groups_of(texts: Any) -> list[tuple[Any, ...]]:
    return [cards_of(text) for text in texts]


def cards_in(made: Drawn) -> int:
    return sum(map(len, groups_of([*made.question["table"], made.question["hand"]])))


def moves(maker: Any, works: bool, count: int = 60) -> Iterator[drills.Move]:
    chance = Chance(7)
    while count:
        try:
            move = maker(chance, works)
        except NothingDrawn:
            continue
        count -= 1
        yield move


@pytest.mark.parametrize(("level", "seed"), [(1, 1811), (2, 326)])
def test_a_turn_whose_table_takes_no_more_card_is_drawn_anew(level: int, seed: int) -> None:
    made = KINDS["turn"].drawn(seed, level)
    assert right("turn", made)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_move_that_works_is_legal_and_plays_all_its_cards(maker: Any) -> None:
    for move in moves(maker, True):
        found = rules.judge(move.before, move.hand, move.after, House(**move.house or {}))
        assert found.legal, move
        assert found.played == tuple(sorted(move.hand))


@pytest.mark.parametrize("maker", MAKERS)
def test_a_move_that_fails_looks_alike_and_fails_by_its_groups_alone(maker: Any) -> None:
    for move in moves(maker, False):
        found = rules.judge(move.before, move.hand, move.after, House(**move.house or {}))
        assert drills.wrong(found.reasons) == ["no-group-after"], move


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("maker", ON_THEIR_OWN)
def test_a_card_that_only_tempts_has_no_place_however_the_table_is_regrouped(maker: Any) -> None:
    for move in moves(maker, False, 15):
        assert slow.best(move.before, move.hand, STANDARD)[0] == 0, move


def test_a_move_by_a_house_rule_is_legal_by_it_alone() -> None:
    for move in moves(drills.by_house, True):
        assert move.house
        assert rules.judge(move.before, move.hand, move.after, House(**move.house)).legal
        if not House(**move.house).jokers:
            assert not rules.judge(move.before, move.hand, move.after).legal


def test_of_rivals_only_one_can_be_played() -> None:
    for works in (True, False):
        for move in moves(drills.rivals, works, 10):
            most, _ = slow.best(move.before, move.hand, STANDARD)
            assert 2 <= most < len(move.hand)


@pytest.mark.parametrize("level", LEVELS)
def test_whether_cards_are_a_group_is_as_the_rulings_say_it_slowly(level: int) -> None:
    for made in drawn("group", level, proved.examples(200)):
        is_group = slow.kind(cards_of(made.question["cards"]), house_of(made)) is not None
        assert right("group", made) == ("yes" if is_group else "no",)


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_wrong_with_a_turn_is_the_only_thing_that_is(level: int) -> None:
    for made in drawn("turn", level, proved.examples(200)):
        asked, house = made.question, house_of(made)
        before, after = groups_of(asked["before"]), groups_of(asked["after"])
        old, new = (Counter(card for group in table for card in group) for table in (before, after))
        hand = Counter(cards_of(asked["hand"]))
        played = (new - old) & hand
        found = {
            "missing": bool(old - new),
            "from-nowhere": bool(new - old - hand),
            "no-group-after": any(slow.kind(group, house) is None for group in after),
            "nothing-played": not played,
            "too-many-played": played.total() > 13,
        }
        wrong = [code for code, is_so in found.items() if is_so]
        assert len(wrong) < 2
        assert right("turn", made) == (*wrong, "won" if played == hand else "ok")[:1]
        assert all(slow.kind(group, house) for group in before)


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("level", LEVELS)
def test_how_many_cards_can_be_played_holds_where_every_split_is_tried(level: int) -> None:
    small = [
        made for made in drawn("most", level, proved.examples(200)) if not house_of(made).jokers and cards_in(made) < 11
    ]
    assert len(small) > 5
    for made in small[:8]:
        table, hand = groups_of(made.question["table"]), cards_of(made.question["hand"])
        assert right("most", made) == (str(slow.best(table, hand, house_of(made))[0]),)


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("level", LEVELS)
def test_no_card_that_is_asked_for_alone_needs_another_or_stands_in_its_way(level: int) -> None:
    for made in drawn("alone", level):
        table, hand = groups_of(made.question["table"]), cards_of(made.question["hand"])
        best = rules.best(table, hand, house_of(made))
        assert sorted(right("alone", made)) == sorted(card.text for card in best.turn.played)
        assert len(best.turn.played) < len(hand), "something tempts"


def test_of_cards_that_can_be_played_some_find_their_place_only_by_regrouping() -> None:
    for made in drawn("alone", 2):
        table, playable = groups_of(made.question["table"]), cards_of(" ".join(right("alone", made)))
        hidden = [card for card in playable if not any(rules.recognise((*group, card)).kind for group in table)]
        assert bool(hidden) == (made.rule == "take") or made.rule == "groups"


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("level", LEVELS)
def test_no_other_groups_as_few_as_those_are_enough(level: int) -> None:
    the = KINDS["touched"]
    for made in drawn("touched", level, proved.examples(30)):
        ask = the.asked(made.question)
        assert ask.is_valid()
        every, needed = [option.value for option in the.reply(ask).options], tuple(the.right(ask))
        for count in range(len(needed) + 1):
            for some in combinations(every, count):
                enough = drills.suffices(
                    [ask.verdict.before[int(at)] for at in some], ask.cleaned_data["hand"], ask.house
                )
                assert enough == (set(some) == set(needed))
                assert the.is_right(ask, some) == enough


@pytest.mark.parametrize("level", [2, 3])
def test_after_the_first_level_regrouping_takes_two_groups_or_more(level: int) -> None:
    regrouped = [made for made in drawn("touched", level) if made.rule == "take"]
    assert all(len(right("touched", made)) > 1 for made in regrouped)


@pytest.mark.parametrize("kind", KINDS)
def test_house_rules_come_late_and_only_where_they_change_something(kind: str) -> None:
    assert not any("house" in made.question for made in drawn(kind, 1))
    assert kind == "group" or not any("house" in made.question for made in drawn(kind, 2))
    with_house = [made for made in drawn(kind, 3) if "house" in made.question]
    assert len(with_house) > 5
    for made in with_house:
        cards = str(list(made.question.values()))
        assert house_of(made).jokers == ("X" in cards)
        if house_of(made).jokers:
            continue
        the = KINDS[kind]
        ours, plain = (the.asked(dict(made.question) | {"house": house}) for house in (made.question["house"], {}))
        assert not plain.is_valid() or (ours.is_valid() and ours.verdict.reasons != plain.verdict.reasons)
