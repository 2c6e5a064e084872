"""Fits a net to examples: compiled, in one thread and one sequence, so that the same examples and
seed give the same numbers to the last bit."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numba
import numpy as np

from dragoman.bots.engine.forms import MOST_LEFT, PlayTables
from dragoman.bots.engine.learned import exp_of, first_of_centers, first_of_years
from dragoman.rules.batch.packed_form import C_UNITS
from tools.learned.games import Examples

BATCH: Final = 1024
RATE: Final = 0.003
DECAY: Final = 1e-4
"""At each step numbers lose so much of themselves, in parts of the rate."""
FIRST_PACE: Final = 1.4
SPREAD: Final = (0.1, 0.09)
"""How far the numbers lie from zero at first at most, those inward and those onward."""

LOGARITHMS: Final = np.array([0.0, *map(math.log, range(1, 200))], np.float32)
_exp = numba.njit(exp_of)


class Inputs(NamedTuple):
    """Examples as the net takes them."""

    given: Any
    """The inputs of each that are one, NONE behind them."""
    left: Any
    held: Any
    """What each power holds, in half centres."""
    shares: Any
    weights: Any


def in_arrays(tables: PlayTables) -> PlayTables:
    """The tables in arrays of NumPy's, as compiled code here takes them."""
    return PlayTables(*(one if isinstance(one, int) else np.asarray(one) for one in tables))


def as_inputs(tables: PlayTables, examples: Examples, weight: float) -> Inputs:
    """Examples as the net takes them, each with a weight."""
    count = len(examples.rows)
    given = np.full((count, 2 * tables.centers + 1), -1, np.int16)
    held = np.zeros((count, tables.powers), np.int16)
    firsts = first_of_centers(tables), first_of_years(tables)
    left = np.minimum(examples.left, MOST_LEFT).astype(np.int64)
    _fill(tables, *firsts, examples.rows, left, given, held)
    shares = np.where(held > 0, examples.shares, np.float32(0))
    shares /= np.maximum(shares.sum(1, keepdims=True), np.float32(1e-6))
    return Inputs(given, left, held, shares, np.full(count, weight, np.float32))


def together(parts: list[Inputs]) -> Inputs:
    """Inputs one after another."""
    return Inputs(*map(np.concatenate, zip(*parts, strict=True)))


@numba.njit
def _fill(
    tables: Any, centers: int, years: int, rows: Any, left: Any, given: Any, held: Any
) -> None:
    each = tables.cell_bits // tables.owner_bits
    last = (1 << tables.owner_bits) - 1
    kinds = (1 << (tables.owner_shift - tables.kind_shift)) - 1
    owners = np.zeros(tables.centers, np.int64)
    for index in range(len(rows)):
        row = rows[index]
        given[index, 0] = years + left[index]
        end = 1
        for center in range(tables.centers):
            word = int(row[tables.first_owner + center // each])
            owner = ((word >> (center % each * tables.owner_bits)) & last) - 1
            owners[center] = owner
            if owner >= 0:
                given[index, end] = centers + center * tables.powers + owner
                held[index, owner] += 2
                end += 1
        for unit in range(int(row[C_UNITS])):
            word = int(row[tables.first_unit + unit])
            place = tables.province_of[word & ((1 << tables.kind_shift) - 1)]
            kind = (word >> tables.kind_shift) & kinds
            owner = (word >> tables.owner_shift) & tables.owner_mask
            given[index, end] = (place * tables.kinds + kind) * tables.powers + owner
            end += 1
            center = tables.center_of[place]
            if center >= 0 and owners[center] != owner:
                held[index, owner] += 1
                if owners[center] >= 0:
                    held[index, owners[center]] -= 1


def begun(tables: PlayTables, hidden: int, seed: int) -> list[Any]:
    """The numbers of a net before it has learned anything: inward, onward and the paces."""
    inputs, powers = first_of_years(tables) + MOST_LEFT + 1, tables.powers
    dice = np.random.default_rng(seed)
    inward = np.zeros((inputs, hidden + powers), np.float32)
    inward[:, :hidden] = (dice.random((inputs, hidden)) * 2 - 1) * SPREAD[0]
    onward = ((dice.random((hidden, powers)) * 2 - 1) * SPREAD[1]).astype(np.float32)
    return [inward, onward, np.full(MOST_LEFT + 1, FIRST_PACE, np.float32)]


def fit(inputs: Inputs, numbers: list[Any], epochs: int, seed: int) -> None:
    """Change the numbers so that the net's shares come near those of the examples, by Adam with a
    rate that falls to nothing; examples that do not fill a batch are left to another epoch."""
    dice, count = np.random.default_rng(seed), len(inputs.left)
    size = min(BATCH, count)
    steps = epochs * (count // size)
    first, second = _alike(numbers), _alike(numbers)
    fading, fading_more, step = 1.0, 1.0, 0
    for _ in range(epochs):
        sequence = dice.permutation(count)
        for begin in range(0, count - size + 1, size):
            gradients = _alike(numbers)
            _learn(*inputs, sequence[begin : begin + size], *numbers, *gradients, LOGARITHMS)
            fading, fading_more = fading * 0.9, fading_more * 0.999
            rate = RATE * (1 - step / steps)
            step += 1
            for flats in zip(numbers, gradients, first, second, strict=True):
                _step(*(one.ravel() for one in flats), size, rate, 1 - fading, 1 - fading_more)


@numba.njit
def _step(
    numbers: Any,
    gradient: Any,
    one: Any,
    two: Any,
    size: int,
    rate: float,
    full: float,
    all_: float,
) -> None:
    for place in range(len(numbers)):
        slope = gradient[place] / size
        one[place] += 0.1 * (slope - one[place])
        two[place] += 0.001 * (slope * slope - two[place])
        change = one[place] / full / (math.sqrt(two[place] / all_) + 1e-8)
        numbers[place] -= rate * (change + DECAY * numbers[place])


def _alike(numbers: list[Any]) -> list[Any]:
    return [np.zeros_like(one) for one in numbers]


def predicted(inputs: Inputs, numbers: list[Any]) -> Any:
    """The shares of examples by the net."""
    found = np.zeros_like(inputs.shares)
    _predict(inputs.given, inputs.left, inputs.held, *numbers, LOGARITHMS, found)
    return found


@numba.njit
def _forward(
    given: Any,
    left: int,
    held: Any,
    inward: Any,
    onward: Any,
    paces: Any,
    logs: Any,
    sums: Any,
    shares: Any,
) -> None:
    powers, hidden = onward.shape[1], onward.shape[0]
    sums[:] = 0
    for place in range(len(given)):
        if given[place] >= 0:
            for cell in range(len(sums)):
                sums[cell] += inward[given[place], cell]
    highest = -1e30
    for power in range(powers):
        shares[power] = sums[hidden + power] + paces[left] * logs[max(0, held[power])]
    for neuron in range(hidden):
        if sums[neuron] > 0:
            for power in range(powers):
                shares[power] += sums[neuron] * onward[neuron, power]
    for power in range(powers):
        if held[power] > 0:
            highest = max(highest, shares[power])
    total = 0.0
    for power in range(powers):
        shares[power] = _exp(shares[power] - highest) if held[power] > 0 else 0.0
        total += shares[power]
    for power in range(powers):
        shares[power] /= max(total, 1e-30)


@numba.njit
def _predict(
    given: Any, left: Any, held: Any, inward: Any, onward: Any, paces: Any, logs: Any, found: Any
) -> None:
    sums = np.zeros(inward.shape[1], np.float32)
    shares = np.zeros(onward.shape[1], np.float64)
    for index in range(len(left)):
        _forward(given[index], left[index], held[index], inward, onward, paces, logs, sums, shares)
        for power in range(len(shares)):
            found[index, power] = shares[power]


@numba.njit
def _learn(
    given: Any,
    left: Any,
    held: Any,
    wanted: Any,
    weights: Any,
    chosen: Any,
    inward: Any,
    onward: Any,
    paces: Any,
    of_inward: Any,
    of_onward: Any,
    of_paces: Any,
    logs: Any,
) -> None:
    hidden, powers = onward.shape
    sums = np.zeros(inward.shape[1], np.float32)
    back = np.zeros(inward.shape[1], np.float32)
    shares = np.zeros(powers, np.float64)
    missed = np.zeros(powers, np.float32)
    for index in chosen:
        row, years = given[index], left[index]
        _forward(row, years, held[index], inward, onward, paces, logs, sums, shares)
        for power in range(powers):
            missed[power] = 0.0
            if held[index, power] > 0:
                missed[power] = (shares[power] - wanted[index, power]) * weights[index]
                of_paces[years] += missed[power] * logs[held[index, power]]
            back[hidden + power] = missed[power]
        for neuron in range(hidden):
            back[neuron] = 0.0
            if sums[neuron] > 0:
                for power in range(powers):
                    of_onward[neuron, power] += sums[neuron] * missed[power]
                    back[neuron] += missed[power] * onward[neuron, power]
        for place in range(len(row)):
            if row[place] >= 0:
                for cell in range(len(back)):
                    of_inward[row[place], cell] += back[cell]
