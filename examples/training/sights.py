"""The sight of a policy: flags of each area, and all orders that slots can choose among.

Everything here is NumPy, and is the same for any variant that ``dragoman.env`` plays. A policy
plays *seats*: pairs of a game of a ``BatchEnv`` and a power. ``look`` describes some seats; their
orders stand one behind the other, those of a slot together, slots in the sequence in which they
choose.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from foresight import AREA_FLAGS, foresee, of_areas, of_orders

from dragoman.board import Board
from dragoman.env import BatchEnv
from dragoman.env.engine.forms import T_KIND
from dragoman.rules.engine.codes import ADJUSTMENTS, HOLD, MOVE, MOVEMENT, RETREATS, SUPPORT

# What an order is, for a policy.
HOLDS, GOES, HELPS_STAY, HELPS_GO, CONVOYS, SAILS, RETREATS_TO, DISBANDS = range(8)
BUILDS_FIRST, BUILDS_OTHER, REMOVES, WAIVES = range(8, 12)
"""Builds of the first kind of unit, which is an army as a rule, and of any other."""
TYPES = 12

# What is true of an order, beside its type; of the province that it is about ("there"): where a
# unit goes, stays, is built or removed, or where the help or convoy is for.
CONTEXTS = (
    "always",
    "a centre of nobody's there",
    "a centre of another's there",
    "an own centre there",
    "one that is not own, and the year's last movement",
    "another's unit there",
    "an own unit there",
    "another unit of others can come there",
    "two can",
    "three can",
    "another own unit can come there",
    "two can",
    "it is for another's unit",
    "leaves a centre that is not own, in the last movement",
    "leaves an own centre to which others can come",
    "the unit there, if another's, has an own unit beside it that can go there, too",
)


class Ground(NamedTuple):
    """The board of a variant in arrays. A location above all others stands for none."""

    province_of: Any
    """``(locations + 1,)``: the province of each."""
    main: Any
    """``(provinces + 1,)``: the location of each province itself."""
    centers: Any
    """``(provinces + 1,)`` of true and false."""
    beside: Any
    """``(locations + 1, locations + 1)``, float32: how areas hear of each other; rows sum to 1."""
    provinces: int
    locations: int
    kinds: int
    powers: int


@lru_cache(maxsize=8)
def ground_of(board: Board) -> Ground:
    """The arrays of a board."""
    locations, places = tuple(board.locations), tuple(board.provinces)
    none = len(locations)
    number = {key: place for place, key in enumerate(locations)}
    province = {key: place for place, key in enumerate(places)}
    of = [province[board.province_of[key]] for key in locations]
    beside = np.zeros((none + 1, none + 1), np.float32)
    for key in locations:
        here = number[key]
        for kind in board.kinds:
            for there in board.reach(kind, key):
                beside[here, number[there]] = beside[number[there], here] = 1
                own, other = number[places[of[here]]], number[places[of[number[there]]]]
                beside[own, other] = beside[other, own] = 1
    beside /= np.maximum(beside.sum(axis=1, keepdims=True), 1)
    centers = np.array([key in board.centers for key in places] + [False])
    return Ground(
        province_of=np.array([*of, len(places)]),
        main=np.array([number[key] for key in places] + [none]),
        centers=centers,
        beside=beside,
        provinces=len(places),
        locations=none,
        kinds=len(board.kinds),
        powers=len(board.powers),
    )


class Sights(NamedTuple):
    """The sight of n seats, with c orders to choose among in all."""

    ground: Ground
    counts: Any
    """``(n, slots)``: how many orders each slot has."""
    areas: Any
    """``(n, locations + 1, flags)``, float32: what stands and who owns what, all and own."""
    situation: Any
    """``(n, numbers)``, float32: phase, power, years left, centres."""
    seat: Any
    """``(c,)``: which of the seats an order is for, ..."""
    slot: Any
    """... which of its slots, ..."""
    unit: Any
    """... and which of all slots that can choose, numbered as ``starts`` has them."""
    starts: Any
    """Where the orders of each of these slots begin, and the end."""
    type: Any
    """``(c,)``: HOLDS to WAIVES."""
    at: Any
    """``(c,)``: the location of the unit, ..."""
    to: Any
    """... that which the order is about, ..."""
    other: Any
    """... and that of a unit that is helped or convoyed; each may be none."""
    code: Any
    """``(c,)``: the order as the judge packs it."""
    context: Any
    """``(c, len(CONTEXTS))``, float32."""
    foresight: Any
    """``(c, foresight.ORDER_FLAGS)``, float32: what dumbbots would do; None if nobody asked."""

    @property
    def seats(self) -> int:
        return len(self.counts)


def flags_of(board: Board, foresees: bool) -> int:
    """The number of flags that an area has."""
    kinds, powers = len(board.kinds), len(board.powers)
    return 2 * (kinds + 1) + 3 * (powers + 1) + 5 + 8 + (AREA_FLAGS if foresees else 0)


def numbers_of(board: Board) -> int:
    """The number of numbers that tell of the situation."""
    return 2 * len(board.powers) + 7


def look(env: BatchEnv, games: Any, powers: Any, foresees: bool = False) -> Sights:
    """The sight of a power in each of some games: both are arrays of numbers, ``(n,)``. With
    ``foresees`` what dumbbots would order is part of it."""
    ground, seen = ground_of(env.variant.board), env.observation
    kinds = np.asarray(env.arrays.told[games, T_KIND])
    counts = np.array(seen.counts[games, powers])
    codes, begins = env.codes()
    rows, slots = np.nonzero(counts)
    lengths = counts[rows, slots]
    ends = np.cumsum(lengths)
    starts = np.concatenate([[0], ends]).astype(np.int64)
    shift = begins[games, powers][rows, slots] - (ends - lengths)
    places = np.arange(starts[-1]) + np.repeat(shift, lengths)
    seat, slot = np.repeat(rows, lengths), np.repeat(slots, lengths)
    code = codes[np.asarray(games)[seat], places].astype(np.int64)
    none, at = ground.locations, np.repeat(seen.at[games, powers][rows, slots], lengths)
    kind, via = code & 3, (code >> 2) & 1
    target, other = ((code >> 3) & 16383) - 1, (code >> 17) - 1
    at = np.where((at < 0) | (at > none), none, at)
    target = np.where((target < 0) | (target > none), none, target)
    phase = kinds[seat]
    type_ = _types(kind, via, target, other, phase, none)
    named = (type_ == HELPS_STAY) | (type_ == HELPS_GO) | (type_ == CONVOYS) | (type_ == REMOVES)
    other = np.where(named & (other >= 0) & (other < none), other, none)
    to = np.where(target < none, target, np.where(other < none, other, at))
    at = np.where(type_ == REMOVES, other, np.where(type_ >= BUILDS_FIRST, to, at))
    reach = _reach(env, ground, games)
    areas, situation = (
        _areas(env, ground, games, powers, reach),
        _situation(env, games, powers, kinds),
    )
    context = _contexts(env, ground, games, powers, reach, seat, type_, at, to, other, kinds)
    unit = np.repeat(np.arange(len(lengths)), lengths)
    foresight = None
    if foresees:
        seen_ahead = foresee(env, ground.province_of)
        ahead = of_areas(seen_ahead, games, powers, ground.province_of)
        areas = np.concatenate([areas, ahead], axis=2)
        here, there = ground.province_of[at], ground.province_of[to]
        foresight = of_orders(seen_ahead, games, powers, (starts, slots), (seat, here, there))
    return Sights(
        *(ground, counts, areas, situation, seat, slot, unit, starts),
        *(type_, at, to, other, code, context, foresight),
    )


def _types(kind: Any, via: Any, target: Any, other: Any, phase: Any, none: int) -> Any:
    moving = np.select(
        [kind == HOLD, kind == MOVE, kind == SUPPORT],
        [HOLDS, GOES + (SAILS - GOES) * via, HELPS_STAY + (target < none)],
        CONVOYS,
    )
    leaving = np.where(kind == MOVE, RETREATS_TO, DISBANDS)
    adjusting = np.select(
        [kind == MOVE, kind == SUPPORT], [BUILDS_FIRST + (other > 0), REMOVES], WAIVES
    )
    return np.select([phase == MOVEMENT, phase == RETREATS], [moving, leaving], adjusting)


def _areas(env: BatchEnv, ground: Ground, games: Any, powers: Any, reach: Any) -> Any:
    board = env.observation.board[games]
    n, rows = len(board), np.arange(len(board))
    found = np.zeros((n, ground.locations + 1, flags_of(env.variant.board, False)), np.float32)
    channels, k, p = board.shape[2], ground.kinds, ground.powers
    found[:, :-1, :channels] = board
    unit, out, owner = k + 1, 2 * k + p + 5, channels - p - 1
    own_unit, own_out = board[rows, :, unit + powers], board[rows, :, out + powers]
    own_center = board[rows, :, owner + powers]
    extra = found[:, :-1, channels:]
    extra[:, :, 0], extra[:, :, 1] = own_unit, own_out
    extra[:, :, 2], extra[:, :, 3] = own_center, 1 - own_unit - board[:, :, unit + p]
    extra[:, :, 4] = board[:, :, owner : owner + p].sum(axis=2) - own_center
    own = reach[rows, powers]
    foes = (reach.sum(axis=1) - own)[:, ground.province_of[:-1]]
    extra[:, :, 5] = np.minimum(own[:, ground.province_of[:-1]], 4) / 2
    extra[:, :, 6] = np.minimum(foes, 6) / 2
    extra[:, :, 7] = np.minimum((reach > 0).sum(axis=1)[:, ground.province_of[:-1]], 4) / 2
    return found


def _situation(env: BatchEnv, games: Any, powers: Any, kinds: Any) -> Any:
    n, p, rows = len(games), len(env.powers), np.arange(len(games))
    found = np.zeros((n, numbers_of(env.variant.board)), np.float32)
    found[rows, kinds] = 1
    found[:, 3] = _is_last(env, games)
    found[:, 4] = np.minimum(env.last_year - np.asarray(env.observation.year[games]), 10) / 10
    found[rows, 5 + powers] = 1
    owned = np.asarray(env.owned[games], np.float32)
    most = max(len(env.variant.board.centers), 1)
    found[:, 5 + p : 5 + 2 * p] = 3 * owned / most
    found[:, 5 + 2 * p] = 3 * owned[rows, powers] / most
    found[:, 6 + 2 * p] = np.asarray(env.observation.build_numbers)[games, powers] / 3
    return found


def _is_last(env: BatchEnv, games: Any) -> Any:
    """True where centres are counted after this movement, or have been."""
    phases = env.variant.calendar_under(env.variant.rule_set).phases
    moves = [place for place, one in enumerate(phases) if one.kind.name == "MOVEMENT"]
    return np.asarray(env.observation.phase[games]) >= moves[-1]


def _reach(env: BatchEnv, ground: Ground, games: Any) -> Any:
    """``(n, powers, provinces + 1)``: how many units of each power can step into each province."""
    games = np.asarray(games)
    counts = np.asarray(env.observation.counts)[games]
    codes, begins = env.codes()
    rows, powers, slots = np.nonzero(counts)
    lengths, found = counts[rows, powers, slots], (len(games), ground.powers, ground.provinces + 1)
    if not len(lengths):
        return np.zeros(found, np.int64)
    ends = np.cumsum(lengths)
    shift = begins[games][rows, powers, slots] - (ends - lengths)
    places = np.arange(ends[-1]) + np.repeat(shift, lengths)
    code = codes[games[np.repeat(rows, lengths)], places]
    moves = ((code & 7) == MOVE) & (np.asarray(env.arrays.told)[games, T_KIND] == MOVEMENT)[
        np.repeat(rows, lengths)
    ]
    unit, code = np.repeat(np.arange(len(lengths)), lengths)[moves], code[moves]
    to = ground.province_of[((code >> 3) & 16383) - 1]
    # A unit that can come to two coasts of a province comes there once.
    pairs = np.unique(unit * (ground.provinces + 1) + to)
    unit, to = pairs // (ground.provinces + 1), pairs % (ground.provinces + 1)
    flat = (rows[unit] * ground.powers + powers[unit]) * (ground.provinces + 1) + to
    return np.bincount(flat, minlength=int(np.prod(found))).reshape(found)


def _contexts(
    env: BatchEnv,
    ground: Ground,
    games: Any,
    powers: Any,
    reach: Any,
    seat: Any,
    type_: Any,
    at: Any,
    to: Any,
    other: Any,
    kinds: Any,
) -> Any:
    n, rows, p = len(games), np.arange(len(games)), ground.powers
    board = env.observation.board[games]
    unit, owner = ground.kinds + 1, board.shape[2] - p - 1
    main = ground.main[:-1]
    none = np.zeros((n, 1), np.bool_)

    def by_province(flags: Any) -> Any:
        return np.concatenate([flags[:, main] > 0, none], axis=1)

    own_unit = by_province(board[rows, :, unit + powers])
    any_unit = by_province(1 - board[:, :, unit + p])
    own_center = by_province(board[rows, :, owner + powers])
    held = by_province(board[:, :, owner : owner + p].sum(axis=2))
    own_reach = reach[rows, powers]
    foe_reach = reach.sum(axis=1) - own_reach
    goes = (type_ == GOES) | (type_ == HELPS_GO)
    own_reach = own_reach[seat, ground.province_of[to]] - (type_ == GOES)
    here, there, helped = ground.province_of[at], ground.province_of[to], ground.province_of[other]
    center, last = ground.centers[there], _is_last(env, games)[seat] & (kinds[seat] != ADJUSTMENTS)
    not_own, foes = ~own_center[seat, there], foe_reach[seat, there]
    theirs = any_unit[seat, there] & ~own_unit[seat, there]
    # The unit that is helped to go there is none of those that could come there besides.
    foreign = (helped < ground.provinces) & ~own_unit[seat, helped]
    foes = foes - ((type_ == HELPS_GO) & foreign)
    leaves = ((type_ == GOES) | (type_ == SAILS)) & ground.centers[here]
    flags = (
        np.ones(len(seat), np.bool_),
        center & ~held[seat, there],
        center & held[seat, there] & not_own,
        center & own_center[seat, there],
        center & not_own & last,
        theirs,
        own_unit[seat, there] & (here != there),
        *(foes >= 1, foes >= 2, foes >= 3),
        *(own_reach >= 1, own_reach >= 2),
        foreign,
        leaves & ~own_center[seat, here] & last,
        leaves & own_center[seat, here] & (foe_reach[seat, here] > 0),
        goes & theirs & (own_reach >= 1),
    )
    return np.stack(flags, axis=1).astype(np.float32)
