"""The figures of a match on a phone: none out of sight, none cut, and each leads to what it is made of."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import SHEETS
from games.sheets import Table
from matches import transfer
from matches.ledger import Event, Kind, replay
from matches.models import Match
from tests.browser.evening import Phones, exported, restore
from tests.browser.looks import broken_words
from tests.matches.evenings import event, example, plain_table

NAMES = ("Alessandra Bianchi", "Alessandra Bruni", "Bartholomew", "Wilhelmina", "Dario", "Eva", "Filip", "Gwen", "Hana")


def seated(game: str, count: int, hands: int = 3) -> str:
    """Return the export of a match of so many players with long names."""
    table = Table(NAMES[:count], {}, plain_table(game).terms)
    match = Match(game=game, players=list(table.players), terms=dict(table.terms))
    written: list[Event] = [event(number, content=example(game, table)) for number in range(1, hands + 1)]
    return "".join(transfer.as_json(match, replay(written)))


def beyond(page: Page, places: str) -> list[str]:
    """What of these places does not lie within the width of the window, whole."""
    found = page.locator(places).evaluate_all(
        """places => places.filter(place => {
            const { left, right } = place.getBoundingClientRect();
            return left < 0 || right > document.documentElement.clientWidth || place.scrollWidth > place.clientWidth;
        }).map(place => place.textContent)"""
    )
    return list(found)


@pytest.mark.parametrize("language", ["it", "en", "cs"])
def test_all_totals_of_up_to_five_players_are_in_sight(phones: Phones, language: str) -> None:
    page = phones()
    for game, count in (("marriage", 5), ("murlan", 4)):
        restore(page, seated(game, count), language)
        assert page.locator(".evening tfoot td").count() == count, "a target that never changed has no column"
        assert beyond(page, ".evening td, .scroll:has(.evening)") == []
        heads = page.locator(".evening thead .cut")
        assert beyond(page, ".tiles .who") == [], "what is cut above a column stands whole in its tile"
        expect(heads.first).to_have_css("text-overflow", "ellipsis")


def test_four_figures_and_long_names_stand_whole_in_their_tiles(phones: Phones) -> None:
    names, maal = ("Ana", "Benjamin", "Alexandra", "Christopher"), (700, 20, 160, 40)
    seats = [{"name": name, "maal": points, "seen": True} for name, points in zip(names, maal, strict=True)]
    hand = {"players": [seats[0] | {"winner": True}, *seats[1:]]}
    match = Match(game="marriage", players=list(names), terms={})
    written = [event(1, content=hand), event(2, content=hand), event(3, Kind.CLOSED)]
    for events in (written[:2], written):
        page = phones()
        restore(page, "".join(transfer.as_json(match, replay(events))))
        for width in (360, 390):
            page.set_viewport_size({"width": width, "height": 740})
            totals = page.locator(".tiles strong").all_inner_texts()
            assert max(map(len, totals)) == len("+2984")
            assert beyond(page, ".tiles li, .tiles strong, .podium strong") == []
            assert broken_words(page, ":is(.tiles, .podium) .who") == []


def test_a_table_of_nine_scrolls_its_players_stay_named_by_hand_and_an_edge_tells(phones: Phones) -> None:
    page = phones(reduced_motion="reduce")
    restore(page, seated("muriel", 9))
    table = page.locator(".scroll:has(.evening)")
    assert table.evaluate("box => box.scrollWidth > box.clientWidth")
    expect(table).to_have_css("background-attachment", "local, scroll")
    expect(table).to_have_attribute("tabindex", "0")
    first = page.locator(".evening tbody th").first
    left = first.evaluate("cell => cell.getBoundingClientRect().left")
    table.evaluate("box => { box.scrollLeft = 1000; }")
    assert first.evaluate("cell => cell.getBoundingClientRect().left") == left
    last = page.locator(".evening tfoot td").last
    assert last.evaluate("cell => cell.getBoundingClientRect().right <= document.documentElement.clientWidth + 0.5")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_figure_leads_to_what_it_is_made_of(phones: Phones, scripts: bool) -> None:
    page = phones()
    hand = example("marriage", plain_table("marriage"))
    restore(page, exported("marriage", *[event(number, content=hand) for number in range(1, 4)]))
    reader = phones(page.url, java_script_enabled=scripts)
    why = reader.get_by_role("link", name="Hand 2, Ana: why", exact=False)
    answer = reader.locator("#why-2")
    expect(answer).not_to_be_visible()
    why.tap()
    expect(answer).to_be_in_viewport()
    expect(answer.locator("a.rule").first).to_be_visible()
    expect(reader.locator("#made-2 > summary")).to_be_in_viewport()
    reader.goto(f"{page.url}hands/")
    reader.get_by_role("link", name="Hand 3, Ana: why", exact=False).tap()
    expect(reader.locator("#why-3")).to_be_in_viewport()


OVER_ONE_ANOTHER = """texts => {
    const boxes = texts.map(text => [text.textContent, text.getBoundingClientRect()]);
    const frame = texts[0].closest("svg").getBoundingClientRect();
    const out = boxes.filter(([, box]) => box.left < frame.left - 1 || box.right > frame.right + 1
        || box.top < frame.top - 4 || box.bottom > frame.bottom + 4); // a box is higher than its letters
    const meet = boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => a.right > b.left + .5 && b.right > a.left + .5 && a.bottom > b.top + 4 && b.bottom > a.top + 4)
        .map(([other]) => `${one} / ${other}`));
    return [...out.map(([text]) => text), ...meet];
}"""


def test_the_chart_cuts_no_name_and_no_total(phones: Phones) -> None:
    """As the browser draws it, in its own fonts."""
    page = phones()
    for game, sheet in SHEETS.items():
        counts = [count for count in sheet.seats if not sheet.wrong_with(Table(NAMES[:count], {}, {}))]
        count = min(counts[-1], len(NAMES))
        restore(page, seated(game, count, hands=2))
        texts: Any = page.locator(".chart g text")
        expect(texts).to_have_count(2 * count)
        assert texts.evaluate_all(OVER_ONE_ANOTHER) == []
        assert page.locator(".chart .scale").evaluate_all(OVER_ONE_ANOTHER) == []
        shapes = page.locator(".chart .marks").evaluate_all("marks => marks.map(mark => getComputedStyle(mark).d)")
        assert len(set(shapes)) == count
