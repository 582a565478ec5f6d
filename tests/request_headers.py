"""Request headers that the site or a library of it reads, and what a hostile client may send in them."""

from __future__ import annotations

from collections.abc import Iterator

Headers = list[tuple[str, str]]

HTMX = (
    "HX-Request",
    "HX-History-Restore-Request",
    "HX-Boosted",
    "HX-Current-URL",
    "HX-Prompt",
    "HX-PTag",
    "HX-Request-Type",
    "HX-Source",
    "HX-Target",
    "HX-Trigger",
    "HX-Trigger-Name",
    "Triggering-Event",
)
"""Headers of which ``django_htmx`` reads ``…-URI-AutoEncoded`` too."""
AUTO_ENCODED = "-URI-AutoEncoded"
VALUES: dict[str, tuple[str, ...]] = {
    "Accept": ("application/json", "*/*;q=0"),
    "Accept-Encoding": ("GZIP", "br;q=0", "gzip;q=0, br;q=1", "xgzip", "identity", "*"),
    "Accept-Language": ("cs", "IT", "cs-CZ;q=0.9, it", "*", "xx"),
    "Authorization": ("Bearer stage", "Basic YTpi"),
    "Content-Length": ("0",),
    "Content-Type": (
        "text/plain; charset=cp037",
        "text/plain; charset=utf-16",
        "TEXT/HTML; CHARSET=EBCDIC-CP-BE",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json",
    ),
    "Cookie": ("django_language=cs", "csrftoken=x; django_language=it"),
    "Forwarded": ("for=192.0.2.7;proto=http;host=evil.example",),
    "Host": ("LOCALHOST", "localhost:7", "localhost.", "localhost:80"),
    "If-Match": ('"x"',),
    "If-Modified-Since": ("Fri, 01 Jan 2100 00:00:00 GMT",),
    "If-None-Match": ("*", 'W/"x"'),
    "If-Range": ('"x"',),
    "If-Unmodified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT",),
    "Origin": ("https://evil.example", "null"),
    "Range": ("bytes=0-9",),
    "Referer": ("https://evil.example/",),
    "Transfer-Encoding": ("chunked",),
    "User-Agent": ("", "bot"),
    "X-CSRFToken": ("x",),
    "X-Forwarded-For": ("192.0.2.7",),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Port": ("1",),
    "X-Forwarded-Proto": ("http", "https"),
    "X-HTTP-Method-Override": ("POST",),
    "X-Original-URL": ("/cs/",),
    "X-Requested-With": ("XMLHttpRequest",),
    "X-Request-ID": ("x" * 16,),
    **dict.fromkeys(HTMX, ("true", "TRUE", "%74rue", "true, true", "1")),
    **dict.fromkeys((f"{name}{AUTO_ENCODED}" for name in HTMX), ("true", "TRUE")),
}
"""Every header that is read, with values that may change an answer."""
FRAMING = ("Content-Length", "Host", "Transfer-Encoding")
"""Headers that a client of these tests sends once only."""


def variations() -> Iterator[Headers]:
    """Headers of one request each: each value, doubled, with underscores, percent-encoded."""
    for name, values in VALUES.items():
        for value in values:
            yield [(name, value)]
        if name in FRAMING:
            continue
        yield [(name, value) for value in (values[0], values[-1])]
        if "-" in name:
            yield [(name.upper().replace("-", "_"), values[0])]
        if name in HTMX:
            yield [(name, "%74rue"), (f"{name}{AUTO_ENCODED}", "true")]
            yield [(name, "true"), (name, "false")]
            yield [(name, "false"), (name, "true")]
            yield [("HX-Request", "true"), (name, "%74RUE"), (f"{name}{AUTO_ENCODED}", "TRUE")]
    yield [("HX-Request", "%74rue"), ("HX-History-Restore-Request", "TRUE"), (f"HX-Request{AUTO_ENCODED}", "true")]
