"""Tables served until their games are over."""

from __future__ import annotations

import asyncio
import random
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

import typer

from dragoman.arena import entrant_called
from dragoman.bots import Bot
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import FolderInUse, locked
from dragoman.formats import VariantError, load_variant
from dragoman.game import Variant
from dragoman.games.answer import Answer
from dragoman.press.daide.tokens import PROFILES
from dragoman.refusal import ActionRefused
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.daide_seat import DaideManners
from dragoman.sockets.events import Began, Ended, Event, Left, Remarked, Returned, Turned
from dragoman.sockets.room import Room
from dragoman.sockets.room_file import load_room, save_room
from dragoman.sockets.server import DAIDE_PORT, DPP_PORT, Server
from dragoman.sockets.table import Table

if TYPE_CHECKING:
    from dragoman.sockets.terms import Terms

FILE = "room.json"
_HERE = "127.0.0.1"
_LOOK = 0.2
"""Seconds between two looks whether a game is over."""
_LAST_WORDS = 2.0
"""Seconds in which programs may still ask how it ended."""


class Doors(NamedTuple):
    """Where programs are let in, as it was asked for."""

    daide: str | None
    dpp: str | None
    unix: Path | None
    profile: str
    is_quiet: bool = False


class Seating(NamedTuple):
    """A bot that is to have a seat; ``token`` is that of its account at the judge."""

    name: str
    bot: Bot
    power: str | None
    token: str = ""


def serve_room(
    variant: str,
    terms: Terms,
    doors: Doors,
    bots: list[str],
    folder: Path | None,
    seed: int | None,
) -> Answer:
    """Serve a game in memory, kept in a folder if there is to be one."""
    room: Room | None = None
    try:
        with ExitStack() as at_the_end:
            loaded = ""
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                at_the_end.enter_context(locked(folder, "dragoman sockets serve", 0))
            if folder is not None and (folder / FILE).exists():
                room, loaded = load_room(folder / FILE), folder.resolve().name
            else:
                room = Room(load_variant(variant), terms, seed)
            seatings = [_seating(text, room.variant) for text in bots]
            _tell(room, folder, doors.is_quiet)
            asyncio.run(_serve_room(room, doors, seatings, loaded, seed))
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except (ActionRefused, FolderInUse) as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    except KeyboardInterrupt:
        return _broken_off(room, folder)
    return _result(room)


def serve_judged(
    game: int,
    level: int,
    doors: Doors,
    config: Path | None,
    bots: list[str],
    tokens: Path | None,
) -> Answer:
    """Serve the seats of a game of the judge; bots have some of them, each with a token."""
    from dragoman.cli.judge.configured import opened
    from dragoman.diagnostics import has_errors
    from dragoman.judge.running.configuration import read_configuration
    from dragoman.sockets.judged_table import JudgedTable

    told, faults = read_configuration(config)
    if has_errors(faults):
        return Answer(diagnostics=faults)
    try:
        secrets = _tokens(bots, tokens)
        with opened(told) as judge:
            table = JudgedTable(judge, game, level)
            _tell(table, None, doors.is_quiet)
            try:
                asked = zip(bots, secrets, strict=True)
                seatings = [_seating(text, table.variant, token) for text, token in asked]
                asyncio.run(serve_table(table, doors, seatings))
            finally:
                table.close()
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    except KeyboardInterrupt:
        return Answer(f"game {game} goes on without these doors")
    return _result(table)


async def _serve_room(
    room: Room, doors: Doors, seatings: list[Seating], loaded: str, seed: int | None
) -> None:
    server = Server(room)
    dice = random.Random(seed)
    try:
        # Those with a wish come first, and all before strangers.
        for one in sorted(seatings, key=lambda one: one.power is None):
            _seat(room, one, dice.randrange(1 << 32), server)
        await _open(server, doors, loaded)
        await _until_over(room)
    finally:
        await server.stop()


async def serve_table(table: Table, doors: Doors, seatings: list[Seating]) -> None:
    """Let programs and bots sit in a game of the judge until it is over.

    Raises:
        ActionRefused: if nobody can listen there, or a bot gets no seat.
    """
    server = Server(table)
    try:
        await _open(server, doors)
        waiting = [one for one in seatings if not _sits(table, one, server)]
        while waiting and not table.is_over:
            await asyncio.sleep(_LOOK)
            if table.has_begun:
                waiting = [one for one in waiting if not _sits(table, one, server)]
        await _until_over(table)
    finally:
        await server.stop()


def _sits(table: Table, one: Seating, server: Server) -> bool:
    """Give a bot the seat of its account, or a vacant one; before the game begins it can only ask
    for one."""
    seed = random.SystemRandom().randrange(1 << 32)
    given = table, one.bot, one.name, seed, one.power, False, one.token
    try:
        BotPlayer(*given, thinking=server.think, pausing=server.pause)
    except ActionRefused as refused:
        if table.has_begun or refused.diagnostic.code != "no-seat":
            raise
        return False
    return True


async def _until_over(table: Table) -> None:
    while not table.is_over:
        await asyncio.sleep(_LOOK)
    await asyncio.sleep(_LAST_WORDS)


async def _open(server: Server, doors: Doors, loaded: str = "") -> None:
    """Open the doors that were asked for, and say where they are."""
    if doors.profile not in PROFILES:
        what = f"there is no profile {doors.profile!r}"
        raise ActionRefused("unknown-profile", what, f"name one of {', '.join(PROFILES)}")
    profile = cast("Literal['aiclient', 'parlance']", doors.profile)
    daide, dpp = doors.daide, doors.dpp
    if daide is None and dpp is None and doors.unix is None:
        daide, dpp = str(DAIDE_PORT), str(DPP_PORT)
    if daide is not None:
        host, port = address(daide)
        found = await server.listen_daide(host, port, profile, DaideManners(loaded=loaded))
        _say(doors.is_quiet, f"DAIDE: {host}:{found}")
    if dpp is not None:
        host, port = address(dpp)
        found = await server.listen_dpp(host, port)
        _say(doors.is_quiet, f"DPP: {host}:{found}")
    if doors.unix is not None:
        await server.listen_unix(doors.unix)
        _say(doors.is_quiet, f"DPP: {doors.unix}")


def address(text: str) -> tuple[str, int]:
    """Where a port is, as somebody wrote it: ``16714``, ``127.0.0.1:16714``.

    Raises:
        ActionRefused: if it is none.
    """
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
        what = f"{text!r} is no port"
        raise ActionRefused("no-port", what, "write 16713, say, or 127.0.0.1:16713")
    return host.strip("[]") or _HERE, int(port)


def _tokens(bots: list[str], path: Path | None) -> list[str]:
    """The tokens of bots, a line of the file each.

    Raises:
        ActionRefused: if there are not as many.
    """
    if not bots and path is None:
        return []
    remedy = "name a file by --tokens: a token a line, in the sequence of --bot"
    if path is None:
        raise ActionRefused("no-tokens", "bots sit in a judge's game by tokens of accounts", remedy)
    try:
        found = path.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise ActionRefused("no-tokens", f"{path} cannot be read: {error}", remedy) from None
    if len(found) != len(bots):
        what = f"{path} has not one token for each bot: {len(found)} for {len(bots)}"
        raise ActionRefused("no-tokens", what, remedy)
    return found


def _seating(text: str, variant: Variant, token: str = "") -> Seating:
    power, _, name = text.rpartition("=")
    key = None
    if power:
        board = variant.board
        found = {one.casefold(): one for one in board.powers}
        key = found.get(power.strip().casefold())
        if key is None:
            what = f"there is no power {power!r}"
            raise ActionRefused("unknown-power", what, f"name one of {', '.join(board.powers)}")
    return Seating(name, entrant_called(name).made(), key, token)


def _seat(room: Room, one: Seating, seed: int, server: Server) -> None:
    """Give a bot a seat; in a game that goes on that of the bot of its name, or of nobody."""
    takes_over, power = room.has_begun, one.power
    if takes_over and power is None:
        left = [seat for seat in room.seats.values() if not room.is_there(seat.power)]
        named = [seat.power for seat in left if seat.name == one.name]
        if not named:
            what = f"no seat was that of a {one.name}"
            raise ActionRefused("no-seat", what, "say which: --bot POWER=BOT")
        power = named[0]
    elif power is not None and room.is_there(power):
        raise ActionRefused("no-seat", f"{power} has a bot already", "name another power")
    given = room, one.bot, one.name, seed, power, takes_over
    BotPlayer(*given, thinking=server.think, pausing=server.pause)


def _tell(table: Table, folder: Path | None, is_quiet: bool) -> None:
    """Say what happens, and keep the game."""

    def heard(event: Event) -> None:
        match event:
            case Began():
                said = "the game begins"
            case Turned(resolution):
                said = f"{resolution.phase} was judged"
            case Ended():
                said = "the game is over"
            case Left(power):
                said = f"{power} is gone"
            case Returned(power):
                said = f"{power} is back"
            case Remarked(sender, text):
                said = f"{sender}: {text}"
            case _:
                return
        _say(is_quiet, said)
        if folder is not None and isinstance(event, (Began, Turned, Ended)):
            try:
                save_room(cast(Room, table), folder / FILE)
            except OSError as error:
                _say(is_quiet, f"the game cannot be kept: {error}")

    table.watch(heard)


def _say(is_quiet: bool, text: str) -> None:
    if not is_quiet:
        typer.echo("".join(sign if sign.isprintable() else "?" for sign in text))


def _broken_off(room: Room | None, folder: Path | None) -> Answer:
    if room is None or not room.has_begun:
        return Answer("no game was begun")
    kept = f", and is kept in {folder}" if folder is not None else ""
    what = f"the game stands in {room.game.phase}{kept}"
    return Answer(diagnostics=(Diagnostic("broken-off", what, severity=Severity.WARNING),))


def _result(table: Table) -> Answer:
    """How a game ended, and who played."""
    game, ended = table.game, table.ended or Ended("")
    seats = [
        {
            "power": seat.power,
            "name": seat.name,
            "version": seat.version,
            "centers": len(game.position.centers_of(seat.power)),
            "eliminated": table.last_years.get(seat.power),
        }
        for seat in table.seats.values()
    ]
    lines = [f"{ended.how}: {', '.join(ended.powers)}" if ended.how else "the game was broken off"]
    lines += [f"  {one['power']:<10} {one['centers']:>2}  {one['name']}" for one in seats]
    return Answer(
        "\n".join(lines),
        {
            "how": ended.how,
            "winners": [*ended.powers],
            "phase": str(game.phase),
            "seats": seats,
        },
    )
