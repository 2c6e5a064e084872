"""Where who may build what."""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    BUILD_CORES,
    BUILD_HOME,
    BUILD_ONE_HOME,
    COAST_FAILS,
    EVERYBODY,
    INLAND_FLEET_IS_ARMY,
    KIND_BY_COAST,
    KIND_MISSING_FAILS,
    MOVE,
    NONE,
)
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.engine.primitives import fill
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    BARRED_FIRST,
    CANNOT_STAND,
    COAST_NEEDED,
    KIND_MISSING,
    NOT_BUILT_THERE,
    NOT_HOME,
    NOT_OWNED,
    OCCUPIED,
    ODD_COAST,
    OK,
)


def fault_in_build(t: Turn, order: int) -> int:
    """Why this cannot be built here; a loosely written kind and coast are put right."""
    power = t.adjustments.by[order]
    location = t.adjustments.location[order]
    kind = t.adjustments.kind[order]
    province = t.board.province_of[location]
    if t.adjustments.odd_coast[order] == 1 and t.rules.coast_superfluous == COAST_FAILS:
        return ODD_COAST
    if kind == NONE:
        rule = t.rules.build_kind_missing
        kind = kind_for(t, province)
        if rule == KIND_BY_COAST and location != province:
            kind = kind_for(t, location)
        elif rule == KIND_MISSING_FAILS or is_coastal(t, province):
            return KIND_MISSING
        t.adjustments.kind[order] = kind
    if not fits_somewhere(t, kind, province):
        if t.rules.build_fleet_inland != INLAND_FLEET_IS_ARMY:
            return CANNOT_STAND
        kind = kind_for(t, province)
        if kind == NONE:
            return CANNOT_STAND
        t.adjustments.kind[order] = kind
    row = kind * t.board.location_count
    if t.board.can_stand[row + location] == 0:
        if location == province:
            return COAST_NEEDED
        if t.board.can_stand[row + province] == 0:
            return CANNOT_STAND
        if t.rules.coast_superfluous == COAST_FAILS:
            return ODD_COAST
        t.adjustments.location[order] = province
    if not is_open_ground(t, power, province):
        if t.owners[province] != power:
            return NOT_OWNED
        if not may_build_in(t, power, province):
            return NOT_HOME
    if is_opening(t) and not is_open_first(t, power, province):
        return BARRED_FIRST
    if t.board.can_build[row + t.adjustments.location[order]] == 0:
        return NOT_BUILT_THERE
    if t.at[province] != NONE:
        return OCCUPIED
    return OK


def mark_sites_taken(t: Turn) -> None:
    """Mark in ``t.crowd`` the provinces where a unit of ``t.standing`` leaves no room to build."""
    fill(t.crowd, t.board.province_count, 0)
    for row in range(t.standing_count):
        t.crowd[t.board.province_of[t.standing.location[row]]] = 1


def is_site(t: Turn, power: int, province: int, due: int) -> bool:
    """True if the power may build some unit in the province for the points it is due, now that
    the sites taken are marked."""
    if t.crowd[province] != 0 or (is_opening(t) and not is_open_first(t, power, province)):
        return False
    is_own = t.owners[province] == power and may_build_in(t, power, province)
    if not is_own and not is_open_ground(t, power, province):
        return False
    return build_way(t, province, 0, due) != NONE


def may_build_in(t: Turn, power: int, province: int) -> bool:
    """True if the power may build in this centre if it owns it and it stands empty."""
    if is_home(t, power, province):
        return True
    if t.rules.build_in == BUILD_CORES:
        return False
    if t.board.homes_settled != 0:
        return t.year <= t.board.homes_settled
    row = power * t.board.province_count
    if t.board.has_build_terms == 1 and t.board.may_also_build[row + province] == 1:
        return True
    if t.rules.build_in == BUILD_HOME or t.board.is_center[province] == 0:
        return False
    if t.rules.build_in == BUILD_ONE_HOME:
        for home in range(t.board.province_count):
            if t.owners[home] == power and is_home(t, power, home):
                return True
        return False
    return True


def is_opening(t: Turn) -> bool:
    """True in the winter of the builds with which the game begins, where it has terms of its
    own."""
    return t.board.opening_builds > 0 and t.year == t.board.opening_year


def is_open_first(t: Turn, power: int, province: int) -> bool:
    """True if the builds with which the game begins leave the power free to build there."""
    if t.board.has_first_grounds[power] == 1:
        return t.board.is_first_ground[power * t.board.province_count + province] == 1
    return t.board.is_barred_first[province] == 0


def is_in_emergency(t: Turn, power: int) -> bool:
    """True if a power owns so few of its home centres that it may have units beyond its centres,
    and still enough."""
    if t.board.has_build_terms == 0 or t.board.emergency_units[power] == 0:
        return False
    owned = 0
    for number in range(t.board.center_count):
        center = t.board.centers[number]
        if t.board.home_of[center] == power and t.owners[center] == power:
            owned += 1
    return t.board.emergency_least[power] <= owned <= t.board.emergency_most[power]


def is_open_ground(t: Turn, power: int, province: int) -> bool:
    """True if the power may build there although it is no centre and nobody owns it: always, at
    first, or as it is in an emergency."""
    if t.board.has_build_terms == 0 or t.board.is_center[province] == 1:
        return False
    at = power * t.board.province_count + province
    if t.board.may_also_build[at] == 1:
        return True
    if t.board.is_first_ground[at] == 1 and is_opening(t):
        return True
    return t.board.is_emergency_ground[at] == 1 and is_in_emergency(t, power)


def builder_in(t: Turn, province: int) -> int:
    """The power that a build in a province is of, where the order does not say: who owns it, else
    who may build there although it is no centre; NONE if nobody does."""
    if t.owners[province] == NONE and t.board.has_build_terms == 1:
        for power in range(t.board.power_count):
            if is_open_ground(t, power, province):
                return power
    return t.owners[province]


def is_home(t: Turn, power: int, province: int) -> bool:
    """True if the province is a home centre of the power: of its alone, or of everybody."""
    if t.board.has_cores == 1:
        return t.cores[province] == power
    home = t.board.home_of[province]
    if home == EVERYBODY:
        return True
    return home == power


def kind_for(t: Turn, location: int) -> int:
    """The first kind of unit that can stand at the location; NONE if none can."""
    for kind in range(t.board.kind_count):
        if t.board.can_stand[kind * t.board.location_count + location] == 1:
            return kind
    return NONE


def fits_somewhere(t: Turn, kind: int, province: int) -> bool:
    """True if the kind of unit can stand in the province or on one of its coasts."""
    if kind == NONE:
        return False
    row = kind * t.board.location_count
    if t.board.can_stand[row + province] == 1:
        return True
    for coast in range(t.board.coast_starts[province], t.board.coast_starts[province + 1]):
        if t.board.can_stand[row + coast] == 1:
            return True
    return False


def is_coastal(t: Turn, province: int) -> bool:
    """True if units that convoy can stand in the province, on whatever coast."""
    for kind in range(t.board.kind_count):
        if t.board.can_convoy[kind] == 1 and fits_somewhere(t, kind, province):
            return True
    return False


def build_way(t: Turn, province: int, which: int, due: int) -> int:
    """One of the ways to build in a province, as a packed order, by kinds of unit that take no
    more points than are due; NONE if there are fewer ways."""
    seen = 0
    for kind in range(t.board.kind_count):
        if t.board.cost[kind] > due:
            continue
        row = kind * t.board.location_count
        if t.board.can_build[row + province] == 1:
            if seen == which:
                return packed(MOVE, 0, province, kind)
            seen += 1
        for coast in range(t.board.coast_starts[province], t.board.coast_starts[province + 1]):
            if t.board.can_build[row + coast] == 1:
                if seen == which:
                    return packed(MOVE, 0, coast, kind)
                seen += 1
    return NONE
