"""The socket of a power, to which programs connect that want to talk to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dragoman.sockets.admission import Standing
from dragoman.sockets.dpp_line import DppLine
from dragoman.sockets.dpp_seat import DppSeat

_SENDER: Final = re.compile(r"\(\s*FRM\s+([A-Z0-9]+)\s", re.IGNORECASE)


class PowerDoor:
    """A connection to a power. Who is there says so first: ``(FRM ENG (PCE))``; ``find`` looks up
    the program of this power, if it is the process at the other end. All that comes is press."""

    def __init__(
        self,
        power: str,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        find: Callable[[str], DppSeat | None],
    ) -> None:
        self._power, self._find = power, find
        self._seat: DppSeat | None = None
        self.line = DppLine(send, close, self._hear, self._lost)

    @property
    def standing(self) -> Standing:
        """What the connection has come to."""
        if self._seat is not None:
            return Standing.PLAYS
        return Standing.SPEAKS if self.line.has_spoken else Standing.SILENT

    def _hear(self, text: str) -> None:
        if self._seat is None:
            signed = _SENDER.match(text)
            self._seat = self._find(signed[1].upper()) if signed else None
            if self._seat is None:
                self.line.say("(NOP)")
                self.line.end()
                return
            self._seat.open_line(self._power, self.line)
        self._seat.say_to(self._power, text)

    def _lost(self) -> None:
        if self._seat is not None:
            self._seat.forget_line(self._power, self.line)
