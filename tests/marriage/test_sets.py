"""What is this set? Tests are named after the rulings they prove."""

from __future__ import annotations

import random

import pytest

from games.cards import DECK, JOKER, Card, cards_of
from games.marriage.rules import House, Kind, Role, neighbour, pack, role, roles, what_is, wild_cards
from games.rulings import Refused
from tests.arranging.test_wild import is_pure, is_set

SEVEN = Card.of("7s")
JOKERS = House(jokers=True)


def kind(text: str, tiplu: Card | None = SEVEN, house: House = JOKERS) -> str | None:
    found = what_is(cards_of(text), tiplu, house)
    return found.kind and str(found.kind)


def code(text: str, tiplu: Card | None = SEVEN, house: House = JOKERS) -> str:
    found = what_is(cards_of(text), tiplu, house)
    assert found.group is None
    return found.reasons[0].code


@pytest.mark.parametrize(("text", "expected", "primary"), [
    ("9h 9h 9h", "tunnel", True),
    ("7s 8s 6s", "pure-sequence", True),
    ("X X X", "tunnel", True),
    ("Qd Kd Ad", "pure-sequence", True),
    ("Ad 2d 3d", "pure-sequence", True),
    ("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd", "pure-sequence", True),
    ("9h 9s 9d", "trial", False),
    ("9h 9s 9d 9c", "trial", False),
    ("7s 7h 7d", "trial", False),
    ("5h 6h 7d", "sequence", False),
    ("5h 7d X", "sequence", False),
    ("9h 9s X", "dirty-trial", False),
    ("9h 9s 9d X", "dirty-trial", False),
    ("9h 9s X 7d", "dirty-trial", False),
    ("9h 9h", "dublee", False),
    ("X X", "dublee", False),
    ("7s 7s", "dublee", False),
])  # fmt: skip
def test_sets_and_primary(text: str, expected: str, primary: bool) -> None:
    found = what_is(cards_of(text), SEVEN, JOKERS)
    assert (found.kind, found.primary) == (expected, primary)


@pytest.mark.parametrize(("text", "expected"), [
    ("7s 7s 2h", "sequence"),
    ("X X 2h", "sequence"),
    ("7h 7d X", "sequence"),
    ("7s 8s X X", "sequence"),
    ("8s 8s 8s", "tunnel"),
])  # fmt: skip
def test_wild_sets(text: str, expected: str) -> None:
    assert kind(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("9h 9h 9d", "pair-and-third"),
    ("9h 9h X", "pair-and-wild"),
    ("9h 9h 7d", "pair-and-wild"),
    ("9h 9h X X", "pair-and-wild"),
    ("9h 9h Th Jh", "twice-in-sequence"),
    ("Kh Ah 2h", "round-the-ace"),
    ("Qh Kh Ah 2h", "round-the-ace"),
    ("Kh 2h X", "round-the-ace"),
    ("9h Jh", "two-not-identical"),
    ("9h X", "dublee-with-wild"),
    ("9h", "too-few"),
    ("3h 4h 6h", "sequence-gap"),
    ("3h 8h X", "sequence-gap-wild"),
    ("3h 4d 5h", "no-one-rank-or-suit"),
    ("9h 9d 9s 9c X", "trial-too-long"),
    ("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd X", "sequence-too-long"),
])  # fmt: skip
def test_not_sets(text: str, expected: str) -> None:
    assert code(text) == expected


def test_pure_sequence_ace_at_both_ends_at_once_is_none() -> None:
    assert code("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad") == "twice-in-sequence"


def test_sequence_says_what_stands_for_what() -> None:
    group = what_is(cards_of("5h 6h 7s X"), SEVEN, JOKERS).group
    assert group is not None
    assert {(str(a), str(b)) for a, b in group.stand_ins} == {("7s", "7h"), ("X", "8h")}
    assert list(map(str, group.cards)) == ["5h", "6h", "7s", "X"]


def test_putali_is_wild_without_a_tiplu() -> None:
    assert kind("5h 6h X", None) == "sequence"
    assert kind("5h 6h 7s", None) is None


def test_wild_cards_are_wild_only_with_the_tiplu() -> None:
    assert code("5h 6h 7s", None) == "no-one-rank-or-suit"


@pytest.mark.parametrize(("tiplu", "poplu", "jhiplu"), [("Kd", "Ad", "Qd"), ("Ad", "2d", "Kd"), ("2d", "3d", "Ad")])
def test_poplu_jhiplu_circle(tiplu: str, poplu: str, jhiplu: str) -> None:
    found = roles(Card.of(tiplu))
    assert found[Role.POPLU] == (Card.of(poplu),)
    assert found[Role.JHIPLU] == (Card.of(jhiplu),)


@pytest.mark.parametrize("tiplu", DECK)
def test_alter_and_ordinary_jokers(tiplu: Card) -> None:
    on, off = roles(tiplu, House(alter=True)), roles(tiplu)
    assert [card.colour for card in on[Role.ALTER]] == [tiplu.colour]
    assert len(on[Role.ORDINARY_JOKER]) == 2
    assert Role.ALTER not in off
    assert len(off[Role.ORDINARY_JOKER]) == 3
    assert wild_cards(tiplu) == wild_cards(tiplu, House(alter=True))
    assert len(wild_cards(tiplu)) == 6
    assert wild_cards(tiplu, JOKERS) == wild_cards(tiplu) | {JOKER}


def test_variant_main_card_is_one_more_printed_joker() -> None:
    assert pack(House(main_card=True)).copies(JOKER) == 1
    assert pack(House(main_card=True, jokers=True)).copies(JOKER) == 4
    assert kind("5h 6h X", None, House(main_card=True)) == "sequence"
    assert role(JOKER, None, House(main_card=True)) is Role.PUTALI


@pytest.mark.parametrize(("text", "tiplu", "house", "expected"), [
    ("7s 7s 7s", "7s", JOKERS, ("cards", "third-tiplu")),
    ("9s 9s 9s 9s", "7s", JOKERS, ("cards", "too-many")),
    ("X X X X", "7s", JOKERS, ("cards", "too-many")),
    ("X 5h 6h", "7s", House(), ("cards", "not-in-pack")),
    ("Xb 5h 6h", "7s", JOKERS, ("cards", "not-in-pack")),
    ("5h 6h", "X", JOKERS, ("tiplu", "joker-tiplu")),
    ("", "7s", JOKERS, ("cards", "no-cards")),
])  # fmt: skip
def test_deck_and_tiplu_refuse(text: str, tiplu: str, house: House, expected: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        what_is(cards_of(text), Card.of(tiplu), house)
    assert (refused.value.field, refused.value.code) == expected


@pytest.mark.parametrize(("option", "value", "expected"), [
    ("dublee_bonus", 6, "unknown-choice"),
    ("unseen_maal", "lost", "unknown-choice"),
    ("unseen_maal", "murder kidnap", "murder-with-kidnap"),
])  # fmt: skip
def test_house_refuses(option: str, value: object, expected: str) -> None:
    with pytest.raises(Refused) as refused:
        House(**{option: value})  # type: ignore[arg-type]
    assert (refused.value.field, refused.value.code) == (f"house.{option}", expected)


def test_every_reading_agrees_with_sets_written_down_whole() -> None:
    rng = random.Random(1)
    kinds = set()
    for _ in range(2500):
        tiplu = rng.choice(DECK)
        near = [*wild_cards(tiplu, JOKERS), *rng.sample(DECK, 2)]
        first = rng.choice(DECK)
        near += [neighbour(first, 1), neighbour(first, -1), *(card for card in DECK if card.rank is first.rank)]
        cards = [first, *rng.choices(near, k=rng.randint(2, 4))]
        try:
            found = what_is(cards, tiplu, JOKERS)
        except Refused:
            continue
        kinds.add(found.kind)
        assert (found.group is not None) == is_set(cards, wild_cards(tiplu, JOKERS)), cards
        assert found.primary == is_pure(cards)
        if found.group:
            assert sorted(found.group.cards) == sorted(cards)
            stood = [stand_in.stands_for for stand_in in found.group.stand_ins]
            assert all(role(stand_in.card, tiplu, JOKERS) for stand_in in found.group.stand_ins)
            assert len(stood) == len(set(stood))
        assert found.reasons
    assert kinds == {*Kind, None} - {Kind.DUBLEE}


def test_the_cards_missing_from_a_sequence_are_counted_from_where_the_ace_is_nearer() -> None:
    for text, missing in (("Ah Jh 7s", "Qh Kh"), ("Ah 5h 7s", "2h 3h 4h")):
        found = [
            reason
            for reason in what_is(cards_of(text), SEVEN, JOKERS).reasons
            if reason.code.startswith("sequence-gap")
        ]
        assert [reason.figures["missing"] for reason in found] == [cards_of(missing)]


def test_a_dublee_bonus_is_0_or_5_or_7() -> None:
    for value in (0, 5, 7):
        assert House(dublee_bonus=value).dublee_bonus == value
    with pytest.raises(Refused) as refused:
        House(dublee_bonus=6)
    assert refused.value.figures == {"value": 6, "choices": (0, 5, 7)}
