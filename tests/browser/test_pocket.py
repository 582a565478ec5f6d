"""The whole site taken along: downloaded, checked, made ready, and answering where there is no network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from playwright.sync_api import Browser, BrowserType, Page, expect

from pocket.cases import Case
from pocket.parity import DAY
from rulesite.lessons import examples
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests import proved
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, switch_language, unnamed
from tests.browser.network import Network, network

SUMMARY = settings.POCKET_ROOT / "pocket.json"
BUILT = settings.POCKET_ROOT.parent
"""Where the build has left what it asked, and what the server answered."""
TIMED = re.compile(r'/ramino/arrange/|/machiavelli/best/|"ask": "(?:arrange|best)"')
SAID = "this page is from your pocket"


@pytest.fixture(scope="session", autouse=True)
def bundle() -> Any:
    if not SUMMARY.exists():
        pytest.fail("The pocket is not built: run `make pocket` first (`make test` does).")
    return json.loads(SUMMARY.read_text())


@pytest.fixture
def line(base_url: str) -> Iterator[Network]:
    with network(base_url) as made:
        yield made


@pytest.fixture
def page(browser: Browser, line: Network) -> Iterator[Page]:
    context = browser.new_context(**PHONE, base_url=line.address, service_workers="allow", locale="en-GB")
    yield context.new_page()
    context.close()


def stores(page: Page) -> set[str]:
    """Names of what this browser keeps, in whatever order the workers came to it."""
    return set(page.evaluate("caches.keys()"))


def until(page: Page, come: str) -> None:
    """Wait for this expression; pages as strict as ours do not let the driver look for it by itself."""
    page.evaluate(
        f"new Promise((done) => {{ const look = async () => (await ({come})) ? done() : setTimeout(look, 50); look(); }})"
    )


def is_taken(page: Page) -> None:
    """Python is made ready in some seconds, on a machine that does much besides in a minute: the page gives it three."""
    expect(page.locator("[data-when=taken]")).to_be_visible(timeout=200_000)


def take(page: Page) -> None:
    page.goto("/en/pocket/")
    page.get_by_role("button", name="Take it along").click()
    is_taken(page)


def is_well(page: Page) -> None:
    assert not scrolls_sideways(page)
    is_accessible(page)


@pytest.fixture(scope="module")
def taken(
    browser_type: BrowserType, browser_type_launch_args: Any, base_url: str, tmp_path_factory: Any
) -> Iterator[Any]:
    """A browser that has taken the site along, was closed since, and opens again without a network."""
    profile: Path = tmp_path_factory.mktemp("profile")

    def opened(line: Network) -> Any:
        context = browser_type.launch_persistent_context(
            str(profile), **browser_type_launch_args, **PHONE, base_url=line.address, locale="en-GB"
        )
        context.set_default_timeout(60_000)
        return context

    with network(base_url) as line:
        context = opened(line)
        take(context.new_page())
        context.close()
        line.is_gone = True
        context = opened(line)
        yield context, line
        context.close()


def test_a_verdict_a_fragment_a_drill_and_another_language_come_out_of_the_pocket(taken: Any) -> None:
    context, _line = taken
    page = context.new_page()
    page.goto("/en/murlan/play/?table=7&cards=8")
    expect(page.locator("#answer")).to_contain_text("Yes")
    expect(page.locator(".bottom")).to_contain_text(SAID)
    switch_language(page, "it")
    expect(page.locator(".bottom")).to_contain_text("dalla copia del sito")
    page.goto("/en/murlan/drill/")
    expect(page.locator("h1")).to_be_visible()
    page.goto("/cs/ramino/")
    expect(page.locator("h1")).to_have_text(book("ramino").page("cs").title)
    fragment = page.evaluate(
        """async () => {
            const answer = await fetch("/en/murlan/play/?table=9&cards=5", { headers: { "HX-Request": "true" } });
            return [answer.status, answer.headers.get("x-answered-by"), await answer.text()];
        }"""
    )
    assert fragment[:2] == [200, "pocket"]
    assert "<html" not in fragment[2]
    page.close()


def test_offline_rules_card_is_drawn_in_its_own_fonts(taken: Any) -> None:
    context, _line = taken
    page = context.new_page()
    page.goto("/en/murlan/card/")
    for weight in (400, 600):
        assert page.evaluate(f"document.fonts.load('{weight} 10px Carta Serif').then((fonts) => fonts.length)") == 1
    page.close()


@pytest.mark.parametrize(
    ("game", "example", "said"),
    [
        ("machiavelli", "whole-hand", "You can play your whole hand, six cards"),
        ("marriage", "complete", "All 21 cards are in seven sets, three of them pure. Discard 4♠."),
    ],
)
def test_a_search_goes_on_in_the_pocket_too(taken: Any, game: str, example: str, said: str) -> None:
    context, _line = taken
    page = context.new_page()
    page.goto(tool_address(examples(game)[example].asked(game)))
    expect(page.locator("#answer")).to_contain_text(said)
    expect(page.locator(".bottom")).to_contain_text(SAID)
    page.close()


SAMPLE = 300
"""Cases of a run that is not ``make prove``."""


def test_python_in_the_browser_answers_cases_as_the_server_does(taken: Any, bundle: Any) -> None:
    """Byte for byte, and every header that a reader's browser looks at; the server's answers are the build's."""
    asked, served = ((BUILT / name).read_text().splitlines() for name in ("cases.jsonl", "answers.jsonl"))
    assert len(asked) > 4000
    cases, expected = zip(*proved.sample("bundle", [*zip(asked, served, strict=True)], SAMPLE), strict=True)
    context, line = taken
    page = context.new_page()
    page.goto("/en/murlan/")
    ours = {"/parity.js": Path(__file__).with_name("parity.js").read_bytes(), "/cases.jsonl": "\n".join(cases).encode()}
    line.renamed = lambda path: "/worker.js" if path in ours else path  # a script with the policy of one
    line.changed = lambda path, body: ours.get(path, body)
    line.is_gone = False
    folder = f"/pocket/{bundle['version']}"
    answers = page.evaluate(
        """(given) => new Promise((done, failed) => {
            const worker = new Worker("/parity.js");
            worker.onerror = ({ message }) => failed(new Error(message));
            worker.onmessage = ({ data }) => done(data);
            worker.postMessage(given);
        })""",
        {
            "version": bundle["version"],
            "scripts": [staticfiles_storage.url("python.js"), f"{folder}/pyodide.js", f"{folder}/pyodide.asm.js"],
            "day": DAY,
        },
    ).splitlines()
    line.is_gone = True
    page.close()
    assert [case for case, one, other in zip(cases, expected, answers, strict=True) if one != other] == []


EVERY = 40
"""Of the questions each so-many-th, which goes the whole way."""


def test_the_site_s_worker_passes_questions_and_answers_on_as_they_are(taken: Any, base_url: str) -> None:
    """Without what a search finds within a time, which is another in each."""
    context, line = taken
    page = context.new_page()
    page.goto("/en/murlan/play/")
    cases = [Case(**json.loads(case)) for case in (BUILT / "cases.jsonl").read_text().splitlines()]
    asked = [case for case in cases if case.address == "/api/judge" or case.headers.get("hx-request")]
    asked = [case for case in asked if not TIMED.search(case.address + case.body)]
    assert len(asked) > 800
    differ = []
    for case in asked[::EVERY]:
        one = page.evaluate(
            """async ({ address, method, headers, body }) => {
                const answer = await fetch(address, { method, headers, ...(body ? { body } : {}) });
                return [answer.status, answer.headers.get("x-answered-by"), await answer.text()];
            }""",
            {"address": case.address, "method": case.method, "headers": case.headers, "body": case.body},
        )
        other = context.request.fetch(
            base_url + case.address, method=case.method, headers=case.headers, data=case.body.encode() or None
        )
        text = other.text().replace(base_url, line.address)
        if one != [other.status, "pocket", text]:
            differ.append((case.body or case.address, one, [other.status, text]))
    assert differ == []
    page.close()


def test_matches_stay_on_the_server(taken: Any) -> None:
    context, _line = taken
    page = context.new_page()
    page.goto("/en/match/")
    expect(page.locator("h1")).to_have_text("This needs the network")
    page.close()


# --- Taking it ---


def test_the_size_is_said_first_and_it_can_be_cancelled_resumed_and_removed(
    page: Page, line: Network, bundle: Any
) -> None:
    page.goto("/en/pocket/")
    is_well(page)
    expect(page.locator("[data-when=offer]")).to_contain_text(f"{bundle['brotli'] / 2**20:.1f}\xa0MB")
    line.is_slow = lambda path: path.endswith("/stdlib.zip")
    with page.expect_request("**/stdlib.zip"):
        page.get_by_role("button", name="Take it along").click()
    expect(page.locator("#bytes")).to_have_text(re.compile(r"^2\.2 / 3\.\d MB$"))
    is_well(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    is_well(page)
    line.is_slow = lambda path: False
    line.goes_on.set()
    line.asked.clear()
    page.get_by_role("button", name="Take it along").click()
    is_taken(page)
    is_well(page)
    assert not [asked for asked in line.asked if asked.endswith(".wasm")], "what was here is not downloaded again"
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("button", name="Take it along")).to_be_visible()
    assert stores(page) == {"kept", "matches"}


def spoilt(path: str, body: bytes) -> bytes:
    return body[:-1] + b"!" if path.endswith("/app.tar") else body


def test_what_was_changed_on_its_way_is_thrown_away(page: Page, line: Network) -> None:
    line.changed = spoilt
    page.goto("/en/pocket/")
    page.get_by_role("button", name="Take it along").click()
    expect(page.get_by_text("The download arrived damaged")).to_be_visible()
    expect(page.get_by_text("work without a network all the same")).to_be_visible()


@pytest.mark.network_fails
def test_a_download_that_breaks_off_says_so_and_goes_on_later(page: Page, line: Network) -> None:
    line.is_slow = lambda path: path.endswith("/stdlib.zip")
    page.goto("/en/pocket/")
    with page.expect_request("**/stdlib.zip"):
        page.get_by_role("button", name="Take it along").click()
    expect(page.locator("#bytes")).to_have_text(re.compile("^2"))
    line.is_gone = True
    line.goes_on.set()
    expect(page.get_by_text("The download broke off.")).to_be_visible()


def test_a_device_without_room_or_without_webassembly_is_told_so(page: Page) -> None:
    page.add_init_script("Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'))")
    page.goto("/en/pocket/")
    page.get_by_role("button", name="Take it along").click()
    expect(page.get_by_text("There is not enough storage")).to_be_visible()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto("/en/pocket/")
    page.get_by_role("button", name="Take it along").click()
    expect(page.get_by_text("it has no WebAssembly")).to_be_visible()


@pytest.mark.network_fails
def test_the_old_version_answers_until_a_newer_one_is_here(page: Page, line: Network, bundle: Any) -> None:
    """The newer one is taken by the button first, and by itself on other pages then."""
    take(page)
    version, newer = bundle["version"], "0123456789ab"
    line.changed = lambda path, body: body.replace(version.encode(), newer.encode()) if path == "/en/pocket/" else body
    line.renamed = lambda path: re.sub("0123456789ab|ba9876543210", version, path)
    line.is_slow = lambda path: path.endswith("/stdlib.zip")
    page.goto("/en/pocket/")
    expect(page.get_by_text("There is a newer version.")).to_be_visible()
    with page.expect_request("**/stdlib.zip"):
        page.get_by_role("button", name="Take it along").click()
    expect(page.locator("#bytes")).to_have_text(re.compile("^2"))
    line.is_gone = True
    answered = """fetch("/en/murlan/play/?table=9&cards=5", { headers: { "HX-Request": "true" } })
        .then((answer) => answer.headers.get("x-answered-by"))"""
    assert page.evaluate(answered) == "pocket"
    assert stores(page) == {"kept", "matches", f"pocket-{version}", f"pocket-{newer}"}
    line.is_gone = False
    line.goes_on.set()
    is_taken(page)
    expect(page.get_by_text("There is a newer version.")).to_be_hidden()
    assert stores(page) == {"kept", "matches", f"pocket-{newer}"}
    line.is_gone = True
    assert page.evaluate(answered) == "pocket"

    line.is_gone = False
    line.goes_on.clear()
    page.goto("/en/murlan/play/")
    until(page, "localStorage['pocket.looked']")
    old, newer = newer, "ba9876543210"
    line.asked.clear()
    page.goto("/en/murlan/")
    until(page, "navigator.serviceWorker.controller")
    assert "GET /en/pocket/" not in line.asked, "it is looked for once an hour"
    page.evaluate("localStorage['pocket.looked'] = Date.now() - 3600001")
    with page.expect_request("**/stdlib.zip"):
        page.goto("/en/ramino/")
    assert page.evaluate("localStorage.worker").endswith(old), "the old one answers until the new one is there"
    line.is_slow = lambda path: False
    line.goes_on.set()
    until(page, f"localStorage.worker.endsWith('{newer}')")
    until(page, f"caches.has('pocket-{old}').then((has) => !has)")
    line.is_gone = True
    page.goto("/en/murlan/play/?table=7&cards=8")
    expect(page.locator("#answer")).to_contain_text("Yes")


# --- Where it cannot be taken ---


@pytest.mark.network_fails
@pytest.mark.parametrize(
    ("spoilt", "said"), [(b"throw 1;", "It does not start in this browser."), (None, "took this device too long")]
)
def test_where_python_does_not_start_the_page_says_so(
    page: Page, line: Network, spoilt: bytes | None, said: str
) -> None:
    def is_python(path: str) -> bool:
        return path.startswith("/static/python.")

    page.clock.install()
    page.goto("/en/pocket/")
    if spoilt:
        line.changed = lambda path, body: spoilt if is_python(path) else body
    else:
        line.is_slow = is_python
    page.get_by_role("button", name="Take it along").click()
    if not spoilt:
        expect(page.get_by_text("Getting it ready")).to_be_visible()
        page.clock.fast_forward("03:01")
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_text("work without a network all the same")).to_be_visible()
    expect(page.get_by_role("button", name="Take it along")).to_be_focused()
    line.goes_on.set()


@pytest.mark.parametrize(
    "lost",
    [
        "delete globalThis.caches; Object.defineProperty(globalThis, 'caches', { value: undefined })",
        "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })",
    ],
)
def test_a_browser_that_keeps_nothing_is_told_so(page: Page, lost: str) -> None:
    page.add_init_script(lost)
    page.goto("/en/pocket/")
    expect(page.locator("h1")).to_be_visible()
    if "caches" in lost:
        page.get_by_role("button", name="Take it along").click()
    expect(page.get_by_text("This browser keeps nothing of this site")).to_be_visible()
    expect(page.get_by_text("There is nothing to take here")).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_page_may_say_fits_a_phone_and_is_named(page: Page, language: str) -> None:
    page.goto(f"/{language}/pocket/")
    expect(page.locator("#take")).to_be_visible()
    page.locator("[hidden]").evaluate_all("parts => parts.forEach((part) => { part.hidden = false; })")
    expect(page.locator("[data-why=cancelled]")).to_be_visible()
    assert not scrolls_sideways(page)
    assert unnamed(page) == []
