"""A turn: everything that the engine reads and writes while it judges one phase.

Everything is a column of numbers: ``t.goal[unit]`` is the province that a unit moves to. In
plain Python each column is a list. Compiled, the columns of one group (the units', the orders')
lie row by row in one array; see ``batch.arrays``.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass, field, fields, replace
from typing import Final, TypeAlias

from dragoman.rules.engine.codes import DECISIONS
from dragoman.rules.engine.masks import EMPTY, Mask
from dragoman.rules.engine.tables import BoardTables, CalendarTables, Cells, RuleCodes

Column: TypeAlias = Cells
"""One number for each row of its group."""
MaskColumn: TypeAlias = MutableSequence[Mask]
"""A set of units for each unit."""
Masks: TypeAlias = MutableSequence[Mask]
"""A set of units for each of something else."""


def _column() -> Cells:
    return []


@dataclass(slots=True, eq=False)
class OrderRows:
    """Orders of a movement phase as written. The check fills in the last three columns."""

    by: Column = field(default_factory=_column)
    """The power that gave it."""
    kind: Column = field(default_factory=_column)
    location: Column = field(default_factory=_column)
    type: Column = field(default_factory=_column)
    other_power: Column = field(default_factory=_column)
    other_kind: Column = field(default_factory=_column)
    other_location: Column = field(default_factory=_column)
    """Of the unit supported or convoyed; of a move by railway the railway's."""
    target: Column = field(default_factory=_column)
    flags: Column = field(default_factory=_column)
    route_start: Column = field(default_factory=_column)
    """Where its named route starts in ``Turn.routes``; NONE if it names none."""
    route_end: Column = field(default_factory=_column)
    unit: Column = field(default_factory=_column)
    """The unit ordered."""
    other: Column = field(default_factory=_column)
    """The unit supported or convoyed."""
    reason: Column = field(default_factory=_column)
    """Why it cannot be carried out, 0 if it can."""


@dataclass(slots=True, eq=False)
class AdjustmentRows:
    """Orders of an adjustment phase. ``engine.balance`` fills in the last two columns."""

    by: Column = field(default_factory=_column)
    type: Column = field(default_factory=_column)
    kind: Column = field(default_factory=_column)
    location: Column = field(default_factory=_column)
    odd_coast: Column = field(default_factory=_column)
    reason: Column = field(default_factory=_column)
    """Why it is not carried out, 0 if it is."""
    is_excess: Column = field(default_factory=_column)
    """Whether it was possible, but more than was due."""


@dataclass(slots=True, eq=False)
class DislodgedRows:
    """Dislodged units that may retreat."""

    location: Column = field(default_factory=_column)
    owner: Column = field(default_factory=_column)
    kind: Column = field(default_factory=_column)
    origin: Column = field(default_factory=_column)
    """The province it may not go to because its attacker came from there; NONE for none."""
    target: Column = field(default_factory=_column)
    """Where it is to go in a retreat phase; NONE to disband."""
    result: Column = field(default_factory=_column)
    """What became of that, as a place in ``outcome.RESULTS``."""


@dataclass(slots=True, eq=False)
class StandingRows:
    """The units that stand after the phase."""

    location: Column = field(default_factory=_column)
    owner: Column = field(default_factory=_column)
    kind: Column = field(default_factory=_column)


@dataclass(slots=True, eq=False)
class Turn:
    """One phase being judged."""

    board: BoardTables
    rules: RuleCodes
    calendar: CalendarTables
    victory_centers: int = 0
    phase: int = 0
    """Its place in the calendar."""
    year: int = 0
    winner: int = -1
    """The power that has won; NONE while nobody has."""
    unit_count: int = 0
    order_count: int = 0
    adjustment_count: int = 0
    dislodged_count: int = 0
    standing_count: int = 0
    random_state: int = 0
    listed_room: int = 0
    """How many legal orders there is room to list."""
    is_even: int = 0
    """Whether every support is worth two half points."""

    # The units that stand when the phase begins: as the position gives them ...
    place: Column = field(default_factory=_column)
    location: Column = field(default_factory=_column)
    owner: Column = field(default_factory=_column)
    kind: Column = field(default_factory=_column)
    strength: Column = field(default_factory=_column)
    """In half points."""
    # ... what they are ordered, filled in by checking the orders ...
    order: Column = field(default_factory=_column)
    """``HOLD``, ``MOVE``, ``SUPPORT`` or ``CONVOY``."""
    target: Column = field(default_factory=_column)
    """The location a move goes to."""
    goal: Column = field(default_factory=_column)
    """The province a move goes to, NONE for a unit that stays."""
    loss: Column = field(default_factory=_column)
    """Half points lost on the way over land, or of its support by partial cuts."""
    route: Column = field(default_factory=_column)
    """``LAND``, ``SEA``, ``SEA_ELSE_LAND``, ``GATED`` or ``RAIL``."""
    helps: Column = field(default_factory=_column)
    """The unit that a matched support helps."""
    carries: Column = field(default_factory=_column)
    """The army that a matched convoy carries."""
    reason: Column = field(default_factory=_column)
    """Why the order given was not carried out as written; see ``model.reasons``."""
    chosen: Column = field(default_factory=_column)
    """Which of the orders given is carried out, NONE for none."""
    # ... what it meets on the way ...
    paradox: Column = field(default_factory=_column)
    """What a circle cost the unit: 0, ``WAY_CLOSED`` or ``GIVEN_UP``, or both."""
    supporters: MaskColumn = field(default_factory=_column)
    """The units with a matched support for this one."""
    fleets: MaskColumn = field(default_factory=_column)
    """The fleets that are to convoy it."""
    loss_at_sea: Column = field(default_factory=_column)
    """Half points lost when a convoy takes the unit."""
    pass_by: Column = field(default_factory=_column)
    """The unit whose gateway lets this unit pass, NONE for none."""
    closers: MaskColumn = field(default_factory=_column)
    """The fleets that close a strait to this unit if they come to its gate."""
    pass_to: Column = field(default_factory=_column)
    """The province it may pass to."""
    pass_gate: Column = field(default_factory=_column)
    railway: Column = field(default_factory=_column)
    """The railway a move uses, NONE for none."""
    # ... and what became of them.
    result: Column = field(default_factory=_column)
    """A place in ``outcome.RESULTS``."""
    dislodged_by: Column = field(default_factory=_column)
    gone: Column = field(default_factory=_column)
    """In an adjustment phase: 1 for a unit removed by order, 2 by civil disorder."""

    orders: OrderRows = field(default_factory=OrderRows)
    adjustments: AdjustmentRows = field(default_factory=AdjustmentRows)
    dislodged: DislodgedRows = field(default_factory=DislodgedRows)
    standing: StandingRows = field(default_factory=StandingRows)
    routes: Cells = field(default_factory=_column)
    """The routes that orders name: locations, one route after the other."""

    # For each province.
    at: Cells = field(default_factory=_column)
    """The unit that stands there."""
    rivals: Masks = field(default_factory=_column)
    """The units that move there."""
    owners: Cells = field(default_factory=_column)
    """The power that owns it, NONE for nobody."""
    full: Cells = field(default_factory=_column)
    """After the moves: 1 where somebody stands, 2 where a stand-off left nobody."""
    crowd: Cells = field(default_factory=_column)
    keepers: Cells = field(default_factory=_column)
    """For each gateway, not province: after the moves, the power that controls it; NONE if none."""

    # For each power.
    units_of: Masks = field(default_factory=_column)
    """Its units."""

    # The decisions: each unit is in one of two sets as soon as that is certain, and in neither
    # before.
    moves_yes: Mask = EMPTY
    """The units whose moves succeed ..."""
    moves_no: Mask = EMPTY
    """... and fail."""
    stands_yes: Mask = EMPTY
    """The units whose supports stand ..."""
    stands_no: Mask = EMPTY
    """... and do not."""
    open_yes: Mask = EMPTY
    """The units whose ways, by convoy or gateway, are open ..."""
    open_no: Mask = EMPTY
    """... and closed."""
    # The unknown decisions that an evaluation met: what it waits for.
    awaited_moves: Mask = EMPTY
    awaited_stands: Mask = EMPTY
    awaited_open: Mask = EMPTY
    # The same for each decision, ``DECISIONS * unit + field``, when nothing more is certain.
    waits_for_moves: Masks = field(default_factory=_column)
    waits_for_stands: Masks = field(default_factory=_column)
    waits_for_open: Masks = field(default_factory=_column)

    # Room to work.
    dues: Cells = field(default_factory=_column)
    """For each power: what it may build, below zero what it must remove."""
    options: Cells = field(default_factory=_column)
    """Locations listed: where a unit may retreat to."""
    queue: Cells = field(default_factory=_column)
    steps: Cells = field(default_factory=_column)

    # Convoys (see ``engine.ways`` and ``engine.routes``). The fleets that can convoy where they
    # stand; for each province those on it, those that a convoy gets to from there, and those from
    # which it gets there. They are known as soon as one asks.
    is_charted: int = 0
    afloat: Mask = EMPTY
    fleets_on: Masks = field(default_factory=_column)
    fleets_after: Masks = field(default_factory=_column)
    fleets_before: Masks = field(default_factory=_column)
    layers: Masks = field(default_factory=_column)
    """The fleets that are reached after so many others."""
    # A chain of fleets that grows, and what it is to lead from and to.
    leads_round: int = 0
    """Whether it may lead over fleets that could be left out."""
    route_starts: Mask = EMPTY
    route_ends: Mask = EMPTY
    open_before: Masks = field(default_factory=_column)
    """With so many fleets put to it: the fleets over which it may go on before its first ..."""
    open_after: Masks = field(default_factory=_column)
    """... and behind its last."""
    line: Cells = field(default_factory=_column)
    """The fleets with which it has grown, ..."""
    tried: Cells = field(default_factory=_column)
    """... how many neighbors were tried for each, NONE for all of them, ..."""
    spun: Cells = field(default_factory=_column)
    """... and with which of them that began."""
    proven: Mask = EMPTY
    """Fleets that are found to be on some route ..."""
    proven_from: int = -1
    """... from this province ..."""
    proven_to: int = -1
    barred: Masks = field(default_factory=_column)
    """The fleets of a barrier of so many provinces; ``barrier_near``, those next to all of it, and
    ``barrier_left``, with which it has still to be tried."""
    barrier_near: Masks = field(default_factory=_column)
    barrier_left: Masks = field(default_factory=_column)

    # All chains of fleets, followed one after the other.
    chain: Masks = field(default_factory=_column)
    """The chain so far, ..."""
    closed: Masks = field(default_factory=_column)
    """... and the fleets with which it cannot go on."""

    # Legal orders (see ``engine.legal_orders`` and ``engine.convoy_orders``).
    choices: Cells = field(default_factory=_column)
    """How many there are for each unit, and behind these for each gatekeeper."""
    withheld: Column = field(default_factory=_column)
    """How many moves by convoy the unit cannot support where it could support others."""
    comers: Masks = field(default_factory=_column)
    """For each province the units that can step to it."""
    helpable: Cells = field(default_factory=_column)
    """For each province how many orders to support somebody there are for a unit that gives support
    there and can do nothing else with it."""
    arrivals: Cells = field(default_factory=_column)
    """For each province the last link of those that come there by convoy or railway, NONE for
    none."""
    link_count: int = 0
    link_room: int = 0
    """How many ways by convoy or railway there is room for."""
    link_army: Cells = field(default_factory=_column)
    link_goal: Cells = field(default_factory=_column)
    link_next: Cells = field(default_factory=_column)
    """The link before this one of those that come to the same province."""
    link_helps: Masks = field(default_factory=_column)
    """The fleets that could be on the way, none for a way by railway."""
    link_needs: Masks = field(default_factory=_column)
    """Those of them without which there is no way."""
    goals: Cells = field(default_factory=_column)
    """The provinces to which an army is found to come by convoy, ..."""
    goal_helps: Masks = field(default_factory=_column)
    """... for each province the fleets that could be on a way there, none between armies, ..."""
    goal_needs: Masks = field(default_factory=_column)
    """... and those without which there is no way."""
    offered: int = 0
    """How many orders were offered so far, ..."""
    first_wanted: int = 0
    """... which of them are written: from this one on ..."""
    end_wanted: int = 0
    """... up to this one."""
    found_count: int = 0
    found: Cells = field(default_factory=_column)
    """Legal orders, as ``engine.packed_orders`` writes them."""
    starts: Cells = field(default_factory=_column)
    """Where those of each unit start in ``found``, then of each gatekeeper, one more at the end."""

    def on(self, board: BoardTables) -> Turn:
        """The same turn on the tables of another season."""
        return replace(self, board=board)


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


def room_for(provinces: int, locations: int, powers: int, units: int) -> dict[str, int]:
    """How long the vectors have to be for a board and a number of units of these sizes: all but
    those of ``room_to_list`` and the routes, as many as orders name."""
    return {
        "at": provinces,
        "owners": provinces,
        "full": max(provinces, units),
        "crowd": provinces,
        "keepers": provinces,
        "dues": powers,
        "options": locations,
        "queue": locations,
        "steps": locations,
        "line": units,
        "tried": units + 1,
        "spun": units + 1,
        "choices": provinces + units,
        "helpable": provinces,
        "arrivals": provinces,
        "goals": provinces,
    }


def room_for_masks(provinces: int, powers: int, units: int) -> dict[str, int]:
    """How long the vectors of masks have to be."""
    decisions = DECISIONS * units
    return {
        "rivals": provinces,
        "units_of": powers,
        "waits_for_moves": decisions,
        "waits_for_stands": decisions,
        "waits_for_open": decisions,
        "fleets_on": provinces,
        "fleets_after": provinces,
        "fleets_before": provinces,
        "layers": units + 1,
        "open_before": units + 1,
        "open_after": units + 1,
        "chain": units + 1,
        "closed": units + 1,
        "barred": 4,
        "barrier_near": 4,
        "barrier_left": 4,
        "comers": provinces,
        "goal_helps": provinces,
        "goal_needs": provinces,
    }


def room_to_list(gates: int, units: int, listed: int) -> dict[str, int]:
    """How long the vectors have to be in which up to so many legal orders are listed."""
    if listed == 0:
        return dict.fromkeys(("starts", "found", "link_army", "link_goal", "link_next"), 0)
    links = links_of(listed)
    return {
        "starts": units + gates + 1,
        "found": listed,
        "link_army": links,
        "link_goal": links,
        "link_next": links,
    }


def room_for_links(listed: int) -> dict[str, int]:
    """How long the vectors of masks have to be for that."""
    return dict.fromkeys(("link_helps", "link_needs"), links_of(listed))


def links_of(listed: int) -> int:
    """Ways by convoy and railway that there is room for where so many legal orders are listed."""
    return listed // 8


def new_turn(
    board: BoardTables,
    rules: RuleCodes,
    calendar: CalendarTables,
    *,
    units: int,
    more: int = 0,
    listed: int = 0,
) -> Turn:
    """A turn in plain Python with room for so many units, for so many ``more`` that may come to
    stand, and for so many legal orders to be listed. The orders' rows are left to the reader."""
    t = Turn(board, rules, calendar)
    t.unit_count, t.listed_room, t.link_room = units, listed, links_of(listed)
    for name in (*UNIT_COLUMNS, *MASK_COLUMNS):
        setattr(t, name, [0] * units)
    provinces, powers = board.province_count, board.power_count
    lengths = room_for(provinces, board.location_count, powers, units)
    lengths |= room_for_masks(provinces, powers, units)
    lengths |= room_to_list(board.gate_count, units, listed) | room_for_links(listed)
    for name, length in lengths.items():
        setattr(t, name, [0] * length)
    t.standing = StandingRows(*([0] * (units + more) for _ in columns_of(StandingRows)))
    t.dislodged = DislodgedRows(*([0] * max(units, more) for _ in columns_of(DislodgedRows)))
    return t
