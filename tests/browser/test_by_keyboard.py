"""Each tool from the top of its page to its answer by keyboard alone, and whatever else opens and closes by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.utils import translation
from playwright.sync_api import Page, Route, expect

from games.asks import Ask
from games.catalogue import GAMES
from games.notation import NOTATIONS
from rulesite.rulebook import LANGUAGES, book, tool_address

TOOLS = [(game, ask) for game in GAMES for ask in GAMES[game].asks]
MOST_FIELDS = 30
"""An example that fills in more than these is not typed."""
MOST_ROUNDS = 5
"""How often one goes through a form before all is in: a score sheet gets a row with each hand."""
MOST_STOPS = 400
"""No page has so many stops that Tab does not come to its end with as many."""

STOP = """async (mayLeave = false) => {
  if (mayLeave && !document.querySelector(":focus")) return null;
  const look = () => {
    const [at, faults] = [document.activeElement, []];
    const [box, style] = [at.getBoundingClientRect(), getComputedStyle(at)];
    if (at === document.body) return { at: "the page", faults: ["has lost the focus"] };
    const places = [at, ...at.labels ?? []];
    const [line] = at.getClientRects();
    const spot = document.elementFromPoint(line.left + line.width / 2, Math.max(line.top, 0) / 2 + Math.min(line.bottom, innerHeight) / 2);
    if (box.width < 10 || box.height < 10) faults.push(`is drawn ${box.width} by ${box.height}`);
    if (!places.some((place) => place.contains(spot))) faults.push(`is covered by ${spot?.outerHTML.slice(0, 80)}`);
    const isLong = box.height > innerHeight || at.matches("main");
    if (!isLong && (box.top < -1 || box.bottom > innerHeight + 1)) faults.push(`is out of sight, ${box.top} to ${box.bottom}`);
    if (box.left < 0 || box.right > innerWidth) faults.push("is beside the page");
    if (at.tabIndex >= 0 && (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2)) faults.push("has no ring round it");
    return { at: at.outerHTML.slice(0, 160), faults };
  };
  const frame = () => new Promise(requestAnimationFrame);
  let seen = look();
  for (let tries = 100; seen.faults.length && tries; tries -= 1) {
    await frame();
    seen = look();
  }
  const at = document.activeElement;
  const isNew = !(window.visited ??= new Set()).has(at);
  visited.add(at);
  const same = at.form ? [...at.form.elements].filter(({ name, type }) => name === at.name && type !== "hidden") : [];
  const folded = at.matches("summary") && !at.parentNode.open ? [...at.parentNode.querySelectorAll("[name]")] : [];
  return {
    ...seen, isNew, hasText: at.matches("a, button, summary") && Boolean(at.textContent.trim()), tag: at.localName, kind: at.type ?? "", name: at.name ?? "", number: same.indexOf(at), value: at.value ?? "",
    checked: Boolean(at.checked), submits: at.matches(".go:last-child [type=submit]"),
    opens: at.matches(".opens") && at.closest(".cards-field").querySelector("[data-cards]").id,
    folded: folded.map(({ name }) => name),
  };
}"""
"""Script that returns the focused element and its visual faults, once an answer that has just arrived stops moving it.

It returns null where nothing has the focus and the page may be left.
"""

MISSED = """() => [...document.querySelectorAll("main :is(a[href], button, input, select, textarea, summary)")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0 && !each.closest(".tray, .dock, .contents a ~ a") && !visited.has(each))
  .filter(({ type, name }) => type !== "radio" || ![...visited].some((other) => other.name === name))
  .map((each) => each.outerHTML.slice(0, 160))"""
"""The controls of a page that had no focus on the way; of radio buttons one, for arrows reach the others.

What lies in a tray comes and goes as its field is opened, the sections of a chapter in the contents as it is read, what
the dock repeats of an answer as that goes out of sight.
"""


FOCUS = """(part) => {
  window.settled = new Promise((done) => addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => requestAnimationFrame(done)), { once: true }));
  const stops = [...document.querySelectorAll("main :is(a[href], button, input, select, textarea, summary)")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0);
  stops[Math.ceil(part * stops.length) - 1].focus({ focusVisible: true });
}"""
"""Put the focus so far down the page, and note when an answer has come."""


class Walker:
    """Somebody who has keys and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.focus = page.locator(":focus")

    def press(self, *keys: str) -> dict[str, Any]:
        """Press keys, and see where the focus is then."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.here()

    def here(self) -> dict[str, Any]:
        """What has the focus, for something has: it is seen, and but for the page as a whole it has a name."""
        return self.looked(self.page.evaluate(STOP))

    def looked(self, stop: dict[str, Any]) -> dict[str, Any]:
        """Return a stop that is seen and has a name."""
        assert stop["faults"] == [], stop["at"]
        if stop["isNew"] and stop["tag"] != "main" and not stop["hasText"]:
            try:
                expect(self.focus).to_have_accessible_name(re.compile(r"\S"), timeout=10_000)
            except AssertionError:  # what an answer takes away leaves the focus to the page as a whole
                expect(self.page.locator("main")).to_be_focused()
        return stop

    def stops(self, key: str = "Tab") -> Iterator[dict[str, Any]]:
        """Each stop from here to where the page ends, or begins."""
        for _stop in range(MOST_STOPS):
            self.page.keyboard.press(key)
            stop = self.page.evaluate(STOP, True)
            if not stop:
                return
            yield self.looked(stop)
        pytest.fail(f"{key} never leaves the page: {self.here()['at']}")

    def goes_everywhere(self) -> None:
        """Tab comes past everything to the end of the page, and Shift and Tab back to its top."""
        for _stop in self.stops():
            pass
        *_others, first = self.stops("Shift+Tab")
        assert "skip" in first["at"]
        assert self.page.evaluate(MISSED) == []

    def skip(self) -> None:
        """By the first link of the page to what it is about."""
        self.press("Tab")
        expect(self.focus).to_have_class("skip")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("main")).to_be_focused()


class Filling(Walker):
    """A tool that is filled in with what an address asks."""

    def __init__(self, page: Page, address: str, language: str) -> None:
        super().__init__(page)
        self.address, self.language = address, language
        self.wanted: dict[str, list[str]] = {}
        for name, value in parse_qsl(urlsplit(address).query, keep_blank_values=True):
            self.wanted.setdefault(name, []).append(value)
        self.left = {(name, at) for name, values in self.wanted.items() for at, value in enumerate(values) if value}
        """The fields that are still to be filled in, each by its name and which of that name it is."""

    def fill_in(self) -> None:
        """Go on from stop to stop, fill in what is wanted, and press the button, until all is in and answered."""
        for _round in range(MOST_ROUNDS):
            later = self.makes_the_pack()
            for stop in self.stops():
                if not later or stop["name"].startswith("house.") or stop["folded"]:
                    self.at(stop)
                if stop["submits"] and not later:
                    self.page.keyboard.press("Enter")
                    expect(self.page.locator("#verdict:focus, #faults:focus")).to_be_visible()
                    if not self.left:
                        return
                    break
        pytest.fail(f"These are not filled in: {self.left}")

    def makes_the_pack(self) -> bool:
        """Whether a house rule is still to be chosen on which the keys depend."""
        house = self.page.locator("details[data-pack]")
        names = (house.get_attribute("data-pack") or "").split() if house.count() else []
        return any(name in names for name, _at in self.left)

    def at(self, stop: dict[str, Any]) -> None:
        """Do what is to be done at a stop."""
        kind, name, number = stop["kind"], stop["name"], stop["number"]
        if stop["opens"] and (stop["opens"], 0) in self.left:
            self.by_card_keys(stop["opens"])
        elif {name for name, _number in self.left} & {*stop["folded"]}:
            self.press("Enter")
        elif kind == "radio":
            if (name, 0) in self.left:
                self.choose(self.wanted[name][0])
                self.left.remove((name, 0))
        elif kind == "checkbox":
            wanted = self.wanted.get(name, [])
            if stop["value"] in wanted and (name, wanted.index(stop["value"])) in self.left:
                assert stop["checked"] or self.press("Space")["checked"]
                self.left.remove((name, wanted.index(stop["value"])))
        elif (name, number) in self.left:
            value = self.wanted[name][number]
            if stop["tag"] == "select":
                self.pick(value)
            elif stop["value"] != value:
                self.press("ControlOrMeta+a")
                self.page.keyboard.type(value)
                expect(self.focus).to_have_value(value)
            self.left.remove((name, number))
        elif kind == "text" and stop["value"] and name not in self.wanted:
            self.press("ControlOrMeta+a", "Delete")

    def choose(self, value: str) -> None:
        """Arrows to a radio button; one that is the first of all is taken by Space."""
        stop = self.press("Space")
        seen = []
        while stop["value"] != value:
            assert stop["value"] not in seen, f"no arrow leads to {value}"
            seen.append(stop["value"])
            stop = self.press("ArrowDown")
        assert stop["checked"]

    def pick(self, value: str) -> None:
        """Arrows to an option of a list."""
        seen = [self.press("Home")["value"]]
        while seen[-1] != value:
            seen.append(self.press("ArrowDown")["value"])
            assert seen[-1] not in seen[:-1], f"no arrow leads to {value}"

    # The card keyboard

    def by_card_keys(self, name: str) -> None:
        """Open a field of cards, walk over its keys, lay the cards by them, and come back."""
        field, opens = self.page.locator(f"[id='{name}']"), self.page.locator(".tray .opens:focus")
        if field.get_attribute("data-moves"):
            return  # its cards are moved and not laid: test_sandbox.py
        expect(opens).to_be_visible()
        self.press("Enter")
        expect(self.focus).to_have_attribute("data-key", re.compile("."))
        if "X" in self.wanted[name][0]:
            expect(self.page.locator(".board [data-key^=joker]")).not_to_have_count(0)
        self.over_the_keys()
        self.lay(self.wanted[name][0])
        expect(field).to_have_value(self.wanted[name][0])
        self.left.remove((name, 0))
        self.press("Escape")
        expect(opens).to_be_visible()

    def over_the_keys(self) -> None:
        """Arrows come to every key, and round each row back to where it began."""
        rows = self.page.locator(".board .line:has([data-key])")
        reached = set()
        for _row in range(rows.count()):
            length = rows.filter(has=self.focus).locator("[data-key]").count()
            began = self.focus.get_attribute("data-key")
            for _key in range(length):
                reached.add(self.focus.get_attribute("data-key"))
                self.press("ArrowRight")
            expect(self.focus).to_have_attribute("data-key", began or "")
            self.press("ArrowDown")
        every = self.page.locator(".board [data-key]").evaluate_all("keys => keys.map((key) => key.dataset.key)")
        assert reached == set(every)

    def to(self, key: str) -> None:
        """Arrows to a key, and press it."""
        rows = self.page.locator(".board .line")
        for _row in range(rows.count()):
            if rows.filter(has=self.focus).locator(f"[data-key='{key}']").count():
                break
            self.press("ArrowDown")
        for _key in range(rows.filter(has=self.focus).locator("[data-key]").count()):
            if self.focus.get_attribute("data-key") != key:
                self.press("ArrowRight")
        expect(self.focus).to_have_attribute("data-key", key)
        self.press("Enter")

    def lay(self, text: str) -> None:
        """Cards by the letters of their suits and ranks, and by arrows where there is no letter."""
        notation, board = NOTATIONS[self.language], self.page.locator(".board")
        letters = {suit.letter: letter for letter, suit in notation.suits.items()}
        ranks = {
            rank: min(
                (letter for letter, of in notation.faces.items() if of == rank), key=lambda one: one in notation.suits
            )
            for rank in notation.faces.values()
        }
        groups = [notation.read(part, bare=True) for part in text.split("/")]
        if (
            any(card.suit is not None for group in groups for card in group)
            and not board.locator("[data-key^='suit ']").count()
        ):
            self.to("suits")
        if board.locator("[data-key=fill]").count():
            self.to("fill")
        for at, group in enumerate(groups):
            if at:
                self.press("/")
            for card in group:
                if card.is_joker:
                    self.to(f"joker {card.text}")
                    continue
                if card.suit is not None:
                    self.press(f"Shift+{letters[card.suit.letter].upper()}")
                assert card.rank
                rank = ranks.get(card.rank, card.text[0])
                key = board.locator(f"[data-key='rank {card.text[0]}']")
                expect(key, "a house rule may have brought another pack").not_to_have_attribute("aria-disabled", "true")
                self.press("0" if rank == "T" else rank.lower())


def example(game: str, ask: str) -> Ask[Any]:
    """A question of this kind that the rules tell, or of another kind that asks with the same fields: the fullest."""
    told = [one for one in book(game).examples.values() if one.ask == ask] or list(book(game).examples.values())
    asked = [form for one in told if (form := GAMES[game].asks[ask](one.fields)).is_valid()]
    return max(
        (each for each in asked if tool_address(each).count("=") <= MOST_FIELDS),
        key=lambda each: (len(each.data), tool_address(each).count("="), -len(tool_address(each))),
    )


@pytest.mark.exhaustive(sample=9)
@pytest.mark.parametrize(
    ("game", "ask", "language"), [(*tool, language) for tool, language in zip(TOOLS, cycle(LANGUAGES), strict=False)]
)
def test_a_tool_from_the_top_of_its_page_to_its_answer(page: Page, game: str, ask: str, language: str) -> None:
    with translation.override(language):
        asked = example(game, ask)
        address, headline = tool_address(asked), str(asked.headline().text)
    page.goto(urlsplit(address).path)
    tool = Filling(page, address, language)
    tool.skip()
    if page.locator(".ask [data-cards]").count() == 1:
        page.keyboard.press("Escape")  # so that its field is opened by a key, too
    tool.fill_in()
    expect(page.locator("#verdict")).to_have_text(headline)
    assert sorted(parse_qsl(urlsplit(page.url).query)) == sorted(parse_qsl(urlsplit(address).query))
    tool.goes_everywhere()


def test_beside_the_form_tab_comes_to_the_keys_from_the_field_they_serve_and_last_to_the_answer(page: Page) -> None:
    page.set_viewport_size(
        {"width": 1280, "height": 1600}
    )  # where it is in sight, nothing above the keys says it again
    page.goto("/en/murlan/play/")
    expect(page.locator(".board")).to_be_visible()
    for field, cards in (("cards", "5 6 7 8 9"), ("table", "4 5 6 7 8")):
        page.locator(f"#{field}").fill(cards)
        page.locator(f"#{field}").blur()
    expect(page.locator("#verdict")).to_be_attached()
    verdict, button = page.locator("#verdict").bounding_box(), page.locator(".go [type=submit]").bounding_box()
    assert verdict
    assert button
    assert verdict["y"] > button["y"], "it pushes no field down"
    walker = Walker(page)
    page.locator(".tray.active button").last.focus()
    assert "data-key" in walker.press("Tab")["at"]
    assert 'id="table"' in walker.press("Tab")["at"], "its text"
    assert "opens" in walker.press("Tab")["at"], "the next field"
    walker.press("Enter")
    expect(walker.focus).to_have_attribute("data-key", re.compile("."))
    expect(page.locator(".tray.active + .board")).to_be_visible()
    page.locator("[data-key=next]").focus()
    walker.press("Enter")
    expect(page.locator("[data-key=next]"), "the keys keep the focus on their way to the next field").to_be_focused()


def test_beside_the_form_one_may_type_before_anything_is_clicked_until_the_keys_are_closed(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/en/murlan/play/")
    expect(page.locator(".board")).to_be_visible()
    for key in ("4", "5", "6", "7", "1", "0", "Backspace", "8"):
        page.keyboard.press(key)
    table = page.locator("#table")
    expect(table).to_have_value("4 5 6 7 8")
    page.locator("[data-key=close]").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("9")
    page.keyboard.press("Tab")
    expect(table).to_have_value("4 5 6 7 8")


def test_beside_the_form_ranges_and_the_way_on_are_typed_before_anything_is_clicked(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/en/murlan/play/")
    expect(page.locator(".board")).to_be_visible()
    for key in ("4", "-", "8", "Enter", "6", "-", "1", "0"):
        page.keyboard.press(key)
    expect(page.locator("#table")).to_have_value("4 5 6 7 8")
    expect(page.locator("#cards")).to_have_value("6 7 8 9 T")
    expect(page.locator(".dock .said")).to_have_text("No, you cannot play it")


def test_from_a_text_tab_comes_to_the_next_field_which_takes_what_is_typed(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/en/murlan/play/")
    page.locator("[data-key=type]").click()
    page.keyboard.type("4 5 6 7 8")
    page.keyboard.press("Tab")
    expect(page.locator(".cards-field:has(#cards) .opens")).to_be_focused()
    for key in ("6", "-", "1", "0"):
        page.keyboard.press(key)
    expect(page.locator("#table")).to_have_value("4 5 6 7 8")
    expect(page.locator("#cards")).to_have_value("6 7 8 9 T")


@pytest.mark.parametrize(("width", "height"), [(1280, 500), (640, 400)])
def test_what_has_the_focus_is_in_sight_however_low_the_page(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/en/machiavelli/best/?table=9-Ks+/+7shd+/+2-5h+/+9hdc+/+A-3d+/+Qshd+/+3-7c+/+Khdc&hand=8s+2s+8h+6h")
    Walker(page).goes_everywhere()


@pytest.mark.exhaustive(sample=4)
@pytest.mark.parametrize(("game", "ask"), TOOLS)
def test_an_answer_takes_the_focus_from_nothing_and_pushes_it_from_no_sight(page: Page, game: str, ask: str) -> None:
    with translation.override("en"):
        address = tool_address(example(game, ask))
    page.set_viewport_size({"width": 1280, "height": 720})
    held: list[Route] = []
    page.route(
        f"**/{game}/{ask}/?**",
        lambda route: held.append(route) if "hx-request" in route.request.headers else route.continue_(),
    )
    for part in (0.3, 0.6, 1):
        with page.expect_request(lambda request: "hx-request" in request.headers):
            page.goto(f"{address}&draft=on")  # half filled in, so it asks itself
        page.evaluate(FOCUS, part)
        held.pop().continue_()
        page.evaluate("settled")
        Walker(page).here()


def test_an_answer_that_comes_late_leaves_in_sight_what_has_the_focus(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.goto("/en/murlan/play/")
    held: list[Route] = []
    page.route("**/murlan/play/?**", lambda route: held.append(route))
    walker = Walker(page)
    page.locator("#cards").focus()
    page.keyboard.type("5 6 7 8 9")
    with page.expect_request("**/murlan/play/?**"):
        while walker.press("Tab")["kind"] != "checkbox":
            pass
    expect(page.locator(".board")).to_be_hidden()
    assert page.evaluate("scrollY") == 0
    held[0].continue_()
    expect(page.locator("#verdict")).to_be_attached()
    assert walker.here()["kind"] == "checkbox"


def test_house_rules_opened_above_an_answer_stay_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/en/murlan/play/")
    for field, cards in (("table", "4 5 6 7 8"), ("cards", "5 6 7 8 9")):
        page.locator(f"#{field}").fill(cards)
        page.locator(f"#{field}").blur()
    expect(page.locator("#verdict")).to_be_attached()
    summary = page.locator("details.house > summary")
    summary.focus()
    summary.evaluate("each => scrollBy(0, each.getBoundingClientRect().top - 300)")
    expect(page.locator("#verdict")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.locator("details.house")).to_have_attribute("open", "")
    Walker(page).here()


def test_cards_are_taken_out_by_keyboard(page: Page) -> None:
    page.goto("/en/murlan/plays/?hand=3+4+5")
    walker = Walker(page)
    page.locator(".board [tabindex='0']").focus()
    while "Remove: five" not in walker.press("Shift+Tab")["at"]:
        pass
    for left in ("3 4", "3", ""):
        walker.press("Enter")
        expect(page.locator("#hand")).to_have_value(left)
    expect(walker.focus, "no card is left to have the focus").to_have_attribute("data-key", re.compile("."))


@pytest.mark.parametrize(
    "address",
    [
        "murlan/score/?player=Ada&player=Ben&player=Cy&player=Di&out=0&out=1&out=2&out=3",
        "ramino/score/?player.0=Ada&player.1=Ben&winner.0=0&left.0.1=12",
        "machiavelli/score/?player=Ada&left=4&player=Ben&left=0",
        "muriel/score/?player.0=Ada&player.1=Ben&points.0.0=7&points.0.1=9",
    ],
)
def test_when_a_row_is_removed_the_focus_is_not(page: Page, address: str) -> None:
    page.goto(f"/en/{address}")
    walker = Walker(page)
    rows = page.locator("button[name=remove]")
    while count := rows.count():
        rows.last.focus()
        page.keyboard.press("Enter")
        expect(rows).to_have_count(count - 1)
        walker.here()


@pytest.mark.parametrize(
    ("opens", "address"), [("menu", "murlan/drill/"), ("languages", ""), ("contents", "murlan/#follow")]
)
def test_what_opens_over_a_page_is_gone_through_closed_and_left_by_keyboard(
    page: Page, opens: str, address: str
) -> None:
    page.set_viewport_size({"width": 800, "height": 700})
    page.goto(f"/en/{address}")
    walker, list_, button = Walker(page), page.locator(f"#{opens}"), page.locator(f"[popovertarget={opens}]")
    button.focus()
    walker.press("Enter")
    expect(list_).to_be_visible()
    if opens == "contents":
        expect(list_.locator(".found"), "its search is there").to_be_attached()
    walker.press("Tab")
    expect(list_.locator("a, input").first).to_be_focused()
    walker.press("Escape")
    expect(list_).to_be_hidden()
    expect(button).to_be_focused()
    walker.press("Enter")
    links = list_.locator("a:visible, input:visible").count()
    inside = [list_.locator(":focus").count() for _stop in islice(walker.stops(), links + 3)]
    assert inside[:links] == [1] * links
    assert not any(inside[links:]), "Tab comes out of it"
    expect(list_, "and it covers nothing").to_be_hidden()


@pytest.mark.parametrize(
    ("address", "width"),
    [
        ("it/", 800),
        ("cs/", 1280),
        ("en/colours/", 800),
        ("cs/slovnicek/", 800),
        ("it/murlan/", 1280),
        ("en/ramino/card/", 800),
    ],
)
def test_tab_comes_past_everything_and_back(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(f"/{address}")
    if page.locator("#contents").count():
        page.keyboard.press("PageDown")
        expect(page.locator("section > h3 > a").first, "what a reader has comes once one reads").to_be_attached()
        expect(page.locator("#contents [type=search]")).to_be_visible()
    Walker(page).goes_everywhere()


def test_a_search_leads_on_from_the_rule_it_found(page: Page) -> None:
    page.goto("/cs/marriage/")
    walker = Walker(page)
    page.keyboard.press("/")
    expect(page.locator("#contents [type=search]")).to_be_focused()
    page.keyboard.type("balicek")
    expect(page.locator("#contents a[href='#aim']")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#deck$"))
    expect(page.locator("#deck")).to_be_in_viewport()
    walker.press("Tab")
    expect(page.locator("#deck a:focus, #deck summary:focus")).to_be_visible()


def test_colours_are_chosen_by_arrows(page: Page) -> None:
    page.goto("/en/colours/")
    walker = Walker(page)
    walker.skip()
    for name, values in (("page", ["light", "dark"]), ("suits", ["two"])):
        assert walker.press("Tab")["name"] == name
        for value in values:
            walker.press("ArrowDown")
            expect(page.locator("html")).to_have_attribute(f"data-{name}", value)
