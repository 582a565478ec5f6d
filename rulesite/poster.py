"""The picture by which a verdict is shared: what is asked, what is answered, and why, drawn as SVG.

It is seen as small as a thumbnail: few words, cards as large as they fit. However much is asked, only so much is drawn.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from itertools import islice, product
from typing import Any, NamedTuple

from django.conf import settings

from games.asks import Rows
from games.cards import Card
from games.faces import HEIGHT, WIDTH
from games.table import Mark, Row, groups_of, is_grouped
from rulesite.faces import CROSS, face, symbols

WIDE, HIGH = 1200, 630
FONTS = settings.BASE_DIR / "rulesite" / "fonts"
SERIF, SEMIBOLD = "serif.otf", "serif-semibold.otf"
FILES = [str(FONTS / name) for name in (SERIF, SEMIBOLD, "serif-semibold-italic.otf", "sans-bold.otf")]
PAPER, INK, QUIET, LINE, ACCENT, FELT = "#fbf8f1", "#23201a", "#635c50", "#ddd5c5", "#7c2128", "#d6e4d6"
TONES = {"yes": "#1d6b3a", "no": "#a3231f", "open": "#7a5200"}
TICK = "M2.5 8.5 6.5 12.5 13.5 4"
MARGIN, PADDING = 56, 15
MOST_CARDS, MOST_ROWS, MOST_LETTERS = 110, 24, 600
"""What is drawn of a question at most: cards, rows of them; and letters of a text."""
FOOT = 66.0
"""How high the foot is."""
LABEL = 36
"""How high a label is, with the space below it."""
WIDTHS = (190, 178, 168, 150, 134, 120, 106, 94, 84, 76, 68, 61, 55, 50, 45)
STEPS = (1.06, 0.8, 0.64, 0.52, 0.44)
"""How wide a card is, and how much of it is seen under the next one."""


class Poster(NamedTuple):
    """What a picture shows."""

    game: str
    title: str
    tone: str
    headline: str
    rows: Rows
    reason: str
    rule: str
    """The heading of the ruling that decided."""
    site: str


class Item(NamedTuple):
    """Cards in a row, alone or as a group with its number."""

    cards: Sequence[tuple[Card | None, Mark | None]]
    number: str = ""
    is_group: bool = False
    wrong: bool = False


class Block(NamedTuple):
    """Items under a label."""

    label: str
    items: Sequence[Item]
    left_out: int = 0
    """How many cards of it are not drawn."""


class Lettering:
    """How wide the letters of a font are."""

    def __init__(self, name: str) -> None:
        file = (FONTS / name).read_bytes()
        (count,) = struct.unpack_from(">H", file, 4)
        tables = {}
        for at in range(12, 12 + 16 * count, 16):
            tag, _sum, offset, length = struct.unpack_from(">4sLLL", file, at)
            tables[tag] = file[offset : offset + length]
        self.units: int = struct.unpack_from(">H", tables[b"head"], 18)[0]
        (measured,) = struct.unpack_from(">H", tables[b"hhea"], 34)
        advances = [struct.unpack_from(">H", tables[b"hmtx"], 4 * glyph)[0] for glyph in range(measured)]
        self.widths: dict[int, int] = {
            code: advances[min(glyph, measured - 1)] for code, glyph in _glyphs(tables[b"cmap"]).items() if glyph
        }

    def shown(self, text: str) -> str:
        """As much of a text as is drawn at most, with a question mark for what the font has no letter for."""
        return "".join(letter if ord(letter) in self.widths else "?" for letter in text[:MOST_LETTERS])

    def width(self, text: str, size: float) -> float:
        """How wide a text is."""
        return size / self.units * sum(self.widths.get(ord(letter), 0) for letter in text)

    def lines(self, text: str, size: float, width: float) -> list[str]:
        """A text broken where words end; a word that is wider than a line is broken anywhere."""
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".lstrip()
            if self.width(longer, size) <= width:
                lines[-1] = longer
                continue
            lines.append("")
            for letter in word:
                if self.width(lines[-1] + letter, size) > width:
                    lines.append("")
                lines[-1] += letter
        return [line for line in lines if line]

    def cut(self, text: str, size: float, width: float) -> str:
        """A text, or as much of it as there is room for."""
        if self.width(text, size) <= width:
            return text
        while text and self.width(text + "…", size) > width:
            text = text[:-1]
        return text.rstrip() + "…"


def _glyphs(table: bytes) -> dict[int, int]:
    """Which glyph a letter has, in a font's only table of letters: segments of codes (format 4)."""
    (start,) = struct.unpack_from(">L", table, 8)
    twice = struct.unpack_from(">H", table, start + 6)[0]
    found = {}
    for at in range(start + 14, start + 14 + twice, 2):
        last, first, delta, offset = (
            struct.unpack_from(">H", table, at + skip)[0] for skip in (0, twice + 2, 2 * twice + 2, 3 * twice + 2)
        )
        for code in range(first, last + 1):
            if not offset:
                found[code] = (code + delta) % 65536
                continue
            (glyph,) = struct.unpack_from(">H", table, at + 3 * twice + 2 + offset + 2 * (code - first))
            found[code] = (glyph + delta) % 65536 if glyph else 0
    found.pop(0xFFFF, None)
    return found


@cache
def lettering(name: str) -> Lettering:
    """A font's letters, read once."""
    return Lettering(name)


def drawn(poster: Poster) -> str:
    """The picture as SVG."""
    serif, inside = lettering(SERIF), WIDE - 2 * MARGIN
    parts, top = head(poster.game, poster.title, poster.tone, poster.headline)

    bottom = HIGH - FOOT
    blocks = list(_blocks(poster.rows))
    reason = serif.shown(poster.reason)
    small, why = _fitted(serif, reason, inside, (36,), (32, 29)) if reason else (0, [])
    if not blocks and why:
        small, why = _fitted(serif, reason, inside, (48,), (48, 42, 36))
    top += 8
    room = bottom - top - (len(why) * small * 1.28 + 16 if why else 8)
    if blocks:
        parts.append(_table(blocks, MARGIN, top, inside, room - 8))
        top += room
    else:
        parts += _backs(WIDE - 330, HIGH - 360)
    for line in why:
        top += small * 1.28
        parts.append(text_at(line, MARGIN, top, small, INK))
    return as_svg([*parts, *foot(poster.rule, poster.site)])


def head(game: str, title: str, tone: str, headline: str) -> tuple[list[str], float]:
    """The paper with the game, what is asked of it and what is answered; and where that ends."""
    serif, semibold = lettering(SERIF), lettering(SEMIBOLD)
    ink, inside = TONES.get(tone, INK), WIDE - 2 * MARGIN
    parts = [f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/><rect width="{WIDE}" height="12" fill="{ACCENT}"/>']
    game = semibold.shown(game)
    parts.append(text_at(game, MARGIN, 66, 30, ACCENT, bold=True))
    title = serif.cut(serif.shown(f"· {title}"), 30, inside - semibold.width(game, 30) - 12)
    parts.append(text_at(title, MARGIN + semibold.width(game, 30) + 12, 66, 30, QUIET))

    indent = 66 if tone in ("yes", "no") else 0
    said = semibold.shown(headline)
    size, lines = _fitted(semibold, said, inside - indent, (64, 56, 48), (44, 38, 33))
    top = 76.0
    if indent:
        parts.append(_verdict(tone, MARGIN, top + size * 0.28, size * 0.8, ink))
    for line in lines:
        top += size * 1.12
        parts.append(text_at(line, MARGIN + indent, top - size * 0.08, size, ink, bold=True))
    top += size * 0.22
    return parts, top


def foot(rule: str, site: str) -> Iterator[str]:
    """The heading of the ruling, if there is one, and the site."""
    serif = lettering(SERIF)
    yield f'<path d="M{MARGIN} {HIGH - 58}H{WIDE - MARGIN}" stroke="{LINE}" stroke-width="2"/>'
    said = serif.cut(serif.shown(f"§ {rule}"), 27, WIDE - 2 * MARGIN - 260) if rule else ""
    yield text_at(said, MARGIN, HIGH - 21, 27, QUIET)
    yield text_at(site, WIDE - MARGIN, HIGH - 20, 34, ACCENT, bold=True, more='text-anchor="end" font-style="italic"')


def as_svg(parts: Iterable[str]) -> str:
    """What was drawn, as a whole."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f"<defs>{symbols()}</defs>{''.join(parts)}</svg>"
    )


def _fitted(
    letters: Lettering, text: str, width: float, alone: Sequence[int], several: Sequence[int]
) -> tuple[int, list[str]]:
    """The size of a text and its lines: one where it fits so large, two, or three as small as it may be."""
    for size, most in [*((size, 1) for size in alone), *((size, 2) for size in several)]:
        lines = letters.lines(text, size, width)
        if len(lines) <= most:
            return size, lines
    size = several[-1]
    lines = letters.lines(text, size, width)
    if len(lines) > 3:
        lines = [*lines[:2], letters.cut(" ".join(lines[2:]), size, width)]
    return size, lines


def text_at(text: str, x: float, y: float, size: float, ink: str, *, bold: bool = False, more: str = "") -> str:
    """A text that begins at this place, on a line at this height."""
    weight = 600 if bold else 400
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="Carta Serif" font-weight="{weight}" font-size="{size:g}" '
        f'fill="{ink}" {more}>{escape(text)}</text>'
    )


def _verdict(tone: str, x: float, y: float, size: float, ink: str) -> str:
    """A tick or a cross in a round: they tell without colours."""
    shape = TICK if tone == "yes" else CROSS
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 16:.3f})"><circle cx="8" cy="8" r="8" fill="{ink}"/>'
        f'<path d="{shape}" transform="translate(2.4 2.4) scale(.7)" fill="none" stroke="{PAPER}" stroke-width="3" '
        f'stroke-linecap="round" stroke-linejoin="round"/></g>'
    )


def _blocks(rows: Rows) -> Iterator[Block]:
    """The rows of a question as they are drawn: the cards of long ones only as far as there is room."""
    left = MOST_CARDS
    for label, row in islice([each for each in rows if each[1]], MOST_ROWS):
        items, left_out = [], 0
        for item in _items(row):
            kept, left_out = item.cards[:left], left_out + len(item.cards[left:])
            left -= len(kept)
            if kept:
                items.append(item._replace(cards=kept))
        if items:
            yield Block(str(label), items, left_out)


def _items(row: Row) -> Iterator[Item]:
    is_group = is_grouped(row)
    for laid in groups_of(row):
        yield Item(laid.marked, laid.number if is_group else "", is_group, is_group and laid.wrong)


class Sizes(NamedTuple):
    """How cards are laid: how wide they are, and how much of each is seen."""

    card: float
    step: float

    @property
    def height(self) -> float:
        return self.card * HEIGHT / WIDTH

    def item(self, item: Item) -> float:
        """How wide an item is."""
        wide = self.card + (len(item.cards) - 1) * self.card * self.step
        return wide + (16 if item.is_group else 0) + (24 if item.number else 0)


def _table(blocks: Sequence[Block], x: float, y: float, width: float, height: float) -> str:
    """A felt with the blocks in its middle, their cards as large as there is room."""
    sizes = sorted((Sizes(card, step) for card in WIDTHS for step in STEPS), key=lambda s: -s.card * s.step**0.4)
    room = height - 2 * PADDING
    for rest, size in product(range(len(blocks)), sizes):
        # Where not all has room the last rows are drawn: they show what became of the first.
        shelves = _shelves(blocks[rest:], size, width - 2 * PADDING)
        high = sum(shelf.height for shelf in shelves) - shelves[-1].below
        if high <= room:
            break
    parts = [f'<rect x="{x}" y="{y:.1f}" width="{width}" height="{height:.1f}" rx="18" fill="{FELT}"/>']
    at = y + PADDING + max(0, room - high) / 2
    left = x + (width - max(shelf.width for shelf in shelves)) / 2
    for shelf in shelves:
        if at + shelf.height - shelf.below > y + height:  # the smallest cards do not fit either
            break
        parts += shelf.draw(left, at, size)
        at += shelf.height
    return "".join(parts)


def _backs(x: float, y: float) -> Iterator[str]:
    """A few cards face down, where a question has none to show."""
    for number in range(5):
        turn = (number - 2) * 9
        yield f'<g transform="rotate({turn} {x + 66} {y + 420})">{face(None, x, y + 60, 132)}</g>'


class Shelf(NamedTuple):
    """Blocks beside one another: each with its lines of items, and how far to the right it begins."""

    placed: list[tuple[float, str, list[list[Item]]]]
    width: float
    height: float
    below: float
    """How much of the height is the space to the next one."""

    def draw(self, x: float, y: float, size: Sizes) -> Iterator[str]:
        """The blocks at a place."""
        has_label = any(label for _at, label, _lines in self.placed)
        for at, label, lines in self.placed:
            top = y
            if has_label:
                yield text_at(label, x + at, top + 20, 24, QUIET)
                top += LABEL
            for line in lines:
                left = x + at
                for item in line:
                    yield from _draw_item(item, left, top, size)
                    left += size.item(item) + 12
                top += size.height + _between(line)


def _between(line: Sequence[Item]) -> float:
    return 20 if any(item.is_group for item in line) else 12


def _draw_item(item: Item, x: float, y: float, size: Sizes) -> Iterator[str]:
    if item.is_group:
        ink = TONES["no"] if item.wrong else "#9db59f"
        dashes = ' stroke-dasharray="10 6"' if item.wrong else ""
        yield (
            f'<rect x="{x:.1f}" y="{y - 7:.1f}" width="{size.item(item):.1f}" height="{size.height + 14:.1f}" rx="10" '
            f'fill="none" stroke="{ink}" stroke-width="{4 if item.wrong else 2}"{dashes}/>'
        )
        x += 8
    if item.number:
        yield text_at(item.number, x + 9, y + size.height / 2 + 8, 24, QUIET, bold=True, more='text-anchor="middle"')
        x += 24
    for number, (card, mark) in enumerate(item.cards):
        is_bare = size.step >= 1 or number == len(item.cards) - 1 == 0
        yield face(card, x + number * size.card * size.step, y, size.card, mark=mark, is_bare=is_bare)


def _shelves(blocks: Sequence[Block], size: Sizes, width: float) -> list[Shelf]:
    """The blocks in lines, as words are."""
    serif, shelves, placed, at, tallest = lettering(SERIF), list[Shelf](), list[Any](), 0.0, 0.0
    below = max(_between(block.items) for block in blocks)
    labelled = any(block.label for block in blocks)
    for block in blocks:
        lines = _lines(block.items, size, width)
        label = f"{block.label} (+{block.left_out})".strip() if block.left_out else block.label
        label = serif.cut(serif.shown(label), 24, width)
        wide = max(sum(size.item(item) + 12 for item in line) - 12 for line in lines)
        wide = max(wide, serif.width(label, 24))
        high = sum(size.height + _between(line) for line in lines) + (LABEL if labelled else 0)
        if placed and at + wide > width:
            shelves.append(Shelf(placed, at - 30, tallest, below))
            placed, at, tallest = [], 0.0, 0.0
        placed.append((at, label, lines))
        at, tallest = at + wide + 30, max(tallest, high)
    return [*shelves, Shelf(placed, at - 30, tallest, below)]


def _lines(items: Sequence[Item], size: Sizes, width: float) -> list[list[Item]]:
    """Items in lines; one that is wider than a line goes on in the next."""
    lines, at = list[list[Item]](), width + 1
    for item in items:
        most = max(1, 1 + int((width - size.item(item._replace(cards=item.cards[:1]))) // (size.card * size.step)))
        for start in range(0, len(item.cards), most):
            piece = item._replace(cards=item.cards[start : start + most])
            wide = size.item(piece)
            if at + wide > width:
                lines.append([])
                at = 0
            lines[-1].append(piece)
            at += wide + 12
    return lines
