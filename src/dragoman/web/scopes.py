"""What a token may be used for: a scope for every command, and for every route that is none."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.who_may import WHO_MAY, Role
from dragoman.values import FrozenMap


class Scope(Enum):
    """What somebody lets a program do for him. None of them gives more than he may do himself."""

    READ = "read"
    """See what he may see."""
    PLAY = "play"
    """Join games, order, vote."""
    PRESS = "press"
    """Write and sort press."""
    MASTER = "master"
    """Do what only masters do; set up games and variants."""
    ADMIN = "admin"
    """Count as an admin, where he is one."""


ALL: Final = frozenset(Scope)
_PRESS: Final = ("Send", "ReportMessage", "Mute", "SaveNote")


def scope_of(command: type[c.Command]) -> Scope:
    """The scope that a command takes."""
    if command.__name__ in _PRESS:
        return Scope.PRESS
    roles, _ = WHO_MAY[command]
    return Scope.MASTER if roles <= {Role.MASTER, Role.ADMIN} else Scope.PLAY


COMMAND_SCOPES: Final[Mapping[str, Scope]] = FrozenMap(
    {kind.__name__: scope_of(kind) for kind in WHO_MAY if kind not in (c.Tick, c.Halt)}
)
"""The scope of each command by its name; the clock's have none, for nobody gives them."""
