"""Muriel's score, each ruling by its name."""

from __future__ import annotations

import pytest

from games.cards import cards_of
from games.muriel.scoring import score
from games.rulings import Refused, rules_of


def codes(*hands: dict[str, int]) -> list[str]:
    return [reason.code for reason in score(hands).reasons]


def test_score_adds_up_hand_by_hand() -> None:
    match = score([{"Ada": 220, "Bea": 200}, {"Bea": 90, "Cyd": 280, "Ada": 50}])
    assert (match.totals, match.winner) == ({"Ada": 270, "Bea": 290, "Cyd": 280}, None)
    assert [row.totals["Bea"] for row in match.rows] == [200, 290]
    assert [row.sum for row in match.rows] == [420, 420]
    assert match.rows[0].points == {"Ada": 220, "Bea": 200, "Cyd": 0}
    assert rules_of(match.reasons) == ["muriel.score"]


def test_score_before_the_first_hand() -> None:
    match = score([])
    assert (match.totals, match.winner, match.rows) == ({}, None, ())
    assert codes() == ["open"]


def test_score_says_how_much_is_lacking() -> None:
    [reason] = score([{"Ada": 220, "Bea": 200}]).reasons
    assert (reason.code, reason.figures) == ("open", {"best": 220, "lacking": 80, "target": 300})


def test_score_the_tenth_player_is_named() -> None:
    with pytest.raises(Refused) as refused:
        score([dict.fromkeys("ABCDEFGHIJK", 0)])
    assert (refused.value.code, refused.value.figures) == ("too-many-players", {"count": 11, "most": 9, "at": "J"})


def test_score_three_hundred_win() -> None:
    assert score([{"Ada": 299, "Bea": 121}]).winner is None
    assert score([{"Ada": 300, "Bea": 120}]).winner == "Ada"
    assert codes({"Ada": 300, "Bea": 120}) == ["won"]


def test_score_of_several_past_the_target_the_highest_wins() -> None:
    hands = [{"Ada": 210, "Bea": 210}, {"Ada": 200, "Bea": 220}]
    assert score(hands).winner == "Bea"
    assert codes(*hands) == ["won-highest"]


def test_score_a_tie_for_highest_plays_on() -> None:
    level = [{"Ada": 210, "Bea": 210}, {"Ada": 210, "Bea": 210}]
    assert score(level).winner is None
    assert codes(*level) == ["tied"]
    assert score([*level, {"Ada": 1, "Cyd": 419}]).winner == "Ada"
    assert score([*level, {"Cyd": 420}]).winner is None, "three level at 420"
    assert score([*level, {"Cyd": 421}]).winner == "Cyd"


def test_score_a_tie_below_the_highest_does_not_matter() -> None:
    assert score([{"Ada": 310, "Bea": 300, "Cyd": 300}]).winner == "Ada"


def test_values_of_a_pile_given_as_cards() -> None:
    match = score([{"Ada": cards_of("Xb Ks Qd Jh Tc 2s As"), "Bea": 347}])
    assert match.totals == {"Ada": 20 + 15 + 14 + 11 + 10 + 2 + 1, "Bea": 347}
    assert [reason.code for reason in match.reasons] == ["won", "values"]


def test_values_of_a_hand_that_are_not_those_of_the_pack_are_told_and_not_first() -> None:
    match = score([{"Ada": 220, "Bea": 200}, {"Ada": 10}])
    assert [(reason.rule, reason.code) for reason in match.reasons] == [
        ("muriel.score", "open"),
        ("muriel.values", "not-all-points"),
    ]
    assert match.reasons[1].figures == {"number": 2, "points": 10, "pack": 420}


def test_a_player_who_is_not_named_scored_nothing() -> None:
    assert score([{"Ada": 220, "Bea": 200}, {}, {"Cyd": 420}]).rows[1].points == {"Ada": 0, "Bea": 0, "Cyd": 0}


@pytest.mark.parametrize(
    ("hands", "field", "code"),
    [
        ([{"Ada": 300, "Bea": 120}, {"Ada": 1}], "hands.1", "after-the-end"),
        ([{"Ada": 300, "Bea": 120}, {}], "hands.1", "after-the-end"),
        ([{"Ada": 10}, {"Ada": -1}], "hands.1.Ada", "below-zero"),
        ([dict.fromkeys("ABCDEFGHI", 10), {"J": 10}], "hands", "too-many-players"),
    ],
)
def test_what_no_match_can_be_is_refused_by_name(hands: list[dict[str, int]], field: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        score(hands)
    assert (refused.value.field, refused.value.code) == (field, code)
