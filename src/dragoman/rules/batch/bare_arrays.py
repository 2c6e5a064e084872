"""Arrays as bare addresses, which compiled functions hand to each other.

An array is seven numbers to a compiled function, and counted references, which cost more than half
of the time of a turn. The arrays of a turn are held by whoever calls the kernel, so that inside it
an address is enough.
"""

from __future__ import annotations

from typing import Any

from dragoman.extras import extra

with extra("fast"):
    from numba import types
    from numba.extending import intrinsic


def _make_bare(typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


def _make_part(typing: Any, numbers: Any, begin: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return numbers(numbers, begin), generate


bare: Any = intrinsic(_make_bare)
"""The address of an array's numbers."""
part: Any = intrinsic(_make_part)
"""The address of those from a place on."""
