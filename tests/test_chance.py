"""Chance: what a seed draws, and that a draw that comes to nothing is drawn anew."""

from __future__ import annotations

import pytest

from games.chance import Chance, Drawn, NothingDrawn, drawn


def test_a_choice_of_nothing_and_more_than_there_is_come_to_nothing() -> None:
    with pytest.raises(NothingDrawn):
        Chance(1).one_of([])
    with pytest.raises(NothingDrawn):
        Chance(1).some_of("ab", 3)


def test_a_maker_that_chooses_among_nothing_draws_anew() -> None:
    def make(chance: Chance, level: int) -> Drawn:
        few = "ab" if chance.is_so(0.3) else ""
        return Drawn({"cards": chance.one_of(few) + chance.some_of(few, 1 + chance.below(2))[-1]}, "follow")

    for seed in range(50):
        assert drawn(make, seed, 1).rule == "follow"


def test_a_maker_that_never_comes_to_anything_is_at_fault() -> None:
    with pytest.raises(NothingDrawn, match="seed 3, level 2"):
        drawn(lambda chance, level: Drawn({}, chance.one_of("")), 3, 2)
