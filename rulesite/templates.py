"""Templates as they are loaded: written a tag a line and indented, sent without what only their writers need.

A line break with its indent becomes one line break, which a browser shows as a space, as it would show all of it. It
becomes nothing where a browser shows nothing: beside a tag that begins or ends a line on the page by itself. So a page
looks as if nothing were folded. Nothing is left of it at either end of a template or a block either, and none of a
comment: ``{# #}`` at the end of a line joins it to the next.
"""

from __future__ import annotations

import re

from django.template import Origin, Template
from django.template.loaders.cached import Loader as CachedLoader
from django.template.loaders.filesystem import Loader as FilesystemLoader

_BLOCKS = """
    address article aside blockquote body br caption dd details div dl doctype dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 head header hr html legend li link main meta nav ol optgroup option p path section summary symbol
    table tbody td tfoot th thead title tr ul
"""
BLOCKS = frozenset(_BLOCKS.split())
"""The elements beside which a browser shows no space."""
CODE = r"\{%.*?%\} | \{\{.*?\}\}"
PIECE = re.compile(
    rf"""
      (?P<comment> (?: \{{\#.*?\#\}} | \{{%\ comment\b.*?\{{%\ endcomment\ %\}} ) (?: [ \t]*\n\s* )? )
    | (?P<silent> \{{%\ (?:load|extends)\b.*?%\}} )
    | (?P<opening> \{{%\ block\b.*?%\}} )
    | (?P<closing> \{{%\ endblock\b.*?%\}} )
    | (?P<verbatim> (?P<element> <(?P<kind>pre|script|style|textarea)\b (?: {CODE} | [^>] )*+ > )
        .*? </(?P=kind)> )
    | (?P<tag> <[!/]?(?P<name>[a-z][\w-]*) (?: {CODE} | [^>] )*+ > )
    | (?P<break> [ \t]*\n\s* )
    | (?P<text> \{{%\ blocktranslate\b.*?%\}}.*?\{{%\ endblocktranslate\ %\}} | {CODE} | . )
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def folded(source: str) -> str:
    r"""A template's source as it is loaded.

    >>> folded("<p\n  class='lead'\n>\n  <b>{{ name }}</b>\n  wins.\n</p>\n\n<p>Well{# joined #}\n  played</p>\n")
    "<p class='lead'><b>{{ name }}</b>\nwins.</p><p>Wellplayed</p>"
    """
    pieces: list[str] = []
    shown = broken = False  # whether a space would be shown here; whether a line break is to be written for it
    for found in PIECE.finditer(source):
        kind, piece = found.lastgroup, found[0]
        if kind == "comment":
            continue
        if kind == "break":
            broken = shown
            continue
        is_edge = kind == "closing" or (found["name"] or "").lower() in BLOCKS
        if broken and kind != "silent":
            pieces += [] if is_edge else ["\n"]
            broken = False
        if element := found["element"] or (kind == "tag" and piece):
            piece = re.sub(r"\s*\n\s*(?=/?>)", "", element)
            piece = re.sub(r"\s*\n\s*", " ", piece) + found[0][len(element) :]
        pieces.append(piece)
        if kind != "silent":
            shown = kind == "closing" or not (kind == "opening" or is_edge)
    return "".join(pieces)


class Loader(FilesystemLoader):
    """Templates out of the folders that the settings name, folded."""

    def get_contents(self, origin: Origin) -> str:
        return folded(super().get_contents(origin))


class Kept(CachedLoader):
    """Django's loader that keeps templates, with a short way to one that is kept: a page asks for dozens."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        kept = None if skip else self.get_template_cache.get(template_name)
        return kept if isinstance(kept, Template) else super().get_template(template_name, skip)
