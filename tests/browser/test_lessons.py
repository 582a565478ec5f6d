"""What a newcomer sees: lessons walked from the first step to the last, and a page of rules as one begins to read it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.catalogue import GAMES
from games.practice import Reply
from rulesite.lessons import lesson, step_address, told
from rulesite.rulebook import LANGUAGES, book
from tests import proved
from tests.browser.kinds import few_of
from tests.browser.looks import PHONE, broken_words, is_accessible, scrolls_sideways, show, too_small, unnamed

SEEN_SOON = 900
"""Pixels from the top of a page, within which a card is drawn."""


def test_the_first_card_is_soon_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (f"/{language}/{game}/" for game in GAMES for language in LANGUAGES):
        show(page, address)
        box = page.locator("main .card").first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SEEN_SOON, address


def test_where_a_rule_comes_from_is_folded_away_until_somebody_is_sent_there(page: Page) -> None:
    page.goto("/en/murlan/#straight-step")
    source = page.locator("#follow > .source")
    expect(page.locator("#straight-step > .source p").first).to_be_visible()
    expect(source.locator("p").last).to_be_hidden()
    page.evaluate("location.hash = '#follow'")
    expect(page.locator("#follow")).to_be_in_viewport()
    expect(source.locator("p").last, "who goes on within the page reads the rule").to_be_hidden()


def test_a_source_opens_and_closes_by_keyboard_and_says_what_it_is(page: Page) -> None:
    page.goto("/en/murlan/")
    summary = page.locator("#straight-step > .source summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#straight-step > .source p").first).to_be_visible()
    expect(summary).to_have_accessible_name("Source: the document can be read two ways")


@pytest.mark.parametrize("sent", ["", "#straight-step"])
def test_a_source_opens_and_closes_where_it_was_tapped(page: Page, sent: str) -> None:
    page.goto(f"/en/murlan/{sent}")
    source = page.locator("#straight-step > .source")
    expect(source).to_have_js_property("open", bool(sent))
    summary = source.locator("summary")
    summary.scroll_into_view_if_needed()
    where = summary.bounding_box()
    summary.click()
    expect(source).to_have_js_property("open", not sent)
    assert summary.bounding_box() == where


@pytest.mark.parametrize("game", GAMES)
def test_what_the_document_leaves_open_is_printed(page: Page, game: str) -> None:
    page.goto(f"/en/{game}/")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for name, rule in book(game).rules.items():
        if rule.note:
            expect(page.locator(f"#{name} > .source p").first).to_be_visible()


# --- A lesson, state by state ---

LEARNT = [game for game in GAMES if lesson(game)]
each_lesson = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in LEARNT for language in LANGUAGES]
)
CONTROLS = ".reply button, .reply label, .reply input[type=text], main .button"


class Tried(NamedTuple):
    """A try of a lesson in a language, with the right answer and a wrong one."""

    step: int
    """The number of its step, from 1."""
    name: str
    reply: Reply
    right: Sequence[str]
    wrong: Sequence[str]


def tries(game: str, language: str) -> Iterator[Tried]:
    """Yield the tries of a lesson in their order."""
    the = lesson(game)
    assert the
    with translation.override(language):
        for number, step in enumerate(told(game, language).steps, 1):
            for name, _words in step.tries:
                drill = the.tries[name].drill(game)
                ask = drill.asked(the.tries[name].question)
                assert ask.is_valid()
                reply, right = drill.reply(ask), drill.right(ask)
                others = [[option.value] for option in reply.options if not drill.is_right(ask, (option.value,))]
                yield Tried(number, name, reply, right, others[0] if others else [str(int(right[0]) + 1)])


def states(game: str, language: str) -> list[str]:
    """Return the addresses of every state of a lesson: each step, and each try not answered, answered wrongly and rightly."""
    with translation.override(language):
        steps = [step_address(game, at) for at in range(1, len(told(game, language).steps) + 1)]
    found = [*steps]
    for tried in tries(game, language):
        asked = f"{steps[tried.step - 1]}?try={tried.name}"
        answers = (urlencode({"given": "on", "answer": each}, doseq=True) for each in (tried.wrong, tried.right))
        found += [asked, *(f"{asked}&{answer}" for answer in answers)]
    return found


def test_axe_finds_nothing_in_any_kind_of_state_of_a_lesson(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    known = set[int]()
    for address in few_of(states, LEARNT):
        page.goto(address)
        is_accessible(page, known=known)


@pytest.mark.exhaustive(sample=4, content=proved.lesson)
@each_lesson
def test_each_lesson_state_fits_a_phone_and_names_its_controls(page: Page, game: str, language: str) -> None:
    page.set_viewport_size({"width": 320, "height": 740})
    for address in states(game, language):
        show(page, address)
        assert not scrolls_sideways(page), address
        assert too_small(page, CONTROLS) == [], address
        assert broken_words(page, ".reply legend, .reply button, .reply label, main .button") == [], address
        assert unnamed(page) == [], address


# --- A lesson, walked ---


def answer(page: Page, reply: Reply, values: Sequence[str], *, by_key: bool = False) -> None:
    """Give an answer with what the page has for it, by finger or by keyboard alone."""
    page.wait_for_load_state()  # the jump to a fragment, which ends the loading, takes the focus away
    if reply.is_number:
        page.locator("input[name=answer]").fill(values[0])
    elif reply.several:
        for value in values:
            page.locator(f'[name=answer][value="{value}"]').press(" ") if by_key else page.locator(
                f'label:has([name=answer][value="{value}"])'
            ).click()
    else:
        press(page, f'button[name=answer][value="{values[0]}"]', by_key)
        return
    press(page, "button[name=given]", by_key)


def press(page: Page, found: str, by_key: bool) -> None:
    if by_key:
        page.locator(found).press("Enter")
    else:
        page.locator(found).click()


def walked(page: Page, game: str, language: str, *, by_key: bool = False) -> None:
    """Walk a lesson from its first step to its last and answer each question rightly, the first of a step wrongly before."""
    with translation.override(language):
        addresses = [step_address(game, at) for at in range(1, len(told(game, language).steps) + 1)]
    here = page.locator(".steps [aria-current=step]")
    page.goto(addresses[0])
    before, at = 0, 1
    asked = list(tries(game, language))
    for (number, _name, reply, right, wrong), following in zip(asked, [*asked[1:], None], strict=True):
        while at < number:  # a step that only tells
            press(page, "a[rel=next]", by_key)
            at += 1
            expect(here).to_have_attribute("href", addresses[at - 1])
        expect(here).to_have_attribute("href", addresses[at - 1])
        if number != before:
            answer(page, reply, wrong, by_key=by_key)
            expect(page.locator(".verdict.no .rule").first).to_be_visible()
            expect(page.locator("#verdict")).to_be_in_viewport()
            press(page, ".verdict .onward a >> nth=0", by_key)
            expect(page.locator(".reply")).to_be_visible()
        before = number
        answer(page, reply, right, by_key=by_key)
        expect(page.locator(".verdict.yes .rule").first).to_be_visible()
        assert not scrolls_sideways(page), page.url
        press(page, ".verdict .onward a >> nth=0", by_key)
        expect(page.locator("#verdict")).to_have_count(0)
        if not following or following[0] != number:
            at += 1
    while at < len(addresses):
        expect(here).to_have_attribute("href", addresses[at - 1])
        press(page, "a[rel=next]", by_key)
        at += 1
    expect(page).to_have_url(re.compile(f"{addresses[-1]}$"))


@pytest.mark.exhaustive(sample=2, content=proved.lesson)
@each_lesson
def test_a_lesson_is_walked_to_its_end(browser: Browser, base_url: str, game: str, language: str) -> None:
    """By finger in English, by keyboard alone in the other languages; its end shows all steps as done."""
    context = browser.new_context(**PHONE, base_url=base_url, color_scheme="light", reduced_motion="reduce")
    page, by_key = context.new_page(), language != "en"
    walked(page, game, language, by_key=by_key)
    is_accessible(page)
    press(page, "main .go a >> nth=0", by_key)
    expect(page).to_have_url(re.compile(f"/{language}/{game}/drill/$"))
    context.close()


@pytest.mark.exhaustive(sample=1, content=proved.lesson)
@each_lesson
def test_a_lesson_is_walked_to_its_end_without_scripts(
    browser: Browser, base_url: str, game: str, language: str
) -> None:
    context = browser.new_context(**PHONE, base_url=base_url, java_script_enabled=False)
    walked(context.new_page(), game, language)
    context.close()


def test_from_an_answer_the_keyboard_goes_on_from_where_it_is_told(page: Page) -> None:
    page.goto("/en/murlan/lesson/")
    page.locator("button[name=answer]").first.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    onward = page.locator(".verdict .onward a").first
    for _stop in range(page.locator(".verdict a").count()):
        page.keyboard.press("Tab")
    expect(onward).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#try")).to_be_in_viewport()


def test_a_question_may_be_left_open(page: Page) -> None:
    page.goto("/en/murlan/lesson/")
    for _step in told("murlan", "en").steps[1:]:
        page.locator("a[rel=next]").click()
    expect(page.locator("a[rel=next]")).to_have_count(0)
    page.locator("a[rel=prev]").click()
    expect(page.locator(".try")).to_be_visible()


def test_the_ways_through_a_lesson_stand_where_its_text_does(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto("/it/machiavelli/lesson/5/")
    ways = page.locator("nav.steps")
    expect(ways).to_be_visible()
    expect(ways).to_have_css("padding-left", "0px")
