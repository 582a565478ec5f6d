"""An evening of every game: what the form says is what is stored, counted and shown again."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue import SHEETS
from games.notation import NOTATIONS
from games.sheets import MatchSheet, Table
from matches.setup import Setup
from tests import proved
from tests.matches.evenings import EVENINGS, PLAIN, example, is_a_hand, matches, plain_table, tables

EACH = settings(deadline=None, max_examples=proved.examples(40), suppress_health_check=[HealthCheck.too_slow])


def sorted_keys(content: Any) -> Any:
    """A content as PostgreSQL gives it back: its objects in an order of their own."""
    return json.loads(json.dumps(content, sort_keys=True))


def test_every_game_has_evenings_here() -> None:
    assert set(EVENINGS) == set(SHEETS)


@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_a_hand_typed_in_again_is_the_same_in_all_letters_and_in_any_order_of_storage(
    game: str, data: st.DataObject
) -> None:
    sheet = SHEETS[game]
    table = data.draw(tables(game))
    content = data.draw(EVENINGS[game].hands(table))
    assert is_a_hand(game, table, content)
    for notation in NOTATIONS.values():
        for stored in (content, sorted_keys(content)):
            typed = sheet.typed(table, stored, notation)
            form = sheet.entry(table, typed, notation, 1)
            assert form.is_valid(), form.errors
            assert sheet.content(form.cleaned_data) == content
            other = NOTATIONS["it"]
            assert sheet.rewritten(table, typed, notation, other) == sheet.typed(table, stored, other)


@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_the_totals_are_those_of_counting_what_stands_from_scratch(game: str, data: st.DataObject) -> None:
    sheet = SHEETS[game]
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


@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_who_owes_whom_settles_the_evening(game: str, data: st.DataObject) -> None:
    sheet: Any = SHEETS[game]
    table = data.draw(tables(game))
    if sheet.debts(table, []) is None:
        assert not sheet.below
        return
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


@EACH
@given(data=st.data())
def test_once_all_payments_are_ticked_off_in_any_order_nobody_owes_anything(data: st.DataObject) -> None:
    sheet: Any = SHEETS["marriage"]
    table = data.draw(tables("marriage"))
    hands = data.draw(st.lists(EVENINGS["marriage"].hands(table), max_size=4))
    outcomes = [sheet.outcome(sheet.counted(table, hand)) for hand in hands]
    first, paid = sheet.debts(table, outcomes), list[Any]()
    for left in reversed(range(len(first.fewest))):
        due = sheet.debts(table, outcomes, paid).fewest
        paid.append(data.draw(st.sampled_from(due))[:3])
        debts = sheet.debts(table, outcomes, paid)
        assert len(debts.fewest) == left, "each that is paid is one less, and makes no other"
        assert debts.matrix == first.matrix, "as it was played"
        assert debts.value == first.value
    assert sheet.debts(table, outcomes, data.draw(st.permutations(paid))).fewest == []
    while paid:
        before = sheet.debts(table, outcomes, paid).fewest
        back = paid.pop(data.draw(st.integers(0, len(paid) - 1)))
        owed = dict.fromkeys(table.players, 0)
        for sign, payments in ((1, sheet.debts(table, outcomes, paid).fewest), (-1, [*before, back])):
            for payer, payee, points in (payment[:3] for payment in payments):
                owed[payer] += sign * points
                owed[payee] -= sign * points
        assert not any(owed.values()), "what is taken back is owed again"
    assert sheet.debts(table, outcomes, paid) == first


def test_what_was_paid_and_is_not_owed_any_more_is_owed_back() -> None:
    sheet: Any = SHEETS["marriage"]
    table = Table(("Ana", "Ben"), {}, {"value": "0.05"})
    (debt,) = sheet.debts(table, [], [("Ana", "Ben", 7)]).fewest
    assert debt == ("Ben", "Ana", 7, Decimal("0.35"))


@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_a_table_is_stored_and_read_again(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    stored = json.loads(json.dumps([list(table.players), table.house, table.terms]))
    setup = Setup.of(SHEETS[game], *stored)
    assert setup.faults == []
    assert setup.table == table


@pytest.mark.parametrize("game", SHEETS)
def test_every_table_that_can_be_laid_can_play(game: str) -> None:
    """With as many players as there are lines, and with one: either a hand can be entered, or the table is refused."""
    sheet = SHEETS[game]
    for seats in (*sheet.seats, sheet.seats[-1] + 1, 1):
        players = [f"Player {seat}" for seat in range(seats)]
        terms = dict(plain_table(game).terms)
        setup = Setup.of(sheet, players, {}, terms)
        table = Table(tuple(players), {}, terms)
        can_play = seats in sheet.seats and is_a_hand(game, table, EVENINGS[game].example(players))
        assert can_play == (not setup.faults), seats


def test_a_table_with_more_players_than_the_pack_serves_is_refused_with_the_reason() -> None:
    sheet = SHEETS["machiavelli"]
    (fault,) = Setup.of(sheet, PLAIN[:8], {}, {}).faults
    assert fault == (
        "players",
        "With 13 cards each and a stock, there are enough cards for seven players, not for eight.",
    )
    assert Setup.of(sheet, PLAIN[:8], {"decks": 3}, {}).faults == []


def broken(game: str) -> list[Any]:
    """What is no hand of this game at the plain table."""
    table = plain_table(game)
    good = example(game, table)
    stranger = EVENINGS[game].example(("Zoe", *table.players[1:]))
    fewer = EVENINGS[game].example(table.players[:1] if SHEETS[game].may_sit_out else table.players[:-1])
    odd = [good | {"more": "\0"}, good | {"house": {"jokers": True}}] if isinstance(good, dict) else [[*good, "Zoe"]]
    return [None, True, 0, "", "Ana", 10**400, [], {}, [[]], {"": None}, [good], {"hands": good}, stranger, fewer, *odd]


@pytest.mark.parametrize("game", SHEETS)
def test_what_the_form_could_not_have_said_is_no_hand(game: str) -> None:
    table = plain_table(game)
    assert is_a_hand(game, table, example(game, table))
    for content in broken(game):
        assert not is_a_hand(game, table, content), content


@pytest.mark.parametrize("game", SHEETS)
@settings(deadline=None, max_examples=proved.examples(20), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_hands_after_the_end_do_not_count(game: str, data: st.DataObject) -> None:
    table, events = data.draw(matches(game))
    sheet = SHEETS[game]
    hands = [event.content for event in events if event.says_a_hand]
    standing = sheet.standing(table, hands)
    assert len(standing.rows) == len(hands) or standing.winner is not None
    assert sheet.standing(table, hands[: len(standing.rows)]).totals == standing.totals
    for count in range(len(standing.rows)):
        assert sheet.standing(table, hands[:count]).winner is None, "the match ends with the first hand that ends it"


def test_machiavelli_keeps_the_number_of_cards_however_it_was_written() -> None:
    sheet, table = SHEETS["machiavelli"], plain_table("machiavelli")
    for typed in (["0", "2", "3"], ["0", "RC 7Q", "3"]):
        said = QueryDict(mutable=True)
        said.setlist("left", typed)
        form = sheet.entry(table, said, NOTATIONS["it"], 1)
        assert form.is_valid()
        assert sheet.content(form.cleaned_data) == {"Ana": 0, "Ben": 2, "Cyd": 3}


@pytest.mark.parametrize("game", [game for game, sheet in SHEETS.items() if isinstance(sheet, MatchSheet)])
@EACH
@given(data=st.data())
def test_a_match_by_its_outcomes_is_the_match_that_the_calculator_counts(game: str, data: st.DataObject) -> None:
    """The calculator is asked about all hands at once; the sheet knows only what each came to by itself."""
    sheet = SHEETS[game]
    assert isinstance(sheet, MatchSheet)
    table = data.draw(tables(game))
    hands = data.draw(st.lists(EVENINGS[game].hands(table), max_size=12))
    if game == "murlan" and data.draw(st.booleans()):
        a, b, c, d = table.players
        hands = [[a, b, c, d], [b, a, c, d]] * 6 + hands  # so that the target rises
    if game == "murlan":
        hands[:1] = [list(table.players)]  # whose order is that of the columns where nobody names them
    standing = sheet.standing(table, hands)
    counted = len(standing.rows)
    asked = [hand for content in hands for hand in sheet.question(table.players, content)[sheet.ask.sheet_name]]
    whole = sheet.ask(sheet.agreed(table) | {sheet.ask.sheet_name: asked[:counted]})
    if not hands and not whole.is_valid():
        return
    assert whole.is_valid(), whole.errors
    match = whole.verdict
    assert (standing.winner, dict(standing.totals)) == (
        match.winner,
        {name: match.totals.get(name, 0) for name in table.players},
    )
    assert [dict(row.totals) for row in standing.rows] == [
        {name: row.totals[name] for name in table.players} for row in match.rows
    ]
    assert getattr(match, "target", standing.target) == standing.target
    assert [row.target for row in standing.rows] == [getattr(row, "target", None) for row in match.rows]
    of_the_match = [(text, rule) for text, rule in whole.sentences() if rule in sheet.of_the_match]
    assert list(standing.sentences) == of_the_match
    if counted:
        last = sheet.made(table, hands[counted - 1], counted).sentences
        assert set(last) <= set(whole.sentences())
    if counted < len(hands):
        after = sheet.ask(sheet.agreed(table) | {sheet.ask.sheet_name: asked[: counted + 1]})
        assert not after.is_valid(), "a hand is left out only where the calculator refuses it"


@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_an_outcome_is_the_same_from_the_form_and_from_what_is_stored(game: str, data: st.DataObject) -> None:
    sheet = SHEETS[game]
    table = data.draw(tables(game))
    content = data.draw(EVENINGS[game].hands(table))
    typed = sheet.entry(table, sheet.typed(table, content, NOTATIONS["cs"]), NOTATIONS["cs"], 7)
    assert typed.is_valid()
    outcome = sheet.outcome(typed)
    assert outcome == sheet.outcome(sheet.counted(table, content)) == json.loads(json.dumps(outcome))
    assert sheet.is_current(outcome)
    assert not sheet.is_current(None)
    assert not sheet.is_current({"gains": outcome["gains"]})


KEPT: dict[str, tuple[Any, dict[str, Any]]] = {
    "murlan": (["Cyd", "Ana", "Dan", "Ben"], {"gains": {"Cyd": 3, "Ana": 2, "Dan": 1, "Ben": 0}}),
    "ramino": ({"winner": "Ben", "hands": {"Ana": "As Kh", "Cyd": "7d Th 2c"}}, {"gains": {"Ben": 30}}),
    "machiavelli": ({"Ana": 0, "Ben": 4, "Cyd": 13}, {"gains": {"Ana": 0, "Ben": 4, "Cyd": 13}}),
    "muriel": (
        {"Ana": "Xb Ks Qs", "Ben": "Js Ts As"} | dict.fromkeys(PLAIN[2:9], 5),
        {"gains": {"Ana": 49, "Ben": 22} | dict.fromkeys(PLAIN[2:9], 5)},
    ),
    "marriage": (
        {
            "players": [
                {"name": "Ana", "maal": "7s 7s 8s", "seen": True, "winner": True},
                {"name": "Ben", "maal": 10, "seen": True},
                {"name": "Cyd", "maal": 3, "seen": False},
            ],
            "tiplu": "7s",
        },
        {
            "gains": {"Ana": 18, "Ben": 5, "Cyd": -23},
            "pays": [["Ben", "Ana", 2], ["Cyd", "Ana", 16], ["Cyd", "Ben", 7]],
        },
    ),
}
"""A hand of each game and what is kept of it.

Should one of these come to be counted otherwise, ``counting`` of its sheet is to be raised by one together with it here:
else matches that are stored go on as they were counted.
"""


@pytest.mark.parametrize("game", SHEETS)
def test_what_is_kept_is_counted_anew_when_it_is_counted_otherwise(game: str) -> None:
    sheet, (content, outcome) = SHEETS[game], KEPT[game]
    form = sheet.read(plain_table(game), content)
    assert not isinstance(form, ValidationError)
    assert sheet.outcome(form) == outcome | {"counting": 1}
