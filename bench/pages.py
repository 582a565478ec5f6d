"""Pages and the judge against an empty view under the same middleware.

Measured is the processor time that the server's own processes spend on a request, so that other work on the machine
and the client's share do not count. Every verdict asked for is another one: nothing is answered twice.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from bench.measure import table, timings
from bench.served import application  # noqa: F401  what the server is told to serve
from games.cards import Card
from games.judge import reply
from games.murlan.rules import PACK, plays
from games.notation import NOTATIONS

BATCH, ROUNDS = 150, 12
TICKS = os.sysconf("SC_CLK_TCK")
OPTIONS = ("--blocking-threads", "1", "--backpressure", "64", "--log-level", "error")
WAYS = (
    "an empty view",
    "a stored rules page",
    "the same, not modified (304)",
    "a verdict fragment",
    "a verdict's page",
)


def questions() -> Iterator[dict[str, str]]:
    """Plays in turn legal and not, of other cards each time."""
    dice = random.Random(7)
    write = NOTATIONS["en"].write
    while True:
        deal = dice.sample(list(PACK), 24)
        hand, other = deal[:13], deal[13:]
        lying = dice.choice(plays(other).plays)
        answers = plays(hand, lying.cards).plays
        cards: tuple[Card, ...] = (
            dice.choice(answers).cards if answers and dice.random() < 0.5 else (dice.choice(hand),)
        )
        yield {"hand": write(hand), "table": write(lying.cards), "cards": write(cards)}


def spent(root: int) -> float:
    """Seconds of processor time of a process and its children so far."""
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(folder.name) == root or int(fields[1]) == root:
                total += int(fields[11]) + int(fields[12])
    return total / TICKS


def pages() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "granian",
            "bench.served:application",
            "--interface",
            "wsgi",
            "--port",
            str(port),
            *OPTIONS,
        ]
    )
    try:
        for _attempt in range(50):
            time.sleep(0.2)
            try:
                line = http.client.HTTPConnection("127.0.0.1", port)
                line.connect()
                break
            except OSError:
                continue
        asked = questions()

        def get(address: str, **headers: str) -> http.client.HTTPResponse:
            line.request("GET", address, headers={"Accept-Encoding": "gzip", **headers})
            response = line.getresponse()
            response.read()
            assert response.status in (200, 304), (address, response.status)
            return response

        def verdict(**headers: str) -> None:
            get(f"/en/murlan/play/?{urlencode(next(asked))}", **headers)

        tag = get("/it/murlan/").headers["ETag"]
        ways = dict(
            zip(
                WAYS,
                (
                    lambda: get("/en/empty/"),
                    lambda: get("/it/murlan/"),
                    lambda: get("/it/murlan/", **{"If-None-Match": tag}),
                    lambda: verdict(**{"HX-Request": "true"}),
                    verdict,
                ),
                strict=True,
            )
        )
        cost: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(ROUNDS + 1):
            for name, way in ways.items():
                before = spent(server.pid)
                for _request in range(BATCH):
                    way()
                if turn:  # the first round warms up
                    cost[name].append((spent(server.pid) - before) * 1000 / BATCH)
    finally:
        server.terminate()
        server.wait(10)
    table("Pages: milliseconds of the server's processor time a request", cost, WAYS[0])
    empty = statistics.mean(cost[WAYS[0]])
    for name, aim in ((WAYS[1], 0.8), (WAYS[3], 0.3)):
        print(f"  {name}: {empty / statistics.mean(cost[name]):.2f} of the empty view (aim {aim:.2f})")


def judge() -> None:
    asked = questions()
    lines = [json.dumps({"game": "murlan", "ask": "play", **next(asked)}) for _ in range(3000)]
    name = "one question, JSON to JSON"
    times = timings({name: lambda line: json.dumps(reply(json.loads(line), "en"))}, lines)
    table("The judge: milliseconds a question", times, name)
    print(f"  {1000 / statistics.mean(times[name]):.0f} questions a second on one core")


if __name__ == "__main__":
    pages()
    judge()
