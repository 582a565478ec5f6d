"""The judge described for programs: OpenAPI, made from the asks themselves."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings

from games.asks import Ask
from games.catalogue import GAMES
from games.fields import AskField, CardsField
from games.judge import BUDGET, MAX_QUESTION, MAX_QUESTIONS, MAX_REQUEST
from games.notation import NOTATIONS
from games.questions import HOUSE

ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["field", "code", "message"],
            "properties": {
                "field": {"type": "string", "description": "the field of the question, with a path where that helps"},
                "code": {"type": "string"},
                "message": {"type": "string"},
                "at": {"type": "string", "description": "the piece that is wrong, as it was written"},
            },
        }
    },
}
ANSWER = {
    "type": "object",
    "required": ["game", "ask", "rules", "because"],
    "properties": {
        "game": {"type": "string"},
        "ask": {"type": "string"},
        "rules": {
            "type": "array",
            "items": {"type": "string", "example": "murlan.follow"},
            "description": "the rulings that decide, most telling first; murlan.follow is the anchor /en/murlan/#follow",
        },
        "because": {"type": "string"},
    },
    "additionalProperties": True,
}


def question(ask: Ask[Any]) -> dict[str, Any]:
    """The schema of one kind of question."""
    properties: dict[str, Any] = {
        "game": {"const": ask.game},
        "ask": {"const": ask.name},
        "lang": {"enum": [code for code, name in settings.LANGUAGES]},
        "notation": {"enum": list(NOTATIONS), "default": "en"},
    }
    house, required = {}, ["game", "ask"]
    for name, field in ask.judged_fields.items():
        if name.startswith(HOUSE):
            house[name.removeprefix(HOUSE)] = field.schema
        else:
            properties[name] = described(field)
            if field.needed:
                required.append(name)
    properties["house"] = {"type": "object", "properties": house, "additionalProperties": False}
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def described(field: AskField) -> dict[str, Any]:
    """The schema of a field, with what its own question reads beyond it."""
    if isinstance(field, CardsField) and field.bare and "description" in field.schema:
        alone = "; where the suit does not matter, the rank alone (7) for a card of that rank that is not already named"
        return field.schema | {"description": field.schema["description"] + alone}
    return field.schema


def document(origin: str) -> dict[str, Any]:
    """The whole description, for a site that answers at this origin."""
    return _document() | {"servers": [{"url": origin.rstrip("/")}]}


@cache
def _document() -> dict[str, Any]:
    schemas: dict[str, Any] = {
        f"{game.name}.{name}": question(ask()) for game in GAMES.values() for name, ask in game.judged.items()
    }
    one = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in schemas]}
    schemas |= {"Question": one, "Answer": ANSWER, "Error": ERROR}
    reply = {"oneOf": [{"$ref": "#/components/schemas/Answer"}, {"$ref": "#/components/schemas/Error"}]}

    def content(schema: dict[str, Any]) -> dict[str, Any]:
        return {"application/json": {"schema": schema}}

    error = {"$ref": "#/components/schemas/Error"}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"{settings.SITE_NAME}: the judge",
            "version": "1",
            "description": "One question or a list of them; the answers that the site's own pages give. "
            f"A question holds {MAX_QUESTION} bytes at most, a request {MAX_REQUEST}, a list {MAX_QUESTIONS} questions. "
            f"All questions of a request together have {BUDGET:g} seconds of processor time; those left then get an "
            f"error of code budget. A client may use {settings.JUDGE_SECONDS.replace('/', ' seconds a ')}; beyond that "
            "the status is 429, and Retry-After says how many seconds to wait.",
        },
        "paths": {
            "/api/judge": {
                "post": {
                    "operationId": "judge",
                    "summary": "Ask the judge",
                    "requestBody": {
                        "required": True,
                        "content": content(
                            {
                                "oneOf": [
                                    {"$ref": "#/components/schemas/Question"},
                                    {
                                        "type": "array",
                                        "items": {"$ref": "#/components/schemas/Question"},
                                        "maxItems": MAX_QUESTIONS,
                                    },
                                ]
                            }
                        ),
                    },
                    "responses": {
                        "200": {
                            "description": "the answer, or a list with an answer or an error for each question",
                            "content": content({"oneOf": [reply, {"type": "array", "items": reply}]}),
                        },
                        "400": {
                            "description": "not JSON, or a Content-Length that is not a number",
                            "content": content(error),
                        },
                        "413": {"description": "too large", "content": content(error)},
                        "411": {"description": "no Content-Length", "content": content(error)},
                        "422": {"description": "a question that cannot be answered", "content": content(error)},
                        "429": {"description": "too often; see Retry-After", "content": content(error)},
                        "503": {"description": "busy; see Retry-After", "content": content(error)},
                    },
                }
            }
        },
        "components": {"schemas": schemas},
    }
