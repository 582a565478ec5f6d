"""Work grows with the length of a question and no faster: what is too much is bounded before it is compared or decided."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from games.asks import hold_to_pack
from games.cards import Pack, cards_of
from games.catalogue import GAMES
from games.fields import letters_read
from games.judge import MAX_QUESTION, reply
from games.notation import NOTATIONS
from games.questions import MOST_CURES
from games.rulings import Refused
from games.sheets.field import MOST_ROWS
from games.sheets.names import NamesField

LONGEST = MAX_QUESTION - 500
"""Characters of a field that fills an address."""
SEARCHES = {"index", "count", "remove", "insert"}
"""Methods of lists and tuples that look at each of their elements."""
WORK_A_LETTER = 100
"""Calls of functions, Python's and C's, that a page makes for each letter of its question at most."""
EVERY_CARD = " ".join(rank + suit for suit in "shdc" for rank in "A23456789TJQK") + " "


def work(does: Callable[[], object]) -> int:
    """The functions that it calls, and the elements that it searches."""
    done = 0

    def called(_frame: object, event: str, called: Any) -> None:
        nonlocal done
        done += event in ("call", "c_call")
        owner = getattr(called, "__self__", None) if event == "c_call" else None
        if isinstance(owner, list | tuple) and called.__name__ in SEARCHES:
            done += len(owner)

    sys.setprofile(called)
    try:
        does()
    finally:
        sys.setprofile(None)
    return done


def page(path: str, query: str) -> Callable[[], object]:
    data = QueryDict(query).urlencode()
    client = Client(headers={"host": "localhost"})
    return lambda: client.get(f"{path}?{data}")


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize(
    ("path", "before", "text"),
    [
        ("/en/murlan/play/", "cards=4s&table=", "zz "),
        ("/en/murlan/play/", "cards=4s&table=", "As "),
        ("/en/murlan/play/", "cards=4s&table=", EVERY_CARD),
        ("/en/marriage/settle/", "player.0=A&player.1=B&winner=0&maal.0=", "zz "),
        ("/en/machiavelli/turn/", "hand=7c&after=7s+7h+7d+7c&before=", "As Ah Ad / "),
        ("/en/murlan/next/", "player.1=B", "&player.%d=AnnAnnAnn"),
    ],
    ids=["garbage", "one-card", "every-card", "garbage-in-a-cell", "groups", "names"],
)
def test_twice_as_long_a_question_is_twice_the_work(path: str, before: str, text: str) -> None:
    def asked(length: int) -> Callable[[], object]:
        times = range(length // len(text))
        return page(path, before + ("".join(text % at for at in times) if "%d" in text else text * len(times)))

    asked(LONGEST // 8)()
    half, whole = work(asked(LONGEST // 4)), work(asked(LONGEST // 2))
    assert whole < 2.3 * half
    assert whole < WORK_A_LETTER * LONGEST / 2


def test_many_names_of_a_program_are_not_sought_by_each_hand() -> None:
    def asked(hands: int) -> int:
        question = {
            "game": "murlan",
            "ask": "score",
            "hands": [[f"{at}{seat}" for seat in "abcd"] for at in range(hands)],
        }
        return work(lambda: reply(question, "en"))

    asked(10)
    assert asked(400) < 2.3 * asked(200)


def test_pattern_that_is_sought_in_a_page_begins_with_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """From each blank of a run it would look to the end of the run."""
    sought = set[str]()
    for name in ("sub", "split", "findall", "finditer", "search"):
        function = getattr(re, name)

        def recorded(pattern: Any, *rest: Any, function: Any = function, **named: Any) -> Any:
            sought.add(getattr(pattern, "pattern", pattern))
            return function(pattern, *rest, **named)

        monkeypatch.setattr(re, name, recorded)
    page("/en/marriage/arrange/", "hand=As&tiplu=7c&players=%0A%0A")()
    letters = re.escape(letters_read(NOTATIONS["en"]).split()[0])
    assert [pattern for pattern in sought if pattern.startswith(letters)]
    assert not [pattern for pattern in sought if re.match(r"\(*(\\s|\.|\[[^]]*\])[*+]", pattern)]


def test_seats_beyond_the_table_are_one_seat() -> None:
    data = QueryDict("&".join(f"player.{at}=P{at}" for at in range(900)))
    assert NamesField(seats=4).from_address(data, "players") == ("P0", "P1", "P2", "P3", "P4")


def test_repeated_names_beyond_the_table_are_one_seat() -> None:
    for game, ask in (("murlan", "score"), ("machiavelli", "score")):
        kind = GAMES[game].asks[ask]
        most = kind().fields["hands"].seats[-1]
        asked = kind.from_address(QueryDict("&".join(f"player=P{at}" for at in range(900))))
        assert asked is not None
        assert len(asked["hands"].names) == most + 1


@pytest.mark.parametrize("page_of", ["", "picture.png"])
def test_sheet_of_more_rows_than_a_page_has_is_refused_as_too_long(page_of: str) -> None:
    client = Client(headers={"host": "localhost"})
    names, row = "match=deals&to=999&player.0=A&player.1=B", "&winner.%d=0&left.%d.1=2"
    for rows, is_refused in ((MOST_ROWS, False), (MOST_ROWS + 1, True)):
        query = names + "".join(row % (at, at) for at in range(rows))
        answer = client.get(f"/en/ramino/score/{page_of}?{query}")
        assert answer.status_code == (422 if is_refused else 200)
        assert (b"too long" in answer.content) is (is_refused and not page_of)


def test_cures_are_offered_for_so_many_cells() -> None:
    typed = "".join(f"&left.{at}.1=27x" for at in range(3 * MOST_CURES))
    kind = GAMES["ramino"].asks["score"]
    form = kind(kind.from_address(QueryDict(f"match=points&to=100&player.0=A&player.1=B{typed}")))
    assert not form.is_valid()
    assert len(form.cures()) == MOST_CURES


def test_excess_is_found_in_one_pass() -> None:
    cards = cards_of(EVERY_CARD * 20)

    def held() -> None:
        with pytest.raises(Refused):
            hold_to_pack([("hand", cards)], Pack())

    assert work(held) < 25 * len(cards)
