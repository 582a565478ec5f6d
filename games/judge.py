"""The judge: one question in, one answer out, as the public contract has it. Pages ask the same forms."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.fields import ChoiceField, SwitchField, Unread
from games.notation import NOTATIONS
from games.questions import HOUSE
from games.signals import given_up

MAX_QUESTION = 20_000
"""Bytes of one question."""
MAX_REQUEST = 1_000_000
"""Bytes of one request."""
MAX_QUESTIONS = 1_000
"""Questions in one request."""
BUDGET = 10.0
"""Seconds of processor time for all questions of one request over HTTP; a question that was begun is answered."""
ENVELOPE = ("game", "ask", "lang", "notation", "house")
"""What any question may hold beside the fields of its ask."""

Reply = dict[str, Any]
log = logging.getLogger(__name__)


def error(field: str, code: str, message: str, at: str = "") -> Reply:
    """An error in the shape of the contract."""
    found = {"field": field, "code": code, "message": message}
    return {"error": found | ({"at": at} if at else {})}


def reply_to_text(text: str | bytes, lang: str) -> Reply:
    """The answer to one question as JSON text; what is not JSON, or is too long, gets an error answer."""
    size = len(text.encode() if isinstance(text, str) else text)
    with translation.override(lang):
        if size > MAX_QUESTION:
            return too_long()
        try:
            question = from_json(text)
        except (ValueError, RecursionError):
            return no_json()
    return reply(question, lang)


def from_json(text: str | bytes) -> Any:
    """What the text says.

    :raises ValueError: where it is not JSON; NaN and Infinity, which Python would read, are refused too.
    :raises RecursionError: where it is nested too deep.
    """
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def no_json() -> Reply:
    return error("", "no-json", _("This is not JSON."))


def too_long() -> Reply:
    return error("", "too-long", _("A question may be at most %(limit)d bytes long.") % {"limit": MAX_QUESTION})


def replies(
    questions: Sequence[object], lang: str, budget: float = BUDGET, clock: Callable[[], float] = time.thread_time
) -> list[Reply]:
    """The answers to a list of questions, in order; those left when the budget is spent get the error ``budget``.

    :param budget: in seconds, as the clock counts them.
    """
    until = clock() + budget
    return [_answered(question, lang) if clock() < until else _spent(question, lang, budget) for question in questions]


def _answered(question: object, lang: str) -> Reply:
    if len(as_json(question)) > MAX_QUESTION:
        with translation.override(_language(question, lang) or lang):
            return too_long()
    return reply(question, lang)


def _spent(question: object, lang: str, budget: float) -> Reply:
    given_up.send(_spent, ask="judge")
    with translation.override(_language(question, lang) or lang):
        message = _("This request has used up its %(seconds)d seconds of processor time.")
        return error("", "budget", message % {"seconds": budget})


def as_json(content: Any) -> bytes:
    """The content as JSON; half a character, which JSON can name, cannot be sent."""
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")


def reply(question: object, lang: str) -> Reply:
    """The answer to one question, or its first error; ``lang`` is the language where the question names none.

    A fault of our own is logged and answered with the error ``internal``: a run of many questions goes on.
    """
    try:
        return _in_language(question, lang)
    except Exception:
        log.exception("question not answered: %.500r", question)
        with translation.override(lang):
            return error("", "internal", _("This question broke something at our end."))


def _in_language(question: object, lang: str) -> Reply:
    speaks = _language(question, lang)
    with translation.override(speaks or lang):
        if not isinstance(question, Mapping):
            return error("", "no-object", _("A question is a JSON object."))
        if not speaks:
            return _unknown("lang", question["lang"], [code for code, name in settings.LANGUAGES], "unknown-lang")
        return _reply(question)


def _language(question: object, lang: str) -> str:
    """The language that a question is to be answered in; nothing where it names one that is not spoken here."""
    named = question.get("lang", lang) if isinstance(question, Mapping) else lang
    return named if isinstance(named, str) and named in dict(settings.LANGUAGES) else ""


def _reply(question: Mapping[str, Any]) -> Reply:
    game, letters = question.get("game"), question.get("notation", "en")
    if "game" not in question:
        return _refuse_missing("game", list(GAMES), "unknown-game")
    if not isinstance(game, str) or game not in GAMES:
        return _unknown("game", game, list(GAMES), "unknown-game")
    if not isinstance(letters, str) or letters not in NOTATIONS:
        return _unknown("notation", letters, list(NOTATIONS), "unknown-notation")
    asks = GAMES[game].judged
    ask_name = question.get("ask")
    if "ask" not in question:
        return _refuse_missing("ask", list(asks), "unknown-ask")
    if not isinstance(ask_name, str) or ask_name not in asks:
        return _unknown("ask", ask_name, list(asks), "unknown-ask")
    ask = asks[ask_name]
    house = question.get("house", {})
    if not isinstance(house, Mapping):
        return error("house", "no-object", _("House rules are a JSON object: each by its name."))
    asked = {key: value for key, value in question.items() if key not in ENVELOPE}
    said = asked | {HOUSE + key: value for key, value in house.items()}
    form = ask(said, notation=NOTATIONS[letters])
    fields = form.judged_fields
    houses = [name for name in fields if name.startswith(HOUSE)]
    names = [name for name in fields if name not in houses]
    for key in asked:
        if key not in names:
            return _unknown(key, key, [*names, *ENVELOPE], "unknown-field")
    for key, value in house.items():
        field = fields.get(HOUSE + key)
        if field is None:
            rules = [name.removeprefix(HOUSE) for name in houses]
            return _unknown(HOUSE + key, key, rules, "unknown-field")
        if value is None and isinstance(field, SwitchField | ChoiceField):
            said[HOUSE + key] = "null"  # which a form could not tell from a rule that is not named
    for name in names:
        if asked.get(name) is None and fields[name].needed:
            return error(name, "required", str(fields[name].error_messages["required"]))
    if form.is_valid():
        return form.as_json()
    return _first_error(form.errors.as_data())


def _first_error(errors: dict[str, list[ValidationError]]) -> Reply:
    field, (first, *_more) = next(iter(errors.items()))
    params = first.params or {}
    message = first.in_full if isinstance(first, Unread) else first.messages[0]
    return error(str(params.get("path", field)), str(first.code), message, str(params.get("at", "")))


def _unknown(field: str, value: object, known: list[str], code: str) -> Reply:
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    message = _("“%(value)s” is not known. Known: %(known)s.") % {"value": text[:40], "known": ", ".join(known)}
    return error(field, code, message, text[:40])


def _refuse_missing(field: str, known: list[str], code: str) -> Reply:
    message = _("A question needs the field “%(field)s”. Known: %(known)s.")
    return error(field, code, message % {"field": field, "known": ", ".join(known)})
