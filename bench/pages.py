"""Pages and the judge against an empty view under the same middleware.

Measured is the processor time that the server's own processes spend on a request, so that other work on the machine
and the client's share do not count. Every verdict asked for is another one: nothing is answered twice.
"""

from __future__ import annotations

import http.client
import json
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import httpx

from bench.measure import table, timings
from bench.served import application  # noqa: F401  what the server is told to serve
from bench.site import SERVER, Site, open_match, serving
from games.cards import Card
from games.judge import reply
from games.murlan.rules import PACK, plays
from games.notation import NOTATIONS

BATCH, ROUNDS = 150, 12
SERVED = [*SERVER, "--app", "bench.served:application", "--workers", "1"]
WAYS = (
    "an empty view",
    "a stored rules page",
    "the same, not modified (304)",
    "a verdict fragment",
    "a verdict's page",
    "a poll of a match, not modified (304)",
    "a poll of a match",
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


def asked_in_turn(site: Site) -> dict[str, list[float]]:
    """Milliseconds of the server's processor time a request, for each way."""
    with httpx.Client(base_url=site.address, headers={"Accept-Encoding": "gzip"}, trust_env=False) as line:
        board = f"{open_match(line, 'machiavelli', ('Ada', 'Bruno', 'Carla', 'Dino'))}board/"
    line = http.client.HTTPConnection("127.0.0.1", site.port)
    asked = questions()

    def get(address: str, **headers: str) -> http.client.HTTPResponse:
        line.request("GET", address, headers={"Accept-Encoding": "gzip", **headers})
        response = line.getresponse()
        response.read()
        assert response.status in (200, 304), (address, response.status)
        return response

    def verdict(**headers: str) -> None:
        get(f"/en/murlan/play/?{urlencode(next(asked))}", **headers)

    def unchanged(address: str) -> Callable[[], None]:
        tag = get(address).headers["ETag"]

        def way() -> None:
            assert get(address, **{"If-None-Match": tag}).status == 304

        return way

    ways = dict(
        zip(
            WAYS,
            (
                lambda: get("/en/empty/"),
                lambda: get("/it/murlan/"),
                unchanged("/it/murlan/"),
                lambda: verdict(**{"HX-Request": "true"}),
                verdict,
                unchanged(board),
                lambda: get(board),
            ),
            strict=True,
        )
    )
    cost: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(ROUNDS + 1):
        for name, way in ways.items():
            before = site.processor_time()
            for _request in range(BATCH):
                way()
            if turn:  # the first round warms up
                cost[name].append((site.processor_time() - before) * 1000 / BATCH)
    return cost


def pages() -> None:
    with (
        tempfile.TemporaryDirectory(prefix="carta-pages-") as folder,
        serving(SERVED, DATABASE_URL=f"sqlite:///{folder}/matches.sqlite3") as site,
    ):
        cost = asked_in_turn(site)
    table("Pages: milliseconds of the server's processor time a request", cost, WAYS[0])
    empty = statistics.mean(cost[WAYS[0]])
    for name, aim in ((WAYS[1], 0.8), (WAYS[3], 0.3), (WAYS[5], 0.27)):
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
