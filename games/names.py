"""Cards by name, as they are said aloud.

Every name is a text of its own for the translators: in Czech the suit is an adjective that agrees with the rank
(srdcová dáma, srdcový král, srdcové eso), so no name can be put together from parts.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _

from games.cards import Card, Rank

CARDS: dict[str, str] = {
    "As": _("ace of spades"),
    "2s": _("two of spades"),
    "3s": _("three of spades"),
    "4s": _("four of spades"),
    "5s": _("five of spades"),
    "6s": _("six of spades"),
    "7s": _("seven of spades"),
    "8s": _("eight of spades"),
    "9s": _("nine of spades"),
    "Ts": _("ten of spades"),
    "Js": _("jack of spades"),
    "Qs": _("queen of spades"),
    "Ks": _("king of spades"),
    "Ah": _("ace of hearts"),
    "2h": _("two of hearts"),
    "3h": _("three of hearts"),
    "4h": _("four of hearts"),
    "5h": _("five of hearts"),
    "6h": _("six of hearts"),
    "7h": _("seven of hearts"),
    "8h": _("eight of hearts"),
    "9h": _("nine of hearts"),
    "Th": _("ten of hearts"),
    "Jh": _("jack of hearts"),
    "Qh": _("queen of hearts"),
    "Kh": _("king of hearts"),
    "Ad": _("ace of diamonds"),
    "2d": _("two of diamonds"),
    "3d": _("three of diamonds"),
    "4d": _("four of diamonds"),
    "5d": _("five of diamonds"),
    "6d": _("six of diamonds"),
    "7d": _("seven of diamonds"),
    "8d": _("eight of diamonds"),
    "9d": _("nine of diamonds"),
    "Td": _("ten of diamonds"),
    "Jd": _("jack of diamonds"),
    "Qd": _("queen of diamonds"),
    "Kd": _("king of diamonds"),
    "Ac": _("ace of clubs"),
    "2c": _("two of clubs"),
    "3c": _("three of clubs"),
    "4c": _("four of clubs"),
    "5c": _("five of clubs"),
    "6c": _("six of clubs"),
    "7c": _("seven of clubs"),
    "8c": _("eight of clubs"),
    "9c": _("nine of clubs"),
    "Tc": _("ten of clubs"),
    "Jc": _("jack of clubs"),
    "Qc": _("queen of clubs"),
    "Kc": _("king of clubs"),
    "Xb": _("black joker"),
    "Xr": _("red joker"),
    "X": _("joker"),
    "A": _("ace of any suit"),
    "2": _("two of any suit"),
    "3": _("three of any suit"),
    "4": _("four of any suit"),
    "5": _("five of any suit"),
    "6": _("six of any suit"),
    "7": _("seven of any suit"),
    "8": _("eight of any suit"),
    "9": _("nine of any suit"),
    "T": _("ten of any suit"),
    "J": _("jack of any suit"),
    "Q": _("queen of any suit"),
    "K": _("king of any suit"),
}
SUITS: tuple[str, ...] = (_("spades"), _("hearts"), _("diamonds"), _("clubs"))
"""In the order of :class:`games.cards.Suit`."""
LETTERS: dict[Rank, str] = {rank: "10" if rank is Rank.TEN else rank.letter for rank in Rank}
"""Ranks as they stand on the cards themselves."""


def card_name(card: Card) -> str:
    """The card's name in the active language."""
    return gettext(CARDS[card.text])


def rank_letter(value: Rank | str) -> str:
    """A rank as it stands on the card: ``10``, ``Q``; a joker by its name."""
    if isinstance(value, Rank):
        return LETTERS[value]
    return card_name(Card.of(value)) if value.startswith("X") else "10" if value == "T" else value


def symbols(cards: Sequence[Card]) -> str:
    """Cards within a sentence: ``10♥ Q♠``, a bare one by its rank alone.

    >>> from games.cards import cards_of
    >>> symbols(cards_of("Th Qs 7"))
    '10♥ Q♠ 7'
    """
    return " ".join(
        card_name(card) if card.is_joker else LETTERS[card.rank] + (card.suit.symbol if card.suit is not None else "")
        for card in cards
    )


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: “a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a list", "%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


MINUS = "−"


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(45), signed(-1), signed(0)
    ('+45', '−1', '0')
    """
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "0"
