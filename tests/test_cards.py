"""Cards and packs."""

import copy
import pickle

import pytest

from games.cards import BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Pack, Rank, Suit, cards_of


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


def test_a_joker_has_no_suit_and_every_other_card_has_one() -> None:
    assert {BLACK_JOKER.suit, RED_JOKER.suit, JOKER.suit} == {None}
    with pytest.raises(ValueError, match="joker"):
        Card(Rank.JOKER, Suit.SPADES)
    with pytest.raises(ValueError, match="joker"):
        Card(Rank.ACE)


@pytest.mark.parametrize(
    ("pack", "size"),
    [(Pack(), 52), (Pack(jokers={BLACK_JOKER: 1, RED_JOKER: 1}), 54), (Pack(3, {JOKER: 3}), 159)],
)
def test_a_pack_holds_what_it_says(pack: Pack, size: int) -> None:
    assert len(pack) == len(list(pack)) == size
    assert pack.excess(pack) is None
    for card in pack.faces:
        assert pack.excess([*pack, card]) is card


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
    assert pack.excess(cards_of("2s As As 2s As 2s")) is Card.of("2s")
    assert pack.excess([JOKER]) is JOKER
    assert Pack(2, {JOKER: 2}).face(Card.of("As")) is Card.of("As")
