"""Programs at a table over sockets: DAIDE over TCP, DPP over TCP and Unix sockets."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from dragoman.formats import load_variant
from dragoman.press.daide.vocabulary import vocabulary_of as daide_vocabulary
from dragoman.press.dpp.messages import REFEREE
from dragoman.press.dpp.vocabulary import vocabulary_of as dpp_vocabulary
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.sockets.admission import Admission, AttemptQueue, ConnectionStage, first_of
from dragoman.sockets.bot_player import Thought
from dragoman.sockets.connection import Connection, Opened, Peer, serve
from dragoman.sockets.daide_seat import DaideManners, DaideSeat
from dragoman.sockets.dpp_seat import DppLine, DppSeat
from dragoman.sockets.table import GameTable

# Sockets of powers

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
    def standing(self) -> ConnectionStage:
        """The stage of the connection."""
        if self._seat is not None:
            return ConnectionStage.PLAYS
        return ConnectionStage.SPEAKS if self.line.has_spoken else ConnectionStage.SILENT

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


_LOG = logging.getLogger(__name__)
DAIDE_PORT: Final = 16713
DPP_PORT: Final = 16714
_BACKLOG: Final = 128
_TICK: Final = 0.2
_PAUSE: Final = 1.0
"""Seconds between what bots say: longer than it takes a game of the judge to tell it."""
_MOST_GUESTS: Final = 256
"""Connections of those who do not play: who plays is never in anybody's way."""
_MOST_OF_ADDRESS: Final = 64
_MOST_SLOW: Final = 7
"""So many from an address may take their time to learn the map: as many as play on the standard
one, should all run on a slow machine."""
_GRACE: Final = 2.0
"""Seconds in which nobody is sent away who has come just now ..."""
_AT_MOST: Final = 512
"""... unless so many are there."""


@dataclass(slots=True)
class _Guest:
    """A guest: from where he came, and when; and since when he is what he was found to be last."""

    seat: DaideSeat | DppSeat | PowerDoor
    peer: Peer
    since: float
    is_now: ConnectionStage
    is_so_since: float

    def look(self, now: float) -> None:
        """Find out what has become of him."""
        if self.is_now is not self.seat.standing:
            self.is_now, self.is_so_since = self.seat.standing, now


class Server:
    """Lets programs sit at a table, or at several of one variant and terms. ``listen_daide``,
    ``listen_dpp`` and ``listen_unix`` each open a door; ``stop`` closes them all and sends
    everybody away. ``patience`` is how many seconds there are for the first words of a program, and
    for the rest of what it began to send.

    Nobody is shut out by others: all are let in, and where too many are connected who do not play,
    some are sent away, first those who have said nothing, and of these who has been there longest;
    but of those who wait for the passcode that they said to be looked at, who came last. Whoever
    has asked for a seat and does not accept the map within that patience is sent away, too.
    """

    def __init__(self, *tables: GameTable, patience: float = 30.0) -> None:
        self.tables = tables
        self._patience = patience
        self._now = time.monotonic
        self._attempts = AttemptQueue(self._now)
        self._servers: list[asyncio.Server] = []
        self._paths: list[Path] = []
        self._seats: dict[Connection, _Guest] = {}
        self._connections: set[Connection] = set()
        self._served_now: set[asyncio.Task[None]] = set()
        self._ticking: asyncio.Task[None] | None = None
        self._thoughts: set[asyncio.Task[None]] = set()

    async def listen_daide(
        self,
        host: str = "127.0.0.1",
        port: int = DAIDE_PORT,
        profile: Literal["aiclient", "parlance"] = "aiclient",
        manners: DaideManners | None = None,
    ) -> int:
        """Listen for programs that speak DAIDE; the port, which the system chooses where it is 0.
        Other maps than the standard one are told with all their words.

        Raises:
            ActionRefused: if DAIDE has no words for the map, or nobody can listen there.
        """
        words = daide_vocabulary(self.tables[0].variant.board, profile)
        usual = daide_vocabulary(load_variant("standard").board).numbering.of_map
        told = manners or DaideManners()
        if words.numbering.of_map != usual:
            told = replace(told, full_representation=True)

        def opened(
            send: Callable[[bytes], None], close: Callable[[], None], peer: Peer
        ) -> Connection:
            table, admission = self._admitted(peer)
            seat = DaideSeat(table, words, send, close, told, admission)
            self._guest(seat.wire, seat, peer)
            return seat.wire

        return await self._listen_tcp(opened, host, port)

    async def listen_dpp(self, host: str = "127.0.0.1", port: int = DPP_PORT) -> int:
        """Listen for programs that speak DPP; the port, which the system chooses where it is 0.

        Raises:
            ActionRefused: if DPP has no words for the map, or nobody can listen there.
        """
        return await self._listen_tcp(self._dpp_opener(), host, port)

    async def listen_unix(self, folder: Path) -> None:
        """Listen for programs that speak DPP, at sockets in a folder: ``REF`` is the game master's,
        and each power has one by its word.

        Raises:
            ActionRefused: if nobody can listen there.
        """
        words = dpp_vocabulary(self.tables[0].variant.board)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ActionRefused("no-folder", f"{folder} cannot be made: {error}") from None
        await self._listen_at(folder / REFEREE, self._dpp_opener())
        for power, word in words.powers.items():
            await self._listen_at(folder / word, self._door_opener(power))

    def __repr__(self) -> str:
        return f"<Server of {self.tables!r}: {len(self._connections)} connections>"

    def _dpp_opener(self) -> Opened:
        daide_vocabulary(
            self.tables[0].variant.board
        )  # press goes through it; it refuses other units
        words = dpp_vocabulary(self.tables[0].variant.board)

        def opened(
            send: Callable[[bytes], None], close: Callable[[], None], peer: Peer
        ) -> Connection:
            table, admission = self._admitted(peer)
            seat = DppSeat(table, words, send, close, admission)
            self._guest(seat.line, seat, peer)
            return seat.line

        return opened

    def _door_opener(self, power: str) -> Opened:
        words = dpp_vocabulary(self.tables[0].variant.board)

        def opened(
            send: Callable[[bytes], None], close: Callable[[], None], peer: Peer
        ) -> Connection:
            def find(word: str) -> DppSeat | None:
                key = words.power_keys.get(word)
                for one in self._seats.values():
                    seat = one.seat
                    if isinstance(seat, DppSeat) and seat.power == key and peer == one.peer:
                        return seat if peer.process else None
                return None

            door = PowerDoor(power, send, close, find)
            self._guest(door.line, door, peer)
            return door.line

        return opened

    def _admitted(self, peer: Peer) -> tuple[GameTable, Admission]:
        """The table for somebody who comes now, and his admission to a seat."""
        return first_of(self.tables), Admission(self.tables, self._attempts, peer.address)

    def _guest(self, line: Connection, seat: DaideSeat | DppSeat | PowerDoor, peer: Peer) -> None:
        """Somebody has come: at the very most so many are there who do not play."""
        now = self._now()
        self._seats[line] = _Guest(seat, peer, now, seat.standing, now)
        if len(self._guests()) > _AT_MOST:
            self._thin_out(_AT_MOST, _AT_MOST, 0.0)

    def _guests(self) -> list[tuple[Connection, _Guest]]:
        """Those who do not play, in the sequence in which they came."""
        return [
            (line, one)
            for line, one in self._seats.items()
            if one.seat.standing is not ConnectionStage.PLAYS and not line.is_gone
        ]

    def _thin_out(self, most: int, of_address: int, grace: float) -> None:
        """Send away of those who do not play so many that no more are left: of the address that
        has the most of them. Nobody counts who came just now and may be about to speak."""
        until = self._now() - grace
        guests = {
            line: one
            for line, one in self._guests()
            if one.since <= until or one.seat.standing is ConnectionStage.COMES_BACK
        }
        count = Counter(one.peer.address for one in guests.values())

        def rank(line: Connection) -> tuple[int, ConnectionStage, float, float]:
            one, standing = guests[line], guests[line].seat.standing
            sign = -1 if standing is ConnectionStage.COMES_BACK else 1
            times = sign * one.is_so_since, sign * one.since
            return -count[one.peer.address], standing, *times

        while there := [
            line
            for line, one in guests.items()
            if len(guests) > most or count[one.peer.address] > of_address
        ]:
            gone = min(there, key=rank)
            count[guests.pop(gone).peer.address] -= 1
            gone.end()

    def _thin_out_learners(self) -> None:
        """Send those away who have not accepted the map in time; and where so many from an address
        are slow that they would fill a game, those of them who came last."""
        now, slow = self._now(), Counter[str]()
        for line, one in self._guests():
            if one.is_now is ConnectionStage.LEARNS_MAP and now - one.is_so_since >= _GRACE:
                slow[one.peer.address] += 1
                is_late = now - one.is_so_since >= self._patience
                if is_late or slow[one.peer.address] > _MOST_SLOW:
                    line.end()

    def send_away(self, table: GameTable) -> None:
        """Send away all who sit at a table or watch it."""
        for line, one in tuple(self._seats.items()):
            if not isinstance(one.seat, PowerDoor) and one.seat.table is table:
                line.end()

    async def _listen_tcp(self, opened: Opened, host: str, port: int) -> int:
        try:
            server = await asyncio.start_server(self._served(opened), host, port, backlog=_BACKLOG)
        except OSError as error:
            what = f"nobody can listen at {host}, port {port}: {error.strerror or error}"
            raise ActionRefused("port-taken", what, "name another port") from None
        self._opened(server)
        return server.sockets[0].getsockname()[1]

    async def _listen_at(self, path: Path, opened: Opened) -> None:
        if not hasattr(asyncio, "start_unix_server"):
            what = "this system has no sockets in folders"
            raise ActionRefused(
                "no-unix-sockets", what, "let programs in at a port: --dpp, --daide"
            )
        # What a server that is no more has left there, asyncio takes away.
        if await _is_served(path):
            what = f"somebody listens at {path} already"
            raise ActionRefused("socket-taken", what, "name another folder")
        try:
            self._opened(
                await asyncio.start_unix_server(self._served(opened), path, backlog=_BACKLOG)
            )
        except (OSError, ValueError) as error:
            what = f"nobody can listen at {path}: {error}"
            raise ActionRefused("socket-taken", what, "name another folder") from None
        self._paths.append(path)

    def _opened(self, server: asyncio.Server) -> None:
        self._servers.append(server)
        if self._ticking is None:
            self._ticking = asyncio.create_task(self._tick())

    def _served(
        self, opened: Opened
    ) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
        async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._served_now.add(task)
            try:
                await serve(opened, reader, writer, self._patience, self._connections)
            finally:
                self._served_now.discard(task)
                for line in [line for line in self._seats if line.is_gone]:
                    del self._seats[line]

        return served

    async def stop(self) -> None:
        """Send everybody away and listen no more."""
        if self._ticking is not None:
            self._ticking.cancel()
        for thought in tuple(self._thoughts):
            thought.cancel()
        for server in self._servers:
            server.close()
        await asyncio.sleep(0.01)  # for those who were let in just now
        for connection in tuple(self._connections):
            connection.end()
        for server in self._servers:
            await server.wait_closed()
        if self._served_now:
            await asyncio.wait(self._served_now)
        for path in self._paths:
            path.unlink(missing_ok=True)

    def think(self, work: Callable[[], Thought], deliver: Callable[[Thought], None]) -> None:
        """Have a bot think in a thread of its own while everybody goes on (``BotPlayer``)."""

        async def thought() -> None:
            deliver(await asyncio.to_thread(work))

        self._later(thought())

    def pause(self, call: Callable[[], None]) -> None:
        """Have a bot go on after a while, in which it hears what others say (``BotPlayer``)."""

        async def paused() -> None:
            await asyncio.sleep(_PAUSE)
            call()

        self._later(paused())

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._thoughts.add(task)
        task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thoughts.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("a bot failed", exc_info=error)

    async def _tick(self) -> None:
        """See what is due, and tell those of the time who want to be told."""
        while True:
            await asyncio.sleep(_TICK)
            self._attempts.tick()
            for table in self.tables:
                table.tick()
            for one in self._seats.values():
                one.look(self._now())
            self._thin_out(_MOST_GUESTS, _MOST_OF_ADDRESS, _GRACE)
            self._thin_out_learners()
            for one in tuple(self._seats.values()):
                if not isinstance(one.seat, PowerDoor):
                    one.seat.time_passes()


async def _is_served(path: Path) -> bool:
    with suppress(OSError):
        _, writer = await asyncio.open_unix_connection(path)
        writer.close()
        return True
    return False
