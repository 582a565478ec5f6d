"""Settings of the site in a browser's pocket: it answers one reader, from memory, and reaches nothing outside."""

import os
from pathlib import Path

from rulesite import common
from rulesite.common import *  # noqa: F403

DEBUG = False
SECRET_KEY = "there is nothing here to sign"
ALLOWED_HOSTS = ["*"]  # the browser asks for its own origin alone
INSTALLED_APPS = common.INSTALLED_APPS
MIDDLEWARE = common.MIDDLEWARE
ROOT_URLCONF = "pocket.urls"
DATABASES: dict[str, object] = {}
PACKS = False
PROXIES = 0
PUBLIC_PORT = ""
POCKET_ROOT = None
TIME_ZONE = "UTC"
TODAY = os.environ.get("TODAY", "")
STORAGES = {"staticfiles": {"BACKEND": "pocket.names.Names"}}
STATIC_NAMES = Path(os.environ.get("STATIC_NAMES") or common.BASE_DIR / "staticfiles.json")
"""What the server calls its static files, by the names that templates call them."""
JUDGE_SECONDS = os.environ.get("JUDGE_SECONDS", "30/minute")
"""What the server's description of itself says; in the pocket nobody is held back."""
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "ERROR"},
}
