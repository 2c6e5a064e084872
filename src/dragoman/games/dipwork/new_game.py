"""A new game in a project of DipWork: its directory, and its line in ``GAMELIST``."""

from __future__ import annotations

import re
from pathlib import Path

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import FolderInUse, locked, write_atomically, write_keeping_backup
from dragoman.formats.dipwork import PROJECT_FILE, VARIANT_FILE, find, read_text_file
from dragoman.games.requests import Answer
from dragoman.games.variants.maps import convert
from dragoman.words import said

_VARIANTS = "VARIANTS"
_FILES = ("GAME.TXT", "ORDERS.TXT")


def new_game(folder: Path, variant: str, name: str) -> Answer:
    """Make a game's directory in the folder of a project, from a variant directory that is there
    or, by its name, from one of ours, and enter it in the list of games."""
    try:
        with locked(folder, "dragoman dipwork"):
            return _new_game(folder, variant, name)
    except FolderInUse as refused:
        return Answer(diagnostics=(refused.diagnostic,))


def _new_game(folder: Path, variant: str, name: str) -> Answer:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):
        what = said("{name!r} cannot be the name of a game's directory", name=name)
        return _refused("bad-name", what, "use letters, digits, _ and -")
    if find(folder, name) is not None:
        what = said("there is a {name} already", name=name)
        return _refused("folder-taken", what, "name another")
    home = find(folder, _VARIANTS) or folder / _VARIANTS
    place = find(home, variant)
    faults: tuple[Diagnostic, ...] = ()
    if place is None:
        place = home / Path(variant).name.upper()
        answer = convert(variant, place / VARIANT_FILE, False)
        if has_errors(answer.diagnostics):
            return Answer(diagnostics=answer.diagnostics)
        faults = answer.diagnostics
    begun = {file: found for file in _FILES if (found := find(place, file))}
    if _FILES[0] not in begun:
        what = said("there is no GAME.TXT in {place} to begin from", place=place)
        return _refused("missing-file", what, "name another variant, or type one")
    for file, source in begun.items():
        target = folder / name / file
        target.parent.mkdir(exist_ok=True)
        write_atomically(target, source.read_bytes())
    _enter(find(folder, PROJECT_FILE) or folder / PROJECT_FILE, name)
    text = said("{name}: a new game; it is in the list of games now", name=name)
    return Answer(text, {"folder": str(folder / name)}, faults)


def _enter(project: Path, name: str) -> None:
    """Put a game at the end of the list, where there is one, else into a new list."""
    file = read_text_file(project.read_bytes(), project.name)
    heads = [n for n, line in enumerate(file.lines, 1) if line.strip() == "GAMELIST"]
    if heads:
        end = heads[0]
        while end < len(file.lines) and file.lines[end].strip() not in ("", "%", "END"):
            end += 1
        changed = file.with_lines_between(end, end, [name])
    else:
        changed = file.with_lines_between(0, 0, ["GAMELIST", name, ""])
    write_keeping_backup(project, changed.content)


def _refused(code: str, what: str, remedy: str) -> Answer:
    return Answer(diagnostics=(Diagnostic(code, what, remedy),))
