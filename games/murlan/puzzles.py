"""Puzzles of Murlan: every hand is seen, and with the right play you are the first without cards, whatever happens.

The other three play together, so that each of their ways is tried. For the puzzle a hand is over as soon as anybody has
no cards left: nobody who is out is ever in the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from games.cards import BLACK_JOKER, DECK, RED_JOKER, Card
from games.chance import Chance, Made, NothingDrawn
from games.murlan import rules
from games.murlan.rules import ORDER, STANDARD, House

Cards = tuple[Card, ...]
YOU, BEFORE_YOU = 0, 3
"""Seats, in the order of play."""
OTHERS = ("left", "opposite", "right")
"""The others as a question names them, in the order of play."""
NEVER = 99
"""More plays than there are cards: the others can be out before you."""
MOST_YOURS, MOST_THEIRS = 7, 4
"""Cards that a hand of a puzzle has at most."""
MOST_POSITIONS = 4000
"""What may be searched for a puzzle, so that its page is there at once."""
LEAST_TEMPTING, MOST_SOLUTIONS, MOST_OPTIONS = 3, 2, 12
LEAST_PLAYS = 4
"""Where the others never lead, fewer are seen at once."""
RANKS = range(5, 10)
"""Among how many ranks a puzzle is dealt: among few, there are pairs and triples."""


class Position(NamedTuple):
    """Whose turn it is on what."""

    hands: tuple[Cards, ...]
    """By seats, yours first."""
    table: Cards
    """What is to be beaten; nothing where a round begins."""
    owner: int
    """The seat that played it."""
    turn: int

    @property
    def is_yours(self) -> bool:
        return self.turn == YOU


def position(yours: Sequence[Card], others: Sequence[Sequence[Card]], table: Sequence[Card]) -> Position:
    """Your turn; what lies on the table the player before you has just played."""
    hands = tuple(tuple(sorted(hand, key=lambda card: (rules.place(card), card))) for hand in (yours, *others))
    return Position(hands, tuple(table), BEFORE_YOU if table else YOU, YOU)


@lru_cache(maxsize=20_000)
def _plays(hand: Cards, table: Cards, house: House) -> tuple[Cards, ...]:
    """What may be played, the most cards first."""
    return tuple(sorted((play.cards for play in rules.plays(hand, table, house=house).plays), key=len, reverse=True))


def played(at: Position, cards: Sequence[Card]) -> Position:
    """What a play, or none, makes of a position."""
    after = (at.turn + 1) % len(at.hands)
    if not cards:
        return Position(at.hands, () if after == at.owner else at.table, at.owner, after)
    left = list(at.hands[at.turn])
    for card in cards:
        left.remove(card)
    return Position((*at.hands[: at.turn], tuple(left), *at.hands[at.turn + 1 :]), tuple(cards), at.turn, after)


class Search:
    """What can be forced, from any position and all that come of it."""

    def __init__(self, house: House = STANDARD, most: int | None = None) -> None:
        self.house = house
        self.most = most
        self.known: dict[Position, bool] = {}
        self._least: dict[tuple[Position, bool], int] = {}

    def choices(self, at: Position) -> list[Cards]:
        """What the player in turn may play; no cards are to pass, which who leads may not."""
        return [*_plays(at.hands[at.turn], at.table, self.house), *([()] if at.table else [])]

    def is_won(self, at: Position) -> bool:
        """Whether you can be the first without cards, whatever the others do.

        :raises NothingDrawn: where it would take ``most`` positions or more.
        """
        if not all(at.hands):
            return not at.hands[YOU]
        if at not in self.known:
            if self.most and len(self.known) >= self.most:
                raise NothingDrawn
            each = (self.is_won(played(at, cards)) for cards in self.choices(at))
            self.known[at] = any(each) if at.is_yours else all(each)
        return self.known[at]

    def plays(self, at: Position) -> int:
        """How many plays you need at most, from a position that is won."""
        return self._needed(at, rounds=False)

    def rounds(self, at: Position) -> int:
        """How many rounds the others lead at most until you are out, from a position that is won."""
        return self._needed(at, rounds=True)

    def _needed(self, at: Position, rounds: bool) -> int:
        if not self.is_won(at):
            return NEVER
        if not at.hands[YOU]:
            return 0
        if (at, rounds) not in self._least:
            found = []
            for cards in self.choices(at):
                after = played(at, cards)
                counts = not after.table and after.owner != YOU if rounds else at.is_yours and bool(cards)
                found.append(counts + self._needed(after, rounds))
            self._least[at, rounds] = min(found) if at.is_yours else max(found)
        return self._least[at, rounds]

    def line(self, at: Position) -> Iterator[tuple[int, Cards]]:
        """One way it may go from a position that is won: the seats and what they play, without those who pass.

        You play so that the fewest plays are needed, the others so that the most are.
        """
        while all(at.hands):
            choose = min if at.is_yours else max
            cards = choose(self.choices(at), key=lambda cards: self.plays(played(at, cards)))
            if cards:
                yield at.turn, cards
            at = played(at, cards)

    def lost(self, at: Position) -> Iterator[tuple[int, Cards]]:
        """One way it may go from a position that is not won, until another is out: as in :meth:`line`.

        You play as many cards as you can, the others whatever leaves you no way to win.
        """
        while all(at.hands):
            choices = self.choices(at)
            cards = choices[0] if at.is_yours else next(one for one in choices if not self.is_won(played(at, one)))
            if cards:
                yield at.turn, cards
            at = played(at, cards)


def _runs_out(at: Position, search: Search) -> bool:
    """Whether you can play all your cards in such an order that nobody could beat any play but the last."""
    for cards in search.choices(at):
        after = played(at, cards)
        if cards and not after.hands[YOU]:
            return True
        is_beaten = any(_plays(hand, cards, search.house) for hand in after.hands[1:])
        if cards and not is_beaten and _runs_out(Position(after.hands, (), YOU, YOU), search):
            return True
    return False


def _dealt(chance: Chance) -> Position:
    """Hands, and at times a play on the table."""
    count = chance.one_of(RANKS)
    low = chance.below(len(ORDER) + 1 - count)
    ranks = ORDER[low : low + count] if chance.is_so(0.5) else chance.some_of(ORDER, count)
    pack = [card for card in (*DECK, BLACK_JOKER, RED_JOKER) if ORDER[rules.place(card)] in ranks]
    sizes = (MOST_YOURS - chance.below(3), *(MOST_THEIRS - chance.below(3) for _ in OTHERS))
    if sum(sizes) + 3 > len(pack):
        raise NothingDrawn
    cards = chance.shuffled(pack)
    hands = []
    for size in sizes:
        hands.append(cards[:size])
        cards = cards[size:]
    table: Sequence[Card] = ()
    if chance.is_so(0.6):
        found = [play for play in rules.plays(cards).plays if play.length < 4]
        table = chance.one_of(found).cards
    return position(hands[0], hands[1:], table)


def make(chance: Chance) -> Made:
    """A position in which one of your plays wins, and which does not play itself.

    Two may win where the others come to lead a round; where they do not, it is the same plays in another order.
    """
    at = _dealt(chance)
    search = Search(most=MOST_POSITIONS)
    choices = search.choices(at)
    if not LEAST_TEMPTING < len(choices) <= MOST_OPTIONS or _runs_out(at, search):
        raise NothingDrawn
    won = list(islice((cards for cards in choices if search.is_won(played(at, cards))), MOST_SOLUTIONS + 1))
    if not 1 <= len(won) <= MOST_SOLUTIONS or len(choices) - len(won) < LEAST_TEMPTING:
        raise NothingDrawn
    plays, rounds = search.plays(at), search.rounds(at)
    if not rounds and (len(won) > 1 or plays < LEAST_PLAYS):
        raise NothingDrawn
    fields = zip(("hand", *OTHERS, "table"), (*at.hands, at.table), strict=True)
    question = {name: " ".join(card.text for card in cards) for name, cards in fields if cards}
    rule = rules.plays(at.hands[YOU], at.table).reasons[0].rule.removeprefix("murlan.")
    proved = {"solutions": len(won), "plays": plays, "rounds": rounds, "tempting": len(choices) - len(won)}
    return Made(question, rule, proved)
