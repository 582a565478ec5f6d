"""The house itself: plain rooms stay plain, and the content holds."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.conf import settings
from django.core.checks import run_checks

from games.catalogue import NAMES
from rulesite import rulebook
from rulesite.checks import check_example, check_game
from rulesite.rulebook import book

WITHOUT_DJANGO = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"django", "django_htmx", "markdown", "csp", "rulesite"}:
            raise ImportError(name)
sys.meta_path.insert(0, Blocked())
import importlib
for room in sys.argv[1:]:
    importlib.import_module(room)
"""


def test_the_plain_rooms_need_no_django() -> None:
    rooms = ["games.cards", "games.notation", "games.rulings"]
    rooms += [f"games.{game}.{room}" for game in NAMES for room in ("rules", "scoring")]
    subprocess.run([sys.executable, "-c", WITHOUT_DJANGO, *rooms], check=True, cwd=settings.BASE_DIR)


def test_the_test_above_can_fail() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO, "games.asks"], capture_output=True, check=False, cwd=settings.BASE_DIR
    )
    assert b"ImportError" in done.stderr


def test_the_content_holds() -> None:
    assert run_checks() == []


@pytest.mark.parametrize("game", NAMES)
def test_every_worked_example_holds(game: str) -> None:
    assert [error for example in book(game).examples.values() for error in check_example(book(game), example)] == []


@pytest.mark.parametrize("game", NAMES)
def test_an_example_that_is_changed_no_longer_holds(game: str) -> None:
    the = book(game)
    for example in the.examples.values():
        claimed = {name: [value] for name, value in example.answer.items()}
        changed = rulebook.Example(example.name, example.rule, example.ask, example.question, claimed)
        assert {error.id for error in check_example(the, changed)} == {"content.E009"}
        elsewhere = rulebook.Example(example.name, "no-such-rule", example.ask, example.question, example.answer)
        assert {error.id for error in check_example(the, elsewhere)} == {"content.E008", "content.E011"}


def test_a_page_without_a_ruling_or_with_a_dangling_link_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulesite import checks

    whole = rulebook.source_text

    def damaged(game: str, language: str) -> str:
        text = whole(game, language)
        return text.replace("{#follow}", "{#folow}", 1) if language == "cs" else text

    monkeypatch.setattr(checks, "source_text", damaged)
    found = {error.id for error in check_game(book("murlan"))}
    assert {"content.E003", "content.E007"} <= found


def test_an_example_that_has_no_steps_to_tell_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulesite import checks

    whole = rulebook.source_text

    def in_steps(game: str, language: str) -> str:
        return whole(game, language).replace('!!! example "', '!!! steps "', 1)

    monkeypatch.setattr(checks, "source_text", in_steps)
    assert {error.id for error in check_game(book("murlan"))} == {"content.E013"}


@pytest.mark.parametrize("game", NAMES)
def test_every_ruling_that_can_be_checked_has_an_example(game: str) -> None:
    """Rulings that no question can decide are named here, so that a new one cannot be forgotten."""
    undecidable = {
        "murlan": {"deck", "goal", "round-end", "out"},
        "machiavelli": {"deck", "deal", "pass"},
        "ramino": {"players", "turn", "no-return", "stock-out"},
        "marriage": {
            "stages",
            "goal",
            "deck",
            "rank",
            "deal",
            "turn",
            "stock-out",
            "show-primary",
            "secondary",
            "tunnel-shown",
            "variant-open",
            "variant-alter",
        },
    }
    shown = {example.rule for example in book(game).examples.values()}
    assert set(book(game).rules) - shown <= undecidable.get(game, set())
