"""A PostgreSQL server of one's own, for as long as something runs.

``python -m tests.postgres COMMAND …`` runs a command with ``DATABASE_URL`` set to it. Where PostgreSQL's programs are
not installed, nothing runs, and that is said.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

INSTALL = "apt-get install postgresql"
DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs, off the path."""
OWNERS = ("postgres", "nobody")
"""Whoever may run the server where root starts it, for root itself may not."""
OPTIONS = {"listen_addresses": "", "max_connections": "300"}
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class NotInstalled(Exception):
    """PostgreSQL's programs are not on this machine."""


def program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs, the newest there is, or None where it is not installed."""
    versions = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return shutil.which(name) or (str(versions[-1]) if versions else None)


class Cluster:
    """A database server in a folder, reached by a socket there."""

    def __init__(self, folder: str, options: Mapping[str, str]) -> None:
        """:raises NotInstalled: where PostgreSQL's programs are not installed."""
        initdb, pg_ctl = program("initdb"), program("pg_ctl")
        if not (initdb and pg_ctl):
            raise NotInstalled
        self.folder, self.data, self.pg_ctl = folder, f"{folder}/data", pg_ctl
        self.settings = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        self.owner = _owner(folder)
        self._run(initdb, "-D", self.data, "-U", "carta", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")

    @property
    def address(self) -> str:
        """That of its empty database."""
        return f"postgres://carta@{quote(self.folder, safe='')}/postgres"

    def start(self) -> None:
        """Come back once it answers."""
        options = f"-k {self.folder} {self.settings}"
        self._run(self.pg_ctl, "-D", self.data, "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Have everybody thrown out."""
        self._run(self.pg_ctl, "-D", self.data, "-w", "-m", how, "stop")

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **self.owner)
        if done.returncode:
            log = Path(self.folder, "log")
            raise RuntimeError(f"{command}\n{done.stdout}{done.stderr}{log.read_text() if log.exists() else ''}")


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """A server in a temporary folder, started.

    :param durable: whether what it acknowledges outlives a power cut; tests are quicker without.
    :raises NotInstalled: where PostgreSQL's programs are not installed.
    """
    with tempfile.TemporaryDirectory(prefix="carta-pg-") as folder:
        found = Cluster(folder, OPTIONS | ({} if durable else CARELESS))
        found.start()
        try:
            yield found
        finally:
            # What it holds is thrown away, so it need not take leave of it.
            found.stop("immediate")


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """The address of the empty database of such a server."""
    with cluster(durable=durable) as found:
        yield found.address


def _owner(folder: str) -> dict[str, Any]:
    """As whom the server runs, to whom the folder is then given."""
    if os.geteuid():
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = next(known[name] for name in OWNERS if name in known)
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def main(command: list[str]) -> int:
    """Run a command on a server of its own; its exit code."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, frame: sys.exit(128 + number))
    try:
        with server() as address:
            return subprocess.run(command, env=os.environ | {"DATABASE_URL": address}).returncode
    except NotInstalled:
        print("\n*** NOT RUN ON POSTGRESQL: its programs are not installed. ***", file=sys.stderr)
        print(f"    Install them with: {INSTALL}\n    What did not run: {' '.join(command)}\n", file=sys.stderr)
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
