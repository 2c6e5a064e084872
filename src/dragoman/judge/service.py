"""A judge: what every door opens by the address of a database."""

from __future__ import annotations

from dragoman.game import Find
from dragoman.judge.hooks.hooks import Hooks
from dragoman.judge.storage.changes import Changes
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.variant_store import VariantStore


class Judge:
    """Everything a judge keeps. Any number of processes may open the same one.

    ``games`` are judged games and their commands, ``changes`` tells what happens in them;
    ``variants`` are what games can be played on, ``hooks`` addresses that are called. ``site`` is
    where people reach the judge, for links. ``kept`` is how many games are remembered folded.
    """

    def __init__(
        self, address: str, find: Find | None = None, site: str = "", kept: int = 1000
    ) -> None:
        self.database = Database(address)
        self.variants = VariantStore(self.database)
        self.hooks = Hooks(self.database, site)
        self.games = GameStore(self.database, find or self.variants.find, kept, self.hooks.told)
        self.changes = Changes(self.database)

    def close(self) -> None:
        """Let go of the database."""
        self.changes.close()
        self.database.close()
