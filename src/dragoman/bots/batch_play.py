"""Bots on many packed positions at once, compiled: civil disorder, random, the DumbBot idea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dragoman.bots.compiled import machine
from dragoman.bots.engine.forms import USUAL, PlayTables, Temper, room_to_see
from dragoman.bots.engine.rows import DUMB, IDLE, RANDOM, Desk
from dragoman.bots.tables import play_tables
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.rules.batch.batch import Batch

with extra("fast"):
    import numpy as np

WAYS: Final = {"civil-disorder": IDLE, "random": RANDOM, "dumbbot": DUMB}
"""The ways to play, by the names of the bots."""
_LISTED: Final = 1 << 14


class BatchPlay:
    """Plays bots on packed positions of a variant, in one thread.

    ``batch`` is the judge that packs and unpacks them. A bot is named as in ``WAYS``.
    """

    def __init__(self, variant: Variant, temper: Temper = USUAL) -> None:
        calendar = variant.calendar_under(variant.rule_set)
        terms = variant.rule_set, variant.victory_centers, 1, calendar
        self.variant = variant
        self.batch = Batch(variant.board, *terms)
        self._temper = temper
        self.desk = desk_for(self.batch)

    def orders(self, cells: Any, bots: Sequence[str], states: Any) -> Any:
        """The orders of all powers, ``bots[power]`` each, in board order, as ``Batch.process``
        takes them. ``states`` holds the state of a random generator for each position, which moves
        on (see ``Batch.states``). Who stands first in a row is taken to have come in first."""
        codes = np.full((len(cells), len(self.variant.board.provinces)), -1, np.int32)
        given = self.desk, np.ascontiguousarray(cells), _ways(bots), states, self._temper, codes
        _check_room(machine()["order_rows"](*given))
        return codes

    def play(self, cells: Any, bots: Sequence[Sequence[str]], states: Any, last_year: int) -> Any:
        """Play each of the positions until a power wins or the year is over: the last positions.
        ``bots[game][power]`` says who plays whom."""
        after = np.array(cells, order="C")
        played = np.array([_ways(seated) for seated in bots], dtype=np.int64)
        given = self.desk, after, played, states, self._temper, last_year
        _check_room(machine()["play_rows"](*given))
        return after


def desk_for(batch: Batch) -> Desk:
    """What one thread needs to play bots on positions of a batch."""
    tables = in_arrays(play_tables(batch.board, batch.rule_set, batch.calendar))
    sight, work = room_to_see(tables, _column)
    provinces = tables.provinces
    rows = max(2 * provinces, tables.powers)
    return Desk(
        room=batch.room(),
        tables=tables,
        sight=sight,
        work=work,
        codes=_column(provinces, np.int32),
        drawn=_column(provinces, np.int32),
        results=_column(provinces, np.uint8),
        listed=_column(_LISTED, np.int32),
        counts=_column(rows),
        dues=_column(rows, np.int32),
        state=_column(1),
    )


def in_arrays(tables: PlayTables) -> PlayTables:
    """The tables as compiled code takes them."""
    given: list[Any] = [
        one if isinstance(one, int) else np.array(one, dtype=np.int64) for one in tables
    ]
    return PlayTables(*given)


def _column(length: int, kind: type[np.integer[Any]] = np.int64) -> Any:
    return np.zeros(length, kind)


def _ways(bots: Sequence[str]) -> Any:
    return np.array([WAYS[name] for name in bots], dtype=np.int64)


def _check_room(is_done: bool) -> None:
    if not is_done:
        raise MemoryError(f"a position has more than {_LISTED} legal orders")
