"""The types of arrays that batches take and give.

Where NumPy is installed they are its arrays; where it is not, ``dragoman.native.grid.Grid``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Cells: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
    """Packed positions, one a row: of 16 bits each number, of 32 where a board has a great many
    locations, kinds of unit and powers."""
    Codes: TypeAlias = npt.NDArray[np.int32]
    """Orders, one a row for each position or one after the other; see ``packed_orders``."""
    Numbers: TypeAlias = npt.NDArray[np.int64]
    Shorts: TypeAlias = npt.NDArray[np.int32]
    Bytes: TypeAlias = npt.NDArray[np.uint8]
    Flags: TypeAlias = npt.NDArray[np.bool_]
else:

    class _AreArrays(type):
        def __instancecheck__(cls, instance: object) -> bool:
            return hasattr(instance, "__array_interface__")

    class Array(metaclass=_AreArrays):
        """An array of NumPy's, or a grid."""

    Cells = Codes = Numbers = Shorts = Bytes = Flags = Array
