"""A judge: what every door opens by the address of a database."""

from __future__ import annotations

from dragoman.game import Find, find_variant
from dragoman.judge.accounts.accounts import Accounts
from dragoman.judge.accounts.mails import Site
from dragoman.judge.accounts.passwords import Passwords
from dragoman.judge.outbox.sending import Outbox
from dragoman.judge.storage.changes import Changes
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore


class Judge:
    """Everything a judge keeps. Any number of processes may open the same one.

    ``games`` are judged games and their commands, ``accounts`` people and how they are known,
    ``outbox`` what waits to be sent; ``changes`` tells what happens in games. ``site`` is where
    people reach it, for mails and passkeys; ``admin`` the address that is told of mails that could
    not be sent; ``kept`` how many games are remembered folded.
    """

    def __init__(
        self,
        address: str,
        find: Find = find_variant,
        site: Site | None = None,
        admin: str = "",
        passwords: Passwords | None = None,
        kept: int = 1000,
    ) -> None:
        self.database = Database(address)
        self.games = GameStore(self.database, find, kept)
        self.accounts = Accounts(self.database, site or Site(), passwords)
        self.outbox = Outbox(self.database, admin)
        self.changes = Changes(self.database)

    def close(self) -> None:
        """Let go of the database."""
        self.changes.close()
        self.database.close()
