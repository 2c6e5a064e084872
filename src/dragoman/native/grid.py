"""Numbers of one kind in rows: what machine code works on where NumPy is not, and in places where
nothing else of NumPy is needed.

A ``Grid`` tells where its numbers lie as arrays of NumPy's do, which are made of it without a copy
(``given_out``), and it of them (``as_grid``).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, MutableSequence, Sequence
from functools import cache
from typing import Any, Final, cast

from dragoman.errors import DragomanError
from dragoman.extras import MissingExtra, extra
from dragoman.values import FrozenMap

LETTERS: Final = FrozenMap(
    {"u1": "B", "u2": "H", "u4": "I", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}
)
"""What ``array`` calls cells, by what NumPy calls them."""
_KINDS: Final = FrozenMap({"u": "uint", "i": "int", "f": "float"})
SIZES: Final = FrozenMap({cell: int(cell[1]) for cell in LETTERS})
"""The bytes of a cell."""


class Grid:
    """Numbers in one piece of memory, in one dimension or several. ``grid[row, column]`` is a
    number, ``grid[row]`` a grid again, of the same memory."""

    __slots__ = ("address", "cell", "numbers", "shape")
    address: int
    """Where the numbers begin."""

    def __init__(
        self, cell: str, shape: tuple[int, ...], numbers: Any = None, address: int | None = None
    ) -> None:
        size = math.prod(shape)
        if numbers is None:
            numbers = array(LETTERS[cell], [0]) * size
        self.cell = cell
        """What NumPy calls a cell: ``u2``, ``i8``."""
        self.shape = shape
        self.numbers: MutableSequence[Any] = numbers
        """All of them, one behind the other."""
        self.address = numbers.buffer_info()[0] if address is None else address

    @property
    def __array_interface__(self) -> dict[str, Any]:
        typestr = f"{_ORDER if SIZES[self.cell] > 1 else '|'}{self.cell}"
        where = (self.address, False)
        return {
            "version": 3,
            "typestr": typestr,
            "shape": self.shape,
            "data": where,
            "strides": None,
        }

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, place: int | slice | tuple[int, ...]) -> Any:
        if isinstance(place, tuple):
            return self.numbers[self._at(place)]
        if len(self.shape) == 1 and not isinstance(place, slice):
            return self.numbers[place]
        return self._rows(place)

    def __setitem__(self, place: int | slice | tuple[int, ...], number: Any) -> None:
        if isinstance(place, slice):
            self.memory[place] = memoryview(array(LETTERS[self.cell], number))
        else:
            self.numbers[self._at(place) if isinstance(place, tuple) else place] = number

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.shape, self.cell) == (other.shape, other.cell) and (
            self.memory == other.memory
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Grid of {self.cell}, {' x '.join(map(str, self.shape))}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid, (self.cell, self.shape, self.copy().numbers)

    def tolist(self) -> list[Any]:
        """The numbers in lists, one within the other."""
        found: list[Any] = list(self.numbers)
        for length in reversed(self.shape[1:]):
            rows = len(found) // length if length else math.prod(self.shape[:-1])
            found = [found[row * length : (row + 1) * length] for row in range(rows)]
        return found

    def copy(self) -> Grid:
        """The same numbers elsewhere."""
        numbers = _no_numbers(self.cell)
        numbers.frombytes(self.memory.cast("B"))
        return Grid(self.cell, self.shape, numbers)

    @property
    def memory(self) -> memoryview[Any]:
        """All numbers, as memory that pieces can be written to."""
        return memoryview(cast(Any, self.numbers))

    def some(self, rows: Sequence[int]) -> Grid:
        """A grid with copies of some rows."""
        each, numbers = math.prod(self.shape[1:]) * SIZES[self.cell], _no_numbers(self.cell)
        memory = self.memory.cast("B")
        for row in rows:
            numbers.frombytes(memory[row * each : (row + 1) * each])
        return Grid(self.cell, (len(rows), *self.shape[1:]), numbers)

    def _at(self, place: tuple[int, ...]) -> int:
        found = 0
        for index, length in zip(place, self.shape, strict=True):
            found = found * length + index
        return found

    def _rows(self, place: int | slice) -> Grid:
        """One row, or several."""
        each = math.prod(self.shape[1:])
        if isinstance(place, slice):
            begin, end, step = place.indices(len(self))
            if step != 1:
                raise IndexError("rows that follow on each other are had, not others")
            end = max(begin, end)
            shape = (end - begin, *self.shape[1:])
        else:
            begin = range(len(self))[place]
            end, shape = begin + 1, self.shape[1:]
        part: Any = self.memory[begin * each : end * each]
        return Grid(self.cell, shape, part, self.address + begin * each * SIZES[self.cell])


def _no_numbers(cell: str) -> array[Any]:
    return array(LETTERS[cell])


_ORDER: Final = "<" if memoryview(array("H", [1])).cast("B")[0] else ">"


def grid_of(cell: str, numbers: Sequence[float], shape: tuple[int, ...] | None = None) -> Grid:
    """These numbers, one behind the other, unless they have another shape."""
    found: array[Any] = array(LETTERS[cell], numbers)
    return Grid(cell, (len(found),) if shape is None else shape, found)


def cell_name(cell: str) -> str:
    """A kind of cells as NumPy writes it: ``uint16`` for ``u2``."""
    return f"{_KINDS.get(cell[:1], cell)}{8 * int(cell[1:])}" if cell[1:].isdigit() else cell


def as_grid(given: Any, cell: str, what: str, *, may_write: bool = False) -> Grid:
    """A grid of what somebody gives: of a grid itself, or an array of NumPy's, whose memory it then
    is, unless that does not lie in one piece, or has to be written to and must not be.

    Raises:
        DragomanError: if it is neither, or its numbers are others; ``what`` it is.
    """
    if isinstance(given, Grid):
        found = given
    else:
        told = getattr(given, "__array_interface__", None)
        if told is None:
            kind = type(given).__name__
            raise DragomanError(f"{what} of type {kind}; needed is an array of {cell_name(cell)}")
        if told["strides"] is not None or (may_write and told["data"][1]):
            given = given.copy()
            told = given.__array_interface__
        found = _of_interface(told, given)
    if found.cell != cell:
        own, needed = cell_name(found.cell), cell_name(cell)
        raise DragomanError(f"{what} of {own}; needed are {needed}")
    return found


def _of_interface(told: Any, holder: Any) -> Grid:
    cell: str = told["typestr"][1:]
    shape: tuple[int, ...] = told["shape"]
    size = math.prod(shape) * int(cell[1:])
    if cell not in LETTERS or size == 0:
        return Grid(cell, shape, array(LETTERS.get(cell, "B")), told["data"][0])
    memory: Any = memoryview(holder)
    return Grid(cell, shape, memory.cast("B").cast(LETTERS[cell]), told["data"][0])


def given_out(grid: Grid) -> Any:
    """A grid for those who asked: as an array of NumPy's where that is installed."""
    numpy = _numpy()
    return grid if numpy is None else numpy.asarray(grid)


@cache
def _numpy() -> Any:
    try:
        with extra("fast"):
            import numpy
    except MissingExtra:
        return None
    return numpy
