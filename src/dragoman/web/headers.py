"""What every answer says to browsers: where it may be shown, and what may be taken from it."""

from __future__ import annotations

from typing import Final

from dragoman.extras import extra

with extra("judge"):
    from starlette.datastructures import MutableHeaders
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
                for name, value in HEADERS:
                    headers.setdefault(name, value)
                if self._is_https:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        await self._app(scope, receive, sent)
