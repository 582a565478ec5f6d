"""My hand: primary sets, dublees, completeness and the way to it. Tests are named after the rulings they prove."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench import marriage_model as model
from games.cards import DECK, JOKER, Card, cards_of
from games.marriage.rules import Arrangement, House, Kind, arrange, pack, terms_of, what_is
from games.rulings import Refused, rules_of

SEVEN = Card.of("7d")
PURE = "3s 4s 5s 9h 9h 9h Qd Kd Ad"
REST = "2c 3c 4c 5c 8h 8c 8s Jh Jd Js"
DUBLEES = "As As 3h 3h 5d 5d 8c 8c Ts Ts Qh Qh Kc Kc"


def codes(found: Arrangement) -> list[str]:
    return [reason.code for reason in found.reasons]


def hand(text: str) -> tuple[Card, ...]:
    return cards_of(text)


def test_ending_all_cards_in_sets() -> None:
    found = arrange(hand(f"{PURE} {REST} 7d 7c"), SEVEN)
    assert (found.complete, found.away, found.left) == (True, 0, ())
    assert found.primary == found.sets[:3]
    assert [group.pure for group in found.sets[:3]] == [True] * 3
    assert rules_of(found.reasons)[:2] == ["marriage.ending", "marriage.primary"]


def test_ending_one_card_discarded() -> None:
    found = arrange(hand(f"{PURE} {REST} 7d 7c Th"), SEVEN)
    assert found.complete
    assert Card.of("Th") in found.discards
    for card in found.discards:
        rest = list(hand(f"{PURE} {REST} 7d 7c Th"))
        rest.remove(card)
        assert arrange(rest, SEVEN).complete


def test_ending_needs_three_pure_sets() -> None:
    """All in sets, but only two of them pure."""
    found = arrange(hand("3s 4s 5s 9h 9h 9h Ah Kd X 2c 3c X 5c 5h 5d 8h 8c 8s Jh Jc Js"), SEVEN, 4, House(jokers=True))
    assert not found.complete
    assert found.primary is None
    assert (found.pure, found.away) == (2, 1)


def test_wild_cards_serve_only_with_the_tiplu() -> None:
    cards = hand(f"{PURE} {REST} 7d 7c")
    assert arrange(cards, SEVEN).complete
    unknown = arrange(cards)
    assert not unknown.complete
    assert "tiplu-unknown" in codes(unknown)
    assert unknown.primary is not None


def test_tiplu_may_be_held_as_itself_in_a_pure_set() -> None:
    found = arrange(hand(f"6d 7d 8d 7d 7h 9s {PURE} 2c 3c 4c 8h 8c 8s"), SEVEN)
    assert found.complete


def test_dublee_eighth_ends() -> None:
    found = arrange(hand(f"{DUBLEES} 9d 9d 2c 4h 6s 8d Js"), SEVEN)
    assert found.complete
    assert len(found.dublees) == 8
    assert {group.kind for group in found.sets} == {Kind.DUBLEE}
    assert codes(found)[0] == "complete-dublees"


def test_dublee_seven_stand_for_the_primary_sets() -> None:
    found = arrange(hand(f"{DUBLEES} 9d 2c 4h 6s 8d Js Jh"), SEVEN)
    assert (found.complete, found.away) == (False, 1)
    assert set(found.completing) == set(hand("9d 2c 4h 6s 8d Js Jh"))
    assert len(found.sets) == 7


@pytest.mark.parametrize("players", [2, 3])
def test_dublee_not_with_fewer_than_four_players(players: int) -> None:
    found = arrange(hand(f"{DUBLEES} 9d 9d 2c 4h 6s 8d Js"), SEVEN, players)
    assert not found.complete
    assert found.dublees == ()
    assert "dublees-need-players" in codes(found)


def test_dublee_of_two_printed_jokers_but_not_of_the_main_card() -> None:
    cards = hand(f"{DUBLEES} X X 2c 4h 6s 8d Js")
    assert arrange(cards, SEVEN, 4, House(jokers=True)).complete
    four = hand("As As 3h 3h 5d 5d 8c 8c Ts Ts Qh Qh X X X X 2c 4h 6s 8d Js")
    assert len(arrange(four, SEVEN, 4, House(jokers=True, main_card=True)).dublees) == 7


def test_dublee_away_counts_singles_whose_twin_can_come() -> None:
    """Six tunnels and three singles: two dublees more, each by a single."""
    cards = hand("As As As 3h 3h 3h 5d 5d 5d 8c 8c 8c Ts Ts Ts Qh Qh Qh 2c 4h 6s")
    assert len(arrange(cards, SEVEN).dublees) == 6
    assert arrange(cards, SEVEN).away <= 2


def test_variant_main_card_is_no_primary_tunnel() -> None:
    found = arrange(
        hand("3s 4s 5s 9h 9h 9h X 6c Kh 2c 3c Tc 5c 5h 5d 8h 8c 8s Jh Jd Js"), SEVEN, 4, House(main_card=True)
    )
    assert found.pure == 2


@pytest.mark.exhaustive(sample=12)
@pytest.mark.parametrize("seed", range(50))
def test_away_and_completing_equal_the_integer_program(seed: int) -> None:
    rng = random.Random(seed)
    house = House(jokers=seed % 3 == 0, main_card=seed % 5 == 0, alter=seed % 2 == 0)
    tiplu = rng.choice(DECK) if seed % 4 else None
    terms = terms_of(tiplu, house)
    cards = model.random_hand(rng, terms, 21) if seed % 2 else model.complete_hand(rng, terms)
    cards = model.exchanged(rng, terms, cards, seed % 3)
    if seed % 7 < 3:
        cards.append(rng.choice(model.deck(terms, cards)))
    found = arrange(cards, tiplu, 3, house)
    assert found.away == model.away(cards, terms)
    assert found.complete == (found.away == 0)
    assert sorted(card for group in found.sets for card in group.cards) == sorted(
        (Counter(cards) - Counter(found.left)).elements()
    )
    for group in found.sets:
        if found.primary or not group.stand_ins:
            assert what_is(group.cards, tiplu, house).kind is not None
    assert sum(group.pure for group in found.sets) >= found.pure
    held = Counter(cards)
    for face in rng.sample(pack(house).faces, 4):
        if found.away == 1 and terms.supply[face.index] > held[face]:
            assert (face in found.completing) == model.complete([*cards, face], terms)
        if found.complete and len(cards) == 22 and face in held:
            rest = list((held - Counter([face])).elements())
            assert (face in found.discards) == model.complete(rest, terms)


@pytest.mark.exhaustive(sample=10)
@pytest.mark.parametrize("seed", range(40))
def test_dublee_away_equals_a_search_over_targets(seed: int) -> None:
    """Fewest new cards for eight dublees: for every face the price of its dublee, the eight cheapest."""
    rng = random.Random(seed)
    house = House(jokers=seed % 2 == 0)
    tiplu = rng.choice(DECK)
    terms = terms_of(tiplu, house)
    faces = rng.sample([*DECK, *([JOKER] * house.jokers)], rng.choice((9, 12, 16, 30)))
    cards = rng.sample([card for card in model.deck(terms) if card in faces], 21)
    held = Counter(cards)
    prices = sorted(max(0, 2 - held[card]) for card in pack(house).faces if terms.supply[card.index] >= 2)
    found = arrange(cards, tiplu, 4, house)
    assert found.away == min(model.away(cards, terms), sum(prices[:8]))


@pytest.mark.parametrize(("cards", "tiplu", "players", "expected"), [
    (f"{PURE} {REST}", "7d", 4, ("hand", "hand-size")),
    (f"{PURE} {REST} 7d 7c Th Tc", "7d", 4, ("hand", "hand-size")),
    (f"{PURE} {REST} 7d 7c", "7d", 6, ("players", "players-number")),
    (f"{PURE} {REST} 7d 7c", "7d", 1, ("players", "players-number")),
    (f"{PURE} {REST} 9h 7c", "7d", 4, ("hand", "too-many")),
    (f"{PURE} 7d 7d 7d 8h 8c 8s Jh Jd Js 2c 3c 4c", "7d", 4, ("hand", "third-tiplu")),
    (f"{PURE} {REST} X 7c", "7d", 4, ("hand", "not-in-pack")),
    (f"{PURE} {REST} 7d 7c", "X", 4, ("tiplu", "joker-tiplu")),
])  # fmt: skip
def test_refuses(cards: str, tiplu: str, players: int, expected: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        arrange(hand(cards), Card.of(tiplu), players)
    assert (refused.value.field, refused.value.code) == expected


def test_dublee_what_is_in_no_pair_is_left() -> None:
    left = arrange(hand(f"{DUBLEES} 2s 2s 9d Jh Jh Jh 4c"), SEVEN).left
    assert Counter(left) == Counter(hand("Jh 9d 4c"))


def test_two_to_five_play() -> None:
    with pytest.raises(Refused) as refused:
        arrange(hand(f"{PURE} {REST} 7d 7c"), SEVEN, players=9)
    assert refused.value.figures == {"players": 9, "least": 2, "most": 5}
