"""Choices that the forms of a game's commands offer, and when there is a form at all besides what
the table of permissions says."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.judge.commands.permissions import GameRole
from dragoman.judge.log.settings import Draws, Seating
from dragoman.judge.log.state import Stage
from dragoman.judge.views.viewer import Viewer
from dragoman.web.pages.game.joining import brings_people
from dragoman.web.pages.html.kind_page import PAGE

# What may be meant


def others(viewer: Viewer) -> Sequence[str]:
    return [one for one in viewer.g.seats if one != viewer.power]


def other_survivors(viewer: Viewer) -> Sequence[str]:
    return [one for one in viewer.g.game.survivors if one != viewer.power]


def survivors(viewer: Viewer) -> Sequence[str]:
    return viewer.g.game.survivors


def played(viewer: Viewer) -> Sequence[str]:
    return [power for power, seat in viewer.g.seats.items() if seat.user is not None]


def unplayed(viewer: Viewer) -> Sequence[str]:
    return [power for power, seat in viewer.g.seats.items() if seat.user is None]


def free(viewer: Viewer) -> Sequence[str]:
    return viewer.g.free


def kept(viewer: Viewer) -> Sequence[str]:
    return [power for power in viewer.g.offers if viewer.g.seats[power].user is None]


def silenced(viewer: Viewer) -> Sequence[str]:
    return [one for one in viewer.g.seats if one in viewer.g.silenced]


def heard(viewer: Viewer) -> Sequence[str]:
    return [one for one in viewer.g.seats if one not in viewer.g.silenced]


def muted(viewer: Viewer) -> Sequence[str]:
    return [one for one in viewer.g.seats if (viewer.power, one) in viewer.g.muted]


def unmuted(viewer: Viewer) -> Sequence[str]:
    return [one for one in others(viewer) if (viewer.power, one) not in viewer.g.muted]


def to_order(viewer: Viewer) -> Sequence[str]:
    return tuple(viewer.g.has_to_order())


def judged(viewer: Viewer) -> Sequence[str]:
    g = viewer.g
    reopened = [str(g.phase)] if g.stage is Stage.OVER and not g.game.winners else []
    return [*reopened, *(str(one.phase) for one in reversed(g.history))]


def waiting(viewer: Viewer) -> Sequence[str]:
    return [str(user) for user in viewer.g.applicants]


def not_let_in(viewer: Viewer) -> Sequence[str]:
    return [str(user) for user, one in viewer.g.applicants.items() if not one.admitted]


def invited(viewer: Viewer) -> Sequence[str]:
    return [str(user) for user in sorted(viewer.g.invited)]


def masters(viewer: Viewer) -> Sequence[str]:
    return [str(user) for user in viewer.g.masters]


def seats(viewer: Viewer) -> Sequence[str]:
    return tuple(viewer.g.seats)


# When a form is offered, besides what the table of permissions says


def draws_are_listed(viewer: Viewer) -> bool:
    return viewer.g.settings.draws is Draws.LISTED


def draws_are_of_all(viewer: Viewer) -> bool:
    return not draws_are_listed(viewer)


def is_running(viewer: Viewer) -> bool:
    return viewer.g.stage is Stage.RUNNING


def has_begun(viewer: Viewer) -> bool:
    return viewer.g.stage is not Stage.FORMING


def are_dealt(viewer: Viewer) -> bool:
    """True if it is known who plays what: the game has begun, or a master says it."""
    return has_begun(viewer) or viewer.g.settings.seating is Seating.MASTER


def is_settled(viewer: Viewer) -> bool:
    """True if nobody more can come: else the panel for bringing people has what brings them."""
    return not brings_people(viewer.g)


def has_idle_link(viewer: Viewer) -> bool:
    """True if the link is open, and nobody can come by it for now."""
    return viewer.g.link != "" and is_settled(viewer)


def plays(viewer: Viewer) -> bool:
    return viewer.power is not None


def was_offered(viewer: Viewer) -> bool:
    return viewer.power in viewer.g.offers


def has_press(viewer: Viewer) -> bool:
    return bool(viewer.g.settings.press)


def is_master_alone(viewer: Viewer) -> bool:
    # Who plays himself does not order for others.
    return viewer.is_master


def has_standing(viewer: Viewer) -> bool:
    return viewer.is_master and viewer.g.game.rule_set.standing_orders != "no"


def throws_dice(viewer: Viewer) -> bool:
    return PAGE.of(viewer.g.game.variant).throws_dice


def is_master_himself(viewer: Viewer) -> bool:
    return viewer.actor.user in viewer.g.masters


def said_when_away(viewer: Viewer) -> bool:
    g = viewer.g
    return any(g.created <= end for _, end in g.absences.get(viewer.actor.user, ()))


def leads(viewer: Viewer) -> bool:
    """True if somebody is a master of a game, be it that he plays in it himself."""
    return GameRole.MASTER in viewer.actor.roles(viewer.g)
