"""A verdict is shared where the browser can do that, copied where it cannot, and a link where there are no scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

ANSWERED = "/en/murlan/play/?table=4s+5d+6h+7c+8s&cards=5s+6d+7h+8c+9s"
STUB = """
  window.given = new Promise((done) => { window.give = done; });
  Object.defineProperty(navigator, "share", { configurable: true, value: FUNCTION });
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } });
"""
SHARES = STUB.replace("FUNCTION", "async (what) => { give(what); }")
FAILS = STUB.replace("FUNCTION", "async (what) => { throw new DOMException('', 'NAME'); }")
CANNOT = STUB.replace("FUNCTION", "undefined")


def test_an_answer_is_shared_with_what_it_says(page: Page, base_url: str) -> None:
    page.add_init_script(SHARES)
    page.goto(ANSWERED)
    link = page.locator(".share a")
    expect(link).to_have_text("Share", use_inner_text=True)
    link.click()
    given = page.evaluate("given")
    assert given["url"] == base_url + page.locator(".share a").get_attribute("href")
    assert given["text"].startswith(
        "4♠ 5♦ 6♥ 7♣ 8♠ / 5♠ 6♦ 7♥ 8♣ 9♠ – Yes, it beats the cards on the table. It is the same"
    )
    assert given["title"] == page.title()
    assert page.evaluate("window.copied") is None
    expect(link).to_have_text("Share", use_inner_text=True)


def test_an_answer_that_came_by_itself_is_shared_too(page: Page) -> None:
    page.add_init_script(SHARES)
    page.goto("/en/murlan/combination/?cards=4s+4d")
    page.locator("[name=cards]").evaluate("field => { field.value = '5s 5d'; }")
    page.locator(".ask").evaluate("form => form.requestSubmit()")
    expect(page.locator(".verdict h2")).to_contain_text("fives")
    expect(page.locator(".share a")).to_have_text("Share", use_inner_text=True)
    page.locator(".share a").click()
    assert page.evaluate("given")["text"].startswith("5♠ 5♦ – ")


def test_the_rules_of_a_table_are_shared(page: Page) -> None:
    page.add_init_script(SHARES)
    page.goto("/it/murlan/house/?house.straight_step=any")
    page.locator(".share a").click()
    given = page.evaluate("given")
    assert given["text"] == "Murlan: le regole del nostro tavolo"
    assert "house.straight_step=any" in given["url"]


@pytest.mark.parametrize("stub", [CANNOT, FAILS.replace("NAME", "NotAllowedError")])
def test_where_it_cannot_be_shared_it_is_copied(page: Page, base_url: str, stub: str) -> None:
    page.add_init_script(stub)
    page.goto(ANSWERED)
    link = page.locator(".share a")
    link.click()
    expect(link).to_have_text("Copied")
    assert page.evaluate("copied") == base_url + ANSWERED


def test_where_it_can_be_neither_shared_nor_copied_the_link_is_followed(page: Page, base_url: str) -> None:
    page.add_init_script(
        CANNOT.replace("async (text) => { window.copied = text; }", "async () => { throw new Error(); }")
    )
    page.goto(ANSWERED)
    with page.expect_navigation(url=base_url + ANSWERED):
        page.locator(".share a").click()


def test_who_thinks_better_of_it_shares_nothing(page: Page) -> None:
    page.add_init_script(FAILS.replace("NAME", "AbortError"))
    page.goto(ANSWERED)
    link = page.locator(".share a")
    link.click()
    expect(link).to_have_text("Share", use_inner_text=True)
    assert page.evaluate("window.copied") is None


def test_without_scripts_it_is_a_link(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto(ANSWERED)
    link = page.get_by_role("link", name="Link to this answer", exact=True)
    expect(link).to_be_visible()
    link.click()
    expect(page).to_have_url(base_url + ANSWERED)
    context.close()
