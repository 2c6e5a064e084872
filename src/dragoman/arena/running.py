"""A contest carried out on any executor, and kept in a file from which it is taken up again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path
from typing import Final

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.hall import Hall
from dragoman.arena.memory import Memory
from dragoman.arena.playing import Played, play_games
from dragoman.arena.results_file import read_results, results_text
from dragoman.files import locked, write_atomically
from dragoman.quick_dataclass import dataclass

_AT_ONCE: Final = 7
Told = Callable[[Sequence[GameResult]], None]


def run(
    contest: Contest,
    games: int,
    path: Path,
    executor: Executor,
    *,
    at_once: int = _AT_ONCE,
    hall: Hall | None = None,
    told: Told | None = None,
) -> list[GameResult]:
    """Play so many games of a contest, those left out that the file has, and keep each lot of
    ``at_once`` in it as soon as it is played; where somebody plays over a socket, and where
    programs remember, each game. ``told`` hears of all that were played so far. What a program
    that was killed had not kept is played anew, and comes out the same.

    Records of games lie in ``records_of(path)``. What programs remember is kept from game to game,
    so these are played one after the other, and thrown away after the last one.

    Raises:
        ActionRefused: if the file is of another contest, is damaged, or a bot is not known.
        FolderInUse: if another program writes into the folder.
        OSError: if the file cannot be read or written.
    """
    with locked(path.parent, "an arena"):
        found = {result.game: result for result in read_results(contest, path)}
        missing = [game for game in range(games) if game not in found]
        book = _Book(contest, path, found, told)
        if contest.memory:
            memory = Memory(path, len(found), is_wanted=bool(missing))
            for game in missing:
                with memory.during(game) as folder:
                    wait = executor.submit(play_games, contest, [game], hall, str(folder))
                    played = wait.result()
                    memory.settle(game)
                    book.keep(played)
            memory.forget()
        else:
            size = 1 if contest.is_connected else at_once
            lots = [missing[i : i + size] for i in range(0, len(missing), size)]
            waiting = [executor.submit(play_games, contest, lot, hall) for lot in lots]
            _keep_all(waiting, book)
    return [found[game] for game in range(games)]


def records_of(path: Path) -> Path:
    """The folder in which the records of a contest's games lie."""
    return path.with_name(f"{path.name}.games")


def record_of(path: Path, game: int) -> Path:
    """The record of a game."""
    return records_of(path) / f"{game:05}.json"


@dataclass(frozen=True, slots=True)
class _Book:
    """Where results go."""

    contest: Contest
    path: Path
    found: dict[int, GameResult]
    told: Told | None

    def keep(self, played: Sequence[Played]) -> None:
        """Keep games; the records first, so that those of all results are there."""
        for one in played:
            if one.record:
                records_of(self.path).mkdir(exist_ok=True)
                write_atomically(record_of(self.path, one.result.game), one.record)
        self.found.update({one.result.game: one.result for one in played})
        results = [self.found[game] for game in sorted(self.found)]
        write_atomically(self.path, results_text(self.contest, results))
        if self.told is not None:
            self.told(results)


def _keep_all(waiting: Sequence[Future[list[Played]]], book: _Book) -> None:
    """Keep what is played as soon as it is there."""
    failed: BaseException | None = None
    try:
        for done in as_completed(waiting):
            if done.cancelled():
                continue
            if (error := done.exception()) is not None:
                failed = failed or error
                for one in waiting:  # what runs now is finished and kept
                    one.cancel()
                continue
            book.keep(done.result())
    finally:
        for one in waiting:
            one.cancel()
    if failed is not None:
        raise failed
