"""Cards and packs."""

import copy
import pickle

import pytest

from games.cards import BARE, BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Colour, Pack, Rank, Suit, cards_of, find, take
from games.table import Laid


def test_a_deck_is_52_different_cards_in_the_order_of_their_index() -> None:
    assert len(set(DECK)) == 52
    assert [card.index for card in DECK] == list(range(52))


def test_copies_of_a_card_cannot_be_told_apart() -> None:
    ace = Card(Rank.ACE, Suit.SPADES)
    assert ace is Card.of("As")
    assert pickle.loads(pickle.dumps(ace)) is ace
    assert copy.deepcopy([ace])[0] is ace


def test_a_card_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Card.of("As").rank = Rank.KING
    with pytest.raises(AttributeError):
        del Card.of("As").suit


def test_a_joker_has_no_suit_and_the_colour_of_another_card_is_its_suits() -> None:
    assert {BLACK_JOKER.suit, RED_JOKER.suit, JOKER.suit} == {None}
    with pytest.raises(ValueError, match="joker"):
        Card(Rank.JOKER, Suit.SPADES)
    with pytest.raises(ValueError, match="joker"):
        Card(Rank.ACE, colour=Colour.RED)


def test_a_card_may_be_known_by_its_rank_alone() -> None:
    assert [card.text for card in BARE] == list("A23456789TJQK")
    assert [card.index for card in (*DECK, BLACK_JOKER, RED_JOKER, JOKER, *BARE)] == list(range(68))
    for card in BARE:
        assert card is Card(card.rank) is Card.of(card.text) is pickle.loads(pickle.dumps(card))
        assert card.is_bare
        assert not card.is_joker
    assert JOKER.is_bare
    assert not any(card.is_bare for card in (*DECK, BLACK_JOKER, RED_JOKER))


def test_a_bare_card_is_one_of_its_rank_that_is_held() -> None:
    held = list(cards_of("7s 7h 7 8d X"))
    assert [take(Card.of(text), held) for text in ("7", "7", "7h", "8", "9", "Xr")] == [
        Card.of("7"), Card.of("7s"), Card.of("7h"), Card.of("8d"), None, Card.of("Xr"),
    ]  # fmt: skip
    assert held == []


def test_a_card_known_to_be_elsewhere_is_no_bare_one_that_is_held() -> None:
    held = list(cards_of("7 7h 8"))
    assert take(Card.of("7s"), held, elsewhere=cards_of("7s")) is None
    assert take(Card.of("8s"), held, elsewhere=cards_of("7s")) is Card.of("8s")
    assert held == list(cards_of("7 7h"))


@pytest.mark.parametrize(
    ("held", "elsewhere", "found"),
    [
        ("7h 7", "", (1, "7")),
        ("7h 7", "7s", (0, "7h")),
        ("7h 7 7s", "7s", (1, "7")),
        ("7h 7", "8s", (1, "7")),
        ("7h 7", "7h", (1, "7")),
        ("7h 7", "7s 7h", (1, "7")),
        ("7h 7c 7", "7s 7h", (1, "7c")),
        ("8s 7h", "7h", (1, "7h")),
        ("8s 7h", "7h 7s", (1, "7h")),
    ],
)
def test_which_card_a_bare_one_is_where_some_of_its_rank_are_others(
    held: str, elsewhere: str, found: tuple[int, str]
) -> None:
    """The bare one itself, unless it may be one of the others; a card that is one of them only where there is no other."""
    place, text = found
    assert find(Card.of("7"), cards_of(held), cards_of(elsewhere)) == (place, Card.of(text))


def test_a_bare_joker_is_found_likewise() -> None:
    assert find(JOKER, cards_of("Xr X"), cards_of("Xb")) == (0, RED_JOKER)
    assert find(JOKER, cards_of("Xr X")) == (1, JOKER)


@pytest.mark.parametrize(
    ("pack", "size"),
    [(Pack(), 52), (Pack(jokers={BLACK_JOKER: 1, RED_JOKER: 1}), 54), (Pack(3, {JOKER: 3}), 159)],
)
def test_a_pack_holds_what_it_says(pack: Pack, size: int) -> None:
    assert len(pack) == len(list(pack)) == size
    assert pack.excess(pack) is None
    for card in pack.faces:
        assert pack.excess([*pack, card, card]) == (len(pack), card)


def test_bare_cards_are_counted_with_the_others_of_their_rank() -> None:
    pack = Pack(jokers={BLACK_JOKER: 1, RED_JOKER: 1}, bare=(*BARE, JOKER))
    for text in ("7 7 7 7", "7s 7 7h 7", "X X", "Xr X"):
        assert pack.excess(cards_of(text)) is None
    assert pack.excess(cards_of("7 7 8 7s 7 7")) == (5, Card.of("7"))
    assert pack.excess(cards_of("7 7 7 7 7s")) == (4, Card.of("7"))
    assert pack.excess(cards_of("7s 7 7s")) == (2, Card.of("7s"))
    assert pack.excess(cards_of("Xr X Xb")) == (2, JOKER)
    assert pack.copies(Card.of("7")) == 4
    assert Pack().copies(Card.of("7")) == 0, "where suits matter a rank alone is no card"
    assert Pack(decks=2, bare=BARE).excess(cards_of("7 " * 8)) is None


def test_where_jokers_have_no_colour_either_joker_is_a_joker() -> None:
    assert Pack(2, {JOKER: 2}).face(RED_JOKER) is JOKER
    assert Pack(jokers={BLACK_JOKER: 1, RED_JOKER: 1}).face(RED_JOKER) is RED_JOKER
    assert Pack().face(RED_JOKER) is RED_JOKER, "a pack without jokers has nothing to take it for"


def test_hands_sort_by_suit_then_rank() -> None:
    assert sorted(cards_of("Xr Ac Kd 2s As Xb")) == list(cards_of("As 2s Kd Ac Xb Xr"))


def test_suits_and_ranks_have_their_letters_signs_and_colours() -> None:
    assert [(suit.letter, suit.symbol, suit.colour.value) for suit in Suit] == [
        ("s", "♠", "b"),
        ("h", "♥", "r"),
        ("d", "♦", "r"),
        ("c", "♣", "b"),
    ]
    assert [(int(rank), rank.letter) for rank in Rank] == list(enumerate("A23456789TJQKX", start=1))


def test_what_is_printed_on_a_card() -> None:
    ten = Card.of("Td")
    assert (ten.rank, ten.suit, ten.text, ten.index, ten.is_joker) == (Rank.TEN, Suit.DIAMONDS, "Td", 35, False)
    assert ten.colour is Suit.DIAMONDS.colour
    assert (str(ten), repr(ten)) == ("Td", "Card('Td')")
    assert [(joker.text, joker.index, joker.colour, joker.is_joker) for joker in (BLACK_JOKER, RED_JOKER, JOKER)] == [
        ("Xb", 52, Suit.SPADES.colour, True),
        ("Xr", 53, Suit.HEARTS.colour, True),
        ("X", 54, None, True),
    ]
    assert not ten < ten
    assert Card.of("As") < Card.of("2s") < ten < BLACK_JOKER < RED_JOKER < JOKER


def test_copies_and_faces_of_a_pack() -> None:
    pack = Pack(2, {RED_JOKER: 1, BLACK_JOKER: 2, JOKER: 0})
    assert [pack.copies(card) for card in (*cards_of("As Kc"), BLACK_JOKER, RED_JOKER, JOKER)] == [2, 2, 2, 1, 0]
    assert pack.faces == (*DECK, BLACK_JOKER, RED_JOKER)
    assert list(pack)[:4] == list(cards_of("As As 2s 2s"))
    assert list(pack)[-3:] == [BLACK_JOKER, BLACK_JOKER, RED_JOKER]
    assert Pack().copies(JOKER) == 0
    assert (Pack().decks, Pack().faces) == (1, DECK)
    assert pack.excess(cards_of("2s As As 2s As 2s")) == (4, Card.of("As"))
    assert pack.excess(cards_of("2s As As 2s 2s As")) == (4, Card.of("2s"))
    assert pack.excess([JOKER]) == (0, JOKER)
    assert Pack(2, {JOKER: 2}).face(Card.of("As")) is Card.of("As")


def test_excesses_name_each_face_of_a_rank() -> None:
    faces = [(1, Card.of("7s")), (3, Card.of("7h"))]
    assert list(Pack().excesses(cards_of("7s 7s 7h 7h 7h"))) == faces


def test_a_group_on_a_table_is_drawn_plain_unless_something_is_said_of_it() -> None:
    assert Laid(cards_of("As 2s 3s")) == (cards_of("As 2s 3s"), (), "", False)
