"""DAIDE over TCP: a room that programs connect to."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Final

from dragoman.formats import load_variant
from dragoman.press.daide.frames import ErrorCode
from dragoman.press.daide.vocabulary import vocabulary_of
from dragoman.rules import Phase
from dragoman.sockets.daide_seat import DaideSeat, State
from dragoman.sockets.room import Room

USUAL_PORT: Final = 16713
_PATIENCE: Final = 30.0
"""Seconds for the first frame, and for the rest of a frame."""
_PIECE: Final = 1 << 16
_MOST_WAITING: Final = 8 << 20
"""So many bytes may wait for a program that does not read."""
_TICK: Final = 0.2


class RoomClock:
    """How long the turn of a room has left. Turns begin when somebody first asks."""

    def __init__(self, room: Room, now: Callable[[], float] = time.monotonic) -> None:
        self._room, self._now = room, now
        self._turn: tuple[Phase, int] | None = None
        self._began = 0.0

    def seconds_left(self) -> int | None:
        """The seconds that are left, rounded up; None where the turn has no limit."""
        left = self._left()
        return None if left is None else max(int(-(-left // 1)), 0)

    def is_over(self) -> bool:
        """Whether the time of the turn is up."""
        left = self._left()
        return left is not None and left <= 0

    def _left(self) -> float | None:
        room = self._room
        if not room.is_running:
            return None
        turn = room.game.phase, len(room.game.history)
        if turn != self._turn:
            self._turn, self._began = turn, self._now()
        limit = room.terms.seconds(room.game.phase)
        return None if limit is None else self._began + limit - self._now()


class DaideServer:
    """Serves a room to programs that speak DAIDE."""

    def __init__(self, room: Room, profile: str = "aiclient", patience: float = _PATIENCE) -> None:
        self._room = room
        self._words = vocabulary_of(room.variant.board, profile)
        usual = vocabulary_of(load_variant("standard").board).numbering.of_map
        self._tells_words = self._words.numbering.of_map != usual
        self._patience = patience
        self._clock = RoomClock(room)
        self._seats: list[DaideSeat] = []
        self._server: asyncio.Server | None = None
        self._ticking: asyncio.Task[None] | None = None

    async def start(self, host: str = "127.0.0.1", port: int = USUAL_PORT) -> int:
        """Listen; the port, which the system chooses where it is 0."""
        self._server = await asyncio.start_server(self._serve, host, port, backlog=32)
        self._ticking = asyncio.create_task(self._tick())
        return self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Send everybody away and listen no more."""
        for seat in [*self._seats]:
            seat.end()
        if self._ticking is not None:
            self._ticking.cancel()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

        def send(content: bytes) -> None:
            if writer.transport.get_write_buffer_size() > _MOST_WAITING:
                writer.transport.abort()
            elif not writer.is_closing():
                writer.write(content)

        seat = DaideSeat(
            self._room,
            self._words,
            send,
            writer.close,
            self._clock.seconds_left,
            self._tells_words,
        )
        self._seats.append(seat)
        try:
            await self._listen(seat, reader)
        except ConnectionError:
            pass
        finally:
            seat.lost()
            self._seats.remove(seat)
            writer.close()

    async def _listen(self, seat: DaideSeat, reader: asyncio.StreamReader) -> None:
        while seat.state is not State.GONE:
            is_awaited = seat.state is State.CONNECTED or seat.is_within_frame
            try:
                async with asyncio.timeout(self._patience if is_awaited else None):
                    content = await reader.read(_PIECE)
            except TimeoutError:
                is_late = seat.state is State.CONNECTED
                seat.fail(ErrorCode.LATE_INITIAL if is_late else ErrorCode.TOO_SHORT)
                return
            if not content:
                return
            seat.received(content)

    async def _tick(self) -> None:
        """Judge turns whose time is up, and warn those who want to be told before."""
        while True:
            await asyncio.sleep(_TICK)
            if self._clock.is_over():
                self._room.turn_over()
                self._room.go_on()
            left = self._clock.seconds_left()
            for seat in self._seats:
                if left is not None:
                    seat.time_passes(left)
