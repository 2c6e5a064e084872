"""Units as people name them, among those that something is asked of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from dragoman.board import Unit, province_of
from dragoman.errors import checked
from dragoman.orders import UnitRef

UnitNamed: TypeAlias = Unit | UnitRef | str
"""A unit, or what names one: ``"F LON"``, ``"lon"``, ``UnitRef("LON", "F")``."""


@checked
def unit_called(units: Iterable[Unit], name: UnitNamed) -> Unit | None:
    """The first of these units that is meant; None if none is.

    A coast may be left out, as the unit in a province is one, and capitals make no difference.
    """
    if isinstance(name, Unit):
        return next((one for one in units if one == name), None)
    if isinstance(name, UnitRef):
        kind, place, power = name.kind, name.location.upper(), name.power
    else:
        head, _, rest = name.strip().upper().partition(" ")
        kind, place, power = (head, rest.strip(), None) if rest else (None, head, None)
    fitting = [
        one
        for one in units
        if kind in (None, one.kind)
        and power in (None, one.power)
        and place in (one.location, province_of(one.location), str(one).partition(" ")[2])
    ]
    return min(fitting, key=lambda one: one.location != place, default=None)
