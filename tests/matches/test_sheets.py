"""An evening of every game: what the form says is what is stored, counted and shown again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue import GAMES
from games.notation import NOTATIONS
from games.sheets import Table
from matches.setup import Setup
from tests.matches.evenings import EVENINGS, PLAIN, example, matches, plain_table, tables

EACH = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


def sorted_keys(content: Any) -> Any:
    """A content as PostgreSQL gives it back: its objects in an order of their own."""
    return json.loads(json.dumps(content, sort_keys=True))


def test_every_game_has_evenings_here() -> None:
    assert set(EVENINGS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
@EACH
@given(data=st.data())
def test_a_hand_typed_in_again_is_the_same_in_all_letters_and_in_any_order_of_storage(
    game: str, data: st.DataObject
) -> None:
    sheet = GAMES[game].sheet
    table = data.draw(tables(game))
    content = data.draw(EVENINGS[game].hands(table))
    assert sheet.unfit(table, content) is None
    for notation in NOTATIONS.values():
        for stored in (content, sorted_keys(content)):
            typed = sheet.typed(table, stored, notation)
            form = sheet.entry(table, typed, notation, 1)
            assert form.is_valid(), form.errors
            assert sheet.content(form.cleaned_data) == content
            other = NOTATIONS["it"]
            assert sheet.rewritten(table, typed, notation, other) == sheet.typed(table, stored, other)


@pytest.mark.parametrize("game", GAMES)
@EACH
@given(data=st.data())
def test_the_totals_are_those_of_counting_what_stands_from_scratch(game: str, data: st.DataObject) -> None:
    sheet = GAMES[game].sheet
    table = data.draw(tables(game))
    hands = data.draw(st.lists(EVENINGS[game].hands(table), max_size=6))
    standing = sheet.standing(table, hands)
    counted = hands[: len(standing.rows)]
    assert counted == hands or standing.winner is not None
    assert dict(standing.totals) == dict(EVENINGS[game].totals(table, counted))
    for number, row in enumerate(standing.rows, 1):
        assert list(row.totals.items()) == [
            (name, EVENINGS[game].totals(table, hands[:number])[name]) for name in table.players
        ], "each total stands in its player's column"
    if counted:
        ahead = (EVENINGS[game].ahead or EVENINGS[game].totals)(table, counted)
        best = (min if sheet.fewest_lead else max)(ahead.values())
        assert set(standing.leaders) == {name for name, figure in ahead.items() if figure == best}
    again = sheet.standing(table, sorted_keys(hands))
    assert (again.totals, again.leaders, again.sentences) == (standing.totals, standing.leaders, standing.sentences)


@pytest.mark.parametrize("game", GAMES)
@EACH
@given(data=st.data())
def test_who_owes_whom_settles_the_evening(game: str, data: st.DataObject) -> None:
    sheet: Any = GAMES[game].sheet
    if not hasattr(sheet, "debts"):
        assert not sheet.below
        return
    table = data.draw(tables(game))
    hands = data.draw(st.lists(EVENINGS[game].hands(table), max_size=5))
    standing = sheet.standing(table, hands)
    debts = sheet.debts(table, [sheet.outcome(sheet.counted(table, hand)) for hand in hands])
    settled = dict.fromkeys(table.players, 0)
    for debt in debts.fewest:
        assert debt.points > 0
        settled[debt.payer] -= debt.points
        settled[debt.payee] += debt.points
    assert settled == standing.totals
    assert len(debts.fewest) < max(2, len(table.players))
    for seat, (payer, owed, total) in enumerate(debts.matrix):
        assert payer == table.players[seat]
        received = sum(line[seat] or 0 for _name, line, _total in debts.matrix)
        assert received - total == standing.totals[payer]
        assert total == sum(points or 0 for points in owed)


@pytest.mark.parametrize("game", GAMES)
@EACH
@given(data=st.data())
def test_a_table_is_stored_and_read_again(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    stored = json.loads(json.dumps([list(table.players), table.house, table.terms]))
    setup = Setup.of(GAMES[game].sheet, *stored)
    assert setup.faults == []
    assert setup.table == table


@pytest.mark.parametrize("game", GAMES)
def test_every_table_that_can_be_laid_can_play(game: str) -> None:
    """With as many players as there are lines, and with one: either a hand can be entered, or the table is refused."""
    sheet = GAMES[game].sheet
    for seats in (*sheet.seats, sheet.seats[-1] + 1, 1):
        players = [f"Player {seat}" for seat in range(seats)]
        terms = dict(plain_table(game).terms)
        setup = Setup.of(sheet, players, {}, terms)
        can_play = seats in sheet.seats and not sheet.unfit(
            Table(tuple(players), {}, terms), EVENINGS[game].example(players)
        )
        assert can_play == (not setup.faults), seats


def test_a_table_with_more_players_than_the_pack_serves_is_refused_with_the_reason() -> None:
    sheet = GAMES["machiavelli"].sheet
    (fault,) = Setup.of(sheet, PLAIN[:8], {}, {}).faults
    assert fault == ("players", "With 13 cards each and a stock, this pack is enough for 7 players; here are 8.")
    assert Setup.of(sheet, PLAIN[:8], {"decks": 3}, {}).faults == []


def broken(game: str) -> list[Any]:
    """What is no hand of this game at the plain table."""
    table = plain_table(game)
    good = example(game, table)
    stranger = EVENINGS[game].example(("Zoe", *table.players[1:]))
    fewer = EVENINGS[game].example(table.players[:-1])
    odd = [good | {"more": "\0"}, good | {"house": {"jokers": True}}] if isinstance(good, dict) else [[*good, "Zoe"]]
    return [None, True, 0, "", "Ana", 10**400, [], {}, [[]], {"": None}, [good], {"hands": good}, stranger, fewer, *odd]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_form_could_not_have_said_is_no_hand(game: str) -> None:
    sheet, table = GAMES[game].sheet, plain_table(game)
    assert sheet.unfit(table, example(game, table)) is None
    for content in broken(game):
        assert sheet.unfit(table, content) is not None, content


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_hands_after_the_end_do_not_count(game: str, data: st.DataObject) -> None:
    table, events = data.draw(matches(game))
    sheet = GAMES[game].sheet
    hands = [event.content for event in events if event.content is not None]
    standing = sheet.standing(table, hands)
    assert len(standing.rows) == len(hands) or standing.winner is not None
    assert sheet.standing(table, hands[: len(standing.rows)]).totals == standing.totals
    for count in range(len(standing.rows)):
        assert sheet.standing(table, hands[:count]).winner is None, "the match ends with the first hand that ends it"


def test_machiavelli_keeps_the_number_of_cards_however_it_was_written() -> None:
    sheet, table = GAMES["machiavelli"].sheet, plain_table("machiavelli")
    for typed in (["0", "2", "3"], ["0", "RC 7Q", "3"]):
        said = QueryDict(mutable=True)
        said.setlist("left", typed)
        form = sheet.entry(table, said, NOTATIONS["it"], 1)
        assert form.is_valid()
        assert sheet.content(form.cleaned_data) == {"Ana": 0, "Ben": 2, "Cyd": 3}
