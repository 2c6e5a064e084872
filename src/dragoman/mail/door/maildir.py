"""A folder of mails that a mail server fills (Maildir): what is new in it is taken, and then moved
to what was seen."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from dragoman.judge.running.log_lines import log
from dragoman.mail.door.incoming import Incoming

_SEEN: Final = ":2,S"


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
        count = 0
        for file in sorted((self._folder / "new").iterdir()):
            if file.name.startswith(".") or file.name in self._unreadable or not file.is_file():
                continue
            try:
                if file.stat().st_size <= self._size:
                    count += self._incoming.take_in(file.read_bytes(), (), None, now)
                else:
                    log().warning("a mail is passed over", code="too-large")
                # Whoever dies before this finds it again, and it is known for what it is.
                file.rename(self._folder / "cur" / (file.name.partition(":")[0] + _SEEN))
            except OSError:
                self._unreadable.add(file.name)
                log().error("a mail of the folder cannot be read or moved", exc_info=True)
        return count


def is_maildir(folder: Path) -> bool:
    """Whether a folder is one of mails."""
    return all((folder / part).is_dir() for part in ("new", "cur", "tmp"))
