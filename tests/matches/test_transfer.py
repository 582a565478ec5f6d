"""A match as a file: it comes back exactly as it was, and nothing else comes in."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import sheets
from games.catalogue import SHEETS
from games.sheets import Table
from matches import setup, store, transfer
from matches.ledger import Kind, replay
from matches.models import Match
from matches.opening import ABANDONED
from matches.seating import MOST_PEOPLE
from matches.transfer import Unreadable
from tests import proved
from tests.matches.evenings import contents, count_asks, event, example, is_a_hand, matches, plain_table, reread


def stored(game: str, table: Table, *events: Any) -> str:
    """The export of such a match out of the database."""
    _match, token = store.open_match(game, table, events)
    opened = store.find(token)
    assert opened
    return "".join(transfer.as_json(opened.match, reread(opened).ledger))


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
@settings(deadline=None, max_examples=proved.examples(20), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_an_exported_match_comes_back_exactly_as_it_was(game: str, data: st.DataObject) -> None:
    table, events = data.draw(matches(game))
    first = stored(game, table, *events)
    read = transfer.from_json(first.encode())
    assert read[:3] == (game, table, events)
    _match, token = store.open_match(*read)
    opened = store.find(token)
    assert opened
    assert "".join(transfer.as_json(opened.match, reread(opened).ledger)) == first
    assert (opened.table, reread(opened).ledger, opened.match.revision) == (table, replay(events), len(events))


@pytest.mark.parametrize("game", SHEETS)
@settings(deadline=None, max_examples=proved.examples(20), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_table_for_spreadsheets_is_the_sheet(game: str, data: st.DataObject) -> None:
    table, events = data.draw(matches(game))
    ledger = replay(events)
    standing = SHEETS[game].standing(table, contents(ledger))
    heads, *lines = csv.reader(transfer.as_csv(SHEETS[GAME], table.players, ledger.hands, standing))
    seats = len(table.players)
    plain = [name.replace("'", "") for name in heads[2 : 2 + seats]]
    assert plain == [name.replace("'", "") for name in table.players]
    assert len(lines) == len(standing.rows)
    known = set[str]()
    for line, hand, row in zip(lines, ledger.hands, standing.rows, strict=False):
        played = {hand.content["winner"], *hand.content["hands"]} if game == "ramino" else set(row.gains)
        known |= played
        assert line[0] == str(hand.place)
        gains, totals = line[2 : 2 + seats], line[2 + seats :]
        assert gains == [str(row.gains.get(name, 0)) if name in played else "" for name in table.players]
        assert totals == [str(row.totals[name]) if name in known else "" for name in table.players]


GAME = "ramino"
TABLE = plain_table(GAME)
HAND = example(GAME, TABLE)


def plain() -> dict[str, Any]:
    """A small match as its file has it."""
    events = (
        event(1, content=HAND),
        event(2, content=HAND),
        event(3, Kind.CORRECTED, 1, HAND),
        event(4, Kind.REMOVED, 2),
        event(5, Kind.CLOSED),
    )
    match = Match(game=GAME, players=list(TABLE.players), house={}, terms=dict(TABLE.terms))
    found: dict[str, Any] = json.loads("".join(transfer.as_json(match, replay(events))))
    return found


def changed(*path: Any, to: Any) -> Callable[[dict[str, Any]], object]:
    def change(said: dict[str, Any]) -> None:
        inner: Any = said
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = to

    return change


def lost(*path: Any) -> Callable[[dict[str, Any]], object]:
    def change(said: dict[str, Any]) -> None:
        inner: Any = said
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return change


BROKEN: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another format": (changed("format", to="chess"), "not a match exported from this site"),
    "no format": (lost("format"), "not a match exported from this site"),
    "another version": (changed("version", to=99), "version 99"),
    "no version": (lost("version"), "version null"),
    "a version of odd letters": (changed("version", to="\ud800"), "not JSON"),
    "another game": (changed("game", to="chess"), "does not know the game “chess”"),
    "a game that is none": (changed("game", to=["ramino"]), "does not know the game"),
    "no players": (lost("players"), "Players, house rules and terms"),
    "players in an object": (changed("players", to={"Ana": 1}), "Players, house rules and terms"),
    "too few players": (changed("players", to=["Ana"]), "2 to 6 names"),
    "too many players": (changed("players", to=list("ABCDEFG")), "2 to 6 names"),
    "the same name twice": (changed("players", 1, to="Ana"), "“Ana” appears twice"),
    "a name too long": (changed("players", 0, to="A" * 41), "40 letters"),
    "a name of two lines": (changed("players", 0, to="A\nB"), "a line of text"),
    "a name with a null byte": (changed("players", 0, to="A\0"), "a line of text"),
    "a name with a space at its end": (changed("players", 0, to="Ana "), "a line of text"),
    "a name that is a number": (changed("players", 0, to=7), "a line of text"),
    "a name of half a letter": (changed("players", 0, to="\ud800"), "not JSON"),
    "house rules in a list": (changed("house", to=[]), "Players, house rules and terms"),
    "an unknown house rule": (changed("house", to={"wild_twos": True}), "“wild_twos” is not known"),
    "a house rule of odd letters": (changed("house", to={"\ud800": True}), "not JSON"),
    "a house rule that cannot be": (changed("house", to={"lay_off": "never"}), "“never” is not one of the choices"),
    "a field of the calculator as a house rule": (changed("house", to={"match": {"deals": 1}}), "not known"),
    "a field of the calculator as a term": (changed("terms", "deals", to=[]), "“deals” is not known"),
    "a term missing": (changed("terms", to={}), "Fill in “The match goes to”"),
    "a term that cannot be": (changed("terms", to={"match": {"points": 0}}), "instead of “0”"),
    "a term of more figures than can be typed": (changed("terms", to={"match": {"points": 10**6}}), "“1000000”"),
    "a term of thousands of figures": (changed("terms", to={"match": {"points": 10**4300 - 1}}), "“999"),
    "no events": (lost("events"), "a list of at most 1000"),
    "events in an object": (changed("events", to={}), "a list of at most 1000"),
    "too many events": (lambda said: said["events"].extend([{}] * 1000), "a list of at most 1000"),
    "an event that is none": (changed("events", 1, to=7), "Entry 2 cannot be read"),
    "an event without a key": (lost("events", 1, "key"), "Entry 2 cannot be read"),
    "a key that is none": (changed("events", 1, "key", to="abc"), "Entry 2 cannot be read"),
    "a key that is a number": (changed("events", 1, "key", to=1), "Entry 2 cannot be read"),
    "an unknown kind": (changed("events", 1, "kind", to="guessed"), "Entry 2 cannot be read"),
    "an unknown role": (changed("events", 1, "role", to="king"), "Entry 2 cannot be read"),
    "written by a watcher": (changed("events", 1, "role", to="watch"), "Entry 2 cannot be read"),
    "a number in a text": (changed("events", 1, "number", to="2"), "Entry 2 cannot be read"),
    "a number that is true": (changed("events", 0, "number", to=True), "Entry 1 cannot be read"),
    "a number with a fraction": (changed("events", 1, "number", to=2.0), "Entry 2 cannot be read"),
    "a hand in a text": (changed("events", 1, "hand", to="2"), "Entry 2 cannot be read"),
    "a hand that is true": (changed("events", 0, "hand", to=True), "Entry 1 cannot be read"),
    "a removal that says a hand": (changed("events", 3, "content", to=HAND), "Entry 4 cannot be read"),
    "a closing that says something": (changed("events", 4, "content", to=[]), "Entry 5 cannot be read"),
    "numbers with a gap": (lost("events", 1), "do not follow"),
    "numbers in another order": (lambda said: said["events"].reverse(), "do not follow"),
    "a huge number": (changed("events", 1, "number", to=10**2000), "do not follow"),
    "a key twice": (lambda said: said["events"][1].update(key=said["events"][0]["key"]), "do not follow"),
    "a correction of no hand": (changed("events", 2, "hand", to=9), "do not follow"),
    "a correction of a huge hand": (changed("events", 2, "hand", to=10**2000), "do not follow"),
    "a hand with another's number": (changed("events", 1, "hand", to=1), "do not follow"),
    "a closing of a hand": (changed("events", 4, "hand", to=1), "do not follow"),
    "opened when it was open": (changed("events", 4, "kind", to="reopened"), "do not follow"),
    "no time of opening": (lost("opened"), "time of the opening"),
    "a time without a zone": (changed("events", 1, "at", to="2026-11-21T20:00:00"), "time of entry 2"),
    "a time that is none": (changed("events", 1, "at", to="yesterday"), "time of entry 2"),
    "a time that cannot be": (changed("events", 1, "at", to="2026-02-30T20:00:00Z"), "time of entry 2"),
    "a time that is a number": (changed("events", 1, "at", to=1e9), "time of entry 2"),
    "before all time": (changed("events", 1, "at", to="0001-01-01T00:00:00+14:00"), "time of entry 2"),
    "after all time": (changed("opened", to="9999-12-31T23:59:59-12:00"), "time of the opening"),
    "no hand": (changed("events", 1, "content", to=None), "Entry 2 is not a hand of this game"),
    "a hand of another game": (
        changed("events", 1, "content", to=["Ana", "Ben", "Cyd", "Dan"]),
        "Entry 2 is not a hand",
    ),
    "an unknown card": (changed("events", 1, "content", "hands", "Ben", to="1Z"), "“1Z” (no. 1) is not a card"),
    "a winner with cards": (changed("events", 1, "content", "hands", "Ana", to="2s"), "Entry 2 is not a hand"),
    "a stranger": (changed("events", 1, "content", "hands", "Zoe", to="2s"), "Entry 2 is not a hand"),
    "a hand with something more": (changed("events", 1, "content", "more", to="\0"), "Entry 2 is not a hand"),
    "cards with a null byte": (changed("events", 1, "content", "hands", "Ben", to="Kh\0"), "Entry 2 is not a hand"),
    "not as a number is written": (changed("events", 1, "content", to=float("nan")), "not JSON"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_with_a_file_is_named(name: str) -> None:
    said = plain()
    transfer.from_json(json.dumps(said).encode())
    change, message = BROKEN[name]
    change(said)
    with pytest.raises(Unreadable) as unreadable:
        transfer.from_json(json.dumps(said).encode())
    assert message in str(unreadable.value)
    str(unreadable.value).encode()


PAYS = plain_table("marriage")
PAID = {"from": "Ben", "to": "Ana", "points": 3}
NO_PAYMENT = "Entry 2 is not a payment between two players of this match"


def with_payments() -> dict[str, Any]:
    """A small match in which somebody paid, as its file has it."""
    events = (
        event(1, content=example("marriage", PAYS)),
        event(2, Kind.PAID, content=PAID),
        event(3, Kind.UNPAID, content={"paid": 2}),
    )
    match = Match(game="marriage", players=list(PAYS.players), house={}, terms=dict(PAYS.terms))
    found: dict[str, Any] = json.loads("".join(transfer.as_json(match, replay(events))))
    return found


BROKEN_PAYMENTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "nothing": (changed("events", 1, "content", to=None), NO_PAYMENT),
    "a hand": (changed("events", 1, "content", to=example("marriage", PAYS)), NO_PAYMENT),
    "a stranger who pays": (changed("events", 1, "content", "from", to="Zoe"), NO_PAYMENT),
    "a stranger who is paid": (changed("events", 1, "content", "to", to="Zoe"), NO_PAYMENT),
    "names in a list": (changed("events", 1, "content", "to", to=["Ana"]), NO_PAYMENT),
    "to oneself": (changed("events", 1, "content", "to", to="Ben"), NO_PAYMENT),
    "no points": (lost("events", 1, "content", "points"), NO_PAYMENT),
    "points in a text": (changed("events", 1, "content", "points", to="3"), NO_PAYMENT),
    "points below nothing": (changed("events", 1, "content", "points", to=-3), NO_PAYMENT),
    "too many points": (changed("events", 1, "content", "points", to=10**2000), NO_PAYMENT),
    "something more": (changed("events", 1, "content", "more", to=1), NO_PAYMENT),
    "a payment of a hand": (changed("events", 1, "hand", to=1), "do not follow"),
    "taken back and not there": (changed("events", 2, "content", "paid", to=1), "do not follow"),
    "taken back without a number": (changed("events", 2, "content", to=None), "do not follow"),
    "a huge number": (changed("events", 2, "content", "paid", to=10**2000), "do not follow"),
}


@pytest.mark.parametrize("name", BROKEN_PAYMENTS)
def test_what_is_wrong_with_a_payment_in_a_file_is_named(name: str) -> None:
    said = with_payments()
    transfer.from_json(json.dumps(said).encode())
    change, message = BROKEN_PAYMENTS[name]
    change(said)
    with pytest.raises(Unreadable) as unreadable:
        transfer.from_json(json.dumps(said).encode())
    assert message in str(unreadable.value)


def test_nobody_pays_in_a_game_in_which_nobody_owes_anything() -> None:
    said = plain()
    said["events"][4] |= {"kind": "paid", "content": PAID}
    with pytest.raises(Unreadable, match="Entry 5 is not a payment"):
        transfer.from_json(json.dumps(said).encode())


FILES = {
    "nothing": (b"", "not JSON"),
    "no text": (b"\xff\xfe\0", "not JSON"),
    "no JSON": (b"{", "not JSON"),
    "a list": (b"[]", "not a match exported from this site"),
    "null": (b"null", "not a match exported from this site"),
    "a number of too many figures": (b'{"version": ' + b"9" * 5000 + b"}", "not JSON"),
    "too deep": (b"[" * 100_000 + b"]" * 100_000, "not JSON"),
    "too large": (b" " * 2_418_001, "larger than 2418 kB"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_match_at_all_is_named(name: str) -> None:
    text, message = FILES[name]
    with pytest.raises(Unreadable) as unreadable:
        transfer.from_json(text)
    assert message in str(unreadable.value)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("place", ["version", "players", "house", "terms", "events", "content"])
def test_nesting_of_any_depth_is_refused_and_never_breaks_the_page(place: str, settings: Any) -> None:
    settings.MATCHES_OPENED = "1000/hour"  # an import counts, readable or not
    client = Client(headers={"host": "localhost"})
    for depth in (*range(50, 800, 250), *range(800, 1001, 8)):
        said = plain()
        marked = json.dumps(said | {place: "HERE"})
        if place == "content":
            said["events"][1]["content"] = "HERE"
            marked = json.dumps(said)
        text = marked.replace('"HERE"', "[" * depth + "]" * depth)
        file = SimpleUploadedFile("match.json", text.encode())
        assert client.post("/en/match/file/", {"file": file}).status_code == 422, depth
    assert not Match.objects.exists()


@settings(deadline=None, max_examples=proved.examples(150))
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    ),
    st.sampled_from(
        [
            ("format",), ("version",), ("game",), ("players",), ("players", 0), ("house",), ("terms",),
            ("terms", "match"), ("opened",), ("events",), ("events", 1), ("events", 1, "key"), ("events", 1, "kind"),
            ("events", 1, "hand"), ("events", 1, "content"), ("events", 1, "content", "hands"), ("events", 1, "at"),
            ("events", 1, "content", "winner"), ("events", 1, "content", "hands", "Ben"), ("events", 1, "role"),
        ]
    ),
)  # fmt: skip
def test_whatever_stands_anywhere_in_a_file_it_is_read_or_refused(value: Any, path: tuple[Any, ...]) -> None:
    said = plain()
    changed(*path, to=value)(said)
    try:
        game, table, events, _opened = transfer.from_json(json.dumps(said).encode())
    except Unreadable:
        return
    replay(events)
    assert all(is_a_hand(game, table, found.content) for found in events if found.content is not None)


def test_the_mark_that_some_programs_put_before_a_text_does_no_harm() -> None:
    assert transfer.from_json(b"\xef\xbb\xbf" + json.dumps(plain()).encode())[0] == GAME


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "A,B", 'A"B', "A;B"])
def test_no_name_is_a_formula(name: str) -> None:
    table = Table((name, "Ben"), {}, TABLE.terms)
    hand = {"winner": name, "hands": {"Ben": "Kh"}}
    ledger = replay([event(1, content=hand)])
    text = "".join(
        transfer.as_csv(SHEETS[GAME], table.players, ledger.hands, SHEETS[GAME].standing(table, contents(ledger)))
    )
    for cell in next(csv.reader(io.StringIO(text))):
        assert cell[0] not in "=+-@"
    assert next(csv.reader(io.StringIO(text)))[2].endswith(name)


# --- Cells that would be formulas ---


def cells(line: str, separators: str) -> list[str]:
    """A line as a spreadsheet that parts columns by these signs sees it: quotes count only where a cell begins."""
    found, at = [], 0
    while at <= len(line):
        cell = ""
        if line[at : at + 1] == '"':
            at += 1
            while at < len(line):
                if line[at] == '"' and line[at + 1 : at + 2] != '"':
                    at += 1
                    break
                at += line[at] == '"'
                cell += line[at]
                at += 1
        while at < len(line) and line[at] not in separators:
            cell += line[at]
            at += 1
        found.append(cell)
        at += 1
    return found


SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫−"


@settings(deadline=None, max_examples=proved.examples(300))
@given(st.lists(st.text(f"{SIGNS};,|:\t\"'“ ab1", min_size=1, max_size=12), min_size=2, max_size=3, unique=True))
def test_no_part_of_a_line_is_a_formula_in_any_country_s_spreadsheet(names: list[str]) -> None:
    standing = SHEETS[GAME].standing(Table(tuple(names), {}, TABLE.terms), [])
    head = "".join(transfer.as_csv(SHEETS[GAME], names, [], standing)).removesuffix("\r\n")
    for separators in (",", ";", "\t", "|", ",;\t", ":"):
        for cell in cells(head, separators):
            assert cell.strip(" \"'“")[:1] not in [*SIGNS] or cell.lstrip(' "“').startswith("'"), (separators, cell)
    read = next(csv.reader([head]))
    assert len(read) == 2 + 2 * len(names), "names with separators stand in one cell"
    assert [name.replace("'", "") for name in read[2 : 2 + len(names)]] == [name.replace("'", "") for name in names]


@pytest.mark.parametrize("name", ["a;=1", "＝1+1", "a; ＝1", 'x;"=1"', "a,=1", "－1", "＠SUM(A1)", "a\t=1"])
def test_a_formula_within_a_name_is_none(name: str) -> None:
    text = "".join(transfer.as_csv(SHEETS[GAME], [name, "Ben"], [], SHEETS[GAME].standing(TABLE, [])))
    for separators in (",", ";", "\t"):
        for cell in cells(text.splitlines()[0], separators):
            assert cell.lstrip(' "')[:1] not in [*SIGNS], cell


@pytest.mark.parametrize("name", ["Anne-Marie", "A+B", "me@home", "Jan = Honza"])
def test_signs_within_a_name_stay_as_they_are(name: str) -> None:
    assert transfer._cell(name) == name


# --- How large a match may be ---

WIDE = "𝔘"
"""A letter of four bytes."""


def largest(game: str) -> tuple[Table, Any]:
    """The table and the hand that take the most room in a file."""
    sheet = SHEETS[game]
    seats = [n for n in sheet.seats if not sheet.wrong_with(Table(tuple(map(str, range(n))), {}, {}))][-1]
    table = plain_table(game)
    house: dict[str, Any] = {"decks": 3} if game == "machiavelli" else {}
    players = tuple(f"{WIDE * 39}{seat:x}" for seat in range(11 if house else seats))
    deck = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"]
    many: Any
    match game:
        case "marriage":
            cards = [card for card in deck * 3 if card != "7s"]
            share = len(cards) // len(players)
            many = {
                "players": [
                    {
                        "name": name, "maal": " ".join(sorted(cards[at * share : (at + 1) * share])), "seen": True,
                        "dublee": True, "tunnels": 99_999,
                    }
                    | ({} if at else {"winner": True})
                    for at, name in enumerate(players)
                ],
                "tiplu": "7s", "house": {"dhoos": players[1]},
            }  # fmt: skip
        case "ramino":
            share = len(deck) // (len(players) - 1)
            held = {name: " ".join(deck[at * share : (at + 1) * share]) for at, name in enumerate(players[1:])}
            many = {"winner": players[0], "hands": held}
        case "muriel":
            many = {name: " ".join(deck[at * 5 : at * 5 + 5]) for at, name in enumerate(players)}
        case _:
            many = example(game, Table(players, house, table.terms))
    laid = Table(players, house, dict(table.terms))
    form = sheet.read(laid, many)
    if isinstance(form, ValidationError) and game == "marriage":  # so many cards nobody holds
        for seat in many["players"]:
            seat["maal"] = seat["maal"][: 3 * 21 - 1]
        form = sheet.read(laid, many)
    if isinstance(form, ValidationError):
        form = sheet.asked(laid, many)
        assert form.is_valid(), form.errors.as_data()
    return laid, sheet.content(form.cleaned_data)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
def test_the_largest_match_that_may_be_is_exported_and_brought_back(game: str) -> None:
    table, hand = largest(game)
    (longest,) = [event(store.MOST_EVENTS, content=hand)]
    longest = replace(longest, key=str(uuid4()), at=longest.at.replace(microsecond=123456), role="manage")
    assert len(longest.line.encode()) <= store.LONGEST_EVENT, "any hand can be stored"
    events = [replace(longest, number=number, hand=number, key=str(uuid4())) for number in range(1, 1001)]
    text = stored(game, table, *events).encode()
    assert len(text) <= transfer.LARGEST
    assert transfer.from_json(text)[:3] == (game, table, tuple(events))


def test_a_match_of_entries_as_long_as_they_may_be_is_not_larger_than_a_file_may_be() -> None:
    """Whatever the hands are: by the bounds alone."""
    pad = store.LONGEST_EVENT - len(event(1000, content="").line.encode())
    events = [event(number, content="x" * (pad - 3)) for number in range(1, store.MOST_EVENTS + 1)]
    players = [WIDE * 40] * 11
    match = Match(game=GAME, players=players, house={"x": "y" * 500}, terms={"x": "y" * 500})
    written = "".join(transfer.as_json(match, replay(events)))
    assert transfer.LARGEST - 20_000 < len(written.encode()) <= transfer.LARGEST


# --- Bounds: checked before anything is done with what a file says ---


def nested(levels: int) -> Any:
    value: Any = 1
    for _level in range(levels):
        value = [value]
    return value


OVERSIZED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "players": (changed("players", to=[str(n) for n in range(200_000)]), "2 to 6 names"),
    "a player": (changed("players", 0, to="a" * 600_000), "terms of the match are too long"),
    "house rules": (changed("house", to={f"rule {n}": True for n in range(60_000)}), "terms of the match are too long"),
    "a house rule": (changed("house", to={"lay_off": ["never"] * 60_000}), "terms of the match are too long"),
    "terms": (changed("terms", "match", to={"points": "1" * 60_000}), "terms of the match are too long"),
    "time of opening": (changed("opened", to="2" * 60_000), "terms of the match are too long"),
    "events": (lambda said: said["events"].extend(said["events"] * 400), "a list of at most 1000"),
    "a hand": (changed("events", 1, "content", "hands", "Ben", to="Kh " * 800), "Entry 2 is too long"),
    "a key": (changed("events", 1, "key", to="0" * 60_000), "Entry 2 is too long"),
    "a time": (changed("events", 1, "at", to="2" * 60_000), "Entry 2 is too long"),
    "depth": (changed("events", 1, "content", "hands", "Ben", to=nested(500)), "Entry 2 cannot be read"),
}


@pytest.mark.parametrize("part", OVERSIZED)
def test_oversized_part_is_refused_before_it_is_read(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = plain()
    change, message = OVERSIZED[part]
    change(said)
    text = json.dumps(said).encode()
    checked, check, read = count(1), setup.wrong_name, sheets.Sheet.read

    def check_few(name: Any, names: Any, **options: Any) -> str:
        assert next(checked) <= MOST_PEOPLE, "each name is compared with every other one"
        return check(name, names, **options)

    def refuse_oversized(sheet: Any, table: Table, content: Any) -> Any:
        assert len(json.dumps(content)) <= store.LONGEST_EVENT
        return read(sheet, table, content)

    monkeypatch.setattr(setup, "wrong_name", check_few)
    monkeypatch.setattr(sheets.Sheet, "read", refuse_oversized)
    with pytest.raises(Unreadable, match=message):
        transfer.from_json(text)


def test_reading_stops_at_the_next_event_once_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count_asks(monkeypatch, GAME)
    events = [event(number, content=HAND) for number in range(1, 31)]
    match = Match(game=GAME, players=list(TABLE.players), terms=dict(TABLE.terms))
    text = "".join(transfer.as_json(match, replay(events))).encode()
    with pytest.raises(transfer.Abandoned):
        transfer.from_json(text, lambda: len(asked) > 10)
    assert len(asked) == 11


def test_reading_stops_when_its_processor_time_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "READING_SECONDS", -1.0)
    with pytest.raises(Unreadable, match="take too long"):
        transfer.from_json(json.dumps(plain()).encode())


@pytest.mark.django_db
def test_abandoned_file_opens_no_match(client: Client) -> None:
    abandoned = threading.Event()
    abandoned.set()
    file = SimpleUploadedFile("match.json", json.dumps(plain()).encode())
    client.post("/en/match/file/", {"file": file}, headers={"host": "localhost"}, **{ABANDONED: abandoned})
    assert not Match.objects.exists()


@pytest.mark.parametrize("game", SHEETS)
def test_each_hand_of_a_file_is_counted_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = plain_table(game)
    events = [event(number, content=example(game, table)) for number in range(1, 31)]
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    text = "".join(transfer.as_json(match, replay(events))).encode()
    asked = count_asks(monkeypatch, game)
    _game, _table, read, _opened = transfer.from_json(text)
    assert len(asked) <= 30 + 3, "and the table itself"
    assert all(it.outcome["gains"] for it in read)


def test_an_old_export_with_an_empty_correction_is_read_and_comes_back() -> None:
    said = plain()
    said["events"][2]["content"] = None
    _game, _table, events, _opened = transfer.from_json(json.dumps(said, indent=1).encode())
    assert contents(replay(events)) == [HAND]
    again = "".join(
        transfer.as_json(Match(game=GAME, players=list(TABLE.players), terms=dict(TABLE.terms)), replay(events))
    )
    assert transfer.from_json(again.encode())[2] == events
