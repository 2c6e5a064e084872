"""A game in text for PettingZoo, with press before orders: ``parallel_env()`` has all powers write
at once, ``env()`` one after the other.

>>> from dragoman.env.text import TalkRules, text_v0
>>> game = text_v0.env(variant="standard", talk=TalkRules(rounds=1, words=60), last_year=1903)

An action is a text: messages where ``stage`` is 0, orders where it is 1. An observation is a
dictionary: the texts of ``TextGame.observed``, its numbers, and ``press_mask``, which says which of
``PRESS_WORDS`` may be said. What was read in an answer is in ``infos[agent]["answer"]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dragoman.env.rewards import Reward, reward_called
from dragoman.env.text.talking import PRESS_WORDS
from dragoman.env.text.text_game import TextGame
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.game import Game
from dragoman.rules import Position

with extra("env"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv  # pyright: ignore[reportMissingTypeStubs]

if TYPE_CHECKING:
    import numpy.typing as npt

_TEXTS: Final = ("state", "orders", "heard", "told")
_LONGEST_ANSWER: Final = 4_000
_LONGEST_TOLD: Final = 1 << 24
_STAGES: Final = ("press", "orders", "over")
_METADATA: Final[dict[str, Any]] = {
    "name": "dragoman_text_v0",
    "render_modes": ["ansi"],
    "is_parallelizable": True,
}


class AnyText(spaces.Text):
    """Texts of any signs, up to a length; samples have letters and digits."""

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and self.min_length <= len(x) <= self.max_length


class OneTextGame:
    """A game in text with what PettingZoo asks of one: spaces, observations, ends and rewards."""

    def __init__(self, reward: str | Reward, arguments: dict[str, Any]) -> None:
        self._arguments = arguments
        self.table = TextGame(**arguments)
        if reward == "welfare":
            raise DragomanError("a game in text pays at its end; welfare is paid each winter")
        self._reward = reward_called(reward)
        self.agents = [*self.table.game.powers]
        rounds = max(self.table.talk.rounds, self.table.tries) + 1
        told: dict[str, spaces.Space[Any]] = {
            name: AnyText(_LONGEST_TOLD, min_length=0) for name in _TEXTS
        }
        told |= {
            "stage": spaces.Discrete(len(_STAGES)),
            "round": spaces.Discrete(rounds),
            "asked": spaces.Discrete(2),
            "words_left": spaces.Box(0, max(self.table.talk.words, 1), (1,), np.int64),
            "press_mask": spaces.Box(0, 1, (len(PRESS_WORDS),), np.int8),
        }
        self.observation_space = spaces.Dict(told)
        self.action_space = AnyText(_LONGEST_ANSWER, min_length=0)

    def begin(self, start: Position | str | None) -> None:
        """Begin a game, anywhere."""
        elsewhere: dict[str, Any] = {} if start is None else {"start": start}
        self.table = TextGame(**{**self._arguments, **elsewhere})

    def observed(self, agent: str) -> dict[str, Any]:
        told = self.table.observed(agent)
        found: dict[str, Any] = {name: told[name] for name in _TEXTS}
        left = told["words_left"]
        found["stage"] = np.int64(_STAGES.index(told["stage"]))
        found["round"] = np.int64(told["round"])
        found["asked"] = np.int64(told["asked"])
        found["words_left"] = np.array([left], np.int64)
        found["press_mask"] = np.array(self.table.talk.mask(left), np.int8)
        return found

    @property
    def is_over(self) -> bool:
        return self.table.stage == "over"

    def is_out(self, agent: str) -> bool:
        """True if a power is out of the game, or the game was won."""
        return self.table.game.is_over or agent not in self.table.game.survivors

    def rewards(self) -> dict[str, float]:
        """The points of each power, of a game that is over."""
        if self._reward is None or not self.is_over:
            return dict.fromkeys(self.agents, 0.0)
        (points,) = self._reward(FinishedGame(self.table.game), np.arange(1))
        return dict(zip(self.agents, map(float, points), strict=True))


class FinishedGame:
    """A game of its own as rewards look at it (see ``dragoman.env.rewards.GamesAtHand``)."""

    def __init__(self, game: Game) -> None:
        self.powers = self.agents = tuple(game.powers)
        self.player_numbers = [*range(len(self.powers))]
        first = min(game.variant.start.phase.year, game.start.phase.year)
        self.first_counted = first - 1
        counts = [self._counts(game.start)]
        for one in game.history:
            if game.variant.calendar.counts_centers(one.phase, one.position.phase):
                missing = one.phase.year - self.first_counted - len(counts)
                counts += [counts[-1]] * missing + [self._counts(one.position)]
        self.history: npt.NDArray[np.int32] = np.array([counts], np.int32)
        self.agreed = np.zeros((1, len(self.powers)), np.bool_)
        ending = game.ending
        won = ending is not None and ending.how != "draw"
        if ending is not None and not won:
            self.agreed[0] = [power in ending.powers for power in self.powers]
        place = self.powers.index(ending.powers[0]) if ending is not None and won else -1
        self.winners = np.array([place])
        self.counted_years = np.array([self.first_counted + len(counts) - 1])

    def _counts(self, position: Position) -> list[int]:
        return [len(position.centers_of(power)) for power in self.powers]


class DragomanTextParallelEnv(ParallelEnv[str, Any, Any]):
    """All powers write at once. Whoever is not asked (``asked``) writes nothing; what it writes all
    the same is named in its ``infos``. ``arguments`` are those of ``TextGame``; ``reward`` is the
    name of a scoring system, ``"none"``, or a function (see ``dragoman.env.BatchEnv``).

    Raises:
        DragomanError: as ``TextGame`` does, and if there is no such reward.
    """

    metadata = _METADATA

    def __init__(
        self,
        render_mode: str | None = None,
        reward: str | Reward = "sum-of-squares",
        **arguments: Any,
    ) -> None:
        self.render_mode = _checked_mode(render_mode)
        self._one = OneTextGame(reward, arguments)
        self.possible_agents = [*self._one.agents]
        self.agents = [*self.possible_agents]

    @property
    def table(self) -> TextGame:
        """The game: its ``record()``, what was ``said``, ``labels()``."""
        return self._one.table

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._one.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._one.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a game; ``options={"start": position}`` begins it elsewhere. Nothing in it is
        random, so ``seed`` changes nothing."""
        self._one.begin((options or {}).get("start"))
        self.agents = [*self.possible_agents]
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, str]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take what all wrote; who wrote nothing, answered nothing."""
        table, infos = self._one.table, dict[str, dict[str, Any]]()
        asked = table.asked
        for agent in self.agents:
            text = actions.get(agent, "")
            if agent in asked:
                infos[agent] = {"answer": table.answer(agent, text).data()}
            else:
                infos[agent] = {"not_asked": text} if text else {}
        over = self._one.is_over
        ended = {agent: self._one.is_out(agent) for agent in self.agents}
        late = {agent: over and not ended[agent] for agent in self.agents}
        rewards = self._one.rewards() if over else dict.fromkeys(self.agents, 0.0)
        paid = {agent: rewards[agent] for agent in self.agents}
        observed = self._observed()
        self.agents = [one for one in self.agents if not (ended[one] or late[one])]
        return observed, paid, ended, late, infos

    def _observed(self) -> dict[str, Any]:
        return {agent: self._one.observed(agent) for agent in self.agents}

    def render(self) -> str | None:
        """The state of the game as text."""
        return str(self.table.game) if self.render_mode else None

    def close(self) -> None:
        """Nothing has to be closed."""


class DragomanTextAECEnv(AECEnv[str, Any, Any]):
    """One power after the other writes, and nobody hears or sees what the others did until the
    round is over. A power that is asked again for orders comes again. ``arguments`` and ``reward``
    are those of the parallel environment.

    Raises:
        DragomanError: as ``TextGame`` does, and if there is no such reward.
    """

    metadata = _METADATA

    def __init__(
        self,
        render_mode: str | None = None,
        reward: str | Reward = "sum-of-squares",
        **arguments: Any,
    ) -> None:
        super().__init__()
        self.render_mode = _checked_mode(render_mode)
        self._one = OneTextGame(reward, arguments)
        self.possible_agents = [*self._one.agents]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._one.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._one.action_space)

    @property
    def table(self) -> TextGame:
        """The game: its ``record()``, what was ``said``, ``labels()``."""
        return self._one.table

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; ``options={"start": position}`` begins it elsewhere. Nothing in it is
        random, so ``seed`` changes nothing."""
        self._one.begin((options or {}).get("start"))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent."""
        return self._one.observed(agent)

    def step(self, action: str | None) -> None:
        """Take what the agent wrote that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            if self.agents:
                self._select()
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        answer = self._one.table.answer(agent, action or "")
        self.infos[agent] = {"answer": answer.data()}
        over = self._one.is_over
        for one in self.agents:
            self.terminations[one] = self._one.is_out(one)
            self.truncations[one] = over and not self.terminations[one]
        if over:
            self.rewards = {one: self._one.rewards()[one] for one in self.agents}
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """The next agent: one that is out of the game first, as PettingZoo wants it."""
        out = [one for one in self.agents if self.terminations[one] or self.truncations[one]]
        self.agent_selection = (out or [*self._one.table.asked])[0]

    def render(self) -> str | None:
        """The state of the game as text."""
        return str(self.table.game) if self.render_mode else None

    def close(self) -> None:
        """Nothing has to be closed."""


def _checked_mode(mode: str | None) -> str | None:
    if mode not in (None, "ansi"):
        raise DragomanError(f"render_mode is 'ansi' or None, not {mode!r}")
    return mode


parallel_env = DragomanTextParallelEnv
env = DragomanTextAECEnv
