"""The judge's contract for Machiavelli, and what its pages show."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from bench.deals import machiavelli
from games.arranging.rebuild import best_turn
from games.cards import DECK
from games.judge import reply
from games.machiavelli import rules
from games.machiavelli.asks import BestAsk, TryAsk, TurnAsk
from rulesite.rulebook import LANGUAGES

TABLE, HAND = "3c 4c 5c 6c / Qh Qd Qs", "5c 7c 8c Qc Jh Kh"
AFTER = "3c 4c 5c / 5c 6c 7c 8c / Jh Qh Kh / Qd Qs Qc"


def ask(name: str, **question: Any) -> dict[str, Any]:
    return reply({"game": "machiavelli", "ask": name, **question}, "en")


def error(name: str, **question: Any) -> tuple[str, str, str]:
    found = ask(name, **question)["error"]
    assert found["message"]
    return found["field"], found["code"], found.get("at", "")


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def test_best_answers_the_worked_example() -> None:
    answer = ask("best", table=TABLE, hand=HAND)
    assert set(answer) == {"game", "ask", "count", "played", "groups", "proved", "rules", "because"}
    assert answer["proved"] is True
    assert answer["count"] == 6
    assert answer["played"] == ["Jh", "Kh", "5c", "7c", "8c", "Qc"]
    assert sorted(map(sorted, answer["groups"])) == sorted(sorted(g.split()) for g in AFTER.split("/"))
    assert answer["rules"][0] == "machiavelli.take"


WIDE = {"sets": "any_suit", "decks": 3, "jokers": True, "wrap": True}


def dear() -> dict[str, Any]:
    """A question that takes more than a second: three decks, equal suits, jokers, wrap, 41 groups."""
    table, hand = machiavelli(random.Random("41 1"), 41, 13, 3, rules.House(**WIDE).laws)  # type: ignore[arg-type]
    return {"table": [[card.text for card in group] for group in table], "hand": [card.text for card in hand]}


def test_a_cut_off_search_says_so_and_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "SECONDS", 0)
    for language in LANGUAGES:
        answer = reply({"game": "machiavelli", "ask": "best", "lang": language, "house": WIDE} | dear(), "en")
        assert (answer["count"], answer["played"], answer["proved"]) == (0, [], False)
        assert len(answer["groups"]) == 41
        assert answer["rules"] == ["machiavelli.turn"]
    english = ask("best", house=WIDE, **dear())["because"]
    assert english == ("Nothing was found that you can play, but there was no time to try everything.")


@pytest.mark.parametrize(
    ("count_proved", "kept_proved", "said", "headline"),
    [
        (False, True, "another turn might play more cards.", "You can play at least two of your three cards"),
        (True, False, "another may leave more groups untouched.", "You can play two of your three cards"),
        (
            False,
            False,
            "play more cards, or leave more groups untouched.",
            "You can play at least two of your three cards",
        ),
    ],
)
def test_what_is_not_proved_is_named(
    monkeypatch: pytest.MonkeyPatch, count_proved: bool, kept_proved: bool, said: str, headline: str
) -> None:
    def cut(*asked: Any) -> Any:
        return replace(best_turn(*asked), count_proved=count_proved, kept_proved=kept_proved)

    monkeypatch.setattr(rules, "best_turn", cut)
    question = {"table": "4c 5c 6c / Kh Kd Ks", "hand": "3c 7c 9s"}
    answer = ask("best", **question)
    assert answer["proved"] is False
    assert answer["because"].endswith(said)
    assert answer["because"].startswith("One of the two groups on the table stays untouched."), (
        "before what is not certain"
    )
    form = BestAsk(question)
    assert form.is_valid()
    assert str(form.headline().text) == headline
    told = " ".join(text for text, rule in form.sentences())
    assert "No other turn" not in told
    assert "No way to arrange" not in told, "what is not certain says it already"


def test_the_page_says_where_the_search_was_cut_off(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "SECONDS", 0)
    said = {
        "en": ("Nothing found that you can play", "there was no time to try everything"),
        "it": ("Nessuna giocata trovata", "non c’è stato il tempo di provare tutto"),
        "cs": ("Nic k zahrání se nenašlo", "ale nestačil čas"),
    }
    for language, (headline, sentence) in said.items():
        page = client.get(f"/{language}/machiavelli/best/", {"table": "4♣ 5♣ 6♣", "hand": "7♣"}).content.decode()
        page = page.replace("\N{NO-BREAK SPACE}", " ")
        assert headline in page
        assert sentence in page


@pytest.mark.parametrize("name", ["best", "turn"])
def test_a_hand_of_more_than_52_cards_is_an_error_of_the_hand(name: str) -> None:
    pack = [card.text for card in DECK]
    fields = {"best": {"table": ""}, "turn": {"before": "", "after": ""}}[name]
    assert "error" not in ask(name, hand=pack, **fields)
    assert error(name, hand=[*pack, "As"], **fields) == ("hand", "hand-too-large", "")


def test_a_full_table_of_four_decks_is_compared_in_few_steps() -> None:
    """Every set taken apart for runs, 52 groups before, 64 after; judged by three other house rules as well."""
    sets = [" ".join(f"{rank}{suit}" for suit in "shdc") for rank in "A23456789TJQK"] * 4
    runs = [" ".join(rank + suit for rank in ranks) for suit in "shdc" for ranks in ("A23", "456", "789", "TJQK")] * 4
    calls = 0

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        answer = ask("turn", before=sets, hand="", after=runs, house={"decks": 4})
    finally:
        sys.setprofile(None)
    assert answer["rules"] == ["machiavelli.play", "machiavelli.restore"]
    assert calls < 500_000


def test_turn_answers_the_worked_example() -> None:
    answer = ask("turn", before=TABLE, hand=HAND, after=AFTER)
    assert set(answer) == {"game", "ask", "legal", "played", "unless", "rules", "because"}
    assert answer["legal"] is True
    assert answer["played"] == ["Jh", "Kh", "5c", "7c", "8c", "Qc"]


def test_groups_may_be_lists_of_lists_of_texts_or_one_text() -> None:
    as_text = ask("turn", before=TABLE, hand=HAND, after=AFTER)
    as_lists = ask(
        "turn",
        before=[["3c", "4c", "5c", "6c"], "Qh Qd Qs", []],
        hand=HAND.split(),
        after=[group.split() for group in AFTER.split("/")],
    )
    assert as_lists == as_text == ask("turn", before=f"/ {TABLE} /", hand=HAND, after=AFTER)


def test_group() -> None:
    assert ask("group", cards="Qh Qd Qc")["kind"] == "set"
    assert ask("group", cards="Qs Ks As")["kind"] == "run"
    none = ask("group", cards="Ks As 2s")
    assert set(none) == {"game", "ask", "kind", "unless", "rules", "because"}
    assert none["kind"] is None
    assert none["rules"] == ["machiavelli.runs"]


def test_house_rules() -> None:
    assert ask("group", cards="Ks As 2s", house={"wrap": True})["kind"] == "run"
    assert ask("group", cards="Qh Qd Qd", house={"sets": "any_suit"})["kind"] == "set"
    assert ask("group", cards="Qd Qd Qd", house={"sets": "any_suit", "decks": 3})["kind"] == "set"
    assert ask("group", cards="Ks X X", house={"jokers": True})["kind"] == "set"
    assert ask("group", cards="Ks Xb Xr", house={"jokers": True})["kind"] == "set"
    assert error("group", cards="Qh Qd Qc", house={"decks": 1})[:2] == ("house.decks", "unknown-choice")
    assert error("group", cards="Qh Qd Qc", house={"wrap": 1})[:2] == ("house.wrap", "no-switch")


def test_an_empty_table_and_an_empty_hand_are_no_errors() -> None:
    assert ask("best", table="", hand="")["count"] == 0
    assert ask("best", table="", hand="9s 9h 9d")["groups"] == [["9s", "9h", "9d"]]
    nothing = ask("turn", before="", hand="", after="")
    assert (nothing["legal"], nothing["played"]) == (False, [])
    assert ask("turn", before=TABLE, hand=HAND, after="")["legal"] is False
    assert error("group", cards="")[:2] == ("cards", "required")


@pytest.mark.parametrize(
    ("name", "question", "expected"),
    [
        ("best", {"table": "4c 5c 7c / Qh Qd Qs", "hand": ""}, ("table.0", "no-group", "4c 5c 7c")),
        ("turn", {"before": "4c 5c 6c / Qh Qd Qd", "hand": "", "after": ""}, ("before.1", "no-group", "Qh Qd Qd")),
        ("best", {"table": "4c 5c 6c", "hand": "4c 4c"}, ("hand", "too-many", "4c")),
        ("turn", {"before": "", "hand": "4c", "after": "4c 4c / 4c"}, ("after.1", "too-many", "4c")),
        ("group", {"cards": "Ks X X"}, ("cards", "not-in-pack", "X")),
        ("group", {"cards": "Ks X X X", "house": {"jokers": True}}, ("cards", "too-many", "X")),
        ("best", {"table": "4c 5c 1Z", "hand": ""}, ("table.0", "unknown-card", "1Z")),
        ("best", {"table": {"a": 1}, "hand": ""}, ("table", "no-groups", "")),
    ],
)
def test_bad_input_is_named(name: str, question: dict[str, Any], expected: tuple[str, str, str]) -> None:
    assert error(name, **question) == expected


def test_a_card_of_the_table_may_be_in_the_hand_as_well() -> None:
    assert ask("best", table="4c 5c 6c", hand="4c")["count"] == 0
    assert ask("best", table="4c 5c 6c", hand="7c 4c")["played"] == ["7c"]


def test_score() -> None:
    assert ask("score", hands={"Ada": 4, "Ugo": 0})["winner"] == "Ugo"
    assert ask("score", hands={"Ada": 3, "Ugo": 5, "Iva": 3})["winner"] == ["Ada", "Iva"]
    assert ask("score", hands={"Ada": "4c 5c", "Ugo": ["Ks"], "Iva": "2h 2h 2d"})["winner"] == "Ugo"
    assert ask("score", hands={"Ada": "", "Ugo": ["Ks"]})["winner"] == "Ada"


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ({"Ada": "4c 4c", "Ugo": "4c"}, ("hands.Ugo", "too-many", "4c")),
        ({"Ada": "4c 1Z", "Ugo": "4c"}, ("hands.Ada", "no-number", "1Z")),
        ({"Ada": "X", "Ugo": "4c"}, ("hands.Ada", "not-in-pack", "X")),
        ({"Ada": None, "Ugo": 3}, ("hands.Ada", "no-number", "null")),
        ({"Ada": True, "Ugo": 3}, ("hands.Ada", "no-number", "true")),
        ({"Ada": -2, "Ugo": 3}, ("hands.Ada", "below-zero", "-2")),
        ([["Ada", 3]], ("hands", "no-hands", "")),
        (None, ("hands", "required", "")),
    ],
)
def test_bad_hands_are_named(hands: Any, expected: tuple[str, str, str]) -> None:
    assert error("score", hands=hands) == expected


def steps_of(table: str, hand: str) -> list[tuple[str, list[str]]]:
    """What the page tells the player to do, with the groups as they are drawn; marked cards in brackets."""
    form = BestAsk({"table": table, "hand": hand})
    assert form.is_valid(), form.errors
    found = []
    for step in form.steps:
        rows = []
        for laid in step.rows[0][1]:
            marks = laid.marks or (None,) * len(laid.cards)
            cards = [f"({card})" if mark else f"{card}" for card, mark in zip(laid.cards, marks, strict=True)]
            rows.append(" ".join([*([f"{laid.number}:"] if laid.number else []), *cards]))
        found.append((step.text, rows))
    return found


def test_steps_leave_take_away_add_and_build() -> None:
    assert steps_of("2d 3d 4d / 7s 7h 7d 7c / 8s 9s Ts / 5h 5d 5c", "8h 9h Js 6h") == [
        ("Leave these two groups as they are.", ["1: 2d 3d 4d", "4: 5h 5d 5c"]),
        ("Take the marked cards from this group.", ["2: 7s (7h) 7d 7c"]),
        ("Add to this group.", ["3: 8s 9s Ts (Js)"]),
        ("Build this group.", ["(6h) (7h) (8h) (9h)"]),
    ]


def test_steps_take_apart() -> None:
    assert steps_of("4c 5c 6c / 4d 5d 6d / 4s 5s 6s", "4h 5h") == [
        ("Take these three groups apart.", ["1: 4c 5c 6c", "2: 4d 5d 6d", "3: 4s 5s 6s"]),
        ("Build these three groups.", ["(4s) (4h) (4d) (4c)", "(5s) (5h) (5d) (5c)", "(6s) (6d) (6c)"]),
    ]


def test_steps_add_and_lay_down() -> None:
    assert steps_of("7h 8h 9h / Qs Qd Qc", "Th 2s 3s 4s") == [
        ("Leave this group as it is.", ["2: Qs Qd Qc"]),
        ("Add to this group.", ["1: 7h 8h 9h (Th)"]),
        ("Build this group.", ["(2s) (3s) (4s)"]),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_turn_is_one_tap_from_the_judge(client: Client, language: str) -> None:
    page = client.get(f"/{language}/machiavelli/best/", {"table": "3♣4♣5♣6♣/Q♥Q♦Q♠", "hand": "5♣7♣8♣Q♣J♥K♥"})
    link = page.context["ask"].check_link
    assert link.replace("&", "&amp;") in page.content.decode()
    turn = client.get(link)
    assert isinstance(turn.context["ask"], TurnAsk)
    assert turn.context["headline"].tone == "yes"
    assert client.get(turn.context["ask"].best_link).context["ask"].result()["count"] == 6


@pytest.mark.parametrize(
    ("after", "tone", "said"),
    [
        ("", "open", "The table is as it was"),
        (TABLE, "open", "The table is as it was"),
        ("Qs Qd Qh / 6c 3c 4c 5c", "open", "The table is as it was"),
        ("3c 4c 5c 6c / Qh Qd / Qs", "open", "Two groups are not valid yet"),
        ("3c 4c 5c 6c / Qh Qd Qs Jh", "open", "One group is not valid yet"),
        ("3c 4c 5c / Qh Qd Qs", "open", "The turn is not finished yet"),
        ("3c 4c 5c 6c 7c / Qh Qd Qs", "yes", "Yes, you can play this one card"),
    ],
)
def test_a_turn_that_is_tried_out_is_unfinished_and_no_fault(client: Client, after: str, tone: str, said: str) -> None:
    page = client.get("/en/machiavelli/table/", {"before": TABLE, "hand": HAND, "after": after})
    assert isinstance(page.context["ask"], TryAsk)
    assert (page.context["headline"].tone, str(page.context["headline"].text)) == (tone, said)
    told = " ".join(text for text, _rule in page.context["reasons"])
    assert "At the end of a turn" not in told
    assert "put the table back" not in told
    turn = client.get("/en/machiavelli/turn/", {"before": TABLE, "hand": HAND, "after": after})
    assert (turn.context["headline"].tone == "yes") == (tone == "yes")
    if after:
        assert client.get(turn.context["ask"].try_link).context["headline"] == page.context["headline"]


def test_what_cannot_be_read_of_a_turn_tried_out_is_kept(client: Client) -> None:
    page = client.get("/en/machiavelli/table/", {"before": TABLE, "hand": HAND, "after": "3c 4z"})
    assert (page.status_code, "3c 4z" in page.content.decode()) == (422, True)
    assert "after=3c+4z" in page.context["address"]


def test_a_turn_tried_out_is_no_question_of_programs(client: Client) -> None:
    assert error("table", before=TABLE, hand=HAND, after=TABLE)[1] == "unknown-ask"
    best = client.get("/en/machiavelli/best/", {"table": TABLE, "hand": HAND}).context["ask"]
    begun = client.get(best.try_link)
    assert str(begun.context["headline"].text) == "The table is as it was"
    assert client.get(begun.context["ask"].best_link).context["ask"].result() == best.result()


def test_links_keep_the_house_rules(client: Client) -> None:
    page = client.get(
        "/en/machiavelli/best/", {"table": "Ks As 2s", "hand": "3s 9h", "house.wrap": "on", "house.decks": "3"}
    )
    assert page.context["ask"].result()["count"] == 1
    assert "house.wrap=on" in page.context["ask"].check_link
    assert client.get(page.context["ask"].check_link).context["headline"].tone == "yes"


def test_play_this_leads_on_to_the_table_after_the_turn(client: Client) -> None:
    page = client.get("/en/machiavelli/best/", {"table": "3s 4s 5s", "hand": "6s Kh", "house.decks": "3"})
    link = page.context["ask"].play_link
    assert link.replace("&", "&amp;") in page.content.decode()
    later = client.get(link)
    assert later.status_code == 200
    assert not later.context["answered"], "the king cannot be played now, and nobody has asked"
    after = later.context["ask"]
    assert (after["table"].value(), after["hand"].value()) == ("3s 4s 5s 6s", "Kh")
    assert after["house.decks"].value() == 3
    whole = client.get("/en/machiavelli/best/", {"table": "3s 4s 5s", "hand": "6s"})
    assert ">Play this<" not in whole.content.decode()


def test_the_turn_page_marks_hand_moved_missing_and_nowhere(client: Client) -> None:
    page = client.get(
        "/en/machiavelli/turn/",
        {"before": "7s 7h 7d 7c / 2c 3c 4c 5c", "hand": "8h 9h", "after": "7h 8h 9h / 7s 7d 7c / 2c 3c 4c 6c"},
    ).content.decode()
    assert 'class="card h hand face" role="img" aria-label="eight of hearts, from your hand"' in page
    assert 'class="card h moved face" role="img" aria-label="seven of hearts, from group 1"' in page
    assert 'class="card c nowhere face" role="img" aria-label="five of clubs, missing afterwards"' in page
    assert 'class="card c nowhere face" role="img" aria-label="six of clubs, from nowhere"' in page


def test_a_missing_card_is_marked_where_it_lay_not_in_a_group_that_still_has_its_twin(client: Client) -> None:
    for table, gone in (("5c 6c 7c / 7h 7d 7c", 0), ("7h 7d 7c / 5c 6c 7c", 1)):
        after = "7h 7d 7c / 3c 4c 5c 6c"
        asked = client.get("/en/machiavelli/turn/", {"before": table, "hand": "3c 4c", "after": after}).context["ask"]
        marked = [[mark.look if mark else "" for _card, mark in laid.marked] for laid in asked.before_laid]
        assert marked[gone] == ["", "", "nowhere"]
        assert marked[1 - gone] == [""] * 3


def test_a_row_is_removed_and_an_unfinished_one_is_kept(client: Client) -> None:
    address = "/en/machiavelli/score/?player=Ada&left=3&player=Ugo&left="
    page = client.get(address)
    assert page.status_code == 422
    seats = page.context["ask"].hand().seats
    assert [(seat.name, seat.cells["left"].text) for seat in seats] == [("Ada", "3"), ("Ugo", ""), ("", ""), ("", "")]
    assert page.context["address"] == address
    removed = client.get(f"{address}4&remove=0")
    assert (removed.status_code, removed["Location"]) == (302, "/en/machiavelli/score/?player=Ugo&left=4")
    same = client.get("/en/machiavelli/score/?player=Ada&left=3&player=Ada&left=4")
    assert same.status_code == 422
    assert "Ada" in same.context["faults"][0][1]


@pytest.mark.parametrize("decks", [2, 4])
def test_the_keyboard_counts_as_many_copies_as_there_are_decks(client: Client, decks: int) -> None:
    page = client.get("/en/machiavelli/group/", {"cards": "4c", "house.decks": str(decks)}).content.decode()
    assert f'id="keyboard" data-copies="{decks}"' in page
    assert 'data-card="X"' not in page
    with_jokers = client.get("/en/machiavelli/group/", {"cards": "4c", "house.jokers": "on"}).content.decode()
    assert 'data-card="X"' in with_jokers


def test_unknown_numbers_of_decks_are_told_the_known_ones():
    asked = {"game": "machiavelli", "ask": "group", "cards": "7s 7h 7d", "house": {"decks": 5}}
    wrong = reply(asked, "en")["error"]
    assert (wrong["field"], wrong["code"], wrong["at"]) == ("house.decks", "unknown-choice", "5")
    assert "2, 3, 4" in wrong["message"]
