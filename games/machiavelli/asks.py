"""The questions Machiavelli answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.arranging.melds import read
from games.asks import Ask, Headline, Rows, Step
from games.cards import Card
from games.fields import CardsField, GroupsField
from games.house import Text
from games.machiavelli import rules, wording
from games.machiavelli.drawn import laid_after, laid_before, laid_lessened, laid_missing, looks
from games.machiavelli.game import MachiavelliAsk
from games.machiavelli.sheet import ScoreAsk
from games.notation import canonical
from games.questions import DRAFT
from games.rulings import Reason
from games.table import Laid

HAND = gettext_lazy("Cards in hand")
TABLE = gettext_lazy("On the table")
CHECKED = (
    {"missing", "from-nowhere", *rules.CHANGES},
    {"no-group-after", "all-groups", "all-must-be-groups"},
    {"nothing-played", "draw-instead", "restore-instead", "too-many-played", "few-enough", "hand-empty"},
)
"""The codes of what is checked of a turn, in order: that no card is lost or comes from nowhere, groups, cards played."""
GROUPS_HINT = gettext_lazy("Put a / or a new line between the groups.")


class GroupAsk(MachiavelliAsk[rules.Recognition]):
    name = "group"
    title = gettext_lazy("Is this a group?")
    intro = gettext_lazy("Can these cards be a set or a run on the table, and if not, why?")
    action = gettext_lazy("Check")
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Recognition:
        return rules.recognise(asked["cards"], house)

    def result(self) -> dict[str, object]:
        return {"kind": self.verdict.kind and self.verdict.kind.value}

    def outcome(self, verdict: rules.Recognition) -> object:
        return verdict.kind

    def bearing(self, house: rules.House) -> object:
        return read(self.cleaned_data["cards"], house.laws).kind

    def headline(self) -> Headline:
        found = self.verdict
        if found.kind is None:
            return Headline("no", pgettext("verdict", "Not a group"))
        return Headline("yes", wording.group_name(found))

    def picture(self) -> Rows:
        return [("", self.cleaned_data["cards"])]


class EndsInTable(Protocol):
    """A verdict that ends in a table."""

    @property
    def reasons(self) -> Sequence[Reason]: ...

    @property
    def after(self) -> Sequence[rules.Placed]: ...


T = TypeVar("T", bound=EndsInTable)


class TableAfterAsk(MachiavelliAsk[T]):
    """A question whose answer ends in a table, drawn with what became of each card."""

    @cached_property
    def after_laid(self) -> list[Laid]:
        """The groups after the turn, each card with its mark."""
        return [laid_after(group) for group in self.verdict.after]

    @property
    def looks(self) -> list[tuple[str, str, str]]:
        """The marks that these groups bear, each with what it means."""
        return looks(self.after_laid)


def _table_after(label: Text, help_text: Text) -> GroupsField:
    """The table as a turn leaves it: its cards come from the table before and the hand, and are moved by taps."""
    return GroupsField(
        label=label,
        required=False,
        needed=True,
        help_text=help_text,
        pick_from="before hand",
        copy_from="before",
        group_ask="group",
        moved_by="machiavelli/table.js",
        template_name="machiavelli/field_after.html",
    )


class TurnAsk(TableAfterAsk[rules.Judgement]):
    name = "turn"
    title = gettext_lazy("Is this turn legal?")
    intro = gettext_lazy("The table before, your hand, the table after: legal, or what is wrong?")
    action = gettext_lazy("Check")
    counted_together = (("before", "hand"), ("after",))

    before = GroupsField(
        label=gettext_lazy("The table before the turn"),
        required=False,
        needed=True,
        awaited=False,
        typing_hint=GROUPS_HINT,
        group_ask="group",
    )
    hand = CardsField(label=gettext_lazy("Cards in hand before the turn"), required=False, needed=True)
    after = _table_after(
        gettext_lazy("The table after the turn"),
        gettext_lazy("The whole table, including the groups you did not touch."),
    )

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Judgement:
        return rules.judge(asked["before"], asked["hand"], asked["after"], house)

    def result(self) -> dict[str, object]:
        return {"legal": self.verdict.legal, "played": canonical(self.verdict.played)}

    def outcome(self, verdict: rules.Judgement) -> bool:
        return verdict.legal

    def bearing(self, house: rules.House) -> object:
        asked = self.cleaned_data
        return [read(group, house.laws).kind for group in (*asked["before"], *asked["after"])]

    def headline(self) -> Headline:
        judgement = self.verdict
        if not judgement.legal:
            return Headline("no", pgettext("verdict", "No, this turn is not legal"))
        return Headline("yes", wording.legal_headline(len(judgement.played), len(self.cleaned_data["hand"])))

    @cached_property
    def before_laid(self) -> list[Laid]:
        return laid_missing(self.verdict)

    @cached_property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in the hand."""
        return rules.without(self.cleaned_data["hand"], self.verdict.played)

    @property
    def best_link(self) -> str:
        """The best turn with the same table and hand."""
        return self.link(BestAsk, table=self.verdict.before, hand=self.cleaned_data["hand"])

    @property
    def try_link(self) -> str:
        """This turn as it is laid, to be tried otherwise."""
        return self.link(TryAsk)

    @property
    def next_link(self) -> str:
        """The next player's turn on the table as it lies now."""
        return self.link(BestAsk, table=[group.cards for group in self.verdict.after], hand=())

    def picture(self) -> Rows:
        return [
            (gettext_lazy("Before"), self.before_laid),
            (HAND, self.cleaned_data["hand"]),
            (gettext_lazy("After"), self.after_laid),
        ]

    def story(self) -> list[Step]:
        """What is checked, one thing after another, as far as the last that is wrong."""
        found = self.verdict
        before, hand, after = self.picture()
        passed = (
            Step(wording.all_there_step(), (), ["machiavelli.take"]),
            self.step([Reason("machiavelli.groups", "all-groups")]),
        )
        told = [[reason for reason in found.reasons if reason.code in codes] for codes in CHECKED]
        last = max(at for at, reasons in enumerate(told) if reasons)
        rows = (
            (before, hand) if last else (before, hand, after),
            (after,),
            ((gettext_lazy("Cards played"), found.played),),
        )
        steps = [self.step(reasons) if reasons else passed[at] for at, reasons in enumerate(told[: last + 1])]
        return [step._replace(rows=[row for row in drawn if row[1]]) for step, drawn in zip(steps, rows, strict=False)]


LEFT_UNSAID = {"all-must-be-groups", "restore-instead"}
"""What a table that is being built need not be told at each step."""


class TryAsk(TurnAsk):
    """The same question while a turn is still being laid out: being unfinished is not a fault."""

    name = "table"
    judged = False
    title = gettext_lazy("Try out a turn")
    intro = gettext_lazy("Move the cards as you like: at each step you see what is still missing.")

    after = _table_after(
        gettext_lazy("The table"),
        gettext_lazy("As your turn leaves it, including the groups you do not touch."),
    )

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        if {"before", "after"} <= asked.keys() and not asked["after"]:
            asked["after"] = asked["before"]  # it begins as it is
        return super().clean()

    story = Ask.story  # a turn that is still being laid is not checked to an end

    def headline(self) -> Headline:
        judgement = self.verdict
        if judgement.legal:
            return super().headline()
        return Headline(
            "open", wording.unfinished_headline(self.is_as_it_was, sum(not group.valid for group in judgement.after))
        )

    @property
    def is_as_it_was(self) -> bool:
        """Whether nothing has been moved yet."""
        asked = self.cleaned_data
        return sorted(map(sorted, asked["before"])) == sorted(map(sorted, asked["after"]))

    def sentences(self) -> Iterable[tuple[str, str]]:
        return ((self.say(reason), reason.rule) for reason in self.verdict.reasons if reason.code not in LEFT_UNSAID)


class BestAsk(TableAfterAsk[rules.Best]):
    name = "best"
    heavy = True
    title = gettext_lazy("The best turn")
    intro = gettext_lazy("The most cards you can play in one turn, and how, step by step.")
    action = gettext_lazy("Find the best turn")
    counted_together = (("table", "hand"),)

    table = GroupsField(
        label=TABLE, required=False, needed=True, awaited=False, typing_hint=GROUPS_HINT, group_ask="group"
    )
    hand = CardsField(label=HAND, required=False, needed=True)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Best:
        return rules.best(asked["table"], asked["hand"], house)

    @property
    def is_given_up(self) -> bool:
        return not self.verdict.turn.proved

    def result(self) -> dict[str, object]:
        return {
            "count": self.verdict.turn.count,
            "played": canonical(self.verdict.turn.played),
            "groups": [canonical(group.cards) for group in self.verdict.after],
            "proved": self.verdict.turn.proved,
        }

    def headline(self) -> Headline:
        turn, held = self.verdict.turn, len(self.cleaned_data["hand"])
        if turn.count:
            return Headline("yes", wording.best_headline(turn.count, held, turn.count_proved))
        if not held:
            return Headline("open", _("You have no cards left"))
        if turn.count_proved:
            return Headline("no", pgettext("verdict", "You cannot play anything"))
        return Headline("open", pgettext("verdict", "Nothing found that you can play"))

    @cached_property
    def steps(self) -> list[Step]:
        """The turn as hands can follow it: leave, take away, take apart, add, build; none where nothing is played."""
        if not self.verdict.turn.count:
            return []
        found = self.verdict
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
            (wording.leave_step, leave),
            (wording.lessen_step, lessen),
            (wording.break_step, apart),
            (wording.add_step, add),
            (wording.build_step, build),
        ]
        rule = next(reason.rule for reason in found.reasons if reason.code in rules.CHANGES)
        return [Step(say(len(groups)), [("", groups)], [rule]) for say, groups in steps if groups]

    def story(self) -> list[Step]:
        found = self.verdict
        return [*self.steps, self.step(found.reasons, [("", self.after_laid)] if found.after else ())]

    @cached_property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in the hand."""
        return rules.without(self.cleaned_data["hand"], self.verdict.turn.played)

    @property
    def play_link(self) -> str:
        """The same question with this turn played, for the next one: not asked yet, while the others have theirs."""
        return f"{self.link(table=[group.cards for group in self.verdict.after], hand=self.left)}&{DRAFT}=played"

    check_title = TurnAsk.title

    @property
    def check_link(self) -> str:
        """This turn, put to the judge."""
        found = self.verdict
        after = [group.cards for group in found.after]
        return self.link(TurnAsk, before=found.before, hand=self.cleaned_data["hand"], after=after)

    @property
    def try_link(self) -> str:
        """The table as it is, to be tried out."""
        before = self.verdict.before
        return self.link(TryAsk, before=before, hand=self.cleaned_data["hand"], after=before)

    def picture(self) -> Rows:
        asked = self.cleaned_data
        return [(TABLE, [Laid(tuple(group)) for group in asked["table"]]), (HAND, asked["hand"])]


def _origin(group: rules.Placed) -> int:
    assert group.origin is not None
    return group.origin


ASKS: tuple[type[Ask[Any]], ...] = (TurnAsk, TryAsk, BestAsk, GroupAsk, ScoreAsk)
