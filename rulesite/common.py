"""Settings of the site wherever it answers: on a server, and in a browser's pocket."""

from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent


def rooms(folder: str) -> list[Path]:
    """The folder of this name in the room of each game that has one."""
    return sorted((BASE_DIR / "games").glob(f"*/{folder}"))


INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rulesite",
    "games",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "rulesite.policy.Policy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "rulesite.entrance.Entrance",
    "rulesite.entrance.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
APPEND_SLASH = False  # Entrance redirects to the one spelling of an address; Django would redirect a POST too.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_600_000
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "matches" / "templates", *rooms("templates")],
        "OPTIONS": {
            "loaders": [("rulesite.templates.Kept", ["rulesite.templates.Loader"])],
            "context_processors": [
                "django.template.context_processors.request",
                "rulesite.context_processors.site",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "games.templatetags.cards",
                "games.templatetags.components",
                "rulesite.templatetags.rules",
            ],
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

# A worker may come from where scripts come from, without a word of its own: it would weigh on each page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],  # the icon
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
