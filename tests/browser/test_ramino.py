"""Ramino at the table: a score sheet kept by thumb, melds that belong to others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.keys import Keys
from tests.browser.looks import PHONE, switch_language


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "it-IT"}


def left(page: Page, deal: int, seat: int) -> Locator:
    return page.locator(f'[id="left.{deal}.{seat}"]')


def test_a_match_is_counted_corrected_and_remembered(page: Page) -> None:
    page.goto("/it/ramino/score/")
    for number, name in enumerate(("Anna", "Bruno", "Carla"), 1):
        page.get_by_label(f"Giocatore {number}", exact=True).fill(name)
    page.get_by_label("Vinta da").select_option("Anna")
    expect(left(page, 0, 0)).to_be_hidden()
    expect(left(page, 0, 2)).to_be_visible()
    expect(left(page, 0, 3)).to_be_hidden()
    Keys(page).into("left.0.1", "suits h K d 7")
    left(page, 0, 2).fill("9P")
    page.get_by_role("button", name="Conta i punti").tap()
    expect(page.locator("#verdict")).to_have_text("Partita in corso")
    expect(page.locator(".sheet tfoot tr").first).to_contain_text("26")
    expect(page).to_have_url(re.compile(r"left\.0\.1=RC\+7Q"))

    page.get_by_label("Carla: carte o punti rimasti").first.fill("9P 9z")
    page.keyboard.press("Enter")
    expect(page.locator("#faults")).to_be_focused()
    expect(page.locator("#faults + ul a")).to_have_attribute("href", "#left.0.2")
    expect(left(page, 0, 2)).to_have_value("9P 9z")
    expect(left(page, 0, 1)).to_have_value("RC 7Q")
    left(page, 0, 2).fill("9P 9C")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet tfoot tr").first).to_contain_text("35")

    switch_language(page, "cs")
    expect(left(page, 0, 1)).to_have_value("KS 7K")
    page.reload()
    expect(page.locator(".sheet tfoot tr").first).to_contain_text("35")
    page.get_by_role("button", name="Odebrat 1. rozdání").tap()
    expect(page.locator(".sheet")).to_have_count(0)
    page.goto("/it/ramino/score/")
    expect(page.get_by_label("Giocatore 3", exact=True)).to_have_value("Carla")
    expect(left(page, 0, 2)).to_be_visible()


def test_the_same_without_javascript(browser: Browser, base_url: str) -> None:
    context = browser.new_context(**PHONE, java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/en/ramino/score/")
    for number, name in enumerate(("Ada", "Bea", "Cyd"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Count the score", exact=True).click()
    page.get_by_label("Won by").select_option("Bea")
    page.get_by_label("Ada: cards or points left").fill("Kh")
    page.get_by_role("button", name="Count the score", exact=True).click()
    expect(page.locator("#faults + ul")).to_contain_text("Hand 1: enter Cyd’s cards or points")
    page.get_by_label("Cyd: cards or points left").first.fill("5s")
    page.get_by_role("button", name="Count the score", exact=True).click()
    expect(page.locator(".sheet tfoot tr").first).to_contain_text("15")
    page.get_by_role("button", name="Remove hand 1").click()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Cyd")
    context.close()


def test_melds_of_the_others_are_ticked_and_a_card_goes_down(page: Page) -> None:
    page.goto("/it/ramino/lay_off/")
    page.get_by_label("Carte in mano").fill("7C RP")
    page.get_by_label("Combinazioni in tavola").fill("4C 5C 6C / 7P 7Q 7F")
    page.get_by_role("button", name="Mostra che cosa si attacca").tap()
    expect(page.locator("#verdict")).to_have_text("Puoi attaccare il 7♥")
    page.locator("#own input[type=checkbox]").nth(1).check()
    page.get_by_role("button", name="Mostra che cosa si attacca").tap()
    expect(page).to_have_url(re.compile("&other=1$"))
    page.locator(".choice-list a").tap()
    expect(page.locator("#verdict")).to_have_text("Non puoi attaccare nulla")
    expect(page.locator("#hand")).to_have_value("RP")
    expect(page.locator("#table")).to_have_value("4C 5C 6C 7C / 7P 7Q 7F")
    expect(page.locator("#own input[type=checkbox]").nth(1)).to_be_checked()


def test_a_near_miss_is_one_tap_from_the_hand_with_it(page: Page) -> None:
    page.goto("/it/ramino/arrange/?hand=5C+6C+RP")
    page.locator(".near a").first.tap()
    expect(page).to_have_url(re.compile(r"hand=5C\+6C\+RP\+4C"))
    expect(page.locator("#verdict")).to_have_text("Scarta il re di picche e hai chiuso")
