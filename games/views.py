"""Three of the four doors: a tool's page, its fragment, and the judge over HTTP."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page

from games.asks import Ask
from games.catalogue import GAMES
from games.judge import MAX_QUESTION, MAX_QUESTIONS, MAX_REQUEST, as_json, error, from_json, no_json, replies
from games.notation import NOTATIONS
from games.openapi import document
from games.questions import DRAFT, HOUSE


def asked(request: HttpRequest, kind: type[Ask[Any]]) -> Ask[Any]:
    """The question of an address, in the letters in which it says that it was typed, else in this language's."""
    own = NOTATIONS[get_language() or "en"]
    return kind(kind.from_address(request.GET), notation=NOTATIONS.get(request.GET.get("notation", ""), own))


def tool(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """A question as a page: blank, answered, or sent back with what is wrong and what was typed.

    The address is the question. ``notation`` in it says whose letters were typed, when they were not this language's;
    the answer to such an address is the same question in this language's letters. ``draft`` says that it has not been
    asked yet: it is shown as it is filled in, in either's letters, with neither answer nor fault.
    """
    if game not in GAMES or name not in GAMES[game].asks:
        raise Http404(name)
    ask = GAMES[game].asks[name]
    own = NOTATIONS[get_language() or "en"]
    if len(request.META["QUERY_STRING"]) > MAX_QUESTION:
        return render(request, "error.html", {"status": 422}, status=422)
    form = asked(request, ask)
    if form.is_crowded:
        return render(request, "error.html", {"status": 422}, status=422)
    form.is_draft = DRAFT in request.GET
    answered = form.is_valid() and not form.is_draft
    queries = {code: form.address(notation) for code, notation in NOTATIONS.items()} if form.is_bound else {}
    if form.is_draft:
        queries = {code: f"{query}&{DRAFT}=on" for code, query in queries.items() if query}
    elif request.GET and all(name.startswith(HOUSE) and name not in form.errors for name in request.GET):
        # A table that names its house rules has asked nothing yet.
        form, answered, queries = form.blank(), False, dict.fromkeys(NOTATIONS, request.GET.urlencode())
    query = queries.get(own.code)
    address = f"{request.path}?{query}" if query else request.path
    if form.notation is not own or not request.GET.keys().isdisjoint(ask.acts):
        return HttpResponseRedirect(address)
    is_fragment = bool(request.htmx) and not request.htmx.history_restore_request  # type: ignore[attr-defined]
    headline = form.headline() if answered else None
    reasons = list(form.sentences()) if answered else []
    context = {
        "ask": form,
        "answered": answered,
        "verdict": form.verdict if answered else None,
        "headline": headline,
        "reasons": reasons,
        "shared": form.shared(headline, reasons) if headline else "",
        "house_said": form.house_said() if answered else [],
        "turned": form.turned() if answered else [],
        "faults": [] if answered or not form.is_bound else form.faults(),
        "cures": {} if answered or not form.is_bound or form.is_draft else form.cures(),
        "summary": [] if answered or not form.is_bound else form.summary(),
        "here": game,
        "address": address,
        "is_fragment": is_fragment,
        "queries": queries,
    }
    template = "tool_fragment.html" if is_fragment else "tool.html"
    response = render(
        request, template, context, status=422 if form.is_bound and not answered and not form.is_draft else 200
    )
    if is_fragment:
        response.headers["HX-Push-Url"] = address
    return response


@csrf_exempt
@gzip_page
def description(request: HttpRequest) -> HttpResponse:
    """``GET /api/``: the judge described for programs (OpenAPI)."""
    if request.method == "OPTIONS":
        return _preflight("GET, HEAD")
    if request.method not in ("GET", "HEAD"):
        return _open(HttpResponseNotAllowed(["GET", "HEAD", "OPTIONS"]))
    return json_response(document(request.build_absolute_uri("/")), 200)


@csrf_exempt
def judge(request: HttpRequest) -> HttpResponse:
    """``POST /api/judge``: one question, or a list of them, as JSON.

    Status 200 for an answer and for a list of answers, 422 where a single question gets an error, 400 for what is no
    JSON, 413 for what is too large. Questions of a list for which no time is left get the error ``budget``.
    """
    if request.method == "OPTIONS":
        return _preflight("POST")
    if request.method != "POST":
        return _open(HttpResponseNotAllowed(["POST", "OPTIONS"]))
    lang = get_language() or settings.LANGUAGE_CODE
    if len(request.body) > MAX_REQUEST:
        message = _("A request may be at most %(limit)d bytes long.") % {"limit": MAX_REQUEST}
        return json_response(error("", "too-long", message), 413)
    try:
        sent = from_json(request.body)
        questions = sent if isinstance(sent, list) else [sent]
        if len(questions) > MAX_QUESTIONS:
            message = _("A list may have at most %(limit)d questions.") % {"limit": MAX_QUESTIONS}
            return json_response(error("", "too-many-questions", message), 413)
        answers = replies(questions, lang)
    except (ValueError, RecursionError):
        return json_response(no_json(), 400)
    if isinstance(sent, list):
        return json_response(answers, 200)
    return json_response(answers[0], 422 if "error" in answers[0] else 200)


def json_response(content: Any, status: int) -> HttpResponse:
    """Content as JSON that pages of any site may read."""
    return _open(HttpResponse(as_json(content), status=status, content_type="application/json"))


def _preflight(methods: str) -> HttpResponse:
    """What a browser asks before it lets a page of another site send JSON."""
    response = HttpResponse(status=204)
    response.headers["Access-Control-Allow-Methods"] = methods
    response.headers["Access-Control-Allow-Headers"] = "Content-Type, Accept-Language"
    response.headers["Access-Control-Max-Age"] = "86400"
    response.headers["Allow"] = f"{methods}, OPTIONS"
    return _open(response)


def _open(response: HttpResponse) -> HttpResponse:
    """Let pages of other sites read it: nothing here depends on who asks."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "Retry-After"
    return response
