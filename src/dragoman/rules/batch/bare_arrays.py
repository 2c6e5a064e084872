"""Arrays as bare addresses, which compiled functions hand to each other.

An array is seven numbers to a compiled function, and counted references, which cost more than half
of the time of a turn. The arrays of a turn are held by whoever calls the kernel, so that inside it
an address is enough.

On a graphics card as many threads as a warp has take each step together, each in a turn of its own,
and memory is quick where they ask for neighbouring numbers. So the same cell of ``LANES`` turns lie
side by side there, in arrays of tiles, cells and lanes, and the address of one turn is that of a
lane. Which it is the compiler knows from the type of the address: the source is the same.
"""

from __future__ import annotations

import operator
from typing import Any, Final

from dragoman.extras import extra

with extra("cuda"):
    from llvmlite import ir  # type: ignore[reportMissingTypeStubs]
    from numba import types
    from numba.core.datamodel import models
    from numba.core.typing import templates
    from numba.core.typing.templates import AbstractTemplate
    from numba.extending import (
        intrinsic,
        lower_builtin,  # type: ignore[reportUnknownVariableType]
        register_model,  # type: ignore[reportUnknownVariableType]
    )

LANES: Final = 32
"""The turns whose numbers lie side by side: the threads of a warp."""
_SIZE: Final = ir.IntType(64)
_typing: Any = templates


class _LaneType(types.Type):
    """Numba's type of the address of one lane's numbers."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Lane({dtype})")


register_model(_LaneType)(models.PointerModel)


class _ReadLane(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        lane, place = args
        if isinstance(lane, _LaneType) and isinstance(place, types.Integer):
            return lane.dtype(lane, types.uint32)
        return None


class _WriteLane(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        lane, place, _ = args
        if isinstance(lane, _LaneType) and isinstance(place, types.Integer):
            return types.none(lane, types.uint32, lane.dtype)
        return None


_typing.infer_global(operator.getitem)(_ReadLane)
_typing.infer_global(operator.setitem)(_WriteLane)


def _cell(builder: Any, lane: Any, place: Any) -> Any:
    """The address of a lane's number at a place."""
    return builder.gep(lane, [_wide(builder, builder.mul(place, ir.Constant(place.type, LANES)))])


def _wide(builder: Any, number: Any) -> Any:
    return builder.zext(number, _SIZE) if number.type.width < _SIZE.width else number


@lower_builtin(operator.getitem, _LaneType, types.Integer)
def _read_lane(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(_cell(builder, *arguments))


@lower_builtin(operator.setitem, _LaneType, types.Integer, types.Integer)
def _write_lane(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    lane, place, number = arguments
    builder.store(number, _cell(builder, lane, place))


def _make_bare(typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


def _make_lane(typing: Any, array: Any, turn: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        tiles = context.make_array(array)(context, builder, arguments[0])
        lanes = ir.Constant(_SIZE, LANES)
        tile, lane = (operation(arguments[1], lanes) for operation in (builder.udiv, builder.urem))
        cells = builder.mul(tile, builder.extract_value(tiles.shape, 1))
        return builder.gep(tiles.data, [builder.add(builder.mul(cells, lanes), lane)])

    return _LaneType(array.dtype)(array, types.int64), generate


def _make_part(typing: Any, numbers: Any, begin: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if isinstance(numbers, _LaneType):
            return _cell(builder, *arguments)
        return builder.gep(arguments[0], [arguments[1]])

    return numbers(numbers, begin), generate


bare: Any = intrinsic(_make_bare)
"""The address of an array's numbers."""
lane: Any = intrinsic(_make_lane)
"""The address of the numbers of one turn in an array of tiles, cells and lanes."""
part: Any = intrinsic(_make_part)
"""The address of those from a place on."""
