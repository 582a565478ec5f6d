"""A match is managed at the address that everybody may see: its link is shared without giving away control."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page, Playwright, Request, Route, expect

from rulesite.rulebook import LANGUAGES
from tests.browser.evening import (
    GAME,
    HAND,
    Phones,
    address,
    enter,
    exported,
    fill,
    is_stored,
    lay,
    link,
    restore,
    standing,
    store,
)
from tests.browser.looks import PHONE, switch_language
from tests.browser.test_sharing import CANNOT, SHARES
from tests.matches.evenings import event, plain_table

SHARED = ".watching .button"


def secret(manager: Page) -> str:
    """The token of the manager's link, which the page of links alone shows."""
    return link(manager, "Manage").split("/")[-2]


def kept(page: Page) -> str:
    """All that a browser's scripts can read of what it keeps."""
    return str(page.evaluate("JSON.stringify({...localStorage, ...sessionStorage}) + document.cookie"))


def lay_in(page: Page, language: str) -> None:
    """Open a match in another language, by its form."""
    with translation.override(language):
        page.goto(reverse("new_match", args=[GAME]))
    for number, name in enumerate(plain_table(GAME).players):
        page.locator("[name=player]").nth(number).fill(name)
    page.locator("form.laying button").click()
    standing(page)


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manager_s_link_is_in_no_address_title_referrer_or_page_but_that_of_links(
    phones: Phones, language: str
) -> None:
    manager = phones()
    asked: list[Request] = []
    manager.context.on("request", lambda request: asked.append(request))
    lay_in(manager, language)
    places = [manager.url]
    assert "?" not in manager.url
    manager.locator(".newly summary").click()
    manager.locator(".newly a").click()
    expect(manager.locator("#link-manage")).to_be_visible()
    token = address(manager.locator("section[aria-labelledby=link-manage]")).split("/")[-2]
    places.append(manager.url)
    manager.locator(".crumb a").click()
    standing(manager)
    fill(manager, language=language)
    manager.locator("form.entering button[type=submit]").click()
    is_stored(manager)
    places.append(manager.url)
    for opens in (".evening a", ".crumb a", ".this .tools li:nth-child(2) a"):
        manager.locator(opens).first.click()
        expect(manager).not_to_have_url(places[-1])
        manager.wait_for_load_state()
        places.append(manager.url)
        assert token not in manager.content()
        assert token not in manager.title()
    for other in LANGUAGES:
        switch_language(manager, other)
        places.append(manager.url)
        assert token not in manager.content()
    assert not [place for place in places if token in place]
    assert not [request.url for request in asked if token in request.url]
    assert not [request for request in asked if token in request.headers.get("referer", "")]
    assert token not in kept(manager), "nor can a script read it"


def test_the_manager_s_link_opens_the_match_at_the_address_for_watching(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    watched, managed = manager.url, link(manager, "Manage")
    for options in ({}, {"java_script_enabled": False}):
        other = phones(managed, **options)
        assert other.url.split("?")[0] == watched
        expect(other.locator(".newly")).to_contain_text("This browser now manages the match.")
        expect(other.locator("form.entering")).to_be_visible()
        other.goto("/en/")
        other.goto(watched)
        expect(other.locator("form.entering"), "and knows it from now on").to_be_visible()
        expect(other.locator(".newly")).to_have_count(0)
    other = phones("/en/")
    other.goto(managed)
    standing(other)
    other.get_by_role("link", name="History", exact=True).click()
    expect(other.get_by_role("heading", level=1)).to_have_text("History")
    other.go_back()
    standing(other)
    expect(other).to_have_url(watched)
    other.go_back()
    expect(other, "going back leads past the manager's link").to_have_url(re.compile("/en/$"))


def test_larger_table_keeps_what_is_typed(phones: Phones) -> None:
    page = phones("/en/match/new/machiavelli/")
    expect(page.locator(".larger")).to_have_text(re.compile("Three packs together: up to 11 players"))
    page.get_by_label("Player 1", exact=True).fill("Ana")
    page.locator(".larger a").tap()
    expect(page.get_by_label("Player 11", exact=True)).to_be_visible()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ana")


def test_in_every_language_the_browser_is_known(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    for language in ("it", "cs", "en"):
        switch_language(manager, language)
        expect(manager.locator("form.entering")).to_be_visible()


def test_two_matches_of_one_browser_are_each_managed_by_their_own_secret(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    first, first_secret = manager.url, secret(manager)
    lay(manager, "murlan")
    second, second_secret = manager.url, secret(manager)
    assert len({first, second, first_secret, second_secret}) == 4
    for place, token in ((first, first_secret), (second, second_secret), (first, first_secret)):
        manager.goto(place)
        expect(manager.locator("form.entering")).to_be_visible()
        assert secret(manager) == token
    stranger = phones(first)
    expect(stranger.locator("form.entering")).to_have_count(0)


def test_a_watcher_and_a_keeper_hold_no_trace_of_it(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    enter(manager)
    token, keeper, watcher = secret(manager), phones(link(manager, "Keep score")), phones(link(manager, "Watch"))
    for page in (keeper, watcher):
        standing(page)
        for name in ("", "History"):
            if name:
                page.get_by_role("link", name=name, exact=True).click()
                expect(page.get_by_role("heading", level=1)).to_have_text(name)
            assert token not in page.content() + page.url + page.title() + kept(page)
        assert not [cookie for cookie in page.context.cookies() if token in cookie.get("value", "")]
    assert keeper.url.split("/")[5] not in watcher.content()


def keep_no_cookies(page: Page, playwright: Playwright) -> None:
    """From here on this browser neither keeps nor sends a cookie.

    What a page is sent on to would not be passed on: so the page it comes from leads there.
    """

    def pass_on(route: Route) -> None:
        asked = route.request
        headers = {name: value for name, value in asked.all_headers().items() if name != "cookie"}
        carrier = playwright.request.new_context()
        found = carrier.fetch(
            asked.url, method=asked.method, headers=headers, data=asked.post_data_buffer, max_redirects=0
        )
        if "location" in found.headers:
            route.fulfill(
                body=f'<meta http-equiv="refresh" content="0;url={found.headers["location"]}">',
                content_type="text/html",
            )
        else:
            given = {name: value for name, value in found.headers.items() if name != "set-cookie"}
            route.fulfill(response=found, headers=given)
        carrier.dispose()

    page.context.route("**", pass_on)


def test_a_browser_that_keeps_no_cookies_is_served_at_the_manager_s_link(
    phones: Phones, playwright: Playwright
) -> None:
    manager = phones()
    lay(manager)
    enter(manager)
    watched, managed = manager.url.split("?")[0], link(manager, "Manage")
    page = phones()
    keep_no_cookies(page, playwright)
    page.goto(managed)
    standing(page)
    assert page.url.split("?")[0] == managed
    expect(page.locator("form.entering")).to_be_visible()
    expect(page.locator(SHARED), "what is shared is not that address").to_have_attribute("href", watched)
    expect(page.locator("link[rel=canonical]")).to_have_attribute("href", watched)
    page.get_by_role("link", name="Links and QR codes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links and QR codes")
    expect(page.get_by_role("button", name="Stop managing in this browser")).to_have_count(0)
    assert page.context.cookies() == []


def test_the_link_for_watching_is_shared_with_how_the_match_stands(phones: Phones) -> None:
    manager = phones()
    manager.add_init_script(SHARES)
    lay(manager)
    watcher = phones(link(manager, "Watch"))
    place = manager.url
    enter(manager)
    expect(watcher.locator("#standing")).to_have_text("Ana leads with 26 · target 100")
    expect(watcher.locator(SHARED), "as it stands by now").to_have_attribute(
        "data-said", "Ramino: Ana, Ben, Cyd – Ana leads with 26 · target 100"
    )
    manager.locator(SHARED).tap()
    given = manager.evaluate("given")
    assert given["url"] == place
    assert given["text"] == "Ramino: Ana, Ben, Cyd – Ana leads with 26 · target 100"
    assert given["title"] == manager.title()
    assert secret(manager) not in str(given)


def test_where_it_cannot_be_shared_it_is_copied_and_shown_as_a_code(phones: Phones) -> None:
    page = phones()
    page.add_init_script(CANNOT)
    lay(page)
    expect(page.locator(SHARED)).to_have_text("Link for watching", use_inner_text=True)
    page.locator(SHARED).tap()
    expect(page.locator(SHARED)).to_have_text("Copied")
    assert page.evaluate("copied") == page.url
    code = page.locator(".watching img")
    expect(code).to_be_hidden()
    page.locator(".watching summary").tap()
    expect(code).to_be_in_viewport()
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("code => code.naturalWidth") > 0, "the picture has come"
    expect(page.locator(".watching a.address")).to_have_text(page.url)


def test_without_scripts_it_is_a_link_and_a_code(phones: Phones) -> None:
    page = phones(java_script_enabled=False)
    lay(page)
    page.locator(".watching summary").click()
    expect(page.locator(".watching img")).to_be_visible()
    page.get_by_role("link", name="Link for watching", exact=True).click()
    expect(page).to_have_url(address(page.locator(".watching")))
    expect(page.locator("form.entering")).to_be_visible()


def test_a_keeper_s_page_offers_no_link_to_share(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    keeper = phones(link(manager, "Keep score"))
    expect(keeper.locator("form.entering")).to_be_visible()
    expect(keeper.locator(".watching")).to_have_count(0)
    expect(keeper.locator("link[rel=canonical], meta[property='og:url']")).to_have_count(0)


# --- Renewed, revoked, forgotten ---


@pytest.mark.network_fails
@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}])
def test_the_manager_s_browsers_follow_the_link_for_watching(phones: Phones, options: dict[str, bool]) -> None:
    """The console tells of the link that is closed on purpose."""
    manager = phones(**options)
    lay(manager)
    old = manager.url.split("?")[0]
    second, watcher = phones(link(manager, "Manage")), phones(old)
    fill(second)
    region = manager.get_by_role("region", name="Watch")
    manager.goto(f"{old}links/")
    region.get_by_role("button", name="Renew").click()
    expect(manager.locator(".stored")).to_contain_text("Watch: The link was renewed")
    new = address(region)
    assert new != old
    assert manager.url.startswith(f"{new}links/")
    watcher.reload()
    expect(watcher.get_by_role("heading", level=1)).to_have_text("There is no match at this link")
    store(second).tap()
    is_stored(second, "Hand 1 entered")
    assert second.url.startswith(new), "what was typed at the old address is stored, and it goes on at the new one"
    region.get_by_role("button", name="Revoke").click()
    expect(region).to_contain_text("Revoked: this link no longer works.")
    assert manager.url.startswith(f"{new}links/")
    watcher.goto(new)
    expect(watcher.get_by_role("heading", level=1)).to_have_text("There is no match at this link")
    for page in (manager, second):
        page.goto(new)
        expect(page.locator("form.entering")).to_be_visible()
        expect(page.locator(".watching")).to_have_count(0)


def test_a_browser_manages_no_more_once_it_was_told_so(phones: Phones) -> None:
    page = phones()
    lay(page)
    place, managed = page.url, link(page, "Manage")
    page.goto(f"{place}links/")
    page.get_by_role("button", name="Stop managing in this browser").tap()
    standing(page, "Nothing played yet")
    expect(page).to_have_url(place)
    expect(page.locator("form.entering")).to_have_count(0)
    assert not [cookie for cookie in page.context.cookies() if cookie.get("name", "").startswith("manager")]
    page.goto(managed)
    expect(page.locator("form.entering")).to_be_visible()


def test_a_match_that_is_forgotten_is_not_managed_by_whoever_comes_after(phones: Phones) -> None:
    page = phones()
    lay(page)
    place = page.url
    page.goto("/en/match/")
    with page.expect_response(lambda response: response.url.endswith("/links/")):
        page.get_by_role("button", name="Forget: Ramino").tap()
    assert not [cookie for cookie in page.context.cookies() if cookie.get("name", "").startswith("manager")]
    page.goto(place)
    standing(page)
    expect(page.locator("form.entering")).to_have_count(0)


# --- The list of this browser's matches ---


def test_a_list_that_held_the_manager_s_link_holds_the_match_once_and_no_link_of_the_manager_s(phones: Phones) -> None:
    manager = phones()
    restore(manager, exported(GAME, event(1, content=HAND)))
    watched, managed = manager.url, link(manager, "Manage")
    page = phones("/en/match/")
    old = urlsplit(managed).path
    page.evaluate(
        "([path, draft]) => { localStorage.matches = JSON.stringify([{ path, name: 'Ramino: Ana', at: 1 }]);"
        "localStorage[draft] = JSON.stringify({ language: 'en', typed: [['left.0.1', '2h']] }); }",
        [old, f"draft.{old.split('/')[3]}"],
    )
    page.goto(watched)
    standing(page)
    page.goto("/en/match/")
    expect(page.locator("#kept li")).to_have_count(1)
    expect(page.locator("#kept a")).to_have_attribute("href", urlsplit(watched).path)
    assert old.split("/")[3] not in kept(page)
    page.locator("#kept a").tap()
    expect(page.locator('[id="left.0.1"]'), "what was typed there is there").to_have_value("2h")


def test_of_the_links_of_a_match_the_list_holds_the_one_that_allows_most(phones: Phones) -> None:
    manager = phones()
    lay(manager)
    scores, watches = link(manager, "Keep score"), link(manager, "Watch")
    for order in ((scores, watches), (watches, scores)):
        page = phones()
        for place in order:
            page.goto(place)
            standing(page)
        page.goto("/en/match/")
        expect(page.locator("#kept li")).to_have_count(1)
        expect(page.locator("#kept a")).to_have_attribute("href", urlsplit(scores).path)


def test_my_matches_are_one_tap_from_every_page(phones: Phones) -> None:
    page = phones()
    lay(page)
    place = page.url
    for start in ("/en/", "/en/marriage/", "/en/murlan/play/", "/en/glossary/", f"{place}links/"):
        page.goto(start)
        page.get_by_role("link", name="My matches", exact=True).tap()
        expect(page.locator("#kept a")).to_be_in_viewport()
    page.locator("#kept a").tap()
    expect(page).to_have_url(place)


# --- From the rules of a table to its sheet ---


def test_the_house_rules_chosen_before_the_first_deal_open_the_sheet(browser: Browser, base_url: str) -> None:
    for scripts in (True, False):
        context = browser.new_context(**PHONE, base_url=base_url, java_script_enabled=scripts)
        page = context.new_page()
        page.goto("/en/marriage/#agree")
        page.locator("#agree").get_by_role("link", name="Murder", exact=False).first.tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Marriage: the rules of our table")
        page.get_by_role("main").get_by_role("link", name="Score sheet", exact=True).tap()
        for number, name in enumerate(("Ana", "Ben")):
            page.locator("[name=player]").nth(number).fill(name)
        page.get_by_role("button", name="Start the match").tap()
        standing(page, "Nothing played yet")
        expect(page.locator("#board-top .label")).to_contain_text("Murder")
        context.close()


def test_what_was_wrong_with_a_new_match_goes_once_it_is_put_right(phones: Phones) -> None:
    page = phones()
    page.goto("/en/match/new/ramino/")
    for number, name in enumerate(("Ann", "ann"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("First to").fill("lots")
    page.get_by_role("button", name="Start the match").tap()
    listed, wrong = page.locator(".faults"), page.locator("[aria-invalid]")
    expect(listed.locator("h2")).to_have_text("Please check 2 things")
    expect(wrong).to_have_count(3)
    page.get_by_label("Player 2").fill("Cy")
    expect(listed.locator("h2")).to_have_text("Please check one thing")
    expect(listed.locator("li:visible")).to_contain_text("lots")
    expect(wrong).to_have_count(1)
    expect(page.locator("#players-error")).to_be_hidden()
    page.get_by_label("First to").fill("100")
    expect(listed).to_be_hidden()
    expect(wrong).to_have_count(0)
    page.get_by_role("button", name="Start the match").tap()
    expect(page.locator("#standing")).to_have_text("Nothing played yet")
