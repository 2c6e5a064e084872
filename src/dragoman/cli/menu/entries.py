"""The contents of a menu: entries with their keys and help, and what choosing one does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.words import Said, in_language


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Another menu: of a game by its path, or by its keyword a sub-menu of the same game."""

    game: Path
    keyword: str = ""


@dataclass(frozen=True, slots=True)
class RunSteps:
    """Steps of a round of a DipWork game, in the words of DIP_RUN's command line."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AcceptRound:
    """``NEWGAME.TXT`` of a game, by its path in the project, becomes ``GAME.TXT``."""

    game: str


@dataclass(frozen=True, slots=True)
class CopyFile:
    """Copy a file; what was at the target is kept as a backup."""

    source: Path
    target: Path


@dataclass(frozen=True, slots=True)
class EditFile:
    """Edit a text with the game master's own ``program``, or with the built-in editor."""

    path: Path
    program: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewFile:
    """Look at a text."""

    path: Path


@dataclass(frozen=True, slots=True)
class ListFolder:
    """List the files of a folder."""

    path: Path


@dataclass(frozen=True, slots=True)
class CheckVariant:
    """Read a variant directory and say what is wrong (for the field converter)."""

    path: Path


@dataclass(frozen=True, slots=True)
class PrintMap:
    """Print a map or show it, in the words of PRINTTIF's command line."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartProgram:
    """Run another program, which the game master's files name; never through a shell."""

    words: tuple[str, ...]
    folder: Path


@dataclass(frozen=True, slots=True)
class OwnCommand:
    """A command for a game folder of ours: ``check``, ``adjudicate``, ``accept``, ...

    ``question`` is asked first where the command needs an argument.
    """

    name: str
    game: Path
    question: str = ""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Ask what a new game is to be, and make it in a folder."""

    folder: Path


@dataclass(frozen=True, slots=True)
class NewVariant:
    """Ask what a new variant is to be, and make it in a folder."""

    folder: Path


@dataclass(frozen=True, slots=True)
class Impossible:
    """An entry that cannot do anything, and why."""

    diagnostic: Diagnostic


Action: TypeAlias = (
    OpenMenu
    | RunSteps
    | AcceptRound
    | CopyFile
    | EditFile
    | ViewFile
    | ListFolder
    | CheckVariant
    | PrintMap
    | StartProgram
    | OwnCommand
    | NewGame
    | NewVariant
    | Impossible
)


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of a menu. One that ``waits`` asks for a key when it is done; one that ``is_ruled``
    has a line drawn below it."""

    title: str
    key: str
    help: str
    action: Action
    waits: bool = False
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu, its title, and what was wrong with the files it was made from."""

    title: str
    entries: tuple[MenuItem, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    def in_language(self, language: str) -> Menu:
        """The menu in a language. What stands in a game master's own menu stays as it is."""
        entries = (
            replace(e, title=_told(e.title, language), help=_told(e.help, language))
            for e in self.entries
        )
        return replace(self, entries=tuple(entries))

    def chosen_by(self, key: str) -> MenuItem | None:
        """The entry of a key; letter case matters only where it distinguishes two entries."""
        exact = [entry for entry in self.entries if entry.key == key]
        loose = [entry for entry in self.entries if entry.key.lower() == key.lower()]
        return next(iter((*exact, *loose)), None) if key else None


def _told(text: str, language: str) -> str:
    return in_language(text, language) if isinstance(text, Said) else text
