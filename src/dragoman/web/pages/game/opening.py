"""The state in which a reader finds a game: it says which part of the page is shown first."""

from __future__ import annotations

from typing import Literal, TypeAlias

from dragoman.judge.log.state import Stage
from dragoman.judge.views.viewer import Viewer

Opening: TypeAlias = Literal["forming", "due", "ready", "negotiation", "over", "watching", "master"]
"""``due``: he has orders to give, or to call final; ``negotiation``: he has given all, and letters
are unread; ``ready``: nothing is to be done but to wait."""


def opens_on(viewer: Viewer, unread: int) -> Opening:
    """The state of a game for somebody who has so many letters unread."""
    g, power = viewer.g, viewer.power
    if g.stage is Stage.FORMING:
        return "forming"
    if g.stage is Stage.OVER:
        return "over"
    if power is None:
        return "master" if viewer.is_master else "watching"
    has_to_order = power in tuple(g.has_to_order())
    if unread and (not has_to_order or g.has_ordered_all(power)):
        return "negotiation"
    return "due" if has_to_order and not g.is_ready(power) else "ready"


def without_orders(viewer: Viewer) -> tuple[str, ...]:
    """The powers that have to order in the phase at hand and have not, as far as he may know."""
    g = viewer.g
    if g.stage not in (Stage.RUNNING, Stage.PAUSED) or not viewer.may_look:
        return ()
    return tuple(
        power
        for power in g.has_to_order()
        if viewer.sees_readiness(power)
        and (viewer.sees_board or power == viewer.power)
        and g.awaits(power)
        and not g.has_ordered(power)
    )
