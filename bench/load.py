"""An evening with many guests, on both databases: who watches, who keeps the score, and a server killed meanwhile.

    make load

200 watchers poll as the pages' script does; 20 score keepers send hands as fast as they are taken, first spread over
four matches, then all in one. They use the pages' own forms. Now and then a keeper loses the network between tap and
answer and sends again. In the middle of either part all processes of the server get SIGKILL, and it is started again.
At the end nothing that was acknowledged may be missing, or be there twice, or stand elsewhere. Figures are printed; the
exit code is 1 where something did not hold. ``bench.stage`` plays other parts by the same guests.
"""

from __future__ import annotations

import asyncio
import csv
import math
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

import django
import httpx

os.environ["DJANGO_SETTINGS_MODULE"] = "rulesite.settings"
django.setup()

from bench.measure import p95  # noqa: E402
from bench.site import Site, hidden, open_match, serving  # noqa: E402
from games.catalogue import GAMES  # noqa: E402
from games.notation import NOTATIONS  # noqa: E402
from games.sheets import Table  # noqa: E402
from matches.links import Role, derived  # noqa: E402
from tests import postgres  # noqa: E402

WATCHERS, KEEPERS = 200, 20
SPREAD_OVER = 4
EVERY = 3.0
"""Seconds between two polls of a watcher, as in ``match.js``."""
GIVEN_UP = 8.0
"""Seconds after which an answer is no longer waited for, as in ``match.js``."""
AGAIN = 0.25
"""Seconds before a lost entry is sent again."""
LOST = 0.1
"""How many of the entries lose the network between tap and answer."""
PART, KILLED_AFTER = 12.0, 5.0
"""Seconds of either part, and until the server is killed in it."""
GRACE = 120.0
"""Seconds that keepers have to bring home what was tapped before the end."""
NAMES = ("Ada", "Bruno", "Carla", "Dino", "Elsa")
NOTATION = NOTATIONS["en"]
ADDRESSES = (f"127.0.{1 + number // 250}.{1 + number % 250}" for number in count())
"""Where one phone after another asks from: what a client may have is counted by these."""


def machiavelli(dice: random.Random) -> Any:
    winner = dice.choice(NAMES)
    return {name: 0 if name == winner else dice.randint(1, 25) for name in NAMES}  # two packs hold 104 cards


def marriage(dice: random.Random) -> Any:
    winner = dice.choice(NAMES)
    return {
        "players": [
            {"name": name, "maal": dice.randint(0, 20), "seen": True} | ({"winner": True} if name == winner else {})
            for name in NAMES
        ]
    }


HANDS: Mapping[str, Callable[[random.Random], Any]] = {"machiavelli": machiavelli, "marriage": marriage}
"""Games that no score ends, and how a hand of them is dealt."""


class Broken(Exception):
    """A guarantee that did not hold."""


class Served(Protocol):
    """A site that is asked, one way or another."""

    @property
    def address(self) -> str: ...

    def processor_time(self) -> float:
        """Seconds of processor time that it has taken so far."""


@dataclass
class Evening:
    """A match that is played, and what was sent to it."""

    game: str
    manager: str
    table: Table = field(default_factory=lambda: Table(NAMES, {}, {}))
    sent: dict[str, Any] = field(default_factory=dict)
    """The content of each entry by its key."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The number that the site gave each entry."""

    def path(self, role: Role) -> str:
        token = self.manager if role is Role.MANAGE else derived(self.manager, role, 0)
        return f"/en/match/{token}/"


@dataclass
class Watcher:
    """What somebody who watches has seen last."""

    tag: str = ""
    revision: int = 0
    page: str = ""


@dataclass
class Figures:
    """What is counted in one part of the evening."""

    acknowledged: list[float] = field(default_factory=list)
    """Seconds from tap to acknowledgement."""
    polls: list[float] = field(default_factory=list)
    """Seconds."""
    counted: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    processor: float = 0.0
    away: float = 0.0
    """Seconds that the site was away."""


@dataclass(frozen=True)
class Part:
    """A part of an evening.

    :param evenings: in which of its matches the keepers sit.
    :param meanwhile: what happens to the site; it comes back with the seconds that it was away.
    :param every: seconds between two hands of a keeper.
    :param lost: how many of the entries lose the network between tap and answer.
    """

    title: str
    evenings: slice
    meanwhile: Callable[[], Awaitable[float]]
    seconds: float = PART
    every: float = 0.0
    keepers: int = KEEPERS
    lost: float = LOST


class Load:
    """Everybody who is there, and the figures of the part that is on."""

    def __init__(self, site: Served) -> None:
        self.site = site
        self.now = Figures()
        self.over = asyncio.Event()
        self.broken: list[str] = []

    def client(self) -> httpx.AsyncClient:
        """A phone: a line, an address and cookies of its own."""
        # Without a limit: a line that was cut in the middle of a request counts against it for ever.
        limits = httpx.Limits(keepalive_expiry=None)
        wire = httpx.AsyncHTTPTransport(verify=False, limits=limits, local_address=next(ADDRESSES))
        return httpx.AsyncClient(
            base_url=self.site.address, timeout=GIVEN_UP, transport=wire, headers=referring(self.site)
        )

    async def watch(self, evening: Evening, watcher: Watcher, first: float) -> None:
        """Look every few seconds, as a page left open does, and once more when all is over."""
        await asyncio.sleep(first)
        async with self.client() as phone:
            while True:
                last, tapped = self.over.is_set(), time.perf_counter()
                try:
                    answer = await phone.get(
                        f"{evening.path(Role.WATCH)}board/", headers={"If-None-Match": watcher.tag}
                    )
                except httpx.TransportError:
                    self.now.counted["polls lost"] += 1
                else:
                    self.now.polls.append(time.perf_counter() - tapped)
                    self.now.counted[f"poll {answer.status_code}"] += 1
                    if answer.status_code == 200:
                        self._look(watcher, answer)
                    elif answer.status_code not in (304, 503):
                        self.broken.append(f"a poll was answered by {answer.status_code}")
                    if last:
                        return
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.over.wait(), EVERY)

    def _look(self, watcher: Watcher, answer: httpx.Response) -> None:
        shown = int(found(r'data-revision="(\d+)"', answer.text))
        if shown < watcher.revision:
            self.broken.append(f"a watcher saw revision {watcher.revision}, and then {shown}")
        watcher.tag, watcher.revision, watcher.page = answer.headers["ETag"], shown, answer.text

    async def keep(self, evening: Evening, part: Part, until: float, dice: random.Random) -> None:
        """Enter hand after hand in the form of the page."""
        sheet, place = GAMES[evening.game].sheet, evening.path(Role.SCORE)
        last = 0
        async with self.client() as phone:
            await asyncio.sleep(part.every * dice.random())
            while time.monotonic() < until:
                try:
                    shown = await phone.get(place)
                except httpx.TransportError:
                    shown = None
                if shown is None or shown.status_code == 503:
                    self.now.counted["pages lost"] += 1
                    await asyncio.sleep(AGAIN)
                    continue
                page = shown.text
                content = HANDS[evening.game](dice)
                form = dict(sheet.typed(evening.table, content, NOTATION).lists())
                form |= {name: [hidden(page, name)] for name in ("csrfmiddlewaretoken", "key", "seen")}
                evening.sent[form["key"][0]] = content
                await self._send(phone, evening, form, dice, part.lost)
                number = evening.acknowledged[form["key"][0]]
                if number <= last:
                    self.broken.append(f"entry {number} was acknowledged after {last}")
                last = number
                await asyncio.sleep(part.every)

    async def _send(
        self, phone: httpx.AsyncClient, evening: Evening, form: dict[str, list[str]], dice: random.Random, share: float
    ) -> None:
        """Send an entry until it is acknowledged, always by the same key."""
        place, (key,), tapped = evening.path(Role.SCORE), form["key"], time.perf_counter()
        while True:
            lost = dice.random() < share
            try:
                # Sometimes the request arrives and its answer finds nobody, sometimes not even the request does.
                patience = dice.uniform(0.0, 0.1) if lost else GIVEN_UP
                answer = await asyncio.wait_for(phone.post(place, data=form), patience)
            except (httpx.TransportError, TimeoutError):
                self.now.counted["entries lost on purpose" if lost else "entries lost"] += 1
                await asyncio.sleep(0 if lost else AGAIN)
                continue
            match answer.status_code:
                case 303:
                    evening.acknowledged[key] = int(found(r"stored=(\d+)", answer.headers["Location"]))
                    self.now.acknowledged.append(time.perf_counter() - tapped)
                    return
                case 503:
                    self.now.counted["entries refused"] += 1
                    await asyncio.sleep(AGAIN)
                case 409 if 'id="clash"' in answer.text and hidden(answer.text, "key") == key:
                    self.now.counted["conflicts"] += 1
                    form["seen"] = [hidden(answer.text, "seen")]
                case status:
                    raise Broken(f"an entry was answered by {status}: {answer.text[:200]}")

    async def part(self, part: Part, evenings: Sequence[Evening]) -> Figures:
        """All keepers at once in these matches, while something happens to the site."""
        self.now = figures = Figures()
        began, spent = time.monotonic(), self.site.processor_time()
        keepers = [
            asyncio.create_task(
                self.keep(evenings[at % len(evenings)], part, began + part.seconds, random.Random(f"{part.title} {at}"))
            )
            for at in range(part.keepers)
        ]
        figures.away = await part.meanwhile()
        done, late = await asyncio.wait(keepers, timeout=max(0.0, began + part.seconds - time.monotonic()) + GRACE)
        for keeper in late:
            keeper.cancel()
            figures.counted["given up"] += 1
        for keeper in done:
            if wrong := keeper.exception():
                self.broken.append(f"a keeper stopped: {wrong!r}")
        figures.seconds = time.monotonic() - began
        figures.processor = self.site.processor_time() - spent
        return figures


def opened(phone: httpx.Client, game: str) -> Evening:
    """A match that is opened in the site's own form."""
    return Evening(game, phone.cookies.get("manager_en", path=open_match(phone, game, NAMES)) or "")


def referring(site: Served) -> dict[str, str]:
    """What a browser says with a form, without which it is not taken over HTTPS."""
    return {"Referer": f"{site.address}/"}


def found(pattern: str, text: str) -> str:
    """The first group of a pattern.

    :raises Broken: where the text has no such thing.
    """
    match = re.search(pattern, text)
    if match is None:
        raise Broken(f"no {pattern} in {text[:200]}")
    return match[1]


async def play(
    site: Served, parts: Sequence[Part], watchers: int = WATCHERS, matches: int = SPREAD_OVER + 1
) -> tuple[list[Figures], list[str]]:
    """A whole evening: the figures of each part, and what did not hold."""
    load, games = Load(site), list(HANDS)
    wire = httpx.HTTPTransport(verify=False, local_address=next(ADDRESSES))
    with httpx.Client(base_url=site.address, transport=wire, headers=referring(site)) as phone:
        evenings = [opened(phone, games[at % len(games)]) for at in range(matches)]
    watching = [(evenings[at % len(evenings)], Watcher()) for at in range(watchers)]
    looking = [
        asyncio.create_task(load.watch(evening, watcher, EVERY * at / watchers))
        for at, (evening, watcher) in enumerate(watching)
    ]
    played = []
    for part in parts:
        played.append(figures := await load.part(part, evenings[part.evenings]))
        if not figures.acknowledged:
            load.broken.append(f"nothing was acknowledged: {part.title}")
    load.over.set()
    await asyncio.gather(*looking)
    for evening in evenings:
        seen = [watcher for watched, watcher in watching if watched is evening]
        load.broken += [wrong async for wrong in checked(load, evening, seen)]
    return played, load.broken


async def checked(load: Load, evening: Evening, watchers: list[Watcher]) -> AsyncIterator[str]:
    """What does not hold of a match once everybody has gone."""
    place = evening.path(Role.WATCH)
    async with load.client() as phone:
        events = (await phone.get(f"{place}match.json")).json()["events"]
        lines = list(csv.reader((await phone.get(f"{place}match.csv")).text.splitlines()))
        board = (await phone.get(f"{place}board/")).text
    stored = [event["key"] for event in events]
    if [event["number"] for event in events] != list(range(1, len(events) + 1)):
        yield "the numbers have a gap, or stand in another order"
    if len(set(stored)) < len(stored):
        yield "a key is there twice"
    if missing := evening.acknowledged.keys() - stored:
        yield f"{len(missing)} acknowledged entries are missing"
    if unknown := set(stored) - evening.sent.keys():
        yield f"{len(unknown)} entries are there that nobody sent"
    for event in events:
        key, number = event["key"], event["number"]
        if evening.acknowledged.get(key, number) != number:
            yield f"entry {number} was acknowledged as {evening.acknowledged[key]}"
        if key in evening.sent and evening.sent[key] != event["content"]:
            yield f"entry {number} is not what was sent"
    contents = [evening.sent[key] for key in stored if key in evening.sent]
    totals = GAMES[evening.game].sheet.standing(evening.table, contents).totals
    if lines[-1][-len(NAMES) :] != [str(totals[name]) for name in NAMES]:
        yield f"the totals are {lines[-1]}, and from scratch {dict(totals)}"
    if late := sum(watcher.page != board for watcher in watchers):
        yield f"{late} watchers do not see the last board"


def report(title: str, figures: Figures) -> None:
    """Print the figures of a part."""
    counted, entries = figures.counted, len(figures.acknowledged)
    print(f"\n{title}, {figures.seconds:.0f} s")
    print(f"  entries acknowledged    {entries:6d}   {entries / figures.seconds:.1f} a second")
    print(f"  tap to acknowledgement  {spread_of(figures.acknowledged)}")
    print(f"  conflicts               {counted['conflicts']:6d}   {counted['given up']} entries given up in the end")
    print(f"  refused by 503          {counted['entries refused']:6d}   and sent again; {counted['poll 503']} polls")
    print(f"  lost on purpose         {counted['entries lost on purpose']:6d}   and sent again")
    print(f"  polls answered          {len(figures.polls):6d}   {len(figures.polls) / figures.seconds:.1f} a second, "
          f"{counted['poll 304'] / max(1, len(figures.polls)):.0%} of them by 304")  # fmt: skip
    print(f"  a poll                  {spread_of(figures.polls)}")
    print(f"  the site away for       {figures.away:9.2f} s: {counted['entries lost']} entries, "
          f"{counted['pages lost']} pages, {counted['polls lost']} polls lost and asked again")  # fmt: skip
    print(f"  its processor time      {figures.processor:9.2f} s")


def spread_of(seconds: list[float]) -> str:
    """How long it took."""
    milliseconds = [1000 * second for second in seconds] or [math.nan]
    return (
        f"{statistics.median(milliseconds):6.0f} ms in the middle, {p95(milliseconds):.0f} ms for 95 of 100, "
        f"{max(milliseconds):.0f} ms at most"
    )


def main(command: list[str]) -> int:
    """Play the evening on each database; 1 where something did not hold."""
    broken = False
    with tempfile.TemporaryDirectory(prefix="carta-load-") as folder:
        broken |= played("SQLite", command, f"sqlite:///{folder}/matches.sqlite3")
    try:
        with postgres.server(durable=True) as address:
            broken |= played("PostgreSQL", command, address)
    except postgres.NotInstalled:
        print(f"\n*** NOT RUN ON POSTGRESQL: its programs are not installed. {postgres.INSTALL} ***", file=sys.stderr)
    return int(broken)


def killed_once(site: Site) -> Callable[[], Awaitable[float]]:
    """All processes of the server end on the spot, and it is started again."""

    async def meanwhile() -> float:
        await asyncio.sleep(KILLED_AFTER)
        killed = time.monotonic()
        await asyncio.to_thread(site.kill)
        await asyncio.to_thread(site.start)
        return time.monotonic() - killed

    return meanwhile


def played(name: str, command: list[str], address: str) -> bool:
    """Whether something did not hold on this database."""
    print(f"\n=== {name} ===", flush=True)
    with serving(command, DATABASE_URL=address, MATCHES_OPENED="1000/hour") as site:
        killed = f"{WATCHERS} watchers, the server killed once"
        parts = [
            Part(f"{KEEPERS} keepers in {SPREAD_OVER} matches, {killed}", slice(SPREAD_OVER), killed_once(site)),
            Part(f"{KEEPERS} keepers in one match, {killed}", slice(SPREAD_OVER, None), killed_once(site)),
        ]
        return told(parts, *asyncio.run(play(site, parts)))


def told(parts: Sequence[Part], figures: Sequence[Figures], broken: Sequence[str]) -> bool:
    """Print how an evening was; whether something did not hold."""
    for part, counted in zip(parts, figures, strict=True):
        report(part.title, counted)
    print("\n  Every acknowledged entry is there once, in order; totals and boards are those of the ledger."
          if not broken else "\n  NOT KEPT:")  # fmt: skip
    for wrong, times in Counter(broken).items():
        print(f"    {wrong} ({times} times)")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
