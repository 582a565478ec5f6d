"""The rules pages: from ``content/<game>/`` to titles, sections and anchors.

A page is Markdown. Each section has an explicit anchor, equal in all languages; those named in ``game.toml`` are
rulings. A paragraph that tells of a house rule has an anchor, too, in the section of the ruling that it varies:
``{: #house.at_once }`` in a line after it. A line ``---`` parts the lesson, which is read from start to end, from the
reference, where a rule is looked up.

What stands in ``examples.toml`` is a question of the judge with its expected answer: a page places it with
``!!! example "name"`` and a caption, and it is drawn from the question itself; with ``!!! steps "name"`` it is told step
by step, from the question and the engine's answer. The moves of ``told.toml`` are such questions, too: one hand from
its start to its end, told by a numbered list under ``!!! told``, a move an entry. ``!!! seats`` is the picture of the
table that ``game.toml`` describes, with the words under it that say the same. What a document leaves open stands under
``!!! silent`` or ``!!! ambiguous``, and is folded away with the source.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from textwrap import dedent
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown import Markdown

from games.asks import Ask
from games.catalogue import GAMES
from games.judge import ENVELOPE
from games.notation import NOTATIONS
from games.words.forms import forms
from rulesite.seats import Seats

LANGUAGES = [code for code, name in settings.LANGUAGES]
HEADING = re.compile(r"^(#{1,3}) +(.+?) *(?:\{#([a-z0-9-]+)\})? *$", re.MULTILINE)
EXAMPLE = re.compile(r'<div class="admonition (example|steps)">\n<p class="admonition-title">(.+?)</p>')
EXAMPLES = re.compile(r'(?:<div class="admonition (?:example|steps)">.*?</div>\n?)+', re.DOTALL)
TOLD = re.compile(r'<div class="admonition told">.*?<ol>(.*?)</ol>\n</div>', re.DOTALL)
MOVE = re.compile(r"<li>(.*?)</li>", re.DOTALL)
SEATS = re.compile(r'<div class="admonition seats">\n<p class="admonition-title">.*?</p>(.*?)</div>', re.DOTALL)
DOUBT = re.compile(r"^!!! (silent|ambiguous)\b.*\n((?: {4}.*\n|\n)*)", re.MULTILINE)
LINE = re.compile(r"^---$", re.MULTILINE)
"""Above it the lesson, below it the reference."""
HOUSE_NOTE = re.compile(r"^ *\{: #house\.(\w+) \}$", re.MULTILINE)
LINK = re.compile(r'href="(term|ask|rule):([a-z0-9_-]+(?:\.[a-z0-9-]+)?)"')


@dataclass(frozen=True)
class Rule:
    """A ruling's entry in ``game.toml``: where its document says it, and how clearly."""

    lines: str
    note: str = ""
    """``silent`` or ``ambiguous`` where the document does not settle it; empty where it does."""
    example: bool = True
    """Whether there is an example that it decides; none where no question turns on it."""
    undrilled: str = ""
    """Why no question on it is practised, though it has an example; empty where some are."""

    @property
    def count(self) -> int:
        """1 for a single line, 2 for several: as much as a plural needs to know."""
        return 1 if self.lines.isdecimal() else 2


@dataclass(frozen=True)
class Example:
    """A worked example: a question, and what of its answer the page claims."""

    name: str
    rule: str
    """The ruling it shows, without the game."""
    ask: str
    question: Mapping[str, Any]
    answer: Mapping[str, Any]

    def asked(self, game: str) -> Ask[Any]:
        """The question put to the game; raises where it is not a question."""
        form = GAMES[game].asks[self.ask](self.fields)
        if not form.is_valid():
            raise ValueError(f"{game}: example {self.name}: {form.errors.as_json()}")
        return form

    @property
    def fields(self) -> dict[str, Any]:
        """The question as its form takes it."""
        house = {f"house.{name}": value for name, value in self.question.get("house", {}).items()}
        return {name: value for name, value in self.question.items() if name not in ENVELOPE} | house


class Stretch(NamedTuple):
    """What stands under a heading of a page, as it is written."""

    anchor: str
    level: int
    """1 for the page's title, 2 for a chapter, 3 for a section of one."""
    title: str
    body: str
    doubt: str
    """What the document leaves open here, and how we read it."""
    is_lesson: bool


@dataclass(frozen=True)
class Section:
    """A stretch of a page under its own heading."""

    anchor: str
    level: int
    """2 for a chapter, 3 for a section of one."""
    title: str
    body: SafeString
    rule: Rule | None
    """The ruling that the section states, if it states one."""
    doubt: SafeString
    """What the document leaves open here, and how we read it."""
    is_lesson: bool


@dataclass(frozen=True)
class Page:
    """The rules of one game in one language."""

    title: str
    lead: SafeString
    summary: str
    """The lead as plain text."""
    sections: tuple[Section, ...]

    def section(self, anchor: str) -> SafeString:
        """What a section says; nothing where there is none."""
        return next((section.body for section in self.sections if section.anchor == anchor), SafeString())

    @property
    def lesson(self) -> list[Section]:
        """What is read from start to end."""
        return [section for section in self.sections if section.is_lesson]

    @property
    def reference(self) -> list[Section]:
        """Where rules are looked up."""
        return [section for section in self.sections if not section.is_lesson]

    @property
    def chapters(self) -> list[Section]:
        """The chapters of the reference, for the table of contents."""
        return [section for section in self.reference if section.level == 2]

    @cached_property
    def titles(self) -> dict[str, str]:
        """Anchor to heading."""
        return {section.anchor: section.title for section in self.sections}


@dataclass(frozen=True)
class Tile:
    """What the home page shows of a game."""

    cards: str
    """In canonical letters, ``/`` between rows."""
    lie: str
    """How they lie: ``stair``, ``fan``, ``row``, ``taken`` (one leaves its row) or ``ring`` (round a card face down)."""
    ask: str
    """The question that its second link asks."""
    dispute: str
    """The question that settles a dispute."""
    says: Mapping[str, str]
    """What the game is about, by language: one line."""
    asks: Mapping[str, str]
    """The question in a word, by language: two stand beside one another on half a phone."""
    sample: str = ""
    """The example by which the home page shows what an answer is; one game has it."""

    @property
    def said(self) -> str:
        """What the game is about, in the active language."""
        language = get_language() or "en"
        return forms(language).typeset(self.says[language])

    @property
    def asked(self) -> str:
        """The question in a word of the active language."""
        return self.asks[get_language() or "en"]


@dataclass(frozen=True)
class Book:
    """What all languages of a game's page share."""

    game: str
    name: str
    document: Mapping[str, str]
    """The document the rulings were read from: its ``title`` and ``lang``."""
    players: str
    rules: Mapping[str, Rule]
    examples: Mapping[str, Example]
    told: tuple[Example, ...]
    """The moves of the hand that the lesson tells."""
    seats: Seats | None
    """What the picture of the table shows."""
    tile: Tile
    card: Mapping[str, list[str]]
    """The ``examples`` that the rules card has, and the chapters of the ``lesson``."""
    seek: Mapping[str, Mapping[str, str]]
    """By language and anchor, the words by which players seek a section, beside those that stand in it."""
    pages: dict[str, Page] = field(default_factory=dict, compare=False)

    def page(self, language: str) -> Page:
        """The page in a language, read on first use."""
        if language not in self.pages:
            self.pages[language] = _page(self, language)
        return self.pages[language]

    def sample(self) -> dict[str, Any]:
        """What the home page shows of the tile's example: its cards, the answer, why, and what would turn it."""
        ask = self.examples[self.tile.sample].asked(self.game)
        return {
            "game": self.game,
            "title": ask.title,
            "rows": _rows(ask),
            "headline": ask.headline(),
            "reasons": list(ask.sentences())[:1],
            "turned": ask.turned(),
            "address": reverse("example", args=[self.game, self.tile.sample]),
        }


@cache
def book(game: str) -> Book:
    """The rule book of a game.

    :raises FileNotFoundError: when the game has no content.
    """
    folder = settings.CONTENT_DIR / game
    about = tomllib.loads((folder / "game.toml").read_text())
    examples = tomllib.loads((folder / "examples.toml").read_text())
    told = tomllib.loads((folder / "told.toml").read_text())["move"] if (folder / "told.toml").exists() else []
    return Book(
        game,
        about["name"],
        about["document"],
        about["players"],
        {name: Rule(**entry) for name, entry in about["rules"].items()},
        {name: Example(name, **entry) for name, entry in examples.items()},
        tuple(Example(f"told-{number}", **entry) for number, entry in enumerate(told, 1)),
        Seats(**about["seats"]) if "seats" in about else None,
        Tile(**about["tile"]),
        about.get("card", {}),
        tomllib.loads((folder / "seek.toml").read_text()),
    )


def rule_title(rule: str) -> str:
    """The heading of a ruling's section in the active language: ``murlan.follow`` → “Following”."""
    game, anchor = rule.split(".", 1)
    return book(game).page(get_language() or "en").titles[anchor]


def rule_address(rule: str) -> str:
    """Where the ruling stands in the active language: ``/it/murlan/#follow``."""
    game, anchor = rule.split(".", 1)
    return f"{reverse('rules', args=[game])}#{anchor}"


def tool_address(ask: Ask[Any]) -> str:
    """The page of a tool with this question filled in, in the active language and its letters."""
    path = reverse("tool", args=[ask.game, ask.name])
    return f"{path}?{ask.address(NOTATIONS[get_language() or 'en'])}"


def source_text(game: str, language: str) -> str:
    """The Markdown of a page."""
    return (settings.CONTENT_DIR / game / f"{language}.md").read_text()


def stretches(game: str, language: str) -> list[Stretch]:
    """A page in pieces, each under its heading: the lead under its title, then its sections."""
    text = forms(language).typeset(source_text(game, language))
    headings = list(HEADING.finditer(text))
    line = LINE.search(text)
    found = []
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        body = LINE.sub("", text[heading.end() : following.start() if following else len(text)])
        found.append(
            Stretch(
                heading[3] or "",
                len(heading[1]),
                heading[2],
                DOUBT.sub("", body),
                "\n\n".join(dedent(doubt[2]) for doubt in DOUBT.finditer(body)),
                line is not None and heading.start() < line.start(),
            )
        )
    return found


def _page(book: Book, language: str) -> Page:
    lead, *rest = stretches(book.game, language)
    with translation.override(language):
        sections = tuple(
            Section(
                stretch.anchor,
                stretch.level,
                stretch.title,
                html(book, stretch.body),
                book.rules.get(stretch.anchor),
                html(book, stretch.doubt),
                stretch.is_lesson,
            )
            for stretch in rest
        )
        lead_html = html(book, lead.body)
    return Page(lead.title, lead_html, " ".join(re.sub(r"<[^>]+>", "", lead_html).split()), sections)


def html(book: Book, text: str, *, roomy: bool = False) -> SafeString:
    """A piece of Markdown as HTML, with examples drawn and links to terms, tools and rules resolved.

    :param roomy: whether there is room for cards that are drawn large.
    """
    page = markdown(text)
    page = EXAMPLES.sub(lambda found: f"<div>{found[0] if roomy else _folded(found[0])}</div>\n", page)
    page = EXAMPLE.sub(lambda found: _example(book, found[1], found[2], roomy), page)
    page = TOLD.sub(lambda found: _told(book, MOVE.findall(found[1])), page)
    page = SEATS.sub(lambda found: _seats(book, found[1]), page)
    page = re.sub(r"\n{2,}", "\n", page)
    return mark_safe(LINK.sub(lambda found: f'href="{_link(book, found[1], found[2])}"', page))


def _folded(examples: str) -> str:
    """Examples of one rule: the first, and folded away where there is little room the others."""
    first, *others = re.split(r"(?=<div class=.admonition)", examples)[1:]
    if not others:
        return first
    return first + render_to_string(
        "components/more.html", {"count": len(others), "examples": mark_safe("".join(others))}
    )


def markdown(text: str) -> str:
    """Markdown as the site's content is written: tables, notes, definition lists."""
    return str(
        Markdown(extensions=["admonition", "attr_list", "tables", "def_list"], output_format="html").convert(text)
    )


def _told(book: Book, captions: list[str]) -> str:
    """A hand move by move: what is said of each, the cards, and the engine's answer."""
    moves = []
    for move, caption in zip(book.told, captions, strict=True):
        ask = move.asked(book.game)
        rows = _rows(ask)
        address = reverse("example", args=[book.game, move.name])
        moves.append({"said": mark_safe(caption), "rows": rows, "headline": ask.headline(), "address": address})
    return render_to_string("components/told.html", {"moves": moves})


def _seats(book: Book, words: str) -> str:
    """The picture of the table over the words that say the same."""
    assert book.seats
    return render_to_string("components/seats.html", {"table": book.seats, "words": mark_safe(words)})


def _example(book: Book, kind: str, name: str, roomy: bool) -> str:
    ask = book.examples[name].asked(book.game)
    address = reverse("example", args=[book.game, name])
    context: dict[str, Any] = {"headline": ask.headline(), "address": address, "house_said": ask.house_said()}
    if kind == "steps":
        context["story"] = ask.story()
    else:
        context |= {"rows": _rows(ask), "roomy": roomy}
    return '<div class="example">' + render_to_string("components/example.html", context)


def _rows(ask: Ask[Any]) -> list[tuple[Any, Any]]:
    """The cards of a question as they lie, each row with its label; what is empty is not drawn."""
    return [(label, cards) for label, cards in ask.picture() if cards]


def _link(book: Book, kind: str, target: str) -> str:
    if kind == "term":
        return f"{reverse('glossary')}#{target}"
    if kind == "ask":
        return reverse("tool", args=[book.game, target])
    return rule_address(target)
