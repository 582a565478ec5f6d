"""Marriage at the table: three decks under the thumb, and one phone for the whole round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.keys import Aloud, Keys
from tests.browser.looks import PHONE, switch_language


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "en-GB"}


ROUND = "player.0=Asha&shown.0=seen&maal.0=10&winner=0&player.1=Bina&shown.1=seen&maal.1=5&player.2=Chir&shown.2=unseen&maal.2=3&player.3=Devi&shown.3=unseen"


def test_a_card_of_three_decks_goes_from_none_to_three_and_back(page: Page) -> None:
    page.goto("/en/marriage/set/")
    keys, field = Keys(page), page.locator("#cards")
    for copies in (1, 2, 3):
        keys.press("7")
        expect(keys.key("7")).to_have_attribute("aria-label", f"seven of spades ×{copies}")
        expect(field).to_have_value(" ".join(["7s"] * copies))
    expect(keys.field("cards").locator(".tray")).to_have_attribute("data-count", "3")
    for copies in (2, 1, 0):
        keys.take_out("cards", "Remove: seven of spades")
        expect(field).to_have_value(" ".join(["7s"] * copies))
    expect(keys.key("7")).to_have_attribute("aria-label", "seven of spades")


def test_a_new_line_begins_a_new_group_under_the_thumb_too(page: Page) -> None:
    page.goto("/en/marriage/maal/")
    page.locator("#tiplu").fill("7s")
    floor, keys = page.locator("#floor"), Keys(page)
    floor.fill("6-8s\n")
    keys.press("fill h 9 9")
    expect(floor).to_have_value("6s 7s 8s / 9h 9h")
    keys.tap(keys.field("floor").get_by_role("button", name=re.compile("^Group 1")))
    keys.take_out("floor", "Remove: seven of spades")
    expect(floor).to_have_value("6s 8s / 9h 9h")
    floor.fill("6-8s\n9h 9h 9h")
    page.get_by_role("button", name="Count my maal").tap()
    expect(page.locator("#verdict")).to_have_text("Your maal: 20 points")


def test_the_tiplu_is_one_card_and_another_tap_changes_it_and_says_so(page: Page) -> None:
    page.goto("/en/marriage/tiplu/")
    keys = Keys(page)
    keys.into("tiplu", "d K")
    expect(page.locator(".roles")).to_contain_text("Poplu")
    expect(page.locator(".roles .card").first).to_have_attribute("aria-label", "queen of diamonds")
    aloud = Aloud(page)
    keys.press("h 2")
    expect(page.locator("#tiplu")).to_have_value("2h")
    aloud.expect(r"Removed: king of diamonds\.")
    expect(page.locator(".roles .card").first).to_have_attribute("aria-label", "ace of hearts")
    expect(page).to_have_url(re.compile(r"tiplu=2h"))
    keys.press("undo undo")
    expect(page.locator("#tiplu")).to_have_value("Kd")


def test_a_corrected_field_shows_the_new_result_where_it_was_corrected(page: Page) -> None:
    page.goto(f"/en/marriage/settle/?{ROUND}")
    results = page.locator(".seat output")
    expect(results).to_have_text(["+45", "−1", "−16", "−28", ""])
    maal = page.locator("[id='maal.2']")
    maal.fill("7")
    maal.press("Tab")
    expect(results).to_have_text(["+41", "−5", "−4", "−32", ""])
    expect(page.locator("#verdict")).to_contain_text("Asha +41")
    expect(page.locator("#verdict")).not_to_be_focused()
    expect(page.locator("#status")).to_contain_text("Asha +41")
    expect(page).to_have_url(re.compile(r"maal\.2=7"))

    page.locator("details.house > summary").click()
    page.get_by_label("Murder").check()
    expect(results).to_have_text(["+48", "+2", "−25", "−25", ""])
    maal.fill("x")
    maal.press("Tab")
    expect(page.locator("#faults")).to_be_visible()
    expect(results).to_have_text(["", "", "", "", ""])
    expect(maal).to_have_value("x")
    maal.fill("7")
    page.get_by_role("button", name="Settle the hand").tap()
    expect(page.locator("#verdict")).to_be_focused()


def test_names_are_in_the_address_and_the_next_round_keeps_them(page: Page) -> None:
    page.goto(f"/en/marriage/settle/?{ROUND}")
    page.locator("[name='player.1']").fill("Bimala")
    page.locator("[name='player.1']").press("Tab")
    expect(page.locator("#verdict")).to_contain_text("Bimala")
    switch_language(page, "it")
    expect(page.locator("[name='player.1']")).to_have_value("Bimala")
    expect(page).to_have_url(re.compile(r"player\.1=Bimala"))


def test_the_round_without_javascript(browser: Browser, base_url: str) -> None:
    context = browser.new_context(**PHONE, java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/it/marriage/settle/")
    for seat, (name, state, maal) in enumerate(
        [("Asha", "seen", "10"), ("Bina", "seen", "5"), ("Chir", "unseen", "3"), ("Devi", "unseen", "")]
    ):
        page.locator(f"[name='player.{seat}']").fill(name)
        page.locator(f"[name='shown.{seat}'][value={state}]").check()
        page.locator(f"[name='maal.{seat}']").fill(maal)
    page.get_by_role("button", name="Fai i conti").click()
    expect(page.locator("#faults")).to_be_visible()
    expect(page.locator("[name='maal.1']")).to_have_value("5")
    page.locator("[name=winner][value='0']").check()
    page.get_by_role("button", name="Fai i conti").click()
    expect(page.locator("#verdict")).to_have_text("Asha +45 · Bina −1 · Chir −16 · Devi −28")
    context.close()


def test_one_card_away_is_one_tap_away(page: Page) -> None:
    hand = "3s+4s+5s+9h+9h+9h+Qd+Kd+Ad+2c+3c+4c+5c+6h+6d+6s+8c+8c+7d+Tc+Jc"
    page.goto(f"/en/marriage/arrange/?hand={hand}&tiplu=7d")
    expect(page.locator("#verdict")).to_have_text("One card short of going out")
    page.locator(".choice-list a", has=page.get_by_role("img", name="nine of clubs")).first.tap()
    expect(page.locator("#verdict")).to_have_text("You can go out")
    page.locator(".choice-list a").first.tap()
    expect(page.locator("#verdict")).to_have_text("You can go out")
    expect(Keys(page).cards("hand")).to_have_count(21)


def test_winner_has_seen_until_another_one_is_marked(page: Page) -> None:
    page.goto(f"/en/marriage/settle/?{ROUND}")
    shown = [page.locator(f"[name='shown.{seat}']:checked") for seat in range(4)]
    expect(shown[2]).to_have_value("unseen")
    page.locator("[name=winner][value='2']").check()
    expect(shown[2]).to_have_value("seen")
    page.locator("[name=winner][value='3']").check()
    expect(shown[2]).to_have_value("unseen")
    expect(shown[3]).to_have_value("seen")
    page.locator("[name=winner][value='0']").check()
    expect(shown[3]).to_have_value("unseen")
    expect(shown[0]).to_have_value("seen")
    expect(page.locator("#verdict")).to_contain_text("Asha +45")
