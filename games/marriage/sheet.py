"""The round of Marriage: who pays whom, an evening of rounds, and who owes whom in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.asks import Headline, Step
from games.fields import CardField, CardsField, Pairs, as_written, build_switch_error
from games.house import Text
from games.marriage import rules, scoring, wording
from games.marriage.game import TIPLU, MarriageAsk, ValueField
from games.notation import Notation
from games.rulings import Refused
from games.sheets.evening import Debt, Debts, HandSheet, Outcome, Paid, Table, as_stored, ordered
from games.sheets.field import FIGURES, Amount, Filled, Row, SheetAsk, SheetField
from games.words import signed
from games.words.scores import scores

STATES = ("unseen", "seen", "dublee")
"""What a player can have shown by the end of the round."""
MOST_POINTS = 99_999
"""More than any round can hold; what is above is a slip of the finger."""
KEYS = {"shown": "seen", "maal": "maal", "floor": "tunnels"}
"""What the cells of a player are called in the judge's JSON."""
Round = list[scoring.Player]
ENTRY_OF = {
    "marriage.maal-exchange": scoring.Entry.MAAL,
    "marriage.game-points": scoring.Entry.GAME,
    "marriage.dublee-bonus": scoring.Entry.DUBLEE,
    "marriage.variant-better": scoring.Entry.DOUBLING,
    "marriage.variant-dublee": scoring.Entry.DOUBLING,
    "marriage.variant-dhoos": scoring.Entry.DHOOS,
}
"""The entry of a result that each ruling makes; the others say which maal counts."""


class PlayersField(SheetField[Round]):
    """The players of a round: a list of objects; in an address what each has shown, maal, tunnels, and the winner’s seat."""

    template_name = "marriage/field_players.html"
    most_points = MOST_POINTS
    schema = {
        "type": "array",
        "minItems": rules.PLAYERS[0],
        "maxItems": rules.PLAYERS[-1],
        "items": {
            "type": "object",
            "required": ["name", "maal", "seen"],
            "properties": {
                "name": {"type": "string"},
                "maal": {"oneOf": [{"type": "integer", "minimum": 0, "maximum": MOST_POINTS}, CardsField.schema]},
                "seen": {"type": "boolean"},
                "dublee": {"type": "boolean", "default": False},
                "winner": {"type": "boolean", "default": False},
                "tunnels": {"type": "integer", "minimum": 0, "maximum": MOST_POINTS, "default": 0},
            },
            "additionalProperties": False,
        },
    }
    seats = range(rules.PLAYERS[0], rules.PLAYERS[-1] + 1)
    of_hand = ("winner",)
    of_seat = ("shown", "maal", "floor")
    switches = frozenset({"winner", "shown"})
    is_list = False

    def from_address(self, data: QueryDict, name: str) -> Filled[Round] | None:
        filled = super().from_address(data, name)
        if filled and filled.rows and len(winners := data.getlist("winner")) > 1:  # which is refused, by name
            return replace(filled, rows=({**filled.rows[0], "winner": " ".join(dict.fromkeys(winners))},))
        return filled

    def cells(self, number: int, row: Row, notation: Notation) -> Pairs:
        winners = [("winner", seat) for seat in row.get("winner", "").split()]
        return winners + super().cells(number, {cell: text for cell, text in row.items() if cell != "winner"}, notation)

    def hand(self, row: Row, players: Mapping[int, str], number: int, wrong: list[ValidationError]) -> Round:
        return [self._seated(row, seat, name, place, wrong) for place, (seat, name) in enumerate(players.items())]

    def _seated(self, row: Row, seat: int, name: str, place: int, wrong: list[ValidationError]) -> scoring.Player:
        """Return a player from the cells of the form, where a blank maal is none and the winner has seen.

        Nobody wins unseen, so of a seat marked as both only the winner is kept.
        """
        is_winner = str(seat) in row.get("winner", "").split()
        state = row.get(f"shown.{seat}", "")
        if is_winner and state in ("", "unseen"):
            state = "seen"
        if state not in STATES:
            text = _("%(name)s: choose Unseen, Seen or Dublees.")
            wrong.append(ValidationError(text, "no-state", {"name": name, "path": self.path(0, "shown", name, place)}))
        return scoring.Player(
            name,
            self._maal(row.get(f"maal.{seat}") or "0", name, self.path(0, "maal", name, place), wrong),
            state != "unseen",
            state == "dublee",
            is_winner,
            self._points(row.get(f"floor.{seat}") or "0", name, self.path(0, "floor", name, place), wrong),
        )

    def entry(self, said: Any, number: int, wrong: list[ValidationError]) -> Round:
        if not isinstance(said, list):
            text = _("“players” is a list of objects, each with name, maal and seen.")
            raise ValidationError(text, "no-list")
        return [self._player(player, f"{self.name}.{place}", wrong) for place, player in enumerate(said)]

    def _player(self, entry: Any, path: str, wrong: list[ValidationError]) -> scoring.Player:
        """A player as JSON has it."""
        if not isinstance(entry, Mapping):
            raise ValidationError(_("A player is an object with name, maal and seen."), "no-object", {"path": path})
        known = self.schema["items"]["properties"]
        for key in entry:
            if key not in known:
                raise ValidationError(
                    _("A player has no field “%(at)s”. Known: %(known)s."),
                    "unknown-field",
                    {"at": str(key), "known": ", ".join(known), "path": f"{path}.{key}"},
                )
        for key in self.schema["items"]["required"]:
            if key not in entry:
                raise ValidationError(_("A player needs %(key)s."), "required", {"key": key, "path": f"{path}.{key}"})
        name = entry["name"]
        if not isinstance(name, str):
            raise ValidationError(_("Enter the name of a player."), "no-name", {"path": f"{path}.name"})
        for key in ("seen", "dublee", "winner"):
            if not isinstance(entry.get(key, False), bool):
                raise build_switch_error(entry[key], f"{path}.{key}")
        return scoring.Player(
            name.strip(),
            self._maal(entry["maal"], name, f"{path}.maal", wrong),
            entry["seen"],
            entry.get("dublee", False),
            entry.get("winner", False),
            self._points(entry.get("tunnels", 0), name, f"{path}.tunnels", wrong),
        )

    def _maal(self, value: Any, name: str, path: str, wrong: list[ValidationError]) -> Amount:
        """Points, or cards; what is neither is added to what is wrong."""
        text = _("Enter %(name)s’s maal as a whole number or as cards, not as “%(at)s”.")
        figures = {"at": as_written(value)[:40], "name": name, "path": path}
        if type(value) is int:
            return self._points(value, name, path, wrong)
        if not isinstance(value, str | list):
            wrong.append(ValidationError(text, "no-points", figures))
            return 0
        try:
            found = self.amount(value, path)
        except ValidationError as unreadable:
            first = unreadable.error_list[0]
            if first.code == "too-many-points":
                return self._points(value, name, path, wrong)
            if first.params and "letters" in first.params:
                text += " %(letters)s"
            code = "no-points" if first.code == "no-points" else "unknown-card"
            wrong.append(ValidationError(text, code, figures | (first.params or {})))
            return 0
        if isinstance(found, int):
            return self._points(found, name, path, wrong)
        if not found:
            text = _("Enter %(name)s’s maal as a whole number or as cards.")
            wrong.append(ValidationError(text, "required", {"name": name, "path": path}))
        return found

    def _points(self, value: Any, name: str, path: str, wrong: list[ValidationError]) -> int:
        """Return points, or 0 after adding an error to ``wrong`` where they are no number or too high."""
        try:
            found = self.amount(value, path) if isinstance(value, str) else value
        except ValidationError as unreadable:
            found = MOST_POINTS + 1 if unreadable.error_list[0].code == "too-many-points" else None
        if type(found) is not int:
            text = _("%(name)s’s points for tunnels have to be a whole number, not “%(at)s”.")
            figures = {"at": as_written(value)[:40], "name": name, "path": path}
            wrong.append(ValidationError(text, "no-points", figures))
        elif found > MOST_POINTS:  # of one below zero the rules say so
            text = _("%(name)s cannot have that many points: the most is %(most)d.")
            wrong.append(ValidationError(text, "too-many-points", {"most": MOST_POINTS, "name": name, "path": path}))
        else:
            return found
        return 0

    def written(self, hand: Round) -> Any:
        return [
            {"name": player.name, "maal": as_stored(player.maal), "seen": player.seen}
            | {name: True for name in ("dublee", "winner") if getattr(player, name)}
            | ({"tunnels": player.tunnels} if player.tunnels else {})
            for player in hand
        ]

    def named(self, hand: Round) -> Iterable[str]:
        return [player.name for player in hand]

    def row(self, hand: Round, names: Sequence[str], notation: Notation) -> Row:
        row = {}
        for player in hand:
            seat = names.index(player.name)
            row[f"shown.{seat}"] = "dublee" if player.dublee else "seen" if player.seen else "unseen"
            row[f"maal.{seat}"] = self.as_typed(player.maal, notation) if player.maal else ""
            row[f"floor.{seat}"] = str(player.tunnels or "")
            if player.winner:
                row["winner"] = str(seat)
        return row

    def path(self, number: int, cell: str, name: str = "", place: int = -1) -> str:
        return f"{self.name}.{place}.{KEYS[cell]}" if place >= 0 else f"{self.name}.{cell}"


def worth(points: int, value: Decimal) -> Decimal:
    """What points come to in money, as amounts are written: whole, or with two decimals at least.

    >>> [str(worth(59, Decimal(value))) for value in ("0.1", "0.005", "10", "0.50")]
    ['5.90', '0.295', '590', '29.50']
    """
    amount = (points * value).normalize()
    decimals = -int(amount.as_tuple().exponent)
    return amount if decimals > 2 else amount.quantize(Decimal("0.01") if decimals > 0 else Decimal(1))


class ResultRow(NamedTuple):
    """A player's result as the page shows it."""

    seat: int
    result: scoring.Result
    entries: list[tuple[str, str, int]]
    """What each entry is called, how it comes about, and its points."""
    lines: list[tuple[str, scoring.Item]]
    """The items of the maal, where it was given as cards."""
    money: Decimal | None
    """What the points are worth, without the sign."""


class SettleAsk(SheetAsk[scoring.Settlement], MarriageAsk[scoring.Settlement]):
    name = "settle"
    title = gettext_lazy("Who pays whom?")
    intro = gettext_lazy("Enter how the hand ended to get every result, and who pays whom.")
    action = gettext_lazy("Settle the hand")
    styles = ("marriage/round.css",)
    redraws = False
    live = True
    sheet_name, named_first, room = "players", 4, rules.PLAYERS[0]
    stand_ins: ClassVar[Mapping[str, Any]] = {"value": None}

    players = PlayersField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy(
            "Two to five. Leave unused rows empty. Seen: has shown three pure sets, or seven dublees. "
            "Unseen: has shown nothing."
        ),
    )
    tiplu = CardField(
        label=TIPLU,
        required=False,
        help_text=gettext_lazy("Needed only if you enter a maal as cards and not as a number."),
    )
    value = ValueField(
        label=gettext_lazy("Value of a point"),
        required=False,
        help_text=gettext_lazy("If you play for money or chips, such as 0.05 or 10."),
    )

    def refusal(self, refused: Refused) -> str:
        if refused.code == "below-zero" and refused.field.endswith(".tunnels"):
            refused = Refused(refused.field, "tunnels-below-zero", **refused.figures)
        return super().refusal(refused)

    def story(self) -> list[Step]:
        found = self.verdict
        held = {result.name: result.held for result in found.results}
        counts = {result.name: result.maal for result in found.results}
        rows = [(result.name, result.count.scoring) for result in found.results if result.count]
        maal = [reason for reason in found.reasons if reason.rule not in ENTRY_OF]
        rows = [row for row in rows if row[1]]
        steps = [Step(wording.maals(held, are_held=True), rows, ["marriage.maal-exchange"])]
        if maal:
            step = self.step(maal)
            text = step.text if counts == held else f"{step.text} {wording.maals(counts, are_held=False)}"
            steps.append(step._replace(text=text))
        points = dict.fromkeys(held, 0)
        made = [reason for reason in found.reasons if reason.rule in ENTRY_OF]
        for entry, reasons in groupby(made, lambda reason: ENTRY_OF[reason.rule]):
            points = {result.name: points[result.name] + result.entries.get(entry, 0) for result in found.results}
            step, is_last = self.step(reasons), entry is ENTRY_OF[made[-1].rule]
            steps.append(step._replace(text=f"{step.text} {scores('in-all' if is_last else 'so-far', points)}"))
        return steps

    states: ClassVar[tuple[tuple[str, Text], ...]] = (
        ("unseen", pgettext_lazy("primary sets", "Unseen")),
        ("seen", pgettext_lazy("primary sets", "Seen")),
        ("dublee", pgettext_lazy("primary sets", "Dublees")),
    )

    @property
    def has_rare(self) -> bool:
        """Whether anything is filled in, or wrong, of what a round seldom has; a maal as cards needs the tiplu."""
        seats = [seat.cells for seat in self.hand().seats]
        rare = [cells["floor"] for cells in seats]
        wrong = dict(self.faults()) if self.is_bound else {}
        return (
            any(cell.text or cell.error for cell in rare)
            or any(cells["maal"].text and not FIGURES.fullmatch(cells["maal"].text) for cells in seats)
            or any(self[name].value() or name in wrong for name in ("tiplu", "house.dhoos"))
        )

    @property
    def seated(self) -> list[tuple[int, str]]:
        """The names to choose from, each with its seat."""
        return list(self.sheet.players.items())

    @cached_property
    def points(self) -> dict[int, int | None]:
        """The result of each seat that is shown, once there is one."""
        points = {row.seat: row.result.points for row in self.results} if hasattr(self, "verdict") else {}
        return {seat: points.get(seat) for seat in range(len(self.names))}

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> scoring.Settlement:
        pack = self.pack(house)
        (players,) = asked["players"].hands
        players = [
            player if isinstance(player.maal, int) else replace(player, maal=tuple(map(pack.face, player.maal)))
            for player in players
        ]
        return scoring.settle(players, house, asked["tiplu"])

    def result(self) -> dict[str, object]:
        return {
            "results": self.verdict.points,
            "pays": [_payment(payment) for payment in self.verdict.pays],
        }

    def headline(self) -> Headline:
        return Headline(
            "yes", "\u00a0· ".join(f"{name}\u00a0{signed(points)}" for name, points in self.verdict.points.items())
        )

    @cached_property
    def results(self) -> list[ResultRow]:
        settled = self.verdict
        total = sum(result.maal for result in settled.results)
        value = self.cleaned_data["value"]
        return [
            ResultRow(
                seat,
                result,
                wording.entry_lines(result, len(settled.results), total),
                wording.item_lines(result.count.items) if result.count else [],
                value and worth(abs(result.points), value),
            )
            for seat, result in zip(self.sheet.players, settled.results, strict=True)
        ]

    def matrix(self) -> list[tuple[str, list[int | None], int]]:
        """For each player what they pay each other one (None to themselves), and what in all."""
        settled = self.verdict
        owed = {(pay.payer, pay.payee): pay.points for pay in settled.pays}
        names = list(settled.points)
        return [
            (payer, [None if payee == payer else owed.get((payer, payee), 0) for payee in names],
             sum(pay.points for pay in settled.pays if pay.payer == payer))
            for payer in names
        ]  # fmt: skip

    def fewest(self) -> list[tuple[scoring.Payment, Decimal | None]]:
        """The fewest payments that settle the round, each with its worth where a point has one."""
        value = self.cleaned_data["value"]
        return [(payment, value and worth(payment.points, value)) for payment in self.verdict.fewest_payments()]


def _payment(payment: scoring.Payment) -> dict[str, object]:
    return {"from": payment.payer, "to": payment.payee, "points": payment.points}


class MarriageSheet(HandSheet):
    ask = SettleAsk
    terms = ("value",)
    each_hand = ("dhoos",)
    extra = ("tiplu", "house.dhoos")
    may_sit_out = True
    ends = False
    whole = 0
    is_signed = True
    below = "marriage/evening.html"

    def term(self, value: Decimal) -> str:
        return f"{value:f}"

    def content(self, asked: Mapping[str, Any]) -> Any:
        tiplu = {"tiplu": asked["tiplu"].text} if asked["tiplu"] else {}
        dhoos = {"house": {"dhoos": asked["house.dhoos"]}} if asked["house.dhoos"] else {}
        return {"players": super().content(asked)} | tiplu | dhoos

    def question(self, players: Sequence[str], content: Any) -> dict[str, Any]:
        house = content.get("house", {})
        fields = {name: value for name, value in self.in_order(content, players).items() if name != "house"}
        return fields | {f"house.{name}": value for name, value in house.items()}

    def in_order(self, content: Any, players: Sequence[str]) -> Any:
        places = {name: place for place, name in enumerate(ordered(self.who(content), players))}
        return content | {"players": sorted(content["players"], key=lambda player: places[player["name"]])}

    def says(self, content: Any, written: Any) -> bool:
        # A stored list has the order of another time, when the seats were others.
        return super().says(content, self.in_order(written, self.who(content)))

    def who(self, content: Any) -> Sequence[str]:
        return [player["name"] for player in content["players"]]

    def renamed(self, content: Any, names: Mapping[str, str]) -> Any:
        players = [player | {"name": names.get(player["name"], player["name"])} for player in content["players"]]
        house = {name: names.get(value, value) for name, value in content.get("house", {}).items()}
        return content | {"players": players} | ({"house": house} if house else {})

    def renamed_outcome(self, outcome: Outcome, names: Mapping[str, str]) -> Outcome:
        pays = [[names.get(payer, payer), names.get(payee, payee), points] for payer, payee, points in outcome["pays"]]
        return dict(super().renamed_outcome(outcome, names)) | {"pays": pays}

    def shown(self, asked: SheetAsk[Any]) -> SheetAsk[Any]:
        return asked

    def further(self, shown: scoring.Settlement) -> dict[str, Any]:
        return {"pays": [list(pay) for pay in shown.pays]}

    def gains(self, shown: scoring.Settlement) -> Mapping[str, int]:
        return shown.points

    def debts(self, table: Table, outcomes: Sequence[Outcome], paid: Sequence[Paid] = ()) -> Debts:
        """Who owes whom after hands of these outcomes and these payments.

        Pair by pair, what both owe each other is set off; what was paid is not, for the fewest payments go other ways.
        """
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
        left = scoring.after_payments(self.tally(table, outcomes).totals, paid)
        fewest = [Debt(*payment, value and worth(payment.points, value)) for payment in scoring.fewest_payments(left)]
        return Debts(fewest, value, matrix)


SHEET = MarriageSheet()
