"""Machiavelli's table as hands know it: cards are moved by taps, each group is marked, and it says what is missing."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from games.cards import cards_of
from games.judge import reply
from games.words import card_name
from tests.browser.keys import SPOT, TRIES, Aloud, Keys
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, too_small, unnamed

TABLE = "9s Ts Js Qs Ks / 7s 7h 7d / 2h 3h 4h 5h / 9h 9d 9c / Ad 2d 3d / Qs Qh Qd / 3c 4c 5c 6c 7c / Kh Kd Kc"
HAND = "8s 2s 8h 6h Th Jh 4d 7d Td Qd 2c 9c Qc"
"""The eight groups and 13 cards of the design."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | PHONE | {"locale": "en-GB"}


def address(tool: str, **fields: str) -> str:
    return f"/en/machiavelli/{tool}/?{urlencode(fields)}"


class Board(Keys):
    """The table after a turn, under a thumb."""

    @property
    def after(self) -> Locator:
        return self.page.locator("#after")

    @property
    def tray(self) -> Locator:
        return self.field("after").locator(".tray")

    @property
    def pool(self) -> Locator:
        return self.board.locator(".pool .lies")

    @property
    def groups(self) -> Locator:
        return self.tray.locator(".group:not(.fresh)")

    def lists(self) -> list[list[str]]:
        return [part.split() for part in self.after.input_value().split(" / ")]

    def touch_at(self, target: Locator) -> None:
        expect(self.page.locator("#answer"), "the answer that is on its way has arrived").not_to_have_class("stale")
        for _try in range(TRIES):  # what it says above the keys may just be growing
            target.evaluate("each => each.scrollIntoView({block: 'center', behavior: 'instant'})")
            if target.evaluate(SPOT):
                break
        self.tap(target)

    def on_table(self, group: int, at: int) -> None:
        """Tap a card on the table, both counted from 0."""
        self.touch_at(self.groups.nth(group).locator(".lies").nth(at))

    def to(self, group: int) -> None:
        self.touch_at(self.groups.nth(group))

    def to_new(self) -> None:
        self.touch_at(self.tray.locator(".fresh"))

    def held(self, name: str) -> None:
        """Tap a card that is not on the table."""
        self.tap(self.board.locator(f".pool .lies[aria-label^='{name}']").first)


def lifted(board: Board) -> Locator:
    return board.page.locator(".lies[aria-pressed=true]")


# --- Moves ---


def test_a_tap_lifts_a_card_and_the_next_says_where_it_goes(page: Page) -> None:
    page.goto(address("turn", before="3c 4c 5c 6c / Qh Qd Qs", hand="7c 8c Kh", after="3c 4c 5c 6c / Qh Qd Qs"))
    board = Board(page)
    board.open("after")
    expect(board.pool).to_have_count(3)
    board.on_table(0, 0)
    expect(lifted(board)).to_have_attribute("aria-label", "three of clubs")
    expect(board.board.locator(".head")).to_have_text("three of clubs: now tap the destination.")
    board.on_table(0, 0)
    expect(lifted(board), "tapped again it lies where it lay").to_have_count(0)
    board.on_table(0, 3)
    board.press("undo")
    expect(lifted(board), "what was lifted last is what is taken back first").to_have_count(0)
    expect(board.after).to_have_value("3c 4c 5c 6c / Qh Qd Qs")
    board.held("seven of clubs")
    board.held("eight of clubs")
    expect(lifted(board)).to_have_count(2)
    board.to(0)
    expect(board.after).to_have_value("3c 4c 5c 6c 7c 8c / Qh Qd Qs")
    expect(board.pool).to_have_count(1)
    board.on_table(0, 0)
    board.to_new()
    expect(board.after).to_have_value("4c 5c 6c 7c 8c / Qh Qd Qs / 3c")
    board.on_table(2, 0)
    board.to(0)
    expect(board.after, "a run stays in its order, and a group without cards goes").to_have_value(
        "3c 4c 5c 6c 7c 8c / Qh Qd Qs"
    )
    board.on_table(1, 2)
    board.tap(board.board.get_by_role("button", name="Off the table"))
    expect(board.after).to_have_value("3c 4c 5c 6c 7c 8c / Qh Qd")
    expect(board.board.get_by_role("button", name="queen of spades, from the table")).to_have_count(1)
    back = []
    for _step in range(4):
        board.press("undo")
        back.append(board.after.input_value())
    assert back == [
        "3c 4c 5c 6c 7c 8c / Qh Qd Qs",
        "4c 5c 6c 7c 8c / Qh Qd Qs / 3c",
        "3c 4c 5c 6c 7c 8c / Qh Qd Qs",
        "3c 4c 5c 6c / Qh Qd Qs",
    ]
    board.press("undo")
    expect(board.after, "there is no step to take back").to_have_value("3c 4c 5c 6c / Qh Qd Qs")
    expect(page.locator("#before")).to_have_value("3c 4c 5c 6c / Qh Qd Qs")
    expect(page.locator("#hand")).to_have_value("7c 8c Kh")


def test_of_equal_cards_the_one_that_was_moved_is_the_one_from_the_hand(page: Page) -> None:
    before = "5h 6h 7h / 8s 8h 8d"
    page.goto(address("turn", before=before, hand="8h", after=before))
    board = Board(page)
    board.open("after")
    board.held("eight of hearts")
    board.to(0)
    expect(board.groups.nth(0).locator(".card.hand")).to_have_count(1)
    expect(board.groups.nth(1).locator(".card.hand")).to_have_count(0)


def test_a_card_that_is_in_neither_place_is_told_so_and_the_others_are_not(page: Page) -> None:
    page.goto(address("turn", before="3c 4c 5c", hand="Ks", after="3c 4c 5c 6c / Ks"))
    board = Board(page)
    board.open("after")
    expect(board.groups.nth(0).get_by_role("button", name="six of clubs, from nowhere")).to_have_count(1)
    expect(board.groups.nth(0).locator(".card.nowhere")).to_have_count(1)
    expect(board.groups.nth(1).get_by_role("button", name="king of spades, from your hand")).to_have_count(1)


def test_what_is_laid_below_the_keys_comes_into_sight(page: Page) -> None:
    page.goto(address("table", before=TABLE, hand=HAND, after=TABLE))
    board = Board(page)
    expect(board.groups).to_have_count(8)
    page.locator(".tray.active").evaluate("tray => tray.scrollIntoView({block: 'start', behavior: 'instant'})")
    board.held("jack of hearts")
    board.press("fresh")
    expect(board.groups).to_have_count(9)
    newest = board.groups.nth(8).locator(".newest")
    assert any(newest.evaluate(SPOT) for _ in range(TRIES))


def test_where_nothing_lies_yet_the_table_begins_as_it_is(page: Page) -> None:
    page.goto(address("turn", before="3c 4c 5c 6c / Qh Qd Qs", hand="7c"))
    board = Board(page)
    board.open("after")
    expect(board.after).to_have_value("3c 4c 5c 6c / Qh Qd Qs")
    board.press("type")
    board.after.fill("")
    expect(board.pool, "what is typed is left as it is").to_have_count(8)
    expect(board.after).to_have_value("")
    start = page.get_by_role("button", name="Start from the table before the turn")
    start.click()
    expect(board.after).to_have_value("3c 4c 5c 6c / Qh Qd Qs")
    expect(start, "where cards lie, a key does the same").to_be_hidden()


def test_as_it_was_is_one_step(page: Page) -> None:
    page.goto(address("table", before="3c 4c 5c / Qh Qd Qs", hand="6c", after="3c 4c 5c 6c / Qh Qd Qs"))
    board = Board(page)
    board.open("after")
    board.press("again")
    expect(board.after).to_have_value("3c 4c 5c / Qh Qd Qs")
    board.press("undo")
    expect(board.after).to_have_value("3c 4c 5c 6c / Qh Qd Qs")


def test_cards_are_moved_by_keyboard(page: Page) -> None:
    page.goto(address("table", before="3c 4c 5c 6c / Qh Qd Qs", hand="Qc Kh"))
    board, focus = Board(page), page.locator(":focus")
    expect(board.tray, "it is the table that is to be changed").to_have_class(re.compile("active"))
    expect(page.locator(".dock .said")).to_have_text("The table is as it was")
    aloud = Aloud(page)
    board.groups.first.locator(".lies").first.focus()
    for key, name in (("ArrowRight", "four"), ("ArrowRight", "five"), ("ArrowLeft", "four")):
        page.keyboard.press(key)
        expect(focus).to_have_attribute("aria-label", f"{name} of clubs")
    page.keyboard.press("ArrowDown")
    expect(focus).to_have_attribute("aria-label", "queen of diamonds")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(focus, "what is held comes round the corner").to_have_attribute("aria-label", "king of hearts")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(focus).to_have_attribute("aria-label", "queen of clubs")
    expect(focus).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(focus).to_have_attribute("aria-pressed", "false")
    expect(board.board, "Escape put the card down and closed nothing").to_be_visible()
    page.keyboard.press("Space")
    page.locator(".tray.active button.group").nth(1).focus()
    expect(focus).to_have_attribute("aria-label", re.compile("^Into group 2.*: queen of hearts, queen of diamonds"))
    page.keyboard.press("Enter")
    expect(board.after).to_have_value("3c 4c 5c 6c / Qh Qd Qs Qc")
    expect(focus).to_have_attribute("aria-label", "queen of clubs, from your hand")
    aloud.expect("Yes, you can play this one card$")
    aloud.expect(r"queen of clubs: from your hand to group 2\.")
    page.keyboard.press("Escape")
    expect(board.board).to_be_hidden()


TAPPED = """async (chances) => {
  const found = [];
  for (const chance of chances) {
    const buttons = [...document.querySelectorAll(".tray.active button, .pool button, .board [data-key=undo]")];
    buttons[Math.floor(chance * buttons.length)].click();
    await null;
    const groups = [...document.querySelectorAll(".tray.active .group:not(.fresh)")];
    const drawn = groups.map((group) => group.ariaLabel.split(": ").at(-1).split(", "));
    found.push([drawn, document.getElementById("after").value, document.querySelectorAll(".pool .lies").length]);
  }
  return found;
}"""
"""Tap buttons by chance and return, after each tap, the groups as drawn, the text of the table, and the cards in hand."""


def test_after_any_moves_no_card_is_lost_and_text_and_drawing_agree(page: Page) -> None:
    page.goto(address("table", before=TABLE, hand=HAND, after=TABLE))
    board, rng = Board(page), random.Random("moves")
    expect(board.groups).to_have_count(8)
    expect(page.locator(".dock .said")).to_have_text("The table is as it was")
    expect(page.locator(".pool .lies")).to_have_count(len(HAND.split()))  # until then a tap is not yet a move
    page.evaluate(
        "for (const name of ['hx-get', 'hx-target']) document.querySelector('form.ask').removeAttribute(name)"
    )
    every = Counter(TABLE.replace("/", "").split()) + Counter(HAND.split())
    drawn_name = {card_name(card): card.text for card in cards_of(" ".join(every))}
    for drawn, text, held in page.evaluate(TAPPED, [rng.random() for _tap in range(150)]):
        lists = [part.split() for part in text.split(" / ")]
        assert [[drawn_name[name] for name in group] for group in drawn] == lists
        laid = Counter(chain(*lists))
        assert not laid - every
        assert sum((every - laid).values()) == held


# --- Marks ---


def marks(page: Page, name: str) -> Locator:
    return Keys(page).field(name).locator(".tray .group")


def test_each_group_is_marked_by_the_judge_and_by_the_house_rules(page: Page) -> None:
    asked: list[list[dict[str, Any]]] = []

    def note(request: Request) -> None:
        if request.url.endswith("/api/judge"):
            asked.append(request.post_data_json)

    page.on("request", note)
    page.goto("/en/machiavelli/best/")
    keys, groups = Keys(page), marks(page, "table")
    page.locator("#table").fill("3c 4c 5c / Qs Ks As 2s / 7s 7s 7h / 9h Th")
    looks = ["yes", "no", "no", "few"]

    def are(expected: Sequence[str]) -> None:
        for at, look in enumerate(expected):
            expect(groups.nth(at)).to_have_attribute("data-mark", look)

    are(looks)
    assert [question["cards"] for question in chain(*asked)] == ["3c 4c 5c", "Qs Ks As 2s", "7s 7s 7h"]
    keys.open("table")
    expect(groups.nth(0)).to_have_attribute("aria-label", re.compile("^Group 1, valid: three of clubs"))
    expect(groups.nth(1)).to_have_attribute("aria-label", re.compile("^Group 2, not valid: queen"))
    expect(groups.nth(3).locator(".mark")).to_have_text("…")
    keys.tap(groups.nth(3))
    keys.press("J")
    expect(groups.nth(3)).to_have_attribute("data-mark", "yes")
    assert [question["cards"] for question in asked[-1]] == ["9h Th Jh"], "what is known is not asked again"
    keys.press("close")
    page.locator("details.house > summary").click()
    page.get_by_label("A run can go on past the ace to the 2").check()
    are(["yes", "yes", "no", "yes"])
    page.get_by_label("Suits may repeat in a set").check()
    are(["yes", "yes", "yes", "yes"])
    page.get_by_label("A run can go on past the ace to the 2").uncheck()
    are(["yes", "no", "yes", "yes"])


def test_the_pack_of_the_house_rules_is_that_of_the_marks(page: Page) -> None:
    page.goto("/en/machiavelli/best/?house.sets=any_suit")
    with page.expect_response("**/api/judge"):
        page.locator("#table").fill("7s 7s 7s")
    expect(marks(page, "table").locator(".mark"), "two packs have no third").to_have_count(0)
    if not page.get_by_label("Three packs together").is_visible():
        page.locator("details.house > summary").click()
    page.get_by_label("Three packs together").check()
    expect(marks(page, "table")).to_have_attribute("data-mark", "yes")


def test_melds_of_ramino_are_marked_too_and_still_are_once_the_form_is_drawn_anew(page: Page) -> None:
    page.goto("/en/ramino/lay_off/?hand=5h&table=2h+3h+4h+/+9c+9d+9s")
    melds = marks(page, "table")
    for at in range(2):
        expect(melds.nth(at)).to_have_attribute("data-mark", "yes")
    Keys(page).take_out("hand", "Remove: five of hearts")
    Keys(page).press("h 9")
    page.get_by_role("button", name="Show what fits").click()
    expect(page.locator("#verdict")).to_have_text("You can lay off 9♥")
    expect(melds.nth(1)).to_have_attribute("data-mark", "yes")


@pytest.mark.network_fails
def test_without_a_connection_there_are_no_marks_and_cards_move_all_the_same(page: Page) -> None:
    page.goto(address("table", before="3c 4c 5c 6c / Qh Qd Qs", hand="Qc Kh"))
    board = Board(page)
    expect(board.groups.nth(1)).to_have_attribute("data-mark", "yes")
    page.context.set_offline(True)
    board.held("queen of clubs")
    board.to(1)
    expect(board.after).to_have_value("3c 4c 5c 6c / Qh Qd Qs Qc")
    expect(page.locator(".go .lost")).to_contain_text("Nothing is lost")
    expect(board.groups.nth(1).locator(".mark")).to_have_count(0)
    page.context.set_offline(False)
    board.press("undo")
    expect(board.groups.nth(1)).to_have_attribute("data-mark", "yes")


@pytest.mark.network_fails
def test_marks_come_once_the_judge_may_be_asked_again(page: Page) -> None:
    refused: list[Route] = []

    def refuse(route: Route) -> None:
        if refused:
            return route.continue_()
        refused.append(route)
        return route.fulfill(status=429, headers={"Retry-After": "1"})

    page.route("**/api/judge", refuse)
    page.goto("/en/machiavelli/best/")
    page.locator("#table").fill("3c 4c 5c / 7s 7s 7h")
    for at, look in enumerate(("yes", "no")):
        expect(marks(page, "table").nth(at)).to_have_attribute("data-mark", look)
    assert len(refused) == 1


# --- A turn tried out ---


def test_a_whole_turn_is_tried_out_by_taps(page: Page) -> None:
    page.goto(address("table", before=TABLE, hand=HAND, after=TABLE))
    board = Board(page)
    said = page.locator(".dock .said")
    expect(said).to_have_text("The table is as it was")
    best = reply({"game": "machiavelli", "ask": "best", "table": TABLE, "hand": HAND}, "en")
    assert best["count"] > 8
    begins = board.taps
    moves = play_out(board, [group.split() if isinstance(group, str) else group for group in best["groups"]])
    expect(said).to_have_text(re.compile(r"^Yes, you can play these \w+ cards$"))
    expect(page.locator("#faults")).to_have_count(0)
    moved = board.taps - begins
    assert moved == 2 * moves, "a card takes two taps"
    kept, groups = page.url, sorted(map(sorted, board.lists()))
    page.goto("/en/machiavelli/")
    page.goto(kept)
    expect(page.locator("#verdict")).to_have_text(re.compile("^Yes, you can play these"))
    assert sorted(map(sorted, Board(page).lists())) == groups
    expect(Board(page).pool).to_have_count(13 - best["count"])


def play_out(board: Board, goal: list[list[str]]) -> int:
    """Move cards, one by one, until the groups of the table are these; how many were moved."""
    moves = 0
    names = {card.text: card_name(card) for group in goal for card in cards_of(" ".join(group))}
    done = []
    for group in goal:
        if sorted(group) in [sorted(each) for each in board.lists()]:
            done.append(group)
    for group in goal:
        if group in done:
            continue
        built: list[str] = []
        for card in group:
            lists = board.lists()
            fixed = [sorted(each) for each in [*done, built] if each]
            places = [
                (at, each.index(card)) for at, each in enumerate(lists) if card in each and sorted(each) not in fixed
            ]
            own = next((at for at, each in enumerate(lists) if built and sorted(each) == sorted(built)), None)
            if places:
                board.on_table(*places[0])
            else:
                board.held(names[card])
            if own is None:
                board.to_new()
            else:
                board.to(own)
            built.append(card)
            moves += 1
        done.append(group)
    return moves


def test_what_is_unfinished_is_said_calmly(page: Page) -> None:
    page.goto(address("table", before="3c 4c 5c 6c / Qh Qd Qs", hand="Kh Ah"))
    board, verdict = Board(page), page.locator("#answer .verdict")
    expect(verdict.locator("h2")).to_have_text("The table is as it was")
    board.on_table(1, 0)
    board.to_new()
    expect(page.locator(".dock .said")).to_have_text("Two groups are not valid yet")
    expect(page.locator(".dock .because")).to_contain_text("Q♦ Q♠ is not a group.")
    wrong = page.locator(".dock .shown .group")
    expect(wrong, "each of them is named and drawn").to_have_count(2)
    for nth, (number, cards) in enumerate((("2", 2), ("3", 1))):
        expect(wrong.nth(nth).locator(".number")).to_have_text(number)
        expect(wrong.nth(nth).locator(".card")).to_have_count(cards)
    expect(verdict).to_have_class(re.compile("open"))
    board.held("king of hearts")
    board.held("ace of hearts")
    board.to(2)
    expect(board.after).to_have_value("3c 4c 5c 6c / Qd Qs / Qh Kh Ah")
    expect(page.locator(".dock .said")).to_have_text("One group is not valid yet")
    expect(verdict).to_have_class(re.compile("open"))


def test_the_board_keeps_its_height_while_an_answer_is_on_its_way(page: Page) -> None:
    table = "3c 4c 5c 6c / Qh Qd Qs"
    page.goto(address("table", before=table, hand="Kh Ah", after=table))
    board, dock = Board(page), page.locator(".dock")
    board.open("after")
    expect(dock.locator(".said")).to_have_text("The table is as it was")
    page.route("**/machiavelli/table/?**", lambda _route: None)  # none comes
    board.on_table(1, 0)
    board.to_new()
    expect(page.locator("#answer")).to_have_class("stale")
    expect(dock).to_be_visible()
    expect(dock).to_have_css("opacity", "0.4")
    page.unroute_all(behavior="ignoreErrors")


def test_the_best_turn_is_at_hand_and_leads_back_to_the_table(page: Page) -> None:
    page.goto(address("table", before="3c 4c 5c 6c / Qh Qd Qs", hand="7c Qc"))
    board = Board(page)
    board.on_table(0, 0)
    board.to_new()
    board.press("best")
    expect(page.locator("#verdict")).to_have_text("You can play your whole hand, two cards")
    page.get_by_role("link", name="Try it yourself").click()
    expect(page).to_have_url(re.compile("/machiavelli/table/"))
    expect(board.after, "the table is as it was").to_have_value("3c 4c 5c 6c / Qs Qh Qd")
    page.goto(address("turn", before="3c 4c 5c 6c", hand="7c 8c", after="3c 4c 5c 6c 7c"))
    page.get_by_role("link", name="Try it another way").click()
    expect(board.after).to_have_value("3c 4c 5c 6c 7c")
    expect(board.pool).to_have_count(1)


def test_the_steps_outlive_the_way_to_the_best_turn_and_back(page: Page) -> None:
    page.goto(address("table", before="3c 4c 5c 6c / Qh Qd Qs", hand="7c Qc"))
    board = Board(page)
    board.held("seven of clubs")
    board.to(0)
    board.held("queen of clubs")
    board.to(1)
    expect(page.locator(".dock .said")).to_contain_text("no cards left")
    board.press("best")
    expect(page.locator("#verdict")).to_have_text("You can play your whole hand, two cards")
    page.go_back()
    expect(board.after).to_have_value("3c 4c 5c 6c 7c / Qh Qd Qs Qc")
    board.press("undo")
    expect(board.after).to_have_value("3c 4c 5c 6c 7c / Qh Qd Qs")
    board.press("undo")
    expect(board.after).to_have_value("3c 4c 5c 6c / Qh Qd Qs")


def test_the_hand_is_sorted_by_suit_and_by_rank_with_one_key(page: Page) -> None:
    page.goto(address("table", before="3c 4c 5c 6c", hand="7c Kh 2s 7h As", after="3c 4c 5c 6c"))
    board = Board(page)
    order = {"suit": "As 2s 7h Kh 7c", "rank": "As 2s 7h 7c Kh"}
    names = {how: [card_name(card) for card in cards_of(cards)] for how, cards in order.items()}
    for how, then in (("suit", "rank"), ("rank", "suit"), ("suit", "rank")):
        board.press("sort")
        for nth, name in enumerate(names[how]):
            expect(board.pool.nth(nth)).to_have_attribute("aria-label", name)
        expect(board.key("sort")).to_have_attribute("aria-label", f"Sort your hand by {then}")
    board.held("seven of clubs")
    board.to(0)
    expect(board.after, "the card that was tapped is the one that goes").to_have_value("3c 4c 5c 6c 7c")
    expect(page.locator("#hand"), "what was entered stays as it was").to_have_value("7c Kh 2s 7h As")


def test_while_a_card_is_lifted_the_answer_leaves_room_for_the_table(page: Page) -> None:
    page.goto(address("table", before=TABLE, hand=HAND, after=TABLE))
    board, dock = Board(page), page.locator(".dock")
    expect(dock.locator(".said")).to_be_visible()
    held = page.locator(".pool .lies").first
    height, place = (box.bounding_box() for box in (board.board, held))
    board.tap(held)
    expect(held).to_have_attribute("aria-pressed", "true")
    lower = board.board.bounding_box()
    assert height
    assert lower
    assert lower["height"] <= height["height"] - 30
    assert held.bounding_box() == place, "nothing moves under the thumb"
    ring = held.evaluate(
        "it => [getComputedStyle(it).boxShadow, getComputedStyle(it.querySelector('.card')).boxShadow]"
    )
    assert ring[0] != "none"
    assert ring[1] == "none", "no index is covered"


def test_the_table_follows_the_one_before_until_a_card_is_moved(page: Page) -> None:
    page.goto("/en/machiavelli/table/")
    board, before = Board(page), page.locator("#before")
    before.fill("3c 4c 5c / Qh Qd Qs")
    page.locator("#hand").fill("6c")
    expect(board.after).to_have_value("3c 4c 5c / Qh Qd Qs")
    before.fill("3c 4c 5c")
    expect(board.after).to_have_value("3c 4c 5c")
    board.open("after")
    board.held("six of clubs")
    board.to(0)
    before.fill("3c 4c 5c / Kh Kd Ks")
    expect(board.after).to_have_value("3c 4c 5c 6c")


def test_the_answer_can_be_shared_from_the_board(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address("table", before="3c 4c 5c", hand="6c", after="3c 4c 5c 6c"))
    board = Board(page)
    board.open("after")
    board.press("share")
    expect(board.board.locator(".head")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


@pytest.mark.parametrize(("language", "width"), [("cs", 320), ("it", 360), ("en", 1280)])
def test_axe_finds_nothing_and_each_card_can_be_hit(browser: Browser, base_url: str, width: int, language: str) -> None:
    touch = PHONE if width < 1000 else {}
    page = browser.new_page(**(touch | {"viewport": {"width": width, "height": 740}}), base_url=base_url)
    query = urlencode({"before": TABLE, "hand": HAND, "after": TABLE, "notation": "en"})
    page.goto(f"/{language}/machiavelli/table/?{query}")
    board = Board(page, touch=width < 1000)
    expect(board.groups.nth(7)).to_have_attribute("data-mark", "yes")
    for state in ("", "lifted", "held"):
        if state == "lifted":
            board.on_table(1, 1)
        if state == "held":
            board.tap(board.board.locator(".pool button.group"))
            expect(page.locator("#answer")).not_to_have_class("stale")
            board.tap(board.pool.first)
        assert too_small(page, ".board button, .tray button") == [], state
        assert not scrolls_sideways(page), state
        assert unnamed(page) == [], state
        if width >= 360 and state != "lifted":  # no kind of element that is not there in the other states
            is_accessible(page)
    page.close()


def test_without_javascript_a_turn_is_typed(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/it/machiavelli/table/")
    page.locator("#before").fill("4F 5F 6F / DC DQ DP")
    page.locator("#hand").fill("7F 9C")
    page.locator("#after").fill("4F 5F 6F 7F 9C / DC DQ DP")
    page.get_by_role("button", name="Controlla").click()
    expect(page.locator("#verdict")).to_have_text("Una combinazione non è ancora valida")
    page.locator("#after").fill("4F 5F 6F 7F / DC DQ DP")
    page.get_by_role("button", name="Controlla").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("^Sì"))
    context.close()
