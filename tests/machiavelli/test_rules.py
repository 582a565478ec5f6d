"""What may be laid down; the tests bear the names of the rulings they prove."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.cards import DECK, JOKER, Card, cards_of
from games.machiavelli import rules
from games.machiavelli.rules import STANDARD, House, best, judge, recognise
from games.rulings import Refused, rules_of
from tests import proved
from tests.house_rules import houses as every_house
from tests.machiavelli import slow

HOUSES = every_house("machiavelli")
houses = st.sampled_from(HOUSES)
EXAMPLE: tuple[Any, ...] = (
    [cards_of("3c 4c 5c 6c"), cards_of("Qh Qd Qs")],
    cards_of("5c 7c 8c Qc Jh Kh"),
    [cards_of("3c 4c 5c"), cards_of("5c 6c 7c 8c"), cards_of("Jh Qh Kh"), cards_of("Qd Qs Qc")],
)


def groups(text: str) -> list[tuple[Card, ...]]:
    return [cards_of(part) for part in text.split("/") if part.strip()]


def kind(text: str, house: House = STANDARD) -> str | None:
    found = recognise(cards_of(text), house).kind
    return found and found.value


def why(text: str, house: House = STANDARD) -> list[tuple[str, str]]:
    return [(r.rule.removeprefix("machiavelli."), r.code) for r in recognise(cards_of(text), house).reasons]


def turn(before: str, hand: str, after: str, house: House = STANDARD) -> tuple[bool, str, list[str]]:
    judged = judge(groups(before), cards_of(hand), groups(after), house)
    rule_ids = [rule.removeprefix("machiavelli.") for rule in rules_of(judged.reasons)]
    return judged.legal, " ".join(card.text for card in judged.played), rule_ids


def codes(before: str, hand: str, after: str) -> list[str]:
    return [reason.code for reason in judge(groups(before), cards_of(hand), groups(after)).reasons]


def test_deck() -> None:
    assert len(STANDARD.pack) == 104
    assert {STANDARD.pack.copies(card) for card in DECK} == {2}
    assert STANDARD.pack.copies(JOKER) == 0
    assert len(House(decks=3).pack) == 156
    assert len(House(jokers=True).pack) == len(House(jokers=True, decks=2).pack) == 106


@pytest.mark.parametrize("text", ["9s", "9s 9h", "4c 5c", "As"])
def test_groups(text: str) -> None:
    assert kind(text) is None
    assert ("groups", "too-few") in why(text)


@pytest.mark.parametrize(
    ("text", "house", "expected"),
    [
        ("Qh Qd Qc", STANDARD, "set"),
        ("Qs Qh Qd Qc", STANDARD, "set"),
        ("Qh Qd Qd", STANDARD, None),
        ("Qs Qh Qd Qd", STANDARD, None),
        ("Qs Qh Qd Qc Qs", STANDARD, None),
        ("Qh Qd Kc", STANDARD, None),
        ("Qh Qd Qd", House("any_suit"), "set"),
        ("Qd Qd Qd", House("any_suit", 3), "set"),
        ("Qs Qh Qd Qc Qs", House("any_suit"), None),
    ],
)
def test_sets(text: str, house: House, expected: str | None) -> None:
    assert kind(text, house) == expected
    assert "sets" in [rule for rule, code in why(text, house)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8h 9h Th Jh Qh", "run"),
        ("Ah 2h 3h", "run"),
        ("Qh Kh Ah", "run"),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "run"),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "run"),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2h", None),
        ("Kh Ah 2h", None),
        ("Ah Kh Qh 2h 3h", None),
        ("8h 9h Jh", None),
        ("8h 9h Ts", None),
        ("5d 6d 6d 7d", None),
        ("Ah Ah 2h 3h", None),
    ],
)
def test_runs(text: str, expected: str | None) -> None:
    assert kind(text) == expected
    assert "runs" in [rule for rule, code in why(text)]


def test_a_run_that_goes_round_the_ace_is_told_from_one_with_a_gap() -> None:
    assert why("Kh Ah 2h") == [("runs", "around-the-ace")]
    assert why("8h 9h Jh") == [("runs", "gap")]
    assert why("5d 6d 6d 7d") == [("runs", "repeated-card")]


def test_cards_that_are_no_group_are_shown_as_they_came() -> None:
    assert recognise(cards_of("Kh Ah 2h")).cards == cards_of("Kh Ah 2h")


def test_variant_wrap() -> None:
    wrap = House(wrap=True)
    assert kind("Kh Ah 2h", wrap) == "run"
    assert why("Kh Ah 2h", wrap)[0] == ("variant-wrap", "goes-round")
    assert why("Qh Kh Ah", wrap) == [("runs", "is-run"), ("runs", "ace-high")]
    assert kind("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2h", wrap) == "run"
    assert kind("Kh Kh Ah 2h", wrap) is None


def test_variant_jokers() -> None:
    jokers = House(jokers=True)
    assert kind("8d X Td", jokers) == "run"
    assert [card.text for card in recognise(cards_of("Td X 8d"), jokers).cards] == ["8d", "X", "Td"]
    assert recognise(cards_of("Td X 8d"), jokers).reasons[-1].figures["stands"] == cards_of("9d")
    assert kind("Ks Kd X", jokers) == kind("Ks Kd Kh X", jokers) == "set"
    assert kind("Ks Kd Kh Kc X", jokers) is None
    assert kind("Ks X X", jokers) == "set"
    assert kind("X X", jokers) is None
    assert kind("Ks Kd X") is None
    assert why("Ks Kd X") == [("variant-jokers", "joker")]


handfuls = st.one_of(
    st.lists(st.sampled_from([*DECK, JOKER]), min_size=1, max_size=5),
    st.lists(st.sampled_from([*DECK[:13], *DECK[:13], JOKER]), min_size=2, max_size=16),
    st.builds(
        lambda low, length, extra: [*(DECK[(low + n) % 13] for n in range(length)), *extra],
        st.integers(0, 12),
        st.integers(2, 15),
        st.lists(st.sampled_from([*DECK[:14], JOKER]), max_size=2),
    ),
)


@given(handfuls, houses)
@settings(max_examples=proved.examples(600), deadline=None)
def test_a_group_is_what_the_rulings_say(cards: list[Card], house: House) -> None:
    assume(cards.count(JOKER) <= 2)
    found = recognise(cards, house)
    assert (found.kind and found.kind.value) == slow.kind(cards, house)
    assert Counter(found.cards) == Counter(cards)
    assert found.reasons


def test_turn() -> None:
    assert turn("4c 5c 6c", "9s 2h", "4c 5c 6c") == (False, "", ["play", "turn"])
    assert best(groups("4c 5c 6c / Qh Qd Qs"), cards_of("8c 9d 2h")).reasons[0].rule == "machiavelli.turn"


def test_play() -> None:
    assert turn("4c 5c 6c", "9s 9h 9d 2c", "4c 5c 6c / 9s 9h 9d") == (True, "9s 9h 9d", ["play", "groups"])
    assert turn("", "9s 9h 9d", "9s 9h 9d") == (True, "9s 9h 9d", ["play", "groups", "end"])
    run = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    assert turn("", f"{run} 9c", run)[0]
    legal, played, rule_ids = turn("", f"{run} Ah 9c", f"{run} Ah")
    assert (legal, rule_ids) == (False, ["play"])
    assert len(played.split()) == 14


def test_the_limit_of_thirteen_does_not_count_cards_of_the_table() -> None:
    assert turn("Ah 2h 3h", "4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 5s", "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")[0]


def test_extend() -> None:
    assert turn("4c 5c 6c", "3c 7c 8c", "3c 4c 5c 6c 7c 8c") == (True, "3c 7c 8c", ["extend", "play", "groups", "end"])


def test_take() -> None:
    judged = judge(*EXAMPLE)
    assert judged.legal
    assert judged.reasons[0].rule == "machiavelli.take"
    assert judged.played == cards_of("Jh Kh 5c 7c 8c Qc")


def test_the_worked_example_is_the_whole_hand() -> None:
    found = best(EXAMPLE[0], EXAMPLE[1])
    assert found.turn.count == 6
    assert sorted(map(sorted, found.turn.groups)) == sorted(map(sorted, EXAMPLE[2]))


def test_what_is_wrong_with_a_turn_is_said_exactly() -> None:
    judged = judge(groups("3c 4c 5c 6c"), cards_of("7c"), groups("3c 4c 5c / 7c 8c"))
    assert not judged.legal
    assert judged.missing == cards_of("6c")
    assert judged.nowhere == cards_of("8c")
    assert judged.played == cards_of("7c")
    assert [reason.code for reason in judged.reasons] == [
        "missing", "from-nowhere", "no-group-after", "all-must-be-groups"
    ]  # fmt: skip
    assert [group.valid for group in judged.after] == [True, False]
    assert judged.after[1].nowhere == (False, True)


def test_a_second_copy_from_nowhere_is_found() -> None:
    legal, played, rule_ids = turn("5c 6c 7c", "8c", "5c 6c 7c 8c / 8c 8d 8h")
    assert (legal, played, rule_ids) == (False, "8c", ["take"])


def test_restore() -> None:
    assert turn("2h 3h 4h / 5h 6h 7h", "Ks", "2h 3h 4h 5h 6h 7h") == (False, "", ["play", "restore"])


def test_laying_the_same_groups_in_another_order_is_no_regrouping() -> None:
    assert codes("2h 3h 4h / 5s 5h 5d", "Ks", "5d 5h 5s / 4h 3h 2h") == ["nothing-played", "draw-instead"]


def test_end() -> None:
    assert "end" in turn("4c 5c 6c", "7c", "4c 5c 6c 7c")[2]
    assert "end" not in turn("4c 5c 6c", "7c 9h", "4c 5c 6c 7c")[2]
    assert best(EXAMPLE[0], EXAMPLE[1]).reasons[-1].rule == "machiavelli.end"


@pytest.mark.parametrize(("bad", "place"), [("4c 5c 7c / Qh Qd Qs", 0), ("4c 5c 6c / Qh Qd Qd", 1)])
def test_a_group_of_the_table_that_is_none_is_refused_by_name(bad: str, place: int) -> None:
    with pytest.raises(Refused) as refused:
        best(groups(bad), cards_of("2c"))
    assert (refused.value.field, refused.value.code) == (f"table.{place}", "no-group")
    with pytest.raises(Refused) as refused:
        judge(groups(bad), cards_of("2c"), [])
    assert refused.value.field == f"before.{place}"


def test_of_equal_turns_the_one_that_disturbs_least() -> None:
    found = best(groups("3c 4c 5c / 6c 7c 8c / Th Td Tc"), cards_of("9c 2d"))
    assert found.turn.played == cards_of("9c")
    assert len(found.turn.kept) == 2


def test_cards_that_may_stay_are_not_drawn_as_moved() -> None:
    """A set of four lends one card: three stay, and the run is built with the one that moved."""
    judged = judge(groups("7s 7h 7d 7c"), cards_of("8h 9h"), groups("7h 8h 9h / 7s 7d 7c"))
    run, rest = judged.after
    assert (run.origin, run.sources) == (None, (0, None, None))
    assert (rest.origin, rest.sources) == (0, (0, 0, 0))


def dealt(data: st.DataObject, house: House, most_groups: int, most_cards: int) -> tuple[Any, Any]:
    """A table of groups and a hand, from one pack."""
    pack = Counter(house.pack)
    table = []
    for _ in range(data.draw(st.integers(0, most_groups))):
        rank, suit = data.draw(st.integers(0, 12)), data.draw(st.integers(0, 3))
        if data.draw(st.booleans()):
            group = [DECK[13 * n + rank] for n in range(4) if n != suit or data.draw(st.booleans())]
        else:
            top = 99 if house.wrap else 14
            group = [DECK[13 * suit + (rank + n) % 13] for n in range(data.draw(st.integers(3, 5))) if rank + n < top]
        if house.jokers and pack[JOKER] and data.draw(st.booleans()):
            group[data.draw(st.integers(0, len(group) - 1))] = JOKER
        if slow.kind(group, house) and not Counter(group) - pack:
            pack -= Counter(group)
            table.append(tuple(group))
    near = [
        card for card in pack.elements() if any(card.rank == c.rank or card.suit == c.suit for g in table for c in g)
    ]
    hand = data.draw(st.lists(st.sampled_from(near or [*pack.elements()]), max_size=most_cards))
    assume(not Counter(hand) - pack)
    return table, tuple(hand)


@given(st.data(), houses)
@settings(max_examples=proved.examples(40), deadline=None)
def test_the_best_turn_is_the_best_there_is(data: st.DataObject, house: House) -> None:
    table, hand = dealt(data, house, 2, 3)
    assume(sum(map(len, table)) <= 8)
    found = best(table, hand, house)
    assert (found.turn.count, len(found.turn.kept)) == slow.best(table, hand, house)


@given(st.data(), houses)
@settings(max_examples=proved.examples(60), deadline=None)
def test_the_best_turn_is_legal_and_loses_no_card(data: st.DataObject, house: House) -> None:
    table, hand = dealt(data, house, 9, 12)
    found = best(table, hand, house)
    after = [group.cards for group in found.after]
    judged = judge(table, hand, after, house)
    assert judged.legal is (found.turn.count > 0)
    assert judged.played == found.turn.played
    assert Counter(c for g in after for c in g) == Counter(c for g in table for c in g) + Counter(found.turn.played)
    for group in judged.after:
        for source, card in zip(group.sources, group.cards, strict=True):
            assert source is None or card in table[source]


@given(st.data(), houses, st.randoms(use_true_random=False))
@settings(max_examples=proved.examples(30), deadline=None)
def test_nothing_depends_on_the_order_of_cards_or_groups(data: st.DataObject, house: House, random: Any) -> None:
    table, hand = dealt(data, house, 5, 8)
    shuffled = [tuple(random.sample(group, len(group))) for group in random.sample(table, len(table))]
    one, other = best(table, hand, house), best(shuffled, tuple(random.sample(hand, len(hand))), house)
    assert one.turn.played == other.turn.played
    assert Counter(tuple(sorted(g)) for g in one.turn.groups) == Counter(tuple(sorted(g)) for g in other.turn.groups)


def test_end_without_a_card_in_hand() -> None:
    assert [(reason.rule, reason.code) for reason in best(groups("4c 5c 6c"), ()).reasons] == [
        ("machiavelli.end", "no-cards")
    ]


def test_the_table_without_house_rules() -> None:
    assert House() == House(sets="distinct", decks=2, jokers=False, wrap=False) == STANDARD


def test_every_group_of_the_best_turn_is_one() -> None:
    assert all(group.valid for group in best(*EXAMPLE[:2]).after)


def test_cards_left() -> None:
    assert rules.without(cards_of("4c 4c 5c"), cards_of("4c")) == cards_of("4c 5c")
