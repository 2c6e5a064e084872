"""The web application that serves a judge, and the OpenAPI document of its API."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final, cast

from dragoman import __version__
from dragoman.extras import extra
from dragoman.judge.service import Judge
from dragoman.web import (
    admin,
    audit,
    board,
    circles,
    clubs,
    drawn_boards,
    events,
    game_files,
    games,
    invitations,
    lessons,
    maintenance,
    moderation,
    orders,
    own_account,
    people,
    power_wishes,
    preferences,
    press,
    results,
    sandboxes,
    sign_in,
    tab_judge,
    tokens,
    tournaments,
    turns,
    variants,
    webhooks,
)
from dragoman.web.callers import COOKIE, GUARD
from dragoman.web.game_keys import KeptKeys
from dragoman.web.limits import BodyLimit, Buckets, MapQueue, RequestLimits
from dragoman.web.news import News
from dragoman.web.noted_readings import NotedReadings
from dragoman.web.pages.all_pages import add_pages
from dragoman.web.problems import API, PROBLEM_TYPE, add_problems
from dragoman.web.responses import SecurityHeaders
from dragoman.web.route_index import RouteIndex
from dragoman.web.shared_buckets import SharedBuckets
from dragoman.web.web_state import WebState, right_now

with extra("judge"):
    from fastapi import FastAPI
    from fastapi.openapi.utils import get_openapi
    from starlette.middleware.cors import CORSMiddleware
    from starlette.middleware.gzip import GZipMiddleware


# Routes are added as they are: FastAPI makes those of a router that is included anew for each
# application, which takes most of a second.
_ROUTERS: Final = (
    games.router,
    orders.router,
    board.router,
    press.router,
    turns.router,
    tab_judge.router,
    sign_in.router,
    own_account.router,
    tokens.router,
    people.router,
    preferences.router,
    variants.router,
    drawn_boards.router,
    lessons.router,
    sandboxes.router,
    results.router,
    game_files.router,
    tournaments.router,
    power_wishes.router,
    events.router,
    webhooks.router,
    circles.router,
    clubs.router,
    invitations.router,
    maintenance.router,
    admin.router,
    moderation.router,
    audit.router,
)


def make_app(
    judge: Judge,
    *,
    limits: RequestLimits | None = None,
    origins: tuple[str, ...] = (),
    now: Callable[[], datetime] = right_now,
) -> FastAPI:
    """The application that serves a judge. ``origins`` are other sites whose pages may read what is
    answered to their visitors' tokens."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        yield
        state.news.close()

    chosen = limits or RequestLimits()
    buckets = Buckets() if judge.database.is_sqlite else SharedBuckets(judge.database)
    state = WebState(judge, News(judge.changes), chosen, buckets, MapQueue(chosen.map_work), now)
    app = FastAPI(
        title="Dragoman, the judge",
        version=__version__,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        # What is counted of requests is counted around all this (``running.request_monitor``).
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.web = state
    for router in _ROUTERS:
        app.router.routes += router.routes
    app.openapi = lambda: document(app)
    add_problems(app)
    add_pages(app)
    app.router.routes.insert(0, RouteIndex(app.router.routes))
    app.add_middleware(NotedReadings, database=lambda: app.state.web.judge.database)
    app.add_middleware(BodyLimit, limits=chosen)
    app.add_middleware(KeptKeys, is_https=state.is_https)
    app.add_middleware(SecurityHeaders, is_https=state.is_https)
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


# The OpenAPI document: complete, and always the same for the same program

_DESCRIPTION = """Games of Diplomacy and Machiavelli between people and programs. Whatever can be \
done in a game is one of the commands; whatever goes wrong is told as `application/problem+json` \
with diagnostics. See the page on the API."""


def document(app: FastAPI) -> dict[str, Any]:
    """The document, made once for each application."""
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
