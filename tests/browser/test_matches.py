"""An evening on several phones: side by side, tapped twice, out of reach, corrected, revoked, without JavaScript."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Locator, Page, Route, expect

from games.catalogue import GAMES
from games.notation import NOTATIONS
from games.sheets import Table
from matches import transfer
from matches.ledger import Event, Kind, replay
from matches.models import Match
from rulesite.rulebook import LANGUAGES
from tests.browser.test_every_page import CONTRAST, RULES
from tests.matches.evenings import event, example, plain_table

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SOON = 10_000
"""Milliseconds within which a page that asks every three seconds has to know."""
GAME = "ramino"
TABLE = plain_table(GAME)
HAND = example(GAME, TABLE)
SMALL = {"winner": "Cyd", "hands": {"Ana": "As", "Ben": "2s"}}

Phones = Callable[..., Page]


@pytest.fixture
def phones(browser: Browser, base_url: str, console: Callable[[Page], None]) -> Iterator[Phones]:
    """Phones at one table: each knows only what it was shown."""
    contexts = []

    def phone(address: str = "", **options: Any) -> Page:
        context = browser.new_context(**PHONE, base_url=base_url, **options)
        contexts.append(context)
        page = context.new_page()
        console(page)
        if address:
            page.goto(address)
        return page

    yield phone
    for context in contexts:
        context.close()


def lay(page: Page, game: str = GAME) -> None:
    """Open a match at the plain table, by its form."""
    page.goto("/en/match/")
    page.get_by_role("main").get_by_role("link", name=game.capitalize(), exact=True).click()
    for number, name in enumerate(plain_table(game).players, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Open the match").click()
    expect(page.locator("#standing")).to_have_text("Nothing played yet")


def link(manager: Page, role: str) -> str:
    """The address that the manager's page shows for another role."""
    place = manager.url
    manager.goto(f"{place.split('?')[0]}links/")
    found = manager.get_by_role("region", name=role).locator("a.address").inner_text()
    manager.goto(place)
    return found


def fill(page: Page, game: str = GAME, content: Any = HAND, language: str = "en") -> None:
    """Fill in a hand by the controls of its form."""
    said = GAMES[game].sheet.typed(plain_table(game), content, NOTATIONS[language])
    for name, values in said.lists():
        controls = page.locator(f'main form.ask [name="{name}"]')
        for nth, value in enumerate(values):
            if controls.first.get_attribute("type") == "radio":
                page.locator(f'main form.ask [name="{name}"][value="{value}"]').check()
            elif controls.nth(nth).evaluate("control => control.tagName") == "SELECT":
                controls.nth(nth).select_option(str(value))
            else:
                controls.nth(nth).fill(str(value))


def store(page: Page) -> Locator:
    return page.get_by_role("button", name="Save the hand")


def enter(page: Page, game: str = GAME, content: Any = HAND) -> None:
    fill(page, game, content)
    store(page).tap()
    expect(page.locator(".stored")).to_be_visible()


def rows(page: Page) -> Locator:
    return page.locator(".evening tbody tr")


def events(page: Page) -> list[dict[str, Any]]:
    """What is stored of the match that a page shows."""
    place = re.match(r".*/match/[\w-]{32}/", page.url)
    assert place
    found = page.request.get(f"{place[0]}match.json").json()
    return list(found["events"])


def matches_file(folder: Path, game: str, *written: Event) -> Path:
    """An export of such a match."""
    table = plain_table(game)
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    file = folder / f"{game}.json"
    file.write_text("".join(transfer.as_json(match, replay(written))))
    return file


def restore(page: Page, file: Path, language: str = "en") -> None:
    """Open the match of a file, by the page."""
    with translation.override(language):
        page.goto(reverse("matches"))
    page.locator("#match-file").set_input_files(file)
    page.locator("#match-file").locator("xpath=ancestor::form").locator("button").click()
    expect(page.locator("#standing")).to_be_visible()


# --- Side by side ---


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end_on_two_phones_and_watched_on_a_third(phones: Phones, game: str) -> None:
    sheet, table = GAMES[game].sheet, plain_table(game)
    content = example(game, table)
    manager = phones()
    lay(manager, game)
    keeper, watcher = phones(link(manager, "Keep the score")), phones(link(manager, "Watch"))
    everybody = (manager, keeper, watcher)
    watcher.evaluate("window.never_loaded_again = true")
    expect(watcher.locator("main form")).to_have_count(0)
    hands, turns = [], [manager, keeper]
    while not sheet.standing(table, hands).winner and len(hands) < (20 if sheet.ends else 3):
        page = turns[len(hands) % 2]
        expect(page.locator("#next")).to_have_text(f"Hand {len(hands) + 1}", timeout=SOON)
        enter(page, game, content)
        hands.append(content)
        totals = sheet.standing(table, hands).totals
        for other in everybody:
            expect(rows(other)).to_have_count(len(hands), timeout=SOON)
            assert other.locator(".tiles strong").all_inner_texts() == [
                sheet.written(total) for total in totals.values()
            ]
    if not sheet.ends:
        manager.get_by_role("button", name="End the evening").tap()
    for page in (*turns, watcher):
        expect(page.locator("#standing")).to_have_text(re.compile("Ana wins the (match|evening)"), timeout=SOON)
    assert watcher.evaluate("window.never_loaded_again")
    assert [found["content"] for found in events(manager) if found["content"]] == hands
    keeper.reload()
    expect(keeper.locator("form.entering")).to_have_count(0)
    keeper.get_by_role("link", name="Rematch at the same table").tap()
    expect(keeper.get_by_label("Player 1", exact=True)).to_have_value("Ana")


def test_a_double_tap_stores_once(phones: Phones) -> None:
    page = phones()
    lay(page)
    fill(page)
    store(page).dblclick()
    expect(page.locator(".stored")).to_be_visible()
    assert len(events(page)) == 1
    fill(page, content=SMALL)
    store(page).evaluate("button => { button.click(); button.click(); button.click(); }")
    expect(rows(page)).to_have_count(2)
    assert [found["content"] for found in events(page)] == [HAND, SMALL]


def test_two_enter_at_once_and_the_second_is_told_and_keeps_its_own(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep the score"))
    fill(manager)
    fill(keeper, content=SMALL)
    store(manager).tap()
    expect(manager.locator(".stored")).to_be_visible()
    store(keeper).tap()
    expect(keeper.locator("#clash")).to_be_focused()
    expect(keeper.locator("#clash + ul")).to_have_text("Hand 1 entered: Ana 26 · Ben 0 · Cyd 0")
    assert len(events(keeper)) == 1
    expect(keeper.locator('[id="winner.0"]')).to_have_value("2")
    expect(keeper.locator('[id="left.0.0"]')).to_have_value("As")
    store(keeper).tap()
    expect(keeper.locator(".stored")).to_be_visible()
    assert [found["content"] for found in events(keeper)] == [HAND, SMALL]


def test_whoever_is_typing_is_told_of_a_new_hand_and_loses_nothing(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep the score"))
    fill(keeper, content=SMALL)
    enter(manager)
    expect(keeper.locator("#connection")).to_have_text(re.compile("Meanwhile something was entered"), timeout=SOON)
    expect(rows(keeper)).to_have_count(1)
    expect(keeper.locator('[id="left.0.0"]')).to_have_value("As")
    store(keeper).tap()
    expect(keeper.locator("#clash")).to_be_visible()


# --- Corrected ---


def test_an_old_hand_is_corrected_taken_back_and_put_back(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    restore(page, matches_file(tmp_path, GAME, event(1, content=HAND), event(2, content=SMALL)))
    watcher = phones(link(page, "Watch"))
    place = page.url
    page.get_by_role("link", name="Hand 1: correct or take back").tap()
    expect(page.locator('[id="winner.0"]')).to_have_value("0")
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    page.locator('[id="left.0.1"]').fill("2h")
    page.get_by_role("button", name="Save the correction").last.tap()
    expect(page.locator(".stored")).to_contain_text("Hand 1 corrected")
    expect(rows(page).first).to_contain_text("corrected")
    expect(watcher.locator(".tiles strong").first).to_have_text("11", timeout=SOON)

    page.get_by_role("link", name="Hand 1: correct or take back").tap()
    page.get_by_role("button", name="Take the hand back").tap()
    expect(rows(page)).to_have_count(1)
    expect(watcher.locator(".tiles strong").first).to_have_text("0", timeout=SOON)

    page.get_by_role("link", name="History", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    told = [text.split(":")[0] for text in page.locator(".events > li > p > strong").all_inner_texts()]
    assert told == ["Hand 1 taken back", "Hand 1 corrected", "Hand 2 entered", "Hand 1 entered"]
    page.get_by_role("link", name="Put it back …").tap()
    expect(page.locator('[id="left.0.1"]')).to_have_value("2h")
    page.get_by_role("button", name="Put it back like this").last.tap()
    expect(rows(page)).to_have_count(2)
    expect(watcher.locator(".tiles strong").first).to_have_text("11", timeout=SOON)
    assert page.url.split("?")[0] == place


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_of_every_game_stands_in_its_form_again(phones: Phones, tmp_path: Path, game: str) -> None:
    content = example(game, plain_table(game))
    page = phones()
    restore(page, matches_file(tmp_path, game, event(1, content=content)))
    page.get_by_role("link", name="Hand 1: correct or take back").tap()
    page.get_by_role("button", name="Save the correction").last.tap()
    expect(page.locator("#standing")).to_be_visible()
    assert [found["kind"] for found in events(page)] == ["entered"], "sent as it stood, it changed nothing"
    page.get_by_role("link", name="Hand 1: correct or take back").tap()
    fill(page, game, content)
    page.get_by_role("button", name="Take the hand back").tap()
    expect(page.locator(".stored")).to_contain_text("Hand 1 taken back")
    expect(rows(page)).to_have_count(0)
    assert [found["kind"] for found in events(page)] == ["entered", "removed"]


# --- Links ---


@pytest.mark.network_fails
def test_a_revoked_link_is_told_on_the_page_it_closed(phones: Phones) -> None:
    """The console tells of the 404, as of every answer that is none."""
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep the score"))
    fill(keeper, content=SMALL)
    manager.goto(f"{manager.url}links/")
    manager.get_by_role("region", name="Keep the score").get_by_role("button", name="Revoke").tap()
    expect(manager.get_by_role("region", name="Keep the score")).to_contain_text("Revoked")
    gone = keeper.locator(".match").get_attribute("data-gone")
    assert gone
    expect(keeper.locator("#connection")).to_have_text(gone, timeout=SOON)
    store(keeper).tap()
    expect(keeper.locator("#connection")).to_contain_text("renewed or revoked")
    expect(keeper.locator('[id="left.0.0"]')).to_have_value("As")
    keeper.reload()
    expect(keeper.get_by_role("heading", level=1)).to_have_text("This link opens no match")
    manager.get_by_role("region", name="Keep the score").get_by_role("button", name="Make a new link").tap()
    address = manager.get_by_role("region", name="Keep the score").locator("a.address").inner_text()
    assert address != keeper.url
    keeper.goto(address)
    enter(keeper, content=SMALL)


def test_a_match_opened_here_is_found_again_on_this_phone_alone(phones: Phones) -> None:
    page = phones()
    lay(page)
    place = page.url
    page.goto("/it/partita/")
    page.locator("#kept a").first.tap()
    expect(page.locator("#standing")).to_be_visible()
    assert page.url.split("/")[-2] == place.split("/")[-2]
    other = phones("/en/match/")
    expect(other.locator("#kept")).to_be_hidden()


# --- Out of reach ---


def lose_answers(page: Page, count: int = 1) -> list[int]:
    """Let the next entries reach the server, and lose its answers on the way."""
    arrived: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST" or len(arrived) >= count:
            route.continue_()
            return
        arrived.append(route.fetch(max_redirects=0).status)
        route.abort("connectionreset")

    page.route(re.compile(r"/match/[\w-]{32}/$"), lose)
    return arrived


@pytest.mark.network_fails
def test_an_entry_whose_answer_was_lost_is_sent_again_by_itself_and_stored_once(phones: Phones) -> None:
    page = phones()
    lay(page)
    arrived = lose_answers(page, 2)
    fill(page)
    store(page).tap()
    expect(page.locator(".unsent")).to_contain_text("Not saved yet: the site cannot be reached")
    expect(page.locator(".stored")).to_be_visible(timeout=20_000)
    assert arrived == [303, 303]
    assert [found["content"] for found in events(page)] == [HAND]
    expect(page.locator('[id="left.0.1"]')).to_have_value("")


@pytest.mark.network_fails
def test_a_phone_without_network_keeps_the_entry_and_sends_it_when_it_is_back(phones: Phones) -> None:
    page = phones()
    lay(page)
    fill(page)
    page.context.set_offline(True)
    store(page).tap()
    expect(page.locator(".unsent")).to_be_visible()
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    expect(page.locator("#connection")).to_have_text(re.compile("No connection"), timeout=30_000)
    page.context.set_offline(False)
    expect(page.locator(".stored")).to_be_visible(timeout=20_000)
    assert [found["content"] for found in events(page)] == [HAND]


@pytest.mark.network_fails
def test_an_entry_that_cannot_be_stored_stays_and_is_sent_again_by_itself(phones: Phones) -> None:
    """The database is away: the site answers, and says that it has stored nothing."""
    page = phones()
    lay(page)
    fill(page)

    def away(route: Route) -> None:
        route.fulfill(status=503, headers={"Retry-After": "5"}, content_type="text/html", body="<main></main>")

    page.route("**/match/**", away)
    store(page).tap()
    expect(page.locator(".unsent")).to_contain_text("Not saved yet")
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    expect(page.locator("#connection")).to_have_text(re.compile("No connection"), timeout=30_000)
    page.unroute("**/match/**")
    expect(page.locator(".stored")).to_be_visible(timeout=20_000)
    assert [found["content"] for found in events(page)] == [HAND]


@pytest.mark.network_fails
def test_an_entry_whose_answer_was_lost_survives_a_reload_and_is_stored_once(phones: Phones) -> None:
    page = phones()
    lay(page)
    lose_answers(page)
    fill(page)
    store(page).tap()
    expect(page.locator(".unsent")).to_be_visible()
    page.reload()
    expect(rows(page)).to_have_count(1)
    expect(page.locator('[id="winner.0"]')).to_have_value("0")
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    store(page).tap()
    expect(page.locator(".stored")).to_be_visible()
    assert [found["content"] for found in events(page)] == [HAND]


@pytest.mark.network_fails
def test_an_entry_changed_after_its_answer_was_lost_corrects_what_arrived(phones: Phones) -> None:
    page = phones()
    lay(page)
    lose_answers(page)
    fill(page)
    store(page).tap()
    expect(page.locator(".unsent")).to_be_visible()
    page.locator('[id="left.0.1"]').fill("2h")
    expect(page.locator("#notice")).to_be_visible(timeout=20_000)
    expect(page.locator('[id="left.0.1"]')).to_have_value("2h")
    page.get_by_role("button", name="Save the correction").last.tap()
    expect(rows(page)).to_have_count(1)
    assert [(found["kind"], found["content"]["hands"]["Ben"]) for found in events(page)] == [
        ("entered", "Kh 7d"),
        ("corrected", "2h"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_was_typed_is_there_after_a_reload_and_gone_once_it_is_stored(phones: Phones, game: str) -> None:
    content = example(game, plain_table(game))
    page = phones()
    lay(page, game)
    fill(page, game, content)
    page.reload()
    store(page).tap()
    expect(page.locator(".stored")).to_be_visible()
    assert [found["content"] for found in events(page)] == [content]
    page.reload()
    typed = page.locator("main form.ask").evaluate(
        "form => [...new FormData(form)].map(([name, value]) => [name, value])"
    )
    own = [value for name, value in typed if GAMES[game].sheet.said.fullmatch(name) and not name.startswith("shown")]
    assert "".join(own) == ""


def test_what_was_typed_goes_along_into_another_language(phones: Phones) -> None:
    page = phones()
    lay(page)
    fill(page)
    page.get_by_role("link", name="IT", exact=True).tap()
    expect(page.locator('[id="left.0.1"]')).to_have_value("RC 7Q")
    expect(page.locator('[id="winner.0"]')).to_have_value("0")


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
    box = page.locator('[id="left.0.2"]').locator("xpath=following-sibling::details")
    box.locator("summary").tap()
    box.get_by_role("button", name="nine of spades", exact=True).tap()
    store(page).tap()
    expect(page.locator(".stored")).to_be_visible()
    assert [found["content"] for found in events(page)] == [HAND]


# --- Without JavaScript ---


@pytest.mark.parametrize("game", GAMES)
def test_the_same_without_javascript(phones: Phones, game: str) -> None:
    table = plain_table(game)
    content = example(game, table)
    manager = phones(java_script_enabled=False)
    lay(manager, game)
    keeper = phones(link(manager, "Keep the score"), java_script_enabled=False)
    watcher = phones(link(manager, "Watch"), java_script_enabled=False)
    assert watcher.locator("noscript").count() == 0 or "refresh" in watcher.content()
    for page in (manager, keeper):
        fill(page, game, content)
    store(manager).dblclick()
    expect(manager.locator(".stored")).to_be_visible()
    expect(rows(manager)).to_have_count(1)
    store(keeper).click()
    expect(keeper.locator("#clash")).to_be_visible()
    store(keeper).click()
    expect(rows(keeper)).to_have_count(2)
    watcher.reload()
    expect(rows(watcher)).to_have_count(2)
    keeper.get_by_role("link", name="Hand 2: correct or take back").click()
    keeper.get_by_role("button", name="Take the hand back").click()
    expect(rows(keeper)).to_have_count(1)
    keeper.get_by_role("link", name="History", exact=True).click()
    keeper.get_by_role("link", name="Put it back …").click()
    keeper.get_by_role("button", name="Put it back like this").last.click()
    expect(rows(keeper)).to_have_count(2)
    keeper.get_by_role("button", name="End the evening").click()
    expect(keeper.locator("#standing")).to_have_text(re.compile("wins? the evening"))
    keeper.get_by_role("button", name="Go on with the evening").click()
    expect(keeper.locator("form.entering")).to_be_visible()
    assert [found["content"] for found in events(manager)] == [content, content, None, content, None, None]


def test_a_file_is_brought_and_what_is_none_is_told(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    good = matches_file(tmp_path, GAME, event(1, content=HAND), event(2, Kind.REMOVED, 1))
    restore(page, good)
    assert events(page) == json.loads(good.read_text())["events"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Export: JSON").tap()
    assert json.loads(Path(download.value.path()).read_text()) == json.loads(good.read_text())
    broken = tmp_path / "broken.json"
    broken.write_text(good.read_text()[:-5])
    page.goto("/en/match/")
    page.locator("#match-file").set_input_files(broken)
    page.get_by_role("button", name="Restore the match").tap()
    expect(page.get_by_role("alert").filter(has_text="no JSON")).to_be_visible()


# --- Every page, in every state ---


def look(page: Page, axe: Axe, *, dark: bool) -> None:
    """Accessible in the light, legible in the dark, and fit for a phone."""
    fits(page)
    only_one_picker(page)
    for scheme, rules in (("light", RULES), ("dark", CONTRAST))[: 1 + dark]:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = axe.run(page, options=rules)
        assert found.violations_count == 0, f"{page.url} ({scheme})\n{found.generate_report()}"


def only_one_picker(page: Page) -> None:
    """Leave one picker unfolded: all of a page are copies of one template, and nine take axe nine times as long."""
    page.locator(".picker").evaluate_all("boxes => boxes.forEach((box, at) => box.open = at === 0)")


def fits(page: Page) -> None:
    """With everything unfolded not wider than a phone, and every control large enough."""
    page.locator("details").evaluate_all("boxes => boxes.forEach(box => box.open = true)")
    wide = page.evaluate(
        """[...document.querySelectorAll("main *")].filter(it => !it.closest(".scroll, .chart"))
            .filter(it => it.getBoundingClientRect().left + it.scrollWidth > document.documentElement.clientWidth + 0.5)
            .map(it => it.outerHTML.slice(0, 120))"""
    )
    assert wide == [], f"{page.url} is too wide"
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url
    small = page.locator(
        "main button:not(.first), main input[type=text], main input[type=file], main select, main summary,"
        "main label:has(input[type=radio], input[type=checkbox]), main a.button, main .evening a"
    ).evaluate_all(
        """controls => controls.filter(control => control.offsetParent)
            .map(control => [control.outerHTML.slice(0, 120), control.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.9 || box.width < 43.9).map(([html]) => html)"""
    )
    assert small == [], page.url


def played(folder: Path, game: str) -> Path:
    """The file of a match in which something was entered, corrected and taken back."""
    content = example(game, plain_table(game))
    written = [event(1, content=content), event(2, content=content), event(3, Kind.CORRECTED, 1, content)]
    return matches_file(folder, game, *written, event(4, content=content), event(5, Kind.REMOVED, 4))


@pytest.mark.network_fails
def test_the_pages_that_are_no_game_s_own_are_accessible_and_fit_a_phone(phones: Phones, tmp_path: Path) -> None:
    """The console tells of the pages that are refused on purpose."""
    page, axe = phones(reduced_motion="reduce"), Axe()
    for address in ("/it/partita/", f"/it/partita/{'A' * 32}/"):
        page.goto(address)
        look(page, axe, dark=True)
    (tmp_path / "none.json").write_text("{")
    page.goto("/it/partita/")
    page.locator("#match-file").set_input_files(tmp_path / "none.json")
    page.get_by_role("button", name="Ripristina").click()
    expect(page.get_by_role("main").get_by_role("alert")).to_be_visible()
    look(page, axe, dark=True)
    restore(page, played(tmp_path, GAME), "it")
    page.goto(f"{page.url}links/")
    look(page, axe, dark=True)
    watch = page.locator("section.link a.address").first.inner_text()
    page.locator("section.link").first.locator("button").last.click()
    expect(page.locator("section.link").first.locator(".error")).to_be_visible()
    look(page, axe, dark=True)
    page.locator("section.link").first.locator("button").click()
    watch = page.locator("section.link a.address").first.inner_text()
    page.goto(f"{watch}hand/1/")
    look(page, axe, dark=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_in_every_state_is_accessible_and_fits_a_phone(phones: Phones, tmp_path: Path, game: str) -> None:
    """All rules in the light; in the dark those of contrast, the only thing that the scheme changes."""
    sheet, table = GAMES[game].sheet, plain_table(game)
    content = example(game, table)
    page, axe = phones(reduced_motion="reduce"), Axe()
    with translation.override("it"):
        page.goto(reverse("new_match", args=[game]))
    look(page, axe, dark=True)
    page.locator("form.laying button[type=submit]").click()
    expect(page.locator("#faults")).to_be_visible()
    look(page, axe, dark=True)

    restore(page, matches_file(tmp_path, game), "it")
    look(page, axe, dark=True)
    page.locator("form.entering button[type=submit]").click()
    expect(page.locator("#faults")).to_be_visible()
    look(page, axe, dark=True)

    restore(page, played(tmp_path, game), "it")
    place = page.url
    for more in ("?stored=1", "hand/1/", "hand/3/", "history/"):
        page.goto(place + more)
        look(page, axe, dark=True)
    page.goto(f"{place}links/")
    page.goto(page.locator("section.link a.address").first.inner_text())
    look(page, axe, dark=True)

    page.goto(place)
    other = phones(place)
    for phone in (other, page):
        fill(phone, game, content, "it")
    for phone, told in ((other, ".stored"), (page, "#clash")):
        phone.locator("form.entering button[type=submit]").click()
        expect(phone.locator(told)).to_be_visible()
    look(page, axe, dark=True)

    page.goto(place)
    page.locator("form[action$='/close/'] button, form[action$='/fine/'] button").click()
    expect(page.locator(".verdict.yes")).to_be_visible()
    look(page, axe, dark=True)
    if sheet.ends:
        hands = 1
        while not sheet.standing(table, [content] * hands).winner:
            hands += 1
        late = [event(number, content=content) for number in range(1, hands + 2)]
        restore(page, matches_file(tmp_path, game, *late), "it")
        expect(page.locator("tr.late")).to_have_count(1)
        look(page, axe, dark=True)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "it"])
def test_the_words_of_the_other_languages_fit_a_phone_too(phones: Phones, tmp_path: Path, language: str) -> None:
    page, axe = phones(reduced_motion="reduce"), Axe()
    for game in GAMES:
        with translation.override(language):
            page.goto(reverse("new_match", args=[game]))
        look(page, axe, dark=False)
        restore(page, played(tmp_path, game), language)
        place = page.url
        for more in ("", "hand/1/", "history/"):
            page.goto(place + more)
            look(page, axe, dark=False)
    page.goto(f"{place}links/")
    look(page, axe, dark=False)


def test_long_names_and_many_players_fit_a_phone(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    for game, found in GAMES.items():
        seats = [
            seats
            for seats in found.sheet.seats
            if not found.sheet.wrong_with(Table(tuple(map(str, range(seats))), {}, {}))
        ]
        players = [f"{number} {'W' * 20} {'W' * 17}" for number in range(seats[-1])]
        match = Match(game=game, players=players, terms=dict(plain_table(game).terms))
        content = example(game, Table(tuple(players), {}, {}))
        file = tmp_path / "long.json"
        file.write_text("".join(transfer.as_json(match, replay([event(number, content=content) for number in (1, 2)]))))
        restore(page, file)
        place = page.url
        for more in ("", "history/", "hand/1/", "links/"):
            page.goto(place + more)
            fits(page)


# --- Another language in mid-entry ---


def switch(page: Page, language: str) -> None:
    page.locator(f'.languages a[hreflang="{language}"]').click()
    expect(page.locator(f'html[lang="{language}"]')).to_be_attached()


def test_what_was_typed_goes_along_through_every_language_and_is_stored_once(phones: Phones) -> None:
    page = phones()
    lay(page)
    fill(page)
    for language, written in (("it", "RC 7Q"), ("cs", "K. 7."), ("en", "Kh 7d"), ("it", "RC 7Q")):
        switch(page, language)
        expect(page.locator('[id="left.0.1"]')).to_have_value(re.compile(written, re.IGNORECASE))
    page.reload()
    expect(page.locator('[id="left.0.1"]')).to_have_value("RC 7Q")
    page.goto(page.url.replace("/it/partita/", "/en/match/"))
    expect(page.locator('[id="left.0.1"]')).to_have_value("Kh 7d")
    page.go_back()
    expect(page.locator('[id="left.0.1"]')).to_have_value("RC 7Q")
    page.locator("form.entering button[type=submit]").click()
    expect(page.locator(".stored")).to_be_visible()
    for language in ("cs", "it", "en"):
        switch(page, language)
        expect(page.locator('[id="left.0.1"]')).to_have_value("")
    assert [found["content"] for found in events(page)] == [HAND]


@pytest.mark.network_fails
def test_an_entry_whose_answer_was_lost_is_the_same_one_in_another_language(phones: Phones) -> None:
    page = phones()
    lay(page)
    assert lose_answers(page, 1) == []
    fill(page)
    store(page).tap()
    expect(page.locator(".unsent")).to_be_visible()
    switch(page, "it")
    expect(page.locator('[id="left.0.1"]')).to_have_value("RC 7Q")
    page.locator("form.entering button[type=submit]").click()
    expect(page.locator(".stored")).to_be_visible()
    switch(page, "en")
    assert [found["content"] for found in events(page)] == [HAND]


def test_a_correction_goes_along_too_also_after_it_was_refused(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    restore(page, matches_file(tmp_path, GAME, event(1, content=HAND)))
    page.get_by_role("link", name="Hand 1: correct or take back").tap()
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
        names = page.locator('[name="player"]').evaluate_all("inputs => inputs.map(input => input.value)")
        assert names[:4] == ["Ana", "", "Cyd", ""]


def test_the_list_of_this_phone_has_the_new_link_and_none_that_is_dead(phones: Phones) -> None:
    page = phones()
    lay(page)
    page.goto(f"{page.url}links/")
    page.get_by_role("link", name="Renew this link …").click()
    shown = page.locator("a.address").inner_text()
    page.get_by_role("button", name="I have copied it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links and QR codes")
    page.goto("/en/match/")
    expect(page.locator("#kept li")).to_have_count(1)
    page.locator("#kept a").click()
    expect(page.locator("#standing")).to_be_visible()
    assert page.url == shown


@pytest.mark.network_fails
def test_a_link_that_opens_nothing_any_more_leaves_the_list(phones: Phones) -> None:
    """The console tells of the 404."""
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep the score"))
    manager.goto(f"{manager.url}links/")
    manager.get_by_role("region", name="Keep the score").get_by_role("button", name="Revoke").tap()
    expect(manager.get_by_role("region", name="Keep the score")).to_contain_text("Revoked")
    keeper.goto("/en/match/")
    keeper.locator("#kept a").click()
    expect(keeper.locator("#gone")).to_be_visible()
    keeper.goto("/en/match/")
    expect(keeper.locator("#kept")).to_be_hidden()


# --- Browsers that know less, and what a browser remembers ---

OLD_FORM_DATA = """
const Known = FormData;
window.FormData = class extends Known { constructor(form) { super(form); } };
Object.defineProperty(SubmitEvent.prototype, "submitter", { get: () => undefined });
"""
"""As browsers of a few years ago: what button was tapped is told to nobody."""


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}])
def test_hands_are_corrected_and_taken_back_where_no_button_is_sent(
    phones: Phones, tmp_path: Path, options: dict[str, Any]
) -> None:
    page = phones(**options)
    if not options:
        page.add_init_script(OLD_FORM_DATA)
    restore(page, matches_file(tmp_path, GAME, event(1, content=HAND), event(2, content=SMALL)))
    page.get_by_role("link", name="Hand 1: correct or take back").click()
    page.locator('[id="left.0.1"]').fill("2h")
    page.locator('[id="left.0.1"]').press("Enter")
    expect(page.locator(".stored")).to_contain_text("Hand 1 corrected")
    page.get_by_role("link", name="Hand 2: correct or take back").click()
    page.get_by_role("button", name="Take the hand back").click()
    expect(page.locator(".stored")).to_contain_text("Hand 2 taken back")
    page.get_by_role("button", name="End the evening").click()
    expect(page.locator("#standing")).to_have_text(re.compile("wins the evening"))
    page.get_by_role("button", name="Go on with the evening").click()
    expect(page.locator("form.entering")).to_be_visible()
    written = events(page)
    assert [found["kind"] for found in written] == [
        "entered", "entered", "corrected", "removed", "closed", "reopened",
    ]  # fmt: skip
    assert written[2]["content"] == {"winner": "Ana", "hands": {"Ben": "2h", "Cyd": "9s"}}


@pytest.mark.network_fails
def test_a_hand_taken_back_without_network_is_taken_back_once_when_it_is_there_again(
    phones: Phones, tmp_path: Path
) -> None:
    page = phones()
    restore(page, matches_file(tmp_path, GAME, event(1, content=HAND), event(2, content=SMALL)))
    page.get_by_role("link", name="Hand 2: correct or take back").tap()
    page.context.set_offline(True)
    page.get_by_role("button", name="Take the hand back").tap()
    expect(page.locator(".unsent")).to_contain_text("We keep trying")
    page.context.set_offline(False)
    expect(page.locator(".stored")).to_contain_text("Hand 2 taken back", timeout=20_000)
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
    expect(page.locator("#kept")).to_be_hidden()
    page.reload()
    expect(page.locator("#kept")).to_be_hidden()
    page.goto(place)
    expect(page.locator("#standing")).to_be_visible()


@pytest.mark.network_fails
@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}])
def test_a_match_is_deleted_and_kept_and_its_manager_s_link_renewed(phones: Phones, options: dict[str, Any]) -> None:
    """The console tells of the links that are closed on purpose."""
    manager = phones(**options)
    lay(manager)
    place = manager.url
    watcher = phones(link(manager, "Watch"))
    manager.goto(f"{place}links/")
    manager.get_by_role("button", name="Delete this match").click()
    expect(manager.get_by_role("region", name="Delete this match")).to_contain_text("will be deleted on")
    expect(watcher.locator("#board-top .faults")).to_contain_text("will be deleted", timeout=SOON)
    manager.goto(place)
    expect(manager.locator("form.entering")).to_have_count(0)
    manager.get_by_role("link", name="Keep the match …").click()
    manager.get_by_role("button", name="Keep the match").click()
    expect(watcher.locator("#board-top .faults")).to_have_count(0, timeout=SOON)

    manager.get_by_role("link", name="Renew this link …").click()
    shown = manager.locator("a.address").inner_text()
    manager.get_by_role("button", name="I have copied it").click()
    expect(manager.get_by_role("heading", level=1)).to_have_text("Links and QR codes")
    assert manager.url.split("?")[0] == f"{shown}links/"
    gone = watcher.locator(".match").get_attribute("data-gone")
    assert gone
    expect(watcher.locator("#connection")).to_have_text(gone, timeout=SOON)
    manager.goto(place)
    expect(manager.get_by_role("heading", level=1)).to_have_text("This link opens no match")
    manager.goto(shown)
    fill(manager)
    store(manager).click()
    expect(manager.locator(".stored")).to_be_visible()


def test_a_long_match_is_read_page_by_page(phones: Phones, tmp_path: Path) -> None:
    game = "machiavelli"
    hand = example(game, plain_table(game))
    page = phones(reduced_motion="reduce")
    restore(page, matches_file(tmp_path, game, *[event(number, content=hand) for number in range(1, 61)]), "it")
    place = page.url
    expect(rows(page)).to_have_count(20)
    page.get_by_role("link", name="Tutte le smazzate").tap()
    expect(rows(page)).to_have_count(20)
    for turn in (1, 2):
        expect(page.locator(".pages span").first).to_have_text(f"Pagina {turn} di 3")
        look(page, Axe(), dark=True)
        page.get_by_role("link", name="Pagina successiva").first.tap()
    expect(rows(page)).to_have_count(20)
    page.locator(".evening a").last.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Smazzata 60")
    page.goto(f"{place}history/?page=2")
    look(page, Axe(), dark=True)
    page.goto(f"{place}links/renew/")
    look(page, Axe(), dark=True)
    page.goto(f"{place}links/")
    page.locator("#delete button").click()
    expect(page.locator("#delete .error")).to_be_visible()
    look(page, Axe(), dark=True)
    page.goto(place)
    look(page, Axe(), dark=True)
    page.goto("/it/partita/")
    expect(page.locator("#kept li")).to_have_count(1)
    look(page, Axe(), dark=True)
