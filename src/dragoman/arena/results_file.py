"""The file of a contest, and its games as CSV or Parquet.

The file has a line of JSON for what is played, and one for each game, added when it is over.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, cast

from dragoman.arena.contest import Contest, ContestGame
from dragoman.extras import extra
from dragoman.files import write_atomically
from dragoman.game import find_variant
from dragoman.refusal import ActionRefused

FORM: Final = 2
"""The version of the file: in its first line, with what was played."""
_LONGEST: Final = 1 << 24
"""Bytes of a line."""
_LAST_GAME: Final = 1_000_000_000
_LAST_YEAR: Final = 1_000_000


def read_results(contest: Contest, path: Path) -> list[ContestGame]:
    """The games of a contest that a file has; none if there is no file.

    Raises:
        ActionRefused: if it is of another contest, or damaged.
        OSError: if it cannot be read.
    """
    if not path.exists():
        return []
    lines = _lines(path)
    described = _head(path, lines)
    if described != contest.described():
        what = f"{path} has games of another contest: {_differences(described, contest)}"
        remedy = "name another file, or repeat what was said then"
        raise ActionRefused("another-contest", what, remedy)
    return _results(contest, path, lines)


def _differences(there: dict[str, Any], contest: Contest) -> str:
    """Differences between the contest of a file and this one."""
    here = contest.described()
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    return ", ".join(f"{name} {_shown(there.get(name))}" for name in names)


def _shown(value: object) -> str:
    return " ".join(map(str, cast("list[Any]", value))) if isinstance(value, list) else str(value)


def read_contest(path: Path) -> tuple[Contest, list[ContestGame]]:
    """A contest and its games from a file.

    Raises:
        ActionRefused: if it is damaged, or an entrant is not known.
        OSError: if there is none.
    """
    lines = _lines(path)
    described = _head(path, lines)
    try:
        contest = Contest.from_plain(described)
    except (ValueError, TypeError, AttributeError) as error:
        raise _no_results(path, f"it says no contest: {error}") from None
    return contest, _results(contest, path, lines)


def check_target(path: Path, kind: str, endings: Sequence[str]) -> None:
    """See that something can be written there, and that no contest is lost by it.

    Raises:
        ActionRefused: if the ending is of nothing of that kind, there is no such folder, or a
            folder or the results of a contest lie there.
    """
    if path.suffix.lower() not in endings:
        what = f"{path} is no name of {kind}"
        raise ActionRefused(
            "unknown-ending", what, f"name a file that ends in {' or '.join(endings)}"
        )
    if not path.absolute().parent.is_dir():
        what = f"there is no folder {path.parent}"
        raise ActionRefused("no-folder", what, "make it, or name another file")
    if path.is_dir():
        raise ActionRefused("is-a-folder", f"{path} is a folder", "name a file")
    if path.is_file() and _is_results(path):
        what = f"{path} has the games of a contest, which {kind} would take the place of"
        raise ActionRefused("has-results", what, "name another file")


def _is_results(path: Path) -> bool:
    try:
        _head(path, _lines(path))
    except ActionRefused:
        return False
    return True


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
        start = max(0, file.seek(0, os.SEEK_END) - _LONGEST)
        file.seek(start)
        content = file.read()
        if content.endswith(b"\n"):
            return
        end = content.rfind(b"\n") + 1
        if _is_whole(content[end:]):
            file.write(b"\n")
        else:
            file.truncate(start + end)


def add_results(path: Path, results: Sequence[ContestGame]) -> None:
    """Add games to a file, all of them or none: what was added is there, whoever is killed then.

    Raises:
        OSError: if it cannot be written; then the file is as it was.
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
                **({"years": result.years} if result.years else {}),
                **({"orders": result.orders} if result.orders else {}),
            }
        )
        for result in results
    ]
    with path.open("ab", buffering=0) as file:
        before = file.seek(0, os.SEEK_END)
        left = memoryview("".join(lines).encode())
        try:
            while left:  # a disk that is nearly full takes what it can, and says how much
                left = left[file.write(left) :]
        except BaseException:
            with suppress(OSError):
                file.truncate(before)
            raise


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data) + "\n"


def _lines(path: Path) -> Generator[bytes]:
    """The lines of a file, and the end of one that a kill in the middle has left left out."""
    with path.open("rb") as file:
        is_first = True
        while line := file.readline(_LONGEST):
            if is_first or line.endswith(b"\n") or len(line) == _LONGEST or _is_whole(line):
                yield line
            is_first = False


def _is_whole(line: bytes) -> bool:
    try:
        return isinstance(_parsed(line), dict)
    except ValueError:
        return False


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8"))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


_SAID: Final = Contest(()).described().keys()
"""The fields that the first line has at least."""


def _head(path: Path, lines: Generator[bytes]) -> dict[str, Any]:
    """The contest of the first line.

    Raises:
        ActionRefused: if it does not.
    """
    try:
        head = _parsed(next(lines, b""))
    except ValueError as error:
        is_empty = not path.stat().st_size
        raise _no_results(path, "it is empty" if is_empty else f"{error}") from None
    form = cast("dict[str, Any]", head).get("form") if isinstance(head, dict) else None
    described = cast("dict[str, Any]", head).get("contest") if isinstance(head, dict) else None
    if not isinstance(described, dict) or not cast("dict[str, Any]", described).keys() >= _SAID:
        raise _no_results(path, "its first line says no contest")
    if form != FORM:
        raise _no_results(path, f"it has the form {form}")
    return cast("dict[str, Any]", described)


def _no_results(path: Path, why: str) -> ActionRefused:
    return ActionRefused(
        "damaged-results", f"{path} is no file of an arena: {why}", "name another file"
    )


def _results(contest: Contest, path: Path, lines: Generator[bytes]) -> list[ContestGame]:
    """The games of a contest, in their sequence.

    Raises:
        ActionRefused: if a line is none of its games.
    """
    found: list[ContestGame] = []
    seats, most = contest.seats, len(find_variant(contest.variant).board.centers)
    for number, line in enumerate(lines, 2):
        try:
            found.append(_result(contest, seats, most, _parsed(line)))
        except ValueError as error:
            raise ActionRefused(
                "damaged-results",
                f"{path}, line {number}, is no game of this contest: {error}",
                "take the line out, and its game is played again; or name another file",
            ) from None
    return sorted(found, key=lambda one: one.game)


def _result(contest: Contest, seats: int, most: int, row: Any) -> ContestGame:
    """A game from its line.

    Raises:
        ValueError: if there cannot be such a game.
    """
    if not isinstance(row, dict):
        raise ValueError("it is not an object")
    said = cast("dict[str, Any]", row)
    game = _number(said, "game", 0, _LAST_GAME)
    players, centers, faults = (said.get(name, []) for name in ("players", "centers", "faults"))
    seated = contest.seating(game)
    if players != [*seated]:
        raise ValueError(f"game {game} is played by {_shown([*seated])}, not {_shown(players)}")
    if (
        not _are(int, centers)
        or len(centers) != seats
        or not 0 <= min(centers) <= max(centers) <= most
    ):
        raise ValueError(f"{_shown(centers)} are no centres of {seats} powers")
    if not _are(str, faults):
        raise ValueError(f"{_shown(faults)} are no faults")
    return ContestGame(
        game,
        seated,
        tuple(centers),
        _number(said, "winner", -1, seats - 1),
        _number(said, "year", 0, _LAST_YEAR),
        tuple(faults),
        _rows(said, "years", seats) if contest.counted else (),
        cast("tuple[tuple[int, int], ...]", _rows(said, "orders", 2)) if contest.counted else (),
    )


def _rows(said: dict[str, Any], name: str, width: int) -> tuple[tuple[int, ...], ...]:
    """Rows of so many numbers that a game has.

    Raises:
        ValueError: if it has none.
    """
    rows = said.get(name)
    if not isinstance(rows, list) or not all(
        _are(int, row) and len(row) == width and min(row) >= 0 for row in cast("list[Any]", rows)
    ):
        raise ValueError(f"{name} are no rows of {width} numbers")
    return tuple(map(tuple, cast("list[list[int]]", rows)))


def _number(row: dict[str, Any], name: str, least: int, most: int) -> int:
    value = row.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} is {value}, and no number from {least} to {most}")
    return value


def _are(kind: type, values: Any) -> bool:
    return isinstance(values, list) and all(type(one) is kind for one in cast("list[Any]", values))


# The games as a table for other programs: a row for each power of each game

COLUMNS: Final[Mapping[str, type]] = {
    "game": int,
    "round": int,
    "seed": int,
    "power": str,
    "entrant": int,
    "name": str,
    "centers": int,
    "share": float,
    "won": bool,
    "most": bool,
    "year": int,
    "fault": str,
}
"""``seed`` is where the game's random numbers come from, ``round`` what it belongs to, ``entrant``
the number of who played the power, ``year`` that of the position at the end, ``fault`` what went
wrong for the power."""


def check_rows(path: Path) -> None:
    """See that a table can be written there.

    Raises:
        ActionRefused: if not.
        MissingExtra: if the package for that kind is not installed.
    """
    check_target(path, "a table", (*_WRITERS,))
    if path.suffix.lower() == ".parquet":
        _arrow()


def write_rows(contest: Contest, results: Iterable[ContestGame], path: Path) -> None:
    """Write the table of a contest, game by game.

    Raises:
        OSError: if it cannot be written.
    """
    write, rows = _WRITERS[path.suffix.lower()], rows_of(contest, results)
    write_atomically(path, lambda file: write(rows, file))


def rows_of(contest: Contest, results: Iterable[ContestGame]) -> Iterator[tuple[Any, ...]]:
    """A row of ``COLUMNS`` for each power of each game."""
    powers = tuple(contest.powers)
    for result in results:
        game = result.game, contest.round_of(result.game), contest.seed_of(result.game)
        for seat, power in enumerate(powers):
            yield (
                *game,
                power,
                result.players[seat],
                contest.entrants[result.players[seat]].name,
                result.centers[seat],
                result.share(seat),
                result.winner == seat,
                result.is_top(seat),
                result.year,
                "; ".join(one for one in result.faults if one.partition(" ")[0] == power),
            )


def _csv(rows: Iterable[tuple[Any, ...]], file: IO[bytes]) -> None:
    text = io.TextIOWrapper(file, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(
        [int(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows
    )
    text.detach()


def _arrow() -> tuple[Any, Any]:
    with extra("parquet"):
        import pyarrow  # pyright: ignore[reportMissingTypeStubs]
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

    return cast(Any, pyarrow), cast(Any, parquet)


def _parquet(rows: Iterator[tuple[Any, ...]], file: IO[bytes]) -> None:
    arrow, parquet = _arrow()
    kinds = {int: arrow.int64(), str: arrow.string(), float: arrow.float64(), bool: arrow.bool_()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    with parquet.ParquetWriter(file, schema) as writer:
        while some := [*islice(rows, _AT_ONCE)]:
            columns = [
                arrow.array(column, field.type)
                for column, field in zip(zip(*some, strict=True), schema, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))


_AT_ONCE: Final = 70_000
"""So many rows of Parquet are a group."""
_WRITERS: Final[Mapping[str, Callable[[Iterator[tuple[Any, ...]], IO[bytes]], None]]] = {
    ".csv": _csv,
    ".parquet": _parquet,
}
