"""The end of Machiavelli: who has won a game, and an evening of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Headline, Step
from games.cards import Card
from games.fields import CardsField, Pairs, as_written, number_in
from games.machiavelli import rules, scoring, wording
from games.machiavelli.game import MachiavelliAsk
from games.notation import Notation
from games.rulings import Refusals, Refused
from games.sheets.evening import HandSheet, Standing, Table
from games.sheets.field import MOST_LETTERS, Amount, Filled, Row, SheetAsk, SheetField
from games.words.scores import scores

Left = dict[str, Amount]
"""What each player has left, as a number of cards or as the cards themselves."""
UNREAD = -1
"""In the place of what could not be read, which is told at its cell: no number that anybody can have left."""


class LeftField(SheetField[Left]):
    """Hands at the end: an object of names and what each has left, a number of cards or the cards themselves.

    In an address, as many ``player`` as ``left``, the two lists side by side; or with numbers, where seats are empty.
    """

    template_name = "machiavelli/field_left.html"
    schema = {
        "type": "object",
        "additionalProperties": {"oneOf": [{"type": "integer", "minimum": 0}, CardsField.schema]},
        "example": {"Ada": 0, "Ugo": 5},
    }
    seats = range(2, 12)
    of_seat = ("left",)
    is_list = False

    def from_address(self, data: QueryDict, name: str) -> Filled[Left] | None:
        if "player" not in data:
            numbered = data.copy()
            for seat, left in enumerate(numbered.pop("left", [])):
                numbered[f"left.{seat}"] = left
            return super().from_address(numbered, name)
        names, lefts = data.getlist("player"), data.getlist("left")
        rows = [
            (player.strip()[:MOST_LETTERS], left.strip())
            for player, left in zip(names, [*lefts, *[""] * len(names)], strict=False)
        ]
        if (gone := number_in(data.get("remove", ""))) is not None:
            del rows[gone : gone + 1]
        rows = [row for row in rows if any(row)][: self.seats[-1] + 1]
        return Filled(
            tuple(player for player, left in rows), ({f"left.{seat}": row[1] for seat, row in enumerate(rows)},)
        )

    def cells(self, number: int, row: Row, notation: Notation) -> Pairs:
        return [(cell, self.in_letters(text, notation)) for cell, text in row.items() if text]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        if not isinstance(raw, Filled):
            return super().typed(name, raw, notation)
        row = raw.rows[0] if raw.rows else {}
        pairs = [
            (player, self.in_letters(row.get(f"left.{seat}", ""), notation)) for seat, player in enumerate(raw.names)
        ]
        while pairs and not any(pairs[-1]):
            pairs.pop()
        if not all(map(any, pairs)):  # a seat between others is empty
            return super().typed(name, raw, notation)
        return [pair for player, left in pairs for pair in (("player", player), ("left", left))]

    def cell(self, number: int, cell: str) -> str:
        return cell.replace(".", "-")

    def is_own(self, name: str) -> bool:
        return name.partition(".")[0] == "left"

    def hand(self, row: Row, players: Mapping[int, str], number: int, wrong: list[ValidationError]) -> Left:
        return {name: self._left(row.get(f"left.{seat}") or None, name, wrong) for seat, name in players.items()}

    def entry(self, said: Any, number: int, wrong: list[ValidationError]) -> Left:
        if not isinstance(said, dict):
            raise ValidationError(_("“hands” is an object: each name with the cards that player has left."), "no-hands")
        return {name: self._left(left, name, wrong) for name, left in said.items()}

    def _left(self, left: Any, name: str, wrong: list[ValidationError]) -> Amount:
        path = self.path(0, "left", name)
        try:
            if isinstance(left, int | str | list) and not isinstance(left, bool):
                return self.amount(left, path)
            text = _("%(name)s: enter how many cards are left, 0 for none.")
            wrong.append(ValidationError(text, "no-number", {"name": name, "at": as_written(left), "path": path}))
        except ValidationError as unreadable:
            first = unreadable.error_list[0]
            if isinstance(left, list):
                wrong.append(first)
            else:
                text = _("%(name)s: “%(left)s” is neither a number of cards nor the cards themselves.")
                figures = first.params or {}
                # A rank without its suit is the number itself, and what stands beside it is wrong.
                at = left if first.code == "no-points" or figures.get("ranks") else figures.get("at", left)
                wrong.append(ValidationError(text, "no-number", {"name": name, "left": left, "at": at, "path": path}))
        return UNREAD

    def written(self, hand: Left) -> Any:
        return {name: left if isinstance(left, int) else len(left) for name, left in hand.items()}

    def named(self, hand: Left) -> Iterable[str]:
        return hand

    def row(self, hand: Left, names: Sequence[str], notation: Notation) -> Row:
        counts = self.written(hand)
        return {f"left.{seat}": str(counts[name]) for seat, name in enumerate(names) if name in counts}

    def path(self, number: int, cell: str, name: str = "", place: int = -1) -> str:
        return f"{self.name}.{name}"


class ScoreAsk(SheetAsk[scoring.Ending], MachiavelliAsk[scoring.Ending]):
    name = "score"
    title = gettext_lazy("Who has won?")
    intro = gettext_lazy("Enter the cards each player has left to see who has won, and why.")
    action = gettext_lazy("Who has won?")
    scripts = ("sheet.js",)
    styles = ("machiavelli/score.css",)
    named_first, room = 0, 4

    hands = LeftField(label=gettext_lazy("Cards left in hand"), required=False, needed=True)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> scoring.Ending:
        (hands,) = asked["hands"].hands
        pack, seen, wrong = house.pack, list[Card](), Refusals()
        for name, left in hands.items():
            for card in () if isinstance(left, int) else map(pack.face, left):
                seen.append(card)
                if seen.count(card) > pack.copies(card):
                    code = "too-many" if pack.copies(card) else "not-in-pack"
                    wrong.add(Refused(f"hands.{name}", code, card=card, copies=pack.copies(card)))
                    break
        with wrong.gathered():
            ending = scoring.ending(
                {name: left if isinstance(left, int) else len(left) for name, left in hands.items()}, house
            )
        wrong.refuse()
        return ending

    def result(self) -> dict[str, object]:
        winners = self.verdict.winners
        return {"winner": winners[0] if len(winners) == 1 else list(winners)}

    def headline(self) -> Headline:
        return Headline("yes", wording.winner_headline(self.verdict.winners))

    def story(self) -> list[Step]:
        left = {standing.name: standing.left for standing in self.verdict.standings}
        return [Step(scores("left", left), (), ["machiavelli.end"]), self.step(self.verdict.reasons)]


class MachiavelliSheet(HandSheet):
    ask = ScoreAsk
    ends = False
    fewest_lead = True
    may_sit_out = True
    note = gettext_lazy(
        "The rules only cover a single game. Over an evening we add up the cards left in hand; the lowest total leads. "
        "A game that somebody sits out adds nothing, so totals can only be compared fairly between players who have "
        "played the same number of games."
    )

    def gains(self, shown: scoring.Ending) -> Mapping[str, int]:
        return {standing.name: standing.left for standing in shown.standings}

    def seats_by(self, house: Mapping[str, Any]) -> range:
        return range(self.seats[0], min(scoring.seats(rules.House(**house))[-1], self.seats[-1]) + 1)

    def lead(self, standing: Standing) -> str:
        return wording.cards_left(standing.totals[standing.leaders[0]])

    def wrong_with(self, table: Table) -> str:
        # How many a pack can be dealt to depends on the decks, and the calculator knows.
        first, *others = table.present
        form = self.asked(table, {first: 0} | dict.fromkeys(others, 1))
        return "" if form.is_valid() else " ".join(text for element, text in form.faults())


SHEET = MachiavelliSheet()
