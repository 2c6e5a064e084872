"""One game for PettingZoo: ``parallel_env()`` has all powers order at once, ``env()`` one unit
after the other.

>>> from dragoman.env import dragoman_v0
>>> game = dragoman_v0.env(variant="standard", last_year=1910)

Agents are called as their powers are. An observation is a dictionary: ``observation`` has the
arrays of ``dragoman.env.Observation`` that are the same for all, and what belongs to the agent;
``action_mask`` says which actions are open. It is copied out of the environment's own arrays, and
stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from dragoman.env.batch_env import BatchEnv
from dragoman.env.rendering import Rendering, render_modes, rendered
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.rules.engine.codes import HOLD, MOVE, NONE
from dragoman.rules.engine.packed_orders import packed_kind, packed_target

with extra("env"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv  # pyright: ignore[reportMissingTypeStubs]

if TYPE_CHECKING:
    import numpy.typing as npt

_SHARED: Final = ("board", "prev_board", "prev_orders", "build_numbers")
_LEAST, _MOST = -(1 << 31), (1 << 31) - 1
_METADATA: Final[dict[str, Any]] = {
    "name": "dragoman_v0",
    "render_modes": list(render_modes()),
    "is_parallelizable": False,
}


class _OneGame:
    """A game of an environment of one, as dictionaries by agents."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.batch = BatchEnv(games=1, autoreset="disabled", **arguments)
        self.agents = list(self.batch.agents)
        self.places = {agent: self.batch.powers.index(agent) for agent in self.agents}
        sizes, one = self.batch.sizes, self.batch.observation
        shared: dict[str, spaces.Space[Any]] = {name: _box(getattr(one, name)) for name in _SHARED}
        shared |= {name: spaces.Box(_LEAST, _MOST, (1,), np.int64) for name in ("phase", "year")}
        shared["power"] = spaces.Box(0, len(self.batch.powers) - 1, (1,), np.int64)
        shared["at"] = spaces.Box(NONE, _MOST, (sizes.slots,), np.int32)
        self.shared = shared

    def observed(self, place: int) -> dict[str, npt.NDArray[Any]]:
        one = self.batch.observation
        found: dict[str, npt.NDArray[Any]] = {
            name: getattr(one, name)[0].copy() for name in _SHARED
        }
        found |= {"phase": one.phase.copy(), "year": one.year.copy()}
        found |= {"power": np.array([place]), "at": one.at[0, place].copy()}
        return found

    def flags(self, flags: npt.NDArray[np.bool_]) -> dict[str, bool]:
        return {agent: bool(flags[0, place]) for agent, place in self.places.items()}

    def rewards(self, rewards: npt.NDArray[np.float32]) -> dict[str, float]:
        return {agent: float(rewards[0, place]) for agent, place in self.places.items()}

    def orders(self, agent: str) -> list[list[str]]:
        return [list(map(str, own)) for own in self.batch.orders(0, agent)]


def _box(array: npt.NDArray[Any]) -> spaces.Box:
    shape = array.shape[1:]
    if array.dtype == np.int8:
        return spaces.Box(0, 1, shape, np.int8)
    return spaces.Box(_LEAST, _MOST, shape, np.int32)


class DragomanParallelEnv(ParallelEnv[str, Any, Any]):
    """All powers order at once, phase by phase.

    The action of an agent is a number for each of its slots, ``MultiDiscrete([choices] * slots)``;
    ``action_mask`` is a tuple with a mask for each slot, as ``sample`` takes it. Whoever has
    nothing to order in a phase acts, too: action 0 alone is open. ``arguments`` are those of
    ``BatchEnv`` but for ``games`` and ``autoreset``.

    Raises:
        DragomanError: as ``BatchEnv`` does, and if there is no such ``render_mode``.
    """

    metadata = _METADATA | {"is_parallelizable": True}

    def __init__(self, render_mode: Rendering | None = None, **arguments: Any) -> None:
        self._one = _OneGame(arguments)
        self.batch = self._one.batch
        """The environment that the game is in."""
        self.render_mode = _checked_mode(render_mode)
        self.possible_agents = list(self._one.agents)
        self.agents = list(self.possible_agents)
        sizes = self.batch.sizes
        self.action_spaces = {
            agent: spaces.MultiDiscrete([sizes.choices] * sizes.slots)
            for agent in self.possible_agents
        }
        masks: Any = tuple(spaces.Box(0, 1, (sizes.choices,), np.int8) for _ in range(sizes.slots))
        whole: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Dict(self._one.shared),
            "action_mask": spaces.Tuple(masks),
        }
        self.observation_spaces = {agent: spaces.Dict(whole) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; with a seed as if the environment were new. ``options`` say nothing."""
        self.batch.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(self.agents), self._infos(self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Carry out the phase; who gives no action holds.

        Raises:
            DragomanError: if an action has another shape.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        given = np.zeros(self.batch.actions.shape, np.int64)
        given[0] = NONE
        for agent, action in actions.items():
            if np.shape(action) != (self.batch.sizes.slots,):
                needed = f"a number for each of {self.batch.sizes.slots} slots"
                raise DragomanError(f"an action of shape {np.shape(action)}; needed is {needed}")
            given[0, self._one.places[agent]] = action
        answer, left = self.batch.step(given), self.agents
        ended, late = self._one.flags(answer.terminations), self._one.flags(answer.truncations)
        rewards = self._one.rewards(answer.rewards)
        self.agents = [agent for agent in left if not (ended[agent] or late[agent])]
        return (
            self._observations(left),
            {agent: rewards[agent] for agent in left},
            {agent: ended[agent] for agent in left},
            {agent: late[agent] for agent in left},
            self._infos(left),
        )

    def _observations(self, agents: list[str]) -> dict[str, Any]:
        masks, places = self.batch.observation.mask[0], self._one.places
        return {
            agent: {
                "observation": self._one.observed(places[agent]),
                "action_mask": tuple(masks[places[agent]].copy()),
            }
            for agent in agents
        }

    def _infos(self, agents: list[str]) -> dict[str, Any]:
        return {agent: {"phase": str(self.phase)} for agent in agents}

    @property
    def phase(self) -> Any:
        """The phase that the game is in."""
        calendar = self.batch.variant.calendar_under(self.batch.variant.rule_set)
        seen = self.batch.observation
        return calendar.phase(int(seen.phase[0]), int(seen.year[0]))

    def orders(self, agent: str) -> list[list[str]]:
        """The orders that actions stand for, as players write them: for each slot with a choice,
        by number."""
        return self._one.orders(agent)

    def state(self) -> npt.NDArray[np.int8]:
        """The whole board, as every power sees it."""
        return self.batch.observation.board[0].copy()

    def render(self) -> Any:
        """The position as ``render_mode`` says (see ``dragoman.env.rendering``)."""
        return rendered(self.batch, 0, self.render_mode)

    def close(self) -> None:
        """Nothing has to be closed."""


class DragomanAECEnv(AECEnv[str, Any, Any]):
    """One unit at a time: a power orders all of its units one after the other, then the next does;
    the phase is carried out when all have ordered, and until then nobody sees what others chose.

    An action is the number of a legal order, ``Discrete(choices)``; ``action_mask`` is one row. A
    power that has nothing to order is passed over. In an adjustment phase a build is masked in a
    province in which the power builds already, and a unit that it removes already.
    ``arguments`` are those of ``BatchEnv`` but for ``games`` and ``autoreset``.

    Raises:
        DragomanError: as ``BatchEnv`` does, and if there is no such ``render_mode``.
    """

    metadata = _METADATA

    def __init__(self, render_mode: Rendering | None = None, **arguments: Any) -> None:
        super().__init__()
        self._one = _OneGame(arguments)
        self.batch = self._one.batch
        self.render_mode = _checked_mode(render_mode)
        self.possible_agents = list(self._one.agents)
        sizes = self.batch.sizes
        self.action_spaces = {one: spaces.Discrete(sizes.choices) for one in self.possible_agents}
        own: dict[str, spaces.Space[Any]] = self._one.shared | {
            "slot": spaces.Box(0, sizes.slots - 1, (1,), np.int64),
            "chosen": spaces.Box(NONE, sizes.choices - 1, (sizes.slots,), np.int32),
        }
        mask = spaces.Box(0, 1, (sizes.choices,), np.int8)
        whole: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Dict(own),
            "action_mask": mask,
        }
        self.observation_spaces = {agent: spaces.Dict(whole) for agent in self.possible_agents}
        self._actions = np.full(self.batch.actions.shape, NONE, np.int32)
        self._slot = 0
        self._waiting: list[str] = []
        """Who has still to order in this phase, the next first."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed as if the environment were new. ``options`` say nothing."""
        self.batch.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begin_phase()

    def _begin_phase(self) -> None:
        """Have whoever has something to order be asked, one after the other."""
        self._actions[:] = NONE
        self._slot = 0
        counts = self.batch.observation.counts[0]
        self._waiting = [one for one in self.agents if counts[self._one.places[one], 0]]
        if self._waiting:
            self.agent_selection = self._waiting[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, of the slot that it orders next."""
        place = self._one.places[agent]
        is_asked = agent == self.agent_selection
        slot = self._slot if is_asked else 0
        seen = self._one.observed(place)
        seen |= {"slot": np.array([slot]), "chosen": self._actions[0, place].copy()}
        return {"observation": seen, "action_mask": self._mask(place, slot)}

    def _mask(self, place: int, slot: int) -> npt.NDArray[np.int8]:
        mask = self.batch.observation.mask[0, place, slot].copy()
        if slot and self.batch.is_adjustment(0):
            codes, begins = self.batch.codes()
            begin, count = int(begins[0, place, slot]), int(mask.sum())
            own = codes[0, begin : begin + count].tolist()
            taken = {self._place_of(own[one]) for one in self._actions[0, place, :slot].tolist()}
            taken.discard(None)
            for number, code in enumerate(own):
                if self._place_of(code) in taken:
                    mask[number] = 0
            if not mask.any():  # as where equal units share a high sea, named once
                mask[:count] = 1
        return mask

    def _place_of(self, code: int) -> object:
        """The province of a build, or the unit removed; None for a build that is waived."""
        if packed_kind(code) == HOLD:
            return None
        if packed_kind(code) == MOVE:
            board = self.batch.variant.board
            return board.province_of[self.batch.locations[packed_target(code)]]
        return code

    def step(self, action: int | None) -> None:
        """Order the unit that is asked about."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            if self.agents and not self._left_dead():
                self._begin_phase()
            return
        place = self._one.places[agent]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._actions[0, place, self._slot] = NONE if action is None else int(action)
        self._slot += 1
        counts = self.batch.observation.counts[0, place]
        if self._slot < len(counts) and counts[self._slot]:
            return
        self._slot = 0
        self._waiting.pop(0)
        if self._waiting:
            self.agent_selection = self._waiting[0]
            return
        self._carry_out()

    def _carry_out(self) -> None:
        """Carry out the phase that all have ordered."""
        while True:
            answer = self.batch.step(self._actions)
            rewards = self._one.rewards(answer.rewards)
            ended, late = self._one.flags(answer.terminations), self._one.flags(answer.truncations)
            for agent in self.agents:
                self.rewards[agent] += rewards[agent]
                self.terminations[agent] = ended[agent]
                self.truncations[agent] = late[agent]
            self._begin_phase()
            if self._waiting or self.batch.done[0]:
                break  # else nobody has anything to order but units that obey nobody
        self._accumulate_rewards()
        if self._left_dead():
            self._waiting = []
            self.agent_selection = next(one for one in self.agents if self._is_dead(one))

    def _is_dead(self, agent: str) -> bool:
        return self.terminations[agent] or self.truncations[agent]

    def _left_dead(self) -> bool:
        return any(map(self._is_dead, self.agents))

    def orders(self, agent: str) -> list[list[str]]:
        """The orders that actions stand for, as players write them: for each slot with a choice,
        by number."""
        return self._one.orders(agent)

    def render(self) -> Any:
        """The position as ``render_mode`` says (see ``dragoman.env.rendering``)."""
        return rendered(self.batch, 0, self.render_mode)

    def state(self) -> npt.NDArray[np.int8]:
        """The whole board, as every power sees it."""
        return self.batch.observation.board[0].copy()

    def close(self) -> None:
        """Nothing has to be closed."""


def _checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in render_modes():
        raise DragomanError(f"render_mode is one of {', '.join(render_modes())}, not {mode!r}")
    return mode


parallel_env = DragomanParallelEnv
env = DragomanAECEnv
