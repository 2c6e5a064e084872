"""Rewards: the points of any scoring system at the end, differences of centres while a game goes
on, and points of welfare.

``sum-of-squares`` and its like are the systems of ``dragoman.tournament.scoring``, exact there and
rounded to float32 here.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, runtime_checkable

from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.tournament.scoring import (
    START_YEAR,
    SYSTEMS,
    GameResult,
    MissingData,
    ResultEnding,
    Scoring,
    choose_scoring,
)

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dragoman.env.answers import Flags, Floats, Ints


class GamesAtHand(Protocol):
    """The parts of an environment that rewards look at (see ``dragoman.env.BatchEnv``)."""

    powers: tuple[str, ...]
    agents: tuple[str, ...]
    player_numbers: list[int]
    first_counted: int
    history: npt.NDArray[np.int32]
    agreed: Flags

    @property
    def winners(self) -> Ints: ...
    @property
    def counted_years(self) -> Ints: ...


@runtime_checkable
class Reward(Protocol):
    """A reward of one's own."""

    def __call__(self, env: Any, games: Ints, /) -> Floats:
        """From an environment and the numbers of the games that have just ended to what each power
        gets, ``(games, powers)``, or each that is played, ``(games, agents)``."""
        ...


WELFARE: Final = "welfare"
"""Each winter a power gets its centres less its units (Mukobi et al. 2023, Welfare Diplomacy)."""
NO_REWARD: Final = "none"


def reward_called(named: str | Reward) -> Reward | None:
    """The reward at the end of games; None where there is none.

    Raises:
        DragomanError: if no scoring system is called so.
    """
    if not isinstance(named, str):
        return named
    if named in (WELFARE, NO_REWARD):
        return None
    chosen, diagnostics = choose_scoring(named)
    if chosen is None:
        near = diagnostics[0].candidates
        kinds = f"{WELFARE!r}, {NO_REWARD!r} or a scoring system"
        raise DragomanError(
            f"no reward is called {named!r}; it is {kinds}"
            + (f", such as {near[0]!r}" if near else f" ({len(SYSTEMS)} of them)")
        )
    return ByScoring(chosen)


class ByScoring:
    """The points of a scoring system."""

    def __init__(self, scoring: Scoring) -> None:
        self._scoring = scoring
        self.points = lru_cache(maxsize=4096)(self._worked_out)
        """The points of each power of a game, by its record."""

    def __call__(self, env: GamesAtHand, games: Ints, /) -> Floats:
        return np.array([self.points(one) for one in records_of(env, games)], np.float32)

    def _worked_out(self, record: GameRecord) -> tuple[float, ...]:
        ending = ResultEnding.TIME_DRAW
        if record.winner:
            ending = ResultEnding.SOLO
        elif record.drawn:
            ending = ResultEnding.VOTED_DRAW
        # Scoring systems count 1901 as the first year, whatever a variant calls it.
        counts = {START_YEAR + place: row for place, row in enumerate(record.counts)}
        result = GameResult(
            record.powers, MappingProxyType(counts), ending, record.winner, record.drawn
        )
        try:
            points = self._scoring.score(result)
        except MissingData as missing:
            raise DragomanError(f"this reward needs more than a game tells: {missing}") from None
        return tuple(float(points[power]) for power in record.powers)


class GameRecord(NamedTuple):
    """A game as scoring systems see it: the centres of each power after each year in which they
    were counted, from that before the first on, the winner ("" for none), and the powers that share
    an agreed draw."""

    powers: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    winner: str
    drawn: frozenset[str]


def records_of(env: GamesAtHand, games: Ints) -> list[GameRecord]:
    """The records of games as they stand."""
    found: list[GameRecord] = []
    players = env.player_numbers
    for game in map(int, games):
        years = int(env.counted_years[game]) - env.first_counted + 1
        counts = [row for row in env.history[game, :years][:, players].tolist() if any(row)]
        winner = int(env.winners[game])
        agreed = frozenset(env.powers[one] for one in players if env.agreed[game, one])
        won = env.powers[winner] if winner >= 0 else ""
        found.append(GameRecord(env.agents, tuple(tuple(row) for row in counts), won, agreed))
    return found


def shaped(before: npt.NDArray[Any], after: npt.NDArray[Any]) -> Floats:
    """The centres gained since ``before``, less what all gained on average: ``(games, powers)``,
    and zero over the powers of each game."""
    gained = after.astype(np.float32) - before.astype(np.float32)
    return gained - gained.mean(axis=1, keepdims=True)
