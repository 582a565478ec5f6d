"""The questions Murlan answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import quote_plus, urlencode

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.asks import Ask, Headline, Rows, Step
from games.cards import Card
from games.fields import CardsField, SwitchField
from games.murlan import rules, wording
from games.murlan.game import MurlanAsk
from games.murlan.hand import TABLE, NextAsk
from games.murlan.sheet import ScoreAsk
from games.notation import canonical
from games.rulings import Refused
from games.table import marked

HAND = gettext_lazy("Cards in hand")
FIRST, LAST = gettext_lazy("First"), gettext_lazy("Last")
OPENING = gettext_lazy("This is the first play of the match")
HELD_SCHEMA = CardsField.schema | {
    "description": f"left out, or empty, the cards played are taken as held; {CardsField.schema['description']}"
}


class PlayGroup(NamedTuple):
    """The plays of one kind: the cards of each, and the address of the question whether it may be played."""

    name: str
    rows: list[tuple[Sequence[Card], str]]


def grouped(ask: Ask[Any], plays: Iterable[rules.Combination]) -> list[PlayGroup]:
    """Plays by kind, each one tap away from :class:`PlayAsk` on the same hand and table."""
    pairs = [pair for pair in ask.pairs(ask.notation) if pair[0] != "cards"]
    start = f"{reverse('tool', args=[ask.game, PlayAsk.name])}?{urlencode(pairs)}&cards="
    return [
        PlayGroup(
            wording.kinds_name(kind),
            [(play.cards, start + quote_plus(ask.notation.write(play.cards))) for play in some],
        )
        for kind, some in groupby(plays, key=lambda play: play.kind)
    ]


class CombinationAsk(MurlanAsk[rules.Reading]):
    name = "combination"
    title = gettext_lazy("Is this a combination?")
    intro = gettext_lazy("Enter some cards to see whether they can be played together, and as what.")
    action = gettext_lazy("Check")
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Reading:
        return rules.read(asked["cards"], house)

    def result(self) -> dict[str, object]:
        found = self.verdict.combination
        return {
            "kind": found and found.kind,
            "value": found and found.value,
            "length": found and found.length,
        }

    def headline(self) -> Headline:
        found = self.verdict.combination
        if found is None:
            return Headline("no", _("Not a combination"))
        name = wording.combination_name(found)
        return Headline("yes", name[0].upper() + name[1:])

    def picture(self) -> Rows:
        return [("", self.cleaned_data["cards"])]


class PlayAsk(MurlanAsk[rules.Judgement]):
    name = "play"
    title = gettext_lazy("Can I play this?")
    intro = gettext_lazy("Enter the table and your play: you get yes or no, and the rule behind it.")
    action = gettext_lazy("Check")

    table = CardsField(label=TABLE, required=False, help_text=gettext_lazy("Leave it empty if you are leading."))
    cards = CardsField(label=gettext_lazy("Cards you want to play"), pick_from="hand")
    hand = CardsField(
        label=HAND,
        required=False,
        help_text=gettext_lazy("Optional: if you leave it empty, we assume that you hold the cards you want to play."),
    )
    hand.schema = HELD_SCHEMA
    opening = SwitchField(label=OPENING)

    def different(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
        is_known = asked.get("hand") or "hand" not in asked  # where it could not be read, there is one
        return (("hand", "table"), ("cards",)) if is_known else (("cards", "table"),)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Judgement:
        return rules.judge(asked["hand"] or None, asked["cards"], asked["table"], opening=asked["opening"], house=house)

    def result(self) -> dict[str, object]:
        return {"legal": self.verdict.legal}

    def outcome(self, verdict: rules.Judgement) -> bool:
        return verdict.legal

    def bearing(self, house: rules.House) -> object:
        laid = [rules.combination_of(self.cleaned_data[name], house) for name in ("cards", "table")]
        known = [combination for combination in laid if combination]
        straights = [each for each in known if each.kind is rules.Kind.STRAIGHT]
        return (
            laid,
            len(straights) == 2 and house.straight_step,
            any(each.flush for each in straights) and house.straight_flush,
        )

    def headline(self) -> Headline:
        if not self.verdict.legal:
            return Headline("no", pgettext("verdict", "No, you cannot play it"))
        if self.cleaned_data["table"]:
            return Headline("yes", pgettext("verdict", "Yes, it beats the cards on the table"))
        return Headline("yes", pgettext("verdict", "Yes, you can play it"))

    @cached_property
    def instead(self) -> rules.Choice | None:
        """What the hand could play, for a player who has just heard a no; nothing where the hand was not said."""
        asked = self.cleaned_data
        if self.verdict.legal or not asked["hand"]:
            return None
        try:
            return rules.plays(asked["hand"], asked["table"], opening=asked["opening"], house=self.house)
        except Refused:  # a suit that the cards name and the hand does not
            return None

    def groups(self) -> list[PlayGroup]:
        return grouped(self, self.instead.plays if self.instead else ())

    def picture(self) -> Rows:
        asked = self.cleaned_data
        return [(TABLE, asked["table"]), (gettext_lazy("Played"), asked["cards"])]


class PlaysAsk(MurlanAsk[rules.Choice]):
    name = "plays"
    title = gettext_lazy("What can I play?")
    intro = gettext_lazy("Every play your hand allows, from single cards to straights.")
    action = gettext_lazy("Show my plays")
    counted_together = (("hand", "table"),)

    hand = CardsField(label=HAND, required=False, needed=True)
    table = CardsField(label=TABLE, required=False, help_text=gettext_lazy("Leave it empty if you are leading."))
    opening = SwitchField(label=OPENING)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Choice:
        return rules.plays(asked["hand"], asked["table"], opening=asked["opening"], house=house)

    def result(self) -> dict[str, object]:
        return {
            "plays": [
                {"kind": play.kind, "value": play.value, "length": play.length, "cards": canonical(play.cards)}
                for play in self.verdict.plays
            ],
            "must_pass": self.verdict.must_pass,
        }

    def groups(self) -> list[PlayGroup]:
        return grouped(self, self.verdict.plays)

    def headline(self) -> Headline:
        count = len(self.verdict.plays)
        if not count:
            return Headline("no", pgettext("verdict", "You cannot play anything"))
        return Headline("yes", wording.plays_count(count))

    def picture(self) -> Rows:
        asked = self.cleaned_data
        return [(TABLE, asked["table"]), (HAND, asked["hand"])]


class ExchangeAsk(MurlanAsk[rules.Exchange]):
    name = "exchange"
    title = gettext_lazy("The exchange")
    intro = gettext_lazy("Before a new hand: which card is given, which comes back, and who starts.")
    action = gettext_lazy("Show the exchange")
    counted_together = (("first_hand", "last_hand"),)

    first_hand = CardsField(label=gettext_lazy("Hand of the player who came first"))
    last_hand = CardsField(label=gettext_lazy("Hand of the player who came last"))

    def refused(self, asked: Mapping[str, Any]) -> list[Refused]:
        return []  # the rules refuse no hands, and need a card in each

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Exchange:
        return rules.exchange(asked["first_hand"], asked["last_hand"])

    def result(self) -> dict[str, object]:
        return {
            "due": self.verdict.due,
            "last_gives": canonical(self.verdict.last_gives),
            "first_gives": canonical(self.verdict.first_gives),
            "starts": self.verdict.starts,
        }

    def headline(self) -> Headline:
        if self.verdict.due:
            return Headline("yes", pgettext("verdict", "One card each way"))
        return Headline("no", pgettext("verdict", "No exchange"))

    def picture(self) -> Rows:
        asked = self.cleaned_data
        return [(FIRST, asked["first_hand"]), (LAST, asked["last_hand"])]

    def story(self) -> list[Step]:
        found, asked = self.verdict, self.cleaned_data
        *exempt, starts = found.reasons
        if not found.due:
            jokers = [card for card in asked["last_hand"] if card in rules.JOKERS]
            return [self.step(exempt, [(LAST, marked(asked["last_hand"], jokers))]), self.step([starts])]
        is_low = found.reasons[0].code == "exchange"
        given, back = found.last_gives, found.first_gives
        received = [card for card in given if card in back]
        return [
            Step(wording.gives(given), [(LAST, marked(asked["last_hand"], given))], ["murlan.exchange"]),
            Step(
                wording.gives_back(back, is_low),
                [(FIRST, marked(asked["first_hand"], back)), (gettext_lazy("Card received"), marked(given, received))],
                ["murlan.exchange"],
            ),
            self.step([starts]),
        ]


ASKS: tuple[type[Ask[Any]], ...] = (PlayAsk, PlaysAsk, CombinationAsk, NextAsk, ExchangeAsk, ScoreAsk)
