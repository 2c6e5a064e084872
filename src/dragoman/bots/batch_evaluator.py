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
from dragoman.extras import extra
from dragoman.rules.batch.batch import Batch

with extra("fast"):
    import numpy as np

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
        codes=_column(provinces, np.int32),
        drawn=_column(provinces, np.int32),
        results=_column(provinces, np.uint8),
        listed=_column(MOST_LISTED, np.int32),
        counts=_column(rows),
        dues=_column(rows, np.int32),
        state=_column(1),
        tempers=_column(3 * tables.powers),
    )


def in_arrays(tables: PlayTables) -> PlayTables:
    """The tables as compiled code takes them."""
    given: list[Any] = [
        one
        if isinstance(one, int)
        else np.array(one, np.float64 if name in ("pull_now", "pull_later") else np.int64)
        for name, one in tables._asdict().items()
    ]
    return PlayTables(*given)


def _column(shape: int | tuple[int, int], kind: type[np.number[Any]] = np.int64) -> Any:
    return np.zeros(shape, kind)


def _measures(length: int) -> Any:
    return np.zeros(length, np.float64)


def room_to_search(evaluator: BatchEvaluator) -> SearchRoom:
    """Room for the searches of one thread."""
    provinces, powers = evaluator.tables.provinces, evaluator.tables.powers
    listed: Any = evaluator.listed
    return SearchRoom(
        before=np.zeros_like(evaluator.room.row),
        row=np.zeros_like(evaluator.room.row),
        sets=_column((MOST_SETS, provinces), np.int32),
        own=_column(provinces, np.int64),
        score=_column(MOST_SETS, np.float64),
        sequence=_column(MOST_SETS, np.int64),
        held=_column(powers, np.int64),
        all_dumb=_column(powers, np.int64),
        one_dumb=_column(powers, np.int64),
        ways=_column(len(listed), np.int32),
        way_starts=_column(provinces + 1, np.int64),
        others=_column(provinces, np.int32),
        others_end=_column(1, np.int64),
        at=_column(provinces, np.int64),
        spent=_column(1, np.int64),
        next_state=_column(1, np.int64),
        evaluations=_column(1, np.int64),
        found=_column((powers, provinces), np.int32),
        of=_column((powers, provinces), np.int64),
        lengths=_column(powers, np.int64),
        way_of=_column(MOST_SETS, np.int64),
        gains=_column(len(listed), np.float64),
        tries=_column(len(listed), np.float64),
        end=_column(3, np.int64),
        net=no_net(),
        leaf=_column(1, np.int64),
        met=_column(MET, np.int64),
        values=_column(MET, np.float64),
        rounds=_column(1, np.int64),
        agreed=_column(provinces, np.int64),
        foreseen=_column((FORESEEN, provinces), np.int32),
        sums=_column(2 * MOST_SETS, np.float64),
        partner_values=_column(MET, np.float64),
        partner=_column(1, np.int64),
        goodwill=_column(1, np.float64),
        victory=_column(1, np.int64),
        chain=_column(provinces, np.int64),
    )


def room_for_outcomes(evaluator: BatchEvaluator, tries: int) -> Any:
    """Room for what every power comes to in so many tries: a row each."""
    return np.zeros((tries, evaluator.tables.powers), np.float64)
