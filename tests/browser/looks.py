"""How a page looks to those who cannot see it, and on a phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page, expect

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ALL_RULES: dict[str, Any] = {
    "runOnly": {"type": "tag", "values": TAGS},
    "resultTypes": ["violations"],
    "preload": False,
}
CONTRAST: dict[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast"]},
    "resultTypes": ["violations"],
    "preload": False,
}

RUN = """async ([rules, known]) => {
  const own = /^(class|role|type|aria-(current|pressed|checked|live|disabled))$/;
  const refers = /^(for|list|popovertarget|aria-(labelledby|describedby|controls|owns))$/;
  const said = ({ name, value }) => {
    if (own.test(name)) return `${name}=${value}`;
    return refers.test(name) ? `${name}=${!value.split(" ").some((id) => !document.getElementById(id))}` : name + !value;
  };
  const kind = (it, around) => {
    const { color, backgroundColor, fontSize, fontWeight, opacity } = getComputedStyle(it);
    const seen = [color, backgroundColor, fontSize, fontWeight, opacity, it.checkVisibility(), Boolean(it.textContent.trim())];
    let hash = around;
    for (const letter of [it.localName, ...[...it.attributes].map(said).sort(), ...seen].join()) {
      hash = (hash * 31 + letter.charCodeAt()) % 2 ** 47;
    }
    return hash;
  };
  const [kinds, twins] = [new Set(known), []];
  const visit = (it, around) => {
    const here = kind(it, around);
    const isNew = !kinds.has(here);
    kinds.add(here);
    const below = it.localName === "svg" ? [] : [...it.children].map((child) => [child, visit(child, here)]);
    const isAnyNew = isNew || below.some(([, isNew]) => isNew);
    if (isAnyNew) twins.push(...below.filter(([, isNew]) => !isNew).map(([child]) => child));
    return isAnyNew;
  };
  visit(document.documentElement, 0);
  const stuck = [...document.querySelectorAll("main *")].filter((it) => getComputedStyle(it).position === "sticky");
  for (const it of stuck) it.style.position = "static";
  const found = await axe.run({ include: [document], exclude: twins }, rules);
  for (const it of stuck) it.style.position = "";
  return [found.violations, [...kinds]];
}"""
"""Run axe on the first element of each kind that is not known yet, and return what it finds and the kinds known then.

Elements of a kind have the same tag, attributes, colours and size of letters, and so have all that they are in. What is
sticky lies over what can be scrolled from under it, which is no smaller a target for that.
"""


def is_accessible(page: Page, *, dark: bool = True, known: set[int] | None = None) -> None:
    """Axe finds nothing: by all rules in the light, in the dark by that of contrast, the only thing a scheme changes.

    :param known: the kinds of elements that were looked at on other pages, to which those of this page are added.
    """
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE)
    known = set() if known is None else known
    for scheme, rules in (("light", ALL_RULES), ("dark", CONTRAST))[: 1 + dark]:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found, kinds = page.evaluate(RUN, [rules, [*known]])
        assert not found, "\n".join([f"{page.url} ({scheme})", *map(_told, found)])
        known.update(kinds)
    page.emulate_media(color_scheme="light")


def _told(violation: dict[str, Any]) -> str:
    places = (f"    {node['html']}\n    {node.get('failureSummary', '')}" for node in violation["nodes"])
    return "\n".join([f"{violation['id']}: {violation['help']}", *places])


SHOW = """async (address) => {
    const coming = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const styles = (page) => [...page.head.querySelectorAll("link[rel=stylesheet], style")].map((each) => each.outerHTML).join();
    if (styles(coming) !== styles(document)) return false;
    document.documentElement.lang = coming.documentElement.lang;
    document.body.replaceWith(coming.body);
    return true;
}"""


def show(page: Page, address: str) -> None:
    """Show the page of an address as it is before scripts run; without loading it where the styles are the same."""
    if page.url == "about:blank" or not page.evaluate(SHOW, address):
        page.goto(address)


def unfold(page: Page) -> None:
    """Open everything that is folded."""
    page.locator("details").evaluate_all("boxes => boxes.forEach(box => box.open = true)")


def switch_language(page: Page, language: str) -> None:
    """Follow the link to this page in another language, which on a phone lies behind a button."""
    opens = page.locator("[popovertarget=languages]")
    if opens.is_visible():
        opens.click()
    page.locator(f".languages a[hreflang={language}]").click()
    expect(page.locator(f"html[lang={language}]")).to_be_attached()


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


UNNAMED = re.compile(
    r'^\s*- ((?:button|checkbox|combobox|link|radio|searchbox|spinbutton|textbox)\b(?! ").*)$', re.MULTILINE
)


def unnamed(page: Page, of: str = "main") -> list[str]:
    """Return the controls in sight within an element, and the pictures of the page, that have no accessible name."""
    pictures = page.locator("img:not([alt]), [role=img]:is(:not([aria-label], [aria-labelledby]), [aria-label=''])")
    bare: list[str] = pictures.evaluate_all("pictures => pictures.map(({ outerHTML }) => outerHTML.slice(0, 120))")
    return [*UNNAMED.findall(page.locator(of).aria_snapshot()), *bare]


def too_small(page: Page, controls: str) -> list[str]:
    """Those of the controls in sight that are too small for a thumb."""
    found = page.locator(controls).evaluate_all(
        """controls => controls.filter(control => control.offsetParent)
            .map(control => [control.outerHTML.slice(0, 120), control.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.9 || box.width < 43.9).map(([html]) => html)"""
    )
    return list(found)


def broken_words(page: Page, of: str) -> list[str]:
    """Words in sight of these elements that do not fit into one line of theirs, or stick out of them."""
    found = page.locator(of).evaluate_all(
        r"""(elements) => elements.filter((element) => element.checkVisibility()).flatMap((element) => {
            const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            const edge = element.getBoundingClientRect().right + 1;
            const broken = [];
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                if (text.parentElement.closest("select, .unseen, svg")) continue;
                for (const { 0: letters, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
                    const word = document.createRange();
                    word.setStart(text, index);
                    word.setEnd(text, index + letters.length);
                    const boxes = [...word.getClientRects()];
                    if (boxes.length > 1 || boxes.some(({ right }) => right > edge)) broken.push(letters);
                }
            }
            return broken;
        })"""
    )
    return list(found)
