"""``dragoman env mcp`` carried out: a game in memory, played by language models with tools."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from dragoman.arena import bot_entrant
from dragoman.bots import Bot
from dragoman.bots.known import plays
from dragoman.errors import DragomanError
from dragoman.extras import MissingExtra, extra
from dragoman.files import write_atomically
from dragoman.formats import VariantError, load_variant
from dragoman.game import Variant, write_record
from dragoman.games.requests import Answer
from dragoman.refusal import ActionRefused
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.room import Room
from dragoman.sockets.table import Event, TableEnded, Terms, Turned

_ANY_PRESS: Final = 8000
_LOOK: Final = 0.2
"""Seconds between two looks whether a turn is over."""
_LAST_WORDS: Final = 5.0
"""Seconds in which whoever plays may still ask how it ended."""


class McpAsked(NamedTuple):
    """A game as it is asked for."""

    variant: str
    powers: tuple[str, ...]
    bot: str
    last_year: int | None
    seed: int
    press: bool
    turn: int | None


class McpPlace(NamedTuple):
    """The way to the game, and what is kept of it. ``port`` is None for standard input and output,
    0 for any."""

    host: str
    port: int | None
    tokens: Path | None
    log: Path | None
    record: Path | None


def served(asked: McpAsked, place: McpPlace) -> Answer:
    """Serve a game until it is over."""
    try:
        variant = load_variant(asked.variant)
        sys.path.insert(0, os.getcwd())  # for MODULE:FUNCTION
        powers = _powers(variant, asked.powers, is_alone=place.port is None)
        bots = {power: _bot(asked.bot, variant) for power in variant.players if power not in powers}
        return asyncio.run(_Serving(variant, asked, place).serve(powers, bots))
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except (ActionRefused, MissingExtra) as refused:
        return Answer(diagnostics=(refused.diagnostic,))


def _powers(variant: Variant, named: tuple[str, ...], is_alone: bool) -> tuple[str, ...]:
    """The powers that are played by tools: those named, else all.

    Raises:
        ActionRefused: if there is no such power, or one is played over standard input and output
            and it is not said which.
    """
    keys = {one.casefold(): one for one in variant.players}
    for name in named:
        if name.strip().casefold() not in keys:
            what = f"there is no power {name!r}"
            raise ActionRefused("unknown-power", what, candidates=[*variant.players])
    found = tuple(dict.fromkeys(keys[name.strip().casefold()] for name in named))
    if is_alone and len(found) != 1:
        what = "over standard input and output one power is played"
        raise ActionRefused("one-power", what, "write --stdio --power france, say")
    return found or tuple(variant.players)


def _bot(text: str, variant: Variant) -> Bot:
    found = bot_entrant(text)
    if not plays(found.bot, variant):
        what = f"{found.name} does not play {variant.title}"
        raise ActionRefused("not-played", what, "name another by --bot")
    return found.made()


class _Serving:
    def __init__(self, variant: Variant, asked: McpAsked, place: McpPlace) -> None:
        turn, year = asked.turn, asked.last_year
        terms = Terms(
            level=_ANY_PRESS if asked.press else 0,
            movement=turn,
            retreat=turn,
            adjustment=turn,
            last_year=year,
            go_is_enough=True,
        )
        self._asked, self._place = asked, place
        self._room = Room(variant, terms, asked.seed)
        self._stop: Callable[[], None] | None = None

    async def serve(self, powers: tuple[str, ...], bots: Mapping[str, Bot]) -> Answer:
        """Seat all, and serve until the game is over.

        Raises:
            ActionRefused: if the game is none that can be told in texts, or the port is taken.
            MissingExtra: without the extra ``mcp``.
        """
        from dragoman.env.seat_desk import DeskLog, SeatDesk, log_phases

        self._check_files()
        log = DeskLog(self._place.log)
        try:
            desks = {power: SeatDesk(self._room, power, log) for power in powers}
        except DragomanError as error:
            raise ActionRefused("not-told", f"{error}", "choose another variant") from None
        log_phases(self._room, log)
        self._room.watch(self._record)
        for desk in desks.values():
            desk.desks = desks
        over = asyncio.Event()
        self._room.watch(lambda event: over.set() if isinstance(event, TableEnded) else None)
        for number, (power, bot) in enumerate(bots.items()):
            BotPlayer(self._room, bot, power.title(), self._asked.seed * 64 + number, power,
                      pausing=_pause)  # fmt: skip
        for desk in desks.values():
            desk.sit_down()
        serving = asyncio.create_task(self._serve(desks))
        ticking = asyncio.create_task(self._tick())
        ending = asyncio.create_task(over.wait())
        try:
            await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
            if not serving.done():
                await asyncio.wait({serving}, timeout=_LAST_WORDS)
            if self._stop is not None:
                self._stop()
                await asyncio.wait({serving}, timeout=_LAST_WORDS)
            if serving.done():
                serving.result()
        finally:
            for task in (serving, ticking, ending):
                task.cancel()
            await asyncio.gather(serving, ticking, ending, return_exceptions=True)
        return self._answer()

    def _check_files(self) -> None:
        """See that what is kept can be, and takes the place of nothing.

        Raises:
            ActionRefused: if there is a file that the game would be written over.
            OSError: if a file cannot be written.
        """
        log, record = self._place.log, self._place.record
        if record is not None:
            if record.exists():
                what = f"{record} is there already"
                raise ActionRefused("file-exists", what, "name another file by --record")
            write_atomically(record, write_record(self._room.game))
        if log is not None:
            log.open("a").close()

    async def _serve(self, desks: Mapping[str, Any]) -> None:
        from dragoman.env.mcp_server import mcp_server

        if self._place.port is None:
            await mcp_server(desks).run_stdio_async()
            return
        import socket

        with extra("mcp"):
            import uvicorn

        host = self._place.host
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, self._place.port))
        except OSError as error:
            listening.close()
            what = f"{host}, port {self._place.port}, cannot be listened at: {error.strerror}"
            raise ActionRefused("no-port", what, "name another by --port") from None
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/mcp"
        tokens = {power: secrets.token_urlsafe(24) for power in desks}
        app = mcp_server(desks, tokens, address).streamable_http_app(host=host, stateless_http=True)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
        self._tell(address, tokens)
        server = uvicorn.Server(config)
        self._stop = lambda: setattr(server, "should_exit", True)
        await server.serve(sockets=[listening])

    def _tell(self, address: str, tokens: Mapping[str, str]) -> None:
        """Say where the game is, and the token of each power: in a file that only its owner may
        read, or on standard error."""
        told = {"url": address, "tokens": dict(tokens)}
        if self._place.tokens is not None:
            write_atomically(self._place.tokens, json.dumps(told, indent=1) + "\n", mode=0o600)
            print(f"the game is at {address}", file=sys.stderr, flush=True)
            return
        print(json.dumps(told), file=sys.stderr, flush=True)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            self._room.tick()

    def _record(self, event: Event) -> None:
        if isinstance(event, Turned | TableEnded) and self._place.record is not None:
            write_atomically(self._place.record, write_record(self._room.game))

    def _answer(self) -> Answer:
        game, ended = self._room.game, self._room.ended
        counts = {power: len(game.position.centers_of(power)) for power in self._room.seats}
        how = "the game was broken off" if ended is None else f"{ended.how or 'nobody won'}"
        powers = [] if ended is None else [*ended.powers]
        text = f"{how} in {game.phase}: {', '.join(powers)}".rstrip(": ")
        data = {"how": "" if ended is None else ended.how, "powers": powers}
        # Standard output belongs to the protocol where that is spoken there.
        if self._place.port is None:
            return Answer()
        return Answer(text, {**data, "phase": str(game.phase), "centers": counts})


def _pause(call: Any) -> None:
    """Have a bot wait for what others say."""
    asyncio.get_running_loop().call_later(_LOOK, call)
