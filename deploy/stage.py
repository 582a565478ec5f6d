"""The whole of it on this machine, for as long as it is asked: ``python -m deploy.stage``.

A database server of its own, two servers with a worker each on one socket, and nginx before them by the configuration
that a machine of its own gets. Everything lies in a temporary folder.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from bench.measure import processor_time
from deploy.proxy import POCKET, ROOT, Places, configuration
from rulesite.server import CONNECTIONS, HANDED
from tests.postgres import Cluster, NotInstalled, cluster

SERVERS = 2
"""Servers that share the socket, with a worker each: either can start anew while the other answers."""
PATIENCE = 30.0
"""Seconds in which each part has to answer."""
TRIED = 5
"""How often the proxy is started where it does not."""
NAME = "localhost"
INSTALL = "apt-get install nginx libnginx-mod-http-brotli-static openssl postgresql"
STOPPED = "T"
"""The letter of a process that stands still."""
TAKING_OVER = f"""
import os, sys
os.dup2(int(sys.argv[1]), {HANDED})
os.environ |= {{"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}}
os.execv(sys.executable, [sys.executable, "-m", "rulesite.server", "--workers", "1"])
"""
"""Starts a server with the socket in its place, as systemd does."""


class Stage:
    """All that runs, each part of which can be stopped or killed.

    :param folder: for what is written.
    :param pocket: the files that the proxy shows as the pocket's.
    :param environment: what is set for the site beside what the stage sets.
    """

    def __init__(self, folder: Path, database: Cluster, pocket: Path, environment: dict[str, str]) -> None:
        self.folder, self.database = folder, database
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=CONNECTIONS)
        self.site = f"127.0.0.1:{self.socket.getsockname()[1]}"
        """Where the servers answer, without the proxy."""
        self.proxy = Proxy(folder, self.site, pocket)
        metrics = folder / "metrics"
        metrics.mkdir()
        self.environment = os.environ | {
            "DATABASE_URL": database.address,
            "SECRET_KEY": "of a stage, where nothing is kept",
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "HTTPS": "1",
            "PROXIES": "1",
            "LOG_REQUESTS": "1",
            "METRICS_TOKEN": "stage",
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
        }
        self.environment |= environment
        self.log = folder / "site.log"
        """A line for each request that comes past the proxy."""
        self.servers: dict[int, subprocess.Popen[bytes]] = {}
        self.gone = {"servers": 0.0, "database": 0.0, "proxy": 0.0}
        """Seconds of processor time of what was ended, by part."""

    @property
    def address(self) -> str:
        return f"https://{self.proxy.host}"

    def start(self) -> None:
        """Come back once everything answers."""
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env=self.environment, check=True)
        for number in range(SERVERS):
            self.start_server(number)
        self.proxy.start()

    def start_server(self, number: int) -> None:
        """Come back once it answers, as systemd does."""
        ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        told = self.folder / f"ready-{number}"
        told.unlink(missing_ok=True)
        ready.bind(str(told))
        ready.settimeout(PATIENCE)
        with ready, self.log.open("ab") as log:
            self.servers[number] = subprocess.Popen(
                [sys.executable, "-c", TAKING_OVER, str(self.socket.fileno())],
                cwd=ROOT,
                env=self.environment | {"NOTIFY_SOCKET": str(told)},
                stdout=log,
                pass_fds=[self.socket.fileno()],
                start_new_session=True,
            )
            ready.recv(100)

    def stop_server(self, number: int) -> None:
        """Ask a server to end, and wait until it has."""
        self.gone["servers"] += processor_time(self.servers[number].pid)
        self.servers[number].terminate()
        self.servers[number].wait(PATIENCE)

    def restart_server(self, number: int) -> None:
        """Ask a server to end, and start it anew, as ``systemctl restart`` does."""
        self.stop_server(number)
        self.start_server(number)

    @contextmanager
    def only(self, number: int) -> Iterator[None]:
        """Meanwhile this server alone answers; the others stand still, and know afterwards what they knew."""
        others = [self.worker(other) for other in self.servers if other != number]
        for worker in others:
            os.kill(worker, signal.SIGSTOP)
            while _state(worker) != STOPPED:
                time.sleep(0.01)
        try:
            yield
        finally:
            for worker in others:
                os.kill(worker, signal.SIGCONT)

    def worker(self, number: int) -> int:
        """The process that answers in a server."""
        server = self.servers[number].pid
        while True:
            if children := Path(f"/proc/{server}/task/{server}/children").read_text():
                return int(children.split()[0])
            time.sleep(0.05)

    def kill_worker(self, number: int) -> None:
        """End a server's worker on the spot; the server sets another in its place."""
        worker = self.worker(number)
        self.gone["servers"] += processor_time(worker)
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)

    def restart_database(self) -> None:
        """Stop the database server and start it anew; come back once it answers."""
        self.gone["database"] = self.processor_times()["database"]
        self.database.stop()
        self.database.start()

    def requests(self) -> list[dict[str, Any]]:
        """What the servers told of the requests that came past the proxy so far."""
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]

    def processor_times(self) -> dict[str, float]:
        """Seconds of processor time that each part has taken."""
        database = Path(self.database.data, "postmaster.pid").read_text().split()[0]
        now = {
            "proxy": processor_time(self.proxy.running.pid) if self.proxy.running else 0.0,
            "servers": sum(processor_time(server.pid) for server in self.servers.values() if server.poll() is None),
            "database": processor_time(int(database)),
        }
        return {part: seconds + self.gone[part] for part, seconds in now.items()}

    def processor_time(self) -> float:
        """Seconds of processor time that all of it has taken."""
        return sum(self.processor_times().values())

    def stop(self) -> None:
        """End all of it."""
        self.proxy.stop()
        for server in self.servers.values():
            _end(server)
        self.socket.close()


class Proxy:
    """nginx, by the configuration that a machine of its own gets, on ports that are free.

    :param folder: for what is written.
    :param site: the address at which the site listens.
    :param pocket: the files that it shows as the pocket's.
    """

    def __init__(self, folder: Path, site: str, pocket: Path = POCKET) -> None:
        self.folder, self.site, self.pocket = folder, site, pocket
        self.http, self.https = 0, 0
        self.running: subprocess.Popen[bytes] | None = None

    @property
    def host(self) -> str:
        return f"{NAME}:{self.https}"

    def start(self) -> None:
        """Come back once it answers.

        :raises RuntimeError: where it does not; what it said is in the message.
        """
        # A port that is free may be taken before the proxy has it.
        for _time in range(TRIED):
            if self._starts():
                return
        raise RuntimeError(f"nginx does not start: {(self.folder / 'log' / 'error.log').read_text()}")

    def _starts(self) -> bool:
        folder = self.folder
        self.http, self.https = _free_ports(2)
        for name in ("cache", "spool", "log"):
            (folder / name).mkdir(exist_ok=True)
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        asked = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={NAME}"
        files = ["-keyout", str(key), "-out", str(certificate)]
        subprocess.run(["openssl", *asked.split(), *files], check=True, capture_output=True)
        places = Places(
            NAME,
            host=self.host,
            certificate=str(certificate),
            key=str(key),
            challenges=str(folder / "challenges"),
            site=self.site,
            http=str(self.http),
            https=str(self.https),
            ipv6="on" if has_ipv6() else "off",
            user="root" if os.geteuid() == 0 else "nobody",  # which may read this folder; a machine has its own
            run=str(folder),
            spool=str(folder / "spool"),
            log=str(folder / "log"),
            cache=str(folder / "cache"),
            pocket=str(self.pocket),
        )
        file = folder / "nginx.conf"
        file.write_text(configuration(places))
        program = shutil.which("nginx") or "/usr/sbin/nginx"  # where Debian keeps it, off the path of most
        command = [program, "-c", str(file), "-e", str(folder / "log" / "error.log"), "-g", "daemon off;"]
        self.running = subprocess.Popen(command, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while self.running.poll() is None and time.monotonic() < until:
            with suppress(OSError), socket.create_connection((NAME, self.https), timeout=PATIENCE) as line:
                unproved().wrap_socket(line, server_hostname=NAME).close()
                return True
            time.sleep(0.05)
        self.stop()
        return False

    def stop(self) -> None:
        """End it."""
        if self.running:
            _end(self.running)


def _state(process: int) -> str:
    """The letter by which the system tells what a process is at."""
    return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]


def _end(running: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def unproved() -> ssl.SSLContext:
    """What takes the stage's certificate, which nobody vouches for."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def has_ipv6() -> bool:
    """Whether this machine has an address by IPv6 for itself."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def _free_ports(many: int) -> list[int]:
    with ExitStack() as held:
        probes = [held.enter_context(socket.create_server(("", 0))) for _port in range(many)]
        return [int(probe.getsockname()[1]) for probe in probes]


@contextmanager
def stage(*, durable: bool = False, pocket: Path = POCKET, **environment: str) -> Iterator[Stage]:
    """The whole of it, started.

    :param durable: whether what the database acknowledges outlives a power cut.
    :param pocket: the files that the proxy shows as the pocket's.
    :raises NotInstalled: where the database server's programs are not installed.
    :raises FileNotFoundError: where nginx is not.
    """
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory(prefix="carta-stage-")))
        database = parts.enter_context(cluster(durable=durable))
        built = Stage(folder, database, pocket, environment)
        parts.callback(built.stop)
        built.start()
        yield built


def main() -> int:
    """Serve until interrupted."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, frame: sys.exit(128 + number))
    try:
        with stage(durable=True) as built:
            print(f"Carta canta: {built.address}/ (a certificate of its own), without the proxy http://{built.site}/")
            print(f"What is written lies in {built.folder}. Ctrl+C ends it.", flush=True)
            signal.pause()
    except (NotInstalled, FileNotFoundError) as missing:
        print(f"Not to be staged, {missing!r}: {INSTALL}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
