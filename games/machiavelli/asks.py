"""The questions Machiavelli answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.asks import HOUSE, Answer, Ask, Headline
from games.cards import Card, Pack
from games.fields import AskField, CardsField, GroupsField, Pairs, as_written, number_in
from games.house import HouseRule, Text
from games.machiavelli import rules, scoring, wording
from games.notation import Notation, canonical
from games.rulings import Refused
from games.table import Laid, Mark

HAND = gettext_lazy("Cards in hand")
TABLE = gettext_lazy("On the table")
GROUPS_HINT = gettext_lazy("Put a / or a new line between one group and the next.")


class MachiavelliAsk(Ask):
    game = "machiavelli"
    wording: ClassVar[ModuleType] = wording
    house_class = rules.House
    house_rules = (
        HouseRule(
            "sets",
            "sets",
            gettext_lazy("The suits of a set"),
            {"distinct": gettext_lazy("all differ"), "any_suit": gettext_lazy("may be equal")},
        ),
        HouseRule(
            "decks",
            "deck",
            gettext_lazy("Decks"),
            {2: gettext_lazy("two"), 3: gettext_lazy("three"), 4: gettext_lazy("four")},
        ),
        HouseRule("jokers", "variant-jokers", gettext_lazy("Two jokers play along and stand for any card")),
        HouseRule("wrap", "variant-wrap", gettext_lazy("A run goes on past the ace to the 2")),
    )
    house_shown: ClassVar[tuple[str, ...]] = ("sets", "decks", "jokers", "wrap")
    pack_rules = ("decks", "jokers")
    style = "machiavelli/table.css"
    scripts: ClassVar[tuple[str, ...]] = ("machiavelli/table.js",)

    def pack(self, house: rules.House) -> Pack:
        return house.pack

    def link(self, ask: type[MachiavelliAsk], **fields: Iterable[Iterable[Card]] | Iterable[Card]) -> str:
        """The address of another question at the same table, under the same house rules, in the same letters."""
        write = self.notation.write
        said = [
            (name, " / ".join(map(write, value)) if ask.base_fields[name].groups else write(value))  # type: ignore[attr-defined,arg-type]
            for name, value in fields.items()
        ]
        house = [pair for pair in parse_qsl(self.address(self.notation)) if pair[0].startswith(HOUSE)]
        return f"{reverse('tool', args=[self.game, ask.name])}?{urlencode([pair for pair in said if pair[1]] + house)}"


def laid_before(groups: Sequence[Sequence[Card]], missing: Iterable[Card] = ()) -> list[Laid]:
    """The table before, its groups numbered; cards that are not there any more are marked."""
    gone, rows = list(missing), []
    for number, group in reversed(list(enumerate(groups, 1))):
        marks: list[Mark | None] = []
        for card in group:
            marks.append(Mark("nowhere", "✗", _("missing afterwards")) if card in gone else None)
            if card in gone:
                gone.remove(card)
        rows.append(Laid(tuple(group), tuple(marks), str(number)))
    return rows[::-1]


def laid_after(group: rules.Placed) -> Laid:
    """A group of the table after: cards from the hand, from another group and from nowhere are marked."""
    marks: list[Mark | None] = []
    for source, nowhere in zip(group.sources, group.nowhere, strict=True):
        if nowhere:
            marks.append(Mark("nowhere", "?", _("from nowhere")))
        elif source is None:
            marks.append(Mark("hand", "", _("from the hand")))
        elif source != group.origin:
            marks.append(Mark("moved", str(source + 1), _("from group %(number)d") % {"number": source + 1}))
        else:
            marks.append(None)
    return Laid(group.cards, tuple(marks), wrong=not group.valid)


def laid_lessened(laid: Laid, at: int, rest: rules.Placed) -> Laid:
    """A group of the table before of which some cards stay and the others, marked, go elsewhere."""
    stay = [card for card, source in zip(rest.cards, rest.sources, strict=True) if source == at]
    marks: list[Mark | None] = []
    for card in laid.cards:
        marks.append(None if card in stay else Mark("moved", "", _("goes elsewhere")))
        if card in stay:
            stay.remove(card)
    return laid._replace(marks=tuple(marks))


def looks(groups: Iterable[Laid]) -> list[tuple[str, str, str]]:
    """How marked cards look among these groups, a badge to show for it, and what it means."""
    seen = {mark.look for group in groups for mark in group.marks if mark}
    legend = (("hand", "", _("from the hand")), ("moved", "1", _("from group 1")), ("nowhere", "?", _("from nowhere")))
    return [row for row in legend if row[0] in seen]


class GroupAsk(MachiavelliAsk):
    name = "group"
    title = gettext_lazy("Is this a group?")
    intro = gettext_lazy(
        "Lay down some cards and see whether they may lie on the table together: as a set, as a run, or why not."
    )
    action = gettext_lazy("Is it one?")
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        found = rules.recognise(asked["cards"], house)
        return Answer({"kind": found.kind and found.kind.value}, found.reasons, found)

    def headline(self) -> Headline:
        found: rules.Recognition = self.answer.shown
        if found.kind is None:
            return Headline("no", pgettext_lazy("verdict", "Not a group"))
        return Headline("yes", wording.group_name(found))

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Any]]]:
        return [("", asked["cards"])]


class TableAfterAsk(MachiavelliAsk):
    """A question whose answer ends in a table, drawn with what became of each card."""

    @cached_property
    def after_laid(self) -> list[Laid]:
        """The groups after the turn, each card with its mark."""
        return [laid_after(group) for group in self.answer.shown.after]

    @property
    def looks(self) -> list[tuple[str, str, str]]:
        """The marks that these groups bear, each with what it means."""
        return looks(self.after_laid)


class TurnAsk(TableAfterAsk):
    name = "turn"
    title = gettext_lazy("Is this turn legal?")
    intro = gettext_lazy("The table before, the cards in hand, the table after: yes, or exactly what is wrong with it.")
    action = gettext_lazy("Is it legal?")
    counted_together = (("before", "hand"), ("after",))

    before = GroupsField(label=gettext_lazy("The table before the turn"), required=False, needed=True, hint=GROUPS_HINT)
    hand = CardsField(label=gettext_lazy("Cards in hand before the turn"), required=False, needed=True)
    after = GroupsField(
        label=gettext_lazy("The table after the turn"),
        required=False,
        needed=True,
        hint=gettext_lazy("All of it, with the groups that nobody touched."),
        pick_from="before hand",
        copy_from="before",
    )

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        judgement = rules.judge(asked["before"], asked["hand"], asked["after"], house)
        return Answer({"legal": judgement.legal, "played": canonical(judgement.played)}, judgement.reasons, judgement)

    def headline(self) -> Headline:
        judgement: rules.Judgement = self.answer.shown
        if not judgement.legal:
            return Headline("no", pgettext_lazy("verdict", "No, not like this"))
        return Headline("yes", wording.legal_headline(len(judgement.played), len(self.cleaned_data["hand"])))

    @cached_property
    def before_laid(self) -> list[Laid]:
        return laid_before(self.answer.shown.before, self.answer.shown.missing)

    @cached_property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in the hand."""
        return rules.without(self.cleaned_data["hand"], self.answer.shown.played)

    @property
    def best_link(self) -> str:
        """The best turn with the same table and hand."""
        return self.link(BestAsk, table=self.answer.shown.before, hand=self.cleaned_data["hand"])

    @property
    def next_link(self) -> str:
        """The next player's turn on the table as it lies now."""
        return self.link(BestAsk, table=[group.cards for group in self.answer.shown.after])

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Any]]]:
        house = rules.House(**{name.removeprefix(HOUSE): asked[name] for name in asked if name.startswith(HOUSE)})
        judgement = rules.judge(asked["before"], asked["hand"], asked["after"], house)
        return [
            (gettext_lazy("Before"), laid_before(judgement.before, judgement.missing)),
            (HAND, asked["hand"]),
            (gettext_lazy("After"), [laid_after(group) for group in judgement.after]),
        ]


class Step(NamedTuple):
    """Something to do with one's hands, and the groups to do it with."""

    text: str
    groups: list[Laid]


class BestAsk(TableAfterAsk):
    name = "best"
    heavy = True
    title = gettext_lazy("The best turn")
    intro = gettext_lazy(
        "The table and your hand: the most cards that can be played in one turn, and step by step how."
    )
    action = gettext_lazy("Find it")
    counted_together = (("table", "hand"),)

    table = GroupsField(label=TABLE, required=False, needed=True, hint=GROUPS_HINT)
    hand = CardsField(label=HAND, required=False, needed=True)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        found = rules.best(asked["table"], asked["hand"], house)
        result = {
            "count": found.turn.count,
            "played": canonical(found.turn.played),
            "groups": [canonical(group.cards) for group in found.after],
            "proved": found.turn.proved,
        }
        return Answer(result, found.reasons, found)

    def headline(self) -> Headline:
        turn, held = self.answer.shown.turn, len(self.cleaned_data["hand"])
        if turn.count:
            return Headline("yes", wording.best_headline(turn.count, held, turn.count_proved))
        if turn.count_proved:
            return Headline("no", pgettext_lazy("verdict", "Nothing can be played"))
        return Headline("open", pgettext_lazy("verdict", "Nothing found to play"))

    @cached_property
    def steps(self) -> list[Step]:
        """The turn as hands can follow it: leave, take away, take apart, add, build."""
        found: rules.Best = self.answer.shown
        before = laid_before(found.before)
        untouched = {group.origin for group in found.after if group.untouched}
        rests = {group.rest_of: group for group in found.after if group.rest_of is not None}
        standing = {group.origin for group in found.after}
        leave = [laid for at, laid in enumerate(before) if at in untouched]
        lessen = [laid_lessened(laid, at, rests[at]) for at, laid in enumerate(before) if at in rests]
        apart = [laid for at, laid in enumerate(before) if at not in standing]
        grown = [group for group in found.after if group.origin is not None and set(group.sources) != {group.origin}]
        add = [laid_after(group)._replace(number=str(_origin(group) + 1)) for group in grown]
        build = [laid_after(group) for group in found.after if group.origin is None]
        steps = [
            Step(wording.leave_step(len(leave)), leave),
            Step(wording.lessen_step(len(lessen)), lessen),
            Step(wording.break_step(len(apart)), apart),
            Step(wording.add_step(len(add)), add),
            Step(wording.build_step(len(build)), build),
        ]
        return [step for step in steps if step.groups]

    @cached_property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in the hand."""
        return rules.without(self.cleaned_data["hand"], self.answer.shown.turn.played)

    @property
    def play_link(self) -> str:
        """This turn, put to the judge."""
        found: rules.Best = self.answer.shown
        after = [group.cards for group in found.after]
        return self.link(TurnAsk, before=found.before, hand=self.cleaned_data["hand"], after=after)

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Any]]]:
        return [(TABLE, [Laid(tuple(group)) for group in asked["table"]]), (HAND, asked["hand"])]


def _origin(group: rules.Placed) -> int:
    assert group.origin is not None
    return group.origin


class LeftField(AskField):
    """Hands at the end: an object of names and what each has left, a number of cards or the cards themselves.

    In an address, as many ``player`` as ``left``, the two lists side by side.
    """

    template = "machiavelli/field_left.html"
    schema = {
        "type": "object",
        "additionalProperties": {"oneOf": [{"type": "integer", "minimum": 0}, CardsField.schema]},
        "example": {"Ada": 0, "Ugo": 5},
    }

    def from_address(self, data: QueryDict, name: str) -> Any:
        if "player" not in data and "left" not in data:
            return None
        names, lefts = data.getlist("player"), data.getlist("left")
        lefts += [""] * (len(names) - len(lefts))
        rows = [(text.strip()[:40], left.strip()[:9]) for text, left in zip(names, lefts, strict=False)]
        if (gone := number_in(data.get("remove", ""))) is not None:
            del rows[gone : gone + 1]
        return Sheet([row for row in rows if any(row)], {})

    def to_python(self, value: Any) -> Any:
        if value is None:
            raise ValidationError(self.error_messages["required"], "required")
        if isinstance(value, Sheet):
            hands: dict[str, int | tuple[Card, ...]] = {}
            for name, left in value.rows:
                if not name:
                    raise ValidationError(_("Write a name beside every number of cards."), "no-name", {"at": left})
                if name in hands:
                    raise ValidationError(_("Two players are called “%(at)s”."), "same-name", {"at": name})
                hands[name] = self._left(name, left or None)
            return Sheet(value.rows, hands)
        if not isinstance(value, dict):
            raise ValidationError(_("The hands are an object: each name with the cards it has left."), "no-hands")
        hands = {name: self._left(name, left) for name, left in value.items()}
        rows = [(name, str(left if isinstance(left, int) else len(left))) for name, left in hands.items()]
        return Sheet(rows, hands)

    def _left(self, name: str, left: Any) -> int | tuple[Card, ...]:
        path = f"{self.name}.{name}"
        if isinstance(left, int) and not isinstance(left, bool):
            return left
        if isinstance(left, str) and (number := number_in(left.removeprefix("-"))) is not None:
            return -number if left.startswith("-") else number
        if isinstance(left, str | list):
            reader = CardsField()
            reader.notation = self.notation
            try:
                return reader.read(left, path)
            except ValidationError as unreadable:
                if isinstance(left, list):
                    raise
                at = unreadable.error_list[0].params
                raise ValidationError(
                    _("%(name)s: “%(left)s” is neither a number of cards nor the cards themselves."),
                    "no-number",
                    {"name": name, "left": left, "at": (at or {}).get("at", left), "path": path},
                ) from None
        raise ValidationError(
            _("%(name)s: write how many cards are left, 0 for none."),
            "no-number",
            {"name": name, "at": as_written(left), "path": path},
        )

    def validate(self, value: Any) -> None:
        pass

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        if not isinstance(raw, Sheet):
            return super().typed(name, raw, notation)
        return self.to_address(name, raw, notation)

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        return [pair for player, left in value.rows for pair in (("player", player), ("left", left))]


class Sheet:
    """Hands at the end as they were filled in, and as they were read."""

    def __init__(self, rows: list[tuple[str, str]], hands: dict[str, int | tuple[Card, ...]]) -> None:
        self.rows = rows
        self.hands = hands


class ScoreAsk(MachiavelliAsk):
    name = "score"
    title = gettext_lazy("Who has won?")
    intro = gettext_lazy("How many cards each player has left when the game ends: who has won, and why.")
    action = gettext_lazy("Who has won?")
    house_shown = ("decks",)
    redraws = True
    scripts = ("sheet.js",)
    fewest_rows: ClassVar[int] = 4

    hands = LeftField(label=gettext_lazy("Cards left in hand"), required=False, needed=True)

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The rows to fill in: those filled in so far, and always an empty one more."""
        filled = self["hands"].value()
        rows = filled.rows if isinstance(filled, Sheet) else []
        return rows + [("", "")] * max(1, self.fewest_rows - len(rows))

    def element(self, name: str, path: str) -> str:
        filled = self["hands"].value()
        for number, (player, _left) in enumerate(filled.rows if isinstance(filled, Sheet) else []):
            if path == f"hands.{player}":
                return f"left-{number}"
        return name

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        hands = asked["hands"].hands
        pack, seen = house.pack, []
        for name, left in hands.items():
            for card in () if isinstance(left, int) else map(pack.face, left):
                seen.append(card)
                if seen.count(card) > pack.copies(card):
                    code = "too-many" if pack.copies(card) else "not-in-pack"
                    raise Refused(f"hands.{name}", code, card=card, copies=pack.copies(card))
        counts = {name: left if isinstance(left, int) else len(left) for name, left in hands.items()}
        found = scoring.ending(counts, house)
        winner = found.winners[0] if len(found.winners) == 1 else list(found.winners)
        return Answer({"winner": winner}, found.reasons, found)

    def headline(self) -> Headline:
        return Headline("yes", wording.winner_headline(self.answer.shown.winners))


ASKS: tuple[type[Ask], ...] = (TurnAsk, BestAsk, GroupAsk, ScoreAsk)
