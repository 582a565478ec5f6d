"""Muriel's rulings, each by its name: the trick by hand and against a slow resolver, the hand from deal to end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card, cards_of
from games.muriel.rules import PACK, House, Table, Trick, by_value, play, points, replay, resolve, value
from games.rulings import Refused, rules_of
from tests.house_rules import houses
from tests.muriel import slow

TAKER = House(next_lead="taker")
HOUSES = houses("muriel")
ALL = list(PACK)


def texts(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def found(text: str, house: House | None = None) -> tuple[int, str, str, str]:
    """A trick by hand: taker, claims, bonus, strays."""
    trick = resolve(cards_of(text), house or House())
    return trick.taker, texts(trick.claims), texts(trick.bonus), texts(trick.strays)


def codes(text: str, house: House | None = None) -> list[str]:
    return [reason.code for reason in resolve(cards_of(text), house or House()).reasons]


def dealt(seed: int) -> list[tuple[Card, ...]]:
    cards = random.Random(seed).sample(ALL, len(ALL))
    return [tuple(cards[6 * seat : 6 * seat + 6]) for seat in range(9)]


# --- a trick


def test_players_share_out_the_whole_pack() -> None:
    assert len(PACK) == 54 == 9 * 6
    assert [PACK.copies(Card.of(text)) for text in ("As", "Xb", "Xr", "X")] == [1, 1, 1, 2]


def test_values() -> None:
    assert [value(card) for card in cards_of("As 2s 9s Ts Js Qs Ks Xb Xr")] == [1, 2, 9, 10, 11, 14, 15, 20, 20]
    assert points(PACK) == 420
    assert all(value(card) == slow.worth(card.text) for card in PACK)


def test_values_rank_the_cards_and_suits_do_not() -> None:
    ranked = ["2s", "9s", "Ts", "Js", "Qs", "Ks", "Xb"]
    for low, high in pairwise(ranked):
        assert resolve(cards_of(f"As {low} {high}")).taker == 2
        assert resolve(cards_of(f"As {high} {low}")).taker == 1
    assert [resolve(cards_of(f"4s 9{suit} Kd Kc")).taker for suit in "shdc"] == [3] * 4


def test_by_value_the_highest_comes_first() -> None:
    assert texts(tuple(by_value(cards_of("As Td Xr 9h Jc 9s Ks")))) == "Xr Ks Jc Td 9s 9h As"


def test_claims_go_to_the_highest_card_wherever_it_was_played() -> None:
    assert found("4s Kd 9h Qc 2s Jh 7d 7c Ts") == (1, "Kd Qc", "", "4s 9h 2s Jh 7d 7c Ts")
    assert found("Kd 4s 9h Qc 2s Jh 7d 7c Ts")[:2] == (0, "Kd Qc")
    assert found("4s 9h Qc 2s Jh 7d 7c Ts Xr")[:2] == (8, "Xr Qc")
    assert codes("4s Kd 9h")[0] == "highest-takes"


def test_claims_second_place_shared_is_the_one_played_first() -> None:
    assert found("4s Qd Kh Qc 2s") == (2, "Kh Qd", "", "4s Qc 2s")
    assert found("Qc Kh Qd 2s Qs") == (1, "Kh Qc", "", "Qd 2s Qs")
    assert "second-shared" in codes("Qc Kh Qd 2s Qs")
    assert "second-shared" not in codes("Qc Kh Jd")


def test_claims_tied_go_to_the_second() -> None:
    assert found("4s Kd 9h Kc 2s") == (3, "Kd Kc", "", "4s 9h 2s")
    assert codes("4s Kd 9h Kc 2s")[0] == "second-takes"


def test_claims_tied_the_led_card_counts_as_played_first() -> None:
    assert found("Kd 4s 9h Kc 2s") == (3, "Kd Kc", "", "4s 9h 2s")
    assert "led-counts-first" in codes("Kd 4s 9h Kc 2s")
    assert "led-counts-first" not in codes("4s Kd 9h Kc 2s")
    assert "led-counts-first" not in codes("Kd 4s 9h Qc 2s")


def test_claims_many_three_leave_the_first_behind() -> None:
    assert found("4s Kd 9h Kc 2s Kh 7d") == (3, "Kc Kh", "", "4s Kd 9h 2s 7d")
    assert found("Kd Kc Kh") == (1, "Kc Kh", "", "Kd")
    assert codes("Kd Kc Kh")[:2] == ["second-takes-of-many", "led-counts-first"]


def test_claims_many_four_leave_the_first_and_the_last_behind() -> None:
    assert found("4s Kd 9h Kc Ks Kh 7d") == (3, "Kc Ks", "", "4s Kd 9h Kh 7d")
    assert found("As Ah Ad Ac") == (1, "Ah Ad", "", "As Ac")


def test_muriel_takes_two_bonus_claims() -> None:
    assert found("4s Xr 9h Qc Xb 2s Kd Jh 7d") == (4, "Xr Xb", "Kd Qc", "4s 9h 2s Jh 7d")
    assert found("Xb 4s 9h Qc Xr") == (4, "Xb Xr", "Qc 9h", "4s")
    assert codes("4s Xr 9h Qc Xb")[:2] == ["muriel", "bonus"]


def test_muriel_goes_before_claims_tied() -> None:
    assert rules_of(resolve(cards_of("4s Xr 9h Qc Xb")).reasons)[0] == "muriel.muriel"
    assert "second-takes" not in codes("4s Xr 9h Qc Xb")


def test_muriel_bonus_shared_goes_to_those_played_first() -> None:
    assert found("Kd Xr Kh Kc Xb 2s")[2:] == ("Kd Kh", "Kc 2s")
    assert found("Kd Xr Qh Qc Xb Qs")[2:] == ("Kd Qh", "Qc Qs")
    assert "bonus-shared" in codes("Kd Xr Qh Qc Xb Qs")
    assert "bonus-shared" not in codes("Kd Xr Qh Jc Xb")


def test_muriel_of_few_cards_has_the_bonus_there_is() -> None:
    assert found("Xr 9h Xb") == (2, "Xr Xb", "9h", "")
    assert found("Xr Xb") == (1, "Xr Xb", "", "")
    assert found("9h Xr Xb 4s") == (2, "Xr Xb", "9h 4s", "")


def test_one_joker_is_no_muriel() -> None:
    assert found("Kd Xr Kh Kc") == (1, "Xr Kd", "", "Kh Kc")


def test_short_trick() -> None:
    assert found("As") == (0, "As", "", "")
    assert found("As 7c") == (1, "7c As", "", "")
    assert found("7c As") == (0, "7c As", "", "")
    assert found("7c 7d") == (1, "7c 7d", "", "")
    assert rules_of(resolve(cards_of("As")).reasons)[0] == "muriel.short-trick"
    assert "muriel.short-trick" in rules_of(resolve(cards_of("7c 7d")).reasons)
    assert "strays" not in codes("7c As")


def test_strays_are_all_the_rest() -> None:
    assert "strays" in codes("4s Kd 9h")
    assert found("4s Kd 9h")[3] == "4s"


def test_next_lead_is_told_of_a_trick() -> None:
    assert codes("4s Kd 9h")[-1] == "left-next"
    assert codes("4s Kd 9h", TAKER)[-1] == "taker-next"


@pytest.mark.parametrize("count", [0, 10])
def test_a_trick_holds_one_to_nine_cards(count: int) -> None:
    with pytest.raises(Refused) as refused:
        resolve(ALL[:count])
    assert (refused.value.field, refused.value.code) == ("cards", "how-many-cards")


def hold_against_slow(trick: Trick) -> None:
    slowly = slow.trick([card.text for card in trick.cards])
    assert trick.taker == slowly.taker
    assert Counter(trick.claims) == Counter(trick.cards[place] for place in slowly.taken[: slowly.claims])
    assert Counter(trick.bonus) == Counter(trick.cards[place] for place in slowly.taken[slowly.claims :])
    assert trick.strays == tuple(card for place, card in enumerate(trick.cards) if place not in slowly.taken)
    assert Counter(trick.taken + trick.strays) == Counter(trick.cards)
    assert trick.points == sum(slow.worth(trick.cards[place].text) for place in slowly.taken)
    assert trick.reasons


@given(st.lists(st.sampled_from(ALL), min_size=1, max_size=9, unique=True))
def test_a_trick_is_what_the_slow_resolver_says(cards: list[Card]) -> None:
    hold_against_slow(resolve(cards))


def test_thousands_of_tricks_are_what_the_slow_resolver_says() -> None:
    rng = random.Random(54)
    few_ranks = [card for card in ALL if card.rank in (1, 12, 13, 14)]
    seen = set()
    for _time in range(8000):
        pack = rng.choice([ALL, few_ranks])
        trick = resolve(rng.sample(pack, rng.randint(1, 9)))
        hold_against_slow(trick)
        seen.add(trick.reasons[0].code)
    assert seen == {"muriel", "one-card", "highest-takes", "second-takes", "second-takes-of-many"}


# --- a hand


def test_dealer_leads_the_first_trick() -> None:
    hand = replay(dealt(1), 4)
    assert (hand.table.leader, hand.turn, hand.table.points) == (4, 4, (0,) * 9)
    assert rules_of(hand.reasons)[0] == "muriel.dealer"
    assert hand.table.order == (4, 5, 6, 7, 8, 0, 1, 2, 3)


def in_turn(deal: list[tuple[Card, ...]], dealer: int, at: int = 0) -> tuple[Card, ...]:
    """A first trick to which each plays the card at this place of the hand."""
    return tuple(deal[(dealer + step) % 9][at] for step in range(9))


SORTED = [tuple(ALL[seat::9]) for seat in range(9)]
"""Seat 0 holds As T♠ 6h 2d J♦ 7c and so on."""


def test_next_lead_is_on_the_left_of_whoever_led() -> None:
    hand = replay(SORTED, 8, [in_turn(SORTED, 8)])
    assert (hand.tricks[0].leader, hand.tricks[0].heir, hand.table.leader) == (8, 0, 0)
    assert "muriel.next-lead" in rules_of(hand.reasons)


def test_next_lead_of_the_taker_is_a_house_rule() -> None:
    hand = replay(SORTED, 8, [in_turn(SORTED, 8)], house=TAKER)
    assert hand.tricks[0].taker == 8  # 9s is the highest
    assert (hand.tricks[0].heir, hand.table.leader) == (8, 8)
    assert len(hand.table.hands[8]) == 5 + 7
    assert hand.reasons[0].code == "taker-led-next"


def test_strays_go_into_the_hand_of_the_next_leader() -> None:
    hand = replay(SORTED, 8, [in_turn(SORTED, 8)])
    assert hand.table.piles[8] == cards_of("9s 8s")
    assert set(hand.table.hands[0]) == set(SORTED[0][1:]) | set(cards_of("As 2s 3s 4s 5s 6s 7s"))
    assert hand.table.points == (0,) * 8 + (17,)


def table(hands: dict[int, str], leader: int, picked: str = "") -> Table:
    """A table late in a hand; cards that were picked up stand at the end of it."""
    held = tuple(cards_of(hands.get(seat, "")) for seat in range(9))
    strays = tuple(sum(card in cards_of(picked) for card in hand) for hand in held)
    return Table(held, ((),) * 9, strays, leader)


def test_pass_whoever_has_no_cards_is_left_out() -> None:
    late = table({1: "As Kd", 4: "7c", 7: "9d 2s"}, 4)
    assert (late.order, late.passing) == ((4, 7, 1), (5, 6, 8, 0, 2, 3))
    played = play(late, cards_of("7c 9d As"))
    assert (played.seats, played.passed, played.taker) == ((4, 7, 1), (5, 6, 8, 0, 2, 3), 7)


def test_strays_bring_a_player_without_cards_back() -> None:
    after = play(table({1: "As Kd", 4: "7c", 7: "9d 2s"}, 4), cards_of("7c 9d As")).after
    assert (after.leader, after.hands[5]) == (5, cards_of("As"))
    assert after.order == (5, 7, 1)


def test_strays_alone_are_a_strategic_known() -> None:
    after = play(table({1: "As Kd", 4: "7c", 7: "9d 2s"}, 4), cards_of("7c 9d As")).after
    assert after.known == (5,)
    assert play(table({1: "As Kd", 4: "7c", 5: "Ts 3d", 7: "9d"}, 4), cards_of("7c Ts 9d As")).after.known == ()


def test_strays_played_and_picked_up_again_are_still_known() -> None:
    after = play(table({0: "Ks 4s", 1: "2s 3s", 2: "Kd 4d"}, 0, picked="2s 3s"), cards_of("Ks 2s Kd")).after
    assert (after.hands[1], after.known) == (cards_of("3s 2s"), (1,))


def test_no_strays_pass_the_lead_on_to_the_first_player_with_cards() -> None:
    played = play(table({4: "7c 2s", 7: "9d 3s"}, 4), cards_of("7c 9d"))
    assert (played.heir, played.after.leader) == (5, 7)
    alone = play(table({4: "7c 2s"}, 4), cards_of("7c"))
    assert (alone.heir, alone.after.leader) == (5, 4)


def test_no_strays_under_the_house_rule_start_from_the_taker() -> None:
    played = play(table({4: "7c 2s", 7: "9d"}, 4), cards_of("7c 9d"), TAKER)
    assert (played.heir, played.after.leader) == (7, 4)
    kept = play(table({4: "7c 2s", 7: "9d 3s"}, 4), cards_of("7c 9d"), TAKER)
    assert (kept.heir, kept.after.leader) == (7, 7)


def test_no_strays_leave_a_next_leader_with_cards_the_lead() -> None:
    played = play(table({4: "7c 2s", 5: "9d 3s"}, 4), cards_of("7c 9d"))
    assert (played.heir, played.after.leader) == (5, 5)


def test_hand_end_is_when_nobody_has_cards() -> None:
    assert play(table({4: "7c"}, 4), cards_of("7c")).after.leader is None
    assert play(table({4: "7c", 5: "9c"}, 4), cards_of("7c 9c")).after.leader is None
    assert play(table({4: "7c", 5: "9c", 6: "2c"}, 4), cards_of("7c 9c 2c")).after.leader == 5


def test_every_ruling_of_a_hand_is_told_sooner_or_later() -> None:
    told = set()
    for seed in range(12):
        rng, house, deal = random.Random(seed), HOUSES[seed % len(HOUSES)], dealt(seed)
        hand, tricks = replay(deal, seed % 9, house=house), []
        told |= {reason.code for reason in hand.reasons}
        while not hand.over:
            tricks.append(tuple(rng.choice(hand.table.hands[seat]) for seat in hand.table.order))
            hand = replay(deal, seed % 9, tricks, house=house)
            told |= {reason.code for reason in hand.reasons}
    assert told == {
        "dealer-leads", "all-dealt", "face-down", "left-led-next", "taker-led-next", "picked-up", "lead-passed-on",
        "strategic-known", "passing", "hand-over", "hand-scores", "all-points",
    }  # fmt: skip


def test_lead_a_card_at_a_time() -> None:
    cards = in_turn(SORTED, 3)
    hand = replay(SORTED, 3, now=cards[:4])
    assert (hand.turn, hand.now, len(hand.tricks)) == (7, cards[:4], 0)
    assert [(reason.code, reason.figures) for reason in hand.reasons] == [("following", {"seat": 7, "left": 5})]
    assert replay(SORTED, 3, now=cards) == replay(SORTED, 3, [cards])


KING = Card.of("Ks")


@pytest.mark.parametrize(
    ("change", "field", "code", "figures"),
    [
        ({"deal": SORTED[:8]}, "deal", "nine-hands", {"count": 8}),
        ({"deal": [*SORTED, ()]}, "deal", "nine-hands", {"count": 10}),
        ({"deal": [*SORTED[:3], SORTED[3][:5], *SORTED[4:]]}, "deal.3", "six-cards", {"seat": 3, "count": 5}),
        ({"deal": [(*SORTED[0], KING), *SORTED[1:]]}, "deal.0", "six-cards", {"seat": 0, "count": 7}),
        ({"dealer": 9}, "dealer", "no-seat", {"at": "9", "last": 8}),
        ({"dealer": -1}, "dealer", "no-seat", {"at": "-1", "last": 8}),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_dealt_is_refused(
    change: dict[str, object], field: str, code: str, figures: dict[str, object]
) -> None:
    with pytest.raises(Refused) as refused:
        replay(**{"deal": SORTED, "dealer": 0} | change)  # type: ignore[arg-type]
    assert (refused.value.field, refused.value.code) == (field, code)
    assert figures.items() <= refused.value.figures.items()


FIRST = in_turn(SORTED, 0)


@pytest.mark.parametrize(
    ("tricks", "field", "code", "figures"),
    [
        ([(FIRST[1], FIRST[0], *FIRST[2:])], "tricks.0", "not-held", {"seat": 0, "card": FIRST[1], "holder": 1}),
        ([FIRST, FIRST], "tricks.1", "not-held", {"seat": 2, "card": FIRST[1], "number": 2}),
        ([(*FIRST[:4], FIRST[0], *FIRST[5:])], "tricks.0", "twice-in-trick", {"card": FIRST[0], "number": 1}),
        ([(*FIRST, KING)], "tricks.0", "one-too-many", {"card": KING, "count": 9}),
        ([FIRST[:8]], "tricks.0", "unfinished", {"seat": 8}),
        ([()], "tricks.0", "empty-trick", {"seat": 0}),
        ([FIRST, ()], "tricks.1", "empty-trick", {"seat": 1, "number": 2}),
        ([(Card.of("X"),)], "tricks.0", "not-held", {"card": Card.of("X"), "holder": None, "retired": False}),
    ],
)
def test_an_impossible_trick_is_named(
    tricks: list[tuple[Card, ...]], field: str, code: str, figures: dict[str, object]
) -> None:
    with pytest.raises(Refused) as refused:
        replay(SORTED, 0, tricks)
    assert (refused.value.field, refused.value.code) == (field, code)
    assert figures.items() <= refused.value.figures.items()


def test_a_card_of_a_scoring_pile_has_no_holder() -> None:
    second = replay(SORTED, 0, [FIRST]).table
    cards = [second.hands[seat][0] for seat in second.order]
    cards[0] = replay(SORTED, 0, [FIRST]).tricks[0].trick.claims[0]
    with pytest.raises(Refused) as refused:
        replay(SORTED, 0, [FIRST, tuple(cards)])
    assert (refused.value.code, refused.value.figures["holder"]) == ("not-held", None)


def test_what_is_wrong_with_the_trick_being_played_is_named_too() -> None:
    for now, code in (((FIRST[0], FIRST[0]), "twice-in-trick"), ((FIRST[1],), "not-held")):
        with pytest.raises(Refused) as refused:
            replay(SORTED, 0, now=now)
        assert (refused.value.field, refused.value.code) == ("now", code)


def finished(seed: int) -> tuple[list[tuple[Card, ...]], list[tuple[Card, ...]]]:
    rng, deal = random.Random(seed), dealt(seed)
    table, tricks = replay(deal, 0).table, []
    while table.leader is not None:
        tricks.append(tuple(rng.choice(table.hands[seat]) for seat in table.order))
        table = play(table, tricks[-1]).after
    return deal, tricks


def test_lead_and_pass_are_told_while_a_later_trick_is_played() -> None:
    deal, tricks = finished(7)
    number = next(
        number
        for number in range(len(tricks))
        if replay(deal, 0, tricks[:number]).table.passing and len(tricks[number]) > 2
    )
    before = replay(deal, 0, tricks[:number]).table
    hand = replay(deal, 0, tricks[:number], tricks[number][:2])
    following = {"seat": before.order[2], "left": len(before.order) - 2}
    assert [(reason.rule, reason.code, reason.figures) for reason in hand.reasons] == [
        ("muriel.lead", "following", following),
        ("muriel.pass", "passing", {"seats": before.passing}),
    ]


def test_next_lead_is_to_the_left_by_default() -> None:
    assert House().next_lead == "left"


def test_a_trick_after_the_hand_is_refused() -> None:
    deal, tricks = finished(7)
    assert replay(deal, 0, tricks).turn is None
    with pytest.raises(Refused) as refused:
        replay(deal, 0, [*tricks, (KING,)])
    assert (refused.value.field, refused.value.code) == (f"tricks.{len(tricks)}", "after-the-hand")
    assert refused.value.figures == {"number": len(tricks) + 1}
    with pytest.raises(Refused) as refused:
        replay(deal, 0, tricks, (KING,))
    assert (refused.value.field, refused.value.code) == ("now", "after-the-hand")
    assert refused.value.figures == {"number": len(tricks) + 1}


def test_no_card_is_ever_lost_and_every_hand_ends_with_all_points() -> None:
    for seed in range(500):
        rng = random.Random(seed)
        house, deal, dealer = HOUSES[seed % len(HOUSES)], dealt(seed), rng.randrange(9)
        game = slow.Game([[card.text for card in hand] for hand in deal], dealer, house.next_lead == "taker")
        table, tricks = replay(deal, dealer, house=house).table, []
        while table.leader is not None:
            cards = tuple(rng.choice(table.hands[seat]) for seat in table.order)
            tricks.append(cards)
            played = play(table, cards, house)
            retired = sum(map(len, played.after.piles)) - sum(map(len, table.piles))
            assert retired == len(played.trick.taken) >= 1
            table = played.after
            game.play([card.text for card in cards])
            assert [[card.text for card in hand] for hand in table.hands] == [seat.hand for seat in game.seats]
            assert [len(pile) for pile in table.piles] == [len(seat.pile) for seat in game.seats]
            known = {at for at, seat in enumerate(game.seats) if seat.hand and set(seat.hand) <= seat.strays}
            assert set(table.known) == known
            assert (table.leader is None) == (game.leader is None)
            if table.leader is not None:
                assert game.seats[table.leader] is game.leader
                assert table.hands[table.leader]
            assert len(tricks) <= 54
        assert not any(seat.hand for seat in game.seats)
        assert list(table.points) == [sum(map(slow.worth, seat.pile)) for seat in game.seats]
        assert sum(table.points) == 420
        whole = replay(deal, dealer, tricks, house=house)
        assert whole.over
        assert whole.table == table
        assert [reason.rule for reason in whole.reasons] == ["muriel.hand-end", "muriel.score", "muriel.values"]
