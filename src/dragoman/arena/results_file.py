"""The file of a contest: a line of JSON for what is played, and one for each game, added when it is
over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from dragoman.arena.contest import Contest, GameResult
from dragoman.files import write_atomically
from dragoman.refusal import ActionRefused

FORM: Final = 2
"""The version of the file: in its first line, with what was played."""


def read_results(contest: Contest, path: Path) -> list[GameResult]:
    """The games of a contest that a file has; none if there is no file.

    Raises:
        ActionRefused: if it is of another contest, or damaged.
    """
    if not path.exists():
        return []
    described, results = _read(path)
    if described != contest.described():
        what = f"{path} has games of another contest: {_differences(described, contest)}"
        remedy = "name another file, or repeat what was said then"
        raise ActionRefused("another-contest", what, remedy)
    return results


def _differences(there: dict[str, Any], contest: Contest) -> str:
    """What was said otherwise when the games of a file were played."""
    here = contest.described()
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    return ", ".join(f"{name} {_shown(there.get(name))}" for name in names)


def _shown(value: object) -> str:
    return " ".join(cast("list[str]", value)) if isinstance(value, list) else str(value)


def read_contest(path: Path) -> tuple[Contest, list[GameResult]]:
    """A contest and its games from a file.

    Raises:
        ActionRefused: if it is damaged, or an entrant is not known.
        OSError: if there is none.
    """
    described, results = _read(path)
    return Contest.from_plain(described), results


def begin_results(contest: Contest, path: Path) -> None:
    """See that games can be added to a file: a new one says what is played, and of one that is
    there the beginning of a line is taken off that a kill in the middle has left.

    Raises:
        OSError: if it cannot be written.
    """
    if not path.exists():
        write_atomically(path, _line({"form": FORM, "contest": contest.described()}))
        return
    with path.open("rb+") as file:
        content = file.read()
        if content.endswith(b"\n"):
            return
        end = content.rfind(b"\n") + 1
        if _is_whole(content[end:].decode("utf-8", "replace")):
            file.write(b"\n")
        else:
            file.truncate(end)


def add_results(path: Path, results: Sequence[GameResult]) -> None:
    """Add games to a file, all in one piece: what was added is there, whoever is killed then.

    Raises:
        OSError: if it cannot be written.
    """
    lines = [
        _line(
            {
                "game": result.game,
                "players": result.players,
                "centers": result.centers,
                "winner": result.winner,
                "year": result.year,
                **({"faults": result.faults} if result.faults else {}),
            }
        )
        for result in results
    ]
    with path.open("ab", buffering=0) as file:
        file.write("".join(lines).encode())


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data) + "\n"


def _is_whole(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _read(path: Path) -> tuple[dict[str, Any], list[GameResult]]:
    try:
        *lines, last = path.read_text("utf-8").split("\n")
        if last and (_is_whole(last) or not lines):
            lines.append(last)  # else a kill in the middle has left it
        head, *rows = [json.loads(line) for line in lines]
        if head["form"] != FORM:
            raise ValueError(f"it has the form {head['form']}")
        described: dict[str, Any] = head["contest"]
        results = [
            GameResult(
                int(row["game"]),
                tuple(map(int, row["players"])),
                tuple(map(int, row["centers"])),
                int(row["winner"]),
                int(row["year"]),
                tuple(map(str, row.get("faults", ()))),
            )
            for row in rows
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise ActionRefused(
            "damaged-results", f"{path} is no file of an arena: {error}", "name another file"
        ) from None
    return described, sorted(results, key=lambda one: one.game)
