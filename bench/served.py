"""The site as the pages' benchmark serves it: with an empty view beside it, under the same middleware."""

from __future__ import annotations

import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "rulesite.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402

from rulesite.urls import urlpatterns as site  # noqa: E402

urlpatterns = [path("en/empty/", lambda request: HttpResponse(b"")), *site]
settings.ROOT_URLCONF = __name__
application = get_wsgi_application()
