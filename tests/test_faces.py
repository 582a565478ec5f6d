"""The faces of cards that are drawn large."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from games import faces
from games.cards import Card, cards_of

CARDS = cards_of(" ".join(f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK") + " Xb Xr X")


@pytest.mark.parametrize("card", CARDS, ids=str)
@pytest.mark.parametrize("face", [faces.medium, faces.large])
def test_each_face_is_drawn_by_signs_that_there_are(face: faces.Face, card: Card) -> None:
    signs = (settings.BASE_DIR / "templates" / "components" / "signs.html").read_text()
    assert set(re.findall(r'href="#(\w+)"', face(card))) <= set(re.findall(r'id="(\w+)"', signs))


@pytest.mark.parametrize("card", cards_of("As 2h 3d 4c 5s 6h 7d 8c 9s Th"), ids=str)
def test_a_large_card_has_as_many_pips_as_it_is_worth_and_looks_the_same_turned_round(card: Card) -> None:
    assert card.suit is not None
    assert faces.large(card).count(f'href="#{card.suit.letter}"') == card.rank + 2
    places = faces.PIPS.get(card.rank, ())
    if len(places) != 7:
        assert {(4 - column, 8 - eighth) for column, eighth in places} == set(places)
