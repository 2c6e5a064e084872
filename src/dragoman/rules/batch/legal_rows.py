"""The legal orders of many positions as flat arrays, and who chooses among them."""

from __future__ import annotations

from typing import NamedTuple

from dragoman.rules.batch.number_types import Codes, Numbers, Shorts


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
