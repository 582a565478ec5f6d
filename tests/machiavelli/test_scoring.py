"""Who has won."""

from __future__ import annotations

import pytest

from games.machiavelli.rules import House
from games.machiavelli.scoring import ending
from games.rulings import Refused


def test_end_by_the_last_card() -> None:
    found = ending({"Ada": 4, "Ugo": 0, "Iva": 7})
    assert found.winners == ("Ugo",)
    assert [reason.code for reason in found.reasons] == ["went-out"]
    assert [(row.name, row.left, row.place) for row in found.standings] == [("Ugo", 0, 1), ("Ada", 4, 2), ("Iva", 7, 3)]


def test_end_by_the_stock() -> None:
    found = ending({"Ada": 4, "Ugo": 2, "Iva": 7})
    assert found.winners == ("Ugo",)
    assert [reason.code for reason in found.reasons] == ["fewest"]


def test_end_shared() -> None:
    found = ending({"Ada": 3, "Ugo": 5, "Iva": 3})
    assert found.winners == ("Ada", "Iva")
    assert [row.place for row in found.standings] == [1, 1, 3]
    assert {reason.rule for reason in found.reasons} == {"machiavelli.end"}


@pytest.mark.parametrize(
    ("hands", "field", "code"),
    [
        ({}, "hands", "two-players"),
        ({"Ada": 0}, "hands", "two-players"),
        ({"Ada": 0, "Ugo": 0}, "hands", "two-out"),
        ({"Ada": -1, "Ugo": 4}, "hands.Ada", "below-zero"),
        ({"Ada": 60, "Ugo": 60}, "hands", "more-than-pack"),
        ({str(n): n + 1 for n in range(8)}, "hands", "too-many-players"),
    ],
)
def test_an_end_that_cannot_be(hands: dict[str, int], field: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        ending(hands)
    assert (refused.value.field, refused.value.code) == (field, code)


def test_deal_the_pack_and_no_card_more() -> None:
    assert ending({"Ada": 52, "Ugo": 52}).winners == ("Ada", "Ugo")
    with pytest.raises(Refused) as refused:
        ending({"Ada": 52, "Ugo": 53})
    assert refused.value.figures == {"count": 105, "most": 104}


@pytest.mark.parametrize(("decks", "most"), [(1, 3), (2, 7), (3, 11), (4, 15)])
def test_deal_leaves_a_card_over(decks: int, most: int) -> None:
    house = House(decks=decks)
    assert ending({str(n): n for n in range(most)}, house).winners == ("0",)
    with pytest.raises(Refused) as refused:
        ending({str(n): n for n in range(most + 1)}, house)
    assert refused.value.figures == {"count": most + 1, "most": most}


def test_deal_more_decks_seat_more_players() -> None:
    assert ending({str(n): n + 1 for n in range(8)}, House(decks=3)).winners == ("0",)
    assert ending({"Ada": 60, "Ugo": 61}, House(decks=3)).winners == ("Ada",)
