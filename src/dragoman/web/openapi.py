"""The OpenAPI document of the door: complete, and always the same for the same program."""

from __future__ import annotations

import json
from typing import Any, cast

from dragoman.extras import extra
from dragoman.web.callers import COOKIE, GUARD
from dragoman.web.problems import PROBLEM_TYPE

with extra("judge"):
    from fastapi import FastAPI
    from fastapi.openapi.utils import get_openapi

_DESCRIPTION = """Games of Diplomacy and Machiavelli between people and programs. Whatever can be \
done in a game is one of the commands; whatever goes wrong is told as `application/problem+json` \
with diagnostics. See the page on the API."""


def document(app: FastAPI) -> dict[str, Any]:
    """The document; made once for each program."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            routes=app.routes,
            description=_DESCRIPTION,
        )
        _tell_problems(made)
        _tell_security(made)
        app.openapi_schema = made
    return app.openapi_schema


def written(app: FastAPI) -> str:
    """The document as a file."""
    return json.dumps(document(app), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _tell_problems(made: dict[str, Any]) -> None:
    """Problems have a media type of their own, and FastAPI's own form of them is not used."""
    for operation in _operations(made):
        answers = operation["responses"]
        answers.pop("422", None)
        content = answers["4XX"]["content"]
        answers["4XX"] = {
            "description": "What was wrong, and how to mend it.",
            "content": {PROBLEM_TYPE: content["application/json"]},
        }
    for unused in ("HTTPValidationError", "ValidationError"):
        made["components"]["schemas"].pop(unused, None)


def _tell_security(made: dict[str, Any]) -> None:
    made["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": COOKIE,
            "description": f"Changes need the header `{GUARD}: 1` as well.",
        },
    }
    made["security"] = [{}, {"token": []}, {"session": []}]


def _operations(made: dict[str, Any]) -> list[dict[str, Any]]:
    paths = cast(dict[str, dict[str, dict[str, Any]]], made["paths"])
    return [operation for path in paths.values() for operation in path.values()]
