"""A round on one screen of a phone: entered by few taps, counted before it is saved, and no page scrolled meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.catalogue import SHEETS
from tests.browser.evening import Phones, events, fill, is_accessible_where_new, is_stored, lay, store
from tests.browser.keys import Keys
from tests.browser.looks import scrolls_sideways, too_small
from tests.matches.evenings import example, plain_table

FOUR = ("Ana", "Ben", "Cyd", "Dan")


class Thumb:
    """Counts what is tapped, and holds that all of it was in sight."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.scrolled = page, 0, page.evaluate("scrollY")

    def tap(self, target: Locator) -> None:
        expect(target).to_be_in_viewport(ratio=0.99)
        target.tap()
        self.taps += 1

    def number(self, target: Locator, figures: str) -> None:
        """Tap a field, and type into it: the digits of the phone's own keyboard are no taps."""
        self.tap(target)
        expect(target).to_be_focused()
        self.page.keyboard.type(figures)

    def is_still(self) -> None:
        assert self.page.evaluate("scrollY") == self.scrolled, "nothing was scrolled"


def is_whole(told: Locator) -> bool:
    """Whether nothing of what is told is cut, and none of it touches its frame."""
    return bool(
        told.evaluate(
            """told => {
                const words = document.createRange();
                words.selectNodeContents(told);
                const [line, box] = [words, told.parentElement].map((place) => place.getBoundingClientRect());
                return told.scrollHeight <= told.clientHeight && line.top >= box.top + 4 && line.bottom <= box.bottom - 4;
            }"""
        )
    )


def next_hand(phones: Phones, game: str, players: tuple[str, ...] = FOUR) -> Page:
    """A match in which a hand was played, as it stands for the next one."""
    page = phones()
    page.goto(f"/en/match/new/{game}/")
    for number, name in enumerate(players, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("#standing")).to_have_text("Nothing played yet")
    FIRST[game](page)
    store(page).tap()
    is_stored(page)
    expect(store(page)).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#next")).to_be_in_viewport(ratio=0.99)
    # So are what was saved, with its Undo, and how the match stands.
    for told in (".told .stored", ".told button", ".coming"):
        expect(page.locator(told)).to_be_in_viewport(ratio=0.99)
    assert is_whole(page.locator(".told .stored"))
    totals = page.locator(".tiles strong").all_inner_texts()
    assert page.get_by_role("group", name="Total").locator("strong").all_inner_texts() == totals
    return page


def winner(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=f"{name}: won")


def state(page: Page, name: str, label: str) -> Locator:
    return page.get_by_role("radiogroup", name=f"{name}: primary sets").get_by_role("radio", name=label, exact=True)


def maal(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=f"{name}: maal")


def marriage(page: Page) -> None:
    for name in FOUR[1:]:
        state(page, name, "Unseen").check()
    winner(page, "Ana").check()


def ramino(page: Page) -> None:
    page.get_by_role("radio", name="Ana").check()
    for name in FOUR[1:]:
        page.get_by_label(f"{name}: cards or points left").fill("5")


def murlan(page: Page) -> None:
    for name in FOUR[:3]:
        page.get_by_role("button", name=name).tap()


FIRST = {"marriage": marriage, "ramino": ramino, "murlan": murlan}


def coming(page: Page) -> Locator:
    """What the hand in the form would bring."""
    return page.get_by_role("group", name="With this hand")


def test_a_round_of_marriage_takes_fourteen_taps_and_no_scrolling(phones: Phones) -> None:
    page = next_hand(phones, "marriage")
    thumb = Thumb(page)
    thumb.tap(winner(page, "Ben"))
    expect(state(page, "Ben", "Seen")).to_be_checked()
    for name, label in (("Ana", "Seen"), ("Cyd", "Unseen"), ("Dan", "Dublees")):
        thumb.tap(state(page, name, label))
    for name, points in (("Ana", "8"), ("Ben", "3"), ("Cyd", "5"), ("Dan", "12")):
        thumb.number(maal(page, name), points)
    expect(coming(page)).to_contain_text("Sum 0 ✓")
    thumb.is_still()
    thumb.tap(store(page))
    is_stored(page, "Hand 2 entered")
    assert thumb.taps <= 14
    content = events(page)[-1]["content"]["players"]
    assert [(found["name"], found["maal"], found["seen"]) for found in content] == [
        ("Ana", 8, True),
        ("Ben", 3, True),
        ("Cyd", 5, False),
        ("Dan", 12, True),
    ]


def test_a_finishing_order_takes_five_taps_and_is_taken_back_by_a_tap(phones: Phones) -> None:
    page = next_hand(phones, "murlan")
    thumb = Thumb(page)
    for name in ("Cyd", "Ana", "Dan"):
        thumb.tap(page.get_by_role("button", name=name))
    expect(page.get_by_role("button", name="Ben")).to_have_text("4. Ben")
    expect(coming(page)).to_contain_text("+3")
    thumb.is_still()
    thumb.tap(store(page))
    is_stored(page, "Hand 2 entered")
    assert thumb.taps <= 5
    assert events(page)[-1]["content"] == ["Cyd", "Ana", "Dan", "Ben"]

    for name in ("Ana", "Ben", "Cyd", "Dan"):
        page.get_by_role("button", name=name).tap()
    expect(page.get_by_role("button", name="Dan"), "who taps all four means all four").to_have_text("4. Dan")
    for name in ("Ben", "Dan"):
        page.get_by_role("button", name=name).tap()
        expect(page.get_by_role("button", name=name)).to_have_text(name)
    page.reload()
    expect(page.get_by_role("button", name="Ana")).to_have_text("1. Ana")
    page.get_by_role("button", name="Dan").tap()
    store(page).tap()
    is_stored(page, "Hand 3 entered")
    assert events(page)[-1]["content"] == ["Ana", "Dan", "Cyd", "Ben"]


def test_the_winner_of_ramino_and_three_numbers_take_twelve_taps(phones: Phones) -> None:
    page = next_hand(phones, "ramino")
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("radio", name="Dan"))
    expect(page.get_by_label("Dan: cards or points left")).to_be_hidden()
    for name, points in (("Ana", "27"), ("Ben", "9"), ("Cyd", "41")):
        thumb.number(page.get_by_label(f"{name}: cards or points left"), points)
    expect(coming(page)).to_contain_text("+77")
    expect(page.locator(".board")).to_be_hidden()
    thumb.is_still()
    thumb.tap(store(page))
    is_stored(page, "Hand 2 entered")
    assert thumb.taps <= 12
    assert events(page)[-1]["content"] == {"winner": "Dan", "hands": {"Ana": 27, "Ben": 9, "Cyd": 41}}


def test_cards_of_ramino_are_tapped_by_their_ranks(phones: Phones) -> None:
    page = next_hand(phones, "ramino")
    page.get_by_role("radio", name="Dan").tap()
    keys = Keys(page)
    keys.into("left.0.0", "K Q 5")
    keys.into("left.0.1", "7")
    keys.into("left.0.2", "A")
    expect(page.locator("[id='left.0.0']")).to_have_value("K Q 5")
    expect(coming(page)).to_contain_text("+33")
    store(page).tap()
    is_stored(page, "Hand 2 entered")
    assert events(page)[-1]["content"] == {"winner": "Dan", "hands": {"Ana": 25, "Ben": 7, "Cyd": 1}}


def test_a_match_begins_with_its_form_in_sight(phones: Phones) -> None:
    page = phones()
    lay(page)
    expect(page.locator(".tiles")).to_have_count(0)
    assert page.locator("#next").evaluate("heading => heading.getBoundingClientRect().bottom + scrollY") < 500


def test_points_are_cards_by_a_tap_and_what_cards_need_unfolds(phones: Phones) -> None:
    page = phones()
    lay(page, "marriage")
    keys = Keys(page)
    expect(page.locator(".rare")).not_to_have_attribute("open", "")
    keys.into("maal.1", "h 7 8")
    expect(page.locator("[id='maal.1']")).to_have_value("7h 8h")
    expect(page.locator(".rare")).to_have_attribute("open", "")
    page = phones()
    lay(page, "machiavelli")
    Keys(page).into("left-1", "h 7 8")
    page.locator("[id='left-0']").fill("0")
    page.locator("[id='left-2']").fill("4")
    expect(coming(page)).to_contain_text("+2")
    store(page).tap()
    is_stored(page)
    names = plain_table("machiavelli").players
    assert events(page)[-1]["content"] == dict(zip(names, (0, 2, 4), strict=True))


def test_what_was_left_in_a_hand_is_not_dropped_where_its_player_is_named_the_winner(phones: Phones) -> None:
    page = next_hand(phones, "ramino")
    for seat in range(1, 4):
        page.locator(f"[id='left.0.{seat}']").fill("7")
    page.locator(".winner label:not([hidden])").nth(1).tap()
    page.locator("[id='left.0.0']").fill("9")
    expect(page.locator("[id='left.0.1']")).to_be_visible()
    store(page).tap()
    expect(page.locator(".faults")).to_contain_text("so there is nothing to count for Ben")
    expect(page.locator("[id='left.0.1']"), "it keeps what was typed").to_have_value("7")
    page.locator("[id='left.0.1']").fill("")
    store(page).tap()
    is_stored(page)


def test_what_nine_piles_still_lack_is_told_and_proposed_for_the_last(phones: Phones) -> None:
    page = phones()
    lay(page, "muriel")
    last = page.locator("[id='points.0.8']")
    for seat in range(7):
        page.locator(f"[id='points.0.{seat}']").fill("50")
    expect(coming(page)).to_contain_text("Short of 420 by 70")
    expect(last).to_have_value("")
    page.locator("[id='points.0.7']").fill("33")
    expect(last).to_have_value("37")
    expect(coming(page)).to_contain_text("Sum 420 ✓")
    page.locator("[id='points.0.7']").fill("40")
    expect(last).to_have_value("30")
    last.fill("31")
    expect(coming(page)).to_contain_text("Over 420 by 1")
    page.locator("[id='points.0.7']").fill("39")
    expect(coming(page)).to_contain_text("Sum 420 ✓")
    expect(last).to_have_value("31")
    store(page).tap()
    is_stored(page)
    assert sorted(events(page)[-1]["content"].values()) == [31, 39, *[50] * 7]


def test_what_is_wrong_is_told_while_it_is_filled_in_but_not_what_is_missing(phones: Phones) -> None:
    page = phones()
    lay(page, "ramino")
    cell = page.locator("[id='left.0.1']")
    cell.fill("9z")
    expect(page.locator("[id='left.0.1-error']")).to_be_hidden()
    cell.blur()
    expect(page.locator("[id='left.0.1-error']")).to_contain_text("9z")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[id='winner.0-error']")).to_be_hidden()
    expect(page.locator("#faults")).to_have_count(0)
    cell.fill("9")
    cell.blur()
    expect(page.locator("[id='left.0.1-error']")).to_be_hidden()
    expect(cell).not_to_have_attribute("aria-invalid", "true")


WRONG: dict[str, tuple[dict[str, str], list[str]]] = {
    "marriage": ({"maal.0": "9z", "maal.1": "-4"}, ["winner", "shown.0", "maal.0", "maal.1"]),
    "ramino": ({"left.0.1": "9z", "left.0.2": "-4"}, ["winner.0", "left.0.1", "left.0.2"]),
    "machiavelli": ({"left-0": "9z", "left-1": "-4"}, ["left-0", "left-1", "left-2"]),
    "muriel": (
        {"points.0.0": "9z", "points.0.1": "-4", "points.0.2": "1234567890"},
        ["points.0.0", "points.0.1", "points.0.2"],
    ),
}


@pytest.mark.parametrize("game", WRONG)
def test_all_that_is_wrong_is_told_at_once_each_at_its_cell(phones: Phones, game: str) -> None:
    filled, wrong = WRONG[game]
    page = phones()
    lay(page, game)
    for name, text in filled.items():
        page.locator(f"[id='{name}']").fill(text)
    store(page).tap()
    expect(page.locator("#faults")).to_be_focused()
    told = page.locator("#faults + ul a").evaluate_all("links => links.map(link => link.hash.slice(1))")
    assert set(wrong) <= set(told)
    for name in told:
        expect(page.locator(f"[id='{name}-error']")).not_to_be_empty()
    for name, text in filled.items():
        expect(page.locator(f"[id='{name}']")).to_have_value(text)
    mended, *left = filled
    page.locator(f"[id='{mended}']").fill("7")
    page.locator(f"[id='{mended}']").blur()
    expect(page.locator(f"[id='{mended}-error']"), "what is put right is wrong no longer").to_be_empty()
    for name in left:
        expect(page.locator(f"[id='{name}-error']")).not_to_be_empty()


@pytest.mark.parametrize("game", SHEETS)
def test_a_form_is_whole_on_the_narrowest_phone_and_to_every_reader(phones: Phones, game: str) -> None:
    page = phones()
    lay(page, game)
    fill(page, game, example(game, plain_table(game)))
    expect(coming(page).locator("strong").first).to_be_visible()
    assert (
        too_small(
            page,
            ".entering :is(input:not([type=radio], [type=checkbox]), button, label:has(> [type=checkbox]), .segments label, .won label)",
        )
        == []
    )
    is_accessible_where_new(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert not scrolls_sideways(page)
    page.emulate_media(forced_colors="active")
    expect(store(page)).to_be_visible()


@pytest.mark.parametrize("game", ["marriage", "ramino"])
def test_a_correction_is_counted_before_it_is_saved(phones: Phones, game: str) -> None:
    page = next_hand(phones, game)
    FIRST[game](page)
    expect(coming(page).locator("strong")).to_have_count(4)
    twice = coming(page).inner_text()
    store(page).tap()
    is_stored(page, "Hand 2 entered")
    page.get_by_role("link", name="Hand 2: correct or delete").tap()
    expect(page.locator("form.correcting")).to_be_visible()
    expect(coming(page).locator("strong")).to_have_count(4)
    assert coming(page).inner_text() == twice, "what it comes to now, before anything is changed"
    cell = page.locator("form.correcting [data-number]:visible").last
    cell.fill("7")
    cell.blur()
    expect(coming(page).locator("strong")).to_have_count(4)
    expect(coming(page)).not_to_have_class("coming stale")
    assert coming(page).inner_text() != twice


def test_a_winner_is_chosen_among_those_who_play(phones: Phones) -> None:
    page: Any = phones()
    lay(page, "ramino")
    names = plain_table("ramino").players
    expect(page.locator(".winner label")).to_have_text(list(names))


def test_whoever_is_left_empty_in_muriel_is_told_to_have_nothing(phones: Phones) -> None:
    page = phones()
    lay(page, "muriel")
    page.locator("[id='points.0.0']").fill("400")
    page.locator("[id='points.0.1']").fill("20")
    store(page).tap()
    is_stored(page, "Hand 1 entered")
    names = plain_table("muriel").players
    points = (400, 20, *[0] * (len(names) - 2))
    said = " · ".join(f"{name} {figure}" for name, figure in zip(names, points, strict=True))
    expect(page.locator(".stored")).to_have_text(f"Saved. Hand 1 entered: {said}")
    assert is_whole(page.locator(".stored"))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_is_wrong_with_a_hand_is_told_right_above_its_form(phones: Phones, scripts: bool) -> None:
    page = phones(java_script_enabled=scripts)
    lay(page, "murlan")
    store(page).click()
    expect(page.locator(".faults + form.entering")).to_have_count(1)
    expect(page.locator("#faults")).to_be_focused()
    expect(page.locator("#faults")).to_be_in_viewport(ratio=1)
    if scripts:
        expect(page.get_by_role("button", name="Ana")).to_be_in_viewport(ratio=1)


def test_a_frame_in_red_goes_round_what_is_wrong(phones: Phones) -> None:
    page = phones()
    lay(page, "murlan")
    for name in ("Ana", "Ben"):
        page.get_by_role("button", name=name).tap()
    store(page).tap()
    expect(page.locator("#faults + ul")).to_have_text("Hand 1: choose who went out third and last.")
    group = page.locator("fieldset[aria-invalid=true]")
    expect(group).to_have_css("border-top-width", "0px")  # it would cut through the legend
    expect(group).to_have_css("outline-style", "solid")
    assert group.evaluate("group => parseFloat(getComputedStyle(group).outlineOffset)") >= 4
    lay(page)
    page.locator("[id='left.0.0']").fill("zz")
    store(page).tap()
    cell = page.locator("[id='left.0.0'][aria-invalid=true]")
    expect(cell).to_have_css("border-top-width", "2px")
    colour = page.locator(".faults > h2").evaluate("title => getComputedStyle(title).color")
    expect(cell).to_have_css("border-top-color", colour)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_was_meant_in_a_hand_is_written_by_a_tap_and_saved_by_the_next(phones: Phones, scripts: bool) -> None:
    page = phones(java_script_enabled=scripts)
    lay(page)
    page.get_by_role("radio", name="Cyd").check(force=True)
    page.locator("[id='left.0.0']").fill("27 pts")
    page.locator("[id='left.0.1']").fill("1O")
    store(page).click()
    expect(page.locator(".faults li")).to_have_count(2)
    page.locator(".faults .cure", has_text="Write 27").click()
    expect(page.locator("[id='left.0.0']")).to_have_value("27")
    expect(page.locator("[id='left.0.1']")).to_have_value("1O")
    expect(page.get_by_role("radio", name="Cyd")).to_be_checked()
    if scripts:
        expect(page.locator(".faults li:visible")).to_have_count(1)
        expect(page.locator(".faults li:visible a").first).to_be_focused()
        page.locator("#hand .cure:visible").click()
        expect(page.locator(".faults")).to_be_hidden()
        expect(store(page)).to_be_focused()
    else:
        expect(page.locator(".faults li")).to_have_count(1)
        page.locator(".faults .cure").click()
    expect(page.locator("[id='left.0.1']")).to_have_value("10")
    expect(page.locator("#standing")).to_have_text("Nothing played yet")
    store(page).click()
    expect(page.locator(".stored")).to_contain_text("Cyd 37")


def test_a_refused_form_appears_with_the_script_that_clears_faults(phones: Phones) -> None:
    held: list[Route] = []
    page = phones()
    lay(page, "marriage")
    for name in plain_table("marriage").players:
        state(page, name, "Seen").check()
    page.route("**/mend*.js", lambda route: held.append(route))
    with page.expect_request("**/mend*.js"):
        store(page).tap()
    assert page.locator(".faults").count() == 0
    held.pop().continue_()
    expect(page.locator("#winner-error")).not_to_be_empty()
    winner(page, "Ben").check()
    expect(page.locator(".won input[aria-invalid=true]")).to_have_count(0)


def test_that_nobody_won_is_red_at_every_player_until_one_is_marked(phones: Phones) -> None:
    page = phones()
    lay(page, "marriage")
    for name in plain_table("marriage").players:
        state(page, name, "Seen").check()
    store(page).tap()
    expect(page.locator("#winner-error")).to_have_text(
        "Nobody is marked as the winner: choose the player who went out."
    )
    wrong = page.locator(".won input[aria-invalid=true]")
    expect(wrong).to_have_count(len(plain_table("marriage").players))
    winner(page, "Ben").check()
    expect(wrong).to_have_count(0)
    expect(page.locator(".faults")).to_be_hidden()
    expect(page.locator("#winner-error")).to_be_hidden()
