"""A page of rules as a lesson: what a newcomer sees first, and what is folded away from them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import GAMES
from rulesite.rulebook import LANGUAGES, book

SEEN_SOON = 900
"""Pixels from the top of a page, within which a card is drawn."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_card_is_soon_in_sight(page: Page, game: str, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/{language}/{game}/")
    box = page.locator("main .card").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SEEN_SOON


def test_where_a_rule_comes_from_is_folded_away_until_somebody_is_sent_there(page: Page) -> None:
    page.goto("/en/murlan/")
    source = page.locator("#follow > .source")
    expect(source.locator("p").last).to_be_hidden()
    page.goto("/en/murlan/#straight-step")
    expect(page.locator("#straight-step > .source p").first).to_be_visible()
    expect(source.locator("p").last).to_be_hidden()
    page.evaluate("location.hash = '#follow'")
    expect(source.locator("p").last).to_be_visible()


def test_a_source_opens_and_closes_by_keyboard_and_says_what_it_is(page: Page) -> None:
    page.goto("/en/murlan/")
    summary = page.locator("#straight-step > .source summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#straight-step > .source p").first).to_be_visible()
    expect(summary).to_have_accessible_name("Source: the document can be read two ways")


@pytest.mark.parametrize("game", GAMES)
def test_what_the_document_leaves_open_is_printed(page: Page, game: str) -> None:
    page.goto(f"/en/{game}/")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for name, rule in book(game).rules.items():
        if rule.note:
            expect(page.locator(f"#{name} > .source p").first).to_be_visible()
