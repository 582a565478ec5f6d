"""Without a network: what a browser's worker keeps by itself, and what it leaves alone."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.catalogue import GAMES
from rulesite.lessons import step_address
from rulesite.rulebook import LANGUAGES, book
from tests.browser.evening import GAME, HAND, fill, is_accessible_where_new, lay
from tests.browser.looks import PHONE, scrolls_sideways, unnamed
from tests.browser.network import Foreign, Network, network

READY = """async () => {
    const worker = navigator.serviceWorker;
    const taken = new Promise((done) => worker.addEventListener("controllerchange", done));
    await worker.ready;
    if (!worker.controller) await taken;
}"""
"""Holds once the worker has kept what it keeps, and answers for the page."""


@pytest.fixture
def line(base_url: str) -> Iterator[Network]:
    """The network between the phone and the site."""
    with network(base_url) as made:
        yield made


@pytest.fixture
def phone(browser: Browser, line: Network) -> Iterator[Callable[..., Page]]:
    """A phone that has opened a page of the site, and whose worker is ready."""
    contexts = []

    def opened(address: str, **options: Any) -> Page:
        context = browser.new_context(**PHONE, base_url=line.address, service_workers="allow", **options)
        contexts.append(context)
        page = context.new_page()
        page.goto(address)
        page.evaluate(READY)
        return page

    yield opened
    for context in contexts:
        context.close()


def kept(page: Page) -> list[str]:
    """The addresses of all that is kept anywhere."""
    found = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
    )
    return list(found)


def is_kept(page: Page, what: str, store: str = "kept") -> None:
    """Wait until this is true of ``all`` requests whose answers are kept."""
    page.evaluate(
        f"""async () => {{
            const isSo = (all) => {what};
            for (const end = Date.now() + 60000; Date.now() < end; await new Promise(requestAnimationFrame)) {{
                if (isSo(await (await caches.open("{store}")).keys())) return;
            }}
            throw new Error("never");
        }}"""
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_that_were_never_visited_open_without_a_network(
    phone: Callable[..., Page], line: Network, language: str
) -> None:
    page = phone(f"/{language}/")
    line.is_gone = True
    with translation.override(language):
        glossary, lesson = reverse("glossary"), step_address("murlan", 2)
    for game in GAMES:
        page.goto(f"/{language}/{game}/")
        expect(page.locator("h1")).to_have_text(book(game).page(language).title)
        assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none", "the style is kept too"
    for address in (glossary, lesson):
        answer = page.goto(address)
        assert answer
        assert answer.status == 200
        expect(page.locator("footer p").first).to_be_visible()
        assert page.locator("link[rel=canonical]").get_attribute("href") == line.address + address


def test_a_kept_page_is_as_safe_as_the_server_s_and_says_where_it_is_from(
    phone: Callable[..., Page], line: Network
) -> None:
    page = phone("/en/")
    asked = page.goto("/en/murlan/")
    assert asked
    expect(page.locator(".bottom")).not_to_contain_text("No network")
    line.is_gone = True
    answer = page.goto("/en/murlan/")
    assert answer
    expect(page.locator(".bottom")).to_contain_text("this is the copy of the page kept in your browser")
    ours, theirs = answer.all_headers(), asked.all_headers()
    policies = [sorted(one["content-security-policy"].split("; ")) for one in (ours, theirs)]
    assert policies[0] == policies[1]
    for name in ("x-content-type-options", "x-frame-options", "referrer-policy", "cross-origin-opener-policy"):
        assert ours[name] == theirs[name]
    page.mouse.wheel(0, 600)
    expect(page.locator("#contents"), "what is fetched while one reads is kept too").to_be_attached()
    line.is_gone = False
    page.goto("/en/ramino/?x")
    page.goto("/en/marriage/")
    expect(page.locator(".bottom")).not_to_contain_text("No network")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_kept_says_what_works(phone: Callable[..., Page], line: Network, language: str) -> None:
    page = phone(f"/{language}/murlan/")
    line.is_gone = True
    for address in (f"/{language}/murlan/play/", f"/{language}/murlan/play/?cards=4&table=3", f"/{language}/nothing/"):
        answer = page.goto(address)
        assert answer
        assert answer.status == 503
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page).to_have_url(re.compile(re.escape(address) + "$"))
    assert not scrolls_sideways(page)
    assert unnamed(page) == []
    is_accessible_where_new(page)
    page.locator("main a[href$='/ramino/']").click()
    expect(page.locator("h1")).to_have_text(book("ramino").page(language).title)


def test_trying_again_leads_to_the_page_once_the_network_is_back(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/en/")
    line.is_gone = True
    page.goto("/en/murlan/play/?table=7&cards=8")
    again = page.get_by_role("link", name="Try again")
    again.click()
    expect(again).to_be_visible()
    line.is_gone = False
    again.click()
    expect(page.locator("#answer")).to_contain_text("Yes")


def test_the_root_and_another_language_say_something_in_a_language_that_is_kept(
    phone: Callable[..., Page], line: Network
) -> None:
    page = phone("/it/", locale="it-IT")
    line.is_gone = True
    page.goto("/")
    expect(page).to_have_url(re.compile("/it/$"))
    page.goto("/cs/murlan/")
    expect(page.locator("h1"), "what is said to work works in a language that is kept").to_have_text("Senza rete")
    for address in page.eval_on_selector_all("main ul a", "all => all.map((link) => link.getAttribute('href'))"):
        answer = page.goto(address)
        assert answer
        assert answer.status == 200, address
    line.is_gone = False
    page.goto("/cs/murlan/")
    is_kept(page, "all.length === 2")
    line.is_gone = True
    page.goto("/cs/ramino/")
    expect(page.locator("h1"), "who has read a language once has it").to_have_text(book("ramino").page("cs").title)


def test_a_server_that_is_slow_or_broken_is_as_good_as_none(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/en/")
    line.is_slow = lambda path: not path.startswith("/en/murlan/play")
    page.goto("/en/murlan/")
    expect(page.locator("h1")).to_have_text(book("murlan").page("en").title)
    expect(page.locator(".bottom")).to_contain_text("No network")
    line.is_slow = lambda path: path == "/en/ramino/scoring/"
    with page.expect_request("**/en/ramino/scoring/") as asked:
        page.evaluate("location.href = '/en/ramino/scoring/'")
    assert asked.value
    line.goes_on.set()
    expect(page.locator("h1"), "what is not kept is waited for").to_have_text("This card is not in the pack")


def test_a_new_version_takes_over(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/en/")
    before = kept(page)
    line.renew("What is written settles the argument.", "What is written settles it.")
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update())")
    is_kept(page, "all.length === 1 && all[0].url.endsWith('/next.json')")
    assert [path.split("/")[-1] for path in kept(page)] == ["next.json"]
    assert len(before) == 1
    line.is_gone = True
    page.goto("/en/")
    expect(page.locator("h1")).to_have_text("What is written settles it.")


def test_a_new_version_that_does_not_arrive_leaves_the_old_one(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/en/")
    before = kept(page)
    line.renew("", "")
    renewed = line.renamed
    line.renamed = lambda path: "/kept/en/gone.json" if path.endswith("/next.json") else renewed(path)
    outcome = page.evaluate(
        """navigator.serviceWorker.getRegistration().then(async (it) => {
            await it.update();
            const worker = it.installing ?? it.waiting;
            if (!worker) return "none";
            await new Promise((done) => { worker.onstatechange = done; if (worker.state === "redundant") done(); });
            return worker.state;
        })"""
    )
    assert outcome in ("redundant", "none")
    line.is_gone = True
    page.goto("/en/murlan/")
    expect(page.locator("h1")).to_have_text(book("murlan").page("en").title)
    assert kept(page) == before


def test_of_matches_pages_alone_are_kept_and_nothing_that_is_sent(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/en/")
    lay(page)
    fill(page, GAME, HAND)
    page.locator("main form button[type=submit], main form button:not([type])").last.click()
    expect(page.locator("#standing")).not_to_have_text("Nothing played yet")
    assert [asked for asked in line.asked if asked.startswith("POST /en/match/")]
    place = urlsplit(page.url).path
    page.goto(f"{place}history/")
    page.goto(f"{place}links/")
    assert {path for path in kept(page) if not path.startswith("/kept/")} == {"/en/match/", place}
    line.is_gone = True
    answer = page.goto(f"{place}links/")
    assert answer
    assert answer.status == 503
    expect(page.locator("h1")).to_have_text("No network")


# --- Another page answers instead of the site ---

LOGIN = "<!doctype html><title>Sign in</title><main><h1>Sign in</h1></main>"


def answers(line: Network, begins: str, foreign: Foreign) -> threading.Event:
    """Have the proxy answer so what begins so, a method and a path; set once it has."""
    answered = threading.Event()

    def answer(asked: str) -> Foreign | None:
        if asked.startswith("GET /login"):
            return Foreign(200, LOGIN)
        if not asked.startswith(begins):
            return None
        answered.set()
        return foreign

    line.foreign = answer
    return answered


FOREIGN = {
    "login page": Foreign(200, LOGIN),
    "redirect": Foreign(302, "", {"Location": "/login"}),
    "empty": Foreign(200),
    "not found, by a proxy": Foreign(404, "<h1>404 Not Found</h1>"),
}


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_new_worker_keeps_only_pages_of_matches(phone: Callable[..., Page], line: Network, kind: str) -> None:
    page = phone("/en/")
    lay(page)
    place = urlsplit(page.url).path
    is_kept(page, f"all.some(({{ url }}) => url.endsWith('{place}'))", "matches")
    line.renew("", "")
    answered = answers(line, "GET /en/match/", FOREIGN[kind])
    page.goto("/en/")
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update())")
    is_kept(page, "all.length === 1 && all[0].url.endsWith('/next.json')")
    assert answered.wait(60)
    page.evaluate(READY)
    line.is_gone = True
    page.goto(place)
    expect(page.locator("#standing")).to_have_text("Nothing played yet")
    page.goto("/en/match/")
    expect(page.locator("h1")).to_have_text("Score sheet")


def test_a_login_page_at_a_match_is_shown_and_not_kept(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/en/")
    lay(page)
    place = urlsplit(page.url).path
    is_kept(page, f"all.some(({{ url }}) => url.endsWith('{place}'))", "matches")
    answers(line, f"GET {place}", FOREIGN["login page"])
    page.goto(place)
    expect(page.locator("h1"), "so that its reader can sign in").to_have_text("Sign in")
    line.is_gone = True
    page.goto(place)
    expect(page.locator("#standing")).to_have_text("Nothing played yet")


def test_a_language_is_not_kept_as_a_login_page(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/it/")
    answered = answers(line, "GET /kept/en/", FOREIGN["login page"])
    page.goto("/en/")
    assert answered.wait(60)
    line.foreign = lambda asked: None
    page.goto("/en/murlan/")
    is_kept(page, "all.length === 2")
    line.is_gone = True
    page.goto("/en/ramino/")
    expect(page.locator("h1")).to_have_text(book("ramino").page("en").title)


def test_a_kept_script_replaces_a_page_that_answers_for_it(phone: Callable[..., Page], line: Network) -> None:
    page = phone("/en/")
    answered = answers(line, "GET /static/contents", FOREIGN["login page"])
    page.goto("/en/murlan/")
    page.mouse.wheel(0, 600)
    expect(page.locator("#contents [aria-current]")).to_be_attached()
    assert answered.is_set()


def test_what_is_at_hand_opens_at_the_dispute(page: Page) -> None:
    """The way into the site that a phone offers beside its picture."""
    page.goto("/en/#dispute")
    expect(page.locator("#dispute a").first).to_be_visible()
