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
from matches.ledger import MOST_PAID, Event, Kind, Ledger, clash, is_last_word, replay, undoing
from tests import proved
from tests.matches.evenings import EVENINGS, contents, evenings, event, matches, plain_table

CONTENTS = st.integers(0, 9)
EVENTS = evenings(plain_table("murlan"), CONTENTS, longest=25, pays=True)


def paper(events: Sequence[Event]) -> tuple[list[tuple[int, Any]], bool]:
    """The hands that stand and whether the sheet is closed, looking only at the last word on each."""
    entered = [it.number for it in events if it.kind is Kind.ENTERED]
    standing = []
    for number in entered:
        last_word = [it for it in events if it.hand == number][-1]
        if last_word.kind is not Kind.REMOVED:
            standing.append((number, last_word.content))
    closings = [it.kind for it in events if it.kind in (Kind.CLOSED, Kind.REOPENED)]
    return standing, bool(closings) and closings[-1] is Kind.CLOSED


@settings(deadline=None, max_examples=proved.examples(150))
@given(EVENTS)
def test_replaying_gives_what_the_last_word_on_each_hand_says(events: tuple[Event, ...]) -> None:
    ledger = replay(events)
    standing, closed = paper(events)
    assert [(hand.number, hand.content) for hand in ledger.hands] == standing
    assert contents(ledger) == [content for _number, content in standing]
    assert ledger.closed == closed
    assert ledger.revision == len(events)
    assert ledger.events == events


@settings(deadline=None, max_examples=proved.examples(100))
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
@settings(deadline=None, max_examples=proved.examples(40))
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


def paid_on_paper(events: Sequence[Event]) -> dict[int, Any]:
    """The payments that are not crossed out, by the number of their event."""
    crossed_out = [it.content["paid"] for it in events if it.kind is Kind.UNPAID]
    return {it.number: it.content for it in events if it.kind is Kind.PAID and it.number not in crossed_out}


PAYMENT = {"from": "Ana", "to": "Ben", "points": 3}


@settings(deadline=None, max_examples=proved.examples(150))
@given(EVENTS, st.sampled_from(Kind), st.none() | st.integers(0, 26), st.integers(0, 27), st.booleans())
def test_an_event_is_taken_where_it_follows_and_refused_everywhere_else(
    events: tuple[Event, ...], kind: Kind, hand: int | None, number: int, key_is_old: bool
) -> None:
    ledger = replay(events)
    standing, closed = paper(events)
    entered = {it.number for it in events if it.kind is Kind.ENTERED}
    paid = paid_on_paper(events)
    content: Any = {Kind.PAID: PAYMENT, Kind.UNPAID: {"paid": max([number % 5, *paid])}}.get(kind, 1)
    more = replace(event(number, kind, content=content), hand=hand)
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
            follows &= hand is None and not closed
        case Kind.REOPENED:
            follows &= hand is None and closed
        case Kind.PAID:
            follows &= hand is None
        case Kind.UNPAID:
            follows &= hand is None and content["paid"] in paid
        case Kind.SEATED:
            follows &= hand is None
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


@settings(deadline=None, max_examples=proved.examples(100))
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


@settings(deadline=None, max_examples=proved.examples(100))
@given(EVENTS)
def test_a_hand_keeps_the_number_by_which_it_was_entered(events: tuple[Event, ...]) -> None:
    entered = [it.number for it in events if it.kind is Kind.ENTERED]
    for count in range(len(events) + 1):
        ledger = replay(events[:count])
        assert [hand.place for hand in ledger.every_hand.values()] == list(range(1, len(ledger.every_hand) + 1))
        for hand in ledger.every_hand.values():
            assert hand.number == entered[hand.place - 1]
            assert ledger.at_place(hand.place) is hand
            assert hand.key == events[hand.number - 1].key
        next_one = ledger.at_place(ledger.next_place)
        assert next_one is ledger.vacant()
        later = [hand for hand in ledger.every_hand.values() if next_one and hand.place >= next_one.place]
        assert not any(hand.stands for hand in later)
        assert ledger.at_place(0) is None


@settings(deadline=None, max_examples=proved.examples(100))
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


# --- Payments that are ticked off ---


@settings(deadline=None, max_examples=proved.examples(100))
@given(EVENTS)
def test_payments_are_those_that_were_ticked_off_and_not_taken_back(events: tuple[Event, ...]) -> None:
    ledger = replay(events)
    told = {payment.event.number: (payment.payer, payment.payee, payment.points) for payment in ledger.paid}
    assert told == {number: tuple(said.values()) for number, said in paid_on_paper(events).items()}
    assert list(told) == sorted(told)
    for it in events:
        if it.kind is Kind.UNPAID:
            payment, before = ledger.payment(it), ledger.payment(events[it.content["paid"] - 1])
            assert payment.event is it
            assert (payment.payer, payment.payee, payment.points) == (before.payer, before.payee, before.points)


@pytest.mark.parametrize(
    "content",
    [
        None,
        1,
        {},
        PAYMENT | {"points": 0},
        PAYMENT | {"points": -3},
        PAYMENT | {"points": True},
        PAYMENT | {"points": 3.0},
        PAYMENT | {"points": "3"},
        PAYMENT | {"points": MOST_PAID + 1},
        PAYMENT | {"to": "Ana"},
        PAYMENT | {"to": None},
        PAYMENT | {"from": ["Ana"]},
        PAYMENT | {"more": 1},
        {"from": "Ana", "to": "Ben"},
    ],
)
def test_what_is_no_payment_is_not_written(content: Any) -> None:
    with pytest.raises(ValueError, match="no payment"):
        Ledger().add(event(1, Kind.PAID, content=content))


def test_points_of_a_payment_are_one_at_least_and_no_more_than_any_evening_comes_to() -> None:
    for points in (1, MOST_PAID):
        assert Ledger().add(event(1, Kind.PAID, content=PAYMENT | {"points": points})).paid[0].points == points


@pytest.mark.parametrize(
    "content", [None, 1, {}, {"paid": 2}, {"paid": "1"}, {"paid": True}, {"paid": 1.0}, {"paid": 1, "more": 1}]
)
def test_only_a_payment_that_counts_is_taken_back(content: Any) -> None:
    ledger = Ledger().add(event(1, Kind.PAID, content=PAYMENT)).add(event(2, content=5))
    with pytest.raises(ValueError, match="no such payment"):
        ledger.add(event(3, Kind.UNPAID, content=content))
    gone = ledger.add(event(3, Kind.UNPAID, content={"paid": 1}))
    assert (len(ledger.paid), gone.paid) == (1, ())
    with pytest.raises(ValueError, match="no such payment"):
        gone.add(event(4, Kind.UNPAID, content={"paid": 1}))


# --- Undoing ---


def state(ledger: Ledger) -> Any:
    """What a ledger says, however it came to say it."""
    hands = {hand.number: (hand.content, hand.stands) for hand in ledger.every_hand.values()}
    return hands, ledger.closed, [(payment.payer, payment.payee, payment.points) for payment in ledger.paid]


@settings(deadline=None, max_examples=proved.examples(200))
@given(EVENTS)
def test_undoing_an_event_leaves_what_there_was_before_it_and_all_else_as_it_is(events: tuple[Event, ...]) -> None:
    ledger = replay(events)
    for it in events:
        found = undoing(ledger, it)
        if found is None or not is_last_word(ledger, it):
            continue
        undone = Event(len(events) + 1, it.undone_as, found.kind, it.hand, found.content, it.at, it.role)
        after, before = ledger.add(undone), replay(events[: it.number - 1])
        assert after.undoes(undone) is it
        assert not is_last_word(after, it), "it is undone once"
        (hands, closed, paid), (now, _closed, _paid), (then, was_closed, _was) = map(state, (after, ledger, before))
        assert {number: said for number, said in hands.items() if number != it.hand} == {
            number: said for number, said in now.items() if number != it.hand
        }
        entered_anew = ledger.brings_a_hand(it) and it.hand == max(ledger.every_hand)
        if it.hand and it.hand in then and entered_anew:
            assert hands[it.hand] == (it.content, False), "it is put right from what was entered last"
        elif it.hand and it.hand in then:
            assert hands[it.hand] == then[it.hand]
        elif it.hand:
            assert not hands[it.hand][1], "a hand that was not there does not count"
        assert closed == (was_closed if it.kind in (Kind.CLOSED, Kind.REOPENED) else ledger.closed)
        assert len(paid) == len(ledger.paid) - (it.kind is Kind.PAID)


@settings(deadline=None, max_examples=proved.examples(100))
@given(EVENTS)
def test_the_last_word_is_what_nobody_wrote_after(events: tuple[Event, ...]) -> None:
    ledger = replay(events)
    for it in events:
        later = events[it.number :]
        match it.kind:
            case Kind.UNPAID:
                expected = False
            case Kind.PAID:
                expected = {"paid": it.number} not in [other.content for other in later]
            case Kind.CLOSED | Kind.REOPENED:
                expected = not later
            case _:
                expected = it.hand not in [other.hand for other in later]
        assert is_last_word(ledger, it) == expected
        assert ledger.undoes(it) is None, "what was written for itself undoes nothing"


def test_an_empty_correction_is_neither_undone_nor_in_the_way_of_undoing() -> None:
    removed, empty = event(2, Kind.REMOVED, 1), event(3, Kind.CORRECTED, 1)
    ledger = replay([event(1, content=5), removed, empty])
    assert undoing(ledger, empty) is None
    assert not is_last_word(ledger, empty)
    assert is_last_word(ledger, removed)
    assert undoing(ledger, removed) == (Kind.CORRECTED, 5, ledger.events[0])


def test_undoing_says_a_hand_again_as_the_event_before_said_it() -> None:
    first, second = event(1, content=5), event(2, Kind.CORRECTED, 1, 6)
    ledger = replay([first, second, event(3, Kind.REMOVED, 1), event(4, Kind.CORRECTED, 1, 7)])
    found = [undoing(ledger, it) for it in ledger.events]
    assert found == [
        (Kind.REMOVED, None, None),
        (Kind.CORRECTED, 5, first),
        (Kind.CORRECTED, 6, second),
        (Kind.REMOVED, None, None),
    ]


def test_what_came_back_otherwise_is_gone_as_it_was_once_that_is_undone() -> None:
    """However often: it is shown so, and comes back so."""
    events = [event(1, content=5), event(2, content=6), event(3, Kind.REMOVED, 1)]
    for number, content in ((4, 9), (6, 8)):
        back = event(number, Kind.CORRECTED, 1, content)
        events += [back, replace(event(number + 1, Kind.REMOVED, 1), key=back.undone_as)]
        ledger = replay(events)
        hand = ledger.every_hand[1]
        assert (hand.stands, hand.content, hand.said) == (False, 5, events[0])
        assert undoing(ledger, hand.last) == (Kind.CORRECTED, 5, events[0])
        assert ledger.undoes(hand.last) is back
    plainly = replay([*events[:4], event(5, Kind.REMOVED, 1)])
    assert plainly.every_hand[1].content == 9, "it was taken back for itself"


def test_what_was_entered_anew_in_the_place_of_the_last_hand_is_what_comes_back_once_that_is_undone() -> None:
    back = event(3, Kind.CORRECTED, 1, 9)
    events = [event(1, content=5), event(2, Kind.REMOVED, 1), back]
    events.append(replace(event(4, Kind.REMOVED, 1), key=back.undone_as))
    for ledger in (replay(events), replay([*events, event(5, content=7)])):
        hand = ledger.every_hand[1]
        assert (hand.stands, hand.content, hand.said) == (False, 9, back)
        assert undoing(ledger, hand.last) == (Kind.CORRECTED, 9, back)
        assert hand.after(4) == replace(hand, outcome=None)


def test_an_event_undoes_only_what_it_really_undoes() -> None:
    hand, paid = event(2, content=5), event(3, Kind.PAID, content={"from": "Ana", "to": "Ben", "points": 1})
    events = [event(1, Kind.SEATED, content="others"), hand, paid, replace(paid, number=4, key=str(UUID(int=4)))]
    odd = [
        (Kind.ENTERED, 5, 1, events[0]),
        (Kind.CORRECTED, 2, 6, hand),
        (Kind.UNPAID, None, {"paid": 4}, paid),
    ]
    for kind, which, content, undone in odd:
        it = replace(event(5, kind, which, content), key=undone.undone_as)
        assert replay([*events, it]).undoes(it) is None
    for kind, which, content, undone in ((Kind.REMOVED, 2, None, hand), (Kind.UNPAID, None, {"paid": 3}, paid)):
        it = replace(event(5, kind, which, content), key=undone.undone_as)
        assert replay([*events, it]).undoes(it) is undone
