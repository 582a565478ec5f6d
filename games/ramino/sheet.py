"""The score of Ramino: the calculator of a match, and an evening of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.asks import Rows, Step, hold_to_pack
from games.cards import BARE, Pack
from games.fields import AskField, CardsField, Pairs, as_written, build_switch_error, number_in
from games.notation import Notation
from games.questions import HOUSE
from games.ramino import rules, scoring, wording
from games.ramino.game import RaminoAsk
from games.ramino.scoring import Aim, Deal, Goal
from games.rulings import Refusals, Refused
from games.sheets.evening import MatchSheet, Outcome, Standing, Table, as_stored, ordered
from games.sheets.field import MatchAsk, Row, SheetAsk, SheetField
from games.words.scores import scores

HIGHEST_AIM = 999_999
"""What a match can be played to: figures that the form has room for."""


class DealsField(SheetField[Deal]):
    """Deals: a list of ``{winner, hands: {name: cards or points}, at_once}``."""

    template_name = "ramino/field_deals.html"
    seats = range(rules.FEWEST_PLAYERS, rules.MOST_PLAYERS + 1)
    of_hand = ("winner", "at_once")
    of_seat = ("left",)
    switches = frozenset({"at_once"})
    ranks_alone = True
    shape = gettext_lazy(
        "“deals” is a list; each entry names the winner and, for every other player, the cards left or their points."
    )
    schema = {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["winner", "hands"],
            "properties": {
                "winner": {"type": "string"},
                "hands": {
                    "type": "object",
                    "additionalProperties": {"oneOf": [{"type": "integer", "minimum": 0}, *CardsField.schema["oneOf"]]},
                },
                "at_once": {"type": "boolean", "default": False},
            },
            "additionalProperties": False,
        },
    }

    def hand(self, row: Row, players: Mapping[int, str], number: int, wrong: list[ValidationError]) -> Deal:
        named = {str(seat): name for seat, name in players.items()}
        winner = named.get(row.get("winner", ""), "")
        if not winner:
            wrong.append(self._build_winner_error(number))
        hands = {name: self._held(row.get(f"left.{seat}", ""), number, name, wrong) for seat, name in players.items()}
        return Deal(winner, hands, bool(row.get("at_once")))

    def entry(self, said: Any, number: int, wrong: list[ValidationError]) -> Deal:
        path = f"deals.{number}"
        if not isinstance(said, dict) or said.keys() - {"at_once"} != {"winner", "hands"}:
            text = _("Hand %(number)d has to be an object with “winner” and “hands”, and “at_once” if needed.")
            raise ValidationError(text, "no-deal", {"number": number + self.first, "path": path})
        winner, hands, at_once = said["winner"], said["hands"], said.get("at_once", False)
        if not isinstance(winner, str) or not winner.strip():
            raise self._build_winner_error(number)
        if not isinstance(hands, dict) or not all(name.strip() for name in hands):
            text = _("Hand %(number)d: “hands” is an object with the other players’ names and their cards or points.")
            raise ValidationError(text, "no-hands", {"number": number + self.first, "path": f"{path}.hands"})
        if not isinstance(at_once, bool):
            raise build_switch_error(at_once, f"{path}.at_once")
        return Deal(winner, {name: self._held(held, number, name, wrong) for name, held in hands.items()}, at_once)

    def _build_winner_error(self, number: int) -> ValidationError:
        where = {"number": number + self.first, "path": self.path(number, "winner")}
        return ValidationError(_("Hand %(number)d: choose who won it."), "no-winner", where)

    def _held(self, value: Any, number: int, name: str, wrong: list[ValidationError]) -> scoring.Held:
        """The points or cards of one hand; what cannot be read is added to what is wrong, with deal and player."""
        try:
            return self.amount(value, self.path(number, "left", name))
        except ValidationError as unreadable:
            first, problems = unreadable.error_list[0], " ".join(unreadable.messages)
            if first.code != "no-points" and not (first.params or {}).get("ranks"):  # ranks run together are cards
                problems += " " + _("You can also enter a whole number of points.")
            text = wording.in_deal(number + self.first, name, problems).replace("%", "%%")
            wrong.append(ValidationError(text, first.code, first.params))
            return ()

    def written(self, hand: Deal) -> Any:
        hands = {name: as_stored(held) for name, held in hand.hands.items() if name != hand.winner}
        return {"winner": hand.winner, "hands": hands} | ({"at_once": True} if hand.at_once else {})

    def named(self, hand: Deal) -> Iterable[str]:
        return (*hand.hands, hand.winner)

    def row(self, hand: Deal, names: Sequence[str], notation: Notation) -> Row:
        left = {f"left.{names.index(name)}": self.as_typed(held, notation) for name, held in hand.hands.items()}
        return {"winner": str(names.index(hand.winner)), "at_once": "on" * hand.at_once} | left

    def path(self, number: int, cell: str, name: str = "", place: int = -1) -> str:
        return f"deals.{number}.hands.{name}" if cell == "left" else f"deals.{number}.{cell}"


@dataclass(frozen=True)
class TypedAim:
    """What a match is played to, as it was filled in."""

    goal: str
    number: str


class AimField(AskField):
    """What a match is played to: ``{"points": 100}`` or ``{"deals": 5}``. In an address ``match=points&to=100``."""

    template_name = "ramino/field_match.html"
    schema = {
        "oneOf": [
            {
                "type": "object",
                "required": [goal.value],
                "properties": {goal.value: {"type": "integer", "minimum": 1, "maximum": HIGHEST_AIM}},
                "additionalProperties": False,
            }
            for goal in Goal
        ]
    }

    def from_address(self, data: QueryDict, name: str) -> Any:
        if not data:
            return None
        standard = scoring.STANDARD_AIM
        if name not in data and "to" not in data:
            return TypedAim(standard.goal.value, str(standard.number))
        return TypedAim(data.get(name, standard.goal.value), data.get("to", "").strip())

    def to_python(self, value: Any) -> Aim:
        if isinstance(value, TypedAim):
            number = int(value.number) if value.number.isdecimal() and len(value.number) < 7 else value.number
            value = {value.goal: number}
        if value is None:
            raise ValidationError(self.error_messages["required"], "required")
        if not isinstance(value, dict) or len(value) != 1 or not value.keys() <= set(Goal):
            raise ValidationError(
                _("A match is played to a number of points or of hands won: choose one of the two."), "no-match"
            )
        ((goal, number),) = value.items()
        if type(number) is not int or not 1 <= number <= HIGHEST_AIM:
            text = _("Enter a whole number from 1 to %(most)d instead of “%(value)s”.")
            if number == "":
                text = _("Enter a whole number, 1 or more.")
            is_number_text = isinstance(number, str) and (number_in(number) or 0) >= 1
            at = as_written(number)[:40]
            shown = json.dumps(number) if is_number_text else at
            figures = {"at": at, "value": shown, "most": HIGHEST_AIM, "path": f"{self.name}.{goal}"}
            raise ValidationError(text, "no-number", figures)
        return Aim(Goal(goal), number)

    def to_address(self, name: str, value: Aim, notation: Notation) -> Pairs:
        return [(name, value.goal.value), ("to", str(value.number))]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        if not isinstance(raw, TypedAim):
            return super().typed(name, raw, notation)
        return [(name, raw.goal), ("to", raw.number)]


class ScoreAsk(MatchAsk[scoring.Match], RaminoAsk[scoring.Match]):
    name = "score"
    title = gettext_lazy("Score calculator")
    intro = gettext_lazy("Enter who went out and what the others still held, and see the points.")
    action = gettext_lazy("Count the score")
    sheet_name, named_first = "deals", rules.FEWEST_PLAYERS
    stands_by = frozenset({"ramino.match"})
    stand_ins: ClassVar[Mapping[str, Any]] = {"match": Aim(Goal.POINTS, HIGHEST_AIM)}

    match = AimField(label=gettext_lazy("The match goes to"))
    deals = DealsField(label=gettext_lazy("Hands played"))

    def led_in(self, number: int, name: str) -> str:
        return wording.in_deal(number, name, "")

    @property
    def picker_pack(self) -> Pack:
        return _with_ranks(super().picker_pack)

    @property
    def aim(self) -> TypedAim:
        filled = self["match"].value()
        if isinstance(filled, TypedAim):
            return filled
        return TypedAim(scoring.STANDARD_AIM.goal.value, str(scoring.STANDARD_AIM.number))

    @property
    def goals(self) -> list[tuple[str, str]]:
        return [(Goal.POINTS.value, pgettext("goal", "points")), (Goal.DEALS.value, pgettext("goal", "hands won"))]

    @property
    def at_once_counts(self) -> bool:
        """Whether it matters at this table how a deal was won."""
        return self[HOUSE + "at_once"].value() is True

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> scoring.Match:
        pack = _with_ranks(self.pack(house))
        deals = [
            replace(deal, hands={name: _faced(held, pack) for name, held in deal.hands.items()})
            for deal in asked["deals"].hands
        ]
        worth, wrong = rules.worth(house), Refusals()
        for number, deal in enumerate(deals):
            held = {f"deals.{number}.hands.{name}": held for name, held in deal.hands.items()}
            with wrong.gathered():
                hold_to_pack([(path, cards) for path, cards in held.items() if not isinstance(cards, int)], pack)
            for path, points in held.items():
                if isinstance(points, int) and points > worth:
                    figures = {"number": number + 1, "name": path.split(".", 3)[3], "count": points, "most": worth}
                    wrong.add(Refused(path, "more-than-pack", **figures, at=str(points)))
            counts = [each if isinstance(each, int) else sum(map(house.value, each)) for each in held.values()]
            if not self.sheet_field.is_kept and max(counts, default=0) <= worth < sum(counts):
                figures = {"number": number + 1, "name": "", "count": sum(counts), "most": worth}
                wrong.add(Refused(f"deals.{number}.hands", "more-than-pack", **figures))
        with wrong.gathered():
            match = scoring.score(deals, asked["match"], house)
        wrong.refuse()
        return match

    def clean(self) -> dict[str, Any]:
        asked = super().clean()
        if not self.errors and not self.is_draft:
            # Nobody says which suits they had: what is kept of ranks alone is the points.
            filled, value = asked["deals"], self.house.value
            deals = [replace(deal, hands=_in_points(deal.hands, value)) for deal in filled.hands]
            asked["deals"] = replace(filled, hands=tuple(deals))
        return asked

    def refusal(self, refused: Refused) -> str:
        return wording.BOOK.refusal(refused, self.notation, first=self.first)

    def picture(self) -> Rows:
        asked = self.cleaned_data
        hands = [hand for deal in asked["deals"].hands for hand in deal.hands.items()]
        return [(name, held) for name, held in hands if held and not isinstance(held, int)]

    def told_of(self, number: int, row: scoring.Row) -> Step:
        reasons = list(scoring.counted(row, number, self.house))
        if number < len(self.verdict.rows):  # what cards count is said once, with the last hand
            del reasons[1:]
        rows = [(left.name, [item.card for item in left.items]) for left in row.left if left.items]
        step = self.step(reasons, rows)
        is_to_points = self.cleaned_data["match"].goal is Goal.POINTS
        stands = scores("now", row.totals) if is_to_points else scores("won", row.won)
        return step._replace(text=f"{step.text} {stands}")


def _with_ranks(pack: Pack) -> Pack:
    """The pack, its cards known by their ranks alone as well."""
    return replace(pack, bare=BARE)


def _in_points(hands: Mapping[str, scoring.Held], value: rules.Value) -> dict[str, scoring.Held]:
    """What was held, as points where some card of it is known by its rank alone."""
    return {
        name: held if isinstance(held, int) or not any(card in BARE for card in held) else sum(map(value, held))
        for name, held in hands.items()
    }


def _faced(held: scoring.Held, pack: Pack) -> scoring.Held:
    """What was held, its jokers as the pack knows them."""
    return held if isinstance(held, int) else tuple(map(pack.face, held))


class RaminoSheet(MatchSheet):
    ask = ScoreAsk
    terms = ("match",)
    may_sit_out = True
    of_the_match = ScoreAsk.stands_by

    def term(self, value: Aim) -> dict[str, int]:
        return {value.goal.value: value.number}

    def in_order(self, content: Any, players: Sequence[str]) -> Any:
        # The winner's empty hand as well: so the players come in their order.
        return content | {
            "hands": {name: content["hands"].get(name, "") for name in ordered(self.who(content), players)}
        }

    def who(self, content: Any) -> Sequence[str]:
        return list(dict.fromkeys([content["winner"], *content["hands"]]))

    def renamed(self, content: Any, names: Mapping[str, str]) -> Any:
        winner = names.get(content["winner"], content["winner"])
        return content | {"winner": winner, "hands": super().renamed(content["hands"], names)}

    def gains(self, shown: scoring.Match) -> Mapping[str, int]:
        (row,) = shown.rows
        return {row.winner: row.points}

    def shown(self, asked: SheetAsk[Any]) -> scoring.Row:
        row: scoring.Row
        (row,) = asked.verdict.rows
        return row

    def match(self, table: Table, outcomes: Sequence[Outcome]) -> scoring.Tally:
        won = [next(iter(outcome["gains"].items())) for outcome in outcomes]
        return scoring.tally(won, table.players, self.aim(table))

    def aim(self, table: Table) -> Aim:
        """What the table plays to."""
        ((goal, number),) = table.terms["match"].items()
        return Aim(Goal(goal), number)

    def target(self, match: scoring.Tally) -> int | None:
        return match.aim.number if match.aim.goal is Goal.POINTS else None

    def leaders(self, match: scoring.Tally, totals: Mapping[str, int]) -> tuple[str, ...]:
        return self.first(totals if match.aim.goal is Goal.POINTS else match.won)

    def lead(self, standing: Standing) -> str:
        match: scoring.Tally = standing.match
        return super().lead(standing) if self.target(match) else wording.won(match.won[standing.leaders[0]])

    def ranks(self, standing: Standing) -> Sequence[Mapping[str, int]]:
        if self.target(standing.match):
            return super().ranks(standing)
        won, ranks = dict.fromkeys(standing.totals, 0), list[Mapping[str, int]]()
        for row in standing.rows:
            won = {name: count + (name in row.gains) for name, count in won.items()}
            ranks.append(won)
        return ranks

    def ranked_by(self, standing: Standing, figure: int) -> str:
        return super().ranked_by(standing, figure) if self.target(standing.match) else wording.won(figure)


SHEET = RaminoSheet()
