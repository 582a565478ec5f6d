"""Hands entered without a network: they wait in the outbox, outlive a reload, are sent in order and stored once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, BrowserType, Locator, Page, expect

from games.catalogue import SHEETS
from rulesite.rulebook import LANGUAGES
from tests.browser.evening import (
    GAME,
    HAND,
    OFTEN,
    SMALL,
    Phones,
    address,
    enter,
    events,
    exported,
    fill,
    is_accessible_where_new,
    is_stored,
    lay,
    link,
    restore,
    rows,
    seat,
    standing,
    store,
)
from tests.browser.looks import PHONE, scrolls_sideways, too_small, unnamed
from tests.browser.network import Foreign, Network, network
from tests.browser.test_offline import READY, is_kept
from tests.matches.evenings import event, example, plain_table

OTHER = {"winner": "Ben", "hands": {"Ana": "5h", "Cyd": "4d"}}

pytestmark = pytest.mark.network_fails


class Phone(NamedTuple):
    """A phone with a network of its own, and the page that it shows."""

    page: Page
    line: Network


Opens = Callable[..., Phone]


@pytest.fixture
def phone(browser: Browser, base_url: str, console: Callable[[Page], None]) -> Iterator[Opens]:
    """Phones, each behind a network of its own; one that ``keeps`` pages has the site's service worker."""
    with ExitStack() as stack:

        def opened(address: str = "", *, keeps: bool = False, **options: Any) -> Phone:
            line = stack.enter_context(network(base_url))
            settings = {"base_url": line.address} | PHONE | ({"service_workers": "allow"} if keeps else {}) | options
            context = browser.new_context(**settings)
            stack.callback(context.close)
            context.add_init_script(OFTEN)
            page = context.new_page()
            console(page)
            if address or keeps:
                page.goto(address or "/en/match/")
            if keeps:
                page.evaluate(READY)
            return Phone(page, line)

        yield opened


def keeper_of(manager: Phone, phone: Opens, *, keeps: bool = False) -> Phone:
    """Return another phone of the same match that keeps its score."""
    return phone(urlsplit(link(manager.page, "Keep score")).path, keeps=keeps)


def waiting(page: Page) -> Locator:
    """What is listed as not sent yet."""
    return page.locator("#outbox li")


def enter_without_network(page: Page, content: Any, count: int, game: str = GAME) -> None:
    """Enter a hand, which is the so-many-th that waits."""
    fill(page, game, content)
    page.locator("form.entering button[type=submit]").tap()
    expect(waiting(page)).to_have_count(count)


def enter_wrong(page: Page, count: int) -> None:
    """Enter a hand with cards that there are not, which is the so-many-th that waits."""
    fill(page, GAME, OTHER)
    typed(page, "left.0.0").fill("9z")
    store(page).tap()
    expect(waiting(page)).to_have_count(count)


def waits(phone: Opens, *hands: Any, keeps: bool = False) -> Phone:
    """Return the phone of a new match's manager, on which these hands wait, for there is no network."""
    page, line = phone(keeps=keeps)
    lay(page)
    line.is_gone = True
    for count, content in enumerate(hands, 1):
        enter_without_network(page, content, count)
    return Phone(page, line)


def waits_beside(phone: Opens, *hands: Any, keeps: bool = False) -> tuple[Page, Page, Network]:
    """Return the page of a match's manager; that of another keeper, on whose phone these hands wait; his network."""
    manager = phone()
    lay(manager.page)
    page, line = keeper_of(manager, phone, keeps=keeps)
    standing(page)
    line.is_gone = True
    for count, content in enumerate(hands, 1):
        enter_without_network(page, content, count)
    return manager.page, page, line


def contents(page: Page) -> list[Any]:
    return [found["content"] for found in events(page)]


@pytest.mark.storage
def test_three_hands_without_a_network_outlive_a_reload_and_are_stored_in_order(phone: Opens) -> None:
    page, line = phone(keeps=True)
    lay(page)
    enter(page)
    line.is_gone = True
    enter_without_network(page, SMALL, 1)
    expect(waiting(page)).to_have_text("Hand 2: Won by Cyd · Ana As · Ben 2s")
    expect(page.locator(".told")).to_have_text("Not sent yet: Hand 2")
    expect(page.locator(".told")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#next")).to_have_text("Hand 3")
    expect(page.locator('[id="left.0.0"]')).to_have_value("")
    expect(page.locator(".winner :checked")).to_have_count(0)
    enter_without_network(page, OTHER, 2)
    page.reload()
    expect(page.locator("#connection")).to_contain_text("No connection. Last updated:")
    expect(waiting(page)).to_have_count(2)
    expect(rows(page)).to_have_count(1)
    enter_without_network(page, HAND, 3)
    expect(waiting(page).locator("strong")).to_have_text(["Hand 2", "Hand 3", "Hand 4"])
    line.is_gone = False
    is_stored(page, "Hand 4 entered")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#next")).to_have_text("Hand 5")
    expect(rows(page)).to_have_count(4)
    assert contents(page) == [HAND, SMALL, OTHER, HAND]


def posted(line: Network) -> int:
    """How many times something was sent to a match."""
    return sum(asked.startswith("POST") for asked in line.asked)


def typed(page: Page, name: str) -> Locator:
    return page.locator(f"[id='{name}']")


# --- Others were first ---


@pytest.mark.storage
def test_two_phones_clash_and_nothing_is_lost(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, SMALL, OTHER)
    enter(manager)
    line.is_gone = False
    expect(page.locator("#clash + ul li")).to_have_text("Hand 1 entered: Ana 26 · Ben 0 · Cyd 0")
    expect(page.locator(".winner :checked")).to_have_value("2")
    expect(typed(page, "left.0.0")).to_have_value("As")
    expect(waiting(page)).to_have_text("Hand 3: Won by Ben · Ana 5h · Cyd 4d")
    expect(page.locator("#outbox .why")).to_contain_text("The hand in the form is not saved yet")
    page.reload()
    expect(page.locator("#clash"), "it is told again to whoever did not see it").to_be_focused()
    expect(page.locator("#outbox .discard")).to_be_hidden()
    store(page).tap()
    is_stored(page, "Hand 3 entered")  # what came was told once, at the first
    expect(page.locator("#outbox")).to_be_hidden()
    assert contents(page) == [HAND, SMALL, OTHER]


def test_what_another_phone_has_entered_too_is_discarded_and_the_rest_goes_on(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, HAND, OTHER)
    enter(manager)
    line.is_gone = False
    expect(page.locator(".faults:has(#clash)")).to_contain_text("It is the same as yours")
    page.get_by_role("link", name="Discard what I entered").tap()
    is_stored(page, "Hand 2 entered")
    assert contents(page) == [HAND, OTHER]


def test_each_hand_that_another_phone_has_entered_too_is_asked_about(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, HAND, SMALL, OTHER)
    enter(manager)
    fill(manager, GAME, SMALL)
    store(manager).tap()
    is_stored(manager, "Hand 2 entered")
    line.is_gone = False
    for hand in (HAND, SMALL):
        winner = str(["Ana", "Ben", "Cyd"].index(hand["winner"]))
        expect(page.locator(".winner :checked")).to_have_value(winner)
        expect(page.locator("#clash + ul li")).to_have_count(2)
        expect(page.locator(".faults:has(#clash)")).to_contain_text("It is the same as yours")
        page.get_by_role("link", name="Discard what I entered").tap()
    is_stored(page, "Hand 3 entered")
    assert contents(page) == [HAND, SMALL, OTHER]


def test_what_came_between_two_hands_is_told_at_the_second(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, SMALL, OTHER)
    enter(manager)
    line.is_gone = False
    expect(page.locator("#clash + ul li")).to_have_count(1)
    fill(manager, GAME, OTHER)
    store(manager).tap()
    is_stored(manager, "Hand 2 entered")
    store(page).tap()
    expect(page.locator("#clash + ul li"), "the first was named before").to_contain_text(["Hand 2 entered"])
    store(page).tap()
    expect(page.locator(".faults:has(#clash)")).to_contain_text("It is the same as yours")
    page.get_by_role("link", name="Discard what I entered").tap()
    expect(page.locator("#outbox")).to_be_hidden()
    assert contents(page) == [HAND, OTHER, SMALL]


def test_what_no_hand_clashes_with_holds_up_none(phone: Opens) -> None:
    manager = phone()
    lay(manager.page)
    enter(manager.page)
    page, line = keeper_of(manager, phone)
    standing(page)
    line.is_gone = True
    for count, content in enumerate((SMALL, OTHER), 1):
        enter_without_network(page, content, count)
    manager.page.get_by_role("link", name="Hand 1: correct or delete").click()
    manager.page.get_by_role("button", name="Delete this hand").tap()
    is_stored(manager.page, "Hand 1 deleted")
    line.is_gone = False
    is_stored(page, "Hand 3 entered")
    assert contents(page) == [HAND, None, SMALL, OTHER]


# --- Refused, lost on the way, sent by two ---


def test_a_hand_that_is_wrong_is_told_in_its_turn_and_put_right(phone: Opens) -> None:
    page, line = waits(phone, SMALL)
    enter_wrong(page, 2)
    enter_without_network(page, HAND, 3)
    line.is_gone = False
    expect(page.locator("#faults")).to_be_focused()
    expect(page.locator("#faults + ul")).to_contain_text("9z")
    expect(typed(page, "left.0.0")).to_have_value("9z")
    expect(typed(page, "left.0.2")).to_have_value("4d")
    expect(page.locator("#next")).to_have_text("Hand 2")
    expect(waiting(page).locator("strong")).to_have_text("Hand 3")
    assert contents(page) == [SMALL], "what waits behind it waits on"
    typed(page, "left.0.0").fill("5h")
    store(page).tap()
    is_stored(page, "Hand 3 entered")
    assert contents(page) == [SMALL, OTHER, HAND]


def test_a_hand_that_is_wrong_can_be_discarded(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    line.is_gone = True
    enter_wrong(page, 1)
    enter_without_network(page, HAND, 2)
    line.is_gone = False
    expect(page.locator("#faults")).to_be_focused()
    page.get_by_role("button", name="Discard this hand").tap()
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [HAND]


@pytest.mark.storage
def test_hands_whose_answers_are_lost_are_stored_once(phone: Opens) -> None:
    page, line = waits(phone, SMALL, OTHER)
    lost: list[str] = []

    def lose(asked: str) -> bool:
        """Each entry's first answer, which is lost after the site has stored it."""
        if asked.startswith("POST") and len(lost) < 2:
            lost.append(asked)
            return True
        return False

    line.is_lost = lose
    line.is_gone = False
    is_stored(page, "Hand 2 entered")
    assert len(lost) == 2
    assert contents(page) == [SMALL, OTHER]


def test_hand_that_ends_match_is_stored_once_if_answer_is_lost(phone: Opens) -> None:
    page, line = phone()
    restore(page, exported(GAME, *(event(number, content=HAND) for number in (1, 2, 3))))
    arrived, is_known = Event(), Event()

    def lose(asked: str) -> bool:
        """Lose the answer to what was sent, once a board that knows of it has come."""
        if not asked.startswith("POST"):
            return False
        arrived.set()
        return is_known.wait(60)

    line.is_lost = lose
    fill(page)
    store(page).tap()
    assert arrived.wait(60)
    for _time in range(2):
        with page.expect_response(re.compile("/board/$")):
            pass
    is_known.set()
    expect(page.locator("form.entering")).to_have_count(0)
    expect(waiting(page)).to_have_count(1)
    line.is_lost = lambda asked: False
    is_stored(page, "Hand 4 entered")
    expect(page.locator("#outbox")).to_be_hidden()
    assert contents(page) == [HAND] * 4


@pytest.mark.storage
def test_of_two_tabs_one_sends_and_both_show_it(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    before = posted(line)
    other = page.context.new_page()
    other.goto(page.url)
    standing(other)
    line.is_gone = True
    enter_without_network(page, SMALL, 1)
    expect(waiting(other)).to_have_count(1)
    enter_without_network(other, OTHER, 2)
    expect(waiting(page)).to_have_count(2)
    line.is_gone = False
    for tab in (page, other):
        tab.evaluate("dispatchEvent(new Event('online'))")
    for tab in (page, other):
        expect(tab.locator("#outbox")).to_be_hidden()
        expect(rows(tab)).to_have_count(2)
    assert contents(page) == [SMALL, OTHER]
    assert posted(line) == before + 2


# --- Not lost ---


def test_a_match_whose_hands_wait_is_not_forgotten(phone: Opens) -> None:
    page, line = waits(phone, SMALL, keeps=True)
    page.goto("/en/match/")
    listed = page.locator("#kept li")
    expect(listed).to_contain_text("Not sent yet: 1")
    expect(listed.get_by_role("button")).to_have_count(0)
    page.get_by_role("button", name="Forget them all").tap()
    expect(listed).to_have_count(1)
    listed.locator("a").tap()
    expect(waiting(page)).to_have_count(1)
    line.is_gone = False
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [SMALL]


def test_what_is_no_entry_says_that_it_needs_the_network(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    enter(page)
    line.is_gone = True
    connection = page.locator("#connection")
    expect(connection).to_contain_text("No connection")
    undo = page.locator(".told button", has_text="Undo")
    undo.tap()
    expect(page.locator(".told [role=alert]")).to_contain_text("Not undone yet")
    expect(page.locator(".told [role=alert]")).to_be_in_viewport(ratio=1)
    line.is_gone = False
    is_stored(page, "Undone")


def test_who_sits_at_a_new_match_outlives_a_lost_network(phone: Opens) -> None:
    page, line = phone(f"/en/match/new/{GAME}/")
    seat(page)
    line.is_gone = True
    start = page.get_by_role("button", name="Start the match")
    start.tap()
    unsent = page.locator("form.laying .unsent")
    expect(unsent).to_contain_text("That did not go through")
    expect(unsent).to_be_in_viewport()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ana")
    line.is_gone = False
    start.tap()
    standing(page, "Nothing played yet")


def test_what_is_wrong_with_a_new_match_is_told_in_its_place(phone: Opens) -> None:
    page, _line = phone(f"/en/match/new/{GAME}/")
    page.get_by_label("Player 1", exact=True).fill("Ana")
    page.get_by_role("button", name="Start the match").tap()
    expect(page.locator("#faults")).to_be_in_viewport()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ana")


def test_a_file_that_cannot_be_sent_stays_chosen(phone: Opens, tmp_path: Path) -> None:
    page, _line = phone("/en/match/")
    file = tmp_path / "match.json"
    file.write_text("{}")
    page.locator("#match-file").set_input_files(file)
    page.context.set_offline(True)
    page.get_by_role("button", name="Restore the match").tap()
    expect(page.locator(".unsent")).to_contain_text("That did not go through")
    page.context.set_offline(False)
    expect(page.locator(".unsent")).to_have_count(0)
    page.get_by_role("button", name="Restore the match").tap()
    expect(page.locator("#faults")).to_be_in_viewport()


def test_a_hand_in_which_something_is_missing_does_not_wait(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    store(page).tap()
    winner = page.locator('[id="winner.0-error"]')
    expect(winner).to_have_text("Choose who won this hand.")
    expect(winner).to_be_in_viewport()
    expect(page.locator('[id="left.0.1-error"]')).to_have_text("Enter the cards or points this player had left.")
    expect(page.locator("#hand-error")).to_be_empty()
    expect(waiting(page)).to_have_count(0)
    fill(page)
    expect(page.locator("#hand .error:visible")).to_have_count(0)
    store(page).tap()
    expect(waiting(page)).to_have_count(1)
    line.is_gone = False
    is_stored(page)
    assert contents(page) == [HAND]


def test_a_blank_hand_does_not_wait(phone: Opens) -> None:
    page, line = phone()
    lay(page, "muriel")
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    store(page).tap()
    expect(page.locator("#hand-error")).to_have_text("Nothing has been filled in yet.")
    expect(page.locator("#hand-error")).to_be_in_viewport()
    expect(waiting(page)).to_have_count(0)


class Half(NamedTuple):
    """A hand in which something is missing: what is filled in, and what is said where."""

    fields: dict[str, str]
    lines: dict[str, str]


HALVES = {
    "machiavelli": Half({"left-0": "0"}, {"left-1": "Ben: enter how many cards are left, 0 for none."}),
    "marriage": Half(
        {"maal.0": "3"},
        {
            "winner": "Nobody is marked as the winner: choose the player who went out.",
            "shown.1": "Ben: choose Unseen, Seen or Dublees.",
        },
    ),
    "muriel": Half(
        {"points.0.0": "57"}, {"points.0.1": "Enter the points or the cards of the scoring pile, 0 for none."}
    ),
    "murlan": Half({}, {"hands": "Choose who went out second, third and last."}),
    "ramino": Half({"left.0.1": "5h"}, {"winner.0": "Choose who won this hand."}),
}


def fill_half(page: Page, game: str) -> None:
    for name, text in HALVES[game].fields.items():
        typed(page, name).fill(text)
    if game == "murlan":
        page.locator("[data-out='2']").tap()


def lacks(page: Page, game: str) -> None:
    """Expect that each line says what is missing, and that no hand waits."""
    for name, text in HALVES[game].lines.items():
        expect(typed(page, f"{name}-error")).to_have_text(text)
    expect(typed(page, f"{next(iter(HALVES[game].lines))}-error")).to_be_in_viewport()
    expect(page.locator("#hand-error")).to_be_empty()
    expect(waiting(page)).to_have_count(0)
    assert page.evaluate(KEYS) == []


KEYS = """new Promise((done) => {
    const asked = indexedDB.open("outbox", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("hands", { keyPath: "id", autoIncrement: true });
    asked.onsuccess = () => {
        const all = asked.result.transaction("hands").objectStore("hands").getAll();
        all.onsuccess = () => { asked.result.close(); done(all.result.map(({ key }) => key)); };
    };
})"""
"""The keys of all hands that wait in this browser."""


def test_half_a_hand_does_not_wait_where_its_request_is_the_first_to_fail(phone: Opens) -> None:
    page, line = phone()
    lay(page, "murlan")
    fill_half(page, "murlan")
    line.is_lost = lambda asked: asked.startswith("POST")
    store(page).tap()
    lacks(page, "murlan")


def test_piles_that_come_to_the_whole_need_no_zeros(phone: Opens) -> None:
    page, line = phone()
    lay(page, "muriel")
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    typed(page, "points.0.0").fill("57")
    typed(page, "points.0.1").fill("363")
    store(page).tap()
    expect(waiting(page)).to_have_count(1)


@pytest.mark.parametrize(
    ("game", "figures", "points"),
    [
        ("muriel", {"points.0.0": "+420"}, 420),
        ("muriel", {"points.0.0": "420;", "points.0.1": "−0"}, 420),
        ("muriel", {"points.0.0": ", 400,", "points.0.2": " 20 ;"}, 400),
        ("marriage", {"maal.0": "+5", "maal.1": "3,", "maal.2": "-0"}, 5),
    ],
)
def test_figures_as_the_site_reads_them_wait_and_are_stored(
    phone: Opens, game: str, figures: dict[str, str], points: int
) -> None:
    page, line = phone()
    lay(page, game)
    if game == "marriage":
        fill(page, game, example(game, plain_table(game)))
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    for name, text in figures.items():
        typed(page, name).fill(text)
    store(page).tap()
    expect(waiting(page)).to_have_count(1)
    line.is_gone = False
    is_stored(page, "Hand 1 entered")
    (content,) = contents(page)
    assert (content["Ana"] if game == "muriel" else content["players"][0]["maal"]) == points


def test_who_sits_out_half_a_hand_lacks_nothing(phone: Opens) -> None:
    page, line = phone()
    lay(page, "marriage")
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    page.locator("#who-plays summary").tap()
    page.locator("[data-absent='2']").check()
    page.locator("[name=winner][value='0']").check()
    page.locator("[name='shown.1'][value=unseen]").check()
    store(page).tap()
    expect(waiting(page)).to_have_count(1)
    line.is_gone = False
    is_stored(page, "Hand 1 entered")


def test_maal_cards_without_a_tiplu_do_not_wait(phone: Opens) -> None:
    page, line = phone()
    lay(page, "marriage")
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    fill(page, "marriage", example("marriage", plain_table("marriage")))
    typed(page, "maal.0").fill("Ts")
    typed(page, "tiplu").fill("")
    store(page).tap()
    expect(typed(page, "tiplu-error")).to_contain_text("enter the tiplu too")
    assert page.evaluate(KEYS) == []


# --- Another page answers instead of the site ---

LOGIN = "<!doctype html><title>Sign in</title><main><h1>Sign in</h1><form><input name=user></form></main>"
HTML = {"Content-Type": "text/html"}


def answers(foreign: Foreign, method: str = "") -> Callable[[str], Foreign | None]:
    """Answer so what is asked of matches, by this method or by any."""
    return lambda asked: foreign if asked.startswith(method) and " /en/match/" in asked else None


def signs_in(place: str) -> Callable[[str], Foreign | None]:
    """Redirect to a page to sign in, at this address; that page itself answers so."""

    def answer(asked: str) -> Foreign | None:
        if asked == "GET /login":
            return Foreign(200, LOGIN)
        return Foreign(302, "", {"Location": place}) if " /en/match/" in asked else None

    return answer


FOREIGN: dict[str, Callable[[str], Foreign | None]] = {
    "redirect to a login": signs_in("/login"),
    "redirect to the login of another site": signs_in("http://127.0.0.1:9/login"),
    "login page": answers(Foreign(200, LOGIN)),
    "not found, sent on to the home page": answers(Foreign(301, "", {"Location": "/en/"})),
    "not found, by a proxy": answers(Foreign(404, "<h1>404 Not Found</h1>", HTML)),
    "forbidden, by a proxy": answers(Foreign(403, "<h1>Forbidden</h1>", HTML)),
    "empty": answers(Foreign(200)),
    "text": answers(Foreign(200, "null", {"Content-Type": "application/json"})),
}
OTHER_PAGE = "Another page answered instead of this site"


def errors_of(page: Page) -> list[str]:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_hand_that_another_page_answers_is_kept_and_sent_later(phone: Opens, kind: str) -> None:
    page, line = phone()
    errors = errors_of(page)
    lay(page)
    line.foreign = FOREIGN[kind]
    enter_without_network(page, SMALL, 1)
    expect(page.locator("#connection")).to_contain_text(OTHER_PAGE)
    expect(page.locator("#connection").get_by_role("link")).to_have_attribute("href", "")
    enter_without_network(page, OTHER, 2)
    line.foreign = lambda asked: None
    is_stored(page, "Hand 2 entered")
    expect(page.locator("#connection")).to_be_empty()
    assert contents(page) == [SMALL, OTHER]
    assert errors == []


def test_a_proxy_that_is_broken_says_that_the_site_does_not_answer(phone: Opens) -> None:
    page, line = phone()
    errors = errors_of(page)
    lay(page)
    line.foreign = answers(Foreign(502, "<h1>502 Bad Gateway</h1>", HTML))
    enter_without_network(page, SMALL, 1)
    expect(page.locator("#outbox .why")).to_contain_text("The site is not answering")
    expect(page.locator("#connection")).to_contain_text("No connection")
    line.foreign = lambda asked: None
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [SMALL]
    assert errors == []


def test_a_hand_whose_redirect_leads_elsewhere_is_stored_once(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    line.foreign = lambda asked: Foreign(200, LOGIN) if "stored=" in asked else None
    enter_without_network(page, SMALL, 1)
    expect(page.locator("#connection")).to_contain_text(OTHER_PAGE)
    line.foreign = lambda asked: None
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [SMALL]


REMEMBERED = ("", "?stored=1", f"?stored=1&sent={UUID(int=1)}")
"""What a proxy may remember of the address of a match, to which it redirects."""


def remembers(address: str) -> Callable[[str], Foreign | None]:
    """Redirect what is sent to matches to this address."""
    return answers(Foreign(303, "", {"Location": address}), "POST")


@pytest.mark.parametrize("query", REMEMBERED)
def test_redirect_to_remembered_address_stores_no_hand(phone: Opens, query: str) -> None:
    page, line = phone()
    lay(page)
    enter(page)
    line.foreign = remembers(path_of(page) + query)
    enter_without_network(page, SMALL, 1)
    expect(page.locator("#connection")).to_contain_text(OTHER_PAGE)
    line.foreign = lambda asked: None
    is_stored(page, "Hand 2 entered")
    assert contents(page) == [HAND, SMALL]


class OtherForm(NamedTuple):
    """A form that is no entry: the link to its page, what is changed, its button, and what is stored by it."""

    link: str
    field: str
    button: str
    stored: str


OTHER_FORMS = {
    "correction": OtherForm("Hand 1: correct or delete", "left.0.1", "Save the correction", "Hand 1 corrected"),
    "deletion": OtherForm("Hand 1: correct or delete", "", "Delete this hand", "Hand 1 deleted"),
    "players": OtherForm("Players", "name.1", "Save the changes", "5h"),
}


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize("query", REMEMBERED)
@pytest.mark.parametrize("form", OTHER_FORMS)
def test_redirect_to_remembered_address_stores_no_form(phone: Opens, form: str, query: str) -> None:
    page, line = phone()
    lay(page)
    enter(page)
    line.foreign = remembers(path_of(page) + query)
    link, field, button, stored = OTHER_FORMS[form]
    page.get_by_role("link", name=link, exact=True).click()
    if field:
        page.locator(f"[name='{field}']").fill("5h")
    page.get_by_role("button", name=button).tap()
    expect(page.locator(".unsent")).to_contain_text(OTHER_PAGE)
    line.foreign = lambda asked: None
    is_stored(page, stored)
    assert len(contents(page)) == 2


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("query", REMEMBERED)
def test_redirect_to_remembered_address_undoes_nothing(phone: Opens, query: str) -> None:
    page, line = phone()
    lay(page)
    enter(page)
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    page.locator(".told button", has_text="Undo").tap()
    line.foreign = remembers(path_of(page) + query)
    line.is_gone = False
    expect(page.locator(".told .unsent")).to_contain_text(OTHER_PAGE)
    line.foreign = lambda asked: None
    is_stored(page, "Undone")


def test_redirect_to_remembered_match_opens_no_new_match(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    line.foreign = remembers(f"{path_of(page)}?manager=1")
    page.goto(f"/en/match/new/{GAME}/")
    seat(page)
    page.get_by_role("button", name="Start the match").tap()
    expect(page.locator("form.laying .unsent")).to_contain_text(OTHER_PAGE)


def refused_page(page: Page) -> str:
    """Return the page that refuses a blank hand of the match that is shown."""
    names = ("csrfmiddlewaretoken", "key", "seen")
    sent = {name: page.locator(f"form.entering [name={name}]").input_value() for name in names}
    return page.request.post(page.url, form=sent).text()


@pytest.mark.parametrize("status", [409, 422])
def test_refusal_by_page_of_other_match_keeps_the_hand(phone: Opens, status: int) -> None:
    page, line = phone()
    lay(page)
    other = refused_page(page)
    assert 'id="faults"' in other
    lay(page)
    line.foreign = answers(Foreign(status, other), "POST")
    enter_without_network(page, SMALL, 1)
    expect(page.locator("#connection")).to_contain_text(OTHER_PAGE)
    line.foreign = lambda asked: None
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [SMALL]


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("kind", ["redirect to a login", "login page", "not found, by a proxy"])
def test_a_correction_that_another_page_answers_stays_in_its_form(phone: Opens, kind: str) -> None:
    page, line = phone()
    errors = errors_of(page)
    lay(page)
    enter(page)
    page.get_by_role("link", name="Hand 1: correct or delete").click()
    typed(page, "left.0.1").fill("5h")
    line.foreign = FOREIGN[kind]
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.locator(".unsent")).to_contain_text(OTHER_PAGE)
    expect(typed(page, "left.0.1")).to_have_value("5h")
    line.foreign = lambda asked: None
    is_stored(page, "Hand 1 corrected")
    assert [content["hands"]["Ben"] for content in contents(page)] == [HAND["hands"]["Ben"], "5h"]
    assert errors == []


def test_a_new_match_that_another_page_answers_stays_in_its_form(phone: Opens) -> None:
    page, line = phone(f"/en/match/new/{GAME}/")
    seat(page)
    line.foreign = FOREIGN["redirect to a login"]
    start = page.get_by_role("button", name="Start the match")
    start.tap()
    expect(page.locator("form.laying .unsent")).to_contain_text(OTHER_PAGE)
    line.foreign = lambda asked: None
    start.tap()
    standing(page, "Nothing played yet")


def test_a_proxy_that_finds_nothing_makes_no_page_forget_its_match(phone: Opens) -> None:
    page, line = phone(keeps=True)
    lay(page)
    path = path_of(page)
    are_kept(page, path)
    line.foreign = FOREIGN["not found, by a proxy"]
    expect(page.locator("#connection")).to_contain_text(OTHER_PAGE)
    expect(page.locator("#connection")).not_to_contain_text("This link no longer works")
    page.reload()
    expect(page.locator("h1")).to_have_text("404 Not Found")
    are_kept(page, path)
    line.is_gone = True
    page.goto(path)
    standing(page, "Nothing played yet")


def test_a_match_in_the_list_is_recognized_only_by_its_own_page(phone: Opens) -> None:
    page, line = phone()
    errors = errors_of(page)
    lay(page)
    path = path_of(page)
    page.goto("/en/")
    page.evaluate(f"localStorage.matches = JSON.stringify([{{ path: '{path}', name: 'Old', at: 1 }}])")
    line.foreign = lambda asked: Foreign(200, LOGIN + "<div class=match data-id=x>") if asked == f"GET {path}" else None
    with page.expect_response(f"**{path}"):
        page.goto("/en/match/")
    expect(page.locator("#kept li a")).to_contain_text("Old")
    line.foreign = lambda asked: None
    page.reload()
    expect(page.locator("#kept li a")).to_contain_text("Ramino: Ana, Ben, Cyd")
    assert errors == []


def test_what_others_enter_meanwhile_is_told_until_it_is_dealt_with(phone: Opens) -> None:
    manager = phone()
    lay(manager.page)
    page, _line = keeper_of(manager, phone)
    standing(page)
    fill(page, GAME, SMALL)
    enter(manager.page)
    expect(page.locator("#connection")).not_to_be_empty()
    poll = page.locator(".match").get_attribute("data-poll") or ""
    for _time in range(2):
        with page.expect_response(lambda answer: poll in answer.url):
            pass
    expect(page.locator("#connection")).not_to_be_empty()


# --- Taken back ---


def test_the_last_that_waits_is_taken_back_into_the_form(phone: Opens) -> None:
    page, line = waits(phone, SMALL, OTHER, keeps=True)
    page.get_by_role("button", name="Put the last one back in the form").tap()
    expect(waiting(page)).to_have_count(1)
    expect(page.locator("#next")).to_have_text("Hand 2")
    expect(page.locator(".winner :checked")).to_have_value("1")
    expect(page.locator("#outbox .why")).to_contain_text("The last hand is back in the form")
    typed(page, "left.0.0").fill("6h")
    page.reload()
    expect(typed(page, "left.0.0")).to_have_value("6h")
    store(page).tap()
    expect(waiting(page)).to_have_count(2)
    line.is_gone = False
    is_stored(page, "Hand 2 entered")
    assert contents(page) == [SMALL, OTHER | {"hands": {"Ana": "6h", "Cyd": "4d"}}]


def test_what_was_taken_back_is_discarded(phone: Opens) -> None:
    page, line = waits(phone, SMALL, OTHER, keeps=True)
    page.get_by_role("button", name="Put the last one back in the form").tap()
    page.get_by_role("button", name="Discard this hand").tap()
    expect(typed(page, "left.0.0")).to_have_value("")
    expect(waiting(page)).to_have_count(1)
    line.is_gone = False
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [SMALL]


def test_hand_that_arrived_is_acknowledged_by_the_next_board(phone: Opens) -> None:
    page, _line = phone()
    lay(page)
    fill(page, GAME, SMALL)
    key = page.locator("form.entering [name=key]").input_value()
    sent = page.locator("form.entering").evaluate("form => Object.fromEntries(new FormData(form))")
    assert sent["key"] == key
    assert page.request.post(page.url, form=sent).ok
    is_stored(page, "Hand 1 entered")
    expect(page.locator("#connection")).to_be_empty()
    expect(page.locator("#outbox")).to_be_hidden()
    assert contents(page) == [SMALL]


def test_hand_is_sent_once_if_board_comes_before_next_page(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    fill(page, GAME, SMALL)
    before = posted(line)
    came: list[str] = []

    def is_next_page(path: str) -> bool:
        """The answer to the hand is the first at this address, the page that is loaded then is the second."""
        came.extend([path] * ("?stored=" in path))
        return len(came) > 1 and "?stored=" in path

    line.is_slow = is_next_page
    with page.expect_response(lambda answer: answer.url.endswith("/board/") and len(came) > 1):
        store(page).tap()
    with page.expect_response(re.compile("/board/$")):
        pass  # by the next question, what the first answer brought about has been sent
    line.goes_on.set()
    is_stored(page, "Hand 1 entered")
    assert posted(line) == before + 1


# --- The cookie that protects the forms ---


def test_lost_cookie_is_renewed_and_the_hand_stored(phone: Opens) -> None:
    manager = phone()
    lay(manager.page)
    page, line = keeper_of(manager, phone)
    standing(page)
    page.context.clear_cookies()
    enter(page)
    page.context.clear_cookies()
    page.get_by_role("link", name="Hand 1: correct or delete").click()
    page.context.clear_cookies()
    typed(page, "left.0.1").fill("5h")
    page.get_by_role("button", name="Save the correction").tap()
    is_stored(page, "Hand 1 corrected")
    assert posted(line) == 4, "each once without its cookie, and once more"


def test_hands_refused_without_a_cookie_are_listed_and_say_why(phone: Opens) -> None:
    manager = phone()
    lay(manager.page)
    page, line = keeper_of(manager, phone)
    standing(page)
    page.context.clear_cookies()
    line.keeps_cookies = False
    for count, content in enumerate((SMALL, OTHER), 1):
        enter_without_network(page, content, count)
        expect(page.locator("#outbox .why")).to_contain_text("The site did not accept these hands")
        poll = page.locator(".match").get_attribute("data-poll") or ""
        with page.expect_response(lambda answer, poll=poll: poll in answer.url):
            pass
        expect(page.locator("#connection")).to_contain_text("without the cookie that protects it")
    line.keeps_cookies = True
    page.reload()
    is_stored(page, "Hand 2 entered")
    assert contents(page) == [SMALL, OTHER]


# --- While another hand is typed ---


def test_what_is_typed_meanwhile_stays_and_clashes_with_none_of_one_s_own(phone: Opens) -> None:
    page, line = waits(phone, SMALL, HAND)
    fill(page, GAME, OTHER)
    page.evaluate("window.never_loaded_again = true")
    line.is_gone = False
    expect(page.locator("#outbox")).to_be_hidden()
    expect(rows(page)).to_have_count(2)
    expect(page.locator("#next")).to_have_text("Hand 3")
    assert page.evaluate("window.never_loaded_again")
    expect(typed(page, "left.0.0")).to_have_value("5h")
    store(page).tap()
    is_stored(page, "Hand 3 entered")
    assert contents(page) == [SMALL, HAND, OTHER]


def test_what_is_typed_comes_back_after_a_hand_that_was_refused(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, SMALL)
    fill(page, GAME, OTHER)
    enter(manager)
    line.is_gone = False
    expect(page.locator("#clash")).to_be_focused()
    expect(typed(page, "left.0.0")).to_have_value("As")
    store(page).tap()
    is_stored(page, "Hand 2 entered")
    expect(typed(page, "left.0.0")).to_have_value("5h")
    store(page).tap()
    is_stored(page, "Hand 3 entered")
    assert contents(page) == [HAND, SMALL, OTHER]


def test_hand_is_said_to_be_stored_though_no_poll_came_back_yet(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, SMALL)
    expect(page.locator("#connection")).to_contain_text("No connection")
    fill(page, GAME, OTHER)
    enter(manager)
    line.is_slow = lambda path: path.endswith("/board/")
    line.is_gone = False
    expect(page.locator("#clash")).to_be_focused()
    store(page).tap()
    is_stored(page, "Hand 2 entered")
    expect(typed(page, "left.0.0")).to_have_value("5h")


# --- Other matches, other languages, other games ---


def test_each_match_has_its_own(phone: Opens) -> None:
    page, line = phone(keeps=True)
    places = []
    for _match in range(2):
        lay(page)
        places.append(page.url)
    line.is_gone = True
    enter_without_network(page, SMALL, 1)
    page.goto(places[0])
    expect(page.locator("#connection")).to_contain_text("Last updated")
    expect(page.locator("#outbox")).to_be_hidden()
    enter_without_network(page, OTHER, 1)
    line.is_gone = False
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [OTHER]
    page.goto(places[1])
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [SMALL]


def test_a_hand_is_sent_and_told_in_the_language_in_which_it_was_typed(phone: Opens) -> None:
    page, line = phone()
    lay(page)
    place = page.url
    line.is_gone = True
    enter_without_network(page, SMALL, 1)
    enter_wrong(page, 2)
    line.is_gone = False
    page.goto(place.replace("/en/match/", "/it/partita/"))
    expect(page.locator("#faults")).to_be_focused()
    expect(page).to_have_url(place)
    expect(typed(page, "left.0.0")).to_have_value("9z")
    assert contents(page) == [SMALL]


@pytest.mark.parametrize("game", SHEETS)
def test_half_a_hand_says_what_it_lacks_and_the_whole_one_waits(phone: Opens, game: str) -> None:
    content = example(game, plain_table(game))
    page, line = phone(keeps=True)
    lay(page, game)
    blank = page.locator("form.entering").evaluate(FORM)
    line.is_gone = True
    expect(page.locator("#connection")).to_contain_text("No connection")
    fill_half(page, game)
    store(page).tap()
    lacks(page, game)
    for name in HALVES[game].fields:
        typed(page, name).fill("")
    fill(page, game, content)
    expect(page.locator("#hand .error:visible")).to_have_count(0)
    store(page).tap()
    expect(waiting(page)).to_have_count(1)
    assert page.locator("form.entering").evaluate(FORM) == blank
    for name in plain_table(game).players:
        expect(waiting(page)).to_contain_text(name)
    page.reload()
    expect(waiting(page)).to_have_count(1)
    page.get_by_role("button", name="Put the last one back in the form").tap()
    expect(waiting(page)).to_have_count(0)
    store(page).tap()
    expect(waiting(page)).to_have_count(1)
    line.is_gone = False
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [content]


FORM = """form => [...new FormData(form)].filter(([name]) => !["key", "seen", "csrfmiddlewaretoken"].includes(name))"""


# --- Refused for good ---


def test_hands_that_a_revoked_link_does_not_take_stay_in_sight(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, SMALL, keeps=True)
    manager.goto(f"{manager.url}links/")
    manager.get_by_role("region", name="Keep score").get_by_role("button", name="Revoke").tap()
    expect(manager.get_by_role("region", name="Keep score")).to_contain_text("Revoked")
    line.is_gone = False
    expect(page.locator("#outbox .why")).to_contain_text("The site did not accept these hands")
    expect(page.locator("#connection")).not_to_be_empty()
    expect(waiting(page)).to_have_count(1)
    page.reload()
    expect(page.locator("#gone")).to_be_visible()
    expect(page.locator("#outbox .why")).to_contain_text("never reached the match")
    expect(waiting(page)).to_have_text("Won by Cyd · Ana As · Ben 2s")
    assert not scrolls_sideways(page)
    is_accessible_where_new(page)
    are_kept(page)
    discard = page.get_by_role("button", name="Discard all unsent hands")
    page.once("dialog", lambda dialog: dialog.dismiss())
    discard.tap()
    expect(waiting(page)).to_have_count(1)
    page.once("dialog", lambda dialog: dialog.accept())
    discard.tap()
    expect(page.locator("#outbox")).to_be_hidden()


def test_hands_that_a_renewed_link_does_not_take_are_sent_by_the_new_one(phone: Opens) -> None:
    manager, page, line = waits_beside(phone, SMALL, OTHER)
    manager.goto(f"{manager.url}links/")
    manager.get_by_role("region", name="Keep score").get_by_role("button", name="Renew").tap()
    expect(manager.locator(".stored")).to_be_visible()
    path = urlsplit(address(manager.get_by_role("region", name="Keep score"))).path
    line.is_gone = False
    expect(page.locator("#outbox .why")).to_contain_text("The site did not accept these hands")
    page.goto(path)
    is_stored(page, "Hand 2 entered")
    assert contents(page) == [SMALL, OTHER]


def test_hands_of_a_match_that_ended_meanwhile_are_told_and_kept(phone: Opens) -> None:
    manager = phone()
    lay(manager.page)
    enter(manager.page)
    page, line = keeper_of(manager, phone)
    standing(page)
    line.is_gone = True
    enter_without_network(page, SMALL, 1)
    enter_without_network(page, OTHER, 2)
    manager.page.get_by_role("button", name="End the evening").tap()
    is_stored(manager.page, "Evening ended")
    line.is_gone = False
    expect(page.locator("#clash")).to_be_focused()
    expect(page.locator(".faults:has(#clash)")).to_contain_text("reopen the evening")
    expect(typed(page, "left.0.0")).to_have_value("As")
    store(page).tap()
    expect(page.locator("#notice")).to_be_focused()
    expect(typed(page, "left.0.0")).to_have_value("As")
    expect(waiting(page)).to_have_count(1)
    page.get_by_role("button", name="Discard this hand").tap()
    expect(page.locator("#notice + p")).to_contain_text("reopen the evening")
    expect(typed(page, "left.0.0")).to_have_value("5h")
    page.get_by_role("button", name="Reopen the evening").tap()
    is_stored(page, "Hand 2 entered")  # that it was over is all that it waited for
    expect(page.locator("#outbox")).to_be_hidden()
    assert contents(page) == [HAND, None, None, OTHER]


# --- The pages that are kept ---


KEPT = """async () => (await (await caches.open("matches")).keys()).map(({ url }) => new URL(url).pathname)
    .filter((path) => path.split("/")[3])"""


def are_kept(page: Page, *paths: str) -> None:
    """Wait until these pages of matches are kept, and no others."""
    page.evaluate(
        f"""async (wanted) => {{
            const kept = {KEPT};
            let found;
            for (const end = Date.now() + 60000; Date.now() < end; await new Promise(requestAnimationFrame)) {{
                found = (await kept()).sort().join(" ");
                if (found === wanted) return;
            }}
            throw new Error(`${{found}} are kept, not ${{wanted}}`);
        }}""",
        " ".join(sorted(paths)),
    )


def path_of(page: Page) -> str:
    return urlsplit(page.url).path


def test_the_page_that_is_kept_shows_what_was_seen_last_also_to_who_only_watches(phone: Opens) -> None:
    manager = phone()
    lay(manager.page)
    page, line = phone(urlsplit(link(manager.page, "Watch")).path, keeps=True)
    standing(page, "Nothing played yet")
    enter(manager.page)
    expect(rows(page)).to_have_count(1)
    line.is_gone = True
    answer = page.reload()
    assert answer
    assert answer.status == 200
    expect(rows(page)).to_have_count(1)
    expect(page.locator("#connection")).to_contain_text("Last updated")
    assert not scrolls_sideways(page)
    is_accessible_where_new(page)
    enter(manager.page, content=SMALL)
    line.is_gone = False
    expect(rows(page)).to_have_count(2)
    expect(page.locator("#connection")).to_be_empty()


def test_pages_of_five_matches_are_kept_and_the_way_to_them(phone: Opens) -> None:
    page, line = phone("/en/", keeps=True)
    paths = []
    for _match in range(6):
        lay(page)
        paths.append(path_of(page))
    are_kept(page, *paths[1:])
    line.is_gone = True
    page.goto("/en/")
    page.get_by_role("link", name="My matches").first.tap()
    expect(page.locator("#kept li")).to_have_count(6)
    page.locator("#kept li a").first.tap()
    expect(page).to_have_url(re.compile(paths[-1]))
    expect(page.locator("form.entering")).to_be_visible()
    page.goto(paths[0])
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")


def test_a_match_that_is_forgotten_or_managed_no_longer_is_not_kept_as_it_was(phone: Opens) -> None:
    page, line = phone(keeps=True)
    paths = []
    for _match in range(2):
        lay(page)
        paths.append(path_of(page))
    are_kept(page, *paths)
    page.goto(f"{paths[0]}links/")
    page.locator("section.link").first.locator("summary").tap()
    page.get_by_role("button", name="Stop managing in this browser").tap()
    standing(page)
    are_kept(page, *paths)
    line.is_gone = True
    page.reload()
    standing(page)
    expect(page.locator("form.entering"), "it is kept as others see it").to_have_count(0)
    line.is_gone = False
    page.goto("/en/match/")
    page.locator("#kept li").filter(has=page.locator(f"a[href='{paths[1]}']")).get_by_role("button").tap()
    are_kept(page, paths[0])


def test_a_page_that_an_older_version_of_the_site_kept_is_fetched_anew(phone: Opens) -> None:
    page, line = phone(keeps=True)
    lay(page)
    are_kept(page, path_of(page))
    before = line.asked.count(f"GET {path_of(page)}")
    line.renew("", "")
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update())")
    is_kept(page, "all.length === 1 && all[0].url.endsWith('/next.json')")
    assert line.asked.count(f"GET {path_of(page)}") == before + 1


def test_a_match_opens_without_a_network_after_the_browser_was_closed(
    browser_type: BrowserType, browser_type_launch_args: Any, base_url: str, tmp_path: Path
) -> None:
    with network(base_url) as line:

        def browser() -> BrowserContext:
            options = browser_type_launch_args | PHONE | {"base_url": line.address, "locale": "en-GB"}
            context = browser_type.launch_persistent_context(str(tmp_path), **options)
            context.set_default_timeout(60_000)
            return context

        context = browser()
        page = context.new_page()
        page.goto("/en/match/")
        page.evaluate(READY)
        lay(page)
        are_kept(page, path_of(page))
        place = page.url
        line.is_gone = True
        enter_without_network(page, SMALL, 1)
        context.close()
        context = browser()
        page = context.new_page()
        page.goto(place)
        expect(waiting(page)).to_have_count(1)
        enter_without_network(page, OTHER, 2)
        line.is_gone = False
        is_stored(page, "Hand 2 entered")
        assert contents(page) == [SMALL, OTHER]
        context.close()


# --- How it looks, and where nothing can be kept ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_accessible_and_fits_a_phone(phone: Opens, language: str) -> None:
    page, line = phone(keeps=True)
    lay(page, "marriage")
    with translation.override(language):
        page.goto(reverse("match", args=[page.url.split("/")[-2]]))
    standing(page)
    is_kept(page, f"all.some(({{ url }}) => url.includes('/kept/{language}/'))")
    line.is_gone = True
    save = page.locator("form.entering button[type=submit]")
    good = example("marriage", plain_table("marriage"))
    fill(page, "marriage", good, language)
    typed(page, "floor.0").fill("x")
    save.tap()
    expect(waiting(page)).to_have_count(1)
    fill(page, "marriage", good, language)
    save.tap()
    expect(waiting(page)).to_have_count(2)
    looks_right(page)
    page.reload()
    expect(waiting(page)).to_have_count(2)
    looks_right(page)
    page.locator("#outbox .back").tap()
    expect(page.locator("#outbox .discard")).to_be_visible()
    looks_right(page)
    save.tap()
    expect(waiting(page)).to_have_count(2)
    line.is_gone = False
    expect(page.locator("#faults")).to_be_focused()
    expect(waiting(page)).to_have_count(1)
    looks_right(page)


def looks_right(page: Page) -> None:
    assert not scrolls_sideways(page)
    assert too_small(page, "#outbox button") == []
    assert unnamed(page) == []
    is_accessible_where_new(page)


def test_a_browser_that_keeps_nothing_keeps_the_hand_in_its_form(phones: Phones) -> None:
    page = phones()
    page.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    lay(page)
    fill(page)
    page.context.set_offline(True)
    store(page).tap()
    expect(page.locator(".unsent")).to_contain_text("Not saved yet: the site cannot be reached")
    expect(typed(page, "left.0.1")).to_have_value("Kh 7d")
    expect(page.locator("#outbox")).to_be_hidden()
    page.context.set_offline(False)
    is_stored(page, "Hand 1 entered")
    assert contents(page) == [HAND]
