"""A table at which one seat is kept for whoever comes."""

from __future__ import annotations

from typing import Any

from dragoman.refusal import ActionRefused
from dragoman.sockets.events import Began, Listener
from dragoman.sockets.room import Room
from dragoman.sockets.table import Seat


class Reserved:
    """A room as it is behind the door of one power: whoever joins gets that power, and the others
    learn at the end that he is called ``shown``, and nothing else. Once the game has begun, who was
    there before and connects anew has it again."""

    def __init__(self, room: Room, power: str, shown: str) -> None:
        self._room, self._power, self._shown = room, power, shown

    def __getattr__(self, name: str) -> Any:
        return getattr(self._room, name)

    def join(self, name: str, version: str, listener: Listener, wish: str | None = None) -> Seat:
        """The seat of this power.

        Raises:
            ActionRefused: if somebody sits there.
        """
        room = self._room
        if room.seats[self._power].listener is not None:
            raise ActionRefused("no-seat", f"somebody plays {self._power} already")
        if room.has_begun:
            return room.take_over(self._power, self._shown, "", listener)
        return room.join(self._shown, "", listener, self._power)

    def ready(self, seat: Seat) -> None:
        """Whoever has taken the seat is ready. Who comes back is told how the game stands, as
        all were when it began."""
        if self._room.has_begun and seat.listener is not None:
            seat.listener(Began())
        else:
            self._room.ready(seat)
