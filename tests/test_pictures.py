"""The pictures of verdicts: drawn for every question that is answered, and for no more than that."""

from __future__ import annotations

import re
import struct
import tomllib
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import polib
import pytest
from django.conf import settings
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.asks import Ask
from games.cards import BLACK_JOKER, DECK, JOKER, RED_JOKER, cards_of
from games.catalogue import GAMES, SHEETS
from games.table import Laid, Mark
from matches import store, wording
from matches.ledger import Kind
from matches.links import Role
from rulesite import asgi, faces, pictures, poster, standings, stored
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests.matches.evenings import event, example, plain_table, reread
from tests.test_dear import DEAREST

PLAY = "/en/murlan/play/picture.png"
SVG = "{http://www.w3.org/2000/svg}"
SAID = poster.Poster("Murlan", "Can I play this?", "yes", "Yes", [], "Because.", "Following", "Carta canta")


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">LL", png[16:24])
    return width, height


def drawn(ask: Ask[Any], monkeypatch: pytest.MonkeyPatch) -> ElementTree.Element:
    """What is drawn of a question, before it becomes a PNG."""
    seen: list[str] = []
    monkeypatch.setattr(pictures.resvg_py, "svg_to_bytes", lambda svg_string, **_fonts: seen.append(svg_string) or b"")
    pictures.drawn(ask)
    return ElementTree.fromstring(seen[0])


def cards_in(picture: ElementTree.Element) -> int:
    return sum(group[0].get("fill") == faces.FACE for group in picture.iter(f"{SVG}g") if len(group))


def texts(picture: ElementTree.Element) -> str:
    return " ".join(text.text or "" for text in picture.iter(f"{SVG}text"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_drawn_with_its_answer(game: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with translation.override(language):
        for example in book(game).examples.values():
            ask = example.asked(game)
            picture = drawn(ask, monkeypatch)
            said = texts(picture)
            assert "?" not in said.replace(str(ask.title), ""), said  # a letter that the fonts lack
            assert str(ask.headline().text).split()[0] in said
            assert settings.SITE_NAME in said
            for use in picture.iter(f"{SVG}use"):
                assert picture.find(f".//{SVG}symbol[@id='{use.get('href', '').removeprefix('#')}']") is not None


def test_a_picture_is_a_png_of_the_size_that_links_show(client: Client) -> None:
    for game in GAMES:
        example = next(iter(book(game).examples.values()))
        with translation.override("cs"):
            address = tool_address(example.asked(game)).replace("/?", "/picture.png?")
        response = client.get(address)
        assert (response.status_code, response["Content-Type"]) == (200, "image/png")
        assert size_of(response.content) == (poster.WIDE, poster.HIGH)
        assert 10_000 < len(response.content) < 150_000
        assert "public" in response["Cache-Control"]


def test_the_page_of_an_answer_names_its_picture_and_others_the_one_of_the_site(client: Client) -> None:
    page = client.get("/en/murlan/play/?table=3s&cards=4s&notation=cs").headers["Location"]
    html = client.get(page).content.decode()
    address = re.search('og:image" content="http://localhost([^"]*)"', html)
    assert address
    assert address[1] == page.replace("/play/?", "/play/picture.png?").replace("&", "&amp;")
    assert size_of(client.get(address[1].replace("&amp;", "&")).content) == (1200, 630)
    for tag in ('og:image:width" content="1200"', 'og:image:height" content="630"', "summary_large_image"):
        assert tag in html
    assert 'og:image:alt" content="Yes, it beats the cards on the table – 3♥ / 4♥"' in html
    for other in ("/en/murlan/play/", "/en/murlan/play/?cards=1Z", "/en/murlan/"):
        html = client.get(other).content.decode()
        assert "share." in html
        assert "picture.png" not in html


def test_only_what_is_answered_has_a_picture(client: Client) -> None:
    for path in (PLAY, "/en/murlan/nothing/picture.png?cards=4s", "/en/nothing/play/picture.png?cards=4s"):
        assert client.get(path).status_code == 404
    assert client.get(f"{PLAY}?cards=1Z").status_code == 422
    assert client.get(f"{PLAY}?cards=4s&table={'3s+' * 10_000}").status_code == 422
    assert client.post(f"{PLAY}?cards=4s").status_code == 405


def test_a_picture_is_drawn_once_and_known_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures.kept.values.clear()
    first = client.get(f"{PLAY}?cards=4s&table=3d")
    monkeypatch.setattr(pictures, "drawn", lambda ask: pytest.fail("drawn again"))
    again = client.get(f"{PLAY}?cards=4s&table=3d")
    assert again.content == first.content
    assert client.get(f"{PLAY}?cards=4s&table=3d", headers={"if-none-match": first["ETag"]}).status_code == 304


def test_pictures_are_kept_by_what_they_weigh() -> None:
    kept = stored.Kept[int, bytes](100, len)
    kept.put(1, b"x" * 60)
    kept.put(1, b"x" * 40)
    kept.put(2, b"x" * 50)
    assert kept.held == 90
    kept.put(3, b"x" * 60)
    assert [kept.get(key) is not None for key in (1, 2, 3)] == [False, False, True]
    kept.put(4, b"x" * 101)
    assert (kept.held, len(kept.values)) == (0, 0)


def test_pictures_have_a_room_of_their_own() -> None:
    site = asgi.Site(lambda environ, start: [])
    assert site.room(PLAY, b"cards=4s") is site.pictures
    assert site.room("/it/machiavelli/best/picture.png", b"hand=4s") is site.pictures
    assert site.room(PLAY, b"") is site.pages


def test_of_the_dearest_questions_only_so_much_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for game, name, fields in DEAREST:
        kind = GAMES[game].asks[name]
        house = {f"house.{key}": value for key, value in fields.get("house", {}).items()}
        ask = kind({key: value for key, value in fields.items() if key != "house"} | house)
        if kind.heavy or not ask.is_valid():  # a search is bounded by itself, and what is refused has no picture
            continue
        picture = drawn(ask, monkeypatch)
        assert cards_in(picture) <= poster.MOST_CARDS, name
        assert len(ElementTree.tostring(picture)) < 120_000, name
        assert len(texts(picture)) < 3 * poster.MOST_LETTERS, name
        seen.add((game, name))
    assert len(seen) > len(DEAREST) / 2


def test_eight_groups_and_thirteen_cards_are_all_drawn_and_large_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    table = "3c 4c 5c 6c 7c 8c / Qs Qh Qd / 9h Th Jh Qh Kh / 2s 2d 2c 2h / 5d 6d 7d 8d / Ts Js Qs Ks As / 7s 7h 7d / Ac 2c 3c"
    hand = "4h 5h 6h 9s 9c Kd 2s 3d 3h 8s Jc 5s 6s"
    rows = [("Table", [Laid(cards_of(group)) for group in table.split(" / ")]), ("Hand", cards_of(hand))]
    picture = ElementTree.fromstring(poster.drawn(SAID._replace(rows=rows)))
    assert cards_in(picture) == len(table.replace("/", "").split()) + 13
    scales = [float(found) for found in re.findall(r"scale\(([\d.]+)\)", ElementTree.tostring(picture).decode())]
    assert min(scales[1:]) * faces.WIDTH >= 45


def test_where_not_all_has_room_the_last_rows_are_drawn() -> None:
    suits = [Laid(DECK[start : start + 13], number=str(start)) for start in range(0, 52, 13)]
    rows = [("Before", suits), ("Hand", DECK[:10]), ("After", suits)]
    said = texts(ElementTree.fromstring(poster.drawn(SAID._replace(rows=rows))))
    assert "After" in said
    assert "Before" not in said


def test_what_stands_in_a_picture_is_text_whatever_it_is() -> None:
    """Names in a score sheet are anything; what the fonts have no letter for is a question mark."""
    name = "<b>&\"'\x00\u202e名前😀\ud800 Ζ Příliš" + "x" * 5000
    said = poster.Poster(*[name] * 4, [(name, DECK[:3])], name, name, "Carta canta")
    picture = ElementTree.fromstring(poster.drawn(said))
    assert "<b>&\"'????" in texts(picture)
    assert "Příliš" in texts(picture)


def test_every_face_is_drawn_and_every_mark() -> None:
    marks = [
        Mark(look, badge, "") for look in ("hand", "moved", "nowhere", "stray", "claim") for badge in ("", "✗", "+12")
    ]
    every = [*DECK, *cards_of("7 K"), BLACK_JOKER, RED_JOKER, JOKER, None]
    shown = [
        faces.face(card, 0, 0, width, is_bare=bare) for card in every for width, bare in ((50, False), (120, True))
    ]
    assert len(set(shown)) == 2 * len(every)
    shown = [faces.face(DECK[0], 0, 0, 50, mark=mark) for mark in marks]
    assert len(set(shown)) == len({(mark.look, mark.badge) for mark in marks}) - 3  # hand and claim look alike
    assert all(ElementTree.fromstring(one) is not None for one in shown)


def test_a_picture_has_the_colours_of_the_pages() -> None:
    style = (settings.BASE_DIR / "rulesite" / "static" / "site.css").read_text()
    colours = dict(re.findall(r"--(\w+): (?:light-dark\()?(#\w{6})", style))
    assert {letter: colours[letter] for letter in faces.INKS} == faces.INKS
    assert {tone: colours[tone] for tone in poster.TONES} == poster.TONES
    for name, colour in (
        ("paper", poster.PAPER),
        ("ink", poster.INK),
        ("quiet", poster.QUIET),
        ("accent", poster.ACCENT),
    ):
        assert colours[name] == colour


def test_the_fonts_have_every_letter_that_the_site_writes() -> None:
    letters = set("".join(path.read_text() for path in (settings.BASE_DIR / "content").glob("*/??.md")))
    for code in ("it", "cs"):
        catalogue = polib.pofile(str(settings.BASE_DIR / "rulesite" / "locale" / code / "LC_MESSAGES" / "django.po"))
        letters |= {letter for entry in catalogue for text in (entry.msgid, entry.msgstr) for letter in text}
        forms = (settings.BASE_DIR / "games" / "words" / f"{code}.toml").read_text()
        assert tomllib.loads(forms)
        letters |= set(forms)
    drawn_otherwise = set("\n\t✓✗→←☐▸▾⌫×…")
    for font in (poster.SERIF, poster.SEMIBOLD):
        assert {
            letter for letter in letters - drawn_otherwise if ord(letter) not in poster.lettering(font).widths
        } == set()


def test_lines_break_where_words_end_and_are_no_wider_than_they_may_be() -> None:
    letters = poster.lettering(poster.SERIF)
    text = "The quick brown fox jumps over the lazy dog " * 3 + "w" * 200
    lines = letters.lines(text, 30, 500)
    assert all(letters.width(line, 30) <= 500 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert letters.width(letters.cut(text, 30, 500), 30) <= 500
    assert letters.cut("short", 30, 500) == "short"


def test_the_address_of_a_picture_is_read_as_the_page_reads_it(client: Client) -> None:
    with translation.override("it"):
        path = reverse("picture", args=["murlan", "play"])
    own = client.get(f"{path}?table=3P&cards=4P")
    other = client.get(f"{path}?{QueryDict('table=3s&cards=4s&notation=en').urlencode()}")
    assert own.content == other.content


# --- Matches ---


def played(game: str, hands: int = 2, *, closed: bool = False) -> store.Opened:
    """A match of so many equal hands."""
    table = plain_table(game)
    written = [event(number, content=example(game, table)) for number in range(1, hands + 1)]
    _match, token = store.open_match(game, table, [*written, *([event(hands + 1, Kind.CLOSED)] if closed else [])])
    opened = store.find(token)
    assert opened
    return opened


def address(opened: store.Opened, role: Role = Role.MANAGE, name: str = "match_picture") -> str:
    return reverse(name, args=[store.link_tokens(opened)[role]])


def drawn_match(opened: store.Opened, monkeypatch: pytest.MonkeyPatch) -> ElementTree.Element:
    """What is drawn of a match, before it becomes a PNG."""
    seen: list[str] = []
    monkeypatch.setattr(pictures.resvg_py, "svg_to_bytes", lambda svg_string, **_fonts: seen.append(svg_string) or b"")
    pictures.drawn_standing(opened)
    return ElementTree.fromstring(seen[0])


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHEETS)
def test_a_match_is_drawn_with_all_its_names_and_totals(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with translation.override(language):
        for opened in (played(game, 0), played(game), played(game, closed=True)):
            said = texts(drawn_match(opened, monkeypatch))
            ledger = reread(opened).ledger
            standing = opened.standing(ledger)
            headline = wording.headline(opened.sheet, standing, ledger.closed).text
            assert str(headline).split()[0] in said
            assert settings.SITE_NAME in said
            for name in opened.table.players:
                assert name in said
            for total in standing.totals.values() if standing.rows else ():
                assert opened.sheet.written(total) in said
            assert "?" not in said, said


@pytest.mark.django_db
def test_the_podium_is_drawn_once_the_match_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its steps are as high as their places, and one is missing where two share the place above."""

    def steps(picture: ElementTree.Element) -> list[float]:
        return [float(box.get("height", 0)) for box in picture.iter(f"{SVG}rect") if box.get("fill") == poster.FELT]

    assert steps(drawn_match(played("murlan"), monkeypatch)) == []
    second, first, third = steps(drawn_match(played("murlan", closed=True), monkeypatch))
    assert first > second > third
    places = [
        standings.Place(1, ["Ana", "Ben"], "7"),
        standings.Place(3, ["Cyd"], "2"),
        standings.Place(4, ["Dan"], "1"),
    ]
    shared = standings.Standing("Murlan", "Score sheet", "yes", "Ana and Ben win", places, 2, "Carta canta")
    picture = ElementTree.fromstring(standings.drawn(shared))
    assert len(steps(picture)) == 2
    assert {"Ana", "Ben", "Cyd", "Dan"} <= set(texts(picture).split())


def test_as_many_as_may_play_with_the_longest_names_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    most = max(sheet.seats[-1] for sheet in SHEETS.values())
    names = [f"{number} <&> " + "W" * 40 for number in range(most)]
    for podium in (0, 3):
        places = [standings.Place(number, [name], "1 000") for number, name in enumerate(names, 1)]
        told = standings.Standing("Muriel", "Score sheet", "yes", " ".join(names), places, podium, "Carta canta")
        picture = ElementTree.fromstring(standings.drawn(told))
        assert all(f"{number} <&>" in texts(picture) for number in range(most))
        for text in picture.iter(f"{SVG}text"):
            font = poster.lettering(poster.SEMIBOLD if text.get("font-weight") == "600" else poster.SERIF)
            wide = font.width(text.text or "", float(text.get("font-size", 0)))
            begin = float(text.get("x", 0)) - wide * {"end": 1.0, "middle": 0.5}.get(text.get("text-anchor", ""), 0)
            if text.text != "Carta canta":  # which is set in italics
                assert poster.MARGIN - 1 <= begin <= begin + wide <= poster.WIDE - poster.MARGIN + 1, text.text
            assert 0 < float(text.get("y", 0)) < poster.HIGH


@pytest.mark.django_db
def test_the_picture_of_a_match_is_the_same_by_each_link_and_drawn_once_for_each_state(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = played("murlan")
    first = client.get(address(opened))
    assert (first.status_code, first["Content-Type"]) == (200, "image/png")
    assert size_of(first.content) == (poster.WIDE, poster.HIGH)
    assert first["Cache-Control"] == "private, no-cache"
    with monkeypatch.context() as patched:
        patched.setattr(pictures, "as_png", lambda svg: pytest.fail("drawn again"))
        for role in Role:
            assert client.get(address(opened, role)).content == first.content
            again = client.get(address(opened, role), headers={"if-none-match": first["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
    hand = example("murlan", plain_table("murlan"))
    store.write(opened.match, Role.SCORE, uuid4(), Kind.ENTERED, seen=2, content=hand)
    fresh = client.get(address(opened), headers={"if-none-match": first["ETag"]})
    assert fresh.status_code == 200
    assert fresh.content != first.content


@pytest.mark.django_db
def test_a_match_that_is_deleted_or_unknown_has_no_picture(client: Client) -> None:
    opened = played("murlan")
    unknown = reverse("match_picture", args=["A" * 32])
    assert client.get(unknown).status_code == 404
    assert client.post(address(opened)).status_code == 405
    store.delete(opened)
    assert client.get(address(opened)).status_code == 404
    page = client.get(address(opened, Role.WATCH, "match")).content.decode()
    assert "picture.png" not in page
    store.keep(opened)
    assert client.get(address(opened)).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("role", Role)
def test_the_page_of_a_match_names_its_picture_by_its_own_link(client: Client, role: Role) -> None:
    opened = played("murlan")
    page = client.get(address(opened, role, "match")).content.decode()
    assert f'og:image" content="http://localhost{address(opened, role)}"' in page
    for tag in ('og:image:width" content="1200"', 'og:image:height" content="630"', "summary_large_image"):
        assert tag in page
    assert re.search('og:image:alt" content="[^"]*Ana[^"]*"', page)


def test_pictures_of_matches_are_drawn_where_those_of_verdicts_are() -> None:
    site = asgi.Site(lambda environ, start: [])
    for path in (f"/en/match/{'A' * 32}/picture.png", f"/it/partita/{'A' * 32}/picture.png"):
        assert site.room(path, b"") is site.pictures
    assert site.room(f"/en/match/{'A' * 32}/", b"") is site.matches
