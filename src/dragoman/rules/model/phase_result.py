"""What a phase leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dragoman.board import Unit
from dragoman.orders import Order
from dragoman.rules.model.outcome import Outcome
from dragoman.rules.model.position import Dislodged, Position

Orders: TypeAlias = Mapping[str, Sequence[Order]]
"""The orders of each power, by its key, as written."""


@dataclass(frozen=True, slots=True)
class UnusedOrder:
    """An order that was not used at all. ``reason`` is a code of ``REASONS``."""

    power: str
    order: Order
    reason: str


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """What came of the orders of one phase, as the rules say it.

    ``units`` stand after it, ``dislodged`` were dislodged in it, also those that can go nowhere,
    ``contested`` are the provinces left empty by a stand-off; the last two are empty but after
    movement. ``position`` is the next one in which there is something to decide, ``winner`` the
    power that has won by then, None while there is none.
    """

    outcomes: tuple[Outcome, ...]
    unused: tuple[UnusedOrder, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    contested: frozenset[str]
    position: Position
    winner: str | None
