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
from matches.links import Role
from matches.models import Match
from tests.browser.kinds import kinds
from tests.browser.looks import is_accessible
from tests.matches.evenings import example, plain_table

GAME = "ramino"
TABLE = plain_table(GAME)
HAND = example(GAME, TABLE)
SMALL = {"winner": "Cyd", "hands": {"Ana": "As", "Ben": "2s"}}
Phones = Callable[..., Page]

OFTEN = """{
    const later = setTimeout;
    window.setTimeout = (act, wait, ...rest) => later(act, wait >= 3000 ? wait / 8 : wait, ...rest);
}"""
"""A script by which a page asks for news and sends again eight times as often; the order of all that waits is the same."""


def standing(page: Page, text: str | re.Pattern[str] = re.compile(".")) -> None:
    """The page of a match has come, whole and with its scripts."""
    expect(page.locator("#standing")).to_have_text(text)
    page.wait_for_load_state()


def seat(page: Page, game: str = GAME) -> None:
    """Fill in the form of a new match with the players of the plain table."""
    for number, name in enumerate(plain_table(game).players, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)


def lay(page: Page, game: str = GAME) -> None:
    """Open a match at the plain table."""
    restore(page, exported(game))


TOKEN = re.compile('name="csrfmiddlewaretoken" value="([^"]+)"')


def restore(page: Page, file: str | Path, language: str = "en") -> None:
    """Open the match of an export, its text or its file.

    Requests with the page's cookies send it, so that the page of the match is the only one that is loaded.
    """
    with translation.override(language):
        index, action = reverse("matches"), reverse("restore_match")
    token = TOKEN.search(page.request.get(index).text())
    assert token
    content = file.read_bytes() if isinstance(file, Path) else file.encode()
    sent = {"name": "match.json", "mimeType": "application/json", "buffer": content}
    form: dict[str, Any] = {"csrfmiddlewaretoken": token[1], "file": sent}
    answer = page.request.post(action, multipart=form, max_redirects=0)
    assert answer.status == 303, answer.text()
    page.goto(answer.headers["location"])
    standing(page)


ROLES = {"Manage": Role.MANAGE, "Keep score": Role.SCORE, "Watch": Role.WATCH}


def link(manager: Page, role: str) -> str:
    """Return the address for another role, which the manager's page of links shows."""
    page = manager.request.get(f"{manager.url.split('?')[0]}links/").text()
    found = re.search(f'id="link-{ROLES[role]}".*?class="address" href="([^"]+)"', page, re.DOTALL)
    assert found
    return found[1]


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
        kind = controls.first.evaluate("control => control.type")
        for nth, value in enumerate(values):
            if kind == "radio":
                form.locator(f'[name="{name}"][value="{value}"]').check()
            elif kind == "select-one":
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


def exported(game: str, *written: Event) -> str:
    """Return the export of a match of these events at the plain table."""
    table = plain_table(game)
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    return "".join(transfer.as_json(match, replay(written)))


def matches_file(folder: Path, game: str, *written: Event) -> Path:
    """Write the export of such a match."""
    file = folder / f"{game}.json"
    file.write_text(exported(game, *written))
    return file


def restore_by_page(page: Page, file: Path) -> None:
    """Open the match of a file by the page's form."""
    page.goto("/en/match/")
    page.locator("#match-file").set_input_files(file)
    page.get_by_role("button", name="Restore the match").tap()
    standing(page)


seen = set[str]()
"""Kinds of elements that axe has looked at."""


def is_accessible_where_new(page: Page) -> None:
    """Axe finds nothing, where the page has an element of a kind that axe has not seen in this process.

    Pages of the same kinds differ in words, numbers and language, in which axe finds nothing.
    """
    found = kinds(page.content())
    if found <= seen:
        return
    is_accessible(page)
    seen.update(found)
