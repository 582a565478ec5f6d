"""What holds on every page and in every state: accessible, narrow, light, printable."""

from __future__ import annotations

import pytest
from django.forms import Field
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page

from games.catalogue import GAMES
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests.browser.looks import broken_words, is_accessible, scrolls_sideways, too_small, unfold


def states(language: str, part: str) -> list[str]:
    """The addresses of a game, or of what is no game's own: every page and, in Italian, every kind of state.

    What a state consists of is the same in all languages; so are its colours. The other languages bring other words.
    What is wrong looks alike wherever the same kind of field says so; an answer is of its tool and of its tone.
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
            if language == "it" and type(first) not in wrong:
                wrong.add(type(first))
                found.append(f"{blank}?{name}=1Z")
        seen: set[tuple[str, str]] = set()
        for example in book(part).examples.values():
            asked = example.asked(part)
            shape = (example.ask, str(asked.headline().tone))
            if language == "it" and shape not in seen:
                seen.add(shape)
                found.append(tool_address(asked))
    return found


@pytest.mark.parametrize("part", ["the site", *GAMES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, base_url: str, language: str, part: str
) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, color_scheme="light", reduced_motion="reduce", base_url=base_url
    )
    page = context.new_page()
    for address in states(language, part):
        page.goto(address)
        unfold(page)
        for width in (180, 360):  # the same phone at twice the size, and as it comes
            page.set_viewport_size({"width": width, "height": 740})
            assert not scrolls_sideways(page), (address, width)
        is_accessible(page, dark=language == "it")
    context.close()


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_is_light(page: Page, base_url: str, game: str, language: str) -> None:
    weight, requests, hosts = carried(page, f"/{language}/{game}/")
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
        for language in LANGUAGES:
            weight, _requests, hosts = carried(page, f"/{language}/{game}/{name}/")
            most = 45_000 if ask().takes_cards else 33_000  # the keyboard, and what it reads letters by
            assert weight <= most, (language, name)
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
