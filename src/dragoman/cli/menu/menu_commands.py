"""The command lines of a ``MENULIST``, and what they do on a machine without DOS.

DipWork's own programs are done by Dragoman itself, and so are ``copy``, ``type`` and ``dir``
of the command interpreter. Any other command is a program of this machine, started without a
shell. Macros are looked up in ``GAME.TXT``, ``VARIANT.TXT`` and ``PROJECT.TXT``, never in
``ORDERS.TXT``, into which players' orders are pasted.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dragoman.cli.menu.entries import (
    AcceptRound,
    Action,
    CheckVariant,
    CopyFile,
    EditFile,
    Impossible,
    ListFolder,
    MenuItem,
    OpenMenu,
    PrintMap,
    RunSteps,
    StartProgram,
    ViewFile,
)
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork import (
    MacroFault,
    MenuEntry,
    Parameters,
    expand,
    submenu_of,
)
from dragoman.games.dipwork.workspace import dos_path
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

_GAME, _CURRENT = "\0game\0", "\0current\0"
"""Stand for the two paths until the words of a command are told apart."""
_NO_KEY = ("'!'", "´!´", "`!`", "´!'", "'!´")
_SHELLS = ("command", "cli", "cmd", "sh", "bash")
_PAGERS = ("|more", "|", "more", "|less", "less")
_EDITOR = "edit"
"""Stands for the editor where the game master has named none."""
_RULE = re.compile(r"[-=_─═]{2,}")
"""The title of an entry that is a line between others (DipWork manual, the picture of the
standard menu)."""


@dataclass(frozen=True)
class MenuContext:
    """The place in which commands of a game are run: its project's folder, and its path in there.

    ``names`` are the parameters of the game, without those of its orders.
    """

    folder: Path
    game: str
    names: Parameters

    @property
    def game_folder(self) -> Path:
        return self.path(self.game)

    def path(self, text: str) -> Path:
        """The path that a path of DOS or of this system leads to, whether or not it exists."""
        return dos_path(self.folder, text)


def entries_of(
    found: Sequence[MenuEntry], context: MenuContext, source: str
) -> tuple[MenuItem, ...]:
    """The entries of a menu file; one that is only a line is drawn below the one before it."""
    entries: list[MenuItem] = []
    for one in found:
        if not _RULE.fullmatch(one.written.replace(" ", "")):
            entries.append(entry_of(one, context, source))
        elif entries:
            entries[-1] = replace(entries[-1], is_ruled=True)
    return tuple(entries)


def entry_of(entry: MenuEntry, context: MenuContext, source: str) -> MenuItem:
    """An entry of a menu file as an action. ``source`` is the file it is in."""
    command = entry.command.strip()
    waits = True
    for sign in _NO_KEY:
        if command.endswith(sign):
            command, waits = command.removesuffix(sign).strip(), False
    if below := submenu_of(entry):
        action: Action = OpenMenu(context.game_folder, below)
        return MenuItem(entry.title, entry.key, entry.help, action)
    try:
        words = _words(command, context)
        action = _action(words, context)
    except MacroFault as fault:
        action = _refused("bad-macro", fault.args[0], "define it, or mend its definition")
    if isinstance(action, Impossible):
        placed = action.diagnostic.at(source, entry.line + 2, 1)
        action = Impossible(placed)
    waits = waits and not isinstance(action, EditFile | ViewFile)
    return MenuItem(entry.title, entry.key, entry.help, action, waits)


def _words(command: str, context: MenuContext) -> tuple[str, ...]:
    """The words of a command; a path stays one word even with spaces in it."""
    given = {"GAMEPATH": _GAME, "CURRENTPATH": _CURRENT, "EDITOR": _editor(context)}
    text = expand(command, context.names, given)
    if any(sign in text for sign in "'´`"):
        raise MacroFault("a quote has no partner: macros are written as 'GAMEPATH'")
    current = str(context.folder.resolve())
    return tuple(
        word.replace(_GAME, context.game).replace(_CURRENT, current) for word in text.split()
    )


def _action(words: tuple[str, ...], context: MenuContext) -> Action:
    if not words:
        return _refused("bad-menu", "there is no command", "write one in the third line")
    program, *rest = words
    name = _program_name(program)
    if name == "dip_run":
        return RunSteps(tuple(rest))
    if name == "readtext":
        return ViewFile(context.path(rest[0])) if rest else _refused_file("readtext")
    if name == "dip_fldc":
        return CheckVariant(context.path(rest[0])) if rest else _refused_file("dip_fldc")
    if name == "printtif":
        return PrintMap(tuple(rest)) if rest else _refused_file("printtif")
    if name in _SHELLS and rest[:1] == ["/c"]:
        return _built_in(rest[1:], context)
    if program == _editor(context):
        own = (found,) if (found := shutil.which(program)) else ()
        return EditFile(context.path(rest[-1]), own) if rest else _refused_file("the editor")
    if name == "dragoman":
        return own_program([_native(word, context) for word in rest], context)
    if found := shutil.which(program):
        return StartProgram((found, *(_native(word, context) for word in rest)), context.folder)
    what = said("there is no program {program} on this machine", program=program)
    return _refused("no-program", what, "name one that is there, with its path")


def own_program(words: Sequence[str], context: MenuContext) -> StartProgram:
    """A command of the command line, run in the folder of the games."""
    return StartProgram((sys.executable, "-m", "dragoman", *words), context.folder)


def _built_in(words: list[str], context: MenuContext) -> Action:
    command, *rest = words or [""]
    rest = [word for word in rest if word.lower() not in _PAGERS and word.lower() != "/b"]
    match command.lower(), rest:
        case "copy", [source, target]:
            return _copy(context.path(source), context.path(target), context)
        case "type", [file]:
            return ViewFile(context.path(file))
        case "dir", []:
            return ListFolder(context.folder)
        case "dir", [folder]:
            return ListFolder(context.path(folder))
        case _:
            what = said("{words!r} is not a command that is known here", words=" ".join(words))
            return _refused("no-program", what, "known are: copy A B, type A, dir A")


def _copy(source: Path, target: Path, context: MenuContext) -> Action:
    if target.is_dir():
        target /= source.name
    game = context.path(f"{context.game}/{context.names.word('FNGAME')}")
    new_game = context.path(f"{context.game}/{context.names.word('FNNEWGAME')}")
    if (source.resolve(), target.resolve()) == (new_game.resolve(), game.resolve()):
        return AcceptRound(context.game)
    return CopyFile(source, target)


def _editor(context: MenuContext) -> str:
    return context.names.word("EDITOR") or _EDITOR


def _native(word: str, context: MenuContext) -> str:
    """A path as DOS writes it, for a program of this machine."""
    return str(context.path(word).resolve()) if "\\" in word else word


def _program_name(program: str) -> str:
    """``dip_run`` for ``C:\\DIP\\DIP_RUN.EXE``."""
    return program.replace("\\", "/").rpartition("/")[2].partition(".")[0].lower()


def _refused(code: str, what: str, remedy: str) -> Impossible:
    return Impossible(Diagnostic(code, what, remedy))


def _refused_file(what: str) -> Impossible:
    return _refused(
        "bad-menu", said("{what} is not told which file", what=what), "write the file behind it"
    )
