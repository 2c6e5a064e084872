"""The rules as WebAssembly: the judge that a browser has, and whatever else runs such code.

It judges one turn at a time. Whoever calls it writes columns of the turn, calls functions of the
engine, and reads columns again; where they lie is told by the note in the code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from dragoman.native.library import CodeUnit
from dragoman.rules.batch.arrays import KernelSize, Layout
from dragoman.rules.batch.compile import unit_of
from dragoman.rules.batch.places import NUMBERS, SINGLE_MASKS, TABLES_OF_TURN
from dragoman.rules.batch.source import MODULES, KernelProgram, Takes
from dragoman.rules.engine.room import room_for, room_for_masks
from dragoman.rules.engine.tables import BoardTables, CalendarTables, RuleCodes
from dragoman.rules.engine.turn import GROUPS, MASK_COLUMNS, UNIT_COLUMNS, columns_of

WEB_JUDGE: Final = KernelProgram(
    name="judge",
    entries=(
        "run_movement",
        "run_retreats",
        "run_adjustments",
        "keep_standing",
        "next_phase",
        "list_orders",
        "list_adjustments",
        "list_retreats",
        "forbidden_origin",
        "leaves_contested",
        "by_sea",
        "becomes",
        "arrives",
        "moves",
        "stays_put",
        "facing",
        "head_on",
        "strikes",
        "own_halves",
        "support_halves",
        "attack_halves",
        "hold_halves",
        "opposition_halves",
        "prevent_halves",
    ),
    modules=(*MODULES, "engine.forces"),
    definitions=("batch.web_judge",),
)
SIZE: Final = KernelSize(locations=127, words=2)
"""The room of the one kernel that a browser loads: for boards of so many locations, and a unit in
each of them."""


def web_judge() -> CodeUnit:
    """The source of the rules for a browser, in C."""
    return unit_of(WEB_JUDGE, SIZE, _note)


def _note(takes: Mapping[str, Takes]) -> str:
    """A note of the arrays that functions take, and of where everything lies: of each group of
    columns where they begin in the slab, of each mask where it begins among the masks."""
    layout = Layout(SIZE)
    sizes = (SIZE.locations,) * 4
    columns = {"": (*UNIT_COLUMNS, *room_for(*sizes))}
    columns |= {group: columns_of(rows) for group, rows in GROUPS.items()}
    masks = (*SINGLE_MASKS, *MASK_COLUMNS, *room_for_masks(*sizes[1:]))
    tables = {"BoardTables": BoardTables, "RuleCodes": RuleCodes, "CalendarTables": CalendarTables}
    return json.dumps(
        {
            "takes": takes,
            "size": SIZE._asdict(),
            "slab": layout.slab,
            "columns": {
                group: {name: layout.stretch((group, name)).start for name in names}
                for group, names in columns.items()
            },
            "masks": layout.masks,
            "sets": {name: layout.stretch(("", name)).start for name in masks},
            "numbers": NUMBERS,
            "tables": {
                part: [one.name for one in fields(tables[kind])]
                for part, kind in TABLES_OF_TURN.items()
            },
        },
        separators=(",", ":"),
    )
