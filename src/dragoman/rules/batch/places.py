"""Where everything lies that the functions of the engine name: in which array, at which place."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import fields
from typing import Final, NamedTuple

from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.batch.packed_form import PackedForm
from dragoman.rules.batch.written_turn import WrittenTurn
from dragoman.rules.engine.room import room_for_links, room_to_list
from dragoman.rules.engine.tables import BoardTables, CalendarTables, RuleCodes
from dragoman.rules.engine.turn import GROUPS, Turn

_TABLES: Final = {
    "BoardTables": BoardTables,
    "RuleCodes": RuleCodes,
    "CalendarTables": CalendarTables,
    "PackedForm": PackedForm,
}
TABLES_OF_TURN: Final = {f.name: str(f.type) for f in fields(Turn) if str(f.type) in _TABLES}
NUMBERS: Final = tuple(f.name for f in fields(Turn) if f.type == "int")
_GROWING: Final = ("routes", *room_to_list(0, 0, 0), *room_for_links(0))
"""The vectors that are arrays of their own."""
_MASKS: Final = tuple(
    f.name for f in fields(Turn) if str(f.type) in ("Mask", "MaskColumn", "Masks")
)
SINGLE_MASKS: Final = tuple(f.name for f in fields(Turn) if f.type == "Mask")
CHUNK: Final = tuple(f.name for f in fields(Chunk))
_OF_VECTORS: Final[Mapping[str, type]] = {"Chunk": Chunk, "WrittenTurn": WrittenTurn}
"""What goes along with a turn and has nothing but arrays and numbers."""
_VECTORS: Final = tuple(f.name for one in _OF_VECTORS.values() for f in fields(one))
_PARTS: Final = (*TABLES_OF_TURN, "numbers", "slab", "masks", *_GROWING, *_VECTORS)
"""In this order a function takes them."""


class Companion(NamedTuple):
    """A companion of a turn that is taken apart likewise: a class of tables, groups of rows,
    numbers and columns, all of sizes that are known when the source is compiled."""

    name: str
    """What functions call its type."""
    tables: Mapping[str, type]
    """Those of its fields that are tables, and their types."""
    numbers: tuple[str, ...]
    lengths: Mapping[tuple[str, str], int]
    """How long each column is, by its group ("" for none) and its name."""
    other_tables: Mapping[str, type]
    """Tables that functions take beside it, by the names of their types."""

    @property
    def slab(self) -> int:
        """The length of an array that has room for all its columns."""
        return sum(self.lengths.values())


class Place(NamedTuple):
    """Where something that a function names lies: which part of which argument, and how."""

    argument: str
    part: str
    how: str
    """``vector`` (an array of its own), ``column`` (a stretch of the slab), ``masks`` (one of that
    array), ``mask`` (a single one), ``count`` or ``table``."""
    number: int = 0
    """Of a count or table in its header."""
    column: tuple[str, str] = ("", "")
    """Its group and name."""


class MemoryMap:
    """Where everything lies that functions name."""

    def __init__(self, companion: Companion | None) -> None:
        self._companion = companion
        self.parted = ("Turn", *_OF_VECTORS, *((companion.name,) if companion else ()))
        self.tables: Mapping[str, type] = _TABLES
        self.parts: tuple[str, ...] = _PARTS
        if companion is not None:
            own = {one.__name__: one for one in companion.tables.values()}
            self.tables = {**_TABLES, **own, **companion.other_tables}
            self.parts = (*dict.fromkeys((*_PARTS, *companion.tables)),)

    def is_taken_apart(self, kind: str) -> bool:
        """True if an argument of this type is replaced by arrays."""
        return kind in self.tables or kind in self.parted

    def place_of(self, node: ast.AST, kinds: Mapping[str, str]) -> Place | None:
        """Where ``t.goal``, ``t.board.is_water`` or ``board.kind_count`` lies; None for anything
        else, and for ``t.board`` itself."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.insert(0, node.attr)
            node = node.value
        if not (isinstance(node, ast.Name) and attributes):
            return None
        kind = kinds.get(node.id, "")
        if kind in self.tables:
            return self._table_place(node.id, "", kind, attributes[0])
        if kind in _OF_VECTORS:
            return Place(node.id, attributes[0], "vector")
        if kind == "Turn" and attributes[0] != "on":
            return self._place_in_turn(node.id, attributes)
        if self._companion is not None and kind == self._companion.name:
            return self._place_in_companion(node.id, self._companion, attributes)
        return None

    def _place_in_turn(self, argument: str, attributes: list[str]) -> Place | None:
        first = attributes[0]
        if first in TABLES_OF_TURN:
            if len(attributes) == 1:
                return Place(argument, first, "vector")
            return self._table_place(argument, first, TABLES_OF_TURN[first], attributes[1])
        if first in GROUPS:
            if len(attributes) == 1:
                return None
            return Place(argument, "slab", "column", column=(first, attributes[1]))
        if first in NUMBERS:
            return Place(argument, "numbers", "count", NUMBERS.index(first))
        if first in _GROWING:
            return Place(argument, first, "masks" if first in _MASKS else "vector")
        if first in _MASKS:
            how = "mask" if first in SINGLE_MASKS else "masks"
            return Place(argument, "masks", how, column=("", first))
        return Place(argument, "slab", "column", column=("", first))

    def _place_in_companion(
        self, argument: str, companion: Companion, attributes: list[str]
    ) -> Place | None:
        first = attributes[0]
        if first in companion.tables:
            if len(attributes) == 1:
                return Place(argument, first, "vector")
            kind = companion.tables[first].__name__
            return self._table_place(argument, first, kind, attributes[1])
        if first in companion.numbers:
            return Place(argument, "numbers", "count", companion.numbers.index(first))
        group, name = ("", first) if len(attributes) == 1 else (first, attributes[1])
        if (group, name) not in companion.lengths:
            return None
        column = f"{companion.name}.{group}", name
        return Place(argument, "slab", "column", column=column)

    def _table_place(self, argument: str, part: str, kind: str, name: str) -> Place:
        columns = fields(self.tables[kind])
        header = [f.name for f in columns]
        place = header.index(name)
        how = "count" if columns[place].type == "int" else "table"
        return Place(argument, part, how, place)
