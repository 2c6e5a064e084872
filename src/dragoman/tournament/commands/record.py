"""The tournament as a whole: where it stands, what it plays by, its log."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from dragoman.declared import FileText, Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import Because, DeskQuestion

ActionNumber: TypeAlias = Annotated[
    int, Says('the number of the action, as "log" shows it', "ACTION", is_argument=True)
]
ROLES: Final = ("desk", "registration", "tables")
"""The roles of those who help at the desk; the first is the director's."""
Anyway: TypeAlias = Annotated[bool, Says("also where something that came later is then set aside")]


@dataclass(frozen=True, slots=True)
class Correction:
    """Parameters of a command that puts an earlier action right, over HTTP and on pages."""

    correcting: Annotated[
        int | None, Says("the number of the action that this should have been", least=1)
    ] = None
    because: Because = ""
    anyway: Anyway = False


@dataclass(frozen=True, slots=True)
class FoundTournament:
    """Make a tournament.

    Its preset holds all the numbers: rounds, times, warnings, scoring, tie-breaks. A copy of
    it lies in the folder; change it, and make the change count with "preset".

    Example: dragoman tournament new nz99 "New Zealand Championship" --place Wellington
    """

    name: Annotated[str, Says("what it is called; else as the preset says", "NAME")] = ""
    preset: Annotated[str, Says('one that "presets" lists', "PRESET")] = "nz1999"
    place: Annotated[str, Says("where it is played", "TEXT")] = ""
    file: Annotated[FileText | None, Says("a preset file of your own", "FILE")] = None


@dataclass(frozen=True, slots=True)
class ChangePreset:
    """Play by a changed preset from now on. It applies to everything, also to what came before.

    Example: dragoman tournament preset preset.toml
    """

    file: Annotated[
        FileText, Says("a preset file, or the name of a preset", "PRESET", is_argument=True)
    ]


@dataclass(frozen=True, slots=True)
class NameHelper:
    """Give somebody who helps you a code for the pages of the desk, and a role there: desk (all
    that you can do), registration (people and the roll), tables (orders, counts, votes, clock).

    The code is shown once and written nowhere. Named again he gets a new one.

    Example: dragoman tournament helper "Ann Lee" tables
    """

    name: Annotated[str, Says("who helps", "NAME", is_argument=True)]
    role: Annotated[str, Says("desk, registration or tables", "ROLE", is_argument=True)] = "tables"
    strike: Annotated[bool, Says("he helps no more: his code is no longer valid")] = False


@dataclass(frozen=True, slots=True)
class ListHelpers(DeskQuestion):
    """List who helps at the desk, and in which role."""


@dataclass(frozen=True, slots=True)
class ShowTournament(DeskQuestion):
    """Show where the tournament stands, and what comes next."""


@dataclass(frozen=True, slots=True)
class ShowLog(DeskQuestion):
    """Show what was done, action by action.

    A - marks what was undone or cancelled, a ~ what was corrected later, a ! what is set aside,
    since it could not have been after a correction.
    """

    last: Annotated[int, Says("only the last; 0 is all", "NUMBER", "--last/-n", least=0)] = 20


@dataclass(frozen=True, slots=True)
class UndoAction:
    """Take back the last action. As often as you like; "redo" brings it back.

    An action further back is put right by "correct" or "cancel", and what came after it stays.
    """


@dataclass(frozen=True, slots=True)
class RedoAction:
    """Bring back what was undone, as long as nothing else was done since."""


@dataclass(frozen=True, slots=True)
class CancelAction:
    """Let an earlier action count as never done. What came after it stays, and is computed again.

    Example: dragoman tournament cancel 31 --because "those orders were in the box"
    """

    action: ActionNumber
    because: Because = ""
    back: Annotated[bool, Says("let it stand again as it was at first, also if corrected")] = False
    anyway: Anyway = False
