"""Memories of programs in a contest: kept from game to game, and thrown away at its end.

After so many games it lies in a folder of their number. A game is played on a copy, which takes its
place before the result is kept: whoever is killed in between plays the game anew on the old one.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dragoman.arena.contest import Contest
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap


class Memory:
    """The memories of a contest of which so many games are kept in the file at ``path``.

    Raises:
        ActionRefused: if there is to be another game, and what was remembered is gone.
    """

    def __init__(self, path: Path, games: int, is_wanted: bool) -> None:
        self._root = path.with_name(f"{path.name}.memory")
        if games and is_wanted and not (self._root / str(games)).is_dir():
            raise ActionRefused(
                "memory-is-gone",
                "what programs remembered of this contest was thrown away at its end",
                "name another file, and all games at once",
            )
        if self._root.is_dir():
            for other in self._root.iterdir():
                if other.name != str(games):
                    shutil.rmtree(other)

    @contextmanager
    def during(self, game: int) -> Generator[Path]:
        """The folder for a game that is played now, until it is kept; then what was before is
        gone."""
        before, now = self._root / str(game), self._root / f"{game + 1}.now"
        before.mkdir(parents=True, exist_ok=True)
        shutil.copytree(before, now)
        yield now
        shutil.rmtree(before)

    def settle(self, game: int) -> None:
        """The game was played: what is remembered now counts."""
        (self._root / f"{game + 1}.now").rename(self._root / str(game + 1))

    def forget(self) -> None:
        """The contest is over."""
        shutil.rmtree(self._root, ignore_errors=True)


# Names and folders of players


def players_told(contest: Contest, players: Sequence[int]) -> FrozenMap[str, str]:
    """The player of each power, as everybody is told."""
    if not contest.known:
        return FrozenMap()
    names = (contest.entrants[one].name for one in players)
    return FrozenMap(zip(contest.powers, names, strict=True))


def memory_of(memory: str, entrant: int) -> str:
    """The folder in which an entrant remembers; it is there."""
    if not memory:
        return ""
    folder = Path(memory, str(entrant))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder.resolve())
