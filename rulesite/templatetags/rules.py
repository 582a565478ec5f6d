"""Links from verdicts to the rules that decide them."""

from collections.abc import Mapping, Sequence
from functools import cache

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rulesite import lessons, rulebook

register = template.Library()


@register.simple_tag
def rule(rule: str) -> SafeString:
    """A ruling as a link to its section: ``murlan.follow``."""
    return _link(rule, get_language())


@cache
def _link(rule: str, language: str | None) -> SafeString:
    """The link in this language, which is the active one."""
    return format_html('<a class="rule" href="{}">{}</a>', rulebook.rule_address(rule), rulebook.rule_title(rule))


@register.simple_tag
def languages(twins: Sequence[tuple[str, str, str]], queries: Mapping[str, str] | str) -> SafeString:
    """Links to this page in each language, with the question in its letters."""
    here, links = get_language(), []
    for code, name, path in twins:
        query = queries.get(code) if isinstance(queries, Mapping) else ""
        address = escape(f"{path}?{query}" if query else path)
        current = ' aria-current="true"' if code == here else ""
        links.append(
            f'<a href="{address}" hreflang="{code}" lang="{code}"{current}><abbr title="{name}">{code.upper()}</abbr></a>'
        )
    return mark_safe("".join(links))


@register.simple_tag
def lesson(game: str) -> str:
    """Where a game is learnt step by step; nothing where it has no lesson."""
    return lessons.step_address(game, 1) if lessons.lesson(game) else ""


@register.simple_tag
def to_do(game: str) -> str:
    """What there is to do in each step of a game's lesson: names with spaces between, steps with commas."""
    told = lessons.told(game, get_language() or "en") if lessons.lesson(game) else None
    return ",".join(" ".join(step.to_do) for step in told.steps) if told else ""


@register.simple_tag
def game_name(game: str) -> str:
    """A game's name."""
    return rulebook.book(game).name
