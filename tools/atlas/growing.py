"""Provinces grown over cells from their points, until they border on whom the board says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from annealing import APART, FREE, TOGETHER, VISIBLE, anneal, contacts
from ground import CLOSED, LAND, STEP, WATER, Cells
from scipy.sparse import csgraph, csr_matrix

OUT = "(outside)"
"""What land is called that nobody enters."""

LEAST_LAND, LEAST_SEA = 3600.0, 4200.0
"""The room that a province has at least, as far as there is any. Square units."""
BORDER, WEIGHT = 9.9, 900.0
"""What a unit of border costs, and what a fault."""
COUNTRY = 9000.0
"""Land as large on which no province has a point is nobody's. Square units."""
TRIES = 3
"""So many times provinces are grown at most."""
PATIENCE = 14
"""So many rounds that make nothing better are enough."""
WASTING = 9
"""After so many rounds waste land may part provinces, as where five meet in a point."""
ASIDE = 1.5
"""By so many cells a strip draws less than a point."""
NEAR = 14 * STEP
"""An island as far as this from any province goes with none of them."""


@dataclass
class Wanted:
    """The provinces, and which of them are to touch."""

    keys: Sequence[str]
    seas: frozenset[str]
    pairs: frozenset[frozenset[str]]
    seeds: Mapping[str, Sequence[int]]
    """Cells from which each grows."""
    bridges: set[frozenset[str]] = field(default_factory=set)
    """Neighbours that need not touch."""
    guarded: set[frozenset[str]] = field(default_factory=set)
    """Neighbours by way of a gateway, which touch or do not."""
    apart: frozenset[str] = frozenset()
    """Those that may be in several parts, each about one of its points."""


def grown(cells: Cells, wanted: Wanted) -> Growth:
    """The best growth of several that begin otherwise."""
    best: Growth | None = None
    for seed in range(1, TRIES + 1):
        growth = Growth(cells, wanted, seed)
        growth.grow()
        if best is None or growth.price() < best.price():
            best = growth
        if not best.faults():
            break
    assert best is not None
    return best


class Growth:
    """Cells with the numbers of their provinces; the last number is land that nobody enters."""

    def __init__(self, cells: Cells, wanted: Wanted, seed: int = 1) -> None:
        self.cells, self.wanted = cells, wanted
        self.keys = [*wanted.keys, OUT]
        self.at_sea = np.array([key in wanted.seas for key in self.keys])
        self.random = np.random.default_rng(seed)
        self.out = len(self.keys) - 1
        self.bodies = csgraph.connected_components(cells.ways_of_a_kind)[1]
        self._bridge_what_cannot_touch()
        self.rules = self._rules()
        self.pull = self._pull()
        self.labels = self._begin()
        self.least = np.where(self.at_sea, LEAST_SEA, LEAST_LAND)
        self.least[self.out] = 0.0

    # What is given

    def _bridge_what_cannot_touch(self) -> None:
        """Neighbours on islands of their own, or on waters, are joined by a bridge."""
        homes = {
            key: {int(self.bodies[cell]) for cell in cells}
            for key, cells in self.wanted.seeds.items()
        }
        meeting = self._meeting_bodies()
        for pair in self.wanted.pairs:
            one, other = pair
            same = (one in self.wanted.seas) == (other in self.wanted.seas)
            touching = (
                homes[one] & homes[other]
                if same
                else {(a, b) for a in homes[one] for b in homes[other]} & meeting
            )
            if not touching and pair not in self.wanted.guarded:
                self.wanted.bridges.add(pair)

    def _meeting_bodies(self) -> set[tuple[int, int]]:
        cells = self.cells
        source = np.repeat(np.arange(len(cells.areas)), np.diff(cells.first))
        return set(
            zip(self.bodies[source].tolist(), self.bodies[cells.others].tolist(), strict=True)
        )

    def _rules(self) -> np.ndarray:
        rules = np.full((len(self.keys), len(self.keys)), APART)
        number = {key: i for i, key in enumerate(self.keys)}
        for pair in self.wanted.pairs:
            one, other = (number[key] for key in pair)
            rules[one, other] = rules[other, one] = (
                FREE if pair in self.wanted.bridges | self.wanted.guarded else TOGETHER
            )
        rules[self.out, :] = rules[:, self.out] = FREE
        return rules

    def _pull(self) -> np.ndarray:
        """How far each cell is from each province: over land or water, not across the other."""
        graph = self.cells.ways_of_a_kind
        rough = graph.copy()
        rough.data = graph.data * self.random.uniform(0.8, 1.25, len(graph.data))
        pull = np.full((len(self.keys), len(self.cells.areas)), 60.0)
        for i, key in enumerate(self.wanted.keys):
            sources = [*self.wanted.seeds[key]]
            far = csgraph.dijkstra(rough, indices=sources, min_only=True) / STEP
            pull[i] = np.minimum(far * 0.2, 60.0)
            pull[i, self.cells.kinds != (WATER if key in self.wanted.seas else LAND)] = 90.0
        if OUT in self.wanted.seeds:
            far = csgraph.dijkstra(rough, indices=[*self.wanted.seeds[OUT]], min_only=True)
            pull[self.out] = np.minimum(far / STEP * 0.2, 60.0)
        pull[self.out, self.cells.kinds == WATER] = 90.0
        return pull

    def _begin(self) -> np.ndarray:
        labels = np.argmin(self.pull, axis=0)
        self.adrift = self.pull.min(axis=0) == 60.0
        labels[self.adrift & (self.cells.kinds != WATER)] = self.out
        for key, cells in self.wanted.seeds.items():
            labels[list(cells)] = self.keys.index(key)
        self._settle(labels)
        return labels

    def _settle(self, labels: np.ndarray) -> None:
        """Give each island without a point to the nearest province that may have it."""
        cells = self.cells
        seeds = {key: cells.middles[list(where)] for key, where in self.wanted.seeds.items()}
        for body in np.unique(self.bodies[self.adrift & (cells.kinds == LAND)]):
            inside = np.flatnonzero(self.bodies == body)
            if cells.areas[inside].sum() > COUNTRY:
                continue
            shores = {
                int(labels[other])
                for cell in inside
                for other in cells.others[cells.first[cell] : cells.first[cell + 1]]
                if cells.kinds[other] == WATER
            }
            best, least = self.out, np.inf
            for i, key in enumerate(self.wanted.keys):
                if self.at_sea[i]:
                    continue
                own = cells.middles[labels == i] if (labels == i).any() else seeds[key]
                far = min(
                    np.hypot(*(own[:, None] - cells.middles[inside][None, ::9]).T).min(),
                    1e9,
                )
                if any(self.rules[i, shore] == APART for shore in shores):
                    continue
                if far < min(least, NEAR):
                    best, least = i, far
            labels[inside] = best

    # Growing

    def grow(self, rounds: int = 40) -> None:
        """Cells are given away until nothing is wrong, or long enough."""
        self._anneal(50, 150.0, 20.0)
        best, labels, last = self.price(), self.labels.copy(), 0
        for turn in range(rounds):
            if not self.faults():
                break
            for one, other in self.faults():
                if self.rules[one, other] == TOGETHER:
                    self._join(one, other)
                else:
                    self._part(one, other, turn > WASTING)
            self._mend()
            self._anneal(12, 70.0 if turn % 4 < 3 else 250.0, 15.0)
            self._settle(self.labels)
            price = self.price()
            if price < best:
                best, labels, last = price, self.labels.copy(), turn
            elif turn - last > PATIENCE:
                break
            elif turn % 3 == 2:
                self.labels = labels.copy()
        for _ in range(3):
            self.labels = labels.copy()
            self._widen()
            self._anneal(16, 70.0, 2.0)
            if self.price() <= best:
                best, labels = self.price(), self.labels
        self.labels = labels

    def _widen(self) -> None:
        """Draw cells to where their province is but a thin strip."""
        cells = self.cells
        source = np.repeat(np.arange(len(cells.areas)), np.diff(cells.first))
        same = self.labels[source] == self.labels[cells.others]
        ways = same & (cells.kinds[source] == cells.kinds[cells.others])
        at_border = np.bincount(source, ~same & (cells.kinds[source] == cells.kinds[cells.others]))
        is_inner = at_border == 0
        beside_inner = np.bincount(source, ways & is_inner[cells.others]) > 0
        thin = ~is_inner & ~beside_inner
        graph = cells.ways_of_a_kind
        for label in range(self.out):
            strip = np.flatnonzero(thin & (self.labels == label))
            if len(strip):
                far = csgraph.dijkstra(graph, indices=strip, min_only=True) / STEP
                near = np.minimum((far + ASIDE) * 0.2, 60.0)
                self.pull[label] = np.minimum(self.pull[label], near)

    def contact(self) -> np.ndarray:
        """The length of border between every two provinces."""
        cells = self.cells
        return contacts(self.labels, cells.first, cells.others, cells.lengths, len(self.keys))

    def faults(self) -> list[tuple[int, int]]:
        """Pairs that touch and should not, or the other way round."""
        contact = self.contact()
        return [
            (one, other)
            for one, other in combinations(range(len(self.keys)), 2)
            if (self.rules[one, other] == APART and contact[one, other] > 0.05)
            or (self.rules[one, other] == TOGETHER and contact[one, other] < VISIBLE * 0.8)
        ]

    def apart(self) -> list[tuple[str, str]]:
        """Neighbours that do not touch."""
        contact = self.contact()
        return [
            (self.keys[one], self.keys[other])
            for one, other in self.faults()
            if self.rules[one, other] == TOGETHER and not contact[one, other]
        ]

    def price(self) -> float:
        """The number of faults, of which provinces that are too small count less."""
        small = np.bincount(self.labels, self.cells.areas, len(self.keys)) < 0.4 * self.least
        return len(self.faults()) + 0.3 * float(small.sum())

    def _anneal(self, sweeps: int, hot: float, cold: float) -> None:
        cells = self.cells
        sizes = np.bincount(self.labels, cells.areas, len(self.keys))
        anneal(
            self.labels, cells.first, cells.others, cells.lengths, cells.costs, cells.areas,
            cells.kinds, self.pull, self.rules, self.contact(), sizes, self.least,
            int(self.random.integers(1 << 30)), sweeps, hot, cold,
            BORDER, WEIGHT,
        )  # fmt: skip

    # Mending

    def _join(self, one: int, other: int) -> None:
        """Lead two provinces to each other, on the shortest way through what lies between."""
        cells = self.cells
        if self.at_sea[one]:
            one, other = other, one  # from land to the sea
        graph = cells.ways.tocoo()
        land = cells.kinds == LAND
        keep = ~(~land[graph.row] & land[graph.col])
        keep &= cells.kinds[graph.row] != CLOSED
        keep &= cells.kinds[graph.col] != CLOSED
        if not self.at_sea[other]:
            keep &= land[graph.row] & land[graph.col]
        far = graph.data * self.random.uniform(0.5, 2.0, len(graph.data))
        ways = csr_matrix((far[keep], (graph.row[keep], graph.col[keep])), shape=graph.shape)
        starts, goals = (np.flatnonzero(self.labels == label) for label in (one, other))
        if not len(starts) or not len(goals):
            return
        length, before, _ = csgraph.dijkstra(
            ways, indices=starts, min_only=True, return_predecessors=True
        )
        goal = goals[np.argmin(length[goals])]
        if not np.isfinite(length[goal]):
            return
        path: list[int] = []
        here = int(before[goal])
        while here >= 0 and self.labels[here] != one:
            path.append(here)
            here = int(before[here])
        half = len(path) // 2 if self.at_sea[one] == self.at_sea[other] else None
        for i, cell in enumerate(path):
            mine = self.at_sea[one] != land[cell] if half is None else i >= half
            label = one if mine else other
            self.labels[cell] = label
            for near in cells.others[cells.first[cell] : cells.first[cell + 1]]:
                if cells.kinds[near] == cells.kinds[cell] and self.random.random() < 0.5:
                    self.labels[near] = label

    def _part(self, one: int, other: int, with_waste: bool) -> None:
        """Put a common neighbour between two provinces that touch, or land that nobody enters."""
        rules = self.rules
        common = [
            i
            for i in range(self.out)
            if rules[i, one] != APART and rules[i, other] != APART and i not in (one, other)
        ]
        cells = self.cells
        side = self.random.permutation([one, other])[0]
        across = other if side == one else one
        strip = [
            cell
            for cell in np.flatnonzero(self.labels == side)
            if (
                self.labels[cells.others[cells.first[cell] : cells.first[cell + 1]]] == across
            ).any()
        ]
        near = self.bodies == self.bodies[strip[0]] if strip else np.zeros(len(self.labels), bool)
        fitting = [i for i in common if (near & (self.labels == i)).any()]
        if with_waste and strip and not self.at_sea[side] and self.random.random() < 0.4:
            self.labels[strip] = self.out
            self.pull[self.out, strip] = 0.0
            return
        if not strip or not fitting:
            return
        middle = cells.middles[strip].mean(axis=0)
        away = [
            np.hypot(*(cells.middles[near & (self.labels == i)] - middle).T).min()
            * self.random.uniform(1, 2)
            for i in fitting
        ]
        between = fitting[int(np.argmin(away))]
        self.labels[strip] = between
        self._join_cells(between, strip)

    def _join_cells(self, label: int, strip: list[int]) -> None:
        """Lead a province to cells that were given to it."""
        graph = self.cells.ways_of_a_kind.copy()
        graph.data = graph.data * self.random.uniform(0.5, 2.0, len(graph.data))
        own = np.setdiff1d(np.flatnonzero(self.labels == label), strip)
        if not len(own):
            return
        length, before, _ = csgraph.dijkstra(
            graph, indices=own, min_only=True, return_predecessors=True
        )
        here = strip[int(np.argmin(length[strip]))]
        if not np.isfinite(length[here]):
            return
        while here >= 0:
            self.labels[here] = label
            here = int(before[here])

    def _mend(self) -> None:
        """Give the parts that are cut off from their province to others around them."""
        cells = self.cells
        source = np.repeat(np.arange(len(cells.areas)), np.diff(cells.first))
        keep = self.labels[source] == self.labels[cells.others]
        keep &= cells.kinds[source] == cells.kinds[cells.others]
        size = len(cells.areas)
        graph = csr_matrix((np.ones(keep.sum()), (source[keep], cells.others[keep])), (size, size))
        parts = csgraph.connected_components(graph)[1]
        weight = np.bincount(parts, cells.areas)
        for label in range(self.out):
            own = np.flatnonzero(self.labels == label)
            kept = self._kept(label, parts)
            for body in np.unique(self.bodies[own]):
                here = np.unique(parts[own[self.bodies[own] == body]])
                for part in here[here != here[np.argmax(weight[here])]]:
                    if part not in kept:
                        self._give_away(np.flatnonzero(parts == part), label)

    def _kept(self, label: int, parts: np.ndarray) -> set[int]:
        """The parts of a province that may stay cut off from the others."""
        key = self.keys[label]
        return set(parts[self.wanted.seeds[key]]) if key in self.wanted.apart else set()

    def _give_away(self, part: np.ndarray, label: int) -> None:
        cells = self.cells
        votes = np.zeros(len(self.keys))
        for cell in part:
            for i in range(cells.first[cell], cells.first[cell + 1]):
                other = cells.others[i]
                if cells.kinds[other] == cells.kinds[cell] and self.labels[other] != label:
                    votes[self.labels[other]] += cells.lengths[i]
        if votes.any():
            self.labels[part] = int(np.argmax(votes))
