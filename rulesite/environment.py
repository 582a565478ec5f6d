"""The environment variables that configure the site: one table of names, types, defaults and meanings."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from matches.rates import Rate

FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
HOST = re.compile(r"\*|\.?[a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\]", re.IGNORECASE)


def _read_flag(text: str) -> bool:
    return FLAGS[text.lower()]


def _read_hosts(text: str) -> list[str]:
    hosts = [host.strip() for host in text.split(",")]
    if not all(map(HOST.fullmatch, hosts)):
        raise ValueError
    return hosts


def _whole_number(least: int, most: int = 10**6) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise ValueError
        return number

    return read


def _read_seconds(text: str) -> float:
    seconds = float(text)
    if not (seconds > 0 and math.isfinite(seconds)):
        raise ValueError
    return seconds


def _read_rate(text: str) -> str:
    Rate.of(text)
    return text


def _read_port(text: str) -> str:
    return str(_whole_number(1, 65535)(text)) if text else ""


def _read_database(text: str) -> str:
    if text and dj_database_url.parse(text)["ENGINE"] not in ENGINES:
        raise ValueError
    return text


def _read_zone(text: str) -> str:
    ZoneInfo(text)
    return text


def _read_day(text: str) -> str:
    return date.fromisoformat(text).isoformat() if text else ""


@dataclass(frozen=True)
class Variable:
    """A variable of the environment.

    :ivar read: makes the setting's value of a text; raises any exception where it cannot.
    :ivar form: what a text has to be, for the error message.
    :ivar is_secret: whether an error message must not repeat the text.
    """

    default: str
    read: Callable[[str], Any]
    form: str
    meaning: str
    is_secret: bool = False


FLAG, NUMBER = "1 or 0", "a whole number, at least"
VARIABLES: dict[str, Variable] = {
    "SECRET_KEY": Variable("", str, "text", "Django's secret key; without it one is made and kept in var/", True),
    "DEBUG": Variable("0", _read_flag, FLAG, "Django's debug pages; never in public"),
    "ALLOWED_HOSTS": Variable(
        "127.0.0.1,localhost,[::1]",
        _read_hosts,
        "host names without scheme and port, commas between",
        "host names that the site answers to",
    ),
    "HTTPS": Variable("0", _read_flag, FLAG, "whether the site is behind HTTPS: redirects, HSTS"),
    "PROXIES": Variable("0", _whole_number(0), f"{NUMBER} 0", "how many proxies of ours are in front of the site"),
    "PUBLIC_PORT": Variable(
        "",
        _read_port,
        "a port",
        "port at which browsers reach the site, where no proxy of ours is in front of it and another port is mapped to"
        " the one it listens on",
    ),
    "DATABASE_URL": Variable(
        "",
        _read_database,
        "postgres://… or sqlite:///…",
        "where matches are stored; without it SQLite in var/",
        True,
    ),
    "DATABASE_POOL": Variable(
        "10", _whole_number(1), f"{NUMBER} 1", "connections to the database of each process, at most"
    ),
    "MATCHES_KEPT_DAYS": Variable(
        "365", _whole_number(1, 36500), f"{NUMBER} 1", "days without an entry after which a match is deleted"
    ),
    "MATCHES_OPENED": Variable("20/hour", _read_rate, "a rate such as 20/hour", "how many matches one client may open"),
    "JUDGE_SECONDS": Variable(
        "30/minute",
        _read_rate,
        "a rate such as 30/minute",
        "processor time in seconds that one client may have of the judge over HTTP; counted for all processes together"
        " in PostgreSQL, else by each",
    ),
    "BODY_SECONDS": Variable("10", _read_seconds, "seconds above 0", "how long a form may take to arrive"),
    "WORKERS": Variable("2", _whole_number(1), f"{NUMBER} 1", "processes that answer"),
    "LOG_REQUESTS": Variable(
        "0", _read_flag, FLAG, "a line of JSON for each request, without tokens, on standard output"
    ),
    "METRICS_TOKEN": Variable(
        "",
        str,
        "text",
        "what `Authorization: Bearer …` has to carry at /metrics; without it nobody may ask and nothing is counted",
        True,
    ),
    "TIME_ZONE": Variable(
        "UTC",
        _read_zone,
        "a time zone such as Europe/Rome",
        "in which times are shown where a browser runs no script",
    ),
    "TODAY": Variable("", _read_day, "a day such as 2026-12-24", "the day of the daily puzzle; without it the clock's"),
}


def read(environ: Mapping[str, str], *names: str) -> dict[str, Any]:
    """Return the values of variables by name, of all unless named; an empty variable has its default.

    :raises ImproperlyConfigured: for texts that cannot be read, and names all of them.
    """
    values, wrong = {}, []
    for name in names or VARIABLES:
        variable = VARIABLES[name]
        text = environ.get(name, "").strip() or variable.default
        try:
            values[name] = variable.read(text)
        except Exception:
            what = "its value" if variable.is_secret else repr(text)
            wrong.append(f"{name} must be {variable.form}, not {what}.")
    if wrong:
        raise ImproperlyConfigured("\n".join(["The environment cannot be read.", *wrong]))
    return values
