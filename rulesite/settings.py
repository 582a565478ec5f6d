"""Settings of the site on a server; :mod:`rulesite.environment` lists what a machine may set in its environment."""

import os
import secrets
from contextlib import suppress
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import dj_database_url

from matches import links
from rulesite import common, environment, log, static_headers
from rulesite.common import *  # noqa: F403

VAR_DIR = common.BASE_DIR / "var"
"""What the running site makes for itself: its key, the static files, and the matches where no other database is set."""


_env = environment.read(os.environ)


def _kept_key() -> str:
    """The key of this installation, made on the first start. Two first starts at once agree on one."""
    path, draft = VAR_DIR / "secret_key", VAR_DIR / f"secret_key.{os.getpid()}"
    if not path.exists():
        VAR_DIR.mkdir(exist_ok=True)
        with open(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


DEBUG: bool = _env["DEBUG"]
SECRET_KEY = _env["SECRET_KEY"] or _kept_key()
ALLOWED_HOSTS: list[str] = _env["ALLOWED_HOSTS"]

INSTALLED_APPS = [*common.INSTALLED_APPS, "matches"]
MIDDLEWARE = [
    "rulesite.entrance.codings",
    # Before SecurityMiddleware: what it says of pages is dead weight on files, and slow links carry every header.
    "rulesite.static_headers.StaticFiles",
    *common.MIDDLEWARE,
]
ROOT_URLCONF = "rulesite.urls"
# Only matches are stored; rules and tools answer from their address alone, without sessions, cookies or database.
DATABASE_POOL: int = _env["DATABASE_POOL"]
DATABASES = {
    "default": dj_database_url.parse(_env["DATABASE_URL"] or f"sqlite:///{quote(str(VAR_DIR))}/matches.sqlite3")
}
_database = DATABASES["default"]
_options: dict[str, Any] = {}
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["ENGINE"] = "rulesite.sqlite"
    _database["CONN_MAX_AGE"] = None
    _database["CONN_HEALTH_CHECKS"] = True  # one whose file is gone is closed, not written to
    _options = {
        # A transaction that began by reading could not go on to write once another has written.
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        # WAL: who reads and who writes do not wait for each other. FULL: what was acknowledged outlives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=16777216",
    }
    _database["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
else:
    if _database["ENGINE"] == "django.db.backends.postgresql":
        _database["ENGINE"] = "rulesite.postgresql"
    _database["CONN_MAX_AGE"] = 0  # the pool keeps the connections
    _options = {
        "pool": {
            "min_size": 1,
            "max_size": DATABASE_POOL,
            # Seconds. A request that waits for a database that is away is told soon; one that is back is found as soon.
            "timeout": 1.5,
            "reconnect_timeout": 1.5,
        },
        "connect_timeout": 2,
        "tcp_user_timeout": 4000,
    }
_database["OPTIONS"] = _options | _database.get("OPTIONS", {})
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MATCHES_KEPT = timedelta(days=_env["MATCHES_KEPT_DAYS"])
MATCHES_WARNED = timedelta(days=14)
"""How long before a match is removed its pages say so."""
MATCHES_OPENED: str = _env["MATCHES_OPENED"]
JUDGE_SECONDS: str = _env["JUDGE_SECONDS"]
BODY_SECONDS: float = _env["BODY_SECONDS"]
LOG_REQUESTS: bool = _env["LOG_REQUESTS"]
METRICS_TOKEN: str = _env["METRICS_TOKEN"]
PROXIES: int = _env["PROXIES"]
PUBLIC_PORT: str = _env["PUBLIC_PORT"]
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "matches.pages.no_cookie"

TIME_ZONE: str = _env["TIME_ZONE"]
TODAY: str = _env["TODAY"]
PACKS = True
STATICFILES_DIRS = common.rooms("static")
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
POCKET_ROOT = VAR_DIR / "pocket" / "site"
"""Where ``make pocket`` puts what a browser can take along."""
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "rulesite.lean.LeanStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_MAX_AGE = 3600
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = static_headers.safe

if _env["HTTPS"]:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$"]  # asked from beside the site, where nothing is encrypted
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "discreet": {"()": "django.utils.log.CallbackFilter", "callback": links.without_tokens},
        "brief": {"()": "django.utils.log.CallbackFilter", "callback": log.in_one_line},
    },
    "formatters": {"bare": {"format": "%(message)s"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "filters": ["discreet"]},
        "requests": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "bare"},
    },
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"filters": ["brief"]},
        "django.security.TooManyFieldsSent": {"filters": ["brief"]},
        "psycopg.pool": {"level": "CRITICAL"},  # what it cannot do for a page is told there
        "rulesite": {"handlers": ["console"]},
        "rulesite.requests": {"handlers": ["requests"], "level": "INFO", "propagate": False},
        "games": {"handlers": ["console"]},
    },
}
