"""The card keyboard under a thumb: each tap is counted, hits what is in sight, and scrolls nothing."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

SPOT = """async (target) => {
  const frame = () => new Promise(requestAnimationFrame);
  const middle = () => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const spot = middle();
  await frame();
  await frame();
  return `${spot}` === `${middle()}` && target.contains(document.elementFromPoint(...spot)) ? spot : null;
}"""
"""Where a thumb hits it, if it lies still and nothing over it."""

ABOVE = """async (tray, board) => {
  await new Promise(requestAnimationFrame);
  const { top, bottom } = tray.getBoundingClientRect();
  return top >= 0 && bottom <= board.getBoundingClientRect().top + 1;
}"""
"""Whether a field stands in sight above the keyboard."""

SAID = """() => {
  window.said = [];
  const listen = () => {
    const text = document.getElementById("status").textContent;
    if (text !== said.at(-1)) said.push(text);
  };
  new MutationObserver(listen).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Keep all that the page tells a screen reader: what was said may be followed by more before anybody looks."""

TRIES = 100
"""How often a thumb waits for what an answer moves."""


class Aloud:
    """All that a page tells a screen reader from here on, until it is left."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(SAID)

    def expect(self, pattern: str) -> None:
        """Wait until something was said in which the pattern is found."""
        self.page.wait_for_function("pattern => said.some((text) => new RegExp(pattern).test(text))", arg=pattern)

    def said(self) -> list[str]:
        said: list[str] = self.page.evaluate("said")
        return said


class Keys:
    """The keyboard of a page. Ranks and suits are pressed by their letters, ``T`` and ``h``, jokers as ``Xr``."""

    def __init__(self, page: Page, *, touch: bool = True) -> None:
        self.page, self.touch, self.taps = page, touch, 0
        self.board = page.locator(".board")

    def key(self, name: str) -> Locator:
        kind = "joker " if name[0] == "X" else "suit " if name in "shdc" else "rank " if name in "A23456789TJQK" else ""
        return self.board.locator(f"[data-key='{kind}{name}']")

    def tap(self, target: Locator, *, is_sticky: bool = False) -> None:
        expect(target).to_be_visible()
        spot = next(filter(None, (target.evaluate(SPOT) for _ in range(TRIES))), None)
        assert spot, f"{target} is not under the thumb"
        if is_sticky:  # Playwright would scroll to where it stands by itself
            (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*spot)
        else:  # what moves away at the last moment is not hit, and what is dim says why
            (target.tap if self.touch else target.click)(force=target.is_disabled())
        self.taps += 1

    def press(self, *names: str) -> None:
        for name in " ".join(names).split():
            self.tap(self.key(name))

    def field(self, name: str) -> Locator:
        """The field round the input of this name."""
        return self.page.locator(f".cards-field:has(> [id='{name}'])")

    def open(self, name: str) -> None:
        """Make a field the one that the keyboard serves; it goes by itself where the focus is on another control."""
        if self.page.locator(":is(input, select, textarea, summary):focus:not([data-cards])").count():
            expect(self.board).to_be_hidden()
        if not self.is_active(name):
            opens = self.field(name).locator(".tray .opens")
            with suppress(TimeoutError):  # a field that opens by itself meanwhile has nothing to tap
                (opens.tap if self.touch else opens.click)(timeout=10_000)
        expect(self.field(name).locator(".tray")).to_have_class(re.compile("active"))

    def is_active(self, name: str) -> bool:
        return "active" in (self.field(name).locator(".tray").get_attribute("class") or "")

    def into(self, name: str, *keys: str) -> None:
        self.open(name)
        self.press(*keys)

    def cards(self, name: str) -> Locator:
        """The cards that are drawn in a field."""
        return self.field(name).locator(".tray .card")

    def take_out(self, name: str, card: str) -> None:
        self.open(name)
        self.tap(self.field(name).get_by_role("button", name=card, exact=True).first)

    def is_in_sight(self, name: str) -> bool:
        """Whether all that a field holds stands above the keyboard, once an answer has moved what it moves."""
        tray, board = self.field(name).locator(".tray"), self.board.element_handle()
        return any(tray.evaluate(ABOVE, board) for _ in range(TRIES))
