"""The chart: whatever the totals, its lines stay within it and its names can be read."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest
from django.conf import settings as site_settings
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from games.catalogue import SHEETS
from matches.chart import (
    APART,
    BOTTOM,
    HEIGHT,
    LOOKS,
    MOST_MARKS,
    MOST_POINTS,
    NAME_ROOM,
    SHAPES,
    TOP,
    WIDTH,
    Chart,
    chart,
    shortened,
    width,
)
from rulesite.rulebook import LANGUAGES
from tests import proved

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


@settings(deadline=None, max_examples=proved.examples(200))
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
            assert found.left - 0.11 <= x <= found.right + 0.11  # each rounded to a tenth
            assert TOP <= y <= HEIGHT - BOTTOM
            assert y == pytest.approx(bottom + (top - bottom) * (total - low) / (high - low), abs=0.06)
        assert corners[-1] == pytest.approx((line.x, line.y))
        assert line.look < LOOKS
    if target is None:
        assert found.target is None
    else:
        assert found.target is not None
        assert TOP <= found.target <= HEIGHT - BOTTOM


@settings(deadline=None, max_examples=proved.examples(200))
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
        assert line.x + 12 <= found.mark_x <= found.name_x - 8, "the mark touches neither the line's end nor the name"
        assert found.name_x + width(line.name) + 5.9 <= WIDTH - width(line.total), "nor the name the total"
    assert len({line.name for line in found.lines}) == len(found.lines), "no two are shortened alike"
    assert found.right - found.left >= WIDTH / 5, "there is room for the lines as well"
    for total, _y in found.levels:
        assert width(str(total)) <= found.scale_x + 0.1


@settings(deadline=None, max_examples=proved.examples(200))
@given(drawn())
def test_every_line_has_its_mark_at_its_end_before_its_name_and_here_and_there(
    made: tuple[list[str], list[dict[str, int]], int | None, Chart],
) -> None:
    _players, totals, _target, found = made
    for line in found.lines:
        places = [(float(x), float(y)) for x, y in re.findall(r"M([\d.]+),([\d.]+)", line.marks)]
        shapes = re.split(r"M[\d.]+,[\d.]+", line.marks)[1:]
        assert set(shapes) == {SHAPES[line.look]}
        assert places[0] == (line.x, line.y)
        assert places[-1] == (found.mark_x, line.label_y)
        assert min(len(totals), 2) <= len(places) - 1 <= MOST_MARKS
        assert set(places[:-1]) <= set(points(line.points)), "and on the line"


@settings(deadline=None, max_examples=proved.examples(200))
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
    assert 1 <= len(found.hands) <= 12
    for (one, x), (other, further) in itertools.pairwise(found.hands):
        assert x + width(str(one)) / 2 < further - width(str(other)) / 2, "no number touches the next"
    assert all(1 <= number <= len(totals) for number, _x in found.hands)
    heights = [y for _total, y in found.levels]
    assert all(before - after >= APART for before, after in itertools.pairwise(heights))


def test_one_hand_and_nothing_scored() -> None:
    found = chart(["Ana", "Ben"], [{"Ana": 0, "Ben": 0}], {"Ana": "0", "Ben": "0"}, None)
    assert [total for total, _y in found.levels] == [0, 1]
    assert {line.y for line in found.lines} == {HEIGHT - BOTTOM}


def test_as_many_as_may_play_have_each_a_look_and_the_stylesheet_knows_it() -> None:
    most = max(sheet.seats[-1] for sheet in SHEETS.values())
    assert most <= LOOKS
    players = [f"Player {number}" for number in range(most)]
    found = chart(players, [dict.fromkeys(players, 7)], dict.fromkeys(players, "7"), 300)
    assert len({line.look for line in found.lines}) == most
    assert len({line.label_y for line in found.lines}) == most
    assert len(set(SHAPES)) == LOOKS
    style = (site_settings.BASE_DIR / "matches" / "static" / "matches" / "match.css").read_text()
    dashes = [re.findall(rf"\.look-{look} polyline {{ stroke-dasharray: ([\d ]+); }}", style) for look in range(LOOKS)]
    assert dashes[0] == [], "the first line has none"
    assert len({pattern for (pattern,) in dashes[1:]}) == LOOKS - 1
    assert len(set(re.findall(r"\.look-\d+ { color: light-dark\((#\w+),", style))) == LOOKS


@pytest.mark.parametrize(
    ("letters", "share"),
    [
        ("mwMWÆŒæœ@%&…Ωжщ", 1.11),
        ("ijlIftr.,:;'|!() ", 0.5),
        ("ABĚO+−=<>#", 0.87),
        ("abzčß0189–", 0.73),
        ("名가😀", 1.4),
    ],
)
def test_a_letter_is_as_wide_as_in_the_widest_font(letters: str, share: float) -> None:
    for letter in letters:
        assert width(letter) == pytest.approx(13 * share), letter
    assert width(letters) == pytest.approx(13 * share * len(letters))


def test_names_that_are_cut_are_told_apart() -> None:
    for names in (
        ["Alessandra Bianchi", "Alessandra Bruni", "Alessandra"],
        ["Giovanni Rossi", "Giovanni Russi"],
        ["W" * 20, "W" * 30, "W" * 40],
    ):
        short = shortened(names)
        assert list(short) == names
        assert len(set(short.values())) == len(names)
        assert all(width(name) <= NAME_ROOM for name in short.values())
    assert list(shortened(["Ana", "Ten letter", "Eleven more"]).values()) == ["Ana", "Ten letter", "Eleven…"]


@pytest.mark.parametrize("language", LANGUAGES)
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
        assert "-" not in (shape.text or ""), "a minus is a sign of its own"
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


def test_two_hundred_points_are_all_drawn_and_of_more_every_other() -> None:
    for hands, drawn in ((199, 200), (200, 101)):
        long = chart(["A", "B"], [{"A": 1, "B": 1}] * hands, {"A": "1", "B": "1"}, None)
        assert [len(line.points.split()) for line in long.lines] == [drawn, drawn]


def test_heights_are_rounded_to_a_tenth() -> None:
    assert chart(["A", "B"], [{"A": 7, "B": 0}], {"A": "7", "B": "0"}, None).lines[0].y == 39.8  # 234 - 222 * 7 / 8


def test_the_marks_below_are_the_numbers_of_the_hands() -> None:
    totals = [{"a": number, "b": 0} for number in range(1, 6)]
    assert [number for number, _x in chart(["a", "b"], totals, {"a": "5", "b": "0"}, None).hands] == [1, 2, 3, 4, 5]
    named = chart(["a", "b"], totals, {"a": "5", "b": "0"}, None, [1, 3, 4, 8, 9])
    assert [number for number, _x in named.hands] == [1, 3, 4, 8, 9]


def test_a_match_of_three_hands_as_it_is_drawn() -> None:
    """Worked out by hand: on the right 83.2 units for what of the longer name has room, 19 for a total and 33 between; on
    the left 19 for −5 and 6 between; six levels of 5, 37 units each.
    """
    players = ["Ana", "Bartholomew the Great"]
    ana, bartholomew = (3, 12, 12), (-2, 5, 18)
    totals = [dict(zip(players, after, strict=True)) for after in zip(ana, bartholomew, strict=True)]
    found = chart(players, totals, {"Ana": "12", "Bartholomew the Great": "18"}, 21)
    first, second = found.lines
    assert (first.name, first.look, first.total) == ("Ana", 0, "12")
    assert first.points == "25.0,197.0 91.6,174.8 158.2,108.2 224.8,108.2"
    assert (first.x, first.y, first.label_y) == (224.8, 108.2, 108.2)
    assert (second.name, second.look, second.total) == ("Bartholo…", 1, "18")
    assert second.points == "25.0,197.0 91.6,211.8 158.2,160.0 224.8,63.8"
    assert (second.x, second.y, second.label_y) == (224.8, 63.8, 63.8)
    assert found.levels == ((-5, 234.0), (0, 197.0), (5, 160.0), (10, 123.0), (15, 86.0), (20, 49.0), (25, 12.0))
    assert found.hands == ((1, 91.6), (2, 158.2), (3, 224.8))
    assert (found.left, found.right, found.target) == (25.0, 224.8, 41.6)
    assert (found.scale_x, found.mark_x, found.name_x) == (19.0, 242.8, 251.8)
    assert (found.width, found.height, found.bottom) == (360, 260, 234)
    assert re.findall(r"M[\d.]+,[\d.]+", second.marks) == ["M224.8,63.8", "M158.2,160.0", "M91.6,211.8", "M242.8,63.8"]


@pytest.mark.parametrize(
    ("hands", "marked"),
    [(1, [1]), (12, [*range(1, 13)]), (13, [2, 4, 6, 8, 10, 12]), (24, [*range(2, 25, 2)]), (25, [*range(3, 25, 3)])],
)
def test_twelve_hands_at_most_are_numbered(hands: int, marked: list[int]) -> None:
    found = chart(["A", "B"], [{"A": 1, "B": 1}] * hands, {"A": "1", "B": "1"}, None)
    assert [number for number, _x in found.hands] == marked
    assert found.lines[0].points.split()[1].startswith(f"{15.5 + 290.7 / hands:.1f},")


@pytest.mark.parametrize(
    ("highest", "step"),
    [
        (1, 1),
        (5, 1),
        (6, 2),
        (10, 2),
        (11, 5),
        (25, 5),
        (26, 10),
        (50, 10),
        (51, 20),
        (251, 100),
        (9_999_999, 2_000_000),
    ],
)
def test_levels_are_a_step_of_1_2_or_5_apart(highest: int, step: int) -> None:
    found = chart(["A", "B"], [{"A": highest, "B": 0}], {"A": "", "B": ""}, None)
    values = [total for total, _y in found.levels]
    assert values == [*range(0, values[-1] + 1, step)]
    assert values[-1] - step < highest <= values[-1]


def test_names_that_end_together_are_15_apart_and_pushed_up_from_the_edge() -> None:
    players = list("ABCDEFGHIJ")
    top = chart(players, [dict.fromkeys(players, 10)], dict.fromkeys(players, "10"), None)
    assert [line.label_y for line in top.lines] == [12.0 + 15 * place for place in range(10)]
    assert [line.look for line in top.lines] == [*range(10)]
    below = chart(players, [dict.fromkeys(players, 0)], dict.fromkeys(players, "0"), None)
    assert [line.label_y for line in below.lines] == [254.0 - 15 * place for place in reversed(range(10))]
