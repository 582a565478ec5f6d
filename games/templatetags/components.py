"""What the templates are put together by."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.asks import Ask
from games.catalogue import GAMES

register = template.Library()


@register.simple_block_tag(takes_context=True)
def component(context: Context, content: SafeString, called: str, **given: Any) -> SafeString:
    """What stands between the tags, within a template that shows it as ``content`` and knows else what it is given.

    ``{% component "field" label=… %}<input …>{% endcomponent %}`` is ``components/field.html``; a component of a room's
    own is named with its folder: ``"matches/doing"``.
    """
    path = called if "/" in called else f"components/{called}"
    frame = context.template.engine.get_template(f"{path}.html")  # type: ignore[union-attr]
    # Like an inclusion tag, it sees nothing else of the page, so that no name of a page can be mistaken for its own.
    return frame.render(context.new({"content": content, "csrf_token": context.get("csrf_token"), **given}))


@register.simple_tag
def path(*parts: object) -> str:
    """The name and id of an input that is one of many: ``{% path "left" 0 2 %}`` is ``left.0.2``."""
    return ".".join(map(str, parts))


@register.simple_tag
def asks(game: str) -> list[type[Ask[Any]]]:
    """What a game can be asked, in the order in which it is shown."""
    return list(GAMES[game].asks.values())


@register.simple_tag
def practised(game: str) -> str:
    """The rulings of a game on which there are questions to practise, without the game, with spaces between."""
    return " ".join(sorted(GAMES[game].practised))


@register.simple_tag
def practising(game: str, rule: str) -> str:
    """Where a ruling is practised, named with its game or without; nothing where no question turns on it."""
    return _practising(game, rule.rpartition(".")[2], get_language())


@cache
def _practising(game: str, name: str, language: str | None) -> str:
    """The address in this language, which is the active one."""
    return f"{reverse('practice', args=[game])}?only={name}" if name in GAMES[game].practised else ""
