"""What is a meld in Ramino, how a hand is best arranged, what may be laid off, and how many cards are dealt.

Every public function is a pure function of cards and house rules. Verdicts name the rulings they rest on
(``ramino.melds``, …) as :class:`~games.rulings.Reason` objects; sentences are made in :mod:`games.ramino.wording`.
What melds are and the search for the best arrangement come from :mod:`games.arranging`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from games.arranging.deadwood import Help, helpers, least_deadwood
from games.arranging.melds import RAMINO, LayOff, lay_offs, read
from games.arranging.melds import Reading as Meld
from games.cards import DECK, Card, Pack
from games.ramino.scoring import FEWEST_PLAYERS, MOST_PLAYERS, Item, card_value, itemised
from games.rulings import Reason, Refused

PACK = Pack()
"""52 cards, no jokers (``ramino.players``)."""
DEALT: dict[int, int] = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""Players to cards each (``ramino.deal``)."""
MOST_IN_HAND = 13
"""The largest hand that is arranged: a hand of Ramino holds eleven at most, ten dealt and one drawn."""


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a Ramino table; the defaults are the rulings."""

    lay_off: Literal["own", "any"] = "own"
    """Onto which melds cards may be laid off: those laid in an earlier turn of one's own, or any (``ramino.lay-off``)."""
    no_return: bool = False
    """A card taken from the discard pile may not be discarded in the same turn (``ramino.no-return``)."""


STANDARD = House()


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are: a meld, or none and why; and which single card makes the difference."""

    meld: Meld
    completed_by: tuple[Card, ...]
    """Where they are no meld: the cards each of which, added, would make them one."""
    without: tuple[Card, ...]
    """Where they are no meld: the cards each of which, taken away, would leave one."""
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Arranged:
    """The best arrangement of a hand."""

    melds: tuple[tuple[Card, ...], ...]
    items: tuple[Item, ...]
    """What is left over, card by card."""
    near: tuple[Help, ...]
    """The cards that would leave fewer points if they came, the most helpful first."""
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
    reasons: tuple[Reason, ...]


def judge_meld(cards: Collection[Card]) -> Reading:
    """What the cards are (``ramino.melds``).

    >>> from games.cards import cards_of
    >>> judge_meld(cards_of("As 2s 3s")).meld.kind.value
    'run'
    >>> [reason.code for reason in judge_meld(cards_of("Qs Ks As")).reasons]
    ['ace-high']
    """
    meld = read(cards, RAMINO)
    if meld.kind is not None:
        return Reading(meld, (), (), (Reason("ramino.melds", f"is-{meld.kind.value}", cards=meld.cards),))
    more = tuple(card for card in DECK if card not in cards and read((*cards, card), RAMINO))
    fewer = tuple(card for card in meld.cards if read([other for other in cards if other is not card], RAMINO))
    return Reading(meld, more, fewer, _problems(meld))


def arrange(hand: Collection[Card]) -> Arranged:
    """The arrangement of a hand with the least deadwood (``ramino.melds``, ``ramino.card-values``).

    >>> from games.cards import cards_of
    >>> best = arrange(cards_of("5h 6h 7h 7s 7d Kc"))
    >>> [[card.text for card in meld] for meld in best.melds], best.points
    ([['7s', '7h', '7d']], 21)

    :raises Refused: of field ``hand`` for more than :data:`MOST_IN_HAND` cards.
    """
    if len(hand) > MOST_IN_HAND:
        raise Refused("hand", "hand-too-large", count=len(hand), most=MOST_IN_HAND)
    best = least_deadwood(hand, card_value)
    items = itemised(best.deadwood)
    near = tuple(helpers(hand, card_value))
    return Arranged(best.melds, items, near, tuple(_arrange_reasons(hand, best.melds, items)))


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
    for at, cards in enumerate(table):
        if not (meld := read(cards, RAMINO)):
            figures = {"number": at + 1, "cards": tuple(cards), "reasons": _problems(meld)}
            raise Refused(f"table.{at}", "table-no-meld", at=" ".join(map(str, cards)), **figures)
    mine = set(range(len(table))) if own is None else set(own)
    for at, index in enumerate(own or ()):
        if not 0 <= index < len(table):
            raise Refused(f"own.{at}", "no-such-meld", at=str(index), count=len(table))
    fitting = lay_offs(hand, table, RAMINO)
    allowed = tuple(pair for pair in fitting if house.lay_off == "any" or pair.meld in mine)
    barred = tuple(pair for pair in fitting if pair not in allowed)
    return LayOffs(allowed, barred, tuple(_lay_off_reasons(hand, table, mine, allowed, barred, house)))


def deal(players: int) -> Dealing:
    """How many cards each player is dealt (``ramino.deal``) and how many are left (``ramino.stock``).

    >>> deal(3).cards, deal(3).stock
    (7, 30)

    :raises Refused: of field ``players`` unless they are two to six.
    """
    if players not in DEALT:
        raise Refused("players", "how-many-players", count=players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    cards = DEALT[players]
    stock = len(PACK) - players * cards - 1
    return Dealing(
        players,
        cards,
        stock,
        (
            Reason("ramino.deal", "dealt", players=players, cards=cards),
            Reason("ramino.stock", "stock", stock=stock),
        ),
    )


def _problems(meld: Meld) -> tuple[Reason, ...]:
    return tuple(Reason("ramino.melds", problem.code, **problem.figures) for problem in meld.problems)


def _arrange_reasons(hand: Collection[Card], melds: Sequence[Sequence[Card]], items: Sequence[Item]) -> list[Reason]:
    if not hand:
        return [Reason("ramino.going-out", "no-cards")]
    reasons = [Reason("ramino.melds", "arranged" if melds else "none-arranged", count=len(melds))]
    if not items:
        return [*reasons, Reason("ramino.going-out", "all-melded")]
    points = sum(item.points for item in items)
    reasons.append(Reason("ramino.card-values", "left-over", count=len(items), points=points))
    # What leaves the fewest points need not be what leaves the fewest cards: each discard is tried.
    outs = tuple(card for card in sorted(hand) if not _left_without(hand, card))
    if outs:
        reasons.append(Reason("ramino.going-out", "out-by-discard", cards=outs))
    return reasons


def _left_without(hand: Collection[Card], discard: Card) -> tuple[Card, ...]:
    return least_deadwood([card for card in hand if card is not discard], card_value).deadwood


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
    if house.lay_off == "any":
        reasons.append(because("lay-off", "onto-any", allowed) if allowed else because("lay-off", "nothing-fits"))
    elif not mine:
        reasons.append(because("lay-off", "none-own"))
    else:
        reasons.append(because("lay-off", "onto-own", allowed) if allowed else because("lay-off", "nothing-fits-own"))
    if barred:
        reasons.append(because("lay-off", "barred", barred))
    if not allowed and not barred:
        reasons.append(because("melds", "how-melds-grow"))
    if allowed and len(hand) <= 2:
        reasons.append(because("going-out", "last-card") if len(hand) == 1 else because("going-out", "last-but-one"))
    return reasons
