"""The program behind the judge's door."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Final

from dragoman import __version__
from dragoman.extras import extra
from dragoman.judge.service import Judge
from dragoman.web import (
    accounts,
    admin,
    board,
    boards,
    events,
    games,
    grounds,
    hooks,
    judged_boards,
    lesson_boards,
    mail_wishes,
    orders,
    own_look,
    press,
    programs,
    results,
    sandboxes,
    tournaments,
    turns,
    variants,
    whole_games,
)
from dragoman.web.brought_maps import Workroom
from dragoman.web.door import Door, right_now
from dragoman.web.headers import SecurityHeaders
from dragoman.web.limits import BodyLimit, Buckets, Limits
from dragoman.web.news import News
from dragoman.web.openapi import document
from dragoman.web.pages.all_pages import add_asked_most, add_pages
from dragoman.web.problems import API, ProblemShape, add_problems

with extra("judge"):
    from fastapi import FastAPI
    from starlette.middleware.cors import CORSMiddleware
    from starlette.middleware.gzip import GZipMiddleware

# Routes are tried one after the other, so those that are asked for all day come first: with
# accounts before games a third of a request's time went into finding its route. A game's page comes
# before all of these; the other pages come after them.
_ROUTERS: Final = (
    games.router,
    orders.router,
    board.router,
    press.router,
    turns.router,
    judged_boards.router,
    accounts.router,
    mail_wishes.router,
    own_look.router,
    programs.router,
    variants.router,
    grounds.router,
    lesson_boards.router,
    sandboxes.router,
    results.router,
    whole_games.router,
    boards.router,
    tournaments.router,
    events.router,
    hooks.router,
    admin.router,
)


def make_app(
    judge: Judge,
    *,
    limits: Limits | None = None,
    origins: tuple[str, ...] = (),
    now: Callable[[], datetime] = right_now,
) -> FastAPI:
    """The program that serves a judge. ``origins`` are other sites whose pages may read what is
    answered to their visitors' tokens."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        yield
        door.news.close()

    chosen = limits or Limits()
    door = Door(judge, News(judge.changes), chosen, Buckets(), Workroom(chosen.map_work), now)
    app = FastAPI(
        title="Dragoman, the judge",
        version=__version__,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.door = door
    add_asked_most(app)
    for router in _ROUTERS:
        app.include_router(router, prefix=API, responses={"4XX": {"model": ProblemShape}})
    app.openapi = lambda: document(app)
    add_problems(app)
    add_pages(app)
    app.add_middleware(BodyLimit, limits=chosen)
    app.add_middleware(SecurityHeaders, is_https=door.is_https)
    # What has been compressed stays as it is, and streams of news are let through as they come.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    if origins:
        # Never with cookies: another site's page does nothing for whoever is signed in here.
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "If-Match", "If-None-Match"],
            expose_headers=["ETag", "Location", "Retry-After"],
        )
    return app
