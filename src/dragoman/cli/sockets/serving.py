"""Tables served until their games are over."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

import typer

from dragoman.arena import bot_entrant
from dragoman.bots import Bot
from dragoman.bots.known import is_model, plays, shown_name
from dragoman.game import Variant
from dragoman.games.requests import Answer
from dragoman.press.daide.tokens import PROFILES
from dragoman.refusal import ActionRefused
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.daide_seat import DaideManners
from dragoman.sockets.server import DAIDE_PORT, DPP_PORT, Server
from dragoman.sockets.table import (
    Event,
    GameTable,
    Remarked,
    SeatLeft,
    SeatTaken,
    TableBegan,
    TableEnded,
    Turned,
)

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

_HERE = "127.0.0.1"
_LOOK = 0.2
"""Seconds between two looks whether a game is over."""
_LAST_WORDS = 2.0
"""Seconds in which programs may still ask how it ended."""


class ServedAddresses(NamedTuple):
    """The addresses at which programs are let in, as they were asked for."""

    daide: str | None
    dpp: str | None
    unix: Path | None
    profile: str
    is_quiet: bool = False


class SeatedBot(NamedTuple):
    """A bot that is to have a seat; ``token`` is that of its account at the judge."""

    name: str
    bot: Bot
    power: str | None
    token: str = ""


def serve_judged(
    game: int,
    level: int,
    addresses: ServedAddresses,
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
            tell(table, addresses.is_quiet)
            try:
                asked = [*zip(bots, secrets, strict=True)]
                check_models(judge, asked)
                seatings = [seating(text, table.variant, token) for text, token in asked]
                asyncio.run(serve_table(table, addresses, seatings))
            finally:
                table.close()
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    except KeyboardInterrupt:
        return Answer(f"game {game} goes on without these sockets")
    return result_of(table)


def check_models(judge: Judge, asked: Iterable[tuple[str, str]]) -> None:
    """See that language models play by tokens of programs, so that nobody takes one for a person.

    Raises:
        ActionRefused: if one does not.
    """
    from dragoman.sockets.judged_table import right_now

    for text, secret in asked:
        name = text.rpartition("=")[2]
        if not is_model(name):
            continue
        token = judge.accounts.tokens.holder(secret, right_now())
        if token is not None and not token.is_program:
            what = f"{shown_name(name)} would play for a person's account"
            remedy = "make an account for a program on your account's page, and name a token of it"
            raise ActionRefused("not-a-program", what, remedy)


async def serve_table(
    table: GameTable, addresses: ServedAddresses, seatings: list[SeatedBot]
) -> None:
    """Let programs and bots sit in a game of the judge until it is over.

    Raises:
        ActionRefused: if nobody can listen there, or a bot gets no seat.
    """
    server = Server(table)
    try:
        await open_sockets(server, addresses)
        waiting = [one for one in seatings if not _sits(table, one, server)]
        while waiting and not table.is_over:
            await asyncio.sleep(_LOOK)
            if table.has_begun:
                waiting = [one for one in waiting if not _sits(table, one, server)]
        await until_over([table], server)
    finally:
        await server.stop()


def _sits(table: GameTable, one: SeatedBot, server: Server) -> bool:
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


async def until_over(tables: Sequence[GameTable], server: Server) -> None:
    """Wait until all games are over; who sits at one that is is sent away a little later."""
    until: dict[int, float] = {}
    while not all(table.is_over for table in tables):
        await asyncio.sleep(_LOOK)
        now = time.monotonic()
        for number, table in enumerate(tables):
            if table.is_over and now >= until.setdefault(number, now + _LAST_WORDS):
                server.send_away(table)
    await asyncio.sleep(_LAST_WORDS)


async def open_sockets(server: Server, addresses: ServedAddresses, loaded: str = "") -> None:
    """Open the sockets that were asked for, and say where they are."""
    if addresses.profile not in PROFILES:
        what = f"there is no profile {addresses.profile!r}"
        raise ActionRefused("unknown-profile", what, f"name one of {', '.join(PROFILES)}")
    profile = cast("Literal['aiclient', 'parlance']", addresses.profile)
    daide, dpp = addresses.daide, addresses.dpp
    if daide is None and dpp is None and addresses.unix is None:
        daide, dpp = str(DAIDE_PORT), str(DPP_PORT)
    if daide is not None:
        host, port = address(daide)
        found = await server.listen_daide(host, port, profile, DaideManners(loaded=loaded))
        say(addresses.is_quiet, f"DAIDE: {host}:{found}")
    if dpp is not None:
        host, port = address(dpp)
        found = await server.listen_dpp(host, port)
        say(addresses.is_quiet, f"DPP: {host}:{found}")
    if addresses.unix is not None:
        await server.listen_unix(addresses.unix)
        say(addresses.is_quiet, f"DPP: {addresses.unix}")


def address(text: str) -> tuple[str, int]:
    """The host and the port that somebody wrote: ``16714``, ``127.0.0.1:16714``.

    Raises:
        ActionRefused: if it is none.
    """
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 1 << 16):
        what = f"{text!r} is not a port"
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


def seating(text: str, variant: Variant, token: str = "") -> SeatedBot:
    power, _, name = text.rpartition("=")
    key = None
    if power:
        board = variant.board
        found = {one.casefold(): one for one in board.powers}
        key = found.get(power.strip().casefold())
        if key is None:
            what = f"there is no power {power!r}"
            raise ActionRefused("unknown-power", what, f"name one of {', '.join(board.powers)}")
    wanted = bot_entrant(name)
    if not plays(wanted.bot, variant):
        what = f"{wanted.name} does not play {variant.title}"
        raise ActionRefused("not-played", what, "name another bot")
    return SeatedBot(shown_name(name), wanted.made(), key, token)


def tell(table: GameTable, is_quiet: bool, name: str = "") -> None:
    """Say what happens at a table; of several each has a ``name``."""

    def heard(event: Event) -> None:
        match event:
            case TableBegan():
                said = "the game begins"
            case Turned(resolution):
                said = f"{resolution.phase} was judged"
            case TableEnded():
                said = "the game is over"
            case SeatLeft(power):
                said = f"{power} is gone"
            case SeatTaken(power):
                said = f"{power} is back"
            case Remarked(sender, text):
                said = f"{sender}: {text}"
            case _:
                return
        say(is_quiet, f"{name}: {said}" if name else said)

    table.watch(heard)


def say(is_quiet: bool, text: str) -> None:
    """Say something in letters that a terminal shows."""
    if not is_quiet:
        typer.echo("".join(sign if sign.isprintable() else "?" for sign in text))


def result_of(table: GameTable) -> Answer:
    """The end of a game, and its players."""
    game, ended = table.game, table.ended or TableEnded("")
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
