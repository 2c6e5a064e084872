"""A contest carried out on any executor, and kept in a file from which it is taken up again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from pathlib import Path
from typing import Any, Final

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.playing import play_games
from dragoman.files import locked, write_atomically
from dragoman.refusal import ActionRefused

FORM: Final = 1
"""The version of the file: in its first line, with what was played."""


def run(
    contest: Contest,
    games: int,
    path: Path,
    executor: Executor,
    *,
    at_once: int = 7,
    told: Callable[[Sequence[GameResult]], None] | None = None,
) -> list[GameResult]:
    """Play so many games of a contest, those left out that the file has, and keep each lot of
    ``at_once`` in it as soon as it is played. ``told`` hears of all that were played so far. What
    a program that was killed had not kept is played anew, and comes out the same.

    Raises:
        ActionRefused: if the file is of another contest, is damaged, or a bot is not known.
        FolderInUse: if another program writes into the folder.
        OSError: if the file cannot be read or written.
    """
    with locked(path.parent, "an arena"):
        found = {result.game: result for result in read_results(contest, path)}
        missing = [game for game in range(games) if game not in found]
        lots = [missing[i : i + at_once] for i in range(0, len(missing), at_once)]
        waiting = [executor.submit(play_games, contest, lot) for lot in lots]
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
                found |= {result.game: result for result in done.result()}
                results = [found[game] for game in sorted(found)]
                write_atomically(path, _text(contest, results))
                if told is not None:
                    told(results)
        finally:
            for one in waiting:
                one.cancel()
    if failed is not None:
        raise failed
    return [found[game] for game in range(games)]


def read_results(contest: Contest, path: Path) -> list[GameResult]:
    """The games of a contest that a file has; none if there is no file.

    Raises:
        ActionRefused: if it is of another contest, or damaged.
    """
    if not path.exists():
        return []
    described, results = _read(path)
    if described != contest.described():
        raise ActionRefused(
            "another-contest",
            f"{path} has games of another contest: {described}",
            "name another file, or repeat what was said then",
        )
    return results


def read_contest(path: Path) -> tuple[Contest, list[GameResult]]:
    """A contest and its games from a file.

    Raises:
        ActionRefused: if it is damaged, or an entrant is not known.
        OSError: if there is none.
    """
    described, results = _read(path)
    return Contest.from_plain(described), results


def _read(path: Path) -> tuple[dict[str, Any], list[GameResult]]:
    try:
        head, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        if head["form"] != FORM:
            raise ValueError(f"it has the form {head['form']}")
        described: dict[str, Any] = head["contest"]
        results = [
            GameResult(
                int(row["game"]),
                int(row["seat"]),
                tuple(map(int, row["centers"])),
                int(row["winner"]),
                int(row["year"]),
            )
            for row in rows
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise ActionRefused(
            "damaged-results", f"{path} is no file of an arena: {error}", "name another file"
        ) from None
    return described, results


def _text(contest: Contest, results: Sequence[GameResult]) -> str:
    lines: list[dict[str, Any]] = [{"form": FORM, "contest": contest.described()}]
    lines += [
        {
            "game": result.game,
            "seat": result.seat,
            "centers": result.centers,
            "winner": result.winner,
            "year": result.year,
        }
        for result in results
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)
