"""What a phase leaves behind, before the calendar moves on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dragoman.rules.judge.board_index import UnitRow
from dragoman.rules.model.outcome import Outcome, UnusedOrder
from dragoman.rules.model.position import Dislodged


class Verdict(NamedTuple):
    """Outcomes, orders that were not used, the units that stand, those dislodged in the phase,
    and the provinces left empty by a stand-off."""

    outcomes: Sequence[Outcome]
    unused: tuple[UnusedOrder, ...]
    units: Sequence[UnitRow]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()
