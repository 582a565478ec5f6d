"""Least deadwood: held against every way there is to take melds out of a hand."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.arranging.deadwood import helpers, least_deadwood
from games.arranging.melds import RAMINO, read
from games.cards import DECK, JOKER, cards_of


def value(card):
    return min(card.rank, 10)


def odd_value(card):
    return card.index * 7 % 11


def brute(hand, count):
    """The fewest points left over, and the fewest cards with them, over every choice of melds."""
    melds = [set(meld) for size in range(3, len(hand) + 1) for meld in combinations(hand, size) if read(meld, RAMINO)]

    def left(cards, first):
        best = (sum(map(count, cards)), len(cards))
        for at in range(first, len(melds)):
            if melds[at] <= cards:
                best = min(best, left(cards - melds[at], at + 1))
        return best

    return left(set(hand), 0)


def hands():
    for time in range(150):
        rng = random.Random(time)
        size = rng.randint(6, 11)
        dense = [card for card in DECK if 4 <= card.rank <= rng.choice((6, 7, 8, 13))]
        yield rng.sample(dense, min(size, len(dense)))


@pytest.mark.parametrize("count", [value, odd_value])
def test_no_arrangement_leaves_less(count):
    for hand in hands():
        best = least_deadwood(hand, count)
        assert (best.points, len(best.deadwood)) == brute(hand, count), hand


@given(st.sets(st.sampled_from(DECK), max_size=13), st.randoms(use_true_random=False))
def test_an_arrangement_is_the_hand_in_melds_whatever_the_order(hand, rng):
    best = least_deadwood(hand, value)
    assert all(read(meld, RAMINO) for meld in best.melds)
    assert sorted([card for meld in best.melds for card in meld] + list(best.deadwood)) == sorted(hand)
    assert best.points == sum(map(value, best.deadwood))
    assert least_deadwood(rng.sample(sorted(hand), len(hand)), value) == best


@given(st.sets(st.sampled_from(DECK), max_size=13))
def test_helpers_are_all_the_cards_that_lessen_the_deadwood(hand):
    now = least_deadwood(hand, value).points
    rest = [card for card in DECK if card not in hand]
    better = {card: points for card in rest if (points := least_deadwood([*hand, card], value).points) < now}
    found = helpers(hand, value)
    assert {help.card: help.points for help in found} == better
    assert all(help.card in help.meld and read(help.meld, RAMINO) for help in found)
    assert [help.points for help in found] == sorted(help.points for help in found)


def test_equal_points_leave_the_fewest_cards():
    best = least_deadwood(cards_of("2h 3h 4h 4s 4d"), lambda card: 0)
    assert len(best.deadwood) == 2
    best = least_deadwood(cards_of("2h 3h 4h 5h 5s 5d"), lambda card: 0)
    assert best.deadwood == ()


def test_a_whole_hand():
    best = least_deadwood(cards_of("5h 6h 7h 7s 7d 7c 8c 9c Tc Jc"), value)
    assert (best.points, best.deadwood) == (0, ())


@pytest.mark.parametrize("hand", [[JOKER], cards_of("5h 5h")])
def test_what_one_deck_does_not_hold_is_refused(hand):
    with pytest.raises(ValueError):
        least_deadwood(hand, value)
