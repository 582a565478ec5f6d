"""The proxy's configuration for one machine: ``python -m deploy.proxy carta.example > /etc/nginx/nginx.conf``."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEMPLATE = ROOT / "deploy" / "nginx.conf"
POCKET = ROOT / "var" / "pocket" / "site"
_PLACE = re.compile(r"\$CARTA_([A-Z]+)")


@dataclass(frozen=True)
class Places:
    """Where everything is. The defaults are those of Debian, with the site where ``deploy/README.md`` puts it."""

    name: str
    """The site's host name."""
    host: str = ""
    """The same with its port, where that is not HTTPS's own."""
    certificate: str = ""
    key: str = ""
    challenges: str = "/var/www/challenges"
    """Where whoever gives certificates finds the answer to what it asks."""
    site: str = "127.0.0.1:8000"
    """Where the site listens."""
    http: str = "80"
    https: str = "443"
    ipv6: str = "on"
    """Whether it listens by IPv6 as well; "off" where the machine has none."""
    user: str = "www-data"
    run: str = "/run"
    """For the number of the proxy's process."""
    spool: str = "/var/lib/nginx"
    """For bodies and answers that it is in the middle of."""
    log: str = "/var/log/nginx"
    cache: str = "/var/cache/nginx"
    """For the answers that it keeps."""
    static: str = str(ROOT / "var" / "static")
    pocket: str = str(POCKET)
    told: str = str(ROOT / "deploy" / "told")
    """The pages that it shows itself."""


def configuration(places: Places) -> str:
    """The configuration with these places in it.

    :raises ValueError: where a place is nothing that a configuration can hold.
    """
    given = {
        **vars(places),
        "host": places.host or places.name,
        "certificate": places.certificate or f"/etc/letsencrypt/live/{places.name}/fullchain.pem",
        "key": places.key or f"/etc/letsencrypt/live/{places.name}/privkey.pem",
    }
    for name, value in given.items():
        if not re.fullmatch(r"[\w./:@\[\]-]+", value):
            raise ValueError(f"{name}: {value!r} cannot stand in the configuration")
    template = TEMPLATE.read_text()
    if places.ipv6 == "off":
        template = re.sub(r"^ *listen \[::\].*\n", "", template, flags=re.MULTILINE)
    return _PLACE.sub(lambda found: given[found[1].lower()], template)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.proxy", description="Write the proxy's configuration.")
    parser.add_argument("name", help="the site's host name")
    for name, default in vars(Places("")).items():
        if name != "name":
            parser.add_argument(f"--{name}", default=default, help=default and f"{default} unless told")
    try:
        sys.stdout.write(configuration(Places(**vars(parser.parse_args(arguments)))))
    except ValueError as fault:
        parser.error(str(fault))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
