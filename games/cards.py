"""Ranks, suits, cards and packs: the nouns every game shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum


class Colour(Enum):
    """The colour of a suit or of a joker."""

    BLACK = "b"
    RED = "r"


class Suit(IntEnum):
    """One of the four French suits, in the order in which hands are sorted."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The canonical letter: ``s``, ``h``, ``d`` or ``c``."""
        return "shdc"[self]

    @property
    def symbol(self) -> str:
        """The suit's Unicode sign.

        >>> Suit.HEARTS.symbol
        '♥'
        """
        return "♠♥♦♣"[self]

    @property
    def colour(self) -> Colour:
        """Black for spades and clubs, red for hearts and diamonds."""
        return Colour.BLACK if self in (Suit.SPADES, Suit.CLUBS) else Colour.RED


class Rank(IntEnum):
    """A card's rank, ace low; what a rank is worth or beats is each game's own affair."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    JOKER = 14

    @property
    def letter(self) -> str:
        """The canonical letter or figure.

        >>> Rank.TEN.letter, Rank.ACE.letter, Rank.JOKER.letter
        ('T', 'A', 'X')
        """
        return "?A23456789TJQKX"[self]


class Card:
    """One face of a card: an immutable value, compared and hashed by what is printed on it.

    There is one object for each face, so copies of a card from several decks are the same object
    and no code can tell (or come to depend on) which copy it holds.

    >>> Card(Rank.ACE, Suit.SPADES)
    Card('As')
    >>> Card(Rank.ACE, Suit.SPADES) is Card.of("As")
    True
    """

    __slots__ = ("colour", "index", "rank", "suit", "text")

    rank: Rank
    suit: Suit | None
    """The suit, or None for a joker."""
    colour: Colour | None
    """The colour, or None for a joker of a game where jokers have none."""
    text: str
    """The canonical text: ``As``, ``Td``, ``Xr``."""
    index: int
    """0 to 51 = suit * 13 + rank - 1; then the jokers: 52 black, 53 red, 54 without a colour."""

    _faces: dict[str, Card] = {}

    def __new__(cls, rank: Rank, suit: Suit | None = None, colour: Colour | None = None) -> Card:
        if (suit is None) != (rank is Rank.JOKER):
            raise ValueError("a joker has no suit, and every other card has one")
        if suit is not None:
            text, index, colour = rank.letter + suit.letter, suit * 13 + rank - 1, suit.colour
        else:
            text = "X" + (colour.value if colour else "")
            index = {"Xb": 52, "Xr": 53, "X": 54}[text]
        face = cls._faces.get(text)
        if face is None:
            face = super().__new__(cls)
            for name, value in (("rank", rank), ("suit", suit), ("colour", colour), ("text", text), ("index", index)):
                object.__setattr__(face, name, value)
            cls._faces[text] = face
        return face

    @classmethod
    def of(cls, text: str) -> Card:
        """The card of a canonical text.

        >>> Card.of("Td").rank
        <Rank.TEN: 10>

        :raises KeyError: for any other text; what people type is read by :mod:`games.notation`.
        """
        return cls._faces[text]

    @property
    def is_joker(self) -> bool:
        return self.suit is None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a card does not change")

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.of, (self.text,)

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"


BLACK_JOKER = Card(Rank.JOKER, colour=Colour.BLACK)
RED_JOKER = Card(Rank.JOKER, colour=Colour.RED)
JOKER = Card(Rank.JOKER)
DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in list(Rank)[:13])
"""The 52 cards of one deck, in the order of :attr:`Card.index`."""


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of canonical texts with spaces between, for tests and tables written by hand.

    >>> cards_of("As Td")
    (Card('As'), Card('Td'))
    """
    return tuple(map(Card.of, text.split()))


@dataclass(frozen=True)
class Pack:
    """The cards a game is played with: so many decks and, of each joker named, so many copies.

    >>> pack = Pack(decks=2, jokers={JOKER: 2})
    >>> len(pack), pack.copies(Card.of("As")), pack.copies(JOKER)
    (106, 2, 2)
    """

    decks: int = 1
    jokers: dict[Card, int] | None = None

    def copies(self, card: Card) -> int:
        """How many of this card the pack holds; 0 for a card that is not in it."""
        return (self.jokers or {}).get(card, 0) if card.is_joker else self.decks

    def face(self, card: Card) -> Card:
        """The card as this pack knows it: where jokers have no colour, either joker is ``X``."""
        return JOKER if card.is_joker and self.copies(card) == 0 and self.copies(JOKER) else card

    def excess(self, cards: Iterable[Card]) -> Card | None:
        """The first card of which there are more than the pack holds, or None."""
        return next((card for card, n in Counter(cards).items() if n > self.copies(card)), None)

    @property
    def faces(self) -> tuple[Card, ...]:
        """Each different card of the pack once, in the order of a sorted hand."""
        return DECK + tuple(card for card, n in sorted((self.jokers or {}).items()) if n)

    def __iter__(self) -> Iterator[Card]:
        for card in self.faces:
            yield from [card] * self.copies(card)

    def __len__(self) -> int:
        return 52 * self.decks + sum((self.jokers or {}).values())
