"""Positions with what became of them: from games between DumbBots, and from positions as a search
meets them at its leaves, each played on several times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from dragoman.bots import Temper
from dragoman.bots.batch_play import BatchPlay
from dragoman.rules.batch.packed_form import C_WINNER, C_YEAR, YEAR_ZERO

YEARS: Final = 10
"""So many years a game has."""
TEMPERS: Final = (
    *(Temper(50, 5, 0), Temper(60, 3, 30), Temper(60, 3, 45)),
    *(Temper(55, 4, 20), Temper(70, 2, 60)),
)
USUAL_AND_NOISY: Final = TEMPERS[:2]
ODDS: Final = (0.4, 0.3, 0.1, 0.1, 0.1)
CONFUSED: Final = 0.35
"""In so many of the games some powers move at random in their first years."""
BUDGETS: Final = (150, 300)
"""How many evaluations one among DumbBots has for a movement, ..."""
LOW_BUDGETS: Final = (60, 120)
"""... and each of them where all search, ..."""
ALL_SEARCH: Final = 4
"""... which is so in one lot of games out of so many."""
BRANCHES: Final = 12
"""In so many ways a position is played on to leaves, half of them for one year, half for two."""


class Examples(NamedTuple):
    """Positions of springs, how many years were left in each, and the shares that the powers came
    to at the end, or the mean of them."""

    rows: Any
    left: Any
    shares: Any


def joined(parts: Sequence[Examples]) -> Examples:
    """Examples one after another."""
    return Examples(*map(np.concatenate, zip(*parts, strict=True)))


class Player:
    """Plays the games of a variant that examples are made of."""

    def __init__(self, play: BatchPlay) -> None:
        self.play = play
        self.powers = len(play.variant.board.powers)
        self.first = play.variant.first_year
        self.last = self.first + YEARS - 1

    def games(self, count: int, seed: int) -> Examples:
        """The springs of so many games between DumbBots of several tempers."""
        dice, found = np.random.default_rng(seed), []
        for lot in range(-(-count // 2000)):
            size = min(2000, count - 2000 * lot)
            tempers = self._tempers(dice, TEMPERS, ODDS, size)
            confused = dice.random((size, self.powers)) < 0.4
            confused &= dice.random((size, 1)) < CONFUSED
            until = dice.integers(self.first + 1, self.first + 5, size)[:, None]
            cells, states = self._begun(dice, size)
            springs = []
            for year in range(self.first, self.last + 1):
                is_random = confused & (year < until)
                seats = np.where(is_random, "random", "dumbbot").tolist()
                cells = self.play.play(cells, seats, states, year, tempers=tempers)
                springs.append(cells)
            found.append(self._examples(springs[:-1], cells))
        return joined(found)

    def roots(self, lots: int, seed: int, bot: str) -> Any:
        """Springs of lots of games in which one after another of the powers is a ``bot`` that
        searches, or, in some lots, each of them."""
        dice, found = np.random.default_rng(seed), []
        for lot in range(lots):
            all_search = lot % ALL_SEARCH == 0
            budget = int(dice.choice(LOW_BUDGETS if all_search else BUDGETS))
            powers = range(self.powers)
            seats = [[bot if all_search or p == q else "dumbbot" for p in powers] for q in powers]
            tempers = self._tempers(dice, USUAL_AND_NOISY, (0.6, 0.4), self.powers)
            cells, states = self._begun(dice, self.powers)
            for year in range(self.first, self.last):
                budgets = [[budget] * self.powers] * self.powers
                given = cells, seats, states, self.last, budgets, tempers
                cells = self.play.play(*given, until=year)
                found.append(cells[cells[:, C_WINNER] == 0])
        return np.concatenate(found)

    def leaves(self, roots: Any, seed: int, continuations: int) -> Examples:
        """Positions a year or two after others, with the mean of what they come to."""
        dice, found = np.random.default_rng(seed), []
        years = roots[:, C_YEAR].astype(int) - YEAR_ZERO
        for year in range(self.first + 1, self.last):
            of_year = roots[years == year]
            for begin in range(0, len(of_year), 100):
                found += self._leaves(dice, of_year[begin : begin + 100], year, continuations)
        return joined(found)

    def _leaves(self, dice: Any, roots: Any, year: int, continuations: int) -> Iterator[Examples]:
        cells = np.repeat(roots, BRANCHES, 0)
        tempers = self._tempers(dice, USUAL_AND_NOISY, (0.7, 0.3), len(cells))
        states = _states(dice, len(cells))
        for ahead in range(2):
            if year + ahead >= self.last:
                return
            cells = self.play.play(cells, self._dumb(cells), states, year + ahead, tempers=tempers)
            leaves = cells[np.arange(len(cells)) % 2 == ahead]
            leaves = leaves[leaves[:, C_WINNER] == 0]
            if len(leaves):
                again = np.repeat(leaves, continuations, 0)
                given = self._dumb(again), _states(dice, len(again)), self.last
                ended = self._shares(self.play.play(again, *given))
                means = ended.reshape(-1, continuations, self.powers).mean(1, dtype=np.float64)
                yield Examples(leaves, self._left(leaves), means.astype(np.float32))

    def _begun(self, dice: Any, count: int) -> tuple[Any, Any]:
        cells = self.play.batch.pack([self.play.variant.start] * count)
        return cells, _states(dice, count)

    def _dumb(self, cells: Any) -> list[list[str]]:
        return [["dumbbot"] * self.powers] * len(cells)

    def _tempers(
        self, dice: Any, tempers: Sequence[Temper], odds: Sequence[float], count: int
    ) -> list[list[Temper]]:
        drawn = dice.choice(len(tempers), (count, self.powers), p=odds)
        return [[tempers[one] for one in row] for row in drawn]

    def _examples(self, springs: Sequence[Any], last: Any) -> Examples:
        shares, found = self._shares(last), []
        for cells in springs:
            goes_on = cells[:, C_WINNER] == 0
            rows = cells[goes_on]
            found.append(Examples(rows, self._left(rows), shares[goes_on]))
        return joined(found)

    def _left(self, rows: Any) -> Any:
        return self.last + 1 + YEAR_ZERO - rows[:, C_YEAR].astype(int)

    def _shares(self, cells: Any) -> Any:
        """The share of the sum of squares of each power, or all of it for who has won."""
        columns = self.play.batch.columns(cells)
        powers = np.arange(self.powers)
        squares = (columns.owners[:, :, None] == powers).sum(1).astype(np.float64) ** 2
        shares = squares / np.maximum(1, squares.sum(1, keepdims=True))
        won = columns.winner >= 0
        shares[won] = columns.winner[won][:, None] == powers
        return shares.astype(np.float32)


def _states(dice: Any, count: int) -> Any:
    return dice.integers(1, 1 << 48, count, dtype=np.int64)
