"""Just's right-hand rule: where a unit retreats of which nobody said where to.

Its owner looks towards the province that the attack came from, turns to the right, that is
clockwise on the map, and takes the first way that is open (DipWork manual, "Der Winterer").
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.rules.model.position import Dislodged


def right_hand_retreat(
    dislodged: Dislodged, around: Sequence[str], attacker: str | None = None
) -> str | None:
    """The location that the rule sends a unit to; None where it says nothing.

    ``around`` are the locations next to the unit's own, clockwise. ``attacker`` is where the
    attack came from, with its coast; if that is not known, or not next to the unit, the
    attacker's province will do. It is not for an attacker that came by convoy.
    """
    provinces = [location.partition("/")[0] for location in around]
    if attacker in around:
        start = around.index(attacker)
    elif dislodged.came_from in provinces:
        start = provinces.index(dislodged.came_from)
    else:
        return None
    turned = (*around[start:], *around[:start])
    return next((to for to in turned if to in dislodged.options), None)
