"""Keys of games in addresses: ``/games/17?key=...`` leads to a game that stands in no list. A
browser that came by such an address, or by the link of a game, keeps the key."""

from __future__ import annotations

import re
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.storage.game_keys import GameKeys
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Request
    from starlette.datastructures import MutableHeaders
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

KEY: Final = "key"
"""The parameter of an address that has a key."""
_COOKIE: Final = "dragoman-games"
_MOST: Final = 40
_LONGEST: Final = 40
_KEPT: Final = 180 * 24 * 60 * 60
_ONE: Final = re.compile(r"(\d{1,10})\.(\w{1,40})")


def shown_by_key(request: Request, keys: GameKeys) -> frozenset[int]:
    """The game that the address of a request names, if whoever asks has its key: in the address,
    or kept in his browser."""
    named = request.path_params.get("game", "")
    if not str(named).isdecimal() or not 0 < int(named) <= LARGEST_ID:
        return frozenset()
    game = int(named)
    given = request.query_params.get(KEY, "")[:_LONGEST]
    if given and keys.fits(game, given):
        keep_key(request, game, given)
        return frozenset((game,))
    kept = _kept(request.cookies.get(_COOKIE, "")).get(game, "")
    return frozenset((game,)) if kept and keys.fits(game, kept) else frozenset()


def keep_key(request: Request, game: int, key: str) -> None:
    """Have the browser that asks keep the key of a game."""
    request.state.game_key = (game, key)


class KeptKeys:
    """Adds the cookie with the keys of games to an answer that adds one to them."""

    def __init__(self, app: ASGIApp, is_https: bool) -> None:
        self._app, self._is_https = app, is_https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            state: dict[str, Any] = scope.get("state") or {}
            if message["type"] == "http.response.start" and "game_key" in state:
                game, key = state["game_key"]
                kept = _kept(_sent_with(scope))
                if kept.pop(game, "") != key:
                    self._add(message, {**kept, game: key})
            await send(message)

        await self._app(scope, receive, sent)

    def _add(self, message: Message, keys: dict[int, str]) -> None:
        told = "~".join(f"{game}.{key}" for game, key in [*keys.items()][-_MOST:])
        attributes = f"Max-Age={_KEPT}; Path=/; HttpOnly; SameSite=Lax"
        secure = "; Secure" if self._is_https else ""
        headers = MutableHeaders(scope=message)
        headers.append("Set-Cookie", f"{_COOKIE}={told}; {attributes}{secure}")


def _kept(text: str) -> dict[int, str]:
    found = (_ONE.fullmatch(one) for one in text.split("~")[-_MOST:])
    return {int(one[1]): one[2] for one in found if one is not None}


def _sent_with(scope: Scope) -> str:
    """The cookie as it came."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookies = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                return ""
            return cookies[_COOKIE].value if _COOKIE in cookies else ""
    return ""
