"""The training ground as machine code: its modules translated together with the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from dragoman.env.engine import choices, forms, sights, steps
from dragoman.env.engine.forms import Desk, Games, PlayGround
from dragoman.native.grid import Grid
from dragoman.native.kinds import CELLS, NUMBER, Kind, RecordKind, View, flattened, kind_of
from dragoman.native.library import CodeUnit, address_of, given, library_of
from dragoman.rules.batch.batch import Batch
from dragoman.rules.batch.kernel_rows import room_kind
from dragoman.rules.batch.with_rules import unit_with_rules

_MODULES: Final = (forms, choices, sights, steps)
_ON_STRETCHES: Final = ("step_games", "begin_games", "look_again", "draw_games")
"""The functions that go through a stretch of games."""


def desk_for(batch: Batch, ground: PlayGround, units: int) -> Desk:
    """The arrays of one thread, for positions of up to so many units."""
    rows = max(2 * ground.provinces, ground.powers) + ground.gates
    return Desk(
        room=batch.kernel_room(units),
        counts=_column(rows),
        due=_column(rows, "i4"),
        orders=_column(ground.provinces, "i4"),
        results=_column(ground.provinces, "u1"),
        filled=_column(ground.powers),
        fault=_column(4),
    )


def unit_for(ground: PlayGround, desk: Desk, games: Games) -> CodeUnit:
    """The machine code for boards and positions like these."""
    return unit_with_rules("env", desk.room.size, _MODULES, _entries(ground, desk, games), _OWN)


_OWN: Final = Path(__file__).read_text("utf-8")


def _entries(ground: PlayGround, desk: Desk, games: Games) -> dict[str, Sequence[Kind]]:
    on, seated, played = kind_of(ground), _kind_of_desk(desk), kind_of(games)
    stretch = on, seated, played, View(CELLS["u1"]), NUMBER, NUMBER
    return {
        **dict.fromkeys(_ON_STRETCHES, stretch),
        "key_games": (on, played, View(CELLS["i8"])),
        "choose_games": (on, played, View(CELLS["i4"], 2)),
    }


def _kind_of_desk(desk: Desk) -> Kind:
    parts: list[tuple[str, Kind]] = [("room", room_kind(desk.room.kernel.takes, desk.room.size))]
    parts += [(one, kind_of(getattr(desk, one))) for one in desk._fields if one != "room"]
    return RecordKind("Desk", tuple(parts))


class GamesMachine:
    """The functions on some games, whose arrays have to stay where they are: each goes through all
    of them, in a stretch for each desk.

    Raises:
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """

    def __init__(
        self, ground: PlayGround, desks: Sequence[Desk], games: Games, wanted: Any
    ) -> None:
        entries = _entries(ground, desks[0], games)
        library = library_of(unit_for(ground, desks[0], games))
        edges = [len(games.rows) * one // len(desks) for one in range(len(desks) + 1)]
        self._held = ground, desks, games, wanted
        """The arrays of which only the addresses are handed on."""
        self.calls: dict[str, list[Callable[[], int]]] = {}
        """For each function its calls, one for each desk."""
        for name in _ON_STRETCHES:
            entry = library.entry(name)
            self.calls[name] = [
                partial(entry, given(_flat(entries[name], (ground, desk, games, wanted, *edge))))
                for desk, edge in zip(desks, pairwise(edges), strict=True)
            ]
        self._others = {
            name: (library.entry(name), entries[name]) for name in ("key_games", "choose_games")
        }

    def keys(self, found: Any) -> None:
        """Write a key of each position."""
        self._call("key_games", found)

    def choose(self, codes: Any) -> None:
        """Choose the actions that stand for codes, a row for each game."""
        self._call("choose_games", codes)

    def _call(self, name: str, given_to: Any) -> None:
        ground, _, games, _ = self._held
        entry, kinds = self._others[name]
        entry(given(_flat(kinds, (ground, games, given_to))))


def _flat(kinds: Sequence[Kind], arguments: Sequence[Any]) -> list[int]:
    numbers: list[int] = []
    for kind, argument in zip(kinds, arguments, strict=True):
        numbers += flattened(kind, argument, address_of)
    return numbers


def _column(length: int, cell: str = "i8") -> Any:
    return Grid(cell, (length,))
