"""What is a meld, how a hand is best arranged, what may be laid off, how many cards are dealt; named by ruling."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

import pytest

from games.cards import DECK, Card, Rank, cards_of
from games.ramino import rules
from games.ramino.rules import House, arrange, deal, judge_meld, may_lay_off, near_misses
from games.rulings import Refused, rules_of


def kind(text: str) -> str | None:
    found = judge_meld(cards_of(text)).meld.kind
    return found and found.value


def codes(text: str) -> list[str]:
    return [reason.code for reason in judge_meld(cards_of(text)).reasons]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4h 5h 6h", "run"),
        ("6h 4h 5h", "run"),
        ("As 2s 3s", "run"),
        ("Ts Js Qs Ks", "run"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "run"),
        ("9s 9h 9c", "set"),
        ("9s 9h 9c 9d", "set"),
        ("Qs Ks As", None),
        ("Ks As 2s", None),
        ("4h 5h 7h", None),
        ("4h 5h 6d", None),
        ("9s 9h 8c", None),
        ("9s 9h", None),
        ("9s", None),
        ("4h 5h", None),
    ],
)
def test_melds(text: str, wanted: str | None) -> None:
    assert kind(text) == wanted


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Qs Ks As", ["ace-high"]),
        ("Js Qs Ks As", ["ace-high"]),
        ("Ks As 2s", ["around-the-ace"]),
        ("4h 5h 7h", ["gap"]),
        ("4h 5h 6d", ["mixed-suits"]),
        ("9s 9h 8c", ["mixed-ranks"]),
        ("9s 9h", ["too-few"]),
        ("4h 5h", ["too-few"]),
        ("9s", ["too-few"]),
        ("4h 6h", ["too-few", "gap"]),
    ],
)
def test_melds_say_why_not(text: str, why: list[str]) -> None:
    assert codes(text) == why
    ace = why[0] in ("ace-high", "around-the-ace")
    assert rules_of(judge_meld(cards_of(text)).reasons) == ["ramino.ace" if ace else "ramino.melds"]


def slow_is_meld(cards: Sequence[Card]) -> bool:
    """The ruling once more, without the solver."""
    if len(cards) < 3:
        return False
    if len({card.rank for card in cards}) == 1:
        return True
    ranks = sorted(card.rank for card in cards)
    return len({card.suit for card in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def test_melds_every_three_cards_of_the_pack() -> None:
    """Every three ranks in every pattern of suits; which suits they are is drawn anew each time."""
    rng = random.Random("every three")
    for ranks in combinations_with_replacement("A23456789TJQK", 3):
        for pattern in ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)):
            suits = rng.sample("shdc", 3)
            three = cards_of(" ".join(rank + suits[at] for rank, at in zip(ranks, pattern, strict=True)))
            if len(set(three)) == 3:
                assert (judge_meld(three).meld.kind is not None) == slow_is_meld(three), three


def test_melds_what_completes_them_and_what_is_too_much() -> None:
    gap = judge_meld(cards_of("4h 6h 7h"))
    assert (gap.completed_by, gap.without) == (cards_of("5h"), ())
    pair = judge_meld(cards_of("9s 9h"))
    assert pair.completed_by == cards_of("9d 9c")
    assert judge_meld(cards_of("Js Qs Ks As")).without == cards_of("As")
    rng = random.Random("completing")
    for _time in range(200):
        cards = rng.sample(DECK, rng.randint(1, 5))
        reading = judge_meld(cards)
        if reading.meld:
            assert (reading.completed_by, reading.without) == ((), ())
            continue
        assert set(reading.completed_by) == {
            card for card in DECK if card not in cards and slow_is_meld([*cards, card])
        }
        assert set(reading.without) == {
            card for card in cards if slow_is_meld([other for other in cards if other is not card])
        }


def slow_points(hand: frozenset[Card], known: dict[frozenset[Card], int]) -> int:
    """The least deadwood by trying everything: the lowest card is left over, or stands in one of all melds it could."""
    if hand in known:
        return known[hand]
    if not hand:
        return 0
    first = min(hand)
    best = min(first.rank, 10) + slow_points(hand - {first}, known)
    for size in range(2, len(hand)):
        for others in combinations(sorted(hand - {first}), size):
            if slow_is_meld((first, *others)):
                best = min(best, slow_points(hand - {first, *others}, known))
    known[hand] = best
    return best


def crowded(rng: random.Random, count: int) -> list[Card]:
    """A hand of few neighbouring ranks, so that sets and runs quarrel over the same cards."""
    low = rng.randint(1, 9)
    return rng.sample([card for card in DECK if low <= card.rank < low + 5], count)


@pytest.mark.parametrize("seed", range(60))
def test_melds_no_arrangement_leaves_less(seed: int) -> None:
    rng = random.Random(seed)
    hand = crowded(rng, rng.randint(6, 11)) if seed % 2 else rng.sample(DECK, rng.randint(0, 11))
    best = arrange(hand)
    assert best.points == slow_points(frozenset(hand), {})
    assert sorted([*(card for meld in best.melds for card in meld), *best.deadwood]) == sorted(hand)
    assert all(slow_is_meld(meld) for meld in best.melds)
    assert [item.points for item in best.items] == [min(item.card.rank, 10) for item in best.items]
    assert sum(item.points for item in best.items) == best.points
    for near in near_misses(hand):
        assert near.card not in hand
        assert near.points == slow_points(frozenset([*hand, near.card]), {}) < best.points
        assert near.card in near.meld
        assert slow_is_meld(near.meld)
        assert set(near.meld) <= {*hand, near.card}


def test_melds_every_card_that_would_help_is_named() -> None:
    for seed in range(10):
        hand = crowded(random.Random(f"near {seed}"), 7)
        points = arrange(hand).points
        helpful = {card for card in DECK if card not in hand and slow_points(frozenset([*hand, card]), {}) < points}
        assert {near.card for near in near_misses(hand)} == helpful


def test_melds_the_order_of_the_hand_does_not_matter() -> None:
    rng = random.Random("order")
    for _time in range(50):
        hand = crowded(rng, 10)
        shuffled = rng.sample(hand, len(hand))
        assert arrange(hand) == arrange(shuffled)
        assert near_misses(hand) == near_misses(shuffled)


@pytest.mark.parametrize(
    ("text", "rulings"),
    [
        ("As 9d Qc", ["ramino.melds", "ramino.card-values"]),
        ("3c 4c 5c 8s 8h 8d 8c", ["ramino.melds", "ramino.going-out"]),
        ("3c 4c 5c 8s 8h 8d 8c Kd", ["ramino.melds", "ramino.card-values", "ramino.going-out"]),
        ("", ["ramino.going-out"]),
    ],
)
def test_going_out_is_seen_in_a_hand(text: str, rulings: list[str]) -> None:
    assert rules_of(arrange(cards_of(text)).reasons) == rulings


def test_going_out_by_discarding_a_card_that_the_best_arrangement_melds() -> None:
    """Fewest points left and fewest cards left are two things: two aces weigh less than the 3, but are two cards."""
    best = arrange(cards_of("As Ac Ad 2s 2h 2d 2c 3s"))
    assert (best.deadwood, best.points) == (cards_of("Ad Ac"), 2)
    assert best.reasons[-1].rule == "ramino.going-out"
    assert best.reasons[-1].figures["cards"] == cards_of("3s")
    of_thirteen = arrange(cards_of("As Ac Ad 2s 2h 2d 2c 3s 6h 7h 8h 9h Th"))
    assert (of_thirteen.deadwood, of_thirteen.outs) == (cards_of("Ad Ac"), cards_of("3s"))


def test_going_out_is_promised_exactly_when_one_discard_leaves_nothing() -> None:
    promised = 0
    for seed in range(150):
        hand = crowded(random.Random(f"out {seed}"), 8)
        found = [reason for reason in arrange(hand).reasons if reason.code == "out-by-discard"]
        outs = {card for card in hand if slow_points(frozenset(hand) - {card}, {}) == 0}
        if slow_points(frozenset(hand), {}) == 0:
            assert found == []
            continue
        assert {card for reason in found for card in reason.figures["cards"]} == outs
        promised += bool(outs)
    assert promised


def test_a_hand_too_large_is_refused() -> None:
    assert arrange(DECK).points == 0
    with pytest.raises(Refused) as refused:
        arrange([*DECK, DECK[0]], House(pack="two"))
    assert (refused.value.field, refused.value.code) == ("hand", "hand-too-large")


TABLE = [cards_of("4h 5h 6h"), cards_of("7s 7d 7c"), cards_of("Ts Js Qs Ks")]


def pairs(hand: str, own: Sequence[int] | None = None, house: House = rules.STANDARD) -> list[tuple[str, int]]:
    return [(pair.card.text, pair.meld) for pair in may_lay_off(cards_of(hand), TABLE, own, house).allowed]


def test_lay_off_onto_melds_of_one_s_own() -> None:
    assert pairs("3h 7h 9s As Kc") == [("9s", 2), ("3h", 0), ("7h", 0), ("7h", 1)]
    assert pairs("3h 7h 9s As Kc", own=[0]) == [("3h", 0), ("7h", 0)]
    assert pairs("3h 7h 9s As Kc", own=[]) == []


def test_lay_off_with_no_meld_on_the_table() -> None:
    found = may_lay_off(cards_of("7h"), [])
    assert found.allowed == ()
    assert [(reason.rule, reason.code) for reason in found.reasons] == [("ramino.lay-off", "no-melds-on-table")]


def test_lay_off_any_is_a_house_rule() -> None:
    assert pairs("3h 7h 9s", own=[], house=House(lay_off="any")) == [("9s", 2), ("3h", 0), ("7h", 0), ("7h", 1)]


def test_lay_off_no_ace_on_a_king() -> None:
    assert ("As", 2) not in pairs("As 9s")


@pytest.mark.parametrize(
    ("hand", "own", "house", "wanted"),
    [
        ("3h 9c 2c", None, rules.STANDARD, ["onto-own"]),
        ("3h 7h 2c", [1], rules.STANDARD, ["onto-own", "barred"]),
        ("3h 2c Ac", [], rules.STANDARD, ["none-own", "barred"]),
        ("3h 2c Ac", [1], rules.STANDARD, ["nothing-fits-own", "barred"]),
        ("9c 2c Ac", None, rules.STANDARD, ["nothing-fits-own", "how-melds-grow"]),
        ("9c 2c Ac", None, House(lay_off="any"), ["nothing-fits", "how-melds-grow"]),
        ("3h 2c Ac", [], House(lay_off="any"), ["onto-any"]),
        ("3h", None, rules.STANDARD, ["onto-own", "last-card"]),
        ("3h 2c", None, rules.STANDARD, ["onto-own", "last-but-one"]),
    ],
)
def test_lay_off_says_why(hand: str, own: Sequence[int] | None, house: House, wanted: list[str]) -> None:
    found = may_lay_off(cards_of(hand), TABLE, own, house)
    assert [reason.code for reason in found.reasons] == wanted


def test_lay_off_against_the_ruling_itself() -> None:
    rng = random.Random("laying off")
    runs = [DECK[suit * 13 + low : suit * 13 + low + size] for suit in range(4) for size in (3, 4) for low in range(9)]
    sets = [tuple(card for card in DECK if card.rank is rank) for rank in list(Rank)[:13]]
    for _time in range(200):
        table: list[tuple[Card, ...]] = []
        for meld in rng.sample(runs + [some[:3] for some in sets], 4):
            if not any(card in other for card in meld for other in table):
                table.append(tuple(meld))
        left = [card for card in DECK if not any(card in meld for meld in table)]
        hand = rng.sample(left, 7)
        own = [at for at in range(len(table)) if rng.random() < 0.5]
        wanted = {(card, at) for card in hand for at in own if slow_is_meld(sorted([*table[at], card]))}
        assert {(pair.card, pair.meld) for pair in may_lay_off(hand, table, own).allowed} == wanted


def test_a_table_that_is_no_meld_and_a_meld_that_is_not_there_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        may_lay_off(cards_of("3h"), [*TABLE, cards_of("2c 3c 5c")])
    assert (refused.value.field, refused.value.code) == ("table.3", "table-no-meld")
    with pytest.raises(Refused) as refused:
        may_lay_off(cards_of("3h"), TABLE, own=[0, 3])
    assert (refused.value.field, refused.value.code) == ("own.1", "no-such-meld")
    with pytest.raises(Refused):
        may_lay_off(cards_of("3h"), TABLE, own=[-1])


@pytest.mark.parametrize(("players", "cards", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)])
def test_deal_and_stock(players: int, cards: int, stock: int) -> None:
    dealing = deal(players)
    assert (dealing.cards, dealing.stock) == (cards, stock)
    assert players * cards + stock + 1 == 52
    assert rules_of(dealing.reasons) == ["ramino.deal", "ramino.stock"]


@pytest.mark.parametrize("players", [0, 1, 7])
def test_players_are_two_to_six(players: int) -> None:
    with pytest.raises(Refused) as refused:
        deal(players)
    assert refused.value.code == "how-many-players"


def test_of_large_hands_it_is_not_said_what_each_card_would_do() -> None:
    thirteen = [card for card in DECK if card.rank % 2][:13]
    assert near_misses(thirteen)
    assert near_misses([*thirteen, Card.of("2c")]) == ()
    suit = DECK[:13]
    assert arrange([*suit, Card.of("Ah")]).outs == cards_of("Ah")
    assert arrange([*suit, *cards_of("Ah Kh")]).outs == ()
    assert arrange([*DECK[:12], Card.of("Ah")]).outs == cards_of("Ah")


@pytest.mark.parametrize(
    ("text", "house", "codes"),
    [
        ("9s 9h 9c", House(), ["is-set"]),
        ("9s 9h 9c", House(pack="two"), ["is-set-of-suits"]),
        ("9s 9h X", House(pack="two-jokers"), ["is-set-of-suits", "joker-in-set"]),
        ("4h X 6h", House(pack="two-jokers"), ["is-run", "joker-in-run"]),
        ("Qs Ks As", House(ace="both"), ["is-run", "ace-above"]),
        ("As 2s 3s", House(ace="both"), ["is-run", "ace-below"]),
        ("As 2s 3s", House(), ["is-run", "ace-below"]),
        ("9s X X", House(pack="two-jokers"), ["few-real"]),
        ("X X X", House(pack="two-jokers"), ["no-real-card"]),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", House(pack="two", ace="both"), ["too-long", "repeated-card"]),
    ],
)
def test_ace_and_jokers_say_what_they_do(text: str, house: House, codes: list[str]) -> None:
    assert [reason.code for reason in judge_meld(cards_of(text), house).reasons] == codes


@pytest.mark.parametrize(
    ("text", "house", "rule"),
    [
        ("X X X", House(pack="two-jokers"), "ramino.jokers"),
        ("9s X X", House(pack="two-jokers"), "ramino.jokers"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", House(pack="two", ace="both"), "ramino.ace"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", House(pack="two"), "ramino.melds"),
    ],
)
def test_ace_and_jokers_are_named_as_the_rule_where_they_forbid_a_meld(text: str, house: House, rule: str) -> None:
    assert judge_meld(cards_of(text), house).reasons[0].rule == rule


def test_jokers_what_completes_a_meld_is_what_the_pack_still_holds() -> None:
    house = House(pack="two-jokers")
    pair = judge_meld(cards_of("9s 9h"), house)
    assert {card.text for card in pair.completed_by} == {"9d", "9c", "X"}
    full = judge_meld(cards_of("9s X X X X"), house)
    assert "X" not in {card.text for card in full.completed_by}
    twice = judge_meld(cards_of("9s 9s 9h 9d"), House(pack="two"))
    assert twice.without == cards_of("9s")
