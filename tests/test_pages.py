"""The pages: addresses, languages, heads, errors, safety."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import brotli  # type: ignore[import-untyped]
import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.catalogue import GAMES, SHEETS
from games.words import card_name
from rulesite import lessons
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests import proved

TOOLS = [(game.name, ask) for game in GAMES.values() for ask in game.asks]


class Reader(HTMLParser):
    """Every start tag of a page, and the ids it defines."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.tags if name == tag and wanted.items() <= attrs.items()]

    @property
    def ids(self) -> list[str]:
        return [attrs["id"] for _tag, attrs in self.tags if "id" in attrs]


SETTLED = {"player.0": "A", "player.1": "B", "shown.0": "seen", "shown.1": "seen", "winner": "0"}


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def paths() -> Iterator[str]:
    for language in LANGUAGES:
        with translation.override(language):
            yield reverse("home")
            yield reverse("glossary")
            yield reverse("matches")
            yield reverse("archive")
            yield reverse("know")
            yield from lessons.addresses()
            for game in GAMES:
                yield reverse("rules", args=[game])
                yield reverse("house", args=[game])
                yield reverse("card", args=[game])
                yield reverse("puzzles", args=[game])
            for game in SHEETS:
                yield reverse("new_match", args=[game])
            for game, ask in TOOLS:
                yield reverse("tool", args=[game, ask])


PATHS = list(paths())


@cache
def page_at(address: str) -> Reader:
    """A page, asked for once: whatever links to it asks again."""
    response = Client(headers={"host": "localhost"}).get(address, follow=True)
    assert response.status_code == 200, address
    return Reader(response.content.decode())


@pytest.mark.parametrize(("accepts", "language"), [("it", "it"), ("cs-CZ,cs;q=0.9", "cs"), ("xx", "en"), ("", "en")])
def test_the_root_follows_the_reader_s_languages(client: Client, accepts: str, language: str) -> None:
    response = client.get("/", headers={"accept-language": accepts})
    assert (response.status_code, response["Location"]) == (302, f"/{language}/")
    assert "Accept-Language" in response["Vary"]


@pytest.mark.exhaustive(sample=25)
@pytest.mark.parametrize("path", PATHS)
def test_every_page(path: str) -> None:
    page = page_at(path)
    language = path.split("/")[1]
    assert page.all("html")[0]["lang"] == language
    assert len(page.ids) == len(set(page.ids))
    assert len(page.all("h1")) == 1
    assert page.all("link", rel="canonical")[0]["href"] == f"http://localhost{path}"
    twins = {link["hreflang"]: link["href"] for link in page.all("link", rel="alternate")}
    assert set(twins) == {*LANGUAGES, "x-default"}
    assert twins[language] == f"http://localhost{path}"
    assert all(urlsplit(twins[code]).path.startswith(f"/{code}/") for code in LANGUAGES)
    assert twins["x-default"] == twins["en"]
    for twin in twins.values():
        others = [link["href"] for link in page_at(urlsplit(twin).path).all("link", rel="alternate")]
        assert f"http://localhost{path}" in others
    for name in ("og:title", "og:description", "og:image", "og:url", "og:locale"):
        assert page.all("meta", property=name)[0]["content"]
    assert page.all("meta", name="description")[0]["content"]
    assert page.all("script") == [attrs for attrs in page.all("script") if attrs["src"].startswith("/static/")]
    assert not page.all("style")
    assert not [attrs for _tag, attrs in page.tags if "style" in attrs or any(name.startswith("on") for name in attrs)]


def test_titles_differ(client: Client) -> None:
    titles = [re.search("(?s)<title>(.*?)</title>", client.get(path).content.decode())[1] for path in PATHS]  # type: ignore[index]
    by_language = {
        language: [title for path, title in zip(PATHS, titles, strict=True) if path.startswith(f"/{language}/")]
        for language in LANGUAGES
    }
    for found in by_language.values():
        assert len(found) == len(set(found))


@pytest.mark.exhaustive(sample=25)
@pytest.mark.parametrize("path", PATHS)
def test_every_link_leads_to_a_page_and_every_fragment_to_an_id(path: str) -> None:
    page = page_at(path)
    for link in page.all("a"):
        target = urlsplit(link["href"])
        # The puzzles of a game are pages of one view: the first is asked for.
        is_another = re.search("/puzzle/[0-9]+/$", target.path) and not target.path.endswith("/1/")
        if target.netloc or target.path.startswith("/static/") or is_another:
            continue
        address = f"{target.path}?{target.query}" if target.query else target.path
        found = page if target.path in ("", path) else page_at(address)
        assert not target.fragment or target.fragment in found.ids, link


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_and_every_section_is_an_anchor(client: Client, game: str, language: str) -> None:
    page = Reader(client.get(f"/{language}/{game}/").content.decode())
    assert set(book(game).rules) <= set(page.ids)
    assert {section.anchor for section in book(game).page(language).sections} <= set(page.ids)


@pytest.mark.exhaustive(sample=25)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in book(game).examples])
def test_every_example_opens_in_its_tool_with_everything_filled_in_and_links_to_its_rule(
    client: Client, game: str, name: str, language: str
) -> None:
    example = book(game).examples[name]
    with translation.override(language):
        asked = example.asked(game)
        address = tool_address(asked)
        short = reverse("example", args=[game, name])
    rules = page_at(f"/{language}/{game}/")
    assert short in [link["href"] for link in rules.all("a")]
    assert client.get(short).headers["Location"] == address
    response = client.get(address)
    assert response.status_code == 200
    assert response.context["ask"].as_json() | {"because": ""} == asked.as_json() | {"because": ""}
    page = Reader(response.content.decode())
    assert "verdict" in page.ids
    links = [urlsplit(link["href"]) for link in page.all("a", **{"class": "rule"})]
    assert {link.path for link in links} == {f"/{language}/{game}/"}
    assert {link.fragment for link in links} <= set(rules.ids)
    assert example.rule in {link.fragment for link in links}
    # A link to an answer previews as that answer.
    told = {name: page.all("meta", property=f"og:{name}")[0]["content"] for name in ("url", "title", "description")}
    assert str(response.context["headline"].text) in told["title"]
    assert told["description"] == response.context["reasons"][0][0]
    assert told["url"].endswith(address)


def test_an_example_that_is_none_is_not_found(client: Client) -> None:
    assert client.get("/en/murlan/example/none/").status_code == 404
    assert client.get("/en/none/example/follow/").status_code == 404


def test_the_language_switch_keeps_the_page_and_the_hand(client: Client) -> None:
    page = Reader(client.get("/it/murlan/play/", {"hand": "4P 5C FF", "cards": "5C"}).content.decode())
    switch = {link["hreflang"]: link["href"] for link in page.all("a") if "hreflang" in link}
    assert parse_qs(urlsplit(switch["cs"]).query) == {"hand": ["4P 5S JT"], "cards": ["5S"]}
    assert parse_qs(urlsplit(switch["en"]).query) == {"hand": ["4s 5h Jc"], "cards": ["5h"]}
    assert urlsplit(switch["cs"]).path == "/cs/murlan/play/"


def test_an_address_in_other_letters_is_turned_into_this_language_s(client: Client) -> None:
    response = client.get("/cs/murlan/play/", {"hand": "4P 5C", "cards": "5C", "notation": "it"})
    assert response.status_code == 302
    assert parse_qs(urlsplit(response["Location"]).query) == {"hand": ["4P 5S"], "cards": ["5S"]}
    kept = client.get("/cs/murlan/play/", {"hand": "4P 5?", "cards": "5C", "notation": "it"})
    assert parse_qs(urlsplit(kept["Location"]).query) == {"hand": ["4P 5?"], "cards": ["5S"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_input_is_named_kept_and_linked(client: Client, language: str) -> None:
    response = client.get(f"/{language}/murlan/play/", {"hand": "4P 1Z", "cards": "<b>", "opening": "on"})
    assert response.status_code == 422
    html = response.content.decode()
    assert "1Z" in html
    assert "<b>" not in html
    page = Reader(html)
    assert page.all("input", id="hand")[0]["value"] == "4P 1Z"
    assert page.all("input", id="cards")[0]["value"] == "<b>"
    assert "checked" in page.all("input", id="opening")[0]
    assert page.all("input", id="hand")[0]["aria-invalid"] == "true"
    summary = page.all("h2", id="faults")[0]
    assert summary["tabindex"] == "-1"
    assert "autofocus" in summary
    assert "#cards" in {link["href"] for link in page.all("a")}


def test_a_fragment_is_the_answer_alone_and_a_restored_page_is_whole(client: Client) -> None:
    query = {"hand": "4s 5s", "cards": "5s"}
    whole = client.get("/en/murlan/play/", query)
    fragment = client.get("/en/murlan/play/", query, headers={"hx-request": "true"})
    restored = client.get(
        "/en/murlan/play/", query, headers={"hx-request": "true", "hx-history-restore-request": "true"}
    )
    assert "<html" in whole.content.decode()
    assert "<html" not in fragment.content.decode()
    assert fragment["HX-Push-Url"] == "/en/murlan/play/?cards=5s&hand=4s+5s"
    assert restored.content == whole.content
    for response in (whole, fragment, restored):
        assert "HX-Request" in response["Vary"]
    bad = client.get("/en/murlan/play/", {"cards": "1Z"}, headers={"hx-request": "true"})
    assert bad.status_code == 422
    assert "1Z" in bad.content.decode()


def test_a_row_of_the_score_can_be_removed_and_the_address_keeps_the_rest(client: Client) -> None:
    names = "player=A&player=B&player=C&player=D"
    address = f"/en/murlan/score/?{names}&out=0&out=1&out=2&out=3&out=3&out=2&out=1&out=0"
    assert client.get(address).context["ask"].result()["totals"] == {"A": 3, "B": 3, "C": 3, "D": 3}
    response = client.get(f"{address}&out=&out=&out=&out=&remove=0")
    assert response.status_code == 302
    assert response["Location"] == f"/en/murlan/score/?{names}&out=3&out=2&out=1&out=0"
    assert client.get(response["Location"]).context["ask"].result()["totals"] == {"A": 0, "B": 1, "C": 2, "D": 3}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "name", "query", "status"),
    [
        ("murlan", "score", {"player": ["A", "B", "C", "D"], "out": ["0", "1", "2", "3"], "remove": "9" * 5000}, 302),
        ("murlan", "score", {"player": ["A", "B", "C", "D"], "out": ["0", "1", "2", "3"], "remove": "999"}, 302),
        ("ramino", "score", {"player.0": "A", "player.1": "B", "winner.0": "0", "remove": "9" * 5000}, 302),
        ("ramino", "lay_off", {"hand": "A♠", "table": "3♣4♣5♣", "own": "9" * 5000}, 200),
        ("machiavelli", "score", {"player": ["A", "B"], "left": ["1", "2"], "remove": "9" * 5000}, 302),
        ("murlan", "plays", {"hand": "\u212a♠"}, 422),
        ("marriage", "settle", SETTLED | {"value": "1e-100000"}, 422),
        ("marriage", "settle", SETTLED | {"player.0": "5% %s", "player.1": "5% %s"}, 422),
        ("marriage", "settle", SETTLED | {"player.0": "100% sure", "shown.0": "dublee"}, 422),
    ],
)
def test_odd_addresses_are_answered(
    client: Client, language: str, game: str, name: str, query: dict[str, object], status: int
) -> None:
    response = client.get(f"/{language}/{game}/{name}/", query)
    assert response.status_code == status
    if status == 302:
        assert "remove" not in response.headers["Location"]
        assert client.get(response.headers["Location"]).status_code in (200, 422)


def test_a_half_filled_row_is_named_and_kept(client: Client) -> None:
    names = "player=A&player=B&player=C&player=D"
    response = client.get(f"/en/murlan/score/?{names}&out=0&out=1&out=2&out=3&out=2&out=&out=1&out=0")
    assert response.status_code == 422
    hands = response.context["ask"].rows()[:2]
    assert [[cell.text for cell in hand.cells.values()] for hand in hands] == [
        ["0", "1", "2", "3"],
        ["2", "", "1", "0"],
    ]
    assert "Hand 2" in response.content.decode()
    assert response.context["address"] == f"/en/murlan/score/?{names}&out=0&out=1&out=2&out=3&out=2&out=&out=1&out=0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_not_found_in_the_reader_s_language(client: Client, language: str) -> None:
    for path in (f"/{language}/poker/", f"/{language}/murlan/shuffle/", f"/{language}/poker/play/"):
        response = client.get(path)
        assert response.status_code == 404
        page = Reader(response.content.decode())
        assert page.all("html")[0]["lang"] == language
        assert page.all("meta", name="robots")[0]["content"] == "noindex"


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        ("/en/murlan/plya/", "/en/murlan/play/"),
        ("/it/marriage/setle/", "/it/marriage/settle/"),
        ("/cs/slovnicky/", "/cs/slovnicek/"),
        ("/en/murlan/lesson/2/?try=nothing", "/en/murlan/lesson/2/"),
        ("/en/poker/", ""),
        (f"/en/murlan/play{'y' * 90}/", ""),
    ],
)
def test_a_page_that_is_called_much_like_it_is_offered(client: Client, mistyped: str, meant: str) -> None:
    response = client.get(mistyped)
    assert response.status_code == 404
    assert response.context["like"] == ([meant] if meant else [])
    assert not meant or f'<a href="{meant}">{meant}</a>' in response.content.decode()


def test_what_was_asked_at_a_mistyped_address_is_kept(client: Client) -> None:
    page = Reader(client.get("/en/murlan/ply/?table=9&cards=K").content.decode())
    assert page.all("a", href="/en/murlan/play/?table=9&cards=K")


def test_capitals_in_an_address_lead_to_the_page(client: Client) -> None:
    response = client.get("/en/Murlan/Play/?cards=9h")
    assert (response.status_code, response["Location"]) == (301, "/en/murlan/play/?cards=9h")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_too_long_is_refused_in_the_site_s_look(client: Client, language: str) -> None:
    response = client.get(f"/{language}/murlan/plays/", {"hand": "4s " * 10_000})
    assert response.status_code == 422
    assert "<h1>" in response.content.decode()


def test_a_fault_of_our_own_gets_the_site_s_500(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.views.NOTATIONS", broken)
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    response = client.get("/cs/murlan/play/?cards=4S")
    assert response.status_code == 500
    assert Reader(response.content.decode()).all("html")[0]["lang"] == "cs"


def test_a_question_still_blank_is_a_page_that_is_known_by_its_tag(client: Client) -> None:
    blank = client.get("/cs/murlan/play/")
    assert client.get("/cs/murlan/play/", headers={"if-none-match": blank["ETag"]}).status_code == 304
    asked = client.get("/cs/murlan/play/", {"cards": "4S"})
    known = client.get("/cs/murlan/play/", {"cards": "4S"}, headers={"if-none-match": asked["ETag"]})
    assert (known.status_code, known.content, known["ETag"], known["Vary"]) == (304, b"", asked["ETag"], asked["Vary"])
    other = client.get("/cs/murlan/play/", {"cards": "5S"}, headers={"if-none-match": asked["ETag"]})
    assert (other.status_code, other["ETag"] == asked["ETag"]) == (200, False)
    fragment = client.get("/cs/murlan/play/", headers={"hx-request": "true"})
    assert "<html" not in fragment.content.decode()
    assert "HX-Request" in fragment["Vary"]
    assert "HX-Request" in blank["Vary"]
    assert client.post("/cs/murlan/play/").status_code == 405


def test_each_sign_on_a_card_is_defined_on_its_page(client: Client) -> None:
    addresses = [path for path in PATHS if path.startswith("/cs/")]
    with translation.override("cs"):
        addresses += [tool_address(one.asked(game)) for game in GAMES for one in book(game).examples.values()]
    addresses, drawn = proved.sample("signs", addresses, 60), 0
    for address in addresses:
        page = Reader(client.get(address).content.decode())
        signs = {attrs["href"] for tag, attrs in page.tags if tag == "use"}
        assert signs <= {f"#{name}" for name in page.ids}, address
        drawn += bool(signs)
    assert drawn > len(addresses) / 2


@pytest.mark.parametrize("path", ["/it/", "/it/murlan/", "/it/murlan/play/?cards=1Z", "/it/nowhere/", "/api/", "/"])
def test_headers_of_safety(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert not client.cookies


def test_hosts_are_local_unless_said_otherwise(client: Client) -> None:
    assert client.get("/it/", headers={"host": "evil.example"}).status_code == 400
    assert settings.DEBUG is False
    assert len(settings.SECRET_KEY) >= 50


def test_tools_travel_compressed(client: Client) -> None:
    for query in ("", "?table=4&cards=5", "?table=4&cards=zz"):
        plain = client.get(f"/it/murlan/play/{query}")
        for said, coding, unpacked in (
            ("gzip", "gzip", gzip.decompress),
            ("gzip, deflate, br", "br", brotli.decompress),
        ):
            packed = client.get(f"/it/murlan/play/{query}", headers={"accept-encoding": said})
            assert (packed.status_code, packed["Content-Encoding"]) == (plain.status_code, coding)
            assert unpacked(packed.content) == plain.content
            assert {"Accept-Encoding", "HX-Request"} <= set(packed["Vary"].split(", "))


def test_stored_pages_travel_compressed_and_are_not_sent_twice(client: Client) -> None:
    plain = client.get("/it/murlan/")
    for coding, unpacked in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        packed = client.get("/it/murlan/", headers={"accept-encoding": f"identity, {coding}"})
        assert (packed["Content-Encoding"], packed["ETag"]) == (coding, plain["ETag"])
        assert unpacked(packed.content) == plain.content
    assert client.get("/it/murlan/", headers={"accept-encoding": "gzip, deflate, br"})["Content-Encoding"] == "br"
    assert "Accept-Encoding" in packed["Vary"]
    again = client.get("/it/murlan/", headers={"if-none-match": packed["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", packed["ETag"])
    assert client.get("/en/murlan/")["ETag"] != packed["ETag"]
    assert client.get("/it/murlan/", headers={"host": "127.0.0.1"})["ETag"] != packed["ETag"]
    assert client.head("/it/murlan/").status_code == 200


@pytest.mark.django_db  # with a response end the connections of others before it, where there are any
def test_a_file_that_never_changes_carries_no_date_and_no_tag(client: Client) -> None:
    name = staticfiles_storage.stored_name("site.css")  # type: ignore[attr-defined]
    forever, changing = client.get(f"/static/{name}"), client.get("/static/site.css")
    assert (forever.status_code, changing.status_code) == (200, 200)
    forever.close()
    changing.close()
    assert "immutable" in forever["Cache-Control"]
    assert {"ETag", "Last-Modified"}.isdisjoint(forever.headers)
    assert {"ETag", "Last-Modified"} <= set(changing.headers)
    assert forever["X-Content-Type-Options"] == changing["X-Content-Type-Options"] == "nosniff"


def test_robots_and_sitemap(client: Client) -> None:
    assert "Sitemap: http://localhost/sitemap.xml" in client.get("/robots.txt").content.decode()
    listed = re.findall("<loc>http://localhost(.*?)</loc>", client.get("/sitemap.xml").content.decode())
    assert sorted(listed) == sorted(PATHS)


def test_of_a_game_that_keeps_no_evenings_none_is_offered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesite.stored.Kept.get", lambda *_asked: None)
    monkeypatch.setattr("rulesite.stored.Kept.put", lambda *_kept: None)
    monkeypatch.setattr("rulesite.stored.Kept.put", lambda *_kept: None)
    new, index = reverse("new_match", args=["murlan"]), reverse("matches")
    places = [reverse("rules", args=["murlan"]), index, "/sitemap.xml"]
    assert all(new in client.get(place).content.decode() for place in places)
    monkeypatch.setitem(GAMES, "murlan", replace(GAMES["murlan"], sheet=None))
    monkeypatch.delitem(SHEETS, "murlan")
    for place in (*places, reverse("home"), reverse("tool", args=["murlan", "play"])):
        response = client.get(place)
        assert response.status_code == 200
        assert new not in response.content.decode(), place
    assert client.get(new).status_code == 404


def test_what_the_script_reads_letters_by_is_the_notation_itself(client: Client) -> None:
    from games.notation import NOTATIONS

    for language in LANGUAGES:
        page = Reader(client.get(f"/{language}/murlan/play/").content.decode())
        keys = {key["data-card"]: key["data-write"] for key in page.all("i") if "data-card" in key}
        assert len(keys) == 54 + 13
        for card, written in keys.items():
            assert [found.text for found in NOTATIONS[language].read(written, bare=True)] == [card]
        drawn_once = client.get(f"/{language}/murlan/play/").content.decode().split('<template id="keyboard"')[1]
        assert len(set(drawn(drawn_once.split("</template>")[0]))) == 54 + 13
        config = json.loads(page.all("meta", name="htmx-config")[0]["content"])
        assert config["allowEval"] is False


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_has_the_words_of_the_keys_that_a_question_needs(client: Client, game: str) -> None:
    for name, ask in GAMES[game].asks.items():
        page = client.get(f"/en/{game}/{name}/").content.decode()
        if not ask().takes_cards:
            continue
        assert ('"beginKey"' in page) == ('"without"' in page) == ask().takes_groups, name
        assert ask().takes_groups or "data-groups" not in page, name
        assert ('data-card="7"' in page) == ('"allKey"' in page), name


def test_the_glossary_puts_letters_with_marks_beside_those_without(client: Client) -> None:
    words = re.findall("<dt>(.+?)</dt>", client.get("/cs/slovnicek/").content.decode())
    assert words.index("čtveřice") < words.index("dvojice") < words.index("trojice")


def drawn(html: str) -> list[str]:
    """The spoken names of the cards of a piece of a page."""
    return [attrs["aria-label"] for attrs in Reader(html).all("span", role="img")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_drawn_at_the_table_in_numbers_that_no_language_writes_otherwise(game: str, language: str) -> None:
    table = book(game).seats
    assert table
    drawn_at = page_at(f"/{language}/{game}/").all("circle")
    assert len({(at["cx"], at["cy"]) for at in drawn_at}) == table.count
    assert all(at["cx"].isdecimal() and at["cy"].isdecimal() for at in drawn_at)


@pytest.mark.parametrize(
    ("language", "back"), [("it", "carta coperta"), ("en", "face-down card"), ("cs", "karta lícem dolů")]
)
def test_a_trick_in_steps_is_drawn_from_the_engine_s_answer(client: Client, language: str, back: str) -> None:
    html = client.get(f"/{language}/muriel/").content.decode()
    stories = re.findall('<ol class="story">(.+?)</ol>', html, re.DOTALL)
    names = [name for name, example in book("muriel").examples.items() if name.endswith("in-steps")]
    assert len(stories) == len(names) == 1
    for story, name in zip(stories, names, strict=True):
        led, followed, turned, ended = (drawn(step) for step in story.split("<li>")[1:])
        with translation.override(language):
            trick = book("muriel").examples[name].asked("muriel").verdict
            plain = [card_name(card) for card in trick.cards]
            assert (led, followed) == ([back], [back, *plain[1:]])
            assert [spoken.split(",")[0] for spoken in turned] == plain
            assert all("," in spoken for spoken in turned), "what becomes of a card is said, not only shown"
            assert ended == [card_name(card) for card in (*trick.taken, *trick.strays)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_home_all_there_is_of_a_game_is_two_taps_away(client: Client, language: str) -> None:
    html = client.get(f"/{language}/").content.decode()
    doors, *tiles = html.split('<section class="tile"')
    assert len(tiles) == len(GAMES)
    for tile, (name, game) in zip((tile.split("</section>")[0] for tile in tiles), GAMES.items(), strict=True):
        rules, first, dispute = (
            f"/{language}/{name}/{at}" for at in ("", f"{book(name).tile.ask}/", f"{book(name).tile.dispute}/")
        )
        linked = {link["href"] for link in Reader(tile).all("a")}
        assert linked == {rules, first}
        assert book(name).players in tile
        with translation.override(language):
            scores = {reverse("new_match", args=[name])} if game.sheet else set()
            assert {rules, dispute, *scores} <= {link["href"] for link in Reader(doors).all("a")}
        behind = {link["href"] for link in Reader(client.get(rules).content.decode()).all("a")}
        assert {*(f"/{language}/{name}/{ask}/" for ask in game.asks), *scores} <= behind


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_there_is_of_a_game_stands_in_its_header_with_the_page_that_is_open_marked(
    client: Client, language: str
) -> None:
    for name, game in GAMES.items():
        for ask in game.asks:
            header = client.get(f"/{language}/{name}/{ask}/").content.decode().split("</header>")[0]
            links = Reader(header).all("a")
            assert [link["href"] for link in links if link.get("aria-current") == "page"] == [
                f"/{language}/{name}/{ask}/"
            ]
            assert {f"/{language}/{other}/" for other in GAMES} <= {link["href"] for link in links}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_contents_lead_to_every_chapter_in_order(client: Client, language: str) -> None:
    for name in GAMES:
        html = client.get(f"/{language}/{name}/").content.decode()
        page = book(name).page(language)
        contents = Reader(html.split('id="contents"')[1].split("</nav>")[0])
        anchors = [link["href"].removeprefix("#") for link in contents.all("a")]
        lesson = [section.anchor for section in page.lesson]
        assert anchors == [*lesson, "tools", "rules", *(chapter.anchor for chapter in page.chapters)]
        assert set(anchors) <= set(Reader(html).ids)


@pytest.mark.parametrize(("game", "ask"), TOOLS)
def test_only_where_cards_are_typed_are_there_keys_for_them(client: Client, game: str, ask: str) -> None:
    with translation.override("en"):
        page = Reader(client.get(reverse("tool", args=[game, ask])).content.decode())
    fields = [said for said in page.tags if said[0] in ("input", "textarea") and "data-cards" in said[1]]
    assert bool([said for said in page.tags if "data-card" in said[1]]) == bool(fields)


@pytest.mark.parametrize(("game", "ask"), TOOLS)
def test_card_fields_are_described_by_their_own_hint_first(client: Client, game: str, ask: str) -> None:
    page = Reader(client.get(reverse("tool", args=[game, ask])).content.decode())
    for _tag, attrs in page.tags:
        if "data-cards" in attrs:
            described = attrs["aria-describedby"].split()
            assert described[-1:] == ["letters"] or "letters" not in described
            hint = f"{attrs['id']}-hint"
            assert (hint in page.ids) == (described[0] == hint)


@pytest.mark.parametrize("game", GAMES)
def test_groups_of_house_rules_are_named_by_their_question_alone(client: Client, game: str) -> None:
    html = client.get(reverse("house", args=[game])).content.decode()
    groups = re.findall(r"<fieldset(?: [^>]*)>\s*<legend>.*?</legend>", html, re.DOTALL)
    assert len(groups) == len(re.findall("<fieldset", html))
    for group in groups:
        label = re.search(r'aria-labelledby="([^"]+)"', group)
        assert label
        assert f'<span id="{label[1]}">' in group
