"""A server that has just started warms up: what people will ask for first is made before anybody
waits for it. That are pages in every language, with their templates; the maps that are played on;
and the games that go on.

It is done in the background, a piece at a time. While somebody is being answered it pauses as long
as each piece took, so that whoever comes already has half of the processor.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.settings import BROUGHT
from dragoman.judge.log.state import Stage
from dragoman.judge.running.log_lines import log
from dragoman.judge.storage.tables import games, listings
from dragoman.values import FrozenMap
from dragoman.web.callers import ALL, Caller
from dragoman.web.drawn_boards import MapAsked, layers_of, plain_board
from dragoman.web.languages import ENGLISH
from dragoman.web.map_sight import MapSight
from dragoman.web.web_state import WebState
from dragoman.words import LANGUAGES

with extra("judge"):
    import sqlalchemy as sa
    from fastapi import FastAPI

_WINDOW: Final = (1440, 900)
_PAGES: Final = ("/", "/games", "/sign-in", "/nowhere")
"""Pages that many come by, and one that there is not."""

Work = Callable[[], Awaitable[object]]


async def warm_up(app: FastAPI, seconds: float, is_asked: Callable[[], bool]) -> None:
    """Make what people will ask for first, for so many seconds at the most. What goes wrong on the
    way is left to whoever asks for it. ``is_asked`` says whether somebody is being answered."""
    begun = time.monotonic()
    count = 0
    async for work in _pieces(app):
        at = time.monotonic()
        if at - begun > seconds:
            log().warning("the web server is ready before it is warm", seconds=seconds)
            return
        try:
            await work()
        except Exception as error:
            log().warning("something could not be made ahead", error=type(error).__name__)
        count += 1
        await asyncio.sleep(time.monotonic() - at if is_asked() else 0)
    log().info("the web server is warm", count=count, seconds=round(time.monotonic() - begun, 1))


async def _pieces(app: FastAPI) -> AsyncIterator[Work]:
    """The pieces that are made ahead, the most needed first."""
    state: WebState = app.state.web
    maps, shown, others = await asyncio.to_thread(_found, state)
    of_games = [f"/games/{one}{more}" for one in shown for more in ("", "?parts=true")]
    pages = [*_PAGES, *of_games]
    for language in LANGUAGES:
        for path in pages:
            yield lambda path=path, language=language: _ask(app, path, language)
    for number in maps:
        yield lambda number=number: asyncio.to_thread(_draw, state, number)
    for number in others:
        yield lambda number=number: asyncio.to_thread(state.judge.games.load, number)


def _found(state: WebState) -> tuple[list[int], list[int], list[int]]:
    """A game on each map that is played on, those that are played most first; two games whose pages
    all may see; and all that go on, those first that are due soonest.

    Raises:
        ActionRefused: if the database does not answer.
    """
    live = games.c.stage.in_((Stage.RUNNING.value, Stage.FORMING.value, Stage.PAUSED.value))
    known = ~games.c.variant.contains(BROUGHT)
    first = sa.func.min(games.c.id)
    maps = sa.select(first).where(live, known).group_by(games.c.variant)
    running = listings.c.is_listed & (listings.c.stage == Stage.RUNNING.value)
    shown = sa.select(sa.func.min(listings.c.game)).where(running).group_by(listings.c.variant)
    due = sa.select(games.c.id).where(games.c.stage == Stage.RUNNING.value)
    with state.judge.database.reading() as connection:
        return (
            list(connection.execute(maps.order_by(sa.func.count().desc())).scalars()),
            list(connection.execute(shown.order_by(sa.func.count().desc()).limit(2)).scalars()),
            list(
                connection.execute(
                    due.order_by(games.c.due).limit(state.judge.games.kept)
                ).scalars()
            ),
        )


def _draw(state: WebState, number: int) -> None:
    """Draw the map of a game, and what stands on it."""
    game = state.judge.games.load(number)
    position = game.game.position
    asked = MapAsked(
        state, game.settings.variant, game.game.variant, ENGLISH, sight=MapSight(window=_WINDOW)
    )
    plain_board(asked, position, layers_of(asked, position, FrozenMap()))


async def _ask(app: FastAPI, address: str, language: str) -> None:
    """Ask for a page as a visitor would, whom nobody counts."""
    path, _, query = address.partition("?")
    visitor = Caller(Actor(), ALL, "", "warming up")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
        "root_path": "", "client": None, "server": None, "state": {"caller": visitor},
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
    }  # fmt: skip

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        pass

    await app(scope, receive, send)
