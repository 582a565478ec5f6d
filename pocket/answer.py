"""The door of the pocket: a request of the browser's in, the answer of the same Django application out.

The service worker calls :func:`answer`; nothing else of Python is known to it.
"""

from __future__ import annotations

import gc
import io
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pocket.settings")

# A browser's Python has no clock for each thread, and one thread.
if not hasattr(time, "thread_time"):
    time.thread_time = time.perf_counter

import django

django.setup(set_prefix=False)

from django.core.handlers.wsgi import WSGIHandler  # noqa: E402

_site = WSGIHandler()
Answer = tuple[int, list[tuple[str, str]], bytes]


def answer(method: str, address: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
    """Status, headers and body with which the site answers.

    :param address: the whole of it, as the browser asks for it.
    :param headers: those of the request that a page may look at.
    """
    asked = urlsplit(address)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(asked.path).decode("latin-1"),
        "QUERY_STRING": asked.query,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_NAME": asked.hostname or "",
        "SERVER_PORT": str(asked.port or (443 if asked.scheme == "https" else 80)),
        "HTTP_HOST": asked.netloc,
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": asked.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers.items():
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
    said: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
        said.extend((status, headers))
        return said.append

    given: Any = _site(environ, start)
    try:
        content = b"".join(given)
    finally:
        given.close()
    return int(said[0].split()[0]), said[1], content


def warm() -> None:
    """Have loaded, before the first question comes, what the first question of each game needs."""
    from games.catalogue import GAMES
    from rulesite import common
    from rulesite.lessons import examples
    from rulesite.rulebook import tool_address

    for language, _name in common.LANGUAGES:
        answer("GET", f"http://localhost/{language}/", {})
        for game in GAMES:
            answer("GET", f"http://localhost/{language}/{game}/", {})
    for game in GAMES:
        example = next(iter(examples(game).values()))
        answer("GET", f"http://localhost{tool_address(example.asked(game))}", {})
    gc.collect()
