"""Passwords that somebody gave for one game alone, as at judges by mail.

They are worth less than those of accounts, which they say nothing of: whoever has one is believed
in that game and in no other. One that is too short for an account lets nobody in who is not known
already: from others it is a word more that has to be right.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.attempts import SIGN_IN_AS, SIGN_IN_FROM, SIGN_IN_THERE, take_attempts
from dragoman.judge.accounts.passwords import Passwords
from dragoman.judge.accounts.words import SHORTEST_PASSWORD, given_password
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import game_passwords

with extra("judge"):
    import sqlalchemy as sa


class GamePasswords:
    """The passwords of people in games."""

    def __init__(self, database: Database, passwords: Passwords) -> None:
        self._database, self._passwords = database, passwords

    def is_set(self, person: int, game: int) -> bool:
        """True if somebody has given a password for a game."""
        return self._kept(person, game) is not None

    def set(self, person: int, game: int, password: str) -> None:
        """Keep the password that somebody who is known gives for a game, in place of another."""
        kept = self._passwords.hash(given_password(password))
        row = {"person": person, "game": game, "password": kept}
        with self._database.writing() as connection:
            connection.execute(sa.delete(game_passwords).where(_of(person, game)))
            connection.execute(sa.insert(game_passwords), row)

    def fits(self, person: int, game: int, password: str) -> bool:
        """True if this is the password that somebody who is known gave for a game."""
        kept = self._kept(person, game)
        return kept is not None and self._passwords.fits(kept, given_password(password))

    def lets_in(self, person: int, game: int, password: str, came_from: str, now: datetime) -> bool:
        """True if whoever says this password, and is not known, may be believed in the game.

        Raises:
            ActionRefused: if there were too many attempts.
        """
        kept = self._kept(person, game)
        if kept is None or len(password) < SHORTEST_PASSWORD:
            return False
        key = _TRIED.format(person=person, game=game)
        limits = ((SIGN_IN_THERE, f"{key}\0{came_from}"), (SIGN_IN_FROM, came_from))
        take_attempts(self._database, now, *limits, (SIGN_IN_AS, key))
        return self._passwords.fits(kept, given_password(password))

    def _kept(self, person: int, game: int) -> str | None:
        wanted = sa.select(game_passwords.c.password).where(_of(person, game))
        with self._database.reading() as connection:
            return connection.execute(wanted).scalar()


_TRIED: Final = "game {game} of {person}"


def _of(person: int, game: int) -> sa.ColumnElement[bool]:
    return (game_passwords.c.person == person) & (game_passwords.c.game == game)
