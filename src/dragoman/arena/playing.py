"""Games of a contest played: in compiled code where all bots are, else bot by bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.entrant import DUMBBOT
from dragoman.board import Unit
from dragoman.bots import Bot, Heard, View, conversed, entered_after
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.extras import extra
from dragoman.game import Resolution, Variant, find_variant, process
from dragoman.orders import Order
from dragoman.refusal import ActionRefused
from dragoman.rules import Position
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.bots.batch_play import BatchPlay

_STATES = 1 << 48


def play_games(contest: Contest, games: Sequence[int]) -> list[GameResult]:
    """Play some games of a contest, each with random numbers of its own: it comes out the same
    whatever others are played with it.

    Raises:
        ActionRefused: if a bot cannot be made.
    """
    both = contest.one, contest.others
    tempers = {entrant.temper for entrant in both if entrant.bot == DUMBBOT}
    if all(entrant.is_compiled for entrant in both) and len(tempers) < 2:
        return _play_compiled(contest, games)
    return [_play(contest, game) for game in games]


def seed_of(contest: Contest, game: int) -> int:
    """Where the random numbers of a game come from."""
    return Random(f"{contest.seed} {game}").randrange(1, _STATES)


def _play_compiled(contest: Contest, games: Sequence[int]) -> list[GameResult]:
    with extra("fast"):
        import numpy as np

    variant = find_variant(contest.variant)
    tempers = [one.temper for one in (contest.one, contest.others) if one.bot == DUMBBOT]
    play = _batch_play(variant, tempers[0] if tempers else USUAL)
    powers = range(len(variant.board.powers))
    seated = [
        [contest.one if power == contest.seat(game) else contest.others for power in powers]
        for game in games
    ]
    bots = [[entrant.bot for entrant in seats] for seats in seated]
    budgets = [[entrant.evaluations for entrant in seats] for seats in seated]
    states = np.array([seed_of(contest, game) for game in games], dtype=np.int64)
    cells = play.batch.pack([variant.start] * len(games))
    last = play.batch.columns(play.play(cells, bots, states, contest.last_year, budgets))
    return [
        GameResult(
            game,
            contest.seat(game),
            tuple(int((last.owners[row] == power).sum()) for power in powers),
            int(last.winner[row]),
            int(last.year[row]),
        )
        for row, game in enumerate(games)
    ]


@lru_cache(maxsize=4)
def _batch_play(variant: Variant, temper: Temper) -> BatchPlay:
    from dragoman.bots.batch_play import BatchPlay

    return BatchPlay(variant, temper)


def _play(contest: Contest, game: int) -> GameResult:
    variant = find_variant(contest.variant)
    powers = tuple(variant.board.powers)
    seat, dice = contest.seat(game), Random(seed_of(contest, game))
    one, others = contest.one.made(), contest.others.made()
    position, entered = variant.start, FrozenMap[Unit, int]()
    seeds = [dice.randrange(_STATES) for _ in powers]
    history: list[Resolution] = []
    heard: dict[str, tuple[Heard, ...]] = dict.fromkeys(powers, ())
    winner, moment = -1, 0
    while winner < 0 and position.phase.year <= contest.last_year:
        moment += 1
        bots = {power: one if number == seat else others for number, power in enumerate(powers)}
        views = {
            power: View(
                *(variant, position, power, dice.randrange(_STATES), entered, seeds[number]),
                *(tuple(history), heard[power]),
            )
            for number, power in enumerate(powers)
        }
        views = conversed(bots, views)
        heard = {power: view.heard for power, view in views.items()}
        orders = {power: _orders(bots[power], view) for power, view in views.items()}
        resolution = process(variant, position, orders, variant.rule_set)
        history.append(resolution)
        entered = entered_after(variant.board, entered, resolution, moment)
        position = resolution.position
        if resolution.winners:
            winner = powers.index(resolution.winners[0])
    return GameResult(game, seat, _held(powers, position), winner, position.phase.year)


def _orders(bot: Bot, view: View) -> tuple[Order, ...]:
    """The orders of a bot, which may be anybody's and do anything.

    Raises:
        ActionRefused: if it fails.
    """
    try:
        return tuple(bot(view))
    except Exception as error:
        name = getattr(bot, "__name__", repr(bot))
        where = f"{view.power.title()} in {view.position.phase}"
        raise ActionRefused(
            "bot-failed",
            f"{name} failed as {where}: {type(error).__name__}: {error}",
            "mend it, and say this again: what was played is kept",
        ) from error


def _held(powers: Sequence[str], position: Position) -> tuple[int, ...]:
    return tuple(len(position.centers_of(power)) for power in powers)
