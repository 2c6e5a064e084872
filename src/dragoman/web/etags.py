"""Answers with a tag of what they hold, so that nobody is sent twice what he has, and nobody
overwrites what he has not seen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from dragoman.extras import extra
from dragoman.web.languages import Language

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import Response


def tag_of(content: bytes) -> str:
    """The tag of what an answer holds. It depends on nothing else: a number that grew with the
    game would tell that somebody did something in secret."""
    return f'"{blake2b(content, digest_size=16).hexdigest()}"'


def is_named(tag: str, header: str | None) -> bool:
    """Whether an ``If-Match`` or ``If-None-Match`` names a tag."""
    named = [one.strip().removeprefix("W/") for one in (header or "").split(",")]
    return tag in named or "*" in named


def json_bytes(data: Any) -> bytes:
    """Data as JSON, always the same for the same data."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def tagged(
    request: Request,
    content: bytes,
    media_type: str = "application/json",
    headers: Mapping[str, str] | None = None,
    language: Language | None = None,
) -> Response:
    """An answer with its tag; an empty one (304) to whoever has it already. ``language`` is the one
    in which its words are."""
    tag = tag_of(content)
    given = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
    if language is not None:
        given |= {"Content-Language": language.value, "Vary": f"{given['Vary']}, Accept-Language"}
    given |= headers or {}
    if is_named(tag, request.headers.get("If-None-Match")):
        return Response(status_code=304, headers=given)
    return Response(content, 200, given, media_type)
