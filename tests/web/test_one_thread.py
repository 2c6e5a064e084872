"""Routes whose work is done in one thread answer as FastAPI does, and leave to it what is wrong."""

import asyncio
from threading import get_ident
from typing import Annotated, Any

import httpx
import pytest
from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse

from dragoman.web.one_thread import OneThreadRoute, in_one_thread


class Sheet(BaseModel):
    text: str


def application(route_class: type[APIRoute], threads: set[int]) -> FastAPI:
    router, calls = APIRouter(route_class=route_class), list[str]()

    def called(name: str) -> str:
        threads.add(get_ident())
        calls.append(name)
        return name

    def plain() -> str:
        return called("who")

    @in_one_thread(plain)
    async def who() -> str:
        return plain()

    async def sight(wide: Annotated[int, Query(ge=1)] = 3) -> int:
        called("sight")
        return wide

    def both(one: Annotated[str, Depends(who)], wide: Annotated[int, Depends(sight)]) -> str:
        return f"{called('both')} {one} {wide}"

    @router.post("/games/{game}")
    def answer(
        request: Request,
        body: Sheet,
        game: Annotated[int, Path(ge=1)],
        found: Annotated[str, Depends(both)],
        again: Annotated[str, Depends(who)],
        if_match: Annotated[str, Header(max_length=5)] = "",
        late: bool = False,
    ) -> JSONResponse:
        told: list[Any] = [game, body.text, found, again, if_match, late, [*calls]]
        calls.clear()
        return JSONResponse([*told, request.url.path])

    app = FastAPI()
    app.router.routes += router.routes
    return app


def asked_of(app: FastAPI, path: str, **asked: Any) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://judge") as client:
            return await client.post(path, **asked)

    return asyncio.run(ask())


ASKED: dict[str, dict[str, Any]] = {
    "all as it should be": {"json": {"text": "A mun H"}},
    "values of every kind": {
        "json": {"text": ""},
        "params": {"wide": "7", "late": "yes"},
        "headers": {"If-Match": "abc"},
    },
    "no number": {"json": {"text": ""}, "params": {"wide": "many"}},
    "too small": {"json": {"text": ""}, "params": {"wide": "0"}},
    "too long": {"json": {"text": ""}, "headers": {"If-Match": "abcdef"}},
    "nothing": {},
    "no JSON": {"content": b"{", "headers": {"Content-Type": "application/json"}},
    "another kind": {"content": b"text=", "headers": {"Content-Type": "text/plain"}},
    "a field too few": {"json": {}},
    "another way to say it": {
        "content": b'{"text": "x"}',
        "headers": {"Content-Type": "application/json; charset=utf-8"},
    },
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("game", ["4", "0", "four"])
def test_answers_are_those_of_fastapi(asked: dict[str, Any], game: str) -> None:
    path = f"/games/{game}"
    found = asked_of(application(OneThreadRoute, set()), path, **asked)
    wanted = asked_of(application(APIRoute, set()), path, **asked)
    assert (found.status_code, found.json()) == (wanted.status_code, wanted.json())


def test_everything_is_called_once_and_in_one_thread() -> None:
    threads: set[int] = set()
    app = application(OneThreadRoute, threads)
    *_, calls, _ = asked_of(app, "/games/4", json={"text": ""}).json()
    assert calls == ["who", "sight", "both"]
    assert len(threads) == 1
