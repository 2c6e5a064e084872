"""The board on a page of its own, served on a socket of this machine: for tests in a browser, and
to try it. ``python -m tests.web.trial_page`` serves a game, and prints where."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import uvicorn
from argon2 import PasswordHasher
from fastapi import Depends, FastAPI
from fastapi.responses import HTMLResponse, Response

from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.running.connections import KEPT_SECONDS
from dragoman.judge.service import Judge
from dragoman.web.app import make_app
from dragoman.web.callers import COOKIE, Caller, caller_of
from dragoman.web.web_state import right_now
from tests.web.people import FREELY

ROOT = Actor(is_admin=True)
PASSWORD = "correct horse battery"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
)
LOOKS = """:root{color-scheme:light dark}body{margin:0 auto;max-width:1180px;padding:8px;
font-family:system-ui,sans-serif}
main{display:grid;grid-template:"map" 70vh "say" auto/minmax(0,1fr)}
@media(prefers-color-scheme:dark){body{background:#14171b}}"""


def script() -> bytes:
    """The element as it is served."""
    return files("dragoman.web").joinpath("pages/static/dip-board.js").read_bytes()


@dataclass(frozen=True)
class Trial:
    """A judge with its door open."""

    judge: Judge
    address: str
    app: FastAPI
    now: Callable[[], datetime]

    def game(self, *, variant: str = "standard", **settings: object) -> tuple[int, dict[str, int]]:
        """A game that has begun, and who plays what. The account of ``1`` is its master."""
        judge, now = self.judge, self.now()
        master = self.account(1)
        wished = {"title": "A trial", "variant": variant, **settings}
        number, answer = judge.games.create(wished, master, now)
        assert number is not None, answer
        powers = tuple(judge.games.load(number).seats)
        for at in range(len(powers)):
            judge.act(number, c.Join(), Actor(self.account(11 + at)), now)
        judge.act(number, c.Begin(), Actor(master), now)
        g = judge.games.load(number)
        return number, {power: seat.user or 0 for power, seat in g.seats.items()}

    def account(self, number: int) -> int:
        people = self.judge.accounts.people
        name = f"Player {number}"
        names = people.names(frozenset(range(1, 100)))
        if found := next((one for one, given in names.items() if given == name), 0):
            return found
        mail = f"player{number}@dip.example"
        return people.create(ROOT, name, mail, PASSWORD, self.now())

    def name(self, account: int) -> str:
        return self.judge.accounts.people.names(frozenset({account})).get(account, "")

    def act(self, game: int, command: c.Command, account: int = 0) -> None:
        actor = Actor(account or self.account(1))
        answer = self.judge.act(game, command, actor, self.now())
        assert not answer.refused, answer

    def place(self, game: int, phase: str, units: dict[str, list[str]], **more: Any) -> None:
        """Put the position of a game as a test wants it."""
        position = {"phase": phase, "units": units, **more}
        self.act(game, c.SetPosition(position, "a test"))

    def session(self, account: int) -> Any:
        """The cookie of somebody who is signed in: without a password, for the judge lets nobody
        try one again and again."""
        secret = self.judge.accounts.sign_ins.begin(account, "a browser", self.now())
        return {"name": COOKIE, "value": secret, "url": self.address}

    def text(self, game: int, power: str) -> str:
        g = self.judge.games.load(game)
        sheet = g.sheets.get((power, str(g.phase)))
        return sheet.text if sheet is not None else ""


def _with_page(app: FastAPI) -> None:
    @app.get("/try/{game}", include_in_schema=False)
    def page(
        caller: Annotated[Caller, Depends(caller_of)], game: int, lang: str = "en", power: str = ""
    ) -> HTMLResponse:
        named = f' power="{escape(power)}"' if power else ""
        whose = f' data-account="{caller.actor.user}"'
        text = (
            f'<!doctype html><html lang="{escape(lang)}"{whose}><title>A trial</title>'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            '<link rel="stylesheet" href="/try.css">'
            '<script type="module" src="/static/dip-board.js"></script>'
            f'<main><dip-board game="{game}"{named}></dip-board></main></html>'
        )
        return HTMLResponse(text, headers={"Content-Security-Policy": POLICY})

    @app.get("/try.css", include_in_schema=False)
    def looks() -> Response:
        return Response(LOOKS, media_type="text/css")

    @app.get("/static/dip-board.js", include_in_schema=False)
    def element() -> Response:
        return Response(script(), media_type="text/javascript")


@contextmanager
def trial(folder: Path, now: Callable[[], datetime] = right_now) -> Iterator[Trial]:
    """A judge, its door, and the page, until the context ends."""
    quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    judge = Judge(f"sqlite:///{folder / 'judge.db'}", passwords=quick)
    judge.database.create()
    app = make_app(judge, limits=FREELY, now=now)
    # Before the pages of the judge, which may have an answer for every address.
    routes = list(app.router.routes)
    _with_page(app)
    added = [one for one in app.router.routes if one not in routes]
    app.router.routes[:] = [*added, *routes]
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="error",
            timeout_graceful_shutdown=1,
            timeout_keep_alive=KEPT_SECONDS,
            lifespan="on",
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Trial(judge, f"http://127.0.0.1:{listening.getsockname()[1]}", app, now)
    finally:
        server.should_exit = True
        thread.join(10)
        judge.close()


def main() -> None:
    import sys
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder, trial(Path(folder)) as t:
        game, who = t.game(variant=sys.argv[1] if len(sys.argv) > 1 else "standard")
        print(f"{t.address}/try/{game}; sign in by POST /api/session as:")
        for power, account in who.items():
            print(f"  {power}: {t.name(account)}, {PASSWORD}")
        threading.Event().wait()


if __name__ == "__main__":
    main()
