"""A table and a hand together: the turn that plays most cards and leaves most groups as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.arranging.lattice import CUT_BITS, SUITS, KeptRun, KeptSet, Lattice, Option, Task, Walk
from games.arranging.melds import MACHIAVELLI, MOST_IN_SET, Ace, Kind, Laws, Reading, read
from games.arranging.moves import Group, Moves, check, moves
from games.cards import Card, Rank, Suit

MOST_JOKERS = 2
"""With no more jokers than this, any three cards hold a real one."""


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
    """How many cards of the hand are played: the most there can be."""
    played: tuple[Card, ...]
    groups: tuple[Group, ...]
    """The table after: first the groups left as they were, in their order on the table before, then the others."""
    kept: tuple[int, ...]
    """The groups left as they were, by their place on the table before, counted from 0."""
    moves: Moves
    proved: bool = True
    """Whether no turn that plays as many cards could leave more groups as they are. ``count`` is always proved."""


def best_turn(
    table: Sequence[Iterable[Card]],
    hand: Iterable[Card],
    laws: Laws = MACHIAVELLI,
    most: int = 13,
    patience: int | None = None,
) -> Turn:
    """The turn that plays the most cards, and among those leaves the most groups of the table just as they are.

    Every card of the table is on the table again and no more than ``most`` come from the hand. Neither the order of
    the groups nor of the cards matters, and copies of a card are interchangeable.

    >>> from games.cards import cards_of
    >>> turn = best_turn([cards_of("3c 4c 5c 6c"), cards_of("Qh Qd Qs")], cards_of("5c 7c 8c Qc Jh Kh"))
    >>> turn.count, [" ".join(card.text for card in group) for group in turn.groups]
    (6, ['Qs Qd Qc', 'Jh Qh Kh', '3c 4c 5c', '5c 6c 7c 8c'])

    ``patience`` limits how many states the search for least disturbance may enter; where it runs out, the turn still
    plays the most cards, and says that the rest is not proved.

    :raises NoGroup: for a group of the table that is none under these laws.
    :raises ValueError: for more than two jokers.
    """
    before = [tuple(group) for group in table]
    holding = tuple(sorted(hand))
    readings = [read(group, laws) for group in before]
    for at, reading in enumerate(readings):
        if not reading:
            raise NoGroup(at, reading)
    task, same = _task(readings, holding, laws)
    walk, proved = _walk(task, len(before), most, len(holding), patience)
    kept, built = _groups(walk, task, same, readings, _jokers(before, holding))
    groups = tuple(before[at] for at in kept) + tuple(sorted(built, key=sorted))
    played = tuple(sorted((_count(groups) - _count(before)).elements()))
    turn = Turn(walk.gain, played, groups, kept, moves(before, groups), proved)
    _verify(turn, before, holding, laws, most)
    return turn


def most_cards(table: Sequence[Iterable[Card]], hand: Iterable[Card], laws: Laws = MACHIAVELLI, most: int = 13) -> int:
    """How many cards of the hand a turn can play at most; quicker than the whole turn.

    >>> from games.cards import cards_of
    >>> most_cards([cards_of("3c 4c 5c 6c")], cards_of("7c 9d 9s"))
    1
    """
    holding = tuple(sorted(hand))
    readings = [read(group, laws) for group in table]
    for at, reading in enumerate(readings):
        if not reading:
            raise NoGroup(at, reading)
    task, _ = _task(readings, holding, laws)
    return _most(task, most, len(holding)).gain


def _most(task: Task, most: int, hand: int) -> Walk:
    """A turn that plays the most cards, whatever becomes of the table."""
    walk = Lattice(task, kept=False).best(most=hand).walk
    if walk is not None and walk.gain > most:
        lattice = Lattice(task, kept=False)
        walks = (lattice.best(exactly=count, limited=True).walk for count in range(most, -1, -1))
        walk = next(filter(None, walks), None)
    assert walk is not None, "playing nothing is always possible"
    return walk


def _walk(task: Task, groups: int, most: int, hand: int, patience: int | None) -> tuple[Walk, bool]:
    """The best turn, and whether it is proved to leave the most groups as they are."""
    fewest = _most(task, most, hand)
    lattice = Lattice(task, kept=True)
    best, proved = lattice.best(most=groups, exactly=fewest.gain, limited=hand > most, patience=patience)
    return (fewest, False) if best is None or best.gain < fewest.gain else (best, proved)


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
    walk: Walk, task: Task, same: Alike, readings: Sequence[Reading], jokers: list[Card]
) -> tuple[tuple[int, ...], list[Group]]:
    """The groups that a walk through the lattice leaves, by their place on the table, and those it builds."""
    left = {shape: iter(places) for shape, places in same.items()}
    kept = [next(left[shape]) for option in walk.options for shape in option.keeps]
    for suit in SUITS:
        runs = [run for run in task.runs if run.suit == suit]
        for steps in walk.steps:
            kept += [next(left[run]) for bit, run in enumerate(runs) if steps[suit][5].bits >> CUT_BITS >> bit & 1]
    kept.sort()
    used = walk.gain + task.jokers_must - sum(step[4].gain for steps in walk.steps for step in steps)
    wild = (Counter(jokers[:used]) - _count(readings[at].cards for at in kept)).elements()
    built: list[Group] = []
    for rank, option in zip(walk.order, walk.options, strict=True):
        for suits, more in _sets(option, task.any_suit):
            cards = [Card(Rank(rank + 1), Suit(suit)) for suit in suits]
            built.append(tuple(sorted(cards) + [next(wild) for _ in range(more)]))
    for suit in Suit:
        for row in _runs(walk, suit, task.ace is Ace.WRAP):
            built.append(tuple(next(wild) if rank is None else Card(Rank(rank + 1), suit) for rank in row))
    return tuple(kept), built


def _sets(option: Option, any_suit: bool) -> list[tuple[list[int], int]]:
    """The sets of a rank that are not kept: the suits in each, and how many jokers."""
    takes = [n - sum(kept.takes[suit] for kept in option.keeps) for suit, n in enumerate(option.takes)]
    jokers = option.jokers - sum(kept.jokers for kept in option.keeps)
    total = sum(takes) + jokers
    if not total:
        return []
    number = max(-(-total // MOST_IN_SET), 1 if any_suit else max(takes))
    found: list[tuple[list[int], int]] = [([], 0) for _ in range(number)]
    # Dealt out in turn, suit after suit, no set gets a suit twice and all are equally large but for one card.
    dealt = [suit for suit, n in enumerate(takes) for _ in range(n)]
    for at, suit in enumerate(dealt):
        found[at % number][0].append(suit)
    for at in range(len(dealt), total):
        suits, wild = found[at % number]
        found[at % number] = suits, wild + 1
    return found


@dataclass(eq=False, slots=True)
class _Track:
    """A run on its way along the ladder: ranks from 0, None for a joker."""

    row: list[int | None]


def _runs(walk: Walk, suit: int, ring: bool) -> list[list[int | None]]:
    """The runs of a suit that are not kept."""
    across = [[_Track([]) for _ in range(n)] for n in walk.open[suit]]
    one, two, long = (list(tracks) for tracks in across)
    tracks = one + two + long

    def onward(cards: list[int | None]) -> None:
        nonlocal one, two, long
        short = one + two
        extra = len(cards) - len(short)
        going = sorted(long, key=lambda track: len(track.row))[:extra]
        new = [_Track([]) for _ in range(extra - len(going))]
        tracks.extend(new)
        for track, card in zip(short + going + new, cards, strict=True):
            track.row.append(card)
        one, two, long = new, one, two + going

    for rank, steps in zip(walk.order, walk.steps, strict=True):
        way = steps[suit][4]
        onward([rank] * way.cards + [None] * way.jokers)
    if not ring:
        cards, jokers = walk.steps[-1][suit][5].top
        if cards + jokers:
            onward([0] * cards + [None] * jokers)
        return [track.row for track in tracks]
    after = {
        id(track): following
        for ending, beginning in zip((one, two, long), across, strict=True)
        for track, following in zip(ending, beginning, strict=False)
    }
    comes_in = {id(track) for tracks_in in across for track in tracks_in}
    found, seen = [], set()
    for track in [t for t in tracks if id(t) not in comes_in] + [t for t in tracks if id(t) in comes_in]:
        row: list[int | None] = []
        at: _Track | None = track
        while at is not None and id(at) not in seen:
            seen.add(id(at))
            row += at.row
            at = after.get(id(at))
        if row:
            found.append(row)
    return found


def _verify(turn: Turn, before: Sequence[Group], hand: Sequence[Card], laws: Laws, most: int) -> None:
    """A wrong turn must never leave this room, whatever the search believes."""
    wrong = [problem for problem in check(before, hand, turn.groups, laws, most) if problem.code != "nothing-played"]
    assert not wrong, wrong
    assert len(turn.played) == turn.count
    assert not Counter(turn.played) - Counter(hand)
