"""Whole answers of the judge, word for word: a figure that only a sentence uses is held here.

``tests/answers/<game>.jsonl`` has a question and its answer in each line, read and found right by somebody once.
``python -m tests.answers`` answers them all again after a sentence was changed; read the difference before it is
committed. Who adds a ruling or a sentence adds a question that leads to it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import GAMES, NAMES
from games.judge import reply
from rulesite.rulebook import Example

FOLDER = Path(__file__).parent / "answers"


def approved(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{game}.jsonl").read_text().splitlines()]


def answered(game: str, question: dict[str, Any]) -> dict[str, Any]:
    """The judge's answer, with every sentence of it: it shows as many as are short enough, a page shows them all."""
    answer = reply({"game": game, **question}, "en")
    if "error" not in answer or question["ask"] not in GAMES[game].judged:
        asked = Example("", "", question["ask"], question, {}).asked(game)
        answer = asked.as_json() | {"because": [text for text, _rule in asked.sentences()]}
    as_sent: dict[str, Any] = json.loads(json.dumps(answer))
    return as_sent


@pytest.mark.parametrize("game", NAMES)
def test_every_answer_is_what_it_was_found_right_as(game: str) -> None:
    for line in approved(game):
        assert answered(game, line["question"]) == line["answer"], line["question"]
