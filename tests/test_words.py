"""The sentences of every game, and the forms of cards in them: whole, and right in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any
from unittest.mock import patch

import polib
import pytest
from django.conf import settings
from django.utils import translation

from games import words
from games.cards import BARE, BLACK_JOKER, DECK, JOKER, RED_JOKER, Card, Rank, Suit, cards_of
from games.catalogue import GAMES, NAMES
from games.rulings import Reason, Refused
from games.words import (
    Book,
    CardFigure,
    Described,
    Either,
    Phrase,
    RankFigure,
    Sentence,
    Several,
    card_name,
    melds,
    scores,
)
from games.words.forms import UnknownForm, forms
from tests.test_answers import answered, approved

LANGUAGES = [code for code, _name in settings.LANGUAGES]
WORDINGS: dict[str, ModuleType] = {game: import_module(f"games.{game}.wording") for game in NAMES}
SOURCE = "en"


# Forms


FORMS = {
    "en": {
        "Qh": {"name": "queen of hearts", "the": "the queen of hearts"},
        "8c": {"name": "eight of clubs", "the": "the eight of clubs"},
        "As": {"name": "ace of spades", "the": "the ace of spades"},
        "7": {"name": "seven of any suit", "the": "the seven", "a": "a seven", "many": "sevens"},
        "8": {"name": "eight of any suit", "the": "the eight", "a": "an eight", "many": "eights"},
        "Xr": {"name": "red joker", "the": "the red joker", "sign": "the red joker"},
        "X": {"name": "joker", "the": "the joker", "sign": "a joker"},
    },
    "it": {
        "Qh": {"name": "donna di cuori", "the": "la donna di cuori", "of": "della donna di cuori",
               "to": "alla donna di cuori", "from": "dalla donna di cuori", "sign-the": "la Q♥"},
        "8c": {"name": "otto di fiori", "the": "l’otto di fiori", "of": "dell’otto di fiori",
               "to": "all’otto di fiori", "from": "dall’otto di fiori", "sign-the": "l’8♣"},
        "Ks": {"name": "re di picche", "the": "il re di picche", "of": "del re di picche",
               "to": "al re di picche", "from": "dal re di picche", "sign-the": "il K♠"},
        "Ad": {"name": "asso di quadri", "the": "l’asso di quadri", "of": "dell’asso di quadri",
               "to": "all’asso di quadri", "from": "dall’asso di quadri", "sign-the": "l’A♦"},
        "Q": {"name": "donna di qualsiasi seme", "the": "la donna", "of": "della donna", "to": "alla donna",
              "from": "dalla donna", "a": "una donna", "many": "donne", "sign-the": "la Q"},
        "K": {"name": "re di qualsiasi seme", "the": "il re", "of": "del re", "to": "al re", "from": "dal re",
              "a": "un re", "many": "re", "sign-the": "il K"},
        "Xb": {"name": "jolly nero", "the": "il jolly nero", "of": "del jolly nero", "to": "al jolly nero",
               "from": "dal jolly nero", "sign": "jolly nero", "sign-the": "il jolly nero"},
    },
    "cs": {
        "Qh": {"name": "srdcová dáma", "nom": "srdcová dáma", "gen": "srdcové dámy", "dat": "srdcové dámě",
               "acc": "srdcovou dámu", "ins": "srdcovou dámou"},
        "Ks": {"name": "pikový král", "nom": "pikový král", "gen": "pikového krále", "dat": "pikovému králi",
               "acc": "pikového krále", "ins": "pikovým králem"},
        "Ad": {"name": "kárové eso", "nom": "kárové eso", "gen": "kárového esa", "dat": "károvému esu",
               "acc": "kárové eso", "ins": "károvým esem"},
        "7c": {"name": "trefová sedmička", "nom": "trefová sedmička", "gen": "trefové sedmičky",
               "dat": "trefové sedmičce", "acc": "trefovou sedmičku", "ins": "trefovou sedmičkou"},
        "J": {"name": "kluk libovolné barvy", "nom": "kluk", "gen": "kluka", "dat": "klukovi", "acc": "kluka",
              "ins": "klukem", "with": "s klukem", "another": "dalšího kluka", "pl.nom": "kluci", "pl.gen": "kluků", "pl.acc": "kluky"},
        "9": {"name": "devítka libovolné barvy", "nom": "devítka", "gen": "devítky", "dat": "devítce", "acc": "devítku",
              "ins": "devítkou", "with": "s devítkou", "another": "další devítku", "pl.nom": "devítky", "pl.gen": "devítek", "pl.acc": "devítky"},
        "6": {"name": "šestka libovolné barvy", "nom": "šestka", "gen": "šestky", "dat": "šestce", "acc": "šestku",
              "ins": "šestkou", "with": "se šestkou", "another": "další šestku", "pl.nom": "šestky", "pl.gen": "šestek", "pl.acc": "šestky"},
        "Xr": {"name": "červený žolík", "nom": "červený žolík", "gen": "červeného žolíka", "dat": "červenému žolíkovi",
               "acc": "červeného žolíka", "ins": "červeným žolíkem", "sign": "červený žolík"},
    },
}  # fmt: skip
"""Of some cards every form there is."""


RANKS = [card.rank for card in BARE]


def forms_of(language: str, card: Card) -> set[str]:
    tables = forms(language).tables
    if card.is_joker:
        return set(tables["joker"])
    return set(tables["card"]) if card.suit is not None else set(tables["rank"]) - {"gender"} | set(tables["bare"])


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, cards in FORMS.items() for text in cards]
)
def test_a_card_has_its_forms(language: str, text: str) -> None:
    card = Card.of(text)
    expected = FORMS[language][text]
    assert {form: forms(language).card(card, form) for form in forms_of(language, card)} == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_every_form_of_a_card(language: str) -> None:
    """So a sentence may ask for a form without knowing whether the card has a suit, or is a joker."""
    spoken = forms(language)
    assert set(spoken.tables["card"]) >= {"name"}
    for form in spoken.tables["card"]:
        said = [spoken.card(card, form) for card in (*DECK, *BARE, BLACK_JOKER, RED_JOKER, JOKER)]
        assert len(set(said)) == len(said)
        odd = r"[{}_]|  " if form.startswith("sign") else r"[{}_\d]|  "
        assert not [text for text in said if text != text.strip() or re.search(odd, text)]
    for form in forms_of(language, BARE[0]):
        assert all(spoken.rank(rank, form) for rank in RANKS)
    assert len({spoken.rank(rank, "name") for rank in RANKS}) == len(RANKS)
    assert len({spoken.suit(suit, "name") for suit in Suit}) == 4
    assert spoken.card(JOKER, "sign")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_combination_has_every_form_of_a_combination(language: str) -> None:
    """And the same of them in each language, by name."""
    shapes: dict[str, set[str]] = {}
    for name in forms(language).tables["phrase"]:
        shape, form = name.split(".", 1)
        shapes.setdefault(shape, set()).add(form)
    assert set(shapes) == {name.split(".")[0] for name in forms(SOURCE).tables["phrase"]}
    assert len({frozenset(found) for found in shapes.values()}) == 1
    with translation.override(language):
        for shape, found in shapes.items():
            figure = Phrase(shape, card=Card.of("Qh"), rank=Rank.QUEEN, length=5)
            assert all("{" not in format(figure, form) for form in found | {""})


def test_combinations_are_named_as_players_name_them() -> None:
    pair, four = Phrase("pair", rank=Rank.NINE), Phrase("quad", rank=Rank.KING)
    straight = Phrase("straight", rank=Rank.SIX, length=5)
    said = {}
    for language in ("en", "it", "cs"):
        with translation.override(language):
            said[language] = [f"{pair}", f"{four}", f"{straight}"]
    assert said == {
        "en": ["a pair of nines", "four kings", "a five-card straight, six high"],
        "it": ["una coppia di nove", "un poker di re", "una scala di cinque carte con il sei in cima"],
        "cs": ["dvojice devítek", "čtveřice králů", "postupka z\u00a05\u00a0karet se šestkou nahoře"],
    }


def test_numbers_up_to_nine_are_words_and_above_stand_figures() -> None:
    with translation.override("en"):
        assert BOOK.write("{n:word} cards, {m:word} and {cards:count word}", n=9, m=10, cards=cards_of("5h 6h")) == (
            "Nine cards, 10 and two"
        )
        said = [f"{Phrase('straight', rank=Rank.KING, length=length)}" for length in (5, 8, 11, 13)]
    assert [text.split("-")[0] for text in said] == ["a five", "an eight", "an 11", "a 13"]


def test_a_preposition_is_as_the_number_after_it_is_read() -> None:
    with translation.override("cs"):
        straights = [f"{Phrase('straight', rank=Rank.KING, length=length)}".split()[1] for length in range(5, 14)]
        assert straights == ["z", "ze", "ze", "z", "z", "z", "z", "ze", "ze"]
        said = [f"{words.Number(number):z}" for number in (1, 2, 4, 16, 18, 20, 36, 54, 100, 500)]
    assert said == ["z 1", "ze 2", "ze 4", "ze 16", "z 18", "ze 20", "ze 36", "z 54", "ze 100", "z 500"]
    with translation.override("cs"):
        assert BOOK.write("{n:word} karty, {cards:count z}", n=3, cards=cards_of("5h 6h")) == "Tři karty, ze 2"
        assert BOOK.write("{n:word} karet", n=12) == "12\u00a0karet"
    with pytest.raises(UnknownForm, match=r"en\.toml has no form “z” under \[number\]"):
        forms("en").number(3, "z")


def test_a_form_that_a_language_does_not_have_is_named() -> None:
    with pytest.raises(UnknownForm, match=r"en\.toml has no form “acc” under \[card\]"):
        forms("en").card(Card.of("Qh"), "acc")
    with pytest.raises(UnknownForm, match=r"en\.toml has no form “pair\.acc” under \[phrase\]"):
        forms("en").phrase("pair", "acc", {})


BOOK = Book({}, {}, {})


@pytest.mark.parametrize(
    ("text", "figures", "written"),
    [
        ("{a} and {b:the}", {"a": Card.of("Td"), "b": Card.of("Td")}, "10♦ and the ten of diamonds"),
        ("{a}, {a:name}, {b}, {b:many}", {"a": Suit.CLUBS, "b": Rank.TEN}, None),
        ("{cards}", {"cards": cards_of("5h 6h X")}, "5♥, 6♥ and a joker"),
        ("{cards:or}", {"cards": cards_of("5h 5h 6h")}, "5♥ or 6♥"),
        ("{cards:or the}", {"cards": cards_of("5h 6h")}, "The five of hearts or the six of hearts"),
        ("{cards:row}", {"cards": cards_of("5h X 6h")}, "5♥ joker 6♥"),
        ("{cards:count} {cards[1]} {cards:first}", {"cards": cards_of("5h 6h")}, "2 6♥ 5♥"),
        ("{names}", {"names": ("Ada", "Bea {x}", "50 %")}, "Ada, Bea {x} and 50 %"),
        ("{n} {n:signed} {m:signed} {m}", {"n": 4, "m": -4}, "4 +4 −4 −4"),
    ],
)
def test_figures_stand_in_a_sentence_in_the_form_it_asks_for(text: str, figures: Any, written: str | None) -> None:
    with translation.override("en"):
        if written is None:
            with pytest.raises(UnknownForm):
                BOOK.write("{a:many}", **figures)
            assert BOOK.write(text, **figures) == "♣, clubs, 10, tens"
        else:
            assert BOOK.write(text, **figures) == written


def test_a_sentence_begins_with_a_capital_and_a_phrase_as_it_stands() -> None:
    with translation.override("it"):
        assert BOOK.write("{c:the}.", c=Card.of("Qh")) == "La donna di cuori."
        assert BOOK.phrase("{c:the}", c=Card.of("Qh")) == "la donna di cuori"


def test_in_italian_a_card_written_by_its_sign_has_the_article_of_its_name() -> None:
    with translation.override("it"):
        assert BOOK.phrase("{c:sign-the}", c=cards_of("8h Ad Qs Tc")) == "l’8♥, l’A♦, la Q♠ e il 10♣"
        assert BOOK.phrase("{c:or sign-the}", c=cards_of("Xr Kh X")) == "il jolly rosso, il K♥ o un jolly"
        assert BOOK.phrase("{c}", c=cards_of("Ts X Td")) == "10♠, jolly e 10♦"


@pytest.mark.parametrize(
    ("text", "names", "written"),
    [
        ("tocca a {names}", ("Anna",), "Tocca ad Anna"),
        ("a {names} tocca", ("Anna", "Ermal"), "Ad Anna ed Ermal tocca"),
        ("{names} vince e {names} no", ("Elena",), "Elena vince ed Elena no"),
        ("tocca a {names}", ("Elena", "Anna"), "Tocca a Elena e Anna"),
        ("tocca a {names}", ("ada",), "Tocca ad ada"),
        ("da {names}", ("Anna",), "Da Anna"),
    ],
)
def test_in_italian_a_short_word_sounds_well_before_a_name(text: str, names: tuple[str, ...], written: str) -> None:
    with translation.override("it"):
        assert Book({}, {}, {}).write(text, names=names).replace("\u00a0", " ") == written


def test_a_name_is_written_as_whoever_bears_it_writes_it_at_the_head_of_a_sentence_too() -> None:
    assert BOOK.write("{who} wins.", who="d’Artagnan") == "d’Artagnan wins."
    assert BOOK.write("{names} win.", names=("b", "ana")) == "b and ana win."
    assert BOOK.write("{who} wins.", who=Described("player 2")) == "Player 2 wins."
    assert BOOK.write("{c:the} wins, {who}.", c=Card.of("Qh"), who="the") == "The queen of hearts wins, the."


@pytest.mark.parametrize(
    ("figures", "chosen"), [({"n": 1}, "some"), ({"n": 0}, "none"), ({"n": ()}, "none"), ({"n": None}, "none")]
)
def test_a_figure_chooses_one_of_two_sentences(figures: Any, chosen: str) -> None:
    assert BOOK.phrase(Either("n", with_="some", without="none"), **figures) == chosen


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "A v {names}, (k z)"), ("it", "A v {names}, (k z)"), ("cs", "A\u00a0v\u00a0{names}, (k\u00a0z)")],
)
def test_words_of_one_letter_hold_on_to_the_next_where_a_language_wants_it(language: str, written: str) -> None:
    with translation.override(language):
        assert BOOK.write("a v {names}, (k z)", names="Ev") == written.format(names="Ev")


@pytest.mark.parametrize(
    ("text", "typeset"),
    [
        ("V ruce a na stole; A i K", "V~ruce a~na stole; A~i~K"),
        ("[v pořadí](#a) **s esem** | o nic | „k ničemu“", "[v~pořadí](#a) **s~esem** | o~nic | „k~ničemu“"),
        ("21 karet, 7 Anna, 10 000 bodů", "21~karet, 7 Anna, 10~000~bodů"),
        ("V 2. rozdání, 22. listopadu, dne 21. 11. 2026. Pak", "V~2.~rozdání, 22.~listopadu, dne 21.~11.~2026. Pak"),
        ("%(count)d karet, %(number)s. rozdání, %(name)s má", "%(count)d~karet, %(number)s.~rozdání, %(name)s má"),
        ("{number}. zdvih: {who} vede", "{number}.~zdvih: {who} vede"),
        ("Tedy – ano", "Tedy~– ano"),
        ("1. první\n12. další\n    3. třetí\n| – |", "1. první\n12. další\n    3. třetí\n| – |"),
        ("6♥ a Q-K-A nebo as Ev", "6♥ a~Q-K-A nebo as Ev"),
    ],
)
def test_what_belongs_together_stays_on_one_line(text: str, typeset: str) -> None:
    """Of sentences, of texts with figures still to be filled in, and of Markdown, whose lists stay lists."""
    assert forms("cs").typeset(text) == typeset.replace("~", "\u00a0")
    assert forms("en").typeset(text) == text


def test_what_is_known_of_a_card_can_choose() -> None:
    choice = Either("card.is_joker", with_="joker", without="card")
    assert [BOOK.phrase(choice, card=Card.of(text)) for text in ("X", "7s")] == ["joker", "card"]


# Sentences


QUOTES = "“”„«»‘’‚‹›¿¡"


class Source:
    """One text for the translators, with its plural where it has one."""

    def __init__(self, lazy: Any) -> None:
        _unpickle, found = lazy.__reduce__()
        self.number = found[2] if len(found) == 4 and isinstance(found[3], dict) else None
        if self.number is not None:
            asked = found[3]
            self.context, self.one, self.many = asked.get("context"), asked["singular"], asked["plural"]
        else:
            arguments = found[1]
            self.context = arguments[0] if len(arguments) > 1 else None
            self.one, self.many = arguments[-1], None

    def texts(self, language: str) -> list[str]:
        """All its forms in a language."""
        if language == SOURCE:
            return [self.one, *([self.many] if self.many else [])]
        entry = catalogue(language)[self.context, self.one]
        return [entry.msgstr_plural[at] for at in sorted(entry.msgstr_plural)] if self.many else [entry.msgstr]


@cache
def catalogue(language: str) -> dict[tuple[str | None, str], polib.POEntry]:
    path = settings.BASE_DIR / "rulesite" / "locale" / language / "LC_MESSAGES" / "django.po"
    return {(entry.msgctxt, entry.msgid): entry for entry in polib.pofile(str(path))}


def leaves(sentence: Sentence) -> Iterator[Any]:
    """The sentences among which figures choose."""
    if isinstance(sentence, Either):
        yield from leaves(sentence.with_)
        yield from leaves(sentence.without)
    else:
        yield sentence


def tables() -> dict[str, Mapping[str, Sentence]]:
    """Every table of whole sentences, by where it stands."""
    found: dict[str, Mapping[str, Sentence]] = {"words.COMMON": words.COMMON}
    for game, wording in WORDINGS.items():
        found |= {f"{game}.SENTENCES": wording.SENTENCES, f"{game}.REFUSALS": wording.REFUSALS}
    return found


def everything() -> dict[str, Any]:
    """Every text with figures that the games write, headlines and labels too, by where it stands."""
    found: dict[str, Any] = {}
    for place, module in {**WORDINGS, "melds": melds, "scores": scores, "words": words}.items():
        for name, value in vars(module).items():
            entries = value if isinstance(value, dict) else {"": value}
            for key, entry in entries.items():
                if isinstance(entry, Either) or (hasattr(entry, "__reduce__") and "proxy" in type(entry).__name__):
                    found |= {f"{place}.{name}.{key}.{at}": leaf for at, leaf in enumerate(leaves(entry))}
    return found


def figures_in(text: str) -> set[str]:
    """The names of the figures in a text."""
    return {re.split(r"[.\[]", field)[0] for _text, field, _form, _how in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_every_game_is_whole(language: str) -> None:
    """It begins with a capital, a number, a quotation or a figure, and ends as a sentence, or with one."""
    for place, table in tables().items():
        for code, sentence in table.items():
            for leaf in leaves(sentence):
                for text in Source(leaf).texts(language):
                    first = text.lstrip(QUOTES)[0]
                    assert first.isupper() or first.isdigit() or first == "{", f"{place}, {code}: {text}"
                    ends = text.rstrip(QUOTES)[-1] in ".!?" or text.endswith(("{why}", "{reasons:first}"))
                    assert ends, f"{place}, {code}: {text}"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_no_figure_is_lost_or_invented_in_translation(language: str) -> None:
    """A plural may leave out the number that chooses it: “one card”."""
    assert len(everything()) > 300
    for place, leaf in everything().items():
        source = Source(leaf)
        wanted = set().union(*map(figures_in, source.texts(SOURCE)))
        for text in source.texts(language):
            assert figures_in(text) <= wanted, f"{place}: {text}"
            assert wanted - figures_in(text) <= {source.number}, f"{place}: {text}"


APART: dict[str, tuple[Reason | Refused, ...]] = {
    "murlan": (
        Reason("", "no-cards"),
        Refused("", "not-in-pack", card=JOKER),
        Reason("", "holder-starts", who="Ana"),
        Reason("", "starter-starts", who="Ana"),
        Reason("", "passes", who="Ana"),
        Reason("", "must-lead", who="Ana"),
        Reason("", "goes-out", who="Ana"),
        Reason("", "round-over", who="Ana"),
        Reason("", "lead-goes-on", who="Ana", leader="Ben"),
        Reason("", "hand-over", who="Ana"),
        Refused("", "no-move", number=3, reasons=(Reason("", "equal-never-beats"),)),
        Refused("", "not-held", number=3, seat="Ana", card=Card.of("5h")),
        Refused("", "four-hands", count=3),
        Refused("", "uneven", counts=(13, 13, 13, 15)),
        Refused("", "no-seat", at="4", last=3),
    ),
    "machiavelli": (
        Reason("", "joker"),
        Reason("", "nothing-found"),
        Reason("", "cut-off"),
        Reason("", "cut-off-count"),
        Reason("", "cut-off-kept"),
        Reason("", "disturbed", kept=1, groups=3),
        Reason("", "disturbed", kept=0, groups=3),
    ),
    "marriage": (
        Reason("", "sequence-too-long"),
        Refused("", "no-cards"),
        Refused("", "unknown-choice", value=6, choices=(0, 5, 7)),
        Refused("", "murder-with-kidnap"),
    ),
    "muriel": (
        Reason("", "following", seat=3, left=1),
        Refused("", "no-seat", at="9", last=8),
        Refused("", "empty-trick", number=2, seat=3),
        Refused("", "after-the-hand", number=28),
    ),
    "ramino": (Reason("", "joker"),),
}
"""What no question to the judge brings about: a clock does, or a field of the page, or a caller of the rules alone."""


@cache
def met() -> dict[int, list[dict[str, Any]]]:
    """The figures with which each text was written when the questions of ``tests/answers`` were asked."""
    found: dict[int, list[dict[str, Any]]] = {}
    original = Book._filled

    def noted(book: Book, sentence: Sentence, **figures: Any) -> str:
        wrapped = {name: book.figure(value) for name, value in figures.items()}
        chosen = sentence
        while isinstance(chosen, Either):
            chosen = chosen.chosen(wrapped)
        found.setdefault(id(chosen), []).append(wrapped)
        return original(book, sentence, **figures)

    with patch.object(Book, "_filled", noted):
        for game in NAMES:
            for line in approved(game):
                answered(game, line["question"])
            ask = next(iter(GAMES[game].asks.values()))()
            for said in APART.get(game, ()):
                assert ask.say(said) if isinstance(said, Reason) else ask.refusal(said)
    return found


def test_every_sentence_is_the_answer_to_a_question_that_somebody_read() -> None:
    unasked = {
        f"{place}: {code}: {Source(leaf).one}"
        for place, table in tables().items()
        for code, sentence in table.items()
        for leaf in leaves(sentence)
        if id(leaf) not in met()
    }
    assert unasked == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_written_in_every_language(language: str) -> None:
    """With the figures it has met, in all its plurals: a form or a figure that is not there is named here."""
    with translation.override(language):
        for place, leaf in everything().items():
            for figures in met().get(id(leaf), ()):
                for text in Source(leaf).texts(language):
                    written = text.format(**figures)
                    assert not re.search(r"[{<]|  ", written), f"{place}: {written}"


BARE_SIGNS = re.compile(r"{cards}: |.*[(«]{cards:row}[)»]|.* faresti {meld:row} |.*, {low}–{high}$")
"""Where Italian has cards without articles: as the name of what they are together."""


def test_in_italian_a_card_in_running_prose_has_its_article() -> None:
    for place, leaf in everything().items():
        for figures in met().get(id(leaf), ()):
            for text in Source(leaf).texts("it"):
                for _before, field, form, _how in Formatter().parse(text):
                    found = Formatter().get_field(field, (), figures)[0] if field else None
                    first = found[0] if isinstance(found, Several) and found else found
                    if isinstance(first, CardFigure | RankFigure) and form in ("", "or", "row"):
                        assert BARE_SIGNS.match(text), f"{place}: {text}"


# Codes


ANYTHING = "(.+)"


def said_by(path: Path) -> tuple[set[str], set[str], set[str]]:
    """What a room gives as codes: words, and patterns of composed ones; and all of its texts besides."""
    tree = ast.parse(path.read_text())
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    codes: set[str] = set()
    composed: set[str] = set()
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef):
            continue
        assigned: dict[str, list[ast.expr]] = {}
        for node in ast.walk(scope):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    pairs = [(target, node.value)]
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                        pairs = list(zip(target.elts, node.value.elts, strict=True))
                    for name, value in pairs:
                        if isinstance(name, ast.Name):
                            assigned.setdefault(name.id, []).append(value)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
                at = {"Reason": 1, "Refused": 1, "because": 1, "Problem": 0}.get(node.func.id)
                for found in [] if at is None else _codes(node.args[at], assigned):
                    if found != ANYTHING:
                        (composed if "(" in found else codes).add(found)
    return codes, composed, texts


def _codes(node: ast.expr, assigned: Mapping[str, list[ast.expr]]) -> Iterator[str]:
    """What an expression may be: texts as they are, composed ones as patterns, which have brackets."""
    match node:
        case ast.Constant(value=str() as code):
            yield code
        case ast.IfExp(body=body, orelse=other):
            yield from _codes(body, assigned)
            yield from _codes(other, assigned)
        case ast.Name(id=name) if name in assigned:
            for value in assigned[name]:
                yield from _codes(value, assigned)
        case ast.JoinedStr(values=parts):
            yield "".join(f"({'|'.join(_codes(part, assigned))})" for part in parts)
        case ast.FormattedValue(value=value):
            yield from _codes(value, assigned)
        case ast.Subscript(value=ast.Dict(values=values)):
            for value in values:
                yield from _codes(value, assigned)
        case _:
            yield ANYTHING


@pytest.mark.parametrize("game", NAMES)
def test_every_code_has_a_sentence_and_every_sentence_a_code(game: str) -> None:
    wording, folder = WORDINGS[game], settings.BASE_DIR / "games"
    rooms = [
        folder / game / f"{room}.py" for room in ("rules", "turns", "scoring", "asks", "sheet", "game", "hand", "drawn")
    ]
    rooms += [folder / "asks.py", *(folder / "sheets").rglob("*.py")]
    if wording.SENTENCES.keys() >= melds.MELDS.keys():
        rooms.append(folder / "arranging" / "melds.py")
    codes, composed, texts = (
        set().union(*found) for found in zip(*map(said_by, filter(Path.exists, rooms)), strict=True)
    )
    sentences = {*wording.SENTENCES, *wording.REFUSALS}
    known = {*sentences, *words.COMMON, *getattr(wording, "ITEMS", ())}
    assert codes & sentences
    assert codes - known == set()
    for pattern in composed:
        assert any(re.fullmatch(pattern, code) for code in known), pattern
    assert {code for code in sentences - texts if not any(re.fullmatch(one, code) for one in composed)} == set()


def test_card_names_follow_the_language() -> None:
    with translation.override("cs"):
        assert [card_name(card) for card in cards_of("Qh Kh Ah 7c Xr")] == [
            "srdcová dáma",
            "srdcový král",
            "srdcové eso",
            "trefová sedmička",
            "červený žolík",
        ]
