"""How cards are written: canonical text, and the letters of each language.

The same letter is another suit in another language (``C`` is clubs, or *cuori*), so a text is read
by one notation, chosen by whoever asks and never guessed from the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from games.cards import BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Rank, Suit

SYMBOLS = {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS,
           "♤": Suit.SPADES, "♡": Suit.HEARTS, "♢": Suit.DIAMONDS, "♧": Suit.CLUBS}  # fmt: skip
SEPARATORS = re.compile(r"[\s,;\u200b\u2060]+")
VARIATION = re.compile("[\ufe0e\ufe0f]")  # phones add these to ♠♥♦♣ to choose an emoji look
CASELESS = re.IGNORECASE | re.ASCII  # elsewhere in Unicode there are signs that only look like K and s
FIGURES = {str(n): Rank(n) for n in range(2, 11)} | {"A": Rank.ACE, "T": Rank.TEN}
JOKERS = {"XB": BLACK_JOKER, "XR": RED_JOKER, "X": JOKER}


@dataclass(frozen=True, slots=True)
class Problem:
    """A piece of a text that is no card."""

    at: str
    """The piece itself, as it was written."""
    position: int
    """Which card of the text it would have been, counted from 1."""
    offset: int
    """Where the piece begins, in characters from the start of the text (0 in a list)."""


class UnreadableCards(ValueError):
    """A text that holds something that is no card in the notation it was read by; names all of it."""

    def __init__(self, problems: Sequence[Problem], notation: Notation) -> None:
        super().__init__(", ".join(problem.at for problem in problems))
        self.problems = tuple(problems)
        self.notation = notation


@dataclass(frozen=True)
class Notation:
    """The letters by which cards are read and written.

    >>> NOTATIONS["it"].read("10C donna") # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    games.notation.UnreadableCards: donna
    >>> NOTATIONS["it"].read("10C dq")
    [Card('Th'), Card('Qd')]
    """

    code: str
    suits: dict[str, Suit]
    """Letter to suit, in the order spades, hearts, diamonds, clubs."""
    faces: dict[str, Rank]
    """Letters of the court cards; the first of each rank is the one written."""
    ten: str = "10"
    _tokens: dict[str, Card] = field(init=False, repr=False, compare=False)
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _texts: dict[Card, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ranks = FIGURES | self.faces
        tokens = {
            rank + suit.upper(): Card(ranks[rank], kind)
            for rank in ranks
            for suit, kind in (self.suits | SYMBOLS).items()
        } | JOKERS
        written = {rank: letter for letter, rank in reversed(ranks.items())} | {Rank.TEN: self.ten}
        suits = {suit: letter for letter, suit in self.suits.items()}
        texts = {card: written[card.rank] + suits[card.suit] for card in DECK if card.suit is not None}
        texts |= {card: card.text for card in JOKERS.values()}
        longest_first = sorted(tokens, key=len, reverse=True)
        object.__setattr__(self, "_tokens", tokens)
        object.__setattr__(self, "_texts", texts)
        object.__setattr__(self, "_pattern", re.compile("|".join(map(re.escape, longest_first)), CASELESS))

    def write_card(self, card: Card) -> str:
        """One card in these letters.

        >>> NOTATIONS["cs"].write_card(Card.of("Qc"))
        'DT'
        """
        return self._texts[card]

    def write(self, cards: Iterable[Card]) -> str:
        """Cards in these letters, spaces between; what :meth:`read` reads back as the same cards."""
        return " ".join(map(self._texts.__getitem__, cards))

    def read(self, text: str | Sequence[str]) -> list[Card]:
        """The cards of a text or of a list of texts of one card each.

        Read are this notation's letters in upper or lower case, the suit signs, ``10`` as well as ``T``,
        with spaces or commas between the cards or nothing at all.

        >>> NOTATIONS["en"].read("10♠ as,7c8d Xr")
        [Card('Ts'), Card('As'), Card('7c'), Card('8d'), Card('Xr')]

        :raises UnreadableCards: naming every piece that is no card, with its place.
        """
        if isinstance(text, str):
            return self._cards(self._scan(text))
        return self._cards(
            self._tokens[card[0].upper()]
            if (card := self._pattern.fullmatch(VARIATION.sub("", item).strip()))
            else Problem(item, n, 0)
            for n, item in enumerate(text, 1)
        )

    def _cards(self, pieces: Iterable[Card | Problem]) -> list[Card]:
        found = list(pieces)
        if problems := [piece for piece in found if isinstance(piece, Problem)]:
            raise UnreadableCards(problems, self)
        return found  # type: ignore[return-value]

    def _scan(self, text: str) -> Iterator[Card | Problem]:
        text = VARIATION.sub("", text)
        at, position, end = 0, 0, len(text)
        while at < end:
            if gap := SEPARATORS.match(text, at):
                at = gap.end()
                continue
            position += 1
            if card := self._pattern.match(text, at):
                yield self._tokens[card[0].upper()]
                at = card.end()
                continue
            stop = self._resume(text, at)
            yield Problem(text[at:stop], position, at)
            at = stop

    def _resume(self, text: str, at: int) -> int:
        """Where an unreadable piece ends: at the next gap, or where cards follow up to the next gap."""
        gap = SEPARATORS.search(text, at)
        end = gap.start() if gap else len(text)
        resume, reads = end, {end}
        for start in range(end - 1, at, -1):
            card = self._pattern.match(text, start, end)
            if card and card.end() in reads:
                reads.add(start)
                resume = start
        return resume


NOTATIONS: dict[str, Notation] = {
    notation.code: notation
    for notation in (
        Notation(
            "en",
            {"s": Suit.SPADES, "h": Suit.HEARTS, "d": Suit.DIAMONDS, "c": Suit.CLUBS},
            {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING},
            ten="T",
        ),
        Notation(
            "it",
            {"P": Suit.SPADES, "C": Suit.HEARTS, "Q": Suit.DIAMONDS, "F": Suit.CLUBS},
            {"F": Rank.JACK, "J": Rank.JACK, "D": Rank.QUEEN, "Q": Rank.QUEEN, "R": Rank.KING, "K": Rank.KING},
        ),
        Notation(
            "cs",
            {"P": Suit.SPADES, "S": Suit.HEARTS, "K": Suit.DIAMONDS, "T": Suit.CLUBS},
            {"J": Rank.JACK, "D": Rank.QUEEN, "Q": Rank.QUEEN, "K": Rank.KING},
        ),
    )
}
"""Language code to notation. ``en`` is read and written by programs too; see :func:`canonical` for answers."""


def canonical(cards: Iterable[Card]) -> list[str]:
    """The texts in which the judge answers."""
    return [card.text for card in cards]
