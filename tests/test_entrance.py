"""What is refused before any page looks at it, what is kept in memory, and what the log says."""

from __future__ import annotations

import errno
import gc
import gzip
import io
import logging
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import OperationalError, connections
from django.http.multipartparser import MultiPartParser
from django.test import Client

from games.catalogue import GAMES
from games.judge import MAX_REQUEST
from games.notation import NOTATIONS
from matches import store, transfer
from matches.models import Entry, Match
from matches.pages import MOST_TYPED
from rulesite import context_processors, entrance, stored
from rulesite.rulebook import LANGUAGES
from rulesite.sqlite.base import DatabaseWrapper
from tests.matches.evenings import example, plain_table
from tests.test_pages import Reader

TOKEN = "x" * 32


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


# --- Bodies ---

POSTS = (
    "/api/judge",
    "/en/match/new/murlan/",
    "/en/match/file/",
    *(f"/en/match/{TOKEN}/{page}" for page in ("", "hand/1/", "close/", "links/")),
    "/en/murlan/play/",
    "/nowhere",
)


def posted(client: Client, path: str, body: bytes, length: int | None = None, **said: str) -> Any:
    """A POST whose body is this, whatever it says of it."""
    environ: dict[str, Any] = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(length or len(body))} | said
    return client.generic("POST", path, b"-", "application/x-www-form-urlencoded", **environ)


@pytest.mark.parametrize("path", ["/murlan/play/", "/match/new/ramino/", "/nowhere/"])
def test_post_without_a_language_is_not_redirected(client: Client, path: str) -> None:
    response = client.post(path, {"player": "Ana"})
    assert (response.status_code, response.headers["Content-Language"]) == (404, "en")
    assert client.get(path).status_code == 302


@pytest.mark.django_db
def test_length_of_a_query_is_not_what_a_header_claims(client: Client) -> None:
    _match, token = store.open_match("ramino", plain_table("ramino"))
    path = f"/en/match/{token}/"
    for claimed in (None, "0"):
        head = {} if claimed is None else {"CONTENT_LENGTH": claimed}
        assert client.get(path, **head).status_code == 200
        assert client.get(path, {"note": "x" * MOST_TYPED}, **head).status_code == 422


@pytest.mark.parametrize("page", ["murlan/lesson/99/", "nosuchgame/", "nosuchgame/card/", "murlan/nosuchtool/"])
def test_missing_page_names_the_site_s_own_origin(client: Client, page: str) -> None:
    for language in LANGUAGES:
        response = client.get(f"/{language}/{page}")
        assert response.status_code == 404
        assert stored.ANY_ORIGIN not in response.content.decode()


@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_not_all_here_is_refused_by_every_page(client: Client, path: str) -> None:
    for missing in (1, 5, 100):
        response = posted(client, path, b"left=12", 7 + missing)
        assert response.status_code == 400
        assert response["Cache-Control"] == "no-store"
        if path.startswith("/api/"):
            assert response.json()["error"]["code"] == "cut-off"
        else:
            assert "Not all of it has arrived" in response.content.decode()


@pytest.mark.django_db
def test_an_entry_that_broke_off_is_not_stored_and_arrives_when_it_is_sent_again(client: Client) -> None:
    table = plain_table("machiavelli")
    _match, token = store.open_match("machiavelli", table)
    typed = GAMES["machiavelli"].sheet.typed(table, example("machiavelli", table), NOTATIONS["en"])
    form = [(name, value) for name, values in typed.lists() for value in values]
    whole = urlencode([("key", "6f9619ff-8b86-d011-b42d-00c04fc964ff"), ("seen", "0"), *form]).encode()
    for cut in (1, 2, 10, len(whole) - 1):
        assert posted(client, f"/en/match/{token}/", whole[:-cut], len(whole)).status_code == 400
    assert not Entry.objects.exists()
    assert posted(client, f"/en/match/{token}/", whole).status_code == 303
    assert Entry.objects.get().content == example("machiavelli", table)


@pytest.mark.parametrize("path", POSTS)
def test_a_body_without_a_length_or_of_an_odd_one_is_refused(client: Client, path: str) -> None:
    chunked = client.generic("POST", path, b"", HTTP_TRANSFER_ENCODING="chunked")
    assert chunked.status_code == 411
    for length, status in (
        ("-1", 400),
        ("1e3", 400),
        ("²", 400),
        ("9" * 5000, 400),
        ("0" * 5000 + "7", 400),
        (str(entrance.LARGEST_BODY + 1), 413),
    ):
        refused = posted(client, path, b"", CONTENT_LENGTH=length)
        assert refused.status_code == status
        if path.startswith("/api/"):
            error = refused.json()["error"]
            assert error["code"] == {400: "bad-length", 413: "too-long"}[status]
            assert (
                error["message"]
                == {
                    400: "The Content-Length header is not a number of bytes.",
                    413: f"A request may be at most {MAX_REQUEST} bytes long.",
                }[status]
            )


def test_a_length_of_thousands_of_digits_is_refused_wherever_it_stands(client: Client) -> None:
    for path in (*POSTS, "/it/murlan/", "/robots.txt"):
        for length in ("0" * 5000 + "7", "9" * 5000):
            assert client.get(path, CONTENT_LENGTH=length).status_code == 400, path


@pytest.mark.parametrize("charset", ["punycode", "idna", "zlib", "rot13", "undefined", "utf-16", "latin-1", "none"])
@pytest.mark.parametrize("path", ["/en/match/file/", "/en/match/new/ramino/", f"/en/match/{TOKEN}/"])
def test_form_in_another_charset_is_refused_undecoded(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str, charset: str
) -> None:
    def parse(_parser: MultiPartParser) -> None:
        raise AssertionError("fields are decoded")

    monkeypatch.setattr(MultiPartParser, "parse", parse)
    client.cookies["csrftoken"] = "A" * 32
    kind = f"multipart/form-data; boundary=b; charset={charset}"
    body = b'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n-b\r\n--b--\r\n'
    assert client.generic("POST", path, body, kind).status_code == 400


def test_every_address_takes_what_is_sent_there_and_no_more() -> None:
    """A match out of a file is large; a form is not."""
    files = {"/it/partita/file/", "/en/match/file/", "/cs/partie/file/"}
    for path in (*POSTS, *files, "/api/", "/it/", "/static/site.css"):
        largest = 2_600_000 if path in files else 1_000_000 if path == "/api/judge" else 25_000
        environ = {"PATH_INFO": path, "REQUEST_METHOD": "POST"}
        assert entrance.refusal(environ | {"CONTENT_LENGTH": str(largest)}) == 0, path
        assert entrance.refusal(environ | {"CONTENT_LENGTH": str(largest + 1)}) == 413, path
    assert transfer.LARGEST < 2_600_000 - 1_000
    assert MOST_TYPED < 25_000


@pytest.mark.parametrize("path", ["/en/match/new/murlan/", "/en/murlan/play/", f"/en/match/{TOKEN}/"])
def test_no_page_says_a_huge_name_back(client: Client, path: str) -> None:
    response = posted(client, path, b"player=" + b"%41" * 800_000)
    assert response.status_code == 413
    assert len(response.content) < 20_000


def test_a_refusal_is_in_the_reader_s_language() -> None:
    headings = set()
    for language in LANGUAGES:
        response = posted(Client(headers={"host": "localhost"}), f"/{language}/match/", b"", 5)
        page = Reader(response.content.decode())
        assert page.all("html")[0]["lang"] == language
        headings.add(response.content.decode().split("<h1>")[1].split("<")[0])
    assert len(headings) == len(LANGUAGES)


# --- Addresses and hosts ---


@pytest.mark.parametrize("path", ["/it/" + "a" * 65_000, "/" + "a/" * 300, "/static/" + "a" * 1000 + ".css"])
def test_absurd_addresses_are_refused_before_anything_looks_at_them(
    client: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.core.handlers.base.BaseHandler.resolve_request", None)
    response = client.get(path)
    assert response.status_code == 414
    sentences = {"This address is too long.", "Questo indirizzo è troppo lungo."}
    assert any(sentence in response.content.decode() for sentence in sentences)
    assert "mistyped" not in response.content.decode()
    asked = client.get("/api/" + path)
    assert (asked.status_code, asked.json()["error"]["message"]) == (414, "This address is too long.")
    assert path[:200] not in response.content.decode()
    assert len(response.content) < 20_000


def test_no_number_of_odd_addresses_fills_the_memory(client: Client) -> None:
    def visit(count: int, length: int) -> None:
        for number in range(count):
            client.get(f"/it/{number:06}{'a' * length}")

    context_processors._twins.cache_clear()
    visit(20, 65_000)
    tracemalloc.start()
    try:
        visit(150, 65_000)
        visit(150, 200)
        gc.collect()
        held, _most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 4_000_000


def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which pages are rendered from now on."""
    seen: list[str] = []
    from rulesite import rulebook

    page = rulebook.Book.page

    def noted(self: Any, language: str) -> Any:
        seen.append(f"{self.game} {language}")
        return page(self, language)

    monkeypatch.setattr(rulebook.Book, "page", noted)
    return seen


def test_page_at_a_port_of_a_stranger_is_not_rendered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/it/murlan/").status_code == 200
    packed: list[bytes] = []
    monkeypatch.setattr(stored, "PACKED", dict.fromkeys(stored.PACKED, packed.append))
    seen = rendered(monkeypatch)
    for port in range(2000, 2300):
        for path in ("/it/murlan/", "/sitemap.xml", "/api/"):
            response = client.get(path, headers={"host": f"localhost:{port}"})
            assert (response.status_code, response.headers["Location"]) == (301, f"http://localhost{path}")
    assert seen == packed == []


def test_page_is_rendered_once_for_every_name_of_the_site(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/it/murlan/").status_code == 200
    seen = rendered(monkeypatch)
    for host in ("localhost:8000", "127.0.0.1:8000", "127.0.0.1"):
        assert (
            f"http://{host}/" in client.get("/it/murlan/", headers={"host": host}, SERVER_PORT="8000").content.decode()
        )
    assert seen == []
    secure = client.get("/it/murlan/", headers={"host": "LocalHost:7"}, secure=True, SERVER_PORT="7")
    page = Reader(secure.content.decode())
    assert page.all("link", rel="canonical")[0]["href"] == "https://localhost:7/it/murlan/"
    assert stored.ANY_ORIGIN not in client.get("/it/murlan/").content.decode()


def test_what_is_kept_is_what_was_used_last() -> None:
    kept = stored.Kept[int, int](3)
    for key in (1, 2, 3):
        kept.put(key, key)
    assert kept.get(1) == 1
    kept.put(4, 4)
    assert [kept.get(key) for key in (1, 2, 3, 4)] == [1, None, 3, 4]


def test_a_foreign_host_is_one_short_line_in_the_log(client: Client) -> None:
    log = io.StringIO()
    (handler,) = logging.getLogger("django").handlers
    assert isinstance(handler, logging.StreamHandler)
    before = handler.setStream(log)
    try:
        assert client.get("/it/", headers={"host": "evil.example" + "x" * 5000}).status_code == 400
    finally:
        handler.setStream(before)
    assert log.getvalue().count("\n") == 1
    assert "evil.example" in log.getvalue()
    assert len(log.getvalue()) < 400


# --- Codings ---

REFUSING = (
    "notgzip",
    "not-gzip",
    "gzip-like;q=1",
    "gzip;q=0",
    "gzip;q=0.0",
    "identity, gzip; q=0",
    "gzip;Q=0, br;q=0",
    "gzip;q=none",
)
READING = ("gzip", "GZip, deflate", "br;q=0, gzip;q=0.1", "deflate, gzip;q=1.0")


def pages_that_compress() -> Iterator[str]:
    yield "/it/murlan/"
    yield "/it/murlan/play/"
    yield "/api/"
    yield staticfiles_storage.url("site.css")


@pytest.mark.parametrize("path", list(range(4)))
def test_a_coding_that_the_reader_refuses_is_not_used(client: Client, path: int) -> None:
    address = list(pages_that_compress())[path]

    def read(said: str) -> tuple[str, bytes]:
        response = client.get(address, headers={"accept-encoding": said})
        assert response.status_code == 200
        return response.headers.get("Content-Encoding", ""), b"".join(response)  # type: ignore[arg-type]

    _coding, plain = read("identity")
    for said in REFUSING:
        assert read(said)[0] == "", said
    for said in READING:
        coding, packed = read(said)
        assert coding == "gzip", said
        assert len(gzip.decompress(packed)) == len(plain)


# --- The database ---


@pytest.mark.django_db
def test_rules_and_tools_look_at_no_table(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get("/it/murlan/")
        client.get("/it/machiavelli/best/", {"table": "3♣4♣5♣", "hand": "6♣"})
        client.post("/api/judge", "{}", content_type="application/json")
        posted(client, "/en/match/new/murlan/", b"", 5)
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_file_that_cannot_be_read_is_a_fault_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So pages say 503, and the log a line."""
    said = connections["default"].settings_dict | {"ENGINE": "rulesite.sqlite", "NAME": tmp_path / "matches.sqlite3"}
    connection = DatabaseWrapper(said | {"OPTIONS": {}})
    connection.ensure_connection()
    connection.connection.execute("CREATE TABLE hand (number)")
    assert connection.is_usable()

    def damaged(*_asked: int) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("rulesite.sqlite.base.os.pread", damaged)
    monkeypatch.setattr(DatabaseWrapper, "makes", False)
    assert not connection.is_usable()
    with pytest.raises(OperationalError):
        connection._commit()
    connection.connection.close()
    with pytest.raises(OperationalError):
        DatabaseWrapper(said | {"OPTIONS": {}}).ensure_connection()


@pytest.mark.django_db
def test_a_file_that_cannot_be_made_is_a_fault_of_the_database(tmp_path: Path) -> None:
    said = connections["default"].settings_dict | {"ENGINE": "rulesite.sqlite", "NAME": tmp_path / "no" / "m.sqlite3"}
    with pytest.raises(OperationalError):
        DatabaseWrapper(said | {"OPTIONS": {}}).ensure_connection()
