"""Which melds of a table became which."""

from __future__ import annotations

import pytest

from games.arranging.lineage import lineage
from games.cards import Card, cards_of


def melds(text: str) -> list[tuple[Card, ...]]:
    return [cards_of(meld) for meld in text.split("/")] if text else []


@pytest.mark.parametrize(
    ("before", "after", "came"),
    [
        ("3c 4c 5c / 8s 8d 8h", "3c 4c 5c / 8s 8d 8h", [[0], [1]]),
        ("3c 4c 5c / 8s 8d 8h", "8s 8d 8h", [[1]]),
        ("3c 4c 5c / 8s 8d 8h", "8h 8d 8s / 5c 4c 3c 6c", [[1], [0]]),
        ("3c 4c 5c / 8s 8d 8h", "Ks Kh Kd / 3c 4c 5c / 8s 8d", [[], [0], [1]]),
        ("3c 4c 5c 6c / 7c 8c 9c", "3c 4c 5c 6c 7c 8c 9c", [[0, 1]]),
        ("3c 4c 5c 6c 7c 8c 9c", "3c 4c 5c / 6c 7c 8c 9c", [[0], [0]]),
        ("3c 4c 5c 6c / 7c 8c 9c Tc", "3c 4c 5c 6c 7c 8c / 9c Tc", [[0], [1]]),
        ("3c 4c 5c / 3c 4c 5c", "3c 4c 5c / 3c 4c 5c", [[0], [1]]),
        ("8s 8d 8h / 8c 8d 8h", "8s 8d 8h", [[0]]),
        ("8c 8d 8h / 8s 8d 8h", "8s 8d 8h", [[1]]),
        ("8s 8d 8h", "8s 9s Ts", [[]]),
        ("8s 8d 8h", "8s 9s Ts / 8s 8d 8h", [[], [0]]),
        ("", "8s 9s Ts", [[]]),
    ],
)
def test_each_group_knows_the_groups_that_it_came_from(before: str, after: str, came: list[list[int]]) -> None:
    assert lineage(melds(before), melds(after)) == came
