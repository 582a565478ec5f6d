"""Questions of Machiavelli to practise on: what chance lays out, built so that a ruling decides it.

Turns are built of moves that are known to work, or to fail by one card; only what else may lie there is looked for.

Levels: 1, one rule and cards that are plain; 2, near misses; 3, with house rules as well. The rulings that are house
rules themselves come with theirs from level 2 on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.arranging.melds import read
from games.arranging.rebuild import most_cards
from games.cards import JOKER, Card, Rank, Suit
from games.chance import Chance, Drawn, NothingDrawn
from games.machiavelli import rules
from games.machiavelli.rules import MOST, STANDARD, Group, House
from games.rulings import Reason

SUITS = tuple(Suit)
ACE_HIGH = 14
WRAP = {"wrap": True}
ANY_SUIT = {"sets": "any_suit"}
JOKERS = {"jokers": True}


def _card(value: int, suit: Suit) -> Card:
    """A card by its rung: 1 is the ace, and 14 the ace again, above the king."""
    return Card(Rank((value - 1) % 13 + 1), suit)


def _run(suit: Suit, low: int, high: int) -> Group:
    if low < 1 or high > ACE_HIGH:
        raise NothingDrawn
    return tuple(_card(value, suit) for value in range(low, high + 1))


def _set(value: int, suits: Iterable[Suit]) -> Group:
    return tuple(_card(value, suit) for suit in sorted(suits))


def _text(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


def _groups(groups: Iterable[Group]) -> list[str]:
    return [_text(group) for group in groups]


def _count(groups: Iterable[Iterable[Card]]) -> Counter[Card]:
    return Counter(card for group in groups for card in group)


def _without(group: Group, *gone: Card) -> Group:
    return rules.without(group, gone)


def _hold_to_pack(cards: Iterable[Card], house: House) -> None:
    if house.pack.excess(cards):
        raise NothingDrawn


# --- Is it a group? ---

Given = tuple[Sequence[Card], Mapping[str, Any]]
"""Cards, and house rules where they change something."""


def _sets(chance: Chance, level: int, wanted: bool) -> Given:
    value, suits = 1 + chance.below(13), chance.shuffled(SUITS)
    count = 3 + chance.below(2)
    plain = _set(value, suits[:count])
    if wanted:
        if level < 3 or chance.is_so(0.3):
            return plain, {}
        if chance.is_so(0.25):
            return (_card(value, suits[0]),) * 3, ANY_SUIT | {"decks": 3}
        return (*plain[:-1], plain[0]), ANY_SUIT
    if level == 1:
        other = _card(value + chance.one_of((-1, 1, 3)), suits[count - 1])
        return (*plain[:-1], other) if other.rank is not plain[0].rank else (*plain[:-1], plain[0]), {}
    if level == 3 and chance.is_so(0.4):  # a fifth card, where suits may repeat
        return (*_set(value, SUITS), _card(value, suits[0])), ANY_SUIT
    if chance.is_so(0.3):
        joined = (*_set(value, suits[:2]), JOKER)
        return (
            ((*joined[:1], *joined[:1], JOKER), JOKERS) if chance.is_so(0.5) else ((*_set(value, SUITS), JOKER), JOKERS)
        )
    return (*plain[: count - 1], chance.one_of(plain[: count - 1])), {}


def _runs(chance: Chance, level: int, wanted: bool) -> Given:
    suit, length = chance.one_of(SUITS), 3 + chance.below(3)
    low = 2 + chance.below(12 - length)
    if wanted:
        if level > 1 and chance.is_so(0.6):  # the ace below, or above
            return chance.one_of((_run(suit, 1, length), _run(suit, ACE_HIGH + 1 - length, ACE_HIGH))), {}
        return _run(suit, low, low + length - 1), {}
    cards = _run(suit, low, low + length)
    gap = 1 + chance.below(length - 1)
    gapped = _without(cards, cards[gap])
    other = chance.one_of([one for one in SUITS if one is not suit and (level == 1 or one.colour is suit.colour)])
    mixed = tuple(_card(low + at, other if at == gap else suit) for at in range(length))
    if level == 1:
        return chance.one_of((gapped, mixed)), {}
    ways: list[Callable[[], Given]] = [
        lambda: (gapped, {}),
        lambda: (mixed, {}),
        lambda: ((*cards[:length], cards[gap]), {}),
        lambda: (_round_the_ace(chance, suit), {}),
        lambda: (_round_the_ace(chance, suit), {}),
        lambda: ((*(card for at, card in enumerate(_run(suit, low, low + 4)) if at not in (1, 2)), JOKER), JOKERS),
    ]
    if level == 3:
        ways.append(lambda: ((_card(12, suit), _card(13, suit), _card(1, suit), _card(3, suit)), WRAP))
        ways.append(lambda: ((_card(1, suit), *_run(suit, 2, 3), _card(12, suit)), WRAP))
    return chance.one_of(ways)()


def _round_the_ace(chance: Chance, suit: Suit) -> Group:
    low = 12 + chance.below(2)
    high = 15 + chance.below(2 if low == 12 else 3)
    return tuple(_card(value, suit) for value in range(low, high + 1))


def _too_few(chance: Chance, level: int, wanted: bool) -> Given:
    """Two cards that would begin a group."""
    if wanted:
        raise NothingDrawn
    suit, value = chance.one_of(SUITS), 1 + chance.below(12)
    if level > 1 and chance.is_so(0.6):
        return (_card(value, suit), JOKER), JOKERS
    pair = _set(value, chance.some_of(SUITS, 2))
    return chance.one_of((pair, _run(suit, value, value + 1))), {}


def _with_jokers(chance: Chance, level: int, wanted: bool) -> Given:
    if not wanted:
        return (JOKER, JOKER), JOKERS
    suit, value = chance.one_of(SUITS), 1 + chance.below(13)
    length = 3 + chance.below(3)
    low = 1 + chance.below(ACE_HIGH - length)
    run = _run(suit, low, low + length - 1)
    gap = run[chance.below(length)]
    joined = (*_without(run, gap), JOKER)
    ways = [joined, joined, (*_set(value, chance.some_of(SUITS, 2 + chance.below(2))), JOKER)]
    if level == 3:
        run = _run(suit, 1 + chance.below(9), ACE_HIGH)[:5]
        ways += [(_card(value, suit), JOKER, JOKER), (run[0], run[2], run[4], JOKER, JOKER)]
    return chance.one_of(ways), JOKERS


def _wrapped(chance: Chance, level: int, wanted: bool) -> Given:
    suit = chance.one_of(SUITS)
    cards = _round_the_ace(chance, suit)
    if not wanted:
        return (*cards, chance.one_of(cards)), WRAP
    if level == 3 and chance.is_so(0.4):
        gap = chance.one_of(cards)
        if gap.rank is Rank.ACE or len(cards) < 4:
            return (*_without(cards, gap), JOKER), WRAP | JOKERS
    return cards, WRAP


GROUPS: dict[str, Callable[[Chance, int, bool], Given]] = {
    "sets": _sets,
    "runs": _runs,
    "groups": _too_few,
    "variant-jokers": _with_jokers,
    "variant-wrap": _wrapped,
}
"""Of each ruling that decides whether cards are a group what is worth asking: cards that are one, and that are none."""
GROUP_RULES = (
    ("sets", "sets", "sets", "runs", "runs", "runs", "groups"),
    ("sets", "sets", "sets", "runs", "runs", "runs", "groups", "variant-jokers", "variant-wrap", "variant-wrap"),
)
YES_SHARE = {"sets": 0.6, "runs": 0.6, "groups": 0, "variant-jokers": 0.85, "variant-wrap": 0.7}


def group(chance: Chance, level: int) -> Drawn:
    """Some cards: are they a group?"""
    rule = chance.one_of(GROUP_RULES[level > 1])
    cards, house = GROUPS[rule](chance, level, chance.is_so(YES_SHARE[rule]))
    found = rules.recognise(cards, House(**house))
    _hold_to_pack(cards, House(**house))
    if f"machiavelli.{rule}" not in [reason.rule for reason in found.reasons]:
        raise NothingDrawn
    if house and JOKER not in cards and found == rules.recognise(cards):
        raise NothingDrawn  # a house rule that turns nothing is only in the way
    shown = cards if level == 1 and rule == "runs" else chance.shuffled(cards)
    return Drawn({"cards": _text(shown)} | ({"house": dict(house)} if house else {}), rule)


# --- Moves, of which turns are built ---


@dataclass(frozen=True, slots=True)
class Move:
    """What some cards of the hand do to some groups of the table."""

    before: tuple[Group, ...]
    hand: tuple[Card, ...]
    after: tuple[Group, ...]
    """As hands would lay it, where it fails as well."""
    house: Mapping[str, Any] | None = None
    """The house rule that it works by."""


Maker = Callable[[Chance, bool], Move]
"""Makes a move that works, or one that fails though it looks alike."""


def split(chance: Chance, works: bool) -> Move:
    """A card goes into the middle of a run that holds its twin: two runs, if both are long enough."""
    length = 5 + chance.below(3) if works else 4 + chance.below(2)
    low = 1 + chance.below(ACE_HIGH - length)
    at = 2 + chance.below(length - 4) if works else chance.one_of((1, length - 2))
    run = _run(chance.one_of(SUITS), low, low + length - 1)
    return Move((run,), (run[at],), (run[: at + 1], run[at:]))


def from_set(chance: Chance, works: bool) -> Move:
    """A set lends the card that lies between a run and a card of the hand; of three it can lend none."""
    suit, *others = chance.shuffled(SUITS)
    value, length = 4 + chance.below(8), 3 + chance.below(2)
    lender = _set(value, (suit, *others) if works else (suit, *others[:2]))
    lent = _card(value, suit)
    if chance.is_so(0.5):
        run, card = _run(suit, value - length, value - 1), _card(value + 1, suit)
        grown: Group = (*run, lent, card)
    else:
        run, card = _run(suit, value + 1, value + length), _card(value - 1, suit)
        grown = (card, lent, *run)
    return Move((lender, run), (card,), (_without(lender, lent), grown))


def to_set(chance: Chance, works: bool) -> Move:
    """Two runs lend their ends to a card of the hand; a run of three can lend none."""
    one, two, three = chance.some_of(SUITS, 3)
    value = 4 + chance.below(8)
    lengths = (4 + chance.below(2), 4) if works else chance.one_of(((3, 4), (4, 3), (3, 3)))
    lenders = []
    for suit, length in zip((one, two), lengths, strict=True):
        runs = [(low, low + length - 1) for low in (value, value - length + 1) if low >= 1]
        low, high = chance.one_of(runs)
        lenders.append(_run(suit, low, high))
    lent = (_card(value, one), _card(value, two))
    left = tuple(_without(run, card) for run, card in zip(lenders, lent, strict=True))
    card = _card(value, three)
    return Move(tuple(lenders), (card,), (*left, (*lent, card)))


def two_sets(chance: Chance, works: bool) -> Move:
    """Two sets lend a card each to a card of the hand, for a run."""
    suit, *others = chance.shuffled(SUITS)
    value = 2 + chance.below(10)
    counts = (3, 3) if works else chance.one_of(((2, 3), (3, 2)))
    values = chance.shuffled(range(value, value + 3))
    lenders = tuple(_set(at, (suit, *others[:count])) for at, count in zip(values[:2], counts, strict=True))
    left = tuple(_without(group, _card(at, suit)) for group, at in zip(lenders, values, strict=False))
    return Move(lenders, (_card(values[2], suit),), (*left, _run(suit, value, value + 2)))


def with_two(chance: Chance, works: bool) -> Move:
    """A group lends one card to two of the hand."""
    suit, *others = chance.shuffled(SUITS)
    value = 4 + chance.below(8)
    lent = _card(value, suit)
    if chance.is_so(0.5):
        lender = _set(value, (suit, *others) if works else (suit, *others[:2]))
        low = chance.one_of((value - 2, value - 1, value))
        built = _run(suit, low, low + 2)
    else:
        length = 4 if works else 3
        lender = chance.one_of((_run(suit, value, value + length - 1), _run(suit, value - length + 1, value)))
        built = (lent, *_set(value, others[:2]))
    return Move((lender,), _without(built, lent), (_without(lender, lent), built))


def dissolved(chance: Chance, works: bool) -> Move:
    """A set is taken apart altogether: each of its cards goes to a run, and one of them brings a card of the hand along."""
    suits = chance.some_of(SUITS, 3)
    value = 4 + chance.below(9)
    triple = _set(value, suits)
    runs = [_run(suit, value - 3, value - 1) for suit in suits]
    card = _card(value + 1, suits[0])
    if not works:  # one of the three finds no place
        runs.pop()
        grown = [(*run, _card(value, suit)) for run, suit in zip(runs, suits, strict=False)]
        return Move((triple, *runs), (card,), ((*grown[0], card), grown[1], (_card(value, suits[2]),)))
    grown = [(*run, _card(value, suit)) for run, suit in zip(runs, suits, strict=True)]
    return Move((triple, *runs), (card,), ((*grown[0], card), *grown[1:]))


def added(chance: Chance, works: bool) -> Move:
    """A card is added to a group; or it is the wrong suit, the wrong rank, or beyond the ace."""
    suit, *others = chance.shuffled(SUITS)
    if chance.is_so(0.4):
        value = 1 + chance.below(13)
        triple = _set(value, (suit, *others[:2]))
        card = _card(value, others[2] if works else suit)
        return Move((triple,), (card,), ((*triple, card),))
    length = 3 + chance.below(2)
    if not works and chance.is_so(0.4):
        return _beyond_the_ace(chance)
    low = 2 + chance.below(12 - length)
    run = _run(suit, low, low + length - 1)
    up = chance.is_so(0.5)
    step = 1 if works else 2
    value = low + length - 1 + step if up else low - step
    if not 1 <= value <= ACE_HIGH:
        raise NothingDrawn
    card = _card(value, suit)
    return Move((run,), (card,), ((*run, card) if up else (card, *run),))


def _beyond_the_ace(chance: Chance) -> Move:
    """A run that ends with an ace, and the card on the other side of it."""
    suit, length = chance.one_of(SUITS), 3 + chance.below(2)
    if chance.is_so(0.5):
        run, card = _run(suit, ACE_HIGH + 1 - length, ACE_HIGH), _card(2, suit)
        return Move((run,), (card,), ((*run, card),))
    run, card = _run(suit, 1, length), _card(13, suit)
    return Move((run,), (card,), ((card, *run),))


def laid(chance: Chance, works: bool) -> Move:
    """A new group from the hand; or one with a gap, or with a suit that is there twice."""
    suit, *others = chance.shuffled(SUITS)
    value = 1 + chance.below(10)
    if chance.is_so(0.5):
        cards = _set(value, (suit, *others[:2])) if works else (*_set(value, (suit, others[0])), _card(value, suit))
    else:
        cards = _run(suit, value, value + 2 + (not works))
        cards = cards if works else _without(cards, cards[1])
    return Move((), cards, (cards,))


def by_house(chance: Chance, works: bool) -> Move:
    """A move that one house rule allows and nothing else."""
    suit, *others = chance.shuffled(SUITS)
    match chance.below(3):
        case 0:
            move = _beyond_the_ace(chance)
            return Move(move.before, move.hand, move.after, WRAP)
        case 1:
            value = 1 + chance.below(13)
            triple = _set(value, (suit, *others[:2]))
            return Move((triple,), triple[:1], ((*triple, triple[0]),), ANY_SUIT)
        case _:
            value = 2 + chance.below(9)
            joined = (_card(value, suit), _card(value + 1, suit), JOKER)
            card = _card(value + 3, suit)
            return Move((joined,), (card,), ((*joined, card),), JOKERS)


REGROUP: tuple[Maker, ...] = (split, from_set, to_set, two_sets)
"""Moves of one card of the hand that take groups apart."""


def _bystander(chance: Chance, near: Iterable[Card]) -> Group:
    """A group that has nothing to do with a turn, of about the same cards."""
    about = chance.one_of([card for card in near if not card.is_joker] or [Card(Rank.SEVEN, Suit.CLUBS)])
    value = int(about.rank)
    if chance.is_so(0.5):
        return _set(1 + (value + chance.one_of((-3, -2, 1, 2))) % 13, chance.some_of(SUITS, 3))
    length = 3 + chance.is_so(0.3)
    low = max(1, min(value - chance.below(4), ACE_HIGH - length + 1))
    return _run(chance.one_of(SUITS), low, low + length - 1)


@dataclass(frozen=True, slots=True)
class Turn:
    """Moves together with what else lies there."""

    before: tuple[Group, ...]
    hand: tuple[Card, ...]
    after: tuple[Group, ...]
    named: dict[str, Any]
    """House rules."""

    @property
    def house(self) -> House:
        return House(**self.named)


def _together(chance: Chance, moves: Sequence[Move], bystanders: int = 0, spare: Iterable[Card] = ()) -> Turn:
    """Some moves in one turn, with groups that only lie there, and cards that stay in the hand."""
    before = [group for move in moves for group in move.before]
    after = [group for move in moves for group in move.after]
    hand = [*(card for move in moves for card in move.hand), *spare]
    named: dict[str, Any] = {}
    for move in moves:
        named |= move.house or {}
    for _ in range(bystanders):
        group = _bystander(chance, [*(card for one in before for card in one), *hand])
        before.append(group)
        after.append(group)
    _hold_to_pack([*(card for group in before for card in group), *hand], House(**named))
    before = chance.shuffled(before)
    kept = [group for group in before if group in after]
    new = Counter(after) - Counter(kept)
    return Turn(tuple(before), tuple(sorted(hand)), (*kept, *new.elements()), named)


def _question(turn: Turn, **fields: Any) -> dict[str, Any]:
    return fields | ({"house": turn.named} if turn.named else {})


# --- What is wrong with this turn? ---


def _some_cards(chance: Chance, count: int) -> list[Card]:
    return [_card(1 + chance.below(13), chance.one_of(SUITS)) for _ in range(count)]


def _move(chance: Chance, level: int, works: bool = True) -> Move:
    """A move that takes groups apart: at level 1 one group, later more."""
    return chance.one_of((split, with_two) if level == 1 else (*REGROUP, with_two))(chance, works)


def _extended(chance: Chance, level: int) -> Turn:
    moves = [by_house(chance, True) if level == 3 and chance.is_so(0.6) else added(chance, True)]
    return _together(chance, moves, 2, _some_cards(chance, 2))


def _laid_down(chance: Chance, level: int) -> Turn:
    return _together(chance, [laid(chance, True)], 2, _some_cards(chance, 2))


def _regrouped(chance: Chance, level: int) -> Turn:
    moves = [_move(chance, level)]
    if level == 3:
        moves.append(chance.one_of((added, by_house))(chance, True))
    return _together(chance, moves, 3 - len(moves[0].before), _some_cards(chance, 2))


def _last_card(chance: Chance, level: int) -> Turn:
    moves = [chance.one_of((added, laid))(chance, True) if level == 1 else _move(chance, level)]
    return _together(chance, moves, 2)


def _card_missing(chance: Chance, level: int) -> Turn:
    """A card of the table is gone, and what is left are groups all the same."""
    if level == 3 and chance.is_so(0.4):  # the joker is taken for the card it stands for, as other games have it
        suit, low = chance.one_of(SUITS), 1 + chance.below(11)
        run = _run(suit, low, low + 2)
        card = chance.one_of(run)
        joined = tuple(JOKER if other is card else other for other in run)
        return _together(chance, [Move((joined,), (card,), (run,), JOKERS)], 2, _some_cards(chance, 2))
    if level > 1 and chance.is_so(0.5):  # what a group that cannot lend would leave behind has vanished
        move = _move(chance, level, False)
        whole = tuple(group for group in move.after if read(group, STANDARD.laws))
        return _together(chance, [Move(move.before, move.hand, whole)], 2, _some_cards(chance, 2))
    maker = added if level == 1 or chance.is_so(0.3) else from_set
    made = _together(chance, [maker(chance, True)], 2, _some_cards(chance, 2))
    spared = [
        (group, card)
        for group in made.after
        for card in group
        if card not in made.hand and read(_without(group, card), STANDARD.laws)
    ]
    if not spared:
        raise NothingDrawn
    group, card = chance.one_of(spared)
    return Turn(made.before, made.hand, _replaced(made.after, group, _without(group, card)), made.named)


def _from_nowhere(chance: Chance, level: int) -> Turn:
    """A card is used that is nobody's; a near miss is a card that lies where it lay, and where it was lent to as well."""
    if level > 1 and chance.is_so(0.7):
        move = chance.one_of((from_set, with_two, two_sets))(chance, chance.is_so(0.5))
        lender = move.before[0]
        after = (lender, *move.after[1:])
        return _together(chance, [Move(move.before, move.hand, after)], 2, _some_cards(chance, 2))
    made = _together(chance, [added(chance, True)], 2, _some_cards(chance, 3))
    fitting = [
        (group, card)
        for group in made.after
        for card in _neighbours(group)
        if card not in made.hand and read((*group, card), STANDARD.laws)
    ]
    group, card = chance.one_of(fitting)
    return Turn(made.before, made.hand, _replaced(made.after, group, (*group, card)), made.named)


def _replaced(table: Sequence[Group], group: Group, by: Group) -> tuple[Group, ...]:
    """A table with another group in the place of one."""
    at = table.index(group)
    return (*table[:at], by, *table[at + 1 :])


def _neighbours(group: Group) -> list[Card]:
    """The cards that might be added to a group."""
    real = [card for card in group if card.suit is not None]
    ranks = {int(card.rank) for card in real}
    suits = {card.suit for card in real if card.suit is not None}
    if len(ranks) == 1:
        return [_card(min(ranks), suit) for suit in SUITS if suit not in suits]
    return [_card(value, suit) for suit in suits for value in (min(ranks) - 1, max(ranks) + 1)]


def _left_with_two(chance: Chance, level: int) -> Turn:
    move = _move(chance, level, False)
    return _together(chance, [move], 2, _some_cards(chance, 2))


def _no_set(chance: Chance, level: int) -> Turn:
    suit, *others = chance.shuffled(SUITS)
    value = 1 + chance.below(13)
    lower = _card(value, suit)
    if level == 1 or chance.is_so(0.4):  # laid down, or added to
        pair = (*_set(value, (suit, others[0])), _card(value, suit))
        move = Move((), pair, (pair,))
    elif chance.is_so(0.5):
        lender = _run(suit, value, value + 3)  # its end goes to a set that has its suit already
        triple = _set(value, (suit, *others[:2]))
        card = _card(value + 4, suit)
        move = Move((lender, triple), (card,), ((*lender[1:], card), (*triple, lower)))
    else:
        triple = _set(value, (suit, *others[:2]))
        move = Move((triple,), (lower,), ((*triple, lower),))
    return _together(chance, [move], 1 + chance.below(2), _some_cards(chance, 2))


def _no_run(chance: Chance, level: int) -> Turn:
    suit, *others = chance.shuffled(SUITS)
    if level > 1 and chance.is_so(0.6):
        return _together(chance, [_beyond_the_ace(chance)], 2, _some_cards(chance, 2))
    value = 3 + chance.below(7)
    run = _run(suit, value, value + 4)
    lent = run[chance.one_of((1, 2, 3))]  # from the middle, so that it leaves a gap
    cards = _set(int(lent.rank), others[:2])
    return _together(chance, [Move((run,), cards, (_without(run, lent), (lent, *cards)))], 2, _some_cards(chance, 2))


def _nothing_played(chance: Chance, level: int) -> Turn:
    """The table is regrouped, and nothing comes from the hand."""
    suit, *others = chance.shuffled(SUITS)
    value = 4 + chance.below(7)
    match chance.below(2 if level == 1 else 3):
        case 0:
            below, above = _run(suit, value - 3, value - 1), _run(suit, value, value + 2)
            move = Move((below, above), (), ((*below, *above),))
        case 1:
            lender, run = _set(value, SUITS), _run(suit, value + 1, value + 3)
            lent = _card(value, suit)
            move = Move((lender, run), (), (_without(lender, lent), (lent, *run)))
        case _:
            rows = [_run(one, value, value + 2) for one in (suit, *others[:2])]
            move = Move(tuple(rows), (), tuple(zip(*rows, strict=True)))
    return _together(chance, [move], 1 + chance.below(2), _some_cards(chance, 3))


def _as_it_was(chance: Chance, level: int) -> Turn:
    turn = _together(chance, [Move((), (), ())], 3, _some_cards(chance, 3))
    mixed = chance.shuffled(turn.before)
    return Turn(turn.before, turn.hand, tuple(tuple(chance.shuffled(group)) for group in mixed), turn.named)


def _too_many(chance: Chance, level: int) -> Turn:
    """Fourteen cards of the hand, and none too many of those that were there."""
    return _many(chance, MOST + 1)


def _just_few_enough(chance: Chance, level: int) -> Turn:
    """Thirteen of the hand; with those of the table the groups hold more."""
    return _many(chance, MOST)


def _many(chance: Chance, count: int) -> Turn:
    suit = chance.one_of(SUITS)
    low = 1 + chance.below(8)
    run = _run(suit, low, low + 3)
    lengths = (3, 3, 3, chance.one_of((3, count - 10)))
    groups = []
    for length in lengths:
        if chance.is_so(0.5):
            groups.append(_set(1 + chance.below(13), chance.some_of(SUITS, length)))
        else:
            start = 1 + chance.below(10)
            groups.append(_run(chance.one_of(SUITS), start, start + length - 1))
    hand = [card for group in groups for card in group]
    more = count - len(hand)
    grown = _run(suit, low, low + 3 + more)
    moves = [Move((run,), grown[4:], (grown,)), *(Move((), group, (group,)) for group in groups)]
    return _together(chance, moves, 0, _some_cards(chance, 1 + chance.below(2)))


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of turn: the ruling that decides it, how it is made, and what is wrong with it, if anything."""

    rule: str
    make: Callable[[Chance, int], Turn]
    wrong: str = ""
    """The code of the only thing that is wrong."""
    weight: int = 1
    least: int = 1
    """The level from which on it comes."""


FAULTS = (
    Fault("take", _regrouped, weight=2),
    Fault("extend", _extended, weight=3),
    Fault("play", _laid_down),
    Fault("play", _just_few_enough, weight=2, least=2),
    Fault("end", _last_card, weight=4),
    Fault("take", _card_missing, "missing", weight=4),
    Fault("take", _from_nowhere, "from-nowhere", weight=4),
    Fault("groups", _left_with_two, "no-group-after", weight=3),
    Fault("sets", _no_set, "no-group-after", weight=2),
    Fault("runs", _no_run, "no-group-after", weight=2),
    Fault("restore", _nothing_played, "nothing-played", weight=5),
    Fault("turn", _as_it_was, "nothing-played", weight=2),
    Fault("play", _too_many, "too-many-played", weight=3, least=2),
)
WRONG = ("missing", "from-nowhere", "no-group-after", "nothing-played", "too-many-played")
"""What may be wrong with a turn, by the codes of the judge's reasons."""


def wrong(reasons: Iterable[Reason]) -> list[str]:
    """What is wrong with a turn, each once."""
    return list(dict.fromkeys(reason.code for reason in reasons if reason.code in WRONG))


def _with_a_joker(chance: Chance, made: Turn) -> Turn:
    """The same turn with a joker in one of the groups that stay as they are."""
    still = [group for group in made.before if group in made.after and JOKER not in group]
    if not still or JOKER in _count(made.before):
        return made
    group = chance.one_of(still)
    gone = chance.one_of(group)
    joined = tuple(JOKER if card is gone else card for card in group)
    before, after = (_replaced(table, group, joined) for table in (made.before, made.after))
    return Turn(before, made.hand, after, made.named | JOKERS)


def turn(chance: Chance, level: int) -> Drawn:
    """A table before and after, and a hand: what is wrong with the turn, if anything?"""
    fault = chance.one_of([fault for fault in FAULTS if fault.least <= level for _ in range(fault.weight)])
    made = fault.make(chance, level)
    if level == 3 and chance.is_so(0.3):
        made = _with_a_joker(chance, made)
    judged = rules.judge(made.before, made.hand, made.after, made.house)
    _hold_to_pack([card for group in made.after for card in group], made.house)
    if wrong(judged.reasons) != [fault.wrong] * bool(fault.wrong):
        raise NothingDrawn
    if f"machiavelli.{fault.rule}" not in [reason.rule for reason in judged.reasons]:
        raise NothingDrawn
    if not fault.wrong and (len(judged.played) == len(made.hand)) != (fault.rule == "end"):
        raise NothingDrawn
    question = _question(made, before=_groups(made.before), hand=_text(made.hand), after=_groups(made.after))
    return Drawn(question, fault.rule)


# --- Which cards go down alone? ---

ALONE_RULES = ("take", "take", "take", "extend", "extend", "groups", "groups", "groups", "turn")


def alone(chance: Chance, level: int) -> Drawn:
    """A table and a hand: which cards could be played, each without the others?

    No card needs another one or stands in its way, so that the best turn plays just these.
    """
    rule = chance.one_of(ALONE_RULES)
    apart: tuple[Maker, ...] = (split,) if level == 1 else REGROUP
    fitting: list[Maker] = []
    tempting: list[Maker] = [added]
    if rule == "take":
        fitting = [chance.one_of(apart), *([added] if chance.is_so(0.6) else [])]
    elif rule == "extend":
        fitting = [added] * (1 + chance.below(level))
        tempting = [chance.one_of((*apart, added))]
    elif rule == "groups":
        fitting = [added] * (1 + chance.below(2))
        tempting = [chance.one_of(apart)]
    else:
        tempting = [chance.one_of(apart), added]
    if level == 3 and rule != "turn" and chance.is_so(0.6):
        fitting = [*fitting[: 1 if rule == "take" else -1], by_house]
    right = [make(chance, True) for make in fitting]
    made = _tempted(chance, right, [make(chance, False) for make in tempting], 3 if level == 1 else 4)
    playable = sorted(card for move in right for card in move.hand)
    misses = set(made.hand) - set(playable)
    if len(set(made.hand)) < len(made.hand) or any(can_be_added(made.before, card, made.house) for card in misses):
        raise NothingDrawn
    best = _best(made, rule)
    if sorted(best.turn.played) != playable or (rule in ("take", "extend") and best.reasons[0].rule != _full(rule)):
        raise NothingDrawn
    if any(plays_alone(made.before, card, made.house) for card in misses):
        raise NothingDrawn
    return Drawn(_question(made, table=_groups(made.before), hand=_text(made.hand)), rule)


def can_be_added(table: Sequence[Group], card: Card, house: House) -> bool:
    """Whether a group is still one with this card as well."""
    return any(read((*group, card), house.laws) for group in table)


def plays_alone(table: Sequence[Group], card: Card, house: House) -> bool:
    """Whether a turn can play this card and no other."""
    return most_cards(table, (card,), house.laws) == 1


def _full(rule: str) -> str:
    return f"machiavelli.{rule}"


def _tempted(chance: Chance, right: Sequence[Move], misses: Sequence[Move], least: int) -> Turn:
    """Moves that work beside some that fail, which leave the table as it is; and cards that nearly fit, up to so many."""
    spare = [card for move in misses for card in move.hand]
    before = [group for move in (*right, *misses) for group in move.before]
    if len(before) > MOST_ON_TABLE:
        raise NothingDrawn
    count = sum(len(move.hand) for move in right)
    while before and count + len(spare) < least:
        spare.append(_near(chance, chance.one_of(before)))
    still = [Move(move.before, (), move.before) for move in misses]
    return _together(chance, [*right, *still], 0, spare)


MOST_ON_TABLE = 6


def _near(chance: Chance, group: Group) -> Card:
    """A card that nearly fits a group: a suit that is there already, a rank too far, another suit of the same colour."""
    real = [card for card in group if card.suit is not None]
    last = chance.one_of((real[0], real[-1]))
    assert last.suit is not None
    if real[0].rank is real[-1].rank:
        return last
    value = 14 if last is real[-1] and last.rank is Rank.ACE else int(last.rank)
    out = 1 if last is real[-1] else -1
    if chance.is_so(0.5) and 1 <= value + 2 * out <= ACE_HIGH:
        return _card(value + 2 * out, last.suit)
    other = next(suit for suit in SUITS if suit is not last.suit and suit.colour is last.suit.colour)
    return _card(value + out, other)


def _best(made: Turn, rule: str) -> rules.Best:
    """The best turn, as long as it turns on the ruling, and on the house rules."""
    best = rules.best(made.before, made.hand, made.house)
    if not best.turn.proved or _full(rule) not in [reason.rule for reason in best.reasons]:
        raise NothingDrawn
    if made.named and not made.house.jokers and most_cards(made.before, made.hand) == best.turn.count:
        raise NothingDrawn  # a house rule that turns nothing is only in the way
    return best


# --- How many cards can be played? ---


def joker_lent(chance: Chance, works: bool) -> Move:
    """A group lends its joker to two cards of the hand."""
    suit, *others = chance.shuffled(SUITS)
    value = 2 + chance.below(8)
    run = _run(suit, value, value + 2)
    lender: Group = (*run, JOKER) if works else (*run[:2], JOKER)
    pair = _set(value + chance.one_of((-1, 4)), others[:2])
    return Move((lender,), pair, (_without(lender, JOKER), (*pair, JOKER)), JOKERS)


def rivals(chance: Chance, works: bool) -> Move:
    """Two moves that want the same card, of which only one can have it."""
    suit, *others = chance.shuffled(SUITS)
    value = 3 + chance.below(8)
    shared = _card(value, suit)
    as_set = _without(_set(value, (suit, *others[:2])), shared)
    as_run = _without(_run(suit, value, value + 2), shared)
    if works:
        return Move((), (shared, *as_set, *as_run), ((shared, *as_set),))
    lender = _set(value, SUITS)
    first, second = (_without(_run(one, value, value + 2), _card(value, one)) for one in (suit, others[0]))
    return Move((lender,), (*first, *second), (_without(lender, shared), (shared, *first)))


MOST_RULES = (
    ("extend", "extend", "play", "play", "end", "end", "groups", "groups", "turn"),
    ("take", "take", "take", "extend", "extend", "play", "play", "end", "end", "groups", "groups", "turn"),
)


def most(chance: Chance, level: int) -> Drawn:
    """A table and a hand: how many cards can the best turn play?"""
    rule = chance.one_of(MOST_RULES[level > 1])
    apart: tuple[Maker, ...] = (*REGROUP, with_two)
    fitting: list[Maker] = []
    tempting: list[Maker] = [added if level == 1 else chance.one_of((*apart, added))]
    match rule:
        case "take":
            fitting = [chance.one_of(apart), chance.one_of((added, laid, with_two))]
        case "extend":
            fitting = [added, chance.one_of((added, laid))]
        case "play":
            fitting = [laid, *([laid] if chance.is_so(0.4) else [])]
        case "end":
            fitting = [chance.one_of((added, laid) if level == 1 else apart), chance.one_of((added, laid))]
            tempting = []
        case "groups":
            fitting = [added] if chance.is_so(0.5) else []
        case _:
            tempting = [added, chance.one_of((laid, with_two))]
    if level == 3 and rule in ("take", "extend", "end") and chance.is_so(0.7):
        fitting[1:] = [chance.one_of((by_house, joker_lent)) if rule != "extend" else by_house]
    right = [make(chance, True) for make in fitting]
    if rule == "groups":
        right.append(rivals(chance, level == 1 or chance.is_so(0.4)))
    misses = [make(chance, False) for make in tempting]
    made = _tempted(chance, right, misses, 0 if rule == "end" else 4 + chance.below(2))
    if not made.before:
        made = _together(chance, right, 2, [card for move in misses for card in move.hand])
    if len(made.hand) > 8:
        raise NothingDrawn
    best = _best(made, rule)
    if rule in ("take", "extend", "play") and best.reasons[0].rule != _full(rule):
        raise NothingDrawn
    if (best.turn.count == len(made.hand)) != (rule == "end"):
        raise NothingDrawn
    return Drawn(_question(made, table=_groups(made.before), hand=_text(made.hand)), rule)


# --- Which groups have to be touched? ---

TOUCHED_RULES = ("take", "take", "take", "take", "extend", "extend", "extend", "play", "play")


def touched(chance: Chance, level: int) -> Drawn:
    """A table and a hand that can be played whole: which groups have to be touched for that?

    There is one answer: without any of these groups not all cards can be played.
    """
    rule = chance.one_of(TOUCHED_RULES)
    if rule == "play":
        makers: list[Maker] = [laid]
    elif rule == "extend":
        makers = [added] if level == 1 else [added, chance.one_of((added, laid))]
    elif level == 1:
        makers = [chance.one_of((split, with_two))]
    elif level == 2:
        makers = [chance.one_of((from_set, to_set, two_sets))]
    else:
        makers = chance.one_of(([dissolved], [chance.one_of(REGROUP), with_two], [chance.one_of(REGROUP), added]))
    if level == 3 and rule != "play" and chance.is_so(0.5):
        makers = [chance.one_of(REGROUP), chance.one_of((by_house, joker_lent))] if rule == "take" else [by_house]
    right = [make(chance, True) for make in makers]
    tempting = chance.one_of(REGROUP if level > 1 else (split, with_two))(chance, False).before
    count = sum(len(move.before) for move in right)
    if count + len(tempting) > MOST_ON_TABLE:
        tempting = ()
    made = _together(chance, [*right, Move(tempting, (), tempting)], max(4 - count - len(tempting), 0))
    best = _best(made, rule)
    if best.turn.count < len(made.hand) or best.reasons[0].rule != _full(rule):
        raise NothingDrawn
    if level > 1 and rule == "take" and len(made.before) - len(best.turn.kept) < 2:
        raise NothingDrawn
    for at in range(len(made.before)):
        others = (*made.before[:at], *made.before[at + 1 :])
        if at not in best.turn.kept and suffices(others, made.hand, made.house):
            raise NothingDrawn
    return Drawn(_question(made, table=_groups(made.before), hand=_text(made.hand)), rule)


def suffices(table: Sequence[Group], hand: Group, house: House) -> bool:
    """Whether the whole hand can be played with these groups alone."""
    return most_cards(table, hand, house.laws) == len(hand)
