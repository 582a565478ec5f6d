"""An evening of people who change: a rename, one who comes later, one who leaves, one who sits a hand out."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from matches.ledger import Kind
from tests.browser.evening import Phones, events, fill, is_stored, lay, link, standing, store

GAME = "machiavelli"


def players(page: Page) -> None:
    """To the page of the people."""
    page.get_by_role("link", name="Players", exact=True).last.click()
    expect(page.get_by_role("heading", level=1, name="Players")).to_be_visible()
    page.wait_for_load_state()


def save(page: Page, told: str) -> None:
    page.get_by_role("button", name="Save the changes").tap()
    is_stored(page, told)


def test_an_evening_in_which_the_people_change(phones: Phones) -> None:
    manager = phones()
    lay(manager, GAME)
    fill(manager, GAME, {"Ana": 0, "Ben": 3, "Cyd": 5})
    store(manager).tap()
    is_stored(manager, "Hand 1 entered")
    keeper, watcher = phones(link(manager, "Keep score")), phones(link(manager, "Watch"))

    players(manager)
    manager.locator("[id='name.0']").fill("Bea")
    manager.locator("[id='name.new0']").fill("Dan")
    manager.get_by_role("group", name="Cyd").get_by_label("leaves").check()
    manager.get_by_role("group", name="Ben").get_by_label("deals next").check()
    save(manager, "Ana is called Bea from now on · Dan joins · Cyd leaves · Ben deals next")

    # Every page that shows the match follows, and the form of whoever has typed nothing is that of the new table.
    for page in (keeper, watcher):
        expect(page.locator("h1")).to_have_text("Bea · Ben · Dan")
        expect(page.locator(".deals")).to_contain_text("Ben deals next.")
    page = keeper
    page.wait_for_load_state()
    expect(page.locator("#hand label")).to_have_count(3)

    # Ben sits the next hand out: his row goes as his box is ticked, and comes back as it is unticked.
    page.locator(".who-plays summary").click()
    row = page.locator("#hand [data-seat='1']")
    page.get_by_label("Ben sits out").check()
    expect(row).to_be_hidden()
    page.get_by_label("Ben sits out").uncheck()
    row.locator("input").fill("9")
    page.get_by_label("Ben sits out").check()
    expect(row).to_be_visible()
    page.locator("#hand [data-seat='0'] input").fill("0")
    page.locator("#hand [data-seat='3'] input").fill("7")
    store(page).tap()
    expect(page.locator("main .faults")).to_contain_text("Ben is sitting out, but something is filled in for them")
    row.locator("input").fill("")
    store(page).tap()
    is_stored(page, "Hand 2 entered: Bea 0 · Dan 7")
    expect(page.locator(".deals")).to_contain_text("Dan deals next.")
    said = events(page)
    assert [event["kind"] for event in said] == [Kind.ENTERED, Kind.SEATED, Kind.ENTERED]
    assert said[-1]["content"] == {"Bea": 0, "Dan": 7}
    assert said[0]["content"] == {"Ana": 0, "Ben": 3, "Cyd": 5}, "under the names of its time"

    standing(watcher, "Bea leads with 0 cards left")
    totals = watcher.locator(".tiles li")
    expect(totals).to_have_count(4)
    expect(totals.last).to_contain_text("Cyd")


def test_what_is_typed_stays_where_the_people_change_meanwhile(phones: Phones) -> None:
    manager = phones()
    lay(manager, GAME)
    keeper = phones(link(manager, "Keep score"))
    fill(keeper, GAME, {"Ana": 0, "Ben": 3, "Cyd": 5})
    players(manager)
    manager.locator("[id='name.1']").fill("Bob")
    manager.locator("[id='seat.2']").fill("1")
    save(manager, "Ben is called Bob from now on · The order of the seats changes")
    expect(keeper.locator("#connection")).to_contain_text("Someone else has entered something")
    store(keeper).tap()
    expect(keeper.locator("#clash")).to_be_visible()
    expect(keeper.locator("#hand label").first).to_contain_text("Cyd")
    expect(keeper.locator("#hand [data-seat='2'] input")).to_have_value("5")
    store(keeper).tap()
    is_stored(keeper, "Hand 1 entered")
    assert events(keeper)[-1]["content"] == {"Ana": 0, "Bob": 3, "Cyd": 5}


def test_without_javascript_a_hand_is_sat_out_and_put_right(phones: Phones) -> None:
    page = phones(java_script_enabled=False)
    lay(page, "ramino")
    page.locator(".who-plays summary").click()
    page.get_by_label("Cyd sits out").check()
    page.get_by_role("radiogroup", name="Won by").get_by_label("Ana", exact=True).check()
    page.locator("[name='left.0.1']").fill("Kh")
    store(page).click()
    expect(page.locator(".stored")).to_contain_text("Hand 1 entered")
    page.locator(".evening tbody th a").click()
    expect(page.get_by_label("Cyd sits out")).to_be_checked()
    expect(page.locator("[name='left.0.2']")).to_have_count(0)
    page.get_by_label("Cyd sits out").uncheck()
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("main .faults")).to_contain_text("Cyd is playing after all")
    page.locator("[name='left.0.2']").fill("9s")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator(".stored")).to_contain_text("Hand 1 corrected: Ana 19 · Ben 0 · Cyd 0")
