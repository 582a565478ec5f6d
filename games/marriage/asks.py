"""The questions Marriage answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Ask, Headline, Rows, Step
from games.cards import Card
from games.fields import CardField, CardsField, ChoiceField, GroupsField
from games.marriage import rules, scoring, wording
from games.marriage.game import IN_ORDER, TIPLU, MarriageAsk
from games.marriage.sheet import SettleAsk
from games.notation import canonical
from games.table import Laid, marked

HAND = gettext_lazy("Cards in hand")
MAAL_ROLES = (rules.Role.TIPLU, rules.Role.POPLU, rules.Role.JHIPLU)
MADE_BY = {
    "neighbours": MAAL_ROLES,
    "round-the-circle": MAAL_ROLES,
    "ordinary-jokers": (rules.Role.ORDINARY_JOKER,),
    "alter-scores": (rules.Role.ALTER,),
    "putali-wild": (rules.Role.PUTALI,),
    "main-card-wild": (rules.Role.PUTALI,),
}
"""The roles that each reason gives to cards."""
IF_KNOWN = gettext_lazy("The tiplu, if it is known")


def laid(group: rules.Group) -> Laid:
    """A set as it lies, its wild cards in the places they take."""
    return marked(group.cards, [stand_in.card for stand_in in group.stand_ins])


class SetAsk(MarriageAsk[rules.Reading]):
    name = "set"
    title = gettext_lazy("Is this a set?")
    intro = gettext_lazy("Are your cards a tunnel, a sequence, a trial, a dublee or none of these?")
    action = gettext_lazy("Check")
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))
    tiplu = CardField(label=IF_KNOWN, required=False)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Reading:
        return rules.what_is(asked["cards"], asked["tiplu"], house)

    def result(self) -> dict[str, object]:
        return {
            "kind": self.verdict.kind and str(self.verdict.kind),
            "primary": self.verdict.primary,
        }

    def headline(self) -> Headline:
        reading = self.verdict
        if reading.kind is None:
            return Headline("no", _("Not a set"))
        return Headline("yes", wording.kind_title(reading.kind))

    @property
    def standing_in(self) -> tuple[Card, ...]:
        """The wild cards that stand for others."""
        group = self.verdict.group
        return tuple(stand_in.card for stand_in in group.stand_ins) if group else ()

    def picture(self) -> Rows:
        group = self.verdict.group
        return [("", laid(group) if group else self.cleaned_data["cards"])]


class SetRow(NamedTuple):
    """A set of the arrangement as the page shows it."""

    name: str
    cards: tuple[Card, ...]
    standing_in: tuple[Card, ...]
    address: str


class Change(NamedTuple):
    """A card to discard or to hope for, and the question with that done."""

    cards: tuple[Card]
    address: str


class ArrangeAsk(MarriageAsk[rules.Arrangement]):
    name = "arrange"
    heavy = True
    title = gettext_lazy("How can I arrange my hand?")
    intro = gettext_lazy("Enter 21 or 22 cards to see the best arrangement, or what is missing.")
    action = gettext_lazy("Arrange my hand")
    counted_together = (("hand",),)

    hand = CardsField(
        label=HAND,
        required=False,
        needed=True,
        help_text=gettext_lazy("21 cards, or 22 before you discard, including the sets you have already laid down."),
    )
    tiplu = CardField(
        label=IF_KNOWN,
        required=False,
        help_text=gettext_lazy("Leave it empty if you have not seen it yet: until then only pure sets count."),
    )
    players = ChoiceField(
        label=gettext_lazy("Players at the table"),
        help_text=gettext_lazy("Dublees count only with four or five."),
        choices=[(number, str(number)) for number in rules.PLAYERS],
        initial=4,
    )

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Arrangement:
        return rules.arrange(asked["hand"], asked["tiplu"], asked["players"], house)

    def result(self) -> dict[str, object]:
        return {
            "primary": self.verdict.primary and [canonical(group.cards) for group in self.verdict.primary],
            "dublees": [canonical(group.cards) for group in self.verdict.dublees],
            "complete": self.verdict.complete,
            "sets": [canonical(group.cards) for group in self.verdict.sets],
            "discard": canonical(self.verdict.discards),
            "away": self.verdict.away,
        }

    def headline(self) -> Headline:
        found = self.verdict
        if found.complete:
            return Headline("yes", _("You can go out"))
        return Headline("open", wording.cards_away(found.away))

    def _rows(self, groups: Iterable[rules.Group]) -> list[SetRow]:
        return [
            SetRow(
                wording.kind_title(group.kind),
                group.cards,
                tuple(stand_in.card for stand_in in group.stand_ins),
                self.link(SetAsk, cards=group.cards),
            )
            for group in groups
        ]

    @property
    def by_dublees(self) -> bool:
        """Whether the arrangement shown is one of dublees."""
        found = self.verdict
        return bool(found.sets) and all(group.kind is rules.Kind.DUBLEE for group in found.sets)

    def primary_rows(self) -> list[SetRow]:
        """The pure sets that the arrangement begins with, as many as there are."""
        found = self.verdict
        return [] if self.by_dublees else self._rows(found.sets[: found.pure])

    def other_rows(self) -> list[SetRow]:
        found = self.verdict
        return self._rows(found.sets if self.by_dublees else found.sets[found.pure :])

    def discards(self) -> list[Change]:
        """Each discard that leaves a complete hand, with the question what is left of it."""
        return [Change((card,), self._with(discard=card)) for card in self.verdict.discards]

    def completing(self) -> list[Change]:
        """When one away: each card that would do, with the question of the hand that has drawn it."""
        return [Change((card,), self._with(draw=card)) for card in self.verdict.completing]

    def _with(self, draw: Card | None = None, discard: Card | None = None) -> str:
        hand = [*self.cleaned_data["hand"], *([draw] if draw else [])]
        if discard:
            hand.remove(discard)
        if len(hand) > rules.HAND + 1:
            return ""
        return self.link(hand=hand)

    def maal_link(self) -> str:
        """The question what these cards score; nothing before the tiplu is known."""
        return self.link(MaalAsk, cards=self.cleaned_data["hand"]) if self.cleaned_data["tiplu"] else ""

    def picture(self) -> Rows:
        found = self.verdict
        return [(HAND, [*map(laid, found.sets), *([found.left] if found.left else [])])]

    def story(self) -> list[Step]:
        found = self.verdict
        ends, *others = found.reasons
        first = len(found.sets) if self.by_dublees else found.pure
        pure, more = [*map(laid, found.sets[:first])], [*map(laid, found.sets[first:])]
        steps = [self.step(others, [("", pure)] if pure else ())] if others else []
        if more:
            steps.append(
                Step(
                    wording.more_sets(len(more), any(group.stand_ins for group in found.sets)),
                    [("", more)],
                    [ends.rule],
                )
            )
        if found.left and not found.complete:
            steps.append(Step(wording.in_no_set(len(found.left)), [("", found.left)], [ends.rule]))
        choice = found.discards or found.completing
        return [*steps, self.step([ends], [("", choice)] if choice else ())]


class MaalAsk(MarriageAsk[scoring.Maal]):
    name = "maal"
    title = gettext_lazy("What is my maal?")
    intro = gettext_lazy("Enter the tiplu and your cards to get the best count, line by line.")
    action = gettext_lazy("Count my maal")
    counted_together = (("cards", "floor"),)

    tiplu = CardField(label=TIPLU)
    cards = CardsField(
        label=HAND,
        required=False,
        help_text=gettext_lazy("All the cards you hold, in sets or not. Cards on the table go below."),
    )
    floor = GroupsField(
        label=gettext_lazy("On the table"),
        required=False,
        help_text=gettext_lazy(
            "Tunnels shown before the first draw, and marriages laid down as primary sets, with a / between them."
        ),
    )

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        if "cards" in asked and "floor" in asked and not (asked["cards"] or asked["floor"]):
            self.add_error("cards", ValidationError(self.fields["cards"].error_messages["required"], "required"))
        return super().clean()

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> scoring.Maal:
        return scoring.count_maal(asked["tiplu"], asked["cards"], asked["floor"], house)

    def result(self) -> dict[str, object]:
        return {
            "points": self.verdict.points,
            "items": [
                {"item": item.item, "cards": canonical(item.cards), "points": item.points}
                for item in self.verdict.items
            ],
        }

    def headline(self) -> Headline:
        points = self.verdict.points
        return Headline("yes" if points else "open", wording.maal_points(points))

    def items(self) -> list[tuple[str, scoring.Item]]:
        """The lines of the count, each with its name."""
        return wording.item_lines(self.verdict.items)

    def sentences(self) -> list[tuple[str, str]]:
        """Why it is counted so, where there is a choice; then the items in one sentence, since the page lists them."""
        count = self.verdict
        first = count.reasons[:1] if count.others or not count.items else ()
        found = [(self.say(reason), reason.rule) for reason in first]
        if count.items:
            found.append((wording.sum_of(count), count.items[0].rule))
        return found

    def ways(self) -> list[tuple[str, int]]:
        """The ways to count the hand, the best first."""
        count = self.verdict
        return [(wording.counted_as(way.marriages), way.points) for way in (count.best, *count.others)]

    def picture(self) -> Rows:
        asked = self.cleaned_data
        floor = [(gettext_lazy("On the table"), group) for group in asked["floor"]]
        return [(TIPLU, [asked["tiplu"]]), *([(HAND, asked["cards"])] if asked["cards"] else []), *floor]

    def story(self) -> list[Step]:
        found = self.verdict
        wild = scoring.made_wild(self.cleaned_data["tiplu"], self.house)
        steps = [self.step(wild.reasons[:1], [(wording.role_name(role), wild.roles[role]) for role in MAAL_ROLES])]
        steps += [Step(wording.item_scores(item), [("", item.cards)], [item.rule]) for item in found.items]
        ends = list(self.sentences()) or [(self.say(reason), reason.rule) for reason in found.reasons]
        if found.idle and found.items:
            steps.append(Step(wording.without_points(len(found.idle)), [("", found.idle)], [found.items[-1].rule]))
        return [*steps, Step(" ".join(text for text, _rule in ends), (), [rule for _text, rule in ends])]


class TipluAsk(MarriageAsk[scoring.Wild]):
    name = "tiplu"
    judged = False
    title = gettext_lazy("What does this tiplu make wild?")
    intro = gettext_lazy("Pick a tiplu to see its poplu, jhiplu, alter and ordinary jokers.")
    action = gettext_lazy("Show the wild cards")
    live = True

    tiplu = CardField(label=TIPLU)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> scoring.Wild:
        return scoring.made_wild(asked["tiplu"], house)

    def result(self) -> dict[str, object]:
        return {"roles": {str(role): canonical(cards) for role, cards in self.verdict.roles.items()}}

    def headline(self) -> Headline:
        wild = rules.wild_cards(self.cleaned_data["tiplu"], self.house)
        pack = rules.pack(self.house)
        # The tiplu itself lies at the bottom of the stock.
        return Headline("open", wording.wild_count(sum(map(pack.copies, wild)) - 1))

    def picture(self) -> Rows:
        found = self.verdict.roles
        return [(wording.role_name(role), found[role]) for role in IN_ORDER if role in found]

    def story(self) -> list[Step]:
        found = self.verdict
        steps = []
        for reason in found.reasons:
            roles = [role for role in IN_ORDER if role in found.roles and role in MADE_BY.get(reason.code, ())]
            steps.append(self.step([reason], [(wording.role_name(role), found.roles[role]) for role in roles]))
        return steps


ASKS: tuple[type[Ask[Any]], ...] = (ArrangeAsk, SetAsk, MaalAsk, SettleAsk, TipluAsk)
