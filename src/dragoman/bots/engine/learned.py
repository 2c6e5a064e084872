"""The learned value of a position: a small net's estimate of the share of squares that each power
comes to in the end.

Its inputs are which unit of which power stands in each province, who owns each centre, and how many
years are left. What each weighs is summed up in hidden numbers, of which those above zero go on,
and, directly, in a number for each power. To that come what the power holds, raised to a power that
was fitted to the years left. All is sums and products in one sequence, so that it comes out the
same to the last bit on any machine, compiled or not.
"""

from __future__ import annotations

from typing import Any, Final

from dragoman.bots.engine.forms import PlayTables, ValueNet
from dragoman.rules.batch.packed_form import C_UNITS
from dragoman.rules.engine.codes import NONE

HALVINGS: Final = 10
"""How often a number is halved before the beginning of its series is enough for ``exp_of`` it."""
LEAST_EXPONENT: Final = -30.0
"""What is smaller counts as nothing to ``exp_of``."""


def exp_of(number: float) -> float:
    """The exponential of a number that is not above zero, the same on any machine."""
    if number < LEAST_EXPONENT:
        return 0.0
    part = number / (1 << HALVINGS)
    found = 1.0 + part * (1.0 + part / 2.0 * (1.0 + part / 3.0 * (1.0 + part / 4.0)))
    for _ in range(HALVINGS):
        found *= found
    return found


def first_of_centers(tables: PlayTables) -> int:
    """The first of the net's inputs that are about owners of centres; those about units are before
    it."""
    return tables.provinces * tables.kinds * tables.powers


def first_of_years(tables: PlayTables) -> int:
    """The first of the net's inputs that are about the years left, the last of all."""
    return first_of_centers(tables) + tables.centers * tables.powers


def learned_share(
    tables: PlayTables, net: ValueNet, row: Any, owners: Any, held: Any, left: int, power: int
) -> float:
    """The share of squares that a power comes to in so many years, by the net: of those that hold
    anything now. ``held`` is in half centres."""
    width = len(net.sums)
    hidden = width - tables.powers
    add_input(net, first_of_years(tables) + left, width, True)
    centers = first_of_centers(tables)
    for center in range(tables.centers):
        owner = owners[tables.center_place[center]]
        if owner != NONE:
            add_input(net, centers + center * tables.powers + owner, width, False)
    kinds = (1 << (tables.owner_shift - tables.kind_shift)) - 1
    for unit in range(int(row[C_UNITS])):
        word = int(row[tables.first_unit + unit])
        place = tables.province_of[word & ((1 << tables.kind_shift) - 1)]
        kind = (word >> tables.kind_shift) & kinds
        owner = (word >> tables.owner_shift) & tables.owner_mask
        add_input(net, (place * tables.kinds + kind) * tables.powers + owner, width, False)
    for other in range(tables.powers):
        net.outputs[other] = net.sums[hidden + other]
        if held[other] > 0:
            net.outputs[other] += net.paces[left] * net.logarithms[held[other]]
    for neuron in range(hidden):
        if net.sums[neuron] > 0:
            for other in range(tables.powers):
                net.outputs[other] += net.sums[neuron] * net.onward[neuron, other]
    return share_of_outputs(tables, net, held, power)


def add_input(net: ValueNet, given: int, width: int, is_first: bool) -> None:
    """Add to the sums what one of the inputs weighs, or begin with it."""
    if is_first:
        for cell in range(width):
            net.sums[cell] = net.inward[given, cell]
    else:
        for cell in range(width):
            net.sums[cell] += net.inward[given, cell]


def share_of_outputs(tables: PlayTables, net: ValueNet, held: Any, power: int) -> float:
    """A power's part of the exponentials of the outputs."""
    if held[power] <= 0:
        return 0.0
    highest = net.outputs[power]
    for other in range(tables.powers):
        if held[other] > 0 and net.outputs[other] > highest:
            highest = net.outputs[other]
    total = 0.0
    for other in range(tables.powers):
        if held[other] > 0:
            total += exp_of(net.outputs[other] - highest)
    return exp_of(net.outputs[power] - highest) / total
