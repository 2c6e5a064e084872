"""What a phase leaves behind, before the calendar moves on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from dragoman.board import Unit
from dragoman.orders import Order
from dragoman.rules.model.outcome import Outcome
from dragoman.rules.model.position import Dislodged

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
    """Outcomes of a phase, the units that stand after it, those driven out in it, and the
    provinces left empty by a stand-off. The last two are empty but after movement."""

    outcomes: tuple[Outcome, ...]
    refused: tuple[UnusedOrder, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = field(default_factory=frozenset[str])
