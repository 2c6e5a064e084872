"""A game that goes on elsewhere, as its files tell it, whatever judge they are of."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.records.retelling import OTHER_POSITION
from dragoman.game import Game
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

NOT_TAKEN: Final = "not-taken-over"
"""The code of what tells that something in a file has no place here."""
MOST_PHASES: Final = 1000
"""Phases of one game: at three to six a year, more than a century and a half."""


class GameSource(Enum):
    """The judges whose files are read."""

    NJUDGE = "nJudge"
    WEBDIPLOMACY = "webDiplomacy"
    DIPLOMACY = "diplomacy"
    DRAGOMAN = "Dragoman"


@dataclass(frozen=True, slots=True)
class PersonElsewhere:
    """Somebody in the files of another judge: his name there, and the address of his mail where
    they have it. Where they have nothing but the address he is called by what stands before its
    ``@``."""

    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that goes on. ``sheets`` are the orders on file for the phase at hand; ``settings``
    are those of a judged game that the files say. ``told`` is all that came out otherwise here or
    could not be taken over."""

    source: GameSource
    name: str
    game: Game
    sheets: Mapping[str, str]
    players: Mapping[str, PersonElsewhere]
    masters: tuple[PersonElsewhere, ...]
    settings: Mapping[str, Any]
    told: tuple[Diagnostic, ...]

    @property
    def divergences(self) -> tuple[Diagnostic, ...]:
        """Recorded positions that do not follow from the orders here."""
        return tuple(one for one in self.told if one.code == OTHER_POSITION)

    @property
    def left_out(self) -> tuple[Diagnostic, ...]:
        """Everything that could not be taken over."""
        return tuple(one for one in self.told if one.code != OTHER_POSITION)


def not_taken(what: str, remedy: str = "") -> Diagnostic:
    """That something in a file has no place here."""
    return Diagnostic(NOT_TAKEN, what, remedy, severity=Severity.WARNING)


def placed(one: Diagnostic) -> str:
    """The sentence of what is told, behind its place if it has one."""
    return f"{one.source}: {one.what}" if one.source else one.what


def refused_file(what: str, remedy: str, name: str = "", line: int = 0) -> ActionRefused:
    """The refusal of a file from which no game can be made, with its place."""
    refusal = ActionRefused("wrong-game-file", what, remedy)
    refusal.diagnostic = refusal.diagnostic.at(name, line)
    return refusal


def refused_for(fault: Diagnostic, name: str, remedy: str) -> ActionRefused:
    """The refusal of a file for a fault that its reader found."""
    refusal = ActionRefused("wrong-game-file", fault.what, fault.remedy or remedy, fault.candidates)
    refusal.diagnostic = refusal.diagnostic.at(fault.source or name, fault.line)
    return refusal


def minutes(count: float) -> str:
    """So many minutes as the setting of a pace has them; empty where that says nothing."""
    if count <= 0:
        return ""
    for unit, size in (("d", 1440), ("h", 60)):
        if count % size == 0:
            return f"{int(count // size)} {unit}"
    return f"{max(1, round(count))} min"
