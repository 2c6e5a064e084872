"""Several files of a folder that change together: all of them, or none.

The new files are written beside the old ones first. Then one file, the step, says which is to
take which place; from then on the change counts. Whoever is killed before has done nothing;
after it, the next program that comes to the folder finishes the step (``tend``).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files.folder_lock import LOCK, PATIENCE, FolderInUse, FolderRefused, locked
from dragoman.files.writing import led_to, sync_folder, write_atomically, write_beside
from dragoman.quick_dataclass import dataclass

STEP = ".dragoman-step.json"
"""The file of a step that was decided and is not done yet: the new files, and whose place each
takes."""

_ENDING = ".new"
_NEW = re.compile(r"\..+\.[0-9a-f]{8}\.new")
_LEFT = re.compile(rf"{re.escape(f'.{STEP}')}\.[0-9a-f]{{8}}")


@dataclass(frozen=True, slots=True)
class Step:
    """A change of some files of a folder. Files are named by their paths in it, with ``/``.

    ``read`` is what the change was decided upon: content, or None where there was no file.
    ``write`` is what there is to be: content, or None for no file. ``what`` is said to others.
    """

    what: str
    read: Mapping[str, bytes | None]
    write: Mapping[str, bytes | None]


def carry_out(folder: Path, step: Step) -> tuple[Diagnostic, ...]:
    """Change the files, all of them or none; the folder is made if need be.

    The diagnostics are warnings, of what an earlier step left behind.

    Raises:
        FolderRefused: if another program is at work in the folder, or what was read is not what
            is there.
        OSError: if something cannot be written; nothing was changed, or ``tend`` goes on.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder, step.what):
        found = _finish(folder)
        for name, content in step.read.items():
            if content_of(folder / name) != content:
                raise FolderRefused(_changed(folder, name))
        _write_down(folder, step)
        return (*found, *_finish(folder))


def tend(folder: Path) -> tuple[Diagnostic, ...]:
    """Finish the step that a program was killed in, and remove what else it left behind.

    Every program that reads the folder does this first. The diagnostics are warnings of files
    that were changed after the program was killed, and an error where the step cannot be
    finished. A folder that nobody was killed in is only looked at.

    Raises:
        FolderInUse: if another program is at work on a step, and does not come to its end.
    """
    broken_off = is_broken_off(folder)
    if not broken_off and not any(_is_left(name) for _, name in _names(folder)):
        return ()
    patience = PATIENCE if broken_off else 0.0  # what does no harm can wait for another time
    try:
        with locked(folder, "dragoman, mending", patience):
            return _finish(folder)
    except FolderInUse:
        if broken_off and is_broken_off(folder):
            raise
        return ()  # it was not broken off: it was going on
    except FolderRefused as refused:
        return (refused.diagnostic,)
    except OSError as error:
        if not broken_off:
            return ()  # what was left behind does no harm where nobody can write
        reason = (error.strerror or str(error)).lower()
        what = f"the last command was broken off, and cannot be finished here: {reason}"
        remedy = "see that the folder can be written, and say this again"
        return (Diagnostic("broken-off", what, remedy, str(folder)),)


def is_broken_off(folder: Path) -> bool:
    """True if a step was decided and is not done yet."""
    return os.path.lexists(folder / STEP)


def content_of(path: Path) -> bytes | None:
    """The content of a file; None where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


# Writing a step down, and doing what it says.


def _write_down(folder: Path, step: Step) -> None:
    rows: list[dict[str, Any]] = []
    new: list[Path] = []
    try:
        for name, content in step.write.items():
            path = _place(folder, name, content is not None)
            before = content_of(path)
            if before == content:
                continue
            beside = ""
            if content is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                new.append(write_beside(path, content, _ENDING))
                beside = new[-1].name
            found = {"before": _digest(before), "after": _digest(content), "new": beside}
            rows.append({"file": name, **found})
        for parent in {path.parent for path in new}:
            sync_folder(parent)
        text = json.dumps({"what": step.what, "files": rows}, ensure_ascii=False, indent=1)
        write_atomically(folder / STEP, text + "\n")
    except BaseException:
        if not is_broken_off(folder):  # else it counts, and is finished by whoever comes next
            for path in new:
                path.unlink(missing_ok=True)
        raise


def _finish(folder: Path) -> tuple[Diagnostic, ...]:
    """Do what the step says as far as it is not done; remove everything that is left behind."""
    found: list[Diagnostic] = []
    if is_broken_off(folder):
        try:
            rows = _read(folder)
        except (ValueError, KeyError, TypeError):
            raise FolderRefused(_damaged(folder)) from None
        places = [_place(folder, row["file"], row["after"] != "") for row in rows]
        for path, row in zip(places, rows, strict=True):
            aside = _put_in_place(path, row)
            if aside is not None:
                found.append(_set_aside(folder, row["file"], aside))
        for parent in {path.parent for path in places}:
            if parent.is_dir():
                sync_folder(parent)
        (folder / STEP).unlink()
        sync_folder(folder)
    for parent, name in [*_names(folder)]:
        if _is_left(name) and name != LOCK:  # the lock is held by now
            with suppress(OSError):
                (parent / name).unlink()
    return tuple(found)


def _place(folder: Path, name: str, is_kept: bool) -> Path:
    """The path that is replaced, or taken away: of a link the file it leads to, or the link
    itself."""
    return led_to(folder / name) if is_kept else folder / name


def _read(folder: Path) -> Sequence[Mapping[str, str]]:
    """The rows of a step, none of which leads out of the folder."""
    rows: Sequence[Mapping[str, str]] = json.loads((folder / STEP).read_bytes())["files"]
    for row in rows:
        name, new = PurePosixPath(row["file"]), row["new"]
        is_there = not name.is_absolute() and ".." not in name.parts
        if not is_there or not (new == "" or _NEW.fullmatch(new)) or "/" in new or "\\" in new:
            raise ValueError(name)
        if not {"before", "after"} <= row.keys():
            raise KeyError(name)
    return rows


def _put_in_place(path: Path, row: Mapping[str, str]) -> Path | None:
    """Do what a row says; where the file was changed after the step was written down, that is
    kept, and told where."""
    new, there = path.with_name(row["new"] or path.name), _digest(content_of(path))
    if there == row["after"] or (row["new"] and not new.exists()):
        return None  # it is done
    aside = None
    if there not in (row["before"], ""):
        aside = _free_name(path)
        os.rename(path, aside)
    if row["new"]:
        os.replace(new, path)
    else:
        path.unlink(missing_ok=True)
    return aside


def _free_name(path: Path) -> Path:
    number, name = 1, path.with_name(f"{path.stem}.changed{path.suffix}")
    while name.exists():
        number += 1
        name = path.with_name(f"{path.stem}.changed-{number}{path.suffix}")
    return name


def _names(folder: Path) -> Sequence[tuple[Path, str]]:
    """The files of a folder and of the folders in it."""
    found: list[tuple[Path, str]] = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found.append((folder, entry.name))
            if entry.is_dir(follow_symlinks=False):
                with suppress(OSError):
                    found += [(folder / entry.name, name) for name in os.listdir(entry.path)]
    return found


def _is_left(name: str) -> bool:
    return name == LOCK or bool(_NEW.fullmatch(name) or _LEFT.fullmatch(name))


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()


def _damaged(folder: Path) -> Diagnostic:
    what = "this says what a command was about to do, and was changed by hand"
    remedy = "remove it, and see with check and show how the game stands"
    return Diagnostic("damaged-step", what, remedy, str(folder / STEP))


def _changed(folder: Path, name: str) -> Diagnostic:
    return Diagnostic(
        "changed-meanwhile",
        "another program changed this while the command was at work; nothing was written",
        "see how things stand now, and say it again if it is still wanted",
        str(folder / name),
    )


def _set_aside(folder: Path, name: str, aside: Path) -> Diagnostic:
    return Diagnostic(
        "changed-since",
        f"a command was broken off, and is finished now; {name} had been changed since, "
        f"and that is kept in {aside.name}",
        "see whether it is still wanted",
        str(folder / name),
        severity=Severity.WARNING,
    )
