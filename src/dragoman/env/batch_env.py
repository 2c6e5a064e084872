"""Many games of a variant stepped at once: what learning programs play in.

All games of a ``BatchEnv`` are judged, listed and observed in machine code, into arrays that are
made once and stay where they are: a view of one (``torch.from_numpy``, ``jax.dlpack``) sees every
later step, and whoever wants to keep what is in it copies it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from dragoman.env.answers import Observation, StepAnswer
from dragoman.env.engine.forms import (
    T_CHANGED,
    T_COUNTED,
    T_DOUBLED,
    T_ILLEGAL,
    T_WINNER,
    T_YEAR,
)
from dragoman.env.game_rows import GameRows
from dragoman.env.ground import Sizes, usual_sizes
from dragoman.env.rewards import WELFARE, Reward, reward_called, shaped
from dragoman.errors import DragomanError, checked
from dragoman.extras import extra
from dragoman.game import Variant, find_variant
from dragoman.rules.engine.codes import NONE
from dragoman.rules.model.position import Position

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from dragoman.env.answers import Flags, Ints

Autoreset = Literal["next-step", "same-step", "disabled"]
"""When a game that is over begins anew: in the step after the last one, in which its actions do not
count; in the last step itself; when it is told to (``reset``)."""
_YEARS: Final = 35
"""The years that a game lasts at most, where nothing is said."""


@checked
class BatchEnv(GameRows):
    """Games of a variant, stepped at once.

    ``variant`` is a name, a folder or a ``Variant``, played by its own rules; ``games`` is how many
    there are at a time. ``reward`` is the name of a scoring system
    (``dragoman.tournament.scoring``), ``"welfare"``, ``"none"``, or a function of one's own;
    ``shaping`` is what a centre more than all gained on average is worth when centres are counted.
    A game ends when somebody has won, after ``last_year`` (by default 35 years), or when no centre
    changed hands for ``draw_years``.
    ``seed`` decides about everything random: each game has a generator of its own, whatever
    ``games`` and ``threads`` are. ``layout`` is the sequence of areas, ``"board"`` or
    ``"deepmind"``. ``slots``, ``choices`` and ``listed`` are the room for orders of a power, for
    choices of a slot, and for all orders of a position; by default ``usual_sizes``. ``start`` is
    where games begin.

    An action is the number of a legal order of a slot: ``actions[game, power, slot]``. What is no
    such number holds; a dislodged unit disbands, a build is waived, and a removal is left to the
    rules. Of two builds of a power in one province the first counts.

    Raises:
        DragomanError: if an argument is out of range, or the variant is not played on a board that
            all see.
        VariantError: if there is no such variant.
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """

    def __init__(
        self,
        variant: Variant | str | Path = "standard",
        games: int = 64,
        *,
        seed: int = 0,
        reward: str | Reward = "sum-of-squares",
        shaping: float = 0.0,
        last_year: int | None = None,
        draw_years: int | None = None,
        autoreset: Autoreset = "next-step",
        threads: int = 1,
        layout: str = "board",
        slots: int | None = None,
        choices: int | None = None,
        listed: int | None = None,
        start: Position | None = None,
    ) -> None:
        found = find_variant(variant)
        self._check(found, games, threads, last_year, draw_years, autoreset)
        first = found.start.phase.year
        self.last_year = first + _YEARS - 1 if last_year is None else last_year
        self.draw_years, self.shaping, self.autoreset = draw_years, shaping, autoreset
        self._reward, self._has_welfare = reward_called(reward), reward == WELFARE
        usual = usual_sizes(found)
        sizes = Sizes(slots or usual.slots, choices or usual.choices, listed or usual.listed)
        super().__init__(
            found,
            games,
            sizes,
            layout,
            threads,
            found.start if start is None else start,
            self.last_year,
        )
        self.reset(seed)

    @staticmethod
    def _check(
        variant: Variant,
        games: int,
        threads: int,
        last_year: int | None,
        draw_years: int | None,
        autoreset: Autoreset,
    ) -> None:
        first = variant.start.phase.year
        if games < 1 or threads < 1:
            raise DragomanError(f"games and threads are 1 or more, not {games} and {threads}")
        if last_year is not None and last_year < first:
            raise DragomanError(f"last_year is {first} or later, not {last_year}")
        if draw_years is not None and draw_years < 1:
            raise DragomanError(f"draw_years is 1 or more, not {draw_years}")
        if autoreset not in get_args(Autoreset):
            raise DragomanError(f"autoreset is one of {get_args(Autoreset)}, not {autoreset!r}")

    def __repr__(self) -> str:
        return f"<BatchEnv: {self.games} games of {self.variant.name}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise DragomanError("an environment is not copied; save() what stands in it")

    # Games begun, stepped, ended

    def step(self, actions: npt.ArrayLike, agree: npt.ArrayLike | None = None) -> StepAnswer:
        """Carry out the phase of each game, each unit with the order that its slot chose.

        ``actions`` is ``(games, powers, slots)`` of whole numbers. ``agree`` is ``(games, powers)``
        of true and false: where all powers that are left agree, the game ends as their draw, and
        no phase of it is carried out.

        Raises:
            DragomanError: if they have another shape, or are no whole numbers.
            Overflow: if a position has more choices than there is room for.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != self.actions.shape:
            needed = f"whole numbers of shape {self.actions.shape}"
            raise DragomanError(f"actions of {given.dtype} and shape {given.shape}; {needed}")
        np.copyto(self.actions, np.clip(given, NONE, self.sizes.choices), casting="unsafe")
        return self._stepped(agree)

    def step_random(self) -> StepAnswer:
        """The same with a random open action in each slot, chosen in machine code by the generator
        of each game: ``actions`` has them."""
        self.draw_actions()
        return self._stepped(None)

    def draw_actions(self) -> npt.NDArray[np.int32]:
        """A random open action for each slot, ``(games, powers, slots)``: builds in different
        provinces, different removals. It is ``actions``."""
        self.run("draw_games", np.flatnonzero(~self.done))
        return self.actions

    def _stepped(self, agree: npt.ArrayLike | None) -> StepAnswer:
        over = self.done.copy()
        self.rewards[:] = 0
        going = ~over
        if agree is not None:
            going &= ~self._agree(np.asarray(agree, np.bool_), going)
        owned, moved = self.owned.copy(), np.flatnonzero(going)
        np.copyto(self.taken, self.actions)
        years = self.arrays.told[:, T_YEAR].copy()
        counted = self.arrays.told[:, T_COUNTED].copy()
        self.run("step_games", moved)
        self._end(moved)
        self._reward_games(over, owned, years, counted)
        ended = np.flatnonzero(self.done & ~over)
        told = self.arrays.told
        infos: dict[str, Any] = {
            "illegal": told[:, T_ILLEGAL],
            "doubled": told[:, T_DOUBLED],
            "done": ended,
        }
        rewards, terminations, truncations = self.rewards, self.terminations, self.truncations
        if self.autoreset == "same-step" and len(ended):
            infos["final_observation"] = Observation._make(one[ended] for one in self.observation)
            rewards, terminations = rewards.copy(), terminations.copy()
            truncations = truncations.copy()
            self.begin_with(ended, self.start_rows(), None)
        elif self.autoreset == "next-step" and over.any():
            self.begin_with(np.flatnonzero(over), self.start_rows(), None)
        return StepAnswer(self.observation, rewards, terminations, truncations, infos)

    def _agree(self, agree: Flags, going: Flags) -> Flags:
        if agree.shape != (self.games, len(self.powers)):
            needed = f"(games, powers), here {(self.games, len(self.powers))}"
            raise DragomanError(f"agree of shape {agree.shape}; needed is {needed}")
        left = self._left()
        drawn = going & (agree | ~left).all(axis=1) & left.any(axis=1)
        self.agreed[drawn] = left[drawn]
        self.terminations[drawn] = True
        self.done |= drawn
        return drawn

    def _left(self) -> Flags:
        """The powers that are left in each game."""
        left = (self.owned > 0) | (self.units > 0)
        if len(self.agents) < len(self.powers):
            left[:, [one for one in range(len(self.powers)) if one not in self.player_numbers]] = 0
        return left

    def _end(self, moved: Ints) -> None:
        """Note which of these games are over, and for whom."""
        told = self.arrays.told[moved]
        won = told[:, T_WINNER] >= 0
        left = self._left()[moved]
        self.terminations[moved] = ~left | won[:, None] | (left.sum(axis=1) == 0)[:, None]
        late = ~won & (told[:, T_COUNTED] >= self.last_year)
        if self.draw_years is not None:
            still = told[:, T_COUNTED] - told[:, T_CHANGED]
            late |= ~won & (still >= self.draw_years)
        self.truncations[moved] = late[:, None] & left
        self.done[moved] = won | late | (left.sum(axis=1) == 0)

    def _reward_games(self, over: Flags, owned: Any, years: Ints, counted: Ints) -> None:
        ended = np.flatnonzero(self.done & ~over)
        if self.shaping:
            told = np.flatnonzero(~over & (counted != self.arrays.told[:, T_COUNTED]))
            players = np.array(self.player_numbers)
            gained = shaped(owned[told][:, players], self.owned[told][:, players])
            self.rewards[np.ix_(told, players)] += np.float32(self.shaping) * gained
        if self._has_welfare:
            new = ~over & (years != self.arrays.told[:, T_YEAR])
            new |= self.done & ~over
            self.rewards[new] += (self.owned - self.units)[new]
        if self._reward is not None and len(ended):
            points = np.asarray(self._reward(self, ended), np.float32)
            if points.shape[1:] == (len(self.agents),):
                self.rewards[np.ix_(ended, np.array(self.player_numbers))] += points
            else:
                self.rewards[ended] += points
