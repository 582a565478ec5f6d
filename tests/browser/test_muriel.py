"""Muriel at the table: a hand played by thumb, a trick with names, a match of nine."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.catalogue import GAMES
from games.notation import canonical
from rulesite.rulebook import tool_address
from tests.browser.keys import Keys
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, switch_language
from tests.muriel.test_rules import finished

DEAL = "&".join(
    f"deal.{seat}={cards}"
    for seat, cards in enumerate(
        [
            "AP+10P+6C+2Q+FQ+7F", "2P+FP+7C+3Q+DQ+8F", "3P+DP+8C+4Q+RQ+9F", "4P+RP+9C+5Q+AF+10F", "5P+AC+10C+6Q+2F+FF",
            "6P+2C+FC+7Q+3F+DF", "7P+3C+DC+8Q+4F+RF", "8P+4C+RC+9Q+5F+Xb", "9P+5C+AQ+10Q+6F+Xr",
        ]
    )
)  # fmt: skip


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "it-IT"}


def sound(page: Page) -> None:
    """Nothing for axe to find in either scheme, and nothing scrolls sideways."""
    is_accessible(page)
    assert not scrolls_sideways(page)


def test_a_hand_is_dealt_played_taken_back_and_played_out(page: Page) -> None:
    page.goto("/it/muriel/hand/")
    page.get_by_role("button", name="Dai le carte a caso").tap()
    expect(page.locator("#verdict")).to_have_text("Presa 1: apre Giocatore 1")
    expect(page.locator(".playable button")).to_have_count(6)
    sound(page)
    for turn in range(2, 10):
        page.locator(".playable button").first.tap()
        expect(page.locator("#verdict")).to_have_text(f"Presa 1: gioca Giocatore {turn}")
        expect(page.locator("#verdict")).to_be_focused()
        expect(page.locator(".trick .card.back")).to_have_count(1)
        for card in page.locator(".playable button").all():
            expect(card, "what can be played lies under the thumb").to_be_in_viewport(ratio=1)
    assert not scrolls_sideways(page)
    page.get_by_role("button", name="Riprendi l’ultima carta").tap()
    expect(page.locator("#verdict")).to_have_text("Presa 1: gioca Giocatore 8")
    for then in ("Presa 1: gioca Giocatore 9", "Presa 2: apre Giocatore 2"):
        page.locator(".playable button").first.tap()
        expect(page.locator("#verdict")).to_have_text(then)
    expect(page.locator(".trick .card.claim")).to_have_count(2)
    expect(page.locator(".trick .card.back")).to_have_count(0)
    sound(page)
    page.get_by_role("button", name="Finisci la presa a caso").tap()
    expect(page.locator("#verdict")).to_have_text("Presa 3: apre Giocatore 3")
    page.get_by_role("button", name="Finisci la smazzata a caso").tap()
    expect(page.locator("#verdict")).to_have_text(re.compile("^La smazzata è finita"))
    expect(page).not_to_have_url(re.compile("rest"))
    page.get_by_text("Prese giocate").tap()
    sound(page)
    page.get_by_role("button", name="Torna a prima della presa 2", exact=True).tap()
    expect(page.locator("#verdict")).to_have_text("Presa 2: apre Giocatore 2")
    page.go_back()
    page.get_by_role("link", name="Aggiungi ai punti della partita").tap()
    expect(page.locator(".sheet tfoot td").first).to_have_text("420")


def test_the_last_tricks_of_a_hand_by_taps(page: Page) -> None:
    deal, tricks = finished(7)
    question = {"deal": list(map(canonical, deal)), "dealer": 0, "tricks": list(map(canonical, tricks[:-6]))}
    asked = GAMES["muriel"].asks["hand"](question)
    assert asked.is_valid()
    with translation.override("it"):
        page.goto(tool_address(asked))
    verdict, over = page.locator("#verdict"), re.compile("^La smazzata è finita")
    played = 0
    while not over.match(before := verdict.inner_text()):
        page.locator(".playable button").first.tap()
        played += 1
        expect(verdict).not_to_have_text(before)
        expect(verdict).to_be_focused()  # only then the new keys are listened to
        assert played <= 300
    assert played > 9, "more than a trick"
    points = page.locator(".seats .points")
    expect(points).to_have_count(9)
    assert sum(int(re.sub(r"\D", "", text)) for text in points.all_text_contents()) == 420


def test_the_same_without_javascript(browser: Browser, base_url: str) -> None:
    context = browser.new_context(**PHONE, java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/en/muriel/hand/")
    page.locator("#deal > summary").click()
    page.get_by_label("Player 1", exact=True).fill("Ada")
    page.get_by_label("Player 1’s cards", exact=True).fill("Xb Xr Ks Kh Kd Kc")
    page.get_by_role("button", name="Deal at random").click()
    expect(page.locator("#verdict")).to_have_text("Trick 1: Ada leads")
    expect(page).not_to_have_url(re.compile("shuffle"))
    page.get_by_role("button", name="red joker").click()
    expect(page.locator("#verdict")).to_have_text("Trick 1: Player 2 plays")
    for then in (*(f"Trick 1: Player {turn} plays" for turn in range(3, 10)), "Trick 2: Player 2 leads"):
        page.locator(".playable button").first.click()
        expect(page.locator("#verdict")).to_have_text(then)
    expect(page.locator(".seats li").first).to_contain_text(re.compile(r"Ada.*\b(2[1-9]|3\d|4\d) points", re.DOTALL))
    page.locator("#played > summary").click()
    tricks = page.get_by_label("Tricks played")
    tricks.fill(tricks.input_value() + " / Xb")
    page.get_by_role("button", name="Show the hand").click()
    expect(page.locator("#faults + ul")).to_contain_text("Trick 2: it is Player 2’s turn")
    expect(tricks).to_have_value(re.compile(" / Xb$"))
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ada")
    context.close()


def test_the_trick_lies_in_sight_above_the_cards_to_choose_from(page: Page) -> None:
    page.goto("/en/muriel/hand/")
    page.get_by_role("button", name="Deal at random").tap()
    for turn in range(2, 10):
        page.locator(".playable button").first.tap()
        expect(page.locator("#verdict")).to_have_text(f"Trick 1: Player {turn} plays")
    last = page.locator(".turn .trick li").last
    expect(last).to_be_in_viewport(ratio=1)
    expect(last).to_have_text(re.compile("8$"))
    expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Undo the last card").tap()
    expect(page.locator("#verdict")).to_have_text("Trick 1: Player 8 plays")
    for _card in "89":
        page.locator(".playable button").first.tap()
    expect(page.locator("#verdict")).to_have_text("Trick 2: Player 2 leads")
    strip = page.locator(".turn").bounding_box()
    went = page.get_by_text(re.compile(r"Trick 1: Player 1 led; ")).bounding_box()
    assert strip
    assert went
    assert went["y"] + went["height"] <= strip["y"]


def test_a_tap_too_many_plays_no_card_of_the_next_player(page: Page) -> None:
    page.goto("/en/muriel/hand/")
    page.locator("#deal > summary").tap()
    page.get_by_label("Player 2", exact=True).fill("Wolfeschlegelsteinhausenbergerdorff12345")
    page.get_by_role("button", name="Deal at random").tap()
    first = page.locator(".playable button").first
    page.evaluate(
        """() => document.addEventListener("htmx:afterSwap", () => {
          const { left, top, width, height } = document.querySelector(".playable button").getBoundingClientRect();
          window.hit = document.elementFromPoint(left + width / 2, top + height / 2).closest("button");
        })"""
    )
    first.tap()
    expect(page.locator("#verdict")).to_have_text(re.compile("Trick 1: Wolfe.* plays"))
    assert page.evaluate("window.hit") is None
    assert not scrolls_sideways(page), "nor does a long name widen the page"
    page.locator(".playable button").first.tap()
    expect(page.locator("#verdict")).to_have_text("Trick 1: Player 3 plays")


@pytest.mark.parametrize("scripted", [True, False])
def test_what_is_typed_is_kept_when_cards_are_taken_back(browser: Browser, base_url: str, scripted: bool) -> None:
    context = browser.new_context(**PHONE, java_script_enabled=scripted, base_url=base_url)
    page = context.new_page()
    page.goto(f"/en/muriel/hand/?{DEAL}&dealer=0&now=FQ&notation=it")
    deal = page.locator("#deal > summary")
    deal.click()
    name = page.get_by_label("Player 2", exact=True)
    name.fill("Bea")
    page.get_by_role("button", name="Undo the last card").click()
    expect(page.locator("#verdict")).to_have_text("Trick 1: Player 1 leads")
    expect(name).to_have_value("Bea")
    page.get_by_role("button", name="Finish this trick at random").click()
    expect(page.locator("#verdict")).to_have_text("Trick 2: Bea leads")
    if not name.is_visible():
        deal.click()
    name.fill("Bice")
    if not (back := page.get_by_role("button", name="Back to before trick 1")).is_visible():
        page.locator("#played > summary").click()
    back.click()
    expect(page.locator("#verdict")).to_have_text("Trick 1: Player 1 leads")
    expect(name).to_have_value("Bice")
    expect(page).not_to_have_url(re.compile("back"))
    context.close()


def test_enter_in_a_field_plays_no_card(page: Page) -> None:
    page.goto(f"/it/muriel/hand/?{DEAL}&dealer=0")
    page.locator("#deal > summary").tap()
    page.get_by_label("Giocatore 2", exact=True).fill("Bea")
    page.keyboard.press("Enter")
    expect(page.locator(".seats li").nth(1)).to_contain_text("Bea")
    expect(page.locator("#verdict")).to_have_text("Presa 1: apre Giocatore 1")


def test_cards_are_played_by_keyboard(page: Page) -> None:
    page.goto(f"/it/muriel/hand/?{DEAL}&dealer=0")
    page.get_by_role("button", name="fante di quadri").focus()
    page.keyboard.press("Space")
    expect(page.locator("#verdict")).to_have_text("Presa 1: gioca Giocatore 2")
    page.get_by_text("Guarda la carta d’uscita").tap()
    expect(page.get_by_role("img", name="fante di quadri").first).to_be_visible()


def test_the_language_switch_keeps_the_hand_as_it_stands(page: Page) -> None:
    page.goto(f"/it/muriel/hand/?{DEAL}&dealer=0&player.0=Anna")
    page.get_by_role("button", name="fante di quadri").tap()
    expect(page.locator("#verdict")).to_have_text("Presa 1: gioca Giocatore 2")
    switch_language(page, "cs")
    expect(page.locator("#verdict")).to_have_text("1. zdvih: hraje Hráč 2")
    expect(page.locator(".seats li").first).to_contain_text("Anna")
    expect(page).to_have_url(re.compile("now=JK"))


def test_a_trick_tapped_card_by_card_with_names(page: Page) -> None:
    page.goto("/it/muriel/trick/")
    Keys(page).press("suits h K Xr d 7 Xb")
    page.get_by_text("Nomi, nello stesso ordine").tap()
    page.get_by_label("4ª carta", exact=True).fill("Dario")
    page.get_by_role("button", name="Chi prende che cosa?").tap()
    expect(page.locator("#verdict")).to_have_text("Dario per ora prende 62 punti")
    expect(page.locator(".trick .card.claim")).to_have_count(2)
    expect(page.locator(".trick .card.bonus")).to_have_count(2)
    sound(page)
    page.get_by_label("Carte nell’ordine di gioco").fill("RC 7Q")
    page.keyboard.press("Enter")
    expect(page.locator("#faults")).to_be_focused()
    expect(page.get_by_label("4ª carta", exact=True)).to_have_value("Dario")


def test_a_match_of_nine_is_counted_and_remembered(page: Page) -> None:
    page.goto("/it/muriel/score/")
    page.get_by_label("Giocatore 1", exact=True).first.fill("Anna")
    page.locator('[id="points.0.0"]').fill("200")
    keys = Keys(page)
    keys.open("points.0.1")
    expect(page, "what was typed is answered as the field is left").to_have_url(re.compile(r"points\.0\.0=200"))
    keys.press("suits Xb s K")
    expect(page.locator('[id="points.0.1"]')).to_have_value("Xb RP")
    sound(page)
    page.get_by_role("button", name="Conta i punti").tap()
    expect(page.locator("#verdict")).to_have_text("Partita in corso")
    expect(page.locator(".reasons")).to_contain_text("La smazzata 1 fa in tutto 235 punti")
    expect(page.locator(".sheet tfoot td").first).to_have_text("235")
    page.locator('[id="points.1.0"]').fill("100")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("Anna vince la partita")
    sound(page)
    page.get_by_role("link", name="Nuova partita, stessi giocatori").tap()
    expect(page.get_by_label("Giocatore 1", exact=True).first).to_have_value("Anna")
    page.goto("/it/muriel/score/")
    expect(page.get_by_label("Giocatore 1", exact=True).first).to_have_value("Anna")
