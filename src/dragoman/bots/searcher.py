"""The player that looks ahead, as a bot (see ``engine.search``). It needs machine code."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from dragoman.bots.batch_evaluator import NOISY, evaluator_for, room_for_outcomes, room_to_search
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
    machine, but not on what else it does. If it is ``learned``, positions have the value that was
    learned for the variant, too (see ``value_files``).
    """

    evaluations: int = 2_000
    seconds: float | None = None
    learned: bool = False

    def __call__(self, view: View) -> Iterable[Order]:
        searcher = searcher_of(view.variant, self.learned)
        return searcher.orders(view, self.evaluations, self.seconds)


class Searcher:
    """Searches positions of a variant, in one thread."""

    def __init__(self, variant: Variant, learned: bool) -> None:
        calendar = variant.calendar_under(variant.rule_set)
        terms = variant.rule_set, variant.victory_centers, 1, calendar
        self.batch = Batch(variant.board, *terms)
        self.evaluator = evaluator_for(self.batch)
        self.room = room_to_search(self.evaluator)
        if learned:
            net = values_for(variant).net(self.evaluator.tables)
            self.room = self.room._replace(net=net)
            self.room.leaf[0] = MIXED
        self.powers = board_index(variant.board).power
        self._rate = _RATE
        self._is_loaded = False

    def orders(self, view: View, evaluations: int, seconds: float | None) -> list[Order]:
        """Orders of the power, found with nobody else in mind."""
        self.see(view)
        self.evaluator.sight.has_terms[0] = 0
        budget = evaluations if seconds is None else round(self._rate * seconds)
        begun = time.thread_time()
        codes = self.found(view, budget)
        spent = int(self.room.spent[0])
        taken = time.thread_time() - begun
        if self._is_loaded and spent > 100 and taken > 0:
            self._rate += (spent / taken - self._rate) / 2
        self._is_loaded = True  # the first search had its code to load, or to compile
        return orders_of_codes(view, codes)

    def see(self, view: View) -> None:
        """Take the position of a view, and its luck."""
        self.room.before.memory[:] = self.batch.pack_grid([view.position]).memory
        self.evaluator.state[0] = view.seed & _STATES

    def found(self, view: View, evaluations: int) -> list[int]:
        """The orders that are found for the power with so many evaluations of a movement, as
        numbers."""
        movement = view.position.phase.kind is PhaseKind.MOVEMENT
        length = machine()["search_row"](
            self.evaluator,
            self.room,
            self.powers[view.power],
            max(1, evaluations // (1 if movement else ELSEWHERE)),
            USUAL,
            NOISY,
            last_year_of(view),
        )
        check_room(length >= 0)
        return self.room.sets[0][:length].tolist()


def last_year_of(view: View) -> int:
    """The last year of the game, as searches take it."""
    return NEVER if view.last_year is None else view.last_year


def outcomes_of(searcher: Searcher, view: View, tries: int, winters: int = 0) -> list[list[float]]:
    """For each power, in board order, all that it comes to as the searcher stands, played on as far
    as searches do it, or to a winter: in each try, with the same luck whatever was agreed."""
    outcomes = room_for_outcomes(searcher.evaluator, tries)
    searcher.evaluator.state[0] = ~view.seed & _STATES
    given = searcher.evaluator, searcher.room, winters, last_year_of(view), outcomes
    check_room(machine()["try_agreed"](*given))
    return [*map(list, zip(*outcomes.tolist(), strict=True))]


def check_room(is_done: bool) -> None:
    """
    Raises:
        MemoryError: if there was no room to list the legal orders of a position.
    """
    if not is_done:
        raise MemoryError("a position has too many legal orders")


_SEARCHERS: dict[tuple[Variant, bool], Searcher] = {}


def searcher_of(variant: Variant, learned: bool = False) -> Searcher:
    """The searcher of positions of a variant in this process. One at a time."""
    found = _SEARCHERS.get((variant, learned))
    if found is None:
        found = _SEARCHERS[variant, learned] = Searcher(variant, learned)
    return found
