"""Questions of Murlan to practise on: what chance deals, chosen so that a ruling decides it.

Levels: 1, one rule and cards that are plain; 2, near misses; 3, with house rules as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

from games.cards import BLACK_JOKER, DECK, RED_JOKER, Card, Rank, Suit
from games.chance import Chance, Drawn, NothingDrawn
from games.murlan import rules, scoring, turns
from games.murlan.rules import LADDER, ORDER, STANDARD, THREE_OF_SPADES, Combination, House
from games.rulings import Reason

NAMES = ("Arta", "Besnik", "Drita", "Ermal")
BELOW_JOKERS = ORDER[:-2]
LOW, HIGH = ORDER[:8], ORDER[8:-2]
"""What comes back in the exchange, and what does not: 3 to 10, jack to two."""
JOKERS = [BLACK_JOKER, RED_JOKER]
OTHER_THREES = tuple(card for card in DECK if card.rank is Rank.THREE and card != THREE_OF_SPADES)
TOP = len(LADDER)
"""The height of a straight to the high ace."""

Cards = list[Card]
Pair = tuple[Cards, Cards]


def _text(cards: Sequence[Card]) -> str:
    return " ".join(card.text for card in cards)


def _by_place(cards: Sequence[Card]) -> Cards:
    return sorted(cards, key=lambda card: (rules.place(card), card))


def _of_rank(chance: Chance, value: str, count: int, without: Sequence[Card] = ()) -> Cards:
    """So many cards of a rank, of any suits."""
    held = [card for card in DECK if card.rank.letter == value and card not in without]
    if len(held) < count:
        raise NothingDrawn
    return sorted(chance.some_of(held, count))


def _straight(chance: Chance, top: int, length: int, without: Sequence[Card] = (), *, flush: bool = False) -> Cards:
    """A straight up to this height of the ladder, 5 to 14, of any suits or of one."""
    if not length <= top <= TOP:
        raise NothingDrawn
    suit = chance.one_of(list(Suit))
    found: Cards = []
    for rank in LADDER[top - length : top]:
        held = [card for card in DECK if card.rank is rank and card not in without and card not in found]
        if flush:
            held = [card for card in held if card.suit is suit]
        if not held:
            raise NothingDrawn
        found.append(chance.one_of(held))
    if not flush and len({card.suit for card in found}) == 1:
        raise NothingDrawn
    return found


def _moved(chance: Chance, value: str, steps: Sequence[int]) -> str:
    """A rank so many places higher or lower, below the jokers."""
    places = [at for step in steps if 0 <= (at := ORDER.index(value) + step) < len(BELOW_JOKERS)]
    if not places:
        raise NothingDrawn
    return ORDER[chance.one_of(places)]


def _asked(house: Mapping[str, Any], **question: Any) -> dict[str, Any]:
    return question | ({"house": dict(house)} if house else {})


def _first(reasons: Sequence[Reason]) -> str:
    return reasons[0].rule.removeprefix("murlan.")


# --- Does it beat the table? ---


def _same_kind(chance: Chance, steps: Sequence[int]) -> Pair:
    count, value = 1 + chance.below(3), chance.one_of(BELOW_JOKERS)
    table = _of_rank(chance, value, count)
    return table, _of_rank(chance, _moved(chance, value, steps), count, table)


def _follow(chance: Chance, level: int) -> Pair:
    if level == 1:
        return _same_kind(chance, range(-5, 6))
    if chance.is_so(0.3):  # another number
        table = _of_rank(chance, chance.one_of(BELOW_JOKERS[:9]), 1 + chance.below(3))
        value = _moved(chance, table[0].rank.letter, range(1, 5))
        count = chance.one_of([n for n in (1, 2, 3) if n != len(table)])
        return table, _of_rank(chance, value, count)
    return _same_kind(chance, (-1, 0, 1, 1))


def _order(chance: Chance, level: int) -> Pair:
    count = 1 if level == 1 else 1 + chance.below(3)
    if level > 1 and chance.is_so(0.3):  # a joker beats every single card, and the red one the black one
        one = chance.one_of([*JOKERS, *_of_rank(chance, chance.one_of("A2"), 1)])
        other = chance.one_of([card for card in JOKERS if card != one])
        return ([one], [other]) if chance.is_so(0.5) else ([other], [one])
    if level == 1 or chance.is_so(0.4):
        low, high = chance.one_of(LOW), chance.one_of("A2")
    else:
        low, high = sorted(chance.some_of("JQKA2", 2), key=ORDER.index)
    if chance.is_so(0.5):
        low, high = high, low
    table = _of_rank(chance, low, count)
    return table, _of_rank(chance, high, count)


def _step(chance: Chance, level: int) -> Pair:
    length = 5 if level == 1 else 5 + chance.below(3)
    top = length + chance.below(TOP + 1 - length)
    table = _straight(chance, top, length)
    step = chance.one_of((-1, 1, 2) if level == 1 else (-1, 0, 1, 1, 2, 3))
    longer = chance.one_of((0, 0, 0, 0, 1)) if level > 1 else 0
    return table, _straight(chance, top + step, length + longer, table)


def _ace(chance: Chance, level: int) -> Pair:
    """A straight with the ace below, or above, beside the one that it is easily taken for."""
    length = 5 + chance.below(3)
    tops = [
        *((length, length + 1), (length + 1, length), (TOP - 1, TOP), (TOP, TOP - 1)),
        *((TOP, length), (length, TOP), (length, length + 2)),
    ]
    table, played = chance.one_of(tops)
    on_table = _straight(chance, table, length)
    return on_table, _straight(chance, played, length, on_table)


def _bombs(chance: Chance, level: int) -> Pair:
    quad = _of_rank(chance, chance.one_of(BELOW_JOKERS), 4)
    others: list[Callable[[], Cards]] = [
        lambda: [chance.one_of(JOKERS)],
        lambda: _straight(chance, 9 + chance.below(6), 5 + chance.below(4), quad),
        lambda: _of_rank(chance, chance.one_of("KA2"), 1 + chance.below(3), quad),
    ]
    if level > 1:
        others.append(lambda: _of_rank(chance, chance.one_of([v for v in BELOW_JOKERS if v != quad[0].rank.letter]), 4))
    other = chance.one_of(others)()
    return (other, quad) if chance.is_so(0.5) else (quad, other)


def _flush(chance: Chance, level: int) -> Pair:
    length = 5 + chance.below(2)
    top = length + chance.below(TOP - length)
    flush = _straight(chance, top, length, flush=True)
    others: list[Callable[[], Cards]] = [
        lambda: _of_rank(chance, chance.one_of(BELOW_JOKERS), 4, flush),
        lambda: _of_rank(chance, chance.one_of(BELOW_JOKERS[:-1]), 1 + chance.below(3), flush),
    ]
    if level == 3:
        others += [
            lambda: _straight(chance, top + chance.one_of((-1, 1, 2)), length, flush),
            lambda: _straight(chance, min(top + chance.one_of((1, 2)), TOP), length, flush, flush=True),
        ]
    other = chance.one_of(others)()
    return (other, flush) if chance.is_so(0.5) else (flush, other)


def _joker_pair(chance: Chance, level: int) -> Pair:
    value = chance.one_of("KA2")
    pair = _of_rank(chance, value, 2)
    if chance.is_so(0.5):
        return pair, JOKERS
    if level == 3:
        return JOKERS, pair
    return _of_rank(chance, chance.one_of(BELOW_JOKERS[:10]), 2), [pair[0], chance.one_of(JOKERS)]


BEATS: dict[str, Callable[[Chance, int], Pair]] = {
    "follow": _follow,
    "order": _order,
    "straight-step": _step,
    "straight-top": _ace,
    "bombs": _bombs,
    "straight-flush": _flush,
    "jokers": _joker_pair,
}
"""Of each ruling that decides whether a play beats the table, what lies there and what is played on it."""
FIRST_BEATS = ("follow", "order", "straight-step", "bombs")
ANY_STEP, FLUSH, JOKER_PAIR = {"straight_step": "any"}, {"straight_flush": True}, {"joker_pair": True}
HOUSES: dict[str, dict[str, Any]] = {
    "straight-step": ANY_STEP,
    "straight-top": ANY_STEP,
    "straight-flush": FLUSH,
    "jokers": JOKER_PAIR,
}
"""The house rule by which a ruling may be otherwise."""


def _house(chance: Chance, level: int, rule: str) -> dict[str, Any]:
    """At level 3 as often as not the house rule of a ruling, where it has one."""
    return HOUSES.get(rule, {}) if level == 3 and chance.is_so(0.6) else {}


def beats(chance: Chance, level: int) -> Drawn:
    """A table and a play: does it beat the table?

    The ruling is drawn first, then cards on which it turns; about every other answer is yes.
    """
    rule = chance.one_of(FIRST_BEATS if level == 1 else tuple(BEATS))
    named = _house(chance, level, rule)
    # Without its house rule nothing that turns on the two jokers may be played: the others make up for it.
    wanted = chance.is_so(0.57 if level == 2 else 0.5)
    for _ in range(8):
        table, cards = BEATS[rule](chance, level)
        if set(table) & set(cards):
            raise NothingDrawn
        plain = None if rules.read(table).combination is None else rules.judge(None, cards, table)
        if named:
            if rules.read(table, House(**named)).combination is None:
                raise NothingDrawn
            verdict = rules.judge(None, cards, table, house=House(**named))
            if verdict == plain:  # a house rule that turns nothing is only in the way
                continue
        elif plain is None:
            continue
        else:
            verdict = plain
        if f"murlan.{rule}" in [reason.rule for reason in verdict.reasons] and verdict.legal == wanted:
            return Drawn(_asked(named, table=_text(table), cards=_text(cards)), rule)
    if rule != "jokers" or named:
        raise NothingDrawn
    table = _of_rank(chance, chance.one_of(BELOW_JOKERS), 2)
    return Drawn({"table": _text(table), "cards": _text(JOKERS)}, rule)


# --- What is a combination ---


def _gapped(chance: Chance) -> Cards:
    """A straight with one card missing within."""
    cards = _straight(chance, 6 + chance.below(9), 6)
    del cards[1 + chance.below(4)]
    return cards


def _round_the_ace(chance: Chance) -> Cards:
    """Five ranks that go on past the ace: J Q K A 2, Q K A 2 3, K A 2 3 4."""
    at = chance.below(3)
    return [_of_rank(chance, value, 1)[0] for value in "JQKA234"[at : at + 5]]


def _full_house(chance: Chance) -> Cards:
    three, two = chance.some_of(BELOW_JOKERS, 2)
    return [*_of_rank(chance, three, 3), *_of_rank(chance, two, 2)]


def _pairs_in_a_row(chance: Chance) -> Cards:
    at = chance.below(len(BELOW_JOKERS) - 3)
    return [card for value in BELOW_JOKERS[at : at + 3] for card in _of_rank(chance, value, 2)]


def _two_ranks(chance: Chance) -> Cards:
    """A pair or a triple with one card of the next rank."""
    value = chance.one_of(BELOW_JOKERS[:-1])
    return [*_of_rank(chance, value, 1 + chance.below(3)), *_of_rank(chance, _moved(chance, value, (1,)), 1)]


def _with_joker(chance: Chance) -> Cards:
    """Cards with a joker that would have to stand for another."""
    if chance.is_so(0.5):
        return [*_straight(chance, 5 + chance.below(10), 5)[:4], chance.one_of(JOKERS)]
    return [*_of_rank(chance, chance.one_of(BELOW_JOKERS), 1 + chance.below(3)), chance.one_of(JOKERS)]


Maker = Callable[[Chance], Cards]


def _some_of_a_rank(chance: Chance) -> Cards:
    return _of_rank(chance, chance.one_of(BELOW_JOKERS), 1 + chance.below(4))


def _several_of_a_rank(chance: Chance) -> Cards:
    return _of_rank(chance, chance.one_of(BELOW_JOKERS), 2 + chance.below(3))


PLAIN_COMBINATIONS: tuple[Maker, ...] = (
    *[_some_of_a_rank] * 3,
    lambda chance: _straight(chance, 7 + chance.below(7), 5),
)
COMBINATIONS: tuple[Maker, ...] = (
    _some_of_a_rank,
    *[_several_of_a_rank] * 3,
    lambda chance: _straight(chance, 5, 5),
    lambda chance: _straight(chance, TOP, 5 + chance.below(2)),
    *[lambda chance: _straight(chance, 8 + chance.below(7), 5 + chance.below(4))] * 2,
    lambda chance: [chance.one_of(JOKERS)],
)
PLAIN_FAULTS: tuple[Maker, ...] = (
    lambda chance: _straight(chance, 5 + chance.below(10), chance.one_of((3, 4))),
    _two_ranks,
)
FAULTS: tuple[Maker, ...] = (
    *PLAIN_FAULTS,
    _gapped,
    _round_the_ace,
    _full_house,
    _pairs_in_a_row,
    _with_joker,
    lambda chance: JOKERS,
)


def _laid(chance: Chance, level: int, share: float) -> tuple[Cards, dict[str, Any]]:
    """Cards that are a combination or, about as often, none; and so often, at level 3, the two jokers as a pair."""
    if level == 3 and chance.is_so(share):
        return JOKERS, JOKER_PAIR
    if chance.is_so(0.55):
        return chance.one_of(PLAIN_COMBINATIONS if level == 1 else COMBINATIONS)(chance), {}
    return chance.one_of(PLAIN_FAULTS if level == 1 else FAULTS)(chance), {}


def named(chance: Chance, level: int) -> Drawn:
    """Some cards: which of the five combinations are they, if any?"""
    cards, house = _laid(chance, level, 0.06)
    return Drawn(_asked(house, cards=_text(chance.shuffled(cards))), _first(rules.read(cards, House(**house)).reasons))


# --- May one begin with it? ---


def _threes(chance: Chance, level: int, three: Card) -> Cards:
    """A combination in which this three is, but no other that chance would have put in its place.

    Threes alone, or from level 2 on a straight.
    """
    rest = [card for card in OTHER_THREES if card != three]
    if level == 1 or chance.is_so(0.5):
        return [three, *chance.some_of(rest, chance.below(len(rest) + 1))]
    straight = _straight(chance, 5 + chance.below(3), 5)
    return [three if card.rank is Rank.THREE else card for card in straight]


def _first_play(chance: Chance, level: int) -> Drawn:
    """The first play of the match: does it hold the 3♠?"""
    hand: Cards = []
    if chance.is_so(0.5):
        cards = _threes(chance, level, THREE_OF_SPADES)
    elif level == 1:
        cards = _of_rank(chance, chance.one_of(BELOW_JOKERS[1:]), 1 + chance.below(3))
    elif chance.is_so(0.7):  # another three, where the 3♠ would do
        cards = _threes(chance, level, chance.one_of(OTHER_THREES))
    elif chance.is_so(0.6):  # with the 3♠, but no combination
        short = _straight(chance, 6, 3)
        cards = [THREE_OF_SPADES, *chance.one_of((short, short[:1], [chance.one_of(JOKERS)]))]
    else:
        cards = _straight(chance, 8 + chance.below(3), 5)
    if THREE_OF_SPADES not in cards and (level == 1 or chance.is_so(0.8)):
        hand.append(THREE_OF_SPADES)
    if level > 1:
        hand += chance.some_of([card for card in OTHER_THREES if card not in cards], 0 if len(cards) > 2 else 1)
    hand += chance.some_of([card for card in DECK if card.rank is not Rank.THREE and card not in cards], 3)
    cards, hand = _by_place(cards), _by_place([*cards, *hand])
    verdict = rules.judge(hand, cards, opening=True)
    return Drawn({"cards": _text(cards), "hand": _text(hand), "opening": True}, _first(verdict.reasons))


def _lead(chance: Chance, level: int) -> Drawn:
    """A play on an empty table: is it a combination?"""
    cards, house = _laid(chance, level, 0.2)
    verdict = rules.judge(None, cards, house=House(**house))
    rule = "jokers" if house else _first(verdict.reasons)
    return Drawn(_asked(house, cards=_text(_by_place(cards))), rule)


def begin(chance: Chance, level: int) -> Drawn:
    """Cards on an empty table, at the first play of a match or later: may they be played?"""
    return (_first_play if chance.is_so(0.5) else _lead)(chance, level)


# --- Every play that beats ---


def _held(chance: Chance, table: Sequence[Card], groups: Sequence[tuple[str, int]]) -> Cards:
    """A hand of so many cards of each rank, none of which lies on the table."""
    hand: Cards = []
    for value, count in groups:
        hand += _of_rank(chance, value, count, (*table, *hand))
    return hand


def _spread(chance: Chance, values: Sequence[str], most: int) -> Sequence[str]:
    """Some of these ranks, as many as there are up to the most."""
    return chance.some_of(values, min(most, len(values)))


def _misses(chance: Chance, value: str, count: int) -> list[tuple[str, int]]:
    """Groups that do not beat so many cards of a rank: lower ones, equal ones, and higher ones that are too few."""
    at = ORDER.index(value)
    groups = [(low, count) for low in _spread(chance, BELOW_JOKERS[max(0, at - 4) : at], 2)]
    if count <= 2:
        groups.append((value, count))
    if count > 1:
        groups += [(high, count - 1) for high in _spread(chance, BELOW_JOKERS[at + 1 :], 2)]
    return groups


def _groups_on(chance: Chance, level: int) -> Pair:
    """Cards of one rank on the table, and a hand with several higher groups."""
    count, at = 1 + chance.below(3), 2 + chance.below(7)
    table = _of_rank(chance, ORDER[at], count)
    higher = chance.some_of(BELOW_JOKERS[at + 1 :], 2 + chance.below(2))
    size = count + (1 if count < 3 and level > 1 and chance.is_so(0.4) else 0)
    misses = [group for group in _misses(chance, ORDER[at], count) if group[0] not in higher]
    misses = chance.some_of(misses, min(len(misses), 4 if count == 1 else 3 if count == 2 else 2))
    hand = _held(chance, table, [*((value, count) for value in higher[1:]), (higher[0], size), *misses])
    if count == 1 and level > 1 and chance.is_so(0.4):
        hand.append(chance.one_of(JOKERS))
    return table, hand


def _straight_on(chance: Chance, level: int) -> Pair:
    """A straight on the table, and a hand with the next one and others round it."""
    length = 5 + (chance.below(2) if level > 1 else 0)
    top = length + chance.below(TOP - length)
    table = _straight(chance, top, length)
    high = min(TOP, top + 1 + (chance.below(2) if level < 3 else 1))
    low = max(length, top + chance.below(2))
    hand = _straight(chance, high, min(13, length + high - low), table)
    if level > 1 and chance.is_so(0.3):
        hand += _of_rank(chance, chance.one_of(BELOW_JOKERS), 3, (*table, *hand))
    return table, [*hand, *_of_rank(chance, chance.one_of(HIGH), 1, (*table, *hand))]


def _quad_on(chance: Chance, level: int) -> Pair:
    """A hand with a quad, on something that it beats or on another quad."""
    value = chance.one_of(BELOW_JOKERS)
    quad = _of_rank(chance, value, 4)
    if chance.is_so(0.3):
        other = chance.one_of([v for v in BELOW_JOKERS[1:-1] if v != value])
        low, high = sorted((value, other), key=ORDER.index)
        table = _of_rank(chance, low, 4)
        lower = [(v, 4) for v in _spread(chance, BELOW_JOKERS[: ORDER.index(low)], 1)]
        more = [(v, 3) for v in _spread(chance, [v for v in BELOW_JOKERS if v not in (low, high)], 2)]
        return table, _held(chance, table, [(high, 4), *(lower or more)])
    if chance.is_so(0.4):
        table = _straight(chance, 8 + chance.below(6), 5, quad)
        return table, [*quad, *_held(chance, (*table, *quad), [(v, 1) for v in chance.some_of(HIGH, 3)])]
    count = 1 + chance.below(3)
    on_table = chance.one_of([v for v in ORDER[5:13] if v != value])
    table = [BLACK_JOKER] if count == 1 and chance.is_so(0.4) else _of_rank(chance, on_table, count)
    at = ORDER.index(on_table)
    groups = [(v, n) for v, n in _misses(chance, on_table, count) if v != value]
    higher = [(v, count) for v in _spread(chance, BELOW_JOKERS[at + 1 :], 1)] if chance.is_so(0.6) else []
    taken = {v for v, _n in higher}
    return table, [
        *quad,
        *_held(chance, (*table, *quad), [*higher, *(group for group in groups if group[0] not in taken)]),
    ]


def _nothing_on(chance: Chance, level: int) -> Pair:
    """A hand in which there is only what seems to beat the table."""
    if level > 1 and chance.is_so(0.35):  # straights as high, lower, or a step too high
        top = 6 + chance.below(7)
        table = _straight(chance, top, 5)
        hand = _straight(chance, top + chance.one_of((-1, 0, 2)), 5, table)
        return table, [*hand, *_of_rank(chance, chance.one_of("KA2"), 2, (*table, *hand))]
    count = 1 + chance.below(3)
    at = (8 if count == 1 else 3) + chance.below(5)
    table = [BLACK_JOKER] if count == 1 and chance.is_so(0.2) else _of_rank(chance, ORDER[at], count)
    misses = _misses(chance, ORDER[at], count)
    hand = _held(chance, table, misses)
    if level > 1 and count == 1:  # a pair is higher, but does not go on a single
        hand = [*hand, *_of_rank(chance, hand[0].rank.letter, 1, (*table, *hand))]
    if count > 1:
        hand += chance.some_of(JOKERS, 1 + chance.below(2))
    return table, hand


def _flush_on(chance: Chance, level: int) -> Pair:
    """A hand with a straight in one suit, and what would be one but for a card."""
    length = 5
    top = length + chance.below(9)
    flush = _straight(chance, top, length, flush=True)
    tables: list[Callable[[], Cards]] = [
        lambda: _of_rank(chance, chance.one_of(BELOW_JOKERS), 4, flush),
        lambda: _of_rank(chance, chance.one_of(BELOW_JOKERS), 1 + chance.below(3), flush),
        lambda: _straight(chance, length + chance.below(10), length, flush),
        lambda: _straight(chance, top - 1, length, flush, flush=True),
    ]
    table = chance.one_of(tables)()
    values = chance.some_of(BELOW_JOKERS, 2)
    hand = [*flush, *_held(chance, (*table, *flush), [(values[0], 2), (values[1], 1)])]
    if top < TOP:
        hand += _of_rank(chance, LADDER[top].letter, 1, (*table, *hand))
    return table, hand


PLAYS: dict[str, Callable[[Chance, int], Pair]] = {
    "follow": _groups_on,
    "straight-step": _straight_on,
    "bombs": _quad_on,
    "pass": _nothing_on,
    "straight-flush": _flush_on,
}
"""Of each ruling that decides what beats a table, what lies there and a hand."""
FIRST_PLAYS = ("follow", "follow", "straight-step", "bombs", "pass")
MOST_HELD, MOST_PLAYS = 13, 6


def all_plays(chance: Chance, level: int) -> Drawn:
    """A table and a hand in which up to six plays beat it, or none, and others are as tempting."""
    rule = chance.one_of(FIRST_PLAYS if level == 1 else tuple(PLAYS)[: 4 if level == 2 else 5])
    named = FLUSH if rule == "straight-flush" else {} if rule == "pass" else _house(chance, level, rule)
    table, hand = PLAYS[rule](chance, level)
    house = House(**named)
    if len(hand) > MOST_HELD:
        raise NothingDrawn
    found = rules.plays(hand, table, house=house)
    if len(found.plays) > MOST_PLAYS or f"murlan.{rule}" not in [reason.rule for reason in found.reasons]:
        raise NothingDrawn
    if len(tempting(hand, table, house)) < 2 or (named and found.plays == rules.plays(hand, table).plays):
        raise NothingDrawn
    return Drawn(_asked(named, hand=_text(_by_place(hand)), table=_text(table)), rule)


def tempting(hand: Sequence[Card], table: Sequence[Card], house: House = STANDARD) -> list[Combination]:
    """What the hand could play if it led, and what does not beat this table.

    The nearest misses: three at most of the kind that lies there, and enough of others to make five.
    """
    right = {(play.kind, play.value, play.length) for play in rules.plays(hand, table, house=house).plays}
    on_table = rules.read(table, house).combination
    assert on_table
    kind, length, height = on_table.kind, on_table.length, on_table.height
    wrong = [play for play in rules.plays(hand, house=house).plays if (play.kind, play.value, play.length) not in right]
    wrong.sort(key=lambda play: (abs(play.length - length), abs(play.height - height)))
    alike = [play for play in wrong if play.kind is kind][:3]
    return [*alike, *(play for play in wrong if play.kind is not kind)][:5]


# --- Whose turn it is ---

TURNS = {
    "round-over": "round-end",
    "lead-goes-on": "out",
    "hand-over": "out",
    "turn-skips": "out",
    "plays-again": "pass",
    "turn-passes": "deck",
}
"""By its code what decides whose turn it is, and the ruling."""
TURNS_AT = {
    1: ("round-over", "round-over", "lead-goes-on", "turn-passes"),
    2: ("round-over", "lead-goes-on", "turn-skips", "plays-again", "turn-passes"),
    3: ("round-over", "lead-goes-on", "lead-goes-on", "turn-skips", "plays-again", "turn-passes", "hand-over"),
}
MOST_TURNS = {1: 6, 2: 9, 3: 12}


def _late_hands(chance: Chance, level: int) -> list[turns.Cards]:
    """What four players hold late in a hand: a few cards each, of ranks that come more than once."""
    few = chance.some_of(BELOW_JOKERS, 6)
    pack = chance.shuffled([*(card for card in DECK if card.rank.letter in few), *JOKERS])
    hands: list[turns.Cards] = []
    for _ in range(turns.SEATS):
        count = 1 + chance.below(2 + level)
        hands.append(tuple(_by_place(pack[:count])))
        del pack[:count]
    return hands


def _move(chance: Chance, table: turns.Table) -> turns.Cards:
    """A play or a pass, such as somebody might choose."""
    assert table.turn is not None
    found = rules.plays(table.hands[table.turn], table.lies).plays
    if not found or (table.lies and chance.is_so(0.3)):
        return ()
    return chance.one_of(found).cards


def next_turn(chance: Chance, level: int) -> Drawn:
    """Some turns of a late hand: whose turn is it now? From level 2 on they go past players who are out."""
    wanted = chance.one_of(TURNS_AT[level])
    hands = _late_hands(chance, level)
    hand, moves, fitting = turns.resume(hands, ()), list[turns.Cards](), list[int]()
    while not hand.over and len(moves) < MOST_TURNS[level]:
        moves.append(_move(chance, hand.table))
        hand = turns.resume(hands, moves)
        if wanted in [reason.code for reason in hand.reasons][:2]:
            fitting.append(len(moves))
    if not fitting:
        raise NothingDrawn
    names = chance.shuffled(NAMES)
    return Drawn(
        {
            "hands": list(map(_text, hands)),
            "moves": list(map(_text, moves[: chance.one_of(fitting)])),
            "players": names,
        },
        TURNS[wanted],
    )


# --- The exchange ---


def _hands(chance: Chance, level: int, last: Sequence[Card], first: Sequence[Card] = ()) -> Pair:
    """A hand for the first of those who played, and one for the last, with these cards and some more from 3 to 10.

    :raises NothingDrawn: where a card would be in both.
    """
    size = 5 if level < 3 else 7
    low = [card for card in DECK if rules.place(card) <= rules.PLACE["T"] and card not in (*last, *first)]
    more = chance.some_of(low, 2 * size)
    return (
        _by_place([*first, *more[: max(0, size - len(first))]]),
        _by_place([*last, *more[size : 2 * size - len(last)]]),
    )


def _exchanged(first: Cards, last: Cards, rule: str) -> Drawn:
    if set(first) & set(last):
        raise NothingDrawn
    return Drawn({"first_hand": _text(first), "last_hand": _text(last)}, rule)


def given(chance: Chance, level: int) -> Drawn:
    """Two hands: which card does the last player give, if any?"""
    if level > 1 and chance.is_so(0.2):
        return _exchanged(*_hands(chance, level, JOKERS), "exchange-exempt")
    if level == 1:
        highest = _held(chance, (), [(value, 1) for value in chance.some_of(HIGH, 3)])
    elif chance.is_so(0.4):  # one joker, and a two
        highest = [chance.one_of(JOKERS), *_of_rank(chance, "2", 1 + chance.below(2))]
    else:  # several are equally high
        value = chance.one_of(HIGH)
        lower = chance.one_of(BELOW_JOKERS[7 : ORDER.index(value)])
        highest = _held(chance, (), [(value, 2 + chance.below(2)), (lower, 1)])
    more = [card for card in JOKERS if card not in highest]
    first = chance.some_of(more, min(1, len(more))) if level > 1 and chance.is_so(0.5) else []
    return _exchanged(*_hands(chance, level, highest, first), "exchange")


def exchange(chance: Chance, level: int) -> Drawn:
    """Two hands: which cards may the first player give back, if any?"""
    high = [*(card for card in DECK if card.rank.letter in HIGH), *JOKERS]
    if level > 1 and chance.is_so(0.2):
        first = chance.some_of([card for card in high if card not in JOKERS], 1 + chance.below(3))
        return _exchanged(*_hands(chance, level, JOKERS, first), "exchange-exempt")
    way = 0.0 if level == 1 else chance.below(10) / 10
    if way < 0.3:
        cards = chance.some_of(high, 4)
        return _exchanged(*_hands(chance, level, cards[:1], cards[1:]), "exchange")
    if way < 0.6:  # nothing from 3 to 10, the lowest of them perhaps twice
        value = chance.one_of("JQK")
        above = [card for card in high if rules.place(card) > rules.PLACE[value]]
        first = [*_of_rank(chance, value, 1 + chance.below(2)), *chance.some_of(above, 4)]
        last = chance.some_of([card for card in high if card not in first], 1)
        return _exchanged(first, _hands(chance, level, last)[1], "exchange")
    # The card that the first receives may come back, beside others or because there is no other.
    first = chance.some_of(high, 3 if way < 0.8 else 5)
    best = chance.one_of("89T")
    lower = [card for card in DECK if rules.place(card) < rules.PLACE[best]]
    rest = chance.some_of(lower, 6)
    last = [*_of_rank(chance, best, 1), *rest[2:]]
    return _exchanged(_by_place([*first, *rest[: 5 - len(first)]]), _by_place(last), "exchange")


def starts(chance: Chance, level: int) -> Drawn:
    """Two hands: who starts? The first player where the last has both jokers."""
    twos = _of_rank(chance, "2", 2)
    if chance.is_so(0.5):
        last, first = JOKERS, twos[: chance.below(3)]
    elif level == 1:
        last, first = twos[: chance.below(2)], twos[1:]
    else:
        last, first = chance.one_of(
            ((JOKERS[:1], JOKERS[1:]), (JOKERS[1:], JOKERS[:1]), (twos, JOKERS), (JOKERS[:1], []))
        )
    return _exchanged(*_hands(chance, level, last, first), "starter")


# --- The score ---


def points(chance: Chance, level: int) -> Drawn:
    """Some hands: how many points has the player in front? From level 2 on another is one point behind."""
    count = level + chance.one_of((1, 2))
    hands = [chance.shuffled(NAMES) for _ in range(count)]
    best, second, *_others = sorted(scoring.score(hands).totals.values(), reverse=True)
    if best == second or (level > 1 and best - second > 1):
        raise NothingDrawn
    return Drawn({"hands": hands}, "points")


ENDINGS = {
    1: ((21, "open"), (21, "won"), (21, "raised")),
    2: ((21, "won"), (21, "raised"), (31, "won"), (31, "raised"), (41, "open"), (51, "won-at-last"), (51, "shared")),
    3: ((31, "raised"), (41, "raised"), (41, "won"), (51, "won"), (51, "open"), (51, "won-at-last"), (51, "shared")),
}
"""The targets that are played to, and what the last hand comes to: the code of what decides."""


def _ending(totals: Mapping[str, int], target: int) -> str:
    """What the totals after a hand would come to, so that no hand need be counted that is not played."""
    there = [total for total in totals.values() if total >= target]
    if len(there) < 2:
        return "won" if there else "open"
    if target < scoring.TARGETS[-1]:
        return "raised"
    return "shared" if list(totals.values()).count(max(there)) > 1 else "won-at-last"


def target(chance: Chance, level: int) -> Drawn:
    """A match as it stands after a hand: who has won, or what is it played to?

    Two players run head to head, so that each target is reached by both, until the last hand ends as it was drawn.
    """
    aim, ending = chance.one_of(ENDINGS[level])
    names = chance.shuffled(NAMES)
    ahead = names[:2]
    totals, now = dict.fromkeys(names, 0), scoring.TARGETS[0]
    hands: list[list[str]] = []
    while len(hands) < 45:
        after: dict[str, list[tuple[str, ...]]] = {}
        for order in permutations(names):
            sums = {name: totals[name] + won for name, won in zip(order, scoring.POINTS, strict=True)}
            after.setdefault(_ending(sums, now), []).append(order)
        is_near = sorted(totals.values())[-2] >= now - 4
        if now == aim and is_near and ending in after and max(totals.values()) >= now - 3:
            hands.append(list(chance.one_of(after[ending])))
            reason = scoring.score(hands).reasons[0]
            return Drawn({"hands": hands}, reason.rule.removeprefix("murlan."))
        onward = "raised" if now < aim and "raised" in after else "open"
        if onward not in after:
            break
        behind = min(ahead, key=lambda name: totals[name])
        close = [order for order in after[onward] if set(order[:2]) == set(ahead) and order[0] == behind]
        order = chance.one_of(close if close and chance.is_so(0.7) else after[onward])
        hands.append(list(order))
        for name, won in zip(order, scoring.POINTS, strict=True):
            totals[name] += won
        now += 10 * (onward == "raised")
    raise NothingDrawn
