"""Ranks, suits, cards and packs: the nouns every game shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property


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

    Where suits hardly matter a card may be known by its rank alone: it is bare.

    >>> Card(Rank.ACE, Suit.SPADES)
    Card('As')
    >>> Card(Rank.ACE, Suit.SPADES) is Card.of("As")
    True
    >>> Card(Rank.ACE).is_bare
    True
    """

    __slots__ = ("colour", "index", "rank", "suit", "text")

    rank: Rank
    suit: Suit | None
    """The suit, or None for a joker and for a card known by its rank alone."""
    colour: Colour | None
    """The colour, or None where neither suit nor colour is known, as with a joker of a game where jokers have none."""
    text: str
    """The canonical text: ``As``, ``Td``, ``Xr``; ``7`` for a card known by its rank alone."""
    index: int
    """0 to 51 = suit * 13 + rank - 1; the jokers: 52 black, 53 red, 54 without a colour; 54 + rank for a rank alone."""

    _faces: dict[str, Card] = {}

    def __new__(cls, rank: Rank, suit: Suit | None = None, colour: Colour | None = None) -> Card:
        if suit is not None and rank is Rank.JOKER:
            raise ValueError("a joker has no suit")
        if colour is not None and rank is not Rank.JOKER:
            raise ValueError("a suit has its colour; that of a joker alone has to be said")
        if suit is not None:
            text, index, colour = rank.letter + suit.letter, suit * 13 + rank - 1, suit.colour
        elif rank is Rank.JOKER:
            text = "X" + (colour.value if colour else "")
            index = {"Xb": 52, "Xr": 53, "X": 54}[text]
        else:
            text, index = rank.letter, 54 + rank
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
        return self.rank is Rank.JOKER

    @property
    def is_bare(self) -> bool:
        """Whether nothing is known of it but the rank; true of a joker without a colour as well."""
        return self.suit is None and self.colour is None

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
BARE: tuple[Card, ...] = tuple(Card(rank) for rank in list(Rank)[:13])
"""A card of each rank without its suit."""


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of canonical texts with spaces between, for tests and tables written by hand.

    >>> cards_of("As Td")
    (Card('As'), Card('Td'))
    """
    return tuple(map(Card.of, text.split()))


def find(card: Card, held: Sequence[Card], elsewhere: Container[Card] = ()) -> tuple[int, Card] | None:
    """Where a card stands among those held, and which card it is then known to be; None where it is not there.

    A bare card may be any of its rank that is held, and a card with its suit any bare one; but the same face goes first.

    >>> held = cards_of("7h 7s 8")
    >>> find(Card.of("7"), held), find(Card.of("8c"), held), find(Card.of("7c"), held)
    ((0, Card('7h')), (2, Card('8c')), None)
    >>> find(Card.of("7"), held, elsewhere=cards_of("7h")), find(Card.of("8c"), held, elsewhere=cards_of("8c"))
    ((1, Card('7s')), None)

    :param elsewhere: cards that are known to be others than this one. A bare card still is one of them where nothing
        else is held; the colour of a joker tells nothing.
    """
    if not card.is_bare:
        if card in held:
            return held.index(card), card
        bare = Card(card.rank)
        return (held.index(bare), card) if bare in held and (card.is_joker or card not in elsewhere) else None
    alike = [(place, other) for place, other in enumerate(held) if other.rank is card.rank]
    faces = [face for face in (*DECK, BLACK_JOKER, RED_JOKER) if face.rank is card.rank]
    # One of the faces that is known to be another card may be the bare one that is held: then that one stays.
    stays = any(face in elsewhere and face not in held for face in faces)
    own = [found for found in alike if found[1].is_bare]
    free = [found for found in alike if not found[1].is_bare and found[1] not in elsewhere]
    return next(iter(free + own if stays else own + free), alike[0] if alike else None)


def take(card: Card, held: list[Card], elsewhere: Container[Card] = ()) -> Card | None:
    """Take a card out of those held, as :func:`find` finds it: the card it is known to be, None where it is not there."""
    found = find(card, held, elsewhere)
    if found is None:
        return None
    del held[found[0]]
    return found[1]


@dataclass(frozen=True)
class Pack:
    """The cards a game is played with: so many decks and, of each joker named, so many copies.

    >>> pack = Pack(decks=2, jokers={JOKER: 2})
    >>> len(pack), pack.copies(Card.of("As")), pack.copies(JOKER)
    (106, 2, 2)
    """

    decks: int = 1
    jokers: dict[Card, int] | None = None
    bare: tuple[Card, ...] = ()
    """The ranks by which alone a card may be named, as bare cards."""

    def copies(self, card: Card) -> int:
        """How many of this card the pack holds, of a bare one how many it may be; 0 for a card that is not in it."""
        return self._most.get(card, 0)

    @cached_property
    def _most(self) -> dict[Card, int]:
        named = {card: self.of_rank(card.rank) for card in self.bare}
        return self._most_faces | named

    @cached_property
    def _most_faces(self) -> dict[Card, int]:
        """The same without the bare cards."""
        return dict.fromkeys(DECK, self.decks) | (self.jokers or {})

    def of_rank(self, rank: Rank) -> int:
        """How many cards of a rank there are.

        >>> Pack(decks=2).of_rank(Rank.SEVEN), Pack(jokers={BLACK_JOKER: 1, RED_JOKER: 1}).of_rank(Rank.JOKER)
        (8, 2)
        """
        return sum((self.jokers or {}).values()) if rank is Rank.JOKER else self.decks * len(Suit)

    def face(self, card: Card) -> Card:
        """The card as this pack knows it: where jokers have no colour, either joker is ``X``."""
        return JOKER if card.is_joker and self.copies(card) == 0 and self.copies(JOKER) else card

    def holds(self, cards: Iterable[Card]) -> bool:
        """Whether these are cards of the pack, all known by their faces, and none of them is there too often.

        >>> Pack().holds(cards_of("7s 8d")), Pack().holds(cards_of("7s 7s")), Pack(bare=BARE).holds(cards_of("7"))
        (True, False, False)
        """
        most = self._most_faces
        # Where every suit is known, no rank is there too often unless a face is.
        return all(count <= most.get(card, 0) for card, count in Counter(cards).items())

    def excess(self, cards: Iterable[Card]) -> tuple[int, Card] | None:
        """The first of :meth:`excesses`, None where there is none.

        >>> Pack().excess(cards_of("7s 8d 7s")), Pack(bare=BARE).excess(cards_of("7s 7 7 7 7"))
        ((2, Card('7s')), (4, Card('7')))
        """
        return next(self.excesses(cards), None)

    def excesses(self, cards: Iterable[Card]) -> Iterator[tuple[int, Card]]:
        """The place of each card that is one too many, and what there is too much of: its face, or its rank.

        A face or rank that was found is left out of the count from then on, as if it stood nowhere.

        >>> list(Pack().excesses(cards_of("7s 8d 7s 7s 8d")))
        [(2, Card('7s')), (4, Card('8d'))]
        """
        cards = tuple(cards)
        if self.holds(cards):
            return
        faces, ranks, found = Counter[Card](), Counter[Rank](), set[Card | Rank]()
        for place, card in enumerate(cards):
            if card in found or card.rank in found:
                continue
            faces[card] += 1
            ranks[card.rank] += 1
            if faces[card] > self.copies(card):
                found.add(card if card is not Card(card.rank) else card.rank)
                ranks[card.rank] -= faces[card]
                yield place, card
            elif ranks[card.rank] > self.of_rank(card.rank):
                found.add(card.rank)
                yield place, Card(card.rank)

    @property
    def faces(self) -> tuple[Card, ...]:
        """Each different card of the pack once, in the order of a sorted hand."""
        return DECK + tuple(card for card, n in sorted((self.jokers or {}).items()) if n)

    def __iter__(self) -> Iterator[Card]:
        for card in self.faces:
            yield from [card] * self.copies(card)

    def __len__(self) -> int:
        return 52 * self.decks + sum((self.jokers or {}).values())
