"""One seat for Stable-Baselines3, whose vectors are not Gymnasium's: a ``VecEnv`` on a ``SeatEnv``.

``MaskablePPO`` of sb3-contrib finds the masks by ``action_masks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from dragoman.env.seat_env import SeatEnv
from dragoman.errors import DragomanError
from dragoman.extras import extra

with extra("env"):
    import numpy as np


def seat_vec_env(*given: Any, **arguments: Any) -> Any:
    """A ``VecEnv`` of Stable-Baselines3, made as a ``SeatEnv`` is, of all its arguments but
    ``autoreset``: a game that is over begins anew at once, and its last observation is
    ``terminal_observation`` in its info. Its ``games`` is that ``SeatEnv``.

    Raises:
        DragomanError: as ``SeatEnv`` does.
        MissingExtra: if Stable-Baselines3 is not installed.
    """
    return _vector()(*given, **arguments)


@cache
def _vector() -> Any:
    with extra("sb3"):
        from stable_baselines3.common.vec_env import (  # pyright: ignore
            VecEnv,  # pyright: ignore[reportUnknownVariableType]
        )

    class SeatVecEnv(VecEnv):  # pyright: ignore[reportUntypedBaseClass]
        """The games of a ``SeatEnv`` as Stable-Baselines3 has them."""

        def __init__(self, *given: Any, **arguments: Any) -> None:
            if "autoreset" in arguments:
                raise DragomanError(
                    "Stable-Baselines3 has games begin anew at once: leave autoreset out"
                )
            self.games = SeatEnv(*given, autoreset="same-step", **arguments)
            """The games, as Gymnasium has them."""
            self.render_mode = None
            super().__init__(  # pyright: ignore[reportUnknownMemberType]
                self.games.num_envs,
                self.games.single_observation_space,  # pyright: ignore[reportUnknownMemberType]
                self.games.single_action_space,  # pyright: ignore[reportUnknownMemberType]
            )
            self._actions: Any = None
            self._seed: int | None = None

        def seed(self, seed: int | None = None) -> Sequence[int | None]:
            """Have the next ``reset`` begin with a seed; each game has a generator under it."""
            self._seed = seed
            return [seed] * self.games.num_envs

        def reset(self) -> dict[str, Any]:
            """Begin all games; the first observations."""
            seen, _ = self.games.reset(seed=self._seed)
            self._seed = None
            return seen

        def step_async(self, actions: Any) -> None:
            """Take the actions of the step that ``step_wait`` carries out."""
            self._actions = actions

        def step_wait(self) -> tuple[dict[str, Any], Any, Any, list[dict[str, Any]]]:
            """Carry out the phase of each game: observations, rewards, which are over, infos."""
            seen, rewards, ended, late, infos = self.games.step(self._actions)
            told: list[dict[str, Any]] = [
                {"TimeLimit.truncated": bool(one)} for one in late & ~ended
            ]
            for game in np.flatnonzero(ended | late):
                told[game]["terminal_observation"] = infos["final_obs"][game]
            return seen, rewards.astype(np.float32), ended | late, told

        def action_masks(self) -> Any:
            """The masks of all games (see ``SeatEnv.action_masks``)."""
            return self.games.action_masks()

        def close(self) -> None:
            """Nothing has to be closed."""

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            """An attribute, once for each of some games.

            Raises:
                AttributeError: if there is none.
            """
            return [getattr(self.games, attr_name)] * len(self._chosen(indices))

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            """Refused: the games of a vector are one environment.

            Raises:
                DragomanError: always.
            """
            raise DragomanError(f"{attr_name} cannot be set for single games of a vector")

        def env_method(
            self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
        ) -> list[Any]:
            """The answer of a method for each of some games: of ``action_masks`` its row.

            Raises:
                AttributeError: if there is none.
            """
            found = getattr(self.games, method_name)(*method_args, **method_kwargs)
            return [found[game] for game in self._chosen(indices)]

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            """False for each of some games: none of them is wrapped."""
            return [False] * len(self._chosen(indices))

        def _chosen(self, indices: int | Iterable[int] | None) -> list[int]:
            if indices is None:
                return list(range(self.games.num_envs))
            return [indices] if isinstance(indices, int) else list(indices)

    return SeatVecEnv
