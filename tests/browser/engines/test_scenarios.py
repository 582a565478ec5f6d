"""Scenarios in other engines: a tool, the tab order, a hand entered without a network, the offline version."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from games.catalogue import SHEETS
from games.notation import NOTATIONS
from tests.browser.engines.firefox import PREFERENCES, STORAGE_ALLOWED, Firefox
from tests.browser.engines.webdriver import Browser
from tests.browser.evening import GAME, HAND, TABLE, Phones, events, lay, link
from tests.browser.network import network
from tests.browser.test_offline import READY
from tests.browser.test_pocket import SAID, SUMMARY, until

PHONE = (390, 844)
SCREEN = (1280, 900)


def test_tool_asked_by_card_keys_answers(engine: Browser, base_url: str) -> None:
    engine.resize(*PHONE)
    engine.open(f"{base_url}/en/murlan/play/")
    for key in ["rank 4", "run", "rank 8", "next", "rank 5", "run", "rank 9"]:
        engine.click(f".board [data-key='{key}']")
    engine.until_text(".dock .said", "Yes, it beats the cards on the table")
    assert (engine.value("#table"), engine.value("#cards")) == ("4 5 6 7 8", "5 6 7 8 9")


def test_tool_asked_by_typing_answers(engine: Browser, base_url: str) -> None:
    engine.resize(*SCREEN)
    engine.open(f"{base_url}/it/ramino/meld/")
    engine.type("#cards", "5c 6c 7c")
    engine.press("Enter")
    engine.until_text("#verdict", "Scala di cuori, 5–7")


# --- Tab order ---

MOST = 200
"""Stops after which the focus counts as never leaving the page."""
ANSWERED = "/table=.*cards=/.test(location.search) && !document.querySelector('.htmx-request')"
"""Condition: the page shows the answer to both fields; one of them alone has an answer, too."""
STOP = """const at = document.activeElement;
const part = [".dock", "#answer", "form.ask"].find((one) => at.closest(one)) ?? "";
return at.matches("body, .skip") ? null : {
  name: [at.localName, at.id, at.name ?? "", at.dataset.key ?? "", at.textContent.trim()].join(" "),
  part, top: part && at.closest(part).getBoundingClientRect().top + scrollY,
};"""
"""Script: the name of the focused element, its part of the page and where that begins, in pixels from the top.

Null once the focus has left the page or returned to its first element.
"""


def stops(press: Callable[[str], None], look: Callable[[], dict[str, Any] | None]) -> list[dict[str, Any]]:
    """Return the stops from here to the end of the page, without those in what repeats an answer that is out of sight."""
    found: list[dict[str, Any]] = []
    for _stop in range(MOST):
        press("Tab")
        if (stop := look()) is None:
            return [stop for stop in found if stop["part"] != ".dock"]
        found.append(stop)
    pytest.fail("Tab never leaves the page")


def test_tab_reaches_question_and_answer_as_they_lie(engine: Browser, page: Page, base_url: str) -> None:
    address, fields = f"{base_url}/en/murlan/play/", {"#cards": "5 6 7 8 9", "#table": "4 5 6 7 8"}
    page.set_viewport_size(dict(zip(("width", "height"), SCREEN, strict=True)))
    page.goto(address)
    engine.resize(*SCREEN)
    engine.open(address)
    for field, cards in fields.items():
        page.locator(field).fill(cards)
        engine.type(field, cards)
    page.keyboard.press("Tab")
    engine.press("Tab")
    until(page, ANSWERED)
    engine.until(ANSWERED)
    first = "document.querySelector('.skip').focus()"
    page.evaluate(first)
    engine.run(first)
    expected = stops(page.keyboard.press, lambda: page.evaluate(f"() => {{ {STOP} }}"))
    found = stops(engine.press, lambda: engine.run(STOP))
    assert sorted(stop["name"] for stop in found) == sorted(stop["name"] for stop in expected)
    tops = {stop["part"]: stop["top"] for stop in found if stop["part"]}
    assert len(tops) == 2
    assert [*tops] == sorted(tops, key=lambda part: tops[part])


# --- Without a network ---

PERSISTED = "return await navigator.storage.persisted()"
"""Script: whether the browser keeps the site's storage, which in Firefox a reader has to allow."""


@pytest.mark.network_fails
def test_hand_entered_without_network_is_stored_once(engine: Browser, phones: Phones, base_url: str) -> None:
    manager = phones()
    lay(manager)
    path = urlsplit(link(manager, "Keep score")).path
    engine.resize(*PHONE)
    with network(base_url) as line:
        engine.open(line.address + path)
        engine.run(f"await ({READY})()")
        line.is_gone = True
        for name, values in SHEETS[GAME].typed(TABLE, HAND, NOTATIONS["en"]).lists():
            for value in values:
                choice = f"form.entering label:has([name='{name}'][value='{value}'])"
                if engine.run("return Boolean(document.querySelector(given[0]))", choice):
                    engine.click(choice)
                elif value:
                    engine.type(f"form.entering [name='{name}']", value)
        engine.click("form.entering button[type=submit]")
        engine.until_text("#outbox li", "Hand 1")
        engine.open(line.address + path)
        engine.until_text("#connection", "No connection")
        engine.until_text("#outbox li", "Hand 1")
        line.is_gone = False
        engine.until_text(".stored", "Hand 1 entered")
        engine.until("!document.querySelector('#outbox').checkVisibility()")
        assert sum(asked.startswith("POST") for asked in line.asked) == 1
    assert [event["content"] for event in events(manager)] == [HAND]


@pytest.mark.network_fails
def test_offline_version_answers_after_restart_and_update(engine: Browser, base_url: str) -> None:
    if not SUMMARY.exists():
        pytest.fail("The offline version is not built: run `make pocket` first (`make test` does).")
    old, new = json.loads(SUMMARY.read_text())["version"], "0123456789ab"
    with network(base_url) as line:
        tool = f"{line.address}/en/murlan/play/?table=7&cards=8"
        engine.resize(*PHONE)
        take(engine, line.address)
        if isinstance(engine, Firefox):
            assert engine.run(PERSISTED) is False, "nobody has answered the question"
            engine.preferences = PREFERENCES | STORAGE_ALLOWED
        engine.restart()
        line.is_gone = True
        engine.open(tool)
        engine.until_text("#answer", "Yes")
        engine.until_text(".bottom", SAID)
        line.is_gone = False
        line.changed = lambda path, body: body.replace(old.encode(), new.encode()) if path == "/en/pocket/" else body
        line.renamed = lambda path: path.replace(new, old)
        take(engine, line.address)
        assert engine.run("return (await caches.keys()).filter((name) => name.startsWith('pocket-'))") == [
            f"pocket-{new}"
        ]
        if isinstance(engine, Firefox):
            assert engine.run(PERSISTED) is True
        line.is_gone = True
        engine.open(tool)
        engine.until_text("#answer", "Yes")
        engine.until_text(".bottom", SAID)


def take(engine: Browser, address: str) -> None:
    """Take the offline version along, on its page."""
    engine.open(f"{address}/en/pocket/")
    engine.click("#take")
    engine.until(
        "document.querySelector('[data-when=taken]').checkVisibility() && !document.querySelector('#take').checkVisibility()",
        limit=300,  # longer than the page waits for Python, so that a failure shows what the page says of it
    )
