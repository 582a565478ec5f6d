"""The solver for hands with wild cards, against exhaustive search and an integer program."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import pytest

from bench import marriage_model as model
from games.arranging import wild
from games.cards import BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Rank, Suit, cards_of

LINES = [(*DECK[13 * suit : 13 * suit + 13], DECK[13 * suit]) for suit in range(4)]
WHOLE_RUNS = [frozenset(line[i : i + n]) for line in LINES for n in range(3, 14) for i in range(15 - n)]
WHOLE_TRIALS = [
    frozenset(Card(Rank(rank), Suit(suit)) for suit in suits)
    for rank in range(1, 14)
    for n in (3, 4)
    for suits in combinations(range(4), n)
]
WHOLE = {n: [whole for whole in WHOLE_RUNS + WHOLE_TRIALS if len(whole) == n] for n in range(3, 23)}


def is_pure(cards: Sequence[Card]) -> bool:
    return (len(cards) == 3 and len(set(cards)) == 1) or (
        len(set(cards)) == len(cards) and frozenset(cards) in WHOLE_RUNS
    )


def is_set(cards: Sequence[Card], wilds: frozenset[Card]) -> bool:
    if is_pure(cards):
        return True
    fixed = [card for card in cards if card not in wilds]
    return len(set(fixed)) == len(fixed) and any(whole.issuperset(fixed) for whole in WHOLE[len(cards)])


def falling(terms: wild.Terms) -> Callable[[tuple[Card, ...], int], bool]:
    """Whether sorted cards fall into sets, so many of them pure: every way tried, a set with the first card at a time."""

    @cache
    def falls(rest: tuple[Card, ...], pure: int) -> bool:
        if not rest:
            return pure <= 0
        for n in range(2, len(rest)):
            for others in combinations(rest[1:], n):
                cards = (rest[0], *others)
                left = tuple(sorted((Counter(rest) - Counter(cards)).elements()))
                if is_pure(cards) and falls(left, pure - 1):
                    return True
                if is_set(cards, terms.wild) and falls(left, pure):
                    return True
        return False

    return falls


def partition_exists(hand: Sequence[Card], terms: wild.Terms) -> bool:
    """Whether the cards fall into sets, but for those that may be left out."""
    falls = falling(terms)
    return any(falls(tuple(sorted(kept)), terms.pure) for kept in combinations(hand, terms.size))


def wild_round(tiplu: Card) -> frozenset[Card]:
    """The tiplu's rank and its neighbours, circle closed, and the printed joker."""
    near = {Card(Rank((tiplu.rank - 1 + step) % 13 + 1), tiplu.suit) for step in (1, -1)}
    return frozenset(near | {Card(tiplu.rank, suit) for suit in Suit} | {JOKER})


def some_terms(rng: random.Random, **options: int) -> wild.Terms:
    tiplu = rng.choice(DECK)
    supply = wild.supply_of(3, rng.choice((0, 3)), [tiplu])
    return wild.Terms(supply, wild_round(tiplu), **options)


def holds(found: wild.Arranged, hand: Sequence[Card], terms: wild.Terms) -> bool:
    """Whether an arrangement is one: the cards of the hand, in sets, enough of them pure."""
    cards = [card for cards in found.sets for card in cards]
    return (
        sorted([*cards, *found.left]) == sorted(hand)
        and len(cards) == terms.size
        and all(is_pure(cards) for cards in found.sets[: terms.pure])
        and all(is_set(cards, terms.wild) for cards in found.sets)
    )


@pytest.mark.exhaustive(sample=8)
@pytest.mark.parametrize("seed", range(25))
def test_small_hands_equal_exhaustive_search(seed: int) -> None:
    rng = random.Random(seed)
    terms = some_terms(rng, pure=rng.choice((0, 1, 2)), size=rng.choice((8, 9)))
    faces = sorted(terms.wild - {JOKER}) + rng.sample(LINES[0] + LINES[1], 6)
    deck = [card for card in model.deck(terms) if card in faces or rng.random() < 0.05]
    for _ in range(5):
        hand = rng.sample(deck, terms.size + rng.choice((0, 1)))
        found = wild.arrange(hand, terms)
        assert (found is not None) == partition_exists(hand, terms), hand
        assert found is None or holds(found, hand, terms)


def few_cards(rng: random.Random) -> wild.Terms:
    """A supply of a few faces next to each other or alike, of which some are wild; copies run out at once."""
    rank, suits = rng.randrange(11), rng.sample(range(4), rng.choice((1, 2, 3)))
    row = {DECK[13 * suit + (rank + at) % 13] for suit in suits for at in range(rng.choice((3, 4)))}
    faces = sorted(row | {DECK[13 * suit + rank] for suit in range(4)})
    faces = rng.sample(faces, min(len(faces), rng.choice((5, 6, 7))))
    supply = [0] * wild.FACES
    wilds = set(rng.sample(faces, rng.choice((0, 1, 2))))
    if rng.random() < 0.6:
        wilds.add(JOKER)
        supply[JOKER.index] = rng.choice((1, 2, 3, 20))
    pure = rng.choice((0, 1, 1, 2)) if supply[JOKER.index] < 20 else 1
    while sum(supply[:52]) < (6 if supply[JOKER.index] == 20 else 9):
        face = rng.choice(faces)
        supply[face.index] = min(3, supply[face.index] + 1)
        faces = [face for face in faces if supply[face.index] < 3] or faces
    return wild.Terms(
        tuple(supply), frozenset(wilds), pure, rng.choice((5, 6, 6, 7)) if pure < 2 else rng.choice((6, 7))
    )


@pytest.mark.exhaustive(sample=10)
@pytest.mark.parametrize("seed", range(40))
def test_away_equals_the_nearest_of_all_arranged_hands_there_are(seed: int) -> None:
    """Of so few cards every arranged hand can be listed; a hand lacks what the nearest of them has besides."""
    rng = random.Random(seed)
    terms, arranged = few_cards(rng), set[tuple[Card, ...]]()
    while not arranged:
        terms = few_cards(rng)
        pool = [face for face in (*DECK, JOKER) for _ in range(min(terms.supply[face.index], terms.size))]
        falls = falling(terms)
        arranged = {cards for cards in set(combinations(pool, terms.size)) if falls(cards, terms.pure)}
    for _ in range(25):
        hand = rng.sample(pool, min(len(pool), terms.size + rng.choice((-2, -1, 0, 0, 1))))
        hand = [card for card in hand if card is not JOKER or rng.random() < 0.5]
        nearest = terms.size - max((Counter(hand) & Counter(cards)).total() for cards in arranged)
        if nearest >= 3 and terms.pure:
            continue  # a pure set of new cards alone is supposed to be there always
        assert wild.away(hand, terms) == nearest, (hand, terms)
        found = wild.arrange(hand, terms)
        assert (found is None) == (nearest > 0)
        assert found is None or holds(found, hand, terms)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("held", range(9))
def test_away_equals_the_integer_program_with_so_many_wild_cards(held: int) -> None:
    rng = random.Random(held)
    for i in range(6):
        terms = some_terms(rng)
        hand = model.random_hand(rng, terms, 21 + i % 2, wild=held)
        assert wild.away(hand, terms) == model.away(hand, terms), (hand, terms)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("seed", range(6))
def test_away_equals_the_integer_program_where_copies_run_out(seed: int) -> None:
    rng = random.Random(seed)
    for i in range(9):
        terms = some_terms(rng) if i % 2 else wild.Terms(wild.supply_of(3))
        faces = rng.sample(DECK[: 13 * rng.randint(1, 4)], rng.choice((8, 9, 10, 12)))
        hand = rng.sample([card for card in model.deck(terms) if card in faces], 21)
        assert wild.away(hand, terms) == model.away(hand, terms), (hand, terms)


@pytest.mark.exhaustive(sample=6)
@pytest.mark.parametrize("seed", range(30))
def test_the_cards_that_complete_a_hand_are_those_with_which_it_can_be_arranged(seed: int) -> None:
    rng = random.Random(seed)
    for terms in (few_cards(rng), some_terms(rng), wild.Terms(wild.supply_of(3))):
        pool = [face for face in (*DECK, JOKER) for _ in range(min(terms.supply[face.index], terms.size))]
        some = rng.sample(pool, min(len(pool), terms.size + rng.choice((-1, 0, 1))))
        hands = [[card for card in some if card is not JOKER or rng.random() < 0.5]]
        if terms.size == 21:  # and such as lack one card
            dealt = model.complete_hand(rng, terms, share=rng.choice((0, 0.2, 0.4)))
            hands += [rng.sample(dealt, 20), model.exchanged(rng, terms, dealt, 1)]
        for hand in hands:
            faces = [face for face in dict.fromkeys(pool) if terms.supply[face.index] > hand.count(face)]
            slowly = tuple(face for face in faces if wild.arrange((*hand, face), terms))
            assert wild.completing(hand, terms, faces) == slowly, (hand, terms)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("off", [0, 1, 2])
def test_hands_dealt_from_a_partition(off: int, seed: int) -> None:
    rng = random.Random(f"{off} {seed}")
    for i in range(6):
        terms = some_terms(rng) if i % 3 else wild.Terms(wild.supply_of(3))
        dealt = model.complete_hand(rng, terms, share=rng.choice((0, 0.2, 0.4)))
        hand = model.exchanged(rng, terms, dealt, off)
        if i % 2:
            hand.append(rng.choice(model.deck(terms, hand)))
        away = wild.away(hand, terms)
        assert away <= off
        assert away == model.away(hand, terms)
        found = wild.arrange(hand, terms)
        assert (found is not None) == (away == 0) == model.complete(hand, terms)
        assert found is None or holds(found, hand, terms)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_part_leaves_fewest_cards(seed: int) -> None:
    rng = random.Random(seed)
    terms = some_terms(rng)
    hand = model.exchanged(rng, terms, model.complete_hand(rng, terms), 2)
    found = wild.best(hand, terms)
    if wild.pure_sets(hand, terms) is None:
        assert found is None
        return
    assert found is not None
    size = 21 - len(found.left)
    assert holds(found, hand, wild.Terms(terms.supply, terms.wild, 3, size))
    assert size == 21 or not model.complete(hand, wild.Terms(terms.supply, terms.wild, 3, size + 1))


def test_a_wild_card_over_needs_a_place() -> None:
    """A lone wild card fits no tunnel and no trial of four; a run or a trial of three takes it."""
    pure, terms = cards_of("3s 4s 5s"), wild.Terms(wild.supply_of(3), frozenset(cards_of("Kd")), 1, 8)
    full = cards_of("9s 9h 9d 9c")
    assert wild.arrange([*pure, *full, Card.of("Kd")], terms) is None
    assert wild.arrange([*pure, *full[:3], *cards_of("Kd")], wild.Terms(terms.supply, terms.wild, 1, 7)) is not None
    two = wild.arrange([*pure, *full, *cards_of("Kd Kd")], wild.Terms(terms.supply, terms.wild, 1, 9))
    assert two is not None
    assert sorted(map(len, two.sets)) == [3, 3, 3]


def test_the_last_copy_cannot_come_twice() -> None:
    """Both sets want a third nine of spades, and there is one."""
    hand = cards_of("9s 9s Ts Js Js Js 8s 8s 8s")
    terms = wild.Terms(wild.supply_of(3), size=9)
    assert wild.away(hand, terms) == model.away(hand, terms)


def test_a_pure_set_may_be_all_new_cards() -> None:
    assert wild.away((), wild.Terms(wild.supply_of(3), pure=1, size=3)) == 3
    assert wild.away(cards_of("3s 4s 5s"), wild.Terms(wild.supply_of(3), pure=2, size=6)) == 3


def test_what_has_run_out_cannot_come() -> None:
    """No card is left but those of the hand: nothing can be exchanged."""
    hand = cards_of("3s 4s 9h 9h Kd")
    supply = tuple(hand.count(face) for face in (*DECK, BLACK_JOKER, RED_JOKER, JOKER))
    assert wild.away(hand, wild.Terms(supply, pure=1, size=5), most=5) == 5
    with_five = tuple(n + (at == Card.of("5s").index) for at, n in enumerate(supply))
    assert wild.away(hand, wild.Terms(with_five, pure=1, size=3), most=5) == 1


def test_the_joker_that_completes_a_pure_tunnel_stands_in_nowhere_else() -> None:
    """Of three jokers two are held; the third makes them a tunnel, and then no six of hearts is completed by it."""
    supply = [0] * wild.FACES
    for card, copies in {"4s": 1, "6h": 2, "7h": 1, "4d": 3, "4c": 1, "X": 3}.items():
        supply[Card.of(card).index] = copies
    terms = wild.Terms(tuple(supply), frozenset(cards_of("7h X")), pure=1, size=6)
    assert wild.away(cards_of("6h 6h 7h X X"), terms) == 3


def test_a_lone_card_whose_neighbours_have_run_out_may_become_a_tunnel() -> None:
    supply = [0] * wild.FACES
    for card, copies in {"4s": 1, "4d": 1, "5d": 2, "6d": 1, "7d": 1, "8d": 1, "4c": 3}.items():
        supply[Card.of(card).index] = copies
    assert wild.away(cards_of("4s 5d 5d 6d 7d 4c"), wild.Terms(tuple(supply), pure=0, size=8)) == 4


def plenty_of_jokers(copies: dict[str, int], pure: int, size: int) -> wild.Terms:
    supply = [0] * wild.FACES
    for card, n in copies.items():
        supply[Card.of(card).index] = n
    supply[JOKER.index] = 20
    return wild.Terms(tuple(supply), frozenset([JOKER]), pure, size)


def test_pure_sets_that_want_the_same_last_card_cannot_both_have_it() -> None:
    """However many wild cards there are: the second pure set is three jokers that come."""
    terms = plenty_of_jokers({"8s": 1, "9s": 2, "Ts": 2}, pure=2, size=6)
    assert wild.away(cards_of("9s Ts 9s Ts"), terms) == model.away(cards_of("9s Ts 9s Ts"), terms) == 4


def test_a_pair_wants_its_third_card_where_wild_cards_abound_as_well() -> None:
    terms = plenty_of_jokers({"3s": 1, "4s": 1, "5s": 1, "9s": 3}, pure=1, size=6)
    assert wild.away(cards_of("3s 4s 5s 9s 9s"), terms) == 1


def test_a_card_over_finds_no_place_at_a_pure_tunnel() -> None:
    """Four cards are no tunnel and one more: the pure set has to be a run of four."""
    terms = plenty_of_jokers({"9s": 3, "Ts": 1, "Js": 1, "Qs": 1}, pure=1, size=4)
    assert wild.away(cards_of("9s 9s 9s"), terms) == model.away(cards_of("9s 9s 9s"), terms) == 3
