"""A folder of mails that a mail server fills (Maildir): what is new in it is taken, and then moved
to what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from dragoman.judge.running.log_lines import log
from dragoman.mail.door.incoming import Arrived, Incoming

_SEEN: Final = ":2,S"
_AT_ONCE: Final = 20
"""Mails that are kept together."""


class Maildir:
    """The mails of a folder. Nothing in it is removed: what was taken lies in ``cur``."""

    def __init__(self, folder: Path, incoming: Incoming, size: int) -> None:
        self._folder, self._incoming, self._size = folder, incoming, size
        self._unreadable: set[str] = set()

    def look(self, now: datetime) -> int:
        """Take what is new; how many mails that was.

        Raises:
            OSError: if the folder cannot be read.
            ActionRefused: if the database does not answer; what was not taken stays where it is.
        """
        names = sorted(one.name for one in (self._folder / "new").iterdir())
        names = [one for one in names if not one.startswith(".") and one not in self._unreadable]
        return sum(self._take(names[n : n + _AT_ONCE], now) for n in range(0, len(names), _AT_ONCE))

    def _take(self, names: Sequence[str], now: datetime) -> int:
        """Take some of them, in one wait for the disk; how many were new."""
        mails = {name: raw for name in names if (raw := self._read(name)) is not None}
        small = [Arrived(raw, (), None) for raw in mails.values() if len(raw) <= self._size]
        count = sum(self._incoming.take_all_in(small, now)) if small else 0
        # Whoever dies before this finds them again, and they are known for what they are.
        for name, raw in mails.items():
            if len(raw) > self._size:
                log().warning("a mail is passed over", code="too-large")
            try:
                self._see(name)
            except OSError as error:
                self._cannot(name, error)
        return count

    def _read(self, name: str) -> bytes | None:
        """What a file holds, or the beginning of one that is too large; None where it cannot be
        read, or another process has just taken it."""
        path = self._folder / "new" / name
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                return file.read(self._size + 1)
        except OSError as error:
            self._cannot(name, error)
            return None

    def _see(self, name: str) -> None:
        """Move a file to those that were seen."""
        new = self._folder / "new" / name
        new.rename(self._folder / "cur" / (name.partition(":")[0] + _SEEN))

    def _cannot(self, name: str, error: OSError) -> None:
        if isinstance(error, FileNotFoundError) and not (self._folder / "new" / name).exists():
            return  # another process that looks here has taken it, and keeps it
        self._unreadable.add(name)
        log().error("a mail of the folder cannot be read or moved", exc_info=error)


def is_maildir(folder: Path) -> bool:
    """Whether a folder is one of mails."""
    return all((folder / part).is_dir() for part in ("new", "cur", "tmp"))
