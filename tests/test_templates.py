"""Templates: folded as they are loaded, each component once; styles and scripts beside them, as modules."""

from __future__ import annotations

import html.parser
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Engine, engines
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES
from rulesite.lean import is_ours
from rulesite.rulebook import LANGUAGES, book, tool_address
from rulesite.templates import BLOCKS, folded
from tests import proved
from tests.test_pages import PATHS, Reader

TEMPLATES = [
    path
    for folder in settings.TEMPLATES[0]["DIRS"]
    for path in sorted(Path(folder).rglob("*"))
    if path.suffix in {".html", ".xml"}
]
PAGES = [path for path in PATHS if path.startswith("/cs/")]


class Seen(html.parser.HTMLParser):
    """What of a page can be seen: its tags, and its text with the spaces that a browser shows."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.pieces: list[tuple[str, object]] = []
        self._verbatim = 0
        self._line_begins = True
        self.feed(page)
        self._ends_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag(tag, sorted((name, " ".join((value or "").split())) for name, value in attrs))
        self._verbatim += tag in {"pre", "textarea"}

    def handle_endtag(self, tag: str) -> None:
        self._verbatim -= tag in {"pre", "textarea"}
        self._tag(tag, "/")

    def _tag(self, tag: str, said: object) -> None:
        if tag in BLOCKS:
            self._ends_line()
        elif tag in {"svg", "input", "textarea"}:
            self._line_begins = False
        self.pieces.append((tag, said))

    def handle_data(self, data: str) -> None:
        if not self._verbatim:
            data = re.sub("[ \t\n]+", " ", data)
            data = data.lstrip(" ") if self._line_begins else data
        if data:
            before = str(self.pieces.pop()[1]) if self.pieces and self.pieces[-1][0] == "" else ""
            self.pieces.append(("", before + data))
            self._line_begins = data.endswith(" ")

    def _ends_line(self) -> None:
        for place in range(len(self.pieces) - 1, -1, -1):
            tag, said = self.pieces[place]
            if tag == "":
                self.pieces[place] = ("", str(said).rstrip(" "))
                break
            if tag in BLOCKS or tag in {"svg", "input", "textarea"}:
                break
        self.pieces = [piece for piece in self.pieces if piece != ("", "")]
        self._line_begins = True


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        ("<b>a</b>\n  <i>b</i>\n", "<b>a</b>\n<i>b</i>"),
        ("<p>\n  <b>a</b>\n</p>\n<p>b</p>", "<p><b>a</b></p><p>b</p>"),
        ("a\n\n\n  {{ b }}\n  c", "a\n{{ b }}\nc"),
        ("<input\n  name='a'\n  {% if b %}checked{% endif %}\n>", "<input name='a' {% if b %}checked{% endif %}>"),
        ("<path\n  d='M0\n  1'\n/>", "<path d='M0 1'/>"),
        ("<a{% if b > 1 %} class='c'{% endif %}\n  id='d'>e</a>", "<a{% if b > 1 %} class='c'{% endif %} id='d'>e</a>"),
        ("<textarea\n  rows='1'\n>\n  a\n</textarea>", "<textarea rows='1'>\n  a\n</textarea>"),
        ("<pre>\n  a\n</pre>\n<p>", "<pre>\n  a\n</pre><p>"),
        ("<script>\n  a\n</script>", "<script>\n  a\n</script>"),
        ("{# what it is #}\na{# joined #}\n  b", "ab"),
        ("{% comment %}\n  of lines\n{% endcomment %}\na", "a"),
        ("{% load l10n %}\n\na", "{% load l10n %}a"),
        ("{% block a %}\n  b\n  c\n{% endblock a %}", "{% block a %}b\nc{% endblock a %}"),
        (
            "{% blocktranslate trimmed %}\n  a\n  b\n{% endblocktranslate %}",
            "{% blocktranslate trimmed %}\n  a\n  b\n{% endblocktranslate %}",
        ),
        ("<p>a b</p>  <p>c</p>", "<p>a b</p>  <p>c</p>"),
    ],
)
def test_a_template_is_folded_as_a_browser_would_show_it(source: str, loaded: str) -> None:
    assert folded(source) == loaded
    assert folded(loaded) == loaded


@st.composite
def pages(draw: st.DrawFn) -> str:
    """A page of nested elements, with breaks and indents wherever they may stand."""
    blank = st.sampled_from(["", "", " ", "\n", "\n  ", " \n\n    "])
    tag = st.sampled_from(["p", "div", "li", "b", "span", "textarea", "label", "a"])

    def element(depth: int) -> str:
        name = draw(tag)
        inside = draw(st.sampled_from(["", "a", "a b", "a\n  b"]))
        if depth and name != "textarea":
            inside += "".join(draw(blank) + element(depth - 1) for _ in range(draw(st.integers(0, 3)))) + draw(blank)
        return f"<{name}{draw(blank)}>{inside}</{name}>"

    return "".join(draw(blank) + element(2) for _ in range(draw(st.integers(1, 3)))) + draw(blank)


@given(pages())
def test_folding_changes_nothing_that_can_be_seen(page: str) -> None:
    assert Seen(folded(page)).pieces == Seen(page).pieces
    assert not re.search(r"\n[ \n]", re.sub("(?s)<textarea.*?</textarea>", "-", folded(page)))


def test_every_page_looks_as_if_nothing_were_folded(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [*PAGES]
    with translation.override("cs"):
        asked += [tool_address(example.asked(game)) for game in GAMES for example in book(game).examples.values()]

    asked = proved.sample("folded", asked, 40)

    def answers() -> list[str]:
        pages = [client.get(address).content.decode() for address in asked]
        return [re.sub(r'((csrfmiddlewaretoken|key)" value=")[\w-]+', r"\1", page) for page in pages]

    # On a busy machine the cards that would help a hand are not all looked at in time.
    monkeypatch.setattr("games.ramino.rules.SECONDS", 60)
    sent = answers()
    loader = engines["django"].engine.template_loaders[0]  # type: ignore[attr-defined]
    monkeypatch.setattr("rulesite.templates.folded", str.strip)
    monkeypatch.setattr("rulesite.stored.Kept.get", lambda *_asked: None)
    # Later tests in this process would be sent these pages.
    monkeypatch.setattr("rulesite.stored.Kept.put", lambda *_kept: None)
    loader.reset()
    try:
        plain = answers()
    finally:
        loader.reset()
    for address, page, other in zip(asked, sent, plain, strict=True):
        assert Seen(page).pieces == Seen(other).pieces, address
        assert len(page) < len(other)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_template_can_be_read_line_by_line(path: Path) -> None:
    for number, line in enumerate(path.read_text().splitlines(), 1):
        assert len(line) <= 120, f"{path}:{number}"
        assert "\t" not in line, f"{path}:{number}"


ONCE = {
    'class="error" id="{{': "error.html",
    'class="hint{% if is_typing %} typing{% endif %}" id="{{ id }}-hint"': "hint.html",
    'autocapitalize="characters"': "letters_kept.html",
    "data-player": "name_input.html",
    'class="scroll"': "table.html",
    'name="remove"': "remove.html",
    'type="radio"': "radio.html",
    'class="reasons"': "reasons.html",
    'class="placed"': "placed.html",
}


@pytest.mark.parametrize(("piece", "component"), ONCE.items())
def test_a_component_stands_once(piece: str, component: str) -> None:
    found = [path.name for path in TEMPLATES for _time in range(path.read_text().count(piece))]
    assert [name for name in found if (piece, name) not in ELSEWHERE] == [component]


ELSEWHERE = {('class="placed"', "row.html")}
"""Machiavelli's players are placed by number, and two may share a place."""


def test_djade_has_nothing_to_tidy() -> None:
    paths = [str(path) for path in TEMPLATES if path.suffix == ".html"]
    djade = Path(sys.executable).with_name("djade")
    done = subprocess.run([djade, "--target-version", "5.2", "--check", *paths], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def rendered(source: str, **given: object) -> str:
    engine = Engine(
        loaders=[("django.template.loaders.locmem.Loader", {"components/box.html": "[{{ a }}{{ b }}|{{ content }}]"})],
        builtins=["games.templatetags.components"],
    )
    return engine.from_string(source).render(Context(given))


def test_a_component_knows_what_it_is_given_and_nothing_else_of_the_page() -> None:
    assert rendered('{% component "box" a=1 %}<b>{{ b }}</b>{% endcomponent %}', a=7, b="<") == "[1|<b>&lt;</b>]"
    nested = '{% component "box" a=b %}{% component "box" %}x{% endcomponent %}{% endcomponent %}'
    assert rendered(nested, b="<") == "[&lt;|[|x]]"


def test_the_inputs_of_a_row_are_named_by_their_place() -> None:
    assert rendered('{% path "left" row 2 as id %}{{ id }}', row=0) == "left.0.2"


# --- Styles and scripts ---

OURS = sorted(path for path in staticfiles_storage.hashed_files if is_ours(path))  # type: ignore[attr-defined]


def test_a_game_s_style_and_scripts_stand_beside_its_templates() -> None:
    assert {"site.css", "tools.js", "matches/match.js", "machiavelli/table.js", "marriage/marriage.css"} <= set(OURS)
    for path in OURS:
        room = path.partition("/")[0] if "/" in path else ""
        assert room in {"", "matches", *GAMES}
    for game in GAMES.values():
        for ask in game.asks.values():
            for path in (*ask.styles, *ask.scripts):
                assert path in OURS
                assert "/" not in path or path.startswith(f"{game.name}/")


def test_other_packages_files_are_sent_as_they_are() -> None:
    others = [path for path in staticfiles_storage.hashed_files if path.endswith(".js") and path not in OURS]  # type: ignore[attr-defined]
    assert others
    assert all(path.startswith("django_htmx/") for path in others)


def imports(path: str) -> Iterator[str]:
    with staticfiles_storage.open(path) as file:
        for address in re.findall(r"""(?:from|import)\s*["']([^"']+)["']""", file.read().decode()):
            yield normpath(join(dirname(path), address))


@pytest.mark.parametrize("path", [path for path in OURS if path.endswith(".js")])
def test_a_module_imports_files_as_they_are_served(path: str) -> None:
    """The same address as on the page, so that a module that several name is loaded once."""
    served = staticfiles_storage.hashed_files[path]  # type: ignore[attr-defined]
    hashed = set(staticfiles_storage.hashed_files.values())  # type: ignore[attr-defined]
    assert set(imports(served)) <= hashed
    assert len(list(imports(served))) == len(list(imports(path)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_are_modules_and_what_they_import_is_asked_for_at_once(client: Client, language: str) -> None:
    imported = 0
    for address in (path for path in PATHS if path.startswith(f"/{language}/")):
        scripts = Reader(client.get(address).content.decode()).all("script")
        modules = [script["src"] for script in scripts if script.get("type") == "module"]
        # What paints chosen colours has to run before the page is painted.
        others = [script["src"] for script in scripts if script["src"] not in modules]
        assert all("/htmx-" in source or source == staticfiles_storage.url("site.js") for source in others)
        assert len(modules) == len(set(modules))
        for module in modules:
            needed = [staticfiles_storage.base_url + path for path in imports(module.removeprefix("/static/"))]  # type: ignore[operator]
            assert set(needed) <= set(modules), "the page names it, so that it is not waited for in turn"
            imported += len(needed)
    assert imported
