"""A judge with people, and callers who speak to its door."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

from dragoman.web.limits import Rate, RequestLimits
from tests.web.contract import Contract

FREELY = RequestLimits(
    requests=Rate(10**6, 10**6),
    writes=Rate(10**6, 10**6),
    uploads=Rate(10**6, 10**6),
    explanations=Rate(10**6, 10**6),
    names=Rate(10**6, 10**6),
    sign_ins=Rate(10**6, 10**6),
)
"""For tests that ask faster than people do."""


class Clock:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 5, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)


class Browser:
    """Asks a program without a network, and keeps cookies."""

    def __init__(
        self, portal: BlockingPortal, app: FastAPI, contract: Contract, address: str = "10.0.0.1"
    ) -> None:
        self._portal = portal
        self._contract = contract
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 5000))
        self.client = httpx.AsyncClient(transport=transport, base_url="http://judge")

    def request(self, method: str, path: str, **given: Any) -> httpx.Response:
        answer = self._portal.call(partial(self.client.request, method, path, **given))
        self._contract.check(answer)
        return answer


@contextmanager
def portal() -> Iterator[BlockingPortal]:
    """An event loop in a thread, for programs that are asked."""
    with start_blocking_portal() as opened:
        yield opened


class Caller:
    """Somebody with a token, or a visitor without."""

    def __init__(self, client: Browser, token: str = "") -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.request(
            method, f"/api{path}", json=body, headers={**self.headers, **named}
        )

    def get(self, path: str, **headers: str) -> Any:
        answer = self("GET", path, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, game: int, command: str, **fields: Any) -> Any:
        """Give a command; it has to be carried out."""
        answer = self("POST", f"/games/{game}/commands/{command}", fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, game: int, command: str, **fields: Any) -> tuple[int, str]:
        """Give a command; it has to be refused: the status, and the code of what is wrong."""
        answer = self("POST", f"/games/{game}/commands/{command}", fields)
        assert answer.status_code >= 400, answer.text
        assert answer.headers["Content-Type"] == "application/problem+json"
        return answer.status_code, answer.json()["diagnostics"][0]["code"]
