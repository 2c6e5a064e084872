"""Players of the other seats: anything that chooses actions in an environment, and bots that do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from dragoman.bots.batch_play import WAYS, BatchPlay
from dragoman.env.batch_env import BatchEnv
from dragoman.errors import DragomanError
from dragoman.extras import extra

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


@runtime_checkable
class ActionChoice(Protocol):
    """A player: any function like this."""

    def __call__(self, env: BatchEnv, /) -> npt.NDArray[Any]:
        """Actions for all games, powers and slots, of which those of the seats that it plays are
        taken."""
        ...


def random_actions(env: BatchEnv) -> npt.NDArray[np.int32]:
    """A random legal order for each unit."""
    return env.draw_actions()


class BotActions:
    """A bot that is played on many positions at once: one of ``dragoman.bots.batch_play.WAYS``
    that does not search. What it leaves to chance the generator of each game decides.

    Raises:
        DragomanError: if there is no such bot, or it searches.
    """

    def __init__(self, bot: str = "dumbbot") -> None:
        able = [name for name in WAYS if name in ("civil-disorder", "random", "dumbbot")]
        if bot not in able:
            raise DragomanError(f"bot is one of {', '.join(able)}, not {bot!r}")
        self.bot = bot
        self._play: BatchPlay | None = None

    def __repr__(self) -> str:
        return f"BotActions({self.bot!r})"

    def __call__(self, env: BatchEnv, /) -> npt.NDArray[np.int32]:
        if self._play is None or self._play.variant != env.variant:
            self._play = BatchPlay(env.variant)
        states = env.arrays.states  # each moves on
        codes = self._play.orders(env.rows, [self.bot] * len(env.powers), states)
        return env.actions_of(np.asarray(codes))


_CALLED: Mapping[str, ActionChoice] = {
    "random": random_actions,
    "civil-disorder": BotActions("civil-disorder"),
    "dumbbot": BotActions("dumbbot"),
}


def policy_called(named: str | ActionChoice) -> ActionChoice:
    """A player by its name, or itself.

    Raises:
        DragomanError: if nobody is called so.
    """
    if not isinstance(named, str):
        return named
    if named not in _CALLED:
        raise DragomanError(f"a policy is one of {', '.join(_CALLED)}, not {named!r}")
    return _CALLED[named]
