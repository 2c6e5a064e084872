"""A game directory of DipWork in use: the only place where its files are read and written.

Its game master is asked and told by a ``Dialogue``: in a terminal, a menu or a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TypeAlias

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.files import write_atomically
from dragoman.formats.dipwork import (
    PROJECT_FILE,
    Atlas,
    GameDirectory,
    OrdRecord,
    Parameters,
    Project,
    find,
    read_game_directory,
    read_project,
    read_records,
    scan_options,
    write_records,
)
from dragoman.nearest import nearest_files
from dragoman.orders import ScanOptions
from dragoman.quick_dataclass import dataclass
from dragoman.words import dipworks_language, in_language, said

# The dialogue with the game master


def _silence(_: object) -> None:
    """Say nothing, and wait for nothing."""


def _unseen(title: str, text: str) -> None:
    """Show nothing."""


def _agree(question: str, suggestion: str) -> str:
    """The answer of somebody who takes every suggestion."""
    return suggestion


@dataclass(frozen=True)
class Dialogue:
    """The conversation of a round with its game master. As it stands, it is silent and takes every
    suggestion.

    ``say`` gets what was done, ``ask`` a question and the suggested answer. ``show`` gets a text to
    look at, too wide to stand among what was done, and its title. ``pause`` waits for
    so many seconds, or until a key is pressed where it gets None. ``trace`` gets every file and
    keyword that is looked up. ``language`` is the one that all of it is in.
    """

    say: Callable[[str], None] = _silence
    ask: Callable[[str, str], str] = _agree
    pause: Callable[[float | None], None] = _silence
    trace: Callable[[str], None] = _silence
    show: Callable[[str, str], None] = _unseen
    language: str = "en"

    def spoken(self, language: str) -> Dialogue:
        """The same in a language."""

        def told(text: str) -> str:
            return in_language(text, language)

        return Dialogue(
            lambda text: self.say(told(text)),
            lambda question, suggestion: self.ask(told(question), told(suggestion)),
            self.pause,
            lambda text: self.trace(told(text)),
            self.show,
            language,
        )


# Paths of DOS, as in DipWork's files and command lines, on any system


def dos_path(folder: Path, text: str) -> Path:
    """The file to which a path of DOS or of this system leads from a folder, whether or not it
    exists."""
    text = text.replace("\\", "/")
    base = Path("/") if text.startswith("/") else folder
    if found := find(base, text):
        return found
    above, _, name = text.rpartition("/")
    return (find(base, above) or base / above) / name


# The game directory

SCANNED, PARSED = "SCANNED.ORD", "PARSED.ORD"
CONFLICTED, WINTERED = "CONFLCED.ORD", "WINTERED.ORD"
_OWN_FILES = ("FNORDERS", "FNGAME", "FNERRORS", "FNPLAINOUT", "FNNEWGAME", "FNSAVE")
"""The parameters that name files of a game directory."""
BACKUP = ".BAK"


class StepError(Exception):
    """A step cannot go on; ``diagnostics`` say why. What was written before it stays."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*map(str, diagnostics))
        self.diagnostics = diagnostics


@dataclass(frozen=True)
class DipworkWorkspace:
    """A game directory that is being worked on.

    With ``explained`` the judge says why each order went as it did. ``kept`` are the files whose
    content from before this work is in a backup already. ``language`` is that of what is written.
    """

    game: GameDirectory
    dialogue: Dialogue
    explained: bool = False
    kept: set[Path] = field(default_factory=set[Path])
    language: str = dipworks_language()

    @property
    def names(self) -> Parameters:
        """The parameters without those of the orders: an order never names a file."""
        orders = self.game.orders
        files = self.game.parameters.files
        return Parameters(tuple(f for f in files if orders is None or f is not orders.keywords))

    @property
    def slowness(self) -> int:
        """The slowness of the output as it scrolls: 0 is not slowed down (DipWork manual,
        "SLOWMOTION")."""
        return self.game.parameters.number("SLOWMOTION")

    def say_slowly(self, text: str) -> None:
        """Say what the scanner or the parser did with one order, and leave time to read it:
        ``SLOWMOTION`` milliseconds, or until a key is pressed if it is -1."""
        self.dialogue.say(text)
        if self.slowness:
            self.dialogue.pause(self.slowness / 1000 if self.slowness > 0 else None)

    def pause_between_steps(self) -> None:
        """Wait for a key, unless nothing is slowed down."""
        if self.slowness:
            self.dialogue.pause(None)

    @property
    def atlas(self) -> Atlas:
        return self.game.variant_directory.atlas

    @property
    def board(self) -> Board:
        return self.game.variant_directory.board

    @property
    def scan_options(self) -> ScanOptions:
        """The options by which orders and answers are read."""
        return scan_options(self.game.variant_directory.files, self.game.parameters)

    def file(self, name: str) -> Path:
        """The path of a file of the game, in the spelling it has on the disk if it exists."""
        return find(self.game.folder, name) or self.game.folder / name.upper()

    def read(self, name: str, remedy: str) -> bytes:
        """The content of a file.

        Raises:
            StepError: if there is none.
        """
        path = self.file(name)
        if not path.is_file():
            what = said("there is no {name} in {folder}", name=path.name, folder=self.game.folder)
            raise StepError(Diagnostic("missing-file", what, remedy, str(path)))
        self.dialogue.trace(said("read {path}", path=path))
        return path.read_bytes()

    def records(self, name: str, remedy: str) -> tuple[OrdRecord, ...]:
        """The records of an ``*.ORD`` file.

        Raises:
            StepError: if there is none, or one that is damaged.
        """
        path = self.file(name)
        lines, faults = read_records(self.read(name, remedy), path.name)
        if has_errors(faults):
            raise StepError(*faults)
        fields, nations = self.atlas.numbered, self.atlas.nations
        for number, line in enumerate(lines, 1):
            places = (line.place, line.target, line.reference)
            if line.nation > len(nations) or any(p.field > len(fields) for p in places):
                what = "a nation or a field has a number that the variant does not have"
                again = said("make the file again: {remedy}", remedy=remedy)
                raise StepError(Diagnostic("bad-record", what, again, path.name, number))
        return lines

    def write(self, name: str, content: bytes) -> Path:
        """Write a whole file, and keep what was there when work began as ``NAME.BAK``.

        Raises:
            StepError: if it cannot be written; the old content is still there then.
        """
        path = self.file(name)
        if path.exists() and path.read_bytes() == content:
            self.dialogue.trace(said("{path} stays as it is", path=path))
            return path
        try:
            if path.exists() and path not in self.kept:
                write_atomically(path.with_suffix(BACKUP), path.read_bytes())
            write_atomically(path, content)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            what, remedy = (
                said("cannot write {path}: {reason}", path=path, reason=reason),
                "what was there before still stands",
            )
            raise StepError(Diagnostic("unwritable-file", what, remedy, str(path))) from None
        self.kept.add(path)
        self.dialogue.trace(said("wrote {path}, {number} bytes", path=path, number=len(content)))
        return path

    def write_lines(self, name: str, lines: Sequence[str]) -> Path:
        """Write a text in the encoding and with the line ends of the game's other files."""
        return self.write(name, self.game.new_file(name, lines).content)

    def write_orders(self, name: str, lines: Sequence[OrdRecord]) -> Path:
        return self.write(name, write_records(lines))


Refused: TypeAlias = Callable[[DipworkWorkspace, Sequence[Diagnostic]], None]
"""Told of a game whose files have errors."""


def game_folder(
    game: str, project_name: str, here: Path
) -> tuple[Path | None, tuple[Diagnostic, ...]]:
    """The folder of a game by its path, as ``GAMELIST`` has it or as the system does.

    A game lies where its project does; without a project file ``here``, in the directory
    above the game.
    """
    folder = Path(game) if Path(game).is_absolute() else find(here, game)
    if folder is None and (named := find(here, project_name)) is not None:
        folder = find(named.parent, game)
    if folder is not None and folder.is_dir():
        return folder, ()
    what = said("there is no directory {game} in {here}", game=game, here=here)
    remedy = "give the path of the game as PROJECT.TXT has it"
    near = nearest_files(dos_path(here, game))
    return None, (Diagnostic("missing-directory", what, remedy, candidates=near),)


def open_workspace(
    game: str,
    project_name: str,
    dialogue: Dialogue,
    here: Path,
    explained: bool = False,
    refused: Refused | None = None,
) -> tuple[DipworkWorkspace | None, tuple[Diagnostic, ...]]:
    """Open a game by its path; see ``game_folder``. One whose files are refused is handed to
    ``refused``, if so much of them could be read."""
    folder, faults = game_folder(game, project_name, here)
    if folder is None:
        return None, faults
    project, faults = _project(project_name, folder, here)
    if has_errors(faults):
        return None, faults
    directory, more = read_game_directory(folder, project)
    faults = (*faults, *_for_others(directory, tuple(filter(_matters, more))))
    if directory is None:
        return None, faults
    workspace = DipworkWorkspace(directory, dialogue, explained)
    wrong = _wrong_names(workspace)
    if has_errors(faults):
        if refused is not None and not wrong:
            refused(workspace, faults)
        return None, faults
    return None if wrong else workspace, (*faults, *wrong)


def _matters(fault: Diagnostic) -> bool:
    """True if a fault is worth reporting in every round. What is merely odd about a variant stays
    as it is, and "dragoman variant check" reports it."""
    return fault.is_error or fault.code not in ("closed-field", "name-clash")


def _for_others(
    directory: GameDirectory | None, faults: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    """The faults, with those of the picture list and of the menus as warnings: only the mapper
    needs the one, and only who chooses an entry the other."""
    if directory is None:
        return faults
    pictures = directory.parameters.word("FNPICLIST").lower()
    of_menus = directory.variant_directory.files.menu_faults
    menus = {(fault.code, fault.line, fault.what) for fault in of_menus}
    return tuple(
        replace(fault, severity=Severity.WARNING)
        if fault.source.lower() == pictures or (fault.code, fault.line, fault.what) in menus
        else fault
        for fault in faults
    )


def _project(name: str, game: Path, here: Path) -> tuple[Project | None, tuple[Diagnostic, ...]]:
    if name:
        found = find(here, name)
        if found is None or not found.is_file():
            what = said("there is no project file {name}", name=name)
            return None, (
                Diagnostic(
                    "missing-file",
                    what,
                    said("usually it is {PROJECT_FILE}", PROJECT_FILE=PROJECT_FILE),
                ),
            )
        return _read_project(found.parent, found.name)
    for folder in (here, game.resolve().parent):
        if find(folder, PROJECT_FILE) is not None:
            return _read_project(folder, PROJECT_FILE)
    return None, ()


def _read_project(folder: Path, name: str) -> tuple[Project | None, tuple[Diagnostic, ...]]:
    """The project, without faults about its other games."""
    project, faults = read_project(folder, name)
    return project, tuple(f for f in faults if f.code != "missing-directory")


def _wrong_names(workspace: DipworkWorkspace) -> tuple[Diagnostic, ...]:
    """Faults in file names: names that lead out of the game directory, or that two files share."""
    found: list[Diagnostic] = []
    taken: dict[str, str] = {}
    for keyword in _OWN_FILES:
        value = workspace.names.find(keyword)
        name = workspace.names.word(keyword)
        place = ("", 0, 0) if value is None else (value.source, value.line, value.column)
        if any(sign in name for sign in "/\\:") or name in ("", ".", ".."):
            what, remedy = (
                said("{keyword} is {name!r}", keyword=keyword, name=name),
                "a file name without a path is wanted",
            )
            found.append(Diagnostic("bad-file-name", what, remedy, *place))
        elif name.lower() in taken:
            what = said(
                "{keyword} and {taken} are both {name}",
                keyword=keyword,
                taken=taken[name.lower()],
                name=name,
            )
            remedy = "give each file its own name"
            found.append(Diagnostic("bad-file-name", what, remedy, *place))
        elif name.upper().endswith((".ORD", BACKUP)):
            what, remedy = (
                said("{keyword} is {name!r}", keyword=keyword, name=name),
                "names in .ORD and .BAK are taken",
            )
            found.append(Diagnostic("bad-file-name", what, remedy, *place))
        taken[name.lower()] = keyword
    return tuple(found)
