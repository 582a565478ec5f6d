"""The server and its options, the same wherever the site is served: ``python -m rulesite.server --port 8000``.

It listens itself, or where systemd does so for it (``LISTEN_FDS``): then nobody who comes while it starts anew is lost.
"""

from __future__ import annotations

import ctypes
import logging
import os
import resource
import signal
import socket
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from tempfile import TemporaryDirectory

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.net import SocketHolder  # type: ignore[attr-defined]
from granian.server import MPServer

from rulesite import environment
from rulesite.sqlite.base import DatabaseWrapper

CONNECTIONS = 4_096
"""Connections that one worker holds at once; one that says nothing costs some kilobytes and no thread."""
HEAD_TIME = 10_000
"""Milliseconds in which the head of a request has to arrive, counted from the connection or the answer before."""
HEAD_SIZE = 64 * 1024
"""Bytes of a request's head at most."""
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which the library that counts knows the folder in which the workers do so together."""
MEMORY = 600
"""MiB that a worker may hold before another takes its place."""
SAMPLED = 5
"""Seconds between two looks at a worker's memory."""
ENDING = 15
"""Seconds that a worker has to finish what it is at when it is asked to end."""
PAUSE = 1.0
"""Seconds before the server is started anew after its workers were killed in a row."""
HANDED = 3
"""The descriptor of a socket that systemd hands over."""
PR_SET_PDEATHSIG = 1
"""What asks Linux for a signal at the parent's end."""
log = logging.getLogger("granian")


class Server(MPServer):
    """Workers that share the socket they were handed, if they were handed one, else a port."""

    def _init_shared_socket(self) -> None:
        if not is_handed_a_socket():
            super()._init_shared_socket()  # type: ignore[no-untyped-call]
            return
        # A copy: that one ends with these workers, and others may follow them.
        self._sso = socket.socket(fileno=os.dup(HANDED))
        self._sso.set_inheritable(True)
        self._shd = SocketHolder(self._sso.fileno(), False, CONNECTIONS)  # type: ignore[assignment, call-arg]


def is_handed_a_socket() -> bool:
    """Whether somebody listens in our place, as systemd does, and goes on to while we are away."""
    return os.environ.get("LISTEN_FDS") == "1" and os.environ.get("LISTEN_PID") == str(os.getpid())


def _ready() -> None:
    """Tell systemd, if it asked, that requests are answered from here on."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(b"READY=1", address.replace("@", "\0", 1))


def server(host: str, port: int, workers: int, app: str, log_level: str) -> Server:
    """A server, not yet started."""
    return Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        websockets=False,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_TIME, max_buffer_size=HEAD_SIZE),
        workers=workers,
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        respawn_interval=PAUSE,
        workers_max_rss=MEMORY,
        rss_sample_interval=SAMPLED,
        workers_kill_timeout=ENDING,
        log_level=LogLevels(log_level),
    )


def _refuse_a_port_in_use(host: str, port: int) -> None:
    """Workers share a port, so another server on it would start as well, and answer some of the requests.

    :raises SystemExit: where something listens there.
    """
    family, kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections that were closed do not count
        try:
            probe.bind(address)
        except OSError as fault:
            raise SystemExit(f"Cannot serve at {host}, port {port}: {fault.strerror}.") from None


def _end_with_parent() -> None:
    """Have the system end this process on the spot when its parent is gone (Linux)."""
    # Not by asking: a worker that is asked while it begins may never end, and nobody is left to see to it.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@contextmanager
def _counting_together() -> Iterator[None]:
    """A folder in which the workers count together what ``/metrics`` tells, where anybody may ask for it.

    Servers that share a socket are given one, for either may be asked.
    """
    if not os.environ.get("METRICS_TOKEN") or os.environ.get(FOLDER):
        yield
        return
    with TemporaryDirectory(prefix="carta-metrics-") as folder:
        os.environ[FOLDER] = folder  # before what counts is loaded
        yield


def serve(host: str, port: int, workers: int, app: str, log_level: str) -> None:
    """Serve until asked to end; workers that are killed, be it in a row, are replaced."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * CONNECTIONS)), hard))
    # An application that cannot be loaded ends the server at once; workers share what is loaded here.
    import_module(app.partition(":")[0])
    # What is served never makes a database: one that is gone is missed, not replaced by an empty one.
    DatabaseWrapper.makes = False
    if not is_handed_a_socket():
        _refuse_a_port_in_use(host, port)
    # A server that is killed takes its workers with it, which would go on answering beside the next one's.
    os.register_at_fork(after_in_child=_end_with_parent)
    _ready()
    while True:
        running = server(host, port, workers, app, log_level)
        try:
            running.serve()
        except SystemExit:
            # Granian gives up where a worker that took another's place is killed within seconds.
            if running.interrupt_signal:
                raise
            log.error("Workers were killed in a row: starting anew")
            time.sleep(PAUSE)
        else:
            return


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(prog="python -m rulesite.server", description="Serve the site.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    workers: int = environment.read(os.environ)["WORKERS"]
    parser.add_argument("--workers", type=int, default=workers, help="processes that answer")
    parser.add_argument("--app", default="rulesite.asgi:application", help="what is served")
    parser.add_argument("--log-level", choices=[level.value for level in LogLevels], default="error")
    with _counting_together():
        serve(**vars(parser.parse_args(arguments)))


if __name__ == "__main__":
    main(sys.argv[1:])
