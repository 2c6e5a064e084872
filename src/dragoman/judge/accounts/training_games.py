"""Games that programs may learn from: those that are over, of players who all agreed."""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom
from typing import Final

from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.formats import write_saved_game
from dragoman.game import Ending, Game, Pending
from dragoman.judge.accounts.training import agreed
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.tables import games

with extra("judge"):
    import sqlalchemy as sa

_HOW: Final = {"victory": "victory", "concession": "concession"}


def training_games(store: GameStore) -> Iterator[str]:
    """Each such game as the ``diplomacy`` package saves it, on one line: positions, orders and the
    result, by power. There are no names, no press, no times and no numbers of games in it, and the
    games come in no particular sequence. Games of Machiavelli, for which such files have no room,
    and those in which nothing was judged are left out.

    Raises:
        ActionRefused: if the database does not answer.
    """
    over = sa.select(games.c.id).where(games.c.stage == Stage.OVER.value)
    with store.database.reading() as connection:
        numbers = [*connection.execute(over).scalars()]
    SystemRandom().shuffle(numbers)
    given = 0
    for number in numbers:
        g = store.load(number)
        with store.database.reading() as connection:
            may_be_given = _players(g) <= agreed(connection)
        if g.stage is Stage.OVER and g.history and may_be_given:
            try:
                line = write_saved_game(_whole(g), f"game {given + 1}")
            except DragomanError:
                continue
            given += 1
            yield line


def _whole(g: JudgedGame) -> Game:
    """The game, ended as it ended on the judge. What was on file for a phase that was never judged
    is not in it."""
    assert g.ending is not None
    how, powers = g.ending
    game = Game(g.game.variant, g.game.rule_set, g.game.start)
    for resolution in g.history:
        game.adopt(resolution)
    if powers:
        game.restore(Pending(), Ending(_HOW.get(how, "draw"), powers))
    return game


def _players(g: JudgedGame) -> set[int]:
    """Everybody who ever had a seat."""
    return {
        user for seat in g.seats.values() for user in (seat.user, *seat.past) if user is not None
    }
