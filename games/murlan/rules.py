"""What may be played in Murlan.

Every public function is a pure function of cards and house rules. Verdicts name the rulings they rest on
(``murlan.follow``, …) as :class:`~games.rulings.Reason` objects; sentences are made in :mod:`games.murlan.wording`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from games.cards import BARE, BLACK_JOKER, RED_JOKER, Card, Pack, Rank, Suit, take
from games.rulings import Reason, Refusals, Refused

PACK = Pack(jokers={BLACK_JOKER: 1, RED_JOKER: 1}, bare=BARE)
"""54 cards (``murlan.deck``); their suits hardly ever matter (``murlan.order``), so a rank may be named alone."""

ORDER: tuple[str, ...] = (*"3456789TJQKA2", "Xb", "Xr")
"""Values from lowest to highest (``murlan.order``)."""
PLACE: dict[str, int] = {value: place for place, value in enumerate(ORDER)}

LADDER: tuple[Rank, ...] = (*(Rank(n) for n in range(1, 14)), Rank.ACE)
"""The ranks of a straight, ace at both ends (``murlan.straights``); index + 1 is the height of a step."""
SHORTEST_STRAIGHT, LONGEST_STRAIGHT = 5, 13

THREE_OF_SPADES = Card(Rank.THREE, Suit.SPADES)
BARE_THREE = Card(Rank.THREE)
JOKERS = frozenset((BLACK_JOKER, RED_JOKER))


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a Murlan table; the defaults are the rulings."""

    straight_step: Literal["one", "any"] = "one"
    """Which higher straights beat a straight: the next one only, or any (``murlan.straight-step``)."""
    straight_flush: bool = False
    """A straight in one suit beats everything (``murlan.straight-flush``)."""
    joker_pair: bool = False
    """The two jokers are the highest pair (``murlan.jokers``)."""


STANDARD = House()


class Kind(StrEnum):
    """The five combinations (``murlan.combinations``), in the order in which plays are listed."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    QUAD = "quad"
    STRAIGHT = "straight"


OF_A_KIND: tuple[Kind | None, ...] = (None, Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.QUAD)


class Combination(NamedTuple):
    """Cards that may be played together."""

    kind: Kind
    value: str
    """The rank that counts, as the judge writes it: ``"5"``, ``"A"``, ``"Xr"``."""
    height: int
    """Where that value stands: its place in :data:`ORDER`, or for a straight 5 to 14 on the :data:`LADDER`."""
    cards: tuple[Card, ...]
    flush: bool = False
    """A straight of one suit; it matters only under ``straight_flush``."""

    @property
    def length(self) -> int:
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are: a combination, or none and why."""

    combination: Combination | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a play is allowed, and why."""

    legal: bool
    reasons: tuple[Reason, ...]
    combination: Combination | None
    """What the cards are, or None when they are not a combination."""


@dataclass(frozen=True, slots=True)
class Choice:
    """All that a hand can play on a table."""

    plays: tuple[Combination, ...]
    """One for each kind, value and length: singles, pairs, triples, quads, straights by length; each by value."""
    reasons: tuple[Reason, ...]

    @property
    def must_pass(self) -> bool:
        return not self.plays


@dataclass(frozen=True, slots=True)
class Exchange:
    """What passes between the last and the first of the hand before (``murlan.exchange``)."""

    due: bool
    last_gives: tuple[Card, ...]
    """The cards of which the last player gives one: more than one only where ranks are equal."""
    first_gives: tuple[Card, ...]
    """The cards of which the first player gives one back; one of those received may be among them."""
    starts: Literal["first", "last"]
    reasons: tuple[Reason, ...]


def place(card: Card) -> int:
    """A card's place in the order of ranks, 0 for a three to 14 for the red joker (``murlan.order``).

    >>> place(Card.of("2s")) > place(Card.of("As"))
    True
    """
    return PLACE[card.text if card.is_joker else card.rank.letter]


def read(cards: Sequence[Card], house: House = STANDARD) -> Reading:
    """What the cards are as a play (``murlan.combinations``, ``jokers``, ``straights``, ``straight-top``).

    >>> from games.cards import cards_of
    >>> read(cards_of("As 2d 3h 4c 5s")).combination.value
    '5'
    >>> [reason.code for reason in read(cards_of("Ks Ad 2h 3c 4s")).reasons]
    ['straight-around']
    """
    if combination := combination_of(cards, house):
        return Reading(combination, (_naming(combination),))
    return Reading(None, tuple(_faults(cards)))


def judge(
    hand: Collection[Card] | None,
    cards: Sequence[Card],
    table: Sequence[Card] = (),
    *,
    opening: bool = False,
    house: House = STANDARD,
) -> Judgement:
    """Whether the cards may be played from the hand on what lies on the table.

    Cards of which only the rank is named are found in the hand by rank (judge.md, "bare ranks").

    >>> from games.cards import cards_of
    >>> hand = cards_of("5s 5d 9h")
    >>> judge(hand, cards_of("9h"), table=cards_of("8c")).legal, judge(None, cards_of("9"), cards_of("8c")).legal
    (True, True)

    :param hand: None where nothing is known of it but that it holds the cards played.
    :param table: the combination to beat; none when the play leads a round.
    :param opening: the first play of the match, which holds the 3♠ (``murlan.opening``).
    :raises Refused: when the table is not a combination or a card is not in the hand; ``suit-opens`` and ``suit-counts``
        of ``cards``, ``hand`` or ``table`` where a suit decides and is not named.
    """
    on_table, wrong = None, Refusals()
    with wrong.gathered():
        on_table = _table(table, opening, house)
    if hand is not None:
        with wrong.gathered():
            _hold_to_hand(hand, cards, table)
    wrong.refuse()
    reading = read(cards, house)
    if house.straight_flush:
        _hold_to_suits({"cards": reading.combination, "table": on_table}, hand or ())
    faults = [] if reading.combination else list(reading.reasons)
    if opening and not _opens(cards, hand):
        if hand is None or _can_open(hand, cards):
            faults.append(Reason("murlan.opening", "opening-needs-three"))
        else:
            faults.insert(0, Reason("murlan.opening", "opening-not-yours"))
    if faults or reading.combination is None:
        return Judgement(False, tuple(faults), reading.combination)
    if opening:
        return Judgement(True, (Reason("murlan.opening", "opening-holds-three"), *reading.reasons), reading.combination)
    if on_table is None:
        return Judgement(True, (Reason("murlan.lead", "lead"), *reading.reasons), reading.combination)
    legal, reasons = beats(reading.combination, on_table, house)
    return Judgement(legal, reasons, reading.combination)


def beats(play: Combination, table: Combination, house: House = STANDARD) -> tuple[bool, tuple[Reason, ...]]:
    """Whether one combination beats another, and the rulings that decide it.

    In their turn: ``murlan.straight-flush``, ``murlan.bombs``, ``murlan.follow``, ``murlan.straight-step``.
    """
    figures = {"played": play, "table": table}

    def because(rule: str, code: str) -> Reason:
        return Reason(f"murlan.{rule}", code, **figures)

    if house.straight_flush and (play.flush or table.flush):
        if not table.flush:
            return True, (because("straight-flush", "flush-beats-all"),)
        if not play.flush:
            return False, (because("straight-flush", "flush-on-table"),)
        if play.length != table.length:
            return False, (because("straight-flush", "flush-length"),)
        if play.height <= table.height:
            return False, (because("straight-flush", "flush-not-higher"),)
        return True, (because("straight-flush", "flush-higher"),)
    plain = [Reason("murlan.straight-flush", "flush-is-plain")] if play.flush != table.flush else []
    if Kind.QUAD in (play.kind, table.kind):
        if table.kind is not Kind.QUAD:
            return True, (because("bombs", "bomb-beats-all"), *plain)
        if play.kind is not Kind.QUAD:
            return False, (because("bombs", "bomb-on-table"), *plain)
        if play.height <= table.height:
            return False, (because("bombs", "bomb-not-higher"), *_order(play, table))
        return True, (because("bombs", "bomb-higher"), *_order(play, table))
    if play.kind is not table.kind:
        return False, (because("follow", "other-kind"), *plain)
    if play.length != table.length:
        return False, (because("straight-step", "other-length"), because("follow", "same-number"))
    if play.kind is Kind.STRAIGHT:
        step = play.height - table.height
        if step < 1:
            code = "straight-not-higher"
        elif step == 1:
            code = "straight-next"
        else:
            code = "straight-any" if house.straight_step == "any" else "straight-too-high"
        never = [because("follow", "equal-never-beats")] if step == 0 else []
        return code in ("straight-next", "straight-any"), (because("straight-step", code), *never, *_ace(play, table))
    jokers = (
        [because("jokers", "joker-pair-top")] if play.kind is Kind.PAIR and "Xr" in (play.value, table.value) else []
    )
    if play.height <= table.height:
        never = [because("follow", "equal-never-beats")] if play.height == table.height else []
        return False, (because("follow", "not-higher"), *never, *jokers, *_order(play, table))
    return True, (because("follow", "higher"), *jokers, *_order(play, table))


def plays(
    hand: Collection[Card],
    table: Sequence[Card] = (),
    *,
    opening: bool = False,
    house: House = STANDARD,
) -> Choice:
    """Every play that the hand allows on the table, one way to play each kind, value and length.

    >>> from games.cards import cards_of
    >>> [play.value for play in plays(cards_of("5s 8d 8h Xb"), table=cards_of("7c")).plays]
    ['8', 'Xb']

    :raises Refused: when the table is not a combination; ``suit-opens`` and ``suit-counts`` as in :func:`judge`.
    """
    on_table = _table(table, opening, house)
    if house.straight_flush:
        _hold_to_suits({"table": on_table}, hand)
    if opening:
        if not _can_open(hand):
            return Choice((), (Reason("murlan.opening", "opening-not-yours"),))
        found = tuple(play for play in _plays(hand, house) if THREE_OF_SPADES in play.cards)
        return Choice(found, (Reason("murlan.opening", "opening-plays"),))
    if on_table is None:
        found = tuple(_plays(hand, house))
        return Choice(found, (Reason("murlan.lead", "lead-plays") if found else Reason("murlan.goal", "no-cards"),))
    found = tuple(_answers(hand, on_table, house))
    if not found:
        return Choice((), (Reason("murlan.pass", "must-pass", table=on_table),))
    return Choice(
        found, tuple({reason.rule: reason for play in found for reason in _entitling(play, on_table, house)}.values())
    )


def exchange(first_hand: Collection[Card], last_hand: Collection[Card]) -> Exchange:
    """What the first and the last of the hand before give each other, and who starts.

    >>> from games.cards import cards_of
    >>> exchange(cards_of("3s Kd"), cards_of("2s 2h 5c")).last_gives
    (Card('2s'), Card('2h'))
    """
    if set(last_hand) >= JOKERS:
        exempt = Reason("murlan.exchange-exempt", "both-jokers")
        return Exchange(False, (), (), "first", (exempt, Reason("murlan.starter", "first-starts")))
    top = max(map(place, last_hand))
    given = tuple(sorted(card for card in last_hand if place(card) == top))
    # The very card received may come back.
    low = [card for card in (*first_hand, *given) if place(card) <= PLACE["T"]]
    code = "exchange" if low else "exchange-no-low-card"
    bottom = min(map(place, first_hand))
    back = tuple(sorted(low or [card for card in first_hand if place(card) == bottom], key=lambda c: (place(c), c)))
    return Exchange(
        True,
        given,
        back,
        "last",
        (Reason("murlan.exchange", code, given=given, back=back), Reason("murlan.starter", "last-starts")),
    )


def _hold_to_hand(hand: Collection[Card], cards: Sequence[Card], table: Sequence[Card]) -> None:
    """Refuse cards that are not in the hand; a bare one may be any of its rank, and is found last."""
    left, wrong = list(hand), Refusals()
    missing = [
        card for card in sorted(cards, key=lambda card: card.is_bare) if take(card, left, elsewhere=table) is None
    ]
    for card in dict.fromkeys(missing):
        wrong.add(Refused("cards", "not-in-hand", card=card))
    wrong.refuse()


def _opens(cards: Sequence[Card], hand: Collection[Card] | None) -> bool:
    """Whether the 3♠ is among the cards (``murlan.opening``), which are in the hand.

    :raises Refused: where a bare three may be the 3♠, or another.
    """
    if THREE_OF_SPADES in cards or BARE_THREE not in cards:
        return THREE_OF_SPADES in cards
    if hand is not None:
        threes = _unnamed_threes(hand, cards)
        if THREE_OF_SPADES in threes and len(threes) == cards.count(BARE_THREE):
            return True
        if THREE_OF_SPADES not in threes and BARE_THREE not in threes:
            return False
    raise Refused("cards", "suit-opens", card=BARE_THREE)


def _can_open(hand: Collection[Card], cards: Sequence[Card] = ()) -> bool:
    """Whether the 3♠ is in the hand, of which these cards are played without it (``murlan.opening``).

    :raises Refused: where a bare three may be the 3♠, or another.
    """
    threes = _unnamed_threes(hand, cards)
    if BARE_THREE in threes and THREE_OF_SPADES not in threes:
        raise Refused("hand", "suit-opens", card=BARE_THREE)
    return THREE_OF_SPADES in threes


def _unnamed_threes(hand: Collection[Card], cards: Sequence[Card]) -> list[Card]:
    """The threes of the hand without those that the cards played name."""
    threes = [card for card in hand if card.rank is Rank.THREE]
    for card in cards:
        if not card.is_bare:
            take(card, threes)
    return threes


def _hold_to_suits(laid: Mapping[str, Combination | None], hand: Collection[Card]) -> None:
    """Refuse bare cards that could be part of a straight in one suit (judge.md, "bare ranks").

    :param laid: by field the combinations that lie there or are to be played.
    """
    wanting = [
        Refused(field, "suit-counts", card=next(card for card in combination.cards if card.is_bare))
        for field, combination in laid.items()
        if combination and combination.kind is Kind.STRAIGHT and any(card.is_bare for card in combination.cards)
    ]
    if wanting:
        first, *others = wanting
        raise Refused(first.field, first.code, **first.figures, also=tuple(others))
    by_rank = {card.rank: card for card in hand}
    for straight in _straights([by_rank.get(rank) for rank in LADDER]):
        ranks = {card.rank for card in straight.cards}
        for card in hand:
            if card.is_bare and card.rank in ranks:
                raise Refused("hand", "suit-counts", card=card)


def _table(table: Sequence[Card], opening: bool, house: House) -> Combination | None:
    if not table:
        return None
    if opening:
        raise Refused("opening", "opening-with-table")
    combination = combination_of(table, house)
    if combination is None:
        raise Refused("table", "table-no-combination", cards=tuple(table), reasons=tuple(_faults(table)))
    return combination


def combination_of(cards: Sequence[Card], house: House = STANDARD) -> Combination | None:
    """What the cards are as a play, without the ruling that makes them so or forbids it: that is :func:`read`."""
    count = len(cards)
    if not cards:
        return None
    first = cards[0]
    if count == 1:
        value = first.text if first.is_joker else first.rank.letter
        return Combination(Kind.SINGLE, value, PLACE[value], tuple(cards))
    if any(card.is_joker for card in cards):
        if house.joker_pair and count == 2 and set(cards) == JOKERS:
            return Combination(Kind.PAIR, "Xr", PLACE["Xr"], tuple(sorted(cards)))
        return None
    ranks = {card.rank for card in cards}
    if len(ranks) == 1 and count <= 4:
        kind = OF_A_KIND[count]
        assert kind is not None
        return Combination(kind, first.rank.letter, PLACE[first.rank.letter], tuple(sorted(cards)))
    if len(ranks) != count or not SHORTEST_STRAIGHT <= count <= LONGEST_STRAIGHT:
        return None
    top = _straight_top(ranks)
    if top is None:
        return None
    flush = first.suit is not None and all(card.suit is first.suit for card in cards)
    return Combination(
        Kind.STRAIGHT,
        LADDER[top - 1].letter,
        top,
        tuple(sorted(cards, key=lambda card: 14 if card.rank == 1 and top == 14 else card.rank)),
        flush,
    )


def _straight_top(ranks: set[Rank]) -> int | None:
    """The height of the highest card when these different ranks are consecutive on the ladder."""
    low, high = min(ranks), max(ranks)
    if low == Rank.ACE:
        # Thirteen ranks from ace to king read both ways: the ace is high (judge.md, "murlan, 13 cards").
        second = sorted(ranks)[1]
        if second + len(ranks) - 2 == high == Rank.KING:
            return 14
    return int(high) if high - low + 1 == len(ranks) else None


def _naming(combination: Combination) -> Reason:
    """Which ruling makes these cards this combination."""
    if combination.kind is Kind.STRAIGHT:
        return Reason("murlan.straights", "is-straight", combination=combination)
    if combination.value == "Xr" and combination.kind is Kind.PAIR:
        return Reason("murlan.jokers", "is-joker-pair", combination=combination)
    if combination.cards[0].is_joker:
        return Reason("murlan.jokers", "is-joker-single", combination=combination)
    code = "is-single" if combination.kind is Kind.SINGLE else "is-of-a-kind"
    return Reason("murlan.combinations", code, combination=combination)


def _faults(cards: Sequence[Card]) -> Iterator[Reason]:
    """Why cards are not a combination."""
    count = len(cards)
    jokers = [card for card in cards if card.is_joker]
    if jokers:
        code = "jokers-no-pair" if len(jokers) == count == 2 else "joker-with-others"
        yield Reason("murlan.jokers", code, cards=tuple(jokers))
        return
    ranks = {card.rank for card in cards}
    if count < SHORTEST_STRAIGHT:
        if len(ranks) == count > 2 and _span(ranks)[2] == ():
            yield Reason("murlan.straights", "straight-short", length=count)
        else:
            yield Reason("murlan.combinations", "not-one-rank", length=count)
        return
    if len(ranks) < count and _is_no_failed_straight(cards):
        yield Reason("murlan.combinations", "only-five-kinds", length=count)
        return
    if len(ranks) < count:
        twice = tuple(rank for rank in Rank if sum(card.rank is rank for card in cards) > 1)
        yield Reason("murlan.straights", "straight-repeat", ranks=twice)
        yield Reason("murlan.combinations", "only-five-kinds", length=count)
        return
    if {Rank.KING, Rank.ACE, Rank.TWO} <= ranks and _round_the_corner(ranks):
        yield Reason("murlan.straights", "straight-around")
        return
    low, high, missing = _span(ranks)
    yield Reason("murlan.straights", "straight-gap", low=low, high=high, missing=missing)


def _is_no_failed_straight(cards: Sequence[Card]) -> bool:
    """Whether nobody would take five or more cards for a straight in the making: two ranks alone, or a row of pairs."""
    copies = Counter(card.rank for card in cards)
    return len(copies) <= 2 or min(copies.values()) > 1


def _span(ranks: set[Rank]) -> tuple[Rank, Rank, tuple[Rank, ...]]:
    """Lowest and highest rank on the ladder and the ranks missing between, the ace where fewer are missing."""
    ends = [sorted(int(rank) for rank in ranks)]
    if Rank.ACE in ranks:
        ends.append(sorted(14 if rank is Rank.ACE else int(rank) for rank in ranks))
    heights = min(ends, key=lambda end: end[-1] - end[0])
    missing = tuple(LADDER[height - 1] for height in range(heights[0], heights[-1]) if height not in heights)
    return LADDER[heights[0] - 1], LADDER[heights[-1] - 1], missing


def _round_the_corner(ranks: set[Rank]) -> bool:
    """Whether the ranks would be consecutive if the ladder went on from the ace to the two."""
    return sum(Rank(rank % 13 + 1) not in ranks for rank in ranks) == 1


def _ace(play: Combination, table: Combination) -> list[Reason]:
    """Where the ace stands in a straight, as a further reason: low it counts least, high it is the top."""
    for straight in (play, table):
        if straight.height == len(LADDER) or straight.height == straight.length:
            code = "ace-high" if straight.height == len(LADDER) else "ace-low"
            return [Reason("murlan.straight-top", code, straight=straight)]
    return []


def _order(play: Combination, table: Combination) -> list[Reason]:
    """The order of ranks as a further reason, where it is not the order of the numbers."""
    if max(play.height, table.height) >= PLACE["A"]:
        return [Reason("murlan.order", "order", played=play, table=table)]
    return []


def _plays(hand: Collection[Card], house: House) -> Iterator[Combination]:
    """Every combination of the hand, one way each; the 3♠ is preferred among the threes."""
    by_place: list[list[Card]] = [[] for _ in ORDER]
    for card in sorted(hand):
        by_place[place(card)].append(card)
    for size in (1, 2, 3, 4):
        kind = OF_A_KIND[size]
        assert kind is not None
        for height, cards in enumerate(by_place):
            if len(cards) >= size:
                yield Combination(kind, ORDER[height], height, tuple(cards[:size]))
        if size == 2 and house.joker_pair and by_place[-1] and by_place[-2]:
            yield Combination(Kind.PAIR, "Xr", PLACE["Xr"], (BLACK_JOKER, RED_JOKER))
    steps = [by_place[PLACE[rank.letter]] for rank in LADDER]
    yield from _straights([cards[0] if cards else None for cards in steps])


def _straights(steps: Sequence[Card | None]) -> Iterator[Combination]:
    """The straights on a ladder that holds one card, or none, at each of its fourteen steps."""
    reach = []  # how many steps on end are filled up to and with each step
    run = 0
    for card in steps:
        run = run + 1 if card else 0
        reach.append(run)
    longest = min(max(reach), LONGEST_STRAIGHT)
    for length in range(SHORTEST_STRAIGHT, longest + 1):
        for top in range(length, 15):
            if reach[top - 1] >= length and not (length == LONGEST_STRAIGHT and top == 13):
                cards: tuple[Card, ...] = tuple(steps[top - length : top])  # type: ignore[arg-type]
                suit = cards[0].suit
                flush = suit is not None and all(card.suit is suit for card in cards)
                yield Combination(Kind.STRAIGHT, LADDER[top - 1].letter, top, cards, flush)


def _answers(hand: Collection[Card], table: Combination, house: House) -> Iterator[Combination]:
    """The combinations of the hand that beat the table, in the order of :class:`Choice`."""
    flushes: dict[tuple[int, int], Combination] = {}
    if house.straight_flush:
        for suit in Suit:
            held = {card.rank: card for card in hand if card.suit is suit}
            for straight in _straights([held.get(rank) for rank in LADDER]):
                flushes.setdefault((straight.length, straight.height), straight)
    for play in _plays(hand, house):
        if beats(play, table, house)[0]:
            yield play
        elif play.kind is Kind.STRAIGHT:
            flush = flushes.get((play.length, play.height))
            if flush and beats(flush, table, house)[0]:
                yield flush


def _entitling(play: Combination, table: Combination, house: House) -> Sequence[Reason]:
    """The first reason why a play beats the table, without the figures of that one play."""
    reason = beats(play, table, house)[1][0]
    way = "straight-any" if reason.code == "straight-any" else reason.rule.removeprefix("murlan.")
    return (Reason(reason.rule, f"beaten-by-{way}", table=table),)
