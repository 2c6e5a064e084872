"""An event that is played on a judge, for tests: the judge's door, a director who types commands,
and players who come to their seats and are bots."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from dragoman.bots import View, random_legal
from dragoman.cli.app import app
from dragoman.judge.log.state import Stage
from dragoman.orders import write
from dragoman.tournament.log.state import Tournament
from tests.web.conftest import House

JUDGE = "http://judge"
DIRECTOR = 1
Type = Callable[..., Any]


class Door(httpx.BaseTransport):
    """The judge's door, for a client that knows nothing of tests."""

    def __init__(self, house: House) -> None:
        self._browser = house.browser()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        given = {"content": request.read(), "headers": dict(request.headers)}
        found = self._browser.request(request.method, str(request.url), **given)
        kept = {k: v for k, v in found.headers.items() if k.lower() != "content-encoding"}
        return httpx.Response(found.status_code, headers=kept, content=found.content)


def typing(house: House, folder: Path, patch: pytest.MonkeyPatch, preset: str) -> Type:
    """Types a command in the folder of an event; its data, or with ``refused`` what it says."""
    house.clock.now = datetime.now(UTC)
    patch.chdir(folder)
    patch.setenv("DRAGOMAN_JUDGE", JUDGE)
    patch.setenv("DRAGOMAN_TOKEN", house.token(DIRECTOR, "read", "play", "master"))
    patch.setattr(httpx, "Client", partial(httpx.Client, transport=Door(house)))
    (folder / "cup.toml").write_text(preset, "utf-8")

    def typed(line: str, refused: bool = False) -> Any:
        asked = ["tournament", *shlex.split(line), "--json"]
        done = CliRunner().invoke(app, asked)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert (done.exit_code == 2) == refused, done.output
        found = json.loads(done.stdout)
        return found["diagnostics"][0]["code"] if refused else found

    typed("new . --preset cup.toml")
    return typed


class Players:
    """The players of the event: each has an account, comes to his seats, and is a bot."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._games: set[int] = set()

    def come(self, calls: list[dict[str, Any]], games: dict[str, int]) -> None:
        for call in calls:
            seat = {"power": call["power"], "code": call["link"].rpartition("/")[2]}
            self._house.person(100 + call["player"]).do(games[call["board"]], "take-seat", **seat)

    def play(self, number: int) -> None:
        """Play a game to its end, phase by phase, as the director's word has it."""
        while (g := self._house.judge.games.load(number)).stage is Stage.RUNNING:
            for nth, power in enumerate(g.awaited):
                view = View(g.game.variant, g.game.position, power, 7 * number + nth)
                sheet = "\n".join(map(write, random_legal(view)))
                user = g.seats[power].user
                assert user is not None
                self._house.of_account(user).do(number, "save-orders", text=sheet)
            self._house.person(DIRECTOR).do(number, "process-now")


def games_of(t: Tournament, number: int) -> dict[str, int]:
    tables = t.rounds[number].tables.values()
    return {one.key: one.game[1] for one in tables if one.game is not None}
