"""A curriculum: what is learned first, and when to go on to what is harder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from dragoman.env.batch_env import BatchEnv
from dragoman.env.match import round_weights, spread_of
from dragoman.env.policies import ActionChoice, chosen_by, policy_called
from dragoman.env.seat_env import ANY, SeatEnv
from dragoman.errors import DragomanError, checked
from dragoman.extras import extra
from dragoman.game import find_variant
from dragoman.quick_dataclass import dataclass

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    from dragoman.arena.standings import Estimate
    from dragoman.env.answers import Flags, Ints


@dataclass(frozen=True, slots=True)
class CurriculumStage:
    """A stage: a learner as one power of a variant against copies of ``others``, to the end of so
    many ``years``. It is passed with a share of the sum of squares of at least ``passed_at``, a
    victory counting as all of it."""

    name: str
    variant: str
    others: str | ActionChoice
    passed_at: float
    years: int = 10
    seat: str = ANY


STAGES: Final[tuple[CurriculumStage, ...]] = (
    CurriculumStage("duel against nobody", "france_austria", "civil-disorder", 0.9, 8),
    CurriculumStage("duel against chance", "france_austria", "random", 0.8, 8),
    CurriculumStage("duel", "france_austria", "dumbbot", 0.6, 8),
    CurriculumStage("small map against chance", "hundred", "random", 0.6, 8),
    CurriculumStage("small map", "hundred", "dumbbot", 0.4, 8),
    CurriculumStage("one against six that move by chance", "standard", "random", 0.5),
    CurriculumStage("one against six", "standard", "dumbbot", 0.25),
)
"""From a duel to one against six: parity is a half, a third and a seventh."""


class Curriculum:
    """Stages, one after the other, each until it is passed.

    ``measure`` plays the stage at hand with a policy, and goes on to the next if its share, less
    what chance may have added to it (the lower end of its interval), is enough. ``seed`` decides
    about the games that are measured; they are others than those of training.

    Raises:
        DragomanError: if there is no stage.
    """

    def __init__(self, stages: Sequence[CurriculumStage] = STAGES, seed: int = 0) -> None:
        if not stages:
            raise DragomanError("a curriculum has a stage at least")
        self.stages, self._seed = tuple(stages), seed
        self.place = 0
        """The number of the stage at hand; as many as there are stages once all are passed."""
        self.measured: list[tuple[str, Estimate]] = []
        """The stages that were measured, and the shares, in their sequence."""

    def __repr__(self) -> str:
        return f"<Curriculum: {self.place} of {len(self.stages)} stages passed>"

    @property
    def is_over(self) -> bool:
        """True if all stages are passed."""
        return self.place == len(self.stages)

    @property
    def stage(self) -> CurriculumStage:
        """The stage at hand; the last one when all are passed."""
        return self.stages[min(self.place, len(self.stages) - 1)]

    def env(self, games: int = 64, **arguments: Any) -> SeatEnv:
        """The environment of the stage at hand; further arguments are those of ``SeatEnv``."""
        stage = self.stage
        terms: dict[str, Any] = {"seat": stage.seat, "others": stage.others}
        terms["last_year"] = _last_year(stage)
        return SeatEnv(stage.variant, games, **{**terms, **arguments})

    @checked
    def measure(self, policy: str | ActionChoice, games: int = 210) -> bool:
        """Play the stage at hand, each power as often as the others, and go on if it is passed:
        True then. The share is the last of ``measured``."""
        stage = self.stage
        share = share_of(policy, stage, games, self._seed + 1 + len(self.measured))
        self.measured.append((stage.name, share))
        is_passed = not self.is_over and share.low >= stage.passed_at
        self.place += is_passed
        return is_passed


def share_of(
    policy: str | ActionChoice, stage: CurriculumStage, games: int = 210, seed: int = 0
) -> Estimate:
    """The share of the sum of squares of a policy as one power of a stage, with an interval of 95 %
    by bootstrap over rounds in which it plays each power once, with one seed.

    Raises:
        DragomanError: if there are not enough games for two rounds.
    """
    learner, others = policy_called(policy), policy_called(stage.others)
    env = BatchEnv(
        stage.variant,
        games,
        last_year=_last_year(stage),
        reward="none",
        autoreset="disabled",
    )
    played = [env.powers.index(stage.seat)] if stage.seat != ANY else env.player_numbers
    rounds = games // len(played)
    if rounds < 2:
        raise DragomanError(f"games are {2 * len(played)} or more, for two rounds, not {games}")
    rows = np.arange(games)
    own: Ints = np.array(played)[rows % len(played)]
    starts = np.random.default_rng(seed).integers(1, _STATES, rounds + 1)
    env.arrays.states[:] = starts[rows // len(played)]
    seats: Flags = np.zeros((games, len(env.powers)), np.bool_)
    seats[rows, own] = True
    while not env.done.all():
        actions = chosen_by(others, env, ~seats).astype(np.int64)
        actions[seats] = chosen_by(learner, env, seats)[seats]
        env.step(actions)
    squares = env.owned.astype(np.float64) ** 2
    shares = squares[rows, own] / np.maximum(squares.sum(axis=1), 1)
    shares = cast(Any, np).where(env.winners >= 0, env.winners == own, shares)[
        : rounds * len(played)
    ]
    means = shares.reshape(rounds, -1).mean(axis=1)
    return spread_of(float(means.mean()), round_weights(rounds) @ means / rounds, rounds)


_STATES: Final = 1 << 48


def _last_year(stage: CurriculumStage) -> int:
    variant = find_variant(stage.variant)
    a_year = sum(variant.calendar.years)  # five and five where a year is a decade, as in Hundred
    return variant.start.phase.year + stage.years * a_year - 1
