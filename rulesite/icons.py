"""The site's picture among a phone's own: a red card with a diamond, in the sizes that phones ask for."""

from __future__ import annotations

from typing import NamedTuple

COLOUR, PAPER = "#7c2128", "#fbf8f1"


class Icon(NamedTuple):
    """A file of it."""

    file: str
    size: int
    """Pixels, wide and high."""
    purpose: str
    """``maskable`` where a phone cuts it to its own shape, so that all that counts is in the middle."""


ICONS = (
    Icon("icon-192.png", 192, "any"),
    Icon("icon-512.png", 512, "any"),
    Icon("icon-maskable.png", 512, "maskable"),
)


def drawn(icon: Icon) -> str:
    """It as SVG."""
    card = f"<rect x='7' y='2' width='18' height='28' rx='2.5' fill='{COLOUR}'/>"
    if icon.purpose == "maskable":  # the shape it is cut to is the card
        card = f"<path d='M0 0h32v32H0z' fill='{COLOUR}'/>"
    diamond = f"<path d='M16 9l5 7-5 7-5-7z' fill='{PAPER}'/>"
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' width='{icon.size}' height='{icon.size}'>"
        f"{card}{diamond}</svg>"
    )
