"""Reasons and refusals."""

from __future__ import annotations

from games.rulings import Reason, Refused, rules_of


def test_a_reason_is_its_ruling_its_code_and_its_figures() -> None:
    reason = Reason("murlan.follow", "higher", played=5)
    assert (reason.rule, reason.code, reason.figures) == ("murlan.follow", "higher", {"played": 5})
    assert reason == Reason("murlan.follow", "higher", played=5) != Reason("murlan.follow", "higher", played=6)


def test_rules_are_named_once_in_the_order_of_the_reasons() -> None:
    reasons = [Reason(rule, code) for rule, code in (("b", "1"), ("a", "2"), ("b", "3"))]
    assert rules_of(reasons) == ["b", "a"]


def test_a_refusal_says_where_and_what_is_wrong() -> None:
    refused = Refused("hands.2", "four-names", hand=3)
    assert (refused.field, refused.code, refused.figures) == ("hands.2", "four-names", {"hand": 3})
    assert str(refused) == "hands.2: four-names"
