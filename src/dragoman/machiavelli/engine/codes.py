"""The numbers that the engine of Machiavelli works with, and what each stands for."""

from typing import Final

# A kind of unit is 3 * quality + type.
ARMY: Final = 0
FLEET: Final = 1
GARRISON: Final = 2
TYPES: Final = 3

ORDINARY: Final = 0
MILITIA: Final = 1
MERCENARY: Final = 2
PROFESSIONAL: Final = 3

# How a power may come by a kind of unit: bits of ``ScenarioTables.limits``.
MAY_BUILD: Final = 1
MAY_BUY: Final = 2

MAJOR: Final = 2
"""From this income on a city is a major one, whose garrison costs twice the bribe."""


# What became of a siege in a campaign.
SIEGE_NONE: Final = 0
SIEGE_BEGUN: Final = 1
SIEGE_WON: Final = 2
SIEGE_TOO_WEAK: Final = 3
SIEGE_LIFTED: Final = 4
SIEGE_BROKEN: Final = 5

# What is told of a campaign or a year, with a place, a power and a number.
LOST: Final = 0
"""A unit of the power, at the place; the number is 16 * its kind + the cause."""
REBELLED: Final = 1
"""The place, against the power."""
FREED: Final = 2
"""The place, of rebels against the power; the number says how."""
CHANGED_HANDS: Final = 3
"""The place, to the power or nobody; the number is who had it."""
HOME_CHANGED: Final = 4
"""The country in the number, to the power or nobody."""
OUT: Final = 5
"""The power."""
DEFAULTED: Final = 6
"""The power, which owed the bank the number."""
WAS_ASSASSINATED: Final = 7
"""The power; the number is ``BY_PLAYER`` or ``BY_BANK``."""
STRUCK: Final = 8
"""The place, by the disaster in the number, as its rolls are called."""
SIEGE: Final = 9
"""In the place, by the power; the number says what became of it."""
EARNED: Final = 10
"""The power, from the place, so many ducats ..."""
TRADED: Final = 11
"""... or from the variable income of the city at the place."""
COLLECTED: Final = 12
"""From the power what it owed the bank: the number."""
MORE_CITIES: Final = 13
"""Victory takes as many cities as the number says from now on."""

# Why a unit was lost.
LOST_BY_BRIBE: Final = 0
LOST_BY_ORDER: Final = 1
LOST_BY_SIEGE: Final = 2
LOST_BY_SURRENDER: Final = 3
LOST_BY_FAMINE: Final = 4
LOST_BY_PLAGUE: Final = 5
LOST_BY_STORM: Final = 6
LOST_UNORDERED: Final = 7
LOST_UNPAID: Final = 8
LOST_REMOVED: Final = 9
LOST_WITH_POWER: Final = 10
LOST_SURPLUS: Final = 11
CAUSES: Final = 16

# How a rebellion ended: by money, by a unit that held, by a siege, as another power came in, as it
# bought the unit there, or as the place came to somebody else.
FREED_BY_MONEY: Final = 0
FREED_BY_HOLD: Final = 1
FREED_BY_SIEGE: Final = 2
FREED_BY_ENTRY: Final = 3
FREED_BY_PURCHASE: Final = 4
FREED_BY_CHANGE: Final = 5

# What money is spent on, in the order in which it takes effect.
RELIEF: Final = 0
PACIFY: Final = 1
REBEL: Final = 2
DISBAND: Final = 3
SET_FREE: Final = 4
BUY: Final = 5
COUNTER: Final = 6
ASSASSINATE: Final = 7

BY_MINIMUM: Final = -1
"""The amount of an expenditure that names none."""

# What became of an expenditure: places in ``model.spending.SPENDINGS``.
DONE: Final = 0
TOO_LITTLE: Final = 1
OUTBID: Final = 2
TIED: Final = 3
COUNTERED: Final = 4
NOT_NEAR: Final = 5
NOT_NEEDED: Final = 6
NO_CHIT: Final = 7
MISSED: Final = 8
SECOND_ELITE: Final = 9
KIND_FORBIDDEN: Final = 10
COUNTED: Final = 11
"""A counter-bribe that stood against a bribe ..."""
# Those that are refused and cost nothing:
NO_UNIT: Final = 12
OWN_UNIT: Final = 13
NOT_AUTONOMOUS: Final = 14
NO_LAND: Final = 15
OWN_LAND: Final = 16
NOBODYS_LAND: Final = 17
NO_VICTIM: Final = 18
NOT_IN_USE: Final = 19
"""What the rule set leaves out."""
KIND_REFUSED: Final = 20

# What became of a payment, a loan or a chit.
PAID: Final = 0
PAID_IN_PART: Final = 1
IN_DEBT: Final = 2
"""Who owes the bank gives nothing to others."""
CUT_TO_LIMIT: Final = 3
NEVER_AGAIN: Final = 4
"""Who has defaulted borrows no more."""
NOTHING_LEFT: Final = 5

DEBT_LIMIT: Final = 25
"""The most that may be owed to the bank, without interest."""
DUE: Final = 7
"""In how many campaigns a loan falls due: in this one, or in up to six more."""

# Who assassinated a power.
BY_PLAYER: Final = 1
BY_BANK: Final = 2

# What a die is rolled for.
ROLL_FAMINE: Final = 0
ROLL_PLAGUE: Final = 1
ROLL_STORM: Final = 2
ROLL_INCOME: Final = 3
ROLL_ASSASSIN: Final = 4
ROLL_REBELLION: Final = 5
ROLL_BRIBE: Final = 6

# The dice of a disaster: its severity, its row, its column.
SEVERITY: Final = 0
ROW: Final = 2
COLUMN: Final = 4

FACES: Final = 6
"""Of a die; dice of variable incomes are numbered by these, from the number of the income on."""
DICE_A_PLACE: Final = 64
"""Dice of equal bribes are numbered by these, from the number of the place on."""

FIRST_CELL: Final = 2
CELLS: Final = 11
"""A table of disasters has rows and columns from 2 to 12."""

# Orders of an adjustment.
MAINTAIN: Final = 0
REMOVE: Final = 1
BUILD: Final = 2

# What became of upkeep and builds.
KEPT: Final = 0
UNORDERED: Final = 1
UNPAID: Final = 2
REMOVED: Final = 3
BUILT: Final = 4
NOT_HOME: Final = 5
NOT_HELD: Final = 6
IN_FAMINE: Final = 7
IN_REBELLION: Final = 8
NO_CITY: Final = 9
NO_PORT: Final = 10
NO_WALLS: Final = 11
OCCUPIED: Final = 12
BUILT_TWICE: Final = 13
SAME_SLOT: Final = 14
ELITE_LIMIT: Final = 15
TOO_DEAR: Final = 16
NOT_DUE: Final = 17
SURPLUS: Final = 18
"""More units than cities, in the basic game."""
NO_SUCH_UNIT: Final = 19
REPLACED: Final = 20
"""A later order for the same unit counts."""

# The answers of switches that the engine asks for (see ``rules.choices``).
DICE_BOARD_GAME: Final = 1
DICE_ONE: Final = 2
EXPENSES_BY_KIND: Final = 0
NEAR_ANYWHERE: Final = 0
NEAR_CONTROL: Final = 2
EQUAL_LOST: Final = 0
CONTROL_CONTINUOUS: Final = 0
DIVIDED_NOBODY: Final = 0
HOME_OUT: Final = 0
HELP_ONE_POWER: Final = 0
HELP_ONE_UNIT: Final = 1
SIEGE_ABORTED: Final = 0
SIEGE_GOES_ON: Final = 1
SIEGE_FREE: Final = 2
SIEGE_KEPT: Final = 3
DISBAND_LATE: Final = 2
SIEGE_BY_ANY: Final = 0
SURRENDER_SECOND: Final = 0
RETREAT_LAST: Final = 0
INCOME_BY_CITY: Final = 0
UPKEEP_ORDERED: Final = 0
PAID_AS_WRITTEN: Final = 0
CALMED_BY_OWNER: Final = 0
HANDED_OVER_END: Final = 0
BOUGHT_OVER: Final = 0
FIRST_BY_STRENGTH: Final = 0
VENICE_AS_SEA: Final = 0
BUILD_AT_CITIES: Final = 0
BARRED_PURCHASE: Final = 0
STRAITS_BARRED: Final = 0
HOMES_NONE: Final = 0
HOMES_BASIC: Final = 2
