"""A judge: what every door opens by the address of a database."""

from __future__ import annotations

from dragoman.game import Find
from dragoman.judge.accounts.accounts import Accounts
from dragoman.judge.accounts.mails import Site
from dragoman.judge.accounts.passwords import Passwords
from dragoman.judge.hooks.hooks import Hooks
from dragoman.judge.outbox.sending import Outbox
from dragoman.judge.sandbox.sandbox_store import SandboxStore
from dragoman.judge.storage.changes import Changes
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.variant_store import VariantStore


class Judge:
    """Everything a judge keeps. Any number of processes may open the same one.

    ``games`` are judged games and their commands, ``changes`` tells what happens in them;
    ``sandboxes`` are people's private boards;
    ``variants`` are what games can be played on, ``accounts`` people and how they are known,
    ``hooks`` addresses that are called, ``outbox`` what waits to be sent. ``site`` is where people
    reach it, for links, mails and passkeys; ``admin`` the address that is told of mails that could
    not be sent; ``kept`` how many games are remembered folded.
    """

    def __init__(
        self,
        address: str,
        find: Find | None = None,
        site: Site | None = None,
        admin: str = "",
        passwords: Passwords | None = None,
        kept: int = 1000,
    ) -> None:
        self.database = Database(address)
        self.site = site = site or Site()
        self.variants = VariantStore(self.database)
        self.hooks = Hooks(self.database, site.address)
        self.games = GameStore(self.database, find or self.variants.find, kept, self.hooks.told)
        self.sandboxes = SandboxStore(self.database, find or self.variants.find)
        self.accounts = Accounts(self.database, site, passwords)
        self.outbox = Outbox(self.database, admin)
        self.changes = Changes(self.database)

    def close(self) -> None:
        """Let go of the database."""
        self.changes.close()
        self.database.close()
