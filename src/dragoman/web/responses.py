"""Responses: security headers, tags of content, and what browsers keep for ever."""

from __future__ import annotations

import json
from collections.abc import Mapping
from gzip import compress
from hashlib import blake2b
from typing import Any, Final

from dragoman.extras import extra
from dragoman.remembered import Remembered
from dragoman.web.languages import Language

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import Response
    from starlette.datastructures import MutableHeaders
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# Security headers

HEADERS: Final = (
    # Pages bring a policy of their own; what the API answers is no page.
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cache-Control", "no-store"),
)
FRAMED: Final = "frame-ancestors *"
"""What the policy of a page says that may stand in frames of other sites."""


class SecurityHeaders:
    """Adds the headers that an answer has not set itself. ``is_https`` tells browsers to come by
    HTTPS alone from then on."""

    def __init__(self, app: ASGIApp, is_https: bool) -> None:
        self._app = app
        self._is_https = is_https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_framed = FRAMED in headers.get("Content-Security-Policy", "")
                for name, value in HEADERS:
                    if not (is_framed and name == "X-Frame-Options"):
                        headers.setdefault(name, value)
                if self._is_https:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        await self._app(scope, receive, sent)


# Responses with a tag of their content, so that nobody is sent twice what he has, and nobody
# overwrites what he has not seen


def tag_of(content: bytes) -> str:
    """The tag of what an answer holds. It depends on nothing else: a number that grew with the
    game would tell that somebody did something in secret."""
    return f'"{blake2b(content, digest_size=16).hexdigest()}"'


def is_named(tag: str, header: str | None) -> bool:
    """True if an ``If-Match`` or ``If-None-Match`` names a tag."""
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


# Content that browsers keep for ever, compressed

FOR_EVER: Final = "public, max-age=31536000, immutable"

_compressed: Remembered[bytes, bytes] = Remembered()


def packed(request: Request, content: bytes, kind: str, kept: str = FOR_EVER) -> Response:
    """An answer that is the same for everybody; ``kept`` is what is said of how long it holds, for
    ever where its address changes with it."""
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        known = _compressed.get(content)
        if known is None:
            known = compress(content, 9, mtime=0)
            _compressed.keep(content, known, len(content) + len(known))
        content = known
    return Response(content, 200, headers, kind)
