"""An evening on several phones: side by side, tapped twice, out of reach, corrected, revoked, without JavaScript."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.catalogue import SHEETS
from matches.ledger import Kind
from tests.browser.evening import (
    GAME,
    HAND,
    SMALL,
    Phones,
    address,
    enter,
    events,
    exported,
    fill,
    is_stored,
    lay,
    link,
    matches_file,
    restore,
    restore_by_page,
    rows,
    standing,
    store,
)
from tests.browser.keys import Keys
from tests.browser.looks import switch_language
from tests.matches.evenings import event, example, plain_table

# --- Side by side ---


@pytest.mark.storage
@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", SHEETS)
def test_a_match_is_played_to_its_end_on_two_phones_and_watched_on_a_third(phones: Phones, game: str) -> None:
    """Its last two hands, one on each phone; those before come out of a file."""
    sheet, table = SHEETS[game], plain_table(game)
    content = example(game, table)
    length = next((n for n in range(1, 20) if sheet.standing(table, [content] * n).winner), 3)
    hands = [content] * max(0, length - 2)
    manager = phones()
    restore(manager, exported(game, *[event(n, content=hand) for n, hand in enumerate(hands, 1)]))
    keeper, watcher = phones(link(manager, "Keep score")), phones(link(manager, "Watch"))
    watcher.evaluate("window.never_loaded_again = true")
    expect(watcher.locator("main form")).to_have_count(0)
    turns = (manager, keeper)
    for page in turns[: length - len(hands)]:
        expect(page.locator("#next")).to_have_text(f"Hand {len(hands) + 1}")
        enter(page, game, content)
        hands.append(content)
        totals = [sheet.written(total) for total in sheet.standing(table, hands).totals.values()]
        for other in (*turns, watcher):
            expect(rows(other)).to_have_count(len(hands))
            expect(other.locator(".tiles strong")).to_have_text(totals)
    if not sheet.ends:
        manager.get_by_role("button", name="End the evening").tap()
    for page in (*turns, watcher):
        expect(page.locator("#standing")).to_have_text(re.compile("Ana wins the (match|evening)"))
    assert watcher.evaluate("window.never_loaded_again")
    assert [found["content"] for found in events(manager) if found["content"]] == hands
    keeper.reload()
    expect(keeper.locator("form.entering")).to_have_count(0)
    keeper.get_by_role("link", name="Rematch at the same table").tap()
    expect(keeper.get_by_label("Player 1", exact=True)).to_have_value("Ana")


@pytest.mark.storage
def test_a_double_tap_stores_once(phones: Phones) -> None:
    page = phones()
    lay(page)
    fill(page)
    store(page).dblclick()
    is_stored(page, "Hand 1 entered")
    assert len(events(page)) == 1
    fill(page, content=SMALL)
    store(page).evaluate("button => { button.click(); button.click(); button.click(); }")
    is_stored(page, "Hand 2 entered")
    assert [found["content"] for found in events(page)] == [HAND, SMALL]


NOTES_INERT = """new MutationObserver((_changes, observer) => {
    if (!document.getElementById("clash")) return;
    window.wasInert = document.querySelector("form.entering").inert;
    observer.disconnect();
}).observe(document.body, { childList: true, subtree: true })"""
"""A script that notes whether the form is inert when the answer that refuses a hand comes."""


@pytest.mark.storage
def test_two_enter_at_once_and_the_second_is_told_and_keeps_its_own(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep score"))
    fill(manager)
    fill(keeper, content=SMALL)
    store(manager).tap()
    is_stored(manager)
    keeper.evaluate(NOTES_INERT)
    store(keeper).tap()
    expect(keeper.locator("#clash")).to_be_focused()
    assert keeper.evaluate("wasInert"), "a tap on the form that has just come would be lost"
    expect(keeper.locator("form.entering[inert]")).to_have_count(0)
    expect(keeper.locator("#clash + ul")).to_have_text("Hand 1 entered: Ana 26 · Ben 0 · Cyd 0")
    assert len(events(keeper)) == 1
    expect(keeper.locator('[name="winner.0"]:checked')).to_have_value("2")
    expect(keeper.locator('[id="left.0.0"]')).to_have_value("As")
    store(keeper).tap()
    is_stored(keeper)
    assert [found["content"] for found in events(keeper)] == [HAND, SMALL]


def test_whoever_is_typing_is_told_of_a_new_hand_and_loses_nothing(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep score"))
    fill(keeper, content=SMALL)
    enter(manager)
    expect(keeper.locator("#connection")).to_have_text(re.compile("Someone else has entered something"))
    expect(rows(keeper)).to_have_count(1)
    expect(keeper.locator('[id="left.0.0"]')).to_have_value("As")
    store(keeper).tap()
    expect(keeper.locator("#clash")).to_be_visible()


# --- Corrected ---


def correct(page: Page, number: int) -> None:
    """To the page of a hand, with its scripts."""
    page.get_by_role("link", name=f"Hand {number}: correct or delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Hand {number}")
    page.wait_for_load_state()


@pytest.mark.storage
def test_an_old_hand_is_corrected_taken_back_and_put_back(phones: Phones) -> None:
    page = phones()
    restore(page, exported(GAME, event(1, content=HAND), event(2, content=SMALL)))
    watcher = phones(link(page, "Watch"))
    place = page.url
    correct(page, 1)
    expect(page.locator('[name="winner.0"]:checked')).to_have_value("0")
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    page.locator('[id="left.0.1"]').fill("2h")
    page.get_by_role("button", name="Save the correction").last.tap()
    is_stored(page, "Hand 1 corrected")
    expect(rows(page).first).to_contain_text("corrected")
    expect(watcher.locator(".tiles strong").first).to_have_text("11")

    correct(page, 1)
    page.get_by_role("button", name="Delete this hand").tap()
    expect(rows(page).locator("s")).to_have_text(["+11", "–", "–"])
    expect(watcher.locator(".tiles strong").first).to_have_text("0")

    page.get_by_role("link", name="History", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    told = ["Hand 1 deleted", "Hand 1 corrected", "Hand 2 entered", "Hand 1 entered"]
    expect(page.locator(".events > li > p > strong")).to_have_text(told)
    page.get_by_role("link", name="Restore it …").tap()
    expect(page.locator('[id="left.0.1"]')).to_have_value("2h")
    page.get_by_role("button", name="Restore the hand like this").last.tap()
    expect(rows(page).locator("s")).to_have_count(0)
    expect(rows(page)).to_have_count(2)
    expect(watcher.locator(".tiles strong").first).to_have_text("11")
    expect(page).to_have_url(re.compile(re.escape(place)))


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", SHEETS)
def test_the_hand_of_every_game_stands_in_its_form_again(phones: Phones, game: str) -> None:
    content = example(game, plain_table(game))
    page = phones()
    restore(page, exported(game, event(1, content=content)))
    correct(page, 1)
    page.get_by_role("button", name="Save the correction").last.tap()
    standing(page)
    assert [found["kind"] for found in events(page)] == ["entered"], "sent as it stood, it changed nothing"
    correct(page, 1)
    fill(page, game, content)
    page.get_by_role("button", name="Delete this hand").tap()
    is_stored(page, "Hand 1 deleted")
    expect(rows(page).locator("s")).to_have_count(len(plain_table(game).players))
    assert [found["kind"] for found in events(page)] == ["entered", "removed"]


# --- Links ---


@pytest.mark.network_fails
def test_a_revoked_link_is_told_on_the_page_it_closed(phones: Phones) -> None:
    """The console tells of the 404, as of every answer that is none."""
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep score"))
    fill(keeper, content=SMALL)
    manager.goto(f"{manager.url}links/")
    manager.get_by_role("region", name="Keep score").get_by_role("button", name="Revoke").tap()
    expect(manager.get_by_role("region", name="Keep score")).to_contain_text("Revoked")
    gone = keeper.locator(".match").get_attribute("data-gone")
    assert gone
    expect(keeper.locator("#connection")).to_have_text(gone)
    store(keeper).tap()
    expect(keeper.locator("#connection")).to_contain_text("renewed or revoked")
    expect(keeper.locator('[id="left.0.0"]')).to_have_value("As")
    keeper.reload()
    expect(keeper.get_by_role("heading", level=1)).to_have_text("There is no match at this link")
    manager.get_by_role("region", name="Keep score").get_by_role("button", name="Make a new link").tap()
    again = address(manager.get_by_role("region", name="Keep score"))
    assert again != keeper.url
    keeper.goto(again)
    is_stored(keeper, "Hand 1 entered")
    assert [found["content"] for found in events(keeper)] == [SMALL]  # it had waited for a link that leads there


def test_a_match_opened_here_is_found_again_on_this_phone_alone(phones: Phones) -> None:
    page = phones()
    lay(page)
    place = page.url
    page.goto("/it/partita/")
    page.locator("#kept a").first.tap()
    expect(page).to_have_url(place.replace("/en/match/", "/it/partita/"))
    standing(page)
    other = phones("/en/match/")
    lists_nothing(other)


def lists_nothing(page: Page) -> None:
    """The list of this browser's matches says that it is empty."""
    expect(page.locator("#kept")).to_contain_text("No match has been opened in this browser yet.")
    expect(page.locator("#kept li")).to_have_count(0)
    expect(page.locator("#forget-all")).to_be_hidden()


# --- Out of reach ---


ENTRY = re.compile(r"/match/[\w-]{32}/$")


@dataclass
class Loss:
    """Answers to entries that are lost on the way: as many as ``count``, which 0 ends."""

    count: int
    arrived: list[int] = field(default_factory=list)

    def lose(self, route: Route) -> None:
        if route.request.method != "POST" or len(self.arrived) >= self.count:
            route.continue_()
            return
        self.arrived.append(route.fetch(max_redirects=0).status)
        route.abort("connectionreset")


def lose_answers(page: Page, count: int) -> Loss:
    """Let the next entries reach the server, and lose its answers on the way."""
    loss = Loss(count)
    page.route(ENTRY, loss.lose)
    return loss


def waits(page: Page) -> Locator:
    """What is entered and not sent yet."""
    return page.locator("#outbox li")


def take_back(page: Page) -> None:
    """Take back what waits. No news come from here on, by which a hand that had arrived would be acknowledged."""
    page.route(re.compile("/board/$"), lambda route: route.fulfill(status=304))
    page.get_by_role("button", name="Put the last one back in the form").tap()
    expect(waits(page)).to_have_count(0)


@pytest.mark.network_fails
def test_a_phone_without_network_keeps_the_entry_and_sends_it_when_it_is_back(phones: Phones) -> None:
    page = phones()
    lay(page)
    enter(page, content=SMALL)
    fill(page)
    page.context.set_offline(True)
    store(page).tap()
    expect(waits(page)).to_have_text("Hand 2: Won by Ana · Ben Kh 7d · Cyd 9s")
    expect(page.locator(".stored"), "that of the hand before").to_have_count(0)
    expect(page.locator('[id="left.0.1"]')).to_have_value("")
    expect(page.locator("#connection")).to_have_text(re.compile("No connection"))
    page.context.set_offline(False)
    is_stored(page, "Hand 2 entered")
    assert [found["content"] for found in events(page)] == [SMALL, HAND]


@pytest.mark.network_fails
def test_an_entry_whose_answer_was_lost_survives_a_reload_and_is_stored_once(phones: Phones) -> None:
    page = phones()
    lay(page)
    loss = lose_answers(page, 99)
    fill(page)
    store(page).tap()
    expect(waits(page)).to_have_count(1)
    page.reload()
    expect(waits(page)).to_have_count(1)
    loss.count = 0
    is_stored(page, "Hand 1 entered")
    enter(page, content=SMALL)
    assert [found["content"] for found in events(page)] == [HAND, SMALL]


@pytest.mark.network_fails
def test_an_entry_changed_after_its_answer_was_lost_corrects_what_arrived(phones: Phones) -> None:
    page = phones()
    lay(page)
    loss = lose_answers(page, 99)
    fill(page)
    store(page).tap()
    take_back(page)
    page.locator('[id="left.0.1"]').fill("2h")
    loss.count = 0
    store(page).tap()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator('[id="left.0.1"]')).to_have_value("2h")
    page.get_by_role("button", name="Save the correction").last.tap()
    is_stored(page, "Hand 1 corrected")
    enter(page, content=SMALL)
    assert [(found["kind"], found["hand"], found["content"]["hands"]["Ben"]) for found in events(page)] == [
        ("entered", 1, "Kh 7d"),
        ("corrected", 1, "2h"),
        ("entered", 3, "2s"),
    ]


@pytest.mark.network_fails
def test_an_entry_that_arrived_and_is_not_corrected_leaves_a_blank_form(phones: Phones) -> None:
    page = phones()
    lay(page)
    place = page.url
    loss = lose_answers(page, 99)
    fill(page)
    store(page).tap()
    take_back(page)
    page.locator('[id="left.0.1"]').fill("2h")
    loss.count = 0
    store(page).tap()
    expect(page.locator("#notice")).to_be_visible()
    expect(page).to_have_url(f"{place}hand/1/")
    switch(page, "it")
    expect(page.locator("form.correcting")).to_be_visible()
    expect(page.locator('[id="left.0.1"]')).to_have_value("2C")
    page.goto(place)
    expect(page.locator('[id="left.0.1"]')).to_have_value("")
    enter(page, content=SMALL)
    assert [found["content"] for found in events(page)] == [HAND, SMALL]


@pytest.mark.network_fails
def test_an_entry_that_is_changed_and_loaded_again_after_its_answer_was_lost_is_corrected(phones: Phones) -> None:
    page = phones()
    lay(page)
    loss = lose_answers(page, 99)
    fill(page)
    store(page).tap()
    take_back(page)
    page.locator('[id="left.0.1"]').fill("2h")
    loss.count = 0
    page.reload()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator('[id="left.0.1"]')).to_have_value("2h")
    page.get_by_role("button", name="Save the correction").last.tap()
    is_stored(page, "Hand 1 corrected")
    assert [found["hand"] for found in events(page)] == [1, 1]


@pytest.mark.network_fails
def test_nothing_is_changed_while_it_is_being_sent(phones: Phones) -> None:
    """The answer stays away until the test lets it come: lost first, then refused."""
    page = phones()
    lay(page)
    fill(page)
    waiting: list[Route] = []
    page.route(
        re.compile(r"/match/[\w-]{32}/$"),
        lambda route: waiting.append(route) if route.request.method == "POST" else route.continue_(),
    )
    ben = page.locator('[id="left.0.1"]')
    with page.expect_request(lambda request: request.method == "POST"):
        ben.press("Enter")
    held = page.locator("form.entering[inert]")
    expect(held).to_be_attached()
    page.keyboard.type("3")
    expect(ben).to_have_value("Kh 7d")
    expect(page.locator("body"), "what is inert has no focus").to_be_focused()
    expect(page.locator(".board[inert]")).to_be_attached()
    with page.expect_request(lambda request: request.method == "POST"):
        waiting.pop().abort("connectionreset")
        expect(waits(page)).to_have_count(1)
        expect(held).to_have_count(0)
        expect(ben).to_be_focused()
        expect(ben).to_have_value("")
    Keys(page).into("left.0.1", "suits h 2")
    waiting.pop().continue_()
    expect(page.locator("#outbox")).to_be_hidden()
    expect(ben, "what waits is sent while another hand is typed").to_have_value("2h")
    assert [found["content"]["hands"]["Ben"] for found in events(page)] == ["Kh 7d"]


def test_two_tabs_of_one_match_keep_the_draft_that_is_not_stored(phones: Phones) -> None:
    page = phones()
    lay(page)
    other = page.context.new_page()
    other.goto(page.url)
    standing(other)
    fill(page)
    fill(other, content=SMALL)
    store(page).tap()
    is_stored(page)
    other.reload()
    expect(other.locator('[id="left.0.0"]')).to_have_value("As")
    store(other).tap()
    is_stored(other, "Hand 2 entered")
    assert [found["content"] for found in events(page)] == [HAND, SMALL]


GARBAGE = ["5", '{"a": 1}', "[null, 3, {}]", '[{"path": 1}]', '{"typed": [null, 3]}', "{"]


def test_what_cannot_be_read_in_the_browser_s_store_is_passed_over(phones: Phones) -> None:
    page = phones()
    lay(page)
    draft = f"draft.{page.url.split('/')[-2]}"
    for garbage in GARBAGE:
        page.evaluate(
            "([names, garbage]) => names.forEach((name) => localStorage.setItem(name, garbage))",
            [["matches", "renewing", draft], garbage],
        )
        page.reload()
        expect(page.locator("#outbox"), garbage).to_be_hidden()
    enter(page)
    page.goto("/en/match/")
    expect(page.locator("#kept li")).to_have_count(1)
    for garbage in GARBAGE:
        page.evaluate("garbage => localStorage.setItem('matches', garbage)", garbage)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        lists_nothing(page)


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", SHEETS)
def test_what_was_typed_is_there_after_a_reload_and_gone_once_it_is_stored(phones: Phones, game: str) -> None:
    content = example(game, plain_table(game))
    page = phones()
    lay(page, game)
    fill(page, game, content)
    page.reload()
    store(page).tap()
    is_stored(page)
    assert [found["content"] for found in events(page)] == [content]
    page.reload()
    typed = page.locator("main form.ask").evaluate(
        "form => [...new FormData(form)].map(([name, value]) => [name, value])"
    )
    own = [value for name, value in typed if SHEETS[game].is_own(name) and not name.startswith("shown")]
    assert "".join(own) == ""


def test_what_was_typed_goes_along_into_another_language(phones: Phones) -> None:
    page = phones()
    lay(page)
    fill(page)
    switch_language(page, "it")
    expect(page.locator('[id="left.0.1"]')).to_have_value("RC 7Q")
    expect(page.locator('[name="winner.0"]:checked')).to_have_value("0")


def test_what_is_wrong_is_told_in_place_and_the_letters_can_be_tapped(phones: Phones) -> None:
    page = phones()
    lay(page)
    fill(page)
    page.locator('[id="left.0.2"]').fill("9z")
    store(page).tap()
    expect(page.locator("#faults")).to_be_focused()
    expect(page.locator("#faults + ul a")).to_have_attribute("href", "#left.0.2")
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    page.locator('[id="left.0.2"]').fill("")
    Keys(page).into("left.0.2", "suits s 9")
    store(page).tap()
    is_stored(page)
    assert [found["content"] for found in events(page)] == [HAND]


# --- Without JavaScript ---


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", SHEETS)
def test_the_same_without_javascript(phones: Phones, game: str) -> None:
    table = plain_table(game)
    content = example(game, table)
    manager = phones(java_script_enabled=False)
    lay(manager, game)
    keeper = phones(link(manager, "Keep score"), java_script_enabled=False)
    watcher = phones(link(manager, "Watch"), java_script_enabled=False)
    expect(watcher.locator('noscript meta[http-equiv="refresh"], head meta[http-equiv="refresh"]')).to_have_count(1)
    for page in (manager, keeper):
        fill(page, game, content)
    store(manager).dblclick()
    is_stored(manager)
    expect(rows(manager)).to_have_count(1)
    store(keeper).click()
    expect(keeper.locator("#clash")).to_be_visible()
    store(keeper).click()
    expect(rows(keeper)).to_have_count(2)
    watcher.reload()
    expect(rows(watcher)).to_have_count(2)
    correct(keeper, 2)
    keeper.get_by_role("button", name="Delete this hand").click()
    expect(keeper.locator(".evening .gone")).to_have_count(1)
    keeper.get_by_role("link", name="History", exact=True).click()
    keeper.get_by_role("link", name="Restore it …").click()
    keeper.get_by_role("button", name="Restore the hand like this").last.click()
    expect(keeper.locator(".evening .gone")).to_have_count(0)
    expect(rows(keeper)).to_have_count(2)
    keeper.get_by_role("button", name="End the evening").click()
    expect(keeper.locator("#standing")).to_have_text(re.compile("wins? the evening"))
    keeper.get_by_role("button", name="Reopen the evening").click()
    expect(keeper.locator("form.entering")).to_be_visible()
    assert [found["content"] for found in events(manager)] == [content, content, None, content, None, None]


def test_a_file_is_brought_and_what_is_none_is_told(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    good = matches_file(tmp_path, GAME, event(1, content=HAND), event(2, Kind.REMOVED, 1))
    restore_by_page(page, good)
    assert events(page) == json.loads(good.read_text())["events"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Export: JSON").tap()
    assert json.loads(Path(download.value.path()).read_text()) == json.loads(good.read_text())
    broken = tmp_path / "broken.json"
    broken.write_text(good.read_text()[:-5])
    page.goto("/en/match/")
    page.locator("#match-file").set_input_files(broken)
    page.get_by_role("button", name="Restore the match").tap()
    expect(page.get_by_role("alert").filter(has_text="not JSON")).to_be_visible()
    switch(page, "it")
    expect(page.locator("#match-file")).to_be_visible()
    page.go_back()
    page.locator("#kept li a").tap()
    standing(page)


# --- Another language in mid-entry ---


def switch(page: Page, language: str) -> None:
    switch_language(page, language)
    page.wait_for_load_state()


def test_what_was_typed_goes_along_through_every_language_and_is_stored_once(phones: Phones) -> None:
    page = phones()
    lay(page)
    place = page.url
    fill(page)
    for language, written in (("it", "RC 7Q"), ("cs", "K. 7."), ("en", "Kh 7d"), ("it", "RC 7Q")):
        switch(page, language)
        expect(page.locator('[id="left.0.1"]')).to_have_value(re.compile(written, re.IGNORECASE))
    page.reload()
    expect(page.locator('[id="left.0.1"]')).to_have_value("RC 7Q")
    page.goto(place)
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    page.go_back()
    expect(page.locator('[id="left.0.1"]')).to_have_value("RC 7Q")
    page.locator("form.entering button[type=submit]").click()
    is_stored(page)
    for language in ("cs", "it", "en"):
        switch(page, language)
        expect(page.locator('[id="left.0.1"]')).to_have_value("")
    assert [found["content"] for found in events(page)] == [HAND]


@pytest.mark.network_fails
def test_an_entry_whose_answer_was_lost_is_the_same_one_in_another_language(phones: Phones) -> None:
    page = phones()
    lay(page)
    lose_answers(page, 1)
    fill(page)
    store(page).tap()
    expect(waits(page)).to_have_count(1)
    switch(page, "it")
    is_stored(page)
    switch(page, "en")
    assert [found["content"] for found in events(page)] == [HAND]


def test_a_correction_goes_along_too_also_after_it_was_refused(phones: Phones) -> None:
    page = phones()
    restore(page, exported(GAME, event(1, content=HAND)))
    correct(page, 1)
    page.locator('[id="left.0.1"]').fill("Qh Zz")
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.locator("#faults")).to_be_visible()
    for language in ("it", "cs", "en"):
        switch(page, language)
        expect(page.locator('[id="left.0.1"]')).to_have_value(re.compile("Zz"))


def test_the_names_of_a_new_match_go_along(phones: Phones) -> None:
    page = phones(f"/en/match/new/{GAME}/")
    page.get_by_label("Player 1", exact=True).fill("Ana")
    page.get_by_label("Player 3", exact=True).fill("Cyd")
    for language in ("it", "cs"):
        switch(page, language)
        for number, name in enumerate(("Ana", "", "Cyd", "")):
            expect(page.locator('[name="player"]').nth(number)).to_have_value(name)


def test_the_list_of_this_phone_has_the_new_link_and_none_that_is_dead(phones: Phones) -> None:
    page = phones()
    lay(page)
    page.goto(f"{page.url}links/")
    page.get_by_role("link", name="Renew this link …").click()
    shown = address(page)
    page.get_by_role("button", name="I have copied it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links and QR codes")
    watched = address(page.get_by_role("region", name="Watch"))
    page.goto("/en/match/")
    expect(page.locator("#kept li")).to_have_count(1)
    page.locator("#kept a").click()
    expect(page).to_have_url(watched)
    standing(page)
    page.goto("/en/match/")
    expect(page.locator("#kept li")).to_have_count(1)
    expect(page.locator("#kept a")).to_have_attribute("href", urlsplit(watched).path)
    other = phones(shown)
    expect(other).to_have_url(watched)
    expect(other.locator("form.entering"), "the new link manages").to_be_visible()


@pytest.mark.network_fails
def test_a_link_that_opens_nothing_any_more_leaves_the_list(phones: Phones) -> None:
    """The console tells of the 404."""
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep score"))
    manager.goto(f"{manager.url}links/")
    manager.get_by_role("region", name="Keep score").get_by_role("button", name="Revoke").tap()
    expect(manager.get_by_role("region", name="Keep score")).to_contain_text("Revoked")
    keeper.goto("/en/match/")
    keeper.locator("#kept a").click()
    expect(keeper.locator("#gone")).to_be_visible()
    keeper.goto("/en/match/")
    lists_nothing(keeper)


# --- Browsers that know less, and what a browser remembers ---

OLD_FORM_DATA = """
const Known = FormData;
window.FormData = class extends Known { constructor(form) { super(form); } };
Object.defineProperty(SubmitEvent.prototype, "submitter", { get: () => undefined });
"""
"""As browsers of a few years ago: what button was tapped is told to nobody."""


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}])
def test_hands_are_corrected_and_taken_back_where_no_button_is_sent(phones: Phones, options: dict[str, Any]) -> None:
    page = phones(**options)
    if not options:
        page.add_init_script(OLD_FORM_DATA)
    restore(page, exported(GAME, event(1, content=HAND), event(2, content=SMALL)))
    correct(page, 1)
    page.locator('[id="left.0.1"]').fill("2h")
    page.locator('[id="left.0.1"]').press("Enter")
    is_stored(page, "Hand 1 corrected")
    correct(page, 2)
    page.get_by_role("button", name="Delete this hand").click()
    is_stored(page, "Hand 2 deleted")
    page.get_by_role("button", name="End the evening").click()
    expect(page.locator("#standing")).to_have_text(re.compile("wins the evening"))
    page.get_by_role("button", name="Reopen the evening").click()
    expect(page.locator("form.entering")).to_be_visible()
    written = events(page)
    assert [found["kind"] for found in written] == [
        "entered", "entered", "corrected", "removed", "closed", "reopened",
    ]  # fmt: skip
    assert written[2]["content"] == {"winner": "Ana", "hands": {"Ben": "2h", "Cyd": "9s"}}


@pytest.mark.network_fails
def test_a_hand_taken_back_without_network_is_taken_back_once_when_it_is_there_again(phones: Phones) -> None:
    page = phones()
    restore(page, exported(GAME, event(1, content=HAND), event(2, content=SMALL)))
    correct(page, 2)
    page.context.set_offline(True)
    page.get_by_role("button", name="Delete this hand").tap()
    expect(page.locator(".unsent")).to_contain_text("We will keep trying")
    page.context.set_offline(False)
    is_stored(page, "Hand 2 deleted")
    assert [found["kind"] for found in events(page)] == ["entered", "entered", "removed"]


def test_matches_opened_on_this_phone_are_forgotten_one_by_one_and_all(phones: Phones) -> None:
    page = phones()
    for game in ("ramino", "murlan", "machiavelli"):
        lay(page, game)
    fill(page, "machiavelli", example("machiavelli", plain_table("machiavelli")))
    place = page.url
    secret = place.split("/")[-2]
    assert secret in page.evaluate("JSON.stringify({...localStorage})")
    page.goto("/en/match/")
    expect(page.locator("#kept li")).to_have_count(3)
    page.get_by_role("button", name=re.compile("Forget: Machiavelli")).tap()
    expect(page.locator("#kept li")).to_have_count(2)
    assert secret not in page.evaluate("JSON.stringify({...localStorage})"), "nor what was typed there"
    expect(page.locator("#kept li button").first).to_be_focused()
    page.reload()
    expect(page.locator("#kept li")).to_have_count(2)
    page.get_by_role("button", name="Forget them all").tap()
    lists_nothing(page)
    page.reload()
    lists_nothing(page)
    page.goto(place)
    expect(page.locator("#standing")).to_be_visible()
    expect(page.locator("form.entering"), "nor that it managed the match").to_have_count(0)


@pytest.mark.storage
@pytest.mark.network_fails
@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}])
def test_a_match_is_deleted_and_kept_and_its_manager_s_link_renewed(phones: Phones, options: dict[str, Any]) -> None:
    """The console tells of the links that are closed on purpose."""
    manager = phones(**options)
    lay(manager)
    place = manager.url.split("?")[0]
    watcher = phones(link(manager, "Watch"))
    manager.goto(f"{place}links/")
    manager.get_by_role("button", name="Delete this match").click()
    expect(manager.get_by_role("region", name="Delete this match")).to_contain_text("will be deleted on")
    expect(watcher.locator("#board-top .faults")).to_contain_text("will be deleted")
    manager.goto(place)
    expect(manager.locator("form.entering")).to_have_count(0)
    manager.get_by_role("link", name="Keep the match …").click()
    manager.get_by_role("button", name="Keep the match").click()
    expect(watcher.locator("#board-top .faults")).to_have_count(0)

    manager.get_by_role("link", name="Renew this link …").click()
    shown = address(manager)
    manager.get_by_role("button", name="I have copied it").click()
    expect(manager.locator(".stored")).to_contain_text("The link was renewed")
    watched = address(manager.get_by_role("region", name="Watch"))
    expect(manager).to_have_url(re.compile(re.escape(f"{watched}links/")))
    gone = watcher.locator(".match").get_attribute("data-gone")
    assert gone
    expect(watcher.locator("#connection")).to_have_text(gone)
    watcher.goto(place)
    expect(watcher.get_by_role("heading", level=1)).to_have_text("There is no match at this link")
    manager.goto(place)
    expect(manager, "who manages it is sent on").to_have_url(watched)
    manager.goto(shown)
    fill(manager)
    store(manager).click()
    is_stored(manager)


# --- The screen ---


def test_the_screen_stays_on_after_a_hand_that_is_refused(phones: Phones) -> None:
    page = phones(permissions=["screen-wake-lock"])
    lay(page)
    keep_on = page.get_by_label("Keep the screen on")
    keep_on.tap()
    expect(keep_on).to_be_checked()
    for _again in range(2):
        store(page).tap()
        expect(page.locator("#faults")).to_be_focused()
        expect(keep_on).to_be_checked()
        page.evaluate("document.querySelector('#faults').remove()")
    keep_on.tap()
    expect(keep_on).not_to_be_checked()
    page.reload()
    expect(keep_on).to_be_visible()
    expect(keep_on).not_to_be_checked()
