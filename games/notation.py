"""How cards are written: canonical text, and the letters of each language.

A text is words with spaces or commas between. A word is cards one after the other (``AsTd``), or a short form for several
cards (``3-6c``, ``Qshd``, ``7*``), or, where a game knows cards by their rank alone, a rank (``7``).

The same letter is another suit in another language (``C`` is clubs, or *cuori*), so a text is read
by one notation, chosen by the one who asks and never guessed from the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from games.cards import BARE, BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Rank, Suit

SYMBOLS = {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS,
           "♤": Suit.SPADES, "♡": Suit.HEARTS, "♢": Suit.DIAMONDS, "♧": Suit.CLUBS}  # fmt: skip
WORD = re.compile(r"[^\s,;\u200b\u2060]+")
PART = re.compile(r"[^\s,;/\u200b\u2060]+")  # of a text that may hold groups
VARIATION = re.compile("[\ufe0e\ufe0f]")  # phones add these to ♠♥♦♣ to choose an emoji look
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"  # phones and word processors put others in the place of the first
EVERY_SUIT = "*"
LADDER = (*(Rank(n) for n in range(1, 14)), Rank.ACE)
"""The ranks in the order of a range, ace at both ends."""
CASELESS = re.IGNORECASE | re.ASCII  # elsewhere in Unicode there are signs that only look like K and s
MOST_WORDS = 3
"""Of the name of a card, as somebody may say it: three of hearts."""
NUMBERED = {"1": Rank.ACE, "11": Rank.JACK, "12": Rank.QUEEN, "13": Rank.KING, "14": Rank.ACE}
"""Numbers by which people may name what bears a letter."""
FIGURES = {str(n): Rank(n) for n in range(2, 11)} | {"A": Rank.ACE, "T": Rank.TEN}
JOKERS = {"XB": BLACK_JOKER, "XR": RED_JOKER, "X": JOKER}


@dataclass(frozen=True, slots=True)
class Problem:
    """A piece of a text that is not a card, or not cards."""

    at: str
    """The piece itself, as it was written."""
    position: int
    """Which card of the text it would have been, counted from 1."""
    offset: int
    """Where the piece begins, in characters from the start of the text (0 in a list)."""
    code: str = "unknown-card"
    """The fault: ``unknown-card``; ``no-range`` or ``suit-twice`` in a short form; ``no-suit`` where ranks lack theirs.

    ``no-space`` where ranks alone are cards, and one is joined to a card of a suit.
    """


class UnreadableCards(ValueError):
    """A text that holds something that is not a card in the notation it was read by; names all of it.

    :ivar cards: those that stand beside it.
    :ivar joker: the first joker that stands in it or beside it: in ``QQx``, not in ``7x``, where a suit would stand.
    """

    def __init__(self, problems: Sequence[Problem], notation: Notation, cards: Sequence[Card] = ()) -> None:
        super().__init__(", ".join(problem.at for problem in problems))
        self.problems = tuple(problems)
        self.notation = notation
        self.cards = tuple(cards)
        jokers = [card for card in cards if card.is_joker]
        jokers += [JOKER for problem in problems if re.fullmatch(r"(?!10.$)..+x", problem.at, re.IGNORECASE)]
        self.joker = jokers[0] if jokers else None


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
    """Letters of the court cards: the first of each rank is the one written, and J Q K, as on the cards, are among them."""
    ten: str = "10"
    _ranks: dict[str, Rank] = field(init=False, repr=False, compare=False)
    _suits: dict[str, Suit] = field(init=False, repr=False, compare=False)
    _tokens: dict[str, Card] = field(init=False, repr=False, compare=False)
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _short: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _suitless: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _texts: dict[Card, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ranks, kinds = FIGURES | self.faces, self.suits | SYMBOLS
        tokens = {
            rank + suit.upper(): Card(ranks[rank], kind) for rank in ranks for suit, kind in kinds.items()
        } | JOKERS
        written = {rank: letter for letter, rank in reversed(ranks.items())} | {Rank.TEN: self.ten}
        suits = {suit: letter for letter, suit in self.suits.items()}
        texts = {card: written[card.rank] + suits[card.suit] for card in DECK if card.suit is not None}
        texts |= {card: card.text for card in JOKERS.values()} | {card: written[card.rank] for card in BARE}
        rank, suit = _any_of(ranks), _any_of(kinds)
        # One of these three follows the rank: the end of a range with its suit, several suits, or the sign for all.
        short = rf"({rank})(?:[{DASHES}]({rank})({suit})|((?:{suit}){{2,}})|{re.escape(EVERY_SUIT)})"
        object.__setattr__(self, "_ranks", ranks)
        object.__setattr__(self, "_suits", {letter.upper(): kind for letter, kind in kinds.items()})
        object.__setattr__(self, "_tokens", tokens)
        object.__setattr__(self, "_texts", texts)
        object.__setattr__(self, "_pattern", re.compile(_any_of(tokens), CASELESS))
        object.__setattr__(self, "_short", re.compile(short, CASELESS))
        object.__setattr__(self, "_suitless", re.compile(rf"(?:{rank})(?:[{DASHES}]?(?:{rank}))+", CASELESS))

    @property
    def letters(self) -> frozenset[str]:
        """The capitals of the letters by which ranks and suits are named; jokers have others."""
        return frozenset({letter.upper() for letter in (*self._suits, *self._ranks) if not letter.isdecimal()})

    def write_card(self, card: Card) -> str:
        """One card in these letters.

        >>> NOTATIONS["cs"].write_card(Card.of("Qc")), NOTATIONS["it"].write_card(Card.of("T"))
        ('DT', '10')
        """
        return self._texts[card]

    def write(self, cards: Iterable[Card]) -> str:
        """Cards in these letters, spaces between; what :meth:`read` reads back as the same cards."""
        return " ".join(map(self._texts.__getitem__, cards))

    def read(self, text: str | Sequence[str], *, bare: bool = False) -> list[Card]:
        """The cards of a text, or of a list of texts of one card or one short form each.

        Read are this notation's letters in upper or lower case, the suit signs, ``10`` as well as ``T``,
        with spaces or commas between the cards or nothing at all. Short forms are words of their own: a range up the
        ladder A-2-…-K-A within one suit, several suits of one rank, ``*`` for all four of them.

        >>> NOTATIONS["en"].read("10♠ as,7c8d Xr")
        [Card('Ts'), Card('As'), Card('7c'), Card('8d'), Card('Xr')]
        >>> NOTATIONS["it"].write(NOTATIONS["it"].read("Q-AF Dqc"))
        'DF RF AF DQ DC'
        >>> NOTATIONS["en"].read("7 10", bare=True)
        [Card('7'), Card('T')]

        :param bare: whether a rank alone is a card; it is a word of its own, too.
        :raises UnreadableCards: naming every piece that is not a card, with its place.
        """
        pieces = self._scan(text, bare) if isinstance(text, str) else self._elements(text, bare)
        found = list(pieces)
        if problems := [piece for piece in found if isinstance(piece, Problem)]:
            if isinstance(text, str):
                problems = _as_said(VARIATION.sub("", text), problems)
            raise UnreadableCards(problems, self, [piece for piece in found if isinstance(piece, Card)])
        return found  # type: ignore[return-value]

    def cards(self, text: str, *, bare: bool = False) -> list[Card] | None:
        """The cards of a text; None where something in it is none, after the first such word.

        >>> NOTATIONS["en"].cards("7c 8d"), NOTATIONS["en"].cards("7c eight")
        ([Card('7c'), Card('8d')], None)
        """
        found = list[Card]()
        for piece in self._scan(text, bare):
            if isinstance(piece, Problem):
                return None
            found.append(piece)
        return found

    def rewritten(self, text: str, other: Notation, *, bare: bool = False) -> str:
        """A text in the letters of another notation, word by word; a word that cannot be read stays as it stands.

        >>> NOTATIONS["it"].rewritten("7C hm 3-4F / Dqc", NOTATIONS["cs"])
        '7S hm 3T 4T / DK DS'
        """
        if other is self:
            return text

        def written(word: re.Match[str]) -> str:
            cards = self.cards(word[0], bare=bare)
            return word[0] if cards is None else other.write(cards)

        return PART.sub(written, text)

    def spelt(self, cards: Iterable[Card]) -> str:
        """Cards in these letters as they are told to people: a ten as it stands on the card.

        >>> NOTATIONS["en"].spelt([Card.of("9h"), Card.of("Th")]), NOTATIONS["en"].write([Card.of("Th")])
        ('9h 10h', 'Th')
        """
        texts = ((card, self._texts[card]) for card in cards)
        return " ".join(f"10{text.removeprefix(self.ten)}" if card.rank is Rank.TEN else text for card, text in texts)

    def apart(self, word: str) -> str:
        """The ranks of a word that names no suit, each a word of its own; nothing where they are not clear.

        It may be ranks run together, the two ends of a range, or all of its ranks.

        >>> NOTATIONS["en"].apart("8-10"), NOTATIONS["it"].apart("910f"), NOTATIONS["en"].apart("3-4-5")
        ('8 9 10', '9 10 F', '3 4 5')
        >>> NOTATIONS["en"].apart("K-4"), NOTATIONS["en"].apart("3-45-6")
        ('', '')
        """
        ends = re.split(f"[{DASHES}]", word)
        if len(ends) == 2:
            try:
                return self.spelt(Card(card.rank) for card in self.read(f"{word}{Suit.SPADES.symbol}"))
            except UnreadableCards:
                return ""
        ranks = re.findall(_any_of(self._ranks), word, CASELESS)
        return self.spelt(Card(self._ranks[rank.upper()]) for rank in ranks) if len(ends) in (1, len(ranks)) else ""

    def spaced(self, word: str) -> str:
        """Return a word of cards and ranks alone with a space between them.

        >>> NOTATIONS["en"].spaced("8h910c")
        '8h 9 10c'
        """
        pieces = self._pieces(word, self._ends(word), 1, 0)
        return self.spelt(piece if isinstance(piece, Card) else Card(self._ranks[piece.at.upper()]) for piece in pieces)

    def mended(self, text: str) -> str:
        """The text with a space between ranks that were run together; nothing where that makes no cards either.

        >>> NOTATIONS["en"].mended("4-8 X 10JQ"), NOTATIONS["en"].mended("4-8 Z")
        ('4 5 6 7 8 X 10 J Q', '')
        """

        def written(word: re.Match[str]) -> str:
            problem = next((piece for piece in self._scan(word[0], True) if isinstance(piece, Problem)), None)
            if problem is None:
                return word[0]
            parted = {"no-suit": self.apart, "no-space": self.spaced}.get(problem.code)
            return (parted and parted(word[0])) or word[0]

        mended = WORD.sub(written, text)
        return "" if self.cards(mended, bare=True) is None else mended

    def lettered(self, text: str) -> str:
        """The text with the letter of its rank for an ace or a court card that was written as a number with a suit.

        >>> NOTATIONS["en"].lettered("1h 12s 10d 21c"), NOTATIONS["cs"].lettered("11k")
        ('Ah Qs 10d 21c', 'Jk')
        """

        def written(word: re.Match[str]) -> str:
            rank = NUMBERED.get(word[0][:-1])
            is_card = rank and word[0][-1].upper() in self._suits
            return f"{self.write_card(Card(rank))}{word[0][-1]}" if rank and is_card else word[0]

        return PART.sub(written, text)

    def retyped(self, text: str) -> str:
        """The text with spaces for the signs that somebody may set between cards, and a ten in figures for one in letters.

        >>> NOTATIONS["en"].retyped("9h.l0h+Jh 1Os")
        '9h 10h Jh 10s'
        """
        return re.sub(r"\b[1lI][0oO]", "10", re.sub("[.+&|]+", " ", text).strip())

    def turned(self, text: str) -> str:
        """The text with the rank before the suit in each word that names them the other way round.

        >>> NOTATIONS["en"].turned("sK 9h D10 ♥7"), NOTATIONS["it"].turned("QF fq")
        ('Ks 9h 10D 7♥', 'QF fq')
        """

        def written(word: re.Match[str]) -> str:
            suit, rank = word[0][0], word[0][1:]
            is_turned = suit.upper() in self._suits and rank.upper() in self._ranks
            return rank + suit if is_turned and word[0].upper() not in self._tokens else word[0]

        return PART.sub(written, text)

    def _elements(self, texts: Sequence[str], bare: bool) -> Iterator[Card | Problem]:
        for place, text in enumerate(texts, 1):
            word = VARIATION.sub("", text).strip()
            if card := self._pattern.fullmatch(word):
                yield self._tokens[card[0].upper()]
            else:
                found = "unknown-card" if self._ends(word)[0] else self._unlike_cards(word, bare)
                yield from [Problem(text, place, 0, found)] if isinstance(found, str) else found

    def _scan(self, text: str, bare: bool) -> Iterator[Card | Problem]:
        place = 1
        for word in WORD.finditer(VARIATION.sub("", text)):
            pieces = self._word(word[0], bare, place, word.start())
            place += len(pieces)
            yield from pieces

    def _word(self, word: str, bare: bool, place: int, offset: int) -> Sequence[Card | Problem]:
        """What a word says: whole cards first, then what else it may be; else which of its pieces are not cards."""
        if word.isascii() and (whole := self._tokens.get(word.upper())):
            return [whole]
        ends = self._ends(word)
        if not ends[0]:
            found = self._unlike_cards(word, bare)
            if not isinstance(found, str):
                return found
            # 14s is no 1 beside a four.
            is_number = word[:-1].isdecimal() and not re.fullmatch(f"(?:{_any_of(FIGURES)})+", word[:-1])
            if found != "unknown-card" or is_number or any(sign in word for sign in DASHES + EVERY_SUIT):
                return [Problem(word, place, offset, found)]  # of what was meant to be short no part is something else
        pieces = list(self._pieces(word, ends, place, offset))
        if len(pieces) > 1:
            cards = [piece for piece in pieces if isinstance(piece, Card)]
            ranks = [piece for piece in pieces if isinstance(piece, Problem) and piece.at.upper() in self._ranks]
            if cards and ranks and len(cards) + len(ranks) == len(pieces):
                return [*cards, Problem(word, place, offset, "no-space")] if bare else self._suits_missing(pieces)
        lost = sum(len(piece.at) for piece in pieces if isinstance(piece, Problem))
        # "Hearts" and "pts" are words, and no ten of spades at the end of one.
        return [Problem(word, place, offset)] if word.isalpha() and 3 * lost >= len(word) else pieces

    @staticmethod
    def _suits_missing(pieces: Iterable[Card | Problem]) -> list[Card | Problem]:
        return [replace(piece, code="no-suit") if isinstance(piece, Problem) else piece for piece in pieces]

    def _unlike_cards(self, word: str, bare: bool) -> Sequence[Card] | str:
        """The cards of a short form or of a rank alone; for any other word the code of what is wrong with it."""
        if bare and word.isascii() and (rank := self._ranks.get(word.upper())):
            return [Card(rank)]
        if not (form := self._short.fullmatch(word)):
            is_rank = word.isascii() and word.upper() in self._ranks
            return "no-suit" if is_rank or self._suitless.fullmatch(word) else "unknown-card"
        first, last, suit, several = form.groups()
        low = self._ranks[first.upper()]
        if last:
            high = self._ranks[last.upper()]
            top = len(LADDER) if high is Rank.ACE else int(high)
            if high is low or low > top:
                return "no-range"
            return [Card(rank, self._suits[suit.upper()]) for rank in LADDER[low - 1 : top]]
        suits = [self._suits[letter.upper()] for letter in several] if several else list(Suit)
        return "suit-twice" if len(set(suits)) < len(suits) else [Card(low, kind) for kind in suits]

    def _ends(self, word: str) -> list[int]:
        """For each place in a word where the card ends that begins there, if only cards follow; 0 where it is not so."""
        ends = [0] * len(word) + [len(word)]
        for start in range(len(word) - 1, -1, -1):
            if card := self._pattern.match(word, start):
                # A joker with a colour may be a joker and a king: in Italian XRC is X and RC.
                end = card.end() if ends[card.end()] or card[0][0] not in "Xx" else start + 1
                ends[start] = end if ends[end] else 0
        return ends

    def _pieces(self, word: str, ends: Sequence[int], place: int, offset: int) -> Iterator[Card | Problem]:
        """The cards of a word; where something is none, those at its head, the piece, and those that follow it."""
        at = 0
        while at < len(word):
            card = None if ends[at] or word[at] in "Xx" else self._pattern.match(word, at)
            if stop := ends[at] or (card.end() if card else 0):
                yield self._tokens[word[at:stop].upper()]
            else:
                # What looks like a joker beside something else that is no card is a part of that: Qx, x9.
                rest = range(at + 1, len(word) + 1)
                stop = next(start for start in rest if ends[start] and word[start : start + 1].upper() != "X")
                yield Problem(word[at:stop], place, offset + at)
            place, at = place + 1, stop


def _as_said(text: str, problems: Sequence[Problem]) -> list[Problem]:
    """The same problems, with adjacent words joined: "three of hearts" is one mistake, not three."""
    said, joined = list[Problem](), 0
    for problem in problems:
        whole = text[said[-1].offset : problem.offset + len(problem.at)] if said else ""
        words = whole.split()
        follow = bool(said) and whole[len(said[-1].at) : -len(problem.at)].isspace()
        are_words = len(words) <= MOST_WORDS and all(map(str.isalpha, words)) and any(len(word) > 3 for word in words)
        if follow and are_words and problem.code == said[-1].code == "unknown-card":
            said[-1] = replace(said[-1], at=whole)
            joined += 1
        else:
            said.append(replace(problem, position=problem.position - joined))
    return said


def _any_of(texts: Iterable[str]) -> str:
    """A pattern for any of these, the longest first."""
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))


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
