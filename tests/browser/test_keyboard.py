"""The card keyboard on a phone: how many taps a question costs, that nothing is lost, that text and drawing agree."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import groupby
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page, Route, expect

from games.notation import NOTATIONS, UnreadableCards
from games.words import card_name
from rulesite.rulebook import LANGUAGES
from tests.browser.keys import Aloud, Keys
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, too_small


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "en-GB"}


# --- How many taps ---


def test_a_dispute_takes_seven_taps_and_no_scrolling(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4 run 8 next 5 run 9")
    expect(page.locator("#cards")).to_have_value("5 6 7 8 9")
    answer = page.locator(".dock .said")
    expect(answer).to_have_text("Yes, it beats the cards on the table")
    expect(answer).to_be_in_viewport(ratio=1)
    assert keys.is_in_sight("cards")
    assert keys.is_in_sight("table")
    assert keys.taps == 7


def test_the_house_rule_that_turns_a_verdict_is_one_tap(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4 run 8 next 6 run T")
    expect(page.locator(".dock .said")).to_have_text("No, you cannot play it")
    taps = keys.taps
    keys.tap(page.locator(".dock .turned a"))
    expect(page.locator("#verdict")).to_have_text("Yes, it beats the cards on the table")
    expect(page.locator("#verdict")).to_be_in_viewport()
    assert keys.taps == taps + 1


def test_a_hand_of_21_takes_23_taps_and_the_tiplu_three_more(page: Page) -> None:
    page.goto("/it/marriage/arrange/")
    keys = Keys(page)
    keys.press("3 run 6", "h 3 6 9 run J", "d 3 8 J run K", "c 5 7 7 7 8 Q K")
    expect(keys.cards("hand")).to_have_count(21)
    assert keys.taps == 23
    assert keys.is_in_sight("hand")
    expect(page.locator("#answer > *"), "with the last card it answers").not_to_have_count(0)
    keys.press("next h 5")
    assert keys.taps == 26
    assert keys.is_in_sight("tiplu")
    expect(page.locator("#tiplu")).to_have_value("5C")
    expect(page).to_have_url(re.compile(r"tiplu=5C"))


def test_a_table_of_eight_groups_and_a_hand_of_13_take_41_taps_in_mixed_order(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys = Keys(page)
    keys.press("9 K", "set 7 c", "h 2 5", "set 9 s", "d A 3", "set Q c", "c 3 7", "set K s")
    groups = "9s Ts Js Qs Ks / 7s 7h 7d / 2h 3h 4h 5h / 9h 9d 9c / Ad 2d 3d / Qs Qh Qd / 3c 4c 5c 6c 7c / Kh Kd Kc"
    expect(page.locator("#table")).to_have_value(groups)
    assert keys.taps == 23
    assert keys.is_in_sight("table")
    keys.press("next", "s 8 2", "h 8 6 T J", "d 4 7 T Q", "c 2 9 Q")
    expect(keys.cards("hand")).to_have_count(13)
    assert keys.taps == 41
    assert keys.is_in_sight("hand")
    expect(page.locator(".dock .said")).to_have_text(re.compile("You can play"))


def test_with_the_runs_first_the_eight_groups_take_20_taps(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys = Keys(page)
    keys.press("9 K", "h 2 5", "d A 3", "c 3 7", "set 7 c 9 s Q c K s")
    assert (keys.taps, len(page.locator("#table").input_value().split("/"))) == (20, 8)


def test_a_trick_of_nine_takes_nine_taps(page: Page) -> None:
    page.goto("/en/muriel/trick/")
    keys = Keys(page)
    keys.press("K X 7 8 9 7 A 2 3")
    expect(page.locator(".dock .said")).to_have_text(re.compile("takes"))
    assert keys.taps == 9
    assert keys.is_in_sight("cards")


# --- Nothing is lost ---


def test_a_card_of_which_none_is_left_is_dim_and_a_tap_says_why(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys = Keys(page)
    keys.press("begin fill Q Q")
    queen = keys.key("Q")
    expect(queen).to_have_attribute("aria-disabled", "true")
    expect(queen).to_have_attribute("aria-label", "queen of spades ×2")
    aloud = Aloud(page)
    keys.press("Q")
    expect(page.locator(".board .head")).to_have_text("None left: queen of spades.")
    aloud.expect(r"^None left: queen of spades\.")
    expect(page.locator("#table")).to_have_value("Qs Qs")
    keys.press("next Q")
    expect(page.locator("#hand"), "copies are counted over all fields").to_have_value("")
    page.goto("/en/marriage/set/")
    keys.press("7 7 7")
    expect(keys.key("7")).to_have_attribute("aria-disabled", "true")
    keys.press("7")
    expect(page.locator("#cards")).to_have_value("7s 7s 7s")
    for _copy in range(3):
        keys.take_out("cards", "Remove: seven of spades")
    expect(page.locator("#cards")).to_have_value("")
    expect(keys.key("7")).not_to_have_attribute("aria-disabled", "true")


def test_of_four_decks_a_run_lacks_nothing_or_is_not_laid(page: Page) -> None:
    page.goto("/en/murlan/plays/")
    keys = Keys(page)
    page.locator("#hand").fill("6 6 6 6 4")
    keys.press("run 8")
    expect(page.locator(".board .head")).to_have_text("None left: six of any suit.")
    expect(page.locator("#hand")).to_have_value("6 6 6 6 4")


def test_each_step_back_restores_what_stood_before_it(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys, table = Keys(page), page.locator("#table")
    table.fill("3-5h / 9*")
    stood = [table.input_value()]
    for step in ("s", "4", "8", "h", "d", "J", "set", "7", "c", "K", "begin", "fill", "2"):
        keys.press(step)
        stood.append(table.input_value())
    keys.tap(keys.field("table").get_by_role("button", name=re.compile(r"^Group 1\b")))
    keys.take_out("table", "Remove: four of hearts")
    expect(table).to_have_value(re.compile("^3h 5h /"))
    back = []
    while table.input_value():
        back.append(table.input_value())
        assert len(back) < 40
        keys.press("undo")
    assert [text for text, _same in groupby(back[1:])] == [text for text, _same in groupby(reversed(stood))]


def test_after_a_set_the_key_of_sets_begins_another(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys, table = Keys(page), page.locator("#table")
    keys.into("table", "set 7")
    keys.press("set 9")
    expect(table).to_have_value("7s 7h 7d 7c / 9s 9h 9d 9c")
    keys.press("set")
    keys.press("set")  # pressed twice it is off
    keys.press("5")
    expect(table).to_have_value("7s 7h 7d 7c / 9s 9h 9d 9c / 5s")


def test_a_run_that_waits_for_its_other_end_is_not_judged_yet(page: Page) -> None:
    page.goto("/en/murlan/play/?table=4+5+6+7+8")
    page.evaluate("window.asks = 0; addEventListener('cards', () => { window.asks += 1; })")  # by which it is asked
    keys = Keys(page)
    keys.into("cards", "run 6")
    expect(page.locator("#cards")).to_have_value("6")
    assert page.evaluate("window.asks") == 0
    keys.press("9")
    assert page.evaluate("window.asks") == 1
    expect(page.locator(".dock .said")).to_have_text("No, you cannot play it")
    keys.press("undo")
    expect(page.locator("#cards")).to_have_value("6")
    expect(page.locator("[data-key=run]")).to_have_attribute("aria-pressed", "true")
    keys.press("run")  # it is given up: one card is what is asked
    expect(page.locator("#answer .verdict")).to_contain_text("six")
    expect(page).to_have_url(re.compile("&cards=6(&|$)"))


def test_the_key_of_single_cards_ends_the_laying_of_sets(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys, table = Keys(page), page.locator("#table")
    keys.into("table", "set 7")
    expect(page.locator("[data-key=set]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-key=fill]").tap()
    expect(page.locator("[data-key=set]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-key=fill]")).to_have_attribute("aria-pressed", "true")
    keys.press("begin")
    keys.press("8")
    expect(table).to_have_value("7s 7h 7d 7c / 8s")
    keys.press("set")
    expect(page.locator("[data-key=fill]"), "one of the two at a time").to_have_attribute("aria-pressed", "false")


def test_without_a_step_to_take_back_the_last_card_goes(page: Page) -> None:
    page.goto("/en/murlan/plays/?hand=4s+5h")
    keys = Keys(page)
    keys.into("hand", "undo")
    expect(page.locator("#hand")).to_have_value("4s")


def test_text_that_cannot_be_read_stays_and_the_rest_is_drawn(page: Page) -> None:
    page.goto("/en/marriage/set/")
    keys, text = Keys(page), page.locator("#cards")
    text.fill("4s zz 5h")
    expect(keys.cards("cards")).to_have_count(2)
    expect(keys.field("cards").locator(".tray.active .unread")).to_have_text("zz")
    expect(text).to_have_class(re.compile("typed"))
    keys.press("h 6")
    expect(text).to_have_value("4s zz 5h 6h")
    keys.take_out("cards", "Remove: four of spades")
    expect(text).to_have_value("zz 5h 6h")


TAPPED = """async ([field, chances]) => {
  const found = [];
  const tray = document.querySelector(`.cards-field:has(> [id='${field}']) .tray`);
  const drawn = (group) => group.matches(".open, .tray.active")
    ? [...group.querySelectorAll(".lies")].map((card) => card.ariaLabel.replace("Remove: ", ""))
    : (group.ariaLabel ?? "").split(": ").at(-1).split(", ");
  for (const [which, where] of chances) {
    const pick = (all, chance) => all[Math.floor(chance * all.length)];
    const keys = [...document.querySelectorAll(".board [data-key]")].filter(({ dataset }) => !["close", "type", "next"].includes(dataset.key));
    const key = pick([...keys, ...keys.filter(({ dataset }) => dataset.key === "undo"), null], which);
    const tapped = key ?? pick([...tray.querySelectorAll("button")], where);
    if (!tapped) continue;
    const [name, leavesOut] = [key ? key.dataset.key : "tray", Boolean(key?.textContent.startsWith("−"))];
    tapped.click();
    await null;
    const groups = [...tray.querySelectorAll(".group")];
    found.push([name, leavesOut, document.getElementById(field).value, (groups.length ? groups : [tray]).map(drawn)]);
  }
  return found;
}"""
"""Tap keys and cards by chance and return, after each tap, its name, whether it leaves a card out, the text, and what is drawn."""


@pytest.mark.parametrize(
    ("address", "field", "copies"), [("machiavelli/best", "table", 2), ("marriage/set", "cards", 3)]
)
def test_after_any_taps_text_and_drawing_agree_and_adding_takes_nothing_away(
    page: Page, address: str, field: str, copies: int
) -> None:
    page.goto(f"/en/{address}/")
    page.evaluate("document.querySelector('form.ask').removeAttribute('hx-get')")  # nothing is asked
    expect(page.locator(".board")).to_be_visible()
    rng, before = random.Random(address), Counter[str]()
    for name, leaves_out, text, drawn in page.evaluate(
        TAPPED, [field, [[rng.random(), rng.random()] for _tap in range(150)]]
    ):
        parts = [NOTATIONS["en"].read(part, bare=True) for part in (text.split("/") if field == "table" else [text])]
        written = [[card_name(card) for card in part] for part in parts if part]
        groups = [[card for card in group if card and not card.startswith("Group ")] for group in drawn]
        assert [group for group in groups if group] == written
        now = Counter(card for group in written for card in group)
        assert max(now.values(), default=0) <= copies
        if name not in ("undo", "tray") and not leaves_out:
            assert before <= now, name
        assert sum((before - now).values()) <= 1 or name == "undo", "a tap takes one card out"
        before = now


# --- Groups ---


def test_a_run_whose_ends_were_told_does_not_swallow_a_card_far_from_it(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys, table = Keys(page), page.locator("#table")
    keys.press("c 3 5 6")
    expect(table, "the next card of the suit goes on with it").to_have_value("3c 4c 5c 6c")
    keys.press("9 K")
    expect(table).to_have_value("3c 4c 5c 6c / 9c Tc Jc Qc Kc")
    keys.press("undo")
    expect(table).to_have_value("3c 4c 5c 6c / 9c")
    keys.press("undo")
    expect(table).to_have_value("3c 4c 5c 6c")


def test_a_group_is_opened_in_place_extended_and_closed(page: Page) -> None:
    page.goto("/en/machiavelli/best/?table=3c+4c+5c+/+Qh+Qd&hand=As")
    keys, table = Keys(page), page.locator("#table")
    keys.open("table")
    keys.tap(keys.field("table").get_by_role("button", name=re.compile(r"^Group 1\b")))
    expect(keys.field("table").locator(".group.open .lies")).to_have_count(3)
    keys.press("8")
    expect(table).to_have_value("3c 4c 5c 6c 7c 8c / Qh Qd")
    keys.press("A")
    expect(table).to_have_value("Ac 2c 3c 4c 5c 6c 7c 8c / Qh Qd")
    keys.tap(keys.field("table").get_by_role("button", name=re.compile(r"^Group 2\b")))
    keys.press("c Q")
    expect(table).to_have_value("Ac 2c 3c 4c 5c 6c 7c 8c / Qh Qd Qc")
    keys.press("begin 9")
    expect(table).to_have_value("Ac 2c 3c 4c 5c 6c 7c 8c / Qh Qd Qc / 9c")
    keys.press("h J A")
    expect(table).to_have_value("Ac 2c 3c 4c 5c 6c 7c 8c / Qh Qd Qc / 9c / Jh Qh Kh Ah")


def test_a_set_begins_with_a_lone_card_of_its_rank(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys, table = Keys(page), page.locator("#table")
    keys.press("h 7 set 7")
    expect(table).to_have_value("7h 7s 7d 7c")
    keys.press("c")
    expect(table, "one of them is left out as of any set").to_have_value("7h 7s 7d")
    keys.press("undo undo")
    expect(table).to_have_value("7h")
    keys.press("9")
    expect(table, "another rank is another group").to_have_value("7h / 9s 9h 9d 9c")
    keys.press("9")
    expect(table, "so is a set of the other pack").to_have_value("7h / 9s 9h 9d 9c / 9s 9h 9d 9c")
    keys.tap(keys.field("table").get_by_role("button", name=re.compile(r"^Group 1\b")))
    keys.press("set 7")
    expect(table, "one that was opened is completed").to_have_value("7h 7s 7d 7c / 9s 9h 9d 9c / 9s 9h 9d 9c")


def test_a_joker_takes_a_gap(page: Page) -> None:
    page.goto("/en/machiavelli/best/?house.jokers=on")
    keys = Keys(page)
    keys.into("table", "9 X Q")
    expect(page.locator("#table")).to_have_value("9s X Js Qs")


@pytest.mark.parametrize("tool", ["marriage/arrange", "machiavelli/best", "ramino/arrange"])
def test_there_is_a_joker_where_the_house_rules_bring_one(page: Page, tool: str) -> None:
    page.goto(f"/en/{tool}/")
    keys = Keys(page)
    keys.open("hand")
    expect(keys.key("A")).to_be_visible()
    expect(keys.key("X")).to_have_count(0)
    rule = page.locator(
        "[name='house.jokers'], [name='house.pack'][value='two-jokers'], select[name='house.pack']"
    ).first
    if not rule.is_visible():
        page.locator("details.house > summary").click()
    if rule.evaluate("each => each.tagName") == "SELECT":
        rule.select_option("two-jokers")
    else:
        rule.check()
        expect(keys.board, "another kind of field closes it").to_be_hidden()
    keys.open("hand")
    keys.press("X 5")
    expect(keys.cards("hand")).to_have_count(2)


def test_a_step_back_into_a_pack_that_is_gone_draws_what_is_left_of_it(page: Page) -> None:
    page.goto("/en/marriage/arrange/")
    keys, jokers = Keys(page), page.locator("[name='house.jokers']")
    if not jokers.is_visible():
        page.locator("details.house > summary").click()
    jokers.check()
    expect(keys.board).to_be_hidden()
    keys.into("hand", "X 5 6")
    jokers.uncheck()
    expect(keys.key("X")).to_have_count(0)
    expect(keys.board).to_be_hidden()
    keys.open("hand")
    keys.press("undo undo 9")
    expect(page.locator("#hand")).to_have_value("X 9s")
    expect(keys.cards("hand")).to_have_count(1)


def test_an_empty_group_stays_open_until_a_card_comes(page: Page) -> None:
    page.goto("/en/marriage/maal/")
    page.locator("#floor").fill("6-8s\n")
    keys = Keys(page)
    keys.press("fill h 9 9")
    expect(page.locator("#floor")).to_have_value("6s 7s 8s / 9h 9h")


# --- In step with typing ---


def test_typing_and_tapping_stay_in_step(page: Page) -> None:
    page.goto("/it/murlan/plays/")
    keys, hand = Keys(page), page.locator("#hand")
    hand.fill("4p 10♥ xb Kf")
    expect(hand).to_be_focused()
    expect(hand, "what is being typed is not rewritten").to_have_value("4p 10♥ xb Kf")
    names = ["quattro di picche", "dieci di cuori", "jolly nero", "re di fiori"]
    expect(keys.field("hand").locator(".lies")).to_have_count(4)
    for name in names:
        expect(keys.field("hand").get_by_role("button", name=f"Togli: {name}", exact=True)).to_have_count(1)
    keys.take_out("hand", "Togli: dieci di cuori")
    expect(hand).to_have_value("4P Xb RF")
    keys.press("suits d A Xr")
    expect(hand).to_have_value("4P Xb RF AQ Xr")
    hand.fill("")
    expect(keys.cards("hand")).to_have_count(0)


def test_what_was_typed_in_short_is_drawn_card_by_card(page: Page) -> None:
    page.goto("/it/murlan/plays/")
    keys, hand = Keys(page), page.locator("#hand")
    hand.fill("7 3-5f Dpc")
    expect(keys.cards("hand")).to_have_count(6)
    keys.press("suits d A")
    keys.take_out("hand", "Togli: quattro di fiori")
    expect(hand).to_have_value("7 3F 5F DP DC AQ")
    keys.take_out("hand", "Togli: donna di cuori")
    keys.take_out("hand", "Togli: sette di qualsiasi seme")
    expect(hand).to_have_value("3F 5F DP AQ")
    hand.fill("7 7 7 7")
    keys.press("s 7")
    expect(hand, "one of its rank was there: now its suit is known").to_have_value("7 7 7 7P")
    hand.fill("7* 8")
    keys.take_out("hand", "Togli: sette di cuori")
    expect(hand).to_have_value("7P 7Q 7F 8")


def test_the_cards_to_play_are_taken_from_the_hand(page: Page) -> None:
    page.goto("/en/murlan/play/?hand=4s+5d+5h+9&cards=4s")
    keys = Keys(page)
    keys.open("cards")
    enabled = keys.board.locator("[data-key^=rank]:not([aria-disabled])")
    expect(enabled).to_have_count(2)
    keys.press("9 K")
    expect(page.locator(".board .head")).to_have_text("Not there to choose: king of any suit.")
    expect(page).to_have_url(re.compile(r"cards=4s\+9"))
    keys.tap(keys.field("hand").get_by_role("button", name="Take: five of hearts"))
    expect(page.locator("#cards")).to_have_value("4s 9 5h")
    expect(page.locator("#hand")).to_have_value("4s 5d 5h 9")
    keys.press("5")
    expect(page.locator("#cards"), "a rank is the card of it that is held").to_have_value("4s 9 5h 5d")


def test_suits_are_asked_where_they_matter(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    expect(keys.key("h")).to_have_count(0)
    keys.press("close")
    page.get_by_label("This is the first play of the match").check()
    keys.into("cards", "h 3")
    expect(page.locator("#cards")).to_have_value("3h")
    keys.press("suits 3")
    expect(page.locator("#cards")).to_have_value("3h 3")


@pytest.mark.parametrize("language", list(NOTATIONS))
def test_the_script_reads_every_word_as_the_server_does(page: Page, language: str) -> None:
    page.goto(f"/{language}/murlan/plays/")
    rng = random.Random(language)
    letters = ["10", *"A27TJQKFDRXBPCSshdc♠♦", "-", "–", "*"]
    words = ["".join(rng.choices(letters, k=rng.randint(1, 5))) for _word in range(4000)]
    words += [
        f"{low}-{high}{suit}" for low in ("A", "3", "10", "T", "K") for high in ("A", "5", "k", "T") for suit in "sqPc♣"
    ]
    script = page.locator("script[src*='/pack.']").get_attribute("src")
    reading = "async ([script, words]) => { const { read } = await import(script); return words.map(read); }"
    pieces = page.evaluate(reading, [script, words])
    read = [
        [card for piece in found for card in piece["cards"]]
        if sum(piece["end"] - piece["at"] for piece in found) == len(word)
        else None
        for word, found in zip(words, pieces, strict=True)
    ]
    expected = []
    for word in words:
        try:
            expected.append([card.text for card in NOTATIONS[language].read(word, bare=True)])
        except UnreadableCards:
            expected.append(None)
    assert list(zip(words, read, strict=True)) == list(zip(words, expected, strict=True))
    assert sum(cards is not None for cards in expected) > 300


def test_where_points_may_stand_the_keyboard_opens_by_its_button_only(page: Page) -> None:
    page.goto("/en/muriel/score/?player.0=Ada&player.1=Ben")
    keys = Keys(page)
    points = page.locator("[id='points.0.0']")
    points.tap()
    expect(points).to_be_focused()
    expect(points).to_have_attribute("inputmode", "numeric")
    expect(keys.board).to_be_hidden()
    points.fill("7")
    expect(keys.cards("points.0.0"), "seven points are no card").to_have_count(0)
    aloud = Aloud(page)
    keys.into("points.0.0", "X")
    aloud.expect(r"Removed: 7\.")
    keys.press("undo")
    expect(points).to_have_value("7")
    keys.press("X K")
    expect(points).to_have_value("X K")
    expect(points).not_to_be_focused()
    page.locator("[name='player.1']").focus()
    expect(keys.board, "another kind of field").to_be_hidden()


# --- By keys, by ear, in every size ---


def test_everything_by_keyboard(page: Page) -> None:
    page.goto("/en/murlan/play/?hand=3s+4h+Th")
    keys, cards = Keys(page), page.locator("#cards")
    keys.field("cards").locator(".opens").focus()
    page.keyboard.press("Enter")
    expect(keys.key("3")).to_be_focused()
    assert keys.board.locator("[data-key][tabindex='0']").count() == 1
    page.keyboard.press("Space")
    expect(cards).to_have_value("3s")
    page.keyboard.press("ArrowRight")
    expect(keys.key("4")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(keys.key("J")).to_be_focused()
    page.keyboard.press("0")
    expect(cards).to_have_value("3s Th")
    aloud = Aloud(page)
    page.keyboard.press("Backspace")
    expect(cards).to_have_value("3s")
    aloud.expect(r"Undone\. Cards you want to play: 1\.")
    page.keyboard.press("Escape")
    expect(keys.board).to_be_hidden()
    expect(keys.field("cards").locator(".opens")).to_be_focused()
    page.keyboard.press("Tab")
    expect(cards, "the text field comes after what it holds").to_be_focused()
    page.keyboard.type(" 4h")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()


@pytest.mark.network_fails
def test_what_is_typed_before_the_page_knows_the_letters_waits_for_them(page: Page) -> None:
    held: list[Route] = []
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4")
    expect(keys.key("4"), "a tap has reached it").to_be_focused()
    page.route("**/hardware*", lambda route: route.abort())
    with page.expect_console_message(lambda said: said.type == "warning"):  # the page itself knows by then
        page.keyboard.press("5")
    page.unroute("**/hardware*")
    page.route("**/hardware*", lambda route: held.append(route))
    with page.expect_request("**/hardware*"):
        for typed in ("6", "1", "0", "Space", "Enter", "7"):  # neither a space nor Enter lays another 4
            page.keyboard.press(typed)
    held.pop().fallback()
    expect(page.locator("#table"), "the 5 was lost with the network").to_have_value("4 6 T")
    expect(page.locator("#cards")).to_have_value("7")


@pytest.mark.parametrize(
    ("language", "typed", "text"),
    [
        ("en", "s5h7-TdQKA", "5s 7h 8h 9h Th Qd Kd Ad"),
        ("it", "p5c7-0qDRA", "5P 7C 8C 9C 10C DQ RQ AQ"),
        ("cs", "p5s7-0KDKA", "5P 7S 8S 9S 10S DK KK AK"),
    ],
)
def test_the_letters_of_the_language_are_keys(page: Page, language: str, typed: str, text: str) -> None:
    page.goto(f"/{language}/marriage/arrange/")
    keys = Keys(page)
    keys.key("A").focus()
    for at, letter in enumerate(typed):
        is_suit = language == "cs" and letter == "K" and typed[at - 1] == "0"
        page.keyboard.press(f"Shift+{letter}" if is_suit else letter if letter.islower() else letter.lower())
    expect(page.locator("#hand")).to_have_value(text)


def test_what_was_added_is_said_once_the_taps_rest(page: Page) -> None:
    page.goto("/en/murlan/plays/")
    keys, aloud = Keys(page), Aloud(page)
    expect(keys.board).to_be_visible()
    page.evaluate("for (const rank of '559') document.querySelector(`.board [data-key='rank ${rank}']`).click()")
    aloud.expect(r"^nine of any suit\. Cards in hand: 3\.")
    aloud.expect("play")
    assert not [text for text in aloud.said() if "five" in text]


SINGLE, GROUPED = "/it/murlan/play/?table=4&cards=5", "/cs/machiavelli/best/?table=3T+4T+5T+/+7P+7S+7K&hand=2P"


@pytest.mark.parametrize(("address", "width"), [(SINGLE, 320), (GROUPED, 320), (SINGLE, 360), (GROUPED, 1280)])
def test_axe_finds_nothing_and_each_key_can_be_hit(browser: Browser, base_url: str, address: str, width: int) -> None:
    touch = PHONE if width < 1000 else {}
    context = browser.new_context(**(touch | {"viewport": {"width": width, "height": 740}}), base_url=base_url)
    page = context.new_page()
    page.goto(address)
    keys = Keys(page, touch=width < 1000)
    first = "table"
    keys.open(first)
    if "best" in address:
        keys.field(first).scroll_into_view_if_needed()
        keys.tap(keys.field(first).locator("button.group").first)
    assert too_small(page, ".board button, .ask .tray button") == []
    assert not scrolls_sideways(page)
    if width > 320:
        is_accessible(page)
    names = keys.board.locator("[data-key]").evaluate_all("keys => keys.map(key => key.ariaLabel ?? key.textContent)")
    assert len(names) == len(set(names))
    context.close()


def test_on_a_wide_screen_the_keyboard_stands_beside_the_form(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4")
    board, main = keys.board.bounding_box(), page.locator("main").bounding_box()
    assert board
    assert main
    assert main["x"] + main["width"] <= board["x"]
    keys.press("next 5")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#verdict")).to_be_focused()
    expect(keys.board, "there it covers nothing").to_be_visible()
    page.goto("/en/murlan/play/?table=4&cards=5")
    expect(page.locator("#verdict")).to_be_focused()
    expect(keys.board).to_be_visible()
    keys.press("close")
    expect(keys.board).to_be_hidden()


def test_beside_the_form_the_keys_stay_where_they_are_as_an_answer_comes(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 640})
    page.goto("/en/murlan/play/")
    keys = Keys(page, touch=False)
    keys.into("table", "4")
    dock, before = page.locator(".dock"), keys.key("5").bounding_box()
    expect(dock).to_contain_text("Still needed")
    page.evaluate("scrollTo(0, 0)")
    keys.into("cards", "5")
    expect(dock.locator(".said")).to_be_visible()
    assert keys.key("5").bounding_box() == before
    page.locator("#verdict").scroll_into_view_if_needed()
    expect(dock).to_be_hidden()
    assert keys.key("5").bounding_box() == before


def test_with_a_mouse_one_types_on_in_the_field_that_was_clicked(browser: Browser, base_url: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=base_url)
    page.goto("/en/murlan/play/?cards=6")
    page.locator(".cards-field:has(#table) .tray.active").click()
    page.keyboard.type("4 5")
    expect(page.locator("#table"), "a space is no key").to_have_value("4 5")
    page.locator("label[for=cards]").click()
    page.keyboard.type("7")
    expect(page.locator("#cards")).to_have_value("6 7")
    page.locator(".cards-field:has(#table) .opens").click()
    page.keyboard.type("6")
    expect(page.locator("#table")).to_have_value("4 5 6")
    page.goto("/en/machiavelli/turn/")
    page.locator(".cards-field:has(#before) .tray.active").click()
    page.keyboard.type("3s4s5s / 7h 7d")
    expect(page.locator("#before"), "cards with their suits are a text").to_have_value("3s4s5s / 7h 7d")
    expect(page.locator(".cards-field:has(#before) .tray .card")).to_have_count(5)
    page.locator("label[for=hand]").click()
    page.keyboard.type("7c 3h")
    expect(page.locator("#hand")).to_have_value("7c 3h")
    page.close()


def test_enter_goes_on_from_what_was_typed_on_the_keys_and_lays_nothing(browser: Browser, base_url: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=base_url)
    page.goto("/en/murlan/play/")
    page.locator(".cards-field:has(#table) .tray.active").click()
    page.keyboard.type("45678")
    page.keyboard.press("Enter")
    page.keyboard.type("56789")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_value("4 5 6 7 8")
    expect(page.locator("#cards")).to_have_value("5 6 7 8 9")
    expect(page.locator(".dock .said")).to_have_text("Yes, it beats the cards on the table")
    keys = Keys(page, touch=False)
    keys.key("2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand"), "a key that was gone to is pressed").to_have_value("2")
    page.close()


def test_the_keys_of_a_set_are_dim_only_where_no_suit_is_left(page: Page) -> None:
    page.goto("/en/ramino/lay_off/?hand=9h+7h&table=4-6h")
    keys = Keys(page)
    keys.open("table")
    keys.press("h set")
    expect(keys.key("9")).to_have_accessible_name("9")
    expect(keys.key("9")).not_to_have_attribute("aria-disabled", "true")


def test_the_next_key_ends_at_the_answer(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4")
    expect(keys.key("next")).to_have_text("Cards you want to play")
    keys.press("next 5")
    while keys.key("next").text_content() != "done":
        keys.press("next")
    expect(page.locator(".dock .said")).to_have_text("Yes, it beats the cards on the table")
    keys.press("next")
    expect(keys.board).to_be_hidden()
    expect(page.locator("#verdict")).to_be_focused()
    page.go_back()
    expect(page, "the same answer twice is one step").not_to_have_url(re.compile("play"))


@pytest.mark.parametrize(("width", "height"), [(740, 300), (640, 400), (844, 390)])
def test_on_a_low_screen_the_field_stays_in_sight_above_its_keys(
    browser: Browser, base_url: str, width: int, height: int
) -> None:
    page = browser.new_page(**(PHONE | {"viewport": {"width": width, "height": height}}), base_url=base_url)
    page.goto("/en/machiavelli/best/")
    keys = Keys(page)
    keys.open("table")
    keys.key("K").scroll_into_view_if_needed()
    keys.press("9 K set 7 c")
    expect(page.locator("#table")).to_have_value("9s Ts Js Qs Ks / 7s 7h 7d")
    assert keys.is_in_sight("table")
    assert too_small(page, ".board button") == []
    assert not scrolls_sideways(page)
    board = keys.board.bounding_box()
    assert board
    assert board["height"] < height * 0.7
    page.close()


@pytest.mark.parametrize("address", ["/en/murlan/play/", "/en/machiavelli/best/"])
def test_on_a_low_screen_the_keys_come_into_sight_with_their_field(
    browser: Browser, base_url: str, address: str
) -> None:
    page = browser.new_page(**(PHONE | {"viewport": {"width": 740, "height": 360}}), base_url=base_url)
    page.goto(address)
    keys = Keys(page)
    keys.open("table")
    for name in ("A", "K"):
        expect(keys.key(name)).to_be_in_viewport(ratio=1)
    expect(keys.field("table").locator(".tray")).to_be_in_viewport(ratio=1)
    page.close()


HIGH = "() => { const { top } = document.getElementById('verdict').getBoundingClientRect(); return top >= 0 && top < 100; }"
"""Whether the answer is what one sees first."""


@pytest.mark.parametrize(
    ("address", "taps"),
    [
        ("/en/machiavelli/best/?table=7h+7d+7c&hand=7s+2c", "next next"),
        ("/en/muriel/trick/?cards=K+X+7+8+9+7+A+2+3", "next"),
    ],
)
def test_done_leads_to_the_top_of_the_answer(page: Page, address: str, taps: str) -> None:
    page.goto(address)
    keys = Keys(page)
    keys.open("table" if "table" in address else "cards")
    keys.press(taps)
    expect(keys.board).to_be_hidden()
    page.wait_for_function(HIGH)
    expect(page.locator("#verdict")).to_be_focused()


def test_a_house_rule_that_is_applied_leads_to_the_top_of_the_answer(page: Page) -> None:
    page.goto("/en/murlan/play/?table=4-8s&cards=6-Th")
    page.locator(".turned a").first.click()
    expect(page).to_have_url(re.compile("house"))
    page.wait_for_function(HIGH)
    expect(page.locator("#verdict")).to_be_focused()


def test_a_ten_under_another_card_is_seen_whole(page: Page) -> None:
    page.goto("/en/machiavelli/best/?table=9h+Th+Jh&hand=As")
    ten, jack = page.locator("#table").locator("..").locator(".tray .card").all()[1:]
    text = ten.evaluate(
        """card => {
          const range = document.createRange();
          range.selectNodeContents(card.firstChild);
          return range.getBoundingClientRect().right - parseFloat(getComputedStyle(card).letterSpacing);
        }"""
    )
    place = jack.bounding_box()
    assert place
    assert text <= place["x"] + 1


def test_the_next_field_is_in_sight_though_marks_move_it(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys = Keys(page)
    keys.press("3 6", "begin h 9 J", "begin c 9 J")
    marks = keys.field("table").locator(".mark")
    expect(marks).to_have_count(3)
    keys.press("next")
    expect(keys.field("table").locator(".opens .mark")).to_have_count(3)
    assert keys.is_in_sight("hand")


@pytest.mark.parametrize("language", LANGUAGES)
def test_key_of_runs_keeps_its_range_on_one_line(page: Page, language: str) -> None:
    with translation.override(language):
        page.goto(reverse("tool", args=["murlan", "play"]))
    lines = """key => {
        const [range, text] = [document.createRange(), key.querySelector("span").firstChild];
        range.setStart(text, text.data.lastIndexOf(" ") + 1);
        range.setEndAfter(text);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }"""
    for width in (360, 384, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.locator("[data-key=run]").evaluate(lines) == 1, width


def test_nothing_is_hidden_behind_the_keyboard(page: Page) -> None:
    page.goto("/en/murlan/play/")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    bottom, board = page.locator(".bottom p").last.bounding_box(), page.locator(".board").bounding_box()
    assert bottom
    assert board
    assert bottom["y"] + bottom["height"] <= board["y"]


# --- It asks by itself ---


def test_it_asks_once_it_is_whole_and_anew_with_each_card_and_greets_with_no_fault(page: Page) -> None:
    page.clock.install()
    page.goto("/en/murlan/")
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "hx-request" in request.headers else None)
    keys.press("4 4")
    page.clock.fast_forward(5_000)
    assert asked == [], "nothing is to be played yet"
    keys.press("next 5")
    expect(page.locator(".dock .said")).to_have_text("No, you cannot play it")
    keys.press("5")
    expect(page.locator(".dock .said")).to_have_text("Yes, it beats the cards on the table")
    expect(page).to_have_url(re.compile(r"table=4\+4&cards=5\+5$"))
    keys.open("table")
    keys.press("9")
    expect(page.locator("#answer"), "a table that is unfinished is no fault").to_have_class("stale")
    expect(page.locator("#faults")).to_have_count(0)
    keys.press("undo")
    expect(page.locator(".dock .said")).to_have_text("Yes, it beats the cards on the table")
    page.go_back()
    expect(page, "steps on the way are no pages of their own").to_have_url(re.compile("/en/murlan/$"))


@pytest.mark.network_fails
def test_a_lost_connection_is_said_beside_the_button_and_the_question_sent_again(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("next 5")
    expect(page.locator(".dock .said")).to_have_text("Yes, you can play it")
    page.context.set_offline(True)
    keys.press("5")
    expect(page.locator(".go .lost")).to_contain_text("Nothing is lost")
    expect(page.locator(".dock")).to_contain_text("Nothing is lost")
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(r"cards=5\+5$"))
    expect(page.locator("#verdict")).to_have_text("Yes, you can play it")
    expect(page.locator(".go .lost")).to_have_count(0)


def test_an_answer_that_is_out_of_date_is_not_shown_as_one(page: Page) -> None:
    page.goto("/en/murlan/play/?table=4+5+6+7+8&cards=5+6+7+8+9")
    keys = Keys(page)
    keys.open("cards")
    expect(page.locator(".dock .said")).to_have_text("Yes, it beats the cards on the table")
    held: list[Route] = []
    page.route("**/murlan/play/?**", lambda route: held.append(route))
    with page.expect_request("**/murlan/play/?**"):
        keys.press("T")
    expect(page.locator("#answer")).to_have_class("stale")
    expect(page.locator(".dock")).to_be_hidden()
    [late] = held
    late.continue_()
    expect(page.locator(".dock .said")).to_have_text("No, you cannot play it")
    expect(page.locator("#answer")).not_to_have_class("stale")


WATCHED = """() => {
  window.places = [];
  const note = () => {
    const { left, top, width, height } = document.querySelector("[data-key='rank K']").getBoundingClientRect();
    places.push([left, top, width, height].map(Math.round).join());
  };
  note();
  for (const moment of ["htmx:beforeSwap", "htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(moment, note);
  document.addEventListener("htmx:afterSwap", () => setTimeout(note));
  document.addEventListener("htmx:afterSettle", () => setTimeout(() => { note(); document.body.dataset.answered = "yes"; }));
}"""
"""Where a key stands, whenever an answer may have moved it."""


@pytest.mark.parametrize(
    ("address", "field", "key"),
    [
        ("murlan/play/", "cards", "5"),
        ("murlan/exchange/?first_hand=3", "last_hand", "5"),
        ("machiavelli/best/?table=3c+4c+5c", "hand", "5"),
        ("machiavelli/group/", "cards", "5"),
        ("marriage/set/", "cards", "5"),
        ("muriel/trick/", "cards", "5"),
        ("muriel/score/", "points.0.0", "suits 5"),
        ("ramino/lay_off/?drawn=on&hand=5h+6h&table=4s+5s+6s", "hand", "7"),
        ("ramino/score/?player.0=Ann&player.1=Bob&winner.0=0", "left.0.1", "5"),
    ],
)
def test_no_key_moves_under_a_finger_while_an_answer_comes(page: Page, address: str, field: str, key: str) -> None:
    """Not even for a moment: a phone shows a page smaller while anything on it is too wide."""
    page.goto(f"/en/{address}")
    keys = Keys(page)
    keys.open(field)
    *first, last = key.split()
    keys.press(*first)
    page.evaluate(WATCHED)
    keys.press(last)
    expect(page.locator("[data-answered]")).to_be_attached()
    assert len(set(page.evaluate("places"))) == 1


def test_on_a_wide_screen_an_answer_that_was_sent_is_read_first(page: Page) -> None:
    """One that comes while somebody types stands below the fields and moves none."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/en/murlan/play/?table=4+5+6+7+8&cards=5+6+7+8+9")
    expect(page.locator("#verdict")).to_be_in_viewport()
    expect(page.locator("h1")).to_be_in_viewport()
    page.goto("/en/murlan/play/")
    page.locator("#table").fill("4 5 6 7 8")
    page.locator("#cards").fill("5 6 7 8 9")
    page.locator("#cards").blur()
    expect(page.locator("#verdict")).to_be_attached()
    assert page.locator("#answer").bounding_box()["y"] > page.locator("form.ask").bounding_box()["y"]  # type: ignore[index]


def test_a_house_rule_that_changes_brings_the_answer_with_it(page: Page) -> None:
    page.goto("/en/murlan/play/?table=4+5+6+7+8&cards=6+7+8+9+10")
    expect(page.locator("#verdict")).to_have_text("No, you cannot play it")
    page.locator("details.house > summary").click()
    page.locator("[name='house.straight_step'][value='any']").check()
    expect(page.locator("#verdict")).to_have_text("Yes, it beats the cards on the table")


def test_what_is_typed_and_left_is_asked_too(page: Page) -> None:
    page.goto("/en/murlan/play/?table=4+5+6+7+8&cards=6+7+8+9+10")
    keys = Keys(page)
    keys.into("cards", "type")
    page.locator("#cards").fill("5 6 7 8 9")
    expect(page.locator("#answer")).to_have_class("stale")
    page.locator("#cards").blur()
    expect(page.locator("#verdict")).to_have_text("Yes, it beats the cards on the table")


def test_where_an_answer_draws_the_form_anew_it_is_marked_as_of_another_question(page: Page) -> None:
    page.goto("/en/ramino/lay_off/?hand=5h+6h+9h&table=2h+3h+4h")
    keys = Keys(page)
    keys.take_out("hand", "Remove: five of hearts")
    expect(page.locator("#answer")).to_have_class("stale")
    page.get_by_role("button", name="Show").last.click()
    expect(page.locator("#answer")).not_to_have_class("stale")


def test_a_ten_typed_on_the_keys_is_one_card_and_digits_are_points_where_points_stand(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.open("cards")
    keys.key("3").focus()
    page.keyboard.type("8910j")
    expect(page.locator("#cards")).to_have_value("8 9 T J")
    page.goto("/en/ramino/score/")
    points = page.locator("[data-number]").first
    page.locator(".tray.beside .opens").first.tap()
    page.locator(".board [data-key='rank 3']").focus()
    page.keyboard.type("25")
    expect(points).to_have_value("25")


def test_a_pack_that_was_chosen_comes_back_with_what_was_half_filled_in(page: Page) -> None:
    page.goto("/en/machiavelli/best/")
    keys = Keys(page)
    keys.press("close")
    page.locator("details.house summary").click()
    page.get_by_label("There are two jokers").check()
    keys.open("table")
    keys.press("X")
    page.reload()
    expect(page.locator("#table")).to_have_value("X")
    keys.open("table")
    expect(keys.key("X")).to_have_count(1)
    expect(keys.cards("table")).to_have_count(1)


@pytest.mark.network_fails
def test_a_pack_that_the_site_could_not_give_is_asked_for_again(page: Page) -> None:
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503, headers={"Retry-After": "1"}, body="busy")
        else:
            route.continue_()

    page.goto("/en/machiavelli/group/")
    keys = Keys(page)
    keys.press("close")
    page.route("**/machiavelli/group/?**", busy)
    page.locator("details.house summary").click()
    page.get_by_label("There are two jokers").check()
    keys.open("cards")
    expect(keys.key("X")).to_have_count(1)
    assert len(asked) == 2
