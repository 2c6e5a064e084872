"""One seat for Gymnasium: many games at once, in each of which a learner plays one power, and given
players all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dragoman.env.batch_env import Autoreset, BatchEnv
from dragoman.env.ground import generator_states
from dragoman.env.policies import ActionChoice, chosen_by, policy_called
from dragoman.errors import DragomanError
from dragoman.extras import extra

with extra("env"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

if TYPE_CHECKING:
    import numpy.typing as npt

    from dragoman.env.answers import Ints

ANY: Final = "any"
"""The learner plays another power each game, as often each of them, as the seed has it."""
_MODES: Final = {
    "next-step": AutoresetMode.NEXT_STEP,
    "same-step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}
_SEATED: Final = 104729
_LEAST, _MOST = -(1 << 31), (1 << 31) - 1


class SeatEnv(VectorEnv[dict[str, Any], Any, Any]):
    """A Gymnasium ``VectorEnv`` of ``games`` games.

    The learner plays ``seat``, a power or "any"; the others are played by ``others``: "random",
    "dumbbot", "civil-disorder", any other bot or policy (``dragoman.env.policy_called``), or a
    function from a ``BatchEnv`` to actions. An observation is a
    dictionary of arrays, a row for each game: ``board``, ``prev_board``, ``prev_orders``,
    ``build_numbers`` (see ``dragoman.env.Observation``), ``phase``, ``year``, ``power``, the number
    of the learner's power, ``at``, where its units are, and ``action_mask``, ``(slots, choices)``.
    An action is a number for each slot. A game is over for the learner when its power is out of it.
    ``copy`` says whether observations are copies; else those that are the same for all powers are
    the environment's own arrays, and change with the next step. Further arguments are those of
    ``BatchEnv``.

    Raises:
        DragomanError: as ``BatchEnv`` does, and if there is no such power or player.
    """

    def __init__(
        self,
        variant: Any = "standard",
        games: int = 64,
        seat: str = ANY,
        others: str | ActionChoice = "random",
        autoreset: Autoreset = "next-step",
        copy: bool = True,
        **arguments: Any,
    ) -> None:
        if autoreset not in _MODES:
            raise DragomanError(f"autoreset is one of {', '.join(_MODES)}, not {autoreset!r}")
        self.batch = BatchEnv(variant, games, autoreset="disabled", **arguments)
        if seat not in (ANY, *self.batch.agents):
            known = ", ".join((ANY, *self.batch.agents))
            raise DragomanError(f"seat is one of {known}, not {seat!r}")
        self.seat, self.others = seat, policy_called(others)
        self.num_envs, self._copy, self._autoreset = games, copy, autoreset
        self.metadata = {"autoreset_mode": _MODES[autoreset], "render_modes": []}
        one, sizes = self.batch.observation, self.batch.sizes
        shapes: dict[str, spaces.Space[Any]] = {}
        for name in ("board", "prev_board", "prev_orders", "build_numbers"):
            array: npt.NDArray[Any] = getattr(one, name)
            low, high = (0, 1) if array.dtype == np.int8 else (_LEAST, _MOST)
            shapes[name] = spaces.Box(low, high, array.shape[1:], array.dtype.type)
        for name in ("phase", "year", "power"):
            shapes[name] = spaces.Box(_LEAST, _MOST, (1,), np.int32)
        shapes["at"] = spaces.Box(-1, _MOST, (sizes.slots,), np.int32)
        shapes["action_mask"] = spaces.Box(0, 1, (sizes.slots, sizes.choices), np.int8)
        self.single_observation_space = spaces.Dict(shapes)
        self.single_action_space = spaces.MultiDiscrete([sizes.choices] * sizes.slots)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self.seats: Ints = np.zeros(games, np.int64)
        """The number of the learner's power in each game."""
        self._over = np.zeros(games, np.bool_)
        self._dealt: Ints = np.zeros(games, np.int64)
        self._seed = 0
        self._deal(np.arange(games))

    def _deal(self, games: Ints) -> None:
        """Say whom the learner plays in games that begin."""
        players = np.array(self.batch.player_numbers)
        if self.seat != ANY:
            self.seats[games] = self.batch.powers.index(self.seat)
            return
        # Every power once in as many games of one place, from one that the seed says.
        first = generator_states(self._seed, games * _SEATED) >> 8
        self.seats[games] = players[(first + self._dealt[games]) % len(players)]
        self._dealt[games] += 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games; of ``options``, ``reset_mask`` says which are begun instead."""
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        games = np.arange(self.num_envs) if mask is None else np.flatnonzero(mask)
        if seed is not None:
            self._seed = seed
            self._dealt[games] = 0
        self._begin(games, seed)
        return self._observation(), {}

    def _begin(self, games: Ints, seed: int | None = None) -> None:
        if len(games):
            self.batch.reset(seed, games.tolist())
            self._deal(games)
            self._over[games] = False

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Carry out the phase of each game.

        Raises:
            DragomanError: if ``actions`` are of another shape, or no whole numbers.
        """
        given = np.asarray(actions)
        shape = (self.num_envs, self.batch.sizes.slots)
        if given.dtype.kind not in "iu" or given.shape != shape:
            raise DragomanError(
                f"actions of {given.dtype} and shape {given.shape}; "
                f"needed are whole numbers of shape {shape}"
            )
        over = self._over.copy()
        rows = np.arange(self.num_envs)
        seats = np.ones((self.num_envs, len(self.batch.powers)), np.bool_)
        seats[rows, self.seats] = False
        all_actions = np.array(chosen_by(self.others, self.batch, seats))
        all_actions[rows, self.seats] = given
        answer = self.batch.step(all_actions)
        rewards = answer.rewards[rows, self.seats].astype(np.float64)
        ended, late = (one[rows, self.seats] for one in (answer.terminations, answer.truncations))
        ended &= ~over
        late &= ~over & ~ended
        rewards[over] = 0.0
        self._over |= ended | late
        infos: dict[str, Any] = {"illegal": answer.infos["illegal"].copy()}
        if self._autoreset == "next-step":
            self._begin(np.flatnonzero(over))
        elif self._autoreset == "same-step" and self._over.any():
            infos |= self._final(self._over)
            self._begin(np.flatnonzero(self._over))
        return self._observation(), rewards, ended, late, infos

    def _final(self, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """The last observations of games that begin anew at once, as Gymnasium has them."""
        seen = self._observation()
        last = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over):
            last[game] = {name: one[game].copy() for name, one in seen.items()}
        return {"final_obs": last, "_final_obs": over.copy()}

    def _observation(self) -> dict[str, Any]:
        one, rows = self.batch.observation, np.arange(self.num_envs)
        found: dict[str, Any] = {
            name: getattr(one, name)
            for name in ("board", "prev_board", "prev_orders", "build_numbers")
        }
        if self._copy:
            found = {name: array.copy() for name, array in found.items()}
        numbers = {"phase": one.phase, "year": one.year, "power": self.seats}
        found |= {name: array.astype(np.int32)[:, None] for name, array in numbers.items()}
        found["at"] = one.at[rows, self.seats]
        found["action_mask"] = one.mask[rows, self.seats]
        return found

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The masks of all slots one behind the other, ``(games, slots * choices)``: what
        sb3-contrib's ``MaskablePPO`` takes."""
        masks = self.batch.observation.mask[np.arange(self.num_envs), self.seats]
        return masks.reshape(self.num_envs, -1).astype(np.bool_)
