"""The site as the pages' benchmark serves it: with an empty view beside it, under the same middleware."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.urls import path

from rulesite.asgi import application  # first: it makes the site ready
from rulesite.urls import urlpatterns as site

__all__ = ["application"]
urlpatterns = [path("en/empty/", lambda request: HttpResponse(b"")), *site]
settings.ROOT_URLCONF = __name__
