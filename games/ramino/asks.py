"""The questions Ramino answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.arranging.deadwood import Help
from games.arranging.lineage import lineage
from games.arranging.melds import read
from games.asks import Ask, Headline, Rows, Step
from games.cards import Card, cards_of
from games.fields import AskField, CardsField, ChoiceField, GroupsField, Pairs, number_in
from games.notation import Notation, canonical
from games.ramino import rules, wording
from games.ramino.game import RaminoAsk
from games.ramino.sheet import ScoreAsk
from games.table import marked

HAND = gettext_lazy("Cards in hand")
TABLE = gettext_lazy("Melds on the table")
MOST_NEAR = 6
"""The most cards that would help which a page draws."""
MOST_FOLLOWED = 40
"""The most melds of which each is looked for among others; no pack has as many."""

Melds = tuple[tuple[Card, ...], ...]


class Change(NamedTuple):
    """A card that would change the answer, and the address of the question with that change."""

    card: Card
    cards: tuple[Card, ...]
    """What the card would stand in, or what it would leave."""
    href: str


class MeldAsk(RaminoAsk[rules.Reading]):
    name = "meld"
    title = gettext_lazy("Is this a meld?")
    intro = gettext_lazy("Are your cards a set, a run or neither, and what is wrong with them?")
    action = gettext_lazy("Check")
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Reading:
        return rules.judge_meld(asked["cards"], house)

    def result(self) -> dict[str, object]:
        kind = self.verdict.meld.kind
        return {"kind": kind and kind.value}

    def outcome(self, verdict: rules.Reading) -> object:
        return verdict.meld.kind

    def bearing(self, house: rules.House) -> object:
        return read(self.cleaned_data["cards"], house.laws).kind

    def headline(self) -> Headline:
        meld = self.verdict.meld
        if not meld:
            return Headline("no", pgettext("verdict", "Not a meld"))
        return Headline("yes", wording.meld_name(meld))

    def completing(self) -> list[Change]:
        """The cards each of which would make the cards a meld."""
        cards: tuple[Card, ...] = self.cleaned_data["cards"]
        return [Change(card, (*cards, card), self.link(cards=(*cards, card))) for card in self.verdict.completed_by]

    def leaving(self) -> list[Change]:
        """The cards without each of which the rest is a meld."""
        cards: tuple[Card, ...] = self.cleaned_data["cards"]
        found = []
        for card in self.verdict.without:
            rest = rules.without(cards, card)
            found.append(Change(card, rest, self.link(cards=rest)))
        return found

    def picture(self) -> Rows:
        return [("", self.cleaned_data["cards"])]


class NearMiss(NamedTuple):
    """A card that would help a hand, in words and one tap away."""

    help: Help
    text: str
    href: str
    """The hand with the card in it."""


class ArrangeAsk(RaminoAsk[rules.Arranged]):
    name = "arrange"
    title = gettext_lazy("The best arrangement")
    intro = gettext_lazy("Which melds leave you with the fewest points, and which cards would help.")
    action = gettext_lazy("Arrange my hand")
    counted_together = (("hand",),)
    heavy = True
    styles = ("ramino/arrange.css",)

    hand = CardsField(label=HAND, required=False, needed=True)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Arranged:
        return rules.arrange(asked["hand"], house)

    def result(self) -> dict[str, object]:
        return {
            "melds": [canonical(meld) for meld in self.verdict.melds],
            "deadwood": canonical(self.verdict.deadwood),
            "points": self.verdict.points,
        }

    def headline(self) -> Headline:
        best = self.verdict
        if not self.cleaned_data["hand"]:
            return Headline("open", _("You have no cards left"))
        if not best.items:
            return Headline("yes", pgettext("verdict", "You can go out"))
        if best.outs:
            return Headline("yes", wording.discard_headline(best.outs))
        text = ngettext("%(count)d point is left in hand", "%(count)d points are left in hand", best.points)
        return Headline("open", text % {"count": best.points})

    def near(self) -> list[NearMiss]:
        """Some cards that would leave fewer points, the most helpful first, each with the hand it would make."""
        hand: tuple[Card, ...] = self.cleaned_data["hand"]
        return [
            NearMiss(help, wording.near_miss(help), self.link(hand=(*hand, help.card)))
            for help in rules.near_misses(hand, self.house)[:MOST_NEAR]
        ]

    def picture(self) -> Rows:
        asked = self.cleaned_data
        return [(HAND, asked["hand"])]

    def story(self) -> list[Step]:
        found = self.verdict
        first, *reasons = found.reasons
        out = [reason for reason in reasons if reason.rule == "ramino.going-out"]
        left = [reason for reason in reasons if reason not in out]
        steps = [self.step([first], [("", list(found.melds))] if found.melds else ())]
        if left:
            steps.append(self.step(left, [("", found.deadwood)]))
        return [*steps, *([self.step(out, [("", found.outs)] if found.outs else ())] if out else [])]


@dataclass(frozen=True)
class Whose:
    """Which melds of a table are the player's own from earlier turns, said as those that are or as those that are not.

    The page ticks those that are not, so that a meld added to the table is the player's own like the others.
    """

    own: tuple[int, ...] | None = None
    others: tuple[int, ...] = ()
    drawn: Melds = ()
    """The melds that were ticked or not, where they are not those of the question: its table may have changed since."""

    def among(self, count: int) -> tuple[int, ...]:
        """The player's own of so many melds; with indices that are not there, where a program named some."""
        if self.own is not None:
            return self.own
        return tuple(at for at in range(count) if at not in self.others)

    def origins(self, table: Melds) -> list[list[int]]:
        """For each meld of the table, the indices by which it was ticked or not."""
        if not self.drawn or max(len(self.drawn), len(table)) > MOST_FOLLOWED:
            return [[at] for at in range(len(table))]
        return lineage(self.drawn, table)


DRAWN = "drawn"


class OwnField(AskField):
    """Which melds are the player's own: indices from 0. In an address, ``other`` names those that are not.

    A page sends along which melds it has ``drawn`` beside its ticks, so that a tick follows the cards it was set for.
    """

    template_name = "ramino/field_own.html"
    schema = {"type": "array", "items": {"type": "integer", "minimum": 0}, "uniqueItems": True}

    def from_address(self, data: QueryDict, name: str) -> Any:
        others = tuple(int(text) for text in data.getlist("other") if text.isdecimal() and len(text) < 4)
        drawn = melds_of(data.get(DRAWN, ""))
        if others or (drawn and name not in data):
            return Whose(others=others, drawn=drawn)
        if name not in data:
            return None
        return [at for text in data.getlist(name) if (at := number_in(text)) is not None]

    def to_python(self, value: Any) -> Whose:
        if isinstance(value, Whose):
            return value
        if value is None:
            return Whose()
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise ValidationError(_("Your own melds are a list of their numbers, counted from 0."), "no-indices")
        return Whose(own=tuple(dict.fromkeys(value)))

    def validate(self, value: Any) -> None:
        pass

    def to_address(self, name: str, value: Whose, notation: Notation) -> Pairs:
        if value.own is not None:
            return [(name, str(at)) for at in value.own] or [(name, "none")]
        pairs = [("other", str(at)) for at in value.others]
        return [*pairs, (DRAWN, text_of(value.drawn))] if pairs and value.drawn else pairs


def text_of(melds: Melds) -> str:
    """Melds in canonical letters, whichever language they were typed in."""
    return " / ".join(" ".join(canonical(meld)) for meld in melds)


def melds_of(text: str) -> Melds:
    """Melds out of such a text; none out of any other."""
    try:
        return tuple(cards_of(meld) for meld in text.split("/")) if text else ()
    except KeyError:
        return ()


class TableMeld(NamedTuple):
    """A meld on the table as its owner is asked for."""

    at: int
    cards: tuple[Card, ...]
    is_other: bool
    was: int | None
    """Its index where it was drawn before, if it was."""


class LayOffAsk(RaminoAsk[rules.LayOffs]):
    name = "lay_off"
    title = gettext_lazy("What can I lay off?")
    intro = gettext_lazy("Which of your cards you can add to the melds on the table, and where.")
    action = gettext_lazy("Show what fits")
    counted_together = (("hand", "table"),)
    redraws = True

    hand = CardsField(label=HAND, required=False, needed=True)
    table = GroupsField(
        label=TABLE,
        required=False,
        needed=True,
        typing_hint=gettext_lazy("Put a / or a new line between the melds."),
        group_ask="meld",
    )
    own = OwnField(label=gettext_lazy("Whose melds are they?"), required=False)

    drawn: Melds = ()
    """The melds of the table as they were read."""
    were: Sequence[int | None] = ()
    """For each of them its index among those drawn before, if it was."""

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        if {"own", "table"} <= asked.keys():
            table, whose = asked["table"], asked["own"]
            self.drawn = table
            if whose.own is None:
                origins = [sorted(olds, key=lambda old: old not in whose.others) for olds in whose.origins(table)]
                self.were = [olds[0] if olds else None for olds in origins]
                asked["own"] = Whose(others=tuple(at for at, old in enumerate(self.were) if old in whose.others))
            elif all(0 <= at < len(table) for at in whose.own):
                asked["own"] = Whose(others=tuple(at for at in range(len(table)) if at not in whose.own))
        return super().clean()

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.LayOffs:
        table = asked["table"]
        return rules.may_lay_off(asked["hand"], table, asked["own"].among(len(table)), house)

    def result(self) -> dict[str, object]:
        return {"lay_offs": [{"card": pair.card.text, "meld": pair.meld} for pair in self.verdict.allowed]}

    def headline(self) -> Headline:
        fitting = dict.fromkeys(pair.card for pair in self.verdict.allowed)
        if not fitting:
            return Headline("no", pgettext("verdict", "You cannot lay off anything"))
        return Headline("yes", wording.lay_off_headline(fitting))

    def melds(self) -> list[TableMeld]:
        """The melds of the table, once they could be read."""
        asked = getattr(self, "cleaned_data", {})
        others, table = self.ticked(), asked.get("table", ())
        were = self.were if table else ()
        return [
            TableMeld(at, cards, at in others, was)
            for at, (cards, was) in enumerate(zip(table, were or range(len(table)), strict=True))
        ]

    def ticked(self) -> tuple[int, ...]:
        """What is ticked; where the melds could not be read it is kept, so that it is not lost."""
        whose = getattr(self, "cleaned_data", {}).get("own")
        return whose.others if whose else ()

    def ticked_of(self) -> str:
        """The melds whose indices are ticked, as they are sent along with them."""
        whose = getattr(self, "cleaned_data", {}).get("own")
        return text_of(self.drawn or (whose.drawn if whose else ()))

    def steps(self) -> list[tuple[int, tuple[Card, ...], list[Change]]]:
        """For each meld that can grow: its number, its cards, and each card with the question after it is laid off."""
        hand, table = self.cleaned_data["hand"], self.cleaned_data["table"]
        pairs = self.verdict.allowed
        found = []
        for at, meld in enumerate(table):
            steps = []
            for pair in pairs:
                if pair.meld == at:
                    grown = (*table[:at], pair.becomes.cards, *table[at + 1 :])
                    rest = rules.without(hand, pair.card)
                    steps.append(Change(pair.card, pair.becomes.cards, self.link(hand=rest, table=grown)))
            if steps:
                found.append((at + 1, meld, steps))
        return found

    def picture(self) -> Rows:
        asked = self.cleaned_data
        return [*((TABLE if not at else "", meld) for at, meld in enumerate(asked["table"])), (HAND, asked["hand"])]

    def story(self) -> list[Step]:
        found, asked, rule = self.verdict, self.cleaned_data, ["ramino.lay-off"]
        table = asked["table"]
        is_any = self.house.lay_off == "any"
        open_to = list(table) if is_any else [table[at] for at in asked["own"].among(len(table))]
        steps = [Step(wording.open_to(len(open_to), is_any), [("", open_to)], rule)] if open_to else []
        for at in dict.fromkeys(pair.meld for pair in found.allowed):
            pairs = [pair for pair in found.allowed if pair.meld == at]
            grown = [marked(pair.becomes.cards, [pair.card]) for pair in pairs]
            steps.append(Step(wording.fit(pair.card for pair in pairs), [("", grown)], rule))
        return [*steps, self.step(found.reasons)]


class DealAsk(RaminoAsk[rules.Dealing]):
    name = "deal"
    title = gettext_lazy("How many cards are dealt?")
    intro = gettext_lazy("How many cards each player is dealt depends on the number of players.")
    action = gettext_lazy("Show the deal")

    players = ChoiceField(
        label=gettext_lazy("Players"), required=True, choices=[(count, str(count)) for count in rules.DEALT]
    )

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Dealing:
        return rules.deal(asked["players"], house)

    def result(self) -> dict[str, object]:
        return {"cards": self.verdict.cards}

    def headline(self) -> Headline:
        cards = self.verdict.cards
        return Headline("yes", ngettext("%(count)d card each", "%(count)d cards each", cards) % {"count": cards})


ASKS: tuple[type[Ask[Any]], ...] = (ArrangeAsk, MeldAsk, LayOffAsk, ScoreAsk, DealAsk)
