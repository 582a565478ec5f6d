"""The ledger: replayed, it says what an independent, naive sheet of paper says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import SHEETS
from matches.ledger import Event, Kind, Ledger, clash, replay
from tests.matches.evenings import EVENINGS, contents, evenings, event, matches, plain_table

CONTENTS = st.integers(0, 9)
EVENTS = evenings(plain_table("murlan"), CONTENTS, longest=25)


def paper(events: Sequence[Event]) -> tuple[list[tuple[int, Any]], bool]:
    """The hands that stand and whether the sheet is closed, looking only at the last word on each."""
    entered = [it.number for it in events if it.kind is Kind.ENTERED]
    standing = []
    for number in entered:
        last_word = [it for it in events if it.hand == number][-1]
        if last_word.kind is not Kind.REMOVED:
            standing.append((number, last_word.content))
    closings = [it.kind for it in events if it.hand is None]
    return standing, bool(closings) and closings[-1] is Kind.CLOSED


@settings(deadline=None, max_examples=150)
@given(EVENTS)
def test_replaying_gives_what_the_last_word_on_each_hand_says(events: tuple[Event, ...]) -> None:
    ledger = replay(events)
    standing, closed = paper(events)
    assert [(hand.number, hand.content) for hand in ledger.hands] == standing
    assert contents(ledger) == [content for _number, content in standing]
    assert ledger.closed == closed
    assert ledger.revision == len(events)
    assert ledger.events == events


@settings(deadline=None, max_examples=100)
@given(EVENTS)
def test_nothing_is_ever_overwritten(events: tuple[Event, ...]) -> None:
    ledger = replay(events)
    for number, hand in ledger.every_hand.items():
        assert hand.changes == tuple(it for it in events if it.hand == number)
    assert sorted(it.number for hand in ledger.every_hand.values() for it in hand.changes) == [
        it.number for it in events if it.hand is not None
    ]
    for count in range(len(events) + 1):
        assert replay(events[:count]).events == events[:count]
        assert ledger.since(count) == events[count:]
    for it in events:
        assert ledger.with_key(it.key) is it
    assert ledger.with_key("another") is None


@pytest.mark.parametrize("game", SHEETS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_entries_corrections_and_removals_come_to_what_scoring_the_last_sheet_comes_to(
    game: str, data: st.DataObject
) -> None:
    table, events = data.draw(matches(game))
    sheet = SHEETS[game]
    replayed = sheet.standing(table, contents(replay(events)))
    from_scratch = [content for _number, content in paper(events)[0]]
    assert replayed.totals == sheet.standing(table, from_scratch).totals
    counted = from_scratch[: len(replayed.rows)]
    assert counted == from_scratch or replayed.winner is not None
    assert dict(replayed.totals) == dict(EVENINGS[game].totals(table, counted))


@settings(deadline=None, max_examples=100)
@given(EVENTS, st.sampled_from(Kind), st.integers(-1, 26), st.integers(0, 27), st.booleans())
def test_an_event_is_taken_where_it_follows_and_refused_everywhere_else(
    events: tuple[Event, ...], kind: Kind, hand: int, number: int, key_is_old: bool
) -> None:
    ledger = replay(events)
    standing, closed = paper(events)
    entered = {it.number for it in events if it.kind is Kind.ENTERED}
    more = replace(event(number, kind, content=1), hand=None if hand < 0 else hand)
    if key_is_old and events:
        more = replace(more, key=events[0].key)
    follows = number == len(events) + 1 and more.key not in {it.key for it in events}
    match kind:
        case Kind.ENTERED:
            follows &= hand == number
        case Kind.CORRECTED:
            follows &= hand in entered
        case Kind.REMOVED:
            follows &= hand in dict(standing)
        case Kind.CLOSED:
            follows &= hand < 0 and not closed
        case Kind.REOPENED:
            follows &= hand < 0 and closed
        case Kind.SEATED:
            follows &= hand < 0
    if follows:
        assert ledger.add(more).events == (*events, more)
    else:
        with pytest.raises(ValueError):
            ledger.add(more)
    assert ledger.events == events, "a ledger never changes"


LEDGER = replay(
    [
        event(1, content=1),
        event(2, content=1),
        event(3, Kind.CORRECTED, 1, 2),
        event(4, Kind.REMOVED, 2),
        event(5, Kind.CLOSED),
        event(6, Kind.REOPENED),
        event(7, content=1),
    ]
)


@pytest.mark.parametrize(
    ("seen", "kind", "hand", "found"),
    [
        (7, Kind.ENTERED, None, []),
        (6, Kind.ENTERED, None, [7]),
        (5, Kind.ENTERED, None, [7]),
        (4, Kind.ENTERED, None, [5, 7]),
        (2, Kind.ENTERED, None, [5, 7]),
        (0, Kind.ENTERED, None, [1, 2, 5, 7]),
        (-3, Kind.ENTERED, None, [1, 2, 5, 7]),
        (7, Kind.CORRECTED, 1, []),
        (3, Kind.CORRECTED, 1, []),
        (2, Kind.CORRECTED, 1, [3]),
        (2, Kind.REMOVED, 1, [3]),
        (2, Kind.CORRECTED, 2, [4]),
        (4, Kind.CORRECTED, 2, []),
        (7, Kind.CLOSED, None, []),
        (6, Kind.CLOSED, None, [7]),
        (5, Kind.REOPENED, None, [6, 7]),
        (99, Kind.ENTERED, None, []),
    ],
)
def test_clash(seen: int, kind: Kind, hand: int | None, found: list[int]) -> None:
    """A new hand clashes with new hands, a change of a hand with changes of that hand, closing with anything."""
    assert [it.number for it in clash(LEDGER, seen, kind, hand)] == found


@settings(deadline=None, max_examples=100)
@given(EVENTS, st.sampled_from(Kind))
def test_whoever_has_seen_everything_clashes_with_nothing(events: tuple[Event, ...], kind: Kind) -> None:
    ledger = replay(events)
    assert clash(ledger, ledger.revision, kind, 1) == ()


def test_an_empty_ledger() -> None:
    assert (Ledger().revision, Ledger().hands, contents(Ledger()), Ledger().closed) == (0, (), [], False)


# --- Corrections without content, as they were once stored ---


def test_a_hand_without_content_is_not_written() -> None:
    ledger = replay([event(1, content=1)])
    for written in (event(2), event(2, Kind.CORRECTED, 1)):
        with pytest.raises(ValueError):
            ledger.add(written)
    with pytest.raises(ValueError):
        replay([event(1)])


def test_a_stored_correction_without_content_changes_nothing_and_stays_in_the_history() -> None:
    empty = event(3, Kind.CORRECTED, 1)
    ledger = replay([event(1, content=1), event(2, content=2), empty])
    assert contents(ledger) == [1, 2]
    assert ledger.every_hand[1].changes[-1] is empty
    assert ledger.revision == 3
    # It seemed to put a hand back, so that the hand could be taken back once more.
    gone = [event(1, content=1), event(2, Kind.REMOVED, 1), event(3, Kind.CORRECTED, 1), event(4, Kind.REMOVED, 1)]
    for count in (2, 3, 4):
        assert contents(replay(gone[:count])) == []
    back = replay([*gone, event(5, Kind.CORRECTED, 1, 7)])
    assert contents(back) == [7]
    with pytest.raises(ValueError):
        replay([*gone, event(5, Kind.REMOVED, 1)])


# --- What people call a hand, and what a page has seen ---


@settings(deadline=None, max_examples=100)
@given(EVENTS)
def test_a_hand_keeps_the_number_by_which_it_was_entered(events: tuple[Event, ...]) -> None:
    entered = [it.number for it in events if it.kind is Kind.ENTERED]
    for count in range(len(events) + 1):
        ledger = replay(events[:count])
        assert [hand.place for hand in ledger.every_hand.values()] == list(range(1, ledger.next_place))
        for hand in ledger.every_hand.values():
            assert hand.number == entered[hand.place - 1]
            assert ledger.at_place(hand.place) is hand
            assert hand.key == events[hand.number - 1].key
        assert ledger.at_place(ledger.next_place) is None
        assert ledger.at_place(0) is None


@settings(deadline=None, max_examples=100)
@given(EVENTS, st.integers(0, 25))
def test_a_mark_says_what_was_seen_of_this_ledger_and_nothing_of_another(events: tuple[Event, ...], count: int) -> None:
    ledger = replay(events)
    before = replay(events[:count])
    assert ledger.seen(before.mark) == before.revision
    other = [replace(it, key=str(UUID(int=900 + it.number))) for it in events]
    if last := before.revision:
        restored = replay([*events[: last - 1], *other[last - 1 :]])
        assert restored.seen(before.mark) == 0, "the same number, another event"
    for odd in ("", "x", "-1", "1.", f"{len(events) + 1}", f"{len(events) + 1}.{UUID(int=1)}", "9" * 5000, "1.x", "²"):
        assert ledger.seen(odd) in (0, *([1] if odd == "1." and events else []))
    assert [ledger.seen(str(number)) for number in range(len(events) + 1)] == list(range(len(events) + 1))
    if events:
        assert (ledger.seen("000001"), ledger.seen("0000001")) == (1, 0), "six figures at most"


def test_an_exported_line_names_each_part_as_files_of_before_do() -> None:
    assert event(3, Kind.CORRECTED, 2, ["Ana"]).line == (
        '{"number": 3, "key": "00000000-0000-0000-0000-000000000003", "kind": "corrected", "hand": 2, '
        '"content": ["Ana"], "at": "2026-11-21T20:00:03+00:00", "role": "score"}'
    )


def test_a_hand_is_corrected_where_it_says_anything_else_than_at_first() -> None:
    entered = [event(1, content=5), event(2, content=6)]
    first, second = replay([*entered, event(3, Kind.CORRECTED, 1, 7)]).hands
    assert (first.is_corrected, second.is_corrected) == (True, False)
    assert not replay([*entered, event(3, Kind.CORRECTED, 1, 7), event(4, Kind.CORRECTED, 1, 5)]).hands[0].is_corrected


def test_what_a_hand_comes_to_makes_it_no_other_hand() -> None:
    """It follows from what the hand contains, and may be counted later."""
    plain = event(1, content=5)
    assert replay([replace(plain, outcome={"gains": {}})]).hands == replay([plain]).hands


def test_what_changed_a_hand_last_is_no_empty_correction() -> None:
    entered, empty = event(1, content=5), event(2, Kind.CORRECTED, 1)
    assert replay([entered, empty]).every_hand[1].last == entered
    removed = event(3, Kind.REMOVED, 1)
    assert replay([entered, empty, removed]).every_hand[1].last == removed
    back = event(4, Kind.CORRECTED, 1, 6)
    assert replay([entered, empty, removed, back]).every_hand[1].last == back
