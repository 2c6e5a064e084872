"""A contest carried out on any executor, and kept in a file from which it is taken up again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from dragoman.arena.contest import Contest, ContestGame
from dragoman.arena.memory import Memory
from dragoman.arena.playing import Played, play_games
from dragoman.arena.results_file import add_results, begin_results, read_results
from dragoman.arena.table_game import Hall
from dragoman.files import locked, write_atomically
from dragoman.long_work import tell
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

_AT_ONCE: Final = 7
_MOST_AT_ONCE: Final = 70
_MOST_BATCHED: Final = 140
_AHEAD: Final = 1024
"""So many lots wait at most for somebody to play them."""
Told = Callable[[Sequence[ContestGame]], None]
Decided = Callable[[ContestGame], bool]


def run(
    contest: Contest,
    games: int,
    path: Path,
    executor: Executor,
    *,
    at_once: int | None = None,
    hall: Hall | None = None,
    told: Told | None = None,
    decided: Decided | None = None,
) -> list[ContestGame]:
    """Play so many games of a contest, those left out that the file has, and add each to it as soon
    as it is played. Games that take no time at all are played, and added, in lots of ``at_once``: a
    number that is chosen if none is given. ``told`` hears of all that were played so far. What a
    program that was killed had not kept is played anew, and comes out the same.

    ``decided`` is asked about each game in their sequence, however they were finished; no more are
    played once it says yes, and those up to there are what the contest came to.

    Records of games lie in ``records_of(path)``. What programs remember is kept from game to game,
    so these are played one after the other, and thrown away after the last one.

    Raises:
        ActionRefused: if the file is of another contest, is damaged, or a bot is not known; or if a
            process that plays games ends.
        FolderInUse: if another program writes into the folder.
        OSError: if the file cannot be read or written.
    """
    with locked(path.parent, "an arena"):
        found = {result.game: result for result in read_results(contest, path)}
        book = _Book(contest, path, games, found, told, decided)
        book.look()
        missing = [] if book.is_enough else [game for game in range(games) if game not in found]
        try:
            if contest.memory:
                memory = Memory(path, len(found), is_wanted=bool(missing))
                for game in missing:
                    if book.is_enough:
                        break
                    with memory.during(game) as folder:
                        wait = executor.submit(play_games, contest, [game], hall, str(folder))
                        played = wait.result()
                        memory.settle(game)
                        book.keep(played)
                memory.forget()
            else:
                size = at_once or _lot(contest, games)
                lots = (missing[i : i + size] for i in range(0, len(missing), size))
                _play_all(lots, lambda lot: executor.submit(play_games, contest, lot, hall), book)
        except BrokenExecutor as error:
            raise _ended_abruptly(error) from error
    return [found[game] for game in range(book.asked if book.is_enough else games)]


def _lot(contest: Contest, games: int) -> int:
    """The number of games that are played, and kept, at a time."""
    if contest.is_batched:
        return min(max(games // 20, _AT_ONCE), _MOST_BATCHED)
    return min(max(games // 100, _AT_ONCE), _MOST_AT_ONCE) if contest.is_quick else 1


def records_of(path: Path) -> Path:
    """The folder in which the records of a contest's games lie."""
    return path.with_name(f"{path.name}.games")


def record_of(path: Path, game: int) -> Path:
    """The record of a game."""
    return records_of(path) / f"{game:05}.json"


def thoughts_of(path: Path, game: int) -> Path:
    """The log of what bots thought in a game, beside its record."""
    return records_of(path) / f"{game:05}.thoughts.jsonl"


@dataclass(slots=True)
class _Book:
    """The file that results go to."""

    contest: Contest
    path: Path
    games: int
    found: dict[int, ContestGame]
    told: Told | None
    decided: Decided | None
    asked: int = 0
    """About so many games, the first ones, it was asked whether they decide."""
    is_enough: bool = False
    is_begun: bool = False
    played: int = 0
    """So many games were played now, and were not there before."""

    def keep(self, played: Sequence[Played]) -> None:
        """Keep games; the records first, so that those of all results are there."""
        for one in played:
            if one.record:
                records_of(self.path).mkdir(exist_ok=True)
                if one.thoughts:
                    write_atomically(thoughts_of(self.path, one.result.game), one.thoughts)
                write_atomically(record_of(self.path, one.result.game), one.record)
        if not self.is_begun:
            begin_results(self.contest, self.path)
            self.is_begun = True
        add_results(self.path, [one.result for one in played])
        self.found.update({one.result.game: one.result for one in played})
        self.played += len(played)
        tell("Playing games", self.played, self.played + self.games - len(self.found))
        self.look()
        if self.told is not None:
            self.told([self.found[game] for game in sorted(self.found)])

    def look(self) -> None:
        """See whether the games that are there decide."""
        if self.decided is None:
            return
        while not self.is_enough and self.asked < self.games and self.asked in self.found:
            self.is_enough = self.decided(self.found[self.asked])
            self.asked += 1


def _play_all(
    lots: Iterator[list[int]],
    submit: Callable[[list[int]], Future[list[Played]]],
    book: _Book,
) -> None:
    """Have all lots played, and keep each as soon as it is there."""
    failed: BaseException | None = None
    done = SimpleQueue[Future[list[Played]]]()
    waiting: set[Future[list[Played]]] = set()

    def ask_for(lot: list[int]) -> None:
        future = submit(lot)
        waiting.add(future)
        future.add_done_callback(done.put)

    try:
        for lot in islice(lots, _AHEAD):
            ask_for(lot)
        while waiting:
            future = done.get()
            waiting.discard(future)
            if future.cancelled():
                continue
            if (error := future.exception()) is not None:
                failed = failed or error
            else:
                book.keep(future.result())
            if failed is not None or book.is_enough:
                for one in tuple(waiting):  # what runs now is finished and kept
                    one.cancel()
            elif (lot := next(lots, None)) is not None:
                ask_for(lot)
    finally:
        for one in tuple(waiting):
            one.cancel()
    if failed is not None:
        raise failed


def _ended_abruptly(error: BrokenExecutor) -> ActionRefused:
    return ActionRefused(
        "process-ended",
        f"a process in which games were played ended abruptly: {str(error).rstrip('.')}",
        "see whether a bot ends it, memory ran out or a cluster was stopped; what was played is "
        "kept, and the same command goes on with the rest",
    )
