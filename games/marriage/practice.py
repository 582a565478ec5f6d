"""What is practised of Marriage: each kind of question, in words, and how it is answered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy

from games.asks import Rows
from games.cards import JOKER, Card, Suit
from games.fields import CardsField
from games.house import Text
from games.marriage import drills, puzzles, rules, wording
from games.marriage.asks import HAND, ArrangeAsk, MaalAsk, SetAsk, TipluAsk, laid
from games.marriage.game import TIPLU, MarriageAsk
from games.marriage.rules import Kind, Role
from games.marriage.scoring import Player, Settlement, made_wild
from games.marriage.sheet import SettleAsk
from games.practice import YES_NO, Drill, Given, Option, PuzzleDrill, Refuted, Reply
from games.rulings import Reason
from games.table import Laid
from games.words import signed

kind_title = lazy(wording.kind_title, str)
CANDIDATES = gettext_lazy("Cards")


def _tiplu(ask: MarriageAsk[Any]) -> Rows:
    """The tiplu, where it is known."""
    tiplu = ask.cleaned_data["tiplu"]
    return [(TIPLU, [tiplu])] if tiplu else []


def _of_cards(cards: Sequence[Card]) -> list[Option]:
    return [Option(card.text, row=(card,)) for card in cards]


class Named(Drill[SetAsk]):
    name = "set"
    weight = 2
    hints_at = "sets"
    title = gettext_lazy("What kind of set is it?")
    prompt = gettext_lazy("What kind of set do these cards make once you have shown?")
    before = gettext_lazy("The tiplu is not known yet. What kind of set do these cards make?")
    look = gettext_lazy(
        "First see what the cards make as they are; of such sets only tunnels and dublees have identical cards. Only then"
        " let wild cards stand in."
    )
    ask = SetAsk
    make = drills.named
    rules = tuple(drills.NEAR)

    def asks(self, ask: SetAsk) -> Text:
        return self.prompt if ask.cleaned_data["tiplu"] else self.before

    def shown(self, ask: SetAsk) -> Rows:
        return [*_tiplu(ask), (CANDIDATES, ask.cleaned_data["cards"])]

    def reply(self, ask: SetAsk) -> Reply:
        kinds = [Option(str(kind), kind_title(kind)) for kind in Kind]
        return Reply((*kinds, Option("none", gettext_lazy("Not a set"))))

    def right(self, ask: SetAsk) -> Given:
        return (str(ask.verdict.kind or "none"),)

    def _is_either(self, ask: SetAsk) -> bool:
        """Whether wild cards leave at most one other, so that they are a sequence and a dirty trial alike."""
        asked = ask.cleaned_data
        wild = rules.wild_cards(asked["tiplu"], ask.house)
        others = [card for card in asked["cards"] if card not in wild]
        return ask.verdict.kind is Kind.SEQUENCE and len(asked["cards"]) <= len(Suit) and len(others) < 2

    def is_right(self, ask: SetAsk, given: Given) -> bool:
        return super().is_right(ask, given) or (self._is_either(ask) and list(given) == [str(Kind.DIRTY_TRIAL)])

    def why(self, ask: SetAsk) -> list[tuple[str, str]]:
        # Whether it may be a primary set is not asked.
        found = [(text, rule) for text, rule in ask.sentences() if rule != "marriage.primary"]
        return found + ([(str(wording.EITHER), "marriage.wild-sets")] if self._is_either(ask) else [])


class Primary(Drill[SetAsk]):
    name = "primary"
    hints_at = "primary"
    title = gettext_lazy("Can it be a primary set?")
    prompt = gettext_lazy("Can these cards be one of your three primary sets?")
    look = gettext_lazy(
        "Does every card stand for itself? And are there three identical cards, or at least three "
        "consecutive cards of the same suit?"
    )
    ask = SetAsk
    make = drills.primary
    rules = tuple(dict.fromkeys(rule for wanted in (True, False) for rule in drills.MAY_BE_PRIMARY[wanted]))

    def shown(self, ask: SetAsk) -> Rows:
        return [*_tiplu(ask), (CANDIDATES, ask.cleaned_data["cards"])]

    def reply(self, ask: SetAsk) -> Reply:
        return Reply(YES_NO)

    def right(self, ask: SetAsk) -> Given:
        return ("yes" if ask.verdict.primary else "no",)


class CandidatesAsk(TipluAsk):
    """What a tiplu makes of some cards; the tool knows the tiplu alone."""

    cards = CardsField(label=CANDIDATES)


class Candidates(Drill[CandidatesAsk]):
    """A tiplu, and cards to choose from."""

    ask = CandidatesAsk

    def shown(self, ask: CandidatesAsk) -> Rows:
        return _tiplu(ask)

    def reply(self, ask: CandidatesAsk) -> Reply:
        return Reply(_of_cards(ask.cleaned_data["cards"]), several=True)

    def chosen(self, ask: CandidatesAsk, roles: Iterable[Role]) -> Given:
        """Those of the cards that the tiplu makes one of these."""
        found = [card for role in roles for card in ask.verdict.roles.get(role, ())]
        return tuple(card.text for card in ask.cleaned_data["cards"] if card in found)

    def why(self, ask: CandidatesAsk) -> list[tuple[str, str]]:
        asked, verdict = ask.cleaned_data, ask.verdict
        offered = set(asked["cards"])
        found = [(ask.say(reason), reason.rule) for reason in verdict.reasons if self.says(reason, offered)]
        if asked["tiplu"] in offered:
            found.insert(1, self.of_tiplu(asked["tiplu"]))  # after its poplu and jhiplu
        made = {card for cards in verdict.roles.values() for card in cards}
        if others := [card for card in asked["cards"] if card not in made]:
            found.append((wording.not_wild(others), "marriage.wild-cards"))
        return found

    def says(self, reason: Reason, offered: Collection[Card]) -> bool:
        """Whether one of the tool's reasons bears on the question."""
        match reason.code:
            case "putali-wild":
                return JOKER in offered
            case "alter-idle":
                return reason.figures["card"] in offered
        return True

    def of_tiplu(self, tiplu: Card) -> tuple[str, str]:
        """What is said of the tiplu itself, with its ruling."""
        raise NotImplementedError


class Wild(Candidates):
    name = "wild"
    title = gettext_lazy("What becomes wild?")
    prompt = gettext_lazy(
        "You have shown your primary sets and seen the tiplu. Which of these cards are wild for you? Choose"
        " all that apply."
    )
    look = gettext_lazy(
        "Look for the tiplu’s rank in every suit, for the cards next to it in its own suit, and for printed jokers."
    )
    make = drills.becomes_wild
    rules = ("variant-main-card", "putali", "poplu-jhiplu", "ordinary-jokers")

    def right(self, ask: CandidatesAsk) -> Given:
        return self.chosen(ask, Role)

    def says(self, reason: Reason, offered: Collection[Card]) -> bool:
        return super().says(reason, offered) and reason.code != "alter-idle"  # an alter is wild in either case

    def of_tiplu(self, tiplu: Card) -> tuple[str, str]:
        return wording.tiplu_wild(tiplu), "marriage.wild-cards"


class Scores(Candidates):
    name = "scores"
    title = gettext_lazy("Which cards score?")
    prompt = gettext_lazy("Which of these cards score maal? Choose all that apply; there may be none.")
    look = gettext_lazy(
        "Not every wild card scores: think of the tiplu and the cards next to it, then of the house rules."
    )
    make = drills.scores
    rules = ("variant-main-card", "putali", "alter", "poplu-jhiplu", "ordinary-jokers")

    def right(self, ask: CandidatesAsk) -> Given:
        return self.chosen(ask, drills.SCORING)

    def of_tiplu(self, tiplu: Card) -> tuple[str, str]:
        return wording.tiplu_scores(tiplu), "marriage.hand-values"


class Maal(Drill[MaalAsk]):
    name = "maal"
    title = gettext_lazy("Count the maal")
    prompt = gettext_lazy("How many points of maal do you have?")
    look = gettext_lazy(
        "Count tiplus, poplus and jhiplus, but also the tunnels shown and whatever the house rules add. If "
        "there is a marriage, count again without it."
    )
    in_steps = True
    ask = MaalAsk
    make = drills.maal
    rules = ("variant-main-card", "floor-values", "best-count", "marriage", "hand-values")

    def reply(self, ask: MaalAsk) -> Reply:
        return Reply()

    def right(self, ask: MaalAsk) -> Given:
        return (str(ask.verdict.points),)

    def why(self, ask: MaalAsk) -> list[tuple[str, str]]:
        found = list(super().why(ask))
        if any(item.item == "main-card" for item in ask.verdict.items):
            reasons = made_wild(ask.cleaned_data["tiplu"], ask.house).reasons
            found += [(ask.say(reason), reason.rule) for reason in reasons if reason.code == "main-card-wild"]
        asked = ask.cleaned_data
        held = dict.fromkeys([*asked["cards"], *(card for group in asked["floor"] for card in group)])
        scored = {card for item in ask.verdict.items for card in item.cards}
        wild = rules.wild_cards(asked["tiplu"], ask.house)
        if idle := [card for card in held if card in wild and card not in scored]:
            found.append((wording.idle(idle), "marriage.ordinary-jokers"))
        return found


class OneShort(ArrangeAsk):
    """A hand that lacks one card."""

    @property
    def right(self) -> Sequence[Card]:
        """The cards that would do."""
        return self.verdict.completing

    def ended(self) -> list[Laid | Sequence[Card]]:
        """The sets of the hand with the first card that would do, and what is left over."""
        asked = self.cleaned_data
        sets, left = rules.ended((*asked["hand"], self.right[0]), asked["tiplu"], self.house)
        return [*map(laid, sets), left]


class CompletesQuestion(OneShort):
    @cached_property
    def options(self) -> list[Card]:
        """What there is to choose from: some of the cards that would do, and some that would not."""
        asked = self.cleaned_data
        return drills.offered(asked["hand"], asked["tiplu"], self.verdict.completing, self.house)

    @property
    def right(self) -> list[Card]:
        return [card for card in self.options if card in self.verdict.completing]


class Completes(Drill[CompletesQuestion]):
    name = "completes"
    title = gettext_lazy("Which card do you need?")
    prompt = gettext_lazy(
        "There are four of you at the table, and you are one card short. Which of these cards would let you"
        " go out? Choose all that apply."
    )
    look = gettext_lazy(
        "Set aside the sets you already have, and see what is left over. Three of your sets must be pure: "
        "no wild card helps there."
    )
    ask = CompletesQuestion
    answer_template = "marriage/drill_completes.html"
    make = drills.completes
    rules = ("dublee", "primary", "tiplu", "ending")

    def shown(self, ask: CompletesQuestion) -> Rows:
        return [*_tiplu(ask), (HAND, ask.cleaned_data["hand"])]

    def reply(self, ask: CompletesQuestion) -> Reply:
        return Reply(_of_cards(ask.options), several=True)

    def right(self, ask: CompletesQuestion) -> Given:
        return tuple(card.text for card in ask.right)

    def why(self, ask: CompletesQuestion) -> list[tuple[str, str]]:
        found, hand = ask.verdict, ask.cleaned_data["hand"]
        told, by_sets = list[tuple[str, str]](), ask.right
        if len(found.dublees) >= rules.PRIMARY_DUBLEES:
            twins = [card for card in ask.right if hand.count(card) == 1]
            told.append((wording.eighth_dublee(twins), "marriage.dublee"))
            if not (by_sets := [card for card in ask.right if card not in twins]):
                return told
        # How near the dublees are bears on nothing, nor does having the three pure sets already.
        left_out = {"one-away", "dublees", "dublees-primary", "three-pure"}
        return [
            *told,
            (wording.completing(by_sets), "marriage.ending"),
            *((ask.say(reason), reason.rule) for reason in found.reasons if reason.code not in left_out),
        ]


OF_MAAL = {
    f"marriage.{rule}"
    for rule in ("unseen-maal", "variant-murder", "variant-kidnap", "variant-tunnel-pachaunu", "variant-maal-pachaunu")
}


def _is_of_maal(reason: Reason, pair: Collection[str]) -> bool:
    """Whether a reason says what the maal of one of two players comes to."""
    named = {*reason.figures.get("names", ()), reason.figures.get("winner")}
    return reason.rule in OF_MAAL and not named.isdisjoint(pair)


def _is_of_game(reason: Reason, pair: Collection[str], won: bool) -> bool:
    """Whether a reason says what else passes between two players, of whom one may have won."""
    match reason.rule:
        case "marriage.variant-better" | "marriage.variant-dublee":
            return True
        case "marriage.dublee-bonus":
            return won
        case "marriage.variant-dhoos":
            return won and reason.figures["name"] in pair
    return False


class Settles(Drill[SettleAsk]):
    """A round that is over, of which one figure is asked."""

    in_steps = True
    ask = SettleAsk
    question_template = "marriage/drill_round.html"
    look = gettext_lazy(
        "First the difference in maal, then what the winner gets from each: 10 from the unseen, 3 from the seen. "
        "Then the house rules."
    )
    rules = drills.SETTLED

    @staticmethod
    def told(settled: Settlement) -> int:
        """The figure that is asked for."""
        raise NotImplementedError

    def said(self, ask: SettleAsk, points: int) -> Text:
        raise NotImplementedError

    def players(self, ask: SettleAsk) -> list[Player]:
        (players,) = ask.cleaned_data["players"].hands
        return list(players)

    def reply(self, ask: SettleAsk) -> Reply:
        figures = drills.figures(self.players(ask), ask.house, self.told)
        return Reply([Option(str(points), self.said(ask, points)) for points in figures])

    def right(self, ask: SettleAsk) -> Given:
        return (str(self.told(ask.verdict)),)


class Pays(Settles):
    name = "pays"
    title = gettext_lazy("Who pays whom?")
    prompt = gettext_lazy("Of two players, who pays whom, and how much?")
    make = drills.pays
    told = staticmethod(drills.paid)

    def asks(self, ask: SettleAsk) -> Text:
        one, other, *_rest = self.players(ask)
        return wording.asked_who_pays(one.name, other.name)

    def said(self, ask: SettleAsk, points: int) -> Text:
        one, other, *_rest = self.players(ask)
        return wording.paid(one.name, other.name, points)

    def why(self, ask: SettleAsk) -> list[tuple[str, str]]:
        one, other, *_rest = self.players(ask)
        pair, settled = {one.name, other.name}, ask.verdict
        mine, theirs = settled.results[:2]
        won = one.winner or other.winner
        found = [(ask.say(reason), reason.rule) for reason in settled.reasons if _is_of_maal(reason, pair)]
        found.append((wording.difference(mine, theirs), "marriage.maal-exchange"))
        found.append((wording.paid_for_game(one, other), "marriage.game-points"))
        found += [(ask.say(reason), reason.rule) for reason in settled.reasons if _is_of_game(reason, pair, won)]
        if closing := wording.pair_sum(one.name, other.name, settled.between[one.name, other.name]):
            found.append((closing, found[-1][1]))
        return found


class Result(Settles):
    name = "result"
    title = gettext_lazy("Won or lost: how much?")
    prompt = gettext_lazy("How much does a player win or lose in all?")
    make = drills.result
    told = staticmethod(drills.won)

    def asks(self, ask: SettleAsk) -> Text:
        return wording.asked_result(self.players(ask)[0].name)

    def said(self, ask: SettleAsk, points: int) -> Text:
        return signed(points)

    def why(self, ask: SettleAsk) -> list[tuple[str, str]]:
        result, settled = ask.verdict.results[0], ask.verdict
        total = sum(each.maal for each in settled.results)
        closing = wording.result_sum(result, len(settled.results), total)
        return [*super().why(ask), (closing, "marriage.maal-exchange")]


DRILLS = (Named(), Primary(), Wild(), Scores(), Maal(), Completes(), Pays(), Result())


class PuzzleCompletes(PuzzleDrill[OneShort]):
    """A hand in which what lies ready leads astray, and the cards that complete it."""

    name = "puzzle"
    title = gettext_lazy("Take it apart to go out")
    prompt = gettext_lazy(
        "Four of you are playing, and you are one card short. Which of these cards would let you go out if you rearranged "
        "your hand? Choose all that would."
    )
    look = gettext_lazy(
        "Begin with the cards that fit in one set only, not with the sets that you see first. "
        "Then ask what is missing for the cards left over, and remember that no wild card helps in your three pure sets."
    )
    more = gettext_lazy("That would let you go out, but it is not all: there are other cards.")
    some = gettext_lazy("With at least one of these cards you can go out.")
    ask = OneShort
    answer_template = "marriage/drill_completes.html"
    rules = ("ending", "primary")

    def goal(self, proved: Mapping[str, int]) -> Text:
        """What is to be done, of what was proved of a puzzle."""
        return wording.goal(proved["astray"], rules.PRIMARY_SETS - proved["pure"])

    def grade(self, proved: Mapping[str, int]) -> tuple[int, ...]:
        return proved["astray"], rules.PRIMARY_SETS - proved["pure"]

    def refuted(self, ask: OneShort, given: Given) -> Refuted:
        wrong = [option.row[0] for option in self.reply(ask).chosen(given) if option.value not in self.right(ask)]
        return Refuted(wording.not_completing(wrong) if wrong else self.more if given else self.some)

    def shown(self, ask: OneShort) -> Rows:
        return [*_tiplu(ask), (HAND, ask.cleaned_data["hand"])]

    def reply(self, ask: OneShort) -> Reply:
        asked = ask.cleaned_data
        offered = puzzles.candidates(asked["hand"], asked["tiplu"], ask.verdict.completing)
        return Reply(_of_cards(offered), several=True)

    def right(self, ask: OneShort) -> Given:
        return tuple(card.text for card in ask.right)

    def decides(self, ask: OneShort) -> str:
        return "marriage.ending" if ask.verdict.primary else "marriage.primary"


PUZZLE = PuzzleCompletes()
