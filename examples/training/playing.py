"""Games of one seat against others, from their first phase to the last.

Games come in *rounds*: in a round the learner plays each power once, against the same luck. A share
is its part of the sum of squares of centres, all of it for a victory: the points of
``sum-of-squares`` in hundredths. Intervals take a round as one observation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from choosing import Policy, actions_of, choose
from sights import GOES, RETREATS_TO, SAILS, Sights, look

from dragoman.arena.standings import Estimate, mean, proportion
from dragoman.bots import SearchBot, View
from dragoman.bots.batch_play import BatchPlay
from dragoman.env import BatchEnv
from dragoman.env.ground import generator_states
from dragoman.env.policies import ActionChoice, policy_called
from dragoman.game import Variant
from dragoman.rules.batch import Batch

CENTS = 100.0
"""The points of a game."""


class PolicyPlayer:
    """A policy that plays one seat of each game, ``seats``, or all; by chance with ``dice``, else
    always the likeliest orders."""

    def __init__(
        self, policy: Policy, seats: Any = None, dice: np.random.Generator | None = None
    ) -> None:
        self.policy, self.seats, self.dice = policy, seats, dice
        self.last: tuple[Any, Sights, Any] | None = None
        """The games in which it last chose, what it saw, and which orders."""

    def __call__(self, env: BatchEnv, /) -> Any:
        can = (env.observation.counts[..., 0] > 0) & ~env.done[:, None]
        if self.seats is not None:
            own = np.zeros(can.shape, np.bool_)
            own[np.arange(env.games), self.seats[: env.games]] = True
            can &= own
        games, powers = np.nonzero(can)
        actions, self.last = np.zeros(env.actions.shape, np.int64), None
        if len(games):
            sights = look(env, games, powers, self.policy.foresees)
            picks, _ = choose(self.policy, sights, self.dice)
            actions[games, powers] = actions_of(sights, picks)
            self.last = games, sights, picks
        return actions


class Searching:
    """A player that searches at ``seats``, and is ``dumbbot`` everywhere else. If ``before`` is
    given, it plays a seat until its game has gone on for its ``late`` of phases."""

    def __init__(
        self, evaluations: int, seats: Any, late: Any = None, before: ActionChoice | None = None
    ) -> None:
        self.bot, self.seats, self.before = SearchBot(evaluations), seats, before
        self.late = np.zeros(len(seats), np.int64) if late is None else late
        self.others = policy_called("dumbbot")

    def __repr__(self) -> str:
        return f"search:{self.bot.evaluations} among dumbbots"

    def __call__(self, env: BatchEnv, /) -> Any:
        actions, seats = np.array(self.others(env)), self.seats[: env.games]
        early = np.asarray(env.phases) < self.late[: env.games]
        if self.before is not None and early.any():
            actions[early, seats[early]] = self.before(env)[early, seats[early]]
        found = self._searched(env, seats, ~early)
        actions[~early, seats[~early]] = found[~early, seats[~early]]
        return actions

    def _searched(self, env: BatchEnv, seats: Any, wanted: Any) -> Any:
        counts = env.observation.counts[np.arange(env.games), seats, 0]
        given: list[dict[str, list[Any]]] = []
        for game, position in enumerate(env.positions()):
            power, own = env.powers[seats[game]], dict[str, list[Any]]()
            if wanted[game] and not env.done[game] and counts[game] > 0:
                luck = int(env.arrays.states[game])
                view = View(env.variant, position, power, luck, last_year=env.last_year)
                own[power] = [*self.bot(view)]
            given.append(own)
        return env.actions_of(judge_of(env.variant).pack_orders(env.rows, given))


class Greedy:
    """A policy that wants centres that are not its own, and else goes anywhere: the least that a
    program should beat."""

    foresees = False

    def begin(self, sights: Sights) -> Any:
        """The weights of all orders but for relations."""
        wanted = sights.context[:, 1:3].sum(axis=1)
        goes = np.isin(sights.type, (GOES, SAILS, RETREATS_TO))
        return (goes * (1 + 8 * wanted)).astype(np.float32)

    def weigh(self, begun: Any, chosen: Any, relations: Any) -> Any:
        """All weights of some orders."""
        return begun[chosen] - 8 * relations[:, :2].sum(axis=1)


def last_year_of(variant: Variant, years: int) -> int:
    """The last year of a game of so many years."""
    return variant.start.phase.year + years - 1


@lru_cache(maxsize=4)
def judge_of(variant: Variant) -> Batch:
    """The judge of a variant, who packs positions and orders."""
    return BatchPlay(variant).batch


def seats_of(env: BatchEnv, first: int = 0) -> Any:
    """The seat of the learner in each game, of which the first is the ``first`` of all."""
    players = np.array(env.player_numbers)
    return players[(first + np.arange(env.games)) % len(players)]


def begin(env: BatchEnv, seed: int, first: int = 0) -> None:
    """Begin all games; those of a round have the same luck."""
    env.reset()
    rounds = (first + np.arange(env.games)) // len(env.player_numbers)
    env.arrays.states[:] = generator_states(seed, rounds)


class Played(NamedTuple):
    """Games that were played, a row each."""

    round: Any
    seat: Any
    share: Any
    won: Any
    most: Any
    """Nobody had more centres."""


def play(
    env: BatchEnv,
    learner: ActionChoice,
    others: ActionChoice,
    seed: int,
    first: int = 0,
    seen: Callable[[Any], None] | None = None,
) -> Played:
    """Play games to their end, the learner at ``seats_of``; after each step ``seen`` is told what
    each power got. ``env`` has ``sum-of-squares`` for a reward, and ``autoreset="disabled"``."""
    begin(env, seed, first)
    seats, rows = seats_of(env, first), np.arange(env.games)
    while not env.done.all():
        actions = np.array(others(env))
        actions[rows, seats] = learner(env)[rows, seats]
        rewards = env.step(actions).rewards
        if seen is not None:
            seen(rewards[rows, seats] / CENTS)
    owned = np.asarray(env.owned)[:, env.player_numbers].astype(float)
    own = np.asarray(env.owned)[rows, seats].astype(float)
    won = env.winners == seats
    share = np.where(env.winners >= 0, won, own**2 / np.maximum((owned**2).sum(axis=1), 1))
    most = np.where(env.winners >= 0, won, own >= owned.max(axis=1))
    return Played((first + rows) // len(env.player_numbers), seats, share, won, most)


def joined(parts: list[Played]) -> Played:
    """Games that were played in parts."""
    return Played(*map(np.concatenate, zip(*parts, strict=True)))


def told(played: Played) -> dict[str, Estimate]:
    """The figures of games, with intervals of 95 % that take those of a round together."""
    rounds = played.round.tolist()
    return {
        "share": mean(played.share.tolist(), rounds),
        "won": proportion(played.won.astype(float).tolist(), rounds),
        "most centres": proportion(played.most.astype(float).tolist(), rounds),
    }
