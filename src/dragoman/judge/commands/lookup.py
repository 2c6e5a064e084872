"""Powers, people and phases as commands name them."""

from __future__ import annotations

from dragoman.board import UnknownName
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import MASTER, JudgedGame
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase


def power_called(g: JudgedGame, name: str) -> str:
    """The power that is played under a name.

    Raises:
        ActionRefused: if there is none.
    """
    try:
        power = g.game.variant.board.power_called(name)
    except UnknownName as error:
        raise ActionRefused("unknown-power", str(error), candidates=tuple(g.seats)) from None
    if power not in g.seats:
        raise ActionRefused("unknown-power", f"nobody plays {power}", candidates=tuple(g.seats))
    return power


def own_power(g: JudgedGame, actor: Actor, named: str = "") -> str:
    """The power that an actor speaks for: his own, or, for a master, the one named.

    Raises:
        ActionRefused: if he speaks for none, or not for that.
    """
    own = actor.power(g)
    wanted = power_called(g, named) if named else own
    if wanted is None:
        raise ActionRefused("no-power-named", "for which power?", "name it", tuple(g.seats))
    # A master who plays himself must not look into others' sheets.
    is_master = actor.is_admin or actor.user in g.masters
    if wanted != own and not (is_master and own is None):
        raise ActionRefused("not-your-power", f"you do not play {wanted}")
    return wanted


def phase_called(g: JudgedGame, text: str) -> Phase:
    """The phase that is meant, the one at hand where none is named.

    Raises:
        ActionRefused: if it is none of this game.
    """
    if not text.strip():
        return g.phase
    try:
        phase = Phase.parse(text)
    except UnknownName as error:
        raise ActionRefused("unknown-phase", str(error)) from None
    if phase not in g.game.variant.calendar_under(g.game.rule_set):
        raise ActionRefused("unknown-phase", f"this game has no phase {phase}")
    return phase


def check_reason(why: str) -> None:
    """See that a reason is given.

    Raises:
        ActionRefused: if not.
    """
    if not why.strip():
        raise ActionRefused("no-reason", "say why: others can read it")


def readers_called(g: JudgedGame, names: tuple[str, ...]) -> tuple[str, ...]:
    """The readers of a message: powers in the board's order, and the master.

    Raises:
        ActionRefused: if one of them is nobody here.
    """
    master = any(name.upper() in (MASTER, "GM") for name in names)
    named = {power_called(g, name) for name in names if name.upper() not in (MASTER, "GM")}
    return (*(power for power in g.seats if power in named), *((MASTER,) if master else ()))
