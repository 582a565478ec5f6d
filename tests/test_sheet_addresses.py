"""Addresses of score sheets that nobody filled in by hand: what they ask for stays as small as what they say."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client

from games.catalogue import SHEETS
from games.sheets.field import SheetAsk


def asked(ask: type[SheetAsk], query: str) -> SheetAsk:
    form = ask(ask.from_address(QueryDict(query)))
    form.full_clean()
    return form


@pytest.mark.parametrize("ask", [sheet.ask for sheet in SHEETS.values()], ids=list(SHEETS))
def test_a_seat_far_away_is_one_too_many_and_no_table_of_as_many_seats(ask: type[SheetAsk]) -> None:
    most = ask().sheet_field.seats[-1]
    cells = "".join(f"&{kind}.0.999=1&{kind}.999=1" for kind in ask().sheet_field.of_seat)
    form = asked(ask, f"player.0=Ada&player.999=Bea&winner.0=0&winner=0{cells}")
    if form.sheet_field.seated(["Ada"]) == [("player.0", "Ada")]:  # elsewhere the order of the parameters seats them
        assert form.names[most] == "Bea"
        assert form.sheet_name in form.errors
    assert all(len(hand.seats) <= most + 1 for hand in form.rows())


@pytest.mark.parametrize(
    ("game", "hand"), [("ramino", "winner.{}=9"), ("muriel", "points.{}.0=Z"), ("murlan", "out=0&out=0")]
)
def test_what_is_wrong_finds_its_cell_by_work_that_grows_with_the_sheet_and_not_with_its_square(
    monkeypatch: pytest.MonkeyPatch, game: str, hand: str
) -> None:
    ask = SHEETS[game].ask
    kind = type(ask().sheet_field)
    named: list[None] = []
    path = kind.path

    def noted(self: Any, *args: Any, **kwargs: Any) -> str:
        named.append(None)
        return path(self, *args, **kwargs)

    monkeypatch.setattr(kind, "path", noted)
    players = "player.0=A&player.1=B&player=A&player=B&player=C&player=D"
    spent = []
    for hands in (20, 40):
        named.clear()
        form = asked(ask, "&".join([players, *(hand.format(number) for number in range(hands))]))
        assert form.errors
        assert len(form.faults()) >= hands // 2 or game == "murlan"
        form.rows()
        spent.append(len(named))
    assert spent[1] < 3 * spent[0]


@pytest.mark.parametrize(
    ("address", "cell"),
    [
        ("/en/ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=3-4C+kh", "left.0.1"),
        ("/en/muriel/score/?player.0=A&player.1=B&points.0.1=3-4C+kh", "points.0.1"),
        (
            "/en/marriage/settle/?player.0=A&player.1=B&winner=0&shown.0=seen&shown.1=seen&maal.1=3-4C+kh&tiplu=3c",
            "maal.1",
        ),
    ],
)
def test_cards_stand_in_the_address_of_a_sheet_as_in_any_other(address: str, cell: str) -> None:
    response = Client(headers={"host": "localhost", "hx-request": "true"}).get(address)
    assert response.status_code == 200
    assert parse_qs(urlsplit(response["HX-Push-Url"]).query)[cell] == ["3c 4c Kh"]


@pytest.mark.parametrize(("game", "cell"), [("ramino", "winner"), ("muriel", "points")])
def test_a_row_is_removed_by_its_number_though_emptied_ones_before_it_were_not_sent(game: str, cell: str) -> None:
    ask, seat = SHEETS[game].ask, ".0" if cell == "points" else ""
    address = f"player.0=Ada&player.1=Bea&{cell}.1{seat}=0&{cell}.3{seat}=1"
    for gone, left in ((0, ["0", "1"]), (1, ["1"]), (3, ["0"]), (4, ["0", "1"])):
        assert [list(row.values()) for row in asked(ask, f"{address}&remove={gone}").sheet.rows] == [
            [cell] for cell in left
        ]
