"""Who sits at the table: whoever is renamed, comes, leaves or sits a hand out, every hand stays whose it was."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from games.catalogue import SHEETS
from games.sheets import Table
from matches import seating, store, transfer
from matches.board import board
from matches.ledger import Event, Kind, replay
from matches.links import Role
from matches.models import Match, table_of
from matches.seating import Seating, content, deals_next, seated, seatings
from matches.store import Clash, Opened
from tests import proved
from tests.matches.evenings import EVENINGS, event, example, is_a_hand, names, plain_table, reread, tables

SITTING_OUT = [game for game, sheet in SHEETS.items() if sheet.may_sit_out]
EACH = settings(deadline=None, max_examples=proved.examples(25), suppress_health_check=[HealthCheck.too_slow])
PLAYERS = ("Ana", "Ben", "Cyd")


def sits(number: int, *seats: tuple[int | None, str], deals: int | None = None) -> Event:
    """An event that seats these people."""
    return event(number, Kind.SEATED, content=content(seats, deals))


def after(*events: Event) -> Seating:
    return seatings(PLAYERS, events)[-1]


# --- By itself ---


def test_a_table_as_it_was_laid_is_all_of_its_players() -> None:
    laid = Seating.of(PLAYERS)
    assert (laid.names, laid.left, laid.number, laid.as_stored()) == (PLAYERS, (), 0, None)


def test_whoever_is_renamed_keeps_number_and_seat() -> None:
    found = after(sits(1, (0, "Bea"), (1, "Ben"), (2, "Cyd")))
    assert (found.people, found.present) == (("Bea", "Ben", "Cyd"), (0, 1, 2))


def test_whoever_comes_gets_the_next_number_and_whoever_leaves_keeps_his() -> None:
    found = after(sits(1, (2, "Cyd"), (None, "Dan"), (0, "Ana")))
    assert (found.people, found.present, found.left) == ((*PLAYERS, "Dan"), (2, 3, 0), (1,))
    assert found.names == ("Cyd", "Dan", "Ana")
    back = after(sits(1, (2, "Cyd"), (None, "Dan"), (0, "Ana")), sits(2, (0, "Ana"), (1, "Eda"), (3, "Dan")))
    assert (back.names, back.left) == (("Ana", "Eda", "Dan"), (2,))


def test_a_name_may_pass_from_one_to_another() -> None:
    known = seatings(PLAYERS, [sits(1, (0, "Ben"), (1, "Ana"), (2, "Cyd"))])
    assert seating.names_now(known, 0) == {"Ana": "Ben", "Ben": "Ana"}
    assert seating.names_now(known, 1) == {}


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {},
        {"seats": []},
        {"seats": [[0, "Ana"]], "more": 1},
        {"seats": [["0", "Ana"]]},
        {"seats": [[True, "Ana"]]},
        {"seats": [[0, "Ana", 1]]},
        {"seats": [(0, "Ana")]},
        {"seats": [[0, ""]]},
        {"seats": [[0, 5]]},
        {"seats": [[3, "Dan"]]},
        {"seats": [[-1, "Dan"]]},
        {"seats": [[0, "Ana"], [0, "Bea"]]},
        {"seats": [[0, "Ben"], [2, "Cyd"]]},
        {"seats": [[None, "Ana"]]},
        {"seats": [[0, "Ana"]], "deals": 1},
        {"seats": [[0, "Ana"]], "deals": -1},
        {"seats": [[0, "Ana"]], "deals": True},
        {"seats": [[0, "Ana"]], "deals": "Ana"},
        content([(None, f"P{one}") for one in range(seating.MOST_PEOPLE - 2)]),
    ],
)
def test_what_does_not_follow_is_refused(said: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        seated(Seating.of(PLAYERS), said)


def test_as_many_as_may_come_have_a_seat() -> None:
    many = content([(None, f"P{one}") for one in range(seating.MOST_PEOPLE - 3)])
    assert len(seated(Seating.of(PLAYERS), many).people) == seating.MOST_PEOPLE


# --- Who deals ---


def dealer(*events: Event) -> str | None:
    known = seatings(PLAYERS, events)
    deals = deals_next(known, replay(events))
    return None if deals is None else known[-1].people[deals]


def hand(number: int) -> Event:
    return event(number, content=["a hand"])


SAME = ((0, "Ana"), (1, "Ben"), (2, "Cyd"))
BEN = sits(1, *SAME, deals=1)


def test_nobody_deals_before_it_is_said_who_does() -> None:
    assert dealer() is None
    assert dealer(hand(1), sits(2, *SAME)) is None


def test_the_deal_passes_on_with_each_hand_that_stands() -> None:
    assert dealer(BEN) == "Ben"
    assert dealer(BEN, hand(2)) == "Cyd"
    assert dealer(BEN, hand(2), hand(3)) == "Ana"
    assert dealer(BEN, hand(2), hand(3), event(4, Kind.REMOVED, 2)) == "Cyd"
    assert dealer(hand(1), hand(2), sits(3, *SAME, deals=1), event(4, Kind.REMOVED, 2)) == "Ben", "said since"


def test_the_deal_follows_the_seats_as_they_are_by_then() -> None:
    assert dealer(BEN, sits(2, (1, "Ben"), (0, "Ana"), (2, "Cyd")), hand(3)) == "Ana"
    assert dealer(BEN, sits(2, (0, "Ana"), (1, "Bob"), (2, "Cyd"))) == "Bob"
    assert dealer(BEN, sits(2, (0, "Ana"), (1, "Ben"), (None, "Dan"), (2, "Cyd")), hand(3)) == "Dan"


def test_where_the_dealer_leaves_the_next_one_deals() -> None:
    assert dealer(BEN, sits(2, (0, "Ana"), (2, "Cyd"))) == "Cyd"
    assert dealer(sits(1, *SAME, deals=2), sits(2, (1, "Ben"), (0, "Ana"))) == "Ana"
    assert dealer(BEN, sits(2, (None, "Dan"), (None, "Eda"))) == "Dan", "of nobody who is left"


# --- An evening of people who change ---


@st.composite
def changed(draw: DrawFn, game: str, before: Seating) -> Any:
    """Other names, other seats, and in games that allow it other people; and perhaps who deals."""
    sheet = SHEETS[game]
    stay = list(draw(st.permutations(range(len(before.people)))))
    if sheet.may_sit_out:
        stay = stay[: draw(st.integers(0, len(stay)))]
    room = min(sheet.seats[-1] - len(stay), seating.MOST_PEOPLE - len(before.people)) if sheet.may_sit_out else 0
    fresh = draw(st.integers(0, max(0, min(2, room))))
    others = [name for one, name in enumerate(before.people) if one not in stay]
    free = names.filter(lambda name: name not in others)
    called = draw(st.lists(free, min_size=len(stay) + fresh, max_size=len(stay) + fresh, unique=True))
    called = [
        before.people[one] if draw(st.booleans()) and before.people[one] not in called else name
        for one, name in zip(stay, called, strict=False)
    ] + called[len(stay) :]
    assume(len(stay) + fresh in sheet.seats and len(set(called)) == len(called))
    seats = list(draw(st.permutations(list(zip([*stay, *[None] * fresh], called, strict=True)))))
    return content(seats, draw(st.one_of(st.none(), st.integers(0, len(seats) - 1))))


@st.composite
def evenings(draw: DrawFn, game: str) -> tuple[Table, tuple[Event, ...]]:
    """A table, and an evening at it in which people change between the hands, and some sit hands out."""
    table, sheet = draw(tables(game)), SHEETS[game]
    people, events = Seating.of(table.players), list[Event]()
    for number in range(1, draw(st.integers(1, 9)) + 1):
        if draw(st.integers(0, 2)) == 0:
            said = draw(changed(game, people))
            people = seated(people, said, number)
            assume(not sheet.wrong_with(table_of(table, people)))
            events.append(event(number, Kind.SEATED, content=said))
            continue
        playing = list(people.names)
        if sheet.may_sit_out:
            playing = playing[: draw(st.integers(sheet.seats[0], len(playing)))]
        at = Table(tuple(playing), table.house, table.terms)
        hands = [it.hand for it in events if it.kind is Kind.ENTERED]
        kind, which = Kind.ENTERED, number
        if hands and draw(st.booleans()):
            kind, which = Kind.CORRECTED, draw(st.sampled_from(hands))
        events.append(event(number, kind, which, draw(EVENINGS[game].hands(at))))
    return table, tuple(events)


def opened_match(game: str, table: Table, *events: Event) -> Opened:
    _match, token = store.open_match(game, table, events)
    opened = store.find(token)
    assert opened
    return opened


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_the_standing_is_that_of_an_evening_under_the_last_names(game: str, data: st.DataObject) -> None:
    table, events = data.draw(evenings(game))
    known = seatings(table.players, events)
    everybody = Table(known[-1].people, table.house, table.terms)
    sheet, opened = SHEETS[game], opened_match(game, table, *events)
    hands = []
    for it in replay(events).hands:
        was = seating.seated_at(known, it.said.number).people
        # By way of numbers, which no name is, so that a name that passed on is not translated twice.
        numbered = sheet.renamed(it.content, {name: f"\0{one}" for one, name in enumerate(was)})
        hands.append(sheet.renamed(numbered, {f"\0{one}": name for one, name in enumerate(everybody.people)}))
    expected = sheet.standing(everybody, hands)
    ledger = reread(opened).ledger
    assert [it.content for it in ledger.hands] == hands
    found = opened.standing(ledger)
    assert found.totals == expected.totals
    assert [dict(row.gains) for row in found.rows] == [dict(row.gains) for row in expected.rows]
    assert (found.winner, set(found.leaders)) == (expected.winner, set(expected.leaders))
    assert ledger.events == events, "what was written stays under the names of its time"
    assert board(opened).revision == len(events)


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_exported_and_brought_back_it_is_the_same(game: str, data: st.DataObject) -> None:
    table, events = data.draw(evenings(game))
    opened = opened_match(game, table, *events)
    text = "".join(transfer.as_json(opened.match, reread(opened).ledger))
    read = transfer.from_json(text.encode())
    assert read[:3] == (game, table, events)
    again = opened_match(game, read[1], *read[2])
    assert (
        "".join(transfer.as_json(again.match, reread(again).ledger)).partition('"events": [')[2]
        == text.partition('"events": [')[2]
    )
    assert again.table == opened.table
    assert again.standing(reread(again).ledger) == opened.standing(reread(opened).ledger)


@pytest.mark.parametrize("game", SHEETS)
def test_a_hand_is_one_in_whatever_seats_its_players_are_by_then(game: str) -> None:
    """A form names the people by their numbers, and so a hand keeps the order of the table as it was laid."""
    table = plain_table(game)
    turned = sits(1, *[*enumerate(table.players)][::-1])
    for players in (table.players, table.players[::-1]):
        hand = EVENINGS[game].example(players)
        assert is_a_hand(game, table_of(table, seatings(table.players, [turned])[-1]), hand)
        file = json.loads(written(game, turned.content))
        file["events"].append(json.loads(event(2, content=hand).line))
        assert transfer.from_json(json.dumps(file).encode())[2][-1].content == hand


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
def test_what_the_match_keeps_of_its_people_is_what_the_entries_say(game: str) -> None:
    table = plain_table(game)
    opened = opened_match(game, table)
    seats = [(one, f"{name}!") for one, name in enumerate(table.players)][::-1]
    said = content(seats, 0)
    written = store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=0, content=said)
    kept = Match.objects.get(pk=opened.match.pk)
    assert kept.seating == seatings(table.players, [written])[-1].as_stored()
    assert kept.table.players == kept.table.present == tuple(f"{name}!" for name in table.players[::-1])
    assert kept.table.people == tuple(f"{name}!" for name in table.players)
    assert kept.players == list(table.players), "as they were at first"


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
@EACH
@given(data=st.data())
def test_renamed_there_and_back_nothing_has_changed(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    hands = data.draw(st.lists(EVENINGS[game].hands(table), min_size=1, max_size=4))
    entered = [event(number, content=hand) for number, hand in enumerate(hands, 1)]
    others = data.draw(st.lists(names, min_size=len(table.players), max_size=len(table.players), unique=True))
    there = sits(len(hands) + 1, *enumerate(others))
    back = sits(len(hands) + 2, *enumerate(table.players))
    plain, twice = opened_match(game, table, *entered), opened_match(game, table, *entered, there, back)
    assert twice.standing(reread(twice).ledger) == plain.standing(reread(plain).ledger)
    assert [hand.content for hand in reread(twice).ledger.hands] == [
        hand.content for hand in reread(plain).ledger.hands
    ]
    renamed_once = opened_match(game, table, *entered, there)
    assert set(renamed_once.standing(reread(renamed_once).ledger).totals) == set(others)
    assert not any(hand.is_corrected for hand in reread(renamed_once).ledger.hands)


@pytest.mark.parametrize("game", SHEETS)
def test_a_hand_names_some_of_the_table_only_where_the_game_allows_it(game: str) -> None:
    table, sheet = plain_table(game), SHEETS[game]
    fewer = EVENINGS[game].example(table.players[:-1])
    assert is_a_hand(game, table, fewer) is (game in SITTING_OUT)
    if game in SITTING_OUT:
        counted = sheet.outcome(sheet.counted(table, fewer))
        standing = sheet.tally(table, [counted])
        assert standing.totals[table.players[-1]] == 0
        assert not is_a_hand(game, table, EVENINGS[game].example(["Ana"]))
        assert not is_a_hand(game, table, EVENINGS[game].example(["Ana", "Zoe"]))


def test_who_has_not_played_yet_is_neither_first_nor_last() -> None:
    sheet, table = SHEETS["machiavelli"], Table(PLAYERS, {}, {})
    standing = sheet.standing(table, [{"Ana": 0, "Ben": 5}])
    assert (standing.leaders, standing.totals) == (("Ana",), {"Ana": 0, "Ben": 5, "Cyd": 0})
    assert [dict(ahead) for ahead in sheet.ranks(standing)] == [{"Ana": 0, "Ben": 5}]


# --- What is undone and what was paid, under the names of now ---


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
def test_what_is_undone_after_others_were_named_is_said_of_the_same_people(game: str) -> None:
    table = plain_table(game)
    first, second = (EVENINGS[game].example(table.players[::way]) for way in (1, -1))
    renamed = sits(4, *((one, f"{name}!") for one, name in enumerate(table.players)))
    corrected, removed = event(2, Kind.CORRECTED, 1, second), event(3, Kind.REMOVED, 1)
    opened = opened_match(game, table, event(1, content=first), corrected, removed, renamed)
    for undone, restored in ((removed, second), (corrected, first)):
        if undone is corrected:
            opened = opened_match(game, table, event(1, content=first), corrected, replace(renamed, number=3))
        store.undo(opened.match, Role.SCORE, undone.key)
        now = opened.standing(reread(opened).ledger).totals
        assert now == {f"{name}!": total for name, total in opened.sheet.standing(table, [restored]).totals.items()}


@pytest.mark.django_db
def test_a_payment_counts_for_those_who_made_it_whatever_they_are_called_now() -> None:
    table = plain_table("marriage")
    hand = event(1, content=EVENINGS["marriage"].example(table.players))
    opened = opened_match("marriage", table, hand)
    (debt, *_others) = opened.debts(reread(opened).ledger, opened.counted(reread(opened).ledger)).fewest
    paid = event(2, Kind.PAID, content={"from": debt.payer, "to": debt.payee, "points": debt.points})
    turned = [*table.players[1:], table.players[0]]
    before = opened_match("marriage", table, hand, paid)
    after = opened_match("marriage", table, hand, paid, sits(3, *enumerate(turned)))
    names = dict(zip(table.players, turned, strict=True))
    ledgers = [(it, reread(it).ledger) for it in (before, after)]
    left, now = ([(owes.payer, owes.payee, owes.points) for owes in it.debts(ledger, it.counted(ledger)).fewest]
                 for it, ledger in ledgers)  # fmt: skip
    assert sorted((names[payer], names[payee], points) for payer, payee, points in left) == sorted(now)
    (told,) = ledgers[1][1].paid
    assert (told.payer, told.payee) == (names[debt.payer], names[debt.payee])


# --- Others were first ---


@pytest.mark.django_db
def test_a_hand_clashes_with_other_people_and_other_people_with_one_another() -> None:
    table = plain_table("ramino")
    opened = opened_match("ramino", table)
    said = content([(0, "Ana"), (1, "Ben")])
    store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=0, content=said)
    hand = example("ramino", table)
    with pytest.raises(Clash):
        store.write(opened.match, Role.SCORE, uuid4(), Kind.ENTERED, seen=0, content=hand)
    with pytest.raises(Clash):
        store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=0, content=said)
    store.write(opened.match, Role.SCORE, uuid4(), Kind.ENTERED, seen=1, content=hand)
    store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=1, content=content([(0, "Ana"), (2, "Cyd")]))
    assert reread(opened).ledger.revision == 3


@pytest.mark.django_db
def test_what_does_not_follow_is_not_written() -> None:
    opened = opened_match("ramino", plain_table("ramino"))
    with pytest.raises(ValueError, match="number"):
        store.write(opened.match, Role.SCORE, uuid4(), Kind.SEATED, seen=0, content=content([(7, "Ana")]))
    assert reread(opened).ledger.revision == 0


# --- Out of a file ---


def written(game: str, *said: Any) -> bytes:
    """An exported match in which these contents seat people."""
    table = plain_table(game)
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    file = json.loads("".join(transfer.as_json(match, replay([]))))
    file["events"] = [json.loads(event(at, Kind.SEATED, content=it).line) for at, it in enumerate(said, 1)]
    return json.dumps(file).encode()


@pytest.mark.parametrize(
    ("game", "seats", "why"),
    [
        ("ramino", [(9, "Ana"), (1, "Ben")], "Entry 1 cannot be read."),
        ("ramino", [(0, "Ana")], "This game is for 2 to 6 players."),
        ("ramino", [(0, "Ana"), (1, " Ben")], "A name is a line of text."),
        ("ramino", [(0, "Ana"), (1, "B" * 41)], "is too long"),
        ("murlan", [(0, "Ana"), (1, "Ben"), (2, "Cyd"), (None, "Eda")], "stay the same to the end"),
        ("machiavelli", [(None, f"P{one}") for one in range(8)], "."),
    ],
)
def test_people_who_cannot_play_are_refused_by_a_sentence(game: str, seats: Any, why: str) -> None:
    with pytest.raises(transfer.Unreadable, match=why):
        transfer.from_json(written(game, content(seats)))


def test_a_hand_in_a_file_names_whom_the_table_had_by_then() -> None:
    table = plain_table("ramino")
    match = Match(game="ramino", players=list(table.players), terms=dict(table.terms))
    early = example("ramino", table)
    late = {"winner": "Dan", "hands": {"Ben": "Kh"}}
    events = [event(1, content=early), sits(2, (1, "Ben"), (None, "Dan")), event(3, content=late)]
    read = transfer.from_json("".join(transfer.as_json(match, replay(events))).encode())
    assert [it.content for it in read[2]] == [it.content for it in events]
    too_early = [event(1, content=late), sits(2, (1, "Ben"), (None, "Dan"))]
    with pytest.raises(transfer.Unreadable, match="Entry 1 is not a hand"):
        transfer.from_json("".join(transfer.as_json(match, replay(too_early))).encode())
