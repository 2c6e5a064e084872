"""A realm: what a position of Machiavelli holds beside its units, in numbers.

Like a ``Turn``, which it goes along with: ``t`` has the units and who owns the places, ``r`` the
money, sieges, rebellions and hunger. Places are the provinces of the board: areas, of land or sea,
and the cities inside them. Powers are numbered as on the board; the last number is that of
nobody, who owns the autonomous garrisons.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final

from dragoman.machiavelli.engine.codes import DUE
from dragoman.quick_dataclass import dataclass
from dragoman.rules.engine.tables import Cells, Ints


def _column() -> Cells:
    return []


@dataclass(frozen=True, slots=True, eq=False)
class ScenarioTables:
    """Tables of a board, and of a scenario on it."""

    nobody: int
    """How many powers there are; and the owner of autonomous garrisons."""
    country_count: int
    entry_count: int
    """How many variable incomes there are."""
    campaigns: int
    """How many there are in a year."""
    plague_from: int
    """The first year in which there is plague."""
    victory_countries: int
    """How many home countries victory takes, NONE where that goes with the cities."""
    has_city_victory: int
    """Whether victory takes cities, too."""
    one_unit_area: int
    """The area with which its city is one place, for one unit (Venice on the older map), NONE if
    there is none."""
    # For each place.
    city_of: Ints
    """The city in an area, NONE if there is none."""
    area_of: Ints
    """The area of a city, NONE of an area."""
    is_land: Ints
    """Whether it is an area of land that is owned and gives a ducat."""
    country_of: Ints
    """The home country that an area, with its city, belongs to, NONE if to none."""
    value: Ints
    """The income of a city."""
    has_walls: Ints
    """Whether a garrison can stand in a city."""
    is_port: Ints
    # Straits: ways of fleets between two areas, which a fleet in a third, the gate, closes.
    strait_count: int
    strait_one: Ints
    strait_other: Ints
    strait_gate: Ints
    # For each power.
    first_home: Ints
    """The home country that it begins with."""
    # For each variable income.
    entry_city: Ints
    """Its key city."""
    entry_country: Ints
    """The home country whose owner receives it, NONE for the owner of the city."""
    entry_dice: Ints
    """How many dice are rolled for it."""
    entry_initial: Ints
    """What it gives before the game begins, in place of dice, where the map tells that of any."""
    entry_faces: Ints
    """What each face gives: six numbers a row."""
    # Disasters: rows of cells, each an area, or NONE.
    famine_cells: Ints
    plague_cells: Ints
    storm_cells: Ints
    # For each power and kind of unit (power * 12 + kind).
    limits: Ints
    """``MAY_BUILD``, ``MAY_BUY`` or both."""


@dataclass(frozen=True, slots=True, eq=False)
class RealmCodes:
    """The answers of a rule set that the engine of Machiavelli asks for."""

    money: int
    dice: int
    famine: int
    plague: int
    storms: int
    loans: int
    assassination: int
    elite_units: int
    garrisons: int
    fortresses: int
    movement_disband: int
    disaster_dice: int
    expense_order: int
    bribe_nearness: int
    equal_bribes: int
    control: int
    divided_city: int
    new_home: int
    rebels_help: int
    siege_left: int
    siege_strength: int
    besieged_converts: int
    assassinated_siege: int
    strait_entered: int
    city_retreat: int
    city_income: int
    upkeep: int
    payment_order: int
    rebels_calmed: int
    rebels_handed_over: int
    bought_siege: int
    first_siege: int
    venice_ducat: int
    build_sites: int
    barred_kinds: int
    strait_retreats: int
    victory_homes: int


@dataclass(slots=True, eq=False)
class ExpenseRows:
    """Expenditures: those of one power in their order, one power after the other."""

    by: Cells = field(default_factory=_column)
    number: Cells = field(default_factory=_column)
    """1 to 4."""
    kind: Cells = field(default_factory=_column)
    amount: Cells = field(default_factory=_column)
    """In ducats; ``BY_MINIMUM`` where the order names none."""
    place: Cells = field(default_factory=_column)
    """The area it is for, or the place of the unit."""
    victim: Cells = field(default_factory=_column)
    """The power to be assassinated."""
    minimum: Cells = field(default_factory=_column)
    """What it takes; 0 for what is refused."""
    paid: Cells = field(default_factory=_column)
    counts: Cells = field(default_factory=_column)
    """What of that counts: whole threes, of an assassin's pay whole dozens."""
    countered: Cells = field(default_factory=_column)
    """The counter-bribes against it."""
    result: Cells = field(default_factory=_column)


@dataclass(slots=True, eq=False)
class PaymentRows:
    """Payments, one power's in their order."""

    by: Cells = field(default_factory=_column)
    to: Cells = field(default_factory=_column)
    """A power, or nobody: the bank."""
    amount: Cells = field(default_factory=_column)
    paid: Cells = field(default_factory=_column)
    result: Cells = field(default_factory=_column)


@dataclass(slots=True, eq=False)
class LoanRows:
    """Loans that powers ask of the bank."""

    by: Cells = field(default_factory=_column)
    amount: Cells = field(default_factory=_column)
    years: Cells = field(default_factory=_column)
    """1 or 2."""
    lent: Cells = field(default_factory=_column)
    result: Cells = field(default_factory=_column)


@dataclass(slots=True, eq=False)
class UpkeepRows:
    """Orders of an adjustment; those that maintain and remove are for the unit at a place."""

    by: Cells = field(default_factory=_column)
    type: Cells = field(default_factory=_column)
    kind: Cells = field(default_factory=_column)
    location: Cells = field(default_factory=_column)
    result: Cells = field(default_factory=_column)


@dataclass(slots=True, eq=False)
class RollRows:
    """Dice: those that were rolled, or that somebody says were thrown."""

    purpose: Cells = field(default_factory=_column)
    power: Cells = field(default_factory=_column)
    """Whom the roll is for, NONE for everybody."""
    number: Cells = field(default_factory=_column)
    die: Cells = field(default_factory=_column)


@dataclass(slots=True, eq=False)
class EventRows:
    """Events, in the order in which they happened (see ``codes``)."""

    what: Cells = field(default_factory=_column)
    place: Cells = field(default_factory=_column)
    power: Cells = field(default_factory=_column)
    number: Cells = field(default_factory=_column)


@dataclass(slots=True, eq=False)
class Realm:
    """Money, sieges, rebellions and disasters in one position, while a phase is judged."""

    scenario: ScenarioTables
    codes: RealmCodes
    seed: int = 0
    victory_cities: int = 15
    expense_count: int = 0
    payment_count: int = 0
    loan_count: int = 0
    upkeep_count: int = 0
    roll_count: int = 0
    thrown_count: int = 0
    event_count: int = 0

    # For each power.
    treasury: Cells = field(default_factory=_column)
    has_defaulted: Cells = field(default_factory=_column)
    is_out: Cells = field(default_factory=_column)
    """Whether the power is eliminated."""
    assassinated: Cells = field(default_factory=_column)
    """In this campaign: 0, ``BY_PLAYER`` or ``BY_BANK``."""
    income: Cells = field(default_factory=_column)
    """What was paid at the last income."""
    # For each power and campaign until a loan falls due (power * DUE + campaigns).
    principal: Cells = field(default_factory=_column)
    interest: Cells = field(default_factory=_column)
    # For each pair of powers.
    chits: Cells = field(default_factory=_column)
    """How many attempts on the other power's life it has left."""
    allows: Cells = field(default_factory=_column)
    """Whether it lets the other's fleets through its straits."""
    # For each country.
    home_owner: Cells = field(default_factory=_column)
    # For each place.
    siege: Cells = field(default_factory=_column)
    """Whether the city of an area has been besieged since the last campaign."""
    famine: Cells = field(default_factory=_column)
    rebels: Cells = field(default_factory=_column)
    """Whether there is a rebellion, in an area or in a city."""
    gave_up: Cells = field(default_factory=_column)
    """By place: one more than the owner of the unit that was disbanded there by order in this
    campaign, else 0."""
    siege_now: Cells = field(default_factory=_column)
    """What became of the siege in an area: ``SIEGE_NONE``, or what it was called in ``codes``."""
    struck: Cells = field(default_factory=_column)
    """Areas that a disaster strikes."""
    upkept: Cells = field(default_factory=_column)
    """What became of the unit that stood there when an adjustment began, NONE where none did."""

    expenses: ExpenseRows = field(default_factory=ExpenseRows)
    payments: PaymentRows = field(default_factory=PaymentRows)
    loans: LoanRows = field(default_factory=LoanRows)
    upkeep: UpkeepRows = field(default_factory=UpkeepRows)
    rolls: RollRows = field(default_factory=RollRows)
    thrown: RollRows = field(default_factory=RollRows)
    events: EventRows = field(default_factory=EventRows)


GROUPS_OF_REALM: Final = {
    "expenses": ExpenseRows,
    "payments": PaymentRows,
    "loans": LoanRows,
    "upkeep": UpkeepRows,
    "rolls": RollRows,
    "thrown": RollRows,
    "events": EventRows,
}
"""The fields of a realm that are rows of their own."""


def new_realm(scenario: ScenarioTables, codes: RealmCodes) -> Realm:
    """A realm in plain Python in which nothing is owned, owed or besieged. Its rows are left to
    the reader."""
    r = Realm(scenario, codes)
    powers, places = scenario.nobody, len(scenario.city_of)
    for name in ("treasury", "has_defaulted", "is_out", "assassinated", "income"):
        setattr(r, name, [0] * powers)
    for name in ("chits", "allows"):
        setattr(r, name, [0] * (powers * powers))
    for name in ("principal", "interest"):
        setattr(r, name, [0] * (powers * DUE))
    columns = ("siege", "famine", "rebels", "struck", "upkept", "gave_up", "siege_now")
    for name in columns:
        setattr(r, name, [0] * places)
    r.home_owner = [0] * scenario.country_count
    return r
