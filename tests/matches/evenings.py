"""Evenings of every game: tables, hands that can be played at them, and totals reckoned another way.

A new game says here how its hands are made up; nothing else in these tests knows one game from another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from games.asks import Ask
from games.catalogue import SHEETS
from games.judge import reply
from games.sheets import Table
from matches import store
from matches.ledger import ON_A_HAND, Event, Kind, Ledger
from matches.links import Role
from matches.store import Opened

RANKS = "A23456789TJQK"
DECK = tuple(rank + suit for rank in RANKS for suit in "shdc")
PIPS = {rank: min(value, 10) for value, rank in enumerate(RANKS, 1)} | {"A": 1}
LETTERS = st.characters(categories=("L", "N", "P", "S"))
"""Of names: letters of every script, and whatever a template, a path or a format could take for its own."""

NO_TERMS: SearchStrategy[dict[str, Any]] = st.just({})


@dataclass(frozen=True)
class Evening:
    """How a game's hands are made up, and how the tests count them."""

    hands: Callable[[Table], SearchStrategy[Any]]
    totals: Callable[[Table, Sequence[Any]], Mapping[str, int]]
    """By the judge, or by hand: never by the sheet."""
    example: Callable[[Sequence[str]], Any]
    """A plain hand at a table of these players, the first of whom does best."""
    terms: SearchStrategy[dict[str, Any]] = NO_TERMS
    ahead: Callable[[Table, Sequence[Any]], Mapping[str, int]] | None = None
    """By what they lead, where it is not the total."""


# --- Murlan ---


def murlan_totals(table: Table, hands: Sequence[Any]) -> Mapping[str, int]:
    counted = dict.fromkeys(table.players, 0)
    for order in hands:
        for name, points in zip(order, (3, 2, 1, 0), strict=True):
            counted[name] += points
    return counted


# --- Marriage ---


@st.composite
def rounds(draw: DrawFn, table: Table) -> Any:
    players = table.players
    winner = draw(st.sampled_from(players))
    tiplu = draw(st.sampled_from(DECK)) if draw(st.booleans()) else ""
    seats = []
    for name in players:
        if tiplu and draw(st.booleans()):
            maal: Any = draw(st.sampled_from([tiplu, f"{tiplu} {tiplu}"])) if not seats else draw(st.integers(0, 40))
        else:
            maal = draw(st.integers(0, 40))
        seat = {"name": name, "maal": maal, "seen": name == winner or draw(st.booleans())}
        if len(players) >= 4 and seat["seen"] and draw(st.booleans()):
            seat["dublee"] = True
        if name == winner:
            seat["winner"] = True
        if tunnels := draw(st.sampled_from([0, 0, 5, 15])):
            seat["tunnels"] = tunnels
        seats.append(seat)
    dhoos = draw(st.sampled_from([None, None, *players]))
    return {"players": seats} | ({"tiplu": tiplu} if tiplu else {}) | ({"house": {"dhoos": dhoos}} if dhoos else {})


def marriage_totals(table: Table, hands: Sequence[Any]) -> Mapping[str, int]:
    totals = dict.fromkeys(table.players, 0)
    for hand in hands:
        house = dict(table.house) | hand.get("house", {})
        answer = reply({"game": "marriage", "ask": "settle"} | hand | {"house": house}, "en")
        for name, points in answer["results"].items():
            totals[name] += points
    return totals


# --- Ramino ---


@st.composite
def deals(draw: DrawFn, table: Table) -> Any:
    winner = draw(st.sampled_from(table.players))
    losers = [name for name in table.players if name != winner]
    pack = {"one": DECK, "two": DECK * 2, "two-jokers": (*DECK * 2, *("X",) * 4)}[table.house.get("pack", "one")]
    places = draw(st.lists(st.integers(0, len(pack) - 1), min_size=len(losers), max_size=13, unique=True))
    held: dict[str, Any] = {name: [pack[places[at]]] for at, name in enumerate(losers)}
    for place in places[len(losers) :]:
        held[draw(st.sampled_from(losers))].append(pack[place])
    held = {name: " ".join(texts) for name, texts in held.items()}
    for name in draw(st.sets(st.sampled_from(losers), max_size=1)):
        held[name] = draw(st.integers(1, 60))
    return {"winner": winner, "hands": held} | ({"at_once": True} if draw(st.booleans()) else {})


def ramino_totals(table: Table, hands: Sequence[Any]) -> Mapping[str, int]:
    values = PIPS | {"A": 11 if table.house.get("ace") == "both" else 1, "X": 25}
    totals = dict.fromkeys(table.players, 0)
    for hand in hands:
        for held in hand["hands"].values():
            points = held if isinstance(held, int) else sum(values[card[0]] for card in held.split())
            totals[hand["winner"]] += points * (2 if table.house.get("at_once") and hand.get("at_once") else 1)
    return totals


def ramino_ahead(table: Table, hands: Sequence[Any]) -> Mapping[str, int]:
    if "points" in table.terms["match"]:
        return ramino_totals(table, hands)
    return {name: sum(hand["winner"] == name for hand in hands) for name in table.players}


# --- Machiavelli ---


@st.composite
def endings(draw: DrawFn, table: Table) -> Any:
    out = draw(st.sampled_from([None, *table.players]))
    return {name: 0 if name == out else draw(st.integers(1, 13)) for name in table.players}


def machiavelli_totals(table: Table, hands: Sequence[Any]) -> Mapping[str, int]:
    return {name: sum(hand[name] for hand in hands) for name in table.players}


# --- Muriel ---


@st.composite
def piles(draw: DrawFn, table: Table) -> Any:
    """Points, and now and then the cards of a pile."""
    scored: dict[str, Any] = {name: draw(st.integers(0, 60)) for name in table.players}
    cards = draw(st.permutations([*DECK, "Xb", "Xr"]))
    for seat, name in enumerate(draw(st.sets(st.sampled_from(table.players), max_size=2))):
        scored[name] = " ".join(cards[seat * 6 : seat * 6 + draw(st.integers(1, 6))])
    return scored


def muriel_totals(table: Table, hands: Sequence[Any]) -> Mapping[str, int]:
    values = PIPS | {"T": 10, "J": 11, "Q": 14, "K": 15, "X": 20}

    def count(pile: Any) -> int:
        return pile if isinstance(pile, int) else sum(values[card[0]] for card in pile.split())

    return {name: sum(count(hand[name]) for hand in hands) for name in table.players}


EVENINGS = {
    "murlan": Evening(lambda table: st.permutations(table.players).map(list), murlan_totals, list),
    "marriage": Evening(
        rounds,
        marriage_totals,
        lambda players: {
            "players": [
                {"name": name, "maal": 0, "seen": not seat} | ({} if seat else {"winner": True})
                for seat, name in enumerate(players)
            ]
        },
        st.sampled_from([{}, {"value": "0.05"}, {"value": "10"}]),
    ),
    "ramino": Evening(
        deals,
        ramino_totals,
        lambda players: {
            "winner": players[0],
            "hands": dict(zip(players[1:], ("Kh 7d", "9s", "2c", "3c", "4c"), strict=False)),
        },
        st.sampled_from([{"match": {"points": 100}}, {"match": {"points": 20}}, {"match": {"deals": 3}}]),
        ramino_ahead,
    ),
    "machiavelli": Evening(
        endings, machiavelli_totals, lambda players: {name: place for place, name in enumerate(players)}
    ),
    "muriel": Evening(
        piles, muriel_totals, lambda players: {name: max(0, 90 - 15 * place) for place, name in enumerate(players)}
    ),
}

names = st.text(LETTERS, min_size=1, max_size=12).filter(lambda name: name == name.strip() and name.isprintable())


@st.composite
def tables(draw: DrawFn, game: str) -> Table:
    """A table that a game can be played at: any number of players, names and house rules."""
    sheet = SHEETS[game]
    players = draw(st.lists(names, min_size=sheet.seats[0], max_size=sheet.seats[-1], unique=True))
    house = {}
    for rule in sheet.house_rules:
        chosen = draw(st.sampled_from(list(rule.choices)) if rule.choices else st.booleans())
        if chosen != rule.default:
            house[rule.name] = chosen
    table = Table(tuple(players), house, draw(EVENINGS[game].terms))
    assume(not sheet.wrong_with(table))
    return table


PLAIN = ("Ana", "Ben", "Cyd", "Dan", "Eda", "Fil", "Gil", "Hugo", "Ida", "Jan", "Kai")


def plain_table(game: str) -> Table:
    """The table of tests to which it does not matter who plays."""
    sheet = SHEETS[game]
    seats = min(max(3, sheet.seats[0]), sheet.seats[-1])
    return Table(PLAIN[:seats], {}, {"match": {"points": 100}} if "match" in sheet.terms else {})


def reread(opened: Opened) -> Opened:
    """Read a match again, with everything written since."""
    found = store.find(opened.address, opened.token)
    assert found
    return found


def example(game: str, table: Table) -> Any:
    """A plain hand at this table."""
    return EVENINGS[game].example(table.players)


@st.composite
def evenings(
    draw: DrawFn, table: Table, hands: SearchStrategy[Any], longest: int = 12, pays: bool = False
) -> tuple[Event, ...]:
    """What may be written in an evening.

    Hands entered, corrected, taken back, put back; the sheet closed and opened; and where anybody ``pays``, payments
    ticked off and taken back.
    """
    events: list[Event] = []
    stands: dict[int, bool] = {}
    paid: list[int] = []
    closed = False
    at = datetime(2026, 11, 21, 20, tzinfo=UTC)
    keys = draw(st.lists(st.uuids(), max_size=longest, unique=True))
    for number, key in enumerate(keys, 1):
        at += timedelta(microseconds=draw(st.integers(0, 10**10)))
        known = [Kind.REOPENED if closed else Kind.CLOSED, Kind.ENTERED]
        known += [Kind.ENTERED, Kind.CORRECTED] * bool(stands) + [Kind.REMOVED] * any(stands.values())
        known += [Kind.PAID] * pays + [Kind.UNPAID] * bool(paid)
        kind = draw(st.sampled_from(known))
        hand, content = None, None
        if kind is Kind.ENTERED:
            hand = number
        elif kind in ON_A_HAND:
            hand = draw(st.sampled_from([it for it, there in stands.items() if there or kind is Kind.CORRECTED]))
        closed = {Kind.CLOSED: True, Kind.REOPENED: False}.get(kind, closed)
        if hand:
            stands[hand] = kind is not Kind.REMOVED
        if kind in (Kind.ENTERED, Kind.CORRECTED):
            content = draw(hands)
        elif kind is Kind.PAID:
            content = draw(payments(table))
            paid.append(number)
        elif kind is Kind.UNPAID:
            content = {"paid": paid.pop(draw(st.integers(0, len(paid) - 1)))}
        role = draw(st.sampled_from([Role.SCORE, Role.MANAGE]))
        events.append(Event(number, str(key), kind, hand, content, at, role.value))
    return tuple(events)


@st.composite
def payments(draw: DrawFn, table: Table) -> dict[str, Any]:
    """A payment between two of this table, as an event tells of it."""
    payer, payee = draw(st.permutations(table.players))[:2]
    return {"from": payer, "to": payee, "points": draw(st.integers(1, 99))}


@st.composite
def matches(draw: DrawFn, game: str, longest: int = 12) -> tuple[Table, tuple[Event, ...]]:
    """A table of this game, and what was written there."""
    table = draw(tables(game))
    pays = SHEETS[game].debts(table, []) is not None
    return table, draw(evenings(table, EVENINGS[game].hands(table), longest, pays))


def event(number: int, kind: Kind = Kind.ENTERED, hand: int | None = None, content: Any = None) -> Event:
    """A plain event, its key its number."""
    return Event(
        number,
        str(UUID(int=number)),
        kind,
        number if kind is Kind.ENTERED else hand,
        content,
        datetime(2026, 11, 21, 20, 0, number % 60, tzinfo=UTC),
        Role.SCORE.value,
    )


def contents(ledger: Ledger) -> list[Any]:
    """What the hands that stand contain."""
    return [hand.content for hand in ledger.hands]


def is_a_hand(game: str, table: Table, content: Any) -> bool:
    """Whether a hand that comes from elsewhere than the form is one of this game, at this table."""
    return isinstance(SHEETS[game].read(table, content), Ask)


def count_asks(monkeypatch: pytest.MonkeyPatch, game: str) -> list[None]:
    """One more in the list for each time the game's calculator counts something from now on."""
    counted: list[None] = []
    ask = SHEETS[game].ask
    decide = ask.decide

    def counting(self: Any, asked: Mapping[str, Any], house: Any) -> Any:
        counted.append(None)
        return decide(self, asked, house)

    monkeypatch.setattr(ask, "decide", counting)
    return counted
