"""The pages of practice under the thumb: what is asked, the answer, the way on."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Locator, Page, expect

from games.catalogue import GAMES
from rulesite.rulebook import LANGUAGES
from tests.browser.kinds import few_of
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, show, too_small, unnamed

KINDS = [(game, kind) for game in GAMES for kind in GAMES[game].drills]
CONTROLS = ".reply button, .reply label, .reply input[type=text], main .button, .kinds a, .hit, .crumb a"
SEED, LEVEL = 7, 2
MOST = 12_000
"""Bytes of a question, or of its answer, as the server sends it to a browser, without its headers."""
OVERFLOWING = """boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).map(box => box.textContent.trim())"""
CONTROL = re.compile(r"^\s*- (?:button|checkbox|link)(.*?):?$", re.MULTILINE)


@cache
def asked(game: str, kind: str, language: str = "en", level: int = LEVEL, seed: int = SEED) -> Any:
    """A question as its page has it: :class:`games.practising.Exercise`."""
    with translation.override(language):
        path = reverse("drill", args=[game, kind])
    return (
        Client(headers={"host": "localhost"}).get(f"{path}?{urlencode({'level': level, 'seed': seed})}").context["it"]
    )


def wrong(it: Any) -> list[str]:
    """Some answer that is not right."""
    if it.reply.is_number:
        return [str(int(it.right[0]) + 1)]
    several = [[option.value for option in it.reply.options], []] if it.reply.several else []
    answers = [[option.value] for option in it.reply.options] + several
    return next(answer for answer in answers if not it.drill.is_right(it.ask, answer))


def question(it: Any) -> str:
    return f"{it.path}?{urlencode(it.pairs)}"


def answer(it: Any, values: list[str]) -> str:
    given = [("given", "on"), *(("answer", value) for value in values)]
    return f"{it.path}?{urlencode([*it.pairs, *given])}#verdict"


def sound_different(controls: Locator) -> None:
    """No two controls are called the same, and each is called something."""
    names = CONTROL.findall(controls.aria_snapshot())
    assert all(names), names
    assert len(names) == len(set(names)), names


def fits(page: Page, address: str = "") -> None:
    """A state as it has to be on a phone."""
    assert not scrolls_sideways(page), address
    assert page.locator("main .scroll").evaluate_all(OVERFLOWING) == [], address
    assert too_small(page, CONTROLS) == [], address
    assert unnamed(page) == [], address


def states(game: str, language: str) -> list[str]:
    """Return the addresses of what there is to practise and of each kind of question, not answered, wrongly and rightly."""
    with translation.override(language):
        found = [reverse("practice", args=[game])]
    for kind in GAMES[game].drills:
        it = asked(game, kind, language)
        found += [question(it), answer(it, wrong(it)), answer(it, list(it.right))]
    return found


def test_axe_finds_nothing_in_any_kind_of_question_or_answer(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    known = set[int]()
    for address in few_of(states, GAMES):
        page.goto(address)
        is_accessible(page, known=known)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_question_and_its_answers_fit_a_phone(page: Page, game: str, language: str) -> None:
    """In English at a common level, in the other languages, whose words are longer, at that of the most cards."""
    page.set_viewport_size(PHONE["viewport"])
    for kind in GAMES[game].drills:
        it = asked(game, kind, language) if language == "en" else asked(game, kind, language, level=3)
        show(page, question(it))
        fits(page, question(it))
        if language == "en":  # at the other level the same card may be there twice
            sound_different(page.locator("form.reply"))
        verdict = page.locator("#verdict")
        for values, tone in ((wrong(it), "no"), (list(it.right), "yes")):
            show(page, answer(it, values))
            expect(page.locator(f".verdict.{tone}")).to_be_visible()
            if language == "en":
                verdict.evaluate("verdict => verdict.scrollIntoView()")  # where the fragment of the address leads
                expect(verdict).to_be_in_viewport(ratio=1)
                expect(page.locator(".onward a").first).to_be_in_viewport(ratio=1)
            fits(page, answer(it, values))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_there_is_to_practise_fits_a_phone_and_is_named(page: Page, language: str) -> None:
    page.set_viewport_size(PHONE["viewport"])
    for game in GAMES:
        with translation.override(language):
            show(page, reverse("practice", args=[game]))
        fits(page, game)
        sound_different(page.locator("main"))


TYPES = {"one": ("murlan", "beats"), "several": ("muriel", "claims"), "number": ("murlan", "points")}
"""A kind of each way to answer."""
TURNS = [("one", True), ("several", False), ("number", True)]
"""Ways to answer by finger, and whether scripts run; by keyboard it is the other way round."""


@pytest.mark.parametrize(("type_", "scripts"), TURNS)
def test_a_thumb_answers_and_goes_on(browser: Browser, base_url: str, type_: str, scripts: bool) -> None:
    context = browser.new_context(**PHONE, base_url=base_url, java_script_enabled=scripts)
    page = context.new_page()
    it = asked(*TYPES[type_])
    page.goto(question(it))
    match type_:
        case "one":
            page.locator(f"button[name=answer][value='{it.right[0]}']").tap()
        case "several":
            for value in it.right:
                page.locator(f"label:has([value='{value}'])").tap()
            page.get_by_role("button", name="Check").tap()
        case _:
            page.get_by_role("textbox").fill(it.right[0])
            page.get_by_role("button", name="Check").tap()
    expect(page.locator(".verdict.yes #verdict")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Next question").tap()
    expect(page.locator("form.reply")).to_be_visible()
    expect(page).not_to_have_url(question(it))
    context.close()


@pytest.mark.network_fails
@pytest.mark.parametrize("type_", TYPES)
def test_without_a_network_the_question_stays_and_says_so(page: Page, type_: str) -> None:
    it = asked(*TYPES[type_])
    page.goto(question(it))
    page.context.set_offline(True)
    if type_ == "number":
        page.get_by_role("textbox").fill("7")
    for _twice in range(2):
        page.locator("form.reply button").first.click()
        said = page.locator("form.reply [role=alert]")
        expect(said).to_have_count(1)
        expect(said).to_contain_text("No connection")
        expect(said).to_be_in_viewport(ratio=1)
    expect(page).to_have_url(re.compile(re.escape(question(it)) + "$"))
    page.context.set_offline(False)
    expect(page.locator("#verdict, form.reply .error"), "it is asked by itself").to_be_visible()


@pytest.mark.parametrize(("type_", "scripts"), [(type_, not scripts) for type_, scripts in TURNS])
def test_the_keyboard_alone_answers_and_goes_on(browser: Browser, base_url: str, type_: str, scripts: bool) -> None:
    context = browser.new_context(base_url=base_url, java_script_enabled=scripts)
    page = context.new_page()
    it = asked(*TYPES[type_])
    page.goto(question(it))

    def onward_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.locator(f"{selector}:focus").count():
                return
        pytest.fail(f"{selector} is not reached")

    match type_:
        case "one":
            onward_to(f"button[name=answer][value='{it.right[0]}']")
            page.keyboard.press("Enter")
        case "several":
            for option in it.reply.options:
                onward_to(f"[value='{option.value}']")
                if option.value in it.right:
                    page.keyboard.press("Space")
            onward_to("button[name=given]")
            page.keyboard.press("Enter")
        case _:
            onward_to("input[name=answer]")
            page.keyboard.type(it.right[0])
            page.keyboard.press("Enter")
    expect(page.locator(".verdict.yes")).to_be_visible()
    onward_to(".onward a")  # from the verdict on, not from the top of the page
    page.keyboard.press("Enter")
    expect(page.locator("form.reply")).to_be_visible()
    context.close()


def test_nothing_answered_is_said_where_the_answer_is_asked_for(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    it = asked(*TYPES["number"])
    page.goto(question(it))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".error")).to_be_in_viewport()
    fits(page)
    is_accessible(page)


def test_hints_come_up_to_the_answer(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto(question(asked("murlan", "beats")))
    for name in ("Give me a hint", "Give me a hint", "Show me the answer"):
        page.get_by_role("link", name=name).click()
    expect(page.get_by_role("link", name="Next question")).to_be_in_viewport(ratio=1)
    fits(page)
    is_accessible(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_practice_is_light(language: str) -> None:
    client = Client(headers={"host": "localhost"})
    for game, kind in KINDS:
        it = asked(game, kind, language, level=3)
        for address in (question(it), answer(it, wrong(it)).partition("#")[0]):
            sent = client.get(address, headers={"accept-encoding": "gzip, br"})
            assert sent["Content-Encoding"] == "br"
            assert len(sent.content) <= MOST, address


@pytest.mark.parametrize(("width", "sizes"), [(360, ("medium", "large")), (1280, ("large", "large"))])
def test_cards_of_a_question_show_all_their_pips_where_there_is_room(
    page: Page, width: int, sizes: tuple[str, str]
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for query, size in zip(("cards=4h+5c+6c+7d+8c", "cards=4h+4c"), sizes, strict=True):
        page.goto(f"/en/murlan/drill/begin/?{query}")
        card = page.locator(".drill .card").first
        shown, hidden = (".l", ".m") if size == "large" else (".m", ".l")
        expect(card.locator(shown)).to_be_visible()
        expect(card.locator(hidden)).to_be_hidden()
        expect(card).to_have_accessible_name("four of hearts")
        assert not scrolls_sideways(page)
