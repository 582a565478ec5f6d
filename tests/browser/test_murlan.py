"""Murlan at the table: a phone, a hand, a dispute."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.keys import Keys
from tests.browser.looks import PHONE, switch_language


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "it-IT"}


def test_tap_a_hand_get_a_verdict_switch_follow_the_rule_go_back(page: Page) -> None:
    page.goto("/it/murlan/")
    page.locator("#tools a[href$='/play/']").tap()
    keys = Keys(page)
    keys.into("hand", "suits s 4 d 5 h 2")
    expect(page.locator("#hand")).to_have_value("4P 5Q 2C")
    keys.into("table", "3")
    keys.into("cards", "2")
    expect(keys.field("hand").get_by_role("button", name="Prendi:"), "the hand is offered").to_have_count(3)
    page.get_by_role("button", name="Controlla").tap()
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text("Sì, batte le carte in tavola")
    expect(verdict).to_be_focused()
    expect(page.locator("#status")).to_have_text("Sì, batte le carte in tavola")
    expect(page).to_have_title(re.compile("^Sì, batte"))
    expect(page).to_have_url("/it/murlan/play/?table=3C&cards=2C&hand=4P+5Q+2C")

    switch_language(page, "cs")
    expect(page.locator("#verdict")).to_have_text("Ano, tohle přebíjí")
    expect(page.locator("#hand")).to_have_value("4P 5K 2S")
    expect(page).to_have_url(re.compile("/cs/murlan/play/"))

    page.locator(".verdict a.rule").first.tap()
    expect(page).to_have_url(re.compile(r"/cs/murlan/#follow$"))
    expect(page.locator("#follow h3")).to_be_in_viewport()
    switch_language(page, "en")
    expect(page).to_have_url(re.compile(r"/en/murlan/#follow$"))
    page.go_back()
    page.go_back()
    expect(page.locator("#verdict")).to_have_text("Ano, tohle přebíjí")


def test_the_same_without_javascript(browser: Browser, base_url: str) -> None:
    context = browser.new_context(**PHONE, java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/it/murlan/")
    page.locator("#tools a[href$='/play/']").click()
    page.get_by_label("Carte in mano").fill("4P 5Q 2C")
    page.get_by_label("In tavola").fill("3C")
    page.get_by_label("Carte che vuoi giocare").fill("2C")
    page.get_by_role("button", name="Controlla").click()
    expect(page.locator("#verdict")).to_have_text("Sì, batte le carte in tavola")
    switch_language(page, "cs")
    expect(page.locator("#verdict")).to_have_text("Ano, tohle přebíjí")
    expect(page.locator("#hand")).to_have_value("4P 5K 2S")
    page.locator(".verdict a.rule").first.click()
    expect(page).to_have_url(re.compile(r"/cs/murlan/#follow$"))
    page.go_back()
    expect(page.locator("#verdict")).to_have_text("Ano, tohle přebíjí")
    page.goto("/it/murlan/play/")
    page.get_by_label("In tavola").fill("4 5 6 7 8")
    page.get_by_label("Carte che vuoi giocare").fill("5-9p")
    page.get_by_role("button", name="Controlla").click()
    expect(page.locator("#verdict")).to_have_text("Sì, batte le carte in tavola")
    context.close()


def test_without_a_hand_the_whole_pack_is_offered_for_the_play(page: Page) -> None:
    page.goto("/it/murlan/play/")
    keys = Keys(page)
    keys.into("table", "4 5 6 7 8")
    keys.into("cards", "5 6 7 8 9")
    page.get_by_role("button", name="Controlla").tap()
    expect(page.locator("#verdict")).to_have_text("Sì, batte le carte in tavola")
    expect(page).to_have_url("/it/murlan/play/?table=4+5+6+7+8&cards=5+6+7+8+9")
    switch_language(page, "cs")
    expect(page.locator("#cards")).to_have_value("5 6 7 8 9")


def test_a_no_offers_what_would_have_beaten_the_table(page: Page) -> None:
    page.goto("/en/murlan/play/?hand=4s+5d+5h+9h+9c&table=8s+8d&cards=5d+5h")
    expect(page.locator("#verdict")).to_have_text("No, you cannot play it")
    page.locator(".choice-list a").tap()
    expect(page.locator("#verdict")).to_have_text("Yes, it beats the cards on the table")
    expect(page.locator("#cards")).to_have_value("9h 9c")


def test_an_error_is_summed_up_focused_linked_and_gone_once_mended(page: Page) -> None:
    page.goto("/en/murlan/play/")
    page.locator("#hand").fill("4s 1Z")
    page.locator("#cards").fill("4s")
    page.get_by_role("button", name="Check").tap()
    summary = page.locator("#faults")
    expect(summary).to_be_focused()
    expect(page.locator("#hand-error")).to_contain_text("1Z")
    expect(page.locator("#hand")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#hand")).to_have_value("4s 1Z")
    page.locator(".faults a").tap()
    expect(page.locator("#hand")).to_be_focused()
    page.locator("#hand").fill("4s")
    page.get_by_role("button", name="Check").tap()
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#hand-error")).to_be_empty()
    expect(page.locator("#hand")).not_to_have_attribute("aria-invalid", "true")


def test_going_back_brings_the_question_before(page: Page) -> None:
    page.goto("/en/murlan/play/?hand=4s+5s&cards=4s")
    page.locator("#cards").fill("1Z")
    page.get_by_role("button", name="Check").tap()
    expect(page.locator("#faults")).to_be_visible()
    page.go_back()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("header.top")).to_be_visible()


def test_what_was_typed_but_not_asked_survives_the_language_switch(page: Page) -> None:
    page.goto("/it/murlan/play/")
    page.locator("#hand").fill("FF DQ")
    switch_language(page, "cs")
    expect(page.locator("#hand")).to_have_value("JT DK")
    expect(page).not_to_have_url(re.compile("notation"))


def test_house_rules_change_the_verdict(page: Page) -> None:
    page.goto("/en/murlan/play/?hand=5s+6d+7h+8c+9s&table=3s+4d+5h+6c+7s&cards=5s+6d+7h+8c+9s")
    expect(page.locator("#verdict")).to_have_text("No, you cannot play it")
    page.locator("details.house summary").tap()
    page.get_by_label("A straight is beaten by any higher one of the same length").check()
    page.get_by_role("button", name="Check").tap()
    expect(page.locator("#verdict")).to_have_text("Yes, it beats the cards on the table")
    expect(page).to_have_url(re.compile(r"house\.straight_step=any"))


def test_the_score_of_an_evening(page: Page) -> None:
    page.goto("/it/murlan/score/")
    for number, name in enumerate(["Ana", "Beni", "Eda", "Gent"]):
        page.locator("[name=player]").nth(number).fill(name)
    menus = page.locator("[name=out]")
    for at, name in enumerate(["Eda", "Ana", "Gent"]):
        menus.nth(at).select_option(label=name)
    expect(menus.nth(3)).to_have_value("1")
    page.get_by_role("button", name="Conta").tap()
    expect(page.locator("#verdict")).to_have_text("Nessuno ha ancora vinto: il traguardo è 21")
    expect(page.locator("[name=out]")).to_have_count(8)
    expect(page.locator("tfoot td").nth(2)).to_have_text("3")
    page.reload()
    expect(page.locator("tfoot td").nth(2)).to_have_text("3")
    page.locator("[name=out]").nth(0).select_option(label="Ana")
    page.locator("[name=out]").nth(1).select_option(label="Eda")
    page.get_by_role("button", name="Conta").tap()
    expect(page.locator("tfoot td").nth(0)).to_have_text("3")
    page.get_by_role("button", name="Togli la smazzata 1").tap()
    expect(page.locator("[name=out]")).to_have_count(4)
    expect(page).not_to_have_url(re.compile("remove"))
    expect(page.locator("[name=player]").first).to_have_value("Ana")


@pytest.mark.network_fails
def test_without_a_network_nothing_is_lost_and_it_is_said(page: Page) -> None:
    page.goto("/it/murlan/play/")
    page.locator("#hand").fill("4P")
    page.locator("#cards").fill("4P")
    page.context.set_offline(True)
    page.get_by_role("button", name="Controlla").tap()
    expect(page.get_by_role("alert")).to_contain_text("Non è andato perso nulla")
    expect(page.locator("#hand")).to_have_value("4P")
    page.context.set_offline(False)
    page.get_by_role("button", name="Controlla").tap()
    expect(page.locator("#verdict")).to_be_focused()


def test_what_is_typed_while_an_answer_folds_the_cards_away_is_kept(page: Page) -> None:
    page.goto("/en/murlan/next/")
    held: list[Route] = []
    page.route("**/murlan/next/?*", lambda route: held.append(route))
    page.locator("[data-key=type]").click()
    with page.expect_request("**/murlan/next/?*"):
        page.locator("#hands").fill("3 4 5 / 6 7 8 / 9 10 J / Q K A")
        page.keyboard.press("Tab")
    first, second = page.locator("[name='player.0']"), page.locator("[name='player.1']")
    first.focus()
    page.keyboard.type("Arta")
    second.focus()
    page.keyboard.type("Bes")
    page.unroute("**/murlan/next/?*")  # which lets go on what was held
    expect(page.locator("#verdict")).to_be_attached()
    expect(second).to_be_focused()
    page.keyboard.type("nik")
    expect(second).to_have_value("Besnik")
    expect(first).to_have_value("Arta")
    page.keyboard.press("Tab")
    expect(page.locator("#verdict")).to_have_text("Arta leads")
    expect(page).to_have_url(re.compile("player.0=Arta&player.1=Besnik"))
