"""Routes found by the parts of their paths are those that are found one after the other."""

import asyncio

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from dragoman.web.route_index import RouteIndex

PATHS = (
    "/games/new",
    "/games/{game}",
    "/games/{game}/map.svg",
    "/games/{game}/turns/{phase}",
    "/games/new/turns/{phase}",
    "/{name}.css",
    "/static/{file:path}",
    "/static/here",
    "/",
)
ASKED = (
    *("/", "/games/new", "/games/7", "/games/7/map.svg", "/games/7/turns/S1901M"),
    *("/games/new/turns/S1901M", "/pages.css", "/static/a/b.js", "/static/here", "/static/"),
    *("/games", "/games/", "//games/7", "/games/7/turns", "/nothing", "/games/7/turns/a/b"),
)


def application(is_indexed: bool) -> FastAPI:
    app, router = FastAPI(), APIRouter()
    for path in PATHS:
        router.add_api_route(path, lambda path=path: path, methods=["GET"], name=path)
    router.add_api_route("/games/{game}", lambda: "sent", methods=["POST"])
    app.router.routes += router.routes
    if is_indexed:
        app.router.routes.insert(0, RouteIndex(app.router.routes))
    return app


def answers(app: FastAPI, method: str) -> dict[str, tuple[int, str, httpx.Headers]]:
    async def ask() -> dict[str, tuple[int, str, httpx.Headers]]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://judge") as client:
            found = {path: await client.request(method, path) for path in ASKED}
        return {path: (one.status_code, one.text, one.headers) for path, one in found.items()}

    return asyncio.run(ask())


@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
def test_each_path_leads_where_it_led(method: str) -> None:
    assert answers(application(True), method) == answers(application(False), method)


def test_what_is_there_is_tried_by_nobody_else() -> None:
    app = application(False)
    found = answers(app, "GET")
    app.router.routes[:] = [RouteIndex(app.router.routes)]
    there = {path for path, (status, *_) in found.items() if status == 200}
    assert there == {path for path, (status, *_) in answers(app, "GET").items() if status == 200}
    assert len(there) > 8
