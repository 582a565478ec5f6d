"""Fields of cards and of groups, the same in every game that has them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.functional import lazy
from django.utils.translation import get_language, override
from hypothesis import given
from hypothesis import strategies as st

from games.fields import CardsField, GroupsField, as_written
from games.judge import reply
from games.notation import NOTATIONS
from games.openapi import document

GROUPS = ["3c 4c 5c", "Qs Qh Qd", "7s 7h 7d 7c"]
SHORT = ["3-5c", "Qshd", "7*"]


def ask(game: str, name: str, **question: Any) -> dict[str, Any]:
    return reply({"game": game, "ask": name, **question}, "en")


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


@given(st.lists(st.sampled_from([" / ", "/", ";", "; ", "\n", "\r\n", "\n\n", " ;\n/ "]), min_size=3, max_size=3))
def test_groups_are_parted_by_a_stroke_a_semicolon_or_a_new_line(between: list[str]) -> None:
    field = GroupsField()
    listed = field.to_python(GROUPS)
    assert len(listed) == 3
    for groups in (GROUPS, SHORT):
        text = "".join(group + gap for group, gap in zip(groups, between, strict=True))
        assert field.to_python(text) == field.to_python(between[0] + text) == listed


@pytest.mark.parametrize(
    ("game", "name", "field", "question"),
    [
        ("machiavelli", "best", "table", {"hand": "6c"}),
        ("machiavelli", "turn", "before", {"hand": "6c", "after": "3-6c / Qshd / 7*"}),
        ("ramino", "lay_off", "table", {"hand": "6c"}),
    ],
)
@pytest.mark.parametrize("between", ["; ", "\n", "\r\n"])
def test_every_field_of_groups_is_parted_so(
    client: Client, game: str, name: str, field: str, question: dict[str, Any], between: str
) -> None:
    answer = ask(game, name, **{field: GROUPS}, **question)
    assert "error" not in answer
    assert ask(game, name, **{field: between.join(GROUPS)}, **question) == answer
    assert ask(game, name, **{field: between.join(SHORT)}, **question) == answer
    assert ask(game, name, **{field: [["3-5c"], ["Qshd"], ["7*"]]}, **question) == answer
    assert client.get(f"/en/{game}/{name}/", {field: between.join(SHORT)} | question).status_code == 200


@pytest.mark.parametrize(
    ("game", "name", "short", "long"),
    [
        ("murlan", "combination", {"cards": "4-8c"}, {"cards": "4c 5c 6c 7c 8c"}),
        ("muriel", "trick", {"cards": ["7*", "Ks"]}, {"cards": "7s 7h 7d 7c Ks"}),
        ("ramino", "meld", {"cards": "Q-Ah"}, {"cards": "Qh Kh Ah"}),
        ("machiavelli", "group", {"cards": "A-3h"}, {"cards": ["Ah", "2h", "3h"]}),
        ("marriage", "set", {"cards": "Q♠♥♦"}, {"cards": "Qs Qh Qd"}),
        ("marriage", "set", {"cards": "dps", "notation": "cs"}, {"cards": "Qs Qh"}),
        ("marriage", "maal", {"tiplu": "7s", "cards": "6-8s 7h"}, {"tiplu": "7s", "cards": "6s 7s 8s 7h"}),
    ],
)
def test_short_forms_are_read_in_every_game(game: str, name: str, short: dict[str, Any], long: dict[str, Any]) -> None:
    answer = ask(game, name, **short)
    assert "error" not in answer
    assert answer == ask(game, name, **long)


@pytest.mark.parametrize(
    ("word", "code", "said"),
    [
        ("9-6c", "no-range", "“9-6c” is not a range"),
        ("A-Ah", "no-range", "“A-Ah” is not a range"),
        ("Qss", "suit-twice", "“Qss” names a suit twice"),
        ("3-6", "unknown-card", "“3-6”: the suit is missing. Add it, for example 3-6c."),
    ],
)
@pytest.mark.parametrize("as_list", [False, True])
def test_a_short_form_that_is_none_is_an_error_that_names_it(word: str, code: str, said: str, as_list: bool) -> None:
    found = ask("machiavelli", "group", cards=["7s", word] if as_list else f"7s {word}")["error"]
    assert (found["field"], found["code"], found["at"]) == ("cards", code, word)
    assert found["message"].startswith(said)
    in_group = ask("machiavelli", "best", hand="6c", table=["3-5c", f"7s {word}"])["error"]
    assert (in_group["field"], in_group["at"]) == ("table.1", word)


def test_a_rank_alone_is_no_card_where_suits_matter() -> None:
    for game, name in (("machiavelli", "group"), ("ramino", "meld"), ("marriage", "set")):
        found = ask(game, name, cards="7s 7 7d")["error"]
        assert (found["field"], found["code"], found["at"]) == ("cards", "unknown-card", "7")


@pytest.mark.parametrize(
    ("language", "said", "alone", "rank"),
    [
        (
            "en",
            "Short forms: 3-6c for 3♣ to 6♣, Qshd for three queens, 7* for all four sevens.",
            "Suits can be left out: 7 8 9, X.",
            "Suits can be left out: 7 8 9.",
        ),
        (
            "it",
            "In breve: 3-6F = dal 3 al 6 di fiori; DPCQ = tre donne; 7* = tutti e quattro i sette.",
            "Il seme si può tralasciare: basta 7 8 9, e per un jolly X.",
            "Il seme si può tralasciare: basta 7 8 9.",
        ),
        (
            "cs",
            "Zkrácené zápisy: 3-6T (3♣ až 6♣), DPSK (dámy tří barev), 7* (všechny sedmičky).",
            "Stačí i\N{NO-BREAK SPACE}samotná hodnota (7 8 9) a\N{NO-BREAK SPACE}žolík bez barvy (X).",
            "Stačí i\N{NO-BREAK SPACE}samotná hodnota (7 8 9).",
        ),
    ],
)
def test_the_hint_says_which_short_forms_are_read(
    client: Client, language: str, said: str, alone: str, rank: str
) -> None:
    html = client.get(f"/{language}/muriel/trick/").content.decode()
    assert f"{said} {alone}" in html
    assert rank in client.get(f"/{language}/murlan/play/").content.decode()
    marriage = client.get(f"/{language}/marriage/set/").content.decode()
    assert said in marriage
    assert alone[:12] not in marriage
    assert said not in client.get(f"/{language}/marriage/tiplu/").content.decode(), "there is but one card to write"
    notation = NOTATIONS[language]
    words = [word for word in re.findall(r"[^\s(),;]+", said) if re.match(r"3-|[QD]\w{3}|7\*", word)]
    assert [len(notation.read(word)) for word in words if "♣" not in word] == [4, 3, 4]


def test_what_cannot_be_read_is_kept_and_the_rest_changes_letters(client: Client) -> None:
    query = {"notation": "it", "hand": "7C 7C hm 3-4F", "table": "AP 2P / DQ\n1Z"}
    found = parse_qs(urlsplit(client.get("/en/machiavelli/best/", query)["Location"]).query)
    assert found["hand"] == ["7h 7h hm 3c 4c"]
    assert found["table"] == ["As 2s / Qd\n1Z"]
    too_many = client.get("/en/murlan/plays/", {"notation": "it", "hand": "7C 7C"})["Location"]
    assert too_many.endswith("?hand=7h+7h"), "read or not, the hand stays the same hand"


def test_the_description_says_what_fields_of_cards_read() -> None:
    schemas = document("http://localhost/")["components"]["schemas"]
    cards = schemas["machiavelli.group"]["properties"]["cards"]["description"]
    assert "3-6c" in cards
    assert "rank alone" not in cards
    assert "rank alone" in schemas["muriel.trick"]["properties"]["cards"]["description"]
    hand = schemas["murlan.play"]["properties"]["hand"]["description"]
    assert "left out" in hand
    assert "rank alone" in hand
    assert schemas["murlan.play"]["required"] == ["game", "ask", "cards"]
    assert "new line" in schemas["machiavelli.best"]["properties"]["table"]["description"]
    assert "cards" not in schemas["marriage.maal"]["required"]


def test_of_many_words_that_are_none_some_are_named_and_the_letters_once() -> None:
    with pytest.raises(ValidationError) as wrong:
        CardsField().read("zz " * 6000)
    assert len(wrong.value.messages) == 8
    assert ["Ranks:" in text for text in wrong.value.messages] == [False] * 7 + [True]


def test_what_is_nested_too_deep_to_be_written_is_named_all_the_same() -> None:
    deep: list[object] = []
    for _level in range(100_000):
        deep = [deep]
    assert as_written(deep) == "[…]"


def test_a_help_text_is_put_into_a_language_only_where_it_is_shown() -> None:
    told = []

    def text() -> str:
        told.append(get_language())
        return "Leave it empty when you lead."

    field = CardsField(help_text=lazy(text, str)())
    assert field.help_text
    assert not told
    with override("cs"):
        assert str(field.help_text) == "Leave it empty when you lead."
    assert told == ["cs"]
