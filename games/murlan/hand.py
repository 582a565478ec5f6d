"""A hand of Murlan turn by turn: whose turn it is, what lies on the table, who is out and who leads."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.asks import Headline, Rows, Step
from games.cards import Card
from games.fields import BETWEEN_GROUPS, GroupsField, Pairs
from games.murlan import rules, turns, wording
from games.murlan.game import MurlanAsk
from games.notation import Notation, canonical
from games.rulings import Reason, Refused
from games.sheets.names import NamedAsk, NamesField
from games.table import Laid

PASS = "-"
"""How a pass is written among the plays."""
DEALT = object()
"""The hands of an address that has them dealt."""
TABLE = gettext_lazy("On the table")


class HandsField(GroupsField):
    """Four hands, in turn to the left. In an address ``shuffle`` deals them where there are none."""

    template_name = "murlan/field_four.html"

    def from_address(self, data: QueryDict, name: str) -> Any:
        return super().from_address(data, name) or (DEALT if "shuffle" in data else None)

    def to_python(self, value: Any) -> tuple[tuple[Card, ...], ...]:
        return dealt_at_random() if value is DEALT else super().to_python(value)


def dealt_at_random() -> tuple[tuple[Card, ...], ...]:
    """The whole pack in four hands, each from the lowest card to the highest."""
    pack = sorted(rules.PACK)
    random.shuffle(pack)
    return tuple(tuple(sorted(pack[seat :: turns.SEATS], key=rules.place)) for seat in range(turns.SEATS))


class MovesField(GroupsField):
    """What was played, turn by turn, a pass by a dash. In an address ``play`` is one more, and ``back`` takes one back."""

    template_name = "murlan/field_moves.html"
    lists_are_exact = True

    def from_address(self, data: QueryDict, name: str) -> Any:
        moves = [move.strip() for move in BETWEEN_GROUPS.split(data.get(name, "")) if move.strip()]
        if "back" in data:
            del moves[-1:]
        return " / ".join([*moves, *filter(None, [data.get("play")])]) or None

    def read(self, value: Any, path: str = "") -> tuple[Card, ...]:
        if isinstance(value, str) and value.strip() in (PASS, "–", "—"):
            return ()
        return super().read(value, path)

    def to_python(self, value: Any) -> tuple[tuple[Card, ...], ...]:
        if isinstance(value, str):  # a pass is an empty group, and no group that is left out
            value = [move for move in BETWEEN_GROUPS.split(value) if move.strip()]
        return super().to_python(value)

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return [(name, " / ".join(notation.write(move) or PASS for move in value))] if value else []

    def rewritten(self, text: str, notation: Notation) -> str:
        moves = BETWEEN_GROUPS.split(text)
        return " / ".join(
            move.strip() if move.strip() == PASS else super(MovesField, self).rewritten(move.strip(), notation)
            for move in moves
        )


def _more(step: Step, then: Step) -> Step:
    """A step that goes on with another, on the same cards."""
    if not then.text:
        return step
    return step._replace(text=f"{step.text} {then.text}", rules=list(dict.fromkeys([*step.rules, *then.rules])))


class Seat(NamedTuple):
    """One player as everybody sees them."""

    who: str
    tags: list[str]
    left: int
    """How many cards they have."""


class NextAsk(NamedAsk[turns.Hand], MurlanAsk[turns.Hand]):
    name = "next"
    judged = False
    player_count = turns.SEATS
    title = gettext_lazy("Who plays next?")
    intro = gettext_lazy("Play a whole hand turn by turn: who plays next, who is out, who leads.")
    action = gettext_lazy("Show whose turn it is")
    counted_together = (("hands",),)
    redraws = True
    letters_below = False
    styles = ("murlan/next.css",)
    acts = ("shuffle", "play", "back")

    hands = HandsField(
        label=gettext_lazy("The four hands"),
        help_text=gettext_lazy(
            "One row for each player, going round to the left; the player in the first row leads. You can also enter what is "
            "left late in a hand."
        ),
    )
    moves = MovesField(
        label=gettext_lazy("Turns so far"),
        required=False,
        help_text=gettext_lazy("You can also type them here, with a / or a new line between them and a - for a pass."),
    )
    players = NamesField(seats=turns.SEATS, label=gettext_lazy("Players"), required=False)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> turns.Hand:
        return turns.resume(asked["hands"], asked["moves"], house)

    def say(self, reason: Reason) -> str:
        return wording.tell(reason, self.who)

    def refusal(self, refused: Refused) -> str:
        return wording.refusal(refused, self.notation, self.who)

    def result(self) -> dict[str, object]:
        table = self.verdict.table
        return {
            "turn": None if table.turn is None else self.names[table.turn] or table.turn,
            "table": canonical(table.lies),
            "out": [self.names[seat] or seat for seat in table.out],
        }

    def headline(self) -> Headline:
        hand = self.verdict
        if hand.table.turn is None:
            return Headline("yes", wording.turn_headline("over"))
        code = "plays-next" if hand.table.lies else "leads"
        return Headline("open", wording.turn_headline(code, self.who(hand.table.turn)))

    def picture(self) -> Rows:
        """What lies on the table, and the cards that everybody has left."""
        table = self.verdict.table
        held = [(self.who(seat), Laid(tuple(hand))) for seat, hand in enumerate(table.hands) if hand]
        return [*([(TABLE, Laid(table.lies))] if table.lies and not table.over else []), *held]

    def story(self) -> list[Step]:
        hand = self.verdict
        if not hand.turns:
            return [self.step(hand.reasons)]
        return self._told([*(turn.follows for turn in hand.turns[:-1]), hand.reasons])

    def plays(self) -> list[Step]:
        """What was played, as everybody saw it: nothing of what follows from it."""
        return self._told([()] * len(self.verdict.turns))

    def _told(self, follows: Sequence[Sequence[Reason]]) -> list[Step]:
        """Each play with the passes after it, and what ``follows`` from each turn."""
        following = iter(follows)
        steps = list[Step]()
        for turns_of_round in self.verdict.rounds:
            passing = list[str]()
            for turn in turns_of_round:
                outcome = self.step(next(following))
                if turn.combination:
                    said = wording.played(self.who(turn.seat), turn.combination, leads=turn is turns_of_round[0])
                    steps.append(_more(Step(said, [("", Laid(turn.cards))], [turn.because[0].rule]), outcome))
                    passing = []
                    continue
                passing.append(self.who(turn.seat))
                is_last = turn is turns_of_round[-1] or turns_of_round[turns_of_round.index(turn) + 1].combination
                if is_last or outcome.text:
                    passes = Step(wording.passing(passing), (), [turn.because[0].rule])
                    steps.append(_more(_more(steps.pop(), passes), outcome))
                    passing = []
        return steps

    # What the page shows of it

    @property
    def hand(self) -> turns.Hand | None:
        """The hand, once it could be followed."""
        return self.verdict if hasattr(self, "verdict") and not self.errors else None

    @property
    def question_fields(self) -> list[BoundField]:
        """On the page the game comes first, then the hands that it began with; the names stand with these."""
        return [self[name] for name in (("moves", "hands") if self.hand else ("hands", "moves"))]

    def element(self, name: str, path: str) -> str:
        return "hands" if name == "players" else name

    @property
    def players_field(self) -> BoundField:
        return self["players"]

    def turn(self) -> str:
        """Whose turn it is; nobody’s when the hand is over."""
        seat = self.verdict.table.turn
        return "" if seat is None else self.who(seat)

    def choices(self) -> list[tuple[Sequence[Card], str]]:
        """The plays of that player, the cards of each and how they are written."""
        table = self.verdict.table
        if table.turn is None:
            return []
        found = rules.plays(table.hands[table.turn], table.lies, house=self.house).plays
        return [(play.cards, self.notation.write(play.cards)) for play in found]

    def around(self) -> list[Seat]:
        """All players, as they sit to the left."""
        table, hand = self.verdict.table, self.verdict
        passed = {turn.seat for turn in hand.rounds[-1] if not turn.cards} if hand.turns and table.lies else set()
        return [
            Seat(
                self.who(seat),
                [
                    text
                    for holds, text in (
                        (seat == table.turn and not table.lies, _("leads")),
                        (seat == table.turn and bool(table.lies), _("to play")),
                        (seat in passed and seat != table.turn, _("passes")),
                        (not cards, pgettext("player", "out")),
                    )
                    if holds
                ],
                len(cards),
            )
            for seat, cards in enumerate(table.hands)
        ]

    def typed_moves(self) -> str:
        """The turns as they stand in the field."""
        pairs = MovesField().to_address("", self.verdict.moves, self.notation) if self.hand else []
        return pairs[0][1] if pairs else str(self["moves"].value() or "")
