"""Arranging a hand in sets when some sets must be pure and wild cards may fill the others.

The solver knows cards, not games: a caller names the wild faces, how many copies of each face can be held
at most, how many sets must be pure and how many cards must lie in sets (:class:`Terms`).

* A *pure* set is a tunnel (three cards of one face) or a run of three or more cards of one suit, ace high or
  low, in which every card is itself, wild faces included.
* Any other set is a tunnel, a run, or a trial (three or four cards of one rank, all of different suits); in
  runs and trials wild cards may stand for any of the cards, or for all of them.

How it works. A set is seen as the *kept* cards, those of the hand that are themselves in it, and its *loss*:
the cards that must come from elsewhere. The loss of a pure set, and of what further copies make a tunnel,
can only be new cards; the loss of any other set is wild cards, held or new. Runs longer than five are
two runs, so five cards and their gaps are all that need be looked at. With ``w`` wild cards in the hand, ``k``
new ones suffice for ``size`` cards in sets if some choice of kept cards loses ``k + w`` at most (a wild card
that stays itself in a pure set is one of the loss) and leaves out no more than the rest. So
the wild cards are one anonymous pool, and the search needs two budgets only: loss, and cards left out.

A card that is kept in a pair costs half a loss, one in a complete set nothing, one left out costs a slot, the
third of a pair's set: these prices bound the search (they are a feasible dual of its linear program), and
whether enough pure sets exist at all is asked before anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from games.cards import BLACK_JOKER, DECK, JOKER, RED_JOKER, Card

_CARDS = (*DECK, BLACK_JOKER, RED_JOKER, JOKER)
"""Every face, by :attr:`games.cards.Card.index`."""
FACES = len(_CARDS)
_BITS = 4
"""A multiset of faces is one integer: three bits count each face, the fourth guards against borrowing."""
_GUARD = 8
_UNIT = 120
"""What one lost card costs in the bound; a card left out costs half: then a pair with one loss is neutral."""


@dataclass(frozen=True)
class Terms:
    """What counts as arranged.

    >>> Terms(supply=supply_of(3)).size
    21
    """

    supply: tuple[int, ...]
    """How many copies of each face one hand can hold at most, by :attr:`games.cards.Card.index`."""
    wild: frozenset[Card] = frozenset()
    """The faces that may stand for any card, outside the pure sets."""
    pure: int = 3
    """How many sets must be pure."""
    size: int = 21
    """How many cards must lie in sets."""


def supply_of(decks: int, jokers: int = 0, fewer: Iterable[Card] = ()) -> tuple[int, ...]:
    """The copies of each face in so many decks with so many printed jokers, less the cards named.

    >>> supply = supply_of(3, fewer=[Card.of("As")])
    >>> supply[Card.of("As").index], supply[Card.of("Ks").index], supply[JOKER.index]
    (2, 3, 0)
    """
    copies = [decks] * 52 + [0, 0, jokers]
    for card in fewer:
        copies[card.index] -= 1
    return tuple(copies)


@dataclass(frozen=True)
class Arranged:
    """A hand in sets."""

    sets: tuple[tuple[Card, ...], ...]
    """The pure sets first, :attr:`Terms.pure` of them; then the others, wild cards last in each."""
    left: tuple[Card, ...]
    """The cards that lie in no set."""


@dataclass(frozen=True, slots=True)
class _Fragment:
    """The kept cards of a set in the making."""

    kind: str
    """run, trial, tunnel, single (which may become any of them) or fresh (nothing kept; it can always come)."""
    faces: tuple[int, ...]
    loss: int

    @property
    def hard(self) -> int:
        """That part of the loss for which no wild card can stand, but in a pure set, where none can for any."""
        return self.loss if self.kind == "tunnel" else 0

    @property
    def extends(self) -> int:
        """How many further wild cards it can take: two stand for "any number", as three make a set themselves."""
        if self.kind in ("run", "single"):
            return 2
        return 1 if self.kind == "trial" and len(self.faces) < 4 else 0


_First = tuple[int, int, int, int, _Fragment]
"""A pure set: its cost in the bound, its cards as a multiset, new cards, loss with wild cards that stay themselves."""
_Second = tuple[int, int, int, int, int, _Fragment]
"""Any other: cost, cards, loss, that part of it that must be new cards, how many wild cards more it can take."""
_Found = tuple[list[_Fragment], list[_Fragment], int]
"""A solution: the pure sets, the others, and wild cards over, which the others take or which are a set."""


def _runs(counts: Sequence[int], most: int) -> Iterator[_Fragment]:
    """What runs of up to five cards can keep of these cards, losing so many at most."""
    for base in (0, 13, 26, 39):
        yield from _runs_of_suit(base, tuple(p for p in range(13) if counts[base + p]), min(most, 3))


@lru_cache(maxsize=4096)
def _runs_of_suit(base: int, held: tuple[int, ...], most: int) -> tuple[_Fragment, ...]:
    """Those of one suit, which hands that differ by a card have in common but for one of the four."""
    found = []
    there = (*held, 13) if held[:1] == (0,) else held
    for i, first in enumerate(there):
        near = [p for p in there[i + 1 : i + 5] if p <= first + 4]
        if most >= 2 and first < 13:
            found.append(_Fragment("single", (base + first,), 2))
        for n in range(1, len(near) + 1):
            for more in combinations(near, n):
                loss = max(3, more[-1] - first + 1) - n - 1
                if loss <= most:
                    found.append(_Fragment("run", (base + first, *(base + p % 13 for p in more)), loss))
    return tuple(found)


def _tunnels(counts: Sequence[int], most: int) -> Iterator[_Fragment]:
    for face in range(FACES):
        if counts[face] >= 3:
            yield _Fragment("tunnel", (face,) * 3, 0)
        elif counts[face] == 2 and most:
            yield _Fragment("tunnel", (face,) * 2, 1)


def _trials(counts: Sequence[int], most: int) -> Iterator[_Fragment]:
    for rank in range(13):
        yield from _trials_of_rank(rank, counts, most)


def _trials_of_rank(rank: int, counts: Sequence[int], most: int) -> Iterator[_Fragment]:
    there = [face for face in range(rank, 52, 13) if counts[face]]
    for n in range(2 if most else 3, len(there) + 1):
        for faces in combinations(there, n):
            yield _Fragment("trial", faces, max(0, 3 - n))


def _with(face: int, counts: Sequence[int], most: int) -> Iterator[_Fragment]:
    """What sets that this face is kept in can keep of these cards."""
    suit, rank = face // 13 * 13, face % 13
    if face < 52:
        held = tuple(p for p in range(13) if counts[suit + p])
        yield from (f for f in _runs_of_suit(suit, held, min(most, 3)) if face in f.faces)
        yield from (f for f in _trials_of_rank(rank, counts, most) if face in f.faces)
    if counts[face] > 1:
        yield _Fragment("tunnel", (face,) * min(3, counts[face]), 3 - min(3, counts[face]))


def _windows(fragment: _Fragment, more: int, pure: bool) -> Iterator[tuple[int, ...]]:
    """The faces that would make a set of the fragment, with so many cards more than it needs."""
    faces, n = fragment.faces, len(fragment.faces)
    if fragment.kind == "tunnel":
        if not more:
            yield (faces[0],) * (3 - n)
        return
    if fragment.kind in ("run", "single"):
        base = faces[0] // 13 * 13
        size = n + fragment.loss + more
        for start in range(15 - size):
            window = [base + p % 13 for p in range(start, start + size)]
            if set(faces) <= set(window):
                yield tuple(face for face in window if face not in faces)
    if fragment.kind == "trial" or (fragment.kind == "single" and not pure):
        others = [face for face in range(faces[0] % 13, 52, 13) if face not in faces]
        if n + fragment.loss + more <= 4:
            yield from combinations(others, fragment.loss + more)
    if fragment.kind == "single" and pure and not more:
        yield faces * 2


def _prices(counts: Sequence[int], fragments: Sequence[_Fragment], powers: Sequence[int]) -> list[int]:
    """What each face costs at least, in such a way that no fragment's cards cost more than it loses together.

    The higher the prices in all, the earlier the search sees that a budget is too small. Faces that are in many
    fragments should be the cheap ones, but how cheap depends: several powers of that number are tried, each price is
    then raised as far as the fragments allow, and the best prices are taken.
    """
    half = _UNIT // 2
    # A whole tunnel is worth as much for each of its cards as one card alone.
    worth = [
        (half * len(faces) - _UNIT * f.loss, faces) for f in fragments for faces in [tuple(dict.fromkeys(f.faces))]
    ]
    worth = [(value, faces) for value, faces in worth if value > 0]
    touching: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for value, faces in worth:
        for face in faces:
            touching.setdefault(face, []).append((value, faces))
    rarest = sorted(touching, key=lambda face: len(touching[face]))
    best: tuple[int, dict[int, int]] | None = None
    for power in powers:
        rebate = dict.fromkeys(touching, 0)
        for value, faces in worth:
            weights = [len(touching[face]) ** power for face in faces]
            for face, weight in zip(faces, weights, strict=True):
                rebate[face] = max(rebate[face], -(-value * weight // sum(weights)))
        for face in rarest:
            need = 0
            for value, faces in touching[face]:
                others = sum(rebate[other] for other in faces if other != face)
                need = max(need, value - others)
            rebate[face] = min(rebate[face], need)
        total = sum(counts[face] * n for face, n in rebate.items())
        if best is None or total < best[0]:
            best = total, rebate
    assert best is not None
    return [half - best[1].get(face, 0) for face in range(FACES)]


class _Search:
    """One hand under its terms; :meth:`within` answers for so many new cards."""

    def __init__(self, hand: Iterable[Card], terms: Terms) -> None:
        self.terms = terms
        self.hand = tuple(sorted(hand))
        self.counts = [0] * FACES
        for card in self.hand:
            self.counts[card.index] += 1
        self.wild = sorted(card.index for card in terms.wild)
        self.held = sum(self.counts[face] for face in self.wild)
        self.spare = [max(0, n - held) for n, held in zip(terms.supply, self.counts, strict=True)]
        # Where wild cards abound a new one can always be had, so that what stands in need not be looked for. Three
        # pure sets hold nine wild faces at most (three each: a tunnel, or the tiplu between its neighbours). The
        # others have q <= 12 places, K of them filled by plain cards; K >= q // 3 where a new wild card is needed,
        # since any plain card with two wild ones is a set. So the wild cards in the pure sets, those held besides
        # and q - K - held new ones are 9 + q - q // 3 <= 17 in all.
        self.ample = (
            sum(terms.supply[face] for face in self.wild) >= 17
            and terms.pure <= 3
            and terms.size - 3 * terms.pure <= 12
        )
        self.ready = self.most = -1

    def pure_sets(self) -> list[_Fragment]:
        """The pure sets that lie complete in the hand."""
        return [f for source in (_runs, _tunnels) for f in source(self.counts, 0)]

    def disjoint_pure(self, n: int) -> tuple[_Fragment, ...] | None:
        """So many complete pure sets at once, or None: the small question that settles most hands."""
        sets = self.pure_sets()
        needs = [sum(1 << _BITS * face for face in f.faces) for f in sets]
        guard = sum(_GUARD << _BITS * face for face in range(FACES))
        start = sum(count << _BITS * face for face, count in enumerate(self.counts)) | guard

        def choose(rest: int, first: int, n: int) -> tuple[_Fragment, ...] | None:
            if not n:
                return ()
            for i in range(first, len(sets)):
                left = rest - needs[i]
                if left & guard == guard:
                    others = choose(left, i, n - 1)
                    if others is not None:
                        return sets[i], *others
            return None

        return choose(start, 0, n)

    def prepare(self, k: int) -> None:
        """List the fragments of sets that lose so little that k new cards may do."""
        most = k + self.held
        if self.ready >= min(3, k) and self.most >= min(3, most):
            return
        self.ready, self.most = k, most
        plain = list(self.counts)
        for face in self.wild:
            plain[face] = 0
        found = [f for source in (_runs, _tunnels, _trials) for f in source(plain, most)]
        if not self.ample:
            # A card whose neighbours and kin have run out may still have its twins.
            found += [_Fragment("tunnel", (face,), 2) for face in range(FACES) if plain[face]]
        seconds = [f for f in found if f.hard <= min(k, self.spare[f.faces[0]])]
        # For nothing new the budgets are small and rough prices do.
        prices = self.prices = _prices(plain, seconds, (0, 1, 3) if k else (1,))

        # The card in fewest fragments is placed first, and by then no earlier one is left.
        degree = Counter(face for f in seconds for face in f.faces)
        order = sorted((face for face in range(FACES) if plain[face]), key=lambda face: degree[face])
        self.plain_mask = (1 << _BITS * len(order)) - 1
        order += [face for face in self.wild if self.counts[face]]
        place = {face: _BITS * i for i, face in enumerate(order)}
        self.guard = sum(_GUARD << p for p in place.values())
        self.plain_guard = self.guard & self.plain_mask
        self.start = sum(self.counts[face] << p for face, p in place.items())
        self.price = [prices[face] for face in order]
        self.base = sum(prices[face] * n for face, n in enumerate(plain) if n)

        def need(f: _Fragment) -> int:
            return sum(1 << place[face] for face in f.faces)

        self.by_first: list[list[_Second]] = [[] for _ in order]
        for f in seconds:
            cost = _UNIT * f.loss - sum(prices[face] for face in f.faces)
            i = min(place[face] for face in f.faces) // _BITS
            self.by_first[i].append((cost, need(f), f.loss, f.hard, f.extends, f))
        for entries in self.by_first:
            entries.sort(key=lambda entry: (entry[0], -len(entry[-1].faces)))

        firsts = [f for source in (_runs, _tunnels) for f in source(self.counts, k)]
        if k >= 2 and self.counts[JOKER.index]:
            firsts.append(_Fragment("tunnel", (JOKER.index,), 2))
        if k >= 3:
            firsts.append(_Fragment("fresh", (), 3))
        self.firsts: list[_First] = []
        for f in firsts:
            if not f.loss or f.kind == "fresh" or any(map(self.can_come, _windows(f, 0, True))):
                itself = [face for face in f.faces if face in self.wild]
                loss = f.loss + len(itself)
                cost = _UNIT * loss - sum(prices[face] for face in f.faces if face not in itself)
                self.firsts.append((cost, need(f), f.loss, loss, f))
        self.firsts.sort(key=lambda entry: (entry[0], entry[2], entry[3]))

    def may_lack(self, face: int) -> bool:
        """Whether one card more of this face may be what is lacking: False is certain, for a hand without sets enough.

        With the card the prices have to hold for every set but the one that the card is in; what that set costs beside
        it is more than the budgets allow, or it is not.
        """
        if _CARDS[face] in self.terms.wild:
            return True
        self.prepare(0)
        slack = _UNIT * self.held + _UNIT // 2 * (len(self.hand) + 1 - self.terms.size) - self.base
        counts = list(self.counts)
        counts[face] += 1
        pure = (f for f in _with(face, counts, 0) if f.kind != "trial")
        for loss, f in ((sum(each in self.wild for each in f.faces), f) for f in pure):
            if _UNIT * loss - self.worth(f, face) <= slack:
                return True
        for each in self.wild:
            counts[each] = 0
        return any(_UNIT * f.loss - self.worth(f, face) <= slack for f in _with(face, counts, self.held) if not f.hard)

    def worth(self, f: _Fragment, face: int) -> int:
        """The prices of what a fragment keeps beside one card of this face, but for wild cards, which have none."""
        return sum(self.prices[each] for each in f.faces if each not in self.wild) - self.prices[face]

    def can_come(self, faces: Sequence[int]) -> bool:
        """Whether so many more copies of these faces can be had."""
        return all(self.spare[face] >= faces.count(face) for face in faces)

    def within(self, k: int) -> _Found | None:
        """Sets for which k new cards suffice, or None."""
        terms, n = self.terms, len(self.hand)
        out = n - terms.size + k
        if out < 0:
            return None
        if not k and self.disjoint_pure(terms.pure) is None:
            return None
        self.prepare(k)
        self.k = k
        self.dead: set[tuple[int, int, int, int, int, int]] = set()
        self.rejects = 0
        loss = k + self.held
        return self.first([], self.start, 0, terms.pure, k, loss, out, _UNIT * loss + _UNIT // 2 * out - self.base)

    def first(
        self, chosen: list[_Fragment], rest: int, i: int, more: int, hard: int, loss: int, out: int, slack: int
    ) -> _Found | None:
        """Choose the pure sets, cheapest first; then fill."""
        if not more:
            if slack < 0:
                return None
            # Most hands never ask whether what the pure sets lack can come at once, or whether they take more:
            # the best is supposed first, and looked into only where it would do.
            self.chosen, self.pure_room = chosen, min(2, hard)
            seconds = self.fill(rest & self.plain_mask, out, loss, hard, 0, slack, [])
            if seconds is not None and self.k and (room := self.reserve(chosen, hard)) < self.pure_room:
                if room < 0:
                    return None
                self.pure_room = room
                seconds = self.fill(rest & self.plain_mask, out, loss, hard, 0, slack, [])
            return None if seconds is None else (chosen, seconds, self.over)
        guard = self.guard
        firsts = self.firsts
        for j in range(i, len(firsts)):
            cost, need, lost, burnt, f = firsts[j]
            if cost * more > slack:
                return None
            if lost > hard or burnt > loss:
                continue
            left = (rest | guard) - need
            if left & guard != guard:
                continue
            found = self.first([*chosen, f], left ^ guard, j, more - 1, hard - lost, loss - burnt, out, slack - cost)
            if found:
                return found
        return None

    def reserve(self, chosen: list[_Fragment], hard: int) -> int:
        """How many cards beyond need, two at most, the pure runs can take; -1 if what they lack cannot all come."""
        if not any(f.loss for f in chosen) and not hard:
            return 0
        for more in (2, 1, 0):
            if more <= hard and self.realise(chosen, [], more):
                return more
        return -1

    def fill(
        self, rest: int, out: int, loss: int, hard: int, room: int, slack: int, path: list[_Fragment]
    ) -> list[_Fragment] | None:
        """Place every card of ``rest`` in a fragment or leave it out; ``room`` is for wild cards over."""
        if not rest:
            return self.leaf(out, loss, hard, room, path)
        key = (rest, out, loss, hard, room, self.pure_room)
        if key in self.dead:
            return None
        rejects = self.rejects
        guard = self.plain_guard
        lowest = (rest & -rest).bit_length() - 1
        i = lowest // _BITS
        guarded = rest | guard
        for cost, need, lost, stiff, extends, f in self.by_first[i]:
            if cost > slack:
                break
            if lost > loss or stiff > hard:
                continue
            left = guarded - need
            if left & guard != guard:
                continue
            path.append(f)
            found = self.fill(left ^ guard, out, loss - lost, hard - stiff, min(2, room + extends), slack - cost, path)
            if found is not None:
                return found
            path.pop()
        if out:
            cost = _UNIT // 2 - self.price[i]
            if cost <= slack:
                found = self.fill(rest - (1 << _BITS * i), out - 1, loss, hard, room, slack - cost, path)
                if found is not None:
                    return found
        if rejects == self.rejects:
            self.dead.add(key)
        return None

    def leaf(self, out: int, loss: int, hard: int, room: int, path: list[_Fragment]) -> list[_Fragment] | None:
        """Every card is placed: do the wild cards over find room, and can the new cards come?"""
        over = loss - out
        if over < 0:
            return None
        beyond = max(0, over - room) if over < 3 else 0
        if beyond > min(hard, self.pure_room):
            return None
        if self.k and not self.ample:
            come = self.realise(self.chosen, path, over if over < 3 else 0)
        else:
            stiff = [f for f in path if f.hard]
            come = not stiff or self.realise(self.chosen, stiff, beyond)
        if not come:
            self.rejects += 1
            return None
        self.over = over
        return list(path)

    def realise(self, pure: list[_Fragment], others: list[_Fragment], over: int) -> bool:
        """Whether cards enough are to be had for what these sets lack and ``over`` cards more."""
        spare = list(self.spare)
        # Wild cards, held or still to come, that do not stay themselves.
        wild = set(self.wild)
        free = self.held + sum(spare[face] for face in wild) - sum(face in wild for f in pure for face in f.faces)
        fragments = [(f, True) for f in pure] + [(f, False) for f in others]

        def go(i: int, over: int, wilds: int) -> bool:
            if i == len(fragments):
                return over == 0
            f, is_pure = fragments[i]
            if f.kind == "fresh":
                return go(i + 1, over, wilds)
            for more in range(over + 1):
                for window in _windows(f, more, is_pure):
                    short, left = [], wilds
                    for face in window:
                        if spare[face]:
                            spare[face] -= 1
                            left -= face in wild
                        else:
                            short.append(face)
                            left -= 1
                    fits = left >= 0 and not (short and (is_pure or f.hard))
                    if fits and go(i + 1, over - more, left):
                        return True
                    for face in window:
                        spare[face] += 1
                    for face in short:
                        spare[face] -= 1
            return False

        return go(0, over, free)

    def arranged(self, found: _Found) -> Arranged:
        """The cards of a solution without new cards, wild cards dealt out where they are needed."""
        pure, others, over = found
        left = list(self.counts)
        for f in (*pure, *others):
            for face in f.faces:
                left[face] -= 1
        pool = [face for face in self.wild for _ in range(left[face])]
        sets = [list(f.faces) for f in pure]
        for f in others:
            sets.append(list(f.faces))
            for _ in range(f.loss):
                sets[-1].append(pool.pop())
        if over >= 3:
            sets.append([pool.pop() for _ in range(over)])
        else:
            for f, cards in zip(others, sets[len(pure) :], strict=True):
                for _ in range(min(over, f.extends)):
                    cards.append(pool.pop())
                    over -= 1
        rest = Counter(self.hand) - Counter(_CARDS[face] for cards in sets for face in cards)
        return Arranged(tuple(tuple(_CARDS[face] for face in cards) for cards in sets), tuple(rest.elements()))


def pure_sets(hand: Iterable[Card], terms: Terms) -> tuple[tuple[Card, ...], ...] | None:
    """:attr:`Terms.pure` pure sets that the hand holds at once, or None.

    >>> from games.cards import cards_of
    >>> pure_sets(cards_of("3s 4s 5s 9h 9h 9h Qd Kd Ad 2d"), Terms(supply_of(3)))
    ((Card('3s'), Card('4s'), Card('5s')), (Card('Qd'), Card('Kd'), Card('Ad')), (Card('9h'), Card('9h'), Card('9h')))
    """
    found = _Search(hand, terms).disjoint_pure(terms.pure)
    return None if found is None else tuple(tuple(_CARDS[face] for face in f.faces) for f in found)


def arrange(hand: Iterable[Card], terms: Terms) -> Arranged | None:
    """The hand with :attr:`Terms.size` of its cards in sets, or None if that cannot be.

    >>> from games.cards import cards_of
    >>> hand = cards_of("3s 4s 5s 9h 9h 9h Qd Kd Ad 2d 7c")
    >>> terms = Terms(supply_of(3), wild=frozenset(cards_of("7c 2d")), size=11)
    >>> arrange(hand, terms) is None, arrange(hand, Terms(supply_of(3), size=9)).left
    (True, (Card('2d'), Card('7c')))
    """
    search = _Search(hand, terms)
    found = search.within(0)
    return None if found is None else search.arranged(found)


def best(hand: Iterable[Card], terms: Terms) -> Arranged | None:
    """The arrangement that leaves the fewest cards out, :attr:`Terms.size` in sets at most; None without the pure sets.

    >>> from games.cards import cards_of
    >>> best(cards_of("3s 4s 5s 9h 9h 9h Qd Kd Ad 2d 7c 7d"), Terms(supply_of(3))).left
    (Card('2d'), Card('7d'), Card('7c'))
    """
    hand = tuple(hand)
    for size in range(min(terms.size, len(hand)), 3 * terms.pure - 1, -1):
        found = arrange(hand, Terms(terms.supply, terms.wild, terms.pure, size))
        if found:
            return found
    return None


def completing(hand: Iterable[Card], terms: Terms, faces: Iterable[Card]) -> tuple[Card, ...]:
    """Those of the faces of which one card more lets the hand be arranged; all of them where it can be already.

    >>> from games.cards import cards_of
    >>> hand = cards_of("3s 4s 9h 9h 9h Qd Kd Ad")
    >>> completing(hand, Terms(supply_of(3), size=9), cards_of("5s 9h 2s 6s"))
    (Card('5s'), Card('2s'))
    """
    hand = tuple(hand)
    search = _Search(hand, terms)
    if search.within(0):
        return tuple(faces)
    return tuple(card for card in faces if search.may_lack(card.index) and arrange((*hand, card), terms))


def away(hand: Iterable[Card], terms: Terms, most: int = 21) -> int:
    """The least number of new cards with which :attr:`Terms.size` cards can lie in sets, ``most`` if no fewer do.

    >>> from games.cards import cards_of
    >>> away(cards_of("3s 4s 5s 9h 9h 9h Qd Kd 2c"), Terms(supply_of(3), size=9))
    1
    """
    search = _Search(hand, terms)
    return next((k for k in range(most) if search.within(k)), most)
