"""The player that looks ahead, as a bot (see ``engine.search``). It needs the extra ``fast``."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from dragoman.bots.batch_evaluator import NOISY, evaluator_for, room_to_search
from dragoman.bots.bot import View
from dragoman.bots.compiled import machine
from dragoman.bots.engine.forms import USUAL
from dragoman.bots.engine.rollout import MIXED, NEVER
from dragoman.bots.engine.search import ELSEWHERE
from dragoman.bots.value_files import values_for
from dragoman.bots.visibility import orders_of_codes
from dragoman.game import Variant
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind
from dragoman.rules.batch.batch import Batch
from dragoman.rules.judge.board_index import board_index

_STATES: Final = (1 << 48) - 1
_RATE: Final = 20_000.0
"""Evaluations a second, before it was measured."""


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Tries its orders by playing on (see ``engine.search``), with so many ``evaluations`` of a
    movement, or so many ``seconds``; a quarter of that in other phases. Seconds are those of the
    processor, reckoned from how long evaluations took so far: with them the orders depend on the
    machine, but not on what else it does. If it is ``learned``,
    positions have the value that was learned for the variant, too (see ``value_files``).
    """

    evaluations: int = 2_000
    seconds: float | None = None
    learned: bool = False

    def __call__(self, view: View) -> Iterable[Order]:
        searcher = _searcher(view.variant, self.learned)
        return searcher.orders(view, self.evaluations, self.seconds)


class _Searcher:
    """Searches positions of a variant, in one thread."""

    def __init__(self, variant: Variant, learned: bool) -> None:
        calendar = variant.calendar_under(variant.rule_set)
        terms = variant.rule_set, variant.victory_centers, 1, calendar
        self._batch = Batch(variant.board, *terms)
        self._evaluator = evaluator_for(self._batch)
        self._search = room_to_search(self._evaluator, self._batch)
        if learned:
            net = values_for(variant).net(self._evaluator.tables)
            self._search = self._search._replace(net=net)
            self._search.leaf[0] = MIXED
        self._powers = board_index(variant.board).power
        self._rate = _RATE
        self._is_loaded = False

    def orders(self, view: View, evaluations: int, seconds: float | None) -> list[Order]:
        movement = view.position.phase.kind is PhaseKind.MOVEMENT
        share = 1 if movement else ELSEWHERE
        budget = evaluations if seconds is None else round(self._rate * seconds)
        self._search.before[:] = self._batch.pack([view.position])[0]
        self._evaluator.state[0] = view.seed & _STATES
        power = self._powers[view.power]
        begun = time.thread_time()
        length = machine()["search_row"](
            self._evaluator,
            self._search,
            power,
            max(1, budget // share),
            USUAL,
            NOISY,
            NEVER if view.last_year is None else view.last_year,
        )
        if length < 0:
            raise MemoryError("a position has too many legal orders")
        spent = int(self._search.spent[0])
        taken = time.thread_time() - begun
        if self._is_loaded and spent > 100 and taken > 0:
            self._rate += (spent / taken - self._rate) / 2
        self._is_loaded = True  # the first search had its code to load, or to compile
        return orders_of_codes(view, self._search.sets[0][:length].tolist())


_SEARCHERS: dict[tuple[Variant, bool], _Searcher] = {}


def _searcher(variant: Variant, learned: bool) -> _Searcher:
    """The searcher of positions of a variant in this process. One at a time."""
    found = _SEARCHERS.get((variant, learned))
    if found is None:
        found = _SEARCHERS[variant, learned] = _Searcher(variant, learned)
    return found
