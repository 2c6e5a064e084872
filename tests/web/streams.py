"""Streams of a game's news, read while they go on."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from anyio import sleep_forever

from tests.patience import wait_until
from tests.web.conftest import House
from tests.web.people import Caller


@contextmanager
def listening(house: House, game: int, callers: dict[str, Caller]) -> Iterator[dict[str, str]]:
    """What the streams of a game tell, as they tell it."""
    told = dict.fromkeys(callers, "")
    news = house.app.state.web.news

    async def follow(name: str, caller: Caller) -> None:
        async def receive() -> dict[str, Any]:
            await sleep_forever()
            raise AssertionError

        async def send(message: MutableMapping[str, Any]) -> None:
            told[name] += message.get("body", b"").decode()

        headers = [(one.lower().encode(), text.encode()) for one, text in caller.headers.items()]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": f"/api/games/{game}/stream", "raw_path": b"",
            "query_string": b"", "root_path": "", "headers": headers,
            "client": ("10.0.0.1", 5000), "server": ("judge", 80), "state": {},
        }  # fmt: skip
        first = {"type": "http.request", "body": b"", "more_body": False}
        waiting = iter([first])

        async def once() -> dict[str, Any]:
            return next(waiting, None) or await receive()

        await house.app(scope, once, send)

    running = [house.portal.start_task_soon(follow, *one) for one in callers.items()]
    wait_until(lambda: all("ready" in one for one in told.values()))
    try:
        yield told
    finally:
        house.portal.call(news.close)
        for one in running:
            one.result(20)
