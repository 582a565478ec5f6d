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
