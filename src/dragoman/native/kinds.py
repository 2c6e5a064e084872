"""The kinds of values in the source that is translated to C (see ``to_c``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from struct import pack
from typing import Any, Final, TypeAlias, cast

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True)
class Number:
    """A whole number, or yes or no: 64 bits with a sign."""


@dataclass(frozen=True)
class Real:
    """A number with a fraction: a double."""


@dataclass(frozen=True)
class Single:
    """A number with a fraction in single precision: what is worked out of two of them is one."""


@dataclass(frozen=True)
class Mask:
    """A set of units in several words; in one word it is a ``Number``."""


@dataclass(frozen=True)
class Pointer:
    """The address of cells of a type, as C calls it."""

    cell: str


@dataclass(frozen=True)
class View:
    """Cells that lie in memory in one piece, with the lengths of their dimensions."""

    cell: str
    rank: int = 1


@dataclass(frozen=True)
class Several:
    """A tuple."""

    parts: tuple[Kind, ...]


@dataclass(frozen=True)
class RecordKind:
    """A named tuple. One of arrays functions are given, and hand on; one of numbers alone they
    make and return, too."""

    name: str
    fields: tuple[tuple[str, Kind], ...]

    @property
    def is_of_numbers(self) -> bool:
        return all(isinstance(kind, Number | Real) for _, kind in self.fields)

    def field(self, name: str) -> Kind:
        return dict(self.fields)[name]


Kind: TypeAlias = Number | Real | Single | Mask | Pointer | View | Several | RecordKind

NUMBER: Final = Number()
REAL: Final = Real()
SINGLE: Final = Single()
MASK: Final = Mask()
CELLS: Final[Mapping[str, str]] = {
    "u1": "uint8_t",
    "u2": "uint16_t",
    "u4": "uint32_t",
    "i4": "int32_t",
    "i8": "int64_t",
    "f8": "double",
    "f4": "float",
}
"""What C calls the cells of arrays, by the kind and the bytes of each, as NumPy has them."""
_READ_AS: Final[Mapping[str, Kind]] = {"double": REAL, "float": SINGLE}


def cell_kind(cell: str) -> Kind:
    """The kind of what a cell holds, once it is read."""
    return _READ_AS.get(cell, NUMBER)


def merged(one: Kind | None, other: Kind | None) -> Kind | None:
    """The kind of what is of the one here and of the other there; None where nothing is known.

    Raises:
        TypeError: if nothing is of both.
    """
    if one is None or one == other:
        return other
    if other is None:
        return one
    match one, other:
        case (Number() | Single() | Real(), Number() | Single() | Real()):
            return REAL
        case (Number(), Mask()) | (View(), Pointer()):
            return other
        case (Mask(), Number()) | (Pointer(), View()):
            return one
        case (Several(parts=mine), Several(parts=others)) if len(mine) == len(others):
            parts = [merged(*pair) for pair in zip(mine, others, strict=True)]
            return Several(tuple(part for part in parts if part is not None))
        case _:
            raise TypeError(f"{one} and {other}")


def flattened(kind: Kind, value: Any, address_of: Callable[[Any, str], int]) -> Iterator[int]:
    """The numbers that an entry is given for a value: of arrays where they begin, and how long they
    are."""
    match kind:
        case Pointer(cell=cell):
            yield address_of(value, cell)
        case View(cell=cell, rank=rank):
            yield address_of(value, cell)
            if len(value.shape) != rank:
                raise TypeError(f"an array of {len(value.shape)} dimensions, not {rank}")
            yield from value.shape
        case Several(parts=parts):
            for part, one in zip(parts, value, strict=True):
                yield from flattened(part, one, address_of)
        case RecordKind(fields=fields):
            for name, part in fields:
                yield from flattened(part, getattr(value, name), address_of)
        case Real() | Single():
            yield int.from_bytes(pack("<d", value), "little", signed=True)
        case Number() | Mask():
            yield value


def kind_of(value: Any) -> Kind:
    """The kind of a value that an entry is given: a number, an array of NumPy's or a grid, a tuple
    of such, with names or without."""
    if isinstance(value, int):
        return NUMBER
    if isinstance(value, float):
        return REAL
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        kinds = tuple(map(kind_of, parts))
        names: tuple[str, ...] | None = getattr(parts, "_fields", None)
        if names is None:
            return Several(kinds)
        return RecordKind(type(parts).__name__, tuple(zip(names, kinds, strict=True)))
    told = value.__array_interface__
    return View(CELLS[told["typestr"][1:]], len(told["shape"]))
