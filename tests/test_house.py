"""The house itself: plain rooms stay plain, and the content holds."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pkgutil import walk_packages
from typing import Any

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


def contracts() -> list[dict[str, Any]]:
    """Return the contracts of import-linter."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return list(project["tool"]["importlinter"]["contracts"])


def plain_rooms() -> set[str]:
    """Return the modules that a contract keeps from Django."""
    sources = [
        name for each in contracts() if "django" in each.get("forbidden_modules", ()) for name in each["source_modules"]
    ]
    rooms = {source.replace("*", game) for source in sources for game in NAMES}
    found = {room: spec for room in rooms if (spec := find_spec(room))}
    return found.keys() | {
        name
        for room, spec in found.items()
        if spec.submodule_search_locations
        for _finder, name, _is_package in walk_packages(spec.submodule_search_locations, f"{room}.")
    }


def test_the_plain_rooms_need_no_django() -> None:
    rooms = plain_rooms()
    assert {f"games.{game}.rules" for game in NAMES} < rooms
    subprocess.run([sys.executable, "-c", WITHOUT_DJANGO, *rooms], check=True, cwd=settings.BASE_DIR)


def test_the_test_above_can_fail() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO, "games.asks"], capture_output=True, check=False, cwd=settings.BASE_DIR
    )
    assert b"ImportError" in done.stderr


def test_the_contracts_between_rooms_name_each_game() -> None:
    lists = [
        part
        for contract in contracts()
        for part in contract.values()
        if isinstance(part, list) and "games.murlan" in part
    ]
    assert len(lists) == 3
    for named in lists:
        assert set(named) == {f"games.{name}" for name in NAMES}


def test_the_content_holds() -> None:
    assert run_checks() == []
