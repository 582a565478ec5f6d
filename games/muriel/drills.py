"""Questions of Muriel to practise on: what chance deals, chosen so that a ruling decides it.

Of random tricks four in five are plain, so the ruling is drawn first, and then a trick on which it turns. Hands are
played out at random, and the moment is looked for at which the ruling decides.

Levels: 1, one rule and cards that are plain; 2, near misses; 3, tricks of any size, and house rules where they bear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.cards import BLACK_JOKER, DECK, RED_JOKER, Card
from games.chance import Chance, Drawn, NothingDrawn
from games.muriel import rules, scoring
from games.muriel.rules import CLAIMS, PACK, PACK_POINTS, SEATS, House, Played, Table

NAMES = ("Anna", "Bruno", "Carla", "David", "Elena", "Filip", "Gina", "Hugo", "Ida")
"""By seat, each on the left of the one before."""
JOKERS = (BLACK_JOKER, RED_JOKER)
HIGH_FIRST = "KQJT98765432A"
HIGH = HIGH_FIRST[:7]
"""Ranks on top of a trick, with enough below them."""
TAKER: Mapping[str, Any] = {"next_lead": "taker"}
"""The house rule by which the player who took the claims leads next."""


def _text(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


# --- Tricks ---


def _of_rank(chance: Chance, letter: str, count: int) -> list[Card]:
    """So many cards of a rank, of any suits."""
    return chance.some_of([card for card in DECK if card.rank.letter == letter], count)


def _lower(chance: Chance, ranks: str, than: str) -> str:
    """One of some ranks that is lower, and not so low that nothing lies below it."""
    below = [letter for letter in ranks if HIGH_FIRST.index(letter) > HIGH_FIRST.index(than)]
    if not below:
        raise NothingDrawn
    return chance.one_of(below)


def _filled(chance: Chance, level: int, high: Sequence[Card], size: int) -> list[Card]:
    """A trick of this size with these cards on top, in any order.

    At the first level all below them differ. Later equal cards lie close below, and the led card is often a high one.
    """
    least = min(map(rules.value, high))
    below = [card for card in DECK if rules.value(card) < least]
    missing = max(0, size - len(high))
    if level == 1:
        ranks = sorted({card.rank for card in below})
        if len(ranks) < missing:
            raise NothingDrawn
        rest = [chance.one_of([card for card in below if card.rank is rank]) for rank in chance.some_of(ranks, missing)]
    else:
        if chance.is_so(0.5):
            below = sorted(below, key=rules.value)[-12:]
        rest = chance.some_of(below, missing)
    trick = chance.shuffled([*high, *rest])
    if level > 1 and chance.is_so(0.5):
        led = chance.one_of(high)
        trick.remove(led)
        trick.insert(0, led)
    return trick


def _highest(chance: Chance, level: int, size: int) -> list[Card]:
    """One card is highest; beyond the first level, mostly, with several tied for second, which tempt as a pair."""
    first = chance.one_of(("joker", *HIGH[:-1]))
    card = chance.one_of(JOKERS) if first == "joker" else _of_rank(chance, first, 1)[0]
    if level == 1:
        return _filled(chance, level, [card], size)
    second = chance.one_of(HIGH[:-1]) if first == "joker" else _lower(chance, HIGH, first)
    tied = chance.one_of((1, 2, 2, 3)) if size > CLAIMS else 1
    return _filled(chance, level, [card, *_of_rank(chance, second, tied)], size)


def _tied(chance: Chance, level: int, size: int) -> list[Card]:
    """The two highest cards are equal."""
    return _filled(chance, level, _of_rank(chance, chance.one_of(HIGH), 2), size)


def _many(chance: Chance, level: int, size: int) -> list[Card]:
    """Three or four cards tie for highest."""
    return _filled(chance, level, _of_rank(chance, chance.one_of(HIGH), 3 + chance.below(2)), size)


def _muriel(chance: Chance, level: int, size: int) -> list[Card]:
    """Both jokers; beyond the first level, mostly, with equal cards where the bonus ends."""
    if level == 1 or size < 5:
        return _filled(chance, level, JOKERS, size)
    first = chance.one_of(HIGH)
    if chance.is_so(0.4):
        return _filled(chance, level, [*JOKERS, *_of_rank(chance, first, 2 + chance.below(3))], size)
    second = _lower(chance, HIGH_FIRST[:9], first)
    tied = _of_rank(chance, second, 2 + chance.below(2))
    return _filled(chance, level, [*JOKERS, *_of_rank(chance, first, 1), *tied], size)


def _short(chance: Chance, level: int, size: int) -> list[Card]:
    """Two cards, one of which is low: it is not left over, as it would be anywhere else."""
    high = chance.one_of((*JOKERS, *_of_rank(chance, chance.one_of(HIGH), 1)))
    return _filled(chance, level, [high], CLAIMS)


TRICKS: dict[str, Callable[[Chance, int, int], list[Card]]] = {
    "claims": _highest,
    "claims-tied": _tied,
    "claims-many": _many,
    "muriel": _muriel,
    "short-trick": _short,
}
"""Of each ruling that decides whose which cards of a trick are what is worth asking, at a level and of a size."""


def _size(chance: Chance, level: int, least: int = 3) -> int:
    if level == 1:
        return 5 + chance.below(2)
    return 5 + chance.below(5) if level == 2 else least + chance.below(SEATS + 1 - least)


def _asked(chance: Chance, cards: Sequence[Card], rule: str) -> Drawn:
    """A trick of players who sit in the order of their names; those who are not named pass."""
    seats = sorted(chance.some_of(range(SEATS), len(cards)))
    leader = chance.below(len(seats))
    players = [NAMES[seat] for seat in seats[leader:] + seats[:leader]]
    return Drawn({"cards": _text(cards), "players": players}, rule)


# --- Who takes it? ---

TAKES = ("claims", "claims-tied", "claims-many", "muriel")


def takes(chance: Chance, level: int) -> Drawn:
    """A trick: who takes the claims?"""
    size = _size(chance, level)
    rule = chance.one_of(TAKES)
    return _asked(chance, TRICKS[rule](chance, level, size), rule)


# --- What goes into the scoring pile? ---

CLAIMED = tuple(TRICKS)


def claimed(chance: Chance, level: int) -> Drawn:
    """A trick: which of its cards are taken?"""
    size = _size(chance, level)
    rule = chance.one_of(CLAIMED)
    return _asked(chance, TRICKS[rule](chance, level, size), rule)


# --- What does it score? ---

WORTH = ("values", "muriel", "short-trick")


def worth(chance: Chance, level: int) -> Drawn:
    """A trick: how many points does its taker score?"""
    size = _size(chance, level, least=4)
    rule = chance.one_of(("values", "values", "muriel", "short-trick"))
    if rule == "values":
        of = "claims" if level == 1 else chance.one_of(("claims", "claims-tied", "claims-many"))
        cards = TRICKS[of](chance, level, size)
    elif rule == "short-trick" and chance.is_so(0.4):
        cards = [chance.one_of(tuple(PACK))]
    else:
        cards = TRICKS[rule](chance, level, size)
    return _asked(chance, cards, rule)


# --- Hands ---


@dataclass(frozen=True, slots=True)
class Course:
    """A hand that was played at random."""

    deal: Table
    tricks: tuple[Played, ...]
    house: Mapping[str, Any]

    def before(self, number: int) -> Table:
        """The table before a trick, from 0."""
        return self.tricks[number - 1].after if number else self.deal

    def question(self, tricks: int, now: Sequence[Card] = ()) -> dict[str, Any]:
        """The hand after so many tricks, as the judge takes it."""
        return {
            "deal": [_text(hand) for hand in self.deal.hands],
            "dealer": self.deal.leader,
            "tricks": [_text(played.trick.cards) for played in self.tricks[:tricks]],
            "players": list(NAMES),
            **({"now": _text(now)} if now else {}),
            **({"house": dict(self.house)} if self.house else {}),
        }


def _played(
    chance: Chance, pack: Sequence[Card], is_taker: bool = False, *, most: int = len(PACK), muriel: int | None = None
) -> Course:
    """A hand dealt from a shuffled pack and played at random, to its end or up to so many tricks.

    :param is_taker: whether the house rule holds by which the taker leads next.
    :param muriel: the trick, from 0, up to which both jokers are kept, and in which both are played.
    """
    house = TAKER if is_taker else {}
    hands = tuple(tuple(pack[seat::SEATS]) for seat in range(SEATS))
    if muriel is not None and any(set(JOKERS) <= set(hand) for hand in hands):
        raise NothingDrawn
    table = deal = Table(hands, ((),) * SEATS, (0,) * SEATS, chance.below(SEATS))
    tricks: list[Played] = []
    while table.leader is not None and len(tricks) < most:
        cards = tuple(_any_card(chance, table.hands[seat], len(tricks), muriel) for seat in table.order)
        tricks.append(rules.play(table, cards, House(**house)))
        table = tricks[-1].after
    return Course(deal, tuple(tricks), house)


def _any_card(chance: Chance, hand: Sequence[Card], number: int, muriel: int | None) -> Card:
    """Any card of a hand; up to a muriel no joker, and in it a joker, if that can be."""
    if muriel is not None and number <= muriel:
        hand = [card for card in hand if card.is_joker == (number == muriel)] or hand
    return chance.one_of(hand)


def left_over(played: Played) -> tuple[int, ...]:
    """By seat how many cards were in hand when a trick was over, before its strays were picked up."""
    counts = list(map(len, played.after.hands))
    counts[played.heir] -= len(played.trick.strays)
    return tuple(counts)


# --- Who leads next? ---

NEXT = ("next-lead", "strays", "no-strays", "hand-end")
ONE_LEFT = (1, 2)
"""Tricks, from 0, in which a muriel leaves the last two cards of a hand, both of them strays, to one player.

They lead twice in a row then, which is the only lead that is passed on without a house rule: how many cards everybody
has depends on nothing but the trick in which a muriel comes.
"""


def next_by(played: Played) -> str:
    """The ruling that decides who leads after a trick."""
    if played.after.leader is None:
        return "hand-end"
    if played.after.leader != played.heir:
        return "no-strays"
    return "next-lead" if left_over(played)[played.heir] else "strays"


def next_lead(chance: Chance, level: int) -> Drawn:
    """A trick and how many cards everybody has left: who leads next, if anybody does?

    By the ruling that is not the player who took the claims, so that the house rule would have another answer. Beyond
    the first level some already pass, and often there are no cards but the strays, as if the hand were over.
    """
    pack = chance.shuffled(PACK)
    rule = chance.one_of(NEXT[:2] if level == 1 else NEXT)
    is_taker = level == 3 and rule != "hand-end" and chance.is_so(0.5)
    is_last = rule == "strays" and level > 1 and not is_taker and chance.is_so(0.4)
    muriel = chance.one_of(ONE_LEFT) if is_last or (rule == "no-strays" and not is_taker) else None
    most = 4 if level == 1 and rule == "next-lead" else len(PACK)
    hand = _played(chance, pack, is_taker, most=most, muriel=muriel)

    def is_worth_it(number: int, played: Played) -> bool:
        if next_by(played) != rule or (rule == "next-lead" and level > 1 and not played.passed):
            return False
        if is_last and any(left_over(played)):
            return False
        usual = _as_usual(hand, number)
        if is_taker:
            return usual.heir != played.heir if rule == "no-strays" else usual.after.leader != played.after.leader
        return rule in ("no-strays", "hand-end") or played.taker != played.after.leader

    found = [number for number, played in enumerate(hand.tricks) if is_worth_it(number, played)]
    if not found:
        raise NothingDrawn
    return Drawn(hand.question(chance.one_of(found) + 1), rule)


def _as_usual(hand: Course, number: int) -> Played:
    """A trick of a hand, if its players had no house rule from there on."""
    return rules.play(hand.before(number), hand.tricks[number].trick.cards)


# --- With how many cards? ---

HELD = ("strays", "no-strays", "next-lead")


def held_by(played: Played) -> str:
    """The ruling that decides with how many cards the next trick is led."""
    if played.trick.strays:
        return "strays"
    return "next-lead" if played.after.leader == played.heir else "no-strays"


def next_held(played: Played) -> int:
    """With how many cards the next trick is led; none when the hand is over."""
    return 0 if played.after.leader is None else len(played.after.hands[played.after.leader])


def held(chance: Chance, level: int) -> Drawn:
    """A trick and how many cards everybody has left: how many does the next leader hold, with the strays?

    At the first level everybody has cards. Later there are muriels, which leave fewer strays, and tricks that leave
    none.
    """
    pack = chance.shuffled(PACK)
    rule = chance.one_of({1: HELD[:1], 2: (*HELD[:1] * 3, "no-strays"), 3: (*HELD[:1] * 3, *HELD)}[level])
    is_taker = level == 3 and (rule == "next-lead" or chance.is_so(0.5))
    most, muriel = 4 if level == 1 else len(PACK), None
    if rule == "no-strays" and not is_taker:
        muriel = chance.one_of(ONE_LEFT)
    elif rule == "strays" and level > 1 and chance.is_so(0.4):
        muriel = chance.below(6)
        most = muriel + 1
    hand = _played(chance, pack, is_taker, most=most, muriel=muriel)

    def is_worth_it(number: int, played: Played) -> bool:
        if played.after.leader is None or held_by(played) != rule:
            return False
        if rule == "strays" and muriel is not None and not played.trick.is_muriel:
            return False
        usual = _as_usual(hand, number)
        if is_taker:
            return usual.heir != played.heir if rule == "no-strays" else next_held(usual) != next_held(played)
        return True

    found = [number for number, played in enumerate(hand.tricks) if is_worth_it(number, played)]
    if not found:
        raise NothingDrawn
    return Drawn(hand.question(chance.one_of(found) + 1), rule)


# --- Whose turn is it? ---

TURN = ("dealer", "lead", "pass")


def turn(chance: Chance, level: int) -> Drawn:
    """A trick that has begun, and how many cards everybody has left: who plays the next card?

    Beyond the first level somebody has no cards: the player whose turn it would be, or another; at the third several.
    """
    pack = chance.shuffled(PACK)
    rule = chance.one_of(("dealer", *TURN[1:2] * 2) if level == 1 else ("dealer", *TURN[1:] * 2))
    if rule == "dealer":
        return Drawn(_played(chance, pack, most=0).question(0), rule)
    hand = _played(chance, pack, most=4 if level == 1 else len(PACK))

    def passed_over(number: int, place: int) -> int:
        order = hand.tricks[number].seats
        return (order[place] - order[place - 1]) % SEATS - 1

    least = 0 if rule == "lead" else level - 1
    found = [
        (number, place)
        for number, played in enumerate(hand.tricks)
        for place in range(1, len(played.seats))
        if bool(played.passed) == (level > 1)
        and passed_over(number, place) >= least
        and bool(passed_over(number, place)) == bool(least)
    ]
    if not found:
        raise NothingDrawn
    number, place = chance.one_of(found)
    return Drawn(hand.question(number, now=hand.tricks[number].trick.cards[:place]), rule)


# --- Is the match won? ---

LOWER, LEAST = 280, 30
"""What all the others have at most and at least, where a match is about to be won."""


def won(chance: Chance, level: int) -> Drawn:
    """A match after some hands: who has won it, if anybody has?

    At the first level one player is well over the target, or all are well below it; then several are over it, or tied,
    or one short of it, and at the third level they were tied when the last hand began.
    """
    seats = chance.shuffled(range(SEATS))
    count = 3 + chance.below(2)
    target = scoring.TARGET
    if level == 1:
        best = [chance.one_of((target + chance.below(40), target - 20 - chance.below(40)))]
    elif level == 2 or chance.is_so(0.5):
        over = target + 1 + chance.below(30)
        best = chance.one_of(
            (
                [over, target + chance.below(over - target)],
                [over + 1, over, target],
                [target, target - 1],
                [target - 1, target - 1 - chance.below(5)],
                [over, over],
                [over, over, target],
                [over, over, target - 1],
            )
        )
    else:
        return _after_a_tie(chance, seats, count)
    hands = _sheet(chance, _totals(chance, seats, best, count), count)
    return _match(hands)


def _after_a_tie(chance: Chance, seats: Sequence[int], count: int) -> Drawn:
    """Two were tied for the highest score, so that another hand was played, in which they do well or badly."""
    tied = scoring.TARGET + chance.below(10)
    before = _sheet(chance, _totals(chance, seats, [tied, tied, tied - 1], count), count)
    gained = [chance.below(40), chance.below(40), chance.below(40)]
    if chance.is_so(0.3):
        gained[1] = gained[0]
    rest = PACK_POINTS - sum(gained)
    others = [rest // 6 + (at < rest % 6) for at in range(6)]
    last = dict(zip(seats, (*gained, *others), strict=True))
    return _match([*before, [last[seat] for seat in range(SEATS)]])


def _totals(chance: Chance, seats: Sequence[int], best: Sequence[int], count: int) -> list[int]:
    """Totals by seat after so many hands, those of the first seats given; nobody else comes near."""
    others = seats[len(best) :]
    rest = PACK_POINTS * count - sum(best)
    totals = {seat: rest // len(others) + (at < rest % len(others)) for at, seat in enumerate(others)}
    most = min(LOWER, min(best) - 1)
    for _ in range(30):
        one, other = chance.some_of(others, 2)
        moved = chance.below(1 + max(0, min(totals[one] - LEAST, most - totals[other], 60)))
        totals[one] -= moved
        totals[other] += moved
    totals |= dict(zip(seats, best, strict=False))
    return [totals[seat] for seat in range(SEATS)]


def _sheet(chance: Chance, totals: Sequence[int], count: int) -> list[list[int]]:
    """Hands that come to these totals, each with all points of the pack."""
    hands = [[total // count for total in totals] for _ in range(count)]
    left = [seat for seat, total in enumerate(totals) for _ in range(total % count)]
    for at, seat in enumerate(left):
        hands[at % count][seat] += 1
    for _ in range(60):
        one, other = chance.some_of(hands, 2)
        here, there = chance.some_of(range(SEATS), 2)
        moved = chance.below(1 + min(one[here], other[there], 50))
        one[here], one[there], other[here], other[there] = (
            one[here] - moved,
            one[there] + moved,
            other[here] + moved,
            other[there] - moved,
        )
    return hands


def _match(hands: Sequence[Sequence[int]]) -> Drawn:
    sheet = [dict(zip(NAMES, hand, strict=True)) for hand in hands]
    for played in range(1, len(sheet)):
        if scoring.score(sheet[:played]).winner is not None:
            raise NothingDrawn
    return Drawn({"hands": sheet}, "score")
