"""The answers of an environment: observations and steps as arrays, and what it has no room for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from dragoman.errors import DragomanError

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Flags: TypeAlias = npt.NDArray[np.bool_]
    Ints: TypeAlias = npt.NDArray[np.int64]
    Floats: TypeAlias = npt.NDArray[np.float32]


class Overflow(DragomanError):
    """Raised where a position has more choices than an environment has room for: no choice is ever
    cut off.

    ``game`` is the number of the game in the environment and ``power`` the power with too many
    choices, "" where those of the whole position are too many; ``argument`` names the argument of
    ``BatchEnv`` that says how much room there is, ``"slots"``, ``"choices"`` or ``"listed"``, and
    ``needed`` is the least number that it must have. The game stands at that position
    (``positions``), but what is observed of it is not whole, and games after it may not have been
    stepped: make another environment with more room.
    """

    def __init__(self, game: int, power: str, argument: str, needed: int) -> None:
        of = f"the choices of {power} in game {game}" if power else f"the choices of game {game}"
        super().__init__(
            f"there is no room for {of}; make the environment with {argument}={needed}"
        )
        self.game, self.power, self.argument, self.needed = game, power, argument, needed

    def __reduce__(self) -> tuple[type[Overflow], tuple[object, ...]]:
        return Overflow, (self.game, self.power, self.argument, self.needed)


class Observation(NamedTuple):
    """The arrays of all games, each with a row for every game; none is a copy.

    An area is a location, named in ``BatchEnv.areas``; a power is a place in ``BatchEnv.powers``.
    """

    board: npt.NDArray[np.int8]
    """``(games, areas, channels)``: flags of each area (see ``dragoman.env.engine.sights``)."""
    prev_board: npt.NDArray[np.int8]
    """The same of the last movement phase before this one; empty in the first phase."""
    prev_orders: npt.NDArray[np.int32]
    """``(games, areas, 3)``: the orders of that phase: type (0 none, 1 hold, 2 move, 3 support,
    4 convoy, 5 move by convoy), the area of its target, that of the unit it names; -1 for none."""
    phase: Ints
    """``(games,)``: the place of the phase in the calendar of the variant; for Diplomacy from 0:
    spring, its retreats, fall, its retreats, winter."""
    year: Ints
    """``(games,)``."""
    build_numbers: npt.NDArray[np.int32]
    """``(games, powers)``: builds that are due, below zero removals."""
    mask: npt.NDArray[np.int8]
    """``(games, powers, slots, choices)``: 1 for each action that is open. A slot in which there is
    nothing to order has action 0 open alone, which does nothing."""
    counts: npt.NDArray[np.int32]
    """``(games, powers, slots)``: how many orders a slot can choose among, 0 for no choice: the
    first so many actions are open."""
    at: npt.NDArray[np.int32]
    """``(games, powers, slots)``: the location of the unit ordered, a place in the locations of the
    board; one above these for a gatekeeper; -1 for builds, removals and slots without a choice."""


class StepAnswer(NamedTuple):
    """The answer to the actions of a step, in the sequence that Gymnasium has."""

    observation: Observation
    rewards: Floats
    """``(games, powers)``."""
    terminations: Flags
    """``(games, powers)``: the power is out of the game, or the game was won or drawn."""
    truncations: Flags
    """``(games, powers)``: the game ended with its last year, or after years without a change."""
    infos: Mapping[str, Any]
    """``illegal`` and ``doubled``, ``(games,)``: how many actions stood for no order, and how many
    builds were a second one in their province; ``done``: the games that this step ended; of
    same-step resets ``final_observation`` of these, rows in their sequence."""
