"""Keys of games that stand in no list: with its key, the address of one leads there; without, it is
as if there were none. So nobody finds them by counting."""

from __future__ import annotations

import hmac
from functools import cached_property
from typing import Final

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.settings import Entry
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_lists import may_find
from dragoman.judge.storage.signing import secret_of
from dragoman.judge.storage.tables import club_games, club_members, links, listings

with extra("judge"):
    import sqlalchemy as sa

_PURPOSE: Final = "game keys"
_LETTERS: Final = 24


class GameKeys:
    """The keys of a database's games, the same for all processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def key(self, game: int) -> str:
        """The key of a game.

        Raises:
            ActionRefused: if the database does not answer.
        """
        return hmac.digest(self._secret, str(game).encode(), "sha256").hex()[:_LETTERS]

    def fits(self, game: int, key: str) -> bool:
        """True if this is the key of a game."""
        return hmac.compare_digest(self.key(game).encode(), key.encode())

    def may_know(self, game: int, actor: Actor, code: str = "") -> bool:
        """True if somebody may know that there is a game: by the lists, by a part of his in it, by
        a club whose game it is. It takes as long as to look for one that does not exist. Where he
        has a code, that may be a link's; a code of the game's own is in its log alone, and has to
        be looked at there.

        Raises:
            ActionRefused: if the database does not answer.
        """
        if actor.is_moderator or actor.is_clock or actor.bot:
            return True
        found = may_find(actor, listings.c.game, listings.c.is_listed)
        if actor.user:
            shared = club_games.join(club_members, club_games.c.club == club_members.c.club)
            own = sa.select(club_games.c.game).select_from(shared)
            inside = club_members.c.role.in_(("head", "member"))
            found |= listings.c.game.in_(own.where(club_members.c.person == actor.user, inside))
        if code:
            found |= listings.c.game.in_(sa.select(links.c.game).where(links.c.code == code))
            found |= listings.c.summary["entry"].as_string() == Entry.CODE.value
        wanted = sa.select(listings.c.game).where(listings.c.game == game, found)
        with self._database.asking() as connection:
            return connection.execute(wanted).first() is not None

    @cached_property
    def _secret(self) -> bytes:
        return secret_of(self._database, _PURPOSE)
