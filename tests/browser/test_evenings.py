"""An evening of each game from the empty table to the podium: two phones and a watcher, each in a language of its own."""

from __future__ import annotations

from itertools import cycle

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from games.catalogue import SHEETS
from games.sheets import Standing
from matches import wording
from rulesite.rulebook import LANGUAGES
from tests.browser.evening import Phones, address, fill
from tests.matches.evenings import example, plain_table

MOST = 20
"""Hands: more than any match takes that one player wins over and over."""
LEAST = 3
"""Hands of an evening that the players end."""


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", SHEETS)
def test_an_evening_from_the_empty_table_to_the_podium(phones: Phones, game: str) -> None:
    plays(phones, game, scripts=True)


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("game", SHEETS)
def test_an_evening_without_scripts(phones: Phones, game: str) -> None:
    plays(phones, game, scripts=False)


def plays(phones: Phones, game: str, *, scripts: bool) -> None:
    """Play an evening of this game, as the phones of two keepers and a watcher show it."""
    sheet, table, content = SHEETS[game], plain_table(game), example(game, plain_table(game))
    length = next((n for n in range(1, MOST) if sheet.standing(table, [content] * n).winner), LEAST)
    first = list(SHEETS).index(game) + scripts
    languages = [LANGUAGES[(first + at) % len(LANGUAGES)] for at in range(3)]
    manager, keeper, watcher = (phones(java_script_enabled=scripts) for _language in languages)
    opened(manager, game, table.players, languages[0])
    for page, role, language in ((keeper, "score", languages[1]), (watcher, "watch", languages[2])):
        page.goto(invited(manager, role))
        page.goto(str(page.locator(f'.languages [hreflang="{language}"]').get_attribute("href")))
    pages = dict(zip((manager, keeper, watcher), languages, strict=True))
    turns = cycle((manager, keeper))
    for count in range(1, length + 1):
        page = next(turns)
        fill(page, game, content, pages[page])
        page.locator("form.entering [type=submit]").tap()
        expect(page.locator(".evening tbody tr")).to_have_count(count)
        page.wait_for_load_state()
        shows(pages, game, sheet.standing(table, [content] * count), scripts=scripts)
    if not sheet.ends:
        manager.locator('form:has([name=do][value="close"]) [type=submit]').tap()
        expect(manager.locator('[name=do][value="reopen"]')).to_have_count(1)
        manager.wait_for_load_state()
    standing = sheet.standing(table, [content] * length)
    shows(pages, game, standing, scripts=scripts, closed=not sheet.ends)
    for page in pages:
        expect(page.locator(".podium li").first.locator(".who")).to_have_text([table.players[0]])
        expect(page.locator(".curious li")).not_to_have_count(0)
        page.reload()
        expect(page.locator("form.entering")).to_have_count(0)
        picture = page.locator('meta[property="og:image"]').get_attribute("content")
        assert page.request.get(str(picture)).headers["content-type"] == "image/png"


def opened(page: Page, game: str, names: tuple[str, ...], language: str) -> None:
    """A match of these players, laid by its form in this language."""
    with translation.override(language):
        page.goto(reverse("new_match", args=[game]))
    for number, name in enumerate(names):
        page.locator("[name=player]").nth(number).fill(name)
    page.locator("form.laying [type=submit]").tap()
    expect(page.locator("#standing")).to_be_visible()


def invited(manager: Page, role: str) -> str:
    """The address of the link for a role, as the page of the links shows it."""
    place = manager.url
    manager.goto(f"{place.split('?')[0]}links/")
    found = address(manager.locator(f".link:has(#link-{role})"))
    manager.goto(place)
    return found


def shows(pages: dict[Page, str], game: str, standing: Standing, *, scripts: bool, closed: bool = False) -> None:
    """Each page comes to show this standing, in its language: by itself, or when it is loaded anew."""
    sheet = SHEETS[game]
    for page, language in pages.items():
        if not scripts:
            page.reload()
        with translation.override(language):
            said = str(wording.headline(sheet, standing, closed).text)
        expect(page.locator("#standing")).to_have_text(said)
        expect(page.locator(".tiles strong")).to_have_text([sheet.written(total) for total in standing.totals.values()])
        expect(page.locator("html")).to_have_attribute("lang", language)
