"""Links from verdicts to the rules that decide them."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesite import rulebook

register = template.Library()


@register.simple_tag
def rule(rule: str) -> SafeString:
    """A ruling as a link to its section: ``murlan.follow``."""
    return format_html('<a class="rule" href="{}">{}</a>', rulebook.rule_address(rule), rulebook.rule_title(rule))


@register.simple_tag
def game_name(game: str) -> str:
    """A game's name."""
    return rulebook.book(game).name
