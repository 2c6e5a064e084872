"""The lines of DPP: bytes in, lines out, and back. No socket, no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_LONGEST: Final = 1 << 16
"""Bytes of the longest line that is read."""


class DppLine:
    """One connection over which a message is a line. ``send`` takes the bytes of lines, ``close``
    ends the connection after them; each line that comes is handed to ``hear``, and ``lost`` is
    called once at the end."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        hear: Callable[[str], None],
        lost: Callable[[], None],
    ) -> None:
        self._send, self._close = send, close
        self._hear, self._lost = hear, lost
        self._buffer = bytearray()
        self.is_gone = False
        self.has_spoken = False

    def take(self, content: bytes) -> None:
        """Take bytes, in pieces of any size."""
        self._buffer += content

    def step(self) -> bool:
        """Deal with the next line; whether there was one. One that is too long ends it all."""
        if self.is_gone:
            return False
        end = self._buffer.find(b"\n")
        if end > _LONGEST or (end < 0 and len(self._buffer) > _LONGEST):
            self.say("(RPT)")
            self.end()
            return False
        if end < 0:
            return False
        line = bytes(self._buffer[:end]).decode("utf-8", "replace").strip()
        del self._buffer[: end + 1]
        self.has_spoken = True
        if line:
            self._hear(line)
        return True

    @property
    def is_awaited(self) -> bool:
        """Whether a line has to come, or the rest of one."""
        return not self.has_spoken or bool(self._buffer)

    def late(self) -> None:
        """What was awaited did not come."""
        self.end()

    def say(self, message: str) -> None:
        """Send a message, unless the connection is gone."""
        if not self.is_gone:
            self._send(f"{message}\n".encode())

    def end(self) -> None:
        """End the connection."""
        self.gone()
        self._close()

    def gone(self) -> None:
        """The connection is gone."""
        if not self.is_gone:
            self.is_gone = True
            self._lost()
