"""Where who may build what.

Written in the part of Python that Numba compiles; see ``codes`` for the tables of the board
and the rows of orders of an adjustment phase.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    A_BY,
    A_KIND,
    A_LOCATION,
    A_ODD_COAST,
    BUILD_HOME,
    BUILD_ONE_HOME,
    COAST_FAILS,
    EVERYBODY,
    G_BUILDS,
    G_CAN_CONVOY,
    G_CENTERS,
    G_COAST_STARTS,
    G_COSTS,
    G_HOMES,
    G_KINDS,
    G_LOCATIONS,
    G_PROVINCE_OF,
    G_PROVINCES,
    G_STANDS,
    INLAND_FLEET_IS_ARMY,
    KIND_BY_COAST,
    KIND_MISSING_FAILS,
    MOVE,
    NONE,
    R_BUILD_FLEET_INLAND,
    R_BUILD_IN,
    R_BUILD_KIND_MISSING,
    R_COAST_SUPERFLUOUS,
    Cells,
    Ints,
)
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.model.reasons import (
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


def fault_in_build(
    ground: Ints, rules: Ints, at: Ints, owners: Ints, orders: Cells, order: int
) -> int:
    """Why this cannot be built here; a loosely written kind and coast are put right."""
    power = orders[order + A_BY]
    location = orders[order + A_LOCATION]
    kind = orders[order + A_KIND]
    province = ground[ground[G_PROVINCE_OF] + location]
    if orders[order + A_ODD_COAST] == 1 and rules[R_COAST_SUPERFLUOUS] == COAST_FAILS:
        return ODD_COAST
    if kind == NONE:
        rule = rules[R_BUILD_KIND_MISSING]
        kind = kind_for(ground, province)
        if rule == KIND_BY_COAST and location != province:
            kind = kind_for(ground, location)
        elif rule == KIND_MISSING_FAILS or is_coastal(ground, province):
            return KIND_MISSING
        orders[order + A_KIND] = kind
    if not fits_somewhere(ground, kind, province):
        if rules[R_BUILD_FLEET_INLAND] != INLAND_FLEET_IS_ARMY:
            return CANNOT_STAND
        kind = kind_for(ground, province)
        orders[order + A_KIND] = kind
    row = kind * ground[G_LOCATIONS]
    if ground[ground[G_STANDS] + row + location] == 0:
        if location == province:
            return COAST_NEEDED
        if ground[ground[G_STANDS] + row + province] == 0:
            return CANNOT_STAND
        if rules[R_COAST_SUPERFLUOUS] == COAST_FAILS:
            return ODD_COAST
        orders[order + A_LOCATION] = province
    if owners[province] != power:
        return NOT_OWNED
    if not may_build_in(ground, rules, owners, 0, power, province):
        return NOT_HOME
    if ground[ground[G_BUILDS] + row + orders[order + A_LOCATION]] == 0:
        return NOT_BUILT_THERE
    if at[province] != NONE:
        return OCCUPIED
    return OK


def may_build_in(
    ground: Ints, rules: Ints, owners: Ints, first: int, power: int, province: int
) -> bool:
    """Whether the power may build in this centre if it owns it and it stands empty. The owner
    of province p is ``owners[first + p]``."""
    if is_home(ground, power, province):
        return True
    if rules[R_BUILD_IN] == BUILD_HOME or ground[ground[G_CENTERS] + province] == 0:
        return False
    if rules[R_BUILD_IN] == BUILD_ONE_HOME:
        for home in range(ground[G_PROVINCES]):
            if owners[first + home] == power and is_home(ground, power, home):
                return True
        return False
    return True


def is_home(ground: Ints, power: int, province: int) -> bool:
    """Whether the province is a home centre of the power: of its alone, or of everybody."""
    home = ground[ground[G_HOMES] + province]
    if home == EVERYBODY:
        return True
    return home == power


def kind_for(ground: Ints, location: int) -> int:
    """The first kind of unit that can stand at the location; NONE if none can."""
    for kind in range(ground[G_KINDS]):
        if ground[ground[G_STANDS] + kind * ground[G_LOCATIONS] + location] == 1:
            return kind
    return NONE


def fits_somewhere(ground: Ints, kind: int, province: int) -> bool:
    """Whether the kind of unit can stand in the province or on one of its coasts."""
    if kind == NONE:
        return False
    row = kind * ground[G_LOCATIONS]
    if ground[ground[G_STANDS] + row + province] == 1:
        return True
    for coast in range(
        ground[ground[G_COAST_STARTS] + province], ground[ground[G_COAST_STARTS] + province + 1]
    ):
        if ground[ground[G_STANDS] + row + coast] == 1:
            return True
    return False


def is_coastal(ground: Ints, province: int) -> bool:
    """Whether units that convoy can stand in the province, on whatever coast."""
    for kind in range(ground[G_KINDS]):
        if ground[ground[G_CAN_CONVOY] + kind] == 1 and fits_somewhere(ground, kind, province):
            return True
    return False


def build_way(ground: Ints, province: int, which: int, due: int) -> int:
    """One of the ways to build in a province, as a packed order, by kinds of unit that take no
    more points than are due; NONE if there are fewer ways."""
    seen = 0
    for kind in range(ground[G_KINDS]):
        if ground[ground[G_COSTS] + kind] > due:
            continue
        row = kind * ground[G_LOCATIONS]
        if ground[ground[G_BUILDS] + row + province] == 1:
            if seen == which:
                return packed(MOVE, 0, province, kind)
            seen += 1
        for coast in range(
            ground[ground[G_COAST_STARTS] + province], ground[ground[G_COAST_STARTS] + province + 1]
        ):
            if ground[ground[G_BUILDS] + row + coast] == 1:
                if seen == which:
                    return packed(MOVE, 0, coast, kind)
                seen += 1
    return NONE
