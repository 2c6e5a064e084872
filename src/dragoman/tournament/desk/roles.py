"""Roles of those who help at the desk, and the codes by which its pages know them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands import NAMES
from dragoman.tournament.commands.record import ROLES
from dragoman.tournament.log.state import Tournament
from dragoman.values import FrozenMap

DIRECTOR: Final = ROLES[0]
"""The role of who may do everything, the director among them."""

PANELS_OF: Final[Mapping[str, tuple[str, ...]]] = FrozenMap(
    {
        DIRECTOR: tuple(dict.fromkeys(NAMES.values())),
        "registration": ("People",),
        "tables": ("The clock", "At the tables", "Ends of games"),
    }
)
"""The panels of commands that each role may use; a new command is in the roles of its panel."""


@dataclass(frozen=True, slots=True)
class Helper:
    """Somebody at a page of the desk."""

    name: str
    role: str

    @property
    def is_director(self) -> bool:
        return self.role == DIRECTOR

    def may(self, command: str) -> bool:
        """True if a command is for him."""
        return command == "show" or NAMES.get(command) in PANELS_OF[self.role]


def helper_of(t: Tournament | None, code: str, token: str) -> Helper | None:
    """The helper whose code this is; the director has the ``token`` of the desk."""
    if token and secrets.compare_digest(code.strip().encode(), token.encode()):
        return Helper("", DIRECTOR)
    shown = lookup.digest(code)
    for one in t.helpers.values() if t is not None else ():
        if secrets.compare_digest(one.code, shown):
            return Helper(one.name, one.role)
    return None
