"""Games of many positions played by a policy: a function from positions to orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from dragoman.extras import extra
from dragoman.rules.batch.number_types import Cells
from dragoman.rules.batch.packed_form import C_WINNER, C_YEAR, YEAR_ZERO

if TYPE_CHECKING:
    from dragoman.rules.batch.batch import Batch

with extra("fast"):
    import numpy as np
    import numpy.typing as npt

Policy: TypeAlias = Callable[[Cells, "npt.NDArray[np.int64]"], "npt.NDArray[np.int32]"]
"""From positions, and the state of a random generator for each, which it may move on, to codes as
``Batch.process`` takes them."""


def play_by(
    batch: Batch,
    policy: Policy,
    cells: Cells,
    last_year: int,
    states: npt.NDArray[np.int64],
    *,
    checked: bool = False,
) -> tuple[Cells, npt.NDArray[np.int64]]:
    """Play each of the positions with the orders of a policy until a power wins or ``last_year`` is
    over: the last positions, and how many phases each game took.

    The policy sees the games that still go on, in their sequence, and their states (see
    ``Batch.states``): where it takes chance from these alone, a game comes out the same whatever is
    played beside it. ``checked`` is that of ``Batch.process``.
    """
    after = np.array(cells, order="C")
    states = np.array(states)
    phases = np.zeros(len(after), dtype=np.int64)
    while True:
        years = after[:, C_YEAR].astype(np.int64) - YEAR_ZERO
        going = np.flatnonzero((after[:, C_WINNER] == 0) & (years <= last_year))
        if len(going) == 0:
            return after, phases
        current, own = after[going], states[going]
        codes = policy(current, own)
        after[going], _ = batch.process(current, codes, checked=checked)
        states[going] = own
        phases[going] += 1
