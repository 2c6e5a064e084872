"""The prisoner's dilemma, with which programs warm up: each against each, over sockets.

It is played in DPP's words, a line a message. The game master says ``(TME n)``, how many rounds
there are left, and whoever sits there answers ``(PCE)`` to keep the peace, or ``(DWR)`` to break
it; then both are told what the other did: ``(FRM OTHER (PCE))``. After the last round comes
``(END)``. Two who keep the peace have 3 points each for the round, two who break it 1; who breaks
it alone has 5, and the other none (Axelrod 1980). Whoever says anything else, or nothing for
ten seconds, breaks the peace.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.runner import Program, ProgramLimits, Runner, command_in
from dragoman.values import FrozenMap

# The classic strategies: whether to keep the peace, from what both did so far.

Strategy: TypeAlias = Callable[[Sequence[bool], Sequence[bool], Random], bool]
_FORGIVES: Final = 1 / 3


def always(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Keeps the peace."""
    return True


def never(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Breaks it."""
    return False


def tit_for_tat(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Begins in peace, then does what the other did (Rapoport)."""
    return theirs[-1] if theirs else True


def two_tats(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Breaks the peace when the other did so twice in a row."""
    return any(theirs[-2:]) if len(theirs) > 1 else True


def grudger(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Keeps the peace until the other breaks it, and never again (Friedman)."""
    return all(theirs)


def pavlov(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Keeps the peace when both did the same: win, stay; lose, shift."""
    return own[-1] == theirs[-1] if own else True


def generous(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Tit for tat that forgives a third of the time (Nowak and Sigmund)."""
    return tit_for_tat(own, theirs, dice) or dice.random() < _FORGIVES


def by_chance(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Throws a coin."""
    return dice.random() < 0.5


STRATEGIES: Final[Mapping[str, Strategy]] = FrozenMap(
    {
        "always": always,
        "never": never,
        "tit-for-tat": tit_for_tat,
        "two-tats": two_tats,
        "grudger": grudger,
        "pavlov": pavlov,
        "generous": generous,
        "random": by_chance,
    }
)


_POINTS: Final = {(True, True): 3, (False, False): 1, (False, True): 5, (True, False): 0}
_PATIENCE: Final = 10.0
_LOOK_EVERY: Final = 0.005
_LONGEST: Final = 200
"""Bytes of a line."""


@dataclass(frozen=True, slots=True)
class DilemmaPlayer:
    """A participant: a strategy by its name, or a command."""

    name: str
    strategy: str = ""
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a participant: points, in how many rounds, in how many of them he kept the
    peace, and in how many he did not say what he would do."""

    name: str
    points: int
    rounds: int
    kept: int
    silent: int


def players_called(texts: Sequence[str]) -> tuple[DilemmaPlayer, ...]:
    """Those who are meant.

    Raises:
        ActionRefused: if there are not two, one is not known, or two are called the same.
    """
    found = [_player(text) for text in texts]
    names = [one.name for one in found]
    if len(found) < 2:
        raise ActionRefused("too-few-entrants", "it takes two to play", "name another")
    for name in names:
        if names.count(name) > 1:
            what = f"two players are called {name}"
            raise ActionRefused("name-taken", what, "give them names: one=cmd:… two=cmd:…")
    return tuple(found)


def _player(text: str) -> DilemmaPlayer:
    name, is_named, rest = text.partition("=")
    if not is_named or not name.replace("-", "").isalnum():
        name, rest = "", text
    kind, _, command = rest.partition(":")
    if kind == "cmd":
        return DilemmaPlayer(name or command.strip(), command=command_in(command))
    if rest not in STRATEGIES:
        raise ActionRefused(
            "unknown-strategy",
            f"nobody plays the dilemma as {rest!r}",
            f"one of {', '.join(STRATEGIES)}, or cmd:COMMAND",
        )
    return DilemmaPlayer(name or rest, rest)


def played(
    players: Sequence[DilemmaPlayer],
    rounds: int,
    seed: int,
    limits: ProgramLimits | None = None,
    output: Path | None = None,
) -> tuple[Score, ...]:
    """Play each against each, so many rounds: the scores, the best first. What programs write is
    kept in ``output``, if it is named: in ``1-3/1.out`` what the first wrote when it played against
    the third.

    Raises:
        ActionRefused: if nobody can listen.
    """
    totals = {one.name: [0, 0, 0, 0] for one in players}
    places = combinations(range(1, len(players) + 1), 2)
    for number, (pair, names) in enumerate(zip(combinations(players, 2), places, strict=True)):
        seats = tuple(zip(pair, map(str, names), strict=True))
        with TemporaryDirectory(prefix="dragoman-dilemma-") as scratch:
            folder = Path(output or scratch, "-".join(map(str, names)))
            match = _match(seats, rounds, f"{seed} {number}", limits or ProgramLimits(), folder)
            told = asyncio.run(match)
        for one, mine, theirs in zip(pair, told, reversed(told), strict=True):
            total = totals[one.name]
            for move, other in zip(mine, theirs, strict=True):
                total[0] += _POINTS[bool(move), bool(other)]
                total[1] += 1
                total[2] += bool(move)
                total[3] += move is None
    scores = [Score(name, *total) for name, total in totals.items()]
    return tuple(sorted(scores, key=lambda one: -one.points))


def scores_text(scores: Sequence[Score], rounds: int) -> str:
    """The scores as lines of text."""
    width = max(len(one.name) for one in scores)
    lines = [f"prisoner's dilemma, {rounds} rounds, each with each"]
    lines.append(f"{'':{width}}  points  a round  peace kept")
    for one in scores:
        silent = f"  silent {one.silent} times" if one.silent else ""
        each, kept = one.points / one.rounds, 100 * one.kept / one.rounds
        lines.append(f"{one.name:{width}}  {one.points:6}  {each:7.3f}  {kept:9.1f}%{silent}")
    return "\n".join(lines)


# A match: two doors, who comes through them, and the rounds.

_Lines = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _match(
    seated: Sequence[tuple[DilemmaPlayer, str]],
    rounds: int,
    seed: str,
    limits: ProgramLimits,
    output: Path,
) -> list[list[bool | None]]:
    """The moves of each in each round; None where he did not say. Players come with what the files
    of their output are called."""
    loop = asyncio.get_running_loop()
    came: list[asyncio.Future[_Lines]] = [loop.create_future() for _ in seated]
    servers = [await asyncio.start_server(_door(one), "127.0.0.1", 0) for one in came]
    ports = [server.sockets[0].getsockname()[1] for server in servers]
    tasks: list[asyncio.Task[None]] = []
    with Runner(output) as runner:
        try:
            for number, ((one, name), port) in enumerate(zip(seated, ports, strict=True)):
                if one.command:
                    told = {"DRAGOMAN_HOST": "127.0.0.1", "DRAGOMAN_PORT": str(port)}
                    command = tuple(part.replace("{port}", str(port)) for part in one.command)
                    runner.start(Program(name, (command,), told, "", 0, limits))
                else:
                    strategy = STRATEGIES[one.strategy]
                    dice = Random(f"{seed} {number}")
                    tasks.append(asyncio.create_task(_strategist(strategy, port, dice)))
            seats = [
                await _arrived(one, runner, name if player.command else "")
                for one, (player, name) in zip(came, seated, strict=True)
            ]
            found = await _rounds(seats, rounds)
            runner.let_end()
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            for one in came:
                if one.done() and not one.cancelled():
                    await _closed(one.result()[1])
            for server in servers:
                server.close()
            await asyncio.to_thread(runner.stop)
    return found


def _door(
    came: asyncio.Future[_Lines],
) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    async def opened(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if came.done():
            writer.close()
        else:
            came.set_result((reader, writer))

    return opened


async def _arrived(came: asyncio.Future[_Lines], runner: Runner, program: str) -> _Lines | None:
    """The connection that came; none, if it takes too long or the program has failed."""
    until = asyncio.get_running_loop().time() + _PATIENCE
    while not came.done():
        if program and not runner.is_running(program):
            return None
        if asyncio.get_running_loop().time() > until:
            return None
        await asyncio.sleep(_LOOK_EVERY)
    return came.result()


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def _rounds(seats: Sequence[_Lines | None], rounds: int) -> list[list[bool | None]]:
    found: list[list[bool | None]] = [[] for _ in seats]
    left = list(seats)
    for number in range(rounds):
        for seat in left:
            _say(seat, f"(TME {rounds - number})")
        moves = await asyncio.gather(*(_asked(seat) for seat in left))
        # Who is silent once has gone: nobody waits for him again.
        left = [None if move is None else seat for seat, move in zip(left, moves, strict=True)]
        for one, move in zip(found, moves, strict=True):
            one.append(move)
        for seat, other in zip(left, reversed(moves), strict=True):
            _say(seat, f"(FRM OTHER ({'PCE' if other else 'DWR'}))")
    for seat in seats:
        _say(seat, "(END)")
    return found


def _say(seat: _Lines | None, text: str) -> None:
    if seat is not None and not seat[1].is_closing():
        seat[1].write(f"{text}\n".encode())


async def _asked(seat: _Lines | None) -> bool | None:
    if seat is None:
        return None
    try:
        line = await asyncio.wait_for(seat[0].readline(), _PATIENCE)
    except (TimeoutError, OSError, ValueError):
        return None
    return {b"(PCE)": True, b"(DWR)": False}.get(line[:_LONGEST].strip())


async def _strategist(strategy: Strategy, port: int, dice: Random) -> None:
    """Play a strategy, as a program would."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    own: list[bool] = []
    theirs: list[bool] = []
    try:
        while said := (await reader.readline()).decode().strip():
            if said == "(END)":
                break
            if said.startswith("(TME "):
                own.append(strategy(own, theirs, dice))
                writer.write(b"(PCE)\n" if own[-1] else b"(DWR)\n")
            else:
                theirs.append("PCE" in said)
    finally:
        await _closed(writer)
