"""``draw_icons``: writes the files of :mod:`rulesite.icons` anew."""

from __future__ import annotations

import resvg_py
from django.conf import settings
from django.core.management.base import BaseCommand

from rulesite.icons import ICONS, drawn


class Command(BaseCommand):
    help = "Draw the site's icons into rulesite/static."

    def handle(self, *args: object, **options: object) -> None:
        for icon in ICONS:
            png = bytes(resvg_py.svg_to_bytes(svg_string=drawn(icon)))
            (settings.BASE_DIR / "rulesite" / "static" / icon.file).write_bytes(png)
