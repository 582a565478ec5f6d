"""What a request has to be before any page looks at it, and what is said where none of them can answer."""

from __future__ import annotations

import codecs
import logging
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware as DjangoLocaleMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.http import parse_header_parameters
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _

from games.judge import MAX_REQUEST, error
from games.views import json_response
from rulesite.spelling import respell

REFUSED = "rulesite.refused"
"""The key of a request's environment that says with which status it is refused, where that was decided before Django."""
LARGEST_BODY: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""Bytes: a match out of a file is the largest that is sent."""
LARGEST_FORM = 25_000
"""Bytes of every other form: more than a hand may have."""
LONGEST_LENGTH = 20
"""Digits of a length, noughts before it included."""
CODINGS = ("gzip", "br")
"""What answers are compressed by."""
LONGEST_PATH = 250
"""Characters: more than twice the longest address there is."""
READ_ONLY = ("GET", "HEAD")
"""Methods whose bodies, which nobody sends, are not read."""
RETRY = 5
"""Seconds after which it is worth to ask again."""
log = logging.getLogger(__name__)

Answering = Callable[[HttpRequest], HttpResponse]


def refusal(environ: Mapping[str, Any]) -> int:
    """The status with which a request is refused by its head alone; 0 where it is let in."""
    if REFUSED in environ:
        return int(environ[REFUSED])
    if len(environ["PATH_INFO"]) > LONGEST_PATH:
        return 414
    length = environ.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdecimal() and len(length) <= LONGEST_LENGTH):
        return 400
    if environ["REQUEST_METHOD"] in READ_ONLY:
        return 0
    if "HTTP_TRANSFER_ENCODING" in environ:
        return 411
    if int(length) > largest_body(environ["PATH_INFO"]):
        return 413
    return 400 if _is_decoded_oddly(environ.get("CONTENT_TYPE", "")) else 0


def _is_decoded_oddly(content_type: str) -> bool:
    """Return whether Django would decode the fields of a form by another charset than UTF-8.

    No browser asks for that; some charsets take minutes ("punycode") or are none for text ("zlib").
    """
    if not content_type.lower().lstrip().startswith("multipart/"):
        return False  # Django itself refuses other charsets of other forms.
    try:
        _type, parameters = parse_header_parameters(content_type)
        return codecs.lookup(parameters.get("charset", "utf-8")).name != "utf-8"
    except (LookupError, ValueError):
        return True


def largest_body(path: str) -> int:
    """Bytes that may be sent to an address."""
    return _large_bodies().get(path, LARGEST_FORM)


@cache
def _large_bodies() -> dict[str, int]:
    return {reverse("judge"): MAX_REQUEST} | dict.fromkeys(upload_paths(), LARGEST_BODY)


@cache
def upload_paths() -> frozenset[str]:
    """Return the addresses in all languages that take a match from a file."""
    paths = set()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            paths.add(reverse("restore_match"))
    return frozenset(paths)


def is_readable(environ: Mapping[str, Any]) -> bool:
    """Whether the body of a request is to be read at all."""
    return environ["REQUEST_METHOD"] not in READ_ONLY and not refusal(environ)


def codings(answering: Answering) -> Answering:
    """Leave of what a reader says to read the codings there are and that it does not refuse (``gzip;q=0``).

    A compressor looks for a word anywhere in it.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if said := request.META.get("HTTP_ACCEPT_ENCODING", ""):
            read = {coding.partition(";")[0].strip().lower() for coding in said.split(",") if not _is_refused(coding)}
            request.META["HTTP_ACCEPT_ENCODING"] = ", ".join(coding for coding in CODINGS if coding in read)
        return answering(request)

    return answer


def _is_refused(coding: str) -> bool:
    for parameter in coding.split(";")[1:]:
        name, _equals, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return float(value) <= 0
            except ValueError:
                return True
    return False


class Entrance:
    """Refuse what no page has to look at, redirect to the one spelling of an address, answer where the database cannot."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if status := refusal(request.META):
            return refused(request, status)
        if request.method not in READ_ONLY and _is_cut_off(request):
            return refused(request, 400, cut_off=True)
        if request.method in READ_ONLY and (address := respell(request)):
            return HttpResponse(status=301, headers={"Location": address, "Cache-Control": "no-store"})
        return self.answering(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The site's 503 where the database is away, full, locked, gone or damaged; other faults are not of its kind."""
        if type(exception) is not DatabaseError and not isinstance(
            exception, OperationalError | InterfaceError | InternalError
        ):
            return None
        log.error("The database does not answer: %s", " ".join(str(exception).split()))
        return refused(request, 503, no_database=True)


class LocaleMiddleware(DjangoLocaleMiddleware):
    """Django's middleware, which redirects to the address with a language only what can be asked again there.

    A redirected form would arrive as a GET, without what was typed.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code == 404 and request.method not in READ_ONLY:
            response.headers.setdefault("Content-Language", translation.get_language())
            return response
        return super().process_response(request, response)


def _is_cut_off(request: HttpRequest) -> bool:
    try:
        return len(request.body) < int(request.META.get("CONTENT_LENGTH") or 0)
    except UnreadablePostError:
        return True


def refused(request: HttpRequest, status: int, **why: bool) -> HttpResponse:
    """The answer to a request that no page answers: in the site's look, or as JSON where a program asked."""
    with translation.override(get_language_from_request(request, check_path=True)):
        if request.path_info.startswith("/api/") and status != 500:
            response = json_response(error("", *_for_programs(status, **why)), status)
        else:
            response = render(request, "error.html", {"status": status, "cut_off": status == 408} | why, status=status)
    if status == 503:
        response.headers["Retry-After"] = str(RETRY)
        response._has_been_logged = True  # type: ignore[attr-defined]  # a line for each would fill the log
    response.headers["Cache-Control"] = "no-store"
    return response


def _for_programs(status: int, cut_off: bool = False, no_database: bool = False) -> tuple[str, str]:
    """The code and the message of a refusal in the judge's shape."""
    match status:
        case 400 if not cut_off:
            return "bad-length", _("The Content-Length header is not a number of bytes.")
        case 411:
            return "no-length", _("A Content-Length header is required.")
        case 413:
            return "too-long", _("A request may be at most %(limit)d bytes long.") % {"limit": MAX_REQUEST}
        case 414:
            return "too-long", _("This address is too long.")
        case 503:
            return "busy", _("The server is busy. Try again in a few seconds.")
    return "cut-off", _("The connection dropped or was too slow, so only part of the request arrived.")
