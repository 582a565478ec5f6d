"""Points, targets, winners."""

from __future__ import annotations

import random

import pytest

from games.murlan.scoring import score
from games.rulings import Refused, rules_of

FOUR = ["Ana", "Beni", "Eda", "Gent"]


def hands(*orders: str) -> list[list[str]]:
    """Orders by initials: ``ABEG`` for Ana, Beni, Eda, Gent."""
    names = {name[0]: name for name in FOUR}
    return [[names[initial] for initial in order] for order in orders]


def test_points() -> None:
    match = score(hands("ABEG", "GEBA"))
    assert match.totals == {"Ana": 3, "Beni": 3, "Eda": 3, "Gent": 3}
    assert match.rows[1].points == {"Ana": 0, "Beni": 1, "Eda": 2, "Gent": 3}
    assert [row.totals for row in match.rows] == [{"Ana": 3, "Beni": 2, "Eda": 1, "Gent": 0}, match.totals]


def test_no_hands_yet() -> None:
    match = score([])
    assert (match.totals, match.target, match.winner) == ({}, 21, None)


def test_target_one_player_alone_wins() -> None:
    match = score(hands(*["ABEG"] * 7))
    assert (match.totals["Ana"], match.winner, match.target) == (21, "Ana", 21)
    assert rules_of(match.reasons) == ["murlan.target", "murlan.points"]


def test_target_two_together_raise_it_whatever_their_totals() -> None:
    orders = ["ABEG"] * 3 + ["BAEG"] * 3 + ["ABEG", "BAEG", "ABEG"]
    match = score(hands(*orders))
    assert match.totals["Ana"] == 23
    assert match.totals["Beni"] == 22
    assert (match.winner, match.target) == (None, 31)
    assert match.rows[-1].raised


def alternating(count: int) -> list[str]:
    return ["ABEG", "BAEG"] * (count // 2)


def test_target_rises_to_51_and_no_further_and_target_last_decides() -> None:
    played = [*alternating(18), "BEAG", "ABEG", "ABEG"]
    shared = score(hands(*played))
    assert shared.totals["Ana"] == shared.totals["Beni"] == 52
    assert (shared.target, shared.winner) == (51, None)
    assert rules_of(shared.reasons) == ["murlan.target-last", "murlan.points"]
    won = score(hands(*played, "ABEG"))
    assert (won.target, won.winner) == (51, "Ana")
    assert [row.target for row in won.rows if row.raised] == [31, 41, 51]


def test_a_hand_after_the_end_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        score(hands(*["ABEG"] * 8))
    assert (refused.value.field, refused.value.code) == ("hands.7", "after-the-end")


@pytest.mark.parametrize("bad", [["Ana"] * 4, FOUR[:3], [*FOUR[:3], "Zef"], [*FOUR, "Zef"]])
def test_a_hand_names_the_four_players_once_each(bad: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        score([FOUR, bad])
    assert refused.value.field == "hands.1"


def test_every_match_ends_and_its_parts_sum_to_its_totals() -> None:
    for seed in range(200):
        dice = random.Random(seed)
        played: list[list[str]] = []
        while (match := score(played)).winner is None:
            played.append(dice.sample(FOUR, 4))
            assert len(played) < 200
        assert sum(match.totals.values()) == 6 * len(played)
        for name in FOUR:
            assert match.totals[name] == sum(row.points[name] for row in match.rows)
        assert match.totals[match.winner] == max(match.totals.values())
        assert match.totals[match.winner] >= match.target
