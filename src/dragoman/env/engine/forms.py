"""The arrays that the training ground works on: what stays as it is while games go on, the games,
and what one thread works in."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

Ints: TypeAlias = Any
"""Numbers one behind the other that are only read, ..."""
Cells: TypeAlias = Any
"""... and such to work in."""

# What a number of ``Games.told`` is.
T_PHASE: Final = 0
"""The place of the phase in the calendar."""
T_KIND: Final = 1
"""Its kind: movement, retreats or adjustments."""
T_YEAR: Final = 2
T_WINNER: Final = 3
"""The number of the power that has won, NONE for none."""
T_PHASES: Final = 4
"""How many phases of the game have been carried out."""
T_ILLEGAL: Final = 5
"""How many actions of the last step stood for no order."""
T_DOUBLED: Final = 6
"""How many builds of the last step were a second one in their province."""
T_MOVED: Final = 7
"""Whether the phase that the last step carried out was a movement."""
T_COUNTED: Final = 8
"""The last year whose centres have been counted."""
T_CHANGED: Final = 9
"""The last of them in which a centre changed hands."""
T_OWNERS: Final = 10
"""A digest of who owns what."""
TOLD: Final = 11

# What a number of ``Games.orders`` is, for each area.
O_TYPE: Final = 0
O_TARGET: Final = 1
O_OTHER: Final = 2
ORDER_NUMBERS: Final = 3

# The types of orders there.
NO_ORDER: Final = 0
HELD: Final = 1
MOVED: Final = 2
SUPPORTED: Final = 3
CONVOYED: Final = 4
MOVED_BY_CONVOY: Final = 5

# What went wrong, in ``Desk.fault``.
FINE: Final = 0
TOO_MANY_LISTED: Final = 1
TOO_MANY_CHOICES: Final = 2
TOO_MANY_SLOTS: Final = 3


class PlayGround(NamedTuple):
    """The board and the sizes of choices and observations.

    A slot is room for one order of a power: there are as many for each. An area is a row of the
    observation: a location, in whatever sequence.
    """

    powers: int
    nobody: int
    """The power whose units obey nobody; NONE where there is none."""
    provinces: int
    locations: int
    kinds: int
    slots: int
    """Of each power."""
    choices: int
    """Most orders that a slot can choose among."""
    areas: int
    channels: int
    """Numbers for each area."""
    gates: int
    first_counted: int
    """The first year of ``Games.history``: that before the game began."""
    years_from: int
    """What is taken off the year in a packed position."""
    # Where in a packed position what stands (see ``rules.batch.packed_form``).
    first_owner: int
    first_unit: int
    kind_shift: int
    owner_shift: int
    owner_mask: int
    owner_bits: int
    cell_bits: int
    cells_of_dislodged: int
    centers: int
    center_place: Ints
    """The province of each centre."""
    phase_kind: Ints
    """Of each phase of the calendar."""
    is_counted: Ints
    """For each of them, whether the centres of its year have been counted."""
    province_of: Ints
    """Of each location."""
    area_of: Ints
    """Of each location; NONE for one that is not observed."""
    main_area: Ints
    """Of each province; NONE likewise."""
    area_starts: Ints
    """For each province where its list in ``areas_in`` begins, one more at the end."""
    areas_in: Ints
    """All areas of each province."""
    gate_holder: Ints
    """The province whose unit gives control of each gateway."""
    cost: Ints
    """Of each kind of unit."""
    blank: Cells
    """The observation of a board with no unit and no owner."""


class Games(NamedTuple):
    """All games, a row each."""

    rows: Any
    """Packed positions."""
    codes: Any
    """The legal orders of the phase, one list behind the other."""
    begins: Any
    """For each slot where its list begins, ..."""
    counts: Any
    """... how many orders it has, 0 for a slot without a choice, ..."""
    places: Any
    """... the place of its order among those of the phase, ..."""
    at: Any
    """... and the location of the unit; of a gatekeeper one above all locations; NONE for builds
    and removals."""
    shown: Any
    """How many actions the mask of each slot allows."""
    mask: Any
    """For each slot and action whether it is open."""
    board: Any
    """The observation, for each area its channels."""
    before: Any
    """The same of the last movement phase before this one."""
    orders: Any
    """The orders of that phase, for each area."""
    told: Any
    """Numbers that tell of the game."""
    owned: Any
    """For each power its centres, ..."""
    units: Any
    """... its units, dislodged ones among them, ..."""
    dues: Any
    """... and in an adjustment phase its builds, below zero removals."""
    history: Any
    """For each year its centres of each power."""
    actions: Any
    """For each slot the action chosen."""
    states: Any
    """The state of the random generator of each game."""


class Desk(NamedTuple):
    """The arrays of one thread."""

    room: Any
    """Where the judge works (see ``rules.batch.kernel_rows``)."""
    counts: Cells
    """How many orders each list has that the judge made, ..."""
    due: Cells
    """... and what is due of them."""
    orders: Cells
    """The orders of a phase."""
    results: Cells
    filled: Cells
    """How many slots of each power are filled."""
    fault: Cells
    """The fault that the last call met, the game, the power, and how much room it would take."""


def fail(desk: Desk, fault: int, index: int, power: int, needed: int) -> int:
    """Note a fault, which is the answer."""
    desk.fault[0] = fault
    desk.fault[1] = index
    desk.fault[2] = power
    desk.fault[3] = needed
    return fault
