"""A judge: what every door opens by the address of a database."""

from __future__ import annotations

from dragoman.game import Find, find_variant
from dragoman.judge.storage.changes import Changes
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore


class Judge:
    """Everything a judge keeps. Any number of processes may open the same one.

    ``games`` are judged games and their commands, ``changes`` tells what happens in them. ``kept``
    is how many games are remembered folded.
    """

    def __init__(self, address: str, find: Find = find_variant, kept: int = 1000) -> None:
        self.database = Database(address)
        self.games = GameStore(self.database, find, kept)
        self.changes = Changes(self.database)

    def close(self) -> None:
        """Let go of the database."""
        self.changes.close()
        self.database.close()
