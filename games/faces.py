"""The faces of cards where there is room for more than an index and a suit: SVG that fills 70 × 98 units.

They use the signs of ``components/signs.html`` by name, and the fill, the colour and the font of what stands round
them: so a page and a picture that the server draws have the same faces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from games.cards import Card, Colour
from games.words import LETTERS

WIDTH, HEIGHT = 70, 98
Face: TypeAlias = Callable[[Card], str]
STARS = {Colour.BLACK: 1, Colour.RED: 2, None: 0}
"""By which the two jokers differ for those who do not see their colours."""
COLUMNS = {1: 24, 2: 35, 3: 46}
PIPS = {
    2: ((2, 1), (2, 7)),
    3: ((2, 1), (2, 4), (2, 7)),
    4: ((1, 1), (3, 1), (1, 7), (3, 7)),
    5: ((1, 1), (3, 1), (2, 4), (1, 7), (3, 7)),
    6: ((1, 1), (3, 1), (1, 4), (3, 4), (1, 7), (3, 7)),
    7: ((1, 1), (3, 1), (2, 2.5), (1, 4), (3, 4), (1, 7), (3, 7)),
    8: ((1, 1), (3, 1), (2, 2.5), (1, 4), (3, 4), (2, 5.5), (1, 7), (3, 7)),
    9: ((1, 1), (3, 1), (1, 3), (3, 3), (2, 4), (1, 5), (3, 5), (1, 7), (3, 7)),
    10: ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3), (1, 5), (3, 5), (2, 6), (1, 7), (3, 7)),
}
"""Where the pips of a card stand: three columns, and eighths of its height."""
TURN = ' transform="rotate(180 35 49)"'


def medium(card: Card) -> str:
    """Index, suit, and one large pip or a bust."""
    if card.is_joker:
        return _text("JOKER", 15, 35, 17, 58) + _use("x", 13, 23, 44) + _stars(card, 35, 72, 20)
    if card.suit is None:
        return _any_suit(card)
    sign = card.suit.letter
    court = card.rank.letter in "JQK"
    return _index(card, 36, 17, 31) + (_use(card.rank.letter, 24, 53, 44) if court else _use(sign, 31, 57, 35))


def large(card: Card) -> str:
    """Both indices and all pips, or who is on the card, seen from either side."""
    if card.is_joker:
        index = _text("JOKER", 11, 20, 13, 34) + _stars(card, 4 + 6 * STARS[card.colour], 16, 11)
        return _both(index) + _use("x", 13, 27, 44)
    if card.suit is None:
        return _any_suit(card)
    sign = card.suit.letter
    index = _index(card, 20, 9.5, 16)
    if card.rank.letter in "JQK":
        pip = _use(sign, 20.5 if card.rank.letter == "J" else 42, 14.5, 8)
        half = _use("robe", 19, 17, 32) + _use(card.rank.letter, 19, 17, 32)
        return _use("frame", 18, 11, 34, 76) + _both(half + pip) + _use("sash", 18, 46.5, 34, 5) + _both(index)
    if card.rank == 1:
        ring = '<circle cx="35" cy="49" r="22.5" fill="none" stroke="currentColor" stroke-dasharray="1 2.53"/>'
        return _both(index) + ring + _use(sign, 18, 32, 34)
    pips = ""
    for column, eighth in PIPS[card.rank]:
        x, y = COLUMNS[column], 7 + 10.5 * eighth
        turn = f' transform="rotate(180 {x:g} {y:g})"' if eighth > 4 else ""
        pips += _use(sign, x - 7, y - 7, 14, more=turn)
    return _both(index) + pips


def _index(card: Card, size: float, middle: float, width: float) -> str:
    assert card.suit is not None
    letters = LETTERS[card.rank]
    is_ten = len(letters) > 1  # a little smaller, so that it is not pressed as narrow as one letter
    suit = width * 0.75
    return _text(letters, size * (0.88 if is_ten else 1), middle, size * 0.83, width + 2 if is_ten else 0) + _use(
        card.suit.letter, middle - suit / 2, size * 0.98, suit
    )


def _any_suit(card: Card) -> str:
    return _text(LETTERS[card.rank], 42, 35, 50, 48 if card.rank == 10 else 0) + _use("any", 22, 60, 26)


def _stars(card: Card, middle: float, y: float, size: float) -> str:
    many = STARS[card.colour]
    return "".join(_use("star", middle + (star - many / 2) * size, y, size) for star in range(many))


def _both(half: str) -> str:
    """The same from either side."""
    return f"{half}<g{TURN}>{half}</g>"


def _use(name: str, x: float, y: float, width: float, height: float = 0, more: str = "") -> str:
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height or width:g}"{more}/>'


def _text(text: str, size: float, x: float, y: float, width: float) -> str:
    narrow = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"' if width else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{narrow}>{text}</text>'
