"""Score calculators as their rows are emptied: form, answer and address number them alike."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

RAMINO = (
    "/en/ramino/score/?player.0=Ann&player.1=Bob&player.2=Cy&winner.0=0&left.0.1=Ks+Qs&left.0.2=5"
    "&winner.1=1&left.1.0=7h+8h&left.1.2=3&match=points&to=100"
)
MURIEL = "/en/muriel/score/?player.0=Ada&player.1=Ben&points.0.0=7&points.0.1=9&points.1.0=30&points.1.1=40"
MACHIAVELLI = "/en/machiavelli/score/?" + "&".join(f"player=P{n}&left={n}" for n in range(5))


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[id="{name}"]')


def quiet(page: Page, rows: int) -> None:
    """Once the form has been merged: so many rows can be removed, and the one after them is empty."""
    own = page.locator(".deal, .order, .entry")
    expect(page.locator("#answer")).not_to_have_class("stale")
    expect(page.locator("[name=remove]")).to_have_count(rows)
    assert page.locator("[name=remove]").evaluate_all("all => all.map(one => one.value)") == list(map(str, range(rows)))
    for row in range(rows):
        expect(own.nth(row).locator("[name=remove]")).to_have_count(1)
    expect(own.nth(rows).locator("[name=remove]")).to_have_count(0)
    assert all(
        not control.input_value() for control in own.nth(rows).locator("select, input:not([type=checkbox])").all()
    )
    assert page.evaluate("new Set([...document.querySelectorAll('[id]')].map(one => one.id)).size") == (
        page.locator("[id]").count()
    )


def test_an_emptied_hand_leaves_the_others_numbered_as_the_answer_does(page: Page) -> None:
    page.goto(RAMINO)
    cell(page, "left.0.1").fill("")
    cell(page, "left.0.2").fill("")
    cell(page, "winner.0").select_option("")
    expect(page.locator("#answer")).to_contain_text("Hand 1: Bob +18")
    quiet(page, 1)
    expect(cell(page, "winner.0")).to_have_value("1")
    expect(cell(page, "left.0.0")).to_have_value("7h 8h")
    expect(cell(page, "left.0.2")).to_have_value("3")
    expect(page.get_by_role("group", name="Hand 1", exact=True).locator("[name='left.0.0']")).to_have_count(1)
    expect(page.get_by_role("group", name="Hand 2", exact=True).locator("[name='left.1.0']")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"winner\.0=1&left\.0\.0=7H\+8H", re.IGNORECASE))

    cell(page, "winner.1").select_option("2")
    cell(page, "left.1.0").fill("4")
    cell(page, "left.1.1").fill("6")
    page.keyboard.press("Tab")
    expect(page.locator("#answer")).to_contain_text("Hand 2: Cy +10")
    quiet(page, 2)
    page.get_by_role("button", name="Remove hand 1", exact=True).click()
    expect(page.locator("#answer")).to_contain_text("Hand 1: Cy +10")
    quiet(page, 1)


def test_what_is_being_filled_in_keeps_the_focus_when_a_hand_before_it_goes(page: Page) -> None:
    page.goto(MURIEL)
    held = cell(page, "points.1.1").element_handle()  # its name changes as soon as the answer comes
    cell(page, "points.0.0").fill("")
    cell(page, "points.0.1").fill("")
    held.click()
    page.keyboard.press("End")
    page.keyboard.type("1")
    expect(page.locator(".sheet tfoot td").first).to_have_text(re.compile("70|431"))
    page.keyboard.type("2")
    page.keyboard.press("Backspace")
    field = cell(page, "points.0.1")
    expect(field).to_have_value("401")
    expect(field).to_be_focused()
    assert held.evaluate("one => one === document.activeElement")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".sheet tfoot td").first).to_have_text("431")
    expect(cell(page, "points.0.0")).to_have_value("30")


def test_the_emptied_row_itself_keeps_the_focus_as_the_empty_one_at_the_end(page: Page) -> None:
    page.goto(MURIEL)
    cell(page, "points.0.0").fill("")
    cell(page, "points.0.1").focus()
    held = cell(page, "points.0.1").element_handle()
    cell(page, "points.0.1").fill("")
    held.dispatch_event("change")
    quiet(page, 1)
    expect(cell(page, "points.0.1")).to_have_value("40")
    expect(cell(page, "points.1.1")).to_be_focused()
    assert held.evaluate("one => one === document.activeElement")


def test_the_row_of_an_emptied_player_goes_to_the_end(page: Page) -> None:
    page.goto(MACHIAVELLI)
    row = page.locator(".entry").first
    row.locator("[name=left]").fill("")
    row.locator("[name=player]").fill("")
    page.locator("[name=left]").nth(2).focus()
    quiet(page, 4)
    assert [name.input_value() for name in page.locator("[name=player]").all()] == ["P1", "P2", "P3", "P4", ""]
    page.get_by_role("button", name="Remove player 4").click()
    quiet(page, 3)


@pytest.mark.parametrize("address", [RAMINO, MURIEL])
def test_a_hand_is_removed_where_it_stands_though_another_was_emptied_just_before(page: Page, address: str) -> None:
    page.goto(address)
    first = page.locator(".deal").first
    page.evaluate(
        "document.querySelector('.deal').querySelectorAll('input, select').forEach((one) => { one.value = ''; })"
    )
    first.locator("[name=remove]").click()
    expect(page.locator("[name=remove]")).to_have_count(1)
    expect(page.locator(".sheet")).to_have_count(1)
    expect(page.locator(".deal").first.locator("input[type=text]").first).to_have_value(re.compile("7h 8h|30"))


def test_what_is_filled_in_while_the_answer_to_the_button_is_under_way_stays(page: Page) -> None:
    page.goto(MURIEL)
    held: list[Route] = []
    page.route("**/muriel/score/?**", lambda route: held.append(route))
    cell(page, "points.2.0").fill("12")
    with page.expect_request(re.compile(r"points\.2\.0=12")):
        page.keyboard.press("Enter")
    name = page.locator("[name='player.0']")
    name.fill("Eve")
    [pressed] = held
    pressed.continue_()
    expect(page).to_have_url(re.compile(r"points\.2\.0=12"))
    expect(name).to_have_value("Eve")
    expect(name).to_be_focused()
    expect(page.locator("#answer"), "it answers another question").to_have_class("stale")
    page.unroute_all()
    page.keyboard.press("Tab")
    expect(page.locator("#answer")).to_contain_text("Eve")


@pytest.mark.network_fails
def test_nothing_is_filled_in_while_a_hand_is_on_its_way_out(page: Page) -> None:
    page.goto(MURIEL)
    held: list[Route] = []
    page.route("**/muriel/score/?**", lambda route: held.append(route))
    remove = page.get_by_role("button", name="Remove hand 1", exact=True)
    with page.expect_request("**/muriel/score/?**"):
        remove.click()
    expect(page.locator("form.ask[inert]")).to_be_attached()
    held.pop().abort("connectionreset")
    expect(page.locator(".go .lost")).to_be_visible()
    expect(page.locator("form.ask[inert]")).to_have_count(0)
    expect(remove).to_be_focused()
    page.unroute_all()
    remove.click()
    expect(page.locator("[name=remove]")).to_have_count(1)
    expect(page.locator("form.ask[inert]")).to_have_count(0)
    expect(cell(page, "points.0.0")).to_have_value("30")
