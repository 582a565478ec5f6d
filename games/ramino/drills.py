"""Questions of Ramino to practise on: what chance deals, chosen so that a ruling decides it.

Levels: 1, one rule and cards that are plain; 2, near misses; 3, everything mixed, with house rules as well. Jokers are
a house rule themselves, so that their ruling brings the pack that has them at level 2.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from games.arranging.deadwood import goes_out, least_deadwood
from games.arranging.melds import LADDER, lay_offs, read
from games.cards import DECK, JOKER, Card, Rank, Suit
from games.chance import Chance, Drawn, NothingDrawn
from games.ramino import rules, scoring
from games.ramino.rules import STANDARD, House, card_value
from games.ramino.scoring import Aim, Goal
from games.rulings import Reason

NAMES = ("Anna", "Bruno", "Carla", "Dario")
BOTH = {"ace": "both"}
TWO = {"pack": "two"}
JOKERS = {"pack": "two-jokers"}
ANY = {"lay_off": "any"}
ACE_ABOVE = 14
"""The rung above the king."""

Cards = list[Card]
Named = dict[str, Any]
"""House rules as a question names them."""


def telling(reasons: Sequence[Reason]) -> str:
    """The ruling that a question about melds turns on: the most particular of its reasons.

    >>> telling([Reason("ramino.melds", "is-run"), Reason("ramino.ace", "ace-below")])
    'ramino.ace'
    """
    named = [reason.rule for reason in reasons]
    return next((rule for rule in ("ramino.jokers", "ramino.ace") if rule in named), named[0])


# --- Cards ---


def _text(cards: Collection[Card]) -> str:
    return " ".join(card.text for card in cards)


def _question(house: Named, **fields: Any) -> dict[str, Any]:
    return fields | ({"house": house} if house else {})


def _run(low: int, length: int, suit: Suit) -> Cards:
    """The cards of one suit from this rung up; above the king stand an ace, a two and so on."""
    return [Card(LADDER[(at - 1) % 13], suit) for at in range(low, low + length)]


def _any_run(chance: Chance, length: int, lowest: int = 2, highest: int = 13) -> Cards:
    return _run(lowest + chance.below(highest - lowest - length + 2), length, chance.one_of(list(Suit)))


def _of_rank(chance: Chance, rank: Rank, count: int, without: Collection[Card] = ()) -> Cards:
    held = [card for card in DECK if card.rank is rank and card not in without]
    if len(held) < count:
        raise NothingDrawn
    return sorted(chance.some_of(held, count))


def _any_set(chance: Chance, count: int) -> Cards:
    return _of_rank(chance, chance.one_of(LADDER), count)


def _loose(chance: Chance, cards: Collection[Card], count: int, ranks: Collection[Rank] = LADDER) -> Cards:
    """So many more cards, each different from these and from the others."""
    held = [card for card in DECK if card.rank in ranks and card not in cards]
    if len(held) < count:
        raise NothingDrawn
    return chance.some_of(held, count)


def _rivals(chance: Chance, longest: int = 3, fours: bool = False) -> Cards:
    """A run and a set with one card in common: the pivot comes first."""
    length = 3 + chance.below(longest - 2)
    run = chance.shuffled(_any_run(chance, length, lowest=1))
    pivot = run[0]
    return [*run, *_of_rank(chance, pivot.rank, 2 + (fours and chance.is_so(0.4)), run)]


# --- Is it a meld? ---


def _plain_run(chance: Chance) -> Cards:
    return _any_run(chance, 3 + chance.below(4))


def _long_run(chance: Chance) -> Cards:
    return _any_run(chance, 5 + chance.below(3))


def _plain_set(chance: Chance) -> Cards:
    return chance.shuffled(_any_set(chance, 3 + chance.below(2)))


def _mixed_suits(chance: Chance) -> Cards:
    """A run but for one suit."""
    cards = _any_run(chance, 3 + chance.below(3), lowest=1)
    at = chance.below(len(cards))
    cards[at] = chance.one_of([card for card in DECK if card.rank is cards[at].rank and card != cards[at]])
    return cards


def _mixed_ranks(chance: Chance) -> Cards:
    """A set but for one rank, which is next to the others."""
    cards = _any_set(chance, 2 + chance.below(2))
    ranks = [rank for rank in LADDER if abs(rank - cards[0].rank) == 1]
    return [*cards, chance.one_of([card for card in DECK if card.rank in ranks])]


def _gapped(chance: Chance) -> Cards:
    """A run with one card missing within."""
    cards = _any_run(chance, 4 + chance.below(2), lowest=1)
    del cards[1 + chance.below(len(cards) - 2)]
    return cards


def _too_few(chance: Chance) -> Cards:
    return chance.one_of((_any_set(chance, 2), _any_run(chance, 2)))


def _twice(chance: Chance) -> Cards:
    """A set or a run with a card of the second pack in it that spoils it."""
    cards = chance.one_of((_any_set(chance, 2), _any_set(chance, 3), _any_run(chance, 3)))
    return sorted([*cards, chance.one_of(cards)])


def _joker_gap(chance: Chance) -> Cards:
    """Neighbours of one suit, one too far apart for the joker."""
    cards = _any_run(chance, 5)
    return [cards[0], JOKER, cards[-1]] if chance.is_so(0.5) else [cards[0], cards[1], JOKER, cards[-1]]


def _low_ace(chance: Chance) -> Cards:
    return _run(1, 3 + chance.below(4), chance.one_of(list(Suit)))


def _high_ace(chance: Chance) -> Cards:
    length = 3 + chance.below(4)
    return _run(ACE_ABOVE + 1 - length, length, chance.one_of(list(Suit)))


def _round_the_ace(chance: Chance) -> Cards:
    below, above = 1 + chance.below(2), 1 + chance.below(2)
    return _run(ACE_ABOVE - below, below + 1 + above, chance.one_of(list(Suit)))


def _high_ace_joker(chance: Chance) -> Cards:
    """What reaches up to the ace with a joker within."""
    cards = _high_ace(chance)
    cards[1 + chance.below(len(cards) - 2)] = JOKER
    return cards


def _joker_set(chance: Chance) -> Cards:
    return [*_any_set(chance, 2 + chance.below(2)), JOKER]


def _joker_run(chance: Chance) -> Cards:
    cards = _any_run(chance, 3 + chance.below(2))
    cards[chance.below(len(cards))] = JOKER
    return cards


def _two_jokers(chance: Chance) -> Cards:
    cards = _any_run(chance, 4)
    return chance.one_of(([cards[0], JOKER, JOKER, cards[-1]], [*_any_set(chance, 2), JOKER, JOKER]))


def _few_real(chance: Chance) -> Cards:
    return [chance.one_of(DECK), *[JOKER] * (2 + chance.below(2))]


Maker = Callable[[Chance], Cards]
MELDS: dict[str, dict[int, Sequence[tuple[Maker, Named]]]] = {
    "melds": {
        1: ((_plain_run, {}), (_plain_set, {}), (_mixed_suits, {})),
        2: (
            *(((_plain_run, {}), (_plain_set, {})) * 2),
            (_mixed_suits, {}),
            (_mixed_ranks, {}),
            (_gapped, {}),
            (_too_few, {}),
        ),
        3: (
            *(((_long_run, {}), (_plain_set, {})) * 2),
            (_mixed_ranks, {}),
            (_gapped, {}),
            (_twice, TWO),
            (_joker_gap, JOKERS),
        ),
    },
    "ace": {
        1: ((_low_ace, {}), (_high_ace, {})),
        2: ((_low_ace, {}), (_low_ace, {}), (_high_ace, {}), (_round_the_ace, {})),
        # With the ace above the king, K-A-2 is what that house rule is easily taken to allow: without it in the
        # question the house rule would give the answer away.
        3: ((_high_ace, BOTH), (_high_ace, BOTH), (_round_the_ace, BOTH), (_high_ace, {}), (_high_ace_joker, JOKERS)),
    },
    "jokers": {
        2: ((_joker_set, JOKERS), (_joker_run, JOKERS), (_few_real, JOKERS)),
        3: (
            (_joker_set, JOKERS),
            (_joker_run, JOKERS),
            (_two_jokers, JOKERS),
            (_few_real, JOKERS),
            (_high_ace_joker, BOTH | JOKERS),
        ),
    },
}
"""Of each ruling that decides whether cards are a meld what is worth asking, with the house rules it needs."""


def meld(chance: Chance, level: int) -> Drawn:
    """Some cards: are they a set, a run, or no meld?"""
    rule = chance.one_of(("melds",) * 5 + ("ace",) if level == 1 else ("melds", "melds", "ace", "jokers"))
    make, named = chance.one_of(MELDS[rule][level])
    cards = make(chance)
    if telling(rules.judge_meld(cards, House(**named)).reasons) != f"ramino.{rule}":
        raise NothingDrawn
    return Drawn(_question(named, cards=_text(cards if level == 1 else chance.shuffled(cards))), rule)


# --- The hand on its own ---


def _melds_in(hand: Sequence[Card], house: House) -> list[int]:
    """Every meld in a hand, as bits by the place of its cards."""
    found = set[int]()
    wild = [at for at, card in enumerate(hand) if card.is_joker]
    groups = [[at for at, card in enumerate(hand) if card.suit is suit] for suit in Suit]
    groups += [[at for at, card in enumerate(hand) if card.rank is rank] for rank in LADDER]
    for group in groups:
        for size in range(3, len(group) + len(wild) + 1):
            for places in combinations([*group, *wild], size):
                if read([hand[at] for at in places], house.laws):
                    found.add(sum(1 << at for at in places))
    return sorted(found)


def arrangements(hand: Sequence[Card], house: House = STANDARD) -> list[Cards]:
    """What every way to put cards of a small hand into melds leaves over: the best way, and those that tempt."""
    melds = _melds_in(hand, house)
    found = set[int]()

    def lay(first: int, left: int) -> None:
        found.add(left)
        for at in range(first, len(melds)):
            if melds[at] & left == melds[at]:
                lay(at + 1, left ^ melds[at])

    lay(0, (1 << len(hand)) - 1)
    ways = {tuple(sorted(card for at, card in enumerate(hand) if left >> at & 1)) for left in found}
    return [list(way) for way in sorted(ways)]


def _points(cards: Collection[Card], house: House) -> int:
    return sum(card_value(card, house) for card in cards)


def _whole(ways: Sequence[Cards]) -> list[Cards]:
    """The ways beside which no other leaves fewer of the same cards."""
    return [way for way in ways if not any(len(other) < len(way) and set(other) <= set(way) for other in ways)]


def _best(ways: Sequence[Cards], house: House) -> Cards:
    """What the best way leaves, where it is the only one."""
    least = min(_points(way, house) for way in ways)
    best = [way for way in ways if _points(way, house) == least]
    if len(best) > 1:
        raise NothingDrawn
    return best[0]


def _halves(chance: Chance) -> Cards:
    """A pair and two neighbours, of which a joker may make either a meld."""
    run = _any_run(chance, 3, lowest=1)
    del run[chance.below(3)]
    return [*run, *_of_rank(chance, chance.one_of([r for r in LADDER if r not in {card.rank for card in run}]), 2)]


def _least_hand(chance: Chance, rule: str, level: int) -> tuple[Cards, Named]:
    if level == 1:
        melds = [*_any_run(chance, 3 + chance.below(2)), *_any_set(chance, 3)]
        if rule == "going-out":
            return melds, {}
        kept = melds if chance.is_so(0.3) else chance.one_of((melds[:-3], melds[-3:]))
        return [*kept, *_loose(chance, kept, 8 - len(kept))], {}
    if rule == "ace":
        hand = _high_ace(chance)[-4:]
        hand += _of_rank(chance, Rank.ACE, 1, hand)
        return [*hand, *_loose(chance, hand, 9 - len(hand))], BOTH
    if rule == "going-out":
        hand = _rivals(chance, 4 if level == 2 else 5, fours=True)
        if level == 3 or len(hand) < 7:
            hand += chance.one_of((_any_set(chance, 3), _any_run(chance, 3)))
        return hand, {}
    if level == 2:
        hand = _rivals(chance, 4)
        return [*hand, *_loose(chance, hand, 8 - len(hand))], {}
    named = chance.one_of(({}, BOTH, TWO, JOKERS))
    if named is JOKERS:
        hand = _halves(chance)
        return [*hand, JOKER, *_loose(chance, hand, 3)], named
    hand = _rivals(chance, 4)
    if named is BOTH:
        run = chance.shuffled(_high_ace(chance)[-3:])
        hand = [*run, *_of_rank(chance, run[0].rank, 2, run)]
    elif named is TWO:
        hand.append(hand[0] if chance.is_so(0.5) else chance.one_of(hand))
    else:
        hand += chance.one_of((_any_set(chance, 3), _any_run(chance, 3)))
    return [*hand, *_loose(chance, hand, 10 - len(hand) if not named else 3)], named


def _least_rule(left: Collection[Card], named: Named) -> str:
    """The ruling that what is left over turns on."""
    if not left:
        return "going-out"
    return "ace" if named is BOTH and any(card.rank is Rank.ACE for card in left) else "melds"


def least(chance: Chance, level: int) -> Drawn:
    """A hand: which cards are left over in its best arrangement?

    From level 2 on a card fits a run as well as a set, or a joker either of two melds.
    """
    going_out = chance.is_so(0.25)
    rule = "going-out" if going_out else "ace" if level == 3 and chance.is_so(0.2) else "melds"
    hand, named = _least_hand(chance, rule, level)
    house = House(**named)
    if house.cards.excess(hand):
        raise NothingDrawn
    ways = arrangements(hand, house)
    best = _best(ways, house)
    if _least_rule(best, named) != rule or len(best) == len(hand):
        raise NothingDrawn
    if named is BOTH and best == _best(arrangements(hand), STANDARD):
        raise NothingDrawn
    if rule == "melds" and named is not TWO and (len(_whole(ways)) > 1) != (level > 1):
        raise NothingDrawn
    return Drawn(_question(named, hand=_text(sorted(hand))), rule)


@lru_cache(maxsize=1024)
def left_after(hand: tuple[Card, ...], house: House) -> dict[Card, int]:
    """The least deadwood of a hand after the discard of each of its cards."""
    return {card: least_deadwood(rules.without(hand, card), house.value, house.laws).points for card in hand}


def is_best(hand: Sequence[Card], left: Sequence[Card], points: int, house: House) -> bool:
    """Whether these cards of a hand, left over, leave the rest in melds and no more than these points."""
    rest = list(hand)
    for card in left:
        rest.remove(card)
    return _points(left, house) == points and goes_out(rest, house.laws)


def _discards(ways: Sequence[Cards], hand: Collection[Card], house: House) -> set[Card]:
    """The cards whose discard leaves the fewest points: what a way leaves over can be discarded from it."""
    after = {
        card: min((_points(way, house) for way in ways if card in way), default=999) - card_value(card, house)
        for card in set(hand)
    }
    return {card for card in after if after[card] == min(after.values())}


def _discard_hand(chance: Chance, rule: str, level: int) -> tuple[Cards, Named]:
    if level == 1:
        melds = [*_any_run(chance, 3, lowest=5), *_of_rank(chance, chance.one_of(LADDER[5:]), 3)]
        kept = melds if rule == "going-out" else chance.one_of((melds[:3], melds[3:]))
        cheap = [rank for rank in LADDER if min(rank, 10) < max(map(card_value, kept))]
        return [*kept, *_loose(chance, kept, 1 if rule == "going-out" else 5, cheap)], {}
    if rule == "ace":
        kept = chance.one_of((_any_run(chance, 3), _any_set(chance, 3)))
        hand = [*kept, *_of_rank(chance, Rank.ACE, 1, kept)]
        hand += _loose(chance, hand, 1, (Rank.JACK, Rank.QUEEN, Rank.KING))
        return [*hand, *_loose(chance, hand, 3)], BOTH
    if rule == "card-values" and level == 3 and chance.is_so(0.4):  # the dearest card is an ace, but in a run
        hand = _high_ace(chance)[-4:]
        hand += _loose(chance, hand, 1, (Rank.TEN, Rank.JACK, Rank.QUEEN))
        return [*hand, *_loose(chance, hand, 3, LADDER[1:])], BOTH
    more: Cards = []
    if level == 3:
        more = chance.one_of((_any_set(chance, 3), _any_run(chance, 3)))
    if rule == "going-out":
        if chance.is_so(0.5):  # two runs through two cards of a set: the third goes
            rank = chance.one_of(LADDER)
            three = _of_rank(chance, rank, 3)
            starts = [max(1, min(11, rank - chance.below(3))) for _ in range(2)]
            runs = [
                _run(start, 3, card.suit) for start, card in zip(starts, three, strict=False) if card.suit is not None
            ]
            return [*runs[0], *runs[1], three[2], *more], {}
        hand = [*_rivals(chance, 5, fours=True), *more]
        return [*hand, *_loose(chance, hand, 1)], {}
    hand = [*_rivals(chance, 4), *more]
    cheap = [rank for rank in LADDER if rank <= max(3, hand[0].rank - 2)]
    return [*hand, *_loose(chance, hand, 8 + (3 if more else 0) - len(hand), cheap)], {}


def discard(chance: Chance, level: int) -> Drawn:
    """A hand after the draw: which discard leaves the fewest points?

    The dearest card of the hand is never the one, but for an ace left over that counts 11. From level 2 on a card fits a run as
    well as a set, and the discard that suits the wrong one is wrong.
    """
    rule = "going-out" if chance.is_so(0.4) else "ace" if level == 3 and chance.is_so(0.15) else "card-values"
    hand, named = _discard_hand(chance, rule, level)
    house = House(**named)
    if house.cards.excess(hand):
        raise NothingDrawn
    ways = arrangements(hand, house)
    best = _best(ways, house)
    right = _discards(ways, hand, house)
    goes = any(len(way) == 1 for way in ways)
    if not best or goes != (rule == "going-out") or len(right) > 2 or not (goes or right <= set(best)):
        raise NothingDrawn
    if named is BOTH:
        has_ace = any(card.rank is Rank.ACE for card in best)
        if has_ace != (rule == "ace") or right == _discards(arrangements(hand), hand, STANDARD):
            raise NothingDrawn
        return Drawn(_question(named, hand=_text(sorted(hand))), rule)
    dearest = max(map(card_value, hand))
    if dearest in map(card_value, right):
        raise NothingDrawn
    wrong = [way for way in _whole(ways) if way != best]
    if level == 1:
        if wrong:
            raise NothingDrawn
    elif not any(tempting(way).isdisjoint(right) for way in wrong):
        raise NothingDrawn
    return Drawn(_question(named, hand=_text(sorted(hand))), rule)


def tempting(left: Collection[Card]) -> set[Card]:
    """The dearest of the cards that are left over."""
    dearest = max(map(card_value, left), default=0)
    return {card for card in left if card_value(card) == dearest}


# --- Laying off ---


def _table(chance: Chance, level: int, named: Named) -> list[Cards]:
    """Melds of different cards, two to four; with jokers one of them has one."""
    found: list[Cards] = []
    for _ in range(2 if level == 1 else 2 + chance.below(3)):
        if chance.is_so(0.6):
            found.append(_any_run(chance, 3 + (level > 1 and chance.is_so(0.3)), lowest=1))
        else:
            found.append(_any_set(chance, 3 if level == 1 or chance.is_so(0.7) else 4))
    if named is BOTH:
        found[0] = _run(11, 3, chance.one_of(list(Suit)))
    if named is JOKERS:
        found[0] = chance.one_of((_joker_set, _joker_run))(chance)
    cards = [card for laid in found for card in laid]
    if len(set(cards)) < len(cards):
        raise NothingDrawn
    return found


def _fitting(laid: Sequence[Card], house: House) -> Cards:
    return [card for card in DECK if read([*laid, card], house.laws)]


def _just_missing(laid: Sequence[Card]) -> Cards:
    """What nearly fits: one further on than a run's next card, its next card in another suit, a neighbour of a set."""
    real = [card for card in laid if not card.is_joker]
    ranks = {card.rank for card in real}
    low, high = min(ranks), max(ranks)
    if low == high:
        return [card for card in DECK if abs(card.rank - low) == 1]
    return [
        card
        for card in DECK
        if (
            card.suit is real[0].suit
            and (card.rank - high == 2 or low - card.rank == 2 or {card.rank, high} == {1, 13})
        )
        or (card.suit is not real[0].suit and (card.rank - high == 1 or low - card.rank == 1))
    ]


def lay_off(chance: Chance, level: int) -> Drawn:
    """A hand, melds of one's own and melds of others: which cards of the hand can be laid off?"""
    rule = "lay-off"
    if level > 1:
        rule = chance.one_of(("lay-off", "lay-off", "lay-off", "melds", "jokers"))
    named: Named = JOKERS if rule == "jokers" else {}
    if level == 3 and rule == "lay-off":
        named = chance.one_of(({}, ANY, ANY, BOTH, TWO))
    house = House(**named)
    table = _table(chance, level, named)
    own = sorted(chance.some_of(range(len(table)), 1 + (len(table) > 2 and chance.is_so(0.4))))
    if rule == "jokers":
        own = sorted({0, *own})
    mine = [card for at in own for card in _fitting(table[at], house)]
    others = [card for at, laid in enumerate(table) if at not in own for card in _fitting(laid, house)]
    near = [card for laid in table for card in _just_missing(laid)]
    wanted = [*chance.shuffled(mine)[: chance.below(3)], *chance.shuffled(others)[: 1 + chance.below(2)]]
    if rule == "melds":
        wanted = []
    if named is BOTH:
        wanted = [Card(Rank.ACE, table[0][0].suit), *wanted]
    if level > 1:
        wanted += chance.shuffled(near)[: 1 + chance.below(3)]
    lying = {card for laid in table for card in laid}
    if named is TWO:  # the same card again, which spoils the meld that it would go to
        wanted += chance.some_of(sorted(lying), 2)
        lying = set()
    hand = [card for card in dict.fromkeys(wanted) if card not in lying][:6]
    hand += _loose(chance, {*hand, *lying}, (5 if level == 1 else 6) - len(hand))
    hand.sort()
    cards = [card for laid in (*table, hand) for card in laid]
    if house.cards.excess(cards) or (named is TWO) != (len({*cards}) < len(cards)):
        raise NothingDrawn
    verdict = rules.may_lay_off(hand, table, own, house)
    if laying_off(verdict.reasons) != f"ramino.{rule}" or _goes_on(hand, table, verdict, house):
        raise NothingDrawn
    if rule == "lay-off" and not verdict.allowed and chance.is_so(0.6):
        raise NothingDrawn
    if named in (ANY, BOTH) and _pairs(verdict) == _pairs(rules.may_lay_off(hand, table, own)):
        raise NothingDrawn
    return Drawn(_question(named, hand=_text(hand), table=" / ".join(map(_text, table)), own=own), rule)


def _pairs(verdict: rules.LayOffs) -> tuple[list[tuple[Card, int]], ...]:
    """What can be laid off where, and what is barred."""
    return tuple([(pair.card, pair.meld) for pair in pairs] for pairs in (verdict.allowed, verdict.barred))


def laying_off(reasons: Sequence[Reason]) -> str:
    """The ruling that laying off turns on: jokers, how melds grow where nothing fits, else whose meld it is."""
    named = [reason.rule for reason in reasons]
    return next((rule for rule in ("ramino.jokers", "ramino.melds") if rule in named), "ramino.lay-off")


def _goes_on(hand: Sequence[Card], table: Sequence[Cards], verdict: rules.LayOffs, house: House) -> bool:
    """Whether a card fits only once another is laid off, which the question leaves open."""
    fitting = {pair.card for pair in verdict.allowed}
    for pair in verdict.allowed:
        after = lay_offs(rules.without(hand, pair.card), [pair.becomes.cards], house.laws)
        if any(then.card not in fitting for then in after):
            return True
    return False


# --- The score of a hand ---


def _held(chance: Chance, count: int, without: Collection[Card]) -> Cards:
    """What somebody still held: a court card or two among the rest, and often an ace."""
    courts = [card for card in DECK if card.rank > Rank.TEN and card not in without]
    cards = chance.some_of(courts, 1)
    if chance.is_so(0.5):
        cards += _of_rank(chance, Rank.ACE, 1, without)
    return [*cards, *_loose(chance, {*cards, *without}, count - len(cards))]


def score(chance: Chance, level: int) -> Drawn:
    """What the others still held: how many points does the winner of the hand score?

    From level 2 on there are melds among it that were never laid down, and who goes out in a single turn scores no
    more for it unless the table plays so.
    """
    rule = chance.one_of(("card-values", "deal-score") if level < 3 else ("card-values", "deal-score", "ace", "jokers"))
    named: Named = {"ace": BOTH, "jokers": JOKERS}.get(rule, {})
    winner, *losers = chance.shuffled(NAMES)
    count = 1 if rule == "card-values" else 2 if level == 1 or rule != "deal-score" else 1 + chance.below(3)
    hands: dict[str, Cards] = {}
    dealt = list[Card]()
    at_once = False
    if rule == "deal-score" and level > 1:
        at_once = chance.is_so(0.4)
        if at_once and level == 3 and chance.is_so(0.75):
            named = {"at_once": True}
    for name in losers[:count]:
        if rule == "deal-score" and level > 1 and not hands and not at_once:
            cards = chance.one_of((_any_run(chance, 3, lowest=1), _any_set(chance, 3)))
            cards += _loose(chance, cards, chance.below(3))
        else:
            cards = _held(chance, (3 if count > 1 else 5) + chance.below(2), dealt)
        hands[name] = sorted(cards)
        dealt += cards
    first = hands[losers[0]]
    if rule == "ace":
        first[:] = sorted([*first[1:], *_of_rank(chance, Rank.ACE, 1, dealt)])
    if rule == "jokers":
        first[:] = [*first[1:], JOKER]
    cards = [card for held in hands.values() for card in held]
    if House(**named).cards.excess(cards):
        raise NothingDrawn
    deal = scoring.Deal(winner, {name: tuple(held) for name, held in hands.items()}, at_once)
    if scoring_by(deal, House(**named)) != rule:
        raise NothingDrawn
    said = {"winner": winner, "hands": {name: _text(held) for name, held in hands.items()}}
    deals = [said | ({"at_once": True} if at_once else {})]
    return Drawn(_question(named, deals=deals, match={"points": 100}), rule)


def has_melds(deal: scoring.Deal, house: House) -> bool:
    """Whether somebody still held a meld."""
    held = [cards for cards in deal.hands.values() if not isinstance(cards, int)]
    return any(_melds_in(cards, house) for cards in held)


def scoring_by(deal: scoring.Deal, house: House) -> str:
    """The ruling that the score of a hand turns on: what a card counts by house rule, whose cards count, or what they count."""
    held = [cards for cards in deal.hands.values() if not isinstance(cards, int) and cards]
    every = [card for cards in held for card in cards]
    if JOKER in every:
        return "jokers"
    if house.ace == "both" and any(card.rank is Rank.ACE for card in every):
        return "ace"
    is_plain = len(held) == 1 and not deal.at_once and len(arrangements(held[0])) == 1
    return "card-values" if is_plain else "deal-score"


# --- The match ---


def _parts(chance: Chance, total: int, least: int, most: int) -> list[int]:
    """Numbers between these that come to a total."""
    found = list[int]()
    while total > most:
        found.append(least + chance.below(min(most, total - least) - least + 1))
        total -= found[-1]
    return [*found, total]


Outcomes = list[tuple[str, int]]
"""Of each hand who won it, with how many points."""


def _to_hands(chance: Chance, players: Sequence[str], number: int, is_won: bool) -> Outcomes:
    """A match to a number of hands won, in which it is somebody else who has the most points."""
    champion, *others = players
    won = [champion] * (number - (not is_won))
    before = [name for name in others for _ in range(chance.below(number))]
    order = [*chance.shuffled([*won[1:], *before]), champion] if is_won else chance.shuffled([*won, *before])
    return [(name, 8 + chance.below(20) + (0 if name == champion else 20)) for name in order]


def _to_points(chance: Chance, players: Sequence[str], number: int, reached: int) -> Outcomes:
    """A match to a number of points, of which the first player has reached so many, and the others fewer."""
    champion, *others = players
    *own, last = _parts(chance, reached, 20, 55)
    if sum(own) >= number:
        raise NothingDrawn
    rest = [(champion, points) for points in own]
    for name in others:
        total = number - 3 - chance.below(25)
        rest += [(name, points) for points in _parts(chance, total, 20, 55)[: 1 + chance.below(3)]]
    found = [*chance.shuffled(rest), (champion, last)]
    return found if reached >= number else chance.shuffled(found)


def match(chance: Chance, level: int) -> Drawn:
    """Hands as they were played: has somebody won the match?

    From level 2 on it is a matter of three points at most; at level 3 some are played to a number of hands won.
    """
    players = chance.some_of(NAMES, 2 if level == 1 else 3 if level == 2 else 3 + chance.below(2))
    is_won = chance.is_so(0.55)
    if level == 3 and chance.is_so(0.5):
        aim = Aim(Goal.DEALS, 2 + chance.below(2))
        outcomes = _to_hands(chance, players, aim.number, is_won)
    else:
        aim = Aim(Goal.POINTS, 100 if level < 3 else chance.one_of((50, 75, 100, 150)))
        over = chance.one_of((0, 0, 1, 2)) if is_won else -1 - chance.below(3)
        if level == 1:
            over = 5 + chance.below(15) if is_won else -15 - chance.below(15)
        outcomes = _to_points(chance, players, aim.number, aim.number + over)
    if not 2 <= len(outcomes) <= 7:
        raise NothingDrawn
    deals = [{"winner": name, "hands": _shared(chance, points, players, name)} for name, points in outcomes]
    return Drawn({"deals": deals, "match": {aim.goal.value: aim.number}}, "match")


def _shared(chance: Chance, points: int, players: Sequence[str], winner: str) -> dict[str, int | str]:
    """The points of a hand, spread over those who lost it.

    The winner is there with nothing, so that the players come in the same order in every hand and in its address.
    """
    *some, last = [name for name in players if name != winner]
    held = {name: 1 + chance.below(points // len(players)) for name in some}
    held |= {last: points - sum(held.values())}
    return {name: held.get(name, "") for name in sorted(players)}
