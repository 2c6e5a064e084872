"""Any bot of the arena as a player of an environment: game by game, by what it sees of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from dragoman.arena.contest import bot_entrant
from dragoman.board import Unit
from dragoman.bots import View, entered_after
from dragoman.env.batch_env import BatchEnv
from dragoman.env.words import orders_of
from dragoman.extras import extra
from dragoman.game import Resolution, process
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position
from dragoman.values import FrozenMap

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dragoman.env.answers import Flags, Ints

_APART: Final = 1_000_003


class _Slots(NamedTuple):
    """The choices of a game: arrays as ``BatchEnv.codes`` and its observation have them."""

    codes: npt.NDArray[np.int32]
    begins: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]
    at: npt.NDArray[np.int32]


@dataclass(slots=True)
class _Course:
    """A game as a bot remembers it: the position it was last asked about, what could be ordered
    there, and what came before."""

    position: Position
    phases: int
    slots: _Slots
    seed: int
    """Where the game began, as far as is known, its generator stood here."""
    history: tuple[Resolution, ...] = ()
    entered: FrozenMap[Unit, int] = FrozenMap()


class BotSeats:
    """A bot of ``dragoman arena``, by its name, playing seats of an environment: ``loeb``,
    ``search:650``, ``partner`` or ``MODULE:FUNCTION``. It is asked for each power and game, and
    sees the game so far, so that a step takes as long as the bot does: milliseconds. Bots that talk
    say nothing here.

    Raises:
        ActionRefused: if no bot is called so.
    """

    def __init__(self, bot: str) -> None:
        self.named, self.bot = bot, bot_entrant(bot).made()
        self._courses: dict[int, _Course] = {}
        self._env: BatchEnv | None = None

    def __repr__(self) -> str:
        return f"BotSeats({self.named!r})"

    def __call__(self, env: BatchEnv, /) -> Ints:
        return self.choose(env, np.ones((env.games, len(env.powers)), np.bool_))

    def choose(self, env: BatchEnv, seats: Flags, /) -> Ints:
        """The actions of the bot in these seats."""
        if self._env is not env:
            self._env, self._courses = env, {}
        games = np.flatnonzero(~env.done & (seats & (env.observation.counts[..., 0] > 0)).any(1))
        given: list[dict[str, Sequence[Order]]] = [{} for _ in range(env.games)]
        for game, position in zip(games.tolist(), env.positions(games.tolist()), strict=True):
            course = self._courses[game] = self._course(env, game, position)
            for number in np.flatnonzero(seats[game]).tolist():
                if env.observation.counts[game, number, 0] > 0:
                    given[game][env.powers[number]] = self._ordered(env, game, number, course)
        return env.actions_of(env.pack_orders(env.rows, given)).astype(np.int64)

    def _course(self, env: BatchEnv, game: int, position: Position) -> _Course:
        """The game up to here: gone on with from the last step, or begun anew."""
        known, phases = self._courses.get(game), int(env.phases[game])
        if known is not None and (phases, position) == (known.phases, known.position):
            return known
        here = _Course(position, phases, _slots(env, game), int(env.arrays.states[game]))
        if known is not None and phases == known.phases + 1:
            orders = _taken(env, game, known)
            done = process(env.variant, known.position, orders, env.variant.rule_set)
            if done.position == position:
                here.seed, here.history = known.seed, (*known.history, done)
                moment = len(here.history)
                here.entered = entered_after(env.variant.board, known.entered, done, moment)
        return here

    def _ordered(self, env: BatchEnv, game: int, number: int, course: _Course) -> tuple[Order, ...]:
        """The orders of the bot; its randomness hangs on the game, the phase and the power."""
        state = int(env.arrays.states[game]) + course.phases * _APART
        view = View(
            *(env.variant, course.position, env.powers[number], state * _APART + number),
            course.entered,
            game=course.seed * _APART + number,
            history=course.history,
            last_year=env.last_year,
        )
        return tuple(self.bot(view))


def _slots(env: BatchEnv, game: int) -> _Slots:
    (codes, begins), seen = env.codes(), env.observation
    return _Slots(*(one[game].copy() for one in (codes, begins, seen.counts, seen.at)))


def _taken(env: BatchEnv, game: int, known: _Course) -> dict[str, list[Order]]:
    """The orders of all powers in the phase that was carried out last."""
    codes, begins, counts, at = known.slots
    found: dict[str, list[Order]] = {}
    for number, power in enumerate(env.powers):
        chosen = env.taken[game, number]
        slots = np.flatnonzero((chosen >= 0) & (chosen < counts[number]))
        picked = codes[begins[number, slots] + chosen[slots]]
        rows = [(int(where), [int(code)]) for where, code in zip(at[number, slots], picked,
                                                                strict=True)]  # fmt: skip
        lists = orders_of(env.variant, env.tables, known.position, power, rows)
        found[power] = [order for (order,) in lists]
    return found
