"""The way in: from the home page to an answer, the header, the contents of a page of rules, colours to choose."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.catalogue import GAMES
from rulesite.lessons import lesson
from rulesite.rulebook import LANGUAGES, book
from tests.browser.keys import Keys
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, show, too_small, unnamed
from tests.browser.test_muriel import DEAL


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "en-GB"}


def test_from_home_a_dispute_takes_nine_taps_and_no_scrolling(page: Page) -> None:
    page.goto("/en/")
    keys = Keys(page)
    keys.tap(page.locator(".door summary").first)
    keys.tap(page.locator(".door a").first)
    keys.press("4 run 8 next 5 run 9")
    answer = page.locator(".dock .said")
    expect(answer).to_have_text("Yes, it beats the cards on the table")
    expect(answer).to_be_in_viewport(ratio=1)
    assert keys.taps == 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_home_every_door_leads_into_every_game_in_two_taps(page: Page, language: str) -> None:
    with translation.override(language):
        doors = [
            [reverse("tool", args=[game, book(game).tile.dispute]) for game in GAMES],
            [reverse("lesson" if lesson(game) else "rules", args=[game]) for game in GAMES],
            [reverse("new_match", args=[name]) for name, game in GAMES.items() if game.sheet],
        ]
    for number, addresses in enumerate(doors):
        page.goto(f"/{language}/")
        page.locator(".door summary").nth(number).tap()
        links = page.locator(".door").nth(number).locator("a")
        paths = links.evaluate_all("links => links.map(({ pathname }) => pathname)")
        assert paths[: len(addresses)] == addresses, "others may follow"
        at = ([*LANGUAGES].index(language) + number) % len(addresses)
        links.nth(at).tap()
        expect(page).to_have_url(re.compile(f"{addresses[at]}$"))


def test_a_door_that_is_opened_comes_into_sight_and_stands_open_on_the_way_back(page: Page) -> None:
    page.goto("/en/")
    door = page.locator(".door").last
    door.locator("summary").tap()
    expect(door).to_be_in_viewport(ratio=1)
    door.locator("a").first.tap()
    expect(page).to_have_url(re.compile("/en/match/"))
    page.go_back()
    expect(door.locator("a").first).to_be_visible()
    door.locator("summary").tap()
    page.wait_for_function("history.state.door < 0")
    page.goto("/en/murlan/")
    page.go_back()
    expect(page.locator(".door[open]"), "one that was closed is closed").to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_names_the_games_in_one_line_and_all_of_a_tile_leads_to_its_own(
    page: Page, language: str
) -> None:
    page.goto(f"/{language}/")
    names = page.locator(".named a")
    assert names.all_text_contents() == [book(game).name for game in GAMES]
    assert len({round((name.bounding_box() or {})["y"]) for name in names.all()}) == 1
    expect(names.last).to_be_in_viewport(ratio=1)
    assert too_small(page, ".named a") == []
    for at, game in [*enumerate(GAMES)][[*LANGUAGES].index(language) :: len(LANGUAGES)]:
        page.goto(f"/{language}/")
        emblem = page.locator(".emblem").nth(at)
        emblem.scroll_into_view_if_needed()
        emblem.tap(force=True)
        expect(page).to_have_url(re.compile(f"/{language}/{game}/$"))


@pytest.mark.parametrize(("language", "scripts"), [("en", False), ("it", True), ("cs", False)])
def test_the_home_page_settles_a_dispute_once_one_has_guessed(
    browser: Browser, base_url: str, language: str, scripts: bool
) -> None:
    context = browser.new_context(**PHONE, base_url=base_url, java_script_enabled=scripts)
    page = context.new_page()
    page.goto(f"/{language}/")
    said = page.locator(".sample .said")
    expect(said).to_be_hidden()
    assert too_small(page, ".sample label") == []
    right = {"en": "Right", "it": "Giusto", "cs": "Správně"}[language]
    guessed = page.locator(".sample .guessed").locator("visible=true")
    page.locator(".sample label").first.tap()
    expect(guessed).to_have_count(1)
    expect(guessed).not_to_have_text(right)
    page.locator(".sample label").last.tap()
    expect(guessed).to_have_text(right)
    expect(said).to_be_visible()
    expect(said.locator(".rule")).to_have_attribute("href", f"/{language}/murlan/#straight-step")
    if scripts:
        is_accessible(page)
    said.locator(".outcome a").tap()
    expect(page.locator(".verdict.no")).to_be_visible()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_is_one_line_on_a_phone_and_leads_everywhere(page: Page, language: str) -> None:
    for game in ("machiavelli", "marriage"):
        with translation.override(language):
            sheet = reverse("new_match", args=[game])
        for address in (f"/{language}/", f"/{language}/{game}/", f"/{language}/{game}/{book(game).tile.ask}/", sheet):
            show(page, address)
            header = page.locator("header.top").bounding_box()
            assert header
            assert header["height"] <= 52, address
            assert too_small(page, ".top .drop") == []
    page.goto(sheet)
    page.locator("[popovertarget=menu]").tap()
    assert too_small(page, "#menu a") == []
    page.locator(".top .mine").tap()
    expect(page.locator("#kept")).to_be_in_viewport()
    page.locator("[popovertarget=menu]").tap()
    page.locator("#menu").get_by_role("link", name=str(book(game).name), exact=True).tap()
    expect(page).to_have_url(re.compile(f"/{language}/{game}/$"))
    page.locator("[popovertarget=menu]").tap()
    page.locator(f"#menu a[href='{sheet}']").tap()
    expect(page).to_have_url(re.compile(f"{sheet}$"))


def test_the_menu_is_used_by_keyboard_and_closes_with_escape(page: Page) -> None:
    page.goto("/en/murlan/")
    opens = page.locator("[popovertarget=menu]")
    opens.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#menu a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    expect(opens).to_be_focused()


def test_the_language_is_two_taps_away_and_keeps_the_rule_one_stands_at(page: Page) -> None:
    page.goto("/en/murlan/#follow")
    page.locator("[popovertarget=languages]").tap()
    page.locator(".languages a[hreflang=cs]").tap()
    expect(page).to_have_url(re.compile("/cs/murlan/#follow$"))


@pytest.mark.parametrize("address", ["/en/", "/it/marriage/", "/cs/machiavelli/", "/it/colori/", "/cs/slovnicek/"])
def test_nothing_of_it_scrolls_sideways_at_any_width(page: Page, address: str) -> None:
    page.goto(address)
    for width in (180, 320, 360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert not scrolls_sideways(page), width


# --- Without scripts ---


def test_without_scripts_doors_menu_and_contents_open_all_the_same(browser: Browser, base_url: str) -> None:
    context = browser.new_context(**PHONE, java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/en/")
    page.locator(".door summary").first.tap()
    expect(page.locator(".door a").first).to_be_visible()
    page.locator("[popovertarget=menu]").tap()
    expect(page.locator("#menu a").first).to_be_visible()
    page.goto("/en/murlan/")
    expect(page.locator("#contents a").first).to_be_visible()
    expect(page.locator("h1"), "what the page is about stands above what is in it").to_be_in_viewport()
    page.locator("#contents a[href='#rules']").tap()
    expect(page.locator("#rules")).to_be_in_viewport()
    page.goto("/en/colours/")
    expect(page.get_by_text("turn JavaScript on")).to_be_visible()
    expect(page.locator("#look")).to_be_hidden()
    context.close()


# --- A page of rules while it is read ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_reading_the_contents_and_the_way_up_are_at_hand(page: Page, language: str) -> None:
    page.goto(f"/{language}/murlan/#straight-step")
    titles = book("murlan").page(language).titles
    expect(page.locator(".reading b")).to_have_text(titles["straight-step"])
    keys = Keys(page)
    keys.tap(page.locator(".reading .drop"), is_sticky=True)
    for section in book("murlan").page(language).sections:
        expect(page.locator(f"#contents a[href='#{section.anchor}']")).to_have_text(section.title)
    expect(page.locator("#contents [aria-current]")).to_have_text(titles["straight-step"])
    if language == "it":
        is_accessible(page)
    page.locator("#contents a[href='#bombs']").tap()
    expect(page.locator("#contents")).to_be_hidden()
    expect(page.locator("#bombs")).to_be_in_viewport()
    heading, bar = page.locator("#bombs > h3").bounding_box(), page.locator(".reading").bounding_box()
    assert heading
    assert bar
    assert heading["y"] >= bar["y"] + bar["height"], "the bar covers no heading that one was sent to"
    page.locator("#bombs > h3 > a").tap()
    expect(page).to_have_url(re.compile("#bombs$"))
    keys.tap(page.locator(".reading a"))
    expect(page.locator("h1")).to_be_in_viewport()


def test_a_search_finds_headings_and_terms_with_or_without_marks(page: Page) -> None:
    page.goto("/cs/marriage/")
    page.keyboard.press("/")
    box = page.locator("#contents [type=search]")
    expect(box).to_be_focused()
    expect(box).to_have_accessible_name("Hledat v pravidlech")
    box.fill("qwxyz")
    expect(page.locator("#contents").get_by_text("Nic se nenašlo.")).to_be_visible()
    box.fill("balicek")
    expect(page.locator("#contents a[href='#deck']")).to_be_visible()
    expect(page.locator("#contents a[href='#aim']")).to_be_hidden()
    expect(page.locator("#contents a[href*='/cs/slovnicek/#']").first).to_be_visible()
    is_accessible(page)
    box.fill("alicek")
    expect(page.locator("#contents a[href='#deck']"), "words are found from their beginning").to_be_hidden()
    box.fill("balicek qwxyz")
    expect(page.locator("#contents a[href='#deck']"), "nothing has both, and this has most of it").to_be_visible()
    box.fill("joker")
    expect(page.locator("#contents a[href$='slovnicek/#joker']"), "by a word of another language").to_be_visible()
    box.fill("zoli")
    found = page.locator("#contents .found a")
    expect(found.first).to_have_attribute("href", "#ordinary-jokers")
    expect(found.nth(1)).to_have_attribute("href", re.compile("slovnicek/#"))
    expect(found.last.locator("mark")).to_have_text(re.compile("žolí", re.IGNORECASE))
    box.fill("")
    expect(page.locator("#contents a").first).to_have_attribute("href", "#aim")
    expect(page.locator("#contents mark")).to_have_count(0)
    box.fill("balicek")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#deck$"))
    expect(page.locator("#deck")).to_be_in_viewport()


def test_what_was_sought_is_marked_in_the_section_that_one_follows(page: Page) -> None:
    page.goto("/en/murlan/")
    page.keyboard.press("/")
    expect(page.locator("#contents > p:last-child"), "the glossary has come").not_to_be_empty()
    page.locator("#contents [type=search]").fill("winner lowest")
    page.locator("#contents .found a[href='#exchange']").click()
    expect(page.locator("#exchange")).to_be_in_viewport()
    marked = "[...CSS.highlights.get('found')].map((range) => [`${range}`, range.startContainer.parentNode.closest('section').id])"
    assert page.evaluate(marked) == [["lowest", "exchange"]]


def test_on_a_phone_a_magnifier_opens_the_search(page: Page) -> None:
    page.goto("/it/murlan/")
    glass = page.locator(".reading .find")
    expect(glass).to_have_accessible_name("Cerca nelle regole")
    assert too_small(page, ".reading :is(button, a)") == []
    glass.tap()
    expect(page.locator("#contents [type=search]")).to_be_focused()


@pytest.mark.network_fails
def test_without_a_connection_the_headings_are_searched(page: Page) -> None:
    page.goto("/en/murlan/#bombs")
    expect(page.locator(".reading b")).not_to_be_empty()
    page.context.set_offline(True)
    page.keyboard.press("/")
    page.locator("#contents [type=search]").fill("quads beat")
    expect(page.locator("#contents a[href='#bombs']")).to_be_visible()
    expect(page.locator("#contents a[href='#aim']")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#bombs")).to_be_in_viewport()


def test_a_search_as_one_would_ask_it_finds_what_has_most_of_its_words(page: Page) -> None:
    page.goto("/en/ramino/")
    page.keyboard.press("/")
    box, found = page.locator("#contents [type=search]"), page.locator("#contents .found")
    box.fill("who starts")
    expect(found.locator("mark").first).to_have_text(re.compile("start"))
    box.fill("qwxyz")
    expect(found.locator("a")).to_have_count(0)
    box.fill("ace low")
    expect(found.locator("a").first).to_have_text(re.compile("ace", re.IGNORECASE))


def test_a_search_goes_by_the_words_that_tell_something_however_they_are_spelt(page: Page) -> None:
    page.goto("/it/marriage/")
    page.keyboard.press("/")
    box, found = page.locator("#contents [type=search]"), page.locator("#contents .found")
    box.fill("scartare")
    expect(found.locator("a[href$='#discard']"), "the glossary has come, with the players' words").to_be_visible()
    box.fill("raccogliere lo scarto")
    expect(found.locator("mark").first).to_have_text(re.compile("^scart", re.IGNORECASE))
    expect(found.get_by_text("Lo scopo")).to_have_count(0)
    for typed, anchor in (("tunela", "tunnel"), ("jolli", "ordinary-jokers"), ("joly", "ordinary-jokers")):
        box.fill(typed)
        expect(found.locator(f"a[href='#{anchor}']"), typed).to_be_visible()
    box.fill("tiplu vale")
    hits = found.locator("a")
    expect(found.locator("mark").first).to_be_visible()
    anchors = hits.evaluate_all("links => links.map(({ hash }) => hash)")
    box.fill("quanto vale il tiplu")
    expect(hits).to_have_count(len(anchors))
    assert hits.evaluate_all("links => links.map(({ hash }) => hash)") == anchors, "small words seek nothing"
    box.fill("lo")
    expect(found.locator("a").first, "by itself a small word counts").to_be_visible()


def test_enter_goes_to_a_heading_of_the_page_before_a_term(page: Page) -> None:
    page.goto("/en/marriage/")
    page.keyboard.press("/")
    page.locator("#contents [type=search]").fill("what is a tunela")
    expect(page.locator("#contents .found a[href*='/glossary/#']").first).to_be_visible()
    expect(page.locator("#contents .found a").first).to_have_attribute("href", "#tunnel")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/en/marriage/#tunnel$"))


@pytest.mark.parametrize(
    ("address", "typed", "anchor"),
    [
        ("/en/murlan/", "bomb", "bombs"),
        ("/en/machiavelli/", "split", "take"),
        ("/en/machiavelli/", "steal", "take"),
        ("/en/machiavelli/", "wraparound", "variant-wrap"),
        ("/it/ramino/", "bussare", "going-out"),
        ("/cs/marriage/", "sedm dvojic", "dublee"),
    ],
)
def test_a_section_is_found_by_the_words_that_players_have_for_it(
    page: Page, address: str, typed: str, anchor: str
) -> None:
    page.goto(address)
    page.keyboard.press("/")
    expect(page.locator("#contents > p:last-child"), "the glossary has come").not_to_be_empty()
    page.locator("#contents [type=search]").fill(typed)
    expect(page.locator("#contents .found a").first).to_have_attribute("href", f"#{anchor}")


def test_a_term_comes_before_one_that_is_so_called_in_another_language(page: Page) -> None:
    page.goto("/en/murlan/")
    page.keyboard.press("/")
    page.locator("#contents [type=search]").fill("quad")
    terms = page.locator("#contents .found a[href*='/glossary/#']")
    expect(terms.first).to_have_attribute("href", re.compile("#quad$"))
    expect(terms.last, "in Italian its cards are quadri").to_have_attribute("href", re.compile("#diamonds$"))


def test_on_a_phone_a_rule_shows_one_example_and_a_tap_the_others(page: Page) -> None:
    page.goto("/en/machiavelli/#take")
    examples = page.locator("#take .example")
    expect(examples.first).to_be_visible()
    expect(examples.last).to_be_hidden()
    assert too_small(page, ".more summary") == []
    page.locator("#take .more summary").tap()
    expect(examples.last).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#sets .example").last, "where there is room for them all, they stand open").to_be_visible()
    expect(page.locator("#sets .more summary")).to_be_hidden()


def test_on_a_phone_what_was_sought_is_seen_in_an_example_that_was_folded_away(page: Page) -> None:
    page.goto("/en/machiavelli/")
    page.locator(".reading .find").tap()
    page.locator("#contents [type=search]").fill("four sevens lend")
    folded = page.locator("#take .example").last
    expect(folded).to_be_hidden()
    page.locator("#contents .found a[href='#take']").tap()
    expect(folded).to_be_visible()


def test_an_excerpt_keeps_what_stands_apart_and_quotes_no_line_of_the_source(page: Page) -> None:
    page.goto("/en/marriage/")
    page.keyboard.press("/")
    box, found = page.locator("#contents [type=search]"), page.locator("#contents .found")
    box.fill("discards the")
    excerpt = found.locator("a[href='#told'] small")
    expect(excerpt).to_contain_text("discards the Q♥. Jhiplu")
    expect(excerpt.locator("mark")).to_have_css("background-color", re.compile("0.16"))
    box.fill("source")
    expect(found.locator("a", has_text="Source: line")).to_have_count(0)
    expect(excerpt).to_have_count(0)


@pytest.mark.parametrize(("game", "width"), list(zip(GAMES, (1120, 1280, 1280, 1700, 1120), strict=True)))
def test_on_a_wide_screen_a_rule_has_its_examples_beside_it(page: Page, game: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/it/{game}/")
    sections = page.locator(".sections section:has(.example)").evaluate_all(
        """sections => sections.map((section) => {
          const box = (each) => { const { left, right, top, bottom } = each.getBoundingClientRect(); return { left, right, top, bottom }; };
          const [shown] = section.querySelectorAll(":scope > div");
          return { anchor: section.id, count: shown.querySelectorAll('.example').length, wide: innerWidth, shown: box(shown),
            said: [...section.children].filter((each) => each !== shown).map(box) };
        })"""
    )
    assert sections
    for section in sections:
        shown, said = section["shown"], section["said"]
        assert shown["right"] <= section["wide"], section
        if section["count"] < 4:  # more than a column holds stand below
            assert shown["left"] >= max(box["right"] for box in said), section
            assert shown["top"] <= said[0]["bottom"], section
            assert said[-1]["bottom"] - said[0]["top"] < 700, "what shows a rule does not tear it apart"


def test_on_a_wide_screen_contents_and_the_table_stand_beside(browser: Browser, base_url: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=base_url)
    page = context.new_page()
    page.goto("/en/murlan/#straight-step")
    contents, section = page.locator("#contents").bounding_box(), page.locator("#straight-step").bounding_box()
    assert contents
    assert section
    assert 0 <= contents["y"] < 100
    assert contents["x"] + contents["width"] <= section["x"]
    page.goto("/en/marriage/")
    drawing, words = page.locator(".round > div").bounding_box(), page.locator(".round figcaption").bounding_box()
    assert drawing
    assert words
    assert words["x"] + words["width"] <= drawing["x"]
    box = page.locator("#contents [type=search]")
    box.fill("tunnel")  # it is there before anybody scrolls
    expect(page.locator("#contents a[href='#aim']")).to_be_hidden()
    expect(page.locator("#contents a[href='#tunnel-shown']"), "also the text of a rule is searched").to_be_visible()
    page.mouse.wheel(0, 3000)
    expect(page.locator("h1")).not_to_be_in_viewport()
    page.locator(".reading a").click()
    expect(page.locator("h1")).to_be_in_viewport()
    context.close()


# --- Colours ---


def colours(page: Page) -> tuple[str, str, str]:
    """Of the page, of a diamond, of a club."""
    found = page.evaluate(
        """() => [getComputedStyle(document.documentElement).backgroundColor,
                  ...["d", "c"].map((suit) => getComputedStyle(document.querySelector(`.card.${suit}`)).color)]"""
    )
    return found[0], found[1], found[2]


PAPER, NIGHT = "rgb(251, 248, 241)", "rgb(23, 22, 18)"
RED, BLACK, BLUE, GREEN = "rgb(196, 18, 47)", "rgb(22, 22, 29)", "rgb(10, 88, 176)", "rgb(11, 112, 52)"


def test_colours_are_chosen_kept_and_taken_back(page: Page) -> None:
    page.goto("/en/muriel/")
    assert colours(page) == (PAPER, BLUE, GREEN)
    page.get_by_role("link", name="Colours", exact=True).tap()
    expect(page.locator("h1")).to_have_text("Colours")
    is_accessible(page)
    page.get_by_label("dark").check()
    page.get_by_label("in two colours").check()
    assert colours(page) == (NIGHT, RED, BLACK)
    page.goto("/cs/muriel/")
    assert colours(page) == (NIGHT, RED, BLACK)
    assert page.context.cookies() == []
    page.goto("/cs/vzhled/")
    expect(page.get_by_label("tmavá")).to_be_checked()
    page.get_by_label("podle zařízení").check()
    page.get_by_label("čtyřbarevné").check()
    assert colours(page) == (PAPER, BLUE, GREEN)
    page.emulate_media(color_scheme="dark")
    assert colours(page)[0] == NIGHT
    page.get_by_label("světlá").check()
    assert colours(page)[0] == PAPER


def test_colours_that_are_none_are_not_kept(page: Page) -> None:
    page.goto("/en/colours/")
    page.evaluate("localStorage.setItem('look.page', 'sepia'); localStorage.setItem('look.suits', 'two')")
    page.reload()
    expect(page.get_by_label("same as the device")).to_be_checked()
    expect(page.get_by_label("in two colours")).to_be_checked()
    assert page.evaluate("({ ...localStorage })") == {"look.suits": "two"}


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("/en/marriage/arrange/", ".board [data-key='suit {}']"),
        (f"/it/muriel/hand/?{DEAL}&dealer=0", ".playable .card.{}"),
    ],
)
def test_the_keys_have_the_chosen_colours_too(page: Page, address: str, key: str) -> None:
    def inks() -> list[str]:
        keys = [page.locator(key.format(suit)).first for suit in "shdc"]
        return [each.evaluate("key => getComputedStyle(key).color") for each in keys]

    page.goto(address)
    expect(page.locator(key.format("s")).first).to_be_visible()
    assert inks() == [BLACK, RED, BLUE, GREEN]
    page.evaluate("localStorage.setItem('look.suits', 'two')")
    page.reload()
    expect(page.locator(key.format("s")).first).to_be_visible()
    assert inks() == [BLACK, RED, RED, BLACK]


def test_chosen_colours_are_there_from_the_first_paint(page: Page) -> None:
    page.goto("/en/colours/")
    page.get_by_label("dark").check()
    page.add_init_script(
        """window.frames_painted = new Promise((done) => {
          const painted = [];
          new PerformanceObserver((list) => painted.push(...list.getEntries().map(({ value }) => value)))
            .observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(function look() {
            if (document.body) painted.push(getComputedStyle(document.documentElement).backgroundColor);
            if (painted.length < 5) requestAnimationFrame(look);
            else done(painted);
          });
        });"""
    )
    page.goto("/en/murlan/")
    painted = page.evaluate("frames_painted")
    assert set(painted) == {NIGHT}, "every frame with a body in it is dark, and nothing moves"


def test_a_browser_that_keeps_nothing_shows_the_page_all_the_same(page: Page) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
    )
    page.goto("/en/murlan/#follow")
    assert colours(page) == (PAPER, BLUE, GREEN)
    expect(page.locator("#follow .source p").last).to_be_visible()


# --- How it looks to those who cannot see it ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_with_doors_and_menus_open(
    browser: Browser, base_url: str, language: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme="light", reduced_motion="reduce", base_url=base_url
    )
    page = context.new_page()
    page.goto(f"/{language}/")
    for number in range(3):
        if width < 900:
            page.locator(".door summary").nth(number).click()
        expect(page.locator(".door").nth(number).locator("a").first).to_be_visible()
        assert too_small(page, ".door a, .door summary, .feet a") == []
    assert unnamed(page, "body") == []
    if (width, language) == (1280, "cs"):
        is_accessible(page)
    if (width, language) == (360, "it"):
        for target in ("menu", "languages"):
            page.locator(f"[popovertarget={target}]").click()
            is_accessible(page)
            page.keyboard.press("Escape")
    context.close()
