"""Bots on many packed positions at once, compiled: civil disorder, random, the DumbBot idea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dragoman.bots.batch_evaluator import MOST_LISTED, NOISY, evaluator_for, room_to_search
from dragoman.bots.compiled import machine
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.engine.rows import DUMB, IDLE, LEARNED, RANDOM, SEARCHING
from dragoman.bots.value_files import LearnedValues, values_for
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.rules.batch.batch import Batch

with extra("fast"):
    import numpy as np

WAYS: Final = {
    "civil-disorder": IDLE,
    "random": RANDOM,
    "dumbbot": DUMB,
    "search": SEARCHING,
    "learned": LEARNED,
}
"""The ways to play, by the names of the bots."""


class BatchPlay:
    """Plays bots on packed positions of a variant, in one thread.

    ``batch`` is the judge that packs and unpacks them. A bot is named as in ``WAYS``. Who is
    "learned" plays by the ``values`` that are given, or by those that come along for the variant.
    """

    def __init__(
        self, variant: Variant, temper: Temper = USUAL, values: LearnedValues | None = None
    ) -> None:
        calendar = variant.calendar_under(variant.rule_set)
        terms = variant.rule_set, variant.victory_centers, 1, calendar
        self.variant = variant
        self.batch = Batch(variant.board, *terms)
        self._temper = temper
        self.evaluator = evaluator_for(self.batch)
        self._search = room_to_search(self.evaluator)
        self._values = values
        self._is_taught = False

    def orders(self, cells: Any, bots: Sequence[str], states: Any) -> Any:
        """The orders of all powers, ``bots[power]`` each, in board order, as ``Batch.process``
        takes them; none of them may be one that searches. ``states`` holds the state of a random
        generator for each position, which moves on (see ``Batch.states``). Who stands first in a
        row is taken to have come in first."""
        codes = np.full((len(cells), len(self.variant.board.provinces)), -1, np.int32)
        given = (
            self.evaluator,
            np.require(cells, None, ("C", "W")),
            _ways(bots),
            states,
            self._temper,
            codes,
        )
        _check_room(machine()["order_rows"](*given))
        return codes

    def play(
        self,
        cells: Any,
        bots: Sequence[Sequence[str]],
        states: Any,
        last_year: int,
        budgets: Sequence[Sequence[int]] | None = None,
        tempers: Sequence[Sequence[Temper]] | None = None,
        until: int | None = None,
    ) -> Any:
        """Play each of the positions until a power wins or the last year is over, or the year
        ``until`` of a game that goes on: the last positions. ``bots[game][power]`` says who plays
        whom, ``budgets`` likewise how many evaluations each that searches may make for a movement,
        ``tempers`` how each "dumbbot" chooses."""
        after = np.array(cells, order="C")
        played = np.array([_ways(seated) for seated in bots], dtype=np.int64)
        if not self._is_taught and (played == LEARNED).any():
            values = self._values or values_for(self.variant)
            self._search = self._search._replace(net=values.net(self.evaluator.tables))
            self._is_taught = True
        spent = np.zeros_like(played) if budgets is None else np.array(budgets, dtype=np.int64)
        chosen = tempers or [[self._temper] * len(played[0])] * len(after)
        choosing = np.array(chosen, np.int64).reshape(len(after), -1)
        years = last_year if until is None else until, last_year
        given = self._search, after, played, spent, states, choosing, USUAL, NOISY, *years
        _check_room(machine()["play_rows"](self.evaluator, *given))
        return after

    @property
    def evaluations(self) -> int:
        """The number of evaluations all searches have made so far."""
        return int(self._search.evaluations[0])


def _ways(bots: Sequence[str]) -> Any:
    return np.array([WAYS[name] for name in bots], dtype=np.int64)


def _check_room(is_done: bool) -> None:
    if not is_done:
        raise MemoryError(f"a position has more than {MOST_LISTED} legal orders")
