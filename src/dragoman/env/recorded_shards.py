"""Shards of games that were played: of people, of other programs, of a judge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dragoman.env.batch_env import BatchEnv
from dragoman.env.ground import batch_for
from dragoman.env.rewards import ByScoring, GameRecord, reward_called
from dragoman.env.shards import Samples, ShardFolder, ShardFormat
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.game import Game, Resolution, Variant
from dragoman.orders import Order
from dragoman.rules import Outcome, Result
from dragoman.rules.engine.codes import NONE, SUPPORT
from dragoman.rules.engine.packed_orders import packed_kind, packed_other, packed_target
from dragoman.rules.judge.board_index import board_index
from dragoman.tournament.scoring import START_YEAR, yearly_counts

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

_AT_A_TIME: Final = 64
"""Phases that are looked at together."""
_NO_ORDERS: Final = (Result.ILLEGAL, Result.FAILS, Result.EXCESS)
"""The results of what was no possible order."""


def shards_of_games(
    folder: str | Path,
    games: Iterable[Game],
    *,
    reward: str = "sum-of-squares",
    a_shard: int = 64,
    form: ShardFormat = "npz",
) -> Path:
    """Write what was ordered in games, ``a_shard`` games in each file, as ``write_shards`` does;
    the manifest. A game that goes on counts as one that ended with its last year; one in which
    nothing was judged is left out.

    A sample is a phase and a power that gave an order in it. ``chosen`` is -1 for a unit without an
    order and for an order that is none of its legal ones. An order that says more or less than one
    that is, a convoy by the only way or the coast in a support, stands for that; of several for the
    first.

    Raises:
        DragomanError: if there is no game, or they are of several variants; if the variant is not
            played on a board that all see; if the folder holds shards already or an argument is out
            of range.
        MissingExtra: if Parquet is asked for and the extra ``parquet`` is not installed.
    """
    scoring = reward_called(reward)
    if not isinstance(scoring, ByScoring):
        raise DragomanError(f"games that are over have points of a scoring system, not {reward!r}")
    if a_shard < 1:
        raise DragomanError(f"a_shard is 1 or more, not {a_shard}")
    left, first = (game for game in games if game.history), 0
    shards = sampler = None
    while some := [*islice(left, a_shard)]:
        if shards is None or sampler is None:
            sampler = _Sampler(some[0].variant, scoring)
            shards = ShardFolder(folder, form)
        shards.write(first, len(some), sampler.columns(some, first))
        first += len(some)
    if shards is None or sampler is None:
        raise DragomanError("there is no game to make shards of")
    return shards.finish({"variant": sampler.variant.name, "reward": reward})


class _Sampler:
    """The samples of games of a variant."""

    def __init__(self, variant: Variant, scoring: ByScoring) -> None:
        self.variant, self._scoring = variant, scoring
        self._env = BatchEnv(variant, _AT_A_TIME, autoreset="disabled")
        self._judge = batch_for(variant)
        self._gates, self._province = self._judge.tables.gate_count, self._judge.tables.province_of

    def columns(self, games: Sequence[Game], first: int) -> dict[str, npt.NDArray[Any]]:
        """The samples of some games, as columns; the first has this number."""
        samples, env = Samples(), self._env
        values = np.zeros((len(games), len(env.powers)), np.float32)
        for place, game in enumerate(games):
            if game.variant != self.variant:
                what = f"a game of {game.variant.name} among those of {self.variant.name}"
                raise DragomanError(f"{what}; make shards of each alone")
            values[place, env.player_numbers] = self._points(game)
            for begin in range(0, len(game.history), _AT_A_TIME):
                turns = game.history[begin : begin + _AT_A_TIME]
                actions = self._actions(turns)
                gave = np.zeros((env.games, len(env.powers)), np.bool_)
                for row, turn in enumerate(turns):
                    for power, orders in turn.orders.items():
                        gave[row, env.powers.index(power)] = bool(orders)
                numbers = np.full(env.games, first + place)
                samples.add(env, gave, actions, numbers, begin + np.arange(env.games))
        whole = samples.columns()
        whole["value"] = values[whole["game"] - first, whole["power"]]
        return whole

    def _points(self, game: Game) -> tuple[float, ...]:
        powers = self._env.agents
        by_year = yearly_counts(game.start, game.history, powers)
        rows = [by_year[START_YEAR]]
        for year in range(START_YEAR + 1, max(by_year) + 1):
            rows.append(by_year.get(year, rows[-1]))
        winner, drawn = "", frozenset[str]()
        if game.ending is not None and len(game.ending.powers) == 1:
            (winner,) = game.ending.powers
        elif game.ending is not None:
            drawn = frozenset(game.ending.powers)
        return self._scoring.points(GameRecord(powers, tuple(rows), winner, drawn))

    def _actions(self, turns: Sequence[Resolution]) -> npt.NDArray[np.int32]:
        """The actions that were chosen in phases, which the first games of the environment are put
        into."""
        env = self._env
        rows = self._judge.pack([turn.before for turn in turns])
        env.put(range(len(turns)), rows)
        codes = np.full((env.games, len(self.variant.board.provinces)), NONE, np.int32)
        codes[: len(turns)] = self._judge.pack_orders(rows, [*map(_carried_out, turns)])
        actions = env.actions_of(codes)
        at, counts = env.observation.at[: len(turns)], env.observation.counts[: len(turns)]
        ordered = self._ordered(turns)
        actions[: len(turns)][~ordered[np.arange(len(turns))[:, None, None], at]] = NONE
        places = env.arrays.places.reshape(env.actions.shape)
        lacking = (actions[: len(turns)] == NONE) & (counts > 0) & (at != NONE)
        lacking &= ordered[np.arange(len(turns))[:, None, None], at]
        listed, begins = env.codes()
        for game, power, slot in zip(*np.nonzero(lacking), strict=True):
            begin = int(begins[game, power, slot])
            own: list[int] = listed[game, begin : begin + counts[game, power, slot]].tolist()
            meant = self._meaning(int(codes[game, places[game, power, slot]]))
            found = (place for place, code in enumerate(own) if self._meaning(code) == meant)
            actions[game, power, slot] = next(found, NONE)
        return actions

    def _ordered(self, turns: Sequence[Resolution]) -> npt.NDArray[np.bool_]:
        """For each phase the locations whose units have an order that counted; the last, which is
        that of no unit, is among them."""
        location = board_index(self.variant.board).location
        found = np.zeros((len(turns), len(location) + self._gates + 1), np.bool_)
        found[:, len(location) :] = True
        for row, turn in enumerate(turns):
            for outcome in turn.outcomes:
                if _is_ordered(outcome):
                    found[row, location.get(outcome.unit.location, -1)] = True
        return found

    def _meaning(self, code: int) -> tuple[int, int, int]:
        """An order without what goes without saying: the convoy of a move, the coast in a
        support."""
        kind, target = packed_kind(code), packed_target(code)
        if kind == SUPPORT and target != NONE:
            target = self._province[target]
        return kind, target, packed_other(code)


def _carried_out(turn: Resolution) -> dict[str, list[Order]]:
    """The orders of a phase as they were carried out, by power."""
    found: dict[str, list[Order]] = {}
    for outcome in turn.outcomes:
        if _is_ordered(outcome):
            found.setdefault(outcome.power, []).append(outcome.treated_as)
    return found


def _is_ordered(outcome: Outcome) -> bool:
    return outcome.order is not None and outcome.result not in _NO_ORDERS
