"""The numbers that the engine works with, and what each stands for."""

from typing import Final

NONE: Final = -1

# Kinds of phase.
MOVEMENT: Final = 0
RETREATS: Final = 1
ADJUSTMENTS: Final = 2

# Three-valued decisions.
UNKNOWN: Final = 0
YES: Final = 1
NO: Final = 2

# What is decided of a unit: whether its move succeeds, its support stands, its way is open.
MOVES: Final = 0
STANDS: Final = 1
OPEN: Final = 2
DECISIONS: Final = 3

# Kinds of order in a movement phase.
HOLD: Final = 0
MOVE: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3

# What a circle of decisions cost a unit: its convoy or gateway, its move or support.
WAY_CLOSED: Final = 1
GIVEN_UP: Final = 2

WHOLE: Final = 2
"""The half points of a common unit's strength."""

# How a move goes.
LAND: Final = 0
SEA: Final = 1
SEA_ELSE_LAND: Final = 2
GATED: Final = 3
"""Over land or water, by leave of a gateway; also for a support across it."""
RAIL: Final = 4

# Flags of an order as written.
VIA: Final = 1
ODD_COAST_OF_UNIT: Final = 2
ODD_COAST_OF_OTHER: Final = 4
ODD_COAST_OF_TARGET: Final = 8
NAMED_LOOSELY: Final = 16
"""Found by the check: the order does not name each unit by kind and place as they are."""
LEGAL_AS_NAMED: Final = 32
"""The order is legal whatever the position, if it names its units exactly."""
NAMES_ROUTE: Final = 64
"""The move names the fleets on its way."""
PLAIN_STEP: Final = 128
"""The move names its unit exactly, can go by land alone where no fleet is to convoy it, and loses
no strength on the way."""
# Flags of orders of Machiavelli.
CITY_ORDER: Final = 256
"""The first of these."""
BESIEGES: Final = 256
LIFTS: Final = 512
CONVERTS: Final = 1024
GIVES_UP: Final = 2048
CORES: Final = 4096
"""The unit makes a core of the centre where it stands."""

# The flag of an order of Diplomacy to become a unit of the other kind.
CHANGES_KIND: Final = 8192

# What the tables of the board say besides yes, no and numbers.
SEA_LOSS: Final = 16
EVERYBODY: Final = -2
"""Whose home centre a province is that is everybody's."""

# What became of a unit's order: places in ``outcome.RESULTS``.
SUCCEEDED: Final = 0
BOUNCED: Final = 1
WITHOUT_CONVOY: Final = 2
DISRUPTED: Final = 3
CUT: Final = 4
VOID: Final = 5
UNUSED: Final = 6
IN_PARADOX: Final = 7
DISLODGED: Final = 8
ILLEGAL: Final = 9
FAILED: Final = 10
DISBANDED: Final = 11
BLOCKED: Final = 12

# Kinds of order in an adjustment phase.
BUILD: Final = 0
REMOVE: Final = 1
WAIVE: Final = 2
OTHER_ORDER: Final = 3

# The answers that the engine asks for, by their place in the switch (see ``choices.switches``).
ROUTES_ALL_NEEDED: Final = 0
PARADOX_1971: Final = 0
PARADOX_1982: Final = 1
PARADOX_2000: Final = 2
PARADOX_ALL_HOLD: Final = 3
PARADOX_NEVER_CUTS: Final = 5
PARADOX_NJUDGE: Final = 6
CHOICE_EXCHANGE_ONLY: Final = 0
CHOICE_INTENT: Final = 1
CHOICE_OWN_OR_VIA: Final = 2
CHOICE_OWN_OR_VIA_ELSE_LAND: Final = 3
CHOICE_VIA_ONLY: Final = 4
CHOICE_ANY: Final = 5
VIA_FAILS: Final = 0
VIA_BY_LAND_IF_POSSIBLE: Final = 2
RETURN_CUTS: Final = 1
EMBARKATION_CLOSED: Final = 0
CONVOYS_OWN_COAST: Final = 0
NAMED_IGNORED: Final = 0
NAMED_REQUIRED: Final = 2
DISLODGED_NEVER_BLOCKS: Final = 0
NO_RETREATS: Final = 0
WEAK_RETREATS_YIELD: Final = 1
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
BUILD_ANY: Final = 2
BUILD_CORES: Final = 3
CORE_IN_ONE: Final = 1
CORE_SUPPORTED: Final = 1
HONG_KONG_UNCOUNTED: Final = 1
HONG_KONG_UNOWNED: Final = 2
OWN_DRIVEN_ANYWAY: Final = 0
OWN_SAME_ATTACKER: Final = 1
LOSER_BEATEN: Final = 0
LOSER_WEAKER: Final = 1
GATEWAYS_WIDE: Final = 0
CUT_WHOLE: Final = 0
CUT_BY_STRENGTH: Final = 1
CUT_BY_ATTACK: Final = 3
