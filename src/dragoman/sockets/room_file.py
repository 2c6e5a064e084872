"""A room in a file: its game, its terms, and the passcodes by which programs come back."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import read_text, write_atomically
from dragoman.formats import load_variant
from dragoman.game import Find, read_record, write_record
from dragoman.refusal import ActionRefused
from dragoman.sockets.events import Saved
from dragoman.sockets.room import Room
from dragoman.sockets.terms import Terms

_FORMAT: Final = "dragoman-room"
_VERSION: Final = 1


def save_room(room: Room, path: Path) -> None:
    """Keep a room in a file, which only its owner can read; those who sit there are told,
    by the name of its folder. Orders for the turn at hand are not in it.

    Raises:
        OSError: if the file cannot be written; what was there before still stands.
    """
    data = {
        "format": _FORMAT,
        "version": _VERSION,
        "terms": asdict(room.terms),
        "seats": {
            seat.power: {"passcode": seat.passcode, "name": seat.name, "version": seat.version}
            for seat in room.seats.values()
        },
        "eliminated": room.last_years,
        "game": write_record(room.game),
    }
    # Names may hold bytes that are no letters; only escaped they can be written.
    write_atomically(path, json.dumps(data, indent=1) + "\n", mode=0o600)
    room.tell_all(Saved(path.resolve().parent.name))


def load_room(
    path: Path, find: Find = load_variant, now: Callable[[], float] = time.monotonic
) -> Room:
    """The room of a file. Its game goes on; all seats wait for those who had them.

    Raises:
        ActionRefused: if the file holds no room.
    """
    text, faults = read_text(path)
    if has_errors(faults):
        raise _refused(path, faults[0])
    try:
        data = cast("dict[str, Any]", json.loads(text))
        if (data["format"], data["version"]) != (_FORMAT, _VERSION):
            raise ValueError(f"format {data['format']}, version {data['version']}")
        known = {one.name for one in fields(Terms)}
        terms = Terms(**{name: value for name, value in data["terms"].items() if name in known})
        game, wrong = read_record(data["game"], find, str(path))
        if game is None:
            raise _refused(path, wrong[0])
        powers = game.variant.board.powers
        codes = {power: int(data["seats"][power]["passcode"]) for power in powers}
        room = Room(game.variant, terms, None, now, game, codes)
        for power in powers:
            seat = room.seats[power]
            seat.name = str(data["seats"][power]["name"])
            seat.version = str(data["seats"][power]["version"])
        room.last_years |= {power: int(year) for power, year in data["eliminated"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        fault = Diagnostic("no-room", f"this is no room that was kept: {error!r}")
        raise _refused(path, fault) from None
    room.resume()
    return room


def _refused(path: Path, fault: Diagnostic) -> ActionRefused:
    return ActionRefused(fault.code, f"{path}: {fault.what}", "name the file of a room")
