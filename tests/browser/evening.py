"""An evening on phones, by the site's own pages: a match opened, filled in, entered, looked at."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from games.catalogue import SHEETS
from games.notation import NOTATIONS
from matches import transfer
from matches.ledger import Event, replay
from matches.models import Match
from tests.matches.evenings import example, plain_table

GAME = "ramino"
TABLE = plain_table(GAME)
HAND = example(GAME, TABLE)
SMALL = {"winner": "Cyd", "hands": {"Ana": "As", "Ben": "2s"}}
Phones = Callable[..., Page]


def standing(page: Page, text: str | re.Pattern[str] = re.compile(".")) -> None:
    """The page of a match has come, whole and with its scripts."""
    expect(page.locator("#standing")).to_have_text(text)
    page.wait_for_load_state()


def lay(page: Page, game: str = GAME) -> None:
    """Open a match at the plain table, by its form."""
    page.goto("/en/match/")
    page.get_by_role("main").get_by_role("link", name=game.capitalize(), exact=True).click()
    for number, name in enumerate(plain_table(game).players, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start the match").click()
    standing(page, "Nothing played yet")


def link(manager: Page, role: str) -> str:
    """The address that the manager's page shows for another role."""
    place = manager.url
    manager.goto(f"{place.split('?')[0]}links/")
    found = address(manager.get_by_role("region", name=role))
    manager.goto(place)
    return found


def address(place: Locator | Page) -> str:
    """The address that is shown there to be copied."""
    return str(place.locator("a.address").get_attribute("href"))


def fill(page: Page, game: str = GAME, content: Any = HAND, language: str = "en") -> None:
    """Fill in a hand by the controls of its form."""
    said = SHEETS[game].typed(plain_table(game), content, NOTATIONS[language])
    form = page.locator("main form.ask")
    folded = form.locator("details:not([open]) > summary")
    while folded.count():
        folded.first.click()
    if form.locator(".order.tapped").count():  # names are tapped in the place of menus
        placed = form.locator("[data-out][aria-pressed=true]")
        while placed.count():
            placed.first.click()
        for seat in said.getlist("out")[:-1]:
            form.locator(f"[data-out='{seat}']").click()
        return
    for name, values in said.lists():
        controls = form.locator(f'[name="{name}"]')
        for nth, value in enumerate(values):
            if controls.first.get_attribute("type") == "radio":
                form.locator(f'[name="{name}"][value="{value}"]').check()
            elif controls.nth(nth).evaluate("control => control.tagName") == "SELECT":
                controls.nth(nth).select_option(str(value))
            else:
                controls.nth(nth).fill(str(value))


def store(page: Page) -> Locator:
    return page.get_by_role("button", name="Save this hand")


def enter(page: Page, game: str = GAME, content: Any = HAND) -> None:
    next_one = page.locator("#next").inner_text()
    fill(page, game, content)
    store(page).tap()
    is_stored(page, f"{next_one} entered")


def is_stored(page: Page, what: str = "") -> None:
    """The page tells that this was stored, and is whole."""
    expect(page.locator(".stored")).to_contain_text(what)
    page.wait_for_load_state()


def rows(page: Page) -> Locator:
    return page.locator(".evening tbody tr")


def events(page: Page) -> list[dict[str, Any]]:
    """What is stored of the match that a page shows; ask once the page has told that it is stored."""
    place = re.match(r".*/match/[\w-]{32}/", page.url)
    assert place
    found = page.request.get(f"{place[0]}match.json").json()
    return list(found["events"])


def matches_file(folder: Path, game: str, *written: Event) -> Path:
    """An export of such a match."""
    table = plain_table(game)
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    file = folder / f"{game}.json"
    file.write_text("".join(transfer.as_json(match, replay(written))))
    return file


def restore(page: Page, file: Path, language: str = "en") -> None:
    """Open the match of a file, by the page."""
    with translation.override(language):
        page.goto(reverse("matches"))
    page.locator("#match-file").set_input_files(file)
    page.locator("#match-file").locator("xpath=ancestor::form").locator("button").click()
    standing(page)
