"""The types of what batches take and give: arrays, and lists of legal orders made of these.

Where NumPy is installed they are its arrays; where it is not, ``dragoman.native.grid.Grid``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

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


class LegalOrders(NamedTuple):
    """The legal orders of many positions.

    A position has a row of codes for each choice that is to be made: in a movement phase for each
    standing unit, in the order in which the position is packed, and then for each gatekeeper; in a
    retreat phase for each dislodged unit; in an adjustment phase for each power, in board order.
    The rows of position ``i`` are ``rows[i]`` to ``rows[i + 1]``, the codes of row ``j`` are
    ``codes[starts[j]:starts[j + 1]]``.
    """

    codes: Codes
    """Each of them as ``Batch.process`` takes it."""
    starts: Numbers
    """One for each row, and one more at the end."""
    rows: Numbers
    """One for each position, and one more at the end."""
    dues: Shorts
    """For each row how many of its codes are to be ordered: 1, or 0 where a gateway has nobody to
    order its gatekeeper; for a power the supply points that it has to spend on builds, below zero
    what it has to gain by removals, so the number of orders where units cost one."""
    owners: Shorts
    """For each row the number of the power that chooses, in board order; -1 for a gatekeeper that
    nobody has to order."""
