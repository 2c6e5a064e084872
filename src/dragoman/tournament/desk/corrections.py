"""Fields by which a command puts an earlier action right, over HTTP and on pages."""

from __future__ import annotations

from typing import Annotated

from dragoman.declared import Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import Because
from dragoman.tournament.commands.record import Anyway


@dataclass(frozen=True, slots=True)
class Correction:
    """Parameters of a command that puts an earlier action right."""

    correcting: Annotated[
        int | None, Says("the number of the action that this should have been", least=1)
    ] = None
    because: Because = ""
    anyway: Anyway = False
