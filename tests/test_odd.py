"""Odd addresses, questions and entries of each game, a thousand in ``make prove``: none is answered by a 500.

They are the worked examples with something in them changed, always the same ones.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from string import ascii_lowercase
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import GAMES, SHEETS
from games.notation import NOTATIONS
from games.words.forms import NO_BREAK
from matches import store
from matches.board import board
from matches.rates import Rate
from rulesite import limits
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests import proved
from tests.matches.evenings import event, example, plain_table

ADDRESSES, BODIES, ENTRIES = (400, 450, 150) if proved.IS_EVERY_CASE else (60, 60, 25)
ODD_TEXTS = (
    "", " ", "\0", "\ud7ff", "\u202e", "ﷺ", "é" * 50, "🂡", "X", "Xb Xr", "10", "T", "T♠", "7*", "3-6c", "/", "//", ";",
    "\n", "4s 4s 4s", "4s/" * 40, "A" * 3000, "%", "%s %(x)s", "{{ x }}", "<script>", "'\"", "=1+1", "-1", "0", "1e9",
    "9" * 400, "١", "²", "½", "0x10", "nan", "null", "true", "on", "..", "5% %s",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**63, 10**400, 0.5, 1e308, [], {}, [[]], [{}], {"": ""}, [None], ["4s", 5], {"A": None},
    {"A": -1}, [["A", "A"]], {"points": "x"}, {"deals": 0}, *ODD_TEXTS,
)  # fmt: skip
ODD_NAMES = ("items", "keys", "values", "get", "pop", "update", "copy", "clear", "count", "index", "title")
"""Names of players that a template takes for what a mapping can do, where points are looked up by name."""


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(limits, "LEAST", 0.0)
    monkeypatch.setattr(limits, "spent", limits.OfProcess(Rate(10**6, 60)))
    return Client(raise_request_exception=False, headers={"host": "localhost"})


def asked_at(game: str) -> list[str]:
    """The addresses of the worked examples."""
    found = []
    for language in LANGUAGES:
        with translation.override(language):
            found += [tool_address(one.asked(game)) for one in book(game).examples.values()]
    return found


def questions(game: str) -> list[dict[str, Any]]:
    """The worked examples as the judge is asked."""
    return [
        {"game": game, "ask": one.ask, **one.question}
        for one in book(game).examples.values()
        if GAMES[game].asks[one.ask].judged
    ]


def bent(pairs: list[tuple[str, str]], dice: random.Random) -> list[tuple[str, str]]:
    """A form in which something is odd."""
    pairs = list(pairs)
    for _change in range(dice.randint(1, 3)):
        at = dice.randrange(len(pairs)) if pairs else 0
        match dice.randrange(7):
            case 0 if pairs:
                del pairs[at]
            case 1 if pairs:
                pairs.insert(at, pairs[at])
            case 2 if pairs:
                pairs[at] = (pairs[at][0], dice.choice(ODD_TEXTS))
            case 3 if pairs:
                name, value = pairs[at]
                cut = dice.randrange(len(value) + 1)
                pairs[at] = (name, value[:cut] + dice.choice(ODD_TEXTS) + value[cut:])
            case 4 if pairs:
                pairs[at] = (pairs[at][0].rpartition(".")[0] + dice.choice((".0", ".99", ".x", ".", "")), pairs[at][1])
            case 5:
                pairs.append(
                    (dice.choice(("remove", "notation", "draft", "house.jokers", "own", "players", "", "a")), "1")
                )
            case _:
                dice.shuffle(pairs)
    return pairs


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a value."""
    yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*at, key))


def changed(value: Any, at: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """The value with one part of it changed."""
    if not at:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = changed(copy[at[0]], at[1:], change)
    return copy


def bent_question(question: dict[str, Any], dice: random.Random) -> Any:
    """A question in which something is odd."""
    for _change in range(dice.randint(1, 2)):
        spots = list(places(question))
        if not isinstance(question, dict) or len(spots) == 1:
            return question
        at = dice.choice(spots[1:])
        match dice.randrange(4):
            case 0:
                question = changed(question, at, lambda part: dice.choice(ODD_VALUES))
            case 1:
                question = changed(question, at, lambda part: [part, part])
            case 2:
                question = changed(question, at, lambda part: f"{part}{dice.choice(ODD_TEXTS)}")
            case _:
                question = question | {
                    dice.choice(("house", "lang", "notation", "x", "cards")): dice.choice(ODD_VALUES)
                }
    return question


@pytest.mark.parametrize("game", GAMES)
def test_odd_addresses(client: Client, game: str) -> None:
    dice, known = random.Random(f"addresses {game}"), asked_at(game)
    for _number in range(ADDRESSES):
        path, query = urlsplit(dice.choice(known))[2:4]
        address = f"{path}?{urlencode(bent(parse_qsl(query, keep_blank_values=True), dice), errors='replace')}"
        headers = {"hx-request": "true"} if dice.random() < 0.8 else {}
        assert client.get(address, headers=headers).status_code in (200, 302, 400, 422), address


@pytest.mark.parametrize("game", GAMES)
def test_odd_names_of_players(client: Client, game: str) -> None:
    plain = [f"Qxz{letter}" for letter in ascii_lowercase[: len(ODD_NAMES)]]
    named = [address for address in asked_at(game) if "player" in address]
    for known in proved.sample(f"odd names {game}", named, 6):
        path, query = urlsplit(known)[2:4]
        fields = parse_qsl(query, keep_blank_values=True)
        called = list(dict.fromkeys(value for name, value in fields if name.split(".")[0] == "player" and value))
        if not called:
            continue
        texts = []
        for names in (plain, ODD_NAMES):
            new = dict(zip(called, names, strict=False))
            response = client.get(f"{path}?{urlencode([(name, new.get(value, value)) for name, value in fields])}")
            assert response.status_code == 200, (path, names)
            texts.append(response.content.decode().partition("<main")[2].replace(NO_BREAK, " "))
        for was, now in zip(plain, ODD_NAMES, strict=True):
            texts[0] = texts[0].replace(was, now)
        assert texts[0] == texts[1], known


@pytest.mark.parametrize("game", GAMES)
def test_odd_questions(client: Client, game: str) -> None:
    dice, known = random.Random(f"questions {game}"), questions(game)
    for number in range(0, BODIES, 10):
        asked = [bent_question(dice.choice(known), dice) for _question in range(9)]
        response = client.post("/api/judge", json.dumps(asked), content_type="application/json")
        assert response.status_code == 200, asked
        for question, answer in zip(asked, response.json(), strict=True):
            assert answer.get("error", {}).get("code") != "internal", question
        text = json.dumps(asked[0])
        cut = text[: dice.randrange(len(text))] + dice.choice(("", "\0", "}", "[", '"'))
        assert client.post("/api/judge", cut, content_type="text/plain").status_code in (200, 400, 422), (number, cut)


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
def test_odd_names_on_a_score_sheet(client: Client, game: str) -> None:
    table = plain_table(game)
    odd = replace(table, players=ODD_NAMES[: len(table.players)])
    boards = []
    for seated in (table, odd):
        _match, token = store.open_match(game, seated, [event(1, content=example(game, seated))])
        assert client.get(reverse("match", args=[token])).status_code == 200
        opened = store.find(token)
        assert opened
        boards.append(board(opened).top)
    for was, now in zip(table.players, odd.players, strict=True):
        boards[0] = boards[0].replace(was, now)
    assert boards[0] == boards[1]


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHEETS)
def test_odd_entries(client: Client, game: str) -> None:
    dice, table = random.Random(f"entries {game}"), plain_table(game)
    _match, token = store.open_match(game, table)
    typed = SHEETS[game].typed(table, example(game, table), NOTATIONS["en"])
    form = [(name, value) for name, values in typed.lists() for value in values]
    pages = ["", "", "hand/1/", "hand/2/", "hand/99/", "close/", "links/"]
    for number in range(ENTRIES):
        key = str(UUID(int=dice.getrandbits(128) if dice.random() < 0.8 else 5))
        own = [("key", key), ("seen", str(number // 2)), ("do", dice.choice(("correct", "restore", "remove", "x", "")))]
        sent = bent([*own, *form], dice) if number else [*own, *form]
        page = dice.choice(pages) if number else ""
        response = client.post(
            reverse("match", args=[token]) + page,
            urlencode(sent, errors="replace"),
            content_type="application/x-www-form-urlencoded",
        )
        assert response.status_code in (200, 303, 400, 404, 409, 422), (page, sent)
    for page in ("", "board/", "history/", "match.csv", "match.json", "links/"):
        assert client.get(reverse("match", args=[token]) + page).status_code == 200, page
