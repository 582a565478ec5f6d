"""What the site tells of its requests to whoever watches over it: a line in the log for each, and figures for Prometheus.

Neither says who asked, nor by which link of a match. Each is off unless its setting is there.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.signals import given_up
from matches.links import blotted
from rulesite.server import FOLDER

GONE = 499
"""The status of a request whose sender did not wait for the answer, as proxies call it."""
FAILED = 500
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
LONGEST = 200
"""Characters of an address in a line."""
FILES = "files"
"""The kind of request for a file as it lies there, whatever room answers it."""
SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Up to how long requests are counted apart; entries are to be acknowledged within 0.3 seconds."""
_ID = re.compile(r"[A-Za-z0-9-]{1,64}")
log = logging.getLogger(__name__)
lines = logging.getLogger("rulesite.requests")


class Visit:
    """A request from when it is taken until its answer is made."""

    def __init__(self, method: str, path: str, headers: Mapping[bytes, bytes]) -> None:
        self.method, self.path, self.began = method, path, time.perf_counter()
        self.kind = FILES if path.startswith((settings.STATIC_URL, "/pocket/")) else "pages"
        """The room in which it is answered."""
        self.request = headers.get(b"x-request-id", b"").decode("latin-1")

    @property
    def ask(self) -> str:
        """Which question of which game it is, ``murlan.play``; nothing for what is none."""
        _start, _language, game, name, *_more = [*self.path.split("/"), "", "", ""]
        return f"{game}.{name}" if game in GAMES and name in GAMES[game].asks else ""

    def over(self, status: int, size: int) -> None:
        """Tell of it. Where that fails, be it that a disk is full, its sender is answered all the same.

        :param size: bytes of the answer.
        """
        try:
            self._tell(status, size, time.perf_counter() - self.began)
        except Exception:
            log.exception("A request was not told of")

    def _tell(self, status: int, size: int, seconds: float) -> None:
        if settings.LOG_REQUESTS:
            lines.info(self.line(status, size, seconds))
        if figures:
            method = self.method if self.method in METHODS else "other"
            figures.requests.labels(self.kind, method, str(status)).inc()
            if status != GONE:
                figures.seconds.labels(self.kind, self.ask).observe(seconds)

    def line(self, status: int, size: int, seconds: float) -> str:
        """A JSON object in one line, in ASCII: the sender of a request writes no lines of its own."""
        told = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": self.method[:20],
            "path": blotted(self.path)[:LONGEST],
            "status": status,
            "ms": round(seconds * 1000, 1),
            "bytes": size,
            "kind": self.kind,
        }
        if self.ask:
            told["ask"] = self.ask
        if _ID.fullmatch(self.request):
            told["request"] = blotted(self.request)
        return json.dumps(told)


# --- Figures ---


class Figures:
    """What is counted, by all processes of a server together."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Gauge, Histogram

        self.requests = Counter(
            "carta_requests", "Requests by the room that answers, method and status.", ["kind", "method", "status"]
        )
        self.seconds = Histogram(
            "carta_request_seconds", "From a request to its answer.", ["kind", "ask"], buckets=SECONDS
        )
        self.given_up = Counter("carta_given_up", "Questions that were given up for the work they make.", ["ask"])
        self.waiting = Gauge(
            "carta_waiting", "Requests that wait before a room.", ["kind"], multiprocess_mode="livesum"
        )

    def as_text(self) -> tuple[bytes, str]:
        """The figures as Prometheus reads them, and their content type."""
        from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = REGISTRY
        if folder := os.environ.get(FOLDER):
            _forget_the_dead(folder)
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST


def _forget_the_dead(folder: str) -> None:
    """Nothing waits in a worker that was killed, whatever it counted last."""
    from prometheus_client.multiprocess import mark_process_dead

    for file in Path(folder).glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path("/proc", str(pid)).exists():
            mark_process_dead(pid)  # type: ignore[no-untyped-call]


figures = Figures() if settings.METRICS_TOKEN else None
"""None where nobody may ask for them, and nothing is counted."""


@contextmanager
def waiting(kind: str) -> Iterator[None]:
    """Somebody waits before a room."""
    if not figures:
        yield
        return
    gauge = figures.waiting.labels(kind)
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


def _count_given_up(sender: Any, ask: str, **_more: Any) -> None:
    if figures:
        figures.given_up.labels(ask).inc()


given_up.connect(_count_given_up)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """``/metrics``: the figures, if the request bears the token; otherwise the page does not exist."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not figures or not hmac.compare_digest(token.encode(), settings.METRICS_TOKEN.encode()):
        raise Http404("metrics")
    text, content_type = figures.as_text()
    return HttpResponse(text, content_type=content_type, headers={"Cache-Control": "no-store"})
