"""What is practised of Ramino: each kind of question, in words, and how it is answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.arranging.melds import Kind
from games.asks import Rows
from games.cards import Card
from games.house import Text
from games.practice import Drill, Given, Option, PuzzleDrill, Refuted, Reply
from games.ramino import drills, wording
from games.ramino.asks import HAND, ArrangeAsk, LayOffAsk, MeldAsk
from games.ramino.rules import Arranged, arrange, without
from games.ramino.scoring import Goal
from games.ramino.sheet import ScoreAsk

NONE = "none"


def _each(cards: Sequence[Card]) -> list[Option]:
    """A card each; by its place, since a hand of two packs may hold it twice."""
    return [Option(str(at), row=(card,)) for at, card in enumerate(cards)]


class SheetQuestion(ScoreAsk):
    of_the_match: ClassVar[bool]
    """Whether it is asked about the match, or about the hand: of the other nothing need be said."""

    @classmethod
    def from_address(cls, data: QueryDict) -> dict[str, Any] | None:
        # The calculator has its match filled in for whatever an address says: one that names nobody asks nothing here.
        return super().from_address(data) if "player.0" in data else None

    def sentences(self) -> Iterable[tuple[str, str]]:
        return [(text, rule) for text, rule in super().sentences() if (rule == "ramino.match") is self.of_the_match]


class HandQuestion(SheetQuestion):
    of_the_match = False


class MatchQuestion(SheetQuestion):
    of_the_match = True


class IsMeld(Drill[MeldAsk]):
    name = "meld"
    title = gettext_lazy("Is it a meld?")
    prompt = gettext_lazy("What do these cards make?")
    look = gettext_lazy("Are there at least three, all of one rank, or all of one suit without a gap?")
    ask = MeldAsk
    make = drills.meld
    rules = tuple(drills.MELDS)

    def reply(self, ask: MeldAsk) -> Reply:
        return Reply(
            (
                Option(Kind.SET.value, gettext_lazy("A set")),
                Option(Kind.RUN.value, gettext_lazy("A run")),
                Option(NONE, pgettext_lazy("verdict", "Not a meld")),
            )
        )

    def right(self, ask: MeldAsk) -> Given:
        kind = ask.verdict.meld.kind
        return (kind.value if kind else NONE,)


class LeastDeadwood(Drill[ArrangeAsk]):
    name = "least"
    hints_at = "melds"
    title = gettext_lazy("The least deadwood")
    prompt = gettext_lazy(
        "Lay down melds so that as few points as possible are left in your hand. Which cards are left? "
        "Choose every one of them; there may be none."
    )
    look = gettext_lazy("Does one card fit two melds? Then count what each choice would leave over.")
    ask = ArrangeAsk
    make = drills.least
    rules = ("melds", "going-out", "ace")
    answer_template = "ramino/drill_arrange.html"

    def _hand(self, ask: ArrangeAsk) -> Sequence[Card]:
        hand: Sequence[Card] = ask.cleaned_data["hand"]
        return hand

    def shown(self, ask: ArrangeAsk) -> Rows:
        return []  # the hand is chosen from, and its melds are drawn beside the answer

    def reply(self, ask: ArrangeAsk) -> Reply:
        return Reply(_each(self._hand(ask)), several=True)

    def right(self, ask: ArrangeAsk) -> Given:
        left, found = list(ask.verdict.deadwood), []
        for at, card in enumerate(self._hand(ask)):
            if card in left:
                left.remove(card)
                found.append(str(at))
        return tuple(found)

    def is_right(self, ask: ArrangeAsk, given: Given) -> bool:
        hand = self._hand(ask)
        return drills.is_best(hand, [hand[int(at)] for at in given], ask.verdict.points, ask.house)

    def why(self, ask: ArrangeAsk) -> list[tuple[str, str]]:
        # That one of the cards left over may be discarded is not asked.
        return [
            (ask.say(reason), reason.rule) for reason in ask.verdict.reasons if not reason.code.startswith("out-by-")
        ]


class DiscardQuestion(ArrangeAsk):
    @cached_property
    def left(self) -> dict[Card, int]:
        """How many points each discard leaves."""
        return drills.left_after(tuple(self.cleaned_data["hand"]), self.house)

    @property
    def discards(self) -> list[Card]:
        """The best ones."""
        return [card for card, points in self.left.items() if points == min(self.left.values())]

    @cached_property
    def after(self) -> Arranged:
        """The rest of the hand after the first of them."""
        return arrange(without(self.cleaned_data["hand"], self.discards[0]), self.house)


class Discards(Drill[DiscardQuestion]):
    ask = DiscardQuestion
    rules = ("card-values", "going-out", "ace")
    answer_template = "ramino/drill_discard.html"

    def shown(self, ask: DiscardQuestion) -> Rows:
        return []  # the hand is chosen from, and what becomes of it is drawn beside the answer

    def reply(self, ask: DiscardQuestion) -> Reply:
        return Reply(_each(ask.cleaned_data["hand"]))

    def _right(self, ask: DiscardQuestion) -> list[str]:
        return [str(at) for at, card in enumerate(ask.cleaned_data["hand"]) if card in ask.discards]

    def right(self, ask: DiscardQuestion) -> Given:
        return tuple(self._right(ask)[:1])

    def is_right(self, ask: DiscardQuestion, given: Given) -> bool:
        return len(given) == 1 and given[0] in self._right(ask)

    def why(self, ask: DiscardQuestion) -> list[tuple[str, str]]:
        # The best arrangement of the hand as it is may be another than the one after the discard.
        if ask.verdict.outs:
            return [(text, rule) for text, rule in ask.sentences() if rule == "ramino.going-out"]
        found = [(wording.after_discard(ask.discards, ask.after.points), "ramino.card-values")]
        return found + [(text, rule) for text, rule in ask.sentences() if rule == "ramino.ace"]


class BestDiscard(Discards):
    name = "discard"
    hints_at = "melds"
    title = gettext_lazy("The best discard")
    prompt = gettext_lazy(
        "You lay down your melds and discard a card. Which discard leaves the fewest points in your hand? "
        "If several are equally good, choose any one of them."
    )
    look = gettext_lazy(
        "Can you go out? If not, take away the highest card left over from each way of laying melds, and compare what remains."
    )
    make = drills.discard


class LayOff(Drill[LayOffAsk]):
    name = "lay-off"
    hints_at = "lay-off"
    title = gettext_lazy("What can be laid off?")
    prompt = gettext_lazy("Which of your cards can you lay off? Choose all that apply; there may be none.")
    look = gettext_lazy("Look at both ends of each run and at the missing suit of each set, and at whose meld it is.")
    ask = LayOffAsk
    make = drills.lay_off
    rules = ("lay-off", "melds", "jokers")
    answer_template = "ramino/drill_lay_off.html"

    def shown(self, ask: LayOffAsk) -> Rows:
        return [*self.beside(ask), (HAND, ask.cleaned_data["hand"])]

    def beside(self, ask: LayOffAsk) -> Rows:
        asked = ask.cleaned_data
        table = asked["table"]
        own = asked["own"].among(len(table))
        mine = [laid for at, laid in enumerate(table) if at in own]
        others = [laid for at, laid in enumerate(table) if at not in own]
        return [
            *(
                (gettext_lazy("Melds you laid down in earlier turns") if not at else "", laid)
                for at, laid in enumerate(mine)
            ),
            *((gettext_lazy("The other players’ melds") if not at else "", laid) for at, laid in enumerate(others)),
        ]  # the hand is chosen from

    def reply(self, ask: LayOffAsk) -> Reply:
        return Reply(_each(ask.cleaned_data["hand"]), several=True)

    def right(self, ask: LayOffAsk) -> Given:
        fitting = {pair.card for pair in ask.verdict.allowed}
        return tuple(str(at) for at, card in enumerate(ask.cleaned_data["hand"]) if card in fitting)


class DealScore(Drill[HandQuestion]):
    name = "score"
    title = gettext_lazy("Score the hand")
    prompt = gettext_lazy("How many points does the winner of the hand score?")
    look = gettext_lazy("Every card still in somebody’s hand counts, even if it could be part of a meld.")
    ask = HandQuestion
    make = drills.score
    rules = ("card-values", "deal-score", "ace", "jokers")
    answer_template = "ramino/drill_score.html"

    def asks(self, ask: HandQuestion) -> Text:
        (deal,) = ask.cleaned_data["deals"].hands
        return wording.scores(deal.winner, deal.at_once)

    def reply(self, ask: HandQuestion) -> Reply:
        return Reply()

    def right(self, ask: HandQuestion) -> Given:
        return (str(ask.verdict.rows[0].points),)

    def why(self, ask: HandQuestion) -> list[tuple[str, str]]:
        (deal,), (row,) = ask.cleaned_data["deals"].hands, ask.verdict.rows
        found = [(wording.scored(row.winner, row.points, row.single if row.doubled else 0), "ramino.deal-score")]
        if deal.at_once and not row.doubled:
            found.append((str(wording.ONCE), "ramino.deal-score"))
        if drills.has_melds(deal, ask.house):
            found.append((str(wording.MELDS_COUNT), "ramino.deal-score"))
        return found + [(text, rule) for text, rule in ask.sentences() if rule != "ramino.deal-score"]


class MatchWon(Drill[MatchQuestion]):
    name = "match"
    title = gettext_lazy("Is the match won?")
    prompt = gettext_lazy("Has anybody won the match?")
    look = gettext_lazy("Count only what decides the match: points or hands won.")
    ask = MatchQuestion
    make = drills.match
    rules = ("match",)
    question_template = "ramino/drill_match.html"

    def shown(self, ask: MatchQuestion) -> Rows:
        return []

    def asks(self, ask: MatchQuestion) -> Text:
        aim = ask.cleaned_data["match"]
        return wording.to_points(aim.number) if aim.goal is Goal.POINTS else wording.to_hands(aim.number)

    def reply(self, ask: MatchQuestion) -> Reply:
        names = [Option(name, name) for name in ask.verdict.totals]
        return Reply((*names, Option("", gettext_lazy("Nobody yet"))))

    def right(self, ask: MatchQuestion) -> Given:
        return (ask.verdict.winner or "",)


class PuzzleDiscard(Discards, PuzzleDrill[DiscardQuestion]):
    name = "puzzle"
    title = gettext_lazy("The hidden discard")
    prompt = gettext_lazy(
        "You lay down your melds and discard a card. Which discard leaves the fewest points in your hand?"
    )
    look = gettext_lazy(
        "Some cards fit a run as well as a set: try both. A card that fits a meld may still be the one to discard."
    )

    def goal(self, proved: Mapping[str, int]) -> str:
        """What is to be done, as was proved of a puzzle."""
        return wording.discard_goal(proved["contested"], proved["points"])

    def grade(self, proved: Mapping[str, int]) -> tuple[int, ...]:
        return (proved["contested"],)

    def graded(self, proved: Mapping[str, int]) -> str:
        return wording.contested(proved["contested"])

    def refuted(self, ask: DiscardQuestion, given: Given) -> Refuted:
        card = ask.cleaned_data["hand"][int(given[0])]
        return Refuted(wording.after_wrong_discard(card, ask.left[card]))

    def why(self, ask: DiscardQuestion) -> list[tuple[str, str]]:
        # The best arrangement of the hand as it is may be another than the one after the discard.
        if ask.verdict.outs:
            return [(text, rule) for text, rule in ask.sentences() if rule == "ramino.going-out"]
        return [(wording.after_discard(ask.discards, ask.after.points), "ramino.card-values")]


DRILLS = (IsMeld(), LeastDeadwood(), BestDiscard(), LayOff(), DealScore(), MatchWon())
PUZZLE = PuzzleDiscard()
