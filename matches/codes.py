"""Addresses as QR codes."""

from __future__ import annotations

from io import BytesIO

import segno
from django.utils.safestring import mark_safe


def svg(address: str) -> bytes:
    """An address as a QR code, dark on light in every colour scheme: a file."""
    drawn = BytesIO()
    looks = {"scale": 4, "border": 3, "dark": "#000", "light": "#fff", "svgclass": "qr", "omitsize": True}
    segno.make_qr(address, error="m").save(drawn, kind="svg", xmldecl=False, nl=False, **looks)
    return drawn.getvalue()


def qr(address: str) -> str:
    """An address as a QR code for a page."""
    return mark_safe(svg(address).decode())
