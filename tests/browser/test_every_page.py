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
from tests.browser.looks import broken_words, is_accessible, scrolls_sideways, too_small, unfold, unnamed

PARTS = ["the site", *GAMES]
each_part_and_language = pytest.mark.parametrize(
    ("part", "language"), [(part, language) for part in PARTS for language in LANGUAGES]
)


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


def test_axe_finds_nothing_in_any_kind_of_state(browser: Browser, base_url: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce", base_url=base_url)
    for address in few_of(states, PARTS):
        page.goto(address)
        unfold(page)
        is_accessible(page)
    page.close()


@each_part_and_language
def test_no_state_is_too_wide_and_each_names_its_controls(
    browser: Browser, base_url: str, part: str, language: str
) -> None:
    page = browser.new_page(reduced_motion="reduce", base_url=base_url)
    for address in states(part, language):
        page.goto(address)
        unfold(page)
        for width in (180, 320, 360):  # a phone at twice the size, a small one, and a common one
            page.set_viewport_size({"width": width, "height": 740})
            assert not scrolls_sideways(page), (address, width)
        assert unnamed(page, "body") == [], address
    page.close()


@pytest.mark.parametrize("game", GAMES)
def test_no_two_controls_of_a_form_sound_alike_and_each_can_be_hit(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for ask in GAMES[game].asks:
        page.goto(f"/it/{game}/{ask}/")
        unfold(page)
        for controls in (".board button", ".tray button"):
            names = page.locator(controls).evaluate_all(
                "keys => keys.filter(key => key.offsetParent).map(key => key.ariaLabel ?? key.textContent)"
            )
            assert len(names) == len(set(names)), ask
        controls = ".ask button, .board button, .ask input[type=text], .ask select, .ask summary, .ask label:has(input), .languages a"
        assert too_small(page, controls) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_label_is_narrower_than_its_longest_word(page: Page, game: str, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for ask in GAMES[game].asks:
        page.goto(f"/{language}/{game}/{ask}/")
        unfold(page)
        assert broken_words(page, ".ask label, .ask legend, .ask summary, .ask .button, .ask button") == [], ask


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


def heaviest(page: Page, view: str, *args: str) -> tuple[int, int, set[str]]:
    """Return what a cold visit carries in the language in which the HTML is longest; all else is the same in each."""
    client, sent = Client(headers={"host": "localhost", "accept-encoding": "br"}), dict[str, bytes]()
    for language in LANGUAGES:
        with translation.override(language):
            address = reverse(view, args=args)
        sent[address] = client.get(address).content
    files = {frozenset(FILE.findall(brotli.decompress(html).decode())) for html in sent.values()}
    [fetched] = files
    assert fetched
    return carried(page, max(sent, key=lambda each: len(sent[each])))


@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_is_light(page: Page, base_url: str, game: str) -> None:
    weight, requests, hosts = heaviest(page, "rules", game)
    assert weight <= HEAVIER.get(game, LIGHT)
    assert requests <= 3
    assert hosts == {base_url.removeprefix("http://")}


def test_home_is_light(page: Page, base_url: str) -> None:
    for language in LANGUAGES:
        assert carried(page, f"/{language}/")[0] <= 12_000


def test_nothing_moves_while_a_page_comes(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.add_init_script(
        """window.moved = [];
        new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value }) => value)))
          .observe({ type: "layout-shift", buffered: true });"""
    )
    tools = [f"/en/{game}/{ask}/" for game in GAMES for ask in GAMES[game].asks]
    for address in ("/en/", "/it/marriage/", "/cs/slovnicek/", "/en/colours/", *tools):
        page.goto(address, wait_until="networkidle")
        assert page.evaluate("moved") == [], address


@pytest.mark.parametrize("game", GAMES)
def test_a_tool_is_light(page: Page, base_url: str, game: str) -> None:
    for name, ask in GAMES[game].asks.items():
        weight, _requests, hosts = heaviest(page, "tool", game, name)
        most = 45_000 if ask().takes_cards else 33_000  # the keyboard, and what it reads letters by
        assert weight <= most, name
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
