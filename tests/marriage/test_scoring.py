"""Maal and settlement. Tests are named after the rulings they prove."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.cards import DECK, Card, Rank, cards_of
from games.marriage.rules import House, neighbour, pack
from games.marriage.scoring import Count, Entry, Payment, Player, count_maal, fewest_payments, settle
from games.rulings import Refused, rules_of
from tests import proved

SEVEN = Card.of("7s")
ALTER = House(alter=True)
ALL = House(alter=True, jokers=True)


def maal(text: str, *floor: str, tiplu: str = "7s", house: House = House()) -> int:  # noqa: B008
    return count_maal(Card.of(tiplu), cards_of(text), [cards_of(group) for group in floor], house).points


@pytest.mark.parametrize(("text", "house", "points"), [
    ("8s", ALL, 2), ("8s 8s", ALL, 5), ("8s 8s 8s", ALL, 10),
    ("6s", ALL, 2), ("6s 6s", ALL, 5), ("6s 6s 6s", ALL, 10),
    ("7s", ALL, 3), ("7s 7s", ALL, 7),
    ("7c", ALL, 5), ("7c 7c", ALL, 15), ("7c 7c 7c", ALL, 25), ("7c 7c 7c", House(), 0),
    ("X", ALL, 5), ("X X", ALL, 15), ("X X X", ALL, 25),
    ("7h 7d 9s", ALL, 0), ("", ALL, 0),
    ("7s 8s 6s", ALL, 10), ("7s 7s 8s 8s 6s 6s", ALL, 30),
])  # fmt: skip
def test_hand_values(text: str, house: House, points: int) -> None:
    assert maal(text, house=house) == points


@pytest.mark.parametrize(("trio", "points", "others"), [
    ((1, 3, 3), 23, [20]), ((1, 2, 3), 18, [17]), ((2, 1, 3), 19, [18]), ((2, 2, 2), 30, [17, 17]),
])  # fmt: skip
def test_best_count(trio: tuple[int, int, int], points: int, others: list[int]) -> None:
    found = count_maal(SEVEN, cards_of("7s " * trio[0] + "8s " * trio[1] + "6s " * trio[2]))
    assert found.points == points
    assert [count.points for count in found.others] == others
    assert found.reasons[0].rule == "marriage.best-count"


@pytest.mark.parametrize(("floor", "house", "points"), [
    (["9h 9h 9h"], ALL, 5), (["9h 9h 9h", "Kd Kd Kd"], ALL, 15), (["9h 9h 9h", "Kd Kd Kd", "2c 2c 2c"], ALL, 25),
    (["7h 7h 7h"], ALL, 10), (["7h 7h 7h", "7d 7d 7d"], ALL, 20), (["7h 7h 7h", "7d 7d 7d", "7c 7c 7c"], House(), 30),
    (["8s 8s 8s"], ALL, 15), (["6s 6s 6s"], ALL, 15), (["8s 8s 8s", "6s 6s 6s"], ALL, 35),
    (["X X X"], ALL, 35), (["7c 7c 7c"], ALL, 35), (["7c 7c 7c"], House(), 10),
    (["6s 7s 8s"], ALL, 15), (["6s 7s 8s", "8s 7s 6s"], ALL, 35), (["5s 6s 7s 8s"], ALL, 15),
    (["9h 9h 9h", "8s 8s 8s", "7h 7h 7h"], ALL, 30),
])  # fmt: skip
def test_floor_values(floor: list[str], house: House, points: int) -> None:
    assert maal("", *floor, house=house) == points


def test_marriage_one_in_the_hand_and_one_on_the_floor() -> None:
    assert maal("6s 7s 8s", "6s 7s 8s") == 25


def test_tunnel_shown_only_on_the_floor() -> None:
    assert maal("9h 9h 9h") == 0


@pytest.mark.parametrize(("tiplu", "trio"), [("Kd", "Qd Kd Ad"), ("2d", "Ad 2d 3d")])
def test_poplu_jhiplu_circle(tiplu: str, trio: str) -> None:
    assert maal(trio, tiplu=tiplu) == 10
    assert maal("", trio, tiplu=tiplu) == 15


def test_marriage_round_the_ace_counts_in_the_hand_only() -> None:
    assert maal("Kd Ad 2d", tiplu="Ad") == 10
    with pytest.raises(Refused) as refused:
        maal("", "Kd Ad 2d", tiplu="Ad")
    assert (refused.value.field, refused.value.code) == ("floor.0", "ace-marriage")


@pytest.mark.parametrize(("text", "house", "points"), [
    ("X", House(main_card=True), 5), ("X X X X", House(main_card=True, jokers=True), 30),
])  # fmt: skip
def test_variant_main_card(text: str, house: House, points: int) -> None:
    assert maal(text, house=house) == points


@pytest.mark.parametrize(("tiplu", "text", "floor", "expected"), [
    ("X", "8s", [], ("tiplu", "joker-tiplu")),
    ("7s", "7s 7s 7s", [], ("cards", "third-tiplu")),
    ("7s", "7s 7s", ["6s 7s 8s"], ("floor.0", "third-tiplu")),
    ("7s", "9s 9s 9s 9s", [], ("cards", "too-many")),
    ("7s", "9s", ["9s 9s 9s"], ("floor.0", "too-many")),
    ("7s", "X", [], ("cards", "not-in-pack")),
    ("7s", "8s", ["9s 9s 9s", "9h 9h 9d"], ("floor.1", "no-tunnel-no-marriage")),
    ("7s", "8s", ["9s Ts Js"], ("floor.0", "no-tunnel-no-marriage")),
    ("7s", "8s", ["9s 9s"], ("floor.0", "no-tunnel-no-marriage")),
])  # fmt: skip
def test_maal_refuses(tiplu: str, text: str, floor: list[str], expected: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        maal(text, *floor, tiplu=tiplu)
    assert (refused.value.field, refused.value.code) == expected


def test_maal_equals_an_exhaustive_count() -> None:
    """Every card is put in every item it may stand in; the best division of all counts."""
    worth = {
        "t": [0, 3, 7], "p": [0, 2, 5, 10], "j": [0, 2, 5, 10],
        "a": [0, 5, 15, 25], "x": [0, 5, 15, 25], "m": [0, 10, 30],
    }  # fmt: skip
    rng = random.Random(3)
    for _ in range(300):
        tiplu = rng.choice(DECK)
        house = House(alter=rng.random() < 0.5, jokers=rng.random() < 0.5)
        names = {tiplu: "t", neighbour(tiplu, 1): "p", neighbour(tiplu, -1): "j"}
        for suit in {"s": "c", "c": "s", "h": "d", "d": "h"}[tiplu.text[1]]:
            names |= {Card.of(tiplu.rank.letter + suit): "a"} if house.alter else {}
        names |= {Card.of("X"): "x"} if house.jokers else {}
        deck = [card for card in {*names, *rng.sample(DECK, 3)} for _ in range(pack(house).copies(card))]
        deck.remove(tiplu)
        cards = rng.sample(sorted(deck), rng.randint(0, 12))
        best = 0
        held = [names[card] for card in cards if card in names]
        divisions = set()
        for item in product(*(("own", "m") if name in "tpj" else ("own",) for name in held)):
            divisions.add(tuple(sorted(Counter((n, i) for n, i in zip(held, item, strict=True)).items())))
        for division in divisions:
            counted = dict(division)
            married = {counted.get((name, "m"), 0) for name in "tpj"}
            if len(married) == 1:
                own = sum(worth[name][counted.get((name, "own"), 0)] for name in "tpjax")
                best = max(best, own + worth["m"][married.pop()])
        found = count_maal(tiplu, cards, (), house)
        assert found.points == best
        counted_cards = Counter(card for item in found.items for card in item.cards)
        assert counted_cards + Counter(found.idle) == Counter(cards)


# --- Settlement ---

TABLE = (
    Player("Asha", 10, True, winner=True),
    Player("Bina", 5, True),
    Player("Chir", 3, False),
    Player("Devi", 0, False),
)
DUBLEES = (
    Player("Asha", 8, True, dublee=True, winner=True),
    Player("Bina", 4, True),
    Player("Chir", 6, True, dublee=True),
    Player("Devi", 0, False),
)


def results(players: tuple[Player, ...], **house: object) -> list[int]:
    return list(settle(players, House(**house)).points.values())  # type: ignore[arg-type]


def test_maal_exchange_and_game_points() -> None:
    assert results(TABLE) == [45, -1, -16, -28]


def test_variant_murder() -> None:
    assert results(TABLE, unseen_maal="murder") == [48, 2, -25, -25]
    assert results(TABLE, maal_pachaunu=True, tunnel_pachaunu=True) == [48, 2, -25, -25]


def test_variant_kidnap() -> None:
    assert results(TABLE, unseen_maal="kidnap") == [57, -1, -28, -28]


def test_dublee_bonus() -> None:
    assert results(DUBLEES) == [42, -10, 1, -33]
    assert results(DUBLEES, dublee_bonus=7) == [48, -12, -1, -35]
    assert results(DUBLEES, dublee_bonus=0) == [27, -5, 6, -28]


TUNNELS = (
    Player("Asha", 10, True, winner=True),
    Player("Bina", 5, True, tunnels=5),
    Player("Chir", 3, False, tunnels=15),
    Player("Devi", 0, False),
)


@pytest.mark.parametrize(("house", "maals"), [
    ({}, [10, 10, 18, 0]),
    ({"tunnel_pachaunu": True}, [10, 10, 3, 0]),
    ({"maal_pachaunu": True}, [10, 10, 15, 0]),
    ({"maal_pachaunu": True, "tunnel_pachaunu": True}, [10, 10, 0, 0]),
    ({"unseen_maal": "murder"}, [10, 10, 0, 0]),
    ({"unseen_maal": "murder", "maal_pachaunu": True}, [10, 10, 0, 0]),
    ({"unseen_maal": "kidnap"}, [28, 10, 0, 0]),
    ({"unseen_maal": "kidnap", "tunnel_pachaunu": True}, [13, 10, 0, 0]),
    ({"unseen_maal": "kidnap", "maal_pachaunu": True}, [25, 10, 0, 0]),
    ({"unseen_maal": "kidnap", "maal_pachaunu": True, "tunnel_pachaunu": True}, [10, 10, 0, 0]),
])  # fmt: skip
def test_unseen_maal(house: dict[str, object], maals: list[int]) -> None:
    found = settle(TUNNELS, House(**house))  # type: ignore[arg-type]
    assert [result.maal for result in found.results] == maals
    total, game = sum(maals), [-23, 3, 10, 10]
    assert list(found.points.values()) == [4 * m - total - g for m, g in zip(maals, game, strict=True)]


def test_variant_better_and_dublee_double_once() -> None:
    once = [2 * points for points in results(DUBLEES)]
    assert results(DUBLEES, better=True) == once
    assert results(DUBLEES, dublee_better=True) == once
    assert results(DUBLEES, better=True, dublee_better=True) == once
    assert results(TABLE, dublee_better=True) == results(TABLE)


def test_variant_dhoos_after_doubling_and_not_for_the_winner() -> None:
    assert results(TABLE, dhoos="Bina", better=True) == [105, -17, -32, -56]
    assert results(TABLE, dhoos="Asha") == results(TABLE)
    found = settle(TABLE, House(dhoos="Bina"))
    assert found.results[1].entries[Entry.DHOOS] == -15
    assert "marriage.variant-dhoos" in rules_of(found.reasons)


def test_maal_given_as_cards() -> None:
    players = (Player("Asha", cards_of("7s 8s 6s"), True, winner=True), Player("Bina", cards_of("X"), False))
    found = settle(players, House(jokers=True), SEVEN)
    assert found.points == {"Asha": 15, "Bina": -15}
    assert found.results[0].count is not None


@pytest.mark.parametrize(("players", "house", "expected"), [
    (TABLE[:1], House(), ("players", "players-number")),
    ((*TABLE, Player("Ema", 0, True), Player("Fil", 0, True)), House(), ("players", "players-number")),
    (TABLE[1:], House(), ("players", "no-winner")),
    ((*TABLE, Player("Ema", 0, True, winner=True)), House(), ("players", "two-winners")),
    ((*TABLE[1:], Player("Ema", 0, False, winner=True)), House(), ("players", "unseen-winner")),
    (DUBLEES[:3], House(), ("players", "dublees-need-players")),
    ((*TABLE, Player("Ema", 0, False, dublee=True)), House(), ("players", "unseen-dublee")),
    ((*TABLE, Player("Asha", 0, False)), House(), ("players.4.name", "name-twice")),
    ((*TABLE, Player("", 0, False)), House(), ("players.4.name", "no-name")),
    ((*TABLE, Player("Ema", -1, False)), House(), ("players.4.maal", "below-zero")),
    ((*TABLE, Player("Ema", 0, False, tunnels=-5)), House(), ("players.4.tunnels", "below-zero")),
    ((*TABLE, Player("Ema", cards_of("7s"), False)), House(), ("tiplu", "tiplu-needed")),
    (TABLE, House(dhoos="Ema"), ("house.dhoos", "unknown-name")),
])  # fmt: skip
def test_settle_refuses(players: tuple[Player, ...], house: House, expected: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        settle(players, house)
    assert (refused.value.field, refused.value.code) == expected


@pytest.mark.parametrize(("first", "second", "tiplu", "expected"), [
    ("7s 7s", "7s", "7s", ("players.1.maal", "third-tiplu")),
    ("8s 8s", "8s 8s", "7s", ("players.1.maal", "too-many")),
    ("X", "8s", "7s", ("players.0.maal", "not-in-pack")),
    ("8s", "8s", "X", ("tiplu", "joker-tiplu")),
])  # fmt: skip
def test_settle_refuses_cards(first: str, second: str, tiplu: str, expected: tuple[str, str]) -> None:
    players = (Player("Asha", cards_of(first), True, winner=True), Player("Bina", cards_of(second), True))
    with pytest.raises(Refused) as refused:
        settle(players, House(), Card.of(tiplu))
    assert (refused.value.field, refused.value.code) == expected


NAMES = ("Asha", "Bina", "Chir", "Devi", "Ema")


@st.composite
def rounds(draw: st.DrawFn) -> tuple[tuple[Player, ...], House]:
    n = draw(st.integers(2, 5))
    winner = draw(st.integers(0, n - 1))
    players = []
    for i in range(n):
        seen = i == winner or draw(st.booleans())
        dublee = n >= 4 and seen and draw(st.booleans())
        points, tunnels = draw(st.integers(0, 60)), draw(st.sampled_from((0, 0, 5, 15)))
        players.append(Player(NAMES[i], points, seen, dublee, i == winner, tunnels))
    switch = st.booleans()
    house = House(
        dublee_bonus=draw(st.sampled_from((0, 5, 7))),
        unseen_maal=draw(st.sampled_from(("counts", "murder", "kidnap"))),
        tunnel_pachaunu=draw(switch),
        maal_pachaunu=draw(switch),
        better=draw(switch),
        dublee_better=draw(switch),
        dhoos=draw(st.sampled_from(("", *NAMES[:n]))),
    )
    return tuple(players), house


@settings(max_examples=proved.examples(400), deadline=None)
@given(rounds())
def test_maal_exchange_sums_to_zero(question: tuple[tuple[Player, ...], House]) -> None:
    players, house = question
    found = settle(players, house)
    assert sum(found.points.values()) == 0
    balance = dict.fromkeys(found.points, 0)
    for payer, payee, points in found.pays:
        assert points > 0
        balance[payer] -= points
        balance[payee] += points
    assert balance == found.points
    assert all(sum(result.entries.values()) == result.points for result in found.results)
    for entry in Entry:
        assert sum(result.entries.get(entry, 0) for result in found.results) == 0
    total = sum(result.maal for result in found.results)
    assert all(result.entries[Entry.MAAL] == len(players) * result.maal - total for result in found.results)


def fewest(balance: tuple[int, ...]) -> int:
    """Fewest payments, by the first who owes or is owed settling wholly with each other in turn."""
    left = [points for points in balance if points]
    if not left:
        return 0
    first, rest = left[0], left[1:]
    ways = [i for i, points in enumerate(rest) if points * first < 0]
    return 1 + min(fewest((*rest[:i], rest[i] + first, *rest[i + 1 :])) for i in ways)


@settings(max_examples=proved.examples(300), deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_fewest_payments(points: list[int]) -> None:
    results = dict(zip("abcdefg", [*points, -sum(points)], strict=False))
    payments = fewest_payments(results)
    assert left_after(results, payments) == dict.fromkeys(results, 0)
    assert len(payments) == fewest(tuple(results.values()))


def left_after(results: dict[str, int], payments: Iterable[Payment]) -> dict[str, int]:
    """What is left of these results once all have paid something."""
    left = dict(results)
    for payer, payee, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    return left


class Added(int):
    """A number that counts how often one was added to another."""

    times = 0

    def __add__(self, other: int) -> Added:
        Added.times += 1
        return Added(int(self) + int(other))

    __radd__ = __add__


@settings(max_examples=proved.examples(5), deadline=None)
@given(st.lists(st.integers(1, 10**6), min_size=15, max_size=15))
@example([1] * 15)
@example([3**number for number in range(15)])
def test_fewest_payments_of_the_most_who_can_come_are_found_in_few_steps(points: list[int]) -> None:
    points = [-result if number % 2 else result for number, result in enumerate(points)]
    results = dict(zip("abcdefghijklmnop", [*points, -sum(points)], strict=True))
    Added.times = 0
    payments = fewest_payments({name: Added(result) for name, result in results.items()})
    assert Added.times < 1 << 16
    assert left_after(results, payments) == dict.fromkeys(results, 0)


def test_rank_of_ace_is_both_ends() -> None:
    assert neighbour(Card.of("Ks"), 1).rank is Rank.ACE


def test_best_count_is_told_with_the_others() -> None:
    found = count_maal(Card.of("7s"), cards_of("7s 8s 8s 8s 6s 6s 6s"))
    assert (found.best, found.others) == (Count(marriages=0, points=23), (Count(marriages=1, points=20),))
