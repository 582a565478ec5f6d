"""Many lines to a site by HTTPS that say nothing, or break off in the middle of what they say."""

from __future__ import annotations

import asyncio
import resource
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from deploy.stage import NAME, unproved

AT_ONCE = 50
"""Lines that are opened at once."""
OF_A_CLIENT = 50
"""Lines of one client; the proxy lets it have twice as many."""


class Crowd:
    """Lines that stay open, or are opened anew where they are closed.

    :param https: the port.
    """

    def __init__(self, https: int) -> None:
        self.https, self.gate = https, asyncio.Semaphore(AT_ONCE)
        self.closed = 0
        """How often a line was closed, or answered by whom it was to stall."""
        self.staying: list[asyncio.Task[None]] = []

    async def come(self, number: int, encrypted: ssl.SSLContext | None, says: bytes) -> None:
        """Come back once the line is open and what is to be said is said."""
        is_open = asyncio.Event()
        self.staying.append(asyncio.create_task(self._stay(number, encrypted, says, is_open)))
        await is_open.wait()

    async def _stay(self, number: int, encrypted: ssl.SSLContext | None, says: bytes, is_open: asyncio.Event) -> None:
        address = (f"127.1.{number // OF_A_CLIENT}.1", 0)
        while True:
            async with self.gate:
                reader, writer = await asyncio.open_connection(NAME, self.https, ssl=encrypted, local_addr=address)
                writer.write(says)
            is_open.set()
            try:
                with suppress(OSError):
                    await reader.read(1)
            finally:
                writer.transport.abort()
            self.closed += 1

    async def go(self) -> None:
        """Leave."""
        for line in self.staying:
            line.cancel()
        await asyncio.gather(*self.staying, return_exceptions=True)


@asynccontextmanager
async def crowd(https: int, host: str, *, stalled: int, silent: int) -> AsyncIterator[Crowd]:
    """A crowd that is there.

    :param https: the port.
    :param silent: half of them say nothing at all, the others nothing more once they are encrypted.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    context, there = unproved(), Crowd(https)
    breaks_off = f'POST /api/judge HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\n{{"game"'.encode()
    lines: list[tuple[ssl.SSLContext | None, bytes]] = [(context, breaks_off)] * stalled
    lines += [(context if number % 2 else None, b"") for number in range(silent)]
    try:
        await asyncio.gather(*(there.come(number, *line) for number, line in enumerate(lines)))
        yield there
    finally:
        await there.go()
