"""What holds on every page and in every state: accessible, narrow, light, printable."""

from __future__ import annotations

import re

import brotli  # type: ignore[import-untyped]
import pytest
from django.forms import Field
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page

from games.catalogue import GAMES
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests.browser.kinds import few_of
from tests.browser.looks import broken_words, is_accessible, scrolls_sideways, show, too_small, unfold, unnamed

PARTS = ["the site", *GAMES]


def states(part: str, language: str) -> list[str]:
    """Return the addresses of every page and every kind of state of a game, or of what is no game's own.

    A fault is shown alike wherever the same kind of field has it; an answer is of its tool and of its tone.
    """
    with translation.override(language):
        if part not in GAMES:
            return [reverse("home"), reverse("glossary"), f"/{language}/nowhere/"]
        found = [reverse(page, args=[part]) for page in ("rules", "house", "card")]
        wrong: set[type[Field]] = set()
        for ask in GAMES[part].asks.values():
            blank = reverse("tool", args=[part, ask.name])
            found.append(blank)
            name, first = next(iter(ask.base_fields.items()))
            if type(first) not in wrong:
                wrong.add(type(first))
                found.append(f"{blank}?{name}=1Z")
        seen: set[tuple[str, str]] = set()
        for example in book(part).examples.values():
            asked = example.asked(part)
            shape = (example.ask, str(asked.headline().tone))
            if shape not in seen:
                seen.add(shape)
                found.append(tool_address(asked))
        return found


WIDTHS = (180, 320, 360)
"""Pixels: a phone at twice the size of letters, a small one, and a common one."""


def fits(page: Page, address: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert not scrolls_sideways(page), (address, width)


def test_axe_finds_nothing_in_any_kind_of_state(browser: Browser, base_url: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce", base_url=base_url)
    known = set[int]()
    for address in few_of(states, PARTS):
        page.goto(address)
        unfold(page)
        is_accessible(page, known=known)
        assert unnamed(page, "body") == [], address
        fits(page, address)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_state_is_too_wide_and_each_names_its_controls(browser: Browser, base_url: str, language: str) -> None:
    """As the states are before scripts run; with scripts few of them are seen above, and each form below."""
    page = browser.new_page(reduced_motion="reduce", base_url=base_url)
    for address in (address for part in PARTS for address in states(part, language)):
        show(page, address)
        unfold(page)
        fits(page, address)
        assert unnamed(page) == [], address


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_form_fits_a_phone_and_its_controls_differ(page: Page, game: str, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for ask in GAMES[game].asks:
        page.goto(f"/{language}/{game}/{ask}/")
        lead = page.locator("h1 + .lead")
        lines = lead.evaluate("it => it.getBoundingClientRect().height / parseFloat(getComputedStyle(it).lineHeight)")
        assert round(lines) <= 2, ask
        unfold(page)
        assert broken_words(page, ".ask label, .ask legend, .ask summary, .ask .button, .ask button") == [], ask
        for controls in (".board button", ".tray button"):
            names = page.locator(controls).evaluate_all(
                "keys => keys.filter(key => key.offsetParent).map(key => key.ariaLabel ?? key.textContent)"
            )
            assert len(names) == len(set(names)), ask
        controls = ".ask button, .board button, .ask input[type=text], .ask select, .ask summary, .ask label:has(input), .languages a"
        assert too_small(page, controls) == [], ask
        assert unnamed(page, "body") == [], ask
        fits(page, ask)
        page.set_viewport_size({"width": 360, "height": 740})


FILE = re.compile(r'"(/static/[^"]+)"')
LIGHT, HEAVIER = 12_800, {"marriage": 14_600, "murlan": 13_300, "machiavelli": 13_180, "ramino": 13_200}
"""What a page of rules may weigh, and which may weigh more: Marriage has twice the rulings of any other game,
Murlan tells two rounds turn by turn, Machiavelli and Ramino have rules of four and five examples, folded on a phone.

Each leaves room for the port, which stands in a page's absolute addresses and packs differently every time.
"""


def carried(page: Page, address: str) -> tuple[int, int, set[str]]:
    """Bytes on the wire, headers included, requests that carried any, and hosts of a cold visit."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    sizes: list[float] = []
    hosts: set[str] = set()
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.requestWillBeSent", lambda event: hosts.add(event["request"]["url"].split("/")[2]))
    page.goto(address, wait_until="networkidle")
    return int(sum(sizes)), sum(size > 0 for size in sizes), hosts


def longest(view: str, *args: str) -> tuple[str, int, frozenset[str]]:
    """Return the address in the language in which the HTML is longest, its bytes, and the files it names, the same in each."""
    client, sent = Client(headers={"host": "localhost", "accept-encoding": "br"}), dict[str, bytes]()
    for language in LANGUAGES:
        with translation.override(language):
            address = reverse(view, args=args)
        sent[address] = client.get(address).content
    [files] = {frozenset(FILE.findall(brotli.decompress(html).decode())) for html in sent.values()}
    assert files
    address = max(sent, key=lambda each: len(sent[each]))
    return address, len(sent[address]), files


def heaviest(page: Page, view: str, *args: str) -> tuple[int, int, set[str]]:
    """Return what a cold visit carries in the language in which the HTML is longest; all else is the same in each."""
    return carried(page, longest(view, *args)[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_is_light(page: Page, base_url: str, game: str) -> None:
    weight, requests, hosts = heaviest(page, "rules", game)
    assert weight <= HEAVIER.get(game, LIGHT)
    assert requests <= 3
    assert hosts == {base_url.removeprefix("http://")}


def test_home_is_light(page: Page) -> None:
    assert heaviest(page, "home")[0] <= 12_000


TOOLS = [(game, ask) for game in GAMES for ask in GAMES[game].asks]


@pytest.mark.exhaustive(sample=8)
@pytest.mark.parametrize(
    "address",
    ["/en/", "/it/marriage/", "/cs/slovnicek/", "/en/colours/", *(f"/en/{game}/{ask}/" for game, ask in TOOLS)],
)
def test_nothing_moves_while_a_page_comes(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.add_init_script(
        """window.moved = [];
        new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value }) => value)))
          .observe({ type: "layout-shift", buffered: true });"""
    )
    page.goto(address, wait_until="networkidle")
    assert page.evaluate("moved") == []


def test_a_tool_is_light(page: Page, base_url: str) -> None:
    """Of the tools that name the same files, the one with the longest HTML is loaded."""
    kinds: dict[tuple[frozenset[str], bool], tuple[int, str]] = {}
    for game, name in TOOLS:
        address, size, files = longest("tool", game, name)
        kind = files, bool(GAMES[game].asks[name]().takes_cards)
        kinds[kind] = max(kinds.get(kind, (0, "")), (size, address))
    for (_files, takes_cards), (_size, address) in kinds.items():
        weight, _requests, hosts = carried(page, address)
        most = 45_000 if takes_cards else 33_000  # the keyboard, and what it reads letters by
        assert weight <= most, address
        assert hosts == {base_url.removeprefix("http://")}


def test_the_page_names_no_third_party(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/it/murlan/play/?hand=4P&cards=4P")
    assert {url.split("/")[2].split(":")[0] for url in asked} == {"127.0.0.1"}


def test_axe_sees_what_is_wrong_in_either_scheme(page: Page) -> None:
    style = "@media (prefers-color-scheme: dark) { p { color: #ccc; background: #fff } }"
    body = f"<style>{style}</style><main><h1>Cards</h1><img src='data:,'><p>Faint in the dark</p></main>"
    page.set_content(f"<!doctype html><html lang='en'><title>Cards</title>{body}")
    with pytest.raises(AssertionError, match=r"\(light\)\nimage-alt"):
        is_accessible(page)
    page.locator("img").evaluate("image => image.remove()")
    is_accessible(page, dark=False)
    with pytest.raises(AssertionError, match=r"\(dark\)\ncolor-contrast"):
        is_accessible(page)
