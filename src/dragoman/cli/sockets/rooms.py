"""Games in memory, one or many, served until they are over."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import Sequence, Set
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import Any

from dragoman.cli.sockets.serving import (
    SeatedBot,
    ServedAddresses,
    open_sockets,
    result_of,
    say,
    seating,
    tell,
    until_over,
)
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import FolderInUse, locked
from dragoman.formats import VariantError, load_variant
from dragoman.games.requests import Answer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.sockets.admission import passcodes_of
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.room import Room, load_room, save_room
from dragoman.sockets.server import Server
from dragoman.sockets.table import Event, TableBegan, TableEnded, Terms, Turned

FILE = "room.json"
_MOST_FILES = 4096
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class RoomsAsked:
    """The games to be played, and their terms; ``typed`` are the names of what was said, and not
    left to what it usually is."""

    variant: str
    terms: Terms
    typed: Set[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Kept:
    """A game, and where it is kept."""

    room: Room
    folder: Path | None
    was_there: bool


def serve_rooms(
    asked: RoomsAsked,
    addresses: ServedAddresses,
    bots: list[str],
    folder: Path | None,
    seed: int | None,
    games: int = 1,
) -> Answer:
    """Serve so many games in memory, kept in a folder if there is to be one: each of several in one
    of its own in that. Bots sit down in each."""
    kept: list[_Kept] = []
    try:
        with ExitStack() as at_the_end:
            if games > 1 and addresses.unix is not None:
                what = "over the sockets of powers one game is served"
                raise ActionRefused("one-game", what, "leave --unix or --games out")
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                _lock(folder, at_the_end)
            kept = _games(asked, folder, seed, games, at_the_end)
            seatings = [seating(text, kept[0].room.variant) for text in bots]
            for number, one in enumerate(kept, 1):
                tell(one.room, addresses.is_quiet, f"game {number}" if games > 1 else "")
                _keep(one, addresses.is_quiet)
            _let_many_connect()
            asyncio.run(_serve(kept, addresses, seatings, folder, seed))
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except (ActionRefused, FolderInUse) as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    except KeyboardInterrupt:
        return _broken_off([one.room for one in kept], folder)
    return _results([one.room for one in kept])


def _games(
    asked: RoomsAsked, folder: Path | None, seed: int | None, games: int, at_the_end: ExitStack
) -> list[_Kept]:
    """The games, those that were kept and new ones; no two have one passcode for a power. Each
    folder of several is locked until ``at_the_end``."""
    folders = [
        folder if games == 1 or folder is None else folder / f"{n + 1}" for n in range(games)
    ]
    if folder is not None:
        _check_numbers(folder, games)
    if games > 1:
        for one in folders:
            if one is not None and one.is_dir():
                _lock(one, at_the_end)
    there = {n: load_room(one / FILE) for n, one in enumerate(folders) if one and _is_kept(one)}
    for number, room in there.items():
        _check_kept(asked, room, f"the game kept in {folders[number]}")
    first = next(iter(there.values()), None)
    if first is None:
        loaded, terms = load_variant(asked.variant), asked.terms
    else:
        loaded, terms = first.variant, first.terms
    if any(room.variant.name != loaded.name for room in there.values()):
        what = f"games of several variants are kept in {folder}"
        raise ActionRefused("another-variant", what, "serve each by itself")
    taken: dict[str, set[int]] = {}
    for room in there.values():
        _take(taken, room)
    found: list[_Kept] = []
    for number, one in enumerate(folders):
        room = there.get(number)
        if room is None:
            own = None if seed is None else seed + number
            dice = random.SystemRandom() if own is None else random.Random(own)
            room = Room(loaded, terms, own, codes=passcodes_of(loaded.board.players, dice, taken))
            _take(taken, room)
        if one is not None and not one.is_dir():
            one.mkdir()
            _lock(one, at_the_end)
        found.append(_Kept(room, one, number in there))
    return found


def _lock(folder: Path, at_the_end: ExitStack) -> None:
    at_the_end.enter_context(locked(folder, "dragoman sockets serve", 0))


def _check_numbers(folder: Path, games: int) -> None:
    """See that no other games are kept in a folder than those that are to be served.

    Raises:
        ActionRefused: if there are.
    """
    if games > 1 and _is_kept(folder):
        what = f"one game is kept in {folder}"
        raise ActionRefused("one-game", what, "name another folder, or leave --games out")
    numbers = [int(one.name) for one in folder.iterdir() if _NUMBER.fullmatch(one.name)]
    last = max((number for number in numbers if _is_kept(folder / f"{number}")), default=0)
    if last > (0 if games == 1 else games):
        what = f"more games are kept in {folder} than {games}: there is one in {folder / str(last)}"
        remedy = "serve all of them by --games, or name another folder"
        raise ActionRefused("more-games", what, remedy)


def _check_kept(asked: RoomsAsked, room: Room, where: str) -> None:
    """See that nothing was said that a game that goes on is not played by.

    Raises:
        ActionRefused: if something was.
    """
    remedy = "leave it out, for the game goes on as it was begun, or name another folder"
    if "variant" in asked.typed and load_variant(asked.variant).name != room.variant.name:
        what = f"{where} is one of {room.variant.name}"
        raise ActionRefused("another-variant", what, remedy)
    options = [
        _said(one.name, getattr(room.terms, one.name))
        for one in fields(Terms)
        if one.name in asked.typed
        and getattr(room.terms, one.name) != getattr(asked.terms, one.name)
    ]
    if options:
        what = f"{where} has other terms: {', '.join(options)}"
        raise ActionRefused("other-terms", what, remedy)


def _said(name: str, value: int | None) -> str:
    """An option as it would have to be said for a value."""
    option = f"--{name.replace('_', '-')}"
    if value is None or value is False:
        return f"no {option}"
    return option if value is True else f"{option} {value}"


def _let_many_connect() -> None:
    """Let as many be connected as the system allows: seven at each of many games, and others."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _is_kept(folder: Path) -> bool:
    return (folder / FILE).exists()


def _take(taken: dict[str, set[int]], room: Room) -> None:
    for seat in room.seats.values():
        taken.setdefault(seat.power, set()).add(seat.passcode)


def _keep(kept: _Kept, is_quiet: bool) -> None:
    """Keep a game whenever it has gone on."""
    folder = kept.folder
    if folder is None:
        return

    def heard(event: Event) -> None:
        if isinstance(event, (TableBegan, Turned, TableEnded)):
            try:
                save_room(kept.room, folder / FILE)
            except OSError as error:
                say(is_quiet, f"the game cannot be kept: {error}")

    kept.room.watch(heard)


async def _serve(
    kept: Sequence[_Kept],
    addresses: ServedAddresses,
    seatings: Sequence[SeatedBot],
    folder: Path | None,
    seed: int | None,
) -> None:
    rooms = [one.room for one in kept]
    server = Server(*rooms)
    dice = random.Random(seed)
    loaded = folder.resolve().name if folder and all(one.was_there for one in kept) else ""
    try:
        # Those with a wish come first, and all before strangers.
        for room in rooms:
            for one in sorted(seatings, key=lambda one: one.power is None):
                if not room.is_over:
                    _seat(room, one, dice.randrange(1 << 32), server)
        await open_sockets(server, addresses, loaded)
        await until_over(rooms, server)
    finally:
        await server.stop()


def _seat(room: Room, one: SeatedBot, seed: int, server: Server) -> None:
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


def _broken_off(rooms: Sequence[Room], folder: Path | None) -> Answer:
    begun = [room for room in rooms if room.has_begun]
    if not begun:
        return Answer("no game was begun")
    kept = f", and is kept in {folder}" if folder is not None else ""
    if len(rooms) == 1:
        what = f"the game stands in {rooms[0].game.phase}{kept}"
    else:
        over = sum(room.is_over for room in rooms)
        kept = kept.replace("is kept", "are kept")
        what = f"of {len(rooms)} games {over} are over, and {len(begun) - over} go on{kept}"
    return Answer(diagnostics=(Diagnostic("broken-off", what, severity=Severity.WARNING),))


def _results(rooms: Sequence[Room]) -> Answer:
    """The ends of the games, and their players."""
    found = [result_of(room) for room in rooms]
    if len(found) == 1:
        return found[0]
    lines = [f"game {number}: {one.text}" for number, one in enumerate(found, 1)]
    data: list[Any] = [one.data for one in found]
    return Answer("\n".join(lines), {"games": data})
