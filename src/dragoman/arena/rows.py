"""The games of a contest as a table for other programs: a row for each power of each game, as CSV
or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

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


def write_rows(contest: Contest, results: Sequence[GameResult], path: Path) -> None:
    """Write the table of a contest.

    Raises:
        OSError: if it cannot be written.
    """
    write_atomically(path, _WRITERS[path.suffix.lower()](rows_of(contest, results)))


def rows_of(contest: Contest, results: Sequence[GameResult]) -> list[tuple[Any, ...]]:
    """A row of ``COLUMNS`` for each power of each game."""
    powers = tuple(find_variant(contest.variant).board.powers)
    return [
        (
            result.game,
            contest.round_of(result.game),
            contest.seed_of(result.game),
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
        for result in results
        for seat, power in enumerate(powers)
    ]


def _csv(rows: Sequence[tuple[Any, ...]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(
        [int(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows
    )
    return text.getvalue().encode()


def _arrow() -> tuple[Any, Any]:
    with extra("parquet"):
        import pyarrow  # pyright: ignore[reportMissingTypeStubs]
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

    return cast(Any, pyarrow), cast(Any, parquet)


def _parquet(rows: Sequence[tuple[Any, ...]]) -> bytes:
    arrow, parquet = _arrow()
    kinds = {int: arrow.int64(), str: arrow.string(), float: arrow.float64(), bool: arrow.bool_()}
    columns = [
        arrow.array([row[place] for row in rows], kinds[kind])
        for place, kind in enumerate(COLUMNS.values())
    ]
    content = io.BytesIO()
    parquet.write_table(arrow.Table.from_arrays(columns, names=list(COLUMNS)), content)
    return content.getvalue()


_WRITERS: Final[Mapping[str, Callable[[Sequence[tuple[Any, ...]]], bytes]]] = {
    ".csv": _csv,
    ".parquet": _parquet,
}
