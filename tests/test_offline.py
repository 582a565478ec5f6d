"""What a browser keeps of the site by itself: whole, small, named by its content; and how a phone lists the site."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from struct import unpack
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
import resvg_py
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation

from games.catalogue import GAMES
from rulesite import lessons, offline
from rulesite.icons import ICONS, drawn
from rulesite.rulebook import LANGUAGES
from tests.test_pages import Reader

MOST = 400_000
"""Bytes on the wire that a browser may be asked to keep."""


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


@pytest.fixture
def anew() -> Iterator[None]:
    """What is kept is made anew, here and afterwards."""
    for made in (offline._kept, offline._script):
        made.cache_clear()
    yield
    for made in (offline._kept, offline._script):
        made.cache_clear()


def script(client: Client) -> str:
    return client.get("/worker.js").content.decode()


def addresses(client: Client) -> dict[str, str]:
    found: dict[str, str] = json.loads(re.match("const SITE = (.*);\n", script(client))[1])["kept"]  # type: ignore[index]
    return found


def kept(client: Client, language: str) -> Any:
    return client.get(addresses(client)[language]).json()


# --- The worker's script ---


def test_the_script_is_asked_for_anew_each_time_and_has_a_policy_of_its_own(client: Client) -> None:
    response = client.get("/worker.js")
    assert response["Cache-Control"] == "no-cache"
    assert response["Content-Type"].startswith("text/javascript")
    policy = set(response["Content-Security-Policy"].split("; "))
    assert policy == {"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'"}
    assert client.get("/worker.js", headers={"if-none-match": response["ETag"]}).status_code == 304


def test_pages_may_be_listed_by_a_phone_and_nothing_else_is_let_in(client: Client) -> None:
    assert "manifest-src 'self'" in client.get("/en/")["Content-Security-Policy"]


@pytest.mark.usefixtures("anew")
def test_another_page_is_another_version(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before, said = addresses(client), script(client)
    offline._kept.cache_clear()
    offline._script.cache_clear()
    assert script(client) == said, "the same pages are the same version"
    plain = offline._page
    monkeypatch.setattr(offline, "_page", lambda path: plain(path) + ("!" if path == "/cs/ramino/" else ""))
    offline._kept.cache_clear()
    offline._script.cache_clear()
    after = addresses(client)
    assert after["cs"] != before["cs"]
    assert (after["it"], after["en"]) == (before["it"], before["en"])
    assert client.get(before["cs"]).status_code == 404


@override_settings(STORAGES={"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}})
def test_files_that_change_under_one_s_hands_are_not_kept(client: Client) -> None:
    assert client.get("/worker.js").status_code == 404


# --- What is kept ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_light_and_never_sent_twice(client: Client, language: str) -> None:
    address = addresses(client)[language]
    response = client.get(address, headers={"accept-encoding": "gzip, br"})
    assert response["Content-Encoding"] == "br"
    assert len(response.content) < MOST
    assert "immutable" in response["Cache-Control"]
    assert "Accept-Encoding" in response["Vary"]
    assert brotli.decompress(response.content) == client.get(address).content


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_glossary_and_lessons_of_the_language_are_kept(client: Client, language: str) -> None:
    pages = kept(client, language)["pages"]
    with translation.override(language):
        wanted = {reverse("home"), reverse("glossary"), *lessons.addresses()}
        wanted |= {reverse("rules", args=[game]) for game in GAMES}
    assert wanted <= set(pages)
    for path in wanted:
        sent = client.get(path).content.decode()
        assert pages[path].replace(offline.ANY_ORIGIN, "http://localhost") == sent, path
    assert f"/{language}/offline/" in pages
    assert all(path.startswith(f"/{language}/") for path in pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kept_page_finds_every_style_and_script_it_names(client: Client, language: str) -> None:
    content = kept(client, language)
    named = set()
    for page in content["pages"].values():
        reader = Reader(page)
        named |= {tag["src"] for tag in reader.all("script")}
        named |= {tag["href"] for tag in reader.all("link", rel="stylesheet")}
    imported = set()
    for path, text in content["files"].items():
        folder = path.rpartition("/")[0]
        found = re.findall(r"""(?:from|import)\s*\(?["']([^"']+\.js)["']""", text) if "/htmx" not in path else []
        imported |= {re.sub(r"/[^/]+/\.\./", "/", f"{folder}/{one}".replace("/./", "/")) for one in found}
    assert named
    assert imported
    assert named | imported <= set(content["files"])


def test_nothing_of_a_match_is_kept(client: Client) -> None:
    for language in LANGUAGES:
        with translation.override(language):
            assert not [path for path in kept(client, language)["pages"] if path.startswith(reverse("matches"))]


def test_no_other_language_or_version_is_kept(client: Client) -> None:
    assert client.get("/kept/de/0.json").status_code == 404
    assert client.get("/kept/en/0.json").status_code == 404


# --- How a phone lists the site ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_says_in_each_language_what_a_phone_needs(client: Client, language: str) -> None:
    page = Reader(client.get(f"/{language}/murlan/").content.decode())
    address = page.all("link", rel="manifest")[0]["href"]
    response = client.get(address)
    assert response["Content-Type"] == "application/manifest+json"
    told = response.json()
    assert told["lang"] == language
    assert told["name"] == settings.SITE_NAME
    assert told["display"] == "standalone"
    assert told["id"] == told["scope"] == "/"
    with translation.override(language):
        assert told["start_url"] == reverse("home")
        assert [way["url"] for way in told["shortcuts"]] == [f"{reverse('home')}#dispute", reverse("matches")]
    assert "dispute" in Reader(client.get(told["start_url"]).content.decode()).ids
    assert len({way["name"] for way in told["shortcuts"]}) == 2
    assert {icon["sizes"] for icon in told["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for name in ("background_color", "theme_color"):
        assert re.fullmatch("#[0-9a-f]{6}", told[name])


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon.file)
def test_an_icon_is_as_it_is_drawn_and_as_large_as_it_says(client: Client, icon: Any) -> None:
    with open(str(find(icon.file)), "rb") as file:
        png = file.read()
    assert png == bytes(resvg_py.svg_to_bytes(svg_string=drawn(icon))), "draw_icons writes it"
    assert unpack(">II", BytesIO(png).read(24)[16:]) == (icon.size, icon.size)
    assert staticfiles_storage.exists(icon.file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_without_a_network_leads_to_what_is_kept(client: Client, language: str) -> None:
    content = kept(client, language)["pages"]
    page = Reader(content[f"/{language}/offline/"])
    main = [tag["href"] for tag in page.all("a") if tag["href"].startswith("/")]
    assert {f"/{language}/{game}/" for game in GAMES} <= set(main)
    assert page.all("a", href="")
    with translation.override(language):
        assert {path for path in main if "/lesson/" in path} <= set(content)


# --- Taken along ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_not_built_is_not_offered(client: Client, tmp_path: Path, language: str) -> None:
    with override_settings(POCKET_ROOT=tmp_path):
        page = Reader(client.get(f"/{language}/pocket/").content.decode())
    assert not page.all("button", id="take")
    assert "hidden" not in next(tag for tag in page.all("div") if tag.get("data-when") == "none")


def test_what_was_built_is_offered_by_its_size(client: Client, tmp_path: Path) -> None:
    files = [{"name": "app.tar", "bytes": 7, "brotli": 3, "sha256": ""}]
    (tmp_path / "pocket.json").write_text(json.dumps({"version": "0123456789ab", "brotli": 3_670_016, "files": files}))
    with override_settings(POCKET_ROOT=tmp_path):
        text = client.get("/en/pocket/").content.decode()
    page = Reader(text)
    assert page.all("button", id="take")
    none = next(tag for tag in page.all("div") if tag.get("data-when") == "none")
    assert "hidden" in none, "without scripts it would deny what there is"
    place = page.all("div", id="pocket")[0]
    assert (place["data-version"], json.loads(place["data-files"])) == ("0123456789ab", files)
    assert "3.5\xa0MB" in text


def test_what_is_taken_never_changes_under_its_address(client: Client, tmp_path: Path) -> None:
    folder = tmp_path / "0123456789ab"
    folder.mkdir()
    (folder / "app.tar").write_bytes(b"a site")
    with override_settings(POCKET_ROOT=tmp_path):
        response = Client(headers={"host": "localhost"}).get("/pocket/0123456789ab/app.tar")
        assert b"".join(response.streaming_content) == b"a site"  # type: ignore[attr-defined]
        assert "immutable" in response["Cache-Control"]
        assert client.get("/pocket/0123456789ab/other").status_code == 404
