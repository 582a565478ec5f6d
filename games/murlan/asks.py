"""The questions Murlan answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import ModuleType
from typing import Any, ClassVar, NamedTuple
from urllib.parse import parse_qsl, quote_plus, urlencode

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.asks import Answer, Ask, Headline
from games.cards import Card, Pack
from games.fields import AskField, CardsField, Pairs, SwitchField, number_in
from games.house import HouseRule, Text
from games.murlan import rules, scoring, wording
from games.notation import Notation, canonical
from games.rulings import Refused

HAND = gettext_lazy("Cards in hand")
TABLE = gettext_lazy("On the table")
OPENING = gettext_lazy("This is the first play of the match")
HELD_SCHEMA = CardsField.schema | {
    "description": f"left out, or empty, the cards played are taken as held; {CardsField.schema['description']}"
}


class MurlanAsk(Ask):
    game = "murlan"
    wording: ClassVar[ModuleType] = wording
    ranks = "3456789TJQKA2"
    house_class = rules.House
    house_rules = (
        HouseRule(
            "straight_step",
            "straight-step",
            gettext_lazy("A straight is beaten by"),
            {
                "one": gettext_lazy("the next higher straight only"),
                "any": gettext_lazy("any higher straight of the same length"),
            },
        ),
        HouseRule("straight_flush", "straight-flush", gettext_lazy("A straight in one suit beats everything")),
        HouseRule("joker_pair", "jokers", gettext_lazy("The two jokers are a pair, the highest")),
    )

    def pack(self, house: rules.House) -> Pack:
        return rules.PACK


class PlayGroup(NamedTuple):
    """The plays of one kind: the cards of each, and the address of the question whether it may be played."""

    name: str
    rows: list[tuple[Sequence[Card], str]]


def grouped(ask: Ask, plays: Iterable[rules.Combination]) -> list[PlayGroup]:
    """Plays by kind, each one tap away from :class:`PlayAsk` on the same hand and table."""
    pairs = [pair for pair in parse_qsl(ask.address(ask.notation)) if pair[0] != "cards"]
    start = f"{reverse('tool', args=[ask.game, PlayAsk.name])}?{urlencode(pairs)}&cards="
    return [
        PlayGroup(
            wording.kinds_name(kind),
            [(play.cards, start + quote_plus(ask.notation.write(play.cards))) for play in some],
        )
        for kind, some in groupby(plays, key=lambda play: play.kind)
    ]


class CombinationAsk(MurlanAsk):
    name = "combination"
    title = gettext_lazy("What is this combination?")
    intro = gettext_lazy("Lay down some cards and see whether they may be played together, and as what.")
    action = gettext_lazy("Name it")
    house_shown = ("joker_pair",)
    counted_together = (("cards",),)

    cards = CardsField(label=gettext_lazy("Cards"))

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        reading = rules.read(asked["cards"], house)
        found = reading.combination
        result = {
            "kind": found and found.kind,
            "value": found and found.value,
            "length": found and found.length,
        }
        return Answer(result, reading.reasons, reading)

    def headline(self) -> Headline:
        found: rules.Combination | None = self.answer.shown.combination
        if found is None:
            return Headline("no", _("No combination"))
        name = wording.combination_name(found)
        return Headline("yes", name[0].upper() + name[1:])

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        return [("", asked["cards"])]


class PlayAsk(MurlanAsk):
    name = "play"
    title = gettext_lazy("May I play this?")
    intro = gettext_lazy(
        "Your hand, the cards on the table, the cards you want to play: yes or no, and the rule that decides."
    )
    action = gettext_lazy("May I?")
    house_shown = ("straight_step", "straight_flush", "joker_pair")

    hand = CardsField(
        label=HAND,
        required=False,
        hint=gettext_lazy("You may leave it empty: the cards you want to play are then taken as held."),
    )
    hand.schema = HELD_SCHEMA
    table = CardsField(label=TABLE, required=False, hint=gettext_lazy("Leave it empty when you lead."))
    cards = CardsField(label=gettext_lazy("Cards you want to play"), pick_from="hand")
    opening = SwitchField(label=OPENING)

    def different(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
        return (("hand", "table"), ("cards",)) if asked["hand"] else (("cards", "table"),)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        judgement = rules.judge(
            asked["hand"] or None, asked["cards"], asked["table"], opening=asked["opening"], house=house
        )
        return Answer({"legal": judgement.legal}, judgement.reasons, judgement)

    def headline(self) -> Headline:
        if not self.answer.shown.legal:
            return Headline("no", pgettext_lazy("verdict", "No, not this"))
        if self.cleaned_data["table"]:
            return Headline("yes", pgettext_lazy("verdict", "Yes, it beats the table"))
        return Headline("yes", pgettext_lazy("verdict", "Yes, you may play it"))

    @cached_property
    def instead(self) -> rules.Choice | None:
        """What the hand could play, for whoever has just heard a no; nothing where the hand was not said."""
        asked = self.cleaned_data
        if self.answer.shown.legal or not asked["hand"]:
            return None
        try:
            return rules.plays(asked["hand"], asked["table"], opening=asked["opening"], house=self.house)
        except Refused:  # a suit that the cards name and the hand does not
            return None

    def groups(self) -> list[PlayGroup]:
        return grouped(self, self.instead.plays if self.instead else ())

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        return [(TABLE, asked["table"]), (gettext_lazy("Played"), asked["cards"])]


class PlaysAsk(MurlanAsk):
    name = "plays"
    title = gettext_lazy("What can I play?")
    intro = gettext_lazy("Every play that your hand allows on this table, from single cards to straights.")
    action = gettext_lazy("Show my plays")
    house_shown = ("straight_step", "straight_flush", "joker_pair")
    counted_together = (("hand", "table"),)

    hand = CardsField(label=HAND, required=False, needed=True)
    table = CardsField(label=TABLE, required=False, hint=gettext_lazy("Leave it empty when you lead."))
    opening = SwitchField(label=OPENING)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        choice = rules.plays(asked["hand"], asked["table"], opening=asked["opening"], house=house)
        result = {
            "plays": [
                {"kind": play.kind, "value": play.value, "length": play.length, "cards": canonical(play.cards)}
                for play in choice.plays
            ],
            "must_pass": choice.must_pass,
        }
        return Answer(result, choice.reasons, choice)

    def groups(self) -> list[PlayGroup]:
        return grouped(self, self.answer.shown.plays)

    def headline(self) -> Headline:
        count = len(self.answer.shown.plays)
        if not count:
            return Headline("no", pgettext_lazy("verdict", "Nothing to play"))
        return Headline("yes", wording.plays_count(count))

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        return [(TABLE, asked["table"]), (HAND, asked["hand"])]


class ExchangeAsk(MurlanAsk):
    name = "exchange"
    title = gettext_lazy("The exchange")
    intro = gettext_lazy("Before a new hand: is a card owed, which one goes, which may come back, and who starts.")
    action = gettext_lazy("Show the exchange")
    counted_together = (("first_hand", "last_hand"),)

    first_hand = CardsField(label=gettext_lazy("Hand of the player who came first"))
    last_hand = CardsField(label=gettext_lazy("Hand of the player who came last"))

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        exchange = rules.exchange(asked["first_hand"], asked["last_hand"])
        result = {
            "due": exchange.due,
            "last_gives": canonical(exchange.last_gives),
            "first_gives": canonical(exchange.first_gives),
            "starts": exchange.starts,
        }
        return Answer(result, exchange.reasons, exchange)

    def headline(self) -> Headline:
        if self.answer.shown.due:
            return Headline("yes", pgettext_lazy("verdict", "One card each way"))
        return Headline("no", pgettext_lazy("verdict", "No exchange"))

    @classmethod
    def picture(cls, asked: Mapping[str, Any]) -> list[tuple[Text, Sequence[Card]]]:
        return [(gettext_lazy("First"), asked["first_hand"]), (gettext_lazy("Last"), asked["last_hand"])]


class HandsField(AskField):
    """Finishing orders: a list of lists of names. In an address, four names and places by number.

    An address keeps the names apart from the orders (``player=Ana&…&out=0&out=2…``), so that correcting a name
    corrects it in every hand.
    """

    template = "murlan/field_hands.html"
    schema = {
        "type": "array",
        "items": {"type": "array", "items": {"type": "string"}, "minItems": 4, "maxItems": 4},
    }
    seats = 4

    def from_address(self, data: QueryDict, name: str) -> Any:
        if "player" not in data and "out" not in data:
            return None
        names = [text.strip()[:40] for text in data.getlist("player")]
        names += [""] * (self.seats - len(names))
        outs = data.getlist("out")
        orders = [outs[at : at + self.seats] for at in range(0, len(outs), self.seats)]
        if (gone := number_in(data.get("remove", ""))) is not None:
            del orders[gone : gone + 1]
        orders = [order for order in orders if any(order)]
        known = {str(seat): seat_name for seat, seat_name in enumerate(names)}
        orders = [order + [""] * (self.seats - len(order)) for order in orders]
        return Sheet(names, [[known.get(out, "") for out in order] for order in orders], orders)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, Sheet):
            if "" in value.names or len(value.names) != self.seats or len(set(value.names)) < self.seats:
                raise ValidationError(_("Write four different names first."), "four-players")
            for number, order in enumerate(value.orders):
                if "" in order or len(order) < self.seats:
                    raise ValidationError(
                        _("Hand %(hand)d: choose who went out first, second, third and last."),
                        "four-names",
                        {"hand": number + self.first, "path": f"hands.{number}"},
                    )
            return value
        if value is None:
            raise ValidationError(self.error_messages["required"], "required")
        if not isinstance(value, list):
            raise ValidationError(_("The hands are a list, each of them a list of the four names."), "no-hands")
        for number, order in enumerate(value):
            if not isinstance(order, list) or not all(isinstance(out, str) for out in order):
                raise ValidationError(
                    _("Hand %(hand)d has to be a list of the four names, first out to last."),
                    "no-hand",
                    {"hand": number + self.first, "path": f"hands.{number}"},
                )
        names = list(value[0]) if value else []
        return Sheet(names, value, [])

    def validate(self, value: Any) -> None:
        pass

    def to_address(self, name: str, value: Any, notation: Notation) -> Pairs:
        pairs = [("player", player) for player in value.names]
        return pairs + [("out", str(value.names.index(out))) for order in value.orders for out in order]

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        if not isinstance(raw, Sheet):
            return super().typed(name, raw, notation)
        return [("player", player) for player in raw.names] + [("out", out) for order in raw.chosen for out in order]


class Sheet:
    """A score sheet as it was filled in: the names, the finishing orders, and the orders as they were chosen."""

    def __init__(self, names: list[str], orders: list[list[str]], chosen: list[list[str]]) -> None:
        self.names = names
        self.orders = orders
        self.chosen = chosen

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The names to choose from, each with its number."""
        return [(str(seat), name) for seat, name in enumerate(self.names)]


class Place(NamedTuple):
    """One place in a finishing order on the sheet: its label, and the number of the player chosen for it."""

    label: str
    chosen: str


def blank_sheet() -> Sheet:
    return Sheet([_("Player %(number)d") % {"number": seat + 1} for seat in range(HandsField.seats)], [], [])


class ScoreAsk(MurlanAsk):
    name = "score"
    title = gettext_lazy("The score")
    intro = gettext_lazy("Who went out first, second, third and last in each hand: totals, target and winner.")
    action = gettext_lazy("Count")
    redraws = True
    scripts = ("sheet.js",)

    hands = HandsField(label=gettext_lazy("Hands played"), required=False, needed=True)

    @property
    def sheet(self) -> Sheet:
        """The sheet to go on with: the one filled in, or a blank one."""
        filled = self["hands"].value()
        return filled if isinstance(filled, Sheet) else blank_sheet()

    def orders(self) -> list[list[Place]]:
        """The rows to fill in: each hand so far and, while the match is open, an empty one."""
        labels = (_("First"), _("Second"), _("Third"), _("Last"))
        return [
            [Place(label, seat) for label, seat in zip(labels, order, strict=True)]
            for order in [*self.sheet.chosen, [""] * len(labels)]
        ]

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> Answer:
        match = scoring.score(asked["hands"].orders, asked["hands"].names)
        result = {"totals": match.totals, "target": match.target, "winner": match.winner}
        return Answer(result, match.reasons, match)

    def headline(self) -> Headline:
        match: scoring.Match = self.answer.shown
        if match.winner is not None:
            return Headline("yes", _("%(name)s wins the match") % {"name": match.winner})
        return Headline("open", _("The match is open: target %(target)d") % {"target": match.target})


ASKS: tuple[type[Ask], ...] = (PlayAsk, PlaysAsk, CombinationAsk, ExchangeAsk, ScoreAsk)
