"""The judge's contract, at both of its doors."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from games import judge
from games.catalogue import GAMES
from games.judge import MAX_QUESTION, MAX_QUESTIONS, MAX_REQUEST, reply
from rulesite.rulebook import LANGUAGES, book

STEP = {"game": "murlan", "ask": "play", "hand": "4s 5d 6h 7c 8s 9s 2d", "table": "3s 4d 5h 6c 7s 8d"}
LEGAL = STEP | {"cards": "4s 5d 6h 7c 8s 9s"}


CONTRACT: dict[str, tuple[str, str]] = {
    "murlan.combination": ("cards", "kind value length"),
    "murlan.play": ("hand cards table opening", "legal unless"),
    "murlan.plays": ("hand table opening", "plays must_pass"),
    "murlan.exchange": ("first_hand last_hand", "due last_gives first_gives starts"),
    "murlan.score": ("hands", "totals target winner"),
    "muriel.trick": ("cards players", "taker claims bonus strays points"),
    "muriel.hand": ("deal tricks dealer", "piles leader hands over"),
    "muriel.score": ("hands", "totals winner"),
    "ramino.meld": ("cards", "kind unless"),
    "ramino.arrange": ("hand", "melds deadwood points"),
    "ramino.lay_off": ("hand table own", "lay_offs"),
    "ramino.deal": ("players", "cards"),
    "ramino.score": ("deals match", "totals winner"),
    "machiavelli.group": ("cards", "kind unless"),
    "machiavelli.turn": ("before hand after", "legal played unless"),
    "machiavelli.best": ("table hand", "count played groups proved"),
    "machiavelli.score": ("hands", "winner"),
    "marriage.set": ("cards tiplu", "kind primary"),
    "marriage.arrange": ("hand tiplu players", "primary dublees complete sets discard away"),
    "marriage.maal": ("tiplu cards floor", "points items"),
    "marriage.settle": ("players tiplu", "results pays"),
}
"""The public contract: each question's own fields, and the result fields of its answer."""
HOUSE_RULES = {
    "murlan": "straight_step straight_flush joker_pair",
    "muriel": "next_lead",
    "ramino": "lay_off no_return pack ace at_once",
    "machiavelli": "sets decks jokers wrap",
    "marriage": "alter jokers dublee_bonus unseen_maal tunnel_pachaunu maal_pachaunu better dublee_better main_card dhoos",
}
"""The games that the contract names; what others answer, ``tests/answers`` holds."""


def test_questions_and_house_rules_are_those_of_the_contract() -> None:
    asks = {f"{game}.{name}": ask() for game in HOUSE_RULES for name, ask in GAMES[game].judged.items()}
    fields = {
        name: {field for field in ask.judged_fields if not field.startswith("house.")} for name, ask in asks.items()
    }
    assert fields == {name: set(own.split()) for name, (own, _result) in CONTRACT.items()}
    for name, ask in asks.items():
        house = {field.removeprefix("house.") for field in ask.judged_fields if field.startswith("house.")}
        # One more would be optional, and break nobody's question.
        assert house >= set(HOUSE_RULES[name.split(".")[0]].split())


def test_answers_hold_the_fields_of_the_contract_and_no_others() -> None:
    answered = set()
    for game in HOUSE_RULES:
        for example in book(game).examples.values():
            if GAMES[game].asks[example.ask].judged:
                answer = reply({"game": game, "ask": example.ask, **example.question}, "en")
                _own, result = CONTRACT[f"{game}.{example.ask}"]
                assert list(answer) == ["game", "ask", *result.split(), "rules", "because"], example.name
                answered.add(f"{game}.{example.ask}")
    assert answered


def ask(**question: Any) -> dict[str, Any]:
    return reply({"game": "murlan", **question}, "en")


def run(monkeypatch: pytest.MonkeyPatch, text: bytes, *arguments: str) -> list[dict[str, Any]]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    out = io.StringIO()
    call_command("judge", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def post(client: Client, content: Any) -> Any:
    return client.post("/api/judge", content, content_type="application/json")


def test_play() -> None:
    answer = reply(LEGAL, "en")
    assert answer == {
        "game": "murlan",
        "ask": "play",
        "legal": True,
        "unless": [],
        "rules": ["murlan.straight-step"],
        "because": answer["because"],
    }
    assert answer["because"]


def test_house_rules() -> None:
    high = {
        "game": "murlan",
        "ask": "play",
        "hand": "5s 6d 7h 8c 9s Ts",
        "table": STEP["table"],
        "cards": "5s 6d 7h 8c 9s Ts",
    }
    assert reply(high, "en")["legal"] is False
    assert reply(high | {"house": {"straight_step": "any"}}, "en")["legal"] is True


def test_combination() -> None:
    assert ask(ask="combination", cards="Ts Jd Qh Kc As") | {"because": ""} == {
        "game": "murlan",
        "ask": "combination",
        "kind": "straight",
        "value": "A",
        "length": 5,
        "rules": ["murlan.straights"],
        "because": "",
    }
    assert ask(ask="combination", cards="Xb Xr")["kind"] is None
    assert ask(ask="combination", cards="Xr")["value"] == "Xr"
    assert ask(ask="combination", cards=["Td", "10♣"])["value"] == "T"


def test_plays() -> None:
    answer = ask(ask="plays", hand="Xb 8d 8h 5s", table="7c")
    assert answer["plays"] == [
        {"kind": "single", "value": "8", "length": 1, "cards": ["8h"]},
        {"kind": "single", "value": "Xb", "length": 1, "cards": ["Xb"]},
    ]
    assert answer["must_pass"] is False
    assert ask(ask="plays", hand="")["must_pass"] is True


def test_exchange() -> None:
    answer = ask(ask="exchange", first_hand="4s Td Jc", last_hand="2h 2d 5s")
    assert {name: answer[name] for name in ("due", "last_gives", "first_gives", "starts")} == {
        "due": True,
        "last_gives": ["2h", "2d"],
        "first_gives": ["4s", "Td"],
        "starts": "last",
    }


def test_score() -> None:
    answer = ask(ask="score", hands=[["A", "B", "C", "D"]] * 7)
    assert (answer["totals"], answer["target"], answer["winner"]) == ({"A": 21, "B": 14, "C": 7, "D": 0}, 21, "A")
    assert ask(ask="score", hands=[])["winner"] is None


@pytest.mark.parametrize(
    ("question", "field", "code", "at"),
    [
        ({"ask": "play", "hand": "4s", "cards": "1Z"}, "cards", "unknown-card", "1Z"),
        ({"ask": "play", "hand": "4s 4s", "cards": "4s"}, "hand", "too-many", "4s"),
        ({"ask": "play", "hand": "4s", "table": "4s", "cards": "4s"}, "table", "too-many", "4s"),
        ({"ask": "play", "hand": "4s", "cards": "5s"}, "cards", "not-in-hand", "5s"),
        ({"ask": "play", "hand": "4s", "cards": "4s 4s"}, "cards", "too-many", "4s"),
        ({"ask": "play", "hand": "X", "cards": "X"}, "hand", "joker-colour", "X"),
        ({"ask": "play", "hand": "4s"}, "cards", "required", ""),
        ({"ask": "play", "hand": "4s", "cards": ""}, "cards", "required", ""),
        ({"ask": "play", "hand": "4s", "cards": []}, "cards", "required", ""),
        ({"ask": "play", "hand": 4, "cards": "4s"}, "hand", "no-cards", ""),
        ({"ask": "play", "hand": [4], "cards": "4s"}, "hand", "no-cards", ""),
        ({"ask": "play", "hand": "4s", "cards": "4s", "table": "4d 5d"}, "table", "table-no-combination", ""),
        ({"ask": "play", "hand": "4s", "cards": "4s", "table": "3d", "opening": True}, "opening", "opening-with-table", ""),
        ({"ask": "play", "hand": "4s", "cards": "4s", "opening": "yes"}, "opening", "no-switch", "yes"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "opening": 1}, "opening", "no-switch", "1"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"joker_pair": "true"}}, "house.joker_pair", "no-switch", "true"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"straight_step": "two"}}, "house.straight_step", "unknown-choice", "two"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"wrap": True}}, "house.wrap", "unknown-field", "wrap"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house.joker_pair": True}, "house.joker_pair", "unknown-field", "house.joker_pair"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"joker_pair": None}}, "house.joker_pair", "no-switch", "null"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"joker_pair": [True]}}, "house.joker_pair", "no-switch", "[true]"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"straight_step": None}}, "house.straight_step", "unknown-choice", "null"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"straight_step": ""}}, "house.straight_step", "unknown-choice", ""),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": {"straight_step": True}}, "house.straight_step", "unknown-choice", "true"),
        ({"ask": "play", "hand": "4s", "cards": "4s", "house": 3}, "house", "no-object", ""),
        ({"ask": "play", "hand": "4s", "cards": "4s", "joker": True}, "joker", "unknown-field", "joker"),
        ({"ask": "exchange", "first_hand": "", "last_hand": "4s"}, "first_hand", "required", ""),
        ({"ask": "exchange", "first_hand": "4s", "last_hand": "4s"}, "last_hand", "too-many", "4s"),
        ({"ask": "plays", "table": "4s"}, "hand", "required", ""),
        ({"ask": "plays", "hand": None}, "hand", "required", ""),
        ({"ask": "plays", "hand": {}}, "hand", "no-cards", ""),
        ({"game": "ramino", "ask": "arrange"}, "hand", "required", ""),
        ({"game": "ramino", "ask": "lay_off", "hand": "4s"}, "table", "required", ""),
        ({"game": "ramino", "ask": "lay_off", "hand": "4s", "table": {}}, "table", "no-groups", ""),
        ({"game": "marriage", "ask": "arrange"}, "hand", "required", ""),
        ({"game": "muriel", "ask": "hand", "deal": "4s", "dealer": 0}, "tricks", "required", ""),
        ({"game": "machiavelli", "ask": "turn", "before": "", "hand": "4s"}, "after", "required", ""),
        ({"game": "machiavelli", "ask": "best", "hand": "4s"}, "table", "required", ""),
        ({"game": "machiavelli", "ask": "score", "hands": {"A": 1, "B": "9" * 5000}}, "hands.B", "no-number", "9" * 5000),
        ({"ask": "score"}, "hands", "required", ""),
        ({"ask": "score", "hands": "ABCD"}, "hands", "no-hands", ""),
        ({"ask": "score", "hands": [["A", "B", "C", "D"], "ABCD"]}, "hands.1", "no-hand", ""),
        ({"ask": "score", "hands": [["A", "B", "C"]]}, "hands.0", "four-names", ""),
        ({"ask": "score", "hands": [["A", "B", "C", " "]]}, "hands.0", "four-names", ""),
        ({"ask": "score", "hands": [["A", "B", "C", "D"], ["A", "B", "C", "5% %s"]]}, "hands.1", "other-name", ""),
        ({"ask": "score", "hands": [["A", "B", "C", "D"]] * 8}, "hands.7", "after-the-end", ""),
        ({"ask": "shuffle"}, "ask", "unknown-ask", "shuffle"),
        ({"ask": ["play"]}, "ask", "unknown-ask", '["play"]'),
        ({}, "ask", "unknown-ask", ""),
        ({"game": "poker"}, "game", "unknown-game", "poker"),
        ({"ask": "plays", "lang": "xx"}, "lang", "unknown-lang", "xx"),
        ({"ask": "plays", "notation": "xx"}, "notation", "unknown-notation", "xx"),
    ],
)  # fmt: skip
def test_errors(question: dict[str, Any], field: str, code: str, at: str) -> None:
    answer = ask(**question)
    assert set(answer) == {"error"}
    found = answer["error"]
    assert (found["field"], found["code"], found.get("at", "")) == (field, code, at)
    assert found["message"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "question",
    [
        {"ask": "play", "hand": "As", "table": "Ks", "cards": "As"},
        {"ask": "play", "hand": "5s 6s 7s 8s 9s", "table": "4d 4h", "cards": "5s 6s 7s 8s 9s"},
        {"ask": "play", "hand": "5s 6s 7s 8s 9s", "table": "4d 5d 6d 7d 8d 9d", "cards": "5s 6s 7s 8s 9s"},
        {"ask": "combination", "cards": "As"},
        {"ask": "score", "hands": [["A.", "B.", "C.", "D."]]},
        {
            "game": "marriage",
            "ask": "arrange",
            "hand": "2s 3s 4s 2h 3h 4h 2d 3d 4d 6c 6c 6c 8s 8h 8d Ts Th Td Qs Qh Qd Kc",
        },
    ],
)
def test_because_is_one_or_two_sentences(question: dict[str, Any], lang: str) -> None:
    because = ask(**question, lang=lang)["because"]
    named = re.sub(r"\b[ABCD]\.", "", because)
    assert 1 <= len(re.findall(r"[.!?](?=\s|$)", named)) <= 2


def test_opening_without_the_three_of_spades_cites_the_opening_first() -> None:
    assert ask(ask="play", hand="4s 5s", cards="4s 5s", opening=True)["rules"][0] == "murlan.opening"


def test_nan_and_infinity_are_no_json() -> None:
    for text in ("NaN", '{"game": NaN}', "[Infinity]", "-Infinity"):
        assert judge.reply_to_text(text, "en")["error"]["code"] == "no-json"


def test_an_unreadable_letter_is_told_which_letters_are_read() -> None:
    message = ask(ask="combination", cards="4P")["error"]["message"]
    assert "4P" in message
    assert all(letter in message for letter in ("s\u202f♠", "h\u202f♥", "d\u202f♦", "c\u202f♣"))


def test_notation_is_its_own_field_whatever_the_language() -> None:
    assert ask(ask="combination", cards="4s", lang="it")["kind"] == "single"
    assert ask(ask="combination", cards="4P 4C", notation="it")["kind"] == "pair"
    assert "error" in ask(ask="combination", cards="4P 4C", lang="it")


def test_answers_come_in_the_language_asked() -> None:
    said = {lang: reply(LEGAL | {"lang": lang}, "en")["because"] for lang in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    assert reply(LEGAL, "cs")["because"] == said["cs"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_stay_in_step_and_one_bad_line_never_stops_the_run(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    lines = [
        json.dumps(LEGAL).encode(),
        b"",
        b"not JSON",
        b"[1, 2]",
        b"\xff\xfe",
        b'{"game": "murlan", "ask": "combination", "cards": "\\ud800"}',
        b"[" * 10_000,
        json.dumps(LEGAL | {"hand": "4s " * 10_000}).encode(),
        json.dumps(LEGAL | {"notation": {}}).encode(),
        json.dumps(LEGAL).encode(),
    ]
    answers = run(monkeypatch, b"\n".join(lines) + b"\n", "--lang", lang)
    assert len(answers) == len(lines)
    assert answers[0] == answers[-1]
    assert answers[0]["legal"] is True
    assert ["error" in answer for answer in answers[1:-1]] == [True] * 8
    assert [answer["error"]["code"] for answer in answers[1:4]] == ["no-json", "no-json", "no-object"]
    assert answers[7]["error"]["code"] == "too-long"


def test_a_fault_of_our_own_does_not_stop_the_run(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(judge, "GAMES", None)
    assert reply(LEGAL, "en")["error"]["code"] == "internal"
    assert "Traceback" in caplog.text


def test_http_one_question(client: Client) -> None:
    response = post(client, LEGAL)
    assert response.status_code == 200
    assert response.json() == reply(LEGAL, "en")
    response = post(client, LEGAL | {"cards": "1Z"})
    assert response.status_code == 422
    assert response.json()["error"]["at"] == "1Z"


def test_http_list_of_questions(client: Client) -> None:
    response = post(client, [LEGAL, 5, LEGAL])
    assert response.status_code == 200
    first, bad, last = response.json()
    assert first == last == reply(LEGAL, "en")
    assert bad["error"]["code"] == "no-object"


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        ("{", 400, "no-json"),
        ("", 400, "no-json"),
        ("NaN", 400, "no-json"),
        ('{"game": "\\ud800"}', 422, "unknown-game"),
        (json.dumps(LEGAL | {"hand": "4s " * (MAX_QUESTION // 3)}), 422, "too-long"),
        (json.dumps([LEGAL] * (MAX_QUESTIONS + 1)), 413, "too-many-questions"),
        ('"' + "x" * MAX_REQUEST + '"', 413, "too-long"),
    ],
)
def test_http_limits(client: Client, content: str, status: int, code: str) -> None:
    response = post(client, content)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


def test_http_nesting_of_any_depth_is_answered(client: Client) -> None:
    for depth in range(900, 1000):
        assert post(client, "[" * depth + "]" * depth).status_code in (200, 400)


def test_lines_are_answered_as_they_come() -> None:
    command = [sys.executable, "manage.py", "judge"]
    with subprocess.Popen(
        command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        for question in (LEGAL, LEGAL | {"lang": "it"}):
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["legal"] is True
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_full_list_is_answered(client: Client) -> None:
    short = {"game": "murlan", "ask": "combination", "cards": "4s"}
    assert len(post(client, [short] * MAX_QUESTIONS).json()) == MAX_QUESTIONS


def test_the_description_lists_every_question_and_its_fields(client: Client) -> None:
    document = client.get("/api/").json()
    assert document["openapi"].startswith("3.")
    schemas = document["components"]["schemas"]
    for game in GAMES.values():
        assert {f"{game.name}.{name}" for name in game.asks} - set(schemas) == {
            f"{game.name}.{name}" for name, kind in game.asks.items() if not kind.judged
        }
        for name, kind in game.judged.items():
            schema = schemas[f"{game.name}.{name}"]
            fields = {field for field in kind().judged_fields if not field.startswith("house.")}
            assert fields <= set(schema["properties"])
            assert set(schema["properties"]["house"]["properties"]) == {rule.name for rule in kind.house_rules}


def test_only_post_asks_the_judge(client: Client) -> None:
    assert client.get("/api/judge").status_code == 405
    assert client.post("/api/").status_code == 405


# --- What an error says ---

LETTERS = {"en": "s ♠ h ♥ d ♦ c ♣", "it": "P ♠ C ♥ Q ♦ F ♣", "cs": "P ♠ S ♥ K ♦ T ♣"}
"""The letters of the suits, by notation."""


def message(**question: Any) -> str:
    """Return the message of the error that a question of Murlan's play gets, with plain spaces."""
    found = reply({"game": "murlan", "ask": "play"} | question, "en")
    return str(found["error"]["message"]).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("notation", "cards"), [("en", "5p 6p 7p"), ("en", ["5p", "6p"]), ("it", "5h 6h"), ("cs", ["5h", "6d", "7c"])]
)
def test_letter_of_another_notation_names_those_that_are_read(notation: str, cards: Any) -> None:
    assert LETTERS[notation] in message(cards=cards, notation=notation)


def test_rank_beside_a_card_without_a_space_is_named() -> None:
    assert message(cards="8h9") == "“8h9”: a space is missing. Write 8h 9."
    assert message(cards="98h10c") == "“98h10c”: a space is missing. Write 9 8h 10c."
    assert message(game="ramino", ask="meld", cards="8h9") == "“9”: the suit is missing. Add it, for example 9c."


def test_unknown_field_lists_every_field_that_is_read() -> None:
    assert "house" in message(cards="8h", hous=1).partition("Known:")[2]
