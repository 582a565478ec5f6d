"""How the site is, for whoever watches over it or sends it readers: whether it answers, and whether it can do all it is for."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from rulesite.rulebook import book


@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """``/healthz``: that this process answers, whatever else may be away."""
    return _told("ok\n", 200)


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """``/readyz``: whether database, tables and content are as they have to be, each in a line; 503 where one is not."""
    found = {name: check() for name, check in CHECKS.items()}
    text = "".join(f"{name}: {problem or 'ok'}\n" for name, problem in found.items())
    return _told(text, 503 if any(found.values()) else 200)


def _told(text: str, status: int) -> HttpResponse:
    response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)
    response.headers["Cache-Control"] = "no-store"
    if status == 503:
        response._has_been_logged = True  # type: ignore[attr-defined]  # whoever asks every second has read it here
    return response


def _database() -> str:
    """What keeps the database from answering; nothing where it does. More stands in the log, which nobody else reads."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return "does not answer"
    return ""


def _migrations() -> str:
    """What is to be migrated before matches are kept as this version of the site keeps them."""
    try:
        executor = MigrationExecutor(connection)
        steps = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, InterfaceError):
        return "unknown"
    return f"{len(steps)} to be applied" if steps else ""


def _content() -> str:
    """The games whose rules cannot be read in some language."""
    wrong = []
    for game in GAMES:
        try:
            for language, _name in settings.LANGUAGES:
                book(game).page(language)
        except Exception:  # whatever is wrong with a text
            wrong.append(game)
    return f"cannot be read: {', '.join(wrong)}" if wrong else ""


CHECKS: dict[str, Callable[[], str]] = {"database": _database, "migrations": _migrations, "content": _content}
"""What has to be in order, each by what is wrong with it."""
