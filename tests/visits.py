"""Answers as a visitor gets them, to be compared with those of a server that nobody has asked before."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import brotli  # type: ignore[import-untyped]
import httpx
from django.test import Client

CODINGS = "gzip, deflate, br"
"""What a browser can unpack."""
OF_THE_WAY = {
    "connection",
    "content-length",
    "date",
    "server",
    "strict-transport-security",
    "transfer-encoding",
    "x-accel-expires",
}
"""Headers that depend on the server that answers."""
POLICY = "content-security-policy"
Answer = tuple[int, dict[str, str], bytes]


def visit(client: httpx.Client, path: str, **headers: str) -> Answer:
    """Return what a visitor gets: status, headers, content."""
    answer = client.get(path, headers={"Accept-Encoding": CODINGS} | headers)
    return answer.status_code, _comparable(answer.headers), answer.content


def expected(address: str, path: str, **headers: str) -> Answer:
    """Return what a visitor should get at a site of this address."""
    site = urlsplit(address)
    client = Client(headers={"host": site.netloc, "accept-encoding": CODINGS} | headers)
    answer: Any = client.get(path, secure=site.scheme == "https", SERVER_PORT=str(site.port))
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[answer.headers.get("Content-Encoding")]
    return answer.status_code, _comparable(answer.headers), unpack(answer.content)


def _comparable(headers: Mapping[str, str]) -> dict[str, str]:
    found = {name.lower(): value for name, value in headers.items() if name.lower() not in OF_THE_WAY}
    # Each process writes the directives in an order of its own.
    return found | {POLICY: "; ".join(sorted(found.get(POLICY, "").split("; ")))}
