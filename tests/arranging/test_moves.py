"""The steps of a turn, and whether it is one: held against cards that are moved one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from games.arranging.melds import MACHIAVELLI
from games.arranging.moves import Built, Moves, check, moves
from games.cards import DECK, JOKER, Card, cards_of
from games.machiavelli.rules import House
from tests.machiavelli import slow

Table = list[tuple[Card, ...]]
HOUSES = [House("any_suit", 2, True, True), House(), House(jokers=True)]


def table(text: str) -> Table:
    return [cards_of(part) for part in text.split("/") if part.strip()]


def some_group(rng: random.Random) -> tuple[Card, ...]:
    """Neighbours or alike cards of a corner of the deck, some of them a group and some not."""
    rank, suit = rng.randrange(3), rng.randrange(3)
    row = [DECK[13 * suit + rank + at] for at in range(rng.choice((3, 3, 4, 5)))]
    alike = [DECK[13 * other + rank] for other in range(4)]
    return tuple(rng.choice((row, alike, alike[1:], rng.sample([*row, *alike], 3))))


def regrouped(rng: random.Random, before: Table, more: list[Card]) -> Table:
    """These groups and cards on a table after: some groups as they are, the rest dealt out at random."""
    after = [list(group) for group in before if rng.random() < 0.6]
    loose = [card for group in before for card in group]
    for group in after:
        for card in group:
            loose.remove(card)
    for card in [*loose, *more]:
        if not after or rng.random() < 0.15:
            after.append([])
        rng.choice(after).append(card)
    if rng.random() < 0.5 and after:
        group = after.pop(rng.randrange(len(after)))
        after += [group[: len(group) // 2], group[len(group) // 2 :]]
    rng.shuffle(after)
    return [tuple(rng.sample(group, len(group))) for group in after if group]


def one_by_one(before: Table, after: Table) -> Moves:
    """What became of each group, every choice looked at anew: whole groups first, then what has most in common."""
    old, new = dict(enumerate(before)), dict(enumerate(after))
    kept = []
    for i, j in product(range(len(before)), range(len(after))):
        if i in old and j in new and sorted(old[i]) == sorted(new[j]):
            kept.append((i, j))
            del old[i], new[j]
    sources: dict[int, list[int | None]] = {j: [None] * len(group) for j, group in new.items()}
    left = {i: list(group) for i, group in old.items()}

    def wanted(j: int) -> list[Card]:
        return [card for card, source in zip(new[j], sources[j], strict=True) if source is None]

    def give(i: int, j: int) -> None:
        for at, card in enumerate(new[j]):
            if sources[j][at] is None and card in left[i]:
                left[i].remove(card)
                sources[j][at] = i

    extended: dict[int, int] = {}
    for i in sorted(old, key=lambda i: len(old[i]), reverse=True):
        within = [j for j in new if j not in extended and not Counter(old[i]) - Counter(new[j])]
        if within:
            extended[min(within, key=lambda j: len(new[j]))] = i
    for j, i in extended.items():
        give(i, j)
    while True:
        pairs = [((Counter(left[i]) & Counter(wanted(j))).total(), -i, -j) for i in old for j in new]
        most, i, j = max(pairs, default=(0, 0, 0))
        if not most:
            break
        give(-i, -j)
    built = [Built(new[j], j, tuple(sources[j]), extended.get(j)) for j in new]
    return Moves(
        tuple(kept),
        tuple(each for each in built if each.extends is not None),
        tuple(i for i in old if i not in extended.values()),
        tuple(each for each in built if each.extends is None),
    )


def some_tables(seed: int) -> tuple[random.Random, Table, Table]:
    rng = random.Random(seed)
    before = [some_group(rng) for _ in range(rng.randrange(5))]
    return rng, before, regrouped(rng, before, rng.choices(DECK[:6], k=rng.randrange(4)))


def test_moves_are_those_that_are_found_by_looking_at_every_choice_anew() -> None:
    for seed in range(400):
        _, before, after = some_tables(seed)
        assert moves(before, after) == one_by_one(before, after), seed


def test_every_card_of_the_table_comes_from_where_it_lay_and_no_other_does() -> None:
    """Each group before is left, added to or taken apart; each after is left, added to or made anew."""
    for seed in range(400):
        _, before, after = some_tables(seed)
        found = moves(before, after)
        built = [*found.extended, *found.built]
        kept_from, kept_to = [i for i, _ in found.kept], [j for _, j in found.kept]
        whole = [each.extends for each in found.extended if each.extends is not None]
        assert sorted([*kept_from, *whole, *found.broken]) == list(range(len(before))), seed
        assert sorted([*kept_to, *(each.at for each in built)]) == list(range(len(after)))
        assert all(sorted(before[i]) == sorted(after[j]) for i, j in found.kept)
        given = Counter((source, card) for each in built for source, card in zip(each.sources, each.group, strict=True))
        for i in {*range(len(before))} - {*kept_from}:
            assert Counter({card: n for (source, card), n in given.items() if source == i}) == Counter(before[i])
        from_hand = Counter(card for each in built for card in each.from_hand)
        assert from_hand == Counter(sum(after, ())) - Counter(sum(before, ()))
        for each in built:
            assert each.group == after[each.at]
            assert each.extends is None or each.sources.count(each.extends) == len(before[each.extends])
        assert len(whole) == len(found.extended)
        assert not any(each.extends is not None for each in found.built)


def test_of_two_groups_within_another_the_larger_is_the_one_added_to() -> None:
    turn = moves(table("4c 5c 6c / 3c 4c 5c 6c"), table("2c 3c 4c 5c 6c / 4c 4d 4h / 5c 5d 5h / 6c 6d 6h"))
    assert [(built.at, built.extends) for built in turn.extended] == [(0, 1)]
    assert turn.broken == (0,)
    assert [built.sources for built in turn.built] == [(0, None, None)] * 3


def test_what_is_not_on_the_table_any_more_is_no_turn() -> None:
    with pytest.raises(ValueError, match="not on the table any more: 6c"):
        moves(table("4c 5c 6c"), table("4c 5c 7c"))


def faults(before: Table, hand: list[Card], after: Table, house: House, most: int | None) -> dict[str, object]:
    """What is wrong with a turn, its cards laid on the table one by one: first those that lay there, then the hand's."""
    lay, held = [card for group in before for card in group], list(hand)
    played, nowhere = 0, []
    for card in (card for group in after for card in group):
        if card in lay:
            lay.remove(card)
        elif card in held:
            held.remove(card)
            played += 1
        else:
            nowhere.append(card)
    found: dict[str, object] = {
        "missing": {"cards": tuple(sorted(lay))} if lay else None,
        "from-nowhere": {"cards": tuple(sorted(nowhere))} if nowhere else None,
        "no-group": [(at, group) for at, group in enumerate(after) if slow.kind(group, house) is None],
        "nothing-played": None if played else {},
        "too-many": {"count": played, "most": most} if most is not None and played > most else None,
    }
    return {code: figures for code, figures in found.items() if figures is not None and figures != []}


@pytest.mark.parametrize("house", HOUSES, ids=["any suit, jokers, wrap", "standard", "jokers"])
def test_a_turn_is_legal_just_where_no_card_laid_one_by_one_says_no(house: House) -> None:
    legal = Counter[bool]()
    for seed in range(500):
        rng, before, after = some_tables(seed)
        if rng.random() < 0.5:
            before = [group for group in before if slow.kind(group, house)]
            after = [(*group,) for group in before]
            rank, suit = rng.randrange(9), rng.randrange(4)
            after += [tuple(DECK[13 * suit + rank + at] for at in range(rng.choice((3, 4))))]
        if house.jokers and after and rng.random() < 0.3:
            at = rng.randrange(len(after))
            after[at] = (JOKER, *after[at][1:])
        hand = list((Counter(sum(after, ())) - Counter(sum(before, ()))).elements()) + rng.choices(DECK, k=2)
        if rng.random() < 0.3:
            hand = hand[1:]
        most = rng.choice((None, 2, 3, 4))
        expected = faults(before, hand, after, house, most)
        found = check(before, hand, after, house.laws, most)
        told = {problem.code: dict(problem.figures) for problem in found if problem.code != "no-group"}
        bad = [problem.figures for problem in found if problem.code == "no-group"]
        assert told == {code: figures for code, figures in expected.items() if code != "no-group"}, seed
        assert [(each["group"], each["cards"]) for each in bad] == expected.get("no-group", [])
        assert all(each["problems"] for each in bad)
        assert list(dict.fromkeys(problem.code for problem in found)) == list(expected)
        legal[not found] += 1
    assert min(legal.values()) > 20


def test_just_as_many_cards_as_may_be_played_are_not_too_many() -> None:
    hand, laid = cards_of("4c 5c 6c 7c"), table("4c 5c 6c 7c")
    assert check([], hand, laid, MACHIAVELLI, 4) == check([], hand, laid, MACHIAVELLI) == ()
    [problem] = check([], hand, laid, MACHIAVELLI, 3)
    assert (problem.code, dict(problem.figures)) == ("too-many", {"count": 4, "most": 3})


def test_a_group_that_is_none_is_named_with_its_place_and_why() -> None:
    found = check(table("4c 5c 6c"), cards_of("7c 9c"), table("4c 5c 6c 7c / 9c"), MACHIAVELLI)
    assert [(problem.code, problem.figures["group"], problem.figures["cards"]) for problem in found] == [
        ("no-group", 1, cards_of("9c"))
    ]
    assert [problem.code for problem in found[0].figures["problems"]] == ["too-few"]
