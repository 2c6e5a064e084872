"""The layout of a position of Machiavelli in a row of numbers.

In front stand the phase, the year, the winner, how many units stand and wait to retreat, how many
cities win, and the seed. Then follow a number for each place: who owns it, and what marks it has;
for each power its treasury, how it stands, and its loans; for each pair of powers; for each home
country; the units in the order in which a ``Position`` has them; the dislodged units, each with
where its attacker came from and where it may go.
"""

from __future__ import annotations

from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.rules.engine.tables import Ints

# Where each number of the head stands.
ROW_PHASE: Final = 0
ROW_YEAR: Final = 1
ROW_WINNER: Final = 2
"""The power that has won, from 1; 0 for none."""
ROW_UNITS: Final = 3
ROW_DISLODGED: Final = 4
ROW_CITIES: Final = 5
ROW_SEED: Final = 6
"""The seed, in three numbers: 31 bits, 31 bits, and what is above."""
ROW_HEAD: Final = 9

SEED_BITS: Final = 31

# The number of a place: its owner from 1, 0 for none, and these bits.
OWNER_BITS: Final = 255
SIEGE_BIT: Final = 256
FAMINE_BIT: Final = 512
REBELS_BIT: Final = 1024
CONTESTED_BIT: Final = 2048

# The numbers of a power: its treasury, these bits, and its loans: principal and interest.
CELLS_OF_POWER: Final = 9
DEFAULTED_BIT: Final = 1
OUT_BIT: Final = 2
INTEREST_SHIFT: Final = 15
MOST_IN_LOAN: Final = (1 << INTEREST_SHIFT) - 1

# The number of a pair: chits, and whether fleets may pass.
ALLOWS_BIT: Final = 1 << 20

# A unit: its location, its kind, its owner.
KIND_SHIFT: Final = 10
OWNER_SHIFT: Final = 16
LOCATION_BITS: Final = (1 << KIND_SHIFT) - 1
KIND_BITS: Final = (1 << (OWNER_SHIFT - KIND_SHIFT)) - 1

WAY_ROOM: Final = 12
"""How many numbers a dislodged unit takes on the average at most: itself, where its attacker came
from, how many ways out it has, and these."""


@dataclass(frozen=True, slots=True, eq=False)
class CampaignForm:
    """Where everything lies in the rows of one board, and in the orders that go with a row."""

    row: int
    """How many numbers a row has."""
    first_place: int
    first_power: int
    first_pair: int
    first_country: int
    first_unit: int
    first_dislodged: int
    unit_room: int
    """How many units a kernel has room for."""
    # How places among the units of a position are given away: by the names of power, location and
    # kind.
    power_rank: Ints
    location_rank: Ints
    kind_rank: Ints


# Orders: rows of so many numbers, the first of which says what is ordered, the second who orders.
# What is behind the last begins with NONE.
ORDER_CELLS: Final = 5
FOR_UNIT: Final = 0
"""Where the unit stands, and its order (see ``rules.engine.packed_orders`` and
``engine.city_orders``)."""
TO_SPEND: Final = 1
"""The number of the expenditure, what it is for (see ``engine.legal_orders``), ducats."""
TO_PAY: Final = 2
"""To whom, nobody for the bank; ducats."""
TO_BORROW: Final = 3
"""Ducats, years."""
TO_GIVE: Final = 4
"""A chit for whose life; to whom."""
TO_ALLOW: Final = 5
"""Whom, and whether it may pass."""
TO_RETREAT: Final = 6
"""Where the unit stood, and where it goes: NONE to disband."""
TO_KEEP: Final = 7
"""What is done in an adjustment (see ``engine.codes``), the kind of unit, the location."""
