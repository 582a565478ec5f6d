"""Cards as SVG, for pictures that the server draws: the faces of the pages with an index that is read from afar.

A face fills 70 × 98 units, and its index stands so far to the left that it is read while the next card lies over it.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape

from django.conf import settings

from games import faces
from games.cards import Card, Colour
from games.faces import WIDTH
from games.table import Mark
from games.words import LETTERS

INKS = {"s": "#16161d", "h": "#c4122f", "d": "#0a58b0", "c": "#0b7034"}
"""The four colours of the suits, as the pages have them."""
FACE, EDGE = "#fffefa", "#8b8578"
FRAMES = {
    "hand": ("#e0a100", ""),
    "marked": ("#e0a100", ""),
    "claim": ("#e0a100", ""),
    "moved": ("#1a5fb4", "8 5"),
    "bonus": ("#1a5fb4", "8 5"),
    "nowhere": ("#d0312d", ""),
}
"""What surrounds a card by its mark: a colour, and the dashes."""
BADGES = {"nowhere": "#b3261e", "stray": "#635c50"}
STAR = "M6 0 7.8 4H12L8.7 6.7 10 11 6 8.4 2 11 3.3 6.7 0 4H4.2Z"
CROSS = "M3.5 3.5 12.5 12.500M12.5 3.5 3.5 12.5"


@cache
def symbols() -> str:
    """The signs of suits and the court cards, as definitions that faces use."""
    file = (settings.BASE_DIR / "templates" / "components" / "signs.html").read_text()
    found = "".join(re.findall(r"<symbol.*?</symbol>", file, re.DOTALL))
    for letter, ink in INKS.items():
        found = found.replace(f"var(--{letter})", ink)
    return found


def face(card: Card | None, x: float, y: float, width: float, *, mark: Mark | None = None, is_bare: bool = True) -> str:
    """A card at a place, None for one face down.

    :param is_bare: whether nothing lies over it, so that it may show all its pips.
    """
    drawn = _face(card, is_bare and width >= 96) + (_marked(mark) if mark else "")
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({width / WIDTH:.4f})">{drawn}</g>'


@cache
def _face(card: Card | None, is_large: bool) -> str:
    parts = [f'<rect x=".5" y=".5" width="69" height="97" rx="5" fill="{FACE}" stroke="{EDGE}"/>']
    if card is None:
        parts.append('<rect x="4" y="4" width="62" height="90" rx="3" fill="#7c2128"/>')
        parts += [f'<path d="M{at} 4 4 {at}" stroke="#a5484c" stroke-width="2"/>' for at in range(10, 66, 7)]
        parts += [
            f'<path d="M66 {at}V{at}L{at - 28} 94" stroke="#a5484c" stroke-width="2"/>' for at in range(38, 94, 7)
        ]
    elif card.is_joker:
        ink = INKS["h" if card.colour is Colour.RED else "s"]
        for star in range({Colour.RED: 2, Colour.BLACK: 1, None: 0}[card.colour]):
            parts.append(f'<path d="{STAR}" transform="translate(5 {6 + star * 14})" fill="{ink}"/>')
        parts.append(_use("x", 12, 42, 50, ink))
    elif card.suit is None:
        parts += [_text(LETTERS[card.rank], 34, 21, 34, INKS["s"]), _use("any", 7, 42, 28)]
    elif is_large:
        parts.append(_large(card))
    else:
        sign, ink = card.suit.letter, INKS[card.suit.letter]
        parts += [_text(LETTERS[card.rank], 34, 17, 30, ink), _use(sign, 6.5, 35, 21, ink)]
        court = card.rank.letter in "JQK"
        parts.append(_use(card.rank.letter, 25, 53, 44, ink) if court else _use(sign, 31, 56, 34, ink))
    return "".join(parts)


def _large(card: Card) -> str:
    assert card.suit is not None
    ink = INKS[card.suit.letter]
    font = 'font-family="Carta Sans" font-weight="700" text-anchor="middle"'
    return f'<g fill="{ink}" color="{ink}" {font}>{faces.large(card)}</g>'


def _use(name: str, x: float, y: float, size: float, ink: str = "") -> str:
    fill = f' fill="{ink}"' if ink else ""
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{fill}/>'


def _text(text: str, size: float, x: float, y: float, ink: str) -> str:
    narrow = f' textLength="{size * 0.84:g}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="Carta Sans" font-weight="700" font-size="{size:g}" '
        f'text-anchor="middle" fill="{ink}" stroke="{ink}" stroke-width=".7"{narrow}>{escape(text)}</text>'
    )


def _marked(mark: Mark) -> str:
    drawn = ""
    if mark.look in FRAMES:
        ink, dashes = FRAMES[mark.look]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        drawn = (
            f'<rect x="2.5" y="2.5" width="65" height="93" rx="4" fill="none" stroke="{ink}" stroke-width="5"{dashed}/>'
        )
    if mark.badge:
        ink = BADGES.get(mark.look, "#1a5fb4")
        drawn += f'<circle cx="58" cy="86" r="15" fill="{ink}"/>'
        if mark.badge == "✗":
            drawn += f'<path d="{CROSS}" transform="translate(47 75) scale(1.4)" stroke="#fff" stroke-width="2.5"/>'
        else:
            drawn += _text(mark.badge, 20, 58, 93, "#fff") if len(mark.badge) == 1 else _badge(mark.badge)
    return drawn


def _badge(text: str) -> str:
    return (
        '<text x="58" y="91.5" font-family="Carta Sans" font-weight="700" font-size="16" text-anchor="middle" '
        f'fill="#fff">{escape(text)}</text>'
    )
