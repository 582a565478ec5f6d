"""What was stored is undone in one tap, a deleted hand is put back from its row, a payment is ticked off."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Dialog, Locator, Page, Route, expect

from games.catalogue import SHEETS
from matches import transfer
from matches.ledger import Kind, replay
from matches.models import Match
from tests.browser.evening import (
    GAME,
    HAND,
    SMALL,
    Phones,
    enter,
    events,
    exported,
    fill,
    is_accessible_where_new,
    is_stored,
    lay,
    link,
    restore,
    rows,
    store,
)
from tests.browser.looks import scrolls_sideways, too_small, unnamed
from tests.browser.test_figures import NAMES, beyond
from tests.matches.evenings import event, example, plain_table

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


def undo(page: Page) -> Locator:
    return page.get_by_role("button", name="Undo", exact=True)


def kinds(page: Page) -> list[str]:
    return [found["kind"] for found in events(page)]


def settling(count: int = 3, gone: bool = False) -> str:
    """Return the export of a match in which everybody owes the last one something, and a point is worth something."""
    players = NAMES[:count] if gone else ("Ana", "Ben", "Cyd")
    seats: list[dict[str, Any]] = [{"name": name, "maal": 3 * at, "seen": True} for at, name in enumerate(players)]
    seats[-1]["winner"] = True
    written = [event(number, content={"players": seats}) for number in (1, 2, 3)]
    if gone:
        written.append(event(4, Kind.REMOVED, 2))
    match = Match(game="marriage", players=list(players), terms={"value": "0.05"})
    return "".join(transfer.as_json(match, replay(written)))


# --- Undone ---


@SCRIPTS
def test_a_hand_just_entered_is_undone_in_one_tap_and_put_back_in_another(phones: Phones, scripts: bool) -> None:
    manager = phones()
    restore(manager, exported(GAME, event(1, content=HAND)))
    watcher = phones(link(manager, "Watch"))
    page = phones(link(manager, "Keep score"), java_script_enabled=scripts)
    fill(page, content=SMALL)
    page.get_by_role("button", name="Save this hand").tap()
    is_stored(page, "Saved. Hand 2 entered")
    expect(undo(page)).to_be_in_viewport()
    undo(page).tap()
    is_stored(page, "Undone: hand 2 has been deleted.")
    expect(undo(page)).to_have_count(0)
    assert kinds(page) == ["entered", "entered", "removed"]
    expect(page.locator("#next"), "the number is not left out").to_have_text("Hand 2")

    for phone in (page, watcher):
        expect(rows(phone)).to_have_count(2)
        expect(phone.locator(".gone th")).to_contain_text("deleted")
        expect(phone.locator(".gone s")).to_have_text(["–", "–", "+3"])
        expect(phone.locator(".gone s").last).to_have_css("text-decoration-line", "line-through")
        expect(phone.locator(".tiles strong")).to_have_text(["26", "0", "0"])
    expect(watcher.locator("main").get_by_role("button", name=re.compile("Undo|Restore"))).to_have_count(0)
    watcher.goto(f"{watcher.url}?stored=2")
    is_stored(watcher, "Saved. Hand 2 entered")
    expect(undo(watcher)).to_have_count(0)

    page.get_by_role("button", name="Restore hand 2").tap()
    is_stored(page, "Hand 2 counts again.")
    expect(page.locator("#sheet")).to_be_in_viewport()
    expect(page.locator(".gone")).to_have_count(0)
    expect(page.locator(".tiles strong")).to_have_text(["26", "0", "3"])
    expect(watcher.locator(".tiles strong")).to_have_text(["26", "0", "3"])


def entered_and_undone(phones: Phones, *, scripts: bool) -> Page:
    """A keeper's phone with the first hand of a match, which was undone."""
    manager = phones()
    lay(manager)
    page = phones(link(manager, "Keep score"), java_script_enabled=scripts)
    fill(page, content=SMALL)
    store(page).tap()
    is_stored(page, "Saved. Hand 1 entered")
    undo(page).tap()
    is_stored(page, "Undone: hand 1 has been deleted. Its figures are back in the form")
    return page


@SCRIPTS
def test_a_slip_is_mended_in_the_form_that_an_undone_hand_is_back_in(phones: Phones, scripts: bool) -> None:
    page = entered_and_undone(phones, scripts=scripts)
    slip = page.locator('[id="left.0.0"]')
    expect(slip).to_have_value("As")
    if scripts:
        expect(store(page)).to_be_in_viewport()
        expect(page.locator("#coming strong")).to_have_text(["0", "0", "3"])
        page.reload()
        expect(slip, "it is kept like anything that is typed").to_have_value("As")
    expect(page.locator("#next")).to_have_text("Hand 1")
    slip.fill("3s")
    store(page).tap()
    is_stored(page, "Saved. Hand 1 entered again")
    expect(page.get_by_role("button", name="Restore"), "it cannot count twice").to_have_count(0)
    expect(page.locator("#next")).to_have_text("Hand 2")
    expect(slip, "the next form is blank").to_have_value("")
    assert [found["content"] for found in events(page)] == [SMALL, None, SMALL | {"hands": {"Ana": "3s", "Ben": "2s"}}]


@pytest.mark.parametrize("way", ["at once", "after a reload", "touched", "after other people", "no scripts"])
def test_a_hand_that_is_restored_is_not_in_the_form_as_well(phones: Phones, way: str) -> None:
    page = entered_and_undone(phones, scripts=way != "no scripts")
    figures = page.locator('[id="left.0.0"]')
    match way:
        case "after a reload":
            page.get_by_role("link", name="History").tap()
            page.wait_for_url("**/history/")
            page.go_back()
            page.reload()
        case "touched":
            figures.fill("7")
            figures.fill("As")
        case "after other people":
            page.get_by_role("link", name="Players", exact=True).last.tap()
            page.get_by_label("Name").first.fill("Zoe")
            page.locator("main form [type=submit]").last.tap()
            is_stored(page, "Saved.")
    if way != "no scripts":
        expect(figures).to_have_value("As")
    page.get_by_role("button", name="Restore hand 1").tap()
    is_stored(page, "Hand 1 counts again.")
    expect(page.locator("#next")).to_have_text("Hand 2")
    expect(figures).to_have_value("")
    assert [kind for kind in kinds(page) if kind != "seated"] == ["entered", "removed", "corrected"]


@SCRIPTS
def test_an_undone_hand_may_be_somebody_else_s(phones: Phones, scripts: bool) -> None:
    page = entered_and_undone(phones, scripts=scripts)
    page.get_by_role("radio", name="Ana").check()
    page.locator('[id="left.0.2"]').fill("7")
    store(page).tap()
    expect(page.locator(".faults")).to_contain_text("Ana won it, so there is nothing to count for Ana")
    left = page.locator('[id="left.0.0"]')
    expect(left, "what she held is not dropped without a word").not_to_have_value("")
    left.fill("")
    store(page).tap()
    is_stored(page, "Saved. Hand 1 entered again")
    assert events(page)[-1]["content"] == {"winner": "Ana", "hands": {"Ben": "2s", "Cyd": 7}}


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", SHEETS)
def test_what_is_back_in_the_form_is_entered_again_as_it_stands_in_every_game(phones: Phones, game: str) -> None:
    page = phones()
    lay(page, game)
    hand = example(game, plain_table(game))
    enter(page, game, hand)
    undo(page).tap()
    is_stored(page, "back in the form")
    store(page).tap()
    is_stored(page, "Hand 1 restored")
    assert [found["content"] for found in events(page)] == [hand, None, hand]
    assert [found["hand"] for found in events(page)] == [1, 1, 1]
    undo(page).tap()
    is_stored(page, "Undone: hand 1 has been deleted. Its figures are back in the form")


def test_what_was_stored_is_told_once_and_the_address_says_it_to_nobody_else(phones: Phones) -> None:
    page = phones()
    lay(page)
    enter(page)
    assert "stored" not in page.url
    page.reload()
    expect(page.locator("#next")).to_have_text("Hand 2")
    expect(page.locator(".stored")).to_have_count(0)


def test_what_is_half_typed_is_there_once_the_undone_hand_is_put_right(phones: Phones) -> None:
    page = phones()
    lay(page)
    enter(page)
    fill(page, content=SMALL)
    undo(page).tap()
    is_stored(page, "Undone: hand 1 has been deleted. Its figures are back in the form")
    expect(page.locator("#next")).to_have_text("Hand 1")
    expect(page.locator('[id="left.0.0"]')).not_to_have_value("As")
    store(page).tap()
    is_stored(page, "Hand 1 restored")
    expect(page.locator("#next")).to_have_text("Hand 2")
    for cell, text in (("left.0.0", "As"), ("left.0.1", "2s"), ("left.0.2", "")):
        expect(page.locator(f'[id="{cell}"]')).to_have_value(text)
    expect(page.locator(".winner :checked")).to_have_value("2")
    store(page).tap()
    is_stored(page, "Hand 2 entered")
    assert [found["content"] for found in events(page)] == [HAND, None, HAND, SMALL]


def test_a_hand_that_another_phone_corrected_is_not_undone(phones: Phones) -> None:
    page = phones()
    lay(page)
    place = page.url
    enter(page)
    other = phones(link(page, "Keep score"))
    page.goto(f"{place}?stored=1")
    expect(undo(page)).to_be_visible()
    other.get_by_role("link", name="Hand 1: correct or delete").tap()
    other.locator('[id="left.0.1"]').fill("2h")
    other.get_by_role("button", name="Save the correction").last.tap()
    is_stored(other, "Hand 1 corrected")
    undo(page).tap()
    expect(page.locator("#clash")).to_have_text("Not undone: something else was entered first")
    expect(page.get_by_role("alert").filter(has=page.locator("#clash"))).to_contain_text("Hand 1 corrected")
    assert kinds(page) == ["entered", "corrected"]


@SCRIPTS
def test_what_another_phone_had_entered_is_discarded(phones: Phones, scripts: bool) -> None:
    manager = phones()
    lay(manager)
    page = phones(link(manager, "Keep score"), java_script_enabled=scripts)
    fill(page)
    enter(manager)
    store(page).tap()
    expect(page.locator("#clash")).to_be_visible()
    page.get_by_role("link", name="Discard what I entered").tap()
    expect(page.locator("#clash")).to_have_count(0)
    page.reload()
    expect(page.locator("#next")).to_have_text("Hand 2")
    expect(page.locator('[id="left.0.1"]')).to_have_value("")
    assert kinds(page) == ["entered"]


def test_the_end_of_the_evening_is_undone(phones: Phones) -> None:
    page = phones()
    lay(page)
    enter(page)
    other, typing = phones(link(page, "Keep score")), phones(link(page, "Keep score"))
    fill(typing, content=SMALL)
    page.get_by_role("button", name="End the evening").tap()
    is_stored(page, "Saved. Evening ended")
    expect(other.get_by_role("link", name="Rematch at the same table")).to_be_visible()
    expect(other.locator("form.entering")).to_have_count(0)
    expect(typing.locator("#connection")).to_contain_text("Someone else has entered something")
    expect(typing.locator('[id="left.0.0"]')).to_have_value("As")
    undo(page).tap()
    is_stored(page, "Undone: the evening goes on.")
    for phone in (page, other):
        expect(phone.locator("#next")).to_have_text("Hand 2")


def test_what_was_undone_is_told_where_the_page_hears_of_it_before(phones: Phones) -> None:
    page = phones()
    lay(page)
    enter(page)
    page.get_by_role("button", name="End the evening").tap()
    is_stored(page, "Saved. Evening ended")
    held: list[tuple[Route, APIResponse]] = []
    page.route(re.compile(r"/match/[\w-]{32}/$"), lambda route: held.append((route, route.fetch(max_redirects=0))))
    board = re.compile("/board/$")
    page.route(board, lambda route: route.continue_() if held else route.fulfill(status=304))
    with page.expect_response(lambda answer: held and board.search(answer.url) and answer.status == 200) as news:
        undo(page).tap()
    news.value.finished()  # the page hears that the evening goes on
    for route, answer in held:
        route.fulfill(response=answer)
    assert held
    is_stored(page, "Undone: the evening goes on.")


def test_whoever_ends_the_evening_over_a_hand_in_the_form_is_asked(phones: Phones) -> None:
    page = phones()
    lay(page)
    enter(page)
    fill(page, content=SMALL)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if len(asked) == 1:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", answer)
    end = page.get_by_role("button", name="End the evening")
    end.tap()
    expect(page.locator('[id="left.0.0"]')).to_have_value("As")
    assert asked == ["The hand in the form has not been saved. End the evening without it?"]
    assert kinds(page) == ["entered"]
    end.tap()
    is_stored(page, "Saved. Evening ended")
    assert len(asked) == 2


# --- Paid ---


@SCRIPTS
def test_payments_are_ticked_off_and_taken_back_on_every_phone(phones: Phones, scripts: bool) -> None:
    manager = phones()
    restore(manager, settling())
    page = phones(link(manager, "Keep score"), java_script_enabled=scripts)
    list_of = ".debts tbody tr:not(.matrix tr)"
    count = page.locator(list_of).count()
    assert count == 2
    first = page.locator(list_of).first.locator("th").inner_text()
    page.get_by_role("button", name="Paid").first.tap()
    is_stored(page, "Saved. Ana paid Cyd")
    for phone in (page, manager):
        expect(phone.locator(list_of)).to_have_count(1)
        expect(phone.locator(".paid li")).to_have_count(1)
        expect(phone.locator(list_of)).not_to_contain_text(first)
    expect(page.locator("#debts h2")).to_be_in_viewport()
    manager.get_by_role("button", name="Paid").tap()
    is_stored(manager, "Saved. Ben paid Cyd")
    expect(manager.locator(".debts")).to_contain_text("Everything has been paid.")
    manager.locator(".paid li").filter(has_text="Ana").get_by_role("button", name="Undo").tap()
    is_stored(manager, "Undone: the payment from Ana to Cyd no longer counts.")
    expect(manager.locator(list_of)).to_have_count(1)
    assert kinds(manager)[3:] == ["paid", "paid", "unpaid"]


# --- How it looks ---


@pytest.mark.parametrize("language", ["it", "en", "cs"])
def test_everything_is_within_reach_on_a_phone(phones: Phones, language: str) -> None:
    page = phones()
    restore(page, settling(5, gone=True), language)
    assert beyond(page, ".evening td, .scroll:has(.evening)") == []
    page.locator(".debts tbody .tap button").first.tap()
    is_stored(page)
    expect(page.locator(".paid li")).to_have_count(1)
    assert not scrolls_sideways(page)
    assert too_small(page, "main .told button, .evening button, .debts button") == []
    assert beyond(page, ".told button, .evening button, .debts button") == []
    assert unnamed(page) == []
    is_accessible_where_new(page)
