"""Reasons and refusals."""

from __future__ import annotations

import pytest

from games.rulings import Reason, Refusals, Refused, rules_of


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


def test_refusals_are_raised_as_the_first_with_the_others() -> None:
    wrong = Refusals()
    wrong.refuse()
    wrong.add(Refused("hands.0", "below-zero", least=0))
    with pytest.raises(Refused) as alone:
        wrong.refuse()
    assert (alone.value.field, alone.value.code, alone.value.figures) == ("hands.0", "below-zero", {"least": 0})
    wrong.add(Refused("hands.1", "too-many", also=(Refused("hands.2", "no-points"),)))
    with pytest.raises(Refused) as several:
        wrong.refuse()
    others = several.value.figures["also"]
    assert [each.field for each in (several.value, *others)] == ["hands.0", "hands.1", "hands.2"]
    assert [each.figures for each in others] == [{}, {}]
