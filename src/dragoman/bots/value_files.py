"""Files of learned values: the numbers of a net, and what they were fitted to.

The first line says, in JSON, which form the file has, which variant it is for and the digest of the
tables that bots play that by, in what sequence the inputs stand, and how it was made; after it come
the numbers, in half precision, with a digest of their own.
"""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from struct import calcsize, pack, unpack
from typing import Any, Final

from dragoman.bots.engine.forms import MOST_LEFT, PlayTables, ValueNet
from dragoman.bots.engine.learned import first_of_years
from dragoman.bots.tables import play_tables
from dragoman.bots.values import values_file
from dragoman.game import Variant
from dragoman.native.grid import Grid, as_grid, grid_of
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

FORM: Final = 1
INPUTS: Final = (
    "(province * kinds + kind) * powers + power for a unit",
    "centre * powers + power for an owner",
    "years left",
)
"""The inputs, as they follow on each other; all numbers are those of ``PlayTables``."""
_HALF: Final = "<{}e"
"""So many numbers of half precision."""


@dataclass(frozen=True, slots=True)
class LearnedValues:
    """The numbers of a net for positions of a variant, in single precision; how they are used, and
    what they were fitted to."""

    inward: Any
    onward: Any
    paces: Any
    part: float
    """The part of a value that is learned."""
    winters: int
    """The winter to which positions are played on."""
    fitted: Mapping[str, Any]
    """The seeds, the commit, and how many games and positions there were."""

    def net(self, tables: PlayTables) -> ValueNet:
        """The net as compiled code takes it, with room of its own."""
        most = 2 * (tables.provinces + tables.centers)
        logarithms = [0.0, *map(math.log, range(1, most))]
        return ValueNet(
            inward=self.inward,
            onward=self.onward,
            paces=self.paces,
            part=grid_of("f8", [self.part]),
            winters=grid_of("i8", [self.winters]),
            sums=Grid("f4", (self.inward.shape[1],)),
            outputs=Grid("f8", (tables.powers,)),
            logarithms=grid_of("f8", grid_of("f4", logarithms).tolist()),
        )


def no_net() -> ValueNet:
    """A net that is not there, in arrays of the same kinds."""
    table, row, doubles = Grid("f4", (0, 0)), Grid("f4", (0,)), Grid("f8", (0,))
    return ValueNet(table, table, row, doubles, Grid("i8", (0,)), row, doubles, doubles)


def digest_of_variant(variant: Variant) -> str:
    """A digest of all that the meaning of a net's inputs depends on."""
    board = variant.board
    told = (
        *(list(board.powers), list(board.provinces), variant.victory_centers),
        *(_tables(variant)._asdict(), sorted(variant.start.owners.items())),
        sorted((unit.power, unit.kind, unit.location) for unit in variant.start.units),
    )
    return sha256(repr(told).encode()).hexdigest()


def _tables(variant: Variant) -> PlayTables:
    return play_tables(variant.board, variant.rule_set, variant.calendar_under(variant.rule_set))


def written(variant: Variant, values: LearnedValues) -> bytes:
    """The file of the values of a variant."""
    arrays = (as_grid(one, "f4", "values") for one in (values.inward, values.onward, values.paces))
    numbers = b"".join(pack(_HALF.format(len(one.numbers)), *one.numbers) for one in arrays)
    head = {
        "form": FORM,
        "variant": variant.name,
        "tables": digest_of_variant(variant),
        "inputs": INPUTS,
        "hidden": len(values.onward),
        "part": values.part,
        "winters": values.winters,
        "fitted": values.fitted,
        "sha256": sha256(numbers).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + numbers


def read_values(variant: Variant, content: bytes, name: str) -> LearnedValues:
    """The values of a variant in a file.

    Raises:
        ActionRefused: if the file is of another form or variant, or damaged.
    """
    line, _, numbers = content.partition(b"\n")
    try:
        head: dict[str, Any] = json.loads(line)
        form, hidden = int(head["form"]), int(head["hidden"])
        part, winters = float(head["part"]), int(head["winters"])
        tables, fitted, digest = str(head["tables"]), dict(head["fitted"]), str(head["sha256"])
    except (ValueError, KeyError, TypeError):
        raise _refused(f"{name} is no file of learned values") from None
    if form != FORM:
        raise _refused(f"{name} has form {form} of learned values, not {FORM}")
    if tables != digest_of_variant(variant):
        raise _refused(f"{name} was learned on another map, or under other rules")
    if sha256(numbers).hexdigest() != digest:
        raise _refused(f"{name} is damaged: its numbers are not those that were written")
    played = _tables(variant)
    inputs, powers = first_of_years(played) + MOST_LEFT + 1, played.powers
    shapes = ((inputs, hidden + powers), (hidden, powers), (MOST_LEFT + 1,))
    count = sum(map(math.prod, shapes))
    if len(numbers) != calcsize(_HALF.format(count)):
        raise _refused(f"{name} has too few or too many numbers")
    flat = array("f", unpack(_HALF.format(count), numbers))
    grids: list[Grid] = []
    begin = 0
    for shape in shapes:
        end = begin + math.prod(shape)
        grids.append(Grid("f4", shape, flat[begin:end]))
        begin = end
    inward, onward, paces = grids
    return LearnedValues(inward, onward, paces, part, winters, fitted)


def _refused(what: str) -> ActionRefused:
    remedy = "install Dragoman again, or have them fitted anew: python -m tools.learned"
    return ActionRefused("bad-values", what, remedy)


@lru_cache(maxsize=8)
def values_for(variant: Variant) -> LearnedValues:
    """The learned values that come along for a variant.

    Raises:
        ActionRefused: if there are none, or they cannot be read.
    """
    found = values_file(variant.name)
    if not found.is_file():
        what = f"nothing was learned for the variant {variant.name}"
        raise ActionRefused("no-values", what, "take search:2000, say, which needs nothing")
    return read_values(variant, found.read_bytes(), found.name)
