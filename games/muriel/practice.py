"""What is practised of Muriel: each kind of question, in words, and how it is answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Rows
from games.cards import Card
from games.fields import ChoiceField
from games.house import Text
from games.muriel import drills, puzzles, rules, wording
from games.muriel.asks import TrickAsk
from games.muriel.game import Item, Shown
from games.muriel.hand import DealField, HandAsk
from games.muriel.sheet import ScoreAsk
from games.practice import Drill, Given, Option, PuzzleDrill, Refuted, Reply
from games.table import Laid

AFTER_TRICK = frozenset({"strays", "left-next", "taker-next"})
"""What is said of a trick when it is clear whose the claims are."""


class TrickDrill(Drill[TrickAsk]):
    """A question of a single trick, whose cards lie there with nothing but their players."""

    ask = TrickAsk
    question_template = "muriel/drill_trick.html"

    def shown(self, ask: TrickAsk) -> Rows:
        return ()


class Takes(TrickDrill):
    name = "takes"
    untold = AFTER_TRICK | {"bonus", "bonus-alone", "bonus-shared", "second-shared", "two-cards", "worth", "worth-one"}
    title = gettext_lazy("Who takes the claims?")
    prompt = gettext_lazy("Who takes the claims in this trick?")
    look = gettext_lazy("Find the highest card. If there are others like it, the order of play decides.")
    make = drills.takes
    rules = drills.TAKES

    def reply(self, ask: TrickAsk) -> Reply:
        return Reply([Option(str(place), ask.who(place)) for place in range(len(ask.verdict.cards))])

    def right(self, ask: TrickAsk) -> Given:
        return (str(ask.verdict.taker),)


class Claimed(TrickDrill):
    name = "claims"
    untold = AFTER_TRICK - {"strays"} | {"worth", "worth-one"}
    title = gettext_lazy("Claims or strays?")
    prompt = gettext_lazy(
        "These cards were played to a trick, in this order. Which of them go into the taker’s scoring pile? "
        "Choose all that apply."
    )
    look = gettext_lazy("How many cards tie for highest, and are they jokers? Then see which were played first.")
    in_steps = True
    make = drills.claimed
    rules = drills.CLAIMED

    def reply(self, ask: TrickAsk) -> Reply:
        return Reply([Option(card.text, row=(card,)) for card in ask.verdict.cards], several=True)

    def right(self, ask: TrickAsk) -> Given:
        return tuple(card.text for card in ask.verdict.taken)


class Worth(TrickDrill):
    name = "points"
    untold = AFTER_TRICK
    title = gettext_lazy("What does the trick score?")
    prompt = gettext_lazy("How many points does the player who takes the claims score for this trick?")
    look = gettext_lazy("Add up only the cards that go into the scoring pile, bonus claims included.")
    in_steps = True
    make = drills.worth
    rules = drills.WORTH

    def reply(self, ask: TrickAsk) -> Reply:
        return Reply(least=1, most=70)

    def right(self, ask: TrickAsk) -> Given:
        return (str(ask.verdict.points),)


class TableAsk(HandAsk):
    """A hand as it looks from any seat: what lies on the table, and how many cards everybody holds."""

    def lying(self) -> Sequence[Shown]:
        """The trick being played, or the last one as long as nobody has picked anything up."""
        hand = self.verdict
        if hand.now or not hand.tricks:
            return self.placed()
        last = hand.tricks[-1]
        return [Shown(Laid((card,)), self.short(seat)) for card, seat in zip(last.trick.cards, last.seats, strict=True)]

    def counts(self) -> list[tuple[str, int]]:
        """How many cards each player has in hand, without strays that still lie there."""
        hand = self.verdict
        counts = map(len, hand.held) if hand.now or not hand.tricks else drills.left_over(hand.tricks[-1])
        return [(self.short(seat), count) for seat, count in enumerate(counts)]

    def last(self) -> rules.Played:
        """The last trick."""
        return self.verdict.tricks[-1]


class HandDrill(Drill[TableAsk]):
    """A question of a hand as it looks from any seat."""

    ask = TableAsk
    question_template = "muriel/drill_hand.html"
    untold = frozenset({"strategic-known", "passing", "face-down", "hand-scores", "all-points", "all-dealt"})

    def shown(self, ask: TableAsk) -> Rows:
        return ()


class Next(HandDrill):
    name = "next"
    hints_at = "next-lead"
    title = gettext_lazy("Who leads next?")
    prompt = gettext_lazy("The cards of this trick are still on the table. Who leads next?")
    look = gettext_lazy("Whose lead would it be? Then see whether there are any strays, and who still has cards.")
    in_steps = True
    make = drills.next_lead
    rules = drills.NEXT

    def reply(self, ask: TableAsk) -> Reply:
        players = [Option(str(seat), ask.who(seat)) for seat in range(rules.SEATS)]
        return Reply((*players, Option("none", gettext_lazy("Nobody: the hand is over"))))

    def right(self, ask: TableAsk) -> Given:
        leader = ask.verdict.table.leader
        return ("none" if leader is None else str(leader),)


class Held(HandDrill):
    name = "held"
    title = gettext_lazy("How many cards will the leader hold?")
    prompt = gettext_lazy(
        "The cards of this trick are still on the table. How many cards will the next leader have in hand "
        "when about to lead?"
    )
    look = gettext_lazy("Count the strays, if there are any, and add the cards the next leader still holds.")
    make = drills.held
    rules = drills.HELD

    def reply(self, ask: TableAsk) -> Reply:
        return Reply(least=1, most=len(rules.PACK))

    def right(self, ask: TableAsk) -> Given:
        return (str(drills.next_held(ask.last())),)

    def why(self, ask: TableAsk) -> list[tuple[str, str]]:
        leader, strays = ask.verdict.table.leader, len(ask.last().trick.strays)
        if leader is None:
            return super().why(ask)
        who, held = ask.who(leader), drills.next_held(ask.last())
        if strays:
            return [*super().why(ask), (wording.holds_with_strays(who, held - strays, strays), "muriel.strays")]
        return [*super().why(ask), (wording.holds_alone(who, held), "muriel.next-lead")]


class Turn(HandDrill):
    name = "turn"
    title = gettext_lazy("Whose turn is it?")
    prompt = gettext_lazy("Who plays the next card to this trick?")
    look = gettext_lazy(
        "If nothing has been played, look at who dealt; otherwise go round to the left from the player who played last"
        " to the first who still has cards."
    )
    make = drills.turn
    rules = drills.TURN

    def asks(self, ask: TableAsk) -> Text:
        hand = ask.verdict
        if hand.now or hand.start.leader is None:
            return self.prompt
        return wording.who_begins(ask.who(hand.start.leader))

    def reply(self, ask: TableAsk) -> Reply:
        return Reply([Option(str(seat), ask.who(seat)) for seat in range(rules.SEATS)])

    def right(self, ask: TableAsk) -> Given:
        return (str(ask.verdict.turn),)

    def why(self, ask: TableAsk) -> list[tuple[str, str]]:
        hand = ask.verdict
        if hand.turn is None or not hand.now:
            return super().why(ask)
        last = hand.table.order[len(hand.now) - 1]
        is_next = hand.turn == (last + 1) % rules.SEATS
        said = wording.whose_turn(ask.who(last), ask.who(hand.turn), is_next=is_next)
        return [(said, "muriel.lead" if is_next else "muriel.pass")]


class Won(Drill[ScoreAsk]):
    name = "won"
    title = gettext_lazy("Who has won?")
    prompt = gettext_lazy("These hands have been played. Who has won the match?")
    look = gettext_lazy("See who has 300 points or more, and whether one of them is ahead of all the others.")
    ask = ScoreAsk
    make = drills.won
    rules = ("score",)
    question_template = "muriel/drill_match.html"

    def reply(self, ask: ScoreAsk) -> Reply:
        players = [Option(name, name) for name in ask.verdict.totals]
        return Reply((*players, Option("none", gettext_lazy("Nobody yet"))))

    def right(self, ask: ScoreAsk) -> Given:
        return (ask.verdict.winner or "none",)


class EndAsk(TrickAsk):
    """A trick near the end of a hand, when all cards have been seen, and what everybody holds besides."""

    place = ChoiceField(choices=[(place, str(place)) for place in range(1, rules.SEATS)], required=True)
    """Whose card is asked for: what is played from there on is what comes of it at worst."""
    hands = DealField()
    """By seat what is in hand besides the cards of the trick."""
    end: puzzles.End

    def different(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
        return (("cards", "hands"),)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Trick:
        found = puzzles.end_of(asked["cards"], asked["players"], asked["place"], asked["hands"])
        if found is None or house != rules.STANDARD:
            raise ValidationError(
                _(
                    "These hands do not make a puzzle: somebody’s cards are missing, or there are too many to think through."
                ),
                "no-such-end",
            )
        self.end = found
        return super().decide(asked, house)

    def lying(self) -> list[Shown]:
        """The trick as far as it has been played, the led card face down."""
        names = self.names
        return [Shown(Laid((card,)), names[at]) for at, card in enumerate((None, *self.end.cards))]

    def known(self) -> list[tuple[str, Sequence[Card]]]:
        """What the others have, the leader first, each with whose it is."""
        end = self.end
        rest = [
            (wording.holds(self.who(at)), rules.by_value(self.cleaned_data["hands"][seat] if at < end.place else hand))
            for at, seat in enumerate(end.seats)
            if at not in (0, end.place) and (hand := end.hands[seat])
        ]
        return [(wording.led_from(self.who(0), len(end.leads)), end.leads), *((who, row) for who, row in rest if row)]

    def given(self) -> list[Item]:
        """What each card gives away at worst until the end of the hand."""
        return [Item(card, points) for card, points in self.end.given.items()]


class LeastGiven(PuzzleDrill[EndAsk]):
    """The end of a hand to think through."""

    name = "puzzle"
    title = gettext_lazy("Give nothing away")
    prompt = gettext_lazy("Which card holds the others to the fewest points by the end of the hand, however they play?")
    look = gettext_lazy(
        "What the others do not get ends up in your own pile. For each of your cards see who could take the trick, "
        "and with which strays the player on the leader’s left would lead next."
    )
    ask = EndAsk
    rules = ("claims", "claims-tied", "claims-many", "muriel", "strays", "next-lead")
    question_template = "muriel/drill_end.html"
    answer_template = "muriel/drill_end_given.html"

    def goal(self, proved: Mapping[str, int]) -> Text:
        """What is to be done, by what was proved."""
        return wording.to_think_through(proved["tricks_ahead"], proved["leads"])

    def grade(self, proved: Mapping[str, int]) -> tuple[int, ...]:
        return proved["tricks_ahead"], proved["leads"]

    def refuted(self, ask: EndAsk, given: Given) -> Refuted:
        card = next(card for card in ask.end.own if card.text in given)
        return Refuted(wording.gives_more(ask.who(ask.end.place), card, ask.end.given[card]))

    def shown(self, ask: EndAsk) -> Rows:
        return ()

    def asks(self, ask: EndAsk) -> Text:
        return wording.who_gives_least(ask.who(ask.end.place))

    def reply(self, ask: EndAsk) -> Reply:
        return Reply([Option(card.text, row=(card,)) for card in ask.end.own])

    def right(self, ask: EndAsk) -> Given:
        return (ask.end.best[0].text,)

    def is_right(self, ask: EndAsk, given: Given) -> bool:
        return set(given) <= {card.text for card in ask.end.best}

    def why(self, ask: EndAsk) -> list[tuple[str, str]]:
        end, trick = ask.end, ask.verdict
        card = trick.cards[end.place]
        said = wording.gives(ask.who(end.place), card, end.given[card])
        return [(said, self.decides(ask)), *super().why(ask)]

    def decides(self, ask: EndAsk) -> str:
        return f"muriel.{puzzles.turns_on(ask.end)}"


DRILLS = (Takes(), Claimed(), Worth(), Next(), Held(), Turn(), Won())
PUZZLE = LeastGiven()
