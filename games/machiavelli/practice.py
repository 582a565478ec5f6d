"""What is practised of Machiavelli: each kind of question, in words, and how it is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.asks import Rows
from games.cards import Card
from games.house import Text
from games.machiavelli import drills, wording
from games.machiavelli.asks import BestAsk, GroupAsk, TurnAsk
from games.machiavelli.wording import BOOK
from games.practice import YES_NO, Drill, Given, Option, PuzzleDrill, Refuted, Reply
from games.words import Either


class Grouped(Drill[GroupAsk]):
    name = "group"
    title = gettext_lazy("Is it a group?")
    prompt = gettext_lazy("Are these cards a group?")
    look = gettext_lazy("Count the cards first. Are they all of one rank, or all of one suit and in sequence?")
    ask = GroupAsk
    make = drills.group
    rules = tuple(drills.GROUPS)

    def reply(self, ask: GroupAsk) -> Reply:
        return Reply(YES_NO)

    def right(self, ask: GroupAsk) -> Given:
        return ("yes" if ask.verdict.kind else "no",)


RIGHT: dict[str, Text] = {
    "ok": gettext_lazy("Nothing: the turn is legal, and the game goes on"),
    "won": gettext_lazy("Nothing: the turn is legal, and it wins the game"),
}
FAULTS: dict[str, Text] = {
    "missing": gettext_lazy("A card is missing from the table"),
    "from-nowhere": gettext_lazy("A card has come from nowhere"),
    "no-group-after": gettext_lazy("One of the groups is not valid"),
    "nothing-played": gettext_lazy("No card was played from your hand"),
    "too-many-played": gettext_lazy("Too many cards were played"),
}
"""What may be wrong, by the code of the judge's reason."""


class Faulty(Drill[TurnAsk]):
    name = "turn"
    hints_at = "take"
    title = gettext_lazy("Is this turn legal?")
    prompt = gettext_lazy("What is wrong with this turn, if anything?")
    look = gettext_lazy(
        "Check that every card that was on the table is still there. Anything new must come from your hand,"
        " and every group must be valid."
    )
    in_steps = True
    ask = TurnAsk
    make = drills.turn
    rules = ("take", "extend", "play", "end", "groups", "sets", "runs", "restore", "turn")
    question_template = "machiavelli/drill_turn.html"

    def shown(self, ask: TurnAsk) -> Rows:
        return []  # the tables bear marks once the answer is given

    def reply(self, ask: TurnAsk) -> Reply:
        return Reply([Option(code, text) for code, text in (RIGHT | FAULTS).items()])

    def right(self, ask: TurnAsk) -> Given:
        found = drills.wrong(ask.verdict.reasons)
        return (found[0] if found else "won" if not ask.left else "ok",)

    def is_right(self, ask: TurnAsk, given: Given) -> bool:
        return given[0] in (drills.wrong(ask.verdict.reasons) or self.right(ask))


class BestDrill(Drill[BestAsk]):
    """A question about the best turn, which is shown step by step beside the answer."""

    ask = BestAsk
    tries = 3
    answer_template = "machiavelli/drill_best.html"


class Alone(BestDrill):
    name = "alone"
    hints_at = "take"
    title = gettext_lazy("Which cards can be played?")
    prompt = gettext_lazy(
        "Suppose you held only one card. With which of these could you still play? Choose all that apply; "
        "there may be none."
    )
    look = gettext_lazy(
        "See first whether a card can be added to a group, then whether a group can spare a card or be split in two."
    )
    make = drills.alone
    rules = ("take", "extend", "groups", "turn")

    def shown(self, ask: BestAsk) -> Rows:
        return super().shown(ask)[:1]  # the hand is chosen from

    def reply(self, ask: BestAsk) -> Reply:
        return Reply([Option(card.text, row=(card,)) for card in self._hand(ask)], several=True)

    def right(self, ask: BestAsk) -> Given:
        table = ask.verdict.before
        return tuple(card.text for card in self._hand(ask) if drills.plays_alone(table, card, ask.house))

    def why(self, ask: BestAsk) -> list[tuple[str, str]]:
        # The judge speaks of one turn with all the cards; here each is a turn of its own.
        playable = self.right(ask)
        added, regrouped, stuck = list[Card](), list[Card](), list[Card]()
        for card in self._hand(ask):
            if card.text not in playable:
                stuck.append(card)
            elif drills.can_be_added(ask.verdict.before, card, ask.house):
                added.append(card)
            else:
                regrouped.append(card)
        return [
            *([(wording.added_alone(added), "machiavelli.extend")] if added else []),
            *([(wording.regrouped_alone(regrouped), "machiavelli.take")] if regrouped else []),
            *([(wording.stuck(stuck), "machiavelli.groups")] if stuck and playable else []),
            *([(wording.all_stuck(), "machiavelli.turn")] if not playable else []),
        ]

    def _hand(self, ask: BestAsk) -> list[Card]:
        return sorted(set(ask.cleaned_data["hand"]))


class Most(BestDrill):
    name = "most"
    hints_at = "take"
    title = gettext_lazy("How many can you play?")
    prompt = gettext_lazy("What is the largest number of cards you can play in this turn?")
    look = gettext_lazy(
        "Sets of four and runs of four or more can spare a card. But is the same card needed in two places?"
    )
    make = drills.most
    rules = ("take", "extend", "play", "end", "groups", "turn")

    def reply(self, ask: BestAsk) -> Reply:
        return Reply([Option(str(count), str(count)) for count in range(len(ask.cleaned_data["hand"]) + 1)])

    def right(self, ask: BestAsk) -> Given:
        return (str(ask.verdict.turn.count),)


class Touching(BestDrill):
    """Which groups have to be touched to play the whole hand: every choice of as few as suffice is right."""

    def shown(self, ask: BestAsk) -> Rows:
        return super().shown(ask)[1:]  # the table is chosen from

    def reply(self, ask: BestAsk) -> Reply:
        return Reply([Option(str(at), row=group) for at, group in enumerate(ask.verdict.before)], several=True)

    def right(self, ask: BestAsk) -> Given:
        found = ask.verdict
        return tuple(str(at) for at in range(len(found.before)) if at not in found.turn.kept)

    def is_right(self, ask: BestAsk, given: Given) -> bool:
        if len(given) != len(self.right(ask)):
            return False
        return self.suffices(ask, given)

    def rights(self, ask: BestAsk) -> Sequence[Given]:
        every = [option.value for option in self.reply(ask).options]
        return [given for given in combinations(every, len(self.right(ask))) if self.suffices(ask, given)]

    def suffices(self, ask: BestAsk, given: Given) -> bool:
        """Whether the whole hand can be played with these groups alone."""
        groups = [ask.verdict.before[int(at)] for at in given]
        return drills.suffices(groups, ask.cleaned_data["hand"], ask.house)


class Touched(Touching):
    name = "touched"
    hints_at = "take"
    title = gettext_lazy("Which groups do you need?")
    prompt = gettext_lazy(
        "You can play your whole hand in this turn. Which groups on the table do you have to touch? Choose "
        "as few as you can; you may need none."
    )
    look = gettext_lazy("What do your cards need to become a group, and which groups on the table can spare it?")
    make = drills.touched
    rules = ("take", "extend", "play")


GOAL = Either(
    "only_touched",
    with_=ngettext_lazy(
        "{touched:word} group has to be touched, and at least {apart:word} taken apart.",
        "{touched:word} groups have to be touched, and at least {apart:word} of them taken apart.",
        "touched",
    ),
    without=ngettext_lazy(
        "{touched:word} group has to be touched, and it has to be taken apart.",
        "{touched:word} groups have to be touched, and every one of them has to be taken apart.",
        "touched",
    ),
)


class PuzzleTogether(Touching, PuzzleDrill[BestAsk]):
    name = "puzzle"
    title = gettext_lazy("Only together")
    prompt = gettext_lazy(
        "You can play your whole hand in this turn, but none of its cards alone. Which groups on the table do you have "
        "to touch? Choose as few as possible."
    )
    look = gettext_lazy(
        "Put two of your cards together: what do they need to become a group? Then see whether the group that lends it "
        "can do without it, or whether all of its cards find another place."
    )
    fewer = gettext_lazy("That can be done with fewer groups.")
    stuck = gettext_lazy("With these groups alone you cannot play your whole hand.")
    untouched = gettext_lazy("Without touching a group you cannot play your whole hand.")
    rules = ("take",)

    def goal(self, proved: Mapping[str, int]) -> str:
        """What is to be done, as a sentence."""
        touched, apart = proved["groups_to_touch"], proved["groups_to_take_apart"]
        return BOOK.write(GOAL, touched=touched, apart=apart, only_touched=touched - apart)

    def grade(self, proved: Mapping[str, int]) -> tuple[int, ...]:
        return proved["groups_to_touch"], proved["groups_to_take_apart"]

    def refuted(self, ask: BestAsk, given: Given) -> Refuted:
        if not given:
            return Refuted(self.untouched)
        return Refuted(self.fewer if self.suffices(ask, given) else self.stuck)


DRILLS = (Grouped(), Faulty(), Alone(), Most(), Touched())
PUZZLE = PuzzleTogether()
