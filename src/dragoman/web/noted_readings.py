"""Readings noted: what somebody is shown of a running game by a master's or an admin's right goes
into the audit log before it goes to him."""

from __future__ import annotations

from collections.abc import Callable

from dragoman.extras import extra
from dragoman.judge.storage.audit import note_reading
from dragoman.judge.storage.database import Database
from dragoman.judge.views.readings import audited, reading_book
from dragoman.refusal import ActionRefused
from dragoman.web.problems import Problem, told_to

with extra("judge"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class NotedReadings:
    """Writes what is about to be read into the audit log; where that cannot be written, the reason
    is answered in its place."""

    def __init__(self, app: ASGIApp, database: Callable[[], Database]) -> None:
        self._app, self._database = app, database

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_refused = False
        with reading_book() as book:

            async def sent(message: Message) -> None:
                nonlocal is_refused
                if is_refused:
                    return
                if book:
                    entries = audited(book)
                    book.clear()
                    try:
                        await run_in_threadpool(note_reading, self._database(), *entries)
                    except ActionRefused as refused:
                        is_refused = True
                        if message["type"] == "http.response.start":
                            problem = Problem((refused.diagnostic,))
                            request = Request(scope, receive)
                            answer = await run_in_threadpool(told_to, request, problem)
                            await answer(scope, receive, send)
                        else:  # a stream ends, and whoever follows it asks anew
                            await send({"type": "http.response.body", "body": b""})
                        return
                await send(message)

            await self._app(scope, receive, sent)
