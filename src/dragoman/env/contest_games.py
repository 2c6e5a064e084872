"""Games of the arena played many at a time in an environment, where all who play can do so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dragoman.arena.contest import Contest, ContestGame, Entrant
from dragoman.env.batch_env import BatchEnv
from dragoman.env.policies import ActionChoice, chosen_by, policy_called
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.refusal import ActionRefused
from dragoman.rules.engine.codes import NONE

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    from dragoman.env.answers import Flags, Ints


def play_in_environment(contest: Contest, games: Sequence[int]) -> list[ContestGame]:
    """Play some games of a contest at once. The generator of each begins with its seed, so that it
    comes out the same whatever others are played with it, if the policies leave no more than that
    to chance.

    Raises:
        ActionRefused: if a policy cannot be made, or fails.
    """
    env = BatchEnv(
        contest.variant,
        len(games),
        last_year=contest.last_year,
        reward="none",
        autoreset="disabled",
    )
    env.arrays.states[:] = [contest.seed_of(game) for game in games]
    players: Ints = np.full((env.games, len(env.powers)), NONE, np.int64)
    players[:, env.player_numbers] = [contest.seating(game) for game in games]
    numbers: list[int] = np.unique(players[:, env.player_numbers]).tolist()
    seated = {number: policy_of(contest.entrants[number]) for number in numbers}
    due, legal = np.zeros(players.shape, np.int64), np.zeros(players.shape, np.int64)
    while not env.done.all():
        actions = np.full(env.actions.shape, NONE, np.int64)
        for number, policy in seated.items():
            seats: Flags = players == number
            actions[seats] = _chosen(contest.entrants[number], policy, env, seats)[seats]
        counts = env.observation.counts
        going = ~env.done[:, None, None] & (counts > 0)
        is_legal = going & (actions >= 0) & (actions < counts)
        # Builds that nobody chose are given up, which is legal.
        is_due = going & ((actions != NONE) | ~_adjusts(env)[:, None, None])
        due += is_due.sum(axis=2)
        legal += is_legal.sum(axis=2)
        env.step(actions)
    return _results(contest, games, env, due, legal)


def policy_of(entrant: Entrant) -> ActionChoice:
    """The policy that an entrant plays by.

    Raises:
        ActionRefused: if it cannot be made.
    """
    named = entrant.bot.removeprefix("policy:")
    try:
        return policy_called(named)
    except DragomanError as error:
        what, remedy = f"{error}", "name one that can be imported from here: policy:MODULE:NAME"
        raise ActionRefused("unknown-policy", what, remedy) from None


def _chosen(entrant: Entrant, policy: ActionChoice, env: BatchEnv, seats: Flags) -> Ints:
    """The actions of a policy, which may be anybody's and do anything.

    Raises:
        ActionRefused: if it fails.
    """
    try:
        return np.asarray(chosen_by(policy, env, seats), np.int64)
    except Exception as error:
        raise ActionRefused(
            "bot-failed",
            f"{entrant.name} failed: {type(error).__name__}: {error}",
            "mend it, and say this again: what was played is kept",
        ) from error


def _adjusts(env: BatchEnv) -> Flags:
    return np.array([env.is_adjustment(game) for game in range(env.games)])


def _results(
    contest: Contest, games: Sequence[int], env: BatchEnv, due: Ints, legal: Ints
) -> list[ContestGame]:
    powers = np.array(env.player_numbers)
    found: list[ContestGame] = []
    for row, game in enumerate(games):
        winner = int(env.winners[row])
        years = int(env.counted_years[row]) - env.first_counted + 1
        counted = env.history[row, :years][:, powers].tolist()
        orders = zip(due[row, powers].tolist(), legal[row, powers].tolist(), strict=True)
        found.append(
            ContestGame(
                game,
                contest.seating(game),
                tuple(env.owned[row, powers].tolist()),
                -1 if winner < 0 else env.player_numbers.index(winner),
                int(env.observation.year[row]),
                years=tuple(tuple(row) for row in counted if any(row)) if contest.counted else (),
                orders=tuple(orders) if contest.counted else (),
            )
        )
    return found
