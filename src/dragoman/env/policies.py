"""Players of the other seats: anything that chooses actions in an environment, and bots that do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from threading import get_ident
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from dragoman.bots.batch_play import WAYS, BatchPlay
from dragoman.bots.known import FORMS
from dragoman.env.batch_env import BatchEnv
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.refusal import ActionRefused

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dragoman.env.answers import Flags

_MODULE: Final = re.compile(r"[A-Za-z_][\w.]*")
_OF_BOTS: Final = frozenset(form.partition(":")[0] for form in FORMS)
"""What the names of bots begin with."""


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

    def __repr__(self) -> str:
        return f"BotActions({self.bot!r})"

    def __call__(self, env: BatchEnv, /) -> npt.NDArray[np.int32]:
        states = env.arrays.states  # each moves on
        codes = _batch_play(env.variant, get_ident()).orders(
            env.rows, [self.bot] * len(env.powers), states
        )
        return env.actions_of(np.asarray(codes))


@lru_cache(maxsize=8)
def _batch_play(variant: Variant, thread: int) -> BatchPlay:
    """The bots on positions of a variant, for one thread."""
    del thread
    return BatchPlay(variant)


@runtime_checkable
class SeatedChoice(ActionChoice, Protocol):
    """A player that takes long, and is told which seats it plays."""

    def choose(self, env: BatchEnv, seats: Flags, /) -> npt.NDArray[Any]:
        """The same as when it is called, for the seats alone that are true in ``(games,
        powers)``."""
        ...


def chosen_by(player: ActionChoice, env: BatchEnv, seats: Flags) -> npt.NDArray[Any]:
    """The actions of a player in these seats, ``(games, powers)``; those of others mean nothing.

    Raises:
        DragomanError: if they have another shape than ``env.actions``, or are no whole numbers.
    """
    chosen = player.choose(env, seats) if isinstance(player, SeatedChoice) else player(env)
    given = np.asarray(chosen)
    if given.dtype.kind not in "iu" or given.shape != env.actions.shape:
        chose = f"{player!r} chose actions of {given.dtype} and shape {given.shape}"
        raise DragomanError(f"{chose}; needed are whole numbers of shape {env.actions.shape}")
    return given


_CALLED: Mapping[str, ActionChoice] = {
    "random": random_actions,
    "civil-disorder": BotActions("civil-disorder"),
    "dumbbot": BotActions("dumbbot"),
}


def policy_called(named: str | ActionChoice) -> ActionChoice:
    """A player by its name, or itself.

    ``random``, ``civil-disorder`` and ``dumbbot`` play in machine code; ``MODULE:NAME`` is a
    function of one's own, or a class of which one is made; ``MODULE:NAME:ARGUMENT`` is what that
    gives for a text, such as the file of a network. Any other bot of the arena plays game by game
    (``dragoman.env.BotSeats``).

    Raises:
        DragomanError: if nobody is called so.
    """
    if not isinstance(named, str):
        return named
    return _CALLED[named] if named in _CALLED else _named(named)


@lru_cache(maxsize=16)
def _named(named: str) -> ActionChoice:
    from dragoman.env.bot_seats import BotSeats

    module, _, rest = named.partition(":")
    if not _MODULE.fullmatch(module) or not rest or module in _OF_BOTS:
        try:
            return BotSeats(named)
        except ActionRefused as refused:
            known = f"{', '.join(_CALLED)}, MODULE:NAME, MODULE:NAME:ARGUMENT, or a bot"
            raise DragomanError(
                f"no policy is called {named!r} ({refused}); it is one of {known}"
            ) from None
    name, colon, argument = rest.partition(":")
    try:
        found: Any = getattr(import_module(module), name, None)
        if callable(found) and (colon or isinstance(found, type)):
            found = found(argument) if colon else found()
    except Exception as error:  # whatever somebody's own module does
        raise DragomanError(
            f"the policy {named!r} cannot be made: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise DragomanError(f"the module {module!r} has no function {name!r}")
    return cast(ActionChoice, found)
