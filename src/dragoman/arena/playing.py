"""Games of a contest played: in compiled code where all bots are, at a table where somebody plays
over a socket, else bot by bot."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from dragoman.arena.contest import STATES, Contest, ContestGame, held_by
from dragoman.arena.memory import memory_of, players_told
from dragoman.arena.table_game import Hall
from dragoman.board import Unit
from dragoman.bots import Bot, View, conversed, entered_after
from dragoman.bots.bot import Thinker
from dragoman.game import Game, Resolution, Variant, find_variant, process, write_record
from dragoman.game.variant import PLAY
from dragoman.native.grid import grid_of
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind, Position, Result
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.bots.batch_play import BatchPlay


_NOT_LEGAL = (Result.ILLEGAL, Result.FAILS, Result.EXCESS)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played; with its record, where it is wanted."""

    result: ContestGame
    record: str = ""
    thoughts: str = ""
    """What bots that say it thought, a line of JSON each."""


def play_games(
    contest: Contest, games: Sequence[int], hall: Hall | None = None, memory: str = ""
) -> list[Played]:
    """Play some games of a contest, each with random numbers of its own: it comes out the same
    whatever others are played with it, if those who play leave no more than that to chance. In
    ``memory`` there are folders for what they remember.

    Raises:
        ActionRefused: if a bot cannot be made, or fails.
    """
    if contest.is_connected:
        from dragoman.arena.table_game import play_at_table

        return [Played(*play_at_table(contest, game, hall or Hall(), memory)) for game in games]
    if contest.is_batched:
        # Found by its name, as kinds of game are: the training ground stands on the arena.
        ground: Any = import_module("dragoman.env.contest_games")
        return [Played(one) for one in ground.play_in_environment(contest, games)]
    if contest.is_compiled:
        return [Played(one) for one in _play_compiled(contest, games)]
    return [_play(contest, game, memory) for game in games]


def _play_compiled(contest: Contest, games: Sequence[int]) -> list[ContestGame]:
    variant = find_variant(contest.variant)
    play = _batch_play(variant)
    powers = (*variant.board.powers,)
    players = [contest.seating(game) for game in games]
    seated = [[contest.entrants[one] for one in seats] for seats in players]
    bots = [[entrant.bot for entrant in seats] for seats in seated]
    budgets = [[entrant.evaluations for entrant in seats] for seats in seated]
    tempers = [[entrant.temper for entrant in seats] for seats in seated]
    states = grid_of("i8", [contest.seed_of(game) for game in games])
    cells = play.batch.pack([variant.start] * len(games))
    last = play.play(cells, bots, states, contest.last_year, budgets, tempers)
    found: list[ContestGame] = []
    for row, position in enumerate(play.batch.unpack(last)):
        owners = [*position.owners.values()]
        held = tuple(map(owners.count, variant.board.players))
        winner = play.batch.winner(last[row])
        number = -1 if winner is None else powers.index(winner)
        found.append(ContestGame(games[row], players[row], held, number, position.phase.year))
    return found


@lru_cache(maxsize=4)
def _batch_play(variant: Variant) -> BatchPlay:
    from dragoman.bots.batch_play import BatchPlay

    return BatchPlay(variant)


def _play(contest: Contest, game: int, memory: str) -> Played:
    variant = find_variant(contest.variant)
    powers = tuple(contest.powers)
    players, dice = contest.seating(game), Random(contest.seed_of(game))
    bots = {number: contest.entrants[number].made() for number in set(players)}
    folders = {number: memory_of(memory, number) for number in bots}
    position, _ = PLAY.of(variant).begin(variant, variant.rule_set, contest.seed_of(game))
    entered = FrozenMap[Unit, int]()
    seeds = [dice.randrange(STATES) for _ in powers]
    told = players_told(contest, players)
    history: list[Resolution] = []
    talk: dict[str, View] = {}
    thoughts: list[str] = []
    winner, moment = -1, 0
    while winner < 0 and position.phase.year <= contest.last_year:
        moment += 1
        views = {
            power: View(
                *(variant, position, power, dice.randrange(STATES), entered, seeds[number]),
                *(tuple(history), told, folders[players[number]], contest.last_year),
                heard=talk[power].heard if talk else (),
                spoken=talk[power].spoken if talk else (),
            )
            for number, power in enumerate(powers)
        }
        seated = {power: bots[players[number]] for number, power in enumerate(powers)}
        views = talk = _after_talk(seated, views, position)
        if contest.recorded:
            thoughts += _thoughts(seated, views)
        orders = {power: _orders(seated[power], view) for power, view in views.items()}
        resolution = process(variant, position, orders, variant.rule_set)
        history.append(resolution)
        entered = entered_after(variant.board, entered, resolution, moment)
        position = resolution.position
        if resolution.winners:
            winner = powers.index(resolution.winners[0])
    held = held_by(variant, position)
    result = ContestGame(game, players, held, winner, position.phase.year)
    if contest.counted:
        result = replace(
            result, years=_years(variant, history), orders=_orders_counted(powers, history)
        )
    record = _record(variant, history) if contest.recorded else ""
    return Played(result, record, "".join(thoughts))


def _years(variant: Variant, history: Sequence[Resolution]) -> tuple[tuple[int, ...], ...]:
    """The centres of each power before the first year, and after each."""
    found = [held_by(variant, history[0].before)]
    for resolution in history:
        after = resolution.position
        if after.phase.year > resolution.before.phase.year or resolution.winners:
            found.append(held_by(variant, after))
    return tuple(found)


def _orders_counted(
    powers: Sequence[str], history: Sequence[Resolution]
) -> tuple[tuple[int, int], ...]:
    """For each power how many orders were due, and how many legal ones it gave. Builds are due
    that are ordered: whoever orders none gives them up."""
    due, legal = Counter[str](), Counter[str]()
    for resolution in history:
        for one in resolution.outcomes:
            if one.order is not None or resolution.phase.kind is not PhaseKind.ADJUSTMENT:
                due[one.power] += 1
                legal[one.power] += one.order is not None and one.result not in _NOT_LEGAL
        due.update(one.power for one in resolution.unused)
    return tuple((due[power], legal[power]) for power in powers)


def _after_talk(
    bots: Mapping[str, Bot], views: Mapping[str, View], position: Position
) -> dict[str, View]:
    """The game as bots see it after those that talk have spoken.

    Raises:
        ActionRefused: if one fails.
    """
    try:
        return conversed(bots, views)
    except Exception as error:
        raise ActionRefused(
            "bot-failed",
            f"a bot failed as it spoke in {position.phase}: {type(error).__name__}: {error}",
            "mend it, and say this again: what was played is kept",
        ) from error


def _thoughts(bots: Mapping[str, Bot], views: Mapping[str, View]) -> Iterator[str]:
    for power, bot in bots.items():
        if isinstance(bot, Thinker):
            view = views[power]
            for row in bot.thoughts(view):
                about = {"phase": str(view.position.phase), "power": power, **row}
                yield json.dumps(about) + "\n"


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


def _record(variant: Variant, history: Sequence[Resolution]) -> str:
    game = Game(variant, position=history[0].before)
    for resolution in history:
        game.adopt(resolution)
    return write_record(game)
