"""A turn: everything that the engine reads and writes while it judges one phase.

Everything is a column of numbers: ``t.goal[unit]`` is the province that a unit moves to. In
plain Python each column is a list. Compiled, the columns of one group (the units', the orders')
lie row by row in one array; see ``batch.arrays``.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from copy import copy
from dataclasses import field, fields
from typing import Final, TypeAlias

from dragoman.quick_dataclass import dataclass
from dragoman.rules.engine.primitives import Mask
from dragoman.rules.engine.tables import BoardTables, CalendarTables, Cells, RuleCodes

Column: TypeAlias = Cells
"""One number for each row of its group."""
MaskColumn: TypeAlias = MutableSequence[Mask]
"""A set of units for each unit."""
Masks: TypeAlias = MutableSequence[Mask]
"""A set of units for each of something else."""


@dataclass(slots=True, eq=False)
class OrderRows:
    """Orders of a movement phase as written; the last four columns are the check's."""

    by: Column
    """The power that gave it."""
    kind: Column
    location: Column
    type: Column
    other_power: Column
    other_kind: Column
    other_location: Column
    """Of the unit supported or convoyed; of a move by railway the railway's."""
    target: Column
    flags: Column
    route_start: Column
    """Where its named route starts in ``Turn.routes``; NONE if it names none."""
    route_end: Column
    unit: Column
    """The unit ordered ..."""
    other: Column
    """... and the unit supported or convoyed, as read where the order names them by kind and place
    as they are; NONE if not, and found by the check then."""
    reason: Column
    """Why it cannot be carried out, 0 if it can."""
    doubtful: Column
    """The orders that are to be checked, of this and all the others, so many as
    ``Turn.doubtful_count``."""


@dataclass(slots=True, eq=False)
class AdjustmentRows:
    """Orders of an adjustment phase. ``engine.balance`` fills in the last two columns."""

    by: Column
    type: Column
    kind: Column
    location: Column
    odd_coast: Column
    reason: Column
    """Why it is not carried out, 0 if it is."""
    is_excess: Column
    """Whether it was possible, but more than was due."""


@dataclass(slots=True, eq=False)
class DislodgedRows:
    """Dislodged units that may retreat."""

    location: Column
    owner: Column
    kind: Column
    origin: Column
    """The province it may not go to because its attacker came from there; NONE for none."""
    target: Column
    """Where it is to go in a retreat phase; NONE to disband."""
    result: Column
    """What became of that, as a place in ``outcome.RESULTS``."""


@dataclass(slots=True, eq=False)
class StandingRows:
    """The units that stand after the phase."""

    location: Column
    owner: Column
    kind: Column


@dataclass(slots=True, eq=False)
class Turn:
    """One phase being judged; made by ``room.new_turn``."""

    board: BoardTables
    rules: RuleCodes
    calendar: CalendarTables
    victory_centers: int
    phase: int
    """Its place in the calendar."""
    year: int
    winner: int
    """The power that has won; NONE while nobody has."""
    unit_count: int
    order_count: int
    doubtful_count: int
    """How many of the orders are to be checked: the units have the others already, as they are
    known to be legal."""
    adjustment_count: int
    dislodged_count: int
    standing_count: int
    random_state: int
    listed_room: int
    """How many legal orders there is room to list."""
    is_even: int
    """Whether every support is worth two half points."""
    is_loose: int
    """Whether any order may not name its units exactly."""
    has_convoys: int
    """Whether any order is a convoy."""

    # The units that stand when the phase begins: as the position gives them ...
    place: Column
    location: Column
    owner: Column
    kind: Column
    spot: Column
    """Kind * location_count + location: where in tables its own numbers are."""
    strength: Column
    """In half points."""
    # ... what they are ordered, filled in by checking the orders ...
    order: Column
    """``HOLD``, ``MOVE``, ``SUPPORT`` or ``CONVOY``."""
    target: Column
    """The location a move goes to."""
    goal: Column
    """The province a move goes to, NONE for a unit that stays."""
    loss: Column
    """Half points lost on the way over land, or of its support by partial cuts."""
    route: Column
    """``LAND``, ``SEA``, ``SEA_ELSE_LAND``, ``GATED`` or ``RAIL``."""
    helps: Column
    """The unit that a matched support helps."""
    carries: Column
    """The army that a matched convoy carries."""
    reason: Column
    """Why the order given was not carried out as written; see ``model.reasons``."""
    chosen: Column
    """Which of the orders given is carried out, NONE for none."""
    # ... what it meets on the way ...
    paradox: Column
    """What a circle cost the unit: 0, ``WAY_CLOSED`` or ``GIVEN_UP``, or both."""
    supporters: MaskColumn
    """The units with a matched support for this one."""
    fleets: MaskColumn
    """The fleets that are to convoy it."""
    loss_at_sea: Column
    """Half points lost when a convoy takes the unit."""
    pass_by: Column
    """The unit whose gateway lets this unit pass, NONE for none."""
    closers: MaskColumn
    """The fleets that close a strait to this unit if they come to its gate."""
    shut_straits: Column
    """Straits that are closed to a convoy of this unit whatever moves: a bit for each."""
    pass_to: Column
    """The province it may pass to."""
    pass_gate: Column
    railway: Column
    """The railway a move uses, NONE for none."""
    coring: Column
    """1 where the unit makes a core of the centre where it stands."""
    # ... and what became of them.
    result: Column
    """A place in ``outcome.RESULTS``."""
    dislodged_by: Column
    gone: Column
    """In an adjustment phase: 1 for a unit removed by order, 2 by civil disorder."""

    orders: OrderRows = field(init=False)
    adjustments: AdjustmentRows = field(init=False)
    dislodged: DislodgedRows = field(init=False)
    standing: StandingRows = field(init=False)
    routes: Cells
    """The routes that orders name: locations, one route after the other."""

    # For each province.
    at: Cells
    """The unit that stands there."""
    rivals: Masks
    """The units that move there."""
    owners: Cells
    """The power that owns it, NONE for nobody."""
    cores: Cells
    """The power whose core, or home centre, it is; as the board says where that never changes."""
    half_cores: Cells
    """The power that has begun to make a core of it; NONE for nobody."""
    full: Cells
    """After the moves: 1 where somebody stands, 2 where a stand-off left nobody."""
    crowd: Cells
    keepers: Cells
    """For each gateway, not province: after the moves, the power that controls it; NONE if none."""

    # What can be seen of the orders at once.
    moving: Mask
    """The units that move."""
    opposed: Mask
    """Those that meet somebody at their goal, or on the way there."""
    supporting: Mask
    """The units with a matched support, and those that convert: an attack stops either."""
    converting: Mask
    """The units that convert (Diplomacy)."""
    attacked: Mask
    """The units at whose place others are to arrive."""
    hampered: Mask
    """The units whose way somebody has to open, or takes all their strength."""

    # The decisions: each unit is in one of two sets as soon as that is certain, and in neither
    # before.
    moves_yes: Mask
    """The units whose moves succeed ..."""
    moves_no: Mask
    """... and fail."""
    stands_yes: Mask
    """The units whose supports stand ..."""
    stands_no: Mask
    """... and do not."""
    open_yes: Mask
    """The units whose ways, by convoy or gateway, are open ..."""
    open_no: Mask
    """... and closed."""
    # The unknown decisions that an evaluation met: what it waits for.
    awaited_moves: Mask
    awaited_stands: Mask
    awaited_open: Mask
    # The same for each decision, ``DECISIONS * unit + field``, when nothing more is certain.
    waits_for_moves: Masks
    waits_for_stands: Masks
    waits_for_open: Masks

    # Room to work.
    dues: Cells
    """For each power: what it may build, below zero what it must remove."""
    options: Cells
    """Locations listed: where a unit may retreat to."""
    queue: Cells
    steps: Cells

    # Convoys (see ``engine.ways`` and ``engine.routes``). The fleets that can convoy where they
    # stand; for each province those on it, those that a convoy gets to from there, and those from
    # which it gets there. They are known as soon as one asks.
    is_charted: int
    strait_count: int
    """How many straits there are: ways between two provinces, which a fleet in a third closes."""
    strait_one: Cells
    strait_other: Cells
    strait_gate: Cells
    barred_straits: int
    """Those that a search must not lead through: a bit for each."""
    afloat: Mask
    fleets_on: Masks
    fleets_after: Masks
    fleets_before: Masks
    fleets_ashore: Masks
    """For each province the fleets that land an army there: more than come before a fleet there
    that stands on one of two coasts."""
    layers: Masks
    """The fleets that are reached after so many others."""
    # A chain of fleets that grows, and what it is to lead from and to.
    leads_round: int
    """Whether it may lead over fleets that could be left out."""
    route_starts: Mask
    route_ends: Mask
    open_before: Masks
    """With so many fleets put to it: the fleets over which it may go on before its first ..."""
    open_after: Masks
    """... and behind its last."""
    line: Cells
    """The fleets with which it has grown, ..."""
    tried: Cells
    """... how many neighbors were tried for each, NONE for all of them, ..."""
    spun: Cells
    """... and with which of them that began."""
    proven: Mask
    """Fleets that are found to be on some route ..."""
    proven_from: int
    """... from this province ..."""
    proven_to: int
    barred: Masks
    """The fleets of a barrier of so many provinces; ``barrier_near``, those next to all of it, and
    ``barrier_left``, with which it has still to be tried."""
    barrier_near: Masks
    barrier_left: Masks

    # All chains of fleets, followed one after the other.
    chain: Masks
    """The chain so far, ..."""
    closed: Masks
    """... and the fleets with which it cannot go on."""

    # Legal orders (see ``engine.legal_orders``).
    choices: Cells
    """How many there are for each unit, and behind these for each gatekeeper."""
    withheld: Column
    """How many moves by convoy the unit cannot support where it could support others."""
    comers: Masks
    """For each province the units that can step to it."""
    helpable: Cells
    """For each province how many orders to support somebody there are for a unit that gives support
    there and can do nothing else with it."""
    arrivals: Cells
    """For each province the last link of those that come there by convoy or railway, NONE for
    none."""
    link_count: int
    link_room: int
    """How many ways by convoy or railway there is room for."""
    link_army: Cells
    link_goal: Cells
    link_next: Cells
    """The link before this one of those that come to the same province."""
    link_helps: Masks
    """The fleets that could be on the way, none for a way by railway."""
    link_needs: Masks
    """Those of them without which there is no way."""
    goals: Cells
    """The provinces to which an army is found to come by convoy, ..."""
    goal_helps: Masks
    """... for each province the fleets that could be on a way there, none between armies, ..."""
    goal_needs: Masks
    """... and those without which there is no way."""
    offered: int
    """How many orders were offered so far, ..."""
    first_wanted: int
    """... which of them are written: from this one on ..."""
    end_wanted: int
    """... up to this one."""
    found_count: int
    found: Cells
    """Legal orders, as ``engine.packed_orders`` writes them."""
    starts: Cells
    """Where those of each unit start in ``found``, then of each gatekeeper, one more at the end."""

    def on(self, board: BoardTables) -> Turn:
        """The same turn on the tables of another season."""
        turn = copy(self)
        turn.board = board
        return turn


GROUPS: Final = {
    "orders": OrderRows,
    "adjustments": AdjustmentRows,
    "dislodged": DislodgedRows,
    "standing": StandingRows,
}
"""The fields of a turn that are rows of their own."""

UNIT_COLUMNS: Final = tuple(f.name for f in fields(Turn) if f.type == "Column")
MASK_COLUMNS: Final = tuple(f.name for f in fields(Turn) if f.type == "MaskColumn")


def columns_of(rows: type[object]) -> tuple[str, ...]:
    """The names of the columns of a group of rows."""
    return tuple(f.name for f in fields(rows))  # type: ignore[arg-type]
