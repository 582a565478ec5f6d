"""Machiavelli's tools in a real browser: copies counted, groups tapped, a turn followed to its verdict."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.keys import Keys


def test_a_key_counts_the_copies_of_its_card(page: Page) -> None:
    page.goto("/it/machiavelli/group/")
    keys = Keys(page, touch=False)
    keys.press("h")
    for typed, name in (("DC", "donna di cuori ×1"), ("DC DC", "donna di cuori ×2"), ("DC DC", "donna di cuori ×2")):
        keys.press("Q")
        expect(page.locator("#cards")).to_have_value(typed)
        expect(keys.key("Q")).to_have_attribute("aria-label", name)
    keys.take_out("cards", "Togli: donna di cuori")
    expect(page.locator("#cards")).to_have_value("DC")


def test_tapped_groups_the_best_turn_and_its_verdict(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/en/machiavelli/best/")
    keys = Keys(page, touch=False)
    keys.press("c 3 6", "set Q c", "next", "c 5 7 8 Q", "h J K")
    page.get_by_role("button", name="Find the best turn").click()
    expect(page.locator("#verdict")).to_have_text("You can play your whole hand, six cards")
    page.get_by_role("link", name="Is this turn legal?").click()
    expect(page.locator("#verdict")).to_have_text("Yes, and you have no cards left")
    expect(page.get_by_role("img", name="queen of hearts, from group 2")).to_have_count(1)
    expect(page.get_by_role("img", name="five of clubs, from your hand")).to_have_count(1)


def test_groups_by_keyboard(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys = Keys(page, touch=False)
    page.locator("#table").focus()
    page.keyboard.type("4c5c6c/")
    keys.key("A").focus()
    page.keyboard.type("c97")
    expect(page.locator("#table")).to_have_value("4c 5c 6c / 7c 8c 9c")
    page.locator("#table").fill("4c5c6c")
    page.locator("#hand").focus()
    page.keyboard.type("7c")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_have_text("You can play your last card")


def test_the_keyboard_follows_the_house_rules_on_which_the_pack_depends(page: Page) -> None:
    page.goto("/en/machiavelli/group/")
    keys = Keys(page, touch=False)
    expect(keys.key("A")).to_be_visible()
    expect(keys.key("X")).to_have_count(0)
    page.locator("details.house summary").click()
    page.get_by_label("There are two jokers").check()
    keys.open("cards")
    expect(keys.key("X")).to_have_count(1)
    expect(page.locator("#letters")).to_contain_text("Joker: X.")
    page.get_by_label("Three packs together", exact=True).check()
    keys.into("cards", "h Q")
    keys.press("Q")
    expect(keys.key("Q")).not_to_have_attribute("aria-disabled", "true")
    keys.press("Q")
    expect(page.locator("#cards")).to_have_value("Qh Qh Qh")


def test_the_end_of_a_game(page: Page) -> None:
    page.goto("/en/machiavelli/score/")
    for row, (name, left) in enumerate((("Ada", ""), ("Ugo", "5"), ("Iva", "3"))):
        page.locator("[name=player]").nth(row).fill(name)
        page.locator("[name=left]").nth(row).fill(left)
    page.get_by_role("button", name="Who has won?").click()
    expect(page.get_by_role("alert")).to_contain_text("Ada")
    expect(page.locator("[name=player]").nth(2)).to_have_value("Iva")
    page.locator("[name=left]").first.fill("3")
    page.get_by_role("button", name="Who has won?").click()
    expect(page.locator("#verdict")).to_have_text("Ada and Iva share the win")
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Ada and Iva share the win")
    page.get_by_role("button", name="Remove player 1").click()
    expect(page.locator("#verdict")).to_have_text("Iva wins")


def test_without_javascript(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/cs/machiavelli/turn/")
    page.locator("#before").fill("4T 5T 6T / DS DK DP")
    page.locator("#hand").fill("7T 9S")
    page.locator("#after").fill("4T 5T 6T 7T / DS DK DP")
    page.get_by_role("button", name="Ověřit").click()
    expect(page.locator("#verdict")).to_have_text("Ano, tah je platný: zahráli jste jednu kartu")
    expect(page.get_by_role("button", name="Začít od stolu před tahem")).to_have_count(0)
    context.close()
