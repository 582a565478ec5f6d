"""The house itself: plain rooms stay plain, and the content holds."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.util import find_spec

from django.conf import settings
from django.core.checks import run_checks

from games.catalogue import NAMES

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
    rooms += [room for game in NAMES for room in (f"games.{game}.rules", f"games.{game}.scoring") if find_spec(room)]
    subprocess.run([sys.executable, "-c", WITHOUT_DJANGO, *rooms], check=True, cwd=settings.BASE_DIR)


def test_the_test_above_can_fail() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO, "games.asks"], capture_output=True, check=False, cwd=settings.BASE_DIR
    )
    assert b"ImportError" in done.stderr


def test_the_contracts_between_rooms_name_each_game() -> None:
    contracts = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    lists = [
        part
        for contract in contracts
        for part in contract.values()
        if isinstance(part, list) and "games.murlan" in part
    ]
    assert len(lists) == 3
    for named in lists:
        assert set(named) == {f"games.{name}" for name in NAMES}


def test_the_content_holds() -> None:
    assert run_checks() == []
