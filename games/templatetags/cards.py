"""Cards drawn in HTML, and rulings as links."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games import fields
from games.cards import Card, Colour, Pack, cards_of
from games.faces import HEIGHT, WIDTH, large, medium
from games.notation import NOTATIONS, SYMBOLS
from games.table import Group, Laid, Mark, Row, as_laid, groups_of, is_grouped
from games.table import marked as marked_in
from games.words import LETTERS, Number, Text, card_name, signed, suit_names

register = template.Library()


FEW = 9
"""As many cards of a row have room for all their pips, on a wide screen."""


@register.simple_tag(takes_context=True)
def cards(context: Context, cards: Sequence[Card], marked: Sequence[Card] = ()) -> SafeString:
    """A row of drawn cards; those of ``marked`` stand out, each as often as it is there.

    They are small, as everywhere, unless the template says that there is room, ``roomy``: it then needs ``faces.css``,
    and ``signs.html`` with its ``faces``. So it is with :func:`laid`, :func:`row` and :func:`groups`.
    """
    return mark_safe(_as_laid(marked_in(cards, marked), _size(context, len(cards))))


@register.simple_tag(takes_context=True)
def groups(context: Context, groups: Sequence[Group]) -> SafeString:
    """Groups on a table, each card with its mark."""
    size = _size(context)
    rows = []
    for group in groups:
        laid = as_laid(group)
        number = f'<span class="number">{escape(laid.number)}</span>' if laid.number else ""
        wrong = ' class="wrong"' if laid.wrong else ""
        rows.append(f"<li{wrong}>{number}{_as_laid(laid, size)}</li>")
    return mark_safe(f'<ol class="groups felt">{"".join(rows)}</ol>')


@register.simple_tag(takes_context=True)
def laid(context: Context, laid: Laid) -> SafeString:
    """One row of cards as they lie, each with its mark, or face down."""
    return mark_safe(_as_laid(laid, _size(context, len(laid.cards))))


def _size(context: Context, count: int = FEW + 1) -> str:
    """The class of the size in which so many cards beside one another are drawn."""
    if not context.get("roomy"):
        return ""
    return "few" if count <= FEW else "face"


def _as_laid(laid: Laid, size: str) -> str:
    language = get_language() or "en"
    return "".join(_drawn(card, language, mark, size) for card, mark in laid.marked)


@register.simple_tag(takes_context=True)
def row(context: Context, row: Row) -> SafeString:
    """Cards, a row as it lies, or groups of an example, whichever they are."""
    if is_grouped(row):
        return groups(context, row)  # type: ignore[arg-type]
    return format_html('<p class="felt">{}</p>', laid(context, *groups_of(row)))


@register.simple_tag(takes_context=True)
def labelled(
    context: Context, label: Text, cards: Sequence[Card], marked: Sequence[Card] = (), *, decides: bool = False
) -> SafeString:
    """A row of drawn cards under what they are; those of ``marked`` stand out.

    They are drawn in the answer above the keys, too, where they are what it ``decides``.
    """
    felt = " data-decides" if decides else ""
    row = _as_laid(marked_in(cards, marked), _size(context, len(cards)))
    return mark_safe(f'<p class="label">{escape(label)}</p><p class="felt"{felt}>{row}</p>')


@register.simple_tag
def choices(rows: Iterable[tuple[Sequence[Card], str]]) -> SafeString:
    """Rows of cards, each one tap away from an address."""
    language = get_language() or "en"
    items = (
        f'<li><a class="felt" href="{escape(address)}">{"".join(_drawn(card, language, None) for card in row)}</a></li>'
        for row, address in rows
    )
    return mark_safe(f'<ul class="choice-list">{"".join(items)}</ul>')


@register.simple_tag
def playable(cards: Sequence[Card], name: str) -> SafeString:
    """Cards to choose one from, each a button that sends it as the field of this name."""
    language = get_language() or "en"
    notation = NOTATIONS[language]
    return format_html_join(
        "",
        '<button type="submit" name="{}" value="{}">{}</button>',
        ((name, notation.write_card(card), mark_safe(_drawn(card, language, None))) for card in cards),
    )


@lru_cache(maxsize=2048)
def _drawn(card: Card | None, language: str, mark: Mark | None, size: str = "") -> str:
    """One card, None for one face down: its look for eyes, its name for ears, in the given language, the active one."""
    look, name, badge = (_kind(card), card_name(card), "") if card else ("back", _("face-down card"), "")
    if mark:
        look += f" {mark.look}"
        name += f", {mark.said}" if mark.said else ""
        badge = f' data-badge="{escape(mark.badge)}"' if mark.badge else ""
    return f'<span class="card {look}{_sized(size)}" role="img" aria-label="{escape(name)}"{badge}>{_shown(card, size)}</span>'


def _sized(size: str) -> str:
    return f" {size}" if size else ""


def _shown(card: Card | None, size: str) -> str:
    """What stands on a card: its face of this size, nothing on its back.

    Few cards have both their faces, of which the style sheet shows the one for which there is room.
    """
    if card is None:
        return ""
    if not size:
        return _face(card)
    faces = f'<g class="m">{medium(card)}</g><g class="l">{large(card)}</g>' if size == "few" else medium(card)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}">{faces}</svg>'


def _kind(card: Card) -> str:
    if card.is_joker:
        return f"x{card.colour.value if card.colour else ''}"
    return card.suit.letter if card.suit is not None else "bare"


STARS = {Colour.BLACK: "★", Colour.RED: "★★", None: ""}
"""By which the two jokers differ for those who do not see their colours."""


def _face(card: Card) -> str:
    """What a card shows: the letter of its rank, its suit, and who is on a court card."""
    if card.is_joker:
        return STARS[card.colour] + _sign("x")
    court = _sign(card.rank.letter) if card.rank.letter in "JQK" else ""
    return f"{LETTERS[card.rank]}{_sign(card.suit.letter if card.suit is not None else 'any')}{court}"


def _sign(name: str) -> str:
    """One of the signs of ``components/signs.html``, which the page has once."""
    return f'<svg><use href="#{name}"/></svg>'


@register.simple_tag
def emblem(text: str) -> SafeString:
    """Cards for the eyes alone, as they stand for a game: canonical texts, ``/`` between rows."""
    rows = (
        [f'<span class="card {_kind(card)}">{_face(card)}</span>' for card in cards_of(row)] for row in text.split("/")
    )
    return mark_safe("".join(f"<span>{''.join(row)}</span>" for row in rows))


@register.simple_tag
def fan(text: str) -> SafeString:
    """Cards for the eyes alone, with both the faces of few: canonical texts, spaces between."""
    return mark_safe(
        "".join(f'<span class="card {_kind(card)} few">{_shown(card, "few")}</span>' for card in cards_of(text))
    )


@register.simple_tag
def keyboard(pack: Pack, ranks: str = "A23456789TJQK", suits_if: Sequence[str] = (), groups: bool = True) -> SafeString:
    """What the card keyboard is made of, once for a page: the cards of the pack, each drawn, the letters, the words.

    ``suits_if`` are switches that ask for suits where ranks alone are enough otherwise; ``groups`` is whether some field
    takes groups of cards.
    """
    copies = tuple((card, pack.copies(card)) for card in (*pack.faces, *pack.bare))
    return mark_safe(_keyboard(copies, pack.decks, ranks, " ".join(suits_if), groups, get_language() or "en"))


@lru_cache(maxsize=64)
def _keyboard(
    copies: tuple[tuple[Card, int], ...], most: int, ranks: str, suits_if: str, groups: bool, language: str
) -> str:
    notation = NOTATIONS[language]
    few = {card: mark_safe("" if count == most else f' data-copies="{count}"') for card, count in copies}
    faces = format_html_join(
        "",
        '<i data-card="{}" data-write="{}"{}>{}</i>',
        (
            (card.text, notation.write_card(card), few[card], mark_safe(_drawn(card, language, None)))
            for card, _count in copies
        ),
    )
    read_ranks = {str(n): str(n) for n in range(2, 10)} | {"10": "T", "T": "T", "A": "A"}
    read_ranks |= {letter: rank.letter for letter, rank in notation.faces.items()}
    read_suits = {sign: suit.letter for sign, suit in (notation.suits | SYMBOLS).items()}
    words = _keyboard_words()
    if not any(card.is_bare for card, _count in copies):
        del words["allKey"], words["suits"]  # the keys of ranks alone
    if not groups:
        for name in ("beginKey", "fillKey", "group", "without"):
            del words[name]
    return format_html(
        '<template id="keyboard" data-copies="{}" data-ranks="{}" data-suits="{}" data-order="{}" data-suited="{}" '
        "data-names=\"{}\" data-words='{}'>{}</template>",
        most,
        " ".join(f"{letter}:{rank}" for letter, rank in read_ranks.items()),
        " ".join(f"{letter.upper()}:{suit}" for letter, suit in read_suits.items()),
        ranks,
        suits_if,
        "|".join(suit_names()),
        _in_apostrophes(json.dumps(words, ensure_ascii=False)),
        faces,
    )


def _in_apostrophes(text: str) -> SafeString:
    """As the value of an attribute between apostrophes: the many quotation marks of JSON stay as they are."""
    return mark_safe(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def _keyboard_words() -> dict[str, str]:
    """What the keyboard says, by the names that its script has for it; a key has two lines of seven letters."""
    return {
        "keyboard": _("Card keyboard"),
        "tap": _("Tap the cards"),
        "runKey": pgettext("key", "run from–to"),
        "setKey": pgettext("key", "set of a rank"),
        "allKey": pgettext("key", "all four"),
        "beginKey": pgettext("key", "new group"),
        "fillKey": pgettext("key", "card by card"),
        "doneKey": pgettext("key", "done"),
        "type": _("Type the cards"),
        "close": _("Close the keyboard"),
        "undo": _("Undo"),
        "suits": _("Choose the suits too"),
        "remove": _("Remove: {card}"),
        "take": _("Take: {card}"),
        "without": _("Leave out: {suit}"),
        "group": _("Group {number}"),
        "added": _("{cards}. {field}: {count}."),
        "removed": _("Removed: {cards}."),
        "undone": _("Undone. {field}: {count}."),
        "none": _("None left: {card}."),
        "missing": _("Not there to choose: {card}."),
        "to": _("Now the other end of the run."),
        "runOf": _("Now the two ends of the run."),
        "setOf": _("Now the rank."),
        "whole": _("The whole answer"),
    }


register.filter("signed", signed)


@register.filter
def without_letters(error: str) -> str:
    """What is wrong with cards that were typed, without how they are typed: that stands on the page already."""
    text = fields.without_letters(error, NOTATIONS[get_language() or "en"])
    return mark_safe(text) if isinstance(error, SafeString) else text


@register.filter
def said(number: int) -> str:
    """A number with the minus that stands in texts."""
    return f"{Number(number)}"


@register.filter
def worth(points: int, value: Decimal) -> Decimal:
    """What points come to at so much a point.

    >>> worth(13, Decimal("0.05"))
    Decimal('0.65')
    """
    return points * value


@register.filter
def written(total: int, sheet: Any) -> str:
    """A total as this score sheet shows it."""
    text: str = sheet.written(total)
    return text


@register.filter
def gained(gains: Mapping[str, int], name: str) -> str:
    """What a hand brings somebody, with its sign; a dash where it brings them nothing at all.

    >>> gained({"Ana": 5, "Ben": 0}, "Ana"), gained({"Ana": 5, "Ben": 0}, "Ben"), gained({"Ana": 5}, "Ben")
    ('+5', '0', '–')
    """
    return signed(gains[name]) if name in gains else "–"


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """``mapping[key]``, or nothing."""
    return mapping.get(key, "")


@register.filter
def listed(card: Card) -> tuple[Card, ...]:
    """A single card as a row of one, for :func:`cards`."""
    return (card,)


@register.filter
def pairs(mapping: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Keys and values of what is kept by names: a template's ``mapping.items`` would be what a player “items” has."""
    return list(mapping.items())


@register.filter
def by_value(mapping: Mapping[str, int]) -> list[tuple[str, int]]:
    """Names and points, the most points first."""
    return sorted(mapping.items(), key=lambda item: -item[1])
