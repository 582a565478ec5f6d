"""What a browser remembers: the model by itself, what is kept of an answer, what is painted, taken along, forgotten."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.catalogue import GAMES
from games.practising import MIX
from games.puzzles import puzzles
from rulesite.lessons import lesson, step_address, told
from rulesite.rulebook import LANGUAGES
from tests.browser.looks import PHONE, is_accessible, scrolls_sideways, too_small, unnamed
from tests.browser.test_practice import answer, asked, question, wrong

HOUR, DAY, NOON = 3600, 86_400, 1_700_000_000
MODEL = "/static/progress.js"
KNOW = "/en/know/"
CONTROLS = "main a.practise, main a.rule, main .button, main button:not([hidden]), main select"


@pytest.fixture
def model(page: Page) -> Any:
    """The functions of the script, called with plain values."""
    page.goto(KNOW)

    def call(name: str, *given: Any) -> Any:
        script = f"async ([name, given]) => (await import('{MODEL}'))[name](...given)"
        return page.evaluate(script, [name, list(given)])

    call.page = page  # type: ignore[attr-defined]
    return call


ANSWERED = """async ([script, state, given]) => {
  const { answered } = await import(script);
  return given.reduce((state, [answer, now]) => answered(state, answer, now), state);
}"""


def after(model: Any, answers: list[tuple[float, str]], rule: str = "murlan.follow", start: Any = None) -> Any:
    """The memory after answers, each so many hours after noon: ``1`` right, ``0`` wrong, and ``m`` in a mix."""
    given = [
        [{"rule": rule, "question": f"{rule}{at}", "isRight": "1" in said, "inMix": "m" in said}, NOON + int(at * HOUR)]
        for at, said in answers
    ]
    return model.page.evaluate(ANSWERED, [MODEL, start or model("empty"), given])


FIVE = [(at / 100, "1") for at in range(5)]
LAST = 0.04
"""Hours after noon at which the fifth was right."""
CASES: dict[str, tuple[list[tuple[float, str]], str, dict[float, bool]]] = {
    "nothing": ([], "new", {0: False}),
    "one right": ([(0, "1")], "met", {1000: False}),
    "one wrong": ([(0, "0")], "met", {1000: False}),
    "four right": (FIVE[:4], "met", {1000: False}),
    "five right": (FIVE, "knows", {15: False, 16.1: True}),
    "five right after a wrong one": ([(-1, "0"), *FIVE], "knows", {16.1: True}),
    "a wrong one among them": ([*FIVE[:4], (1, "0"), (2, "1")], "met", {1000: False}),
    "known, then wrong": ([*FIVE, (1, "0")], "met", {1000: False}),
    "right too soon": ([*FIVE, (15, "1m")], "knows", {15: False, 16.1: True}),
    "right in time, but in no mix": ([*FIVE, (17, "1")], "knows", {17: True}),
    "right in time in a mix": ([*FIVE, (17, "1m")], "keeps", {17: False, 64: False, 65.1: True}),
    "kept, right too soon": ([*FIVE, (17, "1m"), (40, "1m")], "keeps", {64: False, 65.1: True}),
    "right after two days": ([*FIVE, (17, "1m"), (66, "1m")], "keeps", {233: False, 234.1: True}),
    "right after seven": ([*FIVE, (17, "1m"), (66, "1m"), (235, "1m")], "keeps", {10_000: False}),
    "kept, then wrong": ([*FIVE, (17, "1m"), (70, "0m")], "met", {1000: False}),
    "known anew": (
        [*FIVE, (17, "1m"), *((70 + at, "01"[at > 0]) for at in range(6))],
        "knows",
        {90: False, 91.1: True},
    ),
}


def test_what_is_known_follows_from_the_answers_and_the_time(model: Any) -> None:
    for case, (answers, stands, dues) in CASES.items():
        state = after(model, answers)
        entry = state["rules"].get("murlan.follow")
        assert model("standing", entry) == stands, case
        for at, is_due in dues.items():
            found = model("due", state, "murlan", ["order", "follow"], NOON + int(at * HOUR))
            assert found == (["follow"] if is_due else []), (case, at)


def test_a_question_is_counted_once(model: Any) -> None:
    once = after(model, [(0, "1")])
    assert after(model, [(0, "1"), (0, "1"), (0, "0")]) == once
    state = after(model, [(number, "1") for number in range(450)], "murlan.order")
    assert (len(state["seen"]), state["seen"][0], state["seen"][-1]) == (400, "murlan.order50", "murlan.order449")


def test_a_lesson_says_that_a_ruling_is_met_and_no_more(model: Any) -> None:
    met = model("met", model("empty"), "murlan.follow", NOON)
    assert model("standing", met["rules"]["murlan.follow"]) == "met"
    known = after(model, FIVE)
    assert model("met", known, "murlan.follow", NOON) == known


def test_a_clock_set_back_keeps_nothing_from_being_due_for_ever(model: Any) -> None:
    state = after(model, [(at + 100_000, said) for at, said in FIVE])
    back = model("tidied", state, NOON)
    assert back["rules"]["murlan.follow"]["since"] == NOON
    assert model("due", back, "murlan", ["follow"], NOON + 17 * HOUR) == ["follow"]
    assert model("due", state, "murlan", ["follow"], NOON) == []


def test_a_mix_has_what_is_due_first_and_is_one(model: Any) -> None:
    state = after(model, FIVE)
    state = after(model, [(at + 1, said) for at, said in FIVE], "murlan.bombs", state)
    state = after(model, [(1, "1")], "murlan.points", state)
    rules = ["points", "bombs", "target", "follow", "order"]
    assert model("mixed", state, "murlan", rules, NOON + 20 * HOUR) == ["follow", "bombs", "points"]
    assert len(model("mixed", state, "murlan", rules, NOON)) == MIX
    assert model("mixed", state, "murlan", ["follow"], NOON) == ["follow"]


BROKEN: list[Any] = [
    None, 7, "x", [], {}, {"rules": None}, {"rules": [1]}, {"rules": {"murlan.follow": None}},
    {"rules": {"murlan.follow": {"asked": -1, "last": "1", "at": 1}}},
    {"rules": {"murlan.follow": {"asked": 1, "last": "1x", "at": 1}}},
    {"rules": {"murlan.follow": {"asked": 1, "last": "1", "at": "soon"}}},
    {"rules": {"__proto__": {"asked": 1, "last": "1", "at": 1}, "<b>": 1}},
    {"steps": {"murlan": "x"}, "puzzles": {"murlan.1": 4, "m": {}}, "seen": "x"},
    {"steps": {"MURLAN": ["a"]}, "puzzles": {"murlan.1": {"tries": 1, "hints": 7, "at": 1}}, "seen": [1, None]},
]  # fmt: skip


def test_whatever_was_written_there_is_a_memory_or_none(model: Any) -> None:
    for found in BROKEN:
        state = model("tidied", found, NOON)
        assert state["rules"] == {}, found
        assert not any(state["steps"].values())
        assert (state["puzzles"], state["seen"]) == ({}, [])
    known = after(model, [*FIVE, (17, "1m")])
    assert model("tidied", known, NOON + 20 * HOUR) == known
    claimed = {"rules": {"murlan.follow": {"asked": 1, "last": "10", "at": NOON, "since": NOON, "stage": 3}}}
    assert model("tidied", claimed, NOON)["rules"]["murlan.follow"]["stage"] == 0


@pytest.fixture
def much(model: Any) -> Any:
    """A memory with something of every sort."""
    state = after(model, [*FIVE, (17, "1m")])
    state = after(model, FIVE, "muriel.claims", state)
    state = after(model, [(0, "0")], "ramino.open", state)
    state = model("stepped", model("stepped", state, "murlan", "two-jokers"), "murlan", "#you-can-play")
    return model("solved", state, "murlan.12", {"tries": 3, "hints": 1}, NOON)


def test_what_is_saved_comes_back_as_it_was(model: Any, much: Any) -> None:
    kept = much | {"seen": []}
    later = NOON + 100 * HOUR
    assert model("read", model("written", much), later) == kept
    address = model("packed", much)
    assert re.fullmatch(r"[\w-]+", address)
    assert model("unpacked", address, later) == kept
    everything = {
        "version": 1, "seen": [], "steps": {game: [f"step-{at}" for at in range(15)] for game in GAMES},
        "rules": {
            f"{game}.{rule}": {"asked": 90 + at, "last": "11111", "since": NOON + at * 977, "stage": 2, "at": NOON + at * 1009}
            for game in GAMES for at, rule in enumerate(sorted(GAMES[game].practised))
        },
        "puzzles": {
            f"{game}.{at}": {"tries": at % 5, "hints": at % 3, "at": NOON + at * 991} for game in GAMES for at in range(1, 40)
        },
    }  # fmt: skip
    assert len(model("packed", everything)) < 6_000


def test_memories_are_merged_without_order_and_once(model: Any, much: Any) -> None:
    theirs = after(model, [(0, "1"), (300, "0")])
    theirs = after(model, FIVE, "ramino.open", theirs)
    theirs = model("stepped", theirs, "murlan", "eights-and-kings")
    theirs = model("solved", theirs, "murlan.12", {"tries": 1, "hints": 0}, NOON + 5)
    both = model("merged", much, theirs)
    assert both | {"seen": []} == model("merged", theirs, much) | {"seen": []}
    assert model("merged", both, theirs) == model("merged", both, both) == both
    assert both["puzzles"]["murlan.12"]["tries"] == 3
    stands = {rule: model("standing", entry) for rule, entry in both["rules"].items()}
    assert stands == {"murlan.follow": "keeps", "muriel.claims": "knows", "ramino.open": "knows"}
    told = model("changes", much, both)
    assert told == {"rules": [{"rule": "ramino.open", "from": "met", "to": "knows"}], "steps": 1, "puzzles": 0}
    assert model("changes", both, model("merged", both, much)) == {"rules": [], "steps": 0, "puzzles": 0}


def test_one_game_is_forgotten_or_all(model: Any, much: Any) -> None:
    left = model("forgotten", much, "murlan")
    assert (set(left["rules"]), left["steps"], left["puzzles"]) == ({"muriel.claims", "ramino.open"}, {}, {})
    assert model("forgotten", much) == model("empty")


# --- What is kept of an answer ---


def kept(page: Page) -> Any:
    return json.loads(page.evaluate("localStorage.getItem('progress')") or "{}")


def rules_kept(page: Page) -> dict[str, str]:
    return {rule: entry["last"] for rule, entry in kept(page).get("rules", {}).items()}


def told_page(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#asked")).to_be_attached()


IT = ("murlan", "beats")


def name(it: Any) -> str:
    return f"{it.game}.{it.rule}"


def test_an_answer_is_kept_once(page: Page) -> None:
    it = asked(*IT)
    told_page(page, question(it))
    assert rules_kept(page) == {}
    told_page(page, answer(it, list(it.right)))
    once = {name(it): "1"}
    assert rules_kept(page) == once
    page.reload()
    assert rules_kept(page) == once
    page.go_back()
    page.go_forward()
    assert rules_kept(page) == once
    told_page(page, question(it))  # asked again, and answered otherwise
    told_page(page, answer(it, wrong(it)))
    assert rules_kept(page) == once
    other = asked(*IT, seed=8)
    told_page(page, question(other))
    told_page(page, answer(other, wrong(other)))
    assert sorted(rules_kept(page).values()) in (["10"], ["0", "1"])


def test_an_answer_that_was_opened_and_not_given_is_not_kept(page: Page) -> None:
    it = asked(*IT)
    told_page(page, answer(it, list(it.right)))
    assert rules_kept(page) == {}
    beside = page.context.new_page()
    told_page(beside, question(it))  # asked in another tab
    told_page(page, answer(it, list(it.right)))
    assert rules_kept(page) == {}


def test_the_same_question_in_another_language_is_the_same(page: Page) -> None:
    it = asked(*IT)
    twin = asked(*IT, language="it")
    told_page(page, question(it))
    with translation.override("it"):
        address = f"{twin.path}?{urlencode([*twin.pairs, ('given', 'on'), ('answer', twin.right[0])])}"
    told_page(page, address)
    assert rules_kept(page) == {name(it): "1"}


def test_two_tabs_keep_what_each_was_answered(page: Page) -> None:
    first, second = asked(*IT), asked("murlan", "points")
    beside = page.context.new_page()
    told_page(page, question(first))
    told_page(beside, question(second))
    told_page(beside, answer(second, wrong(second)))
    told_page(page, answer(first, list(first.right)))
    assert rules_kept(page) == {name(first): "1", name(second): "0"}


def test_who_had_the_answer_shown_was_not_right(page: Page) -> None:
    it = asked(*IT)
    told_page(page, question(it))
    told_page(page, f"{question(it)}&hint=2")
    assert rules_kept(page) == {}
    told_page(page, f"{question(it)}&hint=3")
    assert rules_kept(page) == {name(it): "0"}
    told_page(page, answer(it, list(it.right)))
    assert rules_kept(page) == {name(it): "0"}
    other = asked(*IT, seed=8)
    told_page(page, f"{question(other)}&hint=3")  # a link that somebody sent
    told_page(page, answer(other, list(other.right)))
    assert "1" not in "".join(rules_kept(page).values())


def test_only_a_mix_raises_what_is_known(page: Page) -> None:
    it = asked(*IT)
    known = {"asked": 5, "last": "11111", "since": NOON - 100 * DAY, "stage": 0, "at": NOON - 100 * DAY}
    for more, stage in (([], 0), ([("only", it.rule)], 0), ([("mix", "on")], 1), ([("only", "a b c")], 1)):
        page.goto(KNOW)
        page.evaluate(
            "state => { localStorage.progress = JSON.stringify(state); sessionStorage.clear(); }",
            {"version": 1, "rules": {name(it): known}, "steps": {}, "puzzles": {}, "seen": []},
        )
        pairs = [*it.pairs, *more]
        told_page(page, f"{it.path}?{urlencode(pairs)}")
        told_page(page, f"{it.path}?{urlencode([*pairs, ('given', 'on'), ('answer', it.right[0])])}")
        assert kept(page)["rules"][name(it)]["stage"] == stage, more


def test_steps_of_a_lesson_are_ticked_when_all_in_them_is_done(page: Page) -> None:
    the = lesson("murlan")
    assert the
    steps = told("murlan", "en").steps
    number = next(at for at, step in enumerate(steps, 1) if len(step.tries) > 1)
    address = step_address("murlan", number)
    names = [one for one, _words in steps[number - 1].tries]
    for done, one in enumerate(names):
        told_page(page, f"{address}?try={one}")
        expect(page.locator("nav.steps .tick")).to_have_count(0)
        tried = the.tries[one]
        drill = tried.drill("murlan")
        ask = drill.asked(tried.question)
        assert ask.is_valid()
        values = [("answer", value) for value in drill.right(ask)]
        told_page(page, f"{address}?{urlencode([('try', one), ('given', 'on'), *values])}")
        expect(page.locator(".verdict.yes")).to_be_visible()
        assert len(kept(page)["steps"]["murlan"]) == done + 1
        assert kept(page)["rules"][f"murlan.{tried.rule}"]["last"] == ""
    expect(page.locator("nav.steps .tick")).to_have_count(1)
    expect(page.locator("nav.steps [aria-current]").locator("..").locator(".tick")).to_have_text("(done)")
    is_accessible(page)
    told_page(page, step_address("murlan", len(steps)))  # a step that only tells is done when it was seen
    expect(page.locator("nav.steps .tick")).to_have_count(2)
    page.goto("/en/murlan/drill/")
    expect(page.locator("[data-steps]")).to_have_text(re.compile(r"Steps done:\s*2"))


def solution(game: str, number: int) -> list[tuple[str, str]]:
    drill: Any = GAMES[game].puzzle
    ask = drill.asked(puzzles(game)[number - 1].made.question)
    assert ask.is_valid()
    return [("given", "on"), *(("answer", value) for value in drill.right(ask))]


def test_a_puzzle_solved_is_ticked_in_list_and_archive(page: Page) -> None:
    day = Client(headers={"host": "localhost"}).get("/en/puzzle/2026-11-23/").context["it"]
    game, number = day.game, day.puzzle.number
    right = solution(game, number)
    told_page(page, f"/en/puzzle/2026-11-23/?{urlencode(right)}")  # sent by somebody
    assert kept(page).get("puzzles", {}) == {}
    told_page(page, "/en/puzzle/2026-11-23/")
    told_page(page, f"/en/puzzle/2026-11-23/?{urlencode([('tries', '2'), ('hints', '1'), *right])}")
    expect(page.locator(".verdict.yes")).to_be_visible()
    assert kept(page)["puzzles"][f"{game}.{number}"].items() >= {"tries": 3, "hints": 1}.items()
    assert rules_kept(page) == {}
    for address in (f"/en/{game}/puzzle/", "/en/puzzle/archive/2026-11/"):
        page.goto(address)
        expect(page.locator("main .tick")).to_have_count(1)
        expect(page.locator("a:has(.tick)")).to_have_accessible_name(re.compile(r"\(done\)"))
        is_accessible(page)
    page.goto(KNOW)
    expect(page.locator(f"#{game} [data-solved]")).to_have_text(re.compile(r"solved:\s*1"))


def test_a_puzzle_whose_answer_was_shown_is_not_solved(page: Page) -> None:
    told_page(page, "/en/murlan/puzzle/3/")
    told_page(page, "/en/murlan/puzzle/3/?hints=3")
    told_page(page, f"/en/murlan/puzzle/3/?{urlencode(solution('murlan', 3))}")
    expect(page.locator(".verdict.yes")).to_be_visible()
    assert kept(page).get("puzzles", {}) == {}


# --- What I know ---


def memory(**rules: dict[str, Any]) -> dict[str, Any]:
    return {"version": 1, "rules": rules, "steps": {}, "puzzles": {}, "seen": []}


def entry(last: str = "11111", since: int = NOON - 300 * DAY, stage: int = 0) -> dict[str, Any]:
    return {"asked": len(last), "last": last, "since": since, "stage": stage, "at": since}


SOME = memory(
    **{
        "murlan.follow": entry(),
        "murlan.bombs": entry(stage=1),
        "murlan.order": entry(stage=3),
        "murlan.points": entry(last="101", since=0),
    }
)


@pytest.fixture
def knowing(page: Page) -> Page:
    """The page, in a browser that remembers something."""
    page.set_viewport_size(PHONE["viewport"])
    page.goto(KNOW)
    page.evaluate("state => localStorage.setItem('progress', JSON.stringify(state))", SOME)
    page.reload()
    expect(page.locator("#murlan .counts")).to_be_visible()
    return page


def test_the_map_says_by_sign_and_word_how_each_ruling_stands(knowing: Page) -> None:
    said = {"follow": "known", "bombs": "remembered", "order": "remembered", "points": "met", "target": "new"}
    for rule, word in said.items():
        expect(knowing.locator(f"[data-rule='murlan.{rule}'] .standing").first).to_have_text(word)
    due = knowing.locator("#murlan li:has([data-standing=due])")
    assert due.evaluate_all("all => all.map(one => one.dataset.rule)") == ["murlan.follow", "murlan.bombs"]
    others = len(GAMES["murlan"].practised) - 4
    expect(knowing.locator("#murlan .counts b")).to_have_text([str(others), "1", "1", "2"])
    expect(knowing.locator("#murlan .due b")).to_have_text("2")
    expect(knowing.locator("#muriel .due")).to_be_hidden()
    signs = knowing.locator("#standings dt").evaluate_all(
        "all => all.map(one => getComputedStyle(one, '::before').content)"
    )
    assert len(set(signs)) == len(signs) == 5


def test_what_is_due_is_practised_in_a_mix(knowing: Page) -> None:
    for address in (KNOW, "/en/murlan/drill/"):
        knowing.goto(address)
        link = knowing.get_by_role("link", name="Practise what is due")
        expect(link).to_have_attribute("href", re.compile(r"only=(follow\+bombs|bombs\+follow)\+\w"))
        link.click()
        expect(knowing.locator("#asked")).to_have_attribute("data-mix", "on")
        rule = knowing.locator("#asked").get_attribute("data-rule")
        only = re.search(r"only=([^&]+)", knowing.url)
        assert rule
        assert only
        assert rule.removeprefix("murlan.") in only[1].split("+")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_knows_is_accessible_and_fits_a_phone(knowing: Page, language: str) -> None:
    with translation.override(language):
        knowing.goto(reverse("know"))
    expect(knowing.locator("#murlan .counts")).to_be_visible()
    assert not scrolls_sideways(knowing)
    assert too_small(knowing, CONTROLS) == []
    assert unnamed(knowing) == []
    if language == "cs":
        is_accessible(knowing)


def test_what_is_saved_is_brought_in_elsewhere(knowing: Page, browser: Browser, base_url: str, tmp_path: Any) -> None:
    with knowing.expect_download() as download:
        knowing.locator("#save").press("Enter")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    link = knowing.locator("[data-copy]")
    expect(link).to_have_attribute("href", re.compile("#.{40}"))
    context = browser.new_context(**PHONE, base_url=base_url)
    for way in ("link", "file"):
        page = context.new_page()
        if way == "link":
            page.goto(str(link.get_attribute("href")))
        else:
            page.goto(KNOW)
            page.locator("#bring").set_input_files(file)
        expect(page.locator("#brought")).to_be_focused()
        expect(page.locator(".changes li")).to_have_count(4)
        expect(page.locator(".changes")).to_contain_text("Murlan, Following: new → known")
        assert kept(page) == {}
        is_accessible(page)
        assert not scrolls_sideways(page)
        page.locator("#leave").press("Enter")
        expect(page.locator("#brought")).to_be_hidden()
        assert kept(page) == {}
        if way == "link":
            page.goto(KNOW)
            page.goto(str(link.get_attribute("href")))
        else:
            page.locator("#bring").set_input_files(file)
        expect(page.locator("#brought")).to_be_focused()
        page.locator("#take").press("Enter")
        expect(page.locator("#murlan .due b")).to_have_text("2")
        assert kept(page) == SOME
        assert page.url.endswith(KNOW)
        page.locator("#bring").set_input_files(file)
        expect(page.locator("#brought .nothing")).to_be_visible()
        page.evaluate("localStorage.clear()")
    context.close()


@pytest.mark.parametrize(
    ("written", "fault"),
    [("x", "unreadable"), ("[]", "unreadable"), ("{}", "unreadable"), ('{"version":9,"rules":{}}', "newer")],
)
def test_a_file_that_is_none_changes_nothing_and_says_so(knowing: Page, written: str, fault: str) -> None:
    file = {"name": "x.json", "mimeType": "application/json", "buffer": written.encode()}
    knowing.locator("#bring").set_input_files(file)  # type: ignore[arg-type]
    expect(knowing.locator(f"#{fault}")).to_be_visible()
    if written in ("x", '{"version":9,"rules":{}}'):  # once for each fault
        is_accessible(knowing)
    assert kept(knowing) == SOME


def test_a_link_that_was_cut_off_changes_nothing_and_says_so(knowing: Page) -> None:
    whole = str(knowing.evaluate(f"async state => (await import('{MODEL}')).packed(state)", SOME))
    for cut in (whole[:-9], "x", whole + "A!"):
        knowing.goto("/en/glossary/")
        knowing.goto(f"{KNOW}#{cut}")
        expect(knowing.locator("#unreadable")).to_be_visible()
    assert kept(knowing) == SOME


def test_to_forget_is_asked_once_more(knowing: Page) -> None:
    knowing.locator("#forget button").first.press("Enter")
    expect(knowing.locator("#forget .no")).to_be_focused()
    is_accessible(knowing)
    assert too_small(knowing, CONTROLS) == []
    knowing.keyboard.press("Enter")
    expect(knowing.locator(".surely")).to_be_hidden()
    assert kept(knowing) == SOME
    for game, left in (("Muriel", 4), ("Murlan", 0)):
        knowing.locator("#forget select").select_option(label=game)
        knowing.locator("#forget button").first.click()
        knowing.locator("#forget .yes").click()
        expect(knowing.locator("#forgotten")).to_have_text("Forgotten.")
        assert len(kept(knowing)["rules"]) == left
    expect(knowing.locator("#murlan .due")).to_be_hidden()


def test_another_tab_is_painted_too(knowing: Page) -> None:
    beside = knowing.context.new_page()
    beside.goto("/en/murlan/drill/")
    expect(beside.locator(".due b")).to_have_text("2")
    knowing.evaluate("localStorage.clear()")
    expect(beside.locator(".due")).to_be_hidden()


@pytest.mark.parametrize("found", ["{", "7", "null", '{"rules":7}', '{"version":1,"rules":{"murlan.follow":{}}}'])
def test_a_broken_memory_is_an_empty_one(page: Page, found: str) -> None:
    page.goto(KNOW)
    page.evaluate("text => localStorage.setItem('progress', text)", found)
    page.reload()
    expect(page.locator("#murlan .counts b").last).to_have_text("0")
    it = asked(*IT)
    told_page(page, question(it))
    told_page(page, answer(it, list(it.right)))
    assert rules_kept(page) == {name(it): "1"}


def test_what_a_newer_version_wrote_is_left_alone(page: Page) -> None:
    newer = {"version": 2, "rules": {}}
    page.goto(KNOW)
    page.evaluate("state => localStorage.setItem('progress', JSON.stringify(state))", newer)
    it = asked(*IT)
    told_page(page, question(it))
    told_page(page, answer(it, list(it.right)))
    assert kept(page) == newer


FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };"""


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_a_browser_that_keeps_nothing_practises_all_the_same(page: Page, script: str) -> None:
    page.add_init_script(script)
    it = asked(*IT)
    told_page(page, question(it))
    told_page(page, answer(it, list(it.right)))
    expect(page.locator(".verdict.yes")).to_be_visible()
    page.goto(KNOW)
    if script == FORBIDDEN:
        expect(page.locator("#forbidden")).to_be_visible()
        is_accessible(page)
    page.locator("#forget button").first.click()
    page.locator("#forget .yes").click()
    expect(page.locator("#forbidden")).to_be_visible()


def test_without_scripts_the_map_is_links(browser: Browser, base_url: str) -> None:
    context = browser.new_context(**PHONE, base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    page.goto(KNOW)
    expect(page.get_by_text("The memory needs JavaScript")).to_be_visible()
    expect(page.locator("#save")).to_be_hidden()
    expect(page.locator(".counts").first).to_be_hidden()
    page.get_by_role("link", name="Practise: Following").click()
    expect(page.locator("form.reply")).to_be_visible()
    context.close()


def test_no_cookie_and_no_word_of_it_to_the_server(knowing: Page) -> None:
    sent: list[str] = []
    knowing.on("request", lambda request: sent.append(f"{request.method} {request.url} {request.post_data or ''}"))
    for address in ("/en/murlan/drill/", "/en/murlan/puzzle/", "/en/puzzle/archive/", KNOW):
        knowing.goto(address)
    assert knowing.context.cookies() == []
    assert all(one.startswith("GET ") and "11111" not in one and "?" not in one for one in sent)
