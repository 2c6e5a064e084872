"""The machine that a judge is set up on: its files, its programs, and commands that change it. A
folder may stand for it, into which files go as they would into a machine."""

from __future__ import annotations

import grp
import json
import os
import pwd
import shlex
import shutil
import stat
import subprocess
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final

from dragoman.files import write_atomically
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

USER: Final = "dragoman"
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_UNFINISHED: Final = Path("/etc/dragoman/.unfinished-setup")
_LONGEST: Final = 900
"""Seconds that a command may take: packages are fetched and unpacked."""


class FileState(Enum):
    """The state of a file before it is written: not there, as it would be, or another."""

    NEW = "new"
    SAME = "as it is"
    CHANGED = "replaced"


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file of a machine, and who may read it: a ``group``, or with no group as ``mode`` says."""

    path: Path
    content: str
    mode: int = 0o644
    group: str = ""


@dataclass(frozen=True, slots=True)
class PlannedCommand:
    """A command that changes a machine, and what it is for."""

    words: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return shlex.join(self.words)


class HostMachine:
    """The machine itself, or a folder that stands for it."""

    def __init__(self, into: Path | None = None) -> None:
        self._root = into or Path("/")
        self.is_folder = into is not None
        self.may_change = into is None and os.geteuid() == 0
        self.has_systemd = into is None and Path("/run/systemd/system").is_dir()

    def at(self, path: Path) -> Path:
        """The place of a file, given where it is on a machine."""
        return self._root / path.relative_to("/")

    def text_of(self, path: Path) -> str | None:
        """A file as it is; None where there is none.

        Raises:
            ActionRefused: if it cannot be read.
        """
        try:
            return self.at(path).read_text("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            told = error.strerror if isinstance(error, OSError) else "it is no text"
            what = f"{self.at(path)} cannot be read: {told}"
            raise ActionRefused("unreadable-file", what, "run this as root") from None

    def state_of(self, file: PlannedFile) -> FileState:
        """The state of a file; one that others may read is another one, too."""
        found = self.text_of(file.path)
        if found is None:
            return FileState.NEW
        mode = stat.S_IMODE(self.at(file.path).stat().st_mode)
        same = found == file.content and mode == file.mode
        return FileState.SAME if same else FileState.CHANGED

    def put(self, file: PlannedFile) -> Path | None:
        """Write a file, whole or not at all. One that was there and said something else stays
        under another name, which is returned.

        Raises:
            ActionRefused: if it cannot be written.
        """
        path, kept = self.at(file.path), None
        before = self.text_of(file.path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if before is not None and before != file.content:
                kept = _free_name(path)
                write_atomically(kept, before, mode=0o600)
            write_atomically(path, file.content, mode=file.mode & 0o700)
            if file.group and self.may_change:
                os.chown(path, 0, grp.getgrnam(file.group).gr_gid)
            path.chmod(file.mode)
        except (OSError, KeyError) as error:
            told = error.strerror if isinstance(error, OSError) else f"there is no group {error}"
            what = f"{path} cannot be written: {told}"
            remedy = "run this as root, or name a folder with --into"
            raise ActionRefused("unwritten-file", what, remedy) from None
        return kept

    def unfinished(self) -> list[Path]:
        """Files that were written by a setup that did not come to its end: what uses them may not
        know them yet."""
        return [Path(line) for line in (self.text_of(_UNFINISHED) or "").splitlines()]

    def begin(self, paths: Sequence[Path]) -> None:
        """Note files that are about to be written, until all is done."""
        noted = dict.fromkeys((*self.unfinished(), *paths))
        write_atomically(self.at(_UNFINISHED), "\n".join(map(str, noted)), mode=0o600)

    def finish(self) -> None:
        """All is done."""
        self.at(_UNFINISHED).unlink(missing_ok=True)

    def has_folder(self, path: Path) -> bool:
        return self.at(path).is_dir()

    def has_program(self, name: str) -> bool:
        """True if a program is installed; in a folder none is."""
        return not self.is_folder and shutil.which(name, path=_PATH) is not None

    def has_user(self) -> bool:
        """True if there is the user that owns the judge; in a folder there is none."""
        try:
            pwd.getpwnam(USER)
        except KeyError:
            return False
        return not self.is_folder

    def answers(self, *words: str) -> bool:
        """True if a command that only asks something says yes."""
        can_be_asked = self.may_change and self.has_program(words[0])
        return can_be_asked and self._ran(words).returncode == 0

    def accounts(self, program: Path, settings: Path) -> list[dict[str, Any]] | None:
        """The accounts of the judge that is there; None where none is."""
        if not (self.may_change and self.has_user() and self.at(settings).is_file()):
            return None
        ran = self._ran((*as_user(program, settings), "user", "list", "--json"))
        return json.loads(ran.stdout)["people"] if ran.returncode == 0 else None

    def run(self, command: PlannedCommand) -> str:
        """Carry out a command; what it said.

        Raises:
            ActionRefused: if it failed.
        """
        try:
            ran = self._ran(command.words)
        except (OSError, subprocess.TimeoutExpired) as error:
            ran = subprocess.CompletedProcess(command.words, 1, "", str(error))
        if ran.returncode:
            lines = (ran.stderr or ran.stdout).strip().splitlines()
            last = lines[-1] if lines else f"status {ran.returncode}"
            what = f"{command}: {last}"
            remedy = "mend that, and run setup again: what is done stays done"
            raise ActionRefused("failed-command", what, remedy)
        return ran.stdout.strip()

    def _ran(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        left_out = ("DATABASE_URL", "DRAGOMAN_JUDGE_")
        told = {name: one for name, one in os.environ.items() if not name.startswith(left_out)}
        return subprocess.run(
            words,
            capture_output=True,
            text=True,
            check=False,
            timeout=_LONGEST,
            stdin=subprocess.DEVNULL,
            cwd="/",
            env=told | {"PATH": _PATH, "DEBIAN_FRONTEND": "noninteractive"},
        )


def as_user(program: Path, settings: Path) -> tuple[str, ...]:
    """The beginning of a command of the judge, by its own user."""
    return ("runuser", "-u", USER, "--", str(program), "judge", "--config", str(settings))


def _free_name(path: Path) -> Path:
    """The name under which a file stays that another takes the place of."""
    number = 1
    while (free := path.with_name(f"{path.name}.old{'' if number == 1 else number}")).exists():
        number += 1
    return free
