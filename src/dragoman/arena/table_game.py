"""A game with programs that play over sockets: started, seated, and put right where they fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from dragoman.arena.contest import (
    STATES,
    Contest,
    ContestGame,
    Entrant,
    EntrantKind,
    held_by,
)
from dragoman.arena.memory import memory_of, players_told
from dragoman.bots import Bot, Talker, View, civil_disorder
from dragoman.game import Variant, find_variant, write_record
from dragoman.orders import Order
from dragoman.press.press_texts import Said
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.runner import Program, ProgramEnding, ProgramLimits, Runner
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.orders_due import is_complete
from dragoman.sockets.room import Room
from dragoman.sockets.server import Server
from dragoman.sockets.table import GameTable, Listener, TableBegan, TableSeat, Terms

# Addresses and limits


@dataclass(frozen=True, slots=True)
class Hall:
    """The addresses of games in which somebody connects.

    Programs that are started get ports that the system chooses. Whoever connects by himself has
    the same two in all games: for DAIDE the first one from ``port`` on for the first of them, for
    DPP the one after it. ``patience`` is how many seconds they are waited for before a game.
    """

    host: str = "127.0.0.1"
    port: int = 16720
    patience: float = 60.0
    limits: ProgramLimits = ProgramLimits()
    output: str = ""
    """The folder for what programs write; nothing is kept, if none is named."""


def ports_of(contest: Contest, hall: Hall, entrant: Entrant) -> tuple[int, int]:
    """The ports for DAIDE and DPP at which an entrant connects who is not started."""
    connecting = [
        one for one in contest.entrants if one.kind in (EntrantKind.SEAT, EntrantKind.PERSON)
    ]
    first = hall.port + 2 * connecting.index(entrant)
    return first, first + 1


# A table with one reserved seat


class Reserved:
    """A room as it is behind the door of one power: whoever joins gets that power, and the others
    learn at the end that he is called ``shown``, and nothing else. Once the game has begun, who was
    there before and connects anew has it again."""

    def __init__(self, room: Room, power: str, shown: str) -> None:
        self._room, self._power, self._shown = room, power, shown

    def __getattr__(self, name: str) -> Any:
        return getattr(self._room, name)

    def join(
        self, name: str, version: str, listener: Listener, wish: str | None = None
    ) -> TableSeat:
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

    def ready(self, seat: TableSeat) -> None:
        """Whoever has taken the seat is ready. Who comes back is told how the game stands, as
        all were when it began."""
        if self._room.has_begun and seat.listener is not None:
            seat.listener(TableBegan())
        else:
            self._room.ready(seat)


_LOOK_EVERY: Final = 0.02
_MOST_MISSED: Final = 3
"""Turns in a row without orders after which a program plays no more."""
_BETWEEN_WORDS: Final = 0.2
"""Seconds between what bots say."""
_FAREWELL: Final = 0.5
"""Seconds in which programs may read how a game ended, before their connections are closed."""
_LEAVING: Final = 5.0
"""Seconds that programs may take to end by themselves after that."""


def play_at_table(contest: Contest, game: int, hall: Hall, memory: str) -> tuple[ContestGame, str]:
    """Play a game in which somebody plays over a socket: its result, and its record if wanted.

    Raises:
        ActionRefused: if a port is taken, or a bot cannot be made.
    """
    with TemporaryDirectory(prefix="dragoman-arena-") as scratch:
        return asyncio.run(_TableGame(contest, game, hall, memory, Path(scratch)).play())


class _Room(Room):
    """A room that counts turns in a row for which a power gave no orders."""

    missed: dict[str, int]

    def turn_over(self) -> None:
        for power in self.game.survivors:
            is_there = is_complete(self.game, power, self.seats[power].orders)
            self.missed[power] = 0 if is_there else self.missed.get(power, 0) + 1
        super().turn_over()


class _TableGame:
    def __init__(self, contest: Contest, game: int, hall: Hall, memory: str, scratch: Path) -> None:
        self._contest, self._game, self._hall = contest, game, hall
        self._memory, self._scratch = memory, scratch
        self._variant: Variant = find_variant(contest.variant)
        self._players = contest.seating(game)
        self._powers = tuple(contest.powers)
        self._dice = Random(f"{contest.seed} {game}")
        turn = contest.turn
        terms = Terms(
            level=contest.level,
            movement=turn,
            retreat=turn,
            adjustment=turn,
            last_year=contest.last_year,
        )
        self._room = _Room(self._variant, terms, self._dice.randrange(STATES))
        self._room.missed = {}
        self._servers: dict[str, Server] = {}
        self._faults: list[str] = []

    def _entrant(self, power: str) -> Entrant:
        return self._contest.entrants[self._players[self._powers.index(power)]]

    async def play(self) -> tuple[ContestGame, str]:
        output = Path(self._hall.output or self._scratch, f"game-{self._game}")
        with Runner(output, self._told_of_end) as runner:
            try:
                await self._seat_all(runner)
                await self._wait_for_all(runner)
                await self._wait_for_end(runner)
                runner.let_end()
                await self._say_farewell(runner)
            finally:
                await self._close_all_doors()
                await asyncio.to_thread(runner.stop)
        return self._result(), write_record(self._room.game) if self._contest.recorded else ""

    # Beginning.

    async def _seat_all(self, runner: Runner) -> None:
        """Start the programs and open the doors; bots sit down last, for with the last one the
        game begins."""
        bots: list[tuple[str, Entrant, int]] = []
        for power in self._powers:
            entrant, seed = self._entrant(power), self._dice.randrange(STATES)
            if entrant.kind is EntrantKind.BOT:
                bots.append((power, entrant, seed))
                continue
            ports = await self._open_door(power, entrant)
            if entrant.kind is EntrantKind.COMMAND:
                runner.start(self._program(power, entrant, seed, ports))
        for power, entrant, seed in bots:
            bot = self._told(power, entrant.made())
            BotPlayer(self._room, bot, self._shown(power), seed, power, pausing=_pause)

    async def _open_door(self, power: str, entrant: Entrant) -> tuple[int, int]:
        """Listen for whoever plays a power: the ports for DAIDE and DPP."""
        server = Server(cast(GameTable, Reserved(self._room, power, self._shown(power))))
        self._servers[power] = server
        host, daide, dpp = self._hall.host, 0, 0
        if entrant.kind is EntrantKind.COMMAND:
            await server.listen_unix(self._sockets(power))
        else:
            daide, dpp = ports_of(self._contest, self._hall, entrant)
        return await server.listen_daide(host, daide), await server.listen_dpp(host, dpp)

    def _sockets(self, power: str) -> Path:
        # Short: the path of a socket has a hundred letters at most.
        return self._scratch / f"{self._powers.index(power)}"

    def _program(self, power: str, entrant: Entrant, seed: int, ports: tuple[int, int]) -> Program:
        known = players_told(self._contest, self._players)
        told = {
            "host": self._hall.host,
            "port": str(ports[0]),
            "dpp_port": str(ports[1]),
            "sockets": str(self._sockets(power)),
            "power": power,
            "passcode": str(self._room.seats[power].passcode),
            "game": str(self._game),
            "seed": str(seed),
            "seconds": str(self._contest.turn),
            "memory": memory_of(self._memory, self._players[self._powers.index(power)]),
            "players": json.dumps(dict(known)) if known else "",
        }
        environment = {f"DRAGOMAN_{name.upper()}": value for name, value in told.items()}
        folder = self._scratch / power
        folder.mkdir()
        environment["TMPDIR"] = str(folder)
        replacement = self._contest.replacement
        lines = (entrant.command, *((replacement.command,) if replacement else ()))
        commands = tuple(tuple(_filled(part, told) for part in line) for line in lines if line)
        return Program(power, commands, environment, limits=self._hall.limits)

    def _told(self, power: str, bot: Bot) -> Bot:
        """A bot that is told who plays, and where it may remember."""
        known = players_told(self._contest, self._players)
        folder = memory_of(self._memory, self._players[self._powers.index(power)])

        if isinstance(bot, Talker):
            return _ToldTalker(bot, known, folder)
        return lambda view: bot(replace(view, players=known, memory=folder))

    def _shown(self, power: str) -> str:
        """The name that the others may know at the end for the player of a power."""
        return self._entrant(power).name if self._contest.known else power.title()

    async def _wait_for_all(self, runner: Runner) -> None:
        """Wait until everybody has come; who has not is replaced, or in civil disorder."""
        while await self._someone_may_come(runner):
            pass

    async def _someone_may_come(self, runner: Runner) -> bool:
        """Wait as long as anybody does; whether others take the place of those who did not come,
        and have to be waited for, too."""
        until = asyncio.get_running_loop().time() + self._hall.patience
        while not self._room.has_begun and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(_LOOK_EVERY)
            coming = [power for power in self._servers if not self._room.seats[power].is_ready]
            if not any(self._may_come(power, runner) for power in coming):
                break
        are_coming = False
        for power in tuple(self._servers):
            if self._room.has_begun or self._room.seats[power].is_ready:
                continue
            self._fault(power, "did not come")
            if await self._replaced(power, runner):
                are_coming = True
                continue
            await self._close_door(power)
            seed = self._dice.randrange(STATES)
            BotPlayer(self._room, self._substitute(), self._shown(power), seed, power)
        return are_coming

    async def _replaced(self, power: str, runner: Runner) -> bool:
        """Start the command that takes the place of a program that is of no use; whether there is
        one."""
        if self._entrant(power).kind is not EntrantKind.COMMAND:
            return False
        return await asyncio.to_thread(runner.replace, power)

    def _may_come(self, power: str, runner: Runner) -> bool:
        return self._entrant(power).kind is not EntrantKind.COMMAND or runner.is_running(power)

    # Going on.

    async def _wait_for_end(self, runner: Runner) -> None:
        left: dict[str, float] = {}
        loop = asyncio.get_running_loop()
        while not self._room.is_over:
            await asyncio.sleep(_LOOK_EVERY)
            for power in tuple(self._servers):
                seat = self._room.seats[power]
                is_program = self._entrant(power).kind is EntrantKind.COMMAND
                if self._room.missed.get(power, 0) >= _MOST_MISSED:
                    self._fault(power, f"gave no orders for {_MOST_MISSED} turns")
                    if await self._replaced(power, runner):
                        self._room.missed[power] = 0
                        continue
                elif seat.listener is not None:
                    left.pop(power, None)
                    continue
                elif is_program and not runner.is_running(power):
                    self._fault(power, "plays no more")
                elif not is_program and (
                    loop.time() - left.setdefault(power, loop.time()) > self._hall.patience
                ):
                    self._fault(power, "did not come back")
                else:
                    continue
                if is_program:
                    await asyncio.to_thread(runner.end, power)
                await self._close_door(power)
                self._take_over(power)

    async def _say_farewell(self, runner: Runner) -> None:
        """Let programs read how the game ended, and end by themselves: as a rule they do at once,
        and on a machine that is busy, or with much to remember, a little later."""
        there = list(self._servers)
        commands = [one for one in there if self._entrant(one).kind is EntrantKind.COMMAND]

        async def wait(seconds: float, is_over: Callable[[], bool]) -> None:
            until = asyncio.get_running_loop().time() + seconds
            while asyncio.get_running_loop().time() < until and not is_over():
                await asyncio.sleep(_LOOK_EVERY)

        def have_ended() -> bool:
            return not any(map(runner.is_running, commands))

        await wait(_FAREWELL, lambda: len(commands) == len(there) and have_ended())
        await self._close_all_doors()
        await wait(_LEAVING, have_ended)

    def _take_over(self, power: str) -> None:
        """A bot, or civil disorder, for the rest of the game, so that nobody waits."""
        if self._room.is_running and self._room.seats[power].listener is None:
            name, seed = self._shown(power), self._dice.randrange(STATES)
            BotPlayer(self._room, self._substitute(), name, seed, power, takes_over=True)

    def _substitute(self) -> Bot:
        """The bot that plays for a program that plays no more."""
        replacement = self._contest.replacement
        if replacement is not None and replacement.kind is EntrantKind.BOT:
            return replacement.made()
        return civil_disorder

    async def _close_door(self, power: str) -> None:
        await self._servers.pop(power).stop()

    async def _close_all_doors(self) -> None:
        for power in tuple(self._servers):
            await self._close_door(power)

    def _told_of_end(self, power: str, ending: ProgramEnding) -> None:
        """A program ended by itself; whoever is started after it has missed nothing yet."""
        if not self._room.is_over:
            self._fault(power, str(ending))
            self._room.missed[power] = 0

    def _fault(self, power: str, what: str) -> None:
        phase = self._room.game.phase
        self._faults.append(f"{power} in {phase}: {self._entrant(power).name} {what}")

    def _result(self) -> ContestGame:
        game = self._room.game
        won = game.ending is not None and game.ending.how == "victory"
        winner = self._powers.index(game.winners[0]) if won else -1
        held = held_by(self._variant, game.position)
        year = game.phase.year
        return ContestGame(self._game, self._players, held, winner, year, tuple(self._faults))


@dataclass(frozen=True, slots=True)
class _ToldTalker:
    """A bot that talks, and is told who plays, and where it may remember."""

    bot: Talker
    players: Mapping[str, str]
    memory: str

    def __call__(self, view: View) -> Iterable[Order]:
        return self.bot(replace(view, players=self.players, memory=self.memory))

    def says(self, view: View, turn: int) -> Iterable[tuple[str, Said]]:
        return self.bot.says(replace(view, players=self.players, memory=self.memory), turn)


def _pause(call: Callable[[], None]) -> None:
    """Have a bot wait for what others say."""
    asyncio.get_running_loop().call_later(_BETWEEN_WORDS, call)


def _filled(part: str, told: dict[str, str]) -> str:
    """A part of a command line, with what stands in braces."""
    for name, value in told.items():
        part = part.replace(f"{{{name}}}", value)
    return part
