"""Games that are over, as the tests of results need them: some played, most made up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.settings import Settings
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.results import write_result
from dragoman.judge.storage.tables import games
from dragoman.quick_dataclass import dataclass
from tests.judge.stores import NOW
from tests.judge.table import POWERS, seven


@dataclass(frozen=True, slots=True)
class End:
    """How a made-up game ends: who played the powers, in their order, who shares it, when."""

    users: tuple[int, ...]
    powers: tuple[str, ...]
    day: int
    variant: str = "standard"
    how: str = ""
    settings: tuple[tuple[str, object], ...] = ()


@cache
def _begun() -> JudgedGame:
    return seven(rated=True).g


def over(end: End) -> JudgedGame:
    """A game of seven that ended so."""
    g = _begun().copy()
    g.settings = Settings(
        **{"title": "Made up", "variant": end.variant, "rated": True} | dict(end.settings)  # type: ignore[arg-type]
    )
    for seat, user in zip(g.seats.values(), end.users, strict=True):
        seat.user = user
    g.stage = Stage.OVER
    g.ending = (end.how or ("victory" if len(end.powers) == 1 else "draw"), end.powers)
    g.ended = NOW + timedelta(days=end.day)
    return g


def going_on(end: End) -> JudgedGame:
    g = over(end)
    g.stage, g.ending, g.ended = Stage.RUNNING, None, None
    return g


class Over:
    """Results in a database, written as the store of games writes them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ends: dict[int, End] = {}

    def number(self) -> int:
        """A game that goes on."""
        row = {"title": "", "variant": "", "stage": "over", "version": 0}
        with self.database.writing() as connection:
            made = sa.insert(games).values(row).returning(games.c.id)
            return connection.execute(made).scalar_one()

    def end(self, end: End, number: int = 0) -> int:
        number = number or self.number()
        with self.database.writing() as connection:
            write_result(connection, number, going_on(end), over(end))
        self.ends[number] = end
        return number

    def roll_back(self, number: int) -> None:
        end = self.ends.pop(number)
        with self.database.writing() as connection:
            write_result(connection, number, over(end), going_on(end))


def drawn_game(
    store: GameStore, users: Sequence[int], now: datetime, **settings: object
) -> tuple[int, dict[str, int]]:
    """A rated game that was really played: one year-less draw of all; who had which power."""
    number, answer = store.create({"title": "Draw", "rated": True, **settings}, 1, now)
    assert number is not None, answer.told
    for user, power in zip(users, POWERS, strict=True):
        store.act(number, c.Join((power,)), Actor(user), now)
    store.act(number, c.Begin(), Actor(1), now)
    store.act(number, c.ProcessNow(), Actor(1), now)
    store.act(number, c.Propose("draw"), Actor(users[0]), now)
    for user in users[1:]:
        store.act(number, c.Vote(1, True), Actor(user), now)
    g = store.load(number)
    assert g.stage is Stage.OVER
    return number, {power: user for user, power in g.players.items()}
