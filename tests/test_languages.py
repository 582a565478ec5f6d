"""Translations: whole, compiled, and right in their plurals."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation

from games.murlan.wording import plays_count
from games.words.forms import forms

CATALOGUES = sorted((settings.BASE_DIR / "rulesite" / "locale").glob("*/LC_MESSAGES/django.po"))
SOURCES = [
    path
    for folder in ("games", "matches", "rulesite", "templates")
    for path in sorted((settings.BASE_DIR / folder).rglob("*"))
    if path.suffix in {".py", ".html"}
]


def texts(entry: polib.POEntry) -> list[str]:
    """A translation in all its forms."""
    return [entry.msgstr_plural[at] for at in sorted(entry.msgstr_plural)] if entry.msgid_plural else [entry.msgstr]


def test_there_is_a_catalogue_for_every_language_but_the_source() -> None:
    codes = {code for code, _name in settings.LANGUAGES} - {settings.LANGUAGE_CODE}
    assert [path.parts[-3] for path in CATALOGUES] == sorted(codes)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_every_text_is_translated(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []
    for entry in catalogue:
        assert "python-brace-format" not in entry.flags, "msgfmt would refuse the forms of figures: use make messages"
        wanted = sorted(re.findall(r"%\((\w+)\)[sd]", entry.msgid))
        for text in texts(entry):
            assert text.strip(), entry.msgid
            if not entry.msgid_plural:
                assert sorted(re.findall(r"%\((\w+)\)[sd]", text)) == wanted, entry.msgid


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_what_is_compiled_is_what_is_written_and_typeset(path: Path) -> None:
    spoken = forms(path.parts[-3])
    written = {
        (entry.msgctxt, entry.msgid): [spoken.typeset(text) for text in texts(entry)]
        for entry in polib.pofile(str(path))
    }
    compiled = {(entry.msgctxt, entry.msgid): texts(entry) for entry in polib.mofile(str(path.with_suffix(".mo")))}
    assert compiled == written


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_every_text_of_the_code_is_in_the_catalogue(path: Path) -> None:
    known = {entry.msgid for entry in polib.pofile(str(path))}
    marked = set()
    for source in SOURCES:
        text = source.read_text()
        if source.suffix == ".py":
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                    at = {
                        "_": 0,
                        "gettext": 0,
                        "gettext_lazy": 0,
                        "ngettext": 0,
                        "ngettext_lazy": 0,
                        "pgettext": 1,
                        "pgettext_lazy": 1,
                    }.get(node.func.id)
                    if at is not None and isinstance(node.args[at], ast.Constant):
                        marked.add(node.args[at].value)  # type: ignore[attr-defined]
        else:
            marked |= {found[1] for found in re.findall(r"""(?:\{% translate |_\()(["'])(.+?)\1""", text)}
            for sentence in re.findall(r"(?s)\{% blocktranslate\b[^%]*%\}(.*?)\{% (?:plural|endblocktranslate) ", text):
                marked.add(re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", " ".join(sentence.split())))
    assert len(marked) > 100
    assert marked - known == set()


def test_czech_has_three_plural_forms() -> None:
    with translation.override("cs"):
        said = [plays_count(count) for count in (1, 2, 4, 5, 0, 22)]
    shapes = [text.split()[-1] for text in said]
    assert shapes[1] == shapes[2]
    assert shapes[3] == shapes[4] == shapes[5]
    assert len({shapes[0], shapes[1], shapes[3]}) == 3
