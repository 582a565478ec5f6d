"""What comes out on paper: the rules card on its sheet, the other pages without what only a screen needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import segno
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.catalogue import GAMES
from rulesite.rulebook import LANGUAGES, book
from tests.browser.evening import Phones, matches_file, restore
from tests.browser.looks import scrolls_sideways
from tests.matches.evenings import event, example, plain_table

PAGES = {"marriage": 2}
"""Sides of paper that a card takes: Marriage has twice the rulings of any other game."""
WIDE, HIGH = 718, 1062
"""What the margins of the card leave of an A4 sheet, in pixels of 1/96 inch."""
POINT = 96 / 72
SMALLEST = """
  () => {
    const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    let least = 99;
    while (words.nextNode()) {
      const around = words.currentNode.parentElement;
      if (!words.currentNode.data.trim() || !around.checkVisibility() || around.closest(".card")) continue;
      least = Math.min(least, parseFloat(getComputedStyle(around).fontSize));
    }
    return least;
  }
"""
"""The smallest letters of a page, but for the stars of a joker."""

PALE = """
  () => [...document.querySelectorAll("main :not(svg *)")].some((element) => {
    const [red, green, blue] = getComputedStyle(element).color.match(/[\\d.]+/g).map(Number);
    return element.checkVisibility() && !element.closest(".card") && red + green + blue > 450;
  })
"""
"""Whether any words on a page are nearer to white than to black."""

EMPTY = """
  () => {
    const shown = [...document.querySelectorAll("main *")].filter(
      (it) => it.checkVisibility() && [...it.childNodes].some((node) => node.nodeType == 3 && node.data.trim()));
    const headings = [...document.querySelectorAll("main :is(h1, h2, h3)")].filter((it) => it.checkVisibility());
    const level = (heading) => Number(heading.tagName[1]);
    return headings.filter((heading, at) => {
      const next = headings.slice(at + 1).find((other) => level(other) <= level(heading));
      return !shown.some((it) => !heading.contains(it)
        && heading.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING
        && !(next && (next.contains(it) || next.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING)));
    }).map((heading) => heading.textContent.trim());
  }
"""
"""Headings under which nothing stands."""


def sides(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def dark_modules(page: Page) -> str:
    """The path of the QR code as it is drawn."""
    return page.locator(".paper .qr path[stroke]").get_attribute("d") or ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_card_fills_its_sheet(page: Page, base_url: str, game: str, language: str) -> None:
    page.set_viewport_size({"width": WIDE, "height": HIGH})
    page.goto(f"/{language}/{game}/card/")
    page.emulate_media(media="print")
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('600 10px Carta Serif')")
    assert sides(page) == PAGES.get(game, 1)
    paper = page.locator(".paper").bounding_box()
    assert paper
    assert paper["height"] / HIGH / PAGES.get(game, 1) > 0.85
    assert page.evaluate(SMALLEST) >= 9.5 * POINT - 0.01
    address = f"{base_url}/{language}/{game}/"
    drawn = re.search(r'd="([^"]*)"', segno.make_qr(address, error="m").svg_inline(scale=4, border=3, light=None))
    assert drawn
    assert dark_modules(page) == drawn[1]
    expect(page.locator(".site")).to_contain_text(address)


@pytest.mark.parametrize("game", GAMES)
def test_the_card_has_every_rule_every_note_and_cards(page: Page, game: str) -> None:
    page.goto(f"/cs/{game}/card/")
    page.emulate_media(media="print")
    with translation.override("cs"):
        sections = book(game).page("cs").reference
    texts = page.locator(".columns").inner_text()
    assert [section.title for section in sections if section.title not in texts] == []
    assert page.locator(".doubt").count() == sum(bool(rule.note) for rule in book(game).rules.values())
    named = book(game).card["examples"]
    assert page.locator(".shown").count() == len(named)
    for shown in page.locator(".shown").all():
        expect(shown.locator(".card").first).to_be_visible()
        expect(shown.locator(".said")).not_to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_the_card_lies_on_a_wide_screen_as_on_one_that_is_just_wide_enough(page: Page, game: str) -> None:
    page.goto(f"/en/{game}/card/")
    boxes = []
    for width in (960, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        box = page.locator(".paper").bounding_box()
        assert box
        boxes.append((round(box["width"]), round(box["height"])))
    assert boxes == boxes[:1] * 3


def test_the_card_is_a_sheet_of_paper_in_the_dark_too_and_prints_by_a_button(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.add_init_script("window.print = () => { window.printed = true; }")
    page.goto("/en/murlan/card/")
    assert page.locator(".paper").evaluate("paper => getComputedStyle(paper).backgroundColor") == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Print", exact=True).click()
    assert page.evaluate("printed")
    page.set_viewport_size({"width": 360, "height": 740})
    assert not scrolls_sideways(page)


def test_without_scripts_there_is_no_button_that_does_nothing(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/it/murlan/")
    page.get_by_role("link", name="La scheda delle regole, da stampare", exact=True).click()
    expect(page.locator(".paper h1")).to_have_text("Murlan")
    expect(page.get_by_role("button")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("address", ["/it/murlan/", "/cs/marriage/", "/en/murlan/play/?table=3s&cards=4s"])
def test_a_page_is_printed_without_what_only_a_screen_needs_and_no_smaller(page: Page, address: str) -> None:
    page.set_viewport_size({"width": WIDE, "height": HIGH})
    page.goto(address)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for gone in (".top", ".bottom", "nav", "form", ".share", "summary"):
        assert not any(each.is_visible() for each in page.locator(gone).all()), gone
    expect(page.locator("main .card").first).to_be_visible()
    assert page.evaluate(SMALLEST) >= 9.5 * POINT - 0.01
    assert not scrolls_sideways(page)


@pytest.mark.parametrize("game", ["murlan", "ramino"])
def test_a_match_is_printed_without_controls_and_empty_headings(phones: Phones, tmp_path: Path, game: str) -> None:
    page = phones()
    content = example(game, plain_table(game))
    restore(page, matches_file(tmp_path, game, event(1, content=content), event(2, content=content)), "it")
    here = page.url.split("?")[0]
    for place in ("", "?stored=2", "hands/", "history/", "links/", "hand/1/"):
        page.goto(here + place)
        assert page.evaluate(EMPTY) == []
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate(EMPTY) == [], place
        for gone in ("form", "nav", "button", ".button", ".stored", ".deals a"):
            assert not any(each.is_visible() for each in page.locator(gone).all()), (place, gone)
        assert "✎" not in page.locator("main").inner_text(), place
        if not place:
            for shown in (".sheet", ".chart"):
                expect(page.locator(shown).first).to_be_visible()
        page.emulate_media(media="screen")


@pytest.mark.parametrize("address", ["/en/murlan/", "/en/murlan/combination/?cards=5s+6s+7h+8c+9d"])
def test_paper_takes_dark_ink_from_a_dark_page(page: Page, address: str) -> None:
    page.goto(address)
    page.emulate_media(media="screen", color_scheme="dark")
    assert page.evaluate(PALE)
    page.emulate_media(media="print", color_scheme="dark")
    assert not page.evaluate(PALE)
