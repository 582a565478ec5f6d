"""What a meld is, and why not: every law, and each code with its figures."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.integer_program import groups_there_are
from games.arranging import melds
from games.arranging.melds import MACHIAVELLI, RAMINO, Ace, Kind, Laws, lay_offs, read
from games.cards import DECK, JOKER, Rank, Suit, cards_of

WRAP, JOKERS = Laws(Ace.WRAP), Laws(Ace.BOTH, jokers=True)
ANY_SUIT = Laws(Ace.BOTH, any_suit=True)
EVERY = Laws(Ace.WRAP, any_suit=True, jokers=True)
TWO_REAL = Laws(Ace.LOW, jokers=True, fewest_real=2)
ONE_END = Laws(Ace.BOTH, jokers=True, fewest_real=2, both_ends=False)
SUIT = " ".join(card.text for card in DECK[:13])


@pytest.mark.parametrize(
    ("text", "laws", "kind"),
    [
        ("7s 7h 7d", RAMINO, "set"),
        ("7s 7h 7d 7c", RAMINO, "set"),
        ("As 2s 3s", RAMINO, "run"),
        ("3s As 2s", RAMINO, "run"),
        ("Qs Ks As", MACHIAVELLI, "run"),
        ("As 2s 3s", MACHIAVELLI, "run"),
        (" ".join(card.text for card in DECK[:13]) + " As", MACHIAVELLI, "run"),
        ("Ks As 2s", WRAP, "run"),
        (" ".join(card.text for card in DECK[:13] * 2), WRAP, "run"),
        ("Qs Ks As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", WRAP, "run"),
        ("7s 7s 7s", ANY_SUIT, "set"),
        ("7s 7s 7h 7h", ANY_SUIT, "set"),
        ("7s X X", JOKERS, "set"),
        ("7s 7h X X", JOKERS, "set"),
        ("4s X 6s X", JOKERS, "run"),
        ("Ks Qs X", JOKERS, "run"),
        ("As X Ks", JOKERS, "run"),
        ("X As 3s", JOKERS, "run"),
        ("7s 7h X", TWO_REAL, "set"),
        ("7s 7h X X", TWO_REAL, "set"),
        ("4s 6s X X", TWO_REAL, "run"),
        ("4s 9s X X X X", TWO_REAL, "run"),
        ("Qs Ks As", ONE_END, "run"),
        ("As 2s 3s", ONE_END, "run"),
        (SUIT, ONE_END, "run"),
        (" ".join(card.text for card in DECK[1:13]) + " As", ONE_END, "run"),
    ],
)
def test_melds(text, laws, kind):
    reading = read(cards_of(text), laws)
    assert reading.kind is Kind(kind)
    assert not reading.problems
    assert sorted(reading.cards) == sorted(cards_of(text))


@pytest.mark.parametrize(
    ("text", "laws", "problems"),
    [
        ("", RAMINO, [("too-few", {"count": 0, "least": 3})]),
        ("7s 7h", RAMINO, [("too-few", {"count": 2, "least": 3})]),
        ("Qs Ks As", RAMINO, [("ace-high", {})]),
        ("Ks As 2s", RAMINO, [("around-the-ace", {})]),
        ("Ks As 2s", MACHIAVELLI, [("around-the-ace", {})]),
        ("Qs Ks As 2s", MACHIAVELLI, [("around-the-ace", {})]),
        ("4d 5d 7d", RAMINO, [("gap", {"missing": (Rank.SIX,), "jokers": 0})]),
        ("9d Jd Ad", MACHIAVELLI, [("gap", {"missing": (Rank.TEN, Rank.QUEEN, Rank.KING), "jokers": 0})]),
        ("4d X 8d", JOKERS, [("gap", {"missing": (Rank.FIVE, Rank.SIX, Rank.SEVEN), "jokers": 1})]),
        ("4d 5d 6s", RAMINO, [("mixed-suits", {"suits": (Suit.SPADES, Suit.DIAMONDS)})]),
        ("7d 7h 8d", RAMINO, [("mixed-suits", {"suits": (Suit.HEARTS, Suit.DIAMONDS)}),
                              ("mixed-ranks", {"ranks": (Rank.SEVEN, Rank.EIGHT)})]),
        ("7d 7h 7s 8c", RAMINO, [("mixed-ranks", {"ranks": (Rank.SEVEN, Rank.EIGHT)})]),
        ("4d 5d 5d 6d", MACHIAVELLI, [("repeated-card", {"cards": cards_of("5d")})]),
        ("7s 7s 7h", MACHIAVELLI, [("suit-twice", {"cards": cards_of("7s")})]),
        ("7s 7h 7d 7c 7s", ANY_SUIT, [("too-many", {"count": 5, "most": 4})]),
        ("7s 7h 7d 7c X", JOKERS, [("too-many", {"count": 5, "most": 4})]),
        ("X X", JOKERS, [("no-real-card", {})]),
        ("7s 7h X", MACHIAVELLI, [("joker", {"cards": (JOKER,)})]),
        ("7s X", JOKERS, [("too-few", {"count": 2, "least": 3})]),
        ("As As 2s 3s", MACHIAVELLI, [("repeated-card", {"cards": cards_of("As")})]),
        (" ".join(card.text for card in DECK[:13]) + " As X", JOKERS, [("too-long", {"count": 15, "most": 14})]),
        ("7s X X", TWO_REAL, [("few-real", {"count": 1, "least": 2})]),
        ("X X X", TWO_REAL, [("no-real-card", {})]),
        ("7s 7s X", TWO_REAL, [("suit-twice", {"cards": cards_of("7s")})]),
        ("Qs Ks As", TWO_REAL, [("ace-high", {})]),
        ("Ks As 2s", ONE_END, [("around-the-ace", {})]),
        (SUIT + " As", ONE_END, [("too-long", {"count": 14, "most": 13}), ("repeated-card", {"cards": cards_of("As")})]),
        (SUIT + " X", ONE_END, [("too-long", {"count": 14, "most": 13})]),
        ("As As 2s 3s", ONE_END, [("repeated-card", {"cards": cards_of("As")})]),
        ("2s 2s 3s 4s", WRAP, [("repeated-card", {"cards": cards_of("2s")})]),
        ("2s 2s 3s 3s 5s", MACHIAVELLI, [("repeated-card", {"cards": cards_of("2s 3s")}),
                                         ("gap", {"missing": (Rank.FOUR,), "jokers": 0})]),
        (SUIT + " 2s", MACHIAVELLI, [("repeated-card", {"cards": cards_of("2s")})]),
        (SUIT + " As 2s", MACHIAVELLI, [("too-long", {"count": 15, "most": 14}),
                                        ("repeated-card", {"cards": cards_of("2s")})]),
        ("As 6s 9s", WRAP, [("gap", {"missing": tuple(map(Rank, (2, 3, 4, 5, 7, 8))), "jokers": 0})]),
        (SUIT + " As As", MACHIAVELLI, [("too-long", {"count": 15, "most": 14}),
                                        ("repeated-card", {"cards": cards_of("As")})]),
        ("As As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs", MACHIAVELLI, [("repeated-card", {"cards": cards_of("As")})]),
        ("5s 7h", RAMINO, [("too-few", {"count": 2, "least": 3}),
                           ("mixed-suits", {"suits": (Suit.SPADES, Suit.HEARTS)}),
                           ("mixed-ranks", {"ranks": (Rank.FIVE, Rank.SEVEN)})]),
        ("5s 6h", RAMINO, [("too-few", {"count": 2, "least": 3}),
                           ("mixed-suits", {"suits": (Suit.SPADES, Suit.HEARTS)})]),
        ("4d 5s 6h", RAMINO, [("mixed-suits", {"suits": (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)})]),
        ("4d X 6h", JOKERS, [("mixed-suits", {"suits": (Suit.HEARTS, Suit.DIAMONDS)})]),
        ("4d X 7h", JOKERS, [("mixed-suits", {"suits": (Suit.HEARTS, Suit.DIAMONDS)}),
                             ("mixed-ranks", {"ranks": (Rank.FOUR, Rank.SEVEN)})]),
        ("Qd Ks Ah", MACHIAVELLI, [("mixed-suits", {"suits": (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)})]),
        ("7s 7s X", RAMINO, [("joker", {"cards": (JOKER,)})]),
        ("7s X X", Laws(), [("joker", {"cards": (JOKER,)})]),
    ],
)  # fmt: skip
def test_no_melds(text, laws, problems):
    reading = read(cards_of(text), laws)
    assert reading.kind is None
    assert [(problem.code, dict(problem.figures)) for problem in reading.problems] == problems


@pytest.mark.parametrize("laws", [RAMINO, MACHIAVELLI, WRAP, ANY_SUIT, JOKERS, EVERY])
def test_the_melds_of_three_and_four_cards_are_just_those_that_can_be_listed(laws):
    listed = {tuple(sorted(group)) for group in groups_there_are(laws) if len(group) < 5}
    rng = random.Random(1)
    faces = [*DECK, *([JOKER] * 8 if laws.jokers else [])]
    near = [[faces[(rng.randrange(52) // 13 * 13 + at) % 52] for at in range(4)] for _ in range(100)]
    tried = {tuple(sorted(rng.choices(pool, k=rng.choice((3, 4))))) for pool in [faces, *near] for _ in range(300)}
    tried = {cards for cards in tried if cards.count(JOKER) <= 2}
    assert {cards for cards in tried | listed if read(cards, laws)} == listed


def stretches(laws, longest=15):
    """Every stretch of spades that a run may fill: the ace at the foot, at the top, or round and round."""
    ladder = {Ace.LOW: DECK[:13], Ace.BOTH: (*DECK[:13], DECK[0]), Ace.WRAP: DECK[:13] * 3}[laws.ace]
    most = longest if laws.ace is Ace.WRAP else 14 if laws.both_ends else 13
    for low in range(13 if laws.ace is Ace.WRAP else len(ladder)):
        yield from (ladder[low : low + size] for size in range(3, min(most, len(ladder) - low) + 1))


def listed_runs(laws):
    """Every run of spades with up to two jokers: its cards in order, and the ways to lay them out."""
    found = {}
    for row in stretches(laws):
        for jokers in range(3 if laws.jokers else 1):
            for places in combinations(range(len(row)), jokers):
                laid = tuple(JOKER if at in places else card for at, card in enumerate(row))
                if len({*laid} - {JOKER}) > 1 and (not jokers or len(row) - jokers >= laws.fewest_real):
                    found.setdefault(tuple(sorted(laid)), []).append((laid, row[0].rank - 1))
    return found


EVERY_LAW = {"ramino": RAMINO, "machiavelli": MACHIAVELLI, "wrap": WRAP, "jokers": JOKERS, "every": EVERY,
             "two real": TWO_REAL, "one end": ONE_END}  # fmt: skip
every_law = pytest.mark.parametrize("laws", EVERY_LAW.values(), ids=EVERY_LAW)


@pytest.mark.exhaustive(sample=2)
@every_law
def test_the_runs_of_a_suit_are_just_those_that_can_be_listed(laws):
    """Every few cards of a suit, and every run of any length as it is and with one card put in another's place."""
    listed = listed_runs(laws)
    rng = random.Random(2)
    tried = {
        (*cards, *[JOKER] * jokers)
        for size in range(5)
        for cards in combinations_with_replacement(DECK[:13], size)
        for jokers in range(3 if laws.jokers else 1)
    }
    for cards in listed:
        other = list(cards)
        other[rng.randrange(len(cards))] = rng.choice(DECK[:13])
        tried.add(tuple(sorted(other)))
    tried = {cards for cards in tried if len({*cards} - {JOKER}) > 1}
    assert {cards for cards in tried | set(listed) if read(cards, laws)} == set(listed)
    for cards, ways in listed.items():
        found = read(cards, laws)
        first = min(ways, key=lambda way: (way[0][0] is JOKER, way[1], way[0]))
        assert (found.kind, found.cards, found.start) == (Kind.RUN, *first)


@pytest.mark.exhaustive(sample=2)
@every_law
def test_what_keeps_different_cards_of_a_suit_from_being_a_run(laws):
    """An ace that may not stand there is complained of just where it could elsewhere; else the fewest ranks are missing."""
    runs, high, round_again = (
        set(listed_runs(Laws(ace, jokers=laws.jokers))) for ace in (laws.ace, Ace.BOTH, Ace.WRAP)
    )
    spans = [set(row) for row in stretches(laws)]
    for size in range(2, 5):
        for real in combinations(DECK[:13], size):
            for jokers in range(max(0, 3 - size), 3 if laws.jokers else 1):
                cards = (*real, *[JOKER] * jokers)
                if cards in runs:
                    continue
                [problem] = read(cards, laws).problems
                if cards in high:
                    assert problem.code == "ace-high"
                elif cards in round_again and DECK[0] in real:
                    assert problem.code == "around-the-ace"
                else:
                    gaps = [span - set(real) for span in spans if span >= set(real)]
                    missing = {DECK[rank - 1] for rank in problem.figures["missing"]}
                    assert missing in gaps
                    assert len(missing) == len(problem.figures["missing"]) == min(map(len, gaps)) > jokers
                    assert (problem.code, problem.figures["jokers"]) == ("gap", jokers)


@given(
    st.lists(st.sampled_from([*DECK[:13], *DECK[:13], *DECK[13:26:4], JOKER, JOKER]), max_size=16),
    st.builds(Laws, st.sampled_from(Ace), st.booleans(), st.booleans(), st.integers(1, 2), st.booleans()),
    st.randoms(use_true_random=False),
)
def test_a_reading_is_a_meld_or_says_why_not_whatever_the_order(cards, laws, rng):
    reading = read(cards, laws)
    assert bool(reading) != bool(reading.problems)
    assert sorted(reading.cards) == sorted(cards)
    assert read(rng.sample(cards, len(cards)), laws) == reading


def test_lay_offs_name_every_pair_of_card_and_meld():
    table = [cards_of("4h 5h 6h"), cards_of("7s 7d 7c"), cards_of("Js Qs Ks")]
    found = lay_offs(cards_of("7h 3h As Ts 8h"), table, RAMINO)
    assert [(pair.card.text, pair.meld) for pair in found] == [("Ts", 2), ("3h", 0), ("7h", 0), ("7h", 1)]
    assert found[0].becomes.cards == cards_of("Ts Js Qs Ks")
    read_anew = lay_offs(cards_of("5h X 5h"), [(*cards_of("4h"), JOKER, *cards_of("6h"))], TWO_REAL)
    assert [(pair.card.text, pair.meld) for pair in read_anew] == [("5h", 0), ("X", 0)]
    assert read_anew[0].becomes.cards == (*cards_of("4h 5h 6h"), JOKER)
    assert lay_offs(cards_of("As"), [DECK[:13]], ONE_END) == []
    assert ("As", 2) in [(pair.card.text, pair.meld) for pair in lay_offs(cards_of("As"), table, MACHIAVELLI)]


def test_only_groups_of_a_common_length_are_remembered() -> None:
    """A question may name a group of a thousand cards, and another one each time."""
    before = melds._remembered.cache_info().currsize
    for number in range(50):
        assert not read(cards_of("2s " * (1_000 + number)), MACHIAVELLI)
    assert melds._remembered.cache_info().currsize == before
