"""Pages and the judge against an empty view under the same middleware, through the whole WSGI application.

Nothing of a web server is in it, which would add the same to both sides of a ratio.
"""

from __future__ import annotations

import io
import json
import os
import statistics
from collections.abc import Callable
from urllib.parse import urlencode

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "rulesite.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402

from bench.measure import table, timings  # noqa: E402
from games.judge import reply  # noqa: E402
from rulesite.urls import urlpatterns as site  # noqa: E402

urlpatterns = [path("en/empty/", lambda request: HttpResponse(b"")), *site]
settings.ROOT_URLCONF = __name__
application = get_wsgi_application()

QUESTION = {
    "hand": "4s 5d 6h 7c 8s 9s 2d Jc Jd",
    "table": "3s 4d 5h 6c 7s 8d",
    "cards": "4s 5d 6h 7c 8s 9s",
}
EMPTY, STORED, AGAIN, FRAGMENT, PAGE = (
    "an empty view",
    "a stored rules page",
    "the same, not modified (304)",
    "a verdict fragment",
    "a verdict as a whole page",
)


def request(address: str, **headers: str) -> Callable[[object], bytes]:
    """A GET of an address as a browser sends it."""
    where, _mark, query = address.partition("?")

    def ask(_instance: object) -> bytes:
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": where,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": io.StringIO(),
        } | {f"HTTP_{name}": value for name, value in headers.items()}
        seen: list[str] = []

        def start(status: str, head: list[tuple[str, str]]) -> None:
            seen.append(status)
            tags.update(value for name, value in head if name == "ETag")

        body = b"".join(application(environ, start))
        assert seen[0][:3] in {"200", "304"}, seen
        return body

    return ask


tags: set[str] = set()


def main() -> None:
    rules = "/it/murlan/"
    request(rules)(None)
    address = f"/en/murlan/play/?{urlencode(QUESTION)}"
    spent = timings(
        {
            EMPTY: request("/en/empty/"),
            STORED: request(rules),
            AGAIN: request(rules, IF_NONE_MATCH=next(iter(tags))),
            FRAGMENT: request(address, HX_REQUEST="true"),
            PAGE: request(address),
        },
        range(600),
    )
    table("Pages, milliseconds each", spent, EMPTY)
    base = statistics.median(spent[EMPTY])
    print(f"  stored page: {base / statistics.median(spent[STORED]):.2f} of the empty view (aim 0.80)")
    print(f"  verdict fragment: {base / statistics.median(spent[FRAGMENT]):.2f} of the empty view (aim 0.30)")

    question = {"game": "murlan", "ask": "play", **QUESTION}
    text = json.dumps(question)
    judged = timings({"one question, JSON to JSON": lambda _: json.dumps(reply(json.loads(text), "en"))}, range(3000))
    table("The judge, milliseconds a question", judged, "one question, JSON to JSON")
    print(f"  {1000 / statistics.median(judged['one question, JSON to JSON']):.0f} questions a second")


if __name__ == "__main__":
    main()
