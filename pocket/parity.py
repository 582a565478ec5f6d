"""Whether two answers are the same: the server's, and the pocket's.

``python -m pocket.parity CASES`` writes :mod:`pocket.cases` to that file, a line each, and with ``ANSWERS``, another file,
what the server answers to those that the first one holds.

Stated differences: matches and pictures, which the pocket does not have; what a search finds within a time, for which the
clocks of both stand still here; and the headers in ``SERVERS``.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ORIGIN = "http://127.0.0.1:8000"
"""Where both are asked: it stands in pages."""
DAY = "2026-12-24"
"""Which day it is for both."""
SERVERS = {"etag", "content-length", "vary", "cache-control", "link"}
"""Headers that are between a server and a browser: how an answer is kept and sent."""
Answering = Callable[[str, str, dict[str, str], bytes], tuple[int, list[tuple[str, str]], bytes]]


def without_clock() -> None:
    """Have no search end because of its time, and one day for both; to be called before any of the site is loaded."""
    time.thread_time = lambda: 0.0
    os.environ["TODAY"] = DAY


def told(answer: tuple[int, list[tuple[str, str]], bytes]) -> str:
    """All of an answer that has to be the same, short enough to be kept."""
    status, headers, body = answer
    said = {name.lower(): value for name, value in headers if name.lower() not in SERVERS}
    if policy := said.get("content-security-policy"):  # its parts come in any order
        said["content-security-policy"] = "; ".join(sorted(policy.split("; ")))
    return json.dumps([status, sorted(said.items()), hashlib.sha256(body).hexdigest(), len(body)])


def answers(cases: Iterable[str], answering: Answering) -> Iterator[str]:
    """What is told of the answer to each case, a line each as :mod:`pocket.cases` writes them."""
    for line in cases:
        case: dict[str, Any] = json.loads(line)
        yield told(answering(case["method"], ORIGIN + case["address"], case["headers"], case["body"].encode()))


if __name__ == "__main__":
    without_clock()
    os.environ["DJANGO_SETTINGS_MODULE"] = "rulesite.settings"
    from pocket.answer import answer
    from pocket.cases import cases

    match sys.argv[1:]:
        case [asked]:
            Path(asked).write_text("".join(f"{case.as_json()}\n" for case in cases()))
        case [asked, answered]:
            lines = Path(asked).read_text().splitlines()
            Path(answered).write_text("".join(f"{said}\n" for said in answers(lines, answer)))
