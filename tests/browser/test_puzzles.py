"""Puzzles as they are solved: by taps on a phone, by keys, with scripts and without, and sent to others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games import daily
from games.catalogue import GAMES
from games.puzzles import puzzles
from rulesite.rulebook import LANGUAGES
from tests.browser.evening import Phones
from tests.browser.kinds import few_of
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, show, too_small, unnamed

CONTROLS = ".reply button, .go a, .numbers a, .days a, main p > a.button"


def answers(game: str, number: int = 1) -> tuple[list[str], list[str]]:
    """A right and a wrong answer."""
    drill: Any = GAMES[game].puzzle
    ask = drill.asked(puzzles(game)[number - 1].made.question)
    assert ask.is_valid()
    each = [option.value for option in drill.reply(ask).options]
    return list(drill.right(ask)), next([value] for value in each if not drill.is_right(ask, (value,)))


def choose(page: Page, answer: list[str]) -> None:
    """Answer by taps: on the one option, or on each of several, those of an answer before put back, and the button."""
    if page.locator(".reply [type=checkbox]").count():
        for label in page.locator(".reply label").all():
            box = label.get_by_role("checkbox")
            if box.is_checked() is not (box.get_attribute("value") in answer):
                label.tap()
        page.locator(".reply [type=submit]").tap()
    else:
        page.locator(f'.reply button[value="{answer[0]}"]').tap()


@pytest.mark.exhaustive(sample=4)
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_taps_at_the_second_try(phones: Phones, game: str, scripts: bool) -> None:
    right, wrong = answers(game)
    phone = phones(java_script_enabled=scripts)
    phone.goto(f"/en/{game}/puzzle/1/")
    choose(phone, wrong)
    expect(phone.locator(".verdict.no #verdict")).to_have_text("Not this one")
    assert not scrolls_sideways(phone)
    phone.get_by_role("link", name="Give me a hint").tap()
    expect(phone.get_by_text("The rule that decides it:")).to_be_visible()
    choose(phone, right)
    expect(phone.locator(".verdict.yes #verdict")).to_have_text("Solved")
    expect(phone.locator(".told-others")).to_contain_text("tries: 2, hints: 1")
    assert not scrolls_sideways(phone)
    phone.get_by_role("link", name="Next puzzle").tap()
    expect(phone).to_have_url(re.compile(f"/en/{game}/puzzle/2/$"))


def states(game: str, language: str) -> list[str]:
    """Return the addresses of a game's puzzles, of one, of all its hints, and of a right and a wrong answer."""
    with translation.override(language):
        listed, path = reverse("puzzles", args=[game]), reverse("puzzle", args=[game, 1])
    given = ("&".join(["given=on", *(f"answer={value}" for value in answer)]) for answer in answers(game))
    return [listed, path, f"{path}?hints=3", *(f"{path}?{answer}" for answer in given)]


def test_axe_finds_nothing_in_any_kind_of_state(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    known = set[int]()
    for address in few_of(states, GAMES):
        page.goto(address)
        is_accessible(page, known=known)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_state_fits_a_phone(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (address for game in GAMES for address in states(game, language)):
        show(page, address)
        assert not scrolls_sideways(page), address
        assert too_small(page, CONTROLS) == [], address
        assert unnamed(page) == [], address


@pytest.mark.parametrize("language", ["it", "en", "cs"])
def test_the_puzzle_of_the_day_and_the_days_before(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (f"/{language}/puzzle/{daily.FIRST}/", f"/{language}/puzzle/archive/"):
        page.goto(address)
        assert not scrolls_sideways(page), address
        assert too_small(page, CONTROLS) == [], address
        if language == "it":
            is_accessible(page)
    page.goto(f"/{language}/puzzle/")
    expect(page).to_have_url(re.compile(rf"/{language}/puzzle/\d{{4}}-\d\d-\d\d/$"))


def press_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _stop in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached")


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_keys(page: Page, game: str) -> None:
    right, wrong = answers(game)
    page.goto(f"/cs/{game}/puzzle/1/")
    for answer, tone in ((wrong, "no"), (right, "yes")):
        if page.locator(".reply [type=checkbox]").count():
            every = page.locator(".reply [type=checkbox]").evaluate_all("boxes => boxes.map(box => box.value)")
            for value in every:
                press_to(page, f'[type=checkbox][value="{value}"]')
                box = page.locator(f'.reply [type=checkbox][value="{value}"]')
                if box.is_checked() is not (value in answer):
                    page.keyboard.press("Space")
            press_to(page, ".reply [type=submit]")
        else:
            press_to(page, f'.reply button[value="{answer[0]}"]')
        page.keyboard.press("Enter")
        expect(page.locator(f".verdict.{tone} #verdict")).to_be_focused()
    press_to(page, ".go .button")


STUB = """
  Object.defineProperty(navigator, "share", { configurable: true, value: SHARE });
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } });
"""


def test_what_is_sent_to_others_is_shared_or_else_copied_whole(browser: Browser, base_url: str) -> None:
    right, _wrong = answers("ramino")
    path = "/en/ramino/puzzle/1/"
    said = "Carta canta, Ramino, puzzle 1 – tries: 1, hints: 0"
    for share in ("async (given) => { window.given = given; }", "undefined"):
        context = browser.new_context(**PHONE, base_url=base_url)
        page = context.new_page()
        page.add_init_script(STUB.replace("SHARE", share))
        page.goto(f"{path}?given=on&answer={right[0]}")
        page.locator("[data-copy=whole]").tap()
        if share == "undefined":
            expect(page.locator("[data-copy=whole]")).to_have_text("Copied")
            assert page.evaluate("copied") == f"{said}\n{base_url}{path}"
        else:
            page.wait_for_function("window.given")
            assert page.evaluate("[given.text, given.url]") == [said, base_url + path]
        context.close()
