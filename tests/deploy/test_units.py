"""What systemd is told, where a test has no systemd: settings without which a site was seen to hang, or to go away whole."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path

from django.conf import settings

UNITS = Path(settings.BASE_DIR) / "deploy" / "systemd"


def unit(name: str) -> ConfigParser:
    found = ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read_string((UNITS / name).read_text())
    return found


def test_a_server_that_starts_leaves_the_socket_as_the_others_need_it() -> None:
    """systemd makes a shared socket block at each start otherwise: who has accepted then waits to accept, and answers nobody."""
    assert unit("carta@.service")["Service"]["NonBlocking"] == "yes"


def test_a_server_that_cannot_start_takes_nobody_else_away() -> None:
    """After five starts in ten seconds systemd gives up, and fails the socket of all servers with the one."""
    assert unit("carta@.service")["Unit"]["StartLimitIntervalSec"] == "0"


def test_a_server_writes_nothing_that_is_served() -> None:
    service = unit("carta@.service")["Service"]
    assert service["ProtectSystem"] == "strict"
    assert "ReadWritePaths" not in service
