"""What the whole of it bears, through the proxy: ``make load STAGE=1``.

First what a request costs in processor time, by kind: that is what ``deploy/scale.md`` reckons with. Then pages while a
crowd holds lines open. Then an evening, of which nothing that was acknowledged may be missing, be there twice or stand
elsewhere: keepers at their own pace, more of them, workers killed, the database server restarted, and servers that start
anew in turn, while no request may fail. The exit code is 1 where something did not hold.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import socket
import ssl
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import brotli
import httpx

from bench import load
from bench.crowd import crowd
from bench.deals import machiavelli
from bench.load import ADDRESSES, EVERY, HANDS, KEEPERS, NAMES, NOTATION, WATCHERS, Part, spread_of
from bench.measure import p95
from bench.site import hidden
from deploy.stage import NAME, SERVERS, Stage, stage, unproved
from games.cards import DECK
from games.catalogue import GAMES
from games.sheets import Table
from matches import transfer
from matches.links import Role

PATIENCE = 60.0
"""Seconds that an answer is waited for."""
ROUNDS = 5
"""How often all kinds of requests are measured in turn."""
OWN_PAGE, STORED = "/pocket/000000000000/page.html", "/en/murlan/"
KEPT = "/en/murlan/play/?cards=9+9&table=8+8"
OF_A_CLIENT, COMPARED, AIM_STORED = 150, 40, 0.9
"""Requests by which a client stays below what it may ask, clients, and how near a stored page should come to a file."""
STALLED, SILENT, READERS = 1000, 950, 20
STAYS, PAGE_EVERY = 20.0, 0.5
"""Seconds that a crowd stays, and between two pages of a reader."""
AIM_PAGE, AIM_ENTRY = 1.0, 0.3
"""Seconds in which 95 of 100 pages are to be answered in a crowd, and entries acknowledged."""
MATCHES = 40
"""Matches that an evening is spread over."""
PACE, PACED = 10.0, 30.0
"""Seconds between two hands of a keeper at a quick table, and of such a part of the evening."""
CAPACITY = (20, 40, 60)
"""So many keepers enter a hand every second, to see what can be borne."""
KILLED_EVERY, KILLED_FOR = 5.0, 60.0
"""Seconds between two ends of a worker, and of all of them."""
UPLOADS, HANGS_UP = 10, 3.0
"""Oversized files that are uploaded at once, and seconds after which their senders hang up."""
FAILED = ("entries lost", "entries refused", "pages lost", "polls lost", "poll 503")
"""What may not happen where servers start anew."""
Ask = Callable[[httpx.Client, int], object]
"""A request by a line; of the same kind no other has this number."""


# --- What a request costs ---


@dataclass(frozen=True)
class Way:
    """A kind of request: so many of so many clients are measured in each round."""

    title: str
    ask: Ask
    clients: int
    requests: int


def costs(staged: Stage) -> None:
    """Print what a request of each kind costs in processor time."""
    ways = [
        Way("a page that is nginx's own", get(OWN_PAGE), 20, 150),
        Way("a stored page", get(STORED), 20, 150),
        Way("the same, known", known(staged, STORED), 20, 150),
        Way("a question that was asked before", get(KEPT), 20, 150),
        Way("the same, known", known(staged, KEPT), 20, 150),
        Way("a new question: Murlan, may I play this?", murlan, 2, 100),
        Way("a new question: Machiavelli, the best turn", best, 2, 20),
        Way("a look at a match: as it was", looked_at(staged, again=True), 2, 150),
        Way("a look at a match: all of it", looked_at(staged, again=False), 2, 100),
        Way("a hand entered: the form, and sent", entered(staged), 2, 30),
    ]
    numbers = count()
    spent: list[Counter[str]] = [Counter() for _way in ways]
    for _round in range(ROUNDS):
        for way, so_far in zip(ways, spent, strict=True):
            so_far.update(measured(staged, way, numbers))
    print("\nProcessor time of a request by HTTPS, milliseconds")
    print(f"  {'':44}    proxy  servers database      all   a second on a core")
    for way, parts in zip(ways, spent, strict=True):
        each = [1000 * seconds / (way.clients * way.requests * ROUNDS) for seconds in parts.values()]
        columns = " ".join(f"{milliseconds:8.3f}" for milliseconds in (*each, sum(each)))
        print(f"  {way.title:44} {columns}   {1000 / sum(each):8.0f}")


def measured(staged: Stage, way: Way, numbers: Iterator[int]) -> dict[str, float]:
    """Seconds of processor time of all these requests, by part; what opening a line costs is left out."""
    with ExitStack() as lines:
        phones = [lines.enter_context(phone(staged)) for _client in range(way.clients)]
        for opened in phones:
            way.ask(opened, next(numbers))
        before = staged.processor_times()
        for opened in phones:
            for _request in range(way.requests):
                way.ask(opened, next(numbers))
        after = staged.processor_times()
    return {part: after[part] - before[part] for part in after}


def phone(staged: Stage) -> httpx.Client:
    """A client with an address of its own."""
    wire = httpx.HTTPTransport(verify=False, local_address=next(ADDRESSES))
    headers = load.referring(staged) | {"Accept-Encoding": "gzip, br"}
    return httpx.Client(base_url=staged.address, transport=wire, headers=headers, timeout=PATIENCE)


def answered(answer: httpx.Response, status: int = 200) -> httpx.Response:
    """:raises RuntimeError: where it is another one, for then something else was measured."""
    if answer.status_code != status:
        raise RuntimeError(f"{answer.request.url} was answered by {answer.status_code}")
    return answer


def get(path: str) -> Ask:
    """Ask for a page."""
    return lambda opened, number: answered(opened.get(path))


def known(staged: Stage, path: str) -> Ask:
    """Ask for a page that the browser has."""
    with phone(staged) as opened:
        tag = opened.get(path).headers["ETag"]
    return lambda opened, number: answered(opened.get(path, headers={"If-None-Match": tag}), 304)


def murlan(opened: httpx.Client, number: int) -> None:
    """Ask whether a card may be played, of a deal that nobody has asked about."""
    deal = random.Random(number).sample(DECK, 15)
    asked = {"hand": deal[:13], "cards": deal[:1], "table": deal[13:14]}
    query = urlencode({name: NOTATION.write(cards) for name, cards in asked.items()})
    answered(opened.get(f"/en/murlan/play/?{query}"))


def best(opened: httpx.Client, number: int) -> None:
    """Ask for the best turn with six groups on the table and ten cards in hand."""
    table, hand = machiavelli(random.Random(number), groups=6, hand=10)
    query = urlencode({"hand": NOTATION.write(hand), "table": " / ".join(NOTATION.write(group) for group in table)})
    answered(opened.get(f"/en/machiavelli/best/?{query}"))


def looked_at(staged: Stage, *, again: bool) -> Ask:
    """Look at a match with some hands, as a page that is left open does, or for the first time."""
    with phone(staged) as opened:
        match = load.opened(opened, "machiavelli")
        for number in range(12):
            enter(opened, match.path(Role.SCORE), number)
    board = f"{match.path(Role.WATCH)}board/"
    return known(staged, board) if again else get(board)


def entered(staged: Stage) -> Ask:
    """Enter a hand, in one of some matches."""
    with phone(staged) as opened:
        places = [load.opened(opened, "machiavelli").path(Role.SCORE) for _match in range(MATCHES)]
    return lambda opened, number: enter(opened, places[number % MATCHES], number)


def enter(opened: httpx.Client, place: str, number: int) -> None:
    """Enter a hand of Machiavelli in the page's form."""
    sheet = GAMES["machiavelli"].sheet
    assert sheet
    content = HANDS["machiavelli"](random.Random(number))
    page = answered(opened.get(place)).text
    form = dict(sheet.typed(Table(NAMES, {}, {}), content, NOTATION).lists())
    form |= {name: [hidden(page, name)] for name in ("csrfmiddlewaretoken", "key", "seen")}
    answered(opened.post(place, data=form), 303)


# --- A stored page, beside one that the proxy has as a file ---


def against_its_own(staged: Stage) -> None:
    """Print how many stored pages the proxy shows in the time that it takes for one of its own of the same size."""
    print("\nStored pages a second for each of nginx's own")
    for at_once in (1, OF_A_CLIENT):
        taken: dict[str, list[float]] = {OWN_PAGE: [], STORED: []}
        for _round in range(COMPARED):
            for path, seconds in taken.items():
                seconds.append(in_a_row(staged, path, at_once))
        own, stored = (statistics.median(seconds) for seconds in taken.values())
        aim = f"(aim {AIM_STORED})" if at_once == 1 else "(nothing but nginx's own work)"
        print(f"  {at_once:3} asked for at once {own / stored:6.2f}  {aim}", flush=True)


def in_a_row(staged: Stage, path: str, at_once: int) -> float:
    """Seconds that so many requests by one line take, so many of them asked for before the first is answered."""
    wire = socket.create_connection((NAME, staged.proxy.https), source_address=(next(ADDRESSES), 0))
    with unproved().wrap_socket(wire, server_hostname=NAME) as line:
        asks = f"GET {path} HTTP/1.1\r\nHost: {staged.proxy.host}\r\nAccept-Encoding: gzip, br\r\n\r\n".encode()
        line.sendall(asks)
        head, _end, content = line.recv(65536).partition(b"\r\n\r\n")
        said = re.search(rb"(?i)^http/1.1 200 [\s\S]*content-length: (\d+)", head)
        if said is None:
            raise RuntimeError(f"{path} was answered by {head!r}")
        received(line, int(said[1]) - len(content))
        size = len(head) + 4 + int(said[1])
        began = time.perf_counter()
        for _time in range(OF_A_CLIENT // at_once):
            line.sendall(asks * at_once)
            received(line, size * at_once)
        return time.perf_counter() - began


def received(line: ssl.SSLSocket, size: int) -> None:
    """Take so many bytes.

    :raises RuntimeError: where there are more, or fewer.
    """
    while size > 0 and (got := line.recv(262144)):
        size -= len(got)
    if size:
        raise RuntimeError(f"{size} bytes are missing")


# --- A crowd ---


async def in_a_crowd(staged: Stage) -> list[float]:
    """Seconds that pages take while 1,000 clients stall in their bodies and 950 are silent."""
    taken: list[float] = []
    paths = (STORED, "/en/match/new/murlan/", KEPT, "/cs/ramino/?new")

    async def reader(at: int) -> None:
        wire = httpx.AsyncHTTPTransport(verify=False, local_address=next(ADDRESSES))
        async with httpx.AsyncClient(base_url=staged.address, transport=wire, timeout=PATIENCE) as opened:
            for number in range(int(STAYS / PAGE_EVERY)):
                path, tapped = paths[(at + number) % len(paths)], time.perf_counter()
                answered(await opened.get(path))
                taken.append(time.perf_counter() - tapped)
                await asyncio.sleep(PAGE_EVERY)

    async with crowd(staged.proxy.https, staged.proxy.host, stalled=STALLED, silent=SILENT) as there:
        await asyncio.gather(*(reader(at) for at in range(READERS)))
        print(f"\n{STALLED} clients that stall in their bodies and {SILENT} silent ones, {STAYS:.0f} s")
        print(f"  closed, and come again  {there.closed:6d}")
    print(f"  {len(taken)} pages of {READERS} others  {spread_of(taken)} (aim {1000 * AIM_PAGE:.0f} ms)", flush=True)
    return taken


# --- Oversized uploads ---


async def upload_meanwhile(staged: Stage, seconds: float) -> float:
    """Upload oversized files, ten at once, again and again for so many seconds."""
    until, file = time.monotonic() + seconds, oversized_file()
    while time.monotonic() < until:
        await asyncio.gather(*(asyncio.to_thread(upload, staged, file) for _file in range(UPLOADS)))
    return 0.0


def oversized_file() -> bytes:
    """Return an exported match of 2.4 MB that names 600,000 players."""
    said = {"format": transfer.FORMAT, "version": transfer.VERSION, "game": "ramino", "players": ["a"] * 600_000}
    said |= {"house": {}, "terms": {}, "opened": "2026-11-01T20:00:00+00:00", "events": []}
    return json.dumps(said, separators=(",", ":")).encode()


def upload(staged: Stage, file: bytes) -> None:
    """Upload a file, and hang up after three seconds."""
    with phone(staged) as opened, suppress(httpx.TransportError):
        token = hidden(opened.get("/en/match/").text, "csrfmiddlewaretoken")
        data, files = {"csrfmiddlewaretoken": token}, {"file": ("match.json", file)}
        opened.post("/en/match/file/", data=data, files=files, timeout=HANGS_UP)


# --- An evening ---


def evening(staged: Stage) -> bool:
    """Whether something did not hold in an evening with whatever happens in it."""

    async def nothing() -> float:
        return 0.0

    async def killing() -> float:
        for at in range(int(KILLED_FOR / KILLED_EVERY)):
            await asyncio.sleep(KILLED_EVERY)
            await asyncio.to_thread(staged.kill_worker, at % SERVERS)
        return 0.0

    async def database() -> float:
        await asyncio.sleep(KILLED_EVERY)
        stopped = time.monotonic()
        await asyncio.to_thread(staged.restart_database)
        return time.monotonic() - stopped

    async def rolling() -> float:
        for _time in range(2):
            for number in range(SERVERS):
                await asyncio.sleep(1)
                await asyncio.to_thread(staged.restart_server, number)
        return 0.0

    def at_pace(keepers: int, every: float) -> Part:
        return Part(f"{keepers} keepers, a hand every {every:g} s each", slice(None), nothing,
                    seconds=PACED, every=every, keepers=keepers, lost=0.0)  # fmt: skip

    async def uploading() -> float:
        return await upload_meanwhile(staged, PACED)

    uploads = Part(f"The same while {UPLOADS} files of 600,000 names are uploaded at once, again and again",
                   slice(None), uploading, seconds=PACED, every=PACE, keepers=KEEPERS, lost=0.0)  # fmt: skip
    paced = [at_pace(KEEPERS, PACE), uploads, *(at_pace(keepers, 1.0) for keepers in CAPACITY)]
    rolled = Part("All servers start anew in turn, twice", slice(None), rolling, lost=0.0)
    parts = [
        *paced,
        Part(f"A worker killed every {KILLED_EVERY:.0f} s", slice(None), killing, seconds=KILLED_FOR),
        Part("The database server restarted", slice(None), database),
        rolled,
    ]
    print(f"\n{WATCHERS} watchers look every {EVERY:.0f} s, all the time; {MATCHES} matches", flush=True)
    figures, broken = asyncio.run(load.play(staged, parts, matches=MATCHES))
    failed = figures[parts.index(rolled)].counted
    broken += [f"while servers started anew: {what}" for what in FAILED for _time in range(failed[what])]
    not_kept = load.told(parts, figures, broken)
    for part, figure in zip(paced, figures, strict=False):
        within = p95(figure.acknowledged) < AIM_ENTRY
        print(f"  {part.title:36} {len(figure.acknowledged) / figure.seconds:5.1f} entries a second, 95 of 100 "
              f"{'within' if within else 'NOT within'} {1000 * AIM_ENTRY:.0f} ms")  # fmt: skip
    return not_kept


def main() -> int:
    """Measure and play; 1 where something did not hold."""
    with (
        tempfile.TemporaryDirectory(prefix="carta-page-") as folder,
        stage(durable=True, pocket=Path(folder), MATCHES_OPENED="100000/hour", JUDGE_SECONDS="100000/minute") as staged,
    ):
        Path(folder).chmod(0o755)
        with phone(staged) as opened:
            page = opened.get(STORED).content
        own = Path(folder, OWN_PAGE.removeprefix("/pocket/"))
        own.parent.mkdir()
        for name, content in (("", page), (".gz", gzip.compress(page)), (".br", brotli.compress(page))):
            own.with_name(own.name + name).write_bytes(content)
        costs(staged)
        against_its_own(staged)
        asyncio.run(in_a_crowd(staged))
        return int(evening(staged))


if __name__ == "__main__":
    sys.exit(main())
