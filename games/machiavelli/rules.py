"""What may be laid down in Machiavelli, and what a turn can do.

Every public function is a pure function of cards and house rules. Verdicts name the rulings they rest on
(``machiavelli.take``, …) as :class:`~games.rulings.Reason` objects; sentences are made in
:mod:`games.machiavelli.wording`. What groups are and the best turn are found by :mod:`games.arranging`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from games.arranging.budget import Budget
from games.arranging.melds import Ace, Kind, Laws, Problem, Reading, read, rungs
from games.arranging.moves import check, moves
from games.arranging.rebuild import Turn, best_turn
from games.cards import JOKER, Card, Pack, Rank
from games.rulings import Reason, Refusals, Refused

DEALT = 13
"""Cards dealt to each player (``machiavelli.deal``)."""
MOST = 13
"""The most cards of the hand that may be played in a turn (``machiavelli.play``)."""
JOKERS = 2
"""Jokers in all where they are played, however many decks there are (``machiavelli.variant-jokers``)."""
MOST_HELD = 52
"""The most cards of a hand in a question: with more of them no game is going on."""
SECONDS = 0.8
"""Processor time that the search for the best turn may take; what is round it stays well within the rest of a second."""
PENALTY = 3
"""Cards drawn by a player who has to restore the table (``machiavelli.restore``)."""

Group = tuple[Card, ...]


@dataclass(frozen=True)
class House:
    """The house rules of a Machiavelli table; the defaults are the rulings."""

    sets: Literal["distinct", "any_suit"] = "distinct"
    """Whether the suits of a set must differ (``machiavelli.sets``)."""
    decks: int = 2
    """How many decks are shuffled together (``machiavelli.deck``)."""
    jokers: bool = False
    """Two jokers play along and stand for any card (``machiavelli.variant-jokers``)."""
    wrap: bool = False
    """A run goes on past the ace to the two (``machiavelli.variant-wrap``)."""

    @cached_property
    def laws(self) -> Laws:
        """What a group is at this table."""
        return Laws(ace=Ace.WRAP if self.wrap else Ace.BOTH, any_suit=self.sets == "any_suit", jokers=self.jokers)

    @property
    def pack(self) -> Pack:
        """The cards this table plays with."""
        return Pack(self.decks, {JOKER: JOKERS} if self.jokers else None)


STANDARD = House()


@dataclass(frozen=True, slots=True)
class Recognition:
    """What some cards are: a set, a run, or no group and why."""

    kind: Kind | None
    cards: Group
    """As they are laid out, a run in its order, each joker where it stands; where they are not a group, as they came."""
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A group on the table after a turn, and where each of its cards comes from."""

    cards: Group
    sources: tuple[int | None, ...]
    """For each card the group of the table before, from 0; None for a card that was not on the table."""
    kept_from: int | None
    """The group before that it is, or that lies in it whole; None for a group made anew."""
    nowhere: tuple[bool, ...]
    """For each card, whether it was neither on the table nor in the hand."""
    rest_of: int | None = None
    """The group before of which most cards stay here, while others of it go elsewhere."""
    valid: bool = True
    """Whether it is a group at all."""

    @property
    def origin(self) -> int | None:
        """The group before from which cards lie here without having been moved."""
        return self.rest_of if self.kept_from is None else self.kept_from

    @property
    def untouched(self) -> bool:
        return None not in self.sources and len(set(self.sources)) == 1 and self.kept_from is not None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a turn is allowed, and why; what went where."""

    legal: bool
    reasons: tuple[Reason, ...]
    before: tuple[Group, ...]
    after: tuple[Placed, ...]
    played: Group
    """The cards of the hand that came to the table."""
    missing: Group
    """The cards of the table before that are not on it any more."""
    nowhere: Group
    """The cards on the table after that were neither there before nor in the hand."""


@dataclass(frozen=True, slots=True)
class Best:
    """The turn that plays the most cards, and among those disturbs the table least."""

    turn: Turn
    before: tuple[Group, ...]
    after: tuple[Placed, ...]
    reasons: tuple[Reason, ...]


def recognise(cards: Iterable[Card], house: House = STANDARD) -> Recognition:
    """What the cards are as a group (``machiavelli.groups``, ``sets``, ``runs``, ``variant-jokers``, ``variant-wrap``).

    >>> from games.cards import cards_of
    >>> recognise(cards_of("Qh Ah Kh")).kind
    <Kind.RUN: 'run'>
    >>> [(reason.rule, reason.code) for reason in recognise(cards_of("Kh Ah 2h")).reasons]
    [('machiavelli.runs', 'around-the-ace')]
    """
    given = tuple(cards)
    reading = read(given, house.laws)
    if not reading:
        return Recognition(None, given, tuple(_why_not(reading, house)))
    return Recognition(reading.kind, reading.cards, tuple(_why(reading)))


RULE_OF = {
    "too-few": "machiavelli.groups",
    "mixed-suits": "machiavelli.runs",
    "mixed-ranks": "machiavelli.sets",
    "too-many": "machiavelli.sets",
    "suit-twice": "machiavelli.sets",
    "joker": "machiavelli.variant-jokers",
    "no-real-card": "machiavelli.variant-jokers",
    "repeated-card": "machiavelli.runs",
    "around-the-ace": "machiavelli.runs",
    "gap": "machiavelli.runs",
    "too-long": "machiavelli.runs",
}
"""Which ruling a problem with a group rests on."""


def _why_not(reading: Reading, house: House) -> Iterator[Reason]:
    for problem in reading.problems:
        rule, code = RULE_OF[problem.code], problem.code
        if code == "repeated-card" and house.wrap:
            rule, code = "machiavelli.variant-wrap", "repeated-too-soon"
        yield Reason(rule, code, **problem.figures)


def _why(reading: Reading) -> Iterator[Reason]:
    cards = reading.cards
    real = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(real)
    if reading.kind is Kind.SET:
        equal = len(set(real)) < len(real)
        yield Reason("machiavelli.sets", "is-set-any-suit" if equal else "is-set", rank=real[0].rank, count=len(cards))
        if jokers:
            yield Reason("machiavelli.variant-jokers", "joker-in-set", count=jokers, rank=real[0].rank)
        return
    ranks = rungs(reading.start, len(cards))
    round_again = reading.start + len(cards) > 14
    figures = {"low": ranks[0], "high": ranks[-1], "suit": real[0].suit, "count": len(cards)}
    if round_again:
        yield Reason("machiavelli.variant-wrap", "goes-round", **figures)
    yield Reason("machiavelli.runs", "is-run", **figures)
    if ranks[-1] is Rank.ACE and not round_again:
        yield Reason("machiavelli.runs", "ace-both" if ranks[0] is Rank.ACE else "ace-high")
    if jokers:
        stands = tuple(Card(rank, real[0].suit) for rank, card in zip(ranks, cards, strict=True) if card.is_joker)
        yield Reason("machiavelli.variant-jokers", "joker-in-run", stands=stands, count=jokers)


def _table(groups: Sequence[Group], field: str, hand: Group, house: House) -> tuple[Group, ...]:
    """The groups of a table as they are laid out (``machiavelli.groups``), beside a hand that can be looked through.

    :raises Refused: of field ``<field>.N`` (from 0) for a group that is none; of ``hand`` when it is too large.
    """
    laid, wrong = [], Refusals()
    for at, group in enumerate(groups):
        found = recognise(group, house)
        if found.kind is None:
            figures = {"group": at + 1, "cards": group, "reasons": found.reasons, "at": _text(group)}
            wrong.add(Refused(f"{field}.{at}", "no-group", **figures))
        laid.append(found.cards)
    if len(hand) > MOST_HELD:
        wrong.add(Refused("hand", "hand-too-large", count=len(hand), most=MOST_HELD))
    wrong.refuse()
    return tuple(laid)


def _text(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


def judge(before: Sequence[Group], hand: Group, after: Sequence[Group], house: House = STANDARD) -> Judgement:
    """Whether a turn that leads from one table to another is allowed (``machiavelli.take``, ``play``, ``groups``).

    >>> from games.cards import cards_of
    >>> turn = judge([cards_of("4c 5c 6c")], cards_of("3c 7c Kh"), [cards_of("3c 4c 5c 6c 7c")])
    >>> turn.legal, turn.played, [reason.rule for reason in turn.reasons]
    (True, (Card('3c'), Card('7c')), ['machiavelli.extend', 'machiavelli.play', 'machiavelli.groups'])

    :raises Refused: of field ``before.N`` (from 0) when a group of the table before is none; of ``hand`` when it is too
        large.
    """
    table = _table(before, "before", hand, house)
    new = tuple(recognise(group, house).cards for group in after)
    problems = check(table, hand, new, house.laws, MOST)
    figures = {problem.code: problem.figures for problem in problems if problem.code != "no-group"}
    missing: Group = figures.get("missing", {}).get("cards", ())
    nowhere: Group = figures.get("from-nowhere", {}).get("cards", ())
    placed = tuple(
        replace(group, valid=bool(read(group.cards, house.laws))) for group in _placed(table, new, missing, nowhere)
    )
    added = _count(new) - _count(table) - Counter(nowhere)
    played = tuple(sorted(added.elements()))
    reasons = tuple(_wrong(problems, table, new, house)) if problems else tuple(_right(placed, played, table, hand))
    return Judgement(not problems, reasons, table, placed, played, missing, nowhere)


def _count(groups: Iterable[Iterable[Card]]) -> Counter[Card]:
    return Counter(card for group in groups for card in group)


def _wrong(
    problems: Sequence[Problem], before: Sequence[Group], after: Sequence[Group], house: House
) -> Iterator[Reason]:
    for problem in problems:
        f = problem.figures
        match problem.code:
            case "missing" | "from-nowhere":
                yield Reason("machiavelli.take", problem.code, cards=f["cards"])
            case "no-group":
                why = recognise(f["cards"], house).reasons[0]
                yield Reason(why.rule, "no-group-after", cards=f["cards"], why=why)
            case "too-many":
                yield Reason("machiavelli.play", "too-many-played", count=f["count"], most=f["most"])
            case "nothing-played":
                yield Reason("machiavelli.play", "nothing-played")
                if _same(before, after):
                    yield Reason("machiavelli.turn", "draw-instead")
                else:
                    yield Reason("machiavelli.restore", "restore-instead", penalty=PENALTY)
    if any(problem.code == "no-group" for problem in problems):
        yield Reason("machiavelli.groups", "all-must-be-groups")


def without(hand: Group, played: Iterable[Card]) -> Group:
    """The cards that are left in a hand."""
    left = list(hand)
    for card in played:
        left.remove(card)
    return tuple(left)


def _same(before: Sequence[Group], after: Sequence[Group]) -> bool:
    return sorted(map(sorted, before)) == sorted(map(sorted, after))


def _right(placed: Sequence[Placed], played: Group, before: Sequence[Group], hand: Group) -> Iterator[Reason]:
    yield _what_it_did(placed, played, before)
    yield Reason("machiavelli.play", "few-enough", count=len(played), most=MOST)
    yield Reason("machiavelli.groups", "all-groups", count=len(placed))
    if len(played) == len(hand):
        yield Reason("machiavelli.end", "hand-empty")


CHANGES = ("regrouped", "extended", "extended-and-laid", "laid-down")
"""The codes of how a turn changed the table."""


def _what_it_did(placed: Sequence[Placed], played: Group, before: Sequence[Group]) -> Reason:
    """The ruling under which the table changed: regrouped, added to, or only new groups laid beside it."""
    standing = {group.kept_from for group in placed if group.kept_from is not None}
    figures = {"count": len(played), "cards": played}
    if len(standing) < len(before):
        return Reason("machiavelli.take", "regrouped", **figures)
    if added := _from_hand(group for group in placed if group.kept_from is not None):
        laid = _from_hand(group for group in placed if group.kept_from is None)
        return Reason(
            "machiavelli.extend", "extended-and-laid" if laid else "extended", **figures, added=added, laid=laid
        )
    return Reason("machiavelli.play", "laid-down", **figures)


def _from_hand(groups: Iterable[Placed]) -> Group:
    """The cards of some groups that were not on the table."""
    return tuple(
        sorted(
            card for group in groups for card, source in zip(group.cards, group.sources, strict=True) if source is None
        )
    )


def _placed(
    before: Sequence[Group], after: Sequence[Group], missing: Iterable[Card] = (), nowhere: Iterable[Card] = ()
) -> tuple[Placed, ...]:
    """Where the cards of each group of the table after come from."""
    left = [list(group) for group in before]
    same = [_count([group]) for group in after]
    for card in missing:
        holders = [group for group in left if card in group]
        min(holders, key=lambda group: _count([group]) in same).remove(card)
    there = [at for at, group in enumerate(left) if group]
    done = moves([left[at] for at in there], after)
    stray = Counter(nowhere)
    found: dict[int, Placed] = {}
    for old, new in done.kept:
        found[new] = Placed(after[new], (there[old],) * len(after[new]), there[old], (False,) * len(after[new]))
    for built in (*done.extended, *done.built):
        flags = []
        for card, source in zip(built.group, built.sources, strict=True):
            flags.append(source is None and stray[card] > 0)
            stray[card] -= flags[-1]
        sources = tuple(None if source is None else there[source] for source in built.sources)
        whole = None if built.extends is None else there[built.extends]
        found[built.at] = Placed(built.group, sources, whole, tuple(flags))
    for old, new in _rests([found[at] for at in range(len(after))]):
        found[new] = replace(found[new], rest_of=old)
    return tuple(found[at] for at in range(len(after)))


def _rests(placed: Sequence[Placed]) -> Iterator[tuple[int, int]]:
    """Groups of which two cards or more may stay where they lie: the group before, and the one they stay in."""
    standing = {group.kept_from for group in placed}
    shares = Counter(
        (source, at)
        for at, group in enumerate(placed)
        if group.kept_from is None
        for source in group.sources
        if source is not None and source not in standing
    )
    olds, news = set(), set()
    for (old, new), count in sorted(shares.items(), key=lambda share: (-share[1], share[0])):
        if count > 1 and old not in olds and new not in news:
            olds.add(old)
            news.add(new)
            yield old, new


def best(table: Sequence[Group], hand: Group, house: House = STANDARD) -> Best:
    """The turn that plays the most cards; among equals the one that leaves most groups of the table untouched.

    >>> from games.cards import cards_of
    >>> found = best([cards_of("3c 4c 5c 6c"), cards_of("Qh Qd Qs")], cards_of("5c 7c 8c Qc Jh Kh"))
    >>> found.turn.count, found.reasons[0].rule
    (6, 'machiavelli.take')

    A search that takes longer than the budget ends with the best turn found till then, and the reasons say so.

    :raises Refused: of field ``table.N`` (from 0) when a group of the table is none; of ``hand`` when it is too large.
    """
    budget = Budget(SECONDS)
    before = _table(table, "table", hand, house)
    turn = best_turn(before, hand, house.laws, MOST, budget)
    after = tuple(recognise(group, house).cards for group in turn.groups)
    placed = _placed(before, after)
    return Best(turn, before, placed, tuple(_best_reasons(turn, placed, before, hand)))


def _best_reasons(turn: Turn, placed: Sequence[Placed], before: Sequence[Group], hand: Group) -> Iterator[Reason]:
    if not hand:
        yield Reason("machiavelli.end", "no-cards")
        return
    if not turn.count:
        yield Reason("machiavelli.turn", "nothing-fits" if turn.count_proved else "nothing-found")
        return
    kept, groups = len(turn.kept), len(before)
    code = "undisturbed" if kept == groups else "least-disturbed" if turn.proved else "disturbed"
    disturbed = Reason("machiavelli.take", code, kept=kept, groups=groups)
    if not turn.proved:  # What is not certain is said first, so that nobody reads past it.
        if before:
            yield disturbed
        open_to_doubt = "cut-off-kept" if turn.count_proved else "cut-off-count" if turn.kept_proved else "cut-off"
        yield Reason("machiavelli.take", open_to_doubt)
    yield _what_it_did(placed, turn.played, before)
    if turn.count == MOST < len(hand):
        yield Reason("machiavelli.play", "at-the-most", most=MOST)
    elif turn.count < len(hand) and turn.proved:
        yield Reason("machiavelli.groups", "no-more", count=turn.count)
    if before and turn.proved:
        yield disturbed
    if turn.count == len(hand):
        yield Reason("machiavelli.end", "hand-empty")
