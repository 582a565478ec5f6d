"""Every page of a match, in every kind of state: accessible, legible in the dark, fit for a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import FloatRect, Page, expect

from games.catalogue import SHEETS
from games.sheets import Table
from matches import transfer
from matches.ledger import Event, Kind, replay
from matches.models import Match
from rulesite.rulebook import LANGUAGES
from tests.browser.evening import GAME, Phones, address, exported, fill, is_accessible_where_new, link, restore, rows
from tests.browser.looks import is_accessible, scrolls_sideways, too_small, unfold, unnamed
from tests.matches.evenings import event, example, plain_table


def look(page: Page) -> None:
    """Accessible in the light, legible in the dark, and fit for a phone."""
    fits(page)
    is_accessible_where_new(page)


def fits(page: Page) -> None:
    """With everything unfolded not wider than a phone, and every control large enough."""
    page.wait_for_load_state()
    unfold(page)
    wide = page.evaluate(
        """[...document.querySelectorAll("main *")].filter(it => !it.closest(".scroll, .chart"))
            .filter(it => it.getBoundingClientRect().left + it.scrollWidth > document.documentElement.clientWidth + 0.5)
            .map(it => it.outerHTML.slice(0, 120))"""
    )
    assert wide == [], f"{page.url} is too wide"
    assert not scrolls_sideways(page), page.url
    controls = (
        "main button:not(.first), main input[type=text], main input[type=file], main select, main summary,"
        "main label:has(input[type=radio], input[type=checkbox]), main a.button, main .evening a"
    )
    assert too_small(page, controls) == [], page.url
    assert unnamed(page) == [], page.url


def played(game: str) -> list[Event]:
    """A match in which something was entered, corrected and taken back."""
    content = example(game, plain_table(game))
    written = [event(1, content=content), event(2, content=content), event(3, Kind.CORRECTED, 1, content)]
    return [*written, event(4, content=content), event(5, Kind.REMOVED, 4)]


@pytest.mark.network_fails
def test_the_pages_that_are_no_game_s_own(phones: Phones, tmp_path: Path) -> None:
    """The console tells of the pages that are refused on purpose."""
    page = phones(reduced_motion="reduce")
    for place in ("/it/partita/", f"/it/partita/{'A' * 32}/"):
        page.goto(place)
        look(page)
    (tmp_path / "none.json").write_text("{")
    page.goto("/it/partita/")
    page.locator("#match-file").set_input_files(tmp_path / "none.json")
    page.get_by_role("button", name="Ripristina").click()
    expect(page.get_by_role("main").get_by_role("alert")).to_be_visible()
    look(page)
    restore(page, exported(GAME, *played(GAME)), "it")
    page.goto(f"{page.url}links/")
    look(page)
    page.locator("section.link").first.locator("button").last.click()
    expect(page.locator("section.link").first.locator(".error")).to_be_visible()
    look(page)
    page.locator("section.link").first.locator("button").click()
    expect(page.locator("section.link").first.locator("a.address")).to_be_visible()
    page.goto(f"{address(page.locator('section.link').first)}hand/1/")
    look(page)


@pytest.mark.parametrize("game", SHEETS)
def test_what_each_game_shows_in_its_own_way(phones: Phones, game: str) -> None:
    """The table to be laid, the form of a hand, blank, refused and filled in, the hands with what they are made of."""
    page = phones(reduced_motion="reduce")
    with translation.override("it"):
        page.goto(reverse("new_match", args=[game]))
    look(page)
    restore(page, exported(game, *played(game)), "it")
    place = page.url
    look(page)
    page.locator("form.entering button[type=submit]").click()
    expect(page.locator("#faults")).to_be_visible()
    look(page)
    page.goto(f"{place}hand/1/")
    look(page)


def test_every_kind_of_state_of_a_match(phones: Phones) -> None:
    """What looks alike in all games, once."""
    sheet, table = SHEETS[GAME], plain_table(GAME)
    content = example(GAME, table)
    page = phones(reduced_motion="reduce")
    with translation.override("it"):
        page.goto(reverse("new_match", args=[GAME]))
    page.locator("form.laying button[type=submit]").click()
    expect(page.locator("#faults")).to_be_visible()
    look(page)

    restore(page, exported(GAME), "it")
    look(page)

    restore(page, exported(GAME, *played(GAME)), "it")
    place = page.url
    for more in ("?stored=1", "hand/3/", "history/"):
        page.goto(place + more)
        look(page)
    page.goto(f"{place}links/")
    page.goto(address(page.locator("section.link").first))
    look(page)

    page.goto(f"{place}links/")
    other = phones(address(page.locator("section.link").nth(1)))
    page.goto(place)
    for phone in (other, page):
        fill(phone, GAME, content, "it")
    for phone, told in ((other, ".stored"), (page, "#clash")):
        phone.locator("form.entering button[type=submit]").click()
        expect(phone.locator(told)).to_be_visible()
    look(page)

    page.goto(place)
    page.once("dialog", lambda dialog: dialog.accept())  # what was typed is not saved
    page.locator("form:has([name=do][value=close]) button").click()
    expect(page.locator(".verdict.yes")).to_be_visible()
    look(page)

    hands = next(count for count in range(1, 20) if sheet.standing(table, [content] * count).winner)
    late = [event(number, content=content) for number in range(1, hands + 2)]
    restore(page, exported(GAME, *late), "it")
    expect(page.locator("tr.late")).to_have_count(1)
    look(page)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "it"])
def test_the_words_of_the_other_languages(phones: Phones, language: str) -> None:
    page = phones(reduced_motion="reduce")
    with translation.override(language):
        page.goto(reverse("matches"))
    fits(page)
    for game in SHEETS:
        with translation.override(language):
            page.goto(reverse("new_match", args=[game]))
        fits(page)
        restore(page, exported(game, *played(game)), language)
        place = page.url
        fits(page)
        page.goto(f"{place}hand/1/")
        fits(page)
    for more in ("history/", "hands/", "links/", "links/renew/"):
        page.goto(place + more)
        fits(page)


def test_long_names_and_many_players_fit_a_phone(phones: Phones) -> None:
    page = phones()
    for game, sheet in SHEETS.items():
        seats = [seats for seats in sheet.seats if not sheet.wrong_with(Table(tuple(map(str, range(seats))), {}, {}))]
        players = [f"{number} {'W' * 20} {'W' * 17}" for number in range(seats[-1])]
        match = Match(game=game, players=players, terms=dict(plain_table(game).terms))
        content = example(game, Table(tuple(players), {}, {}))
        restore(page, "".join(transfer.as_json(match, replay([event(n, content=content) for n in (1, 2)]))))
        place = page.url
        for more in ("", "history/", "hand/1/", "links/"):
            page.goto(place + more)
            fits(page)


def test_a_long_match_is_read_page_by_page(phones: Phones) -> None:
    game = "machiavelli"
    hand = example(game, plain_table(game))
    page = phones(reduced_motion="reduce")
    restore(page, exported(game, *[event(number, content=hand) for number in range(1, 61)]), "it")
    place = page.url
    expect(rows(page)).to_have_count(20)
    page.get_by_role("link", name="Tutte le smazzate").tap()
    expect(rows(page)).to_have_count(20)
    for turn in (1, 2, 3):
        expect(page.locator(".pages span").first).to_have_text(f"Pagina {turn} di 3")
        if turn == 2:  # which leads both ways
            look(page)
        if turn < 3:
            page.get_by_role("link", name="Pagina successiva").first.tap()
    expect(rows(page)).to_have_count(20)
    page.locator(".evening th a").last.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Smazzata 60")
    page.goto(f"{place}history/?page=2")
    look(page)
    page.goto(f"{place}links/renew/")
    look(page)
    page.goto(f"{place}links/")
    page.locator("#delete button").click()
    expect(page.locator("#delete .error")).to_be_visible()
    look(page)
    page.goto(place)
    look(page)
    page.goto("/it/partita/")
    expect(page.locator("#kept li")).to_have_count(1)
    look(page)


def boxes(page: Page, *places: str) -> list[FloatRect]:
    """Where these lie on the page."""
    found = [page.locator(place).bounding_box() for place in places]
    assert None not in found
    return [box for box in found if box]


WIDE = (1000, 1280)


@pytest.mark.parametrize("game", SHEETS)
def test_on_a_wide_screen_the_chart_and_the_hands_stand_beside_the_form(phones: Phones, game: str) -> None:
    page = phones()
    restore(page, exported(game, *played(game)))
    for width in WIDE:
        page.set_viewport_size({"width": width, "height": 800})
        form, chart, table, more = boxes(page, ".entering", ".chart", ".evening", ".this")
        for beside in (chart, table):
            assert beside["x"] > form["x"] + form["width"]
            assert beside["x"] + beside["width"] <= width
        assert abs(chart["y"] - form["y"]) < 10
        assert more["y"] - form["y"] - form["height"] < 60, "nothing is empty below the form"
        assert not scrolls_sideways(page)
    page.goto(f"{page.url}history/")
    expect(page.locator("main")).to_have_css("max-width", "782px")


def test_on_a_wide_screen_whoever_only_looks_has_the_chart_beside_the_hands(phones: Phones) -> None:
    keeper = phones()
    restore(keeper, exported("marriage", *played("marriage")))
    page = phones(link(keeper, "Watch"))
    for width in WIDE:
        page.set_viewport_size({"width": width, "height": 800})
        chart, table = boxes(page, ".chart", ".evening")
        assert chart["x"] > table["x"] + table["width"]
        assert chart["y"] < table["y"]
        assert not scrolls_sideways(page)
    is_accessible(page)
