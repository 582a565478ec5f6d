"""The chart: whatever the totals, its lines stay within it and its names can be read."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from matches.chart import APART, BOTTOM, HEIGHT, LEFT, LETTER, LOOKS, MOST_POINTS, TOP, WIDTH, Chart, chart

LARGEST = 9_999_999


@st.composite
def drawn(draw: DrawFn) -> tuple[list[str], list[dict[str, int]], int | None, Chart]:
    players = draw(st.lists(st.text("abcWM ", min_size=1, max_size=40), min_size=2, max_size=11, unique=True))
    span = draw(st.sampled_from([1, 30, 1000, LARGEST]))
    totals = draw(
        st.lists(st.fixed_dictionaries({name: st.integers(-span, span) for name in players}), min_size=1, max_size=40)
    )
    target = draw(st.none() | st.integers(1, span))
    written = {name: str(total) for name, total in totals[-1].items()}
    return players, totals, target, chart(players, totals, written, target)


def points(line: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in line.split())]


@settings(deadline=None, max_examples=200)
@given(drawn())
def test_every_line_stays_within_the_drawing_and_says_its_totals(
    made: tuple[list[str], list[dict[str, int]], int | None, Chart],
) -> None:
    players, totals, target, found = made
    (low, bottom), *_levels, (high, top) = found.levels
    assert (bottom, top) == (HEIGHT - BOTTOM, TOP)
    assert len(found.lines) == len(players)
    for name, line in zip(players, found.lines, strict=True):
        corners = points(line.points)
        assert len(corners) == len(totals) + 1, "from nothing on, a corner for each hand"
        assert [x for x, _y in corners] == sorted({x for x, _y in corners})
        for (x, y), total in zip(corners, [0, *(after[name] for after in totals)], strict=True):
            assert LEFT <= x <= found.right + 0.05
            assert TOP <= y <= HEIGHT - BOTTOM
            assert y == pytest.approx(bottom + (top - bottom) * (total - low) / (high - low), abs=0.06)
        assert corners[-1] == pytest.approx((line.x, line.y))
        assert line.look < LOOKS
    if target is None:
        assert found.target is None
    else:
        assert found.target is not None
        assert TOP <= found.target <= HEIGHT - BOTTOM


@settings(deadline=None, max_examples=200)
@given(drawn())
def test_no_name_stands_over_another_and_all_stand_within(
    made: tuple[list[str], list[dict[str, int]], int | None, Chart],
) -> None:
    _players, _totals, _target, found = made
    by_height = sorted(found.lines, key=lambda line: (line.label_y, line.y))
    for upper, lower in itertools.pairwise(by_height):
        assert lower.label_y - upper.label_y >= APART - 0.11
        assert upper.y <= lower.y, "the names stand in the order in which the lines end"
    for line in found.lines:
        assert APART / 2 <= line.label_y <= HEIGHT - APART / 4
        assert line.x + 9 + LETTER * len(f"{line.name} {line.total}") <= WIDTH
    assert found.right - LEFT >= WIDTH / 4, "there is room for the lines as well"


@settings(deadline=None, max_examples=200)
@given(drawn())
def test_levels_and_marks_are_round_few_and_apart(
    made: tuple[list[str], list[dict[str, int]], int | None, Chart],
) -> None:
    _players, totals, _target, found = made
    values = [total for total, _y in found.levels]
    assert 2 <= len(values) <= 7
    steps = {after - before for before, after in itertools.pairwise(values)}
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in {"1", "2", "5"}
    assert 0 in values, "the line of nothing is always drawn"
    assert len(found.hands) <= 12
    assert all(1 <= number <= len(totals) for number, _x in found.hands)
    heights = [y for _total, y in found.levels]
    assert all(before - after >= APART for before, after in itertools.pairwise(heights))


def test_one_hand_and_nothing_scored() -> None:
    found = chart(["Ana", "Ben"], [{"Ana": 0, "Ben": 0}], {"Ana": "0", "Ben": "0"}, None)
    assert [total for total, _y in found.levels] == [0, 1]
    assert {line.y for line in found.lines} == {HEIGHT - BOTTOM}


def test_nine_players_have_nine_looks() -> None:
    players = [f"Player {number}" for number in range(9)]
    found = chart(players, [dict.fromkeys(players, 7)], dict.fromkeys(players, "7"), 300)
    assert len({line.look for line in found.lines}) == 9
    assert len({line.label_y for line in found.lines}) == 9


@pytest.mark.parametrize("language", ["it", "en", "cs"])
def test_it_is_drawn_with_points_in_every_language(language: str) -> None:
    """A decimal comma would break the drawing."""
    players = ["Ana", "Ben <b>"]
    found = chart(players, [{"Ana": 1, "Ben <b>": -7}, {"Ana": 3, "Ben <b>": 2}], {"Ana": "3", "Ben <b>": "2"}, 21)
    with translation.override(language):
        html = render_to_string("matches/chart.html", {"chart": found})
    svg = ElementTree.fromstring(html)[0]
    assert svg.attrib["role"] == "img"
    assert svg.attrib["aria-label"]
    for shape in svg.iter():
        for name in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r"):
            float(shape.attrib.get(name, 0))


def test_a_chart_of_a_long_match_has_no_more_points_than_can_be_told_apart_and_ends_where_the_match_stands() -> None:
    for count in (1, 2, 198, 199, 200, 201, 999, 1000):
        totals = [{"a": number, "b": -number} for number in range(1, count + 1)]
        long = chart(["a", "b"], totals, {"a": str(count), "b": str(-count)}, None)
        for line in long.lines:
            drawn = points(line.points)
            assert min(count + 1, MOST_POINTS // 2) <= len(drawn) <= MOST_POINTS + 1
            assert drawn[-1] == (line.x, line.y)
            assert [x for x, _y in drawn] == sorted({x for x, _y in drawn})


def test_the_marks_below_are_the_numbers_of_the_hands() -> None:
    totals = [{"a": number, "b": 0} for number in range(1, 6)]
    assert [number for number, _x in chart(["a", "b"], totals, {"a": "5", "b": "0"}, None).hands] == [1, 2, 3, 4, 5]
    named = chart(["a", "b"], totals, {"a": "5", "b": "0"}, None, [1, 3, 4, 8, 9])
    assert [number for number, _x in named.hands] == [1, 3, 4, 8, 9]
