"""Questions of Marriage to practise on: what chance deals, chosen so that a ruling decides it.

Levels: 1, one rule and cards that are plain; 2, near misses; 3, everything mixed. Some rulings are house rules: of these
a question has none at level 1, at level 2 the one that it is about, at level 3 others beside it, which turn it too.
"""

from __future__ import annotations

import itertools
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from games.arranging import wild as solver
from games.cards import DECK, JOKER, Card, Rank, Suit
from games.chance import Chance, Drawn, NothingDrawn
from games.marriage import rules, scoring
from games.marriage.rules import STANDARD, House, Reading, Role, neighbour
from games.marriage.scoring import Entry, Player, Settlement
from games.rulings import Refused

NAMES = ("Asha", "Bina", "Chir", "Devi", "Gita")
HIGHEST = 14
"""The ace above the king, among ranks counted from the low ace up."""


def _text(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


def _card(rank: int, suit: Suit) -> Card:
    """The card of this rank; 14 is the ace above the king, 15 the two beyond it."""
    return Card(Rank((rank - 1) % 13 + 1), suit)


def _house(question: dict[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    return question | ({"house": dict(named)} if named else {})


# --- What are these cards? ---


class Set(NamedTuple):
    """Some cards, and by what they are read."""

    cards: list[Card]
    tiplu: Card | None = None
    house: Mapping[str, Any] = {}

    @property
    def reading(self) -> Reading:
        return rules.what_is(self.cards, self.tiplu, House(**self.house))


Maker = Callable[[Chance], Set]


@cache
def _wild(tiplu: Card) -> frozenset[Card]:
    return rules.wild_cards(tiplu)


def _suit(chance: Chance) -> Suit:
    return chance.one_of(list(Suit))


def _run(chance: Chance, length: int, low: int = 0) -> list[Card]:
    """Consecutive cards of a suit, from this rank up or from any that leaves out the ace."""
    low = low or 2 + chance.below(HIGHEST - length - 1)
    suit = _suit(chance)
    return [_card(rank, suit) for rank in range(low, low + length)]


def _of_rank(chance: Chance, count: int) -> list[Card]:
    """Cards of a rank in different suits."""
    rank = 1 + chance.below(13)
    return [_card(rank, suit) for suit in chance.some_of(Suit, count)]


def _tiplu_away(chance: Chance, cards: Iterable[Card]) -> Card:
    """A tiplu that makes none of these cards wild."""
    held = set(cards)
    return chance.one_of([card for card in DECK if not held & _wild(card)])


def _tiplu_making(chance: Chance, card: Card) -> Card:
    """A tiplu that makes this card wild, itself or not."""
    others = [_card(card.rank, suit) for suit in Suit]
    return chance.one_of([neighbour(card, 1), neighbour(card, -1), *others])


def _with_tiplu(chance: Chance, cards: list[Card]) -> Set:
    """Cards beside a tiplu that makes one of them wild, or none."""
    tiplu = _tiplu_making(chance, chance.one_of(cards)) if chance.is_so(0.6) else _tiplu_away(chance, cards)
    return Set(cards, tiplu)


def _standing_in(chance: Chance, cards: Sequence[Card], wild: int = 1) -> Set:
    """Cards, so many of which are left out and wild ones there instead."""
    if wild >= len(cards):
        raise NothingDrawn
    kept = chance.some_of(cards, len(cards) - wild)
    tiplu = _tiplu_away(chance, cards)
    return Set([*kept, *chance.some_of(sorted(_wild(tiplu)), wild)], tiplu)


def _printed(chance: Chance, cards: Sequence[Card], house: str) -> Set:
    """Cards, one of which is a printed joker instead; the tiplu may not be known."""
    kept = chance.some_of(cards, len(cards) - 1)
    return Set([*kept, JOKER], _tiplu_away(chance, cards) if chance.is_so(0.5) else None, {house: True})


def _gapped(chance: Chance, length: int, gaps: int = 1) -> list[Card]:
    """A run with so many cards next to one another missing within."""
    cards = _run(chance, length + gaps)
    at = 1 + chance.below(length - 1)
    return cards[:at] + cards[at + gaps :]


def _gap_too_wide(chance: Chance) -> Set:
    """Two cards missing, and one wild card for them."""
    cards = _gapped(chance, 2 + chance.below(2), 2)
    tiplu = _tiplu_away(chance, cards)
    return Set([*cards, chance.one_of(sorted(_wild(tiplu)))], tiplu)


def _wild_beside(chance: Chance, cards: list[Card], count: int = 1) -> Set:
    """Cards, none of them wild, and so many wild ones beside them."""
    tiplu = _tiplu_away(chance, cards)
    return Set([*cards, *chance.some_of(sorted(_wild(tiplu)), count)], tiplu)


def _pair(chance: Chance) -> list[Card]:
    return [chance.one_of(DECK)] * 2


def _pair_and_third(chance: Chance) -> list[Card]:
    one, other = _of_rank(chance, 2)
    return [one, one, other]


def _twice_in_run(chance: Chance) -> list[Card]:
    run = _run(chance, 3)
    return chance.one_of(([run[0], run[0], run[1]], [run[0], run[1], run[1]], [*run, run[1]]))


def _one_suit_off(chance: Chance, length: int = 3) -> list[Card]:
    """A run, one card of which is of another suit."""
    cards = _run(chance, length)
    at = chance.below(length)
    cards[at] = chance.one_of([_card(cards[at].rank, suit) for suit in Suit if suit is not cards[at].suit])
    return cards


def _two_alike(chance: Chance) -> list[Card]:
    """Two cards that are nearly identical."""
    one, other = _of_rank(chance, 2)
    return [one, chance.one_of((other, neighbour(one, 1)))]


def _round_the_ace(chance: Chance) -> list[Card]:
    """Cards that go on from the king past the ace."""
    return _run(chance, 3 + chance.below(2), 12 + chance.below(2))


def _ace_at_the_end(chance: Chance) -> list[Card]:
    length = 3 + chance.below(3)
    return _run(chance, length, chance.one_of((1, HIGHEST + 1 - length)))


PLAIN: Mapping[str, Sequence[Maker]] = {
    "tunnel": [lambda chance: Set([chance.one_of(DECK)] * 3)],
    "pure-sequence": [
        lambda chance: Set(_run(chance, 3 + chance.below(3))),
        lambda chance: Set(_gapped(chance, 3 + chance.below(2))),
    ],
    "trial": [lambda chance: Set(_of_rank(chance, 3 + chance.below(2)))],
    "sequence": [lambda chance: _standing_in(chance, _run(chance, 3))],
    "dirty-trial": [lambda chance: _standing_in(chance, _of_rank(chance, 3))],
    "not-sets": [
        lambda chance: Set(_pair_and_third(chance)),
        lambda chance: Set(_twice_in_run(chance)),
    ],
    "dublee": [lambda chance: Set(_pair(chance)), lambda chance: Set(chance.one_of((_pair, _two_alike))(chance))],
    "sets": [lambda chance: Set(_one_suit_off(chance))],
}
"""Of each ruling about sets what is worth asking at first."""
NEAR: Mapping[str, Sequence[Maker]] = {
    "tunnel": [lambda chance: _with_tiplu(chance, [chance.one_of(DECK)] * 3)],
    "pure-sequence": [
        lambda chance: Set(_round_the_ace(chance)),
        lambda chance: Set(_ace_at_the_end(chance)),
        lambda chance: _with_tiplu(chance, _run(chance, 3 + chance.below(3))),
    ],
    "wild-cards": [lambda chance: _own(chance, _run(chance, 3 + chance.below(3)))],
    "trial": [
        lambda chance: _with_tiplu(chance, _of_rank(chance, 3 + chance.below(2))),
        lambda chance: _wild_beside(chance, _of_rank(chance, 4)),
    ],
    "sequence": [
        _gap_too_wide,
        lambda chance: _standing_in(chance, _run(chance, 4 + chance.below(2)), 1 + chance.below(2)),
        lambda chance: _standing_in(chance, _ace_at_the_end(chance)),
    ],
    "dirty-trial": [lambda chance: _standing_in(chance, _of_rank(chance, 4), 1 + chance.below(2))],
    "wild-sets": [
        lambda chance: _wild_beside(chance, [chance.one_of(DECK)], 2),
        lambda chance: _wild_beside(chance, [], 3),
    ],
    "not-sets": [
        lambda chance: _wild_beside(chance, _pair(chance)),
        lambda chance: _wild_beside(chance, _pair_and_third(chance)),
    ],
    "dublee": [
        lambda chance: _with_tiplu(chance, _pair(chance)),
        lambda chance: _wild_beside(chance, [chance.one_of(DECK)]),
        lambda chance: Set(_two_alike(chance)),
    ],
    "sets": [lambda chance: _wild_beside(chance, _one_suit_off(chance, 3))],
    "putali": [
        lambda chance: _printed(chance, _run(chance, 3 + chance.below(2)), "jokers"),
        lambda chance: _printed(chance, _of_rank(chance, 3), "jokers"),
    ],
    "variant-main-card": [
        lambda chance: _printed(chance, _run(chance, 3 + chance.below(2)), "main_card"),
        lambda chance: _printed(chance, _of_rank(chance, 3), "main_card"),
    ],
}
"""And later, where it is easy to go wrong."""


def _own(chance: Chance, cards: list[Card]) -> Set:
    """Cards, one of which is wild but itself."""
    return Set(cards, _tiplu_making(chance, chance.one_of(cards)))


def _a_set(chance: Chance, level: int, rule: str) -> Set:
    """Cards that this ruling decides, in no order but at the first level."""
    if level == 3 and chance.is_so(0.25):  # a printed joker among what is asked without one
        made = _joker_for_wild(chance.one_of(NEAR[rule])(chance))
    else:
        made = chance.one_of((PLAIN if level == 1 else NEAR)[rule])(chance)
    try:
        found = made.reading.reasons
    except Refused as refused:  # a third tiplu
        raise NothingDrawn from refused
    if f"marriage.{rule}" not in [reason.rule for reason in found]:
        raise NothingDrawn
    return made._replace(cards=sorted(made.cards) if level == 1 else chance.shuffled(made.cards))


def _joker_for_wild(made: Set) -> Set:
    """The same with a printed joker in the place of a wild card, where one is."""
    wild = [card for card in made.cards if rules.role(card, made.tiplu)]
    if not wild or made.house:
        raise NothingDrawn
    cards = list(made.cards)
    cards[cards.index(wild[0])] = JOKER
    return made._replace(cards=cards, house={"jokers": True})


def _asked(made: Set, rule: str) -> Drawn:
    question = {"cards": _text(made.cards)} | ({"tiplu": made.tiplu.text} if made.tiplu else {})
    return Drawn(_house(question, made.house), rule)


def named(chance: Chance, level: int) -> Drawn:
    """Some cards: which set are they, if any?"""
    # What only this kind asks about, and cards often fail to be, comes twice as often as the others.
    rule = chance.one_of((*(PLAIN if level == 1 else NEAR), "sets", "not-sets"))
    return _asked(_a_set(chance, level, rule), rule)


PURE = ("tunnel", "pure-sequence", "pure-sequence", "wild-cards")
IMPURE = ("trial", "sequence", "dirty-trial", "wild-sets", "putali", "variant-main-card")
MAY_BE_PRIMARY = {
    True: ("tunnel", "pure-sequence", "pure-sequence", "wild-cards", "primary"),
    False: ("pure-sequence", "trial", "dublee", "sequence", "dirty-trial", "wild-sets", "variant-main-card", "primary"),
}
"""Rulings by which some cards may be a primary set, and by which they may not."""


def primary(chance: Chance, level: int) -> Drawn:
    """Some cards: may they be one of the three primary sets?"""
    known = PLAIN if level == 1 else NEAR
    wanted = chance.one_of((True, False))
    rule = chance.one_of([rule for rule in MAY_BE_PRIMARY[wanted] if rule in (*known, "primary")])
    of = rule if rule != "primary" else chance.one_of([each for each in (PURE if wanted else IMPURE) if each in known])
    for _try in range(10):
        made = _a_set(chance, level, of)
        if made.reading.primary == wanted and (rule != "primary" or made.reading.kind):
            return _asked(made, rule)
    raise NothingDrawn


# --- What becomes wild, and what scores? ---

SCORING = (Role.TIPLU, Role.POPLU, Role.JHIPLU, Role.ALTER, Role.PUTALI)
"""What scores by itself; a printed joker does as a putali or as the main card."""
AT_ACE = [card for card in DECK if card.rank in (Rank.ACE, Rank.TWO, Rank.KING)]
MIDDLE = [card for card in DECK if 4 <= card.rank <= 10]
CANDIDATES = 6
OF_JOKERS = {"putali": "jokers", "variant-main-card": "main_card"}


def becomes_wild(chance: Chance, level: int) -> Drawn:
    """A tiplu and some cards: which of them are wild?"""
    rule = chance.one_of(("poplu-jhiplu", "ordinary-jokers") * 2 + (tuple(OF_JOKERS) if level > 1 else ()))
    named = {OF_JOKERS[rule]: True} if rule in OF_JOKERS else {}
    if level == 3 and not named and chance.is_so(0.3):
        named = {"jokers": True}
    return _candidates(chance, level, rule, named)


def scores(chance: Chance, level: int) -> Drawn:
    """A tiplu and some cards: which of them score by themselves?"""
    rule = chance.one_of(("poplu-jhiplu", "ordinary-jokers", "alter") * 2 + (tuple(OF_JOKERS) if level > 1 else ()))
    named = {OF_JOKERS[rule]: True} if rule in OF_JOKERS else {}
    if level > 1 and (rule == "alter" or level == 3) and chance.is_so(0.6):
        named["alter"] = True
    return _candidates(chance, level, rule, named)


def _candidates(chance: Chance, level: int, rule: str, named: Mapping[str, Any]) -> Drawn:
    """A question about a tiplu with cards to choose from, of which this ruling decides some."""
    tiplu = chance.one_of(AT_ACE if rule == "poplu-jhiplu" and level > 1 else MIDDLE if level == 1 else DECK)
    assert tiplu.suit is not None
    same = [card for card in DECK if card.rank is tiplu.rank and card is not tiplu]
    twin = next(card for card in same if card.colour is tiplu.colour)
    beside = [neighbour(tiplu, 1), neighbour(tiplu, -1)]
    decided = {"poplu-jhiplu": beside, "ordinary-jokers": [card for card in same if card is not twin], "alter": [twin]}
    sure = [] if rule in OF_JOKERS else [chance.one_of(decided[rule])]
    sure += [JOKER] if {"jokers", "main_card"} & set(named) else []
    sure += [twin] if "alter" in named and twin not in sure else []
    near = [neighbour(beside[0], 1), neighbour(beside[1], -1)]
    near += [neighbour(card, step) for card in (twin, *same) for step in (1, -1)]
    if level == 1:  # what is far from it tempts nobody
        near = [card for card in DECK if card.suit is not tiplu.suit and abs(card.rank - tiplu.rank) > 1]
    right = [card for card in (tiplu, *same, *beside) if card not in sure]
    wrong = [card for card in dict.fromkeys(near) if card not in sure and card not in right]
    cards = [*sure, *chance.some_of(right, 1 + chance.below(3))]
    cards += chance.some_of(wrong, max(2, CANDIDATES + level - 1 - len(cards)))
    return Drawn(_house({"tiplu": tiplu.text, "cards": _text(chance.shuffled(cards))}, named), rule)


# --- What is the maal? ---

TRIOS = {
    1: [(1, 1, 1), (1, 2, 1), (1, 1, 2), (2, 1, 1)],
    2: [(1, 3, 1), (1, 1, 3), (1, 2, 2), (2, 2, 2), (2, 1, 2), (2, 2, 1)],
}
"""Tiplus, poplus and jhiplus of which a marriage is the best count."""
RIVALS = [(1, 3, 3), (1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (1, 2, 2), (2, 2, 3), (2, 3, 2)]
"""And of which another count, with fewer marriages or more, comes near or to more."""


def maal(chance: Chance, level: int) -> Drawn:
    """Some cards in hand, tunnels and marriages on the table: what do they score?"""
    kinds = ["hand-values", "marriage", "floor-values"]
    rule = chance.one_of(kinds if level == 1 else [*kinds, "best-count", "variant-main-card"])
    tiplu = chance.one_of(MIDDLE if level == 1 else DECK)
    trio = [tiplu, neighbour(tiplu, 1), neighbour(tiplu, -1)]
    same = [card for card in DECK if card.rank is tiplu.rank and card is not tiplu]
    twin = next(card for card in same if card.colour is tiplu.colour)
    named: dict[str, Any] = {"main_card": True} if rule == "variant-main-card" else {}
    hand, floor = list[Card](), list[list[Card]]()
    if rule in ("marriage", "best-count"):
        copies = chance.one_of(RIVALS if rule == "best-count" else TRIOS[1] if level == 1 else TRIOS[1] + TRIOS[2])
        hand += [card for card, count in zip(trio, copies, strict=True) for _copy in range(count)]
    else:
        for card in chance.some_of(trio, 1 + chance.below(2)):
            hand += [card] * (1 + chance.below(2 if card is tiplu or level == 1 else 3))
    if rule == "floor-values":
        floor = _floor(chance, level, tiplu, hand)
    elif rule == "marriage" and level > 1 and tiplu.rank is not Rank.ACE and chance.is_so(0.4):
        left_out = chance.one_of(trio)
        hand, floor = [card for card in hand if card is not left_out], [sorted(trio)]
    if level == 3 and chance.is_so(0.5):
        named["alter"] = True
        hand += [twin] * (1 + chance.below(2))
    if level == 3 and chance.is_so(0.35):
        named["jokers"] = True
        hand += [JOKER] * (1 + chance.below(2))
    hand += [JOKER] if rule == "variant-main-card" else []
    if "jokers" in named and "main_card" in named:  # of four jokers only the fourth is the main card
        hand = [*(card for card in hand if card is not JOKER), *[JOKER] * 4]
    hand += _idle(chance, level, tiplu, same, hand)
    question = {"tiplu": tiplu.text, "cards": _text(sorted(hand))}
    if floor:
        question |= {"floor": " / ".join(_text(group) for group in floor)}
    house = House(**named)
    held = Counter([*hand, *(card for group in floor for card in group)])
    if any(copies > 3 - (card is tiplu) for card, copies in held.items() if card is not JOKER):
        raise NothingDrawn
    count = scoring.count_maal(tiplu, hand, floor, house)
    if f"marriage.{rule}" not in [reason.rule for reason in count.reasons]:
        raise NothingDrawn
    return Drawn(_house(question, named), rule)


def _floor(chance: Chance, level: int, tiplu: Card, hand: Sequence[Card]) -> list[list[Card]]:
    """Tunnels to lie on the table, beside this hand."""
    beside = [neighbour(tiplu, 1), neighbour(tiplu, -1)]
    same = [card for card in DECK if card.rank is tiplu.rank and card is not tiplu]
    plain = [card for card in DECK if card is not tiplu and card not in (*beside, *same, *hand)]
    tunnels = [chance.one_of(plain)]
    if level > 1:
        more = chance.one_of(([chance.one_of(plain)], chance.some_of(beside, 1), beside, chance.some_of(same, 1)))
        tunnels = [*more, *(tunnels if chance.is_so(0.6) else [])]
    return [[card] * 3 for card in dict.fromkeys(tunnels) if card not in hand]


def _idle(chance: Chance, level: int, tiplu: Card, same: Sequence[Card], hand: Sequence[Card]) -> list[Card]:
    """Cards that score nothing but look as if they did."""
    assert tiplu.suit is not None
    wild = [card for card in same if card.colour is not tiplu.colour and card not in hand]
    others = [neighbour(card, step) for card in same for step in (1, -1)]
    others += [neighbour(neighbour(tiplu, 1), 1), neighbour(neighbour(tiplu, -1), -1)]
    found = chance.some_of(others, 1 + chance.below(2))
    return found + (chance.some_of(wild, 1) if wild and chance.is_so(0.4 + 0.1 * level) else [])


# --- Which card completes the hand? ---


def completes(chance: Chance, level: int) -> Drawn:
    """A hand that lacks one card: which of some cards would do?

    A hand of which every card lies in sets is built; then one is taken away, and one that fits nowhere put in its place.
    At level 1 the hand is held as it lies in sets.
    """
    of_level = {1: ("tiplu", "ending"), 2: ("primary", "ending", "tiplu", "dublee")}
    rule = chance.one_of(of_level.get(level, ("primary", "primary", "ending", "ending", "tiplu", "dublee")))
    if rule == "dublee":
        return _eighth_dublee(chance)
    is_known = level > (2 if rule == "primary" else 1) and rule != "tiplu"
    tiplu = chance.one_of(DECK) if is_known else None
    held = Counter({tiplu: 1}) if tiplu else Counter[Card]()
    pure = 3 if rule == "primary" else 3 + chance.below(3) if level > 1 else 5
    groups = [_fresh(chance, held, is_pure=True) for _ in range(pure)]
    groups += [_fresh(chance, held, is_pure=False) for _ in range(7 - pure)]
    broken = chance.below(3) if rule == "primary" else pure - 1 if rule == "ending" and level == 1 else 6
    lost = chance.one_of(groups[broken])
    groups[broken].remove(lost)
    hand = [card for group in groups for card in group]
    stray = chance.one_of(
        [card for card in DECK if card is not lost and not _near(card, hand)] or [chance.one_of(DECK)]
    )
    hand = sorted([*hand, stray])
    if rule == "primary" and broken < 3:
        without = rules.terms_of(tiplu)
        if solver.pure_sets(hand, without) is not None:
            raise NothingDrawn
    named = {"jokers": True} if level == 3 and chance.is_so(0.4) else {}
    return _hand(hand if level > 1 else [*itertools.chain(*groups), stray], tiplu, rule, named)


def _fresh(chance: Chance, held: Counter[Card], *, is_pure: bool) -> list[Card]:
    """Three cards that are a set by themselves, counted among those held."""
    for _try in range(20):
        if not is_pure:
            cards = _of_rank(chance, 3)
        elif chance.is_so(0.2):
            cards = [chance.one_of(DECK)] * 3
        else:
            cards = _run(chance, 3, 1 + chance.below(12))
        if all(held[card] + cards.count(card) <= 3 for card in cards):
            held.update(cards)
            return cards
    raise NothingDrawn


def _near(card: Card, hand: Iterable[Card]) -> bool:
    """Whether a card might lie in one set with any of these."""
    return any(
        card.rank is other.rank or (card.suit is other.suit and (card.rank - other.rank) % 13 in (1, 2, 11, 12))
        for other in hand
    )


def _eighth_dublee(chance: Chance) -> Drawn:
    """A hand of seven dublees; of some cards it holds one, of some three."""
    faces = chance.shuffled(DECK)
    thirds = 1 + chance.below(4)
    hand = [*faces[:7], *faces[:7], *faces[:thirds], *faces[7 : 14 - thirds]]
    return _hand(sorted(hand), None, "dublee", {})


def _hand(hand: list[Card], tiplu: Card | None, rule: str, named: Mapping[str, Any]) -> Drawn:
    """A hand of 21 that is not complete, as a question."""
    held = Counter(hand)
    if len(hand) != rules.HAND or max(held.values()) > 3 or (tiplu and held[tiplu] > 2):
        raise NothingDrawn
    if rule != "dublee" and sum(copies // 2 for copies in held.values()) >= rules.PRIMARY_DUBLEES:
        raise NothingDrawn  # with seven dublees it would turn on these, and with eight it is complete
    if solver.arrange(hand, rules.terms_of(tiplu)) is not None:
        raise NothingDrawn
    return Drawn(_house({"hand": _text(hand)} | ({"tiplu": tiplu.text} if tiplu else {}), named), rule)


MOST_COMPLETING, MOST_TEMPTING = 5, 5
"""How many cards are offered that complete a hand, and that do not."""


def offered(
    hand: Sequence[Card], tiplu: Card | None, completing: Sequence[Card], house: House = STANDARD
) -> list[Card]:
    """Some of the cards that complete a hand, and those that come nearest to it: what one is to choose from."""
    step = max(1, -(-len(completing) // MOST_COMPLETING))
    right = list(completing[::step])
    supply = rules.terms_of(tiplu, house).supply
    held = Counter(hand)

    def nearness(card: Card) -> int:
        assert card.suit is not None
        return sum(
            (card.rank is other.rank) + (card.suit is other.suit) * max(0, 3 - abs(card.rank - other.rank))
            for other in hand
            if not other.is_joker
        )

    free = [card for card in DECK if card not in completing and supply[card.index] > held[card]]
    near = sorted(free, key=nearness, reverse=True)
    wild = rules.wild_cards(tiplu)
    tempting = [*[card for card in near if card in wild][:2], *(card for card in near if card not in wild)]
    jokers = [JOKER] if house.jokers and JOKER not in right else []
    return sorted([*right, *tempting[:MOST_TEMPTING], *jokers])


# --- Who pays whom? ---

WORTH = (0, 2, 3, 3, 5, 5, 7, 8, 10, 10, 12, 13, 15, 18, 23)
TUNNELS = (5, 5, 15)
FIRST_SETTLED = ("maal-exchange", "game-points", "dublee-bonus")
SETTLED = (
    *FIRST_SETTLED,
    "unseen-maal",
    "variant-tunnel-pachaunu",
    "variant-maal-pachaunu",
    "variant-murder",
    "variant-kidnap",
    "variant-dublee",
    "variant-better",
    "variant-dhoos",
)
"""Rulings on which a settlement turns."""
HOUSES: Mapping[str, Mapping[str, Any]] = {
    "variant-tunnel-pachaunu": {"tunnel_pachaunu": True},
    "variant-maal-pachaunu": {"maal_pachaunu": True},
    "variant-murder": {"unseen_maal": "murder"},
    "variant-kidnap": {"unseen_maal": "kidnap"},
    "variant-dublee": {"dublee_better": True},
    "variant-better": {"better": True},
}
OF_UNSEEN = ("unseen-maal", *tuple(HOUSES)[:4])

Told = Callable[[Settlement], int]
"""The figure of a settlement that is asked for."""


def paid(settled: Settlement) -> int:
    """What the second player pays the first, less than nothing where it is the other way round."""
    one, other = [result.name for result in settled.results[:2]]
    return sum(
        pay.points if pay.payee == one else -pay.points
        for pay in settled.pays
        if {pay.payer, pay.payee} == {one, other}
    )


def won(settled: Settlement) -> int:
    """What the hand brings the first player."""
    return settled.results[0].points


def pays(chance: Chance, level: int) -> Drawn:
    """A hand that is over: who of the first two players pays the other, and how much?"""
    return _round(chance, level, paid)


def result(chance: Chance, level: int) -> Drawn:
    """A hand that is over: what does it bring the first player?"""
    return _round(chance, level, won)


def _round(chance: Chance, level: int, told: Told) -> Drawn:
    """A hand whose result turns on a ruling."""
    rule = chance.one_of(FIRST_SETTLED if level == 1 else SETTLED)
    needs_dublees = rule in ("dublee-bonus", "variant-dublee")
    least, most = (4, 5) if needs_dublees else (3, 3) if level == 1 else (3, 5)
    if told is won:
        most = min(most, 4)  # enough to reckon in one's head
    names = chance.shuffled(NAMES)[: least + chance.below(most - least + 1)]
    players = [
        Player(
            name, chance.one_of(WORTH), chance.is_so(0.6), tunnels=chance.one_of(TUNNELS) if chance.is_so(0.1) else 0
        )
        for name in names
    ]
    if level == 1:
        players = [replace(player, tunnels=0) for player in players]
    # Two losers settle their maal alone, which tempts to pay for winning as well.
    winner = chance.below(2) if rule != "maal-exchange" else 2 if told is paid and level > 1 else chance.below(3)
    players[winner] = replace(players[winner], seen=True, winner=True)
    players, named = _about(chance, level, rule, players, winner, told)
    if level == 3 and chance.is_so(0.5):
        named |= _more_house(chance, players, named)
    house = House(**named)
    if any(not _turns(told, players, house, name) for name in named if name != "dhoos" or rule != "variant-dhoos"):
        raise NothingDrawn  # a house rule that turns nothing is only in the way
    settled = scoring.settle(players, house)
    if f"marriage.{rule}" not in [reason.rule for reason in settled.reasons]:
        raise NothingDrawn
    if rule == "unseen-maal" and told(scoring.settle(players, House(unseen_maal="murder"))) == told(settled):
        raise NothingDrawn
    if len(mistaken(players, house, told)) < 3:
        raise NothingDrawn
    return Drawn(_house({"players": [_stored(player) for player in players]}, named), rule)


def _about(
    chance: Chance, level: int, rule: str, players: list[Player], winner: int, told: Told
) -> tuple[list[Player], dict[str, Any]]:
    """The players as this ruling has something to say of them, and the house rule that it may be."""
    loser = 1 if winner == 0 else 0
    named = dict(HOUSES.get(rule, {}))
    if rule in OF_UNSEEN:
        players[loser] = replace(players[loser], seen=False, maal=chance.one_of(WORTH[3:]))
        if rule == "unseen-maal":  # who has shown nothing is better off than the winner, as far as maal goes
            players[winner] = replace(players[winner], maal=chance.one_of(WORTH[:4]), tunnels=0)
            players[loser] = replace(players[loser], maal=chance.one_of(WORTH[4:]))
        if rule in ("variant-tunnel-pachaunu", "variant-maal-pachaunu") or level == 3:
            players[loser] = replace(players[loser], tunnels=chance.one_of(TUNNELS))
    elif rule == "dublee-bonus":
        players[winner] = replace(players[winner], dublee=True)
        if level > 1 and chance.is_so(0.4):
            named["dublee_bonus"] = chance.one_of((0, 7))
    elif rule == "variant-dublee":
        at = chance.below(2)
        players[at] = replace(players[at], seen=True, dublee=True)
    elif rule == "variant-dhoos":
        owing = loser if told is won or chance.is_so(0.85) else winner
        named["dhoos"] = players[owing].name
    elif rule == "game-points" and level > 1 and len(players) > 3 and chance.is_so(0.5):
        players[loser] = replace(players[loser], seen=True, dublee=True)
    return players, named


def _more_house(chance: Chance, players: Sequence[Player], named: Mapping[str, Any]) -> dict[str, Any]:
    """One house rule more."""
    more: list[dict[str, Any]] = [{"better": True}, {"dhoos": next(one.name for one in players[:2] if not one.winner)}]
    if any(not player.seen for player in players[:2]):
        more += [{"unseen_maal": "murder"}, {"unseen_maal": "kidnap"}]
    if any(player.dublee and player.winner for player in players):
        more += [{"dublee_bonus": 7}]
    # Doubled twice, or scoring nothing for two reasons, it would be the same.
    kept = [
        each
        for each in more
        if not set(each) & set(named) and not {"better", "dublee_better"} <= set(each) | set(named)
    ]
    return chance.one_of(kept) if kept else {}


def _turns(told: Told, players: Sequence[Player], house: House, name: str) -> bool:
    """Whether the house rule of this name makes the figure another."""
    without = replace(house, **{name: getattr(STANDARD, name)})
    return told(scoring.settle(players, house)) != told(scoring.settle(players, without))


def _stored(player: Player) -> dict[str, Any]:
    """A player as the judge takes one."""
    kept = {"dublee": player.dublee, "winner": player.winner, "tunnels": player.tunnels}
    return {"name": player.name, "maal": player.maal, "seen": player.seen} | {
        name: value for name, value in kept.items() if value
    }


def mistaken(players: Sequence[Player], house: House, told: Told) -> list[int]:
    """What a figure comes to for those who read one rule wrong, the likeliest mistakes first, never what is right."""
    right = told(scoring.settle(players, house))
    return [figure for figure in dict.fromkeys(_mistakes(players, house, told)) if figure != right]


def figures(players: Sequence[Player], house: House, told: Told, most: int = 6) -> list[int]:
    """What is right and what mistakes come to, from the least up; how many lie below what is right is left to chance."""
    right, wrong = told(scoring.settle(players, house)), mistaken(players, house, told)
    if told is paid:
        return _both_ways(players, right, wrong)
    below, above = [each for each in wrong if each < right], [each for each in wrong if each > right]
    place = zlib.crc32(repr(players).encode()) % most  # which is the same on every machine
    of_both = [*below[:place], *above[: most - 1 - place]]
    return sorted([right, *dict.fromkeys([*of_both, *wrong])][:most])


MOST_SUMS = 3


def _both_ways(players: Sequence[Player], right: int, wrong: Iterable[int]) -> list[int]:
    """Sums that may be paid, each of them either way, so that who pays is nowhere to be seen; or nothing at all."""
    sums = [each for each in dict.fromkeys(map(abs, wrong)) if each and each != abs(right)]
    below, above = [each for each in sums if each < abs(right)], [each for each in sums if each > abs(right)]
    place = zlib.crc32(repr(players).encode()) % MOST_SUMS
    of_both = [*below[:place], *above[: MOST_SUMS - 1 - place]]
    first = [abs(right)] if right else []
    offered = [*first, *dict.fromkeys([*of_both, *sums])][:MOST_SUMS]
    return sorted([0, *offered, *(-each for each in offered)])


def _mistakes(players: Sequence[Player], house: House, told: Told) -> Iterator[int]:
    """Figures under one wrong rule each."""
    for name in ("unseen_maal", "tunnel_pachaunu", "maal_pachaunu", "dublee_better", "better", "dublee_bonus", "dhoos"):
        if getattr(house, name) != getattr(STANDARD, name):
            yield told(scoring.settle(players, replace(house, **{name: getattr(STANDARD, name)})))
    settled = scoring.settle(players, house)
    if any(not player.seen for player in players):
        for unseen in ("murder", "kidnap"):
            yield told(scoring.settle(players, replace(house, unseen_maal=unseen)))
    yield -told(settled)
    for at, player in enumerate(players):
        if not player.winner:  # 10 for 3, or 3 for 10, or 3 where none is owed
            other = replace(player, seen=not player.seen or player.dublee, dublee=False)
            yield told(scoring.settle([*players[:at], other, *players[at + 1 :]], house))
    entries = settled.results[0].entries
    if told is won:
        yield entries[Entry.MAAL]
        yield entries[Entry.GAME]
    else:
        yield settled.results[0].maal - settled.results[1].maal
    if any(player.dublee and player.winner for player in players):
        yield told(scoring.settle(players, replace(house, dublee_bonus=0)))
    yield told(scoring.settle(players, replace(house, better=not house.better)))
    for slip in (scoring.FROM_SEEN, scoring.FROM_UNSEEN, 5):
        yield told(settled) + slip
        yield told(settled) - slip
