"""An evening of Ramino: points or cards, jokers, and who went out at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.template.loader import render_to_string

from games.cards import JOKER
from games.notation import NOTATIONS
from games.ramino.asks import ScoreAsk
from games.ramino.sheet import SHEET
from games.sheets import Table

TERMS = {"match": {"points": 100}}
PLAIN = Table(("Ada", "Bea", "Cyd"), {}, TERMS)
HOUSE = Table(("Ada", "Bea", "Cyd"), {"at_once": True, "pack": "two-jokers", "ace": "both"}, TERMS)
EN = NOTATIONS["en"]


def content(table: Table, said: str) -> Any:
    form = SHEET.entry(table, QueryDict(said), EN, 1)
    assert form.is_valid(), form.errors
    return SHEET.content(form.cleaned_data)


def test_a_deal_is_said_in_cards_or_points_and_how_it_was_won() -> None:
    said = "winner.0=0&left.0.1=As+X&left.0.2=18&at_once.0=on"
    hand = content(HOUSE, said)
    assert hand == {"winner": "Ada", "hands": {"Bea": "As X", "Cyd": 18}, "at_once": True}
    assert isinstance(SHEET.read(HOUSE, hand), ScoreAsk)
    typed = SHEET.typed(HOUSE, hand, NOTATIONS["it"])
    assert typed.dict() == {"winner.0": "0", "left.0.1": "AP X", "left.0.2": "18", "at_once.0": "on"}
    standing = SHEET.standing(HOUSE, [hand])
    assert standing.totals == {"Ada": 2 * (11 + 25 + 18), "Bea": 0, "Cyd": 0}
    assert standing.winner == "Ada"


def test_at_once_is_kept_and_does_not_double_where_the_table_plays_without() -> None:
    hand = content(PLAIN, "winner.0=1&left.0.0=10&left.0.2=Kh&at_once.0=on")
    assert hand == {"winner": "Bea", "hands": {"Ada": 10, "Cyd": "Kh"}, "at_once": True}
    assert SHEET.standing(PLAIN, [hand]).totals == {"Ada": 0, "Bea": 20, "Cyd": 0}


@pytest.mark.parametrize(
    "hand",
    [
        {"winner": "Ada", "hands": {"Bea": 1, "Cyd": 1}, "at_once": False},
        {"winner": "Ada", "hands": {"Bea": "1", "Cyd": 1}},
        {"winner": "Ada", "hands": {"Bea": 0, "Cyd": 1}},
        {"winner": "Ada", "hands": {"Bea": -1, "Cyd": 1}},
        {"winner": "Ada", "hands": {"Bea": 1.5, "Cyd": 1}},
        {"winner": "Ada", "hands": {"Bea": True, "Cyd": 1}},
        {"winner": "Ada", "hands": {"Bea": 1, "Cyd": 1}, "at_once": "on"},
        {"winner": "Ada", "hands": {"Bea": 100_000, "Cyd": 1}},
    ],
)
def test_a_hand_from_elsewhere_says_it_in_one_way(hand: Any) -> None:
    assert isinstance(SHEET.read(HOUSE, hand), ValidationError)


@pytest.mark.parametrize(("table", "asked"), [(PLAIN, False), (HOUSE, True)])
def test_the_form_of_an_evening_asks_what_matters_at_its_table(table: Table, asked: bool) -> None:
    form = SHEET.to_fill_in(table, QueryDict(""), EN)
    html = render_to_string(SHEET.entry_template, {"ask": form})
    assert ('name="at_once.0"' in html) == asked
    assert form.picker_pack.copies(JOKER) == (4 if asked else 0)
    assert ("Joker: X." in form.letters) == asked
    again = SHEET.entry(table, QueryDict("winner.0=0&left.0.1=18&left.0.2=18&at_once.0=on"), EN, 1)
    assert again.is_valid()
    assert 'name="at_once.0" checked' in render_to_string(SHEET.entry_template, {"ask": again})


def test_an_evening_offers_the_seats_there_are_as_winners() -> None:
    html = render_to_string(SHEET.entry_template, {"ask": SHEET.to_fill_in(PLAIN, QueryDict(""), EN)})
    winners = re.findall(r'name="winner.0" value="(\d)"[^>]*>\s*<span>([^<]*)', html)
    assert winners == [("0", "Ada"), ("1", "Bea"), ("2", "Cyd")]


@pytest.mark.parametrize("table", [PLAIN, HOUSE])
def test_a_row_shows_points_that_came_without_cards(table: Table) -> None:
    hand = {"winner": "Ada", "hands": {"Bea": "Kh", "Cyd": 18}, "at_once": True}
    row = SHEET.made(table, hand)
    html = render_to_string(SHEET.row_template, {"row": row})
    assert "= 18" in html
    assert ("2 × 28 = 56" in html) == (table is HOUSE)
