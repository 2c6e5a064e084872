"""The numbers the resolver works with.

A unit is a row in one flat list of integers, ``WIDTH`` numbers long; its handle is the
offset of that row, and ``units[row + POWER]`` is a field of it. A decision is the offset
of a field that starts ``UNKNOWN``: ``row + MOVES``, ``row + STANDS`` or ``row + OPEN``.
"""

from collections.abc import MutableSequence, Sequence
from typing import Final, TypeAlias

Ints: TypeAlias = Sequence[int]
"""A list of numbers that is only read: in compiled code an array."""
Cells: TypeAlias = MutableSequence[int]
"""A list of numbers to work in."""

NONE: Final = -1

# Three-valued decisions.
UNKNOWN: Final = 0
YES: Final = 1
NO: Final = 2

# Kinds of order in a unit's row.
HOLD: Final = 0
MOVE: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3

# What a circle of decisions cost a unit: its convoy or gateway, its move or support.
WAY_CLOSED: Final = 1
GIVEN_UP: Final = 2

# How a move goes.
LAND: Final = 0
SEA: Final = 1
SEA_ELSE_LAND: Final = 2
GATED: Final = 3
"""Over land or water, by leave of a gateway; also for a support across it."""
RAIL: Final = 4

# Fields of a unit's row. The position gives the first five, checking the orders the next ...
PLACE: Final = 0
LOCATION: Final = 1
OWNER: Final = 2
KIND: Final = 3
STRENGTH: Final = 4
"""In half points."""
ORDER: Final = 5
TARGET: Final = 6
"""Location a move goes to."""
GOAL: Final = 7
"""Province a move goes to, NONE for a unit that stays."""
LOSS: Final = 8
"""Half points lost on the way over land."""
ROUTE: Final = 9
HELPS: Final = 10
"""Row of the unit that a matched support helps."""
CARRIES: Final = 11
"""Row of the army that a matched convoy carries."""
REASON: Final = 12
"""Why the order given was not carried out as written; see ``reasons``."""
CHOSEN: Final = 13
"""Which of the orders given is carried out, NONE for none."""
# ... the resolver the decisions and the links between rows.
MOVES: Final = 14
STANDS: Final = 15
OPEN: Final = 16
PARADOX: Final = 17
"""How a circle was settled at this unit's cost: 0, ``WAY_CLOSED`` or ``GIVEN_UP``, or both."""
NEXT_RIVAL: Final = 18
FIRST_SUPPORTER: Final = 19
NEXT_SUPPORTER: Final = 20
FIRST_FLEET: Final = 21
NEXT_FLEET: Final = 22
LOSS_AT_SEA: Final = 23
"""Half points lost when a convoy takes the unit."""
PASS_BY: Final = 24
"""Row of the unit whose gateway lets this unit pass, NONE for none."""
PASS_TO: Final = 25
"""The province it may pass to."""
PASS_GATE: Final = 26
RAILWAY: Final = 27
"""The railway a move uses, NONE for none."""
WIDTH: Final = 28

# Fields of an order as written.
O_BY: Final = 0
"""The power that gave it."""
O_KIND: Final = 1
O_LOCATION: Final = 2
O_TYPE: Final = 3
X_POWER: Final = 4
X_KIND: Final = 5
X_LOCATION: Final = 6
O_TARGET: Final = 7
O_FLAGS: Final = 8
O_ROUTE: Final = 9
"""Where its named route starts in the list of routes; NONE if it names none."""
O_ROUTE_END: Final = 10
O_ROW: Final = 11
"""Filled in by the check: the row of the unit ordered."""
O_REASON: Final = 12
"""Filled in by the check: why it cannot be carried out, 0 if it can."""
X_ROW: Final = 13
O_WIDTH: Final = 14

# Flags of an order as written.
VIA: Final = 1
ODD_COAST_OF_UNIT: Final = 2
ODD_COAST_OF_OTHER: Final = 4
ODD_COAST_OF_TARGET: Final = 8

# The board in one list of integers (see ``ground``). The first four numbers are how many
# provinces, locations, kinds and powers there are; each of the others is where a table
# begins: ``ground[ground[G_WET] + p]`` says whether province p is water. Provinces,
# locations, kinds and powers are numbered in board order, locations with the coasts last.
G_PROVINCES: Final = 0
G_LOCATIONS: Final = 1
G_KINDS: Final = 2
G_POWERS: Final = 3
G_PROVINCE_OF: Final = 4
"""The province of each location."""
G_COAST_STARTS: Final = 5
"""Where the coasts of each province start among the locations, one more at the end."""
G_WET: Final = 6
"""1 for water."""
G_SHORE: Final = 7
"""1 where a convoyed army can embark and land."""
SEA_LOSS: Final = 16
G_PATHS: Final = 8
"""Kind * locations + from: where its row of paths begins. In a row, for each location to go
to: 0 for no path, else 1 + half points lost on it + ``SEA_LOSS`` * half points lost when a
convoy takes the unit there. Rows that are equal are one."""
G_STEP_STARTS: Final = 9
"""Kind * locations + from: where its list of steps begins."""
G_STEPS: Final = 10
"""The same paths as lists of locations."""
G_REACH: Final = 11
"""Kind * locations + from: where its row of provinces begins: 1 where support can be given."""
G_LINKS: Final = 12
"""P * provinces + q: 1 where a convoy can pass from p to q."""
G_LINK_STARTS: Final = 13
"""Where the list of provinces linked to p begins."""
G_LINK_ENDS: Final = 14
"""Those lists."""
G_NEAR_STARTS: Final = 15
"""Where the list of provinces next to p by any path begins."""
G_NEAR_ENDS: Final = 16
"""Those lists."""
G_NAME_RANKS: Final = 17
"""The place of each province among the provinces sorted by name."""
G_STANDS: Final = 18
"""Kind * locations + location: 1 where such a unit can be."""
G_HALVES: Final = 19
"""Strength of each kind in half points."""
G_CAN_CONVOY: Final = 20
"""1 for kinds that convoy."""
G_CONVOYABLE: Final = 21
"""1 for kinds that can be convoyed."""
G_CENTERS: Final = 22
"""1 for a supply centre."""
G_HOMES: Final = 23
"""The power whose home centre each province is, NONE for nobody, ``EVERYBODY`` for all."""
EVERYBODY: Final = -2
G_AFLOAT: Final = 24
"""1 where a fleet can convoy."""
G_HONG_KONG: Final = 25
"""power * provinces + p: 1 where the power's owning p does not count."""
G_GUARDS: Final = 26
"""p * provinces + q: 0, or 1 + the gateway whose leave a unit needs to go from p to q. There is
no such table on a board without gateways."""
G_GATES: Final = 27
"""The province of each gatekeeper."""
G_GATE_HOLDERS: Final = 28
"""The province whose unit gives control of each gateway."""
G_RAILS: Final = 29
"""The province of each railway."""
G_RAIL_POWERS: Final = 30
"""railway * powers + power: 1 where the power may use it."""
G_RAIL_STARTS: Final = 31
"""Where the list of stops of each railway begins, one more at the end."""
G_RAIL_STOPS: Final = 32
"""Those lists of provinces."""
G_GATE_COUNT: Final = 33
"""How many gateways there are: the number itself, not where a table begins."""
G_RAIL_COUNT: Final = 34
"""How many railways there are."""
G_HIGH_SEAS: Final = 35
"""The province of each high sea."""
G_HIGH_SEA_COUNT: Final = 36
"""How many high seas there are."""
G_POINTS: Final = 37
"""For each province: the supply points it gives as a centre."""
G_COSTS: Final = 38
"""For each kind of unit: the supply points it takes."""
G_BUILDS: Final = 39
"""Kind * locations + location: 1 where such a unit may be built in a centre. Where any may be
built that can stand there, this is the table of ``G_STANDS`` itself."""
G_TABLES: Final = 40
"""How many numbers stand before the first table."""

# What became of a unit's order: places in ``outcome.RESULTS``.
SUCCEEDED: Final = 0
BOUNCED: Final = 1
WITHOUT_CONVOY: Final = 2
DISRUPTED: Final = 3
CUT: Final = 4
VOID: Final = 5
UNUSED: Final = 6
IN_PARADOX: Final = 7
DRIVEN_OUT: Final = 8
ILLEGAL: Final = 9
FAILED: Final = 10
DISBANDED: Final = 11
BLOCKED: Final = 12

# Fields of an order of an adjustment phase.
A_BY: Final = 0
A_TYPE: Final = 1
A_KIND: Final = 2
A_LOCATION: Final = 3
A_ODD_COAST: Final = 4
A_REASON: Final = 5
"""Filled in: why it is not carried out, 0 if it is."""
A_EXCESS: Final = 6
"""Filled in: 1 if it was possible, but more than was due."""
A_WIDTH: Final = 7

# Kinds of order in an adjustment phase.
BUILD: Final = 0
REMOVE: Final = 1
WAIVE: Final = 2
OTHER_ORDER: Final = 3

# Where each switch stands in the list of rule codes.
R_CONVOY_ROUTES: Final = 0
R_CONVOY_PARADOX: Final = 1
R_CONVOY_CHOICE: Final = 2
R_VIA_WITHOUT_CONVOY: Final = 3
R_CONVOYED_RETURN: Final = 4
R_RETREAT_TO_EMBARKATION: Final = 5
R_CONVOY_ROUTE_NAMED: Final = 6
R_DISLODGED_BY_CONVOY: Final = 7
R_COAST_ONE_POSSIBLE: Final = 8
R_COAST_UNREACHABLE: Final = 9
R_COAST_IN_SUPPORT: Final = 10
R_COAST_OF_UNIT: Final = 11
R_COAST_SUPERFLUOUS: Final = 12
R_KIND_MISSING: Final = 13
R_KIND_WRONG: Final = 14
R_POWER_MISSING: Final = 15
R_POWER_WRONG: Final = 16
R_TWO_ORDERS: Final = 17
R_SUPPORT_DISORDERED: Final = 18
R_IMPOSSIBLE_MOVE: Final = 19
R_READ_TOGETHER: Final = 20
R_SELF_CUT: Final = 21
R_BUILD_KIND_MISSING: Final = 22
R_BUILD_FLEET_INLAND: Final = 23
R_EXCESS_BUILDS: Final = 24
R_TWO_BUILDS: Final = 25
R_EXCESS_REMOVALS: Final = 26
R_WAIVE_BUILDS: Final = 27
R_DISORDER_REMOVAL: Final = 28
R_BUILD_IN: Final = 29
R_HONG_KONG: Final = 30
R_OWN_SUPPORT: Final = 31
R_HEAD_ON_LOSER: Final = 32
R_PARTIAL_CUT: Final = 33
RULE_NAMES: Final = (
    "convoy_routes",
    "convoy_paradox",
    "convoy_choice",
    "via_without_convoy",
    "convoyed_return",
    "retreat_to_embarkation",
    "convoy_route_named",
    "dislodged_by_convoy",
    "coast_one_possible",
    "coast_unreachable",
    "coast_in_support",
    "coast_of_unit",
    "coast_superfluous",
    "kind_missing",
    "kind_wrong",
    "power_missing",
    "power_wrong",
    "two_orders",
    "support_disordered",
    "impossible_move",
    "read_together",
    "self_cut",
    "build_kind_missing",
    "build_fleet_inland",
    "excess_builds",
    "two_builds",
    "excess_removals",
    "waive_builds",
    "disorder_removal",
    "build_in",
    "hong_kong",
    "own_support",
    "head_on_loser",
    "partial_cut",
)

# The answers that the arrays' code asks for, by their place in the switch (see switches).
ROUTES_ALL_NEEDED: Final = 0
PARADOX_1971: Final = 0
PARADOX_1982: Final = 1
PARADOX_2000: Final = 2
PARADOX_ALL_HOLD: Final = 3
PARADOX_NEVER_CUTS: Final = 5
CHOICE_EXCHANGE_ONLY: Final = 0
CHOICE_INTENT: Final = 1
CHOICE_OWN_OR_VIA: Final = 2
CHOICE_OWN_OR_VIA_ELSE_LAND: Final = 3
CHOICE_VIA_ONLY: Final = 4
CHOICE_ANY: Final = 5
VIA_BY_LAND: Final = 1
RETURN_CUTS: Final = 1
EMBARKATION_CLOSED: Final = 0
NAMED_IGNORED: Final = 0
NAMED_REQUIRED: Final = 2
DISLODGED_NEVER_BLOCKS: Final = 0
COAST_DEFAULT: Final = 0
COAST_CORRECTED: Final = 0
COAST_REQUIRED: Final = 0
COAST_OWN_ONLY: Final = 1
COAST_IF_SEVERAL: Final = 3
COAST_FAILS: Final = 0
INVALID: Final = 0
VALID: Final = 1
UNLESS_PROPER: Final = 2
FIRST_ORDER: Final = 0
LAST_ORDER: Final = 1
DISORDERED_UNSUPPORTED: Final = 0
IMPOSSIBLE_MOVES: Final = 0
TOGETHER: Final = 1
SELF_CUTS: Final = 1
KIND_MISSING_FAILS: Final = 0
KIND_BY_COAST: Final = 2
INLAND_FLEET_IS_ARMY: Final = 1
KEEP_NONE: Final = 0
KEEP_FIRST: Final = 1
KEEP_LAST: Final = 2
MUST_BUILD_ALL: Final = 1
DISORDER_COMMON: Final = 3
DISORDER_2023: Final = 4
BUILD_HOME: Final = 0
BUILD_ONE_HOME: Final = 1
HONG_KONG_UNCOUNTED: Final = 1
HONG_KONG_UNOWNED: Final = 2
OWN_DRIVEN_ANYWAY: Final = 0
OWN_SAME_ATTACKER: Final = 1
LOSER_BEATEN: Final = 0
LOSER_WEAKER: Final = 1
CUT_WHOLE: Final = 0
CUT_BY_STRENGTH: Final = 1
