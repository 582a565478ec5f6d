"""What holds on every page and in every state: accessible, narrow, light, printable."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page

from games.catalogue import GAMES
from rulesite.rulebook import LANGUAGES, book, tool_address

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def states(language: str) -> list[str]:
    """Addresses that between them show every page and, in Italian, every tool in every state.

    What a state consists of is the same in all languages; so are its colours. The other languages bring other words.
    """
    with translation.override(language):
        found = [reverse("home"), reverse("glossary"), f"/{language}/nowhere/"]
        for name, game in GAMES.items():
            found.append(reverse("rules", args=[name]))
            for ask in game.asks.values():
                blank = reverse("tool", args=[name, ask.name])
                found += [blank, f"{blank}?{next(iter(ask.base_fields))}=1Z"] if language == "it" else [blank]
            seen: set[tuple[str, str]] = set()
            for example in book(name).examples.values():
                asked = example.asked(name)
                shape = (example.ask, str(asked.headline().tone))
                if language == "it" and shape not in seen:
                    seen.add(shape)
                    found.append(tool_address(asked))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(browser: Browser, base_url: str, language: str) -> None:
    """All rules in the light; in the dark those of contrast, the only thing that the scheme changes."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, color_scheme="light", reduced_motion="reduce", base_url=base_url
    )
    page = context.new_page()
    axe = Axe()
    for address in states(language):
        page.emulate_media(color_scheme="light")
        page.goto(address)
        page.locator("details").evaluate_all("boxes => boxes.forEach(box => box.open = true)")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, f"{address} is {wide} px too wide"
        # All pickers of a page are copies of one template, and nine take axe nine times as long.
        page.locator(".picker").evaluate_all("boxes => boxes.forEach((box, at) => box.open = at === 0)")
        schemes = (("light", RULES), ("dark", CONTRAST)) if language == "it" else (("light", RULES),)
        for scheme, rules in schemes:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found = axe.run(page, options=rules)
            assert found.violations_count == 0, f"{address} ({scheme})\n{found.generate_report()}"
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_no_two_controls_of_a_form_sound_alike_and_each_can_be_hit(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for ask in GAMES[game].asks:
        page.goto(f"/it/{game}/{ask}/")
        page.locator("details").evaluate_all("boxes => boxes.forEach(box => box.open = true)")
        for picker in page.locator(".picker").all():
            names = picker.get_by_role("button").evaluate_all(
                "keys => keys.map(key => key.getAttribute('aria-label') ?? key.textContent)"
            )
            assert len(names) == len(set(names))
        small = page.locator(
            ".ask button, .ask input[type=text], .ask select, .ask summary, .ask label:has(input), .languages a"
        ).evaluate_all(
            """controls => controls.filter(control => control.offsetParent)
                .map(control => [control.outerHTML.slice(0, 120), control.getBoundingClientRect()])
                .filter(([, box]) => box.height < 43.9 || box.width < 43.9).map(([html]) => html)"""
        )
        assert small == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_print_on_one_page(page: Page, game: str, language: str) -> None:
    page.goto(f"/{language}/{game}/")
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


HEAVIER = {"marriage": 14_000}
"""Rules pages that may weigh more than 12 kB: Marriage has twice the rulings of any other game."""


def carried(page: Page, address: str) -> tuple[int, int, set[str]]:
    """Bytes on the wire, headers included, requests, and hosts of a cold visit."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    sizes: list[float] = []
    hosts: set[str] = set()
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.requestWillBeSent", lambda event: hosts.add(event["request"]["url"].split("/")[2]))
    page.goto(address, wait_until="networkidle")
    return int(sum(sizes)), len(sizes), hosts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_is_light(page: Page, base_url: str, game: str, language: str) -> None:
    weight, requests, hosts = carried(page, f"/{language}/{game}/")
    assert weight <= HEAVIER.get(game, 12_500)
    assert requests <= 4
    assert hosts == {base_url.removeprefix("http://")}


@pytest.mark.parametrize("game", GAMES)
def test_a_tool_is_light(page: Page, base_url: str, game: str) -> None:
    for name, ask in GAMES[game].asks.items():
        weight, _requests, hosts = carried(page, f"/en/{game}/{name}/")
        reads_cards = ask().takes_cards  # with a picker, and a script that reads what is typed as the server does
        assert weight <= 30_000 + 1_000 * reads_cards + 1_500 * (len(ask.scripts) + bool(ask.style)), name
        assert hosts == {base_url.removeprefix("http://")}


def test_the_page_names_no_third_party(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/it/murlan/play/?hand=4P&cards=4P")
    assert {url.split("/")[2].split(":")[0] for url in asked} == {"127.0.0.1"}
