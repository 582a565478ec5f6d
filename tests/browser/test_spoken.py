"""Pages as a screen reader speaks them, from start to end: each an approved text in ``spoken/``.

The reader is virtual, and simpler than NVDA or VoiceOver; a change in a text is read in review as its users hear it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from rulesite.rulebook import LANGUAGES
from tests.browser.evening import GAME, Phones, exported, restore
from tests.browser.keys import Keys

APPROVED = Path(__file__).parent / "spoken"
READER = settings.BASE_DIR / "var/reader/node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
READ = """async (address) => {
    // Browse mode leaves the focus where it is.
    HTMLElement.prototype.focus = () => {};
    // What follows is known to browsers and not to this reader: a button's value is not spoken, nor is folded text.
    for (const button of document.querySelectorAll("button")) button.removeAttribute("value");
    for (const folded of document.querySelectorAll("details:not([open]) > :not(summary)")) folded.ariaHidden = "true";
    const { virtual } = await import(address);
    const named = "a, button, [role=img]";
    const spoken = [];
    await virtual.start({ container: document.body });
    for (let phrase = ""; phrase !== "end of document"; await virtual.next()) {
        phrase = await virtual.lastSpokenPhrase();
        const it = virtual.activeNode;
        // Their names hold all that is within them.
        const isRepeated = it.parentElement.closest(named) || (it.matches?.(named) && phrase.startsWith("end"));
        if (!isRepeated) spoken.push(phrase);
    }
    await virtual.stop();
    return spoken;
}"""
"""Read the whole page, and return each phrase as it is spoken."""
DAY = re.compile(r"\d{1,2}\.?\s\w+\s20\d\d")
"""The day until which a match is kept, which depends on today."""


@pytest.fixture(scope="session")
def reader() -> Path:
    """Return the script of the screen reader."""
    if not READER.exists():
        pytest.fail("The screen reader is not installed: run `make reader` first (`make test` does).")
    return READER


def home(phones: Phones) -> Page:
    return phones(reverse("home"))


def tool(phones: Phones) -> Page:
    """Show an answered question, with the keys of its cards."""
    page = phones(f"{reverse('tool', args=['murlan', 'play'])}?table=7&cards=8")
    Keys(page).open("cards")
    expect(page.locator(".board")).to_be_visible()
    return page


def lesson(phones: Phones) -> Page:
    return phones(reverse("step", args=["murlan", 2]))


def drill(phones: Phones) -> Page:
    return phones(f"{reverse('drill', args=['murlan', 'beats'])}?level=2&seed=7")


def hand(phones: Phones) -> Page:
    """Show the form of the first hand of a match."""
    page = phones()
    restore(page, exported(GAME), translation.get_language())
    return page


CASES = [
    *((each, "en") for each in (home, lesson, drill)),
    *((each, language) for each in (tool, hand) for language in LANGUAGES),
]


@pytest.mark.parametrize(("show", "language"), CASES)
def test_page_sounds_as_approved(
    show: Callable[[Phones], Page], language: str, phones: Phones, reader: Path, pytestconfig: pytest.Config
) -> None:
    with translation.override(language):
        page = show(phones)
    page.wait_for_load_state()
    # The site's policy lets a page run scripts of its own origin only.
    page.route("/reader.js", lambda route: route.fulfill(path=reader))
    spoken = [DAY.sub("DAY", phrase) + "\n" for phrase in page.evaluate(READ, "/reader.js")]
    file = APPROVED / f"{show.__name__}.{language}.txt"
    if pytestconfig.getoption("--approve"):
        file.write_text("".join(spoken))
    approved = file.read_text().splitlines(keepends=True)
    assert spoken == approved, "".join(unified_diff(approved, spoken, "approved", "spoken"))
