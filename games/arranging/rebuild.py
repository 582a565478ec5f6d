"""A table and a hand together: the turn that plays most cards and leaves most groups as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.arranging.budget import Budget, Spent
from games.arranging.lattice import Lattice, plan_of
from games.arranging.melds import MACHIAVELLI, Ace, Kind, Laws, Reading, read
from games.arranging.moves import Group, Moves, check, moves
from games.arranging.programme import Found, Programme
from games.arranging.task import JOKER, SUITS, KeptRun, KeptSet, Plan, Task
from games.cards import DECK, Card, Suit

MOST_JOKERS = 2
"""With no more jokers than this, any three cards hold a real one."""
LATTICE_COPIES = 2
"""With no more copies of any card than this the lattice is the quicker way, if the suits of a set differ."""
RING_CARDS = {False: 80, True: 120}
"""Where runs go round, with no more cards than this it is, without and with equal suits in a set; where they do not and
suits may be equal, always."""
LATTICE_SHARE = 0.4
"""The share of the time that the lattice may use up before the programme is asked instead."""


class NoGroup(ValueError):
    """A group of the table is none; says which and why."""

    def __init__(self, at: int, reading: Reading) -> None:
        super().__init__(f"group {at}: {', '.join(problem.code for problem in reading.problems)}")
        self.at = at
        """Its place on the table, counted from 0."""
        self.reading = reading


@dataclass(frozen=True, slots=True)
class Turn:
    """The best turn: the table after it and what it takes from the hand."""

    count: int
    """How many cards of the hand are played: the most there can be, if ``count_proved``."""
    played: tuple[Card, ...]
    groups: tuple[Group, ...]
    """The table after: first the groups left as they were, in their order on the table before, then the others."""
    kept: tuple[int, ...]
    """The groups left as they were, by their place on the table before, counted from 0."""
    moves: Moves
    count_proved: bool
    """Whether it is proved that no turn plays more cards."""
    kept_proved: bool
    """Whether it is proved that no turn that plays as many cards leaves more groups as they are."""

    @property
    def proved(self) -> bool:
        """Whether this is the best turn beyond doubt, rather than the best found in the time there was."""
        return self.count_proved and self.kept_proved


def best_turn(
    table: Sequence[Iterable[Card]],
    hand: Iterable[Card],
    laws: Laws = MACHIAVELLI,
    most: int = 13,
    budget: Budget | None = None,
) -> Turn:
    """The turn that plays the most cards, and among those leaves the most groups of the table just as they are.

    Every card of the table is on the table again and no more than ``most`` come from the hand. Neither the order of
    the groups nor of the cards matters, and copies of a card are interchangeable. Where a ``budget`` ends the search, it
    is the best turn found till then, and says what of it is not proved; it may play nothing at all.

    >>> from games.cards import cards_of
    >>> turn = best_turn([cards_of("3c 4c 5c 6c"), cards_of("Qh Qd Qs")], cards_of("5c 7c 8c Qc Jh Kh"))
    >>> turn.count, [" ".join(card.text for card in group) for group in turn.groups]
    (6, ['Qs Qd Qc', 'Jh Qh Kh', '3c 4c 5c', '5c 6c 7c 8c'])

    :raises NoGroup: for a group of the table that is none under these laws.
    :raises ValueError: for more than two jokers.
    """
    before = [tuple(group) for group in table]
    holding = tuple(sorted(hand))
    readings = _readings(before, laws)
    task, same = _task(readings, holding, laws)
    found = _search(task, most, budget or Budget())
    kept, built = _groups(found.plan, same, readings, _jokers(before, holding))
    groups = tuple(before[at] for at in kept) + tuple(sorted(built, key=sorted))
    played = tuple(sorted((_count(groups) - _count(before)).elements()))
    done = moves(before, groups)
    turn = Turn(found.plan.count, played, groups, kept, done, found.count_proved, found.kept_proved)
    _verify(turn, before, holding, laws, most)
    return turn


def most_cards(table: Sequence[Iterable[Card]], hand: Iterable[Card], laws: Laws = MACHIAVELLI, most: int = 13) -> int:
    """How many cards of the hand a turn can play at most; quicker than the whole turn.

    >>> from games.cards import cards_of
    >>> most_cards([cards_of("3c 4c 5c 6c")], cards_of("7c 9d 9s"))
    1
    """
    task, _ = _task(_readings([tuple(group) for group in table], laws), sorted(hand), laws)
    return _search(task, most, Budget(), kept=False).plan.count


def _readings(table: Sequence[Group], laws: Laws) -> list[Reading]:
    readings = [read(group, laws) for group in table]
    for at, reading in enumerate(readings):
        if not reading:
            raise NoGroup(at, reading)
    return readings


def _search(task: Task, most: int, budget: Budget, kept: bool = True) -> Found:
    """The best plan, by the way that is the quicker one for such a task."""
    settled: Plan | None = None
    if _for_lattice(task, most):
        part = budget.part(LATTICE_SHARE)
        try:
            fewest = Lattice(task, False, part).best(most=task.hand)
            assert fewest is not None, "playing nothing is always possible"
            most, settled = fewest.gain, plan_of(fewest, task)
            if not kept:
                return Found(settled, True, False)
            walk = Lattice(task, True, part).best(most=len(task.runs) + len(task.sets), exactly=most)
            assert walk is not None, "so many cards have been played before"
            return Found(plan_of(walk, task), True, True)
        except Spent:
            pass
    found = Programme(task, budget).best(most, kept)
    # What the lattice has found and proved of the count stands, where the programme does not come as far.
    return Found(settled, True, False) if settled and found.plan.count < settled.count else found


def _for_lattice(task: Task, most: int) -> bool:
    """Whether the lattice is the quicker way, as ``bench/machiavelli.py`` measures it."""
    if task.jokers or task.hand > most:
        return False
    have = [m + n for rows in zip(task.must, task.may, strict=True) for m, n in zip(*rows, strict=True)]
    small = task.ace is not Ace.WRAP or sum(have) <= RING_CARDS[task.any_suit]
    return small and (task.any_suit or max(have) <= LATTICE_COPIES)


Alike = dict[KeptRun | KeptSet, list[int]]
"""The groups of the table by what they are made of: of equal ones it does not matter which is left."""


def _task(readings: Sequence[Reading], hand: Iterable[Card], laws: Laws) -> tuple[Task, Alike]:
    must = [[0] * 13 for _ in SUITS]
    may = [[0] * 13 for _ in SUITS]
    jokers_must = jokers_may = 0
    same: Alike = {}
    for at, reading in enumerate(readings):
        jokers_must += sum(card.is_joker for card in reading.cards)
        for card in reading.cards:
            if card.suit is not None:
                must[card.suit][card.rank - 1] += 1
        same.setdefault(_shape(reading), []).append(at)
    for card in hand:
        if card.suit is None:
            jokers_may += 1
        else:
            may[card.suit][card.rank - 1] += 1
    if jokers_must + jokers_may > MOST_JOKERS or (jokers_may and not laws.jokers):
        raise ValueError(f"{jokers_must + jokers_may} jokers, where there are {MOST_JOKERS if laws.jokers else 0}")
    shapes = [shape for shape, places in sorted(same.items(), key=lambda item: repr(item[0])) for _ in places]
    return Task(
        must=tuple(map(tuple, must)),
        may=tuple(map(tuple, may)),
        ace=laws.ace,
        any_suit=laws.any_suit,
        jokers_must=jokers_must,
        jokers_may=jokers_may,
        runs=tuple(shape for shape in shapes if isinstance(shape, KeptRun)),
        sets=tuple(shape for shape in shapes if isinstance(shape, KeptSet)),
    ), same


def _shape(reading: Reading) -> KeptRun | KeptSet:
    real = [card for card in reading.cards if card.suit is not None]
    jokers = len(reading.cards) - len(real)
    if reading.kind is Kind.SET:
        held = Counter(card.suit for card in real)
        s, h, d, c = (held[suit] for suit in Suit)
        return KeptSet(real[0].rank - 1, (s, h, d, c), jokers)
    rungs = [0 if card.is_joker else 1 for card in reading.cards]
    first, last = rungs.index(1), len(rungs) - rungs[::-1].index(1)
    suit = real[0].suit
    assert suit is not None
    return KeptRun(suit, reading.start + first, tuple(rungs[first:last]), jokers)


def _jokers(table: Sequence[Group], hand: Iterable[Card]) -> list[Card]:
    """The jokers that may be used: those of the table first, since they must be."""
    on_table = sorted(card for group in table for card in group if card.is_joker)
    return on_table + sorted(card for card in hand if card.is_joker)


def _count(groups: Iterable[Group]) -> Counter[Card]:
    return Counter(card for group in groups for card in group)


def _groups(
    plan: Plan, same: Alike, readings: Sequence[Reading], jokers: list[Card]
) -> tuple[tuple[int, ...], list[Group]]:
    """The groups that a plan leaves, by their place on the table, and those it builds."""
    left = {shape: iter(places) for shape, places in same.items()}
    kept = sorted(next(left[shape]) for shape in plan.kept)
    used = sum(face == JOKER for row in plan.built for face in row) + sum(group.jokers for group in plan.kept)
    wild = (Counter(jokers[:used]) - _count(readings[at].cards for at in kept)).elements()
    built: list[Group] = []
    for row in plan.built:
        built.append(tuple(next(wild) if face == JOKER else DECK[face] for face in row))
    # A plan that is not proved may have built once more what lay there.
    lying = {at: sorted(reading.cards) for at, reading in enumerate(readings) if at not in set(kept)}
    for group in list(built):
        if (at := next((at for at, cards in lying.items() if cards == sorted(group)), None)) is not None:
            del lying[at]
            built.remove(group)
            kept.append(at)
    return tuple(sorted(kept)), built


def _verify(turn: Turn, before: Sequence[Group], hand: Sequence[Card], laws: Laws, most: int) -> None:
    """A wrong turn must never leave this room, whatever the search believes."""
    wrong = [problem for problem in check(before, hand, turn.groups, laws, most) if problem.code != "nothing-played"]
    assert not wrong, wrong
    assert len(turn.played) == turn.count
    assert not Counter(turn.played) - Counter(hand)
