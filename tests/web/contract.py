"""Every answer that a test gets is compared with what the OpenAPI document promises."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import httpx
from fastapi import FastAPI
from jsonschema import Draft202012Validator, FormatChecker


class Contract:
    """The OpenAPI document of a program."""

    def __init__(self, app: FastAPI) -> None:
        self.document = app.openapi()
        self._routes = [
            (re.compile(re.sub(r"\{[^/]+\}", "[^/]+", path)), path)
            for path in sorted(self.document["paths"], key=lambda one: one.count("{"))
        ]
        self._validator = cache(self._make_validator)

    def check(self, answer: httpx.Response) -> None:
        """See that an answer is one that is promised."""
        method, path = answer.request.method.lower(), answer.request.url.path
        promised = self._promised(method, path)
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        if not path.startswith("/api"):  # pages promise nothing there
            # A judge that can only be read says so, and when to come again.
            is_told_when = answer.status_code == 503 and "Retry-After" in answer.headers
            assert answer.status_code < 500 or is_told_when, answer.text
            return
        if answer.status_code >= 400:
            assert kind == "application/problem+json", (path, kind)
            assert answer.status_code < 500 or answer.status_code == 503, answer.text
            self._validator("ProblemShape").validate(answer.json())
            return
        if promised is None or answer.status_code == 304:
            return
        assert str(answer.status_code) in promised["responses"], (path, answer.status_code)
        content = promised["responses"][str(answer.status_code)].get("content", {})
        assert kind in content if content else not answer.content, (path, kind)
        schema = content.get(kind, {}).get("schema", {})
        if kind == "application/json" and "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            self._validator(name).validate(answer.json())

    def _promised(self, method: str, path: str) -> Any:
        for pattern, name in self._routes:
            if pattern.fullmatch(path):
                return self.document["paths"][name].get(method)
        return None

    def _make_validator(self, name: str) -> Draft202012Validator:
        components = {"components": self.document["components"]}
        schema = {"$ref": f"#/components/schemas/{name}", **components}
        return Draft202012Validator(schema, format_checker=FormatChecker())
