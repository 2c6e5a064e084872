"""Orders chosen one after the other: each slot of a power knows what those before it were told.

So that two units do not go to one province, and that help is for what is really done, the order of
a slot is scored together with ``RELATIONS``: how it goes with the orders of the slots before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np
from sights import (
    BUILDS_FIRST,
    BUILDS_OTHER,
    CONVOYS,
    GOES,
    HELPS_GO,
    HELPS_STAY,
    REMOVES,
    RETREATS_TO,
    SAILS,
    WAIVES,
    Sights,
)

RELATIONS = (
    "goes where an own unit goes",
    "goes where an own unit stays",
    "goes where an own unit leaves",
    "goes where an own unit has not chosen yet",
    "an own unit helps it",
    "two do",
    "an own unit helps this unit do something else",
    "helps what an own unit does",
    "helps what an own unit does not do",
    "helps an own unit that has not chosen yet",
    "helps as another does, or convoys for what sails",
    "stays where an own unit wants to go",
)
UNDECIDED, NOT_OWN = -1, -2


class Policy(Protocol):
    """A policy: it weighs orders; the greater the weight, the likelier the order."""

    foresees: bool
    """Whether it sees what dumbbots would order."""

    def begin(self, sights: Sights) -> Any:
        """All that is the same for each slot."""
        ...

    def weigh(self, begun: Any, chosen: Any, relations: Any) -> Any:
        """The weights of the orders ``chosen``, numbers among those of the sights, float32."""
        ...


class Part(NamedTuple):
    """The orders of one slot of each seat that has so many."""

    orders: Any
    """Their numbers."""
    starts: Any
    """Where those of each seat begin among them, ..."""
    unit: Any
    """... and which of them an order belongs to."""


def parts_of(sights: Sights) -> Iterator[Part]:
    """The orders slot by slot."""
    first = sights.slot[sights.starts[:-1]] if len(sights.slot) else sights.slot
    lengths = np.diff(sights.starts)
    for slot in range(int(first.max(initial=-1)) + 1):
        units = np.flatnonzero(first == slot)
        sizes = lengths[units]
        ends = np.cumsum(sizes)
        shift = np.repeat(sights.starts[units] - (ends - sizes), sizes)
        yield Part(
            shift + np.arange(ends[-1]), ends - sizes, np.repeat(np.arange(len(units)), sizes)
        )


class Told:
    """The orders of some seats so far, slot by slot."""

    def __init__(self, sights: Sights) -> None:
        ground = sights.ground
        self._sights, n, p = sights, sights.seats, ground.provinces + 1
        self._here = ground.province_of[sights.at]
        self._there = ground.province_of[sights.to]
        self._helped = ground.province_of[sights.other]
        self._doing = np.full((n, p), NOT_OWN, np.int16)
        """Where the own unit of a province will be, if nothing comes between."""
        first = sights.starts[:-1]
        moves = first[sights.type[first] < RETREATS_TO]
        self._doing[sights.seat[moves], self._here[moves]] = UNDECIDED
        self._coming = np.zeros((n, p), np.int8)
        self._helps = np.zeros((n, p, p), np.int8)
        self._all_helps = np.zeros((n, p), np.int8)
        self._sailing = np.zeros((n, p, p), np.bool_)
        self._taken: list[tuple[Any, Any]] = []

    def relations(self, orders: Any) -> Any:
        """``(len(orders), len(RELATIONS))``, float32."""
        s = self._sights
        seat, type_ = s.seat[orders], s.type[orders]
        here, there, helped = self._here[orders], self._there[orders], self._helped[orders]
        goes = (type_ == GOES) | (type_ == SAILS) | (type_ == RETREATS_TO)
        helps = (type_ == HELPS_STAY) | (type_ == HELPS_GO)
        doing, done = self._doing[seat, there], self._doing[seat, helped]
        end = np.where(goes, there, here)
        backed = self._helps[seat, here, end]
        helps_own = helps & (done != NOT_OWN)
        same = self._helps[seat, helped, there] > 0
        sailing = (type_ == CONVOYS) & self._sailing[seat, helped, there]
        moves = type_ < RETREATS_TO
        flags = (
            goes & (self._coming[seat, there] > 0),
            goes & (doing == there),
            goes & (doing >= 0) & (doing != there),
            goes & (doing == UNDECIDED) & (there != here),
            moves & (backed >= 1),
            moves & (backed >= 2),
            moves & (self._all_helps[seat, here] > backed),
            helps_own & (done == there),
            helps_own & (done != there) & (done != UNDECIDED),
            helps_own & (done == UNDECIDED),
            (helps & same) | sailing,
            moves & ~goes & (self._coming[seat, here] > 0),
        )
        return np.stack(flags, axis=1).astype(np.float32)

    def barred(self, orders: Any) -> Any:
        """The orders that cannot be given beside those before: a second build in a province,
        the same removal again."""
        s = self._sights
        found = np.zeros(len(orders), np.bool_)
        adjusts = np.isin(s.type[orders], (BUILDS_FIRST, BUILDS_OTHER, REMOVES))
        if adjusts.any():
            for seats, places in self._taken:
                where = np.full(s.seats, -1)
                where[seats] = places
                found |= adjusts & (where[s.seat[orders]] == self._there[orders])
        return found

    def take(self, picks: Any) -> None:
        """Note that these orders were chosen, one of a seat at most."""
        s = self._sights
        seat, type_ = s.seat[picks], s.type[picks]
        here, there, helped = self._here[picks], self._there[picks], self._helped[picks]
        adjusts = (type_ >= BUILDS_FIRST) & (type_ < WAIVES)
        if adjusts.any():
            self._taken.append((seat[adjusts], there[adjusts]))
        goes = (type_ == GOES) | (type_ == SAILS) | (type_ == RETREATS_TO)
        moves = type_ < RETREATS_TO
        self._doing[seat[moves], here[moves]] = np.where(goes, there, here)[moves]
        np.add.at(self._coming, (seat[goes], there[goes]), 1)
        helps = (type_ == HELPS_STAY) | (type_ == HELPS_GO)
        np.add.at(self._helps, (seat[helps], helped[helps], there[helps]), 1)
        np.add.at(self._all_helps, (seat[helps], helped[helps]), 1)
        sails = type_ == SAILS
        self._sailing[seat[sails], here[sails], there[sails]] = True


def choose(policy: Policy, sights: Sights, dice: np.random.Generator | None) -> tuple[Any, Any]:
    """The orders that a policy chooses, drawn by its weights, or the likeliest without ``dice``:
    their numbers among those of the sights, one for each slot that can choose, and the relations
    of all orders."""
    told, begun = Told(sights), policy.begin(sights)
    found = np.zeros(len(sights.starts) - 1, np.int64)
    relations = np.zeros((len(sights.slot), len(RELATIONS)), np.float32)
    for part in parts_of(sights):
        relations[part.orders] = told.relations(part.orders)
        weights = np.array(policy.weigh(begun, part.orders, relations[part.orders]))
        weights[told.barred(part.orders)] = -1e9
        if dice is not None:
            weights += dice.gumbel(size=len(weights)).astype(np.float32)
        best = np.maximum.reduceat(weights, part.starts)
        is_best = np.flatnonzero(weights == best[part.unit])
        _, firsts = np.unique(part.unit[is_best], return_index=True)
        picks = part.orders[is_best[firsts]]
        found[sights.unit[picks]] = picks
        told.take(picks)
    return found, relations


def relations_of(sights: Sights, picks: Any) -> tuple[Any, Any]:
    """The relations of all orders where these were chosen, one for each slot that can choose, and
    which orders were barred."""
    told = Told(sights)
    relations = np.zeros((len(sights.slot), len(RELATIONS)), np.float32)
    barred = np.zeros(len(sights.slot), np.bool_)
    for part in parts_of(sights):
        relations[part.orders] = told.relations(part.orders)
        barred[part.orders] = told.barred(part.orders)
        told.take(picks[sights.unit[part.orders[part.starts]]])
    return relations, barred


def actions_of(sights: Sights, picks: Any) -> Any:
    """``(n, slots)``: the actions that stand for orders."""
    actions = np.zeros(sights.counts.shape, np.int64)
    actions[sights.seat[picks], sights.slot[picks]] = picks - sights.starts[:-1]
    return actions


def picks_of(sights: Sights, actions: Any) -> Any:
    """The orders that actions stand for, ``(n, slots)`` likewise."""
    first = sights.starts[:-1]
    return first + actions[sights.seat[first], sights.slot[first]]
