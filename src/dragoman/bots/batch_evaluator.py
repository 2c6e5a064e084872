"""The arrays on which one thread plays and searches on packed positions."""

from __future__ import annotations

from typing import Any, Final

from dragoman.bots.engine.forms import (
    FORESEEN,
    MET,
    MOST_SETS,
    PlayTables,
    SearchRoom,
    Temper,
    room_to_see,
)
from dragoman.bots.engine.rows import BatchEvaluator
from dragoman.bots.tables import play_tables
from dragoman.bots.value_files import no_net
from dragoman.native.grid import Grid, grid_of
from dragoman.rules.batch.batch import Batch

MOST_LISTED: Final = 1 << 14
"""How many legal orders a position may have."""
NOISY: Final = Temper(60, 3, 30)
"""How candidates of a search are drawn that are to differ."""


def evaluator_for(batch: Batch) -> BatchEvaluator:
    """The arrays of one thread for positions of a batch."""
    tables = in_arrays(play_tables(batch.board, batch.rule_set, batch.calendar))
    sight, work = room_to_see(tables, _column, _measures)
    provinces = tables.provinces
    rows = max(2 * provinces, tables.powers)
    return BatchEvaluator(
        room=batch.kernel_room(),
        tables=tables,
        sight=sight,
        work=work,
        codes=_column(provinces, "i4"),
        drawn=_column(provinces, "i4"),
        results=_column(provinces, "u1"),
        listed=_column(MOST_LISTED, "i4"),
        counts=_column(rows),
        dues=_column(rows, "i4"),
        state=_column(1),
        tempers=_column(3 * tables.powers),
    )


def in_arrays(tables: PlayTables) -> PlayTables:
    """The tables as compiled code takes them."""
    given: list[Any] = [
        one
        if isinstance(one, int)
        else grid_of("f8" if name in ("pull_now", "pull_later") else "i8", one)
        for name, one in tables._asdict().items()
    ]
    return PlayTables(*given)


def _column(shape: int | tuple[int, int], cell: str = "i8") -> Any:
    return Grid(cell, shape if isinstance(shape, tuple) else (shape,))


def _measures(length: int) -> Any:
    return Grid("f8", (length,))


def room_to_search(evaluator: BatchEvaluator) -> SearchRoom:
    """Room for the searches of one thread."""
    provinces, powers = evaluator.tables.provinces, evaluator.tables.powers
    listed: Any = evaluator.listed
    return SearchRoom(
        before=evaluator.room.row.copy(),
        row=evaluator.room.row.copy(),
        sets=_column((MOST_SETS, provinces), "i4"),
        own=_column(provinces, "i8"),
        score=_column(MOST_SETS, "f8"),
        sequence=_column(MOST_SETS, "i8"),
        held=_column(powers, "i8"),
        all_dumb=_column(powers, "i8"),
        one_dumb=_column(powers, "i8"),
        ways=_column(len(listed), "i4"),
        way_starts=_column(provinces + 1, "i8"),
        others=_column(provinces, "i4"),
        others_end=_column(1, "i8"),
        at=_column(provinces, "i8"),
        spent=_column(1, "i8"),
        next_state=_column(1, "i8"),
        evaluations=_column(1, "i8"),
        found=_column((powers, provinces), "i4"),
        of=_column((powers, provinces), "i8"),
        lengths=_column(powers, "i8"),
        way_of=_column(MOST_SETS, "i8"),
        gains=_column(len(listed), "f8"),
        tries=_column(len(listed), "f8"),
        end=_column(3, "i8"),
        net=no_net(),
        leaf=_column(1, "i8"),
        met=_column(MET, "i8"),
        values=_column(MET, "f8"),
        rounds=_column(1, "i8"),
        agreed=_column(provinces, "i8"),
        foreseen=_column((FORESEEN, provinces), "i4"),
        sums=_column(2 * MOST_SETS, "f8"),
        partner_values=_column(MET, "f8"),
        partner=_column(1, "i8"),
        goodwill=_column(1, "f8"),
        victory=_column(1, "i8"),
        chain=_column(provinces, "i8"),
    )


def room_for_outcomes(evaluator: BatchEvaluator, tries: int) -> Any:
    """Room for what every power comes to in so many tries: a row each."""
    return Grid("f8", (tries, evaluator.tables.powers))
