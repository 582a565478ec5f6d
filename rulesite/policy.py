"""The policy of what a page may load and run, sent with every answer."""

from __future__ import annotations

from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Policy(CSPMiddleware):
    """The library's, but that the policy of all pages is written once and not anew for each answer."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if any(name.startswith("_csp") for name in vars(response)):  # a page that has its own
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, _of_all_pages())
        return response


@cache
def _of_all_pages() -> str:
    return build_policy()
