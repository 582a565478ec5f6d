"""Twelve kinds of page, each as large in other engines as in Chromium: what they lay out otherwise is a fault."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser as Chromium

from tests.browser.engines.webdriver import PAUSE, Browser
from tests.browser.evening import Phones, enter, lay, link

PAGES: list[tuple[str, str, list[Any], dict[str, str]]] = [
    ("it", "home", [], {}),
    ("en", "rules", ["ramino"], {}),
    ("cs", "tool", ["marriage", "arrange"], {}),
    ("en", "tool", ["murlan", "play"], {"hand": "8h 8d 3c", "table": "7s 7c", "cards": "8h 8d"}),
    ("it", "tool", ["machiavelli", "turn"], {"before": "5c 6c 7c 8c", "after": "5c 6c 7c 8c 9c", "hand": "9c 4c"}),
    ("cs", "lesson", ["muriel"], {}),
    ("it", "drill", ["ramino", "meld"], {"level": "2", "seed": "7"}),
    ("en", "puzzle", ["marriage", 1], {}),
    ("cs", "new_match", ["machiavelli"], {}),
    ("it", "glossary", [], {}),
    ("en", "take", [], {}),
]
"""Languages, names of pages, their arguments and what is asked; the match with a hand comes with the test."""
SIZES = [(390, 844), (1280, 900)]
PARTS = "svg, img, .card, .board, .tray, button, input, select, textarea, summary, table, h1, h2, li, .top > *"
MEASURE = f"""await document.fonts.ready;
for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
const {{ scrollWidth, scrollHeight }} = document.documentElement;
const found = {{ "the page": [[scrollWidth, scrollHeight, 0]] }};
for (const part of document.querySelectorAll({json.dumps(PARTS)})) {{
  const {{ width, height }} = part.getBoundingClientRect();
  const classes = part.closest("[class]")?.getAttribute("class") ?? "";
  const line = part.matches("h1, h2, li, summary") ? parseFloat(getComputedStyle(part).lineHeight) || 0 : 0;
  if (width) (found[`${{part.localName}} of ${{classes}}`] ??= []).push([width, height, line].map(Math.round));
}}
return found;"""
"""The sizes of what is in sight by tag and class, each with the height of a line of text in it, else 0.

``{"li of steps": [[358, 44, 22], …]}``
"""
LEAST = 10
"""Pixels by which anything may differ."""
SHARE = 0.25
"""Part of a length by which it may differ."""

MOMENT = 10
"""Seconds after which a page is laid out."""

Sizes = dict[str, list[tuple[int, int, int]]]


def differences(expected: Sizes, found: Sizes) -> list[str]:
    """Return a line for each kind of element whose number differs, or one of whose lengths does by too much.

    Text may take a line more or less: letters are a trifle wider in one engine than in another.
    """
    lines = []
    for kind in sorted(expected.keys() | found.keys()):
        ours, theirs = expected.get(kind, []), found.get(kind, [])
        if len(ours) != len(theirs):
            lines.append(f"{kind}: {len(ours)} in Chromium, {len(theirs)} here")
            continue
        far = [
            f"{width} x {height} in Chromium, {other_width} x {other_height} here"
            for (width, height, line), (other_width, other_height, _line) in zip(ours, theirs, strict=True)
            if abs(width - other_width) > max(LEAST, SHARE * width)
            or abs(height - other_height) > max(LEAST, SHARE * height, line + 1)
        ]
        if far:
            lines.append(f"{kind}: {len(far)} of {len(ours)}, as {far[0]}")
    return lines


def settled(look: Callable[[], list[str]]) -> list[str]:
    """Return the differences that stay: what a page draws after it was loaded may take a moment."""
    until = time.monotonic() + MOMENT
    while (lines := look()) and time.monotonic() < until:
        time.sleep(PAUSE)
    return lines


def addresses() -> list[str]:
    found = []
    for language, name, arguments, asked in PAGES:
        with translation.override(language):
            found.append(reverse(name, args=arguments) + (f"?{urlencode(asked)}" if asked else ""))
    return found


def test_twelve_kinds_of_page_are_as_large_as_in_chromium(
    engine: Browser, browser: Chromium, phones: Phones, base_url: str
) -> None:
    manager = phones()
    lay(manager)
    enter(manager)
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", base_url=base_url)
    page = context.new_page()
    wrong = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        engine.resize(width, height)
        for address in [*addresses(), urlsplit(link(manager, "Watch")).path]:
            response = page.goto(address)
            assert response
            assert response.ok, address
            engine.open(base_url + address)
            far = settled(lambda: differences(page.evaluate(f"async () => {{ {MEASURE} }}"), engine.run(MEASURE)))
            wrong += [f"{address} at {width} px: {line}" for line in far]
    context.close()
    assert not wrong, "\n".join(wrong)
