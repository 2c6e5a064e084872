"""Bots on many packed positions at once, compiled: civil disorder, random, the DumbBot idea."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from dragoman.bots.batch_evaluator import MOST_LISTED, NOISY, evaluator_for, room_to_search
from dragoman.bots.compiled import machine
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.engine.rows import DUMB, IDLE, LEARNED, RANDOM, SEARCHING
from dragoman.bots.value_files import LearnedValues, values_for
from dragoman.game import Variant
from dragoman.native.grid import Grid, as_grid, given_out, grid_of
from dragoman.rules.batch.batch import Batch
from dragoman.rules.engine.codes import NONE

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
        held, width = self._rows(cells), len(self.variant.board.provinces)
        codes = Grid("i4", (len(held), width), array("i", [NONE]) * (len(held) * width))
        ways = grid_of("i8", [WAYS[name] for name in bots])
        given = self.evaluator, held, ways, states, self._temper, codes
        _check_room(machine()["order_rows"](*given))
        return given_out(codes)

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
        after = self._rows(cells).copy()
        played = _table([[WAYS[name] for name in seated] for seated in bots])
        if not self._is_taught and LEARNED in played.numbers:
            values = self._values or values_for(self.variant)
            self._search = self._search._replace(net=values.net(self.evaluator.tables))
            self._is_taught = True
        spent = Grid("i8", played.shape) if budgets is None else _table(budgets)
        chosen = tempers or [[self._temper] * len(played[0])] * len(after)
        choosing = _table([[*chain.from_iterable(seated)] for seated in chosen])
        years = last_year if until is None else until, last_year
        given = self._search, after, played, spent, states, choosing, USUAL, NOISY, *years
        _check_room(machine()["play_rows"](self.evaluator, *given))
        return given_out(after)

    def _rows(self, cells: Any) -> Grid:
        return as_grid(cells, f"u{self.batch.form.cell_bits // 8}", "cells")

    @property
    def evaluations(self) -> int:
        """The number of evaluations all searches have made so far."""
        return int(self._search.evaluations[0])


def _table(rows: Sequence[Sequence[int]]) -> Grid:
    numbers = array("q", chain.from_iterable(rows))
    return Grid("i8", (len(rows), len(rows[0]) if rows else 0), numbers)


def _check_room(is_done: bool) -> None:
    if not is_done:
        raise MemoryError(f"a position has more than {MOST_LISTED} legal orders")
