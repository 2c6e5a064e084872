"""The games of a contest as a table for other programs: a row for each power of each game, as CSV
or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, cast

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.results_file import check_target
from dragoman.extras import extra
from dragoman.files import write_atomically
from dragoman.game import find_variant

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


def write_rows(contest: Contest, results: Iterable[GameResult], path: Path) -> None:
    """Write the table of a contest, game by game.

    Raises:
        OSError: if it cannot be written.
    """
    write, rows = _WRITERS[path.suffix.lower()], rows_of(contest, results)
    write_atomically(path, lambda file: write(rows, file))


def rows_of(contest: Contest, results: Iterable[GameResult]) -> Iterator[tuple[Any, ...]]:
    """A row of ``COLUMNS`` for each power of each game."""
    powers = tuple(find_variant(contest.variant).board.powers)
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
