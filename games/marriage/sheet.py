"""An evening of Marriage: rounds, each settled by itself, and who owes whom in the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from games.asks import Ask
from games.fields import Pairs
from games.marriage import rules, scoring
from games.marriage.asks import SettleAsk
from games.sheets import HandSheet, Outcome, Table, cards_text


class Debt(NamedTuple):
    """What one player owes another."""

    payer: str
    payee: str
    points: int
    money: Decimal | None


class Debts(NamedTuple):
    """Who owes whom over an evening."""

    matrix: list[tuple[str, list[int | None], int]]
    """For each player what they owe each other one (None to themselves), and what in all."""
    fewest: list[Debt]
    """The fewest payments that settle the evening."""


class MarriageSheet(HandSheet):
    game = "marriage"
    ask = SettleAsk
    seats = range(rules.PLAYERS[0], rules.PLAYERS[-1] + 1)
    terms = ("value",)
    each_hand = ("dhoos",)
    said = re.compile(r"winner|(shown|maal|floor)\.\d|tiplu|house\.dhoos")
    extra = ("tiplu", "house.dhoos")
    ends = False
    is_signed = True
    below = "marriage/evening.html"

    def seated(self, players: Sequence[str]) -> Pairs:
        return [(f"player.{seat}", name) for seat, name in enumerate(players)]

    def term(self, value: Decimal) -> str:
        return f"{value:f}"

    def content(self, asked: Mapping[str, Any]) -> Any:
        players = [
            {"name": player.name, "maal": player.maal if isinstance(player.maal, int) else cards_text(player.maal)}
            | {"seen": player.seen}
            | {name: True for name in ("dublee", "winner") if getattr(player, name)}
            | ({"tunnels": player.tunnels} if player.tunnels else {})
            for player in asked["players"].players
        ]
        tiplu = {"tiplu": asked["tiplu"].text} if asked["tiplu"] else {}
        dhoos = {"house": {"dhoos": asked["house.dhoos"]}} if asked["house.dhoos"] else {}
        return {"players": players} | tiplu | dhoos

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        house = content.get("house", {})
        seats = {player["name"]: player for player in content["players"]}
        fields = {name: value for name, value in content.items() if name != "house"}
        return (
            fields
            | {"players": [seats[name] for name in players]}
            | {f"house.{name}": value for name, value in house.items()}
        )

    def named(self, asked: Ask) -> Sequence[str]:
        return [player.name for player in asked.cleaned_data["players"].players]

    def shown(self, asked: Ask) -> Ask:
        return asked

    def further(self, shown: scoring.Settlement) -> dict[str, Any]:
        return {"pays": [list(pay) for pay in shown.pays]}

    def gains(self, shown: scoring.Settlement) -> Mapping[str, int]:
        return shown.points

    def debts(self, table: Table, outcomes: Sequence[Outcome]) -> Debts:
        """Who owes whom after hands of these outcomes, what both owe each other set off."""
        value = Decimal(table.terms["value"]) if table.terms.get("value") else None
        owed = {(payer, payee): 0 for payer in table.players for payee in table.players}
        for outcome in outcomes:
            for payer, payee, points in outcome["pays"]:
                owed[payer, payee] += points
        net = {(payer, payee): max(0, points - owed[payee, payer]) for (payer, payee), points in owed.items()}
        matrix = [
            (payer, [None if payee == payer else net[payer, payee] for payee in table.players],
             sum(net[payer, payee] for payee in table.players))
            for payer in table.players
        ]  # fmt: skip
        fewest = [
            Debt(*payment, value and payment.points * value)
            for payment in scoring.fewest_payments(dict(self.tally(table, outcomes).totals))
        ]
        return Debts(matrix, fewest)


SHEET = MarriageSheet()
