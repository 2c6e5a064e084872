"""The board, the rules and the calendar as tables of numbers.

Provinces, locations, kinds of unit and powers are numbered in board order, locations with the
coasts last. A table over two of them is one list: ``is_linked[p * province_count + q]``.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

from dragoman.quick_dataclass import dataclass

Ints: TypeAlias = Sequence[int]
"""Numbers that are only read: a list, in compiled code an array."""
Cells: TypeAlias = MutableSequence[int]
"""Numbers to work in."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardTables:
    """A board under some conditions (see ``judge.board_index``)."""

    province_count: int
    location_count: int
    kind_count: int
    power_count: int
    gate_count: int
    rail_count: int
    high_sea_count: int
    center_count: int
    has_one_way_links: int
    """Whether a convoy can pass from some province to another and not back."""
    has_hong_kong: int
    """Whether owning some province does not count for some power."""
    # For each location.
    province_of: Ints
    # For each province.
    coast_starts: Ints
    """Where its coasts start among the locations, one more at the end."""
    is_water: Ints
    is_shore: Ints
    """Whether a convoyed army can embark and land there."""
    is_afloat: Ints
    """Whether a fleet can convoy there."""
    is_center: Ints
    home_of: Ints
    """The power whose home centre it is, NONE for nobody's, ``EVERYBODY`` for all powers'."""
    points: Ints
    """The supply points it gives as a centre."""
    name_rank: Ints
    """Its place among the provinces sorted by name."""
    # For each kind of unit.
    strength: Ints
    """In half points."""
    can_convoy: Ints
    is_convoyable: Ints
    cost: Ints
    """The supply points it takes."""
    # For each kind of unit and location (kind * location_count + location).
    can_stand: Ints
    can_build: Ints
    """Whether it may be built there in a centre."""
    step_starts: Ints
    """Where its list of steps begins, one more at the end."""
    steps: Ints
    """The locations that it can go to."""
    path_rows: Ints
    """Where its row of ``path_cells`` begins."""
    path_cells: Ints
    """In a row, for each location to go to: 0 for no path, else 1 + half points lost on it +
    ``SEA_LOSS`` * half points lost when a convoy takes the unit there. Equal rows are one."""
    reach_rows: Ints
    """Where its row of ``reach_cells`` begins."""
    reach_cells: Ints
    """In a row, for each province: whether support can be given there. Equal rows are one."""
    help_starts: Ints
    """Where its list of provinces begins to which support can be given, one more at the end."""
    help_places: Ints
    """Those lists of provinces, ..."""
    help_steps: Ints
    """... and for each by how many steps it can go there itself."""
    # For each pair of provinces (p * province_count + q).
    is_linked: Ints
    """Whether a convoy can pass from p to q."""
    link_starts: Ints
    """For each province where its list in ``links`` begins, one more at the end."""
    links: Ints
    back_starts: Ints
    """For each province where its list in ``backs`` begins, one more at the end."""
    backs: Ints
    """The provinces from which a convoy can pass to it."""
    near_starts: Ints
    """For each province where its list in ``near`` begins, one more at the end."""
    near: Ints
    """The provinces next to it by any path."""
    # For each power and province (power * province_count + province).
    is_hong_kong: Ints
    """Whether the power's owning the province does not count."""
    # Gateways, railways and high seas.
    gate_between: Ints
    """For each pair of provinces: 1 + the gateway whose leave a unit needs to go from one to the
    other, 0 for none. There is no such table on a board without gateways."""
    gate_place: Ints
    """The province of each gatekeeper."""
    gate_holder: Ints
    """The province whose unit gives control of each gateway."""
    rail_place: Ints
    """The province of each railway."""
    may_ride: Ints
    """Railway * power_count + power: whether the power may use it."""
    rail_starts: Ints
    """Where the list of stops of each railway begins, one more at the end."""
    rail_stops: Ints
    """Those lists of provinces."""
    high_seas: Ints
    """The province of each high sea."""
    centers: Ints
    """The province of each supply centre."""
    # Victory, besides the number of centres that wins.
    has_victory_terms: int
    """Whether there are any such terms; else none of these tables is looked at."""
    own_victory: Ints
    """For each power the number of centres with which it wins; 0 where that is the usual one."""
    is_needed: Ints
    """Power * province_count + province: whether the power must own the province to win."""
    some_of: Ints
    """The provinces of which whoever wins must own ``some``."""
    some_of_count: int
    some: int
    lead: int
    """By how many centres more than anybody else a power wins in the year ``lead_from``, in each
    later year one fewer, down to one; 0 where it does not win so."""
    lead_from: int
    nobody: int
    """The power whose units obey nobody, in Diplomacy; NONE where there is none."""
    # For each province.
    comes_back: Ints
    """Whether a unit of nobody comes back there, where it is empty and nobody's."""
    stands_by: Ints
    """The province whose unit of nobody one that stands here supports; NONE for none."""
    has_conversions: int
    """Whether units convert anywhere, and ..."""
    converts_in: Ints
    """... for each province whether an army may become a fleet there, and a fleet an army."""
    # Builds, besides the rule set.
    has_build_terms: int
    """Whether there are any such terms; else none of these tables is looked at."""
    may_also_build: Ints
    """Power * province_count + province: whether the power builds there as in a home centre."""
    emergency_units: Ints
    """For each power the units that it may have beyond its centres in an emergency: while it owns
    at least ``emergency_least`` and at most ``emergency_most`` of its home centres."""
    emergency_least: Ints
    emergency_most: Ints
    is_emergency_ground: Ints
    """Power * province_count + province: whether the power may build there in an emergency, whoever
    owns it."""
    opening_builds: int
    """The builds of each power in the winter of ``opening_year``; 0 where it is like any other."""
    opening_year: int
    opening_keeps_built: int
    """Whether a power keeps those centres alone in which it has built then."""
    is_barred_first: Ints
    """For each province: whether nothing is built there in that winter."""
    has_first_grounds: Ints
    """For each power whether it builds then on grounds of its own alone, no centres, ..."""
    is_first_ground: Ints
    """... and power * province_count + province: whether that is one of them."""
    has_kept_centers: int
    """Whether there are centres that one power alone comes to own, while it owns others, and ..."""
    kept_for: Ints
    """... for each province that power; NONE for none."""
    has_owned_ways: int
    """Whether there are ways for the owner of a centre alone, and ..."""
    way_center: Ints
    """... for each pair of provinces 1 + that centre, 0 for none. There is no such table on a board
    without them."""
    has_cores: int
    """Whether the power whose home centre a province is changes in the game."""
    homes_settled: int
    """The year at whose end whoever owns a centre has it as a home centre from then on; 0 where
    there is none such."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleCodes:
    """The answers of a rule set that the engine asks for, by their place in each switch."""

    convoy_routes: int
    convoy_paradox: int
    convoy_choice: int
    via_without_convoy: int
    convoyed_return: int
    retreat_to_embarkation: int
    convoy_route_named: int
    convoy_coast: int
    dislodged_by_convoy: int
    retreats: int
    weak_retreats: int
    coast_one_possible: int
    coast_unreachable: int
    coast_in_support: int
    coast_of_unit: int
    coast_superfluous: int
    kind_missing: int
    kind_wrong: int
    power_missing: int
    power_wrong: int
    two_orders: int
    support_disordered: int
    impossible_move: int
    read_together: int
    self_cut: int
    build_kind_missing: int
    build_fleet_inland: int
    excess_builds: int
    two_builds: int
    excess_removals: int
    waive_builds: int
    disorder_removal: int
    build_in: int
    hong_kong: int
    own_support: int
    head_on_loser: int
    partial_cut: int
    gateway_rights: int
    core_turns: int
    core_support: int


@dataclass(frozen=True, slots=True, eq=False)
class CalendarTables:
    """The phases of a year, numbered in their order."""

    phase_count: int
    kind: Ints
    """``MOVEMENT``, ``RETREATS`` or ``ADJUSTMENTS``."""
    years: Ints
    """How many years later it is than the phase before it."""
    is_icy: Ints
    """Whether arctic water is closed in it."""
    counts_centers: Ints
    """Whether ownership and victory are settled when it comes."""
    counts_next: Ints
    """Whether centres are counted between it and the next movement."""
