"""What cards, deals and matches of Ramino are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.cards import Card
from games.ramino.rules import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    STANDARD,
    House,
    Item,
    Value,
    itemised,
    value_reasons,
)
from games.rulings import Reason, Refusals, Refused


class Goal(StrEnum):
    """What a match is played to (``ramino.match``)."""

    POINTS = "points"
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class Aim:
    """What wins the match: so many points, or so many deals won (``ramino.match``)."""

    goal: Goal
    number: int


STANDARD_AIM = Aim(Goal.POINTS, 100)


Held = int | tuple[Card, ...]
"""What a player still held: the points of the cards, or the cards."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How a deal ended: who went out, and what the others still held."""

    winner: str
    hands: Mapping[str, Held]
    """What was left by name. The winner may be there with nothing."""
    at_once: bool = False
    """Whether the winner went out in one turn, without having melded or laid off before."""


@dataclass(frozen=True, slots=True)
class Left:
    """What one player still held at the end of a deal."""

    name: str
    items: tuple[Item, ...]
    """Card by card; empty where the points were given."""
    counted: int = 0
    """The points, where no cards were given."""

    @property
    def points(self) -> int:
        return self.counted + sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Row:
    """One deal on the score sheet."""

    winner: str
    left: tuple[Left, ...]
    totals: dict[str, int]
    """Points of the match after the deal."""
    won: dict[str, int]
    """Deals won after the deal."""
    doubled: bool = False

    @property
    def single(self) -> int:
        """The parts in :attr:`left` together."""
        return sum(left.points for left in self.left)

    @property
    def points(self) -> int:
        """What the winner of the deal scores (``ramino.deal-score``)."""
        return self.single * (2 if self.doubled else 1)


@dataclass(frozen=True, slots=True)
class Match:
    """A match as far as it has been played."""

    rows: tuple[Row, ...]
    totals: dict[str, int]
    won: dict[str, int]
    winner: str | None
    reasons: tuple[Reason, ...]


def score(deals: Sequence[Deal], aim: Aim = STANDARD_AIM, house: House = STANDARD) -> Match:
    """The match after these deals (``ramino.deal-score``, ``ramino.match``).

    The first deal says who plays: its winner and everybody who held cards.

    >>> from games.cards import cards_of
    >>> match = score([Deal("Ada", {"Bea": cards_of("Kh 7d As")}), Deal("Bea", {"Ada": cards_of("9c")})])
    >>> match.totals, match.winner
    ({'Ada': 18, 'Bea': 9}, None)

    :raises Refused: of field ``deals.N`` (from 0) where the players are not two to six, or not those of the first deal,
        where the winner holds cards or somebody else holds none, for points below zero, and for a deal after the match
        was won.
    """
    totals: dict[str, int] = {}
    rows: list[Row] = []
    winner: str | None = None
    wrong = Refusals()
    for number, deal in enumerate(deals):
        field = f"deals.{number}"
        if winner is not None:
            wrong.add(Refused(field, "after-the-end", winner=winner, number=number + 1))
            break
        if not number:
            totals = dict.fromkeys(_players(deal, field), 0)
            won = dict.fromkeys(totals, 0)
        try:
            left = _left(deal, list(totals), number, house.value)
        except Refused as refused:
            wrong.add(refused)
            continue
        won = won | {deal.winner: won[deal.winner] + 1}
        row = Row(deal.winner, left, {}, won, deal.at_once and house.at_once)
        totals = totals | {deal.winner: totals[deal.winner] + row.points}
        rows.append(replace(row, totals=totals))
        reached = totals if aim.goal is Goal.POINTS else won
        if reached[deal.winner] >= aim.number:
            winner = deal.winner
    wrong.refuse()
    won = rows[-1].won if rows else {}
    return Match(tuple(rows), totals, won, winner, tuple(_reasons(rows, totals, won, aim, winner, house)))


@dataclass(frozen=True, slots=True)
class Counted:
    """The match after a deal."""

    totals: dict[str, int]
    won: dict[str, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """A match of deals of which only the outcome is known."""

    aim: Aim
    rows: tuple[Counted, ...]
    totals: dict[str, int]
    won: dict[str, int]
    winner: str | None
    reasons: tuple[Reason, ...]
    """How the match stands."""


def tally(outcomes: Sequence[tuple[str, int]], players: Sequence[str], aim: Aim = STANDARD_AIM) -> Tally:
    """The match after deals with these winners, each with the points scored, up to the one that wins it (``ramino.match``).

    >>> tally([("Ada", 18), ("Bea", 9)], ["Ada", "Bea"]).totals
    {'Ada': 18, 'Bea': 9}
    """
    totals, won = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    rows: list[Counted] = []
    winner = None
    for name, points in outcomes:
        totals = totals | {name: totals[name] + points}
        won = won | {name: won[name] + 1}
        rows.append(Counted(totals, won))
        if (totals if aim.goal is Goal.POINTS else won)[name] >= aim.number:
            winner = name
            break
    return Tally(aim, tuple(rows), totals, won, winner, tuple(_reasons((), totals, won, aim, winner)))


def _players(deal: Deal, field: str) -> list[str]:
    """Who plays, as the first deal has it: in the order of its hands, a winner who is not among them first."""
    players = list(deal.hands)
    if deal.winner not in players:
        players.insert(0, deal.winner)
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise Refused(field, "how-many-players", count=len(players), least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    return players


def _left(deal: Deal, players: Sequence[str], number: int, value: Value) -> tuple[Left, ...]:
    """What the losers of a deal held, in the order of the players."""
    field = f"deals.{number}"
    if deal.winner not in players:
        raise Refused(f"{field}.winner", "other-player", name=deal.winner, number=number + 1, at=deal.winner)
    wrong = Refusals()
    for name, held in deal.hands.items():
        figures = {"name": name, "number": number + 1, "at": name}
        if name not in players:
            wrong.add(Refused(f"{field}.hands.{name}", "other-player", **figures))
        elif isinstance(held, int) and held < 0:
            wrong.add(Refused(f"{field}.hands.{name}", "below-zero", **figures | {"at": str(held)}))
        elif name == deal.winner and held:
            wrong.add(Refused(f"{field}.hands.{name}", "winner-holds", **figures))
    for name in players if deal.winner else ():  # whoever holds nothing may be the winner, who is not said
        if name != deal.winner and not deal.hands.get(name):
            wrong.add(Refused(f"{field}.hands.{name}", "holds-nothing", name=name, number=number + 1, at=name))
    wrong.refuse()
    return tuple(_counted(name, deal.hands[name], value) for name in players if name != deal.winner)


def _counted(name: str, held: Held, value: Value) -> Left:
    return Left(name, (), held) if isinstance(held, int) else Left(name, itemised(held, value))


def _reasons(
    rows: Sequence[Row],
    totals: Mapping[str, int],
    won: Mapping[str, int],
    aim: Aim,
    winner: str | None,
    house: House = STANDARD,
) -> Iterator[Reason]:
    reached = totals if aim.goal is Goal.POINTS else won
    best = max(reached.values(), default=0)
    code = f"{'won' if winner else 'open'}-{aim.goal.value}"
    yield Reason("ramino.match", code, winner=winner, best=best, number=aim.number, lacking=aim.number - best)
    if not rows:
        return
    yield from counted(rows[-1], len(rows), house)


def counted(row: Row, number: int, house: House = STANDARD) -> Iterator[Reason]:
    """Which rulings made the score of a deal, the one with this number (from 1)."""
    figures = {"winner": row.winner, "points": row.points, "single": row.single, "number": number}
    yield Reason("ramino.deal-score", "deal-score-doubled" if row.doubled else "deal-score", **figures)
    yield from value_reasons([item for left in row.left for item in left.items], house)
