"""The one spelling of an address, to which every other is redirected."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.test import Client
from django.urls import NoReverseMatch, reverse

from rulesite import views
from rulesite.spelling import RAW_PATH

TOKEN = "aB0_" * 8


def ask(path: str, query: str = "", method: str = "get", **environ: Any) -> Any:
    """Return the answer to a path as it was sent."""
    client = Client(headers={"host": "localhost"})
    said = {"PATH_INFO": unquote(path), RAW_PATH: path, "QUERY_STRING": query} | environ
    return getattr(client, method)("/", **said)


def assert_moved(answer: Any, address: str) -> None:
    assert (answer.status_code, answer.headers["Location"]) == (301, address)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "X-Accel-Expires" not in answer.headers
    assert not answer.headers["Location"].startswith("//")


@pytest.mark.parametrize(
    ("sent", "right"),
    [
        ("//", "/"),
        ("//en//murlan/", "/en/murlan/"),
        ("/en/murlan//", "/en/murlan/"),
        ("/EN/Murlan/Play/", "/en/murlan/play/"),
        ("/en/murlan", "/en/murlan/"),
        ("/murlan", "/murlan/"),
        ("/en/ramino/lesson/0002/", "/en/ramino/lesson/2/"),
        ("/en/ramino/lesson/" + "0" * 100 + "2", "/en/ramino/lesson/2/"),
        ("/en/murlan/puzzle/007/", "/en/murlan/puzzle/7/"),
        ("/en/m%75rlan/", "/en/murlan/"),
        ("/en%2Fmurlan/", "/en/murlan/"),
        ("/en/murlan/play/Picture.PNG", "/en/murlan/play/picture.png"),
        ("/en/puzzle/2026-11-23", "/en/puzzle/2026-11-23/"),
        ("/sitemap.XML", "/sitemap.xml"),
        ("/API", "/api/"),
        ("/en/match", "/en/match/"),
        ("/IT/match/new/Murlan/", "/it/partita/new/murlan/"),
        (f"/it//MATCH/{TOKEN}/Hands", f"/it/partita/{TOKEN}/hands/"),
        (f"/en/match/{TOKEN}/hand/01/", f"/en/match/{TOKEN}/hand/1/"),
        ("/cs/match/aBc/", "/cs/partie/aBc/"),
    ],
)
def test_other_spelling_of_a_page_is_redirected(sent: str, right: str) -> None:
    assert_moved(ask(sent), right)
    assert_moved(ask(sent, method="head"), right)
    assert_moved(ask(sent, "cards=9%2B9&x=//%C3%A9"), f"{right}?cards=9%2B9&x=//%C3%A9")


@pytest.mark.parametrize(
    "sent", ["/en/murlan", "/EN/murlan/", "/en//murlan/", "/it/match/", "/en/ramino/lesson/02/", "/en/m%75rlan//"]
)
def test_post_to_another_spelling_is_not_redirected(sent: str) -> None:
    assert ask(sent, method="post").status_code in (404, 405)


@pytest.mark.parametrize(
    "sent",
    [
        "/EN/NOWHERE/",
        "/en//nowhere",
        "/en/murlan/NOWHERE/",
        "/en/murlan/NOWHERE/picture.png",
        "//evil.example/",
        "//evil.example//en/murlan/",
        "/%5Cevil.example/",
        "/%0D%0Ax:y/",
        "/caf%c3%a9/",
    ],
)
def test_other_spelling_of_no_page_is_not_found(sent: str) -> None:
    assert ask(sent).status_code == 404


def test_every_page_is_spelled_right() -> None:
    for path in views.every_page():
        if not path.startswith(reverse("matches")):
            assert ask(path).status_code == 200, path


def test_number_with_a_leading_zero_is_no_page() -> None:
    assert ask("/en/ramino/lesson/02/", method="post").status_code == 404
    with pytest.raises(NoReverseMatch):
        reverse("step", args=["ramino", "02"])


@pytest.mark.parametrize(
    ("host", "right"),
    [
        ("localhost:7", "localhost"),
        ("localhost:80", "localhost"),
        ("LocalHost.:7", "localhost"),
        ("localhost.", "localhost"),
        ("[::1]:7", "[::1]"),
    ],
)
def test_other_port_is_redirected_to_the_site_s_own(host: str, right: str) -> None:
    assert_moved(ask("/it/murlan/", "x=1", HTTP_HOST=host), f"http://{right}/it/murlan/?x=1")
    assert_moved(ask("/it//murlan/", HTTP_HOST=host), f"http://{right}/it/murlan/")
    assert ask("/it/murlan/", HTTP_HOST=host, method="post").status_code == 405


def test_port_that_the_site_listens_on_is_its_own() -> None:
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1:8000"):
        assert ask("/it/murlan/", HTTP_HOST=host, SERVER_PORT="8000").status_code == 200
    assert_moved(ask("/it/", HTTP_HOST="localhost:80", SERVER_PORT="8000"), "http://localhost:8000/it/")
    assert_moved(ask("/it/", HTTP_HOST="localhost:9", SERVER_PORT="8000"), "http://localhost:8000/it/")


def test_public_port_is_the_site_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PUBLIC_PORT", "9000")
    assert ask("/it/", HTTP_HOST="localhost:9000", SERVER_PORT="8000").status_code == 200
    assert ask("/it/", HTTP_HOST="localhost:8000", SERVER_PORT="8000").status_code == 200
    assert_moved(ask("/it/", HTTP_HOST="localhost:9", SERVER_PORT="8000"), "http://localhost:9000/it/")


def test_proxy_of_ours_says_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PROXIES", 1)
    assert ask("/it/", HTTP_HOST="localhost:9").status_code == 200


def test_foreign_host_is_refused_whatever_its_port() -> None:
    assert ask("/it//murlan/", HTTP_HOST="evil.example:7").status_code == 400
