"""From columns to flat arrays: what the compiled source works on instead of a ``Turn``.

The engine reads ``t.board.is_water[place]`` and ``t.goal[unit]``. Handing on every one of these
arrays costs more than using them. So of a turn there are only
these arrays, its parts: ``board``, ``rules`` and ``calendar``, in each of which a header tells
where its tables begin; ``numbers``, the single numbers of the turn; ``slab``, with every column and
vector at a place that is known when the source is compiled; ``masks``, with every set of units,
likewise; and the vectors for legal orders that are listed, which grow. A function takes the parts
that it or a function called by it needs.
"""

from __future__ import annotations

import ast
from array import array
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, NamedTuple, TypeAlias

from dragoman.rules.batch.places import NUMBERS, SINGLE_MASKS, Companion, MemoryMap, Place
from dragoman.rules.engine.room import (
    links_of,
    room_for,
    room_for_links,
    room_for_masks,
    room_to_list,
)
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import (
    GROUPS,
    MASK_COLUMNS,
    UNIT_COLUMNS,
    columns_of,
)
from dragoman.values import FrozenMap

WORD: Final = 64
"""The units that a word of a mask has room for."""

Arrays: TypeAlias = dict[str, Any]
"""The arrays of a turn or a chunk by the names of its parts."""


class Held(Arrays):
    """Arrays that stay where they are: where each begins is worked out once."""

    def __init__(self, arrays: Arrays) -> None:
        super().__init__(arrays)
        self.addresses: dict[str, int] = {}


CELLS_OF: Final[Mapping[str, str]] = FrozenMap(
    dict.fromkeys(("numbers", "masks", "states", "counts", "rows"), "i8")
    | dict.fromkeys(("link_helps", "link_needs"), "i8")
    | {"results": "u1"}
)
"""The cells of the parts of a turn and a chunk, as NumPy calls them; those of all others have 32
bits, those of packed positions as many as the kernel's size says."""

SMALLEST: Final = 127
"""The most locations of boards for which there is the smallest kernel."""


class KernelSize(NamedTuple):
    """The room of a kernel: boards of so many locations, and so many words of units; and the
    bits of the numbers of packed positions."""

    locations: int
    words: int
    cell_bits: int = 16


def kernel_size(locations: int, units: int) -> KernelSize:
    """The size of the kernel that judges boards and positions of such sizes."""
    capacity = SMALLEST
    while capacity < locations:
        capacity *= 2
    words = 1
    while WORD * words < units:
        words *= 2
    return KernelSize(capacity, words)


class Layout:
    """Where each column, vector and mask of a turn begins in the arrays of a kernel."""

    def __init__(self, size: KernelSize, companion: Companion | None = None) -> None:
        capacity, self.words, _ = size
        self._stretches: dict[tuple[str, str], range] = {}
        self.slab = 0
        """How long the slab is; and ``masks``, how long the array of masks."""
        for name in UNIT_COLUMNS:
            self.slab = self._add("", name, self.slab, capacity)
        rows = {"orders": 2 * capacity, "adjustments": 3 * capacity}
        for group, columns in GROUPS.items():
            for name in columns_of(columns):
                self.slab = self._add(group, name, self.slab, rows.get(group, 2 * capacity))
        for name, length in room_for(capacity, capacity, capacity, capacity).items():
            self.slab = self._add("", name, self.slab, length)
        lengths = dict.fromkeys(SINGLE_MASKS, 1) | dict.fromkeys(MASK_COLUMNS, capacity)
        self.masks = 0
        for name, length in (lengths | room_for_masks(capacity, capacity, capacity)).items():
            self.masks = self._add("", name, self.masks, length)
        self.masks *= self.words
        begin = 0
        for (group, name), length in companion.lengths.items() if companion else ():
            begin = self._add(f"{companion.name}.{group}" if companion else "", name, begin, length)

    def _add(self, group: str, name: str, begin: int, length: int) -> int:
        self._stretches[group, name] = range(begin, begin + length)
        return begin + length

    def stretch(self, column: tuple[str, str]) -> range:
        """Where a column of a group lies, or one of the units, a vector or a mask (of group "")."""
        return self._stretches[column]


def flat(tables: Any) -> array[int]:
    """Tables in one array: a header with each number, or where each table begins; the tables."""
    header = [f.name for f in fields(tables)]
    found = zeros("i", len(header))
    begun: dict[int, int] = {}
    for place, name in enumerate(header):
        table: Any = getattr(tables, name)
        if isinstance(table, int):
            found[place] = table
            continue
        if id(table) not in begun:
            begun[id(table)] = len(found)
            found.extend(table)
        found[place] = begun[id(table)]
    return found


def zeros(cell: str, length: int) -> array[int]:
    """So many numbers of 0, in cells as ``array`` calls them: ``i`` of 32 bits, ``q`` of 64."""
    return array(cell, bytes(length * array(cell).itemsize))


def room(board: BoardTables, size: KernelSize, listed: int) -> Arrays:
    """The working arrays of a turn for a kernel: room to judge one position of a board at a time,
    and to list so many legal orders."""
    provinces = board.province_count
    found: Arrays = {
        name: zeros("i", length)
        for name, length in room_to_list(board.gate_count, provinces, listed).items()
    }
    for name, length in room_for_links(listed).items():
        found[name] = zeros("q", length * size.words)
    found["routes"] = zeros("i", 0)
    found["numbers"] = zeros("q", len(NUMBERS))
    set_number(found, "listed_room", listed)
    set_number(found, "link_room", links_of(listed))
    layout = Layout(size)
    found["slab"] = zeros("i", layout.slab)
    found["masks"] = zeros("q", layout.masks)
    return found


def set_number(arrays: Arrays, name: str, value: int) -> None:
    """Set one of the single numbers of a turn."""
    arrays["numbers"][NUMBERS.index(name)] = value


class Flattener:
    """Rewrites the functions of the engine's source to take arrays."""

    def __init__(
        self,
        functions: Mapping[str, ast.FunctionDef],
        size: KernelSize,
        companion: Companion | None = None,
    ) -> None:
        self.layout = Layout(size, companion)
        self.places = MemoryMap(companion)
        self._arguments = {
            name: [(a.arg, _annotation(a)) for a in function.args.args]
            for name, function in functions.items()
        }
        self._needs = self._work_out_needs(functions)

    @property
    def takes(self) -> dict[str, tuple[tuple[str, ...] | None, ...]]:
        """For each function and each argument the parts that it is replaced by, None for a
        number. Tables are one array, which has no name of its own."""
        return {
            name: tuple(
                self._parts(name, argument) if self.places.is_taken_apart(kind) else None
                for argument, kind in arguments
            )
            for name, arguments in self._arguments.items()
        }

    def flattened(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """The function, which is changed, on arrays."""
        arguments: list[ast.arg] = []
        for name, kind in self._arguments[function.name]:
            if kind in self.places.parted:
                parts = self._parts(function.name, name)
                arguments += [ast.arg(_variable(name, part)) for part in parts]
            else:
                arguments.append(ast.arg(name))
        rewriting = _Rewriting(self, dict(self._arguments[function.name]))
        function.body = [rewriting.visit(statement) for statement in function.body]
        function.args.args = arguments
        function.returns = None
        return function

    def parts_of_call(self, function: str, place: int) -> tuple[str, ...] | None:
        """The parts that replace an argument of a call; None where it is a number, or where the
        function is none of the source."""
        if function not in self._arguments:
            return None
        name, kind = self._arguments[function][place]
        return self._parts(function, name) if self.places.is_taken_apart(kind) else None

    def _parts(self, function: str, argument: str) -> tuple[str, ...]:
        kind = dict(self._arguments[function])[argument]
        if kind in self.places.tables:
            return ("",)
        return tuple(part for part in self.places.parts if part in self._needs[function, argument])

    def _work_out_needs(
        self, functions: Mapping[str, ast.FunctionDef]
    ) -> dict[tuple[str, str], set[str]]:
        """The parts that each function needs of each of its arguments, of itself or for others."""
        needs: dict[tuple[str, str], set[str]] = {}
        handed_on: list[tuple[tuple[str, str], tuple[str, str], bool]] = []
        for name, function in functions.items():
            kinds = dict(self._arguments[name])
            for argument, kind in kinds.items():
                if kind in self.places.parted:
                    needs[name, argument] = set()
            for node in ast.walk(function):
                is_named = isinstance(node, ast.Attribute)
                place = self.places.place_of(node, kinds) if is_named else None
                if place is not None and kinds[place.argument] in self.places.parted:
                    needs[name, place.argument].add(place.part)
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                    continue
                if node.func.id not in self._arguments:
                    continue
                for given, (taken, _) in zip(node.args, self._arguments[node.func.id], strict=True):
                    source, is_on_other_board = _whole(given)
                    if kinds.get(source) in self.places.parted:
                        handed_on.append(((node.func.id, taken), (name, source), is_on_other_board))
        grown = True
        while grown:
            grown = False
            for inner, outer, is_on_other_board in handed_on:
                more = needs[inner] - ({"board"} if is_on_other_board else set())
                if not more <= needs[outer]:
                    needs[outer] |= more
                    grown = True
        return needs


class _Rewriting(ast.NodeTransformer):
    """Rewrites the body of one function. Every index becomes unsigned: none counts from the end,
    and compiled code that knows so need not ask at every step."""

    def __init__(self, flattener: Flattener, kinds: Mapping[str, str]) -> None:
        self._flattener, self._kinds = flattener, kinds

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        index = self.visit(node.slice)
        place = self._flattener.places.place_of(node.value, self._kinds)
        if place is None:
            return ast.Subscript(self.visit(node.value), _unsigned(index), node.ctx)
        array = ast.Name(_variable(place.argument, place.part), ast.Load())
        if place.how == "masks":
            return self._mask(array, place, index, node.ctx)
        if place.how == "column":
            begin = self._flattener.layout.stretch(place.column).start
            index = ast.BinOp(index, ast.Add(), ast.Constant(begin))
        elif place.how == "table":
            start = ast.Subscript(array, _unsigned(ast.Constant(place.number)), ast.Load())
            index = ast.BinOp(start, ast.Add(), index)
        return ast.Subscript(array, _unsigned(index), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        place = self._flattener.places.place_of(node, self._kinds)
        if place is None:
            return self.generic_visit(node)
        array = ast.Name(_variable(place.argument, place.part), ast.Load())
        if place.how == "vector":
            return array
        if place.how == "mask":
            return self._mask(array, place, ast.Constant(0), node.ctx)
        if place.how == "column":
            begin = self._flattener.layout.stretch(place.column).start
            return ast.Call(ast.Name("_part", ast.Load()), [array, ast.Constant(begin)], [])
        if place.how == "count":
            return ast.Subscript(array, _unsigned(ast.Constant(place.number)), node.ctx)
        raise TypeError(f"{ast.unparse(node)} can only be read with an index")

    def _mask(
        self, array: ast.Name, place: Place, index: ast.expr, context: ast.expr_context
    ) -> ast.expr:
        """A set of units: one number, or several that are put together."""
        layout = self._flattener.layout
        if place.part == "masks":
            begin = ast.Constant(layout.stretch(place.column).start)
            index = ast.BinOp(index, ast.Add(), begin)
        if layout.words == 1:
            return ast.Subscript(array, _unsigned(index), context)
        index = ast.BinOp(index, ast.Mult(), ast.Constant(layout.words))
        return ast.Call(ast.Name("_load_mask", ast.Load()), [array, _unsigned(index)], [])

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """``fill`` and ``copy_cells``, written as the loops that they are short for."""
        match node.value:
            case ast.Call(func=ast.Name(id="fill"), args=[cells, count, content]):
                pass
            case ast.Call(func=ast.Name(id="copy_cells"), args=[source, count, cells]):
                content = ast.Subscript(source, ast.Name("_cell", ast.Load()), ast.Load())
            case _:
                return self.generic_visit(node)
        target = ast.Subscript(cells, ast.Name("_cell", ast.Load()), ast.Store())
        counting = ast.Call(ast.Name("range", ast.Load()), [count], [])
        step = ast.Assign([target], content)
        return self.visit(ast.For(ast.Name("_cell", ast.Store()), counting, [step], []))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        value = self.visit(node.value)
        (target,) = map(self.visit, node.targets)
        return _stored(target, value) or ast.Assign([target], value)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        target, value = self.visit(node.target), self.visit(node.value)
        changed = ast.BinOp(target, node.op, value)
        return _stored(target, changed) or ast.AugAssign(target, node.op, value)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """``owner in (NONE, by)`` asks for each of them: numbers of several types make no tuple in
        which compiled code can look."""
        match node:
            case ast.Compare(
                ops=[ast.In() | ast.NotIn() as operator], comparators=[ast.Tuple(elts=choices)]
            ) if not all(isinstance(one, ast.Constant | ast.Name) for one in choices) or any(
                isinstance(one, ast.Name) and one.id.islower() for one in choices
            ):
                is_in = isinstance(operator, ast.In)
                asked = ast.Eq() if is_in else ast.NotEq()
                each = [self.visit(ast.Compare(node.left, [asked], [one])) for one in choices]
                return ast.BoolOp(ast.Or() if is_in else ast.And(), each)
            case _:
                return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == "EMPTY" and self._flattener.layout.words > 1:
            return ast.Call(ast.Name("_empty", ast.Load()), [], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if not isinstance(node.func, ast.Name):
            return self.generic_visit(node)
        arguments: list[ast.expr] = []
        for number, given in enumerate(node.args):
            parts = self._flattener.parts_of_call(node.func.id, number)
            if parts is None:
                arguments.append(self.visit(given))
            else:
                arguments += [self._part(given, part) for part in parts]
        return ast.Call(node.func, arguments, node.keywords)

    def _part(self, given: ast.expr, part: str) -> ast.expr:
        """One array of what is given for a turn, a chunk or tables."""
        match given:
            case ast.Name(id=name):
                return ast.Name(_variable(name, part), ast.Load())
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):  # t.board
                return ast.Name(_variable(name, attribute), ast.Load())
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name)), args=[ast.Name(id=other)]):
                # t.on(ice)
                return ast.Name(other if part == "board" else _variable(name, part), ast.Load())
            case _:
                raise TypeError(f"{ast.unparse(given)} cannot be taken apart")


def _stored(target: ast.AST, value: ast.expr) -> ast.Expr | None:
    """The statement that stores a mask of several words; None where the target is none."""
    if not isinstance(target, ast.Call):
        return None
    return ast.Expr(ast.Call(ast.Name("_store_mask", ast.Load()), [*target.args, value], []))


def _whole(given: ast.expr) -> tuple[str, bool]:
    """The turn or chunk that is handed on as a whole, and whether on another board."""
    match given:
        case ast.Name(id=name):
            return name, False
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="on")):
            return name, True
        case _:
            return "", False


def _annotation(argument: ast.arg) -> str:
    return ast.unparse(argument.annotation) if argument.annotation else ""


def _variable(argument: str, part: str) -> str:
    return f"{argument}_{part}" if part else argument


def _unsigned(index: ast.expr) -> ast.Call:
    return ast.Call(ast.Name("_index", ast.Load()), [index], [])
