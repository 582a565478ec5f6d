"""Settings, from the environment where a machine differs; the defaults are those of one's own machine, and safe.

======================= ===================================================== ==========================
variable                meaning                                               default
======================= ===================================================== ==========================
``SECRET_KEY``          Django's secret key                                   made and kept in ``var/``
``DEBUG``               ``1``: Django's debug pages; never in public          off
``ALLOWED_HOSTS``       host names the site answers to, commas between        this machine's own
``HTTPS``               ``1``: the site stands behind HTTPS; redirects, HSTS   off
======================= ===================================================== ==========================
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from rulesite import static_headers

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
"""What the running site makes for itself; nothing in it is worth keeping but the key."""


def _flag(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


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


DEBUG = _flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or _kept_key()
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]").split(",")

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rulesite",
    "games",
]
MIDDLEWARE = [
    # Before SecurityMiddleware: what it says of pages is dead weight on files, and slow links carry every header.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "rulesite.urls"
WSGI_APPLICATION = "rulesite.wsgi.application"
# Every question is answered from its address alone: there are no accounts, no sessions and no database.
DATABASES: dict[str, object] = {}

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "rulesite.context_processors.site",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static", "games.templatetags.cards"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

LANGUAGE_CODE = "en"
LANGUAGES = [("it", "Italiano"), ("en", "English"), ("cs", "Čeština")]
LOCALE_PATHS = [BASE_DIR / "rulesite" / "locale"]
USE_I18N = True
USE_TZ = True
SITE_NAME = "Carta canta"
SITE_MOTTO = _("What is written settles the argument.")

CONTENT_DIR = BASE_DIR / "content"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "rulesite.lean.LeanStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_MAX_AGE = 3600
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = static_headers.safe

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if _flag("HTTPS"):
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {"django": {"handlers": ["console"], "level": "WARNING"}},
}
