"""Asking without friction: nothing half filled in is lost, what is missing is said, an answer disturbs nobody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.cards import cards_of
from games.words import card_name
from tests.browser.evening import Phones
from tests.browser.keys import Keys
from tests.browser.looks import PHONE, is_accessible, switch_language


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "en-GB"}


# --- What is half filled in ---


def test_cards_that_were_not_asked_yet_outlive_a_reload_and_a_step_back(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4 run 8")
    page.reload()
    expect(page.locator("#table")).to_have_value("4 5 6 7 8")
    expect(keys.cards("table")).to_have_count(5)
    assert keys.is_active("table")
    assert keys.is_in_sight("table")
    page.locator(".top .brand").click()
    page.wait_for_url("**/en/")
    page.go_back()
    expect(page.locator("#table")).to_have_value("4 5 6 7 8")
    assert keys.is_active("table"), "the keys serve the field that they served"
    keys.press("next 5 run 9")
    expect(page.locator(".dock .said")).to_have_text("Yes, it beats the cards on the table")
    page.reload()
    expect(page.locator(".dock .said")).to_have_text("Yes, it beats the cards on the table")
    assert keys.is_active("cards")


def test_start_again_forgets_what_was_half_filled_in(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4 run 8 close")
    page.get_by_role("link", name="Start again").click()
    expect(page.locator("#table")).to_have_value("")
    page.reload()
    expect(page.locator("#table")).to_have_value("")


def test_what_was_typed_chosen_and_ticked_is_there_after_a_reload(page: Page) -> None:
    page.goto("/en/murlan/play/")
    page.get_by_label("This is the first play of the match").check()
    page.locator("details.house > summary").click()
    page.locator("[name='house.straight_step'][value='any']").check()
    Keys(page).into("hand", "type")
    page.locator("#hand").fill("3s 4 zz")
    page.reload()
    expect(page.locator("#hand")).to_have_value("3s 4 zz")
    expect(page.get_by_label("This is the first play of the match")).to_be_checked()
    expect(page.locator("[name='house.straight_step'][value='any']")).to_be_checked()


def test_points_half_typed_are_in_sight_after_a_reload_and_no_keyboard_opens(page: Page) -> None:
    page.goto("/en/muriel/score/")
    points = page.locator("[id='points.0.1']")
    points.tap()
    page.keyboard.type("1")
    page.reload()
    expect(points).to_have_value("1")
    expect(points).to_be_in_viewport()
    expect(Keys(page).board).to_be_hidden()


def test_an_answer_that_was_reloaded_stands_in_sight(page: Page) -> None:
    page.goto("/en/marriage/arrange/?hand=3s+4s+5s+3h+6h+9h+10h+Jh+3d+8d+Jd+Qd+Kd+5c+7c+7c+7c+8c+Qc+Kc+Ks")
    page.get_by_role("button", name="Arrange my hand").click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.reload()
    expect(page.locator("#verdict")).to_be_in_viewport()


def test_another_language_greets_half_a_question_with_no_fault(page: Page) -> None:
    page.goto("/en/marriage/arrange/")
    keys = Keys(page)
    keys.press("3 run 6 h Q close")
    switch_language(page, "it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("#hand")).to_have_value("3P 4P 5P 6P DC")
    expect(keys.cards("hand")).to_have_count(5)
    expect(page.locator(".lacking")).to_have_text(re.compile("21"))
    expect(page.locator("#faults, #verdict")).to_have_count(0)
    assert page.locator(".error").all_text_contents() == [""] * page.locator(".error").count()
    switch_language(page, "cs")
    expect(page.locator("#hand")).to_have_value("3P 4P 5P 6P DS")
    expect(page.locator("#faults")).to_have_count(0)


def test_another_language_answers_what_is_whole(page: Page) -> None:
    page.goto("/it/murlan/play/?table=4+5+6+7+8&cards=5+6+7+8+9&notation=en&draft=on")
    expect(page.locator("#verdict")).to_have_text(re.compile("^Sì"))
    expect(page).not_to_have_url(re.compile("draft"))


# --- What is missing ---


def said(page: Page) -> str:
    expect(page.locator(".board .dock")).to_be_visible()
    expect(page.locator("#faults")).to_have_count(0)
    return page.locator(".board .dock").inner_text()


def test_what_is_missing_is_said_above_the_keys_and_is_no_fault(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4")
    dock = page.locator(".board .dock")
    expect(dock).to_have_text("Still needed: Cards you want to play.")
    expect(page.locator(".lacking")).to_have_text("Still needed: Cards you want to play.")
    page.goto("/en/marriage/arrange/")
    keys.press("3 run K h 3 run 9")
    expect(dock).to_have_text("A hand has 21 cards, or 22 before the discard, not 18.")
    expect(page.locator("#status"), "aloud too").to_contain_text("not 18.")
    expect(page.locator("#faults")).to_have_count(0)
    keys.press("T J Q")
    expect(page.locator(".dock .said")).to_be_visible()
    expect(page.locator(".lacking")).to_have_text("")
    page.goto("/en/machiavelli/best/")
    keys.press("9 T next h 3")
    expect(dock).to_contain_text("at least three cards")
    expect(page.locator(".board .error")).to_have_count(0)


def test_the_way_out_of_a_no_is_one_tap_from_the_dock(page: Page) -> None:
    page.goto("/en/murlan/play/?table=8+8&cards=9+9&hand=7+7+9+9")
    keys = Keys(page)
    keys.into("cards", "undo undo 7 7")
    dock = page.locator(".board .dock")
    expect(dock.locator(".said")).to_have_text("No, you cannot play it")
    expect(dock.locator(".because .rule")).to_be_in_viewport()
    keys.tap(dock.locator("[href='#onward']"))
    expect(page.locator("#onward")).to_be_in_viewport()
    expect(page.locator("#onward ~ .choice-list .card").first).to_be_in_viewport()
    expect(keys.board).to_be_hidden()


DECIDES = {
    "machiavelli/best/?table=3c+4c+5c&hand=6c+7c+Kh": ("hand", "6c 7c"),
    "murlan/play/?table=8+8&cards=7+7&hand=7+7+9+9": ("cards", "9 9"),
    "murlan/exchange/?first_hand=3+4+Q+A&last_hand=5+6+K+2": ("last_hand", None),
    "marriage/arrange/?hand=3h+4h+5h+6h+7h+8h+9h+Th+Jh+3s+4s+5s+6s+7s+8s+9s+Ts+Js+2d+3d+9c": ("hand", "Ad 4d"),
    "ramino/meld/?cards=7s+7d": ("cards", "7h 7c"),
    "ramino/lay_off/?table=3h+4h+5h&hand=6h+Ks": ("hand", "6h"),
}
"""Questions, with the field that is filled in and the cards that decide them."""


@pytest.mark.parametrize("question", DECIDES)
def test_the_cards_that_decide_are_drawn_above_the_keys_and_take_no_more_room(page: Page, question: str) -> None:
    field, cards = DECIDES[question]
    page.goto(f"/en/{question}")
    Keys(page).open(field)
    dock = page.locator(".dock")
    drawn = dock.locator(".shown .card")
    expect(drawn.first).to_be_visible()
    if cards:
        expect(drawn).to_have_count(len(cards.split()))
        for card, name in zip(drawn.all(), map(card_name, cards_of(cards)), strict=True):
            expect(card).to_have_attribute("aria-label", name)
    expect(dock.locator(".because .rule")).to_be_in_viewport()
    heights = dock.evaluate(
        """dock => {
            const words = dock.cloneNode(true);
            words.classList.remove("brief");
            words.querySelector(".shown").remove();
            const told = words.querySelector(".because > span");
            if (told) [told.hidden, told.nextSibling.hidden] = [false, true];
            dock.after(words);
            const heights = [dock.offsetHeight, words.offsetHeight];
            words.remove();
            return heights;
        }"""
    )
    assert heights[0] <= heights[1]
    if field == "last_hand":  # what is drawn above the keys of other questions is of the same kinds
        is_accessible(page)


def test_an_answer_that_does_not_fit_above_the_keys_is_not_cut_but_led_to(page: Page) -> None:
    page.goto("/en/machiavelli/best/?table=3-6c+/+Qshd&hand=7c+Qc+2h+3h+9s")
    keys = Keys(page)
    keys.open("hand")
    way = page.locator(".dock").get_by_role("link", name="The whole answer")
    expect(way).to_be_visible()
    assert not page.evaluate(
        """[...document.querySelectorAll(".dock *")].some((it) => getComputedStyle(it).textOverflow === "ellipsis"
          && it.checkVisibility() && it.scrollWidth > it.clientWidth)"""
    )
    is_accessible(page)
    way.click()
    expect(page.locator("#verdict")).to_be_in_viewport()
    expect(keys.board).to_be_hidden()
    page.goto("/en/ramino/arrange/?hand=3h+4h+5h+6h+7h+9h+3c+4c+5c+9c+10c+Jc")
    Keys(page).open("hand")
    expect(page.locator(".dock .shown .card"), "what would help decides nothing where one goes out").to_have_count(1)


def test_a_field_that_may_stay_empty_is_not_urged_once_there_is_an_answer(page: Page) -> None:
    page.goto("/en/murlan/play/")
    keys = Keys(page)
    keys.press("4 5 6 7 8")
    next_key = keys.key("next")
    expect(next_key).to_have_text("Cards you want to play")
    expect(next_key).not_to_have_class(re.compile("quiet"))
    keys.press("next 5 6 7 8 9")
    expect(page.locator("#verdict")).to_have_text("Yes, it beats the cards on the table")
    expect(next_key).to_have_text("Cards in hand")
    expect(next_key).to_have_class(re.compile("quiet"))


# --- Forms that an answer draws anew ---


def test_a_lay_off_asks_by_itself_and_the_keyboard_stays(page: Page) -> None:
    page.goto("/en/ramino/lay_off/")
    keys = Keys(page)
    keys.press("h 5 6 9 next h 2 3")
    expect(page.locator(".board .dock")).to_contain_text("at least three cards")
    keys.press("4")
    dock = page.locator(".dock .said")
    expect(dock).to_have_text(re.compile("You can lay off"))
    own = page.locator("#own .switch")
    expect(own).to_have_count(1)
    expect(own.locator(".card")).to_have_count(3)
    assert keys.is_active("table")
    keys.press("set T c")
    expect(own).to_have_count(2)
    own.nth(0).locator("input").check()
    expect(page).to_have_url(re.compile("other=0"))
    keys.into("table", "undo")
    expect(own.nth(1).locator(".card")).to_have_count(4)
    expect(own.nth(0).locator("input"), "what was ticked is no business of a redrawing").to_be_checked()
    expect(page.locator("#answer")).not_to_have_class("stale")
    page.go_back()
    expect(page, "steps on the way are no pages of their own").not_to_have_url(re.compile("lay_off"))


LAID = "/en/ramino/lay_off/?table=3c+4c+5c+%2F+8s+8d+8h&hand=6c+8c+Ks&other="


@pytest.mark.parametrize(("ticked", "is_others", "said"), [(0, False, "can lay off 8"), (1, True, "cannot lay off")])
def test_the_tick_of_a_meld_follows_its_cards_when_another_is_tapped_away(
    page: Page, ticked: int, is_others: bool, said: str
) -> None:
    page.goto(f"{LAID}{ticked}")
    keys = Keys(page)
    keys.open("table")
    keys.tap(keys.field("table").locator(".tray button.group").first)
    for _card in "345":
        keys.tap(keys.field("table").locator(".tray .open .lies").last)
    boxes = page.locator("#own input[type=checkbox]")
    expect(boxes).to_have_count(1)
    expect(page.locator("#verdict")).to_contain_text(re.compile(said))
    expect(boxes).to_be_checked(checked=is_others)
    expect(page).to_have_url(re.compile(r"other=0$" if is_others else r"Ks&table=[^&]*$"))
    keys.press("undo undo undo")
    expect(boxes).to_have_count(2)
    expect(boxes.nth(1)).to_be_checked(checked=is_others)


def test_the_tick_of_a_meld_follows_its_cards_through_what_is_typed(page: Page) -> None:
    page.goto(f"{LAID}0")
    Keys(page).into("table", "type")
    table, boxes = page.locator("#table"), page.locator("#own input[type=checkbox]")
    for text, count, ticked in [
        ("Kh Kd Kc / 3c 4c 5c / 8s 8d 8h", 3, 1),
        ("8s 8d 8h / 2c 3c 4c 5c", 2, 1),
        ("3c 4c 5c / 8s 8d 8h / Kh Kd Kc", 3, 0),
        ("2c 3c 4c 5c / 8s 8d 8h", 2, 0),
    ]:
        table.fill(text)
        table.dispatch_event("change")
        expect(boxes).to_have_count(count)
        expect(page).to_have_url(re.compile(f"&other={ticked}$"))
        for at in range(count):
            expect(boxes.nth(at)).to_be_checked(checked=at == ticked)
            expect(boxes.nth(at)).to_have_value(str(at))


def test_what_is_being_typed_when_an_answer_comes_stays_with_its_caret(page: Page) -> None:
    page.goto("/en/muriel/score/?player.0=Ada&player.1=Ben&points.0.0=7&points.0.1=9")
    name, points = page.locator("[name='player.1']"), page.locator("[id='points.0.0']")
    expect(page.locator("#verdict")).to_be_visible()
    points.fill("8")
    with page.expect_response(re.compile(r"points\.0\.0=8")):
        name.focus()
        page.keyboard.press("End")
        page.keyboard.type("edi")
    expect(page).to_have_url(re.compile(r"points\.0\.0=8"))
    expect(name).to_have_value("Benedi")
    expect(name).to_be_focused()
    page.keyboard.type("kt")
    expect(name).to_have_value("Benedikt")
    points.focus()
    expect(page).to_have_url(re.compile("Benedikt"))
    expect(page.locator("#answer")).to_contain_text("Benedikt")
    expect(points).to_be_focused()


def test_a_row_that_is_begun_brings_the_next_and_moves_nothing(page: Page) -> None:
    page.goto("/en/muriel/score/?player.0=Ada&player.1=Ben&points.0.0=7&points.0.1=9")
    points = page.locator("[id='points.1.0']")
    points.scroll_into_view_if_needed()
    points.fill("30")
    other = page.locator("[id='points.1.1']")
    other.focus()
    stood = other.evaluate(
        """(field) => {
          const top = () => field.getBoundingClientRect().top;
          addEventListener("htmx:afterSwap", () => queueMicrotask(() => { window.swapped = top(); }));
          return top();
        }""",
    )
    expect(page.locator("[id='points.2.0']")).to_be_attached()
    expect(other).to_be_focused()
    assert page.evaluate("swapped") == pytest.approx(stood, abs=2), "for a moment it stood elsewhere"
    page.wait_for_function("() => !document.querySelector('.htmx-swapping, .htmx-settling')")
    assert other.evaluate("(field) => field.getBoundingClientRect().top") == pytest.approx(stood, abs=2)
    expect(page.get_by_role("button", name="Remove hand 2")).to_be_visible()
    page.get_by_role("button", name="Remove hand 1").click()
    expect(page.locator("[id='points.0.0']")).to_have_value("30")
    expect(page.locator("[id='points.2.0']")).to_have_count(0)


def test_a_score_that_is_unfinished_is_told_calmly(page: Page) -> None:
    page.goto("/en/ramino/score/?player.0=Ada&player.1=Ben")
    page.locator("[id='winner.0']").select_option("0")
    expect(page.locator(".lacking")).to_have_text(re.compile("Ben’s cards or points"))
    expect(page.locator("#faults")).to_have_count(0)
    page.locator("[id='left.0.1']").fill("12")
    page.locator("[id='left.0.1']").blur()
    expect(page.locator(".lacking")).to_have_text("")
    expect(page.locator("#answer .sheet")).to_contain_text("12")
    expect(page.locator("[id='winner.0']")).to_have_value("0")


def test_a_choice_alone_is_a_whole_question(page: Page) -> None:
    page.goto("/en/ramino/deal/")
    page.get_by_label("3", exact=True).check()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page).to_have_url(re.compile("players=3$"))


@pytest.mark.network_fails
@pytest.mark.parametrize(
    ("address", "control", "value"),
    [
        ("muriel/score/?player.0=Ada&player.1=Ben&points.0.0=7&points.0.1=9", "points.0.0", "8"),
        ("ramino/lay_off/?hand=5h&table=2h+3h+4h", "hand", "5h 6h"),
        ("marriage/settle/?player.0=A&player.1=B&shown.0=seen&shown.1=seen&winner=0", "maal.1", "3"),
    ],
)
def test_a_lost_connection_is_told_at_the_button_in_every_form(
    page: Page, address: str, control: str, value: str
) -> None:
    page.goto(f"/en/{address}")
    page.context.set_offline(True)
    page.locator(f"[id='{control}']").fill(value)
    page.locator(f"[id='{control}']").blur()
    expect(page.locator(".go .lost")).to_contain_text("Nothing is lost")
    expect(page.locator(".go:last-child .lost"), "beside the button that asks").to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator(".go .lost")).to_have_count(0)
    expect(page.locator(f"[id='{control}']")).to_have_value(value)


@pytest.mark.network_fails
@pytest.mark.parametrize(
    ("status", "why"), [(429, "Too many questions at once."), (503, "Too many"), (500, "Something broke at our end.")]
)
def test_an_answer_that_the_site_refuses_is_not_told_as_a_lost_connection(page: Page, status: int, why: str) -> None:
    page.goto("/en/murlan/play/?table=4&cards=5")
    keys = Keys(page)
    keys.open("cards")
    page.route("**/murlan/play/?**", lambda route: route.fulfill(status=status))
    keys.press("5")
    for place in (".go .lost", ".dock"):
        expect(page.locator(place)).to_contain_text(why)
        expect(page.locator(place)).to_contain_text("Nothing is lost")
    expect(page.locator("#answer")).not_to_contain_text("Nothing is lost")
    page.unroute_all()
    keys.press("close")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#answer .verdict")).to_be_visible()
    expect(page.locator(".go .lost")).to_have_count(0)


def test_a_drawn_field_made_larger_breaks_no_policy(page: Page) -> None:
    page.goto("/en/ramino/lay_off/?hand=5h&table=2h+3h+4h")
    page.locator("#table").evaluate("field => { field.style.height = '9rem'; }")
    page.get_by_role("button", name="Show what fits").last.click()
    expect(page.locator("#verdict")).to_be_focused()


def test_names_are_red_where_the_answer_says_they_are_wrong(page: Page) -> None:
    page.goto("/en/marriage/settle/")
    for seat, name in enumerate(("Ann", "Ann", "Bo")):
        page.locator(f"[name='player.{seat}']").fill(name)
    count, wrong = page.get_by_role("button", name="Settle the hand"), page.locator("input[aria-invalid=true]:visible")
    count.click()
    expect(page.locator(".faults li")).not_to_have_count(0)
    red = "inputs => [...new Set(inputs.map(input => input.name))].sort().join(' ')"
    expect(page.locator("[name='player.0']")).to_have_attribute("aria-invalid", "true")
    assert wrong.evaluate_all(red) == "player.0 player.1 winner"
    page.locator("[name='player.1']").fill("Cy")
    expect(page.locator("[name='player.0']")).not_to_have_attribute("aria-invalid", "true")
    assert wrong.evaluate_all(red) == "winner", "its own fault is not mended by a name"
    with page.expect_response(re.compile("player.1=Cy")):
        count.click()
    expect(page.locator(".faults li:visible")).to_have_count(5)
    expect(page.locator("[name='player.0']")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("[name=winner]").first).to_have_attribute("aria-invalid", "true")


def test_what_was_wrong_is_no_longer_said_of_a_field_that_is_being_corrected(page: Page) -> None:
    page.goto("/en/muriel/trick/?cards=K+nonsense")
    error, field = page.locator("#cards-error"), page.locator("#cards")
    expect(error).to_contain_text("nonsense")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("K still nonsense")
    expect(error).to_be_hidden()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Who takes what?").click()
    expect(error).to_contain_text("still")
    expect(error).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_what_was_meant_is_one_tap_away(phones: Phones, script: bool) -> None:
    page = phones(java_script_enabled=script)
    page.goto("/en/murlan/play/?table=4-8&cards=5-9")
    for field, meant in (("table", "4 5 6 7 8"), ("cards", "5 6 7 8 9")):
        page.locator(f"#{field}-error").get_by_role("link", name=f"Write {meant}").click()
        expect(page.locator(f"#{field}")).to_have_value(meant)
        expect(page.locator(f"#{field}-error")).to_be_hidden()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page).to_have_url(re.compile(r"table=4\+5\+6\+7\+8&cards=5\+6\+7\+8\+9"))


def test_what_was_meant_is_offered_above_the_keys_and_keeps_what_was_filled_in_since(page: Page) -> None:
    page.goto("/en/murlan/play/")
    page.locator("#table").fill("4-8")
    keys = Keys(page)
    keys.open("cards")
    keys.press("9")
    cure = page.locator(".dock .cure")
    expect(cure).to_have_text(re.compile("Write 4 5 6 7 8"))
    keys.press("9")
    expect(page.locator("#cards")).to_have_value("9 9")
    expect(cure).to_be_visible()
    cure.click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#table")).to_have_value("4 5 6 7 8")
    expect(page.locator("#cards")).to_have_value("9 9")


def test_what_is_put_right_leaves_the_list_of_what_is_wrong(page: Page) -> None:
    page.goto("/en/ramino/score/?player.0=A&player.1=B&player.2=C&winner.0=0&left.0.1=zz&left.0.2=yy")
    faults = page.locator(".faults")
    expect(faults.locator("h2")).to_have_text("Please check 2 things")
    page.locator("[id='left.0.1']").fill("12")
    expect(faults.locator("h2")).to_have_text("Please check one thing")
    expect(faults.locator("li:visible")).to_have_text(re.compile("yy"))
    page.locator("[id='left.0.2']").fill("3")
    expect(faults).to_be_hidden()
    page.locator("[id='left.0.2']").blur()
    expect(page.locator("#verdict")).to_be_visible()


@pytest.mark.network_fails
def test_where_the_browser_does_not_know_that_it_is_offline_it_asks_again_all_the_same(page: Page) -> None:
    page.clock.install()
    page.goto("/en/murlan/play/?table=4&cards=5")
    keys = Keys(page)
    keys.open("cards")
    page.route("**/murlan/play/?**", lambda route: route.abort("connectionrefused"))
    keys.press("5")
    lost = page.locator(".go .lost")
    expect(lost).to_have_text(re.compile("^No connection.*ask again automatically"))
    assert lost.evaluate("lost => getComputedStyle(lost, '::before').content").startswith('"⚠')
    expect(page.locator(".dock.no .because.lost")).to_contain_text("No connection")
    expect(page.locator("#answer.stale .verdict"), "what was answered before says nothing of it").to_be_attached()
    page.unroute_all()
    page.clock.fast_forward("00:30")
    expect(page.locator("#answer:not(.stale) .verdict")).to_be_attached()
    expect(lost).to_have_count(0)
