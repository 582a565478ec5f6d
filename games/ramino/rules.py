"""What is a meld in Ramino and what a card counts, how a hand is best arranged, what may be laid off, how many are dealt.

Every public function is a pure function of cards and house rules. Verdicts name the rulings they rest on
(``ramino.melds``, …) as :class:`~games.rulings.Reason` objects; sentences are made in :mod:`games.ramino.wording`.
What melds are and the search for the best arrangement come from :mod:`games.arranging`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Literal, NamedTuple

from games.arranging.budget import Budget
from games.arranging.deadwood import Help, goes_out, helpers, least_deadwood
from games.arranging.melds import Ace, Kind, Laws, LayOff, lay_offs, read, rungs
from games.arranging.melds import Reading as Meld
from games.cards import JOKER, Card, Pack, Rank
from games.rulings import Reason, Refusals, Refused

COURT = 10
"""What a jack, a queen and a king count (``ramino.card-values``)."""
ACE_HIGH = 11
"""What an ace counts where it may stand above the king (``ramino.ace``)."""
JOKER_LEFT = 25
"""What a joker counts that is left in hand (``ramino.jokers``)."""
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
"""(``ramino.players``)"""
DEALT: dict[int, int] = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""Players to cards each (``ramino.deal``)."""
MOST_IN_HAND = 52
"""The largest hand that is arranged."""
MOST_LOOKED_AHEAD = 13
"""The largest hand of which it is said what each card that came or went would do: a hand of Ramino holds eleven at most,
ten dealt and one drawn."""
SECONDS = 0.2
"""Of processor time, for what each card that came would do."""
JOKERS = 4
"""Jokers in all where they are played (``ramino.players``)."""
FEWEST_REAL = 2
"""The fewest cards of a meld that are not jokers (``ramino.jokers``)."""
ACE = Card(Rank.ACE)
Value = Callable[[Card], int]
"""What a card counts."""


@dataclass(frozen=True)
class House:
    """The house rules of a Ramino table; the defaults are the rulings."""

    lay_off: Literal["own", "any"] = "own"
    """Onto which melds cards may be laid off: those laid in an earlier turn of one's own, or any (``ramino.lay-off``)."""
    no_return: bool = False
    """A card taken from the discard pile may not be discarded in the same turn (``ramino.no-return``)."""
    pack: Literal["one", "two", "two-jokers"] = "one"
    """How many decks are shuffled together, and whether jokers play along (``ramino.players``, ``ramino.jokers``)."""
    ace: Literal["low", "both"] = "low"
    """Whether the ace may stand above the king as well; it counts 11 then (``ramino.ace``)."""
    at_once: bool = False
    """Who goes out in one turn, without having melded or laid off before, scores double (``ramino.deal-score``)."""

    @cached_property
    def laws(self) -> Laws:
        """What a meld is at this table."""
        ace = Ace.BOTH if self.ace == "both" else Ace.LOW
        return Laws(ace, jokers=self.pack == "two-jokers", fewest_real=FEWEST_REAL, both_ends=False)

    @property
    def cards(self) -> Pack:
        """The cards this table plays with."""
        return Pack(1 if self.pack == "one" else 2, {JOKER: JOKERS} if self.pack == "two-jokers" else None)

    @property
    def value(self) -> Value:
        """What a card counts that is left in hand."""
        return _value(self)


STANDARD = House()


def card_value(card: Card, house: House = STANDARD) -> int:
    """The points of a card left in hand: ace 1, court cards 10, every other its number (``ramino.card-values``).

    A joker counts 25 (``ramino.jokers``), and an ace 11 where it may stand above the king (``ramino.ace``).

    >>> [card_value(Card.of(text)) for text in ("As", "7d", "Td", "Kc", "X")]
    [1, 7, 10, 10, 25]
    >>> card_value(Card.of("As"), House(ace="both"))
    11
    """
    if card.is_joker:
        return JOKER_LEFT
    if card.rank is Rank.ACE and house.ace == "both":
        return ACE_HIGH
    return min(int(card.rank), COURT)


@cache
def worth(house: House) -> int:
    """What all cards of the pack are worth together in points: more can never be left in hand.

    >>> worth(STANDARD)
    340
    """
    return sum(map(house.value, house.cards))


# One function for each table: the search for arrangements remembers what the pack counts by it.
@cache
def _value(house: House) -> Value:
    return partial(card_value, house=house)


class Item(NamedTuple):
    """A card and its points."""

    card: Card
    points: int


def itemised(cards: Sequence[Card], value: Value = card_value) -> tuple[Item, ...]:
    """Each card with its points (``ramino.card-values``)."""
    return tuple(Item(card, value(card)) for card in cards)


def value_reasons(items: Sequence[Item], house: House) -> Iterator[Reason]:
    """What these cards count, and why (``ramino.card-values``, ``ramino.ace``, ``ramino.jokers``)."""
    if any(not item.card.is_joker for item in items):
        is_high = house.ace == "both"
        is_left = any(item.card.rank is Rank.ACE for item in items)
        rule = "ramino.ace" if is_high and is_left else "ramino.card-values"
        yield Reason(rule, "ace-counts" if is_high else "card-values", points=house.value(ACE))
    if any(item.card.is_joker for item in items):
        yield Reason("ramino.jokers", "joker-counts", points=house.value(JOKER))


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are: a meld, or none and why; and which single card makes the difference."""

    meld: Meld
    completed_by: tuple[Card, ...]
    """Where they are not a meld: the cards each of which, added, would make them one."""
    without: tuple[Card, ...]
    """Where they are not a meld: the cards each of which, taken away, would leave one."""
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Arranged:
    """The best arrangement of a hand."""

    melds: tuple[tuple[Card, ...], ...]
    items: tuple[Item, ...]
    """What is left over, card by card."""
    outs: tuple[Card, ...]
    """The cards each of which, discarded, leaves nothing over: that goes out."""
    reasons: tuple[Reason, ...]

    @property
    def deadwood(self) -> tuple[Card, ...]:
        return tuple(item.card for item in self.items)

    @property
    def points(self) -> int:
        """The least deadwood there can be: the parts in :attr:`items` together."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class LayOffs:
    """What of a hand may be laid off."""

    allowed: tuple[LayOff, ...]
    """Every pair of one card and one meld, one card at a time."""
    barred: tuple[LayOff, ...]
    """What would fit a meld onto which the player may not lay off."""
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """How many cards go where at the start of a deal."""

    players: int
    cards: int
    """To each player."""
    stock: int
    """Left in the stock once one card has been turned up."""
    pack: int
    """All the cards there are."""
    reasons: tuple[Reason, ...]


def judge_meld(cards: Collection[Card], house: House = STANDARD) -> Reading:
    """What the cards are (``ramino.melds``, ``ramino.ace``, ``ramino.jokers``).

    >>> from games.cards import cards_of
    >>> judge_meld(cards_of("As 2s 3s")).meld.kind.value
    'run'
    >>> [reason.code for reason in judge_meld(cards_of("Qs Ks As")).reasons]
    ['ace-high']
    """
    laws = house.laws
    meld = read(cards, laws)
    if meld.kind is not None:
        return Reading(meld, (), (), tuple(_is_meld(meld, house)))
    more = tuple(card for card in _may_come(cards, house) if read((*cards, card), laws))
    fewer = tuple(card for card in dict.fromkeys(meld.cards) if read(without(cards, card), laws))
    return Reading(meld, more, fewer, _problems(meld, house))


def arrange(hand: Collection[Card], house: House = STANDARD) -> Arranged:
    """The arrangement of a hand with the least deadwood (``ramino.melds``, ``ramino.card-values``).

    >>> from games.cards import cards_of
    >>> best = arrange(cards_of("5h 6h 7h 7s 7d Kc"))
    >>> [[card.text for card in meld] for meld in best.melds], best.points
    ([['7s', '7h', '7d']], 21)

    :raises Refused: of field ``hand`` for more than :data:`MOST_IN_HAND` cards.
    """
    if len(hand) > MOST_IN_HAND:
        raise Refused("hand", "hand-too-large", count=len(hand), most=MOST_IN_HAND)
    best = least_deadwood(hand, house.value, house.laws)
    items = itemised(best.deadwood, house.value)
    outs = _outs(hand, best.deadwood, house)
    return Arranged(best.melds, items, outs, tuple(_arrange_reasons(hand, best.melds, items, outs, house)))


def near_misses(hand: Collection[Card], house: House = STANDARD) -> tuple[Help, ...]:
    """The cards that would leave fewer points over if they came, the most helpful first.

    Of hands up to :data:`MOST_LOOKED_AHEAD` cards alone, and of the cards that :data:`SECONDS` suffice to look at.

    >>> from games.cards import cards_of
    >>> [(help.card.text, help.points) for help in near_misses(cards_of("6h 7h Ks"))]
    [('5h', 10), ('8h', 10)]
    """
    if len(hand) > MOST_LOOKED_AHEAD:
        return ()
    return tuple(helpers(hand, house.value, house.laws, _may_come(hand, house), Budget(SECONDS)))


def may_lay_off(
    hand: Collection[Card],
    table: Sequence[Sequence[Card]],
    own: Collection[int] | None = None,
    house: House = STANDARD,
) -> LayOffs:
    """Which cards of the hand may be added to which melds (``ramino.lay-off``).

    >>> from games.cards import cards_of
    >>> table = [cards_of("4h 5h 6h"), cards_of("7s 7d 7c")]
    >>> [(pair.card.text, pair.meld) for pair in may_lay_off(cards_of("7h Ks"), table, own=[1]).allowed]
    [('7h', 1)]

    :param own: the melds that the player laid in earlier turns, counted from 0; None for all of them.
    :raises Refused: where a meld of the table is none, or ``own`` names a meld that is not there.
    """
    laws, wrong = house.laws, Refusals()
    for at, cards in enumerate(table):
        if not (meld := read(cards, laws)):
            figures = {"number": at + 1, "cards": tuple(cards), "reasons": _problems(meld, house)}
            wrong.add(Refused(f"table.{at}", "table-no-meld", at=" ".join(map(str, cards)), **figures))
    mine = set(range(len(table))) if own is None else set(own)
    for at, index in enumerate(own or ()):
        if not 0 <= index < len(table):
            wrong.add(Refused(f"own.{at}", "no-such-meld", at=index, count=len(table)))
    wrong.refuse()
    fitting = lay_offs(hand, table, laws)
    allowed = tuple(pair for pair in fitting if house.lay_off == "any" or pair.meld in mine)
    barred = tuple(pair for pair in fitting if pair not in allowed)
    return LayOffs(allowed, barred, tuple(_lay_off_reasons(hand, table, mine, allowed, barred, house)))


def deal(players: int, house: House = STANDARD) -> Dealing:
    """How many cards each player is dealt (``ramino.deal``) and how many are left (``ramino.stock``).

    >>> deal(3).cards, deal(3).stock, deal(3, House(pack="two-jokers")).stock
    (7, 30, 86)

    :raises Refused: of field ``players`` unless they are two to six.
    """
    if players not in DEALT:
        raise Refused("players", "how-many-players", count=players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    cards, pack = DEALT[players], len(house.cards)
    stock = pack - players * cards - 1
    reasons = (
        Reason("ramino.deal", "dealt", players=players, cards=cards),
        Reason("ramino.stock", "stock", stock=stock),
    )
    return Dealing(players, cards, stock, pack, reasons)


def _may_come(cards: Collection[Card], house: House) -> tuple[Card, ...]:
    """The cards of the pack of which not all copies are among these."""
    held, pack = Counter(cards), house.cards
    return tuple(card for card in pack.faces if held[card] < pack.copies(card))


def without(cards: Collection[Card], card: Card) -> tuple[Card, ...]:
    """Cards but for one of them."""
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


def _is_meld(meld: Meld, house: House) -> Iterator[Reason]:
    real = [card for card in meld.cards if not card.is_joker]
    jokers = len(meld.cards) - len(real)
    if meld.kind is Kind.SET:
        yield Reason("ramino.melds", "is-set" if house.pack == "one" else "is-set-of-suits", cards=meld.cards)
        if jokers:
            yield Reason("ramino.jokers", "joker-in-set", count=jokers, rank=real[0].rank)
        return
    yield Reason("ramino.melds", "is-run", cards=meld.cards)
    ranks = rungs(meld.start, len(meld.cards))
    if ranks[-1] is Rank.ACE:
        yield Reason("ramino.ace", "ace-above")
    elif ranks[0] is Rank.ACE:
        yield Reason("ramino.ace", "ace-below")
    if jokers:
        stands = tuple(Card(rank, real[0].suit) for rank, card in zip(ranks, meld.cards, strict=True) if card.is_joker)
        yield Reason("ramino.jokers", "joker-in-run", stands=stands, count=jokers)


RULE_OF = {
    "ace-high": "ramino.ace",
    "around-the-ace": "ramino.ace",
    "joker": "ramino.jokers",
    "no-real-card": "ramino.jokers",
    "few-real": "ramino.jokers",
}
"""Which ruling a problem with a meld rests on, where it is not ``ramino.melds``."""


def _problems(meld: Meld, house: House) -> tuple[Reason, ...]:
    reasons = []
    for problem in meld.problems:
        rule = RULE_OF.get(problem.code, "ramino.melds")
        # Above the king there would be a fourteenth place, but not in a run that has an ace below.
        if problem.code == "too-long" and house.ace == "both":
            rule = "ramino.ace"
        reasons.append(Reason(rule, problem.code, **problem.figures))
    return tuple(reasons)


def _outs(hand: Collection[Card], deadwood: Collection[Card], house: House) -> tuple[Card, ...]:
    """The cards whose discard goes out (``ramino.going-out``); of large hands those alone that are seen at once."""
    if not deadwood:
        return ()
    if len(hand) > MOST_LOOKED_AHEAD:
        return tuple(deadwood) if len(deadwood) == 1 else ()
    # What leaves the fewest points need not be what leaves the fewest cards: each discard is tried.
    return tuple(card for card in sorted(set(hand)) if goes_out(without(hand, card), house.laws))


def _arrange_reasons(
    hand: Collection[Card],
    melds: Sequence[Sequence[Card]],
    items: Sequence[Item],
    outs: Sequence[Card],
    house: House,
) -> Iterator[Reason]:
    if not hand:
        yield Reason("ramino.going-out", "no-cards")
        return
    yield Reason("ramino.melds", "arranged" if melds else "none-arranged", count=len(melds))
    if not items:
        yield Reason("ramino.going-out", "all-melded")
        return
    points = sum(item.points for item in items)
    yield Reason("ramino.card-values", "left-over", count=len(items), points=points)
    if outs:
        yield Reason("ramino.going-out", "out-by-discard" if len(hand) > 1 else "out-by-last-card", cards=tuple(outs))
    # What a card counts goes without saying but for a joker, and an ace that counts as at this table.
    yield from (reason for reason in value_reasons(items, house) if reason.rule != "ramino.card-values")


def _lay_off_reasons(
    hand: Collection[Card],
    table: Sequence[Sequence[Card]],
    mine: Collection[int],
    allowed: Sequence[LayOff],
    barred: Sequence[LayOff],
    house: House,
) -> list[Reason]:
    def because(rule: str, code: str, pairs: Sequence[LayOff] = ()) -> Reason:
        return Reason(f"ramino.{rule}", code, cards=tuple(dict.fromkeys(pair.card for pair in pairs)))

    if not table:
        return [because("lay-off", "no-melds-on-table")]
    reasons = []
    read_anew = any(JOKER in table[pair.meld] for pair in allowed)
    if house.lay_off == "any":
        reasons.append(because("lay-off", "onto-any", allowed) if allowed else because("lay-off", "nothing-fits"))
    elif not mine:
        reasons.append(because("lay-off", "none-own"))
    else:
        reasons.append(because("lay-off", "onto-own", allowed) if allowed else because("lay-off", "nothing-fits-own"))
    if barred:
        reasons.append(because("lay-off", "barred", barred))
    if read_anew:
        reasons.append(because("jokers", "read-anew"))
    if not allowed and not barred:
        reasons.append(because("melds", "how-melds-grow"))
    if allowed and len(hand) <= 2:
        reasons.append(because("going-out", "last-card") if len(hand) == 1 else because("going-out", "last-but-one"))
    return reasons
