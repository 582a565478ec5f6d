"""Sets, tiplu and wild cards of Marriage, and how a hand arranges.

Every public function is a pure function of cards and house rules. Verdicts name the rulings they rest on
(``marriage.tunnel``, …) as :class:`~games.rulings.Reason` objects, whose figures are cards, numbers and the
words of :class:`Kind` and :class:`Role`; sentences are made elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal, NamedTuple

from games.arranging import wild as solver
from games.cards import JOKER, Card, Pack, Rank, Suit
from games.rulings import Reason, Refusals, Refused

HAND = 21
"""Cards in the hand between turns (``marriage.deal``); one more after drawing (``marriage.turn``)."""
PRIMARY_SETS = 3
"""Pure sets that must lie before anything else (``marriage.primary``)."""
PRIMARY_DUBLEES, LAST_DUBLEE = 7, 8
"""Dublees worth three pure sets, and the one that ends the game (``marriage.dublee``, ``marriage.secondary``)."""
DUBLEE_PLAYERS = 4
"""The fewest players with whom dublees count (``marriage.dublee``)."""
PLAYERS = range(2, 6)
"""``marriage.deck``."""
LONGEST_SEQUENCE = 13
"""Ace high or low, never both at once (``marriage.pure-sequence``)."""


MAIN_CARD_RULE = "marriage.variant-main-card"


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a Marriage table; the defaults are the rulings.

    >>> House(dublee_bonus=6)
    Traceback (most recent call last):
    games.rulings.Refused: house.dublee_bonus: unknown-choice

    :raises Refused: when a choice is none of those listed; for Murder and Kidnap asked for together.
    """

    alter: bool = False
    """The alter scores (``marriage.variant-alter``)."""
    jokers: bool = False
    """Three printed jokers are in the pack (``marriage.deck``, ``marriage.putali``)."""
    dublee_bonus: int = 5
    """What a winner with dublees gets more from each other player: 0, 5 or 7 (``marriage.dublee-bonus``)."""
    unseen_maal: Literal["counts", "murder", "kidnap"] = "counts"
    """What becomes of an unseen player's maal (``marriage.unseen-maal``)."""
    tunnel_pachaunu: bool = False
    """An unseen player's tunnels score nothing (``marriage.variant-tunnel-pachaunu``)."""
    maal_pachaunu: bool = False
    """An unseen player's maal cards, all but the tunnels, score nothing (``marriage.variant-maal-pachaunu``)."""
    better: bool = False
    """Every result is doubled (``marriage.variant-better``)."""
    dublee_better: bool = False
    """Every result is doubled when a player shows seven dublees (``marriage.variant-dublee``)."""
    main_card: bool = False
    """One printed joker is the main card, on top of those of ``jokers`` (``marriage.variant-main-card``)."""
    dhoos: str = ""
    """Who owes 15 from the game before, by name (``marriage.variant-dhoos``)."""

    def __post_init__(self) -> None:
        if self.dublee_bonus not in (0, 5, 7):
            raise Refused("house.dublee_bonus", "unknown-choice", value=self.dublee_bonus, choices=(0, 5, 7))
        if self.unseen_maal not in ("counts", "murder", "kidnap"):
            both = all(word in str(self.unseen_maal) for word in ("murder", "kidnap"))
            code = "murder-with-kidnap" if both else "unknown-choice"
            raise Refused("house.unseen_maal", code, value=self.unseen_maal, choices=("counts", "murder", "kidnap"))


STANDARD = House()


class Kind(StrEnum):
    """The sets (``marriage.sets``), in the order in which cards are read as one (judge.md, "marriage `set`")."""

    TUNNEL = "tunnel"
    PURE_SEQUENCE = "pure-sequence"
    TRIAL = "trial"
    SEQUENCE = "sequence"
    DIRTY_TRIAL = "dirty-trial"
    DUBLEE = "dublee"


class Role(StrEnum):
    """What the tiplu makes of a card (``marriage.wild-cards``): all of these are wild. Named as their rulings."""

    TIPLU = "tiplu"
    POPLU = "poplu"
    JHIPLU = "jhiplu"
    ALTER = "alter"
    ORDINARY_JOKER = "ordinary-joker"
    PUTALI = "putali"

    @property
    def rule(self) -> str:
        """The ruling that makes a card this.

        >>> Role.POPLU.rule, Role.ALTER.rule
        ('marriage.poplu-jhiplu', 'marriage.alter')
        """
        if self in (Role.POPLU, Role.JHIPLU):
            return "marriage.poplu-jhiplu"
        return "marriage.ordinary-jokers" if self is Role.ORDINARY_JOKER else f"marriage.{self}"


class StandIn(NamedTuple):
    """A wild card standing for another card."""

    card: Card
    stands_for: Card


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that are a set."""

    kind: Kind
    cards: tuple[Card, ...]
    """In the order in which they are laid: sequences from the lowest card up, wild cards in the place they take."""
    stand_ins: tuple[StandIn, ...] = ()

    @property
    def pure(self) -> bool:
        """Whether it may be one of the three primary sets (``marriage.primary``)."""
        return self.kind in (Kind.TUNNEL, Kind.PURE_SEQUENCE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are, or why they are not a set."""

    group: Group | None
    reasons: tuple[Reason, ...]

    @property
    def kind(self) -> Kind | None:
        return None if self.group is None else self.group.kind

    @property
    def primary(self) -> bool:
        return self.group is not None and self.group.pure


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a hand arranges."""

    primary: tuple[Group, ...] | None
    """Three pure sets that the hand holds at once, or None."""
    pure: int
    """How many pure sets it holds at once, three at most."""
    dublees: tuple[Group, ...]
    complete: bool
    sets: tuple[Group, ...]
    """The arrangement, primary sets first; of a hand that is not complete the best part (:func:`arrange`)."""
    left: tuple[Card, ...]
    """The cards in no set."""
    discards: tuple[Card, ...]
    """Of 22 cards: each face whose discard leaves a complete hand."""
    away: int
    """The least number of cards to exchange until complete."""
    completing: tuple[Card, ...]
    """When one away: each face that, drawn, makes the hand complete."""
    reasons: tuple[Reason, ...]


def pack(house: House = STANDARD) -> Pack:
    """The cards in play (``marriage.deck``).

    The main card is one more printed joker: the rulings say only that it is wild and worth 5, which is what a
    printed joker is, and players type what they see. Beside three jokers it is told from them by number alone,
    so one joker is the main card where ``jokers`` is off, and the fourth where it is on.

    >>> len(pack()), len(pack(House(jokers=True))), len(pack(House(main_card=True)))
    (156, 159, 157)
    """
    jokers = 3 * house.jokers + house.main_card
    return Pack(decks=3, jokers={JOKER: jokers} if jokers else None)


@cache
def neighbour(card: Card, step: Literal[1, -1]) -> Card:
    """The card of the same suit next above or below; the circle closes at the ace (``marriage.poplu-jhiplu``).

    >>> neighbour(Card.of("Kd"), 1), neighbour(Card.of("Ad"), -1), neighbour(Card.of("2d"), -1)
    (Card('Ad'), Card('Kd'), Card('Ad'))
    """
    return Card(Rank((card.rank - 1 + step) % 13 + 1), card.suit)


def role(card: Card, tiplu: Card | None, house: House = STANDARD) -> Role | None:
    """What the tiplu makes of the card, or None (``marriage.wild-cards``).

    >>> tiplu = Card.of("7s")
    >>> [str(role(Card.of(text), tiplu, House(alter=True))) for text in ("7s", "8s", "6s", "7c", "7h", "8h")]
    ['tiplu', 'poplu', 'jhiplu', 'alter', 'ordinary-joker', 'None']
    >>> role(Card.of("7c"), tiplu)
    <Role.ORDINARY_JOKER: 'ordinary-joker'>

    Without the variant `alter` the alter is an ordinary joker like the others of its rank
    (``marriage.ordinary-jokers``). Printed jokers are wild without a tiplu too (``marriage.putali``).

    :raises Refused: ``tiplu``, when it is a printed joker.
    """
    if card.is_joker:
        return Role.PUTALI
    if tiplu is None:
        return None
    check_tiplu(tiplu)
    if card is tiplu:
        return Role.TIPLU
    if card.rank is tiplu.rank:
        return Role.ALTER if house.alter and card.colour is tiplu.colour else Role.ORDINARY_JOKER
    if card is neighbour(tiplu, 1):
        return Role.POPLU
    return Role.JHIPLU if card is neighbour(tiplu, -1) else None


def roles(tiplu: Card | None, house: House = STANDARD) -> dict[Role, tuple[Card, ...]]:
    """The faces of each role, those with no card in the pack left out (``marriage.wild-cards``).

    >>> [(str(role), *map(str, cards)) for role, cards in roles(Card.of("Ah")).items()]
    [('tiplu', 'Ah'), ('poplu', '2h'), ('jhiplu', 'Kh'), ('ordinary-joker', 'As', 'Ad', 'Ac')]
    """
    found: dict[Role, list[Card]] = {each: [] for each in Role}
    for card in pack(house).faces:
        if what := role(card, tiplu, house):
            found[what].append(card)
    return {what: tuple(cards) for what, cards in found.items() if cards}


def wild_cards(tiplu: Card | None, house: House = STANDARD) -> frozenset[Card]:
    """The faces that may stand for any card (``marriage.wild-cards``)."""
    return frozenset(card for cards in roles(tiplu, house).values() for card in cards)


def terms_of(tiplu: Card | None, house: House = STANDARD) -> solver.Terms:
    """What the solver asks of a complete hand: 21 cards in sets, three pure; two tiplus at most (``marriage.ending``).

    >>> terms = terms_of(Card.of("7s"))
    >>> terms.size, terms.pure, terms.supply[Card.of("7s").index], len(terms.wild)
    (21, 3, 2, 6)
    """
    supply = solver.supply_of(3, pack(house).copies(JOKER), [tiplu] if tiplu else ())
    return solver.Terms(supply, wild_cards(tiplu, house), PRIMARY_SETS, HAND)


def check_tiplu(tiplu: Card | None) -> None:
    """:raises Refused: when the tiplu is a printed joker (judge.md, "marriage tiplu")."""
    if tiplu is not None and tiplu.is_joker:
        raise Refused("tiplu", "joker-tiplu", card=tiplu)


def check_cards(fields: Mapping[str, Iterable[Card]], tiplu: Card | None, house: House = STANDARD) -> None:
    """Refuse cards that cannot all be held, naming the field in which there is one too many.

    The tiplu lies at the bottom of the stock, so two of its face are all that can be held (``marriage.tiplu``).

    >>> from games.cards import cards_of
    >>> check_cards({"hand": cards_of("7s 7s 7s")}, Card.of("7s"))
    Traceback (most recent call last):
    games.rulings.Refused: hand: third-tiplu

    :raises Refused: ``joker-tiplu``, ``not-in-pack``, ``third-tiplu`` or ``too-many``.
    """
    check_tiplu(tiplu)
    held: Counter[Card] = Counter()
    cards_in_play, wrong = pack(house), Refusals()
    for field, cards in fields.items():
        for card in cards:
            held[card] += 1
            copies = cards_in_play.copies(card)
            # What is one too many is said once, however many there are.
            if not copies and held[card] == 1:
                wrong.add(Refused(field, "not-in-pack", card=card))
            elif copies and card is tiplu and held[card] == copies:
                wrong.add(Refused(field, "third-tiplu", card=card, copies=copies - 1))
            elif copies and card is not tiplu and held[card] == copies + 1:
                wrong.add(Refused(field, "too-many", card=card, copies=copies))
    wrong.refuse()


# --- What is this set? ---


def what_is(cards: Sequence[Card], tiplu: Card | None = None, house: House = STANDARD) -> Reading:
    """What the cards are, which card stands for which, and whether they may be a primary set.

    Natural readings come first: tunnel, pure sequence, trial; then sequence, then dirty trial (judge.md,
    "marriage `set`"). A wild card stays itself where it can.

    >>> from games.cards import cards_of
    >>> reading = what_is(cards_of("5h 7s 6h"), tiplu=Card.of("7s"))
    >>> str(reading.kind), reading.primary, reading.group.stand_ins
    ('sequence', False, (StandIn(card=Card('7s'), stands_for=Card('7h')),))
    >>> [reason.code for reason in what_is(cards_of("5h 5h 7s"), tiplu=Card.of("7s")).reasons]
    ['pair-and-wild']

    :raises Refused: ``cards`` or ``tiplu``, as :func:`check_cards`; ``cards``: ``no-cards`` when there are none.
    """
    if not cards:
        raise Refused("cards", "no-cards")
    check_cards({"cards": cards}, tiplu, house)
    wild = wild_cards(tiplu, house)
    group = read(cards, wild, house)
    if group is None:
        return Reading(None, tuple(_faults(cards, wild, house)))
    return Reading(group, tuple(_naming(group, tiplu, house)))


def read(cards: Sequence[Card], wild: frozenset[Card], house: House = STANDARD) -> Group | None:
    """The set that the cards are, these faces being wild, or None (``marriage.sets``, ``marriage.dublee``)."""
    cards = tuple(sorted(cards))
    if len(cards) == 2:
        # The main card is not a twin of a printed joker: where it is the only one in the pack there are no two.
        return Group(Kind.DUBLEE, cards) if cards[0] is cards[1] else None
    if len(cards) < 3:
        return None
    if len(cards) == 3 and cards[0] is cards[2]:
        return Group(Kind.TUNNEL, cards)
    if pure := _sequence(cards, frozenset()):
        return pure
    if trial := _trial(cards, frozenset()):
        return trial
    return _sequence(cards, wild) or _trial(cards, wild)


def _sequence(cards: Sequence[Card], wild: frozenset[Card]) -> Group | None:
    """The cards as consecutive cards of one suit, as few as possible standing in, else as high as possible."""
    n = len(cards)
    fixed = [card for card in cards if card not in wild]
    if n > LONGEST_SEQUENCE or len({card.suit for card in fixed}) > 1 or len(set(fixed)) < len(fixed):
        return None
    if any(card.is_joker for card in fixed):
        return None
    suits = [fixed[0].suit] if fixed else list(Suit)
    best: tuple[int, list[Card]] | None = None
    for suit in suits:
        for start in range(14 - n, -1, -1):
            window = [Card(Rank((start + i) % 13 + 1), suit) for i in range(n)]
            if set(fixed) <= set(window):
                strangers = sum((Counter(cards) - Counter(window)).values())
                if best is None or strangers < best[0]:
                    best = strangers, window
    return best and _placed(cards, best[1], Kind.SEQUENCE if best[0] else Kind.PURE_SEQUENCE)


def _trial(cards: Sequence[Card], wild: frozenset[Card]) -> Group | None:
    """The cards as one rank in different suits; wild cards alone are read as a sequence before."""
    fixed = [card for card in cards if card not in wild]
    if not fixed or len(cards) > 4 or len({card.rank for card in fixed}) > 1 or len(set(fixed)) < len(fixed):
        return None
    if any(card.is_joker for card in fixed):
        return None
    same = sorted({card for card in cards if card.rank is fixed[0].rank})
    others = [card for card in (Card(fixed[0].rank, suit) for suit in Suit) if card not in same]
    window = sorted((same + others)[: len(cards)])
    return _placed(cards, window, Kind.TRIAL if set(window) == set(cards) else Kind.DIRTY_TRIAL)


def _placed(cards: Sequence[Card], window: Sequence[Card], kind: Kind) -> Group:
    """Each card in its own place, the strangers in the places left."""
    strangers = sorted((Counter(cards) - Counter(window)).elements())
    empty = Counter(window) - Counter(cards)
    laid, stand_ins = [], []
    for face in window:
        if empty[face]:
            laid.append(strangers.pop(0))
            stand_ins.append(StandIn(laid[-1], face))
        else:
            laid.append(face)
    return Group(kind, tuple(laid), tuple(stand_ins))


def _naming(group: Group, tiplu: Card | None, house: House) -> list[Reason]:
    """Which rulings make the cards this set, and whether it may be primary."""
    found = [Reason(f"marriage.{group.kind}", f"is-{group.kind}", cards=group.cards)]
    strangers = Counter(stand_in.card for stand_in in group.stand_ins)
    wild = [card for card in group.cards if role(card, tiplu, house)]
    if len(wild) == len(group.cards) and strangers:
        found.append(Reason("marriage.wild-sets", "all-wild"))
    elif len(wild) == 2 and len(group.cards) == 3 and strangers:
        third = next(card for card in group.cards if card not in wild)
        found.append(Reason("marriage.wild-sets", "two-wild", third=third))
    for card, stands_for in group.stand_ins:
        found.append(_wildness(card, tiplu, house, stands_for))
    if group.kind is Kind.DUBLEE:
        found.append(Reason("marriage.primary", "dublee-not-alone", needed=PRIMARY_DUBLEES))
    elif group.pure:
        found.append(Reason("marriage.primary", "may-be-primary", needed=PRIMARY_SETS))
        natural = next((card for card in group.cards if role(card, tiplu, house)), None)
        if natural and group.kind is Kind.PURE_SEQUENCE:
            found.append(
                Reason("marriage.wild-cards", "wild-as-itself", card=natural, role=role(natural, tiplu, house))
            )
    else:
        code = "never-primary-trial" if group.kind is Kind.TRIAL else "never-primary"
        found.append(Reason("marriage.primary", code))
    return found


def _wildness(card: Card, tiplu: Card | None, house: House, stands_for: Card) -> Reason:
    what = role(card, tiplu, house)
    assert what is not None, "only wild cards stand in"
    # Without three printed jokers in the pack the one that is there is the main card.
    rule = MAIN_CARD_RULE if what is Role.PUTALI and not house.jokers and house.main_card else what.rule
    return Reason(rule, f"stands-for-{what}", card=card, stands_for=stands_for)


def _faults(cards: Sequence[Card], wild: frozenset[Card], house: House) -> list[Reason]:
    """Why the cards are not a set, most telling first."""
    n, cards = len(cards), tuple(sorted(cards))
    held = tuple(card for card in cards if card in wild)
    fixed = [card for card in cards if card not in wild]
    if n == 1:
        return [Reason("marriage.sets", "too-few", count=n)]
    if n == 2:
        if held:
            return [Reason("marriage.dublee", "dublee-with-wild", cards=cards, wild=held)]
        return [
            Reason("marriage.dublee", "two-not-identical", cards=cards),
            Reason("marriage.sets", "too-few", count=n),
        ]
    if not fixed:
        return [Reason("marriage.sequence", "sequence-too-long")]
    twice = [card for card, copies in Counter(fixed).items() if copies > 1]
    ranks, suits = {card.rank for card in fixed}, {card.suit for card in fixed}
    if len(ranks) == 1:
        if twice:
            others = tuple(card for card in fixed if card is not twice[0])
            if others:
                return [Reason("marriage.not-sets", "pair-and-third", pair=twice[0], others=others, wild=held)]
            return [Reason("marriage.not-sets", "pair-and-wild", pair=twice[0])]
        return [Reason("marriage.trial", "trial-too-long", count=n, most=4)]
    if len(suits) == 1:
        if twice:
            return [Reason("marriage.not-sets", "twice-in-sequence", card=twice[0], wild=held)]
        rule = "marriage.sequence" if held else "marriage.pure-sequence"
        if n > LONGEST_SEQUENCE:
            return [Reason(rule, "sequence-too-long")]
        if _round_the_ace(fixed, n):
            return [Reason("marriage.pure-sequence", "round-the-ace", cards=cards)]
        missing = _gap(fixed)
        code = "sequence-gap-wild" if held else "sequence-gap"
        return [Reason(rule, code, cards=tuple(fixed), missing=missing, wild=held, lacking=len(missing) - len(held))]
    return [Reason("marriage.sets", "no-one-rank-or-suit", cards=tuple(fixed), wild=held)]


def _round_the_ace(fixed: Sequence[Card], n: int) -> bool:
    """Whether the cards would be a sequence of so many if the order went on from the ace to the two."""
    at = {card.rank - 1 for card in fixed}
    return any(all((place - start) % 13 < n for place in at) for start in range(15 - n, 13))


def _gap(fixed: Sequence[Card]) -> tuple[Card, ...]:
    """The cards missing between these, the ace at the end where fewer are missing."""
    low = sorted(card.rank - 1 for card in fixed)
    high = sorted(13 if place == 0 else place for place in low)
    places = min(low, high, key=lambda each: each[-1] - each[0])
    inside = set(range(places[0], places[-1])) - set(places)
    return tuple(Card(Rank(place % 13 + 1), fixed[0].suit) for place in sorted(inside))


# --- My hand ---


def arrange(hand: Sequence[Card], tiplu: Card | None = None, players: int = 4, house: House = STANDARD) -> Arrangement:
    """How 21 or 22 cards arrange.

    *Complete* (``marriage.ending``) are 21 cards that all lie in sets, three of them at least pure
    (``marriage.primary``), or a hand with eight dublees (``marriage.dublee``, with four players or more): the
    eighth ends the game whatever the other cards are. 22 cards are complete when some discard leaves 21 that are.

    *Away* is the least k such that k of the 21 cards (of 22 one is discarded first) can be exchanged for k others
    that the pack holds, so that the hand is complete: in either way, by sets or by dublees. Two tiplus at most can
    be held. It asks for what the hand needs, not for what the others or the stock hold.

    Before the tiplu is known only printed jokers are wild, and all else is the same question (``marriage.tiplu``).

    The *sets* of a hand that is not complete are the best part of it: with three pure sets at once, these and
    others in which the most cards lie, wild cards standing in (``marriage.wild-cards``: for those who have shown);
    without, as many pure sets as there are and then the most cards, every card being itself; with seven dublees
    and no three pure sets, the dublees.

    >>> from games.cards import cards_of
    >>> hand = cards_of("3s 4s 5s 9h 9h 9h Qd Kd Ad 2c 3c 4c 5c 6h 6d 6s 8c 8c 7d Tc Jc")
    >>> found = arrange(hand, tiplu=Card.of("7d"))
    >>> found.complete, found.away, Card.of("9c") in found.completing, Card.of("9d") in found.completing
    (False, 1, True, False)

    :raises Refused: ``hand``: ``hand-size`` or as :func:`check_cards`; ``players``: ``players-number``; ``tiplu``.
    """
    wrong = Refusals()
    if players not in PLAYERS:
        wrong.add(Refused("players", "players-number", players=players, least=PLAYERS[0], most=PLAYERS[-1]))
    if len(hand) not in (HAND, HAND + 1):
        wrong.add(Refused("hand", "hand-size", count=len(hand), hand=HAND))
    with wrong.gathered():
        check_cards({"hand": hand}, tiplu, house)
    wrong.refuse()
    hand = tuple(sorted(hand))
    wild = wild_cards(tiplu, house)
    terms = terms_of(tiplu, house)
    with_dublees = players >= DUBLEE_PLAYERS
    arranged = solver.arrange(hand, terms)
    pairs = _dublees(hand, house) if with_dublees else ()
    by_dublees = len(pairs) >= LAST_DUBLEE
    complete = arranged is not None or by_dublees

    pure, primary, partial = PRIMARY_SETS, None, arranged
    if partial is None:
        partial = solver.best(hand, terms)
    if partial is None:
        pure, partial = _natural_part(hand, terms)
    else:
        primary = tuple(_group(cards, frozenset(), house) for cards in partial.sets[:PRIMARY_SETS])
    dublees = tuple(Group(Kind.DUBLEE, (card, card)) for card in pairs)
    if arranged is None and (by_dublees or (primary is None and len(pairs) >= PRIMARY_DUBLEES)):
        sets, left = dublees, tuple((Counter(hand) - Counter(pairs) - Counter(pairs)).elements())
    else:
        sets = tuple(_group(cards, wild if i >= pure else frozenset(), house) for i, cards in enumerate(partial.sets))
        left = partial.left

    by_sets = 0 if arranged else solver.away(hand, terms)
    more = _dublees_away(hand, tiplu, house) if with_dublees else HAND
    away = 0 if complete else min(by_sets, more)

    def ends(cards: Sequence[Card]) -> bool:
        return (with_dublees and len(_dublees(cards, house)) >= LAST_DUBLEE) or solver.arrange(cards, terms) is not None

    discards: tuple[Card, ...] = ()
    if complete and len(hand) > HAND:
        discards = tuple(card for card in dict.fromkeys(hand) if ends(_without(hand, card)))
    completing: tuple[Card, ...] = ()
    if away == 1:
        held = Counter(hand)
        faces = [card for card in pack(house).faces if terms.supply[card.index] > held[card]]
        found = set(solver.completing(hand, terms, faces)) if by_sets == 1 else set()
        if more == 1:
            found |= {card for card in faces if len(_dublees((*hand, card), house)) >= LAST_DUBLEE}
        completing = tuple(card for card in faces if card in found)

    reasons = []
    if complete:
        if arranged:
            reasons.append(Reason("marriage.ending", "complete-sets", sets=len(sets), discards=discards))
        else:
            reasons.append(Reason("marriage.dublee", "complete-dublees", dublees=len(pairs), discards=discards))
    else:
        reasons.append(Reason("marriage.ending", "one-away" if away == 1 else "away", away=away, completing=completing))
    if primary:
        reasons.append(Reason("marriage.primary", "three-pure", sets=primary))
    elif len(pairs) < PRIMARY_DUBLEES:
        reasons.append(Reason("marriage.primary", "pure-lacking", pure=pure, lacking=PRIMARY_SETS - pure))
    if not with_dublees:
        reasons.append(Reason("marriage.dublee", "dublees-need-players", players=players, least=DUBLEE_PLAYERS))
    elif pairs and not (complete and by_dublees and not arranged):
        code = "dublees-primary" if len(pairs) >= PRIMARY_DUBLEES else "dublees"
        reasons.append(Reason("marriage.dublee", code, dublees=len(pairs), needed=PRIMARY_DUBLEES))
    if tiplu is None:
        reasons.append(Reason("marriage.tiplu", "tiplu-unknown"))
    return Arrangement(primary, pure, dublees, complete, sets, left, discards, away, completing, tuple(reasons))


def ended(
    hand: Sequence[Card], tiplu: Card | None = None, house: House = STANDARD
) -> tuple[tuple[Group, ...], tuple[Card, ...]]:
    """The sets by which a complete hand ends the game, and what is left over of it (``marriage.ending``).

    Eight dublees end it where no sets do, so that the table has four players or more.
    """
    found = solver.arrange(tuple(sorted(hand)), terms_of(tiplu, house))
    if found is None:
        pairs = _dublees(hand, house)
        left = (Counter(hand) - Counter(pairs) - Counter(pairs)).elements()
        return tuple(Group(Kind.DUBLEE, (card, card)) for card in pairs), tuple(sorted(left))
    wild = wild_cards(tiplu, house)
    sets = enumerate(found.sets)
    return tuple(_group(cards, wild if at >= PRIMARY_SETS else frozenset(), house) for at, cards in sets), found.left


def _natural_part(hand: Sequence[Card], terms: solver.Terms) -> tuple[int, solver.Arranged]:
    """As many pure sets as the hand holds, then the most cards in sets where every card is itself."""
    for pure in range(PRIMARY_SETS - 1, 0, -1):
        found = solver.best(hand, solver.Terms(terms.supply, frozenset(), pure, terms.size))
        if found:
            return pure, found
    found = solver.best(hand, solver.Terms(terms.supply, frozenset(), 0, terms.size))
    assert found is not None, "no set at all is an arrangement too"
    return 0, found


def _group(cards: Sequence[Card], wild: frozenset[Card], house: House) -> Group:
    group = read(cards, wild, house)
    assert group is not None, "the solver and the reader agree on what a set is"
    return group


def _dublees(hand: Iterable[Card], house: House) -> tuple[Card, ...]:
    """One card for each dublee (``marriage.dublee``); the main card is not a twin of a printed joker."""
    found = []
    for card, copies in sorted(Counter(hand).items()):
        twins = min(copies, 3 * house.jokers) if card.is_joker else copies
        found += [card] * (twins // 2)
    return tuple(found)


def _dublees_away(hand: Sequence[Card], tiplu: Card | None, house: House) -> int:
    """Cards to exchange until eight dublees lie: one for each single card whose twin can come, two beyond these."""
    lacking = max(0, LAST_DUBLEE - len(_dublees(hand, house)))
    singles = sum(copies == 1 and not (card.is_joker and not house.jokers) for card, copies in Counter(hand).items())
    return lacking + max(0, lacking - singles)


def _without(hand: Sequence[Card], card: Card) -> list[Card]:
    rest = list(hand)
    rest.remove(card)
    return rest
