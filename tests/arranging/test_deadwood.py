"""Least deadwood: held against every way to take melds out of a hand, and against an integer program."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.integer_program import deadwood
from games.arranging import doubles
from games.arranging.budget import Budget
from games.arranging.deadwood import _task, goes_out, helpers, least_deadwood
from games.arranging.melds import MACHIAVELLI, RAMINO, Ace, Laws, read
from games.cards import DECK, JOKER, Rank, Suit, cards_of
from tests import proved

LOW = Laws(jokers=True, fewest_real=2, both_ends=False)
HIGH = Laws(Ace.BOTH, jokers=True, fewest_real=2, both_ends=False)


def value(card):
    return 25 if card.is_joker else min(card.rank, 10)


def high_value(card):
    return 11 if card.rank == 1 else value(card)


def odd_value(card):
    return card.index * 7 % 11


def brute(hand, count):
    """The fewest points left over, and the fewest cards with them, over every choice of melds."""
    alike = [[card for card in sorted(hand) if card.suit is suit] for suit in Suit]
    alike += [[card for card in sorted(hand) if card.rank is rank] for rank in Rank]
    melds = [meld for pool in alike for n in range(3, 14) for meld in combinations(pool, n) if read(meld, RAMINO)]

    @cache
    def left(cards):
        if not cards:
            return 0, 0
        points, n = left(cards[1:])
        best = points + count(cards[0]), n + 1
        for meld in melds:
            if meld[0] is cards[0] and set(meld) <= set(cards):
                best = min(best, left(tuple(card for card in cards if card not in meld)))
        return best

    return left(tuple(sorted(hand)))


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


def test_what_a_suit_leaves_over_for_every_choice_of_its_cards():
    """Every run that is there is melded: only stretches of one or two cards are left."""
    for held in range(1 << 13):
        suit = DECK[13 * (held % 4) :]
        text = "".join("x" if held >> at & 1 else " " for at in range(13))
        left = [suit[at] for part in re.finditer("x+", text) if len(part[0]) < 3 for at in range(*part.span())]
        found = least_deadwood([suit[at] for at in range(13) if held >> at & 1], odd_value)
        assert (found.points, found.deadwood) == (sum(map(odd_value, left)), tuple(left)), text


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


@pytest.mark.parametrize(
    ("hand", "laws"),
    [
        ([JOKER], RAMINO),
        ([JOKER] * 5, LOW),
        (cards_of("5h 5h 5h"), RAMINO),
        (cards_of("5h 5h"), MACHIAVELLI),
        (cards_of("5h 5h"), Laws(Ace.WRAP)),
        (cards_of("5h 5h"), Laws(any_suit=True)),
        ([JOKER], Laws(jokers=True)),
    ],
)
def test_what_is_not_arranged_here_is_refused(hand, laws):
    with pytest.raises(ValueError):
        least_deadwood(hand, value, laws)


# --- two decks, jokers, the ace above the king ---


def every_meld(cards, laws):
    """Every meld that these cards can make, as sorted cards, once each."""
    found = set()
    for size in range(3, min(len(cards), 14) + 1):
        found |= {tuple(sorted(meld)) for meld in combinations(cards, size) if read(meld, laws)}
    return sorted(found)


def exhausted(hand, count, laws):
    """The fewest points left over, and the fewest cards with them, over every choice of melds."""
    melds = [Counter(meld) for meld in every_meld(sorted(hand), laws)]

    def left(cards, first):
        best = (sum(count(card) * n for card, n in cards.items()), cards.total())
        for at in range(first, len(melds)):
            if melds[at] <= cards:
                best = min(best, left(cards - melds[at], at))
        return best

    return left(Counter(hand), 0)


def two_packs(rng, size, jokers):
    """Cards of two decks: any, of a few neighbouring ranks, of two suits, round the ace, or with gaps."""
    pool = list(DECK) * 2
    low, suits, gap = rng.randint(1, 9), rng.sample(range(4), 2), rng.randint(2, 3)
    fits = rng.choice(
        (
            lambda card: True,
            lambda card: low <= card.rank < low + 5,
            lambda card: card.suit in suits,
            lambda card: card.rank in (1, 2, 3, 11, 12, 13),
            lambda card: (card.rank + card.suit) % gap,
        )
    )
    pool = [card for card in pool if fits(card)]
    return rng.sample(pool, min(size, len(pool))) + [JOKER] * jokers


@pytest.mark.exhaustive(sample=4)
@pytest.mark.parametrize(("laws", "count"), [(LOW, value), (HIGH, high_value)], ids=["low", "high"])
@pytest.mark.parametrize("jokers", range(5))
def test_two_packs_and_jokers_no_choice_of_melds_leaves_less(laws, count, jokers):
    for seed in range(12):
        rng = random.Random(f"exhausted {jokers} {seed}")
        hand = two_packs(rng, rng.randint(3, 8), jokers)
        best = least_deadwood(hand, count, laws)
        assert (best.points, len(best.deadwood)) == exhausted(hand, count, laws), hand


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize(("laws", "count"), [(LOW, value), (HIGH, high_value)], ids=["low", "high"])
@pytest.mark.parametrize("jokers", range(5))
def test_two_packs_and_jokers_the_integer_program_leaves_as_much(laws, count, jokers):
    for seed in range(12):
        rng = random.Random(f"programme {jokers} {seed}")
        hand = two_packs(rng, rng.choice((10, 13, 15, 20, 30, 52 - jokers)), jokers)
        best = least_deadwood(hand, count, laws)
        assert (best.points, len(best.deadwood)) == deadwood(hand, count, laws), hand


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(("laws", "count"), [(LOW, value), (HIGH, high_value)], ids=["low", "high"])
def test_the_hands_that_were_hardest_to_prove(laws, count):
    """Runs with a gap at every second card, pairs of which each wants a joker, seven whole ranks."""
    gaps = [card for card in DECK if (card.rank + card.suit) % 2][:24] * 2
    pairs = [card for card in DECK if (card.suit < 2) == (card.index % 2)][:24] * 2
    ranks = [card for card in DECK if 3 < card.rank <= 9] * 2
    for hand in (gaps, pairs, ranks):
        hand = [*hand[:48], *[JOKER] * 4]
        best = least_deadwood(hand, count, laws)
        assert (best.points, len(best.deadwood)) == deadwood(hand, count, laws)


@pytest.mark.parametrize(
    ("text", "laws", "melds", "points"),
    [
        ("4h 6h X", LOW, 1, 0),
        ("9s X X", LOW, 0, 59),
        ("9s 9s X", LOW, 0, 43),
        ("9s 9h X X", LOW, 1, 0),
        ("Ks Qs X", LOW, 1, 0),
        ("Ks As X", LOW, 0, 36),
        ("Ks As X", HIGH, 1, 0),
        ("Ks As 2s", HIGH, 0, 23),
        ("7s 7h 7d 7c X X X X", LOW, 2, 0),
        ("7s 7h 7d 7c X", LOW, 1, 7),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", HIGH, 2, 0),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks X", LOW, 2, 0),
        ("4h X X X X 9h", LOW, 1, 0),
        ("X X X X", LOW, 0, 100),
        ("", LOW, 0, 0),
        ("3h 4h 5h 6h 3h 4h 5h 6h", LOW, 2, 0),
    ],
)
def test_jokers_and_aces(text, laws, melds, points):
    best = least_deadwood(cards_of(text), high_value if laws is HIGH else value, laws)
    assert (len(best.melds), best.points) == (melds, points)


hands_of_two = st.lists(st.sampled_from([*DECK * 2, *[JOKER] * 4]), max_size=20).filter(
    lambda hand: all(n <= (4 if card is JOKER else 2) for card, n in Counter(hand).items())
)


@settings(max_examples=proved.examples(50))
@given(hands_of_two, st.sampled_from([LOW, HIGH]), st.randoms(use_true_random=False))
def test_two_packs_an_arrangement_is_the_hand_in_melds_whatever_the_order(hand, laws, rng):
    best = least_deadwood(hand, value, laws)
    assert all(read(meld, laws) for meld in best.melds)
    assert sorted([card for meld in best.melds for card in meld] + list(best.deadwood)) == sorted(hand)
    assert best.points == sum(map(value, best.deadwood))
    assert least_deadwood(rng.sample(hand, len(hand)), value, laws) == best
    assert goes_out(hand, laws) == (not best.deadwood)


@given(st.sets(st.sampled_from(DECK), max_size=13))
def test_both_ways_to_arrange_one_deck_agree(hand):
    """With an ace that may stand above the king a hand is arranged the other way; without aces it is the same."""
    hand = [card for card in hand if card.rank != 1]
    one, other = least_deadwood(hand, value, LOW), least_deadwood(hand, value, HIGH)
    assert (one.points, len(one.deadwood)) == (other.points, len(other.deadwood))


def may_come(hand):
    return [face for face in (*DECK, JOKER) if hand.count(face) < (4 if face is JOKER else 2)]


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize("laws", [LOW, HIGH], ids=["low", "high"])
@pytest.mark.parametrize("seed", range(6))
def test_two_packs_helpers_are_all_the_cards_that_lessen_the_deadwood(seed, laws):
    rng = random.Random(f"helpers {seed}")
    hand = two_packs(rng, rng.randint(4, 10), seed % 3)
    faces = may_come(hand)
    now = least_deadwood(hand, value, laws).points
    better = {card: points for card in faces if (points := least_deadwood([*hand, card], value, laws).points) < now}
    found = helpers(hand, value, laws, faces)
    assert {help.card: help.points for help in found} == better
    assert all(help.card in help.meld and read(help.meld, laws) for help in found)


@pytest.mark.parametrize("laws", [RAMINO, HIGH], ids=["one deck", "two, high"])
def test_what_helps_two_cards_is_what_makes_them_a_meld(laws):
    """Every pair of a suit that may lie in a run, and pairs of a rank: no card next to them is passed over."""
    pairs = [
        *combinations(DECK[13:26], 2),
        *combinations(cards_of("7s 7h 7d 7c"), 2),
        *combinations(cards_of("7s 7s 8h"), 2),
    ]
    for pair in pairs:
        if laws is RAMINO and pair[0] is pair[1]:
            continue
        found = helpers(pair, lambda card: 1, laws)
        assert {help.card for help in found} == {card for card in DECK if read((*pair, card), laws)}, pair


THREE_JOKERS = "4h 4s As Ad 3d 9c Ah Qh 4h Qc X X X"


def test_helpers_share_the_work_of_their_hand(monkeypatch):
    """Counted work: how often prices are moved for the 53 cards that may come to a hand with three jokers."""
    moved = []
    at_toll = doubles._Search._at_toll
    monkeypatch.setattr(doubles._Search, "_at_toll", lambda *args: moved.append(1) or at_toll(*args))
    hand = cards_of(THREE_JOKERS)
    assert len(helpers(hand, high_value, HIGH, may_come(hand))) > 20
    assert len(moved) < 150


def test_helpers_end_with_their_budget():
    hand = cards_of(THREE_JOKERS)
    faces = may_come(hand)
    every = helpers(hand, high_value, HIGH, faces)
    looks = iter(range(100))
    some = helpers(hand, high_value, HIGH, faces, Budget(5, clock=lambda: next(looks)))
    assert 0 < len(some) < 5
    assert set(some) < set(every)
    assert helpers(hand, high_value, HIGH, faces, Budget(0)) == []


def test_the_search_stays_small_where_a_hand_is_as_large_as_it_may_be():
    """Counted work: how many states the search enters for 48 cards of two decks and four jokers."""
    for seed in range(6):
        rng = random.Random(f"work {seed}")
        hand = two_packs(rng, 48, 4)
        search = doubles._Search(_task(sorted(hand), high_value, HIGH))
        assert search.solve(-(10**9)) is not None
        assert search.nodes < 20_000
