"""What a Marriage round is worth: each player's maal, and who pays whom.

Points are whole numbers. Reasons and errors carry figures, no prose, as in :mod:`games.marriage.rules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from games.cards import Card, Rank
from games.marriage.rules import (
    DUBLEE_PLAYERS,
    MAIN_CARD_RULE,
    PLAYERS,
    STANDARD,
    House,
    Kind,
    Role,
    check_cards,
    neighbour,
    read,
    role,
    roles,
)
from games.rulings import Reason, Refusals, Refused

HAND_VALUES: dict[str, tuple[int, ...]] = {
    "tiplu": (0, 3, 7),
    "poplu": (0, 2, 5, 10),
    "jhiplu": (0, 2, 5, 10),
    "alter": (0, 5, 15, 25),
    "putali": (0, 5, 15, 25),
    "marriage": (0, 10, 30),
}
"""Points in all for none, one, two, three of a kind in the hand (``marriage.hand-values``)."""
MAIN_CARD = 5
"""``marriage.variant-main-card``."""
FLOOR_VALUES: dict[str, tuple[int, ...]] = {
    "tunnel-ordinary": (0, 5, 15, 25),
    "tunnel-ordinary-joker": (0, 10, 20, 30),
    "tunnel-poplu-jhiplu": (0, 15, 35),
    "tunnel-putali": (0, 35),
    "tunnel-alter": (0, 35),
    "floor-marriage": (0, 15, 35),
}
"""Points in all for tunnels and marriages on the floor (``marriage.floor-values``, ``marriage.marriage``)."""
FROM_UNSEEN, FROM_SEEN = 10, 3
"""What the winner gets from each (``marriage.game-points``)."""
DHOOS = 15
"""``marriage.variant-dhoos``."""


class Item(NamedTuple):
    """One entry of a count."""

    item: str
    """A key of :data:`HAND_VALUES` or :data:`FLOOR_VALUES`, or ``main-card``."""
    cards: tuple[Card, ...]
    points: int
    number: int
    """How many of the kind: cards, marriages or tunnels."""

    @property
    def rule(self) -> str:
        """The ruling that gives the points."""
        if self.item == "main-card":
            return "marriage.variant-main-card"
        if self.item in ("marriage", "floor-marriage"):
            return "marriage.marriage"
        return "marriage.floor-values" if self.item.startswith("tunnel-") else "marriage.hand-values"


class Count(NamedTuple):
    """One way to count the hand: so many marriages, and what all comes to with the floor."""

    marriages: int
    points: int


@dataclass(frozen=True)
class Wild:
    """What a tiplu makes wild, and what else scores by it."""

    roles: dict[Role, tuple[Card, ...]]
    reasons: tuple[Reason, ...]


def made_wild(tiplu: Card, house: House = STANDARD) -> Wild:
    """The cards that bear a role by this tiplu, and why (``marriage.poplu-jhiplu``, ``ordinary-jokers``, ``alter``).

    >>> from games.cards import cards_of
    >>> [str(role) for role in made_wild(*cards_of("7d")).roles]
    ['tiplu', 'poplu', 'jhiplu', 'ordinary-joker']
    """
    found = roles(tiplu, house)
    poplu, jhiplu = found[Role.POPLU][0], found[Role.JHIPLU][0]
    at_ace = Rank.ACE in (tiplu.rank, poplu.rank, jhiplu.rank)
    code = "round-the-circle" if at_ace else "neighbours"
    ordinary, alter = found[Role.ORDINARY_JOKER], found.get(Role.ALTER, ())
    reasons = [
        Reason("marriage.poplu-jhiplu", code, poplu=poplu, jhiplu=jhiplu),
        Reason("marriage.ordinary-jokers", "ordinary-jokers", cards=ordinary, copies=3 * len(ordinary)),
    ]
    if alter:
        reasons.append(Reason("marriage.alter", "alter-scores", cards=alter))
    else:
        twin = next(card for card in ordinary if card.colour is tiplu.colour)
        reasons.append(Reason("marriage.alter", "alter-idle", card=twin))
    if house.jokers:
        reasons.append(Reason("marriage.putali", "putali-wild"))
    if house.main_card:
        reasons.append(Reason(MAIN_CARD_RULE, "main-card-wild", points=MAIN_CARD))
    return Wild(found, tuple(reasons))


@dataclass(frozen=True, slots=True)
class Maal:
    """A player's maal."""

    points: int
    items: tuple[Item, ...]
    """The floor first, then the hand; every card in one item at most."""
    idle: tuple[Card, ...]
    """The cards that count nothing."""
    best: Count
    others: tuple[Count, ...]
    """The other ways to count, best first; the count is the highest of all (``marriage.best-count``)."""
    reasons: tuple[Reason, ...]

    @property
    def scoring(self) -> tuple[Card, ...]:
        """The cards that count something."""
        return tuple(card for item in self.items for card in item.cards)


def count_maal(
    tiplu: Card, cards: Sequence[Card], floor: Sequence[Sequence[Card]] = (), house: House = STANDARD
) -> Maal:
    """The maal of the cards held and of the tunnels and marriages shown on the floor.

    Every number of marriages that the hand allows is counted, and the highest count is the maal
    (``marriage.best-count``): nothing else is a choice, since what lies on the floor counts there.

    >>> from games.cards import cards_of
    >>> count = count_maal(Card.of("7s"), cards_of("7s 8s 8s 8s 6s 6s 6s"))
    >>> count.points, count.others
    (23, (Count(marriages=1, points=20),))
    >>> count_maal(Card.of("7s"), cards_of("Ah 7s"), [cards_of("8s 8s 8s"), cards_of("6s 6s 6s")]).points
    38

    :param cards: those held besides the floor.
    :param floor: tunnels dealt and shown before the first draw, and marriages laid among the primary sets.
    :raises Refused: ``tiplu``, ``cards`` or ``floor.0`` …: cards that cannot be held, as
        :func:`games.marriage.rules.check_cards`; ``floor.0``: ``no-tunnel-no-marriage``, or ``ace-marriage`` where
        the three would be K-A-2, which is not a sequence (judge.md, "marriage floor").
    """
    groups = {f"floor.{i}": tuple(group) for i, group in enumerate(floor) if group}
    check_cards({"cards": cards, **groups}, tiplu, house)
    on_floor = _floor(tiplu, groups, house)
    hand = sorted(cards)
    counts = [(_hand(tiplu, hand, marriages, house), marriages) for marriages in range(_marriages(tiplu, hand) + 1)]
    laid = sum(item.points for item in on_floor)
    # Of equal counts the one with fewer marriages: it needs no explanation.
    ways = sorted(
        ((Count(n, laid + sum(item.points for item in items)), items) for items, n in counts),
        key=lambda way: (-way[0].points, way[0].marriages),
    )
    best, items = ways[0][0], (*on_floor, *ways[0][1])
    others = tuple(way for way, _ in ways[1:])
    idle = Counter((*hand, *(card for group in groups.values() for card in group)))
    for item in items:
        idle -= Counter(item.cards)
    reasons = [Reason("marriage.best-count", "best-count", best=best, others=others)] if others else []
    reasons += [
        Reason(item.rule, item.item, points=item.points, number=item.number, cards=item.cards) for item in items
    ]
    if not items:
        reasons.append(Reason("marriage.hand-values", "no-maal", tiplu=tiplu))
    return Maal(best.points, items, tuple(sorted(idle.elements())), best, others, tuple(reasons))


def _marriages(tiplu: Card, hand: Sequence[Card]) -> int:
    return min(hand.count(card) for card in (neighbour(tiplu, -1), tiplu, neighbour(tiplu, 1)))


def _hand(tiplu: Card, hand: Sequence[Card], marriages: int, house: House) -> tuple[Item, ...]:
    """The items of a hand counted with so many marriages (``marriage.hand-values``, ``marriage.marriage``)."""
    trio = (neighbour(tiplu, -1), tiplu, neighbour(tiplu, 1))
    items = []
    if marriages:
        items.append(Item("marriage", trio * marriages, HAND_VALUES["marriage"][marriages], marriages))
    for kind in (Role.TIPLU, Role.POPLU, Role.JHIPLU, Role.ALTER, Role.PUTALI):
        cards = [card for card in hand if role(card, tiplu, house) is kind]
        cards = cards[marriages:] if kind in (Role.TIPLU, Role.POPLU, Role.JHIPLU) else cards
        if kind is Role.PUTALI:
            jokers = 3 * house.jokers
            if cards[jokers:]:
                items.append(Item("main-card", tuple(cards[jokers:]), MAIN_CARD, 1))
            cards = cards[:jokers]
        if cards:
            items.append(Item(str(kind), tuple(cards), HAND_VALUES[kind][len(cards)], len(cards)))
    return tuple(items)


def _floor(tiplu: Card, groups: dict[str, tuple[Card, ...]], house: House) -> tuple[Item, ...]:
    """The items of the floor (``marriage.floor-values``, ``marriage.tunnel-shown``)."""
    trio = (neighbour(tiplu, -1), tiplu, neighbour(tiplu, 1))
    found: dict[str, list[tuple[Card, ...]]] = {}
    for field, group in groups.items():
        what = read(group, frozenset())
        if what is not None and what.kind is Kind.TUNNEL:
            found.setdefault(_tunnel(role(group[0], tiplu, house)), []).append(group)
        elif what is not None and what.kind is Kind.PURE_SEQUENCE and set(trio) <= set(group):
            found.setdefault("floor-marriage", []).append(trio)
        elif set(group) == set(trio) and len(group) == 3:
            raise Refused(field, "ace-marriage", cards=trio, tiplu=tiplu)
        else:
            raise Refused(field, "no-tunnel-no-marriage", cards=group, tiplu=tiplu)
    items = []
    for name, values in FLOOR_VALUES.items():
        if shown := found.get(name):
            # The tables stop at three tunnels; the step from each to the next is the same, so it goes on.
            beyond = max(0, len(shown) - len(values) + 1)
            points = values[len(shown) - beyond] + 10 * beyond
            items.append(Item(name, tuple(card for group in shown for card in group), points, len(shown)))
    return tuple(items)


def _tunnel(what: Role | None) -> str:
    if what is None:
        return "tunnel-ordinary"
    return "tunnel-poplu-jhiplu" if what in (Role.POPLU, Role.JHIPLU) else f"tunnel-{what}"


# --- The round ---


@dataclass(frozen=True, slots=True)
class Player:
    """One player at the end of a round."""

    name: str
    maal: int | tuple[Card, ...]
    """Points, or the cards held."""
    seen: bool
    """Has shown the primary sets, or seven dublees."""
    dublee: bool = False
    """Plays with dublees."""
    winner: bool = False
    tunnels: int = 0
    """Points of tunnels and marriages shown on the floor, on top of the maal."""


class Entry(StrEnum):
    """The entries of a result."""

    MAAL = "maal-exchange"
    GAME = "game-points"
    DUBLEE = "dublee-bonus"
    DOUBLING = "doubling"
    DHOOS = "dhoos"


@dataclass(frozen=True, slots=True)
class Result:
    """What a player wins or loses."""

    name: str
    points: int
    entries: dict[Entry, int]
    """What the points are made of; their sum is the points. Entries of 0 are left out, but maal and game points."""
    maal: int
    """The maal that counted, after Murder, Kidnap or Pachaunu; the winner's with what was kidnapped."""
    held: int
    """The maal and tunnels before that."""
    count: Maal | None = None
    """The count, where the maal was given as cards."""


class Payment(NamedTuple):
    """Who pays whom."""

    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round."""

    results: tuple[Result, ...]
    """In the order of the players; their points sum to zero (``marriage.maal-exchange``)."""
    pays: tuple[Payment, ...]
    """The matrix: what passes between each two players, pairs that owe nothing left out."""
    reasons: tuple[Reason, ...]
    between: Mapping[tuple[str, str], Mapping[Entry, int]]
    """What passes between each two players is made of, in their order: more than 0 is for the first of them."""

    @property
    def points(self) -> dict[str, int]:
        return {result.name: result.points for result in self.results}

    def fewest_payments(self) -> tuple[Payment, ...]:
        """Other payments to the same effect, as few as can be.

        >>> table = [Player("Asha", 10, True, winner=True), Player("Bina", 5, True), Player("Chir", 3, False)]
        >>> [tuple(payment) for payment in settle(table).fewest_payments()]
        [('Bina', 'Asha', 6), ('Chir', 'Asha', 19)]
        """
        return fewest_payments(self.points)


def settle(players: Sequence[Player], house: House = STANDARD, tiplu: Card | None = None) -> Settlement:
    """Who wins and loses what in a round (``marriage.maal-exchange``, ``game-points``, ``dublee-bonus``, variants).

    >>> table = [
    ...     Player("Asha", 10, True, winner=True), Player("Bina", 5, True),
    ...     Player("Chir", 3, False), Player("Devi", 0, False),
    ... ]
    >>> settle(table).points
    {'Asha': 45, 'Bina': -1, 'Chir': -16, 'Devi': -28}
    >>> settle(table, House(unseen_maal="murder")).points
    {'Asha': 48, 'Bina': 2, 'Chir': -25, 'Devi': -25}
    >>> settle(table, House(unseen_maal="kidnap")).points
    {'Asha': 57, 'Bina': -1, 'Chir': -28, 'Devi': -28}

    :param tiplu: needed where a player's maal is given as cards.
    :raises Refused: ``players``: ``players-number``, ``no-winner``, ``two-winners``, ``unseen-winner``,
        ``unseen-dublee``, ``dublees-need-players``; ``players.0.name`` …: ``no-name``, ``name-twice``;
        ``players.0.maal`` …: ``below-zero`` or cards that cannot be held; ``players.0.tunnels``: ``below-zero``;
        ``tiplu``: ``tiplu-needed``, ``joker-tiplu``; ``house.dhoos``: ``unknown-name``.
    """
    _check(players, house, tiplu)
    winner = next(i for i, player in enumerate(players) if player.winner)
    counts = [
        count_maal(tiplu, player.maal, (), house) if not isinstance(player.maal, int) and tiplu else None
        for player in players
    ]
    held = [
        (count.points if count else player.maal if isinstance(player.maal, int) else 0)
        for player, count in zip(players, counts, strict=True)
    ]
    maal = _counting(players, held, winner, house)
    dublees = any(player.dublee for player in players)
    doubled = house.better or (house.dublee_better and dublees)

    entries: list[Counter[Entry]] = [Counter() for _ in players]
    pays, between = [], {}
    for i, one in enumerate(players):
        for j in range(i + 1, len(players)):
            terms = Counter({Entry.MAAL: maal[i] - maal[j]})
            if winner in (i, j):
                sign, loser = (1, players[j]) if winner == i else (-1, one)
                terms[Entry.GAME] = sign * _game_points(loser)
                if players[winner].dublee:
                    terms[Entry.DUBLEE] = sign * house.dublee_bonus
            if doubled:
                terms[Entry.DOUBLING] = terms.total()
            owing = {one.name: 1, players[j].name: -1}.get(house.dhoos, 0)
            if owing and winner in (i, j) and house.dhoos != players[winner].name:
                terms[Entry.DHOOS] = -DHOOS * owing
            between[one.name, players[j].name] = terms
            for entry, points in terms.items():
                entries[i][entry] += points
                entries[j][entry] -= points
            if total := terms.total():
                names = (players[j].name, one.name) if total > 0 else (one.name, players[j].name)
                pays.append(Payment(*names, abs(total)))
    results = []
    for i, player in enumerate(players):
        shown = {entry: entries[i][entry] for entry in Entry if entries[i][entry] or entry in (Entry.MAAL, Entry.GAME)}
        results.append(Result(player.name, entries[i].total(), shown, maal[i], held[i] + player.tunnels, counts[i]))
    return Settlement(
        tuple(results), tuple(pays), tuple(_reasons(players, held, maal, winner, doubled, house)), between
    )


def _check(players: Sequence[Player], house: House, tiplu: Card | None) -> None:
    """Refuse a round that cannot have been played."""
    if len(players) not in PLAYERS:
        raise Refused("players", "players-number", players=len(players), least=PLAYERS[0], most=PLAYERS[-1])
    for i, player in enumerate(players):
        if not player.name:
            raise Refused(f"players.{i}.name", "no-name")
        if any(other.name == player.name for other in players[:i]):
            raise Refused(f"players.{i}.name", "name-twice", name=player.name)
    wrong, hands = Refusals(), {}
    winners = tuple(player.name for player in players if player.winner)
    if len(winners) != 1:
        code = "two-winners" if winners else "no-winner"
        wrong.add(Refused("players", code, names=winners, cell="players.winner"))
    for i, player in enumerate(players):
        shown: dict[str, Any] = {"name": player.name, "cell": f"players.{i}.seen"}
        if player.winner and not player.seen:
            wrong.add(Refused("players", "unseen-winner", **shown))
        if player.dublee and len(players) < DUBLEE_PLAYERS:
            figures = {"players": len(players), "least": DUBLEE_PLAYERS}
            wrong.add(Refused("players", "dublees-need-players", **shown, **figures))
        if player.dublee and not player.seen:
            wrong.add(Refused("players", "unseen-dublee", **shown))
    for i, player in enumerate(players):
        if isinstance(player.maal, int):
            if player.maal < 0:
                wrong.add(Refused(f"players.{i}.maal", "below-zero", name=player.name, points=player.maal))
        else:
            hands[f"players.{i}.maal"] = player.maal
        if player.tunnels < 0:
            wrong.add(Refused(f"players.{i}.tunnels", "below-zero", name=player.name, points=player.tunnels))
    if hands and tiplu is None:
        wrong.add(Refused("tiplu", "tiplu-needed"))
    with wrong.gathered():
        check_cards(hands, tiplu, house)
    if house.dhoos and all(player.name != house.dhoos for player in players):
        names = tuple(player.name for player in players)
        wrong.add(Refused("house.dhoos", "unknown-name", name=house.dhoos, names=names))
    wrong.refuse()


def _counting(players: Sequence[Player], held: Sequence[int], winner: int, house: House) -> list[int]:
    """The maal that counts for each (``marriage.unseen-maal``, the Pachaunus, Murder, Kidnap)."""
    murder, kidnap = house.unseen_maal == "murder", house.unseen_maal == "kidnap"
    maal = []
    for player, points in zip(players, held, strict=True):
        keeps_maal = player.seen or not (house.maal_pachaunu or murder)
        keeps_tunnels = player.seen or not (house.tunnel_pachaunu or murder)
        maal.append(points * keeps_maal + player.tunnels * keeps_tunnels)
    if kidnap:
        for i, player in enumerate(players):
            if not player.seen:
                maal[winner] += maal[i]
                maal[i] = 0
    return maal


def _game_points(loser: Player) -> int:
    """What the winner gets from this player (``marriage.game-points``)."""
    if not loser.seen:
        return FROM_UNSEEN
    return 0 if loser.dublee else FROM_SEEN


def _reasons(
    players: Sequence[Player], held: Sequence[int], maal: Sequence[int], winner: int, doubled: bool, house: House
) -> Iterable[Reason]:
    """The rulings that made the results, in the order in which they act."""
    unseen = tuple(player.name for player in players if not player.seen)
    yield Reason("marriage.maal-exchange", "maal-exchange", players=len(players), total=sum(maal))
    if unseen:
        before = sum(held[i] + player.tunnels for i, player in enumerate(players) if not player.seen)
        if house.unseen_maal == "murder":
            yield Reason("marriage.variant-murder", "murder", names=unseen, points=before)
        else:
            if house.tunnel_pachaunu:
                void = sum(player.tunnels for player in players if not player.seen)
                yield Reason("marriage.variant-tunnel-pachaunu", "tunnel-pachaunu", names=unseen, points=void)
            if house.maal_pachaunu:
                void = sum(held[i] for i, player in enumerate(players) if not player.seen)
                yield Reason("marriage.variant-maal-pachaunu", "maal-pachaunu", names=unseen, points=void)
            if house.unseen_maal == "kidnap":
                taken = maal[winner] - held[winner] - players[winner].tunnels
                yield Reason(
                    "marriage.variant-kidnap", "kidnap", names=unseen, winner=players[winner].name, points=taken
                )
            elif not (house.tunnel_pachaunu and house.maal_pachaunu):
                code, names = "unseen-counts", unseen
                if house.tunnel_pachaunu:
                    code = "unseen-cards-count"
                elif house.maal_pachaunu:
                    code = "unseen-tunnels-count"
                    names = tuple(player.name for player in players if not player.seen and player.tunnels)
                if names:
                    yield Reason("marriage.unseen-maal", code, names=names)
    seen = tuple(player.name for player in players if player.seen and not player.winner and not player.dublee)
    yield Reason(
        "marriage.game-points",
        {
            (True, True): "game-points",
            (True, False): "game-points-unseen",
            (False, True): "game-points-seen",
            (False, False): "no-game-points",
        }[bool(unseen), bool(seen)],
        winner=players[winner].name,
        unseen=unseen,
        seen=seen,
        points=sum(_game_points(player) for player in players if not player.winner),
    )
    spared = tuple(player.name for player in players if player.dublee and not player.winner)
    if spared:
        yield Reason("marriage.game-points", "dublee-spared", names=spared)
    if players[winner].dublee:
        code = "dublee-bonus" if house.dublee_bonus else "no-dublee-bonus"
        yield Reason("marriage.dublee-bonus", code, winner=players[winner].name, bonus=house.dublee_bonus)
    if doubled:
        if house.better:
            yield Reason("marriage.variant-better", "better")
        else:
            names = tuple(player.name for player in players if player.dublee)
            yield Reason("marriage.variant-dublee", "dublee-better", names=names)
    if house.dhoos:
        code = "dhoos-won" if house.dhoos == players[winner].name else "dhoos"
        yield Reason("marriage.variant-dhoos", code, name=house.dhoos, winner=players[winner].name, points=DHOOS)


def after_payments(points: Mapping[str, int], paid: Iterable[tuple[str, str, int]]) -> dict[str, int]:
    """What is left of these results once some have paid others.

    >>> after_payments({"a": 12, "b": -7, "c": -5}, [("b", "a", 7)])
    {'a': 5, 'b': 0, 'c': -5}

    :param paid: who paid, whom, how many points.
    """
    left = dict(points)
    for payer, payee, amount in paid:
        left[payer] += amount
        left[payee] -= amount
    return left


def fewest_payments(points: dict[str, int]) -> tuple[Payment, ...]:
    """Payments that settle these results, as few as can be.

    A group of players whose results sum to zero settles with one payment fewer than it has members, and not with
    less unless it falls into smaller such groups: so the players are divided into as many groups as possible.

    >>> [tuple(payment) for payment in fewest_payments({"a": 5, "b": 3, "c": -3, "d": -5})]
    [('c', 'b', 3), ('d', 'a', 5)]

    :param points: results by name that sum to zero.
    """
    names = tuple(name for name, result in points.items() if result)
    payments = []
    for group in _groups({name: points[name] for name in names}):
        balance = {name: points[name] for name in names if name in group}
        while any(balance.values()):
            payer = min(balance, key=lambda name: balance[name])
            payee = max(balance, key=lambda name: balance[name])
            amount = min(-balance[payer], balance[payee])
            payments.append(Payment(payer, payee, amount))
            balance[payer] += amount
            balance[payee] -= amount
    return tuple(sorted(payments, key=lambda each: (names.index(each.payer), names.index(each.payee))))


def _groups(points: Mapping[str, int]) -> list[list[str]]:
    """These players in as many groups as can be, each of which sums to zero.

    Two whose results are opposite are a group: wherever others stand in a group with either, these make one without
    them. The rest come one after another, in the order in which those who have come sum to zero most often; how often
    that can be is found for each set of them, which is a step for each set and each player of it: half a million for
    the sixteen who can come to a table. As a circle may be cut anywhere, one of them can be the last.

    :param points: results by name that sum to zero, none of which is zero.
    """
    groups, rest = list[list[str]](), list[str]()
    for name, result in points.items():
        other = next((one for one in rest if points[one] == -result), None)
        if other is None:
            rest.append(name)
        else:
            rest.remove(other)
            groups.append([other, name])
    if not rest:
        return groups
    *others, last = rest
    bits = [1 << at for at in range(len(others))]
    sums, most = [0], [0]
    for come in range(1, 1 << len(others)):
        before = come & (come - 1)
        sums.append(sums[before] + points[others[(come ^ before).bit_length() - 1]])
        most.append(max([most[come ^ bit] for bit in bits if come & bit]) + (sums[come] == 0))
    come, group = len(most) - 1, [last]
    while come:
        if sums[come] == 0:
            groups.append(group)
            group = []
        bit = max((bit for bit in bits if come & bit), key=lambda bit: most[come ^ bit])
        group.append(others[bit.bit_length() - 1])
        come ^= bit
    return [*groups, group]
