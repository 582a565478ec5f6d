"""The best turn: held against an integer program, and against what must be true of any turn."""

from __future__ import annotations

import random
import sys
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bench.deals import laid, machiavelli
from bench.integer_program import best
from games.arranging import lattice, rebuild
from games.arranging.budget import Budget
from games.arranging.melds import MACHIAVELLI, Ace, Laws, read
from games.arranging.moves import check
from games.arranging.programme import Programme
from games.arranging.rebuild import NoGroup, best_turn, most_cards
from games.arranging.simplex import Simplex
from games.cards import DECK, JOKER, cards_of
from tests import proved

ANY_SUIT = Laws(Ace.BOTH, any_suit=True)
WRAP = Laws(Ace.WRAP)
JOKERS = Laws(Ace.BOTH, jokers=True)
ALL = Laws(Ace.WRAP, any_suit=True, jokers=True)
EVERY_LAWS = [Laws(ace, any_suit, jokers) for ace in Ace for any_suit in (False, True) for jokers in (False, True)]


def groups(text: str):
    return [cards_of(group) for group in text.split("/")] if text else []


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize(
    ("name", "laws", "decks", "most_groups", "most_hand", "times"),
    [
        ("standard", MACHIAVELLI, 2, 12, 13, 80),
        ("a full table", MACHIAVELLI, 2, 30, 13, 15),
        ("ace low only", Laws(Ace.LOW), 2, 10, 13, 20),
        ("equal suits", ANY_SUIT, 2, 9, 10, 25),
        ("round and round", WRAP, 2, 12, 13, 40),
        ("round, equal suits", Laws(Ace.WRAP, any_suit=True), 2, 7, 8, 10),
        ("jokers", JOKERS, 2, 5, 7, 15),
        ("jokers, round and round", Laws(Ace.WRAP, jokers=True), 2, 4, 6, 6),
        ("jokers, equal suits", Laws(Ace.BOTH, any_suit=True, jokers=True), 2, 4, 5, 6),
        ("three decks", MACHIAVELLI, 3, 12, 13, 20),
        ("four decks", MACHIAVELLI, 4, 12, 13, 15),
        ("a hand beyond the limit", MACHIAVELLI, 2, 8, 32, 15),
    ],
)
def test_random_tables_agree_with_the_integer_program(name, laws, decks, most_groups, most_hand, times):
    for time in range(times):
        rng = random.Random(f"{name} {time}")
        table, hand = machiavelli(rng, rng.randint(0, most_groups), rng.randint(1, most_hand), decks, laws)
        turn = best_turn(table, hand, laws)
        assert turn.proved
        assert (turn.count, len(turn.kept)) == best(table, hand, laws), (table, hand)
        if time % 4 == 0:
            assert most_cards(table, hand, laws) == turn.count


@pytest.mark.parametrize("decks", [2, 3, 4])
@pytest.mark.parametrize("time", range(12))
def test_few_faces_many_copies(decks, time):
    rng = random.Random(f"{decks} {time}")
    few = [card for card in DECK if card.suit in (0, 1, 2) and card.rank in (1, 2, 3, 11, 12, 13)]
    pack = [card for card in few for _ in range(decks)]
    table = []
    for _ in range(200):
        pick = rng.sample(pack, rng.choice((3, 3, 4)))
        if read(pick, MACHIAVELLI):
            table.append(tuple(pick))
            for card in pick:
                pack.remove(card)
    hand = rng.sample(pack, min(13, len(pack)))
    turn = best_turn(table, hand)
    assert (turn.count, len(turn.kept)) == best(table, hand, MACHIAVELLI)


HARD = {
    "the document's example": ("3c 4c 5c 6c/Qh Qd Qs", "5c 7c 8c Qc Jh Kh", MACHIAVELLI, 6, 0),
    "nothing on the table": ("", "3c 4c 5c 9d", MACHIAVELLI, 3, 0),
    "nothing to play": ("3c 4c 5c", "9d 9s Kc", MACHIAVELLI, 0, 1),
    "nothing at all": ("", "", MACHIAVELLI, 0, 0),
    "ace at both ends": ("2c 3c 4c/Jc Qc Kc", "Ac Ac", MACHIAVELLI, 2, 0),
    "from ace to ace": ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "Ah Ah", MACHIAVELLI, 2, 0),
    "not around the ace": ("Jc Qc Kc", "2c 3c", MACHIAVELLI, 0, 1),
    "around the ace": ("Jc Qc Kc", "Ac 2c", WRAP, 2, 0),
    "three rows become three sets": ("4s 5s 6s/4h 5h 6h/4d 5d 6d", "4c 6c", MACHIAVELLI, 2, 0),
    "the ace's set gives up an ace": ("As Ah Ad Ac", "Qs Ks", MACHIAVELLI, 2, 0),
    "copies everywhere": ("7s 7h 7d/7s 7h 7d", "7c 7c", MACHIAVELLI, 2, 0),
    "equal suits": ("7s 7h 7d", "7s 7s 7s 8s", ANY_SUIT, 3, 1),
    "equal suits forbidden": ("7s 7h 7d", "7s 7s", MACHIAVELLI, 0, 1),
    "twice round": ("", " ".join(card.text for card in DECK[:13] * 2), WRAP, 13, 0),
    "a joker set free": ("5h X 7h", "6h 9c 9d", JOKERS, 3, 0),
    "a joker in hand": ("", "9c 9d X", JOKERS, 3, 0),
    "jokers alone": ("", "X X", JOKERS, 0, 0),
    "one real card": ("", "9c X X", JOKERS, 3, 0),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_tables(name):
    table, hand, laws, count, kept = HARD[name]
    turn = best_turn(groups(table), cards_of(hand), laws)
    assert (turn.count, len(turn.kept)) == best(groups(table), cards_of(hand), laws)
    assert (turn.count, len(turn.kept)) == (count, kept)


def test_the_documents_example_card_by_card():
    turn = best_turn(groups("3c 4c 5c 6c/Qh Qd Qs"), cards_of("5c 7c 8c Qc Jh Kh"))
    assert {frozenset(group) for group in turn.groups} == {
        frozenset(cards_of(group)) for group in ("3c 4c 5c", "5c 6c 7c 8c", "Jh Qh Kh", "Qd Qs Qc")
    }


LAWS = st.builds(Laws, st.sampled_from(Ace), st.booleans(), st.booleans())


@settings(max_examples=proved.examples(60), deadline=None)
@given(seed=st.integers(0, 10**9), laws=LAWS, size=st.integers(0, 8), held=st.integers(0, 16), decks=st.integers(2, 4))
def test_every_card_of_the_table_is_on_the_table_again(seed, laws, size, held, decks):
    table, hand = machiavelli(random.Random(seed), size, held, decks, laws)
    turn = best_turn(table, hand, laws)
    problems = {problem.code for problem in check(table, hand, turn.groups, laws, 13)}
    assert problems == (set() if turn.count else {"nothing-played"})
    before, after = (Counter(card for group in tables for card in group) for tables in (table, turn.groups))
    assert after - before == Counter(turn.played)
    assert before <= after
    for at, place in zip(turn.kept, range(len(turn.kept)), strict=True):
        assert Counter(turn.groups[place]) == Counter(table[at])
    sources = [(built.group, built.sources) for built in turn.moves.built + turn.moves.extended]
    moved = Counter(card for group, froms in sources for card, at in zip(group, froms, strict=True) if at is not None)
    from_hand = Counter(card for group, froms in sources for card, at in zip(group, froms, strict=True) if at is None)
    assert from_hand == Counter(turn.played)
    assert moved == before - Counter(card for at in turn.kept for card in table[at])


@settings(max_examples=proved.examples(150), deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**9), laws=LAWS, size=st.integers(0, 6), decks=st.integers(2, 4))
def test_a_hand_that_is_itself_a_group_leaves_every_group_untouched(data, seed, laws, size, decks):
    pack = [card for card in DECK for _ in range(decks)] + [JOKER] * (2 if laws.jokers else 0)
    rng = random.Random(seed)
    if data.draw(st.booleans(), label="a run"):
        suit, start = rng.randrange(4), rng.randrange(13)
        hand = [DECK[13 * suit + (start + at) % 13] for at in range(data.draw(st.integers(3, 13), label="length"))]
    else:
        hand = [DECK[13 * suit + seed % 13] for suit in rng.choices(range(4), k=rng.choice((3, 4)))]
    if laws.jokers and rng.random() < 0.4:
        hand[rng.randrange(len(hand))] = JOKER
    assume(read(hand, laws) and not Counter(hand) - Counter(pack))
    table = laid(rng, list((Counter(pack) - Counter(hand)).elements()), size, laws)
    turn = best_turn(table, hand, laws)
    assert (turn.count, len(turn.kept)) == (len(hand), len(table))


@pytest.mark.parametrize("laws", [MACHIAVELLI, ANY_SUIT, JOKERS, WRAP, ALL])
def test_a_run_from_ace_to_ace_is_left_alone(laws):
    table = groups("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah/9s 9d 9c")
    for hand in ("3h 4h 5h", "9s 9d 9c", "2s 3s 4s 5s"):
        turn = best_turn(table, cards_of(hand), laws)
        assert (turn.count, turn.kept) == (len(hand.split()), (0, 1))


@settings(max_examples=proved.examples(25), deadline=None)
@given(seed=st.integers(0, 10**9), laws=st.sampled_from([MACHIAVELLI, WRAP, ANY_SUIT, JOKERS]))
def test_no_order_matters_and_the_answer_is_always_the_same(seed, laws):
    rng = random.Random(seed)
    table, hand = machiavelli(rng, 7, 10, 2, laws)
    first = best_turn(table, hand, laws)
    assert best_turn(table, hand, laws) == first
    order = list(range(len(table)))
    rng.shuffle(order)
    again = best_turn([rng.sample(table[at], len(table[at])) for at in order], rng.sample(hand, len(hand)), laws)
    assert again.played == first.played
    assert Counter(map(frozenset, again.groups)) == Counter(map(frozenset, first.groups))


def test_the_limit_binds():
    hand = DECK[:13] + DECK[13:17]
    assert best_turn([], hand).count == 13
    assert best_turn([], hand, most=14).count == 14
    assert best_turn([], DECK[:2] + DECK[13:16], most=2).count == 0


def test_a_group_of_the_table_that_is_none_is_named():
    with pytest.raises(NoGroup) as caught:
        best_turn(groups("3c 4c 5c/Qh Qd 9s"), cards_of("5c"))
    assert caught.value.at == 1
    assert [problem.code for problem in caught.value.reading.problems] == ["mixed-ranks"]


def test_more_jokers_than_the_solver_can_answer_for_are_refused():
    with pytest.raises(ValueError):
        best_turn([], [JOKER] * 3, JOKERS)
    with pytest.raises(ValueError):
        best_turn([], [JOKER])


def test_both_ways_find_the_same_and_the_programme_alone_as_well(monkeypatch):
    for time in range(40):
        rng = random.Random(f"ways {time}")
        laws = Laws(rng.choice(list(Ace)), any_suit=rng.random() < 0.4)
        table, hand = machiavelli(rng, rng.randint(0, 9), rng.randint(1, 13), rng.randint(2, 3), laws)
        found = []
        for way in (True, False):
            monkeypatch.setattr(rebuild, "_for_lattice", lambda task, most, way=way: way)
            turn = best_turn(table, hand, laws)
            assert turn.proved
            found.append((turn.count, len(turn.kept)))
        assert found[0] == found[1], (table, hand)


@pytest.mark.exhaustive(sample=10)
@pytest.mark.parametrize("laws", EVERY_LAWS)
@pytest.mark.parametrize("decks", [2, 3, 4])
def test_every_house_rule_agrees_with_the_integer_program(laws, decks):
    for time in range(4):
        rng = random.Random(f"{laws} {decks} {time}")
        table, hand = machiavelli(rng, rng.randint(0, 4), rng.randint(1, 20), decks, laws)
        turn = best_turn(table, hand, laws)
        assert turn.proved
        assert (turn.count, len(turn.kept)) == best(table, hand, laws), (table, hand)


class Ticks:
    """A clock that goes on by one whenever it is looked at."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 1
        return self.now


CUT_SHORT = {
    "lattice": (20, 13, 2, MACHIAVELLI),
    "lattice, a ring": (12, 13, 2, WRAP),
    "programme": (12, 13, 2, Laws(Ace.WRAP, jokers=True)),
    "programme, a large hand": (6, 40, 3, MACHIAVELLI),
    "programme, equal suits": (9, 13, 3, ALL),
    "lattice, then programme": (9, 13, 2, ANY_SUIT),
}


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("name", CUT_SHORT)
def test_wherever_the_budget_ends_the_turn_is_legal_and_claims_no_more_than_is_so(name):
    groups, held, decks, laws = CUT_SHORT[name]
    table, hand = machiavelli(random.Random(name), groups, held, decks, laws)
    clock = Ticks()
    exact = best_turn(table, hand, laws, budget=Budget(clock=clock))
    assert exact.proved
    seen = set()
    for looks in (0, 1, 2, 5, *(round(clock.now * part / 8) for part in range(1, 9)), 2 * clock.now, 4 * clock.now):
        turn = best_turn(table, hand, laws, budget=Budget(looks, Ticks()))
        problems = {problem.code for problem in check(table, hand, turn.groups, laws, 13)}
        assert problems <= (set() if turn.count else {"nothing-played"})
        assert turn.count <= exact.count
        assert not turn.count_proved or turn.count == exact.count
        assert turn.count < exact.count or len(turn.kept) <= len(exact.kept)
        assert not turn.proved or len(turn.kept) == len(exact.kept)
        seen.add(turn.proved)
    assert seen == {True, False}


@pytest.mark.parametrize("name", CUT_SHORT)
def test_the_clock_is_looked_at_often_in_every_phase(name):
    """Counted in calls of functions, comprehensions and built-ins: of some 5 million in a second."""
    groups, held, decks, laws = CUT_SHORT[name]
    table, hand = machiavelli(random.Random(name), groups, held, decks, laws)
    calls, most = 0, 0

    def clock():
        nonlocal calls, most
        most, calls = max(most, calls), 0
        return 0

    def count(frame, event, arg):
        nonlocal calls
        calls += event in ("call", "c_call")

    budget = Budget(1, clock)
    sys.setprofile(count)
    try:
        best_turn(table, hand, laws, budget=budget)
    finally:
        sys.setprofile(None)
    assert most < 150_000


def test_a_spent_budget_leaves_the_table_as_it_is():
    table, hand = machiavelli(random.Random(1), 12, 13, 3, ALL)
    turn = best_turn(table, hand, ALL, budget=Budget(0, Ticks()))
    assert (turn.count, turn.played, turn.kept) == (0, (), tuple(range(12)))
    assert (turn.count_proved, turn.kept_proved, turn.proved) == (False, True, False)


def test_a_lattice_that_would_be_too_large_is_not_built(monkeypatch):
    monkeypatch.setattr(lattice, "MOST_STEPS", 500)
    table, hand = machiavelli(random.Random(3), 12, 13)
    turn = best_turn(table, hand)
    assert turn.proved
    assert (turn.count, len(turn.kept)) == best(table, hand, MACHIAVELLI)


def test_the_question_that_took_77_seconds(monkeypatch):
    """Two decks, jokers, wrap, 12 groups and 13 cards: half a thousand pivots are plenty."""
    laws = Laws(Ace.WRAP, jokers=True)
    pivots = 0
    pivot = Simplex._pivot

    def counted(*arguments):
        nonlocal pivots
        pivots += 1
        pivot(*arguments)

    monkeypatch.setattr(Simplex, "_pivot", counted)
    for time in range(12):
        table, hand = machiavelli(random.Random(f"12 {time}"), 12, 13, 2, laws)
        task, _ = rebuild._task(rebuild._readings(table, laws), sorted(hand), laws)
        pivots = 0
        assert Programme(task, Budget()).best(13).count_proved
        assert pivots < 5_000
