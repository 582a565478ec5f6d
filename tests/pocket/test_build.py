"""What the bundle is made of; that it answers as the server does is held wherever it is built (``make pocket``)."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocket import build

SOURCE = '''"""A module."""

from __future__ import annotations


class Kept:
    """Only this."""


def told(value: int = 2) -> str:
    """What it says."""
    # and why
    text = """no docstring"""
    return f"{text} {value!r:>3}"
'''


def test_a_lean_module_does_the_same_in_fewer_words() -> None:
    lean = build.lean("told.py", SOURCE.encode()).decode()
    assert len(lean) < len(SOURCE) / 1.5
    found = []
    for source in (SOURCE, lean):
        module = ModuleType("told")
        exec(source, module.__dict__)
        found.append((module.told(), module.told.__annotations__, module.Kept().__class__.__name__))
    assert found[0] == found[1] == ("no docstring   2", {"value": "int", "return": "str"}, "Kept")
    assert "why" not in lean
    assert "Only this" not in lean


@pytest.mark.parametrize("name", ["page.html", "lesson.it.md"])
def test_what_is_no_module_stays(name: str) -> None:
    assert build.lean(name, SOURCE.encode()) == SOURCE.encode()


def test_a_module_of_a_later_python_stays() -> None:
    later = b"later Pair[T] = tuple[T, T]\n"
    assert build.lean("later.py", later) == later


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}/[a-z]{1,8}\.py", fullmatch=True), st.binary(max_size=2000)))
def test_the_same_files_make_the_same_archive(files: dict[str, bytes]) -> None:
    packed = build.tar(files)
    assert packed == build.tar(dict(reversed(files.items())))
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        assert {entry.name: archive.extractfile(entry).read() for entry in archive} == files  # type: ignore[union-attr]


def test_of_the_standard_modules_only_those_are_taken_that_are_used(tmp_path: Path) -> None:
    whole = tmp_path / "stdlib.zip"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("json/__init__.py", "json/tool.py", "zlib.py", "xml/dom/__init__.py"):
            archive.writestr(name, f"name = {name!r}\n")
    part = build.part_of(whole, {"json", "zlib", "sys"})
    with zipfile.ZipFile(io.BytesIO(part)) as archive:
        assert archive.namelist() == ["json/__init__.py", "zlib.py"]
        assert archive.read("zlib.py") == b"name = 'zlib.py'"
    assert part == build.part_of(whole, {"zlib", "json"})


def test_no_language_that_the_site_does_not_speak_is_taken_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "PACKAGES", ("django",))
    names = [name for name, _data in build._sources()]
    spoken = {name.split("/locale/")[1].split("/")[0] for name in names if name.endswith("django.mo")}
    assert spoken == {"cs", "it", "en"}
    assert "rulesite/locale/cs/LC_MESSAGES/django.mo" in names
