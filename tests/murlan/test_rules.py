"""What may be played; the tests bear the names of the rulings they prove."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.cards import Card, cards_of
from games.murlan import rules
from games.murlan.rules import PACK, House, Kind, beats, exchange, judge, plays, read
from games.rulings import Refused, rules_of
from tests import proved
from tests.house_rules import houses as every_house
from tests.murlan import slow

ALL = tuple(PACK)
HOUSES = every_house("murlan")
houses = st.sampled_from(HOUSES)
DENSE = [card for card in ALL if card.rank in (1, 2, 3, 4, 5, 6, 13, 14)]
"""Few ranks, so that random hands are full of pairs, quads and straights."""
hands = st.one_of(
    st.lists(st.sampled_from(ALL), unique=True, max_size=10),
    st.lists(st.sampled_from(DENSE), unique=True, max_size=11),
    st.lists(st.sampled_from(ALL[:13] + ALL[13:18]), unique=True, max_size=11),
)


def reading(text: str, house: House = rules.STANDARD) -> tuple[str, str, int] | None:
    found = read(cards_of(text), house).combination
    return found and (found.kind.value, found.value, found.length)


def verdict(cards: str, table: str = "", house: House = rules.STANDARD, hand: str = "") -> tuple[bool, list[str]]:
    judged = judge(cards_of(hand or cards), cards_of(cards), cards_of(table), house=house)
    return judged.legal, [rule.removeprefix("murlan.") for rule in rules_of(judged.reasons)]


def test_deck() -> None:
    assert len(PACK) == 54


def test_order() -> None:
    singles = [read([card]).combination for card in cards_of("3s 4d 5h 6c 7s 8d 9h Tc Js Qd Kh Ac 2s Xb Xr")]
    for low, high in product(range(15), repeat=2):
        assert beats(singles[high], singles[low])[0] is (high > low)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5s", ("single", "5", 1)),
        ("5s 5h", ("pair", "5", 2)),
        ("As Ah Ad", ("triple", "A", 3)),
        ("2s 2h 2d 2c", ("quad", "2", 4)),
        ("5s 6h", None),
        ("5s 5h 6d", None),
        ("5s 5h 6d 6c", None),
        ("5s 5h 5d 6c 6s", None),
    ],
)
def test_combinations(cards: str, expected: object) -> None:
    assert reading(cards) == expected


def test_jokers() -> None:
    assert reading("Xb") == ("single", "Xb", 1)
    assert reading("Xb Xr") is None
    assert reading("Xb 5s") is None
    assert reading("3s 4s 5s 6s Xr") is None
    pair = House(joker_pair=True)
    assert reading("Xr Xb", pair) == ("pair", "Xr", 2)
    assert verdict("Xb Xr", "2s 2h", pair)[0]
    assert not verdict("2s 2h", "Xb Xr", pair)[0]
    assert verdict("3s 3h 3d 3c", "Xb Xr", pair)[0]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("3s 4d 5h 6c 7s", ("straight", "7", 5)),
        ("As 2d 3h 4c 5s", ("straight", "5", 5)),
        ("Ts Jd Qh Kc As", ("straight", "A", 5)),
        ("2s 3d 4h 5c 6s", ("straight", "6", 5)),
        ("Ks Ad 2h 3c 4s", None),
        ("Js Qd Kh Ac 2s", None),
        ("3s 4d 5h 6c", None),
        ("3s 4d 5h 6c 8s", None),
        ("3s 3d 4h 5c 6s", None),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", ("straight", "A", 13)),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", ("straight", "K", 12)),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs", ("straight", "Q", 12)),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ad", None),
    ],
)
def test_straights_and_straight_top(cards: str, expected: object) -> None:
    assert reading(cards) == expected


def test_straights_of_all_thirteen_ranks() -> None:
    """A straight has 5 to 13 cards, the ace low or high; the longest of all is counted once, the ace on top."""
    found = [play for play in plays(cards_of("As 2d 3h 4c 5s 6d 7h 8c 9s Td Jh Qc Ks")).plays if play.length > 1]
    expected = [(length, top) for length in range(5, 13) for top in range(length, 15)] + [(13, 14)]
    assert [(play.length, play.height) for play in found] == expected
    assert [play.value for play in found if play.length == 12] == ["Q", "K", "A"]


@pytest.mark.parametrize(
    ("cards", "sorted_by_height"),
    [("As Td Kc Jd Qh", "Td Jd Qh Kc As"), ("5s 4c As 2d 3h", "As 2d 3h 4c 5s"), ("9h 6d 5d 8c 7s", "5d 6d 7s 8c 9h")],
)
def test_the_cards_of_a_straight_stand_in_its_order(cards: str, sorted_by_height: str) -> None:
    found = read(cards_of(cards)).combination
    assert found is not None
    assert found.cards == cards_of(sorted_by_height)


def test_five_of_a_rank_are_no_combination() -> None:
    assert read(cards_of("5s 5h 5d 5c 5s")).combination is None


def test_a_judgement_says_what_the_cards_are_whether_they_may_be_played_or_not() -> None:
    hand = cards_of("3s 3h 9c")
    for cards, table, opening in [("9c", "Kd", False), ("9c", "8d", False), ("9c", "", False), ("3s", "", True)]:
        found = judge(hand, cards_of(cards), cards_of(table), opening=opening).combination
        assert found is not None
        assert found.cards == cards_of(cards)
    refused = judge(hand, cards_of("9c"), opening=True)
    assert refused.combination is not None
    assert not refused.legal


def test_defaults_are_the_rulings() -> None:
    assert House(straight_step="one", straight_flush=False, joker_pair=False) == rules.STANDARD
    assert [rules.STANDARD.straight_flush, rules.STANDARD.joker_pair] == [False, False]


def test_a_hand_without_cards_has_nothing_to_lead() -> None:
    choice = plays(())
    assert (choice.plays, [(reason.rule, reason.code) for reason in choice.reasons]) == (
        (),
        [("murlan.goal", "no-cards")],
    )


def test_the_pair_of_jokers_stands_after_the_other_pairs() -> None:
    found = plays(cards_of("2s 2h 2d Xb Xr"), house=House(joker_pair=True)).plays
    assert [(play.kind.value, play.value) for play in found] == [
        ("single", "2"),
        ("single", "Xb"),
        ("single", "Xr"),
        ("pair", "2"),
        ("pair", "Xr"),
        ("triple", "2"),
    ]


@pytest.mark.parametrize("hand", ["5h 6h 7h 8h 9h 5s 6d", "5s 6d 5h 6h 7h 8h 9h", "5c 6d 9s 5h 6h 7h 8h 9h 7d"])
def test_straight_flush_is_found_among_other_cards_of_its_ranks(hand: str) -> None:
    found = plays(cards_of(hand), cards_of("2d 2c"), house=House(straight_flush=True)).plays
    assert [(play.flush, play.cards) for play in found] == [(True, cards_of("5h 6h 7h 8h 9h"))]


def test_straight_step_exhaustively() -> None:
    """Every straight against every straight: 54 of them, by top and length."""
    straights = [
        (
            length,
            top,
            tuple(Card.of(rank.letter + "shdc"[n % 4]) for n, rank in enumerate(rules.LADDER[top - length : top])),
        )
        for length in range(5, 14)
        for top in range(length, 15)
        if not (length == 13 and top == 13)
    ]
    assert len(straights) == 53
    for (length, top, cards), (other_length, other_top, table) in product(straights, repeat=2):
        play, lying = read(cards).combination, read(table).combination
        assert play is not None
        assert lying is not None
        assert (play.length, play.height) == (length, top)
        same = length == other_length
        assert beats(play, lying)[0] is (same and top == other_top + 1)
        assert beats(play, lying, House(straight_step="any"))[0] is (same and top > other_top)


def test_straight_step_cites_its_ruling() -> None:
    table = "3s 4d 5h 6c 7s 8d"
    assert verdict("4s 5d 6h 7c 8s 9s", table) == (True, ["straight-step"])
    assert verdict("5s 6d 7h 8c 9s Ts", table) == (False, ["straight-step"])
    assert verdict("5s 6d 7h 8c 9s Ts", table, House(straight_step="any")) == (True, ["straight-step"])
    assert verdict("3h 4h 5s 6d 7h 8c", table) == (False, ["straight-step", "follow"])
    assert verdict("2h 3h 4s 5d 6h 7c", table) == (False, ["straight-step"])
    assert verdict("4s 5d 6h 7c 8s", table) == (False, ["straight-step", "follow"])


def test_straight_flush() -> None:
    flush, plain = "5s 6s 7s 8s 9s", "5s 6s 7s 8s 9d"
    house = House(straight_flush=True)
    assert verdict(flush, "Kh Kd Kc Ks") == (False, ["bombs", "straight-flush"])
    assert verdict(flush, "4h 5d 6h 7d 8h") == (True, ["straight-step"])
    assert verdict(flush, "Kh Kd Kc Ks", house) == (True, ["straight-flush"])
    assert verdict(flush, "2d", house) == (True, ["straight-flush"])
    assert verdict(plain, "Kh Kd Kc Ks", house)[0] is False
    assert verdict("Kh Kd Kc Ks", flush, house) == (False, ["straight-flush"])
    assert verdict("7h 8h 9h Th Jh", flush, house) == (True, ["straight-flush"])
    assert verdict("5h 6h 7h 8h 9h", flush, house) == (False, ["straight-flush"])
    assert verdict("6h 7h 8h 9h Th Jh", flush, house) == (False, ["straight-flush"])


def test_lead() -> None:
    assert verdict("Ks Kh") == (True, ["lead", "combinations"])


def test_follow() -> None:
    assert verdict("8s 8h", "5s 5h") == (True, ["follow"])
    assert verdict("5d 5c", "5s 5h") == (False, ["follow"])
    assert verdict("8s", "5s 5h") == (False, ["follow"])
    assert verdict("2s 2h 2c", "Ks Kh") == (False, ["follow"])
    assert verdict("2s", "As") == (True, ["follow", "order"])


def test_bombs() -> None:
    for table in ("2s", "As Ah", "Ks Kh Kd", "4s 5s 6s 7s 8d", "Xr"):
        assert verdict("3d 3h 3c 3s", table) == (True, ["bombs"])
    assert verdict("5d 5h 5c 5s", "4d 4h 4c 4s") == (True, ["bombs"])
    assert verdict("4d 4h 4c 4s", "5d 5h 5c 5s") == (False, ["bombs"])
    assert verdict("Xr", "5d 5h 5c 5s") == (False, ["bombs"])


def test_opening() -> None:
    def opened(hand: str, cards: str) -> tuple[bool, list[str]]:
        judged = judge(cards_of(hand), cards_of(cards), opening=True)
        return judged.legal, rules_of(judged.reasons)

    assert opened("3s 3d 9h", "3s 3d") == (True, ["murlan.opening", "murlan.combinations"])
    assert opened("3s 3d 9h", "9h") == (False, ["murlan.opening"])
    assert opened("3d 9h", "9h") == (False, ["murlan.opening"])
    choice = plays(cards_of("3s 3d 9h 3h"), opening=True)
    assert [(play.kind, play.length) for play in choice.plays] == [("single", 1), ("pair", 2), ("triple", 3)]
    assert plays(cards_of("3d 9h"), opening=True).must_pass
    with pytest.raises(Refused) as refused:
        plays(cards_of("3s"), cards_of("4s"), opening=True)
    assert refused.value.field == "opening"


def test_pass() -> None:
    choice = plays(cards_of("3s 4d"), cards_of("2s"))
    assert choice.must_pass
    assert rules_of(choice.reasons) == ["murlan.pass"]


def test_exchange_and_starter() -> None:
    due = exchange(cards_of("4s Td Jc"), cards_of("2h 2d 5s"))
    assert (due.due, due.last_gives, due.first_gives, due.starts) == (
        True,
        cards_of("2h 2d"),
        cards_of("4s Td"),
        "last",
    )
    high = exchange(cards_of("Js Qd Jh"), cards_of("Xr 2d"))
    assert (high.last_gives, high.first_gives) == (cards_of("Xr"), cards_of("Js Jh"))


def test_exchange_the_very_card_received_may_come_back() -> None:
    due = exchange(cards_of("4s Td Jc"), cards_of("9h 9c 5s"))
    assert due.first_gives == cards_of("4s 9h 9c Td")
    assert exchange(cards_of("Js Qd Jh"), cards_of("9h 5s")).first_gives == cards_of("9h")
    assert exchange(cards_of("4s Td Jc"), cards_of("Jh 5s")).first_gives == cards_of("4s Td")


def test_exchange_exempt() -> None:
    exempt = exchange(cards_of("4s"), cards_of("Xr Xb"))
    assert (exempt.due, exempt.last_gives, exempt.first_gives, exempt.starts) == (False, (), (), "first")
    assert exchange(cards_of("Xr"), cards_of("Xb")).due


def test_a_card_must_be_in_the_hand_as_often_as_it_is_played() -> None:
    for hand, cards in (("5s", "6s"), ("5s 5h", "5s 5s")):
        with pytest.raises(Refused) as refused:
            judge(cards_of(hand), cards_of(cards))
        assert (refused.value.field, refused.value.code) == ("cards", "not-in-hand")


def test_a_table_that_is_no_combination_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        judge(cards_of("5s"), cards_of("5s"), cards_of("6s 7s"))
    assert refused.value.field == "table"


@given(st.lists(st.sampled_from(ALL), unique=True, min_size=1, max_size=14), houses)
def test_any_cards_are_read_as_the_slow_reading_has_them(cards: list[Card], house: House) -> None:
    expected = slow.read(cards, house)
    found = read(cards, house)
    assert (
        found.combination and (found.combination.kind.value, found.combination.length, found.combination.height)
    ) == expected
    assert found.reasons


@settings(max_examples=proved.examples(300), deadline=None)
@given(st.data(), hands, houses, st.booleans())
def test_plays_agree_with_the_slow_enumeration(data: st.DataObject, hand: list[Card], house: House, lead: bool) -> None:
    rest = [card for card in ALL if card not in hand]
    table: tuple[Card, ...] = ()
    if not lead:
        pool = data.draw(st.lists(st.sampled_from(rest), unique=True, max_size=7))
        options = [cards for _found, cards in slow.plays(pool, (), False, house)]
        assume(options)
        table = data.draw(st.sampled_from(options))
    opening = not table and data.draw(st.booleans())
    expected: dict[tuple[str, int, int], list[tuple[Card, ...]]] = {}
    for found, cards in slow.plays(hand, table, opening, house):
        expected.setdefault(found, []).append(cards)
    given_plays = plays(hand, table, opening=opening, house=house).plays
    order = list(Kind)
    assert [(play.kind.value, play.length, play.height) for play in given_plays] == sorted(
        expected, key=lambda found: (order.index(Kind(found[0])), found[1], found[2])
    )
    for play in given_plays:
        ways = expected[play.kind.value, play.length, play.height]
        assert sorted(play.cards) in [sorted(way) for way in ways]
        assert judge(hand, play.cards, table, opening=opening, house=house).legal


@settings(max_examples=proved.examples(200), deadline=None)
@given(hands, st.data(), houses)
def test_a_judgement_is_the_slow_judgement(hand: list[Card], data: st.DataObject, house: House) -> None:
    assume(hand)
    cards = data.draw(st.lists(st.sampled_from(hand), unique=True, min_size=1))
    lying = data.draw(
        st.sampled_from(["8s", "9s 9d", "4s 5s 6s 7s 8s", "4s 5d 6s 7s 8s 9s", "6s 6h 6d 6c", "Qs Qh Qd"])
    )
    judged = judge(hand, cards, cards_of(lying), house=house)
    found = slow.read(cards, house)
    assert judged.legal is (found is not None and slow.beats(cards, cards_of(lying), house))
    assert judged.reasons
