"""Random turns as arrays, drawn thousands at a time, and what became of them as digests.

Each game has a number of its own, from which all of it follows by a generator written out here:
the same turns come up whatever is judged with them, on every machine and with every version.
Units, orders and the like are numbered as a batch numbers them, in board order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from dragoman.board import Board, Terrain
from dragoman.rules.batch import PositionColumns

Ints: TypeAlias = npt.NDArray[np.int64]

HOLD, MOVE, SUPPORT, CONVOY = range(4)
NONE = -1
BUILD, REMOVE, WAIVE = range(3)
PHASES_PLAYED = 5
"""Of each game: a movement phase and those that come after it."""
SIZES = np.array((6, 14, 22, 22, 34, 34, 50))
"""How many units a game begins with."""
CROWD = 6
"""The most orders that a power gives in an adjustment phase."""


class Orders(NamedTuple):
    """The orders of a phase, a row a position: of each unit, or of each dislodged one; or, in an
    adjustment phase, one after the other. Numbers of locations, NONE for none."""

    count: Ints
    type: Ints
    target: Ints
    other: Ints
    """The location of the unit helped; of a build the kind, of a waived one the power."""
    via: Ints


def numbers(games: Ints, salt: int, width: int) -> Ints:
    """A row of random numbers for each game, from 0 to 2 ** 31 - 1 (SplitMix64)."""
    with np.errstate(over="ignore"):
        step = np.arange(1, width + 1, dtype=np.uint64) + np.uint64(salt << 20)
        state = games.astype(np.uint64)[:, np.newaxis] * np.uint64(0xD1342543DE82EF95)
        state = state + step * np.uint64(0x9E3779B97F4A7C15)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return ((state ^ (state >> np.uint64(31))) >> np.uint64(33)).astype(np.int64)


class Drawing:
    """What can be drawn on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.provinces, self.kinds = list(board.provinces), list(board.kinds)
        number = {key: index for index, key in enumerate(board.locations)}
        self.province_of = np.array([number[board.province_of[key]] for key in board.locations])
        sites: list[list[int]] = [[] for _ in self.provinces]
        steps: list[list[int]] = []
        for kind_number, kind in enumerate(self.kinds):
            for location, key in enumerate(board.locations):
                if key in board.stands[kind]:
                    place = kind_number * len(board.locations) + location
                    sites[self.province_of[location]].append(place)
                steps.append(sorted(number[to] for to in board.reach(kind, key)))
        self.sites, self.site_count = _padded(sites)
        self.steps, self.step_count = _padded(steps)
        self.reach = np.zeros((len(steps), len(self.provinces)), dtype=bool)
        for place, reached in enumerate(steps):
            self.reach[place, self.province_of[reached]] = True
        self.is_sea = np.array([p.terrain is Terrain.WATER for p in board.provinces.values()])
        self.is_land = np.array([p.terrain is Terrain.LAND for p in board.provinces.values()])
        self.is_center = np.array([p.is_center for p in board.provinces.values()])
        self.carries = np.array([kind.can_convoy for kind in board.kinds.values()])
        self.is_carried = np.array([kind.convoyable for kind in board.kinds.values()])
        homes = [[number[home] for home in board.homes[power]] for power in board.powers]
        self.homes, self.home_count = _padded(homes)

    @cached_property
    def distance(self) -> Ints:
        """How many steps it is from province to province, for whatever unit."""
        near = np.zeros((len(self.provinces), len(self.provinces)), dtype=bool)
        for path in self.board.paths:
            ends = self.board.province_of[path.source], self.board.province_of[path.target]
            near[tuple(map(self.provinces.index, ends))] = True
        found = np.full(near.shape, 9, dtype=np.int64)
        reached = np.eye(len(near), dtype=bool)
        for steps in range(9):
            found[reached & (found == 9)] = steps
            reached |= (reached.astype(np.int64) @ near) > 0
        return found

    def beginning(self, games: Ints) -> PositionColumns:
        """Units crowded round some province, of two powers or more; centres that are anybody's."""
        count, provinces, powers = len(games), len(self.provinces), len(self.board.powers)
        first = numbers(games, 1, 8)
        units = np.minimum(SIZES[first[:, 0] % len(SIZES)], (self.site_count > 0).sum())
        far = self.distance[first[:, 1] % provinces] * 8 + numbers(games, 2, provinces) % 32
        far[:, self.site_count == 0] = 1000
        places = np.argsort(far, axis=1, kind="stable")
        lots = numbers(games, 3, provinces)
        site = self.sites[places, lots % np.maximum(self.site_count[places], 1)]
        sides = np.argsort(numbers(games, 4, powers), axis=1, kind="stable")
        playing = 2 + first[:, 2:3] % (powers - 1)
        rows = np.arange(count)[:, np.newaxis]
        owners = sides[rows, numbers(games, 6, provinces) % playing]
        free = ~self.is_center | (numbers(games, 7, provinces) % 5 == 0)
        nobody = np.zeros((count, provinces), dtype=np.int64)
        return PositionColumns(
            phase=first[:, 3] % 2 * 2,
            year=1901 + first[:, 4] % 90,
            winner=np.full(count, NONE),
            unit_count=units,
            location=site % len(self.board.locations),
            owner=sides[rows, numbers(games, 5, provinces) % playing],
            kind=site // len(self.board.locations),
            dislodged_count=nobody[:, 0],
            dislodged_location=nobody[:, :1],
            dislodged_owner=nobody[:, :1],
            dislodged_kind=nobody[:, :1],
            dislodged_origin=nobody[:, :1],
            owners=np.where(free, NONE, owners),
            contested=nobody > 0,
        )

    def movement(self, position: PositionColumns, games: Ints, salt: int) -> Orders:
        """Orders that clash: moves, many of them to where units are, convoys and supports of
        those moves, and among them some that make no sense at all."""
        location, count = position.location, position.unit_count
        width = location.shape[1]
        place = self.province_of[location]
        start = position.kind * len(self.board.locations) + location
        rows, columns = np.arange(len(games))[:, np.newaxis], np.arange(width)
        is_there = columns < count[:, np.newaxis]
        taken = np.zeros((len(games), len(self.provinces)), dtype=bool)
        np.logical_or.at(taken, (np.broadcast_to(rows, place.shape)[is_there], place[is_there]), 1)
        hot = taken & (numbers(games, salt, len(self.provinces)) % 4 == 0)
        hot |= taken & self.is_sea & (numbers(games, salt + 1, 1) % 2 == 0)

        type_ = np.zeros_like(location)
        target = np.full_like(location, NONE)
        for tried in range(3):  # hot places are looked for twice
            lots = numbers(games, salt + 2 + tried, width) % np.maximum(self.step_count[start], 1)
            to = self.steps[start, lots]
            is_cold = (target < 0) | ~hot[rows, self.province_of[target]]
            target = np.where(is_cold & (to >= 0), to, target)
        moves = (numbers(games, salt + 5, width) % 100 < 55) & (target >= 0)
        type_[moves] = MOVE
        target[~moves] = NONE
        other = np.full_like(location, NONE)
        via = (moves & (numbers(games, salt + 6, width) % 25 == 0)).astype(np.int64)

        busy = ~is_there
        afloat = self.carries[position.kind] & self.is_sea[place]
        for voyage in range(3):
            lots = salt + 10 + 10 * voyage
            fleet = _pick(afloat & ~busy, numbers(games, lots, width))
            beside = self.distance[place[rows, fleet[:, np.newaxis]], place] == 1
            second = _pick(afloat & ~busy & beside, numbers(games, lots + 1, width))
            second = np.where(numbers(games, lots + 2, 1)[:, 0] % 2 == 0, second, NONE)
            armies = self.is_carried[position.kind] & ~busy & beside & self.is_land[place]
            army = _pick(armies, numbers(games, lots + 3, width))
            last = np.where(second >= 0, second, fleet)
            shores = self.is_land & (self.distance[place[rows[:, 0], last]] == 1)
            shores &= np.arange(len(self.provinces)) != place[rows, army[:, np.newaxis]]
            wish = numbers(games, lots + 4, len(self.provinces)) + (hot.astype(np.int64) << 32)
            goal = _pick(shores, wish)
            sails = (fleet >= 0) & (army >= 0) & (goal >= 0)
            leaves = numbers(games, lots + 5, 2) % 12 == 0  # one fleet does something else
            for ship, left in ((fleet, leaves[:, 0]), (second, leaves[:, 1])):
                at = np.flatnonzero(sails & (ship >= 0) & ~left)
                type_[at, ship[at]] = CONVOY
                target[at, ship[at]] = goal[at]
                other[at, ship[at]] = location[at, army[at]]
                busy[at, ship[at]] = True
            at = np.flatnonzero(sails)
            type_[at, army[at]] = MOVE
            target[at, army[at]] = goal[at]
            via[at, army[at]] = numbers(games, lots + 6, 1)[at, 0] % 3 == 0
            busy[at, army[at]] = True

        goes = np.where(type_ == MOVE, self.province_of[target], place)
        for tried in range(12):
            helped = numbers(games, salt + 50 + tried, width) % np.maximum(count[:, np.newaxis], 1)
            moving = type_[rows, helped] == MOVE
            fits = self.reach[start, goes[rows, helped]] & (moving | (tried > 7))
            free = (type_ == HOLD) & (helped != columns) & (other < 0)
            chosen = fits & free
            type_ = np.where(chosen, SUPPORT, type_)
            other = np.where(chosen, location[rows, helped], other)
            target = np.where(chosen & moving, target[rows, helped], target)

        wild = numbers(games, salt + 70, width) % 100 < 4
        lots = [numbers(games, salt + 71 + lot, width) for lot in range(4)]
        there = location[rows, lots[0] % np.maximum(count[:, np.newaxis], 1)]
        anywhere = lots[1] % len(self.board.locations)
        odd = lots[2] % 4
        type_ = np.where(wild, odd, type_)
        to = np.where((odd == SUPPORT) & (lots[3] % 3 == 0), NONE, anywhere)
        target = np.where(wild, np.where(odd == HOLD, NONE, to), target)
        other = np.where(wild, np.where(odd >= SUPPORT, there, NONE), other)
        via = np.where(wild & (odd != MOVE), 0, via)
        return Orders(count, type_, target, other, via)

    def retreats(self, position: PositionColumns, games: Ints, salt: int) -> Orders:
        """Retreats to any place next to the unit, or none."""
        location = position.dislodged_location
        start = position.dislodged_kind * len(self.board.locations) + location
        which, whether = (numbers(games, salt + lot, location.shape[1]) for lot in range(2))
        to = self.steps[start, which % np.maximum(self.step_count[start], 1)]
        goes = (whether % 10 > 0) & (to >= 0)
        none = np.full_like(location, NONE)
        type_ = np.where(goes, MOVE, HOLD)
        return Orders(position.dislodged_count, type_, np.where(goes, to, NONE), none, none * 0)

    def adjustments(self, position: PositionColumns, games: Ints, salt: int) -> Orders:
        """Builds at home and removals, too many and too few, and builds that are waived."""
        columns = np.arange(position.location.shape[1])
        rows = np.arange(len(games))[:, np.newaxis]
        stands = columns < position.unit_count[:, np.newaxis]
        found: list[tuple[npt.NDArray[np.bool_], Any, Ints, Ints]] = []
        for power in range(len(self.board.powers)):
            own = stands & (position.owner == power)
            due = (position.owners == power).sum(axis=1) - own.sum(axis=1)
            lots = numbers(games, salt + power, 4 * CROWD).reshape(len(games), 4, CROWD)
            spread = np.array((-1, 0, 0, 0, 1, 2))[lots[:, 3, 0] % 6]
            asked = np.arange(CROWD) < (np.abs(due) + spread)[:, np.newaxis]
            home = self.homes[power, lots[:, 0] % max(self.home_count[power], 1)]
            site = self.sites[home, lots[:, 1] % np.maximum(self.site_count[home], 1)]
            is_build = (due > 0)[:, np.newaxis] & (self.home_count[power] > 0)
            waived = is_build & (lots[:, 2] % 8 == 0)
            wish = numbers(games, salt + 100 + power, len(columns))
            turns = np.argsort(np.where(own, wish, 1 << 40), axis=1, kind="stable")
            unit = turns[rows, lots[:, 1] % np.maximum(own.sum(axis=1), 1)[:, np.newaxis]]
            is_removal = ~is_build & own.any(axis=1)[:, np.newaxis]
            # a batch knows builds by the owner of the centre
            fits = position.owners[rows, home] == power
            asked &= waived | (is_build & fits) | is_removal
            type_ = np.where(waived, WAIVE, np.where(is_build, BUILD, REMOVE))
            where = np.where(
                is_build, site % len(self.board.locations), position.location[rows, unit]
            )
            more = np.where(waived, power, site // len(self.board.locations))
            found.append(
                (asked, type_, np.where(waived, NONE, where), np.where(is_removal, NONE, more))
            )
        asked, type_, target, other = (
            np.concatenate(parts, axis=1) for parts in zip(*found, strict=True)
        )
        turns = np.argsort(~asked, axis=1, kind="stable")[:, : len(self.provinces)]
        rows = np.arange(len(games))[:, np.newaxis]
        picked = [column[rows, turns] for column in (type_, target, other)]
        return Orders(asked.sum(axis=1), *picked, np.zeros_like(picked[0]))


def in_order(position: PositionColumns) -> PositionColumns:
    """The same positions with their units in the order of their numbers, so that it does not matter
    in which order they were kept."""
    turns = _order(position.unit_count, position.location, position.kind, position.owner)
    position = position._replace(
        location=np.take_along_axis(position.location, turns, axis=1),
        owner=np.take_along_axis(position.owner, turns, axis=1),
        kind=np.take_along_axis(position.kind, turns, axis=1),
    )
    location, kind = position.dislodged_location, position.dislodged_kind
    turns = _order(position.dislodged_count, location, kind, position.dislodged_owner)
    return position._replace(
        dislodged_location=np.take_along_axis(location, turns, axis=1),
        dislodged_owner=np.take_along_axis(position.dislodged_owner, turns, axis=1),
        dislodged_kind=np.take_along_axis(kind, turns, axis=1),
        dislodged_origin=np.take_along_axis(position.dislodged_origin, turns, axis=1),
    )


def _order(count: Ints, location: Ints, kind: Ints, owner: Ints) -> Ints:
    units = np.where(
        np.arange(location.shape[1]) < count[:, np.newaxis], _unit(location, kind, owner), 1 << 40
    )
    return np.argsort(units, axis=1, kind="stable")


def digests(
    turns: Iterable[tuple[PositionColumns, npt.NDArray[np.uint8], Ints]], groups: int, width: int
) -> list[str]:
    """Of the turns of some groups of games, of equal size, a digest for each group: positions
    after each turn, the results of its orders and their number."""
    found = [hashlib.blake2b(digest_size=4) for _ in range(groups)]
    for after, results, given in turns:
        position = in_order(after)
        rows = np.concatenate(
            [
                np.stack([position.phase, position.year, position.winner], axis=1),
                _units(
                    position.unit_count, width, position.location, position.kind, position.owner
                ),
                _units(
                    position.dislodged_count,
                    width,
                    position.dislodged_location,
                    position.dislodged_kind,
                    position.dislodged_owner,
                ),
                position.owners,
                position.contested & (position.dislodged_count > 0)[:, np.newaxis],
                np.where(np.arange(results.shape[1]) < given[:, np.newaxis], results, 0),
                np.zeros((len(results), width - results.shape[1]), dtype=np.int64),
            ],
            axis=1,
        ).astype("<i4")
        for digest, part in zip(found, np.split(rows, groups), strict=True):
            digest.update(part.tobytes())
    return [digest.hexdigest() for digest in found]


def _units(count: Ints, width: int, location: Ints, kind: Ints, owner: Ints) -> Ints:
    """Units as numbers, 0 for none, in rows of this width."""
    found = np.zeros((len(count), width), dtype=np.int64)
    columns = min(width, location.shape[1])
    units = _unit(location, kind, owner)[:, :columns]
    found[:, :columns] = np.where(np.arange(columns) < count[:, np.newaxis], units, 0)
    return found


def _unit(location: Ints, kind: Ints, owner: Ints) -> Ints:
    return 1 + (location.astype(np.int64) * 16 + kind) * 64 + owner


def _padded(lists: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    """Lists of numbers in rows of one length, filled up with NONE, and the length of each."""
    counts = np.array([len(one) for one in lists])
    rows = np.full((len(lists), max(1, counts.max())), NONE, dtype=np.int64)
    for row, one in zip(rows, lists, strict=True):
        row[: len(one)] = one
    return rows, counts


def _pick(fits: npt.NDArray[np.bool_], wish: Ints) -> Ints:
    """In each row the column that fits and is wished for most, NONE where none fits."""
    best = np.argmax(np.where(fits, wish, -1), axis=1)
    return np.where(fits.any(axis=1), best, NONE)
