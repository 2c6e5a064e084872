"""The events of a private board: one frozen record for each kind of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from dragoman.event_log import EventKinds
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

Data: TypeAlias = Mapping[str, Any]
"""Plain data, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Forked:
    """A board begins: a variant under rules, at a position, as ``Position.to_dict`` has it.
    ``game`` is the judged game that it was taken from, at ``seen``; 0 for none."""

    title: str
    variant: str
    position: Data
    rules: str = ""
    switches: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    game: int = 0
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Retitled:
    title: str


@dataclass(frozen=True, slots=True)
class Ordered:
    """A power's orders at a node, all of them, as they were written."""

    node: int
    power: str
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The orders at a node were judged, and what came of them is a new node: the orders that
    counted, as text, and the position after them."""

    node: int
    parent: int
    orders: Mapping[str, tuple[str, ...]]
    position: Data
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Went:
    """The owner looks at another node."""

    node: int


@dataclass(frozen=True, slots=True)
class Named:
    node: int
    name: str


@dataclass(frozen=True, slots=True)
class Pruned:
    """A node is gone, with all that came of it."""

    node: int


@dataclass(frozen=True, slots=True)
class Shared:
    """Whoever has this link may read; nobody, where it is empty."""

    link: str


Event: TypeAlias = Forked | Retitled | Ordered | Judged | Went | Named | Pruned | Shared

KINDS = EventKinds[Event](Event.__args__)
