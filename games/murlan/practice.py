"""What is practised of Murlan: each kind of question, in words, and how it is answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.core.validators import MaxLengthValidator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.asks import Rows
from games.cards import Card
from games.fields import CardsField
from games.house import Text
from games.murlan import drills, puzzles, scoring, wording
from games.murlan.asks import HAND, CombinationAsk, ExchangeAsk, PlayAsk, PlaysAsk
from games.murlan.hand import NextAsk
from games.murlan.rules import Combination, Kind, place
from games.murlan.sheet import ScoreAsk
from games.practice import YES_NO, Drill, Given, Option, PuzzleDrill, Refuted, Reply


class Beats(Drill[PlayAsk]):
    name = "beats"
    weight = 2
    title = gettext_lazy("Does it beat the table?")
    prompt = gettext_lazy("Do the cards played beat those on the table?")
    look = gettext_lazy("First the kind of combination, then how many cards, and only then how high they are.")
    ask = PlayAsk
    make = drills.beats
    rules = tuple(drills.BEATS)

    def reply(self, ask: PlayAsk) -> Reply:
        return Reply(YES_NO)

    def right(self, ask: PlayAsk) -> Given:
        return ("yes" if ask.verdict.legal else "no",)


class Begin(Drill[PlayAsk]):
    name = "begin"
    title = gettext_lazy("May you begin with it?")
    prompt = gettext_lazy("All the others have passed, and it is your lead. May you play these cards?")
    opening = gettext_lazy("The match is about to begin. May you make the first play with these cards?")
    look = gettext_lazy(
        "Are the cards a combination? The first play of the match must also include one particular card."
    )
    ask = PlayAsk
    make = drills.begin
    rules = ("opening", "lead", "combinations", "straights", "jokers")

    def shown(self, ask: PlayAsk) -> Rows:
        asked = ask.cleaned_data
        return [(HAND, asked["hand"]), (gettext_lazy("Cards you want to play"), asked["cards"])]

    def hinted(self, ask: PlayAsk) -> str:
        return "opening" if ask.cleaned_data["opening"] else "combinations"

    def asks(self, ask: PlayAsk) -> Text:
        return self.opening if ask.cleaned_data["opening"] else self.prompt

    def reply(self, ask: PlayAsk) -> Reply:
        return Reply(YES_NO)

    def right(self, ask: PlayAsk) -> Given:
        return ("yes" if ask.verdict.legal else "no",)


class AllPlays(Drill[PlaysAsk]):
    name = "plays"
    hints_at = "follow"
    title = gettext_lazy("Everything that beats it")
    prompt = gettext_lazy(
        "Which of these plays beat the cards on the table? Choose all that do; if none does, you pass, so choose none."
    )
    look = gettext_lazy("Look for the same kind with as many cards, and higher; then see whether there is a quad.")
    ask = PlaysAsk
    make = drills.all_plays
    rules = tuple(drills.PLAYS)

    def _options(self, ask: PlaysAsk) -> list[Combination]:
        """The plays that beat the table and those that tempt, each kind by itself, the low before the high."""
        asked = ask.cleaned_data
        found = [*ask.verdict.plays, *drills.tempting(asked["hand"], asked["table"], ask.house)]
        return sorted(found, key=lambda play: (list(Kind).index(play.kind), play.length, play.height))

    def reply(self, ask: PlaysAsk) -> Reply:
        options = [Option(str(at), row=play.cards) for at, play in enumerate(self._options(ask))]
        return Reply(options, several=True)

    def right(self, ask: PlaysAsk) -> Given:
        return tuple(str(at) for at, play in enumerate(self._options(ask)) if play in ask.verdict.plays)


class Named(Drill[CombinationAsk]):
    name = "name"
    title = gettext_lazy("Name the combination")
    prompt = gettext_lazy("What do these cards make when they are played?")
    look = gettext_lazy("Are they all of one rank, or at least five ranks without a gap? The ace can be low or high.")
    ask = CombinationAsk
    make = drills.named
    rules = ("combinations", "straights", "jokers")

    def reply(self, ask: CombinationAsk) -> Reply:
        kinds = [Option(kind.value, wording.KIND[kind]) for kind in Kind]
        return Reply((*kinds, Option("none", gettext_lazy("Not a combination"))))

    def right(self, ask: CombinationAsk) -> Given:
        found = ask.verdict.combination
        return (found.kind.value if found else "none",)


class Next(Drill[NextAsk]):
    name = "next"
    title = NextAsk.title
    prompt = gettext_lazy("These turns have been played. Whose turn is it now?")
    look = gettext_lazy(
        "Who played last? See whether all the others have passed since then, and who still has cards to play."
    )
    in_steps = True
    ask = NextAsk
    make = drills.next_turn
    rules = tuple(dict.fromkeys(drills.TURNS.values()))
    question_template = "murlan/drill_next.html"

    def shown(self, ask: NextAsk) -> Rows:
        return ()

    def reply(self, ask: NextAsk) -> Reply:
        players = [Option(str(seat), ask.who(seat)) for seat in range(ask.player_count)]
        return Reply((*players, Option("none", gettext_lazy("Nobody: the hand is over"))))

    def right(self, ask: NextAsk) -> Given:
        turn = ask.verdict.table.turn
        return ("none" if turn is None else str(turn),)


class ExchangeDrill(Drill[ExchangeAsk]):
    ask = ExchangeAsk
    untold = frozenset({"first-starts", "last-starts"})
    offered = ""
    """The hand that lies among the options."""

    def shown(self, ask: ExchangeAsk) -> Rows:
        return self._hands(ask, "first_hand", "last_hand")

    def beside(self, ask: ExchangeAsk) -> Rows:
        return self._hands(ask, *({"first_hand", "last_hand"} - {self.offered}))

    def _hands(self, ask: ExchangeAsk, *names: str) -> Rows:
        return [(ask.fields[name].label or "", ask.cleaned_data[name]) for name in sorted(names)]


class Gives(ExchangeDrill):
    name = "given"
    hints_at = "exchange"
    offered = "last_hand"
    title = gettext_lazy("Which card is given?")
    prompt = gettext_lazy(
        "Which card does the player who came last give? If several are possible, choose them all; "
        "if nothing is exchanged, choose none."
    )
    look = gettext_lazy(
        "Look at the hand of the player who came last: the jokers first, then the twos, the aces and so on down."
    )
    make = drills.given
    rules = ("exchange", "exchange-exempt")

    def reply(self, ask: ExchangeAsk) -> Reply:
        return Reply([Option(card.text, row=(card,)) for card in ask.cleaned_data["last_hand"]], several=True)

    def right(self, ask: ExchangeAsk) -> Given:
        return tuple(card.text for card in ask.verdict.last_gives)


class Returned(ExchangeDrill):
    name = "exchange"
    hints_at = "exchange"
    offered = "first_hand"
    title = gettext_lazy("Which card comes back?")
    prompt = gettext_lazy(
        "Which card may the player who came first give back? Choose every card that is allowed; if nothing "
        "is exchanged, choose none. Below are that player’s cards and, at the end, the highest card of the player who came last."
    )
    look = gettext_lazy(
        "Is anything exchanged at all? If so, look for cards from 3 to 10; the card just received counts "
        "too. And if there are none?"
    )
    make = drills.exchange
    rules = ("exchange", "exchange-exempt")

    def _options(self, ask: ExchangeAsk) -> Sequence[Card]:
        """What the first player holds and what the last would give, also where nothing is exchanged."""
        last = ask.cleaned_data["last_hand"]
        top = max(map(place, last))
        return [*ask.cleaned_data["first_hand"], *(card for card in last if place(card) == top)]

    def reply(self, ask: ExchangeAsk) -> Reply:
        return Reply([Option(card.text, row=(card,)) for card in self._options(ask)], several=True)

    def right(self, ask: ExchangeAsk) -> Given:
        return tuple(card.text for card in ask.verdict.first_gives)


class Starts(ExchangeDrill):
    name = "starts"
    title = gettext_lazy("Who starts?")
    prompt = gettext_lazy("The cards of the next hand have been dealt. Who starts?")
    look = gettext_lazy("Is anything exchanged?")
    make = drills.starts
    rules = ("starter",)

    def reply(self, ask: ExchangeAsk) -> Reply:
        return Reply(
            (
                Option("first", gettext_lazy("The player who came first starts the hand.")),
                Option("last", gettext_lazy("The player who came last starts the hand.")),
            )
        )

    def right(self, ask: ExchangeAsk) -> Given:
        return (ask.verdict.starts,)

    def why(self, ask: ExchangeAsk) -> list[tuple[str, str]]:
        if ask.verdict.due:
            return [(wording.last_starts(), "murlan.starter")]
        return list(ask.sentences())


class Points(Drill[ScoreAsk]):
    name = "points"
    title = gettext_lazy("Count the points")
    prompt = gettext_lazy("How many points does the player in front have after these hands?")
    look = gettext_lazy("Only the first three score; add up each player’s points before you compare.")
    in_steps = True
    ask = ScoreAsk
    make = drills.points
    rules = ("points",)
    question_template = "murlan/drill_points.html"

    def reply(self, ask: ScoreAsk) -> Reply:
        return Reply()

    def right(self, ask: ScoreAsk) -> Given:
        return (str(max(ask.verdict.totals.values())),)

    def why(self, ask: ScoreAsk) -> list[tuple[str, str]]:
        totals = ask.verdict.totals
        ahead = max(totals, key=lambda name: totals[name])
        return [(wording.in_front(ahead, [row.points[ahead] for row in ask.verdict.rows]), "murlan.points")]


class TargetAsk(ScoreAsk):
    """A match of which the last hand counts."""

    def before(self) -> scoring.Match:
        """The match before its last hand."""
        sheet = self.cleaned_data["hands"]
        return scoring.score(sheet.hands[:-1], sheet.names[: len(self.verdict.totals)])


class Target(Drill[TargetAsk]):
    name = "target"
    title = gettext_lazy("Is the match won?")
    prompt = gettext_lazy("The last hand has just been played. Is the match won, and if not, what is the target now?")
    look = gettext_lazy("How many players have reached the target: none, one, or more? And is it the last target?")
    ask = TargetAsk
    make = drills.target
    rules = ("target", "target-last")
    untold = frozenset({"points"})
    question_template = "murlan/drill_target.html"

    def reply(self, ask: TargetAsk) -> Reply:
        before = ask.before().target
        winners = [Option(name, _("%(name)s wins the match") % {"name": name}) for name in ask.verdict.totals]
        targets = [
            Option(str(aim), _("Nobody has won yet: the target is %(target)d") % {"target": aim})
            for aim in scoring.TARGETS
            if aim in (before, before + 10)
        ]
        return Reply((*winners, *targets))

    def right(self, ask: TargetAsk) -> Given:
        return (ask.verdict.winner or str(ask.verdict.target),)


DRILLS = (Beats(), Begin(), AllPlays(), Next(), Named(), Gives(), Returned(), Starts(), Points(), Target())


class PuzzleAsk(PlaysAsk):
    """What a hand can play, with the hands of the others to see; the tool knows your hand alone."""

    hand = CardsField(label=HAND, validators=[MaxLengthValidator(puzzles.MOST_YOURS)])
    left = CardsField(label=gettext_lazy("Player on your left"), validators=[MaxLengthValidator(puzzles.MOST_THEIRS)])
    opposite = CardsField(
        label=gettext_lazy("Player opposite you"), validators=[MaxLengthValidator(puzzles.MOST_THEIRS)]
    )
    right = CardsField(label=gettext_lazy("Player on your right"), validators=[MaxLengthValidator(puzzles.MOST_THEIRS)])

    def different(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
        return (("hand", *puzzles.OTHERS, "table"),)

    @cached_property
    def position(self) -> puzzles.Position:
        asked = self.cleaned_data
        return puzzles.position(asked["hand"], [asked[name] for name in puzzles.OTHERS], asked["table"])

    @cached_property
    def search(self) -> puzzles.Search:
        return puzzles.Search(self.house)

    def seat(self, seat: int) -> Text:
        """A player as the puzzle calls them."""
        return self.fields[puzzles.OTHERS[seat - 1]].label or "" if seat else gettext_lazy("You")

    def line(self) -> Iterator[tuple[Text, Sequence[Card]]]:
        """One way it may go, play by play."""
        return ((self.seat(seat), cards) for seat, cards in self.search.line(self.position))

    def lost_after(self, cards: Sequence[Card]) -> list[tuple[Text, Sequence[Card]]]:
        """One way it may go after a wrong play, or after a wrong pass, until another is out."""
        after = puzzles.played(self.position, cards)
        return [(self.seat(seat), played) for seat, played in self.search.lost(after)]


class Puzzle(PuzzleDrill[PuzzleAsk]):
    name = "puzzle"
    title = gettext_lazy("Be the first to go out")
    prompt = gettext_lazy(
        "You lead, all four hands are face up, and the other three play together against you. Which play do you "
        "begin with, so that you are the first to go out whatever they do?"
    )
    following = gettext_lazy(
        "The player on your right has played the cards on the table. All four hands are face up, and the other three "
        "play together against you. What do you play, so that you are the first to go out whatever they do? Or do "
        "you pass?"
    )
    look = gettext_lazy(
        "Who can beat each of your plays, and with what could they then go out? Keep what gets you back in; your last "
        "play may be as low as you like."
    )
    needed = ngettext_lazy(
        "Whatever the others do, {plays:word} play is enough.",
        "Whatever the others do, {plays:word} plays are enough.",
        "plays",
    )
    never_led = gettext_lazy("With the right play, the others never lead a round.")
    led = ngettext_lazy(
        "With the right play, the others lead at most {rounds:word} round.",
        "With the right play, the others lead at most {rounds:word} rounds.",
        "rounds",
    )
    beaten = gettext_lazy(
        "Then one of the others can go out before you, whatever you do. It may go like this; players who are not named pass."
    )
    ask = PuzzleAsk
    rules = ("lead", "follow", "bombs", "straight-step")
    answer_template = "murlan/puzzle_line.html"

    def goal(self, proved: Mapping[str, int]) -> Text:
        """What is to be done, from what was proved of it."""
        rounds = proved["rounds"]
        plays = wording.BOOK.write(self.needed, plays=proved["plays"])
        return f"{plays} {wording.BOOK.write(self.led, rounds=rounds) if rounds else self.never_led}"

    def grade(self, proved: Mapping[str, int]) -> tuple[int, ...]:
        return proved["plays"], proved["rounds"]

    def refuted(self, ask: PuzzleAsk, given: Given) -> Refuted:
        (option,) = self.reply(ask).chosen(given)
        return Refuted(self.beaten, ask.lost_after(option.row))

    def shown(self, ask: PuzzleAsk) -> Rows:
        names = (*puzzles.OTHERS, "table", "hand")
        return [(ask.fields[name].label or "", ask.cleaned_data[name]) for name in names]

    def asks(self, ask: PuzzleAsk) -> Text:
        return self.following if ask.cleaned_data["table"] else self.prompt

    def reply(self, ask: PuzzleAsk) -> Reply:
        options = [Option(str(at), row=play.cards) for at, play in enumerate(ask.verdict.plays)]
        passing = [Option("pass", gettext_lazy("You pass"))] if ask.cleaned_data["table"] else []
        return Reply([*options, *passing])

    def right(self, ask: PuzzleAsk) -> Given:
        return next(((option.value,) for option in self.reply(ask).options if self.is_right(ask, (option.value,))), ())

    def is_right(self, ask: PuzzleAsk, given: Given) -> bool:
        played = [option.row for option in self.reply(ask).chosen(given)]
        return len(played) == 1 and ask.search.is_won(puzzles.played(ask.position, played[0]))


PUZZLE = Puzzle()
