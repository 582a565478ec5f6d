"""Two tables, before and after: what a turn did to the groups, in steps that hands can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

from games.arranging.melds import Laws, Problem, read
from games.cards import Card

Group = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Built:
    """A group of the table after that was not there before, and where its cards come from."""

    group: Group
    at: int
    """Which group of the table after, counted from 0."""
    sources: tuple[int | None, ...]
    """For each card of ``group`` the group of the table before that it comes from, or None for the hand."""
    extends: int | None
    """The group of the table before that lies in it whole, if one does: cards were only added to that group."""

    @property
    def from_hand(self) -> Group:
        return tuple(card for card, source in zip(self.group, self.sources, strict=True) if source is None)


@dataclass(frozen=True, slots=True)
class Moves:
    """What became of each group, by its place on the table before or after, counted from 0."""

    kept: tuple[tuple[int, int], ...]
    """Groups left as they were: place before, place after."""
    extended: tuple[Built, ...]
    """Groups to which cards were added, and from where."""
    broken: tuple[int, ...]
    """Groups of the table before that were taken apart."""
    built: tuple[Built, ...]
    """Groups made anew."""


def moves(before: Sequence[Iterable[Card]], after: Sequence[Iterable[Card]]) -> Moves:
    """How one table becomes another; cards that the table before does not have come from the hand.

    Of several copies of a card, one that stays with its group is taken before one that moves.

    >>> from games.cards import cards_of
    >>> turn = moves([cards_of("4c 5c 6c"), cards_of("Qh Qd Qs")], [cards_of("Qs Qh Qd"), cards_of("3c 4c 5c 6c")])
    >>> turn.kept, turn.broken, turn.built
    (((1, 0),), (), ())
    >>> [(built.at, built.extends, built.from_hand) for built in turn.extended]
    [(1, 0, (Card('3c'),))]

    :raises ValueError: where a card of the table before is not on the table after.
    """
    old_cards = [tuple(group) for group in before]
    old = [Counter(group) for group in old_cards]
    new_cards = [tuple(group) for group in after]
    new = [Counter(group) for group in new_cards]
    if missing := sum(old, Counter()) - sum(new, Counter()):
        raise ValueError(f"not on the table any more: {', '.join(map(str, missing))}")
    kept: list[tuple[int, int]] = []
    open_old, open_new = list(range(len(old))), list(range(len(new)))
    equal: dict[Group, list[int]] = {}
    for j, cards in enumerate(new_cards):
        equal.setdefault(tuple(sorted(cards)), []).append(j)
    for i, cards in enumerate(old_cards):
        if places := equal.get(tuple(sorted(cards))):
            kept.append((i, places.pop(0)))
            open_old.remove(i)
            open_new.remove(kept[-1][1])
    extends: dict[int, int] = {}
    for i in sorted(open_old, key=lambda i: (-old[i].total(), i)):
        whole = [j for j in open_new if j not in extends and old[i] <= new[j]]
        if whole:
            extends[min(whole, key=lambda j: (new[j].total(), j))] = i
    # Cards go where they find most of their own group; what the groups before do not give comes from the hand.
    sources: dict[int, list[int | None]] = {j: [None] * len(new_cards[j]) for j in open_new}
    stock = {i: Counter(old[i]) for i in open_old}
    want = {j: Counter(new[j]) for j in open_new}

    def give(i: int, j: int) -> None:
        for at, card in enumerate(new_cards[j]):
            if sources[j][at] is None and stock[i][card]:
                sources[j][at] = i
                stock[i][card] -= 1
                want[j][card] -= 1

    for j, i in extends.items():
        give(i, j)
    # What a pair has in common only ever gets less, so that one whose figure still holds at the top is the greatest.
    common = [(-(stock[i] & want[j]).total(), i, j) for i in open_old for j in open_new]
    heapify(common)
    while common and common[0][0]:
        figure, i, j = common[0]
        now = -(stock[i] & want[j]).total()
        if now == figure:
            give(i, j)
            heappop(common)
        else:
            heapreplace(common, (now, i, j))
    made = [Built(new_cards[j], j, tuple(sources[j]), extends.get(j)) for j in open_new]
    return Moves(
        tuple(kept),
        tuple(built for built in made if built.extends is not None),
        tuple(i for i in open_old if i not in extends.values()),
        tuple(built for built in made if built.extends is None),
    )


def check(
    before: Sequence[Iterable[Card]],
    hand: Iterable[Card],
    after: Sequence[Iterable[Card]],
    laws: Laws,
    most: int | None = None,
) -> tuple[Problem, ...]:
    """Everything that is wrong with a turn; nothing where it is legal.

    >>> from games.cards import cards_of
    >>> from games.arranging.melds import MACHIAVELLI
    >>> table, hand = [cards_of("4c 5c 6c")], cards_of("7c 9c")
    >>> check(table, hand, [cards_of("4c 5c 6c 7c")], MACHIAVELLI)
    ()
    >>> [(wrong.code, dict(wrong.figures)) for wrong in check(table, hand, [cards_of("5c 6c 7c 8c")], MACHIAVELLI)]
    [('missing', {'cards': (Card('4c'),)}), ('from-nowhere', {'cards': (Card('8c'),)})]

    ==================  =====================================================================================
    ``missing``         ``cards`` of the table before that are not on the table after
    ``from-nowhere``    ``cards`` that were neither on the table nor in the hand
    ``no-group``        ``group`` (its place, from 0), ``cards``, ``problems``: one for each group that is none
    ``nothing-played``  no card of the hand came to the table
    ``too-many``        ``count`` cards played, ``most``
    ==================  =====================================================================================
    """
    problems = []
    old, new = Counter(card for group in before for card in group), Counter(card for group in after for card in group)
    holding = Counter(hand)
    if missing := old - new:
        problems.append(Problem("missing", cards=tuple(sorted(missing.elements()))))
    if nowhere := new - old - holding:
        problems.append(Problem("from-nowhere", cards=tuple(sorted(nowhere.elements()))))
    for at, group in enumerate(after):
        cards = tuple(group)
        if not (reading := read(cards, laws)):
            problems.append(Problem("no-group", group=at, cards=cards, problems=reading.problems))
    count = ((new - old) & holding).total()
    if not count:
        problems.append(Problem("nothing-played"))
    if most is not None and count > most:
        problems.append(Problem("too-many", count=count, most=most))
    return tuple(problems)
