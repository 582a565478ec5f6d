"""What a meld is: the laws that differ between games, and what a handful of cards is under them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import lru_cache
from operator import attrgetter
from typing import Any

from games.cards import Card, Rank, Suit

FEWEST = 3
"""A meld is three or more cards."""
MOST_IN_SET = 4
BY_INDEX = attrgetter("index")
"""The order of a sorted hand, told to what sorts often."""
LONGEST_REMEMBERED = 14
"""Groups of more cards, as only absurd questions have them, are read anew each time: so what is remembered is bounded."""


class Kind(StrEnum):
    """What a meld is."""

    SET = "set"
    RUN = "run"


class Ace(Enum):
    """Where the ace stands in a run."""

    LOW = auto()
    """Below the two only: Q-K-A is not a run."""
    BOTH = auto()
    """Below the two or above the king, at most once at each end: up to 14 cards, ace to ace."""
    WRAP = auto()
    """Between king and two as well, round and round without limit."""


@dataclass(frozen=True, slots=True)
class Laws:
    """What a meld is in a game.

    >>> RAMINO.ladder[:2], len(RAMINO.ladder), len(MACHIAVELLI.ladder)
    ((<Rank.ACE: 1>, <Rank.TWO: 2>), 13, 14)
    """

    ace: Ace = Ace.LOW
    any_suit: bool = False
    """Whether a set may hold equal suits."""
    jokers: bool = False
    """Whether a joker stands for any card."""
    fewest_real: int = 1
    """The fewest real cards that a meld with jokers holds."""
    both_ends: bool = True
    """With ``Ace.BOTH``, whether one run may hold an ace at each end."""

    @property
    def longest(self) -> int | None:
        """The most cards in a run, or None where there is no limit."""
        return None if self.ace is Ace.WRAP else len(self.ladder) if self.both_ends else len(LADDER)

    @property
    def ladder(self) -> tuple[Rank, ...]:
        """The ranks in the order of a run; with ``Ace.WRAP`` the ladder closes to a ring."""
        return (*LADDER, Rank.ACE) if self.ace is Ace.BOTH else LADDER


LADDER = tuple(rank for rank in Rank if rank is not Rank.JOKER)
RAMINO = Laws()
MACHIAVELLI = Laws(ace=Ace.BOTH)


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """One thing that is wrong, as a code and the figures a sentence about it needs. No prose.

    >>> Problem("too-few", count=2).figures["count"]
    2
    """

    code: str
    figures: Mapping[str, Any]

    def __init__(self, code: str, **figures: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "figures", figures)


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are under a game's laws; true where they are a meld."""

    kind: Kind | None
    cards: tuple[Card, ...]
    """The cards as they are laid out: a run in its order, each joker where it stands; a set by suits."""
    problems: tuple[Problem, ...]
    """Why they are not a meld, most telling first; empty where they are one."""
    start: int = 0
    """Of a run, the rung of the ladder it begins at."""

    def __bool__(self) -> bool:
        return self.kind is not None


def read(cards: Iterable[Card], laws: Laws) -> Reading:
    """What these cards are, in whatever order they come.

    One real card with two jokers is a set.

    >>> from games.cards import cards_of
    >>> read(cards_of("Ks Qs As"), MACHIAVELLI)
    Reading(kind=<Kind.RUN: 'run'>, cards=(Card('Qs'), Card('Ks'), Card('As')), problems=(), start=11)
    >>> [problem.code for problem in read(cards_of("Ks Qs As"), RAMINO).problems]
    ['ace-high']
    >>> [(problem.code, *problem.figures["missing"]) for problem in read(cards_of("7d 5d 4d"), RAMINO).problems]
    [('gap', <Rank.SIX: 6>)]

    The codes, with their figures:

    ===================  ====================================================================================
    ``too-few``          ``count``, ``least``
    ``too-many``         a set of more than four: ``count``, ``most``
    ``suit-twice``       a set with equal suits: ``cards``, each of them once
    ``joker``            jokers where none are played: ``cards``
    ``no-real-card``     nothing but jokers
    ``few-real``         fewer real cards than a meld with jokers needs: ``count``, ``least``
    ``mixed-suits``      no run, and no set: ``suits``
    ``mixed-ranks``      no set, and no run: ``ranks``
    ``repeated-card``    twice the same card in what is else a run: ``cards``, each of them once
    ``ace-high``         a run but for its ace above the king
    ``around-the-ace``   a run but for its going on past the ace: K-A-2
    ``gap``              ``missing``: the ranks that are not there, in order; ``jokers``: how many stand for some
    ``too-long``         more cards than a run may have: ``count``, ``most``
    ===================  ====================================================================================
    """
    ordered = tuple(sorted(cards, key=BY_INDEX))
    return (_remembered if len(ordered) <= LONGEST_REMEMBERED else _read)(ordered, laws)


def _read(cards: tuple[Card, ...], laws: Laws) -> Reading:
    real = [card for card in cards if not card.is_joker]
    jokers = [card for card in cards if card.is_joker]
    if jokers and not laws.jokers:
        return Reading(None, cards, (Problem("joker", cards=tuple(dict.fromkeys(jokers))),))
    if cards and not real:
        return Reading(None, cards, (Problem("no-real-card"),))
    problems = [Problem("too-few", count=len(cards), least=FEWEST)] if len(cards) < FEWEST else []
    if not real:
        return Reading(None, cards, tuple(problems))
    if jokers and len(real) < laws.fewest_real:
        problems.append(Problem("few-real", count=len(real), least=laws.fewest_real))
    ranks, suits = {card.rank for card in real}, {suit for card in real if (suit := card.suit) is not None}
    if len(ranks) == 1:
        problems += _set_problems(real, len(cards), laws)
        return Reading(None if problems else Kind.SET, cards, tuple(problems))
    if len(suits) == 1:
        start = run_start(real, len(cards), laws)
        if start is None:
            problems += _run_problems(real, len(jokers), laws)
        if problems or start is None:
            return Reading(None, cards, tuple(problems))
        return Reading(Kind.RUN, laid_out(real, jokers, start), (), start)
    problems += _mixture(real, len(jokers), laws)
    return Reading(None, cards, tuple(problems))


_remembered = lru_cache(maxsize=20_000)(_read)


def rungs(start: int, length: int) -> list[Rank]:
    """The ranks of a run of so many cards from this rung of the ladder up.

    >>> [rank.letter for rank in rungs(11, 3)]
    ['Q', 'K', 'A']
    """
    return [LADDER[at % 13] for at in range(start, start + length)]


def run_start(real: Sequence[Card], length: int, laws: Laws) -> int | None:
    """The rung at which a run of so many cards begins that holds these cards of one suit, or None.

    Where jokers leave a choice, the run begins with a real card if it can, and low.
    """
    if laws.longest is not None and length > laws.longest:
        return None
    have = Counter(card.rank for card in real)
    found = None
    for start in range(13 if laws.ace is Ace.WRAP else len(laws.ladder) - length + 1):
        if have <= Counter(rungs(start, length)):
            if LADDER[start % 13] in have:
                return start
            found = start if found is None else found
    return found


def laid_out(real: Sequence[Card], jokers: Sequence[Card], start: int) -> tuple[Card, ...]:
    """The cards of a run in its order, a joker on each rung for which there is no card.

    >>> from games.cards import cards_of
    >>> laid_out(cards_of("4s 6s"), cards_of("X"), 3)
    (Card('4s'), Card('X'), Card('6s'))
    """
    left = Counter(card.rank for card in real)
    of = {card.rank: card for card in real}
    wild = iter(jokers)
    row = []
    for rank in rungs(start, len(real) + len(jokers)):
        if left[rank]:
            left[rank] -= 1
            row.append(of[rank])
        else:
            row.append(next(wild))
    return tuple(row)


def _set_problems(real: Sequence[Card], count: int, laws: Laws) -> Iterator[Problem]:
    if count > MOST_IN_SET:
        yield Problem("too-many", count=count, most=MOST_IN_SET)
    twice = tuple(card for card, n in Counter(real).items() if n > 1)
    if twice and not laws.any_suit:
        yield Problem("suit-twice", cards=twice)


def _run_problems(real: Sequence[Card], jokers: int, laws: Laws) -> Iterator[Problem]:
    count = len(real) + jokers
    twice = tuple(card for card, n in Counter(real).items() if n > 1)
    ranks = {card.rank for card in real}
    missing = _missing(ranks, laws.ace)
    if laws.longest is not None:
        if count > laws.longest:
            yield Problem("too-long", count=count, most=laws.longest)
        # Both aces may stand in one run, but only if everything between them does.
        if Rank.ACE in ranks and laws.longest == len(LADDER) + 1 and 13 - len(ranks) <= jokers:
            twice = tuple(card for card in twice if card.rank is not Rank.ACE or real.count(card) > 2)
        if twice:
            yield Problem("repeated-card", cards=twice)
    elif twice:
        yield Problem("repeated-card", cards=twice)
        return
    if len(missing) <= jokers:
        return
    if laws.ace is Ace.LOW and Rank.ACE in ranks and len(_missing(ranks, Ace.BOTH)) <= jokers:
        yield Problem("ace-high")
    elif Rank.ACE in ranks and len(_missing(ranks, Ace.WRAP)) <= jokers:
        yield Problem("around-the-ace")
    else:
        yield Problem("gap", missing=missing, jokers=jokers)


def _missing(ranks: set[Rank], ace: Ace) -> tuple[Rank, ...]:
    """The ranks between the ends of what these ranks span, seen where they span least."""
    if ace is Ace.WRAP:
        rows = [rungs(start, 13) for start in range(13)]
    else:
        rows = [rungs(start, 13) for start in ((0, 1) if ace is Ace.BOTH and Rank.ACE in ranks else (0,))]
    gaps = []
    for row in rows:
        at = [place for place, rank in enumerate(row) if rank in ranks]
        gaps.append(tuple(rank for rank in row[at[0] : at[-1]] if rank not in ranks))
    return min(gaps, key=len)


def _mixture(real: Sequence[Card], jokers: int, laws: Laws) -> Iterator[Problem]:
    """Cards that share neither rank nor suit: what they come nearest to says what to complain of."""
    ranks, suits = Counter(card.rank for card in real), Counter(card.suit for card in real if card.suit is not None)
    row = len(ranks) == len(real) and len(_missing(set(ranks), laws.ace)) <= jokers
    if row or max(suits.values()) >= max(ranks.values()):
        yield Problem("mixed-suits", suits=tuple(suit for suit in Suit if suit in suits))
    if not row and max(ranks.values()) >= max(suits.values()):
        yield Problem("mixed-ranks", ranks=tuple(rank for rank in LADDER if rank in ranks))


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card that fits a meld on the table."""

    card: Card
    meld: int
    """Which meld, counted from 0."""
    becomes: Reading


def lay_offs(hand: Iterable[Card], melds: Sequence[Iterable[Card]], laws: Laws) -> list[LayOff]:
    """Every pair of one card of the hand and one meld that the card may be added to, one card at a time.

    >>> from games.cards import cards_of
    >>> table = [cards_of("4h 5h 6h"), cards_of("7s 7d 7c")]
    >>> [(pair.card.text, pair.meld) for pair in lay_offs(cards_of("7h Ks 3h"), table, RAMINO)]
    [('3h', 0), ('7h', 0), ('7h', 1)]
    """
    table = [tuple(meld) for meld in melds]
    return [
        LayOff(card, at, becomes)
        for card in sorted(set(hand))
        for at, meld in enumerate(table)
        if (becomes := read((*meld, card), laws))
    ]
