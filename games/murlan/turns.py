"""How a hand of Murlan goes on from turn to turn: who plays, who is out, who leads the next round.

Seats count from 0, and the left of seat s is s + 1. What may be played is :func:`games.murlan.rules.judge`'s to say;
here stands what follows from it, with the rulings as :class:`~games.rulings.Reason` objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from games.cards import Card, take
from games.murlan.rules import PACK, STANDARD, THREE_OF_SPADES, Combination, House, judge, read
from games.rulings import Reason, Refused

SEATS = 4
SIZES = (13, 13, 14, 14)
"""How many cards the four hold, the fewest first (``murlan.deck``)."""

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Where the cards are between two turns."""

    hands: tuple[Cards, ...]
    """By seat, as they were dealt, without what was played."""
    lies: Cards
    """The combination to beat; empty where a round begins."""
    owner: int | None
    """Who played what lies there."""
    turn: int | None
    """Whose turn it is; None when the hand is over."""
    out: tuple[int, ...] = ()
    """Who has gone out, the first first; when the hand is over, the last player stands at its end."""
    opening: bool = False
    """Whether the first play of the match is due, which holds the 3♠ (``murlan.opening``)."""

    @property
    def over(self) -> bool:
        return self.turn is None


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player did in turn, and what follows."""

    seat: int
    cards: Cards
    """What was played; empty for a pass."""
    combination: Combination | None
    """What that is; None for a pass."""
    because: tuple[Reason, ...]
    """The rulings by which it was allowed."""
    follows: tuple[Reason, ...]
    """The rulings by which somebody is out, the round is over, the hand is over; none where it just goes on."""
    after: Table

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return self.because + self.follows


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as far as it has been played."""

    start: Table
    starts: Reason
    """By which ruling who begins began."""
    turns: tuple[Turn, ...]

    @property
    def table(self) -> Table:
        """Where the cards are now."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def placings(self) -> tuple[int, ...]:
        """The seats in the order in which they went out, the last player at the end once the hand is over."""
        return self.table.out

    @property
    def moves(self) -> tuple[Cards, ...]:
        """The cards of each turn, none for a pass."""
        return tuple(turn.cards for turn in self.turns)

    @property
    def rounds(self) -> tuple[tuple[Turn, ...], ...]:
        """The turns round by round: each begins with the one that leads it."""
        tables = (self.start, *(turn.after for turn in self.turns))
        leads = [at for at, table in enumerate(tables[:-1]) if not table.lies]
        return tuple(self.turns[at:end] for at, end in pairwise((*leads, len(self.turns))))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """By which rulings it is whose turn now: what the last turn brought, or else who sits next to play."""
        if not self.turns:
            return (self.starts,)
        last = self.turns[-1]
        return last.follows if self.over or not self.table.lies else (*last.follows, *self._onward(last))

    def _onward(self, last: Turn) -> Iterator[Reason]:
        """Why it is the turn of the one who plays next in a round that goes on."""
        turn = self.table.turn
        assert turn is not None
        passed = tuple(takewhile(lambda seat: seat != turn, _leftwards(last.seat + 1)))
        if passed:
            yield Reason("murlan.out", "turn-skips", skipped=passed, who=turn)
        if any(one.seat == turn and not one.cards for one in self.rounds[-1]):
            yield Reason("murlan.pass", "plays-again", who=turn)
        if not passed:
            yield Reason("murlan.deck", "turn-passes", who=turn)


def replay(deal: Sequence[Cards], moves: Iterable[Cards], starter: int | None = None, house: House = STANDARD) -> Hand:
    """A hand from its deal, move by move.

    In their turn: ``murlan.deck``, ``opening`` or ``starter``, the rulings of :func:`games.murlan.rules.judge`,
    ``pass``, ``round-end``, ``out``. Cards of which only the rank is named are found in the hand by rank.

    >>> from games.cards import cards_of
    >>> deck = sorted(PACK)
    >>> hand = replay([tuple(deck[seat::4]) for seat in range(4)], [cards_of("3s"), cards_of("8s"), (), (), ()])
    >>> hand.table.turn, [reason.rule for reason in hand.turns[-1].reasons]
    (3, ['murlan.pass', 'murlan.round-end'])

    :param deal: by seat, the cards exchanged already.
    :param moves: the cards of each turn, none for a pass.
    :param starter: who starts a later hand; left out in the first hand of a match, which the holder of the 3♠ starts.
    :raises Refused: of field ``deal`` or ``deal.<seat>`` unless the whole pack is dealt to four, ``starter`` for no seat,
        ``moves.<number>`` (from 0) for what may not be done there: its ``number`` (from 1), its ``seat``, and in
        ``reasons`` the rulings that forbid it.
    """
    return _followed(*begun(deal, starter), moves, house)


def resume(hands: Sequence[Cards], moves: Iterable[Cards], house: House = STANDARD) -> Hand:
    """A hand from the lead of any of its rounds, move by move: what the four hold then, whoever leads first.

    >>> from games.cards import cards_of
    >>> hand = resume([cards_of("9s"), cards_of("4s 5s"), cards_of("6s"), cards_of("7s")], [cards_of("9s"), (), (), ()])
    >>> hand.table.turn, [(reason.rule, reason.code) for reason in hand.reasons]
    (1, [('murlan.out', 'lead-goes-on')])

    :raises Refused: of field ``hands`` for other than four hands, or one without cards; of ``moves.<number>`` as
        :func:`replay`.
    """
    held = tuple(map(tuple, hands))
    if len(held) != SEATS or not all(held):
        raise Refused("hands", "four-hands", count=sum(map(bool, held)))
    return _followed(Table(held, (), None, 0), Reason("murlan.lead", "leads", who=0), moves, house)


def _followed(start: Table, starts: Reason, moves: Iterable[Cards], house: House) -> Hand:
    turns: list[Turn] = []
    for number, cards in enumerate(moves):
        try:
            turns.append(play(turns[-1].after if turns else start, tuple(cards), house))
        except Refused as refused:
            raise Refused(f"moves.{number}", refused.code, **refused.figures, number=number + 1) from refused
    return Hand(start, starts, tuple(turns))


def begun(deal: Sequence[Cards], starter: int | None = None) -> tuple[Table, Reason]:
    """The table before the first turn, and the ruling by which somebody begins (``murlan.opening``, ``starter``).

    :raises Refused: as :func:`replay` for ``deal`` and ``starter``.
    """
    _hold_to_deal(deal)
    hands = tuple(map(tuple, deal))
    if starter is None:
        holder = next(seat for seat, hand in enumerate(hands) if THREE_OF_SPADES in hand)
        return Table(hands, (), None, holder, opening=True), Reason("murlan.opening", "holder-starts", who=holder)
    if not 0 <= starter < SEATS:
        raise Refused("starter", "no-seat", at=str(starter), last=SEATS - 1)
    return Table(hands, (), None, starter), Reason("murlan.starter", "starter-starts", who=starter)


def play(table: Table, cards: Cards, house: House = STANDARD) -> Turn:
    """The next turn, a play or a pass, and what follows from it.

    :param cards: of the player whose turn it is; none for a pass.
    :raises Refused: of field ``move`` for what may not be done: ``no-move`` with its ``reasons``, the rulings that forbid
        it, ``not-held`` for a card that the player does not hold; besides what :func:`games.murlan.rules.judge` refuses.
    """
    seat = table.turn
    if seat is None:
        raise Refused("move", "no-move", seat=table.out[-1], reasons=(_over(table.out),))
    if not cards:
        if not table.lies:
            raise Refused("move", "no-move", seat=seat, reasons=(Reason("murlan.pass", "must-lead", who=seat),))
        after, follows = _next(table, table.hands, table.lies, table.owner, table.out)
        return Turn(seat, (), None, (Reason("murlan.pass", "passes", who=seat),), follows, after)
    left = list(table.hands[seat])
    found = tuple(_found(card, left, seat) for card in sorted(cards, key=lambda card: card.is_bare))
    judged = judge(table.hands[seat], cards, table.lies, opening=table.opening, house=house)
    combination = read(found, house).combination
    if not judged.legal or combination is None:
        raise Refused("move", "no-move", seat=seat, reasons=judged.reasons)
    hands = (*table.hands[:seat], tuple(left), *table.hands[seat + 1 :])
    out = table.out if left else (*table.out, seat)
    after, follows = _next(table, hands, combination.cards, seat, out)
    if not left:
        follows = (Reason("murlan.out", "goes-out", who=seat, place=len(out)), *follows)
    return Turn(seat, combination.cards, combination, judged.reasons, follows, after)


def _next(
    table: Table, hands: tuple[Cards, ...], lies: Cards, owner: int | None, out: tuple[int, ...]
) -> tuple[Table, tuple[Reason, ...]]:
    """What comes after a turn: the table, and the rulings by which the round or the hand is over."""
    assert table.turn is not None
    assert owner is not None
    left = [seat for seat, hand in enumerate(hands) if hand]
    if len(left) == 1:
        out = (*out, *left)
        return Table(hands, lies, owner, None, out), (_over(out),)
    turn = next(seat for seat in _leftwards(table.turn + 1) if hands[seat] or seat == owner)
    if turn != owner:
        return Table(hands, lies, owner, turn, out), ()
    if hands[owner]:
        return Table(hands, (), None, owner, out), (Reason("murlan.round-end", "round-over", who=owner),)
    leader = next(seat for seat in _leftwards(owner + 1) if hands[seat])
    return Table(hands, (), None, leader, out), (Reason("murlan.out", "lead-goes-on", who=owner, leader=leader),)


def _over(out: tuple[int, ...]) -> Reason:
    return Reason("murlan.out", "hand-over", who=out[-1])


def _leftwards(seat: int) -> Iterator[int]:
    """All seats in turn to the left, this one first."""
    return ((seat + step) % SEATS for step in range(SEATS))


def _found(card: Card, left: list[Card], seat: int) -> Card:
    """A card taken out of those that the player has left."""
    found = take(card, left)
    if found is None:
        raise Refused("move", "not-held", seat=seat, card=card, reasons=())
    return found


def _hold_to_deal(deal: Sequence[Cards]) -> None:
    """Refuse what is not the whole pack in four hands (``murlan.deck``)."""
    if len(deal) != SEATS:
        raise Refused("deal", "four-hands", count=len(deal))
    seen = set[Card]()
    for seat, hand in enumerate(deal):
        for card in hand:
            if card.is_bare or not PACK.copies(card):
                raise Refused(f"deal.{seat}", "not-in-pack", card=card)
            if card in seen:
                raise Refused(f"deal.{seat}", "too-many", card=card, copies=1)
            seen.add(card)
    if tuple(sorted(map(len, deal))) != SIZES:
        raise Refused("deal", "uneven", counts=tuple(map(len, deal)))
