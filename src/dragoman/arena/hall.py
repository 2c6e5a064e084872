"""Where those sit who play over sockets, and what they may take."""

from __future__ import annotations

from dragoman.arena.contest import Contest
from dragoman.arena.entrant import Entrant, Kind
from dragoman.quick_dataclass import dataclass
from dragoman.runner import Limits


@dataclass(frozen=True, slots=True)
class Hall:
    """Where games are played in which somebody connects.

    Programs that are started get ports that the system chooses. Whoever connects by himself has
    the same two in all games: for DAIDE the first one from ``port`` on for the first of them, for
    DPP the one after it. ``patience`` is how many seconds they are waited for before a game.
    """

    host: str = "127.0.0.1"
    port: int = 16720
    patience: float = 60.0
    limits: Limits = Limits()
    output: str = ""
    """The folder for what programs write; nothing is kept, if none is named."""


def ports_of(contest: Contest, hall: Hall, entrant: Entrant) -> tuple[int, int]:
    """The ports for DAIDE and DPP at which an entrant connects who is not started."""
    connecting = [one for one in contest.entrants if one.kind in (Kind.SEAT, Kind.PERSON)]
    first = hall.port + 2 * connecting.index(entrant)
    return first, first + 1
